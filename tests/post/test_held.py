"""Letters that another wrote wait until the moderator has looked; in his own name or not at all."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email import message_from_string
from email.policy import default
from pathlib import Path

import pytest
from cli.shared import every_byte
from post.conftest import Receive
from post.letters import letter

from pbem.cli import main
from pbem.post.archiving import archive, opened, take_in
from pbem.post.held import BROUGHT, in_own_name
from pbem.post.rounds import conduct
from pbem.post.sending import deliver
from pbem.store.directory import GameDirectory

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
PHRASE = "four words of mine"
NAME = "in-00001-receipt-hans"


@pytest.fixture
def took(tmp_path: Path) -> Path:
    """What a program takes as letters, one after the other, with the addresses they went to."""
    return tmp_path / "took"


def settle(folder: Path, took: Path, sender: str) -> None:
    """The moderator's own settings: his address, and a program that takes letters."""
    program = folder / "sendmail"
    program.write_text(f'#!/bin/sh\necho "$@" >> {took}\ncat >> {took}\n')
    program.chmod(0o755)
    said = f"format: pbem-mail/1\nfrom: {sender}\nsendmail: {program}\n"
    (folder / "mail.yaml").write_text(said)


def outcomes(game: GameDirectory, **how: bool) -> list[str]:
    return [row.outcome for row in deliver(GameDirectory(game.root), **how)]


def test_what_was_not_sent_waits_for_the_next_moderator_and_goes_in_her_name(
    game: GameDirectory, tmp_path: Path, took: Path
) -> None:
    """A game is handed over with two letters in its outbox; players answer to her."""
    conduct(game, NOON)
    archive(game, tmp_path / "game.age", PHRASE, "Mara")
    (tmp_path / "mara").mkdir()
    settle(tmp_path / "mara", took, "Mara Müller <mara@club.org>")
    there = GameDirectory(tmp_path / "mara/france")
    take_in(opened((tmp_path / "game.age").read_bytes(), PHRASE, "x"), there.root)
    before = every_byte(there.root / "outbox")
    rows = list(deliver(there))
    assert [row.outcome for row in rows] == ["held", "held"]
    assert rows[0].told == (
        "it is written in the name of mod@club.org, not in yours; "
        "pbem send --held sends it in your name"
    )
    assert outcomes(there, dry=True) == ["held", "held"]
    assert outcomes(there, dry=True, held=True) == ["waiting", "waiting"]
    assert every_byte(there.root / "outbox") == before and not took.exists()
    assert outcomes(there, held=True) == ["sent", "sent"]
    after = every_byte(there.root / "sent")
    assert {name: data.partition(b"To: ")[2] for name, data in after.items()} == {
        name: data.partition(b"To: ")[2]
        for name, data in before.items()
        if not name.endswith(BROUGHT)
    }
    senders = re.findall("^From: .*$", took.read_text(), re.MULTILINE)
    names = [str(message_from_string(line, policy=default)["From"]) for line in senders]
    assert names == ["Mara Müller <mara@club.org>"] * 2
    assert took.read_text().count("-i -f mara@club.org -- ") == 2


def test_a_letter_that_came_in_the_new_moderators_name_waits_too(
    game: GameDirectory, tmp_path: Path, took: Path
) -> None:
    """Who hands a game over knows her name, and could put his words into it."""
    conduct(game, NOON)
    for path in (game.root / "outbox").iterdir():
        path.write_bytes(in_own_name(path.read_bytes(), "Mara <mara@club.org>"))
    archive(game, tmp_path / "game.age", PHRASE, "Mara")
    (tmp_path / "mara").mkdir()
    settle(tmp_path / "mara", took, "Mara <mara@club.org>")
    there = GameDirectory(tmp_path / "mara/france")
    take_in(opened((tmp_path / "game.age").read_bytes(), PHRASE, "x"), there.root)
    rows = list(deliver(there))
    assert [(row.outcome, row.told.partition(";")[0]) for row in rows] == [
        ("held", "an archive brought it")
    ] * 2
    assert not took.exists()
    assert outcomes(there, held=True) == ["sent", "sent"]
    assert not list((there.root / "outbox").iterdir())


def test_a_letter_to_nobody_of_the_game_is_held(
    game: GameDirectory, post: Receive, took: Path
) -> None:
    """A player has another address since; to the old one it goes only by the moderator's word."""
    settle(game.root.parent, took, "Mod <mod@club.org>")
    post(letter())
    roster = game.root / "game.yaml"
    roster.write_text(roster.read_text().replace("hans@x.org", "hans@new.org"))
    (row,) = deliver(GameDirectory(game.root))
    assert row.outcome == "held" and row.told.startswith("game.yaml has nobody at hans@x.org; ")
    before = (game.root / f"outbox/{NAME}.eml").read_bytes()
    assert outcomes(game, held=True) == ["sent"]
    assert (game.root / f"sent/{NAME}.eml").read_bytes() == before
    assert took.read_text().startswith("-i -f mod@club.org -- hans@x.org\n")


STRANGE = {
    b"Reply-To: eve@x.org\r\n": "its head has 'reply-to'",
    b"reply-TO : eve@x.org\r\n": "its head has lines as pbem writes none",
    b"Bcc: eve@x.org\r\n": "its head has 'bcc'",
    b"Sender: eve@x.org\r\n": "its head has 'sender'",
    b"Disposition-Notification-To: eve@x.org\r\n": "its head has 'disposition-notification-to'",
    b"From: eve@x.org\r\n": "its head has 'from' twice",
    b"TO: eve@x.org\r\n": "its head has 'to' twice",
    b"Subject\r\n": "its head has lines as pbem writes none",
    b"X: a\rReply-To: eve@x.org\r\n": "its head has lines as pbem writes none",
    b"X: a\nReply-To: eve@x.org\r\n": "its head has lines as pbem writes none",
    b"\nReply-To: eve@x.org\r\n": "its head has lines as pbem writes none",
    b" folded\r\n": "its head has lines as pbem writes none",
    b"Subject: \xc3\xbc\r\n": "its head has lines as pbem writes none",
    b"Subject: \0\r\n": "its head has lines as pbem writes none",
}


@pytest.mark.parametrize("more", STRANGE)
def test_a_letter_that_pbem_did_not_write_never_goes_out(
    game: GameDirectory, post: Receive, took: Path, more: bytes
) -> None:
    """Players would answer to somebody else, with their orders and passphrases."""
    settle(game.root.parent, took, "Mod <mod@club.org>")
    post(letter())
    path = game.root / f"outbox/{NAME}.eml"
    path.write_bytes(more + path.read_bytes())
    (row,) = deliver(GameDirectory(game.root), held=True)
    assert row.outcome == "held"
    assert (
        row.told
        == f"pbem wrote no such letter: {STRANGE[more]}; if nobody misses it, remove {path}"
    )
    assert not took.exists() and path.exists()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            b"From: Mod <mod@club.org>",
            b"From: Mod <mod@club.org>, eve@x.org",
            "'from' is not one address",
        ),
        (b"From: Mod <mod@club.org>", b"From: Mod <eve@x.org>", "of eve@x.org"),
        (b"To: Hans Muster <hans@x.org>", b"To: hans@x.org, eve@x.org", "'to' is not one address"),
        (b"To: Hans Muster <hans@x.org>", b'To: "hans@x.org" <eve@x.org>', "nobody at eve@x.org"),
        (
            b"Hans Muster <",
            b"=?utf-8?q?eve=40x.org=2C?= <hans@x.org>, <",
            "'to' is not one address",
        ),
        (b"To: Hans Muster <hans@x.org>", b"To: undisclosed:;", "'to' is not one address"),
    ],
)
def test_a_letter_has_one_sender_and_one_reader(
    game: GameDirectory, post: Receive, took: Path, old: bytes, new: bytes, told: str
) -> None:
    settle(game.root.parent, took, "Mod <mod@club.org>")
    post(letter())
    path = game.root / f"outbox/{NAME}.eml"
    assert path.read_bytes().count(old) == 1
    path.write_bytes(path.read_bytes().replace(old, new))
    (row,) = deliver(GameDirectory(game.root))
    assert (row.outcome, told in row.told) == ("held", True)
    assert not took.exists()


def test_the_command_tells_what_is_held(
    game: GameDirectory, post: Receive, took: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    post(letter())
    settle(game.root.parent, took, "Mara <mara@club.org>")
    assert main(["send", "--dry-run", "--game", str(game.root)]) == 1
    assert capsys.readouterr().out.startswith(f"HELD {NAME} to Hans Muster <hans@x.org>: it is")
    assert main(["send", "--held", "--game", str(game.root)]) == 0
    assert capsys.readouterr().out == f"SENT {NAME} to Hans Muster <hans@x.org>: taken\n"
