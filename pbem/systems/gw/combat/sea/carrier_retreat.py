"""Aircraft whose Carrier has sunk leave the battle (9.4 of the checklist, optional).

Without the option they fight on and look for a place to land when the battle is over.
Decides who leaves. Leaves to `naval_losses` where they land.
"""

from __future__ import annotations

from dataclasses import replace

from pbem.core.data.rulebook import implements
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.combat.sea.naval_fight import SeaFight
from pbem.systems.gw.combat.sea.naval_losses import NO_DECK, land_without_deck


@implements("GW-9.4-13")
def leave_the_battle(fight: SeaFight) -> None:
    """At the end of a round aircraft without a deck land one space away at most, or are lost."""
    umpire, zone = fight.umpire, fight.order.zone
    if not umpire.options.carrier_aircraft_retreat:
        return
    gone = Sides.of(lambda role: _take_out(fight, role))
    if not any(gone):
        return
    land_without_deck(umpire, zone)
    umpire.verdict(
        "carrier-aircraft",
        "retreated",
        cite="9.4",
        at=zone,
        attacker=fight.powers.attacker,
        defender=fight.powers.defender,
        attacker_gone=gone.attacker,
        defender_gone=gone.defender,
    )


def _take_out(fight: SeaFight, role: Role) -> list[list[str | int]]:
    """Take a side's aircraft without a deck out of the battle; which they are."""
    line, fleet = fight.lines.own(role), fight.battle.sides.own(role)
    counts = list(fight.standing.forces.own(role))
    found: list[list[str | int]] = []
    for unit, kind in line.groups:
        if unit.marked(NO_DECK):
            counts[fleet.kinds.index(kind)] -= unit.size
            found.append([unit.counter, unit.size])
    stay = tuple(group for group in line.groups if not group[0].marked(NO_DECK))
    fight.lines = fight.lines.put(role, replace(line, groups=stay))
    fight.standing = fight.standing.put(role, tuple(counts))
    return found
