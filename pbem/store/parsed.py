"""What data texts were parsed to, kept from one process to the next.

Each lies under the SHA-256 of its text and of the code that parses it. What is damaged is not
used, and where nothing can be written nothing is kept: losing it costs time and nothing else.
Charts, maps, counters and rulebooks are kept so; what may hold a secret never is.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from pbem.core.data import yamlio
from pbem.core.data.findings import FileTrouble
from pbem.core.data.resources import data_root

MOST: Final = 500  # so many files; then they are begun anew


class ParsedTexts:
    """A folder of parsed texts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def _parser(self) -> bytes:
        return Path(yamlio.__file__).read_bytes()

    def _path(self, text: str) -> Path:
        return self.folder / f"{hashlib.sha256(self._parser + text.encode()).hexdigest()}.json"

    def find(self, text: str) -> Any | None:
        """What a text was parsed to, if a sound file has it."""
        try:
            data = yamlio.read_bytes(self._path(text), yamlio.MAX_DATA_BYTES)
        except FileTrouble:
            return None
        head, _, body = data.partition(b"\n")
        return json.loads(body) if head == _head(body) else None

    def keep(self, text: str, data: Any) -> None:
        """Write what a text was parsed to, whole or not at all."""
        body = json.dumps(data, ensure_ascii=False).encode()
        path = self._path(text)
        draft = path.with_suffix(f".{os.getpid()}.tmp")
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            self._make_room()
            draft.write_bytes(_head(body) + b"\n" + body)
            draft.replace(path)

    def _make_room(self) -> None:
        known = [*self.folder.iterdir()]
        for path in known if len(known) >= MOST else ():
            path.unlink(missing_ok=True)


def _head(body: bytes) -> bytes:
    """What the first line of a file must say: the digest of the rest."""
    return hashlib.sha256(body).hexdigest().encode()


def keep_parsed() -> None:
    """Keep what is parsed from now on in the checkout, else in the user's cache."""
    root = data_root()
    checkout = (root / "pyproject.toml").is_file()
    folder = root / ".proofs" if checkout else Path("~/.cache/pbem").expanduser()
    yamlio.keep_parsed_in(ParsedTexts(folder / "parsed"))
