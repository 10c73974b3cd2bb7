"""What a moderator tells: to each player another thing, or what is not so (docs/fairness.md)."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli.judging import Judged, keep_opened
from cli.shared import Pbem
from page import Page, files_under, results

Rows = list[dict[str, Any]]


@pytest.fixture
def opened(pbem: Pbem, duel: Path, tmp_path: Path) -> Path:
    """What everybody has of one run of a game that has ended."""
    assert pbem("adjudicate", "--game", duel).code == 0
    return keep_opened(pbem, duel, tmp_path / "kept", "1")


def written(path: Path, rows: Rows) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def rows_of(path: Path) -> Rows:
    return [json.loads(line) for line in path.read_text().splitlines()]


# --- what was secret -----------------------------------------------------------------------------


def other_gift(rows: Rows) -> None:
    """Another word in each row, which the seal does not hide."""
    for row in rows:
        row["body"] = {**row["body"], "note": "as I say"}


def other_keys(rows: Rows) -> None:
    for row in rows:
        row["key"] = "ab" * 32


def one_alone(rows: Rows) -> None:
    """The only row that he opens is another."""
    del rows[1:]
    other_gift(rows)


@pytest.mark.parametrize("change", [other_gift, other_keys, one_alone])
def test_secrets_none_of_which_open_are_found(
    opened: Path, judged: Judged, change: Callable[[Rows], None]
) -> None:
    (opened / "opening.yaml").unlink()
    path = opened / "secrets-1.jsonl"
    rows = rows_of(path)
    assert len(rows) > 1
    change(rows)
    written(path, rows)
    judged(opened)


def test_secrets_of_a_log_that_is_not_here_prove_nothing_and_are_not_wrong(
    pbem: Pbem, opened: Path, judged: Judged, page: Page
) -> None:
    """He tells what stands in no line of the log that a player has."""
    (opened / "opening.yaml").unlink()
    path = opened / "secrets-1.jsonl"
    rows = rows_of(path)
    written(path, [{**row, "n": row["n"] + 1} for row in rows])
    judged(opened)
    said = judged.by_program(opened)
    assert [row.told for row in said if row.check == "files"] == [
        "1 logs, 1 sheets of commitments, 1 reports, 1 files of secrets; "
        "of no log that is here: secrets-1.jsonl"
    ]
    for rows_said in (said, page.audit(files_under(opened))):
        assert results(rows_said, "seals") == {"not proved"}


def test_secrets_of_a_play_that_is_told_of_and_not_here_are_not_wrong(
    pbem: Pbem, duel: Path, judged: Judged, page: Page, tmp_path: Path
) -> None:
    """Taken back and played again: the same lines, with other seals."""
    assert pbem("adjudicate", "--game", duel).code == 0
    void = Path(shutil.copy(duel / "runs/1/secrets.jsonl", tmp_path / "void.jsonl"))
    old = Path(shutil.copy(duel / "runs/1/ledger.jsonl", tmp_path / "old.jsonl"))
    assert pbem("rewind", "--game", duel, "--to", "0", "--why", "a slip").code == 0
    assert pbem("adjudicate", "--game", duel).code == 0
    log, sheet = duel / "runs/1/ledger.jsonl", duel / "commitments.yaml"
    for kept, result in (((log,), "not proved"), ((log, old), "agrees")):
        for said in (
            judged.by_program(*kept, sheet, void),
            page.audit(files_under(*kept, sheet, void)),
        ):
            assert results(said, "files") == {result}
            assert "disagrees" not in {row.result for row in said}
    shutil.copy(duel / "runs/1/secrets.jsonl", void)
    for said in (
        judged.by_program(old, log, sheet, void),
        page.audit(files_under(old, log, sheet, void)),
    ):
        assert results(said, "seals") == {"agrees", "not proved"}
