"""The Weather Segment (3.2, 26): what the dice make of each front before a turn.

Decides the weather of all fronts for a turn, in the east anew for the second half of a Winter.
Leaves what it does to the chart of effects, and who freezes to `frostbite`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_track
from pbem.core.record.verdicts import Verdict
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Modifier
from pbem.systems.tw.turn.frostbite import frostbite
from pbem.systems.tw.world.calendar import season_of, year_of
from pbem.systems.tw.world.position import Umpire
from pbem.systems.tw.world.vocabulary import (
    Effort,
    Front,
    PowerFlag,
    PowerName,
    Season,
    Side,
    TrackName,
)
from pbem.systems.tw.world.weather import CLEAR

DIE: Final = "d10"
BEFORE_THE_WAR: Final = {  # eastern weather while Germany and the Soviet Union are at peace
    Season.SPRING: "heavy-mud",
    Season.FALL: "light-mud",
    Season.WINTER: "harsh-russian-winter",
}
WORSE: Final = {  # one step worse, on the western and the eastern front
    Front.WESTERN: ("clear", "cold-rain", "snow", "severe-winter", "extreme-winter"),
    Front.EASTERN: ("clear", "light-mud", "heavy-mud", "morass"),
}
BAD_YEARS: Final = (1939, 1940)  # winters that are one step worse in the west
PREPARATION: Final = {0: -1, 1: 0}  # on the German die, by how many winters there were
PREPARED: Final = 2  # in the first winter, after a Limited Effort in Fall
LATER: Final = 1
BITTER: Final = ("arctic-conditions", "extreme-russian-winter")


class BitterWinter(Reading, id="TW-R-26.1.3-a"):
    """Which of the two throws of a Winter lingers on into Spring."""

    SECOND = "second"
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class WeatherVerdict(Verdict):
    """The weather of a front for a turn; the difference of the dice where any were thrown."""

    kind: ClassVar[str] = "weather"
    cite: ClassVar[str] = "26"

    front: str
    weather: str
    difference: int | None = None

    @property
    def outcome(self) -> str:
        return self.weather


@implements("TW-3.2-1", "TW-3.2-3", "TW-3.2-4", "TW-26.2-1", "TW-26.3-1", "TW-26.1.3-1")
def weather(umpire: Umpire) -> None:
    """Before the Axis player turn: each front whose weather is not simply clear."""
    clock = umpire.state.clock
    if clock.impulse != 1:
        return
    season = season_of(clock.turn)
    _eastern(umpire, season)
    if season is Season.WINTER:
        _western(umpire)
        axis = PowerName.ITALY if PowerName.ITALY in umpire.state.powers else PowerName.GERMANY
        powers = (axis, PowerName.BRITAIN)
        _thrown(umpire, Dice(Front.MEDITERRANEAN, "mediterranean-winter", powers))


@implements("TW-26.1.3-1", "TW-26.1.3-2", "TW-26.1.1-1", "TW-26.1.1-6", "TW-26.1.2-1", "TW-3.2-2")
def _eastern(umpire: Umpire, season: Season) -> None:
    """The Eastern Front: dice in wartime, else always the same; a bitter winter lingers on."""
    if season is Season.SUMMER:
        return
    at_war = umpire.position.at_war(PowerName.GERMANY, PowerName.SOVIET_UNION)
    if not at_war:
        _set(umpire, Front.EASTERN, BEFORE_THE_WAR[season], None)
        return
    powers = (PowerName.GERMANY, PowerName.SOVIET_UNION)
    worse = season is Season.SPRING and umpire.state.track(TrackName.LAST_WINTER) in BITTER
    found = _thrown(umpire, Dice(Front.EASTERN, f"eastern-{season}", powers, worse))
    frostbite(umpire, found)


@implements("TW-3.10.2-3", "TW-26.1.1-2", "TW-26.1.3-2")
def second_winter(umpire: Umpire) -> None:
    """As the Axis player turn of a Winter ends: the eastern weather of the Soviet player turn, for
    which a bitter first throw is forgotten, if it is read so.
    """
    clock = umpire.state.clock
    at_war = umpire.position.at_war(PowerName.GERMANY, PowerName.SOVIET_UNION)
    if at_war and clock.side == Side.AXIS and season_of(clock.turn) is Season.WINTER:
        first = umpire.state.track(TrackName.LAST_WINTER)
        _eastern(umpire, Season.WINTER)
        if first in BITTER and umpire.reading(BitterWinter) is BitterWinter.EITHER:
            umpire.apply(*set_track(umpire.state, TrackName.LAST_WINTER, first))


@implements("TW-26.2-3")
def _western(umpire: Umpire) -> None:
    """The Western Front, one step worse in the first two winters of the war."""
    worse = year_of(umpire.state.clock.turn) in BAD_YEARS
    powers = (PowerName.GERMANY, PowerName.BRITAIN)
    _thrown(umpire, Dice(Front.WESTERN, "western-winter", powers, worse))


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of a front: the table, who throws, and whether the result is one step worse."""

    front: Front
    table: str
    powers: tuple[str, str]
    worse: bool = False


def _thrown(umpire: Umpire, dice: Dice) -> str:
    """The weather of a front: one die of each side; the difference is read in a table."""
    front = dice.front
    ours, theirs = (
        umpire.roll(f"{front}-{power}", DIE, power, "26", _preparation(umpire, front, power))
        for power in dice.powers
    )
    difference = ours.modified - theirs.modified
    found = umpire.chart("weather").lookup(roll=difference, table=dice.table).text
    if dice.worse:
        steps = WORSE[front]
        found = steps[min(steps.index(found) + 1, len(steps) - 1)]
    _set(umpire, front, found, difference)
    return found


@implements("TW-26.1.2-2")
def _preparation(umpire: Umpire, front: Front, power: str) -> tuple[Modifier, ...]:
    """The first eastern winter is one worse for Germany, or two better if she made LLEs in the Fall
    before; the third and later ones are one better.
    """
    clock = umpire.state.clock
    if front is not Front.EASTERN or power != PowerName.GERMANY:
        return ()
    first = umpire.state.track(TrackName.FIRST_WINTER)
    if season_of(clock.turn) is not Season.WINTER or first is None:
        return ()
    winters = year_of(clock.turn) - int(first)
    value = PREPARATION.get(winters, LATER)
    if winters == 0 and umpire.state.flag(power, PowerFlag.FALL_EFFORT) == Effort.LLE:
        value = PREPARED
    return (Modifier("winter-preparation", value),) if value else ()


def _set(umpire: Umpire, front: Front, found: str, difference: int | None) -> None:
    state = umpire.state
    if season_of(state.clock.turn) is Season.WINTER and front is Front.EASTERN:
        umpire.apply(*set_track(state, TrackName.LAST_WINTER, found))
    value = None if found == CLEAR else found
    umpire.apply(*set_track(umpire.state, TrackName.WEATHER.of(front), value))
    umpire.tell(WeatherVerdict(None, front, found, difference))
