"""Voyages to the boxes of the map and from them (7.6.3, 8.2.1, 8.5.1, 8.8).

Ships reach boxes in strategic movement alone, but Narvik. South Africa lies on two oceans, and
ships end there for a turn: from the west round the Cape, from the east by Suez or the Persian Gulf.
Decides from where ships come, where they go, and their way. Leaves the points to `move`, who is met
to `sailing`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.rules.readings import Reading
from pbem.systems.tw.sea.waters import MEDITERRANEAN, way_between
from pbem.systems.tw.world.boxes import CHART, is_box, takes_missions, why_shut
from pbem.systems.tw.world.calendar import order_of
from pbem.systems.tw.world.geography import Box, Land, Sea
from pbem.systems.tw.world.naming import Check
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.telling import turn_name
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import BRITAIN_AND_AMERICA, PowerName, Side

VOYAGES: Final = "voyages"
OF_THE_AXIS: Final = "axis"
IN: Final = "in"
OUT: Final = "out"
ANYWHERE: Final = "anywhere"
EAST: Final = (Sea.RED_SEA, Sea.PERSIAN_GULF)  # beyond Suez
OPEN: Final = (  # the seas beside which ports send ships round the Cape
    Sea.SCOTTISH_NORTH_SEA, Sea.DUTCH_NORTH_SEA, Sea.DANISH_NORTH_SEA, Sea.NORWEGIAN_SEA,
    Sea.WESTERN_APPROACHES, Sea.NORTH_ATLANTIC, Sea.EASTERN_ATLANTIC,
)  # fmt: skip
ATLANTIC_LANDS: Final = (Land.UNITED_KINGDOM, Land.FRANCE, Land.MOROCCO, Land.PORTUGAL, Land.SPAIN)
BY_LAND: Final = "1942-summer"  # from which turn on American ground units come


class WayToNarvik(Reading, id="TW-R-8.8-a"):
    """From which ports ships reach Narvik."""

    NAMED = "named"
    ANY = "any"


# --- ports ---------------------------------------------------------------------------------------


@implements("TW-1.2a-3")
def is_atlantic_port(board: Board, port: str) -> bool:
    """Whether a port is an Atlantic one: of Britain, Morocco or Portugal, and those of France and
    Spain outside the Mediterranean.
    """
    return board.country(port) in ATLANTIC_LANDS and not _is_on(board, port, MEDITERRANEAN)


def _is_on(board: Board, place: str, seas: Sequence[str]) -> bool:
    """Whether a place lies on one of some seas."""
    return any(sea in seas for sea in board.seas(place))


PORTS: Final[Mapping[str, Callable[[Board, str, Sequence[str]], bool]]] = {
    ANYWHERE: lambda board, place, way: True,
    "Atlantic ports": lambda board, place, way: is_atlantic_port(board, place),
    "ports of Britain": lambda board, place, way: board.country(place) == ATLANTIC_LANDS[0],
    "ports on the Eastern Atlantic": lambda board, place, way: _is_on(
        board, place, (Sea.EASTERN_ATLANTIC,)
    ),
    "ports on the open Atlantic or a North Sea": lambda board, place, way: _is_on(
        board, place, OPEN
    ),
    "ports in the west": lambda board, place, way: (
        not any(area in (*MEDITERRANEAN, *EAST) for area in way)
    ),
    "ports beyond Suez": lambda board, place, way: any(area in MEDITERRANEAN for area in way),
}
"""The kinds of ports that the chart of boxes names, by the way on which ships come or go."""


def _is_called(board: Board, said: str, place: str, way: Sequence[str]) -> bool:
    """Whether words of the chart mean a port, or a box."""
    known = PORTS.get(said)
    return known(board, place, way) if known else board.find(said).place == place


# --- who sails where -----------------------------------------------------------------------------


@implements(
    "TW-8.8-1", "TW-8.8.1-1", "TW-8.8.3-1", "TW-8.8.4-1", "TW-8.8.5-1", "TW-8.8.6-1", "TW-8.8.8-1",
    "TW-8.8.9-1", "TW-8.5.1-2", "TW-8.5.1-3", "TW-1.2a-4", "TW-8.2.1-2", "TW-20.1-2",
)  # fmt: skip
def why_not(
    position: Position, power: str, ports: tuple[str, str], way: Sequence[str]
) -> tuple[str, str]:
    """How it is told that ships of a power do not sail between two places of which one is a box,
    and what would be legal; nothing where they may.
    """
    origin, goal = ports
    for box, other, column in ((goal, origin, IN), (origin, goal, OUT)):
        said = words_of(position, power, box, column) if is_box(box) else ANYWHERE
        if not any(_is_called(position.board, one, other, way) for one in said.split(", ")):
            ends = " is not reached from " if column == IN else " does not lead to "
            return f"{position.label(box)}{ends}{position.label(other)}", said
    return "", ""


@implements("TW-8.8.4-2", "TW-1.2a-4")
def words_of(position: Position, power: str, box: str, column: str) -> str:
    """What the chart says of the voyages of a power: by itself for the Axis in South Africa;
    Americans alone are bound to Atlantic ports.
    """
    chart = position.book.chart(CHART)
    if box == Box.SOUTH_AFRICA and position.side_of(power) == Side.AXIS:
        satellite = position.patron(position.holder(box)) != position.holder(box)
        return chart.at("satellite" if satellite else "associate", column, OF_THE_AXIS).text
    if box == Box.US and power != PowerName.UNITED_STATES:
        return ANYWHERE
    if box == Box.NARVIK and position.reading(WayToNarvik) is WayToNarvik.ANY:
        return ANYWHERE
    return chart.at(box, column, VOYAGES).text


@implements("TW-8.8-1", "TW-8.2.3-1")
def missions_alone(check: Check, *places: str) -> None:
    """Missions of operations neither begin nor end in boxes, but Narvik."""
    for place in places:
        if not takes_missions(check.position, place):
            message = f"{check.label(place)} is reached by strategic movement alone"
            check.complain("box", message, "`shipping` behind the lines", "8.8", about=place)
            return


@implements("TW-22.3.3-1")
def may_leave_america(check: Check, pieces: Sequence[Piece]) -> None:
    """American units leave their box once America is at war, ground units from Summer 1942 on."""
    position, power = check.position, PowerName.UNITED_STATES
    own = [piece for piece in pieces if piece.owner == power and piece.at == Box.US]
    early = order_of(position.clock.turn) < order_of(BY_LAND)
    said = (
        ("neutral", not position.at_war(power, PowerName.GERMANY), "America is neutral"),
        (
            "early",
            early and any(piece.is_ground for piece in own),
            f"no American ground units leave the U.S. Box before {turn_name(BY_LAND)}",
        ),
    )
    check.first(said if own else (), cite="22.3.3", about=check.order.data["from"])


def opens(check: Check, pieces: Sequence[Piece], box: str) -> None:
    """Whether units may go into a box."""
    for piece in pieces:
        message = why_shut(check.position, piece, box)
        if message:
            check.complain("box", message, cite="8.8", about=box)
            return


# --- ways ----------------------------------------------------------------------------------------


@implements("TW-7.6.3-1", "TW-8.2.1-2", "TW-8.5.1-2", "TW-8.8.4-1")
def way_by_sea(
    position: Position, power: str, ports: tuple[str, str], via: Sequence[str] = ()
) -> tuple[str, ...]:
    """The areas of a way in strategic movement: between South Africa and the west those of the map
    as far as the Eastern Atlantic, unless it leads through Suez.
    """
    if goes_round_the_cape(position, power, ports, via):
        start, goal = (Sea.EASTERN_ATLANTIC if one == Box.SOUTH_AFRICA else one for one in ports)
        return way_between(position, power, (start, goal), via)
    return way_between(position, power, ports, via)


def goes_round_the_cape(
    position: Position, power: str, ports: tuple[str, str], via: Sequence[str] = ()
) -> bool:
    """Whether a voyage of a power leads round the Cape of Good Hope."""
    board = position.board
    if Box.SOUTH_AFRICA not in ports or any(area in (*MEDITERRANEAN, *EAST) for area in via):
        return False
    other = ports[1] if ports[0] == Box.SOUTH_AFRICA else ports[0]
    if _is_on(board, other, EAST):
        return False
    if position.side_of(power) == Side.AXIS:
        return is_atlantic_port(board, other)
    leaves = ports[0] == Box.SOUTH_AFRICA or _is_on(board, other, OPEN)
    return power in BRITAIN_AND_AMERICA and leaves


@implements("TW-8.2.1-2", "TW-8.8.4-1")
def stays_abroad(ports: tuple[str, str]) -> bool:
    """Whether ships that carry something end their turn where it lands, and do not come back: in
    South Africa, in India, or coming from there to a port.
    """
    return Box.ITALIAN_EAST_AFRICA not in ports and (
        Box.SOUTH_AFRICA in ports or Box.INDIA in ports
    )


def is_overseas(ports: Sequence[str]) -> bool:
    """Whether a voyage begins or ends in the U.S. Box."""
    return Box.US in ports


@implements("TW-8.5.1-2", "TW-8.8.4-1", "TW-8.8.5-1")
def fetches(check: Check, power: str, base: str, embark: str) -> None:
    """Ships fetch cargo from another port: none from South Africa, or lying there, which takes the
    turn; from India those of Suez, Basra and Abadan.
    """
    if not is_box(base) and not is_box(embark):
        return
    ports = base, embark
    message, hint = why_not(check.position, power, ports, way_by_sea(check.position, power, ports))
    if Box.SOUTH_AFRICA in ports or base == Box.INDIA:
        message = f"ships in {check.label(base)} fetch nothing from {check.label(embark)}"
        hint = "that takes a whole turn"
    if message:
        check.complain("box", message, hint, "8.8", about="base")
