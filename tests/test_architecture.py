"""Who may import whom, and what decides nothing: no clock, chance, environment or float."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from pbem.core.rules.system import BUILT_IN

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "pbem"
SYSTEMS = PACKAGE / "systems"
CORE = sorted((PACKAGE / "core").rglob("*.py"))
RULES = sorted(SYSTEMS.rglob("*.py"))
COMMANDS = sorted((PACKAGE / "cli").rglob("*.py"))

FORBIDDEN = {
    "random", "secrets", "time", "datetime", "os", "socket", "uuid", "tempfile", "platform",
    "threading", "multiprocessing", "asyncio", "subprocess", "locale", "getpass", "numpy",
}  # fmt: skip
ODDS = {path for path in RULES if path.stem.startswith("odds")}


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """The nodes of a file that the tests below look at: each file is parsed once."""
    return tuple(node for node in ast.walk(tree_of(path)) if _matters(node))


def _matters(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (float, complex))
    if isinstance(node, ast.Name):
        return node.id == "float"
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Div)
    return isinstance(node, (ast.Import, ast.ImportFrom, ast.For, ast.comprehension))


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, also inside functions and for types alone."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", CORE, ids=shown)
def test_the_core_imports_no_system_and_nothing_above_it(path: Path) -> None:
    ours = {name.split(".")[1] for name in imports(path) if name.startswith("pbem.")}
    assert ours <= {"core", "__version__"}


@pytest.mark.parametrize("path", RULES, ids=shown)
def test_a_system_imports_the_core_and_itself(path: Path) -> None:
    own = path.relative_to(SYSTEMS).parts[0]
    allowed = {own, "flames"} if own in ("wif", "aif") else {own}
    for name in imports(path):
        if name.startswith("pbem.systems."):
            assert name.split(".")[2] in allowed, f"{shown(path)} imports {name}"
        elif name.startswith("pbem."):
            assert name.startswith("pbem.core"), f"{shown(path)} imports {name}"


@pytest.mark.parametrize("path", [*CORE, *RULES], ids=shown)
def test_nothing_but_the_inputs_decides(path: Path) -> None:
    """No clock, environment, random module; odds may use numpy, since they decide nothing."""
    roots = {name.split(".")[0] for name in imports(path)}
    allowed = {"numpy"} if path in ODDS else set()
    assert roots & (FORBIDDEN - allowed) == set()


@pytest.mark.parametrize("path", [p for p in [*CORE, *RULES] if p not in ODDS], ids=shown)
def test_no_float_decides_anything(path: Path) -> None:
    for node in nodes(path):
        place = f"{shown(path)}:{getattr(node, 'lineno', 0)}"
        assert not isinstance(node, ast.Constant), f"{place}: {node.value}"
        assert not isinstance(node, ast.Name), f"{place}: float"


@pytest.mark.parametrize("path", [*CORE, *RULES], ids=shown)
def test_no_division_that_makes_a_float(path: Path) -> None:
    """`/` stands only where a Fraction or a Path is made; whole numbers are divided by `//`."""
    if path in ODDS:
        return
    for node in nodes(path):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            both_int = isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant)
            assert not both_int, f"{shown(path)}:{node.lineno}"


@pytest.mark.parametrize("path", RULES, ids=shown)
def test_rules_do_not_read_the_hash_order_of_sets(path: Path) -> None:
    """A loop over a set is sorted at the source."""
    for node in nodes(path):
        loops = [node.iter] if isinstance(node, (ast.For, ast.comprehension)) else []
        for source in loops:
            unordered = isinstance(source, (ast.Set, ast.SetComp)) or (
                isinstance(source, ast.Call)
                and isinstance(source.func, ast.Name)
                and source.func.id in ("set", "frozenset")
            )
            assert not unordered, f"{shown(path)}:{source.lineno}"


@pytest.mark.parametrize("path", COMMANDS, ids=shown)
def test_commands_hold_no_rules(path: Path) -> None:
    """A command imports no system and applies no event of its own."""
    for name in imports(path):
        assert not name.startswith("pbem.systems."), f"{shown(path)} imports {name}"
        assert name not in ("pbem.core.record.events.apply", "pbem.core.play.umpire.Umpire"), shown(
            path
        )


def test_only_events_change_a_state() -> None:
    """`with_parts` makes a changed State: for events, and for the views that cut secrets out."""
    users = {
        shown(path)
        for path in sorted(PACKAGE.rglob("*.py"))
        if "pbem.core.record.state.with_parts" in set(imports(path))
    }
    assert users == {"pbem/core/record/events.py", "pbem/core/record/views.py"}


def test_every_built_in_system_is_a_package() -> None:
    assert all((SYSTEMS / name / "__init__.py").is_file() for name in BUILT_IN)


def test_every_module_says_what_it_is_for() -> None:
    """Every module that holds code begins with a docstring."""
    silent = [
        shown(path)
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.read_text(encoding="utf-8").strip() and not ast.get_docstring(tree_of(path))
    ]
    assert silent == []
