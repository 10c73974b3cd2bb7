"""The measures of maps: reading a sheet, searching it, drawing it."""

from __future__ import annotations

import importlib.util
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from bench.measures import Measure, best
from ruamel.yaml import YAML

from pbem.core.maps.board import Board
from pbem.core.maps.mapfile import board_from_text
from pbem.core.maps.paths import reachable
from pbem.core.maps.shipped import BUILT
from pbem.core.record.state import Unit
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.maps.drawing.draw import Sight, draw
from pbem.maps.drawing.units import Army

SEARCHED = 500
UNITS = 500
SECONDS = 10
BYTES = 10_000_000
WORLD = "wif-world"
PIXELS = 8000
MEGABYTES = 300


def sheets() -> Mapping[str, Callable[[], Board]]:
    """The built maps by name, each with what reads it: its text, and of the world its parts."""
    return {path.stem: reading(path) for path in sorted(BUILT.glob("*.yaml"))}


def reading(path: Path) -> Callable[[], Board]:
    """What makes a board of a file's text."""
    text, name = path.read_text(encoding="utf-8"), str(path)
    return lambda: board_from_text(text, name)


def one_line_mappings(count: int) -> str:
    """As many one-line mappings as a sheet has hexes: what it would be as a list of hexes."""
    return "".join(
        f"- {{id: E{number:04}, terrain: clear, country: ussr, zone: n-temperate}}\n"
        for number in range(count)
    )


def loading(times: int) -> Iterator[Measure]:
    """A sheet with neighbours and sides ready, against a parse of one mapping a hex."""
    for name, read in sheets().items():
        count = len(read().spots)
        spent = best(read, times)
        listed = one_line_mappings(count)
        base = best(lambda listed=listed: YAML(typ="safe").load(listed), times)
        yield Measure(f"sheet {name}", f"parse of {count:,} one-line mappings", spent, base, 1 / 5)


def searching(times: int) -> Iterator[Measure]:
    """A movement search over 500 hexes with terrain costs against a bare breadth-first loop."""
    for name, read in sheets().items():
        board = read()
        near = land_near(board, SEARCHED)
        if len(near) < SEARCHED:
            continue
        cost = movement_cost(board)
        start = next(iter(near))
        spent = best(lambda n=near, s=start, c=cost: reachable(n, s, c), times * 5)
        base = best(lambda n=near, s=start: bare_search(n, s), times * 5)
        against = "a bare breadth-first loop"
        yield Measure(f"movement over {len(near)} hexes of {name}", against, spent, base, 20)


def land_near(board: Board, count: int) -> dict[str, tuple[str, ...]]:
    """So many land hexes that hang together, each with its neighbours among them."""
    best_piece: list[str] = []
    for start in board.spots:
        found = [start] if board.terrain(start) != "sea" and start not in best_piece else []
        known = set(found)
        for place in found:
            fresh = [o for o in board.neighbours[place] if o in board.spots and o not in known]
            fresh = [other for other in fresh if board.terrain(other) != "sea"]
            known.update(fresh)
            found += fresh[: max(0, count - len(found))]
        if len(found) > len(best_piece):
            best_piece = found
        if len(best_piece) >= count:
            break
    inside = set(best_piece)
    return {p: tuple(o for o in board.neighbours[p] if o in inside) for p in best_piece}


def movement_cost(board: Board) -> Callable[[str, str], int | None]:
    """What a step costs: by terrain, more across a river, none across a lake or alpine side."""
    costs = {"clear": 1, "forest": 2, "swamp": 3, "mountain": 3, "desert": 2, "city": 1}
    terrain, borders = board.by_fact["terrain"], board.borders

    def cost(here: str, there: str) -> int | None:
        sides = borders.get((here, there), ())
        if "lake" in sides or "alpine" in sides:
            return None
        return costs.get(str(terrain[there]), 2) + ("river" in sides)

    return cost


def bare_search(neighbours: Mapping[str, Sequence[str]], start: str) -> dict[str, int]:
    """A breadth-first loop that does nothing else."""
    steps = {start: 0}
    ring = [start]
    while ring:
        found = []
        for place in ring:
            for other in neighbours[place]:
                if other not in steps:
                    steps[other] = steps[place] + 1
                    found.append(other)
        ring = found
    return steps


def drawing(times: int) -> Iterator[Measure]:
    """A sheet with 500 units: seconds and bytes, each against what it may be."""
    roster = default_roster("wif", "barbarossa-12")
    game, state = load_game(roster), first_state(roster)
    counters = sorted(game.counters.counters)
    for name, read in sheets().items():
        board = read()
        step = max(1, len(board.places) // UNITS)
        units = {
            f"u{n}": Unit(f"u{n}", counters[n % len(counters)], "germany", place)
            for n, place in enumerate(board.places[: UNITS * step : step])
        }
        army = Army(replace(game, board=board), replace(state, units=units))
        sight = Sight(board, board.places, army=army)
        spent = best(lambda sight=sight: draw(sight), times)
        size = len(draw(sight).encode())
        what = f"picture of {name} with {len(units)} units"
        yield Measure(what, f"{SECONDS} seconds", spent, SECONDS, 1)
        yield Measure(f"{what}: {size:,} bytes", f"{BYTES:,} bytes", size / BYTES, 1, 1)


def whole_world(times: int) -> Iterator[Measure]:
    """The world as the command draws it, with all that it loads: an SVG, and a large PNG."""
    with tempfile.TemporaryDirectory() as folder:
        svg, png = (Path(folder) / f"world.{kind}" for kind in ("svg", "png"))
        count = len(sheets()[WORLD]().spots)
        listed = one_line_mappings(count)
        spent, _ = _drawn(svg, times)
        base = best(lambda: YAML(typ="safe").load(listed), times)
        against = f"parse of {count:,} one-line mappings"
        yield Measure(f"pbem map draw {WORLD}, SVG", against, spent, base, 1.5)
        if importlib.util.find_spec("matplotlib") is None:
            return
        spent, memory = _drawn(png, 1, "--width", str(PIXELS))
        what = f"the same as PNG, {PIXELS:,} pixels"
        yield Measure(what, f"{SECONDS} seconds", spent, SECONDS, 1)
        share = memory / MEGABYTES
        yield Measure(f"{what}: {memory} MB", f"{MEGABYTES} MB", share, 1, 1)


def _drawn(out: Path, times: int, *more: str) -> tuple[float, int]:
    """The shortest processor time of the command, and the megabytes that it took at most."""
    pbem = str(Path(sys.executable).with_name("pbem"))
    words = [pbem, "map", "draw", WORLD, "--out", str(out), *more]
    seconds, most = [], 0
    for _ in range(times):
        _, status, used = os.wait4(os.spawnv(os.P_NOWAIT, pbem, words), 0)
        if status:
            raise AssertionError(f"{' '.join(words)} failed")
        seconds.append(used.ru_utime + used.ru_stime)
        most = max(most, used.ru_maxrss // 1024)
    return min(seconds), most


MAPS: Sequence[Callable[[int], Iterator[Measure]]] = (
    loading,
    searching,
    drawing,
    whole_world,
)
