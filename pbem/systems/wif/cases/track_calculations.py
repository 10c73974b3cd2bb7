"""What cases may calculate of production tracks: how a unit is begun, and the work on it (13.6.10).

Decides what a case writes and what it gets. Leaves whole stages to cases that adjudicate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.flames.kits.tracks.boxes import (
    RUSHED,
    DestroyedOnTrack,
    Work,
    advanced,
    damaged,
    is_ruined,
    most_at_start,
    paid_up,
    started,
    step_cost,
)


def starts(given: Given) -> Answer:
    """`units` (cost, turns, paid): the most that may be paid, and how far each is then."""
    rows = given["units"]
    return {
        "most": [most_at_start(cost, turns) for cost, turns, _ in rows],
        "work": [_row(started(*row)) for row in rows],
    }


def _row(work: Work) -> dict[str, Any]:
    """The work on a unit as a case writes it, without what is nothing."""
    row = {
        "box": work.box, "owed": work.owed, "extra": work.extra, "bombs": work.bombs,
        "free": work.free,
    }  # fmt: skip
    return {name: value for name, value in row.items() if value}


DEEDS: Final[Mapping[str, Callable[[Work], tuple[Work, int]]]] = {
    "continue": lambda work: (advanced(work), step_cost(work)),
    "rush": lambda work: (advanced(work, RUSHED), step_cost(work, RUSHED)),
    "rush-hq": lambda work: (advanced(work, RUSHED), step_cost(work, RUSHED, hq=True)),
    "pay": lambda work: (advanced(paid_up(work)), work.due),
}


def done(given: Given) -> Answer:
    """`unit`: how far it is; `do`, one after another: how far then, what each costs.

    `bomb` is a point of damage, for a unit of this `cost` and `clock`; `ruined` by each reading.
    """
    work = Work(**given["unit"])
    rows, costs = [], []
    for deed in given["do"]:
        if deed == "bomb":
            work = damaged(work, given["clock"])
        else:
            work, price = DEEDS[deed](work)
            costs.append(price)
        rows.append(_row(work))
    cost = given.get("cost")
    ruined = {} if cost is None else {str(r): is_ruined(work, cost, r) for r in DestroyedOnTrack}
    return {"work": rows, "costs": costs, "ruined": ruined}


TRACK_CALCULATIONS: Final[Calculations] = {"tracks.start": starts, "tracks.work": done}
