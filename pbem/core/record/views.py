"""What one player may see; the only way to a report, a template or a Decision's facts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from pbem.core.record.dice import seal, seal_key
from pbem.core.record.ledger import SEALED, Entry
from pbem.core.record.state import State, as_data, canonical, with_parts

HIDDEN: Final = "hidden"
PUBLIC: Final = ""


def may_see(audience: tuple[str, ...], player: str) -> bool:
    """Whether a player is among those who may see a secret; no audience means no secret."""
    return not audience or player in audience


def visible_state(state: State, player: str) -> State:
    """The state as a player sees it: a hidden unit is an opaque id at a place, no more."""
    if not has_secrets(state):
        return state
    units = {
        unit.id: unit
        if may_see(unit.secret, player)
        else replace(unit, counter=HIDDEN, marks={}, count=None)
        for unit in state.units.values()
    }
    tracks = {name: t for name, t in state.tracks.items() if may_see(t.secret, player)}
    return with_parts(state, state.index, units=units, tracks=tracks)


def has_secrets(state: State) -> bool:
    """Whether any unit or track of the state is secret."""
    return any(unit.secret for unit in state.units.values()) or any(
        track.secret for track in state.tracks.values()
    )


def visible_entries(entries: Iterable[Entry], player: str) -> list[Entry]:
    """The ledger as a player sees it: what he may not see stays sealed or blank."""
    return [e if may_see(e.secret, player) else _closed(e) for e in entries]


def _closed(entry: Entry) -> Entry:
    if entry.hidden:
        return Entry(entry.number, entry.kind, entry.path, entry.open_body())
    return Entry(entry.number, SEALED, entry.path, {})


def stamp(state: State, player: str) -> str:
    """The short hash that an order file names in `for_state`: of what its player may see."""
    return visible_state(state, player).digest[:8]


def sealed_data(state: State, secret_key: bytes) -> dict[str, object]:
    """The state as plain data in which every secret is replaced by its seal."""
    data = as_data(state)
    return sealed_rows(data, secret_key) if has_secrets(state) else data


def sealed_rows(data: Mapping[str, Any], secret_key: bytes) -> dict[str, object]:
    """The data of a state, as its file has it, in which every secret is replaced by its seal."""
    parts = {"units": "unit", "tracks": "track", "places": ""}
    found = {name: sorted(data.get(name, ()), key=lambda row: str(row["id"])) for name in parts}
    return {
        **data,
        **{
            name: [_sealed_row(row, parts[name], secret_key) for row in found[name]]
            for name in parts
        },
    }


def _sealed_row(row: Mapping[str, object], kind: str, secret_key: bytes) -> dict[str, object]:
    if not row.get("secret"):
        return dict(row)
    key = seal_key(secret_key, f"state/{kind}/{row['id']}", 0)
    sealed = {"id": row["id"], "seal": seal(key, canonical(row))}
    return sealed | ({"at": row["at"]} if kind == "unit" else {})


def sealed_digest(state: State, secret_key: bytes) -> str:
    """The digest that is published of a state: anyone can compute it from the sealed state."""
    return _digest(sealed_data(state, secret_key))


def sealed_digest_of(data: Mapping[str, object], secret_key: bytes) -> str:
    """The same of the data of a state, as its file has it."""
    return _digest(sealed_rows(data, secret_key))


def _digest(data: Mapping[str, object]) -> str:
    return hashlib.sha256(canonical(data).encode()).hexdigest()
