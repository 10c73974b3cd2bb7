"""The sequence of land combat (9.1, 9.4, 9.5), fire, retreats and endings."""

from __future__ import annotations

import pytest
from unit.gw.forces import battle, force, ground, left, one_round
from unit.gw.shipped import Ground, rules

from pbem.core.choices.conditions import parse_conditions
from pbem.core.rules.sides import Sides
from pbem.systems.gw.battle.casualties import ANY_UNIT
from pbem.systems.gw.battle.fire import paired, ready, volleys
from pbem.systems.gw.battle.land_battle import prepare
from pbem.systems.gw.battle.muster import Plan
from pbem.systems.gw.battle.rounds import (
    NEVER,
    SAVE_AIR,
    Dice,
    Hits,
    Lines,
    Outcome,
    Stage,
    Standing,
    Volley,
    fire,
)
from pbem.systems.gw.odds.odds_exact import standing_at
from pbem.systems.gw.world.battlefield import Battlefield, Border


def at(attacker: tuple[int, ...], defender: tuple[int, ...], rounds: int = 1) -> Standing:
    return standing_at(rounds, attacker, defender)


def test_fire_reads_each_group_of_dice_by_its_own_value() -> None:
    dice = (Dice(0, 2, 3), Dice(0, 1, 2), Dice(1, 1, 4, selects=1))
    volley = Volley("infantry", dice, Stage.LATER, ANY_UNIT, ANY_UNIT)
    assert fire(volley, [3, 4, 3, 1]) == Hits(selected=1, ordinary=1)
    with pytest.raises(ValueError, match="rolls 4 dice, not 3"):
        fire(volley, [1, 1, 1])


def test_a_selection_range_beyond_the_value_selects_with_every_hit() -> None:
    dice = (Dice(0, 3, 1, selects=3),)
    volley = Volley("tank-destroyer", dice, Stage.LATER, ANY_UNIT, ANY_UNIT)
    assert fire(volley, [1, 2, 3]) == Hits(selected=1)


def test_each_artillery_supports_one_infantry_class_unit_where_it_helps() -> None:
    side = battle(
        force("1 artillery", "1 self-propelled-artillery", "3 infantry", "1 medium-armor"),
        force("1 infantry"),
    ).sides.attacker
    assert paired(side, side.start, Stage.LATER) == (0, 0, 2, 0)
    assert [(v.name, v.dice) for v in volleys(ready(side, side.start, Stage.FIRST_ROUND), 0)] == [
        ("infantry", (Dice(2, 2, 3), Dice(2, 1, 2))),
        ("medium-armor", (Dice(3, 1, 6),)),
    ]


def test_support_is_not_wasted_on_units_that_it_cannot_help() -> None:
    mountains = Ground(Battlefield(terrain=("mountain",)))
    fought = battle(force("1 artillery", "1 militia", "1 infantry"), force("1 militia"), mountains)
    side = fought.sides.attacker
    assert paired(side, side.start, Stage.LATER) == (0, 0, 1)


def test_an_artillery_lost_to_first_strike_supports_nobody() -> None:
    fought = battle(
        force("1 artillery", "1 infantry", plan=Plan(losses=("artillery",))),
        force("1 artillery", "1 militia"),
    )
    after = one_round(fought, attacker=[12, 3], defender=[1, 12])
    assert left(fought, after) == ({"infantry": 1}, {"artillery": 1, "militia": 1})


def test_artillery_fires_with_the_rest_from_round_two_on() -> None:
    fought = battle(force("1 artillery"), force("2 militia"))
    second = one_round(fought, [3], [12, 12], at((1,), (2,)))
    assert left(fought, second) == ({"artillery": 1}, {"militia": 1})


def test_units_set_aside_fire_and_then_leave() -> None:
    fought = battle(force("2 medium-armor"), force("2 infantry"))
    after = one_round(fought, attacker=[1, 1], defender=[1, 1])
    assert left(fought, after) == ({}, {})
    assert fought.ending(after) is Outcome.EMPTIED


def test_air_superiority_ends_with_round_one() -> None:
    fought = battle(force("1 fighter"), force("1 fighter", "1 infantry"))
    first = one_round(fought, [1], [12, 12])
    assert left(fought, first)[1] == {"infantry": 1}
    second = one_round(fought, [1], [12, 12], at((1,), (1, 1)))
    assert left(fought, second)[1] == {"fighter": 1}


def test_the_defender_too_has_air_superiority_and_selection() -> None:
    fought = battle(
        force("2 infantry", "1 medium-armor", "1 fighter"), force("1 fighter", "1 tank-destroyer")
    )
    after = one_round(fought, attacker=[12, 12, 12, 12], defender=[2, 6])
    assert left(fought, after) == (
        {"infantry": 2},
        {"fighter": 1, "tank-destroyer": 1},
    )


def test_anti_aircraft_fires_at_three_aircraft_at_most_and_once() -> None:
    fought = battle(force("4 fighter"), force("1 anti-aircraft-artillery"))
    after = one_round(fought, attacker=[12] * 4, defender=[3, 3, 4])
    assert left(fought, after) == ({"fighter": 2}, {"anti-aircraft-artillery": 1})
    later = one_round(fought, [12, 12], [], after)
    assert left(fought, later) == left(fought, after)


def test_works_guard_a_border_or_in_special_zones_the_whole_zone() -> None:
    on = ground(Border("North"), Border("East", works="fortification"))
    north = battle(force("1 infantry across North"), force("1 militia"), on)
    east = battle(force("1 infantry across East", "1 fighter"), force("1 militia"), on)
    city = battle(force("1 infantry"), force("1 militia"), ground(works="fortification"))
    air = battle(force("1 fighter"), force("1 militia"), ground(works="fortification"))
    dice = [
        [works.kind for works in fought.sides.defender.works] for fought in (north, east, city, air)
    ]
    assert dice == [[], ["fortification"], ["fortification"], []]


def test_every_fortification_that_is_attacked_fires() -> None:
    on = ground(Border("North", works="fortification"), Border("East", works="fortification"))
    fought = battle(
        force("1 infantry across North", "1 infantry across East"), force("1 militia"), on
    )
    after = one_round(fought, attacker=[], defender=[12, 5, 5, 12, 12])
    assert left(fought, after) == ({}, {"militia": 1})


DESERT = Ground(Battlefield(terrain=("desert",)))


def test_a_broken_down_vehicle_leaves_unless_all_of_its_kind_are_lost() -> None:
    fought = battle(force("2 medium-armor"), force("3 infantry"), DESERT)
    lost = one_round(fought, attacker=[12, 11], defender=[1, 2, 12])
    assert (lost.forces.attacker, lost.gone.attacker) == ((0,), (0,))
    saved = one_round(fought, attacker=[12, 11], defender=[1, 12, 12])
    assert (saved.forces.attacker, saved.gone.attacker) == ((0,), (1,))
    assert fought.ending(saved) is Outcome.HELD


def test_a_broken_down_vehicle_may_leave_at_once() -> None:
    on = Ground(DESERT.field, rules=rules({"GW-R-1.9-a": "at-once"}))
    fought = battle(force("1 medium-armor", "1 infantry"), force("2 infantry"), on)
    after = one_round(fought, attacker=[12, 12], defender=[1, 2])
    assert (after.forces.attacker, after.gone.attacker) == ((0, 0), (1, 0))


def test_only_attacking_vehicles_break_down() -> None:
    fought = battle(force("1 infantry", "1 artillery"), force("1 medium-armor"), DESERT)
    after = one_round(fought, attacker=[12, 12], defender=[12])
    assert left(fought, after) == ({"infantry": 1, "artillery": 1}, {"medium-armor": 1})
    assert not any(after.gone.attacker)


def test_endings() -> None:
    fought = battle(force("2 infantry", "1 fighter"), force("2 militia"))
    assert {
        forces: fought.ending(at(*forces))
        for forces in [
            ((1, 0), (0,)),
            ((0, 1), (0,)),
            ((0, 0), (1,)),
            ((0, 0), (0,)),
            ((1, 0), (1,)),
        ]
    } == {
        ((1, 0), (0,)): Outcome.CAPTURED,
        ((0, 1), (0,)): Outcome.CLEARED,
        ((0, 0), (1,)): Outcome.HELD,
        ((0, 0), (0,)): Outcome.EMPTIED,
        ((1, 0), (1,)): None,
    }


def test_whether_aircraft_capture_a_zone_is_a_question() -> None:
    anything = Ground(rules=rules({"GW-R-9.19-a": "any-unit"}))
    fought = battle(force("1 fighter"), force("1 militia"), anything)
    assert fought.ending(at((1,), (0,))) is Outcome.CAPTURED


def test_a_battle_in_which_nobody_can_hit_is_over() -> None:
    fought = battle(force("1 seaplane"), force("1 air-transport"))
    assert fought.ending(fought.start()) is None
    assert fought.ending(at((1,), (1,))) is Outcome.DEADLOCK


def order(*texts: object) -> Lines:
    return tuple(map(parse_conditions, texts))


def test_by_default_aircraft_do_not_fight_on_alone() -> None:
    fought = battle(force("1 infantry", "1 fighter"), force("1 militia"), retreat=SAVE_AIR)
    assert [fought.retreats(at(own, (1,))) for own in ((1, 0), (0, 1))] == [False, True]
    assert fought.ending(at((0, 1), (1,))) is Outcome.RETREATED


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (NEVER, False),
        (order("round >= 2"), True),
        (order("round > 2"), False),
        (order("units <= 3"), True),
        (order("land > 2"), False),
        (order("air = 1"), True),
        (order("enemy units >= 3"), False),
        (order("enemy land < 2"), True),
        (order("enemy air = 0"), False),
        (order("strength = 18"), True),
        (order("enemy strength = 10"), True),
        (order("odds < 2-1"), True),
        (order("odds < 9-5"), False),
        (order(["odds < 2-1", "round >= 3"]), False),
        (order("round >= 3", "land = 2"), True),
    ],
)
def test_facts_of_a_retreat_order(lines: Lines, expected: bool) -> None:
    attacker, defender = force("2 medium-armor", "1 fighter"), force("1 infantry", "1 fighter")
    fought = battle(attacker, defender, retreat=lines)
    assert fought.retreats(at((2, 1), (1, 1), rounds=2)) is expected


def test_odds_are_unknown_against_an_enemy_without_dice() -> None:
    fought = battle(force("1 infantry"), force("1 air-transport"), retreat=order("odds >= 1-9"))
    assert not fought.retreats(at((1,), (1,)))


def test_an_airborne_assault_keeps_everybody_in_the_battle() -> None:
    fought = battle(
        force("1 infantry", "1 airborne by air"), force("1 militia"), retreat=order("round >= 1")
    )
    assert [fought.retreats(at(own, (1,))) for own in ((1, 1), (1, 0))] == [False, True]


def test_land_units_need_a_way_back_and_aircraft_do_not() -> None:
    attacker, defender = force("1 infantry", "1 fighter"), force("1 militia")
    fought = prepare(Sides(attacker, defender), Ground(), SAVE_AIR, way_back=False)
    assert [fought.may_retreat(own) for own in ((1, 1), (0, 1))] == [False, True]


def test_no_retreat_before_the_first_round() -> None:
    fought = battle(force("1 fighter"), force("1 militia"), retreat=SAVE_AIR)
    assert fought.ending(fought.start()) is None
