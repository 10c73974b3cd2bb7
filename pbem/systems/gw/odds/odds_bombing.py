"""What strategic bombing that an order file brings about comes to, for its receipt (9.16).

Each target by itself, exact: the points of its damage and the bombers that its guns shoot down.
Nobody is taken to intercept.
Decides: nothing of play. Leaves to `bombing` who flies, to `odds_raids` the chances.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading, rules_of
from pbem.core.rules.system import Foretold
from pbem.systems.gw.battle.air_raid import FacilityGuns, Raid
from pbem.systems.gw.combat.air.bombing_targets import Target, target_of, title
from pbem.systems.gw.odds.odds_raids import mean, raid_chances
from pbem.systems.gw.world.duties import STRATEGIC, mission_of, missions, sent_on


def bombing_odds(position: Position, own: Collection[str]) -> Iterator[Foretold]:
    """What every raid of some nations comes to, target by target."""
    for kind, zone in missions(position.state, own):
        if kind != STRATEGIC:
            continue
        targets: dict[str, Counter[str]] = {}
        for unit in sent_on(position.state, kind, zone, own):
            mission = mission_of(unit)
            if mission is not None and mission.target:
                targets.setdefault(mission.target, Counter())[unit.counter] += unit.size
        for name, wing in sorted(targets.items()):
            yield _told(position, target_of(position, zone, name), wing)


def _told(position: Position, target: Target, wing: Mapping[str, int]) -> Foretold:
    """`London, Air Base: 7.0 points of damage, its guns shoot down 0.5 of 2`."""
    guns: dict[type[Reading], bool] = {FacilityGuns: target.stands.guns}
    raid = Raid(wing, {}, target.stands, rules=rules_of(position, guns))
    chances = raid_chances(raid)
    damage, lost = mean(chances["damage"]), mean(chances["attackers lost"])
    text = f"{position.label(target.zone)}, {title(target.id)}: {damage:.1f} points of damage"
    if lost:
        text += f", its guns shoot down {lost:.1f} of {sum(wing.values())}"
    facts = {
        "at": target.zone,
        "method": "exact",
        "target": target.id,
        "damage": round(damage, 2),
        "shot_down": round(lost, 2),
    }
    return Foretold("odds", f"{text}, on average, if nobody intercepts", facts)
