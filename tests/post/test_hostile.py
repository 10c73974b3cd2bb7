"""Damaged and hostile letters: what becomes of each, and that none of them ends in a bug."""

from __future__ import annotations

from email import message_from_bytes, policy
from pathlib import Path

import pytest
from post import conftest
from post.hostile import LETTERS
from post.letters import ORDERS, PHRASE

from pbem.core.data.letters import strange
from pbem.post.letters import read_letter
from pbem.post.receiving import receive
from pbem.store.directory import GameDirectory


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> GameDirectory:
    """One game for all letters: each leaves what counts as it was, or brings the same orders."""
    return conftest.begun(tmp_path_factory.mktemp("hostile"))


def test_there_are_sixty_and_each_has_its_name() -> None:
    assert len({name for name, *_ in LETTERS}) == len(LETTERS) >= 60


@pytest.mark.parametrize(
    ("raw", "outcome", "told"), [row[1:] for row in LETTERS], ids=[row[0] for row in LETTERS]
)
def test_a_letter_has_its_outcome(
    raw: bytes, outcome: str, told: str, shared: GameDirectory, tmp_path: Path
) -> None:
    game = GameDirectory(shared.root)
    before = {
        path: path.read_bytes() for path in game.root.rglob("*.yaml") if "mail" not in path.parts
    }
    handled = receive(game, read_letter(raw, "letter.eml"), conftest.NOW)
    assert handled.outcome == outcome, handled.told
    assert told in " ".join(handled.told)
    after = {
        path: path.read_bytes() for path in game.root.rglob("*.yaml") if "mail" not in path.parts
    }
    if outcome != "counts":
        assert after == before
    assert not any("horse" in data.decode("utf-8", "replace") for data in after.values())
    assert {path.relative_to(game.root).parts[0] for path in after} <= {
        "game.yaml", "commitments.yaml", "orders", "standing", "answers", "data", "runs",
    }  # fmt: skip
    if outcome in ("refused", "robot"):
        assert handled.answer is None
    if handled.answer is not None:
        mail = message_from_bytes(handled.answer.read_bytes(), policy=policy.default)
        assert mail["To"] == "Hans Muster <hans@x.org>"
        assert mail["Bcc"] is None
        assert "horse" not in handled.answer.read_text()
        assert strange(str(mail["Subject"])) is None


def test_after_all_of_them_his_orders_stand(shared: GameDirectory) -> None:
    receive(shared, read_letter(f"{PHRASE}{ORDERS}".encode(), "last.yaml"), conftest.NOW)
    assert (shared.root / "orders/hans.yaml").read_text().strip() == ORDERS.strip()
