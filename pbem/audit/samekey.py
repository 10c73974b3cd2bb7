"""A key that served again: the run that was taken back told its dice, so nothing may differ since.

Decides from heads and last lines alone whether two logs of one run and one key were played with the
same files. Leaves to `kept` and `chain` which logs those are, to `asked` what questions tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Final

from pbem.audit.checks import Log
from pbem.moderation.amend import is_beside
from pbem.store.inputs import SENT

_TELLS: Final = "digest"  # the last line of a log: one that was stopped while it waited has none
Row = Mapping[str, Any]
Named = tuple[str, Log]  # what to call a log


def other_files(logs: Iterable[Named]) -> Iterator[str]:
    """What is wrong with logs, in the order in which they were played, of one run and one key."""
    served: dict[tuple[Any, ...], list[Named]] = {}
    for name, log in logs:
        header = log.body("header")
        if header and not is_beside(header) and header["key"]["kind"] == "chain":
            used = (header.get("commitments"), header["run"], header["key"]["number"])
            served.setdefault(used, []).append((name, log))
    for (_, run, key), of_key in served.items():
        for (earlier, first), (later, second) in pairwise(of_key):
            other = sorted(_differing(first, second))
            if other:
                words = f"{later} uses key {key} for run {run} again, whose dice {earlier} had told"
                yield f"{words}, and not with the same files: {', '.join(other)}"


def _differing(first: Log, second: Log) -> set[str]:
    """The files in which two plays with one key differ; what a moderator rules may differ."""
    stopped = not first.body(_TELLS)
    one, other = (_files(log, stopped) for log in (first, second))
    found = {name for name in {*one} | {*other} if one.get(name) != other.get(name)}
    if first.body("header").get("beacon") != second.body("header").get("beacon"):
        found.add("the beacon")
    return found


def _files(log: Log, stopped: bool) -> dict[str, str]:
    """The files that must be the same: all that the head names, or what players sent."""
    named: Row = log.body("header").get("inputs", {})
    if stopped:
        return dict(named)  # answers and rulings come late, and stand in the last line
    named = {**named, **log.body(_TELLS).get("answers", {})}
    return {name: mark for name, mark in named.items() if name.partition("/")[0] in SENT}
