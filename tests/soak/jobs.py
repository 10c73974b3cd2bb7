"""What a soak does: jobs without end, each named by a kind, a subject and a seed.

`gw SCENARIO SEED` plays three rounds of Global War, `wif barbarossa-12 SEED` ten impulses of
World in Flames, `oracle SCENARIO SEED` draws a game as the oracle's are drawn and plays it again,
`tests FILE SEED` runs a test file with larger budgets.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parents[1]
FOLDERS: Final = ("property", "fuzz", "unit")
OTHERS: Final = ("cli/test_killed.py", "cli/test_examples.py")
GAMES: Final = ("test_gw_games.py", "test_wif_games.py")  # these are jobs of their own
SCENARIOS: Final = (
    "china-1937", "france-1940", "sea-lion-1940", "spanish-civil-war-1936", "global-war-1936",
    "global-war-1939",
)  # fmt: skip
IMPULSES: Final = 10
ROUNDS: Final = 3
OUTPUT: Final = 4000  # characters of a failed test run that are kept


def jobs() -> Iterator[str]:
    """Every job, round by round: each round plays everything with its number as the seed."""
    for seed in count(1):
        for scenario in SCENARIOS:
            yield f"gw {scenario} {seed}"
            yield f"oracle gw-{scenario} {seed}"
        yield f"wif barbarossa-12 {seed}"
        yield f"oracle wif-barbarossa-12 {seed}"
        for file in random_tests():
            yield f"tests {file} {seed}"


def random_tests() -> list[str]:
    """The test files with property tests, and the slow ones of the command line."""
    found = (path for folder in FOLDERS for path in (TESTS / folder).glob("**/test_*.py"))
    random = (p for p in found if p.name not in GAMES and "hypothesis" in p.read_text())
    return [*sorted(path.relative_to(TESTS).as_posix() for path in random), *OTHERS]


def done(job: str) -> str:
    """What was wrong when a job was done; nothing if all was well."""
    kind, subject, seed = job.split(" ")
    try:
        return _KINDS[kind](subject, int(seed))
    except Exception as trouble:
        return f"{type(trouble).__name__}: {trouble}"


def _gw(scenario: str, seed: int) -> str:
    from property.test_gw_games import play

    play(scenario, seed, rows=6 + seed % 3 * 4, rounds=ROUNDS)
    return ""


def _wif(_scenario: str, seed: int) -> str:
    from property.test_wif_games import play

    play(seed, IMPULSES)
    return ""


def _oracle(name: str, seed: int) -> str:
    from oracle.comparing import first_difference
    from oracle.drawing import drawn
    from oracle.playing import replayed

    kept, records = drawn(name, seed, seed)
    found = first_difference(records, list(replayed(kept)))
    return "\n".join(["played again it is another game", *found[1]]) if found else ""


def _tests(file: str, seed: int) -> str:
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "soak.budgets", "-p", "no:xdist"]
    words += ["-p", "no:cacheprovider", f"--hypothesis-seed={seed}", str(TESTS / file)]
    path = os.pathsep.join((str(TESTS.parent), str(TESTS)))
    environment = {**os.environ, "PBEM_SOAK": "1", "PYTHONPATH": path}
    ended = subprocess.run(
        words, cwd=TESTS.parent, env=environment, capture_output=True, text=True, check=False
    )
    return "" if ended.returncode == 0 else ended.stdout[-OUTPUT:] or ended.stderr[-OUTPUT:]


_KINDS: Final[dict[str, Callable[[str, int], str]]] = {
    "gw": _gw,
    "wif": _wif,
    "oracle": _oracle,
    "tests": _tests,
}
