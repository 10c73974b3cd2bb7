"""Two whole impulses of the toy, and a siege that the moderator rules, compared byte for byte.

`PYTHONPATH=tests python tests/golden/test_toy.py` writes it anew, after a change that is meant.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from unittest import mock

import pytest
import toy  # noqa: F401 (registers the toy system)

from pbem.core.data.resources import scenario_path
from pbem.core.record.program import Program
from pbem.store.plain import play_files

HERE = Path(__file__).parent / "toy-duel"
SIEGE = HERE.parent / "toy-siege"
WINDOWS = ("1", "2", "3", "4")
SEED = "1410"
PROGRAM = Program("0.1.0")  # what the kept logs name; the program itself may change


def play(window: str, out: Path) -> None:
    """Play one window into a folder; each begins with the state of the one before."""
    begin = scenario_path("toy", "duel") / "setup.yaml"
    state = begin if window == "1" else out.parent / str(int(window) - 1) / "state.yaml"
    with mock.patch("pbem.store.plain.program_of", return_value=PROGRAM):
        play_files(state, sorted((HERE / window / "sent").glob("*.yaml")), out, SEED)


def play_siege(out: Path) -> None:
    """Play the siege into a folder."""
    begin = scenario_path("toy", "siege") / "setup.yaml"
    with mock.patch("pbem.store.plain.program_of", return_value=PROGRAM):
        play_files(begin, sorted((SIEGE / "sent").glob("*.yaml")), out, SEED)


def texts(folder: Path) -> dict[str, bytes]:
    """The files of a run by name, without caches and copies of what was sent."""
    return {
        path.name: path.read_bytes()
        for path in sorted(folder.iterdir())
        if path.is_file() and not path.name.startswith(".")
    }


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All windows, played now."""
    root = tmp_path_factory.mktemp("toy")
    for window in WINDOWS:
        play(window, root / window)
    return root


@pytest.mark.parametrize("window", WINDOWS)
def test_the_impulse_is_played_as_it_was(played: Path, window: str) -> None:
    """The same input gives the same bytes: state, log, secrets and every report."""
    kept, fresh = texts(HERE / window / "played"), texts(played / window)
    assert sorted(fresh) == sorted(kept)
    assert {"state.yaml", "ledger.jsonl", "secrets.jsonl", "report.txt", "report-bea.txt"} <= {
        *kept
    }
    for name, text in kept.items():
        assert fresh[name].decode() == text.decode(), name


def test_the_siege_is_ruled_as_it_was(tmp_path: Path) -> None:
    """The moderator's word in the log and in every report, beside the program's."""
    play_siege(tmp_path / "siege")
    kept, fresh = texts(SIEGE / "played"), texts(tmp_path / "siege")
    assert sorted(fresh) == sorted(kept)
    for name, text in kept.items():
        assert fresh[name].decode() == text.decode(), name


def write() -> None:
    """Keep what is played now."""
    root = HERE / "fresh"
    shutil.rmtree(root, ignore_errors=True)
    for window in WINDOWS:
        play(window, root / window)
        keep(HERE / window / "played", texts(root / window))
    play_siege(root / "siege")
    keep(SIEGE / "played", texts(root / "siege"))
    shutil.rmtree(root)


def keep(folder: Path, played: dict[str, bytes]) -> None:
    """The files of a run in place of those that were kept."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, text in played.items():
        (folder / name).write_bytes(text)


if __name__ == "__main__":
    write()
