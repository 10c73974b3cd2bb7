"""The measures of many games and of a window by mail."""

from __future__ import annotations

import os
import resource
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import process_time

from bench.first_window import as_command, child_time, in_process
from bench.measures import Measure, best
from post.games import game, games

from pbem.post.batch import batch, play_one
from pbem.post.crews import Lost, Several
from pbem.post.overview import overview
from pbem.post.rounds import _form
from pbem.post.sorting import directories_under
from pbem.store.directory import GameDirectory
from pbem.store.runs import play

GAMES = int(os.environ.get("GAMES", "200"))
LIGHT = ("gw/france-1940", "wif/barbarossa-12", "gw/china-1937", "gw/spanish-civil-war-1936")
MIXED = (*LIGHT, *LIGHT, "gw/global-war-1936")
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
MEGABYTES = 150
MILLISECONDS = 5
SECONDS = 5
WIDTH = 1600  # pixels across of the map in a letter
MAIL = f"format: pbem-mail/1\nfrom: Mod <mod@club.org>\npicture: {WIDTH}\n"
SEATS = "gw/global-war-1936"


def many_games(_times: int) -> Iterator[Measure]:
    """Two processes against one, one against the bare runs, and what a process takes of memory."""
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        games(here / "kept", GAMES, MIXED)
        _batch(_copied(here / "kept", here / "first", GAMES // 10))  # all is loaded
        alone = _timed(lambda: _batch(_copied(here / "kept", here / "alone")))
        bare = _timed(lambda: _bare(_copied(here / "kept", here / "bare")))
        if _letters(here / "alone") != _letters(here / "bare"):
            raise AssertionError("the bare runs made other forms")
        beside, memory = _side_by_side(_copied(here / "kept", here / "two"))
    what = f"{GAMES} games of mixed systems by two processes, the busier"
    yield Measure(what, "one process", beside, alone, 1 / 1.8)
    yield Measure(f"{GAMES} games in one batch, with letters", _BARE, alone, bare, 1.3)
    share = memory / MEGABYTES
    yield Measure(f"a worker of it: {memory} MB", f"{MEGABYTES} MB", share, 1, 1)


def worker(_times: int) -> Iterator[Measure]:
    """What a process takes of memory that plays games of all kinds and paints their maps."""
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        games(here / "games", len(LIGHT) + 1, (*LIGHT, SEATS))
        (here / "games/mail.yaml").write_text(MAIL)
        folders = [str(directory.root) for directory in directories_under(here / "games")]
        memory = 0
        for name, found in Several(1).each(partial(_watched, now=NOW), folders):
            if isinstance(found, Lost) or not [*Path(name).glob("outbox/run-001-*")]:
                raise AssertionError(f"{name}: {found}")
            memory = max(memory, found[2] // 1024)
    what = f"a worker that paints a map for every letter: {memory} MB"
    yield Measure(what, f"{MEGABYTES} MB", memory / MEGABYTES, 1, 1)


_BARE = "their bare runs, and a form a letter"


def _timed(work: Callable[[], object]) -> float:
    return best(work, 1)


def _copied(kept: Path, root: Path, most: int | None = None) -> Path:
    """Fresh games to play; what copies cost is not counted against anybody alone."""
    root.mkdir()
    shutil.copy(kept / "mail.yaml", root)
    for path in sorted(kept.glob("game-*"))[:most]:
        shutil.copytree(path, root / path.name)
    return root


def _batch(root: Path) -> None:
    rows = [row.outcome for row in batch(directories_under(root), NOW)]
    if set(rows) - {"played"}:
        raise AssertionError(f"not all was played: {rows}")


def _bare(root: Path) -> None:
    """Every window played in process and its reports written, and a form for every letter."""
    for directory in directories_under(root):
        for _ in range(2):
            seats = overview(directory, NOW).seats
            forms = {seat.player: _form(directory, seat) for seat in seats}
            (directory.root / "outbox").mkdir(exist_ok=True)
            for player in forms:
                run = directory.latest.number
                (directory.root / "outbox" / f"run-{run}-{player}.eml").touch()
            if not directory.latest.number:
                play(GameDirectory(directory.root))


def _letters(root: Path) -> dict[str, int]:
    return {path.name: len([*path.glob("outbox/*.eml")]) for path in root.glob("game-*")}


def _side_by_side(root: Path) -> tuple[float, int]:
    """What this process and the busier of two workers take, and the megabytes of a worker."""
    folders = [str(directory.root) for directory in directories_under(root)]
    spent: dict[int, tuple[float, int]] = {}
    began = process_time()
    for folder, found in Several(2).each(partial(_watched, now=NOW), folders):
        if isinstance(found, Lost):
            raise AssertionError(f"{folder}: {found.why}")
        process, seconds, kilobytes = found
        spent[process] = max(seconds, spent.get(process, (0, 0))[0]), kilobytes
    here = process_time() - began
    return here + max(s for s, _ in spent.values()), max(k for _, k in spent.values()) // 1024


def _watched(folder: str, now: datetime) -> tuple[int, float, int]:
    """A game played by a worker: which, how long it has worked in all, its kilobytes at most."""
    row = play_one(folder, now)
    if row.outcome != "played":
        raise AssertionError(row)
    return os.getpid(), process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def not_due(times: int) -> Iterator[Measure]:
    """A game for which nothing has come since it was looked at."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "game"
        shutil.copytree(game(SEATS), root)
        (root / "orders/hans.yaml").unlink()
        play_one(str(root), NOW)
        spent = best(lambda: play_one(str(root), NOW), times * 5)
    yield Measure("a game that is not due", f"{MILLISECONDS} ms", spent, MILLISECONDS / 1000, 1)


def window_by_mail(_times: int) -> Iterator[Measure]:
    """Letters of eight received and answered (some write for later windows), the window played, and
    eight letters with reports, forms and maps written.
    """
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        root = here / "game"
        shutil.copytree(game(SEATS), root)
        (here / "mail.yaml").write_text(MAIL)
        letters = _written(root, here / "letters")
        at = ("--game", str(root), "--now", f"{NOW:%Y-%m-%d %H:%M} UTC")
        in_process(["run", *at], (0, 3))  # it begins: everybody has his first form
        receive, run = ["receive", str(letters), *at], ["run", *at]
        spent = best(lambda: (as_command(receive, (0, 1)), as_command(run)), 1, child_time)
        if len([*root.glob("outbox/run-001-*")]) != 8 or len([*root.glob("outbox/in-*")]) < 8:
            raise AssertionError("not everybody was answered and written to")
    what = "a window of eight seats of Global War by mail: receipts, reports, forms, pictures"
    yield Measure(what, f"{SECONDS} seconds", spent, SECONDS, 1)


def _written(root: Path, letters: Path) -> Path:
    """The files of all players as letters of theirs, gone from the game."""
    letters.mkdir()
    for path in sorted([*root.glob("orders/*.yaml"), *root.glob("standing/*.yaml")]):
        name = path.stem
        head = f"From: {name}@x.org\nMessage-ID: <{path.parent.name}.{name}@x.org>\n\n"
        (letters / f"{path.parent.name}-{name}.eml").write_text(head + path.read_text())
        path.unlink()
    return letters


BATCHES: Sequence[Callable[[int], Iterator[Measure]]] = (
    many_games, worker, not_due, window_by_mail,
)  # fmt: skip
