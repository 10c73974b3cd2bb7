"""Who stands in for whom: for a surrendered France, for Vichy's purse, in Murmansk (14.2, 14.4).

While France has surrendered, Free France is what France was: zones with a French roundel that its
Alliance takes back are Free French. Vichy's income is Germany's while it controls Vichy.

Decides: who inherits, earns, and uses a guest base.
Leaves to `defeat`: when France falls, and what becomes of Vichy.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import State
from pbem.systems.gw.world.nations import controller_of

FRANCE: Final = "france"
FREE_FRANCE: Final = "free-france"
VICHY: Final = "vichy-france"
SOUTHERN_FRANCE: Final = "southern-france"
BASIS_NORD: Final = "basis-nord"  # the marker of the zone with Germany's base: whose it is (14.2)
FRANCE_FELL: Final = "france-surrendered"  # the track that names the turn of the surrender


def has_surrendered(state: State) -> bool:
    """Whether France has surrendered and is not restored."""
    return state.track(FRANCE_FELL) is not None


@implements("GW-14.4-2")
def heir(state: State, nation: str) -> str:
    """Who gets what is a nation's by its printed roundel: for a fallen France, Free France."""
    gone = nation == FRANCE and has_surrendered(state) and FREE_FRANCE in state.powers
    return FREE_FRANCE if gone else nation


@implements("GW-14.2-7")
def guest_base(state: State, zone: str) -> str:
    """Whose submarine base stands in another nation's zone: Germany's in Murmansk (14.2)."""
    place = state.places.get(zone)
    return str(place.markers.get(BASIS_NORD) or "") if place else ""


@implements("GW-14.4-4")
def earner(state: State, nation: str) -> str:
    """Whose income a nation's zones are: those of Vichy are Germany's while it controls it."""
    return controller_of(state, nation) or nation if nation == VICHY else nation
