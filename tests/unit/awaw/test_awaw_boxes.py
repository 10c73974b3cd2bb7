"""Units that go into boxes and out of them: what is found against them, what is written on them."""

from __future__ import annotations

from typing import Any

import pytest
from situations import checked, codes, europe, pacific, piece, unit

from pbem.core.record.events import apply
from pbem.systems.awaw.boxes.conditions import keeps_garrison, must_stay
from pbem.systems.awaw.boxes.crossing import Wish, _hint, is_base_change, is_own, problems
from pbem.systems.awaw.boxes.fighting import (
    carried,
    in_attrition,
    is_air_mission,
    may_attack_on_the_ground,
    may_bomb,
)
from pbem.systems.awaw.boxes.holding import builds_in, may_be_in, supplies
from pbem.systems.awaw.boxes.lanes import load_of, protectors, transports_left
from pbem.systems.awaw.boxes.places import belongs, gates, is_gate, is_port
from pbem.systems.awaw.boxes.redeploying import check_redeployment
from pbem.systems.awaw.boxes.routes import air_distance, naval_distance, sea_distances, too_long
from pbem.systems.awaw.boxes.shipping import (
    has_section,
    is_home_port,
    is_intercepted_at_home,
    may_defend,
    may_fly_over,
    submarine_passes,
)
from pbem.systems.awaw.boxes.ways import all_ways, leads, ways
from pbem.systems.awaw.building.construction import check_construction, is_at_home
from pbem.systems.awaw.cases.situation import situation
from pbem.systems.awaw.moves.orders import check_movement
from pbem.systems.awaw.world.boxes import hexes_beside, own_factors
from pbem.systems.awaw.world.position import Position

ALLIED = {"impulse": 2, "side": "allied"}
ATLANTIC_US, PACIFIC_US = "box:atlantic-us", "box:pacific-us"
ATLANTIC_SW, PACIFIC_SW, INDIAN_SW = "box:atlantic-sw", "box:pacific-sw", "box:indian-ocean-sw"
PEARL, TRUK, TOKYO = "P53", "Z31", "L32"


# --- distances and gates ---


@pytest.mark.parametrize(("position", "most"), [(europe(), 20), (pacific(), 10)])
def test_ships_sail_so_far_between_ports(position: Position, most: int) -> None:
    start = position.board.find("Brest").place or TRUK
    away = sea_distances(position.board, start)
    near = next(place for place, far in away.items() if far == most)
    beyond = next(place for place, far in away.items() if far == most + 1)
    assert too_long(position, [start, near]) == ""
    assert f"it is {most + 1} hexes" in too_long(position, [start, beyond])
    assert f"it is {most + 1} hexes" in too_long(position, [start, near, start, beyond])
    assert not [place for place in away if place.startswith("box:")]


def test_how_far_boxes_are_does_not_matter_at_the_edge_of_the_map() -> None:
    assert too_long(europe(), [ATLANTIC_US, "MM30"]) == ""
    assert "hexes" in too_long(pacific(), ["box:india", TRUK])
    assert "hexes" in too_long(pacific(), ["box:australia", "M29"])
    assert too_long(pacific(), ["box:india", "box:australia"]) == ""
    assert naval_distance(pacific(), "box:india", "box:australia") is None


def test_gates_are_on_the_map_that_is_played() -> None:
    assert not list(gates(pacific(), "box:south-africa"))
    assert list(gates(europe(), "box:india")) == []
    assert list(gates(pacific(), "box:india")) == [("CC2", 8)]
    assert dict(gates(europe(), "box:south-africa"))["NN30"] == 0
    assert is_gate(pacific(), "box:australia", "NN31")
    assert not is_gate(pacific(), "box:australia", "NN32")
    edge = [place for place, _ in gates(europe(), ATLANTIC_US)]
    assert edge
    assert not [place for place in edge if place.startswith("box:")]


def test_a_box_is_a_hex_further_than_those_beside_it() -> None:
    position = pacific()
    edge = hexes_beside(position, "box:india")[0]
    assert air_distance(position, edge, "box:india") == 1
    assert air_distance(position, "box:india", edge) == 1
    assert hexes_beside(position, ATLANTIC_US) == ()
    sides = {position.board.terrain(place) for place in hexes_beside(position, PACIFIC_US)}
    assert "sea" not in sides
    assert not [place for place in hexes_beside(position, PACIFIC_SW) if place.startswith("box:")]


# --- ports ---


def test_a_port_counter_makes_a_port() -> None:
    position = pacific(markers={"P54": {"port": True}})
    assert [is_port(position, at) for at in (PEARL, "P54", "P55", ATLANTIC_US)] == [
        True, True, False, bool(position.board.fact(ATLANTIC_US, "port")),
    ]  # fmt: skip


@pytest.mark.parametrize("place", ["box:urals", "box:ethiopia", "box:india", ATLANTIC_US])
def test_any_port_is_a_port_in_boxes_too(place: str) -> None:
    position = pacific()
    assert belongs(position, "any-port", place, ATLANTIC_SW) == is_port(position, place)
    assert not belongs(position, "pacific-ports", place, ATLANTIC_SW)


@pytest.mark.parametrize(
    ("counter", "owner", "port", "may"),
    [
        ("bri-destroyer", "britain", PEARL, True),
        ("bri-destroyer", "britain", "EE11", False),
        ("bri-destroyer", "britain", PACIFIC_US, True),
        ("bri-destroyer", "britain", "box:india", False),
        ("jap-destroyer", "japan", TOKYO, True),
        ("jap-destroyer", "japan", TRUK, True),
        ("jap-destroyer", "japan", PEARL, False),
        ("jap-destroyer", "japan", "L31", False),
        ("rus-destroyer", "russia", "EE11", True),
        ("ger-destroyer", "germany", "EE11", True),
        ("bri-submarine", "britain", "EE11", True),
    ],
)
def test_home_ports_of_the_pacific_sw_box(counter: str, owner: str, port: str, may: bool) -> None:
    one = unit(counter, owner, PACIFIC_SW, count=2)
    position = pacific(one)
    assert is_home_port(position, piece(position), PACIFIC_SW, port) == may
    assert is_home_port(position, piece(position), ATLANTIC_SW, port)


def test_japanese_ships_are_intercepted_as_they_come_home_from_the_pacific() -> None:
    position = pacific(
        unit("jap-destroyer", "japan", PACIFIC_SW, id="japanese", count=1),
        unit("usa-destroyer", "united-states", PACIFIC_SW, id="american", count=1),
    )
    told = [
        is_intercepted_at_home(position, one, box)
        for one in position.at(PACIFIC_SW)
        for box in (PACIFIC_SW, INDIAN_SW)
    ]
    owners = [one.owner for one in position.at(PACIFIC_SW)]
    assert sorted(zip(owners, (told[:2], told[2:]), strict=True)) == [
        ("japan", [True, False]), ("united-states", [False, False]),
    ]  # fmt: skip


# --- SW boxes ---


def found(position: Position, goal: str, phase: str, front: str = "") -> list[str]:
    one = piece(position)
    wish = Wish(one.at, goal, phase, front=front)
    return [rule for _, rule in problems(position, one, wish)]


@pytest.mark.parametrize(
    ("counter", "owner", "origin", "goal", "phase", "rules"),
    [
        ("ger-submarine", "germany", "V20", INDIAN_SW, "redeployment", ["5.935"]),
        ("ger-submarine", "germany", "M19", ATLANTIC_SW, "redeployment", []),
        ("ger-submarine", "germany", "M19", ATLANTIC_SW, "movement", ["5.934"]),
        ("ger-submarine", "germany", ATLANTIC_SW, "M19", "movement", ["5.934", "5.12"]),
        ("ger-destroyer", "germany", "J31", ATLANTIC_SW, "movement", []),
        ("ger-destroyer", "germany", ATLANTIC_SW, "J31", "movement", []),
        ("bri-destroyer", "britain", "L24", PACIFIC_SW, "redeployment", ["5.932"]),
        ("bri-destroyer", "britain", PACIFIC_SW, "L24", "redeployment", ["5.932"]),
        ("bri-destroyer", "britain", PACIFIC_SW, ATLANTIC_SW, "redeployment", []),
        ("ger-inf-3-3", "germany", "J31", ATLANTIC_SW, "redeployment", ["5.12"]),
        ("ger-interceptor", "germany", "J31", ATLANTIC_SW, "redeployment", ["5.943"]),
        ("ger-transport", "germany", "J31", ATLANTIC_SW, "redeployment", ["5.931"]),
        ("bri-transport", "britain", ATLANTIC_SW, "L24", "redeployment", []),
        ("bri-transport", "britain", "L24", ATLANTIC_SW, "redeployment", []),
        ("bri-interceptor", "britain", "L24", INDIAN_SW, "redeployment", ["5.931", "5.943"]),
    ],
)
def test_what_stands_against_going_to_sw_boxes_and_out_of_them(
    counter: str, owner: str, origin: str, goal: str, phase: str, rules: list[str]
) -> None:
    one = unit(counter, owner, origin, count=1)
    assert found(europe(one), goal, phase) == rules


def test_who_has_redeployed_stays_but_for_boxes_that_let_go_on() -> None:
    def at(place: str, *marks: str) -> Position:
        row = unit("bri-inf-3-4", "britain", place, marks=dict.fromkeys(marks, "lasting"))
        return europe(row)

    assert found(at("L24", "redeployed"), ATLANTIC_US, "redeployment") == ["28"]
    assert found(at("L24", "redeployed"), ATLANTIC_US, "movement") == []
    both = at(ATLANTIC_US, "redeployed", "entered-box")
    assert found(both, PACIFIC_US, "redeployment") == []
    assert found(both, "L24", "redeployment") == ["28.72"]
    assert found(at(ATLANTIC_US), "J31", "redeployment") == ["5.12"]


@pytest.mark.parametrize(
    ("holder", "origin", "passes"),
    [
        ("germany", "KK29", True), ("italy", "KK29", True), ("britain", "KK29", False),
        ("", "KK29", False), ("germany", "M19", False), ("germany", ATLANTIC_SW, False),
    ],
)  # fmt: skip
def test_german_submarines_pass_suez(holder: str, origin: str, passes: bool) -> None:
    row = unit("ger-submarine", "germany", origin, count=1)
    position = europe(row, control={"MM30": holder} if holder else {})
    one = piece(position)
    assert submarine_passes(position, one, origin, INDIAN_SW) == passes
    assert submarine_passes(position, one, origin, ATLANTIC_SW)
    other = europe(unit("jap-submarine", "japan", origin, count=1))
    assert submarine_passes(other, piece(other), origin, INDIAN_SW)
    ship = europe(unit("ger-destroyer", "germany", origin, count=1))
    assert submarine_passes(ship, piece(ship), origin, INDIAN_SW)


def test_bombers_need_an_air_base_on_their_front() -> None:
    row = unit("bri-strategic-bomber", "britain", ATLANTIC_SW, count=1)

    def flies(control: dict[str, str], **more: Any) -> bool:
        position = europe(row, lands={}, control=control, **more)
        return may_fly_over(position, piece(position), ATLANTIC_SW, "western")

    assert flies({"K24": "britain"})
    assert flies({"O31": "britain"}, markers={"O31": {"airbase": True}})
    assert not flies({"O31": "britain"})
    assert not flies({"K24": "germany"})
    assert not flies({"J36": "britain"})
    assert not flies({ATLANTIC_US: "united-states"})


@pytest.mark.parametrize(
    ("owner", "holder", "front", "may"),
    [
        ("russia", "russia", "eastern", True), ("russia", "britain", "eastern", False),
        ("britain", "russia", "eastern", False), ("britain", "france", "eastern", True),
        ("britain", "germany", "eastern", True), ("germany", "russia", "eastern", True),
        ("germany", "germany", "western", False), ("russia", "germany", "eastern", True),
    ],
)  # fmt: skip
def test_whose_hexes_interceptors_defend(owner: str, holder: str, front: str, may: bool) -> None:
    row = unit("bri-interceptor", owner, ATLANTIC_SW, count=1, marks={"front": [front, "lasting"]})
    position = europe(row, control={"M33": holder})
    assert may_defend(position, piece(position), "M33") == may


def test_sections_of_the_sw_boxes() -> None:
    def has(counter: str, owner: str, box: str) -> bool:
        position = europe(unit(counter, owner, ATLANTIC_US, count=1))
        return has_section(position, piece(position), box)

    assert has("bri-submarine", "britain", ATLANTIC_SW)
    assert has("bri-destroyer", "britain", ATLANTIC_SW)
    assert not has("bri-army-air", "britain", ATLANTIC_SW)
    assert not has("bri-inf-3-4", "britain", ATLANTIC_SW)
    assert has("usa-strategic-bomber", "united-states", PACIFIC_SW)
    assert not has("usa-strategic-bomber", "united-states", INDIAN_SW)
    assert not has("ger-asw", "germany", ATLANTIC_SW)


# --- orders ---


def moved(position: Position, player: str, phase: str, **data: Any) -> tuple[list[str], Position]:
    check = check_movement if phase == "movement" else check_redeployment
    ruling = checked(check, position, player, **data)
    state = apply(position.state, ruling.events) if ruling.ok else position.state
    return codes(ruling), Position(position.game, state, position.state)


def marks_at(position: Position, place: str) -> list[dict[str, Any]]:
    found = sorted(position.at(place), key=lambda one: one.id)
    return [{name: mark.value for name, mark in one.unit.marks.items()} for one in found]


def test_what_redeployed_over_land_is_marked_and_what_moved_too() -> None:
    ships = europe(unit("bri-destroyer", "britain", "M19", count=3), clock=ALLIED)
    data = {"units": {"DD": 2}, "from": "M19", "to": "box:south-africa", "by": "NR"}
    found, after = moved(ships, "anna", "redeployment", **data)
    assert found == []
    assert marks_at(after, "box:south-africa") == [{"redeployed": True}]
    assert marks_at(after, "M19") == [{}]


def test_bombers_that_go_to_a_front_bear_it() -> None:
    row = unit("usa-strategic-bomber", "united-states", PACIFIC_SW, count=1)
    start = europe(row, clock=ALLIED, control={"K24": "united-states"})
    data = {"units": "all", "from": PACIFIC_SW, "to": ATLANTIC_SW, "front": "western"}
    found, after = moved(start, "anna", "redeployment", **data)
    assert found == []
    assert marks_at(after, ATLANTIC_SW) == [{"redeployed": True, "front": "western"}]
    home = {**data, "from": ATLANTIC_SW, "to": ATLANTIC_SW}
    row = unit("usa-strategic-bomber", "united-states", ATLANTIC_SW, count=1)
    start = europe(row, clock=ALLIED, control={"K24": "united-states"})
    found, after = moved(start, "anna", "redeployment", **home)
    assert found == []
    assert marks_at(after, ATLANTIC_SW) == [{"redeployed": True, "front": "western"}]
    ships = europe(unit("usa-destroyer", "united-states", ATLANTIC_SW, count=1), clock=ALLIED)
    assert moved(ships, "anna", "redeployment", **home)[0] == ["no-way"]


@pytest.mark.parametrize(
    ("data", "player", "found"),
    [
        ({"from": "N32", "to": "N33"}, "hans", ["no-way"]),
        ({"from": "N32", "to": "N33", "by": "TR"}, "hans", []),
        ({"from": "N32", "to": "N33", "by": "tr"}, "hans", []),
        ({"from": "N32", "to": "N33", "by": "boat"}, "hans", ["unknown-way"]),
        ({"from": "N32", "to": "M36", "by": "TR"}, "hans", ["not-own"]),
        ({"from": "L24", "to": "K24", "by": "TR"}, "anna", ["not-your-turn"]),
        ({"from": "M36", "to": "N33", "by": "TR"}, "hans", ["no-units"]),
        ({"from": "M33", "to": "N33", "by": "TR"}, "hans", ["redeployed"]),
    ],
)
def test_redeployments_on_the_map(data: dict[str, Any], player: str, found: list[str]) -> None:
    position = europe(
        unit("ger-inf-3-3", "germany", "N32", count=2),
        unit("ger-inf-1-3", "germany", "M33", marks={"redeployed": "lasting"}),
        unit("bri-inf-3-4", "britain", "L24", count=1),
    )
    given, after = moved(position, player, "redeployment", units="all", **data)
    assert given == found
    if not found:
        assert marks_at(after, "N33") == [{"redeployed": True}]


def test_redeployments_say_what_the_moderator_allows_and_who_protects() -> None:
    rows = [
        unit("bri-inf-3-4", "britain", "M19", count=1),
        unit("bri-destroyer", "britain", "M19", count=4),
        unit("bri-transport", "britain", ATLANTIC_SW, count=4),
    ]
    start = europe(*rows, clock=ALLIED)
    data = {"units": {"infantry": 1}, "from": "M19", "to": ATLANTIC_US, "by": "NR"}
    ruling = checked(check_redeployment, start, "anna", **data)
    assert ruling.reading.endswith("by NR; DD may protect it")
    land = europe(unit("ger-inf-3-3", "germany", "N32", count=1))
    data = {"units": "all", "from": "N32", "to": "N33", "by": "TR"}
    ruling = checked(check_redeployment, land, **data)
    assert ruling.reading.endswith("by TR, if the moderator allows it (28)")


def test_one_order_of_a_box_is_of_one_power() -> None:
    rows = [
        unit("bri-destroyer", "britain", ATLANTIC_US, count=1),
        unit("usa-destroyer", "united-states", ATLANTIC_US, count=1),
    ]
    data = {"units": "all", "from": ATLANTIC_US, "to": PACIFIC_US, "by": "NR"}
    assert moved(europe(*rows, clock=ALLIED), "anna", "redeployment", **data)[0] == ["one-power"]
    assert moved(europe(rows[0], clock=ALLIED), "anna", "redeployment", **data)[0] == []


def test_the_hint_tells_other_ways_alone() -> None:
    position = europe(unit("usa-destroyer", "united-states", ATLANTIC_US, count=1))
    told = _hint(position, piece(position), Wish(ATLANTIC_US, PACIFIC_US, "movement", "SR"))
    assert told == "base-change in the movement phase (5.28B), NR in the redeployment phase (5.21C)"
    by_base = Wish(ATLANTIC_US, PACIFIC_US, "movement", "base-change")
    assert _hint(position, piece(position), by_base) == "NR in the redeployment phase (5.21C)"


def test_base_changes_are_between_other_places_than_sw_boxes() -> None:
    known = {way.name: way for way in all_ways(europe())}
    base, sail = known["us-atlantic-base"], known["us-ships"]
    assert is_base_change(ATLANTIC_US, PACIFIC_US, base)
    assert not is_base_change(ATLANTIC_US, PACIFIC_US, sail)
    assert not is_base_change(ATLANTIC_SW, PACIFIC_US, base)
    assert not is_base_change(ATLANTIC_US, PACIFIC_SW, base)


def test_own_places() -> None:
    position = europe(unit("bri-destroyer", "britain", "L24", count=1), control={"Z8": "france"})
    told = [is_own(position, piece(position), place) for place in ("K24", "Z8", "J31", "J30")]
    assert told == [True, True, False, False]


# --- what boxes hold ---


def test_who_may_be_in_boxes() -> None:
    def may(counter: str, owner: str, box: str) -> bool:
        position = europe(unit(counter, owner, "N32", count=1))
        return may_be_in(position, piece(position), box)

    assert not may("rus-destroyer", "russia", "box:urals")
    assert not may("rus-submarine", "russia", "box:urals")
    assert may("rus-interceptor", "russia", "box:urals")
    assert may("rus-inf-2-3", "russia", "box:urals")
    assert not may("bri-inf-3-4", "britain", "box:urals")
    assert not may("bri-inf-3-4", "britain", ATLANTIC_SW)
    assert may("bri-destroyer", "britain", ATLANTIC_SW)


def test_supply_of_boxes_is_of_the_faction_that_holds_them() -> None:
    def told(power: str) -> bool:
        return supplies(europe(), "box:urals", power)

    assert told("russia")
    assert not told("britain")


def test_what_ships_and_bombers_are_built_in() -> None:
    position = europe()
    both = (ATLANTIC_US, PACIFIC_US)
    yards = ("usa-destroyer", "usa-submarine", "usa-strategic-bomber", "usa-inf-3-4")
    assert [builds_in(position, name, "san-francisco") == both for name in yards[2:]] == [True] * 2
    assert [builds_in(position, name) == both for name in yards] == [True] * 4


def test_loads_are_added_up() -> None:
    rows = [
        unit("jap-inf-2-2", "japan", "L32", count=2, id="a"),
        unit("jap-army-air", "japan", "L32", count=2, id="b"),
        unit("jap-naval-air", "japan", "L32", count=4, id="c"),
        unit("jap-destroyer", "japan", "L32", count=4, id="d"),
    ]
    position = pacific(*rows)
    load = load_of([(one, one.size) for one in position.at("L32")])
    assert (load.ground, 3 * load.air) == (4, 10)


def test_transports_that_are_left_and_who_protects() -> None:
    rows = [
        unit("bri-transport", "britain", ATLANTIC_SW, count=4),
        unit("usa-transport", "united-states", ATLANTIC_SW, count=2),
        unit("usa-destroyer", "united-states", ATLANTIC_SW, count=2),
        unit("ger-destroyer", "germany", ATLANTIC_SW, count=2),
        unit("bri-inf-3-4", "britain", "L24", count=1),
        unit("bri-destroyer", "britain", "L24", count=1),
    ]
    sailed = {"britain": {"counters": {f"shipped.{ATLANTIC_SW}": 1}}}
    position = europe(*rows, powers=sailed)
    assert transports_left(position, "britain", ATLANTIC_SW) == 5
    assert transports_left(position, "germany", ATLANTIC_SW) == 0
    known = {way.name: way for way in all_ways(position)}
    guards = protectors(position, known["us-atlantic-escort"], "britain", "L24")
    assert sorted((one.owner, one.at) for one in guards) == [
        ("britain", "L24"), ("united-states", ATLANTIC_SW),
    ]  # fmt: skip
    alone = protectors(position, known["us-escort"], "britain", "L24")
    assert [(one.owner, one.at) for one in alone] == [("britain", "L24")]


def test_who_stays_in_a_box_that_he_came_into() -> None:
    def stays(counter: str, origin: str, goal: str) -> bool:
        position = europe(unit(counter, "united-states", origin, count=1))
        return must_stay(position, piece(position), origin, goal)

    assert stays("usa-inf-3-4", "L24", ATLANTIC_US)
    assert not stays("usa-inf-3-4", ATLANTIC_US, "L24")
    assert not stays("usa-destroyer", "L24", "box:south-africa")
    assert not stays("usa-destroyer", ATLANTIC_US, "box:south-africa")
    assert stays("usa-destroyer", "box:india", "box:south-africa")
    assert not stays("usa-destroyer", "box:india", ATLANTIC_SW)


# --- fighting ---


def test_garrisons_and_attrition_of_boxes() -> None:
    beside = hexes_beside(europe(), "box:urals")[0]
    rows = [
        unit("rus-inf-2-3", "russia", "box:urals", count=2),
        unit("rus-army-air", "russia", "box:urals", count=2),
        unit("bri-inf-3-4", "britain", "box:urals", count=1),
        unit("ger-inf-3-3", "germany", beside, count=1),
    ]
    position = europe(*rows, control={"box:urals": "russia"})
    told = [(one.owner, one.kind) for one in in_attrition(position, "box:urals", [beside])]
    assert told == [("russia", "infantry")]
    assert in_attrition(position, "box:urals", ["L24"]) == ()
    assert in_attrition(position, ATLANTIC_US, hexes_beside(position, ATLANTIC_US)) == ()
    ground = position.piece(position.units["russia:rus-inf-2-3@box:urals"])
    assert keeps_garrison(position, ground, "box:urals", "M36")


def test_missions_and_attacks_out_of_boxes() -> None:
    position = europe(
        unit("usa-army-air", "united-states", ATLANTIC_US, count=1, id="air"),
        unit("usa-strategic-bomber", "united-states", ATLANTIC_US, count=1, id="bomber"),
        unit("usa-inf-3-4", "united-states", ATLANTIC_US, count=1, id="ground"),
    )
    by_kind = {one.kind: one for one in position.at(ATLANTIC_US)}
    assert is_air_mission(position, "counterair", by_kind["AAF"])
    assert not is_air_mission(position, "strategic-bombing", by_kind["AAF"])
    assert not is_air_mission(position, "counterair", by_kind["infantry"])
    ground = by_kind["infantry"]
    assert not may_attack_on_the_ground(position, ground, "ground-attack", "L24")
    assert not may_attack_on_the_ground(position, ground, "exploitation", "L24")


@pytest.mark.parametrize(
    ("ranges", "origin", "target", "may"),
    [
        (3, ATLANTIC_US, "N32", True), (2, ATLANTIC_US, "N32", False), (0, "L24", "N32", True),
        (0, ATLANTIC_SW, "N32", True),
    ],
)  # fmt: skip
def test_bombing_over_the_ocean(ranges: int, origin: str, target: str, may: bool) -> None:
    powers = {"britain": {"counters": {"air-range": ranges}}}
    assert may_bomb(europe(powers=powers), "united-states", origin, target) == may


def test_from_ethiopia_to_australia_alone_a_reading_decides() -> None:
    known = {way.name: way for way in all_ways(europe())}
    told = {}
    for reading in ("allowed", "as-listed"):
        position = europe(interpretations={"AWAW-R-5.57-a": reading})
        told[reading] = [
            name for name, way in known.items()
            if leads(position, way, "box:ethiopia", "box:australia")
        ]  # fmt: skip
        assert leads(position, known["us-boxes"], ATLANTIC_US, PACIFIC_US)
    assert told["allowed"]
    assert not told["as-listed"]


# --- construction ---


POOL = {
    "germany": ["ger-inf-3-3", "ger-destroyer", "ger-submarine"],
    "britain": ["bri-inf-3-4", "saf-inf-3-4"],
}


def built(player: str, at: str, units: str, **more: Any) -> list[str]:
    rows = [
        unit(counter, owner, f"pool:{owner}/force", count=2)
        for owner, counters in POOL.items()
        for counter in counters
    ]
    side = ALLIED if player == "anna" else {}
    powers = {
        "germany": {"players": ["hans"], "homes": ["germany"], "counters": {"brps": 5}},
        "britain": {
            "players": ["anna"], "homes": ["united-kingdom"], "counters": {"brps": 5},
        },
    }  # fmt: skip
    position = europe(*rows, powers=powers, clock=side)
    return codes(checked(check_construction, position, player, at=at, units=units, **more))


@pytest.mark.parametrize(
    ("player", "at", "units", "more", "found"),
    [
        ("hans", "N32", "1 infantry", {}, []),
        ("hans", "N32", "2 infantry", {}, ["no-brps"]),
        ("hans", "N32", "infantry", {"by": "britain"}, ["not-yours"]),
        ("hans", "N32", "DD", {}, ["ship"]),
        ("hans", "M33", "1 infantry", {}, ["not-at-home"]),
        ("hans", "K24", "1 infantry", {}, ["not-at-home"]),
        ("hans", ATLANTIC_SW, "submarine", {}, []),
        ("hans", "M33", "submarine", {}, ["not-at-home"]),
        ("anna", "K24", "infantry 3-4", {}, []),
        ("anna", ATLANTIC_US, "bri-inf-3-4", {}, ["not-there"]),
        ("anna", "box:south-africa", "saf-inf-3-4", {}, []),
        ("anna", "K24", "saf-inf-3-4", {}, ["not-there"]),
    ],
)
def test_construction(
    player: str, at: str, units: str, more: dict[str, str], found: list[str]
) -> None:
    assert built(player, at, units, **more)[:1] == found


def test_a_patron_holds_the_home_of_its_minor_country() -> None:
    powers = {
        "germany": {"players": ["hans"]},
        "hungary": {"flags": {"patron": "germany"}, "homes": ["poland"]},
        "sweden": {"homes": ["poland"]},
    }
    position = europe(powers=powers, control={"M33": "germany", "M34": "hungary", "N33": "italy"})
    told = [is_at_home(position, "hungary", place) for place in ("M33", "M34", "N33", "N32")]
    assert told == [True, True, False, False]
    assert not is_at_home(position, "sweden", "M33")


def test_ways_are_looked_for_from_where_a_unit_is_unless_it_is_said() -> None:
    position = situation(
        {
            "map": "awaw-europe",
            "units": [unit("usa-destroyer", "united-states", PACIFIC_US, id="x")],
        }
    )
    one = piece(position)
    assert [way.name for way in ways(position, one, ATLANTIC_US, "redeployment")] == ["us-ships"]
    assert ways(position, one, ATLANTIC_US, "redeployment", origin="L31") == ()
    assert ways(position, one, ATLANTIC_US, "redeployment", how="SR") == ()


def test_the_american_boxes_are_one_for_who_redeploys_on() -> None:
    marks = {"redeployed": "lasting", "entered-box": "lasting"}
    row = unit("usa-inf-3-4", "united-states", "box:india", marks=marks)
    assert found(pacific(row), PACIFIC_US, "redeployment") == ["28.72"]


def test_no_box_but_those_with_garrisons_has_part_in_attrition() -> None:
    beside = hexes_beside(europe(), ATLANTIC_US)
    rows = [
        unit("usa-inf-3-4", "united-states", ATLANTIC_US, count=1),
        unit("ger-inf-3-3", "germany", "N32", count=1),
    ]
    assert in_attrition(europe(*rows), ATLANTIC_US, [*beside, "N32"]) == ()
    assert in_attrition(europe(*rows), "box:ethiopia", hexes_beside(europe(), "box:ethiopia")) == ()


def test_sw_units_are_built_in_boxes_and_others_of_a_power_at_home() -> None:
    assert built("hans", "N32", "submarine") == []
    assert built("hans", ATLANTIC_US, "submarine") == []


def test_one_enemy_ground_unit_in_the_hex_that_is_invaded_takes_more_destroyers() -> None:
    rows = [
        unit("usa-inf-3-4", "united-states", ATLANTIC_US, count=1),
        unit("ger-army-air", "germany", "M19", count=1),
        unit("ger-inf-1-3", "germany", "M19", count=1),
    ]
    wars = [["germany", "united-states"]]

    def destroyers(*units: Any) -> int:
        position = europe(*units, wars=wars)
        group = (position.at(ATLANTIC_US)[0], 1)
        found = carried(position, [group], "invasion", "M19")
        return found[1].destroyers if found else -1

    assert destroyers(*rows) == 9
    assert destroyers(*rows[:2]) == 6
    position = europe(rows[0], wars=wars)
    assert carried(position, [(position.at(ATLANTIC_US)[0], 1)], "invasion", "MM30") is None


def test_units_of_other_nations_than_of_boxes_are_built_at_home() -> None:
    rows = [unit("ita-inf-1-3", "germany", "pool:germany/force", count=1)]
    powers = {"germany": {"players": ["hans"], "homes": ["germany"], "counters": {"brps": 5}}}
    ruling = checked(check_construction, europe(*rows, powers=powers), at="N32", units="all")
    assert codes(ruling) == []


def test_where_some_gates_are_far_the_distance_of_a_box_matters() -> None:
    assert "hexes" in too_long(pacific(), [PACIFIC_SW, "EE11"])
    assert too_long(pacific(), [PACIFIC_US, "EE11"]) == ""


def test_who_plays_two_sides_builds_for_the_one_whose_turn_it_is() -> None:
    powers = {
        "germany": {"players": ["hans"], "homes": ["germany"], "counters": {"brps": 5}},
        "russia": {"players": ["hans"], "homes": ["ussr"]},
    }
    position = europe(unit("ger-inf-3-3", "germany", "pool:germany/force", count=1), powers=powers)
    ruling = checked(check_construction, position, at="N32", units="all")
    assert codes(ruling) == []


def test_aircraft_alone_stage_no_further_than_six_hexes() -> None:
    far = next(p for p, away in indian_hexes() if away > 6)
    near = next(p for p, away in indian_hexes() if away == 6)
    air = unit("bri-army-air", "britain", "box:india", count=1)
    foot = unit("bri-inf-3-4", "britain", "box:india", count=1)
    base = {"control": {near: "britain", far: "britain"}, "clock": ALLIED}
    to = {"units": "all", "from": "box:india", "to": far}
    assert moved(pacific(foot, **base), "anna", "redeployment", **to, by="SR")[0] == []
    if pacific().board.country(far) == "india":
        assert moved(pacific(air, **base), "anna", "movement", **to)[0] == ["too-far"]
    if pacific().board.country(near) == "india":
        to["to"] = near
        assert moved(pacific(air, **base), "anna", "movement", **to)[0] == []


def indian_hexes() -> list[tuple[str, int]]:
    """Hexes of land by how far by air they are from the India box, Indian ones first."""
    position = pacific()
    land = [p for p in position.board.places if position.board.terrain(p) == "clear"]
    found = [(p, air_distance(position, p, "box:india")) for p in land]
    return sorted(found, key=lambda one: position.board.country(one[0]) != "india")


def test_factors_of_the_faction_that_holds_a_box_count_in_it() -> None:
    rows = [
        unit("rus-inf-2-3", "russia", "box:urals", count=2),
        unit("bri-inf-3-4", "britain", "box:urals", count=1),
    ]
    position = europe(*rows, control={"box:urals": "russia"})
    assert own_factors(position, "box:urals") == 4
