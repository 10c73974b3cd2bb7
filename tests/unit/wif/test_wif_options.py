"""The optional rules of a game: described, switched by number, refused where one says nothing."""

from __future__ import annotations

import pytest

from pbem.core.data.findings import UsageError
from pbem.core.data.rulebook import read_optional_rules
from pbem.systems.wif.system import SYSTEM
from pbem.systems.wif.world.options import NEEDS, NUMBERS, Options, read_options


def test_every_option_is_described_and_off_unless_said() -> None:
    described = {
        rule.name: rule.default for rule in read_optional_rules(SYSTEM.folder / "options.yaml")
    }
    assert described == dict.fromkeys(NUMBERS, False)


def test_options_are_switched_by_number() -> None:
    assert read_options({"8": True, "8-night": True, "44": False}) == Options(
        aircraft_types=True, night_missions=True
    )


@pytest.mark.parametrize("part", NEEDS)
def test_a_part_of_an_option_needs_the_option(part: str) -> None:
    for said in ({part: True}, {part: True, NEEDS[part]: False}):
        with pytest.raises(UsageError) as trouble:
            read_options(said)
        assert str(trouble.value).startswith(f"option {part} is a part of option {NEEDS[part]}")
