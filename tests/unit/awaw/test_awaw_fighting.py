"""Strengths, losses and attrition in single situations, and how orders name units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest
from situations import checked, codes, europe, pacific, piece, unit

from pbem.core.play.umpire import Umpire
from pbem.core.record.events import PlaceChanged, UnitMoved, apply
from pbem.core.rules.rulings import Ruled
from pbem.systems.awaw.battle.kinds import Ship, is_fully_operational, task_force_trouble
from pbem.systems.awaw.battle.multipliers import Attack, Ground, multiplier
from pbem.systems.awaw.combat.air_defence import _flyers, _options, may_fly
from pbem.systems.awaw.combat.attrition import (
    Attrition,
    _wrongly_occupied,
    attrition_of,
    check_attrition,
    hexes_taken,
    may_be_occupied,
    modifiers_of,
    read_cell,
)
from pbem.systems.awaw.combat.ground import Fight, _present, strengths, to_pool
from pbem.systems.awaw.combat.losing import Loss, _crowded_first, _price, owners_give
from pbem.systems.awaw.combat.outcomes import around, concerned
from pbem.systems.awaw.economy.costs import Fighter, Operation, cost_of
from pbem.systems.awaw.operations.orders import Announced
from pbem.systems.awaw.turn.conquests import in_danger
from pbem.systems.awaw.world.naming import Check, part_factors, told
from pbem.systems.awaw.world.position import Position

# --- how orders name units ---


def named(position: Position, said: Any, at: str = "N33") -> tuple[list[str], str]:
    """What is found, and the units in words."""
    groups: list[Any] = []

    def check(position: Position, order: Any) -> Any:
        one = Check(position, order)
        groups.extend(one.groups(at, said))
        return one.ruling("")

    ruling = checked(check, position)
    return [finding.message for finding in ruling.findings], told(groups)


@pytest.mark.parametrize(
    ("said", "found", "words"),
    [
        ("all", [], "Bismarck, 2 armor 4-6, 3 infantry 3-3, 1 infantry 1-3"),
        ("2 inf 3-3", [], "2 infantry 3-3"),
        ("inf 3-3", [], "1 infantry 3-3"),
        ("2 inf 3-3, armor", [], "2 infantry 3-3, 1 armor 4-6"),
        ({"inf 3-3": 3, "Bismarck": 1}, [], "3 infantry 3-3, Bismarck"),
        ({"infantry": "all"}, [], "3 infantry 3-3, 1 infantry 1-3"),
        (["inf 3-3", "inf 3-3"], [], "1 infantry 3-3, 1 infantry 3-3"),
        ("4 inf 3-3", ["there are not so many 'inf 3-3': 3"], "3 infantry 3-3"),
        ("jet", ["you have no 'jet' in Lodz N33"], ""),
    ],
)
def test_units_are_named_by_what_is_printed(said: Any, found: list[str], words: str) -> None:
    position = europe(
        unit("ger-inf-3-3", "germany", "N33", count=3),
        unit("ger-inf-1-3", "germany", "N33", count=1),
        unit("ger-armor-4-6", "germany", "N33", count=2),
        unit("ger-bismarck", "germany", "N33", id="Bismarck"),
        unit("rus-inf-3-3", "russia", "N33", count=2),
    )
    given, units = named(position, said)
    assert (given, sorted(units.split(", "))) == (found, sorted(words.split(", ")))


def test_nobody_is_told_where_nobody_stands() -> None:
    assert named(europe(), "all") == (["you have no units in Lodz N33"], "")
    pool = "pool:germany/force"
    assert named(europe(), "all", pool) == (["you have no units in the force pool"], "")


def test_of_units_printed_alike_those_of_the_own_nation_come_first() -> None:
    rows = [
        unit("ita-army-air", "germany", "N33", count=2, id="a-italian"),
        unit("ger-army-air", "germany", "N33", count=2, id="german"),
    ]
    assert named(europe(*rows), "2 AAF") == ([], "2 AAF")
    assert named(europe(*rows), "3 AAF")[0] == ["there are not so many 'AAF': 2"]
    assert named(europe(rows[0]), "2 AAF") == ([], "2 AAF")
    mixed = [
        unit("ita-inf-1-3", "germany", "N33", count=1),
        unit("ger-inf-3-3", "germany", "N33", count=1),
    ]
    assert named(europe(*mixed), {"infantry": "all"})[1].count("infantry") == 2


def test_factors_of_a_part() -> None:
    one = piece(europe(unit("ger-armor-4-6", "germany", "N33", count=3)))
    assert [part_factors(one, many) for many in (0, 1, 3)] == [0, 4, 12]


# --- losses ---


class Asks:
    """An umpire who answers every decision with the same picks, and knows what he was asked."""

    def __init__(self, position: Position, *picks: str) -> None:
        self.position, self.state, self.game = position, position.state, position.game
        self.picks, self.asked = picks, []

    def since(self, _: str) -> Any:
        return self.state

    def opening(self, decisions: Sequence[Any]) -> list[Any]:
        self.asked += decisions
        return [SimpleNamespace(picks=self.picks) for _ in decisions]


def lost(
    position: Position, many: int, *picks: str, counters: bool = False
) -> tuple[dict[str, int], list[Any]]:
    umpire = Asks(position, *picks)
    groups = [(position.piece(one), one.size) for one in position.units.values()]
    loss = Loss("ground-attack", "attackers", many, "x", "N33", counters)
    given = owners_give(cast(Umpire, umpire), groups, loss)
    return {part.unit: part.many for part in given}, umpire.asked


INFANTRY = unit("ger-inf-3-3", "germany", "N33", count=2, id="infantry")
ARMOR = unit("ger-armor-4-6", "germany", "N34", count=2, id="armor")


def test_owners_choose_where_there_is_something_to_choose() -> None:
    both = europe(INFANTRY, ARMOR)
    known = {one.counter: one.id for one in both.units.values()}
    foot, tanks = known["ger-inf-3-3"], known["ger-armor-4-6"]
    given, asked = lost(both, 3)
    assert (given, len(asked)) == ({foot: 1}, 1)
    assert dict(asked[0].facts) == {
        "lost": 3, "factors": 14, "by": "ground-attack", "side": "attackers",
    }  # fmt: skip
    assert sorted(option.worth for option in asked[0].options) == [3, 8]
    assert lost(both, 3, tanks)[0] == {tanks: 1}
    assert lost(both, 6, tanks)[0] == {tanks: 2}
    for many in (0, 14, 20):
        assert not lost(both, many, tanks)[1]
    assert lost(both, 14)[0] == {foot: 2, tanks: 2}
    assert not lost(europe(INFANTRY), 3)[1]
    assert lost(both, 1, counters=True)[0] == {foot: 1}
    assert lost(both, 3, counters=True)[0] == {foot: 2, tanks: 1}


def test_the_player_with_the_most_factors_is_asked_first() -> None:
    rows = [
        unit("bri-inf-1-3", "britain", "N33", count=2),
        unit("fra-inf-2-3", "france", "N33", count=2),
    ]
    assert lost(europe(*rows), 1)[1][0].by == ("marie", "anna")
    rows[0] = unit("bri-inf-1-3", "britain", "N33", count=4)
    assert lost(europe(*rows), 1)[1][0].by == ("anna", "marie")


def test_crowded_hexes_lose_first_and_units_have_their_price() -> None:
    position = europe(
        unit("ger-inf-3-3", "germany", "N33", count=1),
        unit("ger-inf-3-3", "germany", "N34", count=2),
        unit("ita-inf-1-3", "italy", "N33", count=4),
        unit("ger-armor-4-6", "germany", "N35", count=1),
        unit("bri-nelson", "britain", "N32", id="Nelson"),
    )
    pieces = {
        one.at + one.owner: one
        for unit in position.units.values()
        for one in [position.piece(unit)]
    }
    groups = [(pieces["N33germany"], 1), (pieces["N34germany"], 2)]
    assert [group[0].at for group in _crowded_first(position, groups)] == ["N34", "N33"]
    prices = [_price(pieces[name]) for name in ("N33germany", "N35germany", "N32britain")]
    assert prices == [3, 8, 12]


def test_the_lost_are_new_units_in_their_pool() -> None:
    marks = {"attacked": ["eastern", "impulse"]}
    one = piece(europe(unit("ger-inf-3-3", "germany", "N33", count=3, marks=marks)))
    *cleared, moved = to_pool(one, 2)
    assert isinstance(moved, UnitMoved)
    assert (moved.new, moved.count, len(cleared)) == ("pool:germany/force", 2, 1)
    assert len(to_pool(one, 2, double=True)) == 3


# --- strengths ---


def plan(position: Position, *units: str, at: Sequence[str], kind: str = "ground-attack") -> Any:
    groups = tuple(
        (position.piece(one), one.size)
        for one in position.units.values()
        if one.counter in units and one.owner == "germany"
    )
    return Announced(kind, "germany", "germany", groups, tuple(at), ("eastern",), "eastern", 0, 0)


def test_strengths_of_an_attack_with_support_and_winter() -> None:
    rows = [
        unit("ger-inf-3-3", "germany", "N35", count=2),
        unit("ger-army-air", "germany", "N32", count=3),
        unit("rus-inf-2-3", "russia", "M36", count=2),
        unit("rus-army-air", "russia", "M36", count=5),
    ]
    position = europe(*rows)
    attack = plan(position, "ger-inf-3-3", at=["M36"])
    support = plan(position, "ger-army-air", at=["M36"], kind="ground-support")
    elsewhere = plan(position, "ger-army-air", at=["L36"], kind="ground-support")
    found = strengths(position, attack, [support])
    assert (found.attack, found.support, found.defence, found.air) == (6, 3, 4, 0)
    base = found.modified
    assert strengths(position, attack, [elsewhere]).support == 0
    winter = europe(*rows, tracks={"winter": 7})
    assert strengths(winter, attack, []).modified == base - 4
    mild = europe(*rows, tracks={"winter": 6})
    assert strengths(mild, attack, []).modified == base


def test_odds_are_of_attackers_with_support_against_defenders_in_the_air_too() -> None:
    one = Fight(plan(europe(), at=["M36"]), 3, 6, 2, 4, 2)
    assert (one.strengths, one.told, one.odds) == ((9, 6), "9:6", 1.5)
    nobody = Fight(plan(europe(), at=["M36"]), 0, 6, 0, 0)
    assert nobody.odds == 6


@pytest.mark.parametrize(
    ("kind", "ground", "attack", "number"),
    [
        ("infantry", Ground(), Attack(), 2),
        ("infantry", Ground(), Attack(exploiting=True), 1),
        ("infantry", Ground("forest"), Attack(exploiting=True, winter=7), 1),
        ("infantry", Ground("jungle-mountain"), Attack(exploiting=True), 3),
        ("infantry", Ground("forest"), Attack(winter=6), 3),
        ("infantry", Ground("forest"), Attack(winter=7), 2),
        ("replacement", Ground("forest"), Attack(winter=8), 2),
        ("armor", Ground("forest"), Attack(exploiting=True, winter=8), 3),
        ("infantry", Ground(capital=True), Attack(exploiting=True, winter=8), 2),
        ("infantry", Ground(objective=True), Attack(exploiting=True, winter=8), 2),
        ("infantry", Ground(sides=("river",)), Attack(), 3),
        ("infantry", Ground(sides=("river", "crossing")), Attack(), 4),
        ("infantry", Ground(), Attack(exploiting=True, winter=8), 1),
    ],
)
def test_multipliers(kind: str, ground: Ground, attack: Attack, number: int) -> None:
    assert multiplier(europe().book.chart("terrain"), kind, ground, attack) == number


def test_what_a_ruling_may_name() -> None:
    position = europe(
        unit("ger-inf-3-3", "germany", "O31", count=2),
        unit("rus-inf-2-3", "russia", "M36", count=1),
    )
    attack = plan(position, "ger-inf-3-3", at=["M36"])
    assert around(position, attack) == ("O31", "M36", *position.board.neighbours["M36"])
    assert sorted(position.units) == sorted(concerned(position, attack))


# --- task forces and costs ---


@pytest.mark.parametrize(
    ("ships", "trouble"),
    [
        ([("DD", 9)], "size"), ([("DD", 10)], ""), ([("DD", 25)], ""), ([("DD", 26)], "size"),
        ([("CV", 9), ("DD", 9)], ""), ([("CV", 9), ("DD", 8)], "fast carriers"),
        ([("CVE", 9), ("DD", 1)], ""),
    ],
)  # fmt: skip
def test_task_forces(ships: list[tuple[str, int]], trouble: str) -> None:
    chart = europe().book.chart("kinds")
    fleet = [Ship(kind, factors, "western-allies") for kind, factors in ships]
    assert task_force_trouble(chart, fleet) == trouble
    damaged = Ship("DD", 5, "western-allies", damaged=True)
    assert task_force_trouble(chart, [*fleet, damaged]) == "damaged"
    assert task_force_trouble(chart, [*fleet, Ship("DD", 5, "japan")]) == "two factions"


def test_operational_carriers() -> None:
    chart = europe().book.chart("kinds")

    def works(kind: str, nas: int, damaged: bool = False) -> bool:
        return is_fully_operational(chart, kind, damaged=damaged, nas=nas, full=3)

    assert [works("CV", 3), works("CV", 2), works("CV", 4), works("CV", 3, True)] == [
        True, False, False, False,
    ]  # fmt: skip
    assert not works("CVE", 3)
    assert not works("BB", 3)


@pytest.mark.parametrize(
    ("kind", "known", "cost"),
    [
        ("invasion", {}, 3), ("invasion", {"defended": False}, 0),
        ("invasion", {"fought": False}, 0),
        ("ground-attack", {"defended": False}, 3), ("ground-attack", {"fought": False}, 3),
        ("airdrop", {"defended": False}, 0), ("raid", {}, 0),
    ],
)  # fmt: skip
def test_what_ground_units_pay(kind: str, known: Mapping[str, bool], cost: int) -> None:
    chart = europe().book.chart("operations")
    one = Fighter("infantry", 1, 3, ground=True)
    assert cost_of(chart, Operation(kind, "combat", **known), [one]) == cost


# --- attrition ---


def test_who_attritions_whom() -> None:
    rows = [
        unit("ger-inf-3-3", "germany", "N35", count=2, id="a"),
        unit("ger-army-air", "germany", "N35", count=2, id="b"),
        unit("ger-inf-1-3", "germany", "N32", count=2, id="c"),
        unit("ita-inf-1-3", "italy", "N35", count=1, id="d"),
        unit("rus-inf-2-3", "russia", "M36", count=1, id="e"),
        unit("rus-army-air", "russia", "M36", count=1, id="f"),
        unit(
            "rus-inf-1-3",
            "russia",
            "M36",
            count=1,
            id="g",
            marks={"attacked": ["eastern", "impulse"]},
        ),
    ]
    found = attrition_of(europe(*rows, wars=[["germany", "russia"]]), "germany", "eastern")
    assert [(one.owner, one.kind, one.at) for one in found.attackers] == [
        ("germany", "infantry", "N35"),
    ]  # fmt: skip
    assert sorted(one.counter.id for one in found.defenders) == ["rus-inf-1-3", "rus-inf-2-3"]
    back = attrition_of(europe(*rows, wars=[["germany", "russia"]]), "russia", "eastern")
    assert [one.counter.id for one in back.attackers] == ["rus-inf-2-3"]
    assert not attrition_of(europe(*rows), "germany", "western").attackers
    assert not attrition_of(europe(*rows, wars=[]), "germany", "eastern").attackers


def test_attrition_is_ordered_once() -> None:
    rows = [
        unit("ger-inf-3-3", "germany", "N35", count=2),
        unit("rus-inf-2-3", "russia", "M36", count=1),
    ]

    def ordered(**counters: int) -> list[str]:
        powers = {"germany": {"players": ["hans"], "counters": counters}}
        return codes(checked(check_attrition, europe(*rows, powers=powers), front="eastern"))

    assert ordered() == []
    assert ordered(**{"actions.eastern": 14}) == []
    assert ordered(**{"actions.eastern": 15}) == ["full-offensive"]
    assert ordered(**{"aimed.attrition.eastern": 1}) == ["twice"]
    assert codes(checked(check_attrition, europe(*rows), "anna", front="eastern")) == [
        "not-your-turn"
    ]


def test_cells_modifiers_and_hexes_of_attrition() -> None:
    cells = [read_cell(text) for text in ("3C/1H", "2C", "1H", "")]
    assert cells == [(3, 1), (2, 0), (0, 1), (0, 0)]
    assert (hexes_taken(3, pacific=True), hexes_taken(3, pacific=False)) == (1, 3)
    board = europe().board
    capital = next(place for place in board.places if board.fact(place, "capital"))
    assert not may_be_occupied(europe(), capital)
    assert may_be_occupied(europe(), "N33")


@pytest.mark.parametrize(
    ("factors", "more"), [(0, 0), (70, 0), (79, 0), (80, 1), (89, 1), (90, 2), (100, 3)]
)
def test_every_ten_factors_beyond_seventy_add_one(factors: int, more: int) -> None:
    rows = [unit("ger-inf-1-3", "germany", "N35", count=factors)] if factors else []
    position = europe(*rows)
    pieces = tuple(position.piece(one) for one in position.units.values())
    found = modifiers_of(Attrition("germany", "eastern", pieces, ()))
    assert sum(one.value for one in found) == more
    assert len(found) == (1 if more else 0)


def ruling(*events: Any) -> Ruled:
    return Ruled("occupation", "Mod", "so", "9.61", events=events)


def test_occupations() -> None:
    position = europe()
    one = PlaceChanged("M36", "controller", "", "russia", "germany")
    out = UnitMoved("x", "box:urals", "M36")
    assert _wrongly_occupied(position, ruling(one), 1) == ""
    assert _wrongly_occupied(position, ruling(one), 0) == "no more than 0 hexes are taken"
    assert "nobody advances out" in _wrongly_occupied(position, ruling(out), 1)
    inside = UnitMoved("x", "N35", "M36")
    assert _wrongly_occupied(position, ruling(one, inside), 1) == ""


# --- the air, and capitals ---


def test_who_flies_in_defence() -> None:
    position = europe(
        unit("ger-army-air", "germany", "N32", count=2),
        unit("ger-air-transport", "germany", "N32", count=2),
        unit("ger-army-air", "germany", "M33", count=2),
        unit("ita-army-air", "italy", "N32", count=1),
        unit("usa-army-air", "united-states", "box:atlantic-us", count=1),
    )
    flies = {
        (one.kind, one.at): may_fly(position, one, "M34")
        for unit in position.units.values()
        for one in [position.piece(unit)]
    }
    assert [key for key, may in flies.items() if may] == [("AAF", "N32")]


def test_every_factor_is_an_option() -> None:
    one = piece(europe(unit("ger-army-air", "germany", "N32", count=2)))
    found = _options(europe(), [one, one])
    assert [option.id for option in found] == [f"{one.id}#1", f"{one.id}#2"]
    assert [option.name[-3:] for option in found] == [", 1", ", 2"]
    assert {option.worth for option in found} == {1}


def test_partners_fly_for_each_other() -> None:
    position = europe(wars=[["germany", "france"], ["germany", "britain"]])
    told = _flyers(position, cast(Any, SimpleNamespace(defender="france")))
    assert told == ("france", "britain")
    powers = {"norway": {"relations": {}}}
    alone = europe(powers=powers, wars=[["germany", "norway"]])
    assert _flyers(alone, cast(Any, SimpleNamespace(defender="norway"))) == ("norway",)


def test_powers_whose_capital_an_enemy_holds_are_in_danger() -> None:
    powers = {"germany": {"homes": ["germany"]}, "russia": {"homes": ["ussr"]}}
    board = europe().board
    capital = next(
        p for p in board.places if board.fact(p, "capital") and board.country(p) == "ussr"
    )
    for holder, found in (("germany", ["russia"]), ("japan", []), ("russia", [])):
        assert list(in_danger(europe(powers=powers, control={capital: holder}))) == found


def test_the_pacific_is_not_europe() -> None:
    assert hexes_taken(1, pacific=pacific().board.id == "awaw-pacific") == 0


def test_who_is_gone_fights_no_more_and_who_is_fewer_with_what_is_left() -> None:
    row = unit("ger-inf-3-3", "germany", "N35", count=3)
    before, after = europe(row), europe({**row, "count": 2})
    attack = plan(before, "ger-inf-3-3", at=["M36"])
    assert [(one.size, one.factors) for one in _present(after, attack)] == [(2, 6)]
    assert _present(europe(), attack) == []
    ships = europe(unit("ger-bismarck", "germany", "J31", id="Bismarck"))
    assert [one.size for one in _present(ships, plan(ships, "ger-bismarck", at=["J30"]))] == [1]


def test_who_faces_enemies_on_two_fronts_is_bound_to_one() -> None:
    """N32 lies on the western front and touches the eastern one."""
    rows = [
        unit("ger-inf-3-3", "germany", "N33", count=2),
        unit("fra-inf-2-3", "france", "N32", count=1),
        unit("rus-inf-2-3", "russia", "M33", count=1),
    ]
    position = europe(*rows)
    ruling = checked(check_attrition, position, front="eastern")
    assert [one.unit.mark("attritions") for one in ruling.plan.attackers] == ["eastern"]
    state = apply(position.state, ruling.events)
    assert not attrition_of(Position(position.game, state, state), "germany", "western").attackers
    one = europe(rows[0], rows[2])
    ruling = checked(check_attrition, one, front="eastern")
    assert [one.unit.mark("attritions") for one in ruling.plan.attackers] == [None]


def test_neutral_minor_countries_do_not_fly_for_each_other() -> None:
    powers = {"norway": {}, "sweden": {}}
    wars = [["germany", "norway"], ["germany", "sweden"]]
    position = europe(powers=powers, wars=wars)
    assert _flyers(position, cast(Any, SimpleNamespace(defender="norway"))) == ("norway",)
