"""The optional rules that a game switches: which there are, what each needs and excludes.

Decides whether those of a game go together, as the system's options.yaml says. Leaves what each
does to the system.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, TypeVar

from pbem.core.data.findings import Finding, PbemError, UsageError, error, suggest
from pbem.core.data.rulebook import OptionalRule, read_optional_rules
from pbem.core.data.yamlio import Document
from pbem.core.rules.system import AnySystem

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


@dataclass(frozen=True, slots=True)
class Conflict:
    """An optional rule that is on and cannot be, with the way out."""

    name: str
    message: str
    hint: str


def switched(kind: type[T], said: Mapping[str, object]) -> T:
    """The optional rules of a system as a game says them: name, in use or not."""
    known = [field.name for field in fields(kind)]
    for name, used in said.items():
        if name not in known:
            raise UsageError(f"there is no optional rule '{name}'", hint=suggest(name, known))
        if not isinstance(used, bool):
            raise UsageError(f"the optional rule '{name}' is either true or false")
    return kind(**said)


def option_findings(document: Document, system: AnySystem) -> Iterator[Finding]:
    """The optional rules of game.yaml that the system does not take, each where it stands."""
    said = {str(name): value for name, value in document.data.get("options", {}).items()}
    keys = {str(name): name for name in document.data.get("options", {})}
    unknown = []
    for name, value in said.items():
        try:
            system.options({name: value})
        except PbemError as trouble:
            unknown.append(name)
            where = document.where_key(("options", keys[name]))
            yield error("bad-option", trouble.message, where=where, hint=trouble.hint)
    for found in () if unknown else conflicts(_described(system), said):
        where = document.where_key(("options", keys[found.name]))
        yield error("option-conflict", found.message, where=where, hint=found.hint)


def require_no_conflict(system: AnySystem, said: Mapping[str, object]) -> None:
    """Refuse optional rules that do not go together; raises the first conflict."""
    for found in conflicts(_described(system), {str(name): said[name] for name in said}):
        raise UsageError(found.message, hint=found.hint)


def conflicts(rules: Sequence[OptionalRule], said: Mapping[str, object]) -> Iterator[Conflict]:
    """Every rule that the options of a game turn on without what it needs, or beside a rival."""
    on = {rule.name for rule in rules if said.get(rule.name, rule.default) is True}
    for rule in rules:
        if rule.name not in on or rule.name not in said:
            continue
        for other in (name for name in rule.needs if name not in on):
            yield Conflict(
                rule.name,
                f"option {rule.name} needs option {other}, which is not played",
                f"play {other} too, or leave {rule.name} out",
            )
        for other in (name for name in _rivals(rules, rule) if name in on):
            yield Conflict(
                rule.name,
                f"option {rule.name} is not played together with option {other}",
                f"leave {rule.name} or {other} out",
            )


def _rivals(rules: Sequence[OptionalRule], rule: OptionalRule) -> Iterator[str]:
    """The rules that are never played beside one, whichever of the two says so."""
    for other in rules:
        if other.name in rule.excludes or rule.name in other.excludes:
            yield other.name


def _described(system: AnySystem) -> tuple[OptionalRule, ...]:
    return read_optional_rules(system.folder / "options.yaml")
