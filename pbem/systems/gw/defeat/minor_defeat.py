"""The defeat of Minor Powers (9.24, 4.12).

A defeated Minor Power bears the flag `defeated: CONQUEROR`. Who controlled it still does: its
colonies, the forces there and its ships stay, and align as those of any controlled Minor Power
when the controller is at war with the conqueror (`alignment`).
Decides who is defeated by whom. Leaves to `alignment` what becomes of the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_power
from pbem.core.record.verdicts import Judged, PlaceId, PowerId
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.systems.gw.economy.transfers import units_of
from pbem.systems.gw.politics.alignment import is_absorbed, zones_held
from pbem.systems.gw.world.cargo import whereabouts
from pbem.systems.gw.world.nations import MAJOR_POWERS, OWN_SHEETS, at_war, controller_of, home_of
from pbem.systems.gw.world.units import type_of
from pbem.systems.gw.world.vocabulary import Placed, PowerFlag


def home_zones(game: Game, nation: str) -> tuple[str, ...]:
    """The zones of a nation's Home Country."""
    return tuple(zone for zone in game.board.places if home_of(game.board, zone) == nation)


@implements("GW-9.24-1", "GW-9.24-3")
def conqueror_of_minor(position: Position, minor: str) -> str:
    """Who has defeated a Minor Power, if anybody (9.24).

    No unit of it is left in its Home Country, and an Enemy possesses some of that. One that has
    aligned is a nation no more; KMT, CCP and Free France have rules of their own.
    """
    if minor in MAJOR_POWERS or minor in OWN_SHEETS or is_absorbed(position.state, minor):
        return ""
    if not position.powers[minor].relations:  # nobody is its Enemy
        return ""
    home = home_zones(position.game, minor)
    if any(unit.owner == minor for zone in home for unit in position.state.at(zone)):
        return ""
    capital_first = sorted(home, key=lambda zone: (not position.board.fact(zone, "capital"), zone))
    holders = [position.holder(zone) for zone in capital_first]
    return next((holder for holder in holders if at_war(position.state, minor, holder)), "")


@implements("GW-9.24-1", "GW-9.24-2", "GW-4.12-1")
def minors_are_defeated(umpire: Umpire) -> bool:
    """Minor Powers without a unit at home are defeated; their controllers keep the rest (9.24)."""
    changed = False
    for minor in tuple(umpire.state.powers):
        state = umpire.state
        if state.flag(minor, PowerFlag.DEFEATED):
            continue
        conqueror = conqueror_of_minor(umpire.position.then(state), minor)
        if conqueror:
            umpire.apply(*set_power(state, minor, "flag", PowerFlag.DEFEATED, conqueror))
            _tell(umpire, minor, conqueror)
            changed = True
    return changed


@dataclass(frozen=True, slots=True)
class MinorDefeatedVerdict(Judged):
    """A Minor Power has lost its Home Country; what its controller keeps."""

    kind: ClassVar[str] = "minor-defeated"
    cite: ClassVar[str] = "9.24"

    minor: PowerId
    controller: str
    zones: Sequence[PlaceId]
    ships: Placed
    units: Placed


def _tell(umpire: Umpire, minor: str, conqueror: str) -> None:
    """What is left of a defeated Minor Power, and who controls it."""
    position = umpire.position
    left = units_of(position.state, minor)
    umpire.tell(
        MinorDefeatedVerdict(
            at=None,
            result=conqueror,
            minor=minor,
            controller=controller_of(position.state, minor),
            zones=zones_held(position, minor),
            ships=[
                (u.counter, u.size, whereabouts(position.state, u))
                for u in left
                if type_of(umpire.book, u).is_naval
            ],
            units=[
                (u.counter, u.size, whereabouts(position.state, u))
                for u in left
                if not type_of(umpire.book, u).is_naval
            ],
        )
    )
