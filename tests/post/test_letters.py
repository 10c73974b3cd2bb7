"""What can be read of a letter, whatever its mail program made of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from post.letters import ORDERS, letter, made

from pbem.post.bodies import html_text, unflowed
from pbem.post.boxes import letters_at
from pbem.post.cleaning import files_in
from pbem.post.heads import decoded
from pbem.post.letters import MAX_LETTER, Handed, read_letter

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
    read_letter(head + b"\n\n" + ORDERS.encode(), "a.eml")


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
