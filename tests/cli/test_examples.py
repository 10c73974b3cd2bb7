"""Every command of the README and of every help text is run, each where its example has its place.

The world of the examples: a game of `wif/barbarossa-12` in the folder `barb`.
"""

from __future__ import annotations

import os
import re
import shutil
from io import StringIO
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from cli.shared import Pbem
from cli.worlds import ROOT, arguments, examples, world_of


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
    here = tmp_path / "here"
    shutil.copytree(worlds[world_of(name, line)], here)
    monkeypatch.chdir(here)
    monkeypatch.setattr("sys.stdin", StringIO("correct horse battery\n"))
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
