"""Names and links that lead elsewhere, files of the program broken by hand."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import pytest
from cli.shared import HEAD, Pbem, answered, ask, every_byte, send
from mutations import as_yaml, broken, changed, joined_again

from pbem.core.data.yamlio import read_data_text

AMEND = (
    "format: pbem-amend/1\ngame: toy-1\nafter: '0'\nauthor: M\nreason: r\ncite: c\n"
    "events:\n- {EVENT}\n"
)


@pytest.mark.parametrize("name", ["../../toy/duel", "..", "/etc", "duel/../duel", "duel/"])
def test_a_scenario_is_one_of_those_that_are_shipped(pbem: Pbem, duel: Path, name: str) -> None:
    """Neither game.yaml nor a position names a folder elsewhere."""
    state = (duel / "runs/0/state.yaml").read_text()
    plain = send(duel, "plain.yaml", state.replace("scenario: duel", f"scenario: {name}"))
    said = pbem("show", "--state", plain)
    assert said.code == 1
    assert said.err.startswith(f"pbem: {plain}: scenario: found '{name}': not of the right form")
    game = duel / "game.yaml"
    game.write_text(game.read_text().replace("scenario: duel", f"scenario: {name}"))
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert f"{game}:4:11: error: scenario: found '{name}': not of the right form" in said.err
    assert pbem("new", f"toy/{name}", duel / "other").code == 2


@pytest.mark.parametrize("name", ["data", "data/kept", "data/charts", "data/counters.yaml"])
@pytest.mark.parametrize(
    ("to", "message"),
    [("/dev", "this leads out of the game directory"), ("itself", "this link leads to itself")],
)
def test_data_of_a_game_lie_in_it(pbem: Pbem, duel: Path, name: str, to: str, message: str) -> None:
    link = duel / name
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(link.name if to == "itself" else to)
    for command in ("show", "adjudicate"):
        said = pbem(command, "--game", duel)
        assert said.code == 1
        assert said.err == f"pbem: {link}: {message}\n    put the file itself there, not a link\n"
    assert not (duel / "runs/1").exists()


def test_what_is_kept_is_written_nowhere_else(pbem: Pbem, duel: Path) -> None:
    (duel / "data").mkdir()
    (duel / "data/kept").symlink_to("../void")
    (duel / "void").mkdir()
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert "data/kept: this is a link" in said.err
    assert not any((duel / "void").iterdir()) and not (duel / "runs/1").exists()


@pytest.mark.parametrize(
    "name", ["run", "inputs", "report", "a/b", ".", "..", "Rosa", "", "rosa\u202e", "a" * 41]
)
def test_a_player_has_a_name_of_his_own(pbem: Pbem, tmp_path: Path, name: str) -> None:
    """His files are named after him: none may be that of the program, or lie elsewhere."""
    seats = ("--player", f"{name}=crimson", "--player", "rolf=scarlet", "--player", "bea=azure")
    said = pbem("new", "toy/duel", tmp_path / "game", *seats)
    assert said.code == 2, said
    assert "this would not be a legal game.yaml" in said.err
    assert not (tmp_path / "game").exists()


@pytest.mark.parametrize("name", ["run", "../x", "Rosa"])
def test_nor_does_a_position_name_such_a_player(pbem: Pbem, duel: Path, name: str) -> None:
    text = (duel / "runs/0/state.yaml").read_text()
    assert "players: [rosa]" in text
    path = send(duel, "plain.yaml", text.replace("players: [rosa]", f"players: [{name}]"))
    said = pbem("show", "--state", path)
    assert said.code == 1
    assert f"found '{name}': " in said.err


@pytest.mark.parametrize("copy", ["1.1", "2"])
def test_a_run_is_played_and_not_copied(pbem: Pbem, duel: Path, copy: str) -> None:
    ruled = "format: pbem-overrides/1\nrun: 1\nauthor: M\nreason: r\n"
    send(duel, "overrides/1.yaml", ruled + "rolls: {t1.1.red/levy/crimson/draw-1: [2]}\n")
    assert pbem("adjudicate", "--game", duel).code == 0
    shutil.copytree(duel / "runs/1", duel / f"runs/{copy}")
    for player in ("rosa", "rolf"):
        send(duel, f"orders/{player}.yaml", HEAD.format(player=player))
    before = every_byte(duel / "runs")
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 4
    assert f"runs/{copy}: this is the log of another run" in said.err
    assert before.items() <= every_byte(duel / "runs").items()


@pytest.mark.parametrize("new", ["[true]", "[]", "[true, forever]", "[[x], step]", "{a: b}", "7"])
def test_a_mark_of_an_amendment_has_its_form(pbem: Pbem, duel: Path, new: str) -> None:
    event = f"event: UnitChanged, unit: lion, what: mark, mark: moved, old: null, new: {new}"
    path = send(duel, "a.yaml", AMEND.replace("EVENT", event))
    said = pbem("amend", path, "--game", duel)
    assert said.code == 1
    assert f"{path}:8:3: error: " in said.err
    assert not (duel / "runs/0.1").exists()


def waits_for_bea(pbem: Pbem, duel: Path) -> None:
    """The run asked Rosa, went on from her answer, and waits for Bea's."""
    ask(duel)
    assert pbem("adjudicate", "--game", duel).code == 3
    send(duel, "answers/rosa.yaml", answered(duel, "rosa", "steel"))
    assert "waits for answers of bea" in pbem("adjudicate", "--game", duel).out


def test_an_answer_that_play_went_on_from_stays(pbem: Pbem, duel: Path) -> None:
    waits_for_bea(pbem, duel)
    path = duel / "answers/rosa.yaml"
    text = path.read_text()
    path.write_text(text.replace("answer: steel", "answer: gold"))
    send(duel, "answers/bea.yaml", answered(duel, "bea", "gold"))
    before = every_byte(duel)
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    line = text.splitlines().index("  answer: steel") + 1
    assert f"answers/rosa.yaml:{line}:11: error: rosa answered t1.1.red/council/" in said.err
    assert "with 'steel', and play went on from it\n    leave it as it was" in said.err
    assert "mistake" not in said.err
    assert every_byte(duel) == before
    path.write_text(text)
    assert pbem("adjudicate", "--game", duel).code == 0


def test_nor_does_it_vanish_on_plain_files(pbem: Pbem, duel: Path) -> None:
    ask(duel)
    state, out = duel / "runs/0/state.yaml", duel / "out"
    files = [*sorted(duel.glob("orders/*.yaml")), *sorted(duel.glob("standing/*.yaml"))]
    line = ("adjudicate", "--state", state, "--seed", "x", "--out", out, *files)
    assert pbem(*line).code == 3
    text = (out / "pending/rosa.yaml").read_text().replace("  answer:\n", "  answer: steel\n")
    rosa = send(duel, "answers/rosa.yaml", text)
    assert "waits for answers of bea" in pbem(*line, rosa).out
    said = pbem(*line)
    assert said.code == 1
    assert "error: rosa answered t1.1.red/council/" in said.err
    assert "here, and the answer is gone\n    leave it as it was" in said.err
    assert "waits for answers of bea" in pbem(*line, rosa).out


def test_a_log_that_was_forged_is_told(pbem: Pbem, duel: Path) -> None:
    """A line of another form, in a chain that was made to fit again."""
    assert pbem("adjudicate", "--game", duel).code == 0
    path = duel / "runs/1/ledger.jsonl"
    lines = path.read_text().splitlines()
    lines[3] = json.dumps({**json.loads(lines[3]), "path": [1]})
    path.write_text(joined_again("\n".join(lines) + "\n"))
    for command in (["report"], ["adjudicate"], ["explain", "1"]):
        said = pbem(*command, "--game", duel)
        assert said.code == 1
        assert "line 4 has not the form of an entry" in said.err
    assert pbem("audit", "--game", duel).code == 4


GAMES = ("waits", "played")
COMMANDS = (
    ["show"], ["template", "--player", "rosa"], ["audit"], ["adjudicate", "--dry-run"],
    ["adjudicate"], ["seal"], ["report"], ["explain", "1"], ["commitments"], ["replay"],
    ["open", "--run", "1"], ["open", "--agreed"], ["dice"], ["amend", "amend.yaml"],
    ["upgrade", "--author", "A", "--reason", "B"], ["rewind", "--to", "0", "--despite", "x"],
)  # fmt: skip


def games(pbem: Pbem, duel: Path, folder: Path) -> dict[str, Path]:
    """A sealed game that waits for answers, and one with runs, void ones and an amendment."""
    send(duel, "standing/rosa.yaml", "standing: rosa\ncouncil: {gift: ask}\n")
    ruled = "format: pbem-overrides/1\nrun: 1\nauthor: M\nreason: r\n"
    send(duel, "overrides/1.yaml", ruled + "rolls: {t1.1.red/levy/crimson/draw-1: [2]}\n")
    assert pbem("seal", "--game", duel).code == 0
    assert pbem("adjudicate", "--game", duel).code == 3
    send(duel, "answers/rosa.yaml", answered(duel, "rosa", "gold"))
    waits, played = folder / "waits", folder / "played"
    shutil.copytree(duel, waits)
    assert pbem("adjudicate", "--game", duel).code == 0
    roster = duel / "game.yaml"
    said = "changes: [{from_run: 1, what: [mistakes_stand_after], who: M, why: w}]\n"
    roster.write_text(roster.read_text() + "mistakes_stand_after: 0\n" + said)
    assert pbem("rewind", "--to", "0", "--despite", "because", "--game", duel).code == 0
    event = "event: UnitMoved, unit: lion, new: ford"
    text = AMEND.replace("EVENT", event) + "corrects: '0'\ndespite: it must\n"
    assert pbem("amend", send(duel, "amend.yaml", text), "--game", duel).code == 0
    assert pbem("adjudicate", "--game", duel).code in (0, 3)
    duel.rename(played)
    return {"waits": waits, "played": played}


def mutants(name: str, data: bytes, chance: random.Random) -> list[tuple[str, bytes]]:
    """Some of the ways in which a file of a game can be another one."""
    found = chance.sample([*broken(data)], 1)
    if name.endswith(".jsonl"):
        lines = data.decode().splitlines()
        at = chance.randrange(len(lines)) if lines else 0
        for where, row in chance.sample([*changed(json.loads(lines[at]))], 2) if lines else ():
            new = [*lines[:at], json.dumps(row), *lines[at + 1 :]]
            found.append((f"line {at + 1}{where}", "\n".join(new).encode()))
        return found
    ways = [*changed(read_data_text(data.decode(), name))]
    return found + [(where, as_yaml(new)) for where, new in chance.sample(ways, min(3, len(ways)))]


@pytest.mark.parametrize("which", GAMES)
def test_every_file_may_be_another_one(pbem: Pbem, duel: Path, tmp_path: Path, which: str) -> None:
    """Each kind of file, changed in its structure, under commands that read it or not."""
    game = games(pbem, duel, tmp_path)[which]
    chance = random.Random(which)
    for name, data in every_byte(game).items():
        if name.endswith((".txt", ".cache", "lock")) or "kept" in name:
            continue
        for where, other in mutants(name, data, chance):
            copy = tmp_path / "copy"
            shutil.copytree(game, copy)
            (copy / name).write_bytes(other)
            command = chance.choice(COMMANDS)
            words = [copy / word if word == "amend.yaml" else word for word in command]
            said = pbem(*words, "--game", copy)
            assert said.code in (0, 1, 2, 3, 4), f"{name}{where}: {command}\n{said.err}"
            assert "mistake in the rules" not in said.err or name.startswith("pending/")
            shutil.rmtree(copy)


@pytest.mark.parametrize(
    ("name", "old", "new", "command", "message"),
    [
        ("commitments.yaml", "length: 4096", "length: abc", "audit", "length: found 'abc'"),
        ("keys", "length: 4096", "length: abc", "adjudicate", "the chain 'dice' is damaged"),
        ("pending/run.yaml", "entries: ", "entries: x", "adjudicate", "entries: found 'x"),
        ("pending/run.yaml", "head: ", "heed: ", "adjudicate", "'head' is missing"),
    ],
)
def test_a_file_of_the_program_keeps_its_form(
    pbem: Pbem,
    duel: Path,
    tmp_path: Path,
    name: str,
    old: str,
    new: str,
    command: str,
    message: str,
) -> None:
    game = games(pbem, duel, tmp_path)["played" if command == "audit" else "waits"]
    path = game / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    before = every_byte(game)
    said = pbem(command, "--game", game)
    assert said.code == 1, said
    assert said.err.startswith((f"pbem: {path}: ", f"{path}:")) and message in said.err
    assert {n: d for n, d in every_byte(game).items() if n in before} == before


def test_a_sheet_of_a_seal_is_what_the_register_tells(
    pbem: Pbem, duel: Path, tmp_path: Path
) -> None:
    """To the byte: a sheet that says the same otherwise disagrees, and nothing is played."""
    game = games(pbem, duel, tmp_path)["waits"]
    path = game / "sealed/1/seal.yaml"
    path.write_text(path.read_text() + "# as it was\n")
    before = every_byte(game)
    said = pbem("adjudicate", "--game", game)
    assert said.code == 4
    assert "sealed/1 is not what register.jsonl tells of" in said.err
    assert every_byte(game) == before
