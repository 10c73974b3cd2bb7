"""Every command of the README and of every help text is run, each where its example has its place.

The world of the examples: a game of `wif/barbarossa-12` in the folder `barb`.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from _pytest.mark import ParameterSet
from cli.shared import Pbem, send

from pbem.cli import group
from pbem.core.data.resources import data_root

ROOT = Path(__file__).parents[2]
SAMPLES = data_root() / "orders/wif/barbarossa-12"
CORRECTION = """\
format: pbem-amend/1
game: barb-12
after: "1"
author: Moderator
reason: Vilna had been taken before the game began
cite: house rule 1
events:
- {event: PlaceChanged, place: E2341, what: controller, new: germany}
"""
NOTHING = ("scenarios", "new", "demo", "rules", "charts", "schema", "odds", "case", "map")
BEGUN = ("template", "commitments")
READY = ("validate", "seal", "adjudicate", "show", "view")


def examples() -> Iterator[tuple[str, str]]:
    """Every command line of every help text, subcommands included."""
    seen: set[str] = set()
    for name, text in help_texts(group, ""):
        lines = re.findall(r"^ +(pbem .*)$", text, re.MULTILINE)
        assert lines, name
        for line in lines:
            if line not in seen:
                yield name.split()[0], line
            seen.add(line)


def help_texts(commands: click.Group, above: str) -> Iterator[tuple[str, str]]:
    """The name and the help of every command of a group, and of the groups in it."""
    context = click.Context(commands)
    for name in commands.list_commands(context):
        command = commands.get_command(context, name)
        assert command is not None and command.help is not None
        yield above + name, command.help
        if isinstance(command, click.Group):
            yield from help_texts(command, f"{above}{name} ")


@pytest.fixture(scope="session")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The folders in which examples are tried: nothing, begun, ready, played."""
    from pbem.cli import main
    from pbem.cli.demo import _begin

    base = tmp_path_factory.mktemp("worlds")
    for name in ("nothing", "begun", "ready", "played"):
        (base / name).mkdir()
    assert main(["new", "wif/barbarossa-12", str(base / "begun/barb")]) == 0
    _begin(base / "ready/barb")
    shutil.copytree(base / "ready/barb", base / "played/barb")
    assert main(["adjudicate", "--game", str(base / "played/barb")]) == 0
    send(base / "played", "correction.yaml", CORRECTION)
    cases = base / "nothing/tests/rulebook/gw"  # some of them: test_cases runs them all
    cases.mkdir(parents=True)
    shutil.copy(ROOT / "tests/rulebook/gw/blitz.yaml", cases)
    shutil.copy(ROOT / "tests/bench/battle-20v20.yaml", base / "nothing/battle.yaml")
    return {path.name: path for path in base.iterdir()}


def world_of(name: str) -> str:
    """Where an example of a command has its place."""
    for world, names in (("nothing", NOTHING), ("begun", BEGUN), ("ready", READY)):
        if name in names:
            return world
    return "played"


def arguments(line: str) -> list[str]:
    """A command line as a shell hands it over, patterns filled in."""
    words = shlex.split(line)[1:]
    found: list[str] = []
    for word in words:
        matches = sorted(str(path) for path in Path().glob(word)) if "*" in word else []
        found += matches or [word]
    return found


def marked(name: str, line: str) -> ParameterSet:
    """Building a sheet takes a minute: its example is run by `make soak`."""
    slow = line.startswith("pbem map build") and "PBEM_SOAK" not in os.environ
    return pytest.param(
        name,
        line,
        marks=[
            pytest.mark.skip("builds a whole sheet from sources to be fetched: run by make soak")
        ]
        if slow
        else [],
    )


@pytest.mark.parametrize(("name", "line"), [marked(*example) for example in examples()])
def test_example_of_a_help_text(
    pbem: Pbem,
    worlds: dict[str, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    line: str,
) -> None:
    world = "played" if name in NOTHING and "--game" in line else world_of(name)
    here = tmp_path / "here"
    shutil.copytree(worlds[world], here)
    monkeypatch.chdir(here)
    said = pbem(*arguments(line))
    assert said.code == 0, said.out + said.err


def test_every_command_of_the_readme(
    pbem: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "README.md").read_text()
    lines = re.findall(r"^(pbem .*)$", text, re.MULTILINE)
    assert len(lines) >= 10
    for line in lines:
        said = pbem(*arguments(line))
        assert said.code == 0, f"{line}\n{said.out}{said.err}"


def test_the_readme_names_the_make_targets_that_there_are() -> None:
    text = (ROOT / "README.md").read_text()
    named = set(re.findall(r"^ +make ([a-z]+)", text, re.MULTILINE))
    there = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert named == {"demo", "test"}
    assert there >= {"demo", "test", "lint", "bench", "soak"}
    assert "exec make test" in (ROOT / ".ci/run").read_text()


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/manual.md"])
def test_links_between_pages_lead_somewhere(page: str) -> None:
    path = ROOT / page
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text()):
        assert (path.parent / target).exists(), target
