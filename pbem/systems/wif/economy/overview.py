"""What a player should know before he writes orders for the end of a turn.

Decides the words: build points that he will have, what his force pools hold, who arrives next turn.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence

from pbem.core.reading.scene import Scene
from pbem.systems.flames.economy.orders_of_powers import is_major
from pbem.systems.flames.kits.gearing import gearing_class, gearing_left
from pbem.systems.flames.kits.tracks.boxes import box_name, box_of, on_tracks, work_of
from pbem.systems.flames.kits.tracks.choice import site_name
from pbem.systems.flames.world.calendar import is_last_turn, next_turn
from pbem.systems.flames.world.control import major
from pbem.systems.flames.world.countries import countries_of, power_over
from pbem.systems.flames.world.position import Position, position_of
from pbem.systems.flames.world.rounding import number
from pbem.systems.flames.world.units import on_circle
from pbem.systems.flames.world.vocabulary import TrackName
from pbem.systems.wif.economy.building import cost_of, pools, type_of
from pbem.systems.wif.economy.economy_verdicts import added
from pbem.systems.wif.economy.facilities import waiting
from pbem.systems.wif.economy.points import output
from pbem.systems.wif.economy.works_on_map import begun_works


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
    works = waiting(position, power, next_turn(position.clock.turn))
    if works:
        kinds = [f"{n} {word.partition('.')[2].partition('-')[0]}" for word, n in works.items()]
        yield f"{name} can place: {', '.join(kinds)}"
    yield from _tracks(scene, position, power)
    yield from _works(scene, position, power)
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
    limits = [(name, gearing_left(position, power, name)) for name in classes]
    geared = [f"{name} {limit}" for name, limit in limits if limit is not None]
    return ", ".join(told) + (f"; gearing limits: {', '.join(geared)}" if geared else "")


def _tracks(scene: Scene, position: Position, power: str) -> Iterator[str]:
    """`The USSR has in box 3: 2 ARM (Moscow, 3 to pay)`: its production tracks (option 40)."""
    owners = [other for other in position.powers if major(position.state, other) == power]
    rows: dict[int, list[str]] = {}
    for piece in on_tracks(position, owners):
        box, work = box_of(piece.at), work_of(piece)
        where = site_name(position, box.site) if box is not None else ""
        owed = f", {work.due} to pay" if work.due else ""
        rows.setdefault(work.box, []).append(f"{piece.name} ({where}{owed})")
    for box_number, units in rows.items():
        yield f"{scene.title(power)} has in {box_name(box_number)}: {', '.join(units)}"


def _works(scene: Scene, position: Position, power: str) -> Iterator[str]:
    """`The USSR builds: factory (Kalinin, 6 turns, 5 to pay)`: facilities on the map (40)."""
    rows = []
    for work in begun_works(position):
        owed = f", {work.owed} to pay" if work.owed else ""
        turns = f"{work.turns} turn{'s' * (work.turns > 1)}"
        if power_over(position, work.power) == power:
            rows.append(f"{work.kind} ({position.label(work.place)}, {turns}{owed})")
    if rows:
        yield f"{scene.title(power)} builds: {', '.join(rows)}"


def _coming(scene: Scene, position: Position, power: str) -> str:
    """The units on the next slice of the circle, of a power and its minors."""
    turn, state = next_turn(position.clock.turn), position.state
    owners = [other for other in state.powers if major(state, other) == power]
    units = [unit.id for owner in owners for unit in state.at(on_circle(owner, turn))]
    return scene.units(units, "")
