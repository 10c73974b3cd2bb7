"""The file that describes a battle: what it means and what is told about a bad one."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from unit.gw.shipped import BOOK, rules

from pbem.core.data.rulebook import read_optional_rules
from pbem.core.data.schemas import load_schema
from pbem.core.data.yamlio import Document, read_document, read_text_as_document
from pbem.core.rules.battlefile import BattleFileError
from pbem.systems.gw import SYSTEM
from pbem.systems.gw.battle.casualties import counts_by_type
from pbem.systems.gw.battle.land_battle import LandBattle
from pbem.systems.gw.battle.rounds import NEVER, USUAL
from pbem.systems.gw.odds.battle_file import land_question
from pbem.systems.gw.odds.sheet import Question, Sheet
from pbem.systems.gw.world.battlefield import OPTION_OF_TERRAIN
from pbem.systems.gw.world.options import Options

BENCH = Path(__file__).parents[2] / "bench" / "battle-20v20.yaml"
HEAD = "format: pbem-odds/1\nsystem: gw\n"
WHOLE = """
title: Everything
zone: {terrain: [mountain], city: true, surrounded: true, works: fortification}
borders: {Bavaria: {terrain: [river, jungle], works: maginot-line}}
attacker:
  name: Germany
  units: {fighter: 2}
  across: {Bavaria: {Medium Armor: 3}}
  airborne_assault: {airborne: 1}
  losses: take-zone
  targets: [fighter]
  fire: [medium-armor]
  retreat: [land <= 1, [round >= 3, odds < 1-1]]
  way_back: false
defender: {name: France, units: {infantry: 4}, losses: [infantry]}
options: {rivers: false}
interpretations: {GW-R-0.3-a: one}
method: simulate
battles: 500
seed: 7
"""


def read(document: Document) -> Question[LandBattle]:
    return land_question(Sheet(BOOK, document))


def question(text: str) -> Question[LandBattle]:
    return read(read_text_as_document(HEAD + text, "battle.yaml"))


def findings(text: str) -> list[str]:
    with pytest.raises(BattleFileError) as caught:
        question(text)
    return [str(finding).replace("\n    ", " | ") for finding in caught.value.findings]


def test_the_benchmark_is_twenty_against_twenty_with_target_selection_on_both_sides() -> None:
    battle = read(read_document(BENCH)).battle
    sides = battle.sides
    assert [sum(side.start) for side in sides] == [20, 20]
    assert [any(rating.selects for rating in side.later) for side in sides] == [True, True]
    assert [len(counts_by_type(side, side.start)) for side in sides] == [13, 12]
    for side in sides:
        types = counts_by_type(side, side.start)
        assert types.keys() >= {"infantry", "artillery", "anti-aircraft-artillery"}
        assert types.keys() >= {"medium-armor", "fighter"}


def test_everything_that_a_file_can_say() -> None:
    asked = question(WHOLE)
    battle = asked.battle
    own, enemy = battle.sides
    assert (asked.title, asked.method, asked.battles, asked.seed) == (
        "Everything",
        "simulate",
        500,
        7,
    )
    assert (own.name, counts_by_type(own, own.start)) == (
        "Germany",
        {"fighter": 2, "medium-armor": 3, "airborne": 1},
    )
    assert (enemy.name, counts_by_type(enemy, enemy.start)) == ("France", {"infantry": 4})
    assert own.losses.keep_land
    assert not enemy.losses.keep_land
    assert own.losses.doubled == (1,)
    assert own.cannot_retreat == (2,)
    assert [own.units[group[0]].id for group in own.firing] == [
        "medium-armor",
        "fighter",
        "airborne",
    ]
    assert [works.kind for works in enemy.works] == ["fortification", "maginot-line"]
    assert [rating.value for rating in own.first_round] == [6, 4, 3]
    assert [rating.value for rating in enemy.first_round] == [6]
    assert [rating.value for rating in enemy.later] == [3]
    lines = [[str(one) for one in line] for line in battle.retreat]
    assert lines == [["land <= 1"], ["round >= 3", "odds < 1-1"]]
    assert not battle.way_back
    assert battle.rules.readings == rules({"GW-R-0.3-a": "one"}).readings


def test_what_a_file_need_not_say() -> None:
    asked = question("attacker: {units: {infantry: 1}}\ndefender: {units: {militia: 1}}")
    assert (asked.method, asked.battles, asked.seed) == ("auto", 20_000, 1)
    assert asked.battle.retreat == USUAL
    assert asked.battle.way_back
    never = question(
        "attacker: {units: {infantry: 1}, retreat: never}\ndefender: {units: {militia: 1}}"
    )
    assert never.battle.retreat == NEVER


def test_ships_do_not_fight_on_land() -> None:
    assert findings("attacker: {units: {destroyer: 1}}\ndefender: {units: {militia: 1}}") == [
        "battle.yaml:3:31: error: Destroyer cannot fight on land"
    ]


def test_everything_wrong_is_told_at_once_and_where() -> None:
    assert findings(
        """attacker:
  units: {infantery: 3, artillery: none}
  across: {Volga: {infantry: 1}}
  retreat: [ships = 2, land]
defender:
  units: {}
  losses: [militia, tank]
zone: {terrain: [swamp], city: maybe}
options: {river: true}
interpretations: {GW-R-26: never}
method: guess
"""
    ) == [
        "battle.yaml:4:22: error: no unit type is called 'infantery' | did you mean infantry or"
        " mountain-infantry or colonial-infantry?",
        "battle.yaml:4:36: error: artillery: found 'none' | a whole number from 1 to 200",
        "battle.yaml:5:19: error: no border 'Volga' | there is none",
        "battle.yaml:6:13: error: 'ships' is not known at that moment | known: air, enemy air,"
        " enemy land, enemy strength, enemy units, land, odds, round …",
        "battle.yaml:6:24: error: 'land' is not a condition; write FACT OP VALUE: odds >= 3-1",
        "battle.yaml:8:3: error: the defender has no units | write units: {infantry: 3}",
        "battle.yaml:9:21: error: 'tank' is not known here | known: advanced-artillery,"
        " advanced-mechanized-infantry, advanced-self-propelled-artillery, air-transport, airborne,"
        " aircraft, anti-aircraft-artillery, artillery …",
        "battle.yaml:10:18: error: terrain: found 'swamp' | known: desert, jungle, marsh, mountain",
        "battle.yaml:10:32: error: city: found 'maybe' | write true or false",
        "battle.yaml:11:10: error: there is no optional rule 'river' | did you mean rivers?",
        "battle.yaml:12:18: error: GW-R-26 has no option 'never' | known: every-round, first-round",
        "battle.yaml:13:9: error: method: found 'guess' | known: auto, exact, simulate",
    ]


JUNK = [None, True, -1, 10**9, "", [], {}, [1], {"a": 1}, "odds", [["x"]], {"infantry": {}}, [{}]]


def test_junk_anywhere_gives_findings_or_a_battle_but_never_an_error_of_ours() -> None:
    whole = read_text_as_document(HEAD + WHOLE, "battle.yaml").data
    refused = 0
    for path in places(whole):
        for junk in JUNK:
            try:
                read(Document("battle.yaml", replaced(whole, path, junk), {}))
            except BattleFileError as trouble:
                assert trouble.findings
                refused += 1
    assert refused > 300


def places(data: Any) -> Iterator[tuple[Any, ...]]:
    """The path of every value in some data."""
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items:
        yield (key,)
        if isinstance(value, dict | list):
            yield from ((key, *rest) for rest in places(value))


def replaced(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The data with another value at a path."""
    result = copy(data)
    key, *rest = path
    result[key] = replaced(data[key], tuple(rest), value) if rest else value
    return result


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "1:1: error: found nothing | write a mapping {key: value}"),
        ("- a\n- b\n", "1:1: error: found a list | write a mapping {key: value}"),
        ("format: pbem-odds/1\n", "1:1: error: 'system' is missing | write system: gw"),
        (
            "format: pbem-state/1\nsystem: gw\nunits: []\n",
            "1:9: error: format: found 'pbem-state/1' | write pbem-odds/1",
        ),
        (
            HEAD + "battle: navl\nattacker: {patrol: {fighter: 1}}\n",
            "3:9: error: battle: found 'navl' | land, naval, air-raid or convoy-raid",
        ),
    ],
)
def test_other_files_are_refused_with_one_word(text: str, wanted: str) -> None:
    with pytest.raises(BattleFileError) as caught:
        read(read_text_as_document(text, "other.yaml"))
    (found,) = caught.value.findings
    assert str(found).replace("\n    ", " | ") == f"other.yaml:{wanted}"


def test_every_optional_rule_is_described_and_has_the_same_default_in_the_code() -> None:
    path = SYSTEM.folder / "options.yaml"
    described = {rule.name: rule.default for rule in read_optional_rules(path)}
    assert described == asdict(Options())


def test_a_retreat_order_that_is_none() -> None:
    text = "attacker: {units: {infantry: 1}, retreat: flee}\ndefender: {units: {infantry: 1}}\n"
    (found,) = findings(text)
    assert "not of the right form | usual, save-air, never, or a list" in found


def test_what_comes_of_a_wrong_form_is_not_told_too() -> None:
    """Without its units the defender has none, but nobody says so."""
    assert findings("attacker: {units: {infantry: 1}}\ndefender: {units: infantry}\n") == [
        "battle.yaml:4:19: error: units: found 'infantry'"
        " | units by type and number: {infantry: 3, fighter: 1}",
    ]


@pytest.mark.parametrize(
    "more",
    [
        "attacker: {units: {infantry: 1}, bombard: {battleship: 1}}",
        "attacker: {units: {infantry: 1}}\ncoastal_artillery: 1",
    ],
)
def test_who_has_no_landing_needs_nothing_of_one(more: str) -> None:
    (found,) = findings(more + "\ndefender: {units: {infantry: 1}}\n")
    assert found.endswith("error: nobody lands from the sea | write by_sea: {infantry: 3}")


def test_the_schema_knows_the_terrain_and_the_works_of_the_rules() -> None:
    known = load_schema("gw/odds")["$defs"]
    assert known["terrain-of-border"]["enum"] == [*OPTION_OF_TERRAIN]
    assert {"river", *known["terrain-of-zone"]["enum"]} == OPTION_OF_TERRAIN.keys()
    assert known["works"]["enum"] == [*BOOK.chart("terrain").table("works").rows.names]
