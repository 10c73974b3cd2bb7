"""`make soak HOURS=n`: the jobs of `jobs`, some at a time, from where the last soak stopped.

Every job that ended stands in the log, a line each; one that was stopped is done again. Jobs that
have begun when the time is over are ended, none is begun. 1 if a job failed, or had failed before
on the same commit. Games are made in memory where the system has a folder for that.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Any, Final

from soak.jobs import Done, done, jobs

ROOT: Final = Path(__file__).parents[2]
LOG: Final = ROOT / "soak.jsonl"
PROCESSES: Final = 2
MEMORY: Final = "/dev/shm"  # folders here cost no disk


def main(words: Sequence[str]) -> int:
    """What `make soak` calls."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--hours", type=float, default=1.0, help="how long jobs are begun")
    parser.add_argument("--again", default="", help="one job, by its name: 'gw china-1937 12'")
    parser.add_argument("--only", default="", help="kinds of jobs: 'files mail faults kills dice'")
    parser.add_argument("--processes", type=int, default=PROCESSES)
    parser.add_argument("--log", type=Path, default=LOG)
    said = parser.parse_args(words)
    if said.again:
        found = done(said.again)
        print(found.trouble or f"{said.again}: {found.told or 'nothing is wrong'}")
        return 1 if found.trouble else 0
    return _soak(said)


def _soak(said: argparse.Namespace) -> int:
    log, only = said.log, said.only.split()
    commit = _commit()
    known = _known(log)
    end = time.monotonic() + 3600 * said.hours
    failed = [row["job"] for row in known.values() if row["trouble"] and row["commit"] == commit]
    tried = Counter[str]()
    for row in known.values():
        tried.update(row.get("tried", {}))
    ended = 0
    _end_last_line(log)
    with log.open("a", encoding="utf-8") as file, ProcessPoolExecutor(said.processes) as pool:
        wanted = (job for job in jobs() if not only or job.split(" ")[0] in only)
        waiting = (job for job in wanted if job not in known)
        for job, seconds, found in _ended(pool, said.processes, waiting, end):
            trouble = found.trouble
            row = {"job": job, "commit": commit, "seconds": round(seconds, 1), "trouble": trouble}
            row["tried"] = found.tried
            row |= {"told": found.told} if found.told else {}
            tried.update(found.tried)
            file.write(json.dumps(row, sort_keys=True) + "\n")
            file.flush()
            ended += 1
            if found.told:
                print(f"{job}: {found.told}", flush=True)
            if trouble:
                failed.append(job)
                print(f"{job} failed:\n{trouble}\n  again: make soak AGAIN='{job}'", flush=True)
    print(f"{ended} jobs ended, {len(known)} had before; the log is {log}")
    print("tried in all: " + ", ".join(f"{n:,} {kind}" for kind, n in sorted(tried.items())))
    if failed:
        print("failed: " + ", ".join(failed))
    return 1 if failed else 0


def _known(log: Path) -> dict[str, dict[str, Any]]:
    """The jobs that have ended, by name; a last line that was cut off is no job."""
    found = {}
    for line in log.read_text(encoding="utf-8").splitlines() if log.is_file() else ():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        found[row["job"]] = row
    return found


def _end_last_line(log: Path) -> None:
    """A line that was cut off ends where it is."""
    if log.is_file() and (text := log.read_bytes()) and not text.endswith(b"\n"):
        log.write_bytes(text + b"\n")


def _ended(
    pool: ProcessPoolExecutor, number: int, waiting: Iterator[str], end: float
) -> Iterator[tuple[str, float, Done]]:
    """Jobs as they end, with the seconds they took and what came of them."""
    begun: dict[Future[Done], tuple[str, float]] = {}
    while True:
        while len(begun) < number and time.monotonic() < end and (job := next(waiting, "")):
            begun[pool.submit(done, job)] = (job, time.monotonic())
        if not begun:
            return
        ready, _ = wait(begun, return_when=FIRST_COMPLETED)
        for future in ready:
            job, start = begun.pop(future)
            yield job, time.monotonic() - start, future.result()


def _commit() -> str:
    words = ["git", "rev-parse", "--short=12", "HEAD"]
    return subprocess.run(
        words, cwd=ROOT, text=True, check=True, capture_output=True
    ).stdout.strip()


if __name__ == "__main__":
    usual = MEMORY if os.access(MEMORY, os.W_OK | os.X_OK) else None
    with tempfile.TemporaryDirectory(prefix="pbem-soak-", dir=usual) as folder:
        os.environ["TMPDIR"] = tempfile.tempdir = folder
        sys.exit(main(sys.argv[1:]))
