"""Reserves are committed (9.9.3 to 9.9.6): after all attacks are announced, before any is rolled.

A reserve goes into a hex under attack or beside one. Decides how far it comes, what aircraft that
interdict it cost, and what a player does who says nothing. Leaves who is a reserve to `move`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import Path
from pbem.core.record.changes import set_mark, set_place, set_power
from pbem.core.record.events import UnitMoved
from pbem.core.record.state import Mark
from pbem.core.record.verdicts import PlaceId, PowerId, UnitId, Verdict
from pbem.core.rules.readings import Reading
from pbem.systems.tw.air.flights import offensive_range, reached
from pbem.systems.tw.air.losses import option_of
from pbem.systems.tw.air.missions import has_flown
from pbem.systems.tw.air.orders import take_off
from pbem.systems.tw.air.skies import Skies
from pbem.systems.tw.air.support import FLYERS, meet, ways_of
from pbem.systems.tw.battle.odds import column_of, level_of
from pbem.systems.tw.combat.forces import Attack, forces_of
from pbem.systems.tw.move.marching import (
    ONE_HEX,
    SECOND,
    ground_for,
    is_cut_off,
    points_of,
    way_to,
)
from pbem.systems.tw.world.activity import is_active
from pbem.systems.tw.world.hexes import has_fortress, is_fortified, is_land, is_mountain
from pbem.systems.tw.world.position import Position, Umpire, by_player, in_alliance_order
from pbem.systems.tw.world.stacking import excess_with
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import Marker, PowerFlag, PowerName, UnitMark

COMMIT: Final = DecisionKind(
    "commit",
    "Where a reserve goes",
    "when the enemy has announced his attacks: into a hex under attack, or beside one; default: "
    "into the hex under attack at the worst odds of those where it helps, else nowhere",
    "9.9.3",
    (AnswerKey("reserves", "to"),),
    {"hexes": "among how many hexes you choose", "strength": "the factors of the reserve"},
)
INTERDICT: Final = DecisionKind(
    "interdict",
    "Aircraft that delay a reserve",
    "when the enemy commits a reserve: each costs it a point; default: fighters, if there are "
    "enough to stop it",
    "9.9.5",
    (AnswerKey("flights", "interdict"),),
    {"spare": "the points that the reserve has to spare", "strength": "its factors"},
)


RAISE: Final = DecisionKind(
    "reserve-works",
    "Where a fortification in reserve stands",
    "when the enemy has announced his attacks and the Soviet Union keeps a fortification in "
    "reserve; default: in the hex under attack at the worst odds",
    "9.9.3",
    (AnswerKey("reserves", "fortify"),),
    {"hexes": "among how many hexes you choose"},
)


@dataclass(frozen=True, slots=True)
class RaisedVerdict(Verdict):
    """A fortification of the reserve stands in a hex."""

    kind: ClassVar[str] = "reserve-works"
    cite: ClassVar[str] = "9.9.3"

    power: PowerId

    @property
    def outcome(self) -> str:
        return "raised"


@dataclass(frozen=True, slots=True)
class ReserveVerdict(Verdict):
    """A reserve has been committed; delayed by so many aircraft."""

    kind: ClassVar[str] = "reserve"
    cite: ClassVar[str] = "9.9"

    unit: UnitId
    way: tuple[PlaceId, ...]
    goal: PlaceId
    delayed: int

    @property
    def outcome(self) -> str:
        return "arrives" if self.way[-1] == self.goal else "stopped"


@implements("TW-9.9.3-1", "TW-9.8-12", "TW-1.2d-8", "TW-3.6-2")
def commit_reserves(umpire: Umpire, attacks: Sequence[Attack]) -> None:
    """The reserves of those who are attacked, one after the other."""
    position = umpire.position
    for owner in in_alliance_order(position):
        foe, own = _foe(position, owner, attacks), _against(position, owner, attacks)
        for piece in position.pieces_of(owner) if own else ():
            if _waits(piece) and not _is_stuck(position, piece):
                _commit(umpire, piece.id, foe, own)
    _raise_works(umpire, attacks)


def _against(position: Position, owner: str, attacks: Sequence[Attack]) -> tuple[Attack, ...]:
    """The attacks of a power's own enemies, whoever else attacks in this impulse."""
    return tuple(attack for attack in attacks if _foe(position, owner, (attack,)))


def _foe(position: Position, owner: str, attacks: Sequence[Attack]) -> str:
    """The first power that attacks and is at war with another; nobody where none is."""
    powers = (position.units[unit].owner for attack in attacks for unit in attack.units)
    return next((power for power in powers if position.at_war(power, owner)), "")


class WornReserves(Reading, id="TW-R-9.9-c"):
    """How far a Depleted German unit goes that waits in reserve."""

    ONE = "one"
    THIRD_RATE = "third-rate"


class CutOffReserves(Reading, id="TW-R-9.9-b"):
    """Whether a reserve without supply moves."""

    STAYS = "stays"
    MOVES = "moves"


class WorksGo(Reading, id="TW-R-9.9-a"):
    """Where a Soviet fortification in reserve may be placed."""

    ATTACKED = "attacked"
    ANYWHERE = "anywhere"


@implements("TW-9.9.3-3")
def _raise_works(umpire: Umpire, attacks: Sequence[Attack]) -> None:
    """A Soviet fortification that waits is placed on a hex under attack, or where it is read so."""
    position, soviet = umpire.position, PowerName.SOVIET_UNION
    waits = position.state.flag(soviet, PowerFlag.RESERVE_WORKS) == position.clock.name
    attacks = _against(position, soviet, attacks)
    if not waits or not attacks:
        return
    hexes = tuple(one for one in _for_works(position, attacks) if _takes_works(position, one))
    if not hexes:
        return
    board = position.board
    answer = umpire.decide(
        RAISE.ask(
            "Where does the fortification in reserve stand?",
            position.powers[soviet].players,
            [Option(one, board.name(one)) for one in hexes],
            _worst(position, [one for one in attacks if one.place in hexes]),
            about=soviet,
            least=0,
            facts={"hexes": len(hexes)},
        )
    )
    if answer.picks:
        umpire.apply(*set_place(umpire.state, answer.pick, "marker", Marker.FORTIFICATION, True))
        umpire.apply(*set_power(umpire.state, soviet, "flag", PowerFlag.RESERVE_WORKS, None))
        umpire.tell(RaisedVerdict(answer.pick, soviet))


def _for_works(position: Position, attacks: Sequence[Attack]) -> tuple[str, ...]:
    """The hexes among which a fortification may be placed, those under attack first."""
    struck = [attack.place for attack in attacks]
    if position.reading(WorksGo) is WorksGo.ANYWHERE:
        struck += position.board.places
    return tuple(dict.fromkeys(struck))


def _takes_works(position: Position, place: str) -> bool:
    """Whether a fortification may stand in a hex: friendly land, no beach, mountain or works."""
    board, soviet = position.board, PowerName.SOVIET_UNION
    if not is_land(board, place) or not position.is_friendly(soviet, place):
        return False
    works = is_fortified(position, place) or has_fortress(position, place)
    return not (works or board.fact(place, "beach") or is_mountain(position, place))


def _worst(position: Position, attacks: Sequence[Attack]) -> list[str]:
    """Of some hexes under attack that at the worst odds."""
    found = []
    for attack in attacks:
        forces = forces_of(position, attack)
        found.append((-level_of(forces.attack_factors, forces.defence_factors), attack.place))
    return [min(found)[1]] if found else []


@implements("TW-9.9.2-2")
def _waits(piece: Piece) -> bool:
    """Whether a unit is in reserve and has not been committed yet."""
    return piece.unit.marked(UnitMark.RESERVE) and not piece.unit.marked(UnitMark.COMMITTED)


@implements("TW-12.6.1-1")
def _is_stuck(position: Position, piece: Piece) -> bool:
    """Whether a reserve stays where it is, since it had no supply as operations began."""
    return is_cut_off(piece) and position.reading(CutOffReserves) is CutOffReserves.STAYS


def _commit(umpire: Umpire, unit: str, power: str, attacks: Sequence[Attack]) -> None:
    position = umpire.position
    piece = position.piece(position.units[unit])
    ways = dict(_ways(position, piece, attacks))
    if not ways:
        return
    board = position.board
    answer = umpire.decide(
        COMMIT.ask(
            f"Where does {piece.counter.name} go?",
            position.powers[piece.owner].players,
            [Option(one, board.name(one)) for one in ways],
            _usual(position, piece, [one for one in attacks if one.place in ways]),
            about=unit,
            at=piece.at,
            least=0,
            facts={"hexes": len(ways), "strength": piece.strength},
        )
    )
    if answer.picks:
        _go(umpire, piece, ways[answer.pick], power)


@implements("TW-9.9.6-1", "TW-10.3.5-1", "TW-9.9.4-1", "TW-2.6-MOT-1", "TW-2.6-MOTFLAK-1")
def reserve_points(position: Position, piece: Piece) -> int:
    """The movement points of a reserve: those of the second impulse, for trucks too; one if it is
    Depleted, unless it is read that Germans have those of their rating.
    """
    if piece.is_depleted and position.reading(WornReserves) is WornReserves.ONE:
        return ONE_HEX
    return points_of(position, piece, SECOND)


@implements("TW-9.9.3-2", "TW-9.9.6-3")
def _ways(
    position: Position, piece: Piece, attacks: Sequence[Attack]
) -> Iterator[tuple[str, Path]]:
    """The hexes under attack, then those beside them, to which a reserve comes and has room."""
    struck = list(dict.fromkeys(attack.place for attack in attacks))
    beside = (near for place in struck for near in sorted(position.board.neighbours[place]))
    ground = replace(ground_for(position, [piece]), start=piece.at, sweeps=False)
    points = reserve_points(position, piece)
    for goal in dict.fromkeys((*struck, *beside)):
        full = excess_with(position, piece, goal) > 0
        if goal == piece.at or full or not position.is_friendly(piece.owner, goal):
            continue
        way = way_to(ground, goal, points)
        if way is not None:
            yield goal, way


def _usual(position: Position, piece: Piece, attacks: Sequence[Attack]) -> list[str]:
    """The hex under attack at the worst odds of those where the reserve makes them better."""
    helped: list[tuple[int, str]] = []
    for attack in attacks:
        forces = forces_of(position, attack)
        before = level_of(forces.attack_factors, forces.defence_factors)
        after = level_of(forces.attack_factors, forces.defence_factors + piece.factors)
        if column_of(after) != column_of(before):
            helped.append((-before, attack.place))
    return [min(helped)[1]] if helped else []


@implements("TW-9.9.3-2", "TW-9.9.5-1")
def _go(umpire: Umpire, piece: Piece, way: Path, power: str) -> None:
    """A reserve goes its way, as far as aircraft that meet it let it."""
    delayed = _delayed(umpire, piece, way, power)
    left = reserve_points(umpire.position, piece) - delayed
    places = _as_far(umpire.position, piece, way, left)
    umpire.apply(UnitMoved(piece.id, piece.at, places[-1]))
    committed = Mark(UnitMark.COMMITTED.until)
    umpire.apply(*set_mark(umpire.state.units[piece.id], UnitMark.COMMITTED, committed))
    goal = way.places[-1]
    umpire.tell(ReserveVerdict(places[-1], piece.id, places, goal, delayed))


@implements("TW-9.9.5-1")
def _as_far(position: Position, piece: Piece, way: Path, points: int) -> tuple[str, ...]:
    """The hexes that a reserve enters: all, or where it is delayed too long the first alone."""
    if way.cost <= points:
        return way.places
    full = excess_with(position, piece, way.places[1]) > 0
    return way.places[:1] if full else way.places[:2]


def _delayed(umpire: Umpire, piece: Piece, way: Path, power: str) -> int:
    """How many aircraft delay a reserve in the first hex that it enters."""
    place = way.places[1]
    spare = reserve_points(umpire.position, piece) - way.cost
    with umpire.step(piece.id):
        picks = _sent_against(umpire, piece, (place, spare))
        if not picks:
            return 0
        take_off(umpire, picks, place, UnitMark.INTERDICTS)
        position = umpire.position
        wing = tuple(position.piece(position.units[one]) for one in picks)
        flown = ways_of(position, wing, place)
        skies = meet(umpire, Skies(position, place, wing, (), way=flown), power)
    return sum(one.id in picks for one in skies.attackers)


def _sent_against(umpire: Umpire, piece: Piece, where: tuple[str, int]) -> tuple[str, ...]:
    """The aircraft that are sent against a reserve with so many points to spare, by each player
    his own.
    """
    place, spare = where
    position = umpire.position
    sent: tuple[str, ...] = ()
    for player, there in by_player(position, _interdictors(position, place)):
        left = spare - len(sent)
        fighters = [p.id for p in there if p.kind == Kind.FTR and not p.is_depleted]
        stopping = fighters[: max(0, left + 1)] if len(fighters) > left else ()
        answer = umpire.decide(
            INTERDICT.ask(
                f"Delay {piece.counter.name} in {position.label(place)}?",
                (player,),
                [option_of(p) for p in there],
                stopping,
                about=player,
                at=place,
                least=0,
                most=len(there),
                facts={"spare": left, "strength": piece.strength},
            )
        )
        sent = (*sent, *answer.picks)
    return sent


def _interdictors(position: Position, place: str) -> Iterator[Piece]:
    """The aircraft that may delay a reserve in a hex: its enemies', over whom alone it is open."""
    for power in position.powers:
        yield from (p for p in position.pieces_of(power) if _interdicts(position, p, place))


def _interdicts(position: Position, piece: Piece, place: str) -> bool:
    """Whether an aircraft may delay a reserve in a hex: active, idle, within its range."""
    flown = has_flown(position, piece.unit, UnitMark.INTERDICTS, place)
    busy = flown or piece.unit.marked(UnitMark.DISPLACED)
    if piece.kind not in FLYERS or busy or not is_active(piece):
        return False
    return place in reached(position, piece, offensive_range(position, piece))
