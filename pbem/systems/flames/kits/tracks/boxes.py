"""The production tracks of Factories in Flames, and the units on them (13.6.10, option 40).

A unit under construction is at `track:ussr/E1344.4`: in box 4 of Moscow; `deploy` is the last box,
`open` the track without a place, `beyond` that of the cities beyond the map. Decides how boxes are
written and what a step of the work costs and does. Leaves where units may be started to
`sites`, orders to `construction`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import Scalar, as_number
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.position import Piece, Position, marked, unmarked
from pbem.systems.flames.world.vocabulary import UnitMark

CITE: Final = "13.6.10"
OPEN: Final = "open"
BEYOND: Final = "beyond"
DEPLOY: Final = 1  # the box in which a unit is complete
HIGHEST: Final = 6
DEPLOYED: Final = "deploy"
RUSHED: Final = 2  # boxes that a rushed unit moves
EXTRA_FOR_HQ: Final = 2
EXTRA: Final = 1


class DestroyedOnTrack(Reading, id="WIF-13.6.10-R1"):
    """At what cost to complete a bombed unit is destroyed."""

    EQUAL = "equal"
    MORE = "more"


# --- boxes ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Box:
    """A production box: whose units, of which place, how many turns before they are complete."""

    power: str
    site: str
    number: int

    @property
    def at(self) -> str:
        """The box as states hold it."""
        name = DEPLOYED if self.number == DEPLOY else str(self.number)
        return f"track:{self.power}/{self.site}.{name}"


@implements("WIF-13.6.10-1a", "WIF-13.6.10-1b")
def box_of(at: str) -> Box | None:
    """The production box that a location is; none where it is something else.

    Each place has boxes of its own, as has each power.
    """
    kind, _, rest = at.partition(":")
    power, _, slot = rest.partition("/")
    site, _, name = slot.rpartition(".")
    if kind != "track" or not site:
        return None
    return Box(power, site, DEPLOY if name == DEPLOYED else int(name))


def boxed(position: Position, site: str, number: int) -> tuple[Piece, ...]:
    """The units in a box of a place, of all powers."""
    found = (position.at(Box(power, site, number).at) for power in position.powers)
    return tuple(piece for pieces in found for piece in pieces)


def on_tracks(position: Position, powers: Iterable[str]) -> tuple[Piece, ...]:
    """The units of some powers in production boxes, in the order of the boxes."""
    owners = tuple(powers)
    rows = [
        (box.number, box.site, unit)
        for at, ids in position.state.index.items()
        if (box := box_of(at)) is not None and box.power in owners
        for unit in ids
    ]
    return position.pieces(*(unit for _, _, unit in sorted(rows)))


def is_on_track(piece: Piece) -> bool:
    """Whether a unit is in a production box."""
    return box_of(piece.at) is not None


def box_name(number: int) -> str:
    """`box 4` or `Deploy`."""
    return "Deploy" if number == DEPLOY else f"box {number}"


# --- the work on a unit --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Work:
    """How far a unit is: its box, what is to be paid for the boxes before it, the markers on it.

    `extra`: the number marker of a unit that would stand higher than box 6; `bombs`: bomb markers;
    `free`: the Free marker.
    """

    box: int
    owed: int
    extra: int = 0
    bombs: int = 0
    free: bool = False

    @property
    def due(self) -> int:
        """All that is still to be paid."""
        return self.owed + self.extra + self.bombs

    @property
    def held_up(self) -> int:
        """The points of markers that must go before it moves."""
        return self.extra + self.bombs


def work_of(piece: Piece) -> Work:
    """How far a unit in a production box is."""
    box = box_of(piece.at)
    if box is None:
        raise AssertionError(f"{piece.id} is on no production track")
    owed, extra, bombs = (
        as_number(piece.unit.mark(mark))
        for mark in (UnitMark.OWED, UnitMark.EXTRA_POINTS, UnitMark.BOMBS)
    )
    return Work(box.number, owed, extra, bombs, piece.unit.marked(UnitMark.PAID))


@implements("WIF-13.6.10-11")
def most_at_start(cost: int, turns: int) -> int:
    """The most build points with which a unit may be started; none for one that costs none."""
    return min(cost, max(1, cost - turns + 1))


@implements("WIF-13.6.10-12", "WIF-13.6.10-24", "WIF-13.6.10-4b")
def started(cost: int, turns: int, paid: int) -> Work:
    """A unit that is begun: a box higher for each point short of the most, never above box 6.

    What goes beyond box 6 is a number marker. Paid in full (option 38) it takes as long.
    """
    most = most_at_start(cost, turns)
    box = turns + max(0, most - paid)
    extra = max(0, box - HIGHEST) if paid < cost else 0
    owed = max(0, cost - paid - extra)
    return _freed(Work(min(box, HIGHEST), owed, extra))


def _freed(work: Work) -> Work:
    """A unit whose cost is paid before it is complete has a Free marker."""
    paid = not work.owed and not work.extra and work.box > DEPLOY
    return replace(work, free=work.free or paid)


@implements("WIF-13.6.10-5", "WIF-13.6.10-32", "WIF-13.6.10-8")
def step_cost(work: Work, boxes: int = 1, hq: bool = False) -> int:
    """What it costs to move a unit on: its markers first, a point a box as long as one is owed.

    Rushed by two boxes it costs one more, an HQ two.
    """
    extra = EXTRA_FOR_HQ if hq else EXTRA
    rush = extra if boxes == RUSHED else 0
    return work.held_up + min(work.owed, boxes) + rush


@implements("WIF-13.6.10-6", "WIF-13.6.10-5")
def advanced(work: Work, boxes: int = 1) -> Work:
    """A unit that has moved down, its markers paid; its cost paid, it is marked Free."""
    box = max(DEPLOY, work.box - boxes)
    owed = max(0, work.owed - boxes)
    return _freed(replace(work, box=box, owed=owed, extra=0, bombs=0))


def relieved(work: Work, points: int) -> Work:
    """A unit of whose markers some points are paid, those of bombs first."""
    bombs = min(points, work.bombs)
    return replace(work, bombs=work.bombs - bombs, extra=work.extra - (points - bombs))


def paid_up(work: Work) -> Work:
    """A unit whose whole cost is paid, without its markers (option 38)."""
    return _freed(replace(work, owed=0, extra=0, bombs=0))


@implements("WIF-13.6.10-29a", "WIF-13.6.10-29b")
def damaged(work: Work, clock: int) -> Work:
    """A unit after a point of damage: a box up, not above its clock number, else a bomb marker.

    With a Free marker it gets a bomb marker besides, and keeps the Free marker.
    """
    if work.box >= clock:
        return replace(work, bombs=work.bombs + 1)
    up = replace(work, box=work.box + 1)
    return replace(up, bombs=up.bombs + 1) if up.free else replace(up, owed=up.owed + 1)


@implements("WIF-13.6.10-30")
def is_ruined(work: Work, cost: int, reading: DestroyedOnTrack) -> bool:
    """Whether a unit would cost more to complete than to start over, or as much (13.6.10)."""
    return work.due >= cost if reading is DestroyedOnTrack.EQUAL else work.due > cost


# --- changes -------------------------------------------------------------------------------------


def worked(piece: Piece, box: Box, work: Work) -> tuple[Event, ...]:
    """A unit lies in a box, with the marks of the work on it."""
    marks: tuple[tuple[UnitMark, Scalar], ...] = (
        (UnitMark.OWED, work.owed),
        (UnitMark.EXTRA_POINTS, work.extra),
        (UnitMark.BOMBS, work.bombs),
        (UnitMark.PAID, work.free),
    )
    to = replace(box, number=work.box).at
    gone = (UnitMoved(piece.id, piece.at, to, piece.unit.count),) if piece.at != to else ()
    changed = (
        marked(piece, mark, value) if value else unmarked(piece, mark) for mark, value in marks
    )
    return (*(change for row in changed for change in row), *gone)


@implements("WIF-13.6.10-3")
def returning(piece: Piece) -> tuple[Event, ...]:
    """A unit that goes back from the map counts in no box (13.6.10)."""
    return marked(piece, UnitMark.RETURNING)


TRACK_MARKS: Final = (
    UnitMark.OWED,
    UnitMark.EXTRA_POINTS,
    UnitMark.BOMBS,
    UnitMark.PAID,
    UnitMark.RETURNING,
)


def off_track(piece: Piece) -> tuple[Event, ...]:
    """A unit that comes from a track to the map has nothing more of the work on it."""
    return tuple(change for mark in TRACK_MARKS for change in unmarked(piece, mark))
