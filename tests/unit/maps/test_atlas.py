"""Each kind of fact can fail: on a small map with one thing corrected the answer is another one."""

from __future__ import annotations

import pytest

from pbem.core.maps.mapfile import board_from_texts
from tests.unit.maps.atlas import KINDS, Atlas, Missing

MAP = """\
format: pbem-map/1
map: wif-europe
title: A small country, under the name of a map of a known scale
date: "1939"
grid:
  E: {id: "E{column:2}{row:2}", half_hex_west: odd, scale: europe}
layers:
  terrain:
    provenance: "reconstructed: for a test"
    legend: {c: clear, m: mountain, w: sea, C: {terrain: clear, coast: true}}
    rows: |
      E0603: c c c m c c
       E0602: C c c m c c
      E0601: w C C m c c
  country: {provenance: printed, default: arcadia, legend: {B: borduria}, rows: "E0103: B"}
  zone: {provenance: printed, default: arctic, legend: {S: s-monsoon}, rows: "E0203: S"}
  sea: {provenance: derived, legend: {g: "sea:gulf"}, rows: "E0602: g"}
hexsides:
  river: {provenance: derived, sides: {Flow: E0603-E0503 E0602-E0503 E0602-E0502}}
  lake: {provenance: derived, sides: {Mere: E0102-E0101}}
  canal: {provenance: derived, sides: {Cut: E0502-E0402}}
  all-sea: {provenance: derived, sides: {Sound: E0501-E0602 E0501-E0502}}
  straits: {provenance: derived, sides: {Narrows: E0501-E0401}}
links:
  rail: {provenance: reconstructed, lines: {Main: E0603 E0503 E0403 E0303 E0203 E0103}}
places:
  provenance: reconstructed
  at:
    E0603: {name: West, also: [Occident], city: true, oil: 1}
    E0503: {name: Middle}
    E0103: {name: East, region: march}
    E0602: {name: Haven, port: major, iced_in: true}
    E0102: {name: Mereside}
    E0501: {name: Isle}
    E0401: {name: Strand}
areas: {provenance: printed, at: {"sea:gulf": {name: Gulf}, "sea:bay": {name: Bay}}}
borders: {provenance: printed, between: {"sea:gulf": ["sea:bay strait:sea:gulf"]}}
countries:
  provenance: derived
  at:
    arcadia: {name: Arcadia, kind: home, capital: E0603, touches: [borduria]}
    borduria: {name: Borduria, kind: home, touches: [arcadia]}
"""
FIX = "format: pbem-map-corrections/1\nof: wif-europe\nwhy: to see another answer\n"


def place(where: str, facts: str) -> str:
    return f"places: {{at: {{{where}: {{{facts}}}}}}}"


def swapped(a: str, its: str, b: str, other: str) -> str:
    """Two towns have changed their places."""
    return f"places: {{at: {{{a}: {{name: {other}}}, {b}: {{name: {its}}}}}}}"


def taken(section: str, what: str) -> str:
    return f"remove: {{{section}: {{{what}}}}}"


CHANGES = {
    "a river on its side": ("West, east", taken("hexsides", "river: E0603-E0503")),
    "a river between": ("West, Middle", taken("hexsides", "river: E0602-E0503")),
    "mountains between": ("Middle, East", place("E0302", "terrain: clear")),
    "a lake within": ("Mereside, 1", taken("hexsides", "lake: E0102-E0101")),
    "a canal within": ("Haven, 1", taken("hexsides", "canal: E0502-E0402")),
    "a railway": ("West, East", taken("links", "rail: E0303 E0203")),
    "joined by rail": ("West, East", taken("links", "rail: E0303 E0203")),
    "joined by land": ("Haven, Isle", taken("hexsides", "all-sea: E0501-E0602")),
    "a strait between": ("Isle, Strand", taken("hexsides", "straits: E0501-E0401")),
    "on the sea": ("Haven, gulf", place("E0602", 'sea: "sea:bay"')),
    "on these seas alone": ("Haven, gulf", place("E0602", 'sea: ["sea:bay", "sea:gulf"]')),
    "on a coast": ("Haven", place("E0602", "coast: null")),
    "a port": ("Haven", place("E0602", "port: null")),
    "a major port": ("Haven", place("E0602", "port: minor")),
    "an iced-in port": ("Haven", place("E0602", "iced_in: null")),
    "a city": ("West", place("E0603", "city: null")),
    "the capital": ("West, arcadia", "countries: {at: {arcadia: {capital: E0503}}}"),
    "in the country": ("East, borduria", place("E0103", "country: arcadia")),
    "in the region": ("East, march", place("E0103", "region: null")),
    "countries that touch": ("arcadia, borduria", "countries: {at: {arcadia: {touches: []}}}"),
    "in the weather zone": ("West, arctic", place("E0603", "zone: s-monsoon")),
    "terrain within": ("West, mountain, 3", place("E0303", "terrain: clear")),
    "further north": ("West, Haven", swapped("E0603", "West", "E0602", "Haven")),
    "further east": ("East, West", swapped("E0103", "East", "E0603", "West")),
    "kilometres between": ("West, East, 360", swapped("E0103", "East", "E0503", "Middle")),
    "one place": ("Occident, West", place("E0603", "also: null")),
    "neighbours": ("sea:bay, sea:gulf", "remove: {borders: {'sea:bay': ['sea:gulf']}}"),
    "on the border": ("West, Middle, rail", taken("links", "rail: E0603 E0503")),
    "the map has": ("West, oil", place("E0603", "oil: null")),
}
# the answer on the small map, where it is not yes
NO_AT_FIRST = {"joined by land"}


def answer(kind: str, words: str, *corrections: str) -> bool | None:
    texts = [("map", MAP), *((f"fix{n}", FIX + text) for n, text in enumerate(corrections))]
    try:
        return KINDS[kind](Atlas(board_from_texts(texts)), *words.split(", "))
    except Missing:
        return None


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_answer_changes_with_the_map(kind: str) -> None:
    words, correction = CHANGES[kind]
    before = answer(kind, words)
    assert before is (kind not in NO_AT_FIRST)
    assert answer(kind, words, correction) is not before


def test_every_kind_is_tried() -> None:
    assert set(CHANGES) == set(KINDS)
