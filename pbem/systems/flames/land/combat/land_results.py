"""What the result of a land combat does (11.15.5).

Decides in the book's order: losses of both sides, retreat or shatter, advance, HQs that gave
support turn face-down, facing of both sides. Leaves the way of a retreat to `retreat`, of an
advance to `advance`; build points for losses to `bonus`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from pbem.core.choices.decisions import Decision, DecisionKind, Option, Settle
from pbem.core.data.rulebook import implements
from pbem.core.record.events import Event
from pbem.core.rules.readings import Reading
from pbem.systems.flames.impulse.battle_decisions import (
    ATTACK_LOSS,
    DEFENCE_LOSS,
    DOWNGRADE,
    STAND_FAST,
    STAY_OFF_MAP,
    STAY_UP,
)
from pbem.systems.flames.land.combat.advance import Advance, advance
from pbem.systems.flames.land.combat.attack_rules import defenders_at, landing
from pbem.systems.flames.land.combat.bonus import killed
from pbem.systems.flames.land.combat.combat_verdicts import (
    Bomber,
    FromTheAir,
    Headquarters,
    LandCombatVerdict,
    Lost,
)
from pbem.systems.flames.land.combat.declaring import hold
from pbem.systems.flames.land.combat.resolution import Combat, benefits
from pbem.systems.flames.land.combat.retreat import (
    CouldRetreat,
    Trail,
    bases,
    can_retreat,
    fly_off,
    retreat,
)
from pbem.systems.flames.land.combat_table import (
    DaggerRounding,
    ExtraLoss,
    Result,
    attacker_losses,
    first_losses,
    stay_face_up,
)
from pbem.systems.flames.land.combatants import force, step_name
from pbem.systems.flames.world import homes
from pbem.systems.flames.world.homes import turn_down
from pbem.systems.flames.world.land_factors import Combatant
from pbem.systems.flames.world.named import hex_facts
from pbem.systems.flames.world.position import (
    ARMOUR,
    PARTISAN,
    Piece,
    Position,
    Umpire,
    turned_down,
)
from pbem.systems.flames.world.vocabulary import next_turn

RETREATED: Final = "R"
SHATTERED: Final = ("S", "B")
BREAKTHROUGH: Final = "B"
NKVD: Final = "nkvd"  # divisions that do not let their stack go (22.1.1)


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
    failed: list[str] = field(default_factory=list)
    landed: tuple[str, ...] = ()
    notional_left: bool = False
    effect: str = ""


@dataclass(frozen=True, slots=True)
class Toll:
    """How many units a side loses, and by which choice; `about` tells two of one kind apart."""

    kind: DecisionKind
    many: int
    about: str = ""


@implements("WIF-11.15.5-55", "WIF-22.2-16", "AIF-11.16.5-19")
def carry_out(combat: Combat, result: Result | None, attacked: Collection[str]) -> None:
    """Carry out a result step by step (11.15.5); no result: the attackers had no factors.

    `attacked` are the hexes that are still to be attacked in this step.
    """
    after = Aftermath()
    if result is None:
        everyone = [unit.id for unit in combat.attackers]
        lose(combat, everyone)
        after.attackers_lost = everyone
        turn_down(combat.umpire, combat.support.guns)
        supporting_hqs_down(combat)
        tell(combat, None, after)
        return
    after.attackers_lost = attackers_lose(combat, result)
    after.defenders_lost = defenders_lose(combat, result)
    after.notional_left = spares_notional(result)
    after.effect = stand_fast(combat, final_effect(combat, result, after), after)
    if after.effect == RETREATED:
        retreat_defenders(combat, after, attacked)
    elif after.effect in SHATTERED:
        shatter(combat, after, attacked)
    turn_down(combat.umpire, combat.support.guns)
    after.advanced = advance_attackers(combat, after)
    supporting_hqs_down(combat)
    face_attackers(combat, result)
    after.turned = face_defenders(combat, after)
    after.failed = fail_landings(combat)
    tell(combat, result, after)
    combat.umpire.position.kits.promote(combat, after)


def lose(combat: Combat, units: Sequence[str]) -> None:
    """Units are destroyed, HQs last: near them others leave cadres (13.6.3)."""
    for piece in sorted(combat.umpire.position.pieces(*units), key=lambda piece: piece.is_hq):
        homes.lose(combat.umpire, *killed(combat.umpire.position, piece))


def surviving(combat: Combat, units: Sequence[Combatant]) -> tuple[Piece, ...]:
    """Those of some combatants that are still on the map."""
    position = combat.umpire.position
    pieces = position.pieces(*(unit.id for unit in units))
    return tuple(piece for piece in pieces if piece.at in position.board)


# --- losses --------------------------------------------------------------------------------------


@implements("WIF-11.15.5-30", "WIF-11.15.5-20", "WIF-11.15.5-21", "WIF-11.15.5-22", "AIF-11.16.5-8")
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


@implements("WIF-11.15.5-30", "AIF-11.16.5-8")
def defenders_lose(combat: Combat, result: Result) -> list[str]:
    """The defender's losses, after the attacker's (11.15.5)."""
    if not result.defender:
        return []
    return pick_losses(combat, combat.real_defenders, Toll(DEFENCE_LOSS, result.defender))


@implements("WIF-11.15.5-32", "AIF-11.14-15")
def spares_notional(result: Result) -> bool:
    """Whether the notional unit is still there: after no effect at all (11.15.5).

    It is never one of the losses.
    """
    return not (result.attacker or result.defender or result.effect)


def pick_losses(combat: Combat, units: Sequence[Combatant], toll: Toll) -> list[str]:
    """The owners choose which units are destroyed; all go if there are no more than that."""
    ids = [unit.id for unit in units]
    if len(ids) > toll.many:
        ids = list(combat.umpire.decide(_loss_decision(combat, units, toll)).picks)
    lose(combat, ids)
    return ids


@implements("WIF-2.7-2", "WIF-2.7-d1")
def _loss_decision(combat: Combat, units: Sequence[Combatant], toll: Toll) -> Decision:
    many, weakest = toll.many, weakest_first(combat.umpire.position, units)
    return toll.kind.ask(
        f"Which {'unit is' if many == 1 else f'{many} units are'} lost?",
        combat.players(units),
        (Option(u.id, u.name, frozenset({u.kind}), u.printed) for u in units),
        (unit.id for unit in weakest[:many]),
        about=toll.about,
        at=combat.place,
        least=many,
        most=many,
        facts={**combat.known(units), "losses": many},
        settle=Settle.ROLL_OFF,
    )


def weakest_first(position: Position, units: Sequence[Combatant]) -> list[Combatant]:
    """Units in the order in which they are lost where nobody says otherwise."""
    cost = {p.id: p.counter.or_nothing("cost") for p in position.pieces(*(u.id for u in units))}
    return sorted(units, key=lambda unit: (unit.factors, cost[unit.id], unit.id))


# --- retreat and shatter -------------------------------------------------------------------------


@implements("WIF-11.15.5-41", "AIF-11.16.5-13")
def final_effect(combat: Combat, result: Result, after: Aftermath) -> str:
    """The effect on the surviving defenders: the attacker may take R for S or B (11.15.5)."""
    survivors = [unit for unit in combat.real_defenders if unit.id not in after.defenders_lost]
    if result.effect not in SHATTERED or not survivors:
        return result.effect
    answer = combat.umpire.decide(
        DOWNGRADE.ask(
            "Are the defenders shattered, or do they retreat?",
            combat.players(combat.attackers),
            (Option("shatter"), Option("retreat")),
            ("shatter",),
            at=combat.place,
            facts={**combat.known(combat.attackers), "effect": result.effect},
            settle=Settle.ROLL_OFF,
        )
    )
    return result.effect if answer.pick == "shatter" else RETREATED


@implements("WIF-22.1.1-8")
def stand_fast(combat: Combat, effect: str, after: Aftermath) -> str:
    """Defenders with an NKVD division may lose one more and stay where they are (22.1.1)."""
    left = [unit for unit in combat.real_defenders if unit.id not in after.defenders_lost]
    pieces = combat.umpire.position.pieces(*(unit.id for unit in left))
    may = effect in (RETREATED, "S") and any(piece.counter.is_a(NKVD) for piece in pieces)
    if not may or len(left) < 2:
        return effect
    answer = combat.umpire.decide(
        STAND_FAST.ask(
            "Does the defence stand fast for one more loss?",
            combat.players(left),
            (Option("stand"), Option("go")),
            ("stand" if combat.ground.city else "go",),
            at=combat.place,
            facts={**combat.known(left), "effect": effect},
            settle=Settle.ROLL_OFF,
        )
    )
    if answer.pick == "go":
        return effect
    after.defenders_lost += pick_losses(combat, left, Toll(DEFENCE_LOSS, 1, "stand"))
    return ""


@implements("WIF-11.15.5-33", "WIF-11.15.5-34", "AIF-11.16.5-9")
def retreat_defenders(combat: Combat, after: Aftermath, attacked: Collection[str]) -> None:
    """The attacker retreats each surviving defender by itself (11.15.5)."""
    by = [unit.power for unit in combat.attackers]
    left = surviving(combat, combat.real_defenders)
    staying = stay_off_map(combat, left)
    for piece in (piece for piece in left if piece.id not in staying):
        if piece.is_air_cav:
            trail = fly_off(combat.umpire, piece.id, attacked)
        else:
            trail = retreat(combat.umpire, piece.id, attacked, by)
        if trail:
            after.retreated[piece.id] = trail
        else:
            after.died_retreating.append(piece.id)


@implements("WIF-11.15.5-39")
def stay_off_map(combat: Combat, left: Sequence[Piece]) -> frozenset[str]:
    """The face-up defenders of an off-map hex, where their owner keeps them there (11.15.5)."""
    up = [piece for piece in left if not piece.face_down]
    if not up or not combat.umpire.position.ground.is_off_map(combat.place):
        return frozenset()
    answer = combat.umpire.decide(
        STAY_OFF_MAP.ask(
            "Do the defenders stay in their off-map hex?",
            combat.umpire.position.players_of([piece.owner for piece in up]),
            (Option("stand"), Option("go")),
            ("stand",),
            at=combat.place,
            facts=combat.known(combat.real_defenders),
            settle=Settle.ROLL_OFF,
        )
    )
    return frozenset(piece.id for piece in up if answer.pick == "stand")


@implements("WIF-11.15.5-40", "WIF-13.1.3-13", "AIF-11.16.5-12")
def shatter(combat: Combat, after: Aftermath, attacked: Collection[str]) -> None:
    """Survivors that could have retreated come back next turn, the others die (11.15.5).

    So do partisans (13.1.3).
    """
    umpire = combat.umpire
    position = umpire.position
    rule = umpire.reading(CouldRetreat)
    turn = next_turn(umpire.state.clock.turn)
    for piece in surviving(combat, combat.real_defenders):
        trail = Trail(piece, (piece.at,), attacked)
        if piece.is_air_cav:
            away = bool(bases(position, piece, attacked))
        else:
            away = piece.kind != PARTISAN and can_retreat(position, trail, rule)
        if away:
            after.shattered.append(piece.id)
            umpire.apply(*_shattered(umpire, piece, turn))
        else:
            after.died_retreating.append(piece.id)
            homes.lose(umpire, *killed(umpire.position, piece))


def _shattered(umpire: Umpire, piece: Piece, turn: str) -> tuple[Event, ...]:
    """A shattered unit comes back next turn."""
    position = umpire.position
    tied = position.kits.waiting.shattered(umpire, piece)
    return tied or homes.goes_back(position, piece, position.major(piece.owner), turn)


# --- advance -------------------------------------------------------------------------------------


@implements("WIF-11.15.5-42", "AIF-11.16.5-14")
def advance_attackers(combat: Combat, after: Aftermath) -> dict[str, tuple[str, ...]]:
    """The attackers advance if no enemy land unit is left in the hex (11.15.5)."""
    position = combat.umpire.position
    left = surviving(combat, combat.attackers)
    if after.notional_left or not left or defenders_at(position, combat.place, left[0]):
        return {}
    landed = landing(left)
    after.landed = tuple(piece.id for piece in landed)
    hold(combat.umpire, combat.place, landed)
    plan = Advance(
        place=combat.place,
        start={piece.id: piece.at for piece in left if piece not in landed},
        ordered=combat.attack.advance,
        breakthrough=after.effect == BREAKTHROUGH,
        powers=tuple(dict.fromkeys(piece.owner for piece in left)),
        facts=combat.known(combat.attackers),
    )
    return advance(combat.umpire, plan)


@implements("WIF-11.15.5-54", "AIF-11.15-7")
def fail_landings(combat: Combat) -> list[str]:
    """Who has landed and not taken the hex is destroyed: some defender is left there (11.15.5)."""
    gone = [piece for piece in surviving(combat, combat.attackers) if piece.landing]
    ids = [piece.id for piece in gone]
    lose(combat, ids)
    return ids


@implements("WIF-11.15.3-1", "WIF-22.2-11")
def supporting_hqs_down(combat: Combat) -> None:
    """HQs that gave support turn face-down when the advance is over, whatever came of it.

    So do the guns that fired at bombers over the hex (22.2).
    """
    turn_down(combat.umpire, (*combat.hq_units, *combat.support.fired))


# --- facing --------------------------------------------------------------------------------------


@implements("WIF-11.15.5-52", "AIF-11.16.5-18")
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
    umpire.apply(*turned_down(*(piece for piece in up if piece.id not in kept)))


def _who_stays(combat: Combat, up: Sequence[Piece], stay: int) -> set[str]:
    if not stay:
        return set()
    ranked = sorted(
        up, key=lambda p: (bool(p.landing), not p.is_hq, p.kind not in ARMOUR, -p.combat, p.id)
    )
    owner = up[0].owner
    answer = combat.umpire.decide(
        STAY_UP.ask(
            f"Which {stay} of the attackers stay face-up?",
            combat.umpire.position.players_of([piece.owner for piece in up]),
            (Option(p.id, p.name, frozenset({p.kind}), p.combat) for p in up),
            (piece.id for piece in ranked[:stay]),
            at=combat.place,
            least=stay,
            most=stay,
            facts={**hex_facts(combat.umpire.position, combat.place, owner), "face-up": len(up)},
            settle=Settle.ROLL_OFF,
        )
    )
    return set(answer.picks)


@implements("WIF-11.15.5-53", "AIF-11.16.5-18")
def face_defenders(combat: Combat, after: Aftermath) -> list[str]:
    """Defenders turn face-down if they retreated or lost more units than the attacker (11.15.5)."""
    if after.effect != RETREATED and len(after.defenders_lost) <= len(after.attackers_lost):
        return []
    left = [piece for piece in surviving(combat, combat.real_defenders) if not piece.face_down]
    combat.umpire.apply(*turned_down(*left))
    return [piece.id for piece in left]


# --- the verdict ---------------------------------------------------------------------------------


def tell(combat: Combat, result: Result | None, after: Aftermath) -> None:
    """Write down the whole combat: forces, factors, modifiers, dice, and what came of it."""
    position = combat.umpire.position
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
            defenders=force(combat.real_defenders),
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
            landed=after.landed,
            failed=tuple(after.failed),
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
    pieces = combat.umpire.position.pieces(*combat.hq_units)
    return tuple(Headquarters(piece.id, piece.reorganisation) for piece in pieces)
