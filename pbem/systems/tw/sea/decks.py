"""Aircraft of carriers in a battle at sea (7.9.7, 11.6): who takes off, and who stays below.

Before each round both sides say which whole NAC take off: these fight aircraft and attack ships. A
carrier whose aircraft stay below counts as a Fleet all the same. Decides who may fly. Leaves what
they do to `fighting`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, one_of
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.systems.tw.air.basing import is_aboard
from pbem.systems.tw.air.losses import option_of
from pbem.systems.tw.air.skies import FACES, Skies
from pbem.systems.tw.sea.navies import deck_of
from pbem.systems.tw.world.position import Position, Umpire, by_player
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import PowerFlag

TAKE_OFF: Final = DecisionKind(
    "naval-air",
    "Aircraft of carriers that take off",
    "before each round of a battle at sea with whole carriers of yours: those that take off fight "
    "aircraft and attack ships, the others stay below. Default: all, where no enemy aircraft are "
    "there or half of the faces of the die hurt them, else nobody",
    "7.9.7",
    (AnswerKey("fleets", "fly"),),
    {
        "round": "the round that is fought",
        "enemy": "the factors of the enemy's aircraft there",
        "good": "of the ten faces of the die, how many would hurt them if all took off",
        "side": "whether your player turn it is",
    },
    values={"side": one_of("attacker", "defender")},
)


@dataclass(frozen=True, slots=True)
class Deck:
    """The aircraft of both sides as one of them is asked; `moves`: whose player turn it is."""

    area: str
    number: int
    moves: bool
    own: tuple[Piece, ...]
    enemy: tuple[Piece, ...]

    @property
    def side(self) -> str:
        return "attacker" if self.moves else "defender"

    def good(self, position: Position, more: Sequence[Piece]) -> int:
        """Of the ten faces of the die, how many hurt the enemy's aircraft."""
        if not self.enemy:
            return FACES
        own = (*self.own, *more)
        sides = (own, self.enemy) if self.moves else (self.enemy, own)
        hurt, hit = Skies(position, self.area, *sides).faces()
        return hurt if self.moves else hit


def on_deck(position: Position, ships: Sequence[Piece]) -> tuple[Piece, ...]:
    """The whole aircraft on the decks of whole carriers."""
    found = (deck_of(position, ship) for ship in ships)
    return tuple(one for one in found if one is not None)


@implements("TW-7.9.7-1", "TW-11.6-1", "TW-11.2.1.2-3")
def taking_off(umpire: Umpire, deck: Deck, ships: Sequence[Piece]) -> tuple[str, ...]:
    """The aircraft of a side's carriers that its players let take off in a round."""
    found: list[str] = []
    for player, pieces in by_player(umpire.position, on_deck(umpire.position, ships)):
        good = deck.good(umpire.position, pieces)
        answer = umpire.decide(
            TAKE_OFF.ask(
                f"Which aircraft take off in {umpire.position.label(deck.area)}?",
                (player,),
                [option_of(piece) for piece in pieces],
                [piece.id for piece in pieces] if 2 * good >= FACES else [],
                about=f"{deck.side}-{player}",
                at=deck.area,
                least=0,
                most=len(pieces),
                facts={
                    "round": deck.number,
                    "enemy": sum(piece.strength for piece in deck.enemy),
                    "good": good,
                    "side": deck.side,
                },
            )
        )
        found += answer.picks
    return tuple(found)


@implements("TW-7.9.3-4", "TW-11.7.3-1")
def first_strike(umpire: Umpire, aircraft: Sequence[Piece]) -> bool:
    """Aircraft attack ships: whether they are of carriers alone, of powers that have never done so;
    now they have.
    """
    decks = [piece for piece in aircraft if is_aboard(umpire.position, piece)]
    powers = dict.fromkeys(umpire.position.patron(piece.owner) for piece in decks)
    flag = PowerFlag.CARRIER_STRIKE
    new = [power for power in powers if not umpire.state.flag(power, flag)]
    for power in new:
        umpire.apply(*set_power(umpire.state, power, "flag", flag, umpire.state.clock.turn))
    return len(decks) == len(aircraft) and len(new) == len(powers)
