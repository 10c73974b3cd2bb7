"""Aircraft rebases (11.16) and the range of aircraft that look for a base (14.1.1).

Decides: how far an aircraft may rebase, where it may end, the rebase order; where aircraft may flee
to when they are overrun. Leaves rebases from a TRS and over sea areas to later chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import cheapest_path, reachable
from pbem.core.orders.orders import Order
from pbem.core.record.events import Event, UnitMoved
from pbem.core.rules.book import once
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.impulse.actions import refusals, spent
from pbem.systems.flames.kits.pilots.internment import interned, is_interned
from pbem.systems.flames.world.control import entry_ban, foes, is_friendly, major
from pbem.systems.flames.world.minor_units import abroad_ban
from pbem.systems.flames.world.named import AIRCRAFT, LIFTER, places_in, units_in
from pbem.systems.flames.world.partisans import strangers_to
from pbem.systems.flames.world.position import Position, Umpire
from pbem.systems.flames.world.stacking import check_stacking, over_air_limit, over_land_limit
from pbem.systems.flames.world.terrain import FLIGHT
from pbem.systems.flames.world.units import Piece, marked
from pbem.systems.flames.world.vocabulary import UnitMark
from pbem.systems.wif.air.foreign_aircraft import CITE as LENDING
from pbem.systems.wif.air.foreign_aircraft import handed_over, why_not_lend_to

NOWHERE: Final = 10**6  # farther than anybody flies


class RebaseHexes(Reading, id="WIF-11.16-R1"):
    """In whose hexes a rebase may end."""

    SIDE = "side"
    OWN = "own"


@implements("WIF-11.16-2", "WIF-11.16-3", "WIF-14.1.1-10")
def rebase_range(printed: int, extended: bool, friendly_way: bool) -> int:
    """How far an aircraft may rebase: twice its range, three times over friendly hexes (11.16)."""
    return printed * (3 if friendly_way else 2) * (2 if extended else 1)


@implements("WIF-14.1.1-1", "WIF-14.1.1-2", "WIF-2.1.1-14")
def flight_cost(scale: str, left: str = "") -> int:
    """What a hex that an aircraft enters costs of its range (14.1.1).

    Where the hex that it leaves is of another scale, the greater of the two costs (2.1.1).
    """
    return max(FLIGHT[scale], FLIGHT[left or scale])


@implements("WIF-2.8-1")
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
    foreign = major(state, controller) != major(state, owner)
    if entry_ban(position, owner, place) or (ours and foreign):
        return f"the hex belongs to {called(controller)}"
    strange = strangers_to(position, piece, position.at(place))
    if strange:
        return (
            f"{called(owner)} does not co-operate with {strange[0].name} in {position.label(place)}"
        )
    return _full(position, piece, place, ())


@implements("WIF-22.12-2")
def _full(position: Position, piece: Piece, place: str, arriving: Sequence[Piece]) -> str:
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


# --- the order -----------------------------------------------------------------------------------


@implements("WIF-22.12-3", "WIF-11.16-1", "WIF-11.16-4", "WIF-14.2.2-1")
def check_rebase(position: Position, order: Order) -> Ruling:
    """`{units: Ju-87D, to: Minsk}`: aircraft fly to another base (11.16)."""
    fliers = AIRCRAFT if "lend" in order.data else LIFTER
    named = units_in(position, order, "units", fliers)
    places, troubles = places_in(position, order, "to")
    findings = [*named.findings, *troubles]
    if findings:
        return Ruling(tuple(findings))
    if "lend" in order.data:
        return _lent(position, order, named.pieces, places[0])
    plan: list[tuple[Piece, str]] = []
    for piece in named.pieces:
        findings += _piece_troubles(piece)
        base, reasons = _first_base(position, piece, places, plan)
        findings += reasons
        plan.append((piece, base))
    stays = abroad_ban(position, plan)
    findings += [stays] if stays else []
    counted = [piece for piece in named.pieces if not piece.is_air_cav]
    findings += refusals(position, counted, "rebase")
    if findings:
        return Ruling(tuple(findings))
    events = [change for piece, base in plan for change in _flight(position, piece, base)]
    words = [
        f"{piece.name} {position.label(piece.at)} > {position.label(base)} "
        f"(range {flown_distance(position, piece.at, base)})"
        for piece, base in plan
    ]
    return Ruling((), "; ".join(words), (*events, *spent(position, counted, "rebase")))


def _piece_troubles(piece: Piece) -> list[Finding]:
    if piece.face_down:
        message = f"{piece.name} is face-down"
        return [error("face-down", message, cite="14.2.2", about=piece.id)]
    if piece.unit.marked(UnitMark.MOVED):
        message = f"{piece.name} has already rebased"
        return [error("moved", message, cite="10.2", about=piece.id)]
    return []


def _first_base(
    position: Position, piece: Piece, places: tuple[str, ...], plan: list[tuple[Piece, str]]
) -> tuple[str, list[Finding]]:
    """The first hex of those named to which the aircraft may go."""
    reasons: list[str] = []
    for place in places:
        arriving = [other for other, base in plan if base == place]
        reason = _base_problem(position, piece, place, arriving)
        if not reason:
            return place, []
        reasons.append(reason)
    message = f"{piece.name}: {reasons[0]}"
    return places[0], [error("no-base", message, cite="11.16", about=places[0])]


def _base_problem(position: Position, piece: Piece, place: str, arriving: list[Piece]) -> str:
    if place == piece.at:
        return "it is there already"
    if is_interned(position, piece, place):
        return _too_far(position, piece, place)
    reason = base_ban(position, piece, place)
    if reason:
        return reason
    strange = strangers_to(position, piece, arriving)
    if strange:
        others = f"{strange[0].name}, which goes there too"
        return f"{position.called(piece.owner)} does not co-operate with {others}"
    return _full(position, piece, place, arriving) or _too_far(position, piece, place)


def _too_far(position: Position, piece: Piece, place: str) -> str:
    """Why an aircraft cannot reach a base."""
    if within_range(position, piece, place):
        return ""
    far = flown_distance(position, piece.at, place)
    return f"{position.label(place)} is {far} hexes away, too far to rebase"


@implements("WIF-11.16-5", "WIF-14.2.4-3")
def _flight(position: Position, piece: Piece, base: str) -> tuple[Event, ...]:
    """A rebase leaves the aircraft face-up, even out of supply (11.16)."""
    if is_interned(position, piece, base):
        return interned(position, piece)
    return (
        UnitMoved(piece.id, piece.at, base, piece.unit.count),
        *marked(piece, UnitMark.MOVED),
    )


def _lent(position: Position, order: Order, pieces: Sequence[Piece], place: str) -> Ruling:
    """`{units: P-51C, to: London, lend: Commonwealth}`: one aircraft changes hands (13.6.4)."""
    name = str(order.data["lend"])
    takers = position.game.powers_called(name, list(position.powers))
    if len(pieces) != 1 or len(takers) != 1:
        message = f"one aircraft is lent to one power, not {len(pieces)} to '{name}'"
        return Ruling((error("lend", message, cite=LENDING, about="lend"),))
    piece, taker = pieces[0], takers[0]
    why = why_not_lend_to(position, piece, taker, place) or _too_far(position, piece, place)
    findings = [error("no-lend-lease", why, cite=LENDING, about="lend")] if why else []
    findings += [*_piece_troubles(piece), *refusals(position, pieces, "rebase")]
    if findings:
        return Ruling(tuple(findings))
    words = f"{piece.name} for {position.called(taker)} in {position.label(place)}"
    events = (*handed_over(position, piece, taker, place), *spent(position, pieces, "rebase"))
    return Ruling((), words, events)


def rebases(umpire: Umpire) -> None:
    """The rebase step (11.16)."""
    umpire.carry_out("rebase")
    check_stacking(umpire)


REBASE: Final = Section(
    name="rebase",
    title="Aircraft rebases",
    step="rebase",
    schema="rebase",
    cite="11.16",
    check=check_rebase,
)
