"""Readings of ambiguous rules in play; of a battle only those that can matter are looked up."""

from __future__ import annotations

from collections.abc import Callable, Collection

from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.systems.gw.rulings.rulings import Rulings, rulings
from pbem.systems.gw.world.battlefield import Battlefield, rows_of, works_of
from pbem.systems.gw.world.units import UnitType


def reading_now(game: Game, state: State, interpretation: str) -> str:
    """The reading of an ambiguous rule that holds in the run that is played, or comes next."""
    return game.reading(interpretation, state.clock.run + 1)


def rulings_in_play(
    reading: Callable[[str], str],
    field: Battlefield,
    units: Collection[UnitType],
    landing: bool = False,
) -> Rulings:
    """The rulings for a battle between some kinds of units on some ground; some may land."""
    terrain = {*field.terrain, *(name for border in field.borders for name in border.terrain)}
    works = [works_of(border.works) for border in field.borders if border.works]
    mixed = any(unit.is_air for unit in units)
    matters = {
        "GW-R-0.3-a": _weakens_defence(field, terrain),
        "GW-R-0.3-b": any(unit.attack == 0 for unit in units),
        "GW-R-1.24-b": "mountain" in field.terrain and "river" in terrain,
        "GW-R-1.9-a": "desert" in terrain and any(unit.class_ == "vehicle" for unit in units),
        "GW-R-1.23-a": any(one.double_casualties for one in works),
        "GW-R-1.24-a": field.city and field.surrounded and "mountain" in field.terrain,
        "GW-R-11": landing,
        "GW-R-12": landing or any(one.double_casualties for one in works),
        "GW-R-26": any(unit.supports for unit in units) and any(u.supported for u in units),
        "GW-R-9.19-a": mixed,
        "GW-R-27": bool(units),
        "GW-R-12.2-a": any(unit.last_casualty for unit in units),
        "GW-R-12.2-b": any(unit.anti_aircraft for unit in units) and bool(terrain or field.city),
        "GW-R-12.7-a": bool(works or field.works) and bool(terrain),
    }
    return rulings({name: reading(name) for name, so in matters.items() if so})


def _weakens_defence(field: Battlefield, terrain: Collection[str]) -> bool:
    """Whether the ground lowers Defense values, so that their floor can matter."""
    sources = [*sorted(terrain), *(["surrounded-city"] if field.city and field.surrounded else [])]
    return any(
        row.value == "defender" and row.change < 0 for source in sources for row in rows_of(source)
    )
