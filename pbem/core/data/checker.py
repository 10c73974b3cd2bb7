"""Checks values against JSON Schema (draft 2020-12), with the keywords that our schemas use.

Decides what is wrong with a value: every problem, in the order in which the schema asks. Leaves the
words for it to `schemas`. A test compares it with the library `jsonschema`, which takes as long to
load as a whole impulse takes to play.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from pbem.core.data.yamlio import Path_

DEFINED: Final = "#/$defs/"


@dataclass(frozen=True, slots=True)
class Problem:
    """What does not fit: the keyword, what it asks, of which value, in which part of the schema.

    `forms` has, where several forms are allowed and none fits, the problems of each.
    """

    keyword: str
    limit: Any
    value: Any
    schema: Mapping[str, Any]
    path: Path_
    forms: tuple[tuple[Problem, ...], ...] = ()


class _Asked(NamedTuple):
    """A keyword of a schema, and the value that it is asked of."""

    schema: Mapping[str, Any]
    keyword: str
    limit: Any
    value: object
    path: Path_

    def problem(self, *forms: tuple[Problem, ...]) -> Problem:
        return Problem(self.keyword, self.limit, self.value, self.schema, self.path, forms)


class Checker:
    """A schema to check values against; unless strict, a whole number may stand for text."""

    def __init__(self, schema: Mapping[str, Any], strict: bool = True) -> None:
        self.schema = schema
        self._definitions = schema.get("$defs", {})
        self._wrong = _STRICT if strict else _LOOSE

    def problems(self, value: object) -> Iterator[Problem]:
        """Everything that is wrong with a value."""
        return self.under(self.schema, value, ())

    def under(self, schema: Mapping[str, object], value: object, path: Path_) -> Iterator[Problem]:
        """Everything that is wrong with a value under a part of the schema."""
        for keyword, limit in schema.items():
            wrong, inner = self._wrong.get(keyword), _INNER.get(keyword)
            if wrong is not None:
                if wrong(limit, value):
                    yield Problem(keyword, limit, value, schema, path)
            elif inner is not None:
                yield from inner(self, _Asked(schema, keyword, limit, value, path))

    def fits(self, schema: Mapping[str, object], asked: _Asked) -> bool:
        """Whether the value fits another part of the schema."""
        return next(self.under(schema, asked.value, asked.path), None) is None

    # --- keywords that lead to other parts of the schema

    def reference(self, asked: _Asked) -> Iterator[Problem]:
        meant = self._definitions[asked.limit.removeprefix(DEFINED)]
        return self.under(meant, asked.value, asked.path)

    def properties(self, asked: _Asked) -> Iterator[Problem]:
        if isinstance(asked.value, dict):
            for name, schema in asked.limit.items():
                if name in asked.value:
                    yield from self.under(schema, asked.value[name], (*asked.path, name))

    def additional(self, asked: _Asked) -> Iterator[Problem]:
        if not isinstance(asked.value, dict):
            return
        named = asked.schema.get("properties", {})
        others = [name for name in asked.value if name not in named]
        if others and asked.limit is False:
            yield asked.problem()
        elif isinstance(asked.limit, dict):
            for name in others:
                yield from self.under(asked.limit, asked.value[name], (*asked.path, name))

    def names(self, asked: _Asked) -> Iterator[Problem]:
        for name in asked.value if isinstance(asked.value, dict) else ():
            yield from self.under(asked.limit, name, asked.path)

    def items(self, asked: _Asked) -> Iterator[Problem]:
        if isinstance(asked.value, list):
            first = len(asked.schema.get("prefixItems", ()))
            for index, item in enumerate(asked.value[first:], start=first):
                yield from self.under(asked.limit, item, (*asked.path, index))

    def first_items(self, asked: _Asked) -> Iterator[Problem]:
        if isinstance(asked.value, list):
            for index, (schema, item) in enumerate(zip(asked.limit, asked.value, strict=False)):
                yield from self.under(schema, item, (*asked.path, index))

    def any_of(self, asked: _Asked) -> Iterator[Problem]:
        forms: list[tuple[Problem, ...]] = []
        for schema in asked.limit:
            forms.append(tuple(self.under(schema, asked.value, asked.path)))
            if not forms[-1]:
                return
        yield asked.problem(*forms)

    def one_of(self, asked: _Asked) -> Iterator[Problem]:
        if sum(self.fits(schema, asked) for schema in asked.limit) != 1:
            yield asked.problem()

    def all_of(self, asked: _Asked) -> Iterator[Problem]:
        for schema in asked.limit:
            yield from self.under(schema, asked.value, asked.path)

    def none_of(self, asked: _Asked) -> Iterator[Problem]:
        if self.fits(asked.limit, asked):
            yield asked.problem()

    def condition(self, asked: _Asked) -> Iterator[Problem]:
        branch = "then" if self.fits(asked.limit, asked) else "else"
        return self.under(asked.schema.get(branch, {}), asked.value, asked.path)


_INNER: Final[Mapping[str, Callable[[Checker, _Asked], Iterable[Problem]]]] = {
    "$ref": Checker.reference,
    "properties": Checker.properties,
    "additionalProperties": Checker.additional,
    "propertyNames": Checker.names,
    "items": Checker.items,
    "prefixItems": Checker.first_items,
    "anyOf": Checker.any_of,
    "oneOf": Checker.one_of,
    "allOf": Checker.all_of,
    "not": Checker.none_of,
    "if": Checker.condition,
}


# --- keywords that a value alone answers ----------------------------------------------------------

_Is = Callable[[object], bool]
_Wrong = Callable[[Any, object], bool]


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _may_be_text(value: object) -> bool:
    """Text; a whole number counts too, since a plain `7` may be meant as a name."""
    return isinstance(value, str) or _is_whole(value)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _same(one: object, other: object) -> bool:
    """Whether two values are the same; true is not 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _twice(wanted: bool, value: object) -> bool:
    if not wanted or not isinstance(value, list):
        return False
    return any(_same(item, other) for n, item in enumerate(value) for other in value[:n])


def _of_text(is_text: _Is) -> Mapping[str, _Wrong]:
    """The keywords that depend on what counts as text."""
    types: Mapping[str, _Is] = {
        "string": is_text,
        "integer": _is_whole,
        "boolean": lambda value: isinstance(value, bool),
        "array": lambda value: isinstance(value, list),
        "object": lambda value: isinstance(value, dict),
        "null": lambda value: value is None,
    }

    def wrong_type(names: Any, value: object) -> bool:
        return not any(types[name](value) for name in ([names] if _is_text(names) else names))

    return {
        "type": wrong_type,
        "minLength": lambda least, value: is_text(value) and len(str(value)) < least,
        "maxLength": lambda most, value: is_text(value) and len(str(value)) > most,
        "pattern": lambda form, value: is_text(value) and not re.search(form, str(value)),
    }


_PLAIN: Final[Mapping[str, _Wrong]] = {
    "const": lambda wanted, value: not _same(wanted, value),
    "enum": lambda known, value: not any(_same(one, value) for one in known),
    "minimum": lambda least, value: _is_whole(value) and value < least,
    "maximum": lambda most, value: _is_whole(value) and value > most,
    "minItems": lambda least, value: isinstance(value, list) and len(value) < least,
    "maxItems": lambda most, value: isinstance(value, list) and len(value) > most,
    "uniqueItems": _twice,
    "required": lambda keys, value: isinstance(value, dict) and any(k not in value for k in keys),
    "minProperties": lambda least, value: isinstance(value, dict) and len(value) < least,
    "maxProperties": lambda most, value: isinstance(value, dict) and len(value) > most,
}
_STRICT: Final = {**_PLAIN, **_of_text(_is_text)}
_LOOSE: Final = {**_PLAIN, **_of_text(_may_be_text)}
_WORDS: Final = {
    "$schema",
    "$id",
    "$defs",
    "title",
    "description",
    "default",
    "format",
    "then",
    "else",
}

KEYWORDS: Final = {*_INNER, *_STRICT, *_WORDS}  # any other is an annotation of ours: x-say
