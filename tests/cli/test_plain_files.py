"""Adjudication on plain files: a state, order files, a seed, an output folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.shared import LEVY, Pbem, every_byte, send


@pytest.fixture
def files(duel: Path) -> list[object]:
    """The arguments of a call on plain files, without --out and --seed."""
    orders = [duel / f"orders/{player}.yaml" for player in ("rosa", "rolf")]
    return ["adjudicate", "--state", duel / "runs/0/state.yaml", "--orders", *orders]


def test_a_seed_gives_the_same_bytes_every_time(
    pbem: Pbem, files: list[object], tmp_path: Path
) -> None:
    for out in ("a", "b"):
        said = pbem(*files, "--out", tmp_path / out, "--seed", "7")
        assert said.code == 0, said.err
    assert every_byte(tmp_path / "a") == every_byte(tmp_path / "b")
    assert set(every_byte(tmp_path / "a")) == {
        "inputs/orders/rolf.yaml",
        "inputs/orders/rosa.yaml",
        "inputs/state.yaml",
        "ledger.jsonl",
        "report-bea.txt",
        "report-rolf.txt",
        "report-rosa.txt",
        "report.txt",
        "secrets.jsonl",
        "state.yaml",
    }
    assert pbem(*files, "--out", tmp_path / "c", "--seed", "8").code == 0
    assert every_byte(tmp_path / "c") != every_byte(tmp_path / "a")


def test_without_a_seed_one_is_drawn(pbem: Pbem, files: list[object], tmp_path: Path) -> None:
    for out in ("a", "b"):
        assert pbem(*files, "--out", tmp_path / out).code == 0
    a, b = ((tmp_path / out / "ledger.jsonl").read_text() for out in ("a", "b"))
    assert a != b
    assert "for practice, they prove nothing" in (tmp_path / "a/report.txt").read_text()


def test_a_played_run_is_never_overwritten(pbem: Pbem, files: list[object], tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert pbem(*files, "--out", out, "--seed", "7").code == 0
    before = every_byte(out)
    said = pbem(*files, "--out", out, "--seed", "8")
    assert said.code == 2
    assert "is there already and is not overwritten" in said.err
    assert every_byte(out) == before


def test_two_plays_are_compared(
    pbem: Pbem, files: list[object], duel: Path, tmp_path: Path
) -> None:
    assert pbem(*files, "--out", tmp_path / "a", "--seed", "7").code == 0
    same = pbem(*files, "--out", tmp_path / "b", "--seed", "7", "--compare", tmp_path / "a")
    assert f"COMPARED WITH {tmp_path / 'a'}\n  everything came out the same\n" in same.out
    assert "  unchanged: 2 decisions, 2 verdicts, 2 orders\n" in same.out
    send(duel, "orders/rosa.yaml", LEVY.format(player="rosa") + "in_council: {gift: gold}\n")
    other = pbem(*files, "--out", tmp_path / "c", "--seed", "7", "--compare", tmp_path / "a")
    assert "council council: was bread, is gold" in other.out
    assert "  unchanged: 1 decision, 1 verdict, 2 orders\n" in other.out


def test_a_run_on_plain_files_stops_for_answers_too(
    pbem: Pbem, files: list[object], duel: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    send(duel, "orders/rosa.yaml", LEVY.format(player="rosa") + "in_council: {gift: ask}\n")
    said = pbem(*files, "--out", out, "--seed", "7")
    assert said.code == 3
    assert set(every_byte(out)) >= {"pending/rosa.yaml"}
    questions = (out / "pending/rosa.yaml").read_text()
    answers = send(duel, "rosa-answers.yaml", questions.replace("answer:\n", "answer: steel\n"))
    said = pbem(*files, answers, "--out", out, "--seed", "8")
    assert said.code == 1
    assert "begun with other files" in said.err
    said = pbem(*files, answers, "--out", out, "--seed", "7")
    assert said.code == 0, said.err
    assert not (out / "pending").exists()
    assert "steel" in (out / "report.txt").read_text()


def test_a_file_of_no_player_is_refused(pbem: Pbem, files: list[object], duel: Path) -> None:
    said = pbem(*files, duel / "game.yaml", "--out", duel / "x")
    assert said.code == 2
    assert "game.yaml is no file of a player" in said.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--state", "s.yaml"], "--out is missing"),
        ([], "name either a game directory (--game) or a state file (--state)"),
        (["--game", ".", "--state", "s.yaml"], "name either"),
        (["--game", ".", "--seed", "1"], "go with --state, not with --game"),
    ],
)
def test_usage_is_told_apart(pbem: Pbem, arguments: list[str], message: str) -> None:
    said = pbem("adjudicate", *arguments)
    assert said.code == 2
    assert message in said.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is not a state file"),
        ("format: pbem-state/9\nsystem: toy\n", "pbem-state/9 is not known"),
        ("format: pbem-state/1\nsystem: nonesuch\n", "there is no game system 'nonesuch'"),
        ("format: pbem-state/1\nsystem: toy\n", "'scenario' is missing"),
    ],
)
def test_a_broken_state_is_one_message(pbem: Pbem, tmp_path: Path, text: str, message: str) -> None:
    path = send(tmp_path, "s.yaml", text)
    said = pbem("adjudicate", "--state", path, "--out", tmp_path / "out")
    assert said.code in (1, 2)
    assert message in said.err
    assert "Traceback" not in said.err


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("counter: wolf", "counter: wulf", "wolf: there is no counter 'wulf'"),
        ("wolf, owner: azure, at: town", "wolf, owner: azure, at: twon", "no place 'twon'"),
        (
            "wolf, owner: azure, at: town",
            'wolf, owner: azure, at: "in:nobody"',
            "no unit 'nobody' to be in",
        ),
        ("controller: azure", "controller: azur", "there is no power 'azur'"),
        ("window: levy", "window: lvey", "there is no window 'lvey'; did you mean levy?"),
    ],
)
def test_a_state_that_was_edited_by_hand_must_fit_its_game(
    pbem: Pbem, files: list[object], duel: Path, right: str, wrong: str, message: str
) -> None:
    path = duel / "runs/0/state.yaml"
    text = path.read_text()
    assert right in text
    path.write_text(text.replace(right, wrong, 1))
    for command in (files, ["show", "--state", path]):
        said = pbem(*command, *(["--dry-run"] if command is files else []))
        assert said.code == 1, said.out
        assert said.err.startswith(f"pbem: {path}: ")
        assert message in said.err
