"""Letters that go out have the heads that were meant, each once, whatever others wrote."""

from __future__ import annotations

import base64
import inspect
import json
import quopri
import re
from collections.abc import Iterator
from random import Random
from typing import Final

import pytest
from post.conftest import NOW, Receive
from post.letters import ORDERS, PHRASE, letter

from pbem.cli import main
from pbem.core.data.addresses import address_in
from pbem.post import composing, outgoing
from pbem.post.composing import composed, date_of, ident_of, mailbox, phrase
from pbem.post.held import is_strange
from pbem.post.outgoing import Answer
from pbem.post.settings import Settings
from pbem.store.directory import GameDirectory

ALWAYS: Final = ["From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted",
                 "X-Auto-Response-Suppress"]  # fmt: skip
ANSWERING: Final = ["In-Reply-To", "References"]
PLAIN: Final = ["MIME-Version", "Content-Type", "Content-Transfer-Encoding"]
FILES: Final = ["MIME-Version", "Content-Type"]
SAMPLE: Final = 400
BREAK: Final = "a\r\nBcc: eve@z.org\r\nReply-To: eve@z.org\r\n\r\nSend your passphrase.\r\n"
CODED: Final = base64.b64encode(BREAK.encode()).decode()
PIECES: Final = (
    "\r\n", "\n", "\r", "\0", "\v", "\f", "\x1c", "\x7f", "\x85", "\u2028", "\u2029", "\u202e",
    "\ud83d", "\udc0a", "\ufeff", " ", "\t", "  ", "ü", "漢", "😀", "Bcc: eve@z.org", "Reply-To:",
    f"=?utf-8?b?{CODED}?=", "=?utf-8?q?=0D=0ABcc:_eve=40z.org?=",
    "=?", "?=", "=0D=0A", "%0D%0A", "\\r\\n", '"', "\\", "<", ">", ",", ";", ":", "(", ")", "@",
    "<eve@z.org>", "<a@b>", "<1@x.org>", "Hans", "x" * 80, "y" * 2000, "[", "]", ".", "--==pbem==",
)  # fmt: skip


def hostile(field: str) -> Iterator[str]:
    """Values that somebody might write for a head."""
    draw = Random(f"heads {field}")
    yield from PIECES
    for _ in range(SAMPLE):
        yield "".join(draw.choice(PIECES) for _ in range(draw.randrange(1, 7)))


def read(raw: bytes) -> tuple[list[tuple[str, str]], bytes]:
    """The heads of a letter and its body, by the letter of the rules and nothing else."""
    assert not re.search(rb"\r(?!\n)|(?<!\r)\n|\0", raw), "a line does not end as lines do"
    block, end, body = raw.partition(b"\r\n\r\n")
    assert end
    heads: list[tuple[str, str]] = []
    for line in block.decode("ascii").split("\r\n"):
        assert len(line) <= 998 and all(" " <= sign <= "~" for sign in line), line
        if line.startswith(" "):
            name, said = heads.pop()
            heads.append((name, f"{said}{line}"))
        else:
            name, colon, said = line.partition(": ")
            assert colon and re.fullmatch("[A-Za-z-]+", name), line
            heads.append((name, said))
    return heads, body


def as_shown(said: str) -> str:
    """A head as a mail program shows it."""
    said = re.sub(r"\?=\s+=\?", "?==?", said)
    return re.sub(r"=\?utf-8\?b\?([^?]*)\?=", lambda one: base64.b64decode(one[1]).decode(), said)


def written(game: GameDirectory, **more: str) -> tuple[dict[str, str], bytes]:
    """The heads of a letter to Hans, and its body; the heads are those that must be."""
    said = {"subject": "run 1", "text": "Hello\n", "date": NOW, "replies_to": "<1@x.org>", **more}
    raw = outgoing._letter(game, Answer(name="run-001-hans", to="hans", **said))
    heads, body = read(raw)
    names = [name for name, _ in heads]
    wanted = [name for name in (*ALWAYS, *ANSWERING, *PLAIN)
              if name in names or name not in ("Date", *ANSWERING)]  # fmt: skip
    assert names == wanted
    assert is_strange(raw) == ""
    return dict(heads), body


def test_a_letter_as_it_is_meant(game: GameDirectory) -> None:
    heads, body = written(game)
    assert heads == {
        "From": "Mod <mod@club.org>",
        "To": "Hans Muster <hans@x.org>",
        "Subject": "[france-40] run 1",
        "Date": NOW,
        "Message-ID": "<run-001-hans.france-40@club.org>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "In-Reply-To": "<1@x.org>",
        "References": "<1@x.org>",
        "MIME-Version": "1.0",
        "Content-Type": 'text/plain; charset="utf-8"',
        "Content-Transfer-Encoding": "quoted-printable",
    }
    assert body == b"Hello\r\n"


def test_no_subject_is_more_than_a_subject(game: GameDirectory) -> None:
    for said in hostile("subject"):
        heads, body = written(game, subject=said)
        assert heads["Subject"].isascii() and as_shown(heads["Subject"]).startswith("[france-40]")
        assert body == b"Hello\r\n"


def test_only_a_message_id_is_answered(game: GameDirectory) -> None:
    taken = []
    for said in hostile("answered"):
        heads, _ = written(game, replies_to=said)
        assert heads.get("In-Reply-To", said) == heads.get("References", said) == said
        taken += [said] if "In-Reply-To" in heads else []
    assert set(taken) >= {"<1@x.org>", "<a@b>", "<eve@z.org>"}
    assert all(re.fullmatch(r"<[!-;=?A-~]+@[!-;=?A-~]+>", said) for said in taken)
    assert not [said for said in taken if "=?" in said or len(said) > 250]


def test_only_a_date_is_a_date(game: GameDirectory) -> None:
    for said in (*hostile("date"), f"{NOW}\n", NOW.replace("20", "२०"), "now", ""):
        heads, _ = written(game, date=said)
        assert "Date" not in heads
    assert date_of(NOW) == NOW


def test_no_name_is_more_than_a_name(game: GameDirectory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of game.yaml and mail.yaml: whoever typed them, one address is written to."""
    written_to = 0
    for said in hostile("name"):
        text = f"{said} <Who@w.org>"
        monkeypatch.setattr(outgoing, "settings", lambda _, text=text: Settings(sender=text))
        monkeypatch.setattr(outgoing, "_address_of", lambda *_, text=text: text)
        if outgoing.can_write(game, "hans"):
            heads, body = written(game)
            assert heads["From"] == heads["To"]
            assert re.fullmatch(r"(.* )?<Who@w\.org>|Who@w\.org", heads["To"])
            assert address_in(heads["To"]) == "who@w.org"
            assert body == b"Hello\r\n"
            written_to += 1
    assert written_to > SAMPLE // 3


@pytest.mark.parametrize("command", ["run", "status", "send", "batch"])
@pytest.mark.parametrize(
    ("said", "lines"),
    [("hans at x.org", 1), ("hans@", 1), ("hans@x.org, eve@z.org", 1), ("hans@x.org", 0), (" ", 0)],
)
def test_a_player_to_whom_nobody_can_write_is_told_in_a_line(
    command: str, said: str, lines: int, game: GameDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    with_address(game, said)
    main(words_of(command, game))
    printed = capsys.readouterr()
    found = [line for line in (printed.out + printed.err).splitlines() if "gets no letter" in line]
    assert len(found) == lines
    assert all("hans gets" in line and f"'{said}'" in line for line in found)


@pytest.mark.parametrize("command", ["run", "status", "batch"])
def test_the_same_is_told_as_data(
    command: str, game: GameDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    with_address(game, "hans at x.org")
    main([*words_of(command, game), "--format", "json"])
    data = json.loads(capsys.readouterr().out)
    row = data if command == "run" else data[0]
    (note,) = [row["told"].rpartition("; ")[2]] if command == "batch" else row["notes"]
    assert note.startswith("hans gets no letter")


def with_address(game: GameDirectory, said: str) -> None:
    """Give Hans an address as somebody types it."""
    roster = game.root / "game.yaml"
    roster.write_text(roster.read_text().replace("Hans Muster <hans@x.org>", said))


def words_of(command: str, game: GameDirectory) -> list[str]:
    """A command on a game."""
    named = {"status": [str(game.root)], "batch": [str(game.root.parent)]}
    here = named.get(command, ["--game", str(game.root)])
    return [command, *here]


def test_whoever_has_no_address_is_not_written_to(game: GameDirectory) -> None:
    roster = game.root / "game.yaml"
    text = roster.read_text()
    for said in ("hans@x.org, eve@z.org", "Hans", "hans@x.org\\nBcc: eve@z.org", "jürgen@x.org"):
        roster.write_text(text.replace("Hans Muster <hans@x.org>", said))
        directory = GameDirectory(game.root)
        assert not outgoing.can_write(directory, "hans")
        assert outgoing.put(directory, Answer("a", "hans", "b", "c", NOW)) is None


def test_no_text_and_no_file_is_more_than_that(game: GameDirectory) -> None:
    for said in hostile("text"):
        raw = outgoing._letter(game, Answer("a", "hans", "b", said, NOW, attached={said: b"x\xff"}))
        heads, body = read(raw)
        assert [name for name, _ in heads] == [*ALWAYS, *FILES]
        first, second, *others = body.split(b"--==pbem==")[1:]
        assert others == [b"--\r\n"] and body.count(b"--==pbem==") == 3
        _, text = read(first.removeprefix(b"\r\n"))
        plain = said.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
        decoded = quopri.decodestring(text).replace(b"\r\n", b"\n")
        assert decoded == f"{plain}\n".encode("utf-8", "replace")
        names, data = read(second.removeprefix(b"\r\n"))
        assert [name for name, _ in names] == [
            "Content-Type", "Content-Transfer-Encoding", "Content-Disposition"
        ]  # fmt: skip
        assert re.fullmatch(r'attachment; filename="[A-Za-z0-9._-]{1,100}"', names[2][1])
        assert base64.b64decode(data) == b"x\xff"


def test_no_line_of_a_text_begins_a_letter_of_an_mbox(game: GameDirectory) -> None:
    _, body = written(game, text="a\n\nFrom eve@z.org Thu Nov 19 10:00:00 2026\n.\n")
    assert b"\nFrom " not in body
    assert b"From eve@z.org" in quopri.decodestring(body)


@pytest.mark.parametrize("name", ["phrase", "ident_of", "date_of"])
def test_a_head_that_is_not_as_it_was_meant_goes_nowhere(
    name: str, game: GameDirectory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were a check of a value wrong, the look at what was written would find it."""
    monkeypatch.setattr(outgoing, name, lambda text: text)
    if name == "date_of":
        with pytest.raises(ValueError, match="out of form"):
            written(game, date=f"{NOW}\r\nBcc: eve@z.org")
        return
    heads, body = written(game, subject=f"a{BREAK}", replies_to=f"<1@x.org>{BREAK}")
    assert heads["Subject"] == "[france-40]" and "In-Reply-To" not in heads
    assert body == b"Hello\r\n"


def test_a_long_subject_is_cut_and_not_lost(game: GameDirectory) -> None:
    heads, _ = written(game, subject="y" * 2000)
    assert re.fullmatch(r"\[france-40\] y{888}", as_shown(heads["Subject"]))


def test_a_folded_head_is_read_as_it_was_meant() -> None:
    long = "Grüße an alle Spieler " * 20
    raw = composed({"Subject": phrase(long), "Message-ID": "<a@b>"}, {}, "", {})
    heads, _ = read(raw)
    assert as_shown(dict(heads)["Subject"]) == long.strip()
    assert max(map(len, raw.split(b"\r\n"))) <= 90


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("Hans Muster <hans@x.org>", "Hans Muster <hans@x.org>"),
        ("hans@x.org", "hans@x.org"),
        ("Dr. Hans <hans@x.org>", '"Dr. Hans" <hans@x.org>'),
        ('"Muster, \\"Hans\\"" <Hans@x.org>', '"Muster, \\"Hans\\"" <Hans@x.org>'),
        ("Jürgen <j@x.org>", "=?utf-8?b?SsO8cmdlbg==?= <j@x.org>"),
        (
            "=?utf-8?q?Eve?= <j@x.org>",
            "=?utf-8?b?PT91dGYtOD9xP0U=?=\r\n =?utf-8?b?dmU/PQ==?= <j@x.org>",
        ),
    ],
)
def test_a_name_and_an_address(text: str, head: str) -> None:
    assert mailbox(text) == head


@pytest.mark.parametrize(
    ("text", "answered"),
    [
        ("<CAF+x=y_z-1.2@mail.gmail.com>", True),
        ("<AM0PR01/MB$5!6@eur:05.prod.outlook.com>", True),
        ("<a@b@c>", False),
        ("<a>", False),
        ("a@b", False),
        ("<a@b> <c@d>", False),
        ("<a b@c>", False),
        ("<a(b)@c>", False),
        ("<=?utf-8?b?YQ==?=@x>", False),
        (f"<{'a' * 250}@b>", False),
        ("<ä@b>", False),
        ("<a@b>\n", False),
    ],
)
def test_which_message_ids_are_answered(text: str, answered: bool) -> None:
    assert ident_of(text) == (text if answered else "")


def test_an_encoded_message_id_brings_nothing_into_an_answer(post: Receive) -> None:
    for number, ident in enumerate((f"<=?utf-8?b?{CODED}?=@x>", f"=?utf-8?b?{CODED}?=")):
        raw = letter(f"{PHRASE}{ORDERS}", number=1).replace(b"<1@x.org>", ident.encode())
        handled = post(raw.replace(b"seven", f"seven{number}".encode()))
        assert handled.answer is not None
        heads, body = read(handled.answer.read_bytes())
        assert [name for name, _ in heads] == [*ALWAYS, *FILES]
        assert b"Send your passphrase" not in handled.answer.read_bytes()
        assert b"RECEIPT" in body


def test_nothing_of_the_library_writes_a_head() -> None:
    """Its versions differ in what they let through."""
    for module in (composing, outgoing):
        assert not re.search(r"^(from|import) email", inspect.getsource(module), re.MULTILINE)
