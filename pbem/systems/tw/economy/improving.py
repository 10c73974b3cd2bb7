"""Forces that rise, and points that are bought (7.11.2, 7.11.3, 8.4.1, 10.8.2, 11.11).

`{improve: army}`, `air force`, `navy` or `strategic movement`, as units are built, after reserves.
An army, an air force or a navy rises after five turns of payments; who misses one falls a step
back. Decides who may begin when, and what it costs. Leaves what ratings are worth to combat.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.reading.scene import Scene
from pbem.core.record.changes import set_power
from pbem.core.record.verdicts import PowerId, Verdict
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.air.skies import air_force_rating
from pbem.systems.tw.economy.prices import pay
from pbem.systems.tw.move.points import POOLS, own_points
from pbem.systems.tw.sea.navies import navy_rating
from pbem.systems.tw.supply.lines import MAJORS
from pbem.systems.tw.world.calendar import order_of, year_of
from pbem.systems.tw.world.east import attacked, holds_karelia
from pbem.systems.tw.world.geography import City
from pbem.systems.tw.world.naming import Check
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.ratings import FIRST, THIRD, army_rating
from pbem.systems.tw.world.vocabulary import PowerCount, PowerFlag, PowerName, TrackName

ARMY: Final = "army"
AIR_FORCE: Final = "air force"
NAVY: Final = "navy"
MOVEMENT: Final = "strategic movement"
STEPS: Final = {
    ARMY: PowerCount.ARMY_STEPS,
    AIR_FORCE: PowerCount.AIR_STEPS,
    NAVY: PowerCount.NAVY_STEPS,
}
PAID: Final = {
    ARMY: PowerCount.ARMY_PAID,
    AIR_FORCE: PowerCount.AIR_PAID,
    NAVY: PowerCount.NAVY_PAID,
}
COUNTED: Final = {ARMY: PowerCount.ARMY, AIR_FORCE: PowerCount.AIR, NAVY: PowerCount.NAVY}
RATINGS: Final = {ARMY: army_rating, AIR_FORCE: air_force_rating, NAVY: navy_rating}
RULES: Final = {ARMY: "10.8.2", AIR_FORCE: "11.11", NAVY: "7.11.2"}
TURNS: Final = 5  # of payments, one after the other
FROM: Final = 1941  # the year from which points are bought
# the turns from which a power may begin, whatever else happens
FIRST_TURNS: Final[Mapping[tuple[str, str], str]] = {
    (ARMY, PowerName.FRANCE): "1940-winter",
    (ARMY, PowerName.BRITAIN): "1940-fall",
    (ARMY, PowerName.UNITED_STATES): "1941-fall",
    (ARMY, PowerName.SOVIET_UNION): "1941-fall",
    (AIR_FORCE, PowerName.FRANCE): "1940-winter",
    (NAVY, PowerName.FRANCE): "1940-winter",
    (AIR_FORCE, PowerName.SOVIET_UNION): "1940-fall",
}
FIRST_RATE_SOVIETS: Final = "1944-spring"
WEST: Final = (PowerName.BRITAIN, PowerName.FRANCE)


class ItalyAtWar(Reading, id="TW-R-10.8.2-a"):
    """With whom Italy is at war as it begins to improve its forces."""

    EITHER = "either"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class RiseVerdict(Verdict):
    """The rating of an army, an air force or a navy has risen."""

    kind: ClassVar[str] = "rise"
    cite: ClassVar[str] = "10.8.2"

    power: PowerId
    what: str
    rating: int

    @property
    def outcome(self) -> str:
        return self.what


def rise_lines(verdict: RiseVerdict, scene: Scene) -> tuple[str, ...]:
    """The paragraph of a force that has risen."""
    rate = {1: "First", 2: "Second"}[verdict.rating]
    return (f"The {scene.word(verdict.what)} of {scene.title(verdict.power)} is {rate}-Rate now",)


def check_improvement(position: Position, order: Order) -> Ruling:
    """A power pays for a turn of improvement, or for a strategic movement point."""
    check = Check(position, order)
    what = str(order.data["improve"])
    power = check.own_power(order.data.get("by"))
    if not power:
        return check.ruling("")
    cost = _points(check, power) if what == MOVEMENT else _a_turn(check, power, what)
    pay(check, power, cost)
    return check.ruling(f"{check.title(power)}: {what}, {cost} NARFs")


# --- armies, air forces and navies ---------------------------------------------------------------


@implements("TW-10.8.2-1", "TW-11.11-2", "TW-7.11.2-1", "TW-7.11.3-1")
def _a_turn(check: Check, power: str, what: str) -> int:
    """One turn of improvement: what it costs by the rating."""
    position = check.position
    rating = RATINGS[what](position, power)
    _may_improve(check, power, what, rating)
    steps = position.state.counter(power, STEPS[what]) + 1
    check.does(set_power(check.state, power, "counter", STEPS[what], steps))
    check.does(set_power(check.state, power, "counter", PAID[what], 1))
    each = int(position.book.chart("costs").at("upgrade", "cost", "other").number)
    return each * (THIRD - rating + 1)


@implements("TW-7.11.3-1", "TW-10.8.2-2")
def _may_improve(check: Check, power: str, what: str, rating: int) -> None:
    """Major powers below First-Rate, once a turn, not before their time; of Third-Rate navies
    that of Italy alone. Who has begun goes on, whatever is lost meanwhile.
    """
    position = check.position
    begun = bool(position.state.counter(power, STEPS[what]))
    early = not begun and not may_begin(position, power, what, rating)
    poor = what == NAVY and rating == THIRD and power != PowerName.ITALY
    said = (
        ("minor", power not in MAJORS, "minor countries never improve"),
        ("best", rating == FIRST, f"the {what} is First-Rate"),
        ("poor", poor, "the navy stays Third-Rate"),
        ("twice", bool(position.state.counter(power, PAID[what])), "once a turn"),
        ("early", early, "it may not begin yet"),
    )
    check.first(said, before=f"{check.title(power)}: ", cite=RULES[what])


@implements("TW-10.8.2-2", "TW-11.11-2", "TW-7.11.2-1", "TW-7.11.3-1")
def may_begin(position: Position, power: str, what: str, rating: int) -> bool:
    """Whether the time has come at which a power may improve a force."""
    if power == PowerName.ITALY:
        return _italy_may(position)
    if power == PowerName.SOVIET_UNION:
        return _soviets_may(position, what, rating)
    if what == ARMY and power == PowerName.FRANCE and attacked(position):
        return True
    if power == PowerName.BRITAIN and _surrendered_before(position):
        return True
    return _is_due(position, power, what)


@implements("TW-10.8.2-2", "TW-11.11-2", "TW-7.11.3-1")
def _italy_may(position: Position) -> bool:
    """Italy needs a war with the West: with one of both, or with all who have not surrendered."""
    if position.reading(ItalyAtWar) is ItalyAtWar.EITHER:
        return any(position.at_war(PowerName.ITALY, one) for one in WEST)
    left = (one for one in WEST if not _has_surrendered(position, one))
    return all(position.at_war(PowerName.ITALY, one) for one in left)


def _is_due(position: Position, power: str, what: str) -> bool:
    """Whether the turn has come from which a power may begin in any case."""
    first = FIRST_TURNS.get((what, power))
    return first is None or order_of(position.clock.turn) >= order_of(first)


def _has_surrendered(position: Position, power: str) -> bool:
    """Whether a power has given up."""
    return position.track(TrackName.SURRENDERED.of(power)) is not None


def _surrendered_before(position: Position) -> bool:
    """Whether France surrendered in an earlier turn."""
    turn = position.track(TrackName.SURRENDERED.of(PowerName.FRANCE))
    return bool(turn) and order_of(str(turn)) < order_of(position.clock.turn)


@implements("TW-10.8.2-2", "TW-11.11-2")
def _soviets_may(position: Position, what: str, rating: int) -> bool:
    """The Soviet Union needs Karelia, and the fall of France or a certain turn."""
    power = PowerName.SOVIET_UNION
    due, fallen = _is_due(position, power, what), _surrendered_before(position)
    if what == AIR_FORCE:
        return bool(attacked(position)) or (due and fallen and holds_karelia(position))
    if rating < THIRD:
        return order_of(position.clock.turn) >= order_of(FIRST_RATE_SOVIETS)
    return (due or fallen) and holds_karelia(position)


@implements("TW-10.8.2-1", "TW-11.11-2", "TW-7.11.2-1", "TW-7.11.3-1")
def improvements(umpire: Umpire) -> None:
    """After reserves are created: payments; who has paid five times rises, who misses one falls."""
    umpire.carry_out(IMPROVEMENTS.name)
    for power in umpire.state.powers_of(umpire.state.clock.side):
        for what, steps in STEPS.items():
            count = umpire.state.counter(power.id, steps)
            if count >= TURNS:
                _rise(umpire, power.id, what)
            elif count and not umpire.state.counter(power.id, PAID[what]):
                umpire.apply(*set_power(umpire.state, power.id, "counter", steps, count - 1))


def _rise(umpire: Umpire, power: str, what: str) -> None:
    """A force is one rate better, and begins anew."""
    rating = RATINGS[what](umpire.position, power) - 1
    umpire.apply(*set_power(umpire.state, power, "counter", COUNTED[what], rating))
    umpire.apply(*set_power(umpire.state, power, "counter", STEPS[what], 0))
    umpire.tell(RiseVerdict(None, power, what.replace(" ", "-"), rating))


# --- strategic movement points -------------------------------------------------------------------


@implements("TW-8.4.1-1", "TW-15.1.2-5", "TW-8.4.2-1", "TW-8.5.5-2")
def _points(check: Check, power: str) -> int:
    """One strategic movement point more for good, of America in each pool, once a year from 1941
    on; no rail move more.
    """
    position, turn = check.position, check.position.clock.turn
    last = position.state.flag(power, PowerFlag.LAST_POINT)
    again = last is not None and year_of(str(last)) == year_of(turn)
    held = position.holder(position.city(City.MOSCOW))
    lost = power == PowerName.SOVIET_UNION and held == PowerName.GERMANY
    said = (
        ("minor", power not in MAJORS, "minor countries buy no points"),
        ("early", year_of(turn) < FROM, f"no points are bought before {FROM}"),
        ("again", again, "one point a year"),
        ("moscow", lost, "not while Moscow is German"),
    )
    check.first(said, before=f"{check.title(power)}: ", cite="8.4.1")
    more = POOLS if power == PowerName.UNITED_STATES else 1
    points = own_points(position, power) + more
    check.does(set_power(check.state, power, "counter", PowerCount.SMP, points))
    check.does(set_power(check.state, power, "flag", PowerFlag.LAST_POINT, turn))
    peace = power == PowerName.UNITED_STATES and not position.at_war(power, PowerName.GERMANY)
    row = "smp-us-prewar" if peace else "smp"
    return int(position.book.chart("costs").at(row, "cost", "other").number)


IMPROVEMENTS: Final = Section(
    "improve",
    "Armies, air forces, navies and strategic movement improve",
    "improvements",
    "tw/improve",
    "10.8.2",
    check_improvement,
)
