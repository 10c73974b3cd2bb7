"""Effective values: what the rulebook cases do not show (0.2, 0.3, 1.7-1.16, 12.2, 12.7)."""

from __future__ import annotations

import pytest
from unit.gw.forces import ground
from unit.gw.shipped import BOOK, Circumstances, rules

from pbem.core.data.findings import PbemError
from pbem.core.rules.sides import Role
from pbem.systems.gw.battle.values import round_up, selection_of, value_of
from pbem.systems.gw.world.battlefield import OPEN_GROUND, Battlefield, Border, works_of
from pbem.systems.gw.world.options import Options, options
from pbem.systems.gw.world.units import catalogue, unit_type


def value(
    name: str,
    role: Role,
    field: Battlefield = OPEN_GROUND,
    *,
    first_round: bool = True,
    **more: object,
) -> int | None:
    at = Circumstances(role, field, first_round, **more)  # type: ignore[arg-type]
    return value_of(unit_type(BOOK, name), at)


def test_fractions_are_rounded_up() -> None:
    assert [round_up(number, 2) for number in range(6)] == [0, 1, 1, 2, 2, 3]


def test_marines_and_artillery_do_not_feel_a_river() -> None:
    field = ground(Border("Elbe", ("river",))).field
    values = {
        name: value(name, Role.ATTACKER, field, border="Elbe")
        for name in ("infantry", "marine", "artillery", "self-propelled-artillery", "fighter")
    }
    assert values == {
        "infantry": 1,
        "marine": 2,
        "artillery": 3,
        "self-propelled-artillery": 3,
        "fighter": 6,
    }


def test_a_river_matters_in_the_first_round_to_those_who_cross_it() -> None:
    field = ground(Border("Elbe", ("river",))).field
    assert value("infantry", Role.ATTACKER, field, border="Elbe", first_round=False) == 2
    assert value("infantry", Role.ATTACKER, field) == 2
    assert value("infantry", Role.DEFENDER, field, border="Elbe") == 4


@pytest.mark.parametrize("terrain", ["jungle", "marsh"])
def test_vehicles_suffer_in_jungle_and_marsh_on_both_sides(terrain: str) -> None:
    field = Battlefield(terrain=(terrain,))
    assert value("medium-armor", Role.ATTACKER, field) == 4
    assert value("cavalry", Role.ATTACKER, field) == 1
    assert value("cavalry", Role.DEFENDER, field) == 0
    assert value("infantry", Role.ATTACKER, field) == 2
    border = Battlefield(borders=(Border("edge", (terrain,)),))
    assert value("medium-armor", Role.ATTACKER, border, border="edge") == 4
    assert value("medium-armor", Role.DEFENDER, border, border="edge") == 5


def test_a_defence_may_have_a_floor_of_one() -> None:
    field = Battlefield(terrain=("jungle",))
    floor = rules({"GW-R-0.3-a": "one"})
    assert value("cavalry", Role.DEFENDER, field, rules=floor) == 1


def test_mountain_infantry_gains_in_mountains_but_not_behind_a_mountain_border() -> None:
    mountains = Battlefield(terrain=("mountain",))
    assert value("mountain-infantry", Role.DEFENDER, mountains) == 5
    assert value("mountain-infantry", Role.ATTACKER, mountains) == 2
    assert value("infantry", Role.DEFENDER, mountains) == 4
    border = Battlefield(borders=(Border("pass", ("mountain",)),))
    assert value("mountain-infantry", Role.DEFENDER, border, border="pass") == 4


def test_terrain_that_is_not_played_does_nothing() -> None:
    mountains = Battlefield(terrain=("mountain",))
    flat = options({"mountains": False})
    assert flat == Options(mountains=False)
    assert value("infantry", Role.ATTACKER, mountains, options=flat) == 2
    assert value("mountain-infantry", Role.DEFENDER, mountains, options=flat) == 4


def test_a_surrounded_city_weakens_every_defender() -> None:
    field = Battlefield(city=True, surrounded=True)
    assert value("infantry", Role.DEFENDER, field) == 3
    assert value("fighter", Role.DEFENDER, field) == 5
    assert value("infantry", Role.ATTACKER, field) == 2
    at = Circumstances(Role.DEFENDER, field, True)
    assert selection_of(unit_type(BOOK, "infantry"), at) is None


def test_the_mountains_of_a_surrounded_city_are_a_question() -> None:
    field = Battlefield(terrain=("mountain",), city=True, surrounded=True)
    stays = rules({"GW-R-1.24-a": "mountain-stays"})
    assert value("infantry", Role.ATTACKER, field) == 2
    assert value("infantry", Role.ATTACKER, field, rules=stays) == 1


def test_works_strengthen_land_units_only() -> None:
    works = (works_of(BOOK, "fortification"),)
    assert value("medium-armor", Role.DEFENDER, works=works) == 7
    assert value("fighter", Role.DEFENDER, works=works) == 6
    assert value("medium-armor", Role.ATTACKER, works=works) == 6
    assert value("medium-armor", Role.DEFENDER, works=works, first_round=False) == 5


def test_terrain_penalties_beside_works_are_a_question() -> None:
    field = Battlefield(terrain=("jungle",))
    works = (works_of(BOOK, "fortification"),)
    alone = rules({"GW-R-12.7-a": "works-only"})
    assert value("medium-armor", Role.DEFENDER, field, works=works) == 5
    assert value("medium-armor", Role.DEFENDER, field, works=works, rules=alone) == 7
    assert value("medium-armor", Role.ATTACKER, field, works=works) == 4
    assert value("medium-armor", Role.ATTACKER, field, works=works, rules=alone) == 6
    later = value("medium-armor", Role.DEFENDER, field, rules=alone, first_round=False)
    assert later == 3


def test_anti_aircraft_fire_has_its_own_number() -> None:
    works = (works_of(BOOK, "maginot-line"),)
    modified = rules({"GW-R-12.2-b": "modified"})
    assert value("anti-aircraft-artillery", Role.DEFENDER, works=works) == 3
    assert value("anti-aircraft-artillery", Role.DEFENDER, works=works, rules=modified) == 6


def test_artillery_support_may_end_after_round_one() -> None:
    brief = rules({"GW-R-26": "first-round"})
    infantry = unit_type(BOOK, "infantry")
    at = [Circumstances(Role.ATTACKER, OPEN_GROUND, first) for first in (True, False)]
    assert [value_of(infantry, one, supported=True) for one in at] == [3, 3]
    at = [Circumstances(Role.ATTACKER, OPEN_GROUND, first, rules=brief) for first in (True, False)]
    assert [value_of(infantry, one, supported=True) for one in at] == [3, 2]
    defending = Circumstances(Role.DEFENDER, OPEN_GROUND, True)
    assert value_of(infantry, defending, supported=True) == 4
    assert value_of(unit_type(BOOK, "medium-armor"), at[0], supported=True) == 6


def test_units_without_a_value_cannot_roll() -> None:
    assert value("air-transport", Role.DEFENDER, Battlefield(city=True)) is None
    assert value("strategic-bomber", Role.ATTACKER) is None
    assert value("strategic-bomber", Role.DEFENDER) == 2
    assert value("seaplane", Role.ATTACKER) is None


def test_units_are_found_by_printed_name_and_guessed_at_when_mistyped() -> None:
    assert (
        unit_type(BOOK, "Self-Propelled Artillery") is catalogue(BOOK)["self-propelled-artillery"]
    )
    with pytest.raises(PbemError, match="no unit type is called 'infantery'") as caught:
        unit_type(BOOK, "infantery")
    assert caught.value.hint == "did you mean infantry or mountain-infantry or colonial-infantry?"
