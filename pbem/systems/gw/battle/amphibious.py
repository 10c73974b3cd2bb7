"""Amphibious assault, shore bombardment and coastal artillery (9.8, 9.9, 12.9), over values.

Decides: which ships bombard and with what, who attacks in round one and who lands afterwards, when
landing fails, what coastal artillery does to ships and cargo, when those who came overland retreat.
Double casualties of those who land, and that they are lost before others, are in `muster`.
Leaves to the conducting step: the naval combat before it (9.6, 9.7), which transport carries whom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.book import Book
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.casualties import Claim, Counts
from pbem.systems.gw.battle.fire import Side, plain_volley
from pbem.systems.gw.battle.land_battle import LandBattle, prepare
from pbem.systems.gw.battle.muster import Force, Ground, Troop, waits
from pbem.systems.gw.battle.readings import LateLanding
from pbem.systems.gw.battle.rounds import (
    NEVER,
    Dice,
    Lines,
    Outcome,
    Rounds,
    Standing,
    Throw,
    Volley,
    none_of,
)
from pbem.systems.gw.world.units import UnitType, unit_type

LOAD: Final = 2  # units that a Naval Transport carries (12.2)


@dataclass(frozen=True, slots=True)
class Assault:
    """An assault: who fights round one, everybody, and the ships that bombard.

    The units of `landing` stand first in the roster of `whole`; those behind them are still aboard.
    """

    landing: LandBattle
    whole: LandBattle
    troops: tuple[Troop, ...]
    infantry: tuple[int, ...]
    overland: tuple[int, ...]
    bombardment: tuple[Volley[Claim], ...] = ()


def prepare_assault(
    forces: Sides[Force], ground: Ground, retreat: Lines = NEVER, way_back: bool = True
) -> Assault:
    """An assault ready to be fought, but for the ships that bombard."""
    attacker = forces.attacker
    first = tuple(troop for troop in attacker.troops if not waits(troop))
    later = tuple(troop for troop in attacker.troops if waits(troop))
    landing, whole = (
        prepare(
            forces.put(Role.ATTACKER, replace(attacker, troops=troops)), ground, retreat, way_back
        )
        for troops in (first, first + later)
    )
    return Assault(
        landing,
        whole,
        first + later,
        infantry=tuple(i for i, t in enumerate(first) if t.by_sea and t.unit.class_ == "infantry"),
        overland=tuple(i for i, troop in enumerate(first) if troop.overland),
    )


@implements("GW-9.9-5", "GW-9.9-d1")
def bombardment_value(book: Book, unit: UnitType) -> int:
    """What a ship needs to hit the shore; 0 if it cannot bombard (table 9-6)."""
    table = book.chart("naval-abilities")
    if unit.id not in table.table("bombardment").rows.names:
        return 0
    return int(table.at(unit.id, "value", "bombardment").number)


@implements("GW-9.9-2")
def most_bombarding(troops: Sequence[Troop]) -> int:
    """How many ships may bombard: as many as land units assault from the sea (9.9)."""
    return sum(troop.count for troop in troops if troop.by_sea and troop.unit.is_land)


@implements("GW-9.9-5")
def bombardment(book: Book, ships: Mapping[str, int]) -> tuple[Volley[Claim], ...]:
    """The volleys of bombarding ships, one for each type."""
    return tuple(
        plain_volley(name, count, bombardment_value(book, unit_type(book, name)))
        for name, count in ships.items()
    )


@implements("GW-9.8-1", "GW-9.9-4")
def bombard(volleys: Iterable[Volley[Claim]], rounds: Rounds[Side, Claim]) -> Counts:
    """What a bombardment leaves of the defender: its casualties do not fire back (9.9)."""
    facing = rounds.battle.sides.defender.start
    for volley in volleys:
        facing, _ = rounds.shot(Role.ATTACKER, facing, volley)
    return facing


@implements("GW-9.8-5")
def lands(assault: Assault, standing: Standing) -> bool:
    """Whether those still aboard can land: an infantry-class unit that landed is alive (9.8)."""
    stays = assault.whole.rules.reading(LateLanding) is LateLanding.STAYS
    if stays and not any(standing.forces.defender):
        return False
    return any(standing.forces.attacker[index] for index in assault.infantry)


def ashore(assault: Assault, standing: Standing) -> Standing:
    """How the whole force stands once everybody has landed."""
    later = _aboard(assault, standing)
    own, gone = standing.forces.attacker, standing.gone.attacker
    return standing.put(Role.ATTACKER, own + later, gone + none_of(later))


def stuck(assault: Assault, standing: Standing) -> Standing:
    """How the whole force stands when nobody more lands: they count as gone."""
    later = _aboard(assault, standing)
    own, gone = standing.forces.attacker, standing.gone.attacker
    return standing.put(Role.ATTACKER, own + none_of(later), gone + later)


def _aboard(assault: Assault, standing: Standing) -> Counts:
    """Those who have not landed yet."""
    return assault.whole.sides.attacker.start[len(standing.forces.attacker) :]


@implements("GW-9.8-3", "GW-9.8-5", "GW-9.8-6")
def first_round(assault: Assault, throw: Throw[Claim]) -> Standing:
    """Bombardment, round one, and who is ashore then; no round if nobody is left to resist."""
    rounds, standing = Rounds(assault.landing, throw), assault.landing.start()
    facing = bombard(assault.bombardment, rounds)
    standing = standing.put(Role.DEFENDER, facing)
    if any(facing):
        standing = rounds.one(standing)
    return ashore(assault, standing) if lands(assault, standing) else stuck(assault, standing)


@implements("GW-9.8-7", "GW-9.8-8")
def after_leaving(assault: Assault, standing: Standing) -> Standing:
    """Those who came overland retreat as ordered; who landed fights on (9.8)."""
    battle, overland = assault.whole, assault.overland
    able = may_leave(battle, overland, standing)
    if able and battle.ordered(battle.retreat, Role.ATTACKER, standing):
        return without_overland(overland, standing)
    return standing


@implements("GW-9.8-7", "GW-9.8-8")
def may_leave(battle: LandBattle, overland: Sequence[int], standing: Standing) -> bool:
    """Whether units that came overland are left, and can retreat by themselves (9.8)."""
    return battle.way_back and any(standing.forces.attacker[index] for index in overland)


def without_overland(overland: Sequence[int], standing: Standing) -> Standing:
    """How the battle stands when those who came overland have left."""
    left, gone = list(standing.forces.attacker), list(standing.gone.attacker)
    for index in overland:
        gone[index] += left[index]
        left[index] = 0
    return standing.put(Role.ATTACKER, tuple(left), tuple(gone))


def fight_assault(assault: Assault, throw: Throw[Claim]) -> tuple[Outcome, Standing]:
    """A whole assault, decided by the orders that both sides gave beforehand."""
    standing, whole = first_round(assault, throw), assault.whole
    outcome = whole.ending(standing)
    while outcome is None:
        standing = after_leaving(assault, standing)
        outcome = whole.ending(standing)
        if outcome is None:
            standing = Rounds(whole, throw).one(standing)
            outcome = whole.ending(standing)
    return outcome, standing


@implements("GW-12.9-2", "GW-12.9-d1", "GW-9.9-3")
def shots(book: Book, guns: int, ships: int) -> Dice:
    """The dice of Coastal Artillery: one for each ship that bombards or unloads, to a limit."""
    table = book.chart("naval-abilities")
    most = int(table.at("coastal-artillery", "most-dice", "coastal-artillery").number)
    value = int(table.at("coastal-artillery", "hits-on", "coastal-artillery").number)
    return Dice(-1, guns * min(most, ships), value)


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship before a hostile coast, with what it carries, and a name where it has one."""

    unit: UnitType
    damage: int = 0
    cargo: tuple[UnitType, ...] = ()
    name: str = ""

    @property
    def worth(self) -> int:
        """What is lost when it sinks."""
        return self.unit.cost + sum(unit.cost for unit in self.cargo)


@implements("GW-12.9-2", "GW-12.9-4", "GW-12.2-naval-transport-2", "GW-9.6-5")
def struck_by_guns(
    ships: Sequence[Ship],
    hits: int,
    wanted: Sequence[str] = (),
    markers: Callable[[Ship], int] = lambda _: 1,
) -> tuple[Ship, ...]:
    """The ships after hits of Coastal Artillery; transports have no privilege here (12.9).

    The owner gives what he lists, then hits that sink nothing, then the least worth with its cargo.
    `markers`: how much a hit damages a ship (15.5).
    """
    left = list(ships)

    def rank(place: int) -> tuple[int, bool, int, int]:
        ship = left[place]
        name = ship.unit.id
        listed = wanted.index(name) if name in wanted else len(wanted)
        return (listed, ship.damage + 1 >= ship.unit.hits, ship.worth, place)

    for _ in range(hits if left else 0):
        place = min(range(len(left)), key=rank)
        ship = left.pop(place)
        damage = ship.damage + markers(ship)
        if damage < ship.unit.hits:
            left.insert(place, replace(ship, damage=damage))
        if not left:
            break
    return tuple(left)


def loaded(book: Book, troops: Sequence[Troop], bombarding: Mapping[str, int]) -> tuple[Ship, ...]:
    """The ships of an assault when the dearest units travel together, two to a transport."""
    cargo = {False: list[UnitType](), True: list[UnitType]()}
    for troop in troops:
        if troop.by_sea:
            cargo[troop.attack_transport] += [troop.unit] * troop.count
    ships = [
        Ship(unit_type(book, name)) for name, count in bombarding.items() for _ in range(count)
    ]
    for attack, units in cargo.items():
        units.sort(key=lambda unit: (-unit.cost, unit.id))
        kind = unit_type(book, "attack-transport" if attack else "naval-transport")
        loads = [tuple(units[at : at + LOAD]) for at in range(0, len(units), LOAD)]
        ships += [Ship(kind, 0, load) for load in loads]
    return tuple(ships)


def still_landing(troops: Sequence[Troop], ships: Sequence[Ship]) -> tuple[Troop, ...]:
    """The troops whose transports are afloat; all others are as they were."""
    result = []
    for troop in troops:
        count = troop.count
        if troop.by_sea:
            kind = "attack-transport" if troop.attack_transport else "naval-transport"
            count = sum(ship.cargo.count(troop.unit) for ship in ships if ship.unit.id == kind)
        if count:
            result.append(replace(troop, count=count))
    return tuple(result)
