"""The soundness check of a map as it was read: every finding has its file and line."""

from __future__ import annotations

import pytest

from pbem.core.data.findings import FileTrouble
from pbem.core.maps.check import check_map
from pbem.core.maps.mapfile import read_texts

MAP = """\
format: pbem-map/1
map: coast
title: A small coast
date: "1941"
grid:
  E: {id: "E{column:2}{row:2}", half_hex_west: odd}
layers:
  terrain:
    provenance: "reconstructed: for a test"
    legend: {c: clear, w: sea, C: {terrain: clear, coast: true}}
    rows: |
      E0444: w C C c
      E0443: w C c c
       E0442: w C c c
      E0441: w C c c
  country:
    provenance: "printed: rule 1"
    legend: {L: latvia, U: ussr}
    rows: |
      E0344: L L U
      E0343: L L U
       E0342: L U U
      E0341: L U U
  sea:
    provenance: derived
    legend: {b: "sea:baltic"}
    rows: |
      E0444: b b b
      E0443: b b
       E0442: b b
      E0441: b b
hexsides:
  river:
    provenance: derived
    sides:
      Dvina: >-
        E0342-E0242
        E0243-E0242
links:
  rail:
    provenance: reconstructed
    lines: {Riga - Dvinsk: E0342 E0242 E0142}
places:
  provenance: reconstructed
  at:
    E0342: {name: Riga, city: true, port: minor, capital: latvia}
    E0142: {name: Dvinsk}
areas:
  provenance: printed
  at:
    "sea:baltic": {name: Baltic Sea}
"""
FIX = """\
format: pbem-map-corrections/1
of: coast
why: as printed
"""


def found(*texts: str) -> list[str]:
    names = ["map.yaml", *(f"fix{number}.yaml" for number in range(1, len(texts)))]
    findings = check_map(read_texts(list(zip(names, texts, strict=True))))
    return [str(finding) for finding in findings]


def test_a_sound_map_has_no_findings() -> None:
    assert found(MAP) == []


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("E0142: {name: Dvinsk}", "E0442: {name: Dvinsk, city: true}",
         "map.yaml:47:33: error: Dvinsk E0442 is at sea and has: city"),
        ("E0142: {name: Dvinsk}", "E0142: {name: Dvinsk, port: major}",
         "map.yaml:47:33: error: the port Dvinsk E0142 touches no sea area"),
        (" E0442: w C c c", " E0442: w c c c",
         "map.yaml:30:1: error: Riga E0342 lies in a sea area but is no coast"),
        ("E0341: L U U", "E0341: . U U",
         "map.yaml:23:1: error: E0341 has no country"),
        ("U: ussr", "U: [ussr, poland]",
         "map.yaml:20:1: error: E0144 has more than one country: ussr and poland"),
        ("E0343: L L U", "E0344: L L U",
         "map.yaml:21:1: error: E0144 stands in two rows of country; the other: map.yaml:20:1"),
        ("        E0243-E0242", "        E0243-E0242\n  lake: {provenance: derived, "
         "sides: {L: E0243-E0242}}",
         "map.yaml:38:1: error: the side E0242-E0243 is lake and river"),
        ("E0342 E0242 E0142}", "E0342 E0442}",
         "map.yaml:42:28: error: a rail line runs from E0342 to E0442, into the sea"),
        ("capital: latvia", "capital: estonia",
         "map.yaml:46:59: warning: Riga E0342 is the capital of estonia but lies in latvia"),
        ("E: {id", "F: {id: 'E{column:1}{row:3}', plane: other}\n  E: {id",
         "map.yaml:15:1: error: Dvinsk E0142 can be read on several sheets: F, E"),
        ("E0142: {name: Dvinsk}", "E0141: {name: Dvinsk}", ""),
    ],
)  # fmt: skip
def test_a_finding_has_its_line(old: str, new: str, line: str) -> None:
    text = MAP.replace(old, new, 1)
    assert text != MAP
    lines = found(text)
    assert lines == [] if not line else line in lines, lines


ZONES = """\
  zone:
    provenance: "reconstructed: for a test"
    north_to_south: [arctic, temperate]
    known: {temperate: [Riga]}
    legend: {a: arctic, t: temperate}
    rows: |
      E0444: a a a a
      E0443: a a a a
       E0442: t t t t
      E0441: t t t t
hexsides:
"""


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ("", "", []),
        ("E0441: t t t t", "E0441: t a t t",
         ["map.yaml:40:1: error: E0442, temperate, lies north of E0341, arctic"]),
        ("E0444: a a", "E0444: t t",
         ["map.yaml:38:1: error: E0444, temperate, lies north of E0343, arctic, "
          "and so in 1 other columns"]),
        ("[arctic, temperate]", "[arctic, temperate, monsoon]",
         ["map.yaml:33:5: error: no hex has the zone monsoon"]),
        ("t: temperate", "t: monsoon",
         ["map.yaml:33:5: error: no hex has the zone temperate",
          "map.yaml:40:1: error: E0442: monsoon is no zone of this map",
          "map.yaml:40:1: error: Riga E0342 is monsoon, but known to be temperate"]),
        ("[Riga]", "[Reval]",
         ["map.yaml:33:5: error: Reval, known to be temperate, is not on this map"]),
    ],
)  # fmt: skip
def test_a_layer_comes_out_as_it_says(old: str, new: str, lines: list[str]) -> None:
    whole = MAP.replace("hexsides:\n", ZONES, 1)
    text = whole.replace(old, new, 1)
    assert sorted(found(text)) == lines


def test_what_a_correction_broke_is_found_in_the_correction() -> None:
    fix = FIX + "places:\n  at:\n    E0241: {port: minor}\n"
    assert found(MAP, fix) == ["fix1.yaml:6:19: error: the port E0241 touches no sea area"]


def test_a_port_at_a_canal_lies_on_waters_that_do_not_touch_it() -> None:
    far = 'layers:\n  sea:\n    legend: {b: "sea:baltic"}\n    rows: |\n      E0142: b\n'
    coast = "places:\n  at:\n    E0142: {coast: true}\n"
    canal = "hexsides:\n  canal: {sides: {Canal: E0142-E0242}}\n"
    assert [line for line in found(MAP, FIX + far + coast) if "cut off" in line]
    assert [line for line in found(MAP, FIX + far + coast + canal) if "cut off" in line] == []


def test_a_corrected_row_is_found_in_the_correction() -> None:
    fix = FIX + 'layers:\n  sea:\n    legend: {b: "sea:baltic"}\n    rows: |\n      E0142: b\n'
    assert found(MAP, fix) == [
        "fix1.yaml:8:1: error: Dvinsk E0142 lies in a sea area but is no coast",
        "fix1.yaml:8:1: warning: sea:baltic: E0142 is cut off from the rest",
    ]


def test_land_beside_a_sea_hex_is_coast() -> None:
    text = MAP.replace("E0443: w C c c", "E0443: w C w c").replace("E0443: b b", "E0443: b b b")
    lines = [line for line in found(text) if "but is no coast" in line]
    assert lines == [
        "map.yaml:13:1: error: E0143 touches the sea hex E0243 but is no coast",
        "map.yaml:14:1: error: E0242 touches the sea hex E0243 but is no coast",
    ]


def test_a_correction_off_the_sheet_is_one_message_with_its_line() -> None:
    fix = FIX + "places:\n  at:\n    E9999: {port: minor}\n"
    with pytest.raises(FileTrouble) as caught:
        found(MAP, fix)
    assert [str(finding) for finding in caught.value.findings] == [
        "fix1.yaml:6:12: error: 'E9999' is not on this map\n"
        "    a hex is on the map when the terrain rows hold it"
    ]
