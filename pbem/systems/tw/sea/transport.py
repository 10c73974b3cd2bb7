"""Sea transport in operations (7.5): `{units: 6-7 MOT, from: Calais, ships: Fleet, to: Dover}`.

Ground units march to a port, sail, land for a point, and march on; aircraft go from port to port.
Decides who may, and what becomes of cargo whose ships are met on the way. Leaves the meeting to
`sailing`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import Mark
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.air.basing import may_stay, why_not_stay
from pbem.systems.tw.move.marching import FIRST, ground_for, points_of, way_to
from pbem.systems.tw.move.orders import fits, let_in_britain, swept
from pbem.systems.tw.sea.loading import Voyage, voyage_of
from pbem.systems.tw.sea.missions import TRANSPORT, Mission
from pbem.systems.tw.sea.sailing import sail
from pbem.systems.tw.supply.cutting import eliminated
from pbem.systems.tw.world.activity import is_active
from pbem.systems.tw.world.capturing import captured
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import UnitMark

ASHORE: Final = 1  # a point of movement to disembark


class CargoOfSunk(Reading, id="TW-R-7.10-b"):
    """What becomes of the cargo of a Fleet that is sunk."""

    LOST = "lost"
    SAVED = "saved"


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Cargo on its way: the voyage of its ships, where it ends, the hexes that it goes through."""

    voyage: Voyage
    cargo: tuple[str, ...]
    goal: str
    hexes: tuple[str, ...]
    mission: Mission
    abroad: str = ""  # where its ships end their turn, if they do not come back

    def on(self, ships: Sequence[Piece]) -> tuple[str, ...]:
        """The cargo of some of its ships."""
        names = {ship.id for ship in ships}
        return tuple(one for ship, load in self.voyage.loads if ship in names for one in load)


@implements("TW-7.5-1", "TW-7.5-2", "TW-7.5-4")
def check_transport(position: Position, order: Order) -> Ruling:
    """Units go by sea in operations."""
    check = Check(position, order)
    origin, goal = check.place(order.data["from"]), check.place(order.data["to"])
    cargo = check.pieces(origin, order.data["units"]) if origin else ()
    for piece in cargo:
        _may_go(check, piece)
    voyage = voyage_of(check, cargo) if check.ok else None
    if voyage is None:
        return check.ruling("")
    hexes = _over_land(check, cargo, voyage, goal)
    mission = mission_of(order, voyage, TRANSPORT, cargo[0].owner)
    passage = Passage(
        voyage=voyage, cargo=tuple(p.id for p in cargo), goal=goal, hexes=hexes, mission=mission
    )
    let_in_britain(check, [piece for piece in cargo if piece.is_ground], goal)
    if not check.ok:
        return check.ruling("")
    check.does(tuple(sailed(check.position, voyage, TRANSPORT)))
    check.does(tuple(landed(check.position, passage, passage.cargo, UnitMark.MOVED)))
    if any(piece.is_ground for piece in cargo):
        fits(check, [check.position.piece(check.state.units[p.id]) for p in cargo], goal,
             UnitMark.MOVED)  # fmt: skip
    ways = " > ".join(map(check.label, dict.fromkeys((origin, voyage.embark, voyage.land, goal))))
    areas = ", ".join(map(check.label, mission.areas))
    return check.ruling(f"{told(cargo)} with {told(voyage.ships)}: {ways} ({areas})", passage)


def mission_of(order: Order, voyage: Voyage, kind: str, power: str) -> Mission:
    """The mission of the ships of an order."""
    return Mission(
        name=f"{order.player}-{order.number}",
        kind=kind,
        power=power,
        ships=tuple(ship.id for ship in voyage.ships),
        base=voyage.base,
        way=voyage.way,
        laden=voyage.laden,
        outward=voyage.outward,
    )


@implements("TW-7.5-2", "TW-7.5-3", "TW-4.0-1", "TW-12.6.1-1")
def _may_go(check: Check, piece: Piece) -> None:
    """Active ground units and aircraft that have not moved."""
    name = piece.counter.name
    afloat = piece.is_naval or piece.kind == Kind.NAC
    hindrances = (
        ("kind", afloat, "is no cargo", "7.5"),
        ("not-active", not is_active(piece), "is not activated by a logistical effort", "4.0"),
        *moves_of(piece),
        ("flown", piece.unit.marked(UnitMark.FLOWN), "has flown a mission", "11.2.1.1"),
        ("displaced", piece.unit.marked(UnitMark.DISPLACED), "has lost its base", "11.1.2"),
    )
    check.first(hindrances, before=f"{name} ", about=name)


def moves_of(piece: Piece) -> Iterator[tuple[str, bool, str, str]]:
    """The ways on which a unit may have gone before: whether it has, and how it is told."""
    yield "moved", piece.unit.marked(UnitMark.MOVED), "has moved in this impulse", "9.0"
    yield "dropped", piece.unit.marked(UnitMark.DROPPED), "has landed from the air", "11.14.1"
    yield "railed", piece.unit.marked(UnitMark.RAILED), "has moved by rail", "9.1"


# --- over land -----------------------------------------------------------------------------------


@implements("TW-7.5-2", "TW-7.5-3")
def _over_land(check: Check, cargo: Sequence[Piece], voyage: Voyage, goal: str) -> tuple[str, ...]:
    """The hexes of the march to the port and on from the other one."""
    ground = tuple(piece for piece in cargo if piece.is_ground)
    for piece in cargo:
        if piece.is_air:
            _from_port_to_port(check, piece, voyage, goal)
    return _march(check, ground, voyage, goal) if ground else ()


def _march(check: Check, ground: Sequence[Piece], voyage: Voyage, goal: str) -> tuple[str, ...]:
    """To the port, ashore for a point, and on: within the points of the slowest."""
    position = check.position
    slowest = min(ground, key=lambda piece: points_of(position, piece, FIRST))
    points = points_of(position, slowest, FIRST)
    terrain = ground_for(position, (slowest, *ground))
    before = way_to(replace(terrain, start=slowest.at), voyage.embark, points)
    left = points - ASHORE - (before.cost if before else 0)
    after = way_to(replace(terrain, start=voyage.land), goal, left) if left >= 0 else None
    if before is None or after is None:
        there = voyage.embark if before is None else goal
        message = f"{told(ground)} cannot reach {check.label(there)} with {points} points"
        check.complain("too-far", message, "landing takes one", "7.5", about=there)
        return ()
    if position.enemy_ground(slowest.owner, voyage.land):
        check.complain("held", f"enemies are in {check.label(voyage.land)}", cite="9.4")
    return (*before.places, *after.places)


def _from_port_to_port(check: Check, piece: Piece, voyage: Voyage, goal: str) -> None:
    """Aircraft are loaded where they are based, and land where they have a base."""
    name = piece.counter.name
    if voyage.embark != piece.at or voyage.land != goal:
        hint = "stage it to the port before, and on from the other one later"
        check.complain("aircraft", f"{name} goes from port to port", hint, "7.5", about=name)
    elif not may_stay(check.position, piece, goal):
        message = why_not_stay(check.position, piece, goal)
        check.complain("no-room", message, cite="11.1", about=goal)


# --- in play -------------------------------------------------------------------------------------


def sailed(position: Position, voyage: Voyage, kind: str) -> Iterator[Event]:
    """The ships of a voyage are on their one mission."""
    for ship in voyage.ships:
        unit = position.units[ship.id]
        yield from set_mark(unit, UnitMark.SAILED, Mark(UnitMark.SAILED.until, kind))


def landed(
    position: Position, passage: Passage, cargo: Sequence[str], mark: UnitMark
) -> Iterator[Event]:
    """Cargo stands at its goal; what it went through is its power's."""
    pieces = [position.piece(position.units[unit]) for unit in cargo]
    for place in passage.hexes if pieces else ():
        yield from swept(position, pieces[0].owner, place)
        if not position.is_friendly(pieces[0].owner, place):
            yield from captured(position, pieces[0].owner, place)
    for piece in pieces:
        yield from set_mark(piece.unit, mark, Mark(mark.until))
        yield UnitMoved(piece.id, piece.at, passage.goal)


def abroad(position: Position, passage: Passage, ships: Sequence[Piece]) -> Iterator[Event]:
    """Ships of a long voyage lie where their cargo has landed."""
    for ship in ships if passage.abroad else ():
        yield UnitMoved(ship.id, ship.at, passage.abroad)


@implements("TW-7.5-2", "TW-7.10-1", "TW-7.10-3", "TW-7.8-7")
def conduct(umpire: Umpire, order: Order, ruling: Ruling, mark: UnitMark) -> None:
    """The ships sail; what comes through lands, the rest comes back to port or goes down."""
    passage: Passage = ruling.plan
    umpire.apply(*sailed(umpire.position, passage.voyage, passage.mission.kind))
    through = sail(umpire, passage.mission)
    position = umpire.position
    fit = passage.mission.fit(position) if through else ()
    come = passage.on(fit)
    lost = _drowned(umpire, passage)
    umpire.apply(*landed(position, passage, come, mark))
    umpire.apply(*abroad(position, passage, fit if come else ()))
    umpire.apply(
        *(event for one in lost for event in eliminated(position.piece(position.units[one])))
    )
    back = [one for one in passage.cargo if one not in (*come, *lost)]
    _turn_back(umpire, passage, back, mark)
    if come:
        umpire.done(order, ruling.reading)
    else:
        umpire.fail(order, "the ships did not come through", "7.8")


def _drowned(umpire: Umpire, passage: Passage) -> tuple[str, ...]:
    """The cargo of ships that have been sunk."""
    afloat = passage.mission.pieces(umpire.position)
    sunk = tuple(one for one in passage.cargo if one not in passage.on(afloat))
    if not sunk:
        return ()
    return sunk if umpire.reading(CargoOfSunk) is CargoOfSunk.LOST else ()


def _turn_back(umpire: Umpire, passage: Passage, units: Sequence[str], mark: UnitMark) -> None:
    """Cargo that does not come through is in the port where it was loaded."""
    for unit in units:
        found = umpire.state.units[unit]
        umpire.apply(*set_mark(found, mark, Mark(mark.until)))
        umpire.apply(UnitMoved(unit, found.at, passage.voyage.embark))


def transports(umpire: Umpire) -> None:
    """The sea transports of operations, in the order of the files."""
    for order, ruling in umpire.sound_orders(SEA_TRANSPORT.name):
        conduct(umpire, order, ruling, UnitMark.MOVED)


SEA_TRANSPORT: Final = Section(
    "transport",
    "Sea transport",
    "sea-transport",
    "tw/transport",
    "7.5",
    check_transport,
)
