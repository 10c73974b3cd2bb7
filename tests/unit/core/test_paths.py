"""Path searches: compared with a search that tries every path, and with rules stated in books."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path as File

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.maps.board import Board
from pbem.core.maps.hexes import DIRECTIONS, Point
from pbem.core.maps.hexes import neighbour as next_point
from pbem.core.maps.mapfile import load_board
from pbem.core.maps.paths import (
    Path,
    cheapest_path,
    labelled_path,
    labelled_reach,
    reachable,
    within,
)

Graph = dict[str, tuple[str, ...]]
SLICE = File(__file__).parents[3] / "scenarios/wif/barbarossa-12/map.yaml"


@pytest.fixture(scope="module")
def front() -> Board:
    return load_board(SLICE)


def grid(columns: int, rows: int) -> Graph:
    ids: dict[Point, str] = {
        (2 * column + row % 2, row): f"{chr(97 + row)}{column:02}"
        for row in range(rows)
        for column in range(columns)
    }
    return {
        name: tuple(ids[p] for d in DIRECTIONS if (p := next_point(point, d)) in ids)
        for point, name in ids.items()
    }


GRID = grid(3, 3)


def every_path(graph: Graph, start: str, goal: str) -> Iterator[tuple[str, ...]]:
    stack = [(start,)]
    while stack:
        path = stack.pop()
        if path[-1] == goal:
            yield path
            continue
        stack.extend((*path, other) for other in graph[path[-1]] if other not in path)


def best_of_all(graph: Graph, start: str, goal: str, costs: dict[str, int | None]) -> Path | None:
    """Least cost, then fewest steps, then byte order, by trying everything."""
    ranked = sorted(
        (sum(costs[place] or 0 for place in path[1:]), len(path), path)
        for path in every_path(graph, start, goal)
        if all(costs[place] is not None for place in path[1:])
    )
    return Path(ranked[0][2], ranked[0][0]) if ranked else None


@given(st.lists(st.one_of(st.none(), st.integers(0, 3)), min_size=9, max_size=9))
def test_the_path_found_is_the_best_of_all(prices: list[int | None]) -> None:
    costs = dict(zip(GRID, prices, strict=True))
    found = cheapest_path(GRID, "a00", "c02", lambda here, there: costs[there])
    assert found == best_of_all(GRID, "a00", "c02", costs)


@given(st.lists(st.integers(0, 3), min_size=9, max_size=9), st.integers(0, 6))
def test_reach_agrees_with_the_paths(prices: list[int], limit: int) -> None:
    costs = dict(zip(GRID, prices, strict=True))
    reach = reachable(GRID, "b01", lambda here, there: costs[there], limit)
    expected = {}
    for goal in GRID:
        path = cheapest_path(GRID, "b01", goal, lambda here, there: costs[there])
        if path is not None and path.cost <= limit:
            expected[goal] = path.cost
    assert reach == expected
    assert list(reach.values()) == sorted(reach.values())


def test_ties_go_to_fewer_steps_and_then_to_the_byte_order() -> None:
    graph: Graph = {
        "s": ("z", "m", "a"),
        "z": ("s", "g"),
        "m": ("s", "g"),
        "a": ("s", "b"),
        "b": ("a", "g"),
        "g": ("z", "m", "b"),
    }
    assert cheapest_path(graph, "s", "g", lambda here, there: 0) == Path(("s", "m", "g"), 0)


def test_the_byte_order_is_that_of_the_whole_path_not_of_its_end() -> None:
    graph: Graph = {
        "s": ("b", "a"),
        "a": ("s", "z"),
        "b": ("s", "c"),
        "z": ("a", "g"),
        "c": ("b", "g"),
        "g": ("z", "c"),
    }
    assert cheapest_path(graph, "s", "g", lambda here, there: 1) == Path(("s", "a", "z", "g"), 3)


def test_of_several_goals_the_best_is_taken() -> None:
    def flat(here: str, there: str) -> int:
        return 1

    assert cheapest_path(GRID, "b01", {"c02", "a02", "c00"}, flat) == Path(("b01", "a02"), 1)
    assert cheapest_path(GRID, "b01", {"b01", "a01"}, flat) == Path(("b01",), 0)
    assert cheapest_path(GRID, "b01", set(), flat) is None


def test_limit_via_and_forbidden_steps() -> None:
    def flat(here: str, there: str) -> int | None:
        return None if there == "b01" else 2

    assert cheapest_path(GRID, "a00", "a02", flat) == Path(("a00", "a01", "a02"), 4)
    assert cheapest_path(GRID, "a00", "a02", flat, limit=3) is None
    assert cheapest_path(GRID, "a00", "a02", flat, limit=-1) is None
    assert cheapest_path(GRID, "a00", "b01", flat) is None
    path = cheapest_path(GRID, "a00", "a02", flat, via=["b00", "c01"], limit=12)
    assert path == Path(("a00", "b00", "c01", "b00", "a01", "a02"), 10)  # it may turn back
    assert path is not None
    assert path.steps == 5
    assert cheapest_path(GRID, "a00", "a02", flat, via=["b00", "c01"], limit=9) is None
    assert cheapest_path(GRID, "a00", "a02", flat, via=["b01"]) is None


def test_a_step_may_depend_on_where_it_comes_from() -> None:
    """As with a zone of control: it may be entered, but not left again."""

    def cost(here: str, there: str) -> int | None:
        return None if here == "b01" else 1

    assert reachable(GRID, "a01", cost, 2) == {
        "a01": 0, "a00": 1, "a02": 1, "b00": 1, "b01": 1, "b02": 2, "c00": 2, "c01": 2,
    }  # fmt: skip


def test_range_counts_rings() -> None:
    assert within(GRID, "a00", 1) == {"a00": 0, "a01": 1, "b00": 1}
    assert within(GRID, "a00", 0) == {"a00": 0}
    assert within(GRID, "a00", 9)["c02"] == 3


# a railway supply path in miniature: basic hexes count, rail hexes do not, one sea leg at most
SUPPLY: Graph = {
    "unit": ("field",),
    "field": ("unit", "station"),
    "station": ("field", "port-a", "swamp"),
    "port-a": ("station", "sea:1"),
    "sea:1": ("port-a", "port-b"),
    "port-b": ("sea:1", "sea:2"),
    "sea:2": ("port-b", "port-c"),
    "port-c": ("sea:2",),
    "swamp": ("station", "port-c"),
}
RAIL = {("station", "port-a")}


def supply_step(label: str, here: str, there: str) -> tuple[int, str] | None:
    if there.startswith("sea"):
        return (0, "at sea") if label == "land" else None
    if here.startswith("sea"):
        return 1, "landed"
    return (0 if (here, there) in RAIL else 1), label


def test_a_labelled_path_goes_through_its_stages() -> None:
    path = labelled_path(
        SUPPLY.__getitem__, "unit", "land", supply_step, lambda place, label: place == "port-b"
    )
    assert path is not None
    assert path.places == ("unit", "field", "station", "port-a", "sea:1", "port-b")
    assert path.labels == ("land", "land", "land", "land", "at sea", "landed")
    assert path.cost == 3


def test_a_labelled_path_keeps_its_limit_and_its_one_sea_leg() -> None:
    def find(goal: str, limit: int) -> tuple[str, ...] | None:
        path = labelled_path(
            SUPPLY.__getitem__, "unit", "land", supply_step, lambda p, _: p == goal, limit=limit
        )
        return path.places if path else None

    assert find("port-b", 2) is None
    assert find("port-c", 3) is None  # a second sea leg is not allowed, so only overland
    assert find("port-c", 4) == ("unit", "field", "station", "swamp", "port-c")


def test_labelled_reach_lists_every_place_with_its_label() -> None:
    def step(label: str, here: str, there: str) -> str | None:
        taken = supply_step(label, here, there)
        return taken[1] if taken else None

    overland = {**SUPPLY, "station": ("field", "port-a")}
    assert labelled_reach(overland.__getitem__, "unit", "land", step) == (
        ("unit", "land"),
        ("field", "land"),
        ("station", "land"),
        ("port-a", "land"),
        ("sea:1", "at sea"),
        ("port-a", "landed"),
        ("port-b", "landed"),
        ("station", "landed"),
        ("field", "landed"),
        ("unit", "landed"),
    )


def test_rail_movement_on_the_front(front: Board) -> None:
    """From Warsaw to Minsk by rail alone: no hex off the line, and no detour."""

    def by_rail(here: str, there: str) -> int | None:
        return 1 if "rail" in front.border(here, there) else None

    path = cheapest_path(front.neighbours, "E2737", "E2140", by_rail)
    assert path is not None
    assert path.cost == path.steps == 8
    assert all(
        "rail" in front.border(a, b) for a, b in zip(path.places, path.places[1:], strict=False)
    )


def best_time(work: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def test_a_search_over_500_hexes_takes_at_most_20_bare_breadth_first_loops() -> None:
    graph = grid(25, 20)
    price = {place: 1 + ord(place[-1]) % 3 for place in graph}

    def breadth_first() -> None:
        seen, queue = {"a00"}, deque(["a00"])
        while queue:
            for other in graph[queue.popleft()]:
                if other not in seen:
                    seen.add(other)
                    queue.append(other)

    def search() -> None:
        cheapest_path(graph, "a00", "t24", lambda here, there: price[there])

    assert best_time(search, 15) <= 20 * best_time(breadth_first, 15)
