"""Recruits of controlled Minor Powers (11.5).

Decides: which nations roll for recruits, how many zones count, what comes, and where.
Leaves to `nations`: who controls them; to `economy`: what is bought.

`{of: Abyssinia, take: militia, at: Abyssinia}` says what a successful roll brings, and where.
Without an order it is Infantry in the capital, or in the first zone at home.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.findings import error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.reading.scene import Scene
from pbem.core.record.events import UnitCreated
from pbem.core.record.state import State
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.aid.lending import recruits
from pbem.systems.gw.defeat.france.french_fates import zones_that_become
from pbem.systems.gw.economy.collecting import CommunistRecruits
from pbem.systems.gw.economy.incomes import has_economy, zones_of
from pbem.systems.gw.economy.spending import new_units
from pbem.systems.gw.world.fallen_france import VICHY
from pbem.systems.gw.world.move_orders import Check
from pbem.systems.gw.world.nations import (
    NATIONALISTS,
    REPUBLICANS,
    SPANISH_FACTIONS,
    acting,
    controller_of,
    home_of,
    is_acting,
    is_unevolved,
)
from pbem.systems.gw.world.units import name, unit_type
from pbem.systems.gw.world.vocabulary import Nation, PowerFlag
from pbem.systems.gw.world.zones import is_capital


class RecruitsAppear(Reading, id="GW-R-4.7-e"):
    """Where recruits of a controlled Minor Power may appear."""

    HOME_FIRST = "home-first"
    ANY_ZONE = "any-zone"


HOMES: Final = {
    Nation.COMMUNIST_CHINA: Nation.CHINA,
    NATIONALISTS: Nation.SPAIN,
    REPUBLICANS: Nation.SPAIN,
}  # not of their own names
COUNT: Final = {"infantry": 1, "militia": 2}


@implements("GW-11.5-1")
def is_recruiting(state: State, power: str, reading: str) -> bool:
    """Whether a nation makes recruitment rolls: a controlled Minor Power without IPPs (11.5).

    Communist China rolls too until it is a Major Power, instead of its income or beside it.
    """
    known = state.powers[power]
    if power == VICHY:
        return bool(known.flags.get(PowerFlag.CONTROLLED_BY))
    if power == Nation.COMMUNIST_CHINA:
        rolls = reading != CommunistRecruits.WITHOUT_INCOME and is_unevolved(state, power)
        return rolls or not has_economy(known)
    return not has_economy(known) and bool(known.flags.get(PowerFlag.CONTROLLED_BY))


@implements("GW-11.5-4", "GW-13.1-5", "GW-14.4-13", "GW-14.4-d4")
def counted_zones(position: Position, power: str) -> tuple[str, ...]:
    """The zones that count: all that it possesses; of the Spanish sides those in Spain (11.5).

    Of Vichy only those that it had from the beginning count (14.4.3).
    """
    zones = [zone for zone in zones_of(position.state, power) if zone in position.board]
    if power == VICHY:
        zones = [zone for zone in zones if zone in zones_that_become(position.game, "vichy")]
    if power in SPANISH_FACTIONS:
        zones = [zone for zone in zones if home_of(position.board, zone) == Nation.SPAIN]
    return tuple(sorted(zones))


@implements("GW-11.5-3", "GW-13.1-5")
def zones_for_recruits(position: Position, power: str, reading: str) -> tuple[str, ...]:
    """Where recruits may be placed: at home while the nation has a zone there, capital first.

    In Spain only where the side stood when its turn began (13.1).
    """
    zones = counted_zones(position, power)
    if power == VICHY:
        return zones + tuple(z for z in sorted(zones_of(position.state, power)) if z not in zones)
    if power in SPANISH_FACTIONS:
        zones = tuple(zone for zone in zones if position.start.controller(zone) == power)
    own = HOMES.get(power, power)
    home = tuple(zone for zone in zones if home_of(position.board, zone) == own)
    anywhere = reading == RecruitsAppear.ANY_ZONE and bool(controller_of(position.state, power))
    chosen = zones if anywhere else home or zones
    return tuple(sorted(chosen, key=lambda zone: (not is_capital(position.board, zone), zone)))


def check_recruits(position: Position, order: Order) -> Ruling:
    """Whether recruits of a nation may be of a kind, and come to a zone (11.5)."""
    check = Check(position, order)
    power, kind = check.power(order.data["of"]), str(order.data.get("take", "infantry"))
    zone = check.place(order.data["at"]) if "at" in order.data else ""
    if check.ok:
        _may_recruit(check, power, zone)
    where = f" in {check.label(zone)}" if zone else ""
    return check.ruling(
        f"recruits of {position.title(power)}: "
        f"{COUNT[kind]} {unit_type(position.book, kind).name}{where}",
        (power, kind, zone),
    )


def _may_recruit(check: Check, power: str, zone: str) -> None:
    """Whether a nation makes recruitment rolls for the player, and may place recruits there."""
    position, state, name = check.position, check.state, check.title(power)
    own = [p.id for p in state.powers_of_player(check.order.player)]
    if power not in own or not is_acting(position, power):
        message = f"{name} is not yours, or not on turn"
        check.complain("not-yours", message, cite="11.5", about="of")
    elif not is_recruiting(
        state, power, check.reading(CommunistRecruits) if power == Nation.COMMUNIST_CHINA else ""
    ):
        check.complain("no-rolls", f"{name} makes no recruitment rolls", cite="11.5", about="of")
    elif zone:
        possible = zones_for_recruits(position, power, check.reading(RecruitsAppear))
        if zone not in possible:
            message = f"no recruits of {name} in {check.label(zone)}"
            hint = f"in {', '.join(map(check.label, possible))}" if possible else ""
            check.complain("not-there", message, hint, "11.5", "at")


def recruitment(umpire: Umpire) -> None:
    """One roll for each controlled Minor Power on turn (11.5)."""
    plans: dict[str, tuple[str, str]] = {}
    for order, ruling in umpire.sound_orders(RECRUITS.name):
        power, kind, zone = ruling.plan
        if power in plans:
            message = f"another order names the recruits of {umpire.position.title(power)}"
            umpire.reject(order, [error("twice", message, cite="11.5")])
            continue
        plans[power] = (kind, zone)
        umpire.done(order, ruling.reading)
    for one in acting(umpire.position):
        reading = umpire.reading(CommunistRecruits) if one.id == Nation.COMMUNIST_CHINA else ""
        if is_recruiting(umpire.state, one.id, reading):
            _recruit(umpire, one.id, *plans.get(one.id, ("infantry", "")))


@dataclass(frozen=True, slots=True)
class RecruitmentVerdict(Judged):
    """Whether a nation finds recruits in its zones, and where they come."""

    kind: ClassVar[str] = "recruitment"
    cite: ClassVar[str] = "11.5"

    nation: PowerId
    die: int
    zones: int
    unit: str
    count: int


def recruitment_lines(verdict: RecruitmentVerdict, scene: Scene) -> Sequence[str]:
    """A recruitment roll of a controlled minor."""
    told = f"{verdict.count} {name(scene.book, verdict.unit)} in {scene.place(verdict.where)}"
    outcome = told if verdict.outcome == "recruits" else "nobody"
    nation, roll = scene.title(verdict.nation), f"{verdict.die} against {verdict.zones} zones"
    return [f"Recruits of {nation} (11.5): {roll}: {outcome}"]


@implements(
    "GW-11.5-2", "GW-11.5-3", "GW-11.5-d1", "GW-13.1-d1", "GW-13.2-2", "GW-13.2-d1", "GW-4.5-7",
    "GW-4.5-d1",
)  # fmt: skip
def _recruit(umpire: Umpire, power: str, kind: str, zone: str) -> None:
    """A D12 at or under the number of its zones brings 1 Infantry or 2 Militia (11.5)."""
    zones = zones_for_recruits(umpire.position, power, umpire.reading(RecruitsAppear))
    if not zones:
        return
    number = len(counted_zones(umpire.position, power))
    roll = umpire.roll(f"recruits-{power}", dice="d12", by=power, cite="11.5")
    success = recruits(roll.total, number)
    if success:
        made = new_units(power, kind, zone or zones[0], COUNT[kind])
        umpire.apply(UnitCreated(made.id, None, made))
    umpire.tell(
        RecruitmentVerdict(
            at=zone or zones[0],
            result="recruits" if success else "nothing",
            nation=power,
            die=roll.total,
            zones=number,
            unit=kind,
            count=COUNT[kind],
        )
    )


RECRUITS: Final = Section(
    "recruits",
    "Recruits of controlled minors",
    "recruitment",
    "gw/recruits",
    "11.5",
    check_recruits,
)
