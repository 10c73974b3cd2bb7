"""`make mutants`: change rules and data one small thing at a time, and list what nobody notices.

    make mutants SYSTEM=gw CLAUSE=8,9.14 N=200 SEED=anything

SEED is the present commit unless it is given, so that nobody wrote a test knowing the draw. A run
that is stopped goes on where it stopped. `ONLY=file:line` tries every change of a line, or of a
whole file.
"""

from __future__ import annotations

import argparse
import gc
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import pytest  # noqa: E402
from tabulate import tabulate  # noqa: E402

from tests.mutants import claims, kept, reach, trial  # noqa: E402
from tests.mutants.change import Change, Kind  # noqa: E402
from tests.mutants.draw import drawn, under  # noqa: E402
from tests.mutants.kept import Outcome  # noqa: E402

WORK: Final = ROOT / ".mutants.cache"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for."""

    system: str
    rules: tuple[str, ...]
    number: int
    seed: str
    only: str
    workers: int
    again: bool


def wish(arguments: Sequence[str]) -> Wish:
    """From the words of the command line."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("system")
    parser.add_argument("--clause", default="", help="rules or clauses, with commas")
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--seed", default="")
    parser.add_argument("--only", default="", help="FILE or FILE:LINE")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--again", action="store_true", help="try again what is kept")
    said = parser.parse_args(arguments)
    rules = tuple(rule for rule in said.clause.replace(",", " ").split() if rule)
    seed = said.seed or _commit()
    return Wish(said.system, rules, said.number, seed, said.only, said.workers, said.again)


def _commit() -> str:
    told = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return told.stdout.strip() or "0"


class Bench:
    """A plugin of pytest: instead of running the tests it has collected, it tries changes."""

    def __init__(self, wanted: Wish) -> None:
        self.wanted = wanted
        self.outcomes: list[Outcome] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of pytest's own loop."""
        if session.testsfailed:
            raise SystemExit("the tests cannot be collected")
        system = self.wanted.system
        items = [item for item in session.items if reach.belongs(item, system)]
        told(f"{len(items)} cases and unit tests of {system}")
        reached = reach.measured(system, items, trial.passes, WORK / f"reach-{system}.json")
        wanted = chosen(self.wanted)
        self.outcomes = tried(self.wanted, wanted, items, reached)
        return True


def chosen(wanted: Wish) -> list[Change]:
    """The changes that are tried."""
    known = kept.no_difference()
    changes = claims.of_system(wanted.system)
    for name in kept.strangers(changes, known) if not wanted.only else ():
        if f"/{wanted.system}/" in name:
            told(f"no-difference.yaml names a change that does not exist: {name}")
    some = under(changes, wanted.rules)
    if wanted.only:
        file, _, line = wanted.only.partition(":")
        return [
            c for c in some if c.file.endswith(file) and (not line or c.line <= int(line) <= c.last)
        ]
    return drawn(some, wanted.number, wanted.seed)


def tried(
    wanted: Wish,
    changes: list[Change],
    items: list[pytest.Item],
    reached: dict[str, reach.Reached],
) -> list[Outcome]:
    """What comes of each change: as it is kept, or tried now."""
    digests = Digests(items)
    path = kept.path_of(wanted.system)
    known = kept.read_outcomes(path)
    same = kept.no_difference()
    outcomes = {} if wanted.again else {
        c.id: known[c.id] for c in changes if c.id in known and digests.fresh(c, known[c.id])
    }  # fmt: skip
    trials = [
        _trial(change, items, reached)
        for change in changes
        if change.id not in outcomes and not kept.makes_none(change, same)
    ]
    told(f"{len(changes)} changes: {len(outcomes)} known, {len(trials)} to try")
    warm_up(wanted.system)
    began = time.monotonic()
    for number, (one, by) in enumerate(trial.noticed(trials, wanted.workers), start=1):
        found = kept.outcome(one.change, by, digests.of(one.change, by))
        outcomes[one.change.id] = found
        known[one.change.id] = found
        if found.survived:
            told(f"survived: {one.change.told}")
        if number % 20 == 0 or number == len(trials):
            _keep(path, known)
            told(f"{number} of {len(trials)} in {time.monotonic() - began:.0f} s")
    return [outcomes[change.id] for change in changes if change.id in outcomes]


class Digests:
    """The digests of the tests, to tell what is stale."""

    def __init__(self, items: Sequence[pytest.Item]) -> None:
        self.tests = {item.nodeid: reach.digest_of(item) for item in items}
        self.cases: dict[str, list[str]] = {}
        for item in items:
            case = reach.case_of(item)
            for clause in case.clauses if case else ():
                self.cases.setdefault(clause, []).append(self.tests[item.nodeid])

    def of(self, change: Change, by: str) -> str:
        """Of the test that noticed a change; where none did, of the cases of its clauses."""
        if by in self.tests:
            return self.tests[by]
        named = (text for clause in change.clauses for text in self.cases.get(clause, ()))
        return reach.sha(*(text.encode() for text in named))

    def fresh(self, change: Change, known: Outcome) -> bool:
        """Whether what is kept of a change still holds."""
        return (known.digest, known.tests) == (change.digest, self.of(change, known.by))


def _trial(
    change: Change, items: list[pytest.Item], reached: dict[str, reach.Reached]
) -> trial.Trial:
    """A change with the tests that may notice it: the cases of its clauses, the quick ones first."""
    elsewhere = trial.needs_fresh_process(change) or change.kind in trial.DATA
    able = [i for i in items if elsewhere or reached[i.nodeid].reaches(change)]

    def order(item: pytest.Item) -> tuple[bool, float]:
        case = reach.case_of(item)
        clauses = case.clauses if case else ()
        named = any(claims.is_under(clause, change.clauses) for clause in clauses)
        return not named, reached[item.nodeid].seconds

    able.sort(key=order)
    return trial.Trial(change, tuple(able), sum(reached[i.nodeid].seconds for i in able))


def warm_up(system: str) -> None:
    """Load what every trial needs once, before processes are forked."""
    from pbem.core.setup import default_roster, first_state, list_scenarios, load_game

    for name in (name for of, name in list_scenarios() if of == system):
        roster = default_roster(system, name)
        load_game(roster)
        first_state(roster)
    gc.collect()
    gc.freeze()


def _keep(path: Path, known: dict[str, Outcome]) -> None:
    path.parent.mkdir(exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(kept.outcomes_text(known.values()), encoding="utf-8")
    fresh.replace(path)


def told(line: str) -> None:
    """Say something at once."""
    os.write(2, f"{line}\n".encode())


def report(wanted: Wish, outcomes: list[Outcome], changes: list[Change]) -> str:
    """The rate per kind of change, and what survived, by clause."""
    same = kept.no_difference()
    kinds = {change.id: change.kind for change in changes}
    idle = [change for change in changes if kept.makes_none(change, same)]
    rows = []
    for kind in (*Kind, None):
        of = [o for o in outcomes if kind in (None, kinds[o.change])]
        none = sum(1 for change in idle if kind in (None, change.kind))
        noticed = sum(1 for one in of if not one.survived)
        if of or none:
            rate = f"{100 * noticed // len(of)} %" if of else "-"
            rows.append((kind or "all", len(of) + none, none, noticed, len(of) - noticed, rate))
    heads = ("kind of change", "drawn", "no difference", "noticed", "survived", "rate")
    lines = [
        f"{o.change.partition(':')[0]}:{o.line}  {o.before}  ->  {o.after}\n"
        f"    {o.change.split(':')[1]}: {', '.join(o.clauses[:6])}"
        for o in sorted(outcomes, key=lambda o: o.change)
        if o.survived
    ]
    head = f"{wanted.system} {' '.join(wanted.rules)} seed {wanted.seed}"
    return "\n".join([head, "", tabulate(rows, headers=heads), "", *lines])


def main(arguments: Sequence[str]) -> int:
    """Try, report; 0 when nothing survived."""
    wanted = wish(arguments)
    bench = Bench(wanted)
    words = [
        *reach.folders_of_tests(wanted.system),
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
    ]
    ended = pytest.main(words, plugins=[bench])
    if ended not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return 2
    text = report(wanted, bench.outcomes, chosen(wanted))
    print(text)
    return 1 if any(one.survived for one in bench.outcomes) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
