"""A run that is played on another machine: what is sent there, and what comes back.

A parcel holds the position, the files of the window, the game's own data, and the keys of one run's
dice. It holds no key of a chain, nor that of receipts or seals, no address of a player, and nothing
of the game's directory; whoever plays it writes nothing. Only the program that sends it may play
it, so that it plays the same.
"""

from __future__ import annotations

import copyreg
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

from pbem.core.data.findings import Finding, PbemError
from pbem.core.play.run import Beginning, RunFiles
from pbem.core.reading.report import Around
from pbem.core.record.ledger import Entry
from pbem.core.record.program import Program
from pbem.core.record.state import State
from pbem.core.rules.game import Game, Roster
from pbem.core.rules.setup import OWN, load_game
from pbem.store.parsed import keep_parsed
from pbem.store.programs import program_of
from pbem.store.working import Done, Job, work


def _unchanging(shown: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """A mapping that nobody may change, as it is sent."""
    return MappingProxyType(shown)


copyreg.pickle(MappingProxyType, lambda found: (_unchanging, (dict(found),)))


@dataclass(frozen=True, slots=True)
class Parcel:
    """What another machine is sent of a run."""

    program: Program
    roster: Roster
    own: Mapping[str, bytes]
    state: State
    files: RunFiles
    beginning: Beginning
    around: Around
    void: Sequence[Entry]


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a run could not be played there."""

    message: str
    hint: str = ""
    findings: tuple[Finding, ...] = ()

    def trouble(self) -> PbemError:
        """The same as it is raised here."""
        return PbemError(self.message, self.hint, self.findings)


def parcel_of(job: Job) -> Parcel:
    """What is sent of a job: what play asks for, and no more."""
    players = {name: replace(one, address="") for name, one in job.game.roster.players.items()}
    files = RunFiles(
        job.files.submissions,
        job.files.standing,
        job.files.answers,
        job.files.overrides,
        job.files.since,
        job.files.decided,
    )
    return Parcel(
        program_of(job.game.system),
        replace(job.game.roster, players=players),
        job.own,
        job.state,
        files,
        job.beginning,
        job.around,
        job.void,
    )


def carried_out(parcel: Parcel) -> Done | Refused:
    """Play what was sent; called where it was sent to."""
    keep_parsed()
    try:
        game = _game(parcel.roster, parcel.own)
        here = program_of(game.system)
        if here.is_other(parcel.program):
            hint = f"install that program there: {parcel.program}"
            return Refused(f"a worker has another program: {here}", hint)
        parts = parcel.files, parcel.beginning, parcel.around, parcel.void
        return work(Job(game, parcel.state, *parts))
    except PbemError as trouble:
        return Refused(trouble.message, trouble.hint, trouble.findings)


def _game(roster: Roster, own: Mapping[str, bytes]) -> Game:
    """The game; its own data lie in a folder for as long as they are read."""
    if not own:
        return load_game(roster)
    with TemporaryDirectory(prefix="pbem-") as folder:
        for name, data in own.items():
            path = Path(folder) / OWN / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return load_game(roster, Path(folder))
