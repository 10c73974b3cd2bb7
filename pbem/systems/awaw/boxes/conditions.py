"""What holds of units that leave boxes (5.27 to 5.77): garrisons, rest, Siberia, theaters.

Decides whether a unit may leave a box in a phase, whether it must stay, whether Russia may send
units to the Pacific, and when ships are inverted. Leaves which way they go to `ways`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import State
from pbem.core.rules.readings import Reading
from pbem.systems.awaw.boxes.holding import place_of
from pbem.systems.awaw.boxes.places import BOTH, PACIFIC, is_sw_box, theater_of
from pbem.systems.awaw.world.alliances import faction_of
from pbem.systems.awaw.world.boxes import HOLDERS, URALS, garrison_holds, is_box
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.units import Piece
from pbem.systems.awaw.world.vocabulary import (
    Faction,
    PowerFlag,
    PowerName,
    TrackName,
    UnitMark,
)

REDEPLOYMENT: Final = "redeployment"
MOVEMENT: Final = "movement"
RUSSIAN: Final = ("ussr", "estonia", "latvia", "lithuania")
EAST_POLAND: Final = "east-poland"
SAARE: Final = "Saare"
WARS: Final = (
    (PowerName.RUSSIA, PowerName.JAPAN),
    (PowerName.RUSSIA, PowerName.GERMANY),
    (PowerName.GERMANY, PowerName.RUSSIA),
)


class WayToSiberia(Reading, id="AWAW-R-5.77-a"):
    """Whether Russia must be whole, or Germany beaten, also after Japan has declared war."""

    SECOND_ALONE = "second-alone"
    BOTH = "both"


def kind_of(piece: Piece) -> str:
    """What a unit is where units of boxes are told apart: ground, air or ship."""
    if piece.is_ground:
        return "ground"
    return "air" if piece.is_air or piece.counter.is_a("bombing") else "ship"


@implements("AWAW-5.T-2", "AWAW-5.47C-2", "AWAW-5.57C-2", "AWAW-5.77C-2", "AWAW-5.47A-2")
def keeps_garrison(after: Position, piece: Piece, box: str, goal: str) -> bool:
    """Whether enough ground factors are left in a box after a ground unit went onto the map.

    It is looked at in both phases; other boxes and the sea are other matters.
    """
    if box not in HOLDERS or is_box(goal) or not piece.is_ground:
        return True
    return garrison_holds(after, box)


@implements(
    "AWAW-5.27C-2", "AWAW-5.47C-3", "AWAW-5.57C-3", "AWAW-5.21C-1", "AWAW-5.47C-2", "AWAW-5.57C-2",
    "AWAW-5.77C-2", "AWAW-5.38E-5",
)  # fmt: skip
def may_redeploy_on(position: Position, piece: Piece, box: str, goal: str) -> bool:
    """Whether a unit in a box may redeploy out of it: not if it has redeployed in, as far as the
    box has it stay. For this the two U.S. boxes are one.
    """
    if not piece.unit.marked(UnitMark.ENTERED_BOX):
        return True
    return _is_of_us(box) and _is_of_us(goal)


def _is_of_us(place: str) -> bool:
    return place in ("box:atlantic-us", "box:pacific-us")


@implements(
    "AWAW-5.27C-2", "AWAW-5.38E-5", "AWAW-5.48E-2", "AWAW-5.58E-3", "AWAW-5.47C-3", "AWAW-5.57C-3",
    "AWAW-5.77C-2",
)  # fmt: skip
def must_stay(position: Position, piece: Piece, origin: str, goal: str) -> bool:
    """Whether a unit that redeploys into a box ends the phase there: ground and air units in the
    U.S., India, Australia and Urals boxes, ships that come from South Africa, India or Australia.
    """
    if not is_box(goal) or is_sw_box(goal):
        return False
    kind = kind_of(piece)
    if kind == "ship":
        return is_box(origin) and place_of(position, origin, "ships-stay") == "yes"
    return kind in place_of(position, goal, "stays").split()


# --- the Urals and the Pacific -------------------------------------------------------------------


@implements("AWAW-5.77A-3", "AWAW-5.77C-4")
def siberia_is_open(position: Position) -> bool:
    """Whether Russia may send units from the Urals onto the Pacific map: once Japan has declared
    war on it; or in a war with Japan or Germany that either began, when Germany has surrendered or
    all of Russia, eastern Poland and the Baltic States is Russian.
    """
    state = position.state
    attacked = _declared(state, PowerName.JAPAN, PowerName.RUSSIA)
    if attacked and position.reading(WayToSiberia) is WayToSiberia.SECOND_ALONE:
        return True
    at_war = attacked or any(_declared(state, *pair) for pair in WARS)
    beaten = bool(state.flag(PowerName.GERMANY, PowerFlag.SURRENDERED))
    return at_war and (beaten or holds_russia(position))


def _declared(state: State, power: str, on: str) -> bool:
    return state.flag(power, PowerFlag.DECLARED.of(on)) is not None


@implements("AWAW-5.77A-3", "AWAW-3.11-70")
def holds_russia(position: Position) -> bool:
    """Whether Russia controls every hex of Russia, eastern Poland and the Baltic States; Saare
    does not matter. A game on the Pacific map alone has a track for what is not on it.
    """
    if position.board.id == PACIFIC and position.track(TrackName.RUSSIA_LOST):
        return False
    saare = position.board.find(SAARE).place
    holders = ((place, _holder(position, place)) for place in _russian_hexes(position))
    return all(
        holder is Faction.RUSSIA or (place == saare and holder is Faction.EUROPEAN_AXIS)
        for place, holder in holders
    )


def _holder(position: Position, place: str) -> Faction | None:
    return faction_of(position.state, position.holder(place))


def _russian_hexes(position: Position) -> Iterator[str]:
    board = position.board
    for place in board.places:
        own = board.country(place) in RUSSIAN or board.text(place, "region") == EAST_POLAND
        if own and not is_box(place) and board.terrain(place) != "sea":
            yield place


@implements("AWAW-5.77A-3", "AWAW-5.77C-4", "AWAW-5.77A-1b")
def way_to_siberia(position: Position, box: str, goal: str) -> bool:
    """Whether the lock on Siberia lets a unit go from a box to a hex."""
    onto_pacific = box == URALS and position.board.id == PACIFIC and not is_box(goal)
    return not onto_pacific or siberia_is_open(position)


@implements("AWAW-5.77C-3")
def may_pass_the_urals(position: Position, how: str, goal_map: str) -> bool:
    """Whether Russian ground and air units may go from one map to the other without stopping."""
    return how == "SR" and (goal_map != PACIFIC or siberia_is_open(position))


# --- theaters ------------------------------------------------------------------------------------


@implements("AWAW-5.28B-3")
def changes_theater(position: Position, origin: str, goal: str) -> bool:
    """Whether a change of base leads from one theater to the other, which inverts ships."""
    before, after = theater_of(position, origin), theater_of(position, goal)
    return before != after and BOTH not in (before, after)
