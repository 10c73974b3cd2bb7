"""Examples of orders for the forms, made from the position, and the units that may act.

Decides nothing: what a form shows, its player may send as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from pbem.core.data.findings import Where
from pbem.core.orders.examples import Example, called, first_legal
from pbem.core.orders.orders import Order
from pbem.core.record.events import apply
from pbem.systems.tw.air.basing import BOMBERS
from pbem.systems.tw.air.raiding import check_raid
from pbem.systems.tw.air.staging import check_staging
from pbem.systems.tw.combat.attacking import check_attack
from pbem.systems.tw.economy.building import check_build
from pbem.systems.tw.economy.converting import EXCHANGES, check_conversion
from pbem.systems.tw.economy.convoys import check_convoy
from pbem.systems.tw.economy.disbanding import check_disbanding
from pbem.systems.tw.economy.efforts import check_effort
from pbem.systems.tw.economy.evacuating import check_evacuation
from pbem.systems.tw.economy.granting import check_grant
from pbem.systems.tw.economy.heavy_flak import LIGHT, check_heavy_flak
from pbem.systems.tw.economy.improving import (
    AIR_FORCE,
    ARMY,
    MOVEMENT,
    check_improvement,
)
from pbem.systems.tw.economy.relocating import check_relocation
from pbem.systems.tw.economy.repair import check_repair
from pbem.systems.tw.economy.works import AIRBASE, FORTIFICATION, check_works
from pbem.systems.tw.move.breakdown import check_breakdown
from pbem.systems.tw.move.marching import FIRST, SECOND
from pbem.systems.tw.move.orders import check_move
from pbem.systems.tw.move.rail import check_rail
from pbem.systems.tw.move.reserves import check_reserve
from pbem.systems.tw.move.shifting import check_stratmove
from pbem.systems.tw.politics.declaring import check_war
from pbem.systems.tw.sea.evading import check_evasion
from pbem.systems.tw.sea.hunting import check_hunt
from pbem.systems.tw.sea.interdicting import check_interdiction
from pbem.systems.tw.sea.invading import check_invasion
from pbem.systems.tw.sea.patrolling import check_patrol
from pbem.systems.tw.sea.shipping import check_shipping
from pbem.systems.tw.sea.striking import check_strike, victims
from pbem.systems.tw.sea.supplying import check_run
from pbem.systems.tw.sea.transport import check_transport
from pbem.systems.tw.supply.lines import lines_of
from pbem.systems.tw.world.activity import is_active
from pbem.systems.tw.world.hexes import is_city
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import FLAK, Kind, Piece
from pbem.systems.tw.world.vocabulary import Effort, Marker, Pool, UnitMark

SECOND_HALF: Final = "second-half"


def may_act(position: Position) -> Mapping[str, Sequence[str]]:
    """The units that may act in each section: order forms list them. Efforts are made before the
    second half, where only the active ones of the second impulse are left.
    """
    own = [piece for piece in _own(position) if piece.is_ground]
    late = position.clock.window == SECOND_HALF
    first = [] if late else own
    fast = _ids(piece for piece in own if piece.exploits and (is_active(piece) or not late))
    return {
        "movement": _ids(first),
        "exploitation": fast,
        "attacks": _ids(piece for piece in first if piece.kind != Kind.STA),
        "second_attacks": fast,
        "repair": _ids(p for p in _own(position) if p.unit.marked(UnitMark.DEPLETED)),
    }


def _ids(pieces: Iterable[Piece]) -> list[str]:
    return [piece.id for piece in pieces]


def _own(position: Position) -> Iterator[Piece]:
    """The player's units on the board, of powers whose player turn it is."""
    for power in position.state.powers_of_player(position.player):
        if power.side == position.clock.side:
            yield from position.pieces_of(power.id)


def _activated(position: Position) -> Position:
    """The position once a power of the player's has made the dearest effort that it can pay."""
    for row in efforts(position):
        order = Order("logistics", 1, position.player, row, Where("form"))
        return position.then(apply(position.state, check_effort(position, order).events))
    return position


def efforts(position: Position) -> Iterable[Example]:
    """The effort of a power: the dearest that it can pay."""
    rows = (
        {"effort": str(effort).upper(), **by}
        for effort in (Effort.SLE, Effort.MLE, Effort.PASS)
        for by in ({}, *({"by": power.id} for power in position.powers.values()))
    )
    return first_legal(position, "logistics", check_effort, rows)


def breakdowns(position: Position) -> Iterable[Example]:
    """A unit that may be broken down."""
    rows = (
        {"do": "break down", "units": {p.counter.name: 1}, "at": called(position, p.at)}
        for p in _own(position)
    )
    return first_legal(position, "breakdown", check_breakdown, rows)


def railways(position: Position) -> Iterable[Example]:
    """A rail move between two cities."""
    then = _activated(position)
    cities = [place for place in position.board.places if is_city(position.board, place)]
    own = [p for p in _own(position) if p.is_ground and p.at in cities]
    rows = (
        {"units": {piece.counter.name: 1}, "from": called(position, piece.at),
         "to": called(position, place)}
        for piece in own[:3]
        for place in cities
        if place != piece.at and position.is_friendly(piece.owner, place)
    )  # fmt: skip
    return first_legal(then, "rail", check_rail, rows)


def _steps(position: Position, impulse: int, section: str) -> Iterable[Example]:
    then = _activated(position)
    rows = (
        {"units": {piece.counter.name: 1}, "from": called(position, piece.at),
         "to": called(position, place)}
        for piece in _own(position)
        if piece.is_ground
        for place in position.board.neighbours[piece.at]
    )  # fmt: skip
    return first_legal(then, section, lambda p, o: check_move(p, o, impulse), rows)


def moves(position: Position) -> Iterable[Example]:
    """A move of the first impulse."""
    return _steps(position, FIRST, "movement")


def exploitations(position: Position) -> Iterable[Example]:
    """A move of the second impulse."""
    return _steps(position, SECOND, "exploitation")


def _attacks(position: Position, impulse: int, section: str) -> Iterable[Example]:
    then = _activated(position)
    rows = (
        {
            "at": called(position, there),
            "with": [{"units": "all", "from": called(position, here)}],
        }
        for here in dict.fromkeys(piece.at for piece in _own(position) if piece.is_ground)
        for there in position.board.neighbours[here]
    )
    return first_legal(then, section, lambda p, o: check_attack(p, o, impulse), rows)


def attacks(position: Position) -> Iterable[Example]:
    """An attack of the first impulse."""
    return _attacks(position, FIRST, "attacks")


def second_attacks(position: Position) -> Iterable[Example]:
    """An attack of the second impulse."""
    return _attacks(position, SECOND, "second_attacks")


def mending(position: Position) -> Iterable[Example]:
    """The repair of a unit."""
    rows = (
        {"units": {piece.counter.name: 1}, "at": called(position, piece.at)}
        for piece in _own(position)
    )
    return first_legal(position, "repair", check_repair, rows)


def building(position: Position) -> Iterable[Example]:
    """A unit of the force pool in the capital."""
    rows = (
        {"units": {position.piece(unit).counter.name: 1}, "at": called(position, place), **by}
        for power in position.state.powers_of_player(position.player)
        if power.side == position.clock.side
        for unit in position.state.at(f"pool:{power.id}/{Pool.FORCE}")
        for place, country in position.board.by_fact.get("capital", {}).items()
        if country in power.home_countries
        for by in ({}, {"by": power.id})
    )
    return first_legal(position, "build", check_build, rows)


def conversions(position: Position) -> Iterable[Example]:
    """A Soviet unit that is exchanged for a better one."""
    rows = (
        {"convert": {piece.counter.name: 1}, "at": called(position, piece.at)}
        for piece in _own(position)
        if piece.unit.counter in EXCHANGES
    )
    return first_legal(position, "convert", check_conversion, rows)


def heavy_guns(position: Position) -> Iterable[Example]:
    """A level of heavy flak, made of five units of a power or bought."""
    rows: list[Example] = []
    for power in position.state.powers_of_player(position.player):
        guns = [p for p in position.pieces_of(power.id) if p.kind in FLAK][:LIGHT]
        flak = [{"units": gun.id, "at": called(position, gun.at)} for gun in guns]
        rows += [{"by": power.id, "flak": flak}] if flak else []
        rows.append({"by": power.id})
    return first_legal(position, "heavy_flak", check_heavy_flak, rows)


def disbanding(position: Position) -> Iterable[Example]:
    """A unit that is given up."""
    rows = (
        {"disband": {piece.counter.name: 1}, "at": called(position, piece.at)}
        for piece in _own(position)
    )
    return first_legal(position, "disband", check_disbanding, rows)


def relocating(position: Position) -> Iterable[Example]:
    """An airbase or a fortification that moves to a city."""
    then = _activated(position)
    cities = [place for place in position.board.places if is_city(position.board, place)]
    rows = (
        {"move": what, "from": called(position, place.id), "to": called(position, city), "by": own}
        for place in position.places.values()
        for what, marker in ((AIRBASE, Marker.AIRBASE), (FORTIFICATION, Marker.FORTIFICATION))
        if place.markers.get(marker)
        for own in (place.controller or "",)
        for city in cities
        if city != place.id and own and position.holder(city) == own
    )
    return first_legal(then, "relocate", check_relocation, rows)


def grants(position: Position) -> Iterable[Example]:
    """A grant to an ally or a Satellite."""
    rows = (
        {"grant": 1, "to": position.title(other), "by": power.id}
        for power in position.state.powers_of_player(position.player)
        for other in position.powers
        if position.stand_together(power.id, other)
    )
    return first_legal(position, "grant", check_grant, rows)


def improving(position: Position) -> Iterable[Example]:
    """A power that improves its army, or buys a point."""
    rows = (
        {"improve": what, **by}
        for what in (ARMY, AIR_FORCE, MOVEMENT)
        for by in ({}, *({"by": power.id} for power in position.powers.values()))
    )
    return first_legal(position, "improve", check_improvement, rows)


def shifts(position: Position) -> Iterable[Example]:
    """A strategic move home."""
    then = _activated(position)
    cities = [place for place in position.board.places if is_city(position.board, place)]
    own = [piece for piece in _own(position) if piece.is_ground]
    rows = (
        {"units": {piece.counter.name: 1}, "from": called(position, piece.at),
         "to": called(position, place)}
        for piece in own[:3]
        for place in cities
        if place != piece.at and position.is_friendly(piece.owner, place)
    )  # fmt: skip
    return first_legal(then, "stratmove", check_stratmove, rows)


def _ports(position: Position, powers: Iterable[str]) -> list[str]:
    """Ports in the hands of some powers."""
    ports = position.board.by_fact.get("port", {})
    return [p for p in ports if any(position.is_friendly(power, p) for power in powers)]


def passages(position: Position) -> Iterable[Example]:
    """A unit that goes by sea from the port where it stands."""
    then = _activated(position)
    own = [piece for piece in _own(position) if piece.is_ground]
    ports = _ports(position, dict.fromkeys(piece.owner for piece in own))
    rows = (
        {"units": {piece.counter.name: 1}, "from": called(position, piece.at),
         "ships": {"Fleet": 1}, "base": called(position, base), "to": called(position, place)}
        for piece in own
        if piece.at in ports
        for base in dict.fromkeys(one.at for one in _own(position) if one.is_naval)
        for place in ports
        if place != piece.at
    )  # fmt: skip
    return first_legal(then, "transport", check_transport, rows)


def invading(position: Position) -> Iterable[Example]:
    """A unit that lands on a beach of the enemy."""
    then = _activated(position)
    own = [piece for piece in _own(position) if piece.is_ground]
    beaches = position.board.by_fact.get("beach", {})
    rows = (
        {"units": {piece.counter.name: 1}, "from": called(position, piece.at),
         "ships": {"Fleet": 1}, "to": called(position, place)}
        for piece in own
        if position.board.fact(piece.at, "port")
        for place in beaches
    )  # fmt: skip
    return first_legal(then, "invasion", check_invasion, rows)


def rebasing(position: Position) -> Iterable[Example]:
    """A Fleet that changes its base."""
    then = _activated(position)
    ships = [piece for piece in _own(position) if piece.is_naval]
    rows = (
        {"units": {ship.counter.name: 1}, "from": called(position, ship.at),
         "to": called(position, place)}
        for ship in ships
        for place in _ports(position, (ship.owner,))
        if place != ship.at
    )  # fmt: skip
    return first_legal(then, "shipping", check_shipping, rows)


def sending(position: Position) -> Iterable[Example]:
    """NARFs that a Fleet takes to an ally."""
    then = _activated(position)
    rows = (
        {"convoy": 1, "to": position.title(other), "by": ship.owner,
         "from": called(position, ship.at), "ships": {ship.counter.name: 1},
         "land": called(position, land)}
        for ship in _own(position)
        if ship.kind == Kind.FLEET
        for other in position.powers
        if other != ship.owner and position.stand_together(ship.owner, other)
        for land in _ports(position, (other,))
    )  # fmt: skip
    return first_legal(then, "convoy", check_convoy, rows)


def watching(position: Position) -> Iterable[Example]:
    """A Fleet that goes on patrol."""
    then = _activated(position)
    rows = (
        {"units": {ship.counter.name: 1}, "from": called(position, ship.at),
         "in": position.label(area)}
        for ship in _own(position)
        if ship.is_naval
        for area in position.board.seas(ship.at)
    )  # fmt: skip
    return first_legal(then, "patrol", check_patrol, rows)


def hunting(position: Position) -> Iterable[Example]:
    """A Fleet that goes against a patrol."""
    then = _activated(position)
    areas = [area for area in position.board.places if area.startswith("sea:")]
    rows = (
        {"in": position.label(area), "ships": {ship.counter.name: 1},
         "from": called(position, ship.at)}
        for area in areas
        if position.state.at(area)
        for ship in _own(position)
        if ship.is_naval and position.board.fact(ship.at, "port")
    )  # fmt: skip
    return first_legal(then, "hunt", check_hunt, rows)


def interdicting(position: Position) -> Iterable[Example]:
    """Aircraft or a Fleet that cuts the supply line of an enemy port."""
    then = _activated(position)
    board = position.board
    own = [p for p in _own(position) if p.at in board.spots and board.seas(p.at)]
    rows = (
        {"line": called(position, port), **_against(position, piece)}
        for port in _sea_ports(position)
        for piece in own
        if position.at_war(piece.owner, position.holder(port) or "")
        and (piece.is_naval or piece.kind in BOMBERS)
    )
    return first_legal(then, "interdict", check_interdiction, rows)


def _against(position: Position, piece: Piece) -> dict[str, Any]:
    """A unit as an attack on a supply line names it."""
    what, where = {piece.counter.name: 1}, called(position, piece.at)
    if piece.is_naval:
        return {"ships": what, "from": where}
    return {"fly": [{"fly": what, "from": where}]}


def _sea_ports(position: Position) -> list[str]:
    """The ports of the map."""
    return [p for p in position.board.by_fact.get("port", {}) if p in position.board.spots]


def supplying(position: Position) -> Iterable[Example]:
    """Supply that is run to a port that lacks it."""
    then = _activated(position)
    own = {piece.owner: None for piece in _own(position)}
    mine = [
        (port, power)
        for port in _sea_ports(position)
        for power in own
        if position.holder(port) == power
    ]
    rows = (
        {"to": called(position, port), "from": called(position, origin), "by": power}
        for port, power in mine
        if port not in lines_of(position, power).full
        for origin, other in mine
        if other == power and origin != port
    )
    return first_legal(then, "supply", check_run, rows)


def striking(position: Position) -> Iterable[Example]:
    """A carrier that strikes a port with ships of the enemy."""
    then = _activated(position)
    ports = [place for place in position.board.by_fact.get("port", {}) if position.state.at(place)]
    rows = (
        {"at": called(position, port), "ships": {ship.counter.name: 1},
         "from": called(position, ship.at), "in": position.label(area)}
        for ship in _own(position)
        if ship.kind == Kind.CV
        for port in ports
        if victims(position, ship.owner, port)
        for area in position.board.seas(port)
    )  # fmt: skip
    return first_legal(then, "strike", check_strike, rows)


def fleets(position: Position) -> Iterable[Example]:
    """Whether ships go out to meet the enemy."""
    yield {"if": "chance >= 6", "intercept": "best"}


def wars(position: Position) -> Iterable[Example]:
    """A declaration of war on a neutral country."""
    rows = (
        {"war": position.title(other), "by": power.id}
        for power in position.state.powers_of_player(position.player)
        for other in position.powers
    )
    return first_legal(position, "war", check_war, rows)


def industry(position: Position) -> Iterable[Example]:
    """A Soviet city whose industry may move."""
    rows = ({"industry": row} for row in position.book.chart("prizes").table("cities").rows.names)
    return first_legal(position, "evacuation", check_evacuation, rows)


def plans(position: Position) -> Iterable[Example]:
    """The effort of the player turn after the enemy's."""
    yield {"if": "season = winter", "effort": "MLE"}


def stagings(position: Position) -> Iterable[Example]:
    """Aircraft that stage to another city."""
    then = _activated(position)
    cities = [place for place in position.board.places if is_city(position.board, place)]
    rows = (
        {"fly": {piece.counter.name: 1}, "from": called(position, piece.at),
         "to": called(position, place)}
        for piece in _own(position)
        if piece.is_air
        for place in cities
        if place != piece.at and position.is_friendly(piece.owner, place)
    )  # fmt: skip
    return first_legal(then, "staging", lambda p, o: check_staging(p, o, FIRST), rows)


def raids(position: Position) -> Iterable[Example]:
    """A counter-air mission against the nearest aircraft of an enemy."""
    then = _activated(position)
    own = [piece for piece in _own(position) if piece.is_air]
    rows = (
        {"at": called(position, piece.at), "fly": {mine.counter.name: 1},
         "from": called(position, mine.at)}
        for power in position.powers
        for piece in position.pieces_of(power)
        if piece.is_air
        for mine in own
        if position.at_war(mine.owner, power)
    )  # fmt: skip
    return first_legal(then, "counter_air", check_raid, rows)


def fortifying(position: Position) -> Iterable[Example]:
    """A work in a hex of the player's."""
    rows = (
        {"build": what, "at": called(position, piece.at), **by}
        for what in (FORTIFICATION, AIRBASE)
        for piece in _own(position)
        for by in ({}, {"by": piece.owner})
    )
    check = partial(check_works, in_operations=False)
    return first_legal(position, "works", check, rows)


def field_works(position: Position) -> Iterable[Example]:
    """An airbase while aircraft stage."""
    rows = (
        {"build": AIRBASE, "at": called(position, piece.at), **by}
        for piece in _own(position)
        for by in ({}, {"by": piece.owner})
    )
    check = partial(check_works, in_operations=True)
    return first_legal(position, "airbases", check, rows)


def waiting(position: Position) -> Iterable[Example]:
    """A unit in reserve."""
    rows = (
        {"units": {piece.counter.name: 1}, "at": called(position, piece.at)}
        for piece in _own(position)
        if piece.exploits
    )
    return first_legal(_activated(position), "reserve", check_reserve, rows)


def hiding(position: Position) -> Iterable[Example]:
    """An Evasion chit for the ships of a port."""
    rows = (
        {"from": called(position, piece.at), "by": piece.owner}
        for piece in _own(position)
        if piece.is_naval
    )
    return first_legal(_activated(position), "evasion", check_evasion, rows)


def chits(position: Position) -> Iterable[Example]:
    """A chit that is bought in the next Planning Segment."""
    yield {"if": "narfs >= 50", "buy": ["counter-espionage"]}


def reserves(position: Position) -> Iterable[Example]:
    """Where reserves go."""
    yield {"to": "nobody"}


def losses(position: Position) -> Iterable[Example]:
    """Who goes first."""
    yield {"if": "lost >= 1", "lose": ["Flak", "INF"]}


def retreats(position: Position) -> Iterable[Example]:
    """Whether garrisons of fortresses give way."""
    yield {"fortress": "stay"}


def advances(position: Position) -> Iterable[Example]:
    """Who goes into hexes that have been cleared."""
    yield {"advance": ["ARM", "MECH"]}


def flights(position: Position) -> Iterable[Example]:
    """Who comes to the defence of a hex."""
    yield {"send": ["FTR"]}


SUGGESTIONS: Final[Mapping[str, Callable[[Position], Iterable[Example]]]] = {
    "war": wars,
    "evacuation": industry,
    "logistics": efforts,
    "planning": plans,
    "losses": losses,
    "retreats": retreats,
    "advances": advances,
    "flights": flights,
    "airbases": field_works,
    "works": fortifying,
    "reserve": waiting,
    "improve": improving,
    "convert": conversions,
    "grant": grants,
    "heavy_flak": heavy_guns,
    "disband": disbanding,
    "relocate": relocating,
    "reserves": reserves,
    "evasion": hiding,
    "chits": chits,
    "staging": stagings,
    "counter_air": raids,
    "second_staging": stagings,
    "breakdown": breakdowns,
    "rail": railways,
    "movement": moves,
    "exploitation": exploitations,
    "attacks": attacks,
    "second_attacks": second_attacks,
    "build": building,
    "repair": mending,
    "stratmove": shifts,
    "transport": passages,
    "shipping": rebasing,
    "convoy": sending,
    "invasion": invading,
    "patrol": watching,
    "hunt": hunting,
    "interdict": interdicting,
    "supply": supplying,
    "strike": striking,
    "fleets": fleets,
}
