"""Declarations of war (3.11, 8.23): `declarations: [{against: Denmark}]`.

Decides who may declare war, what it costs and that it is paid at once, who is at war then, and that
the forces of a minor country are set up by an opponent. Leaves the exceptions of rule 50, and who
else comes to war, to the moderator.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.checking import Check
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.core.record.state import State
from pbem.core.record.verdicts import PowerId, Verdict
from pbem.core.rules.system import Ruling, Section
from pbem.systems.awaw.economy.budgets import brps_of, pays
from pbem.systems.awaw.politics.setting_up import attacked, calls_helpers
from pbem.systems.awaw.world.alliances import (
    at_war,
    faction_of,
    is_major,
    patron_of,
    status_of,
)
from pbem.systems.awaw.world.position import Position, Umpire
from pbem.systems.awaw.world.vocabulary import PowerFlag, Relation, Status

ON_A_MINOR: Final = 10
ON_A_MAJOR: Final = 35


@dataclass(frozen=True, slots=True)
class Declared:
    """A declaration of war: whose, on whom, and its cost."""

    by: str
    on: str
    cost: int


@dataclass(frozen=True, slots=True)
class DeclarationVerdict(Verdict):
    """One power has declared war on another."""

    kind: ClassVar[str] = "declaration-of-war"
    cite: ClassVar[str] = "8.23"

    by: PowerId
    on: PowerId
    cost: int
    left: int

    @property
    def outcome(self) -> str:
        return "war"


@implements("AWAW-3.11-41")
def cost_of_declaring(other: str) -> int:
    """What a declaration of war on a country costs: 10 BRPs on a minor one, else 35."""
    return ON_A_MAJOR if is_major(other) else ON_A_MINOR


def check_declaration(position: Position, order: Order) -> Ruling:
    """A major power of the side that moves declares war on a power of another faction."""
    check = Check(position, order)
    by, on = _declarer(check), check.power(order.data["against"])
    if by and on:
        _may_declare(check, by, on)
    if not (by and on and check.ok):
        return check.ruling("")
    cost = cost_of_declaring(on)
    if brps_of(check.state, by) < cost:
        left = brps_of(check.state, by)
        check.complain(
            "no-brps",
            f"it costs {cost} BRPs, {position.title(by)} has {left}",
            cite="3.11",
            about=on,
        )
    check.does(declared(check.state, by, on))
    said = f"{position.title(by)} declares war on {position.title(on)} for {cost} BRPs"
    return check.ruling(said, Declared(by, on, cost))


def _declarer(check: Check[Position]) -> str:
    """The major power that declares war: the one that is named, or the player's only one."""
    if "by" in check.order.data:
        by = check.power(check.order.data["by"])
        if by and check.order.player not in check.state.powers[by].players:
            check.complain("not-yours", f"you do not play {by}", about=str(check.order.data["by"]))
        return by
    own = [p.id for p in check.state.powers_of_player(check.order.player) if is_major(p.id)]
    if len(own) != 1:
        check.complain("which-power", "say which of your powers declares war: by: …", cite="8.23")
    return own[0] if len(own) == 1 else ""


def _may_declare(check: Check[Position], by: str, on: str) -> None:
    state = check.state
    if not is_major(by):
        check.complain("no-major", "major powers alone declare war", cite="8.23", about=by)
    if state.side_of(by) != state.clock.side:
        check.complain("not-your-turn", "it is not its player turn", cite="8.23", about=by)
    if at_war(state, by, on):
        check.complain("at-war", f"{by} and {on} are at war already", cite="8.23", about=on)
    own, other = faction_of(state, by), faction_of(state, on)
    if own is not None and own is other:
        check.complain("one-faction", f"{on} is of its own faction", cite="3.11", about=on)
    if status_of(state, on) in (Status.COLONY, Status.CONQUERED):
        patron = patron_of(state, on)
        message = f"{on} is held by {patron}: declare war on that"
        check.complain("not-its-own", message, cite="3.11", about=on)


@implements("AWAW-8.23-1")
def declared(state: State, by: str, on: str) -> tuple[Event, ...]:
    """War, paid for at once; a minor country that has forces is to be set up by an opponent."""
    moment = f"{state.clock.turn}.{state.clock.side}"
    return (
        *pays(state, by, cost_of_declaring(on)),
        *set_power(state, by, "relation", on, Relation.WAR),
        *set_power(state, on, "relation", by, Relation.WAR),
        *set_power(state, by, "flag", PowerFlag.DECLARED.of(on), moment),
    )


def declarations(umpire: Umpire) -> None:
    """Every declaration in the order of the files (8.23)."""
    for order, ruling in umpire.sound_orders(DECLARATIONS.name):
        plan: Declared = ruling.plan
        umpire.apply(*ruling.events)
        umpire.done(order, ruling.reading)
        left = brps_of(umpire.state, plan.by)
        umpire.tell(DeclarationVerdict(None, plan.by, plan.on, plan.cost, left))
        attacked(umpire, plan.on, plan.by)
    calls_helpers(umpire)


DECLARATIONS: Final = Section(
    "declarations",
    "Declarations of war",
    "declarations-of-war",
    "awaw/declarations",
    "8.23",
    check_declaration,
)
