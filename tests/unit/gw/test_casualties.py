"""Who is lost to a hit (9.1-9.3, 12.2), and the clubs' order of losses."""

from __future__ import annotations

from unit.gw.forces import battle, force, ground
from unit.gw.shipped import Ground, rules

from pbem.systems.gw.battle.casualties import (
    AIRCRAFT_FIRST,
    AIRCRAFT_ONLY,
    ANY_UNIT,
    Claim,
    choices,
    counts_by_type,
    take_hit,
)
from pbem.systems.gw.battle.fire import Side
from pbem.systems.gw.battle.muster import Force, Plan
from pbem.systems.gw.world.battlefield import Border

VEHICLE = Claim("vehicle-class", shooter_names=True)
LAND = Claim("land", shooter_names=True)
ENEMY = force("1 infantry")


def losses(side: Side, claims: list[Claim], first_round: bool = False) -> list[dict[str, int]]:
    """What is left after each hit."""
    counts = side.start
    result = []
    for claim in claims:
        counts = take_hit(side.losses, counts, claim, first_round)
        result.append(dict(counts_by_type(side, counts)))
    return result


def attackers(*troops: str, plan: Plan | None = None, on: Ground | None = None) -> Side:
    return battle(force(*troops, plan=plan), ENEMY, on or Ground()).sides.attacker


def defenders(*troops: str, plan: Plan | None = None, enemy: Force = ENEMY) -> Side:
    return battle(enemy, force(*troops, plan=plan)).sides.defender


def order(side: Side) -> list[str]:
    """The types in the order in which ordinary hits take them, from one unit of each."""
    return [side.units[index].id for index in side.losses.orders[ANY_UNIT]]


def test_attackers_lose_land_units_then_aircraft_cheapest_then_weakest_first() -> None:
    side = attackers(
        "1 medium-bomber", "1 fighter", "1 heavy-armor", "1 medium-armor", "1 light-armor",
        "1 anti-aircraft-artillery", "1 motorized-infantry", "1 mechanized-infantry",
        "1 cavalry", "1 infantry", "1 militia", "1 tank-destroyer",
    )  # fmt: skip
    assert order(side) == [
        "militia", "infantry", "cavalry", "anti-aircraft-artillery", "motorized-infantry",
        "mechanized-infantry", "light-armor", "tank-destroyer", "medium-armor", "heavy-armor",
        "fighter", "medium-bomber",
    ]  # fmt: skip


def test_defenders_keep_their_strongest_aircraft_longest() -> None:
    side = defenders(
        "1 jet-fighter", "1 fighter", "1 tactical-bomber", "1 medium-bomber", "1 strategic-bomber",
        "1 seaplane", "1 air-transport", "1 infantry", "1 cavalry", "1 airborne", "1 artillery",
    )  # fmt: skip
    assert order(side) == [
        "cavalry", "airborne", "infantry", "artillery", "seaplane", "strategic-bomber",
        "medium-bomber", "tactical-bomber", "fighter", "jet-fighter", "air-transport",
    ]  # fmt: skip


def test_a_player_lists_types_first_and_the_rest_follows_the_clubs() -> None:
    side = defenders("1 fighter", "1 infantry", "1 artillery", plan=Plan(losses=("fighter",)))
    assert order(side) == ["fighter", "infantry", "artillery"]


def test_air_transports_stay_last_whatever_the_player_lists() -> None:
    side = defenders("1 air-transport", "1 infantry", plan=Plan(losses=("air-transport",)))
    assert order(side) == ["infantry", "air-transport"]


def test_air_superiority_takes_aircraft_first_and_the_excess_elsewhere() -> None:
    side = defenders("1 fighter", "1 medium-bomber", "1 infantry")
    assert losses(side, [AIRCRAFT_FIRST] * 4) == [
        {"fighter": 1, "infantry": 1},
        {"infantry": 1},
        {},
        {},
    ]


def test_anti_aircraft_fire_takes_aircraft_or_nothing() -> None:
    side = defenders("1 fighter", "1 infantry")
    assert losses(side, [AIRCRAFT_ONLY] * 2) == [{"infantry": 1}, {"infantry": 1}]


def test_the_shooter_names_the_strongest_unit_of_the_group() -> None:
    side = defenders("1 infantry", "1 cavalry", "1 medium-armor", "1 fighter")
    assert losses(side, [VEHICLE, VEHICLE, VEHICLE]) == [
        {"infantry": 1, "cavalry": 1, "fighter": 1},
        {"infantry": 1, "fighter": 1},
        {"fighter": 1},
    ]


def test_the_shooters_own_list_of_targets_comes_first() -> None:
    enemy = force("1 tactical-bomber", plan=Plan(targets=("artillery",)))
    side = defenders("2 infantry", "1 artillery", "1 medium-armor", enemy=enemy)
    assert losses(side, [LAND, LAND]) == [
        {"infantry": 2, "medium-armor": 1},
        {"infantry": 2},
    ]


def test_anti_aircraft_artillery_is_neither_feared_nor_dear_after_its_fire() -> None:
    side = defenders("1 artillery", "1 anti-aircraft-artillery")
    assert losses(side, [LAND]) == [{"anti-aircraft-artillery": 1}]
    assert losses(side, [ANY_UNIT]) == [{"artillery": 1}]


def test_the_last_land_unit_can_be_kept_while_aircraft_remain() -> None:
    plan = Plan(keep_land=True)
    side = attackers("2 infantry", "1 fighter", "1 air-transport", plan=plan)
    assert losses(side, [ANY_UNIT] * 4) == [
        {"infantry": 1, "fighter": 1, "air-transport": 1},
        {"infantry": 1, "air-transport": 1},
        {"air-transport": 1},
        {},
    ]


def test_a_shooter_may_still_name_the_last_land_unit() -> None:
    side = attackers("1 infantry", "1 fighter", plan=Plan(keep_land=True))
    assert losses(side, [LAND]) == [{"fighter": 1}]
    assert losses(side, [VEHICLE]) == [{"infantry": 1}]


MAGINOT = Border("Bavaria", works="maginot-line")


def test_a_hit_at_the_maginot_line_takes_two_of_those_who_cross() -> None:
    side = attackers("3 infantry across Bavaria", "1 fighter", "2 artillery", on=ground(MAGINOT))
    assert losses(side, [ANY_UNIT, ANY_UNIT, ANY_UNIT], True) == [
        {"infantry": 1, "fighter": 1, "artillery": 2},
        {"fighter": 1, "artillery": 2},
        {"fighter": 1, "artillery": 1},
    ]
    assert losses(side, [ANY_UNIT], False) == [{"infantry": 2, "fighter": 1, "artillery": 2}]


def test_the_second_casualty_is_the_owners_choice() -> None:
    side = attackers(
        "2 infantry across Bavaria", "1 medium-armor across Bavaria", on=ground(MAGINOT)
    )
    assert losses(side, [VEHICLE], True) == [{"infantry": 1}]


def test_an_odd_second_casualty_may_carry_over() -> None:
    on = ground(MAGINOT)
    carried = Ground(on.field, rules=rules({"GW-R-12": "carries-over"}))
    troops = ("1 infantry across Bavaria", "2 artillery")
    assert losses(attackers(*troops, on=on), [ANY_UNIT], True) == [{"artillery": 2}]
    assert losses(attackers(*troops, on=carried), [ANY_UNIT], True) == [{"artillery": 1}]


def test_double_casualties_may_reach_every_land_unit() -> None:
    on = ground(MAGINOT)
    everybody = Ground(on.field, rules=rules({"GW-R-1.23-a": "all-land"}))
    troops = ("1 medium-armor across Bavaria", "4 infantry", "1 fighter")
    assert losses(attackers(*troops, on=on), [ANY_UNIT], True) == [
        {"medium-armor": 1, "infantry": 3, "fighter": 1}
    ]
    assert losses(attackers(*troops, on=everybody), [ANY_UNIT], True) == [
        {"medium-armor": 1, "infantry": 2, "fighter": 1}
    ]
    elsewhere = attackers("4 infantry", on=everybody)
    assert losses(elsewhere, [ANY_UNIT], True) == [{"infantry": 3}]


def test_whether_transports_fall_to_hits_on_aircraft_is_a_question() -> None:
    strict = Ground(rules=rules({"GW-R-12.2-a": "last-unit"}))
    troops = ("1 air-transport", "1 infantry")
    mild, hard = (attackers(*troops, on=on) for on in (Ground(), strict))
    assert losses(mild, [AIRCRAFT_ONLY]) == [{"infantry": 1}]
    assert losses(mild, [AIRCRAFT_FIRST]) == [{"infantry": 1}]
    assert losses(hard, [AIRCRAFT_ONLY]) == [{"air-transport": 1, "infantry": 1}]
    assert losses(hard, [AIRCRAFT_FIRST]) == [{"air-transport": 1}]
    alone = attackers("1 air-transport", on=strict)
    assert losses(alone, [AIRCRAFT_ONLY]) == [{}]


def test_whom_the_owner_may_give_for_a_hit() -> None:
    def given(*troops: str, claim: Claim = ANY_UNIT, reading: str = "last-aircraft") -> list[str]:
        side = attackers(*troops, on=Ground(rules=rules({"GW-R-12.2-a": reading})))
        return [side.losses.units[i].id for i in choices(side.losses, side.start, claim)]

    three = ("1 air-transport", "1 fighter", "1 infantry")
    assert given(*three) == ["infantry", "fighter"]
    assert given(*three, claim=AIRCRAFT_FIRST) == ["fighter"]
    assert given("1 air-transport", "1 infantry", claim=AIRCRAFT_FIRST) == ["air-transport"]
    assert given("1 air-transport", "1 infantry", claim=VEHICLE) == ["infantry"]
    assert given(*three, reading="last-unit") == ["infantry", "fighter"]
    assert given("1 air-transport", "1 infantry", claim=AIRCRAFT_ONLY, reading="last-unit") == []
