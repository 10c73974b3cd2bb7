"""Air combat as a kernel (11.9, 11.11): ratings, odds, modifiers, and what a die does.

Decides what a round of some aircraft against others comes to. Leaves who flies and who is lost to
the modules of missions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.system import Modifier
from pbem.systems.tw.air.surprise import factors_of, surprises_in_the_air
from pbem.systems.tw.supply.lines import NONE, supply_of
from pbem.systems.tw.world.geography import Land
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.ratings import FOURTH, THIRD, governing
from pbem.systems.tw.world.units import JET, Kind, Piece
from pbem.systems.tw.world.vocabulary import PowerCount, PowerName, UnitMark

ATTACKER: Final = "A"
DEFENDER: Final = "D"
MISS: Final = "Miss"
LEAST: Final = -1  # the first row of the table, and its last
LAST: Final = 12
FACES: Final = 10
BEST: Final = 4  # 4:1, and 1:4
_CELL: Final = re.compile(r"([AD])([DE])(\d?)")


@dataclass(frozen=True, slots=True)
class Hits:
    """What a result does: to whom, to how many, and whether it eliminates them."""

    side: str
    many: int
    kills: bool


@implements("TW-11.9-1")
def hits_of(text: str, times: int = 1) -> Hits | None:
    """What a cell says: `AD`, `DE2`; nothing for a miss."""
    match = _CELL.fullmatch(text)
    if match is None:
        return None
    side, kind, many = match.groups()
    return Hits(side, int(many or 1) * times, kind == "E")


@implements(
    "TW-11.11-1",
    "TW-11.11.4-1",
    "TW-11.4.2-1",
    "TW-1.2b-6",
    "TW-12.2.3-1",
    "TW-2.6-NAC-1",
    "TW-15.1.3.1-3",
)
def air_rating_of(position: Position, piece: Piece) -> int:
    """The rating of an aircraft: its air force's; Fourth-Rate if Depleted, and of NAC, Third-Rate
    at best with a limited source of supply alone.
    """
    if piece.is_depleted or piece.kind == Kind.NAC:
        return FOURTH
    rating = air_force_rating(position, piece.owner)
    return max(THIRD, rating) if piece.unit.marked(UnitMark.LIMITED) else rating


@implements("TW-11.11-1")
def air_force_rating(position: Position, power: str) -> int:
    """The rating of an air force: what the chart says, or what it has risen to."""
    ratings = position.book.chart("air-modifiers")
    risen = position.state.counter(power, PowerCount.AIR)
    if risen or power not in ratings.table("rating").rows.names:
        return risen or THIRD
    return int(ratings.at(power, "rating", "rating").number)


@implements("TW-11.11.5-1", "TW-12.6.3-2")
def air_rating_in_battle(
    position: Position, pieces: Iterable[Piece], *, leaves: bool = False
) -> int:
    """The rating of a force: that of half of its aircraft or more. Who `leaves` a base without
    supply is Fourth-Rate.
    """
    ratings = (
        FOURTH if leaves and supply_of(position, piece) == NONE else air_rating_of(position, piece)
        for piece in pieces
    )
    return governing(position, ((rating, 1) for rating in ratings))


@implements("TW-11.9-1")
def air_column(attack: int, defence: int) -> str:
    """The column of some odds, rounded in favour of the defender: 13 to 4 is 3:1."""
    if attack < defence:
        return f"1:{min(BEST, -(-defence // attack))}"
    if 2 * defence > attack and 2 * attack >= 3 * defence:
        return "3:2"
    return f"{min(BEST, attack // defence)}:1"


@dataclass(frozen=True, slots=True)
class Skies:
    """Aircraft of both sides over a hex; the attackers are those whose player turn it is."""

    position: Position
    place: str
    attackers: tuple[Piece, ...]
    defenders: tuple[Piece, ...]
    grounded: bool = False  # the defenders stand on their base and are bombed there
    prey: bool = False  # parachutists fly with the attackers, or alone
    way: frozenset[str] = frozenset()  # hexes that the attackers cross, where they may be met
    transfer: bool = False  # they change their base and attack nobody
    strike: bool = False  # they attack ships in the port
    raid: bool = False  # they attack the aircraft that are based in the hex
    area: str = ""  # the sea area of the carriers from which some of them come

    @property
    def contested(self) -> bool:
        return bool(self.attackers) and bool(self.defenders)

    @property
    def factors(self) -> tuple[int, int]:
        attack = factors_of(self.position, self.attackers, self.defenders)
        return attack, factors_of(self.position, self.defenders, self.attackers)

    @property
    def column(self) -> str:
        column = air_column(*self.factors)
        columns = self.position.book.chart("air-combat").table().columns.names
        at = columns.index(column) + self.grounded
        return columns[min(at, len(columns) - 1)]

    def cell(self, row: int) -> str:
        """What a modified die says."""
        chart = self.position.book.chart("air-combat")
        return chart.at(min(LAST, max(LEAST, row)), self.column).text

    def faces(self) -> tuple[int, int]:
        """Of the ten faces of the die: how many hurt the defender, how many the attacker; none
        where one side is not there.
        """
        cells = self._cells() if self.contested else []
        hurt = sum(cell.startswith(DEFENDER) for cell in cells)
        return hurt, len(cells) - hurt

    def _cells(self) -> list[str]:
        """What each face of the die says."""
        added = sum(one.value for one in modifiers_of(self))
        return [self.cell(die + added) for die in range(1, FACES + 1)]


@implements("TW-11.9-1", "TW-11.11-1", "TW-2.6-MDM-3")
def modifiers_of(skies: Skies) -> tuple[Modifier, ...]:
    """What is added to the die of a round."""
    position = skies.position
    chart = position.book.chart("air-modifiers")
    mine = air_rating_in_battle(position, skies.attackers, leaves=skies.transfer)
    theirs = air_rating_in_battle(position, skies.defenders)
    nationality = int(chart.at(str(theirs), str(mine), "nationality").number)
    bombers = _has_bombers(skies.attackers) - _has_bombers(skies.defenders)
    fighters = _fighters(skies.defenders) - _fighters(skies.attackers)
    jets = _jets(skies.defenders) - _jets(skies.attackers)
    german = any(piece.owner == PowerName.GERMANY for piece in skies.attackers)
    over = german and position.board.country(skies.place) == Land.UNITED_KINGDOM
    found = [Modifier("nationality", nationality)]
    surprise = surprises_in_the_air(position, skies.attackers, skies.defenders)
    rows = (("bombers", bombers), ("fighter", fighters), ("jet-fighter", jets))
    more = (("britain", int(over)), *(((surprise, 1),) if surprise else ()))
    for row, many in (*rows, *more):
        found.append(Modifier(row, many * int(chart.at(row, "modifier", "die").number)))
    return tuple(one for one in found if one.value)


def _has_bombers(pieces: Iterable[Piece]) -> int:
    return int(any(piece.kind != Kind.FTR for piece in pieces))


def _fighters(pieces: Iterable[Piece]) -> int:
    return sum(piece.kind == Kind.FTR and not piece.counter.is_a(JET) for piece in pieces)


@implements("TW-11.13-2", "TW-2.6-FTR-2")
def _jets(pieces: Iterable[Piece]) -> int:
    return sum(piece.kind == Kind.FTR and piece.counter.is_a(JET) for piece in pieces)
