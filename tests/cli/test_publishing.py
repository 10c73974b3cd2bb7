"""What is packed for somebody is all that he may hold, and nothing else; both verifiers take it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli import faults
from cli.shared import HEAD, Pbem, every_byte, send
from page import Page, files_under

from pbem.store.packs import packed, unpacked

PLAYERS = ("rosa", "rolf", "bea")
BELONGS = {"README.txt", "commitments.yaml", "register.jsonl"}


@pytest.fixture
def long(pbem: Pbem, duel: Path) -> Path:
    """Two runs, the second of which was taken back once, and a third window that was sealed."""
    send(duel, "standing/bea.yaml", "standing: bea\ntorch: {at: ford}\n")
    assert pbem("adjudicate", "--game", duel).code == 0
    for unit in ("Wolf", "Lion"):
        send(duel, "orders/rolf.yaml", HEAD.format(player="rolf"))
        orders = HEAD.format(player="rosa") + f"march:\n- {{unit: {unit}, to: ford}}\n"
        send(duel, "orders/rosa.yaml", orders)
        assert pbem("adjudicate", "--game", duel).code == 0
        if unit == "Wolf":
            assert pbem("rewind", "--game", duel, "--to", "1").code == 0
            for path in (duel / "replay/2/orders").glob("*.yaml"):
                path.unlink()
            (duel / "replay/2").rename(duel / "taken-back")
    return duel


def pack(pbem: Pbem, game: Path, name: str) -> dict[str, str]:
    out = game.parent / f"{name}.zip"
    said = pbem("publish", "--game", game, "--for", name, "--out", out)
    assert said.code == 0, said.err
    return {n: data.decode() for n, data in unpacked(out.read_bytes(), out.name).items()}


def rows(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("player", [*PLAYERS, "public"])
def test_no_byte_of_what_others_keep_is_in_it(pbem: Pbem, long: Path, player: str) -> None:
    """Every secret of every run is looked for in the pack, by what it says and by its key."""
    files = pack(pbem, long, player)
    whole = "\n".join(files.values())
    theirs, his = 0, 0
    for path in [*long.glob("runs/*/secrets.jsonl"), *long.glob("void/*/*/secrets.jsonl")]:
        for line in path.read_text().splitlines():
            row = json.loads(line)
            seen = player in row["secret"]
            his, theirs = his + seen, theirs + (not seen)
            assert (row["key"] in whole) == (line in whole) == seen
    assert theirs and (his or player == "public")
    for path in long.glob("runs/*/inputs/*/*.yaml"):
        if path.stem != player and path.read_text() != HEAD.format(player=player):
            assert path.read_text() not in whole, path
    for secret in ("keys", "game.yaml"):
        assert (long / secret).read_text() not in whole
    reports = {Path(name).name for name in files if "report" in name}
    assert reports == {"report.txt"} | ({f"report-{player}.txt"} if player != "public" else set())


def test_all_that_he_may_hold_is_in_it(pbem: Pbem, long: Path) -> None:
    files = pack(pbem, long, "rosa")
    for run in ("runs/1", "runs/2", "void/1/2"):
        for name in ("ledger.jsonl", "report.txt", "report-rosa.txt"):
            assert files[f"{run}/{name}"] == (long / run / name).read_text()
    view = pbem("view", "--game", long, "--player", "rosa").out
    assert files["position-after-2.yaml"] == view
    assert files["sent/2/orders/rosa.yaml"] == (long / "runs/2/inputs/orders/rosa.yaml").read_text()
    assert "receipt: {game: toy-1, run: 2" in files["sent/2/orders/rosa.yaml.receipt.txt"]
    assert files["register.jsonl"] == (long / "register.jsonl").read_text()


@pytest.mark.parametrize("name", ["rosa", "public"])
def test_both_verifiers_take_it(pbem: Pbem, page: Page, long: Path, name: str) -> None:
    out = long.parent / "kept"
    assert pbem("publish", "--game", long, "--for", name, "--out", out).code == 0
    said = pbem("audit", "--kept", out, "--format", "json")
    assert said.code == 0, said.out
    checks = {c["check"]: c for a in json.loads(said.out) for c in a["checks"]}
    if name == "rosa":
        assert {checks[one]["result"] for one in ("receipts", "sent", "reports")} == {"agrees"}
    assert "not of a game" not in checks["files"]["told"]
    assert not [row for row in page.audit(files_under(out)) if row.result == "disagrees"]


def test_his_questions_are_in_it_and_nobody_else_s(pbem: Pbem, tmp_path: Path) -> None:
    faults._waiting(tmp_path)
    for player in (*PLAYERS, "public"):
        files = pack(pbem, tmp_path / "duel", player)
        found = [name for name in files if "pending" in name]
        assert found == (["pending/rosa.yaml"] if player == "rosa" else [])
        assert not any("ledger" in name for name in files)


def test_a_run_that_only_waited_is_never_published(pbem: Pbem, tmp_path: Path) -> None:
    """Its dice may serve again."""
    faults._waiting(tmp_path)
    assert pbem("rewind", "--game", tmp_path / "duel", "--to", "0").code == 0
    files = pack(pbem, tmp_path / "duel", "rosa")
    assert set(files) == BELONGS | {"position-after-0.yaml", "void/1/1/rosa.yaml"}


def test_a_spectator_gets_nothing_newer_than_his_delay_allows(pbem: Pbem, long: Path) -> None:
    with (long / "game.yaml").open("a") as roster:
        roster.write("spectators: {press: 1}\n")
    files = pack(pbem, long, "press")
    runs = {f"runs/1/{name}" for name in ("ledger.jsonl", "report.txt")}
    assert set(files) == BELONGS | {"position-after-1.yaml"} | runs
    assert [row["run"] for row in rows(files["register.jsonl"])] == ["1"]
    assert pbem("audit", "--kept", long.parent / "press.zip").code == 0


def test_what_was_opened_is_in_every_pack(pbem: Pbem, long: Path) -> None:
    assert pbem("open", "--game", long, "--agreed").code == 0
    files = pack(pbem, long, "public")
    assert files["opening.yaml"] == (long / "opening.yaml").read_text()
    assert files["runs/1/secrets.jsonl"] == (long / "runs/1/secrets.jsonl").read_text()
    assert pbem("audit", "--kept", long.parent / "public.zip").code == 0


def test_a_pack_is_made_anew_and_a_folder_is_not_written_over(pbem: Pbem, long: Path) -> None:
    first = pack(pbem, long, "rosa")
    data = (long.parent / "rosa.zip").read_bytes()
    assert pack(pbem, long, "rosa") == first
    assert (long.parent / "rosa.zip").read_bytes() == data
    words = ("publish", "--game", long, "--for", "rosa", "--out", long.parent / "rosa")
    assert pbem(*words).code == 0
    before = every_byte(long.parent)
    assert pbem(*words).code == 1
    assert every_byte(long.parent) == before


def test_nobody_of_the_game_gets_nothing(pbem: Pbem, long: Path) -> None:
    said = pbem("publish", "--game", long, "--for", "rossa")
    assert (said.code, said.err) == (
        2,
        "pbem: 'rossa' is nobody of this game\n    did you mean rosa?\n",
    )


def test_a_hostile_zip_is_refused_by_the_audit(pbem: Pbem, tmp_path: Path) -> None:
    path = tmp_path / "kept.zip"
    path.write_bytes(packed({"../ledger.jsonl": b"{}"}))
    said = pbem("audit", "--kept", path)
    assert said.code == 1
    assert "kept.zip: '../ledger.jsonl' in it: the name leads out of its folder" in said.err
