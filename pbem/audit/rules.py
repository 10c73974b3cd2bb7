"""The rules of a game from log to log: what changed is said, with who and why, and is so.

The header of each log tells its rules and the hashes of its data files, the sheet of commitments
those before the first; so whoever kept two logs in turn sees every change between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.audit.checks import SILENT, Check, Log, Trouble
from pbem.audit.rebuild import programs_of
from pbem.audit.record import Record
from pbem.core.data import schemas
from pbem.core.data.findings import has_errors
from pbem.core.data.yamlio import decode, read_text_as_document
from pbem.core.record.ledger import line_hash
from pbem.core.record.program import Program, program_in
from pbem.core.rules.setup import load_game, roster_from
from pbem.moderation.amend import UPGRADES, is_beside
from pbem.moderation.beacons import BEACON_OF, DUE_NEXT, latest
from pbem.moderation.rules import (
    CHANGED,
    DATA,
    DEADLINE,
    RULES,
    Settled,
    after_upgrade,
    changed_by_upgrade,
    changes,
    data_in,
    rules_of,
    value,
)
from pbem.store.commitments import Commitments
from pbem.store.inputs import ROSTER

NAME = "rules"
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Until:
    """What was settled by the logs so far; None where none of them tells it."""

    rules: Row | None = None
    data: Mapping[str, str] | None = None
    program: Program | None = None
    deadline: str | None = None  # of the next window
    drawn: str = ""  # the last deadline on which a beacon hung
    last: str = ""  # the hash of the last line


def check_roster_rules(log: Log, record: Record) -> Check:
    """The rules in the header are those of the game.yaml that the run was played with."""
    header = log.body("header")
    told, here = programs_of(header)
    if RULES not in header:
        return Check("roster", f"{told} did not tell the rules of a run", done=False)
    if is_beside(header):
        return Check("roster", "no window was played: the rules stay as they are")
    if ROSTER not in record.inputs:
        return Check("roster", f"{ROSTER} is not at hand", done=False)
    if here.is_other(told):
        words = f"not compared: written by {told}"
        return Check("roster", words, done=False, needs=told.wanted(here), foreign=True)
    document = read_text_as_document(decode(record.inputs[ROSTER], ROSTER), ROSTER)
    if has_errors(schemas.check("core/game", document.data, document)):
        return Check("roster", "", (Trouble(0, f"{ROSTER} of the run is not legal"),))
    rules = rules_of(load_game(roster_from(document.data)), header["run"])
    now, was = Settled(rules, {}, told), Settled(header[RULES], {}, told)
    troubles = tuple(
        Trouble(1, f"says {value(row['old'])} for {row['what']}, {ROSTER} {value(row['new'])}")
        for row in changes(was, now)
    )
    return Check("roster", f"the rules that the log tells are those of {ROSTER}", troubles)


def check_rules(named: Sequence[tuple[str, Log]], sheet: Commitments | None = None) -> Check:
    """Between logs in turn, and from the sheet to the first, no rule and no data changed unsaid."""
    until, said = _Until(), 0
    troubles: list[Trouble] = []
    gaps: list[str] = []
    silent: list[str] = []
    for name, log in named:
        header = log.body("header")
        if not header["previous"]:
            until = _from_sheet(sheet)
        elif header["previous"] != until.last:
            until = _Until()
            gaps.append(name)
        troubles += _wrong(name, header, until, sheet)
        silent += [name] if _says_nothing_of_data(header) else []
        said += len(header.get(CHANGED, ()))
        until = _after(until, header, line_hash(log.lines[-1]))
    told = f"{said} changes of rules and data, each said with who and why" if said else "no changes"
    told += "".join(f"; not compared: {name}, the log before it is not at hand" for name in gaps)
    told += "".join(f"; {name} does not tell which data came with its program" for name in silent)
    done = not (gaps or silent) and _all_told([log for _, log in named], sheet)
    return Check(NAME, told, tuple(troubles), done=done)


def _says_nothing_of_data(header: Row) -> bool:
    """Whether an upgrade is to an older program, which did not tell what data came with it."""
    is_older = UPGRADES in header and CHANGED not in header
    return is_older and program_in(header).version in SILENT


def _all_told(logs: Sequence[Log], sheet: Commitments | None) -> bool:
    """Whether every log tells its rules, and the sheet those of the first."""
    headers = [log.body("header") for log in logs]
    first = any(not header["previous"] for header in headers)
    return all(RULES in header for header in headers) and (
        not first or (sheet is not None and sheet.whole)
    )


def _from_sheet(sheet: Commitments | None) -> _Until:
    if sheet is None or not sheet.whole:
        return _Until()
    return _Until(sheet.said[RULES], sheet.data, sheet.program, latest(sheet.said["deadlines"]))


def _after(until: _Until, header: Row, last: str) -> _Until:
    until = replace(until, rules=header.get(RULES, until.rules), last=last)
    if UPGRADES in header and until.data is not None:
        data = after_upgrade(until.data, header)
        return replace(until, data=data, program=program_in(header))
    if is_beside(header):
        return until
    due = latest(header[DUE_NEXT]) if DUE_NEXT in header else None
    data, program = data_in(header["inputs"]), program_in(header)
    drawn = (header.get(BEACON_OF) or {}).get("deadline", until.drawn)
    return replace(until, data=data, program=program, deadline=due, drawn=drawn)


def _wrong(name: str, header: Row, until: _Until, sheet: Commitments | None) -> Iterator[Trouble]:
    """What a log says of changes that is not so, and what changed unsaid."""
    rows: Sequence[Row] = header.get(CHANGED, ())
    if RULES not in header:
        if sheet is not None and sheet.whole:
            yield Trouble(1, f"{name} does not tell its rules")
        return
    for row in rows:
        if not (str(row["who"]).strip() and str(row["why"]).strip()):
            yield Trouble(1, f"{name} does not say who changed {row['what']} and why")
    yield from _too_early(name, header, until)
    rows = [row for row in rows if _is_known(str(row["what"]), until)]
    yield from _differing(name, {_key(row): row for row in _found(header, until)}, rows)


def _is_known(what: str, until: _Until) -> bool:
    """Whether the logs before tell how something was that is said to change."""
    if what.startswith(DATA):
        return until.data is not None
    return until.rules is not None if what != DEADLINE else until.deadline is not None


def _too_early(name: str, header: Row, until: _Until) -> Iterator[Trouble]:
    """A deadline that is not after the last: its beacon was known as that run was played."""
    due = (header.get(BEACON_OF) or {}).get("deadline")
    if due is not None and due <= until.drawn:
        words = f"{name} has the deadline {due}, which is not after {until.drawn}, that of the run"
        yield Trouble(1, f"{words} before: its beacon was known already")


def _differing(name: str, found: Mapping[str, Row], rows: Sequence[Row]) -> Iterator[Trouble]:
    """The changes that were found and are not told, and those that are told and not so."""
    told = {_key(row): row for row in rows}
    for key in sorted({*found} - {*told}):
        yield Trouble(1, f"{name} changes {_words(found[key])}, and does not say so")
    for key in sorted({*told} - {*found}):
        yield Trouble(1, f"{name} says that it changes {_words(told[key])}, and that is not so")


def _words(row: Row) -> str:
    return f"{row['what']} from {value(row['old'])} to {value(row['new'])}"


def _key(row: Row) -> str:
    return f"{row['what']} {value(row['old'])} {value(row['new'])} {row['old']} {row['new']}"


def _found(header: Row, until: _Until) -> list[dict[str, Any]]:
    """What the log is played by otherwise than those before it."""
    here = program_in(header)
    rules = header[RULES] if until.rules is None else until.rules
    if UPGRADES in header:
        found = changes(Settled(rules, {}), Settled(header[RULES], {}))
        if until.data is not None and not _says_nothing_of_data(header):
            found += changed_by_upgrade(until.data, data_in(header["inputs"]))
        return found
    files = {} if is_beside(header) else data_in(header["inputs"])
    due = header[BEACON_OF]["deadline"] if header.get(BEACON_OF) else None
    now = Settled(header[RULES], files, here, due)
    data = now.data if until.data is None or is_beside(header) else until.data
    return changes(Settled(rules, data, until.program or here, until.deadline), now)
