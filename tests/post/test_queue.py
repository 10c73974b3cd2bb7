"""Orders for windows that are still to come: they wait, and are checked again when it is time."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from post.conftest import NOW, Receive, begun
from post.games import game as sample_game
from post.letters import ORDERS, PHRASE, letter

from pbem.cli import main
from pbem.post.letters import read_letter
from pbem.post.overview import overview
from pbem.post.receiving import Handled, receive
from pbem.post.rounds import Conducted, conduct
from pbem.store.commitments import renewed
from pbem.store.directory import GameDirectory, RunName
from pbem.store.rewinding import rewind

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
LATER = "1940-jul.1.axis/non-combat"
WAITS_AS = "orders/hans-for-1940-jul-1-axis-non-combat.yaml"
THEN = f"""\
window: france-40 {LATER}
for_state: any
player: hans
luck: eight
non_combat_moves:
- {{units: {{infantry: 2}}, from: Bavaria, to: Western Germany}}
"""


@pytest.fixture
def game(tmp_path: Path) -> GameDirectory:
    directory = begun(tmp_path)
    roster = directory.root / "game.yaml"
    roster.write_text(roster.read_text().replace("missing_orders: stop", "missing_orders: pass"))
    return renewed(GameDirectory(directory.root)) and GameDirectory(directory.root)


def done(game: GameDirectory, anyway: bool = True) -> Conducted:
    return conduct(GameDirectory(game.root), NOON, anyway=anyway)


def said(handled: Handled) -> str:
    assert handled.answer is not None
    mail = message_from_bytes(handled.answer.read_bytes(), policy=policy.default)
    body = mail.get_body()
    assert body is not None
    return body.get_content()


def waited(found: Conducted) -> list[str]:
    """What the letters say of files that waited."""
    files = [path for path in found.letters if "-waited-" in path.name]
    mails = (message_from_bytes(path.read_bytes(), policy=policy.default) for path in files)
    return [mail.get_body().get_content() for mail in mails]  # type: ignore[union-attr]


def test_orders_for_a_later_window_wait_until_it_opens(game: GameDirectory, post: Receive) -> None:
    handled = post(letter(PHRASE + THEN))
    assert handled.outcome == "counts"
    assert "it waits for its window: nothing to complain about" in handled.told[0]
    assert "is checked again when that opens" in said(handled)
    assert f"receipt: {{game: france-40, window: {LATER}, file: orders/hans.yaml," in said(handled)
    assert (game.root / WAITS_AS).is_file()
    seats = {seat.player: seat for seat in overview(GameDirectory(game.root), NOON).seats}
    assert (seats["hans"].state, seats["hans"].waiting) == ("owes", (f"france-40 {LATER}",))

    post(letter(PHRASE + ORDERS, number=2))
    found = done(game, anyway=False)
    assert (found.outcome, found.view.run) == ("played", 2)
    (told,) = waited(found)
    assert told.startswith("Your file that waited counts now: its window is open.")
    assert "accepted" in told and "nonce" in told
    assert not (game.root / WAITS_AS).exists()
    assert (game.root / "orders/hans.yaml").read_text().strip() == THEN.strip()
    assert found.view.named("sent") == ("hans",)
    assert waited(done(game, anyway=False)) == []
    assert GameDirectory(game.root).latest == RunName(2)


def test_what_became_illegal_does_not_count(game: GameDirectory, post: Receive) -> None:
    gone = THEN.replace("any", '"00000000"').replace("infantry: 2", "infantry: 6")
    handled = post(letter(PHRASE + gone))
    assert handled.outcome == "counts"
    post(letter(PHRASE + ORDERS, number=2))  # four of the six go to Alsace-Lorraine
    (told,) = waited(done(game))
    assert told.startswith("Your file that waited does not count, and you owe orders")
    assert "not accepted" in told
    assert not (game.root / WAITS_AS).exists()
    assert "non-combat" not in (game.root / "orders/hans.yaml").read_text()


def test_what_is_wrong_whatever_comes_is_refused_at_once(
    game: GameDirectory, post: Receive
) -> None:
    for number, (old, new) in enumerate(
        [("non_combat_moves", "non_combat_movs"), (LATER, "1940-feb.1.axis/non-combat"),
         (LATER, "1940-jul.1.axis/retreat"), (LATER, "1940-jul.1.martians/combat"),
         (LATER, "1940-jul.99.axis/combat"), ("france-40", "france-41")], start=1,
    ):  # fmt: skip
        assert post(letter(PHRASE + THEN.replace(old, new), number=number)).outcome == "bad", new
    assert not list((game.root / "orders").glob("*-for-*"))


@pytest.mark.parametrize("spelt", [".01.", ".١.", ".1٫0.", ".+1.", ".1_0."])
def test_a_window_is_named_in_one_way_alone(game: GameDirectory, post: Receive, spelt: str) -> None:
    """Else its file would wait for a window that never has that name, with a receipt for it."""
    handled = post(letter(PHRASE + THEN.replace(".1.", spelt)))
    assert (handled.outcome, list(game.root.glob("orders/*-for-*"))) == ("bad", [])


def test_no_turn_has_a_thousand_impulses(tmp_path: Path) -> None:
    """A file of such a window had a name that no disk takes, and stopped the letters behind it."""
    root = Path(shutil.copytree(sample_game("wif/barbarossa-12"), tmp_path / "barb"))
    text = "window: barb-12 1941-ja.{}.axis\nfor_state: any\nplayer: hans\nluck: x\n"
    outcomes = {}
    for number, impulse in enumerate(["5", "1000", "9" * 300, "9" * 5000]):
        raw = letter(text.format(impulse), "hans@x.org", number=number)
        handled = receive(GameDirectory(root), read_letter(raw, "x.eml"), NOW)
        outcomes[len(impulse)] = handled.outcome
    assert outcomes == {1: "counts", 4: "bad", 300: "bad", 5000: "bad"}


def test_another_file_for_that_window_replaces_it_and_an_empty_one_takes_it_back(
    game: GameDirectory, post: Receive
) -> None:
    post(letter(PHRASE + THEN))
    post(letter(PHRASE + THEN.replace("infantry: 2", "infantry: 1"), number=2))
    assert "infantry: 1" in (game.root / WAITS_AS).read_text()
    empty = THEN[: THEN.index("non_combat_moves")]
    handled = post(letter(PHRASE + empty, number=3))
    assert "nothing of yours waits for it" in said(handled)
    seats = {seat.player: seat for seat in overview(GameDirectory(game.root), NOON).seats}
    assert seats["hans"].waiting == ()
    found = done(game)
    assert waited(found) == [] and not (game.root / WAITS_AS).exists()
    assert found.view.named("owes") == ("hans",)


def test_a_window_that_did_not_come_is_told(game: GameDirectory, post: Receive) -> None:
    post(letter(PHRASE + THEN))
    name = WAITS_AS.replace("non-combat", "combat")
    passed = THEN.replace("non-combat", "combat").replace("non_combat", "combat")
    done(game)
    (game.root / name).write_text(passed)  # as if play had skipped it
    (told,) = waited(done(game, anyway=False))
    assert "which did not come; it was not played" in told
    assert not (game.root / name).exists()


def test_a_file_that_was_sealed_from_where_it_waited_is_put_away_in_silence(
    game: GameDirectory, post: Receive
) -> None:
    post(letter(PHRASE + ORDERS))
    post(letter(PHRASE + THEN, number=2))
    assert main(["adjudicate", "--game", str(game.root)]) == 0
    assert (game.root / WAITS_AS).is_file()
    assert main(["seal", "--game", str(game.root)]) == 0
    assert "sealed/2" in str(next((game.root / "sealed/2/orders").iterdir()))
    found = done(game, anyway=False)
    assert found.outcome == "played" and waited(found) == []
    assert not (game.root / WAITS_AS).exists()


def test_a_rewind_leaves_what_waits_and_replays_what_waited(
    game: GameDirectory, post: Receive
) -> None:
    post(letter(PHRASE + THEN))
    done(game)
    done(game, anyway=False)
    assert GameDirectory(game.root).latest == RunName(2)
    rewind(GameDirectory(game.root), RunName(0), why="tried")
    post(letter(PHRASE + THEN.replace("infantry: 2", "infantry: 1"), number=2))
    done(game)
    (orders,) = (game.root / "replay/2/orders").iterdir()
    assert "infantry: 1" in orders.read_text()


def test_a_stop_between_receipt_and_move_loses_nothing(
    game: GameDirectory, post: Receive, monkeypatch: pytest.MonkeyPatch
) -> None:
    post(letter(PHRASE + THEN))
    assert main(["adjudicate", "--game", str(game.root)]) == 0

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("pbem.post.queue.write_file", killed)
        with pytest.raises(KeyboardInterrupt):
            done(game)
    assert (game.root / WAITS_AS).is_file()
    done(game, anyway=False)
    assert len(list((game.root / "outbox").glob("*-waited-*"))) == 1
    assert GameDirectory(game.root).latest == RunName(2)


def test_a_file_at_which_the_program_fails_blocks_nothing_and_is_not_passed_over(
    game: GameDirectory, post: Receive, monkeypatch: pytest.MonkeyPatch
) -> None:
    post(letter(PHRASE + THEN))
    assert main(["adjudicate", "--game", str(game.root)]) == 0

    def broken(*_: object) -> None:
        raise KeyError("units")

    with monkeypatch.context() as patched:
        patched.setattr("pbem.post.queue.checked_file", broken)
        other = post(letter("Buy watches!\n", sender="spam@z.org", number=2))
        assert other.told[0].startswith(f"{WAITS_AS}: the program failed at it: KeyError")
        found = done(game, anyway=False)
        assert (found.outcome, found.waits_for) == ("waits", ("the moderator",))
        assert "KeyError: 'units'" in found.failed[0]
    assert (game.root / WAITS_AS).is_file()
    (mail,) = (game.root / "outbox").glob("*-failed-*")
    assert "could not be looked at" in mail.read_text()
    found = done(game, anyway=False)  # with a program that was mended
    assert (found.outcome, found.failed, len(waited(found))) == ("played", (), 1)
