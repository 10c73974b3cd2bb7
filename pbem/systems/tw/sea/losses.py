"""Ships that a result hits (7.9.5, 7.10): who, by whose choice, and how badly.

Decides who is sunk, who is Depleted, and the spaces of the shipyard's track that it lacks. Leaves
where Depleted ships go to `retiring`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark
from pbem.core.record.events import Event
from pbem.core.record.state import Mark
from pbem.systems.tw.sea.battle import Hits
from pbem.systems.tw.sea.navies import aircraft_of, has_deck, naval_rating_of
from pbem.systems.tw.supply.cutting import eliminated
from pbem.systems.tw.world.position import Position, Umpire, player_of
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import UnitMark

SHIPS: Final = "ships"
DOCKED: Final = "shipyard"
SHIP_HIT: Final = DecisionKind(
    "ship-losses",
    "Which ships are hit",
    "when a result hits some of several ships of yours of one rating; default: Fleets before "
    "carriers with aircraft, those without cargo first",
    "7.9.5",
    (AnswerKey("fleets", "lose"),),
    {"result": "the result of the table", "many": "how many are hit"},
)


TARGETS: Final = DecisionKind(
    "ship-targets",
    "Which ships a strike on a port hits",
    "when aircraft of yours hit some of several ships in port, which you choose; default: carriers "
    "with aircraft, then whole Fleets; where a result sinks nobody Depleted ones first, which it "
    "sinks; ships on the track of a shipyard last",
    "11.7.1",
    (AnswerKey("fleets", "target"),),
    {"result": "the result of the table", "many": "how many are hit"},
)


@dataclass(slots=True)
class SeaLosses:
    """What a roll has cost: ships sunk, ships Depleted, and what each of these lacks."""

    sunk: list[str] = field(default_factory=list)
    depleted: list[str] = field(default_factory=list)
    damage: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Blow:
    """When and where a result hits: the part of the battle, the area, ships with cargo; `by` is the
    player who chooses whom, where the enemy does.
    """

    name: str
    at: str
    result: str
    laden: tuple[str, ...] = ()
    by: str = ""


@implements("TW-7.9.5-3", "TW-7.9.9-3", "TW-7.9.9-4")
def suffer(umpire: Umpire, ships: Sequence[Piece], hits: Hits, blow: Blow) -> SeaLosses:
    """So many ships are Depleted or sunk, of the weakest rating first; where the result has more
    Depletions than there are ships, who is Depleted twice is sunk.
    """
    cost = SeaLosses()
    left = min(hits.many, len(ships))
    twice = hits.many - left
    for number, group in enumerate(_groups(umpire.position, ships, blow)):
        if not left:
            break
        many = min(left, len(group))
        hit = (_aimed if blow.by else _chosen)(umpire, group, many, (blow, number, hits.sinks))
        for ship in hit:
            if blow.by and is_docked(umpire.position, ship):
                _set_back(umpire, ship, cost)
            else:
                _hit(umpire, ship, hits.sinks or len(cost.sunk) < twice, cost)
        left -= len(hit)
    return cost


def _groups(position: Position, ships: Sequence[Piece], blow: Blow) -> Iterator[list[Piece]]:
    """Ships among which their players choose: of one rating, the weakest first; all, if the enemy
    does.
    """
    if blow.by:
        yield list(ships)
        return
    rated: dict[int, list[Piece]] = {}
    for ship in ships:
        rated.setdefault(naval_rating_of(position, ship), []).append(ship)
    yield from (rated[rating] for rating in sorted(rated, reverse=True))


def _chosen(
    umpire: Umpire, group: Sequence[Piece], many: int, when: tuple[Blow, int, bool]
) -> Sequence[Piece]:
    """Whom the players of one group let go."""
    blow, number, _ = when
    position = umpire.position
    usual = sorted(group, key=lambda p: (has_deck(position, p), p.id in blow.laden, p.id))[:many]
    if many == len(group):
        return usual
    players = dict.fromkeys(one for p in group for one in position.powers[p.owner].players)
    answer = umpire.decide(
        SHIP_HIT.ask(
            "Which ships are hit?",
            tuple(players)[:1],
            [ship_option(ship, laden=ship.id in blow.laden) for ship in group],
            [ship.id for ship in usual],
            about=f"{blow.name}-{number}",
            at=blow.at,
            least=many,
            most=many,
            facts={"result": blow.result, "many": many},
        )
    )
    return [ship for ship in group if ship.id in answer.picks]


@implements("TW-11.7.1-1")
def _aimed(
    umpire: Umpire, group: Sequence[Piece], many: int, when: tuple[Blow, int, bool]
) -> Sequence[Piece]:
    """Whom the player of the aircraft hits that strike a port."""
    blow, _, sinks = when
    position = umpire.position

    def worth(ship: Piece) -> tuple[bool, bool, bool, str]:
        worn = ship.is_depleted is sinks
        return is_docked(position, ship), worn, not has_deck(position, ship), ship.id

    usual = sorted(group, key=worth)[:many]
    if many == len(group):
        return usual
    answer = umpire.decide(
        TARGETS.ask(
            "Which ships are hit?",
            (blow.by,),
            [ship_option(ship, docked=is_docked(position, ship)) for ship in group],
            [ship.id for ship in usual],
            about=blow.name,
            at=blow.at,
            least=many,
            most=many,
            facts={"result": blow.result, "many": many},
        )
    )
    return [ship for ship in group if ship.id in answer.picks]


@implements("TW-7.9.6-1")
def is_docked(position: Position, ship: Piece) -> bool:
    """Whether a ship in port lies on the track of a shipyard, where aircraft cannot sink it."""
    damaged = ship.unit.marked(UnitMark.DAMAGED)
    return damaged and bool(position.board.fact(ship.at, "shipyard"))


def ship_option(ship: Piece, laden: bool = False, docked: bool = False) -> Option:
    """A ship among which a player chooses."""
    tags = {ship.kind, ship.owner, *(("laden",) if laden else ()), *((DOCKED,) if docked else ())}
    return Option(ship.id, ship.counter.name, frozenset(tags), ship.strength)


def port_option(position: Position, place: str) -> Option:
    """The ships of a port, or of a patrol, among which a player chooses: `Scapa Flow`, `ships`."""
    name = position.board.name(place) or place
    return Option(place, name, frozenset({SHIPS, place}))


@implements("TW-7.10-2", "TW-7.9.9-4")
def _hit(umpire: Umpire, ship: Piece, sinks: bool, cost: SeaLosses) -> None:
    """One ship is Depleted; sunk where it was so before. Its aircraft share its fate."""
    position = umpire.position
    aircraft = aircraft_of(position, (ship,)).get(ship.id)
    companion = position.piece(position.units[aircraft]) if aircraft is not None else None
    if sinks or ship.is_depleted:
        for piece in (ship, *((companion,) if companion else ())):
            umpire.apply(*eliminated(piece))
        cost.sunk.append(ship.id)
        return
    damage = _damage(umpire, ship)
    umpire.apply(*hurt(ship, damage))
    if companion is not None:
        depleted = Mark(UnitMark.DEPLETED.until)
        umpire.apply(*set_mark(companion.unit, UnitMark.DEPLETED, depleted))
    cost.depleted.append(ship.id)
    cost.damage.append(damage)


@implements("TW-7.9.6-1", "TW-7.9.6-2")
def _set_back(umpire: Umpire, ship: Piece, cost: SeaLosses) -> None:
    """A ship on the track of a shipyard is Depleted further, to its beginning at worst."""
    chart = umpire.chart("naval-modifiers")
    size = int(chart.at(ship.kind, "spaces", "size").number)
    before = int(ship.unit.marks[UnitMark.DAMAGED].value or 0)
    lacks = min(size, before + _damage(umpire, ship))
    umpire.apply(*hurt(ship, lacks))
    cost.depleted.append(ship.id)
    cost.damage.append(lacks)


def _damage(umpire: Umpire, ship: Piece) -> int:
    """The spaces that a Depleted ship lacks, by its owner's die."""
    by = player_of(umpire.position, ship.owner)
    roll = umpire.roll(f"damage-{ship.id}", "d10", by, "7.10")
    chart = umpire.chart("naval-modifiers")
    return int(chart.at(str(roll.total), ship.kind, "damage").number)


def hurt(ship: Piece, damage: int) -> Iterator[Event]:
    """The marks of a ship that is Depleted now."""
    for mark, value in (
        (UnitMark.DEPLETED, True),
        (UnitMark.DAMAGED, damage),
        (UnitMark.HURT, True),
    ):
        yield from set_mark(ship.unit, mark, Mark(mark.until, value))
