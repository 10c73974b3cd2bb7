"""A moderator who picks keys, or changes orders after he saw dice: each attack is played here.

By hand he edits his directory: the next run and the audit notice it. With a program of his own he
writes logs and a register that agree with one another: then the files that a player kept show it.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli.judging import Judged, keep
from cli.shared import HEAD, LEVY, Pbem, answered, ask, every_byte, levies, played_lines, send
from page import results

from pbem.core.data.findings import EXIT_OTHER
from pbem.store.directory import open_directory

Rows = list[dict[str, Any]]
Forge = Callable[[Rows], Rows | None]
AMENDMENT = """\
format: pbem-amend/1
game: toy-1
after: "{after}"
author: Mod
reason: the wolf was to be in the ford
cite: TOY-4
events:
- {{event: UnitMoved, unit: wolf, new: ford}}
"""


# --- the tools of the moderator ------------------------------------------------------------------


def rows_of(path: Path) -> Rows:
    """The lines of a log or a register."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def chained(rows: Rows) -> str:
    """The lines with all their hashes made anew, as a forger's program does it."""
    text, last = "", "0" * 64
    for number, row in enumerate(rows, start=1):
        made = {**row, "n": number, "prev": last}
        line = json.dumps(made, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        last = hashlib.sha256(line.encode()).hexdigest()
        text += line + "\n"
    return text


def without_none(body: dict[str, Any]) -> dict[str, Any]:
    """A body without the keys that are told to be nothing."""
    return {name: value for name, value in body.items() if value is not None}


def forged(kept: Path, run: str, change: Callable[[Rows], object]) -> Path:
    """The log of a run that was kept is changed; its report, which would show it, was not kept."""
    path = kept / f"log-{run}.jsonl"
    rows = rows_of(path)
    change(rows)
    path.write_text(chained(rows))
    (kept / f"report-{run}.txt").unlink(missing_ok=True)
    return kept


def header(game: Path, run: str = "1") -> dict[str, Any]:
    """What the head of a run's log says."""
    body = rows_of(game / f"runs/{run}/ledger.jsonl")[0]["body"]
    assert isinstance(body, dict)
    return body


def acts(game: Path) -> list[str]:
    """What the register tells, line by line."""
    rows = rows_of(game / "register.jsonl")
    return [f"{row['act']} {row['run']} {row['key']}" for row in rows]


def notice(pbem: Pbem, game: Path, words: str) -> None:
    """The next run and the audit refuse what lies there, and nothing is written."""
    before = without_caches(game)
    said = pbem("adjudicate", "--game", game)
    assert said.code == 4, said.out + said.err
    assert words in said.err
    assert without_caches(game) == before
    audited = pbem("audit", "--game", game, "--no-replay")
    assert audited.code == 4, audited.out
    assert words in audited.out


def without_caches(game: Path) -> dict[str, bytes]:
    return {n: d for n, d in every_byte(game).items() if "cache" not in n and n != "lock"}


def agree(pbem: Pbem, game: Path, code: int = 0) -> None:
    """The audit of a game that was played as it should be; 6: by another program in part."""
    said = pbem("audit", "--game", game)
    assert said.code == code, said.out


def audit_log(pbem: Pbem, game: Path, log: Path, *more: object) -> tuple[int, str]:
    """The audit of a player who has the published log and the sheet."""
    sheet = game / "commitments.yaml"
    said = pbem("audit", "--ledger", log, "--commitments", sheet, *more)
    return said.code, " ".join((said.out + said.err).split())


def changed(game: Path, where: str = "replay/1") -> None:
    """A comment is added to an order file."""
    path = game / where / "orders/rosa.yaml"
    path.write_text(path.read_text() + "# once more\n")


@pytest.fixture
def twice(pbem: Pbem, duel: Path) -> Path:
    """A game with two runs, of which the second stood twice."""
    for number in (1, 2):
        if number == 2:
            for player in ("rosa", "rolf"):
                send(duel, f"orders/{player}.yaml", HEAD.format(player=player))
        assert pbem("adjudicate", "--game", duel).code == 0
    assert pbem("rewind", "--game", duel, "--to", "1", "--why", "a slip").code == 0
    assert pbem("adjudicate", "--game", duel).code == 0
    return duel


# --- a key is chosen -----------------------------------------------------------------------------


@pytest.mark.parametrize("register", [True, False])
def test_a_forged_void_run_picks_no_key(
    pbem: Pbem, duel: Path, judged: Judged, tmp_path: Path, register: bool
) -> None:
    """Not even as a run of an older program, which kept no register."""
    again = shutil.copytree(duel, tmp_path / "again")
    assert pbem("adjudicate", "--game", again).code == 0
    head = header(again) | {"key": {"kind": "chain", "number": 3999}}
    if not register:
        (duel / "register.jsonl").unlink()
        head.pop("register")  # which a later head names
    folder = duel / "void/1/9"
    folder.mkdir(parents=True)
    rows = [{"kind": "header", "path": "", "body": head}]
    send(folder, "ledger.jsonl", chained(rows))
    notice(pbem, duel, "void run 9" if register else "keys [3999] were used, and others are left")
    judged(with_another_key(pbem, duel, tmp_path / "kept"))


def with_another_key(pbem: Pbem, game: Path, into: Path) -> Path:
    """What a player gets from a program that takes the key after the forged run."""
    shutil.rmtree(game / "void")
    assert pbem("adjudicate", "--game", game).code == 0
    void = {"run": "9", "key": 3999, "entries": 1, "last": "0" * 64, "stopped": False, "why": ""}
    log = keep(game, into) / "log.jsonl"
    rows = rows_of(game / "runs/1/ledger.jsonl")
    rows[0]["body"] |= {"key": {"kind": "chain", "number": 4000}, "runs": [4000], "void": [void]}
    rows[-1]["body"]["key"] = open_directory(game).keys.of_run(1, 4000).key.hex()
    log.write_text(chained(rows))
    return into


def test_void_runs_that_are_removed_are_missed(
    pbem: Pbem, duel: Path, judged: Judged, tmp_path: Path
) -> None:
    """Dice are tried as often as he likes, and the tries are thrown away."""
    for _ in range(3):
        assert pbem("adjudicate", "--game", duel).code == 0
        assert pbem("rewind", "--game", duel, "--to", "0").code == 0
        changed(duel)
    assert pbem("adjudicate", "--game", duel).code == 0
    told = [(run["run"], run["key"]) for run in header(duel)["void"]]
    assert (told, header(duel)["runs"]) == ([("1", 1), ("1", 2), ("1", 3)], [4])
    agree(pbem, duel)
    shutil.rmtree(duel / "void")
    notice(pbem, duel, "void run 1 (taken back the 1. time, void/K/1) is gone")
    log = keep(duel, tmp_path / "kept") / "log.jsonl"
    rows = rows_of(duel / "runs/1/ledger.jsonl")
    rows[0]["body"]["void"] = []
    log.write_text(chained(rows))
    judged(log.parent)


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"void": []}, "no run that stands or is void used key 1, 2: its dice were known"),
        ({"void": [], "runs": [1]}, "names key 3, the last of its keys is 1"),
        ({"void": [], "runs": [1, 2, 3]}, "is of run 1, and tells of 3 keys of runs that stand"),
        ({"void": [], "runs": [1], "key": {"kind": "chain", "number": 1}}, "does not lead back"),
        ({"runs": [10**15]}, "used key 3, 4, 5, 6, 7 …: its dice were known"),
        ({"void": None, "runs": None}, "tells nothing of the game around the run"),
        ({"commitments": "0" * 64}, "names another sheet of commitments"),
    ],
)
def test_a_log_that_hides_its_void_runs_is_found_out_alone(
    pbem: Pbem, duel: Path, judged: Judged, told: dict[str, Any], words: str
) -> None:
    for _ in range(2):
        assert pbem("adjudicate", "--game", duel).code == 0
        assert pbem("rewind", "--game", duel, "--to", "0").code == 0
        changed(duel)
    assert pbem("adjudicate", "--game", duel).code == 0
    log = duel / "runs/1/ledger.jsonl"
    assert audit_log(pbem, duel, log)[0] == 0
    rows = rows_of(log)
    rows[0]["body"] = without_none(rows[0]["body"] | told)
    log.write_text(chained(rows))
    code, out = audit_log(pbem, duel, log)
    assert code == 4
    assert words in out
    judged(log, duel / "commitments.yaml")


@pytest.mark.parametrize(
    "told",
    [
        {"void": [{"run": "1", "key": "9", "entries": 1, "last": ""}]},
        {"void": 7},
        {"runs": ["1"]},
        {"luck": {"rosa": 7}},
        {"key": {"kind": "chain", "number": True}},
        {"register": {"entries": "0", "last": ""}},
        {"format": "pbem-ledger/3"},
        {"format": "pbem-ledger/1"},
        {"format": "pbem-ledger/1", "runs": None, "void": None, "register": None},
    ],
)
def test_a_head_of_another_form_is_refused(
    pbem: Pbem, duel: Path, judged: Judged, told: dict[str, Any]
) -> None:
    """What has another form is taken for different things by different readers: it is damage."""
    assert pbem("adjudicate", "--game", duel).code == 0
    log = duel / "runs/1/ledger.jsonl"
    rows = rows_of(log)
    rows[0]["body"] = without_none(rows[0]["body"] | told)
    log.write_text(chained(rows))
    code, out = audit_log(pbem, duel, log)
    assert code == 4
    assert "line 1: has not the form that it must have" in out
    judged(log, duel / "commitments.yaml")


def test_an_older_form_of_an_older_program_is_none_of_this_game(
    pbem: Pbem, duel: Path, judged: Judged
) -> None:
    """Logs of 0.1.0 told nothing of void runs; a sheet of today says which program plays."""
    assert pbem("adjudicate", "--game", duel).code == 0
    log = duel / "runs/1/ledger.jsonl"
    rows = rows_of(log)
    told = {"format": "pbem-ledger/1", "pbem": "0.1.0", "runs": None, "void": None}
    rows[0]["body"] = without_none(rows[0]["body"] | told)
    log.write_text(chained(rows))
    judged(log, duel / "commitments.yaml")


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("verdict", {"hidden": ["cite"]}),
        ("verdict", {"hidden": []}),
        ("verdict", {"hidden": ["cite"], "seal": "ab" * 32}),
        ("verdict", {"hidden": ["nothing"], "seal": "ab" * 32}),
        ("verdict", {"seal": "ab" * 32}),
        ("digest", {"hidden": ["key"], "seal": "ab" * 32}),
    ],
)
def test_a_line_that_hides_nothing_seals_nothing(
    pbem: Pbem, duel: Path, judged: Judged, kind: str, told: dict[str, object]
) -> None:
    assert pbem("adjudicate", "--game", duel).code == 0
    log = duel / "runs/1/ledger.jsonl"
    rows = rows_of(log)
    row = next(row for row in rows if row["kind"] == kind)
    assert "seal" not in row
    row |= told
    if kind == "digest":
        row["body"]["key"] = ""
    log.write_text(chained(rows))
    code, out = audit_log(pbem, duel, log)
    assert code == 4
    assert "has not the form that it must have" in out
    judged(log, duel / "commitments.yaml")


@pytest.mark.parametrize(("copied", "at"), [(0, 2), (-1, 2), (-1, -1)])
def test_a_second_head_or_end_of_a_log_is_refused(
    pbem: Pbem, duel: Path, judged: Judged, copied: int, at: int
) -> None:
    assert pbem("adjudicate", "--game", duel).code == 0
    log = duel / "runs/1/ledger.jsonl"
    rows = rows_of(log)
    rows.insert(at, {**rows[copied]})
    for number, row in enumerate(rows, start=1):
        row["n"] = number
    log.write_text(chained(rows))
    code, out = audit_log(pbem, duel, log)
    assert code == 4
    assert "stands in the midst of the log" in out
    judged(log, duel / "commitments.yaml")


def test_a_key_serves_one_run_number_only(pbem: Pbem, twice: Path, judged: Judged) -> None:
    """The dice of run 2 were known; they cannot serve as those of run 1."""
    log = twice / "runs/2/ledger.jsonl"
    rows = rows_of(log)
    rows[0]["body"]["void"][0]["run"] = "1"
    log.write_text(chained(rows))
    code, out = audit_log(pbem, twice, log)
    assert code == 4
    assert "runs 1 and 2 used the same key 2" in out
    judged(log, twice / "commitments.yaml")


def test_a_register_of_another_order_of_keys_is_refused(pbem: Pbem, twice: Path) -> None:
    rows = rows_of(twice / "register.jsonl")
    rows[-1]["key"] = 7
    send(twice, "register.jsonl", chained(rows))
    notice(pbem, twice, "register.jsonl, line 4: run 2 cannot use key 7: it was changed by hand")


@pytest.mark.parametrize("told", [{"why": "a ruse"}, {"stopped": True}, {"despite": True}])
def test_a_void_run_that_is_told_otherwise_later_is_found(
    pbem: Pbem, twice: Path, judged: Judged, tmp_path: Path, told: dict[str, object]
) -> None:
    send(twice, "orders/bea.yaml", "window: toy-1 t1.2.blue/levy\nplayer: bea\n")
    assert pbem("adjudicate", "--game", twice).code == 0
    kept = keep(twice, tmp_path / "kept", "1", "2", "3")
    for said in judged.both(kept):
        assert results(said, "keys used") == {"agrees"}
    judged(forged(kept, "3", lambda rows: rows[0]["body"]["void"][0].update(told)))


# --- what lies there is changed by hand --------------------------------------------------------


def delete_last(game: Path) -> None:
    shutil.rmtree(game / "runs/2")


def rename_last(game: Path) -> None:
    (game / "runs/2").rename(game / "runs/two")


def delete_all(game: Path) -> None:
    for run in ("1", "2"):
        shutil.rmtree(game / "runs" / run)


def remove_void(game: Path) -> None:
    shutil.rmtree(game / "void")


def copy_beside(game: Path) -> None:
    shutil.copytree(game / "runs/1", game / "runs/1.1")


def copy_after(game: Path) -> None:
    shutil.copytree(game / "runs/2", game / "runs/3")


def copy_void(game: Path) -> None:
    shutil.copytree(game / "void/1", game / "void/2")


def put_void_back(game: Path) -> None:
    shutil.rmtree(game / "runs/2")
    shutil.move(game / "void/1/2", game / "runs/2")


def remove_register(game: Path) -> None:
    (game / "register.jsonl").unlink()


def drop_a_line(game: Path) -> None:
    path = game / "register.jsonl"
    path.write_text(chained(rows_of(path)[:-1]))


def drop_the_void_line(game: Path) -> None:
    path = game / "register.jsonl"
    rows = rows_of(path)
    path.write_text(chained([rows[0], rows[1]]))
    remove_void(game)


def edit_why(game: Path) -> None:
    path = game / "register.jsonl"
    path.write_text(path.read_text().replace("a slip", "a ruse"))


def cut_a_log(game: Path) -> None:
    path = game / "void/1/2/ledger.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))


@pytest.mark.parametrize(
    ("attack", "words"),
    [
        (delete_last, "runs/2 is gone: register.jsonl tells of it"),
        (rename_last, "runs/2 is gone: register.jsonl tells of it"),
        (remove_void, "void run 2 (taken back the 1. time, void/K/2) is gone"),
        (copy_beside, "runs/1.1 was put in by hand"),
        (copy_void, "void run 2 (taken back the 2. time, void/K/2) was put in by hand"),
        (put_void_back, "runs/2 is not what register.jsonl tells of"),
        (remove_register, "register.jsonl is gone, or runs/1 was put in by hand"),
        (edit_why, "register.jsonl, line 4: it does not follow the line before it"),
        (cut_a_log, "void run 2 (taken back the 1. time, void/K/2) is not what register.jsonl"),
    ],
)
def test_what_is_changed_by_hand_is_noticed(
    pbem: Pbem, twice: Path, attack: Callable[[Path], None], words: str
) -> None:
    agree(pbem, twice)
    send(twice, "orders/bea.yaml", "window: toy-1 t1.2.blue/levy\nplayer: bea\n")
    attack(twice)
    notice(pbem, twice, words)


def retold(game: Path, log: Path, row: int) -> None:
    """The register tells of a log as it is now."""
    path = game / "register.jsonl"
    rows, lines = rows_of(path), log.read_text().splitlines()
    last = hashlib.sha256(lines[-1].encode()).hexdigest()
    rows[row] |= {"entries": len(lines), "last": last}
    path.write_text(chained(rows))


def test_a_head_that_tells_otherwise_than_the_register(pbem: Pbem, twice: Path) -> None:
    log = twice / "runs/2/ledger.jsonl"
    rows = rows_of(log)
    rows[0]["body"]["void"][0]["why"] = "a ruse"
    log.write_text(chained(rows))
    retold(twice, log, 3)
    said = pbem("audit", "--game", twice, "--no-replay")
    assert said.code == 4
    assert "runs/2: its head tells other void than the register had before it" in said.out


def test_dice_of_a_void_run_are_thrown_again(pbem: Pbem, duel: Path) -> None:
    """Void runs count: what they showed is what their keys give."""
    assert pbem("adjudicate", "--game", duel).code == 0
    assert (
        pbem("amend", send(duel, "a.yaml", AMENDMENT.format(after="1")), "--game", duel).code == 0
    )
    for player, unit in (("rosa", "Lion"), ("rolf", "Boar")):
        march = f"march:\n- {{unit: {unit}, to: ford}}\n"
        send(duel, f"orders/{player}.yaml", HEAD.format(player=player) + march)
    assert pbem("adjudicate", "--game", duel).code == 0
    assert pbem("rewind", "--game", duel, "--to", "1.1").code == 0
    log = duel / "void/1/2/ledger.jsonl"
    rows = rows_of(log)
    roll = next(row for row in rows if row["kind"] == "roll")
    roll["body"]["throws"] = [[7 - die for die in dice] for dice in roll["body"]["throws"]]
    lines = log.read_text().splitlines(keepends=True)
    log.write_text("".join(json.dumps(row) + "\n" for row in rows[:-1]) + lines[-1])
    said = pbem("audit", "--game", duel, "--no-replay")
    assert said.code == 4
    assert "void/1/2: chain:" in said.out
    log.write_text(chained(rows))
    for row in (2, 3):
        retold(duel, log, row)
    said = pbem("audit", "--game", duel, "--no-replay")
    assert said.code == 4
    assert "void/1/2: dice: line" in said.out


@pytest.mark.parametrize("attack", [copy_after, delete_all, drop_the_void_line])
def test_the_audit_notices_more(pbem: Pbem, twice: Path, attack: Callable[[Path], None]) -> None:
    attack(twice)
    said = pbem("audit", "--game", twice, "--no-replay")
    assert said.code == 4, said.out


def test_a_line_that_a_kill_left_out_is_added(pbem: Pbem, twice: Path) -> None:
    """The last line may be missing: its folder fits in turn."""
    whole = (twice / "register.jsonl").read_text()
    drop_a_line(twice)
    agree(pbem, twice)
    assert (twice / "register.jsonl").read_text() != whole
    assert pbem("seal", "--game", twice).code == 1  # nothing is due, but the register is whole
    assert (twice / "register.jsonl").read_text() == whole


# --- dice are known, orders change -----------------------------------------------------------


@pytest.fixture
def asked(pbem: Pbem, duel: Path) -> Path:
    """A game whose first run waits; the player keeps what he was mailed."""
    ask(duel)
    assert pbem("adjudicate", "--game", duel).code == 3
    shutil.copy(duel / "pending/rosa.yaml", duel.parent / "kept.yaml")
    return duel


def take_back(pbem: Pbem, game: Path) -> None:
    said = pbem("rewind", "--game", game, "--to", "0", "--why", "an order was lost")
    assert said.code == 0, said.err


def play_on(pbem: Pbem, game: Path) -> None:
    """Answer whatever is asked until the run is played."""
    answers = {"rosa": "steel", "bea": "gold"}
    while (said := pbem("adjudicate", "--game", game)).code == 3:
        for path in (game / "pending").glob("*.yaml"):
            if path.name != "run.yaml":
                text = answered(game, path.stem, answers[path.stem])
                send(game, f"answers/{path.stem}.yaml", text)
    assert said.code == 0, said.err


def check_kept(pbem: Pbem, game: Path) -> tuple[int, str]:
    """The audit of the player who kept the questions."""
    kept = game.parent / "kept.yaml"
    return audit_log(pbem, game, game / "runs/1/ledger.jsonl", "--asked", kept)


def test_a_player_can_prove_what_he_was_asked(pbem: Pbem, asked: Path) -> None:
    play_on(pbem, asked)
    assert acts(asked) == ["asked 1 1", "asked 1 1", "played 1 1"]
    assert check_kept(pbem, asked)[0] == 0
    assert "the log begins with the" in check_kept(pbem, asked)[1]
    assert header(asked)["register"] == {"entries": 0, "last": "0" * 64}
    agree(pbem, asked)


def test_questions_that_are_removed_are_missed(pbem: Pbem, asked: Path) -> None:
    shutil.rmtree(asked / "pending")
    send(asked, "orders/rosa.yaml", LEVY.format(player="rosa").replace("1}", "2}"))
    notice(pbem, asked, "pending/, where run 1 waits for answers, is gone")


def test_questions_that_are_lost_are_taken_back_as_void(pbem: Pbem, asked: Path) -> None:
    """The game goes on, with a fresh key, and everybody reads it."""
    shutil.rmtree(asked / "pending")
    said = pbem("adjudicate", "--game", asked)
    assert "or take the run back: pbem rewind --to 0" in said.err
    take_back(pbem, asked)
    assert acts(asked) == ["asked 1 1", "void 1 1"]
    play_on(pbem, asked)
    assert header(asked)["runs"] == [2]
    assert header(asked)["void"][0]["stopped"]
    assert check_kept(pbem, asked)[0] == 0
    agree(pbem, asked)
    said = pbem("audit", "--game", asked, "--no-replay")
    assert "the logs of void/1/1 are lost" in said.out


def test_a_forged_register_does_not_hide_the_questions(
    pbem: Pbem, asked: Path, judged: Judged, tmp_path: Path
) -> None:
    """He takes away all that tells of the stop, and plays other orders with the dice he knows."""
    shutil.rmtree(asked / "pending")
    (asked / "register.jsonl").unlink()
    send(asked, "orders/rosa.yaml", LEVY.format(player="rosa").replace("1}", "2}"))
    play_on(pbem, asked)
    agree(pbem, asked)  # his directory agrees
    code, out = check_kept(pbem, asked)
    assert code == 4
    assert "this log neither begins so nor names it as void" in out
    judged(keep(asked, tmp_path / "player", "1"), asked / "register.jsonl", tmp_path / "kept.yaml")


def test_a_stopped_run_that_is_taken_back_counts(
    pbem: Pbem, asked: Path, judged: Judged, tmp_path: Path
) -> None:
    told = rows_of(asked / "pending/ledger.jsonl")
    take_back(pbem, asked)
    assert rows_of(asked / "void/1/1/ledger.jsonl") == told
    assert (asked / "void/1/1/rosa.yaml").read_bytes() == (asked.parent / "kept.yaml").read_bytes()
    changed(asked)
    play_on(pbem, asked)
    (void,) = header(asked)["void"]
    assert (void["run"], void["key"], void["stopped"], void["why"]) == (
        "1",
        1,
        True,
        "an order was lost",
    )
    assert header(asked)["runs"] == [2]
    assert check_kept(pbem, asked)[0] == 0
    assert "was taken back: void" in check_kept(pbem, asked)[1]
    report = (asked / "runs/1/report.txt").read_text()
    assert "VOID RUNS  run 1, key 1, while it waited for answers: an order was lost\n" in report
    agree(pbem, asked)
    judged(keep(asked, tmp_path / "player", "1"), asked / "register.jsonl", tmp_path / "kept.yaml")


def test_with_the_same_files_a_stopped_run_keeps_its_dice(pbem: Pbem, asked: Path) -> None:
    before = played_lines(asked / "pending")
    take_back(pbem, asked)
    send(asked, "replay/1/answers/rosa.yaml", _answer(asked))
    play_on(pbem, asked)
    assert header(asked)["runs"] == [1]
    assert played_lines(asked / "runs/1")[: len(before)] == before
    assert check_kept(pbem, asked)[0] == 0
    agree(pbem, asked)


def _answer(game: Path) -> str:
    return (game.parent / "kept.yaml").read_text().replace("  answer:\n", "  answer: steel\n")


def an_override(game: Path) -> None:
    text = "format: pbem-overrides/1\nrun: 1\nauthor: M\nreason: r\nrolls: {x/y: [1]}\n"
    send(game, "replay/1/overrides/m.yaml", text)


def another_roster(game: Path) -> None:
    path = game / "game.yaml"
    path.write_text(path.read_text() + "# changed\n")


def an_early_answer(game: Path) -> None:
    """What was decided without him, he now answers: he knows what it comes to."""
    text = _answer(game).replace("answers: rosa", "answers: bea")
    send(game, "replay/1/answers/bea.yaml", text)


def less_standing(game: Path) -> None:
    (game / "replay/1/standing/bea.yaml").unlink()


def another_chart(game: Path) -> None:
    text = (Path(__file__).parents[1] / "toy/data/counters.yaml").read_text()
    (game / "data").mkdir(exist_ok=True)
    send(game, "data/counters.yaml", text + "# changed\n")
    said = "changes: [{from_run: 1, what: [data/counters.yaml], who: Mod, why: a slip}]\n"
    send(game, "game.yaml", (game / "game.yaml").read_text() + said)


@pytest.mark.parametrize(
    "change",
    [changed, an_override, another_roster, an_early_answer, less_standing, another_chart],
)
def test_one_other_file_burns_the_key_of_a_stopped_run(
    pbem: Pbem, asked: Path, change: Callable[[Path], None]
) -> None:
    take_back(pbem, asked)
    change(asked)
    pbem("adjudicate", "--game", asked)
    folder = asked / ("pending" if (asked / "pending").is_dir() else "runs/1")
    assert rows_of(folder / "ledger.jsonl")[0]["body"]["runs"] == [2]


def test_an_amended_position_burns_it_too(pbem: Pbem, asked: Path) -> None:
    take_back(pbem, asked)
    assert (
        pbem("amend", send(asked, "a.yaml", AMENDMENT.format(after="0")), "--game", asked).code == 0
    )
    play_on(pbem, asked)
    assert header(asked)["runs"] == [2]
    assert header(asked, "0.1")["void"] == header(asked)["void"]
    agree(pbem, asked)


def test_a_key_in_the_waiting_run_is_not_read(pbem: Pbem, asked: Path) -> None:
    path = asked / "pending/run.yaml"
    path.write_text(path.read_text().replace("key: 1\n", "key: 7\n"))
    play_on(pbem, asked)
    assert header(asked)["runs"] == [1]


# --- seals, upgrades, practice, the end ----------------------------------------------------------


def test_a_seal_that_is_taken_back_is_told(pbem: Pbem, duel: Path) -> None:
    assert pbem("seal", "--game", duel).code == 0
    assert pbem("rewind", "--game", duel, "--to", "0").code == 0
    changed(duel, ".")
    assert pbem("seal", "--game", duel).code == 0
    assert pbem("adjudicate", "--game", duel).code == 0
    assert acts(duel) == ["sealed 1 0", "unsealed 1 0", "sealed 1 0", "played 1 1"]
    agree(pbem, duel)
    assert pbem("rewind", "--game", duel, "--to", "0").code == 0
    assert acts(duel)[4:] == ["unsealed 1 0", "void 1 1"]
    agree(pbem, duel)
    shutil.rmtree(duel / "void/2/sealed")
    notice(pbem, duel, "the void seal of run 1 (void/K/sealed/1) is gone")


def test_a_seal_that_is_removed_is_missed(pbem: Pbem, duel: Path) -> None:
    assert pbem("seal", "--game", duel).code == 0
    shutil.rmtree(duel / "sealed/1")
    notice(pbem, duel, "sealed/1 is gone")


def test_a_game_of_an_older_program_begins_its_register(
    pbem: Pbem, tmp_path: Path, judged: Judged
) -> None:
    begun = Path(__file__).parents[1] / "begun/0.1.0/duel"
    game = shutil.copytree(begun, tmp_path / "duel")
    (game / "standing").mkdir(exist_ok=True)
    said = pbem("audit", "--game", game)
    assert said.code == EXIT_OTHER, said.out
    assert "an older program played this game; pbem upgrade begins one" in said.out
    assert not (game / "register.jsonl").exists()
    words = ("upgrade", "--game", game, "--author", "M", "--reason", "it is better")
    assert pbem(*words).code == 0
    assert acts(game) == ["begun 2 0", "upgraded 2.1 0"]
    agree(pbem, game, EXIT_OTHER)
    send(game, "orders/bea.yaml", "window: toy-1 t1.2.blue/levy\nplayer: bea\n")
    assert pbem("adjudicate", "--game", game).code == 0
    assert header(game, "3")["runs"] == [1, 2, 3]
    agree(pbem, game, EXIT_OTHER)
    runs = ("1", "1.1", "2", "2.1", "3")
    judged.alike(keep(game, tmp_path / "kept", *runs), game / "register.jsonl")
    assert pbem("rewind", "--game", game, "--to", "1").code == 0
    assert acts(game)[3:] == ["void 3 3", "void 2.1 0", "void 2 2", "void 1.1 0"]
    agree(pbem, game, EXIT_OTHER)
    shutil.rmtree(game / "void/1/2.1")
    assert pbem("audit", "--game", game).code == 4


def test_amendments_are_told_as_runs_without_a_key(
    pbem: Pbem, twice: Path, judged: Judged, tmp_path: Path
) -> None:
    assert (
        pbem("amend", send(twice, "a.yaml", AMENDMENT.format(after="2")), "--game", twice).code == 0
    )
    assert header(twice, "2.1")["runs"] == [1, 2]
    agree(pbem, twice)
    assert pbem("rewind", "--game", twice, "--to", "0").code == 0
    for _ in (1, 2):
        assert pbem("adjudicate", "--game", twice).code == 0
    told = [(run["run"], run["key"]) for run in header(twice, "2")["void"]]
    assert told == [("2", 2), ("2.1", 0), ("2", 2), ("1", 1)]
    agree(pbem, twice)
    judged.alike(keep(twice, tmp_path / "kept", "1", "2"), twice / "register.jsonl")


def test_a_practice_game_keeps_its_register_too(pbem: Pbem, tmp_path: Path) -> None:
    game = tmp_path / "practice"
    assert pbem("new", "toy/duel", game, "--seed", "7").code == 0
    levies(game)
    assert pbem("adjudicate", "--game", game).code == 0
    assert pbem("rewind", "--game", game, "--to", "0").code == 0
    changed(game)
    assert pbem("adjudicate", "--game", game).code == 0
    assert acts(game) == ["played 1 1", "void 1 1", "played 1 1"]
    agree(pbem, game)
    shutil.rmtree(game / "void")
    notice(pbem, game, "void run 1 (taken back the 1. time, void/K/1) is gone")


def test_a_trial_writes_no_register(pbem: Pbem, duel: Path) -> None:
    before = without_caches(duel)
    assert pbem("adjudicate", "--game", duel, "--dry-run").code == 0
    assert without_caches(duel) == before


def test_the_end_of_a_game_is_told(pbem: Pbem, twice: Path) -> None:
    assert pbem("open", "--game", twice, "--agreed").code == 0
    assert acts(twice)[-1] == "opened  0"
    agree(pbem, twice)
    before = without_caches(twice)
    assert pbem("rewind", "--game", twice, "--to", "1").code == 1
    assert without_caches(twice) == before


def test_a_full_disk_leaves_out_a_line_and_says_so(
    pbem: Pbem, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.replace

    def full(old: Any, new: Any, **more: Any) -> None:
        if Path(new).name == "register.jsonl":
            raise OSError(errno.ENOSPC, "No space left on device")
        real(old, new, **more)

    monkeypatch.setattr(os, "replace", full)
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert "run 1 is done" in said.err
    assert "the next command adds its line to register.jsonl" in said.err
    monkeypatch.setattr(os, "replace", real)
    assert pbem("rewind", "--game", duel, "--to", "0").code == 0
    assert acts(duel) == ["played 1 1", "void 1 1"]
