"""Long work shows how far it is, on a terminal and in a pipe; colours are for terminals alone."""

from __future__ import annotations

import re
import sys
from io import StringIO
from pathlib import Path
from time import sleep

import pytest
from cli.shared import Pbem

from pbem.cli import progress as module
from pbem.cli.progress import progress
from pbem.cli.terminal import Shown, echo


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FIRST", "_TERMINAL", "_PIPE"):
        monkeypatch.setattr(module, name, 0.01)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


def worked(monkeypatch: pytest.MonkeyPatch, stream: StringIO, *, quiet: bool = False) -> str:
    """What four pieces of work show, of which the third is looked at."""
    monkeypatch.setattr(sys, "stderr", Shown(stream))
    with progress("audit", 4, quiet=quiet) as shown:
        for number in shown.each(range(1, 5)):
            shown.at(f"run {number}")
            if number == 3:
                sleep(0.1)
    return stream.getvalue()


def test_a_pipe_gets_lines_that_tell_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = worked(monkeypatch, StringIO()).splitlines()
    assert "audit: 2 of 4, run 3, 0 s" in lines
    assert all(re.fullmatch(r"audit: \d of 4, run \d, 0 s", line) for line in lines)


def test_a_terminal_gets_a_bar_that_goes_when_the_work_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = worked(monkeypatch, Terminal())
    assert "[############............] audit: 2 of 4, run 3, 0 s" in said
    assert said.endswith("\r\x1b[K")
    assert "\n" not in said


def test_short_and_quiet_work_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    assert worked(monkeypatch, StringIO(), quiet=True) == ""
    monkeypatch.setattr(module, "FIRST", 10)
    assert worked(monkeypatch, StringIO()) == ""


def test_lines_stand_above_the_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stream = Terminal()
    monkeypatch.setattr(module, "_TERMINAL", 10)
    monkeypatch.setattr(sys, "stderr", Shown(stream))
    with progress("batch", 1) as shown:
        sleep(0.2)
        assert stream.getvalue().endswith("batch: 0 of 1, 0 s")
        shown.echo("west: played")
        assert stream.getvalue().endswith("\r\x1b[K")
    assert capsys.readouterr().out == "west: played\n"


@pytest.mark.parametrize(
    ("stream", "setting", "expected"),
    [
        (Terminal, {}, "\x1b[31mlate\x1b[0m\n"),
        (StringIO, {}, "late\n"),
        (Terminal, {"NO_COLOR": "1"}, "late\n"),
        (Terminal, {"TERM": "dumb"}, "late\n"),
    ],
)
def test_colours_are_for_terminals_that_want_them(
    monkeypatch: pytest.MonkeyPatch,
    stream: type[StringIO],
    setting: dict[str, str],
    expected: str,
) -> None:
    for name, value in setting.items():
        monkeypatch.setenv(name, value)
    out = stream()
    monkeypatch.setattr(sys, "stdout", Shown(out))
    echo("late", "red")
    assert out.getvalue() == expected


def test_a_text_steers_no_terminal_even_in_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    out = Terminal()
    monkeypatch.setattr(sys, "stdout", Shown(out))
    echo("\x1b[2Jhans", "green")
    assert out.getvalue() == "\x1b[32m\\u001b[2Jhans\x1b[0m\n"


def test_status_is_watched_until_it_is_stopped(
    pbem: Pbem, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", pause)
    said = pbem("status", duel, "--watch")
    assert said.code == 0
    assert said.out.count("toy-1: run 1") == 2 and "rosa: sent" in said.out
    assert pbem("status", duel, "--watch", "--format", "json").code == 2


def test_all_that_was_taken_back_is_played_again_in_one_go(pbem: Pbem, duel: Path) -> None:
    roster = duel / "game.yaml"
    roster.write_text(roster.read_text().replace("missing_orders: stop", "missing_orders: pass"))
    assert pbem("commitments", duel).code == 0
    for _ in range(3):
        assert pbem("adjudicate", "--game", duel).code == 0
    assert pbem("rewind", "--game", duel, "--to", "0").code == 0
    said = pbem("adjudicate", "--game", duel, "--all")
    assert said.code == 0
    assert said.out.startswith("run 1 played again\nrun 2 played again\n")
    assert (duel / "runs/3/state.yaml").exists()
    assert pbem("adjudicate", "--game", duel, "--all", "--dry-run").code == 2
