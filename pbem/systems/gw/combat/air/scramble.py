"""Scramble (8.6, 12.6): Fighters of Air Bases, and Seaplanes, go to battles beside them.

They rise when the attacker has finished his combat moves, stand in the zone of the battle while it
is fought, and land when the Combat Phase is over.
Decides who may rise, who does by default, and where they land. Leaves to `interception` those who
meet raiders.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from pbem.core.choices.conditions import Fact
from pbem.core.choices.decisions import AnswerKey, Decision, DecisionKind
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import Unit
from pbem.core.record.verdicts import Judged, PlaceId, PowerId
from pbem.core.rules.book import Book
from pbem.core.rules.readings import Reading
from pbem.core.rules.sides import Role
from pbem.systems.gw.combat.air.interception import (
    Groups,
    by_players,
    left_to_send,
    names_of,
    options_of,
    picked,
    scramblers,
    sent_up,
)
from pbem.systems.gw.combat.battle_orders import attacked_zones
from pbem.systems.gw.combat.retreating import land_aircraft
from pbem.systems.gw.combat.sea.naval_lines import strength_of
from pbem.systems.gw.world.movement import SEAPLANE, movement_left, sent
from pbem.systems.gw.world.nations import at_war, enemies_in, is_sea, one_power
from pbem.systems.gw.world.units import Group, pieces, type_of
from pbem.systems.gw.world.vocabulary import Counted, PlaceFact, UnitMark
from pbem.systems.gw.world.zones import facilities_at


class ScrambleFor(Reading, id="GW-R-8.6-a"):
    """Whose units in a battle let an Air Base scramble to it."""

    OWN = "own"
    ALIGNED = "aligned"


FACTS: Final = {
    "land": "defending land units in the battle",
    "air": "defending aircraft in the battle",
    "ships": "defending ships and submarines in the battle",
    "enemy land": "attacking land units, those aboard ships not counted",
    "enemy air": "attacking aircraft",
    "enemy ships": "attacking ships and submarines",
    "fighters": "aircraft that could scramble",
}
SCRAMBLE_KIND: Final = DecisionKind(
    "scramble",
    "Scramble",
    "at the end of the attacker's combat movement; by default all, where they make the defence as "
    "strong as the attack and their own zone is not attacked, Seaplanes only against submarines",
    "8.6",
    (AnswerKey("defend", "scramble"),),
    FACTS,
)


@implements("GW-8.6-1", "GW-8.6-2", "GW-8.6-3", "GW-8.10-4", "GW-12.6-6")
def scramble(umpire: Umpire, zone: str, attackers: Sequence[Unit]) -> None:
    """The defenders of a battle may send aircraft from the zones beside it (8.6)."""
    if not attackers:
        return
    foe = attackers[0].owner
    there = enemies_in(umpire.state, foe, zone)
    ready = [
        (unit, count)
        for unit, count in [*scramblers(umpire, zone, foe), *_seaplanes(umpire, zone, foe)]
        if _has_defender(umpire, unit, there)
    ]
    facts = _facts(umpire.book, attackers, there)
    usual = _usual(umpire, ready, attackers, there)
    rights = [
        _right(umpire, zone, own, facts, usual=usual)
        for by, own in by_players(umpire, ready).items()
        if by
    ]
    _rise(umpire, zone, sent_up(ready, picked(umpire, rights)))


def _has_defender(umpire: Umpire, unit: Unit, there: Sequence[Unit]) -> bool:
    """Whether an aircraft's nation has somebody to help in a battle (8.6)."""
    own = any(one_power(unit.owner, other.owner) for other in there)
    if own or not there:
        return own
    return umpire.reading(ScrambleFor) is ScrambleFor.ALIGNED


def _usual(
    umpire: Umpire, ready: Groups, attackers: Sequence[Unit], there: Sequence[Unit]
) -> list[str]:
    """The aircraft that rise by default: those that nobody needs at home, where they can hold.

    Defenders cannot retreat: aircraft that join the weaker side are lost with it.
    """
    position = umpire.position
    attacked = attacked_zones(position)
    hunts = any(type_of(umpire.book, unit).is_submarine for unit in attackers)
    rising = [
        (unit, count)
        for unit, count in ready
        if unit.at not in attacked and (hunts or unit.counter != SEAPLANE)
    ]
    joining = [replace(unit, count=count) for unit, count in rising]
    own = strength_of(pieces(position.book, [*there, *joining]), Role.DEFENDER)
    if own < strength_of(pieces(position.book, attackers), Role.ATTACKER):
        return []
    return [name for unit, count in rising for name in names_of(unit, count)]


def _seaplanes(umpire: Umpire, zone: str, foe: str) -> list[Group]:
    """The Seaplanes that bases beside a sea zone send to a naval battle, three from each
    in all (12.6)."""
    board, position = umpire.board, umpire.position
    found: list[Group] = []
    for base in sorted(board.neighbours[zone]) if is_sea(board, zone) else ():
        enemy = at_war(position.state, foe, position.holder(base))
        if enemy and PlaceFact.SEAPLANE_BASE in facilities_at(position, base):
            most = left_to_send(umpire, base, lambda unit: unit.counter == SEAPLANE)
            for unit in enemies_in(position.state, foe, base):
                if unit.counter == SEAPLANE and most:
                    found.append((unit, min(most, unit.size)))
                    most -= min(most, unit.size)
    return found


def _facts(book: Book, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> dict[str, Fact]:
    found: dict[str, Fact] = {}
    for prefix, units in (("", defenders), ("enemy ", attackers)):
        kinds = [(type_of(book, unit), unit.size) for unit in units]
        found[f"{prefix}land"] = sum(size for kind, size in kinds if kind.is_land)
        found[f"{prefix}air"] = sum(size for kind, size in kinds if kind.is_air)
        found[f"{prefix}ships"] = sum(size for kind, size in kinds if kind.is_naval)
    return found


def _right(
    umpire: Umpire, zone: str, own: Groups, facts: dict[str, Fact], *, usual: Collection[str]
) -> Decision:
    """The choice of one player: which of his aircraft scramble."""
    options = options_of(umpire, own)
    players = umpire.state.powers[own[0][0].owner].players
    return SCRAMBLE_KIND.ask(
        "Which aircraft scramble?",
        players,
        options,
        [option.id for option in options if option.id in usual],
        at=zone,
        about="-".join(players),
        least=0,
        most=len(options),
        facts={**facts, "fighters": len(options)},
    )


@dataclass(frozen=True, slots=True)
class ScrambleVerdict(Judged):
    """Aircraft have risen from their base to a battle beside it."""

    kind: ClassVar[str] = "scramble"
    cite: ClassVar[str] = "8.6"

    base: PlaceId
    owner: PowerId
    units: Counted


def _rise(umpire: Umpire, zone: str, rising: Groups) -> None:
    for unit, count in rising:
        base, left = unit.at, movement_left(umpire.book, unit) - 1
        umpire.apply(
            *sent(
                unit,
                zone,
                count,
                {UnitMark.BASE: base, UnitMark.LEFT: left, UnitMark.SCRAMBLED: base},
            )
        )
        umpire.tell(
            ScrambleVerdict(
                at=zone, result="rises", base=base, owner=unit.owner, units=[(unit.counter, count)]
            )
        )


def land_scrambled(umpire: Umpire) -> None:
    """Aircraft that scrambled go back to their base, or land where they can (8.6)."""
    for unit in tuple(umpire.state.units.values()):
        if unit.at in umpire.board and unit.mark(UnitMark.SCRAMBLED) not in (None, unit.at):
            land_aircraft(umpire, unit)
