"""What a moderator decides against the program in one run: decisions, rolls, readings.

Each file names the run, its author and the reason; the log shows every override that mattered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.core import schemas
from pbem.core.findings import Finding, has_errors, warning
from pbem.core.inputs import Overrides
from pbem.core.orders import read_received
from pbem.core.yamlio import YamlProblem


@dataclass(frozen=True, slots=True)
class Ruled:
    """The overrides of a run, why they were made, and what is wrong with their files."""

    overrides: Overrides = field(default_factory=Overrides)
    played: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()


def read_overrides(files: Mapping[str, bytes], run: int) -> Ruled:
    """All override files for a run; those for another run are passed over."""
    decisions: dict[str, Any] = {}
    rolls: dict[str, tuple[int, ...]] = {}
    readings: dict[str, str] = {}
    played: list[str] = []
    notes: list[str] = []
    findings: list[Finding] = []
    for name, data in files.items():
        said, troubles = _read(name, data, run)
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


def _read(name: str, data: bytes, run: int) -> tuple[Mapping[str, Any] | None, list[Finding]]:
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
    return document.data, findings
