"""pbem map build: what it writes, what it says, what it refuses."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from pbem.cli.maps.build import command
from pbem.core.data.findings import FileTrouble
from pbem.maps.building.build import map_of


@pytest.fixture
def invented(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "pbem.maps.building.build.build",
        lambda name, cache: SimpleNamespace(
            text=f"map: {name}\n",
            work=SimpleNamespace(problems=["Atlantis lies off the map"]),
        ),
    )


def test_it_writes_the_map_and_tells_what_it_could_not_place(
    invented: None, tmp_path: Path
) -> None:
    out = tmp_path / "w.yaml"
    result = CliRunner().invoke(command, ["tw-europe", "--out", str(out)])
    assert result.exit_code == 0
    assert out.read_text() == "map: tw-europe\n"
    assert "not placed: Atlantis lies off the map" in result.output
    assert "1 lines" in result.output


def test_check_writes_nothing(invented: None, tmp_path: Path) -> None:
    out = tmp_path / "w.yaml"
    runner = CliRunner()
    other = runner.invoke(
        command, ["tw-europe", "--out", str(out), "--check"], standalone_mode=False
    )
    assert (other.return_value, out.exists()) == (1, False)
    out.write_text("map: tw-europe\n")
    same = runner.invoke(
        command, ["tw-europe", "--out", str(out), "--check"], standalone_mode=False
    )
    assert same.return_value == 0
    assert "the same" in same.output


def test_an_unknown_sheet_is_refused() -> None:
    with pytest.raises(FileTrouble, match="there is no map or sheet 'Q'"):
        map_of("Q")
