"""Small changes of the position in which a kept game begins, so that more of the rules is met.

Money, thinner garrisons, another turn, a near end of the game; in World in Flames weather, units
face-down, aircraft and lone units before the front, the other side's impulse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from unit.gw.shipped import BOOK

from oracle.playing import Table
from pbem.core.maps.paths import within
from pbem.core.record.state import State
from pbem.core.rules.position import position_of
from pbem.systems.gw.defeat.capitals import printed_capital
from pbem.systems.gw.world.facilities import counts
from pbem.systems.gw.world.nations import calendar_turn_after, is_sea, turn_numbers, turn_of
from pbem.systems.gw.world.vocabulary import PlaceFact, PowerCount
from pbem.systems.tw.world.vocabulary import UnitMark

Change = list[Any]  # LIST, ID, KEY, VALUE, as `playing.changed` reads it
ARMY: Final = ("infantry", "artillery", "medium-armor", "mechanized-infantry", "marine",
               "advanced-artillery", "airborne")  # fmt: skip
AIR_FORCE: Final = ("fighter", "medium-bomber", "strategic-bomber", "strategic-bomber",
                    "tactical-bomber")  # fmt: skip
FLEET: Final = (
    "submarine", "destroyer", "heavy-cruiser", "battleship", "naval-transport", "fleet-carrier",
    "naval-transport", "light-cruiser",
)  # fmt: skip
CAPITAL_SHIPS: Final = ("battleship", "fast-battleship", "heavy-battleship")
FAMOUS: Final = (  # whose surrender the rules provide for
    ("germany", "france"), ("italy", "france"), ("great-britain", "italy"), ("france", "italy"),
    ("united-states", "japan"), ("soviet-union", "japan"), ("japan", "nationalist-china"),
    ("soviet-union", "germany"), ("germany", "great-britain"),
)  # fmt: skip
WEATHER: Final = ("fine", "rain", "snow", "storm", "blizzard")


def changes(table: Table, random: Random) -> list[Change]:
    """The changes of a game that is drawn."""
    return list(_CHANGES[table.state.system](table, random))


def _gw(table: Table, random: Random) -> Iterator[Change]:
    state = table.state
    for power in state.powers.values():
        if power.counters and random.randrange(4):
            yield [
                "powers",
                power.id,
                f"counters.{PowerCount.CASH}",
                random.choice((8, 20, 40, 80)),
            ]
    if random.randrange(2):
        yield from _thinned(state, random)
    if random.randrange(3):
        yield from _reinforced(table, random)
    if random.randrange(2):
        yield from _technologies(state, random)
        yield from _damaged_ships(table, random)
    yield from _works(table, random)
    siege = list(_siege(table, random)) if random.randrange(5) < 2 else []
    yield from siege
    if state.scenario.startswith("global"):
        yield from _of_the_world(table, siege[0][1] if siege else "", random)
    else:
        yield from _end(state.clock.turn, random)


def _end(turn: str, random: Random) -> Iterator[Change]:
    """The last turn is this one, or one soon to come."""
    for _ in range(random.choice((0, 0, 1, 2, 5))):
        turn = calendar_turn_after(turn)
    yield ["tracks", "last-turn", "", {"id": "last-turn", "value": turn}]


def _of_the_world(table: Table, first: str, random: Random) -> Iterator[Change]:
    """More wars, a later turn, and another nation's turn in it (that of `first`, if named)."""
    state, here = table.state, table.game.at(table.state)
    majors = sorted(p.id for p in state.powers.values() if p.players)
    for _ in range(random.choice((0, 1, 2, 4))):
        one, other = random.sample(majors, 2)
        if state.side_of(one) != state.side_of(other):
            yield ["powers", one, f"relations.{other}", "war"]
            yield ["powers", other, f"relations.{one}", "war"]
    turn = state.clock.turn
    for _ in range(random.choice((0, 0, 1, 2, 3, 5, 8))):
        turn = calendar_turn_after(turn)
    yield ["clock", "", "turn", turn]
    yield from _end(turn, random)
    number = turn_of(here, first) or random.choice(sorted(turn_numbers(here)))
    movers = [power.id for power in state.powers.values() if turn_of(here, power.id) == number]
    yield ["clock", "", "impulse", number]
    yield ["clock", "", "side", state.side_of(movers[0])]
    yield ["tracks", "on-turn", "", {"id": "on-turn", "value": " ".join(movers)}]


def _thinned(state: State, random: Random) -> Iterator[Change]:
    """A few nations that have hardly an army left."""
    owners = sorted({unit.owner for unit in state.units.values()})
    for owner in random.sample(owners, min(len(owners) - 1, random.randint(1, 4))):
        for unit in state.units.values():
            if unit.owner == owner and unit.count is not None and unit.count > 1:
                yield ["units", unit.id, "count", 1]
            elif unit.owner == owner and random.randrange(2):
                yield ["units", unit.id, "", None]


def _reinforced(table: Table, random: Random) -> Iterator[Change]:
    """Armies at the borders, bombers behind them, fleets off the coast."""
    state, board = table.state, table.game.board
    owners = sorted(p.id for p in state.powers.values() if p.players)
    for owner in random.sample(owners, min(len(owners), random.randint(1, 4))):
        zones = sorted(
            p.id
            for p in state.places.values()
            if p.controller == owner and p.id in board and not is_sea(board, p.id)
        )
        border = [
            zone
            for zone in zones
            if any(state.controller(near) not in (None, owner) for near in board.neighbours[zone])
        ]
        seas = sorted({n for zone in zones for n in board.neighbours[zone] if is_sea(board, n)})
        for places, kinds in ((border, ARMY), (border, AIR_FORCE), (seas, FLEET)):
            for place in random.sample(places, min(len(places), random.randint(0, 3))):
                for kind in dict.fromkeys(random.sample(kinds, random.randint(1, 4))):
                    many = random.randint(1, 6 if kinds is ARMY else 2)
                    yield from _group(owner, kind, place, many)


def _technologies(state: State, random: Random) -> Iterator[Change]:
    """Technologies that nations have."""
    known = BOOK.chart("technology").table("stages").rows.names
    for power in state.powers.values():
        if power.players and random.randrange(3) == 0:
            for name in random.sample(list(known), random.randint(1, 4)):
                yield ["powers", power.id, f"flags.tech-{name}", True]


def _damaged_ships(table: Table, random: Random) -> Iterator[Change]:
    """Battleships that somebody has hit, beside those that nobody has."""
    ships = [unit for unit in table.state.units.values() if unit.counter in CAPITAL_SHIPS]
    for unit in random.sample(ships, min(len(ships), 3)):
        name = f"{unit.owner}:{unit.counter}@{unit.at}+damaged=1"
        row = {"counter": unit.counter, "owner": unit.owner, "at": unit.at, "count": 1}
        yield ["units", name, "", {"id": name, **row, "marks": {"damaged": [1, "lasting"]}}]


def _group(owner: str, kind: str, place: str, many: int) -> Iterator[Change]:
    row = {"counter": kind, "owner": owner, "at": place, "count": many}
    name = f"{owner}:{kind}@{place}"
    yield ["units", name, "", {"id": name, **row}]


def _siege(table: Table, random: Random) -> Iterator[Change]:
    """An army stands before a capital that hardly anybody holds."""
    state, board = table.state, table.game.board
    wars = [
        (power.id, foe)
        for power in state.powers.values()
        for foe in sorted({*power.relations, *(p.id for p in state.powers.values() if p.players)})
        if power.players
        and foe in state.powers
        and (power.relations.get(foe) == "war" or _might_fight(state, power.id, foe))
    ]
    famous = [war for war in FAMOUS if war in wars]
    attacker, foe = random.choice(famous if famous and random.randrange(3) else wars)
    capital = printed_capital(table.game, foe)
    near = [zone for zone in board.neighbours.get(capital, ()) if not is_sea(board, zone)]
    if state.controller(capital) != foe or not near:
        return
    camp = random.choice(near)
    yield ["powers", attacker, f"relations.{foe}", "war"]
    yield ["powers", foe, f"relations.{attacker}", "war"]
    for unit in state.units.values():
        if unit.at == camp and unit.owner != attacker:
            yield ["units", unit.id, "", None]
        elif unit.at == capital and unit.count is not None:
            yield ["units", unit.id, "count", 1]
    yield ["places", camp, "controller", attacker]
    for kind, many in (("infantry", 8), ("artillery", 3), ("medium-armor", 5), ("fighter", 3)):
        yield from _group(attacker, kind, camp, many)


def _might_fight(state: State, power: str, foe: str) -> bool:
    """Whether two nations of players are of different sides, in a game of the world."""
    sides = {state.side_of(power), state.side_of(foe)}
    return state.scenario.startswith("global") and len(sides) == 2


def _works(table: Table, random: Random) -> Iterator[Change]:
    """Damaged facilities, and Coastal Artillery."""
    state, board = table.state, table.game.board
    zones = sorted(p.id for p in state.places.values() if p.id in board and p.controller)
    for zone in random.sample(zones, min(len(zones), 6)):
        there = sorted(counts(position_of(table.game, state), zone))
        if there and random.randrange(2):
            yield ["places", zone, f"markers.damage-{random.choice(there)}", 1]
        seas = [near for near in board.neighbours[zone] if is_sea(board, near)]
        if seas and not is_sea(board, zone):
            yield ["places", zone, f"facts.{PlaceFact.COASTAL_ARTILLERY}", 1]
            yield [
                "places",
                zone,
                f"markers.built-{PlaceFact.COASTAL_ARTILLERY}:{random.choice(seas)}",
                1,
            ]


def _wif(table: Table, random: Random) -> Iterator[Change]:
    state = table.state
    yield ["tracks", "weather.n-temperate", "value", random.choice((*WEATHER, *["fine"] * 5))]
    if random.randrange(3) == 0:
        yield ["tracks", "impulse-box", "value", random.randint(3, 12)]
    if random.randrange(3) == 0:
        yield ["clock", "", "side", "allied"]
        yield ["clock", "", "impulse", 4]
    held = {unit.at for unit in state.units.values()}
    down = random.choice((4, 8, 16))
    for unit in state.units.values():
        free = sorted(_free(table, unit.owner) - held)
        flies = "air" in table.game.counters[unit.counter].classes
        if random.randrange(3 if flies else 10) == 0 and free:
            where = random.choice(free)
            held.add(where)
            yield ["units", unit.id, "at", where]
        if random.randrange(down) == 0:
            yield ["units", unit.id, "marks.face-down", "turn"]


def _free(table: Table, owner: str) -> set[str]:
    """The hexes of a power that lie near the enemy, behind and before his front."""
    near = table.game.board.neighbours
    enemies = {unit.at for unit in table.state.units.values() if unit.owner != owner}
    places = table.state.places.values()
    return {
        place.id
        for place in places
        if place.controller == owner and enemies & set(within(near, place.id, 2))
    }


def _tw(table: Table, random: Random) -> Iterator[Change]:
    """Every third game thin on both sides; half of the armies hurt; money."""
    state, board = table.state, table.game.board
    thin = random.randrange(3) == 0
    for unit in state.units.values():
        if thin and unit.at in board.spots and random.randrange(4):
            yield ["units", unit.id, "", None]
        elif unit.at in board.spots and random.randrange(8) == 0:
            yield ["units", unit.id, f"marks.{UnitMark.DEPLETED}", "lasting"]
    for power in state.powers.values():
        if "narfs" in power.counters and random.randrange(3) == 0:
            yield ["powers", power.id, "counters.narfs", random.choice((0, 3, 40))]


def _awaw(table: Table, random: Random) -> Iterator[Change]:
    """Money, and every third game thin on both sides."""
    state = table.state
    for power in state.powers.values():
        if "brps" in power.counters and random.randrange(3) == 0:
            yield ["powers", power.id, "counters.brps", random.choice((0, 5, 30, 150))]
    if random.randrange(3) == 0:
        for unit in state.units.values():
            if unit.at in table.game.board.spots and random.randrange(3) == 0:
                yield ["units", unit.id, "", None]


_CHANGES: Final[dict[str, Callable[[Table, Random], Iterator[Change]]]] = {
    "gw": _gw,
    "wif": _wif,
    "tw": _tw,
    "awaw": _awaw,
}
