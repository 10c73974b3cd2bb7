"""Units that go into boxes and out of them (5.2 to 5.9): what is checked, what is written down.

Decides for one order whether its units may go, by which way, which transports sail, and what marks
they carry afterwards. Leaves ground units that march in or out to `moves`, and ships that carry
units in an operation to `operations`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark
from pbem.core.record.events import UnitMoved, after_change
from pbem.core.record.state import Mark
from pbem.systems.awaw.boxes import shipping
from pbem.systems.awaw.boxes.conditions import (
    MOVEMENT,
    REDEPLOYMENT,
    changes_theater,
    keeps_garrison,
    may_redeploy_on,
    must_stay,
    way_to_siberia,
)
from pbem.systems.awaw.boxes.fighting import too_few_transports
from pbem.systems.awaw.boxes.holding import may_be_in
from pbem.systems.awaw.boxes.lanes import load_of, needs, protectors, sail
from pbem.systems.awaw.boxes.places import is_sw_box, theater_of
from pbem.systems.awaw.boxes.routes import STAGING_TO_INDIA, air_distance, too_long
from pbem.systems.awaw.boxes.ways import NR, Way, touches, ways
from pbem.systems.awaw.world.alliances import stand_together
from pbem.systems.awaw.world.boxes import INDIA, is_box
from pbem.systems.awaw.world.naming import Check, Group
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.units import Piece
from pbem.systems.awaw.world.vocabulary import UnitMark

Problem = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Wish:
    """Where units of one place are to go: the phase, how if it is said, stops, a front."""

    origin: str
    goal: str
    phase: str
    how: str = ""
    stops: tuple[str, ...] = ()
    front: str = ""


def cross(check: Check, groups: Sequence[Group], wish: Wish) -> Way | None:
    """Units go into a box or out of it: what stands against it, else what becomes of them."""
    for piece, _ in groups:
        for message, cite in problems(check.position, piece, wish):
            check.complain("no-way", message, cite=cite, about=piece.counter.name)
    way = _common_way(check, groups, wish) if check.ok else None
    if way is None:
        return None
    _sails(check, groups, way)
    for group in groups:
        _arrives(check, group, way, wish)
    return way


def problems(position: Position, piece: Piece, wish: Wish) -> Iterator[Problem]:
    """Why one unit may not go, each with its rule."""
    name, goal = piece.counter.name, wish.goal
    if is_box(goal) and not may_be_in(position, piece, goal):
        yield f"{name} may never be in the {position.label(goal)}", "5.12"
        return
    if wish.phase == REDEPLOYMENT:
        yield from _rest(position, piece, wish)
    if not way_to_siberia(position, wish.origin, goal):
        yield "the way from the Urals to the Pacific map is not open to Russia", "5.77"
    if is_sw_box(wish.origin) or is_sw_box(goal):
        yield from _shipping(position, piece, wish)
    if not is_box(goal) and not is_own(position, piece, goal):
        yield f"{position.label(goal)} is not in hands of its faction", "5.12"


def _rest(position: Position, piece: Piece, wish: Wish) -> Iterator[Problem]:
    """Units that have redeployed in this phase already."""
    name = piece.counter.name
    if not may_redeploy_on(position, piece, wish.origin, wish.goal):
        yield f"{name} has redeployed into the {position.label(wish.origin)} and stays", "28.72"
    elif piece.unit.marked(UnitMark.REDEPLOYED) and not piece.unit.marked(UnitMark.ENTERED_BOX):
        yield f"{name} has redeployed in this phase", "28"


def is_own(position: Position, piece: Piece, place: str) -> bool:
    """Whether a place is in hands of a unit's faction."""
    return stand_together(position.state, piece.owner, position.holder(place))


def _shipping(position: Position, piece: Piece, wish: Wish) -> Iterator[Problem]:
    """What stands against going to an SW box or leaving it."""
    name, origin, goal = piece.counter.name, wish.origin, wish.goal
    if not shipping.enters_now(piece, wish.phase):
        yield f"{name} enters and leaves SW boxes in the redeployment phase alone", "5.934"
    if is_sw_box(goal) and not shipping.has_section(position, piece, goal):
        yield f"the {position.label(goal)} has no section for {name}", "5.931"
    if not shipping.submarine_passes(position, piece, origin, goal):
        yield "German submarines come there from a Mediterranean port by the Suez canal", "5.935"
    box, port = (goal, origin) if is_sw_box(goal) else (origin, goal)
    if not is_sw_box(port) and not shipping.is_home_port(position, piece, box, port):
        where = position.label(port)
        yield f"{name} may not be based at {where} while in the Pacific SW box", "5.932"
    flies = piece.counter.is_a("bombing") and is_sw_box(goal)
    if flies and not shipping.may_fly_over(position, piece, goal, wish.front):
        yield f"{name} needs a front there with an air base of its faction", "5.943"


def _common_way(check: Check, groups: Sequence[Group], wish: Wish) -> Way | None:
    """The first way of the chart that all units of an order may go."""
    found = [ways(check.position, p, wish.goal, wish.phase, how=wish.how) for p, _ in groups]
    for way in found[0]:
        if all(way in others for others in found) and (
            wish.origin != wish.goal or _is_of_the_air(groups)
        ):
            return _walked(check, way, groups, wish)
    by = f" by {wish.how}" * bool(wish.how)
    where = f"{check.label(wish.origin)} to {check.label(wish.goal)}"
    names = ", ".join(piece.counter.name for piece, _ in groups)
    message = f"no way leads {names} from {where}{by} in the {wish.phase} phase"
    check.complain("no-way", message, _hint(check.position, groups[0][0], wish), "5.12")
    return None


def _is_of_the_air(groups: Sequence[Group]) -> bool:
    return all(piece.counter.is_a("bombing") for piece, _ in groups)


def _hint(position: Position, piece: Piece, wish: Wish) -> str:
    """In which other phases and by what the unit could go there."""
    other = {
        f"{way.how} in the {way.phase} phase ({way.rule})": None
        for phase in (MOVEMENT, "combat", REDEPLOYMENT)
        for way in ways(position, piece, wish.goal, phase)
        if phase != wish.phase or way.how != wish.how
    }
    return ", ".join(other)


def _walked(check: Check, way: Way, groups: Sequence[Group], wish: Wish) -> Way | None:
    """A way with what it asks of distance and stops."""
    if way.how == "staging" and INDIA in (wish.origin, wish.goal):
        away = air_distance(check.position, wish.origin, wish.goal)
        if away > STAGING_TO_INDIA:
            message = f"it is {away} hexes, air units stage {STAGING_TO_INDIA} at most"
            check.complain("too-far", message, cite="5.47")
    if way.how == NR and any(piece.is_naval for piece, _ in groups):
        _sailed(check, way, wish)
    return way if check.ok else None


def _sailed(check: Check, way: Way, wish: Wish) -> None:
    """Ships that redeploy touch what they must, and ports as often as they must."""
    stops = (wish.origin, *wish.stops, wish.goal)
    if not touches(check.position, way, stops):
        words = ", ".join(word.replace("-", " ") for word in way.via.split())
        check.complain("via", "ships must touch one of these", f"via: {words}", "5.28")
    leg = "" if is_sw_box(wish.goal) else too_long(check.position, stops)
    if leg:
        check.complain("too-far", leg, "name ports on the way: via: [Lisbon]", "5.28")


def _sails(check: Check, groups: Sequence[Group], way: Way) -> None:
    """Transports of an SW box sail with the load."""
    needed = needs(check.position, way, load_of(groups))
    power = groups[0][0].owner
    for message, cite in too_few_transports(check.position, power, needed):
        check.complain("no-transports", message, "station more there", cite)
    if check.ok:
        check.does(sail(check.position, power, needed))


def protected_by(position: Position, groups: Sequence[Group], way: Way) -> tuple[str, ...]:
    """The names of ships that may protect a redeployment by sea, as they stand."""
    found = protectors(position, way, groups[0][0].owner, groups[0][0].at)
    return tuple(dict.fromkeys(piece.counter.name for piece in found))


@implements(
    "AWAW-5.28B-3", "AWAW-5.934B-1", "AWAW-5.934B-2", "AWAW-5.934B-3", "AWAW-5.27C-2",
)  # fmt: skip
def _marks(
    position: Position, piece: Piece, way: Way, wish: Wish
) -> Iterator[tuple[UnitMark, str | bool]]:
    """What is written on a unit that goes."""
    origin, goal = wish.origin, wish.goal
    if wish.phase == MOVEMENT:
        yield UnitMark.MOVED, True
    else:
        yield UnitMark.REDEPLOYED, True
    if wish.phase == REDEPLOYMENT and must_stay(position, piece, origin, goal):
        yield UnitMark.ENTERED_BOX, True
    if wish.front and piece.counter.is_a("bombing"):
        yield UnitMark.FRONT, wish.front
    if not piece.is_naval:
        return
    clock = position.state.clock
    until = shipping.inverted_until(clock, wish.phase, goal) if is_sw_box(origin) else ""
    if until:
        yield UnitMark.INVERTED, until
    elif is_base_change(origin, goal, way) and changes_theater(position, origin, goal):
        yield UnitMark.INVERTED, f"{clock.turn}.{clock.side}"
    if shipping.bound_to_theater(goal, wish.phase):
        yield UnitMark.OF_THEATER, theater_of(position, origin)


def is_base_change(origin: str, goal: str, way: Way) -> bool:
    """Whether ships change base from one place to another, SW boxes apart."""
    return way.how == "base-change" and not is_sw_box(origin) and not is_sw_box(goal)


def _arrives(check: Check, group: Group, way: Way, wish: Wish) -> None:
    """The unit stands at its goal with its marks; a garrison that is too small forbids it."""
    piece, many = group
    unit, count = piece.unit, piece.part(many)
    for mark, value in _marks(check.position, piece, way, wish):
        events = set_mark(unit, mark, Mark(mark.until, value), count)
        check.does(events)
        unit = after_change(unit, events[0]) if events else unit
    if wish.goal != wish.origin:
        check.does([UnitMoved(unit.id, unit.at, wish.goal, count)])
    leaves(check, piece, wish.origin, wish.goal)


def leaves(check: Check, piece: Piece, origin: str, goal: str) -> None:
    """A ground unit that has left a box leaves enough behind."""
    if keeps_garrison(check.position, piece, origin, goal):
        return
    message = f"too few ground factors would be left in the {check.label(origin)}"
    hint = "as many as enemies have beside it; write first what comes in"
    check.complain("garrison", message, hint, "5.47")
