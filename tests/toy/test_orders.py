"""Orders: files of one side, permits, joint attacks, conditions, second choices, stale files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pbem.core.data.findings import PbemError
from pbem.core.orders.orders import Order, gained_findings, read_orders, shared_claims, validate
from pbem.core.play.run import Outcome, RunFiles, adjudicate
from pbem.core.play.umpire import Umpire
from pbem.core.record.views import stamp
from pbem.core.rules.system import Receipts
from toy.table import Table, keys, of_kind, results, table

LEAD = "assault:\n- {at: town, with: [%s], lead: true}\n"


def reasons(outcome: Outcome, player: str) -> list[str]:
    """Why a player's orders were not carried out."""
    return [
        reason["message"]
        for entry in of_kind(outcome, "order")
        if entry.body["player"] == player
        for reason in entry.body.get("reasons", [])
    ]


def both_at_ford(**changes: object) -> Table:
    """Both champions of red stand at the ford, before the town."""
    return table(**changes).moved(lion="ford", boar="ford")


def test_two_files_on_one_choice_are_a_finding_to_both() -> None:
    """Two files on one unit or one choice of the side are a finding to both."""
    seat = both_at_ford()
    files = seat.files({"rosa": LEAD % "Lion", "rolf": LEAD % "Boar"})
    findings = shared_claims(seat.game, seat.state, files.submissions)
    assert [str(f) for f in findings] == [
        "rolf.yaml:5:3: error: rosa also ordered this: lead town\n"
        "    agree on one order, or let the side's leader order it",
        "rosa.yaml:5:3: error: rolf also ordered this: lead town\n"
        "    agree on one order, or let the side's leader order it",
    ]


@pytest.mark.parametrize(
    ("leaders", "expected"),
    [
        ({"red": "rosa", "blue": "bea"}, {"rosa": "done", "rolf": "rejected"}),
        ({"red": "rolf", "blue": "bea"}, {"rosa": "rejected", "rolf": "done"}),
        ({"blue": "rosa"}, {"rosa": "rejected", "rolf": "rejected"}),
    ],
)
def test_unresolved_the_side_leader_decides(
    leaders: dict[str, str], expected: dict[str, str]
) -> None:
    """Unresolved, the side leader decides; the leader of another side has no say."""
    outcome = both_at_ford(leaders=leaders).run({"rosa": LEAD % "Lion", "rolf": LEAD % "Boar"})
    assert results(outcome) == {f"{p} assault 1": result for p, result in expected.items()}


def last_by_name(umpire: Umpire, claim: str, orders: Sequence[Order]) -> str:
    """A rulebook's own rule: the player whose name comes last."""
    assert claim == "lead town"
    return max(order.player for order in orders)


@pytest.mark.parametrize(
    ("leaders", "expected"),
    [
        ({"blue": "bea"}, {"rosa": "done", "rolf": "rejected"}),
        ({"red": "rolf"}, {"rosa": "rejected", "rolf": "done"}),
    ],
)
def test_without_a_leader_the_rulebooks_own_rule_decides(
    leaders: dict[str, str], expected: dict[str, str]
) -> None:
    """The side leader decides, else the rule."""
    seat = both_at_ford(leaders=leaders)
    system = replace(seat.game.system, receipts=Receipts(precedence=last_by_name))
    game = replace(seat.game, system=system)
    outcome = replace(seat, game=game).run({"rosa": LEAD % "Lion", "rolf": LEAD % "Boar"})
    assert results(outcome) == {f"{p} assault 1": result for p, result in expected.items()}


def test_a_joint_attack_counts_when_the_owners_name_the_same_place() -> None:
    """Each owner lists his own units; a joint attack counts when the owners name the same `at`."""
    part = "assault:\n- {at: Town, with: [%s]}\n"
    outcome = both_at_ford().run({"rosa": part % "Lion", "rolf": part % "Boar"})
    (fought,) = of_kind(outcome, "verdict", "assault")
    assert fought.body["facts"]["units"] == ["lion", "boar"]
    assert fought.body["facts"]["odds"] == 1
    assert results(outcome) == {"rosa assault 1": "done", "rolf assault 1": "done"}
    assert len(of_kind(outcome, "roll")) == 1


def test_nobody_orders_the_units_of_his_ally() -> None:
    outcome = both_at_ford().run({"rosa": "assault:\n- {at: town, with: [Boar]}\n"})
    assert results(outcome) == {"rosa assault 1": "rejected"}
    assert reasons(outcome, "rosa") == ["you have no unit 'Boar'"]


def test_entry_into_an_allys_home_needs_his_permit() -> None:
    """Entry into an ally's country needs his `permit`."""
    march = {"rosa": "march:\n- {unit: Lion, to: Hill}\n"}
    seat = table()
    refused = seat.run(march)
    assert results(refused) == {"rosa march 1": "rejected"}
    assert reasons(refused, "rosa") == ["hill needs the permit of scarlet"]
    allowed = seat.run(march | {"rolf": "permit: [crimson]\n"})
    assert results(allowed) == {"rolf permit 1": "done", "rosa march 1": "done"}
    submission = seat.files(march).submissions["rosa"]
    (finding,) = validate(seat.game, seat.state, submission).findings
    assert str(finding) == "rosa.yaml:5:20: warning: hill needs the permit of scarlet (4)"


def test_a_permit_holds_for_one_impulse() -> None:
    seat = table()
    allowed = seat.run({"rolf": "permit: [crimson]\n"})
    later = seat.after(allowed).at(window="march", impulse=3, side="red")
    refused = later.run({"rosa": "march:\n- {unit: Lion, to: Hill}\n"})
    assert reasons(refused, "rosa") == ["hill needs the permit of scarlet"]


@pytest.mark.parametrize(
    ("said", "reached"),
    [
        ("to: [Town, Hill, Wood]", "wood"),
        ("to: Town, else: Wood", "wood"),
        ("to: [Ford, Wood]", "ford"),
        ("to: [Ford, Wood], else: Hill", "ford"),
    ],
)
def test_a_list_means_the_first_that_is_possible(said: str, reached: str) -> None:
    """`else` gives the second choice, a list means the first that is possible."""
    outcome = table().run({"rosa": f"march:\n- {{unit: Lion, {said}}}\n"})
    assert outcome.state.units["lion"].at == reached


@pytest.mark.parametrize(
    ("condition", "result"),
    [
        ("strength >= 2", "done"),
        ("strength > 2", "rejected"),
        ("odds >= 1-1", "rejected"),
        ("enemy units = 0", "done"),
        ("[strength >= 1, enemy units > 0]", "rejected"),
    ],
)
def test_a_condition_is_tested_when_the_player_would_choose(condition: str, result: str) -> None:
    """`FACT OP VALUE`, a list means all; an absent fact makes a condition false."""
    outcome = table().run({"rosa": f"march:\n- {{unit: Lion, to: Wood, if: {condition}}}\n"})
    assert results(outcome) == {"rosa march 1": result}


def test_what_became_illegal_meanwhile_is_overtaken_and_play_goes_on() -> None:
    """What became illegal meanwhile is told as such, with its reason, and play goes on."""
    inf = "crimson:crimson-inf@red-home"
    there = table().run({"rosa": f"march:\n- {{unit: '{inf}', count: 3, to: ford}}\n"})
    seat = table().after(there).at(window="march", impulse=3, side="red").moved(lion="ford")
    orders = "march:\n- {unit: 'crimson:crimson-inf@ford', count: 1, to: town}\n"
    orders += "- {unit: Lion, to: town}\n- {unit: 'crimson:crimson-inf@ford', to: wood}\n"
    submission = seat.files({"rosa": orders}).submissions["rosa"]
    assert validate(seat.game, seat.state, submission).findings == ()
    outcome = seat.run({"rosa": orders})
    assert results(outcome) == {
        "rosa march 1": "done",
        "rosa march 2": "overtaken",
        "rosa march 3": "done",
    }
    assert reasons(outcome, "rosa") == ["there was a clash in town already"]


def test_a_receipt_reads_everything_back_and_has_all_findings_at_once() -> None:
    """All findings at once, each with file:line:column, the value, the rule and what is legal."""
    seat = table()
    orders = (
        "march:\n- {unit: INF, to: Forde}\n- {unit: Lion, to: Hill}\n- {unit: Lyon, to: Ford}\n"
        "assault: [{at: town, with: [Lion]}]\nmarsh: []\n"
        "in_battle: {stance: charge, if: might > 2}\n"
    )
    submission = seat.files({"rosa": orders}).submissions["rosa"]
    receipt = validate(seat.game, seat.state, submission)
    assert [reading.text for reading in receipt.readings] == ["", "Lion Red Home > Hill", "", ""]
    assert [str(finding) for finding in receipt.findings] == [
        "rosa.yaml:5:19: error: 'Forde' is not on this map\n    did you mean Ford?",
        "rosa.yaml:6:20: warning: hill needs the permit of scarlet (4)",
        "rosa.yaml:7:10: error: you have no unit 'Lyon'\n    did you mean lion?",
        "rosa.yaml:8:11: error: lion is not next to town (7)",
        "rosa.yaml:8:11: error: lion has marched in this impulse (7)",
        "rosa.yaml:9:1: error: there is no section 'marsh'\n    did you mean march?",
        "rosa.yaml:10:33: error: 'might' is not known at that moment\n"
        "    known: enemy strength, strength",
    ]


def test_a_stale_file_stands_if_it_gains_no_finding() -> None:
    """A stale file (other `for_state`) is checked again and stands if it gains no finding."""
    before = table().moved(lion="ford")
    after = before.moved(wolf="mill")
    text = before.order_text("rosa", "assault: [{at: town, with: [Lion]}]\n")
    text = text.replace("for_state: any", f'for_state: "{stamp(before.state, "rosa")}"')
    submission = read_orders(before.game, text.encode(), "rosa.yaml")
    assert validate(before.game, before.state, submission).findings == ()
    (stale,) = validate(after.game, after.state, submission).findings
    assert stale.code == "stale-state" and str(stale.severity) == "warning"
    assert gained_findings(before.game, before.state, after.state, submission) == ()
    gone = after.moved(lion="wood").state
    (gained,) = gained_findings(before.game, before.state, gone, submission)
    assert gained.message == "lion is not next to town"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("window: toy-1 t1.1.red", "window: toy-1 t1.2.blue"), "wrong-window"),
        (("player: rosa", "player: rosie"), "unknown-player"),
        (("unit: Lion", "unit: [Lion]"), "wrong-type"),
    ],
)
def test_a_file_that_cannot_be_played_stops_the_run(change: tuple[str, str], message: str) -> None:
    seat = table()
    text = seat.order_text("rosa", "march: [{unit: Lion, to: Ford}]\n").replace(*change)
    files = RunFiles(submissions={"rosa": read_orders(seat.game, text.encode(), "rosa.yaml")})
    with pytest.raises(PbemError, match="these orders cannot be played") as caught:
        adjudicate(seat.game, seat.state, files, keys(seat.state))
    assert [finding.code for finding in caught.value.findings] == [message]


def test_a_game_that_is_over_is_not_played_on() -> None:
    with pytest.raises(PbemError, match="this game is over"):
        table("over").run({})
    last = table().at(impulse=6, side="blue").run({})
    assert last.state.clock.window == "over" and last.state.clock.impulse == 7


@pytest.mark.parametrize(
    ("window", "text"),
    [("levy", "march:\n- {unit: Lion, to: ford}\n"), ("march", "levy: {draw: 1}\n")],
)
def test_an_order_whose_step_does_not_come_is_told_so(window: str, text: str) -> None:
    outcome = table(window).run({"rosa": text})
    assert reasons(outcome, "rosa") == ["its moment did not come in this run"]
