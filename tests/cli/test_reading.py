"""Commands that look back at what was played: report, explain, audit, replay, dice, case …"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from cli.shared import HEAD, Pbem, send

from pbem.core.rules.system import BUILT_IN, find_system

ROOT = Path(__file__).parents[2]
MARCHES = {
    "rosa": HEAD.format(player="rosa") + "march:\n- {unit: Lion, to: ford}\n",
    "rolf": HEAD.format(player="rolf") + "march:\n- {unit: Boar, to: ford}\n",
}
AMENDMENT = """\
format: pbem-amend/1
game: toy-1
after: "2"
author: Mod
reason: the wolf was to be in the mill
cite: TOY-4
events:
- {event: UnitMoved, unit: wolf, new: mill}
"""


@pytest.fixture
def played(pbem: Pbem, duel: Path) -> Path:
    """A game with two runs: levy and march."""
    assert pbem("adjudicate", "--game", duel).code == 0
    for player, text in MARCHES.items():
        send(duel, f"orders/{player}.yaml", text)
    assert pbem("adjudicate", "--game", duel).code == 0
    return duel


# --- audit -----------------------------------------------------------------------------------


def test_audit_of_a_game_with_an_amendment(pbem: Pbem, played: Path) -> None:
    file = send(played, "amend.yaml", AMENDMENT)
    assert pbem("amend", file, "--game", played).code == 0
    said = pbem("audit", "--game", played, "--format", "json")
    assert (said.code, said.err) == (0, "")
    audits = {found["run"]: found["checks"] for found in json.loads(said.out)}
    assert list(audits) == ["run 1", "run 2", "run 2.1", "all runs"]
    for checks in audits.values():
        assert all(check["passed"] and check["done"] for check in checks), checks
    assert audits["all runs"][0]["told"] == "2 runs in turn, 1 beside them"
    assert "k(2) leads back to the published k(0)" in [c["told"] for c in audits["run 2"]]
    secret = next(check for check in audits["run 1"] if check["check"] == "secret dice")
    assert secret["told"] == "2 secret dice derived again"


def test_audit_by_a_player_with_the_public_files(pbem: Pbem, played: Path, tmp_path: Path) -> None:
    for name in ("ledger.jsonl", "report-bea.txt"):
        (tmp_path / name).write_bytes((played / "runs" / "1" / name).read_bytes())
    args = [
        "audit", "--ledger", tmp_path / "ledger.jsonl", "--report", tmp_path / "report-bea.txt",
        "--commitments", played / "commitments.yaml",
    ]  # fmt: skip
    said = pbem(*args)
    assert said.code == 0
    assert "keys        ok     k(1) leads back to the published k(0)" in said.out
    path = tmp_path / "ledger.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"luck of rosa"', b'"luck of rose"'))
    said = pbem(*args)
    assert said.code == 4
    assert "line 1: was changed, or line 2 was" in said.out


def test_audit_with_other_commitments_fails(pbem: Pbem, played: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    assert pbem("new", "toy/duel", other).code == 0
    log = played / "runs" / "2" / "ledger.jsonl"
    said = pbem("audit", "--ledger", log, "--commitments", other / "commitments.yaml")
    assert said.code == 4
    assert "key k(2) does not lead back to the published k(0)" in said.out


def test_audit_finds_a_run_that_was_taken_out(pbem: Pbem, played: Path) -> None:
    (played / "runs" / "1").rename(played / "gone")
    said = pbem("audit", "--game", played, "--no-replay")
    assert said.code == 4
    assert "the runs are numbered [2]: one is missing" in said.out


# --- report and explain ------------------------------------------------------------------------


@pytest.mark.parametrize("player", ["", "bea", "rolf", "rosa"])
def test_report_prints_what_was_sent(pbem: Pbem, played: Path, player: str) -> None:
    said = pbem("report", "--game", played, "--run", 2, "--player", player)
    name = f"report-{player}.txt" if player else "report.txt"
    assert said.code == 0
    assert said.out == (played / "runs" / "2" / name).read_text(encoding="utf-8")


def test_report_as_json_holds_the_same(pbem: Pbem, played: Path) -> None:
    said = pbem("report", "--game", played, "--player", "rosa", "--format", "json")
    report = json.loads(said.out)
    assert (report["format"], report["run"], report["player"]) == ("pbem-report/1", 2, "rosa")
    assert any("Lion" in item for pile in report["checklist"] for item in pile["items"])
    assert report["proof"]["key_number"] == 2


def test_the_report_that_is_sent_is_short_and_the_full_one_is_made_from_the_log(
    pbem: Pbem, played: Path
) -> None:
    ask = ("report", "--game", played, "--run", 1, "--player", "rosa")
    sent = (played / "runs" / "1" / "report-rosa.txt").read_text(encoding="utf-8")
    short, full = pbem(*ask).out, pbem(*ask, "--full").out
    for text in (sent, short):
        assert "MORE  every die, decision and reading: pbem report --full\n" in text
    assert "MORE" not in full and "COMPARE" not in full
    proof = sent[sent.index("PROOF") : sent.index("MORE")]
    assert proof in short
    assert proof.partition("COMPARE")[0] in full


def test_explain_shows_a_player_only_what_he_may_see(pbem: Pbem, played: Path) -> None:
    mine = pbem("explain", 1, "--game", played, "--run", 1, "--player", "rosa")
    assert (mine.code, mine.err) == (0, "")
    assert "levy (rule 2)" in mine.out
    public = pbem("explain", 1, "--game", played, "--run", 1)
    assert (public.code, public.out) == (2, "")
    assert "there is no paragraph 1 that you may see" in public.err


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("explain", 1), "name either a game directory (--game) or the folder of a run (--out)"),
        (("explain", 99, "--game", "DIR"), "there is no paragraph 99"),
        (("report", "--game", "DIR", "--run", 9), "there is no run 9"),
        (("report", "--game", "DIR", "--run", 0), "nothing was played"),
        (("report", "--game", "DIR", "--player", "eve"), "'eve' plays no power"),
        (("report", "--out", "DIR"), "there is no ledger.jsonl here"),
        (("replay", "--game", "DIR", "--override", "x"), "write NAME=VALUE"),
        (("audit",), "name one of --game DIR, --out DIR and --ledger FILE"),
        (("case", "new", "--game", "DIR"), "--from N is missing"),
        (("rules", "show", "toy", "99"), "there is no rule '99'"),
        (("rules", "list", "chess"), "there is no game system 'chess'"),
        (("charts", "show", "toy", "asault"), "did you mean assault?"),
        (("schema", "toy/marsh"), "did you mean toy/march or"),
    ],
)
def test_usage_errors_say_what_to_write(
    pbem: Pbem, played: Path, args: tuple[object, ...], message: str
) -> None:
    said = pbem(*(played if arg == "DIR" else arg for arg in args))
    assert said.code == 2
    assert message in said.err
    assert said.out == ""


# --- replay, dice, cases -------------------------------------------------------------------------


def test_replay_writes_nothing_and_says_what_changes(pbem: Pbem, played: Path) -> None:
    before = sorted(path.name for path in played.rglob("*"))
    said = pbem("replay", "--game", played, "--run", 1, "--override", "council/red=gold")
    assert (said.code, said.err) == (0, "")
    assert "council/red: was bread, is gold" in said.out
    assert sorted(path.name for path in played.rglob("*")) == before


def test_dice_of_a_game(pbem: Pbem, played: Path) -> None:
    said = pbem("dice", "--game", played, "--secrets", "--format", "json")
    data = json.loads(said.out)
    thrown = {(row["by"], row["sides"]): row["dice"] for row in data["counts"]}
    assert thrown[("crimson", 3)] == 1
    assert thrown[("all", 3)] == 1
    assert "one in twenty" in data["warning"]
    assert pbem("dice", "--game", played).out == "no dice were rolled\n"


def test_a_played_paragraph_becomes_a_case(pbem: Pbem, played: Path, tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    args = ("case", "new", "--from", 4, "--game", played, "--run", 1, "--write", path)
    assert pbem(*args).code == 0
    said = pbem("case", path)
    assert (said.code, said.out) == (0, "1 of 1 cases passed\n")
    assert pbem(*args).code == 2
    text = path.read_text(encoding="utf-8")
    assert "council: bread" in text
    path.write_text(text.replace("council: bread", "council: gold"), encoding="utf-8")
    said = pbem("case", path)
    assert said.code == 1
    assert "council: expected gold, found bread" in said.out


# --- rules, charts, schemas ----------------------------------------------------------------------


def test_rules_of_a_system(pbem: Pbem) -> None:
    listed = pbem("rules", "list", "toy").out.splitlines()
    assert listed[4] == "TOY-5             clash and duel  (toy/battles.py)"
    shown = pbem("rules", "show", "toy", "5")
    assert re.search(r"^    toy/battles\.py:\d+ clash$", shown.out, re.MULTILINE)
    assert "defender: whoever was there first (default" in shown.out
    counted = json.loads(pbem("rules", "coverage", "toy", "--format", "json").out)
    assert counted["total"]["not yet"] == 1


def test_where_a_rule_is_carried_out(pbem: Pbem) -> None:
    """Each line names the file and the line at which the claim of the clause stands."""
    lines = pbem("rules", "where", "gw", "9.14").out.splitlines()
    assert lines[0] == "GW-9.14-1         Raiding aircraft"
    assert len([line for line in lines if line.startswith("GW-9.14-")]) == 5
    claims = [line.split() for line in lines if line.startswith("    ")]
    for place, function in claims:
        path, number = place.split(":")
        code = (ROOT / path).read_text().splitlines()
        assert code[int(number) - 1].startswith("@implements")
        assert any(line.startswith(f"def {function}(") for line in code[int(number) :])
    assert ["pbem/systems/gw/battle/convoy_raid.py", "may_raid"] in [
        [place.split(":")[0], function] for place, function in claims
    ]
    told = json.loads(pbem("rules", "where", "gw", "GW-1.3-1", "--format", "json").out)
    assert told["clauses"][0]["places"][-1] == "pbem/systems/gw/data/board/map.yaml"
    assert "    pbem/systems/gw/data/charts/" in pbem("rules", "where", "gw", "1.6").out
    assert pbem("rules", "where", "toy", "99").code == 2


def test_a_rule_shown_alone_is_as_proved_as_among_all(
    pbem: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the files of cases that may matter are read, and nothing is lost by that."""
    for name in ("blitz", "carpets", "supply"):
        shutil.copy(ROOT / "tests" / "rulebook" / "gw" / f"{name}.yaml", tmp_path)
    ask = ("rules", "show", "gw", "T9.3", "--cases", str(tmp_path), "--format", "json")
    alone = json.loads(pbem(*ask).out)
    monkeypatch.setattr("pbem.cli.rules._mentions", lambda path, words: True)
    assert json.loads(pbem(*ask).out) == alone
    assert any(clause["cases"] for clause in alone["clauses"])


def test_optional_rules_of_a_system(pbem: Pbem) -> None:
    listed = pbem("rules", "options", "gw").out.splitlines()
    assert listed[0] == "mountains  (1.8, on unless said)"
    known = json.loads(pbem("rules", "options", "gw", "--format", "json").out)["options"]
    assert {"name": "forced_straits", "default": False} in [
        {name: rule[name] for name in ("name", "default")} for rule in known
    ]
    assert pbem("rules", "options", "toy").out == "Two Banks describes no optional rules\n"


def test_charts_of_a_system(pbem: Pbem, tmp_path: Path) -> None:
    shown = pbem("charts", "show", "toy", "assault").out
    assert "assault: Assault (rule 7)" in shown
    blank = tmp_path / "mine.yaml"
    blank.write_text(pbem("charts", "template", "toy", "assault").out, encoding="utf-8")
    said = pbem("charts", "check", "toy", "--file", blank)
    assert (said.code, said.out) == (
        0, "assault: nothing is supplied: the moderator rules in its place\n",
    )  # fmt: skip
    assert pbem("charts", "check", "toy").code == 0


@pytest.mark.parametrize(
    ("system", "said", "title"),
    [
        ("gw", "who-may", "Who may what"),
        ("gw", "Who may", "Who may what"),
        ("gw", "unit", "Units"),
        ("gw", "COST", "Facilities and what they cost"),
        ("wif", "units", "Counters of the eastern front"),
        ("wif", "Hexside", "Hexsides"),
    ],
)
def test_tables_are_looked_up_by_the_names_people_type(
    pbem: Pbem, system: str, said: str, title: str
) -> None:
    assert pbem("charts", "show", system, said).out.startswith(f"{title} (rule ")


@pytest.mark.parametrize("system", BUILT_IN)
def test_every_chart_is_told_as_json(pbem: Pbem, system: str) -> None:
    listed = json.loads(pbem("charts", "list", system, "--format", "json").out)
    for chart in (row["chart"] for row in listed):
        said = pbem("charts", "show", system, chart, "--format", "json")
        assert said.code == 0, chart
        assert json.loads(said.out)["chart"] == chart
    if system == "wif":
        said = pbem("charts", "show", "wif", "activity-limits", "--format", "json")
        assert {type(cell["value"]) for cell in json.loads(said.out)["known"]} == {int}


def test_tables_are_listed_and_near_names_suggested(pbem: Pbem) -> None:
    assert "units, costs, sequence, who-may" in pbem("charts", "list", "gw").out
    assert "did you mean who-may?" in pbem("charts", "show", "gw", "whomay").err
    assert "terrain" in pbem("charts", "show", "wif", "terain").err


def test_a_table_of_a_game_is_made_from_its_own_charts(pbem: Pbem, tmp_path: Path) -> None:
    game = tmp_path / "gw"
    assert pbem("new", "gw/france-1940", game).code == 0
    own = game / "data" / "charts" / "war-declarations.yaml"
    shipped = find_system("gw").folder / "charts" / own.name
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text(shipped.read_text().replace("soviet-union: [19]", "soviet-union: [21]"))
    assert "sheet: 21" in pbem("charts", "show", "gw", "who-may", "--game", game).out
    assert "sheet: 19" in pbem("charts", "show", "gw", "who-may").out


def test_schemas_are_listed_and_printed(pbem: Pbem) -> None:
    assert "toy/march" in pbem("schema").out
    assert json.loads(pbem("schema", "toy/march").out)["title"] == "March"
