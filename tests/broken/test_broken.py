"""Deliberately broken files: `NAME.yaml` must get exactly the message in `NAME.expected`.

Typing mistakes, YAML traps, mail damage and hostile files; those named `clean-…` are damaged in a
way that is undone on receipt, and have nothing against them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from toy.table import table

from pbem.core.data.findings import PbemError
from pbem.core.orders.answers import check_answers, read_answers
from pbem.core.orders.orderlines import MAX_STRANGE
from pbem.core.orders.orders import read_orders, read_standing, validate
from pbem.core.record.state import State
from pbem.core.record.statefile import read_state
from pbem.core.rules.game import Game
from pbem.core.rules.setup import default_roster, first_state, load_game, read_roster

HERE = Path(__file__).parent
SEAT = table()


def orders(path: Path) -> list[str]:
    submission = read_orders(SEAT.game, path.read_bytes(), path.name)
    return [str(finding) for finding in validate(SEAT.game, SEAT.state, submission).findings]


def standing(path: Path) -> list[str]:
    return [str(f) for f in read_standing(SEAT.game, path.read_bytes(), path.name).findings]


@cache
def barbarossa() -> tuple[Game, State]:
    """A scenario with hexes, for what only a larger grammar can get wrong."""
    roster = default_roster("wif", "barbarossa-12")
    return load_game(roster), first_state(roster)


def wif_orders(path: Path) -> list[str]:
    game_, state_ = barbarossa()
    receipt = validate(game_, state_, read_orders(game_, path.read_bytes(), path.name))
    return [str(finding) for finding in receipt.findings if finding.where]


def awaw_orders(path: Path) -> list[str]:
    roster = default_roster("awaw", "poland-1939")
    game_, state_ = load_game(roster), first_state(roster)
    receipt = validate(game_, state_, read_orders(game_, path.read_bytes(), path.name))
    return [str(finding) for finding in receipt.findings]


def wif_standing(path: Path) -> list[str]:
    found = read_standing(barbarossa()[0], path.read_bytes(), path.name).findings
    return [str(finding) for finding in found]


def gw_standing(path: Path) -> list[str]:
    game_ = load_game(default_roster("gw", "global-war-1939"))
    found = read_standing(game_, path.read_bytes(), path.name).findings
    return [str(finding) for finding in found]


def answers(path: Path) -> list[str]:
    read = read_answers(path.read_bytes(), path.name)
    return [str(finding) for finding in (*read.findings, *check_answers(read, ()))]


def game(path: Path) -> list[str]:
    read_roster(path)
    return []


def state(path: Path) -> list[str]:
    read_state(path, {"pbem-state/0": SEAT.game.system.upgrades["pbem-state/0"]})
    return []


READERS: dict[str, Callable[[Path], list[str]]] = {
    "orders": orders,
    "standing": standing,
    "answers": answers,
    "game": game,
    "state": state,
    "awaw-orders": awaw_orders,
    "wif-orders": wif_orders,
    "wif-standing": wif_standing,
    "gw-standing": gw_standing,
}
FILES = sorted(HERE.glob("*/*.yaml"))


def told(path: Path) -> str:
    """What the program tells about a file, with the file's bare name in it."""
    try:
        found = READERS[path.parent.name](path)
    except PbemError as trouble:
        found = [str(finding) for finding in trouble.findings]
        if not found:
            found = [f"{trouble.message}\n    {trouble.hint}" if trouble.hint else trouble.message]
    return "".join(f"{line}\n" for line in found).replace(str(path), path.name)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_broken_file_gets_its_message(path: Path) -> None:
    """file:line:column, what was found, what would be legal."""
    expected = path.with_suffix(".expected").read_text(encoding="utf-8")
    assert told(path) == expected
    assert bool(expected) is not path.stem.startswith("clean-")


def test_every_expectation_has_its_file() -> None:
    assert {path.with_suffix(".yaml") for path in HERE.glob("*/*.expected")} == set(FILES)
    assert len(FILES) >= 95


def test_a_file_full_of_strange_words_is_told_of_some() -> None:
    """A search for near names takes its time: no file may have it done without end."""
    words = ", ".join(f"Nowhere{number}" for number in range(5000))
    reserve = words.replace(",", ": 1,")
    text = f"standing: anna\nreserve: {{{reserve}: 1}}\noverrun: {{rebase: [{words}]}}\n"
    found = read_standing(barbarossa()[0], text.encode(), "anna.yaml").findings
    assert [finding.code for finding in found] == ["unknown-word"] * 2 * MAX_STRANGE
