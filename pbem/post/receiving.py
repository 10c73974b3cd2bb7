"""A letter received into a game.

Every letter is kept whole in `mail/received/`, with the files that were read in it and what became
of them. The newest file without errors counts: it lies in `orders/`, `standing/` or `answers/`
under its player's name, in place of an older one; it never joins it. A file with errors changes
nothing, and its answer says what still counts.

Decides: that a letter that came before changes nothing, that one is kept before something is done.
Leaves to `judging`: what it comes to; to `carrying`: what is done for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pbem.post.carrying import carry_out, finish
from pbem.post.judging import judged
from pbem.post.kept import has_work
from pbem.post.letters import Letter
from pbem.post.office import Office
from pbem.post.queue import open_queue
from pbem.store.directory import GameDirectory


@dataclass(frozen=True, slots=True)
class Handled:
    """What became of a letter: a line for the moderator, and where its answer lies.

    `outcome`: counts, bad, refused, nothing, known (it came before), robot.
    """

    letter: str
    number: int
    outcome: str
    told: tuple[str, ...]
    answer: Path | None = None


def receive(directory: GameDirectory, letter: Letter, now: str) -> Handled:
    """Receive one letter into a game; the caller holds the lock. `now` is when it arrived."""
    return taken(Office(directory), letter, now)


def taken(office: Office, letter: Letter, now: str) -> Handled:
    """Take a letter in where others were taken in before; the caller holds the lock."""
    if not office.is_open:
        finish(office.directory)
        open_queue(office.directory, now)
        office.is_open = True
    if known := office.kept.came_before(letter):
        return Handled(letter.name, known, "known", ("it came before, and was answered then",))
    found = judged(office, letter)
    files = {f"{n}.yaml": item.data for n, item in enumerate(found.files, start=1)}
    record = found.record(letter, now)
    folder = office.kept.keep(letter, files, record)
    answer = carry_out(office.directory, folder) if has_work(record) else None
    return Handled(letter.name, office.kept.last, found.outcome, found.told, answer)
