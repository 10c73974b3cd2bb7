"""A World in Flames position whose clock or tracks say nonsense is one message, not a failure."""

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
