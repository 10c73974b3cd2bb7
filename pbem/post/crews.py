"""Who does the work of a batch: this process alone, or several side by side.

Decides: that work whose process was killed is done again, and the rest with it; what kills its
process again and again, when it is done by a process of its own, is given up.
Leaves to `cluster`: other machines.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Final, Protocol, TypeVar

from pbem.store.parsed import keep_parsed
from pbem.store.working import Work, work

T = TypeVar("T")

POOLS: Final = 3  # so many times all that is left is tried together


@dataclass(frozen=True, slots=True)
class Lost:
    """Work that was not done, and why."""

    why: str


class Crew(Protocol):
    """Who does something for each of many folders."""

    @property
    def by(self) -> Work:
        """Who plays the runs."""

    @property
    def troubles(self) -> Sequence[str]:
        """What is told in the end of those who did the work."""

    def each(
        self, do: Callable[[str], T], folders: Sequence[str]
    ) -> Iterator[tuple[str, T | Lost]]:
        """Every folder with what came of it, as it comes to its end."""


class Alone:
    """This process, one folder after the other."""

    by: Work = staticmethod(work)
    troubles: Sequence[str] = ()

    def each(
        self, do: Callable[[str], T], folders: Sequence[str]
    ) -> Iterator[tuple[str, T | Lost]]:
        """Every folder with what came of it."""
        for folder in folders:
            yield folder, do(folder)


class Several:
    """Processes side by side."""

    by: Work = staticmethod(work)
    troubles: Sequence[str] = ()

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def each(
        self, do: Callable[[str], T], folders: Sequence[str]
    ) -> Iterator[tuple[str, T | Lost]]:
        """Every folder with what came of it, as it comes to its end."""
        left = list(folders)
        for _ in range(POOLS):
            for folder, found in self._together(do, left):
                left.remove(folder)
                yield folder, found
        for folder in left:
            alone = [one for _, one in Several(1)._together(do, [folder])]
            yield folder, alone[0] if alone else Lost("its process was killed each time")

    def _together(self, do: Callable[[str], T], folders: Sequence[str]) -> Iterator[tuple[str, T]]:
        """Every folder that was ended before a process was killed, which stops the others too."""
        if not folders:
            return
        jobs = min(self.jobs, len(folders))
        try:
            with ProcessPoolExecutor(jobs, get_context("spawn"), begin_process) as pool:
                works = {pool.submit(do, folder): folder for folder in folders}
                try:
                    for work in as_completed(works):
                        yield works[work], work.result()
                finally:
                    pool.shutdown(cancel_futures=True)
        except BrokenProcessPool:
            return


def begin_process() -> None:
    """What each process does first: it keeps what it parses, and ends when its master is gone.

    Who waits for work would else wait for ever; what it was at is as after any other kill.
    """
    keep_parsed()
    Thread(target=_end_with_master, daemon=True).start()


def _end_with_master() -> None:
    master = parent_process()
    if master is not None:
        master.join()
        os._exit(1)
