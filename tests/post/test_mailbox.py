"""Letters of a live mailbox: a server of IMAP runs beside the tests."""

from __future__ import annotations

import imaplib
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from post.letters import ORDERS, PHRASE, letter
from post.test_sending import SAID, free_port

from pbem.cli import main
from pbem.store.directory import GameDirectory


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The port of a server with one user, whose INBOX holds letters of others."""
    number = free_port()
    program = Path(sys.executable).with_name("pymap")
    words = [program, "--host", "127.0.0.1", "--port", str(number), "dict", "--demo-data"]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        for _ in range(600):
            try:
                imaplib.IMAP4("127.0.0.1", number).logout()
                break
            except OSError:
                time.sleep(0.1)
        yield number
        server.kill()


@pytest.fixture
def line(port: int) -> Iterator[imaplib.IMAP4]:
    with imaplib.IMAP4("127.0.0.1", port) as found:
        found.login("demouser", "demopass")
        found.select("INBOX")
        yield found


def settle(game: GameDirectory, port: int, more: str = "user: demouser, ") -> None:
    file = game.root.parent / "password"
    file.write_text("demopass\n")
    file.chmod(0o600)
    imap = f"host: 127.0.0.1, port: {port}, security: none, {more}password_file: password"
    (game.root.parent / "mail.yaml").write_text(f"{SAID}imap: {{{imap}}}\n")


def received(game: GameDirectory, capsys: pytest.CaptureFixture[str]) -> list[dict[str, str]]:
    main(["receive", "--imap", "--game", str(game.root), "--format", "json"])
    rows: list[dict[str, str]] = json.loads(capsys.readouterr().out)
    return [row for row in rows if row["from"] == "hans@x.org"]


def test_a_letter_is_taken_once(
    game: GameDirectory, port: int, line: imaplib.IMAP4, capsys: pytest.CaptureFixture[str]
) -> None:
    settle(game, port)
    line.append("INBOX", "", "", letter())
    (row,) = received(game, capsys)
    assert (row["outcome"], row["letter"][:6]) == ("counts", "INBOX/")
    assert (game.root / "orders/hans.yaml").read_text() == f"\n{ORDERS}"
    assert received(game, capsys) == []
    line.select("INBOX")
    uid = row["letter"].partition("/")[2]
    assert b"Seen" in bytes(line.uid("FETCH", uid, "(FLAGS)")[1][0])


def test_a_letter_that_was_kept_and_not_marked_changes_nothing(
    game: GameDirectory,
    port: int,
    line: imaplib.IMAP4,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settle(game, port)
    line.append("INBOX", "", "", letter(PHRASE + ORDERS, number=7))
    with monkeypatch.context() as patched:
        patched.setattr("pbem.post.mailbox.Mailbox.mark", lambda *_: None)
        assert [row["outcome"] for row in received(game, capsys)] == ["counts"]
    assert [row["outcome"] for row in received(game, capsys)] == ["known"]
    assert received(game, capsys) == []


@pytest.mark.parametrize(
    ("more", "told"),
    [("user: stranger, ", "the mailbox answers"), ("folder: None, user: demouser, ", "None")],
)
def test_a_mailbox_that_does_not_open_is_one_message(
    more: str, told: str, game: GameDirectory, port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    settle(game, port, more)
    assert main(["receive", "--imap", "--game", str(game.root)]) == 1
    assert told in capsys.readouterr().err


def test_without_a_mailbox_there_is_a_hint(
    game: GameDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["receive", "--imap", "--game", str(game.root)]) == 2
    assert "imap: {host" in capsys.readouterr().err
    assert main(["receive", "--game", str(game.root)]) == 2
