"""Aircraft that air combat or flak hits (11.9, 11.11.5): who, by whose choice.

Decides who is lost and who is Depleted. Leaves how many to the tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark
from pbem.core.record.state import Mark
from pbem.core.rules.readings import Reading
from pbem.systems.tw.air.skies import Hits, air_rating_of
from pbem.systems.tw.supply.cutting import eliminated
from pbem.systems.tw.world.position import Umpire
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import UnitMark
from pbem.systems.tw.world.west import hurt_in_france


class WhoIsHit(Reading, id="TW-R-11.9-a"):
    """Whom a player may choose as he suffers losses in the air."""

    WEAKEST = "weakest"
    ANYBODY = "anybody"


HIT: Final = DecisionKind(
    "air-losses",
    "Which aircraft are hit",
    "when a result hits some of several aircraft of yours of one rating; default: bombers before "
    "fighters, the weakest first",
    "11.9",
    (AnswerKey("flights", "lose"),),
    {"result": "the result of the table", "many": "how many are hit"},
)


@dataclass(slots=True)
class AirLosses:
    """What a round has cost."""

    lost: list[str] = field(default_factory=list)
    depleted: list[str] = field(default_factory=list)


@implements("TW-11.9-1", "TW-11.11.5-1")
def suffer(
    umpire: Umpire, pieces: Sequence[Piece], hits: Hits, *, result: str, at: str
) -> AirLosses:
    """So many aircraft are Depleted or eliminated, of the weakest rating first."""
    cost = AirLosses()
    left = min(hits.many, len(pieces))
    for number, group in enumerate(_groups(umpire, pieces)):
        if not left:
            break
        hit = _chosen(umpire, group, min(left, len(group)), Occasion(result, at, number))
        umpire.apply(*hurt_in_france(umpire.position, hit, at))
        for piece in hit:
            _hit(umpire, piece, hits.kills, cost)
        left -= len(hit)
    return cost


@dataclass(frozen=True, slots=True)
class Occasion:
    """When a player is asked whom a result hits."""

    result: str
    at: str
    number: int


def _groups(umpire: Umpire, pieces: Sequence[Piece]) -> Iterable[list[Piece]]:
    """Aircraft among which their players choose: of one rating, the weakest first."""
    if umpire.reading(WhoIsHit) is WhoIsHit.ANYBODY:
        return [list(pieces)]
    position = umpire.position
    rated: dict[int, list[Piece]] = {}
    for piece in pieces:
        rated.setdefault(air_rating_of(position, piece), []).append(piece)
    return [rated[rating] for rating in sorted(rated, reverse=True)]


def _chosen(
    umpire: Umpire, group: Sequence[Piece], many: int, occasion: Occasion
) -> Sequence[Piece]:
    """Whom the players of one group let go."""
    usual = sorted(group, key=lambda p: (p.kind == Kind.FTR, p.strength, p.id))[:many]
    if many == len(group):
        return usual
    powers = umpire.position.powers
    players = dict.fromkeys(one for piece in group for one in powers[piece.owner].players)
    answer = umpire.decide(
        HIT.ask(
            "Which aircraft are hit?",
            tuple(players),
            [option_of(piece) for piece in group],
            [piece.id for piece in usual],
            about=str(occasion.number),
            at=occasion.at,
            least=many,
            most=many,
            facts={"result": occasion.result, "many": many},
        )
    )
    return [piece for piece in group if piece.id in answer.picks]


def option_of(piece: Piece) -> Option:
    """An aircraft among which a player chooses."""
    name = f"{piece.counter.name} Depleted" if piece.is_depleted else piece.counter.name
    return Option(piece.id, name, frozenset({piece.kind, piece.owner}), piece.strength)


@implements("TW-11.9-1", "TW-11.11.4-1")
def _hit(umpire: Umpire, piece: Piece, kills: bool, cost: AirLosses) -> None:
    """One aircraft is Depleted; eliminated where it was so before."""
    if kills or piece.is_depleted:
        umpire.apply(*eliminated(piece))
        cost.lost.append(piece.id)
        return
    umpire.apply(*set_mark(piece.unit, UnitMark.DEPLETED, Mark(UnitMark.DEPLETED.until)))
    cost.depleted.append(piece.id)
