"""A disputed paragraph kept as a case: the position, the orders, every die, and what was found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pbem.audit.rebuild import Rebuilt, rebuild
from pbem.audit.record import Record
from pbem.core.cases.cases import FORMAT
from pbem.core.choices.decisions import Source
from pbem.core.data.yamlio import flow_text
from pbem.core.orders.orders import HEAD, read_received
from pbem.core.reading.report import find_paragraph
from pbem.core.record.dice import throw_context
from pbem.core.record.ledger import Entry
from pbem.core.record.state import as_data
from pbem.core.rules.rulings import RULING

_LISTS: Final = ("powers", "places", "units")


def precedent(record: Record, number: int, name: str = "") -> dict[str, Any]:
    """A paragraph of a played run as a case."""
    rebuilt, entries = rebuild(record), record.entries()
    entry = entries[find_paragraph(entries, number)]
    game = rebuilt.game.roster.game
    return {
        "id": name or f"{game}-{rebuilt.before.clock.run + 1}-{number}",
        "rule": str(entry.body["cite"]),
        "note": f"paragraph {number} of run {rebuilt.before.clock.run + 1} of {game}",
        "adjudicate": _stage(rebuilt, entries, record.inputs),
        "dice": dict(_dice(entries)),
        "then": _then(entry),
    }


def _stage(
    rebuilt: Rebuilt, entries: Iterable[Entry], inputs: Mapping[str, bytes]
) -> dict[str, Any]:
    """The position and everything that was sent."""
    roster, data = rebuilt.game.roster, as_data(rebuilt.before)
    run = rebuilt.before.clock.run + 1
    readings = {
        choice.interpretation: rebuilt.game.reading(choice.interpretation, run)
        for choice in roster.choices
    } | dict(rebuilt.files.overrides.readings)
    return {
        "scenario": f"{roster.system}/{roster.scenario}",
        "options": dict(roster.options),
        "interpretations": readings,
        "leaders": dict(roster.leaders),
        "clock": data["clock"],
        "tracks": {row["id"]: row["value"] for row in data["tracks"]},
        **{part: data[part] for part in _LISTS},
        "orders": dict(_sent(inputs, "orders/", "player", HEAD)),
        "standing": dict(_sent(inputs, "standing/", "standing", ("standing",))),
        "decide": dict(_decided(entries)),
        "rulings": dict(_ruled(entries)),
    }


def _sent(
    inputs: Mapping[str, bytes], folder: str, player: str, head: Sequence[str]
) -> Iterable[tuple[str, dict[str, Any]]]:
    """What each player's file of a kind says below its head."""
    for name, data in inputs.items():
        if name.startswith(folder):
            content = read_received(data, name).data
            sections = {key: value for key, value in content.items() if key not in head}
            yield str(content[player]), sections


def _decided(entries: Iterable[Entry]) -> Iterable[tuple[str, list[str]]]:
    """What was answered or ruled while the run was played, by path."""
    for entry in entries:
        if entry.kind == "decision" and entry.body["source"] in (Source.ANSWERS, Source.OVERRIDE):
            yield entry.path, list(entry.body["picks"]) or ["nobody"]


def _ruled(entries: Iterable[Entry]) -> Iterable[tuple[str, dict[str, Any]]]:
    """What the moderator ruled where the program did not know, by path."""
    for entry in entries:
        if entry.kind == "correction" and RULING in entry.body:
            body = entry.body
            yield body[RULING], {**body["said"], "reason": body["reason"], "cite": body["cite"]}


def _dice(entries: Iterable[Entry]) -> Iterable[tuple[str, list[int]]]:
    for entry in entries:
        if entry.kind == "roll":
            for number, values in enumerate(entry.body["throws"], start=1):
                yield throw_context(entry.path, number), list(values)


def _then(entry: Entry) -> dict[str, Any]:
    """What the paragraph says; the rest of the run is not asserted."""
    body = entry.body
    rest = {"losses": "any", "refused": "any"}
    if entry.kind == "decision":
        return {"verdicts": "any", "decisions": {entry.path: list(body["picks"])}, **rest}
    found = {body["verdict"]: body["outcome"], "at": entry.path, "facts": body["facts"]}
    return {"verdicts": [{"other": "any"}, found], **rest}


def case_text(system: str, case: Mapping[str, Any]) -> str:
    """A file with one case, one unit a line."""
    lines = [f"format: {FORMAT}", f"system: {system}", "cases:"]
    lead = "  - "
    for key, value in case.items():
        if isinstance(value, Mapping) and value:
            lines += [f"{lead}{key}:", *_nested(value, "      ")]
        else:
            lines.append(f"{lead}{key}: {flow_text(value)}")
        lead = "    "
    return "\n".join(lines) + "\n"


def _nested(mapping: Mapping[str, Any], indent: str) -> Iterable[str]:
    for key, value in mapping.items():
        name = flow_text(str(key))
        if isinstance(value, list) and value and isinstance(value[0], Mapping):
            yield f"{indent}{name}:"
            yield from (f"{indent}- {flow_text(row)}" for row in value)
        elif value not in ({}, []):
            yield f"{indent}{name}: {flow_text(value)}"
