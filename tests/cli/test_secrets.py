"""A secret shows nowhere but where it may: every byte that anybody else gets is searched."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from cli.shared import HEAD, Pbem, send
from mutations import joined_again
from page import Page, results

from pbem.store.packs import unpacked

NAMES = {"knights": "Knights", "rabble": "Rabble", "decoy": "Decoy"}
SALT = "the-luck-and-lines-of-bea"
PLAYERS = ("rosa", "rolf", "bea")


@pytest.fixture
def drawn(pbem: Pbem, duel: Path) -> Path:
    """Red has drawn two chits in secret; Bea's standing orders hold a word of their own."""
    send(duel, "standing/bea.yaml", f"standing: bea\n# {SALT}\ntorch: {{at: ford}}\n")
    assert pbem("adjudicate", "--game", duel).code == 0
    return duel


def counters(game: Path, audience: str) -> set[str]:
    """The counters of the units that only `audience` may know, as the moderator has them."""
    rows = (game / "runs/1/state.yaml").read_text().splitlines()
    hidden = [row for row in rows if "secret:" in row and audience in row]
    return {name for name in NAMES for row in hidden if f"counter: {name}" in row}


def texts_for(pbem: Pbem, game: Path, player: str) -> dict[str, str]:
    """Everything that a player gets, or may ask for about himself."""
    orders = HEAD.format(player=player) + "for_state: any\n"
    path = send(game, "orders/try.yaml", orders)
    log = game / "runs/1/ledger.jsonl"
    said = {
        "view": pbem("view", "--game", game, "--player", player),
        "template": pbem("template", "--game", game, "--player", player),
        "receipt": pbem("validate", path, "--game", game),
        "receipt-json": pbem("validate", path, "--game", game, "--format", "json"),
        "show": pbem("show", "--game", game, "--player", player),
        "show-json": pbem("show", "--game", game, "--player", player, "--format", "json"),
        "public": pbem("show", "--game", game),
        "audit": pbem("audit", "--ledger", log, "--commitments", game / "commitments.yaml"),
        "report again": pbem("report", "--game", game, "--player", player),
        "report-json": pbem("report", "--game", game, "--player", player, "--format", "json"),
        "dice": pbem("dice", "--game", game, "--player", player),
    }
    for number in range(1, 7):
        said[f"explain {number}"] = pbem("explain", number, "--game", game, "--player", player)
    path.unlink()
    refused = {name for name, item in said.items() if item.code not in (0, 1)}
    assert refused <= {"explain 1", "explain 2"}  # the draws: only red may see them
    texts = {name: item.out + item.err for name, item in said.items()}
    texts["report"] = (game / f"runs/1/report-{player}.txt").read_text()
    texts["public report"] = (game / "runs/1/report.txt").read_text()
    texts["ledger"] = (game / "runs/1/ledger.jsonl").read_text()
    for name in (player, "public"):
        texts[f"published for {name}"] = published_for(pbem, game, name)
    return texts


def published_for(pbem: Pbem, game: Path, name: str) -> str:
    """All that is packed for somebody, which he may check."""
    out = game.parent / f"{name}.zip"
    assert pbem("publish", "--game", game, "--for", name, "--out", out).code == 0
    assert pbem("audit", "--kept", out).code == 0
    return "\n".join(data.decode() for data in unpacked(out.read_bytes(), out.name).values())


def test_the_moderator_has_secrets_to_keep(drawn: Path) -> None:
    """Without this the searches below would find nothing in nothing."""
    assert counters(drawn, "rosa")
    secrets = (drawn / "runs/1/secrets.jsonl").read_text()
    assert any(name in secrets for name in NAMES)


def test_no_chit_shows_in_what_the_enemy_gets(pbem: Pbem, drawn: Path) -> None:
    for where, text in texts_for(pbem, drawn, "bea").items():
        for counter, name in NAMES.items():
            assert counter not in text, where
            assert name not in text, where


def test_the_side_sees_its_own_chits_and_no_others(pbem: Pbem, drawn: Path) -> None:
    own = counters(drawn, "rosa")
    texts = texts_for(pbem, drawn, "rosa")
    view = texts["view"]
    assert {name for name in NAMES if f"counter: {name}" in view} == own
    for where in ("ledger", "public", "public report", "audit", "published for public"):
        assert not any(name in texts[where] for name in (*NAMES, *NAMES.values())), where


def test_standing_orders_show_to_nobody_else(pbem: Pbem, drawn: Path) -> None:
    for player in ("rosa", "rolf"):
        for where, text in texts_for(pbem, drawn, player).items():
            assert SALT not in text, where
            assert "torch: {at: ford}" not in text, where


def test_no_key_of_a_chain_shows_before_its_time(pbem: Pbem, drawn: Path) -> None:
    keys = (drawn / "keys").read_text()
    tops = [line.split('"')[1] for line in keys.splitlines() if '"' in line]
    assert len(tops) == 2
    for player in PLAYERS:
        for where, text in texts_for(pbem, drawn, player).items():
            assert not any(top in text for top in tops), where


def test_a_question_goes_to_its_player_alone(pbem: Pbem, drawn: Path) -> None:
    """A pending question shows what its player may know, and nobody else's question."""
    head = HEAD.format(player="rosa")
    send(drawn, "orders/rosa.yaml", head + "march:\n- {unit: Lion, to: ford}\n")
    send(drawn, "orders/rolf.yaml", HEAD.format(player="rolf"))
    assert pbem("adjudicate", "--game", drawn).code == 0
    send(drawn, "orders/bea.yaml", "window: toy-1 t1.2.blue/levy\nplayer: bea\n")
    assert pbem("adjudicate", "--game", drawn).code == 0
    blue = "window: toy-1 t1.2.blue/march\nplayer: bea\n"
    text = "march:\n- {unit: 'azure:azure-inf@town', count: 2, to: ford}\n"
    send(drawn, "orders/bea.yaml", blue + text + "in_battle: {stance: ask}\n")
    send(drawn, "standing/rosa.yaml", "standing: rosa\nclash: {stance: ask}\n")
    said = pbem("adjudicate", "--game", drawn)
    assert said.code == 3, said.err
    questions = {p: (drawn / f"pending/{p}.yaml").read_text() for p in ("bea", "rosa")}
    for player, text in questions.items():
        other = "rosa" if player == "bea" else "bea"
        assert f"answers: {player}" in text
        assert f"answers: {other}" not in text
        assert not any(name in text for name in (*NAMES, *NAMES.values()))
    assert json.dumps(SALT) not in "".join(questions.values())


@pytest.mark.parametrize("words", [("report", "--secrets"), ("explain", "1", "--secrets")])
def test_secrets_that_were_cut_short_are_missed(
    pbem: Pbem, drawn: Path, words: tuple[str, ...]
) -> None:
    path = drawn / "runs/1/secrets.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    number = json.loads(lines[-1])["n"]
    path.write_text("".join(lines[:-1]))
    said = pbem(*words, "--game", drawn)
    assert said.code == 4
    assert f"secrets.jsonl does not open line {number} of the log" in said.err


@pytest.mark.parametrize(("name", "lie"), [("cite", "9"), ("more", True)])
def test_what_is_open_is_the_same_among_the_secrets(
    pbem: Pbem, drawn: Path, page: Page, name: str, lie: object
) -> None:
    """Only what is hidden is sealed: the rest must be what the log says of the same entry."""
    path = drawn / "runs/1/secrets.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    row = next(row for row in rows if row["hidden"] and name not in row["hidden"])
    row["body"][name] = lie
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    said = pbem("audit", "--game", drawn, "--no-replay")
    assert said.code == 4
    assert "does not open to what the secrets file says" in said.out
    assert pbem("report", "--secrets", "--game", drawn).code == 4
    kept = [drawn / "commitments.yaml", drawn / "runs/1/ledger.jsonl", path]
    rows = page.audit((one.name, one.read_bytes()) for one in kept)
    assert "disagrees" in results(rows, "seals")


@pytest.mark.parametrize(
    ("new", "told"),
    [
        ('"verdict":null', "is no verdict as pbem writes it: verdict: found nothing"),
        ('"verdict":"clash"', "the log says what this program does not write"),
    ],
)
@pytest.mark.parametrize("words", [("report",), ("report", "--full"), ("report", "--secrets")])
def test_a_log_that_was_changed_in_its_structure_is_no_bug_of_ours(
    pbem: Pbem, drawn: Path, words: tuple[str, ...], new: str, told: str
) -> None:
    """Its chain made anew, it says what no program of ours writes."""
    path = drawn / "runs/1/ledger.jsonl"
    text = re.sub(r'"verdict":"[a-z-]+"', new, path.read_text())
    path.write_text(joined_again(text))
    said = pbem(*words, "--game", drawn)
    assert said.code == 4
    assert told in said.err
