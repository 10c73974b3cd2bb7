"""What a file that a player kept is meant to be, whatever is wrong with it.

A sheet, a protest or a receipt that cannot be read must not pass for a file of something else: who
gave it out may have wanted that. So a file is known by its `format`, or by rows that no other kind
has; and one that is known and cannot be read, or has not the form of its kind, is damaged. The page
has the same kinds and forms; docs/audit.md (To the byte) says them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from pbem.audit.plain import PlainTrouble, read_plain
from pbem.core.orders.mail import unquoted
from pbem.core.record.forms import fits

_HEX: Final = re.compile("[0-9a-f]{64}")
_TEXTS: Final = {"*": str}
_ROWS: Final = [{"id": str}]
_RULES: Final = {
    "players": {"*": {"powers": [str]}},
    "options": {"*": lambda _: True},
    "readings": _TEXTS,
    "leaders": _TEXTS,
}
_CHAINS: Final = {"game": str, "length?": int, "dice?": _HEX, "secrets?": _HEX, "seed?": (str, int)}
_SHEET: Final = {
    **_CHAINS,
    "system?": str,
    "scenario?": str,
    "program?": {"pbem": str, "program?": str},
    "position?": _HEX,
    "data?": {"*": _HEX},
    "rules?": _RULES,
    "beacon?": lambda _: True,
    "deadlines?": _TEXTS,
    "renews?": {"sheet": str, "run": str, "author": str, "reason": str},
}
_SECOND: Final = ("system", "scenario", "program", "position", "data", "rules", "deadlines")
_PROTEST: Final = {
    "number": int,
    "game": str,
    "run": str,
    "last": str,
    "register": {"entries": int, "last": str},
    "before?": int,
    "aside?": [str],
}
_RULING: Final = {"number?": int, "author": str, "outcome": re.compile("upheld|dismissed")}
_STATE: Final = {
    "clock?": {"run?": int},
    "units?": _ROWS,
    "tracks?": _ROWS,
    "places?": _ROWS,
}
BEGUN: Final = {
    "run": int,
    "key": int,
    "head": str,
    "entries": int,
    "last": str,
    "files?": str,
}


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of files: what it is called, its formats, its form, and rows that tell it."""

    title: str
    formats: tuple[str, ...]
    form: Any
    rows: tuple[str, ...]


KINDS: Final = {
    "commitments": Kind(
        "a sheet of commitments",
        ("pbem-commitments/1", "pbem-commitments/2"),
        _SHEET,
        ("dice", "secrets"),
    ),
    "opening": Kind("an opening", ("pbem-opening/1",), _CHAINS, ("dice", "secrets")),
    "seal": Kind(
        "a seal sheet",
        ("pbem-seal/1", "pbem-seal/2"),
        {"game": str, "run": int, "files": _TEXTS},
        ("run", "files"),
    ),
    "state": Kind("a position", ("pbem-state/1",), _STATE, ("clock", "units")),
    "protest": Kind("a protest", ("pbem-protest/1",), _PROTEST, ("number", "register")),
    "ruling": Kind("a ruling", ("pbem-ruling/1",), _RULING, ("author", "outcome")),
}
_KEYS: Final = "keys"  # the moderator's own, which nobody else should have
_FORMAT: Final = re.compile(
    r"""^["'{ \t]*format["']?[ \t]*:[ \t]*["']?pbem-([a-z]+)""", re.M | re.I
)
_REMARK: Final = re.compile(r"[ \t]*(#.*|---|\.\.\.|%.*)?")
_FIRST: Final = re.compile(r"""[ \t]*["'{\[-]*[ \t]*[A-Za-z_][A-Za-z0-9_-]*["']?[ \t]*:""")
_MAIL_HEAD: Final = re.compile(
    r"(from|to|cc|subject|date|message-id|mime-version|content-[a-z-]+|received|return-path|"
    r"delivered-to|reply-to|x-[a-z-]+|dkim-signature|arc-[a-z-]+|authentication-results)[ \t]*:",
    re.IGNORECASE,
)
_PACKED: Final = (b"PK\3\4", b"PK\5\6", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf")
_TYPED: Final = re.compile(r"^(player|standing|answers):", re.MULTILINE)
_BEGUN: Final = re.compile(r"^[\"' \t]*begun[\"' \t]*:", re.MULTILINE)
_BEGUN_ROWS: Final = re.compile(r"^begun: *\n((?: +[^\n]*\n?)+)", re.MULTILINE)


def is_closed(data: bytes) -> bool:
    """Whether a file is packed, so that what is in it cannot be read as it lies."""
    return data.startswith(_PACKED)


def as_published(data: bytes) -> bytes:
    """A file as it was before a mail quoted all of it; any other as it is."""
    if not data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b">"):
        return data
    return unquoted(data.decode("utf-8", errors="surrogateescape")).encode(
        "utf-8", errors="surrogateescape"
    )


def is_letter(text: str) -> bool:
    """Whether a text begins with something else than a row: a word, or the head of a mail."""
    lines = re.split("\r\n|\n|\r", text.removeprefix("\ufeff"))
    first = next((line for line in lines if not _REMARK.fullmatch(line)), "")
    return _FIRST.match(first) is None or _MAIL_HEAD.match(first) is not None


def kind_of(text: str) -> str:
    """The kind of a file of rows: by its format, else by rows that tell it; `` where it is none."""
    found = _FORMAT.search(text)
    form = found.group(1).lower() if found else ""
    if form in KINDS or form == _KEYS:
        return form if form in KINDS else ""
    telling = (name for name, kind in KINDS.items() if all(_has_row(text, r) for r in kind.rows))
    return next(telling, "")


def _has_row(text: str, name: str) -> bool:
    return re.search(rf"""^["']?{name}["']?[ \t]*:""", text, re.MULTILINE) is not None


def read_given(data: bytes, name: str) -> Any:
    """What a file of a kind says; PlainTrouble where it is damaged."""
    kind = KINDS[name]
    try:
        said = read_plain(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise PlainTrouble("it has letters that are no UTF-8") from None
    form = said.get("format") if isinstance(said, dict) else None
    if form not in kind.formats:
        raise PlainTrouble(f"its format is not {' or '.join(kind.formats)}")
    if not fits(said, kind.form) or not _is_whole(said, form):
        raise PlainTrouble(f"it has not the form of {kind.title}")
    return said


def _is_whole(said: dict[str, Any], form: str) -> bool:
    """Whether a sheet has all rows of its format, and no other; of other files nothing is asked."""
    if not form.startswith("pbem-commitments/"):
        return True
    known = {name.removesuffix("?") for name in _SHEET} | {"format"}
    return known.issuperset(said) and (form.endswith("/1") or said.keys() >= {*_SECOND})


# --- what players send, and what they were asked -------------------------------------------------


def is_typed(text: str) -> bool:
    """Whether a file is one that a player sent, or his questions."""
    return _TYPED.search(text) is not None and not _has_row(text, "receipt")


def is_asked(text: str) -> bool:
    """Whether a file puts questions, to a player or to the moderator."""
    return _has_row(text, "questions") or _has_row(text, "rulings")


def tells_begin(text: str) -> bool:
    """Whether a file of questions tells how its run began, in any form."""
    return _BEGUN.search(text) is not None


def begun_in(text: str) -> dict[str, Any]:
    """What a file of questions tells of how its run began; PlainTrouble where it is damaged."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    rows = _BEGUN_ROWS.search(text)
    if rows is None or len(_BEGUN.findall(text)) > 1:
        raise PlainTrouble("it does not tell once, in rows of their own, how its run began")
    said = read_plain(rows.group(1))
    if not fits(said, BEGUN) or not {name.removesuffix("?") for name in BEGUN}.issuperset(said):
        raise PlainTrouble("what it tells of how its run began has not the form that it must have")
    return dict(said)
