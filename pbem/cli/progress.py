"""How far long work is: a bar on a terminal, a line a second in a pipe, on the error stream.

    with progress("audit", len(runs), quiet=form == "json") as shown:
        for run in runs:
            shown.at(run.name)
            ...
            shown.step()

Decides what is shown and when: nothing in the first second, so that short work is silent; nothing
at all where `quiet`. A line tells how much is done, what is being done, and how many seconds it has
taken, also while one piece of work takes long. Leaves counting to the commands.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from time import monotonic
from typing import Final, TypeVar

import click

from pbem.cli.terminal import CLEAR, Shown

T = TypeVar("T")

FIRST = 1.0  # seconds until something is shown
_TERMINAL: Final = 0.2  # seconds between two bars
_PIPE: Final = 1.0  # and between two lines
_BAR: Final = 24  # letters
_NARROW: Final = 20  # letters that a line has at least


class Progress:
    """Work under way: how many pieces there are, if that is known, and how many are done."""

    def __init__(self, what: str, total: int | None, quiet: bool) -> None:
        self.total = total
        self.done = 0
        self._what = what
        self._now = ""
        self._began = monotonic()
        self._stream = sys.stderr if isinstance(sys.stderr, Shown) and not quiet else None
        self._bar = self._stream is not None and self._stream.isatty()
        self._stands = False  # whether a bar is on the terminal
        self._lock = Lock()
        self._over = Event()

    def at(self, name: str) -> None:
        """What is being done now."""
        self._now = name

    def step(self, pieces: int = 1) -> None:
        """So many pieces are done."""
        self.done += pieces

    def each(self, works: Iterable[T]) -> Iterator[T]:
        """The pieces of work one after the other; each is done when the next is asked for."""
        for work in works:
            yield work
            self.step()

    def echo(self, line: str) -> None:
        """A line on the output, above the bar."""
        with self._lock:
            self._clear()
            click.echo(line)

    def line(self) -> str:
        """How far the work is."""
        parts = [] if self.total is None else [f"{self.done} of {self.total}"]
        parts += [self._now] if self._now else []
        return f"{self._what}: {', '.join([*parts, f'{int(monotonic() - self._began)} s'])}"

    def watch(self) -> None:
        """Tell it again and again until the work is over."""
        wait = FIRST
        while self._stream is not None and not self._over.wait(wait):
            wait = _TERMINAL if self._bar else _PIPE
            with self._lock:
                self._tell(self._stream)

    def end(self) -> None:
        """The work is over; no bar stays behind."""
        self._over.set()
        with self._lock:
            self._clear()

    def _tell(self, stream: Shown) -> None:
        try:
            if not self._bar:
                stream.write(self.line() + "\n")
            elif not self._over.is_set():
                wide = max(_NARROW, shutil.get_terminal_size().columns - 1)
                stream.steer(CLEAR)
                stream.write(f"{self._drawn()}{self.line()}"[:wide])
                self._stands = True
            stream.flush()
        except (OSError, ValueError):  # nobody reads it any more; the work goes on
            self._over.set()

    def _drawn(self) -> str:
        if not self.total:
            return ""
        full = min(_BAR, _BAR * self.done // self.total)
        return f"[{'#' * full}{'.' * (_BAR - full)}] "

    def _clear(self) -> None:
        if self._stands and self._stream is not None:
            self._stream.steer(CLEAR)
            self._stream.flush()
            self._stands = False


@contextmanager
def progress(what: str, total: int | None = None, *, quiet: bool = False) -> Iterator[Progress]:
    """Show how far work is until it is over."""
    shown = Progress(what, total, quiet)
    watching = Thread(target=shown.watch, daemon=True)
    if not quiet:
        watching.start()
    try:
        yield shown
    finally:
        shown.end()
        if not quiet:
            watching.join(_PIPE)
