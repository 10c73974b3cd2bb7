"""Interpretations and the enums by which code asks for them say the same."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest
import toy

from pbem.core.cases.shelf import shelf
from pbem.core.data.rulebook import Interpretation, read_interpretations
from pbem.core.rules.readings import KNOWN, Reading, Rules
from pbem.core.rules.system import BUILT_IN, find_system

SYSTEMS = (*BUILT_IN, toy.SYSTEM.name)


def interpretations(system: str) -> dict[str, Interpretation]:
    return read_interpretations(find_system(system).folder / "interpretations.yaml")


def enums(system: str) -> dict[str, type[Reading]]:
    """The enums that stand in the code of a system, by id."""
    code = find_system(system).folder.parent
    return {name: kind for name, kind in KNOWN.items() if _file(kind).is_relative_to(code)}


def _file(kind: type[Reading]) -> Path:
    return Path(inspect.getfile(kind))


def nodes(system: str) -> Iterator[ast.AST]:
    """Everything in the code of a system."""
    code = find_system(system).folder.parent
    for path in sorted(code.rglob("*.py")):
        if not path.name.startswith("test_"):
            yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_enum_has_the_readings_of_its_interpretation_and_the_same_default(
    system: str,
) -> None:
    listed = interpretations(system)
    found = enums(system)
    assert found
    assert found.keys() <= listed.keys()
    for name, kind in found.items():
        assert sorted(listed[name].options) == sorted(kind)
        assert listed[name].default == next(iter(kind))


@pytest.mark.parametrize("system", SYSTEMS)
def test_code_asks_by_enums_alone_and_leaves_none_of_them_unused(system: str) -> None:
    listed = interpretations(system)
    found = list(nodes(system))
    ids = [n.value for n in found if isinstance(n, ast.Constant) and n.value in listed]
    used = {n.id for n in found if isinstance(n, ast.Name)}
    assert sorted(map(str, ids)) == sorted(enums(system))
    assert {kind.__name__ for kind in enums(system).values()} <= used


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_kernel_is_told_the_default_where_nobody_chose(system: str) -> None:
    book = shelf(system).book
    for name, kind in enums(system).items():
        assert Rules(book).reading(kind) == interpretations(system)[name].default
        for option in kind:
            assert Rules(book, {kind: option}).reading(kind) is option
