"""What cases may calculate of the two sides of a land combat, as a position makes them (11.15.1).

Decides what a case writes and what it gets: of each unit its factors, what it attacks across, why
its factors are not as printed, and all else that the die and the choice of the table ask of it.
"""

from __future__ import annotations

from typing import Any, Final

from pbem.core.rules.system import Answer, Given
from pbem.systems.flames.cases.situation import Asked, CaseBook
from pbem.systems.flames.land.combat.attack_rules import defenders_at
from pbem.systems.flames.land.combatants import attacking, defending, force
from pbem.systems.flames.world.land_factors import Combatant

ASKED: Final = (
    "division", "face_down", "winterised", "engineer", "jungle", "dropped", "abroad", "aside",
)  # fmt: skip


def forces(book: CaseBook, given: Given) -> Answer:
    """`attackers`, `hex`, `from` (in an overrun): what every unit of both sides brings."""
    position, place = book.situation(given), given["hex"]
    pieces = position.pieces(*given["attackers"])
    defenders = defenders_at(position, place, pieces[0])
    return {
        "attack": _told(attacking(position, pieces, place, given.get("from", ""))),
        "defence": _told(defending(position, defenders, pieces)),
    }


def _told(units: tuple[Combatant, ...]) -> dict[str, Any]:
    of = {unit.id: unit for unit in units}
    return {
        row.unit: {
            "factors": row.factors,
            "across": list(row.across),
            "why": list(row.why),
            "is": [name for name in ASKED if getattr(of[row.unit], name)],
            "supplied": row.supplied,
            "major": of[row.unit].major,
        }
        for row in force(units)
    }


FORCE_CALCULATIONS: Final[Asked] = {"land-combat.forces": forces}
