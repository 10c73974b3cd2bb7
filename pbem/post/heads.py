"""The heads of a letter, or of one part of it, read narrowly.

Mail programs and servers read heads that are out of order each in their own way, and the standard
library reads them differently in each of its versions. So what is out of order here names nobody:
`trouble` says why, and only letters without it have a sender.

Decides: what is a head, how long it may be, which words of a head are decoded, what `Content-Type`
says. Nothing is decoded but what asks for it: a Message-ID or an address in disguise is none.
Leaves to `addresses`: which address a head names.
"""

from __future__ import annotations

import binascii
import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote_to_bytes

MOST: Final = 64 << 10  # bytes of all heads
LONGEST: Final = 8 << 10  # bytes of one; a longer one is passed over as a whole, never cut

_END = re.compile(rb"\r?\n\r?\n")
_HEAD = re.compile(rb"([!-9;-~]+):(.*)", re.DOTALL)
_ENVELOPE = re.compile(rb">?From (?![ \t]*:)")  # what an mbox puts above a letter; no head
_ODD = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]")  # also a CR that ends no line
_WORD = re.compile(r"=\?([^?\s*]+)(?:\*[^?\s]*)?\?([bBqQ])\?([^?]*)\?=")
_BETWEEN = re.compile(r"(\?=)[ \t]+(?==\?)")
_KIND = re.compile(r"\s*([\w!#$&^.+-]+/[\w!#$&^.+-]+)", re.ASCII)
_DETAIL = re.compile(r';\s*([^\s=;"]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;"]*)')
_ALPHABETS = re.compile(
    r"(us-)?ascii|(utf|iso|windows|cp|koi8|mac|gb|big5|shift|sjis|euc|latin)[\w.:-]*|hz",
    re.ASCII | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Heads:
    """The heads in their order: the name in small letters, the bytes on one line.

    `trouble`: why nobody can say what they are. One that is too long is there without its bytes.
    `endless`: all of them are too long, and only the first are here.
    """

    rows: tuple[tuple[str, bytes], ...] = ()
    trouble: str = ""
    endless: bool = False

    def each(self, name: str) -> tuple[bytes, ...]:
        """What every head of a name says."""
        return tuple(said for known, said in self.rows if known == name)

    def raw(self, name: str) -> str:
        """What the first head of a name says, with nothing decoded; empty if it is not there."""
        return decoded(next(iter(self.each(name)), b""))

    def said(self, name: str) -> str:
        """The same for a reader: encoded words are decoded, and all of it is one line."""
        return legible(" ".join(words(self.raw(name)).split()))


def heads_of(data: bytes) -> tuple[Heads, int]:
    """The heads with which bytes begin, and where the text begins below them."""
    if data.startswith((b"\n", b"\r\n")):
        return Heads(), data.index(b"\n") + 1
    found = _END.search(data, 0, MOST)
    if found is None and len(data) > MOST:
        rows, _ = _read(data[:MOST].rpartition(b"\n")[0])
        return Heads(rows, f"its heads are longer than {MOST >> 10} KB", endless=True), len(data)
    if found is None:
        return Heads(*_read(re.sub(rb"\r?\n\Z", b"", data))), len(data)
    return Heads(*_read(data[: found.start()])), found.end()


def _read(block: bytes) -> tuple[tuple[tuple[str, bytes], ...], str]:
    """The heads, and the first trouble with them."""
    rows: list[tuple[str, list[bytes]]] = []
    troubles: list[str] = []
    for number, line in enumerate(re.split(rb"\r?\n", block) if block else ()):
        if _ODD.search(line):
            troubles.append("a sign that no head may hold is in its heads")
        if not _is_read(line, rows) and (number or not _ENVELOPE.match(line)):
            troubles.append("a line that is no head is among its heads")
    found = tuple((name, _whole(pieces)) for name, pieces in rows)
    return found, next(iter(troubles), "")


def _is_read(line: bytes, rows: list[tuple[str, list[bytes]]]) -> bool:
    """Whether a line is a head, or goes on with the last one: then it is among the rows."""
    if line.startswith((b" ", b"\t")) and line.strip() and rows:
        rows[-1][1].append(line.strip())
        return True
    if head := _HEAD.fullmatch(line):
        rows.append((head[1].decode().lower(), [head[2].strip()]))
    return head is not None


def _whole(pieces: list[bytes]) -> bytes:
    whole = b" ".join(pieces)
    return whole if len(whole) <= LONGEST else b""


# --- what a head says ----------------------------------------------------------------------------


def legible(text: str) -> str:
    """A text without halves of characters, which no file can hold."""
    return text.encode("utf-8", "replace").decode()


def decoded(data: bytes, alphabet: str = "") -> str:
    """A text in the alphabet that its letter names, or the first that fits where it does not."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        alphabet = "utf-16"
    known = alphabet if _ALPHABETS.fullmatch(alphabet) else ""
    wide = known.lower().startswith(("utf-16", "utf-32"))
    for name in (known, "utf-8", "cp1252") if wide else ("utf-8", known, "cp1252"):
        try:
            return data.decode("utf-8-sig" if name in ("utf-8", "") else name)
        except (UnicodeError, LookupError):
            continue
    return data.decode("latin-1")


def words(text: str) -> str:
    """A text with its encoded words decoded: `=?utf-8?q?K=C3=B6ln?=`."""
    return _WORD.sub(_word, _BETWEEN.sub(r"\1", text))


def _word(found: re.Match[str]) -> str:
    coded = found[3].encode("utf-8", "replace")
    data = from_base64(coded) if found[2] in "bB" else binascii.a2b_qp(coded, header=True)
    return decoded(data, found[1])


def from_base64(data: bytes) -> bytes:
    """What base64 says, whatever else stands in it; a piece that is cut off is left out."""
    plain = re.sub(rb"[^A-Za-z0-9+/]", b"", data)
    whole = plain[: len(plain) - (len(plain) % 4 == 1)]
    return binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))


@dataclass(frozen=True, slots=True)
class Kind:
    """What a head like `Content-Type` says: a word, and its details by their names."""

    word: str
    details: dict[str, str]


def kind_said(text: str) -> Kind:
    """`Content-Type` or `Content-Disposition`: the word before the first `;`, and the details."""
    found = _KIND.match(text)
    word = found[1] if found else text.partition(";")[0].strip()
    details: dict[str, str] = {}
    for name, value in _DETAIL.findall(text):
        details.setdefault(name.lower(), _plain(value))
    return Kind(word.lower(), details)


def _plain(value: str) -> str:
    """A detail without its quotation marks."""
    return re.sub(r"\\(.)", r"\1", value[1:-1]) if value.startswith('"') else value.strip()


def name_said(kind: Kind, name: str) -> str:
    """A detail that may be coded: as RFC 2231 has it, whole or in pieces, or in encoded words."""
    if name in kind.details:
        return legible(words(kind.details[name]))
    if f"{name}*" in kind.details:
        return legible(_unquoted(kind.details[f"{name}*"]))
    pieces: list[str] = []
    while (at := f"{name}*{len(pieces)}") in kind.details or f"{at}*" in kind.details:
        pieces.append(kind.details.get(at, "") or kind.details.get(f"{at}*", ""))
    coded = f"{name}*0*" in kind.details
    return legible(_unquoted("".join(pieces)) if coded else "".join(pieces))


def _unquoted(coded: str) -> str:
    """`utf-8'de'K%C3%B6ln` in its alphabet."""
    alphabet, mark, rest = coded.partition("'")
    said = rest.partition("'")[2] if mark else coded
    return decoded(unquote_to_bytes(said.encode("utf-8", "replace")), alphabet if mark else "")
