"""What comes in an archive is data: it runs nothing, reaches nothing and reads nothing outside."""

from __future__ import annotations

import io
import json
import re
import shutil
import socket
import tracemalloc
import warnings
import zipfile
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword
from cipher import Quick
from cli.shared import every_byte

from pbem.cli import main
from pbem.core.data.findings import FileTrouble, PbemError, UsageError
from pbem.post.archiving import archive, opened, take_in
from pbem.post.rounds import conduct
from pbem.post.settings import settings
from pbem.store import packs
from pbem.store.directory import GameDirectory
from pbem.store.packs import packed, unpacked

PHRASE = "four words of mine"
OWN = "format: pbem-mail/1\nfrom: Mara <mara@club.org>\n"
LETTER = (
    "From: Mara <mara@club.org>\r\nTo: hans@x.org\r\nSubject: [france-40] your report\r\n"
    "Auto-Submitted: auto-generated\r\n\r\nwords\r\n"
)

TESTS = Path(__file__).parents[1]
BEGUN = TESTS / "begun/0.3.0/gw-archive.zip"
PAGE = (TESTS.parent / "docs/by-mail.md").read_text(encoding="utf-8")

Take = Callable[[Mapping[str, str]], Path]


@pytest.fixture
def sound(game: GameDirectory, tmp_path: Path) -> dict[str, bytes]:
    """The files of an archive, as the passphrase opens them."""
    (game.root.parent / "mail.yaml").unlink()
    archive(game, tmp_path / "sound.age", PHRASE)
    return unpacked(Quick().decrypt((tmp_path / "sound.age").read_bytes(), PHRASE), "x")


@pytest.fixture
def told(sound: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Take:
    """Take in, by the command, an archive with more files, into a folder of its moderator's own."""

    def take(more: Mapping[str, str]) -> Path:
        files = sound | {name: text.encode() for name, text in more.items()}
        (tmp_path / "evil.age").write_bytes(Quick().encrypt(packed(files), PHRASE))
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{PHRASE}\n"))
        target = tmp_path / "mara/france"
        target.parent.mkdir(exist_ok=True)
        assert main(["import", str(tmp_path / "evil.age"), str(target)]) == 0
        return target

    return take


# --- a program, a server, a secret ---------------------------------------------------------------


@pytest.mark.parametrize("place", ["game/mail.yaml", "shared/mail.yaml"])
def test_a_program_that_an_archive_names_is_not_run(
    told: Take, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """`bash -i -f mail/deliver -- hans@x.org` would run a script of the archive."""
    settings = "format: pbem-mail/1\nfrom: Tom <mail/deliver>\nsendmail: /bin/bash\n"
    script = f"cp keys {tmp_path}/stolen\n"
    target = told({place: settings, "game/mail/deliver": script, "game/outbox/a.eml": LETTER})
    monkeypatch.chdir(target)
    assert main(["send"]) != 0
    assert not (tmp_path / "stolen").exists()
    assert (target / "outbox/a.eml").read_bytes() == LETTER.encode()


@pytest.fixture
def spy() -> Iterator[tuple[int, list[bytes]]]:
    """A stranger's server: its port, and all that it was told."""
    heard: list[bytes] = []

    class Mind:
        async def handle_DATA(self, server: object, session: object, envelope: Envelope) -> str:
            heard.append(envelope.original_content or b"")
            return "250 thanks"

    def known(*said: object) -> AuthResult:
        login = said[-1]
        heard.append(login.password if isinstance(login, LoginPassword) else b"?")
        return AuthResult(success=True)

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = int(found.getsockname()[1])
    server = Controller(
        Mind(), hostname="127.0.0.1", port=port, authenticator=known, auth_require_tls=False
    )
    server.start()
    yield port, heard
    server.stop()


@pytest.mark.parametrize("place", ["game/mail.yaml", "shared/mail.yaml"])
def test_a_file_that_an_archive_names_as_password_does_not_go_out(
    told: Take, tmp_path: Path, spy: tuple[int, list[bytes]], place: str
) -> None:
    (tmp_path / "mara").mkdir()
    (tmp_path / "mara/private-key").write_text("the key of Mara's house")
    (tmp_path / "mara/private-key").chmod(0o600)
    port, heard = spy
    server = f"host: 127.0.0.1, port: {port}, security: none, user: eve"
    settings = (
        f"format: pbem-mail/1\nfrom: eve@x.org\nsmtp: {{{server}, password_file: ../private-key}}\n"
    )
    target = told({place: settings, "game/outbox/a.eml": LETTER})
    assert main(["send", "--game", str(target)]) != 0
    assert heard == []


@pytest.mark.parametrize("place", ["game/mail.yaml", "shared/mail.yaml"])
def test_letters_go_where_the_new_moderator_says_whatever_came(
    told: Take, tmp_path: Path, spy: tuple[int, list[bytes]], place: str
) -> None:
    port, heard = spy
    (tmp_path / "mara").mkdir()
    (tmp_path / "mara/mail.yaml").write_text(
        f"{OWN}smtp: {{host: 127.0.0.1, port: {port}, security: none}}\n"
    )
    settings = f"format: pbem-mail/1\nfrom: Tom <mail/deliver>\nsendmail: {tmp_path}/no\n"
    target = told({place: settings, "game/outbox/a.eml": LETTER})
    assert main(["send", "--game", str(target)]) == 1
    assert heard == []  # it came with the archive: nobody has looked at it
    assert main(["send", "--held", "--game", str(target)]) == 0
    assert heard == [LETTER.encode()]


COMMANDS = {
    "from: Tom <tom@club.org>": "'from'",
    "sendmail: /bin/bash": "'sendmail'",
    "smtp: {host: localhost, password_file: ../private-key}": "'smtp'",
    "imap: {host: localhost, authority: ../private-key}": "'imap'",
    "picture: 900\nfrom: a@b.org\nsmtp: {host: h}": "'from', 'smtp'",
}


@pytest.mark.parametrize("said", COMMANDS)
def test_settings_in_a_game_get_one_message_that_says_where_they_belong(
    game: GameDirectory, capsys: pytest.CaptureFixture[str], said: str
) -> None:
    """Whoever copied a directory, by tar or by hand, is told; no letter goes out."""
    own = game.root.parent / "mail.yaml"
    own.unlink()
    (game.root / "outbox").mkdir(exist_ok=True)
    (game.root / "outbox/a.eml").write_bytes(LETTER.encode())
    path = game.root / "mail.yaml"
    path.write_text(f"format: pbem-mail/1\n{said}\n")
    line = 3 if said.startswith("picture") else 2
    assert main(["send", "--game", str(game.root)]) == 1
    words = capsys.readouterr().err
    assert words.startswith(f"{path}:{line}:1: error: {COMMANDS[said]}: this counts only outside")
    assert f"mv {path} {own}" in words
    assert len(words.splitlines()) == 2
    own.write_text(OWN)
    assert main(["send", "--dry-run", "--game", str(game.root)]) == 1
    assert f"{own} counts" in capsys.readouterr().err


def test_a_batch_tells_it_once_and_plays_on(
    game: GameDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    (game.root / "mail.yaml").write_text(f"{OWN}sendmail: /bin/bash\n")
    shutil.copytree(game.root, game.root.with_name("sound"))
    (game.root.with_name("sound") / "mail.yaml").unlink()
    when = ["--now", "2026-11-20 12:00 UTC", "--format", "json"]
    assert main(["batch", str(game.root.parent), *when]) == 1
    rows = {Path(row["folder"]).name: row for row in json.loads(capsys.readouterr().out)}
    assert [rows[name]["outcome"] for name in ("france", "sound")] == ["failed", "waits"]
    assert rows["france"]["told"].count("this counts only outside of every game") == 1


def test_how_large_pictures_are_a_game_may_say_itself(game: GameDirectory) -> None:
    (game.root.parent / "mail.yaml").write_text(f"{OWN}picture: 900\nbattles: 300\n")
    (game.root / "mail.yaml").write_text("format: pbem-mail/1\npicture: 2000\n")
    said = settings(game)
    assert (said.sender, said.picture, said.battles) == ("Mara <mara@club.org>", 2000, 300)
    (game.root / "mail.yaml").write_text("format: pbem-mail/1\npicture: 9\n")
    with pytest.raises(PbemError, match="no settings of a game"):
        settings(game)


LEFT = "game/mail/received/00007-0000000000000000-1111111111111111"
RECORD = {
    "format": "pbem-letter/1", "came": "Fri, 20 Nov 2026 12:00:00 +0000", "from": "hans@x.org",
    "subject": "", "message": "", "outcome": "counts", "told": [], "to": "hans",
    "answer": "words of a stranger", "places": {"1.yaml": "orders/hans.yaml"}, "protests": [],
    "waiting": [],
}  # fmt: skip


def test_what_another_left_unfinished_is_not_finished_in_the_new_moderators_name(
    told: Take, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"letter.eml": "From: hans@x.org\n\n", "1.yaml": "x", "record.json": json.dumps(RECORD)}
    target = told({f"{LEFT}/{name}": text for name, text in files.items()})
    letter = LEFT.removeprefix("game/")
    assert (
        f"{letter} was left unfinished: ask its player to send it again" in capsys.readouterr().out
    )
    (target.parent / "mail.yaml").write_text(OWN)
    (target.parent / "new.eml").write_text("From: someone@x.org\nMessage-ID: <a@b>\n\nHi\n")
    main(["receive", str(target.parent / "new.eml"), "--game", str(target)])
    assert not list(target.glob("outbox/*")) and not (target / "orders/hans.yaml").exists()


@pytest.mark.parametrize("outer", ["game.yaml", "runs/0/state.yaml"])
def test_a_game_in_a_game_takes_no_orders_from_it(
    game: GameDirectory, tmp_path: Path, outer: str
) -> None:
    """Nor where folders lie between them."""
    for between in ("evil", "evil/data/more"):
        root = tmp_path / between / "france"
        shutil.copytree(game.root, root)
        (tmp_path / "evil" / outer).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "evil" / outer).write_text("")
        (root.parent / "mail.yaml").write_text(f"{OWN}sendmail: /bin/bash\n")
        with pytest.raises(PbemError, match=r"mail.yaml:2:1: .*it lies in the game evil"):
            settings(GameDirectory(root))


def test_a_link_into_a_game_is_not_outside_of_it(game: GameDirectory, tmp_path: Path) -> None:
    (game.root / "notes.yaml").write_text(f"{OWN}sendmail: /bin/bash\n")
    own = tmp_path / "mail.yaml"
    own.unlink()
    own.symlink_to(game.root / "notes.yaml")
    with pytest.raises(PbemError, match="put the file itself there, not a link"):
        settings(game)


def test_a_link_out_of_a_game_does_not_make_it_outside(game: GameDirectory, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.yaml").write_text(f"{OWN}sendmail: /bin/bash\n")
    (game.root / "mail.yaml").symlink_to(tmp_path / "elsewhere.yaml")
    with pytest.raises(PbemError, match="'from', 'sendmail': this counts only outside"):
        settings(game)


def test_a_game_that_is_a_link_has_the_settings_of_where_it_lies(
    game: GameDirectory, tmp_path: Path
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games/france").symlink_to(game.root)
    (tmp_path / "games/mail.yaml").write_text("format: pbem-mail/1\nfrom: other@club.org\n")
    assert settings(GameDirectory(tmp_path / "games/france")).sender == "Mod <mod@club.org>"


def test_no_mailbox_is_reached_that_a_game_names(
    game: GameDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    (game.root / "mail.yaml").write_text(f"{OWN}imap: {{host: localhost, security: none}}\n")
    for words in (["--game", str(game.root)], ["--root", str(game.root.parent)]):
        assert main(["receive", "--imap", *words]) == 1
        assert "mail.yaml:2:1: error: 'from', 'imap'" in capsys.readouterr().err


def test_no_certificates_of_a_cluster_are_read_from_a_game(
    game: GameDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    (game.root / "cluster.yaml").write_text("format: pbem-cluster/1\n")
    assert main(["batch", str(game.root), "--cluster"]) == 1
    assert "cluster.yaml:1:1: error: cluster.yaml: this counts only" in capsys.readouterr().err


# --- what comes out of an archive ----------------------------------------------------------------


LEFT_OUT = (
    "mail.yaml", "Mail.YAML", "cluster.yaml", "old.age", "lock", "handed-over.yaml", ".batch.cache",
    ".envrc", ".git/config", "runs/0/.state-0123456789abcdef.cache", "runs/1.tmp/state.yaml",
)  # fmt: skip
TAKEN = (
    "matplotlibrc",
    "orders/Hans.yaml",
    "orders/hans.yaml",
    "orders/mail.yaml",
    "orders/lock.yaml",
    "pending/cluster.yaml",
    "run.sh",
)


def test_what_is_no_file_of_a_game_is_left_out_and_told(
    told: Take, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = told({f"game/{name}": "evil: 1\n" for name in (*LEFT_OUT, *TAKEN)})
    there = every_byte(target)
    assert not [name for name in LEFT_OUT if name in there]
    assert not [name for name in TAKEN if name not in there]
    lines = capsys.readouterr().out.splitlines()
    assert {line.removeprefix("left out: ") for line in lines if "left out" in line} == {*LEFT_OUT}
    assert f"stand in {tmp_path / 'mara/mail.yaml'}" in "".join(lines)


def test_what_a_moderator_keeps_for_himself_is_in_no_archive(
    game: GameDirectory, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Names of players are no settings: `orders/lock.yaml` is the file of one called Lock."""
    mail = tmp_path / "mail.yaml"
    mail.write_text(f"{OWN}smtp: {{host: localhost, password_file: france/secret}}\n")
    for name in ("secret", ".git/config", "orders/.gitkeep", "orders/lock.yaml", "notes.txt"):
        (game.root / name).parent.mkdir(exist_ok=True)
        (game.root / name).write_text("x")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PHRASE}\n"))
    assert main(["archive", "--game", str(game.root), "--out", str(tmp_path / "game.age")]) == 0
    lines = capsys.readouterr().out.splitlines()
    left = [line.removeprefix("left here: ") for line in lines if line.startswith("left")]
    assert left == [".git", "orders/.gitkeep", "secret"]
    found = opened((tmp_path / "game.age").read_bytes(), PHRASE, "x")
    assert {"notes.txt", "orders/lock.yaml", "standing/"} <= {*found.files}
    assert not {"secret", ".git/config", "orders/.gitkeep", "mail.yaml"} & {*found.files}


def test_an_archive_of_0_3_0_is_taken_in_without_its_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It held them; what of them its new moderator may want is named."""
    (tmp_path / "old.age").write_bytes(Quick().encrypt(BEGUN.read_bytes(), PHRASE))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PHRASE}\n"))
    assert main(["import", "old.age"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["france-40: france-40 after run 0", "it was handed over to Mara"]
    assert lines[2:4] == ["left out: .notes", "left out: mail.yaml"]
    assert lines[4] == (
        "  your name, server and password stand in mail.yaml; it said picture: 900; "
        "it said battles: 700"
    )
    assert lines[5] == "2 letters wait in its outbox: look at them before they go out"
    assert not (tmp_path / "france-40/mail.yaml").exists()
    assert not (tmp_path / "mail.yaml").exists()
    assert main(["audit", "--game", "france-40"]) == 0


@pytest.mark.parametrize(
    "name", ["../../.config/autostart", "/tmp/x", "~", "Barb", "a/b", "", ".ssh", "x" * 65]
)
def test_an_archive_does_not_say_where_it_goes(
    sound: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Without DIR the folder is called like the game, so that is the name of a game."""
    about = sound["archive.yaml"].replace(b"game: france-40", f"game: '{name}'".encode())
    assert about != sound["archive.yaml"]
    (tmp_path / "here").mkdir()
    data = Quick().encrypt(packed(sound | {"archive.yaml": about}), PHRASE)
    (tmp_path / "evil.age").write_bytes(data)
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PHRASE}\n"))
    before = every_byte(tmp_path)
    assert main(["import", "../evil.age"]) == 1
    assert every_byte(tmp_path) == before


def test_no_game_is_taken_into_another(sound: dict[str, bytes], game: GameDirectory) -> None:
    found = opened(Quick().encrypt(packed(sound), PHRASE), PHRASE, "x")
    with pytest.raises(UsageError, match="lies in the game"):
        take_in(found, game.root / "data/france")
    assert not (game.root / "data").exists()


def test_nothing_that_comes_can_be_run(sound: dict[str, bytes], tmp_path: Path) -> None:
    """Not even where the archive says that it can, as another user."""
    data = zipped([("game/run.sh", b"#!/bin/sh\n", 0o106755)], sound)
    take_in(opened(data, PHRASE, "x"), tmp_path / "taken")
    modes = {path.stat().st_mode & 0o7777 for path in (tmp_path / "taken").rglob("*.*")}
    assert modes <= {0o644, 0o600}


# --- what is no archive --------------------------------------------------------------------------


Entry = tuple[str, bytes, int]


def zipped(more: list[Entry], sound: dict[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive with entries as only a crafted one has them: any name, mode, packing."""
    data = io.BytesIO(packed(sound))
    with warnings.catch_warnings(), zipfile.ZipFile(data, "a") as pack:
        warnings.simplefilter("ignore")  # of names that are there twice
        for name, content, mode in more:
            entry = zipfile.ZipInfo("x")
            entry.filename = name
            entry.create_system, entry.external_attr, entry.compress_type = 3, mode << 16, how
            pack.writestr(entry, content)
    return Quick().encrypt(data.getvalue(), PHRASE)


FILE = 0o100644
CRAFTED: Mapping[str, tuple[Entry, str]] = {
    "out of the folder": (("game/../../evil", b"", FILE), "leads out of its folder"),
    "out of the game": (("game/../evil", b"", FILE), "leads out of its folder"),
    "absolute": (("/etc/evil", b"", FILE), "leads out of its folder"),
    "absolute inside": (("game//etc/evil", b"", FILE), "leads out of its folder"),
    "here": (("game/./evil", b"", FILE), "leads out of its folder"),
    "its own folder": (("game/..", b"", FILE), "leads out of its folder"),
    "backslash": (("game\\..\\evil", b"", FILE), "cannot be the name of a file"),
    "drive": (("c:/evil", b"", FILE), "cannot be the name of a file"),
    "terminal": (("game/\x1b[2Jevil", b"", FILE), "cannot be the name of a file"),
    "line end": (("game/evil\n", b"", FILE), "cannot be the name of a file"),
    "turned round": (("game/evil\u202etxt.", b"", FILE), "cannot be the name of a file"),
    "a link": (("game/evil", b"/etc/passwd", 0o120777), "a link or a device"),
    "a device": (("game/evil", b"", 0o020666), "a link or a device"),
    "a pipe": (("game/evil", b"", 0o010666), "a link or a device"),
    "a long name": (("game/" + "x" * 256, b"", FILE), "the name is too long"),
    "too deep": (("game/" + "x/" * 1500 + "y", b"", FILE), "it lies too deep"),
    "twice": (("game/game.yaml", b"", FILE), "it is there twice"),
    "in a file": (("game/game.yaml/evil", b"", FILE), "lies in what is a file"),
    "beside the game": (("evil", b"", FILE), "is of no game"),
    "beside it, called like it": (("game.yaml", b"", FILE), "is of no game"),
}


@pytest.mark.parametrize("name", CRAFTED)
def test_a_crafted_archive_writes_nothing(
    sound: dict[str, bytes], tmp_path: Path, name: str
) -> None:
    entry, words = CRAFTED[name]
    data = zipped([entry], sound)
    before = every_byte(tmp_path)
    with pytest.raises(PbemError, match=words):
        take_in(opened(data, PHRASE, "x.age"), tmp_path / "taken")
    assert every_byte(tmp_path) == before


@pytest.mark.parametrize("how", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_only_what_pbem_packs_is_unpacked(sound: dict[str, bytes], how: int) -> None:
    """Of these the library unpacks as much as they like before it looks."""
    with pytest.raises(PbemError, match="packed in a way that pbem does not use"):
        opened(zipped([("game/x", b"x", FILE)], sound, how), PHRASE, "x")


def test_a_file_that_tells_a_smaller_size_is_not_unpacked_beyond_it() -> None:
    """30 MB in 30 kB that say that they are 10 bytes: a thousand such would fill any memory."""
    pack = packed({"x": bytes(30 << 20)})
    size = (30 << 20).to_bytes(4, "little")
    assert len(pack) < 50_000 and pack.count(size) == 2
    tracemalloc.start()
    with pytest.raises(PbemError, match="damaged"):
        unpacked(pack.replace(size, (10).to_bytes(4, "little")), "x")
    assert tracemalloc.get_traced_memory()[1] < 5 << 20
    tracemalloc.stop()


def test_files_without_number_are_counted_before_they_are_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(packs, "MOST_FILES", 3)
    three, four = (packed(dict.fromkeys(names, b"")) for names in ("abc", "abcd"))
    assert len(unpacked(three, "x")) == 3
    monkeypatch.setattr("zipfile.ZipFile", None)
    with pytest.raises(PbemError, match="4 files are more than it may hold"):
        unpacked(four, "x")


@pytest.mark.parametrize(
    ("work", "words"),
    [("18", ""), ("20", ""), ("21", "2^21"), ("63", "2^63"), ("+22", "2"), ("9" * 50, "2^999")],
)
def test_nobody_works_for_minutes_to_open_a_file(
    monkeypatch: pytest.MonkeyPatch, work: str, words: str
) -> None:
    """The head of a file says how often scrypt doubles its work: 22 would take 18 seconds."""
    asked: list[bytes] = []

    class Asked(Quick):
        def decrypt(self, data: bytes, passphrase: str) -> bytes:
            asked.append(data)
            raise ValueError("no")

    monkeypatch.setattr("pbem.store.encrypting.cipher", Asked)
    data = f"age-encryption.org/v1\n-> scrypt c2FsdHNhbHQ {work}\nYm9keQ\n--- bWFj\nbody".encode()
    with pytest.raises(PbemError, match=re.escape(words) or "it does not open"):
        opened(data, PHRASE, "x")
    assert len(asked) == (not words)


def test_the_page_names_a_test_for_each_thing_that_an_archive_cannot_do() -> None:
    section = PAGE.partition("### What an archive cannot do")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")][1:]
    code = "".join(
        path.read_text(encoding="utf-8")
        for folder in ("post", "unit/store", "unit/maps")
        for path in (TESTS / folder).glob("test_*.py")
    )
    assert len(rows) > 15
    for row in rows:
        names = re.findall("`(test_[a-z0-9_]+)`", row)
        assert names and all(f"def {name}(" in code for name in names), row


def test_what_one_player_wrote_is_mailed_to_nobody_else_by_a_link(game: GameDirectory) -> None:
    """A folder that was unpacked by hand may hold links; an archive that is imported has none."""
    (game.root / "standing").mkdir(exist_ok=True)
    (game.root / "standing/anna.yaml").write_text("standing: anna\npreset: club\n")
    (game.root / "runs/0/report-hans.txt").symlink_to("../../standing/anna.yaml")
    with pytest.raises(FileTrouble, match=r"report-hans\.txt: this is a link"):
        conduct(GameDirectory(game.root), datetime(2026, 11, 20, 12, tzinfo=UTC))
    assert not list(game.root.glob("outbox/*hans*"))
