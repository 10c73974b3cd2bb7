"""What a moderator rules in one run: where the program does not know, and against it.

Each file names the run and its author; what is decided against the program has a reason, a ruling
has its own, and a citation. The log shows every one that mattered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
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
    def readable(self) -> bool:
        """Whether it can be said what it says."""
        return bool(self.data)


def read_overrides(
    game: Game, files: Mapping[str, bytes], run: int, late: Collection[str] = ()
) -> Said:
    """All files of rulings for a run; those for another run are passed over.

    `late` came after the run had begun: they may answer what it asked for, and nothing else.
    """
    decided: dict[str, dict[str, Any]] = {part: {} for part in AGAINST}
    rulings: dict[str, GivenRuling] = {}
    why: dict[str, dict[str, str]] = {}
    played: list[str] = []
    notes: list[str] = []
    findings: list[Finding] = []
    for name, data in files.items():
        file = read_ruling_file(game, name, data, run)
        troubles = [*file.findings]
        if name in late and not has_errors(troubles):
            troubles += _too_late(name, file)
        findings += troubles
        if not file.readable or any(f.code in ("other-run", "too-late") for f in troubles):
            continue
        for part in AGAINST:
            decided[part] |= file.data.get(part, {})
            why |= dict.fromkeys(file.data.get(part, {}), _who(file.data))
        findings += _ruled_twice(rulings, file.rulings)
        rulings |= {path: said for path, said in file.rulings.items() if path not in rulings}
        played.append(name)
        if any(part in file.data for part in AGAINST) or not file.rulings:
            notes.append(f"overridden by {file.data['author']}: {file.data.get('reason', '')}")
    rolls = {path: tuple(dice) for path, dice in decided["rolls"].items()}
    overrides = Overrides(decided["decisions"], rolls, decided["readings"], rulings, why)
    return Said(overrides, tuple(played), tuple(notes), tuple(findings))


def _who(said: Mapping[str, Any]) -> dict[str, str]:
    return {"author": str(said["author"]), "reason": str(said.get("reason", ""))}


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


def _too_late(name: str, file: RulingFile) -> Iterator[Finding]:
    """What a file cannot rule any more, since the run has begun."""
    unasked = [path for path, said in file.rulings.items() if not said.fingerprint]
    more = [part for part in AGAINST if part in file.data] + unasked
    if more:
        message = f"this file is not played: the run has begun, and {more[0]} comes too late"
        yield warning("too-late", message, where=Where(name), hint=_ONLY_ASKED)


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
