"""Kinds of units, sizes of ships, factors and squadrons, task forces (3.11, 6).

Decides what the definitions say of a kind of unit, how many factors a word such as CA4 stands for,
when air factors act as squadrons, and what may form a task force. Leaves what units do to the rules
that name them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.data.charts import Chart
from pbem.core.data.rulebook import implements

SQUADRONS: Final = 3  # that one air factor breaks down into
OF_A_CRUISER: Final = 2
TF_LEAST, TF_MOST = 10, 25
_NOTATION: Final = re.compile(r"(CA|DD)(\d*)")


@implements("AWAW-3.11-28", "AWAW-3.11-40")
def factors_in(word: str) -> int | None:
    """The factors that `CA`, `CA4` or `DD3` stand for; None for an odd number of cruisers."""
    match = _NOTATION.fullmatch(word)
    if match is None:
        return None
    kind, number = match.groups()
    if kind == "DD":
        return int(number or 1)
    factors = int(number or OF_A_CRUISER)
    return factors if factors % OF_A_CRUISER == 0 else None


@implements("AWAW-3.11-25", "AWAW-3.11-37")
def is_a_size(chart: Chart, kind: str, factors: int) -> bool:
    """Whether a ship of a kind may have so many factors."""
    sizes = [chart.at(kind, column, "sizes").number for column in ("least", "most")]
    return sizes[0] <= factors <= sizes[1]


@implements("AWAW-3.11-59", "AWAW-3.11-21")
def is_naval(chart: Chart, kind: str) -> bool:
    """Whether a kind is a naval unit: fleets, carriers and submarines."""
    return chart.at(kind, "arm", "kinds").text == "naval" or kind.endswith("submarine")


@implements("AWAW-3.11-38")
def is_fast_carrier(chart: Chart, kind: str) -> bool:
    """Whether a kind is a fast carrier: CVL, CV or CVB, never an escort carrier."""
    return chart.at(kind, "carrier", "kinds").text == "fast"


@implements("AWAW-3.11-39")
def is_fully_operational(chart: Chart, kind: str, *, damaged: bool, nas: int, full: int) -> bool:
    """Whether a fast carrier is undamaged and carries its full complement of NAS."""
    return is_fast_carrier(chart, kind) and not damaged and nas == full


@implements("AWAW-3.11-7", "AWAW-3.11-10", "AWAW-3.11-11", "AWAW-3.11-12")
def squadrons(chart: Chart, kind: str, number: int, *, naval: bool) -> int:
    """As how many an air unit fights: against ships and naval air AAF and jets as squadrons,
    three for a factor; air transports and SW air always as factors, NAS always as squadrons.
    """
    splits = chart.at(kind, "fights", "kinds").text == "either"
    return number * SQUADRONS if splits and naval else number


@dataclass(frozen=True, slots=True)
class Ship:
    """Ships as a task force counts them."""

    kind: str
    factors: int
    faction: str
    damaged: bool = False


@implements("AWAW-3.11-77")
def task_force_trouble(chart: Chart, ships: Sequence[Ship]) -> str:
    """Why ships form no task force; nothing if they do."""
    factors = sum(ship.factors for ship in ships)
    fast = sum(ship.factors for ship in ships if is_fast_carrier(chart, ship.kind))
    if any(ship.damaged for ship in ships):
        return "damaged"
    if len({ship.faction for ship in ships}) > 1:
        return "two factions"
    if not TF_LEAST <= factors <= TF_MOST:
        return "size"
    return "fast carriers" if 2 * fast > factors else ""


@implements("AWAW-3.11-82")
def has_zone(kind: str, *, fully_supplied: bool) -> bool:
    """Whether a unit has a zone of control: armor that is fully supplied."""
    return kind == "armor" and fully_supplied


@implements("AWAW-3.11-82", "AWAW-4.43-1")
def zone_reaches(kind: str, *, fully_supplied: bool, adjacent: bool, impassable: bool) -> bool:
    """Whether a zone of control reaches a hex: an adjacent one, not across impassable sides."""
    return has_zone(kind, fully_supplied=fully_supplied) and adjacent and not impassable


@implements("AWAW-3.11-74")
def is_supplied(sources: Sequence[str]) -> bool:
    """Whether a unit is supplied: it has drawn supply from an unlimited source."""
    return "unlimited" in sources


@implements(
    "AWAW-3.11-23", "AWAW-3.11-30", "AWAW-3.11-45", "AWAW-3.11-46", "AWAW-3.11-54", "AWAW-3.11-65",
    "AWAW-3.11-70",
)  # fmt: skip
def lies_in(chart: Chart, group: str, country: str, region: str = "") -> bool:
    """Whether a country, or a region of it, belongs to a group such as the Balkans."""
    known = chart.at(group, "in_it", "groups").text.split()
    return country in known or f"{country}/{region}" in known


@implements("AWAW-3.11-56")
def takes_part(chart: Chart, power: str, theater: str) -> bool:
    """Whether a major power is one of a game: global, europe or pacific."""
    return chart.at(power, theater, "powers").text == "yes"
