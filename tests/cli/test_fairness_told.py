"""What a moderator tells: to each player another thing, or what is not so (docs/fairness.md)."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli.judging import Judged, keep, keep_opened
from cli.shared import HEAD, Pbem, answered, ask, send
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


# --- what was asked ------------------------------------------------------------------------------


@pytest.fixture
def waited(pbem: Pbem, duel: Path, tmp_path: Path) -> Path:
    """Rosa was asked in run 1; with a program of his own the moderator played it with another file.

    She has its log, the sheet and her questions.
    """
    ask(duel)
    assert pbem("adjudicate", "--game", duel).code == 3
    folder = tmp_path / "kept"
    folder.mkdir()
    shutil.copy(duel / "pending/rosa.yaml", folder / "asked.yaml")
    shutil.rmtree(duel / "pending")
    (duel / "register.jsonl").unlink()
    (duel / "standing/rosa.yaml").unlink()
    (duel / "standing/bea.yaml").unlink()
    assert pbem("adjudicate", "--game", duel).code == 0
    return keep(duel, folder, "1")


def tell(folder: Path, **said: int) -> None:
    """The questions tell of another run, or of another key."""
    path = folder / "asked.yaml"
    text = path.read_text()
    for name, value in said.items():
        text, count = re.subn(rf"^  {name}: \d+$", f"  {name}: {value}", text, flags=re.MULTILINE)
        assert count == 1
    path.write_text(text)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"run": 7, "key": 7}, "tells of run 7; of run 2 nothing is here"),
        ({"run": 2}, "tells of a run 2 that waited after"),  # key 1 is that of run 1
        ({"run": 2, "key": 9999}, "tells of key 9999; the game has 4096"),
        ({"key": 0}, "tells of a run 1 that waited after"),
    ],
)
def test_questions_of_a_run_that_was_never_asked_are_found(
    waited: Path, judged: Judged, said: dict[str, int], words: str
) -> None:
    tell(waited, **said)
    judged(waited)
    found = [row.troubles for row in judged.by_program(waited) if row.check == "questions"]
    assert words in found[0]


def test_questions_of_the_next_run_wait_for_its_log(
    pbem: Pbem, duel: Path, judged: Judged, tmp_path: Path
) -> None:
    """As they are mailed, and when a register tells of runs whose logs were lost."""
    assert pbem("adjudicate", "--game", duel).code == 0
    folder = keep(duel, tmp_path / "kept", "1")
    for player in ("rosa", "rolf"):
        send(duel, f"orders/{player}.yaml", HEAD.format(player=player))
    assert pbem("adjudicate", "--game", duel).code == 0
    shutil.copytree(duel, tmp_path / "later")
    send(duel, "standing/bea.yaml", "standing: bea\ncouncil: {gift: ask}\n")
    send(duel, "orders/bea.yaml", "window: toy-1 t1.2.blue/levy\nplayer: bea\n")
    assert pbem("adjudicate", "--game", duel).code == 3
    asked = shutil.copy(duel / "pending/bea.yaml", folder / "asked.yaml")
    shutil.copy(duel / "register.jsonl", folder)
    judged(folder)
    (folder / "register.jsonl").unlink()
    shutil.copy(duel / "runs/2/ledger.jsonl", folder / "log-2.jsonl")
    judged(folder)
    assert asked.is_file()


def test_questions_of_a_play_that_was_finished_and_taken_back_are_not_wrong(
    pbem: Pbem, duel: Path, judged: Judged, page: Page, tmp_path: Path
) -> None:
    """The void log begins so; without it nobody can tell."""
    ask(duel)
    assert pbem("adjudicate", "--game", duel).code == 3
    asked = Path(shutil.copy(duel / "pending/rosa.yaml", tmp_path / "asked.yaml"))
    for player in ("rosa", "bea"):
        if (duel / f"pending/{player}.yaml").is_file():
            send(duel, f"answers/{player}.yaml", answered(duel, player, "steel"))
    assert pbem("adjudicate", "--game", duel).code in (0, 3)
    while not (duel / "runs/1").is_dir():
        send(duel, "answers/bea.yaml", answered(duel, "bea", "gold"))
        assert pbem("adjudicate", "--game", duel).code in (0, 3)
    old = Path(shutil.copy(duel / "runs/1/ledger.jsonl", tmp_path / "old.jsonl"))
    assert pbem("rewind", "--game", duel, "--to", "0", "--why", "a slip").code == 0
    for player in ("rosa", "bea"):
        (duel / f"replay/1/standing/{player}.yaml").unlink()
    shutil.rmtree(duel / "replay/1/answers")
    assert pbem("adjudicate", "--game", duel).code == 0
    log = duel / "runs/1/ledger.jsonl"
    for kept, result in (((log,), "not proved"), ((log, old), "agrees")):
        said = judged.by_program(*kept, asked)
        assert results(said, "questions") == {result}
        assert results(page.audit(files_under(*kept, asked)), "questions") == {result}
