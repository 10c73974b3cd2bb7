"""Colours and letters of nations on a board of zones: no two alike, for the colour-blind either.

Decides the colour and the code of every nation of a board, always the same ones, whoever is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from pbem.core.maps.board import Board

_GREAT: Final[Mapping[str, str]] = {
    "germany": "#8f9a94",
    "japan": "#f2b134",
    "italy": "#9fb55a",
    "great-britain": "#d9b98a",
    "united-states": "#6fa8c9",
    "soviet-union": "#d9705c",
    "france": "#7f8fd6",
    "nationalist-china": "#f0e06a",
    "communist-china": "#e0967a",
    "far-east-command": "#b98f4f",
    "anzac": "#7fc8a0",
}
# each as far as can be from all before it, the great ones and the sea, as everybody sees it and as
# those see it who lack red or green
_OTHERS: Final = (
    "#f6ed9d", "#827994", "#c9f6c1", "#828bf6", "#c15e67", "#f6ed4c", "#e4aff6", "#94b8c1",
    "#d2dbc9", "#7979af", "#d2d270", "#9467d2", "#dbb84c", "#ed8bf6", "#558b70", "#a6c1b8",
    "#e4db9d", "#9494a6", "#f65e82", "#ed9d94", "#d2c179", "#afc9e4", "#dbe4e4", "#e45ef6",
    "#b8dbaf", "#8b824c", "#e4ed82", "#8b8baf", "#e4db4c", "#e48bd2", "#8270c1", "#79a667",
    "#d2c9d2", "#e467db", "#8ba6ed", "#e4edd2", "#db944c", "#e45582", "#94b8e4", "#55db55",
    "#d25594", "#edd28b", "#9d5ee4", "#b8f6af", "#c1d29d", "#c1c9b8", "#9dafaf", "#ed5ec1",
    "#d2edf6", "#f6ed5e", "#828bc1", "#55d270", "#d28b9d", "#eda6d2", "#ed8282", "#c1dbf6",
    "#82ed5e", "#d2554c", "#798b82", "#7967f6",
)  # fmt: skip
_SAID: Final = ("nation", "held-1936", "held-1939")


def nations(board: Board) -> tuple[str, ...]:
    """Every nation that the map names."""
    found = {str(value) for fact in _SAID for value in board.by_fact.get(fact, {}).values()}
    return tuple(sorted(found))


def nation_colours(board: Board, more: Iterable[str] = ()) -> dict[str, str]:
    """A colour for every nation of a board, and for others that play there."""
    named = nations(board)
    others = [name for name in named if name not in _GREAT]
    others += sorted({name for name in more if name} - {*named, *_GREAT})
    rest = {name: _OTHERS[number % len(_OTHERS)] for number, name in enumerate(others)}
    return {**_GREAT, **rest}


def codes(names: Iterable[str]) -> dict[str, str]:
    """Two or three capital letters for every nation, no two alike."""
    found: dict[str, str] = {}
    for name in sorted(set(names)):
        found[name] = next(code for code in _codes(name) if code not in found.values())
    return found


def _codes(name: str) -> Iterable[str]:
    """Codes that a name could have, the plainest first."""
    words = [word for word in name.split("-") if word]
    letters = "".join(words)
    if len(words) > 1:
        yield "".join(word[0] for word in words).upper()[:3]
    yield letters[:2].upper()
    for last in letters[2:]:
        yield (letters[:2] + last).upper()
    for number in range(1, 100):
        yield f"{letters[0].upper()}{number}"
