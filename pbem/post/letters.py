"""A letter as it came: who sent it, what it answers, and every text in it that may hold a file.

Decides: how a text is decoded whatever its mail program said, which part of a letter speaks (a
plain text before the same in HTML), and which letters were written by a program: those are never
answered. Attachments are texts or they are not opened; the names of files are only told.
Leaves to `cleaning`: what of a text is a file.

The standard library reads letters. mail-parser and flanker read no more of them, and unpack
attachments onto the disk or want a compiler; html2text is under the GPL, and inscriptis lays out
tables where orders want their indents kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.headerregistry import AddressHeader
from email.message import Message
from html.parser import HTMLParser
from typing import Final

from pbem.core.data.yamlio import MAX_TYPED_BYTES

MAX_LETTER: Final = 4 << 20  # bytes; orders with a map attached are far below it
MAX_PARTS: Final = 50

_HEADERS = re.compile(rb"^[A-Za-z][A-Za-z0-9-]*:[ \t]?[^\r\n]*\r?\n", re.MULTILINE)
_LETTER_HEADERS: Final = (b"from:", b"received:", b"message-id:", b"return-path:", b"subject:")
_TEXT_NAMES: Final = (".yaml", ".yml", ".txt")
_ROBOTS: Final = re.compile(r"^(mailer-daemon|postmaster|no-?reply|bounce[s+-]?.*)@", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Text:
    """One text of a letter; `attached` is the name its sender gave it, nothing for the body."""

    said: str
    attached: str = ""


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter: where it was found, its bytes, and what can be read of it.

    `sender` is an address in small letters, empty for a bare file. `robot`: why nobody answers it.
    """

    name: str
    raw: bytes
    sender: str = ""
    subject: str = ""
    ident: str = ""
    texts: tuple[Text, ...] = ()
    unread: tuple[str, ...] = ()
    robot: str = ""
    trouble: str = ""

    @property
    def is_mail(self) -> bool:
        """Whether it came by mail; a bare file is from the moderator's own hand."""
        return bool(self.sender or self.ident or self.subject)


def read_letter(raw: bytes, name: str) -> Letter:
    """A letter from its bytes: a mail, or a bare file of orders."""
    if len(raw) > MAX_LETTER:
        told = f"{len(raw) >> 20} MB is more than a letter with orders has ({MAX_LETTER >> 20} MB)"
        return Letter(name, raw, *_envelope(raw[:MAX_TYPED_BYTES]), trouble=told)
    if not is_mail(raw):
        return Letter(name, raw, texts=(Text(decoded(raw)),))
    mail = message_from_bytes(raw, policy=policy.default)
    texts, unread = _texts(mail)
    trouble = "" if texts else "no text that could be read is in it"
    sender, subject, ident = _envelope(raw)
    return Letter(name, raw, sender, subject, ident, texts, unread, _robot(mail, sender), trouble)


def is_mail(raw: bytes) -> bool:
    """Whether a file begins with the headers of a mail, and not with a file of orders."""
    head = raw.lstrip()[:4000]
    first = _HEADERS.match(head)
    if first is None:
        return head.startswith(b"From ") and b"\nReceived:" in head
    lines = (line.lower() for line in head.partition(b"\n\n")[0].splitlines())
    return any(line.startswith(_LETTER_HEADERS) for line in lines)


def _envelope(raw: bytes) -> tuple[str, str, str]:
    """Who sent it, about what, and its Message-ID; nothing where a header is broken."""
    if not is_mail(raw):
        return "", "", ""
    mail = message_from_bytes(raw, policy=policy.default)
    return _sender(mail), _header(mail, "Subject"), _header(mail, "Message-ID")


def _header(mail: Message, name: str) -> str:
    """A header on one line, as far as it can be read."""
    try:
        return " ".join(_legible(str(mail.get(name, ""))).split())
    except (ValueError, IndexError, TypeError, LookupError):
        return ""


def _sender(mail: Message) -> str:
    """The one address of the header From; a header with none or several names nobody."""
    try:
        header = mail.get("From")
        found = header.addresses if isinstance(header, AddressHeader) else ()
        named = [one for one in getattr(header, "addresses", found) if one.domain]
    except (ValueError, IndexError, TypeError, LookupError, AttributeError):
        return ""
    return _legible(named[0].addr_spec).lower() if len(named) == 1 else ""


def _legible(text: str) -> str:
    """A text without halves of characters, which no file can hold."""
    return text.encode("utf-8", "replace").decode()


def _robot(mail: Message, sender: str) -> str:
    """Why a letter is a program's: an absence notice, a bounce, a list's digest."""
    auto = _header(mail, "Auto-Submitted").lower()
    if auto and auto != "no":
        return f"it was sent automatically ({auto})"
    if _header(mail, "X-Autoreply") or _header(mail, "X-Autorespond"):
        return "it is an automatic reply"
    if _header(mail, "Precedence").lower() in ("bulk", "junk", "auto_reply"):
        return "it was sent in bulk"
    if mail.get_content_type() in ("multipart/report", "message/delivery-status"):
        return "it reports on the delivery of a mail"
    if _header(mail, "Return-Path") == "<>" or _ROBOTS.match(sender):
        return "it comes from a mail server"
    return ""


# --- its texts -----------------------------------------------------------------------------------


def _texts(mail: Message) -> tuple[tuple[Text, ...], tuple[str, ...]]:
    """The texts of a letter, the body first, and the names of what was not opened."""
    texts: list[Text] = []
    unread: list[str] = []
    for number, part in enumerate(_parts(mail)):
        name = _file_name(part)
        if number >= MAX_PARTS:
            unread.append("further parts")
            break
        if not _speaks(part, name):
            unread.append(name or part.get_content_type())
            continue
        data = part.get_payload(decode=True)
        if not isinstance(data, bytes) or len(data) > MAX_TYPED_BYTES:
            unread.append(name or "a text that is too long")
            continue
        said = decoded(data, part.get_content_charset() or "")
        if part.get_content_type() == "text/html":
            said = html_text(said)
        elif part.get_param("format") == "flowed":
            said = unflowed(said, part.get_param("delsp") == "yes")
        texts.append(Text(said, name))
    return tuple(texts), tuple(unread)


def _parts(mail: Message) -> Iterator[Message]:
    """The parts of a letter; of one text in several forms the plainest."""
    if mail.get_content_type() == "multipart/alternative":
        kinds = {part.get_content_type(): part for part in reversed(_inner(mail))}
        plain = kinds.get("text/plain")
        chosen = plain if plain is not None and _says_something(plain) else None
        for part in [chosen] if chosen is not None else _inner(mail):
            yield from _parts(part)
    elif mail.is_multipart():
        for part in _inner(mail):
            yield from _parts(part)
    else:
        yield mail


def _inner(mail: Message) -> list[Message]:
    payload = mail.get_payload()
    parts = payload if isinstance(payload, list) else []
    return [part for part in parts if isinstance(part, Message)]


def _says_something(part: Message) -> bool:
    data = part.get_payload(decode=True)
    return isinstance(data, bytes) and bool(data.strip())


def _file_name(part: Message) -> str:
    """The name of an attachment without any folder; nothing for what is no attachment."""
    try:
        name = part.get_filename() or ""
    except (ValueError, IndexError, TypeError, LookupError):
        name = "attachment"
    attached = part.get_content_disposition() == "attachment"
    short = re.split(r"[/\\]", name)[-1].strip()
    return short or ("attachment" if attached else "")


def _speaks(part: Message, name: str) -> bool:
    """Whether a part is a text that can hold orders."""
    if name:
        return name.lower().endswith(_TEXT_NAMES) or part.get_content_type() == "text/plain"
    return part.get_content_type() in ("text/plain", "text/html", "application/x-yaml")


def decoded(data: bytes, charset: str = "") -> str:
    """A text in the alphabet that its letter names, or the first that fits where it does not."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        charset = "utf-16"
    wide = charset.lower().startswith(("utf-16", "utf-32"))
    for name in (charset, "utf-8", "cp1252") if wide else ("utf-8", charset, "cp1252"):
        try:
            return data.decode("utf-8-sig" if name in ("utf-8", "") else name)
        except (UnicodeError, LookupError):
            continue
    return data.decode("latin-1")


def unflowed(text: str, delsp: bool = False) -> str:
    """Text of `format=flowed` (RFC 3676): lines that end with a blank go on in the next."""
    lines: list[str] = []
    open_ = False
    for line in text.replace("\r\n", "\n").split("\n"):
        quoted = re.match(r">*", line)
        depth = quoted.group() if quoted else ""
        said = line[len(depth) :].removeprefix(" ")
        if open_ and lines and lines[-1].startswith(depth) and not said.startswith(">"):
            lines[-1] = lines[-1][:-1] + said if delsp else lines[-1] + said
        else:
            lines.append(f"{depth} {said}" if depth else said)
        open_ = said.endswith(" ") and said != "-- "
    return "\n".join(lines)


class _Html(HTMLParser):
    """The text of a letter in HTML, with line ends and indents where a reader sees them."""

    BREAKS: Final = frozenset({"br", "p", "div", "tr", "li", "h1", "h2", "h3", "pre", "blockquote"})
    SILENT: Final = frozenset({"style", "script", "head", "title"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = [""]
        self.depth = 0
        self.as_is = 0
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """What a tag begins."""
        self.silent += tag in self.SILENT
        self.as_is += tag == "pre"
        if tag in self.BREAKS and (tag == "br" or self.lines[-1].strip("> ")):
            self._break()
        if tag == "blockquote":
            self.depth += 1
            self._break()
        if tag == "li":
            self.lines[-1] += "- "

    def handle_endtag(self, tag: str) -> None:
        """What a tag ends."""
        self.silent -= tag in self.SILENT and self.silent > 0
        self.as_is -= tag == "pre" and self.as_is > 0
        if tag == "blockquote" and self.depth:
            self.depth -= 1
            self._break()
        elif tag in self.BREAKS and tag != "br" and self.lines[-1].strip("> "):
            self._break()

    def handle_data(self, data: str) -> None:
        """A piece of text; blanks outside <pre> are one."""
        if self.silent:
            return
        if self.as_is:
            first, *others = data.split("\n")
            self.lines[-1] += first
            for line in others:
                self._break()
                self.lines[-1] += line
            return
        said = re.sub(r"[ \t\r\n]+", " ", data)
        start = self.lines[-1]
        self.lines[-1] = start + (said.lstrip(" ") if not start.strip("> ") else said)

    def _break(self) -> None:
        self.lines.append("> " * self.depth)


def html_text(html: str) -> str:
    """What a reader sees of a letter in HTML; no-break blanks stay, they are indents."""
    reader = _Html()
    reader.feed(html)
    reader.close()
    return "\n".join(line.rstrip(" ") for line in reader.lines)
