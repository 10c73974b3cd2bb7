"""The JSON Schemas are the one source of the order grammar: sections, schemas and steps fit."""

from __future__ import annotations

import json

import pytest
import toy  # noqa: F401 (registers the toy system)
from jsonschema import Draft202012Validator

from pbem.core.data.findings import UsageError
from pbem.core.data.resources import data_roots, schema_path
from pbem.core.data.schemas import load_schema
from pbem.core.orders.orders import (
    HEAD,
    STANDING_HEAD,
    read_orders,
    read_standing,
    standing_sections,
)
from pbem.core.rules.sequence import step_names, windows
from pbem.core.rules.setup import default_roster, first_state, list_scenarios, load_game
from pbem.core.rules.system import BUILT_IN, find_system
from pbem.moderation.form import form

SYSTEMS = (*BUILT_IN, "toy")
WORDS = {"on", "off", "yes", "no", "y", "n"}


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_section_has_a_step_and_a_schema_of_its_own(name: str) -> None:
    system = find_system(name)
    steps = step_names(system.sequence)
    schemas = [section.schema for section in system.sections]
    assert len(set(schemas)) == len(schemas)
    for section in system.sections:
        assert section.step in steps
        assert schema_path(section.schema).is_file()
        assert section.title and section.cite


@pytest.mark.parametrize("name", SYSTEMS)
def test_schemas_and_sections_are_one_to_one(name: str) -> None:
    """A test keeps sections and handlers one to one."""
    system = find_system(name)
    found = {
        f"{name}/{path.name.removesuffix('.schema.json')}"
        for root in data_roots()
        for path in root.glob(f"schemas/{name}/*.schema.json")
    }
    lines = {f"{name}/lines"} if system.kinds else set()
    sections = {section.schema for section in system.sections}
    assert sections | lines <= found
    others = {other for other in found - sections - lines if _is_order_grammar(other)}
    assert others == set()


def _is_order_grammar(name: str) -> bool:
    """A schema beside the orders (a battle file for odds) says so."""
    return not load_schema(name).get("x-not-orders", False)


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_line_that_a_decision_reads_is_in_the_grammar_and_the_other_way_round(
    name: str,
) -> None:
    system = find_system(name)
    if not system.kinds:
        return
    asked = {key.section for kind in system.kinds for key in kind.keys}
    assert set(load_schema(f"{name}/lines")["properties"]) == asked
    assert asked == {*standing_sections(system), *system.order_lines}
    assert not {*system.order_lines} & {section.name for section in system.sections}
    assert not asked & {*HEAD, *STANDING_HEAD}


@pytest.mark.parametrize("name", SYSTEMS)
def test_names_are_used_once(name: str) -> None:
    system = find_system(name)
    for names in (
        [section.name for section in system.sections],
        [kind.name for kind in system.kinds],
        [window.name for window in windows(system.sequence)],
        list(step_names(system.sequence)),
    ):
        assert len(set(names)) == len(names)
    assert all(kind.title and kind.moment and kind.cite for kind in system.kinds)


def every_schema() -> list[str]:
    return sorted(
        str(path.relative_to(root / "schemas")).removesuffix(".schema.json")
        for root in data_roots()
        for path in root.glob("schemas/*/*.schema.json")
    )


@pytest.mark.parametrize("name", every_schema())
def test_schemas_are_legal_and_no_word_in_them_is_a_truth_value(name: str) -> None:
    """No key or value is on/off/yes/no."""
    schema = load_schema(name)
    Draft202012Validator.check_schema(schema)
    text = json.dumps(schema)
    assert not [word for word in WORDS if f'"{word}"' in text]


def test_an_unknown_system_is_told_so() -> None:
    with pytest.raises(UsageError) as caught:
        find_system("wiff")
    assert str(caught.value) == "there is no game system 'wiff'"
    assert caught.value.hint == "did you mean wif?"


@pytest.mark.parametrize("system, name", list_scenarios())
def test_the_form_of_a_scenario_is_a_legal_order_file(system: str, name: str) -> None:
    """A form as it is sent out has nothing wrong with it yet."""
    roster = default_roster(system, name)
    game, state = load_game(roster), first_state(roster)
    for player in state.players():
        text = form(game, state, player).encode()
        read = read_orders if player in state.due else read_standing
        assert read(game, text, "form.yaml").findings == ()
