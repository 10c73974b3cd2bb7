"""What a moderator decides against the program in one run: decisions, rolls, readings.

Each file names the run, its author and the reason; the log shows every override that mattered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.core.data import schemas
from pbem.core.data.findings import Finding, error, has_errors, suggest, warning
from pbem.core.data.yamlio import Document, YamlProblem
from pbem.core.orders.inputs import Overrides
from pbem.core.orders.orders import read_received
from pbem.core.rules.game import Game


@dataclass(frozen=True, slots=True)
class Ruled:
    """The overrides of a run, why they were made, and what is wrong with their files."""

    overrides: Overrides = field(default_factory=Overrides)
    played: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()


def read_overrides(game: Game, files: Mapping[str, bytes], run: int) -> Ruled:
    """All override files for a run; those for another run are passed over."""
    decisions: dict[str, Any] = {}
    rolls: dict[str, tuple[int, ...]] = {}
    readings: dict[str, str] = {}
    played: list[str] = []
    notes: list[str] = []
    findings: list[Finding] = []
    for name, data in files.items():
        said, troubles = _read(game, name, data, run)
        findings += troubles
        if said is None:
            continue
        decisions |= said.get("decisions", {})
        rolls |= {path: tuple(dice) for path, dice in said.get("rolls", {}).items()}
        readings |= said.get("readings", {})
        played.append(name)
        notes.append(f"overridden by {said['author']}: {said['reason']}")
    overrides = Overrides(decisions, rolls, readings)
    return Ruled(overrides, tuple(played), tuple(notes), tuple(findings))


def _read(
    game: Game, name: str, data: bytes, run: int
) -> tuple[Mapping[str, Any] | None, list[Finding]]:
    try:
        document = read_received(data, name)
    except YamlProblem as trouble:
        return None, list(trouble.findings)
    findings = schemas.check("core/overrides", document.data, document)
    if has_errors(findings):
        return None, findings
    if document.data["run"] != run:
        message = f"these overrides are for run {document.data['run']} and are passed over"
        return None, [warning("other-run", message, where=document.where(("run",)))]
    return document.data, [*findings, *_readings(game, document)]


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
