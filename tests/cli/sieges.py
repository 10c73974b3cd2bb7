"""A siege of the toy, whose outcome the moderator rules: its game, and his files."""

from __future__ import annotations

import re
from pathlib import Path

from cli.shared import HEAD, levies, send

from pbem.cli import main

SIEGE = "t1.1.red/assault/battle/blue-home/siege/blue-home"
OPTIONS = "settle: owner\n  siege: true\n  weather: true"
RULING = """\
format: pbem-overrides/1
run: 2
author: Mod
rulings:
  {path}:
    fingerprint: "{mark}"
    reason: the wall is old
    cite: "10, on the box"
    result: breach
    changes:
    - {{lose: INF, count: 2}}
    - {{points: azure, of: luck, by: -1}}
"""
SKY = """\
format: pbem-overrides/1
run: 2
author: Mod
rulings:
  t1.1.red/weather/weather:
    fingerprint: "{mark}"
    reason: it is autumn
    cite: "11"
    modifiers: [{{name: autumn, value: 1}}]
"""


def make_siege(game: Path) -> None:
    """Lion stands before Blue Home, in a game with sieges and weather."""
    do("new", "toy/duel", game)
    roster = game / "game.yaml"
    roster.write_text(roster.read_text().replace("settle: owner", OPTIONS))
    do("commitments", game)
    levies(game)
    do("adjudicate", "--game", game)
    moves = "events:\n- {event: UnitMoved, unit: lion, new: mill}\n"
    head = "format: pbem-amend/1\ngame: toy-1\nafter: '1'\nauthor: M\nreason: r\ncite: '1'\n"
    do("amend", send(game, "amend.yaml", head + moves), "--game", game)
    assault = "luck: x\nassault: [{at: blue-home, with: [lion]}]\n"
    send(game, "orders/rosa.yaml", HEAD.format(player="rosa") + assault)
    send(game, "orders/rolf.yaml", HEAD.format(player="rolf") + "luck: y\n")
    send(game, "standing/bea.yaml", "standing: bea\nterms: [{do: fight}]\n")


def do(*args: object) -> None:
    """Call a command that is done."""
    assert main([str(arg) for arg in args]) == 0


def mark_in(game: Path) -> str:
    """The fingerprint of the ruling that is wanted."""
    form = (game / "pending/rulings.yaml").read_text()
    (found,) = re.findall(r'fingerprint: "?([0-9a-f]{16})', form)
    return str(found)


def rule(game: Path, text: str = RULING, name: str = "siege") -> Path:
    """The moderator rules on what is wanted."""
    return send(game, f"overrides/{name}.yaml", text.format(path=SIEGE, mark=mark_in(game)))
