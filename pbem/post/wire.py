"""How the machines of a cluster speak: messages under TLS, both sides with certificates.

The certificates are of the cluster's own authority, which `cluster.yaml` names. A message is its
length in four bytes, and bytes; one that is too long, or late, ends the talk.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from socket import SHUT_RDWR, socket
from threading import Timer
from typing import Any, Final

from pbem.core.data import schemas
from pbem.core.data.findings import PbemError, UsageError
from pbem.core.data.yamlio import read_document
from pbem.post.settings import require_outside
from pbem.store.files import told

FILE: Final = "cluster.yaml"
GREETING: Final = b"pbem-worker/1"  # what a worker says first, and how many runs it plays at once
MOST: Final = 2**24  # bytes of a message: some 200 times those of a large window
REACH: Final = 10  # seconds until the other side must have said who it is
PATIENCE: Final = 120  # seconds for a run
_HEAD: Final = 4


@dataclass(frozen=True, slots=True)
class Settings:
    """What `cluster.yaml` says. Of the runs that workers play one in `replayed` is replayed."""

    authority: Path
    certificate: Path
    key: Path
    workers: tuple[str, ...] = ()
    replayed: int = 1

    def context(self, server: bool) -> ssl.SSLContext:
        """TLS with these certificates: the other side must have one of the same authority."""
        kind = ssl.PROTOCOL_TLS_SERVER if server else ssl.PROTOCOL_TLS_CLIENT
        found = ssl.SSLContext(kind)
        found.minimum_version = ssl.TLSVersion.TLSv1_3
        found.verify_mode = ssl.CERT_REQUIRED
        try:
            found.load_verify_locations(self.authority)
            found.load_cert_chain(self.certificate, self.key, password="")
        except (OSError, ValueError) as trouble:  # of ssl, which names no file
            message = f"{self.authority}, {self.certificate}, {self.key}: {trouble}"
            raise UsageError(message, hint="these must be PEM files that fit each other") from None
        return found


def settings(path: Path) -> Settings:
    """The settings of a cluster, from their file, which lies outside of every game."""
    require_outside(path)
    document = read_document(path)
    findings = schemas.check("core/cluster", document.data, document)
    if findings:
        raise PbemError(f"{path}: these are no settings of a cluster", findings=tuple(findings))
    data: dict[str, Any] = document.data
    files = {name: path.parent / data[name] for name in ("authority", "certificate", "key")}
    for name, file in files.items():
        with told(file):
            if file.stat().st_mode & 0o077 and name == "key":
                raise UsageError(f"{file}: others can read this key", hint=f"chmod 600 {file}")
    part = str(data.get("replay", "all")).rpartition(" ")[2]
    return Settings(
        **files,
        workers=tuple(data.get("workers", ())),
        replayed=1 if part == "all" else int(part),
    )


def address(said: str) -> tuple[str, int]:
    """HOST:PORT as two; UsageError where it is neither."""
    host, _, port = said.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise UsageError(f"'{said}' is no address of a worker", hint="write HOST:PORT")
    return host.strip("[]"), int(port)


def name_of(talk: ssl.SSLSocket) -> str:
    """The common name of the other side's certificate."""
    subject: Any = (talk.getpeercert() or {}).get("subject", ())
    names = (str(part[1]) for row in subject for part in row if part[0] == "commonName")
    return next(names, "")


@contextmanager
def limited(talk: ssl.SSLSocket, seconds: float) -> Iterator[None]:
    """Whatever the other side does, this part of a talk is over after so many seconds."""
    late: list[float] = []

    def end() -> None:
        late.append(seconds)
        with suppress(OSError):
            socket.shutdown(talk, SHUT_RDWR)

    timer = Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    except OSError:
        if late:
            raise TimeoutError(f"no answer in {seconds:g} seconds") from None
        raise
    finally:
        timer.cancel()


def say(talk: ssl.SSLSocket, message: bytes) -> None:
    """Send a message."""
    talk.sendall(len(message).to_bytes(_HEAD) + message)


def hear(talk: ssl.SSLSocket, most: int = MOST) -> bytes:
    """The next message; OSError where none comes that is whole and short enough."""
    length = int.from_bytes(_bytes(talk, _HEAD))
    if length > most:
        raise OSError(f"it sends a message of {length} bytes")
    return _bytes(talk, length)


def _bytes(talk: ssl.SSLSocket, number: int) -> bytes:
    found = bytearray()
    while len(found) < number:
        piece = talk.recv(min(number - len(found), 2**16))
        if not piece:
            raise OSError("it ended the talk")
        found += piece
    return bytes(found)
