"""The outbox of a game delivered: each letter once, whatever stops the command.

A letter that the server took goes from `outbox/` to `sent/`. Before its text is handed over the
mark `NAME.trying` is put beside it, and taken away once the server has said what it did. A mark
that is found later tells of a command that was stopped in between: whether that letter went out
nobody knows, so it is listed and repeated only when told to, under the same Message-ID.

Decides: what is sent, in which order, what is tried again, what is told. Leaves to `outgoing`: what
letters say; to `held`: which letters are not this moderator's own.
"""

from __future__ import annotations

import json
import os
import smtplib
import ssl
import subprocess
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from pbem.core.data.addresses import address_typed
from pbem.core.data.findings import UsageError, suggest
from pbem.core.data.yamlio import MAX_DATA_BYTES
from pbem.post.heads import heads_of
from pbem.post.held import BROUGHT, in_own_name, is_strange, named_in, why_held
from pbem.post.outgoing import OUTBOX, SENT
from pbem.post.settings import (
    NONE,
    STARTTLS,
    TLS,
    WHERE,
    Server,
    Settings,
    settings,
    told_of_line,
)
from pbem.store.directory import GameDirectory
from pbem.store.files import files_in, inside, move, read_inside, told, write_file

MARK: Final = ".trying"
LOG: Final = Path("mail", "send.log")
WAITS: Final = (1, 4)  # seconds before a letter that could not be sent is tried again
TIMEOUT: Final = 60
TOOK: Final = 250


class Refused(Exception):
    """The server did not take a letter; `later`: it may if it is asked again."""

    def __init__(self, why: str, later: bool = False) -> None:
        super().__init__(why)
        self.later = later


class FateUnknown(Exception):
    """The line broke after the letter was handed over and before the server answered."""


class Carrier(Protocol):
    """What takes letters: a server, a program."""

    def carry(self, sender: str, to: str, raw: bytes, handing: Callable[[], None]) -> str:
        """Hand a letter over and return what was answered; `handing` is called just before."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """What became of a letter: sent, waiting (a dry run), held, unsent, or unknown."""

    name: str
    to: str
    subject: str
    outcome: str
    told: str = ""


def deliver(
    directory: GameDirectory, again: Collection[str] = (), dry: bool = False, held: bool = False
) -> Iterator[Delivered]:
    """Send what lies in the outbox; the caller holds the lock.

    `again`: letters of unknown fate that are repeated; `held`: whether those that are held go, too.
    """
    letters = waiting_letters(directory)
    _refuse_strangers(again, letters)
    log = _log_of(directory)
    said = settings(directory)
    if not dry:
        _sweep(directory)
    with _carrier(said, bool(letters) and not dry) as carrier:
        for path in letters:
            raw = read_inside(directory.root, path, MAX_DATA_BYTES)
            mark = path.with_suffix(MARK)
            if mark.exists() and path.stem not in again:
                why = f"a command was stopped while it sent this; pbem send --again {path.stem}"
                yield _row(path, raw, "unknown", why)
            elif why := _stays(directory, path, raw, "" if held else said.sender):
                yield _row(path, raw, "held", why)
            elif carrier is None:
                yield _row(path, raw, "waiting")
            else:
                if why_held(directory, path, raw, said.sender):
                    write_file(path, in_own_name(raw, said.sender), private=True)
                yield _sent(directory, path, carrier, said, log=log)


def _stays(directory: GameDirectory, path: Path, raw: bytes, sender: str) -> str:
    """Why a letter stays in the outbox; nothing where it goes. Without a `sender` it goes in
    whosever name it was written.
    """
    if why := is_strange(raw):
        return f"pbem wrote no such letter: {why}; if nobody misses it, remove {path}"
    why = why_held(directory, path, raw, sender) if sender else ""
    return f"{why}; pbem send --held sends it in your name" if why else ""


def waiting_letters(directory: GameDirectory) -> list[Path]:
    """What lies in the outbox, in the order of its names."""
    return files_in(directory.root, directory.root / OUTBOX, "*.eml")


def _sweep(directory: GameDirectory) -> None:
    """Marks of letters that went out as the command was stopped are taken away."""
    for end in (MARK, BROUGHT):
        for mark in files_in(directory.root, directory.root / OUTBOX, f"*{end}"):
            if not mark.with_suffix(".eml").exists():
                _unmark(mark)


def _refuse_strangers(again: Collection[str], letters: Collection[Path]) -> None:
    unknown = [path.stem for path in letters if path.with_suffix(MARK).exists()]
    for name in again:
        if name not in unknown:
            hint = suggest(name, unknown) if unknown else "there is none"
            raise UsageError(f"'{name}' is no letter of unknown fate", hint=hint)


def _sent(
    directory: GameDirectory, path: Path, carrier: Carrier, said: Settings, *, log: Path
) -> Delivered:
    """One letter sent, or told why not; tried again where the server may take it later."""
    raw = read_inside(directory.root, path, MAX_DATA_BYTES)
    mark = path.with_suffix(MARK)
    sender, to = address_typed(said.sender), named_in(raw, "to")
    row = _row(path, raw, "unsent")
    taken = inside(directory.root, directory.root / SENT) / path.name
    with told(taken.parent):
        taken.parent.mkdir(parents=True, exist_ok=True)  # before there is anything to put there
    for wait in (*WAITS, None):
        try:
            answer = carrier.carry(sender, to, raw, lambda: write_file(mark, ""))
        except FateUnknown as trouble:
            row = _row(path, raw, "unknown", str(trouble))
            break
        except Refused as trouble:
            _unmark(mark)
            row = _row(path, raw, "unsent", str(trouble))
            if wait is None or not trouble.later:
                break
            time.sleep(wait)
        else:
            move(path, taken)
            _unmark(mark)
            _unmark(path.with_suffix(BROUGHT))
            row = _row(path, raw, "sent", answer)
            break
    _log(log, row)
    return row


def _unmark(mark: Path) -> None:
    with told(mark):
        mark.unlink(missing_ok=True)


def _row(path: Path, raw: bytes, outcome: str, why: str = "") -> Delivered:
    return Delivered(path.stem, _header(raw, "to"), _header(raw, "subject"), outcome, why)


def _header(raw: bytes, name: str) -> str:
    return heads_of(raw)[0].said(name)


def _log_of(directory: GameDirectory) -> Path:
    """Where the log lies; it is written on, so a link in its place would write into another file.

    That is asked before a letter goes out.
    """
    return inside(directory.root, directory.root / LOG)


def _log(path: Path, row: Delivered) -> None:
    """A line of the log; it tells whom, what, and the server's answer. One cut off ends there."""
    line: dict[str, Any] = {
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "letter": row.name,
        "to": row.to,
        "outcome": row.outcome,
        "told": row.told,
    }
    with told(path):
        path.parent.mkdir(mode=0o700, exist_ok=True)
        with path.open("ab+") as stream:
            stream.seek(-min(1, stream.tell()), os.SEEK_END)
            cut_off = stream.read(1) not in (b"", b"\n")
            text = json.dumps(line, ensure_ascii=False) + "\n"
            stream.write(("\n" * cut_off + text).encode())


# --- carriers ------------------------------------------------------------------------------------


@contextmanager
def _carrier(said: Settings, needed: bool) -> Iterator[Carrier | None]:
    """What letters are handed to, as `mail.yaml` says; None where nothing is sent."""
    if not needed:
        yield None
    elif said.smtp is not None:
        post = Smtp(said.smtp)
        try:
            yield post
        finally:
            post.close()
    elif said.sendmail:
        yield Sendmail(said.sendmail)
    else:
        hint = f"write smtp: {{host: …}}, or sendmail: …, {WHERE}"
        raise UsageError("mail.yaml names no server", hint=hint)


class Smtp:
    """A server that speaks SMTP; one connection for all letters of a command."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.line: smtplib.SMTP | None = None

    def carry(self, sender: str, to: str, raw: bytes, handing: Callable[[], None]) -> str:
        """Hand a letter over: before its text a broken line loses nothing, after it one may."""
        try:
            line = self._connected()
            _took(line.mail(sender))
            _took(line.rcpt(to))
        except (smtplib.SMTPException, OSError) as trouble:
            self.close()
            raise Refused(_why(trouble), later=_may_later(trouble)) from None
        handing()
        try:
            code, answer = line.data(raw)
        except smtplib.SMTPDataError as trouble:
            raise Refused(_why(trouble), later=_may_later(trouble)) from None
        except (smtplib.SMTPException, OSError) as trouble:
            self.close()
            raise FateUnknown(f"the line broke while it was sent: {_why(trouble)}") from None
        if code != TOOK:
            raise Refused(_words(code, answer), later=code < 500)
        return _words(code, answer)

    def close(self) -> None:
        """Take leave of the server, if it still listens."""
        line, self.line = self.line, None
        if line is not None:
            try:
                line.quit()
            except (smtplib.SMTPException, OSError):
                line.close()

    def _connected(self) -> smtplib.SMTP:
        """The open line, or a new one: under TLS, and as the user that the settings name."""
        if self.line is not None:
            return self.line
        server, context = (
            self.server,
            self.server.context() if self.server.security != NONE else None,
        )
        if server.security == TLS:
            line: smtplib.SMTP = smtplib.SMTP_SSL(
                server.host, server.port, timeout=TIMEOUT, context=context
            )
        else:
            line = smtplib.SMTP(server.host, server.port, timeout=TIMEOUT)
        self.line = line
        if server.security == STARTTLS:
            line.starttls(context=context)
        line.ehlo_or_helo_if_needed()
        if server.user:
            _log_in(line, server)
        return line


def _log_in(line: smtplib.SMTP, server: Server) -> None:
    """Say who sends; a server that hangs up then does not know him."""
    try:
        line.login(server.user, server.password)
    except smtplib.SMTPServerDisconnected:
        raise smtplib.SMTPAuthenticationError(535, "") from None


def _took(reply: tuple[int, bytes]) -> None:
    code, words = reply
    if code not in (TOOK, 251):
        raise smtplib.SMTPResponseException(code, words)


def _may_later(trouble: Exception) -> bool:
    """Whether the same letter may be taken later: the line broke, or the server said so."""
    if isinstance(trouble, smtplib.SMTPAuthenticationError):
        return False
    if isinstance(trouble, smtplib.SMTPResponseException):
        return trouble.smtp_code < 500
    return not isinstance(trouble, ssl.SSLCertVerificationError)


def _why(trouble: Exception) -> str:
    """What went wrong, without what was sent."""
    if isinstance(trouble, smtplib.SMTPAuthenticationError):
        return f"{trouble.smtp_code}: the server does not know this user or password"
    if isinstance(trouble, smtplib.SMTPResponseException):
        return _words(trouble.smtp_code, trouble.smtp_error)
    return told_of_line(trouble)


def _words(code: int, answer: bytes | str) -> str:
    said = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
    return f"{code} {' '.join(said.split())}"


class Sendmail:
    """A program that takes a letter on its standard input, as sendmail does."""

    def __init__(self, program: str) -> None:
        self.program = program

    def carry(self, sender: str, to: str, raw: bytes, handing: Callable[[], None]) -> str:
        """Hand a letter to the program; its exit code says whether it took it."""
        handing()
        try:
            done = subprocess.run(
                [self.program, "-i", "-f", sender, "--", to],
                input=raw.replace(b"\r\n", b"\n"),
                capture_output=True,
                check=False,
                timeout=TIMEOUT,
            )
        except FileNotFoundError:
            raise Refused(f"{self.program}: there is no such program") from None
        except (OSError, subprocess.TimeoutExpired) as trouble:
            raise FateUnknown(f"{self.program}: {trouble}") from None
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").split()
            raise Refused(f"{self.program} ended with {done.returncode}: {' '.join(said)[:200]}")
        return "taken"
