"""The outbox delivered over real sockets: once, under TLS, and what nobody knows is told."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import ssl
import stat
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

import cli.faults
import pytest
import toy  # noqa: F401 (registers the system)
import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from cli.faults import FULL, KILL, Faults, called, faulty
from post.conftest import Receive
from post.letters import letter

from pbem.core.data.findings import FileTrouble, UsageError
from pbem.post import sending
from pbem.post.sending import Delivered, deliver
from pbem.post.settings import settings
from pbem.store.directory import GameDirectory

SAID = "format: pbem-mail/1\nfrom: Mod <mod@club.org>\n"
NAME = "in-00001-receipt-hans"


class Club:
    """A server's mind: what it takes, and all that it took."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []
        self.replies: list[str] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        reply = self.replies.pop(0) if self.replies else "250 2.0.0 as 42"
        if reply.startswith("250"):
            self.taken.append(envelope.original_content or b"")
        return reply


@pytest.fixture
def club() -> Club:
    return Club()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture
def plain(club: Club, game: GameDirectory) -> Iterator[Controller]:
    """A server on this machine without TLS, and the game's settings for it."""
    server = Controller(club, hostname="127.0.0.1", port=free_port())
    server.start()
    smtp = f"smtp: {{host: 127.0.0.1, port: {server.port}, security: none}}\n"
    (game.root.parent / "mail.yaml").write_text(SAID + smtp)
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def in_no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "WAITS", (0, 0))


def sent(game: GameDirectory, *again: str) -> list[Delivered]:
    return list(deliver(GameDirectory(game.root), again))


def names(game: GameDirectory, folder: str) -> list[str]:
    return sorted(path.name for path in (game.root / folder).glob("*"))


def test_a_letter_goes_out_once(
    game: GameDirectory, post: Receive, club: Club, plain: Controller
) -> None:
    post(letter())
    whole = (game.root / f"outbox/{NAME}.eml").read_bytes()
    (row,) = sent(game)
    assert (row.outcome, row.told) == ("sent", "250 2.0.0 as 42")
    assert club.taken == [whole]
    assert (names(game, "outbox"), names(game, "sent")) == ([], [f"{NAME}.eml"])
    assert sent(game) == []
    (line,) = (game.root / "mail/send.log").read_text().splitlines()
    assert json.loads(line)["outcome"] == "sent"


@pytest.mark.parametrize("where", ["../bashrc", "notes.txt"])
def test_a_log_that_is_a_link_stops_letters_before_one_goes_out(
    where: str, game: GameDirectory, post: Receive, club: Club, plain: Controller
) -> None:
    post(letter())
    log = game.root / "mail/send.log"
    log.symlink_to(Path("..", where))
    target = log.resolve()
    target.write_text("mine\n")
    with pytest.raises(FileTrouble, match=r"send\.log: this .* (link|out of)"):
        sent(game)
    assert (target.read_text(), club.taken) == ("mine\n", [])
    assert names(game, "outbox") == [f"{NAME}.eml"]


def test_a_dry_run_sends_nothing(
    game: GameDirectory, post: Receive, club: Club, plain: Controller
) -> None:
    post(letter())
    (row,) = deliver(game, dry=True)
    assert (row.outcome, row.subject) == ("waiting", "[france-40] received (letter 1)")
    assert not club.taken
    assert names(game, "outbox") == [f"{NAME}.eml"]


def test_what_may_be_taken_later_is_tried_again(
    game: GameDirectory, post: Receive, club: Club, plain: Controller
) -> None:
    club.replies = ["451 later", "451 later"]
    post(letter())
    (row,) = sent(game)
    assert row.outcome == "sent"
    assert len(club.taken) == 1


@pytest.mark.parametrize("replies", [["451 later"] * 3, ["554 never"]])
def test_what_is_not_taken_stays(
    replies: list[str], game: GameDirectory, post: Receive, club: Club, plain: Controller
) -> None:
    club.replies = [*replies]
    post(letter())
    (row,) = sent(game)
    assert (row.outcome, row.told) == ("unsent", replies[0])
    assert names(game, "outbox") == [f"{NAME}.eml"]
    (row,) = sent(game)
    assert row.outcome == "sent"


def test_nobody_listens(game: GameDirectory, post: Receive) -> None:
    smtp = f"smtp: {{host: 127.0.0.1, port: {free_port()}, security: none}}\n"
    (game.root.parent / "mail.yaml").write_text(SAID + smtp)
    post(letter())
    (row,) = sent(game)
    assert row.outcome == "unsent"
    assert "refused" in row.told
    assert names(game, "outbox") == [f"{NAME}.eml"]


def test_a_line_that_breaks_before_the_answer_leaves_the_fate_unknown(
    game: GameDirectory,
    post: Receive,
    club: Club,
    plain: Controller,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post(letter())

    def broken(*_: object) -> None:
        raise ConnectionResetError("reset")

    with monkeypatch.context() as patched:
        patched.setattr("smtplib.SMTP.data", broken)
        (row,) = sent(game)
    assert row.outcome == "unknown"
    (row,) = sent(game)
    assert (row.outcome, club.taken) == ("unknown", [])
    assert f"pbem send --again {NAME}" in row.told
    (row,) = sent(game, NAME)
    assert row.outcome == "sent"
    assert names(game, "outbox") == []


def test_a_command_that_was_killed_after_handing_over_repeats_nothing(
    game: GameDirectory,
    post: Receive,
    club: Club,
    plain: Controller,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post(letter())

    def power_cut(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(sending, "move", power_cut)
        sent(game)
    assert len(club.taken) == 1
    assert [row.outcome for row in sent(game)] == ["unknown"]
    assert len(club.taken) == 1


def test_again_names_only_what_is_unknown(
    game: GameDirectory, post: Receive, plain: Controller
) -> None:
    post(letter())
    with pytest.raises(UsageError, match="no letter of unknown fate"):
        sent(game, NAME)


# --- TLS -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(params=["tls", "starttls"])
def guarded(
    request: pytest.FixtureRequest, club: Club, authority: trustme.CA
) -> Iterator[tuple[str, int]]:
    """A server with TLS that wants a user and his password."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("localhost").configure_cert(context)

    def known(
        server: object, session: object, envelope: object, how: str, said: object
    ) -> AuthResult:
        right = isinstance(said, LoginPassword) and said == LoginPassword(b"mod", b"secret")
        return AuthResult(success=right, handled=False)

    way = {"ssl_context": context} if request.param == "tls" else {"tls_context": context}
    server = Controller(
        club, hostname="localhost", port=free_port(), authenticator=known, auth_required=True,
        auth_require_tls=request.param == "starttls", **way,
    )  # fmt: skip
    server.start()
    yield request.param, server.port
    server.stop()


def settle(game: GameDirectory, guarded: tuple[str, int], password: str, more: str = "") -> None:
    security, port = guarded
    file = game.root.parent / "password"
    file.write_text(f"{password}\n")
    file.chmod(0o600)
    smtp = (
        f"host: localhost, port: {port}, security: {security}, user: mod, password_file: password"
    )
    (game.root.parent / "mail.yaml").write_text(f"{SAID}smtp: {{{smtp}{more}}}\n")


def test_a_user_under_tls(
    game: GameDirectory, post: Receive, club: Club, guarded: tuple[str, int], authority: trustme.CA
) -> None:
    authority.cert_pem.write_to_path(str(game.root.parent / "ca.pem"))
    settle(game, guarded, "secret", ", authority: ca.pem")
    post(letter())
    assert [row.outcome for row in sent(game)] == ["sent"]
    assert len(club.taken) == 1


def test_a_certificate_that_nobody_vouches_for_is_refused(
    game: GameDirectory, post: Receive, club: Club, guarded: tuple[str, int]
) -> None:
    settle(game, guarded, "secret")
    post(letter())
    (row,) = sent(game)
    assert row.outcome == "unsent"
    assert "its certificate is not trusted" in row.told
    assert not club.taken


def test_a_wrong_password_is_told_and_not_written_down(
    game: GameDirectory, post: Receive, club: Club, guarded: tuple[str, int], authority: trustme.CA
) -> None:
    authority.cert_pem.write_to_path(str(game.root.parent / "ca.pem"))
    settle(game, guarded, "wrongword", ", authority: ca.pem")
    post(letter())
    (row,) = sent(game)
    assert (row.outcome, "user or password" in row.told) == ("unsent", True)
    assert "wrongword" not in (game.root / "mail/send.log").read_text()


# --- settings --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("smtp: {host: mail.club.org, security: none}", "would go out unprotected"),
        ("smtp: {host: localhost, password_file: password}", "others can read this password"),
        ("smtp: {host: localhost, password_file: elsewhere}", "no file .*/elsewhere with the"),
        ("smtp: {host: localhost, password_variable: PBEM_NO_SUCH}", "PBEM_NO_SUCH"),
        ("smtp: {host: localhost, authority: password}", "no certificate is read there"),
        ("", "names no server"),
    ],
)
def test_settings_that_cannot_be_used(
    said: str, told: str, game: GameDirectory, post: Receive
) -> None:
    post(letter())
    file = game.root.parent / "password"
    file.write_text("secret")
    file.chmod(stat.S_IRUSR | stat.S_IRGRP)
    (game.root.parent / "mail.yaml").write_text(f"{SAID}{said}\n")
    with pytest.raises(UsageError, match=told):
        sent(game)


def test_a_number_where_a_name_goes_is_a_name(game: GameDirectory) -> None:
    file = game.root.parent / "mail.yaml"
    file.write_text(
        f"{SAID}smtp: {{host: 1, user: 7, port: 25}}\nimap: {{host: h, folder: 2026}}\n"
    )
    said = settings(game)
    assert said.smtp is not None
    assert (said.smtp.host, said.smtp.user, said.smtp.port, said.folder) == ("1", "7", 25, "2026")
    file.write_text("format: pbem-mail/1\nfrom: 7\n")
    with pytest.raises(UsageError, match="'7' is no address"):
        settings(game)


def test_sendmail(game: GameDirectory, post: Receive, tmp_path: Path) -> None:
    program = tmp_path / "sendmail"
    program.write_text(f'#!/bin/sh\ncat > {tmp_path}/took\necho "$@" > {tmp_path}/args\n')
    program.chmod(0o755)
    (game.root.parent / "mail.yaml").write_text(f"{SAID}sendmail: {program}\n")
    post(letter())
    assert [row.outcome for row in sent(game)] == ["sent"]
    assert "To: Hans Muster <hans@x.org>" in (tmp_path / "took").read_text()
    assert (tmp_path / "args").read_text() == "-i -f mod@club.org -- hans@x.org\n"


def test_the_path_of_a_program_counts_from_the_settings(
    game: GameDirectory, post: Receive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not from the folder in which the moderator stands, which may be a game."""
    for folder in (tmp_path, game.root):
        (folder / "bin").mkdir()
        (folder / "bin/sendmail").write_text(f"#!/bin/sh\ncat > {folder}/took\n")
        (folder / "bin/sendmail").chmod(0o755)
    (tmp_path / "mail.yaml").write_text(f"{SAID}sendmail: bin/sendmail\n")
    post(letter())
    monkeypatch.chdir(game.root)
    assert [row.outcome for row in deliver(GameDirectory(Path()))] == ["sent"]
    assert (tmp_path / "took").exists() and not (game.root / "took").exists()


@pytest.mark.parametrize("text", ["#!/bin/sh\necho no >&2\nexit 75\n", ""])
def test_sendmail_that_does_not_take_it(
    text: str, game: GameDirectory, post: Receive, tmp_path: Path
) -> None:
    program = tmp_path / "sendmail"
    if text:
        program.write_text(text)
        program.chmod(0o755)
    (game.root.parent / "mail.yaml").write_text(f"{SAID}sendmail: {program}\n")
    post(letter())
    assert [row.outcome for row in sent(game)] == ["unsent"]
    assert names(game, "outbox") == [f"{NAME}.eml"]


# --- the machine -----------------------------------------------------------------------------


class Taker:
    """Takes every letter, and writes down which, whatever becomes of the command."""

    def __init__(self, path: Path) -> None:
        self.handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def carry(self, sender: str, to: str, raw: bytes, handing: Callable[[], None]) -> str:
        handing()
        os.write(self.handle, re.findall(rb"Message-ID: <([^.]*)", raw)[0] + b"\n")
        return "250 taken"


@pytest.mark.parametrize("fault", [KILL, FULL, "EIO"])
def test_a_fault_at_a_write_loses_no_letter_and_repeats_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """None is lost; twice goes only what was listed as unknown and repeated on command."""
    cli.faults._received(tmp_path)
    game = GameDirectory(tmp_path / "duel")
    wanted, taken = names(game, "outbox"), tmp_path / "taken"
    assert len(wanted) == 2
    monkeypatch.setattr(sending, "_carrier", lambda *_: nullcontext(Taker(taken)))
    monkeypatch.setattr(os, "fsync", lambda _: None)
    send = "send --game {0}".format
    for at in range(60):
        here = tmp_path / f"at-{at}"
        shutil.copytree(game.root, here)
        taken.unlink(missing_ok=True)
        whole = struck(fault, at, *send(here).split())
        called(*send(here).split())
        once = Counter(taken.read_text().split())
        assert set(once.values()) <= {1}, (fault, at)
        left = [path.stem for path in (here / "outbox").glob("*.eml")]
        assert len(left) <= 1
        called(*send(here).split(), *(word for name in left for word in ("--again", name)))
        assert names(GameDirectory(here), "sent") == wanted
        assert names(GameDirectory(here), "outbox") == []
        then = Counter(taken.read_text().split())
        assert then == {**once, **{name: once[name] + 1 for name in left}}
        assert {f"{name}.eml" for name in then} == {*wanted}
        rows = [json.loads(row) for row in log_lines(here)]
        assert {row["letter"] for row in rows if row["outcome"] == "sent"} <= {*then}
        if whole:
            break
    assert whole and at > 10


def struck(fault: str, at: int, *words: str) -> bool:
    """A command called with a fault at one of its writes; whether it met none."""
    faults = Faults(fault, at)
    child = os.fork() if fault == KILL else 0
    try:
        if not child:
            with faulty(faults):
                called(*words)
    finally:
        if fault == KILL and not child:
            os._exit(0)
    killed = child and os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return not (killed or faults.struck)


def log_lines(here: Path) -> list[str]:
    """The lines of the log that are whole."""
    log = here / "mail/send.log"
    lines = log.read_text().split("\n") if log.exists() else []
    return [line for line in lines if line.endswith("}")]
