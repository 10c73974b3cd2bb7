"""France when it has fallen: who stands in for it, and the wars of Vichy (14.4).

While France has surrendered, Free France is what France was: zones with a French roundel that its
Alliance takes back are Free French. Vichy's income is Germany's while it controls Vichy.

Decides: who inherits and earns; which wars with Vichy are allowed, and who attacked it.
Leaves to `politics`: declarations; to `defeat`: when France falls, how Vichy comes about and ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.findings import Finding
from pbem.core.data.rulebook import implements
from pbem.core.record.state import State
from pbem.systems.gw.world.nations import at_war, controller_of
from pbem.systems.gw.world.treaties import refused_war
from pbem.systems.gw.world.vocabulary import Alliance, PowerFlag, TrackName, VichyFate

FRANCE: Final = "france"
FREE_FRANCE: Final = "free-france"
VICHY: Final = "vichy-france"
SOUTHERN_FRANCE: Final = "southern-france"

DECLARED: Final = PowerFlag.DECLARED.of(FREE_FRANCE)  # flag of Vichy: that war is its own


def has_surrendered(state: State) -> bool:
    """Whether France has surrendered and is not restored."""
    return state.track(TrackName.FRANCE_SURRENDERED) is not None


@implements("GW-14.4-2")
def heir(state: State, nation: str) -> str:
    """Who gets what is a nation's by its printed roundel: for a fallen France, Free France."""
    gone = nation == FRANCE and has_surrendered(state) and FREE_FRANCE in state.powers
    return FREE_FRANCE if gone else nation


@implements("GW-3.3-1", "GW-2.1-5")
def enemy_holds(state: State, nation: str, zone: str) -> bool:
    """Whether an Enemy of a nation possesses a zone; fallen France has those of its heir."""
    return at_war(state, heir(state, nation), state.holder(zone))


@implements("GW-14.4-4")
def earner(state: State, nation: str) -> str:
    """Whose income a nation's zones are: those of Vichy are Germany's while it controls it."""
    return controller_of(state, nation) or nation if nation == VICHY else nation


@implements("GW-14.4-14")
def vichy_attacks(state: State, by: str, on: str) -> bool:
    """Whether this is the one war that Vichy may begin: with Free France (14.4.3)."""
    return by == VICHY and on == FREE_FRANCE and state.track(TrackName.VICHY) == VichyFate.CREATED


@implements("GW-14.4-14")
def wars_without_vichy(state: State, by: str, on: str) -> Iterator[Finding]:
    """Wars of Vichy and with it that are forbidden (14.4.3)."""
    if state.track(TrackName.VICHY) != VichyFate.CREATED:
        return
    if by == VICHY:
        yield refused_war(by, on, "Vichy attacks nobody but Free France", "14.4.3")
    elif on == VICHY and state.side_of(by) == Alliance.AXIS:
        yield refused_war(by, on, "the Axis does not attack Vichy", "14.4.3")


@implements("GW-14.4-14", "GW-14.4-3")
def enemies_of_vichy(state: State) -> tuple[str, ...]:
    """The nations of other Alliances that attacked Vichy; not Free France if Vichy did (14.4.3)."""
    began_it = state.flag(VICHY, DECLARED) is not None
    return tuple(
        name
        for name, power in state.powers.items()
        if power.side in (Alliance.ALLIES, Alliance.COMINTERN) and at_war(state, VICHY, name)
        if name != FREE_FRANCE or not began_it
    )
