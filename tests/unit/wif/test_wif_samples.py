"""The shipped sample orders and presets: legal, played without trouble, all kinds known."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.wif.eastern_front import game, results, start

from pbem.core.cases.shelf import shelf
from pbem.core.choices.conditions import check_facts, parse_conditions
from pbem.core.data import schemas
from pbem.core.data.yamlio import read_data
from pbem.core.orders.orders import read_orders, read_standing, validate
from pbem.core.play.run import Outcome, RunFiles, adjudicate
from pbem.core.record.dice import seed_keys
from pbem.core.rules.sequence import step_names
from pbem.systems.wif import SYSTEM

SAMPLES = Path(__file__).parents[3] / "orders/wif/barbarossa-12"
PRESETS = read_data(SYSTEM.folder / "presets.yaml")["presets"]


def test_the_sample_orders_are_legal() -> None:
    submission = read_orders(game(), (SAMPLES / "hans.yaml").read_bytes(), "hans.yaml")
    receipt = validate(game(), start(), submission)
    assert [f for f in receipt.findings if str(f.severity) != "note"] == []
    standing = read_standing(
        game(), (SAMPLES / "anna-standing.yaml").read_bytes(), "anna-standing.yaml"
    )
    assert standing.findings == ()


def test_the_sample_impulse_is_played_to_the_next_window() -> None:
    orders = read_orders(game(), (SAMPLES / "hans.yaml").read_bytes(), "hans.yaml")
    lines = read_standing(game(), (SAMPLES / "anna-standing.yaml").read_bytes(), "anna.yaml")
    files = RunFiles(submissions={"hans": orders}, standing={"anna": lines})
    outcome = adjudicate(game(), start(), files, seed_keys("1941", 1))
    assert set(results(outcome).values()) == {"done"}
    assert outcome.state.clock.name == "1941-ja.4.allied"


def test_the_proposed_change_is_in_the_sample() -> None:
    change = read_data(SAMPLES / "change.yaml")
    assert (SAMPLES / change["file"]).read_text().count(change["find"]) == 1


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_preset_says_what_a_standing_file_may_say(name: str) -> None:
    assert schemas.problems("wif/lines", PRESETS[name]) == []
    for section, rows in PRESETS[name].items():
        known = {
            fact
            for kind in SYSTEM.kinds
            for fact in kind.facts
            if any(key.section == section for key in kind.keys)
        }
        for row in rows:
            assert check_facts(parse_conditions(row.get("if")), known, None) == []


def test_sections_steps_and_schemas_fit_together() -> None:
    steps = step_names(SYSTEM.sequence)
    assert len(set(steps)) == len(steps)
    for section in SYSTEM.sections:
        assert section.step in steps
        assert schemas.load_schema(section.schema)["title"]
    lines = schemas.load_schema("wif/lines")["properties"]
    assert {key.section for kind in SYSTEM.kinds for key in kind.keys} == set(lines)
    assert set(SYSTEM.order_lines) <= set(lines)


def test_every_key_that_answers_a_decision_is_in_the_schema() -> None:
    schema = schemas.load_schema("wif/lines")
    for kind in SYSTEM.kinds:
        for key in kind.keys:
            known = schema["$defs"][key.section]["properties"]
            assert (key.key or "do") in known, f"{key.section}: {key.key}"


def first_impulse(scenario: str) -> Outcome:
    """The first impulse of a scenario by its sample orders, which are legal, all of them."""
    game, begun = shelf("wif").game(scenario), shelf("wif").start(scenario)
    text = (SAMPLES.parent / scenario / "hans.yaml").read_bytes()
    submission = read_orders(game, text, "hans.yaml")
    findings = validate(game, begun, submission).findings
    assert [finding for finding in findings if str(finding.severity) != "note"] == []
    outcome = adjudicate(
        game, begun, RunFiles(submissions={"hans": submission}), seed_keys("1941", 1)
    )
    assert set(results(outcome).values()) == {"done"}
    return outcome


def test_the_first_impulse_of_barbarossa_is_played() -> None:
    """War, Hungary aligned, six attacks: all is legal, nobody is asked, the Allies follow."""
    state = first_impulse("barbarossa").state
    assert state.clock.name == "1941-mj.2.allied"
    assert state.powers["germany"].relations == {"ussr": "war"}
    assert state.flag("hungary", "controller") == "germany"
    assert state.units["hun-cav"].at == "E2531"
    assert state.units["ussr-kharkov-mil"].at == "pool:ussr/force"


def test_the_first_impulse_of_typhoon_is_played() -> None:
    state = first_impulse("typhoon").state
    assert state.clock.name == "1941-so.2.allied"
    assert "germany" in {state.controller(place) for place in ("E1643", "E1640", "E1538")}
