"""Whom Vichy fights, and who may fight Vichy (14.4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.record.state import State
from pbem.systems.gw.world.names import title
from pbem.systems.gw.world.nations import at_war
from pbem.systems.gw.world.succession import FREE_FRANCE, VICHY

TRACK: Final = "vichy"
CREATED, SURRENDERED, ALIGNED = "created", "surrendered", "aligned"
AXIS: Final = "axis"
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
        yield _refused(by, on, "Vichy attacks nobody but Free France")
    elif on == VICHY and state.side_of(by) == AXIS:
        yield _refused(by, on, "the Axis does not attack Vichy")


def _refused(by: str, on: str, reason: str) -> Finding:
    message = f"{title(by)} may not declare war on {title(on)}: {reason}"
    return error("may-not-declare", message, cite="14.4.3", about=on)


@implements("GW-14.4-14", "GW-14.4-3")
def enemies_of_vichy(state: State) -> tuple[str, ...]:
    """The nations of other Alliances that attacked Vichy; not Free France if Vichy did (14.4.3)."""
    began_it = state.powers[VICHY].flags.get(DECLARED) is not None
    return tuple(
        name
        for name, power in state.powers.items()
        if power.side in ("allies", "comintern") and at_war(state, VICHY, name)
        if name != FREE_FRANCE or not began_it
    )
