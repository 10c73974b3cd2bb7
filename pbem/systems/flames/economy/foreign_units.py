"""Striped units that a power takes from the lend lease pool, or gives back (13.6.4).

`foreign: [{take: P-51C}]` by both players, who takes it and whose unit it is; `foreign: [{back:
P-51C}]` by whose it is. Decides when that may be. Leaves aircraft that fly over to `air`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.findings import error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.events import Event
from pbem.core.record.state import REMOVED
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.economy_verdicts import ForeignVerdict
from pbem.systems.flames.world.foreign import lend_lease_pool, twin, twin_of, waits
from pbem.systems.flames.world.named import units_called
from pbem.systems.flames.world.position import (
    Piece,
    Position,
    Umpire,
    force_pool,
    leaves_map,
)
from pbem.systems.flames.world.vocabulary import UnitMark

CITE: Final = "13.6.4"
TAKE: Final = "take"
BACK: Final = "back"


def check_foreign(position: Position, order: Order) -> Ruling:
    """Whether a striped unit can be taken or given back; the player has a part in it (13.6.4)."""
    way = TAKE if TAKE in order.data else BACK
    word = str(order.data[way])
    found = [p for p in units_called(position, word) if twin_of(p.counter)]
    mine = [piece for piece in found if _has_a_part(position, piece)]
    if not mine:
        message = f"'{word}' is no striped unit of yours, or made by a power of yours"
        return Ruling((error("no-striped-unit", message, cite=CITE, about=way),))
    striped = mine[0]
    why = why_not_take(position, striped) if way == TAKE else why_not_back(position, striped)
    if why:
        return Ruling((error("no-lend-lease", why, cite=CITE, about=way),))
    owner = position.called(position.major(striped.owner))
    words = f"{owner} takes {striped.name}" if way == TAKE else f"{owner} gives {striped.name} back"
    return Ruling((), words, (), (way, striped.id, position.player))


def _has_a_part(position: Position, striped: Piece) -> bool:
    other = twin(position, striped)
    powers = (striped.owner, *([other.owner] if other else ()))
    return any(position.player in position.powers[power].players for power in powers)


@implements("WIF-13.6.4-8")
def why_not_take(position: Position, striped: Piece) -> str:
    """Why a striped unit cannot come into its power's force pool; nothing if it can (13.6.4)."""
    power, other = position.major(striped.owner), twin(position, striped)
    if striped.at != lend_lease_pool(striped.owner):
        return f"{striped.name} is not in the lend lease pool"
    if why := position.policy.industry.why_no_foreign(position, power):
        return why
    if other is None or not waits(position, other):
        return f"the other {striped.name} is in no force pool of who makes it"
    return ""


@implements("WIF-13.6.4-9")
def why_not_back(position: Position, striped: Piece) -> str:
    """Why the source power cannot have its unit back; nothing if it can (13.6.4)."""
    other = twin(position, striped)
    if other is None or position.player not in position.powers[other.owner].players:
        return f"{striped.name} is made by no power of yours"
    if other.at != lend_lease_pool(other.owner):
        return f"your {other.name} is not in the lend lease pool"
    if striped.at != REMOVED and not waits(position, striped):
        return f"{striped.name} is neither out of the game nor in a force pool"
    return ""


@implements("WIF-13.6.4-8", "WIF-13.6.4-9")
def exchange(umpire: Umpire) -> None:
    """What both agree on is done, then what source powers take back (13.6.4)."""
    asked: dict[str, set[str]] = {}
    for order, ruling in umpire.sound_orders("foreign"):
        way, unit, player = ruling.plan
        if way == TAKE:
            asked.setdefault(unit, set()).add(player)
        else:
            _swap(umpire, unit, BACK)
        umpire.done(order, ruling.reading)
    for unit, players in asked.items():
        _take(umpire, unit, players)


def _take(umpire: Umpire, unit: str, players: set[str]) -> None:
    """A striped unit is taken if a player of each power wants it."""
    striped = umpire.position.pieces(unit)[0]
    other = twin(umpire.position, striped)
    powers = (striped.owner, other.owner if other else striped.owner)
    if all(players.intersection(umpire.state.powers[power].players) for power in powers):
        _swap(umpire, unit, TAKE)
    else:
        umpire.tell(ForeignVerdict(None, unit=unit, came="not-agreed"))


def _swap(umpire: Umpire, unit: str, way: str) -> None:
    """One of a pair of units is in its force pool then, the other in the lend lease pool."""
    position = umpire.position
    striped = position.pieces(unit)[0]
    other = twin(position, striped)
    if other is None:
        return
    comes, goes = (striped, other) if way == TAKE else (other, striped)
    events: list[Event] = [*leaves_map(comes, force_pool(comes.owner))]
    if not goes.unit.marked(UnitMark.SCRAPPED):
        events += leaves_map(goes, lend_lease_pool(goes.owner))
    umpire.apply(*events)
    umpire.tell(ForeignVerdict(None, unit=unit, came="taken" if way == TAKE else "given-back"))


FOREIGN: Final = Section(
    name="foreign",
    title="Foreign units that you take, let go, or have back",
    step="production",
    schema="foreign",
    cite=CITE,
    check=check_foreign,
)
