"""What a report says to everybody: its parts, and the line by which two readers compare them.

A part begins at the left margin with its name, a paragraph with its number; what belongs to it is
indented, so no word of a player stands at the margin. Paragraphs and the parts in `COMMON` read
alike in every report of a run. Where somebody may see more than everybody, such a part is his alone
or reads otherwise for him: his report says which these are, and what digest they have for all
others. So all readers have one line, and it follows from the text of each report.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
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
_WORD: Final = re.compile("[^ \t]+")
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
    mine, theirs = digests(parts_in(own)), digests(parts_in(public))
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


def parts_in(text: str) -> list[Part]:
    """The parts of a report, the last one in a text; nothing where there is none.

    What mail does to lines and blanks changes no word.
    """
    parts: list[tuple[str, list[str]]] = []
    for line in unquoted(text).split("\n"):
        begins = _PART.match(line.rstrip(" "))
        if begins:
            parts.append((begins.group(1), []))
        if parts:
            parts[-1][1].extend(_WORD.findall(line))
    names = [name for name, _ in parts]
    if "PROOF" not in names:
        return []
    proof = len(names) - 1 - names[::-1].index("PROOF")
    first = max((at for at in range(proof) if names[at] == "NEXT"), default=0)
    return [(name, " ".join(words)) for name, words in parts[first:]]


def digests(parts: Iterable[Part]) -> dict[str, str]:
    """The digests of the parts that everybody reads, of a part that is there twice all of it."""
    words: dict[str, str] = {}
    for name, said in parts:
        if name in COMMON or name.startswith("["):
            words[name] = f"{words[name]} {said}" if name in words else said
    return {name: _sha256(said) for name, said in words.items()}


def _together(marks: Mapping[str, str]) -> str:
    return _sha256("".join(f"{name} {marks[name]}\n" for name in sorted(marks)))


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
