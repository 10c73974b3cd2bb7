"""Leave to enter a country of another power of the same side (11.10.5).

`permit: [{let: Italy}]` gives it, `{refuse: Italy}` takes it back: the relation `permit` of who
gives it. Decides who may. Leaves what it opens to `world/control`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_power
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.orders_of_powers import power_of
from pbem.systems.flames.world.control import major_powers
from pbem.systems.flames.world.position import Position, Umpire
from pbem.systems.flames.world.vocabulary import Relation
from pbem.systems.wif.politics.politics_verdicts import LeaveVerdict

CITE: Final = "11.10.5"
LET: Final = "let"
REFUSE: Final = "refuse"


@implements("WIF-11.10.5-3")
def check_permit(position: Position, order: Order) -> Ruling:
    """Whether a power gives another of its side leave, or takes it back."""
    holder, findings = power_of(position, order)
    word = LET if LET in order.data else REFUSE
    mover, unknown = _friend(position, holder, str(order.data[word]), word)
    findings += unknown
    if not findings and has_leave(position, holder, mover) is (word == LET):
        told = "has leave already" if word == LET else "has no leave that could be taken back"
        findings.append(error("leave", f"{position.called(mover)} {told}", cite=CITE, about=word))
    if findings:
        return Ruling(tuple(findings))
    leave = Relation.PERMIT if word == LET else None
    verb = "lets" if word == LET else "no longer lets"
    events = set_power(position.state, holder, "relation", mover, leave)
    words = f"{position.called(holder)} {verb} units of {position.called(mover)} into its countries"
    return Ruling((), words, tuple(events), (holder, mover))


def has_leave(position: Position, holder: str, mover: str) -> bool:
    """Whether a power lets another into its countries."""
    return position.powers[holder].relations.get(mover) == Relation.PERMIT


def friends_of(position: Position, holder: str) -> tuple[str, ...]:
    """The other major powers of a power's side."""
    return tuple(p for p in major_powers(position.state, position.side(holder)) if p != holder)


def _friend(
    position: Position, holder: str, name: str, word: str
) -> tuple[str, tuple[Finding, ...]]:
    """The other major power of the side that a name means."""
    friends = friends_of(position, holder) if holder else ()
    found = position.game.powers_called(name, friends)
    if len(found) == 1:
        return found[0], ()
    hint = f"one of {', '.join(map(position.called, friends))}" if friends else "you have no ally"
    trouble = f"'{name}' is no other major power of your side"
    return "", (error("no-friend", trouble, hint=hint, cite=CITE, about=word),)


def permits(umpire: Umpire) -> None:
    """The active side's powers give leave, before anybody moves."""
    for order, ruling in umpire.sound_orders(PERMIT.name):
        umpire.apply(*ruling.events)
        given = has_leave(umpire.position, *ruling.plan)
        umpire.tell(LeaveVerdict(None, powers=ruling.plan, given=given))
        umpire.done(order, ruling.reading)


PERMIT: Final = Section(
    name="permit",
    title="Powers of your side that may enter your countries",
    step="permits",
    schema="permit",
    cite=CITE,
    check=check_permit,
)
