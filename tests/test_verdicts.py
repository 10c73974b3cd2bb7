"""Verdicts hold ids and words; the check that all tests run under finds what is neither."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from spelling import misspelled
from toy.battles import ClashVerdict
from toy.test_umpire import umpire
from unit.wif.stage import play

from pbem.core.play.umpire import Umpire, plain
from pbem.core.record.verdicts import facts_of, verdict_from
from pbem.core.rules.system import BUILT_IN, find_system
from pbem.systems.flames.air.air_verdicts import NoBaseVerdict
from pbem.systems.flames.land.land_verdicts import Paid, PassedOver, ReorganisationVerdict
from pbem.systems.gw.combat.land.land_fight import BattleVerdict
from pbem.systems.gw.defeat.france.french_surrender import FrenchColoniesVerdict
from pbem.systems.gw.politics.alignment import ControlVerdict
from pbem.systems.wif.system import SYSTEM

BEGUN = Path(__file__).parent / "begun/0.3.0"
GIVEN: dict[str, Any] = {
    "rows": {"E0912": "c c c"},
    "units": [{"name": "XX INF", "kind": "INF", "at": "E0912"}],
}


@pytest.fixture(scope="module")
def wif() -> Umpire:
    return play(GIVEN, [], {})


@pytest.fixture
def toy() -> Umpire:
    return umpire()


@pytest.mark.parametrize(
    ("facts", "wrong"),
    [
        ({"at": "ford"}, []),
        ({"at": "Ford"}, ["'Ford' is no place"]),
        ({"at": None, "unit": "lion", "odds": "2:1"}, []),
        ({"who": "Lion"}, ["who: 'Lion'"]),
        ({"who": "the lion"}, ["who: 'the lion'"]),
        ({"rows": [{"by": ["red side"]}]}, ["rows.by: 'red side'"]),
        ({"paid": {"North Line": 1}}, ["a key of paid: 'North Line'"]),
    ],
)
def test_a_fact_is_an_id_or_a_word(toy: Umpire, facts: dict[str, Any], wrong: list[str]) -> None:
    assert list(misspelled(toy, "assault", "lost", facts)) == wrong


def test_the_outcome_is_a_word_too(toy: Umpire) -> None:
    assert list(misspelled(toy, "clash", "no effect", {})) == ["the outcome 'no effect'"]


def test_a_field_is_what_its_type_says(wif: Umpire) -> None:
    said = {"at": "E0912", "unit": "XX INF"}
    assert list(misspelled(wif, "no-base", "destroyed", said)) == []
    said = {"at": "E0912", "unit": "ju-87d"}
    assert list(misspelled(wif, "no-base", "destroyed", said)) == ["unit: 'ju-87d' is no unit"]
    result = list(misspelled(wif, "land-combat", "*/2S", {"result": "out", "odds": "two to one"}))
    assert result == ["result: 'out' is no cell", "odds: 'two to one'"]


def test_a_misspelled_verdict_fails_whatever_is_played(toy: Umpire) -> None:
    with pytest.raises(AssertionError, match="verdict clash: lost: 'the lion'"):
        toy.tell(ClashVerdict(at=None, result="lost", stances={}, scores={}, lost="the lion"))


# --- verdicts as values --------------------------------------------------------------------------


def test_a_verdict_comes_back_from_its_facts() -> None:
    verdict = ReorganisationVerdict(
        at=None,
        player="hans",
        paid=(Paid("ger-ju-87b", "E2437", {"ger-rundstedt": 2}),),
        hqs=("ger-rundstedt",),
        passed_over=(PassedOver("no-points", "any INF"), PassedOver("face-up", "XX", "ger-xx")),
    )
    facts = facts_of(verdict)
    assert facts["passed_over"][0] == {"why": "no-points", "word": "any INF"}
    assert verdict_from(ReorganisationVerdict, facts) == verdict


def test_outcome_and_rule_may_stand_beside_the_facts() -> None:
    verdict = ControlVerdict(
        at=None,
        result="germany",
        under="9.22",
        minor="hungary",
        cause=("attacks", "ussr"),
        zones=(),
    )
    facts = facts_of(verdict)
    assert facts == {"at": None, "minor": "hungary", "cause": ["attacks", "ussr"], "zones": []}
    assert (verdict.kind, verdict.outcome, verdict.rule) == ("control", "germany", "9.22")
    assert verdict_from(ControlVerdict, facts, "germany", "9.22") == verdict


def test_a_fact_may_have_a_name_that_no_field_can_have() -> None:
    value = {"value": 1, "supported": 2, "selects": 0, "versus": "", "modifiers": []}
    row = {"side": "attacker", "owner": "germany", "unit": "infantry", "count": 2, "from": "paris"}
    facts = {
        "at": "picardy",
        "attacker": [],
        "defender": [],
        "aboard": [],
        "ground": {"terrain": [], "city": False, "surrounded": False, "borders": [], "works": []},
        "forces": [{**row, "first": value, "later": value}],
    }
    battle = verdict_from(BattleVerdict, facts, "joined", "9.5")
    assert battle.forces[0].from_ == "paris"
    assert facts_of(battle) == facts


def test_a_row_of_several_things_is_read_thing_by_thing() -> None:
    facts = {
        "at": None,
        "rolls": [["syria", 3, "vichy-france", ["syria"], [["infantry", 1, "syria"]]]],
    }
    (row,) = verdict_from(FrenchColoniesVerdict, facts, "chosen", "14.4.2").rolls
    assert row == ("syria", 3, "vichy-france", ("syria",), (("infantry", 1, "syria"),))


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_kind_is_written_by_its_chapter(name: str) -> None:
    system = find_system(name)
    assert set(system.verdicts) == set(system.paragraphs)
    assert set(system.briefs) <= set(system.paragraphs)
    assert len(system.verdicts) == sum(len(chapter.verdicts) for chapter in system.chapters)


def test_a_kind_is_found_by_its_name() -> None:
    assert SYSTEM.verdicts["no-base"] is NoBaseVerdict


def test_verdicts_of_logs_that_were_kept_are_read_as_they_stand() -> None:
    """Of a game of release 0.3.0: each is a value, and its facts are the same to the byte."""
    system, met = find_system("gw"), set()
    with ZipFile(BEGUN / "gw.zip") as kept:
        logs = [name for name in kept.namelist() if name.endswith("ledger.jsonl")]
        rows = [json.loads(line) for name in logs for line in kept.read(name).splitlines()]
    for body in (row["body"] for row in rows if row["kind"] == "verdict"):
        kind = system.verdicts[body["verdict"]]
        said = verdict_from(kind, body["facts"], body["outcome"], body["cite"])
        assert plain(facts_of(said)) == body["facts"]
        assert (said.outcome, said.rule) == (body["outcome"], body["cite"])
        met.add(body["verdict"])
    assert {"battle", "combat-round"} <= met
