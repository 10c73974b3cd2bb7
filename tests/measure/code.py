"""What one source file holds: its functions with their sizes, and its imports.

Decides: what counts towards a function's complexity, and what is an import for types alone.
Leaves: `measure.figures` sums it up, `measure.limits` compares functions with their limits.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

Function = ast.FunctionDef | ast.AsyncFunctionDef
BRANCHES: Final = (
    ast.If,
    ast.IfExp,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.ExceptHandler,
    ast.match_case,
)


@dataclass(frozen=True)
class Measured:
    """One function: where it stands, its lines, its branches, its positional parameters."""

    name: str  # `moves.attacks.Attack.of` within its package
    place: str  # `pbem/systems/gw/moves/attacks.py:17`
    lines: int
    complexity: int
    positional: int
    takes: tuple[str, ...]


@dataclass(frozen=True, order=True)
class Import:
    """One module that a file imports; `types` alone if it does so under TYPE_CHECKING."""

    module: str
    types: bool


@dataclass(frozen=True)
class Source:
    """One Python file of a checkout."""

    root: Path
    path: Path  # within the root

    @property
    def tree(self) -> ast.Module:
        """The file parsed: ask one file everything before the next, nothing keeps its nodes."""
        return _parsed((self.root / self.path).read_text(encoding="utf-8"))

    @property
    def module(self) -> str:
        """`pbem.core.rules.system`; a package without its `__init__`."""
        parts = self.path.with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def package(self) -> str:
        """What it is part of: `core`, `gw`, `cli`; nothing for pbem itself."""
        inside = self.path.parts[1:-1]
        return inside[1] if inside[:1] == ("systems",) and len(inside) > 1 else "".join(inside[:1])

    @property
    def folder(self) -> str:
        """The folder of its package that it lies in: `moves` of `moves/sea`; else `top`."""
        inside = self.path.parts[1:-1]
        below = inside[2:] if inside[:1] == ("systems",) else inside[1:]
        return below[0] if below else "top"

    @cached_property
    def functions(self) -> tuple[Measured, ...]:
        """Its functions and methods, those inside others too."""
        return tuple(self._functions(self.tree, self.path.stem))

    def _functions(self, node: ast.AST, name: str) -> Iterator[Measured]:
        for child in ast.iter_child_nodes(node):
            named = isinstance(child, (*Function.__args__, ast.ClassDef))
            inner = f"{name}.{child.name}" if named else name
            if isinstance(child, Function):
                yield self._measured(child, inner)
            yield from self._functions(child, inner)

    def _measured(self, node: Function, name: str) -> Measured:
        takes = [arg.arg for arg in (*node.args.posonlyargs, *node.args.args)]
        if takes[:1] in (["self"], ["cls"]):
            del takes[0]
        return Measured(
            name=f"{self.package}.{name}",
            place=f"{self.path}:{node.lineno}",
            lines=(node.end_lineno or node.lineno) - node.lineno + 1,
            complexity=1 + sum(map(_branches, _own(node))),
            positional=0 if _is_command(node) else len(takes),
            takes=tuple(takes),
        )

    @cached_property
    def imports(self) -> frozenset[Import]:
        """Every module or name of a module that it imports, also inside functions."""
        nodes = tuple(ast.walk(self.tree))
        guarded = {id(node) for block in nodes for node in _for_types(block)}
        return frozenset(
            Import(name, id(node) in guarded) for node in nodes for name in _imported(node)
        )


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function without those of functions and classes inside it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (*Function.__args__, ast.ClassDef)):
            yield child
            yield from _own(child)


def _is_command(node: Function) -> bool:
    """Whether click calls it, which names everything that it hands over."""
    return any(ast.unparse(one).startswith("click.") for one in node.decorator_list)


def _branches(node: ast.AST) -> int:
    """How many more ways a node opens."""
    if isinstance(node, ast.BoolOp):
        return len(node.values) - 1
    if isinstance(node, ast.comprehension):
        return 1 + len(node.ifs)
    return int(isinstance(node, BRANCHES))


def _for_types(node: ast.AST) -> Iterator[ast.AST]:
    """What stands under `if TYPE_CHECKING:`, if a node is that."""
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        yield from (inner for statement in node.body for inner in ast.walk(statement))


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


@lru_cache(maxsize=1)
def _parsed(text: str) -> ast.Module:
    return ast.parse(text)


@lru_cache(maxsize=4)
def sources(root: Path) -> tuple[Source, ...]:
    """The files of the program in a checkout, in order: not the tests of the skeleton."""
    paths = (path.relative_to(root) for path in sorted((root / "pbem").rglob("*.py")))
    return tuple(Source(root, path) for path in paths if "tests" not in path.parts)


def edges(files: tuple[Source, ...]) -> frozenset[tuple[str, Import]]:
    """Which module of some files imports which other of them: names of modules."""
    known = {source.module for source in files}
    found = set()
    for source in files:
        for item in source.imports:
            module = item.module if item.module in known else item.module.rpartition(".")[0]
            if module in known and module != source.module:
                found.add((source.module, Import(module, item.types)))
    return frozenset(found)
