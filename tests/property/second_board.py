"""A second board, whose counters are moved by the lists of reports alone, as players do by hand.

It knows the text of ON YOUR BOARD and nothing else of a run. `as_it_should_be` is what it must show
afterwards, taken from the position without the code that writes the lists.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pbem.core.record.state import REMOVED, Place, State, Unit
from pbem.core.rules.game import Game
from pbem.systems.gw.world.facilities import counts, damage_of

Lies = tuple[str, str, str, tuple[str, ...]]  # whose, what, where, with which marks
_BOX = "[ ] "


@dataclass
class Board:
    """What lies where, whose flags stand, and which facilities there are."""

    counters: Counter[Lies] = field(default_factory=Counter)
    flags: dict[str, str] = field(default_factory=dict)
    works: dict[tuple[str, str], str] = field(default_factory=dict)


def as_it_should_be(game: Game, state: State) -> Board:
    """The board of a position."""
    board = Board()
    for unit in state.units.values():
        if unit.at != REMOVED:
            whose = _title(game, unit.owner)
            name = _printed(game, game.nationality(unit), unit.owner, unit.counter)
            on_board = unit.at in game.board or unit.at.startswith("in:")
            marks = tuple(sorted(_marks(game, unit))) if on_board else ()
            board.counters[whose, name, _spot(game, state, unit.at), marks] += unit.size
    for place in state.places.values():
        label = _named(game, place.id)
        if place.controller:
            board.flags[label] = _title(game, place.controller)
        if game.system.name == "tw":
            board.works |= dict.fromkeys(_laid(game, place), "there")
        works = counts(game.at(state), place.id) if game.system.name == "gw" else {}
        for kind, number in works.items():
            what = kind.replace("-", " ").title()
            board.works[label, what] = str(number)
            if damage := damage_of(state, place.id, kind):
                board.works[label, f"damage of {what}"] = str(damage)
    return board


def _laid(game: Game, place: Place) -> Iterator[tuple[str, str]]:
    """The markers of The War at a place that lie on a real board."""
    label, markers = _named(game, place.id), place.markers
    for one, word in (("fortress", "a fortress"), ("fortification", "a fortification"),
                      ("airbase", "an airbase"), ("evacuated", "evacuated")):  # fmt: skip
        if markers.get(one):
            yield label, word
    for one in ("breach", "bridgehead"):
        if markers.get(one):
            yield label, f"a {one} of {_title(game, str(markers[one]))}"
    if markers.get("siege"):
        yield label, f"siege {markers['siege']}"


def differences(board: Board, other: Board) -> Iterator[str]:
    """What two boards show otherwise; of works, only what the second one knows of."""
    for lies in sorted({*board.counters, *other.counters}):
        if board.counters[lies] != other.counters[lies]:
            yield f"{lies}: {board.counters[lies]}, not {other.counters[lies]}"
    for label in sorted({*board.flags, *other.flags}):
        if board.flags.get(label) != other.flags.get(label):
            yield f"{label}: the flag of {board.flags.get(label)}, not {other.flags.get(label)}"
    known = {what for _, what in other.works}
    for key in sorted({*board.works, *other.works}):
        if key[1] in known and board.works.get(key) != other.works.get(key):
            yield f"{key}: {board.works.get(key)}, not {other.works.get(key)}"


def _printed(game: Game, nation: str, owner: str, counter: str) -> str:
    """What is printed on a counter, behind its nation where another power plays it."""
    name = game.counters[counter].name
    return name if nation == owner else f"{_title(game, nation)} {name}"


def _named(game: Game, place: str) -> str:
    """A hex by its number, another place by its name."""
    return place if place in game.board.spots else game.board.label(place)


def _title(game: Game, power: str) -> str:
    return game.system.words.names.get(power) or power.replace("-", " ").capitalize()


def _marks(game: Game, unit: Unit) -> Iterator[str]:
    if game.system.name == "tw":
        names = game.system.words.names
        yield from (names[mark] for mark in unit.marks if mark not in game.system.quiet_marks)
        return
    if unit.marked("face-down"):
        yield "face-down"
    if country := unit.mark("country"):
        names = game.system.words.names
        yield f"{names['country']} {names.get(str(country), country)}"
    if unit.marked("damaged"):
        yield f"damaged {unit.mark('damaged')}"
    if unit.marked("duty"):
        yield f"on {unit.mark('duty')}"


def _spot(game: Game, state: State, location: str) -> str:
    kind, _, rest = location.partition(":")
    if location in game.board:
        return _named(game, location)
    if kind == "in":
        (carrier,) = (u for u in state.units.values() if u.mark("hold") == rest)
        return f"aboard {game.counters[carrier.counter].name}, {game.board.label(carrier.at)}"
    names = game.system.words.names
    return " ".join(names.get(part) or part.replace("-", " ") for part in rest.split("/"))


# --- by the list ---------------------------------------------------------------------------------


def move_by_list(board: Board, game: Game, report: str) -> None:
    """Do what a report says; a counter that should be moved and is not there is an error."""
    hands = _Hands(board, game)
    items = list(_items(report))
    for step in (hands.take_over, hands.lift, hands.put, hands.change, hands.mark, hands.build):
        for whose, item in items:
            step(whose, item)
    undone = [item for whose, item in items if (whose, item) not in hands.done]
    assert not undone, undone
    board.counters = +board.counters


def _items(report: str) -> Iterator[tuple[str, str]]:
    """Each box with the power under whose name it stands."""
    lines = iter(report.splitlines())
    for line in lines:
        if line == "ON YOUR BOARD":
            break
    text: list[tuple[str, str]] = []
    whose = ""
    for line in lines:
        if not line.startswith("  "):
            break
        if line.startswith("      "):
            text[-1] = whose, f"{text[-1][1]} {line.strip()}"
        elif not line.startswith(f"  {_BOX}"):
            whose = line.strip()
        else:
            text += [(whose, box.strip()) for box in line.split(_BOX)[1:]]
    yield from text


class _Hands:
    """What a player does with the items, kind by kind."""

    def __init__(self, board: Board, game: Game) -> None:
        self.board, self.game = board, game
        known = {c.name for c in game.counters}
        known |= {_printed(game, c.power, "another", c.id) for c in game.counters if c.power}
        names = sorted(known, key=lambda name: (-len(name), name))
        named = rf"(?:{'|'.join(map(re.escape, names))})"
        unit = rf"(?:\d+ )?{named}(?: \([^)]*\))?"
        self.units = rf"({unit}(?:, {unit})*)"
        self.one = re.compile(rf"(?:(\d+) )?({named})(?: \(([^)]*)\))?")
        self.labels = {_named(game, place): place for place in game.board.neighbours}
        self.done: set[tuple[str, str]] = set()
        self.carried: list[tuple[Lies, int]] = []

    def named(self, words: str) -> Iterable[tuple[int, str, tuple[str, ...]]]:
        for count, name, marks in self.one.findall(words):
            yield int(count or 1), name, tuple(sorted(marks.split(", "))) if marks else ()

    def take(self, lies: Lies, count: int) -> None:
        assert self.board.counters[lies] >= count, f"{count} of {lies} are not there"
        self.board.counters[lies] -= count

    def lying(self, whose: str, name: str) -> tuple[str, tuple[str, ...]]:
        """Where the one counter of a name lies, and with which marks."""
        found = [(at, marks) for (owner, one, at, marks), count in self.board.counters.items()
                 if (owner, one) == (whose, name) and count and at in self.labels]  # fmt: skip
        (only,) = found
        return only

    def matched(self, whose: str, pattern: str, item: str) -> re.Match[str] | None:
        found = re.fullmatch(pattern, item)
        if found:
            self.done.add((whose, item))
        return found

    def take_over(self, whose: str, item: str) -> None:
        """Exchange what changes hands."""
        if found := self.matched(whose, rf"from ([^,]+), (.+): {self.units}", item):
            for count, name, marks in self.named(found[3]):
                self.take((found[1], name, found[2], marks), count)
                self.board.counters[whose, self.renamed(name, found[1]), found[2], marks] += count

    def renamed(self, name: str, nation: str) -> str:
        """What a counter is called that another power plays: in The War behind its nation."""
        return f"{nation} {name}" if self.game.system.name == "tw" else name

    def lift(self, whose: str, item: str) -> None:
        """Take up what moves or leaves the board."""
        if found := self.matched(whose, rf"{self.units} +(.+) > (.+)", item):
            for count, name, marks in self.named(found[1]):
                self.take((whose, name, found[2], marks), count)
                on_board = found[3] in self.labels or found[3].startswith("aboard ")
                self.carried.append(((whose, name, found[3], marks if on_board else ()), count))
        elif found := self.matched(whose, rf"off (.+): {self.units}", item):
            for count, name, marks in self.named(found[2]):
                self.take((whose, name, found[1], marks), count)

    def put(self, whose: str, item: str) -> None:
        """Lay down what was taken up, and what is new."""
        for lies, count in self.carried:
            self.board.counters[lies] += count
        self.carried.clear()
        if found := self.matched(whose, rf"on (.+): {self.units}", item):
            for count, name, marks in self.named(found[2]):
                self.board.counters[whose, name, found[1], marks] += count

    def change(self, whose: str, item: str) -> None:
        """Exchange what becomes something else."""
        if found := self.matched(whose, rf"{self.units} becomes ([^,]+), (.+)", item):
            for count, name, marks in self.named(found[1]):
                self.take((whose, name, found[3], marks), count)
                self.board.counters[whose, found[2], found[3], marks] += count

    def mark(self, whose: str, item: str) -> None:
        """Set and take off markers."""
        if not (found := self.matched(whose, r"((?:now|no longer) [^:]+): (.+)", item)):
            return
        for one in re.finditer(rf"({self.one.pattern})(?: in (.+?)(?=, \d+[ -]|$))?", found[2]):
            ((count, name, marks),) = self.named(one[1])
            place = one[5]
            if place is None:  # a counter with a name of its own
                place, marks = self.lying(whose, name)
            self.take((whose, name, place, marks), count)
            now = {mark.split(" ")[0]: mark for mark in marks}
            for words in found[1].split(", "):
                if words.startswith("no longer "):
                    del now[words.removeprefix("no longer ").split(" ")[0]]
                else:
                    mark = words.removeprefix("now ")
                    now[mark.split(" ")[0]] = mark
            self.board.counters[whose, name, place, tuple(sorted(now.values()))] += count

    def build(self, whose: str, item: str) -> None:
        """Flags, facilities, and the count in the end."""
        if found := self.matched(whose, r"flag off: (.+)", item):
            for label in found[1].split(", "):
                del self.board.flags[label]
        elif found := self.matched(whose, r"(.+) flag: (.+)", item):
            self.board.flags |= dict.fromkeys(found[2].split(", "), found[1])
        elif found := self.matched(whose, r"then count: (\d+) stacks, (\d+) counters", item):
            on = [(at, n) for (_, _, at, _), n in self.board.counters.items() if at in self.labels]
            assert len({at for at, n in on if n}) == int(found[1])
            assert sum(n for _, n in on) == int(found[2])
        elif self.matched("The board", r".+: (?:.+ \S+ \(was \S+\).*|now .+|no longer .+)", item):
            label, _, rest = item.partition(": ")
            for one in rest.split(", ") if self.game.system.name == "tw" else ():
                if one.startswith("no longer "):
                    del self.board.works[label, one.removeprefix("no longer ")]
                else:
                    self.board.works[label, one.removeprefix("now ")] = "there"
            for what, now in re.findall(r"([^,]+?) (\S+) \(was \S+\)", rest):
                if now == "none":
                    self.board.works.pop((label, what.strip()), None)
                else:
                    self.board.works[label, what.strip()] = now
