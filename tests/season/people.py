"""Players at their mail programs: they hand letters in and fetch letters over real lines."""

from __future__ import annotations

import imaplib
import smtplib
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Final

from season.programs import PROGRAMS, Typed
from season.servers import DOMAIN, Office

MODERATOR: Final = f"moderator@{DOMAIN}"
_PATIENCE: Final = 30  # seconds for letters to arrive


@contextmanager
def mailbox(office: Office, name: str) -> Iterator[imaplib.IMAP4]:
    """The mailbox of somebody, opened as he opens it."""
    context = ssl.create_default_context(cafile=office.authority)
    if office.security == "tls":
        line: imaplib.IMAP4 = imaplib.IMAP4_SSL(office.host, office.imap, ssl_context=context)
    else:
        line = imaplib.IMAP4(office.host, office.imap)
        line.starttls(context)
    try:
        line.login(name, office.passwords[name])
        line.select("INBOX")
        yield line
    finally:
        line.logout()


@contextmanager
def counter(office: Office, name: str) -> Iterator[smtplib.SMTP]:
    """The line over which somebody hands letters in."""
    context = ssl.create_default_context(cafile=office.authority)
    if office.security == "tls":
        line: smtplib.SMTP = smtplib.SMTP_SSL(office.host, office.smtp, context=context)
    else:
        line = smtplib.SMTP(office.host, office.smtp)
        line.starttls(context=context)
    with line:
        line.login(name, office.passwords[name])
        yield line


def await_letters(office: Office, name: str, many: int) -> None:
    """Wait until so many letters lie in somebody's mailbox: servers deliver when they like."""
    until = time.monotonic() + _PATIENCE
    with mailbox(office, name) as line:
        while True:
            said = line.select("INBOX")[1][0]
            if int(said or 0) >= many:
                return
            assert time.monotonic() < until, f"{name} has {said!r} letters and waits for {many}"
            time.sleep(0.05)


@dataclass(slots=True)
class Person:
    """A player: his program, his passphrase, and the letters that he has sent and got."""

    name: str
    office: Office
    phrase: str
    got: list[EmailMessage] = field(default_factory=list)
    sent: int = 0

    def fetch(self, many: int) -> list[EmailMessage]:
        """The letters that are new, once there are so many in all."""
        await_letters(self.office, self.name, many)
        with mailbox(self.office, self.name) as line:
            numbers = line.uid("SEARCH", "ALL")[1][0].decode().split()[len(self.got) :]
            rows = [line.uid("FETCH", number, "(BODY.PEEK[])")[1] for number in numbers]
        raws = [next(part[1] for part in row if isinstance(part, tuple)) for row in rows]
        new = [message_from_bytes(raw, EmailMessage, policy=policy.default) for raw in raws]
        self.got += new
        return new

    def send(self, files: str, answers: EmailMessage | None) -> bytes:
        """Send files of orders, as an answer to a letter."""
        self.sent += 1
        raw = PROGRAMS[self.name].write(
            Typed(
                self.name, self.office.address(self.name), MODERATOR, self.sent, files,
                self.phrase, answers,
            )
        )  # fmt: skip
        with counter(self.office, self.name) as line:
            line.sendmail(self.office.address(self.name), [MODERATOR], raw)
        return raw

    def newest(self, subject: str, attached: str = "") -> EmailMessage | None:
        """The newest letter with these words in its subject, and a file of this name in it."""
        for mail in reversed(self.got):
            if subject in str(mail["Subject"]) and (not attached or attached in attachments(mail)):
                return mail
        return None


def text_of(mail: EmailMessage) -> str:
    """What a letter says in its body."""
    body = mail.get_body(("plain",))
    return str(body.get_content()) if body is not None else ""


def attachments(mail: EmailMessage) -> dict[str, str]:
    """The forms and questions that are attached to a letter of the moderator's."""
    parts = {str(part.get_filename()): part for part in mail.iter_attachments()}
    return {n: part.get_content().decode() for n, part in parts.items() if n.endswith(".yaml")}


def when(mail: EmailMessage) -> datetime:
    """When a letter of the moderator's was written."""
    found = mail["Date"].datetime
    assert isinstance(found, datetime)
    return found
