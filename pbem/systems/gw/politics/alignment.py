"""Control and alignment of Minor Powers (4.4-4.7, table 4-3), and their further forces (6.1).

A controlled Minor Power keeps its units and zones, and is played by its controller's players on
their turn. An aligned one is absorbed for good: units, zones, income and what is under way change
hands, and it is a nation no more.

The list of further forces of neutrals is not to be had. A scenario that has one sets such units up
at `track:NATION/TURN/ZONE`: they come to the zone as that calendar turn begins, and never do if
their nation has aligned.

Decides: what goes over, when those align that are controlled, and when further forces come.
Leaves to `assignment`: who gets whom; to `special_alignments`: the conditions of tables 4-4 to 4-6;
to the chapters on China and France: those nations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_controller, set_place, set_power
from pbem.core.record.events import (
    Event,
    UnitChanged,
    UnitMoved,
)
from pbem.core.record.state import REMOVED, State, Unit
from pbem.core.record.verdicts import Cited, Judged, PlaceId, PowerId
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.economy.transfers import units_of
from pbem.systems.gw.world.facilities import is_home
from pbem.systems.gw.world.fallen_france import earner
from pbem.systems.gw.world.nations import (
    MAJOR_POWERS,
    NEUTRAL,
    OWN_SHEETS,
    acting,
    at_war,
    controller_of,
    is_sea,
    when,
)
from pbem.systems.gw.world.vocabulary import Cause, Marker, Placed, PowerCount, PowerFlag
from pbem.systems.gw.world.zones import value_of_zone


class AlliedWar(Reading, id="GW-R-4.7-a"):
    """Whose war with its attacker makes a Minor Power align instead of coming under control."""

    ASSIGNED = "assigned"
    ANY_MEMBER = "any-member"


class ChangeOfHands(Reading, id="GW-R-4.7-b"):
    """When an attacked Minor Power that aligns changes hands."""

    AFTER_COMBAT = "after-combat"
    AT_ONCE = "at-once"


class FailedAttack(Reading, id="GW-R-5.6-c"):
    """When an attack on a Minor Power has failed."""

    EXISTS = "exists"
    BEATEN_OFF = "beaten-off"


AWAITED: Final = re.compile(r"track:[^/]+/(?P<turn>[0-9]{4}-(jan|jul))/(?P<zone>.+)")

TURN_BEGINS: Final = "turn-begins"


@dataclass(frozen=True, slots=True)
class Ground:
    """On what ground a Minor Power changes sides: the rule, and why it holds."""

    cite: str
    cause: Cause


def is_absorbed(state: State, power: str) -> bool:
    """Whether a Minor Power has aligned and is a nation no more (4.4)."""
    return bool(state.flag(power, PowerFlag.ALIGNED_WITH))


def zones_held(position: Position, power: str) -> tuple[str, ...]:
    """The land zones of the map that a nation possesses, in byte order."""
    held = (name for name, place in position.places.items() if place.controller == power)
    return tuple(sorted(z for z in held if z in position.board and not is_sea(position.board, z)))


# --- control (4.5) -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ControlVerdict(Cited):
    """A Minor Power comes under the control of a major."""

    kind: ClassVar[str] = "control"

    minor: PowerId
    cause: Cause
    zones: Sequence[PlaceId]


@implements("GW-4.5-1", "GW-0.9-10")
def take_control(umpire: Umpire, minor: str, major: str, ground: Ground) -> None:
    """A Major Power controls a Minor Power from now on: its players play it on their turn (4.5)."""
    position = umpire.position
    power = position.powers[major]
    umpire.apply(
        *set_power(position.state, minor, "flag", PowerFlag.CONTROLLED_BY, major),
        *set_power(position.state, minor, "side", "", power.side),
        *set_power(position.state, minor, "players", "", " ".join(power.players) or None),
    )
    zones = zones_held(position, minor)
    umpire.tell(
        ControlVerdict(
            at=None, result=major, under=ground.cite, minor=minor, cause=ground.cause, zones=zones
        )
    )


# --- alignment (4.4) ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AlignmentVerdict(Cited):
    """A Minor Power is aligned with a major."""

    kind: ClassVar[str] = "alignment"

    minor: PowerId
    cause: Cause
    zones: Sequence[PlaceId]
    income: int
    units: Placed


@implements("GW-4.4-3", "GW-4.4-4", "GW-4.4-5", "GW-0.9-3", "GW-4.8-7", "GW-AppB-7")
def align(umpire: Umpire, minor: str, major: str, ground: Ground) -> None:
    """A Minor Power becomes part of a Major Power at once and for good (4.4).

    Units and zones, colonies too, change hands, and its income is added. China and Free France stay
    nations of their own.
    """
    if minor in OWN_SHEETS or is_absorbed(umpire.state, minor):
        return
    umpire.apply(*_never_come(umpire.state, minor))
    position = umpire.position
    zones = zones_held(position, minor)
    units = units_of(position.state, minor)
    worth = sum(value_of_zone(position.board, zone) for zone in zones)
    for unit in units:
        umpire.apply(UnitChanged(unit.id, "owner", minor, major, count=unit.count))
    umpire.apply(*_zones_over(position.state, major, zones))
    umpire.apply(*_income_over(position.state, minor, major, worth))
    umpire.apply(*_ended(umpire.state, minor, major))
    umpire.tell(
        AlignmentVerdict(
            at=None,
            result=major,
            under=ground.cite,
            minor=minor,
            cause=ground.cause,
            zones=zones,
            income=worth,
            units=[(unit.counter, unit.size, unit.at) for unit in units],
        )
    )


@implements("GW-6.1-5")
def _never_come(state: State, minor: str) -> Iterator[Event]:
    """Forces that were to come while it was neutral (6.1)."""
    for unit in state.units.values():
        if unit.owner == minor and AWAITED.fullmatch(unit.at):
            yield UnitMoved(unit.id, unit.at, REMOVED, unit.count)


def _zones_over(state: State, major: str, zones: tuple[str, ...]) -> Iterator[Event]:
    """The roundels of the Major Power go on the zones; their factories count as its own (12.4)."""
    for zone in zones:
        yield from set_controller(state, zone, major)
        yield from set_place(state, zone, "marker", Marker.ALIGNED, True)


def _income_over(state: State, minor: str, major: str, worth: int) -> Iterator[Event]:
    """The Minor Power's income comes to the Major Power."""
    yield from set_power(state, minor, "counter", PowerCount.INCOME, None)
    counters, had = state.powers[major].counters, earner(state, minor)
    if had not in (minor, major) and worth:
        level = state.counter(had, PowerCount.INCOME)
        yield from set_power(state, had, "counter", PowerCount.INCOME, level - worth)
    if PowerCount.INCOME in counters and worth and had != major:
        yield from set_power(
            state, major, "counter", PowerCount.INCOME, counters[PowerCount.INCOME] + worth
        )


def _ended(state: State, minor: str, major: str) -> Iterator[Event]:
    """It is a nation no more: no wars, no controller, no players, no Alliance."""
    yield from set_power(state, minor, "flag", PowerFlag.ALIGNED_WITH, major)
    yield from set_power(state, minor, "flag", PowerFlag.CONTROLLED_BY, None)
    yield from set_power(state, minor, "flag", PowerFlag.ATTACKED_IN, None)
    yield from set_power(state, minor, "players", "", None)
    yield from set_power(state, minor, "side", "", NEUTRAL)
    for other in state.powers[minor].relations:
        yield from set_power(state, minor, "relation", other, None)
        yield from set_power(state, other, "relation", minor, None)


# --- controlled Minor Powers that align (4.5) --------------------------------------------------


@implements("GW-4.5-11", "GW-4.4-2", "GW-4.4-5", "GW-4.8-1", "GW-4.12-1", "GW-5.6-4")
def controlled_minors_align(umpire: Umpire) -> bool:
    """A controlled Minor Power aligns when its controller is at war with whom it fights (4.5).

    One that is under attack just now does so when the Combat Phase of that turn is over.
    """
    changed = False
    for minor in tuple(umpire.state.powers):
        major = controller_of(umpire.state, minor)
        fellow, foe = fellow_in_war(umpire, minor, major) if major else ("", "")
        if foe and not is_under_attack(umpire, minor, fellow):
            align(umpire, minor, fellow, Ground("4.5", ("same-enemy", foe)))
            changed = True
    return changed


def fellow_in_war(umpire: Umpire, minor: str, major: str) -> tuple[str, str]:
    """Who fights a Major Power that a Minor Power fights, and which: its controller (4.7).

    By the other reading it may be any Major Power of the controller's Alliance.
    """
    state = umpire.state
    foes = [p for p in MAJOR_POWERS if at_war(state, minor, p)]
    found = _first_war(state, (major,), foes)
    side = state.side_of(major)
    fellows = [p for p in MAJOR_POWERS if state.side_of(p) == side]
    other = ("", "") if found[1] else _first_war(state, fellows, foes)
    if other[1] and umpire.reading(AlliedWar) is AlliedWar.ANY_MEMBER:
        return other
    return found


def _first_war(state: State, powers: Sequence[str], foes: Sequence[str]) -> tuple[str, str]:
    """The first war of some nations with one of some others; blanks if there is none."""
    wars = ((power, foe) for power in powers for foe in foes if at_war(state, power, foe))
    return next(wars, ("", ""))


def is_under_attack(umpire: Umpire, minor: str, taker: str) -> bool:
    """Whether the Combat Phase in which it is attacked still goes on (GW-R-4.7-b).

    Those who attack it and have no war with the taker fight to the end by either reading: they
    cannot stand in his zones.
    """
    position = umpire.position
    if not position.state.flag(minor, PowerFlag.ATTACKED_IN):
        return False
    attackers = (power.id for power in acting(position) if at_war(position.state, power.id, minor))
    if not all(at_war(position.state, attacker, taker) for attacker in attackers):
        return True
    return umpire.reading(ChangeOfHands) is ChangeOfHands.AFTER_COMBAT


def attacked_now(state: State, minor: str) -> Iterator[Event]:
    """A Minor Power is under attack until the Combat Phase is over, in an old war too (4.7)."""
    if minor not in MAJOR_POWERS and minor not in OWN_SHEETS:
        turn = f"{state.clock.turn}.{state.clock.impulse}"
        yield from set_power(state, minor, "flag", PowerFlag.ATTACKED_IN, turn)


def attacks_are_over(umpire: Umpire) -> bool:
    """At the end of the Combat Phase nobody is under attack any more."""
    marked = [
        power.id
        for power in umpire.state.powers.values()
        if power.flags.get(PowerFlag.ATTACKED_IN) and not _goes_on(umpire, power.id)
    ]
    for minor in marked:
        umpire.apply(*set_power(umpire.state, minor, "flag", PowerFlag.ATTACKED_IN, None))
    return bool(marked)


@implements("GW-5.6-4")
def _goes_on(umpire: Umpire, minor: str) -> bool:
    """Whether an attack has neither conquered a Minor Power nor failed (GW-R-5.6-c)."""
    board, state = umpire.board, umpire.state
    home = [z for z in state.places if z in board and is_home(umpire.game, minor, z)]
    holders = {state.holder(zone) for zone in home}
    if minor not in holders or not any(at_war(state, minor, holder) for holder in holders):
        return False
    return umpire.reading(FailedAttack) is FailedAttack.BEATEN_OFF


@dataclass(frozen=True, slots=True)
class NeutralForcesVerdict(Judged):
    """Forces of a neutral nation are placed."""

    kind: ClassVar[str] = "neutral-forces"
    cite: ClassVar[str] = "6.1"

    nation: PowerId
    unit: str
    count: int


@implements("GW-6.1-5")
def extra_forces(umpire: Umpire, moment: str) -> None:
    """Forces whose calendar turn has begun come to their zones (6.1)."""
    if moment != TURN_BEGINS:
        return
    for unit, zone in due(umpire.state):
        umpire.apply(UnitMoved(unit.id, unit.at, zone, unit.count))
        umpire.tell(
            NeutralForcesVerdict(
                at=zone, result=unit.owner, nation=unit.owner, unit=unit.counter, count=unit.size
            )
        )


def due(state: State) -> tuple[tuple[Unit, str], ...]:
    """The units of neutrals that come now, with their zones, by id."""
    found = []
    for unit in sorted(state.units.values(), key=lambda unit: unit.id):
        match = AWAITED.fullmatch(unit.at)
        if match and when(match["turn"]) <= when(state.clock.turn):
            found.append((unit, match["zone"]))
    return tuple(found)
