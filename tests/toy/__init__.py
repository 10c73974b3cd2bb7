"""Two Banks: a tiny game that stresses what is hard for the core. Importing it registers it.

TOY-1  Sides move in turn, in the scenario's order, red first; nobody fights neutrals.
TOY-2  Levy: a power draws face-down chits out of its bag; only its side's players know them.
TOY-3  Council: each side agrees on one gift: bread (a soldier), steel (+1 on dice), gold (luck).
TOY-4  March: one area a unit; into an ally's home only with his permit; the enemy may burn the
       bridge; where the enemy stands there is a clash, and nobody enters that area again.
TOY-5  Clash: both sides choose a stance in secret and roll; champions fight a duel first.
TOY-6  Luck: a power may pay one luck to roll a six-sided die again.
TOY-7  Assault: units next to an area attack together, by odds; neighbours may support the
       defender; a home whose wall is stormed may yield first. Six impulses end the game.
TOY-8  Conquest (an option): who has lost all his homes ceases, and his units serve the conqueror;
       a minor goes over to him and plays on.
TOY-9  Rising: where an area with a grudge is taken, a new power rises in its home.
TOY-10 Siege (an option): a home is not assaulted but besieged, by a chart that the book lacks.
TOY-11 Weather (an option): a die for the sky when an impulse ends; the book says not what to add.
"""

from __future__ import annotations

from pathlib import Path

from pbem.core.data.resources import add_data_root
from pbem.core.rules.system import register
from toy.system import SYSTEM

add_data_root(Path(__file__).parent / "data")
register(SYSTEM)

__all__ = ["SYSTEM"]
