"""Every order section of every system, with keys left out, lists empty, rows twice, odd values."""

from __future__ import annotations

import pytest
from fuzz.shapes import SYSTEMS, AnyDice, at_random, samples

from pbem.core.cases import casestage
from pbem.core.rules.system import find_system

TRIED = {"awaw": 60, "gw": 40, "tw": 15, "wif": 30}  # the soak tries more
UNTRIED = {"second_staging"}  # no case has it


@pytest.fixture(autouse=True)
def _any_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(casestage, "GivenDice", AnyDice)


@pytest.mark.parametrize("system", SYSTEMS)
def test_orders_of_any_shape_come_to_findings_or_to_play(system: str) -> None:
    for what, trouble in at_random(system, 2, TRIED[system]):
        assert not trouble, what


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_cases_have_every_section(system: str) -> None:
    named = {section.name for section in find_system(system).sections}
    assert named - {*samples(system)} <= UNTRIED
