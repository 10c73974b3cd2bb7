"""A clock or a track that no rule could go on with is told, each with what would be legal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from unit.wif.eastern_front import game, start, tracked

from pbem.core.record.dice import seed_keys
from pbem.moderation.amend import Beside, amend, read_amendment
from pbem.systems.wif.sound import sound

TURNS = "it is a year and one of jf, ma, mj, ja, so, nd, as 1941-ja for Jul/Aug 1941"
BOXES = "the impulse track has boxes 1 to 16"
NUMBER = "it is a whole number from 0 on"
AMENDMENT = """\
format: pbem-amend/1
game: {}
after: "0"
author: Mod
reason: the marker stood elsewhere
cite: house rule 1
events:
- {{event: TrackChanged, track: impulse-box, new: 3}}
"""


def test_the_scenario_is_sound() -> None:
    assert sound(game().at(start())) == ()


@pytest.mark.parametrize("turn", ["banana", "1941", "1941-xx", "41-ja", "1941-ja-2", "1941-ja\n"])
def test_a_turn_is_a_year_and_its_months(turn: str) -> None:
    state = replace(start(), clock=replace(start().clock, turn=turn))
    assert sound(game().at(state)) == (f"there is no turn '{turn}'; {TURNS}",)


def test_every_pair_of_months_is_a_turn() -> None:
    for months in ("jf", "ma", "mj", "ja", "so", "nd"):
        state = replace(start(), clock=replace(start().clock, turn=f"1939-{months}"))
        assert sound(game().at(state)) == ()


def test_only_the_two_sides_move() -> None:
    state = replace(start(), clock=replace(start().clock, side="axs"))
    assert sound(game().at(state)) == ("there is no side 'axs'; did you mean axis?",)


@pytest.mark.parametrize(
    ("track", "value", "said"),
    [
        ("impulse-box", "banana", f"impulse-box: there is no box 'banana'; {BOXES}"),
        ("impulse-box", 0, f"impulse-box: there is no box '0'; {BOXES}"),
        ("impulse-box", 17, f"impulse-box: there is no box '17'; {BOXES}"),
        ("impulse-box", True, f"impulse-box: there is no box 'True'; {BOXES}"),
        ("weather.n-temperate", "rian", "weather.n-temperate is 'rian'; did you mean rain?"),
        (
            "weather.n-temperate",
            3,
            "weather.n-temperate is '3'; known: blizzard, fine, rain, snow, storm",
        ),
        ("weather.advance", "far", f"weather.advance is 'far'; {NUMBER}"),
        ("weather.asterisks", -1, f"weather.asterisks is '-1'; {NUMBER}"),
        ("impulses.axis", "two", f"impulses.axis is 'two'; {NUMBER}"),
        ("initiative", "axis-3", "initiative is 'axis-3'; did you mean axis-2 or axis-1?"),
        ("first-side", "axsi", "first-side is 'axsi'; did you mean axis?"),
    ],
)
def test_a_track_says_what_the_rules_know(track: str, value: Any, said: str) -> None:
    assert sound(game().at(tracked(start(), **{track: value}))) == (said,)


def test_the_boxes_and_all_weather_are_sound() -> None:
    for box in (1, 16):
        assert sound(game().at(tracked(start(), **{"impulse-box": box}))) == ()
    for word in ("fine", "rain", "storm", "snow", "blizzard"):
        assert sound(game().at(tracked(start(), **{"weather.n-temperate": word}))) == ()
    assert sound(game().at(tracked(start(), **{"impulse-box": None}))) == ()


def test_an_amendment_may_mend_one_thing_and_not_all() -> None:
    """What was unsound before it is not its doing."""
    before = tracked(start(), **{"impulse-box": 17, "weather.n-temperate": "rian"})
    text = AMENDMENT.format(before.game)
    amendment = read_amendment(text.encode(), "fix.yaml", before.game)
    outcome = amend(game(), before, amendment, Beside(seed_keys("t", 1)))
    assert outcome.state.track("impulse-box") == 3
    assert len(sound(game().at(outcome.state))) == 1
