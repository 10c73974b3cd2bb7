"""What a moderator rules in one run: where the program does not know, and against it.

Each file names the run and its author; what is decided against the program has a reason, a ruling
has its own, and a citation. The log shows every one that mattered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pbem.core.data import schemas
from pbem.core.data.findings import Finding, Where, error, has_errors, suggest, warning
from pbem.core.data.yamlio import Document, YamlProblem
from pbem.core.orders.inputs import GivenRuling, Overrides
from pbem.core.orders.orders import read_received
from pbem.core.orders.rulings import read_rulings, weigh
from pbem.core.rules.game import Game
from pbem.core.rules.rulings import Unruled

AGAINST: Final = ("decisions", "rolls", "readings")  # what a file decides against the program
_PASSED_OVER: Final = ("other-run", "too-late")
_ONLY_ASKED: Final = (
    "while a run waits, only rulings that it asked for count, with their fingerprints; to rule "
    "otherwise, take it back: pbem rewind"
)


@dataclass(frozen=True, slots=True)
class Said:
    """The rulings of a run, why they were made, and what is wrong with their files."""

    overrides: Overrides = field(default_factory=Overrides)
    played: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class RulingFile:
    """A file of rulings as read: what it says, and what is wrong with it."""

    data: Mapping[str, Any] = field(default_factory=dict)
    rulings: Mapping[str, GivenRuling] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether it is played: it can be read, and is of this run and in time."""
        passed = any(finding.code in _PASSED_OVER for finding in self.findings)
        return bool(self.data) and not passed

    @property
    def note(self) -> str:
        """What reports say of a file that decides against the program."""
        if self.rulings and all(part not in self.data for part in AGAINST):
            return ""
        return f"overridden by {self.data['author']}: {self.data.get('reason', '')}"


def read_overrides(
    game: Game, files: Mapping[str, bytes], run: int, late: Collection[str] = ()
) -> Said:
    """All files of rulings for a run; those for another run are passed over.

    `late` came after the run had begun: they may answer what it asked for, and nothing else.
    """
    read = {name: read_ruling_file(game, name, data, run) for name, data in files.items()}
    read |= {name: _in_time(name, file) for name, file in read.items() if name in late}
    findings = [finding for file in read.values() for finding in file.findings]
    counts = {name: file for name, file in read.items() if file.counts}
    rulings: dict[str, GivenRuling] = {}
    for file in counts.values():
        findings += _ruled_twice(rulings, file.rulings)
        rulings = {**file.rulings, **rulings}
    notes = tuple(file.note for file in counts.values() if file.note)
    overrides = _against(counts.values(), rulings)
    return Said(overrides, tuple(counts), notes, tuple(findings))


def _against(files: Iterable[RulingFile], rulings: Mapping[str, GivenRuling]) -> Overrides:
    """What files decide, with who does so and why; of two on one thing the later one counts."""
    decided: dict[str, dict[str, Any]] = {part: {} for part in AGAINST}
    why: dict[str, dict[str, str]] = {}
    for file in files:
        who = {key: str(file.data.get(key, "")) for key in ("author", "reason")}
        for part in AGAINST:
            decided[part] |= file.data.get(part, {})
            why |= dict.fromkeys(file.data.get(part, {}), who)
    rolls = {path: tuple(dice) for path, dice in decided["rolls"].items()}
    return Overrides(decided["decisions"], rolls, decided["readings"], rulings, why)


def read_ruling_file(game: Game, name: str, data: bytes, run: int) -> RulingFile:
    """A file of rulings, with every finding that needs no question."""
    try:
        document = read_received(data, name)
    except YamlProblem as trouble:
        return RulingFile(findings=trouble.findings)
    findings = schemas.check("core/overrides", document.data, document)
    if has_errors(findings):
        return RulingFile(findings=tuple(findings))
    said = document.data
    if said["run"] != run:
        message = f"these rulings are for run {said['run']} and are passed over"
        found = warning("other-run", message, where=document.where(("run",)))
        return RulingFile(said, findings=(found,))
    rulings, troubles = read_rulings(document)
    findings += [*troubles, *_no_reason(document), *_readings(game, document)]
    return RulingFile(said, rulings, tuple(findings))


def _no_reason(document: Document) -> Iterator[Finding]:
    """Whoever decides against the program says why."""
    said = document.data
    bare = not any(part in said for part in (*AGAINST, "rulings"))
    if "reason" not in said and (bare or any(part in said for part in AGAINST)):
        hint = "write why, in your own words, before what you decide"
        yield error("missing-key", "'reason' is missing", where=document.where(), hint=hint)


def _in_time(name: str, file: RulingFile) -> RulingFile:
    """A file that came after the run had begun, and what it cannot rule any more."""
    unasked = [path for path, said in file.rulings.items() if not said.fingerprint]
    more = [part for part in AGAINST if part in file.data] + unasked
    if not more or has_errors(file.findings):
        return file
    message = f"this file is not played: the run has begun, and {more[0]} comes too late"
    late = warning("too-late", message, where=Where(name), hint=_ONLY_ASKED)
    return replace(file, findings=(*file.findings, late))


def _ruled_twice(
    known: Mapping[str, GivenRuling], more: Mapping[str, GivenRuling]
) -> Iterator[Finding]:
    """Two files that rule on one thing, and not alike."""
    for path, said in more.items():
        if path in known and known[path] != said:
            other = known[path].spot()
            message = f"{other} rules on {path} too, and otherwise"
            hint = "keep one of them; what play went on from stays as it was"
            yield error("ruled-twice", message, where=said.spot(), hint=hint)


def _readings(game: Game, document: Document) -> Iterator[Finding]:
    """Readings that the rules of the game do not know."""
    known = game.interpretations
    for name, reading in document.data.get("readings", {}).items():
        if name not in known:
            where = document.where_key(("readings", name))
            message = f"there is no interpretation '{name}'"
            yield error("unknown-reading", message, where=where, hint=suggest(name, known))
        elif reading not in known[name].options:
            where = document.where(("readings", name))
            message = f"'{reading}' is no reading of {name}"
            hint = suggest(str(reading), known[name].options)
            yield error("unknown-reading", message, where=where, hint=hint)


# --- what is asked -----------------------------------------------------------------------------


def check_rulings(
    game: Game, rulings: Mapping[str, GivenRuling], asked: Iterable[Unruled]
) -> Iterator[Finding]:
    """What is wrong with rulings on what a run waits for: as when it goes on."""
    open_ = {one.path: one for one in asked}
    for path, said in rulings.items():
        one = open_.get(path)
        if one is None and said.fingerprint:
            hint = suggest(path, open_) if open_ else "no ruling is wanted now"
            yield error("not-asked", f"{path} is not asked", where=said.spot(), hint=hint)
        elif one is not None and said.fingerprint not in ("", one.fingerprint):
            hint = f"read the question again; its fingerprint is now {one.fingerprint}"
            message = "the facts have changed since this ruling was asked for"
            yield error("other-facts", message, where=said.spot("fingerprint"), hint=hint)
        elif one is not None and one.state is not None:
            position = game.system.position(game, one.state, one.state, "", True)
            yield from weigh(position, path, one.wanted, said).findings
