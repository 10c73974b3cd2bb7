"""The French ships when Vichy is created: on the board and on the Production Chart (14.4.2).

Decides where each ship goes. Leaves to `french_fates` what a die means.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import reachable
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.events import UnitChanged, UnitMoved, after_change
from pbem.core.record.state import REMOVED, State, Unit
from pbem.core.record.verdicts import Judged, PlaceId, PowerId
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.defeat.france.french_fates import (
    CHART,
    fate,
    french_ships,
    gathering_place,
    owner_of_ship,
    ships_in_production,
)
from pbem.systems.gw.economy.spending import relocated
from pbem.systems.gw.economy.transfers import hands_over
from pbem.systems.gw.world.cargo import cargo_of, follow, moved, unload
from pbem.systems.gw.world.facilities import is_home
from pbem.systems.gw.world.fallen_france import FRANCE, FREE_FRANCE, VICHY
from pbem.systems.gw.world.nations import is_sea
from pbem.systems.gw.world.vocabulary import Alliance, Counted, UnitMark
from pbem.systems.gw.world.zones import facilities_facing


class FrenchCargo(Reading, id="GW-R-14.4-a"):
    """What French units aboard a ship do when France surrenders."""

    WITH_SHIP = "with-ship"
    FREE_FRENCH = "free-french"


STAY: Final = "stay"

FRENCH_FLAG: Final = DecisionKind(
    "french-flag",
    "Home under the French flag",
    "when French ships join the Axis",
    "14.4.2",
    (AnswerKey("politics", "french_flag"),),
    {"ships": "how many ships have joined you in the sea zone"},
)


# --- on the board ----------------------------------------------------------------------------


# a ship: what, where, its die, its fate, its owner now, where it is now, what was lost aboard
ShipFate = tuple[str, str, int, str, str, str, Sequence[tuple[str, str, int]]]


@dataclass(frozen=True, slots=True)
class FrenchShipsVerdict(Judged):
    """Each French ship: its die and its fate."""

    kind: ClassVar[str] = "french-ships"
    cite: ClassVar[str] = "14.4.2"

    ships: Sequence[ShipFate]


@implements("GW-14.4-10", "GW-14.4-d2")
def ships_choose(umpire: Umpire) -> None:
    """A die for each French ship on the board; those that join the Axis may sail home (14.4.2)."""
    umpire.chart(CHART)
    told: list[ShipFate] = []
    numbers: dict[tuple[str, str], int] = {}
    joined: dict[tuple[str, str], list[str]] = {}
    for group in french_ships(umpire.position):
        for _ in range(group.size):
            key = group.at, group.counter
            numbers[key] = numbers.get(key, 0) + 1
            ship = group if group.count is None else replace(group, count=1)
            row, now = _ship_chooses(umpire, ship, numbers[key])
            told.append(row)
            if row[3] == Alliance.AXIS and now is not None:
                joined.setdefault((now.owner, now.at), []).append(now.id)
    if told:
        umpire.tell(FrenchShipsVerdict(at=None, result="at-sea", ships=told))
    for (owner, sea), ids in sorted(joined.items()):
        _sail_home(umpire, owner, sea, ids)


def _ship_chooses(umpire: Umpire, ship: Unit, number: int) -> tuple[ShipFate, Unit | None]:
    """The die of one ship, and what comes of it."""
    with umpire.step("ship", at=ship.at):
        name = f"{ship.counter}-{number}"
        die = umpire.roll(name, dice="d12", by=FRANCE, cite="14.4.2").total
    outcome = fate(umpire.book, "ships", die)
    owner = owner_of_ship(umpire.position, ship.at, outcome)
    emptied, lost = _cargo(umpire, ship, outcome, owner)
    now, to = _fares(umpire, emptied, owner)
    return (ship.counter, ship.at, die, outcome, owner, to, lost), now


def _fares(umpire: Umpire, ship: Unit, owner: str) -> tuple[Unit | None, str]:
    """A ship is scuttled, or gets its new flag; those of Vichy gather in one sea zone."""
    if not owner:
        umpire.apply(UnitMoved(ship.id, ship.at, REMOVED, ship.count))
        return None, REMOVED
    change = UnitChanged(ship.id, "owner", FRANCE, owner, count=ship.count)
    umpire.apply(change)
    now = after_change(ship, change)
    to = gathering_place(umpire.game) or ship.at
    if owner != VICHY or to == ship.at:
        return now, ship.at
    umpire.apply(UnitMoved(now.id, now.at, to, now.count))
    return now, to


@implements("GW-14.4-2")
def _cargo(
    umpire: Umpire, ship: Unit, outcome: str, owner: str
) -> tuple[Unit, list[tuple[str, str, int]]]:
    """French units aboard a ship go with it, or are lost; so are foreign ones (14.4.2, 8.4)."""
    lost: list[tuple[str, str, int]] = []
    kept = {FREE_FRANCE} if _free_aboard(umpire, ship) else {FREE_FRANCE, VICHY}
    for unit in cargo_of(umpire.state, ship):
        if unit.owner == FRANCE and owner in kept:
            umpire.apply(*hands_over(unit, owner))
        elif outcome != "free-french":
            events = unload(umpire.state, unit, REMOVED, unit.size)
            umpire.apply(*events)
            ship = follow(ship, events)
            lost.append((unit.owner, unit.counter, unit.size))
    return ship, lost


def _free_aboard(umpire: Umpire, ship: Unit) -> bool:
    """Whether units aboard French ships are Free French whatever their ship does."""
    aboard = cargo_of(umpire.state, ship)
    return bool(aboard) and umpire.reading(FrenchCargo) is FrenchCargo.FREE_FRENCH


# --- home under the French flag --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FrenchFlagVerdict(Judged):
    """Ships sail home past their new enemies."""

    kind: ClassVar[str] = "french-flag"
    cite: ClassVar[str] = "14.4.2"

    nation: PowerId
    to: PlaceId
    ships: Counted


@implements("GW-14.4-11")
def _sail_home(umpire: Umpire, owner: str, sea: str, ids: Sequence[str]) -> None:
    """Ships that joined the Axis may go to a sea zone of their new home at once (14.4.2)."""
    goals = home_waters(umpire.position, owner, sea)
    label = umpire.board.label
    decision = FRENCH_FLAG.ask(
        f"Where do the ships that joined you in {label(sea)} go?",
        umpire.state.powers[owner].players,
        [*(Option(goal, label(goal)) for goal in goals), Option(STAY, "stay")],
        (goals[0] if goals else STAY,),
        at=sea,
        about=f"{owner}-{sea}",
        facts={"ships": len(ids)},
    )
    goal = umpire.decide(decision).pick
    if goal in (STAY, sea):
        return
    told = []
    for name in dict.fromkeys(ids):
        unit = umpire.state.units[name]
        count = ids.count(name)
        umpire.apply(moved(unit, goal, count))
        told.append((unit.counter, count))
    umpire.tell(FrenchFlagVerdict(at=sea, result="home", nation=owner, to=goal, ships=told))


@implements("GW-14.4-11")
def home_waters(position: Position, power: str, sea: str) -> tuple[str, ...]:
    """The sea zones at undamaged naval facilities of a Home Country, nearest first."""
    near = reachable(
        position.board.neighbours,
        sea,
        lambda _, there: 1 if is_sea(position.board, there) else None,
    )
    return tuple(other for other in near if _is_home_water(position, power, other))


def _is_home_water(position: Position, power: str, sea: str) -> bool:
    coasts = (zone for zone in position.board.neighbours[sea] if not is_sea(position.board, zone))
    return any(
        is_home(position.game, power, zone)
        and position.controller(zone) == power
        and facilities_facing(position, zone, sea)
        for zone in coasts
    )


# --- in production ---------------------------------------------------------------------------


@implements("GW-14.4-12", "GW-14.4-d3")
def ships_on_chart(umpire: Umpire) -> None:
    """A die for each French ship on the Production Chart (14.4.2)."""
    told: list[ShipFate] = []
    numbers: dict[str, int] = {}
    for group in ships_in_production(umpire.position):
        for _ in range(group.size):
            numbers[group.counter] = numbers.get(group.counter, 0) + 1
            ship = group if group.count is None else replace(group, count=1)
            told.append(_hull_chooses(umpire, ship, numbers[group.counter]))
    if told:
        umpire.tell(FrenchShipsVerdict(at=None, result="in-production", ships=told))


def _hull_chooses(umpire: Umpire, ship: Unit, number: int) -> ShipFate:
    """The die of one ship in production: scuttled, Vichy's, or Germany's."""
    with umpire.step("in-production"):
        name = f"{ship.counter}-{number}"
        die = umpire.roll(name, dice="d12", by=FRANCE, cite="14.4.2").total
    outcome = fate(umpire.book, "chart", die)
    owner = owner_of_ship(umpire.position, ship.at, outcome)
    if not owner:
        umpire.apply(UnitMoved(ship.id, ship.at, REMOVED, ship.count))
        return ship.counter, ship.at, die, outcome, owner, REMOVED, ()
    to = f"track:{owner}/{ship.at.rpartition('/')[2]}"
    change = UnitChanged(ship.id, "owner", FRANCE, owner, count=ship.count)
    theirs = after_change(ship, change)
    lost = dict.fromkeys(_lost_plans(umpire.state, ship, owner))
    umpire.apply(change, *relocated(theirs, to, 1, lost))
    return ship.counter, ship.at, die, outcome, owner, to, ()


def _lost_plans(state: State, ship: Unit, owner: str) -> tuple[UnitMark, ...]:
    """The marks of the place where a ship was to appear, if its new owner has not got it."""
    kept = state.controller(str(ship.mark(UnitMark.FOR))) == owner
    return () if kept else (UnitMark.FOR, UnitMark.SEA)
