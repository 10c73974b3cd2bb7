"""Which program plays a run: its number, and a digest that tells two programs of one number apart.

The core reads no files: whoever plays a run hands the digest in. Without one it stays unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbem import __version__

_SHOWN = 12  # digits of a digest that people are shown


@dataclass(frozen=True, slots=True)
class Program:
    """A program by its number and the digest of what can decide a run (empty: not told)."""

    version: str = __version__
    digest: str = ""

    def __str__(self) -> str:
        number = f"pbem {self.version}" if self.version else "an unknown pbem"
        return f"{number}, program {self.digest[:_SHOWN]}" if self.digest else number

    def data(self) -> dict[str, str]:
        """How a header tells it."""
        return {"pbem": self.version} | ({"program": self.digest} if self.digest else {})

    def is_other(self, told: Program) -> bool:
        """Whether a program that a header tells is another one; an untold digest tells nothing."""
        return told.version != self.version or bool(told.digest and told.digest != self.digest)

    def wanted(self, here: Program, does: str = "replays") -> str:
        """Where this program is found, for somebody who has another one here."""
        if self.version != here.version:
            return f"pip install pbem=={self.version} {does} it" if self.version else ""
        return f"only pbem {self.version} with its files as they were then {does} it"


def program_in(told: Mapping[str, object]) -> Program:
    """The program that a header names; one without a digest is older than digests."""
    return Program(str(told.get("pbem", "")), str(told.get("program", "")))
