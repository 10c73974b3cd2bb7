"""A player audits what he kept: forged, hidden and replaced things, met with real commands."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli.judging import Judged, keep, keep_opened
from cli.shared import LEVY, Pbem, Said, ask, levies, send
from page import results

from pbem.core.record.dice import seal
from pbem.core.record.ledger import line_hash, read_lines, sealed_content
from pbem.core.record.state import canonical

Change = Callable[[dict[str, Any]], None]
MARCH = "window: toy-1 t1.1.red/march\nplayer: {player}\nluck: {player}\n"
WOLF = """\
format: pbem-amend/1
game: toy-1
after: "1"
author: Mod
reason: the wolf was to be in the ford
cite: TOY-4
events:
- {event: UnitMoved, unit: wolf, new: ford}
"""
HEADINGS = (
    "NEXT", "RULES CHANGED", "CHANGED", "DECIDED FOR YOU", "DECIDED", "ON YOUR BOARD", "REJECTED",
    "INTERPRETATIONS", "CHARTS", "OWN DATA", "PRESS", "NOTES", "VOID RUNS", "STANDING", "PROOF",
)  # fmt: skip
FORGED = "{}  12 entries in the log; the last line has SHA-256 " + "ab" * 32


@pytest.fixture
def kept(pbem: Pbem, duel: Path, tmp_path: Path) -> Path:
    """What Rosa kept of two runs: the first sealed, with her receipt and her reports."""
    folder = tmp_path / "kept"
    folder.mkdir()
    keep_receipt(pbem, duel, folder, "1")
    assert pbem("seal", "--game", duel).code == 0
    shutil.copy(duel / "sealed/1/seal.yaml", folder / "seal-1.yaml")
    assert pbem("adjudicate", "--game", duel).code == 0
    for player in ("rosa", "rolf"):
        send(duel, f"orders/{player}.yaml", MARCH.format(player=player))
    keep_receipt(pbem, duel, folder, "2")
    assert pbem("adjudicate", "--game", duel).code == 0
    for run in ("1", "2"):
        keep_run(duel, folder, run)
    shutil.copy(duel / "commitments.yaml", folder / "sheet.yaml")
    return folder


def keep_receipt(pbem: Pbem, game: Path, folder: Path, run: str) -> None:
    order = game / "orders/rosa.yaml"
    (folder / f"receipt-{run}.txt").write_text(pbem("validate", order, "--game", game).out)
    shutil.copy(order, folder / f"sent-{run}.yaml")


def keep_run(game: Path, folder: Path, run: str, name: str = "") -> None:
    shutil.copy(game / f"runs/{run}/ledger.jsonl", folder / f"log-{name or run}.jsonl")
    shutil.copy(game / f"runs/{run}/report-rosa.txt", folder / f"report-{name or run}.txt")


def forge(path: Path, change: Change, line: int = 1) -> str:
    """A log with one line changed and the whole chain made anew; the hash of its last line."""
    rows = [json.loads(text) for text in path.read_text().splitlines()]
    change(rows[line - 1])
    lines: list[str] = []
    for row in rows:
        if lines:
            row["prev"] = line_hash(lines[-1])
        lines.append(canonical(row))
    path.write_text("".join(f"{text}\n" for text in lines))
    return line_hash(lines[-1])


def head(**said: Any) -> Change:
    """A change of what the head of a log says."""
    return lambda row: row["body"].update(said)


def found(said: Said, check: str) -> tuple[str, str, str]:
    """The result of a check between all that was kept, its words and its troubles."""
    rows = {row["check"]: row for row in json.loads(said.out)[-1]["checks"]}
    row = rows[check]
    return row["result"], row["told"], "; ".join(t["message"] for t in row["troubles"])


def audited(pbem: Pbem, *paths: Path) -> Said:
    words = [word for path in paths for word in ("--kept", path)]
    return pbem("audit", *words, "--format", "json")


def test_honest_things_agree_in_any_order(pbem: Pbem, kept: Path, judged: Judged) -> None:
    judged.alike(kept)
    said = audited(pbem, kept)
    assert said.code == 0, said.out
    assert "2 logs" in found(said, "files")[1]
    for check in ("links", "one log", "keys used", "rules", "reports", "receipts", "seal sheets"):
        assert found(said, check)[0] == "agrees", check
    again = audited(pbem, *sorted(kept.iterdir(), reverse=True))
    assert [run["result"] for run in json.loads(again.out)] == [
        run["result"] for run in json.loads(said.out)
    ]
    text = pbem("audit", "--kept", kept)
    assert text.code == 0
    assert "needed: files, positions and keys: the moderator has them" in text.out


def test_a_log_that_was_not_kept_is_told_and_is_not_wrong(pbem: Pbem, kept: Path) -> None:
    (kept / "log-1.jsonl").unlink()
    said = audited(pbem, kept)
    assert said.code == 0
    result, told, _ = found(said, "links")
    assert result == "not proved"
    assert "the log before run 2 (log-2.jsonl)" in told
    assert found(said, "receipts")[0] == "not proved"


def test_a_forged_log_that_names_another_program_does_not_agree(
    pbem: Pbem, kept: Path, judged: Judged
) -> None:
    """Verdicts are forged, and the head says that another program wrote them."""
    for name in ("log-2.jsonl", "report-2.txt"):
        (kept / name).unlink()
    (kept / "report-1.txt").unlink()
    forge(kept / "log-1.jsonl", head(pbem="9.9", program="ab" * 32))
    said = pbem("audit", "--ledger", kept / "log-1.jsonl", "--format", "json")
    assert said.code == 6
    assert json.loads(said.out)[0]["result"] == "not proved"
    text = pbem("audit", "--ledger", kept / "log-1.jsonl")
    assert "everything agrees" not in text.out
    assert "needed: pip install pbem==9.9 replays it" in text.out
    judged(kept / "log-1.jsonl")


def test_the_game_with_a_log_of_another_program_does_not_agree(pbem: Pbem, duel: Path) -> None:
    assert pbem("adjudicate", "--game", duel).code == 0
    assert pbem("audit", "--game", duel, "--run", "1").code == 0
    folder = duel / "runs/1"
    forge(folder / "ledger.jsonl", head(pbem="9.9", program="ab" * 32))
    for report in folder.glob("report*.txt"):
        report.unlink()
    said = pbem("audit", "--game", duel, "--run", "1", "--format", "json")
    assert said.code in (4, 6)
    assert json.loads(said.out)[0]["result"] != "agrees"


def test_two_logs_of_one_run_need_a_void(pbem: Pbem, kept: Path, judged: Judged) -> None:
    shutil.copy(kept / "log-2.jsonl", kept / "other.jsonl")
    assert audited(pbem, kept).code == 0  # the same log twice is one log
    forge(kept / "other.jsonl", head(luck={"rosa": "another"}))
    said = audited(pbem, kept)
    assert said.code == 4
    assert "are two logs of one run, and no void tells of it" in found(said, "one log")[2]
    judged(kept)


def test_a_run_that_was_taken_back_is_named_by_the_later_log(
    pbem: Pbem, duel: Path, kept: Path, judged: Judged
) -> None:
    assert pbem("rewind", "--to", "1", "--game", duel, "--why", "a slip").code == 0
    for player in ("rosa", "rolf"):
        send(duel, f"orders/{player}.yaml", MARCH.format(player=player) + "press: anew\n")
    shutil.rmtree(duel / "replay", ignore_errors=True)
    keep_receipt(pbem, duel, kept, "2-again")
    assert pbem("adjudicate", "--game", duel).code == 0
    keep_run(duel, kept, "2", "2-again")
    said = audited(pbem, kept)
    assert said.code == 0, said.out
    assert "taken back, as a later log says: run 2 (log-2.jsonl)" in found(said, "one log")[1]
    shutil.copy(duel / "register.jsonl", kept)
    judged.alike(kept)
    (kept / "register.jsonl").unlink()
    forge(kept / "log-2-again.jsonl", lambda row: row["body"]["void"].clear())
    (kept / "report-2-again.txt").unlink()
    assert "no void tells of it" in found(audited(pbem, kept), "one log")[2]


def test_a_void_run_that_a_later_log_forgets_is_found(
    pbem: Pbem, kept: Path, judged: Judged
) -> None:
    """The head of run 1 tells of a void run; that of run 2 does not."""
    void = {"run": "1", "key": 1, "entries": 3, "last": "ab" * 32, "stopped": True, "why": ""}
    (kept / "report-1.txt").unlink()
    last = forge(kept / "log-1.jsonl", head(void=[void]))
    assert last not in (kept / "log-2.jsonl").read_text()
    said = audited(pbem, kept)
    assert said.code == 4
    assert "leaves out void runs that run 1" in found(said, "keys used")[2]
    judged(kept)


def test_another_key_for_a_run_that_is_here_is_found(pbem: Pbem, kept: Path) -> None:
    (kept / "report-2.txt").unlink()
    forge(kept / "log-2.jsonl", head(runs=[3, 4]))
    said = audited(pbem, kept)
    assert said.code == 4
    assert "run 1 used key 1 in run 1 (log-1.jsonl)" in found(said, "keys used")[2]


def test_a_log_that_leaves_one_out_is_found(pbem: Pbem, kept: Path) -> None:
    (kept / "report-2.txt").unlink()
    forge(kept / "log-2.jsonl", head(previous=""))
    said = audited(pbem, kept)
    assert said.code == 4
    assert "says that no run was played before it" in found(said, "links")[2]


def test_rules_that_change_unsaid_are_found(pbem: Pbem, kept: Path, judged: Judged) -> None:
    rows = (kept / "log-2.jsonl").read_text().splitlines()
    rules = json.loads(rows[0])["body"]["rules"] | {"asks": 5}
    (kept / "report-2.txt").unlink()
    forge(kept / "log-2.jsonl", head(rules=rules))
    said = audited(pbem, kept)
    assert said.code == 4
    assert "and does not say so" in found(said, "rules")[2]
    judged(kept)


def test_a_report_of_another_log_is_found(pbem: Pbem, kept: Path, judged: Judged) -> None:
    """The moderator shows another log of run 2 later: the report tells."""
    forge(kept / "log-2.jsonl", head(luck={"rosa": "another"}))
    said = audited(pbem, kept)
    assert said.code == 4
    assert "report-2.txt prints the end of another run 2 than is here" in found(said, "reports")[2]
    judged(kept)


def test_a_file_that_was_replaced_is_found(pbem: Pbem, duel: Path, kept: Path) -> None:
    """Another file of Rosa's is played than the one that she has the receipt of."""
    assert pbem("rewind", "--to", "1", "--game", duel, "--why", "so").code == 0
    shutil.rmtree(duel / "replay", ignore_errors=True)
    for player in ("rosa", "rolf"):
        send(duel, f"orders/{player}.yaml", MARCH.format(player=player) + "press: not hers\n")
    assert pbem("adjudicate", "--game", duel).code == 0
    for name in ("log-2.jsonl", "report-2.txt"):
        (kept / name).unlink()
    keep_run(duel, kept, "2")
    said = audited(pbem, kept)
    assert said.code == 4
    assert "was not played: run 2 (log-2.jsonl) has another file" in found(said, "receipts")[2]


def test_a_window_that_was_not_played_as_sealed_is_found(
    pbem: Pbem, kept: Path, judged: Judged
) -> None:
    log = kept / "log-1.jsonl"
    (kept / "report-1.txt").unlink()
    sheet = ("--seal", kept / "seal-1.yaml")
    assert pbem("audit", "--ledger", log, *sheet).code == 0
    forge(log, lambda row: row["body"]["inputs"].update({"orders/rolf.yaml": "ab" * 32}))
    said = audited(pbem, kept)
    assert said.code == 4
    assert "orders/rolf.yaml was played otherwise than seal-1.yaml" in found(said, "seal sheets")[2]
    assert pbem("audit", "--ledger", log, *sheet).code == 4
    judged(kept)


def test_questions_that_no_log_tells_of_are_found(pbem: Pbem, duel: Path, tmp_path: Path) -> None:
    ask(duel)
    folder = tmp_path / "asked"
    folder.mkdir()
    assert pbem("adjudicate", "--game", duel).code == 3
    shutil.copy(duel / "pending/rosa.yaml", folder / "asked.yaml")
    assert pbem("rewind", "--to", "0", "--game", duel).code == 0
    shutil.rmtree(duel / "replay", ignore_errors=True)
    for name in ("rosa", "bea"):
        (duel / f"standing/{name}.yaml").unlink(missing_ok=True)
    for player in ("rosa", "rolf"):
        send(duel, f"orders/{player}.yaml", LEVY.format(player=player) + "press: x\n")
    assert pbem("adjudicate", "--game", duel).code == 0
    keep_run(duel, folder, "1")
    said = audited(pbem, folder)
    assert said.code == 0, said.out
    assert "was taken back: void" in found(said, "questions")[1]
    (folder / "report-1.txt").unlink()
    forge(folder / "log-1.jsonl", head(void=[]))
    said = audited(pbem, folder)
    assert said.code == 4
    assert "neither begins so nor names it as void" in found(said, "questions")[2]


def test_the_register_tells_of_every_log(
    pbem: Pbem, duel: Path, kept: Path, judged: Judged
) -> None:
    shutil.copy(duel / "register.jsonl", kept)
    said = audited(pbem, kept)
    assert (said.code, found(said, "register")[0]) == (0, "agrees")
    judged.alike(kept)
    (kept / "report-2.txt").unlink()
    forge(kept / "log-2.jsonl", head(luck={"rosa": "another"}))
    assert "does not tell of run 2" in found(audited(pbem, kept), "register")[2]


def test_the_opening_proves_secret_dice_seals_and_nonces(
    pbem: Pbem, duel: Path, kept: Path
) -> None:
    assert pbem("open", "--game", duel, "--agreed").code == 0
    shutil.copy(duel / "opening.yaml", kept)
    shutil.copy(duel / "runs/1/secrets.jsonl", kept / "secrets-1.jsonl")
    said = audited(pbem, kept)
    assert said.code == 0, said.out
    first = {check["check"]: check["result"] for check in json.loads(said.out)[0]["checks"]}
    for check in ("seals", "secret key", "secret dice", "begin"):
        assert first[check] == "agrees", check
    result, told, _ = found(said, "opening")
    assert (result, "2 nonces of receipts made again" in told) == ("not proved", True)
    assert "pbem audit --game" in pbem("audit", "--kept", kept).out
    receipt = kept / "receipt-1.txt"
    text = receipt.read_text()
    at = text.index('nonce: "') + 8
    receipt.write_text(text[:at] + "0000" + text[at + 4 :])
    assert "tells another nonce" in found(audited(pbem, kept), "opening")[2]


@pytest.mark.parametrize("heading", HEADINGS)
def test_what_a_player_writes_never_looks_like_a_part_of_a_report(
    pbem: Pbem, duel: Path, heading: str, judged: Judged
) -> None:
    line = FORGED.format(heading)
    words = f"luck: '{line}'\npress: |\n  x\n  {line}\n  > {line}\n  {'y' * 70}\n  {line}\n"
    levies(duel)
    text = LEVY.format(player="rosa").replace("luck: luck of rosa\n", words)
    send(duel, "orders/rosa.yaml", text)
    assert pbem("adjudicate", "--game", duel).code == 0
    report = duel / "runs/1/report-rosa.txt"
    lines = report.read_text().splitlines()
    assert sum("12 entries" in text for text in lines) >= 2
    assert not any(text.startswith(f"{heading}  12") for text in lines)
    log = duel / "runs/1/ledger.jsonl"
    said = pbem("audit", "--ledger", log, "--report", report)
    assert said.code == 0, said.out
    quoted = "".join(f"> {text}\n" for text in report.read_text().splitlines())
    report.write_text(quoted)
    assert pbem("audit", "--ledger", log, "--report", report).code == 0
    judged(log, report)


def test_a_text_that_is_no_report_is_refused(pbem: Pbem, duel: Path, tmp_path: Path) -> None:
    assert pbem("adjudicate", "--game", duel).code == 0
    empty = tmp_path / "mail.txt"
    empty.write_text("      PROOF  12 entries in the log\n")
    said = pbem("audit", "--ledger", duel / "runs/1/ledger.jsonl", "--report", empty)
    assert said.code == 1
    assert "its part PROOF is missing" in said.err


def test_kept_things_are_named_alone_and_may_be_anything(pbem: Pbem, tmp_path: Path) -> None:
    folder = tmp_path / "mails"
    folder.mkdir()
    for name, data in {
        "a.bin": b"\xff\x00{",
        "b.json": b'{"x": ',
        "c.yaml": b"a: [1",
        "d": b"",
    }.items():
        (folder / name).write_bytes(data)
    said = pbem("audit", "--kept", folder)
    assert said.code == 0
    assert "nothing of a game; not of a game: a.bin, b.json, c.yaml, d" in said.out
    assert pbem("audit", "--kept", folder, "--game", tmp_path).code == 2


def test_a_die_that_the_moderator_ruled_is_marked_in_report_and_explanation(
    pbem: Pbem, duel: Path, judged: Judged, tmp_path: Path
) -> None:
    ruled = "format: pbem-overrides/1\nrun: 1\nauthor: M\nreason: r\n"
    send(duel, "overrides/1.yaml", ruled + "rolls: {t1.1.red/levy/crimson/draw-1: [2]}\n")
    assert pbem("adjudicate", "--game", duel).code == 0
    words = "ruled by the moderator: 2; what the key gave is sealed"
    report = (duel / "runs/1/report-rosa.txt").read_text()
    assert report.count(words) == 1
    assert words not in (duel / "runs/1/report-bea.txt").read_text()
    paragraph = report[: report.index(words)].rpartition("\n[")[2].partition("]")[0]
    said = pbem("explain", paragraph, "--game", duel, "--player", "rosa")
    assert words in said.out
    assert pbem("audit", "--game", duel).code == 0
    judged(keep_opened(pbem, duel, tmp_path / "kept", "1"))


@pytest.mark.parametrize(
    ("luck", "words"),
    [
        ({"rosa": "another"}, "the dice were made with another luck of rosa than sent-1.yaml says"),
        ({"rosa": None}, "the dice were made with another luck of rosa than sent-1.yaml says"),
        ({"bea": "hers"}, "has a luck of bea, who sent no orders"),
        ({"zed": None}, "makes the dice for others than its players"),
    ],
)
def test_a_luck_that_nobody_sent_is_found(
    pbem: Pbem, kept: Path, judged: Judged, luck: dict[str, Any], words: str
) -> None:
    """His program tries one luck after another, and plays her file as it is."""
    assert results(judged.by_program(kept), "luck") == {"not proved"}  # rolf has the other file
    (kept / "report-1.txt").unlink()
    forge(kept / "log-1.jsonl", lambda row: row["body"]["luck"].update(luck))
    rows = [row for row in judged.by_program(kept) if row.check == "luck"]
    assert words in rows[0].troubles
    judged(kept)


def test_a_die_that_shows_something_else_than_its_key_gives_is_found(
    pbem: Pbem, duel: Path, judged: Judged, tmp_path: Path
) -> None:
    """He writes into the log what he would have liked, and makes the whole chain anew."""
    battle(pbem, duel)
    folder = keep(duel, tmp_path / "kept", "1", "2")
    log = folder / "log-2.jsonl"
    (folder / "report-2.txt").unlink()
    rows = [json.loads(line) for line in log.read_text().splitlines()]
    line = next(row["n"] for row in rows if row["kind"] == "roll")
    forge(log, other_dice, line)
    judged(folder)


def battle(pbem: Pbem, game: Path) -> None:
    """Two runs; in the second open dice are thrown."""
    assert pbem("adjudicate", "--game", game).code == 0
    for player, unit in (("rosa", "Lion"), ("rolf", "Boar")):
        march = f"march:\n- {{unit: {unit}, to: ford}}\n"
        send(game, f"orders/{player}.yaml", MARCH.format(player=player) + march)
    amendment = send(game, "a.yaml", WOLF)
    assert pbem("amend", amendment, "--game", game).code == 0
    assert pbem("adjudicate", "--game", game).code == 0


def other_dice(row: dict[str, Any]) -> None:
    row["body"]["throws"] = [[7 - die for die in dice] for dice in row["body"]["throws"]]


def test_a_secret_die_that_shows_something_else_is_found_in_the_opening(
    pbem: Pbem, duel: Path, judged: Judged, tmp_path: Path
) -> None:
    """The seal holds what he wrote: it was sealed so."""
    assert pbem("adjudicate", "--game", duel).code == 0
    folder = keep_opened(pbem, duel, tmp_path / "kept", "1")
    (folder / "report-1.txt").unlink()
    rows = read_lines((folder / "secrets-1.jsonl").read_text())
    (row, *_) = (row for row in rows if row["kind"] == "roll")
    row["body"]["throws"] = [[die % 2 + 1 for die in row["body"]["throws"][0]]]
    (folder / "secrets-1.jsonl").write_text("".join(f"{canonical(one)}\n" for one in rows))
    text = sealed_content(row["kind"], row["body"], row["hidden"])
    mark = seal(bytes.fromhex(row["key"]), text)
    forge(folder / "log-1.jsonl", lambda line: line.update(seal=mark), row["n"])
    judged(folder)
