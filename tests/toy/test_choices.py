"""Every choice of a player is a Decision, and a Decision finds its answer without an e-mail."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.core.choices.decisions import Settle
from pbem.core.data.findings import PbemError
from pbem.core.data.yamlio import flow_text
from pbem.core.orders.answers import check_answers, pending_text, read_answers
from pbem.core.orders.inputs import GivenAnswer, Overrides
from pbem.core.play.run import Outcome
from pbem.core.record.views import visible_entries
from toy.table import Table, answered, decision, of_kind, table

GIFTS = {"rosa": "steel", "rolf": "gold"}
STORM = {"rosa": "assault:\n- {at: blue-home, with: [Lion]}\n"}
COUNCIL = "t1.1.red/council/council/red"


def council(settle: Settle, seed: str = "1", **gifts: str) -> Outcome:
    """The council of red, whose players disagree."""
    seat = table("levy", options={"settle": str(settle)})
    said = {p: f"council: {{gift: {gift}}}\n" for p, gift in (gifts or GIFTS).items()}
    return seat.run({}, said | {"bea": "council: {gift: gold}\n"}, seed=seed)


def red(outcome: Outcome) -> tuple[str, str, str]:
    """What red's council came to: gift, source, and how."""
    (entry,) = [e for e in of_kind(outcome, "decision", "council") if e.path == COUNCIL]
    return entry.body["picks"][0], entry.body["source"], entry.body["line"]


@pytest.mark.parametrize(
    ("settle", "expected"),
    [
        (Settle.OWNER, ("steel", "settled", "rosa decides")),
        (Settle.HEX_CONTROLLER, ("steel", "settled", "rosa decides")),
        (Settle.MOST, ("steel", "settled", "most")),
        (Settle.ANY, ("steel", "settled", "any")),
        (Settle.ALL, ("bread", "settled", "all")),
        (Settle.ENEMY, ("gold", "settled", "the enemy decides")),
    ],
)
def test_a_side_of_two_players_who_disagree(settle: Settle, expected: tuple[str, str, str]) -> None:
    """A Decision says how a shared one is settled (owner, hex_controller, most, any, all, …)."""
    assert red(council(settle)) == expected


def test_equal_rolls_of_a_roll_off_are_rolled_again() -> None:
    """`roll_off`: the paths of its dice name powers, never a player's label."""
    for seed in map(str, range(40)):
        outcome = council(Settle.ROLL_OFF, seed)
        rolls = [e for e in of_kind(outcome, "roll") if "roll-off" in e.path]
        last = {e.body["by"]: e.body["throws"][0][0] for e in rolls[-2:]}
        winner = max(last, key=lambda player: last[player])
        assert red(outcome) == (GIFTS[winner], "settled", f"roll-off, {winner} wins")
        assert rolls[0].path == "t1.1.red/council/roll-off-council-red-crimson:1-1"
        if len(rolls) > 2:
            assert len({e.body["throws"][0][0] for e in rolls[:2]}) == 1
            return
    pytest.fail("no roll-off was ever level")


def test_an_enemy_who_decides_sees_the_answers_and_not_the_facts_behind_them() -> None:
    outcome = council(Settle.ENEMY)
    (entry,) = [e for e in of_kind(outcome, "decision") if e.path.endswith("red-enemy")]
    assert entry.body["by"] == ["bea"]
    assert entry.body["options"] == {"gold": "gold", "steel": "steel"}
    assert entry.body["facts"] == {}


def test_players_who_agree_settle_nothing() -> None:
    assert red(council(Settle.ROLL_OFF, rosa="gold", rolf="gold"))[:2] == ("gold", "standing")


def test_a_player_who_says_nothing_leaves_the_choice_to_his_ally() -> None:
    assert red(council(Settle.MOST, rolf="gold"))[:2] == ("gold", "standing")


def test_simultaneous_choices_are_secret_and_none_sees_the_other() -> None:
    """`decide_all([...])` asks simultaneous choices; none sees another's answer."""
    seat = table().moved(lion="ford", wolf="blue-home")
    ask = {"rosa": "clash: {stance: ask}\n", "bea": "clash: {stance: ask}\n"}
    order = {"rosa": "march:\n- {unit: Lion, to: town}\n"}
    waiting = seat.run(order, ask)
    assert [(q.player, q.decision.kind) for q in waiting.questions] == [
        ("rosa", "stance"),
        ("bea", "stance"),
    ]
    assert waiting.state == seat.state
    one = answered(waiting.questions[0], "charge")
    still = seat.run(order, ask, one, stopped=waiting.prefix)
    assert [q.player for q in still.questions] == ["bea"]
    assert still.ledger.lines == waiting.ledger.lines
    both = one | answered(waiting.questions[1], "feint")
    done = seat.run(order, ask, both, stopped=still.prefix)
    assert done.ledger.lines[: len(waiting.ledger.lines)] == waiting.ledger.lines
    for player, other in (("rosa", "blue"), ("bea", "red")):
        seen = {e.path: e.kind for e in visible_entries(done.ledger.entries, player)}
        assert seen[f"t1.1.red/march/lion/town/clash/stance/{other}"] == "sealed"


def test_answers_are_looked_for_in_the_documented_order() -> None:
    """Override, the order file, the answers file, standing orders, the default."""
    seat = table("levy")
    path = "t1.1.red/council/council/blue"
    standing = {"bea": "council: {gift: gold}\n"}
    orders = {"bea": "in_council: {gift: steel}\n"}
    asked = table("levy").run({}, {"bea": "council: {gift: ask}\n"})
    answers = answered(asked.questions[0], "bread")
    override = Overrides(decisions={path: "gold"})
    sources = [
        seat.run(orders, standing, answers, override),
        seat.run(orders, standing, answers),
        seat.run({}, standing, answers),
        seat.run({}, standing),
        seat.run({}),
    ]
    blue = [
        (e.body["source"], e.body["picks"])
        for outcome in sources
        for e in of_kind(outcome, "decision", "council")
        if e.path == path
    ]
    assert blue == [
        ("override", ["gold"]),
        ("orders", ["steel"]),
        ("answers", ["bread"]),
        ("standing", ["gold"]),
        ("default", ["bread"]),
    ]


def test_an_override_that_is_no_option_is_refused() -> None:
    path = "t1.1.red/council/council/blue"
    with pytest.raises(PbemError, match=r"the override of .* is not legal: "):
        table("levy").run({}, overrides=Overrides(decisions={path: ["wine"]}))


def test_the_first_line_that_fits_then_the_preset_then_the_default() -> None:
    """The first line that fits; then the player's preset; then the default."""
    seat = table().moved(lion="ford", wolf="blue-home")
    order = {"rosa": "march:\n- {unit: Lion, to: town}\n"}
    lines = "clash:\n- {at: mill, stance: charge}\n- {if: strength >= 9, stance: charge}\n"
    found = []
    for standing in (f"{lines}- {{stance: feint}}\n", f"preset: careful\n{lines}", lines):
        outcome = seat.run(order, {"bea": standing})
        (entry,) = [e for e in of_kind(outcome, "decision", "stance") if e.path.endswith("blue")]
        found.append((entry.body["picks"], entry.body["source"], entry.body["line"]))
    assert found == [
        (["feint"], "standing", "clash, line 5"),
        (["feint"], "preset", "preset careful"),
        (["hold"], "default", ""),
    ]


def test_a_line_that_fits_and_picks_nothing_is_named() -> None:
    """Who finds a default in his report is told which of his lines could not be followed."""
    lines = "terms: {do: fight}\nsupport:\n- {at: mill, send: Wolf}\n- {send: 2 best INF}\n"
    outcome = stormed().run(STORM, {"bea": lines})
    body = decision(outcome, "support")
    assert (body["picks"], body["source"]) == ([], "default")
    assert body["passed"] == ["support, line 5: '2 best INF' fits nothing here"]
    assert "2 best INF" not in outcome.ledger.public_text()


def test_ask_is_a_legal_answer_a_few_times_an_impulse() -> None:
    """`ask` is a legal answer, at most `game.asks` times; then the next line that fits answers."""
    ask = {"bea": "council: {gift: ask}\nclash:\n- {stance: ask}\n- {stance: feint}\n"}
    for asks, kinds in ((0, []), (1, ["stance"])):
        seat = table(asks=asks).moved(lion="ford", wolf="blue-home")
        outcome = seat.run({"rosa": "march:\n- {unit: Lion, to: town}\n"}, ask)
        assert [q.decision.kind for q in outcome.questions] == kinds
    quiet = table(asks=0).moved(lion="ford", wolf="blue-home")
    done = quiet.run({"rosa": "march:\n- {unit: Lion, to: town}\n"}, ask)
    blue = [e for e in of_kind(done, "decision", "stance") if e.path.endswith("blue")]
    assert blue[0].body["picks"] == ["feint"]


def test_what_is_counted_in_an_impulse_is_counted_over_all_its_windows() -> None:
    """At most `game.asks` times an impulse, limits an impulse: not for each run of it."""
    seat = table("levy")
    ask = {"bea": "council: {gift: ask}\nclash: {stance: ask}\n"}
    asked = seat.run({}, ask)
    levied = seat.run({}, ask, answered(asked.questions[0], "gold"), stopped=asked.prefix)
    earlier = of_kind(levied, "decision")
    march = table().after(levied).moved(lion="ford", wolf="blue-home")
    order = {"rosa": "march:\n- {unit: Lion, to: town}\n"}
    assert [q.decision.kind for q in march.run(order, ask).questions] == ["stance"]
    assert not march.run(order, ask, decided=earlier).pending
    later = march.at(impulse=2)
    assert later.run(order, ask, decided=earlier).pending


def test_a_limit_holds_for_the_impulse() -> None:
    lines = {"bea": "terms: {do: fight}\nsupport: {send: Wolf, limit: 1}\n"}
    one = stormed().run(STORM, lines)
    assert decision(one, "support")["picks"] == ["wolf"]
    again = stormed().run(STORM, lines, decided=of_kind(one, "decision"))
    assert decision(again, "support")["picks"] == []


def stormed(**changes: object) -> Table:
    """Lion stands at the town, next to blue's home."""
    seat = replace(table(), **changes).moved(lion="town", wolf="mill")
    units = {name: u for name, u in seat.state.units.items() if u.at != "town" or name == "lion"}
    return replace(seat, state=replace(seat.state, units=units))


def test_a_must_ask_decision_stops_the_run_and_nothing_is_changed() -> None:
    """A `must_ask` Decision without an answer stops the run there: nothing is changed."""
    seat = stormed()
    waiting = seat.run(STORM)
    (question,) = waiting.questions
    assert (question.player, question.path) == (
        "bea",
        "t1.1.red/assault/battle/blue-home/terms",
    )
    assert waiting.pending and waiting.state is seat.state
    yielded = seat.run(STORM, answers=answered(question, "yield"), stopped=waiting.prefix)
    assert decision(yielded, "terms")["source"] == "answers"
    assert yielded.state.units["lion"].at == "blue-home"
    standing = seat.run(STORM, {"bea": "terms: {do: yield}\n"})
    assert standing.state.units == yielded.state.units


def test_a_question_that_the_rules_force_does_not_count() -> None:
    seat = stormed(game=replace(table().game, roster=replace(table().game.roster, asks=0)))
    assert [q.decision.kind for q in seat.run(STORM, {"bea": "terms: {do: ask}\n"}).questions] == [
        "terms"
    ]


def test_pending_and_resume_over_two_windows() -> None:
    """Then play resumes exactly where it stopped."""
    seat = table("levy")
    ask = {"bea": "council: {gift: ask}\n"}
    levy = {"rosa": "levy: {draw: 1}\n"}
    first = seat.run(levy, ask)
    given = answered(first.questions[0], "gold")
    played = seat.run(levy, ask, given, stopped=first.prefix)
    assert not played.pending and played.state.clock.window == "march"
    march = table().after(played).moved(lion="town", wolf="mill")
    second = march.run(STORM)
    resumed = march.run(
        STORM, answers=answered(second.questions[0], "fight"), stopped=second.prefix
    )
    assert resumed.state.clock.window == "levy" and resumed.run == 2
    assert resumed.ledger.lines[: second.prefix.count] == second.ledger.lines


def test_the_run_must_reproduce_its_beginning_or_stop() -> None:
    """Inputs and the ledger so far are hashed, and the run must reproduce that prefix or stop."""
    seat = stormed()
    waiting = seat.run(STORM)
    given = answered(waiting.questions[0], "fight")
    with pytest.raises(PbemError, match="was begun with other files"):
        seat.run({**STORM, "rolf": "permit: [crimson]\n"}, answers=given, stopped=waiting.prefix)
    other = replace(waiting.prefix, last="0" * 64)
    with pytest.raises(PbemError, match="does not repeat the 1 entries"):
        seat.run(STORM, answers=given, stopped=other)
    longer = replace(waiting.prefix, count=10_000)
    with pytest.raises(PbemError, match="does not repeat the 10000 entries"):
        seat.run(STORM, answers=given, stopped=longer)


def test_an_answer_whose_facts_changed_is_refused() -> None:
    """An answer to another fingerprint is refused."""
    waiting = stormed().run(STORM)
    stronger = stormed().moved(boar="town")
    both = {"rosa": STORM["rosa"], "rolf": "assault:\n- {at: blue-home, with: [Boar]}\n"}
    given = answered(waiting.questions[0], "yield")
    again = stronger.run(both, answers=given)
    (question,) = again.questions
    assert question.refused == "the facts have changed since the question was asked"
    assert question.fingerprint != waiting.questions[0].fingerprint
    stood = stronger.run(both, {"bea": "terms: {do: fight}\n"}, given)
    assert decision(stood, "terms")["passed"] == [
        "the answer of bea: the facts have changed since the question was asked"
    ]


def test_an_answer_to_a_question_that_never_came_up_is_told() -> None:
    given = {("bea", "t1.1.red/nowhere"): GivenAnswer("yes", "0" * 16)}
    assert stormed().run({}, answers=given).unheard == (("bea", "t1.1.red/nowhere"),)


def test_allocation_keeps_limits_and_a_reserve() -> None:
    """Kinds of allocation: `2 best FTR`, limits a place and an impulse, and `reserve`."""
    seat = stormed()
    picks = {
        "support: {send: 2 best INF}\n": [],
        "support: {send: [INF, Wolf]}\n": ["wolf"],
        "support: {send: 1 best CHAMPION}\n": ["wolf"],
        "support: {send: CHAMPION}\nreserve: {CHAMPION: 1}\n": [],
        "support: {send: CHAMPION, limit: 0}\n": [],
        "support: {send: CHAMPION, limit_here: 1}\n": ["wolf"],
        "support: [{at: mill, send: CHAMPION}, {at: Blue Home, send: all}]\n": ["wolf"],
    }
    found = {}
    for said in picks:
        outcome = seat.run(STORM, {"bea": f"terms: {{do: fight}}\n{said}"})
        found[said] = decision(outcome, "support")["picks"]
    assert found == picks


def test_a_question_that_names_no_place_is_headed_by_its_place() -> None:
    seat = stormed()
    (asked,) = seat.run(STORM).questions
    bare = replace(asked, decision=replace(asked.decision, question="Fight?"))
    text = pending_text(seat.game, seat.state, "bea", (bare,))
    assert "# q1  Blue Home: Fight? (7)\n" in text


def test_the_question_file_is_filled_in_and_read_back() -> None:
    """`pending/<player>.yaml` holds that player's own questions with path, options, fingerprint."""
    seat = stormed()
    waiting = seat.run(STORM)
    text = pending_text(seat.game, seat.state, "bea", waiting.questions)
    (question,) = waiting.questions
    assert text == (
        "# toy-1, t1.1.red: play waits for you. Write your choice after each\n"
        "# `answer:` and send this file back. Change nothing else.\n"
        "answers: bea\n"
        "window: toy-1 t1.1.red/march\n"
        "questions:\n"
        "\n"
        "# q1  Fight for blue-home, or yield it? (7)\n"
        "# known: odds = 1/2\n"
        "# write 1 of:\n"
        "#   fight\n"
        "#   yield\n"
        f"- path: {question.path}\n"
        f"  fingerprint: {flow_text(question.fingerprint)}\n"
        "  answer:\n"
    )
    filled = read_answers(text.replace("  answer:", "  answer: yield").encode(), "bea.yaml")
    assert filled.findings == () and filled.player == "bea"
    assert filled.given == {question.path: GivenAnswer("yield", question.fingerprint)}
    assert check_answers(filled, waiting.questions) == ()
    empty = read_answers(text.encode(), "bea.yaml")
    assert empty.given == {} and empty.findings == ()
    wrong = read_answers(text.replace("  answer:", "  answer: perhaps").encode(), "bea.yaml")
    (finding,) = check_answers(wrong, waiting.questions)
    assert str(finding) == (
        "bea.yaml:14:11: error: 'perhaps' fits nothing here\n    write 1 of: fight, yield"
    )
