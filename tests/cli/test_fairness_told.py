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
from cli.sieges import RULING, SKY, rule
from cli.test_fairness_chain import chained, forged, rows_of
from cli.test_upgrade import use
from page import Page, files_under, of_program, results

from pbem.core.record.program import Program
from pbem.store import inputs
from pbem.store.directory import open_directory

Rows = list[dict[str, Any]]


@pytest.fixture
def opened(pbem: Pbem, duel: Path, tmp_path: Path) -> Path:
    """What everybody has of one run of a game that has ended."""
    assert pbem("adjudicate", "--game", duel).code == 0
    return keep_opened(pbem, duel, tmp_path / "kept", "1")


def written(path: Path, rows: Rows) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


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


def capitals(text: str) -> str:
    return re.sub(r'"key":"(\w+)"', lambda found: f'"key":"{found[1].upper()}"', text)


def blanks(text: str) -> str:
    return re.sub(r'"key":"(\w\w)', r'"key":"\1 ', text)


def fractions(text: str) -> str:
    return re.sub(r'"n":(\d+)', r'"n":\1.0', text)


def a_fraction_in_a_body(text: str) -> str:
    return text.replace('"body":{', '"body":{"a":1.0,').replace('"kind":"', '"kind":"x')


@pytest.mark.parametrize("written_so", [capitals, blanks, fractions, a_fraction_in_a_body])
def test_secrets_that_are_written_otherwise_are_found(
    opened: Path, judged: Judged, written_so: Callable[[str], str]
) -> None:
    (opened / "opening.yaml").unlink()
    path = opened / "secrets-1.jsonl"
    text = path.read_text()
    path.write_text(written_so(text))
    assert path.read_text() != text
    judged(opened)


def test_secrets_whose_keys_are_of_other_letters_are_not_understood(
    opened: Path, judged: Judged
) -> None:
    """A letter that some readers take for an s: it is a file of nothing, and both name it."""
    path = opened / "secrets-1.jsonl"
    path.write_text(path.read_text().replace('"secret"', '"\u017fecret"'))
    for said in judged.both(opened):
        assert "secrets-1.jsonl" in next(row.told for row in said if row.check == "files")
    judged(opened)


def test_an_opening_without_the_secrets_says_which_file_is_missing(
    pbem: Pbem, opened: Path, judged: Judged
) -> None:
    (opened / "secrets-1.jsonl").unlink()
    judged(opened)
    runs = json.loads(pbem("audit", "--kept", opened, "--format", "json").out)
    (seals,) = (row for run in runs for row in run["checks"] if row["check"] == "seals")
    assert seals["needs"].startswith("secrets.jsonl of the run")
    assert "when the game ends" not in seals["told"]


def twice_played(pbem: Pbem, game: Path, into: Path) -> Path:
    """What is here of run 1, which was taken back once: its log, the opening, its secrets."""
    assert pbem("adjudicate", "--game", game).code == 0
    assert pbem("rewind", "--game", game, "--to", "0", "--why", "a slip").code == 0
    assert pbem("adjudicate", "--game", game).code == 0
    return keep_opened(pbem, game, into, "1")


def test_secrets_of_no_play_of_a_run_are_found_in_the_opening(
    pbem: Pbem, duel: Path, judged: Judged, tmp_path: Path
) -> None:
    """Of the play that was taken back nothing is here; the opening gives the keys of both."""
    kept = twice_played(pbem, duel, tmp_path / "kept")
    path = kept / "secrets-1.jsonl"
    rows = rows_of(path)
    other_gift(rows)
    written(path, rows)
    judged(kept)
    other_keys(rows)
    written(path, rows)
    judged(kept)


def test_secrets_of_the_play_that_was_taken_back_fit_its_keys(
    pbem: Pbem, duel: Path, judged: Judged, tmp_path: Path
) -> None:
    kept = twice_played(pbem, duel, tmp_path / "kept")
    (path,) = (duel / "void").rglob("secrets.jsonl")
    rows = rows_of(path)
    other_gift(rows)
    written(kept / "secrets-1.jsonl", rows)
    judged(kept)


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


# --- dice that were known ------------------------------------------------------------------------

OF_RUN_2 = "format: pbem-overrides/1\nrun: 2\nauthor: Mod\n"
DIE = "t1.1.red/assault/battle/blue-home/siege"
ROLL = f"{OF_RUN_2}reason: a slip\nrolls: {{{DIE}: [5]}}\n"
MODIFIED = f"""\
{OF_RUN_2}rulings:
  {DIE}:
    reason: it rains
    cite: "10"
    modifiers: [{{name: rain, value: -1}}]
"""
TERMS = "t1.1.red/assault/battle/blue-home/terms"
DECISION = f"{OF_RUN_2}reason: agreed\ndecisions: {{{TERMS}: yield}}\n"
AMENDED = """\
format: pbem-amend/1
game: toy-1
after: "1.1"
author: Mod
reason: he was to be there
cite: TOY-4
events:
- {event: UnitMoved, unit: wolf, new: ford}
"""


@pytest.fixture
def again(pbem: Pbem, siege: Path, tmp_path: Path) -> Path:
    """Run 2 was played and taken back: its siege showed a die. A player kept its log."""
    play_on(pbem, siege)
    folder = keep(siege, tmp_path / "kept")
    shutil.copy(siege / "runs/2/ledger.jsonl", folder / "void.jsonl")
    assert pbem("rewind", "--game", siege, "--to", "1.1", "--why", "a slip").code == 0
    return folder


def rule_otherwise(game: Path, text: str) -> None:
    """He rules more, which he knows the dice for; of the siege he is asked again."""
    send(game, "replay/2/overrides/more.yaml", text)
    (game / "replay/2/overrides/siege.yaml").unlink()


def play_on(pbem: Pbem, game: Path) -> None:
    """Run 2; what it asks is ruled."""
    while (said := pbem("adjudicate", "--game", game)).code == 3:
        name = "sky" if "weather/weather" in said.out else "siege"
        rule(game, SKY if name == "sky" else RULING, name)
    assert said.code == 0, said.err


def die_of(log: Path) -> list[list[int]]:
    """What the die of the siege showed."""
    (shown,) = (row["body"]["throws"] for row in rows_of(log) if row["path"] == DIE)
    return list(shown)


def corrections(log: Path) -> dict[str, Any]:
    """What each correction says of dice, by its path; None where it says nothing."""
    rows = (row for row in rows_of(log) if row["kind"] == "correction")
    return {row["path"].rpartition("/")[2]: row["body"].get("known") for row in rows}


@pytest.mark.parametrize(
    ("text", "at", "says_die"),
    [(ROLL, "siege", True), (MODIFIED, "siege", True), (DECISION, "terms", False)],
)
def test_what_is_ruled_with_dice_known_says_so(
    pbem: Pbem, siege: Path, again: Path, judged: Judged, text: str, at: str, says_die: bool
) -> None:
    die = die_of(again / "void.jsonl")
    rule_otherwise(siege, text)
    play_on(pbem, siege)
    log = siege / "runs/2/ledger.jsonl"
    assert rows_of(log)[0]["body"]["key"] == {"again": 1, "kind": "chain", "number": 2}
    assert corrections(log)[at] == (die if says_die else [])
    assert corrections(log)["weather"] is None  # it was ruled so before
    report = " ".join((siege / "runs/2/report.txt").read_text().split())
    words = f"the die was known: {die[0][0]}" if says_die else "dice of this run were known"
    assert f"made after {words}" in report
    assert pbem("audit", "--game", siege).code == 0
    keep(siege, again, "1", "1.1", "2")
    judged(again)


@pytest.mark.parametrize("text", [ROLL, MODIFIED, DECISION])
@pytest.mark.parametrize("said", [None, [[1], [1]]])
def test_what_is_ruled_with_dice_known_and_does_not_say_so_is_found(
    pbem: Pbem, siege: Path, again: Path, judged: Judged, text: str, said: list[list[int]] | None
) -> None:
    """A program of his own leaves it out, or says that he knew something else."""
    rule_otherwise(siege, text)
    play_on(pbem, siege)
    keep(siege, again, "2")
    (again / "report-2.txt").unlink()
    rows = rows_of(again / "log-2.jsonl")
    body = next(row["body"] for row in rows if "known" in row["body"])
    if said is None:
        del body["known"]
    else:
        body["known"] = said
    (again / "log-2.jsonl").write_text(chained(rows))
    judged(again)


def test_a_rule_that_changed_with_dice_known_says_so(
    pbem: Pbem, siege: Path, again: Path, judged: Judged, page: Page
) -> None:
    roster = siege / "game.yaml"
    text = roster.read_text().replace("asks: 1", "asks: 2")
    roster.write_text(f"{text}changes: [{{from_run: 2, what: [asks], who: Mod, why: so}}]\n")
    play_on(pbem, siege)
    keep(siege, again, "1", "1.1", "2")
    report = (again / "report-2.txt").read_text()
    assert "asks: now 2, was 1; after dice of this run were known" in report
    assert pbem("audit", "--game", siege).code == 0
    assert results(judged.by_program(again), "known dice") == {"agrees"}
    (again / "report-2.txt").unlink()
    rows = rows_of(again / "log-2.jsonl")
    del rows[0]["body"]["changed"][0]["known"]
    (again / "log-2.jsonl").write_text(chained(rows))
    judged(again)
    shutil.copy(again / "log-2.jsonl", siege / "runs/2/ledger.jsonl")
    told = of_program(pbem("audit", "--game", siege, "--no-replay", "--format", "json").out)
    assert results(told, "known dice") == {"disagrees"}


def test_an_amendment_with_dice_known_says_so(
    pbem: Pbem, siege: Path, again: Path, judged: Judged, page: Page, tmp_path: Path
) -> None:
    """Its own log is enough to see it."""
    amendment = send(tmp_path, "amend.yaml", AMENDED)
    said = pbem("amend", amendment, "--game", siege)
    assert "made after dice of the next run were known" in said.out
    keep(siege, again, "1.2")
    assert results(judged.by_program(again), "known dice") == {"agrees"}
    play_on(pbem, siege)
    report = " ".join((siege / "runs/2/report.txt").read_text().split())
    assert "he was to be there (TOY-4), made after dice of the next run were known" in report
    (again / "report-1.2.txt").unlink()
    rows = rows_of(again / "log-1.2.jsonl")
    del next(row["body"] for row in rows if row["kind"] == "correction")["known"]
    (again / "log-1.2.jsonl").write_text(chained(rows))
    judged(again / "log-1.2.jsonl")


def say_that_it_waited(rows: Rows) -> None:
    """He leaves out which dice he knew, of corrections and of rules; in a run that waited none."""
    for one in [*(row.get("body", {}) for row in rows), *rows[0]["body"].get("changed", ())]:
        one.pop("known", None)
    rows[0]["body"]["void"][-1]["stopped"] = True


@pytest.mark.parametrize(("what", "run"), [("ruling", "2"), ("rule", "2"), ("amendment", "1.2")])
def test_a_finished_run_that_is_said_to_have_waited_is_found(
    pbem: Pbem, siege: Path, again: Path, judged: Judged, what: str, run: str
) -> None:
    """Its log is here, and ends as one that was finished."""
    if what == "ruling":
        rule_otherwise(siege, MODIFIED)
    elif what == "rule":
        roster = siege / "game.yaml"
        text = roster.read_text().replace("asks: 1", "asks: 2")
        roster.write_text(f"{text}changes: [{{from_run: 2, what: [asks], who: Mod, why: so}}]\n")
    else:
        assert pbem("amend", send(siege, "b.yaml", AMENDED), "--game", siege).code == 0
    if run == "2":
        play_on(pbem, siege)
    kept = forged(keep(siege, again, "1", "1.1", run), run, say_that_it_waited)
    judged(kept)
    for said in judged.both(kept):
        assert results(said, "keys used") == results(said, "known dice") == {"disagrees"}


def test_a_report_shows_that_a_run_was_finished(
    pbem: Pbem, siege: Path, again: Path, judged: Judged
) -> None:
    """Its log was not kept; a run that waits has no report."""
    rule_otherwise(siege, MODIFIED)
    play_on(pbem, siege)
    kept = forged(keep(siege, again, "2"), "2", say_that_it_waited)
    (kept / "void.jsonl").unlink()
    for said in judged.both(kept):
        assert results(said, "keys used") == {"agrees"}
    (report,) = siege.glob("void/*/2/report.txt")
    shutil.copy(report, kept)
    for said in judged.both(kept):
        assert results(said, "keys used") == {"disagrees"}


def test_what_an_older_program_did_not_say_is_not_proved(
    pbem: Pbem, siege: Path, again: Path, judged: Judged, page: Page
) -> None:
    rule_otherwise(siege, ROLL)
    play_on(pbem, siege)
    keep(siege, again, "2")
    rows = rows_of(again / "log-2.jsonl")
    rows[0]["body"]["pbem"] = "0.3.0"
    del next(row["body"] for row in rows if "known" in row["body"])["known"]
    (again / "log-2.jsonl").write_text(chained(rows))
    for said in (judged.by_program(again), page.audit(files_under(again))):
        assert results(said, "known dice") == {"not proved"}


def test_without_the_log_that_was_taken_back_nobody_can_tell(
    pbem: Pbem, siege: Path, again: Path, judged: Judged, page: Page
) -> None:
    (again / "void.jsonl").unlink()
    rule_otherwise(siege, ROLL)
    play_on(pbem, siege)
    keep(siege, again, "2")
    for said in (judged.by_program(again), page.audit(files_under(again))):
        assert results(said, "known dice") == {"not proved"}


# --- an upgrade ----------------------------------------------------------------------------------

CHART = "data/system/charts/assault.yaml"


@pytest.fixture
def upgraded(
    pbem: Pbem, duel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[bool], Path]:
    """What a player keeps of run 1, an upgrade that mends a typing error, and run 2."""

    def play(other: bool) -> Path:
        assert pbem("adjudicate", "--game", duel).code == 0
        use(monkeypatch, Program(digest="ab" * 32))
        if other:
            ours, name = inputs.data_files, CHART.removeprefix("data/")
            chart = Path(shutil.copy(ours(open_directory(duel).game)[name], tmp_path))
            chart.write_text(chart.read_text() + "# as I like it\n")
            monkeypatch.setattr(inputs, "data_files", lambda *of: {**ours(*of), name: chart})
        words = ("--author", "Mod", "--reason", "a typing error")
        assert pbem("upgrade", "--game", duel, *words).code == 0
        for player in ("rosa", "rolf"):
            send(duel, f"orders/{player}.yaml", HEAD.format(player=player))
        assert pbem("adjudicate", "--game", duel).code == 0
        return keep(duel, tmp_path / "kept", "1", "1.1", "2")

    return play


def test_an_upgrade_names_the_data_that_came_with_it(
    upgraded: Callable[[bool], Path], judged: Judged
) -> None:
    kept = upgraded(True)
    logs = (kept / f"log-{run}.jsonl" for run in ("1", "2"))
    old, new = (rows_of(log)[0]["body"]["inputs"][CHART] for log in logs)
    row = {"what": CHART, "old": old, "new": new, "who": "Mod", "why": "a typing error"}
    assert rows_of(kept / "log-1.1.jsonl")[0]["body"]["changed"] == [row]
    words = f"{CHART}: another file, SHA-256 {new[:8]} (was {old[:8]})"
    for run in ("1.1", "2"):
        assert words in " ".join((kept / f"report-{run}.txt").read_text().split())
    judged(kept)


@pytest.mark.parametrize("run", ["1.1", "2"])
def test_an_upgrade_that_hides_other_data_is_found(
    upgraded: Callable[[bool], Path], judged: Judged, run: str
) -> None:
    """He names none of it in the upgrade; or there it is as it was, and other when play goes on."""
    kept = upgraded(run == "1.1")
    rows = rows_of(kept / f"log-{run}.jsonl")
    if run == "1.1":
        rows[0]["body"]["changed"] = []
    else:
        assert rows_of(kept / "log-1.1.jsonl")[0]["body"]["changed"] == []
        rows[0]["body"]["inputs"][CHART] = "ab" * 32
    (kept / f"log-{run}.jsonl").write_text(chained(rows))
    (kept / f"report-{run}.txt").unlink()
    judged(kept)


def test_an_upgrade_by_an_older_program_does_not_tell_its_data(
    upgraded: Callable[[bool], Path], judged: Judged, page: Page
) -> None:
    kept = upgraded(True)
    for name in ("log-2.jsonl", "report-2.txt", "report-1.1.txt"):
        (kept / name).unlink()
    rows = rows_of(kept / "log-1.1.jsonl")
    del rows[0]["body"]["changed"]
    rows[0]["body"]["pbem"] = rows[0]["body"]["upgrades"]["to"]["pbem"] = "0.3.0"
    (kept / "log-1.1.jsonl").write_text(chained(rows))
    for said in (judged.by_program(kept), page.audit(files_under(kept))):
        assert results(said, "rules") == {"not proved"}
        assert results(said, "programs") == {"agrees"}


# --- orders that came early ----------------------------------------------------------------------

EARLY = HEAD.format(player="rosa") + "luck: x\nmarch: [{unit: Lion, to: ford}]\n"


@pytest.fixture
def early(pbem: Pbem, duel: Path, tmp_path: Path) -> Path:
    """Rosa sent her orders for run 2 while run 1 was open; she keeps them with their receipt."""
    folder = tmp_path / "kept"
    folder.mkdir()
    sent = send(folder, "sent.yaml", EARLY)
    said = pbem("validate", sent, "--game", duel)
    assert "receipt: {game: toy-1, window: t1.1.red/march, file: orders/rosa.yaml," in said.out
    (folder / "receipt.txt").write_text(said.out)
    assert pbem("adjudicate", "--game", duel).code == 0
    send(duel, "orders/rolf.yaml", HEAD.format(player="rolf"))
    return folder


def test_orders_that_came_early_have_a_receipt_that_holds(
    pbem: Pbem, duel: Path, early: Path, judged: Judged
) -> None:
    """When their window opens she gets another one: both are of one file."""
    send(duel, "orders/rosa.yaml", EARLY)
    said = pbem("validate", duel / "orders/rosa.yaml", "--game", duel)
    (early / "receipt-2.txt").write_text(said.out)
    assert pbem("adjudicate", "--game", duel).code == 0
    keep(duel, early, "1", "2")
    judged(early)
    log, sent = early / "log-2.jsonl", early / "sent.yaml"
    words = ("--receipt", early / "receipt.txt", "--sent", sent, "--format", "json")
    found = of_program(pbem("audit", "--ledger", log, *words).out)
    assert results(found, "receipts") == results(found, "sent") == {"agrees"}
    data = json.loads(pbem("validate", sent, "--game", duel, "--format", "json").out)
    assert data[0]["receipt"] is None  # its window is over


def test_orders_that_came_early_and_were_replaced_are_found(
    pbem: Pbem, duel: Path, early: Path, judged: Judged
) -> None:
    send(duel, "orders/rosa.yaml", EARLY.replace("ford", "hill"))
    assert pbem("adjudicate", "--game", duel).code == 0
    keep(duel, early, "1", "2")
    judged(early)


def test_orders_that_came_early_may_not_count_when_their_window_opens(
    pbem: Pbem, duel: Path, early: Path, judged: Judged
) -> None:
    """They were taken back, say, or have become illegal: a letter tells it, and no log."""
    roster = duel / "game.yaml"
    text = roster.read_text().replace("missing_orders: stop", "missing_orders: pass")
    change = "changes: [{from_run: 2, what: [missing_orders], who: Mod, why: so}]\n"
    roster.write_text(text + change)
    assert pbem("adjudicate", "--game", duel).code == 0
    keep(duel, early, "1", "2")
    judged(early)
    log, held = early / "log-2.jsonl", early / "receipt.txt"
    found = of_program(pbem("audit", "--ledger", log, "--receipt", held, "--format", "json").out)
    assert results(found, "receipts") == {"not proved"}


def test_a_receipt_of_another_window_is_found(
    pbem: Pbem, duel: Path, early: Path, judged: Judged
) -> None:
    """It names one that never opens, so that nobody misses the file."""
    path = early / "receipt.txt"
    path.write_text(path.read_text().replace("t1.1.red/march", "t1.9.red/march"))
    send(duel, "orders/rosa.yaml", EARLY.replace("ford", "hill"))
    assert pbem("adjudicate", "--game", duel).code == 0
    keep(duel, early, "1", "2")
    judged(early)


def test_what_is_not_accepted_has_no_receipt_that_proves_anything(pbem: Pbem, duel: Path) -> None:
    """Else its player would miss it in the log."""
    bad = send(duel, "orders/rosa.yaml", (duel / "orders/rosa.yaml").read_text() + "levvy: 1\n")
    for path in (bad, send(duel, "orders/x.yaml", EARLY + "levvy: 1\n")):
        said = pbem("validate", path, "--game", duel)
        assert (said.code, "receipt: {" in said.out) == (1, False)


def moved(rows: Rows) -> None:
    """A move, in words that no rule of the game would have found."""
    event = {"event": "UnitMoved", "unit": "lion", "old": "red-home", "new": "hill"}
    rows.insert(1, {"kind": "event", "path": rows[0]["path"], "body": event})


def sealed_move(rows: Rows) -> None:
    rows.insert(1, {"kind": "sealed", "path": rows[0]["path"], "seal": "ab" * 32})


@pytest.mark.parametrize("change", [moved, sealed_move])
def test_an_upgrade_in_which_something_happens_is_found(
    upgraded: Callable[[bool], Path], judged: Judged, change: Callable[[Rows], None]
) -> None:
    kept = upgraded(False)
    for said in judged.both(kept):
        assert results(said, "arithmetic") == {"agrees"}
    judged(forged(kept, "1.1", change))


@pytest.mark.parametrize("what", ["author", "reason"])
def test_an_upgrade_that_does_not_say_who_and_why_is_found(
    upgraded: Callable[[bool], Path], judged: Judged, what: str
) -> None:
    kept = upgraded(False)

    def unsaid(rows: Rows) -> None:
        rows[0]["body"]["upgrades"][what] = " "

    for said in judged.both(kept):
        assert results(said, "programs") == {"agrees"}
    judged(forged(kept, "1.1", unsaid))
