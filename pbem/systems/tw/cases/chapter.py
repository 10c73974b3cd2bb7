"""What cases bring: calculations, one a rule worth asking by itself.

Decides nothing. Leaves each calculation to the modules of this folder.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.tw.cases import at_sea
from pbem.systems.tw.cases import calculations as ask
from pbem.systems.tw.world.position import Position

CHAPTER: Final[Chapter[Position]] = Chapter(
    calculations={
        "turn.after": ask.turn_that_follows,
        "odds.level": ask.odds,
        "defence.of": ask.defence,
        "zone.of": ask.zone,
        "stack.limit": ask.stack,
        "supply.of": ask.supply,
        "effort.cost": ask.effort_cost,
        "points.of": ask.points,
        "nationality.modifier": ask.nationality,
        "combat.toll": ask.toll,
        "retreat.ways": ask.retreats,
        "air.reach": ask.reach,
        "air.ranges": ask.ranges,
        "air.odds": ask.air_odds,
        "air.combat": ask.air_combat,
        "air.support": ask.air_support,
        "orders.told": ask.receipts,
        "surrender.modifiers": ask.surrender,
        "flak.of": ask.guns,
        "weather.effects": ask.weathers,
        "sea.way": at_sea.way,
        "sea.away": at_sea.away,
        "sea.interception": at_sea.interception,
        "sea.battle": at_sea.battle,
        "sea.ships": at_sea.ships,
        "sea.yard": at_sea.yard,
        "sea.atlantic": at_sea.atlantic,
        "sea.zone": at_sea.zone,
        "sea.boxes": at_sea.boxes,
        "sea.loads": at_sea.loads,
        "air.rating": ask.air_ratings,
        "africa.room": ask.africa,
        "victory.points": ask.victory,
    }
)
