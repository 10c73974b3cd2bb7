"""Chits of The War are hidden: nobody but its own players sees which a power has bought, nor how
many, nor whether any: the log has the same shape whatever is bought.
"""

from __future__ import annotations

import json
from functools import cache

import pytest
from fuzz.test_shipped import begun, shipped

from pbem.core.orders.inputs import Inputs, KeyedDice
from pbem.core.orders.orders import read_orders, read_standing
from pbem.core.play.run import Outcome, RunFiles, adjudicate
from pbem.core.record.dice import seed_keys
from pbem.core.record.events import TrackChanged, apply
from pbem.core.record.views import sealed_data, visible_entries, visible_state
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.tw.sea.surprising import helped_by_spies
from pbem.systems.tw.world.chits import held, track_of, written_down
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.vocabulary import Chit

BOUGHT = {
    "nothing": "[]",
    "espionage": "[{if: power = germany, buy: [espionage]}]",
    "counter-espionage": "[{if: power = italy, buy: [counter-espionage]}]",
    "both": "[{buy: [espionage, counter-espionage]}]",
    "everything": "[{buy: [evasion, espionage, counter-espionage]}]",
}


def position() -> Position:
    roster = default_roster("tw", "france-1940")
    state = first_state(roster)
    return Position(load_game(roster), state, state)


def test_what_is_bought_is_known_to_its_players_alone() -> None:
    before = position()
    events = tuple(written_down(before, "germany", Chit.ESPIONAGE, True))
    track = track_of("germany", Chit.ESPIONAGE)
    assert events == (TrackChanged(track, None, 1, ("hans",)),)
    after = apply(before.state, events)
    assert held(before.then(after), "germany", Chit.ESPIONAGE) == 1
    assert track in visible_state(after, "hans").tracks
    for player in ("marie", "anna", ""):
        assert track not in visible_state(after, player).tracks
        assert visible_state(after, player).powers == before.state.powers
    row = next(one for one in sealed_data(after, bytes(32))["tracks"] if one["id"] == track)
    assert set(row) == {"id", "seal"}


@cache
def played(what: str) -> Outcome:
    """The first window of France 1940, in which Hans buys chits."""
    game, state = begun("tw", "france-1940")
    orders = [
        read_orders(game, text.encode(), "o.yaml") for text in shipped("tw", "france-1940", False)
    ]
    standing = read_standing(game, f"standing: hans\nchits: {BOUGHT[what]}\n".encode(), "s.yaml")
    assert not standing.findings
    files = RunFiles(submissions={one.player: one for one in orders}, standing={"hans": standing})
    return adjudicate(game, state, files, seed_keys("chits", 1))


def shape(outcome: Outcome) -> list[tuple[object, ...]]:
    """What everybody sees of a log: of what is sealed its place, and how long the line is."""
    found: list[tuple[object, ...]] = []
    for line in outcome.ledger.public_text().splitlines():
        row = json.loads(line)
        found.append((row["n"], row["path"], row["kind"], row.get("body"), len(line)))
    return found


def test_the_chits_are_bought() -> None:
    held = {
        what: sorted(track for track in played(what).state.tracks if track.startswith("chit."))
        for what in BOUGHT
    }
    assert held["nothing"] == []
    assert held["espionage"] == ["chit.germany.espionage"]
    assert held["counter-espionage"] == ["chit.italy.counter-espionage"]
    assert len(held["both"]) == 4
    assert len(held["everything"]) == 5


@pytest.mark.parametrize("what", [name for name in BOUGHT if name != "nothing"])
def test_a_log_has_the_same_shape_whatever_is_bought(what: str) -> None:
    usual, other = shape(played("nothing")), shape(played(what))
    header, *rows, digest = usual
    assert [row[:3] for row in other] == [row[:3] for row in usual]
    assert other[1:-1] == rows
    assert (other[0][-1], other[-1][-1]) == (header[-1], digest[-1])


@pytest.mark.parametrize("what", [name for name in BOUGHT if name != "nothing"])
def test_nobody_else_sees_what_is_bought(what: str) -> None:
    usual, other = played("nothing"), played(what)
    for player in ("anna", "marie", ""):
        assert visible_state(other.state, player) == visible_state(usual.state, player)
        mine, theirs = (visible_entries(o.ledger.entries, player) for o in (usual, other))
        assert [e for e in mine if e.kind not in ("header", "digest")] == [
            e for e in theirs if e.kind not in ("header", "digest")
        ]
    own = visible_state(other.state, "hans")
    assert own != visible_state(usual.state, "hans")


def kept(power: str, said: str, *hidden: tuple[str, Chit]) -> list[str]:
    """The log of a moment at which Germany spies on ships, or an enemy may answer that."""
    seat = position()
    for owner, chit in hidden:
        seat = seat.then(apply(seat.state, tuple(written_down(seat, owner, chit, True))))
    player = seat.powers[power].players[0]
    line = f"standing: {player}\nchits: [{{counter: {said}}}, {{surprise: {said}}}]\n"
    umpire = Umpire(
        seat.game,
        seat.state,
        Inputs(
            submissions={},
            dice=KeyedDice(bytes(32)),
            secret_dice=KeyedDice(bytes(32)),
            secret_key=bytes(32),
            run=1,
            standing={player: read_standing(seat.game, line.encode(), "s.yaml")},
        ),
    )
    helped_by_spies(umpire, "germany", "sea:baltic")
    return umpire.ledger.lines


SPY, COUNTER = ("germany", Chit.ESPIONAGE), ("britain", Chit.COUNTER)


def test_a_chit_that_is_kept_shows_in_no_line() -> None:
    """Whether there was one to play, nobody can tell from the log."""
    assert kept("germany", "keep", SPY) == kept("germany", "keep") == []
    played = [json.loads(line) for line in kept("germany", "play", SPY)]
    assert [row["kind"] for row in played] == ["sealed", "sealed", "event", "verdict", "event"]


def test_an_answer_that_does_not_come_shows_in_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.systems.tw.sea.surprising._plays", lambda *_: True)
    silent = kept("britain", "keep", SPY)
    assert kept("britain", "keep", SPY, COUNTER) == silent
    assert len(kept("britain", "play", SPY, COUNTER)) > len(silent)
