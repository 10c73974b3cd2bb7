"""BRPs of operations in a position: what a faction has spent, and paying for one more (9.5, 9.6).

Decides who pays for whose units, and what is written down of a payment. Leaves the sums to
`economy.spending`.
"""

from __future__ import annotations

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.core.record.state import State
from pbem.systems.awaw.economy.budgets import pays
from pbem.systems.awaw.economy.spending import Bill, Spent, after
from pbem.systems.awaw.world.alliances import faction_of, is_major, members, patron_of
from pbem.systems.awaw.world.vocabulary import Front, PowerCount


@implements("AWAW-9.63A-1")
def payer_of(state: State, owner: str) -> str:
    """Who pays for a power's units: a major power itself, a minor country's patron."""
    return owner if is_major(owner) else patron_of(state, owner) or owner


def spent_by(state: State, power: str) -> dict[str, Spent]:
    """What the faction of a power has spent in this player turn, front by front."""
    faction = faction_of(state, power)
    powers = (power,) if faction is None else members(state, faction)
    return {str(front): _on(state, powers, front) for front in Front}


def _on(state: State, powers: tuple[str, ...], front: Front) -> Spent:
    return Spent(
        {one: state.counter(one, PowerCount.PAID.of(front)) for one in powers},
        sum(state.counter(one, PowerCount.ACTIONS.of(front)) for one in powers),
        sum(state.counter(one, PowerCount.IN_MUD.of(front)) for one in powers),
    )


@implements("AWAW-9.58-1", "AWAW-9.58-2")
def charges(
    state: State,
    major: str,
    bill: Bill,
    *,
    fronts: tuple[str, ...],
    paid_on: str,
    counts: bool,
    mud: bool,
) -> tuple[Event, ...]:
    """What paying for an operation changes, at once, whatever becomes of it."""
    before = spent_by(state, major)
    then = after(before, major, bill, fronts=fronts, paid_on=paid_on, counts=counts, mud=mud)
    more = [pays(state, major, bill.pays)]
    for front in fronts:
        old, new = before[front], then[front]
        rows = {
            PowerCount.PAID: new.paid[major] - old.paid[major],
            PowerCount.ACTIONS: new.actions - old.actions,
            PowerCount.IN_MUD: new.in_mud - old.in_mud,
        }
        more += [_adds(state, major, term.of(front), by) for term, by in rows.items()]
    return tuple(event for events in more for event in events)


def _adds(state: State, major: str, name: str, by: int) -> tuple[Event, ...]:
    return set_power(state, major, "counter", name, state.counter(major, name) + by or None)
