"""Impulses of World in Flames under a preset: the same attacks, the same dice every time.

Decides: which impulses of Barbarossa are played, and what of each is counted. Leaves the attacks to
the marshals of the random wars, and all else to the system.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

from property.wif_marshals import Marshal

from pbem.core.data.yamlio import flow_text, read_data
from pbem.core.orders.orders import open_window, read_orders, read_standing
from pbem.core.play.run import RunFiles, adjudicate
from pbem.core.record.dice import seed_keys
from pbem.core.record.state import State, Unit
from pbem.core.rules.game import Game
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.flames.world.vocabulary import Side
from pbem.systems.wif.system import SYSTEM

NO_PRESET: Final = "(none)"
PRESETS: Final = (NO_PRESET, *read_data(SYSTEM.folder / "presets.yaml")["presets"])
IMPULSES: Final = 5  # of the Axis, one after the other
EACH: Final = 5  # times that each is played under each preset: a hundred in all
ATTACKER, DEFENDER = "hans", "anna"
GUIDE: Final = Path(__file__).parents[2] / "docs" / "world-in-flames.md"
KEPT: Final = Path(__file__).with_name("kept-wif.yaml")
BEGINS: Final = (
    "| preset | hexes lost | units lost | enemy units | aircraft lost | enemy aircraft |"
)


@dataclass(frozen=True, slots=True)
class Toll:
    """What impulses of the enemy come to: hexes and units lost, and what he loses."""

    impulses: int = 0
    hexes: int = 0
    units: int = 0
    enemy_units: int = 0
    aircraft: int = 0
    enemy_aircraft: int = 0

    @property
    def row(self) -> list[int]:
        """As it is kept."""
        return [getattr(self, name) for name in self.__slots__]

    def __add__(self, other: Toll) -> Toll:
        return Toll(*(one + more for one, more in zip(self.row, other.row, strict=True)))


@dataclass(frozen=True, slots=True)
class Stage:
    """A position in which the Axis is about to move, and what it orders."""

    state: State
    orders: bytes


@cache
def game() -> Game:
    """Barbarossa."""
    return load_game(default_roster("wif", "barbarossa"))


def _stage(state: State) -> Stage:
    return Stage(state, _orders(state, ATTACKER))


def _orders(state: State, player: str) -> bytes:
    """What a marshal orders."""
    head = {"window": open_window(game(), state), "for_state": "any", "player": player}
    return _text({**head, **Marshal(game(), state, player).sections()})


def _text(content: Mapping[str, object]) -> bytes:
    return "".join(f"{key}: {flow_text(value)}\n" for key, value in content.items()).encode()


@cache
def opening() -> Stage:
    """The first impulse."""
    return _stage(first_state(default_roster("wif", "barbarossa")))


@cache
def stages() -> tuple[Stage, ...]:
    """Impulses of the Axis in a war that both sides play to win, from the second one on."""
    state, found = first_state(default_roster("wif", "barbarossa")), list[Stage]()
    while len(found) <= IMPULSES:
        if state.due == (ATTACKER,):
            found.append(_stage(state))
        sent = {player: _orders(state, player) for player in state.due}
        read = {player: read_orders(game(), data, player) for player, data in sent.items()}
        state = _adjudicated(state, RunFiles(read), "the war")
    return tuple(found[1:])


def _adjudicated(state: State, files: RunFiles, seed: str) -> State:
    """The position after a window."""
    since = {"impulse": state, "turn": state}
    keys = seed_keys(seed, state.clock.run + 1)
    return adjudicate(game(), state, replace(files, since=since), keys).state


def played(stage: Stage, preset: str, seed: str) -> State:
    """The position after an impulse, the defender having a preset."""
    orders = read_orders(game(), stage.orders, ATTACKER)
    standing = {}
    if preset != NO_PRESET:
        said = _text({"standing": DEFENDER, "preset": preset})
        standing[DEFENDER] = read_standing(game(), said, DEFENDER)
    return _adjudicated(stage.state, RunFiles({ATTACKER: orders}, standing), seed)


def fought(stage: Stage, preset: str, seed: str) -> Toll:
    """One impulse, as the side counts it that has the preset."""
    before, after = stage.state, played(stage, preset, seed)
    lost = [unit for unit in before.units.values() if _is_lost(unit, after)]
    own = [unit for unit in lost if _side(before, unit) == Side.ALLIED]
    enemy = [unit for unit in lost if _side(before, unit) == Side.AXIS]
    taken = sum(
        _holder(before, place) == Side.ALLIED and _holder(after, place) == Side.AXIS
        for place in before.places
    )
    aircraft, theirs = sum(map(_flies, own)), sum(map(_flies, enemy))
    return Toll(1, taken, len(own) - aircraft, len(enemy) - theirs, aircraft, theirs)


def _is_lost(unit: Unit, after: State) -> bool:
    """Whether a unit was on the map and lies in a pool, or comes back later."""
    now = after.units.get(unit.id)
    return unit.at in game().board and (now is None or now.at not in game().board)


def _side(state: State, unit: Unit) -> str:
    return state.powers[unit.owner].side


def _flies(unit: Unit) -> bool:
    return "air" in game().counters[unit.counter].classes


def _holder(state: State, place: str) -> str:
    controller = state.controller(place)
    return state.powers[controller].side if controller in state.powers else ""


def tally(preset: str) -> Toll:
    """Every impulse so many times, under a preset."""
    seeds = [f"preset {number}" for number in range(EACH)]
    tolls = (fought(stage, preset, seed) for stage in stages() for seed in seeds)
    return sum(tolls, Toll())


def kept() -> Mapping[str, Mapping[str, list[int]]]:
    """What came of them when it was last written."""
    found: Mapping[str, Mapping[str, list[int]]] = read_data(KEPT)
    return found


def keep() -> None:
    """Play every preset, and write what comes of it."""
    rows = {}
    for preset in PRESETS:
        start = fought(opening(), preset, "preset 0")
        rows[preset] = {"all": tally(preset).row, "first": start.row}
    head = (
        "# Written by `make presets`: impulses, hexes, units, enemy units, aircraft, enemy ones.\n"
    )
    lines = [f"{name}: {flow_text(row)}\n" for name, row in rows.items()]
    KEPT.write_text("".join([head, *lines]), "utf-8")


def table() -> str:
    """The table of the guide: what an impulse of an attacker comes to on average."""
    lines = [BEGINS, "|---|---|---|---|---|---|"]
    for preset in PRESETS:
        impulses, *counts = kept()[preset]["all"]
        cells = [preset if preset == NO_PRESET else f"`{preset}`"]
        lines.append(f"| {' | '.join([*cells, *(f'{one / impulses:.1f}' for one in counts)])} |")
    return "\n".join(lines)
