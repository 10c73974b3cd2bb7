"""Rulings as a moderator types them: the lines of a file, and what each of them may change.

Decides what a ruling says, whether it is one that was asked for, and which events it comes to.
Leaves to `rules.rulings` what a step may ask, to `play.ruling` how a ruling is carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from pbem.core.data.findings import Finding, error, suggest
from pbem.core.data.yamlio import Document
from pbem.core.orders.checking import Check, as_list
from pbem.core.orders.inputs import GivenRuling
from pbem.core.orders.orderlines import DocPath
from pbem.core.orders.orders import Order
from pbem.core.orders.pointing import placed
from pbem.core.record.events import (
    Event,
    PlaceChanged,
    PowerChanged,
    TrackChanged,
    UnitChanged,
    UnitCreated,
    UnitMoved,
)
from pbem.core.record.state import REMOVED, Mark, Scalar, Unit, Until, regrouped
from pbem.core.rules.position import Position
from pbem.core.rules.rulings import Does, May, Ruled, Wanted
from pbem.core.rules.system import Modifier

NOBODY: Final = "nobody"
SAYS: Final = ("result", "modifiers", "changes")  # what a ruling may say beside who, why, by what


@dataclass(frozen=True, slots=True)
class Form:
    """How a change is typed: what goes with its word, what may, and how it looks."""

    needs: tuple[str, ...]
    may: tuple[str, ...]
    looks: str


FORMS: Final[Mapping[Does, Form]] = {
    Does.LOSE: Form((), ("count", "from"), "{lose: UNIT}"),
    Does.REMOVE: Form((), ("count", "from"), "{remove: UNIT}"),
    Does.RETREAT: Form(("to",), ("count", "from"), "{retreat: UNIT, to: PLACE}"),
    Does.MOVE: Form(("to",), ("count", "from"), "{move: UNIT, to: PLACE}"),
    Does.ADD: Form(("owner", "at"), ("count", "id"), "{add: COUNTER, owner: POWER, at: PLACE}"),
    Does.CONTROL: Form(("to",), (), "{control: PLACE, to: POWER}"),
    Does.POINTS: Form(("of", "by"), ("new",), "{points: POWER, of: NAME, by: -3}"),
    Does.MARKER: Form(("at",), ("value", "gone", "new"), "{marker: NAME, at: PLACE}"),
    Does.MARK: Form(
        ("unit",), ("until", "value", "gone", "count", "from", "new"), "{mark: NAME, unit: UNIT}"
    ),
    Does.TRACK: Form(("to",), ("new",), "{track: NAME, to: VALUE}"),
}


_CALLED: Final = {
    Does.POINTS: "counter",
    Does.MARKER: "marker",
    Does.MARK: "mark",
    Does.TRACK: "track",
}


# --- reading -----------------------------------------------------------------------------------


def read_rulings(document: Document) -> tuple[dict[str, GivenRuling], list[Finding]]:
    """The rulings of a file whose form is right, by path; a row that is left open rules nothing."""
    said: Mapping[str, Any] = document.data
    given: dict[str, GivenRuling] = {}
    findings: list[Finding] = []
    for path, row in said.get("rulings", {}).items():
        if all(row.get(key) in (None, []) for key in ("reason", "cite", *SAYS)):
            continue
        who = {key: row.get(key) or said.get(key) or "" for key in ("reason", "cite")}
        spots = partial(_spot, document, ("rulings", path))
        findings += [
            error(f"no-{key}", f"the ruling has no {key}", where=spots((key,), True), hint=hint)
            for key, hint in _WHY.items()
            if not str(who[key]).strip()
        ]
        data = {key: row[key] for key in SAYS if row.get(key) is not None}
        mark = str(row.get("fingerprint", ""))
        author = str(said["author"])
        given[path] = GivenRuling(data, author, str(who["reason"]), str(who["cite"]), mark, spots)
    return given, findings


_WHY: Final = {
    "reason": "write why you rule so, in your own words",
    "cite": 'write the rule by which you rule: cite: "15.41"',
}


def _spot(document: Document, at: DocPath, path: DocPath, key: bool) -> Any:
    return (document.where_key if key else document.where)((*at, *path))


# --- checking ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Weighed:
    """A ruling as it was checked: what is wrong with it, or what it comes to."""

    findings: tuple[Finding, ...]
    ruled: Ruled


def weigh(position: Position, path: str, wanted: Wanted, given: GivenRuling) -> Weighed:
    """A ruling checked against what was asked and against the position, as a line of orders is."""
    findings = [*_result(wanted, given), *_modifiers(wanted, given)]
    events: list[Event] = []
    for number, row in enumerate(given.data.get("changes", ())):
        change = _Change(position, _line(given, number, row), wanted=wanted)
        change.weigh()
        findings += placed(change.findings, position, change.order)
        events += change.events
        position = change.position
    ruled = Ruled(
        path,
        given.author,
        given.reason,
        given.cite,
        result=given.data.get("result"),
        modifiers=tuple(Modifier(**row) for row in given.data.get("modifiers", ())),
        events=tuple(events),
    )
    if not findings and wanted.legal is not None and (wrong := wanted.legal(ruled)):
        findings.append(error("not-legal", wrong, where=given.spot(), cite=wanted.cite))
    return Weighed(tuple(findings), ruled)


def _line(given: GivenRuling, number: int, row: Mapping[str, object]) -> Order:
    """A change as a line of orders, so that its findings stand at its words."""
    at = ("changes", number)

    def spots(path: DocPath, key: bool) -> Any:
        return given.spots((*at, *path), key) if given.spots else given.spot()

    return Order("changes", number + 1, given.author, row, given.spot(*at), spots)


def _result(wanted: Wanted, given: GivenRuling) -> Iterator[Finding]:
    result = given.data.get("result")
    wrong = wanted.problem(result)
    if wrong:
        found = "no result is given" if result is None else f"'{result}' is no result here"
        yield error("not-a-result", found, where=given.spot("result"), hint=wrong)


def _modifiers(wanted: Wanted, given: GivenRuling) -> Iterator[Finding]:
    if given.data.get("modifiers") and not wanted.modifiers:
        message = "this ruling modifies no dice: none are thrown after it"
        yield error("no-dice", message, where=given.spot("modifiers"), hint="write modifiers: []")


@dataclass(slots=True)
class _Change(Check[Any]):
    """One change being checked."""

    wanted: Wanted | None = None

    def weigh(self) -> None:
        """Everything about it."""
        words = [does for does in Does if str(does) in self.order.data]
        if len(words) != 1:
            known = ", ".join(Does)
            self.complain("no-change", "a change begins with one word", f"write one of {known}")
            return
        (does,) = words
        may = self.wanted.allowed(does) if self.wanted else None
        if may is None:
            hint = "it may: " + ", ".join(legal_changes(self.wanted)) if self.wanted else ""
            self.complain("not-asked", f"this ruling may {does} nothing", hint, about=str(does))
        elif self._whole(does):
            _DOES[does](self, may, self.order.data[str(does)])

    def _whole(self, does: Does) -> bool:
        form, said = FORMS[does], self.order.data
        known = (str(does), *form.needs, *form.may)
        missing = [key for key in form.needs if key not in said]
        strange = [key for key in said if key not in known]
        if missing:
            self.complain("missing-key", f"'{missing[0]}' is missing", f"write {form.looks}")
        for key in strange:
            self.findings.append(
                error(
                    "unknown-key",
                    f"'{key}' does not go with '{does}'",
                    where=self.order.spot_of_key(key),
                    hint=f"write {form.looks}",
                )
            )
        return not missing and not strange

    # --- words

    def unit(self, said: object, may: May) -> Unit | None:
        """The unit that a word means: its id, or its printed name where that is clear; `from` says
        where it is.
        """
        word, units = str(said), self.state.units
        known = self._there([name for name in may.units if name in units] or sorted(units))
        found = [word] if word in units else self._called(word, known)
        if len(found) == 1 and (not may.units or found[0] in known):
            return units[found[0]]
        if len(found) > 1:
            self.unclear(word, found)
        elif found:
            hint = "it may be about " + ", ".join(known)
            self.complain("not-concerned", f"{word} is not among its units", hint, about=word)
        else:
            hint = suggest(word, known)
            self.complain("unknown-unit", f"there is no unit '{word}'", hint, about=word)
        return None

    def _there(self, known: list[str]) -> list[str]:
        """Of some units those at the place that the change names, if it names one."""
        if "from" not in self.order.data:
            return known
        at = self.place(self.order.data["from"])
        return [name for name in known if self.state.units[name].at == at]

    def _called(self, word: str, known: Sequence[str]) -> list[str]:
        counters = {counter.id for counter in self.position.game.counters.find(word)}
        units = self.state.units
        return [name for name in known if units[name].counter in counters]

    def part(self, said: object, may: May) -> tuple[Unit, int | None] | None:
        """A unit, or how many of a group: all of it where no count is typed."""
        unit = self.unit(said, may)
        count = self.order.data.get("count", unit.count if unit else None)
        if unit is None:
            return None
        if unit.count is None and count is not None:
            self.complain("no-group", f"{unit.id} is one unit, no group", "leave out count")
        elif unit.count is not None and count > unit.count:
            self.complain("too-many", f"{unit.id} has {unit.count}, not {count}", about=str(count))
        else:
            return unit, count
        return None

    def location(self, said: object, may: May) -> str:
        """Where a unit goes: a place of the board, or a pool, box or track that there is."""
        word = str(said)
        found = word if ":" in word and self._is_location(word) else self.place(word)
        return self.among(found, may.places, word)

    def _is_location(self, word: str) -> bool:
        kind, _, rest = word.partition(":")
        return word in self.state.index or (
            kind in ("pool", "track") and rest.partition("/")[0] in self.state.powers
        )

    def among(self, found: str, known: Sequence[str], word: str) -> str:
        """What was found, if it is among those that the ruling is about."""
        if not found or not known or found in known:
            return found
        hint = "it may be " + ", ".join(known)
        self.complain("not-concerned", f"{word} is none that this ruling may name", hint, word)
        return ""

    def name(self, said: object, may: May, there: Iterable[str]) -> str:
        """A name of a marker, a mark, a counter or a track that is there, or is meant to begin."""
        word, known, what = str(said), may.names or sorted({*there}), _CALLED[may.does]
        if word in known or (word and self.order.data.get("new") and not may.names):
            return word
        hint = f"{suggest(word, known)} (to begin a new one, write new: true)"
        self.complain(f"unknown-{what}", f"there is no {what} '{word}'", hint, about=word)
        return ""

    # --- changes

    def lose(self, may: May, said: object) -> None:
        """A unit goes to where its system sends the lost."""
        if part := self.part(said, may):
            unit, count = part
            self._goes(unit, self.position.game.system.lost(self.position, unit), count)

    def remove(self, may: May, said: object) -> None:
        """A unit leaves the game."""
        if part := self.part(said, may):
            self._goes(part[0], REMOVED, part[1])

    def move(self, may: May, said: object) -> None:
        """A unit goes elsewhere."""
        part, to = self.part(said, may), self.location(self.order.data["to"], may)
        if part and to:
            self._goes(part[0], to, part[1])

    def _goes(self, unit: Unit, to: str, count: int | None) -> None:
        holds = (at for at, one in self.state.carriers.items() if one.id == unit.id)
        aboard = [name for at in holds for name in self.state.index[at]]
        if to == unit.at:
            self.complain("there-already", f"{unit.id} is there already")
        elif aboard and to not in self.board:
            hint = f"rule first on {', '.join(aboard)}"
            self.complain("carries", f"{unit.id} carries others", hint, about=unit.id)
        else:
            self.does([UnitMoved(unit.id, unit.at, to, count)])

    def add(self, may: May, said: object) -> None:
        """A new unit, or more of a group."""
        game, data = self.position.game, self.order.data
        counters = [counter.id for counter in game.counters.find(str(said))]
        known = [name for name in counters if not may.names or name in may.names]
        if len(known) > 1 and str(said) in known:
            known = [str(said)]
        if len(known) != 1:
            hint = suggest(str(said), may.names or (counter.id for counter in game.counters))
            self.complain("unknown-counter", f"there is no counter '{said}'", hint, str(said))
            return
        owner = self.among(self.power(data["owner"]), may.powers, str(data["owner"]))
        at = self.location(data["at"], may)
        if owner and at:
            self._adds(known[0], owner, at)

    def _adds(self, counter: str, owner: str, at: str) -> None:
        data, units = self.order.data, self.state.units.values()
        grouped = "count" in data or any(u.counter == counter and u.count for u in units)
        name = "" if grouped else str(data.get("id", counter))
        if name in self.state.units:
            hint = f"write {{move: {name}, to: PLACE}}, or give another one an id of its own"
            self.complain("there-already", f"there is a unit {name} already", hint, about=counter)
            return
        unit = Unit(name, counter, owner, at, data.get("count", 1) if grouped else None)
        made = regrouped(unit)
        self.does([UnitCreated(made.id, None, made)])

    def control(self, may: May, said: object) -> None:
        """A place, or each of several, becomes another's, or nobody's."""
        to = self.order.data["to"]
        new = None if to == NOBODY else self.among(self.power(to), may.powers, str(to))
        if new != "":
            for word in as_list(said):
                self._goes_to(self.among(self.place(word), may.places, str(word)), new, word)

    def _goes_to(self, place: str, new: str | None, said: object) -> None:
        if not place:
            return
        old = self.state.controller(place)
        if old == new:
            message = f"{place} is {new or NOBODY}'s already"
            self.complain("so-already", message, about=str(said))
        else:
            self.does([PlaceChanged(place, "controller", old, new)])

    def points(self, may: May, said: object) -> None:
        """A power gets or pays something that is counted."""
        power = self.among(self.power(said), may.powers, str(said))
        powers = self.state.powers.values()
        there = (name for one in powers for name in one.counters)
        name = self.name(self.order.data["of"], may, there)
        if not power or not name:
            return
        by, old = self.order.data["by"], self.state.powers[power].counters.get(name)
        new = (old or 0) + by
        if may.least is not None and new < may.least:
            hint = f"at most {(old or 0) - may.least} less"
            message = f"{power} has {old or 0} {name}, and {new} is too few"
            self.complain("too-few", message, hint, about=str(by))
        elif not by:
            self.complain("so-already", f"0 {name} more changes nothing", about="0")
        else:
            self.does([PowerChanged(power, "counter", name, old, new)])

    def marker(self, may: May, said: object) -> None:
        """A marker on a place, or gone from it."""
        places, words = self.state.places.values(), self.position.game.system.words.names
        there = (name for one in places for name in one.markers)
        name = self.name(said, may, (*there, *words))
        place = self.among(self.place(self.order.data["at"]), may.places, self.order.data["at"])
        if name and place:
            now = self.state.places.get(place)
            old = now.markers.get(name) if now else None
            if self._changes(old, self._new(), f"the marker {name} in {place}"):
                self.does([PlaceChanged(place, "marker", old, self._new(), name)])

    def mark(self, may: May, said: object) -> None:
        """A mark on a unit, or gone from it."""
        units, words = self.state.units.values(), self.position.game.system.words.names
        there = (name for one in units for name in one.marks)
        name = self.name(said, may, (*there, *words))
        part = self.part(self.order.data["unit"], may)
        if name and part:
            unit, count = part
            new = self._new()
            until = Until(self.order.data.get("until", Until.LASTING))
            mark, old = None if new is None else Mark(until, new), unit.marks.get(name)
            if self._changes(old, mark, f"the mark {name} of {unit.id}"):
                self.does([UnitChanged(unit.id, "mark", old, mark, name, count)])

    def _new(self) -> Scalar:
        """What a marker or mark becomes: a value, there, or gone."""
        value: Scalar = self.order.data.get("value", True)
        return None if self.order.data.get("gone") else value

    def track(self, may: May, said: object) -> None:
        """A named value becomes another of its kind."""
        name, to = self.name(said, may, self.state.tracks), self.order.data["to"]
        old = self.state.track(name) if name else None
        if name and old is not None and type(old) is not type(to):
            self.complain("other-kind", f"{name} is {old} now, and cannot be {to}", about=str(to))
        elif name and self._changes(old, to, name):
            self.does([TrackChanged(name, old, to)])

    def _changes(self, old: object, new: object, what: str) -> bool:
        """Whether something becomes another; that it is so already is told."""
        if old == new:
            so = "is not there" if new is None else "is so already"
            self.complain("so-already", f"{what} {so}")
        return old != new


_DOES: Final[Mapping[Does, Callable[[_Change, May, object], None]]] = {
    Does.LOSE: _Change.lose,
    Does.REMOVE: _Change.remove,
    Does.RETREAT: _Change.move,
    Does.MOVE: _Change.move,
    Does.ADD: _Change.add,
    Does.CONTROL: _Change.control,
    Does.POINTS: _Change.points,
    Does.MARKER: _Change.marker,
    Does.MARK: _Change.mark,
    Does.TRACK: _Change.track,
}


def legal_changes(wanted: Wanted) -> list[str]:
    """What a ruling may change, as it is typed."""
    return [FORMS[may.does].looks for may in wanted.may] or ["nothing"]
