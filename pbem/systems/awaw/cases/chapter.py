"""What cases bring: calculations, one a rule worth asking by itself.

Decides nothing. Leaves each calculation to the modules of this folder.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.awaw.cases import board_calculations as boards
from pbem.systems.awaw.cases import box_calculations as boxes
from pbem.systems.awaw.cases import kind_calculations as kinds
from pbem.systems.awaw.cases import scenario_calculations as scenarios
from pbem.systems.awaw.cases.battle_calculations import combat_losses, multipliers
from pbem.systems.awaw.cases.calculations import (
    allied_in_small_letters,
    box_garrison,
    senior,
    standing_of_powers,
    turn_that_follows,
)
from pbem.systems.awaw.cases.money_calculations import (
    exploitation,
    operation_cost,
    operations_of_a_turn,
)
from pbem.systems.awaw.world.position import Position

CHAPTER: Final[Chapter[Position]] = Chapter(
    calculations={
        "turn.after": turn_that_follows,
        "powers.stand": standing_of_powers,
        "powers.allied": allied_in_small_letters,
        "powers.senior": senior,
        "box.garrison": box_garrison,
        "scenario.victory": scenarios.victory,
        "scenario.conditions": scenarios.conditions,
        "scenario.starts": scenarios.starts,
        "scenario.set-up": scenarios.shipped_set_up,
        "board.where": boards.where,
        "board.words": boards.words,
        "board.coasts": boards.coasts,
        "board.islands": boards.island_groups,
        "board.basing": boards.basing,
        "box.ways": boxes.box_ways,
        "box.problems": boxes.box_problems,
        "box.orders": boxes.box_orders,
        "box.facts": boxes.box_facts,
        "box.displaced": boxes.box_displaced,
        "box.building": boxes.box_building,
        "box.needs": boxes.box_needs,
        "box.transports": boxes.box_transports,
        "box.stays": boxes.box_stays,
        "box.theaters": boxes.box_theaters,
        "box.siberia": boxes.siberia,
        "box.distances": boxes.box_distances,
        "box.stops": boxes.box_stops,
        "box.leaving": boxes.sw_leaving,
        "box.sw": boxes.sw_boxes,
        "box.fights": boxes.box_fights,
        "box.attrition": boxes.box_attrition,
        "box.interception": boxes.box_interception,
        "box.murmansk": boxes.murmansk,
        "combat.losses": combat_losses,
        "combat.dm": multipliers,
        "kind.notation": kinds.notation,
        "kind.is": kinds.kind_of_unit,
        "kind.sizes": kinds.sizes,
        "kind.air": kinds.air_strength,
        "kind.task-force": kinds.task_force,
        "kind.zone": kinds.zone,
        "kind.groups": kinds.groups,
        "hexes.between": kinds.hexsides,
        "hexes.fronts": kinds.fronts,
        "unit.counters": kinds.counters,
        "hexes.closed": kinds.closed,
        "cost.operation": operation_cost,
        "spending.turn": operations_of_a_turn,
        "spending.exploitation": exploitation,
    }
)
