"""Whom Vichy fights, and who may fight Vichy (14.4.3).

Decides: which wars with Vichy are allowed, and who attacked it.
Leaves to `politics`: declarations; to `defeat`: how Vichy comes about and ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.findings import Finding
from pbem.core.data.rulebook import implements
from pbem.core.record.state import State
from pbem.systems.gw.world.nations import ALLIES, AXIS, COMINTERN, at_war
from pbem.systems.gw.world.succession import FREE_FRANCE, VICHY
from pbem.systems.gw.world.treaties import refused_war

TRACK: Final = "vichy"
CREATED, SURRENDERED, ALIGNED = "created", "surrendered", "aligned"
DECLARED: Final = f"declared:{FREE_FRANCE}"  # flag of Vichy: that war is its own


@implements("GW-14.4-14")
def vichy_attacks(state: State, by: str, on: str) -> bool:
    """Whether this is the one war that Vichy may begin: with Free France (14.4.3)."""
    return by == VICHY and on == FREE_FRANCE and state.track(TRACK) == CREATED


@implements("GW-14.4-14")
def wars_without_vichy(state: State, by: str, on: str) -> Iterator[Finding]:
    """Wars of Vichy and with it that are forbidden (14.4.3)."""
    if state.track(TRACK) != CREATED:
        return
    if by == VICHY:
        yield refused_war(by, on, "Vichy attacks nobody but Free France", "14.4.3")
    elif on == VICHY and state.side_of(by) == AXIS:
        yield refused_war(by, on, "the Axis does not attack Vichy", "14.4.3")


@implements("GW-14.4-14", "GW-14.4-3")
def enemies_of_vichy(state: State) -> tuple[str, ...]:
    """The nations of other Alliances that attacked Vichy; not Free France if Vichy did (14.4.3)."""
    began_it = state.powers[VICHY].flags.get(DECLARED) is not None
    return tuple(
        name
        for name, power in state.powers.items()
        if power.side in (ALLIES, COMINTERN) and at_war(state, VICHY, name)
        if name != FREE_FRANCE or not began_it
    )
