"""A game whose file `keys` is lost goes on with new ones, and everything says so."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from cli.faults import KILL, Faults, Row, faulty, struck
from cli.judging import Judged, keep
from cli.shared import HEAD, LEVY, Pbem, every_byte, levies, send
from cli.test_fairness_chain import forged
from jsonschema import Draft202012Validator
from mutations import joined_again
from page import results

from pbem.core.data.schemas import bundled
from pbem.core.orders.orders import sha256
from pbem.core.record.ledger import seal_holds
from pbem.store.directory import open_directory

WHO = ("--author", "Mara", "--reason", "the disk died")


def renew(pbem: Pbem, game: Path, code: int = 0) -> str:
    said = pbem("commitments", "--renew", *WHO, game)
    assert said.code == code, said
    return said.err


def header(game: Path, run: str) -> dict[str, Any]:
    line = (game / f"runs/{run}/ledger.jsonl").read_text().partition("\n")[0]
    body: dict[str, Any] = json.loads(line)["body"]
    return body


def checks(pbem: Pbem, *words: object) -> list[dict[str, tuple[bool, bool, str]]]:
    """Of each run audited, each check: whether it was done, whether it passed, and what it told."""
    said = pbem("audit", *words, "--format", "json")
    assert said.code == 0, said.out + said.err
    return [
        {c["check"]: (c["done"], c["passed"], c["told"]) for c in run["checks"]}
        for run in json.loads(said.out)
    ]


def nothing_sent(game: Path) -> None:
    for path in (game / "orders").iterdir():
        path.unlink()


@pytest.fixture
def lost(pbem: Pbem, duel: Path) -> Path:
    """Run 1, which was taken back once and played again otherwise; then the keys are lost."""
    assert pbem("adjudicate", "--game", duel).code == 0
    assert pbem("rewind", "--to", "0", "--game", duel).code == 0
    text = LEVY.format(player="rosa").replace("luck of", "other luck of")
    send(duel, "replay/1/orders/rosa.yaml", text)
    assert pbem("adjudicate", "--game", duel).code == 0
    (duel / "keys").rename(duel.parent / "old-keys")
    nothing_sent(duel)
    return duel


@pytest.fixture
def on(pbem: Pbem, lost: Path) -> Path:
    """The game with new keys, and run 2 played with them."""
    renew(pbem, lost)
    return played(pbem, lost)


def played(pbem: Pbem, game: Path) -> Path:
    for player in ("rosa", "rolf"):
        send(game, f"orders/{player}.yaml", HEAD.format(player=player) + "luck: new luck\n")
    assert pbem("adjudicate", "--game", game).code == 0
    return game


def test_a_game_goes_on_with_new_keys_from_the_first_on(on: Path) -> None:
    sheets = (on / "commitments-1.yaml", on / "commitments.yaml")
    old, new = (sha256(path.read_bytes()) for path in sheets)
    head, beside = header(on, "2"), header(on, "1.1")
    said = {"author": "Mara", "reason": "the disk died"}
    assert beside["rekeys"] == {"from": old, "to": new, **said}
    for one in (head, beside):
        assert one["commitments"] == new
        (chain,) = one["earlier"]
        assert (chain["sheet"], chain["to"], chain["renewed"]) == (old, new, "1.1")
        assert (chain["runs"], [row["key"] for row in chain["void"]]) == ([2], [1])
        assert {name: chain[name] for name in said} == said
    assert (head["runs"], head["void"], head["key"]["number"]) == ([1], [], 1)
    assert beside["runs"] == []
    acts = [json.loads(line)["act"] for line in (on / "register.jsonl").read_text().splitlines()]
    assert acts == ["played", "void", "played", "rekeyed", "played"]
    assert not (on / "runs/1.1/keys").exists()
    assert (on / "keys").stat().st_mode & 0o077 == 0


def test_every_later_report_says_so(pbem: Pbem, on: Path, judged: Judged, tmp_path: Path) -> None:
    sheet = sha256((on / "commitments.yaml").read_bytes())
    for name in ("1.1/report.txt", "2/report.txt", "2/report-bea.txt"):
        text = " ".join((on / "runs" / name).read_text().split())
        assert "KEYS RENEWED run 1.1, by Mara: the disk died." in text
        assert "can never be proved" in text and sheet in text
    said = json.loads(pbem("report", "--game", on, "--format", "json").out)
    schema = bundled("cli/report")
    assert not [*Draft202012Validator(schema).iter_errors(said)]
    assert [row["author"] for row in said["renewed"]] == ["Mara"]
    assert "KEYS RENEWED" not in (on / "runs/1/report.txt").read_text()
    judged(keep(on, tmp_path / "kept", "1", "1.1", "2"))


def test_the_audit_says_what_is_not_proved_any_more(pbem: Pbem, on: Path) -> None:
    first, renewed, second, between = checks(pbem, "--game", on)
    for name in ("secret dice", "replay", "positions", "inputs", "begin"):
        done, _, told = first[name]
        assert not done and "lost" in told, name
    for name in ("keys", "dice", "seals", "chain", "numbering", "sheet"):
        assert first[name][0], name
    for run in (renewed, second):
        assert not run["renewed keys"][0]
        assert "1.1 by Mara: the disk died" in run["renewed keys"][2]
        for name in ("replay", "numbering", "positions", "inputs", "reports"):
            assert run[name][0], name
    assert between["order"][1] and between["register"][1] and between["void runs"][0]


def test_a_log_alone_tells_of_the_keys_before(
    pbem: Pbem, on: Path, tmp_path: Path, judged: Judged
) -> None:
    log, sheet = on / "runs/2/ledger.jsonl", on / "commitments.yaml"
    (found,) = checks(pbem, "--ledger", log, "--commitments", sheet)
    assert found["keys"][0] and found["numbering"][0] and "RENEWED" in found["renewed keys"][2]
    (found,) = checks(pbem, "--ledger", log, "--commitments", on / "commitments-1.yaml")
    assert not found["keys"][0] and not found["sheet"][0]
    (found,) = checks(pbem, "--ledger", on / "runs/1/ledger.jsonl", "--commitments", sheet)
    assert not found["keys"][0] and not found["sheet"][0]
    forged = tmp_path / "ledger.jsonl"
    text = log.read_text()
    gone = re.sub(r'"earlier":\[.*?"void":\[.*?\]\}\],', "", text)
    others = [
        text.replace('"runs":[2]', '"runs":[3]', 1),
        text.replace('"author":"Mara"', '"author":""', 1),
        re.sub('"to":"....', '"to":"0000', text, count=1),
        gone,
    ]
    assert "earlier" not in gone
    for other in others:
        assert other != text
        forged.write_text(joined_again(other))
        assert pbem("audit", "--ledger", forged, "--commitments", sheet).code == 4
        judged(forged, sheet, on / "runs/1/ledger.jsonl")


def test_what_the_old_keys_sealed_opens_from_its_own_file(pbem: Pbem, on: Path) -> None:
    rows = [json.loads(line) for line in (on / "runs/1/ledger.jsonl").read_text().splitlines()]
    sealed = next(row for row in rows if "seal" in row)
    said = pbem("open", "--game", on, "--run", "1", "--entry", sealed["n"])
    assert said.code == 0
    assert seal_holds(sealed, json.loads(said.out))


def test_a_rewind_stops_at_the_renewal(pbem: Pbem, on: Path) -> None:
    before = every_byte(on)
    for to in ("1", "0"):
        said = pbem("rewind", "--to", to, "--game", on)
        assert said.code == 1
        assert "run 1.1 renewed the keys; the runs up to it stand" in said.err
        assert {n: d for n, d in every_byte(on).items() if n in before} == before
    assert pbem("rewind", "--to", "1.1", "--game", on).code == 0
    assert pbem("adjudicate", "--game", on).code == 0
    assert header(on, "2")["key"]["again"] == 1
    assert header(on, "2")["runs"] == [1]
    assert pbem("audit", "--game", on).code == 0


def test_keys_are_lost_a_second_time(pbem: Pbem, on: Path) -> None:
    (on / "keys").unlink()
    nothing_sent(on)
    renew(pbem, on)
    assert [chain["runs"] for chain in header(on, "2.1")["earlier"]] == [[2], [1]]
    assert (on / "commitments-2.yaml").is_file()
    assert pbem("audit", "--game", on).code == 0


# --- when keys are not renewed --------------------------------------------------------------------


def refused(pbem: Pbem, game: Path, words: str) -> None:
    before = every_byte(game)
    assert words in renew(pbem, game, code=1)
    assert {n: d for n, d in every_byte(game).items() if n in before} == before


def test_keys_that_are_here_are_not_renewed(pbem: Pbem, lost: Path) -> None:
    for keys in ((lost.parent / "old-keys").read_text(), "something else\n"):
        (lost / "keys").write_text(keys)
        refused(pbem, lost, "nobody renews keys that are not lost")


def test_orders_that_are_known_stand_in_the_way(pbem: Pbem, lost: Path) -> None:
    send(lost, "orders/rosa.yaml", HEAD.format(player="rosa"))
    refused(pbem, lost, "could choose their dice")
    send(lost, "orders/rosa.yaml", LEVY.format(player="rosa"))  # of the window before
    renew(pbem, lost)


def test_a_game_that_has_not_begun_begins_anew(pbem: Pbem, duel: Path) -> None:
    (duel / "keys").unlink()
    refused(pbem, duel, "this game has not begun")


def test_a_sealed_window_is_taken_back_first(pbem: Pbem, duel: Path) -> None:
    assert pbem("seal", "--game", duel).code == 0
    (duel / "keys").unlink()
    refused(pbem, duel, "is sealed with the keys that are lost")


def test_a_seed_is_never_lost(pbem: Pbem, tmp_path: Path) -> None:
    game = tmp_path / "practice"
    assert pbem("new", "toy/duel", game, "--seed", "7").code == 0
    levies(game)
    assert pbem("adjudicate", "--game", game).code == 0
    (game / "keys").unlink()
    refused(pbem, game, "come from the seed")


def test_a_position_that_was_edited_meanwhile_is_found(pbem: Pbem, lost: Path) -> None:
    path = lost / "runs/1/state.yaml"
    text = path.read_text()
    assert "red-home" in text
    path.write_text(text.replace("at: red-home", "at: ford", 1))
    assert path.read_text() != text
    said = pbem("commitments", "--renew", *WHO, lost)
    assert said.code == 4
    assert "the state is not the one that its log leads to" in said.err
    assert not (lost / "runs/1.1").exists()


def test_somebody_says_so_and_why(pbem: Pbem, lost: Path) -> None:
    said = pbem("commitments", "--renew", "--author", "Mara", lost)
    assert said.code == 2
    assert "new keys need somebody who says so, and why" in said.err


# --- killed at any write --------------------------------------------------------------------------


def test_killed_at_every_write_the_same_command_ends_it(
    pbem: Pbem, lost: Path, tmp_path: Path
) -> None:
    sheet = (lost / "commitments.yaml").read_bytes()
    game, cut = shutil.copytree(lost, tmp_path / "game"), 0
    left: set[tuple[tuple[str, int], ...]] = set()  # what kills have left, files and their sizes
    row = Row("commitments", lambda _: None, ("--renew", *WHO, str(game)))
    counted = Faults("EIO", -1)
    with faulty(counted):
        assert row.call()[0] == 0
    moments = [number for number, name in enumerate(counted.names) if name != "fsync"]
    for moment in moments:
        shutil.rmtree(game)
        shutil.copytree(lost, game)
        struck(row, KILL, moment)
        files = [path for path in sorted(game.rglob("*")) if path.is_file()]
        leaves = tuple((str(path.relative_to(game)), path.stat().st_size) for path in files)
        if leaves in left:
            continue
        left.add(leaves)
        if not (game / "keys").is_file():
            cut += (game / "runs/1.1").is_dir()
            assert pbem("adjudicate", "--game", game).code == 1
            renew(pbem, game)
        assert (game / "commitments-1.yaml").read_bytes() == sheet
        stood = sorted(p.name for p in (game / "runs").iterdir() if p.suffix != ".tmp")
        assert stood == ["0", "1", "1.1"]
        played(pbem, game)
        assert pbem("audit", "--game", game, "--no-replay").code == 0
    assert len(moments) > 20 and len(left) > 10 and cut > 3


def test_a_full_disk_loses_nothing(pbem: Pbem, lost: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **more: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("pbem.store.files._put", full)
        assert "the disk is full" in renew(pbem, lost, code=1)
    renew(pbem, lost)
    assert open_directory(played(pbem, lost)).latest.number == 2


def test_all_that_a_player_kept_agrees_across_the_renewal(
    pbem: Pbem, on: Path, tmp_path: Path, judged: Judged
) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    for name in ("commitments-1.yaml", "commitments.yaml", "register.jsonl"):
        shutil.copy(on / name, kept / name)
    for run in ("1", "1.1", "2"):
        for name in ("ledger.jsonl", "report.txt"):
            shutil.copy(on / f"runs/{run}/{name}", kept / f"{run}-{name}")
    assert pbem("open", "--game", on, "--agreed").code == 0
    shutil.copy(on / "opening.yaml", kept)
    judged.alike(kept)
    *_, between = checks(pbem, "--kept", kept)
    assert between["keys used"][0] and between["links"][0] and between["register"][0]
    (kept / "1.1-ledger.jsonl").unlink()
    forged = (kept / "2-ledger.jsonl").read_text().replace('"runs":[2]', '"runs":[1]', 1)
    (kept / "2-ledger.jsonl").write_text(joined_again(forged))
    assert pbem("audit", "--kept", kept).code == 4


# --- told otherwise ------------------------------------------------------------------------------


@pytest.mark.parametrize("told", [{"reason": "he had to"}, {"author": "Bea"}, {"renewed": "1.2"}])
def test_a_renewal_that_is_told_otherwise_later_is_found(
    on: Path, judged: Judged, tmp_path: Path, told: dict[str, str]
) -> None:
    kept = keep(on, tmp_path / "kept", "1", "1.1", "2")
    for said in judged.both(kept):
        assert results(said, "keys used") == {"agrees"}
        assert results(said, "renewed keys") == {"not proved"}
    judged(forged(kept, "2", lambda rows: rows[0]["body"]["earlier"][0].update(told)))


@pytest.mark.parametrize("renewed", ["0.1", "2.1", "1.2"])
def test_a_renewal_that_names_another_run_is_found(
    on: Path, judged: Judged, tmp_path: Path, renewed: str
) -> None:
    """It stands after as many windows as had keys of the chain before; its own log has a name."""
    kept = keep(on, tmp_path / "kept", "1", "1.1")
    judged(forged(kept, "1.1", lambda rows: rows[0]["body"]["earlier"][0].update(renewed=renewed)))


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(
    ("old", "new"), [("  asks: 1\n", "  asks: 9\n"), ("the disk died", "the disk was stolen")]
)
def test_another_sheet_than_that_of_the_renewal_is_found(
    on: Path, judged: Judged, tmp_path: Path, first: bool, old: str, new: str
) -> None:
    kept = keep(on, tmp_path / "kept", "1", "1.1", "2")
    if not first:
        (kept / "commitments-1.yaml").unlink()
    for said in judged.both(kept):
        assert results(said, "sheets") == {"agrees"}
    sheet = kept / "commitments.yaml"
    assert sheet.read_text().count(old) == 1
    sheet.write_text(sheet.read_text().replace(old, new))
    judged(kept)
