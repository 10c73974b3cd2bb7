"""Bounces (14.3.3, option 44): a fighter falls upon one aircraft, instead of a bomber cleared.

Decides whether a side bounces, who meets whom, and what becomes of both. Leaves values to
`air_to_air`, the round that a bounce interrupts to `air_combat`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.choices.decisions import DecisionKind, Option, Settle
from pbem.core.data.rulebook import implements
from pbem.systems.flames.air.air_battle import (
    AirBattle,
    LastAircraft,
    options,
    strike_out,
    throw,
)
from pbem.systems.flames.air.air_to_air import (
    BOMBER,
    CLEARED,
    FIGHTER,
    NO_EFFECT,
    Plane,
    alone,
    bounce_values,
    bounceable,
    can_fire,
    has_jet_edge,
    may_bounce,
    rating_of,
)
from pbem.systems.flames.air.air_verdicts import NOTHING, Bounce, BounceShot
from pbem.systems.flames.impulse.battle_decisions import (
    BOUNCE,
    BOUNCE_AT,
    BOUNCE_WITH,
    JET_MEETS,
)
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.vocabulary import BouncePick, JetPick

LETTER: Final = 0  # of a result: who chooses


@implements("WIF-14.3.3-6")
def bounces(battle: AirBattle, side: str, result: str) -> Bounce | None:
    """The bounce that a side fights instead of clearing a bomber; None if it does not."""
    own, enemy = battle.lines[side], battle.lines[battle.other(side)]
    if not may_bounce(result, own, enemy):
        return None
    targets = bounceable(result, own, enemy, battle.under.types)
    best, weakest = _best(battle, own.fighters), _weakest(battle, targets)
    value, _ = bounce_values(best, weakest, battle.under)
    usual = BouncePick.BOUNCE if value >= 0 and not own.bombers else BouncePick.CLEAR
    answer = battle.umpire.decide(
        BOUNCE.ask(
            f"{result}: bounce an enemy aircraft instead?",
            battle.players(side),
            (Option(str(pick)) for pick in BouncePick),
            (str(usual),),
            about=side,
            at=battle.place,
            facts={"bounce": value, "result": result[LETTER], **battle.facts(side)},
            settle=Settle.ROLL_OFF,
        )
    )
    return fight_bounce(battle, side, targets) if answer.pick == BouncePick.BOUNCE else None


@implements("WIF-14.3.3-7", "WIF-14.3.3-8", "WIF-14.3.3-9")
def fight_bounce(battle: AirBattle, side: str, targets: Sequence[Plane]) -> Bounce:
    """One round between the bouncing fighter and one enemy aircraft (14.3.3)."""
    other = battle.other(side)
    bouncer = _pick(battle, BOUNCE_WITH, side, battle.lines[side].fighters)
    called = _pick(battle, BOUNCE_AT, side, targets)
    bounced = meets(battle, side, called)
    ours, theirs = bounce_values(bouncer, bounced, battle.under)
    planes = {side: bouncer, other: bounced}
    values = {side: ours, other: theirs}
    with battle.umpire.step(f"bounce-{side}"):
        shots = tuple(
            _shot(battle, by, planes, values[by])
            for by in battle.lines
            if can_fire(alone(planes[by])) and not _ended(battle, planes[by], by)
        )
    rear(battle, side, bouncer)
    if bounced.id != called.id:
        rear(battle, other, bounced)
    return Bounce(side, bouncer.id, bounced.id, shots)


@implements("WIF-14.3.3-9")
def rear(battle: AirBattle, side: str, plane: Plane) -> None:
    """A fighter that is still in the combat goes to the rear of its line."""
    lines = battle.lines[side]
    if plane.id in {fighter.id for fighter in lines.fighters}:
        battle.lines[side] = lines.to_rear(plane)


def _ended(battle: AirBattle, plane: Plane, side: str) -> bool:
    """Whether an aircraft that is gone fires no more, by one reading."""
    if plane.id in {other.id for other in battle.lines[side].planes}:
        return False
    return battle.umpire.reading(LastAircraft) is LastAircraft.ENDS


def _shot(battle: AirBattle, side: str, planes: dict[str, Plane], value: int) -> BounceShot:
    """One of the two fires; its result can strike the other one alone."""
    other = battle.other(side)
    target = planes[other]
    thrown = throw(battle, side, value, (alone(planes[side]), alone(target)))
    what = thrown.result[1:]
    lost = thrown.result == NO_EFFECT or (what == CLEARED and target.role == FIGHTER)
    effect = NOTHING if lost else strike_out(battle, other, target, thrown.result)
    return BounceShot(
        side, value, thrown.dice, thrown.roll, thrown.cell, thrown.result, effect, thrown.hampered
    )


# --- choices -------------------------------------------------------------------------------------


@implements("WIF-14.3.3-10")
def meets(battle: AirBattle, side: str, called: Plane) -> Plane:
    """Who answers a bounce: a jet in front may, for the aircraft that was chosen (option 8)."""
    other = battle.other(side)
    own, enemy = battle.lines[other], battle.lines[side]
    front = own.fighters[0] if own.fighters else None
    if front is None or front.id == called.id:
        return called
    if not (battle.under.types and has_jet_edge(front, enemy)):
        return called
    better = rating_of(front, battle.under) > rating_of(called, battle.under)
    answer = battle.umpire.decide(
        JET_MEETS.ask(
            f"{called.name} is bounced: does {front.name} meet it?",
            battle.players(other),
            (Option(str(pick)) for pick in JetPick),
            (str(JetPick.GO if better else JetPick.STAY),),
            about=other,
            at=battle.place,
            facts=battle.facts(other),
            settle=Settle.ROLL_OFF,
        )
    )
    return front if answer.pick == JetPick.GO else called


def _pick(battle: AirBattle, kind: DecisionKind, side: str, planes: Sequence[Plane]) -> Plane:
    """The aircraft that the bouncing side names, of its own or of the enemy's."""
    if len(planes) == 1:
        return planes[0]
    usual = _best(battle, planes) if kind is BOUNCE_WITH else _weakest(battle, planes)
    answer = battle.umpire.decide(
        kind.ask(
            f"{kind.title}?",
            battle.players(side),
            options(planes),
            (usual.id,),
            about=side,
            at=battle.place,
            facts=battle.facts(side),
            settle=Settle.ROLL_OFF,
        )
    )
    return next(plane for plane in planes if plane.id == answer.pick)


def _best(battle: AirBattle, planes: Sequence[Plane]) -> Plane:
    """The aircraft that fights best; of equals the first."""
    return max(planes, key=lambda plane: rating_of(plane, battle.under))


def _weakest(battle: AirBattle, planes: Sequence[Plane]) -> Plane:
    """The aircraft that fights worst, a fighter before a bomber; of equals the first."""
    return min(planes, key=lambda p: (rating_of(p, battle.under), p.role == BOMBER))


KIT: Final = Kits(bounce=bounces)
