"""What a turn has come to: losses, hexes and cities taken, build points, the weather at its end.

Decides it from the position as the turn began and as it ends. Leaves the score to `victory`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pbem.core.record.state import NEUTRAL, State
from pbem.core.rules.position import Position
from pbem.systems.flames.turn.turn_verdicts import Balance, TurnVerdict
from pbem.systems.flames.world.position import Umpire
from pbem.systems.flames.world.terrain import zone_weather
from pbem.systems.flames.world.vocabulary import PowerCount, PowerFlag

GONE: Final = ("pool:", "removed")
BUILT: Final = "step:conquest"  # when all is built, and nobody has been conquered yet


def tell_turn(umpire: Umpire) -> None:
    """The balance of the turn that ends, power by power.

    Who was lost in the impulses may have been built again since: that is another unit. Where
    nothing is built all of the run counts at once.
    """
    position = umpire.position
    built = umpire.since(BUILT, "run")
    stages = umpire.since("turn"), umpire.since("run"), built, position.state
    rows = [_balance(stages, position, power) for power in position.powers]
    umpire.tell(
        TurnVerdict(
            None,
            turn=position.clock.turn,
            balances=tuple(row for row in rows if row is not None),
            weather=dict(sorted(zone_weather(position.state).items())),
        )
    )


def _balance(stages: Sequence[State], position: Position, power: str) -> Balance | None:
    """What a power has lost, taken and made in the turn; None of one that stayed out of it."""
    before, over, built, state = stages
    if state.side_of(power) == NEUTRAL:
        return None
    lost = tuple(dict.fromkeys((*_lost(before, over, power), *_lost(built, state, power))))
    taken = [place for place in _taken(before, state, power) if place in position.board.spots]
    cities = [place for place in taken if position.board.fact(place, "city")]
    points = state.counter(power, PowerCount.MADE_POINTS)
    countries = tuple(_conquered(before, state, power))
    if not (lost or taken or points or countries):
        return None
    return Balance(
        power=power,
        lost=lost,
        hexes=len(taken),
        cities=tuple(cities),
        points=points,
        conquered=countries,
    )


def _conquered(before: State, state: State, power: str) -> Iterator[str]:
    """The countries that a power has conquered and had not."""
    had = PowerFlag.CONQUERED.among(before.powers[power].flags)
    for country, holds in PowerFlag.CONQUERED.among(state.powers[power].flags).items():
        if holds and not had.get(country):
            yield country


def _lost(before: State, state: State, power: str) -> Iterator[str]:
    """The units of a power that were on the map or due, and are in a pool or out of the game."""
    for name, unit in before.units.items():
        after = state.units.get(name)
        was_there = unit.owner == power and not unit.at.startswith(GONE)
        if was_there and (after is None or after.at.startswith(GONE)):
            yield name


def _taken(before: State, state: State, power: str) -> Iterator[str]:
    """The hexes that a power has taken from the other side, and holds."""
    side = state.side_of(power)
    for place in state.places.values():
        was = before.controller(place.id)
        if place.controller != power or was is None or was == power:
            continue
        if state.side_of(was) != side:
            yield place.id
