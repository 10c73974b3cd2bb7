"""Who rolls which dice in a step of naval combat, and whom the hits strike (9.3, 9.6, 9.10).

Decides: the volleys of a side (one for each unit type and aim), Destroyers paired with aircraft on
patrol, air superiority, target selection, the casualty of a hit.
Leaves to `rounds`: what the dice say. Nothing here rolls.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.gw.battle.casualties import Counts
from pbem.systems.gw.battle.naval_forces import (
    SUNK,
    Aim,
    Fleet,
    Hunt,
    Prey,
    can_be_hit,
    is_destroyer,
    prey_of,
    selects,
)
from pbem.systems.gw.battle.rounds import Dice, Stage, Volley, is_single


class SeaplaneHit(Reading, id="GW-R-9.6-a"):
    """When a Seaplane's hit can fall on a Naval Transport."""

    TRANSPORTS_ALONE = "transports-alone"
    ANY_TRANSPORT = "any-transport"


HUNTERS: Final = {Hunt.NONE: "", Hunt.PAIRED: "-paired", Hunt.ALL: "-patrol"}


def patrols(fleet: Fleet, counts: Counts) -> int:
    """How many aircraft of a force are on Maritime Air Patrol."""
    return sum(count for count, kind in zip(counts, fleet.kinds, strict=True) if kind.patrol)


@implements("GW-9.3-4", "GW-9.6-1")
def aim_of(fleet: Fleet, index: int, paired: bool, stage: Stage) -> Aim:
    """Whom the hits of a kind may strike; Air Superiority belongs to round one (9.3)."""
    kind = fleet.kinds[index]
    hunt = Hunt.PAIRED if paired else Hunt.ALL if kind.patrol and fleet.hunts else Hunt.NONE
    return Aim(
        prey_of(kind.unit),
        hunt,
        aircraft_first=kind.unit.air_superiority and stage is not Stage.LATER,
    )


def _fires(fleet: Fleet, index: int, stage: Stage) -> bool:
    """Whether a kind rolls in a stage: first strike once in round one, then with the rest."""
    if stage is Stage.LATER:
        return True
    return fleet.strikes_first[index] is (stage is Stage.FIRST_STRIKE)


@implements("GW-9.3-1", "GW-9.3-3", "GW-9.6-1", "GW-9.6-2", "GW-8.9-4")
def volleys(fleet: Fleet, counts: Counts, stage: Stage) -> tuple[Volley[Aim], ...]:
    """All volleys of a force in a stage, in its order of fire.

    Destroyers are paired 1:1 with aircraft on patrol; the others of them roll by themselves.
    """
    single = is_single(fleet.role, fleet.rules, stage)
    rolled: list[Volley[Aim]] = []
    for group in fleet.firing:
        parts: dict[Aim, list[Dice]] = {}
        for index in group:
            if not (fleet.values[index] and _fires(fleet, index, stage)):
                continue
            pairs = _paired(fleet, counts, index)
            for number, paired in ((pairs, True), (counts[index] - pairs, False)):
                if number:
                    aim = aim_of(fleet, index, paired, stage)
                    chosen = selects(fleet.rules.book, fleet.kinds[index].unit)
                    dice = Dice(index, number, fleet.values[index], chosen)
                    parts.setdefault(aim, []).append(dice)
        name = fleet.kinds[group[0]].unit.id
        rolled += [
            Volley(name + HUNTERS[aim.hunt], tuple(dice), stage, aim, selected_aim(aim), single)
            for aim, dice in parts.items()
        ]
    return tuple(rolled)


def _paired(fleet: Fleet, counts: Counts, index: int) -> int:
    """How many Destroyers hunt submarines together with an aircraft on patrol."""
    if not (fleet.hunts and is_destroyer(fleet.kinds[index].unit)):
        return 0
    return min(counts[index], patrols(fleet, counts))


@implements("GW-9.3-5", "GW-9.3-6", "GW-12.2-tactical")
def selected_aim(aim: Aim) -> Aim:
    """The aim of selected hits: naval units alone, named by the shooter."""
    return Aim(Prey.NAVAL, aim.hunt, aim.aircraft_first, shooter_names=True)


@implements("GW-9.1-b5", "GW-9.3-4", "GW-9.3-5", "GW-9.6-4", "GW-9.6-7")
def targets(fleet: Fleet, counts: Counts, aim: Aim) -> tuple[int, ...]:
    """The kinds on which a hit may fall, in the order in which they are named (9.6).

    Naval Transports come last, unless the shooter names the casualty.
    """
    order = fleet.feared_order if aim.shooter_names else fleet.own_order
    firer = fleet.role.opponent
    open_ = [i for i in order if counts[i] and can_be_hit(fleet.kinds[i], aim, firer, fleet.rules)]
    if aim.prey is Prey.SEAPLANE_PREY and _others(fleet, counts):
        open_ = [i for i in open_ if not _shielded(fleet, i)]
    if aim.aircraft_first:
        open_.sort(key=lambda index: not fleet.kinds[index].unit.is_air)
    return tuple(open_)


def _others(fleet: Fleet, counts: Counts) -> bool:
    """Whether a force has other units than transports."""
    alive = (kind for count, kind in zip(counts, fleet.kinds, strict=True) if count)
    return any(not kind.unit.is_transport for kind in alive)


def _shielded(fleet: Fleet, index: int) -> bool:
    """Whether a transport beside other units is out of a Seaplane's reach (12.2)."""
    alone = fleet.rules.reading(SeaplaneHit) is SeaplaneHit.TRANSPORTS_ALONE
    return alone and fleet.kinds[index].unit.is_transport


def choices(fleet: Fleet, counts: Counts, aim: Aim) -> tuple[int, ...]:
    """The kinds that whoever names the casualty may give for a hit (9.3, 9.6)."""
    found = targets(fleet, counts, aim)
    if aim.shooter_names:
        return found
    first = [index for index in found if fleet.kinds[index].unit.is_air]
    if aim.aircraft_first and first:
        return tuple(first)
    return tuple(i for i in found if not fleet.kinds[i].unit.is_transport) or found


@implements("GW-9.1-b4", "GW-12.2-battleship")
def damaged_by(fleet: Fleet, counts: Counts, index: int, markers: int = 1) -> Counts:
    """A force after a hit on a kind: the ship sinks, or goes on with damage (12.2)."""
    left = list(counts)
    left[index] -= 1
    for _ in range(markers):
        index = index if index == SUNK else fleet.worse[index]
    if index != SUNK:
        left[index] += 1
    return tuple(left)


def one_marker(fleet: Fleet, index: int) -> int:
    """A hit damages a ship by one; option 15.5 rolls for it instead."""
    return 1


def take_hit(
    fleet: Fleet, counts: Counts, aim: Aim, markers: Callable[[Fleet, int], int] = one_marker
) -> Counts:
    """The force after one hit; a hit that finds nothing is lost.

    `markers` tells how much a hit on a kind damages it.
    """
    found = targets(fleet, counts, aim)
    return damaged_by(fleet, counts, found[0], markers(fleet, found[0])) if found else counts


@implements("GW-8.9-11")
def can_hit(volley: Volley[Aim], target: Fleet, facing: Counts) -> bool:
    """Whether a volley may strike anybody of those it faces; else it is not fired (8.9)."""
    selects_ = any(dice.selects for dice in volley.dice)
    aims = (volley.claim, volley.selected) if selects_ else (volley.claim,)
    return any(targets(target, facing, aim) for aim in aims)


def can_hurt(own: tuple[Fleet, Counts], enemy: tuple[Fleet, Counts]) -> bool:
    """Whether a force can still hit anything of the other."""
    return any(can_hit(volley, *enemy) for volley in volleys(*own, Stage.LATER))


def strength(fleet: Fleet, counts: Counts) -> int:
    """The sum of the values of all dice that a force rolls after round one."""
    return sum(count * value for count, value in zip(counts, fleet.values, strict=True))
