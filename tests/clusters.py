"""A cluster on this machine: workers, honest ones and others, under certificates of the moment.

`python -m clusters` plays a folder of games on it: `make cluster-demo`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from socket import create_server, socket
from ssl import SSLSocket
from threading import Thread

import trustme

from pbem.post.wire import GREETING, hear, say, settings
from pbem.store.parcels import carried_out

PARTS = ("authority.pem", "certificate.pem", "key.pem", "cluster.yaml")
ROOT = Path(__file__).parents[1]
HOST = "127.0.0.1"
Reply = Callable[[bytes], bytes]


@cache
def authority(which: str = "") -> trustme.CA:
    """An authority of the moment."""
    return trustme.CA(organization_name=which or "a club")


def certificates(folder: Path, name: str, at: Sequence[str] = (), *, of: str = "") -> Path:
    """A certificate with a name, and the `cluster.yaml` that names it, with workers."""
    issued = authority(of).issue_cert(HOST, "localhost", common_name=name)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "authority.pem").write_bytes(authority(of).cert_pem.bytes())
    (folder / "certificate.pem").write_bytes(issued.cert_chain_pems[0].bytes())
    (folder / "key.pem").write_bytes(issued.private_key_pem.bytes())
    (folder / "key.pem").chmod(0o600)
    rows = ["format: pbem-cluster/1", *(f"{part[:-4]}: {part}" for part in PARTS[:3])]
    rows += [f"workers: [{', '.join(map(repr, at))}]"] if at else []
    (folder / "cluster.yaml").write_text("".join(f"{row}\n" for row in rows))
    return folder / "cluster.yaml"


@dataclass
class Machines:
    """Workers as `pbem worker` begins them, each a process of its own."""

    folder: Path
    workers: dict[str, subprocess.Popen[str]] = field(default_factory=dict)

    def add(self) -> str:
        """One more worker; where it listens."""
        name = f"worker-{len(self.workers)}"
        file = certificates(self.folder / name, name)
        words = ("-m", "pbem", "worker", f"{HOST}:0", "--certificates", str(file))
        started = subprocess.Popen(
            [sys.executable, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert started.stdout is not None
        told = started.stdout.readline()
        at = told.partition(" at ")[2].partition(",")[0]
        assert at, told
        self.workers[at] = started
        return at

    def kill(self, at: str) -> None:
        """Nothing is heard of it any more."""
        self.workers[at].kill()
        self.workers[at].wait()

    def end(self) -> None:
        """Stop all of it."""
        for one in self.workers.values():
            one.kill()
            one.wait()
            assert one.stdout is not None
            one.stdout.close()


@contextmanager
def machines(folder: Path, workers: int = 2) -> Iterator[Machines]:
    """Workers for a while."""
    found = Machines(folder)
    try:
        for _ in range(workers):
            found.add()
        yield found
    finally:
        found.end()


# --- in this process -----------------------------------------------------------------------------


def honest(parcel: bytes) -> bytes:
    """What a worker answers."""
    return carried_out(parcel)


@contextmanager
def stranger(
    folder: Path, reply: Reply = honest, *, of: str = "", begins: bytes = GREETING + b" 1"
) -> Iterator[str]:
    """Where somebody listens, with a certificate of the authority, who answers as he likes."""

    def talk(one: SSLSocket) -> None:
        say(one, begins)
        say(one, reply(hear(one)))

    with talker(folder, talk, of=of) as at:
        yield at


@contextmanager
def talker(folder: Path, talk: Callable[[SSLSocket], None], *, of: str = "") -> Iterator[str]:
    """The same, who talks as he likes; each talk has a thread of its own."""
    context = settings(certificates(folder, "cellar", of=of)).context(server=True)

    def meet(plain: socket) -> None:
        with suppress(OSError), context.wrap_socket(plain, server_side=True) as one:
            talk(one)

    def open_door() -> None:
        with suppress(OSError):
            while True:
                Thread(target=meet, args=(door.accept()[0],), daemon=True).start()

    with create_server((HOST, 0)) as door:
        Thread(target=open_door, daemon=True).start()
        yield f"{HOST}:{door.getsockname()[1]}"


def main(words: Sequence[str]) -> int:
    """Play some games on a cluster of two workers, and the same alone: both are the same."""
    from post.games import games, plain_bytes

    from pbem.cli import main as pbem

    now = ("--now", "2026-11-20 12:00 UTC")
    root = Path(words[0])
    shutil.rmtree(root, ignore_errors=True)
    games(root / "cluster", int(words[1]))
    shutil.copytree(root / "cluster", root / "alone")
    with machines(root / "machines") as found:
        certificates(root / "cluster", "moderator", [*found.workers])
        print(f"workers at {' and '.join(found.workers)}", flush=True)
        code = pbem(["batch", str(root / "cluster"), "--cluster", *now])
    pbem(["batch", str(root / "alone"), *now])
    same = plain_bytes(root / "cluster") == plain_bytes(root / "alone")
    print("the same bytes" if same else "OTHER BYTES")
    return code or not same


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
