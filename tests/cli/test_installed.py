"""The wheel: built offline, installed elsewhere, run from another folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pbem import __version__
from pbem.core.cases.cases import read_cases
from pbem.core.rules.system import BUILT_IN
from pbem.store.programs import shipped_program
from pbem.store.proofs import FORMAT, digest_of
from pbem.store.sources import take_down

ROOT = Path(__file__).parents[2]
PARTS = (
    "pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "NOTICE", "CHANGELOG.md",
    "pbem", "schemas", "scenarios", "orders",
)  # fmt: skip
CASES = "tests/rulebook/wif/steps.yaml"


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which a wheel of this checkout was installed."""
    base = tmp_path_factory.mktemp("wheel")
    source = base / "source"
    source.mkdir()
    for part in PARTS:
        path = ROOT / part
        if path.is_dir():
            shutil.copytree(path, source / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(path, source)
    keep_proofs(source)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    build = ["wheel", "--no-index", "--no-deps", "--no-build-isolation", "-w", str(base)]
    subprocess.run([*pip, *build, str(source)], check=True)
    (wheel,) = base.glob("pbem-*.whl")
    target = base / "target"
    install = ["install", "--no-index", "--no-deps", "--target", str(target)]
    subprocess.run([*pip, *install, str(wheel)], check=True)
    return target


def keep_proofs(source: Path) -> None:
    """Some cases, with proofs that fit for wif and with others for gw."""
    for system in ("wif", "gw"):
        (source / f"tests/rulebook/{system}").mkdir(parents=True)
    shutil.copy(ROOT / CASES, source / CASES)
    (source / ".proofs").mkdir()
    proofs = {digest_of(case): ["code"] for case in read_cases(ROOT / CASES)}
    for system, digest in (("wif", take_down("wif").digest), ("gw", "of other sources")):
        whole = {"format": FORMAT, "digest": digest, "environment": "another", "proofs": proofs}
        (source / f".proofs/{system}.json").write_text(json.dumps(whole))


def run(installed: Path, cwd: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """The installed command, from another folder."""
    return subprocess.run(
        [sys.executable, str(installed / "bin/pbem"), *args],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_everything_comes_with_the_wheel(installed: Path) -> None:
    for part in ("schemas", "scenarios", "orders"):
        shipped = {
            p.relative_to(ROOT)
            for p in (ROOT / part).rglob("*")
            if p.is_file() and not p.name.startswith(".")
        }
        packed = {
            p.relative_to(installed / "pbem/data")
            for p in (installed / "pbem/data" / part).rglob("*")
            if p.is_file()
        }
        assert packed == shipped
    sources = {
        p.relative_to(ROOT)
        for p in (ROOT / "pbem").rglob("*")
        if p.is_file() and "__pycache__" not in p.parts
    }
    packed = {p.relative_to(installed) for p in (installed / "pbem").rglob("*") if p.is_file()}
    assert sources <= packed
    info = next(installed.glob("pbem-*.dist-info"))
    assert {p.name for p in info.rglob("*")} >= {"LICENSE", "NOTICE"}


def test_the_wheel_is_the_program_of_this_checkout(installed: Path, tmp_path: Path) -> None:
    """Wherever it is installed, its runs name the same program."""
    told = [f"  {name:<5}program {shipped_program(name).digest}" for name in BUILT_IN]
    said = run(installed, tmp_path, "--version")
    assert said.stdout.splitlines() == [f"pbem {__version__}", *told]
    assert (installed / f"pbem-{__version__}.dist-info").is_dir()


def test_proofs_that_fit_come_with_the_wheel_and_need_no_running(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = installed / "pbem/data"
    assert [path.name for path in (data / "proofs").iterdir()] == ["wif.json"]
    assert [path.name for path in (data / "tests/rulebook").iterdir()] == ["wif"]
    monkeypatch.setenv("HOME", str(tmp_path))
    said = run(installed, tmp_path, "rules", "coverage", "wif")
    assert (said.returncode, said.stderr) == (0, "")
    assert not (tmp_path / ".cache/pbem/proofs").exists()  # where what is proved anew is kept
    said = run(installed, tmp_path, "rules", "coverage", "gw")
    assert said.returncode == 0
    assert "nothing counts as tested" in said.stderr


def test_the_installed_command_plays_the_demo(installed: Path, tmp_path: Path) -> None:
    said = run(installed, tmp_path, "demo")
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith("BARB-12")
    last = said.stdout.splitlines()[-1].split()
    assert last[:2] == [str(installed / "bin/pbem"), "adjudicate"]
    said = run(installed, tmp_path, "audit", "--game", "demo-out")
    assert said.returncode == 0, said.stdout
    said = run(installed, tmp_path, "rules", "show", "gw", "GW-9.5")
    assert said.returncode == 0, said.stderr
    assert "    pbem/systems/gw/battle/land_battle.py:" in said.stdout
    said = run(installed, tmp_path, "system", "new", "skirmish")
    assert said.returncode == 0, said.stderr
    for path in ("schemas/skirmish/march.schema.json", "tests/unit/skirmish/test_skirmish.py"):
        assert (tmp_path / path).is_file()


def test_the_change_that_the_demo_proposes_changes_something(
    installed: Path, tmp_path: Path
) -> None:
    lines = run(installed, tmp_path, "demo").stdout.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("Now change"))
    orders = tmp_path / lines[place].removeprefix("Now change one order, in ").rstrip(":")
    old, new = lines[place + 1].strip(), lines[place + 3].strip()
    text = orders.read_text()
    assert text.count(old) == 1
    orders.write_text(text.replace(old, new))
    said = run(installed, tmp_path, *lines[-1].split()[1:])
    assert said.returncode == 0, said.stderr
    told = said.stdout.split("COMPARED WITH demo-out/runs/1\n")[1]
    assert told.count("\n") > 3
    assert "everything came out the same" not in told
