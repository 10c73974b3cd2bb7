"""What the benchmarks play of The War: a player turn of the Axis in Summer 1941, of many orders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bench.impulse import PLAYER, Impulse

from pbem.core.data.findings import Where
from pbem.core.orders.orders import Order, check_order
from pbem.core.record.events import apply
from pbem.core.record.state import State, Unit
from pbem.core.rules.game import Game
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.tw.world.hexes import is_land

POWER, COUNTER = "germany", "ger-6-5-inf"
EFFORT = {"effort": "SLE", "by": POWER}
_HERE = Where("bench.yaml", 1, 1)


def quarter(orders: int) -> Impulse:
    """A player turn of so many orders: an effort, then marches of one hex or more."""
    game, state = position(orders)
    head = f"window: {state.game} {state.clock.name}/operations\nfor_state: any\nplayer: {PLAYER}\n"
    moves = list(_moves(game, state, orders - 1))
    lines = "".join(f"- {{units: {u}, from: '{a}', to: '{b}'}}\n" for u, a, b in moves)
    text = f"{head}logistics:\n- {{effort: SLE, by: {POWER}}}\nmovement:\n{lines}exploitation: []\n"
    return Impulse(game, state, text)


def position(more: int) -> tuple[Game, State]:
    """The scenario with so many more German corps, one in each empty hex behind the front."""
    roster = default_roster("tw", "barbarossa-1941")
    game, state = load_game(roster), first_state(roster)
    board = game.board
    held = [p for p in board.spots if state.controller(p) == POWER and is_land(board, p)]
    free = [p for p in held if not state.at(p)][:more]
    army = [Unit(f"bench-{n:03}", COUNTER, POWER, place) for n, place in enumerate(free)]
    return game, replace(state, units={**state.units, **{unit.id: unit for unit in army}})


def _moves(game: Game, state: State, most: int) -> Iterator[tuple[str, str, str]]:
    """Marches that are legal one after the other."""
    position = game.at(state, PLAYER)
    made = check_order(position, Order("logistics", 1, PLAYER, EFFORT, _HERE))
    position = position.then(apply(state, made.events))
    found = 0
    for unit in [u for u in state.units.values() if u.owner == POWER and u.at in game.board.spots]:
        for place in game.board.neighbours[unit.at]:
            if found == most:
                return
            data = {"units": unit.id, "from": unit.at, "to": place}
            ruling = check_order(position, Order("movement", found + 1, PLAYER, data, _HERE))
            if ruling.ok and not ruling.findings:
                position = position.then(apply(position.state, ruling.events))
                found += 1
                yield unit.id, unit.at, place
                break
