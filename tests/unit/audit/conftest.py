"""A clash at the ford, played on plain files: what every test of the audit looks at."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from toy.table import table, with_unit

from pbem.core.record.state import Unit
from pbem.core.record.statefile import write_state
from pbem.store.plain import play_files

ROSA = """\
window: toy-1 t1.1.red/march
player: rosa
for_state: any
luck: horseshoe
press: On we go.
march:
- {unit: "crimson:crimson-inf@red-home", to: ford, count: 3}
- {unit: lion, to: ford}
- {unit: nobody, to: ford}
"""
ROLF = "window: toy-1 t1.1.red/march\nplayer: rolf\nfor_state: any\nluck: clover\n"
BEA = "standing: bea\nclash:\n- {if: strength > 2, stance: charge}\n- {stance: feint}\n"


def play_clash(folder: Path) -> Path:
    """Play the clash into a folder of its own."""
    start = table().moved(wolf="ford").state
    start = with_unit(start, Unit("azure:azure-inf@ford", "azure-inf", "azure", "ford", 3))
    (folder / "start.yaml").write_text(write_state(replace(start)), encoding="utf-8")
    files = {"rosa.yaml": ROSA, "rolf.yaml": ROLF, "bea.yaml": BEA}
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    out = folder / "out"
    play_files(folder / "start.yaml", [folder / name for name in files], out, "abc")
    return out


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the played clash; tests do not write to it."""
    return play_clash(tmp_path_factory.mktemp("clash"))


@pytest.fixture
def copy(played: Path, tmp_path: Path) -> Path:
    """A copy of that folder to tamper with."""
    return Path(shutil.copytree(played, tmp_path / "copy"))
