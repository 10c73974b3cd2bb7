"""Airborne landings (11.14): `{units: 2-5 PARA, from: 1529, to: Rotterdam, by: air}`.

Parachutists drop while ground units move, onto free ground or onto the enemy, whom they must then
fight. Decides who may drop where, and whether they come through. Leaves their attack to `combat`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import Mark
from pbem.core.record.verdicts import UnitId, Verdict
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling
from pbem.systems.tw.air.basing import slots_of
from pbem.systems.tw.air.flights import FAR, reached
from pbem.systems.tw.air.orders import flyers, take_off
from pbem.systems.tw.air.skies import Skies
from pbem.systems.tw.air.support import meet
from pbem.systems.tw.air.ways import flight, way_by
from pbem.systems.tw.supply.cutting import eliminated, gone
from pbem.systems.tw.supply.lines import FULL, supply_of
from pbem.systems.tw.world.activity import allows, is_active
from pbem.systems.tw.world.capturing import captured
from pbem.systems.tw.world.commandos import is_hidden, is_stormed, may_hide
from pbem.systems.tw.world.geography import Land
from pbem.systems.tw.world.hexes import CLEAR, DESERT, ground, has_fortress, is_city
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.ratings import FOURTH, rating_of
from pbem.systems.tw.world.units import RAIDERS, Kind, Piece
from pbem.systems.tw.world.vocabulary import Pool, PowerName, UnitMark
from pbem.systems.tw.world.weather import effect

RANGES: Final[Mapping[str, int]] = {Kind.PARA: FAR, Kind.CDO: 10}  # from the airbase to the drop
SAFE: Final = 6  # the die with which Commandos come home
BUSY: Final = (UnitMark.MOVED, UnitMark.RAILED, UnitMark.FOUGHT, UnitMark.DROPPED)


class HeldAgainst(Reading, id="TW-R-11.14-a"):
    """When parachutists fall who have not cleared the hex on which they landed."""

    OPERATIONS = "operations"
    COMBAT = "combat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """Parachutists on their way to a hex, with the aircraft that escort them."""

    units: tuple[str, ...]
    place: str
    power: str
    impulse: int
    escort: tuple[str, ...]
    via: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DropVerdict(Verdict):
    """Parachutists have landed, or were shot down."""

    kind: ClassVar[str] = "drop"
    cite: ClassVar[str] = "11.14"

    units: tuple[UnitId, ...]
    lost: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "shot-down" if self.lost else "landed"


@dataclass(frozen=True, slots=True)
class BeatenVerdict(Verdict):
    """Parachutists who have not cleared their hex are eliminated."""

    kind: ClassVar[str] = "beaten-drop"
    cite: ClassVar[str] = "11.14.3"

    units: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "eliminated"


@implements("TW-11.14.1-1", "TW-11.14.1-2", "TW-2.6-PARA-1", "TW-2.6-CDO-3")
def check_drop(position: Position, order: Order, impulse: int) -> Ruling:
    """Parachutists or Commandos of one airbase drop on a hex, or British Commandos fly home."""
    check = Check(position, order)
    origin, goal = check.place(order.data["from"]), check.place(order.data["to"])
    pieces = check.pieces(origin, order.data["units"]) if origin and goal else ()
    if pieces and _are_to_fly_home(position, pieces, goal):
        return _check_flight(check, pieces, goal)
    for piece in pieces:
        _may_drop(check, piece, goal)
    if not check.ok or not pieces:
        return check.ruling("")
    power = pieces[0].owner
    _may_land(check, pieces, goal)
    via = _way_in(check, pieces, goal)
    wing = flyers(check, order.data.get("escort", ()), goal, UnitMark.ESCORTS)
    if not check.ok:
        return check.ruling("")
    ids, escort = tuple(p.id for p in pieces), tuple(p.id for p in wing)
    check.does(landing(check.position, pieces, goal, impulse))
    with_them = f", escorted by {told(wing)}" if wing else ""
    stops = " > ".join(map(check.label, (origin, *via, goal)))
    reading = f"{told(pieces)}: drop {stops}{with_them}"
    return check.ruling(
        reading, Drop(units=ids, place=goal, power=power, impulse=impulse, escort=escort, via=via)
    )


@implements("TW-11.8.1-1", "TW-11.2.3-1")
def _way_in(check: Check, pieces: tuple[Piece, ...], goal: str) -> tuple[str, ...]:
    """The hexes by way of which parachutists fly to their drop, where an order names them."""
    via = check.places(check.order.data.get("via"))
    for piece in pieces if check.ok else ():
        far = RANGES[piece.kind]
        if not flight(check.position, piece, (piece.at, *via, goal), far):
            by = ", ".join(map(check.label, via))
            message = f"{piece.counter.name} does not reach {check.label(goal)} by way of {by}"
            check.complain("way", message, f"{far} hexes at most", "11.8.1", about=goal)
    return via


def landing(
    position: Position, pieces: tuple[Piece, ...], goal: str, impulse: int
) -> Iterator[Event]:
    """Parachutists stand in a hex, which is theirs where nobody contests it."""
    for piece in pieces:
        mark = Mark(UnitMark.DROPPED.until, impulse)
        yield from set_mark(piece.unit, UnitMark.DROPPED, mark)
        yield UnitMoved(piece.id, piece.at, goal)
    power = pieces[0].owner
    falls = is_open(position, power, goal) and not is_stormed(position, pieces, goal)
    if falls and not position.is_friendly(power, goal):
        yield from captured(position, power, goal)


@implements("TW-10.6.8-2")
def is_open(position: Position, power: str, place: str) -> bool:
    """Whether a hex falls to parachutists without a fight: no enemies, and no city of theirs."""
    hostile = is_city(position.board, place) and not position.is_friendly(power, place)
    return not hostile and not position.enemy_ground(power, place)


@implements("TW-11.14.1-1", "TW-4.0-1")
def _may_drop(check: Check, piece: Piece, goal: str) -> None:
    """Parachutists, active, in supply and idle so far, on an airbase as near as they fly."""
    name = piece.counter.name
    found, label = _hindrances(check.position, piece, goal), check.label(goal)
    named = ((code, is_so, said.format(goal=label), cite) for code, is_so, said, cite in found)
    check.first(named, before=f"{name} ", about=name)


def _hindrances(
    position: Position, piece: Piece, goal: str
) -> Iterator[tuple[str, bool, str, str]]:
    """What may keep a unit from a drop: whether it does, and how it is told."""
    began = position.start.units.get(piece.id)
    bases = [piece.at] if began is None else [piece.at, began.at]
    yield "kind", piece.kind not in RAIDERS, "is no PARA unit", "11.14"
    yield "depleted", rating_of(position, piece) == FOURTH, "is Fourth-Rate", "11.14"
    yield "not-active", not is_active(piece), "is not activated by a logistical effort", "4.0"
    barred = not allows(position, piece.owner, "drops")
    yield "effort", barred, "drops with an SLE or RLE alone", "11.14.1"
    yield "busy", any(map(piece.unit.marked, BUSY)), "has moved, fought or dropped", "11.14.1"
    cut_off = piece.unit.marked(UnitMark.OUT_OF_SUPPLY) or supply_of(position, piece) != FULL
    yield "cut-off", cut_off, "is not in supply", "11.14.1"
    no_base = not all(slots_of(position, base) for base in bases)
    yield "base", no_base, "did not begin its turn on an airbase or in a city", "11.14.1"
    far = RANGES.get(piece.kind, FAR)
    near = goal in reached(position, piece, far)
    yield "range", not near, f"drops within {far} hexes, not on {{goal}}", "11.14.1"


@implements("TW-11.14.2-1", "TW-2.6-CDO-3")
def _may_land(check: Check, pieces: Sequence[Piece], goal: str) -> None:
    """Whether a hex is one for a landing: no sea, forest, swamp or mountain, but for Commandos who
    hide there, nor a neutral's; parachutists and Commandos never land on the same one.
    """
    position, label, power = check.position, check.label(goal), pieces[0].owner
    kinds = {p.kind for p in (*pieces, *_dropped_on(position, goal))}
    hides = may_hide(position, pieces[0], goal)
    holder = position.holder(goal)
    if not position.is_friendly(power, goal) and not position.at_war(power, holder):
        check.complain("foreign", f"nobody may land in {label}", cite="11.14.2", about=goal)
    elif kinds.issuperset(RAIDERS):
        message = "parachutists and Commandos do not land in the same hex"
        check.complain("together", message, cite="2.6", about=goal)
    elif not hides and not _is_landing_ground(position, goal):
        message = f"{label} is no ground to land on"
        hint = "clear ground, deserts, beaches, cities, fortresses"
        check.complain("ground", message, hint, "11.14.2", about=goal)
    elif not effect(position, power, goal, "drops"):
        check.complain("weather", "the weather forbids airborne landings", cite="26")


def _dropped_on(position: Position, place: str) -> Iterator[Piece]:
    """Those who have landed from the air in a hex."""
    yield from (p for p in position.ground_at(place) if p.unit.marked(UnitMark.DROPPED))


def _is_landing_ground(position: Position, place: str) -> bool:
    board = position.board
    open_ground = ground(position, place) in (CLEAR, DESERT[0])
    works = is_city(board, place) or has_fortress(position, place)
    return open_ground or works or bool(board.fact(place, "beach"))


# --- carried out ---------------------------------------------------------------------------------


@implements("TW-11.14.1-2", "TW-11.8.1-1")
def carry_in(umpire: Umpire, drop: Drop) -> None:
    """Parachutists fly to their hex and land: alone they are lost to any interceptor."""
    take_off(umpire, drop.escort, drop.place, UnitMark.ESCORTS)
    position = umpire.position
    wing = tuple(position.piece(position.units[one]) for one in drop.escort)
    way = frozenset[str]().union(*(_way(position, one, drop) for one in drop.units))
    with umpire.step(drop.place, at=drop.place):
        skies = meet(umpire, Skies(position, drop.place, wing, (), prey=True, way=way), drop.power)
    safe = bool(skies.attackers) or not skies.defenders
    position = umpire.position
    pieces = tuple(position.piece(position.units[unit]) for unit in drop.units)
    if safe:
        umpire.apply(*landing(position, pieces, drop.place, drop.impulse))
    else:
        umpire.apply(*(event for piece in pieces for event in eliminated(piece)))
    umpire.tell(DropVerdict(drop.place, drop.units, () if safe else drop.units))


def _way(position: Position, unit: str, drop: Drop) -> frozenset[str]:
    """The hexes of the flight of a unit that drops."""
    piece = position.piece(position.units[unit])
    return way_by(position, piece, (*drop.via, drop.place), RANGES[piece.kind])


# --- Commandos fly home --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Flight:
    """British Commandos on their way home by air."""

    units: tuple[str, ...]
    place: str


@dataclass(frozen=True, slots=True)
class FlightHomeVerdict(Verdict):
    """Commandos have been flown home, or are lost."""

    kind: ClassVar[str] = "flight-home"
    cite: ClassVar[str] = "2.6"

    unit: UnitId
    die: int
    back: bool

    @property
    def outcome(self) -> str:
        return "home" if self.back else "eliminated"


@implements("TW-2.6-CDO-7")
def _are_to_fly_home(position: Position, pieces: Sequence[Piece], goal: str) -> bool:
    """Whether an order flies British Commandos out of the enemy's lands to Britain."""
    raid = all(p.kind == Kind.CDO and p.owner == PowerName.BRITAIN for p in pieces)
    away = position.board.country(pieces[0].at) != Land.UNITED_KINGDOM
    return raid and away and position.board.country(goal) == Land.UNITED_KINGDOM


@implements("TW-2.6-CDO-7")
def _check_flight(check: Check, pieces: Sequence[Piece], goal: str) -> Ruling:
    """Active Commandos that have done nothing else fly to a base in Britain, however far."""
    position, name, label = check.position, told(pieces), check.label(goal)
    base = position.is_friendly(pieces[0].owner, goal) and slots_of(position, goal) > 0
    idle = not all(map(is_active, pieces))
    busy = any(piece.unit.marked(mark) for piece in pieces for mark in BUSY)
    hindrances = (
        ("not-active", idle, f"{name} is not activated by a logistical effort"),
        ("busy", busy, f"{name} has moved, fought or dropped"),
        ("base", not base, f"{label} is no airbase or city of yours"),
    )
    if check.first(hindrances, cite="2.6"):
        return check.ruling("")
    reading = (
        f"{name}: fly home {check.label(pieces[0].at)} > {label}, with a die of {SAFE} or less"
    )
    return check.ruling(reading, Flight(tuple(piece.id for piece in pieces), goal))


@implements("TW-2.6-CDO-7")
def fly_home(umpire: Umpire, flight: Flight) -> None:
    """The die of Commandos who are flown home."""
    for unit in flight.units:
        position = umpire.position
        piece = position.piece(position.units[unit])
        with umpire.step(unit):
            player = position.powers[piece.owner].players[0]
            die = umpire.roll("home", "d10", player, "2.6").total
        if die <= SAFE:
            mark = Mark(UnitMark.MOVED.until)
            umpire.apply(*set_mark(piece.unit, UnitMark.MOVED, mark))
            umpire.apply(UnitMoved(unit, piece.at, flight.place))
        else:
            umpire.apply(*eliminated(piece))
        umpire.tell(FlightHomeVerdict(flight.place, unit, die, die <= SAFE))


@implements("TW-11.14.3-1", "TW-10.3.3-1", "TW-10.3.3-2")
def clear_up(umpire: Umpire) -> None:
    """As operations end: parachutists are lost, as if out of supply, where the hex is not theirs.

    By the other reading this is so after each combat of the impulse in which they dropped.
    """
    position = umpire.position
    beaten: dict[str, list[Piece]] = {}
    for power in position.state.powers_of(position.clock.side):
        for piece in position.pieces_of(power.id):
            landed = any(map(piece.unit.marked, (UnitMark.DROPPED, UnitMark.LANDED)))
            if landed and not _holds(position, piece):
                beaten.setdefault(piece.at, []).append(piece)
    for place, pieces in beaten.items():
        umpire.apply(*(event for piece in pieces for event in gone(piece, Pool.OUT_OF_SUPPLY)))
        umpire.tell(BeatenVerdict(place, tuple(piece.id for piece in pieces)))


def _holds(position: Position, piece: Piece) -> bool:
    """Whether parachutists are alone in a hex of their own side, or Commandos hide there."""
    if is_hidden(position, piece):
        return True
    enemies = position.enemy_ground(piece.owner, piece.at)
    return not enemies and position.is_friendly(piece.owner, piece.at)


@implements("TW-11.14.3-1")
def clear_up_at_once(umpire: Umpire) -> None:
    """After the combat of the first impulse, where the rules are read so."""
    if umpire.reading(HeldAgainst) is HeldAgainst.COMBAT:
        clear_up(umpire)
