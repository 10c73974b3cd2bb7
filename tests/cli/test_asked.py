"""`pbem run` while play waits for answers."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cli.shared import LEVY, Pbem, answered, ask

from pbem.post.letters import Handed, read_letter
from pbem.post.receiving import receive
from pbem.post.rounds import conduct
from pbem.store.directory import GameDirectory, RunName
from pbem.store.rewinding import rewind

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


def test_answers_that_come_by_mail_reach_a_run_that_was_taken_back_and_asks_again(
    duel: Path,
) -> None:
    ask(duel)
    first = conduct(GameDirectory(duel), NOON)
    for player, gift in (("rosa", "steel"), ("bea", "gold")):
        (duel / f"answers/{player}.yaml").write_text(answered(duel, player, gift))
        last = conduct(GameDirectory(duel), NOON)
    assert (first.outcome, last.outcome) == ("asked", "played")
    rewind(GameDirectory(duel), RunName(0), why="tried")
    changed = LEVY.format(player="rosa").replace("luck of rosa", "other luck")
    for path in (*duel.glob("replay/1/answers/*"), *duel.glob("answers/*")):
        path.unlink()
    send_in(duel, changed)
    assert conduct(GameDirectory(duel), NOON).waits_for == ("rosa",)
    send_in(duel, answered(duel, "rosa", "bread"))
    assert conduct(GameDirectory(duel), NOON).waits_for == ("bea",)
    send_in(duel, answered(duel, "bea", "bread"))
    assert conduct(GameDirectory(duel), NOON).outcome == "played"


def test_answers_of_an_older_window_answer_nothing(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(duel)
    assert conduct(GameDirectory(duel), NOON).outcome == "asked"
    old = answered(duel, "rosa", "gold").replace("t1.1.red/levy", "t1.0.red/levy")
    (duel / "answers/rosa.yaml").write_text(old)
    monkeypatch.delattr("pbem.post.rounds.play")
    assert conduct(GameDirectory(duel), NOON).outcome == "asked"


def test_an_answer_to_a_question_as_it_was_stands_in_no_other_ones_way(
    duel: Path, pbem: Pbem
) -> None:
    """Whichever of their files has the later name."""
    ask(duel)
    assert conduct(GameDirectory(duel), NOON).outcome == "asked"
    text = answered(duel, "rosa", "gold")
    old = re.sub(r"fingerprint: .*", f"fingerprint: {'0a' * 8}", text)
    assert old != text
    (duel / "answers/z.yaml").write_text(old)
    (duel / "answers/a.yaml").write_text(text)
    assert conduct(GameDirectory(duel), NOON).waits_for == ("bea",)
    (duel / "answers/bea.yaml").write_text(answered(duel, "bea", "bread"))
    assert conduct(GameDirectory(duel), NOON).outcome == "played"
    assert pbem("audit", "--game", duel).code == 0


def send_in(duel: Path, text: str) -> None:
    letter = read_letter(text.encode(), "letter.yaml", Handed.BY_HAND)
    receive(GameDirectory(duel), letter, "now")
