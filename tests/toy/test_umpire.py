"""The umpire: paths, draws, luck, what it remembers, and what a moderator overrides."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

import pytest

from pbem.core.choices.decisions import Decision, Option
from pbem.core.data.findings import MissingData, PbemError
from pbem.core.orders.inputs import Inputs, KeyedDice, Overrides
from pbem.core.play.run import RunFiles, adjudicate
from pbem.core.play.umpire import Umpire, element, plain
from pbem.core.record.events import UnitChanged, UnitMoved
from pbem.core.record.state import Mark
from pbem.core.record.verdicts import Judged
from pbem.core.rules.game import Choice
from toy.battles import EvenClash
from toy.table import PLAYERS, Table, keys, of_kind, results, table

FIGHT = {"rosa": "march: [{unit: Lion, to: town}]\n", "bea": "", "rolf": ""}


def umpire(overrides: Overrides | None = None) -> Umpire:
    """An umpire at the toy's table."""
    seat = table()
    dice = KeyedDice(b"k" * 32)
    inputs = Inputs(
        {}, dice, KeyedDice(b"s" * 32), b"s" * 32, 1, overrides=overrides or Overrides()
    )
    return Umpire(seat.game, seat.state, inputs)


def fight(**luck: str) -> Table:
    return table().moved(lion="ford")


def test_a_path_is_made_of_step_names_and_game_facts() -> None:
    """Path elements have the characters [a-z0-9:.-], never a file position or a player's label."""
    outcome = fight().run(
        {**FIGHT, "rolf": "assault: [{at: town, with: [Boar]}]\n"},
        {"bea": "reroll: {}\ntorch: {at: mill}\n"},
    )
    legal = re.compile(r"[a-z0-9:.-]+(/[a-z0-9:.!-]+)*")
    for entry in outcome.ledger.entries:
        assert legal.fullmatch(entry.path), entry.path
        assert not {*entry.path.split("/")} & {*PLAYERS}
    assert element("XLVII ARM, 1st (v. Bock)") == "xlvii-arm-1st-v.-bock"


def test_a_draw_sorts_the_pool_and_rolls_one_die_with_as_many_sides_as_remain() -> None:
    """`umpire.draw(pool)` sorts the pool by id in byte order."""
    drawn = []
    for pool in (["b", "a", "C"], ["C", "b", "a"], ["a", "C", "b"]):
        judge = umpire()
        drawn.append(judge.draw("omen", pool, "crimson", "2"))
        (roll,) = [e for e in judge.ledger.entries if e.kind == "roll"]
        assert roll.body["dice"] == "d3"
        assert drawn[-1] == ["C", "a", "b"][roll.body["throws"][0][0] - 1]
    assert len(set(drawn)) == 1
    assert umpire().draw("omen", ["only"], "crimson", "2") == "only"


def test_secret_dice_come_from_the_second_chain() -> None:
    judge = umpire()
    opened = [judge.roll(f"a{n}", "d100", "azure", "1").total for n in range(9)]
    other = umpire()
    hidden = [other.roll(f"a{n}", "d100", "azure", "1", secret=("bea",)).total for n in range(9)]
    assert opened != hidden


def test_luck_that_a_player_types_changes_the_dice() -> None:
    """`luck:` in an order file is free text; the program never fills it in."""
    luck = [
        fight().run({**FIGHT, "bea": text}) for text in ("", "luck: a\n", "luck: b\n", "luck: a\n")
    ]
    dice = [[e.body["throws"] for e in of_kind(outcome, "roll")] for outcome in luck]
    assert dice[1] == dice[3]
    assert dice[0] != dice[1] != dice[2] != dice[0]
    assert luck[0].ledger.entries[0].body["luck"] == {"bea": None, "rolf": None, "rosa": None}


def test_a_note_is_for_the_moderator_and_press_for_all() -> None:
    outcome = fight().run({"rosa": "note: ask Rolf\npress: Onward!\n"})
    assert outcome.ledger.entries[0].body["press"] == {"rosa": "Onward!"}
    assert "ask Rolf" not in outcome.ledger.public_text() + outcome.ledger.secrets_text()


def test_an_interpretation_holds_from_the_run_that_game_yaml_names() -> None:
    """A game's moderator can choose another option: from which run, who, why."""
    seat = table()
    choices = (
        Choice("TOY-5-R1", "attacker", from_run=3),
        Choice("TOY-5-R1", "defender", from_run=7),
    )
    game = replace(seat.game, roster=replace(seat.game.roster, choices=choices))
    readings = [game.reading("TOY-5-R1", run) for run in (1, 2, 3, 6, 7, 8)]
    assert readings == ["defender", "defender", "attacker", "attacker", "defender", "defender"]


@dataclass(frozen=True, slots=True)
class One(Judged):
    """A verdict with facts."""

    kind: ClassVar[str] = "one"
    cite: ClassVar[str] = "5"

    odds: Fraction
    names: tuple[str, ...]
    whole: Fraction


@dataclass(frozen=True, slots=True)
class Two(Judged):
    """A verdict without."""

    kind: ClassVar[str] = "two"
    cite: ClassVar[str] = "5"


def test_a_verdict_names_the_readings_and_charts_that_mattered() -> None:
    """Reports say which interpretation was used, and which chart."""
    judge = umpire()
    assert judge.reading(EvenClash) is EvenClash.DEFENDER
    judge.chart("assault")
    judge.tell(One(at=None, result="yes", odds=Fraction(3, 2), names=("a", "b"), whole=Fraction(2)))
    judge.tell(Two(at=None, result="no"))
    one, two = (entry.body for entry in judge.ledger.entries)
    assert (one["readings"], one["charts"]) == ({"TOY-5-R1": "defender"}, {"assault": "printed"})
    assert (two["readings"], two["charts"]) == ({}, {})
    assert one["facts"] == {"at": None, "odds": "3/2", "names": ["a", "b"], "whole": 2}
    assert [body["par"] for body in (one, two)] == [1, 2]


def test_a_moderator_overrides_a_roll_or_a_reading_and_the_ledger_says_so() -> None:
    path = "t1.1.red/omen"
    judge = umpire(Overrides(rolls={path: (6,)}, readings={"TOY-5-R1": "attacker"}))
    assert judge.roll("omen", "d6", "azure", "1").total == 6
    assert [judge.reading(EvenClash) for _ in range(2)] == [EvenClash.ATTACKER] * 2
    notes = [e.body for e in judge.ledger.entries if e.kind == "correction"]
    gave = list(judge.inputs.dice.throw(path, 1, 6))
    assert notes == [{"roll": [6], "gave": gave}, {"reading": ["TOY-5-R1", "attacker"]}]


def test_what_is_missing_is_told_and_never_taken_for_nothing() -> None:
    with pytest.raises(MissingData, match="the chart 'weather' is missing"):
        umpire().chart("weather")


def test_the_umpire_remembers_how_things_stood() -> None:
    """`umpire.since("impulse")` is the state as the impulse began."""
    judge = umpire()
    judge.apply(UnitMoved("lion", "red-home", "ford"))
    with judge.step("march", at="Ford"):
        assert judge.path == "t1.1.red/march/ford"
        judge.apply(UnitMoved("lion", "ford", "wood"))
        where = [
            judge.since(when).units["lion"].at for when in ("run", "impulse", "turn", "step:march")
        ]
    assert where == ["red-home", "red-home", "red-home", "ford"]
    assert judge.path == "t1.1.red"
    judge.begin("impulse")
    assert judge.since("impulse").units["lion"].at == "wood"


def test_a_unit_that_becomes_secret_keeps_the_rest_to_itself() -> None:
    """What follows in the same change is sealed already; what was open before stays open."""
    judge = umpire()
    judge.apply(
        UnitChanged("lion", "mark", None, Mark(), "tired"),
        UnitChanged("lion", "secret", (), ("rosa",)),
        UnitChanged("lion", "counter", "lion", "boar"),
        UnitChanged("lion", "secret", ("rosa",), ()),
        UnitChanged("lion", "mark", Mark(), None, "tired"),
    )
    assert [entry.secret for entry in judge.ledger.entries] == [(), (), ("rosa",), (), ()]


def test_one_choice_is_made_once() -> None:
    judge = umpire()
    right = Decision(
        kind="torch", by=("bea",), options=(Option("burn"),), default=(), question="?", cite="4",
        least=0,
    )  # fmt: skip
    assert not judge.decide(right)
    with pytest.raises(AssertionError, match=r"t1\.1\.red/torch is decided twice"):
        judge.decide(right)


def test_only_plain_facts_enter_the_ledger() -> None:
    with pytest.raises(TypeError, match="set is not a fact"):
        plain({"names": {"a"}})


def test_a_window_of_another_system_is_refused() -> None:
    seat = table("parley")
    with pytest.raises(PbemError, match="the state is at the window 'parley'"):
        adjudicate(seat.game, seat.state, RunFiles(), keys(seat.state))


def test_steps_without_orders_are_played_through_to_the_next_window() -> None:
    """After the window's own steps a run plays on through every step that needs no orders."""
    outcome = table().run({})
    assert (outcome.state.clock.name, outcome.state.clock.window) == ("t1.2.blue", "levy")
    assert outcome.state.clock.run == 1
    assert results(outcome) == {}
