"""The digest of a program: of every file that can decide a run, and of no other."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pbem.store import programs
from pbem.store.programs import digest_of_files

ROOT = Path(__file__).parents[3]


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package and the schemas elsewhere, as far as wif needs them."""
    systems = ("pbem/systems/wif", "pbem/systems/flames")
    for name in ("pbem/core", "pbem/moderation", *systems, "pbem/cli", "schemas"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(programs, "data_roots", lambda: (tmp_path,))
    return tmp_path


def digest(root: Path) -> str:
    return digest_of_files("wif", root / "pbem/systems/wif", root / "pbem")


def test_the_same_files_elsewhere_are_the_same_program(copy: Path) -> None:
    assert digest(copy) == programs.shipped_program("wif").digest


@pytest.mark.parametrize(
    "name",
    [
        "pbem/core/record/dice.py",
        "pbem/core/choices/__init__.py",
        "pbem/moderation/window.py",
        "pbem/systems/wif/data/charts/weather.yaml",
        "pbem/systems/wif/system.py",
        "pbem/systems/flames/world/vocabulary.py",
        "schemas/core/order-head.schema.json",
        "schemas/wif/land.schema.json",
    ],
)
def test_whatever_can_decide_makes_another_program(copy: Path, name: str) -> None:
    before, path = digest(copy), copy / name
    path.write_bytes(path.read_bytes() + b"\n")
    assert digest(copy) != before


@pytest.mark.parametrize(
    "name",
    ["pbem/cli/show.py", "pbem/systems/wif/data/clauses.yaml", "schemas/gw/moves.schema.json"],
)
def test_what_decides_nothing_does_not(copy: Path, name: str) -> None:
    before, path = digest(copy), copy / name
    path.write_text("changed")
    assert digest(copy) == before


def test_a_file_that_is_renamed_or_new_makes_another_program(copy: Path) -> None:
    before = digest(copy)
    charts = copy / "pbem/systems/wif/data/charts"
    (charts / "weather.yaml").rename(charts / "weather_.yaml")  # the order stays
    renamed = digest(copy)
    (charts / "new.yaml").write_text("")
    assert len({before, renamed, digest(copy)}) == 3


def test_a_system_that_is_named_belongs_to_the_program(copy: Path) -> None:
    shared = copy / "pbem/systems/shared"
    shared.mkdir()
    (shared / "odds.py").write_text("")
    before = digest(copy)
    (copy / "pbem/systems/wif/new.py").write_text("from pbem.systems.shared import odds\n")
    named = digest(copy)
    (shared / "odds.py").write_text("ODDS = 1\n")
    assert len({before, named, digest(copy)}) == 3
