"""Strikes on ships in port (11.7): `{at: Taranto, ships: CV, from: Alexandria, in: Ionian}`.

Carriers sail to a sea area near enough, bombers fly from their bases (`fly`), fighters escort them.
The enemy meets the ships on their way, and the aircraft over the port; these strike up to three
times. Decides who may, and the rounds. Leaves the throws to `fighting`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark
from pbem.core.record.events import Event
from pbem.core.record.state import Mark
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.air.fighting import air_round, leaves, left_of
from pbem.systems.tw.air.flak import fire_all
from pbem.systems.tw.air.flights import offensive_range, reached_from
from pbem.systems.tw.air.orders import flyers, homes_of, named_ways, return_home, told_ways
from pbem.systems.tw.air.skies import Skies
from pbem.systems.tw.air.support import commit, ways_of
from pbem.systems.tw.air.ways import Ways, watched, way_by
from pbem.systems.tw.sea.battle import ATTACKER, Waters
from pbem.systems.tw.sea.decks import on_deck
from pbem.systems.tw.sea.fighting import (
    BREAK,
    PORT,
    ROUNDS,
    Fight,
    asked,
    attack_ships,
    flak_of_ships,
    strikers,
    surprised,
)
from pbem.systems.tw.sea.hunting import may_hunt
from pbem.systems.tw.sea.missions import STRIKE, Mission
from pbem.systems.tw.sea.navies import range_of, ships_at
from pbem.systems.tw.sea.retiring import come_home
from pbem.systems.tw.sea.sailing import sail
from pbem.systems.tw.sea.waters import doors, is_area, ways_from
from pbem.systems.tw.world.activity import allows
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import UnitMark

SEA: Final = "sea"


class FlakOfPort(Reading, id="TW-R-11.7-a"):
    """Which flak fires at aircraft that strike ships in port."""

    ALL = "all"
    PORT = "port"


class LaunchArea(Reading, id="TW-R-11.7-b"):
    """From which sea areas carriers strike a port."""

    RANGE = "range"
    BESIDE = "beside"


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """Carriers on their way to strike a port, and aircraft that fly there from bases on land."""

    port: str
    power: str
    mission: Mission | None
    area: str
    launch: str  # the hex from which the aircraft of carriers fly
    wing: tuple[str, ...]
    ways: Ways
    homes: tuple[tuple[str, str], ...]


def victims(position: Position, power: str, port: str) -> tuple[Piece, ...]:
    """The ships of enemies of a power in a port."""
    return tuple(s for s in ships_at(position, port) if position.at_war(power, s.owner))


@implements("TW-11.7-1", "TW-2.6-MDM-2", "TW-2.6-CV-1", "TW-4.4-3")
def check_strike(position: Position, order: Order) -> Ruling:
    """Carriers with their escort, aircraft of bases on land, or both go for the ships of a port."""
    check = Check(position, order)
    port = check.place(order.data["at"])
    ships = _ships(check)
    if not check.ok:
        return check.ruling("")
    strike = _plan(check, port, ships)
    check.does(tuple(_sailed(check.position, strike)))
    pieces = [position.piece(position.units[unit]) for unit in strike.wing]
    off = f" from {check.label(_area(check))}, hex {strike.launch}" if ships else ""
    reading = f"{told((*ships, *pieces))}: strike ships in {check.label(port)}{off}"
    return check.ruling(reading + told_ways(position, strike.ways), strike)


def _ships(check: Check) -> tuple[Piece, ...]:
    """The ships that an order names, which may all sail."""
    data = check.order.data
    base = check.place(data["from"]) if "from" in data else ""
    ships = check.pieces(base, data["ships"]) if base and "ships" in data else ()
    for ship in ships:
        may_hunt(check, ship)
    return ships


def _plan(check: Check, port: str, ships: Sequence[Piece]) -> Strike:
    """Who goes to a port, and which way."""
    rows = check.order.data.get("fly", ())
    homes, ways = homes_of(check, rows, port), named_ways(check, rows, port)
    wing = flyers(check, rows, port, UnitMark.OVER_SEA)
    power = next((piece.owner for piece in (*ships, *wing)), "")
    if check.ok:
        _may_strike(check, power, port, (ships, wing))
    launch = _launch(check, port, ships) if ships else ""
    mission = _mission(check, ships) if ships and check.ok else None
    names = tuple(piece.id for piece in wing)
    return Strike(
        port=port,
        power=power,
        mission=mission,
        area=_area(check),
        launch=launch,
        wing=names,
        ways=ways,
        homes=homes,
    )


def _area(check: Check) -> str:
    return check.place(check.order.data["in"]) if "in" in check.order.data else ""


def _may_strike(
    check: Check, power: str, port: str, who: tuple[Sequence[Piece], Sequence[Piece]]
) -> None:
    """Somebody who attacks ships, and enemy ships in the port."""
    ships, wing = who
    decks = on_deck(check.position, ships)
    if not decks and all(piece.kind == Kind.FTR for piece in wing):
        message = "nobody of them attacks ships: carriers with aircraft, TAC and MDM do"
        check.complain("nobody", message, "`ships` and `from`, or `fly`", "11.7")
    elif ships and not decks:
        check.complain("bare", "no carrier with whole aircraft sails with them", cite="11.7")
    elif not victims(check.position, power, port):
        message = f"no enemy ships lie in {check.label(port)}"
        check.complain("nobody", message, cite="11.7", about=check.order.data["at"])
    elif not allows(check.position, power, "attacks"):
        check.complain("effort", "the effort allows no attacks", cite="4.4")


# --- where carriers launch -----------------------------------------------------------------------


@implements("TW-11.7-1", "TW-11.8.3-1")
def _launch(check: Check, port: str, ships: Sequence[Piece]) -> str:
    """The hex of the sea area from which the aircraft of carriers fly, near enough to the port."""
    data, area = check.order.data, _area(check)
    if not check.ok:
        return ""
    if not is_area(area):
        message = "name the sea area from which they strike" if not area else ""
        message = message or f"{check.label(area)} is no sea area"
        check.complain("no-area", message, "in: Ionian", "11.7")
        return ""
    near = launches(check.position, area, port, on_deck(check.position, ships))
    said = check.place(data["launch"]) if "launch" in data else next(iter(near), "")
    if check.ok and said not in near:
        what = said or area
        message = f"no aircraft of carriers reach {check.label(port)} from {check.label(what)}"
        check.complain("range", message, ", ".join(near), "11.7", about=what)
    return said


def launches(position: Position, area: str, port: str, decks: Sequence[Piece]) -> tuple[str, ...]:
    """The hexes of a sea area within the range of carriers' aircraft of a port, the best first: at
    sea, watched by the fewest enemies, the nearest.
    """
    board, power = position.board, decks[0].owner
    beside = position.reading(LaunchArea) is LaunchArea.BESIDE
    if beside and area not in doors(board, port):
        return ()
    most = offensive_range(position, decks[0])  # of all: they lie in one port
    near, seen = reached_from(position, decks[0], port, most), watched(position, power)
    found = [one for one in near if one != port and area in board.seas(one)]
    key = {one: (board.terrain(one) != SEA, seen.get(one, 0), near[one], one) for one in found}
    return tuple(sorted(found, key=lambda one: key[one]))


@implements("TW-7.2-1", "TW-2.6-CV-1")
def _mission(check: Check, ships: Sequence[Piece]) -> Mission | None:
    """The way of the ships to the sea area."""
    order, area, base = check.order, _area(check), ships[0].at
    way = ways_from(check.position, ships[0].owner, base).get(area, ())
    if not 0 < len(way) <= range_of(ships):
        message = f"{check.label(area)} is out of reach of {check.label(base)}"
        check.complain("no-way", message, "twelve sea areas, straits may be closed", "7.2")
    names = tuple(ship.id for ship in ships)
    return Mission(
        name=f"{order.player}-{order.number}",
        kind=STRIKE,
        power=ships[0].owner,
        ships=names,
        base=base,
        way=way,
    )


@implements("TW-7.0-2")
def _sailed(position: Position, strike: Strike) -> Iterator[Event]:
    """The ships have sailed on their mission of the player turn."""
    for unit in strike.mission.ships if strike.mission else ():
        yield from set_mark(
            position.units[unit], UnitMark.SAILED, Mark(UnitMark.SAILED.until, STRIKE)
        )


# --- carried out ---------------------------------------------------------------------------------


@implements("TW-11.7-1", "TW-11.7.1-1")
def strikes(umpire: Umpire) -> None:
    """The strikes on ports, in the order of the files."""
    for order, ruling in umpire.sound_orders(STRIKES.name):
        strike: Strike = ruling.plan
        umpire.apply(*ruling.events)
        mission = strike.mission
        ships = mission.fit(umpire.position) if mission and sail(umpire, mission) else ()
        with umpire.step(f"strike-{order.player}-{order.number}", at=strike.port):
            struck = _carry_out(umpire, strike, ships)
            return_home(umpire, strike.homes)
        if struck:
            umpire.done(order, ruling.reading)
        else:
            umpire.fail(order, "no aircraft have come through", "11.7")


def _carry_out(umpire: Umpire, strike: Strike, ships: Sequence[Piece]) -> bool:
    """The aircraft over the port, also of `ships`: whether some have attacked those there."""
    position = umpire.position
    decks = on_deck(position, ships)
    wing = tuple(position.piece(position.units[unit]) for unit in strike.wing)
    targets = victims(position, strike.power, strike.port)
    if not targets or not (decks or any(piece.kind != Kind.FTR for piece in wing)):
        return False
    area = strike.area if decks else ""
    skies = Skies(
        position, strike.port, (*wing, *decks), (),
        way=_way(position, strike, wing, decks), strike=True, area=area,
    )  # fmt: skip
    skies = commit(umpire, skies, strike.power)
    raiders = frozenset(piece.id for piece in (*wing, *decks))
    struck = _rounds(umpire, skies, Fight(_waters(skies, raiders, targets), strike.power), raiders)
    come_home(umpire, (*ships, *targets))
    return struck


def _way(
    position: Position, strike: Strike, wing: Sequence[Piece], decks: Sequence[Piece]
) -> frozenset[str]:
    """The hexes that the aircraft cross, from their bases and from the hex of the carriers."""
    way = ways_of(position, wing, strike.port, strike.ways)
    for piece in decks:
        most = offensive_range(position, piece)
        way |= way_by(position, piece, (strike.port,), most, start=strike.launch)
        way |= {strike.launch}
    return way


def _waters(skies: Skies, raiders: frozenset[str], targets: Sequence[Piece]) -> Waters:
    """Those who have come to attack the ships of a port, and these."""
    attackers = tuple(piece for piece in skies.attackers if piece.id in raiders)
    return Waters(
        position=skies.position, area=skies.place, attackers=attackers, defenders=tuple(targets)
    )


@implements("TW-11.7.1-1", "TW-7.9.7-1")
def _rounds(umpire: Umpire, skies: Skies, battle: Fight, raiders: frozenset[str]) -> bool:
    """Up to three rounds, in the air and against the ships: whether these were attacked."""
    struck = False
    for number in range(1, ROUNDS + 1):
        with umpire.step(f"round-{number}"):
            if number > 1:
                if asked(umpire, battle, number, ATTACKER) == BREAK:
                    break
                skies = leaves(umpire, skies, number)
            flew = skies.contested
            if flew:
                air_round(umpire, skies, battle.power, number)
                skies = left_of(umpire, skies)
                battle = battle.then(umpire.position)
            battle = _attack(umpire, battle, number, flew)
            struck = struck or bool(strikers(battle, ATTACKER))
        skies = left_of(umpire, skies)
        if not strikers(battle, ATTACKER) or not battle.waters.defenders:
            break
    return struck


@implements("TW-11.7.1-1", "TW-11.7.2-1", "TW-7.1-2")
def _attack(umpire: Umpire, battle: Fight, number: int, flew: bool) -> Fight:
    """One attack on the ships of a port: surprise, else flak, and the roll."""
    ships = battle.waters.defenders
    if not strikers(battle, ATTACKER):
        return battle
    guns = umpire.reading(FlakOfPort) is FlakOfPort.ALL
    more = flak_of_ships(umpire.position, ships) if guns else 0

    def fire(targets: Sequence[Piece]) -> None:
        fire_all(umpire, battle.area, battle.power, targets, more=more)

    doubled = 1 if flew or number > 1 else surprised(umpire, battle)
    return attack_ships(umpire, battle, (number, PORT), doubled, fire=fire)


STRIKES: Final = Section(
    "strike", "Strikes on ships in port", "strikes", "tw/strike", "11.7", check_strike
)
