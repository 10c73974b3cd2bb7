"""The warlords of China (4.9): whom they join when China is attacked.

All of them are the Power `warlords`; whose a zone is says the fact `warlord` of the map, and a
unit belongs to the warlord in whose zone it stands. An attack by a Chinese faction lasts for its
Combat Phase: then the warlord is conquered, or has joined the other faction.
Decides whose warlords become. Leaves to `chinese_civil_war` how zones pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.events import UnitChanged
from pbem.core.record.state import State
from pbem.core.record.verdicts import Judged, PlaceId, PowerId
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.civil_wars.chinese_civil_war import peace, zones_pass
from pbem.systems.gw.economy.incomes import zones_of
from pbem.systems.gw.politics.declarations import Declaration, go_to_war
from pbem.systems.gw.world.nations import (
    CHINA,
    CHINESE_FACTIONS,
    WARLORDS,
    at_war,
    is_acting,
    rival_of,
)
from pbem.systems.gw.world.vocabulary import Nation, Placed, PowerFlag


class Warlords(Reading, id="GW-R-4.9-a"):
    """Whether provinces that are named together have one warlord."""

    GROUPS = "groups"
    PROVINCES = "provinces"


COMBAT: Final = "step:combat"


@implements("GW-4.9-1")
def warlord_of(board: Board, zone: str, reading: str) -> str:
    """The warlord whose roundel a zone bears: several zones may be one's (4.9)."""
    return board.text(zone, "warlord") if reading == Warlords.GROUPS else zone


def has_warlords(state: State) -> bool:
    """Whether any warlord is left."""
    return WARLORDS in state.powers and bool(zones_of(state, WARLORDS))


# --- foreign attacks -------------------------------------------------------------------------


@implements("GW-4.9-2")
def foreign_attackers(state: State) -> tuple[str, ...]:
    """The foreign nations at war with China that have attacked a party of it (4.9).

    Those that declared the war, and those whose units stand in a zone that they attack.
    """
    standing = _intruders(state)
    foreign = (power for power in state.powers if power not in CHINA)
    return tuple(
        power
        for power in foreign
        if (power in standing or _has_declared(state, power))
        and any(at_war(state, power, party) for party in CHINA)
    )


def _intruders(state: State) -> frozenset[str]:
    """Who has units in Chinese zones, as long as there are warlords to be attacked there."""
    units = state.units.values() if has_warlords(state) else ()
    return frozenset(
        unit.owner
        for unit in units
        if unit.owner not in CHINA and state.controller(unit.at) in CHINA
    )


def _has_declared(state: State, power: str) -> bool:
    """Whether a nation has declared war on a party of China."""
    return not PowerFlag.DECLARED.among(state.powers[power].flags).keys().isdisjoint(CHINA)


@implements("GW-4.9-2")
def attack_on_china(umpire: Umpire) -> bool:
    """A foreign attack on one Chinese party is one on all of China (4.9).

    The factions are at war with the attacker, and every warlord aligns to KMT.
    """
    changed = False
    for foe in foreign_attackers(umpire.state):
        for faction in CHINESE_FACTIONS:
            state = umpire.state
            known = faction in state.powers and state.side_of(foe) != state.side_of(faction)
            if known and not at_war(state, foe, faction):
                go_to_war(umpire, Declaration(foe, faction), ("part-of-china",))
                changed = True
        changed = _warlords_join_kmt(umpire, foe) or changed
    return changed


def _warlords_join_kmt(umpire: Umpire, foe: str) -> bool:
    if Nation.NATIONALIST_CHINA not in umpire.state.powers or not has_warlords(umpire.state):
        return False
    held = sorted(zones_of(umpire.state, WARLORDS))
    zones = tuple(zone for zone in held if zone in umpire.board)
    _join(umpire, zones, Nation.NATIONALIST_CHINA, foe)
    umpire.apply(*peace(umpire.state, WARLORDS, foe))
    return True


# --- attacks by a Chinese faction ------------------------------------------------------------


@implements("GW-4.9-3")
def zones_that_join(
    position: Position, before: State, faction: str, reading: str
) -> tuple[str, ...]:
    """The zones left to warlords whom a faction attacked in a Combat Phase (4.9).

    Attacked are those in whose zones its units stood when the phase began, or whose zones it took.
    """
    board = position.board
    attacked = {
        warlord_of(board, zone, reading)
        for zone in zones_of(before, WARLORDS)
        if position.controller(zone) == faction
        or any(unit.owner == faction for unit in before.at(zone))
    }
    left = sorted(zones_of(position.state, WARLORDS))
    return tuple(zone for zone in left if warlord_of(board, zone, reading) in attacked)


def warlords_answer(umpire: Umpire) -> None:
    """After combat: a warlord who was attacked and not conquered joins the other faction (4.9)."""
    for faction in CHINESE_FACTIONS:
        if not is_acting(umpire.position, faction) or not at_war(umpire.state, faction, WARLORDS):
            continue
        reading, before = umpire.reading(Warlords), umpire.since(COMBAT)
        zones = zones_that_join(umpire.position, before, faction, reading)
        if zones:
            _join(umpire, zones, rival_of(faction), faction)
        umpire.apply(*peace(umpire.state, faction, WARLORDS))


@dataclass(frozen=True, slots=True)
class WarlordsVerdict(Judged):
    """Warlords join a Chinese faction because of an attack."""

    kind: ClassVar[str] = "warlords"
    cite: ClassVar[str] = "4.9"

    zones: Sequence[PlaceId]
    units: Placed
    attacker: PowerId


def _join(umpire: Umpire, zones: tuple[str, ...], faction: str, attacker: str) -> None:
    """Warlords go over to a faction with zones and units."""
    units = [u for zone in zones for u in umpire.state.at(zone) if u.owner == WARLORDS]
    told = [(unit.counter, unit.size, unit.at) for unit in units]
    umpire.apply(
        *(UnitChanged(unit.id, "owner", WARLORDS, faction, count=unit.count) for unit in units)
    )
    umpire.apply(*zones_pass(umpire.position, zones, WARLORDS, faction))
    umpire.tell(
        WarlordsVerdict(at=None, result=faction, zones=zones, units=told, attacker=attacker)
    )
