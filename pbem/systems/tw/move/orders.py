"""Movement by land (9.2 to 9.4, 9.8): `{units: {8-8 ARM: 3}, from: 1316, to: 1112, av: Smolensk}`.

The movement of the first impulse and that of the second are two sections of the same form; a move
that wins automatic victories names their hexes in order, and `with` who helps. Decides what may
move whither. Leaves rails to `rail`, attacks to `combat`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Final

from pbem.core.data.findings import warning
from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import Path
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark, set_place
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import Mark
from pbem.core.record.verdicts import PlaceId, UnitId, Verdict
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.air.orders import named_ways, supporters, take_off
from pbem.systems.tw.air.support import Mission, columns_of, help_overrun, most_columns
from pbem.systems.tw.move.dropping import Drop, Flight, carry_in, check_drop, fly_home
from pbem.systems.tw.move.marching import (
    FIRST,
    SECOND,
    Ground,
    ground_for,
    is_cut_off,
    points_of,
    way_to,
)
from pbem.systems.tw.move.overruns import Attempt, overrun, wins
from pbem.systems.tw.supply.cutting import eliminated
from pbem.systems.tw.world.activity import allows, is_active
from pbem.systems.tw.world.capturing import captured
from pbem.systems.tw.world.commandos import is_stormed
from pbem.systems.tw.world.geography import City, Land
from pbem.systems.tw.world.hexes import has_fortress
from pbem.systems.tw.world.homes import germans_too_many
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.partisans import are_partisans, occupied
from pbem.systems.tw.world.placing import why_not_there
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.stacking import counted_at, limit_of
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import Marker, PowerName, UnitMark
from pbem.systems.tw.world.weather import effect
from pbem.systems.tw.world.west import has_fallen, is_in_hostile_france

BY_AIR: Final = "air"
MARKS: Final = {FIRST: UnitMark.MOVED, SECOND: UnitMark.EXPLOITED}


@dataclass(frozen=True, slots=True)
class OverrunVerdict(Verdict):
    """An automatic victory: who fell, to whom."""

    kind: ClassVar[str] = "overrun"
    cite: ClassVar[str] = "9.8"

    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "eliminated"


@dataclass(frozen=True, slots=True)
class Overrun:
    """An automatic victory that a move won, for its verdict."""

    place: PlaceId
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class Help:
    """Who helps an automatic victory: units beside the hex, and columns of aircraft."""

    helpers: tuple[tuple[Piece, str], ...]
    columns: int


@dataclass(frozen=True, slots=True)
class Marched:
    """What a move came to: automatic victories, and missions that must be flown for them."""

    won: tuple[Overrun, ...]
    missions: tuple[Mission, ...]


@implements("TW-9.0-1", "TW-9.0-4", "TW-9.3-3")
def check_move(position: Position, order: Order, impulse: int) -> Ruling:
    """A stack moves, and may win automatic victories on its way."""
    if order.data.get("by") == BY_AIR:
        return check_drop(position, order, impulse)
    check = Check(position, order)
    origin, goal = check.place(order.data["from"]), check.place(order.data["to"])
    targets, via = check.places(order.data.get("av")), check.places(order.data.get("via"))
    pieces = check.pieces(origin, order.data["units"]) if origin else ()
    if not check.ok or not pieces:
        return check.ruling("")
    for piece in pieces:
        may_move(check, piece, impulse)
    if not check.ok:
        return check.ruling("")
    march = March(check, pieces, impulse)
    won = tuple(march.overruns(order.data, targets))
    places = march.to(goal, via) if check.ok else ()
    if check.ok:
        let_in_britain(check, pieces, goal)
        arrive(check, pieces, places, impulse)
        fits(check, pieces, goal, MARKS[impulse])
    way = f"{check.label(origin)} > {check.label(goal)}"
    reading = f"{told(pieces)}: {way}, {march.spent} of {march.points} points"
    return check.ruling(reading, Marched(won, tuple(march.missions)))


@implements(
    "TW-9.2-2", "TW-4.0-1", "TW-10.2.4-1", "TW-4.3-6", "TW-12.6.2-1", "TW-9.1.1-4", "TW-1.2d-7"
)
def may_move(check: Check, piece: Piece, impulse: int) -> None:
    """Whether a unit may move in an impulse at all."""
    name = piece.counter.name
    check.first(_hindrances(check, piece, impulse), before=f"{name} ", about=name)


def _hindrances(check: Check, piece: Piece, impulse: int) -> Iterator[tuple[str, bool, str, str]]:
    """What may keep a unit from moving: whether it does, and how it is told."""
    position, second = check.position, impulse == SECOND
    yield "not-ground", not piece.is_ground, "is no ground unit", "9.0"
    yield "not-active", not is_active(piece), "is not activated by a logistical effort", "4.0"
    yield "cut-off", is_cut_off(piece), "is out of supply", "12.6.1"
    yield "moved", piece.unit.marked(MARKS[impulse]), "has moved in this impulse", "9.0"
    yield "impulse", second and not piece.exploits, "has no second impulse", "9.2"
    yield "dropped", piece.unit.marked(UnitMark.DROPPED), "has landed from the air", "11.14.1"
    late = piece.unit.marked(UnitMark.HELD_BACK)  # it has moved as it landed
    yield "late", late, "has landed behind a first wave without ARM", "7.7.1"
    allowed = not second or allows(position, piece.owner, "second-impulse")
    yield "effort", not allowed, "has no second impulse with this effort", "4.3"
    hostile = second and is_in_hostile_france(position, piece)
    yield "hostile", hostile, "has no second impulse in a hostile France", "18.5.7"
    weather = not second or effect(position, piece.owner, piece.at, "second")
    yield "weather", not weather, "has no second impulse in this weather", "26"


class March:
    """A stack on its way: what it has spent, and the hexes that it has gone through."""

    def __init__(self, check: Check, pieces: Sequence[Piece], impulse: int) -> None:
        self.check = check
        self.pieces = tuple(sorted(pieces, key=lambda p: points_of(check.position, p, impulse)))
        self.impulse = impulse
        self.points = points_of(check.position, self.pieces[0], impulse)
        self.spent = 0
        self.places: tuple[str, ...] = (pieces[0].at,)
        self.cleared: frozenset[str] = frozenset()
        self.missions: list[Mission] = []

    @property
    def here(self) -> str:
        return self.places[-1]

    @implements("TW-4.4-3", "TW-4.5-2")
    def overruns(self, said: Any, targets: Sequence[str]) -> Iterator[Overrun]:
        """The automatic victories of a move, one after the other."""
        if targets and not allows(self.check.position, self.pieces[0].owner, "overruns"):
            message = "the effort allows no automatic victory"
            self.check.complain("effort", message, cite="4.5")
        helpers = tuple(self._helpers(said.get("with", ())))
        self.check.each_once((*self.pieces, *(piece for piece, _ in helpers)))
        for number, target in enumerate(targets if self.check.ok else ()):
            columns = self._support(said.get("oas", ()), target) if not number else 0
            yield from self._overrun(target, Help(helpers, columns))
        if said.get("oas") and not targets:
            hint = "or, in an attack, `oas`"
            self.check.complain("no-av", "aircraft help an automatic victory", hint, "9.8")

    @implements("TW-9.8-5")
    def _support(self, said: Sequence[Any], target: str) -> int:
        """The columns of aircraft that help the first automatic victory of a move: as flown, or
        as they may hope for.
        """
        check, power = self.check, self.pieces[0].owner
        flown = check.state.marker(target, Marker.AIR_HELP)
        if flown is not None:
            return int(flown)
        ways = named_ways(check, said, target)
        wing = supporters(check, said, target, UnitMark.HELPS) if said else ()
        most = most_columns(check.position, "oas")
        if wing:
            units = tuple(piece.id for piece in wing)
            self.missions.append(Mission(target, power, units, most, ways))
        return columns_of(check.position, wing, target, most)

    @implements("TW-9.8-7", "TW-9.0-4", "TW-9.3-3")
    def _helpers(self, said: Sequence[Any]) -> Iterator[tuple[Piece, str]]:
        """Who helps from where he stands: units that may move in this impulse, and have not."""
        for row in said:
            origin = self.check.place(row["from"])
            for piece in self.check.pieces(origin, row["units"]) if origin else ():
                may_move(self.check, piece, self.impulse)
                yield piece, origin

    @implements("TW-9.8-5", "TW-9.8-6", "TW-9.8-11")
    def _overrun(self, target: str, help_: Help) -> Iterator[Overrun]:
        """The stack goes beside a hex, clears it, and enters it: by the cheapest way of those by
        which the odds are enough.
        """
        check = self.check
        tries = [(way, self._attempt(way, help_)) for way in self._approaches(target)]
        if not tries:
            message = f"the stack cannot reach {check.label(target)} with {self.points} points"
            check.complain("too-far", message, cite="9.8", about=target)
            return
        fallen = check.position.enemy_ground(self.pieces[0].owner, target)
        good = [(way, one) for way, one in tries if fallen and wins(check.position, one)]
        way, attempt = (good or tries)[0]
        overrun(check, attempt)
        self._goes(way)
        self.cleared |= {target}
        yield Overrun(
            target,
            tuple(piece.id for piece, _ in attempt.attackers),
            tuple(piece.id for piece in fallen),
        )

    def _attempt(self, way: Path, help_: Help) -> Attempt:
        """The automatic victory at the end of a way."""
        *_, beside, target = way.places
        stack = tuple((piece, beside) for piece in self.pieces)
        return Attempt(stack, help_.helpers, target, self.impulse, help_.columns)

    def _approaches(self, target: str) -> list[Path]:
        """The ways beside a hex, and into it once its defenders are gone, the cheapest first."""
        before, after = self._ground(), self._ground(target)
        ways = []
        for beside in self.check.board.neighbours[target]:
            way, step = self._leg(before, beside), after.cost(beside, target)
            if way is None or step is None:
                continue
            ends = beside != self.pieces[0].at and before.stops(beside)
            if not ends and self.spent + way.cost + step <= self.points:
                ways.append(Path((*way.places, target), way.cost + step))
        return sorted(ways, key=lambda way: (way.cost, way.places))

    def _ground(self, also: str = "") -> Ground:
        cleared = self.cleared | ({also} if also else frozenset())
        return ground_for(self.check.position, self.pieces, cleared)

    def _leg(self, ground: Ground, goal: str, via: Sequence[str] = ()) -> Path | None:
        """The cheapest way on from where the stack is."""
        there = replace(ground, start=self.here)
        return way_to(there, goal, self.points - self.spent, via)

    def _goes(self, way: Path) -> None:
        self.places = (*self.places, *way.places[1:])
        self.spent += way.cost

    @implements("TW-9.0-2", "TW-9.0-3")
    def to(self, goal: str, via: Sequence[str]) -> tuple[str, ...]:
        """All hexes of the move as far as its goal."""
        check = self.check
        position, power = check.position, self.pieces[0].owner
        held = position.enemy_ground(power, goal) and not position.lone_flak(power, goal)
        way = self._leg(self._ground(), goal, via)
        if held:
            message = f"enemy ground units are in {check.label(goal)}"
            check.complain("held", message, "attack them, or name it in `av`", "9.4")
        elif way is None and is_stormed(position, self.pieces, goal):
            message = f"{told(self.pieces)} must storm {check.label(goal)}"
            hint = "attack it from beside it"
            check.complain("storm", message, hint, "2.6", about=check.order.data["to"])
        elif way is None or (len(way.places) == 1 and len(self.places) == 1):
            name = told(self.pieces)
            message = f"{name} cannot reach {check.label(goal)} with {self.points} points"
            check.complain("too-far", message, cite="9.3", about=check.order.data["to"])
        else:
            self._goes(way)
            self._keeps_up()
        return self.places

    @implements("TW-10.6.7-2")
    def _keeps_up(self) -> None:
        """Whoever pays more for swamps than the slowest of the stack has the points for them."""
        check = self.check
        for piece in self.pieces[1:]:
            has = points_of(check.position, piece, self.impulse)
            if self._spent_by(piece) > has:
                name, goal = piece.counter.name, check.label(self.here)
                message = f"{name} cannot reach {goal} with {has} points"
                check.complain("too-far", message, "swamps cost it more", "10.6.7", about=name)
                return

    def _spent_by(self, piece: Piece) -> int:
        """What the way costs a unit of the stack, which differs in swamps alone."""
        slowest = self._ground()
        own = replace(slowest, mover=piece)
        more = sum(own.hex_cost(one) - slowest.hex_cost(one) for one in self.places[1:])
        return self.spent + more


@implements("TW-1.2c-1", "TW-META-7")
def arrive(check: Check, pieces: Sequence[Piece], places: Sequence[str], impulse: int) -> None:
    """The stack stands at its goal; what it went through is its power's, but for cities and ports
    where Commandos hide.
    """
    power = pieces[0].owner
    for place in places[1:]:
        check.does(tuple(swept(check.position, power, place)))
        if check.position.is_friendly(power, place) or is_stormed(check.position, pieces, place):
            continue
        if not are_partisans(pieces):
            check.does(tuple(captured(check.position, power, place)))
        elif place == places[-1]:
            check.does(tuple(occupied(check.position, power, place)))
    check.does(tuple(_moved(pieces, places[-1], MARKS[impulse])))


@implements("TW-11.12.2-3")
def swept(position: Position, power: str, place: str) -> Iterator[Event]:
    """Flak that stands alone where units of a power enter is eliminated."""
    for piece in position.lone_flak(power, place):
        yield from eliminated(piece)


def _moved(pieces: Sequence[Piece], goal: str, mark: UnitMark) -> Iterator[Event]:
    for piece in pieces:
        yield from set_mark(piece.unit, mark, Mark(mark.until))
        yield UnitMoved(piece.id, piece.at, goal)


@implements("TW-9.6.1-1")
def let_in_britain(check: Check, pieces: Sequence[Piece], goal: str) -> None:
    """British units may stand in a hex, as it is before they are there."""
    british = any(piece.owner == PowerName.BRITAIN for piece in pieces)
    if british and _is_closed_to_britain(check.position, goal):
        check.complain("british", f"no British units in {check.label(goal)}", cite="9.6.1")


@implements("TW-9.6-6")
def fits(check: Check, pieces: Sequence[Piece], goal: str, mark: UnitMark) -> None:
    """The stack may stand there with those who do not move on."""
    position, power = check.position, pieces[0].owner
    _may_be_together(check, pieces, goal)
    there = counted_at(position, power, goal)
    staying = [piece for piece in there if piece.unit.marked(mark)]
    for pieces_there, is_sure in ((staying, True), (there, False)):
        if pieces_there and len(pieces_there) > limit_of(position, goal, pieces_there):
            _overstacked(check, goal, pieces_there, is_sure)
            return


def _may_be_together(check: Check, pieces: Sequence[Piece], goal: str) -> None:
    """Whether nations may stand in a hex: Germans in Finland, Hungarians beside Romanians."""
    position = check.position
    if germans_too_many(position, pieces, goal):
        message = "no more than 6 German factors are in Finland while Leningrad is Soviet"
        check.complain("finland", message, cite="23.21")
    why, cite = why_not_there(position, pieces, goal)
    if why:
        check.complain("placing", why, cite=cite, about=check.order.data["to"])


def _overstacked(check: Check, place: str, pieces: Sequence[Piece], is_sure: bool) -> None:
    """Too many units: wrong where they have all moved, else a word of warning."""
    limit = limit_of(check.position, place, pieces)
    message = f"{len(pieces)} units in {check.label(place)}, where {limit} may stay"
    if is_sure:
        check.complain("stacking", message, cite="9.6")
    else:
        check.findings.append(warning("stacking", f"{message}: some must move on", cite="9.6"))


def _is_closed_to_britain(position: Position, place: str) -> bool:
    """Paris, whoever holds it, until France has surrendered, and the Maginot Line."""
    french = position.board.country(place) == Land.FRANCE
    paris = position.board.name(place) == City.PARIS and not has_fallen(position)
    return paris or (french and has_fortress(position, place))


def carry_out(umpire: Umpire, section: str) -> None:
    """The moves of an impulse, in the order of the files."""
    for order, ruling in umpire.sound_orders(section):
        if isinstance(ruling.plan, Drop):
            umpire.done(order, ruling.reading)
            carry_in(umpire, ruling.plan)
        elif isinstance(ruling.plan, Flight):
            umpire.done(order, ruling.reading)
            fly_home(umpire, ruling.plan)
        elif not ruling.plan.missions:
            _march(umpire, order, ruling)
        else:
            _march_with_support(umpire, order, ruling.plan.missions)


def _march(umpire: Umpire, order: Order, ruling: Ruling) -> None:
    umpire.apply(*ruling.events)
    umpire.done(order, ruling.reading)
    for won in ruling.plan.won:
        umpire.tell(OverrunVerdict(won.place, won.attackers, won.defenders))


@implements("TW-9.8-5")
def _march_with_support(umpire: Umpire, order: Order, missions: Sequence[Mission]) -> None:
    """Aircraft fly first: with what is left of their support the move is looked at again."""
    for mission in missions:
        take_off(umpire, mission.wing, mission.place, UnitMark.HELPS)
        with umpire.step(mission.place, at=mission.place):
            columns = help_overrun(umpire, mission).columns
        umpire.apply(*set_place(umpire.state, mission.place, "marker", Marker.AIR_HELP, columns))
    ruling = umpire.check(order)
    for mission in missions:
        umpire.apply(*set_place(umpire.state, mission.place, "marker", Marker.AIR_HELP, None))
    if ruling.ok:
        _march(umpire, order, ruling)
    else:
        umpire.fail(order, ruling.findings[0].message, "9.8")


def movement(umpire: Umpire) -> None:
    """Movement of the first impulse."""
    carry_out(umpire, MOVEMENT.name)


def exploitation(umpire: Umpire) -> None:
    """Movement of the second impulse."""
    carry_out(umpire, EXPLOITATION.name)


MOVEMENT: Final = Section(
    "movement",
    "Movement of the first impulse",
    "movement",
    "tw/movement",
    "9.2",
    partial(check_move, impulse=FIRST),
)
EXPLOITATION: Final = Section(
    "exploitation",
    "Movement of the second impulse",
    "exploitation",
    "tw/exploitation",
    "9.2",
    partial(check_move, impulse=SECOND),
)
