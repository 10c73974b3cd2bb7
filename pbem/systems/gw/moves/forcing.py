"""Forcing a strait (15.6, optional): ships run past a strait that is closed to them, under fire.

`force: Strait of Gibraltar` in a combat move of ships. It is war on the strait's possessor, who
fires once at each of them when the moves are over (`coastal_fire`).
Decides which straits an order forces, and whether it needs to. Leaves the fire to `coastal_fire`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.checking import as_list
from pbem.core.record.state import Unit
from pbem.core.rules.book import Book
from pbem.core.rules.readings import Reading
from pbem.systems.gw.moves.attacks import attack
from pbem.systems.gw.world.move_orders import Check
from pbem.systems.gw.world.passages import (
    CANAL,
    STRAIT,
    Passage,
    Traveller,
    bar,
    passage,
    passages_between,
)
from pbem.systems.gw.world.units import Group, type_of


class TurkishStraits(Reading, id="GW-R-15.6-a"):
    """Whether the Turkish Straits can be forced."""

    CANAL = "canal"
    STRAIT = "strait"


TURKISH: Final = "turkish-straits"


@implements("GW-15.6-1")
def forced_straits(check: Check, ships: Sequence[Group]) -> frozenset[str]:
    """The straits that an order forces; from now on their possessors are enemies (15.6)."""
    said = as_list(check.order.data.get("force"))
    if said and not check.options.forced_straits:
        check.complain("option", "forcing a strait is not in use", cite="15.6", about="force")
    straits = [name for word in said if (name := _strait(check, str(word)))]
    power = ships[0][0].owner
    for name in straits if check.ok else ():
        one = passage(check.book, name)
        holder = check.state.holder(one.zone)
        if not any(is_shut(check, unit, one) for unit, _ in ships):
            message = f"{one.name.replace('-', ' ')} is open to these ships"
            check.complain("open", message, "leave out `force`", "15.6", "force")
        elif holder in check.state.powers:
            attack(check, power, holder, one.zone)
    return frozenset(straits)


def is_shut(check: Check, ship: Unit, one: Passage) -> bool:
    """Whether a passage bars a ship that does not force it."""
    who = Traveller(type_of(check.book, ship), ship.owner, combat=True)
    return bool(bar(check.position, who, one))


def _strait(check: Check, word: str) -> str:
    """The strait that a word names; the Turkish Straits count as a canal, unless ruled so."""
    kinds = {
        row: check.book.chart("passages").at(row, "kind").text
        for row in _straits_and_canals(check.book)
    }
    name = check.meant(word, kinds)
    is_strait = kinds.get(name) == STRAIT
    if name == TURKISH:
        is_strait = check.reading(TurkishStraits) is TurkishStraits.STRAIT
    if is_strait:
        return name
    known = ", ".join(row for row, kind in kinds.items() if kind == STRAIT)
    check.complain("no-strait", f"'{word}' is no strait", f"straits: {known}", "15.6", word)
    return ""


def _straits_and_canals(book: Book) -> list[str]:
    table = book.chart("passages")
    return [n for n in table.table().rows.names if table.at(n, "kind").text in (STRAIT, CANAL)]


@implements("GW-15.6-1")
def straits_forced(
    check: Check, ship: Unit, way: Iterable[str], forces: frozenset[str]
) -> tuple[str, ...]:
    """The straits on a way that are closed to a ship, which it forces as ordered (15.6)."""
    game = check.position.game
    passed = [one for here, there in pairwise(way) for one in passages_between(game, here, there)]
    for name in forces - {one.name for one in passed}:
        message = f"the way does not lead through {name.replace('-', ' ')}"
        check.complain("not-forced", message, cite="15.6", about="force")
    return tuple(one.name for one in passed if one.name in forces and is_shut(check, ship, one))
