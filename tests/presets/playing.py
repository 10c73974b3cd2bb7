"""Battles of Global War under a preset: the same positions, the same dice every time.

Decides: who stands where, and what of a battle is counted. Leaves the battle to the system.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from pbem.core.cases.caseposition import setting
from pbem.core.data.yamlio import flow_text, read_data
from pbem.core.orders.inputs import Inputs, KeyedDice
from pbem.core.orders.orders import open_window, read_orders, read_standing
from pbem.core.play.umpire import Umpire
from pbem.core.record.state import REMOVED, State
from pbem.core.rules.game import Game
from pbem.core.rules.sequence import Step, flatten
from pbem.core.rules.sides import Role
from pbem.systems.gw import SYSTEM
from pbem.systems.gw.world.nations import is_sea
from pbem.systems.gw.world.units import catalogue

POSITIONS: Final = tuple(read_data(Path(__file__).with_name("positions.yaml")))
NO_PRESET: Final = "(none)"
PRESETS: Final = (NO_PRESET, *read_data(SYSTEM.folder / "presets.yaml")["presets"])
STEPS: Final = ("combat-movement", "combat")
PLAYER: Final = {Role.ATTACKER: "hans", Role.DEFENDER: "anna"}


@dataclass(frozen=True, slots=True)
class Tally:
    """Battles under a preset: zones that its side has in the end; IPPs at stake and lost."""

    battles: int = 0
    zones: int = 0
    stake: int = 0
    lost: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.battles + other.battles,
            self.zones + other.zones,
            self.stake + other.stake,
            self.lost + other.lost,
        )


@cache
def stage(name: str) -> tuple[Game, State]:
    """The game and the position of a battle."""
    said = next(one for one in POSITIONS if one["name"] == name)
    units = [
        {"id": f"{owner}:{unit}@{zone}", "counter": unit, "owner": owner, "at": zone, "count": n}
        for zone, sides in ((said["from"], said["attackers"]), (said["at"], said["defenders"]))
        for owner, there in sides.items()
        for unit, n in there.items()
    ]
    return setting("gw", {"scenario": said["scenario"], "units": units})


def inputs_for(name: str, role: Role, preset: str, number: int) -> Inputs:
    """The attack, the standing order of who has the preset, and dice of their own key."""
    game, state = stage(name)
    said = next(one for one in POSITIONS if one["name"] == name)
    move = {"units": "all", "from": said["from"], "to": said["at"]}
    head = {"window": open_window(game, state), "for_state": "any", "player": "hans"}
    orders = read_orders(game, _text({**head, "combat_moves": [move]}), "hans.yaml")
    who = PLAYER[role]
    standing = {}
    if preset != NO_PRESET:
        standing[who] = read_standing(game, _text({"standing": who, "preset": preset}), who)
    key = sha256(f"{name} {number}".encode()).digest()
    return Inputs({"hans": orders}, KeyedDice(key), KeyedDice(key), key, 1, standing)


def _text(content: Mapping[str, Any]) -> bytes:
    return "".join(f"{key}: {flow_text(value)}\n" for key, value in content.items()).encode()


def fought(name: str, role: Role, preset: str, number: int) -> Tally:
    """One battle, as the side counts it that has the preset."""
    game, before = stage(name)
    umpire = Umpire(game, before, inputs_for(name, role, preset, number))
    steps = {item.name: item for item in flatten(SYSTEM.sequence) if isinstance(item, Step)}
    for step in STEPS:
        with umpire.step(step):
            steps[step].conduct(umpire)
    said = next(one for one in POSITIONS if one["name"] == name)
    own = said["attackers" if role is Role.ATTACKER else "defenders"]
    stake, left = (_worth(game, state, own) for state in (before, umpire.state))
    taken = _is_taken(game, umpire.state, said)
    return Tally(1, int(taken is (role is Role.ATTACKER)), stake, stake - left)


def _worth(game: Game, state: State, owners: Mapping[str, Any]) -> int:
    """The IPPs that some nations' units cost."""
    types = catalogue(game.book)
    return sum(
        types[unit.counter].cost * unit.size
        for unit in state.units.values()
        if unit.owner in owners and unit.at != REMOVED
    )


def _is_taken(game: Game, state: State, said: Mapping[str, Any]) -> bool:
    """Whether the attacker has the zone; of a sea zone that nobody else is there and he is."""
    if not is_sea(game.board, said["at"]):
        return state.controller(said["at"]) in said["attackers"]
    there = {unit.owner for unit in state.at(said["at"])}
    return bool(there) and there <= set(said["attackers"])


def tally(role: Role, preset: str, battles: int) -> Tally:
    """So many battles in each position, one side having a preset."""
    return sum(_each(role, preset, battles), Tally())


def _each(role: Role, preset: str, battles: int) -> Iterator[Tally]:
    for said in POSITIONS:
        for number in range(battles):
            yield fought(said["name"], role, preset, number)
