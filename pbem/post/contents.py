"""What is in a letter for a game: the files that a player sent.

Decides: that what is typed counts beside what is attached, that the form that a text only quotes is
no file beside an attached one, how many files of one letter are read.
Leaves to `cleaning`: where in a text a file begins and ends; to `senders`: whose it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pbem.core.data.findings import id_said
from pbem.core.orders.orders import head_of, sha256, standing_sections
from pbem.core.rules.system import AnySystem
from pbem.moderation.protests import KIND
from pbem.moderation.window import kind_of
from pbem.post.cleaning import files_in, without_passphrase
from pbem.post.letters import Letter
from pbem.post.parts import Text
from pbem.post.queue import waiting_name

BODY: Final = "letter"
MOST_FILES: Final = 12


@dataclass(frozen=True, slots=True)
class Found:
    """A file in a letter, and who sent it: the player himself or his deputy."""

    name: str
    data: bytes
    kind: str
    player: str
    deputy: str
    waits_for: str = ""  # a window that is still to come

    @property
    def place(self) -> str:
        """Where it lies in the game once it counts."""
        if self.kind == KIND:
            return f"{KIND}/{sha256(self.data)}"  # it replaces none
        by = f"-by-{self.deputy}" if self.deputy else ""
        then = waiting_name(self.waits_for) if self.waits_for else ""
        return f"{self.kind}/{self.player}{then}{by}.yaml"


def files_of(system: AnySystem, letter: Letter) -> tuple[Found, ...]:
    """The files of a letter, one that is twice once.

    What is typed into its text counts beside files that are attached; what the text only quotes, as
    the form that was answered, does not.
    """
    words = _words_of(system)
    attached = _has_attached(letter)
    found: list[Found] = []
    for text in letter.texts:
        typed = attached and not text.attached
        for said in files_in(without_passphrase(text.said), words, typed=typed):
            item = _found(text, letter.raw, said)
            if all(item.data.strip() != other.data.strip() for other in found):
                found.append(item)
    return tuple(found[:MOST_FILES])


def _has_attached(letter: Letter) -> bool:
    return any(files_in(text.said) for text in letter.texts if text.attached)


def only_quoted(letter: Letter) -> bool:
    """Whether the text quotes a file, which was passed over for what is attached."""
    own = [text.said for text in letter.texts if not text.attached]
    return _has_attached(letter) and any(
        files_in(said) != files_in(said, typed=True) for said in own
    )


def _words_of(system: AnySystem) -> tuple[str, ...]:
    """The words that begin a line of a player's files in a system."""
    sections = (section.name for section in system.sections)
    return (*sections, *system.order_lines, *standing_sections(system))


def _found(text: Text, raw: bytes, said: str) -> Found:
    """A file with what its head says; an untouched bare file keeps its bytes, and so its hash."""
    data = said.encode()
    if text.said == raw.decode("utf-8", "replace") and text.said.strip() == said.strip():
        data = raw
    head = head_of(data, BODY)
    kind = kind_of(data)
    player = head.get({"orders": "player"}.get(kind, kind)) or ""
    return Found(
        text.attached or BODY, data, kind, id_said(player), id_said(head.get("deputy") or "")
    )
