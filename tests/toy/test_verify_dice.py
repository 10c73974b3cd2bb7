"""The script that is published beside the ledgers derives the same dice as the program."""

from __future__ import annotations

import ast
import hashlib
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.core.orders.inputs import Overrides
from pbem.core.play.run import Outcome, adjudicate
from pbem.core.record.dice import KeyChain, RunKeys, message, run_key, throw
from toy.table import of_kind, table

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_dice.py"
CHAIN = KeyChain(hashlib.sha256(b"top").digest(), 9)
LUCK = "Grüße\u2028aus Riga"  # as old logs may have it
ORDERS = {"rosa": "luck: x\nmarch: [{unit: Lion, to: town}]\n"}
PAY = {"bea": "reroll: {}\nclash: {stance: hold}\n"}


def played(overrides: Overrides | None = None) -> Outcome:
    """A run with keys of a chain, luck in it, re-rolls and a duel."""
    seat = table(beacon="round 7").moved(lion="ford")
    keys = RunKeys(4, CHAIN.key(4), b"s" * 32)
    files = seat.files(ORDERS, PAY, None, overrides)
    rosa = replace(files.submissions["rosa"], luck=LUCK)
    files = replace(files, submissions={**files.submissions, "rosa": rosa})
    return adjudicate(seat.game, seat.state, files, keys)


def verify(tmp_path: Path, text: str, *more: str) -> subprocess.CompletedProcess[str]:
    """Run the script on a ledger."""
    path = tmp_path / "ledger.jsonl"
    path.write_text(text, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-I", str(SCRIPT), str(path), *more],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_script_agrees_with_a_published_ledger(tmp_path: Path) -> None:
    """The recipe is normative and fits in a script that uses nothing of pbem."""
    outcome = played()
    rolls = of_kind(outcome, "roll")
    assert any(len(entry.body["throws"]) > 1 for entry in rolls)
    dice = sum(len(values) for entry in rolls for values in entry.body["throws"])
    for earlier, steps in ((3, "1"), (0, "4")):
        done = verify(tmp_path, outcome.ledger.public_text(), CHAIN.key(earlier).hex(), steps)
        assert (done.stdout, done.returncode, done.stderr) == (
            f"all {dice} open dice are as the key makes them\n",
            0,
            "",
        )


def test_the_script_finds_a_changed_die_and_a_foreign_key(tmp_path: Path) -> None:
    outcome = played()
    (first, *_) = of_kind(outcome, "roll")
    rows = [json.loads(line) for line in outcome.ledger.lines]
    shown = rows[first.number - 1]["body"]["throws"][0]
    shown[0] = shown[0] % 6 + 1
    text = "".join(json.dumps(row) + "\n" for row in rows)
    done = verify(tmp_path, text, CHAIN.key(5).hex())
    assert done.stdout == (
        f"entry {first.number}: {first.path} shows {shown}\n"
        "the key of this run does not lead back to the key published earlier\n"
    )
    assert done.returncode == 1


def test_a_die_that_the_moderator_overrode_is_passed_over(tmp_path: Path) -> None:
    (first, *_) = of_kind(played(), "roll")
    overrides = Overrides(rolls={first.path: (6,)})
    assert verify(tmp_path, played(overrides).ledger.public_text()).returncode == 0


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 10), (5, 12), (9, 6), (1, 1000), (33, 3)])
def test_script_and_program_throw_alike(count: int, sides: int) -> None:
    space: dict[str, object] = {}
    exec(compile(SCRIPT.read_text(encoding="utf-8"), str(SCRIPT), "exec"), space)
    key = run_key(b"k" * 32, message("g", 1, {"anna": None, "hans": "x"}, None))
    for number in range(50):
        context = f"1941.1/x/{number}"
        theirs = space["throw"](key, context, count, sides)  # type: ignore[operator]
        assert tuple(theirs) == throw(key, context, count, sides)


def test_the_script_is_short_and_uses_nothing_of_the_program() -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    imported = {
        alias.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }
    assert imported == {"hashlib", "hmac", "json", "pathlib", "sys"}
    code = [line for line in text.splitlines() if line.strip()]
    assert len(code) <= 45
