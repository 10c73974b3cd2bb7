"""Every reading of an ambiguous rule is told from every other by a case, or said to have none."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Final

import pytest
import toy  # noqa: F401 (registers the system)
from unit.core.test_reading_enums import enums

from pbem.core.cases.cases import Case, case_files, problems_of, read_cases
from pbem.core.cases.readings import interpretation_of, interpretations_of, outcomes, unplayed_of
from pbem.core.rules.system import find_system

FOLDER: Final = Path(__file__).parent
FOLDERS: Final = {
    "gw": FOLDER / "rulebook" / "gw",
    "wif": FOLDER / "rulebook" / "wif",
    "aif": FOLDER / "rulebook" / "aif",
    "awaw": FOLDER / "rulebook" / "awaw",
    "tw": FOLDER / "rulebook" / "tw",
    "toy": FOLDER / "toy" / "cases",
}
CARRIED_OUT: Final = "carried out, but "  # how the reason begins why no case plays it


def cases_of(system: str) -> list[Case]:
    return [case for path in case_files([FOLDERS[system]]) for case in read_cases(path)]


def told_apart(system: str) -> dict[str, set[tuple[str, str]]]:
    """For each interpretation the pairs of readings of which some case says different things."""
    found: dict[str, set[tuple[str, str]]] = {}
    for case in cases_of(system):
        said = outcomes(case.data)
        pairs = {pair for pair in combinations(sorted(said), 2) if said[pair[0]] != said[pair[1]]}
        found.setdefault(interpretation_of(case.data), set()).update(pairs)
    return found


@pytest.mark.parametrize("system", FOLDERS)
def test_every_reading_is_told_from_every_other(system: str) -> None:
    known, unplayed = interpretations_of(find_system(system)), unplayed_of(find_system(system))
    found = told_apart(system)
    missing = {
        (name, *pair)
        for name in known.keys() - unplayed.keys()
        for pair in combinations(sorted(known[name].options), 2)
        if pair not in found.get(name, set())
    }
    assert not missing, f"no case tells these apart: {sorted(missing)}"


@pytest.mark.parametrize("system", FOLDERS)
def test_what_cannot_be_played_is_an_interpretation_that_no_case_plays(system: str) -> None:
    unplayed = unplayed_of(find_system(system)).keys()
    assert unplayed <= interpretations_of(find_system(system)).keys()
    assert unplayed.isdisjoint(told_apart(system))


@pytest.mark.parametrize("system", FOLDERS)
def test_the_rules_ask_for_every_reading_but_those_that_are_not_carried_out(system: str) -> None:
    found = find_system(system)
    idle = {name for name, why in unplayed_of(found).items() if not why.startswith(CARRIED_OUT)}
    assert interpretations_of(found).keys() - enums(system).keys() == idle


@pytest.mark.parametrize("case", cases_of("toy"), ids=lambda case: case.id)
def test_case_of_the_toy(case: Case) -> None:
    assert not problems_of(case)
