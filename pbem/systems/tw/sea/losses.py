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
from pbem.core.play.umpire import Umpire
from pbem.core.record.changes import set_mark
from pbem.core.record.events import Event
from pbem.core.record.state import Mark
from pbem.systems.tw.sea.battle import Hits
from pbem.systems.tw.sea.navies import aircraft_of, has_deck, naval_rating_of
from pbem.systems.tw.supply.cutting import eliminated
from pbem.systems.tw.world.position import Position, now
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import UnitMark

SHIPS: Final = "ships"
SHIP_HIT: Final = DecisionKind(
    "ship-losses",
    "Which ships are hit",
    "when a result hits some of several ships of yours of one rating; default: Fleets before "
    "carriers with aircraft, those without cargo first",
    "7.9.5",
    (AnswerKey("fleets", "lose"),),
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
    """When and where a result hits: the part of the battle, the area, ships with cargo."""

    name: str
    at: str
    result: str
    laden: tuple[str, ...] = ()


@implements("TW-7.9.5-3", "TW-7.9.9-3", "TW-7.9.9-4")
def suffer(umpire: Umpire, ships: Sequence[Piece], hits: Hits, blow: Blow) -> SeaLosses:
    """So many ships are Depleted or sunk, of the weakest rating first; where the result has more
    Depletions than there are ships, who is Depleted twice is sunk.
    """
    cost = SeaLosses()
    left = min(hits.many, len(ships))
    twice = hits.many - left
    for number, group in enumerate(_groups(now(umpire), ships)):
        if not left:
            break
        hit = _chosen(umpire, group, min(left, len(group)), (blow, number))
        for ship in hit:
            _hit(umpire, ship, hits.sinks or len(cost.sunk) < twice, cost)
        left -= len(hit)
    return cost


def _groups(position: Position, ships: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Ships among which their players choose: of one rating, the weakest first."""
    rated: dict[int, list[Piece]] = {}
    for ship in ships:
        rated.setdefault(naval_rating_of(position, ship), []).append(ship)
    yield from (rated[rating] for rating in sorted(rated, reverse=True))


def _chosen(
    umpire: Umpire, group: Sequence[Piece], many: int, when: tuple[Blow, int]
) -> Sequence[Piece]:
    """Whom the players of one group let go."""
    blow, number = when
    position = now(umpire)
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


def ship_option(ship: Piece, laden: bool = False) -> Option:
    """A ship among which a player chooses."""
    tags = {ship.kind, ship.owner, *(("laden",) if laden else ())}
    return Option(ship.id, ship.counter.name, frozenset(tags), ship.strength)


def port_option(position: Position, place: str) -> Option:
    """The ships of a port, or of a patrol, among which a player chooses: `Scapa Flow`, `ships`."""
    name = position.board.name(place) or place
    return Option(place, name, frozenset({SHIPS, place}))


@implements("TW-7.10-2", "TW-7.9.9-4")
def _hit(umpire: Umpire, ship: Piece, sinks: bool, cost: SeaLosses) -> None:
    """One ship is Depleted; sunk where it was so before. Its aircraft share its fate."""
    position = now(umpire)
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


def _damage(umpire: Umpire, ship: Piece) -> int:
    """The spaces that a Depleted ship lacks, by its owner's die."""
    player = umpire.state.powers[ship.owner].players
    by = player[0] if player else ""
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
