"""Operations that are ordered: who takes part, what is written down, what is barred."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from situations import checked, codes, europe, pacific, piece, unit

from pbem.core.record.events import apply
from pbem.core.rules.system import Ruling
from pbem.systems.awaw.moves.marching import cheapest, may_be_in, movement_of, taken
from pbem.systems.awaw.moves.orders import check_movement
from pbem.systems.awaw.operations.limits import barred, is_own_base, is_paralysed, rome_is_allied
from pbem.systems.awaw.operations.orders import check_operation, in_mud, is_cargo
from pbem.systems.awaw.operations.paying import payer_of
from pbem.systems.awaw.world.alliances import china_is_allied, is_neutral, stand_together
from pbem.systems.awaw.world.position import Position

GERMANS = unit("ger-inf-3-3", "germany", "N35", count=6)
RUSSIANS = unit("rus-inf-2-3", "russia", "M36", count=1)


def ordered(position: Position, player: str = "hans", phase: str = "combat", **data: Any) -> Ruling:
    return checked(partial(check_operation, phase=phase), position, player, **data)


def attack(position: Position, many: int) -> Ruling:
    units = {"infantry": many}
    return ordered(position, **{"do": "ground attack", "units": units, "from": "N35", "at": "M36"})


@pytest.mark.parametrize(
    ("mud", "many", "found"),
    [
        ("", 5, []),
        ("poland", 4, []),
        ("poland", 5, ["mud"]),
        ("east-poland", 5, ["mud"]),
        ("france", 5, []),
    ],
)
def test_in_mud_no_fifteen_brps_are_spent(mud: str, many: int, found: list[str]) -> None:
    tracks = {"mud": mud} if mud else {}
    assert codes(attack(europe(GERMANS, RUSSIANS, tracks=tracks), many)) == found


def test_an_attack_marks_who_takes_part_and_is_announced_once() -> None:
    start = europe(GERMANS, RUSSIANS)
    first = attack(start, 2)
    state = apply(start.state, first.events)
    assert state.counter("germany", "aimed.ground-attack.M36") == 1
    marked = {u.size: dict(u.marks) for u in state.units.values() if u.owner == "germany"}
    assert {name: mark.value for name, mark in marked[2].items()} == {
        "paid": "combat", "attacked": "eastern",
    }  # fmt: skip
    assert marked[4] == {}
    again = attack(Position(start.game, state, start.state), 2)
    assert codes(again) == ["twice"]


def test_land_based_naval_squadrons_are_counted_those_aboard_and_carried_are_not() -> None:
    ashore = unit("bri-naval-air", "britain", "L24", count=6)
    fighters = unit("bri-army-air", "britain", "L24", count=2)
    start = europe(ashore, fighters, clock={"impulse": 2, "side": "allied"})
    where = {"from": "L24", "at": "M24"}
    both = {"do": "counterair", "units": {"NAS": 4, "AAF": 2}, **where}
    state = apply(start.state, ordered(start, "anna", "movement", **both).events)
    assert state.counter("britain", "nas-used.movement") == 4
    after = Position(start.game, state, start.state)
    more = {"do": "counterair", "units": {"NAS": 2}, **where, "at": "N24"}
    state = apply(state, ordered(after, "anna", "movement", **more).events)
    assert state.counter("britain", "nas-used.movement") == 6


def test_submarines_raid_for_nothing_and_are_not_marked_as_having_paid() -> None:
    start = europe(unit("ger-submarine", "germany", "J31", count=2))
    ruling = ordered(start, **{"do": "raid", "units": "all", "from": "J31", "at": "J30"})
    assert codes(ruling) == []
    state = apply(start.state, ruling.events)
    assert [dict(u.marks) for u in state.units.values()] == [{}]


def test_who_is_cargo() -> None:
    rows = (
        unit("ger-inf-3-3", "germany", "J31"),
        unit("ger-army-air", "germany", "J31"),
        unit("ger-destroyer", "germany", "J31"),
    )
    ground, air, ships = (piece(europe(row)) for row in rows)
    kinds = ("sea-transport", "air-transport", "invasion")
    told = [[is_cargo(kind, one) for kind in kinds] for one in (ground, air, ships)]
    assert told == [[True, True, False], [True, False, False], [False, False, False]]


def minors() -> Position:
    powers = {
        "germany": {"players": ["hans"]},
        "hungary": {"flags": {"patron": "germany", "status": "minor-ally"}},
        "norway": {},
        "sweden": {},
    }
    control = {"D34": "norway", "J31": "germany"}
    return europe(powers=powers, control=control, wars=[["germany", "france"]])


def test_a_patron_pays_for_its_minor_country_and_nobody_for_the_others() -> None:
    state = minors().state
    paid = [payer_of(state, power) for power in ("hungary", "norway", "germany")]
    assert paid == ["germany", "norway", "germany"]


def test_who_has_no_faction_stands_alone() -> None:
    state = minors().state
    pairs = [
        ("norway", "norway"), ("norway", "sweden"), ("hungary", "italy"), ("britain", "france"),
        ("britain", "russia"), ("norway", "germany"), ("germany", "norway"), ("norway", ""),
    ]  # fmt: skip
    told = [stand_together(state, *pair) for pair in pairs]
    assert told == [True, False, True, True, False, False, False, False]


@pytest.mark.parametrize(
    ("owner", "place", "naval", "is_one"),
    [
        ("norway", "D34", True, True),
        ("sweden", "D34", True, False),
        ("germany", "D34", True, False),
        ("germany", "J31", True, True),
        ("italy", "J31", True, True),
        ("hungary", "J31", False, True),
        ("norway", "G39", True, False),  # nobody's port
        ("germany", "N32", False, True),  # a city inland
        ("germany", "N32", True, False),
        ("germany", "M33", False, False),  # no city
        ("norway", "box:atlantic-us", True, True),
    ],
)
def test_bases(owner: str, place: str, naval: bool, is_one: bool) -> None:
    assert is_own_base(minors(), owner, place, naval=naval) == is_one


def test_counters_make_bases_of_ports_for_ships_and_aircraft_and_of_airbases_for_aircraft() -> None:
    markers = {"M33": {"airbase": True}, "N33": {"port": True}}
    position = europe(markers=markers)
    told = [
        is_own_base(position, "germany", place, naval=naval)
        for place in ("M33", "N33", "M34")
        for naval in (False, True)
    ]
    assert told == [True, False, True, True, False, False]


def reasons(position: Position, kind: str, *targets: str) -> list[str]:
    pieces = [position.piece(one) for one in position.units.values()]
    return [rule for _, rule in barred(position, pieces, kind, targets)]


def test_aircraft_fly_four_hexes_in_europe_and_ships_sail_twenty() -> None:
    air = europe(unit("ger-army-air", "germany", "N32", count=1))
    assert reasons(air, "counterair", "M36") == []
    assert reasons(air, "counterair", "M36", "L37") == ["6.21"]
    ships = europe(unit("ger-destroyer", "germany", "J31", count=2))
    assert reasons(ships, "patrol", "J30") == []
    assert reasons(ships, "patrol", "J30", "MM30") == ["9.72"]


def test_inverted_units_stay_out() -> None:
    one = unit("ger-army-air", "germany", "N32", count=1, marks={"inverted": "lasting"})
    other = unit("ger-army-air", "germany", "N32", count=2)
    assert reasons(europe(other, one), "counterair", "M34") == ["9.11"]


def test_one_italian_among_others_binds_them_in_the_east() -> None:
    rows = [
        unit("ger-army-air", "germany", "N32", count=1),
        unit("ita-army-air", "germany", "N32", count=1),
    ]
    africa = unit("ita-inf-1-3", "italy", "box:ethiopia", count=1)
    position = europe(*rows, africa)
    pieces = [position.piece(one) for one in position.units.values() if one.at == "N32"]
    found = [rule for _, rule in barred(position, pieces, "counterair", ["M34"])]
    assert found == ["9.93"]
    assert not list(barred(position, pieces[:1], "counterair", ["M34"]))


def test_rome_in_nobodys_hands_is_not_allied() -> None:
    told = [
        rome_is_allied(europe(control={"Y22": holder} if holder else {}))
        for holder in ("", "italy", "germany", "britain")
    ]
    assert told == [False, False, False, True]


@pytest.mark.parametrize(
    ("reading", "targets", "found"),
    [
        ("poland-alone", ["M33"], []),
        ("poland-alone", ["M33", "G39"], ["9.91"]),
        ("poland-alone", ["G39"], ["9.91"]),
        ("no-other-front", ["G39"], []),
        ("no-other-front", ["O25"], ["9.91"]),
        ("no-other-front", ["M33", "O25"], ["9.91"]),
        ("no-other-front", ["Y22"], ["9.91"]),
    ],
)
def test_germany_in_the_first_turn_of_the_classic_game(
    reading: str, targets: list[str], found: list[str]
) -> None:
    position = europe(
        GERMANS,
        tracks={"first-turn": "1942-summer"},
        interpretations={"AWAW-R-9.91-a": reading},
    )
    assert reasons(position, "ground-attack", *targets) == found
    later = europe(GERMANS, tracks={"first-turn": "1942-spring"})
    assert reasons(later, "ground-attack", *targets) == []


def test_the_western_allies_are_paralysed_wherever_one_target_is_in_the_pacific() -> None:
    said = {"flags": {"faction": "japan", "declared-britain": "1942-summer.axis"}}
    position = pacific(powers={"japan": said}, wars=[["japan", "britain"]])
    hit = ["EE11"]
    assert is_paralysed(position, "britain", hit)
    assert is_paralysed(position, "britain", ["", *hit])
    assert not is_paralysed(position, "britain", [""])
    assert not is_paralysed(position, "united-states", hit)
    assert not is_paralysed(position, "china", hit)


# --- marching ---


def test_the_larger_movement_factor_counts_in_europe_the_smaller_in_the_pacific() -> None:
    counters = ("bri-inf-3-4", "ger-inf-3-3", "jap-inf-3-2", "bri-repl")
    rows = [unit(counter, "britain", "N32") for counter in counters]
    europeans = [movement_of(europe().board, piece(europe(row))) for row in rows]
    assert europeans == [4, 3, 2, 1]
    asians = [movement_of(pacific().board, piece(europe(row))) for row in rows]
    assert asians == [3, 3, 2, 1]


def test_marches_cost_what_they_cost_and_enemies_are_in_the_way() -> None:
    one = unit("ger-inf-3-3", "germany", "N32")
    position = europe(one)
    far = cheapest(position, piece(position), "N35", 3)
    assert far is not None
    assert (far.cost, far.way) == (3, ("N33", "N34", "N35"))
    assert cheapest(position, piece(position), "N35", 2) is None
    assert cheapest(position, piece(position), "N33", 0) is None
    blocked = europe(one, unit("rus-inf-2-3", "russia", "N34", id="foe"))
    assert cheapest(blocked, piece(blocked, "ger-inf-3-3"), "N35", 3) is None
    onto = cheapest(blocked, piece(blocked, "ger-inf-3-3"), "N34", 3)
    assert onto is not None
    assert onto.cost == 2


def test_ground_units_enter_hexes_of_friends_and_enemies_not_of_neutrals_or_over_water() -> None:
    position = europe(
        unit("ger-inf-3-3", "germany", "N34"),
        powers={"sweden": {}},
        control={"M33": "italy", "L34": "sweden"},
        wars=[["germany", "russia"]],
        lands={"poland": "germany", "east-poland": "russia"},
    )
    who = piece(position)
    told = [may_be_in(position, who, place) for place in ("M33", "M34", "M36", "L34", "J30", "O25")]
    assert told == [True, True, True, False, False, False]
    assert list(taken(position, who, ("M33", "M35", "L36", "M36", "L34"))) == ["L36", "M36"]
    assert cheapest(position, who, "L34", 3) is None


def test_a_power_at_war_with_its_own_faction_alone_is_neutral() -> None:
    wars = [["britain", "france"], ["russia", "germany"], ["italy", "norway"]]
    state = europe(powers={"norway": {}}, wars=wars).state
    told = {power: is_neutral(state, power) for power in ("britain", "russia", "italy", "japan")}
    assert told == {"britain": True, "russia": False, "italy": True, "japan": True}


def step(position: Position, to: str, player: str = "hans", **data: Any) -> Ruling:
    row = {"units": "all", "from": "N32", "to": to, **data}
    return checked(check_movement, position, player, **row)


@pytest.mark.parametrize(
    ("counter", "to", "found"),
    [
        ("ger-inf-3-3", "N33", []),
        ("ger-inf-3-3", "N35", []),
        ("ger-inf-3-3", "M36", ["held"]),
        ("ger-inf-3-3", "L37", ["too-far"]),
        ("ger-army-air", "N33", []),
        ("ger-army-air", "M33", ["no-base"]),
        ("ger-army-air", "K24", ["no-base"]),
        ("ger-destroyer", "J31", ["no-move"]),
    ],
)
def test_moves_on_the_map(counter: str, to: str, found: list[str]) -> None:
    position = europe(
        unit(counter, "germany", "N32", count=2), unit("rus-inf-2-3", "russia", "M36", count=1)
    )
    ruling = step(position, to)
    assert codes(ruling) == found
    if not found:
        state = apply(position.state, ruling.events)
        assert [list(one.marks) for one in state.at(to)] == [["moved"]]


def test_hexes_that_are_marched_through_are_taken() -> None:
    start = europe(unit("ger-inf-3-3", "germany", "N35", count=2))
    ruling = step(start, "L37", **{"from": "N35"})
    assert codes(ruling) == []
    state = apply(start.state, ruling.events)
    assert state.controller("L37") == "germany"
    assert [state.controller(place) for place in ("M36", "L36")].count("germany") == 1
    reading = {"AWAW-R-29-a": "moderator"}
    start = europe(unit("ger-inf-3-3", "germany", "N35", count=2), interpretations=reading)
    state = apply(start.state, step(start, "L37", **{"from": "N35"}).events)
    assert state.controller("L37") == "russia"


def test_one_muddy_target_is_enough_and_nobody_spends_what_he_has_not() -> None:
    rows = (GERMANS, RUSSIANS, unit("rus-inf-2-3", "russia", "N34", count=1))
    both = {"do": "ground attack", "units": {"infantry": 5}, "from": "N35", "at": ["M36", "N34"]}
    for mud, found in (("east-poland", ["mud"]), ("france", [])):
        assert codes(ordered(europe(*rows, tracks={"mud": mud}), **both)) == found
    for brps, found in ((5, ["no-brps"]), (6, [])):
        powers = {"germany": {"players": ["hans"], "counters": {"brps": brps}}}
        assert codes(attack(europe(GERMANS, RUSSIANS, powers=powers), 2)) == found


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ({"do": "siege", "at": "M36"}, ["unknown-operation"]),
        ({"do": "overrun", "at": "M36"}, ["other-phase"]),
        ({"do": "raid", "at": "M36"}, ["wrong-unit", "no-unit-of-it"]),
        ({"do": "ground attack", "at": "N34"}, ["no-enemy"]),
        ({"do": "ground attack", "at": "L37"}, ["no-enemy", "out-of-reach"]),
        ({"do": "ground attack", "at": "M36", "free": True}, ["not-isolated"]),
        ({"do": "ground attack", "at": "M36", "front": "western"}, ["other-front"]),
        ({"do": "ground attack", "at": "M36", "front": "eastern"}, []),
        ({"do": "ground attack", "at": "M36", "player": "anna"}, ["no-units"]),
    ],
)
def test_operations_that_are_none(data: dict[str, Any], found: list[str]) -> None:
    player = data.pop("player", "hans") if "player" in data else "hans"
    row = {"units": {"infantry": 1}, "from": "N35", **data}
    assert codes(ordered(europe(GERMANS, RUSSIANS), player, **row)) == found


def test_who_has_attacked_rests_and_isolated_units_attack_for_nothing() -> None:
    spent = unit("ger-inf-3-3", "germany", "N35", marks={"attacked": ["eastern", "impulse"]})
    assert codes(attack(europe(spent, RUSSIANS), 1)) == ["attacked"]
    cut_off = unit("ger-inf-3-3", "germany", "N35", count=2, marks={"isolated": "impulse"})
    start = europe(cut_off, RUSSIANS)
    data = {"units": {"infantry": 2}, "from": "N35", "at": "M36", "free": True}
    ruling = ordered(start, **{"do": "ground attack", **data})
    assert (codes(ruling), ruling.plan.cost, ruling.plan.isolated) == ([], 0, True)
    assert apply(start.state, ruling.events).counter("germany", "brps") == 100
    paid = attack(start, 2)
    assert (paid.plan.cost, paid.plan.pays, paid.plan.isolated) == (6, 6, False)
    assert apply(start.state, paid.events).counter("germany", "brps") == 94


def test_raids_are_free_in_the_first_turn_and_poles_are_attacked_wherever_they_stand() -> None:
    tracks = {"first-turn": "1942-summer"}
    raiders = europe(unit("ger-submarine", "germany", "J31", count=1), tracks=tracks)
    assert reasons(raiders, "raid", "K24") == []
    assert reasons(raiders, "patrol", "K24") == ["9.91"]
    powers = {"germany": {"players": ["hans"]}, "poland": {}}
    poles = unit("minor-inf-1-3", "poland", "O25", count=1)
    position = europe(GERMANS, poles, powers=powers, tracks=tracks)
    germans = [position.piece(one) for one in position.units.values() if one.owner == "germany"]
    assert not list(barred(position, germans, "ground-attack", ["O25"]))
    assert list(barred(position, germans, "ground-attack", ["O24"]))


def test_the_first_hex_of_rough_ground_costs_what_it_costs_but_to_who_has_less() -> None:
    for counter, cost in (("ger-inf-3-3", 2), ("ger-repl", 1)):
        position = europe(unit(counter, "germany", "M29"))
        march = cheapest(position, piece(position), "N28", 3)
        assert march is not None
        assert (march.cost, march.way) == (cost, ("N28",))


def test_nobody_flies_to_switzerland() -> None:
    row = unit("ger-army-air", "germany", "N32", count=1)
    base = {"Q24": {"airbase": True}}
    position = europe(row, control={"Q24": "germany"}, markers=base)
    assert codes(step(position, "Q24")) == ["no-base"]
    beside = europe(row, control={"Q25": "germany"}, markers={"Q25": {"airbase": True}})
    assert codes(step(beside, "Q25")) == []


def test_wrong_places_are_told_once() -> None:
    position = europe(GERMANS)
    assert codes(step(position, "Atlantis", **{"from": "N35"})) == ["unknown-place"]
    assert codes(step(position, "N34", **{"from": "Atlantis"})) == ["unknown-place"]
    assert codes(step(position, "N34", **{"from": "N35", "units": "9 infantry"})) == ["too-many"]


def test_interceptions_alone_are_paid_for_if_anybody_flies() -> None:
    air = unit("ger-army-air", "germany", "N32", count=2)
    data = {"units": {"AAF": 2}, "from": "N32", "at": "M34"}
    told = {
        kind: ordered(europe(air), **{"do": kind, **data}).reading.partition("; ")[2]
        for kind in ("interception of air support", "ground support")
    }
    assert told == {
        "interception of air support": "2 BRPs if anybody flies in its defence",
        "ground support": "2 BRPs",
    }


@pytest.mark.parametrize(
    ("since", "side", "allied"),
    [
        ("1942-summer.axis", "axis", False), ("1942-summer.axis", "allied", True),
        ("1942-summer.allied", "allied", False), ("1942-spring.axis", "axis", True),
        ("", "axis", True),
    ],
)  # fmt: skip
def test_when_china_is_allied(since: str, side: str, allied: bool) -> None:
    flags = {"declared-united-states": since} if since else {}
    state = pacific(
        powers={"japan": {"flags": flags}},
        wars=[["japan", "united-states"]],
        clock={"impulse": 1 if side == "axis" else 2, "side": side},
    ).state
    assert china_is_allied(state) == allied
    assert not china_is_allied(pacific(wars=[["japan", "china"]]).state)


def test_what_is_counted_is_no_more_there_when_it_is_nothing() -> None:
    start = europe(GERMANS, RUSSIANS)
    state = apply(start.state, attack(start, 2).events)
    counted = {name for name in state.powers["germany"].counters if name.endswith(".eastern")}
    assert counted == {"paid.eastern", "actions.eastern"}
    assert not in_mud(start, "N32")
    assert not in_mud(europe(tracks={}), "J30")
