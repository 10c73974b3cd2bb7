"""Tampered, missing and stale files of a game: found, named, and nothing is played on them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from cli.shared import HEAD, Pbem, every_byte, send


@pytest.fixture
def played(pbem: Pbem, duel: Path) -> Path:
    """A game with a run, and orders for the next."""
    assert pbem("adjudicate", "--game", duel).code == 0
    for player in ("rosa", "rolf"):
        send(duel, f"orders/{player}.yaml", HEAD.format(player=player))
    return duel


def edit(name: str, old: str, new: str) -> Callable[[Path], None]:
    """Somebody changes a file by hand."""

    def change(game: Path) -> None:
        text = (game / name).read_text()
        assert old in text
        (game / name).write_text(text.replace(old, new, 1))

    return change


def cut(name: str) -> Callable[[Path], None]:
    """The last line of a file is gone."""

    def change(game: Path) -> None:
        lines = (game / name).read_text().splitlines(keepends=True)
        (game / name).write_text("".join(lines[:-1]))

    return change


def behead(name: str) -> Callable[[Path], None]:
    """The first line of a file is gone."""

    def change(game: Path) -> None:
        lines = (game / name).read_text().splitlines(keepends=True)
        (game / name).write_text("".join(lines[1:]))

    return change


def empty(name: str) -> Callable[[Path], None]:
    """Nothing is left in a file."""

    def change(game: Path) -> None:
        (game / name).write_bytes(b"")

    return change


def lose(name: str) -> Callable[[Path], None]:
    """A file or folder is gone."""

    def change(game: Path) -> None:
        path = game / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()

    return change


@pytest.mark.parametrize(
    ("damage", "code", "message"),
    [
        (
            edit("runs/1/state.yaml", "value: fine", "value: rain"),
            4,
            "runs/1: the state is not the one that the log ends with",
        ),
        (
            edit("runs/1/state.yaml", "counter: wolf", "counter: lion"),
            4,
            "runs/1: the state is not the one that the log ends with",
        ),
        (cut("runs/1/ledger.jsonl"), 4, "runs/1: the end of the log is missing"),
        (empty("runs/1/ledger.jsonl"), 1, "runs/1: the log is damaged: it has no header"),
        (behead("runs/1/ledger.jsonl"), 1, "runs/1: the log is damaged: it has no header"),
        (
            edit("runs/1/ledger.jsonl", '"kind":"verdict"', '"kind":  "verdict"'),
            4,
            "of the log, or the one after it, was changed",
        ),
        (edit("runs/1/ledger.jsonl", '{"body"', '{"bodi"'), 1, "the log is damaged"),
        (edit("runs/1/secrets.jsonl", '"body"', '"bodi"'), 1, "the log is damaged"),
        (
            edit("runs/1/secrets.jsonl", '"hidden":[', '"hidden":["odd",'),
            1,
            "the log is damaged",
        ),
        (edit("runs/1/state.yaml", "units:", "unitz:"), 1, "runs/1/state.yaml"),
        (lose("runs/1/state.yaml"), 1, "runs/1/state.yaml: there is no such file"),
        (lose("runs/1/ledger.jsonl"), 1, "runs/1/ledger.jsonl: there is no such file"),
        (lose("runs"), 1, "runs/0 is missing, the state in which the game began"),
        (lose("keys"), 1, "keys: there is no such file"),
        (edit("keys", 'dice: "', 'dice: "x'), 1, "the chain 'dice' is damaged"),
        (edit("keys", "length: 4096", "length: 4095"), 4, "is not what the game's keys lead back"),
        (lose("commitments.yaml"), 1, "commitments.yaml: there is no such file"),
        (edit("game.yaml", "game: toy-1", "game: [toy-1"), 1, "game.yaml:"),
        (edit("game.yaml", "scenario: duel", "scenario: fuel"), 2, "there is no scenario"),
    ],
)
def test_a_damaged_game_does_not_go_on(
    pbem: Pbem, played: Path, damage: Callable[[Path], None], code: int, message: str
) -> None:
    for cache in (played / "runs").rglob(".*.cache"):
        cache.unlink()
    damage(played)
    before = every_byte(played)
    said = pbem("adjudicate", "--game", played)
    assert said.code == code, said.err
    assert message in said.err
    assert not (played / "runs/2").exists()
    after = {n: d for n, d in every_byte(played).items() if not n.endswith((".cache", "lock"))}
    assert after == {n: d for n, d in before.items() if not n.endswith((".cache", "lock"))}


def test_a_rewind_to_a_damaged_position_moves_nothing(pbem: Pbem, played: Path) -> None:
    for cache in (played / "runs").rglob(".*.cache"):
        cache.unlink()
    edit("runs/0/state.yaml", "units:", "unitz:")(played)
    said = pbem("rewind", "--game", played, "--to", "0")
    assert said.code == 1
    assert "runs/0/state.yaml" in said.err
    assert (played / "runs/1").is_dir()
    assert not (played / "void").exists()


@pytest.mark.parametrize("text", ["", "junk", "pbem-cache/1 0.1.0 x y\n{}", "\x00" * 50])
def test_a_damaged_cache_does_no_harm(pbem: Pbem, played: Path, text: str) -> None:
    pbem("show", "--game", played)
    (cache,) = (played / "runs/1").glob(".*.cache")
    cache.write_text(text)
    assert pbem("adjudicate", "--game", played).code == 0


def test_a_stale_file_stands_unless_it_gains_a_finding(pbem: Pbem, played: Path) -> None:
    """Orders written before a correction are checked again: all that was legal must still be."""
    form = pbem("template", "--game", played, "--player", "rosa").out
    mark = form.split('for_state: "')[1][:8]
    head = HEAD.format(player="rosa") + f'for_state: "{mark}"\n'
    send(played, "orders/rosa.yaml", head + "march:\n- {unit: Lion, to: ford}\n")
    amend = (
        "format: pbem-amend/1\ngame: toy-1\nafter: '1'\nauthor: M\nreason: r\ncite: c\n"
        "events:\n- {event: UnitMoved, unit: WHO, new: WHERE}\n"
    )
    path = send(played, "a.yaml", amend.replace("WHO", "wolf").replace("WHERE", "mill"))
    assert pbem("amend", path, "--game", played).code == 0
    said = pbem("adjudicate", "--game", played, "--dry-run")
    assert said.code == 0
    assert f"written for state {mark}" in said.err
    text = amend.replace("WHO", "lion").replace("WHERE", "blue-home").replace("'1'", "'1.1'")
    assert pbem("amend", send(played, "b.yaml", text), "--game", played).code == 0
    said = pbem("adjudicate", "--game", played)
    assert said.code == 1
    assert "ford does not touch blue-home" in said.err


JUNK = {
    "bytes": lambda data: b"\xff\xfe\x00\x01",
    "list": lambda data: b"[]\n",
    "mapping": lambda data: b"a: b\n",
    "open": lambda data: b"{\n",
    "half": lambda data: data[: len(data) // 2],
    "twice": lambda data: data + data,
}


@pytest.mark.parametrize("junk", JUNK)
def test_no_file_of_a_game_can_make_the_program_stumble(
    pbem: Pbem, duel: Path, tmp_path: Path, junk: str
) -> None:
    """Whatever a file holds, there is a message and a documented exit code; never a bug of ours.

    A file that is the same where the game waits and where it has gone on is changed once.
    """
    send(duel, "standing/rosa.yaml", "standing: rosa\ncouncil: {gift: ask}\n")
    send(duel, "overrides/1.yaml", "format: pbem-overrides/1\nrun: 1\nauthor: M\nreason: r\n")
    assert pbem("seal", "--game", duel).code == 0
    assert pbem("adjudicate", "--game", duel).code == 3
    waits = tmp_path / "waits"
    shutil.copytree(duel, waits)
    answers = (duel / "pending/rosa.yaml").read_text().replace("answer:\n", "answer: gold\n")
    send(duel, "answers/rosa.yaml", answers)
    send(waits, "answers/rosa.yaml", answers)
    assert pbem("adjudicate", "--game", duel).code == 0
    stands = every_byte(waits)
    for world in (waits, duel):
        for name, data in every_byte(world).items():
            if world == duel and stands.get(name) == data:
                continue
            if not name.endswith((".txt", ".cache", "lock")) and "kept" not in name:
                game = tmp_path / "game"
                shutil.copytree(world, game)
                (game / name).write_bytes(JUNK[junk](data))
                for command in (["show"], ["audit"], ["adjudicate"], ["rewind", "--to", "0"]):
                    said = pbem(*command, "--game", game)
                    assert said.code in (0, 1, 2, 3, 4), f"{name}: {command}\n{said.err}"
                    assert "Traceback" not in said.err
                shutil.rmtree(game)


HOSTILE = {
    "nothing": b"",
    "bytes": b"\xff\xfe\x00\x01\x80",
    "utf-16": "window: toy-1\n".encode("utf-16"),
    "null": b"window: \x00\n",
    "list": b"- 1\n- 2\n",
    "scalar": b"7",
    "deep": b"[" * 5000,
    "alias": b"a: &a [x]\nb: [*a, *a]\n",
    "tag": b"!!python/object/apply:os.system [ls]\n",
    "key twice": b"player: rosa\nplayer: rolf\n",
    "long": b"a" * 1_100_000,
    "orders": b"window: [a]\nplayer: {b: c}\nluck: [1]\nmarch: 7\nlevy: [{draw: x}]\n",
    "standing": b"standing: [x]\npreset: {}\nreserve: 7\nclash: 3\n",
    "answers": b"answers: [x]\nquestions: {a: b}\n",
    "questions": b"answers: bea\nquestions: [{path: [1], fingerprint: {}, answer: {a: b}}]\n",
    "game": b"format: pbem-game/1\nplayers: 7\n",
    "rulings": b"format: pbem-overrides/1\nrun: 1\nauthor: M\nreason: r\ncite: c\nrulings:\n"
    b"  t1.1.red/levy: {changes: [{lose: [x]}, {}, 7, {move: a, to: {a: b}}, {points: x}]}\n",
    "ruled": b"format: pbem-overrides/1\nrun: 1\nauthor: M\nreason: r\ncite: c\nrulings:\n"
    b"  t1.1.red/levy: {changes: [{move: lion, to: 'in:lion'}, {lose: '', to: hill}]}\n",
    "amend": b"format: pbem-amend/1\ngame: toy-1\nafter: '0'\nauthor: M\nreason: r\ncite: c\n"
    b"events: [{event: UnitCreated, unit: x, new: {id: [y]}}]\n",
    "clock": b"format: pbem-amend/1\ngame: toy-1\nafter: '0'\nauthor: M\nreason: r\ncite: c\n"
    b"events: [{event: ClockAdvanced, new: {turn: 7}}]\n",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_files_get_a_message(pbem: Pbem, duel: Path, kind: str) -> None:
    path = duel / "hostile.yaml"
    path.write_bytes(HOSTILE[kind])
    (duel / "overrides/1.yaml").write_bytes(HOSTILE[kind])
    for command in (
        ["validate", path, "--game", duel],
        ["amend", path, "--game", duel],
        ["adjudicate", "--state", path, "--orders", path, "--out", duel / "out"],
        ["adjudicate", "--state", duel / "runs/0/state.yaml", path, "--out", duel / "out"],
        ["adjudicate", "--game", duel],
        ["template", "--state", path, "--player", "rosa"],
        ["template", "--state", duel / "runs/0/state.yaml", "--player", "rosa", "--standing", path],
    ):
        said = pbem(*command)
        assert said.code in (0, 1, 2), f"{command}\n{said.err}"
        assert said.code or command[0] == "template" or kind in ("nothing",)
        assert "Traceback" not in said.err
    assert not (duel / "runs/0.1").exists()


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (empty("runs/1/state.yaml"), "the state after the run: this is not a state file"),
        (cut("runs/1/state.yaml"), "the state after the run"),
        (empty("runs/0/state.yaml"), "the state before the run: this is not a state file"),
        (
            edit("runs/1/state.yaml", "value: fine", "value: rain"),
            "the state after the run is not the one that the log names",
        ),
    ],
)
def test_an_audit_fails_on_a_position_that_is_damaged(
    pbem: Pbem, played: Path, damage: Callable[[Path], None], message: str
) -> None:
    """What cannot be read cannot be replayed: that must not pass for agreement."""
    damage(played)
    said = pbem("audit", "--game", played, "--run", "1")
    assert said.code == 4
    assert "positions   WRONG" in said.out
    assert message in said.out


def test_an_audit_tells_of_bytes_that_are_no_text(pbem: Pbem, played: Path) -> None:
    path = played / "runs/1/ledger.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], b"\xff\xfe" + lines[3], *lines[4:]]))
    said = pbem("audit", "--game", played)
    assert said.code == 4
    assert "line 4: cannot be read as an entry of a log" in said.out


def test_an_audit_misses_the_sheet_that_was_published(pbem: Pbem, played: Path) -> None:
    """Without it nobody can tell whether the keys are those of the beginning."""
    (played / "commitments.yaml").unlink()
    said = pbem("audit", "--game", played, "--run", "1")
    assert said.code == 4
    assert "keys" in said.out and "commitments.yaml is gone: put the sheet back" in said.out
