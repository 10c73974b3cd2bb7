"""Territorials, volunteers of cities and warlords in production (22.6 to 22.8, options 54, 55, 59).

Decides which of them join or leave a power's pools and circle as their homes change hands. Leaves
where they may go to `world`, what they cost to the builds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.reading.scene import Scene
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event, UnitChanged, UnitMoved
from pbem.core.record.verdicts import UnitId, Verdict
from pbem.systems.flames.world.kits import Kits, Moment, composed
from pbem.systems.flames.world.local_units import (
    dismiss_warlords,
    holder_of_city,
    holder_of_home,
)
from pbem.systems.flames.world.position import (
    TERRITORIAL,
    VOLUNTEER,
    WARLORD,
    WARLORDS,
    Piece,
    Position,
    Umpire,
    force_pool,
    leaves_map,
    on_circle,
    option_pool_of,
)
from pbem.systems.flames.world.vocabulary import Pool, PowerFlag, next_turn, turn_after


@dataclass(frozen=True, slots=True)
class LocalUnitsVerdict(Verdict):
    """Units of places that came into a power's pools or circle, and those that left the game."""

    kind: ClassVar[str] = "local-units"
    cite: ClassVar[str] = "22.6"

    came: tuple[UnitId, ...]
    went: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "changed"


def local_units_lines(verdict: LocalUnitsVerdict, scene: Scene) -> Sequence[str]:
    """Who of territorials, volunteers and warlords came or went."""
    parts = [
        *([f"come: {scene.units(verdict.came)}"] if verdict.came else []),
        *([f"leave: {scene.units(verdict.went)}"] if verdict.went else []),
    ]
    return [f"UNITS OF TERRITORIES AND CITIES ({verdict.cite})  {'; '.join(parts)}"]


def _of_kind(umpire: Umpire, kind: str) -> list[str]:
    """All units of a kind, wherever they are."""
    counters = umpire.book.counters
    return [u.id for u in umpire.state.units.values() if counters[u.counter].is_a(kind)]


def tend(umpire: Umpire, kind: str) -> None:
    """Who comes and goes of one kind of units of places (22.6 to 22.8)."""
    came: list[str] = []
    gone: list[Piece] = []
    for piece in umpire.position.pieces(*_of_kind(umpire, kind)):
        changes = changes_of(umpire.position, kind, piece)
        umpire.apply(*changes)
        if changes and _is_in_play(umpire.state.units[piece.id].at):
            came.append(piece.id)
        elif changes:
            gone.append(piece)
    if kind == TERRITORIAL:
        came += _replace(umpire, gone)
    if came or gone:
        went = tuple(piece.id for piece in gone)
        umpire.tell(LocalUnitsVerdict(None, came=tuple(came), went=went))


def changes_of(position: Position, kind: str, piece: Piece) -> tuple[Event, ...]:
    """What becomes of one unit of a place now; nothing if it stays as it is."""
    if kind == VOLUNTEER:
        return tuple(_volunteer(position, piece))
    if kind == WARLORD:
        return tuple(_warlord(position, piece))
    return tuple(_territorial(position, piece))


def _is_in_play(location: str) -> bool:
    return not location.endswith((f"/{Pool.AWAY}", f"/{Pool.VOLUNTEERS}"))


# --- volunteers (22.8) ---------------------------------------------------------------------------


@implements("WIF-4.1.1-2", "WIF-22.8-1", "WIF-22.8-3", "WIF-22.8-4")
def _volunteer(position: Position, piece: Piece) -> Iterator[Event]:
    """Free the first time that its power holds the city, later from the force pool (22.8)."""
    state, power = position.state, position.major(piece.owner)
    waiting, owner = f"pool:{power}/{Pool.VOLUNTEERS}", piece.owner
    allowed = position.policy.industry.volunteers(position, power)
    holds = allowed and holder_of_city(position, piece) == power
    if piece.at in position.board:
        return
    if not holds:
        if piece.at != waiting and holder_of_city(position, piece) != power:
            yield from leaves_map(piece, waiting)
        return
    if piece.at != waiting:
        return
    flag = PowerFlag.VOLUNTEERED.of(piece.id)
    if state.flag(power, flag):
        yield from leaves_map(piece, force_pool(owner))
        return
    arrives = turn_after(position.clock.turn, int(piece.counter.rating("turns")))
    yield from set_power(state, power, "flag", flag, True)
    yield from leaves_map(piece, on_circle(owner, arrives))


# --- warlords (22.6) -----------------------------------------------------------------------------


@implements("WIF-22.6-1", "WIF-22.6-5")
def _warlord(position: Position, piece: Piece) -> Iterator[Event]:
    """A warlord out of play joins the pools of whoever holds his city (22.6)."""
    holder = holder_of_city(position, piece)
    if piece.at != WARLORDS or not holder:
        return
    if piece.owner != holder:
        yield UnitChanged(piece.id, "owner", piece.owner, holder)
    yield UnitMoved(piece.id, piece.at, force_pool(holder), piece.unit.count)


# --- territorials (22.7) -------------------------------------------------------------------------


@implements("WIF-22.7-5")
def _territorial(position: Position, piece: Piece) -> Iterator[Event]:
    """A territorial leaves the game while its home is another power's (22.7)."""
    power = position.major(piece.owner)
    holder = holder_of_home(position, piece.territory)
    away = f"pool:{piece.owner}/{Pool.AWAY}"
    if holder and holder != power and piece.at != away:
        yield from leaves_map(piece, away)


@implements("WIF-22.7-5")
def _replace(umpire: Umpire, removed: list[Piece]) -> list[str]:
    """The new holder's own territorials join its pool; one weaker than a lost one comes at once."""
    came: list[str] = []
    counters = umpire.book.counters
    ids = [u.id for u in umpire.state.units.values() if counters[u.counter].is_a(TERRITORIAL)]
    for home in dict.fromkeys(piece.territory for piece in umpire.position.pieces(*ids)):
        away = _waiting(umpire.position, home, ids)
        first = _at_once(away, [piece for piece in removed if piece.territory == home])
        for piece in away:
            to = option_pool_of(piece.owner, Pool.TERRITORIALS)
            if piece is first:
                to = on_circle(piece.owner, next_turn(umpire.state.clock.turn))
            umpire.apply(UnitMoved(piece.id, piece.at, to, piece.unit.count))
            came.append(piece.id)
    return came


def _waiting(position: Position, home: str, ids: Sequence[str]) -> list[Piece]:
    """The territorials of a home whose power holds it now, and which are still away."""
    holder = holder_of_home(position, home)
    return [
        piece
        for piece in position.pieces(*ids)
        if piece.territory == home
        and position.major(piece.owner) == holder
        and piece.at == f"pool:{piece.owner}/{Pool.AWAY}"
    ]


def _at_once(away: Sequence[Piece], removed: Sequence[Piece]) -> Piece | None:
    """The best of those weaker than a unit that the home has lost on the map or the circle."""
    lost = [piece.combat for piece in removed if _counts(piece)]
    weaker = [piece for piece in away if lost and piece.combat < max(lost)]
    return max(weaker, key=lambda piece: (piece.combat, piece.id), default=None)


def _counts(piece: Piece) -> bool:
    """Whether a unit was on the map or the circle, not in a pool."""
    return not piece.at.startswith("pool:")


def _tending(kind: str) -> Kits:
    """Such units come and go before the builds."""
    return Kits(moments=((Moment.BUILDING, partial(tend, kind=kind)),))


VOLUNTEERS: Final = _tending(VOLUNTEER)
WARLORD_KIT: Final = composed(
    [_tending(WARLORD), Kits(moments=((Moment.STRANGERS_LEFT, dismiss_warlords),))]
)
TERRITORIALS: Final = composed([_tending(TERRITORIAL), Kits(pools=(Pool.TERRITORIALS,))])
