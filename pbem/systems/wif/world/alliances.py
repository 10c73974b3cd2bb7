"""Who co-operates, and what politics close and open, in the war of 1939 (9.2, 18.1, 19.7, 20).

Decides which powers are major, neutral, factions of one country; which borders pacts close; who may
pass through a neutral Sweden, and that nobody stays there; through whose hexes no supply path goes
(2.4.2); whom a bomber provokes. Leaves the control of hexes to the shared engine, breaking pacts to
`politics`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.core.record.state import NEUTRAL, State
from pbem.core.rules.book import once
from pbem.systems.flames.world.control import controllers, enemies, major_powers
from pbem.systems.flames.world.position import Piece, Position, at_war, major
from pbem.systems.flames.world.vocabulary import PowerFlag, Relation
from pbem.systems.wif.world.vocabulary import FlagOf1939, PowerName

CITE = "19.7"

MAJOR_POWERS: Final = (
    PowerName.GERMANY, PowerName.ITALY, PowerName.JAPAN, PowerName.USSR, PowerName.COMMONWEALTH,
    PowerName.FRANCE, PowerName.FREE_FRANCE, PowerName.VICHY_FRANCE, PowerName.CHINA, PowerName.USA,
)  # fmt: skip
GREAT: Final = frozenset(
    {PowerName.COMMONWEALTH, PowerName.GERMANY, PowerName.USA, PowerName.USSR},
)
FACTIONS: Final = frozenset({str(PowerName.CHINA), str(PowerName.COMMUNIST_CHINA)})
CLOSED: Final = "it lies on the border that a neutrality pact closes to the enemies of a neighbour"
BORDER: Final = 3  # hexes on either side of a common border (9.2)
_ALLIES: Final = (
    frozenset({PowerName.GERMANY, PowerName.ITALY}),
    frozenset({PowerName.USA, PowerName.COMMONWEALTH}),
    frozenset({PowerName.COMMONWEALTH, PowerName.FREE_FRANCE}),
)
_AGAINST_GERMANY: Final = (
    frozenset({PowerName.USA, PowerName.FRANCE}),
    frozenset({PowerName.USA, PowerName.FREE_FRANCE}),
)
_FRENCH: Final = (PowerName.FREE_FRANCE, PowerName.VICHY_FRANCE)


@implements("WIF-10.1-2", "WIF-9.1-1")
def is_neutral(state: State, power: str) -> bool:
    """Whether a major power is at war with no other major power; wars with minors do not count."""
    wars = (other for other, word in state.powers[power].relations.items() if word == Relation.WAR)
    return not any(other in MAJOR_POWERS for other in wars)


# --- co-operation (18.1) -------------------------------------------------------------------------


@implements("WIF-18.1-2", "WIF-18.1-3", "WIF-18.1-8", "WIF-20-1")
def cooperate(state: State, power: str, other: str) -> bool:
    """Whether the units of two powers co-operate (18.1): the one answer to who may stack, attack,
    fly, be supplied or be supported together. The Chinese factions do not (20).
    """
    if power == other or {power, other} == FACTIONS:
        return power == other
    first, second = major(state, power), major(state, other)
    if first == second:
        return (
            power in controllers(state, other)
            or other in controllers(state, power)
            or (_were_aligned(state, power) and _were_aligned(state, other))
        )
    return {power, other} == {first, second} and majors_cooperate(state, power, other)


@implements("WIF-18.1-4")
def _were_aligned(state: State, minor: str) -> bool:
    """Whether a minor is aligned to whom it was in 1939; France's also to Free or Vichy France."""
    then, today = state.powers[minor].flags.get(FlagOf1939.ALIGNED_1939), major(state, minor)
    return then == today or (then == PowerName.FRANCE and today in _FRENCH)


@implements("WIF-18.1-5", "WIF-18.1-6", "WIF-9.1-2")
def majors_cooperate(state: State, power: str, other: str) -> bool:
    """Whether two major powers co-operate: a pair of the list, or one liberated by the other."""
    if is_estranged(state, power, other) or is_estranged(state, other, power):
        return False
    pair, both = frozenset({power, other}), (power, other)
    if any(is_neutral(state, one) for one in both):
        return False
    if any(_has(state, one, PowerFlag.LIBERATED_BY.of(two)) for one, two in (both, both[::-1])):
        return True
    if pair in _AGAINST_GERMANY:
        known = PowerName.GERMANY in state.powers
        return known and all(at_war(state, one, PowerName.GERMANY) for one in both)
    return pair in _ALLIES


@implements("WIF-18.1-1", "WIF-18.1-9")
def is_estranged(state: State, power: str, other: str) -> bool:
    """Whether a power kept hexes that were another's, or is shunned by the USA (13.3.3, 13.7.5)."""
    shunned = other == PowerName.USA and _has(state, power, FlagOf1939.SHUNNED)
    return shunned or _has(state, power, PowerFlag.KEPT_HEXES.of(other))


def _has(state: State, power: str, flag: str) -> bool:
    return bool(state.powers[power].flags.get(flag))


# --- what politics close -------------------------------------------------------------------------


def has_pact(state: State, power: str, other: str) -> bool:
    """Whether two powers have a neutrality pact (9.2)."""
    return state.powers[power].relations.get(other) == Relation.PACT


@implements("WIF-19.7-7")
def is_transit(state: State, power: str, other: str) -> bool:
    """Whether a power's units may pass, but not stay: Germans in a neutral Sweden (19.7)."""
    pair = power == PowerName.GERMANY and other == PowerName.SWEDEN
    return pair and state.side_of(other) == NEUTRAL


@implements("WIF-9.2-5")
@once
def common_border(position: Position, power: str, other: str) -> frozenset[str]:
    """The hexes of a power within three of one of another or its minors (9.2)."""
    near = ring = {place for place in position.places if position.held_by(place) == other}
    for _ in range(BORDER):
        ring = {there for here in ring for there in position.board.neighbours[here]} - near
        near = near | ring
    return frozenset(place for place in near if position.controller(place) == power)


@implements("WIF-9.2-4")
@once
def closed_borders(position: Position, power: str) -> Mapping[str, str]:
    """The borders on which no unit of a power may be, and why: between a friend and its enemy."""
    state = position.state
    mover = position.major(power)
    friends = [p for p in major_powers(state, position.side(mover)) if p != mover]
    return {
        place: CLOSED
        for friend in friends
        for foe, word in state.powers[friend].relations.items()
        if word == Relation.PACT and position.at_war(mover, foe)
        for place in common_border(position, friend, foe)
    }


# --- through Sweden (19.7) -----------------------------------------------------------------------


@implements("WIF-19.7-7")
def may_cross(position: Position, but: Iterable[str] = ()) -> bool:
    """Whether Germans may pass through Sweden: some, but for these, are in Finland and Norway."""
    aside = frozenset(but)
    units = (u for u in position.units_of(PowerName.GERMANY) if u.id not in aside)
    return {PowerName.FINLAND, PowerName.NORWAY} <= {position.country(unit.at) for unit in units}


@implements("WIF-19.7-7")
def transit_ban(
    position: Position, moves: Sequence[tuple[Piece, str]], trail: Iterable[str]
) -> Finding | None:
    """Why a move through Sweden is none: nobody stays there, others must stand on both sides."""
    sweden = position.powers.get(PowerName.SWEDEN)
    if sweden is None or sweden.side != NEUTRAL:
        return None
    inside = {place for place in trail if position.controller(place) == PowerName.SWEDEN}
    for piece, end in moves:
        if end in inside:
            message = f"{piece.name} may pass through Sweden, not stay in {position.label(end)}"
            return error("no-stay", message, cite=CITE, about=end)
    if inside and not may_cross(position, [piece.id for piece, _ in moves]):
        message = "Sweden is open only while other German units are in Finland and in Norway"
        return error("no-transit", message, cite=CITE, about=moves[0][0].id)
    return None


# --- supply (2.4.2) ------------------------------------------------------------------------------


def no_path(position: Position, power: str, other: str) -> bool:
    """Whether a power's paths may not go through another's hexes, whatever that one permits."""
    if kept_apart(position, power, other):
        return True
    return is_transit(position.state, power, other) and not may_cross(position)


@implements("WIF-2.4.2-41")
def kept_apart(position: Position, power: str, other: str) -> bool:
    """Whether a Soviet path may not go through what another Allied power controls, nor the reverse.

    Unless the USSR is at war with Germany, or with a major power that has units in the country.
    """
    state, ussr = position.state, PowerName.USSR
    masters = {position.major(power), position.major(other)}
    if len(masters) == 1 or ussr not in masters or position.side(power) != position.side(other):
        return False
    hostile = [p for p in enemies(position, ussr) if position.major(p) in MAJOR_POWERS]
    if PowerName.GERMANY in hostile:
        return False
    homes = state.powers[other].home_countries
    units = (unit for foe in hostile for unit in position.units_of(foe))
    return not any(position.country(unit.at) in homes for unit in units)


# --- bombers (9.2) -------------------------------------------------------------------------------


@implements("WIF-9.2-11")
def provocation(position: Position, bomber: Piece, target: str) -> tuple[Event, ...]:
    """A power struck by an enemy from a hex of its partner in a pact may break it (9.2)."""
    start = position.controller(bomber.at)
    if start is None:
        return ()
    state, host = position.state, position.major(start)
    return tuple(
        change
        for victim in _victims(position, target)
        if state.powers[victim].relations.get(host) == Relation.PACT
        and position.at_war(victim, bomber.owner)
        for change in set_power(state, victim, "flag", FlagOf1939.STRUCK_FROM.of(host), True)
    )


def _victims(position: Position, place: str) -> tuple[str, ...]:
    """The major powers that control a hex or have units in it."""
    holder = position.controller(place)
    owners = [*([holder] if holder else []), *(piece.owner for piece in position.at(place))]
    return tuple(dict.fromkeys(position.major(owner) for owner in owners))
