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

from pbem.store.bitten import Digests, Tried, read_tried  # noqa: E402
from tests.mutants import claims, kept, reach, trial  # noqa: E402
from tests.mutants.change import Change, Kind  # noqa: E402
from tests.mutants.draw import drawn, under  # noqa: E402

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
        self.outcomes: list[Tried] = []

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
) -> list[Tried]:
    """What comes of each change: as it is kept, or tried now."""
    digests = Digests(case for item in items if (case := reach.case_of(item)))
    path = kept.path_of(wanted.system)
    known = read_tried(path)
    same = kept.no_difference()
    still = {} if wanted.again else {n: one for n, one in known.items() if digests.stand(one)}
    outcomes = {
        c.id: still[c.id] for c in changes if c.id in still and digests.is_fresh(still[c.id])
    }
    trials = [
        _trial(change, items, reached)
        for change in changes
        if change.id not in outcomes and not kept.makes_none(change, same)
    ]
    told(f"{len(changes)} changes: {len(outcomes)} known, {len(trials)} to try")
    warm_up(wanted.system)
    began = time.monotonic()
    for number, (one, by) in enumerate(trial.noticed(trials, wanted.workers), start=1):
        outcomes[one.change.id] = still[one.change.id] = kept.tried(one.change, by, digests)
        if not by:
            told(f"survived: {one.change.told}")
        if number % 20 == 0 or number == len(trials):
            kept.keep(path, still.values())
            told(f"{number} of {len(trials)} in {time.monotonic() - began:.0f} s")
    return [outcomes[change.id] for change in changes if change.id in outcomes]


def _trial(
    change: Change, items: list[pytest.Item], reached: dict[str, reach.Reached]
) -> trial.Trial:
    """A change with the tests that may notice it: cases of its clauses and quick ones first."""
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
    from pbem.core.rules.setup import default_roster, first_state, list_scenarios, load_game

    for name in (name for of, name in list_scenarios() if of == system):
        roster = default_roster(system, name)
        load_game(roster)
        first_state(roster)
    reach.caches()  # nobody finds them once they are frozen
    gc.collect()
    gc.freeze()


def told(line: str) -> None:
    """Say something at once."""
    os.write(2, f"{line}\n".encode())


def report(wanted: Wish, outcomes: list[Tried], changes: list[Change]) -> str:
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
        f"{o.file}:{o.line}  {o.before}  ->  {o.after}\n"
        f"    {o.change.removeprefix(o.file)[1:]}  {', '.join(o.clauses[:6])}"
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
