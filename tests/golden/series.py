"""Golden series: the order files of a scenario played window after window, as texts that are kept.

Kept are the receipts of the order files of each window, the report for everyone, but for its last
parts (readings, hashes of data files), and the position at the end.
"""

from __future__ import annotations

import contextlib
import io
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem.cli import main

ROOT: Final = Path(__file__).parents[2]
HERE: Final = Path(__file__).parent
STATE: Final = "state.yaml"
RECEIPT: Final = re.compile("-receipt.txt$")
LAST_PARTS: Final = re.compile("\\n(?:INTERPRETATIONS|CHARTS|VOID RUNS)  ")


@dataclass(frozen=True, slots=True)
class Series:
    """A scenario, the order files of each window, and the seed of the dice."""

    system: str
    scenario: str
    windows: Sequence[Sequence[str]]
    seed: str

    @property
    def golden(self) -> Path:
        """Where the golden files of the scenario lie."""
        return HERE / f"{self.system}-{self.scenario}"

    def play(self, out: Path) -> Iterator[tuple[str, str]]:
        """The windows one after the other: name and text of what is kept."""
        orders = ROOT / "orders" / self.system / self.scenario
        standing = sorted(orders.glob("*-standing.yaml"))
        state = ROOT / "scenarios" / self.system / self.scenario / "setup.yaml"
        for number, names in enumerate(self.windows, start=1):
            files = [orders / f"{name}.yaml" for name in names]
            folder = out / str(number)
            name = f"{number}-{'-'.join(names).removeprefix(f'{number}-')}"
            yield f"{name}-receipt.txt", _receipts(files, state)
            words = ["adjudicate", "--state", state, "--orders", *files, *standing, "--out", folder]
            assert main([str(word) for word in (*words, "--seed", self.seed)]) == 0
            state = folder / STATE
            text = (folder / "report.txt").read_text(encoding="utf-8")
            told, *rest = LAST_PARTS.split(text, maxsplit=1)
            assert rest
            yield f"{name}.txt", told + "\n"
        yield STATE, state.read_text(encoding="utf-8")

    def kept(self) -> dict[str, str]:
        """What is kept, by the names of its files."""
        return {path.name: path.read_text(encoding="utf-8") for path in self.golden.iterdir()}

    def write(self) -> None:
        """Keep what comes of it now."""
        self.golden.mkdir(exist_ok=True)
        for old in self.golden.iterdir():
            old.unlink()
        with tempfile.TemporaryDirectory() as folder:
            for file, text in self.play(Path(folder)):
                (self.golden / file).write_text(text, encoding="utf-8")


def _receipts(files: Sequence[Path], state: Path) -> str:
    """What the players are told of their files, which lie nowhere in particular."""
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        assert main([str(word) for word in ("validate", *files, "--state", state)]) == 0
    return told.getvalue().replace(f"{files[0].parent}/", "")


def reports(files: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The reports among what is kept."""
    for name, text in files.items():
        if name != STATE and not RECEIPT.search(name):
            yield name, text


def is_all_done(report: str) -> bool:
    """Whether a report tells of no order that was not carried out."""
    others = ("\nOVERTAKEN  ", "\nFAILED  ")
    return "\nREJECTED  none\n" in report and not any(one in report for one in others)


def assert_nothing_refused(files: dict[str, str]) -> None:
    """No receipt complains, and no report tells of an order that was not carried out."""
    for name, text in files.items():
        if RECEIPT.search(name):
            assert "not legal" not in text, name
    for name, text in reports(files):
        assert is_all_done(text), name
