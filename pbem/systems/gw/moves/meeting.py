"""Ships that pass enemy submarines and patrols on their way to fight (8.7, 8.9, 8.10).

Whose forces lie in wait says by standing lines whether they fight what comes. If they do, the ships
stop there and do nothing else that their order says; the Combat Phase has the battle. By default a
patrol fights if it has half the strength of what comes, a watch does not, and submarines fight
Transports that nobody escorts.
Decides who stops where. Leaves to `sea_movement` which ways there are, to `combat` the battle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.reading.scene import Scene
from pbem.core.record.events import apply
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.position import Position
from pbem.core.rules.sides import Role, Sides
from pbem.core.rules.system import Ruling
from pbem.systems.gw.combat.battle_orders import BattleOrder
from pbem.systems.gw.combat.sea.naval_choices import patrols_answer, stance_answer, stance_facts
from pbem.systems.gw.combat.sea.naval_combat import take_stance
from pbem.systems.gw.combat.sea.naval_lines import (
    declining_patrols,
    lets_be,
    present,
    seat_of,
    unescorted,
)
from pbem.systems.gw.moves.forcing import forced_straits
from pbem.systems.gw.world.move_orders import Check, Trip
from pbem.systems.gw.world.movement import has_moved
from pbem.systems.gw.world.nations import enemies_in, is_acting
from pbem.systems.gw.world.passages import Traveller
from pbem.systems.gw.world.sea_movement import Sailing, awaited, sea_path
from pbem.systems.gw.world.units import Group, Piece, counted, pieces, type_of, units_told
from pbem.systems.gw.world.vocabulary import Counted, Stance


@dataclass(slots=True)
class Meetings:
    """Who was met in the combat moves of a turn; `asked`: how often in each sea zone."""

    umpire: Umpire
    asked: Counter[str] = field(default_factory=Counter)

    @implements("GW-8.9-7", "GW-8.10-4")
    def parts(self, order: Order, ruling: Ruling) -> list[Order]:
        """What is carried out of an order: all of it, unless its ships are stopped on their way."""
        trip = ruling.plan
        check = Check(self.umpire.position_for(order.player), order)
        ships = surface_ships(check, trip) if isinstance(trip, Trip) else []
        if not ships or not isinstance(trip, Trip):
            return [order]
        way = way_of(check, ships, trip)
        for number, zone in enumerate(way):
            if 0 < number < len(way) - 1 and _waits(check.position, ships, zone):
                halt = _cut(check, ships, way[: number + 1])
                if self._stops(halt, zone):
                    rest = [named for named in trip.units if named not in ships]
                    return [halt, _without_ships(order, rest)] if rest else [halt]
        return [order]

    def _stops(self, halt: Order, zone: str) -> bool:
        """Whether enemies fight the ships that an order would bring to their sea zone."""
        ruling = self.umpire.check(halt)
        if not ruling.ok:
            return False
        position = self.umpire.position
        position = position.then(apply(position.state, ruling.events))
        here = [u for u in position.state.at(zone) if is_acting(position, u.owner) and has_moved(u)]
        ships = [ship for ship in pieces(position.book, here) if not ship.is_submarine]
        force = present(position, (ship.unit for ship in ships))
        self.asked[zone] += 1
        again = f"-{self.asked[zone]}" if self.asked[zone] > 1 else ""
        with self.umpire.step(f"met{again}", zone):
            return self._fought(position, force, zone)

    @implements("GW-8.7-3", "GW-8.7-4", "GW-8.9-1", "GW-8.9-7")
    def _fought(self, position: Position, force: list[Piece], zone: str) -> bool:
        """Whether patrols or submarines in a zone fight a force that comes (8.10)."""
        fighting = self._fighting(position, force, zone)
        take_stance(self.umpire, fighting, Stance.FIGHT)
        if fighting:
            _tell(self.umpire, zone, force, fighting)
        return bool(fighting)

    def _fighting(self, position: Position, force: list[Piece], zone: str) -> list[Piece]:
        """The patrols and submarines in a zone that fight, as their players say."""
        umpire, order = self.umpire, BattleOrder(zone)
        foes = present(position, enemies_in(position.state, force[0].owner, zone))
        facts = stance_facts(position, Sides(force, foes), Role.DEFENDER)
        fighting: list[Piece] = []
        if patrols := declining_patrols(position, force, zone):
            said = patrols_answer(umpire, seat_of(umpire, Role.DEFENDER, patrols, order), facts)
            fighting = [
                patrol
                for patrol in patrols
                if said == Stance.FIGHT or not (said or lets_be(position, patrol, force, zone))
            ]
        if boats := [piece for piece in foes if piece.is_submarine]:
            said = stance_answer(umpire, seat_of(umpire, Role.DEFENDER, boats, order), facts)
            prey = not said and unescorted(force)
            fighting += boats if said == Stance.FIGHT or prey else []
        return fighting


@dataclass(frozen=True, slots=True)
class MetAtSeaVerdict(Judged):
    """Ships are stopped on their way by submarines or patrols."""

    kind: ClassVar[str] = "met-at-sea"
    cite: ClassVar[str] = "8.9"

    owner: Sequence[PowerId]
    units: Counted
    by: Sequence[PowerId]
    fighting: Counted


def met_lines(verdict: MetAtSeaVerdict, scene: Scene) -> Sequence[str]:
    """Ships that were stopped on their way by submarines or patrols."""
    force = f"{scene.names(verdict.owner)}: {units_told(scene.book, verdict.units)}"
    by = f"{scene.names(verdict.by)} with {units_told(scene.book, verdict.fighting)}"
    return [f"MET AT SEA in {scene.place(verdict.where)} (8.9)  {force} stopped by {by}"]


def _tell(umpire: Umpire, zone: str, force: list[Piece], fighting: list[Piece]) -> None:
    """Whom the forces that lay in wait stop."""
    umpire.tell(
        MetAtSeaVerdict(
            at=zone,
            result="stopped",
            owner=sorted({piece.owner for piece in force}),
            units=counted(piece.unit for piece in force),
            by=sorted({piece.owner for piece in fighting}),
            fighting=counted(piece.unit for piece in fighting),
        )
    )


def surface_ships(check: Check, trip: Trip) -> list[Group]:
    """The ships of an order that submarines and patrols may stop."""
    return [named for named in trip.ships(check) if not type_of(check.book, named[0]).is_submarine]


def way_of(check: Check, ships: Sequence[Group], trip: Trip) -> tuple[str, ...]:
    """The sea zones through which the ships of an order go."""
    forces = forced_straits(check, ships)
    ship = ships[0][0]
    path = sea_path(check.position, Sailing(ship, trip.goal, trip.via, trip.combat, forces))
    return tuple(path.places) if path else ()


def _waits(position: Position, ships: Sequence[Group], zone: str) -> bool:
    """Whether somebody in a sea zone may stop some ships."""
    return any(
        awaited(position, Traveller(type_of(position.book, ship), ship.owner, combat=True), zone)
        for ship, _ in ships
    )


def _cut(check: Check, ships: Sequence[Group], way: Sequence[str]) -> Order:
    """The order of ships that end their way early: they load beside it, and do nothing there."""
    board, said = check.board, dict(check.order.data.get("load", {}))
    near = {
        place: units
        for place, units in said.items()
        if any(board.adjacent(zone, board.find(str(place)).place or zone) for zone in way)
    }
    data: dict[str, Any] = {
        "units": {unit.id: count for unit, count in ships},
        "from": way[0],
        "to": way[-1],
        "via": list(way[1:-1]),
    }
    return replace(check.order, data=data | ({"load": near} if near else {}))


def _without_ships(order: Order, rest: Sequence[Group]) -> Order:
    """The order of the others, who go on."""
    data = {key: value for key, value in order.data.items() if key not in ("load", "unload")}
    return replace(order, data={**data, "units": {unit.id: count for unit, count in rest}})
