"""What cases may calculate of paradrops and notional units (11.14, 11.15.1).

Decides nothing: each entry reads `given`, calls one rule, and writes the answer down.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Answer, Given
from pbem.systems.flames.air.flights import Mission, grounded
from pbem.systems.flames.cases.situation import Asked, CaseBook
from pbem.systems.flames.land.combat.attack_rules import (
    NOTIONAL,
    facing,
    notional_factors,
    notional_reasons,
    notional_value,
    reasons_at,
)
from pbem.systems.flames.land.paradrop import DROP, cargo_troubles, why_not_there
from pbem.systems.flames.strikes.raids import Raid


def notional(book: CaseBook, given: Given) -> Answer:
    """`terrain`, `city`, `home`, `covered`, `bombardment`, `cut off`, `surprised`: its factors."""
    flags = ("city", "home", "covered", "cut off", "surprised")
    reasons = notional_reasons(
        bombardment=given.get("bombardment", ()),
        **{name.replace(" ", "_"): given.get(name, False) for name in flags},
    )
    value = notional_value(reasons)
    factors = notional_factors(value, given.get("terrain", "clear"), book.terrain)
    return {"reasons": reasons, "value": value, "factors": factors}


def defence_of_hex(book: CaseBook, given: Given) -> Answer:
    """`units`, `hex`, `attackers`: who defends it with what, and why the notional unit so."""
    position, place = book.situation(given), given["hex"]
    pieces = position.pieces(*given["attackers"])
    found = facing(position, pieces, place)
    there = any(unit.id == NOTIONAL for unit in found)
    return {
        "factors": {unit.id: unit.factors for unit in found},
        "reasons": reasons_at(position, pieces, place) if there else {},
        "power": next((unit.power for unit in found if unit.id == NOTIONAL), None),
    }


def paradrop(book: CaseBook, given: Given) -> Answer:
    """`units`, `fly`, `drop`, `at`: why these aircraft may not fly or drop these there."""
    position = book.situation(given)
    bombers = position.pieces(*given["fly"])
    raid = Raid(DROP, bombers, (), (given["at"],))
    wrong = cargo_troubles(position, raid, position.pieces(*given["drop"]))
    return {
        "fly": [why for piece in bombers if (why := grounded(position, piece, Mission.DROP))],
        "drop": [finding.message for finding in wrong],
        "at": why_not_there(position, raid, given["at"]),
    }


LANDING_CALCULATIONS: Final[Asked] = {
    "land-combat.notional": notional,
    "land-combat.defence-of-hex": defence_of_hex,
    "paradrop.check": paradrop,
}
