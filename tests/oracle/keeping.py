"""The files in which games are kept, as text: one pair for each scenario.

`NAME.inputs.jsonl` has what was sent in: a line for each game, and below it one for each of its
windows. `NAME.outcomes.txt` has what came of it: a line for each window with the digest of each
category of its words. The words themselves are not kept; `then` makes them anew with the program
of the commit that wrote the digests.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from oracle.recording import CATEGORIES, Record

KEPT: Final = Path(__file__).parent / "kept"
INPUTS: Final = ".inputs.jsonl"
OUTCOMES: Final = ".outcomes.txt"
DIGITS: Final = 12

Digests = dict[str, str]  # of each category of a window


def scenarios() -> list[str]:
    """The names of the pairs of files."""
    return sorted(path.name.removesuffix(INPUTS) for path in KEPT.glob(f"*{INPUTS}"))


def inputs(name: str) -> list[dict[str, Any]]:
    """The kept games of a scenario."""
    games: list[dict[str, Any]] = []
    for line in (KEPT / f"{name}{INPUTS}").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if "id" in row:
            games.append({**row, "windows": []})
        else:
            games[-1]["windows"].append(row)
    return games


def keep_inputs(name: str, games: Iterable[Mapping[str, Any]]) -> None:
    """Write the games of a scenario."""
    rows: list[Mapping[str, Any]] = []
    for game in games:
        rows.append({key: said for key, said in game.items() if key != "windows"})
        rows += game["windows"]
    text = "".join(json.dumps(row, sort_keys=True, ensure_ascii=False) + "\n" for row in rows)
    (KEPT / f"{name}{INPUTS}").write_text(text, encoding="utf-8")


def digests(record: Record) -> Digests:
    """What is kept of a window: the digest of each category that has words."""
    return {
        name: hashlib.sha256("\n".join(lines).encode()).hexdigest()[:DIGITS]
        for name, lines in sorted(record.items(), key=_place)
        if lines
    }


def _place(row: tuple[str, list[str]]) -> tuple[int, str]:
    name = row[0]
    return (CATEGORIES.index(name) if name in CATEGORIES else len(CATEGORIES), name)


def outcomes(name: str) -> dict[str, list[Digests]]:
    """What came of the kept games of a scenario: the digests of their windows by game."""
    found: dict[str, list[Digests]] = {}
    for line in (KEPT / f"{name}{OUTCOMES}").read_text(encoding="utf-8").splitlines():
        game, _, *said = line.split()
        pairs = (one.rpartition("=") for one in said)
        found.setdefault(game, []).append({key.replace("_", " "): mark for key, _, mark in pairs})
    return found


def keep_outcomes(name: str, found: Mapping[str, Iterable[Digests]]) -> None:
    """Write what came of the games of a scenario."""
    lines = [
        " ".join([game, str(number), *(f"{k.replace(' ', '_')}={v}" for k, v in marks.items())])
        for game in sorted(found)
        for number, marks in enumerate(found[game], 1)
    ]
    (KEPT / f"{name}{OUTCOMES}").write_text("\n".join([*lines, ""]), encoding="utf-8")
