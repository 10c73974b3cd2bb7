"""What a report paragraph is written from: one run as one player sees it.

A Scene holds the visible entries of the ledger and the position before and after, both from
`pbem.core.record.views`; nothing else of a run reaches a report. It knows how things are named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from pbem.core.reading.traces import Trace, Walk, walked
from pbem.core.record.ledger import Entry
from pbem.core.record.state import REMOVED, Mark, State, Unit
from pbem.core.record.views import HIDDEN
from pbem.core.rules.book import Book
from pbem.core.rules.game import Game

OFF: Final = "off the board"


@dataclass(frozen=True, slots=True)
class Shift:
    """Counters that went from one location to another in the course of a run."""

    names: tuple[str, ...]
    owner: str
    old: str
    new: str


@dataclass(frozen=True)
class Scene:
    """One run, as one player sees it; the player `` is the public, or the moderator."""

    game: Game
    player: str
    before: State
    after: State
    entries: Sequence[Entry]

    # --- names

    def word(self, name: str) -> str:
        """How reports write the id of a power, side, mark or pool."""
        return self.game.system.words.names.get(name) or name.replace("-", " ")

    @property
    def book(self) -> Book:
        """The charts and counters."""
        return self.game.book

    def title(self, name: str) -> str:
        """How a power, a side or a player is named by itself: `Germany`, `New Zealand`."""
        return self.game.system.words.title(name)

    def place(self, location: str) -> str:
        """How reports name a location: `Minsk E2140`, `pool of Germany`, `aboard 3 TRS`."""
        if location in self.game.board:
            return self.game.board.label(location)
        if location == REMOVED:
            return OFF
        kind, _, rest = location.partition(":")
        if kind == "in":
            return f"aboard {self.unit(self._carrier(rest))}"
        return " ".join(self.word(part) for part in rest.split("/")) if rest else self.word(kind)

    def _carrier(self, hold: str) -> str:
        """The unit that bears the name of a hold as a mark; else the name is a unit's own."""
        units = self.known_units.values()
        bearers = (u.id for u in units if any(mark.value == hold for mark in u.marks.values()))
        return next(bearers, hold)

    def whereabouts(self, unit: Unit) -> str:
        """Where a unit is; of one that is in another, where that is."""
        carrier = self.after.carriers.get(unit.at)
        return unit.at if carrier is None else carrier.at

    def spot(self, location: str) -> str:
        """The shortest name of a location, for the checklist: a hex by its number."""
        return location if location in self.game.board.spots else self.place(location)

    def unit(self, unit_id: str, count: int | None = None) -> str:
        """A unit's printed name; a group's with how many they are."""
        unit = self.known_units.get(unit_id)
        return unit_id if unit is None else self.name_of(replace(unit, count=count or unit.count))

    def units(self, ids: Iterable[str], nobody: str = "nobody") -> str:
        """Names in a row, or what is said where there is none."""
        return ", ".join(self.unit(unit_id) for unit_id in ids) or nobody

    def places(self, locations: Iterable[str]) -> str:
        """Names of locations in a row."""
        return ", ".join(self.place(location) for location in locations)

    def said(self, name: str) -> str:
        """The words for an id of a unit, a place, a counter, a power or whatever has a name."""
        if name in self.known_units:
            return self.unit(name)
        if name in self.game.board:
            return self.place(name)
        if name in self.game.counters:
            return self.game.counters[name].name
        return self.game.system.words.names.get(name, name)

    def name_of(self, unit: Unit) -> str:
        """The printed name of a unit's counter, with the count of a group.

        Its nation stands before it where another power plays it.
        """
        if unit.counter == HIDDEN:
            return f"hidden unit {unit.id}"
        counters = self.game.counters
        name = counters[unit.counter].name if unit.counter in counters else unit.counter
        nation = self.game.nationality(unit)
        name = name if nation == unit.owner else f"{self.title(nation)} {name}"
        return name if unit.count is None else f"{unit.count} {name}"

    def names(self, players: Iterable[str]) -> str:
        """Players by their names, as everybody reads them: so paragraphs and changes call them."""
        return " and ".join(map(self.title, sorted(players)))

    def person(self, player: str) -> str:
        """A player as this report addresses him, where it is his own: `you`, or his name."""
        return "you" if player == self.player else self.title(player)

    def people(self, players: Iterable[str]) -> str:
        """Several players so, the reader first."""
        named = sorted(players, key=lambda name: (name != self.player, name))
        return " and ".join(self.person(name) for name in named)

    @staticmethod
    def decimal(number: Any, places: int = 2) -> str:
        """A fraction as a reader likes it, cut (not rounded) after some places: `2.54`."""
        value = Fraction(number)
        scaled = abs(value.numerator) * 10**places // value.denominator
        whole, part = divmod(scaled, 10**places)
        sign = "-" if value < 0 else ""
        return f"{sign}{whole}.{part:0{places}d}" if value.denominator != 1 else f"{sign}{whole}"

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Everybody who played a power before or plays one after, in byte order."""
        return tuple(sorted({*self.before.players(), *self.after.players()}))

    @cached_property
    def sides(self) -> Mapping[str, tuple[str, ...]]:
        """The powers of every side, those among them that came or went in the run."""
        found: dict[str, dict[str, None]] = {}
        for power in (*self.before.powers.values(), *self.after.powers.values()):
            found.setdefault(power.side, {})[power.id] = None
        return {side: tuple(powers) for side, powers in found.items()}

    # --- what happened

    @cached_property
    def known_units(self) -> Mapping[str, Unit]:
        """Every unit and group that was there at any moment, by the id it had then."""
        return self._walk.known | dict(self.after.units)

    @cached_property
    def _walk(self) -> Walk:
        return walked(self.before, self.entries)

    @cached_property
    def group_traces(self) -> tuple[Trace, ...]:
        """What became of every group, and from what."""
        return tuple(self._walk.traces())

    @cached_property
    def traces(self) -> tuple[Trace, ...]:
        """What became of everything on the board, single units first."""
        old, new = (
            {unit.id: unit for unit in state.units.values() if unit.count is None}
            for state in (self.before, self.after)
        )
        singles = (Trace(old.get(name), new.get(name)) for name in sorted({*old, *new}))
        return (*singles, *self.group_traces)

    @cached_property
    def group_shifts(self) -> tuple[Shift, ...]:
        """The moves of groups: so many like units that went from one location to another."""
        found: dict[tuple[str, str, str, str], int] = {}
        for old, new in ((trace.old, trace.new) for trace in self.group_traces):
            if old is not None and new is not None and old.at != new.at:
                key = old.owner, old.counter, old.at, new.at
                found[key] = found.get(key, 0) + new.size
        return tuple(
            Shift((self.name_of(Unit("", counter, owner, old, count)),), owner, old, new)
            for (owner, counter, old, new), count in found.items()
        )

    @cached_property
    def shifts(self) -> tuple[Shift, ...]:
        """What to move on a real board: counters by where they stood and where they stand."""
        pairs: dict[tuple[str, str, str], list[str]] = {}
        for unit in self._singles():
            stood = self.before.units.get(unit.id)
            if stood is not None and stood.at != unit.at:
                pairs.setdefault((unit.owner, stood.at, unit.at), []).append(self.name_of(unit))
        singles = [Shift(tuple(names), *key) for key, names in pairs.items()]
        return (*singles, *self.group_shifts)

    @cached_property
    def alike(self) -> frozenset[tuple[str, str]]:
        """The owners and counters of single units of which there are several."""
        both = (self.known_units, self.before.units)
        pairs = [
            Counter(pair for unit in some.values() if (pair := _single(unit))) for some in both
        ]
        return frozenset(
            pair
            for counted in pairs
            for pair, many in counted.items()
            if many > 1 and pair[1] != HIDDEN
        )

    def _singles(self) -> Iterable[Unit]:
        return (unit for _, unit in sorted(self.after.units.items()) if unit.count is None)

    @cached_property
    def gone(self) -> tuple[Unit, ...]:
        """Single units that are no longer there at all."""
        units = sorted(self.before.units.items())
        return tuple(u for name, u in units if u.count is None and name not in self.after.units)

    def marked(self, unit: Unit) -> Mapping[str, Mark | None]:
        """The marks of a single unit that are new (its Mark) or have gone (None)."""
        stood = self.before.units.get(unit.id)
        old: Mapping[str, Mark] = stood.marks if stood else {}
        names = sorted({*old, *unit.marks})
        return {
            name: unit.marks.get(name) for name in names if old.get(name) != unit.marks.get(name)
        }

    @cached_property
    def taken(self) -> Mapping[str, tuple[str, ...]]:
        """Places by the power that controls them now and did not before ("" for nobody)."""
        found: dict[str, list[str]] = {}
        for place in sorted({*self.before.places, *self.after.places}):
            now = self.after.controller(place)
            if now != self.before.controller(place):
                found.setdefault(now or "", []).append(place)
        return {power: tuple(places) for power, places in found.items()}


def _single(unit: Unit) -> tuple[str, str] | None:
    """Whose single unit of which counter it is; None of a group."""
    return (unit.owner, unit.counter) if unit.count is None else None
