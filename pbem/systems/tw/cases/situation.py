"""Positions for single questions: the powers of a scenario, with the units that a case puts there.

`{turn: 1941-winter, units: [{counter: ger-8-8-arm, owner: germany, at: "1316"}], control: {"1316":
germany}, markers: {"1316": {fortress: true}}, powers: {germany: {counters: {army: 2}}}}`; `wars`
beside those of the scenario, `side` whose player turn it is; `scenario` where it is not France
1940. Decides nothing. Leaves the questions to the calculations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from pbem.core.record.state import Clock, Place, Power, State, Track, Unit, mark_from
from pbem.core.rules.game import Choice
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.tw.world.calendar import PLAYER_TURNS
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.vocabulary import Relation

_SCENARIO: Final = "france-1940"

Given = Mapping[str, Any]


def situation(given: Given) -> Position:
    """The position that a case describes."""
    readings = given.get("interpretations", {}).items()
    roster = default_roster("tw", str(given.get("scenario", _SCENARIO)))
    chosen = replace(roster, choices=tuple(Choice(name, value) for name, value in readings))
    game, start = load_game(chosen), first_state(roster)
    state = State(
        start.system,
        start.scenario,
        start.game,
        _clock(start.clock, given),
        {unit.id: unit for unit in _units(given)},
        _places(start, given),
        {power.id: power for power in _powers(start, given)},
        {name: Track(name, value) for name, value in given.get("tracks", {}).items()},
    )
    return Position(game, state, state)


def _clock(start: Clock, given: Given) -> Clock:
    """The turn that the case says, and the player turn of a side."""
    turn, side = str(given.get("turn", start.turn)), str(given.get("side", start.side))
    impulse = next(number for number, one in PLAYER_TURNS.items() if one == side)
    return replace(start, turn=turn, impulse=impulse, side=side)


def _units(given: Given) -> Iterator[Unit]:
    for number, row in enumerate(given.get("units", ()), 1):
        counter = str(row["counter"])
        marks = {name: mark_from(said) for name, said in row.get("marks", {}).items()}
        name = str(row.get("id", f"{counter}.{number}"))
        yield Unit(name, counter, str(row["owner"]), str(row["at"]), marks=marks)


def _places(start: State, given: Given) -> dict[str, Place]:
    """The places of the scenario, with other holders and markers where the case says so."""
    control, markers = given.get("control", {}), given.get("markers", {})
    found = {}
    for place in dict.fromkeys((*start.places, *control, *markers)):
        known = start.places.get(place)
        holder = control.get(place, known.controller if known else None)
        own = markers.get(place, known.markers if known else {})
        found[place] = Place(place, holder, markers=own)
    return found


def _powers(start: State, given: Given) -> Iterator[Power]:
    """The powers of the scenario, and others; at war as it says, and as the case adds."""
    said, wars = given.get("powers", {}), given.get("wars", ())
    for name in dict.fromkeys((*start.powers, *said)):
        known = start.powers.get(name, Power(name, "neutral"))
        row = said.get(name, {})
        foes = {other for pair in wars for other in pair if name in pair and other != name}
        war = dict.fromkeys(sorted(foes), str(Relation.WAR))
        yield replace(
            known,
            side=row.get("side", known.side),
            players=tuple(row.get("players", known.players)),
            counters={**known.counters, **row.get("counters", {})},
            flags={**known.flags, **row.get("flags", {})},
            relations={**known.relations, **war},
        )
