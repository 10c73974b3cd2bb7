"""A sample of the kept games is played as ever, and what differs is told in words."""

from __future__ import annotations

from copy import deepcopy
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from oracle import keeping, then
from oracle.__main__ import main
from oracle.comparing import first_difference, first_window
from oracle.covering import covering, pairs
from oracle.keeping import digests
from oracle.playing import changed, replayed
from pbem.core.data.rulebook import OptionalRule, read_optional_rules
from pbem.core.rules.setup import default_roster, first_state, scenario
from pbem.core.rules.system import find_system

# game: how many of its windows; `make oracle` plays all of all
SAMPLE = {
    "gw-france-1940-06": 2,
    "gw-sea-lion-1940-12": 2,
    "gw-global-war-1936-04": 1,
    "gw-global-war-1939-04": 1,
    "wif-barbarossa-12-07": 2,
    "wif-typhoon-03": 1,
    "tw-france-1940-05": 1,
    "awaw-poland-1939-03": 2,
}


@pytest.mark.parametrize("game", SAMPLE)
def test_a_sample_is_played_as_ever(game: str) -> None:
    name, most = game.rsplit("-", 1)[0], SAMPLE[game]
    kept = next(row for row in keeping.inputs(name) if row["id"] == game)
    outcomes = keeping.outcomes(name)[game][:most]
    assert len(outcomes) == most
    found = first_window(outcomes, [digests(record) for record in replayed(kept, most)])
    assert found is None, f"window {found[0] + 1} of {game}: {', '.join(found[1])}; make oracle"


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


def test_every_two_optional_rules_of_world_in_flames_are_on_and_off_together() -> None:
    rules = read_optional_rules(find_system("wif").folder / "options.yaml")
    left = set(pairs(rules))
    for name in ("wif-barbarossa-12", "wif-barbarossa", "wif-typhoon"):
        proposed = scenario("wif", name.removeprefix("wif-")).get("options", {})
        met = set()
        for game in keeping.inputs(name):
            said = {**proposed, **game["options"]}
            on = {rule.name: said.get(rule.name, rule.default) for rule in rules}
            met |= {(a, on[a], b, on[b]) for a in on for b in on}
        assert left - met == set(), name


def test_an_array_covers_what_may_be_and_nothing_else() -> None:
    rules = (
        OptionalRule("a", "1", False, ""),
        OptionalRule("b", "1", False, "", needs=("a",)),
        OptionalRule("c", "1", False, "", excludes=("a",)),
    )
    assert ("b", True, "c", True) not in pairs(rules)  # b needs a, which c excludes
    assert ("a", False, "b", True) not in pairs(rules)
    assert len(pairs(rules)) == 3 + 3 + 3
    rows = covering(rules, Random(1))
    assert {(a, row[a], b, row[b]) for row in rows for a, b in combinations("abc", 2)} == {
        *pairs(rules)
    }


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two short kept games in a folder of their own."""
    name = "wif-barbarossa-12"
    games = sorted(keeping.inputs(name), key=lambda row: len(row["windows"]))[:2]
    outcomes = keeping.outcomes(name)
    monkeypatch.setattr(keeping, "KEPT", tmp_path)
    monkeypatch.setattr(then, "KEPT", tmp_path)
    keeping.keep_inputs(name, games)
    keeping.keep_outcomes(name, {row["id"]: outcomes[row["id"]] for row in games})
    return tmp_path


def test_outcomes_are_written_anew_and_inputs_stay(
    few: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "wif-barbarossa-12"
    before = {path.name: path.read_bytes() for path in few.iterdir()}
    spoilt = keeping.outcomes(name)
    game = max(spoilt)
    spoilt[game][0]["dice"] = "0" * keeping.DIGITS
    keeping.keep_outcomes(name, spoilt)
    assert main(["replay"]) == 1
    told = capsys.readouterr().out
    assert f"{game}, window 1: dice\n    not told in words: " in told
    assert "1 games are played alike, 1 are not" in told
    assert main(["rewrite"]) == 0
    assert "1 of 2 games change; windows by category:\n  dice 1\n" in capsys.readouterr().out
    assert {path.name: path.read_bytes() for path in few.iterdir()} == before
    assert main(["replay"]) == 0
