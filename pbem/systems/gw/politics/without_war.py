"""Moves that enter a foreign zone without a war: annexation, and attacks by a pact (0.9, 14.2).

The zone bears the marker `invaded-by: NATION` until combat is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.events import Event, PlaceChanged
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.systems.gw.world.move_orders import Check
from pbem.systems.gw.world.names import title
from pbem.systems.gw.world.nations import INVADED, at_war, invader_of
from pbem.systems.gw.world.treaties import CHART, GERMANY, in_force
from pbem.systems.gw.world.units import chart

ALLIES: Final = "allies"
NONE: Final = "none"
FIGHTS: Final = "fights"
STRIKES: Final = ("strategic bombing", "carpet bombing", "attrition")  # these take no zone
ANNEXED: Final = "annexed-in:"  # flag of the annexer: the turn of its last annexation of a group
WARSAW: Final = "warsaw"
POLISH: Final = ("lubelskie", "east-poland")


def cell(zone: str, column: str) -> str:
    """What the chart says of a zone that can be entered without a war."""
    return chart(CHART).at(zone, column, "zones").text


def zones_for(power: str) -> tuple[str, ...]:
    """The zones that a nation may enter without a war."""
    return tuple(z for z in chart(CHART).table("zones").rows.names if cell(z, "by") == power)


# --- the move --------------------------------------------------------------------------------


@implements("GW-0.9-4", "GW-14.2-3", "GW-14.2-4", "GW-14.2-5")
def may_enter(game: Game, state: State, power: str, zone: str) -> bool:
    """Whether a nation may move into a zone against its possessor without a war (0.9, 14.2)."""
    holder = state.controller(zone) or ""
    if zone not in zones_for(power) or holder in ("", power) or at_war(state, power, holder):
        return False
    pact = in_force(state, cell(zone, "pact")) if cell(zone, "pact") != NONE else True
    if holder == game.board.text(zone, "nation"):
        return pact and (zone not in POLISH or state.controller(WARSAW) == GERMANY)
    allied = holder in state.powers and state.side_of(holder) == ALLIES
    return pact and zone in POLISH and allied and state.controller(WARSAW) == GERMANY


def enters_without_war(check: Check, power: str, zone: str) -> bool:
    """Let a move into a zone be an annexation, or an attack that a pact allows, if it is one."""
    state = check.state
    if check.order.data.get("as") in STRIKES:
        return False
    if not may_enter(check.trial.game, state, power, zone):
        return False
    if invader_of(state, zone) == power:
        return True
    group = cell(zone, "group")
    if group != NONE and _annexed_already(state, power, group):
        check.complain(
            "one-a-turn",
            f"{title(power)} has annexed a nation in this turn",
            "one of Austria, Bohemia and Slovakia a turn; a war must be declared first",
            "0.9",
            zone,
        )
        return True
    check.does([PlaceChanged(zone, "marker", None, power, INVADED)])
    return True


def entered(events: Iterable[Event]) -> Iterator[str]:
    """What the player is told of his move: `; annexes Austria without a war`."""
    for event in events:
        if isinstance(event, PlaceChanged) and event.name == INVADED:
            verb = "attacks" if cell(event.place, "forces") == FIGHTS else "annexes"
            yield f"; {verb} {title(event.place)} without a war"


def _annexed_already(state: State, power: str, group: str) -> bool:
    """Whether a nation annexes another zone of a group in this turn, or has."""
    if state.powers[power].flags.get(f"{ANNEXED}{group}") == state.clock.turn:
        return True
    return any(
        cell(zone, "group") == group and invader_of(state, zone) == power
        for zone in zones_for(power)
    )


def invaded(state: State) -> tuple[str, ...]:
    """The zones that are entered without a war in this turn."""
    return tuple(sorted(zone for zone in state.places if invader_of(state, zone)))
