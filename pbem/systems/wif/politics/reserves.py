"""Calling out the reserves (9.7).

`call_out: [Moscow MIL, {units: 1 INF, to: Kiev}]`, or `[all]`. Decides who may be called: reserves
of powers at war with a major power, those for one enemy only in a war with it. They come in as
reinforcements do, but face-down: those with a place first, then the militia.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.events import Event
from pbem.core.record.events import apply as applied
from pbem.core.record.terms import Term
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.world.arrivals import (
    best_place,
    coming_to,
    first_open,
    no_entry,
    open_places,
)
from pbem.systems.flames.world.local_units import MILITIA
from pbem.systems.flames.world.named import find_places, plays, units_called, words_of
from pbem.systems.flames.world.position import (
    Piece,
    Position,
    Umpire,
    force_pool,
    leaves_map,
    turned_down,
)
from pbem.systems.flames.world.vocabulary import Pool
from pbem.systems.wif.politics.politics_verdicts import ReservesVerdict
from pbem.systems.wif.world.vocabulary import PoolOf1939

CITE: Final = "9.7"
ALL: Final = "all"
AGAINST: Final = "reserve-against-"


@implements("WIF-9.7-1", "WIF-9.7-2")
def may_be_called(position: Position, piece: Piece) -> bool:
    """Whether a reserve may be called out: its power is at war, with the enemy it names (9.7)."""
    state, owner = position.state, piece.owner
    if position.is_neutral(position.major(owner)):
        return False
    named = [c.removeprefix(AGAINST) for c in piece.counter.classes if c.startswith(AGAINST)]
    return all(enemy in state.powers and position.at_war(owner, enemy) for enemy in named)


def callable_reserves(position: Position) -> tuple[Piece, ...]:
    """The reserves that the player may call out in his impulse, by id."""
    return _eligible(position, Pool.RESERVE)


def _eligible(position: Position, pool: Term) -> tuple[Piece, ...]:
    """The units of a pool that the player may call out, or have back, by id."""
    state = position.state
    found = [
        piece
        for power in state.powers_of(state.clock.side)
        for piece in position.at(f"pool:{power.id}/{pool}")
        if plays(position, piece) and may_be_called(position, piece)
    ]
    return tuple(sorted(found, key=lambda piece: piece.id))


@implements("WIF-9.7-3")
def had_back(position: Position, called: Iterable[Piece]) -> Iterator[Event]:
    """What an earlier peace took from the force pools of those who call out reserves (9.7)."""
    powers = {position.major(piece.owner) for piece in called}
    for piece in _eligible(position, PoolOf1939.DISMISSED):
        if position.major(piece.owner) in powers:
            yield from leaves_map(piece, force_pool(piece.owner))


@implements("WIF-9.7-3")
def check_call_out(position: Position, order: Order) -> Ruling:
    """Whether reserves may be called out, and where they come in (9.7)."""
    findings: list[Finding] = []
    chosen: dict[str, Piece] = {}
    wanted: dict[str, tuple[int, tuple[str, ...]]] = {}
    for number, item in enumerate(order.data["value"]):
        found, places, troubles = _row(position, item)
        findings += (trouble.at(order.spot(number)) for trouble in troubles)
        chosen.update((piece.id, piece) for piece in found)
        wanted.update((piece.id, (number, places)) for piece in found if places)
    if findings:
        return Ruling(tuple(findings))
    coming = _Coming(position)
    for unit, (number, places) in wanted.items():
        if trouble := coming.at_one_of(chosen[unit], places):
            findings.append(trouble.at(order.spot(number, "to")))
    rest = [piece for piece in chosen.values() if piece.id not in wanted]
    for piece in sorted(rest, key=lambda piece: piece.kind != MILITIA):
        coming.anywhere(piece)
    coming.events += had_back(position, chosen.values())
    words = f"called out: {', '.join(_told(coming, chosen))}"
    return Ruling(tuple(findings), words, tuple(coming.events), coming.placed)


def _row(position: Position, item: Any) -> tuple[list[Piece], tuple[str, ...], list[Finding]]:
    """The reserves that a row of the order means, where they may come in, what is wrong with it."""
    said = item if isinstance(item, Mapping) else {"units": item}
    places, wrong = find_places(position, said.get("to"))
    troubles = list(wrong)
    found = _named(position, callable_reserves(position), words_of(said["units"]), troubles)
    return found, tuple(places), troubles


def _told(coming: _Coming, chosen: Mapping[str, Piece]) -> Iterator[str]:
    """Who comes in where, and who stays in reserve for want of room or of a pilot."""
    for unit, at in coming.placed.items():
        yield f"{chosen[unit].name} {coming.position.label(at)}"
    left = [piece.name for piece in chosen.values() if piece.id not in coming.placed]
    if left:
        yield f"no room or no pilot for {', '.join(left)}"


def _named(
    position: Position, able: Sequence[Piece], words: Sequence[str], troubles: list[Finding]
) -> list[Piece]:
    """The reserves that words mean; what is wrong with a word is added to the troubles."""
    found: list[Piece] = []
    for word in words:
        called = units_called(position, word)
        fits = able if word.casefold() == ALL else [p for p in called if p in able]
        found += fits
        if not fits:
            message = f"'{word}' is no reserve that you may call out now"
            hint = ", ".join(piece.name for piece in able) or "there is none"
            troubles.append(error("no-reserve", message, hint=hint, cite=CITE))
    return found


@dataclass(slots=True)
class _Coming:
    """Reserves as they come in, one after the other; those without room stay in reserve."""

    start: Position
    placed: dict[str, str] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)

    @property
    def position(self) -> Position:
        """The position with those who have come in."""
        return self.start.then(applied(self.start.state, self.events))

    def at_one_of(self, piece: Piece, places: Sequence[str]) -> Finding | None:
        """A reserve comes in at the first of some places that is open; or why at none."""
        position = self.position
        place, why = first_open(position, piece, places)
        if not place:
            return no_entry(position, piece, places[0], why, cite=CITE)
        self._comes(position, piece, place)
        return None

    def anywhere(self, piece: Piece) -> None:
        """A reserve whose place nobody names comes in where the enemy is near."""
        position = self.position
        if places := open_places(position, piece):
            self._comes(position, piece, best_place(position, places, piece.owner))

    def _comes(self, position: Position, piece: Piece, place: str) -> None:
        turn = position.clock.turn
        if position.kits.crews.why_not_manned(position, piece, turn):
            return
        self.events += [*turned_down(piece), *coming_to(position, piece, place)]
        self.events += position.kits.crews.manned(position, piece, turn)
        self.placed[piece.id] = place


@implements("WIF-9-11")
def call_out(umpire: Umpire) -> None:
    """The active side calls out its reserves (9.7)."""
    for order, ruling in umpire.sound_orders("call_out"):
        umpire.apply(*ruling.events)
        placed: dict[str, str] = ruling.plan
        for power in umpire.state.powers:
            own = {u: at for u, at in placed.items() if umpire.state.units[u].owner == power}
            if own:
                umpire.tell(ReservesVerdict(None, power=power, placed=own))
        umpire.done(order, ruling.reading)


CALL_OUT: Final = Section(
    name="call_out",
    title="Reserves to call out",
    step="reserves",
    schema="call_out",
    cite=CITE,
    check=check_call_out,
    single=True,
)
