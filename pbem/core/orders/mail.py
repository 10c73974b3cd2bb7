"""Mail damage in a received text: what mail programs do to a file, undone before it is read.

Cleaned are: a byte order mark, CRLF, no-break and zero-width spaces, curly quotes round a value,
`>` quoting, code fences, and a signature. The original is kept by whoever received it; line numbers
stay true because no line is taken out or joined.
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
_STRAIGHT = re.compile(
    r"\"(?:[^\"\\]|\\.)*\"|(?<![^\s:\[{,])'(?:[^']|'')*'"
)  # what is quoted already
_VALUE: Final = r"(?P<lead>^[ ]*|[:,\[{-][ ]*)"  # where a value begins
_ENDS: Final = r"(?=[ ]*(?:[,:\]}]|[ ]#|$))"
_CURLY = re.compile(
    f"{_VALUE}(?:[\u201c\u201d\u201e](?P<double>[^\u201c\u201d\u201e]*)[\u201c\u201d]"
    f"|[\u2018\u201a](?P<single>[^\u2018\u2019]*)[\u2019\u2018]){_ENDS}"
)
_CURLY_LINE = re.compile(
    r"(?P<lead>^[ ]*(?:- )?[^:\u201c\u201d\u201e]+:[ ]+)"
    r"[\u201c\u201d\u201e](?P<double>.*)[\u201c\u201d]$"
)
_MARKS: Final = "\u2018\u2019\u201a\u201c\u201d\u201e"
_APOSTROPHE = re.compile(r"(?<=\w)\u2019")
_QUOTED = re.compile(r"(?:> ?)+")
_MARKS_BEFORE: Final = re.compile(r"^(?:> ?)+", re.MULTILINE)
_PRINTABLE: Final = re.compile(
    r"^content-transfer-encoding:[ \t]*quoted-printable", re.MULTILINE | re.IGNORECASE
)
_SOFT: Final = re.compile(rb"=[ \t]*\r?\n")
_BYTE: Final = re.compile(rb"=([0-9A-Fa-f]{2})")
_FENCES: Final = ("```", "```yaml", "```yml")
_SIGNATURE: Final = ("-- ", "--")


def delivered(text: str) -> str:
    """A letter's text as it was typed, where its head says that it went as quoted-printable."""
    if not _PRINTABLE.search(text):
        return text
    joined = _SOFT.sub(b"", text.encode(errors="replace"))
    data = _BYTE.sub(lambda found: bytes.fromhex(found.group(1).decode()), joined)
    return data.decode(errors="replace")


def unquoted(text: str) -> str:
    """A text without `>` before its lines, with plain spaces and line ends."""
    return _MARKS_BEFORE.sub("", text.replace("\r\n", "\n").translate(_SPACES))


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
    """Straight quotes where curly ones enclose a value; inside a text they stay as they are."""
    if not any(mark in line for mark in _MARKS):
        return line
    whole = _CURLY_LINE.match(line.rstrip())
    if whole and not _in_flow(whole["lead"]):
        return f"{whole['lead']}{_double(whole['double'])}"
    pieces: list[str] = []
    at = 0
    for quoted in _STRAIGHT.finditer(line):
        pieces += [_uncurled(line[at : quoted.start()]), quoted.group()]
        at = quoted.end()
    return "".join([*pieces, _uncurled(line[at:])])


def _in_flow(lead: str) -> bool:
    return "{" in lead or "[" in lead


def _uncurled(piece: str) -> str:
    """A piece of a line in which nothing is quoted straight."""
    return _APOSTROPHE.sub("'", _CURLY.sub(_quoted_value, piece))


def _quoted_value(found: re.Match[str]) -> str:
    if found["double"] is not None:
        return found["lead"] + _double(found["double"])
    single = found["single"].replace("'", "''")
    return f"{found['lead']}'{single}'"


def _double(said: str) -> str:
    """A text in straight double quotes."""
    escaped = said.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
