"""A game directory from its beginning: new, adjudicate, refuse, stop for answers, seal."""

from __future__ import annotations

import fcntl
import os
import stat
from pathlib import Path

import pytest
from cli.shared import LEVY, Pbem, answered, ask, every_byte, send, settle

from pbem.core.data.yamlio import read_data
from pbem.core.record.dice import chain_back

RUN_FILES = {
    "inputs/game.yaml",
    "inputs/orders/rolf.yaml",
    "inputs/orders/rosa.yaml",
    "ledger.jsonl",
    "report-bea.txt",
    "report-rolf.txt",
    "report-rosa.txt",
    "report.txt",
    "secrets.jsonl",
    "state.yaml",
}


def names(folder: Path) -> set[str]:
    """The files of a folder, caches aside."""
    return {name for name in every_byte(folder) if not Path(name).name.startswith(".")}


def test_new_makes_a_directory_whose_keys_only_the_owner_reads(pbem: Pbem, tmp_path: Path) -> None:
    game = tmp_path / "g"
    said = pbem("new", "toy/duel", game)
    assert said.code == 0
    made = {"game.yaml", "commitments.yaml", "keys", "register.jsonl", "runs/0/state.yaml"}
    assert names(game) == made
    assert stat.S_IMODE(game.stat().st_mode) == 0o700
    assert stat.S_IMODE((game / "keys").stat().st_mode) == 0o600
    keys, public = (read_data(game / name) for name in ("keys", "commitments.yaml"))
    for chain in ("dice", "secrets"):
        first = chain_back(bytes.fromhex(keys[chain]), keys["length"])
        assert public[chain] == first.hex()
    assert keys["dice"] != keys["secrets"]


def test_new_never_touches_a_folder_that_is_there(pbem: Pbem, duel: Path) -> None:
    before = every_byte(duel)
    said = pbem("new", "toy/duel", duel)
    assert (said.code, said.err) == (
        1,
        f"pbem: {duel}: is there already and is not overwritten\n",
    )
    assert every_byte(duel) == before


def test_new_gives_the_powers_to_the_players_named(pbem: Pbem, tmp_path: Path) -> None:
    game = tmp_path / "g"
    said = pbem("new", "toy/duel", game, "--player", "ann=crimson,scarlet", "--player", "bob=azure")
    assert said.code == 0
    roster = read_data(game / "game.yaml")
    assert roster["leaders"] == {"red": "ann", "blue": "bob"}
    state = read_data(game / "runs/0/state.yaml")
    assert {power["id"]: power["players"] for power in state["powers"]} == {
        "crimson": ["ann"],
        "scarlet": ["ann"],
        "azure": ["bob"],
    }


def test_new_says_who_would_run_nothing(pbem: Pbem, tmp_path: Path) -> None:
    said = pbem("new", "toy/duel", tmp_path / "g", "--player", "ann=crimson,scarlet")
    assert said.code == 1
    assert "nobody would run azure" in said.err
    assert not (tmp_path / "g").exists()


def test_a_run_lies_whole_in_its_folder(pbem: Pbem, duel: Path) -> None:
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 0, said.err
    assert names(duel / "runs/1") == RUN_FILES
    for secret in ("secrets.jsonl", "state.yaml", "inputs/orders/rosa.yaml"):
        assert stat.S_IMODE((duel / "runs/1" / secret).stat().st_mode) == 0o600
    for player in ("rosa", "rolf"):
        kept = (duel / f"runs/1/inputs/orders/{player}.yaml").read_bytes()
        assert kept == (duel / f"orders/{player}.yaml").read_bytes()
    assert said.out.startswith((duel / "runs/1/report.txt").read_text())


def test_the_same_orders_are_not_played_twice(pbem: Pbem, duel: Path) -> None:
    assert pbem("adjudicate", "--game", duel).code == 0
    before = every_byte(duel / "runs")
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert "rolf sent no orders for toy-1 t1.1.red/march" in said.err
    assert "rosa sent no orders for toy-1 t1.1.red/march" in said.err
    assert names(duel / "runs") == {n for n in before if not Path(n).name.startswith(".")}


def test_orders_name_their_window(pbem: Pbem, duel: Path) -> None:
    """An impulse with two windows: a file is for one of them, and is told when it names none."""
    assert pbem("adjudicate", "--game", duel).code == 0
    form = pbem("template", "--game", duel, "--player", "rosa").out
    assert "\nwindow: toy-1 t1.1.red/march\n" in form
    early = send(duel, "orders/rosa.yaml", "window: toy-1 t1.1.red\nplayer: rosa\n")
    said = pbem("validate", early, "--game", duel)
    assert said.code == 1
    assert (
        "rosa.yaml:1:9: error: these orders are for 'toy-1 t1.1.red', the open window is "
        "'toy-1 t1.1.red/march'\n    write: window: toy-1 t1.1.red/march\n"
    ) in said.out
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    for name, window in (("rosa", "t1.1.red"), ("rolf", "t1.1.red/levy")):
        assert (
            f"orders/{name}.yaml: warning: these orders are for 'toy-1 {window}' and are passed "
            "over\n    the open window is 'toy-1 t1.1.red/march'\n"
        ) in said.err
    assert "error: rosa sent no orders for toy-1 t1.1.red/march\n" in said.err


def test_missing_orders_follow_the_rule_of_the_game(pbem: Pbem, duel: Path) -> None:
    (duel / "orders/rolf.yaml").unlink()
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert "error: rolf sent no orders for toy-1 t1.1.red/levy" in said.err
    roster = duel / "game.yaml"
    text = roster.read_text()
    roster.write_text(text.replace("missing_orders: stop", "missing_orders: standing"))
    said = pbem("adjudicate", "--game", duel, "--dry-run")
    assert said.code == 1
    assert "and he has no standing orders" in said.err
    roster.write_text(text.replace("rolf: {powers", "rolf: {missing: pass, powers"))
    settle(duel)
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 0
    assert "warning: rolf sent no orders for toy-1 t1.1.red/levy: he passes" in said.err
    assert not (duel / "runs/1/inputs/orders/rolf.yaml").exists()


def test_illegal_orders_stop_the_run_with_all_findings_at_once(pbem: Pbem, duel: Path) -> None:
    rosa = send(duel, "orders/rosa.yaml", LEVY.format(player="rosa").replace("1}", "3}"))
    rolf = send(duel, "orders/rolf.yaml", LEVY.format(player="rolf") + "lvey: 1\n")
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert f"{rosa.relative_to(duel)}:4:14: error: draw: found '3': too large" in said.err
    assert f"{rolf.relative_to(duel)}:5:1: error: there is no section 'lvey'" in said.err
    assert not (duel / "runs/1").exists()


def test_orders_for_any_state_play_what_is_still_legal(pbem: Pbem, duel: Path) -> None:
    assert pbem("adjudicate", "--game", duel).code == 0
    send(duel, "orders/rolf.yaml", "window: toy-1 t1.1.red/march\nplayer: rolf\n")
    march = "march:\n- {unit: Lion, to: ford}\n- {unit: Lion, to: mill}\n"
    head = "window: toy-1 t1.1.red/march\nplayer: rosa\n"
    send(duel, "orders/rosa.yaml", head + 'for_state: "00000000"\n' + march)
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert "Lion" in said.err or "lion" in said.err
    send(duel, "orders/rosa.yaml", head + "for_state: any\n" + march)
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 0, said.err
    report = (duel / "runs/2/report-rosa.txt").read_text()
    assert "REJECTED  march 2, line 6: lion has marched in this impulse (4)" in report


def test_a_dry_run_writes_nothing_and_says_so(pbem: Pbem, duel: Path) -> None:
    pbem("adjudicate", "--game", duel, "--dry-run")
    before = every_byte(duel)
    said = pbem("adjudicate", "--game", duel, "--dry-run")
    assert said.code == 0
    assert "dice from a practice key" in said.out
    assert "a position with practice dice; nothing was written" in said.out
    assert every_byte(duel) == before


def test_a_busy_game_is_left_alone(pbem: Pbem, duel: Path) -> None:
    with (duel / "lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        for command in (["adjudicate"], ["seal"], ["rewind", "--to", "0"]):
            said = pbem(*command, "--game", duel)
            assert said.code == 5
            assert "another command is at work on this game" in said.err
    assert not (duel / "runs/1").exists()


@pytest.mark.parametrize("place", ["orders/rosa.yaml", "standing", "game.yaml", "runs"])
def test_nothing_outside_the_directory_is_read(
    pbem: Pbem, duel: Path, tmp_path: Path, place: str
) -> None:
    outside = tmp_path / "outside"
    (duel / place).rename(outside)
    (duel / place).symlink_to(outside)
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert "this leads out of the game directory" in said.err


def test_a_pipe_is_not_waited_for(pbem: Pbem, duel: Path) -> None:
    (duel / "orders/rosa.yaml").unlink()
    os.mkfifo(duel / "orders/rosa.yaml")
    for command in ("adjudicate", "seal"):
        said = pbem(command, "--game", duel)
        assert said.code == 1
        assert said.err == f"pbem: {duel / 'orders/rosa.yaml'}: this is not a plain file\n"
    said = pbem("validate", duel / "orders/rosa.yaml", "--game", duel)
    assert said.code == 1
    assert said.err == f"pbem: {duel / 'orders/rosa.yaml'}: this is a pipe, not a file\n"


def test_a_left_over_of_a_killed_run_does_no_harm(pbem: Pbem, duel: Path) -> None:
    (duel / "runs/1.tmp").mkdir()
    (duel / "runs/1.tmp/state.yaml").write_text("half a st")
    assert pbem("adjudicate", "--game", duel).code == 0
    assert names(duel / "runs/1") == RUN_FILES
    assert not (duel / "runs/1.tmp").exists()


def test_a_full_disk_gives_one_message_and_loses_nothing(
    pbem: Pbem, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, building = os.fsync, duel / "runs/1.tmp"

    def full(handle: int) -> None:
        if building.is_dir():
            raise OSError(28, "No space left on device")
        real(handle)

    pbem("adjudicate", "--game", duel, "--dry-run")
    before = every_byte(duel / "runs")
    monkeypatch.setattr(os, "fsync", full)
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert said.err.count("the disk is full; nothing was written and nothing is lost") == 1
    assert every_byte(duel / "runs") == before
    monkeypatch.setattr(os, "fsync", real)
    assert pbem("adjudicate", "--game", duel).code == 0


# --- waiting for answers -------------------------------------------------------------------------


def test_a_run_stops_for_answers_and_goes_on_where_it_stopped(pbem: Pbem, duel: Path) -> None:
    ask(duel)
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 3, said.err
    assert said.out == (
        f"run 1 waits for answers of rosa; nothing has changed\n  send {duel}/pending/rosa.yaml\n"
    )
    assert not (duel / "runs/1").exists()
    send(duel, "answers/rosa.yaml", answered(duel, "rosa", "steel"))
    send(duel, "orders/rosa.yaml", "not read any more")
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 3, said.err
    assert "waits for answers of bea" in said.out
    assert names(duel / "pending") == {
        "bea.yaml",
        "run.yaml",
        "ledger.jsonl",
        "secrets.jsonl",
        "inputs/game.yaml",
        "inputs/answers/rosa.yaml",
        "inputs/orders/rolf.yaml",
        "inputs/orders/rosa.yaml",
        "inputs/standing/bea.yaml",
        "inputs/standing/rosa.yaml",
    }
    send(duel, "answers/bea.yaml", answered(duel, "bea", "gold"))
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 0, said.err
    assert not (duel / "pending").exists()
    state = read_data(duel / "runs/1/state.yaml")
    azure = next(power for power in state["powers"] if power["id"] == "azure")
    assert azure["counters"]["luck"] == 3
    crimson = next(power for power in state["powers"] if power["id"] == "crimson")
    assert crimson["flags"] == {"steel": True}


def test_a_bad_answer_is_asked_again(pbem: Pbem, duel: Path) -> None:
    ask(duel)
    (duel / "standing/bea.yaml").unlink()
    assert pbem("adjudicate", "--game", duel).code == 3
    send(duel, "answers/rosa.yaml", answered(duel, "rosa", "silver"))
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 3
    assert "rosa is asked again: 'silver' fits nothing here (t1.1.red/" in said.out
    assert "asked again" in (duel / "pending/rosa.yaml").read_text()
    send(duel, "answers/rosa.yaml", answered(duel, "rosa", "gold"))
    assert pbem("adjudicate", "--game", duel).code == 0


def test_answers_for_another_window_or_of_a_stranger_answer_nothing(pbem: Pbem, duel: Path) -> None:
    ask(duel)
    (duel / "standing/bea.yaml").unlink()
    assert pbem("adjudicate", "--game", duel).code == 3
    right = answered(duel, "rosa", "gold")
    strange = send(duel, "answers/rosa.yaml", right.replace("answers: rosa", "answers: rose"))
    for command in (("validate", strange), ("adjudicate",)):
        said = pbem(*command, "--game", duel)
        assert said.code == 1
        assert "yaml: error: 'rose' plays no power in this game" in said.out + said.err
    send(duel, "answers/rosa.yaml", right.replace("t1.1.red/levy", "t1.2.blue/levy"))
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 3
    assert "warning: these answers are for 'toy-1 t1.2.blue/levy' and are passed" in said.err
    send(duel, "answers/rosa.yaml", right)
    assert pbem("adjudicate", "--game", duel).code == 0
    assert pbem("audit", "--game", duel).code == 0


def test_an_answer_that_was_never_asked_for_is_told(pbem: Pbem, duel: Path) -> None:
    text = "answers: rosa\nwindow: toy-1 t1.1.red/levy\nquestions:\n"
    row = "- {path: nowhere/at-all, fingerprint: 0123456789abcdef, answer: gold}\n"
    send(duel, "answers/rosa.yaml", text + row)
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 0
    assert "rosa answered nowhere/at-all, which never came up" in said.err
    told = "NOTES your answer to nowhere/at-all decided nothing: that question never came up"
    assert told in " ".join((duel / "runs/1/report-rosa.txt").read_text().split())
    for report in ("report.txt", "report-bea.txt"):
        assert "nowhere" not in (duel / "runs/1" / report).read_text()


def test_a_waiting_run_does_not_go_on_in_another_game(pbem: Pbem, duel: Path) -> None:
    ask(duel)
    assert pbem("adjudicate", "--game", duel).code == 3
    send(duel, "answers/rosa.yaml", answered(duel, "rosa", "gold"))
    roster = duel / "game.yaml"
    roster.write_text(roster.read_text().replace("settle: owner", "settle: most"))
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert "run 1 waits for answers; its rules cannot change now" in said.err
    roster.write_text(roster.read_text().replace("settle: most", "settle: owner") + "# a word\n")
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert "the run that waits for answers was begun with other files" in said.err


def test_a_waiting_run_can_be_taken_back(pbem: Pbem, duel: Path) -> None:
    ask(duel)
    assert pbem("adjudicate", "--game", duel).code == 3
    assert pbem("rewind", "--game", duel, "--to", "0").code == 0
    assert not (duel / "pending").exists()
    send(duel, "replay/1/standing/rosa.yaml", "standing: rosa\n")
    send(duel, "replay/1/standing/bea.yaml", "standing: bea\n")
    assert pbem("adjudicate", "--game", duel).code == 0


# --- seals ---------------------------------------------------------------------------------------


def test_only_sealed_files_are_played(pbem: Pbem, duel: Path) -> None:
    said = pbem("seal", "--game", duel)
    assert said.code == 0
    assert said.out == (duel / "sealed/1/seal.yaml").read_text()
    assert set(read_data(duel / "sealed/1/seal.yaml")["files"]) == {
        "game.yaml",
        "orders/rosa.yaml",
        "orders/rolf.yaml",
    }
    sealed = (duel / "orders/rosa.yaml").read_bytes()
    send(duel, "orders/rosa.yaml", LEVY.format(player="rosa").replace("1}", "2}"))
    assert pbem("adjudicate", "--game", duel).code == 0
    assert (duel / "runs/1/inputs/orders/rosa.yaml").read_bytes() == sealed
    assert (duel / "runs/1/inputs/seal.yaml").read_text() == said.out


def test_a_sealed_file_that_was_changed_is_found(pbem: Pbem, duel: Path) -> None:
    assert pbem("seal", "--game", duel).code == 0
    assert pbem("seal", "--game", duel).code == 2
    send(duel, "sealed/1/orders/rosa.yaml", LEVY.format(player="rosa").replace("1}", "2}"))
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 4
    assert "orders/rosa.yaml is not as it was sealed for run 1" in said.err
    assert pbem("rewind", "--game", duel, "--to", "0").code == 0
    assert pbem("seal", "--game", duel).code == 0


def test_game_yaml_is_sealed_too(pbem: Pbem, duel: Path) -> None:
    assert pbem("seal", "--game", duel).code == 0
    with (duel / "game.yaml").open("a") as roster:
        roster.write("# a word\n")
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 4
    assert "game.yaml is not as it was sealed for run 1" in said.err
