"""A report tells a player what happened to his units, why, and what is next; 78 columns."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from toy.table import Table, table, with_unit

from pbem.core.play.run import Outcome
from pbem.core.reading.checklist import Pile
from pbem.core.reading.layout import WIDTH, report_text
from pbem.core.reading.report import (
    Around,
    Report,
    build_report,
    report_data,
    report_for,
    why_decided,
)
from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.record.state import Mark, Unit, Until, mark_data, regrouped
from pbem.core.rules.position import position_of

MARCH = {
    "rosa": "luck: hoof\npress: On we go.\nmarch:\n"
    '- {unit: "crimson:crimson-inf@red-home", to: ford, count: 3}\n'
    "- {unit: lion, to: ford}\n- {unit: nobody, to: ford}\n",
}
STANDING = {"bea": "clash:\n- {if: strength > 2, stance: charge}\n"}


def ford() -> Table:
    """Three infantry and the wolf of blue stand at the ford."""
    here = table().moved(wolf="ford")
    azure = Unit("azure:azure-inf@ford", "azure-inf", "azure", "ford", 3)
    return replace(here, state=with_unit(here.state, azure))


def played() -> tuple[Table, Outcome]:
    here = ford()
    return here, here.run(MARCH, STANDING, seed="15")


def report(player: str, around: Around | None = None) -> Report:
    here, outcome = played()
    return report_for(here.game, outcome, player, around)


EXPECTED = """\
TOY-1   t1.1.red                            report for Rosa (Crimson)    run 1
NEXT  Bea: orders for t1.2.blue, levy
      nothing due, standing orders answer: you, Rolf
CHANGED  Red: lost 1 INF
DECIDED FOR YOU                                        (why: pbem explain 1 …)
  [1]  Stance in a clash at Ford  hold    no line fits, so the default
[3] CLASH Ford  blue charge, red hold
    blue 4, red 4: lost; INF lost
[4] IMPULSE (1)  impulse-2
    side: blue
ON YOUR BOARD
  Crimson
  [ ] off Red Home: 1 INF
  The board
  [ ] then count: 5 stacks, 19 counters
REJECTED  march 3, line 9: you have no unit 'nobody'; known:
      crimson:crimson-inf@red-home, crimson:crimson-inf@red-home+moved, lion
OVERTAKEN  march 2, line 8: accepted, but when it came up: there was a clash
      in ford already (4)
INTERPRETATIONS  1 in their default readings
PRESS  Rosa: On we go.
VOID RUNS  none
"""


def test_the_whole_report_of_a_player() -> None:
    text = report_text(report("rosa"))
    assert text.partition("PROOF")[0] == EXPECTED


@pytest.mark.parametrize("player", ["", "bea", "rolf", "rosa"])
def test_no_line_is_longer_than_78_columns(player: str) -> None:
    around = Around(
        deadlines={"bea": "Fri 11 Jul 20:00 UTC (23:00 here)"},
        standing={player: "yours of 1 Jul"},
        notes=("this run was taken back and played again: everything came out as before",),
    )
    void = {"run": "3", "key": 3, "entries": 9, "last": "", "stopped": True, "why": "a slip"}
    beside = {**void, "run": "2.1", "key": 0, "stopped": False, "why": ""}
    text = report_text(replace(report(player, around), void_runs=(void, beside)))
    assert max(map(len, text.splitlines())) <= WIDTH
    assert ("BEA" if player == "bea" else "Bea") in text
    assert "VOID RUNS  run 3, key 3, while it waited for answers: a slip\n" in text
    assert "      run 2.1, no key\n" in text
    assert "NOTES  this run was taken back" in text


def test_what_others_decided_in_secret_is_not_in_a_report() -> None:
    mine, his = report_text(report("rosa")), report_text(report("bea"))
    assert "no line fits, so the default" in mine
    assert "clash, line 3" not in mine
    assert "[2]  Stance in a clash at Ford  charge" in his
    assert "your standing orders: clash, line 3: strength > 2 (here:" in his
    assert "[1]" not in his


def test_rejected_orders_are_told_to_their_owner_alone() -> None:
    assert [row.order for row in report("rosa").refused] == ["march 2", "march 3"]
    assert report("bea").refused == ()
    assert "REJECTED  none of yours" in report_text(report("bea"))


def test_the_proof_names_the_log_and_the_key() -> None:
    here, outcome = played()
    proof = report_for(here.game, outcome, "rosa").proof
    assert proof is not None
    assert (proof.entries, proof.last) == (len(outcome.ledger.lines), outcome.ledger.last)
    assert (proof.key_kind, proof.luck) == ("seed", ("rosa",))
    text = report_text(report_for(here.game, outcome, "rosa"))
    assert (
        f"{proof.entries} entries in the log; the last line has SHA-256\n      {proof.last}" in text
    )


def test_a_report_as_data_is_plain() -> None:
    import json

    data = json.loads(json.dumps(report_data(report("rosa"))))
    assert data["format"] == "pbem-report/1"
    assert [row["number"] for row in data["paragraphs"]] == [3, 4]
    assert data["interpretations"][0]["meaning"] == "whoever was there first"


# --- scenes --------------------------------------------------------------------------------------


def scene(table_: Table, after: Table, *events: dict[str, Any]) -> Scene:
    entries = [Entry(n, "event", "x", body) for n, body in enumerate(events, start=1)]
    return Scene(table_.game, "rosa", table_.state, after.state, entries)


def moved(unit: str, old: str, new: str, count: int) -> dict[str, Any]:
    return {"event": "UnitMoved", "unit": unit, "old": old, "new": new, "count": count}


GROUP = "crimson:crimson-inf@{}"


def test_moves_of_groups_are_told_from_where_they_began() -> None:
    here = table()
    seen = scene(
        here,
        here,
        moved(GROUP.format("red-home"), "red-home", "hill", 3),
        moved(GROUP.format("hill"), "hill", "ford", 2),
        moved(GROUP.format("ford"), "ford", "red-home", 1),
        moved(GROUP.format("ford"), "ford", "removed", 1),
    )
    assert [(shift.names, shift.old, shift.new) for shift in seen.group_shifts] == [
        (("1 INF",), "red-home", "hill"),
        (("1 INF",), "red-home", "removed"),
    ]


def test_single_units_are_told_by_where_they_end() -> None:
    here = table()
    seen = scene(here, here.moved(lion="ford", boar="ford"))
    assert [(shift.names, shift.old, shift.new) for shift in seen.shifts] == [
        (("Boar",), "hill", "ford"),
        (("Lion",), "red-home", "ford"),
    ]


def test_marks_that_stay_are_on_the_checklist() -> None:
    here = table()
    lion = replace(here.state.units["lion"], marks={"tired": Mark(Until.TURN)})
    after = replace(here, state=with_unit(here.state, lion))
    assert build_report(scene(here, after), None, Around()).checklist[0].items == (
        "now tired: Lion",
    )
    back = build_report(scene(after, here), None, Around())
    assert back.checklist[0].items == ("no longer tired: Lion",)
    lost = build_report(scene(after, here.moved(lion="pool:crimson/bag")), None, Around())
    assert not any("now" in item for pile in lost.checklist for item in pile.items)


def test_what_leaves_the_board_is_told_by_place_and_there_by_owner() -> None:
    here = table()
    crimson = Unit("crimson:crimson-inf@ford", "crimson-inf", "crimson", "ford", 2)
    azure = Unit("azure:azure-inf@ford", "azure-inf", "azure", "ford", 1)
    before = replace(here, state=with_unit(with_unit(here.state, crimson), azure))
    seen = scene(
        before,
        here,
        moved("crimson:crimson-inf@ford", "ford", "removed", 1),
        moved("crimson:crimson-inf@ford", "ford", "removed", 1),
        moved("azure:azure-inf@ford", "ford", "removed", 1),
        moved("crimson:crimson-inf@red-home", "red-home", "removed", 1),
    )
    assert build_report(seen, None, Around()).checklist[:2] == (
        Pile("Crimson", ("off Ford: 2 INF", "off Red Home: 1 INF")),
        Pile("Azure", ("off Ford: 1 INF",)),
    )


def changed(group: str, what: str, old: Any, new: Any, count: int) -> dict[str, Any]:
    event = {"event": "UnitChanged", "unit": group, "what": what, "old": old, "new": new}
    return {**event, "count": count}


def test_what_changes_hands_and_becomes_something_else_is_told_where_it_stood() -> None:
    """Two infantry go over to Azure, go to the ford and are horse there; one of two gets tired."""
    here = table()
    home, azure = GROUP.format("red-home"), "azure:crimson-inf@red-home"
    tired = Mark(Until.LASTING)
    seen = scene(
        here,
        here,
        changed(home, "owner", "crimson", "azure", 2),
        moved(azure, "red-home", "ford", 2),
        changed("azure:crimson-inf@ford", "counter", "crimson-inf", "azure-inf", 2),
        {**changed("azure:azure-inf@ford", "mark", None, mark_data(tired), 1), "mark": "tired"},
    )
    (pile,) = (p for p in build_report(seen, None, Around()).checklist if p.whose == "Azure")
    assert pile.items == (
        "from Crimson, Red Home: 2 INF",
        "2 Crimson INF  Red Home > Ford",
        "2 Crimson INF becomes INF, Ford",
        "now tired: 1 INF in Ford",
    )


def test_like_counters_that_all_change_hands_are_counted() -> None:
    """Of two single infantry none is left with Crimson: the list says two, not one by its name."""
    here = table()
    before = after = here.state
    for name in ("one", "two"):
        unit = Unit(name, "crimson-inf", "crimson", "ford")
        before, after = with_unit(before, unit), with_unit(after, replace(unit, owner="azure"))
    seen = scene(replace(here, state=before), replace(here, state=after))
    (pile,) = (p for p in build_report(seen, None, Around()).checklist if p.whose == "Azure")
    assert pile.items == ("from Crimson, Ford: 2 INF",)


def test_groups_that_come_or_are_cleared_of_marks_are_told() -> None:
    here = table()
    new = {"id": GROUP.format("ford"), "counter": "crimson-inf", "owner": "crimson", "at": "ford"}
    marked = replace(here.state.units[GROUP.format("red-home")], marks={"tired": Mark()}, count=4)
    before = replace(here, state=with_unit(here.state, regrouped(marked)))
    gone = changed(f"{GROUP.format('red-home')}+tired", "mark", "lasting", None, 3)
    seen = scene(
        before,
        here,
        {"event": "UnitCreated", "unit": new["id"], "old": None, "new": {**new, "count": 2}},
        {**gone, "mark": "tired"},
        moved(GROUP.format("red-home"), "red-home", "hill", 1),
    )
    assert build_report(seen, None, Around()).checklist[0].items == (
        "1 INF (tired)  Red Home > Hill",
        "on Ford: 2 INF",
        "no longer tired: 2 INF (tired) in Red Home, 1 INF (tired) in Hill",
    )


@pytest.mark.parametrize(
    ("number", "told"),
    [("28/11", "2.54"), (3, "3"), ("-5/2", "-2.50"), ("1/3", "0.33"), ("-1/3", "-0.33")],
)
def test_fractions_are_cut_not_rounded(number: Any, told: str) -> None:
    assert Scene.decimal(number) == told


def test_locations_have_names() -> None:
    here = table()
    seen = scene(here, here)
    assert seen.place("ford") == "Ford"
    assert seen.place("pool:crimson/bag") == "crimson bag"
    assert seen.place("in:lion") == "aboard Lion"
    assert seen.place("removed") == "off the board"
    assert seen.people(["rolf", "rosa"]) == "you and Rolf"


def test_powers_are_named_as_messages_name_them() -> None:
    """Also those of two words for which the system has no name of its own."""
    here = table()
    seen = scene(here, here)
    assert (seen.title("crimson"), seen.title("hans")) == ("Crimson", "Hans")
    position = position_of(here.game, here.state)
    assert seen.title("new-zealand") == position.title("new-zealand") == "New Zealand"


@pytest.mark.parametrize(
    "source, line, why",
    [
        ("standing", "", "Bea's standing orders"),
        ("standing", "clash, line 1", "Bea's standing orders: clash, line 1"),
        ("orders", "", "Bea's orders"),
        ("default", "", "no line of Bea fits, so the default"),
        ("preset", "", "Bea's preset"),
        ("preset", "preset bold", "Bea's preset bold"),
        ("settled", "", "Bea differed"),
    ],
)
def test_a_line_that_others_may_not_read_leaves_no_colon_behind(
    source: str, line: str, why: str
) -> None:
    here, outcome = played()
    scene = Scene(here.game, "", outcome.before, outcome.state, outcome.ledger.entries)
    said = {"source": source, "line": line, "by": ["bea"], "players": ["bea"]}
    body = {**said, "facts": {}, "passed": []}
    assert why_decided(scene, body) == why


def test_a_reason_tells_the_facts_that_were_asked_for_and_no_others() -> None:
    here, outcome = played()
    scene = Scene(here.game, "", outcome.before, outcome.state, outcome.ledger.entries)
    body = {
        "source": "standing",
        "line": "defend, line 6: enemy air >= 1 and odds < 2-1",
        "players": ["bea"],
        "by": ["bea"],
        "facts": {"air": 3, "enemy air": 1, "odds": "1-1"},
        "passed": [],
    }
    assert why_decided(scene, body) == (
        "Bea's standing orders: defend, line 6: enemy air >= 1 and odds < 2-1 "
        "(here: enemy air 1, odds 1-1)"
    )


def test_nothing_is_due_when_the_game_is_over() -> None:
    here, outcome = played()
    clock = replace(outcome.state.clock, window="over")
    ended = replace(outcome, state=replace(outcome.state, clock=clock))
    assert report_for(here.game, ended, "rosa").next == ("The game is over",)


def test_the_full_report_tells_every_reading_and_decision_and_who_owes_nothing() -> None:
    short, full = report_text(report("rosa")), report_text(report("rosa"), full=True)
    assert "MORE  every die, decision and reading: pbem report --full\n" in short
    assert "MORE" not in full
    for told in (
        "      You: nothing due, standing orders answer\n      Rolf: nothing due",
        "INTERPRETATIONS  TOY-5-R1 defender (default) in [3]\n",
    ):
        assert told in full
        assert told not in short


def test_choices_made_alike_share_a_line_of_the_short_report() -> None:
    told = report("rosa")
    (one,) = told.decided
    twice = replace(told, decided=(one, replace(one, number=7, at="Hill")))
    line = "  Stance in a clash  hold: Ford [1], Hill [7]; no line fits, so the default\n"
    assert line in report_text(twice)
    assert line not in report_text(twice, full=True)
    assert "  [7]  Stance in a clash at Hill  hold" in report_text(twice, full=True)


def test_a_reader_with_many_powers_has_lines_of_his_own_in_the_heading() -> None:
    powers = "Czech Republic, Finland, Germany, Hungary, Rumania, Slovakia"
    told = report_text(replace(report("rosa"), reader=f"Rosa ({powers})")).splitlines()
    assert told[0] == "TOY-1   t1.1.red"
    assert told[1:3] == [f"report for Rosa ({powers})", "run 1"]
