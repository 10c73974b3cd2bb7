"""The Planning Segment (3.3): the efforts of the side that moves second, before anybody moves.

The Axis moves as soon as efforts are chosen, so the file of its operations chooses its own. Of the
Allies each major power chooses here, those with the fewest NARFs first; it says where its markers
lie, and pays, as its operations begin. Decides which effort a power has planned. Leaves what it
does to `efforts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option, one_of
from pbem.core.data.rulebook import implements
from pbem.core.reading.scene import Scene
from pbem.core.record.changes import set_power, set_track
from pbem.core.record.verdicts import PowerId, Verdict
from pbem.systems.tw.economy.efforts import is_sustained_before
from pbem.systems.tw.move.spying import chits
from pbem.systems.tw.world.calendar import SEASONS, season_of
from pbem.systems.tw.world.east import turns_since_attack
from pbem.systems.tw.world.position import Position, Umpire, in_alliance_order
from pbem.systems.tw.world.vocabulary import (
    Effort,
    Front,
    PowerCount,
    PowerFlag,
    PowerName,
    Side,
    TrackName,
)
from pbem.systems.tw.world.weather import CLEAR, WEATHERS

FIRST_PLAYER_TURN: Final = 1
CHOSEN: Final = (Effort.SLE, Effort.RLE, Effort.LLE, Effort.MLE)
PREFERRED: Final = (Effort.SLE, Effort.RLE, Effort.LLE, Effort.MLE, Effort.PASS)

PLAN: Final = DecisionKind(
    "effort",
    "The effort of the coming player turn",
    "in the Planning Segment, before the Axis moves, if you move after it; default: an SLE where "
    "none was made in the turn before, else RLEs, else the best that can be paid",
    "3.3",
    (AnswerKey("planning", "effort"),),
    {
        "season": "the season of the turn",
        "weather": "the weather of the Eastern Front",
        "narfs": "the NARFs that the power has",
        "sustained": "whether its last effort was sustained: 1, or 0",
    },
    values={
        "season": one_of(*map(str, SEASONS)),
        "weather": one_of(*WEATHERS),
    },
)


KEEP: Final = "keep"
BURN: Final = "burn"
SCORCHED: Final = 15  # NARFs
AFTER: Final = 1  # turns after the attack
SCORCH: Final = DecisionKind(
    "scorched-earth",
    "Scorched earth",
    "in the Planning Segment of the turn after a German attack on the Soviet Union: for 15 NARFs "
    "Axis ground units inside it lose a point of movement in both impulses; default: keep",
    "21.7.6",
    (AnswerKey("planning", "earth"),),
    {"narfs": "the NARFs that the Soviet Union has"},
)


@dataclass(frozen=True, slots=True)
class ScorchedVerdict(Verdict):
    """The Soviet Union scorches its earth."""

    kind: ClassVar[str] = "scorched-earth"
    cite: ClassVar[str] = "21.7.6"

    power: PowerId
    paid: int

    @property
    def outcome(self) -> str:
        return "burnt"


@dataclass(frozen=True, slots=True)
class PlanVerdict(Verdict):
    """A power has planned its effort."""

    kind: ClassVar[str] = "plan"
    cite: ClassVar[str] = "3.3"

    power: PowerId
    effort: str

    @property
    def outcome(self) -> str:
        return self.effort


@implements("TW-3.3-1")
def planning(umpire: Umpire) -> None:
    """As the Axis player turn begins: the efforts of those who move second."""
    if umpire.state.clock.impulse != FIRST_PLAYER_TURN:
        return
    for power in planners(umpire.position):
        effort = _chosen(umpire, power)
        umpire.apply(*set_power(umpire.state, power, "flag", PowerFlag.PLAN, effort))
        umpire.tell(PlanVerdict(None, power, effort))
    _scorch(umpire)
    chits(umpire)


@implements("TW-21.7.6-1")
def _scorch(umpire: Umpire) -> None:
    """In the turn after a German attack the Soviet Union may scorch its earth."""
    position, power = umpire.position, PowerName.SOVIET_UNION
    left = position.state.counter(power, PowerCount.NARFS)
    if turns_since_attack(position) != AFTER or left < SCORCHED:
        return
    answer = umpire.decide(
        SCORCH.ask(
            "Scorch the earth?",
            position.powers[power].players,
            [Option(KEEP), Option(BURN)],
            [KEEP],
            about=power,
            facts={"narfs": left},
        )
    )
    if answer.pick == BURN:
        turn = umpire.state.clock.turn
        umpire.apply(*set_power(umpire.state, power, "counter", PowerCount.NARFS, left - SCORCHED))
        umpire.apply(*set_track(umpire.state, TrackName.SCORCHED_EARTH, turn))
        umpire.tell(ScorchedVerdict(None, power, SCORCHED))


def plan_lines(verdict: PlanVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a planned effort."""
    power, effort = scene.title(verdict.power), scene.title(verdict.effort)
    return (f"PLANNING: {power}: {effort} in its player turn",)


def scorched_lines(verdict: ScorchedVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of scorched earth."""
    return (
        f"SCORCHED EARTH: {scene.title(verdict.power)} pays {verdict.paid} NARFs",
        "Axis ground units inside it have a point less in both impulses of this turn",
    )


@implements("TW-3.3-3", "TW-3.11-2")
def planners(position: Position) -> tuple[str, ...]:
    """The major powers of the Allies, those with the fewest NARFs first, of equals in the order of
    the alliance.
    """
    majors = position.book.chart("efforts").table("cost").rows.names
    own = [
        power
        for power in in_alliance_order(position)
        if power in majors and position.side_of(power) == Side.ALLIED
        and position.powers[power].players
    ]  # fmt: skip
    return tuple(sorted(own, key=lambda power: position.state.counter(power, PowerCount.NARFS)))


def _chosen(umpire: Umpire, power: str) -> str:
    """The effort that a power plans: its player's line says it."""
    position = umpire.position
    possible = tuple(_possible(position, power))
    answer = umpire.decide(
        PLAN.ask(
            f"Which effort does {position.title(power)} make in its player turn?",
            position.powers[power].players,
            [Option(str(effort), effort.upper()) for effort in possible],
            [next(str(effort) for effort in PREFERRED if effort in possible)],
            about=power,
            facts={
                "season": str(season_of(position.clock.turn)),
                "weather": _weather(position),
                "narfs": position.state.counter(power, PowerCount.NARFS),
                "sustained": int(is_sustained_before(position, power)),
            },
        )
    )
    return answer.pick


def _weather(position: Position) -> str:
    return str(position.track(TrackName.WEATHER.of(Front.EASTERN)) or CLEAR)


@implements("TW-4.5-1", "TW-4.1-4")
def _possible(position: Position, power: str) -> Iterator[Effort]:
    """The efforts that a power may choose and can pay once; who has nothing passes."""
    narfs = position.state.counter(power, PowerCount.NARFS)
    chart = position.book.chart("efforts")
    cheap = [one for one in CHOSEN if int(chart.at(power, one, "cost").number) <= narfs]
    for effort in cheap:
        if effort is not Effort.SLE or not is_sustained_before(position, power):
            yield effort
    if not cheap:
        yield Effort.PASS
