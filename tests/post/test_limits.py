"""How often: passphrases that are tried, answers that nothing was read, letters with one ID."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from post.conftest import PHRASE, Receive
from post.letters import ORDERS, STANDING, letter, made
from post.letters import PHRASE as SAID
from post.test_receiving import answer, outbox, text_of

from pbem.post import limits
from pbem.post.letters import read_letter
from pbem.post.passphrases import is_right, keep
from pbem.post.receiving import Handled, receive
from pbem.store.directory import GameDirectory

TOMORROW = "Sat, 21 Nov 2026 00:00:00 +0000"
WRONG = f"passphrase: wrong horse battery\n{ORDERS}"


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """The passphrases that were compared, each of which costs time; all are fast here."""
    seen = Counter[str]()

    def compared(_: str, said: str) -> bool:
        seen[said] += 1
        return said == PHRASE

    monkeypatch.setattr(limits, "is_right", compared)
    yield seen


def guess(number: int, sender: str = "hans@x.org", orders: str = ORDERS) -> bytes:
    return letter(f"passphrase: guess number {number}\n{orders}", sender=sender, number=number)


def many(phrases: list[str]) -> bytes:
    """A letter that says a passphrase in each of its texts."""
    texts = {f"{n}.txt": f"passphrase: {said}\n".encode() for n, said in enumerate(phrases)}
    return made(attached={**texts, "hans.yaml": ORDERS.encode()})


# --- passphrases ---------------------------------------------------------------------------------


def test_five_passphrases_of_a_letter_are_tried(post: Receive, tried: Counter[str]) -> None:
    wrong = [f"wrong number {n}" for n in range(1, 5)]
    late = post(many([*wrong, "wrong number 5", PHRASE]))
    assert late.outcome == "refused"
    assert "among the first 5 that it says" in late.told[0]
    assert tried == dict.fromkeys([*wrong, "wrong number 5"], 1)
    assert post(many([*wrong, *wrong, PHRASE]).replace(b"parts@", b"5th@")).outcome == "counts"


def test_twenty_wrong_ones_a_day_are_tried_from_an_address(
    game: GameDirectory, post: Receive, tried: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert limits.MOST_FROM_ONE == 20
    monkeypatch.setattr(limits, "MOST_FROM_ONE", 3)
    for number in range(3):
        handled = post(guess(number))
        assert (handled.outcome, handled.answer) == ("refused", None)
        assert "without the right passphrase" in handled.told[0]
    assert (tried.total(), outbox(game)) == (3, [])
    right = letter(number=100)
    over = post(right)
    assert (over.outcome, tried.total()) == ("refused", 3)
    assert "3 wrong ones came from hans@x.org today" in over.told[0]
    assert "--by-hand" in over.told[1]
    assert "one wrong passphrase after the other" in text_of(answer(over))
    assert answer(over)["To"] == "Hans Muster <hans@x.org>"
    assert "your passphrase is guessed" in str(answer(over)["Subject"])
    assert post(guess(101)).answer is None  # he is told once a day
    assert post(letter(STANDING, sender="anna@y.org", number=102)).outcome == "counts"
    assert post(right).outcome == "known"
    tomorrow = receive(game, read_letter(right, "x.eml"), TOMORROW)
    assert tomorrow.outcome == "counts"  # handed in again


def test_right_ones_are_not_counted(
    post: Receive, tried: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_FROM_ONE", 2)
    for number in range(4):
        luck = ORDERS.replace("seven", f"luck {number}")
        assert post(letter(SAID + luck, number=number)).outcome == "counts"


def test_wrong_ones_for_a_player_without_an_address_are_counted_from_all_addresses(
    game: GameDirectory, post: Receive, tried: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert limits.MOST_FOR_ONE == 40
    monkeypatch.setattr(limits, "MOST_FOR_ONE", 4)
    roster = game.root / "game.yaml"
    roster.write_text(roster.read_text().replace('address: "Hans Muster <hans@x.org>", ', ""))
    for number in range(6):
        handled = post(guess(number, sender=f"eve{number}@z.org"))
    assert tried.total() == 4
    assert "4 wrong ones came for hans today" in handled.told[0]


def test_a_passphrase_that_was_compared_is_not_worked_out_again(game: GameDirectory) -> None:
    from pbem.post import passphrases

    keep(game, "hans", PHRASE)
    kept = passphrases.passphrases(game)["hans"]
    before = passphrases._stretched.cache_info().misses
    assert [is_right(kept, PHRASE), is_right(kept, PHRASE), is_right(kept, "x" * 8)] == [
        True, True, False,
    ]  # fmt: skip
    assert passphrases._stretched.cache_info().misses == before + 1


# --- one Message-ID ------------------------------------------------------------------------------


def test_anothers_letter_with_the_id_of_one_that_counted_is_another(post: Receive) -> None:
    assert post(letter()).outcome == "counts"
    handled = post(letter(STANDING, sender="anna@y.org"))
    assert (handled.outcome, handled.number) == ("counts", 2)
    assert handled.answer is not None


def test_other_files_under_the_same_id_are_another_letter(
    game: GameDirectory, post: Receive
) -> None:
    assert post(letter()).outcome == "counts"
    other = post(letter(SAID + ORDERS.replace("infantry: 4", "infantry: 1")))
    assert (other.outcome, other.number) == ("counts", 2)
    assert "infantry: 1" in (game.root / "orders/hans.yaml").read_text()
    copy = post(letter(f"[Club]\n{SAID}{ORDERS}\n{'_' * 40}\nA list\n"))
    assert (copy.outcome, copy.number) == ("known", 1)
    assert "infantry: 1" in (game.root / "orders/hans.yaml").read_text()


def test_what_an_older_program_kept_is_known_too(game: GameDirectory, post: Receive) -> None:
    post(letter())
    (record,) = (game.root / "mail/received").glob("*/record.json")
    lines = [line for line in record.read_text().splitlines(keepends=True) if '"files"' not in line]
    record.write_text("".join(lines))
    assert post(letter(f"{SAID}{ORDERS}\n{'_' * 40}\nA list\n")).outcome == "known"
    assert post(letter(SAID + ORDERS.replace("seven", "eight"))).outcome == "counts"


# --- programs that answer ------------------------------------------------------------------------


def nothing(post: Receive, said: str, number: int, **headers: str) -> Handled:
    handled = post(letter(said, number=number, **headers))
    assert handled.outcome == "nothing"
    return handled


def test_a_program_that_answers_every_answer_is_answered_once(post: Receive) -> None:
    """It names itself in no head; what it quotes differs each time."""
    for number in range(6):
        older = f"On Friday, Mod wrote:\n> answer {number}\n> Nothing in your letter counts\n"
        handled = nothing(post, f"I am away until Monday.\n\n{older}", number)
        assert (handled.answer is None) == (number > 0)
    assert handled.told[-1] == "not answered: letter 1 said the same, and was answered"


def test_one_that_says_something_else_each_time_is_answered_three_times_a_day(
    game: GameDirectory, post: Receive
) -> None:
    found = [nothing(post, f"Your ticket is number {n}.\n", n) for n in range(5)]
    assert [one.answer is not None for one in found] == [True] * 3 + [False] * 2
    assert "again before tomorrow (UTC)" in text_of(answer(found[2]))
    assert found[4].told[-1] == "not answered: 3 of its kind were answered today"
    assert post(letter(number=10)).outcome == "counts"
    other = post(letter("Hello?\n", sender="anna@y.org", number=11))
    assert other.answer is not None
    raw = letter("Your ticket is number 9.\n", number=12)
    assert receive(game, read_letter(raw, "x.eml"), TOMORROW).answer is not None


def test_one_that_asks_for_no_answer_gets_one_a_day(post: Receive) -> None:
    """People's letters may ask for it too, so they are read, and answered for what counts."""
    for number in range(3):
        said = f"I am away, {number}.\n"
        handled = nothing(post, said, number, X_Auto_Response_Suppress="All")
        assert (handled.answer is None) == (number > 0)
    handled = post(letter(number=9, X_Auto_Response_Suppress="All"))
    assert (handled.outcome, handled.answer is not None) == ("counts", True)


def test_a_player_learns_of_each_letter_in_which_nothing_is_read(post: Receive) -> None:
    """Twice the same words with other attachments, or other words: both are answered."""
    for number, files in enumerate([{"orders.doc": b"MZ"}, {"orders.odt": b"MZ"}]):
        raw = made("My orders are attached.\n", attached=files)
        handled = post(raw.replace(b"parts@", b"%d@" % number))
        assert (handled.outcome, handled.answer is not None) == ("nothing", True)
    handled = nothing(post, "My orders: attack everywhere!\n", 9)
    assert handled.answer is not None
