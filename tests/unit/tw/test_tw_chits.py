"""Chits of The War are hidden: nobody but its own players sees which a power has bought."""

from __future__ import annotations

from pbem.core.record.events import TrackChanged, apply
from pbem.core.record.views import sealed_data, visible_state
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.tw.world.chits import bought, held, track_of
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.vocabulary import Chit


def position() -> Position:
    roster = default_roster("tw", "france-1940")
    state = first_state(roster)
    return Position(load_game(roster), state, state)


def test_what_is_bought_is_known_to_its_players_alone() -> None:
    before = position()
    events = tuple(bought(before, "germany", Chit.ESPIONAGE))
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
