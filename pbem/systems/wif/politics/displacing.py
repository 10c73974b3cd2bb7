"""Units that may not stay where politics has changed something (2.5.4, 9.2, 13.7.3, 13.7.5).

Decides which units stand in a hex that is no longer open to them, or beside units with which they
no longer co-operate; they come back as reinforcements in two turns. Leaves destroyed strangers at
the end of a step of war to `commitments`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.record.state import State
from pbem.systems.flames.world.commitments import step_start
from pbem.systems.flames.world.control import estranged
from pbem.systems.flames.world.homes import goes_back
from pbem.systems.flames.world.position import PARTISAN, Piece, Position, Umpire
from pbem.systems.flames.world.vocabulary import turn_after
from pbem.systems.wif.politics.politics_verdicts import DisplacedVerdict

AWAY: Final = 2  # turns until they are back
LEAVE: Final = "leave"
STAY: Final = "stay"

WITHDRAW: Final = DecisionKind(
    "withdraw",
    "Leave a hex to friends with whom you no longer co-operate",
    (
        "after a liberation, where your units stand with such friends; if nobody leaves, all must; "
        "default: leave it, unless the hex is yours or most of the units are"
    ),
    "13.7.5",
    (AnswerKey("minors", "withdraw"),),
    {"units": "how many units of yours stand there"},
)


def changed_hands(before: State, after: State) -> tuple[str, ...]:
    """The places that have changed hands between two states."""
    return tuple(
        place for place in after.places if before.controller(place) != after.controller(place)
    )


@implements("WIF-2.5.4-1", "WIF-13.7.5-9")
def displace(umpire: Umpire, places: Iterable[str] = ()) -> None:
    """Of places, and of all that changed hands in this step, those go who may not be there."""
    changed = changed_hands(step_start(umpire), umpire.state)
    gone: list[Piece] = []
    for place in sorted({*changed, *places} & set(umpire.board.neighbours)):
        gone += [
            piece for piece in umpire.position.at(place) if is_intruder(umpire.position, piece)
        ]
        gone += _parted(umpire, place, gone)
    send_away(umpire, gone)


def send_away(umpire: Umpire, pieces: Iterable[Piece]) -> None:
    """Units go to the production circle, to arrive in two turns (2.5.4)."""
    found, state = tuple(pieces), umpire.state
    back = turn_after(state.clock.turn, AWAY)
    for piece in found:
        umpire.apply(*goes_back(umpire.position, piece, umpire.position.major(piece.owner), back))
    umpire.position.kits.crews.go_along(umpire, found, back)
    if found:
        units = tuple(piece.id for piece in found)
        umpire.tell(DisplacedVerdict(None, units=units, turn=back))


@implements("WIF-2.5.4-1", "WIF-9.1-3", "WIF-9.1-4")
def is_intruder(position: Position, piece: Piece) -> bool:
    """Whether a unit stands in a hex of a power that is not its own, where it has no business.

    On the other side without a war, or where one of both powers is neutral.
    """
    holder = position.controller(piece.at)
    if holder is None or piece.kind == PARTISAN:
        return False
    host, guest = position.major(holder), position.major(piece.owner)
    if host == guest or position.at_war(guest, holder) or position.at_war(piece.owner, holder):
        return False
    if position.side(host) != position.side(guest):
        return True
    return position.is_neutral(host) or position.is_neutral(guest)


def _parted(umpire: Umpire, place: str, gone: Collection[Piece]) -> list[Piece]:
    """The units that leave a hex because not all in it co-operate any more (13.7.5)."""
    position = umpire.position
    here = [piece for piece in position.at(place) if piece not in gone]
    owners = tuple(dict.fromkeys(piece.owner for piece in here))
    if len({*map(position.side, owners)}) != 1 or estranged(position, owners) is None:
        return []
    staying = [owner for owner in owners if not _leaves(umpire, place, owner, here)]
    if estranged(position, staying) is not None:
        staying = []
    return [piece for piece in here if piece.owner not in staying]


def _leaves(umpire: Umpire, place: str, owner: str, here: list[Piece]) -> bool:
    """Whether the units of a power leave a hex to the others by the will of its player."""
    position = umpire.position
    holder = position.controller(place)
    many, named = Counter(piece.owner for piece in here), position.called(owner)
    first = holder if holder in many else min(many, key=lambda power: (-many[power], power))
    answer = umpire.decide(
        WITHDRAW.ask(
            f"{position.label(place)}: do the units of {named} leave it to the others?",
            position.powers[owner].players,
            (Option(LEAVE, "leave"), Option(STAY, "stay")),
            (STAY if owner == first else LEAVE,),
            about=f"{place}-{owner}",
            at=place,
            facts={"units": many[owner]},
        )
    )
    return answer.pick == LEAVE
