"""Where a game stands at a time: who has sent, who owes, who is late, asked or away."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from post.conftest import Receive
from post.letters import STANDING, letter

from pbem.post.overview import moment, overview
from pbem.store.directory import GameDirectory
from pbem.store.runs import play
from pbem.store.sealing import seal_window

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def told(game: GameDirectory, now: datetime = NOON) -> dict[str, str]:
    found = overview(GameDirectory(game.root), now)
    return {"": found.stage} | {seat.player: seat.state for seat in found.seats}


def add(game: GameDirectory, line: str) -> None:
    roster = game.root / "game.yaml"
    roster.write_text(roster.read_text() + line)


def test_who_owes_and_who_has_sent(game: GameDirectory, post: Receive) -> None:
    assert told(game) == {"": "open", "hans": "owes", "anna": "idle"}
    post(letter())
    post(letter(STANDING, sender="anna@y.org", number=2))
    assert told(game) == {"": "ready", "hans": "sent", "anna": "idle"}
    found = {seat.player: seat.standing for seat in overview(game, NOON).seats}
    assert found == {"hans": False, "anna": True}
    seal_window(GameDirectory(game.root))
    assert told(game)[""] == "sealed"
    play(GameDirectory(game.root))
    assert told(game) == {"": "open", "hans": "owes", "anna": "idle"}


def test_orders_of_another_window_are_none(game: GameDirectory, post: Receive) -> None:
    post(letter())
    path = game.root / "orders/hans.yaml"
    path.write_text(path.read_text().replace("/combat", "/non-combat"))
    assert told(game)["hans"] == "owes"


@pytest.mark.parametrize(
    ("deadline", "late"),
    [
        ("2026-11-20 13:01 Europe/Berlin", timedelta(minutes=1)),
        ("2026-11-20 13:01", timedelta(minutes=1)),  # in his own zone
        ("2026-11-20 12:01 UTC", timedelta(minutes=1)),
        ("2026-11-20", timedelta(hours=10, minutes=59)),
    ],
)
def test_late_is_who_is_past_his_deadline(
    deadline: str, late: timedelta, game: GameDirectory, post: Receive
) -> None:
    add(game, f'deadlines: {{1: "{deadline}"}}\n')
    assert told(game, NOON + late)["hans"] == "owes"
    assert told(game, NOON + late + timedelta(minutes=1))["hans"] == "late"
    post(letter())
    assert told(game, NOON + timedelta(days=9))["hans"] == "sent"


def test_a_deadline_is_shown_in_the_players_own_zone(game: GameDirectory) -> None:
    add(game, 'deadlines: {1: "2026-11-20 20:00 America/New_York"}\n')
    found = {seat.player: seat.deadline for seat in overview(game, NOON).seats}
    assert found["hans"] == "2026-11-21 02:00 CET"


@pytest.mark.parametrize("deadline", ["Friday", "2026-13-01", "2026-11-20 12:00 Mars/Base", ""])
def test_a_deadline_that_names_no_moment_makes_nobody_late(deadline: str) -> None:
    assert moment(deadline, "UTC") is None


def test_who_is_asked_and_who_is_away(game: GameDirectory, post: Receive) -> None:
    roster = game.root / "game.yaml"
    away = ", absent: [{from: 2026-11-01, to: 2026-11-30, then: standing}]}"
    roster.write_text(
        roster.read_text().replace("address: anna@y.org}", f"address: anna@y.org{away}")
    )
    add(game, "deadlines: {1: 2026-11-20}\n")
    (anna,) = (seat for seat in overview(game, NOON).seats if seat.player == "anna")
    assert anna.away == "away until 2026-11-30; standing orders answer"
