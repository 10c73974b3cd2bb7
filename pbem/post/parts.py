"""The parts of a letter: its texts, and what else is attached.

A letter is one text, or parts in parts. Of one text in several forms the plainest speaks.

Decides: where parts begin and end, which of them is a text that can hold orders, which is not
opened, how much text is read. Attachments are texts or they are not opened; the names of files are
only told.
Leaves to `heads`: what a part says of itself; to `bodies`: what a reader sees of a text.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pbem.core.data.letters import shown_in_line
from pbem.core.data.yamlio import MAX_TYPED_BYTES
from pbem.post.bodies import html_text, unflowed
from pbem.post.heads import Heads, Kind, decoded, from_base64, heads_of, kind_said, name_said

MAX_PARTS: Final = 50
DEEPEST: Final = 64  # parts in parts; what lies deeper is not opened
LONGEST_NAME: Final = 100

_TEXT_NAMES: Final = (".yaml", ".yml", ".txt")
_TEXTS: Final = ("text/plain", "text/html", "application/x-yaml")


@dataclass(frozen=True, slots=True)
class Text:
    """One text of a letter; `attached` is the name its sender gave it, nothing for the body."""

    said: str
    attached: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A part that has no parts of its own: what it says of itself, and its bytes as they came."""

    kind: Kind
    heads: Heads
    body: bytes

    @property
    def name(self) -> str:
        """The name of an attachment without any folder; nothing for what is no attachment."""
        place = kind_said(self.heads.raw("content-disposition"))
        name = name_said(place, "filename") or name_said(self.kind, "name")
        short = shown_in_line(re.split(r"[/\\]", name)[-1].strip())[-LONGEST_NAME:]
        return short or ("attachment" if place.word == "attachment" else "")

    @property
    def data(self) -> bytes:
        """Its bytes, decoded as it says that they are coded."""
        coding = self.heads.raw("content-transfer-encoding").strip().lower()
        if coding == "base64":
            return from_base64(self.body)
        return binascii.a2b_qp(self.body) if coding == "quoted-printable" else self.body


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a letter, the body first; the names of what was not opened, and what of that is
    a text all the same."""

    read: tuple[Text, ...] = ()
    unread: tuple[str, ...] = ()
    closed: tuple[Text, ...] = ()


def texts_of(heads: Heads, body: bytes) -> Texts:
    """The texts of a letter and what was not opened."""
    texts: list[Text] = []
    unread: list[str] = []
    closed: list[Text] = []
    left = spare = MAX_TYPED_BYTES
    for number, part in enumerate(_parts(heads, body)):
        if number >= MAX_PARTS:
            unread.append("further parts")
            break
        name, data = part.name, part.data
        if not _speaks(part, name):
            unread.append(name or shown_in_line(part.kind.word)[:LONGEST_NAME])
            if len(data) <= spare and _is_text(data):
                spare -= len(data)
                closed.append(Text(_said(part.kind, data), unread[-1]))
        elif len(data) > left:
            unread.append(name or "a text that is too long")
        else:
            left -= len(data)
            texts.append(Text(_said(part.kind, data), name))
    return Texts(tuple(texts), tuple(unread), tuple(closed))


def _is_text(data: bytes) -> bool:
    """Whether an attachment is a text whatever it says that it is: a picture soon has a null."""
    return b"\0" not in data[:4000]


def _speaks(part: Part, name: str) -> bool:
    """Whether a part is a text that can hold orders."""
    if name:
        return name.lower().endswith(_TEXT_NAMES) or part.kind.word == "text/plain"
    return part.kind.word in _TEXTS


def _said(kind: Kind, data: bytes) -> str:
    """What a reader sees of a text."""
    said = decoded(data, kind.details.get("charset", ""))
    if kind.word == "text/html":
        return html_text(said)
    if kind.details.get("format", "").lower() == "flowed":
        return unflowed(said, kind.details.get("delsp", "").lower() == "yes")
    return said


# --- parts in parts ------------------------------------------------------------------------------


def kind_of_part(heads: Heads) -> Kind:
    """What a part says that it is; a plain text where it says nothing that can be read."""
    kind = kind_said(heads.raw("content-type"))
    return kind if "/" in kind.word else Kind("text/plain", kind.details)


def _parts(heads: Heads, body: bytes, depth: int = 0) -> Iterator[Part]:
    """The parts that have none of their own; of one text in several forms the plainest."""
    kind = kind_of_part(heads)
    inner = _inner(kind, body) if depth < DEEPEST else []
    if not inner:
        yield Part(kind, heads, body)
        return
    if kind.word == "multipart/alternative":
        inner = [part for part in inner if _is_plain(*part)][:1] or inner
    for part in inner:
        yield from _parts(*part, depth + 1)


def _inner(kind: Kind, body: bytes) -> list[tuple[Heads, bytes]]:
    """The parts of which a part consists: their heads, and what stands below those."""
    if kind.word == "message/rfc822":
        return [_split(body)]
    bound = kind.details.get("boundary", "").encode("utf-8", "replace")
    if not kind.word.startswith("multipart/") or not bound:
        return []
    pieces = re.split(rb"\n--" + re.escape(bound) + rb"(--)?[ \t]*\r?(?=\n|\Z)", b"\n" + body)
    last = pieces.index(b"--") if b"--" in pieces[1::2] else len(pieces)
    inner = pieces[2:last:2][: MAX_PARTS + 1]
    return [_split(piece[1:].removesuffix(b"\r")) for piece in inner]


def _split(data: bytes) -> tuple[Heads, bytes]:
    heads, below = heads_of(data)
    return heads, data[below:]


def _is_plain(heads: Heads, body: bytes) -> bool:
    """Whether a form of a text is plain, and says something."""
    part = Part(kind_of_part(heads), heads, body)
    return part.kind.word == "text/plain" and bool(part.data.strip())
