"""Fleets that are ready to fight: ships, their damage, who can hit whom (9.6, 9.10, 8.9, 12.2).

Decides: the values of ships and aircraft at sea, damage of capital ships, first strike and
destroyers, whom each kind of unit can hit, the orders of fire and of losses.
Leaves to the conducting step: who is in the zone, who declines combat, what transports carry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.book import Book
from pbem.core.rules.readings import Reading, Rules
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.casualties import DAMAGE, Counts, place_in
from pbem.systems.gw.battle.readings import ZeroAttack
from pbem.systems.gw.battle.rounds import NEVER, Lines
from pbem.systems.gw.battle.ship_damage import HeavyCarrier, sturdy
from pbem.systems.gw.world.units import UnitType


class StrikeDenied(Reading, id="GW-R-4"):
    """Whose submarines a Destroyer takes First Strike from."""

    OPPOSING = "opposing"
    ALL = "all"


class TacticalDefence(Reading, id="GW-R-7"):
    """The Defense of Tactical Bombers at sea."""

    FIVE = "five"
    FOUR = "four"


class SubmarinesHit(Reading, id="GW-R-8.9-c"):
    """Who can hit a submarine that takes part in combat."""

    ANYBODY = "anybody"
    PATROLS = "patrols"


class DamagedShips(Reading, id="GW-R-13"):
    """What a hit takes from the values of a capital ship that floats on."""

    BATTLESHIPS = "battleships"
    LATER = "later"
    PRINTED = "printed"


class HuntedSubmarines(Reading, id="GW-R-8.9-a"):
    """Who can hit a submarine that would decline combat but may not."""

    HUNTERS = "hunters"
    ANYBODY = "anybody"


SUNK: Final = -1
TACTICAL: Final = "tactical-bomber"


@dataclass(frozen=True, slots=True)
class Kind:
    """Units that are alike in a naval battle.

    `patrol`: an aircraft on Maritime Air Patrol, or of a Carrier in the zone (8.7). `hunted`: a
    submarine that would decline combat, but for such an aircraft of the enemy's (8.9). `called`:
    how an order of losses may name them beside their type, as by their nation.
    """

    unit: UnitType
    damage: int = 0
    patrol: bool = False
    hunted: bool = False
    called: tuple[str, ...] = ()

    @property
    def advanced_submarine(self) -> bool:
        """Whether paired destroyers cannot attack it (7.8)."""
        return self.unit.id == "advanced-submarine"


@dataclass(frozen=True, slots=True)
class Squadron:
    """A number of units that are alike."""

    kind: Kind
    count: int


@dataclass(frozen=True, slots=True)
class NavalPlan:
    """What a player orders for a naval battle; what he leaves out follows the default.

    `soak`: hits that sink nothing are taken first, save on Carriers.
    """

    losses: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    fire: tuple[str, ...] = ()
    soak: bool = True
    submerge: Lines = NEVER


@dataclass(frozen=True, slots=True)
class NavalForce:
    """One side's units and its plan; `advanced_asw`: it has that technology (7.8)."""

    name: str
    squadrons: tuple[Squadron, ...]
    plan: NavalPlan = NavalPlan()
    advanced_asw: bool = False


class Prey(StrEnum):
    """The kinds of units that a unit can hit at all."""

    ALL = "all"
    NAVAL = "naval"
    SUBMARINES = "submarines"
    SEAPLANE_PREY = "submarines and transports"


class Hunt(StrEnum):
    """Which submarines that would decline combat a unit can hit."""

    NONE = "none"
    PAIRED = "paired with a patrol"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Aim:
    """Whom a hit may fall on, and who names the casualty."""

    prey: Prey = Prey.ALL
    hunt: Hunt = Hunt.NONE
    aircraft_first: bool = False
    shooter_names: bool = False


@dataclass(frozen=True, slots=True)
class Fleet:
    """One side of a naval battle: a roster of kinds, with every stage of damage as its own kind.

    `worse`: the kind that a ship becomes by a hit, or SUNK. `own_order` and `feared_order`: kinds
    in the order in which the owner, or the enemy, names them. `hunts`: the enemy has submarines
    that would decline combat.
    """

    role: Role
    name: str
    kinds: tuple[Kind, ...]
    start: Counts
    values: tuple[int, ...]
    strikes_first: tuple[bool, ...]
    firing: tuple[tuple[int, ...], ...]
    worse: tuple[int, ...]
    own_order: tuple[int, ...]
    feared_order: tuple[int, ...]
    submerge: Lines
    hunts: bool
    rules: Rules

    @property
    def units(self) -> tuple[UnitType, ...]:
        """The unit types of the roster."""
        return tuple(kind.unit for kind in self.kinds)


@implements("GW-12.2-battleship", "GW-7.8-16")
def ship_value(kind: Kind, role: Role, rules: Rules, advanced_asw: bool) -> int:
    """A unit's Attack or Defense at sea; 0 when it cannot roll (12.2, 7.8).

    A damaged ship loses what the chart says for each hit, but keeps a value of 1 if it had one.
    """
    printed = kind.unit.printed(role) or 0
    if kind.unit.is_transport and advanced_asw and role is Role.DEFENDER:
        return asw_defence(rules.book)
    if kind.unit.id == TACTICAL and role is Role.DEFENDER:
        printed = 4 if rules.reading(TacticalDefence) is TacticalDefence.FOUR else printed
    lost = kind.damage * loss_by_a_hit(kind.unit, rules)
    lifts = lost and role is Role.ATTACKER and rules.reading(ZeroAttack) is ZeroAttack.ONE
    return max(printed - lost, 1 if lifts else min(printed, 1))


@implements("GW-9.10-6", "GW-7.8-d7")
def asw_defence(book: Book) -> int:
    """The Defense of Naval Transports whose nation has Advanced ASW (7.8)."""
    return int(book.chart("naval-abilities").at("transports", "defence", "advanced-asw").number)


def loss_by_a_hit(unit: UnitType, rules: Rules) -> int:
    """What each hit takes from the values of a ship (12.2, 7.8)."""
    table = rules.book.chart("naval-abilities")
    if unit.id not in table.table("damaged").rows.names:
        return 0
    reading = rules.reading(DamagedShips)
    later = reading is DamagedShips.LATER or not (
        reading is DamagedShips.PRINTED or unit.is_carrier
    )
    return int(table.at(unit.id, "later" if later else "printed", "damaged").number)


@implements("GW-9.10-3", "GW-12.2-destroyer", "GW-12.2-submarine")
def strikes_first(kind: Kind, enemy: Iterable[Kind]) -> bool:
    """Whether a unit has First Strike: submarines, unless the enemy has a Destroyer (9.10)."""
    return kind.unit.is_submarine and not any(is_destroyer(other.unit) for other in enemy)


def is_destroyer(unit: UnitType) -> bool:
    """Whether a ship is a Destroyer; a Torpedo Boat Destroyer is another type (12.2)."""
    return unit.id == "destroyer"


@implements("GW-9.6-7", "GW-9.6-8", "GW-9.10-5", "GW-8.9-11", "GW-12.2-seaplane")
def prey_of(unit: UnitType) -> Prey:
    """Whom a unit can hit at all (9.6, 9.10, 12.2)."""
    if unit.is_submarine:
        return Prey.NAVAL
    if unit.is_transport:
        return Prey.SUBMARINES
    return Prey.SEAPLANE_PREY if unit.id == "seaplane" else Prey.ALL


@implements("GW-9.10-1", "GW-9.10-2", "GW-8.9-4", "GW-8.9-9", "GW-7.8-9")
def can_be_hit(kind: Kind, aim: Aim, firer: Role, rules: Rules) -> bool:
    """Whether a unit can be hit by fire of a kind (8.9, 9.10).

    A submarine that would decline combat is open to aircraft on patrol and to Destroyers paired
    with them alone; an Advanced one to no Destroyer that attacks.
    """
    unit = kind.unit
    hits = {
        Prey.ALL: True,
        Prey.NAVAL: unit.is_naval,
        Prey.SUBMARINES: unit.is_submarine,
        Prey.SEAPLANE_PREY: unit.is_submarine or unit.is_transport,
    }[aim.prey]
    if not is_hunted(kind, rules) or aim.hunt is Hunt.ALL:
        return hits
    spared = kind.advanced_submarine and firer is Role.ATTACKER
    return aim.hunt is Hunt.PAIRED and not spared


def is_hunted(kind: Kind, rules: Rules) -> bool:
    """Whether only hunters can hit a unit: a submarine that would decline, by one reading all."""
    everyone = rules.reading(SubmarinesHit) is SubmarinesHit.PATROLS
    return kind.hunted or (everyone and kind.unit.is_submarine)


def as_ruled(force: NavalForce, rules: Rules) -> NavalForce:
    """A force whose submarines are hunted only if that limits who can hit them (8.9), and whose
    Heavy Carriers take as many hits as ruled."""
    hunters = rules.reading(HuntedSubmarines) is HuntedSubmarines.HUNTERS
    ruled = (
        replace(
            one,
            kind=replace(
                one.kind,
                unit=sturdy(one.kind.unit, rules.reading(HeavyCarrier), rolled_for=False),
                hunted=one.kind.hunted and hunters,
            ),
        )
        for one in force.squadrons
    )
    return replace(force, squadrons=tuple(ruled))


def assemble(role: Role, forces: Sides[NavalForce], rules: Rules) -> Fleet:
    """A side as it fights this battle."""
    force, enemy = forces.seen(role).map(lambda one: as_ruled(one, rules))
    kinds = roster(force.squadrons)
    place = {kind: index for index, kind in enumerate(kinds)}
    start = [0] * len(kinds)
    for squadron in force.squadrons:
        start[place[squadron.kind]] += squadron.count
    values = tuple(ship_value(kind, role, rules, force.advanced_asw) for kind in kinds)
    facing = [squadron.kind for squadron in enemy.squadrons]
    all_ = rules.reading(StrikeDenied) is StrikeDenied.ALL
    deniers = [*facing, *(one.kind for one in force.squadrons)] if all_ else facing
    return Fleet(
        role=role,
        name=force.name,
        kinds=kinds,
        start=tuple(start),
        values=values,
        strikes_first=tuple(strikes_first(kind, deniers) for kind in kinds),
        firing=firing_order(rules.book, kinds, force.plan.fire),
        worse=tuple(place.get(replace(kind, damage=kind.damage + 1), SUNK) for kind in kinds),
        own_order=own_order(kinds, values, force.plan),
        feared_order=feared_order(kinds, values, enemy.plan.targets),
        submerge=force.plan.submerge,
        hunts=any(is_hunted(kind, rules) for kind in facing),
        rules=rules,
    )


def roster(squadrons: Sequence[Squadron]) -> tuple[Kind, ...]:
    """The kinds of a side, each followed by what hits make of it."""
    found: dict[Kind, None] = {}
    for squadron in squadrons:
        kind = squadron.kind
        for damage in range(kind.damage, kind.unit.hits):
            found[replace(kind, damage=damage)] = None
    return tuple(found)


@implements("GW-0.9-8")
def sinks(kind: Kind) -> bool:
    """Whether one more hit is the end of a unit (12.2)."""
    return kind.damage + 1 >= kind.unit.hits


def price(unit: UnitType, value: int) -> int:
    """What a unit is worth; a ship that nobody can build counts as much as its like."""
    return unit.cost or value + 3


@implements("GW-9.6-4", "GW-12.2-naval-transport-2")
def own_order(kinds: Sequence[Kind], values: Sequence[int], plan: NavalPlan) -> tuple[int, ...]:
    """The owner's order of losses; transports last, whatever he lists (9.6).

    First hits that sink nothing, but not on Carriers, if his list gives `damage` no other place;
    then whom he lists; then cheapest and weakest first, with Carriers behind all others.
    """
    listed = DAMAGE in plan.losses
    first = plan.losses.index(DAMAGE) if listed else len(plan.losses)

    def rank(index: int) -> tuple[bool, bool, int, bool, int, int, int, int]:
        kind = kinds[index]
        unit = kind.unit
        soaks = plan.soak and not sinks(kind) and not unit.is_carrier
        place = place_in(plan.losses, unit, kind.called)
        if soaks:
            place = min(place, first)
        worth = (unit.is_carrier, price(unit, values[index]), values[index], kind.damage, index)
        return (unit.is_transport, listed or not soaks, place, *worth)

    return tuple(sorted(range(len(kinds)), key=rank))


def feared_order(
    kinds: Sequence[Kind], values: Sequence[int], wanted: Sequence[str]
) -> tuple[int, ...]:
    """The enemy's order of targets: the types he lists, then what a hit sinks, then by worth."""

    def rank(index: int) -> tuple[int, bool, int, int, int]:
        kind = kinds[index]
        place = wanted.index(kind.unit.id) if kind.unit.id in wanted else len(wanted)
        return (place, not sinks(kind), -values[index], -kind.unit.cost, index)

    return tuple(sorted(range(len(kinds)), key=rank))


def firing_order(
    book: Book, kinds: Sequence[Kind], wanted: Sequence[str]
) -> tuple[tuple[int, ...], ...]:
    """The types in the order in which they roll: those listed, then the default (9.1).

    By default those that are bound to some targets first: Seaplanes, target selection, Air
    Superiority, submarines; then the rest in the order of the roster.
    """
    groups: dict[str, list[int]] = {}
    for index, kind in enumerate(kinds):
        groups.setdefault(kind.unit.id, []).append(index)

    def rank(group: Sequence[int]) -> tuple[int, bool, bool, bool, bool]:
        unit = kinds[group[0]].unit
        place = wanted.index(unit.id) if unit.id in wanted else len(wanted)
        bound = unit.id != "seaplane"
        return (
            place,
            bound,
            not selects(book, unit),
            not unit.air_superiority,
            not unit.is_submarine,
        )

    return tuple(tuple(group) for group in sorted(groups.values(), key=rank))


@implements("GW-12.2-tactical")
def selects(book: Book, unit: UnitType) -> int:
    """The dice with which a unit names a naval casualty (table 9-1)."""
    table = book.chart("naval-abilities")
    if unit.id not in table.table("selection").rows.names:
        return 0
    return int(table.at(unit.id, "selects", "selection").number)


def total(fleet: Fleet, counts: Counts, what: str) -> int:
    """How many units of a class (`surface`, `transport`) a force has."""
    return sum(
        count for count, kind in zip(counts, fleet.kinds, strict=True) if what in kind.unit.classes
    )


def damage_suffered(fleet: Fleet, counts: Counts) -> Mapping[str, int]:
    """Ships that float on with damage, by type."""
    found: dict[str, int] = {}
    for count, kind in zip(counts, fleet.kinds, strict=True):
        if count and kind.damage:
            found[kind.unit.id] = found.get(kind.unit.id, 0) + count
    return found
