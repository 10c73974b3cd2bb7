"""A letter that names no sender, or several, is nobody's, however it came.

A file is the moderator's own where he says so, and nowhere else.
"""

from __future__ import annotations

import imaplib
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from post.conftest import NOW, Receive
from post.forging import ADDRESS, NOBODYS, forged, wrong_of
from post.letters import ORDERS, PHRASE, letter
from post.test_mailbox import settle
from season.people import mailbox
from season.servers import Office, office

from pbem.cli import main
from pbem.core.data.addresses import address_in, name_in
from pbem.core.data.findings import EXIT_FINDINGS, EXIT_USAGE
from pbem.post.heads import heads_of
from pbem.post.letters import Handed, read_letter
from pbem.post.receiving import receive
from pbem.post.senders import addresses
from pbem.store.directory import GameDirectory

HINT = "hand its file in: pbem receive --by-hand FILE"
SAMPLE = 500


def test_500_letters_are_judged_as_they_must_be(tmp_path: Path) -> None:
    assert wrong_of(SAMPLE, "sample", tmp_path) == ""


def test_the_sample_has_letters_of_all_kinds() -> None:
    drawn = [forged(Random(f"sample {number}")) for number in range(SAMPLE)]
    kinds = {(sent.player, sent.phrase, sent.his) for sent in drawn}
    assert kinds == {(who, said, his) for who in ADDRESS for said in (True, False)
                     for his in (True, False, None)}  # fmt: skip


def test_every_attack_by_letter_of_the_page_is_played() -> None:
    page = (Path(__file__).parents[2] / "docs/fairness.md").read_text(encoding="utf-8")
    named = re.findall(r"\| `(test_\w+)` \|", page.partition("\n## Letters\n")[2])
    texts = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.py"))
    assert len(named) == len(set(named)) >= 13
    assert set(named) <= set(re.findall(r"^def (test_\w+)\(", texts, re.MULTILINE))


# --- how they came -------------------------------------------------------------------------------


def as_files(folder: Path) -> list[Path]:
    return [_written(folder / f"{number}.eml", raw) for number, raw in enumerate(NOBODYS.values())]


def as_a_folder(folder: Path) -> list[Path]:
    as_files(folder)
    return [folder]


def as_an_mbox(folder: Path) -> list[Path]:
    begin = b"From x@y.org Thu Nov 19 10:00:00 2026\n"
    return [_written(folder / "mbox", b"\n".join(begin + raw for raw in NOBODYS.values()))]


def as_a_maildir(folder: Path) -> list[Path]:
    for part in ("cur", "new", "tmp"):
        (folder / part).mkdir()
    for number, raw in enumerate(NOBODYS.values()):
        (folder / "new" / f"{number}.a").write_bytes(raw)
    return [folder]


def _written(path: Path, raw: bytes) -> Path:
    path.write_bytes(raw)
    return path


@pytest.mark.parametrize("command", ["receive", "run"])
@pytest.mark.parametrize("how", [as_files, as_a_folder, as_an_mbox, as_a_maildir])
def test_what_names_no_sender_is_refused(
    how: Callable[[Path], list[Path]],
    command: str,
    game: GameDirectory,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:
    paths = how(tmp_path_factory.mktemp("letters"))
    main([command, *map(str, paths), "--game", str(game.root), "--format", "json"])
    said = json.loads(capsys.readouterr().out)
    nobodys(said if command == "receive" else said["received"], game)


def nobodys(rows: list[dict[str, str]], game: GameDirectory) -> None:
    """Each letter was refused, told and kept, and nothing came of it."""
    assert len(rows) == len(NOBODYS)
    for row in rows:
        told = " ".join(row["told"])
        unread = "longer than" in told  # what is below such heads is not looked at
        assert row["outcome"] == ("nothing" if unread else "refused"), row
        assert unread or ("hans, who writes from hans@x.org, but" in told and HINT in told)
        assert (row["from"], row["answer"]) == ("", "")
    kept = sorted((game.root / "mail/received").glob("*/letter.eml"))
    assert len(kept) == len(NOBODYS)
    assert not list((game.root / "orders").glob("*.yaml"))
    assert not [path for path in game.root.glob("outbox/*") if "receipt" in path.name]


@pytest.fixture(scope="module")
def servers() -> Iterator[Office]:
    with office(["mod"], real=False) as found:
        yield found


def test_what_names_no_sender_is_refused_in_a_mailbox(
    game: GameDirectory, servers: Office, capsys: pytest.CaptureFixture[str]
) -> None:
    settle(game, servers)
    with mailbox(servers, "mod") as line:
        for raw in NOBODYS.values():
            assert isinstance(line, imaplib.IMAP4)
            line.append("INBOX", "", "", raw)
    main(["receive", "--imap", "--game", str(game.root), "--format", "json"])
    nobodys(json.loads(capsys.readouterr().out), game)


def test_a_right_passphrase_is_not_enough_without_a_sender(post: Receive) -> None:
    assert post(letter(sender="Hans")).outcome == "refused"
    assert post(letter(number=2)).outcome == "counts"


def test_a_passphrase_is_enough_where_the_game_has_no_address(game: GameDirectory) -> None:
    """As it ever was; but a sender there must be."""
    roster = game.root / "game.yaml"
    roster.write_text(roster.read_text().replace('address: "Hans Muster <hans@x.org>", ', ""))
    outcomes = [
        receive(GameDirectory(game.root), read_letter(raw, "a.eml"), NOW).outcome
        for raw in (letter(sender="", number=1), letter(sender="hans@elsewhere.org", number=2))
    ]
    assert outcomes == ["refused", "counts"]


def test_of_an_address_that_cannot_be_read_no_letter_comes(game: GameDirectory) -> None:
    """Nor does a passphrase become enough because it was mistyped."""
    roster = game.root / "game.yaml"
    roster.write_text(roster.read_text().replace("hans@x.org>", "hans@x.org, hans@w.org>"))
    directory = GameDirectory(roster.parent)
    for number, sender in enumerate(("hans@x.org", "hans@w.org", "eve@z.org")):
        handled = receive(directory, read_letter(letter(sender=sender, number=number), "a"), NOW)
        assert handled.outcome == "refused"
    assert addresses(directory)["hans"] == "Hans Muster <hans@x.org, hans@w.org>"


# --- what the moderator hands in -----------------------------------------------------------------


@pytest.mark.parametrize("command", ["receive", "run"])
def test_a_file_by_hand_counts_and_is_told(
    command: str, game: GameDirectory, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = _written(tmp_path / "a.yaml", ORDERS.encode())
    main([command, "--by-hand", str(own), "--game", str(game.root), "--format", "json"])
    said = json.loads(capsys.readouterr().out)
    (row,) = said if command == "receive" else said["received"]
    assert (row["outcome"], row["told"][0]) == ("counts", "handed in by the moderator")
    assert (game.root / "orders/hans.yaml").read_bytes() == ORDERS.encode()


def test_a_letter_that_was_refused_can_be_handed_in(game: GameDirectory) -> None:
    raw = letter(ORDERS, sender="hans@holiday.org")
    assert receive(game, read_letter(raw, "a.eml"), NOW).outcome == "refused"
    (file,) = (game.root / "mail/received").glob("*/1.yaml")
    own = read_letter(file.read_bytes(), "1.yaml", Handed.BY_HAND)
    assert receive(GameDirectory(game.root), own, NOW).outcome == "counts"


def test_the_heads_of_what_is_handed_in_say_nothing(game: GameDirectory) -> None:
    """Neither who is answered, nor that a program wrote it."""
    raw = letter(ORDERS, sender="anna@y.org", Auto_Submitted="auto-replied")
    own = read_letter(raw, "a.eml", Handed.BY_HAND)
    assert (own.sender, own.ident, own.robot) == ("", "", "")
    handled = receive(game, own, NOW)
    assert handled.outcome == "counts"
    assert handled.answer is not None and handled.answer.name == "in-00001-receipt-hans.eml"


@pytest.mark.parametrize("how", [as_a_folder, as_an_mbox, as_a_maildir])
def test_only_single_files_are_handed_in(
    how: Callable[[Path], list[Path]],
    game: GameDirectory,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """And where one of several is none, none is taken."""
    own = _written(tmp_path / "a.yaml", ORDERS.encode())
    (path,) = how(tmp_path_factory.mktemp("letters"))
    words = ["receive", "--by-hand", str(own), str(path), "--game", str(game.root)]
    assert main(words) == EXIT_USAGE
    assert "lie letters of anybody" in capsys.readouterr().err
    assert not (game.root / "mail/received").exists()


def test_no_mailbox_and_no_missing_file_is_handed_in(
    game: GameDirectory, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = _written(tmp_path / "a.yaml", ORDERS.encode())
    at = ["--game", str(game.root)]
    assert main(["receive", "--by-hand", "--imap", str(own), *at]) == EXIT_USAGE
    assert "--by-hand is for files" in capsys.readouterr().err
    assert main(["receive", "--by-hand", str(tmp_path / "none.yaml"), *at]) == EXIT_USAGE
    assert "there is no such file" in capsys.readouterr().err
    assert main(["receive", "--by-hand", *at]) == EXIT_USAGE


def test_the_file_of_an_older_letter_in_its_folder_is_refused_without_the_word(
    game: GameDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder of what was received is a folder like any other."""
    receive(game, read_letter(letter(PHRASE + ORDERS), "a.eml"), NOW)
    (folder,) = (game.root / "mail/received").iterdir()
    shutil.copy(folder / "1.yaml", game.root.parent / "copy.yaml")
    words = ["receive", str(game.root.parent / "copy.yaml"), "--game", str(game.root)]
    assert main(words) == EXIT_FINDINGS
    assert "REFUSED" in capsys.readouterr().out


# --- what is an address --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("hans@x.org", "hans@x.org"),
        ("Hans Muster <HANS@x.org>", "hans@x.org"),
        ("hans@x.org (Hans)", "hans@x.org"),
        ("hans@x.org <hans@x.org>", "hans@x.org"),
        ("us: Hans <hans@x.org>;", "hans@x.org"),
        ("Muster, Hans <hans@x.org>", "hans@x.org"),
        ('"Muster \\" <eve@z.org>, Hans" <hans@x.org>', "hans@x.org"),
        ("Jürgen <juergen@xn--mller-kva.example>", "juergen@xn--mller-kva.example"),
        ("hans+games=1@mail.x-y.org", "hans+games=1@mail.x-y.org"),
        ("hans@localhost", "hans@localhost"),
        ("hans@x.org, hans@y.org", ""),
        ("hans@x.org <eve@z.org>", ""),
        ("hans@x.org (c).z.org", ""),
        ("hans(c)@x.org", ""),
        ('"hans"@x.org', ""),
        ("=?utf-8?q?hans?=@x.org", ""),
        ("hans@-x.org", ""),
        ("hans@x-.org", ""),
        ("hans@x..org", ""),
        (".hans@x.org", ""),
        ("hans@[10.0.0.1]", ""),
        ("hans@x.org\n", ""),
        ("jürgen@x.org", ""),
        ("hans@müller.example", ""),
        ("\u212aans@x.org", ""),  # the sign of kelvins, a small k to `lower`
        ("hans@x_y.org", ""),
        (f"{'h' * 250}@x.org", ""),
        ("", ""),
    ],
)
def test_an_address(text: str, address: str) -> None:
    assert address_in(text) == address


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Hans Muster <hans@x.org>", "Hans Muster"),
        ('"Muster, \\"H\\"" <hans@x.org>', 'Muster, "H"'),
        ("hans@x.org", ""),
        ("<hans@x.org>", ""),
    ],
)
def test_a_name(text: str, name: str) -> None:
    assert name_in(text) == name


# --- what is a head ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("block", "trouble"),
    [
        (b"A: b\nC: d\n\n", ""),
        (b"A: b\r\nC: d\r\n e\r\n\r\nf", ""),
        (b"From x Thu Nov 19 10:00:00 2026\nA: b\n\n", ""),
        (b"A: b\nFrom x Thu Nov 19 10:00:00 2026\n\n", "a line that is no head"),
        (b"A : b\n\n", "a line that is no head"),
        (b" A: b\n\n", "a line that is no head"),
        (b"A: b\n \nC: d\n\n", "a line that is no head"),
        (b"\xc3\xa4: b\n\n", "a line that is no head"),
        (b"A: b\rC: d\n\n", "a sign that no head may hold"),
        (b"A: b\r\r\n\r\n", "a sign that no head may hold"),
        (b"A: b\0\n\n", "a sign that no head may hold"),
        (b"A: b\n" * 20_000, "longer than 64 KB"),
    ],
)
def test_heads_in_order_and_out_of_it(block: bytes, trouble: str) -> None:
    found, _ = heads_of(block)
    assert bool(found.trouble) == bool(trouble)
    assert trouble in found.trouble
