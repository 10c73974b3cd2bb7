"""Battles at sea as a kernel (7.9, 7.9.9): odds in Fleets, modifiers, and what a die does.

Decides what one roll of some units against others comes to. Leaves who meets whom, rounds and
losses to the modules of missions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Modifier
from pbem.systems.tw.air.basing import is_aboard
from pbem.systems.tw.sea.navies import any_deck, halves_of, nationality
from pbem.systems.tw.sea.waters import is_area, is_strait
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Kind, Piece

MOST_SHIPS: Final = 4  # Fleets and CVs that count in one roll
LEAST: Final = -1  # the first row of the table, and its last
LAST: Final = 12
FACES: Final = 10
ATTACKER: Final = "A"
DEFENDER: Final = "D"
ALL_SUNK: Final = "ASunk"
SUNK: Final = "Sunk"
TOO_WEAK: Final = "1:5"  # odds worse than the first column
ODDS: Final = {  # columns, from the best: attackers to defenders
    "4:1": (4, 1), "3:1": (3, 1), "2:1": (2, 1), "3:2": (3, 2), "1:1": (1, 1),
    "2:3": (2, 3), "1:2": (1, 2), "1:3": (1, 3), "1:4": (1, 4),
}  # fmt: skip
_CELL: Final = re.compile(r"([AD])(D|Sunk)(\d?)")


class WorstOdds(Reading, id="TW-R-7.9.9-a"):
    """What becomes of attackers at odds worse than 1:4."""

    SUNK = "sunk"
    COLUMN = "column"


@dataclass(frozen=True, slots=True)
class Hits:
    """What a result does: to which side, to how many ships, and whether it sinks them."""

    side: str
    many: int
    sinks: bool


@implements("TW-7.9.9-3")
def hits_of(text: str) -> Hits:
    """What a cell says: `AD`, `DSunk2`."""
    match = _CELL.fullmatch(text)
    if match is None:
        raise ValueError(f"'{text}' is no result of a battle at sea")
    side, kind, many = match.groups()
    return Hits(side, int(many or 1), kind == SUNK)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waters:
    """Units of both sides at sea; the attackers are those whose player turn it is.

    `cargo` and `supply` tell which side carries something; `doubled` is how often the aircraft of
    the attacker count, who have surprised their targets; `first` whether these are the first that
    a power sends from carriers; `extra` what else is added to the die.
    """

    position: Position
    area: str
    attackers: tuple[Piece, ...]
    defenders: tuple[Piece, ...]
    cargo: str = ""
    supply: str = ""
    doubled: int = 1
    first: bool = False
    extra: int = 0

    @property
    def in_strait(self) -> bool:
        return is_area(self.area) and is_strait(self.position.board, self.area)

    @property
    def contested(self) -> bool:
        return bool(self.attackers) and bool(self.defenders)

    @property
    @implements("TW-7.9-2", "TW-7.9.5-4", "TW-7.9.3-3")
    def halves(self) -> tuple[int, int]:
        """What both sides count, in halves of a Fleet."""
        return self._halves(self.attackers, self.doubled), self._halves(self.defenders, 1)

    def _halves(self, pieces: Sequence[Piece], times: int) -> int:
        ships = (halves_of(self.position, p, self.in_strait) for p in pieces if p.is_naval)
        best = sorted(ships, reverse=True)[:MOST_SHIPS]
        air = sum(halves_of(self.position, p, self.in_strait) for p in pieces if p.is_air)
        return sum(best) + _whole(air * times)

    @property
    def column(self) -> str:
        """The column of the odds, rounded in favour of the defender."""
        return column_of(*self.halves)

    def cell(self, die: int) -> str:
        """What a die comes to, with its modifiers."""
        column = self.column
        if column == TOO_WEAK:
            if self.position.reading(WorstOdds) is WorstOdds.SUNK:
                return ALL_SUNK
            column = "1:4"
        row = min(LAST, max(LEAST, die + sum(one.value for one in modifiers_of(self))))
        return self.position.book.chart("naval-combat").at(str(row), column).text

    @property
    def is_hopeless(self) -> bool:
        """Whether all attackers are sunk without a roll."""
        worst = self.column == TOO_WEAK
        return worst and self.position.reading(WorstOdds) is WorstOdds.SUNK

    def faces(self) -> tuple[int, int]:
        """Of the ten faces of the die: how many hurt the defender, how many the attacker."""
        if not self.contested:
            return 0, 0
        cells = [self.cell(die) for die in range(1, FACES + 1)]
        hurt = sum(cell.startswith(DEFENDER) for cell in cells)
        return hurt, FACES - hurt

    def of(self, attackers: Iterable[Piece], defenders: Iterable[Piece]) -> Waters:
        """The same battle between some of its units."""
        return replace(self, attackers=tuple(attackers), defenders=tuple(defenders))


def _whole(halves: int) -> int:
    """Halves of a Fleet rounded down to whole ones: fighters count so."""
    return halves - halves % 2


@implements("TW-7.9.9-2")
def column_of(attack: int, defence: int) -> str:
    """The column of some odds: the best that the attackers reach."""
    if not defence:
        return "4:1"
    return next((name for name, (a, d) in ODDS.items() if attack * d >= defence * a), TOO_WEAK)


@implements("TW-7.9.9-1", "TW-7.11.1-2", "TW-7.9.3-4", "TW-11.7.3-1")
def modifiers_of(waters: Waters) -> tuple[Modifier, ...]:
    """What is added to the die of a roll."""
    position, sides = waters.position, (waters.attackers, waters.defenders)
    chart = position.book.chart("naval-modifiers")
    decks = [_has_carrier_air(position, one) for one in sides]
    alone = [_carriers_alone(waters, one) for one in sides]
    found = [Modifier("nationality", nationality(position, *sides))]
    for row, ours, theirs in (
        ("carrier", decks[0], decks[1]),
        ("carriers-alone", alone[0], alone[1]),
        ("cargo", waters.cargo == ATTACKER, waters.cargo == DEFENDER),
        ("supply", waters.supply == ATTACKER, waters.supply == DEFENDER),
        ("first-strike", waters.first, False),
    ):
        value = int(chart.at(row, "modifier", "die").number)
        found.append(Modifier(row, (ours - theirs) * value))
    found.append(Modifier("mers-el-kebir", waters.extra))
    return tuple(one for one in found if one.value)


def _has_carrier_air(position: Position, pieces: Sequence[Piece]) -> bool:
    """Whether a force has whole aircraft of a carrier, on its deck or in the air."""
    flying = (p for p in pieces if not p.is_depleted and is_aboard(position, p))
    return any(flying) or any_deck(position, pieces)


def _carriers_alone(waters: Waters, pieces: Sequence[Piece]) -> bool:
    """Whether a force is nothing but carriers without whole aircraft."""
    carriers = bool(pieces) and all(piece.kind == Kind.CV for piece in pieces)
    return carriers and not any_deck(waters.position, pieces)
