"""The Italian campaign in Abyssinia (13.2): who wins it, and whose Abyssinia becomes.

The Power `abyssinia` is controlled by France; the track `abyssinian-war` says `fought`, then
`italy` or `abyssinia`. Recruits are in `recruitment`, lend-lease in `lending`, the defeat of the
nation in the chapter on surrender.
Decides the victor and when Abyssinia becomes French. Leaves to `recruitment` and `lending` what it
gets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_power, set_track
from pbem.core.record.state import REMOVED, State
from pbem.core.record.verdicts import Judged
from pbem.systems.gw.politics.alignment import Ground, align
from pbem.systems.gw.world.fallen_france import FRANCE
from pbem.systems.gw.world.nations import at_war, at_war_with_major, is_fought
from pbem.systems.gw.world.vocabulary import Cause, Nation, PowerFlag, TrackName

ERITREA: Final = "eritrea"


@implements("GW-13.2-1", "GW-13.2-4")
def victor(state: State) -> str:
    """Who has won in Abyssinia: Italy with Abyssinia, Abyssinia with Eritrea (13.2)."""
    if state.controller(Nation.ABYSSINIA) == Nation.ITALY:
        return Nation.ITALY
    return Nation.ABYSSINIA if state.controller(ERITREA) == Nation.ABYSSINIA else ""


@dataclass(frozen=True, slots=True)
class AbyssinianWarVerdict(Judged):
    """Who has won the war in Abyssinia."""

    kind: ClassVar[str] = "abyssinian-war"
    cite: ClassVar[str] = "13.2"


def abyssinian_war_ends(umpire: Umpire) -> bool:
    """The campaign is over as soon as one side has what it fights for (13.2)."""
    winner = victor(umpire.state) if is_fought(umpire.state, TrackName.ABYSSINIAN_WAR) else ""
    if not winner:
        return False
    state = umpire.state
    umpire.apply(*set_track(state, TrackName.ABYSSINIAN_WAR, winner))
    if winner == Nation.ABYSSINIA or not _fights_on(state):
        umpire.apply(
            *set_power(state, Nation.ABYSSINIA, "relation", Nation.ITALY, None),
            *set_power(state, Nation.ITALY, "relation", Nation.ABYSSINIA, None),
        )
    umpire.tell(AbyssinianWarVerdict(at=None, result=winner))
    return True


def _fights_on(state: State) -> bool:
    """Whether Abyssinia has units left anywhere."""
    return any(
        unit.owner == Nation.ABYSSINIA and unit.at != REMOVED for unit in state.units.values()
    )


@implements("GW-13.2-3")
def why_french(state: State) -> Cause:
    """Why Abyssinia aligns to France now; nothing if it does not (13.2).

    At a war of France and Italy; a victorious one at any war of France with a Major Power.
    """
    if at_war(state, FRANCE, Nation.ITALY):
        return ("war-between", FRANCE, Nation.ITALY)
    won = state.track(TrackName.ABYSSINIAN_WAR) == Nation.ABYSSINIA
    return ("war-with-major", FRANCE) if won and at_war_with_major(state, FRANCE) else ()


def abyssinia_aligns(umpire: Umpire) -> bool:
    """Abyssinia becomes French when the rule says so, while it has zones or units (13.2)."""
    state = umpire.state
    if FRANCE not in state.powers or state.flag(Nation.ABYSSINIA, PowerFlag.ALIGNED_WITH):
        return False
    has_zones = any(place.controller == Nation.ABYSSINIA for place in state.places.values())
    why = why_french(state) if has_zones or _fights_on(state) else ()
    if state.track(TrackName.ABYSSINIAN_WAR) is None or not why:
        return False
    align(umpire, Nation.ABYSSINIA, FRANCE, Ground("13.2", why))
    return True
