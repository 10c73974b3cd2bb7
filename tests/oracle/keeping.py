"""The files in which games are kept: one pair for each scenario, JSON lines, compressed.

`NAME.inputs.xz` has what was sent in, `NAME.outcomes.xz` what came of it, so that outcomes can be
written anew while the inputs stay as they are to the byte. `made.json` says from which commit.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

KEPT: Final = Path(__file__).parent / "kept"
MADE: Final = KEPT / "made.json"


def scenarios() -> list[str]:
    """The names of the pairs of files."""
    return sorted(path.name.removesuffix(".inputs.xz") for path in KEPT.glob("*.inputs.xz"))


def inputs(name: str) -> list[dict[str, Any]]:
    """The kept games of a scenario."""
    return _read(KEPT / f"{name}.inputs.xz")


def outcomes(name: str) -> dict[str, list[dict[str, list[str]]]]:
    """What came of the kept games of a scenario: the records of their windows by game."""
    return {row["id"]: row["windows"] for row in _read(KEPT / f"{name}.outcomes.xz")}


def keep_inputs(name: str, games: Iterable[Mapping[str, Any]]) -> None:
    """Write the games of a scenario."""
    _write(KEPT / f"{name}.inputs.xz", games)


def keep_outcomes(name: str, found: Mapping[str, list[dict[str, list[str]]]]) -> None:
    """Write what came of the games of a scenario."""
    rows = [{"id": game, "windows": found[game]} for game in sorted(found)]
    _write(KEPT / f"{name}.outcomes.xz", rows)


def _read(path: Path) -> list[dict[str, Any]]:
    with lzma.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def _write(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    text = "".join(json.dumps(row, sort_keys=True, ensure_ascii=False) + "\n" for row in rows)
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
