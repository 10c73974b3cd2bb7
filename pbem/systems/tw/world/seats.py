"""Who plays what (1.1), and whose word goes where players of one side disagree (2.1).

Two to five players share the powers, none of them those of both sides. Decides which seats there
cannot be, and which of two orders stands. Leaves who plays to game.yaml.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.state import NEUTRAL
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.tw.world.position import Umpire
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import PowerCount


class Argument(Reading, id="TW-R-2.1-a"):
    """Whose order stands where two players of one side claim one thing."""

    BASE = "base"
    NOBODY = "nobody"


class Speaker(Reading, id="TW-R-7.9.5-a"):
    """Who says for units of several players whether they fight on."""

    FIRST = "first"
    MOST = "most"


def wrong_seats(position: Position) -> Iterator[str]:
    """Players who would play against themselves."""
    for player in position.state.players():
        own = position.state.powers_of_player(player)
        sides = dict.fromkeys(power.side for power in own if power.side != NEUTRAL)
        if len(sides) > 1:
            names = ", ".join(power.id for power in own)
            yield f"{player} plays powers of both sides ({names}): nobody sits on both"


@implements("TW-2.1-3")
def precedence(umpire: Umpire, claim: str, orders: Sequence[Order]) -> str:
    """Of players who cannot agree the one whose power has the largest NARF base; nobody where two
    have the same, or where it is read so.
    """
    if umpire.reading(Argument) is Argument.NOBODY:
        return ""
    bases = {order.player: _base(umpire, order.player) for order in orders}
    first = max(bases.values())
    winners = [player for player, base in bases.items() if base == first]
    return winners[0] if len(winners) == 1 else ""


@implements("TW-7.9.5-9", "TW-11.9-2")
def speaker_of(position: Position, pieces: Iterable[Piece]) -> tuple[str, ...]:
    """The player who says whether a force breaks off: whose unit came first, or who has the most of
    them, if it is read so; nobody for neutrals.
    """
    players = [one for piece in pieces for one in position.powers[piece.owner].players[:1]]
    if position.reading(Speaker) is Speaker.FIRST:
        return tuple(players[:1])
    return tuple(player for player, _ in Counter(players).most_common(1))


def _base(umpire: Umpire, player: str) -> int:
    """The largest base of the powers of a player that move now."""
    own = umpire.state.powers_of_player(player)
    moving = [power for power in own if power.side == umpire.state.clock.side]
    return max((power.counters.get(PowerCount.BASE, 0) for power in moving), default=0)
