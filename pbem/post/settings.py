"""`mail.yaml`: whose name letters bear, and the servers through which they go and come.

It is the moderator's own: it stands in the folder above his games, and counts only outside of every
game, for what lies in a game may have come with it in an archive, from anybody.

A password stands in a file that only its owner can read, or in a variable of the environment;
never in `mail.yaml`, in a command line or in a log. Servers are spoken to under TLS with checked
certificates; without it only on this machine.
"""

from __future__ import annotations

import os
import shlex
import ssl
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from pbem.core.data import schemas
from pbem.core.data.addresses import address_in
from pbem.core.data.findings import PbemError, UsageError, Where, error
from pbem.core.data.yamlio import decode, read_document, read_text_as_document
from pbem.store.directory import GameDirectory, game_around
from pbem.store.files import told

FILE: Final = "mail.yaml"
WHERE: Final = f"in {FILE} in the folder above the games"
TLS, STARTTLS, NONE = "tls", "starttls", "none"
SMTP_PORTS: Final = {TLS: 465, STARTTLS: 587, NONE: 25}
IMAP_PORTS: Final = {TLS: 993, STARTTLS: 143, NONE: 143}
LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
_PICTURES: Final = ("picture", "battles")  # these command nothing
_SIZES: Final = (*_PICTURES, "port")


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
    """The settings of a game: those of the folder in which it lies, which are the moderator's own.

    A `mail.yaml` in the game may say only how large the pictures are in its letters.
    """
    above = directory.root.resolve().parent
    said, here = (_said(folder / FILE) for folder in (above, directory.root))
    return replace(said, picture=here.picture or said.picture, battles=here.battles or said.battles)


def _said(path: Path) -> Settings:
    """What a `mail.yaml` says, if it is there."""
    if not path.is_file():
        return Settings()
    game = game_around(path)
    return _read(path) if game is None else _of_pictures(path, game)


def _of_pictures(path: Path, game: Path) -> Settings:
    """A `mail.yaml` that lies in a game: it may have come with it, so it commands nothing."""
    document = read_document(path)
    said = document.data if isinstance(document.data, dict) else {}
    commands = [key for key in said if key not in ("format", *_PICTURES)]
    if commands:
        raise _inside_a_game(path, game, document.where_key(commands[:1]), commands)
    findings = schemas.check("core/mail-in-game", document.data, document)
    if findings:
        raise PbemError(f"{path}: these are no settings of a game", findings=tuple(findings))
    return Settings(picture=said.get("picture", 0), battles=said.get("battles", 0))


def require_outside(path: Path) -> None:
    """Refuse another file of settings that lies in a game."""
    game = game_around(path)
    if game is not None and path.exists():
        raise _inside_a_game(path, game, Where(str(path), 1, 1))


def _inside_a_game(path: Path, game: Path, where: Where, said: Iterable[str] = ()) -> PbemError:
    """What is told of settings that lie in a game: whoever sent the game may have written them."""
    names = ", ".join(f"'{name}'" for name in said) or path.name
    words = f"{names}: this counts only outside of every game; it lies in the game {game.name}"
    finding = error("inside-a-game", words, where=where, hint=_where_it_belongs(path, game))
    return PbemError(str(finding), findings=(finding,))


def _where_it_belongs(path: Path, game: Path) -> str:
    there = game.parent / path.name
    if path.is_symlink():
        return "put the file itself there, not a link"
    if there.exists():
        return f"{there} counts: put there what you want of it, and remove {path}"
    move = shlex.join(["mv", str(path), str(there)])
    return f"if you wrote it: {move}; names of files in it then count from {game.parent}"


def passwords(directory: GameDirectory) -> tuple[Path, ...]:
    """The files with passwords that the settings of a game name; nothing in them is read."""
    folders = (directory.root, directory.root.resolve().parent)
    return tuple(file for folder in folders for file in _password_files(folder / FILE))


def _password_files(path: Path) -> tuple[Path, ...]:
    if not path.is_file():
        return ()
    data = read_document(path).data
    servers = (data.get(name) for name in ("smtp", "imap")) if isinstance(data, dict) else ()
    named = (server.get("password_file") for server in servers if isinstance(server, dict))
    return tuple((path.parent / name).resolve() for name in named if isinstance(name, str))


def pictures_in(text: bytes) -> dict[str, int]:
    """How large pictures are by the text of a `mail.yaml` that does not count here."""
    try:
        said = read_text_as_document(decode(text, FILE), FILE).data
    except PbemError:
        return {}
    found = {name: said.get(name) for name in _PICTURES} if isinstance(said, dict) else {}
    return {name: size for name, size in found.items() if type(size) is int}


def _read(path: Path) -> Settings:
    document = read_document(path)
    findings = schemas.check("core/mail", document.data, document)
    if findings:
        raise PbemError(f"{path}: these are no settings for mail", findings=tuple(findings))
    data = _in_words(document.data)
    if not address_in(data["from"]):
        raise UsageError(f"{path}: '{data['from']}' is no address", hint="from: NAME <ADDRESS>")
    smtp = _server(data["smtp"], path, SMTP_PORTS) if "smtp" in data else None
    imap = _server(data["imap"], path, IMAP_PORTS) if "imap" in data else None
    folder = data.get("imap", {}).get("folder", "INBOX")
    return Settings(
        sender=data["from"],
        smtp=smtp,
        sendmail=_program(data.get("sendmail", ""), path),
        imap=imap,
        folder=folder,
        picture=data.get("picture", 0),
        battles=data.get("battles", 0),
    )


def _in_words(data: Mapping[str, Any]) -> dict[str, Any]:
    """What is typed, as text but where a number is meant: a user may be called 7."""
    return {
        key: _in_words(said) if isinstance(said, dict) else said if key in _SIZES else str(said)
        for key, said in data.items()
    }


def _program(said: str, path: Path) -> str:
    """A program; a path counts from `mail.yaml`, not from the folder in which somebody stands."""
    return str(path.parent / said) if "/" in said else said


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
    if not file.is_file():
        hint = f"its name counts from {path.parent}"
        raise UsageError(f"{path}: there is no file {file} with the password", hint=hint)
    with told(file):
        if file.stat().st_mode & 0o077:
            raise UsageError(f"{file}: others can read this password", hint=f"chmod 600 {file}")
        return str(file.read_text(encoding="utf-8")).strip()
