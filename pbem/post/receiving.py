"""A letter received into a game.

Every letter is kept whole in `mail/received/`, with the files that were read in it and what became
of them. The newest file without errors counts: it lies in `orders/`, `standing/` or `answers/`
under its player's name, in place of an older one; it never joins it. A file with errors changes
nothing, and its answer says what still counts.

Decides: that a letter that came before changes nothing, that one is kept before something is done.
Leaves to `judging`: what it comes to; to `carrying`: what is done for it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from pbem.post.carrying import Done, carry_out, finish
from pbem.post.contents import WHOLE, Share
from pbem.post.failing import FAILED_AT, OF_THE_GAME, where
from pbem.post.failing import told as told_of_failure
from pbem.post.judged import ELSEWHERE, Judged
from pbem.post.judging import judged
from pbem.post.kept import FAILED, KNOWN, REFUSED, day_of, has_work, record_in, refuse_unreadable
from pbem.post.letters import Letter
from pbem.post.office import Arrival, Office
from pbem.post.passphrases import passphrases
from pbem.post.queue import open_queue
from pbem.post.settings import settings
from pbem.post.unread import answered
from pbem.store.directory import GameDirectory


@dataclass(frozen=True, slots=True)
class Handled:
    """What became of a letter: a line for the moderator, and where its answer lies.

    `outcome`: counts, bad, refused, nothing, known (it came before), robot,
    failed (the program failed at it).
    """

    letter: str
    number: int
    outcome: str
    told: tuple[str, ...]
    answer: Path | None = None


def receive(directory: GameDirectory, letter: Letter, now: str) -> Handled:
    """Receive one letter into a game; the caller holds the lock. `now` is when it arrived."""
    handled = taken(Office(directory), letter, now)
    assert handled is not None  # all of it is for the game
    return handled


def taken(office: Office, letter: Letter, now: str, share: Share = WHOLE) -> Handled | None:
    """Take a letter in where others were taken in before, or a game's share of it; None if none of
    its files is for the game. The caller holds the lock.
    """
    left, day, kept = _left(office, now), day_of(now), office.kept
    before = kept.before(letter)
    if before and before.settles(day):
        told = "it came before, and was answered then"
        return Handled(letter.name, before.number, KNOWN, (*left, told))
    found = _looked_at(Arrival(office, letter, day, share))
    if found.outcome == ELSEWHERE:
        return None
    if found.known:
        return Handled(letter.name, found.known, found.outcome, (*left, *found.told))
    if before and (found.outcome == FAILED or found.over):  # nothing else came of it
        return Handled(letter.name, before.number, found.outcome, (*left, *found.told))
    if found.outcome == REFUSED and share.kept:  # so a stranger who names many games fills no disk
        found = replace(found, kept=share.kept, told=(*found.told, f"it is kept as {share.kept}"))
    record = found.record(letter, now)
    folder = kept.keep(letter, {**found.kept_files}, record)
    done = carry_out(office.directory, folder) if has_work(record) else Done()
    if done.failed:
        kept.note(folder, record_in(office.directory, folder))
        return Handled(letter.name, kept.last, FAILED, (*left, *done.failed), done.answer)
    return Handled(letter.name, kept.last, found.outcome, (*left, *found.told), done.answer)


def _left(office: Office, now: str) -> tuple[str, ...]:
    """Do first what others left, once; what failed of it.

    What a letter may need of the game is read now: what is wrong with that is no letter's trouble.
    """
    if office.is_open:
        return ()
    directory = office.directory
    _ = settings(directory), passphrases(directory), directory.known_keys, office.desk
    left = (*finish(directory), *open_queue(directory, now).failed)
    office.is_open = True
    return left


def _looked_at(arrival: Arrival) -> Judged:
    """What a letter comes to, whatever it makes the program raise."""
    try:
        if arrival.letter.bug is not None:
            raise arrival.letter.bug
        found = judged(arrival)
        refuse_unreadable(found.record(arrival.letter, ""))
        return found
    except OF_THE_GAME:
        raise
    except Exception as bug:
        kept, root = arrival.office.kept, arrival.directory.root
        before = kept.before(arrival.letter)
        told = told_of_failure(bug, root, before.number if before else kept.last + 1)
        given = Judged(FAILED, told, answer=FAILED_AT, trouble=where(bug, root))
        return answered(arrival, given)
