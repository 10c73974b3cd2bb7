"""Whatever can be read as a map can be checked, shown, drawn and compared."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.core.data.findings import PbemError
from pbem.core.data.yamlio import flow_text, read_data_text
from pbem.core.maps.check import check_map
from pbem.core.maps.mapfile import board_from_text, read_texts
from pbem.maps.diff import Difference
from pbem.maps.drawing.draw import Sight, draw
from pbem.maps.drawing.text import show

MAP = """\
format: pbem-map/1
map: coast
title: A small coast
date: "1941"
grid:
  E: {id: "E{column:2}{row:2}", half_hex_west: odd, scale: europe}
layers:
  terrain:
    provenance: "reconstructed: for a test"
    legend: {c: clear, f: forest, w: sea, C: {terrain: clear, coast: true}}
    rows: |
      E0443: w C c f
       E0442: w C c c
      E0441: - C f c
  country: {provenance: printed, legend: {L: latvia}, rows: "E0343: L L L"}
  zone: {provenance: printed, default: n-temperate}
  sea: {provenance: derived, legend: {b: ["sea:baltic", "sea:gulf"]}, rows: "E0443: b b"}
hexsides:
  river: {provenance: "derived: rivers", sides: {Dvina: E0243-E0242 E0143-E0242}}
links:
  rail: {provenance: reconstructed, lines: {Riga - Dvinsk: E0342 E0242 E0142}}
joins: {provenance: printed, lines: {to Asia: X1 E0143 E0142}}
places:
  provenance: reconstructed
  at:
    E0342: {name: Riga, also: [Rīga], city: true, port: minor, capital: latvia, factories: 2}
    E0142: {name: Dvinsk, oil: 1, resources: 1, objective: true}
    X1: {name: Tabriz, off_map: true, country: iran}
areas: {provenance: printed, at: {"sea:baltic": {name: Baltic Sea}, "sea:gulf": {centre: [1, 2]}}}
borders: {provenance: printed, between: {"sea:gulf": ["sea:baltic strait:sea:gulf"]}}
"""

words = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-9, 99),
    st.text(max_size=9),
    st.sampled_from(["sea", "E0342", "X1", "sea:gulf", "c c c", "E0443: w w", "mountain"]),
)
junk = st.recursive(
    words,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.text("abE04:-", min_size=1, max_size=5), inner, max_size=3),
    ),
    max_leaves=6,
)


def spots_in(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    return [path, *(spot for key in keys for spot in spots_in(data[key], (*path, key)))]


def changed(data: st.DataObject) -> str:
    document = read_data_text(MAP, "fuzz")
    for _ in range(data.draw(st.integers(1, 3))):
        spot = data.draw(st.sampled_from(spots_in(document)[1:]))
        inner = document
        for key in spot[:-1]:
            inner = inner[key]
        inner[spot[-1]] = data.draw(junk)
    return "\n".join(f"{flow_text(key)}: {flow_text(value)}" for key, value in document.items())


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_any_map_that_can_be_read_can_be_looked_at(data: st.DataObject) -> None:
    try:
        reading = read_texts([("map", changed(data))])
    except PbemError:
        return
    board = reading.board
    for finding in check_map(reading):
        assert finding.where is not None
        assert finding.message
    ElementTree.fromstring(draw(Sight(board, board.places)))
    for place in board.places:
        assert max(map(len, show(board, place, 2).splitlines())) <= 78
    assert isinstance(Difference(board_from_text(MAP), board).lines, tuple)
