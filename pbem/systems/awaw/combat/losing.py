"""Which units go when a result takes factors or counters of them (3.11, 14.41, 19.2).

Their owner may say in which order, by a standing line; nobody is asked. Decides who else goes:
those that cost the fewest BRPs. Leaves how much is lost to the results and tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.choices.decisions import AnswerKey, Decision, DecisionKind, Option, one_of
from pbem.systems.awaw.battle.results import given_up, needed_of
from pbem.systems.awaw.world.naming import Group, part_factors
from pbem.systems.awaw.world.position import Position, Umpire
from pbem.systems.awaw.world.units import Part, Piece, put_together

ATTACKERS: Final = "attackers"
DEFENDERS: Final = "defenders"
LOSSES: Final = DecisionKind(
    "losses",
    "Which units are lost",
    "when a result takes some of several units; default: those that cost the fewest BRPs, and of "
    "like ones those of hexes where the most stand",
    "15.61",
    (AnswerKey("losses", "lose"),),
    {
        "lost": "how many factors go at least; of attrition counters",
        "factors": "the factors of all the units that may go",
        "by": "a ground attack, attrition or air combat",
        "side": "whether your units attack or defend",
    },
    values={
        "by": one_of("ground-attack", "attrition", "air-combat"),
        "side": one_of(ATTACKERS, DEFENDERS),
    },
)


@dataclass(frozen=True, slots=True)
class Loss:
    """What a side loses: how much, by what, where, and whether counters are counted."""

    by: str
    side: str
    lost: int
    about: str
    at: str | None = None
    counters: bool = False


def owners_give(umpire: Umpire, groups: Sequence[Group], loss: Loss) -> tuple[Part, ...]:
    """The units that go: in the order that their owner has said, else the cheapest that will do."""
    position = umpire.position
    singles = [piece for piece, many in _crowded_first(position, groups) for _ in range(many)]
    weights = [1 if loss.counters else part_factors(piece, 1) for piece in singles]
    gone = given_up(weights, loss.lost, [_price(one) for one in singles])
    if len({piece.id for piece in singles}) > 1 and 0 < len(gone) < len(singles):
        picks = umpire.opening([_decision(position, groups, loss)])[0].picks
        order = dict.fromkeys([*_named(singles, picks), *gone])
        gone = needed_of(tuple(order), weights, loss.lost)
    return put_together(singles[number] for number in gone)


def _named(singles: Sequence[Piece], picks: Sequence[str]) -> Iterator[int]:
    """The units that an owner has named, by number, in his order."""
    for pick in picks:
        yield from (number for number, one in enumerate(singles) if one.id == pick)


def in_full(pieces: Iterable[Piece]) -> list[Group]:
    """Units with all that there are of each."""
    return [(piece, piece.size) for piece in pieces]


def _crowded_first(position: Position, groups: Sequence[Group]) -> list[Group]:
    """Units of hexes where the most ground counters of their owner stand come first."""
    return sorted(groups, key=lambda group: (-_company(position, group[0]), group[0].id))


def _company(position: Position, piece: Piece) -> int:
    return sum(one.size for one in position.at(piece.at) if one.owner == piece.owner)


def _price(piece: Piece) -> int:
    each = int(piece.counter.rating("price")) if piece.counter.has("price") else 1
    return each * part_factors(piece, 1)


def _decision(position: Position, groups: Sequence[Group], loss: Loss) -> Decision:
    """The order in which the owners of some units lose them; first he of the most factors."""
    factors: dict[str, int] = {}
    for piece, many in groups:
        for player in position.powers[piece.owner].players:
            factors[player] = factors.get(player, 0) + part_factors(piece, many)
    players = tuple(sorted(factors, key=lambda player: (-factors[player], player)))
    facts: Mapping[str, int | str] = {
        "lost": loss.lost,
        "factors": sum(part_factors(piece, many) for piece, many in groups),
        "by": loss.by,
        "side": loss.side,
    }
    return LOSSES.ask(
        "In which order are units lost?",
        players,
        [_option(position, *group) for group in groups],
        about=f"{loss.side}-{loss.about}",
        at=loss.at,
        least=0,
        most=len(groups),
        facts=facts,
    )


def _option(position: Position, piece: Piece, many: int) -> Option:
    where = position.label(piece.at)
    tags = frozenset({piece.kind, piece.counter.name, piece.owner, where})
    return Option(piece.id, f"{many} {piece.counter.name} in {where}", tags, _price(piece))
