"""What of a letter is no part of a file though it looks like orders: nothing is lost in silence."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from post.conftest import Receive
from post.letters import ORDERS, PHRASE, letter, made
from post.test_receiving import answer, text_of
from season.programs import PROGRAMS, Typed

from pbem.moderation.form import form
from pbem.post.contents import MOST_FILES, contents_of
from pbem.post.letters import read_letter
from pbem.store.directory import GameDirectory

BATTLES = "battles:\n- {at: Alsace-Lorraine, lose: [infantry]}\n"
AT = 8  # the line below those of PHRASE and ORDERS
MARKS = {
    "--": "--\n",
    "____________": "____________\n",
    "From: me": "From: me\nTo: you\n",
    "-----Original Message-----": "-----Original Message-----\n",
}


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("orders", [BATTLES, BATTLES.splitlines()[1], "standing: hans\n"])
def test_orders_below_a_line_that_ends_a_letter_are_told(
    mark: str, orders: str, game: GameDirectory, post: Receive
) -> None:
    handled = post(letter(f"{PHRASE}{ORDERS}{MARKS[mark]}{orders}"))
    assert handled.outcome == "counts"
    assert BATTLES not in (game.root / "orders/hans.yaml").read_text()
    line = AT + MARKS[mark].count("\n")
    told = f"below the line '{mark}' (letter:{AT}), at letter:{line} ("
    assert handled.told[-1].startswith(told)
    assert "stands what looks like orders; it was not read: write it above" in handled.told[-1]
    assert handled.told[-1] in text_of(answer(handled))


BLOCK = "- units:\n    artillery: 1\n  from: Bavaria\n  to: Alsace-Lorraine\n"
BRACES = "{units: {artillery: 1}, from: Bavaria, to: Alsace-Lorraine}\n"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (f"\nAnd also please\n\n{BLOCK}", "at letter:11 (- units:), outside any file,"),
        (f"--\n{BLOCK}", "at letter:9 (- units:),"),
        ("--\n- from: Bavaria\n  units: {artillery: 1}\n", "at letter:9 (- from: Bavaria),"),
        (f"* {BRACES}", "at letter:8 (* {units: {artillery),"),
        (f"– {BRACES}", "at letter:8 (– {units: {artillery),"),
        (f"• {BRACES}", "at letter:8 (• {units: {artillery),"),
        (f"PS: - {BRACES}", "at letter:8 (- {units: {artillery), outside any file,"),
        (f"\nP.S. and please - {BRACES}", "at letter:9 (- {units: {artillery),"),
        (f"ps: {BRACES}", "at letter:8 ({units: {artillery:),"),
        (f"Regards: * {BRACES}", "at letter:8 (* {units: {artillery),"),
        ("--\nluck: nine\n", "at letter:9 (luck),"),
        ("____________\npreset: club\n", "at letter:9 (preset),"),
        ("--\ndeputy: anna\n", "at letter:9 (deputy),"),
    ],
)
def test_orders_as_other_hands_and_programs_write_them_are_told(
    said: str, told: str, post: Receive
) -> None:
    handled = post(letter(f"{PHRASE}{ORDERS}{said}"))
    assert handled.outcome == "counts"
    assert told in handled.told[-1]
    assert "stands what looks like orders" in handled.told[-1]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            f"{ORDERS}\n> {BATTLES.replace(chr(10), chr(10) + '> ')}",
            "in what is quoted, at letter:9",
        ),
        (f"{BATTLES}\n{ORDERS}", "at letter:2 (battles), outside any file,"),
        (f"Hello,\n{BATTLES}", "at letter:3 (battles), outside any file,"),
        (
            f"{ORDERS}-- \n> answers: hans\n> questions:\n> - path: a\n>   answer: gold\n",
            "in what is quoted, at letter:12 (answer)",
        ),
    ],
)
def test_orders_elsewhere_are_told(said: str, told: str, post: Receive) -> None:
    handled = post(letter(f"{PHRASE}{said}"))
    assert told in handled.told[-1]
    assert handled.told[-1] in text_of(answer(handled))


@pytest.mark.parametrize(
    "said",
    [
        "-- \nHans Muster, Attack: now\nattack: the best defence\n",
        "--\nbattles:\nnone this time\n",
        "--\n# battles:\n# - {at: Paris}\nbattles:  # (9.1)\n# - {at: Paris}\ncombat_moves:\n",
        "____________\nsupply: we have none; standing: 3rd here\nhttps://x.org {list: a}\n",
        "> protest: I object, and so on\n> answer: no\n",
        "Protest: no, never.\n-- \nHans\n",
        "\nSee you:\n\n- Friday: at the club\n  Saturday: at home\n* Bread\n– and {wine}\n",
        "\nWe need\n\n- games:\n- and dice\n",
        "PS: I said - {soon}; well-{known: yes}; {so: it, is}\n> PS: - {units: {artillery: 1}}\n",
        "-- \nPress: Hans Muster\nluck:\nLuck is all\n",
        "-----Original Message-----\nwindow: france-40 x\nplayer: hans\nluck: six\n",
        "\n> luck: six\n> - units:\n>     artillery: 1\n",
    ],
)
def test_what_is_no_orders_is_passed_over_in_silence(said: str, post: Receive) -> None:
    handled = post(letter(f"{PHRASE}{ORDERS}{said}"))
    assert not [line for line in handled.told if "looks like orders" in line]


def moderators(text: str) -> EmailMessage:
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"], mail["Subject"] = "mod@club.org", "[france-40] run 1"
    mail["Message-ID"] = "<run-001@club.org>"
    mail.set_content(text)
    return message_from_bytes(mail.as_bytes(), EmailMessage, policy=policy.default)


@pytest.mark.parametrize("program", sorted(PROGRAMS))
def test_the_form_that_a_mail_program_quotes_is_no_alarm(program: str, game: GameDirectory) -> None:
    older = f"Your form:\n\n{form(game.game, game.state(), 'hans', None)}\nSend it back.\n"
    typed = Typed(program, "hans@x.org", "mod@club.org", 1, ORDERS, "x y z", moderators(older))
    raw = PROGRAMS[program].write(typed)
    found = contents_of(game.game.system, read_letter(raw, "x.eml"))
    assert ([item.kind for item in found.files], found.lost) == (["orders"], ())


@pytest.mark.parametrize("program", sorted({*PROGRAMS} - {"ruth", "marie", "gino", "walt"}))
def test_orders_that_a_mail_program_quotes_are_told(program: str, game: GameDirectory) -> None:
    """Of those that quote at all."""
    older = f"{ORDERS}{BATTLES}"
    typed = Typed(program, "hans@x.org", "mod@club.org", 1, ORDERS, "x y z", moderators(older))
    raw = PROGRAMS[program].write(typed)
    found = contents_of(game.game.system, read_letter(raw, "x.eml"))
    assert ([item.kind for item in found.files], len(found.lost)) == (["orders"], 1)


@pytest.mark.parametrize("name", ["orders.html", "orders", "orders.doc"])
def test_orders_in_a_part_that_is_not_opened_are_told(name: str, post: Receive) -> None:
    handled = post(made(PHRASE + ORDERS, attached={name: BATTLES.encode()}))
    assert handled.outcome == "counts"
    told = f"at {name}:1 (battles) stands what looks like orders; {name} was not opened: give it a"
    assert handled.told[-1].startswith(told)
    assert handled.told[-1] in text_of(answer(handled))


def test_what_is_not_opened_and_is_no_text_is_named_in_the_receipt_alone(post: Receive) -> None:
    files = {"a.png": b"\x89PNG\0" + BATTLES.encode(), "b.csv": b"a,b\n1,2\n"}
    handled = post(made(PHRASE + ORDERS, attached=files))
    assert (handled.outcome, len(handled.told)) == ("counts", 1)
    assert "Not opened: a.png, b.csv." in text_of(answer(handled))


def test_a_letter_of_nothing_but_such_a_part_is_answered_so(post: Receive) -> None:
    raw = letter(BATTLES, Content_Type="application/octet-stream; name=orders.doc")
    handled = post(raw)
    assert handled.outcome == "nothing"
    assert "at orders.doc:1 (battles)" in handled.told[-1]
    assert handled.told[-1] in text_of(answer(handled))


# --- the 13th file -------------------------------------------------------------------------------


def test_files_beyond_the_twelfth_are_told(post: Receive) -> None:
    said = [ORDERS.replace("seven", f"luck {number}") for number in range(14)]
    handled = post(letter(PHRASE + "---\n".join(said)))
    assert MOST_FILES == 12
    (told,) = [line for line in handled.told if "not read" in line]
    lines = [2 + number * (ORDERS.count("\n") + 1) for number in (12, 13)]
    assert told == f"12 files of a letter are read; not read: letter:{lines[0]}, letter:{lines[1]}"
    assert told in text_of(answer(handled))


def test_a_file_that_is_there_twice_is_no_further_one(game: GameDirectory) -> None:
    said = [ORDERS.replace("seven", f"luck {number % 12}") for number in range(20)]
    found = contents_of(game.game.system, read_letter(letter("---\n".join(said)), "x.eml"))
    assert (len(found.files), found.lost) == (12, ())


def test_attachments_beyond_the_twelfth_are_told_by_name(post: Receive) -> None:
    files = {f"{n}.yaml": ORDERS.replace("seven", f"luck {n}").encode() for n in range(10, 24)}
    handled = post(made(PHRASE, attached=files))
    (told,) = [line for line in handled.told if "not read" in line]
    assert told.endswith("not read: 22.yaml:1, 23.yaml:1")
