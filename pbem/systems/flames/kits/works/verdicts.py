"""The verdicts of works that are built, destroyed and repaired, and their words (13.6.6, 13.8).

Decides what reports say of them. Leaves what is found to the orders of works.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import PlaceId, PowerId, Verdict
from pbem.systems.flames.economy.ruins import Ruin, told, words_of
from pbem.systems.flames.world.countries import CountryId


@dataclass(frozen=True, slots=True)
class WreckVerdict(Verdict):
    """Works that their own side has wrecked."""

    kind: ClassVar[str] = "wrecked"
    cite: ClassVar[str] = "13.8"

    at: PlaceId
    what: str
    count: int

    @property
    def outcome(self) -> str:
        return "destroyed"


@dataclass(frozen=True, slots=True)
class Work:
    """Works of a hex that are repaired, or of none yet that are built, and when they are ready."""

    at: PlaceId | None
    what: str
    ready: str


@dataclass(frozen=True, slots=True)
class RepairsVerdict(Verdict):
    """What a power pays to have repaired."""

    kind: ClassVar[str] = "repairs"
    cite: ClassVar[str] = "13.6.7"

    power: CountryId
    works: tuple[Work, ...]

    @property
    def outcome(self) -> str:
        return "begun"


@dataclass(frozen=True, slots=True)
class WorksVerdict(Verdict):
    """Works that are whole again."""

    kind: ClassVar[str] = "works"
    cite: ClassVar[str] = "13.6.7"

    at: PlaceId
    what: str
    count: int

    @property
    def outcome(self) -> str:
        return "repaired"


@dataclass(frozen=True, slots=True)
class BuiltWorksVerdict(Verdict):
    """Facilities that a power has begun to build."""

    kind: ClassVar[str] = "facilities"
    cite: ClassVar[str] = "13.6.6"

    power: CountryId
    works: tuple[Work, ...]

    @property
    def outcome(self) -> str:
        return "begun"


@dataclass(frozen=True, slots=True)
class PlacedVerdict(Verdict):
    """A facility that stands now: who holds it."""

    kind: ClassVar[str] = "facility"
    cite: ClassVar[str] = "4.2.2"

    at: PlaceId
    power: PowerId
    what: str

    @property
    def outcome(self) -> str:
        return "placed"


# --- paragraphs ----------------------------------------------------------------------------------


def wreck_lines(verdict: WreckVerdict, scene: Scene) -> Sequence[str]:
    """What was wrecked where."""
    works = told([Ruin(verdict.what, verdict.count)])
    return [f"WRECKED {scene.place(verdict.at)} ({verdict.cite})  {works}"]


def repairs_lines(verdict: RepairsVerdict, scene: Scene) -> Sequence[str]:
    """What is repaired where, and until when."""
    works = (
        f"{words_of(work.what)} of {scene.place(work.at)} ({scene.said(work.ready)})"
        for work in verdict.works
        if work.at is not None
    )
    return [f"REPAIRS {scene.title(verdict.power)} ({verdict.cite})  {', '.join(works)}"]


def works_lines(verdict: WorksVerdict, scene: Scene) -> Sequence[str]:
    """What works again."""
    works = told([Ruin(verdict.what, verdict.count)])
    return [f"REPAIRED {scene.place(verdict.at)} ({verdict.cite})  {works}"]


def built_works_lines(verdict: BuiltWorksVerdict, scene: Scene) -> Sequence[str]:
    """What is built, and when it arrives."""
    works = ", ".join(f"{work.what} ({scene.said(work.ready)})" for work in verdict.works)
    return [f"FACILITIES {scene.title(verdict.power)} ({verdict.cite})  {works}"]


def placed_lines(verdict: PlacedVerdict, scene: Scene) -> Sequence[str]:
    """What stands where."""
    where = f"{scene.place(verdict.at)} ({verdict.cite})"
    return [f"FACILITY {where}  {verdict.what} of {scene.title(verdict.power)}"]
