"""Opening what the log seals: everything when the game has ended, or one entry at any time."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from cli.shared import Pbem, every_byte, settle

NAMES = ("knights", "Knights", "rabble", "Rabble", "decoy", "Decoy")

AMENDMENT = """\
format: pbem-amend/1
game: toy-1
after: "0"
author: Mod
reason: the wolf was to be in the ford
cite: TOY-4
events:
- {event: UnitMoved, unit: wolf, new: ford}
"""


def passes(game: Path) -> None:
    """Who sends nothing passes, so that a game can be played to its end."""
    roster = game / "game.yaml"
    text = roster.read_text()
    roster.write_text(text.replace("missing_orders: stop", "missing_orders: pass"))


@pytest.fixture
def drawn(pbem: Pbem, duel: Path) -> Path:
    """A game in which red has drawn in secret, and play goes on."""
    (duel / "standing/bea.yaml").write_text("standing: bea\ncouncil: {gift: gold}\n")
    passes(duel)
    settle(duel)
    assert pbem("adjudicate", "--game", duel).code == 0
    return duel


@pytest.fixture
def over(pbem: Pbem, drawn: Path) -> Path:
    """The same game, played to its end."""
    for _ in range(11):
        assert pbem("adjudicate", "--game", drawn).code == 0
    assert "window: over" in (drawn / "runs/12/state.yaml").read_text()
    return drawn


def secrets(game: Path, run: int = 1) -> list[dict[str, object]]:
    text = (game / f"runs/{run}/secrets.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


def published(game: Path) -> dict[str, bytes]:
    """What everybody gets while the game goes on."""
    names = ("commitments.yaml", "report.txt", "ledger.jsonl", "opening.yaml", "seal.yaml")
    return {n: d for n, d in every_byte(game).items() if n.rsplit("/", 1)[-1] in names}


def tops(game: Path) -> list[str]:
    return [line.split('"')[1] for line in (game / "keys").read_text().splitlines() if '"' in line]


def public_copy(game: Path, into: Path) -> Path:
    """The directory as it is published: without the file of the keys."""
    shutil.copytree(game, into)
    (into / "keys").unlink()
    return into


def checks(said: str) -> dict[str, tuple[bool, bool]]:
    """Whether each check of the first run was done, and passed."""
    (first, *_) = json.loads(said)
    return {check["check"]: (check["done"], check["passed"]) for check in first["checks"]}


def test_before_the_opening_nothing_leaks(pbem: Pbem, drawn: Path) -> None:
    said = pbem("open", "--game", drawn)
    assert (said.code, said.out, said.err) == (
        1,
        "",
        "pbem: this game has not ended; with its keys open it could not be played on\n"
        "    if the players have agreed to end it here, say --agreed\n",
    )
    assert not (drawn / "opening.yaml").exists()
    keys = [str(row["key"]) for row in secrets(drawn)]
    assert len(keys) > 2
    for where, data in published(drawn).items():
        text = data.decode()
        for word in (*NAMES, *tops(drawn), *keys, "council: {gift: gold}"):
            assert word not in text, where


def test_without_the_keys_the_secrets_cannot_be_audited(
    pbem: Pbem, drawn: Path, tmp_path: Path
) -> None:
    copy = public_copy(drawn, tmp_path / "copy")
    found = checks(pbem("audit", "--game", copy, "--run", "1", "--format", "json").out)
    assert "secret dice" not in found
    assert found["replay"] == (False, True)


def test_after_the_opening_everybody_audits_the_secrets(
    pbem: Pbem, over: Path, tmp_path: Path
) -> None:
    said = pbem("open", "--game", over)
    assert said.code == 0, said.err
    assert said.out == (
        f"{over}/opening.yaml: publish it with the directory {over}, without its file `keys`\n"
    )
    copy = public_copy(over, tmp_path / "copy")
    said = pbem("audit", "--game", copy, "--format", "json")
    assert said.code == 0, said.out
    found = checks(said.out)
    for name in ("seals", "secret key", "secret dice", "replay"):
        assert found[name] == (True, True)
    files = ("--secrets", copy / "runs/1/secrets.jsonl", "--opening", copy / "opening.yaml")
    sheet = ("--commitments", copy / "commitments.yaml")
    said = pbem("audit", "--ledger", copy / "runs/1/ledger.jsonl", *sheet, *files)
    assert said.code == 0, said.out
    assert "secret key  ok     s(1) leads back to the published s(0)\n" in said.out
    assert "secret dice ok     2 secret dice derived again\n" in said.out


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("dice", "the keys at hand do not lead back"),
        ("secrets", "s(1) does not lead back to the published s(0)"),
    ],
)
def test_an_opening_with_other_keys_is_found(
    pbem: Pbem, over: Path, tmp_path: Path, name: str, message: str
) -> None:
    """The dice chain is open already as far as it was used: only its replay would show another."""
    assert pbem("open", "--game", over).code == 0
    opening = over / "opening.yaml"
    good = next(x for x in opening.read_text().splitlines() if x.startswith(f"{name}: "))
    bad = f'{name}: "{"0" * 64}"'
    opening.write_text(opening.read_text().replace(good, bad))
    folder = over / "runs/1"
    said = pbem(
        "audit", "--ledger", folder / "ledger.jsonl", "--commitments", over / "commitments.yaml",
        "--secrets", folder / "secrets.jsonl", "--opening", opening,
    )  # fmt: skip
    assert said.code == 4
    assert message in said.out
    copy = public_copy(over, tmp_path / "copy")
    assert pbem("audit", "--game", copy).code == 4


def test_a_game_that_is_open_is_not_played_on(pbem: Pbem, drawn: Path) -> None:
    assert pbem("open", "--game", drawn, "--agreed").code == 0
    for command in (("adjudicate",), ("adjudicate", "--dry-run"), ("open",)):
        said = pbem(*command, "--game", drawn)
        assert said.code == 1
        assert "the secrets of this game are open: everybody can know its dice" in said.err
    assert pbem("audit", "--game", drawn).code == 0
    assert not (drawn / "runs/2").exists()


def test_one_entry_is_opened_and_no_other(pbem: Pbem, drawn: Path, tmp_path: Path) -> None:
    rows = secrets(drawn)
    said = pbem("open", "--game", drawn, "--run", "1")
    assert said.code == 0
    listed = said.out.splitlines()
    assert [line.split()[1] for line in listed] == [str(row["n"]) for row in rows]
    draw = next(row for row in rows if row["kind"] == "verdict")
    assert f"line {draw['n']}  verdict at {draw['path']}, for rolf, rosa" in listed
    said = pbem("open", "--game", drawn, "--run", "1", "--entry", draw["n"])
    assert said.code == 0
    assert json.loads(said.out) == draw
    for row in rows:
        assert row is draw or str(row["key"]) not in said.out
    line = tmp_path / "line.jsonl"
    line.write_text(said.out)
    ledger = ("audit", "--ledger", drawn / "runs/1/ledger.jsonl", "--secrets", line)
    sheet = ("--commitments", drawn / "commitments.yaml")
    said = pbem(*ledger, *sheet)
    assert said.code == 0, said.out
    told = f"1 sealed entries open to what they hide; {len(rows) - 1} are sealed"
    assert f"seals       ok     {told}\n" in said.out
    outcome = draw["body"]["outcome"]  # type: ignore[index]
    other = next(name for name in NAMES if name.istitle() and name != outcome)
    line.write_text(line.read_text().replace(outcome, other))
    said = pbem(*ledger, *sheet)
    assert said.code == 4
    assert f"line {draw['n']}: does not open to what the secrets file says" in said.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--run", "1", "--entry", "1"), "line 1 of run 1 is not sealed"),
        (("--run", "7"), "there is no run 7"),
        (("--run", "0"), "run 0 is the position in which the game began"),
        (("--entry", "1"), "--entry goes with --run"),
    ],
)
def test_what_cannot_be_opened_is_told(
    pbem: Pbem, drawn: Path, words: tuple[str, ...], message: str
) -> None:
    said = pbem("open", "--game", drawn, *words)
    assert (said.code, said.out) == (2, "")
    assert message in said.err


def test_a_run_without_secrets_has_nothing_to_open(pbem: Pbem, duel: Path) -> None:
    fix = duel / "fix.yaml"
    fix.write_text(AMENDMENT)
    assert pbem("amend", fix, "--game", duel).code == 0
    said = pbem("open", "--game", duel, "--run", "0.1")
    assert (said.code, said.out) == (0, "nothing in this run is sealed\n")
