"""The plays of a run that were taken back, whose key serves again: what they told was known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.core.data.findings import FileTrouble
from pbem.core.record.foreknown import KNOWN, Plays
from pbem.moderation.rules import CHANGED
from pbem.store.directory import LEDGER, GameDirectory, RunName
from pbem.store.register import told_in

Row = Mapping[str, Any]


def plays_before(directory: GameDirectory, run: int, head: Row) -> Plays:
    """The finished plays of a run with its key, as the head of its log names them."""
    folders = [where / str(run) for where, name in directory.voided() if name == RunName(run)]
    found = []
    for folder, counts in zip(folders, _counting(run, head), strict=False):
        if counts and not (folder / LEDGER).is_file():
            raise FileTrouble(
                f"{folder.relative_to(directory.root)}: the log of this play is not here",
                hint="its dice were known before its run was played again; put it back",
            )
        if counts:
            found.append(directory.entries(folder))
    return Plays(tuple(found))


def _counting(run: int, head: Row) -> Iterator[bool]:
    """Of each void run of a number in turn, whether it is one that was finished with this key."""
    for chain in (*head.get("earlier", ()), head):
        for void in map(told_in, chain.get("void", ())):
            if void.name == RunName(run):
                yield chain is head and void.key == head["runs"][-1] and not void.stopped


def changed_with(joined: Mapping[str, Any], plays: Plays) -> dict[str, Any]:
    """What the head of a log tells; of rules that changed since those plays, that it knew dice."""
    before = [row for log in plays.logs for row in log[0].body.get(CHANGED, ())]
    if not plays.told_dice or CHANGED not in joined:
        return dict(joined)
    rows = [{**row, **_known_of(row, before)} for row in joined[CHANGED]]
    return {**joined, CHANGED: rows}


def _known_of(row: Row, before: list[Row]) -> dict[str, Any]:
    """What a change of rules says of dice: what it said in the last play that had it."""
    same = [one for one in before if all(one[name] == row[name] for name in ("what", "old", "new"))]
    if same:
        return {KNOWN: same[-1][KNOWN]} if KNOWN in same[-1] else {}
    return {KNOWN: []}
