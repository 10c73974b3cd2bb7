"""What the benchmarks play of Global War: a whole turn of Germany in 1939, of many orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bench.impulse import PLAYER, Impulse

from pbem.core.data.findings import Where
from pbem.core.orders.orders import Order, check_order
from pbem.core.record.events import apply
from pbem.core.record.state import State, Unit
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.core.rules.setup import default_roster, first_state, load_game

POWER = "germany"
FIRST, SECOND = "combat_moves", "non_combat_moves"
POLAND = "poland"
MORE = 5  # times as many units on land, so that so many orders find somebody to carry them out
_HERE = Where("bench.yaml", 1, 1)


def turn(orders: int) -> Impulse:
    """A turn of so many orders, all for a single unit: into Poland, then to the next zone."""
    game, state = position()
    head = f"window: {state.game} {state.clock.name}/combat\nfor_state: any\nplayer: {PLAYER}\n"
    marching = Marching(game, game.at(state, PLAYER), Counter())
    attacks = list(marching.moves(FIRST, orders // 3))
    others = list(marching.moves(SECOND, orders - len(attacks)))
    text = f"{head}{FIRST}:\n{''.join(attacks)}{SECOND}:\n{''.join(others)}"
    return Impulse(game, state, text)


def position() -> tuple[Game, State]:
    """The scenario with many times the German units on land."""
    roster = default_roster("gw", "global-war-1939")
    game, state = load_game(roster), first_state(roster)
    units = {
        unit.id: replace(unit, count=unit.size * MORE) if is_on_land(unit) else unit
        for unit in state.units.values()
    }
    return game, replace(state, units=units)


def is_on_land(unit: Unit) -> bool:
    """Whether a unit is a German one on land."""
    return unit.owner == POWER and ":" not in unit.at


@dataclass
class Marching:
    """Orders found legal one after the other, and how many of each group have had theirs."""

    game: Game
    position: Position
    gone: Counter[str]

    def moves(self, section: str, most: int) -> Iterator[str]:
        """So many orders of a section, a unit of each group in turn."""
        groups = [unit for unit in self.position.start.units.values() if is_on_land(unit)]
        found, before = 0, -1
        while found < most and before != found:
            before = found
            for unit in groups:
                if found < most and self.gone[unit.id] < unit.size:
                    line = self._move(section, unit)
                    found += bool(line)
                    if line:
                        self.gone[unit.id] += 1
                        yield line

    def _move(self, section: str, unit: Unit) -> str:
        for zone in self.game.board.neighbours[unit.at]:
            holder = self.position.start.controller(zone)
            if holder != (POLAND if section == FIRST else POWER):
                continue
            data = {"units": {unit.counter: 1}, "from": unit.at, "to": zone}
            ruling = check_order(self.position, Order(section, 1, PLAYER, data, _HERE))
            if ruling.ok and ruling.events:
                after = apply(self.position.state, ruling.events)
                self.position = replace(self.position, state=after)
                return f"- {{units: {{{unit.counter}: 1}}, from: {unit.at}, to: {zone}}}\n"
        return ""
