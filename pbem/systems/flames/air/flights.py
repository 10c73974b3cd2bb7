"""Flights (14.1, 14.2, 11.16): who may fly what, how far, and where aircraft may be based.

Decides with values alone: missions, rebases, where aircraft return or flee to. Leaves conducting
missions to `sorties`, the order of a rebase to `rebase`, flights over the sea to rules that are not
played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import product
from typing import Final

from pbem.core.data.charts import Number
from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import cheapest_path, reachable
from pbem.core.rules.book import once
from pbem.core.rules.readings import Reading
from pbem.systems.flames.air.air_to_air import BOMBER, FIGHTER, HIGH, LOW, Plane
from pbem.systems.flames.impulse.actions import has_passed
from pbem.systems.flames.world.control import closed_countries, entry_ban, foes, is_friendly
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.land_factors import NO_FLYING, bombing_multiplier
from pbem.systems.flames.world.partisans import strangers_to
from pbem.systems.flames.world.position import Piece, Position
from pbem.systems.flames.world.rounding import rounded
from pbem.systems.flames.world.stacking import over_air_limit, over_land_limit
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.terrain import FLIGHT

NOWHERE: Final = 10**6  # farther than anybody flies
FTR: Final = "FTR"
ATR: Final = "ATR"


class Mission(StrEnum):
    """What an aircraft flies for."""

    CAP = "cap"
    ESCORT = "escort"
    INTERCEPT = "intercept"
    STRIKE = "ground-strike"
    SUPPORT = "ground-support"
    BOMBARD = "strategic-bombardment"
    RESUPPLY = "air-supply"
    CARRY = "air-transport"
    DROP = "paradrop"

    @property
    def role(self) -> str:
        """Fighter or bomber (14.2.5, 14.2.6)."""
        return FIGHTER if self in FIGHTING else BOMBER


FIGHTING: Final = (Mission.CAP, Mission.ESCORT, Mission.INTERCEPT)
BOMBING: Final = tuple(mission for mission in Mission if mission not in FIGHTING)
FERRYING: Final = (Mission.RESUPPLY, Mission.CARRY, Mission.DROP)
BOMB_CARRIER: Final = 6  # strategic factors of who may carry an A-bomb
DROPS_PARAS: Final = "paratroop-carrier"  # without the sign that forbids it


@dataclass(frozen=True, slots=True)
class Flight:
    """One aircraft in the air: its mission and the hex that it flies to."""

    piece: Piece
    mission: Mission
    target: str
    extended: bool = False
    stopped: int = 0  # factors that anti-aircraft fire keeps from pressing the attack
    station: str = ""  # the way station where a bomber is that has not come to its target
    flown: int = 0  # of its range, by way stations
    met: bool = False  # whether there was an air combat on its way
    bomb: int = 0  # the factors of the A-bomb that it drops
    laden: bool = False  # with a load for which each hex costs a large transport double

    @property
    def id(self) -> str:
        return self.piece.id

    @property
    def over(self) -> str:
        """The hex where it is: its target, or a way station before it."""
        return self.station or self.target

    @property
    def role(self) -> str:
        """Fighter or bomber."""
        return self.mission.role

    @property
    @implements("WIF-22.17-4")
    def factors(self) -> Number:
        """What it brings as a bomber: an A-bomb's factors in place of its own (22.17)."""
        return self.bomb or factors_of(self.piece, self.mission)

    @property
    def plane(self) -> Plane:
        """The aircraft as air-to-air combat sees it."""
        counter = self.piece.counter
        return Plane(
            id=self.piece.id,
            name=self.piece.name,
            kind=self.piece.kind,
            power=self.piece.owner,
            role=self.role,
            rating=counter.rating("air-to-air"),
            tactical=self.factors,
            unarmed=counter.is_a("unarmed"),
            twin_engined=counter.is_a("twin-engined"),
            jet=counter.is_a("jet"),
            night_fighter=counter.is_a("night-fighter"),
            cloud=next((cloud for cloud in (HIGH, LOW) if counter.is_a(f"{cloud}-altitude")), ""),
        )


def tactical(piece: Piece) -> Number:
    """The tactical factors of an aircraft; nothing where none is printed."""
    return piece.counter.or_nothing("tactical")


def strategic(piece: Piece) -> Number:
    """The strategic factors of an aircraft; nothing where none is printed."""
    return piece.counter.or_nothing("strategic")


def factors_of(piece: Piece, mission: Mission) -> Number:
    """The factors that an aircraft brings to a mission as a bomber."""
    return strategic(piece) if mission is Mission.BOMBARD else tactical(piece)


@implements("WIF-22.2-10")
def pressed(flight: Flight) -> Number:
    """The factors with which a bomber presses its attack: what anti-aircraft fire left (11.5.9)."""
    return max(0, flight.factors - flight.stopped)


# --- range (14.1.1) ------------------------------------------------------------------------------


@implements(
    "WIF-14.1.1-5", "WIF-14.1.1-6", "WIF-14.1.1-8", "WIF-14.2.5-2", "WIF-14.2.5-3", "WIF-14.2.5-4",
    "AIF-14.1-4", "AIF-14.1-6", "AIF-14.1-7", "AIF-14.2.1-2", "AIF-14.2.1-3", "AIF-14.2.1-4",
    "AIF-14.1-3",
)  # fmt: skip
def range_out(printed: int, kind: str, mission: Mission, extended: bool = False) -> int:
    """How far an aircraft may fly to its target (14.1.1).

    Interceptors fly half their range, and so do FTRs that fly as bombers.
    """
    if mission is Mission.INTERCEPT or (kind == FTR and mission in BOMBING):
        return rounded(Fraction(printed, 2))
    return printed * 2 if extended else printed


@implements(
    "WIF-14.1.1-5", "WIF-14.1.1-6", "WIF-14.1.1-8", "WIF-14.2.4-1", "AIF-14.1-4", "AIF-14.1-6",
    "AIF-14.1-7", "AIF-14.2-4",
)  # fmt: skip
def range_home(printed: int, kind: str, mission: Mission, extended: bool = False) -> int:
    """How far an aircraft may fly home from its target (14.1.1, 14.2.4)."""
    if kind == FTR and mission in BOMBING:
        return rounded(Fraction(printed, 2))
    return printed * 2 if extended else printed


@implements("WIF-14.1.1-2", "AIF-14.1-3")
def reaches(position: Position, flight: Flight) -> bool:
    """Whether an aircraft reaches its target from where it stands (14.1.1)."""
    piece = flight.piece
    far = flown_distance(position, piece.at, flight.target)
    limit = range_out(piece.range, piece.kind, flight.mission, flight.extended)
    return far <= limit


@implements("WIF-14.1.1-8")
def at_its_range(position: Position, flight: Flight) -> Flight:
    """A flight as it is flown: a bomber that has extended range may be ordered to use it, and does
    where it cannot reach its target without.
    """
    may = flight.piece.has_extended_range and flight.mission in BOMBING
    plain = replace(flight, extended=may and flight.extended)
    return plain if not may or reaches(position, plain) else replace(plain, extended=True)


# --- bases (11.16) -------------------------------------------------------------------------------


class RebaseHexes(Reading, id="WIF-11.16-R1"):
    """In whose hexes a rebase may end."""

    SIDE = "side"
    OWN = "own"


@implements(
    "WIF-11.16-2", "WIF-11.16-3", "WIF-14.1.1-10", "AIF-11.17-2", "AIF-11.17-3", "AIF-11.17-4",
)  # fmt: skip
def rebase_range(printed: int, extended: bool, friendly_way: bool) -> int:
    """How far an aircraft may rebase: twice its range, three times over friendly hexes (11.16)."""
    return printed * (3 if friendly_way else 2) * (2 if extended else 1)


@implements("WIF-14.1.1-1", "WIF-14.1.1-2", "WIF-2.1.1-14", "AIF-14.1-2", "AIF-11.17-10")
def flight_cost(scale: str, left: str = "") -> int:
    """What a hex that an aircraft enters costs of its range (14.1.1).

    Where the hex that it leaves is of another scale, the greater of the two costs (2.1.1).
    """
    return max(FLIGHT[scale], FLIGHT[left or scale])


@implements("WIF-2.8-1", "AIF-2.8-1")
def flown_distance(position: Position, start: str, place: str) -> int:
    """The range that a flight from one hex to another uses: the last hex counts (14.1.1, 2.8)."""
    board = position.board
    scales = {sheet.scale or "europe" for sheet in board.sheets.values()}
    near = board.spots.keys() >= {start, place} and len(scales) == 1
    steps = board.distance(start, place) if near else None
    if steps is not None:
        return steps * flight_cost(next(iter(scales)))
    end, other = sorted((start, place), key=board.spots.__contains__)
    return flights_from(position, end).get(other, NOWHERE)  # as far there as back


def flown_between(position: Position, starts: Iterable[str], ends: Iterable[str]) -> int:
    """The range of the shortest flight from one of some hexes to one of others (14.1.1)."""
    pairs = product(starts, ends)
    return min((flown_distance(position, start, end) for start, end in pairs), default=NOWHERE)


def flights_from(position: Position, start: str) -> Mapping[str, int]:
    """The range that flights from a hex use, to every hex; those of off-map hexes are few."""
    ground = position.ground
    scale = ground.scale

    def cost(here: str, there: str) -> int:
        return flight_cost(scale(there), scale(here))

    def search() -> Mapping[str, int]:
        return reachable(position.board.neighbours, start, cost)

    return ground.lately(("flights", start), search)


def friendly_way(position: Position, piece: Piece, place: str, limit: int) -> bool:
    """Whether the aircraft can fly there over friendly hexes and safe seas alone (11.16)."""
    side, scale = position.side(piece.owner), position.ground.scale

    def cost(here: str, there: str) -> int | None:
        if is_friendly(position, there, side) or is_safe_sea(position, there, side):
            return flight_cost(scale(there), scale(here))
        return None

    board = position.board
    return cheapest_path(board.neighbours, piece.at, place, cost, limit=limit) is not None


@implements("WIF-11.16-3")
def is_safe_sea(position: Position, place: str, side: str) -> bool:
    """Whether a hex is sea of an area without enemies (11.16).

    As no ships are adjudicated yet, every enemy unit at sea counts, convoys too.
    """
    area = position.board.text(place, "sea")
    if not area or position.ground.is_land(place):
        return False
    return area not in _enemy_seas(position, side)


@once
def _enemy_seas(position: Position, side: str) -> frozenset[str]:
    """The sea areas with units of a side's enemies, in whatever section of the sea-box."""
    hostile, units = foes(position, side), position.units.values()
    return frozenset(u.at.partition("/")[0] for u in units if u.owner in hostile)


def within_range(position: Position, piece: Piece, place: str) -> bool:
    """Whether an aircraft may rebase to a hex as far as range goes (11.16)."""
    extended = piece.has_extended_range
    distance = flown_distance(position, piece.at, place)
    if distance <= rebase_range(piece.range, extended, False):
        return True
    return friendly_way(position, piece, place, rebase_range(piece.range, extended, True))


def base_ban(position: Position, piece: Piece, place: str) -> str:
    """Why an aircraft may not be based in a hex: control, permission, stacking (11.16, 2.3)."""
    called = position.called
    ours = position.reading(RebaseHexes) is RebaseHexes.OWN
    state, owner = position.state, piece.owner
    controller = state.controller(place)
    if controller is None or not is_friendly(position, place, position.side(owner)):
        return "the hex is not friendly"
    foreign = position.major(controller) != position.major(owner)
    if entry_ban(position, owner, place) or (ours and foreign):
        return f"the hex belongs to {called(controller)}"
    strange = strangers_to(position, piece, position.at(place))
    if strange:
        return (
            f"{called(owner)} does not co-operate with {strange[0].name} in {position.label(place)}"
        )
    return no_room(position, piece, place, ())


@implements("WIF-22.12-2")
def no_room(position: Position, piece: Piece, place: str, arriving: Sequence[Piece]) -> str:
    """Why a hex has no room for an aircraft, or for Air Cav, which stacks as cavalry (22.12)."""
    others = [p for p in (*position.at(place), *arriving) if p.id != piece.id]
    limit = over_land_limit if piece.is_air_cav else over_air_limit
    same = [p for p in others if p.is_land == piece.is_air_cav]
    full = limit(position, place, [*same, piece])
    what = "land units" if piece.is_air_cav else "aircraft"
    return f"{position.label(place)} has room for no more {what}" if full else ""


def refuges(position: Position, piece: Piece, leaving: str) -> tuple[str, ...]:
    """The hexes to which an aircraft may flee by a rebase, the nearest first, then by id."""
    farthest = rebase_range(piece.range, piece.has_extended_range, True)
    board = position.board
    near = reachable(board.neighbours, piece.at, lambda _, to: 1, farthest)
    return tuple(
        place
        for place in near
        if place != leaving
        and position.ground.is_land(place)
        and not base_ban(position, piece, place)
        and within_range(position, piece, place)
    )


# --- who may fly (14.2.1 to 14.2.3) --------------------------------------------------------------


@implements(
    "WIF-14-1", "WIF-2.4.3-6", "WIF-14.1.1-4", "WIF-14.2.1-1", "WIF-14.2.2-1", "WIF-14.2.2-2",
    "AIF-14.1-1", "AIF-14.1-8", "AIF-2.4.3-3", "AIF-14.2-3", "AIF-11.17-8",
)  # fmt: skip
def grounded(position: Position, piece: Piece, mission: Mission) -> str:
    """Why an aircraft may not fly such a mission anywhere."""
    if piece.face_down:
        return f"{piece.name} is face-down"
    if has_passed(position, piece.owner):
        return f"{position.called(piece.owner)} has passed"
    unfit = unfit_for(position, piece, mission)
    if unfit:
        return f"{piece.name} {unfit}"
    if piece.is_air_cav and mission is Mission.CARRY:
        return ""
    if not in_supply(position, piece):
        return f"{piece.name} is out of supply, it may only rebase"
    return ""


@implements(
    "WIF-22.17-2", "WIF-14.2.2-2", "WIF-11.11-8", "WIF-11.14-4", "WIF-11.17.1-4", "AIF-14.2-3",
)  # fmt: skip
def unfit_for(position: Position, piece: Piece, mission: Mission) -> str:
    """What an aircraft lacks for a mission, by what is printed on it (14.2.2).

    What serves as an air transport drops nobody where a sign forbids it.
    """
    if piece.is_v_weapon and not position.kits.v_weapons:
        return f"is a V-weapon, which is {position.option('v_weapons')}, not played"
    if mission in FIGHTING:
        return "" if piece.kind == FTR else "is no fighter"
    if mission is Mission.BOMBARD:
        return "" if strategic(piece) else "has no strategic factors"
    if mission not in FERRYING:
        return "" if tactical(piece) else "has no tactical factors"
    return _unfit_to_carry(position, piece, mission)


def _unfit_to_carry(position: Position, piece: Piece, mission: Mission) -> str:
    """What an aircraft lacks to carry something; Air Cav carries itself (22.12)."""
    kits = position.kits
    if piece.is_air_cav:
        able = kits.air_cav and mission is not Mission.RESUPPLY
        return (
            "" if able else f"is Air Cav, which is {position.option('air_cav')} and carries nothing"
        )
    if piece.kind == ATR or (mission is Mission.CARRY and carries_bombs(piece, kits)):
        return ""
    if not is_transport(piece, kits):
        return "is no air transport"
    drops = mission is not Mission.DROP or piece.counter.is_a(DROPS_PARAS)
    return "" if drops else "drops no paratroops"


@implements("WIF-22.17-3")
def carries_bombs(piece: Piece, kits: Kits) -> bool:
    """Whether an aircraft may carry an A-bomb: a bomber of six strategic factors (22.17)."""
    return kits.v_weapons and piece.is_air and strategic(piece) >= BOMB_CARRIER


def is_transport(piece: Piece, kits: Kits) -> bool:
    """Whether an aircraft is an air transport, or serves as one."""
    return piece.kind == ATR or any(may(piece) for may in kits.transports)


def _is_of_side(position: Position, flight: Flight) -> bool:
    """Whether the target lies in what powers of the aircraft's side hold, or in their countries."""
    owner, target = flight.piece.owner, flight.target
    if target in closed_countries(position, owner):
        return True
    return is_friendly(position, target, position.side(owner))


class FlightsEnter(Reading, id="WIF-11.10.5-R2"):
    """Whether aircraft on a mission enter the country over which they fly it."""

    MISSIONS = "missions"
    BASES = "bases"


@implements("WIF-11.10.5-3")
def _unwelcome(position: Position, flight: Flight) -> str:
    """Why a power of the side does not let an aircraft fly over its country (11.10.5)."""
    ban = entry_ban(position, flight.piece.owner, flight.target)
    if not ban or not _is_of_side(position, flight):
        return ""
    return ban if position.reading(FlightsEnter) is FlightsEnter.MISSIONS else ""


@implements("WIF-14.2.3-1", "WIF-14.1.1-8", "WIF-22.12-2", "AIF-8.2.3-2")
def route_ban(position: Position, flight: Flight) -> str:
    """Why an aircraft may not fly to its target."""
    unwelcome = _unwelcome(position, flight)
    if unwelcome:
        return unwelcome
    weather = position.ground.weather[flight.target]
    if weather in NO_FLYING and not (flight.piece.is_air_cav and flight.mission is Mission.CARRY):
        return f"no missions into {weather}"
    if flight.extended and not flight.piece.has_extended_range:
        return f"{flight.piece.name} has no extended range"
    if not reaches(position, flight):
        far = flown_distance(position, flight.piece.at, flight.target)
        limit = range_out(flight.piece.range, flight.piece.kind, flight.mission, flight.extended)
        return f"{flight.piece.name} flies {limit} hexes, not {far}"
    return ""


@once
def aircraft_of(position: Position, power: str) -> tuple[Piece, ...]:
    """A power's aircraft on the map."""
    return tuple(p for p in position.on_map if p.is_air and p.owner == power)


# --- return to base (14.2.4) ---------------------------------------------------------------------


@implements("WIF-14.2.4-1", "WIF-14.3.3-3", "AIF-14.2-4")
def homes(position: Position, flight: Flight) -> tuple[str, ...]:
    """Every hex to which an aircraft may return, the nearest to its target first (14.2.4)."""
    side = position.side(flight.piece.owner)
    near = [
        (far, place)
        for place in position.places
        if is_friendly(position, place, side)
        and (far := way_home(position, flight, place)) is not None
    ]
    return tuple(p for _, p in sorted(near) if has_room(position, p, flight.piece))


@implements("WIF-11.11-9")
def way_home(position: Position, flight: Flight, place: str) -> int | None:
    """The range used up by flying from the target to a hex; None if that is too far."""
    piece = flight.piece
    far = (2 if flight.laden else 1) * flown_distance(position, flight.over, place)
    limit = range_home(piece.range, piece.kind, flight.mission, flight.extended)
    return far if far <= limit else None


@implements("WIF-2.3.1-1", "WIF-22.12-2", "AIF-2.3.1-1")
def has_room(position: Position, place: str, piece: Piece) -> bool:
    """Whether one more aircraft may stand in a hex, and with who is there (2.3.1, 18.2).

    Whoever is in the air still has his place at the base that he left.
    """
    if not position.ground.is_land(place) or strangers_to(position, piece, position.at(place)):
        return False
    there = [other for other in position.at(place) if other.id != piece.id]
    if piece.is_air_cav:
        return not over_land_limit(position, place, [*there, piece])
    aircraft = [other for other in there if other.is_air]
    return not over_air_limit(position, place, [*aircraft, piece])


@implements("WIF-11.8-3")
def multiplier_at(position: Position, place: str) -> Fraction:
    """What weather and terrain of a hex leave of tactical factors (14.2.3, 14.5)."""
    ground = position.ground
    return bombing_multiplier(ground.weather[place], ground.terrain[place], ground.chart)
