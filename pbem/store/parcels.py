"""A run that is played on another machine: what is sent there, and what comes back.

A parcel holds the position, the files of the window, the game's own data, and the keys of one run's
dice. It holds no key of a chain, nor that of receipts or seals, no address of a player, and nothing
of the game's directory; whoever plays it writes nothing. It goes as bytes that nobody opens on the
way, with the program that sends it: only the same program opens and plays it, so it plays the same.
"""

from __future__ import annotations

import copyreg
import pickle
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
from pbem.core.record.program import program_in
from pbem.core.record.state import State
from pbem.core.rules.game import Game, Roster
from pbem.core.rules.setup import OWN, load_game
from pbem.core.rules.system import find_system
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
        replace(job.game.roster, players=players),
        job.own,
        job.state,
        files,
        job.beginning,
        job.around,
        job.void,
    )


def sent(job: Job) -> tuple[str, dict[str, Any], bytes]:
    """What goes out: the system and the program by name, and the parcel as bytes."""
    system = job.game.system
    return system.name, dict(program_of(system).data()), pickle.dumps(parcel_of(job))


def carried_out(system: str, program: Mapping[str, Any], parcel: bytes) -> bytes:
    """Play what was sent; called where it was sent to, and answered as bytes too."""
    keep_parsed()
    try:
        here, there = program_of(find_system(system)), program_in(program)
        if here.is_other(there):
            raise PbemError(f"a worker has another program: {here}", f"install there: {there}")
        return pickle.dumps(_played(pickle.loads(parcel)))
    except PbemError as trouble:
        return pickle.dumps(Refused(trouble.message, trouble.hint, trouble.findings))


def answer_in(data: bytes) -> Done:
    """What came back; PbemError where the run could not be played."""
    found = pickle.loads(data)
    if isinstance(found, Refused):
        raise PbemError(found.message, found.hint, found.findings)
    if not isinstance(found, Done):
        raise PbemError("a worker sent back something else than a run")
    return found


def _played(parcel: Parcel) -> Done:
    game = _game(parcel.roster, parcel.own)
    parts = parcel.files, parcel.beginning, parcel.around, parcel.void
    return work(Job(game, parcel.state, *parts))


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
