"""A part of a map as plain text for mail, 78 columns wide: a wall of bricks, one brick a hex.

A side that has a feature (river, lake, mountains …) is drawn with that feature's sign instead of
the plain line; a railway crosses a side as `#`. Below the bricks stand the key and every unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from textwrap import wrap
from typing import Final

from pbem.core.data.findings import Finding, Severity
from pbem.core.maps.board import Board, Value
from pbem.core.maps.hexes import distance
from pbem.core.maps.paths import within
from pbem.core.record.state import Unit
from pbem.maps.building.outlines import Outlines, outlines_of
from pbem.maps.drawing.charmap import picture
from pbem.maps.drawing.svg import printable
from pbem.maps.drawing.units import Army

WIDTH: Final = 78
SEA: Final = "sea"
_SIGNS: Final[Mapping[str, str]] = {
    "lake": "o",
    "all-sea": "w",
    "alpine": "^",
    "canal": "=",
    "river": "~",
    "straits": "%",
    "fort": "X",
}
_OTHER_SIGN: Final = "*"
_WAVES: Final = " ~ ~ ~ "
_RAIL: Final = "#"
_LETTERS: Final[Mapping[str, str]] = {"clear": ".", SEA: "~"}
_MARKS: Final = (("capital", "@"), ("city", "*"), ("port", "p"))


@dataclass(frozen=True, slots=True)
class Brick:
    """How large a hex is drawn: columns from one to the next, and lines of text in it."""

    wide: int
    high: int


def brick_for(radius: int) -> Brick:
    """As large as 78 columns allow."""
    return Brick(8, 3) if radius <= 4 else Brick(6, 2) if radius == 5 else Brick(4, 2)


def show(board: Board, place: str, radius: int, army: Army | None = None) -> str:
    """The country round a place."""
    near = within(board.neighbours, place, radius)
    title = f"{board.label(place)}: {board.title or board.id}"
    lines = wrap(title + (f", {army.state.clock.name}" if army else ""), WIDTH)
    if place in board.spots:
        hexes = [other for other in near if on_wall(board, place, other, radius)]
        lines += ["", *Wall(board, tuple(hexes), place, brick_for(radius), army).lines, ""]
        lines += _key(board, hexes, army, radius)
        lines += _joined(board, hexes)
    elif (outlines := outlines_of(board.id)) and place in outlines.spots:
        seen, said = _zones(board, outlines, place, army)
        near = {other: steps for other, steps in near.items() if steps <= min(radius, 1)}
        lines += ["", *seen, "", *said, *_areas(board, near)]
    else:
        lines += ["", *_areas(board, near)]
    lines += _towns(board, near)
    if army:
        lines += _armies(army, near)
    return "\n".join(printable(line).rstrip() for line in lines) + "\n"


def on_wall(board: Board, centre: str, other: str, radius: int) -> bool:
    """Whether a hex has a brick: near on the grid itself, not by a join across the sea."""
    if other not in board.spots:
        return False
    (plane, spot), (middle_plane, middle) = board.spots[other], board.spots[centre]
    return plane == middle_plane and distance(middle, spot) <= radius


# --- the wall of bricks -----------------------------------------------------------------------


@dataclass(frozen=True)
class Wall:
    """The hexes of one grid round a place, drawn into lines of text."""

    board: Board
    hexes: tuple[str, ...]
    centre: str
    brick: Brick
    army: Army | None = None

    @cached_property
    def corners(self) -> Mapping[str, tuple[int, int]]:
        """Line and column of each hex's upper left corner."""
        points = {place: self.board.spots[place][1] for place in self.hexes}
        west = min(x for x, _ in points.values())
        north = max(y for _, y in points.values())
        return {
            place: ((north - y) * (self.brick.high + 1), (x - west) * self.brick.wide // 2)
            for place, (x, y) in points.items()
        }

    @cached_property
    def lines(self) -> list[str]:
        """The wall as lines."""
        deep = max(line for line, _ in self.corners.values()) + self.brick.high + 2
        wide = max(column for _, column in self.corners.values()) + self.brick.wide + 1
        page = [[" "] * wide for _ in range(deep)]
        for place in self.corners:
            self._sides(page, place)
        for place in self.corners:
            self._words(page, place)
        return ["".join(line).rstrip() for line in page]

    def _sides(self, page: list[list[str]], place: str) -> None:
        """The six sides: two above, two below, one left, one right."""
        line, column = self.corners[place]
        half, below = self.brick.wide // 2, line + self.brick.high + 1
        for towards, row, start in (
            ("n-w", line, column), ("n-e", line, column + half),
            ("s-w", below, column), ("s-e", below, column + half),
        ):  # fmt: skip
            sign, rail = self._sign(place, towards, "-")
            for step in range(half + (start != column)):
                put(page, row, start + step, sign)
            if rail:
                put(page, row, start + half // 2, _RAIL)
        for towards, at in (("w", column), ("e", column + self.brick.wide)):
            sign, rail = self._sign(place, towards, "|")
            for step in range(1, self.brick.high + 1):
                put(page, line + step, at, sign)
            if rail:
                put(page, line + 1 + self.brick.high // 2, at, _RAIL)

    def _sign(self, place: str, towards: str, plain: str) -> tuple[str, bool]:
        """The sign of a side, and whether a railway crosses it."""
        other = self.board.neighbour(place, towards)
        features = self.board.border(place, other) if other else ()
        sides = [name for name in features if name not in ("rail", "road")]
        sign = next((_SIGNS[name] for name in _SIGNS if name in sides), "")
        return sign or (_OTHER_SIGN if sides else plain), "rail" in features

    def _words(self, page: list[list[str]], place: str) -> None:
        line, column = self.corners[place]
        for number, text in enumerate(self._texts(place)):
            for step, letter in enumerate(printable(text)[: self.brick.wide - 1]):
                page[line + 1 + number][column + 1 + step] = letter

    def _texts(self, place: str) -> list[str]:
        """What stands in a brick: number and terrain, the name, units and who controls it."""
        ground = mark_of(self.board, place) + letter_of(self.board, place)
        force = self._force(place)
        if self.brick.wide == 4:
            return [ground + (">" if place == self.centre else ""), force]
        if self.brick.wide == 6:
            return [place, f"{ground}{force}"]
        held = self._holder(place)
        waves = _WAVES if self.board.terrain(place) == SEA else ""
        last = f"{force:<{7 - len(held)}}{held}" if force or held else waves
        return [f"{place:<5}{ground}", self.board.name(place) or waves, last]

    def _force(self, place: str) -> str:
        """Units by owner, `G3v1`: three of Germany's, one of them face-down."""
        if self.army is None:
            return ""
        found = []
        for owner, units in by_owner(self.army.stacks.get(place, ())):
            down = sum(unit.size for unit in units if self.army.face(unit).down)
            count = sum(unit.size for unit in units)
            found.append(f"{codes(self.army)[owner]}{count}" + (f"v{down}" if down else ""))
        return "".join(found)

    def _holder(self, place: str) -> str:
        holder = self.army.state.controller(place) if self.army else None
        return codes(self.army)[holder].lower() if self.army and holder else ""


def put(page: list[list[str]], line: int, column: int, sign: str) -> None:
    """A sign of a side; plain lines never cover a feature, nothing covers a railway."""
    known = page[line][column]
    if known in " -|" or (sign == _RAIL):
        page[line][column] = "+" if {known, sign} == {"-", "|"} else sign


def letter_of(board: Board, place: str) -> str:
    """The letter of a terrain."""
    terrain = board.terrain(place)
    return _LETTERS.get(terrain, terrain[:1] or "?")


def mark_of(board: Board, place: str) -> str:
    """The mark of a capital, a city or a port, else a blank."""
    facts = board.facts(place)
    return next((mark for fact, mark in _MARKS if facts.get(fact)), " ")


def codes(army: Army) -> dict[str, str]:
    """Short codes of powers: the first letter, or as many as tell them apart."""
    names = sorted(army.colours)
    return {name: _code(name, names) for name in names if name}


def _code(name: str, names: Sequence[str]) -> str:
    for length in range(1, len(name)):
        if sum(other[:length] == name[:length] for other in names) == 1:
            return name[:length].upper()
    return name.upper()


def by_owner(units: Iterable[Unit]) -> list[tuple[str, list[Unit]]]:
    """Units by owner, in the order of the stack."""
    ordered = sorted(units, key=lambda unit: unit.owner)
    return [(owner, list(some)) for owner, some in groupby(ordered, key=lambda unit: unit.owner)]


# --- below the wall ---------------------------------------------------------------------------


def _wrapped(head: str, words: Iterable[str], joint: str = ", ") -> list[str]:
    text = joint.join(words)
    return wrap(head + text, WIDTH, subsequent_indent="    ") if text else []


def _key(board: Board, hexes: Sequence[str], army: Army | None, radius: int) -> list[str]:
    """What the letters and signs mean, as far as they are used."""
    terrains = {letter_of(board, place): board.terrain(place) for place in hexes}
    words = [f"{letter} {terrain}" for letter, terrain in sorted(terrains.items()) if terrain]
    marks = {mark_of(board, place) for place in hexes}
    words += [f"{mark} {fact}" for fact, mark in _MARKS if mark in marks]
    sides = {
        feature
        for place in hexes
        for other in board.neighbours[place]
        for feature in board.border(place, other)
    }
    words += [
        f"{_SIGNS.get(side, _OTHER_SIGN)} {side}" for side in sorted(sides - {"rail", "road"})
    ]
    words += [f"{_RAIL} rail"] if "rail" in sides else []
    words += [f"{code} {power}" for power, code in codes(army).items()] if army else []
    if army:
        words += ["G3v1: three units, one face-down"]
        words += ["small letter: who controls it"] if radius <= 4 else []
    return [*_wrapped("Key ", words, "  "), ""]


def _towns(board: Board, near: Iterable[str]) -> list[str]:
    """Named places with what they have, in the order of their ids."""
    found = []
    for place in sorted(near):
        facts = board.facts(place)
        kinds = [
            fact if facts[fact] is True else f"{fact} {_told(facts[fact])}"
            for fact in ("capital", "city", "objective", "port", "factories", "resources", "oil")
            if facts.get(fact)
        ]
        if board.name(place) and (place in board.spots or kinds):
            found.append(board.label(place) + (f" ({', '.join(kinds)})" if kinds else ""))
    return [*_wrapped("Places ", found), ""] if found else []


def _told(value: Value) -> str:
    return " + ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _joined(board: Board, hexes: Iterable[str]) -> list[str]:
    """Hexes of the wall that touch places elsewhere: another sheet, off the map."""
    found = []
    for place in sorted(hexes):
        others = [one for one in board.neighbours[place] if board.direction(place, one) is None]
        if others:
            found.append(f"{place} - {' '.join(map(board.label, others))}")
    return [*_wrapped("Joined ", found), ""] if found else []


def _armies(army: Army, near: Mapping[str, int]) -> list[str]:
    """Every unit near the place, hex by hex, the nearest first."""
    lines = []
    for place in sorted(near, key=lambda place: (near[place], place)):
        for owner, units in by_owner(army.stacks.get(place, ())):
            names = [describe(army, unit) for unit in units]
            head = f"{army.game.board.label(place)}, {owner}: "
            lines += _wrapped(head, names)
    return lines or ["No units here."]


def describe(army: Army, unit: Unit) -> str:
    """A unit in words: `XLVII ARM 8-6`, `3 infantry`, `Ju-87B 1/5 r3 face-down`."""
    face = army.face(unit)
    counters = army.game.counters
    name = counters[unit.counter].name if unit.counter in counters else face.title
    many = "" if unit.count is None else f"{unit.count} "
    ratings = f" {face.ratings}" if face.ratings else ""
    return f"{many}{name}{ratings}" + (" face-down" if face.down else "")


def _areas(board: Board, near: Mapping[str, int]) -> list[str]:
    """On a board of areas: each area near the place and what it touches, ring by ring."""
    lines = []
    for place, steps in near.items():
        facts = " ".join(word for word in (board.terrain(place), board.country(place)) if word)
        head = f"{steps} {board.label(place)}" + (f" ({facts}): " if facts else ": ")
        lines += _wrapped(head, [_border(board, place, other) for other in board.neighbours[place]])
    return [*lines, ""]


def _zones(
    board: Board, outlines: Outlines, place: str, army: Army | None
) -> tuple[list[str], list[str]]:
    """On a board of zones with outlines: the picture in characters, and what its letters mean."""
    held = {zone: by_owner(stack) for zone, stack in army.stacks.items()} if army else {}
    code = codes(army) if army else {}
    counts = {
        zone: [" ".join(f"{code[o]}{sum(unit.size for unit in some)}" for o, some in owners)]
        for zone, owners in held.items()
    }
    seen, letters, zones = picture(board, outlines, place, counts)
    shown = {owner for zone in zones for owner, _ in held.get(zone, ())}
    key = ["# coast", "| - border", ": . of seas"]
    key += [f"{code[power]} {power}" for power in sorted(shown)]
    return seen, [*_wrapped("Names ", letters, "  "), *_wrapped("Key ", key, "  "), ""]


def _border(board: Board, place: str, other: str) -> str:
    features = board.border(place, other)
    return board.label(other) + (f" [{' '.join(features)}]" if features else "")


# --- the summary of a check -------------------------------------------------------------------


def summary(board: Board, findings: Sequence[Finding]) -> str:
    """One line under a check: how large the map is, and how many errors and warnings."""
    hexes = len(board.spots)
    counts = [
        f"{hexes} hexes" if hexes else "",
        f"{len(board.places) - hexes} areas" if len(board.places) > hexes else "",
        f"{len(board.by_fact.get('name', {}))} named places",
        f"{len(board.borders) // 2} sides with a feature",
    ]
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    warnings = len(findings) - errors
    verdict = f"{errors} errors, {warnings} warnings" if findings else "sound"
    return f"{board.id}: {', '.join(count for count in counts if count)}: {verdict}"
