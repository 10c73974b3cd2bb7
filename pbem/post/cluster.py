"""The runs of a batch played by workers on other machines, which are strangers.

Everything but play stays here: games are looked at, sealed, locked and written by this process, a
thread for each game that is under way. A worker gets a parcel and sends back a log
(`store.parcels`). This process plays the run too and compares the two to the byte; what it came to
itself is what it goes on with. Where `cluster.yaml` has a sample replayed, which runs these are
hangs on the keys of their games, so that no worker can know; the log of each other says so.

Decides: that a worker whose log is another is named and gets no more work; that the work of one
that is lost goes to another, and to this process where none is left.
"""

from __future__ import annotations

import re
import ssl
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from socket import create_connection
from threading import Condition, Lock
from typing import Final, TypeVar

from pbem.core.data.findings import PbemError, UsageError
from pbem.core.data.letters import shown_in_line
from pbem.post.crews import Lost
from pbem.post.wire import (
    FILE,
    GREETING,
    MOST,
    PATIENCE,
    REACH,
    address,
    hear,
    limited,
    name_of,
    say,
    settings,
)
from pbem.store.parcels import (
    FAILED,
    OTHER,
    UNFIT,
    Unlike,
    first_difference,
    is_finished,
    log_of,
    parcel_of,
    taken_on_trust,
)
from pbem.store.working import Done, Job, work

T = TypeVar("T")

_UNDER_WAY: Final = 4  # games for each run that workers play: some play while others are written
_MOST_THREADS: Final = 64
_LOSSES: Final = 3  # so often in turn a worker loses its work until it gets no more
_GREETED: Final = re.compile(GREETING + rb" ([1-9][0-9]{0,2})")
_LONG: Final = 60  # letters of a name that are shown
_SAID: Final = {
    UNFIT: "could not read a run that this program reads",
    FAILED: "could not play a run that this program plays",
}


@dataclass(eq=False, slots=True)
class Worker:
    """A worker as it is spoken to: where, under which name, how many runs it plays at once."""

    at: str
    context: ssl.SSLContext
    name: str = ""
    jobs: int = 0
    losses: int = 0
    trusted: list[str] = field(default_factory=list)  # the runs that nobody replayed

    def __str__(self) -> str:
        return f"the worker '{self.name}' at {self.at}" if self.name else f"the worker at {self.at}"

    @contextmanager
    def talk(self, seconds: float) -> Iterator[ssl.SSLSocket]:
        """A talk with it, once it has said who it is; it waits until one of its runs is over."""
        host, port = address(self.at)
        plain = create_connection((host, port), timeout=REACH)
        plain.settimeout(None)
        with self.context.wrap_socket(
            plain, server_hostname=host, do_handshake_on_connect=False
        ) as talk:
            with limited(talk, seconds):
                talk.do_handshake()
                greeted = _GREETED.fullmatch(hear(talk, most=_LONG))
            name = shown_in_line(name_of(talk))[:_LONG]
            if greeted is None or not name:
                raise OSError("it is no worker, or its certificate has no common name")
            self.name, self.jobs = name, int(greeted[1])
            yield talk

    def played(self, parcel: bytes, patience: float) -> bytes:
        """What it sends back of a parcel; OSError where it is lost."""
        with self.talk(patience) as talk, limited(talk, patience):
            say(talk, parcel)
            log = hear(talk)
        if log == OTHER:
            raise OSError("it has another program: install this one there")
        return log


@dataclass(slots=True)
class Cluster:
    """Workers, as a batch has them play. Of their runs one in `replayed` is played here too."""

    workers: Sequence[Worker]
    replayed: int = 1
    patience: float = PATIENCE
    troubles: list[str] = field(default_factory=list)
    _free: list[Worker] = field(default_factory=list)  # one for each run that may be played now
    _left: list[Worker] = field(default_factory=list)
    _changed: Condition = field(default_factory=Condition)
    _playing: Lock = field(default_factory=Lock)  # threads of one process play no faster together

    def __post_init__(self) -> None:
        self._left += self.workers
        self._free += (worker for worker in self.workers for _ in range(worker.jobs))

    def each(
        self, do: Callable[[str], T], folders: Sequence[str]
    ) -> Iterator[tuple[str, T | Lost]]:
        """Every folder with what came of it, as it comes to its end."""
        with ThreadPoolExecutor(min(_MOST_THREADS, _UNDER_WAY * len(self._free) or 1)) as pool:
            works = {pool.submit(do, folder): folder for folder in folders}
            try:
                for one in as_completed(works):
                    yield works[one], one.result()
            finally:
                pool.shutdown(cancel_futures=True)

    def by(self, job: Job) -> Done:
        """A run played by some worker, and replayed or taken on trust; or played here alone."""
        parcel, tried = parcel_of(job), list[Worker]()
        most = _LOSSES if len(parcel) <= MOST else 0
        while len(tried) < most and (worker := self._taken(tried)) is not None:
            tried.append(worker)
            try:
                log = worker.played(parcel, self.patience)
            except Exception as trouble:  # whatever a stranger does, his place is free again
                self._give_back(worker, f"{worker} lost {_run(job)}: {trouble}")
            else:
                self._give_back(worker)
                return self._judged(worker, job, log)
        return self._here(job)

    def _here(self, job: Job) -> Done:
        with self._playing:
            return work(job)

    def _taken(self, tried: Sequence[Worker]) -> Worker | None:
        """A worker that has time, and has not tried it; None where none such is left."""
        with self._changed:
            while any(worker not in tried for worker in self._left):
                for worker in self._free:
                    if worker not in tried:
                        self._free.remove(worker)
                        return worker
                self._changed.wait()
        return None

    def _give_back(self, worker: Worker, trouble: str = "") -> None:
        """It has time again; who loses work again and again gets no more."""
        with self._changed:
            worker.losses = worker.losses + 1 if trouble else 0
            self.troubles += [trouble] if trouble else []
            if worker.losses == _LOSSES:
                self._set_aside(worker, f"{worker} gets no more work")
            elif worker in self._left:
                self._free.append(worker)
            self._changed.notify_all()

    def _set_aside(self, worker: Worker, why: str) -> None:
        with self._changed:
            self.troubles.append(why)
            self._left = [one for one in self._left if one is not worker]
            self._free = [one for one in self._free if one is not worker]
            self._changed.notify_all()

    def _judged(self, worker: Worker, job: Job, log: bytes) -> Done:
        """What came of a run, which a worker says went so."""
        if job.lot % self.replayed and worker in self._left and is_finished(log):
            try:
                with self._playing:
                    done = taken_on_trust(log, job, worker.name)
            except Unlike:
                pass  # it is found out now
            else:
                worker.trusted.append(_run(job))
                return replace(done, remark=f"played by {worker}, not replayed")
        done = self._here(job)
        line = first_difference(log_of(done.course.entries), log)
        if not line:
            return done
        lie = f"sent another log, from line {line} on; this program's own counts"
        remark = f"{worker} {_SAID.get(log, lie)}"
        self._set_aside(worker, f"{_run(job)}: {remark}; it gets no more work{_doubted(worker)}")
        return replace(done, remark=remark)


def _run(job: Job) -> str:
    return f"run {job.state.clock.run + 1} of {job.state.game}"


def _doubted(worker: Worker) -> str:
    """What else a liar played, that nobody replayed."""
    runs = ", ".join(worker.trusted)
    return f"; nobody replayed {runs} that it played: pbem audit --game does" if runs else ""


def cluster(folder: Path) -> Cluster:
    """The workers that `cluster.yaml` of a folder of games names, as far as they can be reached."""
    path = folder / FILE
    said = settings(path)
    if not said.workers:
        raise UsageError(f"{path}: no workers are named", hint="workers: [HOST:PORT, …]")
    for at in said.workers:
        address(at)
    context = said.context(server=False)
    workers = [Worker(at, context) for at in said.workers]
    with ThreadPoolExecutor(min(_MOST_THREADS, len(workers))) as pool:
        troubles = [found for found in pool.map(_trouble_with, workers) if found]
    if len(troubles) == len(workers):
        message = f"no worker can be reached: {'; '.join(troubles)}"
        raise PbemError(message, hint="without --cluster this machine plays")
    return Cluster([one for one in workers if one.jobs], said.replayed, troubles=troubles)


def _trouble_with(worker: Worker) -> str:
    """What is told of a worker that cannot be reached."""
    try:
        with worker.talk(REACH):
            return ""
    except Exception as trouble:  # as above
        return f"{worker}: {trouble}"
