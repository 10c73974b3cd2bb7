"""Slips of a moderator: a name mistyped in game.yaml, a file in the wrong folder or misnamed."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.shared import Pbem, send, settle

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


DRAW = "t1.1.red/levy/crimson/draw-1"
RULED = "format: pbem-overrides/1\nrun: 1\nauthor: Mod\nreason: fog\n"


@pytest.mark.parametrize(
    ("ruled", "code", "message"),
    [
        (
            "readings: {TOY-R9: first}\n",
            1,
            "overrides/1.yaml:5:12: error: there is no interpretation 'TOY-R9'",
        ),
        (
            "readings: {TOY-5-R1: defneder}\n",
            1,
            "overrides/1.yaml:5:22: error: 'defneder' is no reading of TOY-5-R1\n"
            "    did you mean defender?",
        ),
        (
            "decisions: {nowhere/at-all: gold}\nrolls: {nowhere/die: [3]}\n",
            0,
            "warning: the override of nowhere/die changed nothing: it never came up",
        ),
        (f"rolls: {{{DRAW}: [9]}}\n", 2, f"the override of {DRAW} is no throw of d3: [9]"),
        (f"rolls: {{{DRAW}: [1, 1]}}\n", 2, f"the override of {DRAW} is no throw of d3: [1, 1]"),
    ],
)
def test_an_override_that_can_decide_nothing_is_told(
    pbem: Pbem, duel: Path, ruled: str, code: int, message: str
) -> None:
    send(duel, "overrides/1.yaml", RULED + ruled)
    said = pbem("adjudicate", "--game", duel)
    assert said.code == code, said.err
    assert message in said.err
    assert (duel / "runs/1").exists() == (code == 0)


def test_what_is_well_is_not_told_where_something_is_wrong(pbem: Pbem, duel: Path) -> None:
    send(duel, "orders/bea.yaml", "window: toy-1 t1.1.red/levy\nplayer: nobody\n")
    said = pbem("adjudicate", "--game", duel)
    assert said.code == 1
    assert "note:" not in said.err


def test_an_override_of_a_secret_die_stays_secret(pbem: Pbem, duel: Path) -> None:
    send(duel, "overrides/1.yaml", RULED + f"rolls: {{{DRAW}: [2]}}\n")
    assert pbem("adjudicate", "--game", duel).code == 0
    log = (duel / "runs/1/ledger.jsonl").read_text()
    secrets = (duel / "runs/1/secrets.jsonl").read_text()
    assert '"roll":[2]' not in log
    assert '"roll":[2]' in secrets
    said = pbem("audit", "--game", duel)
    assert said.code == 0, said.out


SEATS = "who plays what was settled when the game began"
ROSA = "rosa: {powers: [crimson]"


@pytest.mark.parametrize(
    ("right", "wrong", "messages"),
    [
        (
            ROSA,
            "rosa: {powers: [crimson, azure]",
            [
                ":7:28: error: rosa does not play azure in this game: bea does\n"
                f"    write powers: [crimson]; {SEATS}\n"
            ],
        ),
        (
            ROSA,
            "rosa: {powers: []",
            [
                ":7:18: error: rosa plays crimson in this game, and it is not said here\n"
                f"    write powers: [crimson]; {SEATS}\n"
            ],
        ),
        (
            ROSA,
            "otto: {powers: [azure]}\n  rosa: {powers: [crimson]",
            [
                ":7:19: error: otto does not play azure in this game: bea does\n"
                f"    name no power here; {SEATS}\n"
            ],
        ),
        (ROSA + "}", "rosa: {}", []),
    ],
)
def test_game_yaml_seats_nobody_anew(
    pbem: Pbem, duel: Path, right: str, wrong: str, messages: list[str]
) -> None:
    """Who plays what stands in the position: another line in game.yaml would change nothing."""
    path = duel / "game.yaml"
    path.write_text(path.read_text().replace(right, wrong))
    if not messages:
        settle(duel)
    said = pbem("adjudicate", "--game", duel)
    head = f"pbem: {path} does not fit the position\n"
    assert said.err == (head if messages else "") + "".join(f"{path}{told}" for told in messages)
    assert said.code == bool(messages)
    assert (duel / "runs/1").exists() == (not messages)


def _zone(duel: Path, zone: str) -> Path:
    path = duel / "game.yaml"
    path.write_text(path.read_text().replace(ROSA, f"{ROSA}, zone: {zone}"))
    return path


@pytest.mark.parametrize("zone", ["Europe/Berln", "Europe/Berlin"])
def test_an_unknown_time_zone_is_told(
    pbem: Pbem, duel: Path, monkeypatch: pytest.MonkeyPatch, zone: str
) -> None:
    known = {"Europe/Berlin", "UTC"}
    monkeypatch.setattr("pbem.moderation.misfits._known_zones", lambda: frozenset(known))
    path = _zone(duel, zone)
    said = pbem("adjudicate", "--game", duel)
    assert said.err == (
        ""
        if zone in known
        else f"pbem: {path} does not fit the position\n"
        f"{path}:7:35: error: there is no time zone 'Europe/Berln'\n"
        "    did you mean Europe/Berlin?\n"
    )
    assert said.code == (zone not in known)


def test_a_machine_without_time_zones_believes_what_it_reads(
    pbem: Pbem, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.moderation.misfits._known_zones", frozenset)
    _zone(duel, "Europe/Berln")
    assert pbem("adjudicate", "--game", duel).code == 0


@pytest.mark.parametrize("address", ["Rosa <rosa@x.org>", "rosa@x.org, rosa@y.org", "rosa", ""])
def test_an_address_that_cannot_be_read_is_told(pbem: Pbem, duel: Path, address: str) -> None:
    path = duel / "game.yaml"
    path.write_text(path.read_text().replace(ROSA, f'{ROSA}, address: "{address}"'))
    said = pbem("adjudicate", "--game", duel)
    bad = address in ("rosa", "rosa@x.org, rosa@y.org")
    told = (
        f":7:38: error: '{address}' is not one address that can be read\n    write NAME <ADDRESS>"
    )
    assert (said.code, told in said.err) == (bad, bad), said.err


def test_a_wrong_option_is_told_where_it_stands(pbem: Pbem, tmp_path: Path) -> None:
    game = tmp_path / "game"
    assert pbem("new", "wif/barbarossa-12", game).code == 0
    path = game / "game.yaml"
    sound = path.read_text()
    assert '\n  "2": true\n' in sound
    wrong = sound.replace('\n  "2": true\n', '\n  "266": true\n  "2": maybe\n')
    path.write_text(wrong)
    line = wrong.splitlines().index('  "266": true') + 1
    message = (
        f":{line}:3: error: option 266 of World in Flames is not adjudicated\n"
        "    did you mean 26?\n"
        f"PATH:{line + 1}:3: error: option 2 is either true or false, not 'maybe'\n"
    )
    said = pbem("adjudicate", "--game", game)
    assert said.code == 1
    told = message.replace("PATH", str(path))
    assert said.err == f"pbem: {path} is not a legal game.yaml\n{path}{told}"
    path.write_text(sound)
    other = tmp_path / "other.yaml"
    other.write_text(wrong)
    said = pbem("validate", other, "--game", game)
    assert said.code == 1
    assert message.replace("PATH", str(other)) in said.out


def test_a_new_game_yaml_also_names_the_powers_that_a_player_keeps(
    pbem: Pbem, tmp_path: Path
) -> None:
    """Whom the moderator gives one power of two keeps the other, and may go on so."""
    game = tmp_path / "game"
    seats = ("--player", "hans=germany", "--player", "anna=great-britain")
    assert pbem("new", "gw/france-1940", game, *seats).code == 0
    path = game / "game.yaml"
    assert "  anna: {powers: [great-britain, france]}\n" in path.read_text()
    assert pbem("validate", path, "--game", game).code == 0


@pytest.mark.parametrize("said", ["zone: 0", "address: 0", "address: 7"])
def test_a_bare_number_is_text_too(pbem: Pbem, duel: Path, said: str) -> None:
    """It may be meant as a name: nothing of that kind is one."""
    path = duel / "game.yaml"
    path.write_text(path.read_text().replace(ROSA, f"{ROSA}, {said}"))
    found = pbem("adjudicate", "--game", duel)
    number = said[-1]
    assert found.code == 1
    assert f"there is no time zone '{number}'" in found.err or f"'{number}' is not one" in found.err
    assert pbem("status", duel, "--now", "2026-11-20 12:00 UTC").code in (0, 1)


def test_a_deadline_that_is_a_bare_number_is_told_as_it_is_typed(pbem: Pbem, duel: Path) -> None:
    path = duel / "game.yaml"
    path.write_text(path.read_text() + "deadlines: {1: 7}\n")
    found = pbem("status", duel, "--now", "2026-11-20 12:00 UTC")
    assert found.code == 0 and "by 7" in found.out
    assert "7" in pbem("template", "--game", duel, "--player", "rosa").out
