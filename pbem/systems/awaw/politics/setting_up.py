"""Minor countries that are attacked (8.13, 8.23, 3.11): `set_up: [{units: all, at: Copenhagen}]`.

Decides who sets up the forces of a minor country on which war was declared, where, with whom it
moves from then on, and with whom it associates if it survives. Leaves its conquest (83) to the
moderator, who marks it conquered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_power, set_track
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import NEUTRAL, ON_TURN, State
from pbem.core.record.verdicts import PlaceId, PowerId, Verdict
from pbem.core.rules.seats import handed_over
from pbem.core.rules.system import Ruling, Section
from pbem.systems.awaw.world.alliances import (
    AXIS_FACTIONS,
    faction_of,
    is_major,
    senior_partner,
    status_of,
)
from pbem.systems.awaw.world.hexes import is_closed_to_ground
from pbem.systems.awaw.world.islands import is_capital, is_port
from pbem.systems.awaw.world.naming import Check, Group, told
from pbem.systems.awaw.world.position import Position, Umpire
from pbem.systems.awaw.world.vocabulary import (
    Faction,
    Pool,
    PowerFlag,
    PowerName,
    Status,
)

WINDOW: Final = "set-up"

EUROPE: Final = "awaw-europe"


@dataclass(frozen=True, slots=True)
class SetUp:
    """Units of a minor country that are set up at a place."""

    power: str
    groups: tuple[Group, ...]
    place: str


@dataclass(frozen=True, slots=True)
class AttackedVerdict(Verdict):
    """A minor country was attacked: who sets it up, and with whom it moves."""

    kind: ClassVar[str] = "attacked-minor"
    cite: ClassVar[str] = "8.23"

    power: PowerId
    by: PowerId
    helper: PowerId

    @property
    def outcome(self) -> str:
        return "attacked"


@dataclass(frozen=True, slots=True)
class SetUpVerdict(Verdict):
    """What was left over of a minor country's forces stands in its capital."""

    kind: ClassVar[str] = "set-up"
    cite: ClassVar[str] = "8.23"

    power: PowerId
    place: PlaceId

    @property
    def outcome(self) -> str:
        return "set-up"


@dataclass(frozen=True, slots=True)
class AssociationVerdict(Verdict):
    """A minor country that has survived its first turn associates with a major power."""

    kind: ClassVar[str] = "association"
    cite: ClassVar[str] = "3.11"

    power: PowerId
    patron: PowerId

    @property
    def outcome(self) -> str:
        return "associated"


# --- who helps -----------------------------------------------------------------------------------


@implements("AWAW-8.23-1", "AWAW-8.13-1")
def helper_against(state: State, declarer: str) -> str:
    """The major power that sets up the victim of another: the senior one opposing it, if played."""
    if faction_of(state, declarer) in AXIS_FACTIONS:
        opponents = [senior_partner(state, Faction.WESTERN_ALLIES, ()), PowerName.FRANCE]
        opponents += [PowerName.UNITED_STATES, PowerName.RUSSIA]
    else:
        opponents = [PowerName.GERMANY, PowerName.ITALY, PowerName.JAPAN]
    played = (str(one) for one in opponents if one in state.powers and state.powers[one].players)
    return next(played, "")


@implements("AWAW-8.13-1")
def attacked(umpire: Umpire, minor: str, by: str) -> None:
    """A neutral minor country that is attacked moves with the opponents of the attacker."""
    state = umpire.state
    helper = helper_against(state, by)
    if is_major(minor) or state.powers[minor].side != NEUTRAL or not helper:
        return
    umpire.apply(
        *set_power(state, minor, "side", "", state.powers[helper].side),
        *set_power(state, minor, "flag", PowerFlag.TO_SET_UP, by),
    )
    umpire.apply(*handed_over(umpire.state, minor, state.powers[helper].players))
    umpire.tell(AttackedVerdict(None, minor, by, helper))


def minors_to_set_up(state: State) -> tuple[str, ...]:
    """The minor countries whose forces wait to be set up."""
    return tuple(
        power
        for power in state.powers
        if state.flag(power, PowerFlag.TO_SET_UP) and state.at(f"pool:{power}/{Pool.FORCE}")
    )


def calls_helpers(umpire: Umpire) -> None:
    """Who is to set minor countries up owes the next orders."""
    waiting = " ".join(minors_to_set_up(umpire.state)) or None
    umpire.apply(*set_track(umpire.state, ON_TURN, waiting))


def opens_set_up(umpire: Umpire) -> bool:
    """Whether opponents are to set minor countries up before play goes on."""
    return bool(minors_to_set_up(umpire.state))


def was_set_up(umpire: Umpire) -> bool:
    """Whether a set-up came between in this run: then the attacker writes his moves knowing it."""
    return umpire.since("run").clock.window == WINDOW


# --- setting up ----------------------------------------------------------------------------------


@implements("AWAW-8.23-1", "AWAW-7.24-1")
def check_set_up(position: Position, order: Order) -> Ruling:
    """Units of an attacked minor country are placed in a hex that it controls."""
    check = Check(position, order)
    place, power = check.place(order.data["at"]), _minor(check)
    if not place or not power:
        return check.ruling("")
    groups = check.groups(f"pool:{power}/{Pool.FORCE}", order.data["units"])
    if position.controller(place) != power or is_closed_to_ground(check.board, place):
        message = f"{check.label(place)} is not controlled by {power}"
        check.complain("not-its-own", message, cite="7.24", about=str(order.data["at"]))
    for piece, many in groups:
        if piece.is_naval and not is_port(check.board, place):
            message = f"{piece.counter.name} stands in a port, and {check.label(place)} has none"
            check.complain("no-port", message, cite="4.614", about=piece.counter.name)
        check.does([UnitMoved(piece.id, piece.at, place, piece.part(many))])
    reading = f"{told(groups)} at {check.label(place)}"
    return check.ruling(reading, SetUp(power, groups, place))


def _minor(check: Check) -> str:
    """The minor country that is set up: the one that is named, or the only one that waits."""
    own = check.own_powers()
    waiting = [power for power in minors_to_set_up(check.state) if power in own]
    if "of" in check.order.data:
        found = check.power(check.order.data["of"])
        if found and found not in waiting:
            check.complain("not-waiting", f"{found} is not to be set up", cite="8.23", about=found)
        return found
    if len(waiting) != 1:
        check.complain("which-country", "say which country is set up: of: …", cite="8.23")
    return waiting[0] if len(waiting) == 1 else ""


def set_up(umpire: Umpire) -> None:
    """What is ordered is set up; what is left over stands in the capital."""
    umpire.carry_out(SET_UP.name)
    for power in _attacked_now(umpire.state):
        umpire.apply(*_rest(umpire, power))
        umpire.apply(*set_power(umpire.state, power, "flag", PowerFlag.TO_SET_UP, None))
    umpire.apply(*set_track(umpire.state, ON_TURN, None))


def _attacked_now(state: State) -> tuple[str, ...]:
    return tuple(power for power in state.powers if state.flag(power, PowerFlag.TO_SET_UP))


def _rest(umpire: Umpire, power: str) -> Iterator[Event]:
    """The units that nobody has placed go to the capital, or to the first hex of the country; its
    ships to its first port.
    """
    position = umpire.position
    left = umpire.state.at(f"pool:{power}/{Pool.FORCE}")
    ashore, ports = _own_hexes(position, power, is_capital), _own_hexes(position, power, is_port)
    if left and ashore:
        umpire.tell(SetUpVerdict(ashore[0], power, ashore[0]))
    for unit in left:
        place = (ports if position.piece(unit).is_naval else ashore)[:1]
        yield from (UnitMoved(unit.id, unit.at, at, unit.count) for at in place)


def _own_hexes(
    position: Position, power: str, first: Callable[[Board, str], bool]
) -> tuple[str, ...]:
    """The hexes that a power controls, those that are of a kind before the others."""
    board = position.board
    own = [place for place in board.places if position.controller(place) == power]
    return tuple(sorted(own, key=lambda place: not first(board, place)))


# --- association ---------------------------------------------------------------------------------


@implements("AWAW-3.11-20")
def associations(umpire: Umpire) -> None:
    """European minor countries that survive the player turn in which they were attacked associate:
    with Britain those that the Axis attacked, with Germany those that the Allies did.
    """
    if umpire.board.id != EUROPE:
        return
    state = umpire.state
    for power, by in list(_survivors(state)):
        axis = faction_of(state, by) in AXIS_FACTIONS
        patron = str(PowerName.BRITAIN if axis else PowerName.GERMANY)
        umpire.apply(
            *set_power(umpire.state, power, "flag", PowerFlag.PATRON, patron),
            *set_power(umpire.state, power, "flag", PowerFlag.STATUS, Status.ASSOCIATED),
        )
        umpire.tell(AssociationVerdict(None, power, patron))


def _survivors(state: State) -> Iterator[tuple[str, str]]:
    """Minor countries attacked in this player turn that stand alone and hold a hex of their own."""
    moment = f"{state.clock.turn}.{state.clock.side}"
    for power in state.powers.values():
        for other, when in PowerFlag.DECLARED.among(power.flags).items():
            if when == moment and _stands_alone(state, other):
                yield other, power.id


def _stands_alone(state: State, power: str) -> bool:
    """Whether a minor country is nobody's and still holds a hex."""
    if power not in state.powers or is_major(power) or faction_of(state, power) is not None:
        return False
    holds = any(place.controller == power for place in state.places.values())
    return holds and status_of(state, power) is None


SET_UP: Final = Section(
    "set_up",
    "Set-up of attacked minor countries",
    "set-up",
    "awaw/set_up",
    "8.23",
    check_set_up,
)
