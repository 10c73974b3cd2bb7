"""The odds of the battles that an order file brings about, for its receipt.

Each battle is prepared as it will be fought, from the position after the combat moves: with the
attacker's orders, the usual choices of the defender, no reactions of others, and the battles at sea
before a landing won without a loss. Small ones are exact, others simulated with a fixed seed.
Decides: nothing of play. Leaves to `combat` who fights, to `odds` the chances.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any, Final

from pbem.core.choices.decisions import ASK
from pbem.core.data.findings import has_errors
from pbem.core.orders.orders import Receipt, check_order
from pbem.core.play.rehearsal import rehearsal
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.events import UnitMoved
from pbem.core.record.state import REMOVED, State, Unit
from pbem.core.rules.position import Position
from pbem.core.rules.sequence import step_names
from pbem.core.rules.sides import Role, Sides
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
    Waters,
    bombarding,
    coasts,
    who_lands,
)
from pbem.systems.gw.combat.land.land_combat import joined as joined_on_land
from pbem.systems.gw.combat.land.land_fight import Fight
from pbem.systems.gw.combat.land_forces import bound_for, drop, seas_of
from pbem.systems.gw.combat.sea.naval_combat import joined as joined_at_sea
from pbem.systems.gw.combat.sea.naval_combat import lines_in, take_stances
from pbem.systems.gw.combat.sea.naval_lines import Line, is_screened
from pbem.systems.gw.combat.sea.screening import after_the_screen, own_units
from pbem.systems.gw.moves.combat_moves import NON_COMBAT
from pbem.systems.gw.moves.combat_phase import first_combat
from pbem.systems.gw.odds.odds import Fought, Odds, SideOdds, odds
from pbem.systems.gw.odds.odds_assault import Invasion
from pbem.systems.gw.odds.odds_bombing import Plans, bombing_odds
from pbem.systems.gw.odds.odds_convoys import convoy_odds
from pbem.systems.gw.odds.sheet import Question
from pbem.systems.gw.politics.without_war import is_annexed
from pbem.systems.gw.world.cargo import cargo_of, hold_name, is_hold
from pbem.systems.gw.world.crossings import guns_facing
from pbem.systems.gw.world.move_orders import own_powers
from pbem.systems.gw.world.nations import is_sea
from pbem.systems.gw.world.units import counted
from pbem.systems.gw.world.vocabulary import UnitMark

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
    """A battle that is to come: its zone, and what is taken for granted before it.

    None of those at sea in `barred` lands; there is no battle if nobody else attacks.
    """

    zone: str
    battle: Fought | None
    granted: tuple[str, ...] = ()
    barred: Mapping[str, str] = field(default_factory=dict)


def ordered_odds(receipt: Receipt[Position]) -> Sequence[Foretold]:
    """The odds of every raid and battle of a file, in the order in which they are fought."""
    position = before_combat(receipt)
    if position.clock.window == NON_COMBAT:
        return ()
    plans = _plans(receipt)
    own = own_powers(position, position.player)
    zones = [zone for zone in attacked_zones(position) if _attacks(position, own, zone)]
    order = [zone for kind, zone in plans if kind == BATTLE]
    zones.sort(key=lambda zone: order.index(zone) if zone in order else len(order))
    found = (_battle(position, plans, zone) for zone in _as_fought(position, zones))
    battles = (one for one in found if one is not None)
    return [*bombing_odds(position, own, plans), *battles, *convoy_odds(position, own)]


def _as_fought(position: Position, zones: Sequence[str]) -> Iterator[str]:
    """Zones in the order of their battles: those at sea come before the landings behind them.

    Whoever goes on behind a screen fights at once.
    """
    waiting = [BattleOrder(zone) for zone in zones]
    while waiting:
        first = first_combat(position, waiting)
        waiting.remove(first)
        further = {onward_of(unit) for unit in position.state.at(first.zone)}
        waiting.sort(key=lambda plan: plan.zone not in further)
        yield first.zone


def before_combat(receipt: Receipt[Position]) -> Position:
    """The position when combat begins, if the orders before it are carried out."""
    system = receipt.after.game.system
    steps = step_names(system.sequence)
    for reading in receipt.readings:
        section = system.section(reading.order.section)
        if section is not None and steps.index(section.step) >= steps.index(COMBAT):
            return reading.before
    return receipt.after


def _plans(receipt: Receipt[Position]) -> Plans:
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


def _battle(position: Position, plans: Plans, zone: str) -> Foretold | None:
    """The odds of a battle, or that nobody lands for it; None where nobody fights."""
    umpire, plan = rehearsal(position), plans.get((BATTLE, zone), BattleOrder(zone))
    with umpire.step(BATTLE, zone):
        at_sea = is_sea(position.board, zone)
        prospect = (_at_sea if at_sea else _on_land)(umpire, plan, plans)
    return _told(position, prospect) if prospect.battle or prospect.barred else None


def _at_sea(umpire: Umpire, plan: BattleOrder, plans: Plans) -> Prospect:
    """A battle at sea ready to be fought, with those who come from behind a screen."""
    behind = {unit.at for unit in umpire.state.units.values() if onward_of(unit) == plan.zone}
    granted, _ = _before(umpire, sorted(behind), plans)
    take_stances(umpire, plan)
    lines = lines_in(umpire, plan)
    if lines is None or not all(line.groups for line in lines):
        return Prospect(plan.zone, None)
    groups = _air_groups(lines) if umpire.options.carrier_aircraft_retreat else ()
    if groups:
        lines = lines.map(lambda line: _told_apart(umpire.state, line, groups))
    fight = joined_at_sea(umpire, plan, lines)
    usual = NEVER if plan.says_when_to_leave else HOPELESS
    by_dice = umpire.options.capital_ship_damage
    battle = replace(fight.battle, by_dice=by_dice, air_groups=groups)
    return Prospect(plan.zone, replace(battle, retreat=_retreat(plan, usual)), granted)


def _air_groups(lines: Sides[Line]) -> tuple[str, ...]:
    """The holds of Carriers from which aircraft fight."""
    return tuple({unit.at: None for line in lines for unit, _ in line.groups if is_hold(unit.at)})


def _told_apart(state: State, line: Line, groups: Collection[str]) -> Line:
    """A side whose Carriers, and the aircraft aboard them, are called by their hold.

    Of those that are alike whoever falls first in play stands first (`naval_losses`).
    """
    first = {kind: index for index, (_, kind) in reversed(list(enumerate(line.groups)))}
    fall = sorted(line.groups, key=lambda group: group[0].id, reverse=True)
    fall.sort(key=lambda group: (first[group[1]], len(cargo_of(state, group[0]))))
    found = []
    for unit, kind in fall:
        hold = unit.at if is_hold(unit.at) else hold_name(unit)
        found.append((unit, replace(kind, called=(hold,)) if hold in groups else kind))
    return replace(line, groups=tuple(found))


def _on_land(umpire: Umpire, plan: BattleOrder, plans: Plans) -> Prospect:
    """A battle on land ready to be fought, the battles at sea before it won."""
    drop(umpire, plan.zone)
    bound = bound_for(umpire.position, plan.zone)
    granted, waters = _before(umpire, seas_of(umpire.state, bound), plans)
    cargo = who_lands(umpire, plan.zone, waters)
    seas = seas_of(umpire.state, (unit for unit in bound if unit not in cargo))
    barred = {sea: _why_not(umpire, sea, waters) for sea in seas}
    fight = joined_on_land(umpire, plan, cargo)
    battle: Fought | None = None
    if any(group.size for group in fight.camps.attacker.groups):
        retreat = _retreat(plan, USUAL)
        if fight.assault is None:
            battle = replace(fight.battle, retreat=retreat)
        else:
            battle = _invasion(fight, cargo, retreat, waters)
    return Prospect(plan.zone, battle, granted, barred)


def _why_not(umpire: Umpire, sea: str, waters: Waters) -> str:
    """Why nobody lands from a sea zone."""
    if sea in waters.entered:
        return f"{umpire.board.label(sea)}, where the ships behind the screen fight (9.7)"
    return f"{umpire.board.label(sea)}, where enemy warships are (9.8)"


def _retreat(plan: BattleOrder, usual: Lines) -> Lines:
    """When the attacker breaks off: as ordered; who would be asked, as usual."""
    return usual if plan.retreat is None or isinstance(plan.retreat, str) else plan.retreat


def _before(umpire: Umpire, seas: Iterable[str], plans: Plans) -> tuple[tuple[str, ...], Waters]:
    """The battles in some sea zones, taken for won without a loss, so that a force goes on.

    Where they are, and what happens at sea.
    """
    fought: dict[str, bool] = {}
    entered: list[str] = []
    for sea in seas:
        screened, enemies = is_screened(own_units(umpire, sea)), _faced(umpire, sea, plans)
        if enemies:
            fought[sea] = screened
        for unit in enemies:
            umpire.apply(UnitMoved(unit.id, unit.at, REMOVED, unit.count))
        if screened:
            entered += after_the_screen(umpire, sea, Outcome.CLEARED)
    second = frozenset(sea for sea in entered if _faced(umpire, sea, plans))
    return tuple(fought), Waters(fought, second)


def _faced(umpire: Umpire, sea: str, plans: Plans) -> list[Unit]:
    """The enemies whom those on turn fight in a sea zone."""
    plan = plans.get((BATTLE, sea), BattleOrder(sea))
    with umpire.step("announced", sea):
        take_stances(umpire, plan)
    lines = lines_in(umpire, plan)
    if lines is None or not all(line.groups for line in lines):
        return []
    return [unit for unit, _ in lines.defender.groups]


def _invasion(fight: Fight, cargo: Sequence[Unit], retreat: Lines, waters: Waters) -> Invasion:
    """An assault from the sea with its bombardment and the guns of the coast."""
    seas = seas_of(fight.umpire.state, cargo)
    ships = dict(counted(bombarding(fight, cargo, seas, waters)))
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
    parts: list[str] = []
    facts: dict[str, Any] = {"at": prospect.zone}
    if prospect.battle is not None:
        found = _odds(prospect.zone, prospect.battle)
        parts.append(_in_words(found))
        facts |= {
            "method": found.method,
            "outcomes": {str(name): round(one.value, 4) for name, one in found.outcomes.items()},
            "lost": round(found.attacker.lost_cost.value, 2),
            "enemy_lost": round(found.defender.lost_cost.value, 2),
        }
        if prospect.granted:
            parts.append(f"if {' and '.join(map(position.label, prospect.granted))} is won first")
    parts += [f"nobody lands from {why}" for why in prospect.barred.values()]
    facts |= {"if_won": list(prospect.granted), "barred": list(prospect.barred)}
    return Foretold("odds", f"{position.label(prospect.zone)}: {'; '.join(parts)}", facts)


def _in_words(found: Odds) -> str:
    """`taken 97 %, lost 3 %; you lose 2 of 9 units (6 IPP), they 4 of 4 (12 IPP)`."""
    words = AT_SEA if found.at_sea else ON_LAND
    chances = {words[outcome]: one.value for outcome, one in found.outcomes.items()}
    likely = sorted(chances.items(), key=lambda row: -row[1])
    parts = [f"{word} {_percent(chance)}" for word, chance in likely if chance >= LEAST_TOLD]
    own, enemy = (_lost(side) for side in (found.attacker, found.defender))
    return f"{', '.join(parts)}; you lose {own}, they {enemy}"


def _odds(zone: str, battle: Fought) -> Odds:
    """Exact where that is quickly done."""
    whole = battle.planned.whole if isinstance(battle, Invasion) else battle
    states = prod(count + 1 for side in whole.sides for count in side.start)
    method = "auto" if states <= MOST_STATES else "simulate"
    return odds(Question(zone, battle, method, BATTLES_FOUGHT, SEED))


def _percent(chance: float) -> str:
    """`97 %`; what is not sure is not called so."""
    rounded = round(100 * chance)
    return f"{rounded} %" if rounded < 100 or chance > SURE else "over 99 %"


def _lost(side: SideOdds) -> str:
    """`2 of 9 units (6 IPP)`: what a side loses on average."""
    lost, whole = sum(one.value for one in side.lost.values()), sum(side.started.values())
    return f"{lost:.1f} of {whole} units ({side.lost_cost.value:.0f} IPP)"
