"""The table of commands, start-up, exit codes, and trouble of every kind."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import click
import pytest
from cli.shared import Pbem, send

from pbem.cli import COMMANDS, group, main

FOLDER = Path(__file__).parents[2] / "pbem/cli"


def test_the_table_lists_every_command_module() -> None:
    modules = {path.stem for path in FOLDER.glob("*.py") if "\ndef command(" in path.read_text()}
    subcommands = {name for name in modules if name.split("_")[0] in modules and "_" in name}
    assert set(COMMANDS) == modules - subcommands


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_holds_an_example_and_its_first_line_is_the_table_s(name: str) -> None:
    command = group.get_command(click.Context(group), name)
    assert command is not None
    assert command.help is not None
    assert f"pbem {name}" in command.help or command.help.count("pbem ") > 0
    assert len(COMMANDS[name]) <= 60


def test_help_imports_nothing_but_click() -> None:
    """And the list of what no terminal is shown."""
    code = (
        "import sys, io, contextlib\n"
        "from pbem.cli import main\n"
        "with contextlib.redirect_stdout(io.StringIO()): main(['--help'])\n"
        "print(sorted(m for m in sys.modules if m.startswith(('pbem', 'ruamel', 'jsonschema'))))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    letters = "'pbem.core', 'pbem.core.data', 'pbem.core.data.letters'"
    assert said.stdout == f"['pbem', 'pbem.cli', 'pbem.cli.terminal', {letters}]\n"


def test_a_program_that_ends_sweeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    frozen: list[str] = []
    monkeypatch.setattr("gc.freeze", lambda: frozen.append("now"))
    monkeypatch.setattr(sys, "argv", ["pbem", "scenarios"])
    assert main(["scenarios"]) == 0
    assert frozen == []
    assert main() == 0
    assert frozen == ["now"]


def test_a_command_that_is_none_is_usage(pbem: Pbem) -> None:
    said = pbem("adjudicat")
    assert said.code == 2
    assert said.err.splitlines() == [
        "pbem: there is no command 'adjudicat'",
        "    did you mean adjudicate or audit?",
    ]


def test_our_bug_is_one_line_and_the_details_are_saved(
    pbem: Pbem, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("pbem.core.rules.setup.list_scenarios", lambda: 1 // 0)
    said = pbem("scenarios")
    assert said.code == 70
    (saved,) = tmp_path.glob("pbem-bug-*.txt")
    assert said.err == f"pbem: a bug of ours (ZeroDivisionError); the details are in {saved}\n"
    assert "ZeroDivisionError: integer division or modulo by zero" in saved.read_text()


def test_scenarios_as_data(pbem: Pbem) -> None:
    rows = json.loads(pbem("scenarios", "--format", "json").out)
    duel = next(row for row in rows if row["scenario"] == "toy/duel")
    assert duel["players"] == {
        "rosa": {"powers": ["crimson"]},
        "rolf": {"powers": ["scarlet"]},
        "bea": {"powers": ["azure"]},
    }


def test_a_directory_that_is_no_game(pbem: Pbem, tmp_path: Path) -> None:
    for command in (["show"], ["seal"], ["adjudicate"], ["rewind", "--to", "0"]):
        said = pbem(*command, "--game", tmp_path)
        assert said.code == 2
        assert "this is not a game directory, it has no game.yaml" in said.err


# --- show ----------------------------------------------------------------------------------------


def test_show_a_unit_a_place_a_power(pbem: Pbem, duel: Path) -> None:
    assert pbem("show", "--game", duel, "--unit", "Lion").out == (
        "lion     Lion\n"
        "owner    Crimson\n"
        "at       Red Home\n"
        "might    2\n"
        "classes  champion\n"
        "ratings  printed\n"
    )
    place = json.loads(pbem("show", "--game", duel, "--place", "Town", "--format", "json").out)
    assert place["controller"] == "azure"
    assert place["neighbours"] == {"blue-home": [], "ford": ["bridge"], "mill": []}
    assert [unit["id"] for unit in place["units"]] == ["azure:azure-inf@town", "wolf"]
    power = pbem("show", "--game", duel, "--power", "Azure").out
    assert power.startswith("Azure      Blue, played by bea; luck 2; torches 1\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--unit", "INF"], "'INF' may be any of several units"),
        (["--unit", "Lyon"], "did you mean Lion?"),
        (["--place", "Twon"], "did you mean Town"),
        (["--power", "azur"], "did you mean azure"),
        (["--power", "azure", "--unit", "Lion"], "name one of"),
        (["--run", "3"], "there is no run 3"),
    ],
)
def test_show_says_what_would_be_right(
    pbem: Pbem, duel: Path, arguments: list[str], message: str
) -> None:
    said = pbem("show", "--game", duel, *arguments)
    assert (said.code, said.out) == (2, "")
    assert message in said.err


def test_show_secrets_is_the_moderator_s_view(pbem: Pbem, duel: Path) -> None:
    assert "Decoy" not in pbem("show", "--game", duel).out
    assert "Decoy" in pbem("show", "--game", duel, "--secrets").out


def test_commitments_that_do_not_fit_the_keys(pbem: Pbem, duel: Path) -> None:
    said = pbem("commitments", duel)
    assert said.code == 0
    assert said.out == (duel / "commitments.yaml").read_text() + "\n"
    text = (duel / "commitments.yaml").read_text()
    send(duel, "commitments.yaml", text.replace("length: 4096", "length: 4095"))
    assert pbem("commitments", duel).code == 4


def test_a_mistyped_subcommand_too(pbem: Pbem) -> None:
    said = pbem("map", "shwo")
    assert said.code == 2
    assert said.err == "pbem: there is no command 'shwo'\n    did you mean show?\n"


class NarrowPage(TextIOWrapper):
    """A terminal or a file that knows few letters, on a disk that may be full."""

    def __init__(self, full: bool = False) -> None:
        super().__init__(BytesIO(), encoding="latin-1")
        self.full = full

    def write(self, text: str) -> int:
        if self.full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return super().write(text)


def test_a_letter_that_a_terminal_lacks_is_no_bug(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = NarrowPage()
    monkeypatch.setattr(sys, "stdout", page)
    path = duel / "№.yaml"
    (duel / "orders/rosa.yaml").rename(path)
    assert main(["validate", str(path), "--game", str(duel)]) == 0
    page.flush()
    assert page.buffer.getvalue().startswith(f"RECEIPT {duel}/?.yaml: orders of rosa".encode())


def test_a_full_disk_under_the_output_is_no_bug(
    duel: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", NarrowPage(full=True))
    assert main(["show", "--game", str(duel)]) == 1
    assert capfd.readouterr().err == "pbem: the output: No space left on device\n"
