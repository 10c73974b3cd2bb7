"""What calculations of cases ask for: a system's own charts, and games of shipped scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property

from pbem.core.data.charts import load_charts
from pbem.core.data.counters import load_counters
from pbem.core.data.resources import scenario_path
from pbem.core.data.rulebook import Interpretation, read_interpretations
from pbem.core.data.yamlio import read_data
from pbem.core.record.state import State
from pbem.core.rules.book import Book
from pbem.core.rules.game import Choice, Game
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.core.rules.system import AnySystem, find_system


@dataclass(frozen=True)
class Shelf:
    """A system's own files, read once."""

    system: AnySystem

    @cached_property
    def book(self) -> Book:
        """The charts and counters that come with the system."""
        folder = self.system.folder
        return Book(load_charts(folder / "charts"), load_counters(folder / "counters.yaml"))

    @cached_property
    def interpretations(self) -> Mapping[str, Interpretation]:
        """The ambiguous rules, by id."""
        return read_interpretations(self.system.folder / "interpretations.yaml")

    def game(
        self,
        scenario: str,
        options: Mapping[str, object] | None = None,
        readings: Mapping[str, str] | None = None,
    ) -> Game:
        """A game of a scenario with some optional rules and readings."""
        roster = default_roster(self.system.name, scenario)
        choices = tuple(Choice(name, said) for name, said in (readings or {}).items())
        chosen = {**roster.options, **(options or {})}
        return load_game(replace(roster, options=chosen, choices=choices))

    def start(self, scenario: str) -> State:
        """How a scenario begins."""
        return first_state(default_roster(self.system.name, scenario))

    def table(self, name: str) -> Mapping[str, object]:
        """A data file of the system's scenarios: `france-1940/forces.yaml`."""
        found: Mapping[str, object] = read_data(scenario_path(self.system.name, name))
        return found


@cache
def shelf(system: str) -> Shelf:
    """The shelf of a system."""
    return Shelf(find_system(system))
