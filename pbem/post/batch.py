"""Every game of a folder that is ready, played in one go.

Decides: which games are played, that too many missing players stop everything before anything is
played, and that a game that fails stops no other. A game is played whole under its own lock, so a
second batch does only what is left, and two batches at once do not collide: a game at which
another command is at work is left to it.
Leaves to `rounds`: one game; to `crews`: who does the work; to `unchanged`: what need not be looked
at again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from pbem.core.data.findings import EXIT_WAITING, GameBusy, PbemError
from pbem.post.crews import Alone, Crew, Lost
from pbem.post.overview import overview
from pbem.post.rounds import Conducted, conduct
from pbem.post.unchanged import Found, digest, found_before, keep
from pbem.store.directory import GameDirectory
from pbem.store.files import is_handed_over, locked
from pbem.store.working import Work, work

OUTCOMES: Final = ("played", "asked", "waits", "busy", "ended", "failed")
WAITING: Final = ("asked", "waits", "ended")  # what stays so until something comes


class TooManyMissing(PbemError):
    """More players are late than the moderator allows; nothing was played."""

    exit_code = EXIT_WAITING


@dataclass(frozen=True, slots=True)
class Row:
    """What became of a game, one of OUTCOMES."""

    game: str
    folder: str
    run: int
    outcome: str
    told: str = ""
    letters: int = 0


def batch(
    games: Iterable[GameDirectory],
    now: datetime,
    *,
    crew: Crew | None = None,
    most_missing: int | None = None,
) -> Iterator[Row]:
    """Play every game that is ready, each as it comes to its end; what a stop left is done."""
    crew = crew or Alone()
    folders = [str(directory.root) for directory in games]
    if most_missing is not None:
        looked = crew.each(partial(late_in, now=now), folders)
        late = [name for _, names in looked if not isinstance(names, Lost) for name in names]
        _brake(late, most_missing)
    for folder, row in crew.each(partial(play_one, now=now, by=crew.by), folders):
        yield _failed(GameDirectory(Path(folder)), row.why) if isinstance(row, Lost) else row


def _brake(late: Sequence[str], most: int) -> None:
    """Stop before anything is played if more players are late than are allowed."""
    if len(late) > most:
        shown = ", ".join(late[:8]) + (" …" if len(late) > 8 else "")
        raise TooManyMissing(
            f"{len(late)} players are late: {shown}; nothing was played",
            hint="set later deadlines, or allow more with --most-missing",
        )


def late_in(folder: str, now: datetime) -> tuple[str, ...]:
    """The players of a game who are late; what cannot be looked at fails when it is played."""
    directory = GameDirectory(Path(folder))
    try:
        known = found_before(directory.root, now)
        if known is not None:
            return known.late
        view = overview(directory, now)
    except PbemError:
        return ()
    return _late(view.game, view.named("late"))


def _late(game: str, players: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{player} ({game})" for player in players)


def play_one(folder: str, now: datetime, by: Work = work) -> Row:
    """One game played; whatever happens is a row."""
    directory = GameDirectory(Path(folder))
    known = found_before(directory.root, now)
    if known is not None:
        return Row(**{**known.row, "folder": folder})
    try:
        if is_handed_over(directory.root):
            return _row(directory, "ended", "handed over")
        with locked(directory.root):
            before = digest(directory.root)
            done = conduct(directory, now, by=by)
            row = _told(done, folder)
            if row.outcome in WAITING:
                late = _late(row.game, done.view.named("late"))
                keep(directory, before, Found(asdict(row) | {"letters": 0}, late), now)
            return row
    except GameBusy:
        return _row(directory, "busy", "another command is at work on it")
    except PbemError as trouble:
        told = trouble.message, *map(str, trouble.findings[:3])
        return _failed(directory, *dict.fromkeys(told))
    except OSError as trouble:
        return _failed(directory, f"{trouble.filename or folder}: {trouble.strerror or trouble}")
    except Exception as bug:
        return _failed(directory, f"a bug of ours ({type(bug).__name__}: {bug})")


def _told(done: Conducted, folder: str) -> Row:
    """The row of a game at which all was well."""
    waits = f"for {', '.join(done.waits_for)}" if done.outcome in ("asked", "waits") else ""
    told = "; ".join(filter(None, (waits, done.remark, *done.failed, *done.view.notes)))
    run = done.view.run - (done.outcome == "played")
    return Row(done.view.game, folder, run, done.outcome, told, len(done.letters))


def _failed(directory: GameDirectory, *why: str) -> Row:
    return _row(directory, "failed", "; ".join(why))


def _row(directory: GameDirectory, outcome: str, told: str) -> Row:
    """The row of a game of which little may be readable."""
    try:
        game, run = directory.roster.game, directory.latest.number + 1
    except PbemError:
        game, run = directory.root.name, 0
    return Row(game, str(directory.root), run, outcome, told)
