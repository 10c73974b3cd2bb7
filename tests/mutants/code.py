"""Every small change of a module's code: comparisons, constants, conditions, branches, calls.

The changes of a module are found in the order of its syntax tree, so that a number means the same
change as long as the function is the same. Texts, annotations, decorators and docstrings are left
alone: they decide nothing; so are defaults of parameters and fields, and `strict=True` of a zip.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any, Final

from pbem.store.bitten import digest_of_code, parts
from tests.mutants.change import ROOT, Change, Kind

OPPOSITE: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
SUMS: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}
TWINS: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
SHOWN: Final = 70

Edit = tuple[Kind, ast.AST, ast.AST]  # the node that goes and the one that stands in its place


@dataclass(frozen=True, slots=True)
class Found:
    """A change with the syntax that it is made of."""

    change: Change
    edit: Edit


def changes_of(path: Path) -> list[Change]:
    """Every change of a module."""
    return [found.change for found in _found(path)]


def changed_module(change: Change) -> CodeType:
    """The module of a change, compiled with it."""
    path = ROOT / change.file
    found = next(f for f in _found(path) if f.change.id == change.id)
    _, node, other = found.edit
    tree = _Replace(node, other).visit(_tree)
    return compile(ast.fix_missing_locations(tree), str(path), "exec")


_tree: ast.Module  # the tree that the last call of `_found` looked through


def _found(path: Path) -> Iterator[Found]:
    global _tree
    _tree = ast.parse(path.read_text(encoding="utf-8"))
    file = str(path.relative_to(ROOT))
    for owner, top in parts(_tree):
        if "." in owner and isinstance(top, ast.AnnAssign):
            continue  # the default of a field
        digest = digest_of_code(top)
        numbers: Counter[Kind] = Counter()
        for line, last, edit in _edits(top):
            kind, node, other = edit
            before, after = _shown(node, other)
            yield Found(
                Change(file, owner, kind, numbers[kind], line, last, before, after, digest), edit
            )
            numbers[kind] += 1


def _edits(top: ast.stmt) -> Iterator[tuple[int, int, Edit]]:
    """The edits within a statement, with the first and the last line of what they touch."""
    for node, parent in _walk(top, None):
        for kind, old, new in _of_node(node, parent):
            place = _place(old)
            yield place.lineno, place.end_lineno or place.lineno, (kind, old, new)


def _place(node: ast.AST) -> Any:
    """The node that has the lines of a node: parts of syntax have none of their own."""
    if isinstance(node, ast.comprehension):
        return node.iter
    return node.pattern if isinstance(node, ast.match_case) else node


_SILENT: Final[dict[type[ast.AST], tuple[str, ...]]] = {
    **dict.fromkeys((ast.FunctionDef, ast.Lambda), ("args", "returns", "decorator_list")),
    ast.AnnAssign: ("annotation",),
}


def _walk(node: ast.AST, parent: ast.AST | None) -> Iterator[tuple[ast.AST, ast.AST | None]]:
    """A node and all below it that decides something, in the order of the text."""
    yield node, parent
    for name, value in ast.iter_fields(node):
        if name in _SILENT.get(type(node), ()) or (
            isinstance(node, ast.keyword) and node.arg == "strict"
        ):
            continue
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Raise) and name == "exc"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _walk(child, node)


def _of_node(node: ast.AST, parent: ast.AST | None) -> Iterator[Edit]:
    for kind, make in _MAKERS:
        for old, new in make(node, parent):
            yield kind, old, new


Pairs = Iterator[tuple[ast.AST, ast.AST]]


def _comparisons(node: ast.AST, parent: ast.AST | None) -> Pairs:
    if isinstance(node, ast.Compare):
        for index, operator in enumerate(node.ops):
            for other in OPPOSITE[type(operator)]:
                new = copy(node)
                new.ops = [*node.ops[:index], other(), *node.ops[index + 1 :]]
                yield node, new


def _constants(node: ast.AST, parent: ast.AST | None) -> Pairs:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        value = not node.value if isinstance(node.value, bool) else node.value + 1
        yield node, ast.copy_location(ast.Constant(value), node)


def _conditions(node: ast.AST, parent: ast.AST | None) -> Pairs:
    if isinstance(node, ast.BoolOp):
        for index in range(len(node.values)):
            rest = [*node.values[:index], *node.values[index + 1 :]]
            new: ast.expr = rest[0]
            if len(rest) > 1:
                new = ast.copy_location(ast.BoolOp(node.op, rest), node)
            yield node, new
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node, node.operand
    elif isinstance(node, ast.comprehension):
        for index in range(len(node.ifs)):
            new_one = copy(node)
            new_one.ifs = [*node.ifs[:index], *node.ifs[index + 1 :]]
            yield node, new_one
    elif isinstance(node, ast.match_case) and node.guard:
        open_case = copy(node)
        open_case.guard = None
        yield node, open_case
    elif isinstance(node, ast.If) and not node.orelse:
        always = copy(node)
        always.test = ast.copy_location(ast.Constant(True), node.test)
        yield node, always


def _branches(node: ast.AST, parent: ast.AST | None) -> Pairs:
    if isinstance(node, (ast.IfExp, ast.If)) and node.orelse:
        new = copy(node)
        new.body, new.orelse = node.orelse, node.body  # type: ignore[assignment]
        yield node, new


def _calls(node: ast.AST, parent: ast.AST | None) -> Pairs:
    if isinstance(node, ast.Expr) and isinstance(node.value, (ast.Call, ast.Yield, ast.YieldFrom)):
        if not ast.unparse(node).startswith("super()"):  # it would close over a name less
            yield node, ast.copy_location(ast.Pass(), node)
    elif isinstance(node, (ast.List, ast.Tuple)) and isinstance(node.ctx, ast.Load):
        for index, item in enumerate(node.elts):
            if isinstance(item, ast.Starred):
                new = copy(node)
                new.elts = [*node.elts[:index], *node.elts[index + 1 :]]
                yield node, new


def _arithmetic(node: ast.AST, parent: ast.AST | None) -> Pairs:
    if isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in SUMS:
        new = copy(node)
        new.op = SUMS[type(node.op)]()
        yield node, new
    elif isinstance(node, ast.Name) and node.id in TWINS and isinstance(parent, ast.Call):
        yield node, ast.copy_location(ast.Name(TWINS[node.id], ast.Load()), node)


_MAKERS: Final[tuple[tuple[Kind, Callable[[ast.AST, ast.AST | None], Pairs]], ...]] = (
    (Kind.COMPARISON, _comparisons),
    (Kind.CONSTANT, _constants),
    (Kind.CONDITION, _conditions),
    (Kind.BRANCH, _branches),
    (Kind.CALL, _calls),
    (Kind.ARITHMETIC, _arithmetic),
)


def _shown(node: ast.AST, other: ast.AST) -> tuple[str, str]:
    """Both sides of an edit on one line each; of a statement only what differs."""
    if isinstance(node, ast.If) and isinstance(other, ast.If):
        test = ast.unparse(node.test)
        return _short(f"if {test}"), _short("if True" if not node.orelse else f"if not ({test})")
    return _short(_text(node)), _short(_text(other))


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.match_case):
        return f"case {ast.unparse(node.pattern)}" + (
            f" if {ast.unparse(node.guard)}" if node.guard else ""
        )
    if isinstance(node, ast.comprehension):
        return " ".join(["for …", *(f"if {ast.unparse(test)}" for test in node.ifs)])
    return ast.unparse(node)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= SHOWN else f"{line[: SHOWN - 1]}…"


class _Replace(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        return self.new if node is self.old else super().generic_visit(node)


def function_code(module: CodeType, owner: str) -> CodeType:
    """The code of a module's function or method in its compiled module."""
    for constant in module.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_qualname == owner:
                return constant
            if owner.startswith(f"{constant.co_qualname}."):
                return function_code(constant, owner)
    raise LookupError(f"there is no function {owner}")
