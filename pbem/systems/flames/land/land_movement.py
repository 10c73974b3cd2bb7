"""Land movement (11.10): moving units and stacks over the map, with overruns on the way.

Decides: who may move, what each hex costs, zones of control, hexes taken in passing, units that
turn face-down, dropping units from a stack. The program finds the cheapest path from each named hex
to the next; an enemy's hex is entered, by overrun, only where the order names it. Leaves what
the ground makes of a step to `steps`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import cheapest_path, reachable
from pbem.core.record.events import Event, UnitMoved
from pbem.core.rules.readings import Reading
from pbem.systems.flames.land.combatants import is_winterised
from pbem.systems.flames.land.overrun import Overrun, Overrunners, expected_displacement, overrun
from pbem.systems.flames.land.steps import is_native, railway_bonus, step_cost
from pbem.systems.flames.world.control import (
    closed_countries,
    enemy_occupied,
    entered,
    entry_bans,
    take_hex,
)
from pbem.systems.flames.world.elites import slips_through
from pbem.systems.flames.world.foreseen import after
from pbem.systems.flames.world.local_units import is_tied
from pbem.systems.flames.world.partisans import entry_ban_of, home_of, hostile_units, leaves_home
from pbem.systems.flames.world.position import Piece, Position, marked, names, turned_down
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.terrain import NO_PATH
from pbem.systems.flames.world.vocabulary import UnitMark, Weather
from pbem.systems.flames.world.zoc import enemy_zoc


class EntryWithoutPoints(Reading, id="WIF-11.10.1-R1"):
    """Who may enter a hex that he cannot pay for."""

    SOME_LEFT = "some-left"
    ALWAYS = "always"


class OverrunStack(Reading, id="WIF-11.10.6-R3"):
    """Who of a stack turns face-down for the double cost of an overrun."""

    EACH_OWN = "each-own"
    WHOLE_STACK = "whole-stack"


@dataclass(frozen=True, slots=True)
class Mover:
    """A unit on the move: its points left, whether it will turn face-down, where it is dropped."""

    piece: Piece
    left: int
    down: bool
    spent: int = 0
    drop: str = ""
    snowed: bool = False  # it has entered a hex in snow in this step (option 15)


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of a move that is carried out at once; an overrun is the end of one.

    `aside` is what overrun aircraft are expected to do: their owner decides it in play.
    """

    path: tuple[str, ...]
    events: tuple[Event, ...]
    aside: tuple[Event, ...] = ()
    taken: tuple[str, ...] = ()
    overrun: Overrun | None = None
    movers: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class March:
    """A stack on its way: where it is, who is still with it, what has happened so far."""

    position: Position
    at: str
    movers: tuple[Mover, ...]
    unsupplied: frozenset[str] = frozenset()
    dropped: tuple[Mover, ...] = ()
    halted: bool = False
    legs: tuple[Leg, ...] = ()
    targets: tuple[str, ...] = ()
    earlier: March | None = None

    def after_leg(self, number: int) -> March:
        """The march as it was after so many legs."""
        march = self
        while len(march.legs) > number and march.earlier is not None:
            march = march.earlier
        return march

    @property
    def power(self) -> str:
        """The power of the (first) unit that moves."""
        return (*self.movers, *self.dropped)[0].piece.owner

    @property
    def powers(self) -> tuple[str, ...]:
        """The powers whose units are still on the way."""
        return tuple(dict.fromkeys(mover.piece.owner for mover in self.movers))

    @property
    def zoc(self) -> frozenset[str]:
        """The hexes in which the zone of control of an opponent of any of them ends the move."""
        zones = [enemy_zoc(self.position, power) for power in self.powers]
        found = zones[0].union(*zones[1:]) if zones else frozenset()
        pieces, ground = [mover.piece for mover in self.movers], self.position.ground
        if not all(piece.is_division for piece in pieces):
            return found
        return frozenset(p for p in found if not all(slips_through(ground, u, p) for u in pieces))

    @property
    def occupied(self) -> frozenset[str]:
        """The hexes with opponents of any of them: entered by overrun only (11.10.3)."""
        hexes = [enemy_occupied(self.position, power) for power in self.powers]
        return hexes[0].union(*hexes[1:]) if hexes else frozenset()

    @property
    def everyone(self) -> tuple[Mover, ...]:
        """All units of the order, those dropped first."""
        return (*self.dropped, *self.movers)

    @property
    def trail(self) -> tuple[str, ...]:
        """Every hex from the start on."""
        first = self.legs[0].path[:1] if self.legs else (self.at,)
        return (*first, *(place for leg in self.legs for place in leg.path[1:]))


# --- costs -------------------------------------------------------------------------------------


def cost_for(
    march: March, mover: Mover, here: str, there: str, *, doubled: bool = False
) -> int | None:
    """What a step costs one unit of the stack."""
    position, piece = march.position, mover.piece
    bonus, native = railway_bonus(position), is_native(position, piece)
    return step_cost(
        position.ground, piece, here, there, doubled=doubled, railway_bonus=bonus, native=native
    )


@implements("WIF-11.10.2-4")
def is_slowed(position: Position, mover: Mover, place: str) -> bool:
    """Whether a hex is the first in snow of a unit not winterised: a point more (11.10.2)."""
    if not position.kits.snow_slows or mover.snowed or is_winterised(position, mover.piece):
        return False
    return bool(position.ground.weather[place] == Weather.SNOW)


# --- finding a path ------------------------------------------------------------------------------


def best_path(march: March, target: str, over: bool) -> tuple[str, ...] | None:
    """The path of the stack to a hex: fewest units face-down, then cheapest, shortest, byte order.

    `over` says that the last step is an overrun. None where there is no legal path.
    """
    if march.halted:
        near = over and target in march.position.board.neighbours[march.at]
        return (march.at, target) if near else None
    classes = {(m.piece.is_motorised, m.piece.terrain_kind, m.left): m for m in march.movers}
    paths = {path for m in classes.values() if (path := _path_of(march, m, target))}
    rated = [(rating, path) for path in paths if (rating := _rating(march, path)) is not None]
    return min(rated)[1] if rated else None


def _path_of(march: March, mover: Mover, target: str) -> tuple[str, ...] | None:
    """The cheapest path of one unit within its points, or over them with the last step."""
    board = march.position.board
    cost = _Steps(march, mover)
    found = cheapest_path(board.neighbours, march.at, target, cost, limit=mover.left)
    if found is not None:
        return found.places
    through_zoc = _holds_enemy_land(march, target)
    near = {
        place
        for place in board.neighbours[target]
        if (place == march.at or through_zoc or place not in cost.zoc)
        and cost_for(march, mover, place, target) is not None
    }
    found = cheapest_path(board.neighbours, march.at, near, cost, limit=mover.left)
    return (*found.places, target) if found else None


def _closed(march: March) -> frozenset[str]:
    """The hexes that politics close to any power of the stack, or a friend without leave (9.2)."""
    here = march.position
    borders = (here.policy.closed(here, power) for power in march.powers)
    countries = (closed_countries(here, power) for power in march.powers)
    return frozenset[str]().union(*borders, *countries)


class _Steps:
    """The cost of a step for one unit, None where it may not go; called for every step tried."""

    def __init__(self, march: March, mover: Mover) -> None:
        position = march.position
        self.ground = position.ground
        self.controller = position.controller
        homes = {mover.piece.id: home_of(position, mover.piece) for mover in march.movers}
        pieces = [mover.piece for mover in march.movers]
        self.tied = [piece for piece in pieces if homes[piece.id] or is_tied(piece)]
        others = dict.fromkeys(piece.owner for piece in pieces if not homes[piece.id])
        bans = [entry_bans(position, power) for power in others]
        self.shut = frozenset(power for said in bans for power, ban in said.items() if ban)
        self.closed = _closed(march)
        self.piece = mover.piece
        self.bonus, self.native = railway_bonus(position), is_native(position, mover.piece)
        self.start = march.at
        self.position, self.mover = position, mover
        self.zoc = march.zoc
        self.occupied = march.occupied

    def __call__(self, here: str, there: str) -> int | None:
        if (here in self.zoc and here != self.start) or there in self.occupied:
            return None
        if there in self.closed or self.controller(there) in self.shut:
            return None
        if any(leaves_home(self.position, piece, there) for piece in self.tied):
            return None
        bonus, native = self.bonus, self.native
        cost = step_cost(self.ground, self.piece, here, there, railway_bonus=bonus, native=native)
        return cost if cost is None else cost + self._first_snow(here, there)

    def _first_snow(self, here: str, there: str) -> bool:
        """The point of the first hex in snow, as far as a step tells which that is."""
        if not is_slowed(self.position, self.mover, there):
            return False
        return here == self.start or self.ground.weather[here] != Weather.SNOW


def _rating(march: March, path: tuple[str, ...]) -> tuple[int, int, int] | None:
    """How good a path is for the whole stack: units face-down, points, steps; None if illegal."""
    movers = _walked(march, path, doubled=False)
    if len(movers) < len(march.movers):
        return None
    return sum(m.down for m in movers), sum(m.spent for m in movers), len(path)


@implements("WIF-11.10.1-4", "WIF-11.10.1-5", "AIF-11.11.1-2", "AIF-11.11.1-3")
def _walk(march: March, mover: Mover, path: Sequence[str], doubled: bool) -> Mover | None:
    """A unit after a path; None where it has no points left for a step (11.10.1).

    With some left, but too few, it enters and turns face-down. `doubled`: by an overrun, one step.
    """
    left, spent, down, needed = mover.left, mover.spent, mover.down, _needed(march)
    for here, there in pairwise(path):
        cost = cost_for(march, mover, here, there, doubled=doubled)
        if cost is None or left < needed or spent > mover.piece.movement:
            return None
        if is_slowed(march.position, mover, there):
            cost, mover = cost + 1, replace(mover, snowed=True)
        left, spent, down = max(0, left - cost), spent + cost, down or cost > left
        if there == mover.drop:
            break
    return replace(mover, left=left, spent=spent, down=down)


@implements("WIF-11.10.1-5", "AIF-11.11.1-3")
def _needed(march: March) -> int:
    """The points that a unit must have left to enter a hex that it cannot pay for (11.10.1)."""
    rule = march.position.reading(EntryWithoutPoints)
    return 0 if rule is EntryWithoutPoints.ALWAYS else 1


# --- marching ------------------------------------------------------------------------------------


@implements(
    "WIF-11.10-1", "WIF-11.10.1-6", "WIF-2.4.1-1", "WIF-2.4.3-2", "AIF-11.11.1-4", "AIF-2.4.3-1",
)  # fmt: skip
def set_out(position: Position, pieces: Sequence[Piece], drops: Mapping[str, str]) -> March:
    """A stack that is about to move; units out of supply will turn face-down (11.10.1)."""
    unsupplied = frozenset(piece.id for piece in pieces if not in_supply(position, piece))
    movers = tuple(
        Mover(piece, piece.movement, down=piece.id in unsupplied, drop=drops.get(piece.id, ""))
        for piece in pieces
    )
    return March(position, pieces[0].at, movers, unsupplied)


def march_to(march: March, targets: Sequence[str]) -> tuple[March, Finding | None]:
    """The march through the named hexes in order, or how far it comes and what stops it.

    `targets` of the march are those still ahead.
    """
    for number, target in enumerate(targets):
        march = replace(march, targets=tuple(targets[number:]))
        if target == march.at:
            continue
        problem = _halt(march, target)
        if problem is None:
            march, problem = _next_leg(march, target)
        if problem is not None:
            return march, problem
    return march, None


def resumed(march: March, position: Position) -> tuple[March, Finding | None]:
    """The rest of a march, planned again on a position that is not the one expected."""
    movers = tuple(replace(m, piece=position.pieces(m.piece.id)[0]) for m in march.movers)
    again = _halted(replace(march, position=position, movers=movers))
    return march_to(again, march.targets)


def _halted(march: March) -> March:
    """The march with the word whether an enemy zone of control ends it here."""
    return replace(march, halted=march.at in march.zoc)


@implements("WIF-11.10.1-7", "WIF-11.10.1-8", "AIF-11.11.1-5")
def _halt(march: March, target: str) -> Finding | None:
    """What keeps a stack from going on: nobody left, or an enemy zone of control (11.10.1)."""
    label = march.position.label
    if not march.movers:
        message = f"no unit is left to go on to {label(target)}"
        return error("all-dropped", message, cite="11.10.1", about=target)
    if march.halted and not _holds_enemy_land(march, target):
        message = f"the move ends in {label(march.at)}, in an enemy ZoC"
        hint = "only an overrun may follow"
        return error("zoc", message, hint=hint, cite="11.10.1", about=target)
    return None


def _holds_enemy_land(march: March, place: str) -> bool:
    first = march.everyone[0].piece
    return any(piece.is_land for piece in hostile_units(march.position, place, first))


@implements("WIF-11.10.3-1", "AIF-11.11.3-1")
def _next_leg(march: March, target: str) -> tuple[March, Finding | None]:
    """On to the next named hex; a hex with enemy units is entered by overrun only (11.10.3)."""
    position = march.position
    label = position.label(target)
    bans = [ban for m in march.movers if (ban := entry_ban_of(position, m.piece, target))]
    if bans:
        message = f"{label} cannot be entered: {bans[0]}"
        hint = "go round it; a declaration of war, an alignment or a permit opens it"
        return march, error("no-entry", message, hint=hint, cite="11.10.5", about=target)
    over = target in march.occupied
    path = best_path(march, target, over)
    if path is None:
        return march, _no_path(march, target)
    if not over:
        return _go(march, path), None
    march = _go(march, path[:-1]) if len(path) > 2 else march
    return _overrun(march, target)


def _no_path(march: March, target: str) -> Finding:
    """Why there is no path: an enemy zone of control on the way, or too few points."""
    label, ground = march.position.label, march.position.ground
    terrain = ground.terrain[target]
    message = f"{label(target)} ({terrain}) cannot be reached from {label(march.at)}"
    hint = _what_bars(march, target)
    return error("no-path", message, hint=hint, cite="11.10.1", about=target)


def _what_bars(march: March, target: str) -> str:
    """The zone of control that ends the move too early, if a way would be open without it."""
    position, slowest = march.position, min(march.movers, key=lambda m: (m.left, m.piece.id))
    cost = _Steps(march, slowest)
    cost.zoc = frozenset()
    goals = {target, *position.board.neighbours[target]} if target in cost.occupied else target
    found = cheapest_path(position.board.neighbours, march.at, goals, cost, limit=slowest.left)
    zoc = march.zoc
    stops = [place for place in found.places[1:-1] if place in zoc] if found else []
    if stops:
        return f"the enemy ZoC in {position.label(stops[0])} ends the move"
    near = _nearest(march, slowest, target)
    barred = [side for side in position.ground.sides(march.at, target) if side in NO_PATH]
    if barred and position.board.adjacent(march.at, target):
        round_it = f"; it could end in {position.label(near)}" if near else ""
        return f"nobody crosses the hexside between them ({', '.join(barred)}){round_it}"
    farther = f"; it could end in {position.label(near)}" if near else ""
    return f"too far, or barred: {slowest.piece.name} has {slowest.left} points{farther}"


def _nearest(march: March, mover: Mover, target: str) -> str:
    """The hex nearest to a target that a unit can reach, if that is nearer than where it is."""
    board = march.position.board
    reach = reachable(board.neighbours, march.at, _Steps(march, mover), limit=mover.left)
    far = {place: board.distance(place, target) for place in (march.at, *reach)}
    known = {place: steps for place, steps in far.items() if steps is not None}
    best = min(known, key=lambda place: (known[place], place), default=march.at)
    return best if known.get(best) != known.get(march.at) else ""


@implements("WIF-11.10.1-1", "WIF-11.10.1-3", "AIF-11.11.1-1")
def _go(march: March, path: tuple[str, ...], over: Overrun | None = None) -> March:
    """The stack after a leg: units moved or dropped, hexes taken (11.10.1)."""
    movers = _turned(march, path, doubled=over is not None and over.doubles)
    staying = tuple(mover for mover in movers if mover.drop in path[1:])
    going = tuple(mover for mover in movers if mover not in staying)
    leg = _leg(march, path, movers, over)
    position = after(march.position, (*leg.events, *leg.aside))
    return _halted(
        replace(
            march,
            position=position,
            at=path[-1],
            movers=tuple(replace(m, piece=position.pieces(m.piece.id)[0]) for m in going),
            dropped=(*march.dropped, *staying),
            legs=(*march.legs, leg),
            earlier=march,
        )
    )


def _walked(march: March, path: tuple[str, ...], doubled: bool) -> tuple[Mover, ...]:
    """The units after a path, those that can go it."""
    return tuple(filter(None, (_walk(march, mover, path, doubled) for mover in march.movers)))


def _turned(march: March, path: tuple[str, ...], doubled: bool) -> tuple[Mover, ...]:
    """The units after a path; by one reading all of them turn face-down in an overrun, if any."""
    movers = _walked(march, path, doubled)
    if not doubled or march.position.reading(OverrunStack) is not OverrunStack.WHOLE_STACK:
        return movers
    down = any(mover.down for mover in movers)
    return tuple(replace(mover, down=down) for mover in movers)


def _leg(march: March, path: tuple[str, ...], movers: Sequence[Mover], over: Overrun | None) -> Leg:
    """What a part of a move changes: losses, hexes taken, and where the units are then."""
    position, pieces = march.position, tuple(mover.piece for mover in movers)
    taking = (change for place in path[1:] for change in entered(position, place, pieces))
    moved = (
        UnitMoved(m.piece.id, march.at, m.drop if m.drop in path[1:] else path[-1], None)
        for m in movers
    )
    return Leg(
        path,
        (*(over.losses if over else ()), *taking, *moved),
        expected_displacement(position, over) if over else (),
        tuple(place for place in path[1:] if take_hex(position, place, pieces)),
        over,
        pieces,
    )


@implements("WIF-11.10.6-11", "WIF-11.10.6-12", "AIF-11.11.6-11", "AIF-11.11.6-12")
def _overrun(march: March, target: str) -> tuple[March, Finding | None]:
    """The overrun of the next hex, if it is possible and every unit has points left (11.10.6)."""
    position, label = march.position, march.position.label(target)
    pieces = [mover.piece for mover in march.movers]
    found = overrun(position, Overrunners(pieces, march.at, march.unsupplied), target)
    if found.problem:
        message = f"{label}: {found.problem}"
        return march, error("no-overrun", message, cite="11.10.6", about=target)
    path = (march.at, target)
    spent = [m for m in march.movers if _walk(march, m, path, found.doubles) is None]
    if spent:
        lacking = names(mover.piece for mover in spent)
        message = f"{label}: {lacking} cannot go there"
        return march, error("no-points", message, cite="11.10.1", about=target)
    return _go(march, path, found), None


def finish(march: March) -> tuple[Event, ...]:
    """The end of a move: its units have moved, some turn face-down (11.10.1, 2.4.3)."""
    changes: list[Event] = []
    for mover in march.everyone:
        changes += marked(mover.piece, UnitMark.MOVED)
        if mover.down:
            changes += turned_down(mover.piece)
    return tuple(changes)
