"""Rail movement (11.9).

Decides: stations, lines, control of the way, enemy zones of control, straits, limits, units that
turn face-down, lines that cross without a junction.
Leaves factories to `economy`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Final, Protocol

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.maps.paths import Path, labelled_path
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event, UnitMoved, apply
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.impulse.actions import refusal, spend
from pbem.systems.flames.world.control import entry_ban, is_friendly
from pbem.systems.flames.world.minor_units import abroad_ban
from pbem.systems.flames.world.named import Sought, claims_of, places_in, units_in
from pbem.systems.flames.world.position import UP_AGAIN, Piece, Position, Umpire, turned_down
from pbem.systems.flames.world.stacking import check_stacking
from pbem.systems.flames.world.vocabulary import PowerCount
from pbem.systems.flames.world.zoc import enemy_zoc

CITE: Final = "11.9"
_Step = Callable[[str, str, str], tuple[int, str] | None]
SHEETS: Final = "WEAP"  # the maps from west to east, by the letters of their hexes
BY_RAIL: Final = Sought("unit for rail", lambda piece: piece.is_land or piece.is_air)


class Traveller(Protocol):
    """What goes by rail: a unit, or a factory."""

    @property
    def id(self) -> str: ...
    @property
    def owner(self) -> str: ...
    @property
    def at(self) -> str: ...
    @property
    def rails_as_hq(self) -> bool: ...


class HqStations(Reading, id="WIF-11.9-R1"):
    """Whether an HQ has a station in an enemy ZoC at any rail hex that is held."""

    STATION = "station"
    BARRED = "barred"


@implements("WIF-11.9-12", "AIF-11.10-5d")
def rail_moves(maps_away: int, factory: bool = False) -> int:
    """How many rail moves a move counts as, by the farthest map that it may end on (11.9)."""
    return max(1, maps_away) + (1 if factory else 0)


@implements("WIF-11.9-13")
def maps_away(board: Board, start: str, place: str) -> int:
    """How many maps lie between two hexes, from the west to the east (11.9).

    A hex that is on two maps, as its fact `second_map` says, counts as on the one farther away.
    """
    ways = ((_map_number(one), _map_number(other)) for one in _maps(board, start)
            for other in _maps(board, place))  # fmt: skip
    return max((abs(one - other) for one, other in ways if -1 not in (one, other)), default=0)


def _maps(board: Board, place: str) -> str:
    """The letters of the maps on which a hex is printed."""
    return place[0] + board.text(place, "second_map")


def _map_number(letter: str) -> int:
    return SHEETS.find(letter)


@implements("WIF-11.9-2", "AIF-11.10-1")
def is_station(position: Position, place: str, piece: Traveller) -> bool:
    """A rail hex with a city, a port or an HQ; any rail hex for an HQ (11.9)."""
    ground = position.ground
    if not ground.on_railway(place):
        return False
    return (
        ground.is_city(place)
        or bool(ground.port(place))
        or any(p.is_hq for p in position.land_at(place))
        or (piece.rails_as_hq and (place == piece.at or _any_hex_serves(position, place, piece)))
    )


def _any_hex_serves(position: Position, place: str, piece: Traveller) -> bool:
    """Whether a bare rail hex is a station for an HQ; in an enemy ZoC one reading denies it."""
    if position.reading(HqStations) is HqStations.STATION:
        return True
    return place not in enemy_zoc(position, piece.owner)


@implements("WIF-11.9-4", "AIF-11.10-2")
def passes_zoc(position: Position, place: str, piece: Traveller) -> bool:
    """Whether a rail move may enter or leave a hex: in an enemy ZoC only at a held station (11.9).

    The friendly land unit must be there before and after the move, so it is another one.
    """
    if place not in enemy_zoc(position, piece.owner):
        return True
    side = position.side(piece.owner)
    held = any(p.id != piece.id and position.side(p.owner) == side for p in position.land_at(place))
    return held and is_station(position, place, piece)


@implements("WIF-11.9-3", "WIF-11.9-5", "WIF-11.9-6", "AIF-11.10-1")
@implements("WIF-19.7-7")
def _is_open(position: Position, place: str, piece: Traveller) -> bool:
    """Whether a hex on the way is friendly and open, or one to pass through (11.9, 19.7)."""
    holder = position.controller(place)
    if holder is not None and position.policy.passes(position.state, piece.owner, holder):
        return True
    friendly = is_friendly(position, place, position.side(piece.owner))
    return friendly and not entry_ban(position, piece.owner, place)


def rail_path(
    position: Position, piece: Traveller, place: str, via: Sequence[str] = ()
) -> Path | None:
    """The shortest way by rail over hexes that the side controls (11.9); None if there is none."""
    ground, side, zoc = (
        position.ground,
        position.side(piece.owner),
        enemy_zoc(position, piece.owner),
    )
    used = frozenset(name for power in position.state.powers_of(side) for name in power.counters)
    closed = position.kits.closed_straits(position, piece.owner)

    def step(before: str, here: str, there: str) -> tuple[int, str] | None:
        """One hex on; what is kept is the hex before, where lines cross."""
        if here in zoc and here != piece.at:
            return None
        if (here, there) in closed or not _joined(position, here, there, used):
            return None
        if before and not ground.same_line(before, here, there):
            return None
        if not _is_open(position, there, piece):
            return None
        kept = here if ground.board.fact(there, "lines") else ""
        return (1, kept) if passes_zoc(position, there, piece) else None

    if not passes_zoc(position, piece.at, piece):
        return None
    return _through(ground.board.neighbours, piece.at, (*via, place), step)


def _through(
    neighbours: Mapping[str, tuple[str, ...]], start: str, stops: Sequence[str], step: _Step
) -> Path | None:
    """The best way from stop to stop, on the line on which it came to each."""
    path, before = Path((start,), 0), ""
    for stop in stops:
        leg = labelled_path(
            neighbours.__getitem__, path.places[-1], before, step, partial(_is_at, stop)
        )
        if leg is None:
            return None
        path = Path(path.places + leg.places[1:], path.cost + leg.cost)
        before = leg.labels[-1]
    return path


def _is_at(stop: str, place: str, _: str) -> bool:
    return place == stop


def _joined(position: Position, here: str, there: str, used: frozenset[str]) -> bool:
    """A railway runs on, or goes over straits that the side has not used this impulse (11.9)."""
    ground = position.ground
    if ground.has_line(here, there, ("rail",)):
        return True
    over_straits = "straits" in ground.sides(here, there) and _crossing(here, there) not in used
    return over_straits and ground.on_railway(there)


def _crossing(here: str, there: str) -> str:
    """The counter of a straits hexside, over which one unit of a side may go in an impulse."""
    return PowerCount.STRAITS_RAILED.of(*sorted((here, there)))


# --- the order -----------------------------------------------------------------------------------


@implements("WIF-11.9-1", "WIF-11.9-7", "WIF-11.9-11", "AIF-11.10-4", "AIF-11.10-6")
def check_rail(position: Position, order: Order) -> Ruling:
    """`{units: LXXXVI GAR, to: Kaunas}`: units go from one station to another (11.9)."""
    named = units_in(position, order, "units", BY_RAIL)
    places, troubles = places_in(position, order, "to")
    via, more = places_in(position, order, "via")
    findings = [*named.findings, *troubles, *more]
    if findings:
        return Ruling(tuple(findings))
    paths, problems = _one_after_the_other(position, named.pieces, places, via)
    costs = _costs(position, named.pieces, {piece.id: path for piece, path in paths})
    findings = [*_refused(position, named.pieces, costs), *problems, *_barred(position, paths)]
    if findings:
        return Ruling(tuple(findings))
    words = [
        f"{piece.name} {' > '.join(map(position.label, path.places))}" for piece, path in paths
    ]
    gone = [change for piece, path in paths for change in _railed(position, piece, path)]
    paid = [
        change
        for power, many in costs.items()
        for change in spend(position, power, "rail-land", many)  # aircraft use the same rail moves
    ]
    return Ruling((), f"by rail, face-down: {'; '.join(words)}", (*gone, *paid))


def _barred(position: Position, paths: Sequence[tuple[Piece, Path]]) -> list[Finding]:
    """Why units may not go there: a minor's at home (19.4.3), or by politics."""
    moves = [(piece, path.places[-1]) for piece, path in paths]
    trail = [place for _, path in paths for place in path.places]
    why = abroad_ban(position, moves) or position.policy.barred(position, moves, trail)
    return [why] if why else []


@implements("WIF-11.9-12")
def _costs(
    position: Position, pieces: Sequence[Piece], paths: Mapping[str, Path]
) -> Mapping[str, int]:
    """The rail moves that units cost each major power; one for a unit that has no way to go."""
    costs: Counter[str] = Counter()
    for piece in pieces:
        places = paths[piece.id].places if piece.id in paths else (piece.at,)
        costs[position.major(piece.owner)] += rail_moves(
            maps_away(position.board, places[0], places[-1])
        )
    return costs


def _one_after_the_other(
    position: Position, pieces: Sequence[Piece], places: Sequence[str], via: Sequence[str]
) -> tuple[list[tuple[Piece, Path]], list[Finding]]:
    """The ways of several units: each goes when those before it have gone."""
    paths: list[tuple[Piece, Path]] = []
    problems: list[Finding] = []
    for piece in pieces:
        path, problem = _way(position, piece, places, via)
        if path:
            paths.append((piece, path))
            position = position.then(apply(position.state, _railed(position, piece, path)))
        problems += [problem] if problem else []
    return paths, problems


def _refused(
    position: Position, pieces: Sequence[Piece], costs: Mapping[str, int]
) -> list[Finding]:
    """Why the rail moves that units cost may not be made: those of each power together (11.9)."""
    activities = {(position.major(piece.owner), _activity(piece)): None for piece in pieces}
    return [
        finding
        for power, activity in activities
        for finding in refusal(position, power, activity, costs[power])
    ]


def _activity(piece: Piece) -> str:
    return "rail-land" if piece.is_land else "rail-air"


def _way(
    position: Position, piece: Piece, places: Sequence[str], via: Sequence[str]
) -> tuple[Path | None, Finding | None]:
    """The way to the first of the stations named that can be reached."""
    if piece.face_down:
        message = f"{piece.name} is face-down"
        return None, error("face-down", message, hint=UP_AGAIN, cite=CITE, about=piece.id)
    if not is_station(position, piece.at, piece):
        message = f"{piece.name} is at no station in {position.label(piece.at)}"
        hint = f"stations near it: {_near(position, piece, piece.at)}"
        return None, error("no-station", message, hint=hint, cite=CITE, about=piece.id)
    reasons: list[str] = []
    for place in places:
        if not is_station(position, place, piece):
            reasons.append(f"{position.label(place)} is no station")
            continue
        path = rail_path(position, piece, place, via)
        if path is not None and path.steps:
            return path, None
        reasons.append(f"{piece.name} cannot go to {position.label(place)} by rail")
    hint = "the line must be ours all the way and clear of enemy ZoC"
    if not is_station(position, places[0], piece):
        hint = f"stations near it: {_near(position, piece, places[0])}"
    return None, error("no-rail", reasons[0], hint=hint, cite=CITE, about=places[0])


def _near(position: Position, piece: Traveller, place: str) -> str:
    """The stations in the next two hexes of a place, the nearest first."""
    ring = position.board.neighbours[place]
    wider = (far for near in ring for far in position.board.neighbours[near])
    around = dict.fromkeys((*ring, *wider))
    found = [at for at in around if is_station(position, at, piece)]
    return ", ".join(map(position.label, found[:3])) or "none"


@implements("WIF-11.9-5")
def _railed(position: Position, piece: Piece, path: Path) -> list[Event]:
    """The unit goes and turns face-down; the straits on its way are used (11.9)."""
    used = [
        change
        for here, there in pairwise(path.places)
        if not position.ground.has_line(here, there, ("rail",))
        for change in set_power(position.state, piece.owner, "counter", _crossing(here, there), 1)
    ]
    gone = UnitMoved(piece.id, piece.at, path.places[-1], piece.unit.count)
    return [gone, *turned_down(piece), *used]


def rail_movement(umpire: Umpire) -> None:
    """The rail movement step (11.9)."""
    umpire.carry_out("rail")
    check_stacking(umpire)


RAIL: Final = Section(
    name="rail",
    title="Rail movement",
    step="rail-movement",
    schema="rail",
    cite=CITE,
    check=check_rail,
    claims=claims_of(BY_RAIL),
)
