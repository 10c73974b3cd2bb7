"""What a moderator could do before and between the runs: each attack is played and found.

A moderator with a program of his own is one whose program leaves out a check of ours.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli.judging import Judged, keep_opened
from cli.shared import Pbem, levies, send, settle

from pbem import __version__
from pbem.audit.checks import read_log
from pbem.audit.record import read_commitments
from pbem.audit.rules import check_rules
from pbem.core.data.findings import EXIT_OTHER
from pbem.core.data.resources import PACKAGE, scenario_path
from pbem.core.data.yamlio import read_data
from pbem.core.record.program import Program
from pbem.core.record.views import sealed_digest
from pbem.moderation.rules import Told
from pbem.store.commitments import dealt
from pbem.store.directory import GameDirectory

BEGUN = Path(__file__).parents[1] / "begun/0.1.0/duel"
MARCH = "window: toy-1 t1.1.red/march\nplayer: {player}\nluck: x\n"
SET_UP = scenario_path("toy", "duel") / "setup.yaml"
SAID = "changes:\n- {from_run: 2, what: [options.conquest], who: Mara, why: all agreed}\n"


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert text.count(old) == 1, (old, text)
    path.write_text(text.replace(old, new))


def add(game: Path, text: str) -> None:
    path = game / "game.yaml"
    path.write_text(path.read_text() + text)


def header(game: Path, run: str) -> dict[str, Any]:
    line = (game / f"runs/{run}/ledger.jsonl").read_text().partition("\n")[0]
    body = json.loads(line)["body"]
    assert isinstance(body, dict)
    return body


def marches(game: Path) -> None:
    """The orders of the second window."""
    for player in ("rosa", "rolf"):
        send(game, f"orders/{player}.yaml", MARCH.format(player=player))


def play(pbem: Pbem, game: Path) -> None:
    said = pbem("adjudicate", "--game", game)
    assert said.code == 0, said.err


def wrong(pbem: Pbem, *words: object) -> dict[str, str]:
    """What an audit finds wrong: the troubles of each check."""
    said = pbem("audit", *words, "--format", "json")
    found = {
        check["check"]: "; ".join(row["message"] for row in check["troubles"])
        for run in json.loads(said.out)
        for check in run["checks"]
        if not check["passed"]
    }
    assert (said.code == 4) == bool(found)
    assert said.code in (0, 4, EXIT_OTHER)
    return found


def unproved(pbem: Pbem, *words: object) -> dict[str, str]:
    said = pbem("audit", *words, "--format", "json")
    rows = json.loads(said.out)
    return {c["check"]: c["told"] for run in rows for c in run["checks"] if not c["done"]}


def kept_by_a_player(game: Path, into: Path, runs: tuple[str, ...]) -> list[Path]:
    """What is published, as a player keeps it: the sheet and logs."""
    into.mkdir(exist_ok=True)
    shutil.copy(game / "commitments.yaml", into)
    for run in runs:
        shutil.copy(game / f"runs/{run}/ledger.jsonl", into / f"{run}.jsonl")
    return [into / f"{run}.jsonl" for run in runs]


def rules_of_kept(logs: list[Path]) -> tuple[str, bool]:
    """What an audit of published logs in turn says of the rules, and whether all was there."""
    sheet = read_commitments(logs[0].parent / "commitments.yaml")
    read = [read_log(log.read_text()) for log in logs]
    check = check_rules(list(zip([log.stem for log in logs], read, strict=True)), sheet)
    return "; ".join(trouble.message for trouble in check.troubles), check.done


@pytest.fixture
def played(pbem: Pbem, duel: Path) -> Path:
    """A game with its first run played, and the orders of the second window sent."""
    play(pbem, duel)
    marches(duel)
    return duel


def unguarded(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """A program that leaves out checks of ours."""
    for name in names:
        monkeypatch.setattr(f"pbem.store.{name}", lambda *_: None)


# --- the set-up ----------------------------------------------------------------------------------


def test_the_sheet_tells_position_rules_data_and_program(pbem: Pbem, duel: Path) -> None:
    sheet = read_data(duel / "commitments.yaml")
    assert sheet["format"] == "pbem-commitments/2"
    directory = GameDirectory(duel)
    key = directory.keys.set_up
    assert sheet["position"] == sealed_digest(directory.state(), key)
    assert directory.state() == dealt(directory.roster, directory.keys)
    assert sheet["program"] == Program(digest=sheet["program"]["program"]).data()
    assert {"data/system/charts/assault.yaml", "data/scenario/setup.yaml"} <= {*sheet["data"]}
    assert sheet["rules"]["options"] == {"settle": "owner"}
    assert sheet["rules"]["players"]["rosa"] == {"powers": ["crimson"], "missing": ""}
    play(pbem, duel)
    assert header(duel, "1")["rules"] == sheet["rules"]
    assert header(duel, "1")["changed"] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("- {id: lion, counter: lion, owner: crimson, at: red-home}\n", ""),
        ("- {id: boar, counter: boar, owner: scarlet, at: hill}", "- {id: boar, counter: boar, "
         "owner: scarlet, at: ford}"),
    ],
)  # fmt: skip
def test_a_set_up_that_was_edited_is_not_played(pbem: Pbem, duel: Path, old: str, new: str) -> None:
    edit(duel / "runs/0/state.yaml", old, new)
    for words in (("adjudicate", "--game", duel), ("seal", "--game", duel)):
        said = pbem(*words)
        assert said.code == 4
        assert "runs/0/state.yaml is not the position that commitments.yaml commits to" in said.err
        assert 'an amendment with after: "0": pbem amend' in said.err
    assert not (duel / "runs/1").exists()


def test_an_edited_set_up_is_not_committed_to_anew(pbem: Pbem, duel: Path) -> None:
    edit(duel / "runs/0/state.yaml", "- {id: lion, counter: lion, owner: crimson, at: red-home}\n",
         "")  # fmt: skip
    edit(duel / "game.yaml", "asks: 1", "asks: 2")
    said = pbem("commitments", duel)
    assert said.code == 4
    assert "runs/0/state.yaml is not the position of the scenario" in said.err


def test_an_edited_set_up_shows_in_the_audit_and_in_the_opening(
    pbem: Pbem, duel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, judged: Judged
) -> None:
    sheet = ("--commitments", duel / "commitments.yaml")
    edit(duel / "runs/0/state.yaml", "- {id: lion, counter: lion, owner: crimson, at: red-home}\n",
         "")  # fmt: skip
    unguarded(monkeypatch, "soundness.check_position")
    play(pbem, duel)
    found = wrong(pbem, "--game", duel)
    assert "the first log begins with another position than the scenario makes" in found["begin"]
    assert "runs/0/state.yaml is not what the scenario and the keys make" in found["begin"]
    log = ("--ledger", duel / "runs/1/ledger.jsonl")
    assert "not proved before the opening" in unproved(pbem, *log, *sheet)["begin"]
    assert pbem("open", "--game", duel, "--agreed").code == 0
    found = wrong(pbem, *log, *sheet, "--opening", duel / "opening.yaml")
    assert "the first log begins with another position" in found["begin"]
    judged(duel / "opening.yaml", *sheet[1:], *log[1:], SET_UP)


def test_a_deal_that_was_rigged_before_the_sheet_shows_in_the_opening(
    pbem: Pbem, duel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, judged: Judged
) -> None:
    """The moderator swaps two hidden chits and commits to what he made of it."""
    path = duel / "runs/0/state.yaml"
    rows = [row for row in path.read_text().splitlines() if "pool:azure/bag" in row]
    first, second = (row.partition("counter: ")[2].partition(",")[0] for row in rows[:2])
    assert first != second
    path.write_text(
        path.read_text()
        .replace(rows[0], rows[0].replace(f"counter: {first}", f"counter: {second}"))
        .replace(rows[1], rows[1].replace(f"counter: {second}", f"counter: {first}"))
    )
    directory = GameDirectory(duel)
    rigged = sealed_digest(directory.state(), directory.keys.set_up)
    honest = read_data(duel / "commitments.yaml")["position"]
    edit(duel / "commitments.yaml", honest, rigged)
    unguarded(monkeypatch, "runs.check_sheet")
    play(pbem, duel)
    sheet = ("--commitments", duel / "commitments.yaml", "--ledger", duel / "runs/1/ledger.jsonl")
    judged(keep_opened(pbem, duel, tmp_path / "kept", "1"), SET_UP)
    found = wrong(pbem, *sheet, "--opening", duel / "opening.yaml")
    assert "the sheet commits to another position than the scenario makes" in found["begin"]


def test_where_nothing_is_hidden_every_player_sees_an_edited_set_up_at_once(
    pbem: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = {}
    for name in ("honest", "false"):
        game = games[name] = tmp_path / name
        assert pbem("new", "wif/barbarossa-12", game).code == 0
        if name == "false":
            state = game / "runs/0/state.yaml"
            unit = next(row for row in state.read_text().splitlines() if "owner: ussr" in row)
            edit(state, unit + "\n", "")
            unguarded(monkeypatch, "soundness.check_position")
        for path in sorted((PACKAGE.parent / "orders/wif/barbarossa-12").glob("*.yaml")):
            if path.stem != "change":
                kind = "standing" if "standing" in path.stem else "orders"
                shutil.copy(path, game / kind / path.name)
        play(pbem, game)
    for name, game in games.items():
        log, sheet = game / "runs/1/ledger.jsonl", game / "commitments.yaml"
        found = wrong(pbem, "--ledger", log, "--commitments", sheet)
        assert ("begin" in found) == (name == "false")
        assert "begin" not in unproved(pbem, "--ledger", log, "--commitments", sheet)


def test_a_set_up_is_changed_by_an_amendment_that_everybody_sees(
    pbem: Pbem, duel: Path, tmp_path: Path
) -> None:
    amendment = send(
        tmp_path, "fix.yaml",
        "format: pbem-amend/1\ngame: toy-1\nafter: '0'\nauthor: Mara\nreason: red begins ahead"
        "\ncite: c\nevents:\n- {event: UnitMoved, unit: lion, new: ford}\n",
    )  # fmt: skip
    said = pbem("amend", amendment, "--game", duel)
    assert said.code == 0, said.err
    play(pbem, duel)
    assert header(duel, "0.1")["rules"] == header(duel, "1")["rules"]
    told = " ".join((duel / "runs/1/report-bea.txt").read_text().split())
    assert "amended (0.1) by Mara: red begins ahead" in told
    said = pbem("audit", "--game", duel)
    assert said.code == 0, said.out
    assert wrong(pbem, "--game", duel) == {}
    assert unproved(pbem, "--game", duel) == {}
    logs = kept_by_a_player(duel, tmp_path / "kept", ("0.1", "1"))
    assert rules_of_kept(logs) == ("", True)


def test_the_sheet_follows_the_game_until_it_begins_and_not_after(pbem: Pbem, duel: Path) -> None:
    sheet = duel / "commitments.yaml"
    before = sheet.read_text()
    assert pbem("commitments", duel).err == ""
    edit(duel / "game.yaml", "asks: 1", "asks: 2")
    for command in ("adjudicate", "seal"):
        said = pbem(command, "--game", duel)
        assert said.code == 1
        assert f"{sheet} is not what game.yaml and data/ say now: rules.asks" in said.err
        assert f"pbem commitments {duel} writes it anew; publish it again" in said.err
    assert sheet.read_text() == before
    said = pbem("adjudicate", "--game", duel, "--dry-run")
    assert said.code == 0
    assert f"warning: {sheet} is not what game.yaml and data/ say now: rules.asks" in said.err
    said = pbem("commitments", duel)
    assert said.err == f"{sheet} was written anew: publish it\n"
    assert said.out == sheet.read_text() + "\n"
    assert "asks: 2" in sheet.read_text()
    settled = sheet.read_text()
    play(pbem, duel)
    edit(duel / "game.yaml", "asks: 2", "asks: 3")
    assert pbem("commitments", duel).out == settled + "\n"
    assert sheet.read_text() == settled


@pytest.mark.parametrize("how", ["sealed", "waits", "taken back", "amended"])
def test_what_fixes_the_sheet(pbem: Pbem, duel: Path, tmp_path: Path, how: str) -> None:
    if how == "sealed":
        assert pbem("seal", "--game", duel).code == 0
    elif how == "waits":
        send(duel, "standing/rosa.yaml", "standing: rosa\ncouncil: {gift: ask}\n")
        assert pbem("adjudicate", "--game", duel).code == 3
    elif how == "taken back":
        play(pbem, duel)
        assert pbem("rewind", "--game", duel, "--to", "0").code == 0
    else:
        text = "format: pbem-amend/1\ngame: toy-1\nafter: '0'\nauthor: M\nreason: r\ncite: c\n"
        text += "events:\n- {event: TrackChanged, track: weather, new: rain}\n"
        assert pbem("amend", send(tmp_path, "a.yaml", text), "--game", duel).code == 0
    before = (duel / "commitments.yaml").read_text()
    edit(duel / "game.yaml", "asks: 1", "asks: 2")
    said = pbem("commitments", duel)
    assert (said.code, said.err) == (0, "")
    assert (duel / "commitments.yaml").read_text() == before


def test_after_a_rewind_to_the_start_a_correction_is_said_against_the_sheet(
    pbem: Pbem, duel: Path
) -> None:
    play(pbem, duel)
    assert pbem("rewind", "--game", duel, "--to", "0").code == 0
    edit(duel / "game.yaml", "asks: 1", "asks: 2")
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert "asks changes with run 1 from 1 to 2" in said.err
    add(duel, "changes:\n- {from_run: 1, what: [asks], who: Mara, why: all agreed}\n")
    play(pbem, duel)
    assert header(duel, "1")["changed"] == [
        {"what": "asks", "old": 1, "new": 2, "who": "Mara", "why": "all agreed", "known": []}
    ]
    assert wrong(pbem, "--game", duel) == {}


# --- rules that change between runs --------------------------------------------------------------


def test_an_unsaid_change_is_refused_with_the_line_to_add(pbem: Pbem, played: Path) -> None:
    edit(played / "game.yaml", "  settle: owner\n", "  settle: owner\n  conquest: true\n")
    for command in ("adjudicate", "seal"):
        said = pbem(command, "--game", played)
        assert said.code == 1
        assert (
            f"{played}/game.yaml:16:3: error: options.conquest changes with run 2 from none to "
            "true, and game.yaml does not say who wants it and why"
        ) in said.err
        line = "- {from_run: 2, what: [options.conquest], who: NAME, why: REASON}"
        assert f"under `changes:`, once for all: {line}" in said.err
    assert not (played / "runs/2").exists()
    add(played, f"changes:\n{line}\n".replace("NAME", "Mara").replace("REASON", "all agreed"))
    play(pbem, played)


def test_a_change_that_was_said_is_in_the_log_and_in_every_report(
    pbem: Pbem, played: Path, tmp_path: Path
) -> None:
    edit(played / "game.yaml", "  settle: owner\n", "  settle: owner\n  conquest: true\n")
    edit(played / "game.yaml", "red: rosa", "red: rolf")
    add(played, SAID.replace("options.conquest", "options.conquest, leaders.red"))
    play(pbem, played)
    rows = header(played, "2")["changed"]
    assert [(r["what"], r["old"], r["new"], r["who"], r["why"]) for r in rows] == [
        ("leaders.red", "rosa", "rolf", "Mara", "all agreed"),
        ("options.conquest", None, True, "Mara", "all agreed"),
    ]
    for report in sorted((played / "runs/2").glob("report*.txt")):
        assert (
            "RULES CHANGED  by Mara: all agreed\n"
            "      - leader of red: now rolf, was rosa\n"
            "      - option conquest: now yes, was not set\n"
        ) in report.read_text()
    told = json.loads(pbem("report", "--game", played, "--format", "json").out)
    assert told["rules"][0] == "by Mara: all agreed"
    assert wrong(pbem, "--game", played) == {}
    assert rules_of_kept(kept_by_a_player(played, tmp_path / "k", ("1", "2"))) == ("", True)


def lying(monkeypatch: pytest.MonkeyPatch, lie: Callable[[list[Any]], list[Any]]) -> None:
    """A program that writes into the header what changes he likes to tell."""

    def say(roster: object, found: list[Any], *_: object) -> Told:
        return Told(tuple(lie([{**row, "who": "Mara", "why": "because"} for row in found])))

    monkeypatch.setattr("pbem.store.rules.told", say)


INVENTED = {"what": "asks", "old": 1, "new": 5, "who": "Mara", "why": "because"}


@pytest.mark.parametrize(
    ("lie", "found"),
    [
        (lambda rows: [], "changes options.conquest from none to true, and does not say so"),
        (lambda rows: [*rows, INVENTED], "says that it changes asks from 1 to 5, and that is not"),
        (lambda rows: [{**rows[0], "why": " "}], "does not say who changed options.conquest and"),
        (lambda rows: [{**rows[0], "old": False}], "changes options.conquest from none to true"),
    ],
)
def test_a_lie_about_changes_shows_in_what_a_player_keeps(
    pbem: Pbem, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, judged: Judged,
    lie: Callable[[list[Any]], list[Any]], found: str,
) -> None:  # fmt: skip
    lying(monkeypatch, lie)
    edit(played / "game.yaml", "  settle: owner\n", "  settle: owner\n  conquest: true\n")
    play(pbem, played)
    assert found in wrong(pbem, "--game", played)["rules"]
    logs = kept_by_a_player(played, tmp_path / "kept", ("1", "2"))
    assert found in rules_of_kept(logs)[0]
    judged(tmp_path / "kept")


def test_rules_other_than_those_of_the_sheet_show_in_the_first_log(
    pbem: Pbem, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(duel / "game.yaml", "  settle: owner\n", "  settle: owner\n  conquest: true\n")
    unguarded(monkeypatch, "runs.check_sheet")
    lying(monkeypatch, lambda rows: [])
    play(pbem, duel)
    sheet = ("--commitments", duel / "commitments.yaml", "--ledger", duel / "runs/1/ledger.jsonl")
    assert "changes options.conquest from none to true" in wrong(pbem, *sheet)["rules"]


def test_rules_other_than_those_of_game_yaml_show_in_the_game(
    pbem: Pbem, played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He plays by a rule that the log does not tell at all."""
    edit(played / "game.yaml", "  settle: owner\n", "  settle: owner\n  conquest: true\n")
    old = header(played, "1")["rules"]
    monkeypatch.setattr("pbem.store.rules.rules_of", lambda game, run: old)
    play(pbem, played)
    monkeypatch.undo()
    found = wrong(pbem, "--game", played)
    assert "says none for options.conquest, game.yaml true" in found["roster"]


def test_a_log_that_is_missing_between_two_is_said(
    pbem: Pbem, played: Path, tmp_path: Path
) -> None:
    play(pbem, played)
    logs = kept_by_a_player(played, tmp_path / "kept", ("2",))
    assert rules_of_kept(logs) == ("", False)


def test_a_change_that_is_none_is_refused(pbem: Pbem, played: Path) -> None:
    add(played, SAID)
    said = pbem("adjudicate", "--game", played)
    assert said.code == 1
    assert f"{played}/game.yaml:21:24: error: options.conquest does not change with run 2" in (
        said.err
    )


def test_a_change_said_for_another_run_does_not_count(pbem: Pbem, played: Path) -> None:
    edit(played / "game.yaml", "  settle: owner\n", "  settle: owner\n  conquest: true\n")
    add(played, SAID.replace("from_run: 2", "from_run: 3"))
    said = pbem("adjudicate", "--game", played)
    assert said.code == 1
    assert "options.conquest changes with run 2" in said.err


# --- interpretations -----------------------------------------------------------------------------

CHOSEN = "interpretations:\n- {id: TOY-5-R1, choose: attacker"


def test_a_reading_that_is_chosen_for_a_later_run_is_told_when_it_holds(
    pbem: Pbem, duel: Path
) -> None:
    add(duel, CHOSEN + ", from_run: 2, who: Mara, why: Rolf asked}\n")
    play(pbem, duel)  # the sheet is as it was: run 1 is played by the default
    assert header(duel, "1")["rules"]["readings"] == {}
    marches(duel)
    play(pbem, duel)
    assert header(duel, "2")["rules"]["readings"] == {"TOY-5-R1": "attacker"}
    told = " ".join((duel / "runs/2/report.txt").read_text().split())
    assert (
        "RULES CHANGED by Mara: Rolf asked - TOY-5-R1: now attacker (whoever came in), was defender"
    ) in told
    before = " ".join((duel / "runs/1/report.txt").read_text().split())
    assert "RULES CHANGED" not in before
    assert "from run 2 on TOY-5-R1 is read attacker (whoever came in); Mara: Rolf asked" in before
    assert wrong(pbem, "--game", duel) == {}


def test_a_reading_that_changes_says_who_and_why(pbem: Pbem, played: Path) -> None:
    add(played, CHOSEN + ", from_run: 2}\n")
    said = pbem("adjudicate", "--game", played)
    assert said.code == 1
    assert f"{played}/game.yaml:21:3: error: readings.TOY-5-R1 changes with run 2 from" in said.err
    assert "write in its entry: from_run: 2, who: NAME, why: REASON" in said.err


@pytest.mark.parametrize("run", ["", ", from_run: 1"])
def test_an_entry_for_a_past_run_is_refused(pbem: Pbem, played: Path, run: str) -> None:
    add(played, CHOSEN + run + ", who: Mara, why: Rolf asked}\n")
    said = pbem("adjudicate", "--game", played)
    assert said.code == 1
    assert (
        f"{played}/game.yaml:21:3: error: TOY-5-R1 reads 'attacker' from run 1 here; "
        "run 1 was played with 'defender'"
    ) in said.err
    assert "add an entry with from_run: 2, who: NAME, why: REASON" in said.err


def test_an_entry_that_is_taken_out_says_who_and_why(pbem: Pbem, duel: Path) -> None:
    add(duel, CHOSEN + "}\n")
    settle(duel)
    play(pbem, duel)
    marches(duel)
    edit(duel / "game.yaml", CHOSEN + "}\n", "")
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert "run 1 was played with 'attacker'" in said.err


def test_who_wants_a_later_reading_says_nothing_of_an_earlier_one(pbem: Pbem, duel: Path) -> None:
    add(duel, CHOSEN + "}\n")
    settle(duel)
    play(pbem, duel)
    assert pbem("rewind", "--game", duel, "--to", "0").code == 0
    edit(duel / "game.yaml", "attacker}", "attacker, from_run: 5, who: Mara, why: later}")
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert "readings.TOY-5-R1 changes with run 1 from attacker to none" in said.err


# --- data ----------------------------------------------------------------------------------------


def own_chart(game: Path, old: str = "", new: str = "") -> None:
    shipped = Path(__file__).parents[1] / "toy/data/charts/assault.yaml"
    target = game / "data/charts/assault.yaml"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(shipped.read_text().replace("repulsed, holds]", "holds, holds]", 1))


def test_a_chart_that_changes_is_said(pbem: Pbem, played: Path, tmp_path: Path) -> None:
    own_chart(played)
    said = pbem("adjudicate", "--game", played)
    assert said.code == 1
    assert "data/charts/assault.yaml: error: data/charts/assault.yaml changes with run 2" in (
        said.err
    )
    line = "- {from_run: 2, what: [data/charts/assault.yaml], who: NAME, why: REASON}"
    assert line in said.err
    add(played, f"changes:\n{line}\n".replace("NAME", "Mara").replace("REASON", "the errata"))
    play(pbem, played)
    (row,) = header(played, "2")["changed"]
    assert (row["what"], row["old"], row["who"]) == ("data/charts/assault.yaml", None, "Mara")
    text = (played / "runs/2/report-bea.txt").read_text()
    told = " ".join(text.split())
    assert f"data/charts/assault.yaml: another file, SHA-256 {row['new'][:8]} (there was none)" in (
        told
    )
    assert wrong(pbem, "--game", played) == {}
    assert rules_of_kept(kept_by_a_player(played, tmp_path / "k", ("1", "2"))) == ("", True)


def test_an_unsaid_chart_shows_in_what_a_player_keeps(
    pbem: Pbem, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, judged: Judged
) -> None:
    own_chart(played)
    lying(monkeypatch, lambda rows: [])
    play(pbem, played)
    logs = kept_by_a_player(played, tmp_path / "kept", ("1", "2"))
    assert "changes data/charts/assault.yaml from none to" in rules_of_kept(logs)[0]
    judged(tmp_path / "kept")


def test_a_chart_before_the_first_run_is_on_the_sheet(pbem: Pbem, duel: Path) -> None:
    own_chart(duel)
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert "say now: data.data/own/charts/assault.yaml" in said.err
    settle(duel)
    play(pbem, duel)
    assert header(duel, "1")["changed"] == []
    assert wrong(pbem, "--game", duel) == {}


# --- a run that waits, runs beside the windows, the pin ------------------------------------------


def test_rules_do_not_change_while_a_run_waits(pbem: Pbem, duel: Path) -> None:
    send(duel, "standing/rosa.yaml", "standing: rosa\ncouncil: {gift: ask}\n")
    assert pbem("adjudicate", "--game", duel).code == 3
    edit(duel / "game.yaml", "asks: 1", "asks: 2")
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert "run 1 waits for answers; its rules cannot change now" in said.err
    assert f"pbem rewind --game {duel} --to 0" in said.err
    add(duel, "changes:\n- {from_run: 1, what: [asks], who: Mara, why: w}\n")
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert "was begun with other files" in said.err


def amend(pbem: Pbem, game: Path, tmp_path: Path) -> None:
    text = "format: pbem-amend/1\ngame: toy-1\nafter: '1'\nauthor: M\nreason: r\ncite: c\n"
    text += "events:\n- {event: TrackChanged, track: weather, new: rain}\n"
    said = pbem("amend", send(tmp_path, "fix.yaml", text), "--game", game)
    assert said.code == 0, said.err


def test_a_run_beside_the_windows_keeps_the_rules_as_they_are(
    pbem: Pbem, played: Path, tmp_path: Path
) -> None:
    """A change that is typed before an amendment is told with the next run."""
    edit(played / "game.yaml", "  settle: owner\n", "  settle: owner\n  conquest: true\n")
    add(played, SAID)
    amend(pbem, played, tmp_path)
    assert header(played, "1.1")["rules"] == header(played, "1")["rules"]
    play(pbem, played)
    assert [row["what"] for row in header(played, "2")["changed"]] == ["options.conquest"]
    assert wrong(pbem, "--game", played) == {}
    logs = kept_by_a_player(played, tmp_path / "kept", ("1", "1.1", "2"))
    assert rules_of_kept(logs) == ("", True)
    assert rules_of_kept([logs[0], logs[2]])[1] is False


def test_a_rule_smuggled_in_with_an_amendment_is_found(
    pbem: Pbem, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, judged: Judged
) -> None:
    rules = header(played, "1")["rules"] | {"asks": 7}
    monkeypatch.setattr("pbem.store.beside.rules_kept", lambda directory: {"rules": rules})
    edit(played / "game.yaml", "asks: 1", "asks: 7")
    amend(pbem, played, tmp_path)
    play(pbem, played)
    logs = kept_by_a_player(played, tmp_path / "kept", ("1", "1.1", "2"))
    assert "changes asks from 1 to 7, and does not say so" in rules_of_kept(logs)[0]
    judged(tmp_path / "kept")
    assert "rules" in wrong(pbem, "--game", played)


def test_a_log_that_tells_no_rules_is_found(
    pbem: Pbem, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.store.runs.rules_joined", lambda directory, run: {})
    play(pbem, duel)
    sheet = ("--commitments", duel / "commitments.yaml", "--ledger", duel / "runs/1/ledger.jsonl")
    assert "does not tell its rules" in wrong(pbem, *sheet)["rules"]


def test_another_program_than_the_sheet_s_is_found(
    pbem: Pbem, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Program("0.3.0", "ab" * 32)
    for user in ("runs", "soundness", "rules"):
        monkeypatch.setattr(f"pbem.store.{user}.program_of", lambda system: other)
    play(pbem, duel)
    monkeypatch.undo()
    sheet = ("--commitments", duel / "commitments.yaml", "--ledger", duel / "runs/1/ledger.jsonl")
    assert "is of pbem 0.3.0, program abababababab, the sheet of" in wrong(pbem, *sheet)["begin"]


def test_a_sheet_of_keys_alone_begins_no_game_today(
    pbem: Pbem, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = read_data(duel / "commitments.yaml")
    keys = "".join(f'{key}: "{sheet[key]}"\n' for key in ("dice", "secrets"))
    old = f"format: pbem-commitments/1\ngame: toy-1\nlength: 4096\n{keys}"
    send(duel, "commitments.yaml", old)
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert f"pbem commitments {duel} writes it anew" in said.err
    unguarded(monkeypatch, "runs.check_sheet")
    play(pbem, duel)
    log = duel / "runs/1/ledger.jsonl"
    found = wrong(pbem, "--ledger", log, "--commitments", duel / "commitments.yaml")
    assert "which begins no game with such a sheet" in found["begin"]


def test_a_pinned_program_alone_plays(
    pbem: Pbem, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = header(played, "1")
    pin = f"program: {{pbem: {here['pbem']}, program: {here['program'][:12]}}}\n"
    add(played, pin + "changes:\n- {from_run: 2, what: [program], who: Mara, why: all agreed}\n")
    amend(pbem, played, tmp_path)
    play(pbem, played)
    assert header(played, "2")["rules"]["program"]["pbem"] == here["pbem"]
    edit(played / "game.yaml", pin, "program: {pbem: 0.2.9}\n")
    for words in (
        ("adjudicate",),
        ("amend", tmp_path / "fix.yaml"),
        ("upgrade", "--author", "M", "--reason", "r"),
    ):
        said = pbem(*words, "--game", played)
        assert said.code == 1
        assert "game.yaml wants pbem 0.2.9; this is pbem " in said.err
        assert "pip install pbem==0.2.9 plays it" in said.err
    edit(played / "game.yaml", "{pbem: 0.2.9}", f"{{pbem: {__version__}, program: abababababab}}")
    said = pbem("adjudicate", "--game", played)
    wants = f"game.yaml wants pbem {__version__}, program abababababab; this is pbem {__version__}"
    assert wants in said.err


# --- games of older programs ---------------------------------------------------------------------


def test_a_game_of_an_older_program_goes_on_and_the_audit_says_what_is_not_proved(
    pbem: Pbem, tmp_path: Path
) -> None:
    game = shutil.copytree(BEGUN, tmp_path / "duel")
    (game / "standing").mkdir(exist_ok=True)
    send(game, "orders/bea.yaml", "window: toy-1 t1.2.blue/levy\nplayer: bea\n")
    assert pbem("commitments", game).out == (BEGUN / "commitments.yaml").read_text() + "\n"
    assert pbem("upgrade", "--game", game, "--author", "M", "--reason", "r").code == 0
    edit(game / "game.yaml", "asks: 1", "asks: 2")
    said = pbem("adjudicate", "--game", game)
    assert said.code == 1
    assert "asks changes with run 3 from 1 to 2" in said.err
    edit(game / "game.yaml", "asks: 2", "asks: 1")
    play(pbem, game)
    assert header(game, "2.1")["rules"]["asks"] == 1
    assert wrong(pbem, "--game", game) == {}
    found = unproved(pbem, "--game", game)
    assert "pbem-commitments/1: it tells keys, but no position and no rules" in found["begin"]
    assert found["roster"] == "pbem 0.1.0 did not tell the rules of a run"
    assert "rules" in found


def test_an_upgrade_tells_the_rules_that_the_older_program_played_by(
    pbem: Pbem, tmp_path: Path
) -> None:
    """What is changed in game.yaml before the upgrade is said after it."""
    game = shutil.copytree(BEGUN, tmp_path / "duel")
    (game / "standing").mkdir(exist_ok=True)
    send(game, "orders/bea.yaml", "window: toy-1 t1.2.blue/levy\nplayer: bea\n")
    edit(game / "game.yaml", "asks: 1", "asks: 2")
    assert pbem("upgrade", "--game", game, "--author", "M", "--reason", "r").code == 0
    assert header(game, "2.1")["rules"]["asks"] == 1
    said = pbem("adjudicate", "--game", game)
    assert said.code == 1
    assert "asks changes with run 3 from 1 to 2" in said.err


def test_a_new_game_with_a_seed_is_dealt_from_it(pbem: Pbem, tmp_path: Path) -> None:
    for name in ("a", "b"):
        assert pbem("new", "toy/duel", tmp_path / name, "--seed", "7").code == 0
        levies(tmp_path / name)
        play(pbem, tmp_path / name)
    states = [(tmp_path / name / "runs/0/state.yaml").read_bytes() for name in ("a", "b")]
    assert states[0] == states[1]
    log, sheet = tmp_path / "a/runs/1/ledger.jsonl", tmp_path / "b/commitments.yaml"
    assert wrong(pbem, "--ledger", log, "--commitments", sheet) == {}
    assert "begin" not in unproved(pbem, "--ledger", log, "--commitments", sheet)
