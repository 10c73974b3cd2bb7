"""Who is reminded, and how often."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from post.conftest import Receive
from post.letters import letter

from pbem.post.reminding import remind
from pbem.store.directory import GameDirectory

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def reminded(game: GameDirectory, now: datetime = NOON) -> list[tuple[str, str]]:
    return [(seat.player, path.read_text()) for seat, path in remind(GameDirectory(game.root), now)]


def test_who_owes_is_reminded_once_a_day(game: GameDirectory, post: Receive) -> None:
    ((player, text),) = reminded(game)
    assert player == "hans"
    assert "Your orders for run 1 (1940-jul.1.axis/combat) have not come." in text
    assert reminded(game, NOON + timedelta(hours=11)) == []
    assert len(reminded(game, NOON + timedelta(hours=12))) == 1
    post(letter())
    assert reminded(game, NOON + timedelta(days=2)) == []


def test_a_reminder_names_the_deadline_by_the_players_clock(game: GameDirectory) -> None:
    roster = game.root / "game.yaml"
    roster.write_text(roster.read_text() + 'deadlines: {1: "2026-11-20 20:00 UTC"}\n')
    ((_, text),) = reminded(game)
    assert "have not come; they are due 2026-11-20 21:00 CET." in text.replace("=\n", "")
    ((_, text),) = reminded(game, NOON + timedelta(days=1))
    assert "have not come, and were due 2026-11-20 21:00 CET." in text.replace("=\n", "")


def test_who_is_away_is_left_alone(game: GameDirectory) -> None:
    roster = game.root / "game.yaml"
    away = ", absent: [{from: 2026-11-01, to: 2026-11-30, then: standing}]}"
    text = roster.read_text().replace("zone: Europe/Berlin}", f"zone: Europe/Berlin{away}")
    roster.write_text(f"{text}deadlines: {{1: 2026-11-20}}\n")
    assert reminded(game) == []
