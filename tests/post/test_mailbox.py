"""Letters of a live mailbox: a server of IMAP runs beside the tests."""

from __future__ import annotations

import imaplib
import json
import shutil
from collections.abc import Iterator

import pytest
from post.letters import ORDERS, PHRASE, letter
from post.test_sending import SAID
from season.people import mailbox
from season.servers import Office, missing, office

from pbem.cli import main
from pbem.store.directory import GameDirectory

USER = "user: mod, "


@pytest.fixture(scope="module", params=[True, False], ids=["dovecot", "pymap"])
def servers(request: pytest.FixtureRequest) -> Iterator[Office]:
    """A server with one user: dovecot keeps marks of others, pymap does not."""
    if request.param and missing():
        pytest.skip(missing())
    with office(["mod"], bool(request.param)) as found:
        yield found


@pytest.fixture
def line(servers: Office) -> Iterator[imaplib.IMAP4]:
    with mailbox(servers, "mod") as found:
        yield found


def settle(game: GameDirectory, servers: Office, more: str = USER) -> None:
    folder = game.root.parent
    file = folder / "password"
    file.write_text(f"{servers.passwords['mod']}\n")
    file.chmod(0o600)
    shutil.copy(servers.authority, folder / "ca.pem")
    imap = f"host: localhost, port: {servers.imap}, security: {servers.security}, authority: ca.pem"
    (folder / "mail.yaml").write_text(f"{SAID}imap: {{{imap}, {more}password_file: password}}\n")


def received(game: GameDirectory, capsys: pytest.CaptureFixture[str]) -> list[dict[str, str]]:
    main(["receive", "--imap", "--game", str(game.root), "--format", "json"])
    rows: list[dict[str, str]] = json.loads(capsys.readouterr().out)
    return [row for row in rows if row["from"] == "hans@x.org"]


def test_a_letter_is_taken_once(
    game: GameDirectory, servers: Office, line: imaplib.IMAP4, capsys: pytest.CaptureFixture[str]
) -> None:
    settle(game, servers)
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
    servers: Office,
    line: imaplib.IMAP4,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settle(game, servers)
    line.append("INBOX", "", "", letter(PHRASE + ORDERS, number=7))
    with monkeypatch.context() as patched:
        patched.setattr("pbem.post.mailbox.Mailbox.mark", lambda *_: None)
        assert [row["outcome"] for row in received(game, capsys)] == ["counts"]
    assert [row["outcome"] for row in received(game, capsys)] == ["known"]
    assert received(game, capsys) == []


@pytest.mark.parametrize(
    ("more", "told"),
    [("user: stranger, ", "the mailbox answers"), ("folder: None, user: mod, ", "None")],
)
def test_a_mailbox_that_does_not_open_is_one_message(
    more: str, told: str, game: GameDirectory, servers: Office, capsys: pytest.CaptureFixture[str]
) -> None:
    settle(game, servers, more)
    assert main(["receive", "--imap", "--game", str(game.root)]) == 1
    assert told in capsys.readouterr().err


def test_without_a_mailbox_there_is_a_hint(
    game: GameDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["receive", "--imap", "--game", str(game.root)]) == 2
    assert "imap: {host" in capsys.readouterr().err
    assert main(["receive", "--game", str(game.root)]) == 2
