"""A begun game goes on with another program: asked for, said to everybody, and audited."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from cli.shared import Pbem, every_byte, send
from jsonschema import Draft202012Validator

from pbem.audit.checks import read_log
from pbem.audit.programs import check_upgrades
from pbem.core.data.schemas import bundled
from pbem.core.record.program import Program
from pbem.core.record.state import canonical

BEGUN = Path(__file__).parents[1] / "begun/0.1.0/duel"  # runs 1, 1.1 and 2, before any digest
USERS = (
    "store.programs", "store.runs", "store.beside", "store.plain", "store.soundness",
    "store.commitments", "store.rules",
)  # fmt: skip
AMENDMENT = (
    "format: pbem-amend/1\ngame: toy-1\nafter: '2'\nauthor: M\nreason: r\ncite: c\n"
    "events:\n- {event: TrackChanged, track: weather, new: fine}\n"
)
LEVY = "window: toy-1 t1.2.blue/levy\nplayer: bea\n"


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A game that pbem 0.1.0 played; its next window has its orders."""
    game = shutil.copytree(BEGUN, tmp_path / "duel")
    (game / "standing").mkdir(exist_ok=True)  # git keeps no empty folders
    send(game, "orders/bea.yaml", LEVY)
    return game


def use(monkeypatch: pytest.MonkeyPatch, program: Program) -> None:
    """Another program is here from now on."""
    for user in (*USERS, "audit.rebuild"):
        monkeypatch.setattr(f"pbem.{user}.program_of", lambda system: program)


def upgrade(pbem: Pbem, game: Path) -> None:
    said = pbem("upgrade", "--game", game, "--author", "Mara", "--reason", "it mends the ford")
    assert said.code == 0, said.err


def header(game: Path, run: str) -> dict[str, object]:
    """What the header of a run says."""
    body = json.loads((game / f"runs/{run}/ledger.jsonl").read_text().partition("\n")[0])["body"]
    assert isinstance(body, dict)
    return body


def test_another_version_plays_on_only_after_an_upgrade(
    pbem: Pbem, begun: Path, tmp_path: Path
) -> None:
    amendment = send(tmp_path, "fix.yaml", AMENDMENT)
    before = every_byte(begun / "runs")
    for words in (["adjudicate"], ["amend", amendment]):
        said = pbem(*words, "--game", begun)
        assert said.code == 1
        assert "run 2 was played by pbem 0.1.0; this is pbem " in said.err
        assert f"pbem upgrade --game {begun} --author NAME --reason TEXT" in said.err
        assert "pip install pbem==0.1.0" in said.err
    assert {n: d for n, d in every_byte(begun / "runs").items() if "cache" not in n} == before
    upgrade(pbem, begun)
    assert pbem("adjudicate", "--game", begun).code == 0
    said = pbem("upgrade", "--game", begun, "--author", "Mara", "--reason", "again")
    assert (said.code, sorted(p.name for p in (begun / "runs").iterdir())) == (
        0,
        ["0", "1", "1.1", "2", "2.1", "3"],
    )


def test_a_trial_says_that_the_program_is_another(pbem: Pbem, begun: Path) -> None:
    said = pbem("adjudicate", "--game", begun, "--dry-run")
    assert said.code == 0
    assert "run 2 was played by pbem 0.1.0; this is pbem " in said.err


def test_an_upgrade_links_both_programs_and_every_player_reads_it(pbem: Pbem, begun: Path) -> None:
    upgrade(pbem, begun)
    assert pbem("adjudicate", "--game", begun).code == 0
    made, played = header(begun, "2.1"), header(begun, "3")
    to = {"pbem": played["pbem"], "program": played["program"]}
    assert (made["pbem"], made["program"]) == (to["pbem"], to["program"])
    assert made["upgrades"] == {
        "from": {"pbem": "0.1.0", "format": "pbem-state/1"},
        "to": {**to, "format": "pbem-state/1"},
        "author": "Mara",
        "reason": "it mends the ford",
    }
    assert (begun / "runs/2.1/state.yaml").read_text() == (begun / "runs/2/state.yaml").read_text()
    for run in ("2.1", "3"):
        reports = sorted((begun / f"runs/{run}").glob("report*.txt"))
        assert len(reports) == 4
        for report in reports:
            told = " ".join(report.read_text().split())
            assert "NOTES upgraded (2.1) by Mara: it mends the ford (from pbem 0.1.0 to" in told
    told = " ".join(pbem("report", "--game", begun, "--run", "2.1").out.split())
    assert "upgraded (2.1) by Mara: it mends the ford" in told


def test_an_upgrade_answers_as_data_and_the_second_one_does_nothing(
    pbem: Pbem, begun: Path
) -> None:
    words = ("upgrade", "--game", begun, "--author", "Mara", "--reason", "why", "--format", "json")
    check = Draft202012Validator(bundled("cli/upgrade")).validate
    told = json.loads(pbem(*words).out)
    check(told)
    made = told["upgrade"]
    assert (made["run"], made["folder"]) == ("2.1", str(begun / "runs/2.1"))
    assert {k: made[k] for k in ("from", "to", "author", "reason")} == header(begun, "2.1")[
        "upgrades"
    ]
    assert made["report"] == (begun / "runs/2.1/report.txt").read_text()
    again = json.loads(pbem(*words).out)
    check(again)
    assert again == {"upgrade": None}


def test_an_audit_says_which_program_replays_which_run(pbem: Pbem, begun: Path) -> None:
    upgrade(pbem, begun)
    assert pbem("adjudicate", "--game", begun).code == 0
    said = pbem("audit", "--game", begun, "--format", "json")
    assert said.code == 6, said.out
    found = {row["run"]: {c["check"]: c for c in row["checks"]} for row in json.loads(said.out)}
    told = found["all runs"]["programs"]["told"]
    assert told.startswith(
        "runs 1, 1.1, 2 by pbem 0.1.0 (pip install pbem==0.1.0 replays it); runs 2.1, 3 by pbem "
    )
    assert told.endswith("(this one replays it)")
    for run in ("run 1", "run 1.1", "run 2"):
        missing = [name for name, check in found[run].items() if not check["done"]]
        began = ["begin"] if run == "run 1" else []
        untold = ["program", "numbering", "sheet", "compare", "roster"]
        assert missing == [*untold, *began, "replay", "reports"], run
        assert "pip install pbem==0.1.0 replays it" in found[run]["program"]["told"]
    for run in ("run 2.1", "run 3"):
        assert all(check["done"] for check in found[run].values()), run


@pytest.mark.parametrize(
    ("file", "old", "new", "wrong"),
    [
        ("runs/1/ledger.jsonl", '"luck of rosa"', '"luck of rolf"', "chain"),
        ("runs/1/secrets.jsonl", '"throws":[[1]]', '"throws":[[3]]', "seals"),
        ("runs/1/inputs/orders/rosa.yaml", "draw: 1", "draw: 2", "inputs"),
        ("runs/2/state.yaml", "value: rain", "value: fine", "positions"),
    ],
)
def test_all_else_of_an_earlier_program_s_run_is_verified(
    pbem: Pbem, begun: Path, file: str, old: str, new: str, wrong: str
) -> None:
    text = (begun / file).read_text()
    assert old in text
    (begun / file).write_text(text.replace(old, new, 1))
    said = pbem("audit", "--game", begun, "--run", file.split("/")[1])
    assert said.code == 4
    found = [line.split()[0] for line in said.out.splitlines() if " WRONG" in line]
    assert wrong in found


def test_other_files_of_one_version_are_another_program(
    pbem: Pbem, begun: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = Program("0.3.0", "aa" * 32), Program("0.3.0", "bb" * 32)
    use(monkeypatch, old)
    upgrade(pbem, begun)
    use(monkeypatch, new)
    said = pbem("adjudicate", "--game", begun)
    assert said.code == 1
    assert (
        "run 2.1 was played by pbem 0.3.0, program aaaaaaaaaaaa; "
        "this is pbem 0.3.0, program bbbbbbbbbbbb"
    ) in said.err
    assert "pip" not in said.err
    upgrade(pbem, begun)
    assert pbem("adjudicate", "--game", begun).code == 0
    told = pbem("audit", "--game", begun).out
    assert "run 2.1 by pbem 0.3.0, program aaaaaaaaaaaa (only pbem 0.3.0 with its files" in told


def test_a_program_that_changes_without_an_upgrade_is_found(
    pbem: Pbem, begun: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.store.runs.check_program", lambda directory: None)
    assert pbem("adjudicate", "--game", begun).code == 0
    said = pbem("audit", "--game", begun)
    assert said.code == 4
    assert "the run before by pbem 0.1.0, and no upgrade stands between them" in said.out


def test_an_upgrade_of_a_position_that_was_edited_is_refused(pbem: Pbem, begun: Path) -> None:
    state = begun / "runs/2/state.yaml"
    state.write_text(state.read_text().replace("value: rain", "value: fine"))
    said = pbem("upgrade", "--game", begun, "--author", "Mara", "--reason", "why not")
    assert said.code == 4
    assert "the state is not the one that the log ends with" in said.err
    assert not (begun / "runs/2.1").exists()


@pytest.mark.parametrize("end", ["from", "to"])
def test_an_upgrade_that_links_other_programs_is_found(end: str) -> None:
    said = {"from": {"pbem": "0.1.0"}, "to": {"pbem": "0.2.0"}, "author": "M", "reason": "r"}
    said |= {end: {"pbem": "0.0.9"}}
    line = (BEGUN / "runs/1/ledger.jsonl").read_text(encoding="utf-8").partition("\n")[0]
    head = json.loads(line)
    more: tuple[dict[str, Any], ...] = ({"pbem": "0.1.0"}, {"pbem": "0.2.0", "upgrades": said})
    logs = [read_log(canonical({**head, "body": head["body"] | body})) for body in more]
    (trouble,) = check_upgrades(list(zip(["1", "1.1"], logs, strict=True))).troubles
    assert str(trouble) == "the upgrade 1.1 links other programs than the runs name"


def test_a_run_that_waits_ends_with_the_program_that_began_it(
    pbem: Pbem, begun: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(begun, "standing/bea.yaml", "standing: bea\ncouncil: {gift: ask}\n")
    upgrade(pbem, begun)
    assert pbem("adjudicate", "--game", begun).code == 3
    use(monkeypatch, Program("0.3.0", "aa" * 32))
    said = pbem("upgrade", "--game", begun, "--author", "Mara", "--reason", "why not")
    assert said.code == 1
    assert "run 3 waits for answers" in said.err
    monkeypatch.setattr("pbem.store.runs.check_program", lambda directory: None)
    said = pbem("adjudicate", "--game", begun)
    assert said.code == 1
    assert "run 3 waits for answers and was begun by pbem " in said.err
    monkeypatch.undo()
    use(monkeypatch, Program("0.3.0", "aa" * 32))
    assert pbem("rewind", "--game", begun, "--to", "2.1").code == 0
    upgrade(pbem, begun)
    assert pbem("adjudicate", "--game", begun).code == 3
    assert pbem("audit", "--game", begun).code == 6


def test_runs_of_an_earlier_program_are_read(
    pbem: Pbem, begun: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = pbem("report", "--game", begun, "--run", "1", "--player", "rosa")
    assert said.code == 0, said.err
    said = pbem("explain", "4", "--game", begun, "--run", "1")
    assert "played by pbem 0.1.0\n" in said.out
    monkeypatch.setattr("pbem.audit.explain.verdict_lines", lambda scene, entry: {}["facts"])
    said = pbem("explain", "4", "--game", begun, "--run", "1")
    assert said.code == 1
    assert "run 1 was written by pbem 0.1.0; pbem " in said.err
    assert "pip install pbem==0.1.0 reads it" in said.err


def test_a_run_of_an_earlier_program_makes_a_case_but_is_not_played_otherwise(
    pbem: Pbem, begun: Path
) -> None:
    said = pbem("replay", "--game", begun, "--run", "1", "--override", "council/gift=bread")
    assert said.code == 6
    assert "written by pbem 0.1.0, this is pbem " in said.err
    assert "pip install pbem==0.1.0 replays it" in said.err
    said = pbem("case", "new", "--game", begun, "--run", "1", "--from", "4")
    assert said.code == 0, said.err
    assert "paragraph 4 of run 1 of toy-1" in said.out


def test_an_upgrade_says_who_and_why(pbem: Pbem, begun: Path) -> None:
    said = pbem("upgrade", "--game", begun, "--author", "Mara", "--reason", " ")
    assert said.code == 2
    assert "says who goes on with another program, and why" in said.err
    assert not (begun / "runs/2.1").exists()


def test_the_version_tells_the_program_of_each_system(pbem: Pbem) -> None:
    from pbem.core.rules.system import find_system
    from pbem.store.programs import program_of

    lines = pbem("--version").out.splitlines()
    assert lines[0] == f"pbem {Program().version}"
    for line in lines[1:]:
        name, _, digest = line.split()
        assert digest == program_of(find_system(name)).digest
