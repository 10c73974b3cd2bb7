"""Which hexes a player of The War attacks, with whom, and from where.

A plan brings the units that can reach a hex beside an enemy together until the odds are good: those
who come over land first, the strongest first, no more in a hex than may stay there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pbem.core.maps.paths import reachable
from pbem.systems.tw.air.basing import BOMBERS
from pbem.systems.tw.air.flights import offensive_range, reached
from pbem.systems.tw.air.support import COLUMNS
from pbem.systems.tw.battle.forces import Attacker, odds_against
from pbem.systems.tw.move.marching import ground_for, is_cut_off, points_of
from pbem.systems.tw.world.activity import is_active
from pbem.systems.tw.world.hexes import crosses, has_river
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.stacking import counted_at, counts, limit_of
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import UnitMark

BEST: Final = 4  # 5:1
MOST_COLUMNS: Final = 2


@dataclass(frozen=True)
class Plan:
    """An attack: who goes where for it, and the aircraft that support it."""

    target: str
    attackers: tuple[Attacker, ...]
    wing: tuple[Piece, ...]
    level: int

    def movers(self) -> Iterator[Attacker]:
        """The units that must move before they attack."""
        return ((piece, place) for piece, place in self.attackers if piece.at != place)


@dataclass
class Staff:
    """What plans are made of: units that are free, where they can go, who will stand where."""

    position: Position
    units: Sequence[Piece]
    impulse: int
    mark: UnitMark  # of those who have moved
    worth: Callable[[str], object]
    least: int
    held: frozenset[str] = frozenset()  # units that stay where they are
    reach: dict[str, frozenset[str]] = field(default_factory=dict)
    stands: dict[str, dict[str, Piece]] = field(default_factory=dict)
    busy: set[str] = field(default_factory=set)

    def plans(self) -> Iterator[Plan]:
        """The attacks that are worth it, the hexes that count most first."""
        for piece in self.units:
            self.reach[piece.id] = self.reached(piece)
        targets = dict.fromkeys(
            target
            for piece in self.units
            for place in self.reach[piece.id]
            for target in self.position.board.neighbours[place]
            if self.position.enemy_ground(piece.owner, target)
            and crosses(self.position.board, place, target)
        )
        for target in sorted(targets, key=self.worth):
            plan = self.plan(target)
            if plan is not None:
                yield plan

    def reached(self, piece: Piece) -> frozenset[str]:
        """The hexes in which a unit can be as the attacks of the impulse begin."""
        here = frozenset({piece.at})
        unit = self.position.units[piece.id]
        held = piece.id in self.held
        if held or unit.marked(self.mark) or is_cut_off(piece) or not is_active(piece):
            return here
        points = points_of(self.position, piece, self.impulse)
        ground = ground_for(self.position, [piece])
        return (
            here | reachable(self.position.board.neighbours, piece.at, ground.cost, points).keys()
        )

    def plan(self, target: str) -> Plan | None:
        """The best that can be brought against a hex, if it will do; who comes is busy then."""
        wing = self.wing(target)
        columns = min(MOST_COLUMNS, sum(COLUMNS[piece.kind] for piece in wing))
        chosen: list[Attacker] = []
        odds = -9
        for piece, place in self.candidates(target):
            if odds + columns > BEST:
                break
            if self.has_room(piece, place, chosen):
                chosen.append((piece, place))
                odds = odds_against(self.position, chosen, target, self.impulse)
        if not chosen or odds < self.least - bool(columns):
            return None
        for piece, place in chosen:
            self.busy.add(piece.id)
            self.standing(piece.at).pop(piece.id, None)
            self.standing(place)[piece.id] = piece
        self.busy |= {piece.id for piece in wing}
        return Plan(target, tuple(chosen), wing, odds + columns)

    def candidates(self, target: str) -> list[Attacker]:
        """Units and the hexes from which they can attack, the best first."""
        board, found = self.position.board, []
        beside = [place for place in board.neighbours[target] if crosses(board, place, target)]
        for piece in self.units:
            if piece.id not in self.busy:
                found += [(piece, place) for place in beside if place in self.reach[piece.id]]

        def key(one: Attacker) -> tuple[object, ...]:
            piece, place = one
            wet = has_river(self.position, place, target)
            return (piece.is_depleted, -piece.strength, piece.id, wet, piece.at != place, place)

        return sorted(found, key=key)

    def standing(self, place: str) -> dict[str, Piece]:
        """Who will stand in a hex as things are planned."""
        if place not in self.stands:
            power = self.units[0].owner
            there = counted_at(self.position, power, place)
            self.stands[place] = {piece.id: piece for piece in there}
        return self.stands[place]

    def has_room(self, piece: Piece, place: str, chosen: Sequence[Attacker]) -> bool:
        """Whether a unit that is not chosen yet may stand in a hex with those who will."""
        if any(one.id == piece.id for one, _ in chosen):
            return False
        gone = {one.id for one, goal in chosen if goal != place}
        there = {key: one for key, one in self.standing(place).items() if key not in gone}
        there |= {one.id: one for one, goal in chosen if goal == place and counts(one)}
        if piece.id in there or not counts(piece):
            return True
        together = [*there.values(), piece]
        return len(together) <= limit_of(self.position, place, together)

    def wing(self, target: str) -> tuple[Piece, ...]:
        """Bombers that are free and reach a hex, as many as shift the odds."""
        found: list[Piece] = []
        for piece in self.bombers:
            columns = sum(COLUMNS[one.kind] for one in found)
            if columns >= MOST_COLUMNS or piece.id in self.busy:
                continue
            if target in self.flights[piece.id]:
                found.append(piece)
        return tuple(found)

    bombers: tuple[Piece, ...] = ()
    flights: Mapping[str, dict[str, int]] = field(default_factory=dict)

    def air(self, pieces: Sequence[Piece]) -> None:
        """The bombers that may fly in this impulse."""
        known = self.position.units
        self.bombers = tuple(
            piece
            for piece in pieces
            if piece.kind in BOMBERS
            and not piece.is_depleted
            and is_active(piece)
            and not known[piece.id].marked(UnitMark.SUPPORTS)
            and not known[piece.id].marked(UnitMark.DISPLACED)
        )
        self.flights = {
            piece.id: reached(self.position, piece, offensive_range(self.position, piece))
            for piece in self.bombers
        }
