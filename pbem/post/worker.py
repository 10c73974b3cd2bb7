"""A machine that plays runs for the batches of others: `pbem worker`.

Decides: that each of its processes takes one parcel after the other, that it begins anew what dies,
and that a talk that takes too long, or a run, ends with the process that has it. A worker writes
nothing and keeps nothing, and what it is sent it plays and does not run (`store.parcels`).
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from socket import create_server, socket
from ssl import SSLContext
from threading import Thread
from typing import Final

from pbem.core.data.findings import UsageError
from pbem.post.cluster import Worker
from pbem.post.crews import begin_process
from pbem.post.wire import GREETING, PATIENCE, REACH, hear, limited, say, settings
from pbem.store.parcels import carried_out

_PAUSE: Final = 1  # seconds before a process is begun anew
_WAITING: Final = 64  # talks that may wait until a process is free


def listen(host: str, port: int) -> socket:
    """Where batches reach this worker."""
    try:
        return create_server((host, port), backlog=_WAITING)
    except OSError as trouble:
        raise UsageError(f"{host}:{port}: {trouble.strerror or trouble}") from None


def check_here(host: str, certificates: Path) -> str:
    """The name under which batches meet this worker; UsageError where they would not meet it."""
    said = settings(certificates)
    with listen(host, 0) as door:
        one = Worker(f"{host}:{door.getsockname()[1]}", said.context(server=False))
        Thread(target=answer, args=(door, said.context(server=True)), daemon=True).start()
        try:
            with one.talk(REACH):
                return one.name
        except OSError as trouble:
            message = f"{certificates}: with these certificates nobody reaches {host}: {trouble}"
            raise UsageError(message) from None


def serve(door: socket, certificates: Path, jobs: int) -> None:
    """Play what comes, so many runs at once, until this process is ended."""
    context = get_context("spawn")
    processes: list[BaseProcess] = []
    while True:
        while len(processes) < jobs:
            one = context.Process(target=_take, args=(door, certificates, jobs), daemon=True)
            one.start()
            processes.append(one)
        wait([one.sentinel for one in processes])
        time.sleep(_PAUSE)
        processes = [one for one in processes if one.is_alive()]


def _take(door: socket, certificates: Path, jobs: int) -> None:
    """What a process of a worker does, for ever."""
    begin_process()
    context = settings(certificates).context(server=True)
    with suppress(KeyboardInterrupt):
        while True:
            answer(door, context, jobs, ended_after)


@contextmanager
def ended_after(seconds: float = PATIENCE) -> Iterator[None]:
    """The kernel ends this process if what it does takes longer: no thread of its own could, while
    one step of Python lasts.
    """
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def answer(
    door: socket,
    context: SSLContext,
    jobs: int = 1,
    limit: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> None:
    """Play the parcel of the next who comes; who has no certificate, or no parcel, gets nothing.
    `limit`: within which the run is played.
    """
    plain, _ = door.accept()
    with (
        suppress(OSError),
        plain,
        context.wrap_socket(plain, server_side=True, do_handshake_on_connect=False) as talk,
    ):
        with limited(talk, REACH):
            talk.do_handshake()
            say(talk, b"%s %d" % (GREETING, jobs))
            parcel = hear(talk)
        with limit():
            log = carried_out(parcel)
        with limited(talk, REACH):
            say(talk, log)
