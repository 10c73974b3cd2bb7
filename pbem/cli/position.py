"""The position that a reading command speaks of: a game directory's, or a bare state file's."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pbem.core.data.findings import PbemError, UsageError, has_errors, suggest
from pbem.core.orders.orders import StandingOrders, read_standing
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.core.rules.setup import game_of, refuse_misfits
from pbem.store.directory import STATE, GameDirectory, open_directory
from pbem.store.inputs import standing_files
from pbem.store.plain import load_state, read_files


@dataclass(frozen=True, slots=True)
class Position:
    """A game and one of its states."""

    game: Game
    state: State
    directory: GameDirectory | None = None

    def require_player(self, player: str) -> None:
        """A player of this game, or a message that names those who are."""
        if player not in self.state.players():
            raise UsageError(
                f"'{player}' plays no power in this game",
                hint=suggest(player, self.state.players()),
            )

    def standing(self, player: str, path: Path | None) -> StandingOrders | None:
        """A player's standing orders: of a named file, or those that lie in the game directory."""
        files = {} if path is None else read_files([path])
        if path is None and self.directory is not None:
            files = standing_files(self.directory, self.state.clock.run + 1)
        for name, data in files.items():
            found = read_standing(self.game, data, name)
            if has_errors(found.findings) and path is not None:
                raise PbemError(f"{name} cannot be read", findings=found.findings)
            if found.player == player:
                return found
        return None


def load(game: Path | None, state: Path | None, run: str | None = None) -> Position:
    """The position of --game DIR (after a run, if one is named) or of --state FILE."""
    if (game is None) == (state is None):
        raise UsageError("name either a game directory (--game) or a state file (--state)")
    if game is not None:
        directory = open_directory(game)
        known = directory.known(run) if run is not None else None
        read, file = directory.state(known), directory.folder(known or directory.latest) / STATE
        refuse_misfits(directory.game.at(read), str(file))
        return Position(directory.game, read, directory)
    if state is None or run is not None:
        raise UsageError("--run goes with --game")
    read = load_state(state)
    return Position(game_of(read, str(state)), read)
