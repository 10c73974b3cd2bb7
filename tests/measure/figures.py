"""The figures of a checkout: how dense its functions are, how tangled its modules.

Decides: what is measured and how it is called.
Leaves: what one file holds to `measure.code`, the page to `measure.page`.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from measure.code import Measured, Source, edges, sources

MOST_COMPLEX: Final = 12
MOST_POSITIONAL: Final = 4
MOST_IN_A_FOLDER: Final = 45
TOGETHER: Final = ("wif", "flames")  # one system in two packages, which had been one

Figures = Mapping[str, int]


@dataclass(frozen=True)
class LookedAt:
    """What the syntax of one file holds."""

    nested: int
    zips: int
    leaves: bool
    nodes: int
    lines: int
    untyped: int


def figures(root: Path) -> Figures:
    """Every figure of a checkout, by what it is called."""
    files = sources(root)
    for file in files:
        looked_at(file)
    return {
        **dict(_of_functions([one for file in files for one in file.functions])),
        **dict(_of_patterns(files)),
        **dict(_of_modules(files)),
        **dict(_of_packages(files)),
    }


def _of_functions(functions: Sequence[Measured]) -> Iterator[tuple[str, int]]:
    lines = [one.lines for one in functions]
    complexity = [one.complexity for one in functions]
    positional = [one.positional for one in functions]
    yield "functions", len(functions)
    yield "lines of a function, median", share(lines, 50)
    yield "lines of a function, 95 in 100 at most", share(lines, 95)
    yield "lines of a function, the longest", max(lines)
    yield "complexity, 95 in 100 at most", share(complexity, 95)
    yield "complexity, the highest", max(complexity)
    yield f"functions of complexity over {MOST_COMPLEX}", over(complexity, MOST_COMPLEX)
    yield "positional parameters, 95 in 100 at most", share(positional, 95)
    yield "positional parameters, the most", max(positional)
    yield (
        f"functions over {MOST_POSITIONAL} positional parameters",
        over(positional, MOST_POSITIONAL),
    )
    yield "functions that take `game, state`", sum(takes_both(one) for one in functions)


def _of_patterns(files: Sequence[Source]) -> Iterator[tuple[str, int]]:
    yield "conditional expressions inside others", sum(looked_at(f).nested for f in files)
    yield "`zip(…, strict=True)`", sum(looked_at(file).zips for file in files)


def _of_modules(files: Sequence[Source]) -> Iterator[tuple[str, int]]:
    yield "modules", len(_modules(files))
    yield "modules that say what they leave to others", sum(looked_at(f).leaves for f in files)
    yield "modules in a folder, the most", max(folders(files).values())
    yield "lines of a file, the most", max(looked_at(file).lines for file in files)
    core = [file for file in files if file.package == "core"]
    yield "`Any` in core", sum(looked_at(file).untyped for file in core)


def _of_packages(files: Sequence[Source]) -> Iterator[tuple[str, int]]:
    for name, packages in measured_together(files).items():
        own = tuple(file for file in files if file.package in packages)
        within = len(edges(own))
        yield f"imports within {name}", within
        yield f"imports of ten files of {name}", round(within * 10 / len(own))
        yield f"layers of {name}", layers(runtime_graph(own))
        if name not in ("core", "maps"):
            yield f"syntax nodes of {name}", sum(looked_at(file).nodes for file in own)


def measured_together(files: Sequence[Source]) -> Mapping[str, tuple[str, ...]]:
    """The packages whose imports are counted, by what the page calls them.

    What wif imports of flames is still wif's, so the two are counted as one, and flames by itself.
    """
    systems = {file.package for file in files if file.path.parts[1] == "systems"} - {"systems"}
    named = ("core", *sorted(systems - set(TOGETHER[:1])), "maps")
    return {" and ".join(TOGETHER): TOGETHER, **{package: (package,) for package in named}}


def _modules(files: Sequence[Source]) -> list[Source]:
    return [file for file in files if file.path.name != "__init__.py"]


# --- how it is counted ---------------------------------------------------------------------------


@cache
def looked_at(file: Source) -> LookedAt:
    """What is counted in one file, with its functions and imports: it is parsed once for all."""
    _ = file.functions, file.imports
    return LookedAt(
        nested=nested_choices(file),
        zips=parallel_zips(file),
        leaves="Leaves" in (ast.get_docstring(file.tree) or ""),
        nodes=sum(1 for _ in ast.walk(file.tree)),
        lines=len((file.root / file.path).read_text(encoding="utf-8").splitlines()),
        untyped=sum(isinstance(n, ast.Name) and n.id == "Any" for n in ast.walk(file.tree)),
    )


def share(values: Sequence[int], percent: int) -> int:
    """The value that so many in a hundred do not exceed."""
    return sorted(values)[max(0, -(-len(values) * percent // 100) - 1)]


def over(values: Sequence[int], most: int) -> int:
    """How many are more than a limit."""
    return sum(value > most for value in values)


def takes_both(one: Measured) -> bool:
    """Whether a function takes a game and its state one by one."""
    return {"game", "state"} <= set(one.takes)


def nested_choices(file: Source) -> int:
    """Conditional expressions that stand inside another."""
    choices = [node for node in ast.walk(file.tree) if isinstance(node, ast.IfExp)]
    inner = {id(n) for node in choices for n in ast.walk(node) if n is not node}
    return sum(id(node) in inner for node in choices)


def parallel_zips(file: Source) -> int:
    """Calls of zip that must find both sides equally long."""
    calls = (node for node in ast.walk(file.tree) if isinstance(node, ast.Call))
    return sum(
        isinstance(call.func, ast.Name)
        and call.func.id == "zip"
        and any(
            word.arg == "strict" and isinstance(word.value, ast.Constant) and word.value.value
            for word in call.keywords
        )
        for call in calls
    )


def folders(files: Sequence[Source]) -> Counter[Path]:
    """How many modules lie in each folder."""
    return Counter(file.path.parent for file in files if file.path.name != "__init__.py")


def runtime_graph(files: tuple[Source, ...]) -> Mapping[str, tuple[str, ...]]:
    """What each module of some files needs when it runs."""
    graph: dict[str, list[str]] = {file.module: [] for file in files}
    for module, item in sorted(edges(files)):
        if not item.types:
            graph[module].append(item.module)
    return {module: tuple(needed) for module, needed in graph.items()}


def layers(graph: Mapping[str, tuple[str, ...]]) -> int:
    """How many modules of a graph stand on each other at most."""

    @cache
    def height(module: str) -> int:
        return 1 + max(map(height, graph[module]), default=0)

    return max(map(height, graph), default=0)
