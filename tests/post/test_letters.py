"""What can be read of a letter, whatever its mail program made of it."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from random import Random
from time import process_time

import pytest
from post.conftest import NOW
from post.letters import ORDERS, letter, made
from post.odd import ODD, slip_of, wrong_with

from pbem.core.data.findings import UsageError
from pbem.post.bodies import html_text, unflowed
from pbem.post.boxes import files_by_hand, letters_at
from pbem.post.cleaning import files_in
from pbem.post.heads import decoded
from pbem.post.letters import MAX_LETTER, Handed, read_letter
from pbem.post.receiving import receive
from pbem.store.directory import GameDirectory

SECTIONS = ("combat_moves",)


def orders_of(raw: bytes) -> list[str]:
    """The files of a letter, without the blank lines before them."""
    texts = read_letter(raw, "a.eml").texts
    return [said.lstrip("\n") for text in texts for said in files_in(text.said, SECTIONS)]


def test_a_file_is_the_moderators_only_where_he_says_so() -> None:
    bare = read_letter(ORDERS.encode(), "hans.yaml")
    assert (bare.by_hand, bare.sender, bare.nobody) == (False, "", "no head says who sent it")
    own = read_letter(ORDERS.encode(), "hans.yaml", Handed.BY_HAND)
    assert (own.by_hand, own.sender, own.nobody) == (True, "", "")
    assert orders_of(ORDERS.encode()) == [ORDERS]


def test_a_letter_that_was_saved_as_text_is_a_mail() -> None:
    assert read_letter(letter(), "a.txt").sender == "hans@x.org"


@pytest.mark.parametrize(
    "said",
    [
        'press: "Grüße – Köln: jetzt"\n',
        "press: “Danzig: now!”\n",
        "press: Łódź\n",
    ],
)
@pytest.mark.parametrize("charset", ["utf-8", "utf-16", "utf-16-le", "cp1252", "latin-1"])
def test_alphabets(said: str, charset: str) -> None:
    try:
        data = (ORDERS + said).encode(charset)
    except UnicodeEncodeError:
        return  # no letter in that alphabet says it
    head = f"From: hans@x.org\nContent-Type: text/plain; charset={charset}\n"
    coded = b"Content-Transfer-Encoding: base64\n\n"
    from base64 import encodebytes

    assert orders_of(head.encode() + coded + encodebytes(data)) == [ORDERS + said]


def test_a_wrong_alphabet_is_guessed() -> None:
    assert decoded("Köln".encode("cp1252"), "us-ascii") == "Köln"
    assert decoded("Köln".encode(), "iso-8859-1") == "Köln"
    assert decoded("“x”".encode("cp1252"), "x-unknown") == "“x”"
    assert decoded(b"\x81\x8d") == "\x81\x8d"


def test_quoted_printable() -> None:
    said = ORDERS.replace("=", "=3D").replace("from: Bavaria,", "from: Bava=\nria,")
    assert orders_of(letter(said, Content_Transfer_Encoding="quoted-printable")) == [ORDERS]


def test_html_alone() -> None:
    lines = "".join(
        f"<div>{line.replace(' ', '&nbsp;', 1) or '<br>'}</div>" for line in ORDERS.splitlines()
    )
    html = f"<html><head><style>p {{x}}</style></head><p>Hi Bob,</p>{lines}<p>Hans</p></html>"
    raw = letter(html, Content_Type="text/html; charset=utf-8")
    assert orders_of(raw) == [ORDERS]


def test_html_with_a_quoted_form_and_pre() -> None:
    assert html_text("<pre>a:\n  b: 1</pre>").rstrip("\n") == "a:\n  b: 1"
    told = html_text("x<blockquote>window: a<br>player: b</blockquote>y").split("\n")
    assert [line for line in told if line] == ["x", "> window: a", "> player: b", "y"]


def test_of_two_forms_the_plain_one_speaks() -> None:
    assert orders_of(made(ORDERS, html="<p>window: other</p>")) == [ORDERS]
    assert orders_of(made(" ", html=f"<pre>{ORDERS}</pre>")) == [ORDERS]


def test_attachments_that_are_texts_are_read_and_others_named() -> None:
    raw = made("see there", attached={"hans.yaml": ORDERS.encode(), "map.png": b"\x89PNG"})
    assert orders_of(raw) == [ORDERS]
    assert read_letter(raw, "a.eml").unread == ("map.png",)


def test_the_folder_in_an_attachments_name_is_not_followed() -> None:
    raw = made("see there", attached={"../../keys.yaml": ORDERS.encode()})
    assert [text.attached for text in read_letter(raw, "a.eml").texts] == ["", "keys.yaml"]


def test_flowed_text_is_joined() -> None:
    assert unflowed("a \nb\n") == "a b\n"
    assert unflowed("a \nb\n", delsp=True) == "ab\n"
    assert unflowed("> a \n> b\n>> c\n") == "> a b\n>> c\n"
    assert unflowed(" From here\n-- \nHans\n") == "From here\n-- \nHans\n"
    assert unflowed("> a \nb\n") == "> a \nb\n"  # what answers is no part of what is quoted
    assert unflowed("a \n-- \nHans\n") == "a \n-- \nHans\n"
    said = ORDERS.replace("from: Bavaria, ", "from: Bavaria, \n")
    assert orders_of(letter(said, Content_Type="text/plain; format=flowed")) == [ORDERS]


def test_a_letter_that_is_too_large_is_not_read() -> None:
    raw = letter("x" * MAX_LETTER)
    found = read_letter(raw, "a.eml")
    assert "MB is more than" in found.trouble
    assert found.sender == "hans@x.org"


@pytest.mark.parametrize(
    "head",
    [
        b"From: =?utf-8?b?////?= <hans@x.org>",
        b"From: \xff\xfe <hans@x.org>",
        b"From: hans@x.org\nSubject: =?x?q?",
        b"From: hans@x.org\nContent-Type: text/plain; charset=\"",
        b"From: hans@x.org\nContent-Type: ;;;=",
        b"From: hans@x.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed",
        b"From: hans@x.org\nContent-Type: multipart/mixed; boundary=",
        b"From: hans@x.org\nContent-Disposition: attachment; filename*=x''%ff",
    ],
)  # fmt: skip
def test_broken_headers_end_in_no_bug(head: bytes) -> None:
    found = read_letter(head + b"\n\n" + ORDERS.encode(), "a.eml")
    assert found.sender == "hans@x.org"
    assert found.bug is None


@pytest.mark.parametrize("name", ODD)
def test_odd_letters_are_read(name: str) -> None:
    """Each of them once stopped a command, or a reader of the library's; the next is received."""
    found = read_letter(ODD[name], "a.eml")
    assert wrong_with(found) == ""
    assert found.bug is None


def test_odd_letters_are_received(game: GameDirectory) -> None:
    for name, raw in ODD.items():
        handled = receive(GameDirectory(game.root), read_letter(raw, name), NOW)
        assert handled.outcome in ("counts", "bad", "nothing", "refused", "known"), handled
    last = receive(GameDirectory(game.root), read_letter(letter(number=99), "a"), NOW)
    assert last.outcome == "counts"


def test_400_changed_letters_are_read() -> None:
    assert slip_of(400, "sample") == ""


def test_whatever_a_letter_does_to_its_reader_it_is_one_letters_trouble(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def slip(_: bytes) -> None:
        raise RecursionError("a slip")

    monkeypatch.setattr("pbem.post.letters.heads_of", slip)
    found = read_letter(letter(), "a.eml")
    assert (found.sender, repr(found.bug)) == ("", "RecursionError('a slip')")


# --- as the library reads ------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_letters_in_order_are_read_as_the_library_reads_them(seed: int) -> None:
    """Where its readers agree among themselves: letters as it writes them itself."""
    draw = Random(f"library {seed}")
    for _ in range(50):
        mail = drawn(draw)
        mail["From"], mail["Subject"] = "Müller, Hans <hans@x.org>", "Grüße an alle " * 5
        raw = mail.as_bytes()
        found, known = read_letter(raw, "a.eml"), message_from_bytes(raw, policy=policy.default)
        assert (found.sender, found.subject) == ("hans@x.org", ("Grüße an alle " * 5).strip())
        texts = [(text.said.splitlines(), text.attached) for text in found.texts]
        wanted = [
            (part.get_payload(decode=True).decode().splitlines(), part.get_filename() or "")
            for part in known.walk()
            if part.get_content_type() in ("text/plain", "application/octet-stream")
        ]
        assert texts == wanted


def drawn(draw: Random, depth: int = 0) -> EmailMessage:
    """A letter of texts, files, letters and parts in parts."""
    mail = EmailMessage(policy=draw.choice((policy.SMTP, policy.default)))
    kind = draw.choice(("text", "text", "file", "letter", "parts", "parts"))
    said = draw.choice((f"Grüße\n{ORDERS}", "long " * 300, ".\nFrom x\n"))
    if depth < 3 and kind == "parts":
        inner = [drawn(draw, depth + 1) for _ in range(draw.randrange(1, 4))]
        mail.make_mixed()
        for part in inner:
            mail.attach(part)
    elif depth < 3 and kind == "letter":
        mail.set_content(drawn(draw, depth + 1))
    elif kind == "file":
        name = draw.choice(("a.yaml", "ü.yaml", f"{'long' * 20}.yaml", "a b's.yml", 'q"r.txt'))
        mail.set_content(said.encode(), "application", "octet-stream", filename=name)
    else:
        mail.set_content(said, cte=draw.choice(("quoted-printable", "base64", "8bit")))
    return mail


# --- who wrote it --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "robot"),
    [
        ("Auto-Submitted: auto-replied", True),
        ("Auto-Submitted: auto-generated; x=y", True),
        ("Auto-Submitted: no", False),
        ("Auto-Submitted: No (a person)", False),
        ("X-Autoreply: yes", True),
        ("X-Autoreply: no", False),
        ("X-Autorespond: away", True),
        ("X-Autogenerated: Reply", True),
        ("Precedence: bulk", True),
        ("Precedence: list", False),
        ("Return-Path: <>", True),
        ("Return-Path: <hans@x.org>", False),
        ("List-Id: <club.x.org>", False),
        ("X-Auto-Response-Suppress: All", False),
        ("X-Auto-Response-Suppress: OOF, AutoReply", False),
    ],
)
def test_which_heads_say_that_a_program_wrote(head: str, robot: bool) -> None:
    name, _, said = head.partition(": ")
    assert bool(read_letter(letter(**{name: said}), "a.eml").robot) == robot


@pytest.mark.parametrize(
    ("sender", "robot"),
    [
        ("MAILER-DAEMON@x.org", True),
        ("no-reply@x.org", True),
        ("noreply@x.org", True),
        ("bounces+hans=y.org@x.org", True),
        ("bounce-1@x.org", True),
        ("bouncer@x.org", False),
        ("hans@mailer-daemon.org", False),
    ],
)
def test_which_addresses_are_programs(sender: str, robot: bool) -> None:
    assert bool(read_letter(letter(sender=sender), "a.eml").robot) == robot


@pytest.mark.parametrize(
    ("said", "hushed"),
    [("All", True), ("OOF", True), ("DR, RN, autoreply", True), ("DR, NRN", False), ("", False)],
)
def test_who_asks_for_no_automatic_answer(said: str, hushed: bool) -> None:
    """People's letters do so where their server adds that head to all: they count as ever."""
    assert read_letter(letter(X_Auto_Response_Suppress=said), "a.eml").hushed == hushed


# --- boxes -----------------------------------------------------------------------------------


def test_an_mbox_in_its_order(tmp_path: Path) -> None:
    box = tmp_path / "box"
    lines = [b"From hans@x.org Thu Nov 19 10:00:00 2026\n", letter(number=1), b"\n>From me\n\n",
             b"From anna@y.org Thu Nov 19 11:00:00 2026\n", letter(number=2)]  # fmt: skip
    box.write_bytes(b"".join(lines))
    found = dict(letters_at(box))
    assert [name.rpartition("#")[2] for name in found] == ["1", "2"]
    first, second = (read_letter(raw, name) for name, raw in found.items())
    assert (first.ident, second.ident) == ("<1@x.org>", "<2@x.org>")
    assert b"\nFrom me\n" in first.raw


@pytest.mark.parametrize("length", [10, 1_200, 200_000])
def test_an_mbox_is_one_however_long_its_first_line_is(length: int, tmp_path: Path) -> None:
    """Beyond 1,000 bytes all of it was one letter, and the others in it were lost."""
    box = tmp_path / "box"
    begin = b"From " + b"x" * length + b"@z.org Thu Nov 19 10:00:00 2026\n"
    box.write_bytes(begin + letter(number=1) + b"\n" + begin + letter(number=2))
    found = [read_letter(raw, name).ident for name, raw in letters_at(box)]
    assert found == ["<1@x.org>", "<2@x.org>"]
    with pytest.raises(UsageError, match="an mbox"):
        list(files_by_hand([box]))


def test_a_line_that_only_begins_like_one_of_an_mbox_takes_no_time(tmp_path: Path) -> None:
    """It took the square of its length: 200,000 characters of it minutes."""
    box = tmp_path / "box"
    box.write_bytes(b"From a Thu Nov 19 10:00:00 2026\n\nFrom " + b"a" * 200_000 + b"\n")
    begin = process_time()
    assert len(list(letters_at(box))) == 1
    assert process_time() - begin < 1


def test_what_an_mbox_keeps_unescaped_is_a_letter_of_its_own(
    tmp_path: Path, game: GameDirectory
) -> None:
    """Whoever wrote it has the heads of the second; he does not have the passphrase."""
    box = tmp_path / "box"
    begin = b"From x@y.org Thu Nov 19 10:00:00 2026\n"
    inner = begin + letter(ORDERS, number=2)
    box.write_bytes(begin + letter("Hello\n\n", sender="eve@z.org") + inner)
    found = [read_letter(raw, name) for name, raw in letters_at(box)]
    assert [one.sender for one in found] == ["eve@z.org", "hans@x.org"]
    assert receive(game, found[1], NOW).outcome == "refused"
    box.write_bytes(begin + letter("Hello\n\n", sender="eve@z.org") + b">" + inner)
    assert [read_letter(raw, name).sender for name, raw in letters_at(box)] == ["eve@z.org"]


def test_a_maildir_by_arrival(tmp_path: Path) -> None:
    for part in ("cur", "new", "tmp"):
        (tmp_path / part).mkdir()
    (tmp_path / "new/200.b").write_bytes(letter(number=2))
    (tmp_path / "cur/1000.c:2,S").write_bytes(letter(number=3))
    (tmp_path / "cur/30.a:2,").write_bytes(letter(number=1))
    (tmp_path / "tmp/1.x").write_bytes(b"half")
    idents = [read_letter(raw, name).ident for name, raw in letters_at(tmp_path)]
    assert idents == ["<1@x.org>", "<2@x.org>", "<3@x.org>"]


def test_a_folder_of_files(tmp_path: Path) -> None:
    (tmp_path / "b.eml").write_bytes(letter(number=2))
    (tmp_path / "a.yaml").write_bytes(ORDERS.encode())
    (tmp_path / ".hidden").write_bytes(b"x")
    assert [Path(name).name for name, _ in letters_at(tmp_path)] == ["a.yaml", "b.eml"]
