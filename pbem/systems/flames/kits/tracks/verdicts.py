"""What reports tell of the production tracks (13.6.10, option 40).

Decides the verdicts and their paragraphs. Leaves what is found to `construction`, `starting` and
`damage`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import PlaceId, PowerId, UnitId, Verdict
from pbem.systems.flames.kits.tracks.boxes import box_name, box_of, on_tracks, work_of
from pbem.systems.flames.kits.tracks.choice import NAMES, site_name
from pbem.systems.flames.world.countries import CountryId
from pbem.systems.flames.world.position import Piece, Position


@dataclass(frozen=True, slots=True)
class Tracked:
    """A unit on a track: its place, or the track without one; its box, and what was paid for it."""

    unit: UnitId
    at: PlaceId | None
    track: str
    box: int
    paid: int


def tracked(piece: Piece, paid: int) -> Tracked:
    """A unit on a track as verdicts name it."""
    box = box_of(piece.at)
    if box is None:
        raise AssertionError(f"{piece.id} is on no production track")
    placeless = box.site in NAMES
    site = None if placeless else box.site
    return Tracked(piece.id, site, box.site if placeless else "", box.number, paid)


@dataclass(frozen=True, slots=True)
class ConstructionVerdict(Verdict):
    """The units of a power that have moved down their tracks, and the build points that it took."""

    kind: ClassVar[str] = "construction"
    cite: ClassVar[str] = "13.6.10"

    power: CountryId
    units: tuple[Tracked, ...]
    spent: int

    @property
    def outcome(self) -> str:
        return "continued"


@dataclass(frozen=True, slots=True)
class StartedVerdict(Verdict):
    """The units that a power has begun to build, and in which boxes they are."""

    kind: ClassVar[str] = "started"
    cite: ClassVar[str] = "13.6.10"

    power: CountryId
    units: tuple[Tracked, ...]

    @property
    def outcome(self) -> str:
        return "started"


@dataclass(frozen=True, slots=True)
class OntoTracksVerdict(Verdict):
    """Units that lie on tracks now, paid for: those that a scenario has under construction, or
    that were on the map.
    """

    kind: ClassVar[str] = "onto-tracks"
    cite: ClassVar[str] = "13.6.10"

    units: tuple[Tracked, ...]

    @property
    def outcome(self) -> str:
        return "placed"


@dataclass(frozen=True, slots=True)
class AbandonedVerdict(Verdict):
    """Units on the tracks that their power has given up."""

    kind: ClassVar[str] = "abandoned"
    cite: ClassVar[str] = "13.6.10"

    power: PowerId
    units: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "destroyed"


@dataclass(frozen=True, slots=True)
class Damaged:
    """A unit that bombs struck: points of damage, its box and bomb markers then, if it is left."""

    unit: UnitId
    points: int
    box: int
    bombs: int
    destroyed: bool


@dataclass(frozen=True, slots=True)
class TrackDamageVerdict(Verdict):
    """The units under construction in a place that a strategic bombardment has damaged."""

    kind: ClassVar[str] = "track-damage"
    cite: ClassVar[str] = "13.6.10"

    at: PlaceId
    units: tuple[Damaged, ...]

    @property
    def outcome(self) -> str:
        return "hit"


# --- paragraphs ----------------------------------------------------------------------------------


def _by_box(units: Iterable[Tracked], scene: Scene) -> list[str]:
    """`Deploy: Koniev (Moscow E1344)`, the boxes in order."""
    by_box: dict[int, list[str]] = {}
    for row in sorted(units, key=lambda row: (row.box, row.unit)):
        where = NAMES[row.track] if row.at is None else scene.place(row.at)
        by_box.setdefault(row.box, []).append(f"{scene.unit(row.unit)} ({where})")
    return [f"{box_name(box)}: {', '.join(rows)}" for box, rows in by_box.items()]


def construction_lines(verdict: ConstructionVerdict, scene: Scene) -> Sequence[str]:
    """Who is in which box now."""
    name = scene.title(verdict.power)
    head = f"CONSTRUCTION {name} ({verdict.cite})  {verdict.spent} points spent"
    return [head, *_by_box(verdict.units, scene)]


def started_lines(verdict: StartedVerdict, scene: Scene) -> Sequence[str]:
    """Who was begun where."""
    name = scene.title(verdict.power)
    return [f"BEGUN {name} ({verdict.cite})", *_by_box(verdict.units, scene)]


def onto_tracks_lines(verdict: OntoTracksVerdict, scene: Scene) -> Sequence[str]:
    """Who lies where from now on."""
    return [f"ON THE TRACKS ({verdict.cite})  paid for", *_by_box(verdict.units, scene)]


def abandoned_lines(verdict: AbandonedVerdict, scene: Scene) -> Sequence[str]:
    """Who is built no more."""
    return [f"GIVEN UP {scene.title(verdict.power)} ({verdict.cite})  {scene.units(verdict.units)}"]


def track_damage_lines(verdict: TrackDamageVerdict, scene: Scene) -> Sequence[str]:
    """What the bombs did to whom."""
    head = f"BOMBED WORKS {scene.place(verdict.at)} ({verdict.cite})"
    return [head, *(_damage(row, scene) for row in verdict.units)]


def _damage(row: Damaged, scene: Scene) -> str:
    """`2 ARM: 2 points, box 5, 1 bomb marker`."""
    points = f"{row.points} point{'s' * (row.points > 1)}"
    if row.destroyed:
        return f"{scene.unit(row.unit)}: {points}, destroyed"
    bombs = f", {row.bombs} bomb marker{'s' * (row.bombs > 1)}" if row.bombs else ""
    return f"{scene.unit(row.unit)}: {points}, {box_name(row.box)} now{bombs}"


def tracks_told(scene: Scene, position: Position, power: str) -> Iterator[str]:
    """`The USSR has in box 3: 2 ARM (Moscow, 3 to pay)`: its production tracks."""
    owners = [other for other in position.powers if position.major(other) == power]
    rows: dict[int, list[str]] = {}
    for piece in on_tracks(position, owners):
        box, work = box_of(piece.at), work_of(piece)
        where = site_name(position, box.site) if box is not None else ""
        owed = f", {work.due} to pay" if work.due else ""
        rows.setdefault(work.box, []).append(f"{piece.name} ({where}{owed})")
    for box_number, units in rows.items():
        yield f"{scene.title(power)} has in {box_name(box_number)}: {', '.join(units)}"
