"""What reports say of turns: weather, supply, efforts, units lost, and which turn is next.

Decides the words alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.systems.tw.supply.cutting import SiegeVerdict, StarvedVerdict, SupplyVerdict
from pbem.systems.tw.turn.ending import PlayerTurnVerdict
from pbem.systems.tw.turn.frostbite import FrostbiteVerdict
from pbem.systems.tw.turn.stacking import OverstackedVerdict
from pbem.systems.tw.turn.victory import VictoryVerdict
from pbem.systems.tw.turn.weather import WeatherVerdict
from pbem.systems.tw.world.telling import told_units, turn_name
from pbem.systems.tw.world.vocabulary import TrackName

ROWS: Final = {  # of the chart of victory, where their ids are not words enough
    "surrender-in-spring": "French surrender in Spring",
    "surrender-in-summer": "French surrender in Summer",
    "british-factors": "British factors lost",
    "german-losses": "German ARM and aircraft lost",
    "german-fleets": "German Fleets Depleted",
    "paris-french": "Paris still French",
}


def player_turn_lines(verdict: PlayerTurnVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a player turn that begins."""
    if verdict.over:
        return ("END OF THE SCENARIO", f"{turn_name(verdict.turn)} was its last turn")
    return (f"{turn_name(verdict.turn).upper()}: the {scene.title(verdict.side)} player turn",)


def weather_lines(verdict: WeatherVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of the weather of a front."""
    name = verdict.weather.replace("-", " ")
    thrown = "" if verdict.difference is None else f" (difference {verdict.difference:+d})"
    return (f"WEATHER: {scene.title(verdict.front)}: {name}{thrown}",)


def supply_lines(verdict: SupplyVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of units without supply as operations begin."""
    return ("SUPPLY as operations begin", *_supply(verdict, scene))


def _supply(verdict: SupplyVerdict, scene: Scene) -> Iterator[str]:
    if verdict.without:
        yield f"out of supply, they may not move: {told_units(scene, verdict.without)}"
    if verdict.limited:
        who = told_units(scene, verdict.limited)
        yield f"a limited source alone, as Depleted, aircraft as Third-Rate: {who}"


def starved_lines(verdict: StarvedVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of units that are eliminated out of supply."""
    if not verdict.depleted:
        return ("ELIMINATED OUT OF SUPPLY", told_units(scene, verdict.units))
    lost = (f"eliminated: {told_units(scene, verdict.units)}",) if verdict.units else ()
    return ("AIRCRAFT OUT OF SUPPLY", f"Depleted: {told_units(scene, verdict.depleted)}", *lost)


def siege_lines(verdict: SiegeVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a fortress without supply."""
    place = scene.place(verdict.at or "")
    if not verdict.stage:
        return (f"SIEGE of {place} relieved",)
    return (f"SIEGE {verdict.stage} of {place}", "its defenders count one level less")


def overstacked_lines(verdict: OverstackedVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of units too many in a hex."""
    return (
        f"TOO MANY UNITS in {scene.place(verdict.at or '')}",
        f"eliminated: {told_units(scene, verdict.units)}",
    )


def frostbite_lines(verdict: FrostbiteVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of units that freeze."""
    return ("FROSTBITE", f"Depleted: {told_units(scene, verdict.units)}")


def victory_lines(verdict: VictoryVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of who has won, and for what."""
    points = ", ".join(f"{_row(name, scene)} {value:+d}" for name, value in verdict.points.items())
    said = f"points of the Axis: {verdict.total}" + (f" ({points})" if points else "")
    why = "the Soviet Union has surrendered; " if verdict.by == "surrender" else ""
    return (f"VICTORY: {level_name(verdict.level)}", f"{why}{said}")


def _row(name: str, scene: Scene) -> str:
    """A row of the chart of victory in words; a city by its name."""
    if name in scene.game.board:
        return scene.place(name)
    return ROWS.get(name) or scene.word(name)


def level_name(level: str) -> str:
    """`a marginal victory of the Axis` for `axis-marginal`."""
    side, _, grade = level.partition("-")
    if not grade:
        return "a draw"
    return f"a {grade} victory of the {'Axis' if side == 'axis' else 'Allies'}"


def result_lines(scene: Scene) -> Sequence[str]:
    """Who has won a scenario that is over."""
    level = scene.after.track(TrackName.VICTORY)
    return (f"The scenario ends with {level_name(str(level))}",) if level else ()
