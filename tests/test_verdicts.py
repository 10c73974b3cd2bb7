"""Verdicts hold ids and words; the check that all tests run under finds what is neither."""

from __future__ import annotations

from typing import Any

import pytest
from spelling import misspelled
from toy.battles import ClashVerdict
from toy.test_umpire import umpire
from unit.wif.stage import play

from pbem.core.play.umpire import Umpire
from pbem.core.record.verdicts import facts_of, verdict_from
from pbem.systems.flames.air.air_verdicts import NoBaseVerdict
from pbem.systems.flames.land.land_verdicts import Paid, PassedOver, ReorganisationVerdict
from pbem.systems.wif.system import SYSTEM

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


def test_every_kind_is_written_by_its_chapter() -> None:
    assert SYSTEM.verdicts["no-base"] is NoBaseVerdict
    assert set(SYSTEM.verdicts) == set(SYSTEM.paragraphs)
