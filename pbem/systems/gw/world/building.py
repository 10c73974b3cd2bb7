"""What a nation may buy, from when, and what it pays (7.1-7.3, 7.8, 12.2, 12.10, 13.3).

The build tables of the Chinese factions are on sheets that are not to be had whole: the chart
`national-sheets` says what is reported of them.

Decides: units on sale, also to factions that have not evolved; prices in payments, and bombs on
what is being built.
Leaves to the moderator: other build lists of the National Reference Sheets, which are not to be
had; a nation may buy every unit of 12.2 that its date and technology allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import State
from pbem.core.rules.book import Book
from pbem.core.rules.position import Position
from pbem.systems.gw.world.facilities import facilities, stages_of
from pbem.systems.gw.world.nations import CHINESE_FACTIONS, home_of, is_unevolved, when
from pbem.systems.gw.world.units import UnitType, unit_type
from pbem.systems.gw.world.vocabulary import Nation

FULL_PRICE: Final = " at full price"  # what began with two payments at once (7.8)
DONE: Final = "done"  # what is paid up, and stands when units are placed
SEVERAL: Final = ", "  # between facilities of a kind in a zone
COLONIAL: Final = "colonial-infantry"
ROUGH: Final = ("desert", "jungle", "marsh", "mountain")
WET: Final = ("jungle", "marsh")

MOST_BORNE: Final = 4


@implements("GW-7.2-1", "GW-12.2-1")
def available_from(book: Book, nation: str, unit: str) -> str:
    """The turn from which a nation may buy a unit; nothing if it always may (7.2)."""
    table = book.chart("national-sheets").table("from")
    if unit not in table.columns.names:
        return ""
    row = nation if nation in table.rows.names else "others"
    return book.chart("national-sheets").at(row, unit, "from").text


@implements("GW-7.8-1")
def technology_for(book: Book, unit: str) -> str:
    """The technology that makes a unit available, if it takes one (7.8)."""
    if unit not in book.chart("technology").table("opens").rows.names:
        return ""
    return book.chart("technology").at(unit, "technology", "opens").text


@implements("GW-7.8-2", "GW-15.9-1")
def bought_as(book: Book, unit: str, technologies: Sequence[str], early: bool = False) -> str:
    """What a nation gets that buys a unit: Artillery is Advanced once it is known (7.8).

    `early`: fighters are still those of the early war (15.9).
    """
    if early and unit == "fighter":
        return "early-war-fighter"
    table = book.chart("technology").table("replaces")
    if unit not in table.rows.names:
        return unit
    better = book.chart("technology").at(unit, "becomes", "replaces").text
    return better if technology_for(book, better) in technologies else unit


@dataclass(frozen=True, slots=True)
class Buyer:
    """Who buys and when: with which technologies, and whether fighters are early ones (15.9)."""

    nation: str
    turn: str
    technologies: Sequence[str]
    early: bool = False


@implements("GW-7.1-2", "GW-12.2-cds", "GW-12.2-colonial")
def why_not_buy(book: Book, unit: str, buyer: Buyer) -> str:
    """Why a nation cannot buy a unit; nothing if it can."""
    kind = unit_type(book, unit)
    if not kind.cost:
        return f"{kind.name} cannot be built (12.2)"
    if kind.id == "early-war-fighter" and not buyer.early:
        return f"{kind.name} can be bought under rule 15.9 only, before modern ones"
    colonial = book.chart("national-sheets").table("colonial")
    if kind.id == COLONIAL and buyer.nation not in colonial.rows.names:
        return f"{kind.name} is not on its sheet (12.2)"
    since = available_from(book, buyer.nation, kind.id)
    if since and when(buyer.turn) < when(since):
        return f"{kind.name} can be bought from {since} on (7.2)"
    needed = technology_for(book, kind.id)
    if needed and needed not in buyer.technologies:
        return f"{kind.name} takes the technology {needed} (7.8)"
    return ""


# --- prices ----------------------------------------------------------------------------------


@implements("GW-7.3-1", "GW-12.2-2")
def unit_stages(book: Book, kind: UnitType) -> tuple[int, ...]:
    """The payments for a unit, one a turn; what has but one is ready the same turn (7.3, 12.2)."""
    table = book.chart("facilities").table("ships")
    if kind.id in table.rows.names:
        return stages_of(book.chart("facilities").at(kind.id, "stages", "ships").text)
    return (kind.cost,)


@implements("GW-7.8-15")
def improved(stages: Sequence[int], known: bool, merged: bool) -> tuple[int, ...]:
    """The payments for a facility or ship under Improved Construction (7.8).

    Every payment is 1 IPP less; or the first two are made at once, at full price.
    """
    if not known:
        return tuple(stages)
    if merged and len(stages) > 1:
        return (stages[0] + stages[1], *stages[2:])
    return tuple(part - 1 for part in stages)


def works_in(value: object) -> tuple[str, ...]:
    """The facilities of a kind that a marker counts, one by one: `2, done 2` are three (7.3)."""
    found: list[str] = []
    for part in str(value or "").split(SEVERAL) if value else ():
        word, _, number = part.partition(" ")
        found += [DONE] * int(number or 1) if word == DONE else [part]
    return tuple(found)


def works_marker(works: Sequence[str]) -> str | None:
    """The marker of some facilities of a kind that are being built, in their order, or none."""
    parts: list[str] = []
    for work, same in groupby(works):
        number = len(list(same))
        parts += [f"{DONE} {number}"] if work == DONE and number > 1 else [work] * number
    return SEVERAL.join(parts) or None


def works_done(value: object) -> int:
    """How many facilities of a kind are paid up, by the marker of their zone."""
    return works_in(value).count(DONE)


def payments_made(work: str) -> int:
    """How many payments were made for an unfinished facility."""
    return int(work.removesuffix(FULL_PRICE))


@implements("GW-1.10-6", "GW-1.11-5", "GW-12.10-1")
def facility_stages(
    book: Book, name: str, terrain: Sequence[str], others: Sequence[str]
) -> tuple[int, ...]:
    """The payments for a facility: 1 IPP more in jungle or marsh; a railway by its border."""
    if name == "railroad":
        row = "rough" if any(one in ROUGH for one in (*terrain, *others)) else "open"
        return (int(book.chart("facilities").at(row, "price", "railroads").number),)
    first, *rest = facilities(book)[name].stages
    return (first + (1 if any(one in WET for one in terrain) else 0), *rest)


# --- bombs on what is being built ----------------------------------------------------------------


@implements("GW-7.3-10", "GW-7.3-11")
def construction_bombed(payments: int, damage: int, more: int) -> tuple[int, int]:
    """The payments and the damage of a facility under construction after bombs (7.3, optional).

    It bears 4 damage; 5 or more push it back one payment instead. Without a payment left it is
    gone.
    """
    if damage + more <= MOST_BORNE:
        return payments, damage + more
    return max(0, payments - 1), 0


@implements("GW-13.3-5")
def why_not_develop(state: State, power: str) -> str:
    """Why a nation may build no facility and do no research: an unevolved faction (13.3.1)."""
    return "only once the faction has evolved (13.3)" if is_unevolved(state, power) else ""


@implements("GW-13.3-5", "GW-13.3-6")
def why_not_on_list(position: Position, power: str, unit: str, has_factory: bool) -> str:
    """Why a faction may not buy a unit: its own build table, until it has evolved and a factory."""
    if power not in CHINESE_FACTIONS or unit in own_builds(position.book, power):
        return ""
    if is_unevolved(position.state, power):
        return "not on its build table, before the faction has evolved (13.3)"
    return "" if has_factory else "not on its build table; a factory would open others (13.3)"


def own_builds(book: Book, power: str) -> tuple[str, ...]:
    """The units on a faction's own build table, as far as it is known."""
    return tuple(book.chart("national-sheets").at(power, "units", "builds").text.split())


def needs_no_factory(position: Position, power: str, unit: str, zone: str) -> bool:
    """Whether a faction places a unit anywhere in its Home Country, as its sheet is reported."""
    if power not in CHINESE_FACTIONS or home_of(position.board, zone) != Nation.CHINA:
        return False
    return (
        unit in position.book.chart("national-sheets").at(power, "anywhere", "builds").text.split()
    )
