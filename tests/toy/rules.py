"""The steps of the toy's sequence of play: levy, council, permit, march, assault, end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from pbem.core.choices.conditions import all_hold
from pbem.core.choices.decisions import Decision, Option
from pbem.core.data.findings import error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import Umpire
from pbem.core.record.events import (
    ClockAdvanced,
    PlaceChanged,
    PowerChanged,
    UnitChanged,
    UnitCreated,
    UnitMoved,
    expired,
)
from pbem.core.record.state import Unit, Until, regrouped
from pbem.core.record.verdicts import Judged
from pbem.core.rules.sequence import next_in
from toy.battles import clash, take
from toy.orders import March, bag, march_facts
from toy.units import enemies, side_units


@implements("TOY-2")
def levy(umpire: Umpire) -> None:
    """Chits are drawn in secret; only the players of the side know them."""
    for order, ruling in umpire.sound_orders("levy"):
        for power in umpire.state.powers_of_player(order.player):
            with umpire.step(power.id):
                for number in range(order.data["draw"]):
                    draw_chit(umpire, power.id, number + 1)
        umpire.done(order, ruling.reading)


@dataclass(frozen=True, slots=True)
class LevyVerdict(Judged):
    """A chit has been drawn into the home of a power."""

    kind: ClassVar[str] = "levy"
    cite: ClassVar[str] = "2"

    unit: str


@dataclass(frozen=True, slots=True)
class CouncilVerdict(Judged):
    """What a side has got of its council."""

    kind: ClassVar[str] = "council"
    cite: ClassVar[str] = "3"

    side: str


@dataclass(frozen=True, slots=True)
class ImpulseVerdict(Judged):
    """An impulse of a side begins."""

    kind: ClassVar[str] = "impulse"
    cite: ClassVar[str] = "1"

    side: str


def draw_chit(umpire: Umpire, power: str, number: int) -> None:
    """One chit out of the bag, face-down into the power's home."""
    knows = umpire.state.players_of(umpire.state.side_of(power))
    pool = [unit.id for unit in umpire.state.at(bag(power))]
    drawn = umpire.state.units[umpire.draw(f"draw-{number}", pool, power, "2", secret=knows)]
    home = f"{umpire.state.side_of(power)}-home"
    umpire.apply(
        UnitChanged(drawn.id, "secret", drawn.secret, knows),
        UnitMoved(drawn.id, drawn.at, home),
    )
    umpire.tell(LevyVerdict(at=home, result=drawn.counter, unit=drawn.id), secret=knows)


@implements("TOY-3")
def council(umpire: Umpire) -> None:
    """Each side agrees on one gift; how it agrees is the game's option."""
    for side in umpire.state.sides:
        gift = umpire.decide(council_decision(umpire, side)).pick
        for power in umpire.state.powers_of(side):
            give(umpire, power.id, gift)
        umpire.tell(CouncilVerdict(at=None, result=gift, side=side))


def council_decision(umpire: Umpire, side: str) -> Decision:
    """A choice that all players of a side share."""
    players = umpire.state.players_of(side)
    powers = umpire.state.powers_of(side)
    size = {
        player: sum(
            u.size for u in umpire.state.units.values()
            if u.owner in {p.id for p in umpire.state.powers_of_player(player)}
        )
        for player in players
    }  # fmt: skip
    return Decision(
        kind="council",
        by=players,
        options=(Option("bread"), Option("steel"), Option("gold")),
        default=("bread",),
        question="Which gift?",
        cite="3",
        about=side,
        facts={"powers": len(powers)},
        settle=umpire.game.options.settle,
        owner=powers[0].players[0],
        weights=size,
        enemy=tuple(
            player
            for rival in umpire.state.rivals(side)
            for player in umpire.state.players_of(rival)
        ),
    )


def give(umpire: Umpire, power: str, gift: str) -> None:
    """Bread raises a soldier, steel sharpens blades, gold buys luck."""
    known = umpire.state.powers[power]
    if gift == "gold":
        luck = known.counters.get("luck")
        umpire.apply(PowerChanged(power, "counter", "luck", luck, (luck or 0) + 1))
    elif gift == "steel" and not known.flags.get("steel"):
        umpire.apply(PowerChanged(power, "flag", "steel", known.flags.get("steel"), True))
    elif gift == "bread":
        home = f"{known.side}-home"
        umpire.apply(UnitCreated("", None, regrouped(Unit("", f"{power}-inf", power, home, 1))))


def permits(umpire: Umpire) -> None:
    """Leave for allies holds for this impulse (TOY-4)."""
    umpire.carry_out("permit")


@implements("TOY-4")
def marches(umpire: Umpire) -> None:
    """One order after the other; a clash is fought where it comes up."""
    for order, ruling in umpire.sound_orders("march"):
        plan: March = ruling.plan
        unit = umpire.state.units[plan.unit]
        side = umpire.state.side_of(unit.owner)
        part = (unit if plan.count is None else replace(unit, count=plan.count),)
        facts = march_facts(umpire.position_for(order.player), side, part, plan.to)
        if not all_hold(plan.conditions, facts):
            umpire.reject(order, [error("condition", "its condition does not hold", cite="4")])
            continue
        with umpire.step(plan.unit, at=plan.to):
            march(umpire, order, plan, side)


def march(umpire: Umpire, order: Order, plan: March, side: str) -> None:
    """The bridge may burn; else the unit enters, and fights where an enemy stands."""
    if burnt(umpire, plan, side):
        umpire.fail(order, f"the bridge to {plan.to} burns", cite="4")
        return
    ruling = umpire.check(order)
    umpire.apply(*ruling.events)
    if not enemies(umpire.state, plan.to, side):
        take(umpire, plan.to, umpire.state.units[plan.unit].owner if plan.unit in
             umpire.state.units else plan.unit.split(":")[0])  # fmt: skip
        umpire.done(order, ruling.reading)
        return
    won = clash(umpire, plan.to, side)
    bloody = umpire.state.places.get(plan.to)
    old = bloody.markers.get("bloody") if bloody else None
    impulse = umpire.state.clock.impulse
    umpire.apply(PlaceChanged(plan.to, "marker", old, impulse, "bloody"))
    if not won or enemies(umpire.state, plan.to, side):
        fall_back(umpire, plan, side)
    umpire.done(order, f"{ruling.reading}: the clash is {'won' if won else 'lost'}")


def fall_back(umpire: Umpire, plan: March, side: str) -> None:
    """Those who came in go back whence they came, unless the area is theirs now."""
    came = [u for u in side_units(umpire.state, plan.to, side) if u.marked("moved")]
    for unit in came:
        umpire.apply(UnitMoved(unit.id, plan.to, plan.old, unit.count))


def burnt(umpire: Umpire, plan: March, side: str) -> bool:
    """A rival with torches may burn the bridge before the enemy is on it: a right, no question."""
    rivals = (p for foe in umpire.state.rivals(side) for p in umpire.state.powers_of(foe))
    power = next((rival for rival in rivals if rival.counters.get("torches")), None)
    if power is None or "bridge" not in umpire.game.board.border(plan.old, plan.to):
        return False
    torches, players = power.counters["torches"], umpire.state.players_of(power.side)
    view = umpire.view(players[0])
    right = Decision(
        kind="torch",
        by=players,
        options=(Option("burn", "burn the bridge"),),
        default=(),
        question=f"Burn the bridge to {plan.to}?",
        cite="4",
        at=plan.to,
        least=0,
        facts={
            "enemy units": plan.count or 1,
            "own units": len(side_units(view, plan.to, power.side)),
        },
        owner=players[0],
    )
    if not umpire.opening([right])[0]:
        return False
    umpire.apply(PowerChanged(power.id, "counter", "torches", torches, torches - 1 or None))
    return True


def end_impulse(umpire: Umpire) -> None:
    """The next side moves; marks of the impulse are cleared (TOY-1)."""
    clock, sides = umpire.state.clock, umpire.state.sides
    order = str(umpire.state.track("order") or " ".join(sides)).split()
    fresh = replace(clock, impulse=clock.impulse + 1, side=next_in(order, clock.side, sides))
    marks = expired(umpire.state, (Until.STEP, Until.IMPULSE))
    umpire.apply(ClockAdvanced(clock, fresh, marks))
    umpire.rename_path()
    umpire.tell(ImpulseVerdict(at=None, result=f"impulse-{fresh.impulse}", side=fresh.side))
