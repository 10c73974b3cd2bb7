"""What spectators may see: what everybody may, as many runs late as game.yaml says."""

from __future__ import annotations

from pbem.core.data.findings import PbemError, UsageError, suggest
from pbem.store.directory import GameDirectory, RunName


def run_for(
    directory: GameDirectory, spectator: str, run: str | None = None, first: int = 0
) -> RunName:
    """The newest run that is open to a spectator, or the one that is named if it is open to him.

    `first` is the first run of which there is what he asks for: a position from 0, a report from 1.
    """
    delay = directory.roster.spectators.get(spectator)
    if delay is None:
        raise UsageError(
            f"'{spectator}' is no spectator of this game",
            hint=suggest(spectator, directory.roster.spectators)
            + "; game.yaml names them, with their delay in runs: spectators: {NAME: 2}",
        )
    last = directory.latest.number - delay
    open_runs = [name for name in directory.runs if name.number <= last and name >= RunName(first)]
    chosen = directory.known(run) if run is not None else next(reversed(open_runs), RunName(first))
    if chosen < RunName(first):
        raise UsageError(f"run {chosen} has no report: the game began there")
    if chosen not in open_runs:
        raise PbemError(f"run {chosen} opens to {spectator} after run {chosen.number + delay}")
    return chosen
