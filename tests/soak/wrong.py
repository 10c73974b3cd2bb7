"""What a job found wrong: each place once, with the first trial that came there, and how often."""

from __future__ import annotations

import re
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

_FRAME: Final = re.compile(r'File "[^"]*?/(pbem/[^"]*)", line (\d+), in (\w+)')
DETAILS: Final = 3000  # characters of what a stumble leaves


@dataclass
class Wrong:
    """What was wrong so far, by its place."""

    first: dict[str, str] = field(default_factory=dict)
    often: Counter[str] = field(default_factory=Counter)

    def add(self, place: str, said: str) -> None:
        """One more trial was wrong."""
        self.often[place] += 1
        self.first.setdefault(place, said)

    def told(self) -> str:
        """All of it; nothing where nothing was wrong."""
        return "\n".join(f"{n} x {place}\n{self.first[place]}" for place, n in self.often.items())


def stumbled(folder: Path) -> tuple[str, str]:
    """Where the program stumbled, and over what: the details of our bugs are in a folder, once."""
    paths = sorted(folder.glob("pbem-bug-*"))
    details = "".join(path.read_text(encoding="utf-8", errors="replace") for path in paths)
    for path in paths:
        path.unlink()
    frames = [found for found in _FRAME.finditer(details) if "/site-packages/" not in found[0]]
    where = ":".join(frames[-1].groups()) if frames else "?"
    last = (details.rstrip().splitlines() or ["?"])[-1]
    return f"exit 70 at {where}: {last[:100]}", details[-DETAILS:]


def place_of(raised: BaseException) -> str:
    """Where something was raised, and what."""
    frames = traceback.extract_tb(raised.__traceback__)
    last = ([one for one in frames if "/pbem/" in one.filename] or [*frames])[-1]
    where = f"{Path(last.filename).name}:{last.lineno}"
    return f"{type(raised).__name__} at {where}: {str(raised)[:100]}"
