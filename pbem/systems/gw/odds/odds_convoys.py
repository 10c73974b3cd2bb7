"""What convoy raids that an order file brings about come to, for its receipt (9.11-9.14).

Each sea zone by itself, exact: the IPP that its convoys lose and the raiders that are lost, against
the escorts and patrols of whoever has most to lose there, as in play.
Decides: nothing of play. Leaves to `raiding` who raids whom, to `odds_raids` the chances.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from pbem.core.play.rehearsal import rehearsal
from pbem.core.rules.position import Position
from pbem.core.rules.system import Foretold
from pbem.systems.gw.combat.battle_orders import BattleOrder
from pbem.systems.gw.combat.sea.raiding import Raid, convoy_of, raid_begins
from pbem.systems.gw.odds.odds_raids import convoy_chances, mean
from pbem.systems.gw.world.duties import RAIDS, raiders_in
from pbem.systems.gw.world.units import duty_of
from pbem.systems.gw.world.vocabulary import Duty


def convoy_odds(position: Position, own: Collection[str]) -> Iterator[Foretold]:
    """What every raid of some nations comes to, zone by zone."""
    raiders = [u for u in position.units.values() if u.owner in own and duty_of(u) in RAIDS]
    for zone in sorted({unit.at for unit in raiders}):
        there = raiders_in(position.state, zone, own)
        raid = raid_begins(rehearsal(position), BattleOrder(zone), there)
        yield _told(position, raid)


def _told(position: Position, raid: Raid) -> Foretold:
    """`A20: convoys of Great Britain lose 4.3 of 9 IPP, raiders lost 0.3 of 2, on average`."""
    payer, place = raid.payer, position.label(raid.zone)
    facts = {"at": raid.zone, "method": "exact", "raided": list(raid.left)}
    if not payer:
        text = f"{place}: nobody at war with you has a convoy here that can lose anything"
        return Foretold("odds", text, {**facts, "damage": 0, "lost": 0})
    convoy, lost, sunk = convoy_of(raid, payer), 0.0, 0.0
    left = sum(sum(by_line.values()) for by_line in raid.left.values())
    for mines in (False, True):
        kinds = Counter[str]()
        for raider in raid.raiders:
            if (raider.duty == Duty.MINES) is mines:
                kinds[raider.type.id] += raider.size
        if kinds:
            chances = convoy_chances(kinds, convoy, left, mines)
            lost += mean(chances["IPP lost"])
            sunk += mean(chances["raiders lost"])
    whose = " and ".join(map(position.title, raid.left))
    lost = min(lost, float(left))
    count = sum(unit.size for unit in raid.raiders)
    text = (
        f"{place}: convoys of {whose} lose {lost:.1f} of {left} IPP, "
        f"raiders lost {sunk:.1f} of {count}, on average, if nobody meets them"
    )
    return Foretold("odds", text, {**facts, "damage": round(lost, 2), "lost": round(sunk, 2)})
