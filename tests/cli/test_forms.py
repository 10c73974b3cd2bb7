"""Forms and receipts: what a player is sent before and after he writes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from cli.shared import HEAD, LEVY, Pbem, send

from pbem.core.data.yamlio import read_document

SECRET = ("Knights", "Rabble", "Decoy")


def test_a_form_names_window_state_units_and_who_answers(pbem: Pbem, duel: Path) -> None:
    send(duel, "standing/rosa.yaml", "standing: rosa\npreset: careful\nclash: {stance: charge}\n")
    said = pbem("template", "--game", duel, "--player", "rosa")
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[1] == "window: toy-1 t1.1.red/levy"
    assert lines[2].startswith('for_state: "')
    assert lines[lines.index("# MAY ACT in march") + 1] == "#   Red Home: 5 INF, Lion"
    text = " ".join(said.out.replace("#", " ").split())
    assert "clash, line 3: charge (anywhere); then preset careful: feint (anywhere, if" in text
    assert max(map(len, lines)) <= 78


def test_the_appendix_names_every_decision_with_its_facts(pbem: Pbem, duel: Path) -> None:
    said = pbem("template", "--game", duel, "--player", "rosa", "--appendix")
    assert said.code == 0
    lines = said.out.splitlines()
    text = " ".join(said.out.replace("#", " ").split())
    assert "say it under in_battle: {stance: …} or clash: {stance: …}" in text
    assert "facts: strength, enemy strength" in text
    assert "#   enemy strength: his might that you see" in lines
    assert "#   odds: might to units, as declared" in lines


def test_a_form_is_a_legal_order_file_as_it_stands(pbem: Pbem, duel: Path) -> None:
    path = duel / "orders/rosa.yaml"
    path.unlink()
    said = pbem("template", "--game", duel, "--player", "rosa", "--out", path)
    assert (said.code, said.err) == (0, "")
    assert read_document(path).data["player"] == "rosa"
    said = pbem("validate", path, "--game", duel)
    assert said.code == 0, said.out
    said = pbem("template", "--game", duel, "--player", "rosa", "--out", path)
    assert said.code == 2
    assert "is not overwritten" in said.err


def test_who_owes_nothing_gets_no_sections(pbem: Pbem, duel: Path) -> None:
    said = pbem("template", "--game", duel, "--player", "bea")
    assert "# You owe no orders for this window; your standing orders answer." in said.out
    assert "\nmarch:" not in said.out and "\nstanding: bea\n" in said.out


def test_dead_units_in_standing_lines_are_warnings(pbem: Pbem, duel: Path) -> None:
    send(duel, "standing/bea.yaml", "standing: bea\nsupport: {send: [Wolf, 2 best INF]}\n")
    said = pbem("template", "--game", duel, "--player", "bea")
    assert "is not on the map" not in said.out
    amend = (
        "format: pbem-amend/1\ngame: toy-1\nafter: '0'\nauthor: M\nreason: r\ncite: c\n"
        "events:\n- {event: UnitMoved, unit: wolf, new: removed}\n"
    )
    assert pbem("amend", send(duel, "a.yaml", amend), "--game", duel).code == 0
    said = pbem("template", "--game", duel, "--player", "bea")
    assert "#   ! your standing orders, support, line 2: Wolf is not on the map" in said.out
    said = pbem("validate", duel / "standing/bea.yaml", "--game", duel)
    assert said.code == 0
    assert "bea.yaml:2:10: warning: your standing orders, support, line 2: Wolf is not" in said.out
    assert "accepted: 0 errors, 1 warning" in said.out


def test_a_receipt_reads_everything_back_with_the_hash(pbem: Pbem, duel: Path) -> None:
    assert pbem("adjudicate", "--game", duel).code == 0
    text = HEAD.format(player="rosa") + "march:\n- {unit: Lion, to: ford}\n"
    path = send(duel, "orders/rosa.yaml", text)
    said = pbem("validate", path, "--game", duel)
    assert said.code == 0
    digest = hashlib.sha256(text.encode()).hexdigest()
    lines = said.out.splitlines()
    assert lines[:3] == [
        f"RECEIPT {path}: orders of rosa",
        f"  SHA-256 {digest}",
        "  march 1: Lion Red Home > Ford",
    ]
    assert "you sent no luck" in said.out
    dealt = {f"  * no orders for: Red Home: {name}, 6 INF" for name in SECRET}
    assert len(dealt & set(lines)) == 1  # which of them it is was dealt as the game began
    assert lines[-5] == "  accepted: nothing to complain about"
    assert lines[-4:-2] == [
        "receipt: {game: toy-1, run: 2, file: orders/rosa.yaml,",
        f'  sha256: "{digest}",',
    ]


def test_a_receipt_reads_the_own_lines_of_a_file_back(pbem: Pbem, duel: Path) -> None:
    lines = "in_battle:\n- {at: ford, if: strength > 2, stance: charge}\n- {stance: hold}\n"
    text = HEAD.format(player="rosa").replace("march", "levy") + lines
    said = pbem("validate", send(duel, "rosa.yaml", text), "--game", duel)
    assert said.code == 0
    told = " ".join(said.out.split())
    assert (
        "Stance in a clash: in_battle, line 4: charge (at ford, if strength > 2); then "
        "in_battle, line 5: hold (anywhere)"
    ) in told


def test_all_findings_come_at_once_as_text_and_as_data(pbem: Pbem, duel: Path) -> None:
    text = LEVY.format(player="rosa") + "march:\n- {unit: Lyon, to: ford}\n- {unit: Lion}\nx: 1\n"
    path = send(duel, "orders/rosa.yaml", text)
    said = pbem("validate", path, "--game", duel)
    assert said.code == 1
    for place in (":6:3: warning", ":7:3: error", ":8:1: error"):
        assert f"{path}{place}" in said.out
    assert "not accepted: 2 errors, 1 warning" in said.out
    said = pbem("validate", path, "--game", duel, "--format", "json")
    assert said.code == 1
    (receipt,) = json.loads(said.out)
    assert receipt["player"] == "rosa"
    assert sorted(finding["line"] for finding in receipt["findings"]) == [6, 7, 8]
    assert {finding["file"] for finding in receipt["findings"]} == {str(path)}


def test_several_files_are_told_apart(pbem: Pbem, duel: Path) -> None:
    standing = send(duel, "standing/bea.yaml", "standing: bea\npreset: bold\n")
    answers = send(duel, "answers/bea.yaml", "answers: bea\nwindow: x\nquestions: []\n")
    files = [duel / "orders/rosa.yaml", standing, answers, duel / "game.yaml"]
    said = pbem("validate", *files, "--game", duel, "--format", "json")
    assert [(row["kind"], row["player"]) for row in json.loads(said.out)] == [
        ("orders", "rosa"),
        ("standing orders", "bea"),
        ("answers", "bea"),
        ("game", ""),
    ]


def test_a_bad_game_yaml_is_found_where_it_is_bad(pbem: Pbem, duel: Path) -> None:
    path = duel / "game.yaml"
    path.write_text(path.read_text().replace("missing_orders: stop", "missing_orders: stopp"))
    said = pbem("validate", path, "--game", duel)
    assert said.code == 1
    assert "error: missing_orders: found 'stopp'" in said.err + said.out
    assert "did you mean stop" in said.err + said.out


@pytest.mark.parametrize("command", ["template", "view"])
def test_a_stranger_gets_nothing(pbem: Pbem, duel: Path, command: str) -> None:
    said = pbem(command, "--game", duel, "--player", "roza")
    assert (said.code, said.out) == (2, "")
    assert "did you mean rosa" in said.err


def test_a_view_is_enough_to_write_and_check_orders(pbem: Pbem, duel: Path) -> None:
    """What a player gets by mail works on his own computer, with the same stamp."""
    assert pbem("adjudicate", "--game", duel).code == 0
    mailed = duel.parent / "rosa.yaml"
    assert pbem("view", "--game", duel, "--player", "rosa", "--out", mailed).code == 0
    at_home = pbem("template", "--state", mailed, "--player", "rosa")
    assert at_home.code == 0, at_home.err
    assert at_home.out == pbem("template", "--game", duel, "--player", "rosa").out
    orders = send(duel, "o.yaml", HEAD.format(player="rosa") + "march: [{unit: Lion, to: ford}]\n")
    assert pbem("validate", orders, "--state", mailed).code == 0


def test_answers_are_checked_against_the_questions(pbem: Pbem, duel: Path) -> None:
    send(duel, "standing/rosa.yaml", "standing: rosa\ncouncil: {gift: ask}\n")
    assert pbem("adjudicate", "--game", duel).code == 3
    text = (duel / "pending/rosa.yaml").read_text()
    path = send(duel, "answers/rosa.yaml", text)
    said = pbem("validate", path, "--game", duel)
    assert (said.code, "nothing is answered yet" in said.out) == (0, True)
    send(duel, "answers/rosa.yaml", text.replace("answer:\n", "answer: steel\n"))
    said = pbem("validate", path, "--game", duel)
    assert said.code == 0
    assert "  t1.1.red/council/council/red: steel\n" in said.out
    send(duel, "answers/rosa.yaml", text.replace("answer:\n", "answer: silver\n"))
    said = pbem("validate", path, "--game", duel)
    assert said.code == 1
    assert "write 1 of: bread, steel, gold" in said.out
    bad = text.replace("answer:\n", "answer: gold\n").replace("fingerprint: ", "fingerprint: 0")
    send(duel, "answers/rosa.yaml", bad)
    said = pbem("validate", path, "--game", duel)
    assert said.code == 1
    assert "the facts have changed since this question was asked" in said.out
