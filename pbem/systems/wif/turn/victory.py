"""The victory check (13.9): automatic victory, the score, the end of the game.

A scenario counts in its own way where it gives places victory points; else the objectives of the
map count. Decides the score and who has won. Leaves penalties in the Americas to rules that are not
played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_track
from pbem.core.record.state import State
from pbem.core.rules.readings import Reading
from pbem.systems.flames.air.flights import NOWHERE, flown_between
from pbem.systems.flames.turn.score import level, points_by_side
from pbem.systems.flames.turn.turn_verdicts import TOGETHER, VictoryVerdict
from pbem.systems.flames.world.control import homes_now, side_in_control
from pbem.systems.flames.world.position import SIDES, Position, Umpire
from pbem.systems.flames.world.vocabulary import (
    PowerCount,
    Side,
    TrackName,
    is_last_turn,
)
from pbem.systems.wif.politics.alignment import GREAT_FRIENDS, is_american
from pbem.systems.wif.world.alliances import MAJOR_POWERS
from pbem.systems.wif.world.vocabulary import FlagOf1939, PowerName

UNDECIDED: Final = "undecided"
CAPITAL: Final = "capital"


@implements("WIF-13.9-1a")
def automatic_winner(position: Position) -> str:
    """The side that controls every city of the automatic victory on the map; `` if none (13.9)."""
    cities = sorted(position.board.by_fact.get("victory", {}))
    holders = {side_in_control(position, city) for city in cities}
    winner = holders.pop() if len(holders) == 1 else None
    return str(winner) if winner in SIDES else ""


@implements("WIF-13.9-1b", "WIF-13.9-3a", "WIF-13.9-3c")
def objectives_by_power(position: Position, winner: str = "") -> dict[str, Fraction]:
    """The objectives of each major power of a side, less what was bid for it (13.9).

    `winner`: the side that has won automatically; the other one has none, and what it holds counts
    as if it were neutral.
    """
    state = position.state
    sides = (winner,) if winner else SIDES
    powers = [
        p.id for p in state.powers.values() if position.major(p.id) == p.id and p.side in sides
    ]
    found = {
        power: Fraction(-state.counter(power, PowerCount.BID) - american_sins(position, power))
        for power in powers
    }
    for place in sorted(position.board.by_fact.get("objective", {})):
        for power, share in _shares(position, place, powers).items():
            found[power] += share
    return found


@implements("WIF-13.9-3d")
def american_sins(position: Position, power: str) -> int:
    """What an Allied power loses for its wars on minor countries of the Americas (13.9).

    The USA one more if it has aligned both Brazil and Mexico by its own will.
    """
    state = position.state
    if state.side_of(power) != Side.ALLIED:
        return 0
    declared = FlagOf1939.ATTACKED_BY.of(power)
    wars = sum(
        bool(state.flag(minor, declared)) and is_american(position, minor)
        for minor in state.powers
        if minor not in MAJOR_POWERS
    )
    both = all(state.flag(minor, FlagOf1939.ALIGNED_BY) == PowerName.USA for minor in GREAT_FRIENDS)
    return wars + (both and power == PowerName.USA)


class NearestCapital(Reading, id="WIF-13.9-R1"):
    """Which capitals count for objectives of neutrals where a power has several home countries."""

    ANY = "any"
    FIRST = "first"


@implements("WIF-13.9-3b")
def _shares(position: Position, place: str, powers: list[str]) -> Mapping[str, Fraction]:
    """Who counts an objective: who controls it; of a neutral one the nearest capital's power."""
    holder = position.controller(place)
    if holder is None:
        return {}
    master = position.major(holder)
    if master in powers:
        return {master: Fraction(1)}
    far = {power: _distance(position, power, place) for power in powers}
    near = {power: d for power, d in far.items() if d is not None}
    best = [power for power, d in near.items() if d == min(near.values())]
    return {power: Fraction(1, len(best)) for power in best}


def _distance(position: Position, power: str, place: str) -> int | None:
    """How far a power's nearest capital of now is to fly to; None where it has none here (13.9)."""
    capitals = position.board.by_fact.get(CAPITAL, {})
    homes = homes_now(position.state, power)
    if position.reading(NearestCapital) is NearestCapital.FIRST:
        homes = homes[:1]
    ends = [at for at, of in capitals.items() if of in homes]
    far = flown_between(position, [place], ends)
    return far if far < NOWHERE else None


@implements("WIF-13.9-3e")
def result(position: Position) -> str:
    """Who has won a game that is over: a level of the scenario, a side, or a power (13.9).

    Several powers where one player has them: what they have is added up.
    """
    points = points_by_side(position)
    if points:
        named = level(position.state, points[Side.AXIS])
        axis, allied = points[Side.AXIS], points[Side.ALLIED]
        leader = max(points, key=lambda side: points[side])
        return named or (UNDECIDED if axis == allied else leader)
    objectives = objectives_by_power(position)
    totals = {
        together: sum(objectives[power] for power in together)
        for together in _powers_of_one_player(position.state, objectives)
    }
    best = [t for t, many in totals.items() if many == max(totals.values()) and many > 0]
    return TOGETHER.join(best[0]) if len(best) == 1 else UNDECIDED


def _powers_of_one_player(state: State, powers: Iterable[str]) -> list[tuple[str, ...]]:
    """The powers that count together, since the same players have them."""
    found: dict[tuple[str, ...], list[str]] = {}
    for power in powers:
        found.setdefault(state.powers[power].players, []).append(power)
    return [tuple(together) for together in found.values()]


def victory_check(umpire: Umpire) -> None:
    """The score is told; an automatic victory, or the last turn, ends the game (13.9)."""
    position = umpire.position
    points = points_by_side(position)
    automatic = automatic_winner(position) if _is_automatic(position.state) else ""
    over = bool(automatic) or is_last_turn(position.state)
    winner = (automatic or result(position)) if over else ""
    if not over and not points:
        return
    umpire.tell(
        VictoryVerdict(
            None,
            points=points,
            objectives=_held(position, automatic) if over and not points else {},
            automatic=bool(automatic),
            winner=winner,
            level=level(position.state, points[Side.AXIS]) if points else "",
        )
    )
    if over:
        umpire.apply(*set_track(umpire.state, TrackName.GAME_OVER, winner))


def _held(position: Position, automatic: str) -> dict[str, Fraction]:
    """The objectives of each power that has any."""
    found = objectives_by_power(position, automatic)
    return {power: many for power, many in found.items() if many}


def _is_automatic(state: State) -> bool:
    return bool(state.track(TrackName.AUTOMATIC_VICTORY))
