"""Servers whose certificates do not hold, and passwords: neither is trusted to a wrong one."""

from __future__ import annotations

import contextlib
import ssl
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from socket import create_server

import click
import pytest
import trustme
from post.conftest import Receive
from post.letters import letter
from post.test_sending import SAID

from pbem.cli import group, main
from pbem.store.directory import GameDirectory

PASSWORD = "never-told-7319"
LAST_YEAR = datetime(2020, 1, 1, tzinfo=UTC)


class Listener(threading.Thread):
    """Shakes hands with whoever comes, under a certificate, and keeps what is said after that."""

    def __init__(self, certificate: trustme.LeafCert) -> None:
        super().__init__(daemon=True)
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        certificate.configure_cert(self.context)
        self.line = create_server(("127.0.0.1", 0))
        self.port = int(self.line.getsockname()[1])
        self.heard = b""

    def run(self) -> None:
        """One caller after the other, until the line is closed."""
        with contextlib.suppress(OSError):
            while True:
                caller, _ = self.line.accept()
                with contextlib.suppress(OSError):  # who does not trust it hangs up
                    talk = self.context.wrap_socket(caller, server_side=True)
                    self.heard += talk.recv(1000)
                    talk.close()


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(params=["a stranger's", "one that is over", "another host's"])
def wrong(request: pytest.FixtureRequest, authority: trustme.CA) -> Iterator[tuple[Listener, str]]:
    """A server with a certificate that does not hold, and what is told of it."""
    stranger = trustme.CA()
    certificate, told = {
        "a stranger's": lambda: (stranger.issue_cert("localhost"), "unable to get local issuer"),
        "one that is over": lambda: (
            authority.issue_cert("localhost", not_before=LAST_YEAR, not_after=LAST_YEAR),
            "certificate has expired",
        ),
        "another host's": lambda: (authority.issue_cert("mail.club.org"), "Hostname mismatch"),
    }[request.param]()
    server = Listener(certificate)
    server.start()
    yield server, told
    server.line.close()


def settle(game: GameDirectory, authority: trustme.CA, port: int) -> None:
    """Settings that say nothing of security: TLS is what holds then."""
    folder = game.root.parent
    authority.cert_pem.write_to_path(str(folder / "ca.pem"))
    (folder / "password").write_text(PASSWORD)
    (folder / "password").chmod(0o600)
    server = (
        f"{{host: localhost, port: {port}, user: mod, password_file: password, authority: ca.pem}}"
    )
    (folder / "mail.yaml").write_text(f"{SAID}smtp: {server}\nimap: {server}\n")


@pytest.mark.parametrize("words", [["receive", "--imap"], ["send"]])
def test_a_certificate_that_does_not_hold_is_one_message(
    words: list[str],
    wrong: tuple[Listener, str],
    authority: trustme.CA,
    game: GameDirectory,
    post: Receive,
    capsys: pytest.CaptureFixture[str],
) -> None:
    server, told = wrong
    settle(game, authority, server.port)
    post(letter())
    assert main([*words, "--game", str(game.root)]) == 1
    out, err = capsys.readouterr()
    (line,) = (out + err).splitlines()
    assert f"its certificate is not trusted: {told}" in line
    assert server.heard == b""
    assert PASSWORD not in out + err
    assert not any(PASSWORD in text for text in texts(game.root))
    assert len(list((game.root / "outbox").glob("*.eml"))) == 1


def texts(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.is_file():
            yield path.read_text(encoding="utf-8", errors="replace")


def test_no_command_takes_a_password() -> None:
    context = click.Context(group)
    commands = (group.get_command(context, name) for name in group.list_commands(context))
    words = {word for one in commands if one for param in one.params for word in param.opts}
    assert "--imap" in words
    assert not [word for word in words if word.startswith("--pass")]
