"""Sieges (TOY-10) and weather (TOY-11): rules that the toy's book leaves to its moderator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.charts import Chart
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.dice import Roll
from pbem.core.record.events import TrackChanged
from pbem.core.record.state import Unit
from pbem.core.record.verdicts import Judged
from pbem.core.rules.rulings import Does, May, Ruled, RulingKind, Wanted
from toy.units import defender, killed, side_units, strength, weakest

BREACH, HOLDS = "breach", "holds"
SIEGE: Final = RulingKind(
    name="siege",
    title="Siege of a home",
    moment="when a home is assaulted",
    cite="10",
    clauses=("TOY-10",),
    chart="siege",
)
WEATHER: Final = RulingKind(
    name="weather",
    title="Weather",
    moment="when an impulse ends",
    cite="11",
    clauses=("TOY-11",),
)


@dataclass(frozen=True, slots=True)
class SiegeVerdict(Judged):
    """What has come of a siege."""

    kind: ClassVar[str] = "siege"
    cite: ClassVar[str] = "10"

    die: int


@dataclass(frozen=True, slots=True)
class WeatherVerdict(Judged):
    """The sky."""

    kind: ClassVar[str] = "weather"
    cite: ClassVar[str] = "11"

    die: int


@implements("TOY-10")
def besiege(umpire: Umpire, at: str, side: str, roll: Roll) -> str:
    """The chart says what comes of the die, or the moderator does, and what is lost."""
    found = umpire.consult(SIEGE, lambda: siege_wanted(umpire, at, side, roll))
    if isinstance(found, Chart):
        outcome = found.lookup(roll=roll.modified).text
        loser = defender(umpire.state, at, side) if outcome == BREACH else side
        where = at if outcome == BREACH else ""
        umpire.apply(killed(weakest(umpire.game, besiegers(umpire, at, loser, where))))
    else:
        outcome = str(found.result)
    umpire.tell(SiegeVerdict(at=at, result=outcome, die=roll.total))
    return outcome


def besiegers(umpire: Umpire, at: str, side: str, where: str = "") -> tuple[Unit, ...]:
    """The units of a side in a home, or those around it."""
    places = (where,) if where else tuple(sorted(umpire.board.neighbours[at]))
    return tuple(unit for place in places for unit in side_units(umpire.state, place, side))


def siege_wanted(umpire: Umpire, at: str, side: str, roll: Roll) -> Wanted:
    """What the moderator is asked of a siege: he sees the die."""
    foe = defender(umpire.state, at, side)
    inside, outside = besiegers(umpire, at, foe, at), besiegers(umpire, at, side)

    def legal(ruled: Ruled) -> str:
        """A home that holds loses nobody."""
        lost = {event.unit for event in ruled.events if hasattr(event, "unit")}
        safe = ruled.result == HOLDS and lost & {unit.id for unit in inside}
        return "a home that holds loses nobody" if safe else ""

    return SIEGE.want(
        "What comes of the siege?",
        about=at,
        at=at,
        units=tuple(unit.id for unit in (*inside, *outside)),
        places=(at, *sorted(umpire.board.neighbours[at])),
        facts={
            "might": strength(umpire.game, outside),
            "enemy might": strength(umpire.game, inside),
        },
        dice=(roll,),
        results=(BREACH, HOLDS),
        may=(May(Does.LOSE), May(Does.RETREAT), May(Does.POINTS, names=("luck",))),
        legal=legal,
    )


@implements("TOY-11")
def weather(umpire: Umpire) -> None:
    """The moderator says what the season adds to the die of the weather, and does not see it."""
    if not umpire.options.weather:
        return
    ruled = umpire.rule(WEATHER.want("What does the season add?", modifiers="the die of the sky"))
    roll = umpire.roll("sky", "d6", "", "11", ruled.modifiers)
    sky, old = "storm" if roll.modified >= 5 else "fine", umpire.state.track("weather")
    if sky != old:
        umpire.apply(TrackChanged("weather", old, sky))
    umpire.tell(WeatherVerdict(at=None, result=sky, die=roll.total))
