"""What all orders to move have in common: places, units by type and number, whose they are.

`{units: {infantry: 3, artillery: all}, from: Picardy, to: Paris}` names units of a zone; aircraft
and cargo that are aboard ships of a sea zone are named from that zone too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pbem.core.data.findings import Finding, PbemError, error, has_errors, suggest
from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.orders.orders import Order
from pbem.core.record.events import Event, apply
from pbem.core.record.state import State, Unit
from pbem.core.rules.book import Book
from pbem.core.rules.position import Position
from pbem.core.rules.readings import R
from pbem.core.rules.system import Ruling
from pbem.systems.gw.world.cargo import aboard, hold_name, is_hold
from pbem.systems.gw.world.faction_limits import CoastOfChina, is_unevolved, why_not_go
from pbem.systems.gw.world.halves import commands
from pbem.systems.gw.world.movement import has_moved, type_of
from pbem.systems.gw.world.names import title
from pbem.systems.gw.world.nations import is_acting
from pbem.systems.gw.world.units import unit_type

ALL: Final = "all"
MOST_ZONES: Final = 8  # that a hint names

Named = tuple[Unit, int]


@dataclass(slots=True)
class Check:
    """One order being checked: what is found, what it does, and the position so far."""

    position: Position
    order: Order
    findings: list[Finding] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    before: State = field(init=False)

    def __post_init__(self) -> None:
        self.before = self.position.state

    @property
    def state(self) -> State:
        """The state so far."""
        return self.position.state

    @property
    def book(self) -> Book:
        """The charts and counters of the game."""
        return self.position.book

    @property
    def board(self) -> Board:
        """The board."""
        return self.position.board

    @property
    def options(self) -> Any:
        """The optional rules of the game."""
        return self.position.options

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong so far."""
        return not has_errors(self.findings)

    def complain(
        self, code: str, message: str, hint: str = "", cite: str = "", about: str = ""
    ) -> None:
        """Note that the order is illegal, and why; `about` is the word, zone or kind of unit."""
        finding = error(code, message, hint=hint, cite=cite, about=about)
        if finding not in self.findings:
            self.findings.append(finding)

    @implements("GW-1.1-1")
    def place(self, name: Any) -> str:
        """The zone that a word means; nothing if it means none."""
        found = self.position.board.find(str(name))
        if found.place is None:
            hint = zones_hint(self.position.board, self.state, str(name)) or found.hint
            self.complain("unknown-place", found.problem, hint, about=str(name))
        return found.place or ""

    def places(self, said: Any) -> tuple[str, ...]:
        """The zones that a word or a list of words means."""
        return tuple(self.place(name) for name in as_list(said))

    def nation(self, said: Any) -> str:
        """The nation that a word means; nothing if it means none."""
        folded = str(said).strip().casefold().replace(" ", "-")
        if folded in self.state.powers:
            return folded
        hint = suggest(folded, self.state.powers)
        self.complain("unknown-nation", f"there is no nation '{said}'", hint, about=str(said))
        return ""

    def does(self, events: Iterable[Event]) -> None:
        """Add to what the order does."""
        found = tuple(events)
        self.events += found
        self.position = self.position.then(apply(self.state, found))

    def reading(self, interpretation: type[R]) -> R:
        """The reading of an ambiguous rule that holds now."""
        return self.position.reading(interpretation)

    def label(self, zone: str) -> str:
        """How a zone is called."""
        return self.position.label(zone)

    def ruling(self, reading: str, plan: Any = None) -> Ruling:
        """What the check comes to."""
        if not self.ok:
            return Ruling(tuple(self.findings))
        return Ruling(tuple(self.findings), reading, tuple(self.events), plan)


def as_list(value: Any) -> list[Any]:
    """A value that may stand alone or in a list, as a list."""
    return value if isinstance(value, list) else [] if value is None else [value]


def named(position: Position, word: str) -> tuple[str, ...]:
    """The kind of unit, or the zones, that a word of an order names; else the id that it may be."""
    try:
        return (unit_type(position.book, word).id,)
    except PbemError:
        return position.game.find_places(word) or (word.strip().casefold().replace(" ", "-"),)


def own_powers(position: Position, player: str) -> frozenset[str]:
    """The nations of a player whose turn it is."""
    return frozenset(
        p.id for p in position.state.powers_of_player(player) if is_acting(position, p.id)
    )


@implements("GW-10.1-1", "GW-8.2-4")
def ready_units(position: Position, player: str, zone: str) -> tuple[Unit, ...]:
    """The units of a player in a zone, ships' holds included, that did not move in this turn."""
    own = own_powers(position, player)
    here = (*position.state.at(zone), *aboard(position.state, zone))
    return tuple(unit for unit in here if unit.owner in own and not has_moved(unit))


def named_units(
    check: Check, origin: str, said: Any, ready: Sequence[Unit] | None = None
) -> Iterator[Named]:
    """The groups of a zone that `{infantry: 3, artillery: all}`, or `all`, names.

    `all` in a sea zone means what is at sea there, not what lies in holds.
    """
    if ready is None:
        ready = ready_units(check.position, check.order.player, origin)
    ready = _commanded(check, origin, ready)
    if said == ALL:
        yield from ((unit, unit.size) for unit in ready if not is_hold(unit.at))
    yield from so_many(check, ready, said)
    if not ready and said == ALL:
        message = f"you have no units in {check.label(origin)} that can still move"
        check.complain("no-units", message, about=origin)


def _commanded(check: Check, origin: str, ready: Sequence[Unit]) -> Sequence[Unit]:
    """The units that the player commands: in a split United States those of his half (2.3)."""
    player = check.order.player
    own = [unit for unit in ready if commands(check.position, player, unit)]
    if ready and not own:
        message = f"the other half of the United States commands in {check.label(origin)}"
        check.complain("other-half", message, cite="2.3", about=origin)
    return own


def so_many(check: Check, ready: Sequence[Unit], said: Any) -> Iterator[Named]:
    """The groups that `{infantry: 3, artillery: all}` names among some units; or one by its id.

    Of units of a type those that carry something come first, unless the order loads.
    """
    for name, count in said.items() if isinstance(said, Mapping) else ():
        by_id = [unit for unit in ready if unit.id == str(name)]
        if by_id:
            yield from _of_a_kind(check, by_id, str(name), count)
            continue
        try:
            kind = unit_type(check.book, str(name))
        except PbemError as trouble:
            check.complain("unknown-unit", trouble.message, trouble.hint, about=str(name))
            continue
        of_kind = [unit for unit in ready if unit.counter == kind.id]
        if "load" not in check.order.data:
            of_kind.sort(key=lambda unit: not hold_name(unit))
        yield from _of_a_kind(check, of_kind, str(name), count)


def _of_a_kind(check: Check, groups: Sequence[Unit], name: str, count: Any) -> Iterator[Named]:
    """So many units of some groups, in order; too few is an error."""
    there = sum(group.size for group in groups)
    left = there if count == ALL else int(count)
    if not there or left > there:
        place = "place" in check.order.section
        message = f"{there} {name} {'wait to be placed' if place else 'can move'}, not {count}"
        check.complain("too-many", message, cite="11.1" if place else "8.2", about=name)
        return
    for group in groups:
        if left:
            yield group, min(left, group.size)
            left -= min(left, group.size)


def units_told(book: Book, units: Iterable[Named]) -> str:
    """`3 Infantry, 1 Artillery`."""
    totals: dict[str, int] = {}
    for unit, count in units:
        name = type_of(book, unit).name
        totals[name] = totals.get(name, 0) + count
    return ", ".join(f"{count} {name}" for name, count in totals.items())


def zones_hint(board: Board, state: State, said: str) -> str:
    """Who names a nation and means a zone is told its zones."""
    nation = said.strip().casefold().replace(" ", "-")
    zones = [board.label(zone) for zone in board.places if board.text(zone, "nation") == nation]
    if nation not in state.powers or not zones:
        return ""
    more = " …" if len(zones) > MOST_ZONES else ""
    return f"{title(nation)} is a nation; its zones are {', '.join(zones[:MOST_ZONES])}{more}"


@implements("GW-13.3-5")
def stays_home(check: Check, units: Sequence[Named], goal: str) -> bool:
    """Whether a goal is open to units: to those of an unevolved Chinese faction only at home."""
    owners = {unit.owner for unit, _ in units if is_unevolved(check.state, unit.owner)}
    if not owners:
        return True
    board = check.board
    if not why_not_go(board, goal, CoastOfChina.LAND_ONLY):
        return True
    reason = why_not_go(board, goal, check.reading(CoastOfChina))
    if reason:
        who, label = ", ".join(sorted(owners)), check.label(goal)
        check.complain("not-home", f"{label}: {reason}: {who}", cite="13.3", about=goal)
    return not reason


def one_by_one(units: Iterable[Named]) -> list[Unit]:
    """Some units, each by itself."""
    return [
        unit if unit.count is None else replace(unit, count=1)
        for unit, count in units
        for _ in range(count)
    ]
