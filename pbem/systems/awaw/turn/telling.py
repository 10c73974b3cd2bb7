"""What reports say of turns: their names, and which is next.

Decides the words alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.rules.position import Position
from pbem.systems.awaw.turn.conquests import ConquestVerdict, SurrenderVerdict
from pbem.systems.awaw.turn.ending import PlayerTurnVerdict
from pbem.systems.awaw.turn.force_pools import ForcePoolVerdict
from pbem.systems.awaw.turn.losses import BoxLossVerdict
from pbem.systems.awaw.world.calendar import setting_up_now, turn_of
from pbem.systems.awaw.world.telling import told_units
from pbem.systems.awaw.world.vocabulary import (
    Faction,
    Front,
    Pool,
    PowerCount,
    PowerName,
    Season,
    Side,
    Status,
    TrackName,
    UnitMark,
)

COUNTRIES: Final = (  # minor countries whose names are their ids
    "arabia", "baltic-states", "belgium", "bulgaria", "denmark", "greece", "hungary", "iraq",
    "ireland", "luxembourg", "mongolia", "nepal", "netherlands", "norway", "persia", "philippines",
    "portugal", "spain", "sweden", "switzerland", "tibet", "turkey", "yugoslavia",
)  # fmt: skip
TOLD_BY_NAME: Final = 2  # powers that set up together, in the heading
_YEARS: Final = range(1935, 1950)
NAMES: Final[Mapping[str, str]] = {
    **{term: term.meaning for terms in (Side, Front, Status, Pool) for term in terms},
    **{term: term.meaning for terms in (Faction, PowerName) for term in terms},
    **{mark: mark.replace("-", " ") for mark in UnitMark},
    **{name: name.meaning for name in (TrackName.RGT, TrackName.USAT, TrackName.USJT)},
    TrackName.FIRST_TURN: "first game turn",
    TrackName.LAST_TURN: "last game turn",
    PowerCount.BRPS: "BRPs",
    PowerCount.BASE: "BRP base",
    PowerCount.GROWTH: "growth rate",
    PowerCount.RPS: "research points",
    PowerCount.DPS: "diplomatic points",
    **{name: name.replace("-", " ").title() for name in COUNTRIES},
    "netherlands-east-indies": "Dutch East Indies",
    "siam": "Thailand",
    **{f"{year}-{season}": f"{season.meaning} {year}" for year in _YEARS for season in Season},
}


def turn_name(turn: str) -> str:
    """`Fall 1939` for `1939-fall`."""
    year, season = turn_of(turn)
    return f"{season.meaning} {year}"


def heading(position: Position) -> str:
    """When it is: `Fall 1939, Axis player turn`."""
    clock = position.clock
    if deploying := setting_up_now(position.state):
        names = " and ".join(NAMES.get(power, power) for power in deploying)
        if len(deploying) > TOLD_BY_NAME:
            names = f"{NAMES.get(deploying[0], deploying[0])} and {len(deploying) - 1} others"
        return f"{turn_name(clock.turn)}, set-up of {names}"
    return f"{turn_name(clock.turn)}, {NAMES.get(clock.side, clock.side)} player turn"


def player_turn_lines(verdict: PlayerTurnVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a player turn that begins."""
    if verdict.over:
        return ("END OF THE SCENARIO", f"{turn_name(verdict.turn)} was its last game turn")
    return (f"{turn_name(verdict.turn).upper()}: the {scene.title(verdict.side)} player turn",)


def force_pool_lines(verdict: ForcePoolVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of units that become allowable builds."""
    units = told_units(scene, verdict.units)
    return (f"ALLOWABLE BUILDS: {scene.title(verdict.power)}", units)


def surrender_lines(verdict: SurrenderVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a major power that surrenders."""
    return (f"SURRENDER: {scene.title(verdict.power)}",)


def conquest_lines(verdict: ConquestVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a minor country that is conquered."""
    country, by = scene.title(verdict.country), scene.title(verdict.by)
    return (
        f"CONQUERED: {country}, by {by}",
        f"no hex is its own, and none of its units is left; {by} holds its capital",
    )


def box_loss_lines(verdict: BoxLossVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of BRPs lost to enemies beside a box."""
    return (
        f"{scene.place(verdict.box).upper()}: enemies beside it",
        f"{scene.title(verdict.payer)} loses {verdict.lost} BRPs, {verdict.left} left",
    )
