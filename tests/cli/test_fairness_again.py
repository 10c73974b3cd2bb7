"""A program of the moderator's own that grinds dice: by luck, by a beacon, by keys, by orders.

All logs are forged as well as it can be done: chained anew, every open die thrown again. What a
player kept shows it.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from cli.judging import Judged, keep
from cli.shared import HEAD, Pbem, answered, ask, send
from cli.test_audit_kept import audited, forge, found, head, keep_run, kept

from pbem.store.directory import GameDirectory

__all__ = ["kept"]


def troubles(pbem: Pbem, folder: Path) -> str:
    """All that is wrong with what was kept."""
    said = audited(pbem, folder)
    rows = [check for run in json.loads(said.out) for check in run["checks"]]
    words = "; ".join(t["message"] for row in rows for t in row["troubles"])
    assert said.code == (4 if words else 0)
    return words


@pytest.fixture
def alone(kept: Path) -> Path:
    """What was kept of run 1 alone, its log not yet told by any report."""
    for name in ("log-2.jsonl", "report-1.txt", "report-2.txt", "receipt-2.txt", "sent-2.yaml"):
        (kept / name).unlink()
    return kept


# --- what enters the dice besides the key --------------------------------------------------------


def test_a_luck_is_compared_with_the_file_as_sent(pbem: Pbem, alone: Path) -> None:
    log = alone / "log-1.jsonl"
    held = ("--receipt", alone / "receipt-1.txt", "--sent", alone / "sent-1.yaml")
    assert pbem("audit", "--ledger", log, *held).code == 0
    forge(log, lambda row: row["body"]["luck"].update(rosa="mine"))
    said = pbem("audit", "--ledger", log, *held)
    assert said.code == 4
    assert "the dice were made with another luck of rosa than" in said.out
    forge(log, lambda row: row["body"]["luck"].update(rosa="luck of rosa", bea="mine"))
    alone = pbem("audit", "--ledger", log)
    assert alone.code == 4
    assert "has a luck of bea, who sent no orders" in alone.out


def test_a_beacon_that_no_rule_names_is_found(pbem: Pbem, alone: Path, judged: Judged) -> None:
    forge(alone / "log-1.jsonl", head(beacon="try 4711"))
    words = "'try 4711' entered the dice, and the rules name no such beacon"
    assert words in troubles(pbem, alone)
    judged(alone)


def test_a_beacon_of_any_text_cannot_change_unsaid(pbem: Pbem, duel: Path) -> None:
    roster = duel / "game.yaml"
    roster.write_text(roster.read_text() + "beacon: round 7\n")
    assert pbem("commitments", duel).code == 0
    assert pbem("adjudicate", "--game", duel).code == 0
    roster.write_text(roster.read_text().replace("round 7", "round 8"))
    for player in ("rosa", "rolf"):
        send(duel, f"orders/{player}.yaml", HEAD.format(player=player))
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert "beacon changes with run 2 from round 7 to round 8" in said.err.replace('"', "")


@pytest.mark.parametrize("number", ["1e999", "NaN", "-Infinity", "0.5"])
def test_a_number_that_is_not_whole_is_no_entry(pbem: Pbem, alone: Path, number: str) -> None:
    log = alone / "log-1.jsonl"
    log.write_text(log.read_text().replace('"run":1,"runs":[1]', f'"run":1,"runs":[{number}]'))
    assert "cannot be read as an entry of a log" in troubles(pbem, alone)


# --- keys ----------------------------------------------------------------------------------------


def test_another_chain_of_keys_is_found(
    pbem: Pbem, kept: Path, tmp_path: Path, judged: Judged
) -> None:
    """From run 2 on: its sheet and its log agree, and with those of run 1 they do not."""
    (kept / "report-2.txt").unlink()
    other = tmp_path / "other"
    assert pbem("new", "toy/duel", other).code == 0
    log, sheet = kept / "log-2.jsonl", kept / "other.yaml"
    shutil.copy(other / "commitments.yaml", sheet)
    directory = GameDirectory(other)
    key = directory.keys.of_run(2, 2).key.hex()
    last = len(log.read_text().splitlines())
    forge(log, lambda row: row["body"].update(key=key), line=last)
    digest = _sha256(sheet)
    forge(log, head(commitments=digest))
    words = troubles(pbem, kept)
    assert "names another sheet of commitments than run 1 (log-1.jsonl), without a renewal" in words
    assert "other.yaml and sheet.yaml are sheets of other keys; neither renews lost ones" in words
    judged(kept)
    sheet.unlink()
    assert "names another sheet of commitments than run 1" in troubles(pbem, kept)


def _sha256(path: Path) -> str:
    from pbem.core.orders.orders import sha256

    return sha256(path.read_bytes())


def _played_again(pbem: Pbem, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run 2 is taken back, an order changed, and its key used again."""
    assert pbem("rewind", "--game", game, "--to", "1", "--why", "a slip").code == 0
    monkeypatch.setattr("pbem.store.keychoice._same_orders", lambda *_: True)
    path = game / "replay/2/orders/rolf.yaml"
    path.write_text(path.read_text() + "# the dice are known now\n")
    assert pbem("adjudicate", "--game", game).code == 0


def test_a_key_that_serves_again_with_other_orders_is_found(
    pbem: Pbem, duel: Path, kept: Path, monkeypatch: pytest.MonkeyPatch, judged: Judged
) -> None:
    _played_again(pbem, duel, monkeypatch)
    keep_run(duel, kept, "2", "again")
    words = "run 2 (log-again.jsonl) uses key 2 for run 2 again, whose dice run 2 (log-2.jsonl) had"
    other = "told, and not with the same files: orders/rolf.yaml"
    assert troubles(pbem, kept) == f"{words} {other}"
    judged(kept)
    said = pbem("audit", "--game", duel)
    assert said.code == 4
    assert f"runs/2 uses key 2 for run 2 again, whose dice void/1/2 had {other}" in said.out


def test_with_the_same_orders_a_key_may_serve_again(pbem: Pbem, duel: Path, kept: Path) -> None:
    assert pbem("rewind", "--game", duel, "--to", "1", "--why", "a slip").code == 0
    assert pbem("adjudicate", "--game", duel).code == 0
    keep_run(duel, kept, "2", "again")
    assert troubles(pbem, kept) == ""
    assert pbem("audit", "--game", duel).code == 0


@pytest.fixture
def asked(pbem: Pbem, duel: Path, tmp_path: Path) -> Callable[[str], Path]:
    """Rosa was asked, the run was taken back, `file` changed, and its key used again."""

    def play(file: str) -> Path:
        folder = tmp_path / "asked"
        folder.mkdir()
        ask(duel)
        assert pbem("adjudicate", "--game", duel).code == 3
        shutil.copy(duel / "pending/rosa.yaml", folder)
        send(tmp_path, "answer.yaml", answered(duel, "rosa", "bread"))
        assert pbem("rewind", "--game", duel, "--to", "0", "--why", "a slip").code == 0
        path = duel / file
        path.write_text(path.read_text() + "# the dice are known now\n")
        send(duel, "replay/1/standing/bea.yaml", "standing: bea\n") if "bea" in file else None
        shutil.copy(tmp_path / "answer.yaml", duel / "replay/1/answers/rosa.yaml")
        assert pbem("adjudicate", "--game", duel).code in (0, 3)
        return folder

    return play


@pytest.mark.parametrize("file", ["replay/1/orders/rolf.yaml", "replay/1/standing/bea.yaml"])
def test_the_questions_show_that_a_key_serves_again_with_other_files(
    pbem: Pbem,
    duel: Path,
    asked: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
    judged: Judged,
    file: str,
) -> None:
    monkeypatch.setattr("pbem.store.keychoice._same_to_the_answers", lambda *_: True)
    folder = asked(file)
    while not (duel / "runs/1").is_dir():
        for path in (duel / "pending").glob("*.yaml"):
            if path.name != "run.yaml":
                send(duel, f"answers/{path.name}", answered(duel, path.stem, "bread"))
        assert pbem("adjudicate", "--game", duel).code in (0, 3)
    log = duel / "runs/1/ledger.jsonl"
    said = pbem("audit", "--ledger", log, "--asked", folder / "rosa.yaml")
    assert said.code == 4
    words = "uses key 1 for run 1 again, whose dice rosa.yaml told, and not with the same files"
    assert words in said.out
    assert "void/1/1 had told, and not with the same files" in pbem("audit", "--game", duel).out
    shutil.copy(log, folder)
    shutil.copy(duel / "commitments.yaml", folder)
    assert words in troubles(pbem, folder)
    judged(folder)


# --- receipts ------------------------------------------------------------------------------------


def _with(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


def test_a_receipt_of_another_player_s_file_is_found_when_it_comes(
    pbem: Pbem, alone: Path, judged: Judged
) -> None:
    file, sent = alone / "receipt-1.txt", alone / "sent-1.yaml"
    _with(file, "file: orders/rosa.yaml", "file: standing/rosa.yaml")
    said = pbem("audit", "--receipt", file, "--sent", sent)
    assert said.code == 4
    assert "is a receipt of standing/rosa.yaml, which" in said.out
    assert "is a receipt of standing/rosa.yaml, which sent-1.yaml is not" in troubles(pbem, alone)
    judged(alone)


@pytest.mark.parametrize(("mark", "digits"), [("sha256", 64), ("nonce", 32), ("fingerprint", 64)])
def test_a_receipt_with_marks_of_two_files_is_found_when_it_comes(
    pbem: Pbem, alone: Path, judged: Judged, mark: str, digits: int
) -> None:
    file = alone / "receipt-1.txt"
    text = file.read_text()
    other = re.sub(rf'{mark}: "\w{{{digits}}}"', f'{mark}: "{"a" * digits}"', text)
    assert other != text
    file.write_text(other)
    words = "receipt-1.txt has one mark of sent-1.yaml, and one of another file"
    assert pbem("audit", "--receipt", file, "--sent", alone / "sent-1.yaml").code == 4
    assert words in troubles(pbem, alone)
    judged(alone)


def test_a_receipt_of_an_altered_file_is_not_of_the_file_as_sent(
    pbem: Pbem, duel: Path, judged: Judged, tmp_path: Path
) -> None:
    """He altered it when it came; she keeps what she sent, and may have sent another one later."""
    kept, order = tmp_path / "kept", duel / "orders/rosa.yaml"
    kept.mkdir()
    shutil.copy(order, kept / "sent.yaml")
    order.write_text(order.read_text() + "# altered\n")
    (kept / "receipt.txt").write_text(pbem("validate", order, "--game", duel).out)
    assert pbem("adjudicate", "--game", duel).code == 0
    judged(keep(duel, kept, "1"))


def test_a_receipt_for_another_run_is_found_with_the_log(
    pbem: Pbem, alone: Path, judged: Judged
) -> None:
    """So nobody loses a file and says that its receipt is for a run to come."""
    _with(alone / "receipt-1.txt", "run: 1,", "run: 99,")
    words = "sent-1.yaml is for run 1, receipt-1.txt for run 99"
    assert words in troubles(pbem, alone)
    judged(alone)
    log = ("--ledger", alone / "log-1.jsonl")
    held = ("--receipt", alone / "receipt-1.txt", "--sent", alone / "sent-1.yaml")
    assert pbem("audit", *log, *held).code == 4


def test_of_two_files_the_player_says_which_was_last(
    pbem: Pbem, duel: Path, tmp_path: Path
) -> None:
    """All that was kept does not tell it: that the other was played is not proved to be right."""
    folder = tmp_path / "two"
    folder.mkdir()
    for number in ("1", "2"):
        order = duel / "orders/rosa.yaml"
        order.write_text(order.read_text() + "# more\n")
        (folder / f"receipt-{number}.txt").write_text(pbem("validate", order, "--game", duel).out)
    assert pbem("adjudicate", "--game", duel).code == 0
    shutil.copy(duel / "runs/1/ledger.jsonl", folder / "log-1.jsonl")
    result, told, _ = found(audited(pbem, folder), "receipts")
    assert result == "not proved"
    assert "receipt-1.txt was not played, another file that you have receipts of was" in told


@pytest.mark.parametrize("said", ["format: x\n", "questions: 7\n", "questions: [anna]\n"])
def test_questions_of_a_void_run_that_were_changed_by_hand_are_told(
    pbem: Pbem, duel: Path, said: str
) -> None:
    ask(duel)
    assert pbem("adjudicate", "--game", duel).code == 3
    (duel / "pending/rosa.yaml").write_text(said)
    assert pbem("rewind", "--game", duel, "--to", "0", "--why", "a slip").code == 0
    told = pbem("adjudicate", "--game", duel)
    assert told.code == 1
    assert "this file of the program was changed by hand" in told.err
