"""What a report says to everybody: its parts, and the line by which two readers compare them.

A part begins at the left margin with its name, a paragraph with its number; what belongs to it is
indented, so no word of a player stands at the margin. Paragraphs and the parts in `COMMON` read
alike in every report of a run. Where somebody may see more than everybody, such a part is his alone
or reads otherwise for him: his report says which these are, and what digest they have for all
others. So all readers have one line, and it follows from the text of each report. What looks like a
part of everybody's and stands outside of them is told: nobody else need have it.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from pbem.core.orders.mail import unquoted

COMMON: Final = (
    "RULES CHANGED", "RULED", "CHANGED", "NATIONS", "ON YOUR BOARD", "INTERPRETATIONS", "CHARTS",
    "OWN DATA", "PRESS", "PROTESTS", "VOID RUNS", "KEYS RENEWED", "PROOF",
)  # fmt: skip
OWN: Final = (
    "NEXT", "FORCES", "DECIDED FOR YOU", "DECIDED", "REJECTED", "FAILED", "OVERTAKEN", "NOTES",
    "STANDING", "COMPARE", "MORE",
)  # fmt: skip
# what the head and the end of a log tell, of which nothing is secret
ALIKE: Final = (
    "RULES CHANGED", "CHARTS", "OWN DATA", "PRESS", "VOID RUNS", "KEYS RENEWED", "PROOF",
)  # fmt: skip
_NAME: Final = r"\[[0-9]+\]|" + "|".join(sorted((*COMMON, *OWN), key=len, reverse=True))
_PART: Final = re.compile(rf"({_NAME})(?:(?<=\]) |  |$)")
_WORD: Final = re.compile("[^ \t\n]+")
_HEX: Final = "([0-9a-f]{64})"
_WORDS: Final = "with the other players: all have this line if they were told the same"
_ALONE: Final = "yours alone: "
_OTHERWISE: Final = "all others read otherwise: "
_DIGEST: Final = re.compile(rf"COMPARE {_WORDS} {_HEX}")
_THESE: Final = re.compile(rf"{_ALONE}((?:(?:{_NAME})(?:, )?)+)")
_THAT: Final = re.compile(rf"{_OTHERWISE}({_NAME}) {_HEX}")

Part = tuple[str, str]  # its name, and all its words


@dataclass(frozen=True, slots=True)
class Line:
    """What a report prints to be compared: the digest of what everybody reads.

    `alone` are the parts that its reader alone has, `otherwise` those that all others read
    otherwise, each with its digest for them.
    """

    digest: str
    alone: tuple[str, ...] = ()
    otherwise: Mapping[str, str] = field(default_factory=dict)

    def told(self) -> Iterator[str]:
        """How a report says it."""
        yield _WORDS
        yield self.digest
        if self.alone:
            yield _ALONE + ", ".join(self.alone)
        yield from (f"{_OTHERWISE}{name} {digest}" for name, digest in self.otherwise.items())

    def is_of(self, parts: Iterable[Part]) -> bool:
        """Whether it is the line of a report with these parts."""
        own = {name: mark for name, mark in digests(parts).items() if name not in self.alone}
        return self.digest == _together({**own, **self.otherwise})


def line_of(own: str, public: str) -> Line:
    """The line of a report, of which `public` is the one for everybody."""
    return line_between(digests(parts_in(own)), digests(parts_in(public)))


def line_between(mine: Mapping[str, str], theirs: Mapping[str, str]) -> Line:
    """The same from the digests of the parts of both."""
    alone = tuple(name for name in mine if name not in theirs)
    otherwise = {name: mark for name, mark in theirs.items() if mine.get(name) != mark}
    return Line(_together(theirs), alone, otherwise)


def line_in(parts: Iterable[Part]) -> Line | None:
    """The line that a report prints; none where an older program wrote it."""
    words = next((words for name, words in parts if name == "COMPARE"), "")
    digest = _DIGEST.match(words)
    if digest is None:
        return None
    alone = _THESE.search(words)
    names = alone.group(1).removesuffix(", ").split(", ") if alone else []
    return Line(digest.group(1), tuple(names), dict(_THAT.findall(words)))


@dataclass(frozen=True, slots=True)
class Found:
    """A report in a text: its parts, what stands above, and what looks like a part and is none."""

    parts: tuple[Part, ...]
    above: str
    lookalikes: tuple[str, ...] = ()

    @property
    def proof(self) -> str:
        """The words of its last PROOF; nothing where it has none."""
        return dict(self.parts).get("PROOF", "")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part by its name, and the numbers of its first line and of the first one after it."""

    name: str
    first: int
    end: int


def parts_in(text: str) -> list[Part]:
    """The parts of a report, the last one in a text; nothing where there is none."""
    lines = unquoted(text).split("\n")
    reports = (_from_next(pieces)[1] for pieces in _apart(_pieces(lines)))
    proven = [own for own in reports if any(piece.name == "PROOF" for piece in own)]
    return _parts(lines, proven[-1]) if proven else []


def reports_in(text: str) -> list[Found]:
    """All reports in a text, whole or not; what mail does to lines and blanks changes no word.

    One begins with its last NEXT above a PROOF, and goes on to the next NEXT below that.
    """
    lines = unquoted(text).split("\n")
    found: list[Found] = []
    after = 0
    for pieces in _apart(_pieces(lines)):
        found.append(_found(lines, pieces, after))
        after = pieces[-1].first + 1
    return found


def _found(lines: list[str], pieces: list[_Piece], after: int) -> Found:
    """The report of some pieces; `after` is the first line that may stand above it."""
    before, own = _from_next(pieces)
    above = lines[after : own[0].first]
    alike = [piece.name for piece in before if _is_common(piece.name)]
    alike += [_resembles(line) for line in above if line[:1] != " "]
    alike += [_imitates(line) for piece in own for line in _own_lines(piece, lines)]
    alike = list(dict.fromkeys(filter(None, alike)))
    return Found(tuple(_parts(lines, own)), "\n".join(above), tuple(alike))


def _from_next(pieces: list[_Piece]) -> tuple[list[_Piece], list[_Piece]]:
    """The pieces above a report, and its own: those from its last NEXT on."""
    first = max((at for at, piece in enumerate(pieces) if piece.name == "NEXT"), default=0)
    return pieces[:first], pieces[first:]


def _parts(lines: list[str], pieces: Iterable[_Piece]) -> list[Part]:
    return [(piece.name, _words(lines[piece.first : piece.end])) for piece in pieces]


def _pieces(lines: list[str]) -> list[_Piece]:
    """All parts in a text, in turn."""
    found = [(at, _PART.match(line.rstrip(" "))) for at, line in enumerate(lines)]
    heads = [(at, match.group(1)) for at, match in found if match]
    heads.append((len(lines), ""))
    return [_Piece(name, at, end) for (at, name), (end, _) in pairwise(heads)]


def _apart(pieces: Iterable[_Piece]) -> list[list[_Piece]]:
    """The parts of each report; the next one begins with a NEXT below a PROOF."""
    found: list[list[_Piece]] = []
    proven = True
    for piece in pieces:
        if not found or (proven and piece.name == "NEXT"):
            found.append([])
            proven = False
        found[-1].append(piece)
        proven = proven or piece.name == "PROOF"
    return found


def _words(lines: Iterable[str]) -> str:
    return " ".join(_WORD.findall("\n".join(lines)))


def _is_common(name: str) -> bool:
    return name in COMMON or name.startswith("[")


def _own_lines(piece: _Piece, lines: list[str]) -> list[str]:
    """The lines below the first one of a part that its reader alone has, up to another report.

    What was decided is told by the numbers of paragraphs.
    """
    if _is_common(piece.name) or piece.name.startswith("DECIDED"):
        return []
    heads = (at - 1 for at in range(piece.first, piece.end) if " report for " in lines[at])
    return lines[piece.first + 1 : next(heads, piece.end)]


# --- what looks like a part ----------------------------------------------------------------------

_COMMON_NAMES: Final = "|".join(sorted(COMMON, key=len, reverse=True))
_LIKE: Final = re.compile(rf"(?:{_COMMON_NAMES})(?=  |$)|\[[0-9]+\] [A-Z]{{2}}")
_NUMBERED: Final = re.compile(r"[(\[{<]?[0-9]+[)\]}>.:] ?[A-Z]{2}|[A-Z][A-Z' -]*[A-Z](?=  +[^ ])")
# letters of other alphabets that have the shape of a Latin one
_SHAPES: Final = {
    "A": "\u0410\u0391\u13aa",
    "B": "\u0412\u0392\u13f4",
    "C": "\u0421\u13df\u03f9",
    "D": "\u13a0",
    "E": "\u0415\u0395\u13ac",
    "G": "\u050c\u13c0",
    "H": "\u041d\u0397\u13bb",
    "I": "\u0406\u0399\u04c0",
    "J": "\u0408\u13ab",
    "K": "\u041a\u039a\u13e6",
    "L": "\u13de",
    "M": "\u041c\u039c\u13b7",
    "N": "\u039d",
    "O": "\u041e\u039f\u0555",
    "P": "\u0420\u03a1\u13e2",
    "R": "\u13a1\u13d2",
    "S": "\u0405\u13da\u054f",
    "T": "\u0422\u03a4\u13a2",
    "U": "\u054d",
    "V": "\u0474\u13d9",
    "W": "\u051c\u13b3",
    "X": "\u0425\u03a7",
    "Y": "\u0423\u03a5\u04ae",
    "Z": "\u0396\u13c3",
}
_TWINS: Final = {ord(twin): letter for letter, twins in _SHAPES.items() for twin in twins}


def _plain(line: str) -> str:
    """A line with Latin letters for those of the same shape, and plain ones for wide ones."""
    apart = unicodedata.normalize("NFKD", line.rstrip(" ")).translate(_TWINS)
    return "".join(one for one in apart if not unicodedata.category(one).startswith("M"))


def _resembles(line: str) -> str:
    """How a line begins that looks like a part of everybody's, and is none; else nothing."""
    plain = _plain(line).lstrip(" ")
    found = _LIKE.match(plain)
    if found is None or _PART.match(line.rstrip(" ")):
        return ""
    is_word = found.end() == len(plain) and plain == line.strip(" ")  # of a line that was broken
    return "" if is_word else found.group()


def _imitates(line: str) -> str:
    """The same within a report, where at the margin no other name or number stands."""
    found = _NUMBERED.match(_plain(line))
    return _resembles(line) or (found.group() if found else "")


def digests(parts: Iterable[Part]) -> dict[str, str]:
    """The digests of the parts that everybody reads, of a part that is there twice all of it."""
    words: dict[str, str] = {}
    for name, said in parts:
        if _is_common(name):
            words[name] = f"{words[name]} {said}" if name in words else said
    return {name: _sha256(said) for name, said in words.items()}


def _together(marks: Mapping[str, str]) -> str:
    return _sha256("".join(f"{name} {marks[name]}\n" for name in sorted(marks)))


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
