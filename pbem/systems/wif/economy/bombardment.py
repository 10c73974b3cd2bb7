"""Strategic bombardment (11.7): bombers cost the enemy production points and oil.

Decides targets, what altitude and night allow and change, the roll and what is lost; the markers
`lost-production` and `lost-oil` of a hex tell production of it until the turn ends. Leaves flights
and air combats to `raids`; facilities, saved oil and points, destruction (options 30 to 33) to
later chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from pbem.core.data.charts import Number
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.changes import set_place
from pbem.core.record.events import Event
from pbem.core.record.state import as_number
from pbem.core.rules.readings import Reading
from pbem.systems.wif.air.air_missions import Flight, Mission, strategic
from pbem.systems.wif.air.air_to_air import BOMBER, HIGH, LOW
from pbem.systems.wif.air.sorties import Sky, all_return
from pbem.systems.wif.economy.bombardment_verdicts import BombardmentVerdict, Bombing
from pbem.systems.wif.economy.holdings import OIL, resources_at, usable_factories
from pbem.systems.wif.strikes.raids import Raid, RaidKind, fly_raids, raid_section
from pbem.systems.wif.world.control import foes, is_enemy_hex, major
from pbem.systems.wif.world.land_factors import HALF, HALVING_WEATHER
from pbem.systems.wif.world.position import Position, now
from pbem.systems.wif.world.rounding import rounded
from pbem.systems.wif.world.stacking import check_stacking
from pbem.systems.wif.world.vocabulary import Marker

CITE: Final = "11.7"
CHART: Final = "strategic-bombardment"


class HalvedFactors(Reading, id="WIF-11.7-R2"):
    """Whether a halved total is rounded before the column is found."""

    ROUNDED = "rounded"
    EXACT = "exact"


# --- targets -------------------------------------------------------------------------------------


@implements("WIF-11.7-2")
def is_target(position: Position, place: str) -> bool:
    """Whether a hex has a printed oil resource, or a factory that its holder can use (11.7)."""
    return bool(position.board.fact(place, OIL)) or output_of(position, place) > 0


def output_of(position: Position, place: str) -> int:
    """How many production points a hex could make in a turn: one for each usable factory."""
    holder = position.controller(place)
    if holder is None:
        return 0
    return usable_factories(position, major(position.state, holder)).get(place, 0)


def places_to_bomb(position: Position) -> tuple[str, ...]:
    """The hexes that the active side could bombard."""
    facts, hostile = position.board.by_fact, foes(position, position.state.clock.side)
    places = sorted({*facts.get("factories", {}), *facts.get(OIL, {})})
    return tuple(
        place
        for place in places
        if position.controller(place) in hostile and is_target(position, place)
    )


def whose_hex(position: Position, place: str, side: str) -> tuple[str, ...]:
    """Whose factories or oil a mission is about (18.2)."""
    holder = position.controller(place)
    return () if holder is None or position.side(holder) != side else (holder,)


@implements("WIF-11.7-2", "WIF-11.7-6", "WIF-11.7-9b")
def why_not_bomb(position: Position, raid: Raid, place: str) -> str:
    """Why a hex cannot be bombarded by these aircraft as they are to fly (11.7)."""
    if raid.night and not position.options.night_missions:
        return "missions by night are option 8-night, not played"
    why = why_not_high(position, raid) if raid.high else ""
    if why:
        return why
    if not is_enemy_hex(position, place, raid.bombers[0].owner):
        return "the hex is not controlled by an enemy"
    return "" if is_target(position, place) else "neither a usable factory nor oil is there"


@implements("WIF-11.7-3", "WIF-11.7-4")
def why_not_high(position: Position, raid: Raid) -> str:
    """Why aircraft cannot fly at high altitude (11.7)."""
    if not position.options.altitude:
        return "missions at high altitude are option 8-altitude, not played"
    low = [piece for piece in raid.bombers if not piece.counter.is_a(f"{HIGH}-altitude")]
    if low:
        return f"{low[0].name} has no white cloud and does not fly high"
    barred = [piece for piece in raid.escorts if piece.counter.is_a(f"{LOW}-altitude")]
    return f"{barred[0].name} has a black cloud and does not fly high" if barred else ""


def in_words(position: Position, raid: Raid) -> str:
    """The receipt: who bombs what, with the factors that would count."""
    place = raid.targets[0]
    flights = [flight for flight in raid.flights(position, place) if flight.role == BOMBER]
    how = " by night" * raid.night + " at high altitude" * raid.high
    names = ", ".join(flight.piece.name for flight in flights)
    weather = position.ground.weather[place]
    total = factors(((strategic(f.piece), f.extended) for f in flights), weather, raid.night)
    return f"bombard {position.label(place)}{how}: {names} ({total} factors)"


BOMBARDMENT: Final = RaidKind(
    section="strategic_bombardment",
    mission=Mission.BOMBARD,
    activity="strategic-bombardment",
    cite=CITE,
    candidates=places_to_bomb,
    concerned=whose_hex,
    problem=why_not_bomb,
    words=in_words,
)
SECTION: Final = raid_section(BOMBARDMENT, "Strategic bombardments", "strategic-bombardment")


# --- the roll ------------------------------------------------------------------------------------


@implements("WIF-11.7-7")
def factors(bombers: Iterable[tuple[Number, bool]], weather: str, night: bool) -> Fraction:
    """The strategic factors of bombers (printed, extended) that count against a hex (11.7).

    Half at extended range, half in rain or snow, half by night, one after another.
    """
    total = sum((Fraction(f) * (HALF if far else 1) for f, far in bombers), Fraction(0))
    by_weather = HALF if weather in HALVING_WEATHER else Fraction(1)
    return total * by_weather * (HALF if night else 1)


@implements("WIF-11.7-9", "WIF-11.7-9b", "WIF-11.7-10")
def die_modifiers(opposed: bool, night: bool, high: bool) -> dict[str, int]:
    """What is added to the die: 1 for a low mission by day that nobody met, -1 for a high one."""
    found = {"unopposed": 1 if not (opposed or night or high) else 0, "high": -1 if high else 0}
    return {name: value for name, value in found.items() if value}


@implements("WIF-11.7-11", "WIF-11.7-12", "WIF-11.7-13", "WIF-11.7-17")
def losses(result: str, output: int, oil: int) -> tuple[int, int]:
    """The production points and the oil that a result costs (11.7).

    Points first, no more than the hex could still make; then oil, as far as there is any; asterisks
    do nothing.
    """
    number = int(result.rstrip("*")) if result[:1].isdigit() else 0
    points = min(number, output)
    return points, min(number - points, oil)


# --- the step ------------------------------------------------------------------------------------


@implements("WIF-11.7-1")
def strategic_bombardments(umpire: Umpire) -> None:
    """The strategic bombardment step (11.7); nothing if nobody bombards."""
    if not umpire.orders(SECTION.name):
        return
    sky, targets = fly_raids(umpire, BOMBARDMENT)
    for place in targets:
        bombard(umpire, sky, place)
    all_return(umpire, sky)
    check_stacking(umpire)


@implements("WIF-11.7-8", "WIF-11.7-d1")
def bombard(umpire: Umpire, sky: Sky, place: str) -> None:
    """The bombers that got through bomb their target (11.7)."""
    position = now(umpire)
    bombers = sky.over(position, place, position.state.clock.side, BOMBER)
    night, high = place in sky.night, place in sky.high
    weather = position.ground.weather[place]
    exact = factors(((strategic(f.piece), f.extended) for f in bombers), weather, night)
    total = column_factors(umpire, exact)
    modifiers: Mapping[str, int] = {}
    dice: tuple[int, ...] = ()
    cell, roll = "-", 0
    if total > 0:
        player = position.powers[bombers[0].piece.owner].players[0]
        modifiers = die_modifiers(place in sky.fought, night, high)
        with umpire.step("bombardment", at=place):
            thrown = umpire.roll("die", dice="d10", by=player, cite=CITE)
        dice, roll = thrown.values, thrown.total + sum(modifiers.values())
        cell = umpire.chart(CHART).lookup(column=total, roll=roll).text
    left = max(0, output_of(position, place) - lost_points(position, place))
    points, oil = losses(cell, left, resources_at(position, place).oil)
    umpire.apply(*damage(position, place, points, oil))
    umpire.tell(
        BombardmentVerdict(
            at=place,
            bombers=tuple(_bombing(flight) for flight in bombers),
            weather=weather,
            factors=total,
            dice=dice,
            modifiers=modifiers,
            roll=roll,
            result=cell,
            points=points,
            oil=oil,
            night=night,
            high=high,
        )
    )


def column_factors(umpire: Umpire, total: Fraction) -> Fraction:
    """The factors under which the table is read; the reading is asked where it can matter."""
    if total.denominator == 1 or umpire.reading(HalvedFactors) is HalvedFactors.EXACT:
        return total
    return Fraction(rounded(total))


def lost_points(position: Position, place: str) -> int:
    """The production points that bombs have cost a hex in this turn."""
    return as_number(position.state.marker(place, Marker.LOST_PRODUCTION))


def damage(position: Position, place: str, points: int, oil: int) -> tuple[Event, ...]:
    """The markers of what a hex has lost in this turn."""
    state = position.state
    had = as_number(state.marker(place, Marker.LOST_OIL))
    lost = lost_points(position, place) + points
    return (
        *(set_place(state, place, "marker", Marker.LOST_PRODUCTION, lost) if points else ()),
        *(set_place(state, place, "marker", Marker.LOST_OIL, had + oil) if oil else ()),
    )


def _bombing(flight: Flight) -> Bombing:
    return Bombing(flight.id, Fraction(strategic(flight.piece)), flight.extended)
