"""Orders of losses by nation and class, and the presets: each changes some battle (9.1, 0.5c)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from unit.gw.fleets import fleet, sea_battle
from unit.gw.forces import battle, force
from unit.gw.shipped import BOOK

from pbem.core.data import schemas
from pbem.core.data.findings import Severity, Where
from pbem.core.data.yamlio import read_data
from pbem.core.orders.orders import Order, read_standing
from pbem.core.rules.position import Position
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.core.rules.sides import Role
from pbem.systems.gw import SYSTEM
from pbem.systems.gw.battle.casualties import (
    ANY_UNIT,
    called,
    class_options,
    evenly,
    nation_options,
    place_in,
)
from pbem.systems.gw.battle.muster import Plan, Troop
from pbem.systems.gw.battle.naval_forces import NavalPlan, Squadron
from pbem.systems.gw.combat.battle_orders import check_battle
from pbem.systems.gw.world.units import unit_type

ROSTER = default_roster("gw", "france-1940")
GAME, STATE = load_game(ROSTER), first_state(ROSTER)
PRESETS = read_data(SYSTEM.folder / "presets.yaml")["presets"]
MIXED = (
    ("great-britain", "2 infantry"),
    ("france", "3 infantry"),
    ("great-britain", "1 medium-armor"),
    ("france", "1 fighter"),
    ("great-britain", "1 tactical-bomber"),
)
SHIPS = (
    ("france", "1 battleship"),
    ("great-britain", "1 destroyer"),
    ("france", "1 heavy-cruiser"),
    ("great-britain", "1 fleet-carrier"),
    ("great-britain", "1 submarine"),
    ("great-britain", "1 naval-transport"),
    ("great-britain", "1 fighter"),
    ("great-britain", "1 tactical-bomber"),
)


def on_land(*wanted: str, role: Role = Role.DEFENDER) -> list[str]:
    """The order in which a French zone with British guests gives its units."""
    own = force(*(text for _, text in MIXED), plan=Plan(losses=wanted))
    troops = tuple(
        replace(troop, called=called(nation, "france"))
        for (nation, _), troop in zip(MIXED, own.troops, strict=True)
    )
    own, enemy = replace(own, troops=troops), force("1 infantry")
    fought = battle(enemy, own) if role is Role.DEFENDER else battle(own, enemy)
    side = fought.sides.own(role)
    return [short(troops[index]) for index in side.losses.orders[ANY_UNIT]]


def short(one: Troop) -> str:
    return f"{one.called[0]} {one.unit.id}"


def at_sea(*wanted: str) -> list[str]:
    """The order in which a fleet gives ships, and damage of the Battleship, `battleship 1`."""
    own = fleet(*(text for _, text in SHIPS), plan=NavalPlan(losses=wanted))
    squadrons = tuple(
        Squadron(replace(one.kind, called=called(nation, "great-britain")), one.count)
        for (nation, _), one in zip(SHIPS, own.squadrons, strict=True)
    )
    side = sea_battle(fleet("1 destroyer"), replace(own, squadrons=squadrons)).sides.defender
    kinds = (side.kinds[index] for index in side.own_order)
    return [f"{kind.unit.id} {kind.damage}" if kind.damage else kind.unit.id for kind in kinds]


def lose_of(name: str, section: str) -> tuple[str, ...]:
    """The order of losses of a preset, without the words that a plan holds apart."""
    lose: Any = PRESETS[name][section][0]["lose"]
    words = lose if isinstance(lose, list) else [lose]
    return tuple(word for word in words if word not in ("club", "take-zone"))


def test_a_nation_is_lost_first_in_the_usual_order_among_its_own() -> None:
    assert on_land("france", "infantry") == [
        "france infantry", "france fighter", "great-britain infantry",
        "great-britain medium-armor", "great-britain tactical-bomber",
    ]  # fmt: skip
    assert on_land("great-britain")[:4] == [
        "great-britain infantry", "great-britain medium-armor", "great-britain tactical-bomber",
        "france infantry",
    ]  # fmt: skip


def test_guests_are_all_but_the_nation_whose_zone_it_is() -> None:
    assert on_land("guests") == on_land("great-britain")
    assert on_land("hosts") == on_land("france")
    assert on_land("guests", role=Role.ATTACKER) == on_land("great-britain", role=Role.ATTACKER)


def test_classes_keep_the_usual_order_within() -> None:
    assert on_land("bombers", "france") == [
        "great-britain tactical-bomber", "france infantry", "france fighter",
        "great-britain infantry", "great-britain medium-armor",
    ]  # fmt: skip


def test_a_fleet_soaks_damage_first_unless_it_is_given_another_place() -> None:
    usual = at_sea()
    assert usual == [
        "battleship", "submarine", "destroyer", "heavy-cruiser", "fighter", "tactical-bomber",
        "battleship 1", "fleet-carrier", "fleet-carrier 1", "naval-transport",
    ]  # fmt: skip
    assert at_sea("small-ships", "damage") == [
        "destroyer", "heavy-cruiser", "battleship", "submarine", "fighter", "tactical-bomber",
        "battleship 1", "fleet-carrier", "fleet-carrier 1", "naval-transport",
    ]  # fmt: skip


def test_a_nation_at_sea_and_transports_last_whatever_is_listed() -> None:
    assert at_sea("naval-transport", "france") == [
        "battleship", "heavy-cruiser", "battleship 1", "submarine", "destroyer", "fighter",
        "tactical-bomber", "fleet-carrier", "fleet-carrier 1", "naval-transport",
    ]  # fmt: skip


def test_only_words_that_part_a_force_are_offered() -> None:
    units = [unit_type(BOOK, name) for name in ("infantry", "fighter", "tactical-bomber")]
    assert [option.id for option in class_options(units)] == [
        "land", "aircraft", "fighters", "bombers",
    ]  # fmt: skip
    assert [option.id for option in class_options([unit_type(BOOK, "battleship")])] == ["damage"]
    assert [option.name for option in nation_options(["great-britain", "france"])] == [
        "units of guests", "units of the hosts", "evenly by nation", "Great Britain", "France",
    ]  # fmt: skip
    assert nation_options(["france"]) == []


def test_standing_lines_know_nations_and_classes_and_warn_of_other_words() -> None:
    text = (
        "standing: anna\ndefend:\n- {lose: [Great Britain, france, small ships, bombers]}\n"
        "- {lose: [Frnace, infantry], targets: [bombers]}\n"
    )
    found = read_standing(GAME, text.encode(), "anna.yaml").findings
    assert [finding.message for finding in found] == [
        "nothing in this game is called 'Frnace', so it picks nothing",
        "'bombers' may mean Tactical Bomber, Medium Bomber, Strategic Bomber or Heavy Strategic"
        " Bomber, so it picks nothing",
    ]


def test_orders_of_losses_know_forces_but_no_round() -> None:
    other = "{casualty: [land], if: round >= 2}, {lose: [land], if: enemy air >= 2}"
    lines = f"{{lose: [land], if: round >= 2}}, {other}"
    found = read_standing(GAME, f"standing: anna\nattack: [{lines}]\n".encode(), "anna.yaml")
    told = ["'round' is not known at that moment"]
    assert [finding.message for finding in found.findings] == told


def test_a_battle_warns_of_words_that_mean_nothing() -> None:
    said = {"at": "Paris", "lose": ["France", "Small Ships", "tnak", "medium"]}
    ordered = Order("battles", 1, "hans", said, Where("hans.yaml"))
    ruling = check_battle(Position(GAME, STATE, STATE, "hans"), ordered)
    codes = ("unknown-word", "ambiguous")
    told = [(one.severity, one.message) for one in ruling.findings if one.code in codes]
    assert told == [
        (Severity.WARNING, "no unit is called 'tnak', so it picks nothing"),
        (Severity.WARNING, "'medium' may mean Medium Armor or Medium Bomber, so it picks nothing"),
    ]


def test_a_unit_that_no_word_means_stands_behind_the_list() -> None:
    assert place_in(("france", "bombers"), unit_type(BOOK, "infantry"), ("italy",)) == 2


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_preset_says_what_a_standing_file_may_say(name: str) -> None:
    assert schemas.problems("gw/lines", PRESETS[name]) == []


@pytest.mark.parametrize(
    "name", sorted(set(PRESETS) - {"club", "cautious", "thrifty", "share-losses"})
)
def test_a_preset_changes_a_battle(name: str) -> None:
    told = lose_of(name, "attack")
    assert told == lose_of(name, "defend")
    land = on_land(*told, role=Role.ATTACKER) != on_land(role=Role.ATTACKER)
    sea = at_sea(*told) != at_sea()
    assert (land, sea) == CHANGES[name]


CHANGES = {
    "guests-first": (True, True),
    "hosts-first": (True, True),
    "bombers-first": (True, True),
    "bombers-last": (False, True),
    "submarines-first": (False, True),
    "submarines-last": (False, True),
    "small-ships-first": (False, True),
}


def test_bombers_last_spares_them_among_defending_aircraft() -> None:
    bomber = "great-britain tactical-bomber"
    order = on_land(*lose_of("bombers-last", "defend"))
    assert order.index(bomber) == len(order) - 1
    assert at_sea(*lose_of("bombers-last", "defend"))[-2:] == [
        "tactical-bomber", "naval-transport",
    ]  # fmt: skip


def test_what_the_fleet_presets_keep_longest() -> None:
    assert at_sea(*lose_of("small-ships-first", "defend")) == [
        "destroyer", "heavy-cruiser", "submarine", "battleship", "fighter", "tactical-bomber",
        "battleship 1", "fleet-carrier", "fleet-carrier 1", "naval-transport",
    ]  # fmt: skip
    assert at_sea(*lose_of("submarines-first", "defend"))[:2] == ["submarine", "battleship"]
    assert at_sea(*lose_of("submarines-last", "defend"))[-2:] == ["submarine", "naval-transport"]


def test_a_hit_goes_to_the_nation_that_has_taken_the_fewest() -> None:
    nations = ("france", "great-britain", "france")
    assert evenly((0, 1, 2), nations, (0, 0, 0)) == 0
    assert evenly((0, 1, 2), nations, (1, 0, 0)) == 1
    assert evenly((0, 2, 1), nations, (0, 1, 1)) == 0
    assert evenly((0, 2), nations, (2, 0, 0)) == 0
    assert evenly((), nations, (3, 3, 3)) is None


def test_the_thrifty_give_colonial_infantry_before_cavalry() -> None:
    own = ("1 cavalry", "1 colonial-infantry", "1 medium-armor")
    told = Plan(losses=lose_of("thrifty", "attack"))
    usual, thrifty = (
        battle(force(*own, plan=plan), force("1 infantry")).sides.attacker
        for plan in (Plan(), told)
    )
    assert usual.losses.orders[ANY_UNIT] == (0, 1, 2)
    assert thrifty.losses.orders[ANY_UNIT] == (1, 0, 2)
