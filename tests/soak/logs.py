"""Logs whose chain holds and whose form does not, given to every command that reads logs.

One to three values of a log, or of its secrets, are others, gone or joined by more; its hashes are
made anew, and mostly what the register tells of it too, so that whoever reads it comes as far as a
forger could. What counts as wrong is what does of changed files (`files`).
"""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Final

from mutations import joined_again, odd

from pbem.core.record.ledger import line_hash, read_lines
from pbem.core.record.state import canonical
from soak.files import LOGS, REGISTER, Trials, prepared, quiet
from soak.wrong import Wrong

TRIALS: Final = 300  # of one job
Rows = list[dict[str, Any]]


def logs_job(name: str, seed: int, trials: int = TRIALS) -> tuple[str, Counter[str]]:
    """What was wrong with so many forged logs of a world, and how many there were."""
    pristine = prepared(name)
    with tempfile.TemporaryDirectory() as folder, quiet(Path(folder)):
        here, wrong = Forgeries(name, pristine, Path(folder), seed), Wrong()
        for at in range(trials):
            for place, trouble in here.next():
                wrong.add(place, f"trial {at}: {trouble}")
        return wrong.told(), here.tried


class Forgeries(Trials):
    """One forged log after the other in a world, from a seed."""

    sort = "forged logs"

    def __init__(self, name: str, pristine: Path, folder: Path, seed: int) -> None:
        super().__init__(name, pristine, folder, seed, 0)
        logs = [
            ([one for one in names if one.endswith(LOGS) and self.files[one]], said)
            for names, said in self.readers
        ]
        self.readers = [(names, said) for names, said in logs if names]

    def _changed(self, name: str) -> tuple[str, bytes]:
        text = self.files[name].decode()
        forged = forged_log(self.random, text, is_chain=name.endswith(LOGS[0]))
        return "forged", forged.encode()

    def _written(self, name: str, data: bytes) -> None:
        """The register, and the logs after it, tell of the log as it is now."""
        super()._written(name, data)
        if self.random.random() < 0.3:
            return
        old, new = (_last_hash(text.decode()) for text in (self.files[name], data))
        for other, text in self.files.items():
            if other != name and old.encode() in text and other.endswith((REGISTER, LOGS[0])):
                told = text.decode().replace(old, new)
                (self.here / other).write_text(joined_again(told))


def forged_log(draw: Random, text: str, is_chain: bool = True) -> str:
    """A log with some values changed, of lines of all kinds alike, and its hashes made anew."""
    rows: Rows = read_lines(text)
    for _ in range(draw.choice((1, 1, 2, 3))):
        kind = draw.choice(sorted({_kind(row) for row in rows}))
        at = draw.choice([at for at, row in enumerate(rows) if _kind(row) == kind])
        found = odd(draw, rows[at])
        rows[at] = found if isinstance(found, dict) else {**rows[at], "body": found}
    lines = "".join(canonical(row) + "\n" for row in rows)
    return joined_again(lines) if is_chain else lines


def _kind(row: dict[str, Any]) -> str:
    body = row.get("body")
    said = body if isinstance(body, dict) else {}
    return f"{row.get('kind')} {said.get('verdict', '')}{said.get('event', '')}"


def _last_hash(text: str) -> str:
    return line_hash(text.removesuffix("\n").rpartition("\n")[2])
