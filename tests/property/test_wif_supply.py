"""One search outward from the sources tells of every hex what a search from that hex would."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.supply import network, supply_of
from pbem.systems.flames.world.supply_paths import Network, basic_path, railway_path
from pbem.systems.flames.world.terrain import Ground
from pbem.systems.wif.cases.situation import situation

ROWS = ("E2031", "E2030", "E2029", "E2028", "E2027")
WIDE = 12
HEXES = [f"E{20 - column:02}{31 - row:02}" for row in range(len(ROWS)) for column in range(WIDE)]
SIDES = ("alpine", "lake", "straits", "river")
WEATHER = ("fine", "rain", "snow", "storm", "blizzard")
READINGS = {
    "WIF-2.4.2-R1": ("start-hex", "each-hex"),
    "WIF-2.4.2-R2": ("open", "closed"),
    "WIF-2.4.2-R3": ("within-limits", "always"),
}


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A front of sixty hexes with cities, railways, HQs, divisions and weather anywhere."""
    some = st.lists(st.sampled_from(HEXES), max_size=6, unique=True)
    terrain = st.lists(st.sampled_from("cccfdmwl"), min_size=WIDE, max_size=WIDE)
    homes = draw(some)
    run = draw(st.lists(st.sampled_from(HEXES), max_size=2, unique=True))
    units: list[dict[str, Any]] = [
        {"name": f"{power} {kind} {n}", "kind": kind, "power": power, "at": place}
        for power, kind in (("germany", "HQ-I"), ("germany", "INF"), ("ussr", "INF"))
        for n, place in enumerate(draw(some))
    ]
    given: dict[str, Any] = {
        "rows": {row: " ".join(draw(terrain)) for row in ROWS},
        "scale": draw(st.sampled_from(("europe", "pacific"))),
        "places": {place: {"city": True, "country": "germany"} for place in homes},
        "weather": draw(st.sampled_from(WEATHER)),
        "weather_at": {p: draw(st.sampled_from(WEATHER)) for p in draw(some)},
        "control": {"germany": "all", "ussr": draw(some)},
        "units": units,
        "interpretations": {i: draw(st.sampled_from(words)) for i, words in READINGS.items()},
        "lines": {"rail": [_along(start) for start in run]},
        "sides": {kind: [_pair(place)] for kind, place in zip(SIDES, draw(some), strict=False)},
    }
    return situation(given)


def _along(place: str) -> str:
    """A railway from a hex to the east, as far as the map goes."""
    row, column = place[3:], int(place[1:3])
    return " ".join(f"E{n:02}{row}" for n in range(column, max(8, column - 6), -1))


def _pair(place: str) -> str:
    """A hexside to the east of a hex, or at the edge to the west."""
    row, column = place[3:], int(place[1:3])
    other = column - 1 if column > 9 else column + 1
    return f"{place}-E{other:02}{row}"


def one_by_one(ground: Ground, net: Network) -> list[str]:
    """The hexes in supply, each asked for by a search of its own, in chains of any length."""
    rail = {s for s in net.secondary if railway_path(ground, net.limits, s, net.primary)}
    supplied, fresh = rail, rail
    while fresh:
        goals = frozenset(supplied)
        left = net.secondary - goals
        fresh = {s for s in left if basic_path(ground, net.limits, s, goals)}
        supplied = supplied | fresh
    goals = net.primary | supplied
    land = [place for place in HEXES if ground.is_land(place)]
    return sorted(p for p in land if basic_path(ground, net.limits, p, goals))


@settings(max_examples=60, deadline=None)
@given(positions())
def test_one_search_serves_all(position: Position) -> None:
    ground, net = position.ground, network(position, "germany")
    supply = supply_of(position, "germany")
    found = sorted(p for p in HEXES if ground.is_land(p) and supply.reaches(p))
    assert found == one_by_one(ground, net)
