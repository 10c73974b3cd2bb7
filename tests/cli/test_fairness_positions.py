"""A moderator who changes the position between two runs: where one log ends the next one begins.

With a program of his own he plays from a state that he edited, or writes another digest of it into
a head. Both verifiers see it in two logs that follow each other; of the first log, in the sheet.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli.judging import Judged, keep, keep_opened
from cli.shared import HEAD, Pbem, send
from cli.test_fairness_chain import AMENDMENT, Rows, chained, rows_of
from cli.test_upgrade import use
from page import Page, Row, files_under, results

from pbem.core.record.ledger import line_hash
from pbem.core.record.program import Program
from pbem.core.record.state import FORMAT
from pbem.core.record.views import sealed_digest
from pbem.store.directory import GameDirectory, run_name

LION = ("id: lion, counter: lion, owner: crimson, at: red-home",
        "id: lion, counter: lion, owner: crimson, at: hill")  # fmt: skip


def play(pbem: Pbem, game: Path) -> None:
    said = pbem("adjudicate", "--game", game)
    assert said.code == 0, said.err


def march(game: Path) -> None:
    """The orders of the second window."""
    for player in ("rosa", "rolf"):
        send(game, f"orders/{player}.yaml", HEAD.format(player=player))


@pytest.fixture
def played(pbem: Pbem, duel: Path) -> Path:
    """A game with a run, an amendment after it, and orders for the second; much in it is hidden."""
    play(pbem, duel)
    amendment = send(duel, "a.yaml", AMENDMENT.format(after="1"))
    assert pbem("amend", amendment, "--game", duel).code == 0
    march(duel)
    return duel


def said(judged: Judged, page: Page, *paths: Path) -> list[list[Row]]:
    """What both say of positions, run by run."""
    both = [judged.by_program(*paths), page.audit(files_under(*paths))]
    return [[row for row in rows if row.check == "positions"] for rows in both]


def words(judged: Judged, page: Page, *paths: Path) -> list[str]:
    """The results, in the order of the logs, of which both say the same."""
    program, ours = ([row.result for row in rows] for rows in said(judged, page, *paths))
    assert program == ours
    return program


# --- honest games --------------------------------------------------------------------------------


def test_where_a_log_ends_the_next_one_begins_though_much_is_hidden(
    pbem: Pbem, played: Path, judged: Judged, page: Page, tmp_path: Path
) -> None:
    play(pbem, played)
    kept = keep(played, tmp_path / "kept", "1", "1.1", "2")
    assert words(judged, page, kept) == ["agrees", "agrees", "not proved"]
    judged.alike(kept)
    (kept / "log-1.1.jsonl").unlink()
    assert words(judged, page, kept) == ["not proved", "not proved"]
    (kept / "log-1.jsonl").unlink()
    assert words(judged, page, kept) == ["not proved"]


def test_a_log_alone_is_told_that_its_position_is_not_proved(pbem: Pbem, played: Path) -> None:
    out = pbem("audit", "--ledger", played / "runs/1/ledger.jsonl", "--format", "json").out
    (check,) = (row for row in json.loads(out)[0]["checks"] if row["check"] == "positions")
    assert check["result"] == "not proved"
    assert "the logs before and after it" in check["needs"]


def test_positions_and_keys_prove_the_rest(
    pbem: Pbem, played: Path, judged: Judged, page: Page, tmp_path: Path
) -> None:
    """Each position is sealed as the log ended that led to it, also in the head of the next."""
    play(pbem, played)
    kept = keep_opened(pbem, played, tmp_path / "kept", "2")
    shutil.copy(played / "runs/2/state.yaml", kept / "state-2.yaml")
    assert words(judged, page, kept) == ["not proved"]
    shutil.copy(played / "runs/1.1/ledger.jsonl", kept / "log-1.1.jsonl")
    assert words(judged, page, kept) == ["not proved", "agrees"]
    shutil.copy(played / "runs/1/state.yaml", kept / "state-1.yaml")
    shutil.copy(played / "runs/1/ledger.jsonl", kept / "log-1.jsonl")
    assert words(judged, page, kept) == ["agrees", "agrees", "agrees"]
    judged.alike(kept)


def test_runs_that_were_taken_back_end_where_they_ended(
    pbem: Pbem, played: Path, judged: Judged, page: Page, tmp_path: Path
) -> None:
    play(pbem, played)
    void = Path(shutil.copy(played / "runs/2/ledger.jsonl", tmp_path / "void.jsonl"))
    assert pbem("rewind", "--game", played, "--to", "0").code == 0
    play(pbem, played)
    play(pbem, played)
    kept = keep(played, tmp_path / "kept", "1", "2")
    assert words(judged, page, kept, void) == ["not proved", "agrees", "not proved"]
    judged.alike(kept, void)


# --- an older program ----------------------------------------------------------------------------


def as_of_0_3_0(game: Path, into: Path, *runs: str) -> Path:
    """The logs of a game as 0.3.0 wrote them: what is hidden before a run has a seal of its own."""
    directory, last = GameDirectory(game), ""
    keep(game, into)
    for run in runs:
        name = run_name(run)
        rows = rows_of(game / f"runs/{run}/ledger.jsonl")
        seals = directory.keys.of_log(rows[0]["body"]).seals
        state = sealed_digest(directory.state(directory.before(name)), seals)
        rows[0]["body"] |= {"pbem": "0.3.0", "state": state, "previous": last}
        text = chained(rows)
        (into / f"log-{run}.jsonl").write_text(text)
        last = line_hash(text.splitlines()[-1])
    return into


def test_what_0_3_0_sealed_anew_is_not_proved_before_the_opening(
    pbem: Pbem, played: Path, judged: Judged, page: Page, tmp_path: Path
) -> None:
    play(pbem, played)
    kept = as_of_0_3_0(played, tmp_path / "kept", "1", "1.1", "2")
    assert words(judged, page, kept) == ["not proved"] * 3
    assert pbem("open", "--game", played, "--agreed").code == 0
    shutil.copy(played / "opening.yaml", kept)
    for run in ("0", "1", "1.1", "2"):
        shutil.copy(played / f"runs/{run}/state.yaml", kept / f"state-{run}.yaml")
    assert words(judged, page, kept) == ["agrees"] * 3


def test_where_nothing_is_hidden_0_3_0_told_one_digest_too(
    pbem: Pbem, played: Path, judged: Judged, page: Page, tmp_path: Path
) -> None:
    """So no later log of its games says otherwise and is believed."""
    golden = Path(__file__).parents[1] / "golden/gw-france-1940/ledger.jsonl"
    logs, last = [], ""
    for run, state in ((1, "ab" * 32), (2, "cd" * 32)):
        rows = rows_of(golden)
        rows[0]["body"] |= {"pbem": "0.3.0", "run": run, "previous": last}
        rows[0]["body"] |= {"state": "ab" * 32} if run == 2 else {}
        rows[-1]["body"]["state"] = state
        text = chained(rows)
        last = line_hash(text.splitlines()[-1])
        logs.append(tmp_path / f"{run}.jsonl")
        logs[-1].write_text(text)
    assert words(judged, page, *logs) == ["not proved", "not proved"]
    logs[1].write_text(logs[1].read_text().replace("ab" * 32, "ef" * 32))
    logs[1].write_text(chained(rows_of(logs[1])))
    assert words(judged, page, *logs) == ["disagrees", "disagrees"]


# --- attacks -------------------------------------------------------------------------------------


def test_a_position_that_was_edited_between_two_runs_is_found(
    pbem: Pbem, played: Path, judged: Judged, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """His program plays on from whatever lies there."""
    path = played / "runs/1.1/state.yaml"
    assert path.read_text().count(LION[0]) == 1
    path.write_text(path.read_text().replace(*LION))
    said = pbem("adjudicate", "--game", played)
    assert said.code == 4
    assert "the state is not the one that the log ends with" in said.err
    monkeypatch.setattr("pbem.store.soundness._check_state", lambda *_: None)
    play(pbem, played)
    judged(keep(played, tmp_path / "kept", "1", "1.1", "2"))


def test_a_hidden_counter_that_was_exchanged_is_found(
    pbem: Pbem, played: Path, judged: Judged, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What is hidden is sealed as the log before sealed it."""
    path = played / "runs/1.1/state.yaml"
    rows = [row for row in path.read_text().splitlines() if "pool:azure/bag" in row]
    first, second = (row.partition("counter: ")[2].partition(",")[0] for row in rows[:2])
    assert first != second
    text = path.read_text()
    for row, old, new in ((rows[0], first, second), (rows[1], second, first)):
        text = text.replace(row, row.replace(f"counter: {old}", f"counter: {new}"))
    path.write_text(text)
    monkeypatch.setattr("pbem.store.soundness._check_state", lambda *_: None)
    play(pbem, played)
    judged(keep(played, tmp_path / "kept", "1.1", "2"))


def of_the_head(rows: Rows) -> None:
    rows[0]["body"]["state"] = "ab" * 32


def as_of_an_older_program(rows: Rows) -> None:
    rows[0]["body"] |= {"state": "ab" * 32, "pbem": "0.3.0"}


def of_the_end(rows: Rows) -> None:
    rows[-1]["body"]["state"] = "ab" * 32


@pytest.mark.parametrize("run", ["1", "1.1", "2"])
def test_a_head_that_tells_another_position_is_found(
    pbem: Pbem, played: Path, judged: Judged, tmp_path: Path, run: str
) -> None:
    """Of the first log the sheet says it."""
    play(pbem, played)
    kept = keep(played, tmp_path / "kept", "1", "1.1", "2")
    rewrite(kept, of_the_head, run)
    judged(kept)


def rewrite(kept: Path, change: Callable[[Rows], None], run: str) -> None:
    """A log is changed, and those after it go on from what it became."""
    names = ["1", "1.1", "2"]
    last = ""
    for name in names[names.index(run) :]:
        path = kept / f"log-{name}.jsonl"
        rows: list[dict[str, Any]] = rows_of(path)
        if name == run:
            change(rows)
        else:
            rows[0]["body"]["previous"] = last
        path.write_text(chained(rows))
        last = line_hash(path.read_text().splitlines()[-1])
    for report in kept.glob("report-*"):
        report.unlink()


def test_an_end_that_tells_another_position_is_found(
    pbem: Pbem, played: Path, judged: Judged, page: Page, tmp_path: Path
) -> None:
    play(pbem, played)
    kept = keep(played, tmp_path / "kept", "1", "1.1", "2")
    rewrite(kept, of_the_end, "1.1")
    judged(kept)
    assert words(judged, page, kept) == ["agrees", "disagrees", "disagrees"]


def test_a_run_that_says_it_is_of_an_older_program_hides_nothing(
    pbem: Pbem, played: Path, judged: Judged, tmp_path: Path
) -> None:
    """Two programs in turn without an upgrade are another thing that does not agree."""
    play(pbem, played)
    kept = keep(played, tmp_path / "kept", "1", "1.1", "2")
    rewrite(kept, as_of_an_older_program, "2")
    judged(kept)


# --- what an upgrade may not hide ----------------------------------------------------------------


@pytest.fixture
def upgraded(
    pbem: Pbem, duel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], Path]:
    """What a player keeps of run 1, an upgrade to a program of a version, and run 2."""

    def made(version: str) -> Path:
        play(pbem, duel)
        use(monkeypatch, Program(version, "ab" * 32))
        words = ("--author", "Mod", "--reason", "a typing error")
        assert pbem("upgrade", "--game", duel, *words).code == 0
        march(duel)
        play(pbem, duel)
        return keep(duel, tmp_path / "kept", "1", "1.1", "2")

    return made


def of_another_form(rows: Rows) -> None:
    """The next head may tell another position then."""
    rows[0]["body"]["upgrades"]["to"]["format"] = "pbem-state/2"


def from_another_form(rows: Rows) -> None:
    rows[0]["body"]["upgrades"]["from"]["format"] = "pbem-state/0"


@pytest.mark.parametrize("change", [of_another_form, from_another_form])
def test_an_upgrade_that_says_it_wrote_another_form_is_found(
    upgraded: Callable[[str], Path], judged: Judged, page: Page, change: Callable[[Rows], None]
) -> None:
    kept = upgraded("0.4.0")
    assert words(judged, page, kept) == ["agrees", "agrees", "not proved"]
    rewrite(kept, change, "1.1")
    judged(kept)


def test_a_program_that_is_not_known_here_may_write_another_form(
    upgraded: Callable[[str], Path], judged: Judged, page: Page
) -> None:
    kept = upgraded("0.9.0")
    rewrite(kept, of_another_form, "1.1")
    assert "disagrees" not in words(judged, page, kept)


def test_the_verifiers_know_this_program() -> None:
    """Each release that writes positions in the form of before is added to both lists."""
    from pbem import __version__
    from pbem.audit.positions import _FORM, _KNOWN

    assert (__version__ in _KNOWN, _FORM) == (True, FORMAT)
    text = (Path(__file__).parents[2] / "docs/verify.html").read_text(encoding="utf-8")
    assert f"const KNOWN_PROGRAMS = {json.dumps(_KNOWN)};" in text.replace("'", '"')
    assert f'const FORM = "{_FORM}";' in text


def test_an_upgrade_to_an_older_program_excuses_no_other_position(
    upgraded: Callable[[str], Path], judged: Judged, page: Page
) -> None:
    """It sealed anew what was hidden; who has a later one does not go back for that."""
    kept = upgraded("0.3.0")
    assert words(judged, page, kept) == ["agrees", "agrees", "not proved"]
    rewrite(kept, of_the_head, "2")
    judged(kept)
    assert words(judged, page, kept) == ["agrees", "disagrees", "disagrees"]


def test_an_upgrade_that_moves_a_counter_shows_in_the_opening(
    pbem: Pbem, duel: Path, upgraded: Callable[[str], Path], judged: Judged, page: Page
) -> None:
    """Sealed with two keys the position has two digests; who has it and the keys makes both."""
    kept = upgraded("0.4.0")
    shutil.copy(duel / "runs/1/state.yaml", kept / "state-1.yaml")
    assert pbem("open", "--game", duel, "--agreed").code == 0
    shutil.copy(duel / "opening.yaml", kept)
    assert words(judged, page, kept)[:2] == ["agrees", "agrees"]
    rewrite(kept, of_the_end, "1.1")
    rewrite(kept, of_the_head, "2")
    judged(kept)


@pytest.mark.parametrize("what", ["upgrades", "amends"])
def test_an_upgrade_of_an_open_game_that_moves_a_counter_is_found(
    judged: Judged, page: Page, tmp_path: Path, what: str
) -> None:
    """Where no system hides anything a position has one digest; an amendment may change it."""
    said = {"from": {"pbem": "0.4.0", "format": FORMAT}, "to": {"pbem": "0.4.0", "format": FORMAT}}
    rows = rows_of(Path(__file__).parents[1] / "golden/gw-france-1940/ledger.jsonl")
    key = {"kind": "seed", "seed": "x", "number": 1, "beside": "1.1"}
    rows[0]["body"] |= {what: said if what == "upgrades" else "1", "key": key, "state": "ab" * 32}
    log = tmp_path / "log.jsonl"
    (log).write_text(chained([rows[0], rows[-1]]))
    expected = "disagrees" if what == "upgrades" else "not proved"
    assert words(judged, page, log) == [expected]
    assert [results(rows, "chain") for rows in judged.both(log)] == [{"agrees"}] * 2
    if what == "upgrades":
        judged(log)
    rows[0]["body"]["state"] = rows[-1]["body"]["state"]
    log.write_text(chained([rows[0], rows[-1]]))
    assert words(judged, page, log) == ["not proved"]
