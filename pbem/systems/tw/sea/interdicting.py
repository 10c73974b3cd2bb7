"""Supply lines by sea being cut (7.8.4, 12.1.2): `{line: Malta, ships: {Fleet: 1}, from: Naples}`.

In operations aircraft and ships attack the line of an enemy port where it passes them. Its owner
says which way it goes, and who meets them. Decides who may, where they meet the line, and what it
means. Leaves supply that is run anew to `supplying`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark, set_place
from pbem.core.record.events import Event
from pbem.core.record.state import Mark
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.air.basing import BOMBERS
from pbem.systems.tw.air.missions import flies
from pbem.systems.tw.air.orders import wing_named
from pbem.systems.tw.sea.battle import ATTACKER, DEFENDER, Waters
from pbem.systems.tw.sea.fighting import Fight, fight, has_won
from pbem.systems.tw.sea.hunting import may_fly, may_hunt
from pbem.systems.tw.sea.intercepting import Attempt, aircraft_beside, areas_of, attempt
from pbem.systems.tw.sea.meeting import Encounter, gather
from pbem.systems.tw.sea.missions import INTERDICT
from pbem.systems.tw.sea.retiring import come_home
from pbem.systems.tw.sea.sea_verdicts import SupplyLineVerdict
from pbem.systems.tw.sea.waters import is_area, is_strait
from pbem.systems.tw.supply.cutting import cut_off
from pbem.systems.tw.supply.seaways import line_to
from pbem.systems.tw.world.calendar import player_turn_after
from pbem.systems.tw.world.hexes import is_port
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import Marker, UnitMark

WHERE: Final = ("line", "in", "from")  # words of an order that name places
LINE: Final = DecisionKind(
    "supply-line",
    "Which way a supply line goes by sea",
    "when the enemy goes to cut the supply line of a port of yours: sea areas that it leads "
    "around, where another way is left; default: the shortest way",
    "7.8.4",
    (AnswerKey("fleets", "around"),),
    {"areas": "how many sea areas the shortest way has"},
)


class WhatIsCut(Reading, id="TW-R-7.8.4-a"):
    """What is without supply once a line has been cut: its port, or a sea area for all lines."""

    PORT = "port"
    AREA = "area"


@dataclass(frozen=True, slots=True, kw_only=True)
class Interdiction:
    """Ships and aircraft that go against the supply line of a port."""

    name: str
    port: str
    foe: str
    power: str
    base: str
    ships: tuple[str, ...]
    wing: tuple[str, ...]
    area: str


@implements("TW-7.8.4-1", "TW-12.1.2-1")
def check_interdiction(position: Position, order: Order) -> Ruling:
    """Ships, aircraft or both go against the line of an enemy port."""
    check = Check(position, order)
    plan = _plan(check)
    way = _line(check, plan.foe, plan.port) if check.ok else ()
    if not check.ok:
        return check.ruling("")
    pieces = [position.piece(position.units[unit]) for unit in (*plan.ships, *plan.wing)]
    for piece in pieces:
        if piece.id in plan.wing:
            _comes(check, piece, plan.area, way)
        else:
            may_hunt(check, piece)
    if check.ok:
        _meets(check, plan, (plan.area,) if plan.area else way)
    check.does(tuple(_marked(check.position, plan, plan.area or way[0])) if check.ok else ())
    shortest = ", ".join(map(check.label, way))
    where = f" in {check.label(plan.area)}" if plan.area else ""
    reading = f"{told(pieces)}: cut the supply line of {check.label(plan.port)}"
    return check.ruling(f"{reading}{where} (its shortest way: {shortest})", plan)


def _plan(check: Check) -> Interdiction:
    """What an order says: the port, whose line, who goes and where."""
    data, order = check.order.data, check.order
    port, area, base = (check.place(data[word]) if word in data else "" for word in WHERE)
    ships = check.pieces(base, data["ships"]) if base and "ships" in data else ()
    wing = wing_named(check, data.get("fly", ()))
    if check.ok and not (ships or wing):
        message = "name `ships` and where they lie, `from`, or `fly`"
        check.complain("nobody", message, cite="12.1.2")
    power = next((piece.owner for piece in (*ships, *wing)), "")
    foe = _whose(check, power, port) if check.ok else ""
    return Interdiction(
        name=f"{order.player}-{order.number}",
        port=port,
        foe=foe,
        power=power,
        base=base,
        ships=tuple(ship.id for ship in ships),
        wing=tuple(piece.id for piece in wing),
        area=area,
    )


def _meets(check: Check, plan: Interdiction, way: Sequence[str]) -> None:
    """Somebody who can hurt ships comes to an area of a way."""
    position, said = check.position, check.order.data["line"]
    if not plan.ships and not _hurts(position, plan.wing, way):
        message = "fighters attack at sea in straits alone"
        check.complain("fighters", message, "name TAC, MDM or ships", "12.1.2", about="fly")
    elif not _areas(position, plan, way):
        message = f"the line of {check.label(plan.port)} is too far away"
        hint = "its shortest way: " + ", ".join(map(check.label, way))
        check.complain("far", message, hint, "12.1.2", about=said)


def _whose(check: Check, power: str, port: str) -> str:
    """The enemy whose line it is: the one that the order names, else who holds the port."""
    position, said = check.position, check.order.data.get("of")
    foe = check.power(said) if said is not None else position.holder(port) or ""
    if not is_port(position, port):
        message = f"{check.label(port)} is no port"
        check.complain("no-port", message, cite="12.1.2", about=check.order.data["line"])
    elif not position.at_war(power, foe) or not position.is_friendly(foe, port):
        message = f"{check.label(port)} is no port of an enemy"
        check.complain("foreign", message, cite="12.1.2", about=check.order.data["line"])
    return foe


def _line(check: Check, foe: str, port: str) -> tuple[str, ...]:
    """The shortest line of a port by sea, if it needs one."""
    way = line_to(check.position, foe, port)
    if not way:
        message = f"no supply of {check.title(foe)} comes to {check.label(port)} by sea alone"
        check.complain("no-line", message, cite="12.1.2", about=check.order.data["line"])
    return way


@implements("TW-1.2a-17")
def _hurts(position: Position, wing: Sequence[str], way: Sequence[str]) -> bool:
    """Whether some aircraft attack ships somewhere on a way: fighters in straits alone."""
    strait = any(is_strait(position.board, area) for area in way)
    kinds = [position.piece(position.units[unit]).kind for unit in wing]
    return strait or any(kind in BOMBERS for kind in kinds)


@implements("TW-12.1.2-1", "TW-7.8.3-2")
def _comes(check: Check, piece: Piece, area: str, way: Sequence[str]) -> None:
    """An aircraft comes to an area beside its base: the one that is named, or one of the line."""
    position, name = check.position, piece.counter.name
    beside = [one for one in way if piece.id in {p.id for p in aircraft_beside(position, one)}]
    if area or beside:
        may_fly(check, piece, area or beside[0])
        return
    hint = "its shortest way: " + ", ".join(map(check.label, way))
    message = f"{name} in {check.label(piece.at)} is not based beside the line"
    check.complain("far", message, hint, "12.1.2", about=name)


def _marked(position: Position, plan: Interdiction, area: str) -> Iterator[Event]:
    """Ships have sailed on their mission, aircraft have flown over the sea."""
    for unit in plan.ships:
        yield from set_mark(
            position.units[unit], UnitMark.SAILED, Mark(UnitMark.SAILED.until, INTERDICT)
        )
    for unit in plan.wing:
        yield from flies(position.units[unit], UnitMark.OVER_SEA, area)
        flown = Mark(UnitMark.FLOWN.until)
        yield from set_mark(position.units[unit], UnitMark.FLOWN, flown)


# --- in play -------------------------------------------------------------------------------------


@implements("TW-7.8.4-1", "TW-7.8.4-2", "TW-12.1.2-1")
def interdictions(umpire: Umpire) -> None:
    """The attacks on supply lines, in the order of the files."""
    for order, ruling in umpire.sound_orders(INTERDICTION.name):
        plan: Interdiction = ruling.plan
        with umpire.step(f"interdict-{plan.name}", at=plan.port):
            failed = _attack(umpire, plan)
        if failed:
            umpire.fail(order, failed, "12.1.2")
        else:
            umpire.done(order, ruling.reading)


def _attack(umpire: Umpire, plan: Interdiction) -> str:
    """One attack on a line; what went wrong, if nobody met it."""
    way = _named(umpire, plan)
    areas = _areas(umpire.position, plan, (plan.area,) if plan.area else way)
    here = [area for area in areas if area in way]
    if not here:
        return "the line does not pass them"
    area = here[0]
    found = _found(umpire, plan, area)
    if not found:
        return "they have not found the line"
    battle = _fight(umpire, plan, area, found)
    before = umpire.position
    cut = has_won(umpire, battle, ATTACKER)
    if cut:
        umpire.apply(*_cut(umpire, plan, area))
    without = cut_off(umpire, before, plan.foe)
    come_home(umpire, (*battle.waters.attackers, *battle.waters.defenders))
    umpire.tell(
        SupplyLineVerdict(area, power=plan.foe, port=plan.port, way=way, cut=cut, without=without)
    )
    return ""


@implements("TW-7.8.4-1")
def _named(umpire: Umpire, plan: Interdiction) -> tuple[str, ...]:
    """The way of a line as its owner says it."""
    position = umpire.position
    shortest = line_to(position, plan.foe, plan.port)
    players = position.powers[plan.foe].players[:1]
    if not players:
        return shortest
    seas = [place for place in position.board.places if is_area(place)]
    answer = umpire.decide(
        LINE.ask(
            f"Which way goes the supply line of {position.label(plan.port)}?",
            players,
            [Option(sea, position.label(sea)) for sea in seas],
            [],
            about=plan.name,
            at=plan.port,
            least=0,
            most=len(seas),
            facts={"areas": len(shortest)},
        )
    )
    return line_to(position, plan.foe, plan.port, frozenset(answer.picks)) or shortest


def _areas(position: Position, plan: Interdiction, way: Sequence[str]) -> list[str]:
    """The areas of a way where some of those who go can be, those first where most can."""
    many = {area: _many(position, plan, area) for area in way}
    return sorted((area for area in way if many[area]), key=lambda one: -many[one])


def _many(position: Position, plan: Interdiction, area: str) -> int:
    """How many of those who go can be in an area."""
    beside = {piece.id for piece in aircraft_beside(position, area)}
    ships = [position.piece(position.units[unit]) for unit in plan.ships]
    near = bool(ships) and bool(areas_of(position, plan.base, ships, (area,)))
    return len(beside.intersection(plan.wing)) + near * len(ships)


@implements("TW-12.1.2-1", "TW-7.8.3-2")
def _found(umpire: Umpire, plan: Interdiction, area: str) -> tuple[Piece, ...]:
    """Who has met the line: aircraft beside it at once, ships by a die, the line being one unit."""
    umpire.apply(*_marked(umpire.position, plan, area))
    position = umpire.position
    wing = tuple(p for p in aircraft_beside(position, area) if p.id in plan.wing)
    ships = tuple(position.piece(position.units[unit]) for unit in plan.ships)
    if not ships or not areas_of(position, plan.base, ships, (area,)):
        return wing
    trial = Attempt(
        position=position, base=plan.base, ships=ships, target=(), area=area, line=plan.foe
    )
    return (*ships, *wing) if attempt(umpire, trial, "ships") else wing


@implements("TW-7.8.4-1", "TW-12.1.2-1")
def _fight(umpire: Umpire, plan: Interdiction, area: str, found: tuple[Piece, ...]) -> Fight:
    """The owner of the line meets them, and so on in turn; then the battle."""
    waters = Waters(
        position=umpire.position, area=area, attackers=found, defenders=(), supply=DEFENDER
    )
    tried = (plan.base,) if plan.ships else ()
    met = gather(umpire, Encounter(waters, plan.power, plan.name, tried), first=False)
    battle = Fight(replace(met.waters, position=umpire.position), plan.power)
    return fight(umpire, battle) if battle.waters.contested else battle


@implements("TW-7.8.4-2")
def _cut(umpire: Umpire, plan: Interdiction, area: str) -> Iterator[Event]:
    """The line is cut until the player turn of its owner that follows is over."""
    place = plan.port if umpire.reading(WhatIsCut) is WhatIsCut.PORT else area
    turn, number, side = player_turn_after(umpire.state.clock)
    until = replace(umpire.state.clock, turn=turn, impulse=number, side=str(side)).name
    yield from set_place(umpire.state, place, "marker", Marker.CUT.of(plan.foe), until)


INTERDICTION: Final = Section(
    "interdict",
    "Attacks on supply lines by sea",
    "interdictions",
    "tw/interdict",
    "12.1.2",
    check_interdiction,
)
