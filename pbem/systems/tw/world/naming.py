"""Orders of The War being checked: powers of the player, and units by what is printed on them.

`{units: {6-5 INF: 2}, from: Cologne}`; `units: all`; `units: 2 6-5 INF, 8-8 ARM`. Of like units at
a place the fit and fresh ones are taken first. Decides which units of the player a word names.
Leaves what they may do to the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.data.findings import id_said
from pbem.core.data.naming import amounts
from pbem.core.data.rulebook import implements
from pbem.core.orders.checking import Check as Checking
from pbem.core.orders.checking import as_list
from pbem.core.rules.position import Position as CorePosition
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import PowerFlag, UnitMark

ALL: Final = "all"
USED: Final = (
    UnitMark.MOVED,
    UnitMark.ATTACKS,
    UnitMark.EXPLOITED,
    UnitMark.SHIFTED,
    UnitMark.SUPPORTS,
    UnitMark.HELPS,
    UnitMark.ESCORTS,
    UnitMark.RAIDS,
    UnitMark.STAGED,
)


@dataclass(slots=True)
class Check(Checking[Position]):
    """One order of The War being checked."""

    position: Position

    @implements("TW-1.1-1", "TW-1.1-2", "TW-1.1-3")
    def own_powers(self) -> tuple[str, ...]:
        """The powers that the player runs and whose player turn it is."""
        own = self.state.powers_of_player(self.order.player)
        return tuple(power.id for power in own if power.side == self.state.clock.side)

    def own_power(self, said: Any, may_be_free: bool = False, satellites: bool = False) -> str:
        """The power that an order is for: the one it names, else the only one of the player's.

        It may name a Satellite where `satellites` act by themselves, and with `may_be_free` one
        that has been invaded and makes its own effort (4.2).
        """
        own = tuple(p for p in self.own_powers() if self.position.patron(p) == p)
        if said is not None:
            power = self.power(said)
            free = may_be_free and bool(self.state.flag(power, PowerFlag.FREE_EFFORT))
            return self._among(power, self.own_powers() if free or satellites else own)
        if len(own) == 1:
            return own[0]
        if not own:
            self.complain("whose", "it is not the player turn of your powers", cite="3.11")
            return ""
        hint = ", ".join(map(self.title, own))
        self.complain("whose", "say whose effort it is", f"by: {hint}", "3.11")
        return ""

    def _among(self, power: str, own: Sequence[str]) -> str:
        """A power that an order names, if it is one of the player's."""
        if power and power not in own:
            self.complain("not-yours", f"{self.title(power)} is not yours to order now")
        return power if power in own else ""

    def own_at(self, place: str, depleted: bool = False) -> tuple[Piece, ...]:
        """The player's units at a place: those of full strength first, or the Depleted ones."""
        own = self.own_powers()
        found = [piece for piece in self.position.at(place) if piece.owner in own]
        return tuple(sorted(found, key=lambda p: (p.is_depleted is not depleted, _used(p), p.id)))

    def pieces(self, place: str, said: Any, depleted: bool = False) -> tuple[Piece, ...]:
        """The units at a place that an order names."""
        own = self.own_at(place, depleted)
        if not own:
            self.complain("no-units", f"you have no units to order in {self.label(place)}")
            return ()
        return tuple(self.named(own, said, self.label(place)))

    def named(self, own: Sequence[Piece], said: Any, where: str) -> Iterator[Piece]:
        """Those of some units that an order names: one at least, or it is wrong."""
        if _is_all(said) and own:
            yield from own
            return
        left = list(own)
        for word, many in self._counted(said):
            found = [piece for piece in left if self._is_called(piece, word)]
            wanted = len(found) if _is_all(many) else int(many)
            if not 0 < wanted <= len(found):
                self._lacks(own, word, wanted if found else 0, where)
                continue
            for piece in found[:wanted]:
                left.remove(piece)
                yield piece

    def each_once(self, pieces: Sequence[Piece]) -> None:
        """Note units that an order names in two of its rows."""
        ids = [piece.id for piece in pieces]
        for piece in pieces:
            if ids.count(piece.id) > 1:
                name = piece.counter.name
                message = f"{name} in {self.label(piece.at)} is named twice"
                self.complain("twice", message, "name those of a place in one row", about=name)

    def _lacks(self, own: Sequence[Piece], word: str, wanted: int, where: str) -> None:
        """Note that units are not there, and which are."""
        there = ", ".join(f"{n} {name}" for name, n in tally(own).items()) or "no units"
        said = f"you have not {wanted} '{word}'" if wanted else f"you have no '{word}'"
        self.complain("unknown-unit", f"{said} in {where}", f"there are {there}", about=word)

    def _is_called(self, piece: Piece, word: str) -> bool:
        """Whether a word means a unit: its id, what is printed, or its kind."""
        if piece.id == word or piece.counter in self.book.counters.find(word):
            return True
        return piece.kind in (*self.book.counters.kinds.called(word), word)

    def _counted(self, said: Any) -> Iterator[tuple[str, Any]]:
        """Words with numbers, as a mapping, a list or a text has them."""
        if isinstance(said, Mapping):
            yield from ((str(word), many) for word, many in said.items())
            return
        for text in as_list(said):
            for part in str(text).split(","):
                word = part.strip()
                if self.book.counters.find(word):
                    yield word, 1
                else:
                    yield from ((name, many or 1) for many, name in amounts(word))


def _is_all(said: Any) -> bool:
    """Whether an order says that it means all, in letters of any size."""
    return isinstance(said, str) and said.strip().lower() == ALL


def _used(piece: Piece) -> int:
    """How much a unit has done: who has done less is taken first."""
    return sum(piece.unit.marked(mark) for mark in USED)


def tally(pieces: Iterable[Piece]) -> dict[str, int]:
    """How many there are of each printed name."""
    found: dict[str, int] = {}
    for piece in pieces:
        found[piece.counter.name] = found.get(piece.counter.name, 0) + 1
    return found


def told(pieces: Iterable[Piece]) -> str:
    """Units in words: `2 6-5 INF, 8-8 ARM`."""
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in tally(pieces).items())


def named(position: CorePosition, word: str) -> tuple[str, ...]:
    """The counters or places that a word of an order names; else the id that it may be."""
    found = tuple(counter.id for counter in position.book.counters.find(word))
    return found or position.game.find_places(word) or (id_said(word),)
