"""Letters of an outbox that are held: another wrote them, or nobody of the game is written to.

An outbox may come in an archive, with what its moderator had not sent yet, or with what anybody
put there, in any name. All of it would go out through the server, and as the word, of who sends it.
So each letter of an archive lies beside a mark as it is taken in, whatever name it bears.

Decides: which letter is held and why, and how it goes out nonetheless in the sender's own name.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from pbem.core.data.addresses import address_in, address_typed, small
from pbem.post.composing import mailbox
from pbem.post.heads import heads_of
from pbem.store.directory import GameDirectory

BROUGHT: Final = ".brought"  # beside a letter of the outbox: an archive brought it
HEADS: Final = (
    "from", "to", "subject", "date", "message-id", "auto-submitted", "x-auto-response-suppress",
    "in-reply-to", "references", "mime-version", "content-type", "content-transfer-encoding",
)  # fmt: skip
_SAID: Final = rb":[\t -~]*\r\n(?:[\t ][\t -~]*\r\n)*"  # over as many lines as it takes
_HEAD: Final = re.compile(rb"(?:[!-9;-~]+" + _SAID + rb")+")
_FROM: Final = re.compile(rb"^from" + _SAID, re.IGNORECASE | re.MULTILINE)


def is_strange(raw: bytes) -> str:
    """Why pbem cannot have written a letter; such a one never goes out."""
    head = _head(raw)
    if not _HEAD.fullmatch(head):
        return "its head has lines as pbem writes none"
    heads, _ = heads_of(raw)
    names = [name for name, _ in heads.rows]
    for name in names:
        if name not in HEADS or names.count(name) > 1:
            return f"its head has '{name}'" + (" twice" if name in HEADS else "")
    several = [name for name in ("from", "to") if not named_in(raw, name)]
    return heads.trouble or (f"'{several[0]}' is not one address" if several else "")


def why_held(directory: GameDirectory, path: Path, raw: bytes, sender: str) -> str:
    """Why a letter waits for the moderator's word; nothing where it goes out as it is."""
    written, to = named_in(raw, "from"), named_in(raw, "to")
    if small(written) != address_in(sender):
        return f"it is written in the name of {written}, not in yours"
    players = directory.roster.players.values()
    known = {address_in(player.address) for player in players}
    if small(to) not in known:
        return f"game.yaml has nobody at {to}"
    return "an archive brought it" if path.with_suffix(BROUGHT).exists() else ""


def named_in(raw: bytes, head: str) -> str:
    """The address in a head of a letter, as it is typed; nothing where it is not one."""
    return address_typed(heads_of(raw)[0].raw(head))


def in_own_name(raw: bytes, sender: str) -> bytes:
    """The letter in the name of who sends it; the rest of it stays as it is."""
    head, line = _head(raw), f"From: {mailbox(sender)}\r\n".encode()
    return _FROM.sub(lambda _: line, head, count=1) + raw[len(head) :]


def _head(raw: bytes) -> bytes:
    """The head of a letter, with the end of its last line."""
    head, end, _ = raw.partition(b"\r\n\r\n")
    return head + end[:2]
