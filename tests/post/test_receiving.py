"""Letters received into a game: what counts, what is refused, what is answered, what is kept."""

from __future__ import annotations

import json
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from post.conftest import NOW, Receive
from post.letters import ORDERS, PHRASE, STANDING, letter, made

from pbem.cli import main
from pbem.core.data.findings import FileTrouble
from pbem.core.orders.orders import sha256
from pbem.post import carrying
from pbem.post.letters import Handed, read_letter
from pbem.post.receiving import Handled, receive
from pbem.store.directory import GameDirectory
from pbem.store.runs import play


def answer(handled: Handled) -> EmailMessage:
    assert handled.answer is not None
    mail = message_from_bytes(handled.answer.read_bytes(), policy=policy.default)
    assert isinstance(mail, EmailMessage)
    return mail


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def outbox(game: GameDirectory) -> list[str]:
    return sorted(path.name for path in (game.root / "outbox").glob("*"))


def test_orders_count_and_are_answered(game: GameDirectory, post: Receive) -> None:
    handled = post(letter())
    assert handled.outcome == "counts"
    kept = (game.root / "orders/hans.yaml").read_text()
    assert kept == f"\n{ORDERS}"  # the line of the passphrase is blank: the others keep numbers
    mail = answer(handled)
    assert (mail["To"], mail["In-Reply-To"]) == ("Hans Muster <hans@x.org>", "<1@x.org>")
    assert mail["Subject"] == "[france-40] received (letter 1)"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert "combat_moves 1: 4 Infantry: Bavaria > Alsace-Lorraine" in text_of(mail)
    (attached,) = mail.iter_attachments()
    assert attached.get_payload(decode=True) == kept.encode()
    assert sha256(kept.encode()) in text_of(mail)


def test_what_was_received_is_played(game: GameDirectory, post: Receive) -> None:
    post(letter())
    assert play(GameDirectory(game.root)).outcome.state.clock.run == 1
    assert (game.root / "runs/1/inputs/orders/hans.yaml").read_text() == f"\n{ORDERS}"


def test_the_newest_file_replaces_and_never_joins(game: GameDirectory, post: Receive) -> None:
    post(letter())
    other = ORDERS.replace("infantry: 4", "infantry: 1").replace("luck: seven\n", "")
    assert post(letter(PHRASE + other, number=2)).outcome == "counts"
    assert (game.root / "orders/hans.yaml").read_text() == f"\n{other}"
    kept = sorted((game.root / "mail/received").glob("*/1.yaml"))
    assert [path.read_text() for path in kept] == [f"\n{ORDERS}", f"\n{other}"]


def test_a_bad_file_says_what_still_counts(game: GameDirectory, post: Receive) -> None:
    bad = PHRASE + ORDERS.replace("combat_moves", "combat_movs")
    first = post(letter(bad))
    assert first.outcome == "bad"
    assert "nothing of yours counts yet" in text_of(answer(first))
    assert not (game.root / "orders/hans.yaml").exists()
    post(letter(number=2))
    mail = text_of(answer(post(letter(bad, number=3))))
    mark = sha256(f"\n{ORDERS}".encode())[:8]
    assert f"your earlier file still counts (SHA-256 {mark})" in mail
    assert "letter:6:1: error" in mail  # the place in his letter
    assert (game.root / "orders/hans.yaml").read_text() == f"\n{ORDERS}"


def test_a_file_of_an_older_window_does_not_still_count(game: GameDirectory, post: Receive) -> None:
    (game.root / "orders/hans.yaml").write_text(ORDERS.replace("1940-jul.1", "1940-jan.1"))
    bad = post(letter(PHRASE + ORDERS.replace("combat_moves", "combat_movs")))
    assert "nothing of yours counts yet" in text_of(answer(bad))


def test_a_letter_that_came_before_changes_nothing(game: GameDirectory, post: Receive) -> None:
    post(letter())
    post(letter(PHRASE + ORDERS.replace("infantry: 4", "infantry: 1"), number=2))
    handled = post(letter())
    assert (handled.outcome, handled.number) == ("known", 1)
    assert "infantry: 1" in (game.root / "orders/hans.yaml").read_text()
    assert len(outbox(game)) == 2


def test_a_copy_with_a_lists_footer_is_known_by_its_id(post: Receive) -> None:
    post(letter())
    footer = f"{PHRASE}{ORDERS}\n____________________________________\nA list\n"
    assert post(letter(footer)).outcome == "known"


def test_an_id_that_a_stranger_used_first_bars_nobody(post: Receive) -> None:
    assert post(letter(sender="eve@z.org")).outcome == "refused"
    assert post(letter()).outcome == "counts"


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (letter(sender="eve@z.org"), "hans, who writes from hans@x.org"),
        (letter(ORDERS), "hans without the right passphrase"),
        (letter(f"passphrase: wrong horse battery\n{ORDERS}"), "without the right passphrase"),
        (letter(f"> {PHRASE}{ORDERS}"), "hans without the right passphrase"),
        (letter(PHRASE + STANDING), "anna, who writes from anna@y.org"),
        (letter("standing: eve\n", sender="eve@z.org"), "'eve', who is none of"),
        (letter(sender="hans@x.org, eve@z.org"), "hans, who writes from hans@x.org"),
        (letter(sender='"hans@x.org" <eve@z.org>'), "hans, who writes from hans@x.org"),
    ],
)
def test_what_is_not_his_is_told_to_the_moderator_alone(
    raw: bytes, why: str, game: GameDirectory, post: Receive
) -> None:
    handled = post(raw)
    assert (handled.outcome, handled.answer) == ("refused", None)
    assert why in handled.told[0]
    assert not outbox(game)
    assert not (game.root / "orders/hans.yaml").exists()
    assert not (game.root / "standing/anna.yaml").exists()


def test_a_file_from_the_moderators_own_hand_needs_no_passphrase(
    game: GameDirectory, post: Receive
) -> None:
    assert post(ORDERS.encode()).outcome == "refused"
    own = read_letter(ORDERS.encode(), "hans.yaml", Handed.BY_HAND)
    handled = receive(GameDirectory(game.root), own, NOW)
    assert (handled.outcome, handled.told[0]) == ("counts", "handed in by the moderator")
    assert "handed in by the moderator" in text_of(answer(handled))  # Hans is told, too
    assert receive(GameDirectory(game.root), own, NOW).outcome == "known"
    assert (game.root / "orders/hans.yaml").read_bytes() == ORDERS.encode()


def test_a_deputy_writes_from_his_own_address(game: GameDirectory, post: Receive) -> None:
    roster = game.root / "game.yaml"
    away = ", deputy: anna, absent: [{from: 2026-11-01, to: 2026-11-30, then: deputy}]}"
    text = roster.read_text().replace("zone: Europe/Berlin}", f"zone: Europe/Berlin{away}")
    roster.write_text(f"{text}deadlines: {{1: 2026-11-20}}\n")
    said = ORDERS.replace("player: hans\n", "player: hans\ndeputy: anna\n")
    assert post(letter(PHRASE + said)).outcome == "refused"
    handled = post(letter(said, sender="anna@y.org", number=2))
    assert handled.outcome == "counts"
    assert answer(handled)["To"] == "anna@y.org"
    assert (game.root / "orders/hans-by-anna.yaml").read_text() == said


@pytest.mark.parametrize("deputy", ["hans", "eve"])
def test_who_calls_himself_a_deputy_gets_no_receipt_of_anothers_orders(
    deputy: str, game: GameDirectory, post: Receive
) -> None:
    said = ORDERS.replace("player: hans\n", f"player: anna\ndeputy: {deputy}\n")
    assert post(letter(PHRASE + said)).outcome == "refused"
    assert not outbox(game)


def test_a_player_who_names_no_deputy_of_his_is_answered_himself(post: Receive) -> None:
    said = ORDERS.replace("player: hans\n", "player: hans\ndeputy: anna\n")
    handled = post(letter(PHRASE + said))
    assert handled.outcome == "bad"
    assert answer(handled)["To"] == "Hans Muster <hans@x.org>"


def test_a_letter_may_hold_several_files(game: GameDirectory, post: Receive) -> None:
    both = f"{PHRASE}{ORDERS}\nstanding: hans\npreset: club\n"
    handled = post(letter(both))
    assert handled.outcome == "counts"
    assert (game.root / "standing/hans.yaml").exists()
    assert len(list(answer(handled).iter_attachments())) == 2


def test_two_contradictory_files_count_neither(game: GameDirectory, post: Receive) -> None:
    raw = made(
        PHRASE + ORDERS,
        attached={"hans.yaml": ORDERS.replace("infantry: 4", "infantry: 1").encode()},
    )
    handled = post(raw)
    assert handled.outcome == "bad"
    assert "none counts" in handled.told[0]
    assert not (game.root / "orders/hans.yaml").exists()


def test_an_attachment_that_the_body_repeats_is_one(game: GameDirectory, post: Receive) -> None:
    assert post(made(PHRASE + ORDERS, attached={"hans.yaml": ORDERS.encode()})).outcome == "counts"


def test_a_letter_without_files_is_answered_to_players_alone(post: Receive) -> None:
    known = post(letter("Hello Bob, what is due?\n"))
    assert known.outcome == "nothing"
    assert "An order file begins with" in text_of(answer(known))
    assert post(letter("Buy watches!\n", sender="spam@z.org", number=2)).answer is None


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"X_Autoreply": "yes"},
        {"Precedence": "auto_reply"},
        {"Content_Type": "multipart/report; boundary=x"},
    ],
    ids=str,
)
def test_a_program_is_never_answered(
    headers: dict[str, str], game: GameDirectory, post: Receive
) -> None:
    assert post(letter(**headers)).outcome == "robot"
    assert not outbox(game)
    assert not (game.root / "orders/hans.yaml").exists()


RELAYED = (
    {"Precedence": "bulk"},
    {"Precedence": "junk"},
    {"Auto_Submitted": "auto-forwarded"},
    {"X_Autogenerated": "yes"},
    {"Return_Path": "<>"},
)


@pytest.mark.parametrize("headers", RELAYED, ids=str)
def test_files_that_a_program_passed_on_are_read_and_their_writer_is_not_answered(
    headers: dict[str, str], game: GameDirectory, post: Receive
) -> None:
    handled = post(letter(**headers))
    assert (handled.outcome, handled.answer) == ("counts", None)
    assert "not answered" in handled.told[-1]
    assert (game.root / "orders/hans.yaml").is_file()
    assert not outbox(game)


@pytest.mark.parametrize("headers", RELAYED, ids=str)
def test_what_a_program_passed_on_of_somebody_else_is_refused(
    headers: dict[str, str], game: GameDirectory, post: Receive
) -> None:
    assert post(letter(ORDERS, **headers)).outcome == "refused"
    assert (
        post(letter(PHRASE + ORDERS, sender="eve@z.org", number=2, **headers)).outcome == "refused"
    )
    assert not (game.root / "orders/hans.yaml").exists()
    assert not outbox(game)


@pytest.mark.parametrize("headers", RELAYED, ids=str)
def test_an_absence_notice_that_quotes_a_form_puts_nothing_in_its_place(
    headers: dict[str, str], game: GameDirectory, post: Receive
) -> None:
    post(letter())
    before = (game.root / "orders/hans.yaml").read_bytes()
    form = ORDERS.partition("luck")[0].replace("\n", "\n> ")
    handled = post(letter(f"{PHRASE}I am away.\n\n> {form}\n", number=2, **headers))
    assert handled.outcome == "robot"
    assert (game.root / "orders/hans.yaml").read_bytes() == before


@pytest.mark.parametrize(
    ("said", "headers", "code"),
    [
        (PHRASE + ORDERS, {}, 0),
        (PHRASE + ORDERS, {"Precedence": "bulk"}, 1),
        ("I am away until Monday.\n", {"Precedence": "bulk"}, 0),
        ("I am away until Monday.\n", {"Auto_Submitted": "auto-replied"}, 0),
    ],
    ids=["his own", "passed on", "away", "replied"],
)
def test_the_exit_code_tells_of_files_that_nobody_is_answered_for(
    said: str, headers: dict[str, str], code: int, game: GameDirectory, tmp_path: Path
) -> None:
    path = tmp_path / "one.eml"
    path.write_bytes(letter(said, **headers))
    assert main(["receive", str(path), "--game", str(game.root)]) == code


def test_what_a_stopped_command_left_is_done_by_the_next(
    game: GameDirectory, post: Receive, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(carrying, "write_file", _power_cut)
        with pytest.raises(KeyboardInterrupt):
            post(letter())
    assert not (game.root / "orders/hans.yaml").exists()
    handled = post(letter())
    assert handled.outcome == "known"
    assert (game.root / "orders/hans.yaml").exists()
    assert outbox(game) == ["in-00001-receipt-hans.eml"]


def _power_cut(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_an_answer_that_was_sent_is_not_written_again(game: GameDirectory, post: Receive) -> None:
    post(letter())
    (game.root / "sent").mkdir()
    name = "in-00001-receipt-hans.eml"
    (game.root / "outbox" / name).rename(game.root / "sent" / name)
    (folder,) = (game.root / "mail/received").iterdir()
    (folder / "done").unlink()
    assert post(letter()).outcome == "known"
    assert not outbox(game)


def test_without_settings_nothing_is_answered(
    game: GameDirectory, tmp_path: Path, post: Receive
) -> None:
    (tmp_path / "mail.yaml").unlink()
    handled = post(letter())
    assert (handled.outcome, handled.answer) == ("counts", None)


@pytest.mark.parametrize(
    "places",
    [{"../../../keys": "orders/k.yaml"}, {"1.yaml": "keys"}, {"1.yaml": "../x.yaml"},
     {"1.yaml": "standing/../keys.yaml"}, {"1.yaml": "runs/1/inputs/orders/hans.yaml"}],
)  # fmt: skip
def test_a_record_that_names_other_files_than_its_own_is_damaged(
    game: GameDirectory, post: Receive, places: dict[str, str]
) -> None:
    post(letter(PHRASE + ORDERS))
    (path,) = game.root.glob("mail/received/*/record.json")
    (path.parent / "done").unlink()
    path.write_text(json.dumps(json.loads(path.read_text()) | {"places": places}))
    keys = (game.root / "keys").read_bytes()
    with pytest.raises(FileTrouble, match="this record is damaged"):
        post(letter("Hi", number=2))
    assert (game.root / "keys").read_bytes() == keys


ODD: dict[str, object] = {
    "guesses": "hans", "came": 5, "from": ["x"], "files": ["x"], "places": [], "protests": "1.yaml",
    "waiting": [1], "to": None, "over": {}, "written": 1, "said": [],
}  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["{", "[" * 200_000, '{"a":' * 100_000, "[]", *(f"+{key}" for key in ODD),
     '+guesses={"hans": "x"}', '+guesses={"hans": -1}', "+guesses=[1]"],
)  # fmt: skip
def test_a_damaged_record_is_told(game: GameDirectory, post: Receive, text: str) -> None:
    post(letter())
    (record,) = (game.root / "mail/received").glob("*/record.json")
    key, _, value = text.removeprefix("+").partition("=")
    more = {key: json.loads(value) if value else ODD.get(key)}
    kept = json.loads(record.read_text())
    record.write_text(json.dumps({**kept, **more}) if text.startswith("+") else text)
    with pytest.raises(FileTrouble, match="this record is damaged"):
        post(letter(PHRASE + ORDERS, number=1).replace(b"seven", b"eight"))


def test_the_same_letter_makes_the_same_answer(game: GameDirectory, tmp_path: Path) -> None:
    raw = letter()
    first = receive(game, read_letter(raw, "a.eml"), NOW).answer
    assert first is not None
    told = first.read_bytes()
    first.unlink()
    (folder,) = (game.root / "mail/received").iterdir()
    (folder / "done").unlink()
    receive(GameDirectory(game.root), read_letter(raw, "b.eml"), NOW)
    assert first.read_bytes() == told


@pytest.mark.parametrize("mark", ["On Friday Mod wrote:\n> ", "-----Original Message-----\n"])
def test_the_form_that_a_reply_quotes_is_no_file_beside_what_is_attached(
    mark: str, game: GameDirectory, post: Receive
) -> None:
    """As answers to questions come: filled in and attached, the questions quoted below."""
    form = ORDERS.replace("infantry: 4", "infantry: 1")
    quoted = form.replace("\n", "\n> ") if mark.endswith("> ") else form
    body = f"{PHRASE}\nMine are attached.\n\n{mark}{quoted}"
    handled = post(made(body, attached={"hans.yaml": ORDERS.encode()}))
    assert (handled.outcome, len(handled.told)) == ("counts", 1)
    assert (game.root / "orders/hans.yaml").read_text() == ORDERS
    assert "Not read: what your letter quotes" in text_of(answer(handled))
    bare = post(made(body, attached={"x.txt": b"nothing"}).replace(b"parts@", b"bare@"))
    assert bare.outcome == "counts"  # what was typed into the quoted form
    assert "Not read" not in text_of(answer(bare))
    assert "infantry: 1" in (game.root / "orders/hans.yaml").read_text()


def dated(said: str, date: str, number: int, sender: str = "hans@x.org") -> bytes:
    return letter(said, sender=sender, number=number, Date=date)


def test_what_comes_last_counts_but_an_older_date_is_told(
    game: GameDirectory, post: Receive
) -> None:
    other = ORDERS.replace("infantry: 4", "infantry: 1")
    post(dated(PHRASE + ORDERS, "Fri, 20 Nov 2026 12:00:00 +0100", 1))
    late = post(dated(PHRASE + other, "Fri, 20 Nov 2026 10:59:59 +0000", 2))
    assert late.outcome == "counts"
    assert "infantry: 1" in (game.root / "orders/hans.yaml").read_text()
    dates = "its letter was written 2026-11-20 10:59:59, the one before it 2026-11-20 11:00:00"
    assert f"in place of any before it, though {dates} (UTC)" in late.told[0]
    assert late.told[0] in text_of(answer(late))
    again = post(dated(PHRASE + ORDERS.replace("4", "2"), "Fri, 20 Nov 2026 11:00:00 +0000", 3))
    assert "though" not in again.told[0]


@pytest.mark.parametrize("date", ["", "yesterday", "Fri, 20 Nov 2026 11:00:00 +0000"])
def test_a_date_that_tells_nothing_is_passed_over(date: str, post: Receive) -> None:
    post(dated(PHRASE + ORDERS, "Fri, 20 Nov 2026 11:00:00 +0000", 1))
    assert "though" not in post(dated(f"{PHRASE}{ORDERS}press: x\n", date, 2)).told[0]


def test_dates_of_files_for_other_things_are_not_compared(
    game: GameDirectory, post: Receive
) -> None:
    post(dated(PHRASE + ORDERS, "Fri, 20 Nov 2026 11:00:00 +0000", 1))
    own = STANDING.replace("anna", "hans")
    assert "though" not in post(dated(PHRASE + own, "Fri, 20 Nov 2026 10:00:00 +0000", 2)).told[0]
    old = (game.root / "orders/hans.yaml").read_text().replace("1940-jul.1", "1940-jan.1")
    (game.root / "orders/hans.yaml").write_text(old)  # of a window that was played
    late = post(dated(f"{PHRASE}{ORDERS}press: x\n", "Fri, 20 Nov 2026 10:00:00 +0000", 3))
    assert "though" not in late.told[0]
    (game.root / "orders/hans.yaml").unlink()
    late = post(dated(f"{PHRASE}{ORDERS}press: y\n", "Fri, 20 Nov 2026 09:00:00 +0000", 4))
    assert "though" not in late.told[0]
