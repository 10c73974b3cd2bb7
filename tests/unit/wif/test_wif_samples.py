"""The shipped sample orders and presets: legal, played without trouble, all kinds known."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.wif.eastern_front import game, results, start

from pbem.core.cases.caseposition import setting
from pbem.core.cases.shelf import shelf
from pbem.core.choices.conditions import check_facts, parse_conditions
from pbem.core.data import schemas
from pbem.core.data.yamlio import read_data
from pbem.core.orders.orders import read_orders, read_standing, validate
from pbem.core.play.run import Outcome, RunFiles, adjudicate
from pbem.core.record.dice import seed_keys
from pbem.core.record.state import State
from pbem.core.rules.sequence import step_names
from pbem.systems.flames.turn.closing import END_OF_TURN
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


def sample(scenario: str, file: str) -> bytes:
    return (SAMPLES.parent / scenario / file).read_bytes()


def played(scenario: str, state: State, *files: str) -> Outcome:
    """A window by sample orders, which are legal, all of them, and are carried out."""
    submissions = {}
    for file in files:
        game = shelf("wif").game(scenario)
        submission = read_orders(game, sample(scenario, file), file)
        findings = validate(game, state, submission).findings
        assert [finding for finding in findings if str(finding.severity) != "note"] == []
        submissions[submission.player] = submission
    return run(scenario, state, RunFiles(submissions=submissions))


def run(scenario: str, state: State, files: RunFiles) -> Outcome:
    keys = seed_keys("1941", state.clock.run + 1)
    outcome = adjudicate(shelf("wif").game(scenario), state, files, keys)
    assert set(results(outcome).values()) <= {"done"}
    return outcome


def first_impulse(scenario: str) -> Outcome:
    """The first impulse of a scenario by its sample orders."""
    return played(scenario, shelf("wif").start(scenario), "hans.yaml")


def test_the_first_impulse_of_barbarossa_is_played() -> None:
    """War, Hungary aligned, six attacks: all is legal, nobody is asked, the Allies follow."""
    state = first_impulse("barbarossa").state
    assert state.clock.name == "1941-mj.2.allied"
    assert state.powers["germany"].relations == {"ussr": "war"}
    assert state.flag("hungary", "controller") == "germany"
    assert state.units["hun-cav"].at == "E2531"
    assert state.units["ussr-kharkov-mil"].at == "pool:ussr/force"


def test_the_first_impulse_of_typhoon_is_played() -> None:
    first = first_impulse("typhoon").state
    assert first.clock.name == "1941-so.2.allied"
    state = played("typhoon", first, "2-anna.yaml").state
    assert state.clock.name == "1941-so.3.axis"
    assert "germany" in {state.controller(place) for place in ("E1643", "E1640", "E1538")}


def test_may_and_june_of_barbarossa_are_played_by_the_samples() -> None:
    """The Soviet answer, passes until the turn is over, and what both write between the turns."""
    state = played("barbarossa", first_impulse("barbarossa").state, "2-anna.yaml").state
    assert state.units["ussr-3-inf"].at == "E1838" and state.units["ussr-4-cav"].at == "E1539"
    while state.clock.window != END_OF_TURN:
        state = run("barbarossa", state, RunFiles()).state
    state = played("barbarossa", state, "end-hans.yaml", "end-anna.yaml").state
    assert state.clock.turn == "1941-ja"
    assert state.units["ussr-29-inf"].at == "E1235"


@pytest.mark.parametrize("scenario", ("barbarossa", "typhoon"))
def test_the_first_impulse_can_be_played_with_oil_and_more_options(scenario: str) -> None:
    """Oil stands in store at the start (30), and no other option makes the samples illegal."""
    options = {"2": True, "3": True, "8": True, "30": True, "31": True, "32": True, "46": True}
    game, begun = setting("wif", {"scenario": f"wif/{scenario}", "options": options})
    submission = read_orders(game, sample(scenario, "hans.yaml"), "hans.yaml")
    findings = validate(game, begun, submission).findings
    assert [finding for finding in findings if str(finding.severity) != "note"] == []


@pytest.mark.parametrize(
    "file", ("barbarossa/hans", "barbarossa/anna", "typhoon/anna"), ids=lambda file: str(file)
)
def test_standing_orders_of_the_samples_are_legal(file: str) -> None:
    scenario, _, player = file.partition("/")
    text = sample(scenario, f"{player}-standing.yaml")
    assert read_standing(shelf("wif").game(scenario), text, file).findings == ()
