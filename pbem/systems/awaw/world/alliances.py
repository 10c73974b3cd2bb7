"""Powers, alliance factions, who is at war, who is Allied, Axis or neutral (3.11).

Decides what the words of 3.11 for powers mean in a position. Who is at war with whom, to which
faction a major power belongs, and how a minor country stands to its patron is state. Leaves how
that changes to `politics` and, where the text has no rule, to the moderator.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import State
from pbem.systems.awaw.world.vocabulary import (
    Faction,
    PowerFlag,
    PowerName,
    Relation,
    Side,
    Status,
)

MAJORS: Final = (
    PowerName.GERMANY, PowerName.ITALY, PowerName.JAPAN, PowerName.BRITAIN, PowerName.CHINA,
    PowerName.FRANCE, PowerName.RUSSIA, PowerName.UNITED_STATES,
)  # fmt: skip
AXIS_MAJORS: Final = (PowerName.GERMANY, PowerName.ITALY, PowerName.JAPAN)
AXIS_FACTIONS: Final = (Faction.EUROPEAN_AXIS, Faction.JAPAN)
WESTERN_SENIORITY: Final = (PowerName.UNITED_STATES, PowerName.BRITAIN, PowerName.FRANCE)


@implements("AWAW-2.11-1", "AWAW-3.11-56", "AWAW-3.11-57")
def is_major(power: str) -> bool:
    """Whether a power is one of the eight major ones; every other country is a minor one."""
    return power in MAJORS


@implements("AWAW-3.11-14", "AWAW-3.11-48")
def faction_of(state: State, power: str) -> Faction | None:
    """The alliance faction of a power: a minor country's is that of its patron."""
    own = state.flag(power, PowerFlag.FACTION)
    if own is not None:
        return Faction.term_for(str(own))
    patron = patron_of(state, power)
    return faction_of(state, patron) if patron else None


def stand_together(state: State, power: str, other: str) -> bool:
    """Whether a power is another or of its alliance faction; who has none stands alone."""
    own = faction_of(state, power)
    return other == power or (own is not None and faction_of(state, other) is own)


def patron_of(state: State, power: str) -> str:
    """The major power with which a minor country stands; nothing for others."""
    return str(state.flag(power, PowerFlag.PATRON) or "")


def status_of(state: State, power: str) -> Status | None:
    """How a minor country stands to its patron; None where it has none."""
    said = state.flag(power, PowerFlag.STATUS)
    return None if said is None else Status.term_for(str(said))


@implements("AWAW-3.11-32")
def is_colony(state: State, power: str) -> bool:
    """Whether a minor country is a colony, which has no forces of its own."""
    return status_of(state, power) is Status.COLONY


def at_war(state: State, power: str, other: str) -> bool:
    """Whether two powers are at war."""
    known = state.powers.get(power)
    return known is not None and known.relations.get(other) == Relation.WAR


def enemies_of(state: State, power: str) -> tuple[str, ...]:
    """The powers with which one is at war, in the scenario's order."""
    return tuple(other for other in state.powers if at_war(state, power, other))


@implements("AWAW-3.11-18")
def fight_together(state: State, power: str, other: str) -> bool:
    """Whether two powers are allied in small letters: they fight a common foe."""
    if power == other or at_war(state, power, other):
        return False
    return any(at_war(state, other, foe) for foe in enemies_of(state, power))


@implements("AWAW-3.11-60")
def is_neutral(state: State, power: str) -> bool:
    """Whether a major power is neutral: not at war with an opposing alliance faction."""
    own = faction_of(state, power)
    others = (faction_of(state, foe) for foe in enemies_of(state, power))
    return not any(other is not None and other is not own for other in others)


@implements("AWAW-3.11-15")
def joins_first_allies(state: State, power: str) -> bool:
    """Whether a power is Allied as Britain, France and Poland are: at war with an Axis major."""
    if faction_of(state, power) in AXIS_FACTIONS:
        return False
    return any(at_war(state, power, axis) for axis in AXIS_MAJORS)


@implements("AWAW-3.11-16")
def russia_is_allied(state: State) -> bool:
    """Whether Russia is Allied: at war, with a Western Allied power, with the same Axis major."""
    west = [p for p in state.powers if faction_of(state, p) is Faction.WESTERN_ALLIES]
    return any(
        at_war(state, PowerName.RUSSIA, axis) and any(at_war(state, p, axis) for p in west)
        for axis in AXIS_MAJORS
    )


@implements("AWAW-3.11-17", "AWAW-3.11-80")
def china_is_allied(state: State) -> bool:
    """Whether China is Allied: from the start of the Allied player turn after Japan and the United
    States have come to war.
    """
    if not at_war(state, PowerName.JAPAN, PowerName.UNITED_STATES):
        return False
    since = state.flag(PowerName.JAPAN, PowerFlag.DECLARED.of(PowerName.UNITED_STATES))
    since = since or state.flag(PowerName.UNITED_STATES, PowerFlag.DECLARED.of(PowerName.JAPAN))
    this_turn = str(since).split(".")[0] == state.clock.turn
    return not this_turn or (state.clock.side == Side.ALLIED and str(since).endswith(Side.AXIS))


def is_allied(state: State, power: str) -> bool:
    """Whether a power is Allied, with a capital letter."""
    if power == PowerName.RUSSIA or patron_of(state, power) == PowerName.RUSSIA:
        return russia_is_allied(state)
    if power == PowerName.CHINA:
        return china_is_allied(state)
    patron = patron_of(state, power)
    joined = joins_first_allies(state, power)
    return joined or (bool(patron) and is_allied(state, patron))


@implements("AWAW-3.11-80")
def is_western_allied(state: State, power: str) -> bool:
    """Whether a power is Western Allied: Allied, and neither Russia nor one of its minors."""
    russian = power == PowerName.RUSSIA or patron_of(state, power) == PowerName.RUSSIA
    return not russian and is_allied(state, power)


@implements("AWAW-3.11-22")
def is_axis(state: State, power: str) -> bool:
    """Whether a power is Axis: Germany and Italy, Italy while neutral too, and who fights beside
    them; Japan once at war with a major power other than China.
    """
    faction = faction_of(state, power)
    if faction is Faction.JAPAN:
        foes = (foe for foe in enemies_of(state, PowerName.JAPAN) if is_major(foe))
        return any(foe != PowerName.CHINA for foe in foes)
    return faction is Faction.EUROPEAN_AXIS


@implements("AWAW-3.11-69")
def senior_partner(state: State, faction: Faction, in_theater: Iterable[str]) -> str:
    """The senior partner of an alliance faction in a theater where some powers are at war."""
    if faction is Faction.EUROPEAN_AXIS:
        return str(PowerName.GERMANY)
    if faction is not Faction.WESTERN_ALLIES:
        return str(faction)
    there = tuple(in_theater)
    if PowerName.UNITED_STATES in there:
        return str(PowerName.UNITED_STATES)
    known = (power for power in WESTERN_SENIORITY[1:] if power in state.powers)
    return str(next(known, PowerName.BRITAIN))


def members(state: State, faction: Faction) -> tuple[str, ...]:
    """The powers of a faction, minor countries too, in the scenario's order."""
    return tuple(power for power in state.powers if faction_of(state, power) is faction)
