"""Whether a map is sound: what an owner runs after correcting a sheet against the printed one.

The reader refuses what cannot be read (unknown hexes, sides between hexes that do not touch). This
looks for what can be read but cannot be true: a city at sea, a port without a sea, a railway that
ends in the middle of nowhere, a hex of no country. It knows only the facts that all hex games
share: terrain, coast, country, zone, sea, city, capital, port, factories, off_map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.data.findings import Finding, Severity, Where
from pbem.core.data.naming import folds
from pbem.core.maps.areas import pieces
from pbem.core.maps.board import Board, Expected
from pbem.core.maps.economy import KINDS as FACTORY_KINDS
from pbem.core.maps.economy import MOST, MOST_BLUE, PLAIN, factory_kinds
from pbem.core.maps.hexes import Point
from pbem.core.maps.mapfile import Reading
from pbem.core.maps.where import Finder

SEA: Final = "sea"
ALL_SEA: Final = "all-sea"
_ASHORE: Final = ("city", "capital", "factories", "resources", "oil")
_LINES: Final = ("rail", "road")
_AT_MOST_ONE: Final = ("alpine", "lake", ALL_SEA, "river", "canal")
_ONCE: Final = ("terrain", "country", "zone")


@dataclass(frozen=True, slots=True)
class Doubt:
    """What is wrong, and what it is about: a fact of a place, or a feature between two."""

    code: str
    message: str
    place: str
    fact: str
    other: str = ""
    severity: Severity = Severity.ERROR

    def where(self, finder: Finder) -> Where:
        """The line of the file that says it; of a layer as a whole, its first."""
        if not self.place:
            return finder.layer(self.fact)
        if self.other:
            return finder.side(self.place, self.other, self.fact)
        return finder.fact(self.place, self.fact)


def check(board: Board) -> list[Finding]:
    """All findings about a board, errors first."""
    return [_finding(doubt, None) for doubt in _doubts(board)]


def check_map(reading: Reading) -> list[Finding]:
    """All findings about a map as it was read, each with file and line, errors first."""
    finder = Finder(reading)
    found = [_finding(doubt, doubt.where(finder)) for doubt in _doubts(reading.board)]
    twice = [_finding(doubt, where) for doubt, where in _rows_twice(finder)]
    return sorted(twice + found, key=lambda finding: finding.severity)


def _finding(doubt: Doubt, where: Where | None) -> Finding:
    return Finding(doubt.severity, doubt.code, doubt.message, where)


def _doubts(board: Board) -> list[Doubt]:
    checks: tuple[Callable[[Board], Iterator[Doubt]], ...] = (
        _complete,
        _once,
        _one_sheet,
        _all_in_use,
        _in_order,
        _as_known,
        _ashore,
        _factories,
        _capitals,
        _coasts,
        _shores,
        _ports,
        _sea_areas,
        _sea_borders,
        _sides,
        _line_ends,
        _lonely_areas,
        _area_coasts,
        _names,
    )
    found = [doubt for one in checks for doubt in one(board)]
    return sorted(found, key=lambda doubt: (doubt.severity, doubt.code, doubt.message))


def _hexes(board: Board) -> Iterator[str]:
    return (place for place in board.places if place in board.spots)


def _areas(board: Board) -> list[str]:
    return [place for place in board.places if place not in board.spots]


def _at_sea(board: Board, place: str) -> bool:
    return board.terrain(place) == SEA


def _at_edge(board: Board, place: str) -> bool:
    return len(board.neighbours[place]) < 6


def _at_canal(board: Board, place: str) -> bool:
    """Ships come to it by canal, from waters that do not touch it."""
    return any("canal" in board.border(place, other) for other in board.neighbours[place])


# --- every hex in one country, one zone, one sheet --------------------------------------------


def _complete(board: Board) -> Iterator[Doubt]:
    """Every land hex has terrain and a country; every hex a zone, if the map has zones at all."""
    for fact in _ONCE:
        if fact not in board.by_fact:
            continue
        for place in _hexes(board):
            needless = fact == "country" and _at_sea(board, place)
            if board.fact(place, fact) is None and not needless:
                yield Doubt("map-incomplete", f"{board.label(place)} has no {fact}", place, fact)


def _once(board: Board) -> Iterator[Doubt]:
    """A hex has one terrain, one country, one weather zone."""
    for fact in _ONCE:
        for place, value in board.by_fact.get(fact, {}).items():
            if isinstance(value, tuple):
                several = " and ".join(map(str, value))
                message = f"{board.label(place)} has more than one {fact}: {several}"
                yield Doubt("map-twice", message, place, fact)


def _one_sheet(board: Board) -> Iterator[Doubt]:
    """An id belongs to one sheet: no two numberings read it."""
    for place in _hexes(board):
        sheets = [name for name, sheet in board.sheets.items() if sheet.numbering.read(place)]
        if len(sheets) > 1:
            message = f"{board.label(place)} can be read on several sheets: {', '.join(sheets)}"
            yield Doubt("map-sheet", message, place, "terrain")


def _rows_twice(finder: Finder) -> Iterator[tuple[Doubt, Where]]:
    """No hex stands in two rows of one layer of one file, where the last would win silently."""
    seen: dict[tuple[str, str, str], Where] = {}
    for row in finder.rows:
        for place in filter(row.speaks_of, row.ids):
            key = row.source.name, row.layer, place
            if key in seen:
                message = f"{place} stands in two rows of {row.layer}; the other: {seen[key]}"
                yield Doubt("map-twice", message, place, row.layer), row.where
            else:
                seen[key] = row.where


def _names(board: Board) -> Iterator[Doubt]:
    """No name stands for two places, so that an order can name either."""
    for name, places in board.names.items():
        called = [place for place in places if name in folds(board.name(place))]
        towns = {board.name(place) for place in places}  # one town can lie on two sheets
        if len(towns) > 1 and len(called) < 2:
            both = " and ".join(map(board.label, places))
            text = next(text for place, text in board.called() if name in folds(text))
            other = next(place for place in places if place not in called[:1])
            fact = "name" if other in called else "also"
            yield Doubt("map-name", f"'{text}' is a name of {both}", other, fact)


# --- what a layer says that it must come out as -----------------------------------------------


def _all_in_use(board: Board) -> Iterator[Doubt]:
    """Every value that a layer lists from north to south lies somewhere, and no other."""
    listed: dict[str, dict[str, None]] = {}  # by fact, of all parts of the map
    for expected in board.expected:
        listed.setdefault(expected.fact, {}).update(dict.fromkeys(expected.north_to_south))
    for fact, values in listed.items():
        used = _used(board, fact)
        for value in [value for value in values if value not in used]:
            yield Doubt("map-unused", f"no hex has the {fact} {value}", "", fact)
        for value in [value for value in used if values and value not in values]:
            message = f"{board.label(used[value])}: {value} is no {fact} of this map"
            yield Doubt("map-unused", message, used[value], fact)


def _used(board: Board, fact: str) -> dict[str, str]:
    """The values that hexes have, each with one of them."""
    values = board.by_fact.get(fact, {})
    return {str(values[place]): place for place in _hexes(board) if place in values}


def _in_order(board: Board) -> Iterator[Doubt]:
    """In every column the values of a layer come in its order from north to south."""
    for expected in board.expected:
        found: dict[tuple[str, str], list[tuple[str, str]]] = {}
        for plane in board.planes.values():
            for upper, lower in _turned(board, plane, expected):
                values = board.text(upper, expected.fact), board.text(lower, expected.fact)
                found.setdefault(values, []).append((upper, lower))
        for (north, south), wrong in sorted(found.items()):
            upper, lower = wrong[0]
            message = f"{board.label(upper)}, {north}, lies north of {board.label(lower)}, {south}"
            more = f", and so in {len(wrong) - 1} other columns" if len(wrong) > 1 else ""
            yield Doubt("map-order", message + more, upper, expected.fact)


def _turned(
    board: Board, plane: Mapping[Point, str], expected: Expected
) -> Iterator[tuple[str, str]]:
    """Two neighbours of a column, the northern first, whose values come in the wrong order."""
    rank = {value: number for number, value in enumerate(expected.north_to_south)}
    above: dict[int, str] = {}
    for (x, _), place in sorted(plane.items(), key=lambda spot: (-spot[0][1], spot[0][0])):
        value = board.text(place, expected.fact)
        if value not in rank:
            continue
        upper = above.get(x // 2)
        if upper and rank[board.text(upper, expected.fact)] > rank[value]:
            yield upper, place
        above[x // 2] = place


def _as_known(board: Board) -> Iterator[Doubt]:
    """The places of which a layer says that they are known have the value that it says."""
    for expected in board.expected:
        for value, names in expected.known.items():
            for name in names:
                places = board.find(name).places
                if not places:
                    message = f"{name}, known to be {value}, is not on this map"
                    yield Doubt("map-known", message, "", expected.fact)
                elif value not in [board.text(place, expected.fact) for place in places]:
                    found = board.text(places[0], expected.fact) or "nothing"
                    message = f"{board.label(places[0])} is {found}, but known to be {value}"
                    yield Doubt("map-known", message, places[0], expected.fact)


# --- land and sea -----------------------------------------------------------------------------


def _ashore(board: Board) -> Iterator[Doubt]:
    for fact in _ASHORE:
        for place in board.by_fact.get(fact, {}):
            if _at_sea(board, place):
                message = f"{board.label(place)} is at sea and has: {fact}"
                yield Doubt("map-at-sea", message, place, fact)


def _factories(board: Board) -> Iterator[Doubt]:
    """Every factory is of a known kind; a hex holds so many, and so many blue ones."""
    for place, value in board.by_fact.get("factories", {}).items():
        kinds = factory_kinds(value)
        unknown = [kind for kind in kinds if kind not in (*FACTORY_KINDS, PLAIN)]
        if unknown:
            legal = " or ".join(FACTORY_KINDS)
            message = f"{board.label(place)}: a factory is {legal}, not '{unknown[0]}'"
            yield Doubt("map-factory", message, place, "factories")
        if PLAIN not in kinds and (len(kinds) > MOST or kinds.count("blue") > MOST_BLUE):
            message = (
                f"{board.label(place)} has {len(kinds)} factories, {kinds.count('blue')} of them "
                f"blue; a hex holds at most {MOST}, and {MOST_BLUE} blue ones"
            )
            yield Doubt("map-factory", message, place, "factories", severity=Severity.WARNING)


def _capitals(board: Board) -> Iterator[Doubt]:
    """A capital that names its country lies in it."""
    for place, value in board.by_fact.get("capital", {}).items():
        country = board.country(place)
        if isinstance(value, str) and country and value != country:
            message = f"{board.label(place)} is the capital of {value} but lies in {country}"
            yield Doubt("map-capital", message, place, "capital", severity=Severity.WARNING)


def _coasts(board: Board) -> Iterator[Doubt]:
    """A hex touches a sea if and only if it is a coast (or is sea)."""
    if "sea" not in board.by_fact:
        return
    for place in _hexes(board):
        wet = _at_sea(board, place) or bool(board.fact(place, "coast"))
        if wet and not board.seas(place):
            yield Doubt("map-coast", f"{board.label(place)} lies in no sea area", place, "coast")
        if not wet and board.seas(place):
            message = f"{board.label(place)} lies in a sea area but is no coast"
            yield Doubt("map-coast", message, place, "sea")


def _shores(board: Board) -> Iterator[Doubt]:
    """Land that touches a sea hex is coast; a coast has water on some side."""
    if "coast" not in board.by_fact:
        return
    for place in _hexes(board):
        if _at_sea(board, place):
            continue
        water = [other for other in board.neighbours[place] if _at_sea(board, other)]
        coast = bool(board.fact(place, "coast"))
        if water and not coast:
            message = f"{board.label(place)} touches the sea hex {water[0]} but is no coast"
            yield Doubt("map-coast", message, place, "terrain")
        if coast and not water and _is_dry(board, place):
            message = f"{board.label(place)} is a coast with land on every side"
            yield Doubt("map-coast", message, place, "coast", severity=Severity.WARNING)


def _is_dry(board: Board, place: str) -> bool:
    """Whether a hex that touches no sea hex can touch no other water either."""
    wet_side = any(ALL_SEA in board.border(place, other) for other in board.neighbours[place])
    return not (wet_side or _at_edge(board, place) or _borders_a_coast(board, place))


def _borders_a_coast(board: Board, place: str) -> bool:
    """A narrow water can lie inside coastal hexes of one sea without a hex of its own."""
    seas = set(board.seas(place))
    return any(seas & set(board.seas(other)) for other in board.neighbours[place])


def _ports(board: Board) -> Iterator[Doubt]:
    wet = "sea" if "sea" in board.by_fact else "coast"
    for place in board.by_fact.get("port", {}):
        if place in board.spots and not board.fact(place, wet):
            message = f"the port {board.label(place)} touches no sea area"
            yield Doubt("map-port", message, place, "port")


def _members(board: Board) -> dict[str, list[str]]:
    """The hexes of each sea area."""
    members: dict[str, list[str]] = {}
    for place in _hexes(board):
        for sea in board.seas(place):
            members.setdefault(sea, []).append(place)
    return dict(sorted(members.items()))


def _sea_areas(board: Board) -> Iterator[Doubt]:
    """Every sea area named exists and is one piece, but for what canals join or the edge cuts."""
    for sea, hexes in _members(board).items():
        if sea not in board:
            message = f"{board.label(hexes[0])} lies in {sea}, which is no area"
            yield Doubt("map-sea", message, hexes[0], "sea")
        for piece in pieces(board.neighbours, hexes)[1:]:
            if any(_at_canal(board, place) for place in piece):
                continue
            cut_by_edge = any(_at_edge(board, place) for place in piece)
            yield Doubt(
                "map-sea-cut",
                f"{sea}: {', '.join(piece[:6])} is cut off from the rest",
                piece[0],
                "sea",
                severity=Severity.WARNING if cut_by_edge else Severity.ERROR,
            )


def _sea_borders(board: Board) -> Iterator[Doubt]:
    """Sea areas whose sea hexes touch border each other, if the map has borders of areas."""
    told: set[tuple[str, str]] = set()
    for place in _hexes(board):
        for other in board.neighbours[place]:
            for a, b in _two_seas(board, place, other):
                if (a, b) not in told and not board.adjacent(a, b):
                    told.add((a, b))
                    message = f"{a} and {b} meet at {place} and {other} but do not border"
                    yield Doubt("map-sea-border", message, place, "sea", severity=Severity.WARNING)


def _two_seas(board: Board, place: str, other: str) -> Iterator[tuple[str, str]]:
    """The sea areas on the two sides of a side between sea hexes, when both have borders at all."""
    if not (_at_sea(board, place) and _at_sea(board, other)) or place > other:
        return
    ours, theirs = board.seas(place), board.seas(other)
    if len(ours) == len(theirs) == 1 and ours != theirs:
        a, b = sorted((*ours, *theirs))
        if board.neighbours.get(a) and board.neighbours.get(b):
            yield a, b


# --- sides and lines --------------------------------------------------------------------------


def _sides(board: Board) -> Iterator[Doubt]:
    """Features that exclude each other do not share a side; an all-sea side has two wet hexes."""
    for (a, b), features in sorted(board.borders.items()):
        if a <= b:
            yield from _exclusive(a, b, features)
            yield from _all_sea(board, a, b, features)
            yield from _into_the_sea(board, a, b, features)


def _exclusive(a: str, b: str, features: Sequence[str]) -> Iterator[Doubt]:
    both = [feature for feature in features if feature in _AT_MOST_ONE]
    if len(both) > 1:
        yield Doubt("map-side-twice", f"the side {a}-{b} is {' and '.join(both)}", a, both[1], b)


def _all_sea(board: Board, a: str, b: str, features: Sequence[str]) -> Iterator[Doubt]:
    wet = "sea" not in board.by_fact or (board.seas(a) and board.seas(b))
    if ALL_SEA in features and not wet:
        message = f"the side {a}-{b} is all sea, but one hex has no sea"
        yield Doubt("map-all-sea", message, a, ALL_SEA, b)


def _into_the_sea(board: Board, a: str, b: str, features: Sequence[str]) -> Iterator[Doubt]:
    at_sea = [place for place in (a, b) if _at_sea(board, place)]
    lines = [feature for feature in features if feature in _LINES]
    if len(at_sea) == 2 and features:
        message = f"the side {a}-{b} is at sea and has: {', '.join(features)}"
        yield Doubt("map-at-sea", message, a, features[0], b)
    elif at_sea and lines:
        message = f"a {lines[0]} line runs from {a} to {b}, into the sea"
        yield Doubt("map-at-sea", message, a, lines[0], b)


def _line_ends(board: Board) -> Iterator[Doubt]:
    """A line ends at a named place, where another line goes on, or at the edge of the map."""
    for feature in _LINES:
        ends: dict[str, list[str]] = {}
        for (a, b), features in board.borders.items():
            if feature in features:
                ends.setdefault(a, []).append(b)
        for place, others in sorted(ends.items()):
            if len(others) == 1 and not board.name(place) and not _at_edge(board, place):
                message = f"a {feature} line ends in {place}, a place without a name"
                yield Doubt("map-line-end", message, place, feature, others[0], Severity.WARNING)


# --- areas ------------------------------------------------------------------------------------


def _lonely_areas(board: Board) -> Iterator[Doubt]:
    """An area touches another one, unless it is a sea area of hexes or the only area."""
    areas = _areas(board)
    hexed = {sea for place in board.by_fact.get("sea", {}) for sea in board.seas(place)}
    for place in areas:
        if len(areas) > 1 and not board.neighbours[place] and place not in hexed:
            message = f"{board.label(place)} touches nothing"
            yield Doubt("map-alone", message, place, "name", severity=Severity.WARNING)


def _area_coasts(board: Board) -> Iterator[Doubt]:
    """On a board of areas a port lies where land touches a sea area."""
    for place in board.by_fact.get("port", {}):
        if place in board.spots or board.fact(place, "off_map") or board.seas(place):
            continue
        if not any(_is_sea_area(board, other) for other in board.neighbours[place]):
            message = f"the port {board.label(place)} touches no sea area"
            yield Doubt("map-port", message, place, "port")


def _is_sea_area(board: Board, place: str) -> bool:
    kinds: Iterable[str] = (board.text(place, "kind"), board.terrain(place))
    return place.startswith("sea:") or SEA in kinds
