"""Positions for single questions: the eight major powers, a map, and what a case puts on it.

`{map: awaw-pacific, wars: [[japan, britain]], units: [{counter: jap-inf-3-2, owner: japan, at: U11,
count: 2}], control: {"box:india": britain}, powers: {britain: {counters: {brps: 40}}}}`.
Decides nothing. Leaves the questions to the calculations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from pbem.core.maps.board import Board
from pbem.core.maps.mapfile import load_board
from pbem.core.maps.shipped import shipped_map
from pbem.core.record.state import Clock, State, from_data
from pbem.core.rules.game import Choice
from pbem.core.rules.setup import default_roster, load_game
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.vocabulary import Faction, PowerFlag, PowerName, Side

_SCENARIO: Final = "poland-1939"
_TURN: Final = Clock("1942-summer", 1, "axis", "operations")
_FACTIONS: Final[Mapping[str, tuple[Side, Faction]]] = {
    PowerName.GERMANY: (Side.AXIS, Faction.EUROPEAN_AXIS),
    PowerName.ITALY: (Side.AXIS, Faction.EUROPEAN_AXIS),
    PowerName.JAPAN: (Side.AXIS, Faction.JAPAN),
    PowerName.BRITAIN: (Side.ALLIED, Faction.WESTERN_ALLIES),
    PowerName.CHINA: (Side.ALLIED, Faction.WESTERN_ALLIES),
    PowerName.FRANCE: (Side.ALLIED, Faction.WESTERN_ALLIES),
    PowerName.RUSSIA: (Side.ALLIED, Faction.RUSSIA),
    PowerName.UNITED_STATES: (Side.ALLIED, Faction.WESTERN_ALLIES),
}

Given = Mapping[str, Any]


def situation(given: Given) -> Position:
    """The position that a case describes."""
    readings = given.get("interpretations", {}).items()
    roster = default_roster("awaw", _SCENARIO)
    roster = replace(roster, choices=tuple(Choice(name, chosen) for name, chosen in readings))
    game = load_game(roster)
    if "map" in given:
        game = replace(game, board=load_board(shipped_map(str(given["map"]))))
    state = _state({**given, "control": {**_lands(game.board, given), **given.get("control", {})}})
    return Position(game, state, state)


def _state(given: Given) -> State:
    clock = replace(_TURN, **given.get("clock", {}))
    tracks = given.get("tracks", {})
    data = {
        "system": "awaw",
        "scenario": _SCENARIO,
        "game": "a-case",
        "clock": {"turn": clock.turn, "impulse": clock.impulse, "side": clock.side,
                  "window": clock.window, "run": 0},
        "powers": list(_powers(given)),
        "tracks": [{"id": name, "value": value} for name, value in tracks.items()],
        "places": list(_places(given)),
        "units": list(_units(given)),
    }  # fmt: skip
    return from_data(data)


def _lands(board: Board, given: Given) -> dict[str, str]:
    """The places of whole countries and regions: `{lands: {ussr: russia}}`."""
    said = given.get("lands", {})
    found = {}
    for place in board.places:
        name = board.text(place, "region") or board.country(place)
        if name in said and not board.fact(place, "off_map"):
            found[place] = str(said[name])
    return found


def _places(given: Given) -> Iterator[Mapping[str, Any]]:
    """Places that somebody controls or where markers lie."""
    control, markers = given.get("control", {}), given.get("markers", {})
    for at in dict.fromkeys((*control, *markers)):
        row = {"id": at, "controller": control[at]} if at in control else {"id": at}
        yield {**row, "markers": markers[at]} if at in markers else row


def _units(given: Given) -> Iterator[Mapping[str, Any]]:
    """Units with ids of their own where a case says none: groups are named by what they are."""
    for row in given.get("units", ()):
        name = f"{row['owner']}:{row['counter']}@{row['at']}" if "count" in row else row["counter"]
        yield {"id": name, **row}


def _powers(given: Given) -> Iterator[dict[str, Any]]:
    """The major powers and those that a case adds, at war as it says."""
    said = given.get("powers", {})
    known = {str(name): _major(*where) for name, where in _FACTIONS.items()}
    wars = [tuple(pair) for pair in given.get("wars", ())]
    for name in (*known, *(other for other in said if other not in known)):
        row = {**known.get(name, {"side": "neutral"}), **said.get(name, {})}
        row["flags"] = {
            **known.get(name, {}).get("flags", {}),
            **said.get(name, {}).get("flags", {}),
        }
        foes = [b if a == name else a for a, b in wars if name in (a, b)]
        yield {**row, "id": name, "relations": dict.fromkeys(foes, "war")}


def _major(side: Side, faction: Faction) -> dict[str, Any]:
    return {"side": str(side), "flags": {str(PowerFlag.FACTION): str(faction)}}
