"""Convoy lines: their courses, whom they feed, when closed, what is left (1.6, 9.11, 15.2).

What a nation has lost on a line in this calendar turn is its counter `raided:LINE`; the track
`raids:LINE` counts the raids on it. Both are cleared when the next calendar turn begins.

Decides: what every nation can still lose on a line.
Leaves to `combat`: who raids, and how much is lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_power, set_track
from pbem.core.record.state import State
from pbem.core.rules.book import Book, once
from pbem.core.rules.position import Position
from pbem.systems.gw.world.nations import at_war, has_surrendered
from pbem.systems.gw.world.vocabulary import PowerCount, TrackName

OPEN: Final = "open"
MEDITERRANEAN: Final = "mediterranean"
BRITAIN: Final = "great-britain"
GATES: Final = ("eastern-egypt", "gibraltar")


@dataclass(frozen=True, slots=True)
class Line:
    """A convoy line: its ends on land, the sea zones it crosses, what nations can lose on it."""

    id: str
    title: str
    ends: tuple[str, ...]
    course: tuple[str, ...]
    shares: Mapping[str, int]


@once
def lines(book: Book) -> Mapping[str, Line]:
    """Every convoy line, by id (1.6)."""
    return {row: _line(book, row) for row in book.chart("convoy-lines").table("lines").rows.names}


def _line(book: Book, row: str) -> Line:
    table = book.chart("convoy-lines")

    def text(column: str) -> str:
        return table.at(row, column, "lines").text

    ends = tuple(end for end in (text("from"), text("to")) if end != OPEN)
    nations = table.table("shares").columns.names
    shares = {nation: int(table.at(row, nation, "shares").number) for nation in nations}
    course = tuple(f"sea:{zone}" for zone in text("course").split())
    return Line(row, text("title"), ends, course, {n: ipps for n, ipps in shares.items() if ipps})


@implements("GW-1.6-1", "GW-9.11-1", "GW-1.15-15")
def lines_in(book: Book, sea: str) -> tuple[Line, ...]:
    """The convoy lines that cross a sea zone."""
    return tuple(line for line in lines(book).values() if sea in line.course)


@implements("GW-9.11-3")
def is_closed(state: State, line: Line, power: str) -> bool:
    """Whether a line is closed for a nation: an Enemy possesses one of its ends (9.11)."""
    return any(at_war(state, power, state.holder(end)) for end in line.ends)


@implements("GW-15.2-1", "GW-9.11-1")
def share(position: Position, line: Line, power: str) -> int:
    """What a nation can lose on a line in a calendar turn (9.11).

    Under option 15.2 the British convoys of the Mediterranean go round Africa once an Enemy
    possesses Eastern Egypt or Gibraltar.
    """
    printed = line.shares.get(power, 0)
    if power != BRITAIN or not goes_round_africa(position):
        return printed
    if line.id == MEDITERRANEAN:
        return 0
    rerouted = position.book.chart("convoy-lines").table("rerouted")
    if line.id not in rerouted.rows.names:
        return printed
    return printed + int(position.book.chart("convoy-lines").at(line.id, "ipps", "rerouted").number)


def goes_round_africa(position: Position) -> bool:
    """Whether the British convoys of the Mediterranean are re-routed now (15.2)."""
    return position.options.suez_reroute and any(
        at_war(position.state, BRITAIN, position.holder(gate)) for gate in GATES
    )


@implements("GW-9.11-9")
def left_on(position: Position, line: Line, power: str) -> int:
    """What a nation can still lose on a line in this calendar turn; nothing on a closed one.

    Nor does a nation that has surrendered: it has no income to lose (9.22).
    """
    state = position.state
    if power not in state.powers or has_surrendered(state, power) or is_closed(state, line, power):
        return 0
    lost = state.counter(power, PowerCount.RAIDED.of(line.id))
    return max(0, share(position, line, power) - lost)


@implements("GW-9.11-3", "GW-9.11-6")
def to_be_raided(position: Position, sea: str, raider: str) -> dict[str, dict[str, int]]:
    """Whom a nation can raid in a sea zone: what each Enemy can still lose there, by line."""
    found: dict[str, dict[str, int]] = {}
    for line in lines_in(position.book, sea):
        for nation in line.shares:
            left = left_on(position, line, nation) if at_war(position.state, raider, nation) else 0
            if left:
                found.setdefault(nation, {})[line.id] = left
    return found


def was_raided(state: State, line: str) -> bool:
    """Whether a line was raided in this calendar turn, with or without a loss (table 4-4)."""
    return bool(state.track(TrackName.RAIDS.of(line)))


@implements("GW-9.11-9")
def clear_raid_damage(umpire: Umpire) -> None:
    """The damage of raids comes off as a calendar turn begins (9.11)."""
    state = umpire.state
    for power in state.powers.values():
        for line in sorted(PowerCount.RAIDED.among(power.counters)):
            name = PowerCount.RAIDED.of(line)
            umpire.apply(*set_power(state, power.id, "counter", name, None))
    for line in sorted(TrackName.RAIDS.among(state.tracks)):
        umpire.apply(*set_track(state, TrackName.RAIDS.of(line), None))
