"""Powers of a world at war: any number of sides, minors, neutrals, powers that rise and fall."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.core.orders.inputs import Inputs, KeyedDice, Overrides
from pbem.core.orders.orders import validate
from pbem.core.play.run import Outcome
from pbem.core.play.umpire import Umpire
from pbem.core.record.events import (
    Event,
    EventDoesNotFit,
    PlaceChanged,
    PowerChanged,
    PowerCreated,
    UnitChanged,
    apply,
    event_from,
    invert,
)
from pbem.core.record.state import Power, Unit, as_data
from pbem.core.record.views import visible_entries, visible_state
from pbem.core.rules.seats import handed_over
from toy.powers import homes
from toy.table import Table, of_kind, results, table, with_unit

RISE = {"rosa": "march: [{unit: Lion, to: mill}]\n"}
STORM = {
    "gil": "march: [{unit: 'jade:jade-inf@green-home', count: 1, to: grove}]\n",
    "gwen": "assault: [{at: brown-home, with: ['jade:jade-inf@green-home']}]\n",
    "una": "",
}
FIGHT = dict.fromkeys(("una", "gil", "gwen"), "terms: {do: fight}\n")
DICE = KeyedDice(b"k" * 32)
SIX = Overrides(rolls={"t1.3.green/assault/battle/brown-home/assault": (6,)})


def league(window: str = "march") -> Table:
    """The league in red's impulse."""
    return table(window, "league")


def risen(window: str = "march") -> Table:
    """The league after umber has risen: it is brown's impulse."""
    seat = league()
    return seat.after(seat.run(RISE)).at(window=window)


def stormed() -> tuple[Table, Outcome]:
    """Jade storms umber's home while umber's soldiers are away: one chit stands there."""
    seat = risen().at(impulse=3, side="green")
    away = Unit("umber:umber-inf@mill", "umber-inf", "umber", "mill", 2)
    chit = replace(seat.state.units["umber-2"], at="brown-home", secret=("una",))
    units = {n: u for n, u in seat.state.units.items() if u.at not in ("brown-home", "mill")}
    units |= {away.id: away, chit.id: chit}
    seat = replace(seat, state=replace(seat.state, units=units))
    return seat, seat.run(STORM, FIGHT, overrides=SIX)


def changes(outcome: Outcome) -> list[Event]:
    """Everything that a run changed."""
    return [event_from(entry.body) for entry in of_kind(outcome, "event")]


def test_sides_move_in_the_scenarios_order_as_far_as_they_are_there() -> None:
    """Red, brown, green, blue: brown is there when umber has risen."""
    seat, sides = league(), []
    for _ in range(4):
        seat = seat.after(seat.run({})).at(window="march")
        sides.append(seat.state.clock.side)
    assert sides == ["green", "blue", "red", "green"]
    assert risen().state.clock.side == "brown"


def test_neutrals_take_no_part_and_nobody_fights_them() -> None:
    seat = league("levy")
    assert (seat.state.sides, seat.state.rivals("red")) == (
        ("red", "blue", "green"),
        ("blue", "green"),
    )
    councils = of_kind(seat.run({}), "verdict", "council")
    assert [entry.body["facts"]["side"] for entry in councils] == ["red", "blue", "green"]
    there = league().moved(lion="mill").run({"rosa": "march: [{unit: Lion, to: abbey}]\n"})
    (order,) = of_kind(there, "order")
    assert order.body["reasons"][0]["message"] == "neutrals stand in abbey"


def test_three_sides_meet_two_by_two() -> None:
    """Whoever stands in an area is the one who fights, and he alone is asked for a stance."""
    seat = league().moved(lion="mill")
    soldiers = Unit("azure:azure-inf@mill", "azure-inf", "azure", "mill", 1)
    seat = replace(seat, state=with_unit(seat.state, soldiers)).at(side="green")
    outcome = seat.moved(lion="red-home").run(
        {"gil": "march: [{unit: 'olive:olive-inf@grove', to: mill}]\n"}
    )
    (clash,) = of_kind(outcome, "verdict", "clash")
    assert sorted(clash.body["facts"]["scores"]) == ["blue", "green"]
    asked = {name for entry in of_kind(outcome, "decision", "stance") for name in entry.body["by"]}
    assert asked == {"bea", "gil", "gwen"}


def test_a_power_that_rises_has_a_player_who_is_in_the_game_from_then_on() -> None:
    """He is due; his luck goes into the dice, a choice is his, and his secrets are his alone."""
    seat = risen("levy")
    umber = seat.state.powers["umber"]
    assert (umber.side, umber.players, seat.state.due) == ("brown", ("una",), ("una",))
    outcome = seat.run({"una": "luck: fen\nlevy: {draw: 1}\n"})
    assert outcome.ledger.entries[0].body["luck"]["una"] == "fen"
    councils = {e.path.rsplit("/", 1)[-1]: e.body for e in of_kind(outcome, "decision", "council")}
    assert councils["brown"]["by"] == ["una"]
    (chit,) = (unit for unit in outcome.state.at("brown-home") if unit.secret)
    seen = {p: visible_state(outcome.state, p).units[chit.id].counter for p in ("una", "rosa")}
    assert seen == {"una": chit.counter, "rosa": "hidden"}
    others = [seat.run({"una": f"luck: {luck}\nlevy: {{draw: 1}}\n"}) for luck in "abcdef"]
    assert len({of_kind(o, "roll")[0].body["throws"][0][0] for o in others}) == 2


def test_before_it_rises_its_player_is_nobody() -> None:
    seat = league()
    (order,) = seat.files({"una": "march: []\n"}).submissions.values()
    found = validate(seat.game, seat.state, order).findings
    assert [finding.code for finding in found] == ["unknown-player"]
    assert "una" not in seat.state.players()


def test_a_rising_is_seen_by_all_and_can_be_undone() -> None:
    seat = league()
    outcome = seat.run(RISE)
    (made,) = (e for e in of_kind(outcome, "event") if e.body["event"] == "PowerCreated")
    assert all(made in visible_entries(outcome.ledger.entries, name) for name in ("", "bea"))
    state, undoing = seat.state, list[Event]()
    for event in changes(outcome):
        undoing.append(invert(event, state))
        state = apply(state, [event])
    assert as_data(state) == as_data(outcome.state)
    assert as_data(apply(state, reversed(undoing))) == as_data(seat.state)


def test_a_power_that_ceases_leaves_its_units_to_the_conqueror() -> None:
    """Two soldiers of umber serve jade: their nation is umber's, their owner jade."""
    seat, outcome = stormed()
    assert "umber" not in outcome.state.powers and "una" not in outcome.state.players()
    soldiers = outcome.state.units["jade:umber-inf@mill"]
    assert (soldiers.count, soldiers.owner) == (2, "jade")
    assert seat.game.nationality(soldiers) == "umber"
    later = seat.after(outcome).at(impulse=6, side="green", window="march")
    back = later.run({"gil": f"march: [{{unit: '{soldiers.id}', to: brown-home}}]\n"})
    (order,) = of_kind(back, "order")
    assert order.body["reading"] == "2 umber INF Mill > Fen"
    state, undoing = seat.state, list[Event]()
    for event in changes(outcome):
        undoing.append(invert(event, state))
        state = apply(state, [event])
    assert as_data(apply(state, reversed(undoing))) == as_data(seat.state)


def test_orders_of_one_whose_power_ceases_are_rejected_with_a_word() -> None:
    """Una's march comes up when she plays nothing any more."""
    seat, _ = stormed()
    una = {"una": "march: [{unit: 'umber:umber-inf@mill', to: abbey}]\n"}
    gone = apply(seat.state, [PowerChanged("umber", "players", "", "una", None)])
    inputs = Inputs(seat.files(una).submissions, DICE, DICE, b"s" * 32, 1)
    judge = Umpire(seat.game, seat.state, inputs)
    judge.state = gone
    assert judge.orders("march") == ()
    (entry,) = (e for e in judge.ledger.entries if e.kind == "order")
    assert entry.body["reasons"][0]["message"] == "una plays no power any more"


def test_a_minor_goes_over_with_its_players() -> None:
    """Azure storms the grove: olive is on its side now, and bea plays it."""
    seat = league().at(impulse=4, side="blue")
    die = Overrides(rolls={"t1.4.blue/assault/battle/grove/assault": (6,)})
    outcome = seat.run({"bea": "assault: [{at: grove, with: [INF]}]\n"}, FIGHT, overrides=die)
    olive = outcome.state.powers["olive"]
    assert (olive.side, olive.players, olive.flags) == ("blue", ("bea",), {"controller": "azure"})
    assert outcome.state.powers_of_player("gil") == (outcome.state.powers["jade"],)


def test_a_power_has_lost_when_all_its_homes_are_lost() -> None:
    """Azure has two home countries: with the isle it lives on."""
    seat = league()
    azure = seat.state.powers["azure"]
    assert (azure.home_countries, homes(seat.game, azure)) == (
        ("azure", "isle"),
        ("blue-home", "isle"),
    )
    assert [seat.state.at_home(country) for country in ("isle", "jade", "wales")] == [
        "azure", "jade", None
    ]  # fmt: skip
    taken = PlaceChanged("isle", "controller", "azure", "crimson")
    lion = seat.moved(lion="mill")
    empty = {n: u for n, u in lion.state.units.items() if u.at != "blue-home"}
    for first, gone in (((), False), ((taken,), True)):
        there = apply(replace(lion.state, units=empty), first)
        outcome = replace(lion, state=there).run({"rosa": "march: [{unit: Lion, to: blue-home}]\n"})
        assert ("azure" not in outcome.state.powers) == gone
        assert outcome.state.controller("blue-home") == "crimson"


def test_two_players_of_one_power_order_it_together() -> None:
    """Each orders what he likes; what both order is done once, by who comes first."""
    seat = league().at(impulse=2, side="green")
    outcome = seat.run(
        {
            "gil": "march: [{unit: 'jade:jade-inf@green-home', count: 1, to: red-home}]\n",
            "gwen": "march: [{unit: 'jade:jade-inf@green-home', count: 3, to: grove}]\n",
        }
    )
    assert results(outcome) == {"gil march 1": "done", "gwen march 1": "overtaken"}


# --- events --------------------------------------------------------------------------------------


def test_who_plays_a_power_from_now_on_sees_its_secrets_and_who_leaves_does_not() -> None:
    state = stormed()[0].state
    assert state.units["umber-2"].secret == ("una",)
    after = apply(state, handed_over(state, "umber", ("ulf", "ute")))
    assert after.powers["umber"].players == ("ulf", "ute")
    assert after.units["umber-2"].secret == ("ulf", "ute")
    nobody = apply(state, handed_over(state, "umber", ()))
    assert nobody.units["umber-2"].secret == ("una",)  # never open to all


def test_an_ally_goes_on_seeing_the_secrets_of_a_power_that_changes_hands() -> None:
    state = league().state
    chit = replace(state.units["chit-1"], owner="olive", secret=("gil", "gwen"))
    jades = replace(chit, id="chit-2", owner="jade")
    state = with_unit(with_unit(state, chit), jades)
    after = apply(state, handed_over(state, "olive", ("ulf",)))
    assert after.units["chit-1"].secret == ("gil", "gwen", "ulf")
    assert after.units["chit-2"] == jades


def test_who_plays_on_two_sides_leads_where_he_is_the_leader() -> None:
    """Gwen leads green; she plays a red power too, which comes before."""
    seat = league()
    state = apply(seat.state, [PowerChanged("crimson", "players", "", "rosa", "gwen")])
    judge = Umpire(seat.game, state, Inputs({}, DICE, DICE, b"s" * 32, 1))
    assert [judge.leads(player) for player in ("gwen", "gil")] == [True, False]


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (PowerCreated("jade", None, Power("jade", "green")), "there is already a power jade"),
        (PowerCreated("jute", None, Power("jade", "green")), "the power jade is created as jute"),
        (PowerCreated("jade", Power("jade", "red"), None), "jade is Power"),
        (PowerCreated("jute", Power("jute", "red"), None), "jute is None"),
    ],
)
def test_a_power_that_cannot_come_or_go(event: Event, message: str) -> None:
    with pytest.raises(EventDoesNotFit, match=message):
        apply(league().state, [event])


def test_a_power_with_anything_of_its_own_does_not_cease() -> None:
    state = league().state
    gone = PowerCreated("amber", state.powers["amber"], None)
    unit = "amber:amber-inf@abbey"
    given: list[Event] = [
        UnitChanged(unit, "owner", "amber", "jade", count=1),
        PlaceChanged("abbey", "controller", "amber", "jade"),
    ]
    for first, left in (((), "abbey"), (given[:1], "abbey"), (given[1:], unit)):
        with pytest.raises(EventDoesNotFit, match=f"{left} is still amber's"):
            apply(state, [*first, gone])
    assert "amber" not in apply(state, [*given, gone]).powers


def test_a_power_that_comes_back_has_its_old_place_among_the_powers() -> None:
    """The order of the powers is that in which orders are carried out."""
    state = apply(league().state, [PowerCreated("ash", None, Power("ash", "neutral"), 1)])
    assert [*state.powers][:3] == ["crimson", "ash", "azure"]
    gone = PowerCreated("ash", state.powers["ash"], None)
    after = apply(state, [gone])
    assert as_data(apply(after, [invert(gone, state)])) == as_data(state)


def test_home_countries_change_by_an_event() -> None:
    state = league().state
    change = PowerChanged("azure", "homes", "", "azure isle", "isle")
    after = apply(state, [change])
    assert after.powers["azure"].home_countries == ("isle",)
    assert after.at_home("azure") is None
    assert as_data(apply(after, [invert(change, state)])) == as_data(state)
