"""On small maps no move and no supply path goes farther, or less far, than one of all walks does.

The rules are written here a second time, plainly, and every walk is tried: costs and barriers of
terrain, hexsides and weather, zones of control, the last point (11.10, 2.2); and what a supply path
counts (2.4.2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.systems.flames.land.land_movement import march_to, set_out
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.supply import has_path
from pbem.systems.flames.world.zoc import enemy_zoc
from pbem.systems.wif.cases.situation import situation

ROWS = ("E2031", "E2030", "E2029", "E2028")
WIDE = 6
HEXES = [f"E{20 - column:02}{31 - row:02}" for row in range(len(ROWS)) for column in range(WIDE)]
TERRAIN = "ccccffsmmw"
SIDES = ("river", "alpine", "lake", "straits")
WEATHER = ("fine", "fine", "rain", "storm")  # nothing is frozen
ON_FOOT = {"c": 1, "f": 2, "m": 2, "s": 3}
MOTORISED = {"c": 1, "f": 2, "m": 3, "s": 7}
KINDS = ("INF", "MTN", "MECH", "ARM", "DIV")
BARRED_TO_ZOC = {"alpine", "lake", "straits"}
PATHS = {"fine": 4, "rain": 2, "storm": 2}


@dataclass(frozen=True)
class Small:
    """A map with units on it, as a case gives it, and read again by this test."""

    given: Mapping[str, Any]
    terrain: Mapping[str, str]
    weather: Mapping[str, str]
    sides: Mapping[frozenset[str], str]

    @property
    def position(self) -> Position:
        return situation(self.given)

    def between(self, one: str, other: str) -> str:
        """What lies on a hexside."""
        return self.sides.get(frozenset((one, other)), "")

    def units(self, power: str) -> list[tuple[str, str, str]]:
        """Name, kind and hex of a power's units."""
        rows = self.given["units"]
        return [(row["name"], row["of"], row["at"]) for row in rows if row["power"] == power]


@st.composite
def maps(draw: st.DrawFn) -> Small:
    """Twenty-four hexes, a German stack, some Soviet units, a city."""
    letters = {hex_id: draw(st.sampled_from(TERRAIN)) for hex_id in HEXES}
    sky, other = draw(st.sampled_from(WEATHER)), draw(st.sampled_from(WEATHER))
    wet = draw(st.lists(st.sampled_from(HEXES), max_size=8, unique=True))
    sides = {
        frozenset((one, two)): draw(st.sampled_from(SIDES))
        for one in draw(st.lists(st.sampled_from(HEXES), max_size=10, unique=True))
        for two in [_east(one)]
        if two in letters
    }
    land = [hex_id for hex_id in HEXES if letters[hex_id] != "w"] or [HEXES[0]]
    letters |= {land[0]: "c"}
    home, start = draw(st.sampled_from(land)), draw(st.sampled_from(land))
    left = [one for one in land if one not in (start, home)] or land[:0]
    foes = draw(st.lists(st.sampled_from(left), max_size=3)) if left else []
    units = [_unit("germany", n, draw, start) for n in range(draw(st.integers(1, 2)))]
    units += [_unit("ussr", n, draw, place) for n, place in enumerate(foes)]
    runs = [" ".join(HEXES[n : n + 4]) for n in draw(st.sampled_from(([], [0], [1, 13])))]
    said: dict[str, Any] = {
        "rows": {
            row: " ".join(letters[h] for h in HEXES[n * WIDE :][:WIDE])
            for n, row in enumerate(ROWS)
        },
        "sides": {
            kind: [
                "-".join(sorted(pair, reverse=True)) for pair, one in sides.items() if one == kind
            ]
            for kind in set(sides.values())
        },
        "weather": sky,
        "weather_at": dict.fromkeys(wet, other),
        "places": {home: {"city": True, "country": "germany"}},
        "control": {"germany": "all", "ussr": foes},
        "lines": {"rail": runs},
        "units": units,
    }
    weather = {hex_id: other if hex_id in wet else sky for hex_id in HEXES}
    return Small(said, letters, weather, sides)


def _east(hex_id: str) -> str:
    return f"E{int(hex_id[1:3]) - 1:02}{hex_id[3:]}"


def _unit(power: str, number: int, draw: st.DrawFn, place: str) -> dict[str, Any]:
    of = draw(st.sampled_from(KINDS))
    return {
        "name": f"{power} {number}",
        "of": of,
        "kind": "INF" if of == "DIV" else of,
        "division": of == "DIV",
        "power": power,
        "at": place,
        "ratings": {"movement": draw(st.integers(1, 5))},
    }


# --- zones of control and walks ------------------------------------------------------------------


def zones(small: Small, near: Mapping[str, Any]) -> set[str]:
    """Where Soviet zones of control are (2.2)."""
    found: set[str] = set()
    for _, kind, place in small.units("ussr"):
        found.add(place)
        if kind != "DIV":
            found |= {
                other
                for other in near[place]
                if small.terrain[other] != "w" and small.between(place, other) not in BARRED_TO_ZOC
            }
    return found


def price(small: Small, kind: str, here: str, there: str) -> int | None:
    """What a unit pays to enter a hex, None where it cannot (11.10.2)."""
    side, ground = small.between(here, there), small.terrain[there]
    if ground == "w" or side == "lake" or (side == "alpine" and kind != "MTN"):
        return None
    table = MOTORISED if kind in ("MECH", "ARM") else ON_FOOT
    wet = 1 if small.weather[there] == "fine" else 2
    return table[ground] * wet + (1 if side in ("straits", "alpine") else 0)


def walks(small: Small, near: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """Every hex that the stack can walk to, with the units that turn face-down, and the points."""
    stack = small.units("germany")
    foes = {place for _, _, place in small.units("ussr")}
    points = {row["name"]: row["ratings"]["movement"] for row in small.given["units"]}
    shut, begins = zones(small, near), stack[0][2]
    best: dict[str, tuple[int, int]] = {}

    def onward(here: str, left: tuple[int, ...], spent: int, down: frozenset[int]) -> None:
        value = (len(down), spent)
        best[here] = min(best.get(here, value), value)
        if (here in shut and here != begins) or not all(left):
            return
        for there in near[here]:
            costs = [price(small, kind, here, there) for _, kind, _ in stack]
            if there in foes or any(cost is None for cost in costs):
                continue
            paid = [cost for cost in costs if cost is not None]
            late = {n for n, cost in enumerate(paid) if cost > left[n]}
            rest = tuple(max(0, have - cost) for have, cost in zip(left, paid, strict=True))
            onward(there, rest, spent + sum(paid), down | late)

    onward(begins, tuple(points[name] for name, _, _ in stack), 0, frozenset())
    best.pop(begins, None)
    return best


@settings(max_examples=150, deadline=None)
@given(maps())
def test_no_move_beats_every_walk_or_falls_short_of_one(small: Small) -> None:
    position = small.position
    near = position.board.neighbours
    assert enemy_zoc(position, "germany") == zones(small, near)
    pieces = position.pieces(*(name for name, _, _ in small.units("germany")))
    begins = pieces[0].at
    march = set_out(position, pieces, {})
    bare = {mover.piece.id for mover in march.movers if mover.down}
    foes = {place for _, _, place in small.units("ussr")}
    found = {}
    for target in HEXES:
        if target == begins or target in foes:
            continue
        done, problem = march_to(march, [target])
        if problem is None:
            down = sum(m.down for m in done.movers if m.piece.id not in bare)
            found[target] = (down, sum(m.spent for m in done.movers))
    assert found.keys() == walks(small, near).keys()
    if not bare:
        assert found == walks(small, near)


# --- supply paths --------------------------------------------------------------------------------


def steps(small: Small, near: Mapping[str, Any], here: str) -> Iterator[str]:
    """Where a supply path could go on (2.4.2)."""
    shut = zones(small, near) - {place for _, _, place in small.units("germany")}
    shut |= {place for _, _, place in small.units("ussr")}
    for there in near[here]:
        barred = small.between(here, there) in ("alpine", "lake")
        if small.terrain[there] != "w" and not barred and there not in shut:
            yield there


def supplied(small: Small, near: Mapping[str, Any], start: str) -> bool:
    """Whether some walk leads from a hex to the city, short enough: every walk is tried."""
    (home,) = small.given["places"]
    held = {place for _, _, place in small.units("ussr")}

    def onward(here: str, left: int) -> bool:
        if here == home:
            return True
        return left > 0 and any(onward(there, left - 1) for there in steps(small, near, here))

    return (
        home not in held
        and small.terrain[start] != "w"
        and onward(start, PATHS[small.weather[start]])
    )


@settings(max_examples=150, deadline=None)
@given(maps())
def test_no_supply_path_beats_every_walk_or_falls_short_of_one(small: Small) -> None:
    position = small.position
    near = position.board.neighbours
    held = {place for _, _, place in small.units("ussr")}
    land = [one for one in HEXES if small.terrain[one] != "w" and one not in held]
    found = [one for one in land if has_path(position, "germany", one)]
    assert found == [one for one in land if supplied(small, near, one)]
