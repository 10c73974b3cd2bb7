"""A moderator whose heads tell of the game, the window or the dice what is not so.

What his head says is compared with its own rules, with the sheet and with the logs around it.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli.judging import Judged, keep
from cli.shared import HEAD, Pbem, send
from cli.test_fairness_chain import AMENDMENT, Rows, forged, rows_of
from cli.test_fairness_told import EARLY, early
from page import results

from pbem.core.record.ledger import line_hash

__all__ = ["early"]


def told(**said: Any) -> Callable[[Rows], None]:
    """A head that says something else."""
    return lambda rows: rows[0]["body"].update(said)


def march(pbem: Pbem, game: Path, window: str = "", player: str = "") -> None:
    """The second window is played; or another one, by one player."""
    for name in (player,) if player else ("rosa", "rolf"):
        text = HEAD.format(player=name)
        if window:
            text = f"window: toy-1 t1.2.blue/{window}\nplayer: {player}\n"
        send(game, f"orders/{name}.yaml", text)
    assert pbem("adjudicate", "--game", game).code == 0


@pytest.fixture
def two(pbem: Pbem, duel: Path, tmp_path: Path) -> Path:
    """What a player has of two runs."""
    assert pbem("adjudicate", "--game", duel).code == 0
    march(pbem, duel)
    return keep(duel, tmp_path / "kept", "1", "2")


# --- the window ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "window", ["March", "march ", "raid", "levy", "", "march/", "march/x"], ids=repr
)
def test_a_head_that_calls_its_window_otherwise_is_found(
    pbem: Pbem, duel: Path, early: Path, judged: Judged, window: str
) -> None:
    """So that a receipt of orders that came early is for no window of which there is a log."""
    send(duel, "orders/rosa.yaml", EARLY.replace("ford", "hill"))
    assert pbem("adjudicate", "--game", duel).code == 0
    kept = keep(duel, early, "1", "2")
    for said in judged.both(kept):
        assert results(said, "heads") == {"agrees"}
    judged(forged(kept, "2", told(window=f"t1.1.red/{window}")))


@pytest.mark.parametrize("window", ["t1.2.blue/march", "x", "", "t1.1.red.march"])
def test_a_window_of_another_impulse_than_the_lines_of_its_log_is_found(
    two: Path, judged: Judged, window: str
) -> None:
    (two / "log-1.jsonl").unlink()
    for said in judged.both(forged(two, "2", told(window=window))):
        assert results(said, "heads") == {"disagrees"}


def test_a_window_that_a_head_does_not_name_is_found(
    pbem: Pbem, duel: Path, two: Path, judged: Judged
) -> None:
    """Where another log of the game names that window; an amendment names none."""
    march(pbem, duel, "levy", "bea")
    amendment = send(duel, "a.yaml", AMENDMENT.format(after="3"))
    assert pbem("amend", amendment, "--game", duel).code == 0
    march(pbem, duel, "march", "bea")
    kept = keep(duel, two, "1", "2", "3", "3.1", "4")
    for said in judged.both(kept):
        assert results(said, "heads") == {"agrees"}
    for said in judged.both(forged(kept, "4", told(window="t1.2.blue"))):
        assert results(said, "heads") == {"disagrees"}
    forged(kept, "4", told(window="t1.2.blue/raid"))
    for said in judged.both(kept):
        assert results(said, "heads") == {"disagrees"}


def test_a_log_of_another_window_than_that_of_the_files_played_is_found(
    pbem: Pbem, duel: Path, early: Path, judged: Judged
) -> None:
    """A plain word for it, that any system could have; the log before it is not here."""
    send(duel, "orders/rosa.yaml", EARLY)
    assert pbem("adjudicate", "--game", duel).code == 0
    kept = keep(duel, early, "1", "2")
    for said in judged.both(kept):
        assert results(said, "sent") == {"agrees"}
    for name in ("log-1.jsonl", "report-1.txt"):
        (kept / name).unlink()
    judged(forged(kept, "2", told(window="t1.1.red/raid")))


def test_a_window_as_a_player_may_type_it_is_the_same(
    pbem: Pbem, duel: Path, judged: Judged, tmp_path: Path
) -> None:
    """In any case, with blanks around it: so the program takes it."""
    text = (duel / "orders/rosa.yaml").read_text()
    typed = text.replace("window: toy-1 t1.1.red/levy", 'window: " TOY-1 T1.1.RED/Levy "')
    assert typed != text
    sent = send(duel, "orders/rosa.yaml", typed)
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "receipt.txt").write_text(pbem("validate", sent, "--game", duel).out)
    shutil.copy(sent, kept / "sent.yaml")
    assert pbem("adjudicate", "--game", duel).code == 0
    for said in judged.both(keep(duel, kept, "1")):
        assert results(said, "sent") == results(said, "receipts") == {"agrees"}


def test_a_log_that_begins_elsewhere_than_the_one_before_ended_is_found(
    two: Path, judged: Judged
) -> None:
    def later(rows: Rows) -> None:
        rows[0]["path"] = "t1.2.blue"
        rows[0]["body"]["window"] = "t1.2.blue/levy"

    judged(forged(two, "2", later))


def test_a_log_that_goes_on_from_itself_is_judged(
    pbem: Pbem, duel: Path, judged: Judged, tmp_path: Path
) -> None:
    """Whoever asks the logs before it which window came next comes to no end."""
    assert pbem("adjudicate", "--game", duel).code == 0
    amendment = send(duel, "a.yaml", AMENDMENT.format(after="1"))
    assert pbem("amend", amendment, "--game", duel).code == 0
    kept = keep(duel, tmp_path / "kept", "1.1")
    log = kept / "log-1.1.jsonl"
    head, rest = log.read_text().split("\n", 1)
    last = line_hash(rest.splitlines()[-1])
    log.write_text(head.replace(rows_of(log)[0]["body"]["previous"], last) + "\n" + rest)
    for said in judged.both(kept):
        assert results(said, "chain") == results(said, "heads") == {"disagrees"}


# --- the dice and the game -----------------------------------------------------------------------

KEEPER = "dice: key chain and beacon drand-quicknet; nobody could know them before the deadline"


@pytest.mark.parametrize("dice", [KEEPER, "dice: key chain", "", None])
def test_a_head_that_says_who_knew_the_dice_otherwise_than_its_rules_is_found(
    two: Path, judged: Judged, dice: str | None
) -> None:
    judged(forged(two, "2", told(dice=dice)))


RULES = (
    ({"moderator_plays": True}, "moderator trusted; the moderator, who plays, alone could know"),
    ({"rated": True}, "moderator trusted; the moderator alone could know them before the run"),
    ({"rated": True, "key_keeper": "jane"}, "key chain; the key keeper jane alone could know"),
    ({"key_keeper": "rosa"}, "key chain; the key keeper rosa, who plays, alone could know"),
    ({"beacon": "a text"}, "key chain and beacon a text; nothing proves when that text was fixed"),
    (
        {"beacon": {"source": "drand-quicknet"}, "key_keeper": "jane"},
        "key chain and beacon drand-quicknet; nobody could know them before the deadline, "
        "from then on the key keeper jane alone",
    ),
    ({"beacon": {"source": "other", "name": "the lottery"}}, "key chain and beacon the lottery"),
)


@pytest.mark.parametrize(("rules", "words"), RULES)
def test_both_verifiers_say_by_rules_who_could_know_the_dice(
    two: Path, judged: Judged, rules: dict[str, Any], words: str
) -> None:
    """The same words, whatever the rules."""

    def change(rows: Rows) -> None:
        rows[0]["body"]["rules"].update(rules)

    forged(two, "2", change)
    for said in judged.both(two):
        (row,) = (row for row in said if row.check == "heads")
        assert f"by its rules it is 'dice: {words}" in row.troubles


@pytest.mark.parametrize("name", ["game", "system", "scenario"])
@pytest.mark.parametrize("alone", [True, False])
def test_a_head_of_another_game_than_the_sheet_or_the_log_before_is_found(
    two: Path, judged: Judged, name: str, alone: bool
) -> None:
    (two / ("log-1.jsonl" if alone else "commitments.yaml")).unlink()
    (two / "report-1.txt").unlink()
    judged(forged(two, "2", told(**{name: "elsewhere"})))


def test_a_key_that_an_amendment_tells_is_found(
    pbem: Pbem, duel: Path, judged: Judged, tmp_path: Path
) -> None:
    assert pbem("adjudicate", "--game", duel).code == 0
    amendment = send(duel, "a.yaml", AMENDMENT.format(after="1"))
    assert pbem("amend", amendment, "--game", duel).code == 0
    kept = keep(duel, tmp_path / "kept", "1", "1.1")
    for said in judged.both(kept):
        assert results(said, "keys") == {"agrees"}
    judged(forged(kept, "1.1", lambda rows: rows[-1]["body"].update(key="ab" * 32)))


@pytest.mark.parametrize("worker", ["", " ", None, 7, True, ["cellar"]])
def test_a_worker_of_another_form_is_refused(two: Path, judged: Judged, worker: object) -> None:
    """Who played a run that was not replayed has a name, or the head says nothing of it."""
    for said in judged.both(forged(two, "2", told(unreplayed="cellar"))):
        assert results(said, "chain") == {"agrees"}
    judged(forged(two, "2", told(unreplayed=worker)))
