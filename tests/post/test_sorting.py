"""Many games and one letter: each game takes the files that name it, and nobody waits in vain."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from post.conftest import NOW, ROSTER
from post.letters import ORDERS, letter, made
from post.test_receiving import answer, text_of

from pbem.cli import main
from pbem.post.intake import Intake, Row
from pbem.post.sorting import games_under
from pbem.store.create import create
from pbem.store.directory import GameDirectory
from pbem.store.files import HANDED_OVER, locked

ONE, TWO = (ORDERS.replace("france-40", name) for name in ("cup-1", "cup-2"))
MINE = "standing: hans\npreset: club\n"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games of the same two players, and a third of others."""
    root = tmp_path_factory.mktemp("club")
    for name in ("cup-1", "cup-2", "other"):
        create(root / name, "gw", "france-1940", game=name, seed="post")
        roster = root / name / "game.yaml"
        text = roster.read_text()
        for player, seat in ROSTER.items():
            begin = text.index(f"  {player}: {{")
            text = text[:begin] + f"  {player}: {seat}" + text[text.index("\n", begin) :]
        if name == "other":
            text = text.replace("hans@x.org", "otto@x.org").replace("anna@y.org", "olga@y.org")
        roster.write_text(text)
    (root / "mail.yaml").write_text("format: pbem-mail/1\nfrom: Mod <mod@club.org>\n")
    return root


@pytest.fixture
def club(begun: Path, tmp_path: Path) -> Path:
    shutil.copytree(begun, tmp_path / "club")
    return tmp_path / "club"


def take(club: Path, raw: bytes) -> list[Row]:
    return [*Intake(games_under(club)).take("letter.eml", raw, NOW)]


def came_to(rows: list[Row]) -> list[tuple[str, str, int]]:
    return [(row.game, row.handled.outcome, row.handled.number) for row in rows]


def test_two_files_for_two_games_each_go_to_their_own(club: Path) -> None:
    rows = take(club, made(ONE, attached={"two.yaml": TWO.encode()}))
    assert came_to(rows) == [("cup-1", "counts", 1), ("cup-2", "counts", 1)]
    for row in rows:
        root = club / row.game
        assert f"window: {row.game} " in (root / "orders/hans.yaml").read_text()
        (kept,) = (root / "mail/received").iterdir()
        assert (kept / "letter.eml").read_bytes() == row.letter.raw
        assert len(list(kept.glob("*.yaml"))) == 1
        mail = answer(row.handled)
        assert str(mail["Subject"]).startswith(f"[{row.game}] received")
        assert f"window: {row.game} " in "".join(
            part.get_payload(decode=True).decode()
            for part in mail.iter_attachments()  # type: ignore[union-attr]
        )
        assert len(row.handled.told) == 1
    assert came_to(take(club, rows[0].letter.raw)) == [("cup-1", "known", 1), ("cup-2", "known", 1)]


def test_the_file_decides_and_not_the_tag(club: Path) -> None:
    rows = take(club, letter(TWO, subject="Re: [cup-1] run 3"))
    assert came_to(rows) == [("cup-2", "counts", 1)]
    assert not (club / "cup-1/mail/received").exists()


@pytest.mark.parametrize(
    ("said", "subject", "found"),
    [
        (f"{ONE}\n{MINE}", "orders", {"cup-1": ["orders", "standing"]}),
        (f"{TWO}\n{MINE}", "[cup-1]", {"cup-1": ["standing"], "cup-2": ["orders"]}),
        (
            f"{ONE}---\n{TWO}---\n{MINE}",
            "[cup-2]",
            {"cup-1": ["orders"], "cup-2": ["orders", "standing"]},
        ),
        (MINE, "Re: [CUP-2] run 3", {"cup-2": ["standing"]}),
        (ONE.replace("cup-1", "CUP-1"), "orders", {"cup-1": ["orders"]}),
    ],
)
def test_a_file_that_names_no_game_goes_by_the_tag_or_with_the_others(
    said: str, subject: str, found: dict[str, list[str]], club: Path
) -> None:
    rows = take(club, letter(said, subject=subject))
    assert came_to(rows) == [(game, "counts", 1) for game in found]
    for game, kinds in found.items():
        assert [
            kind for kind in ("orders", "standing") if (club / game / kind / "hans.yaml").is_file()
        ] == kinds
        assert not [line for row in rows for line in row.handled.told if "names no game" in line]


def test_a_file_that_is_for_no_game_is_told_in_each(club: Path) -> None:
    rows = take(club, letter(f"{ONE}---\n{TWO}---\n{MINE}", subject="orders"))
    assert came_to(rows) == [("cup-1", "counts", 1), ("cup-2", "counts", 1)]
    for row in rows:
        assert row.handled.told[-1].startswith("letter (standing of hans) names no game")
        assert row.handled.told[-1] in text_of(answer(row.handled))
        assert not (club / row.game / "standing/hans.yaml").exists()


def test_anothers_game_refuses_what_bears_its_name(club: Path) -> None:
    rows = take(club, letter(f"{ONE}---\n{ORDERS.replace('france-40', 'other')}", subject="orders"))
    assert came_to(rows) == [("cup-1", "counts", 1), ("other", "refused", 1)]
    assert not list((club / "other").glob("outbox/*"))


def test_a_strangers_letter_for_many_games_is_kept_once(club: Path) -> None:
    raw = letter(f"{ONE}---\n{TWO}", sender="eve@z.org")
    first, second = take(club, raw)
    assert came_to([first, second]) == [("cup-1", "refused", 1), ("cup-2", "refused", 1)]
    assert second.handled.told[-1] == "it is kept as letter 1 of cup-1"
    assert [path.read_bytes() for path in club.rglob("letter.eml")] == [raw]
    assert len([*club.glob("cup-*/mail/received/*/record.json")]) == 2
    assert came_to(take(club, raw)) == [("cup-1", "known", 1), ("cup-2", "known", 1)]


def test_a_letter_that_counts_somewhere_is_whole_there(club: Path) -> None:
    """A game may go to another moderator, with all that came of its players."""
    take(club, raw := letter(f"{ONE}---\n{TWO}"))
    assert [path.read_bytes() for path in club.rglob("letter.eml")] == [raw, raw]


@pytest.mark.parametrize(
    ("said", "subject", "why"),
    [
        (MINE, "my orders", "it says of no game that it is for it"),
        (MINE, "[cup-1] [cup-2]", "its subject names several games: cup-1, cup-2"),
        ("Hello?\n", "hello", "it says of no game that it is for it"),
    ],
)
def test_a_player_of_several_games_learns_that_his_names_none(
    said: str, subject: str, why: str, club: Path
) -> None:
    raw = letter(said, subject=subject)
    (row,) = take(club, raw)
    assert came_to([row]) == [("cup-1", "unclear", 1)]
    assert row.handled.told == (why,)
    mail = text_of(answer(row.handled))
    assert f"Nothing in your letter counts: {why}. You play in cup-1, cup-2." in mail
    assert "as [cup-1], or" in mail
    assert answer(row.handled)["Subject"] == "[cup-1] nothing read (letter 1)"
    assert came_to(take(club, raw)) == [("cup-1", "known", 1)]
    assert not (club / "cup-1/standing/hans.yaml").exists()


def test_answers_that_name_no_game_end_too(club: Path) -> None:
    found = [take(club, letter(f"Ticket {n}\n", subject="x", number=n)) for n in range(5)]
    assert [rows[0].handled.answer is not None for rows in found] == [True] * 3 + [False] * 2


def test_a_stranger_gets_none_and_his_letter_stays(club: Path) -> None:
    for raw in (letter("Hello?\n", sender="eve@z.org"), letter(MINE, sender="", subject="x")):
        assert came_to(take(club, raw)) == [("", "unclear", 0)]
    assert not list(club.glob("*/mail/received"))
    assert not list(club.glob("*/outbox/*"))


def test_games_that_are_only_quoted_leave_nothing_unanswered(club: Path) -> None:
    """Two windows stand in the text, but its files are passed over for what is attached."""
    quoted = f"Both are done?\n> {ONE}> {TWO}"
    raw = made(quoted, attached={"x.yaml": MINE.encode()})
    (row,) = take(club, raw)
    assert came_to([row]) == [("cup-1", "unclear", 1)]
    assert row.handled.told == ("it names several games, and its files none of them",)
    assert "You play in cup-1, cup-2" in text_of(answer(row.handled))
    assert not (club / "cup-1/standing/hans.yaml").exists()
    stranger = raw.replace(b"hans@x.org", b"eve@z.org")
    assert came_to(take(club, stranger)) == [("", "unclear", 0)]
    tagged = raw.replace(b"Subject: orders", b"Subject: [cup-2]").replace(b"<parts@", b"<other@")
    assert came_to(take(club, tagged)) == [("cup-2", "counts", 1)]


def test_one_game_that_is_busy_does_not_lose_the_other(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = club.parent / "both.eml"
    path.write_bytes(letter(f"{ONE}---\n{TWO}", subject="orders"))
    words = ["receive", str(path), "--root", str(club), "--now", "2026-11-20 19:30 UTC"]
    with locked(club / "cup-2"):
        assert main(words) == 5
    assert "COUNTS" in capsys.readouterr().out
    assert main([*words, "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["game"], row["outcome"]) for row in rows] == [
        ("cup-1", "known"),
        ("cup-2", "counts"),
    ]


def test_a_game_that_was_handed_over_stops_no_other(club: Path) -> None:
    (club / "cup-1" / HANDED_OVER).write_text("to: Mara\n")
    rows = take(club, letter(f"{ONE}---\n{TWO}", subject="orders"))
    assert came_to(rows) == [("cup-1", "unclear", 0), ("cup-2", "counts", 1)]


def test_a_letter_that_cannot_be_sorted_stops_no_other(
    club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(text: str) -> Iterator[str]:
        raise RecursionError(text[:0])

    office = Intake(games_under(club))
    with monkeypatch.context() as patched:
        patched.setattr("pbem.post.sorting.windows_in", broken)
        (row,) = office.take("x.eml", letter(ONE), NOW)
    assert (row.game, row.handled.outcome, row.handled.number) == ("", "failed", 0)
    assert row.handled.told == (
        "the program failed at it: RecursionError", "it stays where it is, and no game keeps it",
    )  # fmt: skip
    assert GameDirectory(club / "cup-1").latest.number == 0
    (row,) = office.take("x.eml", letter(ONE), NOW)
    assert row.handled.outcome == "counts"


def test_a_game_that_is_damaged_stops_no_letter_of_the_others(club: Path) -> None:
    intake = Intake(games_under(club))
    assert came_to([*intake.take("0.eml", letter(ONE), NOW)]) == [("cup-1", "counts", 1)]
    (record,) = club.glob("cup-1/mail/received/*/record.json")
    record.write_text("{")
    intake = Intake(games_under(club))
    (row,) = intake.take("1.eml", letter(ONE, number=2), NOW)
    assert (row.game, row.handled.outcome) == ("cup-1", "unclear")
    assert "this record is damaged" in row.handled.told[0]
    assert row.handled.told[1] == "the letter stays where it is until that is mended"
    assert came_to([*intake.take("2.eml", letter(TWO, number=3), NOW)]) == [("cup-2", "counts", 1)]
