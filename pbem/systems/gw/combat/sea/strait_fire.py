"""The fire at ships that force a strait, as combat movement ends (15.6).

What is hit is hit in the sea zone to which it has come.
Decides who is hit. Leaves to `forcing` who forces a strait.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.state import Unit, Until
from pbem.systems.gw.battle.ship_damage import afloat, is_rolled_for, markers_of
from pbem.systems.gw.combat.sea.naval_losses import land_without_deck, sink
from pbem.systems.gw.economy.finishing import hits_of
from pbem.systems.gw.world.cargo import DAMAGED, mark_events
from pbem.systems.gw.world.movement import type_of
from pbem.systems.gw.world.passages import passage

FORCED: Final = "forced"

HITS_ON: Final = 3


@implements("GW-15.6-1", "GW-15.6-d1")
def fire_on_forcers(umpire: Umpire) -> None:
    """The possessor of a forced strait attacks each ship that forced it once, at 3 (15.6)."""
    forcers = [unit for unit in umpire.state.units.values() if FORCED in unit.marks]
    for strait in sorted({name for unit in forcers for name in _forced_by(unit)}):
        zone = passage(umpire.book, strait).zone
        holder = umpire.state.controller(zone) or ""
        ships = [unit for unit in umpire.state.units.values() if strait in _forced_by(unit)]
        for unit in ships:
            with umpire.step("forcing", strait):
                roll = umpire.roll(unit.id, f"{unit.size}d12", by=holder, cite="15.6")
                hits = sum(face <= HITS_ON for face in roll.throws[-1])
                lost = fire_at(umpire, unit, hits)
                land_without_deck(umpire, unit.at)
            umpire.verdict(
                "strait-forced",
                "hit" if hits else "passed",
                cite="15.6",
                at=zone,
                strait=strait,
                by=holder,
                unit=unit.counter,
                owner=unit.owner,
                count=unit.size,
                faces=list(roll.throws[-1]),
                hits=hits,
                lost=lost,
            )


def _forced_by(unit: Unit) -> list[str]:
    mark = unit.marks.get(FORCED)
    return str(mark.value).split() if mark else []


@implements("GW-15.6-1")
def fire_at(umpire: Umpire, group: Unit, hits: int) -> int:
    """So many ships of a group are hit once each; how many of them sink."""
    kind, lost = afloat(umpire, type_of(umpire.book, group)), 0
    damage = hits_of(group)
    for number in range(hits):
        taken = 1
        if is_rolled_for(umpire, kind):
            roll = umpire.roll(
                f"damage-{group.id}-{number + 1}", "d12", by=group.owner, cite="15.5"
            )
            taken = markers_of(roll.total)
        if damage + taken >= kind.hits:
            sink(umpire, umpire.state.units[group.id], 1)
            lost += 1
        else:
            hit = umpire.state.units[group.id]
            umpire.apply(*mark_events(hit, DAMAGED, damage + taken, Until.LASTING, 1))
    return lost
