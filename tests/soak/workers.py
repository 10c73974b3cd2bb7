"""What strangers send over the line: logs of workers to the moderator, parcels to a worker.

A log that was changed is refused with a reason, or stands all proofs that need no replay; a worker
answers whatever parcel it gets. Nothing takes long, and nothing is raised but the refusal.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from mutations import mutated
from post.games import game as sample_game

from pbem.core.data.findings import PbemError
from pbem.store.directory import GameDirectory
from pbem.store.parcels import Unlike, carried_out, first_difference, parcel_of, taken_on_trust
from pbem.store.runs import play
from pbem.store.working import Done, Job
from soak.files import TooLong, limited
from soak.wrong import Wrong, place_of

ROWS: Final = ("gw-france-1940", "wif-barbarossa-12", "tw-france-1940", "gw-china-1937")
TRIALS: Final = 500  # of one job
PARCELS: Final = 0.2  # of these are parcels, which are played


def workers_job(row: str, seed: int, trials: int = TRIALS) -> tuple[str, Counter[str]]:
    """What was wrong with so many messages of strangers."""
    draw, wrong, tried = Random(f"workers {row} {seed}"), Wrong(), Counter[str]()
    job, log = _job(row)
    parcel = parcel_of(job)
    for at in range(trials):
        of_worker = draw.random() >= PARCELS
        how, data = mutated(draw, log if of_worker else parcel, log)
        tried["logs of workers" if of_worker else "parcels"] += 1
        try:
            with limited():
                trouble = _believed(data, job, log) if of_worker else _carried(data)
        except (Exception, TooLong) as raised:
            wrong.add(place_of(raised), f"trial {at} ({how})")
        else:
            if trouble:
                wrong.add(trouble, f"trial {at} ({how})")
    return wrong.told(), tried


@cache
def _job(row: str) -> tuple[Job, bytes]:
    """The job of a scenario's first window, and the log that an honest worker sends."""
    jobs: list[Job] = []

    def take(job: Job) -> Done:
        jobs.append(job)
        raise PbemError("taken")

    with tempfile.TemporaryDirectory() as folder:
        root = shutil.copytree(sample_game(row.replace("-", "/", 1)), Path(folder) / "game")
        try:
            play(GameDirectory(root), by=take)
        except PbemError:
            return jobs[0], carried_out(parcel_of(jobs[0]))
    raise AssertionError("no job was sent")


def _believed(log: bytes, job: Job, right: bytes) -> str:
    """What is wrong with how a log is judged."""
    if (log == right) != (first_difference(right, log) == 0):
        return "a replay takes one log for another"
    try:
        done = taken_on_trust(log, job, "worker")
    except Unlike as refused:
        return "" if str(refused).strip() else "a refusal says nothing"
    return "" if done.reports and done.course.state is not None else "it makes no reports"


def _carried(parcel: bytes) -> str:
    return "" if isinstance(carried_out(parcel), bytes) else "a worker does not answer"
