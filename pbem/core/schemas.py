"""JSON Schema checks whose messages are about what the player meant.

A schema may say what would be legal in its own words: `x-say` beside the keyword that failed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.validators import extend

from pbem.core.findings import Finding, error, suggest
from pbem.core.resources import schema_path
from pbem.core.yamlio import Document, Path_


def _is_text(checker: Any, value: object) -> bool:
    """Text; a whole number counts too, since a plain `7` may be meant as a name."""
    return isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))


_TYPES = Draft202012Validator.TYPE_CHECKER.redefine("string", _is_text)
_Validator: Any = extend(Draft202012Validator, type_checker=_TYPES)  # type: ignore[no-untyped-call]


@cache
def load_schema(name: str) -> dict[str, Any]:
    """A shipped schema by name, as data."""
    data: dict[str, Any] = json.loads(schema_path(name).read_text(encoding="utf-8"))
    return data


@cache
def validator(name: str) -> Any:
    """The validator of a shipped schema."""
    return _Validator(load_schema(name))


def check(name: str, data: Any, document: Document, at: Path_ = ()) -> list[Finding]:
    """All findings of a value against a schema, each at its place in the document."""
    found = sorted(validator(name).iter_errors(data), key=lambda e: [str(x) for x in e.path])
    return [_finding(problem, document, at) for problem in found]


def problems(name: str, data: Any) -> list[str]:
    """The findings against a schema for data that has no document: path and message."""
    document = Document(name, data, {})
    return [
        f"{'/'.join(str(step) for step in problem.absolute_path) or 'the file'}: "
        + _finding(problem, document, ()).message
        for problem in validator(name).iter_errors(data)
    ]


def _finding(problem: Any, document: Document, at: Path_) -> Finding:
    keyword = str(problem.validator)
    path = (*at, *problem.absolute_path)
    say = problem.schema.get("x-say", "") if isinstance(problem.schema, Mapping) else ""
    build = _MESSAGES.get(keyword, _other)
    code, message, hint, last = build(problem)
    if last is not None:
        path = (*path, last)
    return error(code, message, where=document.where(path), hint=say or hint)


_Message = tuple[str, str, str, str | None]


def _unknown_key(problem: Any) -> _Message:
    known = sorted(problem.schema.get("properties", {}))
    strange = [key for key in problem.instance if key not in known]
    return "unknown-key", f"unknown key '{strange[0]}'", suggest(strange[0], known), strange[0]


def _required(problem: Any) -> _Message:
    absent = [key for key in problem.validator_value if key not in problem.instance]
    return "missing-key", f"'{absent[0]}' is missing", "", None


def _type(problem: Any) -> _Message:
    wanted = problem.validator_value
    names = [wanted] if isinstance(wanted, str) else wanted
    legal = " or ".join(_TYPE_NAMES[name] for name in names)
    return "wrong-type", f"found {shown(problem.instance)}", f"write {legal}", None


def _enum(problem: Any) -> _Message:
    known = [str(value) for value in problem.validator_value]
    return (
        "unknown-word",
        f"found '{problem.instance}'",
        suggest(str(problem.instance), known),
        None,
    )


def _other(problem: Any) -> _Message:
    limit = problem.validator_value
    words = _LIMITS.get(str(problem.validator), "does not fit")
    return (
        "not-legal",
        f"found {shown(problem.instance)}: {words}",
        _limit_hint(problem, limit),
        None,
    )


def _limit_hint(problem: Any, limit: object) -> str:
    return f"the limit is {limit}" if isinstance(limit, int) else ""


_MESSAGES = {
    "additionalProperties": _unknown_key,
    "required": _required,
    "type": _type,
    "enum": _enum,
}
_LIMITS = {
    "minimum": "too small",
    "maximum": "too large",
    "minItems": "too few",
    "maxItems": "too many",
    "minLength": "too short",
    "maxLength": "too long",
    "pattern": "not of the right form",
    "anyOf": "not of the right form",
    "uniqueItems": "something stands twice",
    "minProperties": "too few keys",
}
_TYPE_NAMES = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list [a, b]",
    "object": "a mapping {key: value}",
    "null": "nothing",
    "number": "a number",
}


def shown(value: object, most: int = 40) -> str:
    """A value as a message quotes it, shortened."""
    if isinstance(value, Mapping):
        return "a mapping" if value else "an empty mapping"
    if isinstance(value, list):
        return "a list" if value else "an empty list"
    if value is None:
        return "nothing"
    text = str(value)
    return f"'{text[:most]}…'" if len(text) > most else f"'{text}'"


def all_codes(findings: Iterable[Finding]) -> tuple[str, ...]:
    """The codes of findings, in order."""
    return tuple(finding.code for finding in findings)
