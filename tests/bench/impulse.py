"""What the benchmarks play: World in Flames impulses of many orders, and large positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pbem.core.data.findings import Where
from pbem.core.maps.mapfile import board_from_text
from pbem.core.maps.paths import within
from pbem.core.maps.shipped import BUILT
from pbem.core.orders.orders import Order, Submission, check_order, read_orders
from pbem.core.play.run import Outcome, RunFiles, adjudicate
from pbem.core.record.dice import RunKeys, seed_keys
from pbem.core.record.events import apply
from pbem.core.record.state import REMOVED, Place, State, Unit
from pbem.core.rules.game import Game
from pbem.core.rules.setup import default_roster, first_state, load_game

PLAYER, POWER, COUNTER = "hans", "germany", "ger-2-inf-div"
COUNTERS = {POWER: COUNTER, "ussr": "ussr-3-inf-div"}
FRONT = 24  # columns of the eastern sheet east of which the USSR stands
BATTLES = """\
ground_strike:
- {fly: [Ju-87D, He-111H6], escort: FW-190A2, at: E2240}
attacks:
- {at: Minsk, with: all E2141, support: Ju-88A4}
"""  # with the choice of action they are three orders, and E2141 does not march
BATTLE_ORDERS, ATTACKERS = 3, "E2141"
_HERE = Where("bench.yaml", 1, 1)


@dataclass(frozen=True)
class Impulse:
    """A position, an order file for it, and what it takes to play it."""

    game: Game
    state: State
    text: str

    def read(self) -> Submission:
        """The order file, read."""
        return read_orders(self.game, self.text.encode(), "bench.yaml")

    def files(self) -> RunFiles:
        """The inputs of the run."""
        return RunFiles(submissions={PLAYER: self.read()})

    @property
    def keys(self) -> RunKeys:
        """The keys of the run."""
        return seed_keys("bench", self.state.clock.run + 1)

    def play(self, files: RunFiles) -> Outcome:
        """Adjudicate it."""
        return adjudicate(self.game, self.state, files, self.keys)


def position(units: int) -> tuple[Game, State]:
    """The scenario with so many units: further divisions stand in empty hexes of their side."""
    roster = default_roster("wif", "barbarossa-12")
    game, state = load_game(roster), first_state(roster)
    held = [p for p in game.board.places if state.controller(p) == POWER and not state.at(p)]
    more: dict[str, Unit] = {}
    while len(state.units) + len(more) < units:
        number = len(more)
        unit = Unit(f"bench-{number:04d}", COUNTER, POWER, held[number % len(held)])
        more[unit.id] = unit
    return game, replace(state, units={**state.units, **more})


def european(units: int) -> tuple[Game, State]:
    """Europe, half of it German and half Soviet, every city a source, with units in every hex."""
    roster = default_roster("wif", "barbarossa-12")
    text = (BUILT / "wif-europe.yaml").read_text(encoding="utf-8")
    board = board_from_text(text, "wif-europe.yaml")
    game, state = replace(load_game(roster), board=board), first_state(roster)
    land = [place for place in board.spots if board.terrain(place) not in ("sea", "lake")]
    halves = {POWER: [p for p in land if not _eastern(p)], "ussr": [p for p in land if _eastern(p)]}
    places = {p: Place(p, power) for power, half in halves.items() for p in half}
    powers = {
        power: replace(state.powers[power], homes=tuple({board.country(p): None for p in half}))
        for power, half in halves.items()
    }
    army = {
        f"bench-{power}-{n:04d}": (COUNTERS[power], power, half[n * 5 % len(half)])
        for power, half in halves.items()
        for n in range(units // 2)
    }
    found = {name: Unit(name, *said) for name, said in army.items()}
    return game, replace(state, units=found, places=places, powers=powers)


def _eastern(place: str) -> bool:
    return place.startswith("E") and int(place[1:3]) < FRONT


def march(orders: int, units: int) -> Impulse:
    """An impulse of so many marches over Europe."""
    game, state = european(units)
    head = f"window: {state.game} {state.clock.name}\nfor_state: any\nplayer: {PLAYER}\n"
    moves = list(_moves(game, state, orders - 1, warned=True))
    lines = "".join(f"- {{units: [{unit}], to: {place}}}\n" for unit, place in moves)
    return Impulse(game, state, f"{head}action: {{Germany: land}}\nland:\n{lines}")


def impulse(orders: int, units: int, warned: bool = False) -> Impulse:
    """An impulse of so many orders: a strike, an attack, and marches of two hexes or one.

    With `warned`, stacks may be too large on the way: so many orders do not fit on the map else.
    """
    game, state = position(units)
    head = f"window: {state.game} {state.clock.name}\nfor_state: any\nplayer: {PLAYER}\n"
    moves = list(_moves(game, state, orders - BATTLE_ORDERS, warned))
    lines = "".join(f"- {{units: [{unit}], to: {place}}}\n" for unit, place in moves)
    text = f"{head}action: {{Germany: land}}\n{BATTLES}land:\n{lines}"
    return Impulse(game, state, text)


def _moves(game: Game, state: State, most: int, warned: bool) -> Iterator[tuple[str, str]]:
    """Moves that are legal one after the other."""
    position = game.at(state, PLAYER)
    chosen = check_order(position, Order("action", 1, PLAYER, {"Germany": "land"}, _HERE))
    position = replace(position, state=apply(state, chosen.events))
    found = 0
    for unit in sorted(state.units):
        at = position.state.units[unit].at
        if found == most or state.units[unit].owner != POWER or at in (ATTACKERS, REMOVED):
            continue
        for place in reversed(within(game.board.neighbours, at, 2)):
            order = Order("land", found + 1, PLAYER, {"units": [unit], "to": place}, _HERE)
            ruling = check_order(position, order)
            if ruling.ok and ruling.events and (warned or not ruling.findings):
                position = replace(position, state=apply(position.state, ruling.events))
                found += 1
                yield unit, place
                break
