"""Orders of A World at War being checked: units by what is printed on them, at a place.

`{units: {inf 3-3: 2, armor: all}, from: Breslau}`; `units: all`; `units: 2 inf 3-3, armor`.
Decides which units of the player a word names. Leaves what they may do to the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.data.findings import id_said
from pbem.core.data.naming import amounts
from pbem.core.orders.checking import Check as Checking
from pbem.core.rules.position import Position as CorePosition
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.units import Piece

ALL: Final = "all"
Group = tuple[Piece, int]  # a unit or group, and how many of it


@dataclass(slots=True)
class Check(Checking[Position]):
    """One order of A World at War being checked."""

    position: Position

    def own_powers(self) -> frozenset[str]:
        """The powers that the player runs."""
        return frozenset(p.id for p in self.state.powers_of_player(self.order.player))

    def own_at(self, place: str) -> tuple[Piece, ...]:
        """The player's units at a place."""
        own = self.own_powers()
        return tuple(piece for piece in self.position.at(place) if piece.owner in own)

    def refuse_keys(self, keys: Iterable[str], hint: str) -> None:
        """Complain of keys that say nothing in an order of this form."""
        for key in keys:
            if key in self.order.data:
                self.complain("unused", f"'{key}' says nothing here", hint, about=key)

    def groups(
        self, place: str, said: Any, taken: dict[str, int] | None = None
    ) -> tuple[Group, ...]:
        """The units at a place that an order names; `taken` counts what it has named before."""
        own = self.own_at(place)
        if not own:
            self.complain("no-units", f"you have no units in {self._called_place(place)}")
            return ()
        taken = {} if taken is None else taken
        if said == ALL:
            return tuple(self._taken(own, ALL, ALL, taken))
        return tuple(self._named(own, said, place, taken))

    def _called_place(self, place: str) -> str:
        return self.label(place) if place in self.board else "the force pool"

    def _named(
        self, own: Sequence[Piece], said: Any, place: str, taken: dict[str, int]
    ) -> Iterator[Group]:
        for word, many in _counted(said):
            found = self._of_the_power(self._called(own, word))
            if not found:
                there = ", ".join(f"{piece.size} {piece.counter.name}" for piece in own)
                message = f"you have no '{word}' in {self._called_place(place)}"
                self.complain("unknown-unit", message, f"there are {there}", about=word)
            yield from self._taken(found, word, many, taken)

    def _of_the_power(self, found: list[Piece]) -> list[Piece]:
        """Of units that are printed alike those of the power's own nation, if there are any."""
        game = self.position.game
        own = [piece for piece in found if game.nationality(piece.unit) == piece.owner]
        return own if own and len({piece.counter.name for piece in found}) == 1 else found

    def _called(self, own: Sequence[Piece], word: str) -> list[Piece]:
        """The units that a word names: by id, by what is printed, else by kind."""
        by_id = [piece for piece in own if piece.id == word]
        if by_id:
            return by_id
        names = {counter.id for counter in self.book.counters.find(word)}
        found = [piece for piece in own if piece.counter.id in names]
        kinds = set(self.book.counters.kinds.called(word)) | {word}
        return found or [piece for piece in own if piece.kind in kinds]

    def _taken(
        self, found: Sequence[Piece], word: str, many: Any, taken: dict[str, int]
    ) -> Iterator[Group]:
        """So many of the units that a word names, one group after the other."""
        kinds = {piece.counter.id for piece in found}
        if many != ALL and len(kinds) > 1:
            self.unclear(word, sorted(piece.counter.name for piece in found))
            return
        there = sum(piece.size for piece in found)
        left = wanted = there if many == ALL else int(many)
        for piece in found:
            part = max(0, min(piece.size - taken.get(piece.id, 0), left))
            taken[piece.id] = taken.get(piece.id, 0) + part
            left -= part
            yield from [(piece, part)] * bool(part)
        self._complain_of_too_few(found, word, wanted > there, left > 0)

    def _complain_of_too_few(
        self, found: Sequence[Piece], word: str, too_many: bool, twice: bool
    ) -> None:
        there = sum(piece.size for piece in found)
        if found and too_many:
            message = f"there are not so many '{word}': {there}"
            self.complain("too-many", message, about=word)
        elif found and twice:
            message = f"'{word}' names units that this order has named before"
            self.complain("named-twice", message, "name each once", about=word)


def _counted(said: Any) -> Iterator[tuple[str, Any]]:
    """Words with numbers, as a mapping, a list or a text has them."""
    if isinstance(said, Mapping):
        yield from ((str(word), many) for word, many in said.items())
        return
    for text in said if isinstance(said, list) else [said]:
        yield from ((word, many or 1) for many, word in amounts(str(text)))


def named(position: CorePosition, word: str) -> tuple[str, ...]:
    """The counters or places that a word of an order names; else the id that it may be."""
    found = tuple(counter.id for counter in position.book.counters.find(word))
    return found or position.game.find_places(word) or (id_said(word),)


def told(groups: Iterable[Group]) -> str:
    """Units in words: `2 infantry 3-3, Hood`."""
    return ", ".join(
        piece.counter.name if piece.unit.count is None else f"{many} {piece.counter.name}"
        for piece, many in groups
    )


def part_factors(piece: Piece, many: int) -> int:
    """The factors of a part of a group."""
    return piece.factors * many // piece.size
