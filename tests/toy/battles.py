"""Clashes and duels (TOY-5), luck (TOY-6) and assaults (TOY-7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final

from pbem.core.choices.conditions import all_hold
from pbem.core.choices.decisions import Decision, Option
from pbem.core.data.findings import error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import Umpire
from pbem.core.record.dice import Roll
from pbem.core.record.events import PlaceChanged, PowerChanged, UnitMoved
from pbem.core.record.state import Unit
from pbem.core.record.verdicts import Judged
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Modifier
from toy.orders import Assault, march_facts
from toy.sieges import BREACH, besiege
from toy.units import (
    champion,
    defender,
    enemies,
    killed,
    might,
    moved,
    named,
    revealed,
    side_units,
    strength,
    weakest,
)

STANCES: Final = (Option("charge", "charge"), Option("hold", "hold"), Option("feint", "feint"))
BEATS: Final = {"charge": "feint", "feint": "hold", "hold": "charge"}


class EvenClash(Reading, id="TOY-5-R1"):
    """Who wins a clash in which both sides score alike."""

    DEFENDER = "defender"
    ATTACKER = "attacker"


def leader(umpire: Umpire, side: str) -> str:
    """The first power of a side: it rolls for the side."""
    return umpire.state.powers_of(side)[0].id


@dataclass(frozen=True, slots=True)
class RevealVerdict(Judged):
    """A chit is turned up."""

    kind: ClassVar[str] = "reveal"
    cite: ClassVar[str] = "5"

    unit: str
    counter: str


@dataclass(frozen=True, slots=True)
class ClashVerdict(Judged):
    """A clash: stances, scores, and which counter the loser has lost."""

    kind: ClassVar[str] = "clash"
    cite: ClassVar[str] = "5"

    stances: Mapping[str, str]
    scores: Mapping[str, int]
    lost: str


@dataclass(frozen=True, slots=True)
class DuelVerdict(Judged):
    """Two champions have fought until one was dead."""

    kind: ClassVar[str] = "duel"
    cite: ClassVar[str] = "5"

    bouts: int
    dead: str


@dataclass(frozen=True, slots=True)
class AssaultVerdict(Judged):
    """An assault on a home."""

    kind: ClassVar[str] = "assault"
    cite: ClassVar[str] = "7"

    units: tuple[str, ...]
    support: tuple[str, ...]
    odds: Fraction
    die: int
    modifiers: tuple[tuple[str, int], ...]


def reveal(umpire: Umpire, at: str) -> None:
    """Face-down chits are turned up where there is a fight."""
    hidden = [unit for unit in umpire.state.at(at) if unit.secret]
    umpire.apply(*(revealed(unit) for unit in hidden))
    for unit in hidden:
        umpire.tell(RevealVerdict(at=at, result=unit.counter, unit=unit.id, counter=unit.counter))


@implements("TOY-5")
def clash(umpire: Umpire, at: str, attacker: str) -> bool:
    """One clash; true if the attacker's side wins it."""
    with umpire.step("clash"):
        reveal(umpire, at)
        sides = (attacker, defender(umpire.state, at, attacker))
        duel(umpire, at, sides)
        if not all(side_units(umpire.state, at, side) for side in sides):
            return bool(side_units(umpire.state, at, attacker))
        stances = choose_stances(umpire, at, sides)
        scores = {side: score(umpire, at, side, stances) for side in sides}
        won = scores[sides[0]] > scores[sides[1]] or (
            scores[sides[0]] == scores[sides[1]] and umpire.reading(EvenClash) is EvenClash.ATTACKER
        )
        loser = sides[1] if won else sides[0]
        lost = weakest(umpire.game, side_units(umpire.state, at, loser))
        umpire.apply(killed(lost))
        result = "won" if won else "lost"
        umpire.tell(
            ClashVerdict(at=at, result=result, stances=stances, scores=scores, lost=lost.counter)
        )
        return won


def choose_stances(umpire: Umpire, at: str, sides: tuple[str, str]) -> dict[str, str]:
    """Both sides choose at once and in secret."""
    decisions = [stance_decision(umpire, at, pair) for pair in (sides, (sides[1], sides[0]))]
    answers = umpire.decide_all(decisions)
    return {side: answer.pick for side, answer in zip(sides, answers, strict=True)}


def stance_decision(umpire: Umpire, at: str, sides: tuple[str, str]) -> Decision:
    """The choice of the first of two sides, with what its players see."""
    side, foe = sides
    players = umpire.state.players_of(side)
    view = umpire.view(players[0])
    own = strength(umpire.game, side_units(view, at, side))
    theirs = strength(umpire.game, side_units(view, at, foe))
    return Decision(
        kind="stance",
        by=players,
        options=STANCES,
        default=("hold",),
        question=f"Which stance in {at}?",
        cite="5",
        about=side,
        at=at,
        facts={"strength": own, "enemy strength": theirs},
        secret=players,
        owner=players[0],
    )


def score(umpire: Umpire, at: str, side: str, stances: dict[str, str]) -> int:
    """A die, one more for each three might, two more for a stance that beats the other's."""
    stance, (other,) = stances[side], [stances[foe] for foe in stances if foe != side]
    own = strength(umpire.game, side_units(umpire.state, at, side))
    modifiers = [Modifier("might", own // 3)]
    if BEATS[stance] == other:
        modifiers.append(Modifier(f"{stance} beats {other}", 2))
    roll = umpire.roll(f"clash-{side}", "d6", leader(umpire, side), "5", modifiers)
    return roll.modified


def duel(umpire: Umpire, at: str, sides: Sequence[str]) -> None:
    """Champions who meet fight until one is dead: a battle inside the battle."""
    found = [champion(umpire.game, side_units(umpire.state, at, side)) for side in sides]
    if found[0] is None or found[1] is None:
        return
    with umpire.step("duel"):
        bout = 1
        while True:
            rolls = [
                umpire.roll(f"bout-{bout}-{unit.owner}", "d6", unit.owner, "5")
                for unit in (found[0], found[1])
            ]
            if rolls[0].modified != rolls[1].modified:
                break
            bout += 1
        loser = found[1] if rolls[0].modified > rolls[1].modified else found[0]
        umpire.apply(killed(loser))
        umpire.tell(DuelVerdict(at=at, result=loser.counter, bouts=bout, dead=loser.id))


def steel(umpire: Umpire, path: str, by: str) -> tuple[Modifier, ...]:
    """The council's gift of steel adds one to every die of the power (TOY-3)."""
    power = umpire.state.powers.get(by)
    return (Modifier("steel", 1),) if power and power.flags.get("steel") else ()


@implements("TOY-6")
def pay_luck(umpire: Umpire, roll: Roll) -> bool:
    """A power with luck left may pay for another throw of a six-sided die."""
    power = umpire.state.powers.get(roll.by)
    if power is None or roll.dice != "d6" or not power.counters.get("luck"):
        return False
    right = Decision(
        kind="reroll",
        by=power.players,
        options=(Option("pay", "pay one luck"),),
        default=(),
        question=f"Roll the {roll.total} again?",
        cite="6",
        about=f"{roll.path.rsplit('/', 1)[-1]}-{len(roll.throws)}",
        least=0,
        facts={"die": roll.total, "luck": power.counters["luck"]},
        owner=power.players[0],
    )
    if not umpire.opening([right])[0]:
        return False
    left = power.counters["luck"]
    umpire.apply(PowerChanged(power.id, "counter", "luck", left, left - 1 or None))
    return True


# --- assaults ----------------------------------------------------------------------------------


@implements("TOY-7")
def assaults(umpire: Umpire) -> None:
    """All orders on one place are one assault, in the order in which places are first named."""
    joint: dict[str, list[tuple[Order, Assault]]] = {}
    for order, ruling in umpire.sound_orders("assault"):
        joint.setdefault(ruling.plan.at, []).append((order, ruling.plan))
    for at, parts in joint.items():
        with umpire.step("battle", at=at):
            assault(umpire, at, parts)


def assault(umpire: Umpire, at: str, parts: Sequence[tuple[Order, Assault]]) -> None:
    """Conditions, terms, support, odds, one die, and what becomes of it."""
    side = umpire.state.clock.side
    units = tuple(umpire.state.units[name] for _, plan in parts for name in plan.units)
    facts = march_facts(umpire.position_for(parts[0][0].player), side, units, at)
    if not all(all_hold(plan.conditions, facts) for _, plan in parts):
        for order, _ in parts:
            umpire.reject(order, [error("condition", "its condition does not hold", cite="7")])
        return
    reveal(umpire, at)
    if yields(umpire, at, facts["odds"]):
        storm(umpire, at, side, units)
        for order, _ in parts:
            umpire.done(order, f"{at} yields")
        return
    outcome = engage(umpire, at, side, units)
    for order, _ in parts:
        umpire.done(order, f"assault on {at}: {outcome}")


def engage(umpire: Umpire, at: str, side: str, units: tuple[Unit, ...]) -> str:
    """An assault by the chart; upon a home a siege, where the game has sieges (TOY-10)."""
    if not umpire.options.siege or umpire.state.at_home(umpire.board.text(at, "home")) is None:
        return fight(umpire, at, side, units)
    outcome = besiege(umpire, at, side, umpire.roll("siege", "d6", leader(umpire, side), "10"))
    left = tuple(umpire.state.units[unit.id] for unit in units if unit.id in umpire.state.units)
    ready = tuple(unit for unit in left if unit.at in umpire.board.neighbours[at])
    if outcome == BREACH and ready:
        storm(umpire, at, side, ready)
    return outcome


def yields(umpire: Umpire, at: str, odds: object) -> bool:
    """A home may yield before it is stormed; its owner must be asked."""
    home = umpire.state.at_home(umpire.game.board.text(at, "home"))
    if home is None or umpire.state.side_of(home) == umpire.state.clock.side:
        return False
    players = umpire.state.powers[home].players
    terms = Decision(
        kind="terms",
        by=players,
        options=(Option("fight"), Option("yield")),
        default=("fight",),
        question=f"Fight for {at}, or yield it?",
        cite="7",
        at=at,
        facts={"odds": odds} if isinstance(odds, (int, Fraction)) else {},
        must_ask=True,
        owner=players[0],
    )
    return umpire.decide(terms).pick == "yield"


def supporters(umpire: Umpire, at: str, side: str) -> tuple[Unit, ...]:
    """The neighbours that the defender sends (a choice of allocation)."""
    near = [
        unit
        for place in umpire.game.board.neighbours[at]
        for unit in side_units(umpire.state, place, side)
    ]
    if not near:
        return ()
    tags: dict[str, int] = {}
    for unit in near:
        tags[umpire.game.counters[unit.counter].kind] = 1 + tags.get(unit.counter, 0)
    answer = umpire.decide(
        Decision(
            kind="support",
            by=umpire.state.players_of(side),
            options=tuple(support_option(umpire, unit) for unit in near),
            default=(),
            question=f"Who supports {at}?",
            cite="7",
            at=at,
            least=0,
            most=2,
            ready={kind: sum(1 for u in near if kind_of(umpire, u) == kind) for kind in tags},
            owner=umpire.state.players_of(side)[0],
        )
    )
    return tuple(umpire.state.units[pick] for pick in answer.picks)


def kind_of(umpire: Umpire, unit: Unit) -> str:
    """The printed class of a unit."""
    return umpire.game.counters[unit.counter].kind


def support_option(umpire: Umpire, unit: Unit) -> Option:
    """A neighbour that may be sent."""
    label = f"{named(umpire.game, unit)} {unit.at}"
    return Option(unit.id, label, frozenset({kind_of(umpire, unit)}), might(umpire.game, unit))


def fight(umpire: Umpire, at: str, side: str, units: tuple[Unit, ...]) -> str:
    """Odds, the die, and the cell of the chart; the outcome in a word."""
    foe = defender(umpire.state, at, side)
    support = supporters(umpire, at, foe)
    own = strength(umpire.game, units)
    theirs = strength(umpire.game, side_units(umpire.state, at, foe)) + sum(
        might(umpire.game, unit) for unit in support
    )
    odds = Fraction(own, max(theirs, 1))
    roll = umpire.roll("assault", "d6", leader(umpire, side), "7")
    cell = umpire.chart("assault").lookup(column=odds, roll=roll.modified)
    outcome = str(cell.value)
    umpire.tell(
        AssaultVerdict(
            at=at,
            result=outcome,
            units=tuple(unit.id for unit in units),
            support=tuple(unit.id for unit in support),
            odds=odds,
            die=roll.total,
            modifiers=roll.modifiers,
        )
    )
    if outcome == "repulsed":
        umpire.apply(killed(weakest(umpire.game, units)))
    if outcome in ("driven", "stormed"):
        umpire.apply(killed(weakest(umpire.game, side_units(umpire.state, at, foe))))
    if outcome == "stormed":
        storm(umpire, at, side, units)
    return outcome


def storm(umpire: Umpire, at: str, side: str, units: tuple[Unit, ...]) -> None:
    """Whoever is left of the defenders goes to the reserve; the attackers take the place."""
    for unit in enemies(umpire.state, at, side):
        umpire.apply(UnitMoved(unit.id, at, f"pool:{unit.owner}/reserve", unit.count))
    for unit in units:
        umpire.apply(*moved(unit, at, unit.count))
    take(umpire, at, units[0].owner)


def take(umpire: Umpire, at: str, power: str) -> None:
    """Who enters a place controls it; a power may rise or fall by that (TOY-8, TOY-9)."""
    old = umpire.state.controller(at)
    if old != power:
        umpire.apply(PlaceChanged(at, "controller", old, power))
        umpire.take_effect()
