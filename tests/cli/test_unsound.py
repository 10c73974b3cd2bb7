"""A position that no play could have led to is one message, not a failure."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.shared import Pbem, send

AMENDMENT = """\
format: pbem-amend/1
game: barb-12
after: "0"
author: Mod
reason: it was another turn
cite: house rule 1
events:
- {event: EVENT}
"""
CLOCK = "ClockAdvanced, new: {{turn: {}, impulse: 3, side: axis, window: orders, run: 0}}"


@pytest.fixture
def barb(pbem: Pbem, tmp_path: Path) -> Path:
    """A fresh game of the shipped scenario."""
    game = tmp_path / "barb"
    assert pbem("new", "wif/barbarossa-12", game).code == 0
    return game


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ('turn: "1941-ja"', "turn: banana", "there is no turn 'banana'; it is a year and"),
        ("impulse-box, value: 3", "impulse-box, value: x", "impulse-box: there is no box 'x'; the"),
        ("n-temperate, value: fine", "n-temperate, value: fin", "weather.n-temperate is 'fin'; "),
    ],
)
def test_a_bare_state_says_what_the_rules_know(
    pbem: Pbem, barb: Path, right: str, wrong: str, message: str
) -> None:
    path = barb / "runs/0/state.yaml"
    text = path.read_text()
    assert right in text
    path.write_text(text.replace(right, wrong, 1))
    for command in (["adjudicate", "--dry-run"], ["show"]):
        said = pbem(*command, "--state", path)
        assert said.code == 1, said.out
        assert said.err.startswith(f"pbem: {path}: {message}")


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (CLOCK.format("banana"), "there is no turn 'banana'; it is a year and"),
        ("TrackChanged, track: impulse-box, new: 17", "impulse-box: there is no box '17'; the"),
        (
            "TrackChanged, track: weather.n-temperate, new: rian",
            "weather.n-temperate is 'rian'; did you mean rain?",
        ),
    ],
)
def test_an_amendment_says_what_the_rules_know(
    pbem: Pbem, barb: Path, event: str, message: str
) -> None:
    path = send(barb, "fix.yaml", AMENDMENT.replace("EVENT", event))
    said = pbem("amend", path, "--game", barb)
    assert said.code == 1, said.out
    assert f"{path}:8:3: error: {message}" in said.err
    assert said.err.count("error: ") == 1
    assert not (barb / "runs/0.1").exists()


def test_an_amendment_to_another_turn_is_made(pbem: Pbem, barb: Path) -> None:
    path = send(barb, "fix.yaml", AMENDMENT.replace("EVENT", CLOCK.format("1941-so")))
    said = pbem("amend", path, "--game", barb)
    assert said.code == 0, said.err
    assert 'turn: "1941-so"' in (barb / "runs/0.1/state.yaml").read_text()


GERMANY = "players: [hans]"
ARMY = "ger-xlviii-arm, owner: germany, at: E2338"


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        (GERMANY, "players: []", "germany: nobody plays it; a power of a side has players"),
        (GERMANY, f"{GERMANY}, counters: {{x: 1}}", "germany: nothing is known of a counter 'x'; "),
        (GERMANY, f"{GERMANY}, counters: {{rail-moves: -1}}", "germany: rail-moves is -1; it is"),
        ("conquered-poland: true", "controller: x", "germany: 'x' is no major power to control it"),
        ("conquered-poland: true", "x: true", "germany: nothing is known of a flag 'x'; "),
        ("{ussr: war}", "{ussr: wra}", "germany: 'wra' with ussr is no relation; did you mean war"),
        ("{ussr: war}", "{x: war}", "germany: there is no power 'x' to stand to"),
        (ARMY, f"{ARMY}, marks: {{x: turn}}", "ger-xlviii-arm: nothing is known of a mark 'x'; "),
        (ARMY, ARMY.replace("E2338", '"in:ger-xlviii-arm"'), "ger-xlviii-arm: it is inside itself"),
        (
            f"ger-xlviii-arm, counter: {ARMY}",
            f'"germany:ger-xlviii-arm@E2338", counter: {ARMY}, count: 2',
            "germany:ger-xlviii-arm@E2338: it has a count; a counter of World in Flames is one",
        ),
        ("action.germany, value: land", "action.germany, value: x", "action.germany is 'x'; "),
        ("{id: first-side,", "{id: on-turn, value: x}\n- {id: first-side,", "on-turn: there is no"),
        (
            "{id: first-side,",
            "{id: y, value: x}\n- {id: first-side,",
            "the tracks: nothing is known",
        ),
    ],
)
def test_a_position_from_outside_has_what_its_game_has(
    pbem: Pbem, barb: Path, right: str, wrong: str, message: str
) -> None:
    """As a bare file, and where somebody edits the set-up of a game by hand."""
    path = barb / "runs/0/state.yaml"
    text = path.read_text()
    assert right in text
    path.write_text(text.replace(right, wrong, 1))
    for command in (["show", "--state", path], ["show", "--game", barb]):
        said = pbem(*command)
        assert said.code == 1, said.out
        assert said.err.startswith(f"pbem: {path}: {message}")
    said = pbem("adjudicate", "--game", barb)
    assert said.code == 1 and said.err.startswith(f"pbem: {path}: {message}")


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ("PowerChanged, power: germany, what: players, new: null", "germany: nobody plays it"),
        ("UnitMoved, unit: ger-xlviii-arm, new: 'in:ger-xlviii-arm'", "cannot be inside itself"),
        ("TrackChanged, track: on-turn, old: null, new: x", "on-turn: there is no power 'x'"),
        ("UnitChanged, unit: ger-xlviii-arm, what: mark, mark: x, old: null, new: turn", "'x'; "),
    ],
)
def test_nor_does_an_amendment_lead_there(pbem: Pbem, barb: Path, event: str, message: str) -> None:
    path = send(barb, "fix.yaml", AMENDMENT.replace("EVENT", event))
    said = pbem("amend", path, "--game", barb)
    assert said.code == 1, said.out
    assert message in said.err
    assert not (barb / "runs/0.1").exists()


def test_a_game_that_is_over_can_be_looked_at(pbem: Pbem, barb: Path) -> None:
    path = barb / "runs/0/state.yaml"
    path.write_text(path.read_text().replace("window: orders", "window: over"))
    assert pbem("show", "--state", path).code == 0
    assert pbem("adjudicate", "--state", path, "--dry-run").code == 1
