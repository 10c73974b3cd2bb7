"""What modules leave to rules that are not played: clauses of the book that no rule carries out."""

from __future__ import annotations

import ast
import re
from typing import Final

from pbem.core.cases.coverage import clauses_of
from pbem.core.data.rulebook import implementers
from pbem.systems.tw.system import SYSTEM

LEFT: Final = re.compile(r"not\s+played:\s+((?:TW-[\w.-]+\w(?:,\s+)?)+)")
LATER: Final = re.compile(r"\blater\s+(?:rule|chapter)")


def said() -> dict[str, str]:
    """The docstrings of modules, by path."""
    paths = sorted(SYSTEM.folder.parent.rglob("*.py"))
    read = {str(path): ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    return {path: ast.get_docstring(tree) or "" for path, tree in read.items()}


def left() -> set[tuple[str, str]]:
    """Modules, and the clauses that they leave."""
    found = ((path, one) for path, text in said().items() for one in LEFT.findall(text))
    return {(path, clause) for path, one in found for clause in re.split(r",\s+", one)}


def test_what_is_left_is_named_by_its_clauses() -> None:
    assert [path for path, text in said().items() if LATER.search(text)] == []
    speaking = {path for path, text in said().items() if re.search(r"not\s+played", text)}
    assert speaking == {path for path, _ in left()}


def test_no_rule_carries_out_what_is_left() -> None:
    clauses = {clause for _, clause in left()}
    assert clauses <= {*clauses_of(SYSTEM)}
    assert {clause: implementers(clause) for clause in clauses} == dict.fromkeys(clauses, ())
