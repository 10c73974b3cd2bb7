"""No command sends to a terminal, or writes into a report, what steers it or cannot be seen."""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path

import pytest
from cli.shared import Pbem, Said, every_byte, send
from cli.worlds import arguments, examples, world_of
from mutations import joined_again

from pbem.cli import main
from pbem.core.data.letters import strange

EVIL = "\x1b[2J\x9b\u202eevil\u2028\u200f"
ESCAPED = "\\u001b[2J\\u009b\\u202eevil\\u2028\\u200f"
FETCHED = "pbem map build"
LINES = sorted({line for _, line in examples() if not line.startswith(FETCHED)})
NAMES = {line: name for name, line in examples()}


def is_seen(said: Said) -> bool:
    return strange(said.out) is None and strange(said.err) is None


@pytest.mark.parametrize("line", LINES)
def test_what_is_typed_wrongly_is_told_so_that_it_is_seen(
    pbem: Pbem, worlds: dict[str, Path], line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command, with a word of its line that nobody can see."""
    world = tmp_path / "world"
    shutil.copytree(worlds[world_of(NAMES[line], line)], world)
    monkeypatch.chdir(world)
    words = arguments(line)
    for spot in (len(words) - 1, len(words) - 2):
        said = pbem(*words[:spot], EVIL, *words[spot + 1 :])
        assert is_seen(said), said
        assert said.code != 70


def evil_log(game: Path, whole: bool = False) -> None:
    """Somebody put into a log what the program would never have written there."""
    path = game / "runs/1/ledger.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    lines[0] = lines[0].replace('"press":{}', f'"press":{{"rosa":"{ESCAPED}"}}')
    assert ESCAPED in lines[0]
    open_ = ["hidden" not in json.loads(line) for line in lines]
    evil = f'"cite":"{EVIL[4:]}'
    lines = [
        line.replace('"cite":"', evil) if o else line for line, o in zip(lines, open_, strict=True)
    ]
    path.write_text(joined_again("".join(lines)) if whole else "".join(lines))


COMMANDS = (
    ["show"], ["show", "--format", "json"], ["report"], ["report", "--format", "json"],
    ["report", "--player", "rosa"], ["explain", "1"], ["explain", "1", "--secrets"], ["audit"],
    ["audit", "--format", "json"], ["audit", "--no-replay"], ["dice"], ["adjudicate"],
    ["template", "--player", "rosa"], ["view", "--player", "rosa"], ["replay"], ["seal"],
    ["open", "--run", "1"], ["rewind", "--to", "0"],
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("whole", [True, False])
def test_a_damaged_log_is_shown_so_that_it_is_seen(
    pbem: Pbem, duel: Path, command: list[str], whole: bool
) -> None:
    assert pbem("adjudicate", "--game", duel).code == 0
    evil_log(duel, whole)
    said = pbem(*command, "--game", duel)
    assert is_seen(said), said
    assert said.code != 70, said.err
    for name, data in every_byte(duel).items():
        assert strange(data.decode()) is None or name.endswith("ledger.jsonl"), name


def test_a_report_of_an_old_log_tells_of_the_characters(pbem: Pbem, duel: Path) -> None:
    assert pbem("adjudicate", "--game", duel).code == 0
    evil_log(duel, whole=True)
    assert ESCAPED in pbem("report", "--game", duel).out.replace("\n      ", "")
    (told,) = [json.loads(pbem("report", "--game", duel, "--format", "json").out)]
    assert "evil" in json.dumps(told)


TYPED = {
    "orders/rosa.yaml": "window: toy-1 t1.1.red/levy\nplayer: rosa\nWHAT: TEXT\n",
    "standing/rosa.yaml": "standing: rosa\nWHAT: TEXT\n",
    "answers/rosa.yaml": "answers: rosa\nquestions: []\nWHAT: TEXT\n",
    "overrides/1.yaml": "format: pbem-overrides/1\nrun: 1\nWHAT: TEXT\n",
    "data/charts/odds.yaml": "id: odds\nWHAT: TEXT\n",
    "data/counters.yaml": "format: pbem-counters/1\nWHAT: TEXT\n",
    "data/map-corrections.yaml": "format: pbem-map-corrections/1\nWHAT: TEXT\n",
    "game.yaml": "format: pbem-game/1\nWHAT: TEXT\n",
}


@pytest.mark.parametrize("name", TYPED)
@pytest.mark.parametrize("what", ["luck", "press", "reason", "title", EVIL])
def test_no_file_brings_in_what_cannot_be_seen(
    pbem: Pbem, duel: Path, name: str, what: str
) -> None:
    (duel / name).parent.mkdir(parents=True, exist_ok=True)
    key = f'"{ESCAPED}"' if what == EVIL else what
    text = TYPED[name].replace("WHAT", key).replace("TEXT", f'"{ESCAPED}"')
    send(duel, name, text)
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1, said
    assert is_seen(said)
    line, column = text.count("\n"), 1 if what == EVIL else len(what) + 3
    head = f"{name}:{line}:{column}: error: the character U+001B CONTROL CHARACTER cannot stand"
    assert head in said.err
    assert not (duel / "runs/1").exists()


def test_an_amendment_gives_no_reason_that_cannot_be_seen(pbem: Pbem, duel: Path) -> None:
    text = (
        "format: pbem-amend/1\ngame: toy-1\nafter: '0'\nauthor: M\ncite: c\n"
        f'reason: "{ESCAPED}"\nevents:\n- {{event: UnitMoved, unit: lion, new: ford}}\n'
    )
    said = pbem("amend", send(duel, "a.yaml", text), "--game", duel)
    assert said.code == 1
    assert f"{duel}/a.yaml:6:9: error: the character U+001B CONTROL CHARACTER" in said.err
    assert is_seen(said)


@pytest.mark.parametrize("folder", ["orders", "standing", "answers", "overrides", "data/charts"])
@pytest.mark.parametrize("name", [f"{EVIL}.yaml", f"{EVIL}.txt", "\udcff.yaml"])
def test_a_name_of_a_file_is_shown_so_that_it_is_seen(
    pbem: Pbem, duel: Path, folder: str, name: str
) -> None:
    (duel / folder).mkdir(parents=True, exist_ok=True)
    (duel / folder / name).write_text("")
    for command in ("adjudicate", "seal"):
        said = pbem(command, "--game", duel)
        assert said.code == 1, said
        assert is_seen(said)
        assert "cannot stand in a file's name\n    give the file another name" in said.err
    said = pbem("validate", duel / folder / name, "--game", duel)
    assert is_seen(said) and said.code == 1


def test_a_picture_holds_no_such_name(tmp_path: Path) -> None:
    from pbem.maps.drawing.svg import escape

    assert escape(f"<{EVIL}>") == f"&lt;{ESCAPED}&gt;"


class Terminal(io.StringIO):
    """A terminal that calls itself ASCII, as the one of a bare system does."""

    encoding = "ascii"

    def isatty(self) -> bool:
        return True


def test_a_terminal_is_never_steered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    assert main(["show", "--game", str(tmp_path / EVIL)]) == 2
    assert terminal.getvalue().startswith(f"pbem: {tmp_path}/{ESCAPED}: this is not a game")
    assert sys.stderr is terminal
