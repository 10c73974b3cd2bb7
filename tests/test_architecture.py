"""Who may import whom, and what decides nothing: no clock, chance, environment or float."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from measure.code import Import, Source, edges, sources

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
LAYERS = {  # the folders of a package, from low to high: a module knows its own and lower ones
    "core": (
        "data", "maps", "record", "choices", "rules", "orders", "play", "reading", "cases",
    ),
    "maps": ("building", "drawing", "top"),
    "wif": ("world", "economy", "politics", "turn", "cases", "top"),
    "flames": (
        "world", "impulse", "air", "strikes", "land", "economy", "turn", "kits", "reports",
        "scenarios", "cases", "odds",
    ),
    "aif": ("world", "cases", "top"),
    "gw": (
        "world", "battle", "economy", "politics", "combat", "moves", "defeat",
        "civil_wars", "aid", "victory", "odds", "receipts", "scenarios", "cases", "top",
    ),
    "awaw": (
        "world", "battle", "economy", "politics", "boxes", "operations", "combat", "moves",
        "building", "turn", "victory", "scenarios", "cases", "top",
    ),
    "tw": (
        "world", "battle", "supply", "air", "move", "sea", "combat", "economy", "politics", "turn",
        "scenarios", "cases", "odds", "top",
    ),
}  # fmt: skip
NAMED_ABOVE = {  # modules that name types of higher folders, and those folders
    "pbem.core.choices.settling": {"play"},
    "pbem.core.rules.picture": {"reading"},
    "pbem.core.rules.sequence": {"play"},
    "pbem.core.rules.system": {"orders", "play", "reading"},
    "pbem.systems.flames.world.kits": {"air", "economy", "land"},
    "pbem.systems.flames.world.policy": {"economy", "turn"},
}
ODDS_MAY_BE_KNOWN_TO = {"odds", "cases", "top"}
PATH_METHODS = {"read_text", "read_bytes", "write_text", "write_bytes"}
RAW_READERS = {  # below `store` and `cli`, nothing else opens a file
    "pbem/core/data/schemas.py",
    "pbem/core/data/yamlio.py",
    "pbem/maps/building/sources.py",  # downloads
}
LOADERS = {  # what reads a file of data: modules whose functions do
    "pbem.core.data.charts": {"load_chart", "load_charts"},
    "pbem.core.data.counters": {"load_counters"},
    "pbem.core.data.owned": {"own_chart", "own_charts", "own_counters"},
    "pbem.core.data.resources": {"data_root", "data_roots", "scenario_path", "schema_path"},
    "pbem.core.data.rulebook": {"read_clauses", "read_interpretations", "read_optional_rules"},
    "pbem.core.data.yamlio": {"listed", "read_bytes", "read_data", "read_document", "text_of"},
    "pbem.core.maps.mapfile": {"load_board", "read_map"},
    "pbem.core.record.statefile": {"read_state"},
    "pbem.core.rules.setup": {"first_state", "load_game", "read_roster"},
}
MAY_LOAD = {"core": ("data", "maps", "rules", "cases")}  # a system where its cases are staged
LOAD_NONETHELESS = {
    "pbem/core/record/statefile.py",  # a state is read where it is written
}
PARTS = ("core", "systems", "skeleton", "moderation", "store", "post", "audit", "maps", "cli")
ODDS = {path for path in RULES if path.stem.startswith("odds")}


FILES = sources(ROOT)
BY_MODULE = {source.module: source for source in FILES}
BY_PATH = {ROOT / source.path: source for source in FILES}


@dataclass(frozen=True)
class Facts:
    """What the tests below ask of one file; its nodes are not kept."""

    imports: frozenset[str]  # every module that it imports, also in functions and for types alone
    relative: bool
    floats: tuple[str, ...]
    divisions: tuple[str, ...]  # of one written number by another
    unordered: tuple[str, ...]  # loops over sets
    docstring: bool
    opens: bool


@cache
def facts(path: Path) -> Facts:
    """Each file is parsed once, for its imports too."""
    source = BY_PATH.get(path) or Source(ROOT, path.relative_to(ROOT))
    _ = source.imports
    nodes = tuple(ast.walk(source.tree))
    at = shown(path)
    return Facts(
        imports=frozenset(name for node in nodes for name in _names(node)),
        relative=any(isinstance(node, ast.ImportFrom) and node.level for node in nodes),
        floats=tuple(f"{at}:{node.lineno}: {what}" for node in nodes for what in _floats(node)),
        divisions=tuple(f"{at}:{node.lineno}" for node in nodes if _divides(node)),
        unordered=tuple(f"{at}:{loop.lineno}" for node in nodes for loop in _sets(node)),
        docstring=ast.get_docstring(source.tree) is not None,
        opens=any(_opens(node) for node in nodes if isinstance(node, ast.Call)),
    )


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield str(node.module)
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _floats(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, (float, complex)):
        yield str(node.value)
    if isinstance(node, ast.Name) and node.id == "float":
        yield node.id


def _divides(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Div)
        and isinstance(node.left, ast.Constant)
        and isinstance(node.right, ast.Constant)
    )


def _sets(node: ast.AST) -> Iterator[ast.expr]:
    """What a loop goes through where that is plainly a set."""
    if isinstance(node, (ast.For, ast.comprehension)):
        named = node.iter.func if isinstance(node.iter, ast.Call) else None
        is_made = isinstance(named, ast.Name) and named.id in ("set", "frozenset")
        if is_made or isinstance(node.iter, (ast.Set, ast.SetComp)):
            yield node.iter


@cache
def internal() -> list[tuple[str, Import]]:
    """Which module imports which other of the program."""
    for path in BY_PATH:
        facts(path)
    return sorted(edges(FILES))


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_no_import_is_relative() -> None:
    assert [shown(path) for path in [*CORE, *RULES, *COMMANDS] if facts(path).relative] == []


def test_the_core_imports_no_system_and_nothing_above_it() -> None:
    wrong = [
        f"{shown(path)} imports {name}"
        for path in CORE
        for name in sorted(facts(path).imports)
        if name.startswith("pbem.") and name.split(".")[1] not in ("core", "__version__")
    ]
    assert wrong == []


def test_a_system_imports_the_core_and_itself() -> None:
    wrong = [
        f"{shown(path)} imports {name}"
        for path in RULES
        for name in sorted(facts(path).imports)
        if name.startswith("pbem.") and not _may_know(path.relative_to(SYSTEMS).parts[0], name)
    ]
    assert wrong == []


def _may_know(system: str, name: str) -> bool:
    """Whether a system may import a module of the program."""
    allowed = {system, "flames"} if system in ("wif", "aif") else {system}
    if name.startswith("pbem.systems."):
        return name.split(".")[2] in allowed
    return name.startswith("pbem.core")


SHARED = sorted((SYSTEMS / "flames").rglob("*.py"))


def test_what_two_books_share_names_neither_of_them_and_no_power() -> None:
    """The engine under World in Flames and America in Flames is handed what is of one book."""
    named = re.compile(r"systems\.(?:wif|aif)\b|\b(?:PowerName|MinorName|\w+Of1939)\b")
    wrong = [
        f"{shown(path)} names {word}"
        for path in SHARED
        for word in named.findall(path.read_text(encoding="utf-8"))
    ]
    assert SHARED
    assert wrong == []


def test_what_two_books_share_knows_no_year() -> None:
    years = [
        f"{shown(path)}:{node.lineno}"
        for path in SHARED
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and node.value in range(1900, 2000)
    ]
    assert years == []


def test_what_two_books_share_lies_in_small_files_and_folders() -> None:
    """At most 40 modules in a folder and 500 lines in a file: wif outgrew both."""
    lengths = {shown(path): path.read_text("utf-8").count("\n") for path in SHARED}
    many = {shown(path.parent): len(list(path.parent.glob("*.py"))) for path in SHARED}
    assert [at for at, lines in lengths.items() if lines > 500] == []
    assert [at for at, modules in many.items() if modules > 41] == []  # with its __init__


def test_one_module_checks_signatures() -> None:
    """Its library is optional: nothing else asks for it, and no module as it is loaded."""
    asking = {path for path in PACKAGE.rglob("*.py") if "py_ecc" in path.read_text("utf-8")}
    (module,) = (path for path in asking if any("py_ecc" in name for name in facts(path).imports))
    assert shown(module) == "pbem/store/signatures.py"
    loaded = {name for node in tree_of(module).body for name in _imported(node)}
    assert not any("py_ecc" in name for name in loaded)


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        return [str(node.module)]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def test_nothing_but_the_inputs_decides() -> None:
    """No clock, environment, random module; odds may use numpy, since they decide nothing."""
    wrong = [
        f"{shown(path)} imports {name}"
        for path in [*CORE, *RULES]
        for name in sorted(facts(path).imports)
        if name.split(".")[0] in FORBIDDEN - ({"numpy"} if path in ODDS else set())
    ]
    assert wrong == []


def test_no_float_decides_anything() -> None:
    assert [at for path in [*CORE, *RULES] if path not in ODDS for at in facts(path).floats] == []


def test_no_division_that_makes_a_float() -> None:
    """`/` stands only where a Fraction or a Path is made; whole numbers are divided by `//`."""
    decide = [path for path in [*CORE, *RULES] if path not in ODDS]
    assert [at for path in decide for at in facts(path).divisions] == []


def test_rules_do_not_read_the_hash_order_of_sets() -> None:
    """A loop over a set is sorted at the source."""
    assert [at for path in RULES for at in facts(path).unordered] == []


def test_commands_hold_no_rules() -> None:
    """A command imports no system and applies no event of its own."""
    rules = ("pbem.core.record.events.apply", "pbem.core.play.umpire.Umpire")
    wrong = [
        f"{shown(path)} imports {name}"
        for path in COMMANDS
        for name in sorted(facts(path).imports)
        if name.startswith("pbem.systems.") or name in rules
    ]
    assert wrong == []


def test_only_events_change_a_state() -> None:
    """`with_parts` makes a changed State: for events, and for the views that cut secrets out."""
    users = {
        shown(path)
        for path in sorted(PACKAGE.rglob("*.py"))
        if "pbem.core.record.state.with_parts" in facts(path).imports
    }
    assert users == {"pbem/core/record/events.py", "pbem/core/record/views.py"}


def test_every_built_in_system_is_a_package() -> None:
    assert all((SYSTEMS / name / "__init__.py").is_file() for name in BUILT_IN)


def test_every_module_says_what_it_is_for() -> None:
    """Every module that holds code begins with a docstring."""
    silent = [
        shown(path)
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.read_text(encoding="utf-8").strip() and not facts(path).docstring
    ]
    assert silent == []


# --- layers --------------------------------------------------------------------------------------


def level(source: Source) -> int:
    """How high the folder of a module lies in its package."""
    return LAYERS[source.package].index(source.folder)


def folders_of(package: str) -> set[str]:
    return {s.folder for s in FILES if s.package == package and s.path.name != "__init__.py"}


@pytest.mark.parametrize("package", LAYERS)
def test_every_folder_has_its_layer(package: str) -> None:
    assert folders_of(package) == set(LAYERS[package])


@pytest.mark.parametrize("package", LAYERS)
def test_a_module_imports_from_its_own_folder_or_lower_ones(package: str) -> None:
    upward = [
        f"{module} imports {item.module}"
        for module, item in internal()
        if BY_MODULE[module].package == BY_MODULE[item.module].package == package
        and BY_MODULE[item.module].path.name != "__init__.py"
        and level(BY_MODULE[module]) < level(BY_MODULE[item.module])
        and not _is_named_above(module, item)
    ]
    assert upward == []


def _is_named_above(module: str, item: Import) -> bool:
    """Whether an import is for types alone and listed."""
    return item.types and BY_MODULE[item.module].folder in NAMED_ABOVE.get(module, ())


def test_types_of_higher_folders_are_named_where_it_is_said() -> None:
    found: dict[str, set[str]] = {}
    for module, item in internal():
        low, high = BY_MODULE[module], BY_MODULE[item.module]
        if low.package == high.package in LAYERS and level(low) < level(high):
            found.setdefault(module, set()).add(high.folder)
    assert found == NAMED_ABOVE


def test_play_does_not_ask_for_odds() -> None:
    asking = [
        f"{module} imports {item.module}"
        for module, item in internal()
        if BY_MODULE[item.module].folder == "odds"
        and BY_MODULE[module].folder not in ODDS_MAY_BE_KNOWN_TO
    ]
    assert asking == []


# --- files ---------------------------------------------------------------------------------------


def _opens(call: ast.Call) -> bool:
    """Whether a call opens a file."""
    if isinstance(call.func, ast.Name):
        return call.func.id == "open"
    if not isinstance(call.func, ast.Attribute):
        return False
    with_mode = bool(call.args) and isinstance(call.args[0], ast.Constant)
    return call.func.attr in PATH_METHODS or (call.func.attr == "open" and with_mode)


def test_below_the_store_a_file_is_opened_in_few_modules() -> None:
    below = [s for s in FILES if s.path.parts[1] in ("core", "systems", "moderation", "maps")]
    assert {str(source.path) for source in below if facts(ROOT / source.path).opens} == RAW_READERS


def loads(source: Source) -> bool:
    """Whether a module reads files of data by way of the core's loaders."""
    names = {f"{module}.{name}" for module, listed in LOADERS.items() for name in listed}
    return any(item.module in names for item in source.imports)


def test_rules_are_handed_their_data() -> None:
    """Charts, counters and maps are read where a game is set up, and where a case is."""
    loading = {
        str(source.path)
        for source in FILES
        if loads(source)
        and (source.package == "core" or source.path.parts[1] == "systems")
        and source.folder not in MAY_LOAD.get(source.package, ("cases",))
    }
    assert loading == LOAD_NONETHELESS


def test_the_loaders_are_there() -> None:
    for module, names in LOADERS.items():
        defined = {one.name.rpartition(".")[2] for one in BY_MODULE[module].functions}
        assert names <= defined, module


# --- the table of docs/design.md -----------------------------------------------------------------


def table() -> dict[str, set[str]]:
    """What each part may know, as docs/design.md says."""
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `pbem/(\w+)(?:/NAME)?` \|[^|]*\|([^|]*)\|$", text, re.MULTILINE)
    assert [name for name, _ in rows] == [*PARTS]
    everything = set(PARTS) - {"systems"}
    return {
        name: {part for part in everything if f"`{part}`" in words} - {name} for name, words in rows
    }


def test_the_folders_of_each_system_stand_in_the_design_from_low_to_high() -> None:
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    told = (
        text.partition("The folders of the systems")[2].partition("\n\n- ")[2].partition("\n\n")[0]
    )
    rows = re.findall(r"^(?:- )?`(\w+)`: ([^.;]*)", told.replace("\n  ", " "), re.MULTILINE)
    listed = {
        name: tuple(re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", words))) for name, words in rows
    }
    kept = {name: LAYERS[name] for name in LAYERS if name not in {"core", "maps"}}
    assert listed == {name: tuple(f for f in kept[name] if f != "top") for name in kept}


def test_the_table_of_who_knows_whom_is_true() -> None:
    """Each part imports what the table says that it may know: nothing else, and nothing less."""
    found: dict[str, set[str]] = {part: set() for part in PARTS}
    for module, item in internal():
        user, used = (BY_MODULE[name].path.parts[1] for name in (module, item.module))
        if user != used and user in found and used in PARTS:
            found[user].add(used)
    assert found == table()
