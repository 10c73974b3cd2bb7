"""Intelligence gained in the production step (13.6.11, option 41).

`intelligence: [{rolls: 2}, {bletchley: 1}]` buys rolls, and uses those of Bletchley Park. Decides
who rolls how often, what a roll costs, who gains how many points. Leaves what points are spent for
to the dice that they change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.reading.scene import Scene
from pbem.core.record.changes import set_power
from pbem.core.record.state import State
from pbem.core.record.verdicts import PowerId, Verdict
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.orders_of_powers import country_for
from pbem.systems.flames.economy.points import left
from pbem.systems.flames.world.control import major_powers
from pbem.systems.flames.world.countries import power_over
from pbem.systems.flames.world.position import SIDES, Position, Umpire
from pbem.systems.flames.world.vocabulary import PowerCount, is_last_turn, year_of
from pbem.systems.wif.world.alliances import is_neutral
from pbem.systems.wif.world.options import options_of
from pbem.systems.wif.world.vocabulary import CountOf1939, PowerName

CITE: Final = "13.6.11"
PRICE: Final = 3  # build points for a roll
BEFORE_BLETCHLEY: Final = 1939
MOST_OF_BLETCHLEY: Final = 6  # free rolls in a year


@dataclass(frozen=True, slots=True)
class Gain:
    """What a power has thrown for intelligence, and the points that it has gained."""

    power: PowerId
    dice: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class IntelligenceVerdict(Verdict):
    """The intelligence rolls of all powers, and what each has gained."""

    kind: ClassVar[str] = "intelligence"
    cite: ClassVar[str] = "13.6.11"

    gains: tuple[Gain, ...]

    @property
    def outcome(self) -> str:
        return "rolled"


def intelligence_lines(verdict: IntelligenceVerdict, scene: Scene) -> Sequence[str]:
    """Who has rolled what for intelligence, and who has gained points."""
    lines = [f"INTELLIGENCE ({verdict.cite})"]
    for gain in verdict.gains:
        dice = ", ".join(map(str, gain.dice))
        points = f"{gain.points} point{'s' * (gain.points != 1)}" if gain.points else "nothing"
        lines.append(f"  {scene.title(gain.power)} rolls {dice}: {points}")
    return lines


class SeveralRolls(Reading, id="WIF-13.6.11-R1"):
    """How several intelligence rolls of one power count."""

    EACH = "each"
    BEST = "best"


@dataclass(frozen=True, slots=True)
class Rolls:
    """What a power has thrown for intelligence, of which side, with how many build points."""

    power: str
    side: str
    points: int
    dice: tuple[int, ...]

    @property
    def highest(self) -> int:
        return max(self.dice, default=0)


# --- what is gained ------------------------------------------------------------------------------


@implements("WIF-13.6.11-4", "WIF-13.6.11-d1")
def gained(rolls: Sequence[Rolls], reading: SeveralRolls = SeveralRolls.EACH) -> dict[str, int]:
    """The points of each power: by how much a roll beats every roll of the other side (13.6.11).

    Where the highest rolls of both sides are alike, the power with the most build points of those
    that threw them gets one point.
    """
    best = _best({mine.power: mine.highest for mine in rolls})
    tied = [mine for mine in rolls if mine.power in best and mine.dice]
    if len({mine.side for mine in tied}) > 1:
        richest = _best({mine.power: mine.points for mine in tied})
        return {mine.power: int([mine.power] == richest) for mine in rolls}
    return {mine.power: _margin(mine, rolls, reading) for mine in rolls}


def _margin(mine: Rolls, rolls: Sequence[Rolls], reading: SeveralRolls) -> int:
    """By how much a power's rolls, or its best one, beat every roll of the other side."""
    beaten = max((other.highest for other in rolls if other.side != mine.side), default=0)
    dice = mine.dice if reading is SeveralRolls.EACH else (mine.highest,)
    return sum(max(0, die - beaten) for die in dice)


@implements("WIF-13.6.11-3")
def bletchley_rolls(turn: str, used: int) -> int:
    """The free rolls of Bletchley Park that are left in the year of a turn (13.6.11)."""
    return max(0, min(MOST_OF_BLETCHLEY, year_of(turn) - BEFORE_BLETCHLEY) - used)


def _of_bletchley(state: State) -> str:
    """The count of the rolls that Bletchley Park has given in this year."""
    return CountOf1939.BLETCHLEY.of(str(year_of(state.clock.turn)))


# --- the order -----------------------------------------------------------------------------------


@implements("WIF-13.6.11-2b")
def check_intelligence(position: Position, order: Order) -> Ruling:
    """`{rolls: 2}` buys rolls, `{bletchley: 1}` uses free ones of the Commonwealth (13.6.11)."""
    power, findings = country_for(position, order)
    if not findings and not options_of(position).intelligence:
        findings = [error("option", "intelligence is option 41, not played", cite=CITE)]
    if findings:
        return Ruling(tuple(findings))
    bought, free = (int(order.data.get(word, 0)) for word in ("rolls", "bletchley"))
    findings = _troubles(position, power, bought, free)
    if findings:
        return Ruling(tuple(findings))
    state, year = position.state, _of_bletchley(position.state)
    more = {
        PowerCount.SPENT_POINTS: PRICE * bought,
        CountOf1939.INTELLIGENCE_ROLLS: bought + free,
        **({year: free} if free else {}),
    }
    events = tuple(
        change
        for word, many in more.items()
        for change in set_power(state, power, "counter", word, state.counter(power, word) + many)
    )
    price = [f"{bought} for {PRICE * bought} build points"] if bought else []
    gift = [f"{free} of Bletchley Park"] if free else []
    return Ruling((), f"intelligence rolls: {', '.join(price + gift)}", events)


def _troubles(position: Position, power: str, bought: int, free: int) -> list[Finding]:
    """Why a power cannot roll so often."""
    named = position.called(power)
    if power != power_over(position, power):
        return [_no_intelligence_of(position, power)]
    if position.is_neutral(power):
        return [error("neutral", f"{named} is neutral: it rolls no intelligence", cite=CITE)]
    if not bought and not free:
        return [error("no-rolls", "how many rolls?", hint="rolls: 1", cite=CITE)]
    has = left(position, power)
    if PRICE * bought > has:
        message = f"{bought} rolls cost {PRICE * bought}, {has} build points are left"
        return [error("too-dear", message, cite=CITE, about="rolls")]
    return _not_so_many_free(position, power, free)


@implements("WIF-13.6.10-37c")
def _no_intelligence_of(position: Position, country: str) -> Finding:
    """Intelligence is of major powers; of the Commonwealth the United Kingdom pays (13.6.10)."""
    message = f"{position.called(country)} buys no intelligence: major powers do"
    return error("not-major", message, cite="13.6.10", about="rolls")


def _not_so_many_free(position: Position, power: str, free: int) -> list[Finding]:
    """Why Bletchley Park does not give a power so many rolls."""
    state, named = position.state, position.called(power)
    if free and power != PowerName.COMMONWEALTH:
        message = f"Bletchley Park is the Commonwealth's, not {named}'s"
        return [error("not-yours", message, cite=CITE, about="bletchley")]
    gives = bletchley_rolls(position.clock.turn, state.counter(power, _of_bletchley(state)))
    if free > gives:
        message = f"Bletchley Park gives {gives} more rolls in this year, not {free}"
        return [error("too-many", message, cite=CITE, about="bletchley")]
    return []


# --- the steps -----------------------------------------------------------------------------------


def buy_intelligence(umpire: Umpire) -> None:
    """Rolls are paid for before anything is built (13.6.11)."""
    for order, ruling in umpire.sound_orders(INTELLIGENCE.name):
        umpire.apply(*ruling.events)
        umpire.done(order, ruling.reading)


@implements("WIF-13.6.11-1", "WIF-13.6.11-2a")
def intelligence(umpire: Umpire) -> None:
    """Old points are lost, every active major power rolls as often as it may (13.6.11)."""
    if not options_of(umpire.position).intelligence or is_last_turn(umpire.state):
        return
    active = {side: _active(umpire.state, side) for side in SIDES}
    free = {_free_roll(umpire, powers) for powers in active.values()}
    thrown = [_thrown(umpire, p, p in free) for powers in active.values() for p in powers]
    gains = gained(thrown, umpire.reading(SeveralRolls))
    for power, points in gains.items():
        word = CountOf1939.INTELLIGENCE
        umpire.apply(*set_power(umpire.state, power, "counter", word, points or None))
    rows = tuple(Gain(mine.power, mine.dice, gains[mine.power]) for mine in thrown if mine.dice)
    if rows:
        umpire.tell(IntelligenceVerdict(None, gains=rows))


def _active(state: State, side: str) -> list[str]:
    """The active major powers of a side."""
    return [power for power in major_powers(state, side) if not is_neutral(state, power)]


def _free_roll(umpire: Umpire, powers: Sequence[str]) -> str:
    """Who of a side has made the most build points; a die for each of equals (13.6.11)."""
    tied, round_ = _best(_made(umpire.state, powers)), 1
    while len(tied) > 1:
        names = {power: f"free-{power}-{round_}" for power in tied}
        tied = _best({p: umpire.roll(n, "d10", p, CITE).total for p, n in names.items()})
        round_ += 1
    return tied[0] if tied else ""


def _best(found: Mapping[str, int]) -> list[str]:
    most = max(found.values(), default=0)
    return [power for power, many in found.items() if many == most]


def _made(state: State, powers: Iterable[str]) -> dict[str, int]:
    return {power: state.counter(power, PowerCount.MADE_POINTS) for power in powers}


def _thrown(umpire: Umpire, power: str, free: bool) -> Rolls:
    """The rolls of a power: those paid for, those of Bletchley Park, the free one of its side."""
    state = umpire.state
    count = state.counter(power, CountOf1939.INTELLIGENCE_ROLLS) + free
    dice = (umpire.roll(f"{power}-{n}", "d10", power, CITE).total for n in range(1, count + 1))
    points = state.counter(power, PowerCount.MADE_POINTS)
    return Rolls(power, state.side_of(power), points, tuple(dice))


INTELLIGENCE: Final = Section(
    name="intelligence",
    title="Intelligence rolls to buy",
    step="buying-intelligence",
    schema="intelligence",
    cite=CITE,
    check=check_intelligence,
)
