"""What differs between two maps, by meaning: facts of places and countries, sides, origins.

What a correction file can say of the difference, `corrections` writes as one, so that an owner
who corrected a copy of a shipped map can lay his changes over the next version of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from pbem.core.data.findings import PbemError
from pbem.core.data.yamlio import flow_text
from pbem.core.maps.areas import Pair
from pbem.core.maps.board import Board, Spot, Value
from pbem.core.maps.sections.changes import ADDED_WORDS
from pbem.core.maps.sections.reader import CORRECTIONS

LINES: Final = ("rail", "road")
OFF: Final = "off_map"


@dataclass(frozen=True, slots=True)
class FactChange:
    """One fact of a place or a country in both maps; None where a map does not say it."""

    place: str
    fact: str
    old: Value | None
    new: Value | None


@dataclass(frozen=True)
class Difference:
    """Everything that leads from one map to another."""

    old: Board
    new: Board

    @cached_property
    def added(self) -> tuple[str, ...]:
        """Places that only the second map has."""
        return tuple(place for place in self.new.places if place not in self.old)

    @cached_property
    def removed(self) -> tuple[str, ...]:
        """Places that only the first map has."""
        return tuple(place for place in self.old.places if place not in self.new)

    @cached_property
    def facts(self) -> tuple[FactChange, ...]:
        """Changed facts of the places that both have."""
        names = sorted({*self.old.by_fact, *self.new.by_fact})
        return tuple(
            FactChange(place, name, self.old.fact(place, name), self.new.fact(place, name))
            for place in self.old.places
            if place in self.new
            for name in names
            if self.old.fact(place, name) != self.new.fact(place, name)
        )

    @cached_property
    def sides_added(self) -> Mapping[str, tuple[Pair, ...]]:
        """Features that only the second map has, by feature."""
        return _only(self.new, self.old)

    @cached_property
    def sides_removed(self) -> Mapping[str, tuple[Pair, ...]]:
        """Features that only the first map has, by feature."""
        return _only(self.old, self.new)

    @cached_property
    def joins(self) -> tuple[tuple[str, str, str], ...]:
        """Places that touch in one map only: `+` or `-`, and the two."""
        both = [place for place in self.old.places if place in self.new]
        return tuple(
            (sign, place, other)
            for place in both
            for sign, here, there in (("-", self.old, self.new), ("+", self.new, self.old))
            for other in here.neighbours[place]
            if place < other and other in there and other not in there.neighbours[place]
        )

    @cached_property
    def countries(self) -> tuple[FactChange, ...]:
        """Changed facts of whole countries; one that only one map has changes in all its facts."""
        old, new = self.old.countries, self.new.countries
        return tuple(
            FactChange(name, fact, before.get(fact), after.get(fact))
            for name in sorted({*old, *new})
            for before, after in [(old.get(name, {}), new.get(name, {}))]
            for fact in sorted({*before, *after})
            if before.get(fact) != after.get(fact)
        )

    @cached_property
    def origins(self) -> tuple[str, ...]:
        """Layers whose provenance differs, in words."""
        old, new = _layers(self.old), _layers(self.new)
        for place, fact in sorted({*self.old.exceptions, *self.new.exceptions}):
            if self._alike(place, fact):
                name = f"{fact} of {place}"
                old[name] = self.old.provenance(place, fact)
                new[name] = self.new.provenance(place, fact)
        return tuple(
            f"{name}: {old.get(name, 'nothing')} -> {new.get(name, 'nothing')}"
            for name in sorted({*old, *new})
            if old.get(name) != new.get(name)
        )

    def _alike(self, place: str, fact: str) -> bool:
        """Whether both maps say the same of the place; a changed fact has a line of its own."""
        value = self.old.fact(place, fact)
        return value is not None and value == self.new.fact(place, fact)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The difference as text, one line for each thing."""
        return (
            *(f"+ {self.new.label(place)}: {_facts(self.new, place)}" for place in self.added),
            *(f"- {self.old.label(place)}" for place in self.removed),
            *(_fact_line(self.new, change) for change in self.facts),
            *(_change_line(f"country {change.place}", change) for change in self.countries),
            *_side_lines("+", self.sides_added),
            *_side_lines("-", self.sides_removed),
            *(f"{sign} {place} touches {other}" for sign, place, other in self.joins),
            *(f"~ provenance of {line}" for line in self.origins),
        )


def _only(here: Board, there: Board) -> dict[str, tuple[Pair, ...]]:
    found: dict[str, list[Pair]] = {}
    for (a, b), features in sorted(here.borders.items()):
        if a < b:
            for feature in features:
                if feature not in there.borders.get((a, b), ()):
                    found.setdefault(feature, []).append((a, b))
    return {feature: tuple(found[feature]) for feature in sorted(found)}


def _layers(board: Board) -> dict[str, str]:
    """The provenance of every layer."""
    return {f"{layer.section} {layer.name}".strip(): layer.provenance for layer in board.layers}


def _facts(board: Board, place: str) -> str:
    return ", ".join(f"{name} {_word(value)}" for name, value in board.facts(place).items())


def _word(value: Value | None) -> str:
    if value is None:
        return "nothing"
    return " + ".join(map(str, value)) if isinstance(value, tuple) else flow_text(value)


def _fact_line(board: Board, change: FactChange) -> str:
    return _change_line(board.label(change.place), change)


def _change_line(label: str, change: FactChange) -> str:
    return f"~ {label} {change.fact}: {_word(change.old)} -> {_word(change.new)}"


def _side_lines(sign: str, sides: Mapping[str, Iterable[Pair]]) -> Iterable[str]:
    return (f"{sign} {name} {a}-{b}" for name, pairs in sides.items() for a, b in pairs)


# --- as a correction file ---------------------------------------------------------------------


def corrections(difference: Difference, why: str, provenance: str = "") -> str:
    """A correction file that makes the first map into the second; PbemError where none can.

    Without a provenance what it sets counts as corrected.
    """
    _refuse_what_none_can_say(difference)
    lines = [
        f"format: {CORRECTIONS}",
        f"of: {flow_text(difference.old.id)}",
        f"why: {flow_text(why)}",
    ]
    if difference.old.date != difference.new.date:
        lines.append(f"date: {flow_text(difference.new.date)}")
    lines += _removals(difference)
    lines += _additions(difference)
    facts = (*_facts_of_added(difference), *difference.facts)
    lines += _fact_lines("places", facts, provenance)
    lines += _fact_lines("countries", difference.countries, provenance)
    lines += _features(difference)
    return "\n".join(lines) + "\n"


def _refuse_what_none_can_say(difference: Difference) -> None:
    """A correction has no grid of its own: every hex lies where the first map's sheets have it."""
    old, new = difference.old, difference.new
    for place, spot in new.spots.items():
        if spot != (old.spots.get(place) if place in old else _spot(old, place)):
            raise PbemError(
                f"a correction file cannot lay {place} where the grid does not have it",
                hint="change the map file itself",
            )


def _spot(board: Board, hex_id: str) -> Spot | None:
    """Where the sheets of a map would have a hex that is not on it."""
    runs = ((sheet.plane, sheet.run(hex_id, 1)) for sheet in board.sheets.values())
    return next(((plane, run[1][0]) for plane, run in runs if run), None)


def _hexes(board: Board, pair: Pair) -> bool:
    return all(place in board.spots for place in pair)


def _joined(board: Board) -> set[Pair]:
    """The places that touch although no grid says so."""
    return {
        (a, b)
        for a in board.places
        for b in board.neighbours[a]
        if a < b and board.direction(a, b) is None
    }


def _removals(difference: Difference) -> list[str]:
    old, new = difference.old, difference.new
    gone = [pair for pair in sorted(_joined(old) - _joined(new)) if all(p in new for p in pair)]
    borders: dict[str, list[str]] = {}
    for a, b in gone:
        borders.setdefault(a, []).append(b)
    hexsides = []
    for feature, pairs in difference.sides_removed.items():
        left = [pair for pair in pairs if pair not in gone and all(p in new for p in pair)]
        for a, b in left:
            if not _hexes(old, (a, b)):
                borders.setdefault(a, []).append(f"{b} {feature}")
        chain = " ".join(f"{a}-{b}" for a, b in left if _hexes(old, (a, b)))
        hexsides += [f"    {flow_text(feature)}: {chain}"] if chain else []
    lines = ["  hexsides:", *hexsides] if hexsides else []
    lines += [f"  borders: {flow_text(borders)}"] if borders else []
    lines += [f"  places: {flow_text(difference.removed)}"] if difference.removed else []
    return ["remove:", *lines] if lines else []


def _additions(difference: Difference) -> list[str]:
    """New hexes and areas; a place off the map comes into being with its facts."""
    new = difference.new
    hexes = [place for place in difference.added if place in new.spots]
    areas = [place for place in difference.added if not (place in hexes or new.fact(place, OFF))]
    words = ((kind, _new_words(difference, fact)) for kind, fact in ADDED_WORDS.items())
    found = {kind: ids for kind, ids in (("hexes", hexes), ("areas", areas), *words) if ids}
    return [f"add: {flow_text(found)}"] if found else []


def _new_words(difference: Difference, fact: str) -> list[str]:
    """Countries, regions and zones that only the second map has."""
    return sorted(_words(difference.new, fact) - _words(difference.old, fact))


def _words(board: Board, fact: str) -> set[str]:
    if fact == "aligned":
        held = (facts[fact] for facts in board.countries.values() if fact in facts)
        return {*map(str, held), *_words(board, "country")}
    lands = board.countries if fact == "country" else ()
    return {*map(str, board.by_fact.get(fact, {}).values()), *lands}


def _facts_of_added(difference: Difference) -> Iterable[FactChange]:
    for place in difference.added:
        for fact, value in difference.new.facts(place).items():
            yield FactChange(place, fact, None, value)


def _fact_lines(section: str, changes: Iterable[FactChange], provenance: str) -> list[str]:
    """A section that sets every changed fact; null takes one away."""
    changed: dict[str, dict[str, Any]] = {}
    for change in changes:
        value = list(change.new) if isinstance(change.new, tuple) else change.new
        changed.setdefault(change.place, {})[change.fact] = value
    rows = [f"    {flow_text(place)}: {flow_text(facts)}" for place, facts in changed.items()]
    head = [f"  provenance: {flow_text(provenance)}"] if provenance else []
    return [f"{section}:", *head, "  at:", *rows] if rows else []


def _features(difference: Difference) -> list[str]:
    """Features between hexes, railways and roads as chains, others as sides; then borders."""
    board = difference.new
    lines: list[str] = []
    for section, key, joint in (("hexsides", "sides", "-"), ("links", "lines", " ")):
        rows: list[str] = []
        for feature, pairs in difference.sides_added.items():
            chains = [f"{a}{joint}{b}" for a, b in pairs if _hexes(board, (a, b))]
            if chains and (feature in LINES) == (section == "links"):
                rows += [f"  {flow_text(feature)}:", f"    {key}:"]
                rows += [f"      added {n}: {chain}" for n, chain in enumerate(chains, 1)]
        lines += [f"{section}:", *rows] if rows else []
    return lines + _borders(difference)


def _borders(difference: Difference) -> list[str]:
    """Places that touch now, and borders of areas with all their features."""
    old, new = difference.old, difference.new
    changed = {pair for pairs in difference.sides_added.values() for pair in pairs}
    pairs = {pair for pair in changed if not _hexes(new, pair)} | (_joined(new) - _joined(old))
    lines: dict[str, list[str]] = {}
    for a, b in sorted(pairs):
        features = () if _hexes(new, (a, b)) else new.border(a, b)
        lines.setdefault(a, []).append(" ".join((b, *features)))
    rows = [f"    {flow_text(a)}: {flow_text(others)}" for a, others in lines.items()]
    return ["borders:", "  between:", *rows] if rows else []
