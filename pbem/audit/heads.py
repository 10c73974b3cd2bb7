"""What the heads of logs tell of one another: lists that only grow, rows that stay as they were.

Decides from several logs, and from the reports that print their ends, whether a later head leaves
out or changes what an earlier one told of keys, of runs that were taken back and of keys that were
lost. Leaves to `chain` what one head shows alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final

from pbem.audit.checks import Check, Trouble
from pbem.audit.sorting import Kept, KeptLog

_RENEWED: Final = ("sheet", "to", "renewed", "author", "reason")


def check_growing(kept: Kept) -> Check:
    """Heads forget and change nothing that earlier ones told of keys and void runs, nor what is."""
    told = [log for log in kept.logs if "void" in log.header]
    words = [one for log, later in combinations(told, 2) for one in _changed(log, later)]
    words += [one for log in told for one in _stopped(log, _finished(kept))]
    tells = f"{len(told)} heads tell of keys and void runs, and each of all before it"
    troubles = tuple(Trouble(0, one) for one in words)
    return Check("keys used", tells, troubles, done=len(told) == len(kept.logs))


def _changed(log: KeptLog, later: KeptLog) -> Iterator[str]:
    """What a later head leaves out, or tells otherwise than an earlier one."""
    if later.void[: len(log.void)] != log.void:
        yield f"{later.title} leaves out void runs that {log.title} names"
    for was, now in zip(log.void_rows, later.void_rows, strict=False):
        if was != now:
            yield f"{later.title} tells otherwise of the void run {was['run']} than {log.title}"
    if _renewals(later)[: len(_renewals(log))] != _renewals(log):
        yield f"{later.title} tells otherwise of keys that were renewed than {log.title}"
    void = {(name, key) for name, key, _, _ in later.void}
    for run, (chain, key) in enumerate(log.keys, start=1):
        if later.keys[run - 1 : run] != [(chain, key)] and (str(run), key) not in void:
            yield f"run {run} used key {key} in {log.title}; {later.title} knows nothing of it"


def _renewals(log: KeptLog) -> list[list[Any]]:
    """The renewals of keys that a head tells of: the sheets, the run, who and why."""
    return [[row[name] for name in _RENEWED] for row in log.header.get("earlier", ())]


def _finished(kept: Kept) -> frozenset[tuple[int, str]]:
    """The ends of runs that were finished: their logs are here, or reports that print them."""
    logs = [(len(log.log.lines), log.last) for log in kept.logs if log.log.body("digest")]
    return frozenset([*logs, *((report.entries, report.last) for report in kept.reports)])


def _stopped(log: KeptLog, finished: frozenset[tuple[int, str]]) -> Iterator[str]:
    """Runs that were finished, though a head says that they waited when they were taken back."""
    for row in log.void_rows:
        if row.get("stopped") and (row["entries"], row["last"]) in finished:
            yield f"{log.title} says that run {row['run']} waited for answers; it was finished"
