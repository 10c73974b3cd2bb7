"""The odds of the battles that an order file brings about, for its receipt.

Each battle is prepared as it will be fought, from the position after the combat moves: with the
attacker's orders, the usual choices of the defender, no reactions of others, and the battles at sea
before a landing won without a loss. Small ones are exact, others simulated with a fixed seed.
Decides: nothing of play. Leaves to `combat` who fights, to `odds` the chances.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Final

from pbem.core.choices.decisions import ASK
from pbem.core.data.findings import has_errors
from pbem.core.orders.orders import Receipt, check_order
from pbem.core.play.rehearsal import rehearsal
from pbem.core.play.umpire import Umpire
from pbem.core.record.events import UnitMoved
from pbem.core.record.state import REMOVED, Unit
from pbem.core.rules.position import Position
from pbem.core.rules.sequence import step_names
from pbem.core.rules.sides import Role
from pbem.core.rules.system import Foretold
from pbem.systems.gw.battle.muster import Plan
from pbem.systems.gw.battle.rounds import HOPELESS, NEVER, USUAL, Lines, Outcome
from pbem.systems.gw.combat.battle_orders import (
    BATTLE,
    BATTLES,
    BattleOrder,
    attacked_zones,
    onward_of,
)
from pbem.systems.gw.combat.land.amphibious_combat import (
    NO_BATTLE_AT_SEA,
    bombarding,
    coasts,
    who_lands,
)
from pbem.systems.gw.combat.land.land_combat import joined as joined_on_land
from pbem.systems.gw.combat.land.land_fight import Fight
from pbem.systems.gw.combat.land_forces import bound_for, drop, seas_of, warships_in
from pbem.systems.gw.combat.sea.naval_combat import joined as joined_at_sea
from pbem.systems.gw.combat.sea.naval_combat import lines_in, take_stances
from pbem.systems.gw.moves.combat_moves import NON_COMBAT
from pbem.systems.gw.odds.odds import Fought, Odds, SideOdds, odds
from pbem.systems.gw.odds.odds_assault import Invasion
from pbem.systems.gw.odds.odds_bombing import bombing_odds
from pbem.systems.gw.odds.odds_convoys import convoy_odds
from pbem.systems.gw.odds.sheet import Question
from pbem.systems.gw.politics.without_war import is_annexed
from pbem.systems.gw.world.crossings import guns_facing
from pbem.systems.gw.world.move_orders import own_powers
from pbem.systems.gw.world.units import counted
from pbem.systems.gw.world.vocabulary import UnitMark
from pbem.systems.gw.world.zones import is_sea

MOST_STATES: Final = 40_000  # pairs of forces up to which a receipt works out exact odds
BATTLES_FOUGHT: Final = 2_000
SEED: Final = 1
LEAST_TOLD: Final = 0.005
SURE: Final = 0.9999
COMBAT: Final = "combat"  # the step
ON_LAND: Final[Mapping[Outcome, str]] = {
    Outcome.CAPTURED: "taken",
    Outcome.CLEARED: "cleared, but not taken",
    Outcome.HELD: "lost",
    Outcome.EMPTIED: "nobody left",
    Outcome.RETREATED: "retreat",
    Outcome.DEADLOCK: "nobody can hit",
}
AT_SEA: Final[Mapping[Outcome, str]] = {**ON_LAND, Outcome.CLEARED: "won"}


@dataclass(frozen=True, slots=True)
class Prospect:
    """A battle that is to come: its zone, and what is taken for granted before it."""

    zone: str
    battle: Fought
    granted: tuple[str, ...] = ()


def ordered_odds(receipt: Receipt) -> Sequence[Foretold]:
    """The odds of every raid and battle of a file, in the order in which they are fought."""
    position = before_combat(receipt)
    if position.clock.window == NON_COMBAT:
        return ()
    plans = _plans(receipt)
    own = own_powers(position, position.player)
    zones = [zone for zone in attacked_zones(position) if _attacks(position, own, zone)]
    order = [zone for kind, zone in plans if kind == BATTLE]
    zones.sort(key=lambda zone: order.index(zone) if zone in order else len(order))
    found = (_prospect(position, plans.get((BATTLE, zone), BattleOrder(zone))) for zone in zones)
    battles = (_told(position, one) for one in found if one is not None)
    return [*bombing_odds(position, own, plans), *battles, *convoy_odds(position, own)]


def before_combat(receipt: Receipt) -> Position:
    """The position when combat begins, if the orders before it are carried out."""
    system = receipt.after.game.system
    steps = step_names(system.sequence)
    for reading in receipt.readings:
        section = system.section(reading.order.section)
        if section is not None and steps.index(section.step) >= steps.index(COMBAT):
            return reading.before
    return receipt.after


def _plans(receipt: Receipt) -> dict[tuple[str, str], BattleOrder]:
    """What the file orders for its combats, by kind and zone, as usual where it asks."""
    plans: dict[tuple[str, str], BattleOrder] = {}
    for reading in receipt.readings:
        if reading.order.section == BATTLES.name and not has_errors(reading.findings):
            plan: BattleOrder = check_order(reading.before, reading.order).plan
            said = {key: word for key, word in plan.words.items() if word != ASK}
            plans.setdefault((plan.kind, plan.zone), replace(plan, words=said))
    return plans


def _attacks(position: Position, own: Collection[str], zone: str) -> bool:
    """Whether units of some nations attack in a zone: there is a battle and no annexation."""
    if is_annexed(position, zone):
        return False
    return any(
        unit.owner in own and zone in (unit.at, unit.mark(UnitMark.ASSAULT), onward_of(unit))
        for unit in position.units.values()
    )


# --- the battle as it will be fought -------------------------------------------------------------


def _prospect(position: Position, plan: BattleOrder) -> Prospect | None:
    """A battle ready to be fought; None where nobody fights."""
    umpire = rehearsal(position)
    with umpire.step(BATTLE, plan.zone):
        at_sea = is_sea(position.board, plan.zone)
        return _at_sea(umpire, plan) if at_sea else _on_land(umpire, plan)


def _at_sea(umpire: Umpire, plan: BattleOrder) -> Prospect | None:
    take_stances(umpire, plan)
    lines = lines_in(umpire, plan)
    if lines is None or not all(line.groups for line in lines):
        return None
    fight = joined_at_sea(umpire, plan, lines)
    usual = NEVER if plan.says_when_to_leave else HOPELESS
    battle = replace(fight.battle, by_dice=umpire.options.capital_ship_damage)
    return Prospect(plan.zone, replace(battle, retreat=_retreat(plan, usual)))


def _on_land(umpire: Umpire, plan: BattleOrder) -> Prospect | None:
    drop(umpire, plan.zone)
    granted = tuple(_clear_seas(umpire, plan.zone))
    cargo = who_lands(umpire, plan.zone, NO_BATTLE_AT_SEA)
    fight = joined_on_land(umpire, plan, cargo)
    if not any(group.size for group in fight.camps.attacker.groups):
        return None
    retreat = _retreat(plan, USUAL)
    if fight.assault is None:
        return Prospect(plan.zone, replace(fight.battle, retreat=retreat), granted)
    return Prospect(plan.zone, _invasion(fight, cargo, retreat), granted)


def _retreat(plan: BattleOrder, usual: Lines) -> Lines:
    """When the attacker breaks off: as ordered; who would be asked, as usual."""
    return usual if plan.retreat is None or isinstance(plan.retreat, str) else plan.retreat


def _clear_seas(umpire: Umpire, zone: str) -> Iterator[str]:
    """Enemy warships beside a landing are taken for beaten; the sea zones where they lay."""
    cargo = bound_for(umpire.position, zone)
    for sea in seas_of(umpire.state, cargo):
        ships = warships_in(umpire.position, cargo[0].owner, sea)
        for ship in ships:
            umpire.apply(UnitMoved(ship.id, ship.at, REMOVED, ship.count))
        if ships:
            yield sea


def _invasion(fight: Fight, cargo: Sequence[Unit], retreat: Lines) -> Invasion:
    """An assault from the sea with its bombardment and the guns of the coast."""
    seas = seas_of(fight.umpire.state, cargo)
    ships = dict(counted(bombarding(fight, cargo, seas, NO_BATTLE_AT_SEA)))
    coast = coasts(fight.umpire.board, fight.order.zone, seas)
    guns = sum(guns_facing(fight.umpire.position, fight.order.zone, one) for one in coast)
    camps = fight.camps
    if fight.aboard is not None:
        own, aboard = camps.attacker, fight.aboard
        whole = replace(own, groups=own.groups + aboard.groups, troops=own.troops + aboard.troops)
        camps = camps.put(Role.ATTACKER, whole)
    plans = fight.plans or camps.map(lambda _: Plan())
    forces = camps.beside(plans).map(lambda both: both[0].force(both[1]))
    return Invasion(forces, fight.ground, ships, guns, retreat, fight.battle.way_back)


# --- in words ------------------------------------------------------------------------------------


def _told(position: Position, prospect: Prospect) -> Foretold:
    """`West Poland: taken 97 %, lost 3 %; you lose 2 of 9 units (6 IPP), they 4 of 4 (12 IPP)`."""
    found = _odds(prospect)
    words = AT_SEA if found.at_sea else ON_LAND
    chances = {words[outcome]: one.value for outcome, one in found.outcomes.items()}
    likely = sorted(chances.items(), key=lambda row: -row[1])
    parts = [f"{word} {_percent(chance)}" for word, chance in likely if chance >= LEAST_TOLD]
    own, enemy = (_lost(side) for side in (found.attacker, found.defender))
    text = f"{position.label(prospect.zone)}: {', '.join(parts)}; you lose {own}, they {enemy}"
    if prospect.granted:
        text += f"; if {' and '.join(map(position.label, prospect.granted))} is won first"
    facts = {
        "at": prospect.zone,
        "method": found.method,
        "outcomes": {str(outcome): round(one.value, 4) for outcome, one in found.outcomes.items()},
        "lost": round(found.attacker.lost_cost.value, 2),
        "enemy_lost": round(found.defender.lost_cost.value, 2),
        "if_won": list(prospect.granted),
    }
    return Foretold("odds", text, facts)


def _odds(prospect: Prospect) -> Odds:
    """Exact where that is quickly done."""
    battle = prospect.battle
    whole = battle.planned.whole if isinstance(battle, Invasion) else battle
    states = prod(count + 1 for side in whole.sides for count in side.start)
    method = "auto" if states <= MOST_STATES else "simulate"
    return odds(Question(prospect.zone, battle, method, BATTLES_FOUGHT, SEED))


def _percent(chance: float) -> str:
    """`97 %`; what is not sure is not called so."""
    rounded = round(100 * chance)
    return f"{rounded} %" if rounded < 100 or chance > SURE else "over 99 %"


def _lost(side: SideOdds) -> str:
    """`2 of 9 units (6 IPP)`: what a side loses on average."""
    lost, whole = sum(one.value for one in side.lost.values()), sum(side.started.values())
    return f"{lost:.1f} of {whole} units ({side.lost_cost.value:.0f} IPP)"
