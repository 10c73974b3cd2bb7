"""One run of a game directory: played from its files, written whole, or stopped for answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from pbem.core.findings import Finding, PbemError
from pbem.core.game import Game
from pbem.core.layout import report_text
from pbem.core.ledger import Entry
from pbem.core.report import Around, report_for
from pbem.core.run import Outcome, adjudicate
from pbem.core.state import State
from pbem.core.statefile import write_state
from pbem.moderation.differences import broken_orders, differences
from pbem.moderation.window import Received, Window, gather
from pbem.store.directory import LEDGER, REPORT, SECRETS, STATE, GameDirectory, RunName
from pbem.store.files import inside, write_folder
from pbem.store.inputs import ROSTER, SHEET, collect, keep_data
from pbem.store.keys import practice_keys
from pbem.store.moments import moments
from pbem.store.pending import clear_waiting, waiting, write_waiting
from pbem.store.sealing import check_seal, sealed_folder

PUBLIC: Final = ""


@dataclass(frozen=True, slots=True)
class Played:
    """What a command tells of a run: where it lies, its reports, what was found in the files."""

    run: RunName
    folder: Path | None
    outcome: Outcome
    reports: Mapping[str, str]
    findings: tuple[Finding, ...] = ()
    pending: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Earlier:
    """A void play of the run being played, to tell what differs."""

    entries: tuple[Entry, ...] = field(default_factory=tuple)

    def notes(self, entries: list[Entry], player: str) -> tuple[str, ...]:
        """What differs from the void run, and which orders broke."""
        if not self.entries:
            return ()
        lines = differences(list(self.entries), entries, player)
        broken = broken_orders(list(self.entries), entries, player)
        same = "this run was taken back and played again: everything came out as before"
        other = "this run was taken back and played again; what came out otherwise:"
        told = (other, *lines) if lines else (same,)
        return (*told, *(f"this order broke: {line}" for line in broken))


def check_window(game: Game, state: State, received: Received) -> Window:
    """The window's files, or every finding that stops the run at once."""
    window = gather(game, state, received)
    if not window.playable:
        raise PbemError("these files cannot be played", findings=window.findings)
    return window


def reports_of(
    game: Game, outcome: Outcome, around: Around, earlier: Earlier | None = None
) -> dict[str, str]:
    """The report of every player, and the public one under the name ``."""
    entries = outcome.ledger.entries
    return {
        player: report_text(
            report_for(game, outcome, player, _noted(around, earlier, entries, player))
        )
        for player in (PUBLIC, *outcome.state.players())
    }


def _noted(around: Around, earlier: Earlier | None, entries: list[Entry], player: str) -> Around:
    notes = earlier.notes(entries, player) if earlier else ()
    return Around(
        deadlines=around.deadlines,
        void_runs=around.void_runs,
        standing=around.standing,
        where_to_look=around.where_to_look,
        notes=(*around.notes, *notes),
    )


def report_name(player: str) -> str:
    """The file of a player's report; the public's is report.txt."""
    return f"report-{player}.txt" if player else REPORT


def run_texts(
    outcome: Outcome, window: Window, reports: Mapping[str, str]
) -> dict[str, str | bytes]:
    """Every file of a played run's folder."""
    files: dict[str, str | bytes] = {
        STATE: write_state(outcome.state),
        LEDGER: outcome.ledger.public_text(),
        SECRETS: outcome.ledger.secrets_text(),
    }
    files |= {report_name(player): text for player, text in reports.items()}
    return files | {f"inputs/{name}": data for name, data in window.kept.items()}


# --- in a game directory -------------------------------------------------------------------------


def play(directory: GameDirectory, dry: bool = False) -> Played:
    """Play the open window of a game; the caller holds the lock (a dry run writes nothing)."""
    state = directory.state()
    number = state.clock.run + 1
    game = directory.game
    check_seal(directory, number)
    window = check_window(game, state, collect(directory, number))
    files = replace(window.files, since=moments(directory))
    if dry:
        outcome = adjudicate(game, state, files, practice_keys(state.game, number))
        return _trial(directory, outcome, window)
    stopped = waiting(directory.root, number)
    key = stopped.key if stopped else key_number(directory, number, window)
    outcome = adjudicate(
        game,
        state,
        files,
        directory.keys.of_run(number, key),
        stopped.prefix if stopped else None,
    )
    if outcome.pending:
        asked = write_waiting(directory.root, outcome, key, window)
        return Played(RunName(number), None, outcome, {}, window.findings, asked)
    return _written(directory, outcome, window)


def key_number(directory: GameDirectory, number: int, window: Window) -> int:
    """Which key of the chain a run uses.

    After a rewind the same orders keep their key. From the first run whose orders changed, all
    take fresh ones: the keys of the runs that stand grow strictly, so none can be used again.
    """
    void = directory.last_void(number)
    if void is not None and _same_orders(void, window):
        used, last = directory.key_used(void), _last_key(directory)
        if used > last:
            return used
    return directory.next_key()


def _same_orders(void: Path, window: Window) -> bool:
    inputs = void / "inputs"
    known = {
        str(path.relative_to(inputs)): path.read_bytes() for path in sorted(inputs.glob("*/*.yaml"))
    }
    return known == dict(window.kept)


def _last_key(directory: GameDirectory) -> int:
    played = [run for run in directory.runs if run.number and not run.amendment]
    return directory.key_used(directory.folder(played[-1])) if played else 0


def _trial(directory: GameDirectory, outcome: Outcome, window: Window) -> Played:
    reports = {} if outcome.pending else _reports(directory, outcome, window)
    return Played(RunName(outcome.run), None, outcome, reports, window.findings)


def _reports(directory: GameDirectory, outcome: Outcome, window: Window) -> dict[str, str]:
    void = directory.last_void(outcome.run)
    earlier = Earlier(tuple(directory.entries(void))) if void else None
    return reports_of(directory.game, outcome, around_of(directory, window), earlier)


def _written(directory: GameDirectory, outcome: Outcome, window: Window) -> Played:
    run = RunName(outcome.run)
    reports = _reports(directory, outcome, window)
    folder = inside(directory.root, directory.folder(run))
    keep_data(directory)
    files = run_texts(outcome, window, reports)
    files[f"inputs/{ROSTER}"] = directory.read(directory.root / ROSTER)
    sheet = sealed_folder(directory, run.number) / SHEET
    if sheet.is_file():
        files[f"inputs/{SHEET}"] = directory.read(sheet)
    write_folder(folder, files, private=private_names(files))
    clear_waiting(directory.root)
    return Played(run, folder, outcome, reports, window.findings)


def private_names(files: Mapping[str, object]) -> list[str]:
    """The files of a run's folder that hold, or may hold, secrets."""
    return [name for name in files if name in (STATE, SECRETS) or name.startswith("inputs/")]


def around_of(directory: GameDirectory, window: Window) -> Around:
    """What reports say beyond the run itself."""
    return Around(
        deadlines=directory.roster.deadlines,
        void_runs=directory.void_runs(),
        standing={
            player: f"yours of SHA-256 {standing.sha256[:8]}"
            for player, standing in window.files.standing.items()
        },
        where_to_look=str(directory.root),
        notes=tuple(_amendments(directory)),
    )


def _amendments(directory: GameDirectory) -> Iterator[str]:
    """What was amended since the last run, for the next report."""
    latest = directory.latest.number
    for run in directory.runs:
        if run.number == latest and run.amendment:
            for entry in directory.entries(directory.folder(run)):
                if entry.kind == "correction":
                    body = entry.body
                    yield f"amended ({run}) by {body['author']}: {body['reason']} ({body['cite']})"
