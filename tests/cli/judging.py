"""The two verifiers judge what a player kept: `pbem audit --kept`, and the page docs/verify.html.

What they must say stands in docs/fairness.md, in the row that names the test.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cli.shared import Pbem
from page import Page, Row, files_under, of_program, results

PAGE: Final = Path(__file__).parents[2] / "docs" / "fairness.md"
ALONE: Final = {"program"}  # what only the program checks: it knows which one it is
AHEAD: Final = {"inputs", "luck", "begin", "replay", "opening"}  # where either may prove more
NOBODY: Final = "—"  # nothing comes to a player that he could check
_VERDICT: Final = re.compile(r"(?:(pbem|page): )?([a-z, ]+) (agrees|disagrees|not proved)")


@dataclass(frozen=True, slots=True)
class Attack:
    """A row of the page: the attack, what both verifiers say of it, and the test that plays it."""

    words: str
    verdict: str
    test: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a verifier must say: of one of some checks at least, and of nothing else worse."""

    who: str
    checks: tuple[str, ...]
    result: str

    def holds(self, rows: list[Row]) -> bool:
        """Whether it is what was said."""
        said = [found for check in self.checks for found in results(rows, check)]
        worse = self.result != "disagrees" and any(row.result == "disagrees" for row in rows)
        every = self.result != "agrees" or set(said) == {"agrees"}
        return self.result in said and every and not worse


def attacks() -> list[Attack]:
    """The rows of the page up to its first heading: what a moderator may try."""
    lines = PAGE.read_text(encoding="utf-8").partition("\n## ")[0].split("\n")
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if "`test_" in line]
    return [Attack(words, verdict, test.strip("`")) for words, _, verdict, test in cells]


def verdicts(cell: str) -> Iterator[Verdict]:
    """`numbering or keys disagrees`, `pbem: begin disagrees; page: begin not proved`."""
    for part in cell.split("; "):
        match = _VERDICT.fullmatch(part)
        assert match, f"docs/fairness.md: {part!r} is no verdict"
        who, names, result = match.groups()
        checks = tuple(re.split(", | or ", names))
        yield from (Verdict(one, checks, result) for one in ([who] if who else ["pbem", "page"]))


class Judged:
    """What a player kept is judged by both, as the row of a test says."""

    def __init__(self, test: str, pbem: Pbem, page: Page) -> None:
        self._test, self._pbem, self._page = test, pbem, page

    def __call__(self, *paths: Path) -> None:
        """Files and folders that a player kept."""
        (attack,) = (one for one in attacks() if one.test == self._test)
        said = dict(zip(("pbem", "page"), self.both(*paths), strict=True))
        for verdict in verdicts(attack.verdict):
            assert verdict.holds(said[verdict.who]), (verdict, said[verdict.who])

    def alike(self, *paths: Path) -> None:
        """An honest game: both say the same of it, check by check, and nothing disagrees."""
        program, page = self.both(*paths)
        shared = {row.check for row in program} & {row.check for row in page}
        assert shared >= {"chain", "tail", "keys", "numbering", "dice", "luck", "links", "rules"}
        assert {row.check for row in program} - shared <= ALONE
        assert _ends(page, shared - AHEAD) == _ends(program, shared - AHEAD)
        assert not [row for row in (*page, *program) if row.result == "disagrees"]

    def both(self, *paths: Path) -> list[list[Row]]:
        """What the program says, and what the page says."""
        return [self.by_program(*paths), self._page.audit(files_under(*paths))]

    def by_program(self, *paths: Path) -> list[Row]:
        """What `pbem audit --kept` says."""
        words = [word for path in paths for word in ("--kept", path)]
        return of_program(self._pbem("audit", *words, "--format", "json").out)


def _ends(rows: list[Row], of: set[str]) -> Counter[tuple[str, str]]:
    """How often each check ended how."""
    return Counter((row.check, row.result) for row in rows if row.check in of)


def keep(game: Path, into: Path, *runs: str) -> Path:
    """What is published of runs, as a player keeps it: the sheet, the logs, their reports."""
    into.mkdir(exist_ok=True)
    for sheet in game.glob("commitments*.yaml"):
        shutil.copy(sheet, into)
    for run in runs:
        shutil.copy(game / f"runs/{run}/ledger.jsonl", into / f"log-{run}.jsonl")
        shutil.copy(game / f"runs/{run}/report.txt", into / f"report-{run}.txt")
    return into


def keep_opened(pbem: Pbem, game: Path, into: Path, *runs: str) -> Path:
    """The same when the game has ended: the keys and what was secret come to it."""
    assert pbem("open", "--game", game, "--agreed").code == 0
    keep(game, into, *runs)
    shutil.copy(game / "opening.yaml", into)
    for run in runs:
        shutil.copy(game / f"runs/{run}/secrets.jsonl", into / f"secrets-{run}.jsonl")
    return into
