"""French morale, and the surprise of the West in ground combat (18.1, 18.2).

Decides which attacks France may not make, when an attack surprises the West, and what that does to
dice. Leaves the surrender of France to `politics`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_track
from pbem.core.rules.readings import Reading
from pbem.systems.tw.battle.odds import EVEN
from pbem.systems.tw.world.geography import City, Land
from pbem.systems.tw.world.naming import Check
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import PowerName, TrackName, UnitMark
from pbem.systems.tw.world.west import SURPRISED, is_surprise_turn, may_be_surprised

SMALL: Final = (PowerName.NORWAY, PowerName.NETHERLANDS, PowerName.BELGIUM)


class DropsSurprise(Reading, id="TW-R-18.2-b"):
    """Which attacks on small countries have the help of parachutists in the surprise."""

    EACH = "each"
    ONE = "one"


@implements("TW-18.1-2", "TW-18.1-3")
def french_morale(
    check: Check, force: tuple[Sequence[Piece], Sequence[Piece]], target: str, level: int
) -> None:
    """French units, aircraft too, attack at even odds or better; a German Paris is retaken by the
    French alone.
    """
    position, (pieces, wing) = check.position, force
    french = [piece for piece in pieces if piece.owner == PowerName.FRANCE]
    if level < EVEN and any(piece.owner == PowerName.FRANCE for piece in (*pieces, *wing)):
        message = "French units take part in no attack below 1:1"
        check.complain("morale", message, "attack with more, or without them", "18.1")
    german = position.holder(target) == PowerName.GERMANY
    if german and position.board.name(target) == City.PARIS and len(french) < len(pieces):
        others = next(piece for piece in pieces if piece.owner != PowerName.FRANCE)
        message = f"{others.counter.name}: none but French units retake Paris"
        check.complain("paris", message, cite="18.1", about=others.counter.name)


@implements("TW-18.2-1", "TW-18.2-2")
def surprises_the_west(position: Position, attackers: Iterable[Piece], target: str) -> bool:
    """Whether an attack surprises the West: German units, not out of Italy, on French home ground
    that French or British units hold, in the turn of the attack on the Low Countries.
    """
    if not may_be_surprised(position) or position.board.country(target) != Land.FRANCE:
        return False
    there = {piece.owner for piece in position.ground_at(target)}
    german = [piece for piece in attackers if piece.owner == PowerName.GERMANY]
    from_italy = any(position.board.country(piece.at) == Land.ITALY for piece in german)
    return bool(german and there & {PowerName.FRANCE, PowerName.BRITAIN}) and not from_italy


def be_surprised(umpire: Umpire, attacks: Sequence[tuple[Sequence[str], str]]) -> None:
    """As attacks are announced: the West is surprised if one of them does it."""
    if any(_surprises(umpire, units, target) for units, target in attacks):
        turn = umpire.state.clock.turn
        umpire.apply(*set_track(umpire.state, TrackName.WESTERN_SURPRISE, turn))
    if umpire.reading(DropsSurprise) is DropsSurprise.ONE:
        _choose_drop(umpire, attacks)


def _surprises(umpire: Umpire, units: Sequence[str], target: str) -> bool:
    position = umpire.position
    pieces = [position.piece(position.units[unit]) for unit in units]
    return not is_surprise_turn(position) and surprises_the_west(position, pieces, target)


def _choose_drop(umpire: Umpire, attacks: Sequence[tuple[Sequence[str], str]]) -> None:
    """Where one hex alone has the help of parachutists: the first that is announced."""
    for units, target in attacks:
        position = umpire.position
        pieces = [position.piece(position.units[unit]) for unit in units]
        enemies = position.enemy_ground(pieces[0].owner, target)
        first = position.track(TrackName.SURPRISE_DROP) is None
        if first and drops_surprise(position, pieces, enemies, target):
            umpire.apply(*set_track(umpire.state, TrackName.SURPRISE_DROP, target))


@implements("TW-18.2-5")
def surprise_modifier(
    position: Position, attackers: Sequence[Piece], defenders: Sequence[Piece], target: str
) -> str:
    """The row of the die's modifiers by which surprise counts in an attack, if it does."""
    if any(piece.owner in SURPRISED for piece in attackers):
        return "western-surprise-allied" if is_surprise_turn(position) else ""
    german = any(piece.owner == PowerName.GERMANY for piece in attackers)
    struck = any(piece.owner in SURPRISED for piece in defenders)
    return (
        "western-surprise-german"
        if german and struck and _is_so(position, attackers, target)
        else ""
    )


def _is_so(position: Position, attackers: Sequence[Piece], target: str) -> bool:
    """Whether the West is surprised, or is so by this very attack."""
    return is_surprise_turn(position) or surprises_the_west(position, attackers, target)


@implements("TW-18.2-8")
def drops_surprise(
    position: Position, attackers: Sequence[Piece], defenders: Sequence[Piece], target: str
) -> bool:
    """Whether parachutists who have dropped help a German attack on surprised small countries:
    each such attack, or where it is read so those on one hex.
    """
    if position.track(TrackName.SURPRISE_DROP) not in (None, target):
        return False
    german = any(piece.owner == PowerName.GERMANY for piece in attackers)
    dropped = any(piece.unit.marked(UnitMark.DROPPED) for piece in attackers)
    small = any(piece.owner in SMALL for piece in defenders)
    return german and dropped and small and _is_so(position, attackers, target)
