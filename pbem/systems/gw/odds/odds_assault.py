"""The odds of an amphibious assault, with shore bombardment and coastal artillery (9.8, 9.9).

Exact where a land battle is, unless those who came overland may retreat by themselves; else every
assault is fought out. The chances of what Coastal Artillery hits stand in front of both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pbem.core.data.rulebook import implements
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.amphibious import (
    Assault,
    ashore,
    bombardment,
    fight_assault,
    lands,
    loaded,
    prepare_assault,
    shots,
    still_landing,
    struck_by_guns,
    stuck,
)
from pbem.systems.gw.battle.casualties import Counts
from pbem.systems.gw.battle.land_battle import LandBattle
from pbem.systems.gw.battle.muster import Force, Ground, Troop, waits
from pbem.systems.gw.battle.readings import LateLanding
from pbem.systems.gw.battle.rounds import NEVER, SAVE_AIR, SIDES_OF_DIE, Lines
from pbem.systems.gw.odds.odds_laws import Losses, NotExact, Spread, binomial, law_of, spread_all
from pbem.systems.gw.odds.odds_simulated import Ended, dice, ended, thrown

Case = tuple[float, Spread, Spread]


@dataclass(frozen=True, slots=True)
class Invasion:
    """An assault as it is planned, before Coastal Artillery fires."""

    forces: Sides[Force]
    ground: Ground
    ships: Mapping[str, int]
    guns: int
    retreat: Lines
    way_back: bool

    def assault(self, troops: Sequence[Troop]) -> Assault:
        """The assault with the troops that reach the shore."""
        attacker = replace(self.forces.attacker, troops=tuple(troops))
        forces = self.forces.put(Role.ATTACKER, attacker)
        plain = prepare_assault(forces, self.ground, self.retreat, self.way_back)
        return replace(plain, bombardment=bombardment(self.ground.rules.book, self.ships))

    @property
    def planned(self) -> Assault:
        """The assault with everybody."""
        return self.assault(self.forces.attacker.troops)


@implements("GW-9.9-3", "GW-9.9-4")
def under_fire(invasion: Invasion) -> Iterator[tuple[float, tuple[Troop, ...]]]:
    """The troops that reach the shore, with their chances (12.9)."""
    ships = loaded(invasion.ground.rules.book, invasion.forces.attacker.troops, invasion.ships)
    fired = shots(invasion.ground.rules.book, invasion.guns, len(ships))
    known: dict[tuple[Troop, ...], float] = {}
    for hits, chance in enumerate(binomial(fired.count, fired.value / SIDES_OF_DIE)):
        troops = still_landing(invasion.forces.attacker.troops, struck_by_guns(ships, hits))
        known[troops] = known.get(troops, 0.0) + chance
    for troops, chance in known.items():
        yield chance, troops


def exact(invasion: Invasion) -> dict[Ended, float]:
    """The chance of every ending; raises NotExact."""
    total: dict[Ended, float] = {}
    for weight, troops in under_fire(invasion):
        assault = invasion.assault(troops)
        for (outcome, left, facing), chance in exact_assault(assault).items():
            key = (outcome, placed(invasion.planned, troops, left), facing)
            total[key] = total.get(key, 0.0) + weight * chance
    return total


def placed(planned: Assault, troops: Sequence[Troop], counts: Counts) -> Counts:
    """The counts of fewer troops in the roster of all that were planned."""
    order = [t for t in troops if not waits(t)] + [t for t in troops if waits(t)]
    alive = {_key(troop): count for troop, count in zip(order, counts, strict=True)}
    return tuple(alive.get(_key(troop), 0) for troop in planned.troops)


def _key(troop: Troop) -> tuple[object, ...]:
    """What tells the kinds of the attacker's roster apart."""
    return (
        troop.unit.id,
        troop.border,
        troop.by_sea,
        troop.attack_transport,
        troop.airborne_assault,
    )


def exact_assault(assault: Assault) -> dict[Ended, float]:
    """The chance of every ending of an assault that has reached the shore; raises NotExact."""
    plain = assault.whole.retreat in (NEVER, SAVE_AIR)
    if assault.overland and not plain:
        raise NotExact("those who came overland may retreat by themselves")
    if assault.whole.rules.reading(LateLanding) is LateLanding.STAYS:
        raise NotExact("whether the others land depends on whether round one clears the zone")
    if any(rating.breaks_down for rating in assault.whole.sides.attacker.first_round):
        raise NotExact("vehicles may break down in the desert (1.9)")
    landed: list[Case] = []
    failed: list[Case] = []
    for chance, lefts, facings in _after_round_one(assault):
        for group, into in (
            (_sorted_out(assault, lefts, True), landed),
            (_sorted_out(assault, lefts, False), failed),
        ):
            if group:
                into.append((chance, group, facings))
    ended = _followed(assault.whole, landed) if landed else {}
    for key, chance in (_followed(assault.whole, failed) if failed else {}).items():
        outcome, left, facing = key
        aboard = _aboard(assault, left)
        ended[outcome, aboard, facing] = ended.get((outcome, aboard, facing), 0.0) + chance
    return ended


def _after_round_one(assault: Assault) -> Iterator[Case]:
    """What bombardment and round one leave, in cases with independent sides."""
    from pbem.systems.gw.odds.odds_exact import after_round_one

    landing = assault.landing
    own, enemy = landing.sides
    losses = landing.sides.map(Losses)
    laws = [law_of(volley) for volley in assault.bombardment]
    start: Spread = {enemy.start: 1.0}
    for facing, chance in spread_all(losses.defender, start, laws, True).items():
        if not any(facing):
            yield chance, {own.start: 1.0}, {facing: 1.0}
            continue
        left = landing.sides.put(Role.DEFENDER, replace(enemy, start=facing))
        battle = replace(landing, sides=left)
        for other, lefts, facings in after_round_one(battle, losses):
            yield chance * other, lefts, facings


def _sorted_out(assault: Assault, lefts: Spread, landed: bool) -> Spread:
    """The attackers after round one where the rest lands, or where it cannot."""
    from pbem.systems.gw.odds.odds_exact import standing_at

    result: Spread = {}
    for counts, chance in lefts.items():
        standing = standing_at(1, counts, assault.landing.sides.defender.start)
        if lands(assault, standing) is landed:
            after = ashore(assault, standing) if landed else stuck(assault, standing)
            result[after.forces.attacker] = chance
    return result


def _aboard(assault: Assault, left: Counts) -> Counts:
    """Who is left of the attacker with those who never landed."""
    first = len(assault.landing.sides.attacker.start)
    return left[:first] + assault.whole.sides.attacker.start[first:]


def _followed(battle: LandBattle, cases: list[Case]) -> dict[Ended, float]:
    """The endings of a battle that goes on from what round one left."""
    from pbem.systems.gw.odds.odds_exact import Pairs

    endings = Pairs(battle, cases).follow()
    return {
        (outcome, left, facing): float(chances[row, column])
        for outcome, chances in endings.chances.items()
        for row, left in enumerate(endings.attacker)
        for column, facing in enumerate(endings.defender)
        if chances[row, column]
    }


def simulate(invasion: Invasion, battles: int, seed: int) -> Counter[Ended]:
    """How often each ending came up; who never landed, or retreated, counts as a survivor."""
    stream = dice(seed)
    planned = invasion.planned
    ships = loaded(invasion.ground.rules.book, invasion.forces.attacker.troops, invasion.ships)
    fired = shots(invasion.ground.rules.book, invasion.guns, len(ships))
    known: dict[int, tuple[tuple[Troop, ...], Assault]] = {}

    endings: Counter[Ended] = Counter()
    for _ in range(battles):
        hits = sum(next(stream) <= fired.value for _ in range(fired.count))
        if hits not in known:
            troops = still_landing(invasion.forces.attacker.troops, struck_by_guns(ships, hits))
            known[hits] = (troops, invasion.assault(troops))
        troops, assault = known[hits]
        outcome, left, facing = ended(*fight_assault(assault, thrown(stream)))
        endings[outcome, placed(planned, troops, left), facing] += 1
    return endings
