"""Objectives and conquered powers at the end of a scenario (7.215).

Decides for whom an objective counts, which powers are conquered, and whose victory conditions a
player of several powers follows. Leaves the levels of victory, which the scenario booklet has, and
who reaches them to the moderator.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.record.state import State
from pbem.systems.awaw.world.alliances import faction_of, is_major, is_neutral, patron_of
from pbem.systems.awaw.world.islands import is_objective
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.vocabulary import Faction, PowerFlag, PowerName, Side

AXIS: Final = (PowerName.GERMANY, PowerName.ITALY)
AS_NEUTRALS: Final = {
    PowerName.ITALY: (Side.AXIS, Faction.EUROPEAN_AXIS),
    PowerName.RUSSIA: (Side.ALLIED, Faction.RUSSIA),
}


@implements("AWAW-7.215B-1")
def is_conquered(state: State, power: str) -> bool:
    """Whether a major power is conquered: its surrender is in effect as the game ends."""
    return bool(state.flag(power, PowerFlag.SURRENDERED))


@implements("AWAW-7.215C-1")
def axis_is_conquered(state: State) -> bool:
    """Whether the European Axis is conquered: both Germany and Italy have surrendered."""
    return all(is_conquered(state, power) for power in AXIS)


@implements("AWAW-7.215D-1", "AWAW-7.215D-2", "AWAW-7.215D-3")
def counts_for(position: Position, place: str, two_sides: bool = True) -> str:
    """For which side, or in a multi-player game faction, an objective counts; nobody's is "".

    Those that Britain holds are Allied whatever becomes of Britain; those of a neutral Italy are
    Axis, of a neutral Russia Allied; those of neutral minors nobody's, if no patron has them.
    """
    state, holder = position.state, position.holder(place)
    if not is_major(holder) and not patron_of(state, holder):
        return ""
    major = PowerName.term_for(holder) if is_major(holder) else None
    if major in AS_NEUTRALS and is_neutral(state, holder):
        side, faction = AS_NEUTRALS[major]
        return side if two_sides else faction
    if holder == PowerName.BRITAIN and two_sides:
        return Side.ALLIED
    if two_sides:
        return state.side_of(holder)
    return faction_of(state, holder) or ""


def objectives(position: Position, two_sides: bool = True) -> dict[str, int]:
    """How many objectives each side or faction holds on this map."""
    found: dict[str, int] = {}
    for place in position.board.places:
        whose = (
            counts_for(position, place, two_sides) if is_objective(position.board, place) else ""
        )
        if whose:
            found[whose] = found.get(whose, 0) + 1
    return dict(sorted(found.items()))


def marks_objectives(board: Board) -> bool:
    """Whether the map tells its objectives; ours do not, an owner's may."""
    return any(is_objective(board, place) for place in board.places)


def held_by(position: Position, power: str) -> int:
    """How many objectives a major power holds, with those of its minor countries."""
    own = (power, *(one for one in position.powers if patron_of(position.state, one) == power))
    places = (place for place in position.board.places if is_objective(position.board, place))
    return sum(position.controller(place) in own for place in places)


@implements("AWAW-7.215E-1", "AWAW-7.215F-1", "AWAW-7.215F-2")
def followed(held: Mapping[str, int], powers: Iterable[str]) -> tuple[str, ...]:
    """The powers whose victory conditions a player of several follows: the one with most objectives
    as the scenario began or as he took the others over; among as many he chooses.
    """
    known = tuple(powers)
    most = max(held.get(power, 0) for power in known)
    return tuple(power for power in known if held.get(power, 0) == most)


@implements("AWAW-7.215G-1", "AWAW-7.215H-1", "AWAW-2.21-1")
def has_two_sides(state: State, multi_player: bool) -> bool:
    """Whether two-player conditions apply: in games of two sides, and when players have withdrawn
    until two are left. British and American players are one, who win or lose together.
    """
    players = {
        PowerName.BRITAIN if power.id == PowerName.UNITED_STATES else power.id: power.players
        for power in state.powers.values()
        if is_major(power.id) and power.players
    }
    britain = state.powers.get(PowerName.BRITAIN)
    america = state.powers.get(PowerName.UNITED_STATES)
    partners = {*(britain.players if britain else ()), *(america.players if america else ())}
    others = {who for named in players.values() for who in named} - partners
    return not multi_player or len(others) + bool(partners) <= 2


@implements("AWAW-7.215A-1")
def winner(levels: Mapping[str, int], over: bool, conceded: str = "") -> str:
    """Who has won, of two sides: found as the scenario ends, by the higher level of victory that
    each has reached, or when the other concedes; nobody if the levels are the same.
    """
    if conceded:
        return next((side for side in Side if side != conceded), "")
    if not over or not levels:
        return ""
    best = max(levels.values())
    first = [side for side, level in levels.items() if level == best]
    return first[0] if len(first) == 1 and best > 0 else ""
