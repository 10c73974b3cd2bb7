"""The United States in two halves, East and West, as an optional rule (2.3).

They stay one nation, run by two players: the flag `halves` names them, the East's first. Who
commands a unit is decided by where it stands when it begins to move. All that the halves share
(technology, limits, wars) is the nation's; their money is in `purses`.

Decides: which half commands where, and which player decides.
Leaves to `economy`: the purses of the halves.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import State, Unit, as_text
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.systems.gw.world.cargo import whereabouts
from pbem.systems.gw.world.vocabulary import PowerFlag

USA: Final = "united-states"
EAST, WEST = HALVES = ("east", "west")
CHART: Final = USA


def players_of_halves(state: State) -> tuple[str, ...]:
    """The players of the East and of the West; nobody while the United States are one."""
    return tuple(as_text(state.flag(USA, PowerFlag.HALVES)).split())


# --- whose is what ---------------------------------------------------------------------------


@implements("GW-2.3-4")
def half_of(game: Game, zone: str) -> str:
    """Which half commands in a zone (2.3)."""
    board, cells = game.board, game.book.chart(CHART)
    if zone in cells.table("zones").rows.names:
        return cells.at(zone, "half", "zones").text
    for table, fact in (("oceans", "ocean"), ("regions", "region")):
        name = board.text(zone, fact)
        if name in cells.table(table).rows.names:
            return cells.at(name, "half", table).text
    return EAST


@implements("GW-2.3-4")
def player_in(position: Position, zone: str) -> str:
    """The player of the half that commands in a zone; nobody while the nation is one."""
    players = players_of_halves(position.state)
    return players[HALVES.index(half_of(position.game, zone))] if players else ""


def commands(position: Position, player: str, unit: Unit) -> bool:
    """Whether a player commands a unit of his nation where it stands now."""
    if unit.owner != USA or not players_of_halves(position.state):
        return True
    return player_in(position, whereabouts(position.state, unit)) == player


def players_at(position: Position, nation: str, zone: str) -> tuple[str, ...]:
    """Who decides for a nation in a zone: the player of the half, else all its players."""
    half = player_in(position, zone) if nation == USA else ""
    return (half,) if half else position.powers[nation].players


@implements("GW-2.3-5")
def decides_for_all(state: State, nation: str, player: str) -> bool:
    """Whether a player makes his nation's diplomacy and wars: in America the East does (2.3)."""
    players = players_of_halves(state) if nation == USA else ()
    return not players or player == players[0]
