"""The states in which the impulse and the turn began, found again in the logs."""

from __future__ import annotations

from pathlib import Path

import toy  # noqa: F401 (registers the system)

from pbem.store.create import create
from pbem.store.directory import GameDirectory, RunName
from pbem.store.moments import moments
from pbem.store.runs import play


def send(game: GameDirectory, player: str, window: str, text: str) -> None:
    head = f"window: toy-1 {window}\nplayer: {player}\n"
    (game.root / f"orders/{player}.yaml").write_text(head + text)


def test_the_impulse_began_in_an_earlier_run(tmp_path: Path) -> None:
    game = create(tmp_path / "g", "toy", "duel", seed="1")
    start = game.state()
    assert moments(game) == {"impulse": start, "turn": start}
    for player in ("rosa", "rolf"):
        send(game, player, "t1.1.red/levy", "levy: {draw: 1}\n")
    play(game)
    assert moments(game) == {"impulse": start, "turn": start}
    send(game, "rosa", "t1.1.red/march", "march: [{unit: Lion, to: ford}]\n")
    send(game, "rolf", "t1.1.red/march", "")
    play(game)
    after = game.state()
    assert after.clock.impulse == 2
    assert moments(game)["turn"] == start
    began = moments(game)["impulse"]
    assert began.units["lion"].at == "ford"
    assert not began.units["lion"].marks
    assert began.clock.name == after.clock.name
    assert moments(game, RunName(1)) == {"impulse": start, "turn": start}
