"""A sample of the kept games is played as ever, and what differs is told in words."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from oracle import keeping
from oracle.__main__ import main
from oracle.comparing import first_difference
from oracle.playing import changed, replayed
from pbem.core.rules.setup import default_roster, first_state

# game: how many of its windows; `make oracle` plays all of all
SAMPLE = {
    "gw-france-1940-06": 2,
    "gw-sea-lion-1940-12": 2,
    "gw-global-war-1936-04": 1,
    "gw-global-war-1939-04": 1,
    "wif-barbarossa-12-17": 3,
}


@pytest.mark.parametrize("game", SAMPLE)
def test_a_sample_is_played_as_ever(game: str) -> None:
    name, most = game.rsplit("-", 1)[0], SAMPLE[game]
    kept = next(row for row in keeping.inputs(name) if row["id"] == game)
    outcomes = keeping.outcomes(name)[game][:most]
    assert len(outcomes) == most
    found = first_difference(outcomes, list(replayed(kept, most)))
    assert found is None, "\n".join([f"window {found[0] + 1} of {game}:", *found[1]])


def test_every_kept_game_has_its_outcomes() -> None:
    for name in keeping.scenarios():
        windows = {row["id"]: len(row["windows"]) for row in keeping.inputs(name)}
        outcomes = {game: len(records) for game, records in keeping.outcomes(name).items()}
        assert windows == outcomes


def test_the_first_difference_is_told_in_words() -> None:
    one = {"dice": ["a/die d10: 7", "b/die d10: 3"], "report": ["REPORT", "die 7"]}
    two = deepcopy(one)
    two["dice"][1] = "b/die d10: 4"
    two["report"] = ["REPORT", "a line more", "die 7"]
    assert first_difference([one, one], [one, one]) is None
    assert first_difference([one, one], [one, two]) == (
        1,
        ["dice:", "  - b/die d10: 3", "  + b/die d10: 4", "report:", "  + a line more"],
    )
    assert first_difference([one], [one, two]) == (1, ["1 windows are kept, 2 were played"])


def test_of_a_long_line_the_part_is_told_that_differs() -> None:
    same = "".join(f"unit {n}, " for n in range(200))
    found = first_difference([{"position": [same + "at Paris"]}], [{"position": [same + "lost"]}])
    assert found is not None
    old, new = found[1][1:]
    assert (old.endswith("unit 199, at Paris"), new.endswith("unit 199, lost")) == (True, True)
    assert max(len(old), len(new)) < 320


def test_small_changes_of_a_position() -> None:
    state = changed(
        first_state(default_roster("wif", "barbarossa-12")),
        [
            ["tracks", "weather.n-temperate", "value", "snow"],
            ["units", "ussr-zhukov", "", None],
            ["units", "ussr-zhukov", "at", "E2040"],
            ["units", "ussr-pe-2", "at", "E2041"],
            ["units", "ger-i-cav", "marks.face-down", "turn"],
            ["clock", "", "side", "allied"],
            ["tracks", "new", "", {"id": "new", "value": 3}],
        ],
    )
    assert (state.track("weather.n-temperate"), state.track("new")) == ("snow", 3)
    assert "ussr-zhukov" not in state.units
    assert (state.units["ussr-pe-2"].at, state.clock.side) == ("E2041", "allied")
    assert state.units["ger-i-cav"].marked("face-down")


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two kept games in a folder of their own."""
    name = "wif-barbarossa-12"
    games, outcomes = keeping.inputs(name)[:2], keeping.outcomes(name)
    made = keeping.MADE.read_text()
    monkeypatch.setattr(keeping, "KEPT", tmp_path)
    monkeypatch.setattr(keeping, "MADE", tmp_path / "made.json")
    (tmp_path / "made.json").write_text(made)
    keeping.keep_inputs(name, games)
    keeping.keep_outcomes(name, {row["id"]: outcomes[row["id"]] for row in games})
    return tmp_path


def test_outcomes_are_written_anew_and_inputs_stay(
    few: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "wif-barbarossa-12"
    before = {path.name: path.read_bytes() for path in few.glob("*.xz")}
    spoilt = keeping.outcomes(name)
    record = spoilt[f"{name}-02"][0]
    record["dice"][0] = "another die"
    keeping.keep_outcomes(name, spoilt)
    assert main(["replay"]) == 1
    told = capsys.readouterr().out
    assert f"{name}-02, window 1: dice\n    dice:\n      - another die\n" in told
    assert "1 games are played alike, 1 are not" in told
    assert main(["rewrite"]) == 0
    assert "1 of 2 games change; windows by category:\n  dice 1\n" in capsys.readouterr().out
    assert {path.name: path.read_bytes() for path in few.glob("*.xz")} == before
    assert main(["replay"]) == 0
