"""A moderator who rules: what he cannot do unseen (docs/fairness.md)."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli.judging import Judged
from cli.shared import Pbem, send
from cli.sieges import SKY, rule
from cli.test_fairness_chain import chained, rows_of

Rows = list[dict[str, Any]]


def play(pbem: Pbem, game: Path) -> None:
    """The run, with both rulings."""
    assert pbem("adjudicate", "--game", game).code == 3
    rule(game)
    assert pbem("adjudicate", "--game", game).code == 3
    rule(game, SKY, "sky")
    assert pbem("adjudicate", "--game", game).code == 0


def ruling(rows: Rows) -> dict[str, Any]:
    """The first paragraph that tells of a ruling."""
    return next(row["body"] for row in rows if row["body"].get("verdict") == "ruling")


def another_die(rows: Rows) -> None:
    die = ruling(rows)["facts"]["seen"][0]
    die[3] = [die[3][0] % 6 + 1]


def another_author(rows: Rows) -> None:
    ruling(rows)["facts"]["by"] = "the program"


def no_reason(rows: Rows) -> None:
    next(row["body"] for row in rows if "ruling" in row["body"])["reason"] = " "


def no_paragraph(rows: Rows) -> None:
    ruling(rows)["verdict"] = "siege"


def no_correction(rows: Rows) -> None:
    next(row["body"] for row in rows if "ruling" in row["body"]).pop("ruling")


def test_what_a_ruled_die_would_have_shown_is_derived_again(
    pbem: Pbem, siege: Path, judged: Judged
) -> None:
    """The report tells what the key gave; whoever writes something else there is found."""
    head = "format: pbem-overrides/1\nrun: 2\nauthor: Mod\nreason: a slip\n"
    rolls = "rolls: {t1.1.red/assault/battle/blue-home/siege: [5]}\n"
    send(siege, "overrides/dice.yaml", head + rolls)
    play(pbem, siege)
    log = siege / "runs/2/ledger.jsonl"
    rows = rows_of(log)
    body = next(row["body"] for row in rows if "roll" in row["body"])
    shown = f"ruled by the moderator: 5, the key gave {body['gave'][0]}"
    assert shown in (siege / "runs/2/report.txt").read_text()
    assert pbem("audit", "--game", siege).code == 0
    body["gave"] = [body["gave"][0] % 6 + 1]
    log.write_text(chained(rows))
    judged(log, siege / "commitments.yaml")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (another_die, "which was not thrown before"),
        (another_author, "tells of a ruling otherwise than it was made"),
        (no_reason, "does not say who ruled, why and by which rule"),
        (no_paragraph, "is a ruling that no paragraph tells of"),
        (no_correction, "tells of a ruling that the log does not hold"),
    ],
)
def test_a_ruling_that_is_told_otherwise_is_found(
    pbem: Pbem, siege: Path, judged: Judged, change: Callable[[Rows], None], words: str
) -> None:
    play(pbem, siege)
    log = siege / "runs/2/ledger.jsonl"
    rows = rows_of(log)
    change(rows)
    log.write_text(chained(rows))
    said = pbem("audit", "--ledger", log, "--commitments", siege / "commitments.yaml")
    assert said.code == 4
    assert words in said.out
    judged(log, siege / "commitments.yaml")


def test_the_form_of_rulings_shows_what_he_saw(
    pbem: Pbem, siege: Path, judged: Judged, tmp_path: Path
) -> None:
    """He has dice told, puts everything back as it was, and plays with other orders."""
    before = Path(shutil.copytree(siege, tmp_path / "before"))
    assert pbem("adjudicate", "--game", siege).code == 3
    form = siege / "pending/rulings.yaml"
    send(before, "orders/rolf.yaml", (before / "orders/rolf.yaml").read_text() + "note: a\n")
    play(pbem, before)
    log = before / "runs/2/ledger.jsonl"
    said = pbem("audit", "--ledger", log, "--asked", form)
    assert said.code == 4, said.out
    judged(log, form, before / "commitments.yaml")


def test_a_run_that_waited_for_rulings_goes_on_as_its_form_told(
    pbem: Pbem, siege: Path, judged: Judged, tmp_path: Path
) -> None:
    assert pbem("adjudicate", "--game", siege).code == 3
    form = Path(shutil.copy(siege / "pending/rulings.yaml", tmp_path / "kept.yaml"))
    play(pbem, siege)
    judged(siege / "runs/2/ledger.jsonl", form, siege / "commitments.yaml")
