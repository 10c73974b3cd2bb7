"""Files of players who keep to the grammar and to nothing else, for games of the real systems."""

from __future__ import annotations

from random import Random
from typing import Any

from fuzz.strange import text_of
from fuzz.test_strange_orders import files, position
from oracle.drawing import WRITERS
from oracle.playing import Table


def made_up(scenario: str, draw: Random) -> tuple[dict[str, str], dict[str, str]]:
    """Orders and standing orders once, of a scenario as it begins."""
    at, state = position(scenario.replace("/", " "), False)
    return files(Table(at, state, "", {"impulse": state, "turn": state}), draw)


def strangers(world: str, draw: Random, times: int) -> dict[str, list[bytes]]:
    """Orders and standing orders of the players of a scenario as it begins, by their kind."""
    system, _, scenario = world.partition("-")
    if not scenario:
        return {}
    at, state = position(f"{system} {scenario}", False)
    table = Table(at, state, "", {"impulse": state, "turn": state})
    found: dict[str, list[bytes]] = {"orders": [], "standing": []}
    for _ in range(times):
        for kind, texts in zip(found, files(table, draw), strict=True):
            found[kind] += [text.encode() for text in texts.values()]
        for kind, said in zip(found, _usual(table, draw), strict=True):
            found[kind] += [
                text_of(headed(table, player, sent)).encode() for player, sent in said.items()
            ]
    return found


def _usual(table: Table, draw: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """What players might send who know the rules, where somebody writes it."""
    write = WRITERS.get(table.game.system.name)
    return write(table, draw) if write is not None else ({}, {})


def headed(table: Table, player: str, sent: dict[str, object]) -> dict[str, object]:
    """A file with its first lines."""
    if "standing" in sent:
        return sent
    return {"window": table.window, "for_state": "any", "player": player, **sent}
