"""A letter as it came: how it came, who sent it, what it answers, and the texts in it.

Whatever its bytes are, it is read: what cannot be is its `trouble`, and what names no sender says
so in `nobody`. Reading takes time in proportion to its size.

Decides: that a letter is the moderator's own only where he says so as he hands it in, who its
sender is, and which letters were written by a program: those are never answered.
Leaves to `heads` and `parts`: how a letter is taken apart; to `senders`: whose a file in it is; to
`cleaning`: what of a text is a file.

Letters are read here, and not by the standard library: its readers raise for some letters, need
the square of their length for others, and differ from one version of Python to the next in what
they take for a sender. mail-parser and flanker rest on it; html2text is under the GPL, and
inscriptis lays out tables where orders want their indents kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import Final

from pbem.core.data.addresses import address_in
from pbem.core.data.yamlio import MAX_TYPED_BYTES
from pbem.post.heads import Heads, decoded, heads_of
from pbem.post.parts import Text, Texts, kind_of_part, texts_of

MAX_LETTER: Final = 4 << 20  # bytes; orders with a map attached are far below it

_OF_MAIL: Final = frozenset({"from", "received", "message-id", "return-path", "subject"})
_ROBOTS: Final = re.compile(r"(?:mailer-daemon|postmaster|no-?reply|bounces?(?:[+=.-].*)?)@")
_REPLIES: Final = (
    "x-autoreply", "x-autorespond", "x-autoreply-from", "x-mail-autoreply",
)  # fmt: skip
_FORWARDED: Final = "auto-forwarded"
_SILENCE: Final = frozenset({"all", "autoreply", "oof"})


class Handed(Enum):
    """How a letter was handed in."""

    BY_MAIL = "by mail"  # it lay in a mailbox, a folder or a file, and anybody may have written it
    BY_HAND = "by hand"  # a file of which the moderator said that it is his own


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter: where it was found, its bytes, and what can be read of it.

    `sender` is an address in small letters; where it is empty, `nobody` says why no one sent it.
    `robot`: why nobody answers it; `relayed`: a program sent it, but a person may have written it,
    so its files are read. `hushed`: it asks for no automatic answer, which people's letters do too
    where their mail server adds it.
    """

    name: str
    raw: bytes
    sender: str = ""
    subject: str = ""
    ident: str = ""
    texts: tuple[Text, ...] = ()
    unread: tuple[str, ...] = ()
    closed: tuple[Text, ...] = ()  # of what was not opened what is a text all the same
    robot: str = ""
    relayed: bool = False
    trouble: str = ""
    nobody: str = ""
    hushed: bool = False
    written: str = ""  # when, as its writer's clock had it, in UTC
    handed: Handed = Handed.BY_MAIL
    bug: Exception | None = None  # at what the program failed as it read the letter

    @property
    def by_hand(self) -> bool:
        """Whether the moderator handed it in as his own: then nobody asks whose it is."""
        return self.handed is Handed.BY_HAND

    @property
    def known_by(self) -> bytes:
        """What tells it from others: its bytes, and that the moderator handed it in himself."""
        return b"by hand\n" + self.raw if self.by_hand else self.raw


def read_letter(raw: bytes, name: str, handed: Handed = Handed.BY_MAIL) -> Letter:
    """A letter from its bytes; what the moderator hands in himself has no sender."""
    try:
        return _read(raw, name, handed)
    except Exception as bug:  # whatever a letter does to its reader, those behind it are read
        return Letter(name, raw, nobody="it cannot be read", handed=handed, bug=bug)


def _read(raw: bytes, name: str, handed: Handed) -> Letter:
    heads, below = heads_of(raw)
    texts, trouble = _texts(heads, raw, below)
    own = Letter(
        name=name,
        raw=raw,
        subject=heads.said("subject"),
        texts=texts.read,
        unread=texts.unread,
        closed=texts.closed,
        trouble=trouble,
        handed=handed,
    )
    if own.by_hand:
        return own
    sender, nobody = _sender(heads)
    robot, relayed = _robot(heads, sender), _relayed(heads)
    return replace(
        own,
        sender=sender,
        nobody=nobody,
        ident=" ".join(heads.raw("message-id").split()),
        robot=robot or relayed,
        relayed=bool(relayed and not robot),
        hushed=_asks_for_silence(heads),
        written=moment_in(heads.said("date")),
    )


def moment_in(text: str) -> str:
    """A moment as heads of letters name it, in UTC: `2026-11-20 19:30:00`; empty if it is none."""
    try:
        moment = parsedate_to_datetime(text)
        utc = moment.astimezone(UTC) if moment.tzinfo else moment
    except (ValueError, TypeError, IndexError, OverflowError):
        return ""
    return utc.replace(tzinfo=None).isoformat(" ", "seconds")


def _texts(heads: Heads, raw: bytes, below: int) -> tuple[Texts, str]:
    """The texts of a letter, what was not opened, and why none could be read."""
    if len(raw) > MAX_LETTER:
        told = f"{len(raw) >> 20} MB is more than a letter with orders has ({MAX_LETTER >> 20} MB)"
        return Texts(), told
    if not any(name in _OF_MAIL for name, _ in heads.rows):
        if len(raw) > MAX_TYPED_BYTES:
            return Texts(), f"a text of more than {MAX_TYPED_BYTES} bytes is not read"
        return Texts((Text(decoded(raw)),)), ""  # a bare file
    if heads.endless:
        return Texts(), heads.trouble
    found = texts_of(heads, raw[below:])
    return found, "" if found.read else "no text that could be read is in it"


def _sender(heads: Heads) -> tuple[str, str]:
    """The one address of the one head From, and why there is none."""
    named = heads.each("from")
    if not named:
        return "", "no head says who sent it"
    if heads.trouble or len(named) > 1:
        return "", heads.trouble or "several heads say who sent it"
    address = address_in(named[0].decode("utf-8", "replace"))
    return address, "" if address else "its head From names not one address that can be read"


def _robot(heads: Heads, sender: str) -> str:
    """Why a letter is a program's: an absence notice, a bounce, a list's digest."""
    auto = heads.said("auto-submitted").lower()
    if auto and re.split(r"[;( ]", auto)[0] not in ("no", _FORWARDED):
        return f"it was sent automatically ({auto[:40]})"
    if any(heads.said(name).lower() not in ("", "no") for name in _REPLIES):
        return "it is an automatic reply"
    if heads.said("precedence").lower() == "auto_reply":
        return "it is an automatic reply"
    if kind_of_part(heads).word in ("multipart/report", "message/delivery-status"):
        return "it reports on the delivery of a mail"
    return "it comes from a mail server" if _ROBOTS.match(sender) else ""


def _relayed(heads: Heads) -> str:
    """Why nobody answers a letter that a person may have written: heads that servers add too."""
    if heads.said("auto-submitted").lower().startswith(_FORWARDED):
        return "a program forwarded it"
    if heads.said("x-autogenerated").lower() not in ("", "no"):
        return "it says that a program made it"
    if heads.said("precedence").lower() in ("bulk", "junk"):
        return "it was sent in bulk"
    return "it comes from a mail server" if heads.said("return-path") == "<>" else ""


def _asks_for_silence(heads: Heads) -> bool:
    """Whether it asks for no automatic answer, as absence notices of Exchange do.

    So do letters of people whose server adds that head to all: it does not tell who wrote one.
    """
    return bool(_SILENCE & set(re.split(r"[, ]+", heads.said("x-auto-response-suppress").lower())))
