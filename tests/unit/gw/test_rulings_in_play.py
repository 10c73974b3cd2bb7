"""Every reading of an ambiguous rule changes what is played: the same situation, all readings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from unit.gw.ambiguities import CASES, SITUATIONS

from pbem.core.cases.cases import Case, calculated, problems_of
from pbem.core.cases.casestage import conduct
from pbem.core.data.rulebook import read_interpretations
from pbem.systems.gw import SYSTEM

KNOWN: Final = read_interpretations(SYSTEM.folder / "interpretations.yaml")
ELSEWHERE: Final = {
    found
    for path in Path(__file__).parent.glob("test_*.py")
    if path.name != Path(__file__).name
    for found in re.findall(r'"(GW-R-[0-9a-z.-]+)", "', path.read_text(encoding="utf-8"))
}


def played(situation: Any, interpretation: str, reading: str) -> Any:
    """What comes of a situation, or of several, under a reading, as plain data."""
    if isinstance(situation, tuple):
        return [played(one, interpretation, reading) for one in situation]
    data = deepcopy(dict(situation))
    said = {interpretation: reading}
    if "calculate" in data:
        given = {**data["given"], "interpretations": {**readings_of(data), **said}}
        return calculated(SYSTEM.calculations[data["calculate"]], given)
    play = {**data["adjudicate"], "interpretations": said}
    result = conduct("gw", {"adjudicate": play, "dice": data.get("dice", {}), "then": {}})
    units = {unit.id: (unit.at, unit.size) for unit in result.after.units.values()}
    orders = [
        (entry.body["section"], entry.body["number"], entry.body["result"])
        for entry in result.entries
        if entry.kind == "order"
    ]
    verdicts = [
        (entry.body["verdict"], entry.body["outcome"], str(entry.body["facts"]))
        for entry in result.entries
        if entry.kind == "verdict"
    ]
    return units, orders, verdicts, dict(result.after.powers), dict(result.after.places)


@pytest.mark.parametrize("interpretation", SITUATIONS)
def test_each_reading_plays_differently(interpretation: str) -> None:
    options = KNOWN[interpretation].options
    found = [played(SITUATIONS[interpretation], interpretation, name) for name in options]
    for index, outcome in enumerate(found):
        assert outcome not in found[index + 1 :], f"{interpretation}: two readings play alike"


def readings_of(data: Mapping[str, Any]) -> Mapping[str, str]:
    """The readings that a case chooses."""
    chosen: Mapping[str, str] = data.get("adjudicate", data.get("given", {})).get(
        "interpretations", {}
    )
    return chosen


def without_reading(case: Case, interpretation: str) -> Case:
    """A case that leaves an ambiguous rule as it usually is."""
    data = deepcopy(dict(case.data))
    part = data["adjudicate"] if "adjudicate" in data else data["given"]
    del part["interpretations"][interpretation]
    return replace(case, data=data)


def choosing(interpretation: str) -> list[Case]:
    """The cases that choose another reading of an ambiguous rule than the usual one."""
    usual = KNOWN[interpretation].default
    return [c for c in CASES if readings_of(c.data).get(interpretation, usual) != usual]


@pytest.mark.parametrize("interpretation", sorted(KNOWN.keys() - SITUATIONS.keys() - ELSEWHERE))
def test_another_reading_than_the_usual_one_changes_a_case(interpretation: str) -> None:
    cases = choosing(interpretation)
    assert cases, f"no case chooses another reading of {interpretation}"
    for case in cases:
        assert not problems_of(case)
    assert any(problems_of(without_reading(case, interpretation)) for case in cases)
