"""Attacks on patrols (7.4): `{in: Channel, ships: {Fleet: 2}, from: Kiel}`, or `fly: [...]`.

In operations ships sail into an area and throw a die for the patrol there; aircraft beside it find
it at once. Decides who may, and conducts the battle. Leaves supply lines to `interdicting`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark
from pbem.core.record.events import Event
from pbem.core.record.state import Mark
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.air.basing import is_fit
from pbem.systems.tw.air.missions import flies, has_flown
from pbem.systems.tw.air.orders import wing_named
from pbem.systems.tw.sea.battle import Waters
from pbem.systems.tw.sea.fighting import Fight, fight
from pbem.systems.tw.sea.intercepting import Attempt, aircraft_beside, attempt, is_supplied
from pbem.systems.tw.sea.meeting import Encounter, gather
from pbem.systems.tw.sea.missions import HUNT, Mission, has_sailed
from pbem.systems.tw.sea.navies import range_of, ships_at
from pbem.systems.tw.sea.retiring import come_home
from pbem.systems.tw.sea.sailing import sail
from pbem.systems.tw.sea.waters import is_area, ways_from
from pbem.systems.tw.world.activity import is_active
from pbem.systems.tw.world.boxes import takes_missions
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import UnitMark


@dataclass(frozen=True, slots=True)
class Hunt:
    """Ships on their way to an area, and aircraft that come there."""

    area: str
    power: str
    mission: Mission | None
    aircraft: tuple[str, ...]


@implements("TW-7.4-3")
def check_hunt(position: Position, order: Order) -> Ruling:
    """Ships, aircraft or both go against the enemy patrols of a sea area."""
    check = Check(position, order)
    area = check.place(order.data["in"])
    base = check.place(order.data["from"]) if "from" in order.data else ""
    ships = check.pieces(base, order.data["ships"]) if base and "ships" in order.data else ()
    wing = wing_named(check, order.data.get("fly", ()))
    for ship in ships:
        may_hunt(check, ship)
    for piece in wing:
        may_fly(check, piece, area)
    hunters = (*ships, *wing)
    if not check.ok or not hunters:
        if check.ok:
            message = "name `ships` and where they lie, `from`, or `fly`"
            check.complain("nobody", message, cite="7.4")
        return check.ruling("")
    power = hunters[0].owner
    if not is_area(area) or not prey(position, power, area):
        message = f"no enemy patrols {check.label(area)}"
        check.complain("nobody", message, cite="7.4", about=order.data["in"])
    mission = _mission(check, ships, base, area)
    hunt = Hunt(area, power, mission, tuple(piece.id for piece in wing))
    check.does(tuple(_marked(check.position, hunt)))
    return check.ruling(f"{told(hunters)}: hunt patrols in {check.label(area)}", hunt)


def prey(position: Position, power: str, area: str) -> tuple[Piece, ...]:
    """The ships of enemies of a power in a sea area."""
    return tuple(s for s in ships_at(position, area) if position.at_war(power, s.owner))


@implements("TW-7.10-1", "TW-7.0-2", "TW-12.6.3-2", "TW-8.8-1")
def may_hunt(check: Check, ship: Piece) -> None:
    """Whole active ships that have not sailed, in supply."""
    name = ship.counter.name
    cut_off = not is_supplied(check.position, ship)
    far_off = not takes_missions(check.position, ship.at)
    hindrances = (
        ("kind", not ship.is_naval, "is no ship", "7.4"),
        ("depleted", ship.is_depleted, "is Depleted", "7.10"),
        ("not-active", not is_active(ship), "is not activated by a logistical effort", "4.0"),
        ("sailed", has_sailed(ship), "has sailed on its mission of this player turn", "7.0"),
        ("at-sea", is_area(ship.at), "is on patrol", "7.4"),
        ("cut-off", cut_off, "is out of supply", "12.6.3"),
        ("box", far_off, f"sails on no mission from {check.label(ship.at)}", "8.8"),
    )
    check.first(hindrances, before=f"{name} ", about=name)


@implements("TW-7.8.3-2", "TW-7.4-3", "TW-11.2.1-2", "TW-2.6-MDM-2")
def may_fly(check: Check, piece: Piece, area: str) -> None:
    """Active aircraft of bases beside the area, once over the sea on a front."""
    name = piece.counter.name
    beside = piece.id in {one.id for one in aircraft_beside(check.position, area)}
    over = has_flown(check.position, piece.unit, UnitMark.OVER_SEA, area)
    hindrances = (
        ("kind", not piece.is_air, "flies no such mission", "7.8.3"),
        ("depleted", not is_fit(piece), "is Depleted", "11.11.4"),
        ("not-active", not is_active(piece), "is not activated by a logistical effort", "4.0"),
        ("twice", over, "has flown over the sea", "7.8.3"),
        ("displaced", piece.unit.marked(UnitMark.DISPLACED), "has lost its base", "11.1.2"),
        ("range", not beside, f"is not based beside {check.label(area)}", "7.8.3"),
    )
    check.first(hindrances, before=f"{name} ", about=name)


def _mission(check: Check, ships: Sequence[Piece], base: str, area: str) -> Mission | None:
    """The way of the ships, if any go."""
    if not ships or not check.ok:
        return None
    way = ways_from(check.position, ships[0].owner, base).get(area, ())
    if not 0 < len(way) <= range_of(ships):
        message = f"{check.label(area)} is out of reach of {check.label(base)}"
        check.complain("no-way", message, "twelve sea areas, straits may be closed", "7.2")
    order, names = check.order, tuple(ship.id for ship in ships)
    return Mission(
        name=f"{order.player}-{order.number}",
        kind=HUNT,
        power=ships[0].owner,
        ships=names,
        base=base,
        way=way,
    )


def _marked(position: Position, hunt: Hunt) -> Iterator[Event]:
    """Ships have sailed on their mission, aircraft have flown over the sea."""
    for unit in hunt.mission.ships if hunt.mission else ():
        sailed = Mark(UnitMark.SAILED.until, HUNT)
        yield from set_mark(position.units[unit], UnitMark.SAILED, sailed)
    for unit in hunt.aircraft:
        yield from flies(position.units[unit], UnitMark.OVER_SEA, hunt.area)
        flown = Mark(UnitMark.FLOWN.until)
        yield from set_mark(position.units[unit], UnitMark.FLOWN, flown)


@implements("TW-7.4-3", "TW-7.8.3-2", "TW-7.8-7")
def hunts(umpire: Umpire) -> None:
    """The attacks on patrols, in the order of the files."""
    for order, ruling in umpire.sound_orders(HUNTS.name):
        hunt: Hunt = ruling.plan
        umpire.apply(*_marked(umpire.position, hunt))
        through = hunt.mission is not None and sail(umpire, hunt.mission)
        with umpire.step(f"hunt-{order.player}-{order.number}", at=hunt.area):
            found = _found(umpire, hunt, through)
            if found:
                _battle(umpire, hunt, found)
        if found:
            umpire.done(order, ruling.reading)
        else:
            umpire.fail(order, "they have found nobody", "7.4")


def _found(umpire: Umpire, hunt: Hunt, through: bool) -> tuple[Piece, ...]:
    """Who has found the patrol: aircraft at once, ships by a die."""
    position = umpire.position
    target = prey(position, hunt.power, hunt.area)
    aircraft = tuple(position.piece(position.units[unit]) for unit in hunt.aircraft)
    if not target or hunt.mission is None or not through:
        return aircraft if target else ()
    ships = hunt.mission.fit(position)
    trial = Attempt(
        position=position,
        base=hunt.mission.base,
        ships=ships,
        target=target,
        area=hunt.area,
        counter=True,
    )
    return (*ships, *aircraft) if attempt(umpire, trial, "ships") else aircraft


def _battle(umpire: Umpire, hunt: Hunt, found: tuple[Piece, ...]) -> None:
    """The battle with the patrol; then the Depleted of both sides come home."""
    position = umpire.position
    waters = Waters(
        position=position,
        area=hunt.area,
        attackers=found,
        defenders=prey(position, hunt.power, hunt.area),
    )
    tried = (hunt.area, *((hunt.mission.base,) if hunt.mission else ()))
    met = gather(umpire, Encounter(waters, hunt.power, HUNT, tried), first=False)
    waters = replace(met.waters, position=umpire.position)
    fight(umpire, Fight(waters, hunt.power))
    come_home(umpire, (*waters.attackers, *waters.defenders))


HUNTS: Final = Section(
    "hunt",
    "Attacks on patrols",
    "hunts",
    "tw/hunt",
    "7.4",
    check_hunt,
)
