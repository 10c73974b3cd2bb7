"""What the toy's rules ask about units and areas."""

from __future__ import annotations

from dataclasses import replace

from pbem.core.record.events import Event, UnitChanged, UnitMoved
from pbem.core.record.state import REMOVED, Mark, State, Unit, Until, regrouped
from pbem.core.record.views import HIDDEN
from pbem.core.rules.game import Game


def side_units(state: State, at: str, side: str) -> tuple[Unit, ...]:
    """The units of a side in an area."""
    return tuple(unit for unit in state.at(at) if state.side_of(unit.owner) == side)


def enemies(state: State, at: str, side: str) -> tuple[Unit, ...]:
    """The units of other sides in an area; neutrals are nobody's enemies."""
    rivals = state.rivals(side)
    return tuple(unit for unit in state.at(at) if state.side_of(unit.owner) in rivals)


def defender(state: State, at: str, side: str) -> str:
    """The side that stands in an area against this one."""
    return state.side_of(enemies(state, at, side)[0].owner)


def might(game: Game, unit: Unit) -> int:
    """What a unit, or all of a group, counts in a fight: nothing that the viewer cannot see."""
    if unit.counter == HIDDEN:
        return 0
    return int(game.counters[unit.counter].or_nothing("might")) * unit.size


def strength(game: Game, units: tuple[Unit, ...]) -> int:
    """What units count together."""
    return sum(might(game, unit) for unit in units)


def champion(game: Game, units: tuple[Unit, ...]) -> Unit | None:
    """The side's champion among units, if he is there."""
    return next((u for u in units if game.counters[u.counter].is_a("champion")), None)


def weakest(game: Game, units: tuple[Unit, ...]) -> Unit:
    """Who dies first: the unit of least might, the champion last."""
    return min(units, key=lambda u: (game.counters[u.counter].or_nothing("might"), u.id))


def moved(unit: Unit, to: str, count: int | None, mark: str = "moved") -> list[Event]:
    """A unit, or some of a group, goes to an area and is marked for the impulse."""
    events: list[Event] = [UnitMoved(unit.id, unit.at, to, count)]
    if mark not in unit.marks:
        there = regrouped(replace(unit, at=to))
        events.append(UnitChanged(there.id, "mark", None, Mark(Until.IMPULSE), mark, count))
    return events


def killed(unit: Unit) -> UnitMoved:
    """One counter is removed."""
    return UnitMoved(unit.id, unit.at, REMOVED, None if unit.count is None else 1)


def revealed(unit: Unit) -> UnitChanged:
    """A face-down chit is turned up: everybody may see it."""
    return UnitChanged(unit.id, "secret", unit.secret, ())


def named(game: Game, unit: Unit) -> str:
    """How reports and receipts name a unit: `3 INF`, `Lion`, `2 olive INF` in another's service.

    What is face-down is not named.
    """
    if unit.secret:
        return "a chit"
    name, nation = game.counters[unit.counter].name, game.nationality(unit)
    name = name if nation == unit.owner else f"{nation} {name}"
    return name if unit.count is None else f"{unit.count} {name}"
