"""Money on the world board: whatever is ordered, money and what it bought are conserved."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from unit.gw.shipped import BOOK

from pbem.core.data.findings import Where, has_errors
from pbem.core.orders.orders import Order, check_order, read_orders
from pbem.core.play.run import RunFiles, adjudicate
from pbem.core.reading.scene import Scene
from pbem.core.record.dice import RunKeys
from pbem.core.record.events import apply, invert
from pbem.core.record.state import Place, State, Unit
from pbem.core.rules.position import Position
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.core.rules.system import Ruling
from pbem.systems.gw.economy.overview import treasury
from pbem.systems.gw.economy.production import PRICE_OF_TRAINING
from pbem.systems.gw.world.building import DONE, payments_made, unit_stages, works_in
from pbem.systems.gw.world.facilities import facilities, stages_of
from pbem.systems.gw.world.units import catalogue, type_of

ROSTER = default_roster("gw", "sea-lion-1940")
GAME = load_game(ROSTER)
CASH = 60
ZONES = ("Berlin", "Western Germany", "Bavaria", "Paris", "Picardy", "Netherlands", "London",
         "Normandy", "Southern Norway")  # fmt: skip
DAMAGE = {"damage-major-factory": 6, "damage-major-port": 2}


def with_money() -> State:
    """The set-up of Sea Lion, with money, damage and ships in production for Germany."""
    state = first_state(ROSTER)
    germany = state.powers["germany"]
    rich = replace(germany, counters={**germany.counters, "cash": CASH})
    damaged = Place("western-germany", "germany", markers=DAMAGE)
    ship = Unit("", "fleet-carrier", "germany", "track:germany/1-of-3", 2)
    ship = replace(ship, id="germany:fleet-carrier@track:germany/1-of-3")
    return replace(
        state,
        powers={**state.powers, "germany": rich},
        places={**state.places, "western-germany": damaged},
        units={**state.units, ship.id: ship},
    )


START = with_money()


def ruled(state: State, section: str, data: dict[str, Any]) -> Ruling:
    position = Position(GAME, state, START, "hans", in_play=True)
    return check_order(position, Order(section, 1, "hans", data, Where("orders.yaml", 1, 1)))


def paid_for(unit: Unit) -> int:
    """What was paid for units on the Production Chart."""
    stage = unit.at.rpartition("/")[2]
    stages = unit_stages(BOOK, type_of(BOOK, unit))
    return sum(stages if stage == "place" else stages[: int(stage[0])]) * unit.size


def worth_of(name: str, value: Any) -> int:
    """What was paid for a marker: damage counts as what its repair would cost."""
    verb, _, what = name.partition("-")
    kind = what.partition(":")[0]
    if verb == "damage":
        return -int(value)
    if verb == "upgrading":
        return facilities(BOOK)[kind].upgrade * int(value)
    if verb == "training":
        return PRICE_OF_TRAINING[kind] * int(value)
    if verb != "building":
        return 0
    stages = facilities(BOOK)[kind].stages if kind in facilities(BOOK) else stages_of("2")
    works = works_in(value)
    return sum(sum(stages if one == DONE else stages[: payments_made(one)]) for one in works)


def wealth(state: State) -> int:
    """Cash, and everything that it was paid for."""
    markers = [item for place in state.places.values() for item in place.markers.items()]
    counters = state.powers["germany"].counters
    markers += [item for item in counters.items() if item[0].startswith("training-")]
    chart = [unit for unit in state.units.values() if unit.at.startswith("track:germany")]
    return (
        counters["cash"]
        + sum(paid_for(unit) for unit in chart)
        + sum(worth_of(name, value) for name, value in markers)
    )


UNITS = sorted(catalogue(BOOK))
KINDS = sorted(facilities(BOOK))


@st.composite
def orders(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """An order to buy, advance, upgrade, train or repair something somewhere."""
    zone, number = draw(st.sampled_from(ZONES)), draw(st.integers(1, 4))
    kind, unit = draw(st.sampled_from(KINDS)), draw(st.sampled_from(UNITS))
    chosen: dict[str, Any] = draw(
        st.sampled_from(
            [
                {"build": {unit: number}, "sea": "A23"},
                {"build": {"infantry": number}},
                {"facility": kind, "border": "Belgium"},
                {"facility": kind},
                {"facility": "railroad", "border": "Bavaria"},
                {"upgrade": kind},
                {"train": draw(st.sampled_from(["militia", "infantry"])), "count": number},
                {"advance": "fleet-carrier", "count": number},
                {"advance": kind},
            ]
        )
    )
    repair = {"facility": draw(st.sampled_from(["major-factory", "major-port"])), "points": number}
    section = draw(st.sampled_from(["production", "production", "repair"]))
    return section, {**(repair if section == "repair" else chosen), "at": zone}


@settings(max_examples=80, deadline=None)
@given(st.lists(orders(), min_size=1, max_size=12))
def test_money_is_conserved(said: list[tuple[str, dict[str, Any]]]) -> None:
    state = START
    for section, data in said:
        ruling = ruled(state, section, data)
        assert ruling.ok or has_errors(ruling.findings)
        if ruling.ok:
            state = apply(state, ruling.events)
            assert state.powers["germany"].counters["cash"] >= 0
        assert wealth(state) == wealth(START)


def test_a_purchase_can_be_taken_back() -> None:
    state, undo = START, []
    for data in ({"build": {"infantry": 3}, "at": "Berlin"}, {"advance": "fleet-carrier"}):
        ruling = ruled(state, "production", data)
        assert ruling.findings == ()
        for event in ruling.events:
            undo.append(invert(event, state))
            state = apply(state, [event])
    assert apply(state, reversed(undo)).digest == START.digest


ORDERS = """\
window: sea-lion 1940-jul.1.axis/combat
for_state: any
player: hans
production:
  - {build: {infantry: 7}, at: Berlin}
  - {build: {destroyer: 1}, at: Western Germany, sea: A23}
  - {facility: coastal-artillery, at: Picardy, border: A23}
  - {upgrade: minor-port, at: Picardy}
place:
  - {units: {infantry: 1}, hold: all}
non_combat_moves: []
"""


def test_what_is_bought_is_placed_or_waits() -> None:
    file = read_orders(GAME, ORDERS.encode(), "hans.yaml")
    keys = RunKeys(1, bytes(32), bytes(32), "practice")
    outcome = adjudicate(GAME, START, RunFiles(submissions={"hans": file}), keys)
    state = outcome.state

    def there(at: str, kind: str) -> int:
        mine = (unit for unit in state.at(at) if unit.owner == "germany")
        return sum(unit.size for unit in mine if unit.counter == kind)

    assert (
        there("berlin", "infantry")
        - sum(unit.size for unit in START.at("berlin") if unit.counter == "infantry")
        == 5
    )
    assert there("track:germany/place", "infantry") == 2
    assert not [unit for unit in state.units.values() if unit.marked("placed")]
    picardy = state.places["picardy"]
    assert picardy.facts == {"coastal-artillery": 1, "major-port": 1, "minor-port": 0}
    assert picardy.markers == {"built-coastal-artillery:sea:a23": 1}
    paid = 7 * 3 + 7 + 6 + 4
    income = state.powers["germany"].counters["income"]
    assert state.powers["germany"].counters["cash"] == CASH - paid + income


def test_the_report_tells_what_is_in_hand_and_in_production() -> None:
    assert treasury(Scene(GAME, "hans", START, START, ())) == [
        "Germany: 60 IPP in hand, income 40; in production: 2 Fleet Carrier (1 of 3)"
    ]
    before = first_state(ROSTER)
    assert treasury(Scene(GAME, "hans", before, before, ())) == []
