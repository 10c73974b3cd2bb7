"""A cluster on this machine: a scheduler and workers, TLS between them, certificates of the moment.

`python -m clusters` plays a folder of games on it: `make cluster-demo`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import trustme

PARTS = ("authority.pem", "certificate.pem", "key.pem")
SECONDS = 60
ROOT = Path(__file__).parents[1]


def certificates(folder: Path) -> None:
    """The certificate of an authority of the moment, one that it signed, and `cluster.yaml`."""
    authority = trustme.CA()
    issued = authority.issue_cert("localhost", "127.0.0.1")
    folder.mkdir(parents=True, exist_ok=True)
    names = dict(zip(("authority", "certificate", "key"), PARTS, strict=True))
    (folder / PARTS[0]).write_bytes(authority.cert_pem.bytes())
    (folder / PARTS[1]).write_bytes(issued.cert_chain_pems[0].bytes())
    (folder / PARTS[2]).write_bytes(issued.private_key_pem.bytes())
    (folder / PARTS[2]).chmod(0o600)
    rows = "".join(f"{name}: {file}\n" for name, file in names.items())
    (folder / "cluster.yaml").write_text(f"format: pbem-cluster/1\n{rows}")


@dataclass
class Machines:
    """A running cluster: its address, its certificates, its processes."""

    folder: Path
    address: str = ""
    scheduler: subprocess.Popen[bytes] | None = None
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)
    made: int = 0

    def begin(self, number: int) -> None:
        """Start the scheduler and so many workers."""
        told = self.folder / "scheduler.json"
        where = ("--host", "tls://127.0.0.1", "--port", "0", "--scheduler-file", str(told))
        self.scheduler = self._part("scheduler", *where)
        end = time.monotonic() + SECONDS
        while not (told.is_file() and told.read_bytes().rstrip().endswith(b"}")):
            if self.scheduler.poll() is not None or time.monotonic() > end:
                raise AssertionError((self.folder / "scheduler.log").read_text())
            time.sleep(0.1)
        self.address = str(json.loads(told.read_text())["address"])
        for _ in range(number):
            self.add()

    def add(self) -> None:
        """One more worker."""
        name = f"worker-{self.made}"
        self.made += 1
        here = ("--no-nanny", "--nthreads", "1", "--local-directory", str(self.folder / name))
        more = ("--host", "127.0.0.1", "--protocol", "tls", "--name", name)
        self.workers.append(self._part("worker", self.address, *here, *more, log=name))

    def wait(self) -> None:
        """Until a worker is there; on a busy machine that takes longer than a batch waits."""
        end = time.monotonic() + 3 * SECONDS
        while not any(b"Registered to" in self._log(worker) for worker in self.workers):
            if time.monotonic() > end:
                raise AssertionError("no worker came")
            time.sleep(0.1)

    def _log(self, worker: subprocess.Popen[bytes]) -> bytes:
        words = [*map(str, cast("list[str]", worker.args))]
        return (self.folder / f"{words[words.index('--name') + 1]}.log").read_bytes()

    def _part(self, what: str, *words: str, log: str = "") -> subprocess.Popen[bytes]:
        tls = zip(("--tls-ca-file", "--tls-cert", "--tls-key"), PARTS, strict=True)
        secured = [word for name, file in tls for word in (name, str(self.folder / file))]
        command = [sys.executable, "-m", "dask", what, *words, *secured, "--no-dashboard"]
        paths = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
        with (self.folder / f"{log or what}.log").open("wb") as stream:
            return subprocess.Popen(
                command,
                env={**os.environ, "PYTHONPATH": paths},
                stdout=stream,
                stderr=subprocess.STDOUT,
            )

    def end(self) -> None:
        """Stop all of it."""
        for part in (*self.workers, *([self.scheduler] if self.scheduler else [])):
            part.kill()
            part.wait()


@contextmanager
def machines(folder: Path, workers: int = 2) -> Iterator[Machines]:
    """A cluster for a while."""
    certificates(folder)
    found = Machines(folder)
    try:
        found.begin(workers)
        yield found
    finally:
        found.end()


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
        for part in (*PARTS, "cluster.yaml"):
            shutil.copy(root / "machines" / part, root / "cluster" / part)
        print(f"a scheduler at {found.address}, and {len(found.workers)} workers", flush=True)
        code = pbem(["batch", str(root / "cluster"), "--cluster", found.address, *now])
    pbem(["batch", str(root / "alone"), *now])
    same = plain_bytes(root / "cluster") == plain_bytes(root / "alone")
    print("the same bytes" if same else "OTHER BYTES")
    return code or not same


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
