"""Mail damage in a received text: what mail programs do to a file, undone before it is read.

Cleaned are: a byte order mark, CRLF, no-break and zero-width spaces, curly quotes, `>` quoting,
code fences, and a signature. The original is kept by whoever received it; line numbers stay true
because no line is taken out or joined.
"""

from __future__ import annotations

import re
from typing import Final

_SPACES: Final = str.maketrans(
    {
        "\u00a0": " ",
        "\u2007": " ",
        "\u202f": " ",
        "\u200b": "",
        "\u200e": "",
        "\u2060": "",
        "\ufeff": "",
    }
)
_QUOTES: Final = str.maketrans(
    {"\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2018": "'", "\u2019": "'"}
)
_QUOTED = re.compile(r"(?:> ?)+")
_FENCES: Final = ("```", "```yaml", "```yml")
_SIGNATURE: Final = ("-- ", "--")


def clean(text: str) -> str:
    """The text as its author typed it, as far as that can be told; the same number of lines."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").translate(_SPACES).split("\n")
    lines = _unquoted(lines)
    lines = _without_signature(lines)
    lines = ["" if "".join(line.split()) in _FENCES else line for line in lines]
    return "\n".join(_straight(line).rstrip() for line in lines)


def _unquoted(lines: list[str]) -> list[str]:
    """Without `>` quoting, if every line that says something is quoted."""
    said = [line for line in lines if line.strip()]
    if not said or not all(line.startswith(">") for line in said):
        return lines
    return [_QUOTED.sub("", line, count=1) for line in lines]


def _without_signature(lines: list[str]) -> list[str]:
    """What stands below a signature line is blanked."""
    for number, line in enumerate(lines):
        if line in _SIGNATURE and number:
            return lines[:number] + [""] * (len(lines) - number)
    return lines


def _straight(line: str) -> str:
    """Straight quotes where curly ones enclose a value; an apostrophe inside a word stays text."""
    return line.translate(_QUOTES) if any(ord(mark) in _QUOTES for mark in line) else line
