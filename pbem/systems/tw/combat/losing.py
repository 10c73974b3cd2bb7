"""Units that a result takes or depletes (10.2.6, 10.3): who goes, by whose choice.

Allies lose their weakest nations first; within a nation its owner chooses, by a line of his or by
default. Decides who is lost and who is Depleted. Leaves how much to `results`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Final

from pbem.core.choices.decisions import AnswerKey, Decision, DecisionKind, Option, one_of
from pbem.core.data.charts import Number
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark
from pbem.core.record.state import Mark
from pbem.systems.tw.combat.forces import least_missed
from pbem.systems.tw.combat.results import least_excess
from pbem.systems.tw.supply.cutting import eliminated_at
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.ratings import army_rating
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import UnitMark
from pbem.systems.tw.world.west import hurt_in_france

ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
FRAIL: Final = 3  # units of so many factors cannot be Depleted

_FACTS: Final[Mapping[str, str]] = {
    "result": "the result of the table",
    "side": "whether your units attack or defend",
    "lost": "how many factors go at least, or units are Depleted",
    "factors": "the factors of all the units among which you choose",
}
_SIDES: Final = {"side": one_of(ATTACKER, DEFENDER)}
LOSE: Final = DecisionKind(
    "losses",
    "Which units are eliminated",
    "when a result takes some of several units, which you name in order; default: as few factors "
    "as will do, of units that are least missed: Depleted ones, infantry, then armor",
    "10.3.2",
    (AnswerKey("losses", "lose"),),
    _FACTS,
    values=_SIDES,
)
DEPLETE: Final = DecisionKind(
    "depletions",
    "Which units are Depleted",
    "when a result depletes some of several units; default: those that live through it, infantry "
    "before armor, the weakest first",
    "10.2.6",
    (AnswerKey("losses", "deplete"),),
    _FACTS,
    values=_SIDES,
)


@dataclass(slots=True)
class Casualties:
    """What a battle has cost so far."""

    lost: list[str] = field(default_factory=list)
    depleted: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Victims:
    """The units of one side that a result falls upon, and what each of them counts."""

    pieces: tuple[Piece, ...]
    side: str
    at: str
    result: str
    worth: Callable[[Piece], Number]


def eliminate(umpire: Umpire, pieces: Sequence[Piece], cost: Casualties) -> None:
    """Units go, whoever they are."""
    position = umpire.position
    umpire.apply(*hurt_in_france(position, pieces))
    umpire.apply(*(event for piece in pieces for event in eliminated_at(position, piece)))
    cost.lost += [piece.id for piece in pieces]


@implements("TW-10.3.4-1", "TW-10.3.2-1", "TW-GCRT-3", "TW-GCRT-11")
def lose_factors(umpire: Umpire, victims: Victims, need: Number, cost: Casualties) -> None:
    """So many factors go at least: the weakest nations first, in the last one by choice."""
    for _, nation in _by_nation(umpire.position, victims.pieces):
        whole = sum(map(victims.worth, nation))
        if need <= 0:
            return
        gone = nation if whole <= need else _chosen(umpire, victims, nation, need)
        eliminate(umpire, gone, cost)
        need -= sum(map(victims.worth, gone))


def _by_nation(position: Position, pieces: Sequence[Piece]) -> Iterator[tuple[int, list[Piece]]]:
    """Units by the rating of their nation's army, the weakest first."""
    rated: dict[int, list[Piece]] = {}
    for piece in least_missed(pieces):
        rated.setdefault(army_rating(position, piece.owner), []).append(piece)
    yield from sorted(rated.items(), reverse=True)


def _chosen(
    umpire: Umpire, victims: Victims, nation: Sequence[Piece], need: Number
) -> Sequence[Piece]:
    """The units that one nation gives up: in the order that their owner says, else as few factors
    as will do.
    """
    worth = [victims.worth(piece) for piece in nation]
    usual = [nation[number] for number in least_excess(worth, need)]
    if len(nation) == 1:
        return usual
    question = _ask(LOSE, umpire.position, victims, nation, many=ceil(need))
    asked = question("Which units are eliminated first?", (), least=0, most=len(nation))
    picks = umpire.opening([asked])[0].picks
    named = [piece for pick in picks for piece in nation if piece.id == pick]
    order = [*named, *(piece for piece in usual if piece not in named)]
    gone: list[Piece] = []
    for piece in order:
        if sum(map(victims.worth, gone)) < need:
            gone.append(piece)
    return gone


def _ask(
    kind: DecisionKind, position: Position, victims: Victims, pieces: Sequence[Piece], *, many: int
) -> Callable[..., Decision]:
    """A question to the players of some units, but for its words and limits."""
    players = dict.fromkeys(
        player for piece in pieces for player in position.powers[piece.owner].players
    )
    facts = {
        "result": victims.result,
        "side": victims.side,
        "lost": many,
        "factors": int(sum(map(victims.worth, pieces))),
    }

    def asked(words: str, usual: Sequence[Piece], **more: object) -> Decision:
        return kind.ask(
            words,
            tuple(players),
            [_option(piece) for piece in pieces],
            [piece.id for piece in usual],
            about=victims.side,
            at=victims.at,
            facts=facts,
            **more,
        )

    return asked


def _option(piece: Piece) -> Option:
    name = f"{piece.counter.name} Depleted" if piece.is_depleted else piece.counter.name
    return Option(piece.id, name, frozenset({piece.kind, piece.owner}), piece.strength)


# --- depletion -----------------------------------------------------------------------------------


@implements("TW-10.2.6-1", "TW-GCRT-10", "TW-1.2b-10")
def survives(piece: Piece) -> bool:
    """Whether a Depletion leaves a unit in play: not small ones, artillery, Depleted ones."""
    if piece.unit.marked(UnitMark.DEPLETED) or piece.kind == Kind.ART:
        return False
    return piece.strength > FRAIL


def worn(piece: Piece) -> Piece:
    """The same unit, Depleted."""
    marks = {**piece.unit.marks, UnitMark.DEPLETED: Mark(UnitMark.DEPLETED.until)}
    return replace(piece, unit=replace(piece.unit, marks=marks))


@implements("TW-1.2b-5", "TW-META-8")
def deplete(umpire: Umpire, unit: str, cost: Casualties) -> None:
    """One unit is Depleted, or eliminated where it cannot be."""
    position = umpire.position
    piece = position.piece(position.units[unit])
    if not survives(piece):
        eliminate(umpire, [piece], cost)
        return
    umpire.apply(*hurt_in_france(position, [piece]))
    umpire.apply(*set_mark(piece.unit, UnitMark.DEPLETED, Mark(UnitMark.DEPLETED.until)))
    cost.depleted.append(unit)


@implements("TW-GCRT-9", "TW-10.3.4-1")
def deplete_some(umpire: Umpire, victims: Victims, many: int, cost: Casualties) -> None:
    """So many units are Depleted, weakest nations first; more than there are hit them again."""
    left = many
    while left > 0:
        position = umpire.position
        pieces = position.still_at(victims.pieces)
        if not pieces:
            return
        for _, nation in _by_nation(position, pieces):
            hit = _depleted(umpire, victims, nation, min(left, len(nation)))
            for unit in hit:
                deplete(umpire, unit, cost)
            left -= len(hit)
            if not left:
                return


def _depleted(
    umpire: Umpire, victims: Victims, nation: Sequence[Piece], many: int
) -> tuple[str, ...]:
    """The units of one nation that are Depleted."""
    usual = sorted(nation, key=lambda p: (not survives(p), p.exploits, p.strength, p.id))[:many]
    if many == len(nation):
        return tuple(piece.id for piece in usual)
    question = _ask(DEPLETE, umpire.position, victims, nation, many=many)
    answer = umpire.decide(question("Which units are Depleted?", usual, least=many, most=many))
    return answer.picks
