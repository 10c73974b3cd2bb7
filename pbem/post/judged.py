"""What a letter has come to, as a value: what is told, kept and done for it follows from that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.moderation.protests import KIND
from pbem.post.contents import Found
from pbem.post.failing import TROUBLE
from pbem.post.kept import FORMAT, file_name, marks
from pbem.post.letters import Letter

ELSEWHERE: Final = "elsewhere"  # a letter whose files are all for other games


@dataclass(frozen=True, slots=True)
class Judged:
    """A letter judged: its outcome, what the moderator is told, whom and what one answers.

    `said` marks what was typed where nothing was read; `guesses` counts wrong passphrases that were
    tried, by player; `over`: the day, if no more were tried. `kept`: where it lies in another game.
    """

    outcome: str
    told: tuple[str, ...]
    to: str = ""
    answer: str = ""
    files: tuple[Found, ...] = ()
    counts: tuple[int, ...] = ()
    said: str = ""
    guesses: Mapping[str, int] = field(default_factory=dict)
    over: str = ""
    known: int = 0  # the number under which it came before
    trouble: bytes = b""  # where the program failed
    kept: str = ""

    @property
    def kept_files(self) -> dict[str, bytes]:
        """What is kept beside the letter, by name."""
        files = {file_name(n): item.data for n, item in enumerate(self.files, start=1)}
        return {**files, TROUBLE: self.trouble} if self.trouble else files

    def record(self, letter: Letter, now: str) -> dict[str, Any]:
        """What is kept of it, so that what is left of the work can be done after a stop."""
        counting = {file_name(n + 1): self.files[n] for n in self.counts}
        return {
            "format": FORMAT,
            "came": now,
            "from": letter.sender,
            "subject": letter.subject,
            "message": letter.ident,
            "written": letter.written,
            "outcome": self.outcome,
            "told": list(self.told),
            "to": self.to,
            "answer": self.answer,
            "places": {name: item.place for name, item in counting.items() if item.kind != KIND},
            "protests": [name for name, item in counting.items() if item.kind == KIND],
            "waiting": [name for name, item in counting.items() if item.waits_for],
            "files": marks(item.data for item in self.files),
            "said": self.said,
            "guesses": dict(self.guesses),
            "over": self.over,
            "kept": self.kept,
        }
