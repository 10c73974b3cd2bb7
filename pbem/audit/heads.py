"""What the heads of logs tell: lists that only grow, and of game, window and dice what is so.

Decides from several logs, and from the reports that print their ends, whether a later head leaves
out or changes what an earlier one told of keys, of runs that were taken back and of keys that were
lost; whether what a head says of its game, its window and who could know the dice is what its own
rules, its sheet and the log before it say. Leaves to `chain` what one head shows of keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final

from pbem.audit.checks import Check, Row, Trouble
from pbem.audit.sorting import Kept, KeptLog
from pbem.core.rules.game import Player, Roster
from pbem.moderation.rules import RULES

NAME: Final = "heads"
_NAMES: Final = ("game", "system", "scenario")
_RENEWED: Final = ("sheet", "to", "renewed", "author", "reason")


def check_growing(kept: Kept) -> Check:
    """Heads forget and change nothing that earlier ones told of keys and void runs, nor what is."""
    told = [log for log in kept.logs if "void" in log.header]
    words = [one for log, later in combinations(told, 2) for one in _changed(log, later)]
    finished = _finished(kept)
    words += [one for log in told for one in _stopped(log, finished)]
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


# --- game, window and dice -----------------------------------------------------------------------


def check_heads(kept: Kept) -> Check:
    """Each head tells of game, window and dice what its rules and those before it tell."""
    words = [f"{log.title} {one}" for log in kept.logs for one in _untrue(kept, log)]
    told = f"{len(kept.logs)} heads tell of game, window and dice what their rules and logs tell"
    return Check(NAME, told, tuple(Trouble(0, one) for one in words))


def _untrue(kept: Kept, log: KeptLog) -> Iterator[str]:
    """What a head tells that is not so."""
    header, path = log.header, _path(log, 0)
    before = [one for one in kept.logs if one.last == header["previous"]][:1]
    sheets = [sheet.said for _, sheet in kept.sheets if sheet.sha256 == header.get("commitments")]
    for other in (*(one.header for one in before), *sheets):
        yield from _other_game(header, other)
    yield from _other_window(kept, log)
    for one in before:
        if _path(one, -1) != path:
            yield f"begins in {path}, and {one.title} ended in {_path(one, -1)}"
    if RULES in header and header.get("dice") != _dice(log):
        yield f"says {header.get('dice')!r}, and by its rules it is {_dice(log)!r}"


def _other_window(kept: Kept, log: KeptLog) -> Iterator[str]:
    """A window that is not the one to which the logs before it advanced the clock."""
    window, path, due = log.header["window"], _path(log, 0), _due(kept, log)
    if not re.fullmatch(re.escape(path) + "(/[a-z0-9-]+)?", window):
        yield f"calls its window {window!r}, and begins in {path}"
    elif due and window not in (path, f"{path}/{due}"):
        yield f"calls its window {window!r}, and {due} came next"
    elif window == path and not log.beside and due in _named_windows(kept):
        yield f"does not name its window, {due}"


def _due(kept: Kept, log: KeptLog) -> str:
    """The window that comes next by the logs before one; empty where none of them tells it."""
    for before in (one for one in kept.logs if one.last == log.header["previous"]):
        bodies = [body for _, _, body in before.log.bodies("event")]
        clocks = [body["new"]["window"] for body in bodies if body.get("event") == "ClockAdvanced"]
        if clocks or not before.beside:
            return str(clocks[-1]) if clocks else ""
        return _due(kept, before)
    return ""


def _named_windows(kept: Kept) -> set[str]:
    """The windows that heads name, because an impulse has several."""
    return {log.header["window"].partition("/")[2] for log in kept.logs} - {""}


def _path(log: KeptLog, line: int) -> str:
    row = log.log.rows[line]
    return str(row["path"]) if row is not None else ""


def _other_game(header: Row, other: Row) -> Iterator[str]:
    """Names that the log before or the sheet has otherwise; old sheets lack some."""
    for name in _NAMES:
        if name in other and header[name] != other[name]:
            yield f"is of {name} {header[name]!r}, and before it was {other[name]!r}"


def _dice(log: KeptLog) -> str:
    """What a head says of who could know the dice, by its key and its rules."""
    if log.beside:
        return "no dice"
    if log.header["key"]["kind"] != "chain":
        return "dice: key chain"
    return _roster_of(log.header[RULES]).dice_statement


def _roster_of(rules: Row) -> Roster:
    """As much of game.yaml as tells who could know the dice."""
    beacon = rules.get("beacon")
    return Roster(
        *("", "", ""),
        players={name: Player(name) for name in rules.get("players", ())},
        moderator_plays=bool(rules.get("moderator_plays")),
        rated=bool(rules.get("rated")),
        beacon=beacon if isinstance(beacon, str) else None,
        beacon_source=beacon if isinstance(beacon, dict) else {},
        key_keeper=str(rules.get("key_keeper") or ""),
    )
