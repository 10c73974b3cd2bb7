"""Strategic bombardment (11.7): bombers cost the enemy production points and oil.

Decides targets, what altitude and night allow and change, the roll and what is lost; the markers
`lost-production` and `lost-oil` of a hex tell production of it until the turn ends; which bomber
drops an A-bomb (22.17). Leaves flights and air combats to `raids`, what asterisks destroy to
`ruins`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from pbem.core.data.charts import Number
from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_place
from pbem.core.record.events import Event
from pbem.core.record.state import as_number
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling
from pbem.systems.flames.air.air_to_air import BOMBER, HIGH, LOW
from pbem.systems.flames.air.flights import Flight, Mission, carries_bombs, pressed
from pbem.systems.flames.air.sorties import Sky, all_return
from pbem.systems.flames.economy.bombardment_verdicts import BombardmentVerdict, Bombing
from pbem.systems.flames.economy.holdings import OIL, places_with, resources_at, usable_factories
from pbem.systems.flames.economy.ruins import FACTORIES, as_ruins, hit, ruined, standing
from pbem.systems.flames.strikes.raids import Raid, RaidKind, check_raid, fly_raids, raid_section
from pbem.systems.flames.world.control import foes, is_enemy_hex
from pbem.systems.flames.world.homes import destroy
from pbem.systems.flames.world.land_factors import HALF, HALVING_WEATHER
from pbem.systems.flames.world.named import FLIER, LAND_UNIT, find_units
from pbem.systems.flames.world.position import FLAK, Piece, Position, Umpire
from pbem.systems.flames.world.position import names as listed
from pbem.systems.flames.world.rounding import rounded
from pbem.systems.flames.world.stacking import check_stacking
from pbem.systems.flames.world.vocabulary import Marker

CITE: Final = "11.7"
CHART: Final = "strategic-bombardment"
SAVED: Final = (Marker.SAVED_OIL, Marker.SAVED_POINTS)


class HalvedFactors(Reading, id="WIF-11.7-R2"):
    """Whether a halved total is rounded before the column is found."""

    ROUNDED = "rounded"
    EXACT = "exact"


# --- targets -------------------------------------------------------------------------------------


@implements("WIF-11.7-2")
def is_target(position: Position, place: str) -> bool:
    """Whether a hex has a printed oil resource, or a factory that its holder can use (11.7).

    Or works that asterisks could destroy; a unit under construction in place of the factory, where
    bombs strike those.
    """
    oil = bool(position.board.fact(place, OIL))
    saved = any(position.state.marker(place, goods) for goods in SAVED)
    units = position.kits.under_bombs
    works = output_of(position, place) > 0 if units is None else bool(units(position, place))
    return oil or saved or works or bool(standing(position, place))


def output_of(position: Position, place: str) -> int:
    """How many production points a hex could make in a turn: one for each usable factory."""
    holder = position.controller(place)
    if holder is None:
        return 0
    return usable_factories(position, position.major(holder)).get(place, 0)


def places_to_bomb(position: Position) -> tuple[str, ...]:
    """The hexes that the active side could bombard."""
    facts, hostile = position.board.by_fact, foes(position, position.state.clock.side)
    places = {*facts.get("factories", {}), *facts.get(OIL, {}), *places_with(position)}
    places |= {place.id for place in position.places.values() if place.markers}
    if position.kits.printed_falls:
        places |= {*position.board.spots}
    return tuple(
        place
        for place in sorted(places)
        if position.controller(place) in hostile and is_target(position, place)
    )


def whose_hex(position: Position, place: str, side: str) -> tuple[str, ...]:
    """Whose factories or oil a mission is about (18.2)."""
    holder = position.controller(place)
    return () if holder is None or position.side(holder) != side else (holder,)


@implements("WIF-11.7-2", "WIF-11.7-6", "WIF-11.7-9b")
def why_not_bomb(position: Position, raid: Raid, place: str) -> str:
    """Why a hex cannot be bombarded by these aircraft as they are to fly (11.7)."""
    if raid.night and not position.kits.by_night:
        return f"missions by night are {position.option('night_missions')}, not played"
    why = why_not_high(position, raid) if raid.high else ""
    if why:
        return why
    if not is_enemy_hex(position, place, raid.bombers[0].owner):
        return "the hex is not controlled by an enemy"
    return "" if is_target(position, place) else "neither a usable factory nor oil is there"


@implements("WIF-11.7-3", "WIF-11.7-4")
def why_not_high(position: Position, raid: Raid) -> str:
    """Why aircraft cannot fly at high altitude (11.7)."""
    if not position.kits.high_up:
        return f"missions at high altitude are {position.option('altitude')}, not played"
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
    total = factors((bombs(position, f) for f in flights), weather, raid.night)
    carried = position.pieces(*(unit for ids in raid.cargo.values() for unit in ids))
    names += f" with {listed(carried)}" if carried else ""
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
    fliers=FLIER,
)


# --- the roll ------------------------------------------------------------------------------------


@implements("WIF-16.3.2-1", "WIF-22.17-3", "WIF-22.17-4")
def bombs(position: Position, flight: Flight) -> tuple[Number, bool]:
    """The strategic factors of a bomber over its target, and whether it has flown so far (16.3.2).

    Twice as many as printed within range of an HQ that helps by offensive points. Neither that nor
    the range matters to an A-bomb (22.17).
    """
    if flight.bomb:
        return pressed(flight), False
    helped = position.kits.is_helped(position, flight.piece, flight.target)
    return pressed(flight) * (2 if helped else 1), flight.extended


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
    """What is added to the die: 1 for a low mission by day that met nobody, -1 for a high one.

    Neither fighters nor guns (22.2).
    """
    found = {"unopposed": 1 if not (opposed or night or high) else 0, "high": -1 if high else 0}
    return {name: value for name, value in found.items() if value}


@implements("WIF-11.7-11", "WIF-11.7-12", "WIF-11.7-13", "WIF-11.7-17")
def losses(result: str, output: int, oil: int) -> tuple[int, int]:
    """The production points and the oil that a result costs (11.7).

    Points first, no more than the hex could still make; then oil, as far as there is any.
    """
    number = number_in(result)
    points = min(number, output)
    return points, min(number - points, oil)


def number_in(result: str) -> int:
    """The number of a result, without its asterisks."""
    return int(result.rstrip("*")) if result[:1].isdigit() else 0


@implements("WIF-11.7-17", "WIF-13.6.9-4")
def _saved_lost(position: Position, place: str, number: int) -> Iterator[tuple[Marker, int]]:
    """The saved oil, then the saved build points that what is left of a result destroys (11.7)."""
    for goods in SAVED:
        lost = min(number, as_number(position.state.marker(place, goods)))
        number -= lost
        yield goods, lost


def _spoilt(position: Position, place: str, saved: Mapping[Marker, int]) -> Iterator[Event]:
    """The changes when so much of what is saved in a hex is lost."""
    for goods, lost in saved.items():
        left = as_number(position.state.marker(place, goods)) - lost
        yield from set_place(position.state, place, "marker", goods, left or None)


# --- the step ------------------------------------------------------------------------------------


@implements("WIF-11.7-1")
def strategic_bombardments(umpire: Umpire) -> None:
    """The strategic bombardment step (11.7); nothing if nobody bombards."""
    if not umpire.orders(BOMBARDMENT.section):
        return
    sky, targets = fly_raids(umpire, BOMBARDMENT)
    for place in targets:
        bombard(umpire, sky, place)
    all_return(umpire, sky)
    check_stacking(umpire)


@implements("WIF-11.7-8", "WIF-11.7-d1")
def bombard(umpire: Umpire, sky: Sky, place: str) -> None:
    """The bombers that got through bomb their target (11.7)."""
    position = umpire.position
    bombers = sky.over(position, place, position.state.clock.side, BOMBER)
    night, high = place in sky.night, place in sky.high
    weather = position.ground.weather[place]
    exact = factors((bombs(position, f) for f in bombers), weather, night)
    total = column_factors(umpire, exact)
    modifiers: Mapping[str, int] = {}
    dice: tuple[int, ...] = ()
    cell, roll = "-", 0
    if total > 0:
        player = position.powers[bombers[0].piece.owner].players[0]
        met = place in sky.fought or any(flight.met for flight in bombers)
        modifiers = die_modifiers(met, night, high)
        with umpire.step("bombardment", at=place):
            thrown = umpire.roll("die", dice="d10", by=player, cite=CITE)
        modifiers |= dict(thrown.modifiers)
        dice, roll = thrown.values, thrown.total + sum(modifiers.values())
        cell = umpire.chart(CHART).lookup(column=total, roll=roll).text
    number = number_in(cell)
    number -= position.kits.bomb_units(umpire, place, number)
    wells = resources_at(position, place).oil
    points, oil = losses(str(number), _producing(position, place), wells)
    saved = dict(_saved_lost(position, place, number - points - oil))
    destroyed = hit(cell.count("*"), standing(position, place))
    umpire.apply(*damage(position, place, points, oil))
    told = tuple(_bombing(flight, sky) for flight in bombers)
    flak = lose_flak(umpire, sky, place, cell.count("*"))
    spend_bombs(umpire, sky, bombers)
    umpire.apply(*_spoilt(position, place, saved))
    umpire.apply(*ruined(position, place, destroyed), *_bombed(position, place, destroyed))
    umpire.tell(
        BombardmentVerdict(
            at=place,
            bombers=told,
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
            destroyed=as_ruins(destroyed),
            saved_oil=saved[Marker.SAVED_OIL],
            saved_points=saved[Marker.SAVED_POINTS],
            flak=flak,
        )
    )


@implements("WIF-13.6.10-28a")
def _producing(position: Position, place: str) -> int:
    """The production points that bombs can cost a hex yet; none where they strike units (40)."""
    if position.kits.under_bombs is not None:
        return 0
    return max(0, output_of(position, place) - lost_points(position, place))


def column_factors(umpire: Umpire, total: Fraction) -> Fraction:
    """The factors under which the table is read; the reading is asked where it can matter."""
    if total.denominator == 1 or umpire.reading(HalvedFactors) is HalvedFactors.EXACT:
        return total
    return Fraction(rounded(total))


@implements("WIF-22.2-20")
def lose_flak(umpire: Umpire, sky: Sky, place: str, asterisks: int) -> tuple[str, ...]:
    """Each asterisk destroys a flak that fired at the raid, the weakest first (22.2)."""
    fired = (gun for gun, shots in sky.shots.items() if place in shots)
    flak = [piece for piece in umpire.position.pieces(*fired) if piece.kind == FLAK]
    lost = sorted(flak, key=lambda piece: (piece.combat, piece.id))[:asterisks]
    destroy(umpire, lost)
    return tuple(piece.id for piece in lost)


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


def _bombed(position: Position, place: str, destroyed: Mapping[str, int]) -> tuple[Event, ...]:
    """A hex whose factory bombs destroyed: others of that country may go by rail (11.9)."""
    hit_works = any("factory" in kind or kind in FACTORIES for kind in destroyed)
    turn = position.clock.turn
    return (
        set_place(position.state, place, "marker", Marker.WORKS_BOMBED, turn) if hit_works else ()
    )


def _bombing(flight: Flight, sky: Sky) -> Bombing:
    if flight.bomb:
        return Bombing(flight.id, Fraction(flight.factors), bomb=sky.cargo[flight.id][0])
    return Bombing(flight.id, Fraction(flight.factors), flight.extended)


@implements("WIF-22.17-4")
def spend_bombs(umpire: Umpire, sky: Sky, bombers: Iterable[Flight]) -> None:
    """A-bombs that have been dropped are destroyed (22.17)."""
    for flight in bombers:
        if flight.bomb:
            dropped = umpire.position.pieces(*sky.cargo.pop(flight.id))
            destroy(umpire, dropped)


# --- A-bombs -------------------------------------------------------------------------------------


def check_bombardment(kind: RaidKind, position: Position, order: Order) -> Ruling:
    """`{fly: B-29A, bomb: A-bomb, at: [Berlin]}`: an A-bomb goes with a bomber of its hex."""
    named = find_units(position, order.data.get("bomb"), LAND_UNIT)
    if named.findings:
        return Ruling(named.findings)
    ruling = check_raid(kind, position, order)
    raid = ruling.plan
    if not named.pieces or not isinstance(raid, Raid):
        return ruling
    loaded, findings = load_bombs(position, raid, named.pieces)
    if findings:
        return Ruling(tuple(findings))
    plan = replace(raid, cargo=loaded)
    return Ruling(ruling.findings, in_words(position, plan), ruling.events, plan)


@implements("WIF-22.17-3")
def load_bombs(
    position: Position, raid: Raid, bombs: Iterable[Piece]
) -> tuple[Mapping[str, tuple[str, ...]], list[Finding]]:
    """Which bomber carries which A-bomb, and what is wrong with it (22.17)."""
    loaded: dict[str, tuple[str, ...]] = {}
    for bomb in bombs:
        able = [b.id for b in raid.bombers if not why_not_loaded(position, b, bomb)]
        free = [bomber for bomber in able if bomber not in loaded]
        if not free:
            why = next(filter(None, (why_not_loaded(position, b, bomb) for b in raid.bombers)), "")
            message = f"{bomb.name} {why or 'finds no bomber without an A-bomb'}"
            hint = "a bomber of 6 strategic factors carries one A-bomb that is in its hex, face-up"
            return {}, [error("cargo", message, hint=hint, cite="22.17", about=bomb.id)]
        loaded[free[0]] = (bomb.id,)
    return loaded, []


@implements("WIF-22.17-3")
def why_not_loaded(position: Position, bomber: Piece, bomb: Piece) -> str:
    """Why an A-bomb does not go with a bomber (22.17)."""
    if not bomb.is_a_bomb or not position.kits.v_weapons:
        return "is no A-bomb" if not bomb.is_a_bomb else f"needs {position.option('v_weapons')}"
    if bomb.face_down:
        return "is face-down"
    if not carries_bombs(bomber, position.kits):
        return f"is too heavy for {bomber.name}"
    if (bomb.at, bomb.owner) != (bomber.at, bomber.owner):
        return f"is not with {bomber.name}, or another power's"
    return ""


SECTION: Final = raid_section(
    BOMBARDMENT, "Strategic bombardments", "strategic-bombardment", check_bombardment
)
