"""The victory check (13.9): automatic victory, the score, the end of the game.

A scenario counts in its own way where it gives places victory points; else the objectives of the
map count. Decides the score and who has won. Leaves penalties in the Americas to a later chapter.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.changes import set_track
from pbem.core.record.state import NEUTRAL, State, as_number
from pbem.systems.wif.turn.turn_verdicts import VictoryVerdict
from pbem.systems.wif.world.calendar import is_last_turn
from pbem.systems.wif.world.control import SIDES, major, side_in_control
from pbem.systems.wif.world.position import Position, now
from pbem.systems.wif.world.vocabulary import PlaceFact, PowerCount, Side, TrackName

UNDECIDED: Final = "undecided"
CAPITAL: Final = "capital"


@implements("WIF-13.9-1a")
def automatic_winner(position: Position) -> str:
    """The side that controls every city of the automatic victory on the map; `` if none (13.9)."""
    cities = sorted(position.board.by_fact.get("victory", {}))
    holders = {side_in_control(position, city) for city in cities}
    winner = holders.pop() if len(holders) == 1 else None
    return str(winner) if winner in SIDES else ""


def points_by_side(position: Position) -> dict[str, int]:
    """The victory points of the scenario that each side holds; none where it has no such places."""
    worth = {
        place.id: as_number(place.facts[PlaceFact.VICTORY_POINTS])
        for place in position.places.values()
        if PlaceFact.VICTORY_POINTS in place.facts
    }
    if not worth:
        return {}
    held = {place: side_in_control(position, place) for place in worth}
    return {side: sum(worth[p] for p, holder in held.items() if holder == side) for side in SIDES}


@implements("WIF-13.9-3a", "WIF-13.9-3c")
def objectives_by_power(position: Position) -> dict[str, Fraction]:
    """The objectives of each major power of a side, less what was bid for it (13.9)."""
    state = position.state
    powers = [p.id for p in state.powers.values() if major(state, p.id) == p.id and p.side in SIDES]
    found = {power: Fraction(-state.counter(power, PowerCount.BID)) for power in powers}
    for place in sorted(position.board.by_fact.get("objective", {})):
        for power, share in _shares(position, place, powers).items():
            found[power] += share
    return found


@implements("WIF-13.9-3b")
def _shares(position: Position, place: str, powers: list[str]) -> Mapping[str, Fraction]:
    """Who counts an objective: who controls it; of a neutral one the nearest capital's power."""
    holder = position.controller(place)
    if holder is None:
        return {}
    if position.powers[holder].side != NEUTRAL:
        return {major(position.state, holder): Fraction(1)}
    far = {power: _distance(position, power, place) for power in powers}
    near = {power: d for power, d in far.items() if d is not None}
    best = [power for power, d in near.items() if d == min(near.values())]
    return {power: Fraction(1, len(best)) for power in best}


def _distance(position: Position, power: str, place: str) -> int | None:
    """Hexes from an objective to the capital of a power; None where it is not on the map."""
    capitals = position.board.by_fact.get(CAPITAL, {})
    homes = position.powers[power].home_countries
    far = (position.board.distance(place, at) for at, of in capitals.items() if of in homes)
    return min((d for d in far if d is not None), default=None)


def level(state: State, points: int) -> str:
    """What so many points of the Axis amount to, by the scenario's levels."""
    levels = {int(n): str(t.value) for n, t in TrackName.VICTORY_LEVEL.among(state.tracks).items()}
    reached = [least for least in sorted(levels) if points >= least]
    return levels[reached[-1]] if reached else ""


@implements("WIF-13.9-3e")
def result(position: Position) -> str:
    """Who has won a game that is over: a level of the scenario, a side, or a power (13.9)."""
    points = points_by_side(position)
    if points:
        named = level(position.state, points[Side.AXIS])
        axis, allied = points[Side.AXIS], points[Side.ALLIED]
        leader = Side.AXIS if axis > allied else Side.ALLIED
        return named or (UNDECIDED if axis == allied else str(leader))
    objectives = objectives_by_power(position)
    best = [p for p, many in objectives.items() if many == max(objectives.values()) and many > 0]
    return best[0] if len(best) == 1 else UNDECIDED


def victory_check(umpire: Umpire) -> None:
    """The score is told; an automatic victory, or the last turn, ends the game (13.9)."""
    position = now(umpire)
    points = points_by_side(position)
    automatic = automatic_winner(position) if _is_automatic(position.state) else ""
    over = bool(automatic) or is_last_turn(position.state)
    winner = (automatic or result(position)) if over else ""
    if not over and not points:
        return
    objectives = objectives_by_power(position) if over and not points else {}
    umpire.tell(
        VictoryVerdict(
            None,
            points=points,
            objectives={power: many for power, many in objectives.items() if many},
            automatic=bool(automatic),
            winner=winner,
        )
    )
    if over:
        umpire.apply(*set_track(umpire.state, TrackName.GAME_OVER, winner))


def _is_automatic(state: State) -> bool:
    return bool(state.track(TrackName.AUTOMATIC_VICTORY))
