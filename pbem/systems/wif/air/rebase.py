"""Aircraft rebases (11.16) and the range of aircraft that look for a base (14.1.1).

Decides: how far an aircraft may rebase, where it may end, the rebase order; where aircraft may flee
to when they are overrun. Leaves rebases from a TRS and over sea areas to later chapters.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import cheapest_path, reachable
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import Umpire
from pbem.core.record.events import Event, UnitMoved
from pbem.core.rules.book import once
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.wif.impulse.actions import refusals, spent
from pbem.systems.wif.world.control import entry_ban, foes, is_friendly, major, strangers
from pbem.systems.wif.world.minor_units import abroad_ban
from pbem.systems.wif.world.named import AIRCRAFT, places_in, units_in
from pbem.systems.wif.world.position import Position
from pbem.systems.wif.world.stacking import check_stacking, over_air_limit
from pbem.systems.wif.world.terrain import FLIGHT
from pbem.systems.wif.world.units import Piece, marked
from pbem.systems.wif.world.vocabulary import UnitMark


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
    hexes = board.distance(start, place)
    scales = {sheet.scale or "europe" for sheet in board.sheets.values()}
    on_sheets = start in board.spots and place in board.spots
    if hexes is not None and on_sheets and len(scales) == 1:
        return hexes * flight_cost(next(iter(scales)))
    scale = position.ground.scale
    found = cheapest_path(
        board.neighbours, start, place, lambda here, to: flight_cost(scale(to), scale(here))
    )
    return found.cost if found else 10**6


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
    limit = rebase_range(piece.range, extended, True)
    return distance <= limit and friendly_way(position, piece, place, limit)


def base_ban(position: Position, piece: Piece, place: str) -> str:
    """Why an aircraft may not be based in a hex: control, permission, stacking (11.16, 2.3)."""
    ours = position.reading(RebaseHexes) is RebaseHexes.OWN
    state, owner = position.state, piece.owner
    controller = state.controller(place)
    if controller is None or not is_friendly(position, place, position.side(owner)):
        return "the hex is not friendly"
    foreign = major(state, controller) != major(state, owner)
    if entry_ban(position, owner, place) or (ours and foreign):
        return f"the hex belongs to {controller}"
    strange = strangers(state, owner, position.at(place))
    if strange:
        return f"{owner} does not co-operate with {strange[0].name} in {position.label(place)}"
    others = [p for p in position.air_at(place) if p.id != piece.id]
    if over_air_limit(position, place, [*others, piece]):
        return f"{position.label(place)} has room for no more aircraft"
    return ""


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


@implements("WIF-11.16-1", "WIF-11.16-4", "WIF-14.2.2-1")
def check_rebase(position: Position, order: Order) -> Ruling:
    """`{units: Ju-87D, to: Minsk}`: aircraft fly to another base (11.16)."""
    named = units_in(position, order, "units", AIRCRAFT)
    places, troubles = places_in(position, order, "to")
    findings = [*named.findings, *troubles]
    if findings:
        return Ruling(tuple(findings))
    plan: list[tuple[Piece, str]] = []
    for piece in named.pieces:
        findings += _piece_troubles(piece)
        base, reasons = _first_base(position, piece, places, plan)
        findings += reasons
        plan.append((piece, base))
    stays = abroad_ban(position, plan)
    findings += [stays] if stays else []
    findings += refusals(position, named.pieces, "rebase")
    if findings:
        return Ruling(tuple(findings))
    events = [change for piece, base in plan for change in _flight(piece, base)]
    words = [
        f"{piece.name} {position.label(piece.at)} > {position.label(base)} "
        f"(range {flown_distance(position, piece.at, base)})"
        for piece, base in plan
    ]
    return Ruling((), "; ".join(words), (*events, *spent(position, named.pieces, "rebase")))


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
    reason = base_ban(position, piece, place)
    if reason:
        return reason
    strange = strangers(position.state, piece.owner, arriving)
    if strange:
        return f"{piece.owner} does not co-operate with {strange[0].name}, which goes there too"
    if over_air_limit(position, place, [*position.air_at(place), *arriving, piece]):
        return f"{position.label(place)} has room for no more aircraft"
    if not within_range(position, piece, place):
        far = flown_distance(position, piece.at, place)
        return f"{position.label(place)} is {far} hexes away, too far to rebase"
    return ""


@implements("WIF-11.16-5", "WIF-14.2.4-3")
def _flight(piece: Piece, base: str) -> tuple[Event, ...]:
    """A rebase leaves the aircraft face-up, even out of supply (11.16)."""
    return (
        UnitMoved(piece.id, piece.at, base, piece.unit.count),
        *marked(piece, UnitMark.MOVED),
    )


def rebases(umpire: Umpire) -> None:
    """The rebase step (11.16)."""
    umpire.carry_out("rebase")
    check_stacking(umpire)


REBASE: Final = Section(
    name="rebase",
    title="Aircraft rebases",
    step="rebase",
    schema="wif/rebase",
    cite="11.16",
    check=check_rebase,
)
