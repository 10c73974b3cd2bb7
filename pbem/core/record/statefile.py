"""The state file: YAML that a person can read and diff, one unit a line, in a stable order.

Its packed form is for caches alone: JSON in which a unit is a row without keys and equal marks are
written once, so that it loads many times faster.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from pbem.core.data import schemas
from pbem.core.data.findings import FileTrouble
from pbem.core.data.yamlio import MAX_DATA_BYTES, decode, flow_text, read_bytes, read_data_text
from pbem.core.record.state import (
    FORMAT,
    State,
    Unit,
    as_data,
    canonical,
    from_data,
    group_id,
    mark_data,
    mark_from,
    regrouped,
)

Upgrade = Callable[[dict[str, object]], dict[str, object]]
_LISTS: Final = ("powers", "tracks", "places", "units")


def state_text(data: Mapping[str, Any]) -> str:
    """A state's data (whole, or one player's view of it) as the text of a file."""
    lines = [f"{key}: {flow_text(data[key])}" for key in data if key not in _LISTS]
    for key in _LISTS:
        rows = data[key]
        lines.append(f"{key}:" if rows else f"{key}: []")
        lines += [f"- {flow_text(row)}" for row in rows]
    return "\n".join(lines) + "\n"


def write_state(state: State) -> str:
    """The text of a state file."""
    return state_text(as_data(state))


def parse_state(text: str, name: str, upgrades: Mapping[str, Upgrade] | None = None) -> State:
    """A state from its text, checked against the schema; an older format is upgraded first."""
    data = read_data_text(text, name)
    if not isinstance(data, dict) or not str(data.get("format", "")).startswith("pbem-state/"):
        raise FileTrouble(
            f"{name}: this is not a state file", hint=f"it begins with format: {FORMAT}"
        )
    return state_in(upgraded(data, upgrades or {}, name), name)


def state_in(data: dict[str, object], name: str) -> State:
    """A state from the data of the present format, checked."""
    schemas.require("core/state", data, name)
    _refuse_doubles(data, name)
    state = from_data(data)
    unsound = next(_unsound(state), None)
    if unsound:
        raise FileTrouble(f"{name}: {unsound}", hint="restore the file as it was written")
    return state


def _unsound(state: State) -> Iterator[str]:
    """What no schema sees: names that lead nowhere, groups under another's id."""
    if state.clock.side not in {power.side for power in state.powers.values()}:
        yield f"the clock names the side '{state.clock.side}', which no power is on"
    for unit in state.units.values():
        if unit.owner not in state.powers:
            yield f"the unit '{unit.id}' belongs to '{unit.owner}', which is no power"
        if unit.secret and unit.count is not None:
            yield f"the unit '{unit.id}' is a group and cannot be secret"
        if regrouped(unit).id != unit.id:
            yield f"the group '{unit.id}' must have the id '{group_id(unit)}'"


def upgraded(data: dict[str, Any], upgrades: Mapping[str, Upgrade], name: str) -> dict[str, object]:
    """The data in the present format: each upgrade leads from one format to the next."""
    while data["format"] != FORMAT:
        step = upgrades.get(data["format"])
        if step is None:
            raise FileTrouble(
                f"{name}: the format {data['format']} is not known to this version of pbem",
                hint=f"this version reads {FORMAT}",
            )
        data = step(data)
    return data


def _refuse_doubles(data: Mapping[str, Any], name: str) -> None:
    for key in _LISTS:
        seen: set[str] = set()
        for row in data[key]:
            if row["id"] in seen:
                raise FileTrouble(f"{name}: {key} names '{row['id']}' twice")
            seen.add(row["id"])


def read_state(path: Path, upgrades: Mapping[str, Upgrade] | None = None) -> State:
    """A state from its file."""
    return parse_state(decode(read_bytes(path, MAX_DATA_BYTES), str(path)), str(path), upgrades)


# --- the packed form -----------------------------------------------------------------------------


def packed(state: State) -> str:
    """A state for a cache."""
    marks: dict[str, int] = {}
    rows = []
    for name in sorted(state.units):
        unit = state.units[name]
        worn = canonical({key: mark_data(unit.marks[key]) for key in sorted(unit.marks)})
        number = marks.setdefault(worn, len(marks))
        rows.append([unit.id, unit.counter, unit.owner, unit.at, unit.count, number, unit.secret])
    rest = as_data(replace(state, units={}))
    return canonical({**rest, "marks": [json.loads(worn) for worn in marks], "units": rows})


def unpacked(text: str) -> State:
    """The reverse of packed, for a text that is known to be ours."""
    data = json.loads(text)
    marks = [
        {name: mark_from(mark) for name, mark in sorted(worn.items())} for worn in data["marks"]
    ]
    units = {
        row[0]: Unit(row[0], row[1], row[2], row[3], row[4], marks[row[5]], tuple(row[6]))
        for row in data["units"]
    }
    return replace(from_data({**data, "units": ()}), units=units)
