"""`mail.yaml`: whose name letters bear, and the servers through which they go and come.

A password stands in a file that only its owner can read, or in a variable of the environment;
never in `mail.yaml`, in a command line or in a log. Servers are spoken to under TLS with checked
certificates; without it only on this machine.
"""

from __future__ import annotations

import os
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path
from typing import Any, Final

from pbem.core.data import schemas
from pbem.core.data.findings import PbemError, UsageError
from pbem.core.data.yamlio import MAX_TYPED_BYTES, decode, read_bytes, read_text_as_document
from pbem.store.directory import GameDirectory
from pbem.store.files import told

FILE: Final = "mail.yaml"
TLS, STARTTLS, NONE = "tls", "starttls", "none"
SMTP_PORTS: Final = {TLS: 465, STARTTLS: 587, NONE: 25}
IMAP_PORTS: Final = {TLS: 993, STARTTLS: 143, NONE: 143}
LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Server:
    """A mail server: how it is reached, and as whom."""

    host: str
    port: int
    security: str = TLS
    user: str = ""
    password: str = ""
    authority: Path | None = None

    def context(self) -> ssl.SSLContext:
        """What checks its certificate: the machine's authorities, or the one of a file."""
        try:
            return ssl.create_default_context(cafile=self.authority)
        except (OSError, ssl.SSLError) as trouble:
            raise UsageError(
                f"{self.authority}: no certificate is read there ({trouble})"
            ) from None


def told_of_line(trouble: Exception) -> str:
    """What went wrong on the line to a server; of a certificate, why it is not trusted."""
    if isinstance(trouble, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted: {trouble.verify_message}"
    words = trouble.strerror if isinstance(trouble, OSError) else ""
    return words or str(trouble) or type(trouble).__name__


@dataclass(frozen=True, slots=True)
class Settings:
    """What `mail.yaml` says; `sender` is empty where there is none."""

    sender: str = ""
    smtp: Server | None = None
    sendmail: str = ""
    imap: Server | None = None
    folder: str = "INBOX"
    picture: int = 0  # pixels across of the map in letters; none if 0
    battles: int = 0  # of the picture of a player's own battles; none if 0


def settings(directory: GameDirectory) -> Settings:
    """The settings of a game: its own `mail.yaml`, or that of the folder in which it lies."""
    return settings_in(directory.root, directory.root.resolve().parent)


def password_files(path: Path) -> tuple[Path, ...]:
    """The files with the passwords that a `mail.yaml` names; nothing of what they hold is read."""
    if not path.is_file():
        return ()
    data = read_text_as_document(decode(read_bytes(path, MAX_TYPED_BYTES), str(path)), "").data
    servers = (data.get(name) for name in ("smtp", "imap")) if isinstance(data, dict) else ()
    named = (server.get("password_file") for server in servers if isinstance(server, dict))
    return tuple((path.parent / name).resolve() for name in named if isinstance(name, str))


def settings_in(*folders: Path) -> Settings:
    """The settings of the first folder that has some."""
    files = (folder / FILE for folder in folders)
    return next((_read(path) for path in files if path.is_file()), Settings())


def _read(path: Path) -> Settings:
    document = read_text_as_document(
        decode(read_bytes(path, MAX_TYPED_BYTES), str(path)), str(path)
    )
    findings = schemas.check("core/mail", document.data, document)
    if findings:
        raise PbemError(f"{path}: these are no settings for mail", findings=tuple(findings))
    data = document.data
    if not parseaddr(data["from"])[1]:
        raise UsageError(f"{path}: '{data['from']}' is no address", hint="from: NAME <ADDRESS>")
    smtp = _server(data["smtp"], path, SMTP_PORTS) if "smtp" in data else None
    imap = _server(data["imap"], path, IMAP_PORTS) if "imap" in data else None
    folder = data.get("imap", {}).get("folder", "INBOX")
    return Settings(
        sender=data["from"],
        smtp=smtp,
        sendmail=data.get("sendmail", ""),
        imap=imap,
        folder=folder,
        picture=data.get("picture", 0),
        battles=data.get("battles", 0),
    )


def _server(data: dict[str, Any], path: Path, ports: Mapping[str, int]) -> Server:
    """A server; the password is fetched from where `mail.yaml` says that it is."""
    security = data.get("security", TLS)
    if security == NONE and data["host"] not in LOOPBACK:
        hint = "security: tls, or starttls; none is for a server on this machine"
        raise UsageError(f"{path}: mail to {data['host']} would go out unprotected", hint=hint)
    authority = path.parent / data["authority"] if "authority" in data else None
    password = _password(data, path)
    port = data.get("port", ports[security])
    return Server(data["host"], port, security, data.get("user", ""), password, authority)


def _password(data: dict[str, Any], path: Path) -> str:
    if "password_variable" in data:
        name = data["password_variable"]
        if name not in os.environ:
            raise UsageError(f"{path}: the variable {name} with the password is not set")
        return str(os.environ[name])
    if "password_file" not in data:
        return ""
    file = path.parent / data["password_file"]
    with told(file):
        if file.stat().st_mode & 0o077:
            raise UsageError(f"{file}: others can read this password", hint=f"chmod 600 {file}")
        return str(file.read_text(encoding="utf-8")).strip()
