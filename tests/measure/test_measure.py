"""The code keeps to its limits; the measures measure what they say; the page has its form."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from graphlib import TopologicalSorter
from pathlib import Path
from types import FrameType

import pytest

from measure.code import Import, Measured, Source, edges, sources
from measure.figures import (
    MOST_IN_A_FOLDER,
    TOGETHER,
    Figures,
    figures,
    folders,
    layers,
    looked_at,
    measured_together,
    nested_choices,
    parallel_zips,
    runtime_graph,
    share,
    takes_both,
)
from measure.limits import Known, complaints, over_limits, read_known, shrunk, text_of
from measure.page import MOST, PAGE, ROOT, page, read_before, stale
from measure.walk import WALKS, Walks, walked

CODE = '''\
"""A module.

Decides: this. Leaves that to others.
"""

from typing import TYPE_CHECKING
import click
import pbem.core

if TYPE_CHECKING:
    from pbem.core.rules import system


class Step:
    def go(self, game, state, to, *, by=None):
        if game and state or to:
            return [a for a in to if a]
        for _ in zip(game, state, strict=True):
            while game:
                pass

        def inner():
            return 1 if by else 2 if to else 3

        return inner


@click.command()
def command(a, b, c, d, e):
    for one in zip(a, b):
        pass
'''


def running(file: str, name: str) -> FrameType:
    """A frame of a function of that name in that file."""
    found: dict[str, FrameType] = {}
    text = f"def {name}(): return sys._getframe()\n"
    exec(compile(text, file, "exec"), {"sys": sys}, found)
    frame: FrameType = found[name]()  # type: ignore[operator]
    return frame


@pytest.fixture(scope="module")
def met() -> Figures:
    """The figures of the walks."""
    return walked(ROOT)


@pytest.fixture
def source(tmp_path: Path) -> Source:
    folder = tmp_path / "pbem/systems/gw/moves/sea"
    folder.mkdir(parents=True)
    (folder / "steps.py").write_text(CODE, encoding="utf-8")
    return Source(tmp_path, Path("pbem/systems/gw/moves/sea/steps.py"))


def test_a_function_is_measured(source: Source) -> None:
    go, inner, command = source.functions
    assert go == Measured(
        name="gw.steps.Step.go",
        place="pbem/systems/gw/moves/sea/steps.py:15",
        lines=11,
        complexity=1 + 1 + 2 + 2 + 1 + 1,  # if, `and` and `or`, a comprehension's two, for, while
        positional=3,
        takes=("game", "state", "to"),
    )
    assert takes_both(go)
    assert (inner.name, inner.complexity) == ("gw.steps.Step.go.inner", 3)
    assert (command.complexity, command.positional) == (2, 0)


def test_a_file_is_measured(source: Source) -> None:
    assert (source.module, source.package, source.folder) == (
        "pbem.systems.gw.moves.sea.steps",
        "gw",
        "moves",
    )
    assert (nested_choices(source), parallel_zips(source)) == (1, 1)
    assert {item for item in source.imports if item.module.startswith("pbem")} == {
        Import("pbem.core", False),
        Import("pbem.core.rules.system", True),
    }
    assert folders([source]) == {source.path.parent: 1}


def test_layers_are_the_longest_chain() -> None:
    assert layers({"a": ("b", "c"), "b": ("c",), "c": (), "d": ()}) == 3
    assert [share([1, 2, 3, 4, 100], percent) for percent in (50, 80, 95)] == [3, 4, 100]


def test_a_walk_goes_through_the_modules_whose_functions_run(met: Figures) -> None:
    check, battle, one_round, attack, combat = WALKS.values()
    assert list(met) == [check, battle, one_round, attack, combat]
    assert 5 < met[check] < 30
    assert met[one_round] < met[battle] < 60
    assert 10 < met[attack] < met[combat] < 90


def test_a_walk_ends_where_its_function_returns() -> None:
    walks = Walks()
    at_gw = ROOT / "pbem/systems/gw/world"
    frames = {
        name: running(str(at_gw / file), name)
        for file, name in (("combat_moves.py", "check_combat_move"), ("zones.py", "home_of"))
    }
    other = running(str(ROOT / "pbem/core/data/letters.py"), "shown")
    elsewhere = running(str(ROOT / "pbem/systems/tw/combat_moves.py"), "check_combat_move")
    walks.note(elsewhere, "call", None)
    walks.note(frames["home_of"], "call", None)
    walks.note(frames["check_combat_move"], "call", None)
    walks.note(other, "call", None)
    walks.note(frames["home_of"], "call", None)
    walks.note(frames["home_of"], "return", None)
    walks.note(frames["check_combat_move"], "return", None)
    walks.note(running(str(at_gw / "units.py"), "unit_type"), "call", None)
    met = {what: {Path(file).name for file in files} for what, files in walks.met.items() if files}
    assert list(met.values()) == [{"combat_moves.py", "zones.py"}]


# --- the limits ----------------------------------------------------------------------------------


def functions() -> tuple[Measured, ...]:
    for file in sources(ROOT):
        looked_at(file)  # parsed once, for its figures too
    return tuple(one for file in sources(ROOT) for one in file.functions)


def test_no_function_is_over_a_limit_but_those_known() -> None:
    assert list(complaints(read_known(), functions())) == []


def test_no_figure_with_a_limit_has_risen(met: Figures) -> None:
    now, limits = {**figures(ROOT), **met}, {**MOST, **read_known().ratchets}
    assert {what: now[what] for what, most in limits.items() if now[what] > most} == {}


def test_every_system_has_limits_for_its_imports_and_its_layers() -> None:
    names = set(measured_together(sources(ROOT))) - {"core", "maps"}
    assert {"wif and flames", "flames", "gw", "tw", "awaw"} <= names
    limited = {*MOST, *read_known().ratchets}
    assert {name for name in names if f"imports of ten files of {name}" not in limited} == set()
    assert {name for name in names if f"layers of {name}" not in limited} == set()


def test_what_wif_takes_from_flames_is_counted() -> None:
    apart = [len(edges(tuple(f for f in sources(ROOT) if f.package == one))) for one in TOGETHER]
    assert figures(ROOT)["imports within wif and flames"] > sum(apart) > 0


def test_no_folder_is_overfull() -> None:
    full = {path: n for path, n in folders(sources(ROOT)).items() if n > MOST_IN_A_FOLDER}
    assert full == {}


def test_no_module_needs_itself_by_way_of_others() -> None:
    """Not counting what is imported for types alone."""
    TopologicalSorter(runtime_graph(sources(ROOT))).prepare()


DENSE = Measured("gw.a.f", "a.py:1", 9, 13, 2, ())
WIDE = Measured("gw.a.g", "a.py:9", 9, 2, 5, ())
KNOWN = Known({"complexity": {"why": {"gw.a.f": 14}}, "positional": {}}, {"zips": 3})


def test_what_is_over_a_limit_must_be_known() -> None:
    assert over_limits([DENSE, WIDE]) == {"complexity": {"gw.a.f": 13}, "positional": {"gw.a.g": 5}}
    assert list(complaints(KNOWN, [DENSE, WIDE])) == ["a.py:9 gw.a.g: positional 5"]
    denser = replace(DENSE, complexity=15)
    assert list(complaints(KNOWN, [denser])) == ["a.py:1 gw.a.f: complexity 15"]
    (needless,) = complaints(KNOWN, [])
    assert needless.startswith("gw.a.f: complexity is within the limit")


def test_the_list_only_shrinks(tmp_path: Path) -> None:
    less = shrunk(KNOWN, [DENSE, WIDE], {"zips": 5})
    assert less == Known({"complexity": {"why": {"gw.a.f": 13}}, "positional": {}}, {"zips": 3})
    none = shrunk(KNOWN, [WIDE], {"zips": 2})
    assert none.of("complexity") == none.of("positional") == {}
    assert none.ratchets == {"zips": 2}
    for known in (KNOWN, none):
        path = tmp_path / "known.yaml"
        path.write_text(text_of(known), encoding="utf-8")
        read = read_known(path)
        assert (read.of("complexity"), read.ratchets) == (known.of("complexity"), known.ratchets)


def test_the_kept_list_is_as_it_would_be_written() -> None:
    path = Path(__file__).parent / "known.yaml"
    assert path.read_text(encoding="utf-8") == text_of(read_known())


# --- the page ------------------------------------------------------------------------------------


def shown_on_the_page() -> tuple[dict[str, int], dict[str, int]]:
    """The figures that the page shows, and the limits."""
    text = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?) +\| +([\d,]*) \| +([\d,]+) \| +([\d,]*) \|$", text, re.MULTILINE)
    shown = {what: int(now.replace(",", "")) for what, _, now, _ in rows}
    return shown, {what: int(most.replace(",", "")) for what, _, _, most in rows if most}


def test_the_page_has_its_form() -> None:
    """Whatever the figures of today are: it is what `make measure KEEP=1` would write of them."""
    shown, limits = shown_on_the_page()
    assert list(shown) == [*figures(ROOT), *WALKS.values()]
    assert set(read_before()) <= set(shown)
    assert set(limits) == {*read_known().ratchets, *MOST}
    assert PAGE.read_text(encoding="utf-8") == page(read_before(), shown, limits)


def test_the_page_is_not_stale(met: Figures) -> None:
    shown, _ = shown_on_the_page()
    assert stale(shown, {**figures(ROOT), **met}) == {}, "make measure KEEP=1"


def test_a_page_is_stale_when_a_figure_is_more_than_a_little_off() -> None:
    shown = {"a": 100, "b": 368, "c": 4}
    assert stale(shown, {"a": 103, "b": 1851, "c": 4}) == {"b": (368, 1851)}
    assert stale(shown, {"a": 96, "b": 368, "c": 5}) == {"a": (100, 96), "c": (4, 5)}


def test_edges_name_modules() -> None:
    found = edges(sources(ROOT))
    assert ("pbem.cli.rules", Import("pbem.cli.common", False)) in found
    assert ("pbem.core.rules.system", Import("pbem.core.rules.game", True)) in found
    assert all(item.module != module for module, item in found)
