"""The odds of the attacks that an order file announces, for its receipt.

As they would be fought now: the aircraft that the file sends all come through, the enemy flies
nothing, commits no reserve, and chooses as he does where nobody says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Final

from pbem.core.data.findings import Finding, has_errors
from pbem.core.orders.orders import Receipt, check_order
from pbem.core.rules.system import Foretold
from pbem.systems.tw.air.support import columns_of
from pbem.systems.tw.combat.attacking import ATTACKS, SECOND_ATTACKS, WITH_ALLIES
from pbem.systems.tw.combat.forces import Attack, forces_of, mission_of
from pbem.systems.tw.odds.odds_ground import MEANS, GroundOdds, ground_odds
from pbem.systems.tw.odds.odds_text import ground_data, lost
from pbem.systems.tw.world.position import Position

SECTIONS: Final = (ATTACKS.name, SECOND_ATTACKS.name)
LEAST_TOLD: Final = 0.005


def ordered_odds(receipt: Receipt[Position]) -> Sequence[Foretold]:
    """The odds of every legal attack of a file."""
    after: Any = receipt.after  # of this system, since its receipts ask
    position: Position = after
    found = []
    for reading in receipt.readings:
        if reading.order.section not in SECTIONS or not _is_made(reading.findings):
            continue
        attack: Attack | None = check_order(reading.before, reading.order).plan
        if attack is not None:
            odds = ground_odds(position, attack, {_columns(position, attack): Fraction(1)})
            facts = {"at": attack.place, **ground_data(odds)}
            found.append(Foretold("odds", in_words(odds), facts, reading.order))
    return found


def _is_made(findings: Iterable[Finding]) -> bool:
    """Whether an attack is made without what allies may send."""
    return not has_errors(findings) and all(one.code not in WITH_ALLIES for one in findings)


def _columns(position: Position, attack: Attack) -> int:
    """The columns that the aircraft of an attack shift if nobody meets them."""
    mission = mission_of(forces_of(position, attack))
    wing = (position.piece(position.units[unit]) for unit in attack.wing)
    return columns_of(position, wing, attack.place, mission.most)


def in_words(odds: GroundOdds) -> str:
    """`the hex is cleared 60 %, …; you lose 1.2 of 3 units …, they …`."""
    likely = [
        f"{MEANS[end]} {round(100 * float(chance))} %"
        for end, chance in odds.ends.items()
        if chance >= LEAST_TOLD
    ]
    return f"{', '.join(likely)}; you lose {lost(odds.attacker)}; they {lost(odds.defender)}"
