"""BRPs of a power: what it has left, and paying them (2.51).

Decides that nothing is paid which a power has not. Leaves what things cost to `costs` and to
`politics`, and grants and deficits (40) to the moderator.
"""

from __future__ import annotations

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.core.record.state import State
from pbem.systems.awaw.world.vocabulary import PowerCount


@implements("AWAW-2.51-1", "AWAW-3.11-27")
def brps_of(state: State, power: str) -> int:
    """The BRPs that a power has left."""
    return state.counter(power, PowerCount.BRPS)


def pays(state: State, power: str, amount: int) -> tuple[Event, ...]:
    """What becomes of a power's BRPs when it pays some."""
    return set_power(state, power, "counter", PowerCount.BRPS, brps_of(state, power) - amount)
