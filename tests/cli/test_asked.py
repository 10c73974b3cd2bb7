"""`pbem run` while play waits for answers."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from cli.shared import answered, ask

from pbem.post.rounds import conduct
from pbem.store.directory import GameDirectory

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_play_goes_on_when_those_who_are_asked_have_answered(duel: Path) -> None:
    """Whatever their files are called."""
    ask(duel)
    outcomes = [conduct(GameDirectory(duel), NOON).outcome for _ in range(2)]
    for player, gift in (("rosa", "steel"), ("bea", "gold")):
        (duel / f"answers/x-{player}.yaml").write_text(answered(duel, player, gift))
        outcomes.append(conduct(GameDirectory(duel), NOON).outcome)
    assert outcomes[:2] == ["asked", "asked"]
    assert outcomes[-1] == "played"
