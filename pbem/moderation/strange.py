"""What an amendment names that the game does not know: a slip would be played on with unnoticed.

A mark, a track or a counter of a power that nothing has yet may be meant: `old: null` says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from pbem.core.data.findings import suggest
from pbem.core.maps.board import Board
from pbem.core.record.events import NAMED
from pbem.core.record.state import NEUTRAL, REMOVED, State
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.core.rules.sequence import windows
from pbem.core.rules.setup import to_come

Strange = tuple[str, str]  # what is wrong, and what would be legal

_SPELT: Final = {"UnitChanged": "mark", "TrackChanged": "track", "PowerChanged": "name"}


def strange(position: Position, row: Mapping[str, Any]) -> Strange | None:
    """What is strange in an event as typed; None when everything in it is known."""
    if row["event"] == "UnitMoved":
        return _destination(position, row)
    if row["event"] == "PlaceChanged":
        return _place(position, row)
    if row["event"] == "ClockAdvanced":
        return _clock(position, row["new"])
    if row["event"] == "PowerCreated":
        return _new_power(position, row["new"])
    if row["event"] == "PowerChanged" and row.get("what") not in NAMED:
        return _whose(position, row)
    if row["event"] in _SPELT:
        return _name(position, row) or _value(position.state, row)
    return None


def _destination(position: Position, row: Mapping[str, Any]) -> Strange | None:
    board, state = position.board, position.state
    where = str(row.get("new") or "")
    kind, _, rest = where.partition(":")
    head = where.partition("/")[0]
    if where in board or head in board or where == REMOVED:
        return None
    if kind == "in":
        return _carrier(state, str(row.get("unit", "")), rest)
    owners = {at.partition("/")[0] for at in state.index} | {f"{kind}:{p}" for p in state.powers}
    if kind in ("pool", "track") and head in owners:
        return None
    return _no_place(board, where)


def _carrier(state: State, unit: str, carrier: str) -> Strange | None:
    """A unit is carried by another one that is there, not by itself through whatever it carries."""
    if carrier not in state.units:
        return f"there is no unit '{carrier}'", suggest(carrier, state.units)
    inside = carrier
    while inside in state.units:
        if inside == unit:
            return f"{unit} cannot be inside itself", ""
        inside = state.units[inside].at.removeprefix("in:")
    return None


def _no_place(board: Board, name: str) -> Strange:
    found = board.find(name)
    return f"there is no place '{name}'", f"write {found.places[0]}" if found.places else found.hint


def _place(position: Position, row: Mapping[str, Any]) -> Strange | None:
    place, holder = str(row.get("place")), row.get("new")
    if place not in position.board:
        return _no_place(position.board, place)
    if row.get("what") == "controller" and holder is not None and holder not in position.powers:
        return f"there is no power '{holder}'", suggest(str(holder), position.powers)
    return None


def _clock(position: Position, new: Mapping[str, Any]) -> Strange | None:
    """Only a side of the game moves, and only a window of its sequence of play opens."""
    sides = {power.side for power in position.powers.values()}
    if new.get("side") not in sides:
        return f"there is no side '{new.get('side')}'", suggest(str(new.get("side")), sides)
    names = {window.name for window in windows(position.game.system.sequence)}
    if new.get("window") not in names:
        return f"there is no window '{new.get('window')}'", suggest(str(new.get("window")), names)
    return None


def _whose(position: Position, row: Mapping[str, Any]) -> Strange | None:
    """A power goes over to a side of the game, or to players of the game."""
    new = str(row.get("new") or "")
    if row["what"] == "side":
        return _side(position.state, new)
    return _players(position.game, new.split()) if row["what"] == "players" else None


def _new_power(position: Position, new: Mapping[str, Any] | None) -> Strange | None:
    """A power that comes into being is on a side of the game, under players of the game."""
    if not new:
        return None
    players = new.get("players", ())
    return _side(position.state, str(new["side"])) or _players(position.game, players)


def _side(state: State, name: str) -> Strange | None:
    sides = {power.side for power in state.powers.values()} | {NEUTRAL}
    sides |= {*to_come(state.system, state.scenario).values()}
    return None if name in sides else (f"there is no side '{name}'", suggest(name, sides))


def _players(game: Game, names: Iterable[str]) -> Strange | None:
    known = game.roster.players
    strangers = (name for name in names if name not in known)
    return next(((f"there is no player '{n}'", suggest(n, known)) for n in strangers), None)


def _name(position: Position, row: Mapping[str, Any]) -> Strange | None:
    """A mark, a track, or a counter, flag or relation of a power that nothing has."""
    key = _SPELT[row["event"]]
    name, known = str(row.get(key)), _known(position, row)
    if key not in row or "old" in row or name in known:
        return None
    hint = suggest(name, known) + " (to begin a new one, write old: null as well)"
    return f"there is no {row.get('what', key)} '{name}'", hint


def _known(position: Position, row: Mapping[str, Any]) -> Collection[str]:
    if row["event"] == "TrackChanged":
        return position.state.tracks
    if row["event"] == "UnitChanged":
        return {name for unit in position.units.values() for name in unit.marks} | {
            *position.game.system.words.names
        }
    powers = position.powers.values()
    if row.get("what") == "relation":
        return position.powers
    if row.get("what") == "flag":
        return {name for power in powers for name in power.flags}
    return {name for power in powers for name in power.counters}


def _value(state: State, row: Mapping[str, Any]) -> Strange | None:
    """A number stays a number, a word stays a word."""
    if row["event"] != "TrackChanged":
        return None
    old, new = state.track(str(row.get("track"))), row.get("new")
    if old is None or new is None or type(old) is type(new):
        return None
    return f"{row.get('track')} is {old!r} now, and cannot be {new!r}", ""
