"""Who comes to a battle at sea (7.8.3, 7.9.7): aircraft that attack a mission, and who joins.

The player who does not move sends aircraft; then both sides send more, the one who moves first,
until one sends nobody. Decides who may come. Leaves the rounds to `fighting`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark
from pbem.core.record.state import Mark
from pbem.core.rules.readings import Reading
from pbem.systems.tw.air.basing import BOMBERS, is_fit
from pbem.systems.tw.air.losses import option_of
from pbem.systems.tw.air.missions import flies, flown_to, has_flown
from pbem.systems.tw.sea.battle import FACES, Waters
from pbem.systems.tw.sea.intercepting import (
    Attempt,
    aircraft_beside,
    areas_of,
    attempt,
    forces_against,
    havens,
    is_supplied,
)
from pbem.systems.tw.sea.losses import port_option
from pbem.systems.tw.sea.missions import has_sailed
from pbem.systems.tw.sea.navies import force_at
from pbem.systems.tw.sea.waters import is_area
from pbem.systems.tw.world.activity import is_active
from pbem.systems.tw.world.position import Position, Umpire, by_player
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import UnitMark

FAIR: Final = 5  # faces of the die for which it is worth coming
GOOD: Final = 7
COUNTER: Final = "counter"

_FACTS: Final = {
    "own": "your Fleets there, in halves of one",
    "enemy": "those of the enemy",
    "good": "of the ten faces of the die, how many would hurt the enemy's ships if all came",
}
RAID: Final = DecisionKind(
    "sea-strike",
    "Aircraft that attack ships on their way",
    "when ships of the enemy pass a sea area beside bases of aircraft of yours; fighters meet "
    "aircraft, and ships in straits. Default: whole bombers, where half of the faces of the die "
    "hurt the enemy, else nobody",
    "7.8.3",
    (AnswerKey("fleets", "send"),),
    _FACTS,
)
JOIN: Final = DecisionKind(
    "sea-join",
    "Who joins a battle at sea",
    "when a mission at sea has been met, each side in turn until one sends nobody: aircraft beside "
    "the area come, forces of other ports throw a die for it. Default: whole bombers against "
    "ships, whole fighters against aircraft; in the enemy's player turn ships too, where half of "
    "the faces of the die find the enemy and fewer than seven hurt him yet",
    "7.9.7",
    (AnswerKey("fleets", "join"),),
    {**_FACTS, "pass": "how often both sides have been asked"},
)


class Joining(Reading, id="TW-R-7.9.7-c"):
    """When ships of the player who moves are on a mission that join a battle."""

    TRIES = "tries"
    COMES = "comes"


@dataclass(frozen=True, slots=True)
class Encounter:
    """Who meets whom in an area: the battle so far, and who has tried already."""

    waters: Waters
    power: str
    mission: str
    tried: tuple[str, ...] = ()
    strategic: bool = False

    @property
    @implements("TW-11.2.3-3")
    def mark(self) -> UnitMark:
        """What aircraft that come have done: strategic movement is met on a mission of its own."""
        return UnitMark.OVER_LANES if self.strategic else UnitMark.OVER_SEA

    @property
    def position(self) -> Position:
        return self.waters.position

    def side(self, moves: bool) -> tuple[Piece, ...]:
        return self.waters.attackers if moves else self.waters.defenders

    def with_more(self, position: Position, moves: bool, pieces: Sequence[Piece]) -> Encounter:
        """The same with more units of a side."""
        there = (*self.side(moves), *pieces)
        waters = replace(self.waters, position=position)
        more = replace(waters, attackers=there) if moves else replace(waters, defenders=there)
        return replace(self, waters=more)


# --- aircraft against a mission ------------------------------------------------------------------


@implements("TW-7.8.3-1", "TW-7.8.3-2", "TW-7.8-8")
def raid(umpire: Umpire, met: Encounter) -> Encounter:
    """The aircraft that the enemies of a mission send against it, player by player."""
    for player, pieces in by_player(met.position, _against(met)):
        usual = _to_raid(met, pieces)
        picked = _pick(umpire, RAID, (player, pieces, usual), met)
        met = met.with_more(umpire.position, False, _fly(umpire, met, picked, False))
    return met


def _against(met: Encounter) -> Iterator[Piece]:
    """Idle aircraft of the enemy beside an area."""
    for piece in aircraft_beside(met.position, met.waters.area):
        if met.position.at_war(met.power, piece.owner) and _is_idle(met, piece):
            yield piece


@implements("TW-11.2.3-3", "TW-META-9")
def _is_idle(met: Encounter, piece: Piece) -> bool:
    """Whether an aircraft has not flown over the sea on this front, nor against this mission."""
    over = has_flown(met.position, piece.unit, met.mark, met.waters.area)
    again = met.mission in flown_to(piece.unit, met.mark)
    busy = over or again or piece.unit.marked(UnitMark.DISPLACED)
    return is_fit(piece) and not busy


def _to_raid(met: Encounter, pieces: Sequence[Piece]) -> list[Piece]:
    """Whom a player sends who says nothing."""
    bombers = [piece for piece in pieces if piece.kind in BOMBERS and not piece.is_depleted]
    if not met.waters.attackers:
        return bombers
    with_them = met.waters.of(met.waters.attackers, (*met.waters.defenders, *bombers))
    return bombers if with_them.faces()[1] >= FAIR else []


def _fly(umpire: Umpire, met: Encounter, picked: Sequence[Piece], moves: bool) -> tuple[Piece, ...]:
    """Aircraft that fly over the sea now, with their mark."""
    for piece in picked:
        umpire.apply(*flies(piece.unit, met.mark, met.waters.area, met.mission))
        if moves:
            unit = umpire.state.units[piece.id]
            umpire.apply(*set_mark(unit, UnitMark.FLOWN, Mark(UnitMark.FLOWN.until)))
    return tuple(umpire.position.piece(umpire.state.units[piece.id]) for piece in picked)


# --- who joins -----------------------------------------------------------------------------------


@implements("TW-7.9.7-1", "TW-7.9.7-4", "TW-7.8-13", "TW-7.9.8-1")
def gather(umpire: Umpire, met: Encounter, first: bool = True) -> Encounter:
    """Both sides send more to a battle until one sends nobody: he who moves `first`, or the other,
    who has been met.
    """
    number = 1
    while True:
        for moves in (first, not first):
            with umpire.step(f"joins-{number}-{'attacker' if moves else 'defender'}"):
                before = len(met.side(moves))
                met = _join(umpire, met, moves, number)
            if len(met.side(moves)) == before:
                return met
        number += 1


def _join(umpire: Umpire, met: Encounter, moves: bool, number: int) -> Encounter:
    """What the players of one side send in one go."""
    candidates = (*_idle_aircraft(met, moves), *_other_ships(met, moves))
    for player, pieces in by_player(met.position, candidates):
        aircraft = tuple(piece for piece in pieces if piece.is_air)
        bases = tuple(dict.fromkeys(piece.at for piece in pieces if piece.is_naval))
        answer = _who_joins(umpire, met, (player, aircraft, bases), (moves, number))
        flown = [piece for piece in aircraft if piece.id in answer]
        met = met.with_more(umpire.position, moves, _fly(umpire, met, flown, moves))
        for base in bases:
            if base in answer:
                met = _try(umpire, met, base, moves)
    return met


def _idle_aircraft(met: Encounter, moves: bool) -> Iterator[Piece]:
    """The idle aircraft of a side beside the area."""
    if not moves:
        yield from _against(met)
        return
    for piece in aircraft_beside(met.position, met.waters.area):
        ours = met.position.stand_together(met.power, piece.owner)
        if ours and _is_idle(met, piece) and is_active(piece):
            yield piece


@implements("TW-7.9.7-4", "TW-7.8-5")
def _other_ships(met: Encounter, moves: bool) -> Iterator[Piece]:
    """The forces of a side that have not tried to meet this mission yet."""
    position, area = met.position, met.waters.area
    for base, ships in _forces(met, moves):
        if base not in met.tried and areas_of(position, base, ships, (area,)):
            yield from ships


def _forces(met: Encounter, moves: bool) -> tuple[tuple[str, tuple[Piece, ...]], ...]:
    if not moves:
        return forces_against(met.position, met.power)
    return tuple(_own_forces(met))


@implements("TW-12.6.3-2")
def _own_forces(met: Encounter) -> Iterator[tuple[str, tuple[Piece, ...]]]:
    """The active whole ships of the side that moves, by port, in supply, that have not sailed."""
    position = met.position
    for place in havens(position):
        force = (ship for ship in force_at(position, met.power, place) if is_active(ship))
        idle = tuple(s for s in force if not has_sailed(s) and is_supplied(position, s))
        if idle:
            yield place, idle


@implements("TW-7.0-2")
def _try(umpire: Umpire, met: Encounter, base: str, moves: bool) -> Encounter:
    """A force throws its die to join a battle; who moves has sailed then, by another reading only
    if he finds it.
    """
    position = umpire.position
    ships = dict(_forces(replace(met, waters=replace(met.waters, position=position)), moves))[base]
    trial = Attempt(
        position=position,
        base=base,
        ships=ships,
        target=met.side(not moves),
        area=met.waters.area,
        counter=True,
    )
    found = attempt(umpire, trial, base)
    if moves and (found or position.reading(Joining) is Joining.TRIES):
        for ship in ships:
            sailed = Mark(UnitMark.SAILED.until, COUNTER)
            umpire.apply(*set_mark(umpire.state.units[ship.id], UnitMark.SAILED, sailed))
    came = umpire.position.still_at(ships) if found else ()
    met = replace(met, tried=(*met.tried, base))
    return met.with_more(umpire.position, moves, came)


def _who_joins(
    umpire: Umpire,
    met: Encounter,
    who: tuple[str, tuple[Piece, ...], tuple[str, ...]],
    when: tuple[bool, int],
) -> tuple[str, ...]:
    """What a player says of those who may join."""
    moves, number = when
    player, aircraft, bases = who
    position = met.position
    ports = [port_option(position, base) for base in bases]
    options = [*map(option_of, aircraft), *ports]
    answer = umpire.decide(
        JOIN.ask(
            f"Who joins the battle in {position.label(met.waters.area)}?",
            (player,),
            options,
            [*(p.id for p in _useful(met, aircraft, moves)), *_worthy(met, bases, moves)],
            about=f"{met.mission}-{number}-{player}",
            at=met.waters.area,
            least=0,
            most=len(options),
            facts={**_facts(met, moves), "pass": number},
        )
    )
    return answer.picks


def _useful(met: Encounter, aircraft: Sequence[Piece], moves: bool) -> list[Piece]:
    """The aircraft that a player sends who says nothing."""
    enemy = met.side(not moves)
    ships, flying = any(p.is_naval for p in enemy), any(p.is_air for p in enemy)
    fit = [piece for piece in aircraft if not piece.is_depleted]
    return [piece for piece in fit if (flying if piece.kind == Kind.FTR else ships)]


def _worthy(met: Encounter, bases: Sequence[str], moves: bool) -> list[str]:
    """The forces that a player sends who says nothing."""
    enemy = met.side(not moves)
    if moves or not any(piece.is_naval for piece in enemy) or met.waters.faces()[not moves] >= GOOD:
        return []
    forces = dict(_forces(met, moves))
    tries = (
        Attempt(
            position=met.position,
            base=base,
            ships=forces[base],
            target=enemy,
            area=met.waters.area,
            counter=True,
        )
        for base in bases
        if not is_area(base)
    )
    return [trial.base for trial in tries if trial.faces() >= FAIR]


# --- asking --------------------------------------------------------------------------------------


def _facts(met: Encounter, moves: bool) -> dict[str, int]:
    own, enemy = met.waters.halves if moves else reversed(met.waters.halves)
    good = met.waters.faces()[not moves] if met.waters.contested else FACES
    return {"own": own, "enemy": enemy, "good": good}


def _pick(
    umpire: Umpire,
    kind: DecisionKind,
    who: tuple[str, Sequence[Piece], Sequence[Piece]],
    met: Encounter,
) -> list[Piece]:
    """Which of his aircraft a player sends against a mission."""
    player, pieces, usual = who
    every = met.waters.of(met.waters.attackers, (*met.waters.defenders, *pieces))
    answer = umpire.decide(
        kind.ask(
            f"Which aircraft attack ships in {met.position.label(met.waters.area)}?",
            (player,),
            [option_of(piece) for piece in pieces],
            [piece.id for piece in usual],
            about=f"{met.mission}-{player}",
            at=met.waters.area,
            least=0,
            most=len(pieces),
            facts={
                "own": every.halves[1],
                "enemy": every.halves[0],
                "good": every.faces()[1] if every.contested else FACES,
            },
        )
    )
    return [piece for piece in pieces if piece.id in answer.picks]
