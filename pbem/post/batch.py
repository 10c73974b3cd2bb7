"""Every game of a folder that is ready, played in one go, in one process or in several.

Decides: which games are played, that too many missing players stop everything before anything is
played, and that a game that fails stops no other. A game is played whole under its own lock, so a
second batch does only what is left, and two batches at once do not collide.
Leaves to `rounds`: one game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import datetime
from multiprocessing import get_context
from pathlib import Path

from pbem.core.data.findings import EXIT_WAITING, PbemError
from pbem.post.overview import Overview, overview
from pbem.post.rounds import conduct
from pbem.store.directory import GameDirectory
from pbem.store.files import is_handed_over, locked


class TooManyMissing(PbemError):
    """More players are late than the moderator allows; nothing was played."""

    exit_code = EXIT_WAITING


@dataclass(frozen=True, slots=True)
class Row:
    """What became of a game: played, asked, waits, ended, or failed."""

    game: str
    folder: str
    run: int
    outcome: str
    told: str = ""
    letters: int = 0


def batch(
    games: Iterable[GameDirectory], now: datetime, *, jobs: int = 1, most_missing: int | None = None
) -> Iterator[Row]:
    """Play every game that is ready, each as it comes to its end; what a stop left is done."""
    views = [_viewed(directory, now) for directory in games]
    _brake([view for view in views if isinstance(view, Overview)], most_missing)
    yield from (view for view in views if isinstance(view, Row))
    yield from _played([v.folder for v in views if isinstance(v, Overview)], now, jobs)


def _viewed(directory: GameDirectory, now: datetime) -> Overview | Row:
    if is_handed_over(directory.root):
        return Row(directory.root.name, str(directory.root), 0, "ended", "here: it was handed over")
    try:
        return overview(directory, now)
    except PbemError as trouble:
        return Row(directory.root.name, str(directory.root), 0, "failed", trouble.message)


def _brake(views: Sequence[Overview], most: int | None) -> None:
    """Stop before anything is played if more players are late than are allowed."""
    late = [f"{player} ({view.game})" for view in views for player in view.named("late")]
    if most is not None and len(late) > most:
        shown = ", ".join(late[:8]) + (" …" if len(late) > 8 else "")
        raise TooManyMissing(
            f"{len(late)} players are late: {shown}; nothing was played",
            hint="set later deadlines, or allow more with --most-missing",
        )


def _played(folders: Sequence[str], now: datetime, jobs: int) -> Iterator[Row]:
    """The games played, by one process after the other or by several side by side."""
    if jobs == 1 or len(folders) < 2:
        yield from (play_one(folder, now) for folder in folders)
        return
    with ProcessPoolExecutor(min(jobs, len(folders)), get_context("spawn")) as pool:
        works = [pool.submit(play_one, folder, now) for folder in folders]
        for work in as_completed(works):
            yield work.result()


def play_one(folder: str, now: datetime) -> Row:
    """One game played; whatever happens is a row."""
    directory = GameDirectory(Path(folder))
    try:
        with locked(directory.root):
            done = conduct(directory, now)
    except PbemError as trouble:
        told = "; ".join([trouble.message, *(str(found) for found in trouble.findings[:3])])
        run = directory.latest.number + 1
        return Row(directory.roster.game, folder, run, "failed", told)
    told = f"for {', '.join(done.waits_for)}" if done.outcome in ("asked", "waits") else ""
    run = done.view.run - (done.outcome == "played")
    return Row(done.view.game, folder, run, done.outcome, told, len(done.letters))
