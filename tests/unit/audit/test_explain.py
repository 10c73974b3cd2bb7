"""Explanations, overrides, precedents and statistics of a played run."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pbem.audit.explain import explain, explained_text
from pbem.audit.precedent import case_text, precedent
from pbem.audit.rebuild import rebuild, scene_of
from pbem.audit.record import record_of_folder
from pbem.audit.statistics import Count, count_dice, tail, together
from pbem.audit.whatif import WhatIf, what_if
from pbem.core.cases.cases import read_cases, run_case
from pbem.core.data.findings import UsageError
from pbem.core.reading.layout import report_text
from pbem.core.reading.report import Around, build_report, proof_from
from pbem.core.record.ledger import Entry, line_hash
from pbem.store.texts import compared

PATH = "t1.1.red/march/crimson:crimson-inf-red-home/ford/clash"


def told(played: Path, *overrides: str, player: str = "", secrets: bool = True) -> WhatIf:
    record = record_of_folder(played)
    return what_if(rebuild(record), record.entries(), overrides, player, secrets)


# --- explain ---------------------------------------------------------------------------------


def test_a_verdict_is_explained_with_all_it_rests_on(played: Path) -> None:
    found = explain(scene_of(record_of_folder(played), "", secrets=True), 3)
    assert (found.kind, found.outcome, found.cite, found.path) == ("clash", "lost", "5", PATH)
    assert dict(found.facts)["stances"] == "blue charge, red hold"
    assert [(item.path, item.throws, item.modifiers, item.total) for item in found.thrown] == [
        (f"{PATH}/clash-red", ((4,),), (("might", 1), ("hold beats charge", 2)), 7),
        (f"{PATH}/clash-blue", ((6,),), (("might", 1),), 7),
    ]
    assert [number for number, _ in found.decided] == [1, 2]
    assert found.changes == ("1 INF: Ford > off the board",)
    text = explained_text(found)
    assert "d6 by crimson: 4 +1 might +2 hold beats charge = 7" in text
    assert [(item.id, item.reading) for item in found.readings] == [("TOY-5-R1", "defender")]
    assert "  instead of attacker: whoever came in" in text
    told = "[2] Stance in a clash: charge; Bea's standing orders: clash, line 3: strength > 2"
    assert told in text


def test_a_decision_is_explained_to_those_who_made_it(played: Path) -> None:
    record = record_of_folder(played)
    found = explain(scene_of(record, "bea"), 2)
    assert found.outcome == "charge"
    assert dict(found.facts) == {
        "question": "Which stance in ford?",
        "moment": "when units meet",
        "options": "charge, feint, hold",
        "by": "bea",
        "strength": "5",
        "enemy strength": "3",
    }
    with pytest.raises(UsageError, match="there is no paragraph 2 that you may see"):
        explain(scene_of(record, "rosa"), 2)


# --- what if ---------------------------------------------------------------------------------


def test_another_die_changes_what_hangs_on_it_and_nothing_else(played: Path) -> None:
    found = told(played, "clash-red=5")
    place = "march/crimson:crimson-inf-red-home/ford/clash"
    assert found.changed == (
        f"{place}/clash-red: was 4, is 5",
        f"{place} clash: was lost, is won",
    )
    assert "Azure INF in Ford: was 3, is 2" in found.position
    assert found.same == {"verdict": 1, "decision": 2, "roll": 1}


def test_another_choice_keeps_every_die(played: Path) -> None:
    found = told(played, "stance/red=feint")
    assert [line.rsplit(": ", 1)[1] for line in found.changed] == ["was hold, is feint"]
    assert found.same["roll"] == 2


def test_another_reading_decides_the_tie_otherwise(played: Path) -> None:
    found = told(played, "TOY-5-R1=attacker")
    assert found.changed == (
        "march/crimson:crimson-inf-red-home/ford/clash clash: was lost, is won",
    )
    assert found.same == {"verdict": 1, "decision": 2, "roll": 2}


def test_the_reading_that_was_used_changes_nothing(played: Path) -> None:
    found = told(played, "TOY-5-R1=defender")
    assert (found.changed, found.position) == ((), ())
    assert found.same == {"verdict": 2, "decision": 2, "roll": 2}


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("clash-red", "write NAME=VALUE"),
        ("clash-green=3", "no decision, roll or interpretation 'clash-green'"),
        ("clash-red=7", "is a throw of d6, not '7'"),
        ("clash-red=x", "is a throw of d6, not 'x'"),
        ("clash-red=1,2", "is a throw of d6, not '1,2'"),
        ("TOY-5-R1=nobody", "'nobody' is no reading of TOY-5-R1"),
        ("stance/red=sleep", "is not legal: 'sleep' fits nothing here"),
    ],
)
def test_an_override_that_fits_nothing_is_refused(
    played: Path, override: str, message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        told(played, override)


def test_a_secret_choice_does_not_show_in_what_others_are_told(played: Path) -> None:
    found = told(played, "stance/red=feint", player="bea", secrets=False)
    assert found.changed == ()


# --- precedents ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_paragraph_kept_as_a_case_passes_and_fails_when_it_is_changed(
    played: Path, tmp_path: Path, number: int
) -> None:
    path = tmp_path / "precedent.yaml"
    text = case_text("toy", precedent(record_of_folder(played), number))
    path.write_text(text, encoding="utf-8")
    (case,) = read_cases(path)
    assert run_case(case).problems == ()
    assert len(case.data["dice"]) == 2
    changed = text.replace("[4]", "[5]").replace("- charge", "- hold").replace("[charge]", "[hold]")
    path.write_text(changed.replace("impulse-2", "impulse-3"), encoding="utf-8")
    (case,) = read_cases(path)
    assert run_case(case).problems != ()


# --- reports again -----------------------------------------------------------------------------


@pytest.mark.parametrize("player", ["", "bea", "rolf", "rosa"])
def test_a_report_made_again_is_the_report_that_was_sent(played: Path, player: str) -> None:
    record = record_of_folder(played)
    last = line_hash(record.log.splitlines()[-1])
    proof = proof_from(record.entries(), last)
    report, public = (
        build_report(scene_of(record, reader), proof, Around()) for reader in (player, "")
    )
    again = report_text(compared(report, public))
    name = f"report-{player}.txt" if player else "report.txt"
    sent = (played / name).read_text(encoding="utf-8")
    assert again.partition("STANDING")[0] == sent.partition("STANDING")[0]


# --- statistics ------------------------------------------------------------------------------


def rolls(*values: int) -> list[Entry]:
    body = {"dice": "d6", "by": "crimson", "throws": [[value] for value in values]}
    return [Entry(1, "roll", "x", body)]


def test_dice_are_counted_exactly() -> None:
    (count,) = count_dice(rolls(1, 1, 2, 6))
    assert (count.by, count.sides, count.faces) == ("crimson", 6, (2, 1, 0, 0, 0, 1))
    assert (count.mean, count.fair_mean) == (Fraction(5, 2), Fraction(7, 2))
    assert count.chi_square == 5
    assert not count.enough


def test_all_players_together() -> None:
    counts = (Count("a", 2, (3, 1)), Count("b", 2, (0, 2)), Count("b", 3, (1, 1, 1)))
    assert together(counts) == (Count("all", 2, (3, 3)), Count("all", 3, (1, 1, 1)))


@pytest.mark.parametrize(
    ("value", "freedom", "probability"),
    [(3.841, 1, 0.05), (5.991, 2, 0.05), (16.919, 9, 0.05), (21.666, 9, 0.01), (0.0, 5, 1.0)],
)
def test_the_tail_of_chi_square_agrees_with_printed_tables(
    value: float, freedom: int, probability: float
) -> None:
    assert abs(tail(value, freedom) - probability) < 0.0001


def test_the_rolls_of_a_played_run(played: Path) -> None:
    counts = count_dice(record_of_folder(played).entries())
    assert [(c.by, c.faces) for c in counts] == [
        ("azure", (0, 0, 0, 0, 0, 1)),
        ("crimson", (0, 0, 0, 1, 0, 0)),
    ]
