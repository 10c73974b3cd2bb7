"""Letters to players: written into the outbox of a game, each once.

`outbox/` holds what is to be sent, `sent/` what was; a name that lies in either is not written
again, and so nothing is mailed twice whatever stopped the command that wrote it.

Decides: what a letter of the program looks like: whose it is, the tag of its game in the subject,
that no program answers it. Leaves sending to `sending`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import parseaddr
from pathlib import Path
from typing import Final

from pbem.core.data.letters import shown_in_line
from pbem.post.settings import settings
from pbem.store.directory import GameDirectory
from pbem.store.files import no_link, told, write_file

OUTBOX: Final = "outbox"
SENT: Final = "sent"


@dataclass(frozen=True, slots=True)
class Answer:
    """A letter to a player: its name in the outbox, what it says, what is attached."""

    name: str
    to: str
    subject: str
    text: str
    date: str
    replies_to: str = ""
    attached: Mapping[str, bytes] = field(default_factory=dict)


def put(directory: GameDirectory, answer: Answer) -> Path | None:
    """Write a letter into the outbox; None where nobody could send it, or where it lies already."""
    if not can_write(directory, answer.to) or is_written(directory, answer.name):
        return None
    name = f"{answer.name}.eml"
    outbox = directory.root / OUTBOX
    with told(outbox):
        no_link(directory.root, outbox).mkdir(mode=0o700, exist_ok=True)
    write_file(outbox / name, _letter(directory, answer), private=True)
    return outbox / name


def can_write(directory: GameDirectory, to: str) -> bool:
    """Whether letters to a player have a sender and an address."""
    return bool(settings(directory).sender and parseaddr(_address_of(directory, to))[1])


def _address_of(directory: GameDirectory, to: str) -> str:
    player = directory.roster.players.get(to)
    return player.address if player else ""  # he may have left since


def is_written(directory: GameDirectory, name: str) -> bool:
    """Whether a letter was written before, and waits or was sent."""
    return any((directory.root / box / f"{name}.eml").exists() for box in (OUTBOX, SENT))


def tag(directory: GameDirectory) -> str:
    """What stands in the subject of every letter of a game: `[barb-12]`."""
    return f"[{directory.roster.game}]"


def _letter(directory: GameDirectory, answer: Answer) -> bytes:
    """The letter as it goes out; no header holds a line end."""
    mail, sender = EmailMessage(policy=SMTP), settings(directory).sender
    mail["From"] = _address(sender)
    mail["To"] = _address(_address_of(directory, answer.to))
    mail["Subject"] = shown_in_line(f"{tag(directory)} {answer.subject}")
    mail["Date"] = answer.date
    host = _address(sender).domain
    mail["Message-ID"] = f"<{answer.name}.{directory.roster.game}@{host}>"
    mail["Auto-Submitted"] = "auto-generated"
    if _is_ident(answer.replies_to):
        mail["In-Reply-To"] = answer.replies_to
        mail["References"] = answer.replies_to
    mail.set_content(answer.text, cte="quoted-printable")
    for name, data in answer.attached.items():
        kind = ("image", "png") if name.endswith(".png") else ("application", "x-yaml")
        mail.add_attachment(data, maintype=kind[0], subtype=kind[1], filename=name)
    for number, part in enumerate(mail.walk()):
        if part.is_multipart():
            part.set_boundary(f"=={number}.{answer.name}==")
    return mail.as_bytes()


def _address(text: str) -> Address:
    name, address = parseaddr(text)
    return Address(shown_in_line(name), addr_spec=address)


def _is_ident(text: str) -> bool:
    """Whether a text may stand in a header as a Message-ID."""
    return text.startswith("<") and text.endswith(">") and text.isascii() and " " not in text
