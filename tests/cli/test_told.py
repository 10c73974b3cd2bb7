"""What is told: notes, names in any case, files after the seal, what is not played, amendments."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.shared import HEAD, LEVY, Pbem, send

from pbem.store.directory import open_directory

CHANGES = """\
format: pbem-amend/1
game: toy-1
after: "0"
author: Mod
reason: a slip of the set-up
cite: TOY-4
events:
"""


def levies(game: Path, **more: str) -> None:
    """The orders of both players for the first window."""
    for player in ("rosa", "rolf"):
        send(game, f"orders/{player}.yaml", LEVY.format(player=player) + more.get(player, ""))


# --- notes ---------------------------------------------------------------------------------------


def test_a_note_reaches_the_moderator_and_nobody_else(pbem: Pbem, duel: Path) -> None:
    levies(duel, rosa="note: |\n  Back on Monday.\n  Call me.\n")
    said = pbem("seal", "--game", duel)
    told = "note: rosa writes to you: Back on Monday. Call me.\n"
    assert told in said.err
    played = pbem("adjudicate", "--game", duel)
    assert told in played.err
    assert "orders/rosa.yaml:" in played.err
    assert "Monday" not in played.out
    reports = (duel / "runs/1").glob("report*.txt")
    assert not [path.name for path in reports if "Monday" in path.read_text()]


def test_a_note_stands_in_the_answer_for_scripts(pbem: Pbem, duel: Path) -> None:
    levies(duel, rolf="note: hello\n")
    found = json.loads(pbem("adjudicate", "--game", duel, "--format", "json").out)["findings"]
    assert [(f["code"], f["message"]) for f in found if f["severity"] == "note"] == [
        ("note", "rolf writes to you: hello")
    ]


# --- names in any case ---------------------------------------------------------------------------


def test_players_sections_and_windows_in_any_case(pbem: Pbem, duel: Path) -> None:
    levies(duel)
    text = (duel / "orders/rosa.yaml").read_text()
    shouted = text.replace("player: rosa", "Player: ROSA").replace("levy:", "LEVY:")
    shouted = shouted.replace("window: toy-1 t1", "Window: TOY-1 T1").replace("any", "ANY")
    assert shouted.count("ROSA") == shouted.count("LEVY") == shouted.count("TOY-1") == 1
    path = send(duel, "orders/rosa.yaml", shouted)
    receipt = pbem("validate", path, "--game", duel)
    assert (receipt.code, "levy 1:" in receipt.out) == (0, True)
    assert "file: orders/rosa.yaml" in receipt.out
    assert pbem("adjudicate", "--game", duel).code == 0
    assert pbem("view", "--game", duel, "--player", "Rosa").code == 0


def test_a_section_that_stands_twice_in_two_cases_is_told(pbem: Pbem, duel: Path) -> None:
    text = LEVY.format(player="rosa") + "Levy: []\n"
    receipt = pbem("validate", send(duel, "orders/rosa.yaml", text), "--game", duel)
    assert "there is no section 'Levy'" in receipt.out


def test_standing_orders_and_answers_in_any_case(pbem: Pbem, duel: Path) -> None:
    standing = send(duel, "standing/rolf.yaml", "Standing: Rolf\n")
    receipt = pbem("validate", standing, "--game", duel)
    assert receipt.code == 0
    assert "standing orders of rolf" in receipt.out


def test_sides_and_players_of_the_roster_in_any_case(pbem: Pbem, duel: Path) -> None:
    roster = duel / "game.yaml"
    with roster.open("a") as file:
        file.write("deadlines: {1: {ROSA: 2026-12-24}}\n")
    typed = roster.read_text()
    roster.write_text(typed.replace("  red: rosa\n", "  RED: Rosa\n"))
    assert roster.read_text() != typed
    assert pbem("validate", roster, "--game", duel).code == 0
    known = open_directory(duel).roster
    assert known.leaders["red"] == "rosa"
    assert known.deadlines == {"1": {"rosa": "2026-12-24"}}


# --- absences ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("player", "code"), [("bea", 0), ("rosa", 3)])
def test_an_absence_of_one_who_owes_nothing_stops_nobody(
    pbem: Pbem, duel: Path, player: str, code: int
) -> None:
    """Bea owes no orders in the red window, Rosa does; whether the day is known or not."""
    levies(duel)
    away = "absent: [{from: 2026-12-01, to: 2026-12-31, then: pause}]"
    roster = duel / "game.yaml"
    was = roster.read_text()
    seat = next(line for line in was.splitlines() if line.startswith(f"  {player}: {{"))
    roster.write_text(was.replace(seat, seat.replace("}", f", {away}}}", 1)))
    without_day = pbem("adjudicate", "--game", duel, "--dry-run")
    assert without_day.code == (0 if player == "bea" else 1)
    with roster.open("a") as file:
        file.write("deadlines: {1: 2026-12-24}\n")
    assert pbem("adjudicate", "--game", duel, "--dry-run").code == code


# --- after the seal ------------------------------------------------------------------------------


def test_a_file_changed_after_the_seal_is_not_played_and_both_are_told(
    pbem: Pbem, duel: Path
) -> None:
    levies(duel)
    assert pbem("seal", "--game", duel).code == 0
    path = duel / "orders/rosa.yaml"
    assert pbem("validate", path, "--game", duel).code == 0  # what was sealed
    changed = send(duel, "orders/rosa.yaml", LEVY.format(player="rosa") + "press: late\n")
    receipt = pbem("validate", changed, "--game", duel)
    assert receipt.code == 1
    assert "error: run 1 is sealed: this file will not be played in it" in receipt.out
    assert "nonce" not in receipt.out
    played = pbem("adjudicate", "--game", duel)
    assert "orders/rosa.yaml: warning: this file is not played: run 1 is sealed" in played.err
    assert "orders/rolf.yaml" not in played.err
    assert "late" not in played.out


def test_standing_orders_after_the_seal_count_from_the_next_window_on(
    pbem: Pbem, duel: Path
) -> None:
    levies(duel)
    assert pbem("seal", "--game", duel).code == 0
    path = send(duel, "standing/rolf.yaml", "standing: rolf\n")
    receipt = pbem("validate", path, "--game", duel)
    assert receipt.code == 0
    assert "warning: run 1 is sealed: this file will not be played in it" in receipt.out
    assert "standing/rolf.yaml: warning" in pbem("adjudicate", "--game", duel).err
    again = pbem("validate", path, "--game", duel)
    assert "sealed" not in again.out


def test_a_stale_file_that_stands_can_be_sealed(pbem: Pbem, duel: Path) -> None:
    """What may be played may be sealed: an order that was illegal before stops neither."""
    levies(duel)
    assert pbem("adjudicate", "--game", duel).code == 0
    form = pbem("template", "--game", duel, "--player", "rosa").out
    mark = next(line for line in form.splitlines() if line.startswith("for_state:"))
    rows = "march:\n- {unit: Lion, to: nowhere}\n"
    send(duel, "orders/rosa.yaml", HEAD.format(player="rosa") + f"{mark.split('#')[0]}\n{rows}")
    send(duel, "orders/rolf.yaml", HEAD.format(player="rolf"))
    assert pbem("seal", "--game", duel).code == 1
    path = duel / "amend.yaml"
    path.write_text(CHANGES.replace('"0"', '"1"') + "- {event: UnitMoved, unit: wolf, new: ford}\n")
    assert pbem("amend", path, "--game", duel).code == 0
    sealed = pbem("seal", "--game", duel)
    assert sealed.code == 0
    assert "orders/rosa.yaml" in sealed.err
    assert "not played as things stand" in sealed.err


# --- lines that are not played -------------------------------------------------------------------


def test_with_any_state_the_receipt_names_what_will_not_be_played(pbem: Pbem, duel: Path) -> None:
    levies(duel)
    assert pbem("adjudicate", "--game", duel).code == 0
    rows = "march:\n- {unit: Lion, to: ford}\n- {unit: Lion, to: nowhere}\n"
    text = HEAD.format(player="rosa") + "luck: x\nfor_state: any\n" + rows
    path = send(duel, "orders/rosa.yaml", text)
    receipt = pbem("validate", path, "--game", duel, "--format", "json")
    assert receipt.code == 0
    (found,) = json.loads(receipt.out)
    assert found["unplayed"] == ["march 2"]
    assert found["verdict"].endswith("; will not be played: march 2")
    told = [f for f in found["findings"] if f["message"].startswith("not played as things stand")]
    assert {(f["severity"], f["line"]) for f in told} == {("warning", 7)}


# --- amendments ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ("{event: UnitMoved, unit: wolf, new: ford}", "Wolf of Azure: "),
        (
            "{event: PlaceChanged, place: ford, what: controller, new: azure}",
            "now of Azure, before",
        ),
        ("{event: UnitChanged, unit: wolf, what: owner, new: crimson}", ": now of crimson"),
        (
            "{event: UnitChanged, unit: wolf, what: mark, mark: tired, new: lasting, old: null}",
            "now tired",
        ),
        ("{event: UnitMoved, unit: wolf, new: removed}", "> off the board"),
        (
            "{event: PowerChanged, power: azure, what: counter, name: gold, new: 7, old: null}",
            "Azure, gold: now 7, before nothing",
        ),
    ],
)
def test_an_amendment_is_told_in_words(pbem: Pbem, duel: Path, event: str, words: str) -> None:
    path = duel / "amend.yaml"
    path.write_text(f"{CHANGES}- {event}\n", encoding="utf-8")
    said = pbem("amend", path, "--game", duel)
    assert said.code == 0, said.err
    assert "AMENDMENT (TOY-4)  a slip of the set-up" in said.out
    assert "by Mod" in said.out
    assert words in said.out
    assert "changes:" not in said.out
