"""Letters of a live mailbox, over IMAP: fetched without a trace, marked once they are kept.

A letter that was received bears the mark `PbemReceived` and counts as read; so a moderator may read
his mail before the program does. Where the server keeps no marks of others, unread letters are
taken.
"""

from __future__ import annotations

import imaplib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.data.findings import FileTrouble
from pbem.post.letters import MAX_LETTER
from pbem.post.settings import NONE, STARTTLS, TLS, Server, told_of_line

KEPT: Final = "PbemReceived"
TIMEOUT: Final = 60


@dataclass(frozen=True, slots=True)
class Posted:
    """A letter in a mailbox."""

    name: str
    raw: bytes
    uid: str


class Mailbox:
    """A folder of a mailbox that is open."""

    def __init__(self, line: imaplib.IMAP4, folder: str) -> None:
        self.line = line
        self.folder = folder
        _well(line.select(f'"{folder}"'), f"the folder {folder}")
        allowed = b" ".join(part for part in line.response("PERMANENTFLAGS")[1] if part)
        self.keeps_marks = b"\\*" in allowed

    def letters(self) -> Iterator[Posted]:
        """What was not received yet, the oldest first; of a letter that is too large the begin."""
        wanted = ("NOT", "KEYWORD", KEPT) if self.keeps_marks else ("UNSEEN",)
        found = _well(self.line.uid("SEARCH", *wanted), "the search for letters")
        for uid in sorted(found[0].decode().split() if found[0] else (), key=int):
            part = f"(BODY.PEEK[]<0.{MAX_LETTER + 1}>)"
            for row in _well(self.line.uid("FETCH", uid, part), f"letter {uid}"):
                if isinstance(row, tuple):
                    yield Posted(f"{self.folder}/{uid}", row[1], uid)

    def mark(self, letter: Posted) -> None:
        """A letter was kept: it is not taken again."""
        flags = rf"(\Seen {KEPT})" if self.keeps_marks else r"(\Seen)"
        _well(self.line.uid("STORE", letter.uid, "+FLAGS", flags), f"the mark of {letter.name}")


@contextmanager
def mailbox(server: Server, folder: str) -> Iterator[Mailbox]:
    """A folder of the mailbox that mail.yaml names; trouble on the line is one message."""
    try:
        line = _connected(server)
        try:
            if server.user:
                line.login(server.user, server.password)
            yield Mailbox(line, folder)
        finally:
            with suppress(imaplib.IMAP4.error, OSError):
                line.logout()
    except imaplib.IMAP4.error as trouble:
        said = str(trouble).removeprefix("b'").removesuffix("'")
        raise FileTrouble(f"{server.host}: the mailbox answers: {said}") from None
    except OSError as trouble:
        raise FileTrouble(f"{server.host}: {told_of_line(trouble)}") from None


def _connected(server: Server) -> imaplib.IMAP4:
    if server.security == TLS:
        return imaplib.IMAP4_SSL(
            server.host, server.port, ssl_context=server.context(), timeout=TIMEOUT
        )
    line = imaplib.IMAP4(server.host, server.port, timeout=TIMEOUT)
    if server.security == STARTTLS:
        line.starttls(server.context())
    assert server.security in (STARTTLS, NONE)
    return line


def _well(answer: tuple[str, list[Any]], what: str) -> list[Any]:
    """What the server answered, if it did as asked."""
    code, data = answer
    if code != "OK":
        raise imaplib.IMAP4.error(f"{what}: {data}")
    return data
