"""Land combat: factors, the choice of table, modifiers, results (11.15.1, 11.15.4 to 11.15.6)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pbem.systems.wif as wif
from pbem.core.cases.shelf import shelf
from pbem.core.data.charts import Chart, load_charts
from pbem.core.rules.readings import Reading, Rules
from pbem.systems.flames.land.combat_table import (
    ArmouredDivisions,
    Battleground,
    DaggerRounding,
    ExtraLoss,
    HqRounding,
    SecondPower,
    WinterisedDivisions,
    attacker_losses,
    die_modifiers,
    first_losses,
    half_winterised,
    hq_modifier,
    in_tenths,
    modified_roll,
    odds_modifier,
    read_result,
    stay_face_up,
    two_dice_modifiers,
    who_chooses,
)
from pbem.systems.flames.land.combatants import ScaleBelowEven, odds_of, step_of
from pbem.systems.flames.world.land_factors import (
    Combatant,
    SeveralHexsides,
    Support,
    SupportLimit,
    attack_column,
    attack_multiplier,
    barring,
    bombing_multiplier,
    defence_multiplier,
    defending_factors,
    eased,
    flown_factors,
    ground_support,
    strike_factors,
)
from pbem.systems.flames.world.vocabulary import CombatTable

FINE = Battleground("clear", "fine")
RULES = Rules(shelf("wif").book)


@pytest.fixture(scope="module")
def charts() -> Mapping[str, Chart]:
    return load_charts(Path(str(wif.__file__)).parent / "data" / "charts")


@pytest.fixture(scope="module")
def terrain(charts: Mapping[str, Chart]) -> Chart:
    return charts["terrain-effects"]


def unit(kind: str = "INF", number: int = 1, **more: Any) -> Combatant:
    said = {"power": "germany", "printed": Fraction(5), "factors": Fraction(5), **more}
    return Combatant(id=f"{kind}-{number}", name=f"{number} {kind}", kind=kind, **said)


def named(modifiers: Any) -> dict[str, int]:
    return {modifier.name: modifier.value for modifier in modifiers}


# --- factors ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "across", "engineer", "multiplier"),
    [
        ("INF", (), False, Fraction(1)),
        ("INF", ("rail",), False, Fraction(1)),
        ("INF", ("river",), False, Fraction(1, 2)),
        ("INF", ("river", "fort"), False, Fraction(1, 6)),
        ("INF", ("river", "fort"), True, Fraction(1, 2)),
        ("INF", ("river", "canal"), True, Fraction(1)),
        ("MAR", ("straits", "all-sea"), False, Fraction(1)),
        ("MAR", ("lake",), False, Fraction(1, 2)),
        ("MTN", ("alpine",), False, Fraction(1, 2)),
        ("ARM", ("frozen-lake",), False, Fraction(1, 2)),
    ],
)
def test_hexsides_reduce_an_attacker(
    terrain: Chart, kind: str, across: tuple[str, ...], engineer: bool, multiplier: Fraction
) -> None:
    hinders = eased(across, terrain) if engineer else across
    assert attack_multiplier(attack_column(kind), hinders, terrain) == multiplier


def test_the_other_reading_takes_only_the_worst_hexside(terrain: Chart) -> None:
    assert attack_multiplier(
        "others", ("river", "fort"), terrain, rule=SeveralHexsides.WORST
    ) == Fraction(1, 3)


def test_some_hexsides_bar_an_attack(terrain: Chart) -> None:
    assert barring("INF", ("alpine",), terrain) == "alpine"
    assert barring("INF", ("all-sea",), terrain) == "all-sea"
    assert barring("INF", ("all-sea", "straits"), terrain) == ""
    assert barring("MTN", ("alpine",), terrain) == ""
    assert barring("MAR", ("lake",), terrain) == ""


def test_mountain_and_swamp_strengthen_the_defence(terrain: Chart) -> None:
    found = {t: defence_multiplier("INF", t, terrain) for t in ("clear", "forest", "swamp")}
    assert found == {"clear": 1, "forest": 1, "swamp": 2}
    assert defence_multiplier("INF", "mountain", terrain) == 2
    assert defence_multiplier("MTN", "mountain", terrain) == 3


@pytest.mark.parametrize(
    ("face_down", "supplied", "white", "division", "factors"),
    [
        (False, False, False, False, 7),
        (True, True, False, False, 7),
        (True, False, True, False, 3),
        (True, False, True, True, 1),
        (True, False, False, False, 1),
    ],
)
def test_a_cut_off_face_down_defender_is_weak(
    face_down: bool, supplied: bool, white: bool, division: bool, factors: int
) -> None:
    found = defending_factors(
        Fraction(7), face_down=face_down, supplied=supplied, white_print=white, division=division
    )
    assert found == factors


def test_weather_and_terrain_halve_bombers_and_strikes_round_at_the_end(terrain: Chart) -> None:
    assert bombing_multiplier("rain", "jungle", terrain) == Fraction(1, 4)
    assert bombing_multiplier("snow", "clear", terrain) == Fraction(1, 2)
    assert bombing_multiplier("fine", "swamp", terrain) == Fraction(1, 2)
    assert bombing_multiplier("fine", "mountain", terrain) == 1
    assert [strike_factors(Fraction(n), Fraction(1, 4)) for n in (1, 2, 5, 6)] == [0, 1, 1, 2]
    assert strike_factors(Fraction(5), Fraction(1), extended=True) == 3


def test_ground_support_is_capped_by_the_land_units() -> None:
    bombers = [Support(f"b{n}", f"b{n}", "japan", Fraction(t)) for n, t in enumerate((3, 2, 2))]
    half = Fraction(1, 2)
    assert ground_support(flown_factors(bombers, []), half, Fraction(17, 2)) == Fraction(7, 2)
    assert ground_support(flown_factors(bombers, []), half, Fraction(3)) == 3
    assert ground_support(
        flown_factors(bombers, []), half, Fraction(3), limit=SupportLimit.FIRST
    ) == Fraction(3, 2)


def test_a_tank_buster_counts_double_against_armour_and_extended_range_half() -> None:
    buster = Support("b", "b", "ussr", Fraction(3), tank_buster=True)
    far = Support("c", "c", "ussr", Fraction(3), extended=True)
    whole = Fraction(1)
    assert ground_support(flown_factors([buster], [unit("MECH")]), whole, Fraction(20)) == 6
    assert ground_support(flown_factors([buster], [unit("INF")]), whole, Fraction(20)) == 3
    assert ground_support(flown_factors([far], [unit("MECH")]), whole, Fraction(20)) == Fraction(
        3, 2
    )


# --- choice of table -------------------------------------------------------------------------


def test_more_armour_on_open_ground_chooses_the_table(terrain: Chart) -> None:
    attackers, defenders = [unit("ARM")], [unit("MECH"), unit("INF")]

    def chooser(ground: Battleground) -> str:
        return who_chooses(attackers, defenders, ground, terrain).side

    assert chooser(FINE) == "attacker"
    assert chooser(Battleground("forest", "blizzard")) == "attacker"
    assert chooser(Battleground("desert", "fine")) == "attacker"
    assert chooser(Battleground("clear", "fine", city=True)) == "defender"
    assert chooser(Battleground("swamp", "fine")) == "defender"
    assert chooser(Battleground("mountain", "fine")) == "defender"
    assert who_chooses([unit("INF")], [unit("INF")], FINE, terrain).side == "defender"


def test_the_maginot_choice_of_table(terrain: Chart) -> None:
    fort = ("fort",)
    armour = [unit("ARM", 1, across=fort), unit("ARM", 2, across=fort)]
    mech = unit("MECH", 1)
    division = unit("MECH", 2, division=True)
    defenders = [unit("MECH", 3), unit("MIL")]
    assert who_chooses([*armour, mech, division], defenders, FINE, terrain).side == "attacker"
    assert who_chooses([*armour, mech], defenders, FINE, terrain).side == "defender"
    with_armour = [*defenders, unit("ARM", 4, division=True)]
    assert who_chooses([*armour, mech, division], with_armour, FINE, terrain).side == "defender"


# --- modifiers ---------------------------------------------------------------------------------


def modifiers(
    attackers: list[Combatant],
    defenders: list[Combatant],
    ground: Battleground = FINE,
    table: str = CombatTable.BLITZKRIEG,
    readings: Mapping[type[Reading], Reading] | None = None,
    **more: Any,
) -> dict[str, int]:
    rules = Rules(RULES.book, readings or {})
    said = {"step": 3, **more}
    return named(die_modifiers(attackers, defenders, ground, rules, table=table, **said))


def test_each_face_down_defender_adds_one() -> None:
    down = [unit("INF", n, face_down=True) for n in (1, 2)]
    assert modifiers([unit()], [*down, unit("INF", 3)]) == {"face-down defenders": 2}


def test_armour_helps_only_a_blitzkrieg_but_hinders_on_both_tables() -> None:
    armour, mech = unit("ARM"), unit("MECH")
    assert modifiers([armour], [unit()]) == {"armour": 1}
    assert modifiers([armour], [unit()], table=CombatTable.ASSAULT) == {}
    assert modifiers([armour], [mech]) == {}
    assert modifiers([mech], [armour]) == {"armour": -1}
    assert modifiers([mech], [armour], table=CombatTable.ASSAULT) == {"armour": -1}
    for ground in (
        Battleground("clear", "rain"),
        Battleground("forest", "fine"),
        Battleground("clear", "fine", city=True),
    ):
        assert modifiers([armour], [unit()], ground) == {}


def test_a_division_counts_half_as_armour_unless_read_otherwise() -> None:
    armour, tank = unit("ARM", 1), unit("ARM", 2, division=True)
    assert modifiers([armour], [tank]) == {"armour": 1}
    one = {ArmouredDivisions: ArmouredDivisions.ONE}
    assert modifiers([armour], [tank], readings=one) == {}


def test_factories_engineers_powers_winter_and_long_odds() -> None:
    works = Battleground("clear", "fine", city=True, factory=True)
    sapper = unit("ENG", engineer=True)
    assert modifiers([unit()], [unit()], works) == {"printed factory": -1}
    assert modifiers([sapper], [unit()], works) == {}
    assert modifiers([unit()], [sapper], works) == {"printed factory": -2}
    italian = unit("INF", 2, power="italy")
    assert modifiers([unit(), italian], [unit()]) == {"several major powers": -1}
    assert modifiers([unit()], [unit()], air_powers=["italy"]) == {"several major powers": -1}
    land_only = {SecondPower: SecondPower.LAND_ONLY}
    assert modifiers([unit()], [unit()], air_powers=["italy"], readings=land_only) == {}
    hardy = [unit("INF", 1, winterised=True), unit("INF", 2)]
    snow = Battleground("clear", "snow")
    assert modifiers([unit()], hardy, snow) == {"winterised defenders": -1}
    assert modifiers([unit()], hardy, Battleground("clear", "storm")) == {}
    assert modifiers([unit()], [unit()], step=-4) == {"odds below 1:2": -3}
    assert modifiers([unit()], [unit()], hq=-1) == {"HQ support": -1}


@pytest.mark.parametrize(
    ("attacker", "defender", "magnitude", "signed"),
    [(2, 0, 1, 1), (2, 5, -1, -1), (3, 5, -1, 0), (0, 5, -1, -1), (5, 4, 0, 0), (4, 0, 1, 1)],
)
def test_hq_support_is_a_quarter_of_the_difference(
    attacker: int, defender: int, magnitude: int, signed: int
) -> None:
    assert hq_modifier(attacker, defender) == magnitude
    assert hq_modifier(attacker, defender, rule=HqRounding.SIGNED) == signed


def test_half_winterised_counts_each_unit_one_unless_read_otherwise() -> None:
    units = [unit("INF", 1, winterised=True, division=True), unit("INF", 2)]
    assert half_winterised(units)
    assert not half_winterised(units, WinterisedDivisions.HALF)


def test_a_modified_roll_is_never_less_than_one() -> None:
    low = die_modifiers([unit()], [unit()], FINE, RULES, table=CombatTable.ASSAULT, step=-5)
    assert modified_roll(2, low) == 1
    assert modified_roll(9, low) == 5


# --- two dice ------------------------------------------------------------------------------------


def test_the_loire_example_of_two_dice(charts: Mapping[str, Chart]) -> None:
    half = Fraction(1, 2)
    attackers = [
        unit("ARM", printed=Fraction(8), factors=Fraction(4)),
        unit("INF", printed=Fraction(5), factors=Fraction(5) * half),
        unit("HQ-I", printed=Fraction(6), factors=Fraction(3)),
    ]
    chart = charts["land-combat-2d10-modifiers"]
    odds = odds_of(Fraction(29, 2), Fraction(6), 0, ScaleBelowEven.ATTACK_FACTORS)
    found = two_dice_modifiers(
        attackers, [unit("MOT")], FINE, RULES, table=CombatTable.BLITZKRIEG, hq=(3, 0)
    )
    assert found == (("armour", half), ("HQ support", Fraction(3, 2)))
    final = odds_modifier(odds, chart, True) + sum(amount for _, amount in found)
    assert final == Fraction(41, 6)
    assert in_tenths(final) == (6, 8)
    cell = charts["land-combat-2d10"].lookup(
        roll=12 + 6 + 1, column="", table=CombatTable.BLITZKRIEG
    )
    assert read_result(cell.text).text == "†1/B"


def test_odds_below_even_interpolate_between_their_steps(charts: Mapping[str, Chart]) -> None:
    chart = charts["land-combat-2d10-modifiers"]
    odds = odds_of(Fraction(11), Fraction(6), -2, ScaleBelowEven.ATTACK_FACTORS)
    assert odds_modifier(odds, chart, False) == 0
    assert odds_modifier(odds, chart, True) == Fraction(4, 3)
    assert odds_modifier(odds_of(Fraction(1), Fraction(4), 0), chart, False) == -4
    assert step_of(Fraction(1, 4)) == -3


# --- results -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "facing", "attacker", "defender", "effect", "extra"),
    [
        ("-", "", 0, 0, "", False),
        ("2/-", "", 2, 0, "", False),
        ("-/R", "", 0, 0, "R", False),
        ("†1/2S", "†", 1, 2, "S", False),
        ("*/2B", "*", 0, 2, "B", False),
        ("1/R§", "", 1, 0, "R", True),
    ],
)
def test_a_cell_says_losses_effect_and_facing(
    text: str, facing: str, attacker: int, defender: int, effect: str, extra: bool
) -> None:
    result = read_result(text)
    found = (result.facing, result.attacker, result.defender, result.effect, result.extra_loss)
    assert found == (facing, attacker, defender, effect, extra)


def test_every_cell_of_the_charts_is_read(charts: Mapping[str, Chart]) -> None:
    for name in ("land-combat-1d10", "land-combat-2d10"):
        for table in charts[name].tables.values():
            assert [read_result(cell.text).text for cell in table.cells.values()] == [
                cell.text for cell in table.cells.values()
            ]
    with pytest.raises(ValueError, match="no result"):
        read_result("4:1")


def test_the_extra_loss_depends_on_weather_ground_and_armour() -> None:
    result = read_result("1/1§")
    assert attacker_losses(result, [unit()], FINE) == 1
    assert attacker_losses(result, [unit("MECH")], FINE) == 2
    assert attacker_losses(result, [unit()], Battleground("forest", "fine")) == 2
    assert attacker_losses(result, [unit()], Battleground("clear", "rain")) == 2
    assert attacker_losses(result, [unit("ARM")], FINE, rule=ExtraLoss.NEVER) == 1


def test_who_gained_a_benefit_is_lost_first() -> None:
    attackers = [unit("ARM"), unit("MOT", division=True), unit("INF", winterised=True), unit("GAR")]
    everyone = ("ARM-1", "MOT-1", "INF-1", "GAR-1")
    assert first_losses(attackers) == everyone
    assert first_losses(attackers, armour=True) == ("ARM-1", "MOT-1")
    assert first_losses(attackers, winterised=True) == ("INF-1",)
    assert first_losses(attackers, armour=True, winterised=True) == ("ARM-1", "MOT-1", "INF-1")
    sapper = unit("ENG", engineer=True)
    assert first_losses([*attackers, sapper], armour=True, engineers=True) == ("ENG-1",)


def test_a_dagger_keeps_half_face_up() -> None:
    assert [stay_face_up("†", n) for n in range(5)] == [0, 1, 1, 2, 2]
    assert [stay_face_up("†", n, rule=DaggerRounding.DOWN) for n in range(5)] == [0, 0, 1, 1, 2]
    assert stay_face_up("*", 3) == 3
    assert stay_face_up("", 3) == 0
