"""Where what came of a game differs from what is kept: the first lines that differ, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Final

from oracle.recording import CATEGORIES, Record

SHOWN: Final = 3  # lines of each kind that are shown of a category
WIDTH: Final = 300


def differing(kept: Mapping[str, object], now: Mapping[str, object]) -> list[str]:
    """The categories in which two windows differ, by their words or by the digests of these."""
    known = [*CATEGORIES, *sorted({*kept, *now} - {*CATEGORIES})]
    return [name for name in known if (kept.get(name) or None) != (now.get(name) or None)]


def first_window(
    kept: Sequence[Mapping[str, object]], now: Sequence[Mapping[str, object]]
) -> tuple[int, list[str]] | None:
    """The first window in which a game differs, and in what; None where it is played alike."""
    for number, (old, new) in enumerate(zip(kept, now, strict=False)):
        if names := differing(old, new):
            return number, names
    return (min(len(kept), len(now)), ["windows"]) if len(kept) != len(now) else None


def first_lines(kept: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    """The first place at which two lists of lines differ: `-` as kept, `+` as it is now."""
    for tag, a, b, c, d in SequenceMatcher(None, kept, now, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        for sign, lines in (("-", kept[a:b]), ("+", now[c:d])):
            yield from (f"{sign} {_short(line, kept, now)}" for line in lines[:SHOWN])
            if len(lines) > SHOWN:
                yield f"{sign} … {len(lines) - SHOWN} lines more"
        return


def _short(line: str, kept: Sequence[str], now: Sequence[str]) -> str:
    """A long line from a little before the place where it departs from the other side's."""
    if len(line) <= WIDTH:
        return line
    others = [other for lines in (kept, now) for other in lines if other != line]
    same = max((_common(line, other) for other in others), default=0)
    start = max(0, same - WIDTH // 3)
    end = start + WIDTH
    return ("… " if start else "") + line[start:end] + (" …" if end < len(line) else "")


def _common(one: str, other: str) -> int:
    """How many characters two lines begin with alike."""
    return next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )


def first_difference(kept: Sequence[Record], now: Sequence[Record]) -> tuple[int, list[str]] | None:
    """The first window in which a game differs, with the words; None where it is played alike."""
    found = first_window(kept, now)
    if found is None or found[1] == ["windows"]:
        told = [f"{len(kept)} windows are kept, {len(now)} were played"]
        return found and (found[0], told)
    number, lines = found[0], list[str]()
    for name in found[1]:
        lines.append(f"{name}:")
        old, new = kept[number].get(name, []), now[number].get(name, [])
        lines += [f"  {line}" for line in first_lines(old, new)]
    return number, lines
