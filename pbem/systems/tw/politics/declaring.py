"""Declarations of war (3.4, 6.4): `{war: Denmark, by: Germany}`, paid at once.

The Axis declares in the file of its operations, before it moves. A minor country joins the other
side as the Satellite of its largest power, makes one effort for nothing, and Denmark falls at once.
Decides who may declare war on whom, and who is drawn in. Leaves the declarations of the Allies and
what follows in diplomacy to rules that are not played: TW-6.4-1, TW-16.1-1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.reading.scene import Scene
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.core.record.verdicts import PowerId, Verdict
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.economy.prices import pay
from pbem.systems.tw.economy.prizes import change
from pbem.systems.tw.politics.conquest import conqueror_of, surrender
from pbem.systems.tw.supply.lines import MAJORS
from pbem.systems.tw.world.calendar import order_of
from pbem.systems.tw.world.geography import Box, City
from pbem.systems.tw.world.naming import Check
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.telling import turn_name
from pbem.systems.tw.world.vocabulary import (
    PowerCount,
    PowerFlag,
    PowerName,
    Relation,
    Side,
    TrackName,
)

DEAR: Final = (PowerName.SPAIN, PowerName.TURKEY)
WORTH: Final = 3  # NARFs of Italian East Africa


class LostToIsolation(Reading, id="TW-R-19.1-a"):
    """What Italy loses with the way to its East Africa."""

    BASE = "base"
    ONCE = "once"


@dataclass(frozen=True, slots=True)
class IsolatedVerdict(Verdict):
    """A colony is cut off, and its NARFs are lost."""

    kind: ClassVar[str] = "isolated"
    cite: ClassVar[str] = "19.1"

    power: PowerId
    narfs: int

    @property
    def outcome(self) -> str:
        return "lost"


def isolated_lines(verdict: IsolatedVerdict, scene: Scene) -> tuple[str, ...]:
    """The paragraph of a colony that is cut off."""
    where, power = scene.place(verdict.at or ""), scene.title(verdict.power)
    return (f"{where} is cut off: {power} loses {verdict.narfs} NARFs",)


@implements("TW-3.4-1", "TW-6.4.1-1", "TW-6.4.2-1", "TW-1.2e-1")
def check_war(position: Position, order: Order) -> Ruling:
    """A major power declares war, and pays."""
    check = Check(position, order)
    power = check.own_power(order.data.get("by"))
    target = check.power(order.data["war"]) if power else ""
    if not target:
        return check.ruling("")
    _may_declare(check, power, target)
    if power not in MAJORS:
        return check.ruling("")
    cost = cost_of_war(position, power, target)
    pay(check, power, cost)
    if not check.ok:
        return check.ruling("")
    if target not in MAJORS:
        check.does(tuple(_joins(check.position, power, target)))
    check.does(tuple(_wars(check.position, power, target)))
    told = f"{check.title(power)} declares war on {check.title(target)}, {cost} NARFs"
    return check.ruling(told, (power, target))


@implements("TW-1.1-4")
def _may_declare(check: Check, power: str, target: str) -> None:
    """A major power of the Axis, on a neutral or an enemy of its allies, not before its time."""
    position = check.position
    since = position.track(TrackName.DECLARES_FROM.of(power))
    early = bool(since) and order_of(position.clock.turn) < order_of(str(since))
    allied = position.side_of(power) == position.side_of(target)
    hindrances = (
        ("allied", position.clock.side != Side.AXIS, "the Allies declare no war in this game"),
        ("minor", power not in MAJORS, f"{check.title(power)} is no major power"),
        ("friend", allied, f"{check.title(target)} is on your side"),
        ("at-war", position.at_war(power, target), f"you are at war with {check.title(target)}"),
        ("fallen", bool(conqueror_of(position, target)), f"{check.title(target)} has fallen"),
        ("early", early, f"not before {turn_name(str(since)) if since else ''}"),
    )
    check.first(hindrances, cite="6.4", about=check.order.data["war"])


@implements("TW-6.4.2-1")
def cost_of_war(position: Position, power: str, target: str) -> int:
    """NARFs of a declaration: on a major power with all its allies, or on a minor country."""
    minor = "spain-turkey" if target in DEAR else "minor"
    column = "major" if target in MAJORS else minor
    return int(position.book.chart("costs").at(power, column, "war").number)


@implements("TW-4.2-7", "TW-23.1-9")
def _joins(position: Position, power: str, target: str) -> Iterator[Event]:
    """A minor country joins those at war with its attacker, under the largest of them."""
    state = position.state
    foes = [one for one in MAJORS if position.at_war(power, one)]
    if not foes:
        return
    patron = max(foes, key=lambda one: (state.counter(one, PowerCount.BASE), one))
    players = " ".join(position.powers[patron].players)
    yield from set_power(state, target, "side", "", position.side_of(patron))
    yield from set_power(state, target, "players", "", players)
    yield from set_power(state, target, "flag", PowerFlag.PATRON, patron)
    yield from set_power(state, target, "flag", PowerFlag.FREE_EFFORT, True)


@implements("TW-6.3-1", "TW-6.2.1-8", "TW-6.4.2-1")
def _wars(position: Position, power: str, target: str) -> Iterator[Event]:
    """The attacker and its Satellites are at war with the target, its allies and Satellites; a
    minor country also with all the enemies of its patron.
    """
    ours = [one for one in position.powers if position.patron(one) == power]
    theirs = [one for one in position.powers if _stands_with(position, target, one)]
    if target not in MAJORS:
        theirs = [target]
        ours += [one for one in position.powers if position.at_war(position.patron(target), one)]
    for a in dict.fromkeys(ours):
        for b in theirs:
            for one, other in ((a, b), (b, a)):
                yield from set_power(position.state, one, "relation", other, Relation.WAR)


def _stands_with(position: Position, target: str, other: str) -> bool:
    """Whether a power shares the wars of another: itself, its allies and their Satellites."""
    together = position.stand_together(target, other)
    return together and not conqueror_of(position, other)


@implements("TW-23.17-2")
def declarations(umpire: Umpire) -> None:
    """The Declaration of War Segment; Denmark is German as soon as Germany declares war on it."""
    for order, ruling in umpire.sound_orders(WAR.name):
        before = umpire.position
        umpire.apply(*ruling.events)
        umpire.done(order, ruling.reading)
        power, target = ruling.plan
        if target == PowerName.DENMARK and power == PowerName.GERMANY:
            surrender(umpire, target, power)
        if not _is_cut_off(before) and _is_cut_off(umpire.position):
            isolate_east_africa(umpire)


@implements("TW-19.1-1")
def _is_cut_off(position: Position) -> bool:
    """Whether Italy is at war with Britain, which holds Suez."""
    suez = position.is_friendly(PowerName.BRITAIN, position.city(City.SUEZ))
    return suez and position.at_war(PowerName.ITALY, PowerName.BRITAIN)


@implements("TW-19.1-1", "TW-8.8.6-1")
def isolate_east_africa(umpire: Umpire) -> None:
    """Italy loses what its East Africa is worth, at once and each Spring."""
    power = PowerName.ITALY
    change(umpire, power, -WORTH)
    if umpire.reading(LostToIsolation) is LostToIsolation.BASE:
        base = umpire.state.counter(power, PowerCount.BASE) - WORTH
        umpire.apply(*set_power(umpire.state, power, "counter", PowerCount.BASE, base))
    umpire.tell(IsolatedVerdict(Box.ITALIAN_EAST_AFRICA, power, WORTH))


WAR: Final = Section("war", "Declarations of war", "declarations", "tw/war", "6.4", check_war)
