"""Defense multipliers of a hex (3.11, 4.6, 15.3): terrain, hexsides, capitals, exploiting armor.

Decides what the text says of them: that they add up, that terrain fills its hex, that other cities
have none, and that infantry and replacements in capitals and objectives escape two negative ones.
The numbers are those of the terrain chart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pbem.core.data.charts import Chart
from pbem.core.data.rulebook import implements
from pbem.systems.awaw.battle.results import net_dm

ON_FOOT: Final = ("infantry", "replacement")
DEEP_WINTER: Final = 7


@dataclass(frozen=True, slots=True)
class Ground:
    """Where a unit defends: terrain, what all attackers come over, and what the place is."""

    terrain: str = "clear"
    sides: tuple[str, ...] = ()  # river, crossing: of all attackers
    capital: bool = False
    objective: bool = False


@dataclass(frozen=True, slots=True)
class Attack:
    """What matters of an attack: exploiting armor, and the winter effect."""

    exploiting: bool = False
    winter: int = 0


@implements("AWAW-3.11-43", "AWAW-4.64-1", "AWAW-4.616-1")
def multiplier(chart: Chart, kind: str, ground: Ground, attack: Attack) -> int:
    """The net multiplier of a unit of a kind; never less than the least of the chart."""
    terms = [int(chart.at(ground.terrain, "dm", "hexes").number)]
    terms += [int(chart.at(side, "dm", "sides").number) for side in ground.sides]
    terms += [int(chart.at(name, "dm", "units").number) for name in _against(kind, ground, attack)]
    return max(int(chart.at("least", "dm", "units").number), net_dm(terms))


@implements("AWAW-4.612-3", "AWAW-4.613-3")
def _against(kind: str, ground: Ground, attack: Attack) -> Iterator[str]:
    """The negative multipliers of a unit: none in capitals and objectives."""
    if kind not in ON_FOOT or ground.capital or ground.objective:
        return
    if attack.exploiting:
        yield "exploited"
    if attack.winter >= DEEP_WINTER:
        yield "deep-winter"
