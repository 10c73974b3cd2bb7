"""What optional rules answer, as one value of a game: the rules ask it, and no option by name."""

from __future__ import annotations

import ast
from dataclasses import fields
from pathlib import Path

import pytest
from unit.wif.eastern_front import game, start

from pbem.core.data.rulebook import read_optional_rules
from pbem.core.record.events import UnitMoved, apply
from pbem.core.record.state import REMOVED
from pbem.systems.aif.position import Position as AifPosition
from pbem.systems.flames.world.kits import Kits, Moment, composed
from pbem.systems.flames.world.position import Position, Umpire, position_of
from pbem.systems.wif.kits import KITS, kits_of
from pbem.systems.wif.position import Position as WifPosition
from pbem.systems.wif.system import SYSTEM
from pbem.systems.wif.world.options import NUMBERS, Options, read_options

FLAMES = Path(__file__).parents[3] / "pbem/systems/flames"


def begins(umpire: Umpire) -> None:
    """Something that happens."""


def ends(umpire: Umpire) -> None:
    """Something else."""


def test_without_optional_rules_every_question_has_its_usual_answer() -> None:
    assert kits_of(Options()) == composed(()) == Kits()
    assert kits_of(read_options({"14": True})) == KITS["14"] != Kits()


def test_answers_of_a_list_stand_one_after_another() -> None:
    one, two = (Kits(moments=((Moment.ARRIVALS, what),)) for what in (begins, ends))
    assert composed((one, two)).moments == (*one.moments, *two.moments)
    assert composed((two, one)).moments == (*two.moments, *one.moments)


def test_any_of_several_may_say_yes() -> None:
    on = {"2": True, "3": True}
    assert kits_of(read_options(on)).small_units
    assert not kits_of(read_options({"9": True})).small_units


def test_two_optional_rules_do_not_answer_one_question() -> None:
    with pytest.raises(AssertionError, match="'price_off'"):
        composed((Kits(price_off=lambda _: 1), Kits(price_off=lambda _: 2)))


def test_all_optional_rules_of_the_book_can_be_asked_together() -> None:
    """As far as no two of them exclude each other, all at once answer every question once."""
    rules = read_optional_rules(SYSTEM.folder / "options.yaml")
    excluded = {other for rule in rules for other in rule.excludes}
    kits = kits_of(read_options({rule.name: True for rule in rules if rule.name not in excluded}))
    answered = {field.name for field in fields(kits) if getattr(kits, field.name) != field.default}
    assert {"sources", "apart", "fuel", "crews", "settle_points"} <= answered


def test_every_option_stands_under_its_number() -> None:
    assert KITS.keys() == NUMBERS.keys()


def test_only_what_belongs_to_a_moment_happens_then() -> None:
    seen: list[str] = []
    kits = Kits(
        moments=(
            (Moment.ARRIVALS, lambda _: seen.append("arrivals")),
            (Moment.PLACED, lambda _: seen.append("placed")),
            (Moment.ARRIVALS, lambda _: seen.append("arrivals too")),
        )
    )
    kits.happen(Moment.ARRIVALS, None)  # type: ignore[arg-type]
    assert seen == ["arrivals", "arrivals too"]


def test_the_answers_of_a_game_are_worked_out_once() -> None:
    first = position_of(game(), start())
    (unit, *_) = start().units.values()
    later = first.then(apply(start(), [UnitMoved(unit.id, unit.at, REMOVED)]))
    assert first.kits is later.kits
    assert first.kits is position_of(game(), start()).kits


def test_the_rules_that_are_always_played_name_no_option() -> None:
    """Outside the folder of kits the options are known to who makes `position.kits` of them.

    And to files, of cases and of battles, that say which are on.
    """
    known = {FLAMES / "world" / name for name in ("options.py", "position.py", "policy.py")}
    asking = [
        f"{path.relative_to(FLAMES)}:{node.lineno}"
        for path in sorted(FLAMES.rglob("*.py"))
        if path not in known
        and not {"kits", "cases", "odds"} & {*path.relative_to(FLAMES).parts[:-1]}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "options"
    ]
    assert asking == []


@pytest.mark.parametrize(
    ("position", "name", "called"),
    [
        (WifPosition, "air_cav", "option 57"),
        (AifPosition, "air_cav", "option 22.6"),
        (WifPosition, "night_missions", "option 8-night"),
        (AifPosition, "oil", "no option of this book"),
    ],
)
def test_messages_call_an_option_as_its_book_does(
    position: type[Position], name: str, called: str
) -> None:
    assert object.__new__(position).option(name) == called
