"""Strangers at the end of a step: who may share a hex, who may stand abroad (2.3.1, 18.2).

Decides which units must go and by whose choice: of a hex with units that do not co-operate by that
of its controller, of troops beyond the limit by that of their owner. Leaves Vichy to rules that are
not played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.record.state import State
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.homes import destroy
from pbem.systems.flames.world.partisans import strangers_to
from pbem.systems.flames.world.position import Piece, Position, Umpire
from pbem.systems.flames.world.stack_verdicts import AbroadVerdict, StrangersVerdict

STRANGERS: Final = DecisionKind(
    name="strangers",
    title="Which unit of a hex of strangers is destroyed",
    moment=(
        "at the end of a step, where units that do not co-operate stand in a hex that you control; "
        "default: of the power whose units there cost least, the cheapest"
    ),
    cite="2.3.1",
    keys=(AnswerKey("overstacked", "part"),),
    facts={"units": "how many units stand there"},
)
ABROAD: Final = DecisionKind(
    name="abroad",
    title="Which of your units abroad is destroyed",
    moment=(
        "at the end of a step, for each unit that came into the home of a friend that does not "
        "co-operate, beyond what your HQs there allow; default: the cheapest, an HQ last"
    ),
    cite="18.2",
    keys=(AnswerKey("abroad", "lose"),),
    facts={"too many": "how many units are beyond the limit"},
)


class Covered(Reading, id="WIF-18.2-R1"):
    """Which units an HQ covers within the foreign troop limit."""

    HOME_COUNTRY = "home-country"
    POWER = "power"


def check_strangers(umpire: Umpire) -> None:
    """What of strangers must go at the end of a step: from shared hexes, then from abroad."""
    position = umpire.position
    for place in sorted({piece.at for piece in position.on_map}):
        part(umpire, place)
    check_abroad(umpire, step_start(umpire))


def step_start(umpire: Umpire) -> State:
    """The state in which the present step of the sequence began."""
    return umpire.since(f"step:{umpire.path.split('/')[1]}")


# --- hexes (2.3.1) -------------------------------------------------------------------------------


@implements("WIF-2.3.1-1", "WIF-18.2-1", "AIF-2.3.1-1", "AIF-18.2-1")
def part(umpire: Umpire, place: str) -> None:
    """Of friends in a hex that do not co-operate so many go that the rest do (2.3.1)."""
    position = umpire.position
    for side in dict.fromkeys(position.side(piece.owner) for piece in position.at(place)):
        _part_friends(
            umpire, place, [p for p in position.at(place) if position.side(p.owner) == side]
        )


def _part_friends(umpire: Umpire, place: str, pieces: Sequence[Piece]) -> None:
    """The same among the units of one side."""
    lost: list[Piece] = []
    left = tuple(pieces)
    while leaving := _who_may_part(umpire.position, left):
        chosen = _parted(umpire, place, leaving, len(lost))
        left = tuple(piece for piece in left if piece.id != chosen.id)
        lost.append(chosen)
    if lost:
        destroy(umpire, lost)
        units, gone = (tuple(piece.id for piece in row) for row in (pieces, lost))
        umpire.tell(StrangersVerdict(at=place, units=units, lost=gone))


def lonely(position: Position, place: str, piece: Piece) -> tuple[Piece, ...]:
    """The friends in a hex with which a unit cannot stay there (2.3.1)."""
    side = position.side(piece.owner)
    friends = [other for other in position.at(place) if position.side(other.owner) == side]
    return strangers_to(position, piece, friends)


def _who_may_part(position: Position, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The units that have a stranger beside them."""
    return tuple(piece for piece in pieces if strangers_to(position, piece, pieces))


def _parted(umpire: Umpire, place: str, leaving: Sequence[Piece], before: int) -> Piece:
    position = umpire.position
    worth = {piece.id: piece.counter.or_nothing("cost") for piece in leaving}
    sums = {
        owner: sum(worth[p.id] for p in leaving if p.owner == owner)
        for owner in dict.fromkeys(piece.owner for piece in leaving)
    }
    usual = min(leaving, key=lambda p: (sums[p.owner], p.owner, p.is_hq, worth[p.id], p.id))
    controller = position.controller(place) or usual.owner
    answer = umpire.decide(
        STRANGERS.ask(
            f"{position.label(place)} holds units that do not co-operate: which one goes?",
            position.powers[controller].players,
            (Option(piece.id, piece.name, frozenset({piece.kind})) for piece in leaving),
            (usual.id,),
            about=f"{place}-{before + 1}",
            at=place,
            facts={"units": len(leaving)},
        )
    )
    return next(piece for piece in leaving if piece.id == answer.pick)


# --- troops abroad (18.2) ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Troops:
    """The units of one country in the home of another, and those of them that came in this step."""

    country: str
    host: str
    units: tuple[Piece, ...]
    came: tuple[Piece, ...]


@implements("WIF-18.2-3", "WIF-18.2-5", "WIF-18.2-7", "AIF-18.2-2", "AIF-18.2-3")
def check_abroad(umpire: Umpire, before: State) -> None:
    """Troops that came into a friend's home beyond the limit are destroyed (18.2)."""
    for troops in tuple(troops_abroad(umpire.position, before)):
        units, came, lost = troops.units, troops.came, list[Piece]()
        while came and not satisfies(units):
            chosen = _sent_away(umpire, troops, units, came)
            units = tuple(piece for piece in units if piece.id != chosen.id)
            came = tuple(piece for piece in came if piece.id != chosen.id)
            lost.append(chosen)
        if lost:
            destroy(umpire, lost)
            umpire.position.kits.crews.set_free(umpire, lost, "survived")
            gone = tuple(piece.id for piece in lost)
            umpire.tell(AbroadVerdict(None, power=troops.country, host=troops.host, lost=gone))


def troops_abroad(position: Position, before: State) -> Iterator[Troops]:
    """The troops of each country in each home where they are strangers (18.2)."""
    came: dict[tuple[str, str], list[Piece]] = {}
    for piece in position.on_map:
        host = stranger_to(position, piece, piece.at)
        began = before.units.get(piece.id)
        if host and (began is None or home_of(position, began.at) != host):
            came.setdefault((country_of(position, piece), host), []).append(piece)
    for (country, host), pieces in sorted(came.items()):
        yield Troops(country, host, _troops(position, country, host), tuple(pieces))


def doomed(position: Position, before: State) -> Iterator[Troops]:
    """The troops abroad that would be too many if the step ended so (18.2)."""
    return (troops for troops in troops_abroad(position, before) if not satisfies(troops.units))


@implements("WIF-11.10.5-2")
def too_many_enter(position: Position, pieces: Iterable[Piece], here: str, there: str) -> str:
    """The friend whose home units may not march into: beyond the limit as they come (11.10.5)."""
    host = home_of(position, there)
    if home_of(position, here) == host:
        return ""
    coming = [piece for piece in pieces if stranger_to(position, piece, there)]
    for country in dict.fromkeys(country_of(position, piece) for piece in coming):
        with_it = [piece for piece in coming if country_of(position, piece) == country]
        ids = {piece.id for piece in with_it}
        inside = (piece for piece in _troops(position, country, host) if piece.id not in ids)
        if not satisfies([*inside, *with_it]):
            return host
    return ""


def _troops(position: Position, country: str, host: str) -> tuple[Piece, ...]:
    """The units of a country in a power's home."""
    return tuple(
        piece
        for piece in position.on_map
        if home_of(position, piece.at) == host and country_of(position, piece) == country
    )


def home_of(position: Position, place: str) -> str:
    """The power whose home a hex is; empty where it is nobody's."""
    country = position.country(place)
    return (position.state.at_home(country) if country else None) or ""


@implements("WIF-18.2-3", "WIF-18.2-5", "WIF-18.2-8", "WIF-20-1")
def stranger_to(position: Position, piece: Piece, place: str) -> str:
    """The friend in whose unconquered home a unit is a stranger in a hex; empty without (18.2).

    A major power's home is closed to whoever does not co-operate with it, a minor country's to the
    units of other minors.
    """
    host = home_of(position, place)
    if not host or position.conqueror(position.country(place)) is not None:
        return ""
    if position.are_rivals(host, piece.owner):
        return ""
    if host == piece.owner or position.side(host) != position.side(piece.owner):
        return ""
    minors = position.major(host) != host and position.major(piece.owner) != piece.owner
    closed = position.major(host) == host or minors
    return host if closed and not position.cooperate(piece.owner, host) else ""


@implements("WIF-18.2-8")
def country_of(position: Position, piece: Piece) -> str:
    """The country whose HQs cover a unit abroad: by one reading its whole major power (18.2).

    Some HQs are here of a power that does not play them.
    """
    if piece.name in position.policy.lent_hqs:
        return position.policy.lent_hqs[piece.name]
    whole = position.reading(Covered) is Covered.POWER
    return position.major(piece.owner) if whole else piece.owner


@implements("WIF-18.2-6", "AIF-18.2-4")
def satisfies(units: Iterable[Piece]) -> bool:
    """Whether troops abroad are within the limit: an HQ, and no more units than it can lead."""
    pieces = tuple(units)
    hqs = [piece for piece in pieces if piece.is_hq]
    return bool(hqs) and len(pieces) - len(hqs) <= sum(hq.reorganisation for hq in hqs)


def _sent_away(
    umpire: Umpire, troops: Troops, units: Sequence[Piece], came: Sequence[Piece]
) -> Piece:
    """The owner's choice of the next unit to go; headquarters last."""
    position = umpire.position
    choice = [piece for piece in came if not piece.is_hq] or list(came)
    if len(choice) == 1:
        return choice[0]
    spare = sum(piece.reorganisation for piece in units if piece.is_hq)
    usual = min(choice, key=lambda piece: (piece.counter.or_nothing("cost"), piece.id))
    answer = umpire.decide(
        ABROAD.ask(
            f"Too many units in {troops.host}: which one is destroyed?",
            position.powers[usual.owner].players,
            (Option(piece.id, piece.name, frozenset({piece.kind})) for piece in choice),
            (usual.id,),
            about=f"{troops.host}-{troops.country}-{len(units)}",
            facts={"too many": sum(not piece.is_hq for piece in units) - spare},
        )
    )
    return next(piece for piece in choice if piece.id == answer.pick)
