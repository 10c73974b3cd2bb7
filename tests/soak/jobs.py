"""What a soak does: jobs without end, each named by a kind, a subject and a seed.

`gw SCENARIO SEED` plays six rounds of Global War, `wif turn SEED` a turn of World in Flames at
random, `wif barbarossa SEED` the whole war by players who attack, `awaw SCENARIO SEED` four
turns of A World at War, `tw SCENARIO SEED` a war of The War, `tw random SEED` four quarters of it,
`oracle SCENARIO SEED` draws a game as the oracle's are drawn and plays it again, `tests FILE SEED`
runs a test file with larger budgets, `files WORLD SEED` tries changed files, `mail ROW SEED`
changed files of players, `logs WORLD SEED` forged logs, `judges ROW SEED` changed logs before both
verifiers, `letters WORLD SEED` hostile letters, `heads all SEED` forged heads, `workers ROW SEED`
messages of strangers on a cluster, `faults ROW SEED` kills and failing disks at writes, `kills ROW
SEED` kills at random moments, `dice KIND SEED` tests the dice.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from unittest.mock import patch

import toy  # noqa: F401 (registers the system)
from cipher import Quick
from cli import faults
from cli.faults import ROWS, SLOW

from soak.dice import KINDS as DICE
from soak.judges import ROWS as JUDGES
from soak.kills import ROWS as KILLS
from soak.kills import kills_job
from soak.mail import ROWS as MAIL
from soak.workers import ROWS as WORKERS
from soak.worlds import TOY, WORLDS

TESTS: Final = Path(__file__).parents[1]
FOLDERS: Final = ("property", "fuzz", "unit")
OTHERS: Final = ("cli/test_killed.py", "cli/test_examples.py")
GAMES: Final = (
    "test_gw_games.py",
    "test_wif_games.py",
    "test_wif_wars.py",
    "test_tw_games.py",
    "test_tw_wars.py",
    "test_awaw_games.py",
)  # these are jobs of their own
SCENARIOS: Final = (
    "china-1937", "france-1940", "sea-lion-1940", "spanish-civil-war-1936", "global-war-1936",
    "global-war-1939",
)  # fmt: skip
THE_WAR: Final = ("france-1940", "barbarossa-1941")
RANDOM_WARS: Final = 10  # of The War in a round
A_WORLD_AT_WAR: Final = ("poland-1939", "europe-first-year")
TURNS: Final = 25  # of World in Flames in a round
ROUNDS: Final = 6
FILES_JOBS: Final = 3  # of each world in a round, but of the toy's and of those that play slowly:
ONE_JOB: Final = frozenset((
    *TOY, "tw-barbarossa-1941", "tw-france-1940", "wif-barbarossa", "gw-global-war-1936",
    "gw-global-war-1939",
))  # fmt: skip
LETTERS: Final = tuple(world for world in WORLDS if world not in TOY)
LETTERS_JOBS: Final = 2
LOGS: Final = tuple(world for world in WORLDS if world not in ("ready", "odds", "cases", "maps"))
HEADS_JOBS: Final = 3
MAIL_JOBS: Final = {"toy-duel": 3, "kept": 3}  # a real position reads its mail slowly: one
FAULT_STRIDE: Final = 4  # a round strikes every fourth call
SLOW_CALLS: Final = 3  # of a slow command
FAULT_ROWS: Final = {row.replace(" ", "-"): row for row in (*ROWS, *SLOW)}
_IO: Final = "errors of the disk"
OUTPUT: Final = 4000  # characters of a failed test run that are kept


def jobs() -> Iterator[str]:
    """Every job, round by round: each round plays everything with its number as the seed."""
    for seed in count(1):
        for scenario in SCENARIOS:
            yield f"gw {scenario} {seed}"
            yield f"oracle gw-{scenario} {seed}"
        for part in range(TURNS):
            yield f"wif turn {(seed - 1) * TURNS + part}"
        yield f"wif barbarossa {seed}"
        for scenario in THE_WAR:
            yield f"tw {scenario} {seed}"
        for part in range(RANDOM_WARS):
            yield f"tw random {(seed - 1) * RANDOM_WARS + part}"
        for scenario in A_WORLD_AT_WAR:
            yield f"awaw {scenario} {seed}"
        yield f"oracle wif-barbarossa-12 {seed}"
        yield from machine_jobs(seed)
        for file in random_tests():
            yield f"tests {file} {seed}"


def machine_jobs(seed: int) -> Iterator[str]:
    """Changed files, faults and dice: every kind once, files several times."""
    for world in WORLDS:
        many = 1 if world in ONE_JOB else FILES_JOBS
        for part in range(many):
            yield f"files {world} {(seed - 1) * many + part + 1}"
    for world in LETTERS:
        for part in range(LETTERS_JOBS):
            yield f"letters {world} {(seed - 1) * LETTERS_JOBS + part + 1}"
    for world in LOGS:
        yield f"logs {world} {seed}"
    for part in range(HEADS_JOBS):
        yield f"heads all {(seed - 1) * HEADS_JOBS + part + 1}"
    for row in WORKERS:
        yield f"workers {row} {seed}"
    for row in MAIL:
        many = MAIL_JOBS.get(row, 1)
        for part in range(many):
            yield f"mail {row} {(seed - 1) * many + part + 1}"
    for row in JUDGES:
        yield f"judges {row} {seed}"
    for row in FAULT_ROWS:
        yield f"faults {row} {seed}"
    for row in KILLS:
        yield f"kills {row} {seed}"
    for kind in DICE:
        yield f"dice {kind} {seed}"


def random_tests() -> list[str]:
    """The test files with property tests, and the slow ones of the command line."""
    found = (path for folder in FOLDERS for path in (TESTS / folder).glob("**/test_*.py"))
    random = (p for p in found if p.name not in GAMES and "hypothesis" in p.read_text())
    return [*sorted(path.relative_to(TESTS).as_posix() for path in random), *OTHERS]


@dataclass(frozen=True, slots=True)
class Done:
    """What was wrong when a job was done, nothing if all was well; what was tried, counted; and
    what came of it.
    """

    trouble: str = ""
    tried: dict[str, int] = field(default_factory=dict)
    told: str = ""


def done(job: str) -> Done:
    """Do a job."""
    kind, subject, seed = job.split(" ")
    try:
        found = _KINDS[kind](subject, int(seed))
    except Exception as trouble:
        return Done(f"{type(trouble).__name__}: {trouble}")
    return found if isinstance(found, Done) else Done(found, {f"{kind} jobs": 1})


def _gw(scenario: str, seed: int) -> str:
    from property.test_gw_games import play

    play(scenario, seed, rows=6 + seed % 3 * 4, rounds=ROUNDS)
    return ""


def _awaw(scenario: str, seed: int) -> str:
    from property.test_awaw_games import play

    play(scenario, seed, rows=6 + seed % 3 * 4)
    return ""


def _tw(scenario: str, seed: int) -> Done:
    """A war of two who attack, in one round of three of two who do anything; or a random game."""
    if scenario == "random":
        from property.test_tw_games import play

        return Done("", {"games of The War at random": 1}, str(len(list(play(seed)))))
    from property.test_tw_wars import told, war

    return Done("", {"wars of The War": 1}, told(war(scenario, seed, wild=seed % 3 == 0)))


def _wif(what: str, seed: int) -> Done:
    from property.test_wif_games import turn
    from property.test_wif_wars import war

    if what == "turn":
        turn(seed)
        return Done("", {"turns of World in Flames": 1})
    return Done("", {"wars of World in Flames": 1}, war(seed).told)


def _oracle(name: str, seed: int) -> str:
    from oracle.comparing import first_difference
    from oracle.drawing import drawn
    from oracle.playing import replayed

    kept, records = drawn(name, seed, seed)
    found = first_difference(records, list(replayed(kept)))
    return "\n".join(["played again it is another game", *found[1]]) if found else ""


def _files(world: str, seed: int) -> Done:
    from soak.files import files_job

    return Done(*files_job(world, seed))


def _logs(world: str, seed: int) -> Done:
    from soak.logs import logs_job

    return Done(*logs_job(world, seed))


def _letters(world: str, seed: int) -> Done:
    from soak.letters import letters_job

    return Done(*letters_job(world, seed))


def _heads(which: str, seed: int) -> Done:
    from soak.heads import heads_job

    return Done(*heads_job(which, seed))


def _workers(row: str, seed: int) -> Done:
    from soak.workers import workers_job

    return Done(*workers_job(row, seed))


def _mail(row: str, seed: int) -> Done:
    from soak.mail import mail_job

    trouble, number = mail_job(row, seed)
    return Done(trouble, {"changed files": number})


def _judges(row: str, seed: int) -> Done:
    from soak.judges import judges_job

    trouble, number = judges_job(row, seed)
    return Done(trouble, {"changed logs": number})


def _faults(row: str, seed: int) -> Done:
    """A kill, a full disk and an error at calls that the seed picks; many seeds try all."""
    tried: dict[str, int] = {}
    with TemporaryDirectory() as folder, patch("pbem.store.encrypting.cipher", Quick):
        ready = faults.prepared(FAULT_ROWS[row], Path(folder) / "row")
        calls = len(ready.names)
        step = FAULT_STRIDE if FAULT_ROWS[row] in ROWS else 1 + calls // SLOW_CALLS
        for at in range(seed % step, calls, step):
            error = faults.ERRORS[(at // step + seed) % len(faults.ERRORS)]
            for sort, fault in (("kills", faults.KILL), ("full disks", faults.FULL), (_IO, error)):
                tried[sort] = tried.get(sort, 0) + 1
                if trouble := faults.tried(ready, Path(folder) / "here", fault, at):
                    return Done(trouble, tried)
    return Done("", tried)


def _kills(row: str, seed: int) -> Done:
    trouble, number = kills_job(row, seed)
    return Done(trouble, {"kills at random moments": number})


def _dice(kind: str, seed: int) -> Done:
    from soak.dice import DICE as NUMBER
    from soak.dice import dice_job

    return Done(dice_job(kind, seed), {"dice": NUMBER})


def _tests(file: str, seed: int) -> str:
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "soak.budgets", "-p", "no:xdist"]
    words += ["-p", "no:cacheprovider", f"--hypothesis-seed={seed}", str(TESTS / file)]
    path = os.pathsep.join((str(TESTS.parent), str(TESTS)))
    environment = {**os.environ, "PBEM_SOAK": "1", "PYTHONPATH": path}
    ended = subprocess.run(
        words, cwd=TESTS.parent, env=environment, capture_output=True, text=True, check=False
    )
    return "" if ended.returncode == 0 else ended.stdout[-OUTPUT:] or ended.stderr[-OUTPUT:]


_KINDS: Final[dict[str, Callable[[str, int], str | Done]]] = {
    "gw": _gw,
    "wif": _wif,
    "awaw": _awaw,
    "tw": _tw,
    "oracle": _oracle,
    "tests": _tests,
    "files": _files,
    "mail": _mail,
    "judges": _judges,
    "logs": _logs,
    "letters": _letters,
    "heads": _heads,
    "workers": _workers,
    "faults": _faults,
    "kills": _kills,
    "dice": _dice,
}
