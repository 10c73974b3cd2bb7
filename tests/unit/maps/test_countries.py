"""Countries as a whole: what a map says of them, corrected and put together from parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.core.data.findings import FileTrouble
from pbem.core.maps.mapfile import board_from_texts, load_board
from pbem.core.maps.shipped import BUILT

MAP = """format: pbem-map/1
map: two
grid: {E: {id: "E{column:2}{row:2}"}}
layers:
  terrain: {provenance: derived, legend: {c: clear}, rows: "E0201: c c"}
  country: {provenance: derived, legend: {A: arcadia, B: borduria}, rows: "E0201: A B"}
countries:
  provenance: derived
  at:
    arcadia: {name: Arcadia, kind: home, touches: [borduria]}
    borduria: {name: Borduria, kind: territory, aligned: arcadia, touches: [arcadia]}
"""
FIX = """format: pbem-map-corrections/1
of: two
why: as printed
countries:
  at:
    borduria: {kind: home, aligned: null}
"""
WHOLE = "format: pbem-map/1\nmap: both\nparts: [two.yaml, more.yaml]\n"
MORE = """format: pbem-map-part/1
of: both
countries:
  provenance: derived
  at:
    arcadia: {kind: KIND, touches: [syldavia]}
"""


def test_what_the_map_says_and_a_correction() -> None:
    plain = board_from_texts([("two.yaml", MAP)])
    assert plain.countries["borduria"]["aligned"] == "arcadia"
    fixed = board_from_texts([("two.yaml", MAP), ("fix.yaml", FIX)])
    assert fixed.countries["borduria"] == {
        "name": "Borduria",
        "kind": "home",
        "touches": ("arcadia",),
    }


@pytest.mark.parametrize("kind", ["home", "territory"])
def test_parts_add_to_lists_and_may_not_contradict(tmp_path: Path, kind: str) -> None:
    (tmp_path / "two.yaml").write_text(MAP)
    (tmp_path / "more.yaml").write_text(MORE.replace("KIND", kind))
    (tmp_path / "both.yaml").write_text(WHOLE)
    if kind == "home":
        board = load_board(tmp_path / "both.yaml")
        assert board.countries["arcadia"]["touches"] == ("borduria", "syldavia")
        return
    with pytest.raises(FileTrouble, match=r"more.yaml:6:.*another kind of arcadia"):
        load_board(tmp_path / "both.yaml")


@pytest.mark.parametrize("path", sorted(BUILT.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_country_of_a_shipped_map_is_told_of(path: Path) -> None:
    board = load_board(path)
    here = {board.country(place) for place in board.spots} - {""}
    assert here <= set(board.countries)
    for land, facts in board.countries.items():
        capital = facts.get("capital")
        assert facts["name"] and facts["kind"] in ("home", "territory")
        assert capital is None or board.country(str(capital)) == land
        touches = facts["touches"]
        assert isinstance(touches, tuple)
        assert all(land in board.countries[str(o)]["touches"] for o in touches)  # type: ignore[operator]
