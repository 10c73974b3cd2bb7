"""A moderator who tells twice: two sheets of a game, two of a seal, old standing orders."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli.judging import Judged, keep
from cli.shared import HEAD, Pbem, send
from cli.test_fairness_chain import chained, changed, rows_of
from page import results

from pbem.core.orders.orders import sha256
from pbem.core.record.ledger import line_hash


def play(pbem: Pbem, game: Path) -> None:
    said = pbem("adjudicate", "--game", game)
    assert said.code == 0, said.err


def march(game: Path) -> None:
    for player in ("rosa", "rolf"):
        send(game, f"orders/{player}.yaml", HEAD.format(player=player))


# --- the sheet of commitments --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [("asks: 1", "asks: 3"), ("missing_orders: stop", "missing_orders: pass"), ("", "# so\n")],
)
def test_a_second_sheet_of_a_game_is_found(
    pbem: Pbem, duel: Path, judged: Judged, tmp_path: Path, old: str, new: str
) -> None:
    """One for each half of the players; some of them have both."""
    play(pbem, duel)
    kept = keep(duel, tmp_path / "kept", "1")
    text = (kept / "commitments.yaml").read_text()
    assert old in text
    shutil.copy(kept / "commitments.yaml", kept / "once more.yaml")
    for said in judged.both(kept):
        assert results(said, "sheets") == {"agrees"}
    (kept / "other.yaml").write_text(text.replace(old, new) if old else text + new)
    judged(kept)


def claimed(kept: Path, *changes: tuple[str, str]) -> Path:
    """A sheet that says it renews lost keys, of the sheet that is here, with other rows."""
    text = (kept / "commitments.yaml").read_text()
    for old, new in changes:
        assert re.search(old, text), old
        text = re.sub(old, new, text)
    about = f'{{sheet: "{sha256((kept / "commitments.yaml").read_bytes())}", run: "1.1", '
    path = kept / "commitments-x.yaml"
    path.write_text(f"{text}renews: {about}author: Mara, reason: the disk died}}\n")
    return path


OTHER_KEYS = (r'dice: "?\w{64}"?', 'dice: "' + "ab" * 32 + '"')


def test_a_sheet_that_says_it_renews_keys_waits_for_the_log_of_that(
    pbem: Pbem, duel: Path, judged: Judged, tmp_path: Path
) -> None:
    play(pbem, duel)
    kept = keep(duel, tmp_path / "kept", "1")
    claimed(kept, OTHER_KEYS)
    judged(kept)


@pytest.mark.parametrize("changes", [[], [OTHER_KEYS, ("asks: 1", "asks: 3")]])
def test_a_sheet_that_says_it_renews_keys_and_brings_other_rules_is_found(
    pbem: Pbem, duel: Path, judged: Judged, tmp_path: Path, changes: list[tuple[str, str]]
) -> None:
    """New keys come with the rules that were; and with other keys."""
    play(pbem, duel)
    kept = keep(duel, tmp_path / "kept", "1")
    claimed(kept, *changes)
    judged(kept)


# --- the sheet of a seal -------------------------------------------------------------------------


@pytest.fixture
def sealed(pbem: Pbem, duel: Path, tmp_path: Path) -> Path:
    """The window of run 1 was sealed, opened again for another file, sealed and played."""
    kept = tmp_path / "kept"
    kept.mkdir()
    assert pbem("seal", "--game", duel).code == 0
    shutil.copy(duel / "sealed/1/seal.yaml", kept / "seal.yaml")
    assert pbem("rewind", "--game", duel, "--to", "0").code == 0
    changed(duel, ".")
    assert pbem("seal", "--game", duel).code == 0
    shutil.copy(duel / "sealed/1/seal.yaml", kept / "seal-2.yaml")
    play(pbem, duel)
    return keep(duel, kept, "1")


def test_a_seal_that_was_taken_back_is_told_by_the_register(
    sealed: Path, duel: Path, judged: Judged
) -> None:
    """Without it nobody can tell; of one sheet alone it disagrees."""
    for said in judged.both(sealed):
        assert results(said, "seal sheets") == {"not proved"}
    shutil.copy(duel / "register.jsonl", sealed)
    for said in judged.both(sealed):
        assert results(said, "seal sheets") == results(said, "register") == {"agrees"}
    (sealed / "seal-2.yaml").unlink()
    for said in judged.both(sealed):
        assert results(said, "seal sheets") == {"agrees"}
    (sealed / "register.jsonl").unlink()
    for said in judged.both(sealed):
        assert results(said, "seal sheets") == {"disagrees"}


def test_a_register_that_ends_before_a_window_was_played_tells_nothing_of_its_seals(
    sealed: Path, duel: Path, judged: Judged
) -> None:
    lines = (duel / "register.jsonl").read_text().splitlines(keepends=True)
    (sealed / "register.jsonl").write_text(lines[0])
    for said in judged.both(sealed):
        assert results(said, "seal sheets") == {"not proved"}


def test_a_second_seal_of_a_window_is_found(duel: Path, sealed: Path, judged: Judged) -> None:
    """He sealed once more, and his register does not say that the first was taken back."""
    first, _, *rest = rows_of(duel / "register.jsonl")
    assert [row["act"] for row in (first, *rest)] == ["sealed", "sealed", "played"]
    (sealed / "register.jsonl").write_text(chained(rest))
    judged(sealed)


# --- the register --------------------------------------------------------------------------------


def without_a_sheet(rows: list[dict[str, Any]]) -> None:
    rows.insert(0, {"act": "sealed", "run": "1", "key": 0, "entries": 0, "last": ""})


def of_a_later_window(rows: list[dict[str, Any]]) -> None:
    seal = {"run": "9", "key": 0, "entries": 0, "last": "", "sheet": "ab" * 32}
    rows.insert(0, {"act": "sealed", **seal})


def opened_before(rows: list[dict[str, Any]]) -> None:
    rows.insert(0, {"act": "opened", "run": "", "key": 0, "entries": 0, "last": ""})


def of_no_seal(rows: list[dict[str, Any]]) -> None:
    seal = {"run": "1", "key": 0, "entries": 0, "last": "", "sheet": "ab" * 32}
    rows.insert(0, {"act": "unsealed", **seal})


@pytest.mark.parametrize("forged", [without_a_sheet, of_a_later_window, opened_before, of_no_seal])
def test_a_register_with_a_line_that_cannot_come_next_is_found(
    pbem: Pbem,
    duel: Path,
    judged: Judged,
    tmp_path: Path,
    forged: Callable[[list[dict[str, Any]]], None],
) -> None:
    """The log of run 1 names the register as it is forged: what it tells is wrong in itself."""
    play(pbem, duel)
    kept = keep(duel, tmp_path / "kept", "1")
    shutil.copy(duel / "register.jsonl", kept)
    for said in judged.both(kept):
        assert results(said, "register") == {"agrees"}
    rows = rows_of(kept / "register.jsonl")
    forged(rows)
    (kept / "register.jsonl").write_text(chained(rows))
    tip = {"entries": 1, "last": line_hash((kept / "register.jsonl").read_text().split("\n")[0])}
    log = rows_of(kept / "log-1.jsonl")
    log[0]["body"]["register"] = tip
    (kept / "log-1.jsonl").write_text(chained(log))
    end = rows_of(kept / "log-1.jsonl")
    rows[-1]["last"] = line_hash((kept / "log-1.jsonl").read_text().split("\n")[len(end) - 1])
    (kept / "register.jsonl").write_text(chained(rows))
    (kept / "report-1.txt").unlink()
    judged(kept)


# --- standing orders -----------------------------------------------------------------------------

OLD = "standing: rosa\ncouncil: {gift: gold}\n"
NEW = "standing: rosa\ncouncil: {gift: steel}\n"


def standing(pbem: Pbem, game: Path, kept: Path, text: str, name: str) -> None:
    """Rosa sends standing orders, and keeps them with their receipt."""
    path = send(game, "standing/rosa.yaml", text)
    (kept / f"receipt-{name}.txt").write_text(pbem("validate", path, "--game", game).out)
    shutil.copy(path, kept / f"sent-{name}.yaml")


@pytest.fixture
def replaced(pbem: Pbem, duel: Path, tmp_path: Path) -> Path:
    """Rosa's standing orders were the old ones in run 1, and new ones in run 2."""
    kept = tmp_path / "kept"
    kept.mkdir()
    standing(pbem, duel, kept, OLD, "old")
    play(pbem, duel)
    standing(pbem, duel, kept, NEW, "new")
    march(duel)
    play(pbem, duel)
    send(duel, "orders/bea.yaml", "window: toy-1 t1.2.blue/levy\nplayer: bea\n")
    return kept


def test_standing_orders_that_were_replaced_and_play_again_are_found(
    pbem: Pbem, duel: Path, replaced: Path, judged: Judged
) -> None:
    send(duel, "standing/rosa.yaml", OLD)
    play(pbem, duel)
    judged(keep(duel, replaced, "1", "2", "3"))


def test_standing_orders_hold_until_there_are_others(
    pbem: Pbem, duel: Path, replaced: Path, judged: Judged
) -> None:
    """The new ones play on; or she sent the old ones once more, and has the receipt."""
    shutil.copytree(duel, duel.parent / "on")
    play(pbem, duel)
    kept = keep(duel, shutil.copytree(replaced, duel.parent / "first"), "1", "2", "3")
    for said in judged.both(kept):
        assert results(said, "receipts") == {"agrees"}
    on = duel.parent / "on"
    standing(pbem, on, replaced, OLD, "again")
    play(pbem, on)
    for said in judged.both(keep(on, replaced, "1", "2", "3")):
        assert results(said, "receipts") == {"agrees"}
