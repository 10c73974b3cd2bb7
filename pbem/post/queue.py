"""Order files that wait in `orders/` until their window opens.

Decides: that a file is checked again when its window opens, and counts then or does not; that its
player gets a receipt of it; that a file whose window has passed is told so and put away; that one
at which the program fails stops no other. Every letter stays in `mail/received/`.
Leaves to `store.checking`: what is wrong with a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem.core.data.findings import has_errors, id_said
from pbem.core.orders.orders import head_of, is_window, open_window, read_orders, sha256
from pbem.moderation.queueing import orders_nothing
from pbem.moderation.receipt import receipt_text, verdict
from pbem.post.failing import OF_THE_GAME, line_of
from pbem.post.outgoing import Answer, put
from pbem.store.checking import Desk, checked_file, waits
from pbem.store.directory import GameDirectory
from pbem.store.files import files_in, inside, write_file
from pbem.store.files import told as told_of
from pbem.store.inputs import closed_to, source
from pbem.store.pending import waiting

_FOR: Final = "-for-"


@dataclass(frozen=True, slots=True)
class Queued:
    """A file that waits: where it lies, whose it is, and for which window."""

    path: Path
    data: bytes
    player: str
    deputy: str
    window: str

    @property
    def home(self) -> str:
        """Its name once it counts."""
        return f"orders/{self.player}{self._by}.yaml"

    @property
    def waits_as(self) -> str:
        """Its name until then."""
        return f"{self.player}{waiting_name(self.window)}{self._by}.yaml"

    @property
    def _by(self) -> str:
        return f"-by-{self.deputy}" if self.deputy else ""


def waiting_name(window: str) -> str:
    """What the name of a waiting file says of its window: `-for-1940-jul-1-axis-combat`."""
    moment = window.split()[-1].casefold()
    return _FOR + re.sub(r"[^a-z0-9]+", "-", moment).strip("-")


def queued(directory: GameDirectory) -> Iterator[Queued]:
    """The files that wait, or waited until now."""
    root = directory.root
    for path in files_in(root, root / "orders", f"*{_FOR}*.yaml"):
        data = directory.read(path)
        head = head_of(data, path.name)
        player, deputy = (id_said(str(head.get(key) or "")) for key in ("player", "deputy"))
        item = Queued(path, data, player, deputy, str(head.get("window") or ""))
        if item.window and path.name == item.waits_as:
            yield item


def still_queued(directory: GameDirectory) -> Iterator[Queued]:
    """The files that wait and order something."""
    for item in queued(directory):
        said = read_orders(directory.game, item.data, item.path.name)
        if not orders_nothing(said) and waits(directory, item.window):
            yield item


@dataclass(frozen=True, slots=True)
class Opened:
    """The letters about files that waited, and of which files the check failed."""

    letters: tuple[Path, ...] = ()
    failed: tuple[str, ...] = ()


def open_queue(directory: GameDirectory, now: str) -> Opened:
    """Check the files whose window has opened, and put away what has passed; the letters about it.

    The caller holds the lock. A letter is written first, the file moved last: done again after a
    stop, it does what was left. A file at which the program fails stays, and stops no other.
    """
    letters: list[Path | None] = []
    failed: list[str] = []
    window = open_window(directory.game, directory.state())
    for item in [*queued(directory)]:
        try:
            letters.append(_looked_at(directory, item, window, now))
        except OF_THE_GAME:
            raise
        except Exception as bug:
            why = line_of(bug, directory.root)
            failed.append(f"orders/{item.path.name}: the program failed at it: {why}")
            letters.append(_letter(directory, item, "failed", _FAILED, now=now))
    return Opened(tuple(path for path in letters if path is not None), tuple(failed))


def _looked_at(directory: GameDirectory, item: Queued, window: str, now: str) -> Path | None:
    """A file that goes on waiting, counts from now on, or is put away; the letter about it."""
    if is_window(item.window, window):
        told = _opened(directory, item)
    elif waits(directory, item.window):
        return None
    else:
        told = _passed(directory, item)
    letter = _letter(directory, item, "waited", told, now=now) if told else None
    if told.startswith(_COUNTS):
        write_file(home_of(directory) / item.home, item.data)
    with told_of(item.path):
        inside(directory.root, item.path).unlink()
    return letter


_FAILED: Final = """\
Your file that waited could not be looked at: the program failed at it. The moderator knows; he can
tell you whether it counts.
"""
_COUNTS: Final = "Your file that waited counts now"


def _opened(directory: GameDirectory, item: Queued) -> str:
    """What is told of a file whose window is open; nothing where it takes one back."""
    said = read_orders(directory.game, item.data, item.path.name)
    if orders_nothing(said) or _is_in(directory, item):
        return ""
    if closed := closed_to(directory, "orders", item.data):
        return f"Your file that waited for '{item.window}' is too late: {closed}.\n"
    home = home_of(directory) / item.home
    own = directory.read(home) if home.is_file() else b""
    if home_of(directory) == directory.root and own and _is_for(own, item.window):
        return f"Your file that waited for '{item.window}' does not count: a later one does.\n"
    desk = Desk(directory.game, directory.state(), directory)
    receipt = checked_file(desk, item.path.name, item.data)
    bad = "Your file that waited does not count, and you owe orders"
    word = bad if has_errors(receipt.findings) else _COUNTS
    return f"{word}: its window is open.\n{verdict(receipt)}\n\n{receipt_text(receipt)}"


def _passed(directory: GameDirectory, item: Queued) -> str:
    """What is told of a file whose window is over; nothing where it was played."""
    if _is_in(directory, item):
        return ""
    return f"Your file waited for '{item.window}', which did not come; it was not played.\n"


def _is_in(directory: GameDirectory, item: Queued) -> bool:
    """Whether a file was sealed, or played, from where it waited."""
    root = directory.root
    folders = [source(directory, directory.latest.number + 1)]
    folders += [directory.folder(run) / "inputs" for run in directory.runs if run.number]
    orders = (folder / "orders" for folder in folders if folder != root)
    files = (path for folder in orders for path in files_in(root, folder, "*.yaml"))
    return any(directory.read(path) == item.data for path in files)


def home_of(directory: GameDirectory) -> Path:
    """Where the files of the open window lie: its own place once it was taken back, and until it is
    begun anew; the answers that play then waits for lie where they always do."""
    number = directory.latest.number + 1
    taken_back = directory.root / "replay" / str(number)
    begun = waiting(directory.root, number) is not None
    return taken_back if taken_back.is_dir() and not begun else directory.root


def _is_for(data: bytes, window: str) -> bool:
    return is_window(str(head_of(data, "").get("window", "")), window)


def _letter(
    directory: GameDirectory, item: Queued, what: str, told: str, *, now: str
) -> Path | None:
    """A letter about a file: that it waited, or that the program failed at it."""
    number = directory.latest.number + 1
    mark = sha256(item.data + item.window.encode())[:8]
    answer = Answer(
        name=f"run-{number:03}-{what}-{mark}-{item.player}",
        to=item.deputy or item.player,
        subject=f"your orders for {item.window.split()[-1]}",
        text=told,
        date=now,
        attached={f"orders-{item.player}.yaml": item.data},
    )
    return put(directory, answer)
