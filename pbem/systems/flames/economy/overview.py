"""What a player should know before he writes orders for the end of a turn.

Decides the words: build points that he will have, what his force pools hold, who arrives next turn.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence

from pbem.core.reading.scene import Scene
from pbem.systems.flames.economy.building import cost_of, gearing_class, pools, type_of
from pbem.systems.flames.economy.economy_verdicts import added
from pbem.systems.flames.economy.orders_of_powers import is_major
from pbem.systems.flames.economy.points import output
from pbem.systems.flames.world.countries import countries_of
from pbem.systems.flames.world.position import Position, on_circle, position_of
from pbem.systems.flames.world.rounding import number
from pbem.systems.flames.world.vocabulary import TrackName, is_last_turn, next_turn


def stocks(scene: Scene) -> Sequence[str]:
    """Build points, force pools and arrivals, when the impulses of a turn are over."""
    state = scene.after
    if state.track(TrackName.ACTION_STAGE) is None or is_last_turn(state):
        return []
    position = position_of(scene.game, state)
    powers = [p.id for p in state.powers.values() if is_major(p)]
    return [line for power in powers for line in _lines(scene, position, power)]


def _lines(scene: Scene, position: Position, power: str) -> Iterator[str]:
    name = scene.title(power)
    for country in countries_of(position, power):
        yield from _goods(position, country, country == power)
    for more in position.kits.told:
        yield from more(scene, position, power)
    coming = _coming(scene, position, power)
    if coming:
        yield f"{name} gets next turn: {coming}"


def _goods(position: Position, country: str, always: bool) -> Iterator[str]:
    """What a power, or a country of it that produces apart, makes and can build."""
    made, name = output(position, country), position.title(country)
    besides = added(made.bonus, made.lent, made.received)
    pool = _pool(position, country)
    if always or made.own_points or made.received or pool:
        yield (
            f"{name} makes {made.build_points} build points: {made.points} × "
            f"{number(made.multiple)}{besides}"
        )
    if pool:
        yield f"{name} can build: {pool}"


def _pool(position: Position, power: str) -> str:
    """`2 ARM at 6, 5 INF at 3`; with gearing limits how many of each class."""
    chart = position.book.chart("unit-costs")
    counters = [piece.counter for piece in pools(position, power)]
    many = Tally((type_of(counter), cost_of(position, counter)) for counter in counters)
    told = [f"{many[row]} {row[0]} at {row[1]}" for row in sorted(many)]
    classes = sorted({gearing_class(chart, counter) for counter in counters})
    limits = [(name, position.kits.gearing_left(position, power, name)) for name in classes]
    geared = [f"{name} {limit}" for name, limit in limits if limit is not None]
    return ", ".join(told) + (f"; gearing limits: {', '.join(geared)}" if geared else "")


def _coming(scene: Scene, position: Position, power: str) -> str:
    """The units on the next slice of the circle, of a power and its minors."""
    turn, state = next_turn(position.clock.turn), position.state
    owners = [other for other in state.powers if position.major(other) == power]
    units = [unit.id for owner in owners for unit in state.at(on_circle(owner, turn))]
    return scene.units(units, "")
