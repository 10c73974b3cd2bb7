"""The state of a game: frozen values in plain dicts, with an index of who stands where.

Every unit is at exactly one location, written as one string: a place of the board, a sea section
(`sea:north-sea/3`), inside another unit (`in:ger-trs-1`), a pool (`pool:germany/force`), the
production track (`track:germany/1941-ja`) or `removed`. Only `pbem.core.record.events` makes a
changed State. Ratings are not here: a unit names its counter, the catalogue knows the counter.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, TypeVar

FORMAT: Final = "pbem-state/1"
REMOVED: Final = "removed"
IN: Final = "in:"  # before the name of what a unit is in
ON_TURN: Final = "on-turn"
NEUTRAL: Final = "neutral"  # the side of powers that belong to no side

Scalar = str | int | bool | None
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


def as_text(value: Scalar) -> str:
    """A value as a text; `` where there is none."""
    return str(value or "")


def as_number(value: Scalar) -> int:
    """A value as a number; 0 where there is none."""
    return int(value or 0)


class Until(StrEnum):
    """How long a mark lasts; the clock clears it at the end of that time."""

    STEP = "step"
    IMPULSE = "impulse"
    TURN = "turn"
    LASTING = "lasting"


@dataclass(frozen=True, slots=True)
class Mark:
    """A fact about a unit that play made: face-down, moved, disrupted …"""

    until: Until = Until.LASTING
    value: Scalar = True


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter, or (count given) a group of `count` like ones in one place."""

    id: str
    counter: str
    owner: str
    at: str
    count: int | None = None
    marks: Mapping[str, Mark] = field(default_factory=lambda: _NOTHING)
    secret: tuple[str, ...] = ()

    def marked(self, name: str) -> bool:
        """Whether the unit carries the mark."""
        return name in self.marks

    def mark(self, name: str) -> Scalar:
        """The value of a mark; None where the unit does not carry it."""
        return self.marks[name].value if name in self.marks else None

    @property
    def size(self) -> int:
        """How many counters this is: the group's count, else one."""
        return 1 if self.count is None else self.count


@dataclass(frozen=True, slots=True)
class Place:
    """What play has changed about a place: who controls it, markers, and facts over the map's."""

    id: str
    controller: str | None = None
    markers: Mapping[str, Scalar] = field(default_factory=lambda: _NOTHING)
    facts: Mapping[str, Scalar] = field(default_factory=lambda: _NOTHING)


@dataclass(frozen=True, slots=True)
class Power:
    """A power: its side, the players who run it, counters, flags and relations to others.

    `homes` are its home countries where they are not the one that bears its name.
    """

    id: str
    side: str
    players: tuple[str, ...] = ()
    counters: Mapping[str, int] = field(default_factory=lambda: _NOTHING)
    flags: Mapping[str, Scalar] = field(default_factory=lambda: _NOTHING)
    relations: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    homes: tuple[str, ...] = ()

    @property
    def home_countries(self) -> tuple[str, ...]:
        """The countries that are its home: most powers have one, of their own name."""
        return self.homes or (self.id,)


@dataclass(frozen=True, slots=True)
class Track:
    """A named value: weather, initiative, an entry level."""

    id: str
    value: Scalar
    secret: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Clock:
    """When it is: the turn, the impulse in it, the side that moves, and the window that is open."""

    turn: str
    impulse: int
    side: str
    window: str
    run: int = 0

    @property
    def name(self) -> str:
        """The impulse as paths and order files name it: `1941-ja.3.axis`."""
        return f"{self.turn}.{self.impulse}.{self.side}"


@dataclass(frozen=True)
class State:
    """A whole position. Values are shared between states; nothing is ever changed in place."""

    system: str
    scenario: str
    game: str
    clock: Clock
    units: Mapping[str, Unit]
    places: Mapping[str, Place]
    powers: Mapping[str, Power]
    tracks: Mapping[str, Track]

    @cached_property
    def index(self) -> Mapping[str, tuple[str, ...]]:
        """Unit ids by location, each list in byte order of the ids."""
        found: dict[str, list[str]] = {}
        for unit in self.units.values():
            found.setdefault(unit.at, []).append(unit.id)
        return {place: tuple(sorted(ids)) for place, ids in found.items()}

    def at(self, location: str) -> tuple[Unit, ...]:
        """The units at a location, in byte order of their ids."""
        return tuple(self.units[unit] for unit in self.index.get(location, ()))

    @cached_property
    def carriers(self) -> Mapping[str, Unit]:
        """Who carries others, by their location: `in:` and its id, or what it bears as a mark."""
        units = self.units.values()
        names = [(unit.id, unit) for unit in units]
        names += [(str(mark.value), unit) for unit in units for mark in unit.marks.values()]
        found: dict[str, Unit] = {}
        for name, unit in names:
            if f"{IN}{name}" in self.index:
                found.setdefault(f"{IN}{name}", unit)
        return found

    def counter(self, power: str, name: str) -> int:
        """A counter of a power; 0 where there is none."""
        return self.powers[power].counters.get(name, 0) if power in self.powers else 0

    def flag(self, power: str, name: str) -> Scalar:
        """A flag of a power; None where there is none."""
        return self.powers[power].flags.get(name) if power in self.powers else None

    def fact(self, place: str, name: str) -> Scalar:
        """A fact of a place; None where there is none."""
        return self.places[place].facts.get(name) if place in self.places else None

    def marker(self, place: str, name: str) -> Scalar:
        """A marker of a place; None where there is none."""
        return self.places[place].markers.get(name) if place in self.places else None

    def controller(self, place: str) -> str | None:
        """Who controls a place; None where nobody does."""
        known = self.places.get(place)
        return known.controller if known else None

    def holder(self, place: str) -> str:
        """Who controls a place; `` where nobody does."""
        return self.controller(place) or ""

    def side_of(self, power: str) -> str:
        """The side that a power belongs to: none where there is no such power."""
        return self.power(power).side

    def power(self, name: str) -> Power:
        """A power; one of no side that has nothing, where there is none of that name."""
        return self.powers.get(name) or Power(name, NEUTRAL)

    def relation(self, power: str, other: str) -> str | None:
        """How a power stands to another; None where nothing is said."""
        return self.power(power).relations.get(other)

    @property
    def sides(self) -> tuple[str, ...]:
        """Every side that powers are on, in the order of the powers; neutrals are on none."""
        named = dict.fromkeys(power.side for power in self.powers.values())
        return tuple(side for side in named if side != NEUTRAL)

    def rivals(self, side: str) -> tuple[str, ...]:
        """The sides that are not this one."""
        return tuple(other for other in self.sides if other != side)

    def at_home(self, country: str) -> str | None:
        """The power whose home a country is; None where it is nobody's."""
        homes = (p.id for p in self.powers.values() if country in p.home_countries)
        return next(homes, None)

    def powers_of(self, side: str) -> tuple[Power, ...]:
        """The powers of a side, in the scenario's order."""
        return tuple(power for power in self.powers.values() if power.side == side)

    def players(self) -> tuple[str, ...]:
        """Every player, in byte order."""
        return tuple(sorted({name for power in self.powers.values() for name in power.players}))

    def players_of(self, side: str) -> tuple[str, ...]:
        """The players of a side, in byte order."""
        return tuple(sorted({name for power in self.powers_of(side) for name in power.players}))

    @property
    def due(self) -> tuple[str, ...]:
        """The players who owe orders for the open window: those of the side that moves.

        Where only some powers of a side move, the track `on-turn` names them.
        """
        named = str(self.track(ON_TURN) or "").split()
        movers = {name for power in named for name in self.powers[power].players}
        return tuple(sorted(movers)) or self.players_of(self.clock.side) or self.players()

    def powers_of_player(self, player: str) -> tuple[Power, ...]:
        """The powers that a player runs."""
        return tuple(power for power in self.powers.values() if player in power.players)

    def track(self, name: str) -> Scalar:
        """The value of a named track; None where there is no such track."""
        known = self.tracks.get(name)
        return known.value if known else None

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON of the state."""
        return hashlib.sha256(canonical(as_data(self)).encode()).hexdigest()


def with_parts(state: State, index: Mapping[str, tuple[str, ...]], **parts: Any) -> State:
    """A changed copy whose index of locations is already known (only events call this)."""
    changed = replace(state, **parts)
    changed.__dict__["index"] = index
    return changed


def canonical(data: object) -> str:
    """Canonical JSON: sorted keys, no spaces, UTF-8 text kept. What is hashed and sealed."""
    return _CANONICAL.encode(data)


_CANONICAL: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def group_id(unit: Unit) -> str:
    """The id of a group comes from owner, counter, place and marks, so that equal groups merge."""
    marks = "".join(
        f"+{name}" + ("" if mark.value is True else f"={mark.value}")
        for name, mark in sorted(unit.marks.items())
    )
    return f"{unit.owner}:{unit.counter}@{unit.at}{marks}"


def regrouped(unit: Unit) -> Unit:
    """A unit with the id that it must have: groups are renamed, single units keep their id."""
    return unit if unit.count is None else replace(unit, id=group_id(unit))


# --- data form -------------------------------------------------------------------------------


def mark_data(mark: Mark) -> object:
    """`lasting`, or `[value, lasting]` where the mark carries a value."""
    return str(mark.until) if mark.value is True else [mark.value, str(mark.until)]


def mark_from(data: Any) -> Mark:
    """The reverse of mark_data."""
    if isinstance(data, list):
        return Mark(Until(data[1]), data[0])
    return Mark(Until(data))


def unit_data(unit: Unit) -> dict[str, object]:
    """A unit as plain data, without what is empty."""
    data: dict[str, object] = {
        "id": unit.id,
        "counter": unit.counter,
        "owner": unit.owner,
        "at": unit.at,
    }
    if unit.count is not None:
        data["count"] = unit.count
    if unit.marks:
        data["marks"] = {name: mark_data(mark) for name, mark in sorted(unit.marks.items())}
    if unit.secret:
        data["secret"] = list(unit.secret)
    return data


def unit_from(data: Mapping[str, Any]) -> Unit:
    """The reverse of unit_data."""
    marks = data.get("marks")
    return Unit(
        id=data["id"],
        counter=data["counter"],
        owner=data["owner"],
        at=data["at"],
        count=data.get("count"),
        marks={name: mark_from(mark) for name, mark in marks.items()} if marks else _NOTHING,
        secret=tuple(data.get("secret", ())),
    )


def _without_empty(data: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in data.items() if value not in ({}, [], None)}


def place_data(place: Place) -> dict[str, object]:
    """A place as plain data."""
    return _without_empty(
        {
            "id": place.id,
            "controller": place.controller,
            "markers": dict(sorted(place.markers.items())),
            "facts": dict(sorted(place.facts.items())),
        }
    )


def power_data(power: Power) -> dict[str, object]:
    """A power as plain data."""
    return _without_empty(
        {
            "id": power.id,
            "side": power.side,
            "players": list(power.players),
            "counters": dict(sorted(power.counters.items())),
            "flags": dict(sorted(power.flags.items())),
            "relations": dict(sorted(power.relations.items())),
            "homes": list(power.homes),
        }
    )


def power_from(data: Mapping[str, Any]) -> Power:
    """The reverse of power_data."""
    return Power(
        id=data["id"],
        side=data["side"],
        players=tuple(data.get("players", ())),
        counters=data.get("counters", _NOTHING),
        flags=data.get("flags", _NOTHING),
        relations=data.get("relations", _NOTHING),
        homes=tuple(data.get("homes", ())),
    )


def track_data(track: Track) -> dict[str, object]:
    """A track as plain data."""
    data: dict[str, object] = {"id": track.id, "value": track.value}
    return data | ({"secret": list(track.secret)} if track.secret else {})


def clock_data(clock: Clock) -> dict[str, object]:
    """The clock as plain data."""
    return {
        "turn": clock.turn,
        "impulse": clock.impulse,
        "side": clock.side,
        "window": clock.window,
        "run": clock.run,
    }


def as_data(state: State) -> dict[str, Any]:
    """The whole state as plain data, in stable order."""
    return {
        "format": FORMAT,
        "system": state.system,
        "scenario": state.scenario,
        "game": state.game,
        "clock": clock_data(state.clock),
        "powers": [power_data(power) for power in state.powers.values()],
        "tracks": [track_data(state.tracks[name]) for name in sorted(state.tracks)],
        "places": [place_data(state.places[name]) for name in sorted(state.places)],
        "units": [unit_data(state.units[name]) for name in sorted(state.units)],
    }


def from_data(data: Mapping[str, Any]) -> State:
    """The state from plain data that has been checked against the schema."""
    places = (
        Place(
            id=row["id"],
            controller=row.get("controller"),
            markers=row.get("markers", _NOTHING),
            facts=row.get("facts", _NOTHING),
        )
        for row in data["places"]
    )
    tracks = (
        Track(row["id"], row["value"], tuple(row.get("secret", ()))) for row in data["tracks"]
    )
    return State(
        system=data["system"],
        scenario=data["scenario"],
        game=data["game"],
        clock=Clock(**data["clock"]),
        units=_by_id(unit_from(row) for row in data["units"]),
        places=_by_id(places),
        powers=_by_id(power_from(row) for row in data["powers"]),
        tracks=_by_id(tracks),
    )


T = TypeVar("T", Unit, Place, Power, Track)


def _by_id(items: Iterable[T]) -> dict[str, T]:
    return {item.id: item for item in items}
