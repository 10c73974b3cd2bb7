"""What the result of a land combat does (11.15.5).

Decides in the book's order: losses of both sides, retreat or shatter, advance, HQs that gave
support turn face-down, facing of both sides. Leaves the way of a retreat to `retreat`, of an
advance to `advance`; build points for losses (13.6.3) to later chapters.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from pbem.core.choices.decisions import Decision, DecisionKind, Option, Settle
from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.wif.air.sorties import players_of
from pbem.systems.wif.impulse.battle_decisions import (
    ATTACK_LOSS,
    DEFENCE_LOSS,
    DOWNGRADE,
    STAY_UP,
)
from pbem.systems.wif.land.combat.advance import Advance, advance
from pbem.systems.wif.land.combat.attack_rules import defenders_at
from pbem.systems.wif.land.combat.bonus import killed
from pbem.systems.wif.land.combat.combat_verdicts import (
    Bomber,
    FromTheAir,
    Headquarters,
    LandCombatVerdict,
    Lost,
)
from pbem.systems.wif.land.combat.resolution import Combat, benefits
from pbem.systems.wif.land.combat.retreat import CouldRetreat, Trail, can_retreat, retreat
from pbem.systems.wif.land.combat_odds import step_name
from pbem.systems.wif.land.combat_table import (
    DaggerRounding,
    ExtraLoss,
    Result,
    attacker_losses,
    first_losses,
    stay_face_up,
)
from pbem.systems.wif.land.combatants import force
from pbem.systems.wif.world.calendar import next_turn
from pbem.systems.wif.world.control import major
from pbem.systems.wif.world.land_factors import Combatant
from pbem.systems.wif.world.named import hex_facts
from pbem.systems.wif.world.position import now
from pbem.systems.wif.world.units import ARMOUR, PARTISAN, Piece, leaves_map, turned_down

RETREATED: Final = "R"
SHATTERED: Final = ("S", "B")
BREAKTHROUGH: Final = "B"


class TurnedByAdvance(Reading, id="WIF-11.15.5-R8"):
    """Whether units that their advance turned face-down count towards a dagger's half."""

    NOT_COUNTED = "not-counted"
    COUNTED = "counted"


@dataclass(slots=True)
class Aftermath:
    """What a combat has done so far: who was lost, shattered, retreated or turned, by id."""

    attackers_lost: list[str] = field(default_factory=list)
    defenders_lost: list[str] = field(default_factory=list)
    died_retreating: list[str] = field(default_factory=list)
    shattered: list[str] = field(default_factory=list)
    retreated: dict[str, tuple[str, ...]] = field(default_factory=dict)
    advanced: dict[str, tuple[str, ...]] = field(default_factory=dict)
    turned: list[str] = field(default_factory=list)
    effect: str = ""


@dataclass(frozen=True, slots=True)
class Toll:
    """How many units a side loses, and by which choice; `about` tells two of one kind apart."""

    kind: DecisionKind
    many: int
    about: str = ""


@implements("WIF-11.15.5-55")
def carry_out(combat: Combat, result: Result | None, attacked: Collection[str]) -> None:
    """Carry out a result step by step (11.15.5); no result: the attackers had no factors.

    `attacked` are the hexes that are still to be attacked in this step.
    """
    after = Aftermath()
    if result is None:
        everyone = [unit.id for unit in combat.attackers]
        lose(combat, everyone)
        after.attackers_lost = everyone
        supporting_hqs_down(combat)
        tell(combat, None, after)
        return
    after.attackers_lost = attackers_lose(combat, result)
    after.defenders_lost = defenders_lose(combat, result)
    after.effect = final_effect(combat, result, after)
    if after.effect == RETREATED:
        retreat_defenders(combat, after, attacked)
    elif after.effect in SHATTERED:
        shatter(combat, after, attacked)
    after.advanced = advance_attackers(combat, after)
    supporting_hqs_down(combat)
    face_attackers(combat, result)
    after.turned = face_defenders(combat, after)
    tell(combat, result, after)


def lose(combat: Combat, units: Sequence[str]) -> None:
    """Units are destroyed."""
    for piece in now(combat.umpire).pieces(*units):
        combat.umpire.apply(*killed(now(combat.umpire), piece))


def surviving(combat: Combat, units: Sequence[Combatant]) -> tuple[Piece, ...]:
    """Those of some combatants that are still on the map."""
    position = now(combat.umpire)
    pieces = position.pieces(*(unit.id for unit in units))
    return tuple(piece for piece in pieces if piece.at in position.board)


# --- losses --------------------------------------------------------------------------------------


@implements("WIF-11.15.5-30", "WIF-11.15.5-20", "WIF-11.15.5-21", "WIF-11.15.5-22")
def attackers_lose(combat: Combat, result: Result) -> list[str]:
    """The attacker's losses: first a unit that gained a benefit, if any did (11.15.5)."""
    rule = combat.umpire.reading(ExtraLoss) if result.extra_loss else ExtraLoss.ANY
    many = attacker_losses(result, combat.attackers, combat.ground, rule)
    if not many:
        return []
    gained = benefits(combat)
    first = first_losses(combat.attackers, **gained)
    candidates = [unit for unit in combat.attackers if unit.id in first]
    if many == 1 or len(candidates) == len(combat.attackers):
        return pick_losses(combat, candidates, Toll(ATTACK_LOSS, many))
    lost = pick_losses(combat, candidates, Toll(ATTACK_LOSS, 1, "first"))
    rest = [unit for unit in combat.attackers if unit.id not in lost]
    return lost + pick_losses(combat, rest, Toll(ATTACK_LOSS, many - 1))


@implements("WIF-11.15.5-30")
def defenders_lose(combat: Combat, result: Result) -> list[str]:
    """The defender's losses, after the attacker's (11.15.5)."""
    if not result.defender:
        return []
    return pick_losses(combat, combat.defenders, Toll(DEFENCE_LOSS, result.defender))


def pick_losses(combat: Combat, units: Sequence[Combatant], toll: Toll) -> list[str]:
    """The owners choose which units are destroyed; all go if there are no more than that."""
    ids = [unit.id for unit in units]
    if len(ids) > toll.many:
        ids = list(combat.umpire.decide(_loss_decision(combat, units, toll)).picks)
    lose(combat, ids)
    return ids


@implements("WIF-2.7-2", "WIF-2.7-d1")
def _loss_decision(combat: Combat, units: Sequence[Combatant], toll: Toll) -> Decision:
    position, many = now(combat.umpire), toll.many
    cost = {p.id: p.counter.or_nothing("cost") for p in position.pieces(*(u.id for u in units))}
    weakest = sorted(units, key=lambda unit: (unit.factors, cost[unit.id], unit.id))
    return toll.kind.ask(
        f"Which {'unit is' if many == 1 else f'{many} units are'} lost?",
        combat.players(units),
        (Option(u.id, u.name, frozenset({u.kind}), u.printed) for u in units),
        (unit.id for unit in weakest[:many]),
        about=toll.about,
        at=combat.place,
        least=many,
        most=many,
        facts={**combat.known(units[0].power), "losses": many},
        settle=Settle.ROLL_OFF,
    )


# --- retreat and shatter -------------------------------------------------------------------------


@implements("WIF-11.15.5-41")
def final_effect(combat: Combat, result: Result, after: Aftermath) -> str:
    """The effect on the surviving defenders: the attacker may take R for S or B (11.15.5)."""
    survivors = [unit for unit in combat.defenders if unit.id not in after.defenders_lost]
    if result.effect not in SHATTERED or not survivors:
        return result.effect
    power = combat.attackers[0].power
    answer = combat.umpire.decide(
        DOWNGRADE.ask(
            "Are the defenders shattered, or do they retreat?",
            combat.players(combat.attackers),
            (Option("shatter"), Option("retreat")),
            ("shatter",),
            at=combat.place,
            facts={**combat.known(power), "effect": result.effect},
            settle=Settle.ROLL_OFF,
        )
    )
    return result.effect if answer.pick == "shatter" else RETREATED


@implements("WIF-11.15.5-33", "WIF-11.15.5-34")
def retreat_defenders(combat: Combat, after: Aftermath, attacked: Collection[str]) -> None:
    """The attacker retreats each surviving defender by itself (11.15.5)."""
    by = [unit.power for unit in combat.attackers]
    for piece in surviving(combat, combat.defenders):
        trail = retreat(combat.umpire, piece.id, attacked, by)
        if trail:
            after.retreated[piece.id] = trail
        else:
            after.died_retreating.append(piece.id)


@implements("WIF-11.15.5-40", "WIF-13.1.3-13")
def shatter(combat: Combat, after: Aftermath, attacked: Collection[str]) -> None:
    """Survivors that could have retreated come back next turn, the others die (11.15.5).

    So do partisans (13.1.3).
    """
    umpire = combat.umpire
    position = now(umpire)
    rule = umpire.reading(CouldRetreat)
    turn = next_turn(umpire.state.clock.turn)
    for piece in surviving(combat, combat.defenders):
        trail = Trail(piece, (piece.at,), attacked)
        if piece.kind != PARTISAN and can_retreat(position, trail, rule):
            after.shattered.append(piece.id)
            umpire.apply(*leaves_map(piece, f"track:{major(umpire.state, piece.owner)}/{turn}"))
        else:
            after.died_retreating.append(piece.id)
            umpire.apply(*killed(now(umpire), piece))


# --- advance -------------------------------------------------------------------------------------


@implements("WIF-11.15.5-42")
def advance_attackers(combat: Combat, after: Aftermath) -> dict[str, tuple[str, ...]]:
    """The attackers advance if no enemy land unit is left in the hex (11.15.5)."""
    position = now(combat.umpire)
    power = combat.attackers[0].power
    left = surviving(combat, combat.attackers)
    if defenders_at(position, combat.place, power):
        return {}
    plan = Advance(
        place=combat.place,
        start={piece.id: piece.at for piece in left},
        ordered=combat.attack.advance,
        breakthrough=after.effect == BREAKTHROUGH,
        powers=tuple(dict.fromkeys(piece.owner for piece in left)),
        facts=combat.known(power),
    )
    return advance(combat.umpire, plan)


@implements("WIF-11.15.3-1")
def supporting_hqs_down(combat: Combat) -> None:
    """HQs that gave support turn face-down when the advance is over, whatever came of it."""
    position = now(combat.umpire)
    hqs = (hq for hq in position.pieces(*combat.hq_units) if hq.at in position.board)
    combat.umpire.apply(*(change for hq in hqs for change in turned_down(hq)))


# --- facing --------------------------------------------------------------------------------------


@implements("WIF-11.15.5-52")
def face_attackers(combat: Combat, result: Result) -> None:
    """Who of the attackers stays face-up: all, half, or nobody (11.15.5)."""
    up = [piece for piece in surviving(combat, combat.attackers) if not piece.face_down]
    umpire = combat.umpire
    count = len(up)
    if result.facing == "†":
        if umpire.reading(TurnedByAdvance) is TurnedByAdvance.COUNTED:
            count = len(surviving(combat, combat.attackers))
        rule = umpire.reading(DaggerRounding) if count % 2 else DaggerRounding.UP
        stay = min(len(up), stay_face_up(result.facing, count, rule))
    else:
        stay = stay_face_up(result.facing, count)
    kept = {piece.id for piece in up} if stay == len(up) else _who_stays(combat, up, stay)
    umpire.apply(*(c for piece in up if piece.id not in kept for c in turned_down(piece)))


def _who_stays(combat: Combat, up: Sequence[Piece], stay: int) -> set[str]:
    if not stay:
        return set()
    ranked = sorted(up, key=lambda p: (not p.is_hq, p.kind not in ARMOUR, -p.combat, p.id))
    owner = up[0].owner
    answer = combat.umpire.decide(
        STAY_UP.ask(
            f"Which {stay} of the attackers stay face-up?",
            players_of(combat.umpire.state, [piece.owner for piece in up]),
            (Option(p.id, p.name, frozenset({p.kind}), p.combat) for p in up),
            (piece.id for piece in ranked[:stay]),
            at=combat.place,
            least=stay,
            most=stay,
            facts={**hex_facts(now(combat.umpire), combat.place, owner), "face-up": len(up)},
            settle=Settle.ROLL_OFF,
        )
    )
    return set(answer.picks)


@implements("WIF-11.15.5-53")
def face_defenders(combat: Combat, after: Aftermath) -> list[str]:
    """Defenders turn face-down if they retreated or lost more units than the attacker (11.15.5)."""
    if after.effect != RETREATED and len(after.defenders_lost) <= len(after.attackers_lost):
        return []
    left = [piece for piece in surviving(combat, combat.defenders) if not piece.face_down]
    combat.umpire.apply(*(change for piece in left for change in turned_down(piece)))
    return [piece.id for piece in left]


# --- the verdict ---------------------------------------------------------------------------------


def tell(combat: Combat, result: Result | None, after: Aftermath) -> None:
    """Write down the whole combat: forces, factors, modifiers, dice, and what came of it."""
    position = now(combat.umpire)
    attack, defence = combat.totals
    odds = combat.odds
    left = surviving(combat, combat.attackers)
    combat.umpire.tell(
        LandCombatVerdict(
            at=combat.place,
            terrain=combat.ground.terrain,
            weather=combat.ground.weather,
            city=combat.ground.city,
            attackers=force(combat.attackers),
            defenders=force(combat.defenders),
            support=_from_the_air(combat),
            attack=attack,
            defence=defence,
            basic=_basic(combat),
            shift=odds.shift if odds else 0,
            shifted=odds.name if odds else "",
            fraction=odds.tenths if odds else 0,
            next=step_name(odds.step + 1) if odds else "",
            table=combat.table,
            hqs=_hqs(combat),
            result=result.text if result else "",
            effect=after.effect,
            lost=Lost(tuple(after.attackers_lost), (*after.defenders_lost, *after.died_retreating)),
            shattered=tuple(after.shattered),
            returns=next_turn(position.clock.turn) if after.shattered else "",
            retreated={unit: trail[1:] for unit, trail in after.retreated.items()},
            advanced=after.advanced,
            defenders_turned=tuple(after.turned),
            face_up=tuple(piece.id for piece in left if not piece.face_down),
            face_down=tuple(piece.id for piece in left if piece.face_down),
            players=(combat.players(combat.attackers), combat.players(combat.defenders)),
            **combat.facts,
        )
    )


def _from_the_air(combat: Combat) -> FromTheAir:
    """The bombers of both sides and what they add."""
    own, enemy = (
        tuple(Bomber(bomber.id, bomber.tactical) for bomber in bombers)
        for bombers in (combat.support.attacker, combat.support.defender)
    )
    return FromTheAir(own, combat.air[0], enemy, combat.air[1])


def _basic(combat: Combat) -> str:
    """The odds before weather and the fractional die."""
    return step_name(combat.odds.basic) if combat.odds else ""


def _hqs(combat: Combat) -> tuple[Headquarters, ...]:
    """The HQs that gave support, the attacker's first, with their reorganisation values."""
    pieces = now(combat.umpire).pieces(*combat.hq_units)
    return tuple(Headquarters(piece.id, piece.reorganisation) for piece in pieces)
