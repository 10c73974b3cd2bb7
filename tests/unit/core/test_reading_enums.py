"""Interpretations and the enums by which code asks for them say the same."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
import toy

from pbem.core.cases.coverage import import_all
from pbem.core.cases.shelf import shelf
from pbem.core.data.rulebook import Interpretation, read_interpretations
from pbem.core.rules.readings import KNOWN, Reading, Rules
from pbem.core.rules.system import BUILT_IN, find_system

SYSTEMS = (*BUILT_IN, toy.SYSTEM.name)


def interpretations(system: str) -> dict[str, Interpretation]:
    return read_interpretations(find_system(system).folder / "interpretations.yaml")


def enums(system: str) -> dict[str, type[Reading]]:
    """The enums by which the code of a system asks, by its id for each."""
    import_all(find_system(system))
    return {name: kind for name, kind in KNOWN.items() if name.startswith(f"{system.upper()}-")}


def nodes(system: str) -> Iterator[ast.AST]:
    """Everything in the code of a system, and in what it shares with others."""
    known = find_system(system)
    for package in (known.package, *known.shares):
        for folder in import_module(package).__path__:
            for path in sorted(Path(folder).rglob("*.py")):
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


def test_a_reading_that_two_books_leave_open_has_an_id_in_each() -> None:
    class Shared(Reading, id=("ONE-R-1", "TWO-R-7")):
        """Open in two books."""

        PLAIN = "plain"

    try:
        assert (Shared.id_in("one"), Shared.id_in("two")) == ("ONE-R-1", "TWO-R-7")
        assert KNOWN["ONE-R-1"] is KNOWN["TWO-R-7"] is Shared
        with pytest.raises(StopIteration):
            Shared.id_in("three")
    finally:
        del KNOWN["ONE-R-1"], KNOWN["TWO-R-7"]
