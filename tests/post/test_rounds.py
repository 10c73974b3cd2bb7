"""A window from the letters that came to those that go out."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from post.conftest import Receive
from post.letters import ORDERS, PHRASE, STANDING, letter

from pbem.core.data.findings import PbemError
from pbem.post.batch import batch
from pbem.post.rounds import Conducted, conduct
from pbem.store.commitments import renewed
from pbem.store.directory import GameDirectory, RunName
from pbem.store.rewinding import rewind

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def done(game: GameDirectory, now: datetime = NOON, anyway: bool = False) -> Conducted:
    return conduct(GameDirectory(game.root), now, anyway=anyway)


def to(path: Path) -> str:
    return str(message_from_bytes(path.read_bytes(), policy=policy.default)["To"])


def test_the_first_call_sends_the_forms_and_waits(game: GameDirectory) -> None:
    found = done(game)
    assert (found.outcome, found.waits_for) == ("waits", ("hans",))
    anna, hans = sorted(found.letters, key=lambda path: path.stem)
    mail = message_from_bytes(hans.read_bytes(), policy=policy.default)
    assert mail["Subject"] == "[france-40] the game begins"
    (form,) = [part for part in mail.walk() if part.get_filename()]
    assert form.get_filename() == "orders-hans.yaml"
    assert b"window: france-40 1940-jul.1.axis/combat" in form.get_payload(decode=True)
    assert b"standing-anna.yaml" in anna.read_bytes()
    assert done(game).letters == ()


def test_a_window_is_sealed_and_played_when_all_is_there(
    game: GameDirectory, post: Receive
) -> None:
    done(game)
    post(letter())
    found = done(game)
    assert (found.outcome, found.view.run) == ("played", 2)
    assert (game.root / "sealed/1/seal.yaml").is_file()
    assert len(found.letters) == 2
    assert "ALSACE-LORRAINE" in found.report
    assert done(game).letters == ()


def test_the_form_that_was_mailed_comes_back_and_counts(game: GameDirectory, post: Receive) -> None:
    (path,) = [one for one in done(game).letters if "hans" in one.name]
    mail = message_from_bytes(path.read_bytes(), policy=policy.default)
    (form,) = [part for part in mail.walk() if part.get_filename()]
    text = form.get_payload(decode=True).decode()
    filled = text.replace("# - {units: {infantry: 4", "- {units: {infantry: 4", 1)
    assert post(letter(PHRASE + filled)).outcome == "counts"
    assert done(game).outcome == "played"


def test_who_is_late_is_not_waited_for(game: GameDirectory) -> None:
    roster = game.root / "game.yaml"
    text = roster.read_text().replace("missing_orders: stop", "missing_orders: pass")
    roster.write_text(f"{text}deadlines: {{1: 2026-11-20}}\n")
    renewed(GameDirectory(game.root))
    assert done(game).outcome == "waits"
    assert done(game, NOON + timedelta(days=1)).outcome == "played"


def test_only_who_owes_orders_is_told_when_they_are_due(game: GameDirectory) -> None:
    roster = game.root / "game.yaml"
    roster.write_text(roster.read_text() + "deadlines: {1: 2026-11-20}\n")
    texts = {path.stem[-4:]: path.read_text() for path in done(game).letters}
    due = {name: "Your orders for run 1 are due" in text for name, text in texts.items()}
    assert due == {"hans": True, "anna": False}


def test_a_game_that_is_over_has_ended_and_encloses_no_form(game: GameDirectory) -> None:
    path = game.root / "runs/0/state.yaml"
    path.write_text(re.sub(r"window: \w+", "window: over", path.read_text(), count=1))
    found = done(game)
    assert (found.outcome, found.view.stage) == ("ended", "over")
    for one in found.letters:
        mail = message_from_bytes(one.read_bytes(), EmailMessage, policy=policy.default)
        assert not [p for p in mail.iter_attachments() if str(p.get_filename()).endswith("yaml")]
        assert "The game is over." in one.read_text()
    (row,) = batch([GameDirectory(game.root)], NOON)
    assert row.outcome == "ended"


def test_nobody_waits_if_the_moderator_says_so(game: GameDirectory) -> None:
    with pytest.raises(PbemError, match="cannot be played"):
        done(game, anyway=True)  # missing_orders: stop
    roster = game.root / "game.yaml"
    roster.write_text(roster.read_text().replace("missing_orders: stop", "missing_orders: pass"))
    renewed(GameDirectory(game.root))
    assert done(game, anyway=True).outcome == "played"


def test_a_run_that_was_taken_back_and_came_out_otherwise_is_mailed_again(
    game: GameDirectory, post: Receive
) -> None:
    done(game)
    post(letter())
    first = {path.name for path in done(game).letters}
    rewind(GameDirectory(game.root), RunName(0), why="tried")
    post(letter(PHRASE + ORDERS.replace("infantry: 4", "infantry: 1"), number=2))
    again = {path.name for path in done(game).letters}
    assert len(again) == len(first) == 2
    assert not first & again


def test_letters_that_a_stopped_command_left_are_written_by_the_next(
    game: GameDirectory, post: Receive, monkeypatch: pytest.MonkeyPatch
) -> None:
    post(letter())
    post(letter(STANDING, sender="anna@y.org", number=2))
    done(game, anyway=False)
    for path in (game.root / "outbox").glob("run-001-*-anna.eml"):
        path.unlink()
    (path,) = done(game).letters
    assert to(path) == "anna@y.org"
