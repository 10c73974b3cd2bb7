"""From forces, ground and the players' plans to two sides that are ready to fight (9.1, 9.5).

Decides: the rating of every unit kind in round one and later, the order of fire, the orders of
losses, who suffers double casualties, who cannot retreat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from pbem.core.data.rulebook import implements
from pbem.core.rules.book import Book
from pbem.core.rules.readings import Rules
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.casualties import (
    AIRCRAFT_FIRST,
    AIRCRAFT_ONLY,
    ANY_UNIT,
    Claim,
    LossRules,
    candidates,
    feared_order,
    loss_order,
    place_in,
)
from pbem.systems.gw.battle.fire import Rating, Side
from pbem.systems.gw.battle.readings import DoubleCasualties
from pbem.systems.gw.battle.values import Circumstances, selection_of, terrain_of, value_of
from pbem.systems.gw.world.battlefield import (
    OPEN_GROUND,
    Battlefield,
    doubles_casualties,
    works_attacked,
)
from pbem.systems.gw.world.options import DEFAULT_OPTIONS, Options
from pbem.systems.gw.world.units import UnitType, selection


@dataclass(frozen=True, slots=True)
class Troop:
    """A number of like units that came the same way; `by_sea` they land from transports (9.8).

    `carries`: aircraft from which the Airborne of an airborne assault drop (9.15). `called`: how an
    order of losses may name them beside their type, as by their nation.
    """

    unit: UnitType
    count: int
    border: str = ""
    airborne_assault: bool = False
    by_sea: bool = False
    attack_transport: bool = False
    carries: bool = False
    called: tuple[str, ...] = ()

    @property
    def overland(self) -> bool:
        """Whether land units came from an adjacent land zone."""
        return self.unit.is_land and not self.airborne_assault and not self.by_sea


@implements("GW-9.8-3", "GW-9.8-5", "GW-7.8-18")
def waits(troop: Troop) -> bool:
    """Whether a unit lands only after round one: no infantry class, no Attack Transport (9.8)."""
    return troop.by_sea and troop.unit.class_ != "infantry" and not troop.attack_transport


@dataclass(frozen=True, slots=True)
class Plan:
    """What a player orders for a battle: types in order; what he leaves out follows the default."""

    losses: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    fire: tuple[str, ...] = ()
    keep_land: bool = False


@dataclass(frozen=True, slots=True)
class Force:
    """One side's units and its plan."""

    name: str
    troops: tuple[Troop, ...]
    plan: Plan = Plan()


@dataclass(frozen=True, slots=True)
class Ground:
    """Everything both sides share: the zone, the optional rules, the readings."""

    field: Battlefield = OPEN_GROUND
    options: Options = DEFAULT_OPTIONS
    _: KW_ONLY
    rules: Rules


def circumstances(
    role: Role, forces: Sides[Force], ground: Ground, first_round: bool
) -> tuple[Circumstances, ...]:
    """What decides the values of each troop of a force, in round one or later."""
    works = works_attacked(ground.rules.book, ground.field, _land_borders(forces.attacker))
    return tuple(
        Circumstances(
            role,
            ground.field,
            first_round,
            troop.border,
            troop.airborne_assault,
            works,
            ground.options,
            rules=ground.rules,
        )
        for troop in forces.own(role).troops
    )


def muster(role: Role, forces: Sides[Force], ground: Ground) -> Side:
    """A side as it fights this battle."""
    force, enemy = forces.seen(role)
    troops = force.troops
    units = tuple(troop.unit for troop in troops)
    crossed = _land_borders(forces.attacker)
    first_round, later = (
        tuple(map(rating, units, circumstances(role, forces, ground, first)))
        for first in (True, False)
    )
    return Side(
        role=role,
        name=force.name,
        units=units,
        start=tuple(troop.count for troop in troops),
        first_round=first_round,
        later=later,
        firing=firing_order(units, first_round, force.plan.fire),
        losses=loss_rules(role, force, enemy.plan.targets, ground),
        works=works_attacked(ground.rules.book, ground.field, crossed)
        if role is Role.DEFENDER
        else (),
        cannot_retreat=tuple(
            i for i, troop in enumerate(troops) if troop.airborne_assault or troop.by_sea
        ),
    )


def _land_borders(force: Force) -> tuple[str, ...]:
    """The borders that a force's land units cross, each once; an airborne assault crosses none."""
    names = [
        troop.border for troop in force.troops if troop.unit.is_land and not troop.airborne_assault
    ]
    return tuple(dict.fromkeys(names))


@implements("GW-9.1-b2")
def rating(unit: UnitType, at: Circumstances) -> Rating:
    """What a unit needs to hit in a round, and which hits let it name the casualty."""
    selection = selection_of(unit, at)
    return Rating(
        value=value_of(unit, at),
        supported=value_of(unit, at, supported=True),
        selects=selection.numbers if selection else 0,
        versus=selection.versus if selection else "",
        breaks_down=breaks_down(unit, at),
    )


@implements("GW-1.9-3")
def breaks_down(unit: UnitType, at: Circumstances) -> bool:
    """Whether a die of 12 makes a unit retreat: attacking vehicles under desert rules (1.9)."""
    return at.role is Role.ATTACKER and unit.class_ == "vehicle" and "desert" in terrain_of(at)


def firing_order(
    units: Sequence[UnitType], ratings: Sequence[Rating], wanted: Sequence[str]
) -> tuple[tuple[int, ...], ...]:
    """The types in the order in which they roll: those listed, then the default (9.1).

    By default Anti-Aircraft fire comes first, then units with target selection, then Air
    Superiority, then the rest in the order of the roster.
    """
    groups: dict[str, list[int]] = {}
    for index, unit in enumerate(units):
        groups.setdefault(unit.id, []).append(index)

    def rank(group: Sequence[int]) -> tuple[int, bool, bool, bool]:
        unit, rated = units[group[0]], ratings[group[0]]
        place = wanted.index(unit.id) if unit.id in wanted else len(wanted)
        return (place, unit.anti_aircraft is None, not rated.selects, not unit.air_superiority)

    return tuple(tuple(group) for group in sorted(groups.values(), key=rank))


def loss_rules(role: Role, force: Force, enemy_targets: Sequence[str], ground: Ground) -> LossRules:
    """How a side takes its losses against this enemy's choice of targets."""
    units = tuple(troop.unit for troop in force.troops)
    twice = doubled(role, force, ground)
    places = [place_in(force.plan.losses, troop.unit, troop.called) for troop in force.troops]
    own = landed_first(force.troops, loss_order(units, role, places, twice))
    feared = feared_order(units, role, enemy_targets)
    return LossRules(
        units=units,
        orders={
            claim: candidates(units, claim, own, feared) for claim in claims(ground.rules.book)
        },
        doubled=twice,
        keep_land=force.plan.keep_land,
        carriers=tuple(i for i, troop in enumerate(force.troops) if troop.carries),
        dropped=tuple(i for i, troop in enumerate(force.troops) if troop.airborne_assault),
        rules=ground.rules,
    )


@implements("GW-9.8-8")
def landed_first(troops: Sequence[Troop], order: tuple[int, ...]) -> tuple[int, ...]:
    """An order of losses where units that landed go first if others came overland (9.8)."""
    if not any(troop.overland for troop in troops):
        return order
    return tuple(sorted(order, key=lambda index: not troops[index].by_sea))


def claims(book: Book) -> tuple[Claim, ...]:
    """Every claim that a hit in a land battle can make."""
    abilities = book.chart("special-abilities")
    found = [
        selection(book, table, row)
        for table in ("units", "city")
        for row in abilities.table(table).rows.names
    ]
    groups = sorted({one.versus for one in found if one})
    named = [Claim(group, shooter_names=True) for group in groups]
    return (ANY_UNIT, AIRCRAFT_FIRST, AIRCRAFT_ONLY, *named)


@implements("GW-9.2-4", "GW-9.8-4", "GW-9.8-9", "GW-12.2-marine", "GW-7.8-18")
def doubled(role: Role, force: Force, ground: Ground) -> tuple[int, ...]:
    """The unit kinds that suffer double casualties in round one (1.23, 9.8).

    Units that land do, but not Marines, nor those that come from an Attack Transport.
    """
    if role is Role.DEFENDER:
        return ()
    landing = {
        index
        for index, troop in enumerate(force.troops)
        if troop.by_sea and troop.unit.id != "marine" and not troop.attack_transport
    }
    return tuple(sorted(landing.union(_doubled_by_works(force, ground))))


@implements("GW-1.23-2")
def _doubled_by_works(force: Force, ground: Ground) -> tuple[int, ...]:
    """The attackers whose casualties a line of works doubles in round one (1.23)."""
    crossers = [
        index
        for index, troop in enumerate(force.troops)
        if troop.unit.is_land and doubles_casualties(ground.rules.book, ground.field, troop.border)
    ]
    if not crossers or ground.rules.reading(DoubleCasualties) is DoubleCasualties.CROSSERS:
        return tuple(crossers)
    return tuple(index for index, troop in enumerate(force.troops) if troop.unit.is_land)
