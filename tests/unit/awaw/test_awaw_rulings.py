"""What a moderator rules of points and tensions makes sense; what he is told has the strengths."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.record.events import Event, PowerChanged, TrackChanged
from pbem.core.rules.rulings import Ruled
from pbem.systems.awaw.turn.ruled import sensible


def ruled(event: Event) -> Ruled:
    return Ruled("after-combat", "Mod", "so", "35", events=(event,))


def points(name: str, new: Any) -> Ruled:
    return ruled(PowerChanged("germany", "counter", name, 10, new))


@pytest.mark.parametrize(
    ("given", "trouble"),
    [
        (points("base", -1), "base of germany would be -1"),
        (points("base", 0), ""),
        (points("brps", -1), ""),
        (ruled(PowerChanged("germany", "flag", "base", 1, -1)), ""),
        (ruled(TrackChanged("rgt", 1, "high")), "rgt is a number"),
        (ruled(TrackChanged("rgt", 1, -4)), ""),
        (ruled(TrackChanged("rgt", 1, None)), ""),
    ],
)
def test_points_and_tensions_are_numbers(given: Ruled, trouble: str) -> None:
    assert sensible(given) == trouble
