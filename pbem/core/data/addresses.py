"""An address of mail as people and programs write it: `Hans Muster <hans@x.org>`.

A text names one address, or none: what two mail programs may read differently is none here. So an
address has letters from A to Z, digits and a few signs; a domain in another alphabet is written as
servers write it (`xn--…`). Nothing in it is decoded.

Decides: what is an address. Leaves to `post.senders`: which player writes from it.
"""

from __future__ import annotations

import re
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits
from typing import Final

LONGEST: Final = 254  # characters, as servers take them

_QUOTED: Final = "\x00"  # stands for what is quoted, which is a name and never an address
_QUOTE = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_MARKS = re.compile(r"\\.|[()]", re.DOTALL)
_GROUP = re.compile(r"[^<>@:;]*:([^:;]*);[ \t]*")
_NAMED = re.compile(r"([^<>]*)<[ \t]*([^<>]*?)[ \t]*>[ \t]*")
_LOCAL: Final = frozenset(ascii_letters + digits + "!#$%&'*+-/=?^_`{|}~")
_DOMAIN: Final = frozenset(ascii_letters + digits + "-")
_SMALL: Final = str.maketrans(ascii_uppercase, ascii_lowercase)


def address_in(text: str) -> str:
    """The one address that a text names, in small letters; empty where it is not one, or unsure."""
    return small(address_typed(text))


def address_typed(text: str) -> str:
    """The same as it is typed."""
    plain = _unquoted(text)
    group = _GROUP.fullmatch(plain)
    pieces = [one for one in (group[1] if group else plain).split(",") if set(one) & set("@<>")]
    if len(pieces) != 1:
        return ""
    named = _NAMED.fullmatch(pieces[0])
    name, said = (named[1], named[2]) if named else ("", pieces[0].strip(" \t"))
    if "@" in name and small(name.strip(" \t")) != small(said):
        return ""
    return said if _is_address(said) else ""


def name_in(text: str) -> str:
    """The name that stands before an address."""
    said = text.rpartition("<")[0].strip()
    quoted = len(said) > 1 and said.startswith('"') and said.endswith('"')
    return re.sub(r"\\(.)", r"\1", said[1:-1]) if quoted else said


def small(text: str) -> str:
    """A text with A to Z as small letters, and all else as it is."""
    return text.translate(_SMALL)


def _unquoted(text: str) -> str:
    """A text without comments, each quoted piece as one sign; empty if one of them does not end."""
    said: list[str] = []
    at = 0
    while at < len(text):
        at, plain = _piece(text, at)
        if not at:
            return ""
        said.append(plain)
    return "".join(said)


def _piece(text: str, at: int) -> tuple[int, str]:
    """Where the piece that begins somewhere ends, 0 if it does not; and what stands for it."""
    if text[at] == '"':
        quote = _QUOTE.match(text, at)
        return (quote.end() if quote else 0), _QUOTED
    if text[at] in "()":
        return _end_of_comment(text, at), " "
    return at + 1, text[at]


def _end_of_comment(text: str, at: int) -> int:
    """Where a comment ends, with those within it; 0 if it does not, or was none."""
    depth = 0
    for mark in _MARKS.finditer(text, at):
        depth += {"(": 1, ")": -1}.get(mark[0], 0)
        if depth <= 0:
            return 0 if depth else mark.end()
    return 0


def _is_address(text: str) -> bool:
    local, _, domain = text.partition("@")
    if len(text) > LONGEST or "=?" in text:
        return False
    return all(_are(_LOCAL, part) for part in local.split(".")) and all(
        _are(_DOMAIN, part) and part[0] != "-" != part[-1] for part in domain.split(".")
    )


def _are(legal: frozenset[str], part: str) -> bool:
    """Whether a part between points has only signs that are legal there, and has some."""
    return bool(part) and legal.issuperset(part)
