"""Spectators see what everybody may see, as late as game.yaml says, and nothing newer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.shared import HEAD, Pbem, send

NAMES = ("knights", "Knights", "rabble", "Rabble", "decoy", "Decoy")


@pytest.fixture
def watched(pbem: Pbem, duel: Path) -> Path:
    """Two runs are played; the press sees them one run late, the archive three."""
    with (duel / "game.yaml").open("a") as roster:
        roster.write("spectators: {press: 1, archive: 3}\ndeadlines: {2: Friday, 3: Sunday}\n")
    assert pbem("adjudicate", "--game", duel).code == 0
    march = "march:\n- {unit: Lion, to: ford}\npress: Forward!\n"
    send(duel, "orders/rosa.yaml", HEAD.format(player="rosa") + march)
    send(duel, "orders/rolf.yaml", HEAD.format(player="rolf"))
    assert pbem("adjudicate", "--game", duel).code == 0
    return duel


def newest_line(game: Path, run: int) -> str:
    lines = (game / f"runs/{run}/ledger.jsonl").read_text().splitlines()
    key = json.loads(lines[-1])["body"]["key"]
    assert isinstance(key, str)
    return key


def test_a_spectator_reads_the_public_report_of_an_earlier_run(pbem: Pbem, watched: Path) -> None:
    said = pbem("report", "--game", watched, "--spectator", "press")
    assert said.code == 0, said.err
    public = (watched / "runs/1/report.txt").read_text()
    assert "by Friday" in public
    assert said.out == public.replace(", by Friday", "")
    assert newest_line(watched, 1) in said.out
    for word in (*NAMES, "Sunday", "Forward!", newest_line(watched, 2)):
        assert word not in said.out
    data = json.loads(
        pbem("report", "--game", watched, "--spectator", "press", "--format", "json").out
    )
    assert (data["run"], data["player"], data["reader"]) == (1, "", "everyone")


def test_a_spectator_sees_the_position_of_an_earlier_run(pbem: Pbem, watched: Path) -> None:
    said = pbem("view", "--game", watched, "--spectator", "press")
    assert said.code == 0, said.err
    rows = said.out.splitlines()
    assert any(row.startswith("- {id: lion,") and "at: red-home" in row for row in rows)
    assert "at: ford" in pbem("view", "--game", watched, "--player", "bea").out
    assert sum("counter: hidden" in row for row in rows) == 8  # the chits
    assert not any(f"counter: {name}" in said.out for name in NAMES)


def test_nothing_newer_is_open(pbem: Pbem, watched: Path) -> None:
    for command in ("report", "view"):
        said = pbem(command, "--game", watched, "--spectator", "press", "--run", "2")
        assert (said.code, said.out) == (1, "")
        assert said.err == "pbem: run 2 opens to press after run 3\n"
        said = pbem(command, "--game", watched, "--spectator", "archive")
        first, opens = (1, 4) if command == "report" else (0, 3)
        words = f"pbem: run {first} opens to archive after run {opens}\n"
        assert (said.code, said.out, said.err) == (1, "", words)


def test_runs_that_were_taken_back_later_are_not_counted(pbem: Pbem, watched: Path) -> None:
    assert pbem("rewind", "--game", watched, "--to", "1").code == 0
    assert pbem("adjudicate", "--game", watched).code == 0
    said = pbem("report", "--game", watched, "--spectator", "press")
    assert "VOID RUNS  none\n" in said.out
    assert "VOID RUNS  run 2, key 2\n" in pbem("report", "--game", watched).out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("report", "--spectator", "pres"),
            "'pres' is no spectator of this game\n    did you mean",
        ),
        (("report", "--spectator", "press", "--secrets"), "goes without --player and --secrets"),
        (("report", "--spectator", "press", "--player", "bea"), "goes without --player"),
        (("view",), "say who is to see it: --player NAME, or --spectator NAME"),
        (("view", "--spectator", "press", "--player", "bea"), "say who is to see it"),
    ],
)
def test_what_cannot_be_meant_is_told(
    pbem: Pbem, watched: Path, words: tuple[str, ...], message: str
) -> None:
    said = pbem(*words, "--game", watched)
    assert (said.code, said.out) == (2, "")
    assert message in said.err


def test_the_position_in_which_a_game_begins_is_open_and_has_no_report(
    pbem: Pbem, watched: Path
) -> None:
    words = ("--game", watched, "--spectator", "press", "--run", "0")
    assert "at: red-home" in pbem("view", *words).out
    said = pbem("report", *words)
    assert (said.code, said.err) == (2, "pbem: run 0 has no report: the game began there\n")
