"""The optional rules of a game: described, switched by number, refused where they do not agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.core.data.findings import PbemError, UsageError
from pbem.core.data.rulebook import OptionalRule, read_optional_rules
from pbem.core.rules.optional import conflicts, require_no_conflict
from pbem.core.rules.setup import read_roster
from pbem.systems.wif.system import SYSTEM
from pbem.systems.wif.world.options import NUMBERS, Options, read_options

DESCRIBED = read_optional_rules(SYSTEM.folder / "options.yaml")
NEEDS = [(rule.name, other) for rule in DESCRIBED for other in rule.needs]
EXCLUDES = [(rule.name, other) for rule in DESCRIBED for other in rule.excludes]
ROSTER = """\
format: pbem-game/1
game: war
system: wif
scenario: barbarossa
players:
  hans: {}
  anna: {}
options:
"""


def test_every_option_is_described_and_off_unless_said() -> None:
    assert {rule.name: rule.default for rule in DESCRIBED} == dict.fromkeys(NUMBERS, False)


def test_what_an_option_needs_or_excludes_is_another_option() -> None:
    for rule in DESCRIBED:
        others = (*rule.needs, *rule.excludes)
        assert {*others} <= {*NUMBERS} - {rule.name}, rule.name
        assert len({*others}) == len(others), rule.name


def test_options_are_switched_by_number() -> None:
    assert read_options({"8": True, "8-night": True, "44": False}) == Options(
        aircraft_types=True, night_missions=True
    )


@pytest.mark.parametrize(("option", "other"), NEEDS)
def test_an_option_needs_another(option: str, other: str, tmp_path: Path) -> None:
    on = dict.fromkeys((option, *_all_needed(option)), True)
    require_no_conflict(SYSTEM, on)
    for said in ({**on, other: False}, {name: True for name in on if name != other}):
        with pytest.raises(UsageError) as trouble:
            require_no_conflict(SYSTEM, said)
        assert str(trouble.value).startswith(f"option {option} needs option {other},")
    lines = "".join(f'  "{name}": true\n' for name in on if name != other)
    (finding,) = _findings(tmp_path, lines)
    line = 8 + [name for name in on if name != other].index(option) + 1
    assert finding.startswith(f"{tmp_path}/game.yaml:{line}:3: error: option {option} needs")


@pytest.mark.parametrize(("option", "other"), EXCLUDES)
def test_an_option_excludes_another(option: str, other: str) -> None:
    said = dict.fromkeys((option, other, *_all_needed(option), *_all_needed(other)), True)
    found = [one.name for one in conflicts(DESCRIBED, said)]
    assert {option, other} <= {*found}
    assert option not in [one.name for one in conflicts(DESCRIBED, {**said, other: False})]


def test_rivals_are_told_once_each_with_the_way_out() -> None:
    rules = (
        OptionalRule("a", "1", True, "", excludes=("b",)),
        OptionalRule("b", "2", False, ""),
        OptionalRule("c", "3", False, "", needs=("a",)),
    )
    assert not list(conflicts(rules, {"a": True, "c": True}))
    (found,) = conflicts(rules, {"b": True})  # a is on unless said
    assert (found.name, found.hint) == ("b", "leave b or a out")
    (found,) = conflicts(rules, {"a": False, "b": True, "c": True})
    assert (found.name, found.message) == ("c", "option c needs option a, which is not played")
    assert [one.name for one in conflicts(rules, {"a": True, "b": True})] == ["a", "b"]


def test_a_file_with_what_an_option_needs_is_taken(tmp_path: Path) -> None:
    assert not _findings(tmp_path, '  "8-night": true\n  8: true\n')
    (finding,) = _findings(tmp_path, '  "26": true\n  "5": true\n')
    assert finding.startswith(f"{tmp_path}/game.yaml:10:3: error: option 5 of World in Flames")


def _all_needed(option: str) -> list[str]:
    needed = [other for name, other in NEEDS if name == option]
    return [*needed, *(name for other in needed for name in _all_needed(other))]


def _findings(folder: Path, options: str) -> list[str]:
    path = folder / "game.yaml"
    path.write_text(ROSTER + options, encoding="utf-8")
    try:
        read_roster(path)
    except PbemError as trouble:
        return [str(finding) for finding in trouble.findings]
    return []
