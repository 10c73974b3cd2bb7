"""How much of the rules the kept games meet: orders, findings, choices, options and readings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from oracle.recording import Record
from pbem.core.data.rulebook import read_interpretations
from pbem.core.rules.system import find_system

_ORDER: Final = re.compile(r"\S+ (\S+) \d+ \(line \d+\): (\w+)")
_KIND: Final = re.compile(r"\[\d+\] \S+ ([a-z-]+)[: ]")
_READING: Final = re.compile(
    r"^(?:INTERPRETATIONS)? +((?:GW|WIF|TW|AWAW)-\S+) (\S+) \(", re.MULTILINE
)
_SECTION: Final = re.compile(r"[A-Z]{4}")


def figures(
    games: Mapping[str, list[dict[str, Any]]], outcomes: Mapping[str, Mapping[str, list[Record]]]
) -> Iterator[str]:
    """Lines of a table for each system."""
    for system in ("gw", "wif", "tw", "awaw"):
        names = [name for name in games if name.startswith(f"{system}-")]
        rows = [row for name in names for row in games[name]]
        found = {row["id"]: outcomes[name][row["id"]] for name in names for row in games[name]}
        if rows:
            yield from _of_system(system, rows, found)


def _of_system(
    system: str, rows: list[dict[str, Any]], found: Mapping[str, list[Record]]
) -> Iterator[str]:
    records = [record for game in found.values() for record in game]
    asked = sum(len(record.get("questions", ())) for record in records)
    dice = sum(len(record["dice"]) for record in records)
    yield f"{system}: {len(rows)} games, {len(records)} windows, {dice} throws, {asked} questions"
    yield from _orders(records)
    yield from _kinds(system, records)
    yield from _choices(system, rows, found)


def _orders(records: list[Record]) -> Iterator[str]:
    results: Counter[str] = Counter()
    sections: dict[str, Counter[str]] = {}
    for record in records:
        for line in record["orders"]:
            section, result = _matched(_ORDER, line)
            results[result] += 1
            sections.setdefault(section, Counter())[result] += 1
    total = sum(results.values())
    shares = ", ".join(f"{name} {100 * n / total:.1f} %" for name, n in results.most_common())
    yield f"  {total} orders: {shares}"
    for section, counted in sorted(sections.items()):
        yield f"    {section}: {', '.join(f'{n} {name}' for name, n in counted.most_common())}"


def _matched(pattern: re.Pattern[str], line: str) -> tuple[str, ...]:
    match = pattern.match(line)
    assert match is not None, line
    return match.groups()


def _kinds(system: str, records: list[Record]) -> Iterator[str]:
    known = find_system(system)
    every = {
        "verdicts": sorted(known.paragraphs),
        "decisions": sorted(kind.name for kind in known.kinds),
    }
    for category, names in every.items():
        counted = Counter(_matched(_KIND, line)[0] for r in records for line in r[category])
        missed = [name for name in names if not counted[name]]
        yield f"  {category}: {len(names) - len(missed)} of {len(names)} kinds"
        yield f"    {', '.join(f'{name} {n}' for name, n in counted.most_common())}"
        yield f"    not met: {', '.join(missed) or 'none'}"


def _choices(
    system: str, rows: list[dict[str, Any]], found: Mapping[str, list[Record]]
) -> Iterator[str]:
    known = read_interpretations(find_system(system).folder / "interpretations.yaml")
    drawn = Counter(name for row in rows for name in row["readings"])
    twice = sum(drawn[name] >= 2 for name in known)
    yield f"  readings: {twice} of {len(known)} drawn at least twice other than the default"
    used: Counter[str] = Counter()
    for row in rows:
        looked_up = {name for record in found[row["id"]] for name in _looked_up(record)}
        used.update(looked_up & {*row["readings"]})
    yield f"    {sum(used[name] >= 2 for name in known)} of them also looked up in two games"
    options = Counter(f"{name}={on}" for row in rows for name, on in row["options"].items())
    yield f"  options changed: {', '.join(f'{n} {many}' for n, many in sorted(options.items()))}"


def _looked_up(record: Record) -> Iterator[str]:
    """The interpretations that the public report says were looked up."""
    inside = False
    for line in record.get("report", ()):
        if _SECTION.match(line):
            inside = line.startswith("INTERPRETATIONS")
        if inside and (match := _READING.match(line)):
            yield match.group(1)
