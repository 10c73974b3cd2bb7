"""Hex geometry: the printed numberings, checked against every adjacency the rulebooks state."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.maps.hexes import (
    DIRECTIONS,
    SECTORS,
    Numbering,
    Point,
    Sheet,
    bearing,
    direction,
    distance,
    letters,
    letters_number,
    neighbour,
    ring,
)

EUROPE = {
    "W": Sheet("W", Numbering.of("W{column:2}{row:2}"), half_hex_west="even", offset=(-59, 0)),
    "E": Sheet("E", Numbering.of("E{column:2}{row:2}"), half_hex_west="odd"),
}
PACIFIC = {
    "A": Sheet("A", Numbering.of("A{column:2}{row:2}"), half_hex_west="odd", offset=(-62, 0)),
    "P": Sheet("P", Numbering.of("P{column:2}{row:2}"), half_hex_west="odd"),
}
ROWS_FROM_NORTH = {
    "T": Sheet("T", Numbering.of("{row:2}{column:2}"), rows_from="north", half_hex_west="odd")
}
SLANTED = {
    "S": Sheet(
        "S", Numbering.of("{letters}{column}"), columns_from="west", rows_from="north", slant=1
    )
}
BOARDS = (EUROPE, PACIFIC, ROWS_FROM_NORTH, SLANTED)

# stated by the rulebooks, or needed by their examples
ADJACENT = (
    (
        EUROPE,
        "W0930-W0929 W0930-W0830 W0930-W1029 W1630-W1729 W1630-W1629 W1731-W1732 W1632-W1731 "
        "W1731-W1630 W1631-W1630 W1732-W1833 W2513-W2514 W2514-W2414 W2415-W2316 W1825-W1725 "
        "W1825-W1724 W1825-W1824 W1726-W1725 W1725-W1724 W1724-W1824 W1134-W1034 W1234-W1335 "
        "W1234-W1233 W1234-W1134 W1025-W1026 E1630-E1631 E1630-E1730 E1533-E1634 E1634-E1534 "
        "E1833-E1933 E1833-E1932 E1833-E1834 E1932-E1832 E1833-E1733 E1431-E1530 E1431-E1531 "
        "E1431-E1532 E1515-E1514 E1515-E1615 E1515-E1516 E1914-E1813 E1914-E1913 E1235-E1135 "
        "E1235-E1335 E1235-E1336 E1241-E1242",
    ),
    (
        PACIFIC,
        "P2549-P2648 P2549-P2449 P1924-P2024 P2024-P2025 P2045-P2046 P2046-P1947 P1947-P1948 "
        "A0637-A0537",
    ),
    (
        ROWS_FROM_NORTH,
        "3924-3925 3924-3825 3924-4025 3822-3721 4022-4023 1709-1708 1708-1707 1707-1607 "
        "1707-1807 1807-1906 1631-1730 1730-1831 1630-1529 1529-1430 2542-2643 3120-3220 "
        "3026-3027 2818-2819 1926-1927 4414-4415 0015-0016",
    ),
    (SLANTED, "C27-C28 CC17-DD17 DD17-EE17 DD26-EE26 EE26-FF26 NN25-NN26 MM26-NN26 S22-S23"),
)
DISTANCES = (
    (EUROPE, "W0437", "W0532", 5),
    (EUROPE, "E2033", "E1631", 5),
    (EUROPE, "E2033", "E1730", 5),
    (PACIFIC, "A0434", "A0240", 6),
    (PACIFIC, "A0838", "A0637", 2),
    (PACIFIC, "A0838", "A0537", 3),
    (PACIFIC, "A0405", "A3005", 26),
    (ROWS_FROM_NORTH, "3926", "3924", 2),
    (ROWS_FROM_NORTH, "1709", "1909", 2),
)


def point(board: dict[str, Sheet], hex_id: str) -> Point:
    for sheet in board.values():
        if (run := sheet.run(hex_id, 1)) is not None:
            return run[1][0]
    raise AssertionError(f"{hex_id} is on no sheet")


@pytest.mark.parametrize(
    ("board", "pair"), [(board, pair) for board, pairs in ADJACENT for pair in pairs.split()]
)
def test_hexes_that_the_rulebooks_call_adjacent_are(board: dict[str, Sheet], pair: str) -> None:
    a, b = (point(board, hex_id) for hex_id in pair.split("-"))
    assert distance(a, b) == 1
    assert direction(a, b) in DIRECTIONS


@pytest.mark.parametrize(("board", "a", "b", "hexes"), DISTANCES)
def test_distances_that_the_rulebooks_state(
    board: dict[str, Sheet], a: str, b: str, hexes: int
) -> None:
    assert distance(point(board, a), point(board, b)) == hexes


def test_the_sheets_of_europe_and_the_pacific_join() -> None:
    # an odd row of the west sheet: column c is column c + 29 of the east sheet, an even row c + 30
    assert point(EUROPE, "W0331") == point(EUROPE, "E3231")
    assert point(EUROPE, "W0330") == point(EUROPE, "E3330")
    assert point(PACIFIC, "A0141") == point(PACIFIC, "P3241")  # Mukden is on both sheets


def test_the_six_neighbours_of_a_hex_in_order() -> None:
    home = point(EUROPE, "E1833")
    around = [EUROPE["E"].hex_id(neighbour(home, name)) for name in DIRECTIONS]
    assert around == ["E1834", "E1733", "E1832", "E1932", "E1933", "E1934"]


def test_sectors_are_made_of_the_directions() -> None:
    assert SECTORS == {
        "north": ("n-w", "n-e"),
        "east": ("n-e", "e", "s-e"),
        "south": ("s-e", "s-w"),
        "west": ("s-w", "w", "n-w"),
    }


@pytest.mark.parametrize("board", BOARDS)
@given(column=st.integers(17, 60), row=st.integers(1, 40))
def test_an_id_and_its_point_are_inverse(board: dict[str, Sheet], column: int, row: int) -> None:
    for sheet in board.values():
        hex_id = sheet.numbering.texts([column], row)[0]
        assert sheet.numbering.read(hex_id) == (column, row)
        assert sheet.hex_id(sheet.point(column, row)) == hex_id


even_points = st.tuples(st.integers(-40, 40), st.integers(-40, 40)).map(
    lambda p: (2 * p[0] + p[1] % 2, p[1])
)


@given(even_points, even_points)
def test_distance_is_the_number_of_steps_that_bring_two_hexes_together(a: Point, b: Point) -> None:
    here, steps = a, 0
    while here != b:
        names = bearing(here, b)
        assert 1 <= len(names) <= 2
        here, steps = neighbour(here, names[0]), steps + 1
    assert steps == distance(a, b) == distance(b, a)


@given(even_points, st.integers(0, 6))
def test_a_ring_holds_exactly_the_hexes_at_its_distance(middle: Point, radius: int) -> None:
    points = list(ring(middle, radius))
    assert len(points) == len(set(points)) == max(1, 6 * radius)
    assert {distance(middle, other) for other in points} == {radius}
    assert all(
        distance(a, b) == 1 for a, b in zip(points, points[1:] + points[:1], strict=True) if radius
    )


def test_a_run_goes_eastwards_and_ends_with_the_columns() -> None:
    run = EUROPE["E"].run("E0241", 3)
    assert run == (["E0241", "E0141", "E0041"], [(-5, 41), (-3, 41), (-1, 41)])
    assert EUROPE["E"].run("E0241", 4) is None
    assert EUROPE["E"].run("W0241", 1) is None
    assert SLANTED["S"].run("A23", 2) == (["A23", "A24"], [(47, -1), (49, -1)])


@pytest.mark.parametrize(
    ("number", "text"), [(1, "A"), (26, "Z"), (27, "AA"), (40, "NN"), (53, "AAA")]
)
def test_row_letters(number: int, text: str) -> None:
    assert letters(number) == text
    assert letters_number(text) == number


def test_mixed_row_letters_are_no_id() -> None:
    assert SLANTED["S"].numbering.read("AB17") is None
    assert SLANTED["S"].numbering.read("NN17") == (17, 40)


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "E",
        "{column:2}",
        "{row:2}{row:2}",
        "{column}{row}{row}",
        "{column.x}{row}",
        "{column}{",
        "{column:9}{row}",
    ],
)
def test_a_pattern_that_does_not_name_column_and_row_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="does not name one column and one row"):
        Numbering.of(pattern)
