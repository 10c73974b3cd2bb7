"""What all orders to move have in common: places, units by type and number, whose they are.

`{units: {infantry: 3, artillery: all}, from: Picardy, to: Paris}` names units of a zone; aircraft
and cargo that are aboard ships of a sea zone are named from that zone too.

Decides: which units an order names, which of them are ships, whether its player commands them, and
where a Chinese faction stays before it evolves (13.3).
Leaves to `moves`, `rail`, `crossings` and `sea_movement`: where others may go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pbem.core.data.findings import id_said, suggest
from pbem.core.data.naming import amounts
from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.orders.checking import Check as Checking
from pbem.core.orders.checking import as_list
from pbem.core.record.state import State, Unit
from pbem.core.rules.book import Book
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.cargo import aboard, hold_name, is_bulky, is_hold
from pbem.systems.gw.world.duties import RAIDS
from pbem.systems.gw.world.halves import commands
from pbem.systems.gw.world.movement import has_moved, towed
from pbem.systems.gw.world.nations import home_of, is_acting, is_sea, is_unevolved
from pbem.systems.gw.world.options import kind_in_play
from pbem.systems.gw.world.units import (
    CLASSES,
    Group,
    also_called,
    catalogue,
    kinds_called,
    type_of,
)
from pbem.systems.gw.world.vocabulary import Nation, title


class CoastOfChina(Reading, id="GW-R-13.3-c"):
    """Whether an unevolved faction's ships and aircraft may go to the sea before its coast."""

    COASTAL_SEAS = "coastal-seas"
    LAND_ONLY = "land-only"


ALL: Final = "all"
RAILROAD: Final = "railroad"
MOST_ZONES: Final = 8  # that a hint names


class Check(Checking[Position]):
    """One order of Global War being checked."""

    POWER = "nation"

    @implements("GW-1.1-1")
    def place(self, name: Any) -> str:
        """The zone that a word means; nothing if it means none."""
        return super().place(name)

    def nation(self) -> str:
        """The nation that the order names; nothing if it names none."""
        data = self.order.data
        return self.power(data["nation"]) if "nation" in data else ""

    def facility(self, said: Any) -> str:
        """The kind of works that a word means; an id of its own where it means none."""
        known = self.book.chart("facilities").table("facilities").rows.names
        return self.meant(said, (*known, RAILROAD))

    def kind(self, said: Any, among: Iterable[Unit]) -> str:
        """The kind of unit that a word means; of several the one that is there, if only one is."""
        kinds = kinds_called(self.book, str(said))
        there = {unit.counter for unit in among}
        found = [kind for kind in kinds if kind.id in there]
        found = found if len(found) == 1 else list(kinds)
        if len(found) > 1:
            self.unclear(said, [kind.name for kind in found])
        return found[0].id if found else id_said(said)

    def hint_of_places(self, name: str) -> str:
        """The zones that a player may have meant by a word."""
        return zones_hint(self.board, self.state, name)


def named(position: Position, word: str) -> tuple[str, ...]:
    """The kind of unit, or the zones, that a word of an order names; else the id that it may be."""
    book, game = position.book, position.game
    kinds = tuple(counter.id for counter in book.counters.find(word)) or game.find_places(word)
    return kinds or tuple(kind.id for kind in kinds_called(book, word)) or (id_said(word),)


def own_powers(position: Position, player: str) -> frozenset[str]:
    """The nations of a player whose turn it is."""
    return frozenset(
        p.id for p in position.state.powers_of_player(player) if is_acting(position, p.id)
    )


@implements("GW-10.1-1", "GW-8.2-4", "GW-8.4-7")
def ready_units(position: Position, player: str, zone: str) -> tuple[Unit, ...]:
    """The units of a player in a zone, ships' holds included, that did not move in this turn."""
    own = own_powers(position, player)
    here = (*position.state.at(zone), *aboard(position.state, zone))
    return tuple(unit for unit in here if unit.owner in own and not has_moved(unit))


def named_units(
    check: Check, origin: str, said: Any, ready: Sequence[Unit] | None = None
) -> Iterator[Group]:
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
    if not check.options.split_united_states:
        return ready
    player = check.order.player
    own = [unit for unit in ready if commands(check.position, player, unit)]
    if ready and not own:
        message = f"the other half of the United States commands in {check.label(origin)}"
        check.complain("other-half", message, cite="2.3", about=origin)
    return own


def so_many(check: Check, ready: Sequence[Unit], said: Any) -> Iterator[Group]:
    """The groups that `{infantry: 3, artillery: all}` names among some units; or one by its id."""
    taken: dict[str, int] = {}
    for name, count in counted(check, said):
        groups = [unit for unit in ready if unit.id == name] or _in_class(check, ready, name, count)
        if not groups and check.ok:
            kind = check.kind(name, ready)
            if kind not in catalogue(check.book):
                hint = suggest(kind, catalogue(check.book))
                check.complain("unknown-unit", f"no unit type is called '{name}'", hint, about=name)
            groups = _of_kind(check, ready, kind)
        if check.ok:
            _take(check, groups, (name, count), taken)
    groups_by_id = {unit.id: unit for unit in ready}
    yield from ((groups_by_id[name], count) for name, count in taken.items())


def _in_class(check: Check, ready: Sequence[Unit], name: str, count: Any) -> list[Unit]:
    """The units that `all aircraft`, or `2 bombers` where all of them are of one kind, names.

    A word that means one kind by itself means that, unless it is to be all of a class.
    """
    fits = CLASSES.get(name.strip().casefold().replace(" ", "-"))
    if fits is None or (count != ALL and len(check.book.counters.find(name)) == 1):
        return []
    found = [unit for unit in ready if fits(type_of(check.book, unit))]
    kinds = list(dict.fromkeys(type_of(check.book, unit).name for unit in found))
    if count != ALL and count != sum(unit.size for unit in found) and len(kinds) > 1:
        check.unclear(name, kinds)
    if not found:
        check.complain("too-many", f"no {name} there can move", cite="8.2", about=name)
    return found


@implements("GW-15.9-1")
def _of_kind(check: Check, ready: Sequence[Unit], kind: str) -> list[Unit]:
    """The groups of a type among some; where no modern fighters are, early ones are called so.

    Before play they stand as set up, and are called what they will be in it (1.8).
    Those that carry something come first, unless the order loads; so do, in a combat move that
    ends no raid, aircraft aboard before those on patrol, which fly nowhere else (10.3).
    """
    game, data = check.position.game, check.order.data
    kinds, kind = {unit.counter for unit in ready}, kind_in_play(game, kind)
    found = [
        unit
        for unit in ready
        if kind in (kind_in_play(game, unit.counter), *also_called(unit.counter, kinds))
    ]
    if check.order.section == "combat_moves" and data.get("as") not in RAIDS:
        found.sort(key=lambda unit: not is_hold(unit.at))
    return found if "load" in data else sorted(found, key=lambda unit: not hold_name(unit))


def counted(check: Check, said: Any) -> Iterator[tuple[str, Any]]:
    """Names and numbers: `{infantry: 3}`, or the same as a text, `3 infantry, all artillery`."""
    if isinstance(said, Mapping):
        yield from ((str(name), count) for name, count in said.items())
        return
    for text in map(str, as_list(said)) if said != ALL else ():
        for count, name in amounts(text):
            if count and name:
                yield name, ALL if count.casefold() == ALL else int(count)
            else:
                hint = f"write 2 {name}, or all {name}" if name else "write 3 infantry, 1 artillery"
                check.complain("how-many", f"'{text}' does not say how many of what", hint)


def _take(
    check: Check, groups: Sequence[Unit], wanted: tuple[str, Any], taken: dict[str, int]
) -> None:
    """So many units of some groups, in order, of those not `taken` before; too few is an error."""
    name, count = wanted
    there = sum(group.size for group in groups)
    before = sum(taken.get(group.id, 0) for group in groups)
    left = there - before if count == ALL else int(count)
    if not there - before or left > there - before:
        place = "place" in check.order.section
        message = f"{there} {name} {'wait to be placed' if place else 'can move'}, not {count}"
        message += f"; {before} of them are named already" if before else ""
        code = "named-twice" if before else "too-many"
        check.complain(code, message, cite="11.1" if place else "8.2", about=name)
        return
    for group in groups:
        many = min(left, group.size - taken.get(group.id, 0))
        if many:
            taken[group.id] = taken.get(group.id, 0) + many
            left -= many


def bulky_first(
    position: Position, carriers: Iterable[Unit], cargo: Iterable[Group]
) -> list[Group]:
    """Some groups in the order in which they go aboard, so that all fits that can fit (12.2)."""
    kinds = [type_of(position.book, carrier) for carrier in carriers]

    def is_common(named: Group) -> bool:
        kind = type_of(position.book, named[0])
        return not any(is_bulky(position.book, carrier, kind) for carrier in kinds)

    return sorted(cargo, key=is_common)


def units_told(book: Book, units: Iterable[Group]) -> str:
    """`3 Infantry, 1 Artillery`."""
    totals: dict[str, int] = {}
    for unit, count in units:
        name = type_of(book, unit).name
        totals[name] = totals.get(name, 0) + count
    return ", ".join(f"{count} {name}" for name, count in totals.items())


def zones_hint(board: Board, state: State, said: str) -> str:
    """Who names a nation and means a zone is told its zones."""
    nation = id_said(said)
    zones = [board.label(zone) for zone in board.places if board.text(zone, "nation") == nation]
    if nation not in state.powers or not zones:
        return ""
    more = " …" if len(zones) > MOST_ZONES else ""
    return f"{title(nation)} is a nation; its zones are {', '.join(zones[:MOST_ZONES])}{more}"


@implements("GW-13.3-5")
def why_not_go(board: Board, zone: str, reading: str) -> str:
    """Why units of an unevolved faction may not move to a zone; nothing if they may (13.3).

    They stay in the Chinese Home Country; by the reading they may go off its coast.
    """
    if home_of(board, zone) == Nation.CHINA:
        return ""
    coasts = (home_of(board, other) == Nation.CHINA for other in board.neighbours[zone])
    if reading == CoastOfChina.COASTAL_SEAS and is_sea(board, zone) and any(coasts):
        return ""
    return "outside the Chinese Home Country, before the faction has evolved"


@implements("GW-13.3-5")
def stays_home(check: Check, units: Sequence[Group], goal: str) -> bool:
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


def one_by_one(units: Iterable[Group]) -> list[Unit]:
    """Some units, each by itself."""
    return [
        unit if unit.count is None else replace(unit, count=1)
        for unit, count in units
        for _ in range(count)
    ]


@dataclass(frozen=True, slots=True)
class Trip:
    """What an order asks for: some units from one zone to another; in combat movement or after.

    `task`: what a combat move sends them to do beside a battle for the goal.
    """

    units: tuple[Group, ...]
    origin: str
    goal: str
    via: tuple[str, ...] = ()
    land: str = ""
    combat: bool = False
    task: str = ""

    def ships(self, check: Check) -> list[Group]:
        """The ships and submarines."""
        return [named for named in self.units if type_of(check.book, named[0]).is_naval]

    def others(self, check: Check) -> Iterator[Group]:
        """The land units and aircraft, as long as nothing is wrong."""
        for named in self.units:
            if check.ok and not type_of(check.book, named[0]).is_naval:
                yield named

    def tractors(self, check: Check) -> int:
        """How many guns can be towed."""
        return towed((type_of(check.book, unit), count) for unit, count in self.units)
