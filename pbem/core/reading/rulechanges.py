"""What a report says of rules that changed with its run: what, from what, who wants it, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pbem.core.data.rulebook import Interpretation
from pbem.core.record.foreknown import known_words
from pbem.core.rules.game import Choice

_SHOWN: Final = 8  # digits of a hash that people are shown
_TITLES: Final = {"options": "option", "leaders": "leader of", "players": "player"}

Row = Mapping[str, Any]


def rule_lines(rows: Iterable[Row], known: Mapping[str, Interpretation]) -> tuple[str, ...]:
    """The changes that a header tells, in words; those of one author and reason together."""
    groups: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        groups.setdefault((row["who"], row["why"]), []).append(_line(row, known))
    return tuple(
        line
        for (who, why), lines in groups.items()
        for line in (f"by {who}: {why}", *(f"- {text}" for text in lines))
    )


def announced(choices: Iterable[Choice], known: Mapping[str, Interpretation]) -> tuple[str, ...]:
    """Readings that hold from the next run on, so that players know them when they order."""
    return tuple(
        f"from run {choice.from_run} on {choice.interpretation} is read {choice.reading} "
        f"({known[choice.interpretation].options[choice.reading]}); {choice.who}: {choice.why}"
        for choice in choices
    )


def _line(row: Row, known: Mapping[str, Interpretation]) -> str:
    foreknown = f"; {words}" if (words := known_words(row)) else ""
    return f"{_change(row, known)}{foreknown}"


def _change(row: Row, known: Mapping[str, Interpretation]) -> str:
    group, _, key = str(row["what"]).partition(".")
    if group.startswith("data/"):
        return changed_file(row)
    if group == "readings":
        return _reading(row, known.get(key), key)
    title = f"{_TITLES[group]} {key}" if group in _TITLES else group.replace("_", " ")
    return f"{title}: now {_words(row['new'])}, was {_words(row['old'])}"


def changed_file(row: Row) -> str:
    """Which data file is another one, by the first digits of both hashes."""
    old, new = row["old"], row["new"]
    if new is None:
        return f"{row['what']}: taken away (was SHA-256 {old[:_SHOWN]})"
    was = f"was {old[:_SHOWN]}" if old else "there was none"
    return f"{row['what']}: another file, SHA-256 {new[:_SHOWN]} ({was})"


def _reading(row: Row, about: Interpretation | None, name: str) -> str:
    default = about.default if about else "the default"
    old, new = row["old"] or default, row["new"] or default
    meaning = about.options.get(new, "") if about else ""
    return f"{name}: now {new}" + (f" ({meaning})" if meaning else "") + f", was {old}"


def _words(value: object) -> str:
    """A value of game.yaml as people say it."""
    if value is None:
        return "not set"
    if value in ("", {}, []):
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        said = {name: item for name, item in value.items() if item not in (None, "", [], {})}
        return "; ".join(f"{name} {_words(item)}" for name, item in said.items()) or "nothing"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_words, value))
    return str(value)
