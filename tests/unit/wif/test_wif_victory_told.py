"""A victory is told as the scenario names it: a level in words, a power or a side by its name."""

from __future__ import annotations

import pytest
from unit.wif.eastern_front import game, start

from pbem.core.reading.scene import Scene
from pbem.systems.flames.turn.turn_verdicts import VictoryVerdict, victory_lines


@pytest.mark.parametrize(
    ("winner", "told"),
    [
        ("allied-decisive", "allied decisive"),
        ("axis", "Axis"),
        ("germany-and-italy", "Germany and Italy"),
    ],
)
def test_who_has_won(winner: str, told: str) -> None:
    scene = Scene(game(), "hans", start(), start(), ())
    verdict = VictoryVerdict(None, {"axis": 3}, {}, False, winner)
    assert victory_lines(verdict, scene) == [
        f"VICTORY (13.9)  Axis 3; the game is over, {told}",
    ]
