"""The odds of the land combats that an order file declares, for its receipt.

As they would be fought now: the bombers that the file sends get through, the other side flies
nothing, gives no HQ support, and chooses as it does where nobody says otherwise. Decides nothing of
play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.core.data.findings import has_errors
from pbem.core.orders.orders import Receipt, check_order
from pbem.core.play.rehearsal import rehearsal
from pbem.core.rules.system import Foretold
from pbem.systems.flames.air.sorties import Sky
from pbem.systems.flames.land.combat.attacks import ATTACKS, Attack
from pbem.systems.flames.land.combat.resolution import Combat, prepare
from pbem.systems.flames.land.combat.support import (
    AirSupport,
    bombers_over,
    defending_powers,
)
from pbem.systems.flames.odds.odds_land import MEANS, WHOLLY_LOST, LandOdds, Mean, land_odds
from pbem.systems.flames.odds.odds_text import factors
from pbem.systems.flames.world.position import Position

LEAST_TOLD = 0.005
SURE = 0.9999


def ordered_odds(receipt: Receipt[Position]) -> Sequence[Foretold]:
    """The odds of every legal attack of a file, attacks on one hex taken together."""
    attacks: dict[str, Attack] = {}
    orders: dict[str, Any] = {}
    for reading in receipt.readings:
        if reading.order.section == ATTACKS.name and not has_errors(reading.findings):
            attack: Attack = check_order(reading.before, reading.order).plan
            known = attacks.get(attack.place)
            attacks[attack.place] = known.joined(attack) if known else attack
            orders[attack.place] = reading.order
    after: Any = receipt.after  # of this system, since its receipts ask
    position: Position = after
    found = []
    for place, attack in attacks.items():
        combat = combat_to_come(position, attack)
        if combat is not None:
            odds = land_odds(combat)
            found.append(
                Foretold(
                    "odds", in_words(odds, combat.air[0] > 0), _facts(place, odds), orders[place]
                )
            )
    return found


def combat_to_come(position: Position, attack: Attack) -> Combat | None:
    """An attack as it would be thrown now; None where there would be nothing to fight."""
    umpire = rehearsal(position)
    flown = AirSupport(attacker=_bombers(position, attack))
    with umpire.step("combat", at=attack.place):
        return prepare(umpire, attack, flown, {})


def _bombers(position: Position, attack: Attack) -> Any:
    """The attacker's bombers over the hex, as if nobody met them."""
    sky = Sky()
    sky.targets = defending_powers(position, [attack])
    for flight in attack.flights(position):
        sky.take_off([flight], attack.homes.get(flight.id))
    return bombers_over(position, sky, attack.place, position.state.clock.side)


def in_words(odds: LandOdds, flown: bool) -> str:
    """`blitzkrieg (you choose): breakthrough 34 %, …; you lose 0.5 of 3 units …`.

    With aircraft the odds before it, since those at declaration are of land units alone.
    """
    if odds.usual == WHOLLY_LOST:
        return "no factors: the attackers are lost without a die"
    table = odds.tables[odds.usual]
    who = "you choose" if odds.chooser == "attacker" else "the defender chooses"
    likely = [
        f"{MEANS[end].split(',')[0].split(':')[0]} {_percent(float(chance))}"
        for end, chance in table.ends.items()
        if chance >= LEAST_TOLD
    ]
    own, enemy = (_lost(side) for side in (table.attacker, table.defender))
    before = f"with the bombers {factors(odds)}; " if flown else ""
    return f"{before}{odds.usual} ({who}): {', '.join(likely)}; you lose {own}, they {enemy}"


def _percent(chance: float) -> str:
    """`97 %`; what is not sure is not called so."""
    rounded = round(100 * chance)
    return f"{rounded} %" if rounded < 100 or chance > SURE else "over 99 %"


def _lost(lost: Mean) -> str:
    return f"{float(lost.units):.1f} of {lost.of} units ({float(lost.cost):.1f} points)"


def _facts(place: str, odds: LandOdds) -> dict[str, Any]:
    table = odds.tables[odds.usual]
    return {
        "at": place,
        "attack": str(odds.attack),
        "defence": str(odds.defence),
        "odds": odds.odds.name if odds.odds else None,
        "table": odds.usual,
        "outcomes": {str(end): round(float(chance), 4) for end, chance in table.ends.items()},
        "lost": round(float(table.attacker.units), 2),
        "enemy_lost": round(float(table.defender.units), 2),
    }
