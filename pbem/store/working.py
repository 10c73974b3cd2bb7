"""The part of a run that needs neither a game's directory nor its keys: play, and what reports say.

A `Job` is all that it takes, a `Done` what comes of it; both are values, so that the work can be
done by another process or machine. A job has the keys of one run's dice, from which nothing of the
game's chains can be told; seals are made by who holds the chains, when the work is done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pbem.core.play.run import Beginning, Course, RunFiles, play_out
from pbem.core.reading.report import Around, Report, unproved
from pbem.core.record.ledger import Entry
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.moderation.differences import broken_orders, differences, unchanged

PUBLIC: Final = ""


@dataclass(frozen=True, slots=True)
class Job:
    """A run to be played.

    `void` is the log of an earlier play of the same window; `own` are the moderator's own data
    files, which the game was loaded with, `kept` the files of players. `lot` is a number of the run
    that nobody foretells who has no keys.
    """

    game: Game
    state: State
    files: RunFiles
    beginning: Beginning
    around: Around = field(default_factory=Around)
    void: Sequence[Entry] = ()
    own: Mapping[str, bytes] = field(default_factory=dict)
    kept: Mapping[str, bytes] = field(default_factory=dict)
    lot: int = 0


@dataclass(frozen=True, slots=True)
class Done:
    """How a run went, and everybody's report, which still wants its proof.

    `remark` is what the moderator is told of who played it.
    """

    course: Course
    reports: Mapping[str, Report]
    remark: str = ""


Work = Callable[[Job], Done]  # here, or elsewhere


def work(job: Job) -> Done:
    """Play a run; where it asks there is nothing to report."""
    course = play_out(job.game, job.state, job.files, job.beginning)
    if course.pending:
        return Done(course, {})
    return Done(course, told(job.game, job.state, course, job.around, void=job.void))


def told(
    game: Game, before: State, course: Course, around: Around, *, void: Sequence[Entry] = ()
) -> dict[str, Report]:
    """Everybody's report of a run that went so, and the public's."""
    reports: dict[str, Report] = {}
    for player in (PUBLIC, *sorted({*before.players(), *course.state.players()})):
        notes = (*around.notes, *_unheard(course, player), *_compared(void, course, player))
        here = replace(around, notes=notes)
        reports[player] = unproved(game, before, course, player=player, around=here)
    return reports


def _unheard(course: Course, player: str) -> tuple[str, ...]:
    """The player's own answers that decided nothing."""
    return tuple(
        f"your answer to {path} decided nothing: that question never came up"
        for who, path in course.unheard
        if who == player
    )


def _compared(void: Sequence[Entry], course: Course, player: str) -> tuple[str, ...]:
    """What came out otherwise than in the void play, and which orders broke."""
    if not void:
        return ()
    entries = course.entries
    lines = differences(void, entries, player)
    if not lines:
        return ("this run was taken back and played again: everything came out as before",)
    broken = broken_orders(void, entries, player)
    return (
        "this run was taken back and played again; what came out otherwise:",
        *lines,
        f"unchanged: {unchanged(void, entries, player) or 'nothing'}",
        *(f"this order broke: {line}" for line in broken),
    )
