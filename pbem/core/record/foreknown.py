"""What was known of a run before it was played: the dice of plays of it that were taken back.

With its key a run throws the same dice on the same paths again. So what the moderator corrects in
it, and did not correct in a play before, he corrects with these dice known: the log says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.record.ledger import Entry

# what a correction has: the throws that its path showed, none where it threw none
# what a correction has: the throws that its path showed, none where it threw none
KNOWN: Final = "known"
# in what the same correction may differ from one play to the next
_ABOUT: Final = (KNOWN, "gave", "author", "reason", "cite")


@dataclass(frozen=True, slots=True)
class Plays:
    """The logs of the plays of a run with one key that came to their end before, in turn."""

    logs: tuple[Sequence[Entry], ...] = ()

    @property
    def told_dice(self) -> bool:
        """Whether any die was thrown in them."""
        return any(entry.kind == "roll" for log in self.logs for entry in log)

    def known(
        self, path: str, body: Mapping[str, object], secret: Sequence[str] = ()
    ) -> list[object] | None:
        """The throws that were known of the path of a correction; None where nothing was known.

        It says what it said in a play before, if it stood there already.
        """
        for entry in self._corrections():
            if _is_same(entry, path, body):
                return list(entry.body[KNOWN]) if KNOWN in entry.body else None
        return self._thrown(path.partition("!")[0], bool(secret)) if self.told_dice else None

    def _corrections(self) -> Iterator[Entry]:
        return (e for log in reversed(self.logs) for e in log if e.kind == "correction")

    def _thrown(self, path: str, secret: bool) -> list[object]:
        """What a path showed the last time; what is open says nothing of secret dice."""
        rolls = (e for log in reversed(self.logs) for e in log if e.kind == "roll")
        shown = (e.body["throws"] for e in rolls if e.path == path and (secret or not e.secret))
        return [list(dice) for dice in next(shown, ())]


def _is_same(entry: Entry, path: str, body: Mapping[str, object]) -> bool:
    """Whether a correction was made before; a reading is of no path."""
    return (entry.path == path or "reading" in body) and _said(entry.body) == _said(body)


def _said(body: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in body.items() if name not in _ABOUT}


def known_words(said: Mapping[str, Any]) -> str:
    """What reports say of what was known; nothing of what was said with no die known."""
    if KNOWN not in said:
        return ""
    dice = [die for throw in said[KNOWN] for die in throw]
    if not dice:
        return "after dice of this run were known"
    shown = " then ".join("+".join(map(str, throw)) for throw in said[KNOWN])
    return f"after the {'die was' if len(dice) == 1 else 'dice were'} known: {shown}"
