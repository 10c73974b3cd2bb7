"""A game directory: where everything of one game lies, and which run is the present one.

    game.yaml           the roster, typed by the moderator
    commitments.yaml    the first keys of both chains, published when the game begins
    commitments-1.yaml  the sheet before, where keys were lost and renewed
    keys                the secret chains, readable by their keeper alone
    opening.yaml        the same, for everybody, when the game has ended
    orders/ standing/ answers/    what players sent for the open window
    beacons/N.yaml      the round of a public beacon that enters the dice of run N
    sealed/N/           the files that `pbem seal` closed for run N
    replay/N/           the files of a run that was taken back, to be played again
    pending/            a run that waits for answers: its inputs, and each player's questions
    runs/N/             a played run; runs/0 is the set-up, runs/N.1 an amendment after run N
    void/K/N/           runs that the K-th rewind took back
    register.jsonl      what was played, asked, sealed, amended and taken back, in turn
    data/               the moderator's own charts and maps; data/kept/ what runs were played with
    lock                held while a command changes the game

The present state is that of the highest run; it stands nowhere else.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from pbem.core.data.findings import AuditError, FileTrouble, UsageError, suggest
from pbem.core.data.yamlio import MAX_DATA_BYTES, decode, listed
from pbem.core.record.ledger import Entry, line_hash, read_lines
from pbem.core.record.logs import header_of, opened_log
from pbem.core.record.state import State
from pbem.core.record.views import stamp
from pbem.core.rules.game import Game, Roster
from pbem.core.rules.setup import CHARTS, OWN, load_game, read_roster
from pbem.store.cache import cached_state
from pbem.store.files import inside, read_inside
from pbem.store.keys import OPENED, GameKeys, read_keys

_RUN = re.compile(r"(0|[1-9][0-9]{0,5})(?:\.([1-9][0-9]{0,3}))?")

STATE: Final = "state.yaml"
LEDGER: Final = "ledger.jsonl"
SECRETS: Final = "secrets.jsonl"
REPORT: Final = "report.txt"
AUDIT: Final = "pbem audit says where"
RESTORE: Final = "restore the run's folder"
OPENING: Final = "opening.yaml"


@dataclass(frozen=True, slots=True, order=True)
class RunName:
    """A run's name: its number, and which amendment after that run it is (0: the run itself)."""

    number: int
    amendment: int = 0

    def __str__(self) -> str:
        return f"{self.number}.{self.amendment}" if self.amendment else str(self.number)


def with_own_data(root: Path) -> Path:
    """A game directory whose own data files all lie in it, wherever links lead."""
    for folder in (root / OWN, root / OWN / CHARTS):
        for path in (folder, *listed(inside(root, folder), "*")):
            inside(root, path)
    return root


def run_name(text: str) -> RunName:
    """`7` or `7.1` as a name."""
    match = _RUN.fullmatch(text)
    if not match:
        raise UsageError(f"'{text}' is not a run", hint="write 7, or 7.1 for an amendment after it")
    return RunName(int(match.group(1)), int(match.group(2) or 0))


def runs_in(folder: Path) -> tuple[RunName, ...]:
    """The runs whose folders lie in a folder, in the order in which they were played."""
    if not folder.is_dir():
        return ()
    found = (_RUN.fullmatch(path.name) for path in folder.iterdir() if path.is_dir())
    return tuple(sorted(run_name(match.group()) for match in found if match))


@dataclass(frozen=True)
class GameDirectory:
    """One game's directory, as it is now."""

    root: Path

    # --- what the moderator typed

    @cached_property
    def roster(self) -> Roster:
        """game.yaml."""
        return read_roster(inside(self.root, self.root / "game.yaml"))

    @cached_property
    def game(self) -> Game:
        """Everything that rule code looks up; the moderator's own data files come first."""
        return load_game(self.roster, with_own_data(self.root))

    @cached_property
    def keys(self) -> GameKeys:
        """The secret chains."""
        path = self.root / "keys"
        if not path.exists():
            raise self._without_keys(path)
        return read_keys(decode(self.read(path), str(path)), str(path))

    def _without_keys(self, path: Path) -> FileTrouble:
        """What to say where the file of the keys is gone, or was never here."""
        keeper = self.roster.key_keeper
        who = f"{keeper} is its key keeper: ask him for it" if keeper else "put your copy back"
        check = f"pbem keys FILE --game {self.root} tells whether a copy is good; if they are lost "
        check += f"for ever: pbem commitments --renew --author NAME --reason TEXT {self.root}"
        words = f"{path}: there is no such file; without its keys a game cannot be played on"
        return FileTrouble(words, hint=f"{who}; {check}")

    @property
    def opened(self) -> bool:
        """Whether the game's secrets were opened for everybody."""
        return (self.root / OPENING).is_file()

    @cached_property
    def known_keys(self) -> GameKeys | None:
        """The keys that are at hand: the moderator's, or those that the opening tells to all."""
        if (self.root / "keys").is_file():
            return self.keys
        path = self.root / OPENING
        return read_keys(self.text(path), str(path), OPENED) if self.opened else None

    def read(self, path: Path) -> bytes:
        """The bytes of a file of this game."""
        return read_inside(self.root, path, MAX_DATA_BYTES)

    def text(self, path: Path) -> str:
        """The text of a file of this game."""
        return decode(self.read(path), str(path))

    # --- runs

    @property
    def runs(self) -> tuple[RunName, ...]:
        """Every run that stands, the set-up (0) first."""
        return runs_in(inside(self.root, self.root / "runs"))

    @property
    def latest(self) -> RunName:
        """The run whose state is the present one."""
        runs = self.runs
        if not runs or runs[0] != RunName(0):
            raise FileTrouble(f"{self.root}: runs/0 is missing, the state in which the game began")
        return runs[-1]

    def folder(self, run: RunName) -> Path:
        """The folder of a run that stands."""
        return self.root / "runs" / str(run)

    def known(self, text: str) -> RunName:
        """The run that a user names; it must stand."""
        run = run_name(text)
        if run not in self.runs:
            raise UsageError(
                f"there is no run {run} in this game",
                hint=suggest(text, [str(known) for known in self.runs]),
            )
        return run

    def before(self, run: RunName) -> RunName:
        """The run whose state a run began from."""
        earlier = [name for name in self.runs if name < run]
        if not earlier:
            raise UsageError(f"run {run} is where the game began")
        return earlier[-1]

    def state(self, run: RunName | None = None) -> State:
        """The state after a run; without one, the present state."""
        return self.state_in(self.folder(run or self.latest))

    @property
    def first_state(self) -> State:
        """The position in which the game began."""
        return self.state(self.runs[0])

    def state_in(self, folder: Path) -> State:
        """The state after the run that lies in a folder."""
        path = folder / STATE
        return cached_state(inside(self.root, path), self.game.system.upgrades, self._states)

    @cached_property
    def _states(self) -> dict[str, State]:
        """The states that were read, by the digests of their files."""
        return {}

    def entries(self, folder: Path) -> list[Entry]:
        """All entries of a run's log, secret ones opened."""
        secrets = folder / SECRETS
        with _read_in(folder):
            hidden = self.text(secrets) if secrets.exists() else ""
            return opened_log(self.text(folder / LEDGER), hidden)

    def stamped(self, player: str, mark: str) -> State | None:
        """The state that a player had before him when he wrote `for_state: mark`."""
        folders = [self.folder(run) for run in self.runs]
        folders += [where / str(run) for where, run in self.voided()]
        for folder in reversed(folders):
            if not (folder / STATE).is_file():
                continue  # it waited for answers when it was taken back
            state = self.state_in(folder)
            if stamp(state, player) == mark:
                return state
        return None

    def last_line(self, run: RunName) -> str:
        """The hash of the last line of a run's log; empty for the set-up, which has none."""
        path = self.folder(run) / LEDGER
        if not path.is_file():
            return ""
        return line_hash(self.text(path).removesuffix("\n").rpartition("\n")[2])

    def last_body(self, folder: Path) -> Mapping[str, Any]:
        """What the last line of a run's log says."""
        path = folder / LEDGER
        try:
            body = read_lines(_last_line(inside(self.root, path)))[0]["body"]
        except (OSError, ValueError, KeyError, IndexError) as trouble:
            raise FileTrouble(f"{path}: the log is damaged: {trouble}", hint=AUDIT) from None
        if not isinstance(body, dict):
            raise FileTrouble(f"{path}: the log is damaged: it has no end", hint=AUDIT)
        return body

    # --- runs that were taken back

    @property
    def void(self) -> Path:
        """The folder of all runs that were taken back."""
        return inside(self.root, self.root / "void")

    def last_void(self, number: int) -> Path | None:
        """The folder of a run's last void play; one that waited for answers was not played."""
        found = [where / str(run) for where, run in self.voided() if run == RunName(number)]
        return next((folder for folder in reversed(found) if (folder / STATE).is_file()), None)

    def groups(self) -> list[Path]:
        """The folders of all rewinds, in their order."""
        if not self.void.is_dir():
            return []
        folders = [path for path in self.void.iterdir() if path.name.isdecimal()]
        return sorted(folders, key=lambda path: int(path.name))

    def voided(self) -> list[tuple[Path, RunName]]:
        """Every void run, with the folder of the rewind that took it back."""
        return [(path, run) for path in self.groups() for run in runs_in(path)]

    # --- keys

    def header(self, folder: Path) -> Mapping[str, Any]:
        """What the first line of a run's log says."""
        return self._head(folder).body

    def impulses(self) -> frozenset[str]:
        """The impulses of all runs that stand, as clocks name them: `1941-ja.3.axis`."""
        played = (run for run in self.runs if run.number)
        return frozenset(self._head(self.folder(run)).path for run in played)

    def _head(self, folder: Path) -> Entry:
        with _read_in(folder):
            return header_of(self.text(folder / LEDGER))


@contextmanager
def _read_in(folder: Path) -> Iterator[None]:
    """Whatever is wrong with a log is told with the folder that it lies in."""
    try:
        yield
    except ValueError as trouble:
        raise FileTrouble(f"{folder}: the log is damaged: {trouble}", hint=AUDIT) from None
    except AuditError as trouble:
        raise AuditError(f"{folder}: {trouble}", hint=RESTORE) from None


def tail_of(root: Path, path: Path) -> tuple[int, str]:
    """How many entries a log has, and the hash of its last line; (0, "") where there is none."""
    if not inside(root, path).is_file():
        return 0, ""
    last = _last_line(path)
    try:
        return int(read_lines(last)[0]["n"]), line_hash(last)
    except (ValueError, KeyError, TypeError, IndexError):
        return 0, line_hash(last)


def _last_line(path: Path) -> str:
    """The last line of a file, read from its end: logs are long, and there are many."""
    size, step = path.stat().st_size, 1 << 13
    with path.open("rb") as stream:
        while True:
            stream.seek(max(0, size - step))
            text = stream.read().removesuffix(b"\n")
            if b"\n" in text or step >= size:
                return text.rpartition(b"\n")[2].decode(errors="replace")
            step *= 4


def game_around(path: Path) -> Path | None:
    """The game in which a path lies, by its name or where its links lead; None outside of all.

    What lies in a game may have come with it, from anybody.
    """
    places = path.absolute(), Path(os.path.realpath(path))
    folders = (folder for place in places for folder in place.parents)
    return next((folder for folder in folders if _is_game(folder)), None)


def _is_game(folder: Path) -> bool:
    """Whether a folder is a game directory, or was one: it has what every archive of a game has."""
    return any(os.path.lexists(folder / name) for name in ("game.yaml", f"runs/0/{STATE}"))


def open_directory(path: Path) -> GameDirectory:
    """A game directory that is there."""
    if not (path / "game.yaml").is_file():
        raise UsageError(
            f"{path}: this is not a game directory, it has no game.yaml",
            hint="begin one: pbem new SYSTEM/SCENARIO DIR",
        )
    return GameDirectory(path)
