"""Battles outside the Combat Phase: a war declared while ships sail past patrols (5.5, 8.1).

Whoever declares war after the moves of the Non-Combat Movement Phase may fight ships that have just
come where his aircraft are on patrol. The nation on turn is the attacker, as in every battle.
Decides where such a battle is fought. Leaves the battle to `naval_combat`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import State, Unit
from pbem.core.rules.readings import Reading
from pbem.systems.gw.combat.battle_orders import BattleOrder
from pbem.systems.gw.combat.sea.naval_combat import naval_combat
from pbem.systems.gw.world.movement import has_moved, is_on_patrol
from pbem.systems.gw.world.nations import acting, at_war, enemies_in, is_sea
from pbem.systems.gw.world.units import type_of


class SuddenBattle(Reading, id="GW-R-5.5-a"):
    """Whether a war declared after non-combat moves brings a battle under patrols."""

    AT_ONCE = "at-once"
    NEXT_TURN = "next-turn"


MOVES: Final = "step:non-combat-movement"


@implements("GW-5.5-2", "GW-8.1-2")
def after_voyages(umpire: Umpire) -> None:
    """Rights that may be used after the moves of the Non-Combat Movement Phase (5.5)."""
    before = umpire.state
    umpire.moment("non-combat-movement")
    for zone in zones_to_fight_in(umpire, before):
        if umpire.reading(SuddenBattle) is SuddenBattle.AT_ONCE:
            with umpire.step("battle", at=zone):
                naval_combat(umpire, BattleOrder(zone))


def zones_to_fight_in(umpire: Umpire, before: State) -> tuple[str, ...]:
    """Sea zones into which ships came in this phase, under patrols of whoever declared war now."""
    own = sorted(power.id for power in acting(umpire.position))
    units = umpire.position.units.values()
    arrived = {unit.at for unit in units if unit.owner in own and _has_arrived(umpire, unit)}
    return tuple(
        zone
        for zone in sorted(arrived)
        if any(_is_new_foe(umpire, before, power, zone) for power in own)
    )


def _has_arrived(umpire: Umpire, unit: Unit) -> bool:
    """Whether a unit is a ship that came to its sea zone in this phase."""
    board, was = umpire.board, umpire.since(MOVES).units.get(unit.id)
    at_sea = type_of(umpire.book, unit).is_naval and unit.at in board and is_sea(board, unit.at)
    return at_sea and has_moved(unit) and (was is None or was.at != unit.at)


def _is_new_foe(umpire: Umpire, before: State, power: str, zone: str) -> bool:
    """Whether an Enemy who was none before has aircraft on patrol in a sea zone."""
    return any(
        is_on_patrol(umpire.book, umpire.board, foe) and not at_war(before, power, foe.owner)
        for foe in enemies_in(umpire.state, power, zone)
    )
