"""Letters in which nothing is read.

Decides: that their sender is answered if he is a player, and when that ends: where a program
answers what we answer, it would go on for ever.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pbem.post.cleaning import own_words
from pbem.post.contents import EMPTY, Contents
from pbem.post.judged import Judged
from pbem.post.kept import UNCLEAR, mark_of
from pbem.post.letters import Letter
from pbem.post.limits import most_unread, silence
from pbem.post.office import Arrival
from pbem.post.senders import writer_by_address


def unread(arrival: Arrival, why: str, found: Contents = EMPTY) -> Judged:
    """A letter in which nothing is read."""
    lines = "".join(f"{line}\n" for line in (*found.lost, *found.left))
    answer = _NOTHING.format(why=why, lines=lines)
    given = Judged("nothing", (why, *found.lost), answer=answer, said=_said(arrival.letter))
    return answered(arrival, given)


def _said(letter: Letter) -> str:
    """What stands for what was typed in a letter; empty if other things may tell it from others."""
    words = " ".join(own_words(text.said) for text in letter.texts).strip()
    return mark_of(words) if words and not letter.unread else ""


def unclear(arrival: Arrival) -> Judged:
    """A letter of a player for which no game can be named."""
    share = arrival.share
    answer = _NOWHERE.format(why=share.unclear, games=", ".join(share.plays), game=share.game)
    given = Judged(UNCLEAR, (share.unclear,), answer=answer, said=_said(arrival.letter))
    return answered(arrival, given)


def answered(arrival: Arrival, given: Judged) -> Judged:
    """An answer that nothing was read, if its sender is a player, but not again and again."""
    letter, kept = arrival.letter, arrival.office.kept
    writer, most = writer_by_address(arrival.directory, letter.sender), most_unread(letter.hushed)
    before = kept.unread.get((arrival.day, letter.sender), [])
    if not writer:
        return replace(given, answer="")
    if silent := silence(before, given.said, most):
        return replace(given, told=(*given.told, silent), answer="")
    last = _LAST if len(before) + 1 == most else ""
    return replace(given, to=writer, answer=f"{given.answer}{last}")


_NOTHING: Final = """\
Nothing in your letter counts: {why}.
{lines}An order file begins with the lines `window:` and `player:` of its form.
"""
_NOWHERE: Final = """\
Nothing in your letter counts: {why}. You play in {games}.
Send it again with the name of the game in brackets in the subject, as [{game}], or in the line
`window:` of each file.
"""
_LAST: Final = """
This is the last answer of its kind today: letters in which nothing can be read are not answered
again before tomorrow (UTC). The moderator sees them; what counts is always answered.
"""
