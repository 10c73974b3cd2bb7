"""pbem system new: what it writes plays, and its own tests pass."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli.shared import Pbem

ROOT = Path(__file__).parents[2]


def ask(folder: Path, *words: str) -> str:
    """What a command of python says in a folder, where it succeeds."""
    said = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 0, said.stdout + said.stderr
    return said.stdout


@pytest.fixture
def begun(pbem: Pbem, tmp_path: Path) -> Path:
    """A folder with a new system, `skirmish`."""
    said = pbem("system", "new", "skirmish", "--at", tmp_path)
    assert said.code == 0
    assert said.out.startswith(f"skirmish begins in {tmp_path / 'skirmish'}: ")
    return tmp_path


def test_the_tests_of_a_new_system_pass(begun: Path) -> None:
    told = ask(begun, "-m", "pytest", "-p", "no:cacheprovider", "tests")
    assert " passed" in told
    assert "failed" not in told


def test_a_new_system_is_covered_shown_and_played(begun: Path) -> None:
    counted = ask(begun, "-m", "skirmish", "rules", "coverage", "skirmish").splitlines()
    assert counted[-1].split() == ["all", "7", "0", "0", "1", "-"]
    where = ask(begun, "-m", "skirmish", "rules", "where", "skirmish", "3").splitlines()
    assert where[1].startswith("    skirmish/marches/clash.py:")
    assert "    skirmish/data/charts/clash.yaml chart clash" in where
    assert "skirmish/first" in ask(begun, "-m", "skirmish", "scenarios")
    ask(begun, "-m", "skirmish", "new", "skirmish/first", "game")
    form = ask(begun, "-m", "skirmish", "template", "--game", "game", "--player", "nora")
    assert "#   North Gate: Northern Foot, Northern Horse\n" in form
    orders = form.replace(
        "\nmarch:  # March (2)\n", "\nmarch:\n- {unit: Northern Foot, to: Mill}\n"
    )
    (begun / "game" / "orders" / "nora.yaml").write_text(orders, encoding="utf-8")
    played = ask(begun, "-m", "skirmish", "adjudicate", "--game", "game")
    assert "Northern Foot  North Gate > Mill" in played
    ask(begun, "-m", "skirmish", "charts", "check", "skirmish")


def test_nothing_of_the_model_is_left(begun: Path) -> None:
    for path in begun.rglob("*"):
        assert "demo" not in path.name
        if path.is_file():
            assert "demo" not in path.read_text(encoding="utf-8").lower(), path


def test_in_a_checkout_it_becomes_a_package_of_pbem(
    pbem: Pbem, begun: Path, tmp_path: Path
) -> None:
    checkout = tmp_path / "checkout"
    (checkout / "pbem" / "systems").mkdir(parents=True)
    said = pbem("system", "new", "skirmish", "--at", checkout)
    assert "next: add 'skirmish' to BUILT_IN in pbem/core/rules/system.py" in said.out
    apart = {"skirmish/__main__.py", "skirmish/__init__.py"}
    for path in sorted(begun.rglob("*.*")):
        name = path.relative_to(begun).as_posix()
        if name in apart or name.startswith("checkout/"):
            continue
        inside = f"pbem/systems/{name}" if name.startswith("skirmish/") else name
        text = path.read_text(encoding="utf-8")
        text = text.replace("from skirmish", "from pbem.systems.skirmish")
        text = text.replace('package="skirmish"', 'package="pbem.systems.skirmish"')
        assert (checkout / inside).read_text(encoding="utf-8") == text, name
    init = (checkout / "pbem/systems/skirmish/__init__.py").read_text(encoding="utf-8")
    assert "from pbem.systems.skirmish.system import SYSTEM" in init
    assert not (checkout / "pbem/systems/skirmish/__main__.py").exists()


@pytest.mark.parametrize(
    ("name", "trouble"),
    [
        ("Big-Game", "'Big-Game' is no name of a system"),
        ("wif", "'wif' is taken"),
        ("skirmish", "map.yaml: is there already and is not overwritten"),
    ],
)
def test_a_name_that_cannot_be_is_refused(pbem: Pbem, begun: Path, name: str, trouble: str) -> None:
    kept = sorted(begun.rglob("*"))
    said = pbem("system", "new", name, "--at", begun)
    assert said.code in (1, 2)
    assert trouble in said.err
    assert sorted(begun.rglob("*")) == kept
