"""Which clauses a change belongs to.

A function with `@implements` belongs to the clauses that it names. Any other function or value
belongs to the clauses of what uses it: of its nearest users in the same system. What no rule uses
(the words of reports, the odds) belongs to none and is not drawn. A chart belongs to the clauses
that it implements, or to the rules that its head and its row name; so do counters and boards.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from pbem.store.bitten import parts
from tests.mutants import code, data
from tests.mutants.change import ROOT, Change, Kind, folders_of

RULE: Final = re.compile(r"\b\d+(?:\.\d+)*\b")
TOLD: Final = re.compile(r"^odds|paragraphs$|^reports$")  # words and guesses: they decide nothing
Owner = tuple[str, str]  # file, function


def of_system(system: str) -> list[Change]:
    """Every change of a system that belongs to a clause, each with its clauses."""
    code_of = (path for at in folders_of(system) for path in sorted((ROOT / at).rglob("*.py")))
    paths = [path for path in code_of if not TOLD.search(path.stem)]
    claims = of_code(paths)
    prefix = system.upper()
    found = [
        _with(change, claims.get((change.file, change.owner), ()))
        for path in paths
        for change in code.changes_of(path)
    ]
    for path, kind in data.files_of(system).items():
        head = _head_of(path)
        rows = _cited(head)
        for change in data.changes_of(path, kind):
            keys = change.owner.split("/")
            rules = next((rows[key] for key in keys if key in rows), _rules(head, prefix))
            found.append(
                _with(change, rules if isinstance(rules, tuple) else _named(rules, prefix))
            )
    return [change for change in found if change.clauses]


def is_under(clause: str, rules: Iterable[str]) -> bool:
    """Whether a clause (or a rule) stands under one of some rule numbers or ids."""
    number = clause.split("-", 1)[1]
    return any(
        name == rule or name.startswith((f"{rule}.", f"{rule}-"))
        for rule in rules
        for name in (clause, number)
    )


def _with(change: Change, clauses: Iterable[str]) -> Change:
    return replace(change, clauses=tuple(clauses))


# --- data ----------------------------------------------------------------------------------------


def _cited(head: Mapping[str, Any]) -> dict[str, str]:
    """Of the rows of a file that name a rule of their own: id of the row -> rule."""
    rows = head.get("counters") or ()
    return {str(row["id"]): str(row["cite"]) for row in rows if "cite" in row}


def _head_of(path: Path) -> Mapping[str, Any]:
    """The head of a file; of a part of a map, that of the map."""
    head = data.head_of(path)
    return data.head_of(path.parent / "map.yaml") if "of" in head else head


def _rules(head: Mapping[str, Any], prefix: str) -> tuple[str, ...]:
    said = head.get("implements")
    return tuple(said) if said else _named(str(head.get("rule", "")), prefix)


def _named(text: str, prefix: str) -> tuple[str, ...]:
    """The rules that a text names, as `GW-12.2`."""
    return tuple(dict.fromkeys(f"{prefix}-{number}" for number in RULE.findall(text)))


# --- code ----------------------------------------------------------------------------------------


def of_code(paths: Iterable[Path]) -> dict[Owner, tuple[str, ...]]:
    """The clauses of every function and value: its own, or those of its nearest users."""
    own: dict[Owner, tuple[str, ...]] = {}
    known: dict[str, set[str]] = {}  # file -> the modules that it imports something of
    users: dict[str, set[Owner]] = {}  # name -> the functions and values that use it
    for path in paths:
        file = str(path.relative_to(ROOT))
        tree = ast.parse(path.read_text(encoding="utf-8"))
        known[file] = {file} | {
            f"{str(node.module).replace('.', '/')}.py"
            for node in tree.body
            if isinstance(node, ast.ImportFrom)
        }
        for name, top in parts(tree):
            own[file, name] = _implemented(top)
            for used in _names(top):
                users.setdefault(used, set()).add((file, name))

    def uses_of(owner: Owner) -> set[Owner]:
        """Where a name is used: in its own file, or in one that imports from it."""
        file, name = owner
        found = users.get(_called(name), set())
        private = _called(name).startswith("_")
        return {one for one in found if one[0] == file or (not private and file in known[one[0]])}

    def nearest(owner: Owner) -> tuple[str, ...]:
        seen = ring = {owner}
        while ring:
            ring = {user for one in ring for user in uses_of(one)} - seen
            seen = seen | ring
            if found := sorted({clause for user in ring for clause in own[user]}):
                return tuple(found)
        return ()

    return {owner: own[owner] or nearest(owner) for owner in own}


def _called(name: str) -> str:
    """What others call it by: a method by its own name, a dunder method by its class."""
    first, _, last = name.rpartition(".")
    return first if first and last.startswith("__") else last


def _implemented(top: ast.stmt) -> tuple[str, ...]:
    """The clauses that `@implements` names over a function."""
    return tuple(
        argument.value
        for decorator in getattr(top, "decorator_list", ())
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "implements"
        for argument in decorator.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    )


def _names(top: ast.stmt) -> frozenset[str]:
    """Every name that a statement uses."""
    return frozenset(
        node.id if isinstance(node, ast.Name) else node.attr
        for node in ast.walk(top)
        if isinstance(node, (ast.Name, ast.Attribute))
    )


def kinds_of(changes: Iterable[Change]) -> dict[Kind, list[Change]]:
    """The changes by kind."""
    found: dict[Kind, list[Change]] = {kind: [] for kind in Kind}
    for change in changes:
        found[change.kind].append(change)
    return found
