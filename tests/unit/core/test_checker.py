"""Our checker finds what the library `jsonschema` finds, in the same order and place."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.validators import extend

from pbem.core.data.checker import KEYWORDS, Checker, Problem
from pbem.core.data.resources import ENDING, data_roots
from pbem.core.data.schemas import load_schema, validator

TRIALS = 60
ATOMS: tuple[Any, ...] = (None, True, False, 0, 1, -7, 10**6, "", "a", "Minsk", "x" * 300, [], {})


def every_schema() -> list[str]:
    """The schemas that files are checked with; those of answers are for others."""
    return sorted(
        str(path.relative_to(root / "schemas")).removesuffix(ENDING)
        for root in data_roots()
        for path in root.glob(f"schemas/*/*{ENDING}")
        if path.parent.name != "cli"
    )


# --- the library, with a whole number as text --------------------------------------------------


def may_be_text(checker: Any, value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))


def on_text(name: str) -> Callable[[Any, Any, Any, Any], Any]:
    usual = Draft202012Validator.VALIDATORS[name]

    def check(checker: Any, limit: Any, value: Any, schema: Any) -> Any:
        return usual(checker, limit, str(value) if may_be_text(checker, value) else value, schema)

    return check


def additional(checker: Any, limit: Any, value: Any, schema: Any) -> Any:
    """The library takes other keys in the order of a set; here they come as the value has them."""
    if not isinstance(limit, dict):
        yield from Draft202012Validator.VALIDATORS["additionalProperties"](
            checker, limit, value, schema
        )
        return
    for key in value if isinstance(value, dict) else ():
        if key not in schema.get("properties", {}):
            yield from checker.descend(value[key], limit, path=key)


STRICT = extend(Draft202012Validator, {"additionalProperties": additional})
LOOSE = extend(
    STRICT,
    {name: on_text(name) for name in ("minLength", "maxLength", "pattern")},
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("string", may_be_text),
)

Row = tuple[str, tuple[Any, ...], str, Any]  # keyword, path, value, and the rows of every form


def of_library(problems: Iterable[Any]) -> list[Row]:
    """The problems as the library has them; of several missing keys it tells one by one."""
    rows: list[Row] = []
    incomplete: list[Any] = []
    for problem in problems:
        if problem.validator == "required":
            which = (id(problem.schema), tuple(problem.absolute_path))
            if which in incomplete:
                continue
            incomplete.append(which)
        forms: dict[Any, list[Any]] = {}
        for inner in problem.context if problem.validator == "anyOf" else ():
            forms.setdefault(inner.relative_schema_path[0], []).append(inner)
        told = [of_library(inner) for inner in forms.values()]
        rows.append(
            (str(problem.validator), tuple(problem.absolute_path), repr(problem.instance), told)
        )
    return rows


def of_ours(problems: Iterable[Problem]) -> list[Row]:
    return [
        (p.keyword, p.path, repr(p.value), [of_ours(form) for form in p.forms]) for p in problems
    ]


# --- values that nearly fit ----------------------------------------------------------------------


class Maker:
    """Values that fit a schema, mostly, and values with something changed in them."""

    def __init__(self, schema: Any, seed: str) -> None:
        self.definitions = schema.get("$defs", {})
        self.random = random.Random(seed)

    def value(self, part: Any, depth: int = 0) -> Any:
        if "$ref" in part:
            part = self.definitions[part["$ref"].removeprefix("#/$defs/")] | {
                key: value for key, value in part.items() if key != "$ref"
            }
        for key in ("anyOf", "oneOf", "allOf"):
            if key in part and "type" not in part:
                return self.value(self.random.choice(part[key]), depth + 1)
        if "const" in part:
            return part["const"]
        if "enum" in part:
            return self.random.choice(part["enum"])
        kinds = part.get("type", "object" if "properties" in part else "string")
        kind = kinds if isinstance(kinds, str) else self.random.choice(kinds)
        return getattr(self, kind)(part, depth)

    def object(self, part: Any, depth: int) -> dict[str, Any]:
        known, needed = part.get("properties", {}), part.get("required", [])
        said = [k for k in known if k in needed or (depth < 5 and self.random.random() < 0.5)]
        found = {key: self.value(known[key], depth + 1) for key in said}
        others = part.get("additionalProperties")
        for key in ("alpha", "7", "N. Sea") if isinstance(others, dict) and depth < 5 else ():
            found[key] = self.value(others, depth + 1)
        return found

    def array(self, part: Any, depth: int) -> list[Any]:
        first = [self.value(item, depth + 1) for item in part.get("prefixItems", ())]
        many = self.random.randint(part.get("minItems", 0), 3) if depth < 6 else 0
        return first + [self.value(part.get("items", {}), depth + 1) for _ in range(many)]

    def string(self, part: Any, depth: int) -> Any:
        return self.random.choice(["Minsk", "germany", "1", 7, "a" * 30])

    def integer(self, part: Any, depth: int) -> int:
        return self.random.choice([part.get("minimum", 0), part.get("maximum", 3), 2])

    def boolean(self, part: Any, depth: int) -> bool:
        return self.random.random() < 0.5

    def null(self, part: Any, depth: int) -> None:
        return None

    def changed(self, value: Any) -> Any:
        """The value with one thing in it replaced, left out or added."""
        if isinstance(value, dict) and value and self.random.random() < 0.8:
            key = self.random.choice([*value])
            less = {k: v for k, v in value.items() if k != key}
            return self.random.choice(
                [value | {key: self.changed(value[key])}, less, value | {"zz": 1}]
            )
        if isinstance(value, list) and value and self.random.random() < 0.8:
            index = self.random.randrange(len(value))
            other = [*value[:index], self.changed(value[index]), *value[index + 1 :]]
            return self.random.choice([other, value[:index], [*value, value[index]]])
        return self.random.choice(ATOMS)


@cache
def values(name: str) -> list[Any]:
    maker = Maker(load_schema(name), name)
    found: list[Any] = list(ATOMS)
    for _ in range(TRIALS):
        value = maker.value(load_schema(name))
        found += [value, maker.changed(value), maker.changed(maker.changed(value))]
    return found


@pytest.mark.parametrize("name", every_schema())
def test_what_the_library_finds_is_found(name: str) -> None:
    ours = validator(name)
    kind = STRICT if load_schema(name).get("x-strict") else LOOSE
    library = kind(ours.schema)
    wrong = 0
    for value in values(name):
        expected = of_library(library.iter_errors(value))
        assert of_ours(ours.problems(value)) == expected, json.dumps(value)
        wrong += bool(expected)
    assert wrong > 0


def test_values_that_fit_are_among_those_that_are_tried() -> None:
    fit = [
        name for name in every_schema() for v in values(name) if not [*validator(name).problems(v)]
    ]
    assert len({*fit}) > len(every_schema()) // 2


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"enum": [1, "1"]}, True),
        ({"const": {"a": [1]}}, {"a": [True]}),
        ({"const": False}, 0),
        ({"uniqueItems": True}, [1, True, {"a": 1}, {"a": 1}]),
        ({"uniqueItems": True}, [1, True, {"a": 1}, {"a": True}]),
        ({"uniqueItems": False}, [1, 1]),
        ({"prefixItems": [{"type": "string"}], "items": {"type": "integer"}}, ["a", 1, "b"]),
        ({"not": {"required": ["a"]}}, {"a": 1}),
        ({"oneOf": [{"type": "integer"}, {"minimum": 3}]}, 4),
        ({"if": {"required": ["a"]}, "then": {"required": ["b"]}}, {"a": 1}),
        ({"if": {"required": ["a"]}, "else": {"required": ["b"]}}, {"c": 1}),
        ({"propertyNames": {"maxLength": 1}}, {"a": 1, "bb": 1}),
        ({"minProperties": 2, "maxProperties": 2}, {"a": 1}),
        ({"pattern": "^a"}, "ba"),
        ({"minItems": 2}, [1]),
        ({"maxItems": 1}, [1, 2]),
        ({"type": ["integer", "null"]}, True),
        (
            {
                "$defs": {"a": {"items": {"$ref": "#/$defs/a"}, "type": "array"}},
                "$ref": "#/$defs/a",
            },
            [[1]],
        ),
    ],
)
def test_each_keyword(schema: dict[str, Any], value: Any) -> None:
    expected = of_library(Draft202012Validator(schema).iter_errors(value))
    assert of_ours(Checker(schema).problems(value)) == expected


def parts(schema: Any) -> Iterator[tuple[bool, dict[str, Any]]]:
    """Every part of a schema; whether its keys are names and not keywords."""
    stack: list[tuple[bool, Any]] = [(False, schema)]
    while stack:
        named, part = stack.pop()
        if isinstance(part, dict):
            yield named, part
            inside = {key: key in ("properties", "$defs") and not named for key in part}
            values = ("const", "enum", "required") if not named else ()
            stack += [(inside[k], v) for k, v in part.items() if k not in values]
        elif isinstance(part, list):
            stack += [(False, item) for item in part]


@pytest.mark.parametrize("name", every_schema())
def test_no_schema_uses_a_keyword_that_the_checker_does_not_know(name: str) -> None:
    for named, part in parts(load_schema(name)):
        if not named:
            assert {key for key in part if not key.startswith("x-")} <= KEYWORDS
