"""Protests that come by letter: entered once, answered with their numbers."""

from __future__ import annotations

from email import message_from_bytes, policy
from pathlib import Path

import pytest
from post.conftest import Receive
from post.letters import ORDERS, PHRASE, letter
from post.test_rounds import NOON

from pbem.cli import main
from pbem.core.data.findings import FileTrouble, PbemError
from pbem.moderation.protests import read_objection
from pbem.post import carrying, objections
from pbem.post.carrying import finish
from pbem.post.cleaning import files_in
from pbem.post.overview import overview
from pbem.post.rounds import conduct
from pbem.store.directory import GameDirectory
from pbem.store.protests import read_protests

PROTEST = """\
protest: anna
run: 1
paragraph: 1
reason: My infantry held Alsace-Lorraine when the battle began, and rule 9.14 says:
nobody retreats over water. So the line "all retreat" is wrong, see #4.
cite: "9.14"

Regards
Anna
"""
REASON = (
    "My infantry held Alsace-Lorraine when the battle began, and rule 9.14 says: "
    'nobody retreats over water. So the line "all retreat" is wrong, see #4.'
)


@pytest.fixture
def played(game: GameDirectory, post: Receive) -> GameDirectory:
    """A game with one run, in which Hans has attacked."""
    post(letter())
    assert conduct(GameDirectory(game.root), NOON).outcome == "played"
    return GameDirectory(game.root)


def answer_to(path: Path | None) -> tuple[str, dict[str, str]]:
    """The text of an answer, and what is attached to it."""
    assert path is not None
    mail = message_from_bytes(path.read_bytes(), policy=policy.default)
    parts = {part.get_filename(): part for part in mail.walk() if part.get_filename()}
    body = mail.get_body(("plain",))
    assert body is not None
    return body.get_content(), {
        str(name): part.get_payload(decode=True).decode() for name, part in parts.items()
    }


def test_a_protest_is_entered_and_answered_with_its_number(
    played: GameDirectory, post: Receive
) -> None:
    done = post(letter(PROTEST, sender="anna@y.org", number=7))
    assert done.outcome == "counts", done.told
    assert done.told[0].endswith("; it is protest 1, open until it is ruled on")
    text, attached = answer_to(done.answer)
    assert "protest: against [1] of run 1, " in text
    plain = " ".join(text.split())
    assert f"because: {REASON}" in plain
    assert "anna and the moderator read it until it is ruled on; the others, that" in plain
    assert attached == {"protest-1.yaml": (played.root / "protests/1/protest.yaml").read_text()}
    (one,) = read_protests(played)
    assert (one.reason, one.cite, one.player) == (REASON, "9.14", "anna")
    (open_,) = overview(GameDirectory(played.root), NOON).protests
    assert open_.number == 1
    assert post(letter(PROTEST, sender="anna@y.org", number=7)).outcome == "known"
    again = post(letter(PROTEST, sender="anna@y.org", number=8))
    assert again.outcome == "bad"
    assert "this is protest 1, which is still open" in answer_to(again.answer)[0]
    assert len(read_protests(played)) == 1


def test_two_protests_and_orders_in_one_letter(played: GameDirectory, post: Receive) -> None:
    first = PROTEST.replace("protest: anna", "protest: hans")
    both = first.replace("paragraph: 1", "paragraph: 2") + first
    done = post(letter(f"{PHRASE}{ORDERS}\n{both}", number=9))
    assert [line.rpartition("; ")[2] for line in done.told[1:]] == [
        "it is protest 1, open until it is ruled on",
        "it is protest 2, open until it is ruled on",
    ]
    assert [one.paragraph for one in read_protests(played)] == [2, 1]


@pytest.mark.parametrize(
    ("said", "sender", "outcome", "words"),
    [
        (PROTEST, "hans@x.org", "refused", "it bears the name of anna"),
        (PROTEST.replace("paragraph: 1", "paragraph: 99"), "anna@y.org", "bad", "1 error"),
        (PROTEST.replace("run: 1", "run: 5"), "anna@y.org", "bad", "1 error"),
        (PROTEST.replace("paragraph: 1", "paragraph: first"), "anna@y.org", "bad", "1 error"),
        ("protest: anna\nrun: 1\nparagraph: 1\n", "anna@y.org", "bad", "1 error"),
    ],
)
def test_what_is_no_protest_of_his_is_not_entered(
    played: GameDirectory, post: Receive, said: str, sender: str, outcome: str, words: str
) -> None:
    done = post(letter(said, sender=sender, number=7))
    assert done.outcome == outcome
    assert words in done.told[0]
    assert not (played.root / "protests").exists()


def test_what_a_stopped_command_left_is_done_once(
    played: GameDirectory, post: Receive, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = carrying.put

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(carrying, "put", stopped)
    with pytest.raises(KeyboardInterrupt):
        post(letter(PROTEST, sender="anna@y.org", number=7))
    monkeypatch.setattr(carrying, "put", real)
    assert len(read_protests(played)) == 1
    finish(GameDirectory(played.root))
    assert len(read_protests(played)) == 1
    (path,) = (played.root / "outbox").glob("in-*-anna.eml")
    assert "protest-1.yaml" in answer_to(path)[1]


def test_what_failed_after_its_protest_was_entered_is_done_when_it_comes_again(
    played: GameDirectory, post: Receive, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("ours")

    raw = letter(PROTEST, sender="anna@y.org", number=7)
    for _ in range(2):
        with monkeypatch.context() as patched:
            patched.setattr(carrying, "_answer", broken)
            assert post(raw).outcome == "failed"
        assert len(read_protests(played)) == 1
    done = post(raw)
    assert done.outcome == "counts", done.told
    assert done.told[0].endswith("; it is protest 1, open until it is ruled on")
    kept = (played.root / "protests/1/protest.yaml").read_text()
    assert answer_to(done.answer)[1] == {"protest-1.yaml": kept}
    assert len(read_protests(played)) == 1
    assert post(raw).outcome == "known"
    other = post(letter(PROTEST, sender="anna@y.org", number=8))
    assert "this is protest 1, which is still open" in answer_to(other.answer)[0]


@pytest.mark.parametrize(
    "said",
    [
        'reason: "It was mine."\n',
        "reason: It was\n  mine.\n",
        "reason: It was mine.\n\nBye\n",
        "reason:\n  It was mine.\n",
        "reason: >\n  It was\n  mine.\n",
        "> reason: It was mine.\n",
    ],
)
def test_a_reason_is_read_however_it_is_typed(said: str) -> None:
    begin = "> " if said.startswith(">") else ""
    head = f"{begin}protest: anna\n{begin}run: 1\n{begin}paragraph: 4\n"
    (text,) = files_in(f"Hello,\n\n{head}{said}")
    objection = read_objection(text.encode(), "letter")
    assert (objection.findings, objection.reason) == ((), "It was mine.")
    assert (objection.player, objection.run, objection.paragraph) == ("anna", "1", 4)


def test_a_protest_that_the_moderator_enters_is_answered_by_letter(
    played: GameDirectory, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("protest", "enter", "1", "--game", str(played.root), "--player", "anna")
    said = ("--reason", "It was mine.", "--now", "2026-11-20 12:00 UTC")

    def full(*_: object) -> None:
        raise PbemError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(objections, "put", full)
        assert main([*words, *said]) == 1
    assert main([*words, *said]) == 1  # it is open; its letter is written all the same
    (path,) = (played.root / "outbox").glob("protest-*.eml")
    assert path.name == "protest-001-anna.eml"
    text, attached = answer_to(path)
    assert '1 by Anna against [1] of run 1, open: "It was mine."' in text
    assert attached == {"protest-1.yaml": (played.root / "protests/1/protest.yaml").read_text()}
    assert main([*words[:2], "2", *words[3:], *said]) == 0
    assert len([*(played.root / "outbox").glob("protest-*.eml")]) == 2


def test_a_full_disk_loses_no_protest(
    played: GameDirectory, post: Receive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is no reason to tell its player that it was not entered."""

    def full(*_: object) -> None:
        raise FileTrouble("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(carrying, "enter", full)
        with pytest.raises(FileTrouble):
            post(letter(PROTEST, sender="anna@y.org", number=7))
    assert finish(GameDirectory(played.root)) == ()
    assert len(read_protests(played)) == 1
    (path,) = (played.root / "outbox").glob("in-*-anna.eml")
    assert "protest-1.yaml" in answer_to(path)[1]
