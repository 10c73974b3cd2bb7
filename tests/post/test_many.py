"""Many letters: what is read once for all of them, and what another command does in between."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from post.conftest import NOW
from post.letters import ORDERS, PHRASE, letter

from pbem.post.intake import Intake
from pbem.post.letters import read_letter
from pbem.post.receiving import Handled, receive
from pbem.store.directory import GameDirectory
from pbem.store.files import locked


def intake(game: GameDirectory) -> Intake:
    return Intake({"france-40": GameDirectory(game.root)})


def take(office: Intake, raw: bytes) -> Handled:
    (row,) = office.take("x.eml", raw, NOW)
    return row.handled


def strangers(begin: int, many: int) -> list[bytes]:
    return [
        letter("Buy watches!\n", sender=f"spam{number}@z.org", number=number)
        for number in range(begin, begin + many)
    ]


def orders(begin: int, many: int) -> list[bytes]:
    said = [ORDERS.replace("seven", f"luck {number}") for number in range(begin, begin + many)]
    return [letter(PHRASE + one, number=begin + n) for n, one in enumerate(said)]


class Counted:
    """How often folders are listed and files opened below a game, by their kinds."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root, self.seen = root, Counter[str]()
        for name in ("iterdir", "open"):
            real = getattr(Path, name)
            monkeypatch.setattr(Path, name, self._counting(name, real))

    def _counting(self, what: str, real: Any) -> Any:
        def call(path: Path, *args: Any, **more: Any) -> Any:
            if path.is_relative_to(self.root):
                self.seen[f"{what} {path.name}"] += 1
            return real(path, *args, **more)

        return call

    def taken(self) -> Counter[str]:
        """What was counted since it was last asked."""
        seen, self.seen = self.seen, Counter()
        return seen


@pytest.mark.parametrize("letters", [strangers, orders], ids=["strangers", "orders"])
def test_what_is_read_for_a_letter_does_not_grow_with_those_before(
    game: GameDirectory, monkeypatch: pytest.MonkeyPatch, letters: Any
) -> None:
    office = intake(game)
    for number in range(1, 11):  # some that lie there already, by another command
        receive(game, read_letter(letter("?", "x@z.org", number=-number), "x"), NOW)
    counted = Counted(game.root, monkeypatch)
    for raw in letters(0, 3):
        take(office, raw)
    first = counted.taken()
    assert 1 <= first["iterdir received"] <= 2
    assert first["open record.json"] >= 10
    for raw in letters(3, 3):
        take(office, raw)
    third = counted.taken()
    for raw in letters(6, 6):
        take(office, raw)
    assert counted.taken() == {what: 2 * count for what, count in third.items()}
    assert third["iterdir received"] == 0
    assert third["open record.json"] <= 3  # of each letter its own


def test_another_command_may_receive_in_between(game: GameDirectory) -> None:
    one, other = intake(game), intake(game)
    for raw in strangers(0, 4):
        assert take(one, raw).outcome == "nothing"
        assert take(other, raw).outcome == "known"
    found = sorted(path.name[:5] for path in (game.root / "mail/received").iterdir())
    assert found == ["00001", "00002", "00003", "00004"]
    assert [take(other, raw).number for raw in strangers(4, 2)] == [5, 6]
    assert take(one, strangers(6, 1)[0]).number == 7


def test_what_is_read_once_is_read_anew_after_any_other_command(game: GameDirectory) -> None:
    office = intake(game)
    assert take(office, orders(0, 1)[0]).outcome == "counts"
    with locked(game.root):  # as any command that changes a game
        roster = game.root / "game.yaml"
        roster.write_text(roster.read_text().replace("hans@x.org", "hans@new.org"))
    assert take(office, orders(1, 1)[0]).outcome == "refused"
