"""Reminders to those who owe orders or answers: at most one a day for each window.

Decides: who is reminded (his deputy, if he is away and one acts for him), and how often.
Leaves to `overview`: who owes, and who is late.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from typing import Final

from pbem.post.outgoing import Answer, put
from pbem.post.overview import Overview, Seat, overview
from pbem.store.directory import GameDirectory

OWING: Final = ("owes", "late", "asked")


def remind(directory: GameDirectory, now: datetime) -> Iterator[tuple[Seat, Path]]:
    """Write to everybody for whom play waits; the caller holds the lock."""
    view = overview(directory, now)
    day = f"{now.astimezone(UTC):%Y%m%d}"
    for seat in view.seats:
        if seat.state not in OWING or (seat.away and not seat.deputy):
            continue
        answer = Answer(
            name=f"remind-{view.run:03}-{day}-{seat.player}",
            to=seat.writer,
            subject=f"run {view.run} waits for you",
            text=_text(view, seat),
            date=format_datetime(now),
        )
        if (path := put(directory, answer)) is not None:
            yield seat, path


def _text(view: Overview, seat: Seat) -> str:
    what = "answers" if seat.state == "asked" else "orders"
    due = {"late": f", and were due {seat.deadline}", "owes": f"; they are due {seat.deadline}"}
    when = due.get(seat.state, "") if seat.deadline else ""
    window = view.window.partition(" ")[2]
    whose = f"The {what} of {seat.player}, for whom you act," if seat.deputy else f"Your {what}"
    return f"{whose} for run {view.run} ({window}) have not come{when}.\n"
