"""Letters to players: written into the outbox of a game, each once.

`outbox/` holds what is to be sent, `sent/` what was; a name that lies in either is not written
again, and so nothing is mailed twice whatever stopped the command that wrote it.

Decides: what a letter of the program says of itself: whose it is, the tag of its game in the
subject, that no program answers it.
Leaves to `composing`: how it is written; to `sending`: where it goes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pbem.core.data.addresses import address_in
from pbem.post.composing import composed, date_of, ident_of, mailbox, phrase
from pbem.post.settings import settings
from pbem.store.directory import GameDirectory
from pbem.store.files import inside, told, write_file

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
        inside(directory.root, outbox).mkdir(mode=0o700, exist_ok=True)
    write_file(outbox / name, _letter(directory, answer), private=True)
    return outbox / name


def can_write(directory: GameDirectory, to: str) -> bool:
    """Whether letters to a player have a sender and an address."""
    return bool(settings(directory).sender and address_in(_address_of(directory, to)))


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
    """The letter as it goes out: no program answers it, and none of its heads is another's."""
    sender, game = settings(directory).sender, directory.roster.game
    host = address_in(sender).partition("@")[2]
    own = {
        "From": mailbox(sender),
        "To": mailbox(_address_of(directory, answer.to)),
        "Subject": phrase(tag(directory)),
        "Date": date_of(answer.date),
        "Message-ID": f"<{answer.name}.{game}@{host}>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    replied = ident_of(answer.replies_to)
    outside = {
        "Subject": phrase(f"{tag(directory)} {answer.subject}"),
        "In-Reply-To": replied,
        "References": replied,
    }
    return composed(own, outside, _without_home(directory, answer.text), answer.attached)


def _without_home(directory: GameDirectory, text: str) -> str:
    """What is told, without the place of the game on this disk: that is nobody's business."""
    home = str(directory.root.resolve())
    return text.replace(f"{home}/", "").replace(home, tag(directory))
