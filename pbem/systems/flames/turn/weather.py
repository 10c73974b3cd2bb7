"""The weather of a pair of impulses (8).

Decides: the roll with what the last one adds, the weather of each zone. Leaves what weather does to
terrain, movement, supply and air missions to the modules that these belong to.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.charts import Chart
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_track
from pbem.core.rules.system import Modifier
from pbem.systems.flames.impulse.impulse_verdicts import WeatherVerdict
from pbem.systems.flames.impulse.last_impulse import is_going_on
from pbem.systems.flames.turn.turn_verdicts import LakesVerdict
from pbem.systems.flames.world.homes import destroy, goes_back
from pbem.systems.flames.world.position import Piece, Position, Umpire
from pbem.systems.flames.world.terrain import Ground
from pbem.systems.flames.world.vocabulary import TrackName, season_of, turn_after

LAKE: Final = "lake"
AWAY: Final = 2  # turns for which units are away that a lake has caught
LEAST: Final = 1  # of the rolls on the chart
MOST: Final = 13
NUMBERS: Final = ("asterisks", "advance")


@implements("WIF-8-2", "WIF-8-3", "AIF-8-3")
def weather_by_zone(chart: Chart, season: str, modified: int) -> dict[str, str | int]:
    """The weather of every zone, the asterisks and the advance of a modified roll (8)."""
    found: dict[str, str | int] = {}
    for column in chart.table(season).columns.names:
        cell = chart.lookup(table=season, column=column, roll=modified)
        number = column in NUMBERS
        found[column] = int(cell.number) if number else cell.text
    return found


@implements("WIF-8-1", "WIF-8-d1", "AIF-8-1", "AIF-8-2", "AIF-8-d1")
def roll_weather(umpire: Umpire) -> None:
    """The side with the first impulse of a pair rolls for the weather of both (8)."""
    state = umpire.state
    over = state.track(TrackName.GAME_OVER) is not None or not is_going_on(state)
    if over or state.clock.side != state.track(TrackName.FIRST_SIDE):
        return
    chart = umpire.chart("weather")
    asterisks = int(state.track(TrackName.WEATHER_ASTERISKS) or 0)
    modifiers = (Modifier("asterisks", asterisks),) if asterisks else ()
    roll = umpire.roll("weather", "d10", state.clock.side, "8", modifiers)
    read = min(max(LEAST, roll.modified), MOST)
    found = weather_by_zone(chart, season_of(state.clock.turn), read)
    tracks = {name: TrackName.WEATHER.of(name) for name in found}
    on_map = {*NUMBERS, *map(str, umpire.board.by_fact.get("zone", {}).values())}
    zones = {
        name: value
        for name, value in found.items()
        if tracks[name] in state.tracks or name in on_map
    }
    before = umpire.position.ground
    umpire.apply(
        *(
            change
            for name, value in sorted(zones.items())
            for change in set_track(state, tracks[name], value)
        )
    )
    umpire.tell(WeatherVerdict(None, roll.total, asterisks, roll.modified, zones))
    _lakes(umpire, before)


@implements("WIF-8.2.1-3", "WIF-8.2.1-4", "AIF-8.2.9-1")
def caught(position: Position, before: Ground) -> tuple[Piece, ...]:
    """The units on lakes that unfreeze, and some of those on lakes that freeze."""
    lakes = position.board.by_fact.get("terrain", {})
    ground = position.ground
    found = []
    for piece in position.on_map:
        if lakes.get(piece.at) != LAKE:
            continue
        was, is_now = before.terrain[piece.at] == LAKE, ground.terrain[piece.at] == LAKE
        if (is_now and not was) or (was and not is_now and position.kits.freezes_in(piece)):
            found.append(piece)
    return tuple(found)


def _lakes(umpire: Umpire, before: Ground) -> None:
    """Units caught by thaw or frost come back as reinforcements in two turns, or not (8.2.1)."""
    position = umpire.position
    pieces = caught(position, before)
    if not pieces:
        return
    if not position.values.thaw_sends_back:
        destroy(umpire, pieces)
        umpire.tell(LakesVerdict(None, units=tuple(piece.id for piece in pieces), back=""))
        return
    back = turn_after(position.clock.turn, AWAY)
    umpire.apply(*(c for p in pieces for c in goes_back(position, p, p.owner, back)))
    position.kits.crews.go_along(umpire, pieces, back)
    umpire.tell(LakesVerdict(None, units=tuple(piece.id for piece in pieces), back=back))
