"""Which files of a game's own data are read: those that lie among them, whatever a map says."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.store.inputs import own_files


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("parts: [seas.yaml]", ["map.yaml", "seas.yaml"]),
        ("parts: seas.yaml", ["map.yaml", "seas.yaml"]),
        ("parts: [../secret.yaml, seas.yaml]", ["map.yaml", "seas.yaml"]),
        ("parts: [OUTSIDE/secret.yaml]", ["map.yaml"]),
        ("parts: [charts/../../secret.yaml]", ["map.yaml"]),
        ("parts: [[seas.yaml], 5, null]", ["map.yaml"]),
        ("parts: 5", ["map.yaml"]),
        ("[seas.yaml]", ["map.yaml"]),
        ("", ["map.yaml"]),
    ],
)
def test_a_part_of_a_map_lies_beside_it(tmp_path: Path, said: str, read: list[str]) -> None:
    (tmp_path / "secret.yaml").write_text("x")
    (tmp_path / "data/charts").mkdir(parents=True)
    (tmp_path / "data/seas.yaml").write_text("x")
    (tmp_path / "data/map.yaml").write_text(said.replace("OUTSIDE", str(tmp_path)))
    found = own_files(tmp_path / "data")
    assert [path.relative_to(tmp_path / "data").as_posix() for path in found] == read
