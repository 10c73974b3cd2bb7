"""Retreats and shattered units (11.15.5).

Decides which hexes a retreating unit may enter, in which order of priority, when it must go on and
when it is destroyed; and whether a shattered unit could have retreated. Air Cav flies to a base
instead (22.12). Leaves who may stay off the map to `land_results`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.choices.decisions import Option, Settle
from pbem.core.data.rulebook import implements
from pbem.core.record.events import UnitMoved
from pbem.core.rules.readings import Reading
from pbem.systems.flames.air.air_to_air import BOMBER
from pbem.systems.flames.air.flights import Flight, Mission, homes
from pbem.systems.flames.impulse.battle_decisions import RETREAT, RETURN
from pbem.systems.flames.land.combat.bonus import killed
from pbem.systems.flames.world.control import enemy_occupied, take_hex
from pbem.systems.flames.world.homes import lose
from pbem.systems.flames.world.named import hex_facts
from pbem.systems.flames.world.partisans import entry_ban_of, strangers_to
from pbem.systems.flames.world.position import Piece, Position, Umpire
from pbem.systems.flames.world.stacking import over_land_limit
from pbem.systems.flames.world.zoc import enemy_zoc

FARTHEST: Final = 12  # hexes: no retreat goes on without end
SECTORS = {
    "n-e": ("north", "east"),
    "e": ("east",),
    "s-e": ("south", "east"),
    "s-w": ("south", "west"),
    "w": ("west",),
    "n-w": ("north", "west"),
}


class CouldRetreat(Reading, id="WIF-11.15.5-R10"):
    """By which test a shattered unit could have retreated."""

    FULL = "full"
    FIRST_HEX = "first-hex"


class RetreatBack(Reading, id="WIF-11.15.5-R11"):
    """Whether a retreat that goes on may return to a hex it has passed."""

    NEVER = "never"
    ALLOWED = "allowed"


@dataclass(frozen=True, slots=True)
class Trail:
    """A unit's retreat: its hexes so far, the first where it began; where attacks are to come."""

    piece: Piece
    hexes: tuple[str, ...]
    attacked: Collection[str]

    @property
    def here(self) -> str:
        """Where the unit is now."""
        return self.hexes[-1]

    @property
    def name(self) -> str:
        """The present hex as a choice there is named; with a number when it is passed again."""
        times = self.hexes.count(self.here)
        return self.here if times == 1 else f"{self.here}-{times}"

    def on(self, place: str) -> Trail:
        """The trail with one more hex."""
        return replace(self, hexes=(*self.hexes, place))


@dataclass(frozen=True, slots=True)
class Ways:
    """The hexes to which a retreat may go on: the best priority that there is, and its hexes."""

    priority: int = 0
    hexes: tuple[str, ...] = ()


# --- where a unit may go -------------------------------------------------------------------------


@implements("WIF-11.15.5-34", "WIF-11.15.5-35", "WIF-22.6-3", "AIF-11.16.5-9")
def could_enter(position: Position, piece: Piece, here: str, there: str) -> bool:
    """Whether a unit could move from one hex into the next at all (11.15.5, 11.10).

    Who is bound to a country or city stays there (22.6).
    """
    ground = position.ground
    costs = ground.motors if piece.is_motorised else ground.legs
    return (
        piece.movement > 0
        and costs[there] is not None
        and ground.cross(here, there, piece.terrain_kind) is not None
        and not entry_ban_of(position, piece, there)
        and there not in enemy_occupied(position, piece.owner)
    )


@implements("WIF-11.15.5-36", "AIF-11.16.5-10")
def priority(position: Position, piece: Piece, there: str) -> int | None:
    """The priority of a retreat hex, 1 to 4; None where no retreat goes (11.15.5)."""
    friends = position.land_at(there)
    crowded = over_land_limit(position, there, [*friends, piece]) > 0
    if there not in enemy_zoc(position, piece.owner):
        return 2 if crowded else 1
    if not friends:
        return None
    return 4 if crowded else 3


def retreat_hexes(position: Position, trail: Trail, back: bool = False) -> Ways:
    """Where a retreat may go on; nowhere means priority 0.

    Hexes that it has passed are out, unless the reading lets it come back.
    """
    found: dict[int, list[str]] = {}
    for there in position.board.neighbours[trail.here]:
        if there in trail.hexes and not back:
            continue
        if could_enter(position, trail.piece, trail.here, there):
            rank = priority(position, trail.piece, there)
            if rank is not None:
                found.setdefault(rank, []).append(there)
    best = min(found, default=0)
    return Ways(best, tuple(sorted(found.get(best, ()))))


@implements("WIF-11.15.5-37", "AIF-11.16.5-11")
def must_go_on(position: Position, trail: Trail) -> bool:
    """Whether a unit that has retreated to a hex may not stay there (11.15.5)."""
    piece, place = trail.piece, trail.here
    friends = [p for p in position.land_at(place) if p.id != piece.id]
    return (
        place in trail.attacked
        or place == trail.hexes[0]
        or over_land_limit(position, place, [*friends, piece]) > 0
        or bool(strangers_to(position, piece, friends))
    )


@implements("WIF-11.15.5-40", "AIF-11.16.5-12")
def can_retreat(position: Position, trail: Trail, rule: CouldRetreat = CouldRetreat.FULL) -> bool:
    """Whether a unit could retreat, whatever hexes the attacker chose well for it (11.15.5).

    By the usual reading the whole retreat counts, by the other one its first hex alone.
    """
    hexes = retreat_hexes(position, trail).hexes
    if rule is CouldRetreat.FIRST_HEX:
        return bool(hexes)
    trails = [trail.on(there) for there in hexes]
    further = len(trail.hexes) <= FARTHEST
    return any(
        not must_go_on(position, on) or (further and can_retreat(position, on)) for on in trails
    )


# --- conducting ----------------------------------------------------------------------------------


@implements(
    "WIF-11.15.5-33", "WIF-11.15.5-36", "WIF-11.15.5-37", "AIF-11.16.5-9", "AIF-11.16.5-10",
    "AIF-11.16.5-11",
)  # fmt: skip
def retreat(
    umpire: Umpire, unit: str, attacked: Collection[str], by: Sequence[str]
) -> tuple[str, ...]:
    """The attacker retreats one unit; returns its trail, which ends empty if it was destroyed."""
    piece = umpire.position.pieces(unit)[0]
    trail = Trail(piece, (piece.at,), attacked)
    with umpire.step("retreat", at=unit):
        while True:
            position = umpire.position
            piece = position.pieces(unit)[0]
            ways = retreat_hexes(position, trail, _may_come_back(umpire, trail))
            if not ways.hexes:
                lose(umpire, *killed(position, piece))
                return ()
            there = _next_hex(umpire, trail, ways, by)
            taken = take_hex(position, there, [piece])
            umpire.apply(UnitMoved(unit, piece.at, there, piece.unit.count), *taken)
            trail = trail.on(there)
            if not must_go_on(umpire.position, trail):
                return trail.hexes


@implements("WIF-11.15.5-38", "WIF-22.12-5")
def bases(position: Position, piece: Piece, attacked: Collection[str]) -> tuple[str, ...]:
    """Where Air Cav may fly that must retreat: as if it returned to base, the nearest first."""
    flight = Flight(piece, Mission.CARRY, piece.at)
    found = homes(position, flight)
    return tuple(place for place in found if place != piece.at and place not in attacked)


@implements("WIF-11.15.5-38", "WIF-22.12-5")
def fly_off(umpire: Umpire, unit: str, attacked: Collection[str]) -> tuple[str, ...]:
    """Air Cav that must retreat flies to a base, as its owner says; destroyed if there is none."""
    position = umpire.position
    piece = position.pieces(unit)[0]
    open_to = bases(position, piece, attacked)
    if not open_to:
        lose(umpire, *killed(position, piece))
        return ()
    wish = umpire.opening(
        [
            RETURN.ask(
                f"Where does {piece.name} fly to?",
                position.powers[piece.owner].players,
                (Option(p, position.board.name(p), frozenset({p})) for p in open_to),
                about=piece.id,
                at=piece.at,
                facts={"role": BOMBER, **hex_facts(position, piece.at, piece.owner)},
            )
        ]
    )[0]
    there = wish.pick or open_to[0]
    umpire.apply(UnitMoved(unit, piece.at, there, piece.unit.count))
    return (piece.at, there)


def _may_come_back(umpire: Umpire, trail: Trail) -> bool:
    """Whether a retreat that goes on may pass a hex again, by the reading; never without end."""
    if not 1 < len(trail.hexes) < FARTHEST:
        return False
    return umpire.reading(RetreatBack) is RetreatBack.ALLOWED


def _next_hex(umpire: Umpire, trail: Trail, ways: Ways, by: Sequence[str]) -> str:
    """The attacker's choice among hexes of equal priority; no choice where there is one hex."""
    hexes = ways.hexes
    if len(hexes) == 1:
        return hexes[0]
    answer = umpire.decide(
        RETREAT.ask(
            f"Where does {trail.piece.name} retreat to?",
            umpire.position.players_of(by),
            (_hex_option(umpire, trail.here, place) for place in hexes),
            (hexes[0],),
            about=trail.name,
            at=trail.here,
            facts={"priority": ways.priority, **hex_facts(umpire.position, trail.here, by[0])},
            settle=Settle.ROLL_OFF,
        )
    )
    return answer.pick


def _hex_option(umpire: Umpire, here: str, there: str) -> Option:
    """A hex as a player names it: by number, name, direction (`n-e`) or sector (`east`)."""
    board = umpire.board
    way = board.direction(here, there)
    tags = frozenset({way, *SECTORS[way]}) if way else frozenset()
    return Option(there, board.name(there) or there, tags)
