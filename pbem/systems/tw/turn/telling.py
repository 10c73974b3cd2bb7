"""What reports say of turns: weather, supply, efforts, units lost, and which turn is next.

Decides the words alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.systems.tw.move.efforts import EffortVerdict
from pbem.systems.tw.move.orders import OverrunVerdict
from pbem.systems.tw.supply.cutting import SiegeVerdict, StarvedVerdict, SupplyVerdict
from pbem.systems.tw.turn.armistice import ArmisticeVerdict
from pbem.systems.tw.turn.conquest import ConquestVerdict
from pbem.systems.tw.turn.ending import PlayerTurnVerdict
from pbem.systems.tw.turn.frostbite import FrostbiteVerdict
from pbem.systems.tw.turn.income import (
    ArrivalVerdict,
    IncomeVerdict,
    LendLeaseVerdict,
    MobilizationVerdict,
)
from pbem.systems.tw.turn.prizes import PrizeVerdict
from pbem.systems.tw.turn.stacking import OverstackedVerdict
from pbem.systems.tw.turn.surrender import SurrenderVerdict
from pbem.systems.tw.turn.victory import VictoryVerdict
from pbem.systems.tw.turn.weather import WeatherVerdict
from pbem.systems.tw.world.telling import told_modifiers, told_units, turn_name
from pbem.systems.tw.world.vocabulary import PowerName, TrackName

ROWS: Final = {  # of the chart of victory, where their ids are not words enough
    "surrender-in-spring": "French surrender in Spring",
    "surrender-in-summer": "French surrender in Summer",
    "british-factors": "British factors lost",
    "german-losses": "German ARM and aircraft lost",
    "german-fleets": "German Fleets Depleted",
    "paris-french": "Paris still French",
}

ENDS: Final[Mapping[str, str]] = {
    PowerName.FRANCE: "asks for terms: the war in the west is over",
    PowerName.SOVIET_UNION: "surrenders: the war in the east is over",
}


def player_turn_lines(verdict: PlayerTurnVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a player turn that begins."""
    if verdict.over:
        return ("END OF THE SCENARIO", f"{turn_name(verdict.turn)} was its last turn")
    return (f"{turn_name(verdict.turn).upper()}: the {scene.title(verdict.side)} player turn",)


def income_lines(verdict: IncomeVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of the NARFs of a year."""
    parts = [f"base {verdict.base}"]
    parts += [f"growth {verdict.growth:+d}"] if verdict.growth else []
    parts += [f"places taken and lost {verdict.prizes:+d}"] if verdict.prizes else []
    return (f"INCOME: {scene.title(verdict.power)}: {verdict.narfs} NARFs", ", ".join(parts))


def arrival_lines(verdict: ArrivalVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of units that join a force pool."""
    return (f"FORCE POOL: {scene.title(verdict.power)}", told_units(scene, verdict.units))


def mobilization_lines(verdict: MobilizationVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of the Soviet mobilization."""
    more = f"{verdict.narfs:+d} NARFs and {verdict.narfs:+d} of the base"
    return (
        f"MOBILIZATION: {scene.title(verdict.power)}",
        f"{more}; {verdict.builds} ground units for nothing in this turn",
    )


def prize_lines(verdict: PrizeVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of industry or a province that changes hands."""
    owner, captor = scene.title(verdict.owner), scene.title(verdict.captor)
    sign = -1 if verdict.retaken else 1
    gained = f", {captor} {sign * verdict.gain:+d}" if verdict.gain else ""
    head = "RETAKEN" if verdict.retaken else "LOST"
    return (
        f"{head}: {scene.place(verdict.at or '')}",
        f"NARFs: {owner} {-sign * verdict.loss:+d}{gained}",
    )


def weather_lines(verdict: WeatherVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of the weather of a front."""
    name = verdict.weather.replace("-", " ")
    thrown = "" if verdict.difference is None else f" (difference {verdict.difference:+d})"
    return (f"WEATHER: {scene.title(verdict.front)}: {name}{thrown}",)


def effort_lines(verdict: EffortVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a logistical effort."""
    power = scene.title(verdict.power)
    at = ", ".join(scene.place(place) for place in verdict.markers)
    where = f" at {at}" if at else ""
    return (
        f"LOGISTICS: {power}: {scene.title(verdict.effort)}{where}",
        f"{verdict.paid} NARFs, {verdict.left} left; {verdict.active} units are active",
    )


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


def overrun_lines(verdict: OverrunVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of an automatic victory."""
    return (
        f"AUTOMATIC VICTORY in {scene.place(verdict.at or '')}",
        f"{told_units(scene, verdict.attackers)} eliminate {told_units(scene, verdict.defenders)}",
    )


def overstacked_lines(verdict: OverstackedVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of units too many in a hex."""
    return (
        f"TOO MANY UNITS in {scene.place(verdict.at or '')}",
        f"eliminated: {told_units(scene, verdict.units)}",
    )


def surrender_lines(verdict: SurrenderVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a power that throws its die: what was added, and what comes of it."""
    end = ENDS[verdict.power] if verdict.surrenders else "fights on"
    said = told_modifiers(verdict.modifiers)
    die = f"die {verdict.die}" + (f", {said}: {verdict.total}" if said else "")
    return (f"{scene.title(verdict.power).upper()} {end}", die)


def frostbite_lines(verdict: FrostbiteVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of units that freeze."""
    return ("FROSTBITE", f"Depleted: {told_units(scene, verdict.units)}")


def lend_lease_lines(verdict: LendLeaseVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of NARFs that are granted."""
    return (f"LEND-LEASE: {scene.title(verdict.power)}: {verdict.narfs} NARFs",)


def conquest_lines(verdict: ConquestVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a minor country that surrenders."""
    power, conqueror = scene.title(verdict.power), scene.title(verdict.conqueror)
    gone = told_units(scene, verdict.units) or "none"
    return (
        f"{power.upper()} SURRENDERS to {conqueror}",
        f"{verdict.narfs} NARFs for {conqueror} now; units that leave the game: {gone}",
    )


def armistice_lines(verdict: ArmisticeVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of the French armistice."""
    conqueror = scene.title(verdict.conqueror)
    free = ", ".join(one.title() for one in verdict.free)
    dice = ", ".join(f"{one.title()} {value}" for one, value in verdict.dice.items())
    annexed = f", {verdict.annexed} of Alsace-Lorraine, annexed" if verdict.annexed else ""
    return (
        f"ARMISTICE: {scene.title(verdict.power)} is out of the war",
        f"{conqueror} holds the rest of France and has {verdict.narfs} NARFs of it" + annexed,
        f"the colonies threw {dice or 'no dice'}: {free or 'none'} Free French, the others Vichy's",
        f"{verdict.gone} French units leave the game; infantry left: "
        + told_units(scene, verdict.left),
    )


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
