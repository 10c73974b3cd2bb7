"""Which characters a text may hold, and how one is shown that it may not.

Whatever is seen may stand in a text: letters, marks, digits, punctuation, symbols, spaces; besides
line breaks, tabs, and the two joiners that scripts and emoji need. What is not seen may not:
control characters (they steer a terminal), marks of writing direction (a line reads otherwise than
it is), line separators, other characters of no width, and halves of characters. The list stands
here and does not come from a library, so that one file is legal under every version of it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_UNSEEN: Final = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters, but for tab and line feed
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff"
    "\ud800-\udfff\ufdd0-\ufdef"
    + "".join(chr(plane + 0xFFFE) + chr(plane + 0xFFFF) for plane in range(0, 0x110000, 0x10000))
)
_STRANGE: Final = re.compile(f"[{_UNSEEN}]")
_STRANGE_IN_A_LINE: Final = re.compile(f"[\t\n{_UNSEEN}]")
_SHORT: Final = {"\t": "\\t", "\n": "\\n"}
LEGAL: Final = "letters, digits, marks, punctuation and spaces are legal, and new lines in texts"


def strange(text: str) -> int | None:
    """Where the first character stands that no text may hold; None where there is none."""
    found = _STRANGE.search(text)
    return found.start() if found else None


def named(character: str) -> str:
    """A character by its number and name: U+202E RIGHT-TO-LEFT OVERRIDE."""
    kind = _KINDS.get(unicodedata.category(character), "")
    return f"U+{ord(character):04X} {unicodedata.name(character, kind)}".rstrip()


_KINDS: Final = {"Cc": "CONTROL CHARACTER", "Cs": "HALF OF A CHARACTER", "Cn": "NO CHARACTER"}


def shown(text: str) -> str:
    """A text with what no text may hold written out as in JSON: `\\u202e`."""
    return _STRANGE.sub(_escaped, text)


def shown_in_line(text: str) -> str:
    """The same on one line: breaks and tabs are written out too."""
    return _STRANGE_IN_A_LINE.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    character = found.group()
    if character in _SHORT:
        return _SHORT[character]
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
