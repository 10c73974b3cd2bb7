"""Kept proofs: used only for what they were made of, and never trouble."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.core.cases.cases import Case, case_files, read_cases, run_case
from pbem.store import proofs, proving, sources
from pbem.store.proofs import digest_of, kept, prove, proved
from pbem.store.sources import take_down

ROOT = Path(__file__).parents[3]
NAME = "WIF-11.10.6-aircraft-flee"


@pytest.fixture(scope="module")
def case() -> Case:
    files = case_files([ROOT / "tests/rulebook/wif"])
    return next(case for path in files for case in read_cases(path) if case.id == NAME)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of this test's own for what is kept; nothing is shipped."""
    monkeypatch.setattr(proofs, "_place", lambda system: tmp_path / "kept" / f"{system}.json")
    monkeypatch.setattr(proofs, "SHIPPED", tmp_path / "shipped")
    return tmp_path / "kept/wif.json"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that answers at once: whatever case it is, it ran `code`."""

    def answer(system: str, cases: list[Case], proving: str) -> dict[str, Any]:
        now = take_down(system)
        ran = {digest_of(case): ["code"] for case in cases}
        return {
            "digest": now.digest, "environment": now.environment, "sound": True, "proofs": ran,
        }  # fmt: skip

    monkeypatch.setattr(proofs, "_in_a_process", answer)


@pytest.fixture
def barred(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is run from here on."""
    monkeypatch.setattr(proofs, "prove", lambda system, cases: 1 // 0)


def test_a_proof_says_what_the_case_runs_and_is_kept(place: Path, case: Case) -> None:
    (proof,) = proved("wif", [case])
    assert (proof.case, proof.clauses, proof.ran) == (case.id, case.clauses, run_case(case).ran)
    assert kept("wif") == {digest_of(case): proof.ran}


@pytest.mark.usefixtures("barred")
def test_a_kept_proof_needs_no_running(place: Path, case: Case) -> None:
    keep(place, case)
    (proof,) = proved("wif", [case])
    assert proof.ran == {"code"}


def keep(path: Path, case: Case, **other: object) -> None:
    """A file with a proof of the case for the sources as they are."""
    now = take_down("wif")
    whole = {
        "format": proofs.FORMAT,
        "digest": now.digest,
        "environment": now.environment,
        "proofs": {digest_of(case): ["code"]},
    }
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(whole | other))


def test_a_changed_case_has_another_digest(case: Case) -> None:
    changed = replace(case, data={**case.data, "rule": "1"})
    assert digest_of(changed) != digest_of(case)
    assert digest_of(replace(case, system="gw")) != digest_of(case)
    assert digest_of(replace(case, where="elsewhere")) == digest_of(case)


def test_what_failed_proves_nothing_and_is_not_kept(place: Path, case: Case) -> None:
    wrong = replace(case, data={**case.data, "then": {"losses": ["somebody"]}})
    assert proved("wif", [wrong]) == []
    assert kept("wif") == {}


@pytest.mark.parametrize("key", ["format", "digest", "environment"])
def test_a_proof_of_other_sources_is_none(place: Path, case: Case, key: str) -> None:
    keep(place, case, **{key: "other"})
    assert kept("wif") == {}


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"[]", b"null", b"\xff\xfe", b'"' * 3, b"[" * 100_000, b'{"format": 1}',
    ],
)  # fmt: skip
def test_a_damaged_file_is_as_good_as_none(place: Path, case: Case, content: bytes) -> None:
    place.parent.mkdir()
    place.write_bytes(content)
    assert kept("wif") == {}


@pytest.mark.parametrize("strange", [[], "text", 7, None, {"a": 7}, {"a": None}])
def test_strange_proofs_are_none(place: Path, case: Case, strange: Any) -> None:
    keep(place, case, proofs=strange)
    assert kept("wif") == {}


def test_a_pipe_or_a_folder_is_no_file_of_proofs(place: Path, case: Case) -> None:
    place.mkdir(parents=True)
    assert kept("wif") == {}
    place.rmdir()
    os.mkfifo(place)
    assert kept("wif") == {}


@pytest.mark.usefixtures("quick")
def test_where_nothing_can_be_written_nothing_is_kept(place: Path, case: Case) -> None:
    place.parent.write_text("a file where the folder should be")
    assert proved("wif", [case])[0].case == case.id
    assert kept("wif") == {}


def test_where_no_process_can_be_started_cases_are_run_here(
    place: Path, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", str(place))
    assert proved("wif", [case])[0].ran == run_case(case).ran
    assert kept("wif") == {}


def test_what_is_not_sound_is_used_but_not_kept(
    place: Path, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = {"digest": "", "environment": "", "sound": False, "proofs": {digest_of(case): ["a"]}}
    monkeypatch.setattr(proofs, "_in_a_process", lambda *given: answer)
    assert proved("wif", [case])[0].ran == {"a"}
    assert not place.exists()


@pytest.mark.usefixtures("quick")
def test_proofs_of_two_runs_stand_together(place: Path, case: Case) -> None:
    other = replace(case, data={**case.data, "id": "other"})
    keep(place, other)
    prove("wif", [case])
    assert set(kept("wif")) == {digest_of(case), digest_of(other)}
    assert not list(place.parent.glob(".*"))


def test_shipped_proofs_hold_in_any_environment(place: Path, case: Case) -> None:
    shipped = proofs.SHIPPED / "wif.json"
    keep(shipped, case, environment="where the wheel was built")
    assert kept("wif") == {digest_of(case): {"code"}}
    keep(shipped, case, digest="of another version")
    assert kept("wif") == {}


# --- what a proof depends on ---------------------------------------------------------------------


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sources of wif."""
    systems = (f"pbem/systems/{name}" for name in ("wif", "flames", "gw"))
    for name in ("pbem/core", *systems, "schemas", "scenarios"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for name in ("pbem/__init__.py", "pbem/systems/__init__.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    monkeypatch.setattr(sources, "PACKAGE", tmp_path / "pbem")
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    return tmp_path


def test_the_digest_does_not_depend_on_where_the_files_lie(checkout: Path) -> None:
    here = take_down("wif").digest
    shutil.copytree(checkout, checkout / "moved")
    assert take_down("wif").digest == here


@pytest.mark.parametrize(
    "name",
    [
        "pbem/core/record/dice.py",
        "pbem/systems/flames/land/overrun.py",
        "pbem/systems/flames/world/vocabulary.py",
        "pbem/systems/wif/data/charts/weather.yaml",
        "pbem/systems/wif/data/counters.yaml",
        "schemas/core/state.schema.json",
        "schemas/wif/land.schema.json",
        "scenarios/wif/barbarossa-12/setup.yaml",
    ],
)
def test_any_source_changes_the_digest(checkout: Path, name: str) -> None:
    before = take_down("wif")
    with (checkout / name).open("a") as stream:
        stream.write("\n")
    assert take_down("wif").digest != before.digest


def test_a_new_file_changes_the_digest(checkout: Path) -> None:
    before = take_down("wif").digest
    (checkout / "pbem/systems/wif/data/charts/new.yaml").write_text("")
    assert take_down("wif").digest != before


def test_a_change_taken_back_is_noticed(checkout: Path) -> None:
    before = take_down("wif")
    path = checkout / "pbem/core/record/dice.py"
    text, old = path.read_text(), path.stat()
    path.write_text("")
    path.write_text(text)
    os.utime(path, ns=(old.st_atime_ns, old.st_mtime_ns))
    after = take_down("wif")
    assert after.digest == before.digest
    assert after != before


def test_another_system_changes_the_digest_only_where_it_is_named(checkout: Path) -> None:
    before = take_down("wif").digest
    other = checkout / "pbem/systems/gw/world/supply.py"
    other.write_text(f"{other.read_text()}\n")
    assert take_down("wif").digest == before
    module = checkout / "pbem/systems/flames/land/overrun.py"
    module.write_text(f"{module.read_text()}\nimport pbem.systems.gw.world.supply\n")
    named = take_down("wif").digest
    other.write_text(f"{other.read_text()}\n")
    assert take_down("wif").digest != named


def test_what_is_read_beside_the_sources_is_noticed() -> None:
    now = take_down("wif")
    assert str(ROOT / "pbem/core/record/dice.py") not in set(proving.strangers(now, []))
    inside = str(ROOT / "scenarios/wif/barbarossa-12/map.yaml")
    outside = str(ROOT / "scenarios/gw/neutral-forces.yaml")
    assert inside not in set(proving.strangers(now, [inside]))
    assert outside in set(proving.strangers(now, [outside]))
