"""The case runner: whole outcomes, given dice, and which implementers ran."""

from __future__ import annotations

from pathlib import Path

import pytest
import toy  # noqa: F401 (registers the system)

from pbem.cli import main
from pbem.core.cases.cases import Result, case_files, problems_of, read_cases, run_case
from pbem.core.cases.expect import compare
from pbem.core.data.findings import PbemError
from pbem.core.play.umpire import Umpire
from pbem.store.proofs import digest_of

HEAD = "format: pbem-cases/1\nsystem: toy\ncases:\n"

CLASH = """\
- id: clash
  rule: "5"
  clauses: [TOY-4, TOY-5]
  adjudicate:
    scenario: toy/duel
    clock: {window: march}
    steps: [march]
    units:
    - {id: "crimson:crimson-inf@hill", counter: crimson-inf, owner: crimson, at: hill, count: 3}
    - {id: "azure:azure-inf@ford", counter: azure-inf, owner: azure, at: ford, count: 1}
    orders: {rosa: {march: [{unit: "crimson:crimson-inf@hill", to: ford}]}}
    standing: {bea: {clash: [{stance: hold}]}, rosa: {clash: [{stance: charge}]}}
  dice: {clash-red: [4], clash-blue: [2]}
  then:
    verdicts: [{clash: won, facts: {lost: azure-inf}}]
    losses: ["1 azure:azure-inf"]
    units: {"crimson:crimson-inf@ford+moved": {at: ford, count: 3, marks: [moved]}}
"""


def run(tmp_path: Path, text: str) -> Result:
    """The result of the one case in a text."""
    path = tmp_path / "case.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    (case,) = read_cases(path)
    return run_case(case)


def calculate(then: str, given: str = "{attack: 5, defence: 2}") -> str:
    return f"- id: odds\n  rule: '7'\n  calculate: assault.odds\n  given: {given}\n  then: {then}\n"


@pytest.mark.parametrize(
    ("then", "problems"),
    [
        ('{odds: "5/2"}', ()),
        ("{odds: any}", ()),
        ("{odds: 3}", ("odds: expected 3, found 5/2",)),
        ('{odds: "5/2", column: 2}', ("column: expected 2, found nothing",)),
        ("{}", ("odds: found 5/2, which the case does not mention",)),
    ],
)
def test_a_calculation_is_compared_whole(
    tmp_path: Path, then: str, problems: tuple[str, ...]
) -> None:
    assert run(tmp_path, calculate(then)).problems == problems


def test_an_unknown_calculation_is_named(tmp_path: Path) -> None:
    text = calculate("{}").replace("assault.odds", "assault.ods")
    assert run(tmp_path, text).problems == (
        "there is no calculation 'assault.ods': did you mean assault.odds?",
    )


def test_numbers_and_texts_are_not_the_same() -> None:
    assert compare("3", 3, "") == ["the result: expected 3, found 3"]
    assert compare([1, {"a": "any"}], [1, {"a": 5}], "x") == []
    assert compare([1], [1, 2], "x") == ["x: expected [1], found [1, 2]"]


def test_an_adjudication_passes_and_knows_what_it_ran(tmp_path: Path) -> None:
    result = run(tmp_path, CLASH)
    assert result.problems == ()
    assert {"toy.rules.marches", "toy.battles.clash"} <= result.ran
    assert result.idle == ()


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("clash-blue: [2]", "clash-blue: [2], duel: [5]", "dice left over: duel"),
        ("clash-blue: [2]", "other: [2]", "the case gives no dice for t1.1.red/march/crimson"),
        ("clash-blue: [2]", "clash-blue: [7]", "the dice given for clash-blue are [7], not 1d6"),
        ('    losses: ["1 azure:azure-inf"]\n', "", "the case does not mention that 1 azure"),
        ('"1 azure:azure-inf"', '"2 azure:azure-inf"', "2 azure:azure-inf was not lost"),
        (
            "[{clash: won, facts: {lost: azure-inf}}]",
            "[]",
            "does not mention the verdict clash: won",
        ),
        ("clash: won", "clash: lost", "clash: expected lost, found won"),
        (
            "lost: azure-inf",
            "lost: azure-arm",
            "clash facts.lost: expected azure-arm, found azure-inf",
        ),
        (
            "lost: azure-inf}",
            "lost: azure-inf}, readings: [X, Y]",
            "clash readings: expected [X, Y], found [",
        ),
        (
            "lost: azure-inf}",
            "lost: azure-inf}, charts: [X, Y]",
            "clash charts: expected [X, Y], found [",
        ),
        ("[{clash: won,", "[{duel: any}, {clash: won,", "there was no verdict {duel: any}"),
        ("count: 3, marks", "count: 2, marks", "ford+moved.count: expected 2, found 3"),
        ("to: ford}]", "to: mill}]", "march 1 was refused: rejected: mill does not touch hill"),
        ("stance: hold", "stance: ask", "the run stops to ask t1.1.red/march/crimson:crimson-inf"),
    ],
)
def test_whatever_is_not_as_the_case_says_fails_it(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    assert old in CLASH
    problems = run(tmp_path, CLASH.replace(old, new)).problems
    assert any(problem in line for line in problems), problems


def test_an_order_of_which_nothing_is_said_fails_a_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Umpire, "done", lambda *_: None)
    assert run(tmp_path, CLASH).problems == ("nothing came of the order march 1",)
    later = CLASH.replace("steps: [march]", "steps: [weather]")
    assert "nothing came of the order march 1" not in run(tmp_path, later).problems


def test_kinds_of_verdicts_may_be_passed_over(tmp_path: Path) -> None:
    told = CLASH.replace("[{clash: won, facts: {lost: azure-inf}}]", "[{other: [clash]}]")
    assert run(tmp_path, told).problems == ()


def test_a_case_may_say_that_nobody_chose(tmp_path: Path) -> None:
    assert run(tmp_path, CLASH + "    decisions: {march/nothing: null}\n").problems == ()
    (problem,) = run(tmp_path, CLASH + "    decisions: {stance/red: null}\n").problems
    assert problem.startswith("there was a decision t1.1.red/march/")


def test_a_clause_whose_code_did_not_run_is_idle(tmp_path: Path) -> None:
    assert run(tmp_path, CLASH.replace("[TOY-4, TOY-5]", "[TOY-4, TOY-7]")).idle == ("TOY-7",)


def test_broken_case_files_are_told_with_their_place(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(HEAD + calculate("{}").replace("given", "giving"), encoding="utf-8")
    with pytest.raises(PbemError) as caught:
        read_cases(path)
    assert str(caught.value.findings[0].where).startswith(f"{path}:")
    path.write_text(HEAD + calculate("{}") + calculate("{}"), encoding="utf-8")
    with pytest.raises(PbemError, match=r"the case odds stands at .*:4:3 too"):
        read_cases(path)


def test_folders_are_read_in_a_stable_order(tmp_path: Path) -> None:
    for name in ("b.yaml", "a.yaml", "c.txt"):
        (tmp_path / name).write_text("", encoding="utf-8")
    assert [path.name for path in case_files([tmp_path])] == ["a.yaml", "b.yaml"]


CHANGED = """\
- id: changed
  rule: "5"
  adjudicate:
    scenario: toy/duel
    change:
      units:
        lion: null
        "azure:azure-inf@mill": {counter: azure-inf, owner: azure, at: mill, count: 4}
      powers: {azure: {flags: {tired: true}}}
    steps: [march]
  then:
    losses: any
    units: {"azure:azure-inf@mill": {count: 4}}
    powers: {azure: {flags: {tired: true, brave: null}, side: blue}}
"""


def test_a_case_changes_some_rows_of_a_position_and_looks_at_some(tmp_path: Path) -> None:
    assert run(tmp_path, CHANGED).problems == ()
    wrong = CHANGED.replace("tired: true, brave: null", "tired: null")
    assert run(tmp_path, wrong).problems == ("azure flags.tired: expected nothing, found True",)
    unknown = CHANGED.replace("lion: null", "lyon: null")
    assert run(tmp_path, unknown).problems == (
        "the case changes 'lyon' of units: did you mean lion?",
    )
    nowhere = CHANGED.replace("powers: {azure: {flags: {tired: true, brave: null}, side: blue}}",
                              "places: {fort: {controller: azure}}")  # fmt: skip
    assert run(tmp_path, nowhere).problems == ("there is no fort among the places in the end",)


def test_a_case_may_say_what_a_verdict_rests_on(tmp_path: Path) -> None:
    def problems(rests: str) -> tuple[str, ...]:
        facts = f"facts: {{lost: azure-inf}}, {rests}"
        return run(tmp_path, CLASH.replace("facts: {lost: azure-inf}", facts)).problems

    assert problems("charts: []") == ()
    assert problems("charts: {}") == ()
    assert problems("charts: [odds]") == ("clash charts: expected [odds], found []",)
    assert problems('cite: "6"') == ("clash cite: expected 6, found 5",)
    assert problems("chart: []") == ("clash: 'chart' says nothing here",)


@pytest.mark.parametrize(
    ("change", "trouble"),
    [
        ("units: {x: {counter: boar, owner: crimson, at: moon}}", "x: there is no place 'moon'"),
        ("units: {x: {counter: bare, owner: crimson, at: mill}}", "x: there is no counter 'bare'"),
        ("units: {x: {counter: boar, owner: lilac, at: mill}}", "x: there is no power 'lilac'"),
        ("places: {moon: {controller: azure}}", "there is no place 'moon'"),
        ("places: {mill: {controller: lilac}}", "mill: there is no power 'lilac'"),
    ],
)
def test_a_position_that_cannot_be_is_refused(tmp_path: Path, change: str, trouble: str) -> None:
    text = f"""\
- id: impossible
  rule: "5"
  adjudicate: {{scenario: toy/duel, change: {{{change}}}, steps: [march]}}
  then: {{losses: any, verdicts: any}}
"""
    (told,) = run(tmp_path, text).problems
    assert told.startswith(f"the position of the case cannot be: {trouble}")


def test_units_without_an_id_are_refused(tmp_path: Path) -> None:
    text = CLASH.replace('id: "azure:azure-inf@ford", ', "") + "  note: who?\n"
    (told,) = run(tmp_path, text.replace("steps: [march]", "move: {lion: ford}")).problems
    assert told == "the position of the case: one of its units has no id"


@pytest.mark.parametrize("given", ["{attack: 5}", "{attack: five, defence: 2}", "{defence: 0}"])
def test_what_a_calculation_stumbles_over_is_told(tmp_path: Path, given: str) -> None:
    (told,) = run(tmp_path, calculate("{odds: any}", given)).problems
    assert told.startswith("what is given cannot be calculated with: ")
    assert " at " in told and told[-1].isdecimal()


def test_a_counter_is_rated_anew_for_a_case_alone(tmp_path: Path) -> None:
    rated = CLASH.replace(
        "    steps: [march]", "    ratings: {azure-inf: {might: 9}}\n    steps: [march]"
    )
    assert run(tmp_path, rated).problems
    assert run(tmp_path, CLASH).problems == ()
    unknown = CLASH.replace(
        "    steps: [march]", "    ratings: {azure-imf: {}}\n    steps: [march]"
    )
    assert run(tmp_path, unknown).problems == (
        "the case rates 'azure-imf': did you mean azure-inf or scarlet-inf?",
    )


def test_a_value_may_be_anything_but_one() -> None:
    assert compare({"not": 3}, 4, "x") == []
    assert compare({"not": 3}, 3, "x") == ["x: found 3"]
    assert compare({"a": {"not": "any"}}, {"a": 1}, "") == ["a: found 1"]


def test_groups_are_found_without_their_marks(tmp_path: Path) -> None:
    bare = CLASH.replace('"crimson:crimson-inf@ford+moved": {at: ford, count: 3, marks: [moved]}',
                         '"crimson:crimson-inf@ford": {count: 3}')  # fmt: skip
    assert run(tmp_path, bare).problems == ()
    assert run(tmp_path, bare.replace("count: 3}}", "count: 2}}")).problems


def test_all_that_a_case_did_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(HEAD + CLASH + calculate('{odds: "5/2"}'), encoding="utf-8")
    assert main(["case", str(path), "--show"]) == 0
    told = capsys.readouterr().out
    for line in ("clash (rule 5)", "dice      ", "decision  ", "verdict   clash: won",
                 "order     rosa march 1: done", "lost      1 azure:azure-inf", "  {odds: 5/2}",
                 "2 of 2 cases passed"):  # fmt: skip
        assert line in told


WINDOWS = """\
- id: windows
  rule: "5"
  adjudicate:
    scenario: toy/duel
    clock: {window: march}
    windows:
    - orders: {rosa: {march: [{unit: lion, to: ford}]}}
    - {}
    - orders: {bea: {march: [{unit: wolf, to: mill}]}}
  then: {units: {lion: ford, wolf: mill}, verdicts: any, losses: any}
"""


def test_windows_are_played_one_after_the_other(tmp_path: Path) -> None:
    assert run(tmp_path, WINDOWS).problems == ()
    early = WINDOWS.replace("    - {}\n", "")
    assert run(tmp_path, early).problems


READINGS = """\
- id: level
  rule: "5"
  adjudicate:
    scenario: toy/duel
    clock: {window: march}
    steps: [march]
    units:
    - {id: "crimson:crimson-inf@hill", counter: crimson-inf, owner: crimson, at: hill, count: 1}
    - {id: "azure:azure-inf@ford", counter: azure-inf, owner: azure, at: ford, count: 1}
    orders: {rosa: {march: [{unit: "crimson:crimson-inf@hill", to: ford}]}}
    standing: {bea: {clash: [{stance: hold}]}, rosa: {clash: [{stance: hold}]}}
  dice: {clash-red: [3]}
  readings:
    TOY-5-R1:
      defender:
        dice: {clash-blue: [3]}
        then: {verdicts: [{clash: lost}], losses: ["1 crimson:crimson-inf"]}
      attacker:
        dice: {clash-blue: [3]}
        then: {verdicts: [{clash: won}], losses: ["1 azure:azure-inf"]}
"""


def test_a_case_of_readings_is_one_for_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(HEAD + READINGS, encoding="utf-8")
    cases = read_cases(path)
    assert [(case.id, case.reading) for case in cases] == [
        ("level:defender", "defender"),
        ("level:attacker", "attacker"),
    ]
    assert [run_case(case).problems for case in cases] == [(), ()]
    assert main(["case", str(path), "--show"]) == 0
    assert "reading   TOY-5-R1 attacker: whoever came in" in capsys.readouterr().out


def test_what_comes_of_a_reading_must_not_fit_another(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    vague = READINGS.replace(
        'then: {verdicts: [{clash: won}], losses: ["1 azure:azure-inf"]}',
        "then: {verdicts: any, losses: any}",
    )
    path.write_text(HEAD + vague, encoding="utf-8")
    problems = [run_case(case).problems for case in read_cases(path)]
    assert problems == [("what the case says of the reading 'attacker' fits this reading too",), ()]
    wrong = READINGS.replace("clash: won", "clash: lost")
    path.write_text(HEAD + wrong, encoding="utf-8")
    assert run_case(read_cases(path)[1]).problems == ("clash: expected lost, found won",)


@pytest.mark.parametrize(
    ("old", "new", "place", "told"),
    [
        ("TOY-5-R1:", "TOY-5-R2:", "17:5", "there is no interpretation 'TOY-5-R2'"),
        ("attacker:\n", "atacker:\n", "21:7", "TOY-5-R1 has no reading 'atacker'"),
        ("then: {verdicts: [{clash: won", "than: {verdicts: [{clash: won", "23:9", "unknown key"),
        ("clash-blue: [3]", "clash-blue: 3", "19:28", "clash-blue: found '3'"),
        ("losses: [", "loses: [", "20:43", "unknown key 'loses'"),
        (
            "scenario: toy/duel",
            "scenario: toy/duel\n    interpretations: {TOY-5-R1: attacker}",
            "8:23",
            "TOY-5-R1 is chosen here, and by each of its `readings`",
        ),
        ("  readings:\n", "  then: {}\n  readings:\n", "4:3", "found a mapping"),
        (READINGS[READINGS.index("      attacker") :], "", "18:7", "too few"),
        (READINGS[READINGS.index("    TOY-5-R1") :], "    {}\n", "17:5", "too few"),
    ],
)
def test_misspelt_readings_are_told_with_their_place(
    tmp_path: Path, old: str, new: str, place: str, told: str
) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(HEAD + READINGS.replace(old, new), encoding="utf-8")
    with pytest.raises(PbemError) as caught:
        read_cases(path)
    found = caught.value.findings
    assert [f for f in found if str(f.where) == f"{path}:{place}" and told in f.message], found


def test_readings_that_play_alike_are_no_case(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    head, _, _ = READINGS.partition("      defender:")
    alike = "".join(f"      {name}: {{then: {{}}}}\n" for name in ("defender", "attacker"))
    path.write_text(HEAD + head + alike, encoding="utf-8")
    with pytest.raises(PbemError) as caught:
        read_cases(path)
    assert "the same comes of all readings of TOY-5-R1" in caught.value.findings[0].message


SHEET = """\
format: pbem-map/1
map: two-towns
title: Two towns
date: "1"
areas: {provenance: printed, at: {hill: {}, far: {}, red-home: {}, blue-home: {}}}
borders: {provenance: printed, between: {hill: [far, red-home], far: [blue-home]}}
"""
ELSEWHERE = CLASH.replace("toy/duel", "toy/duel\n    map: sheet.yaml\n    places: []").replace(
    "ford", "far"
)


def test_a_case_is_played_on_a_map_that_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "sheet.yaml").write_text(SHEET, encoding="utf-8")
    assert run(tmp_path, ELSEWHERE).problems == ()
    (problem,) = run(tmp_path, ELSEWHERE.replace("    map: sheet.yaml\n", "")).problems
    assert problem.startswith("the position of the case cannot be: ")
    assert case_files([tmp_path]) == [tmp_path / "case.yaml"]
    case_ = read_cases(tmp_path / "case.yaml")[0]
    (tmp_path / "sheet.yaml").write_text(SHEET.replace("far,", "blue-home,"), encoding="utf-8")
    assert "far does not touch hill" in str(run(tmp_path, ELSEWHERE).problems)
    (again,) = read_cases(tmp_path / "case.yaml")
    assert digest_of(again) != digest_of(case_)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("wif-europa", "case.yaml:9:10: there is no map 'wif-europa'"),
        ("other.yaml", "other.yaml: there is no such file"),
        ("../sheet.yaml", "is not a file of cases"),
    ],
)
def test_a_map_that_is_not_there_is_one_message(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(PbemError) as caught:
        run(tmp_path, ELSEWHERE.replace("sheet.yaml", name))
    assert message in caught.value.message


def test_a_case_is_played_on_a_map_that_comes_with_pbem(tmp_path: Path) -> None:
    text = ELSEWHERE.replace("sheet.yaml", "gw/france-1940").replace("hill", "paris")
    assert run(tmp_path, text.replace("far", "picardy")).problems == ()
    assert "there is no place 'far'" in run(tmp_path, text).problems[0]


WEST = """\
format: pbem-cases/1
system: wif
cases:
- id: west
  rule: "11.10"
  adjudicate:
    scenario: wif/barbarossa-12
    map: wif-europe
    control: {E2837: germany}
    steps: [choose-action, land-movement]
    orders: {hans: {action: {Germany: land}, land: [{units: LXXXVI GAR, to: E2837}]}}
  then: {verdicts: [{action: land}], units: {ger-lxxxvi-gar: E2837}}
"""


def test_a_case_goes_where_only_the_whole_sheet_leads(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(WEST, encoding="utf-8")
    assert problems_of(*read_cases(path)) == ()
    path.write_text(WEST.replace("    map: wif-europe\n", ""), encoding="utf-8")
    assert "there is no place 'E2837'" in str(problems_of(*read_cases(path)))


def test_cases_share_values_by_anchors(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    shared = "anchors:\n  force: &force {attack: 5, defence: 2}\n  odds: &odds {odds: 5/2}\n"
    cases_ = "".join(
        calculate("*odds", "*force").replace("id: odds", f"id: odds-{n}") for n in (1, 2)
    )
    path.write_text(HEAD.replace("cases:\n", f"{shared}cases:\n{cases_}"), encoding="utf-8")
    assert [run_case(case).problems for case in read_cases(path)] == [(), ()]


def test_numbers_stand_for_words(tmp_path: Path) -> None:
    """YAML reads `7` as a number: a case takes it for the word that it is meant to be."""
    path = tmp_path / "seven.yaml"
    row = "{id: 3, rule: 1, clauses: [4], calculate: 5, given: {}, then: {}}"
    path.write_text(f"format: pbem-cases/1\nsystem: 7\ncases:\n  - {row}\n")
    (case,) = read_cases(path)
    assert (case.id, case.system, case.clauses) == ("3", "7", ("4",))
    (problem,) = problems_of(case)
    assert problem.startswith("there is no game system '7'")
