"""Slips of a moderator: a name mistyped in game.yaml, a file in the wrong folder or misnamed."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.shared import Pbem, send

SLIPS = {
    "power": (
        "rosa: {powers: [crimson]",
        "rosa: {powers: [crimsom]",
        ":7:19: error: there is no power 'crimsom' in this game\n    did you mean crimson?",
    ),
    "leader": (
        "red: rosa",
        "red: rsoa",
        ": error: there is no player 'rsoa' in this game\n    did you mean rosa?",
    ),
    "side": (
        "red: rosa",
        "rot: rosa",
        ": error: there is no side 'rot' in this game\n    known: blue, red",
    ),
    "player": (
        "  rosa: {",
        "  rose: {",
        ": error: rosa plays in this game and is not among the players\n    add a line: rosa: {}",
    ),
    "game": (
        "game: toy-1",
        "game: toy-2",
        ":2:7: error: game: found 'toy-2', but the position is of 'toy-1'\n    write game: toy-1",
    ),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_game_yaml_names_nobody_who_is_not_there(pbem: Pbem, duel: Path, slip: str) -> None:
    """A mistyped leader would otherwise quietly lead nobody."""
    right, wrong, message = SLIPS[slip]
    path = duel / "game.yaml"
    text = path.read_text()
    assert right in text
    path.write_text(text.replace(right, wrong))
    for command in ("adjudicate", "seal"):
        said = pbem(command, "--game", duel)
        assert said.code == 1
        assert said.err.startswith(f"pbem: {path} does not fit the position\n{path}:")
        assert message in said.err
    said = pbem("validate", path, "--game", duel)
    assert said.code == 1
    assert message in said.out
    assert not (duel / "runs/1").exists() and not (duel / "sealed").exists()


@pytest.mark.parametrize(
    "name, text, message",
    [
        (
            "orders/bea.yaml",
            "standing: bea\n",
            "orders/bea.yaml: error: this is a file of the kind 'standing', not 'orders'\n"
            "    its place is the folder standing/\n",
        ),
        (
            "standing/bea.yaml",
            "window: toy-1 t1.1.red/levy\nplayer: bea\n",
            "standing/bea.yaml: error: this is a file of the kind 'orders', not 'standing'\n"
            "    its place is the folder orders/\n",
        ),
        (
            "answers/game.yaml",
            "format: pbem-game/1\n",
            "answers/game.yaml: error: this is a file of the kind 'game', not 'answers'\n"
            "    its place is game.yaml itself\n",
        ),
    ],
)
def test_a_file_in_the_wrong_folder_gets_one_message(
    pbem: Pbem, duel: Path, name: str, text: str, message: str
) -> None:
    send(duel, name, text)
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert said.err.count("error:") == 1
    assert message in said.err


def test_a_file_that_is_passed_over_for_its_name_is_told(pbem: Pbem, duel: Path) -> None:
    (duel / "orders/rosa.yaml").rename(duel / "orders/rosa.yml")
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert "orders/rosa.yml: warning: this file is not read\n    its name must end with" in said.err
    assert "error: rosa sent no orders for toy-1 t1.1.red/levy" in said.err
