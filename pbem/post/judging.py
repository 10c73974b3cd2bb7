"""What a letter comes to: refused, read, or nothing.

Decides: that a stranger's letter is refused and told to the moderator alone, that the player whose
passphrase is guessed learns of it, and that files in a letter which a program passed on are read
like others, though nobody is answered.
Leaves to `contents`: what in a letter is a file; to `senders`: whose it is; to `receipts`: what
counts; to `unread`: how often letters in which nothing is read are answered.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pbem.post.contents import Contents, Found, contents_of, shared
from pbem.post.judged import ELSEWHERE, Judged
from pbem.post.kept import KNOWN, REFUSED
from pbem.post.limits import Tries, tries
from pbem.post.office import Arrival
from pbem.post.receipts import with_receipts
from pbem.post.senders import phrases_said, refused
from pbem.post.unread import unclear, unread


def judged(arrival: Arrival) -> Judged:
    """What a letter, or a game's share of it, comes to."""
    letter = arrival.letter
    if letter.robot and not letter.relayed:
        return Judged("robot", (_UNANSWERED.format(why=letter.robot),))
    found = contents_of(arrival.directory.game.system, letter)
    if letter.robot and not (found.files or found.lost):
        return Judged("robot", (_UNANSWERED.format(why=letter.robot),))
    given = _read(arrival, found)
    return _unanswered(given, letter.robot) if letter.robot else given


def _unanswered(found: Judged, why: str) -> Judged:
    """What comes of a letter that nobody answers: the moderator is told, and its writer is not."""
    if found.outcome in (ELSEWHERE, KNOWN):
        return found
    told = (*found.told, _UNANSWERED.format(why=why))
    if found.outcome == REFUSED:  # its letter, if it has one, warns of those in a player's name
        return replace(found, told=told)
    return replace(found, told=told, to="", answer="")


def _read(arrival: Arrival, found: Contents) -> Judged:
    """What the files of a letter come to, whoever sent it."""
    office, letter = arrival.office, arrival.letter
    if letter.trouble:
        return unread(arrival, letter.trouble, found)
    if arrival.share.unclear:
        return unclear(arrival)
    found = shared(found, arrival.share)
    if not found.files and arrival.share.others:
        return Judged(ELSEWHERE, ())
    if not found.files:
        return unread(arrival, _NONE, found)
    if number := office.kept.copied(letter, [item.data for item in found.files]):
        return Judged(KNOWN, ("it came before with the same files, which counted",), known=number)
    tried = tries(office.kept, letter.sender, arrival.day, phrases_said(letter))
    for item in found.files:
        if why := _refused(arrival, item, tried):
            return _turned_away(arrival, why, found.files, tried)
    return with_receipts(arrival, found)


_UNANSWERED: Final = "not answered: {why}"
_NONE: Final = "no orders, standing orders, answers or protest are in it"


def _refused(arrival: Arrival, item: Found, tried: Tries) -> str:
    """Why a file of a letter is not his whose name it bears; nothing if it may be."""
    if item.kind == "overrides":
        return "it rules, which the moderator alone does, in the folder overrides/"
    return refused(arrival.directory, arrival.letter, item.player, item.deputy, tries=tried)


def _turned_away(arrival: Arrival, why: str, found: tuple[Found, ...], tried: Tries) -> Judged:
    """A letter that is refused. Where passphrases are guessed, their player is told once a day."""
    over = tried.over
    is_new = over and (tried.day, over) not in arrival.office.kept.warned
    return Judged(
        REFUSED,
        (why, _UNTRIED) if over else (why,),
        over if is_new else "",
        GUESSED if is_new else "",
        files=found,
        guesses=tried.wrong,
        over=tried.day if over else "",
    )


_UNTRIED: Final = "if it is his, hand it in --by-hand; or hand it in again tomorrow (UTC)"
GUESSED: Final = """\
Letters in your name say one wrong passphrase after the other today. None of them counts, and what
you sent before still does. Until the day ends (UTC) such letters are not looked at any more: if one
of yours is not answered, tell the moderator, who can take it in himself.
"""
