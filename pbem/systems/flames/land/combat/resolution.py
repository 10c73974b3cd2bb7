"""Resolving one land combat (11.15.5, 11.15.6): factors, odds, table, dice, the result.

Decides who still takes part, who chooses the table, and the throw. Leaves what the result does to
`land_results`; shore bombardment to rules that are not played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from pbem.core.choices.decisions import Option, Settle
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import element
from pbem.core.rules.readings import Reading, Rules, rules_of
from pbem.core.rules.system import Modifier
from pbem.systems.flames.air.flights import multiplier_at
from pbem.systems.flames.impulse.battle_decisions import ATTACK_TABLE, DEFENCE_TABLE
from pbem.systems.flames.land.combat.attack_rules import (
    NOTIONAL,
    combat_odds,
    facing,
    reasons_at,
    settled_totals,
)
from pbem.systems.flames.land.combat.attacks import Attack, odds_facts
from pbem.systems.flames.land.combat.combat_verdicts import NoCombatVerdict, Notional
from pbem.systems.flames.land.combat.support import (
    AirSupport,
    air_powers,
    reorganisation_value,
    supporting_hqs,
)
from pbem.systems.flames.land.combat_table import (
    ATTACKER,
    ATTACKERS_LOST,
    AUTOMATIC,
    TERRAIN,
    TWO_DICE,
    ArmourAcrossFort,
    ArmouredDivisions,
    Battleground,
    HqRounding,
    Result,
    SecondPower,
    ShieldsOnDie,
    WinterisedDivisions,
    armour_edge,
    die_modifiers,
    half_winterised,
    hq_modifier,
    in_tenths,
    is_open,
    modified_roll,
    odds_modifier,
    read_result,
    two_dice_modifiers,
    who_chooses,
    without_die,
)
from pbem.systems.flames.land.combatants import (
    ENGINEERS,
    WINTER,
    Odds,
    attacking,
    lifted,
    step_name,
)
from pbem.systems.flames.world.land_factors import (
    Combatant,
    KeptFractions,
    SupportLimit,
    flown_factors,
    ground_support,
    total,
)
from pbem.systems.flames.world.named import hex_facts
from pbem.systems.flames.world.position import ARMOUR, Position, Umpire
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.vocabulary import CombatTable

LAST_STEP: Final[Mapping[str, int]] = {CombatTable.BLITZKRIEG: 7, CombatTable.ASSAULT: 10}


class LostSupply(Reading, id="WIF-11.15.1-R5"):
    """What happens when an attacker loses supply before its attack is resolved."""

    DROPS_OUT = "drops-out"
    ATTACK_OFF = "attack-off"


class WinterRelief(Reading, id="WIF-11.15.5-R5"):
    """Whether a winterised unit is lost first where it changed no result."""

    ALWAYS = "always"
    IF_IT_MATTERED = "if-it-mattered"


@dataclass(slots=True)
class Combat:
    """One land combat in progress, with the facts that its verdict will hold."""

    umpire: Umpire
    attack: Attack
    attackers: tuple[Combatant, ...]
    defenders: tuple[Combatant, ...]
    ground: Battleground
    support: AirSupport
    air: tuple[Fraction, Fraction]
    hqs: tuple[int, int]
    hq_units: tuple[str, ...]
    rules: Rules = field(init=False)
    odds: Odds | None = None
    table: str = ""
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def place(self) -> str:
        """The hex under attack."""
        return self.attack.place

    @property
    def notional(self) -> Combatant | None:
        """The notional unit of the hex; None where there is none (11.15.1)."""
        return next((unit for unit in self.defenders if unit.id == NOTIONAL), None)

    @property
    def real_defenders(self) -> tuple[Combatant, ...]:
        """The defenders that are counters."""
        return tuple(unit for unit in self.defenders if unit.id != NOTIONAL)

    @property
    def totals(self) -> tuple[Fraction, Fraction]:
        """The factors of both sides, air included."""
        ours, theirs = total(self.attackers) + self.air[0], total(self.defenders) + self.air[1]
        return settled_totals(self.umpire.position, (ours, theirs))

    def players(self, units: Sequence[Combatant]) -> tuple[str, ...]:
        """The players whose units take part."""
        return self.umpire.position.players_of([unit.power for unit in units])

    def known(self, units: Sequence[Combatant]) -> dict[str, Any]:
        """What a choice of the owners of some units in this combat may be conditioned on."""
        return {
            **odds_facts(self.odds, len(self.attackers), len(self.real_defenders)),
            **hex_facts(self.umpire.position, self.place, units[0].power),
        }


# --- preparing -----------------------------------------------------------------------------------


@implements("WIF-11.15.1-6", "WIF-11.15.5-1", "WIF-2.4.1-2", "AIF-2.4.1-3")
def prepare(
    umpire: Umpire, attack: Attack, support: AirSupport, hqs: Mapping[str, str]
) -> Combat | None:
    """The combat as it is when its turn comes; None when there is nothing left to fight."""
    position = umpire.position
    pieces = position.pieces(*attack.units)
    fit = tuple(piece.id for piece in pieces if in_supply(position, piece))
    dropped = tuple(unit for unit in attack.units if unit not in fit)
    if dropped and umpire.reading(LostSupply) is LostSupply.ATTACK_OFF:
        fit = ()
    fighting = position.pieces(*(fit or attack.units))
    if not fit or not facing(position, fighting, attack.place, notional=not attack.ignored):
        why = "no-defender" if fit else "out-of-supply"
        umpire.tell(NoCombatVerdict(attack.place, attack.units, why))
        return None
    combat = _assembled(umpire, replace(attack, units=fit), support.as_now(position), hqs)
    combat.rules = _rules(combat)
    combat.facts["dropped_out"] = dropped
    if combat.notional is not None:
        reasons = reasons_at(position, position.pieces(*fit), attack.place)
        combat.facts["notional"] = Notional(combat.notional.factors, reasons)
    return combat


@implements("WIF-11.15.4-2a", "WIF-11.15.4-3", "WIF-11.15.5-1", "AIF-11.16.5-1")
def _assembled(
    umpire: Umpire, attack: Attack, support: AirSupport, hqs: Mapping[str, str]
) -> Combat:
    position, place = umpire.position, attack.place
    pieces = position.pieces(*attack.units)
    attackers = attacking(position, pieces, place)
    defenders = facing(position, pieces, place, notional=not attack.ignored)
    if any(unit.factors.denominator not in (1, 2, 4) for unit in attackers):
        umpire.reading(KeptFractions)
    own, enemy = supporting_hqs(umpire, attack, hqs)
    flown = support.attacker or support.defender
    limit = umpire.reading(SupportLimit) if flown else SupportLimit.LAST
    ours = flown_factors(support.attacker, defenders)
    theirs = flown_factors(support.defender, attackers)
    multiplier = multiplier_at(position, place)
    return Combat(
        umpire=umpire,
        attack=attack,
        attackers=attackers,
        defenders=defenders,
        ground=battleground_at(position, place),
        support=support,
        air=(
            ground_support(ours, multiplier, total(attackers), limit),
            ground_support(theirs, multiplier, total(defenders), limit),
        ),
        hqs=(reorganisation_value(position, own), reorganisation_value(position, enemy)),
        hq_units=tuple(filter(None, (own, enemy))),
    )


def battleground_at(position: Position, place: str) -> Battleground:
    """What the hex is like in which a combat is fought."""
    ground = position.ground
    return Battleground(
        ground.terrain[place],
        ground.weather[place],
        ground.is_city(place),
        bool(position.board.fact(place, "factories")),
    )


def _rules(combat: Combat) -> Rules:
    """How the ambiguous parts are read; only those that matter here are noted as used."""
    umpire, attackers, ground = combat.umpire, combat.attackers, combat.ground
    divisions = [unit for unit in (*attackers, *combat.defenders) if unit.division]
    armoured = any(unit.kind in (*ARMOUR, "MECH") for unit in divisions)
    from_the_air = {bomber.power for bomber in combat.support.attacker}
    matters: dict[type[Reading], bool] = {
        ArmouredDivisions: armoured and is_open(ground, umpire.book.chart(TERRAIN)),
        ShieldsOnDie: any(u.is_shield for u in combat.defenders)
        and is_open(ground, umpire.book.chart(TERRAIN)),
        WinterisedDivisions: ground.weather in WINTER and bool(divisions),
        ArmourAcrossFort: any(unit.across_fort for unit in attackers),
        SecondPower: bool(from_the_air - {unit.major for unit in attackers}),
    }
    return rules_of(umpire, matters)


# --- odds and table ------------------------------------------------------------------------------


@implements("WIF-11.15.5-2")
def resolve(combat: Combat) -> Result | None:
    """The result of a combat; None when the attackers have no factors and are all lost."""
    position = combat.umpire.position
    if without_die(*combat.totals) == ATTACKERS_LOST:
        return None
    combat.odds = combat_odds(position, combat.place, combat.attackers, combat.totals)
    combat.table = choose_table(combat)
    if combat.odds is None or swept(combat):
        return read_result(AUTOMATIC[combat.table])
    roll = two_dice if position.kits.two_dice else one_die
    return roll(combat, combat.odds)


@implements("WIF-22.12-4")
def swept(combat: Combat) -> bool:
    """Whether Air Cav lands where a notional unit alone defends: it wins without a die (22.12)."""
    pieces = combat.umpire.position.pieces(*(unit.id for unit in combat.attackers))
    return not combat.real_defenders and any(piece.is_air_cav for piece in pieces)


@implements("WIF-11.15.5-3", "AIF-11.16.5-2", "AIF-11.16.5-3")
def choose_table(combat: Combat) -> str:
    """The table that the attacker or the defender chooses (11.15.5)."""
    chart = combat.umpire.book.chart(TERRAIN)
    choice = who_chooses(combat.attackers, combat.defenders, combat.ground, chart)
    attacking_side = choice.side == ATTACKER
    units = combat.attackers if attacking_side else combat.defenders
    kind = ATTACK_TABLE if attacking_side else DEFENCE_TABLE
    usual = CombatTable.BLITZKRIEG if attacking_side else CombatTable.ASSAULT
    answer = combat.umpire.decide(
        kind.ask(
            "Blitzkrieg or assault?",
            combat.players(units),
            (Option(str(table)) for table in CombatTable),
            (str(usual),),
            at=combat.place,
            facts={
                **combat.known(units),
                "chance": combat.odds.tenths if combat.odds else 0,
            },
            settle=Settle.ROLL_OFF,
        )
    )
    combat.facts |= {
        "chooser": choice.side,
        "choice": element(choice.why),
        "counted": choice.counted,
    }
    return answer.pick


def attacker_player(combat: Combat) -> str:
    """Who rolls for the attack."""
    return combat.players(combat.attackers)[0]


# --- one die -------------------------------------------------------------------------------------


@implements(
    "WIF-11.15.5-13", "WIF-11.15.5-17", "WIF-11.15.5-23", "WIF-11.15.5-d1", "WIF-11.15.5-d2",
    "AIF-11.16.5-d1",
)  # fmt: skip
def one_die(combat: Combat, odds: Odds) -> Result:
    """One die on the odds table, after the die for fractional odds (11.15.5, option 26)."""
    umpire, player = combat.umpire, attacker_player(combat)
    step = odds.step
    if odds.tenths:
        die = umpire.roll("fraction", dice="d10", by=player, cite="11.15.5").modified
        step += lifted(odds, die)
        combat.facts["fraction_die"] = die
    modifiers = die_modifiers(
        combat.attackers,
        combat.defenders,
        combat.ground,
        combat.rules,
        table=combat.table,
        step=step,
        hq=hq_bonus(combat),
        air_powers=air_powers(combat.support.attacker, combat.air[0]),
    )
    thrown = umpire.roll("die", dice="d10", by=player, cite="11.15.5")
    modifiers = (*modifiers, *(Modifier(*item) for item in thrown.modifiers))
    roll = modified_roll(thrown.total, modifiers)
    cell = umpire.chart("land-combat-1d10").lookup(
        table=combat.table, column=step_name(step), roll=roll
    )
    combat.facts |= {
        "odds": step_name(step),
        "column": column_name(step, combat.table),
        "dice": thrown.values,
        "modifiers": {element(item.name): item.value for item in modifiers},
        "roll": roll,
        "cell": str(cell.provenance),
    }
    return read_result(cell.text)


@implements("WIF-11.15.5-23", "AIF-11.16.5-5")
def column_name(step: int, table: str) -> str:
    """The column that is read: the outermost ones serve all odds beyond them (11.15.5)."""
    return step_name(min(max(step, -1), LAST_STEP[table]))


def hq_bonus(combat: Combat) -> int:
    """What HQ support adds to one die (11.15.3)."""
    found = {rule: hq_modifier(*combat.hqs, rule=rule) for rule in HqRounding}
    usual, *others = found.values()
    return usual if others == [usual] else found[combat.umpire.reading(HqRounding)]


# --- two dice (option 27) ------------------------------------------------------------------------


@implements("WIF-11.15.6-1", "WIF-11.15.6-3", "WIF-11.15.6-d1")
def two_dice(combat: Combat, odds: Odds) -> Result:
    """Two dice on the table of option 27, with a die for the tenths of the modifiers (11.15.6)."""
    umpire, player = combat.umpire, attacker_player(combat)
    chart = umpire.chart(TWO_DICE)
    by_odds = odds_modifier(odds, chart, umpire.position.kits.tenths_count)
    modifiers = two_dice_modifiers(
        combat.attackers,
        combat.defenders,
        combat.ground,
        combat.rules,
        table=combat.table,
        hq=combat.hqs,
        air_powers=air_powers(combat.support.attacker, combat.air[0]),
    )
    final = by_odds + sum((amount for _, amount in modifiers), Fraction(0))
    whole, tenths = in_tenths(final)
    dice = umpire.roll("die", dice="2d10", by=player, cite="11.15.6")
    if tenths:
        die = umpire.roll("fraction", dice="d10", by=player, cite="11.15.6").modified
        whole += die <= tenths
        combat.facts["fraction_die"] = die
    roll = dice.modified + whole
    cell = umpire.chart("land-combat-2d10").lookup(table=combat.table, roll=roll)
    combat.facts |= {
        "odds": odds.name,
        "dice": dice.values,
        "modifiers": {
            "odds": by_odds,
            **{element(name): value for name, value in (*modifiers, *dice.modifiers)},
        },
        "tenths": tenths,
        "roll": roll,
        "cell": str(cell.provenance),
    }
    return read_result(cell.text)


# --- benefits ------------------------------------------------------------------------------------


@implements("WIF-11.15.5-20", "WIF-22.1.1-13")
def benefits(combat: Combat) -> dict[str, bool]:
    """Which attackers gained something, so that they must be lost first (11.15.5)."""
    edge = armour_edge(combat.attackers, combat.defenders, combat.ground, combat.rules)
    engineers = combat.ground.factory and any(unit.engineer for unit in combat.attackers)
    crossing = any(unit.engineer and ENGINEERS in unit.why for unit in combat.attackers)
    return {
        "armour": edge == 1 and combat.table == CombatTable.BLITZKRIEG,
        "winterised": _winter_helped(combat),
        "engineers": engineers or crossing,
    }


def _winter_helped(combat: Combat) -> bool:
    """Whether winterised attackers lessened the loss of odds (11.15.5)."""
    if combat.ground.weather not in WINTER:
        return False
    rule = combat.rules.reading(WinterisedDivisions)
    if not half_winterised(combat.attackers, rule) or combat.odds is None:
        return False
    if combat.umpire.reading(WinterRelief) is WinterRelief.ALWAYS:
        return True
    plain = combat.odds.step - 2
    return column_name(plain, combat.table) != column_name(combat.odds.step, combat.table)
