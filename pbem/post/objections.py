"""Objections that the moderator enters for a player: he gets the letter that his own would get.

Decides: what that letter says, and that each protest is answered once. Leaves to `store.protests`:
which objections stand.
"""

from __future__ import annotations

from datetime import datetime
from email.utils import format_datetime
from pathlib import Path

from pbem.moderation.protests import KIND, Objection, Protest
from pbem.post.outgoing import Answer, put
from pbem.store.directory import GameDirectory
from pbem.store.protests import enter, open_protests


def enter_for(
    directory: GameDirectory, objection: Objection, now: datetime
) -> tuple[Protest, Path | None]:
    """Enter a protest and write to its player; the caller holds the lock. None: no letter."""
    for left in open_protests(directory):  # by a command that was stopped before it wrote
        _answered(directory, left, now)
    made = enter(directory, objection)
    return made, _answered(directory, made, now)


def _answered(directory: GameDirectory, made: Protest, now: datetime) -> Path | None:
    """The letter about a protest; what came by letter was answered with its receipt."""
    if made.source:
        return None
    answer = Answer(
        name=f"{KIND}-{made.number:03}-{made.player}",
        to=made.player,
        subject=f"your protest against {made.about}",
        text=f"{_ENTERED}\n{made.told_to(made.player)}\n",
        date=format_datetime(now),
        attached={f"{KIND}-{made.number}.yaml": made.text().encode()},
    )
    return put(directory, answer)


_ENTERED = """\
The moderator entered your protest. Keep the attached file: with it anybody can prove that a later
log leaves it out. It stands in the reports until it is ruled on:
"""
