"""Letters at which the program fails: the queue behind goes on, and nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from post.conftest import Receive
from post.games import games
from post.letters import ORDERS, PHRASE, STANDING, letter
from post.test_receiving import answer, outbox, text_of

from pbem.cli import main
from pbem.core.data.findings import AuditError, FileTrouble, PbemError
from pbem.moderation.form import form
from pbem.post import carrying, failing, letters, receiving
from pbem.post.carrying import finish
from pbem.store import checking
from pbem.store.commitments import renewed
from pbem.store.directory import GameDirectory

SCHEMA = Path(__file__).parents[2] / "schemas/cli/run.schema.json"
POISON = "note: poison\n"
SYSTEMS = ("wif/barbarossa-12", "tw/france-1940", "awaw/poland-1939", "gw/france-1940")


def poisoned(raised: BaseException) -> Any:
    """A check of orders that fails at what one letter says."""
    real = checking.checked

    def check(game: Any, state: Any, said: Any, name: str) -> Any:
        if said.note == "poison":
            raise raised
        return real(game, state, said, name)

    return check


@pytest.fixture
def poison(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks fail as they did of orders without `from` and `units`."""
    monkeypatch.setattr(checking, "checked", poisoned(KeyError("from")))


def rows(*words: object, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[dict[str, Any]]]:
    code = main([*map(str, words), "--now", "2026-11-20 19:30 UTC", "--format", "json"])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("scenario", SYSTEMS)
def test_the_letters_behind_one_that_fails_are_read(
    scenario: str, tmp_path: Path, poison: None, capsys: pytest.CaptureFixture[str]
) -> None:
    game = GameDirectory(games(tmp_path / "club", 1, (scenario,)) / "game-000")
    player = game.state().due[0]
    orders = form(game.game, game.state(), player, None)
    bad, good = (orders.replace("note:", f"note: {said}", 1) for said in ("poison", "more"))
    box = tmp_path / "box"
    box.mkdir()
    for number, said in enumerate([bad, "Buy watches!\n", good]):
        raw = letter(said, sender=f"{player}@x.org", subject="orders", number=number)
        (box / f"{number}.eml").write_bytes(raw)
    code, found = rows("receive", box, "--game", game.root, capsys=capsys)
    assert [row["outcome"] for row in found] == ["failed", "nothing", "counts"]
    assert code == 1
    assert found[0]["told"][0] == "the program failed at it: KeyError: 'from'"
    assert "mail/received/00001-…" in found[0]["told"][1]
    assert str(tmp_path) not in " ".join(found[0]["told"])
    (kept,) = (game.root / "mail/received").glob("00001-*")
    assert (kept / "letter.eml").read_bytes() == (box / "0.eml").read_bytes()
    trouble = (kept / "trouble.txt").read_text()
    assert "pbem/post/judging.py:" in trouble and str(tmp_path) not in trouble
    assert (game.root / f"orders/{player}.yaml").is_file()
    mail = Path(found[0]["answer"]).read_text()
    assert f"To: {player}@x.org" in mail
    assert "could not be looked at" in mail and "KeyError" not in mail
    assert "not looked at (letter 1)" in mail


def test_a_letter_that_cannot_even_be_read_is_kept(
    game: GameDirectory,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    real = letters.heads_of

    def read(raw: bytes) -> Any:
        if b"poison" in raw:
            raise RecursionError("maximum recursion depth exceeded")
        return real(raw)

    monkeypatch.setattr(letters, "heads_of", read)
    (tmp_path / "1.eml").write_bytes(letter(PHRASE + ORDERS + POISON))
    (tmp_path / "2.eml").write_bytes(letter(number=2))
    files = tmp_path / "1.eml", tmp_path / "2.eml"
    _, found = rows("receive", *files, "--game", game.root, capsys=capsys)
    assert [(row["outcome"], row["number"]) for row in found] == [("failed", 1), ("counts", 2)]
    (kept,) = (game.root / "mail/received").glob("00001-*")
    assert b"poison" in (kept / "letter.eml").read_bytes()


def test_one_that_failed_is_tried_again_and_kept_once(
    game: GameDirectory, post: Receive, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = letter(PHRASE + ORDERS + POISON)
    with monkeypatch.context() as patched:
        patched.setattr(checking, "checked", poisoned(KeyError("from")))
        assert [post(raw).outcome, post(raw).outcome] == ["failed", "failed"]
        assert [post(raw).number, post(letter(number=2)).number] == [1, 2]
        assert outbox(game) == ["in-00001-receipt-hans.eml", "in-00002-receipt-hans.eml"]
    again = post(raw)  # with a program that was mended
    assert (again.outcome, again.number) == ("counts", 3)
    assert "poison" in (game.root / "orders/hans.yaml").read_text()
    assert (post(raw).outcome, post(raw).number) == ("known", 3)


@pytest.mark.parametrize(
    "raised", [OSError(28, "No space left on device"), FileTrouble("x: damaged"), AuditError("x")]
)
def test_trouble_of_the_machine_or_the_game_is_no_letters(
    game: GameDirectory, post: Receive, monkeypatch: pytest.MonkeyPatch, raised: Exception
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(checking, "checked", poisoned(raised))
        with pytest.raises(type(raised)):
            post(letter(PHRASE + ORDERS + POISON))
    assert not list((game.root / "mail").glob("received/*"))
    assert not outbox(game)
    assert post(letter(PHRASE + ORDERS + POISON)).outcome == "counts"


def test_settings_that_are_wrong_are_no_letters_trouble(
    game: GameDirectory, tmp_path: Path, post: Receive
) -> None:
    (tmp_path / "mail.yaml").write_text("format: pbem-mail/1\nfrom: Nobody <>\n")
    with pytest.raises(PbemError, match="is no address"):
        post(letter())
    assert not list((game.root / "mail").glob("received/*"))


def failing_at(real: Any, number: int) -> Iterator[Any]:
    """A function that fails at its n-th call."""
    calls = 0

    def call(*args: Any, **more: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == number:
            raise KeyError("poison")
        return real(*args, **more)

    yield call


@pytest.mark.parametrize("step", ["put", "write_file"])
def test_one_at_which_the_work_fails_blocks_no_later_call(
    game: GameDirectory, post: Receive, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    (broken,) = failing_at(getattr(carrying, step), 1)
    monkeypatch.setattr(carrying, step, broken)
    first = post(letter())
    assert first.outcome == "failed"
    assert first.told[0] == "the program failed at it: KeyError: 'poison'"
    assert "failed when it was taken in" in text_of(answer(first))
    assert finish(GameDirectory(game.root)) == ()
    assert post(letter(STANDING, sender="anna@y.org", number=2)).outcome == "counts"
    assert post(letter()).outcome == "counts"  # tried again


def test_one_that_a_stopped_command_left_blocks_no_later_call(
    game: GameDirectory, post: Receive, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    def broken(*_: object) -> None:
        raise KeyError("poison")

    with monkeypatch.context() as patched:
        patched.setattr(carrying, "put", killed)
        with pytest.raises(KeyboardInterrupt):
            post(letter())
    monkeypatch.setattr(carrying, "put", broken)
    later = post(letter("Buy watches!\n", sender="spam@z.org", number=2))
    assert later.outcome == "nothing"
    left = "letter 1, which a stopped command had left: the program failed at it: KeyError"
    assert later.told[0].startswith(left)
    assert (game.root / "orders/hans.yaml").is_file()


def test_what_is_told_is_one_line_without_a_path(tmp_path: Path) -> None:
    bug = ValueError(f"no {tmp_path}/orders/x.yaml\n\x1b[2J{'y' * 5000}")
    line = failing.line_of(bug, tmp_path)
    assert line.startswith("ValueError: no …/orders/x.yaml ")
    assert len(line) < 210 and "\n" not in line and "\x1b" not in line


def test_the_third_that_fails_in_a_day_is_the_last_to_be_answered(
    game: GameDirectory, post: Receive, poison: None
) -> None:
    said = [letter(f"{PHRASE}{ORDERS}{POISON}press: n{n}\n", number=n) for n in range(5)]
    found = [post(raw) for raw in said]
    assert [one.outcome for one in found] == ["failed"] * 5
    assert [one.answer is not None for one in found] == [True] * 3 + [False] * 2
    assert "again before tomorrow (UTC)" in text_of(answer(found[2]))
    assert "3 of its kind were answered today" in found[3].told[-1]


def test_a_window_is_not_played_in_the_call_in_which_a_players_letter_failed(
    game: GameDirectory, tmp_path: Path, poison: None, capsys: pytest.CaptureFixture[str]
) -> None:
    roster = game.root / "game.yaml"
    roster.write_text(roster.read_text().replace("missing_orders: stop", "missing_orders: pass"))
    renewed(GameDirectory(game.root))
    (tmp_path / "1.eml").write_bytes(letter(PHRASE + ORDERS + POISON))
    words = "run", "--game", str(game.root), "--anyway", "--now", "2026-11-20 19:30 UTC"
    code, told = main([*words, str(tmp_path / "1.eml"), "--format", "json"]), capsys.readouterr()
    said = json.loads(told.out)
    assert said.keys() == set(json.loads(SCHEMA.read_text())["required"])
    assert (code, said["outcome"], said["waits_for"][-1]) == (3, "waits", "the moderator")
    assert said["notes"][0].startswith("nothing was played: a letter at which the program failed")
    assert GameDirectory(game.root).latest.number == 0
    assert main([*words]) == 0
    assert GameDirectory(game.root).latest.number == 1


@pytest.mark.parametrize("name", ["../../secret", "../game", "x" * 300, "orders\0"])
@pytest.mark.parametrize("head", ["player", "deputy"])
def test_a_name_in_a_file_is_no_path(
    game: GameDirectory, tmp_path: Path, post: Receive, name: str, head: str
) -> None:
    """A file of the game's, or of another's, is not looked into, nor does it stop the command."""
    (tmp_path / "secret.yaml").write_text(ORDERS)
    (game.root / "orders/hans-by-").mkdir()
    line = f'deputy: "{name}"\nplayer: hans\n' if head == "deputy" else f'player: "{name}"\n'
    handled = post(letter(PHRASE + ORDERS.replace("player: hans\n", line)))
    assert handled.outcome == "bad"
    assert "still counts" not in handled.told[0]


@pytest.mark.parametrize("name", ["0", "false", "''", "' '", "[]", "{}", "~", "0.0", "-", "_"])
@pytest.mark.parametrize("kind", ["orders", "standing", "answers", "protest"])
def test_a_file_of_nobody_counts_for_nobody_and_stops_no_letter(
    kind: str, name: str, game: GameDirectory, post: Receive
) -> None:
    said = {
        "orders": ORDERS.replace("player: hans", f"player: {name}"),
        "standing": f"standing: {name}\npreset: club\n",
        "answers": f"answers: {name}\nquestions:\n- {{path: a, answer: nobody}}\n",
        "protest": f"protest: {name}\nrun: 1\nparagraph: 1\nreason: It was mine.\n",
    }[kind]
    handled = post(letter(PHRASE + said))
    assert handled.outcome in ("bad", "refused"), handled.told
    assert not [*game.root.glob("*/.yaml")]
    assert post(letter(number=2)).outcome == "counts"
    assert finish(GameDirectory(game.root)) == ()


def test_what_no_later_command_could_read_is_not_kept(
    game: GameDirectory, post: Receive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would stop every later letter."""
    real = receiving.judged

    def nobodys(arrival: Any) -> Any:
        found = real(arrival)
        return replace(found, files=tuple(replace(item, player="") for item in found.files))

    with monkeypatch.context() as patched:
        patched.setattr(receiving, "judged", nobodys)
        assert post(letter()).outcome == "failed"
    assert not [*game.root.glob("*/.yaml")]
    assert post(letter(number=2)).outcome == "counts"


def test_what_an_older_program_did_for_nobody_stops_no_letter(
    game: GameDirectory, post: Receive
) -> None:
    post(letter())
    (folder,) = (game.root / "mail/received").iterdir()
    record = json.loads((folder / "record.json").read_text())
    record["places"] = {"1.yaml": "standing/.yaml"}
    (folder / "record.json").write_text(json.dumps(record))
    assert post(letter(number=2)).outcome == "counts"
    (folder / "done").unlink()
    with pytest.raises(FileTrouble, match="this record is damaged"):
        post(letter(number=3))
