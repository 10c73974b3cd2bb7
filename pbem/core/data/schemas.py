"""JSON Schema checks whose messages are about what the player meant.

A schema may say what would be legal in its own words: `x-say` beside the keyword that failed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from posixpath import dirname, normpath
from typing import Any, Final

from pbem.core.data.checker import DEFINED, Checker, Problem
from pbem.core.data.findings import FileTrouble, Finding, by_place, error, suggest
from pbem.core.data.resources import ENDING, schema_path
from pbem.core.data.yamlio import Document, Path_


@cache
def load_schema(name: str) -> dict[str, Any]:
    """A shipped schema by name, as data."""
    data: dict[str, object] = json.loads(schema_path(name).read_text(encoding="utf-8"))
    return data


@cache
def bundled(name: str) -> dict[str, object]:
    """A shipped schema with what it names of other files among its own definitions."""
    brought: dict[str, object] = {}
    whole: dict[str, Any] = _at_home(load_schema(name), name, name, brought)
    return whole | {"$defs": {**whole.get("$defs", {}), **brought}} if brought else whole


def _at_home(part: object, home: str, name: str, brought: dict[str, object]) -> Any:
    """A part of the schema `home` for the bundle of `name`, to which definitions are brought."""
    if isinstance(part, list):
        return [_at_home(item, home, name, brought) for item in part]
    if not isinstance(part, dict):
        return part
    found = {key: _at_home(value, home, name, brought) for key, value in part.items()}
    if "$ref" in part:
        found["$ref"] = f"{DEFINED}{_bring(str(part['$ref']), home, name, brought)}"
    return found


def _bring(reference: str, home: str, name: str, brought: dict[str, object]) -> str:
    """Under which name the bundle has a definition; one of another file is brought to it."""
    file, _, inside = reference.partition(DEFINED)
    source = normpath(f"{dirname(home)}/{file}").removesuffix(ENDING) if file else home
    if source == name:
        return inside
    known = ".".join([*source.split("/"), *([inside] if inside else [])])
    if known not in brought:
        brought[known] = {}  # a definition that names itself is brought once
        schema = load_schema(source)
        meant = schema["$defs"][inside] if inside else schema
        plain = {key: value for key, value in meant.items() if key not in ("$schema", "$defs")}
        brought[known] = _at_home(plain, source, name, brought)
    return known


@cache
def validator(name: str) -> Checker:
    """The checker of a shipped schema; a file that no person types may be `x-strict`."""
    schema = load_schema(name)
    whole = _spelt_out(schema, schema.get("$defs", {}), ())
    return Checker(whole, bool(schema.get("x-strict")))


_WORDS_OF_OURS: Final = frozenset({"title", "description", "x-say"})


def _spelt_out(part: object, definitions: Mapping[str, object], inside: tuple[str, ...]) -> Any:
    """A schema with its own definitions in place of references (much faster to check with).

    A definition that names itself keeps that reference, as does one that more is asked of.
    """
    if isinstance(part, list):
        return [_spelt_out(item, definitions, inside) for item in part]
    if not isinstance(part, dict):
        return part
    name = str(part.get("$ref", "")).removeprefix(DEFINED)
    rest = {key: value for key, value in part.items() if key != "$ref"}
    if name in definitions and name not in inside and rest.keys() <= _WORDS_OF_OURS:
        return _spelt_out(definitions[name], definitions, (*inside, name)) | rest
    return {key: _spelt_out(value, definitions, inside) for key, value in part.items()}


def check(name: str, data: object, document: Document, at: Path_ = ()) -> list[Finding]:
    """All findings of a value against a schema, in the order in which the document has them."""
    problems = validator(name).problems(data)
    found = [f for problem in problems for f in _findings(problem, document, at)]
    return by_place(dict.fromkeys(found))


def require(name: str, data: object, file: str) -> None:
    """Refuse a file that the program wrote and that has not the form in which it was written."""
    found = problems(name, data)
    if found:
        raise FileTrouble(f"{file}: {found[0]}", hint="restore the file as it was written")


def problems(name: str, data: object) -> list[str]:
    """The findings against a schema for data that has no document: path and message."""
    document = Document(name, data, {})
    return [
        f"{_path_text(problem)}: {finding.message.removeprefix(_key(problem.path))}"
        for problem in validator(name).problems(data)
        for finding in _findings(problem, document, ())
    ]


def _path_text(problem: Problem) -> str:
    return "/".join(str(step) for step in problem.path) or "the file"


def _key(path: Iterable[str | int]) -> str:
    """The key that a value stands under, or that its list stands under, before a message."""
    return next((f"{step}: " for step in reversed([*path]) if isinstance(step, str)), "")


def _findings(problem: Problem, document: Document, at: Path_, above: str = "") -> list[Finding]:
    path = (*at, *problem.path)
    say = problem.schema.get("x-say", "")
    meant = _meant(problem)
    if meant:
        return [one for inner in meant for one in _findings(inner, document, at, say or above)]
    if problem.keyword == "additionalProperties":
        return _unknown_keys(problem, document, path)
    if problem.keyword == "required":
        return _missing_keys(problem, document, path, say)
    code, message, hint = _MESSAGES.get(problem.keyword, _other)(problem)
    return [
        error(code, _key(path) + message, where=document.where(path), hint=say or hint or above)
    ]


def _meant(problem: Problem) -> tuple[Problem, ...]:
    """Of several forms, what is wrong with the only one that a value of this kind can mean."""
    kinds = ("type", "const", "enum", "minItems")
    fit = [
        wrong
        for wrong in problem.forms
        if not any(inner.keyword in kinds and inner.path == problem.path for inner in wrong)
    ]
    return fit[0] if len(fit) == 1 else ()


def _unknown_keys(problem: Problem, document: Document, path: Path_) -> list[Finding]:
    known = sorted(problem.schema.get("properties", {}))
    return [
        error(
            "unknown-key",
            f"unknown key '{key}'",
            where=document.where_key((*path, key)),
            hint=suggest(key, known),
        )
        for key in problem.value
        if key not in known
    ]


def _missing_keys(problem: Problem, document: Document, path: Path_, say: str) -> list[Finding]:
    """Every key that is missing."""
    known = problem.schema.get("properties", {})
    return [
        error(
            "missing-key",
            f"'{key}' is missing",
            where=document.where(path),
            hint=_what_to_write(key, known.get(key, {})) or say,
        )
        for key in problem.limit
        if key not in problem.value
    ]


def _what_to_write(key: str, schema: Mapping[str, object]) -> str:
    if "const" in schema:
        return f"write {key}: {schema['const']}"
    return str(schema.get("x-say", ""))


_Message = tuple[str, str, str]  # code, message, hint


def _type(problem: Problem) -> _Message:
    wanted = problem.limit
    names = [wanted] if isinstance(wanted, str) else wanted
    legal = " or ".join(_TYPE_NAMES[name] for name in names)
    return "wrong-type", f"found {shown(problem.value)}", f"write {legal}"


def _enum(problem: Problem) -> _Message:
    known = [str(value) for value in problem.limit]
    return (
        "unknown-word",
        f"found {shown(problem.value)}",
        suggest(str(problem.value), known),
    )


def _const(problem: Problem) -> _Message:
    return "unknown-word", f"found {shown(problem.value)}", f"write {problem.limit}"


def _other(problem: Problem) -> _Message:
    limit = problem.limit
    words = _LIMITS.get(problem.keyword, "does not fit")
    return (
        "not-legal",
        f"found {shown(problem.value)}: {words}",
        f"the limit is {limit}" if isinstance(limit, int) else "",
    )


_MESSAGES = {
    "type": _type,
    "enum": _enum,
    "const": _const,
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
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"'{text[:most]}…'" if len(text) > most else f"'{text}'"
