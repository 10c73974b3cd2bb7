"""Every command in a game that is open, was handed over, waits or is sealed: all of it, or nothing.

What is refused changes no file, and whatever is done, the register still tells of what lies there.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from cli.faults import AMENDMENT, DOCUMENTED, NOW, called, must, stood, unkept
from cli.shared import HEAD, answered, ask, levies, send

WHY: Final = ("--author", "M", "--reason", "r")
COMMANDS: Final = {  # in a folder with a game `duel`
    "adjudicate": ("adjudicate", "--game", "duel"),
    "a dry run": ("adjudicate", "--game", "duel", "--dry-run"),
    "amend": ("amend", "fix.yaml", "--game", "duel"),
    "archive": ("archive", "--game", "duel", "--out", "a.age"),
    "audit": ("audit", "--game", "duel"),
    "batch": ("batch", ".", *NOW),
    "case new": ("case", "new", "--from", "2", "--game", "duel", "--run", "1"),
    "commitments": ("commitments", "duel"),
    "commitments --renew": ("commitments", "duel", "--renew", *WHY),
    "dice": ("dice", "--game", "duel"),
    "explain": ("explain", "2", "--game", "duel", "--run", "1"),
    "hand over": ("archive", "--game", "duel", "--out", "a.age", "--hand-over", "Mara"),
    "keys": ("keys", "duel/keys", "--game", "duel"),
    "open": ("open", "--game", "duel", "--agreed"),
    "protest close": ("protest", "close", "1", "--game", "duel", "--upheld", *WHY),
    "protest enter": (
        *("protest", "enter", "2", "--run", "1", "--game", "duel", "--player", "rolf"),
        *("--reason", "it was not so"),
    ),
    "publish": ("publish", "--game", "duel", "--for", "rosa", "--out", "rosa.zip"),
    "receive": ("receive", "letters", "--game", "duel", *NOW),
    "remind": ("remind", "--game", "duel", *NOW),
    "replay": ("replay", "--game", "duel", "--run", "1", "--override", "draw-1=2"),
    "report": ("report", "--game", "duel", "--run", "1"),
    "rewind": ("rewind", "--game", "duel", "--to", "0", "--why", "a slip"),
    "run": ("run", "--game", "duel", *NOW),
    "seal": ("seal", "--game", "duel"),
    "send": ("send", "--game", "duel"),
    "show": ("show", "--game", "duel"),
    "status": ("status", "duel", *NOW),
    "template": ("template", "--game", "duel", "--player", "rosa"),
    "upgrade": ("upgrade", "--game", "duel", *WHY),
    "validate": ("validate", "duel/orders/rosa.yaml", "--game", "duel"),
    "view": ("view", "--game", "duel", "--player", "rosa"),
}


def _played(here: Path) -> None:
    """A game with a run, a protest against it, orders for the next window, and letters."""
    game = here / "duel"
    send(here, "mail.yaml", "format: pbem-mail/1\nfrom: mod@x.org\n")
    must("new", "toy/duel", game, "--seed", "soak")
    levies(game)
    roster = game / "game.yaml"
    text = roster.read_text(encoding="utf-8")
    for player in ("rosa", "rolf"):
        text = text.replace(f"  {player}: {{", f"  {player}: {{address: {player}@x.org, ")
    roster.write_text(text, encoding="utf-8")
    must("commitments", game)
    must("adjudicate", "--game", game)
    must("protest", "enter", "4", "--game", game, "--player", "rosa", "--reason", "it was not so")
    for player in ("rosa", "rolf"):
        send(game, f"orders/{player}.yaml", HEAD.format(player=player))
    (here / "letters").mkdir()
    head = "From: rolf@x.org\nMessage-ID: <rolf@x.org>\n\n"
    send(here, "letters/rolf.eml", head + HEAD.format(player="rolf") + "luck: seven\n")
    send(here, "fix.yaml", AMENDMENT)


def _opened(here: Path) -> None:
    _played(here)
    must("open", "--game", here / "duel", "--agreed")


def _sealed(here: Path) -> None:
    _played(here)
    must("seal", "--game", here / "duel")


def _opened_sealed(here: Path) -> None:
    _sealed(here)
    must("open", "--game", here / "duel", "--agreed")


def _handed_over(here: Path) -> None:
    _played(here)
    must("archive", "--game", here / "duel", "--out", here / "d.age", "--hand-over", "Mara")


def _asked(here: Path) -> None:
    """A game whose first run waits for answers, one of which has come."""
    game = here / "duel"
    send(here, "mail.yaml", "format: pbem-mail/1\nfrom: mod@x.org\n")
    must("new", "toy/duel", game, "--seed", "soak")
    ask(game)
    must("adjudicate", "--game", game)
    send(game, "answers/rosa.yaml", answered(game, "rosa", "steel"))
    send(here, "fix.yaml", AMENDMENT.replace("'1'", "'0'"))
    (here / "letters").mkdir()


def _opened_asked(here: Path) -> None:
    _asked(here)
    must("open", "--game", here / "duel", "--agreed")


STAGES: Final[dict[str, Callable[[Path], None]]] = {
    "opened": _opened,
    "opened while sealed": _opened_sealed,
    "opened while it waits": _opened_asked,
    "handed over": _handed_over,
    "sealed": _sealed,
    "waits": _asked,
}
ACTS: Final = ("adjudicate", "amend", "protest close", "protest enter", "rewind", "seal")


@pytest.fixture(scope="session")
def stages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A folder at each stage."""
    made = {stage: tmp_path_factory.mktemp("stage") for stage in STAGES}
    for stage, folder in made.items():
        STAGES[stage](folder)
    return made


def tried(at: Path, here: Path, words: tuple[str, ...]) -> tuple[int, str, str]:
    """What a command comes to in a copy of a folder, what it says, and what was wrong with that."""
    shutil.copytree(at, here)
    with contextlib.chdir(here):
        before = unkept(stood(Path()))
        code, said = called(*words)
        after = unkept(stood(Path()))
        if code not in DOCUMENTED or "Traceback" in said:
            return code, said, said
        if code not in (0, 3) and after != before and words[0] not in ("receive", "run", "batch"):
            return (
                code,
                said,
                f"it failed, and changed {sorted({*before.items()} ^ {*after.items()})}",
            )
        audited, wrong = called("audit", "--game", "duel")
        return code, said, wrong if audited else ""


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_done_or_changes_nothing(
    stages: dict[str, Path], tmp_path: Path, stage: str, command: str
) -> None:
    _, _, wrong = tried(stages[stage], tmp_path / "here", COMMANDS[command])
    assert not wrong


@pytest.mark.parametrize("stage", ["opened", "opened while sealed"])
@pytest.mark.parametrize("command", ACTS)
def test_nothing_is_done_in_a_game_that_is_open(
    stages: dict[str, Path], tmp_path: Path, stage: str, command: str
) -> None:
    code, said, _ = tried(stages[stage], tmp_path / "here", COMMANDS[command])
    assert code == 1
    assert "the secrets of this game are open" in said


@pytest.mark.parametrize("command", ["amend", "seal"])
def test_a_run_that_waits_is_taken_back_first(
    stages: dict[str, Path], tmp_path: Path, command: str
) -> None:
    code, said, _ = tried(stages["waits"], tmp_path / "here", COMMANDS[command])
    assert code == 1
    assert "run 1 waits for answers\n    take it back first: pbem rewind --to 0" in said


@pytest.mark.parametrize("command", [*ACTS, "open", "receive", "remind", "run", "send"])
def test_a_game_that_was_handed_over_is_left_alone(
    stages: dict[str, Path], tmp_path: Path, command: str
) -> None:
    code, said, _ = tried(stages["handed over"], tmp_path / "here", COMMANDS[command])
    assert code == 1
    assert "this game was handed over and goes on elsewhere" in said
