"""The Burma Road (1.17): when it is open.

It opens as a calendar turn begins, in July 1938 at the earliest, while Japan is at war with China,
Yunnan is Nationalist and Burma Allied. The track `burma-road` is open or closed; until the first
calendar turn of a game is over the conditions alone decide.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.events import TrackChanged
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.systems.gw.rulings.rulings import BurmaClosing, BurmaWar
from pbem.systems.gw.world.nations import at_war

TRACK: Final = "burma-road"
OPEN, CLOSED = "open", "closed"
OPENS: Final = (1938, True)  # the year, and whether it is July already
KMT: Final = "nationalist-china"
CHINA: Final = (KMT, "communist-china", "warlords")


@implements("GW-1.17-1")
def burma_road_open(game: Game, state: State) -> bool:
    """Whether the Burma Road is open now (1.17)."""
    opened = state.track(TRACK)
    if opened == OPEN and _reading(game, state, "GW-R-1.17-c") == BurmaClosing.STAYS_OPEN:
        return True
    return opened != CLOSED and conditions_met(game, state)


@implements("GW-1.17-1")
def conditions_met(game: Game, state: State) -> bool:
    """Whether the date, the war and the possessors of Yunnan and Burma are as they must be."""
    year, month = state.clock.turn.split("-")
    if (int(year), month == "jul") < OPENS:
        return False
    burma = state.powers.get(state.controller("burma") or "")
    return (
        _at_war_with_japan(game, state)
        and state.controller("yunnan") == KMT
        and burma is not None
        and burma.side == "allies"
    )


def _at_war_with_japan(game: Game, state: State) -> bool:
    if at_war(state, "japan", KMT):
        return True
    others = any(at_war(state, "japan", power) for power in CHINA)
    return others and _reading(game, state, "GW-R-1.17-b") == BurmaWar.ANY_CHINA


def _reading(game: Game, state: State, interpretation: str) -> str:
    return game.reading(interpretation, state.clock.run + 1)


@implements("GW-1.17-1")
def open_burma_road(umpire: Umpire) -> None:
    """As a calendar turn begins the road opens, or is closed until the next one (1.17)."""
    state, game = umpire.state, umpire.game
    if "burma" not in game.board or (state.track(TRACK) == OPEN and burma_road_open(game, state)):
        return
    now = OPEN if conditions_met(game, state) else CLOSED
    if state.track(TRACK) != now:
        umpire.apply(TrackChanged(TRACK, state.track(TRACK), now))
