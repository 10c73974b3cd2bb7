"""Steps nest, dice hang on paths, and every throw passes the system's own hooks."""

from __future__ import annotations

import pytest

from pbem.core.record.state import Mark, Until
from toy.table import Table, decision, of_kind, results, table

ENTER = "march:\n- {unit: Lion, to: town}\n"
STANCES = {"rosa": "clash: {stance: charge}", "bea": "clash: {stance: feint}"}


def at_ford() -> Table:
    """Lion stands at the ford, next to the town where Wolf and two infantry are."""
    return table().moved(lion="ford")


def test_a_battle_inside_a_move_and_a_battle_inside_that_battle() -> None:
    """`with umpire.step(…)` nests. The path of steps names every entry of the ledger."""
    outcome = at_ford().run({"rosa": ENTER}, STANCES)
    paths = [entry.path for entry in of_kind(outcome, "roll")]
    assert paths[0] == "t1.1.red/march/lion/town/clash/duel/bout-1-crimson"
    assert paths[1] == "t1.1.red/march/lion/town/clash/duel/bout-1-azure"
    (duel,) = of_kind(outcome, "verdict", "duel")
    assert duel.path == "t1.1.red/march/lion/town/clash/duel"
    assert outcome.state.units[duel.body["facts"]["dead"]].at == "removed"
    assert results(outcome) == {"rosa march 1": "done"}


def test_the_clash_goes_on_when_the_duel_leaves_both_sides_men() -> None:
    outcome = table().run(
        {
            "rosa": "march:\n- {unit: 'crimson:crimson-inf@red-home', count: 3, to: ford}\n",
        },
    )
    assert not of_kind(outcome, "verdict", "clash")
    there = table().after(outcome).at(window="march", impulse=3, side="red")
    fight = there.run(
        {"rosa": "march:\n- {unit: 'crimson:crimson-inf@ford', to: town}\n"}, STANCES, seed="2"
    )
    (clash,) = of_kind(fight, "verdict", "clash")
    assert clash.path == "t1.3.red/march/crimson:crimson-inf-ford/town/clash"
    assert clash.body["facts"]["stances"] == {"red": "charge", "blue": "feint"}
    rolls = {entry.path.rsplit("/", 1)[-1]: entry.body for entry in of_kind(fight, "roll")}
    assert rolls["clash-red"]["modifiers"] == [["might", 1], ["charge beats feint", 2]]
    scores = {
        side: sum(rolls[f"clash-{side}"]["throws"][-1])
        + sum(value for _, value in rolls[f"clash-{side}"]["modifiers"])
        for side in ("red", "blue")
    }
    assert clash.body["facts"]["scores"] == scores
    assert clash.body["outcome"] == ("won" if scores["red"] > scores["blue"] else "lost")


def test_rolling_a_path_twice_raises() -> None:
    """Rolling a path twice raises."""
    from pbem.core.play.run import Beginning, RunFiles, _inputs
    from pbem.core.play.umpire import Umpire

    seat = table()
    umpire = Umpire(
        seat.game, seat.state, _inputs(RunFiles(), Beginning({}, b"open", b"secret"), 1)
    )
    umpire.roll("omen", "d6", "crimson", "1")
    with pytest.raises(AssertionError, match=r"t1\.1\.red/omen is rolled twice"):
        umpire.roll("omen", "d6", "crimson", "1")


def test_a_corrected_order_shifts_no_other_die() -> None:
    """So a corrected order shifts no other die, and nobody fishes for dice by reordering."""
    inf = "{unit: 'crimson:crimson-inf@red-home', count: 2, to: wood}"
    one = at_ford().run({"rosa": ENTER}, STANCES)
    two = at_ford().run({"rosa": f"march:\n- {inf}\n- {{unit: Lion, to: town}}\n"}, STANCES)
    dice = [
        {entry.path: entry.body["throws"] for entry in of_kind(outcome, "roll")}
        for outcome in (one, two)
    ]
    assert dice[0] == dice[1]
    assert dice[0]


def test_a_reroll_is_bought_by_a_standing_order() -> None:
    """Every roll passes `after_roll`; a Roll keeps all throws."""
    luck = "reroll: {if: die <= 5}\n"
    plain = at_ford().run({"rosa": ENTER}, {"bea": "clash: {stance: hold}\n"}, seed="5")
    paid = at_ford().run({"rosa": ENTER}, {"bea": f"clash: {{stance: hold}}\n{luck}"}, seed="5")
    before = {e.path: e.body["throws"] for e in of_kind(plain, "roll") if e.body["by"] == "azure"}
    after = {e.path: e.body["throws"] for e in of_kind(paid, "roll") if e.body["by"] == "azure"}
    again = {path: throws for path, throws in after.items() if len(throws) > 1}
    assert again and all(before[path][0] == throws[0] for path, throws in again.items())
    spent = sum(len(throws) - 1 for throws in after.values())
    assert paid.state.powers["azure"].counters.get("luck", 0) == 2 - spent
    used = of_kind(paid, "decision", "reroll")
    assert [e.body["source"] for e in used] == ["standing"] * spent
    assert used[0].body["line"] == "reroll, line 3: die <= 5"
    assert used[0].body["facts"]["luck"] == 2


def test_a_reroll_that_nobody_may_pay_for_is_not_bought() -> None:
    outcome = at_ford().run({"rosa": ENTER}, {"rolf": "reroll: {if: die <= 6}\n", **STANCES})
    assert not of_kind(outcome, "decision", "reroll")


def test_a_right_is_used_in_an_opening_and_nobody_is_asked() -> None:
    """`umpire.opening(...)` announces a moment at which rights can be used by a standing order."""
    burn = at_ford().run({"rosa": ENTER}, {"bea": "torch: {at: town, if: enemy units >= 1}\n"})
    assert results(burn) == {"rosa march 1": "failed"}
    (order,) = of_kind(burn, "order")
    assert order.body["reasons"][0]["message"] == "the bridge to town burns"
    assert decision(burn, "torch")["picks"] == ["burn"]
    assert burn.state.units["lion"].at == "ford"
    assert burn.state.units["lion"].marks == {}
    assert "torches" not in burn.state.powers["azure"].counters
    asked = at_ford().run({"rosa": ENTER}, {"bea": "torch: {do: ask}\n", "rosa": STANCES["rosa"]})
    assert not asked.pending and not of_kind(asked, "decision", "torch")


def test_the_order_files_own_lines_come_before_standing_orders() -> None:
    """Answer sources in order: override, the order file, the answers file, standing orders."""
    orders = {
        "bea": "march: [{unit: 'azure:azure-inf@town', to: ford}]\nin_battle: {stance: feint}\n"
    }
    fight = table().moved(lion="ford").at(side="blue").moved(wolf="blue-home")
    outcome = fight.run(orders, {"bea": "clash: {stance: charge}\n"})
    blue = [e for e in of_kind(outcome, "decision", "stance") if e.path.endswith("blue")]
    assert [(e.body["picks"], e.body["source"]) for e in blue] == [(["feint"], "orders")]


def test_a_group_splits_and_merges() -> None:
    """A move may carry a count and splits or merges groups."""
    inf = "crimson:crimson-inf@red-home"
    march = f"march:\n- {{unit: '{inf}', count: 2, to: hill}}\n"
    march += f"- {{unit: '{inf}', count: 1, to: wood}}\n"
    permit = {"rosa": march, "rolf": "permit: [crimson]\n"}
    outcome = table().run(permit)
    groups = {u.id: u.count for u in outcome.state.units.values() if u.counter == "crimson-inf"}
    assert groups == {inf: 2, "crimson:crimson-inf@hill": 2, "crimson:crimson-inf@wood": 1}
    back = table().after(outcome).at(window="march", impulse=3, side="red")
    home = "march:\n- {unit: 'crimson:crimson-inf@hill', to: red-home}\n"
    home += "- {unit: 'crimson:crimson-inf@wood', to: red-home}\n"
    merged = back.run({"rosa": home})
    groups = {u.id: u.count for u in merged.state.units.values() if u.counter == "crimson-inf"}
    assert groups == {inf: 5}
    moves = [e.body for e in of_kind(merged, "event") if e.body["event"] == "ClockAdvanced"]
    assert [m["unit"] for m in moves[0]["marks"]] == [f"{inf}+moved"]


def test_marks_have_a_lifetime() -> None:
    """Marks have a lifetime (step, impulse, turn, lasting); ClockAdvanced clears them."""
    from pbem.core.record.events import ClockAdvanced, UnitChanged, apply, expired

    seat = table().state
    lasting = {until: Mark(until) for until in Until}
    for until, mark in lasting.items():
        seat = apply(seat, [UnitChanged("lion", "mark", None, mark, str(until))])
    clock = seat.clock
    gone = expired(seat, (Until.STEP, Until.IMPULSE))
    after = apply(seat, [ClockAdvanced(clock, clock, gone)])
    assert sorted(after.units["lion"].marks) == ["lasting", "turn"]
