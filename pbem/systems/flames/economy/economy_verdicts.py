"""The verdicts of production, and their paragraphs (13.6).

Decides what reports say of them. Leaves what is found to `production`, `building` and `scrapping`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import PlaceId, PowerId, UnitId, Verdict
from pbem.systems.flames.world.countries import CountryId
from pbem.systems.flames.world.rounding import number


@dataclass(frozen=True, slots=True)
class Delivery:
    """Resources that went from a hex to the factories of a hex."""

    source: PlaceId
    factory: PlaceId
    count: int


@dataclass(frozen=True, slots=True)
class ProductionVerdict(Verdict):
    """What a power has made: production points of the map and beyond it, less those bombed."""

    kind: ClassVar[str] = "production"
    cite: ClassVar[str] = "13.6"

    power: CountryId
    loads: tuple[Delivery, ...]
    beyond: int
    lost: int
    points: int
    multiple: Fraction
    bonus: int
    build_points: int
    lent: int = 0
    received: int = 0

    @property
    def outcome(self) -> str:
        return "produced"


@dataclass(frozen=True, slots=True)
class LendLeaseVerdict(Verdict):
    """What one power gives another: what leaves, the resources that find factories, the points."""

    kind: ClassVar[str] = "lend-lease"
    cite: ClassVar[str] = "5"

    giver: CountryId
    taker: CountryId
    resources: int
    oil: int
    used: int
    points: int
    arrived: int

    @property
    def outcome(self) -> str:
        if not (self.resources or self.points):
            return "nothing"
        whole = self.used == self.resources and self.arrived == self.points
        return "delivered" if whole else "in-part"


@dataclass(frozen=True, slots=True)
class ForeignVerdict(Verdict):
    """A striped unit that a power takes or gives back, or for which one side alone has asked."""

    kind: ClassVar[str] = "foreign-unit"
    cite: ClassVar[str] = "13.6.4"

    unit: UnitId
    came: str

    @property
    def outcome(self) -> str:
        return self.came


@dataclass(frozen=True, slots=True)
class Built:
    """A unit that was drawn: what it cost, and the turn in which it arrives."""

    unit: UnitId
    cost: int
    arrives: str


@dataclass(frozen=True, slots=True)
class BuildVerdict(Verdict):
    """What a power has built, and the build points that were spent and left."""

    kind: ClassVar[str] = "build"
    cite: ClassVar[str] = "13.6.5"

    power: CountryId
    units: tuple[Built, ...]
    spent: int
    left: int

    @property
    def outcome(self) -> str:
        return "built" if self.units else "nothing"


@dataclass(frozen=True, slots=True)
class ScrapVerdict(Verdict):
    """Units that a power has removed from the game for good."""

    kind: ClassVar[str] = "scrapped"
    cite: ClassVar[str] = "13.6.5"

    power: PowerId
    units: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "scrapped"


# --- paragraphs ----------------------------------------------------------------------------------


def production_lines(verdict: ProductionVerdict, scene: Scene) -> Sequence[str]:
    """Points, multiple and build points; then which resources went where."""
    parts = [
        *([f"{verdict.beyond} beyond the map"] if verdict.beyond else []),
        *([f"{verdict.lost} bombed"] if verdict.lost else []),
    ]
    told = f" ({', '.join(parts)})" if parts else ""
    besides = added(verdict.bonus, verdict.lent, verdict.received)
    head = (
        f"PRODUCTION {scene.title(verdict.power)} ({verdict.cite})  production points "
        f"{verdict.points}{told} × {number(verdict.multiple)}{besides}: "
        f"{verdict.build_points} build points"
    )
    routes = _routes(verdict, scene)
    return [head, f"resources: {', '.join(routes)}"] if routes else [head]


def added(bonus: int, lent: int, received: int) -> str:
    """What comes to the build points besides, or goes from them."""
    more = f" + {bonus} for losses at home" if bonus else ""
    less = f" - {lent} lent" if lent else ""
    return more + less + (f" + {received} lend lease" if received else "")


def _routes(verdict: ProductionVerdict, scene: Scene) -> list[str]:
    """Which resources went where, and how many stayed in their hexes."""
    routes = [
        f"{scene.place(load.source)} > {scene.place(load.factory)} {load.count}"
        for load in verdict.loads
        if load.source != load.factory
    ]
    at_home = sum(load.count for load in verdict.loads if load.source == load.factory)
    return [*routes, f"in their own hexes {at_home}"] if at_home else routes


def lend_lease_lines(verdict: LendLeaseVerdict, scene: Scene) -> Sequence[str]:
    """What leaves one power for another, and what of it is of use there."""
    oil = f" ({verdict.oil} oil)" if verdict.oil else ""
    many = f"{verdict.resources} resource{'s' * (verdict.resources != 1)}"
    goods = f"{many}{oil}, {verdict.used} to factories"
    points = f"{verdict.points} build point{'s' * (verdict.points != 1)}, {verdict.arrived} arrive"
    told = [goods] * bool(verdict.resources) + [points] * bool(verdict.points)
    giver, taker = scene.title(verdict.giver), scene.title(verdict.taker)
    return [
        f"GOODS {giver} to {taker} ({verdict.cite})   {'; '.join(told) or 'no way leads there'}"
    ]


def foreign_lines(verdict: ForeignVerdict, scene: Scene) -> Sequence[str]:
    """What becomes of a striped unit."""
    told = verdict.came.replace("-", " ")
    return [f"LEND LEASE ({verdict.cite})  {scene.unit(verdict.unit)} {told}"]


def build_lines(verdict: BuildVerdict, scene: Scene) -> Sequence[str]:
    """What was drawn, by the turn in which it arrives."""
    head = f"BUILDS {scene.title(verdict.power)} ({verdict.cite})  {verdict.spent} points spent"
    lost = f", {verdict.left} lost" if verdict.left else ""
    by_turn: dict[str, list[str]] = {}
    for built in verdict.units:
        by_turn.setdefault(built.arrives, []).append(scene.unit(built.unit))
    lines = [f"{scene.said(turn)}: {', '.join(units)}" for turn, units in sorted(by_turn.items())]
    return [f"{head}{lost}", *lines]


def scrap_lines(verdict: ScrapVerdict, scene: Scene) -> Sequence[str]:
    """What is out of the game for good."""
    units = ", ".join(map(scene.unit, verdict.units))
    return [f"SCRAPPED {scene.title(verdict.power)} ({verdict.cite})  {units}"]
