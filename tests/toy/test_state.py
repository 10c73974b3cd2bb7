"""The state of the toy: an older format is upgraded, and the caches hold what the file says."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.core.data.findings import FileTrouble
from pbem.core.record.statefile import packed, parse_state, unpacked, write_state
from pbem.core.rules.setup import first_state, shuffled
from pbem.store.cache import cache_path, cached_state
from toy.table import table

OLD = """
format: pbem-state/0
system: toy
scenario: duel
game: toy-1
clock: {turn: t1, impulse: 1, side: red, window: levy}
powers:
- {id: crimson, side: red, players: [rosa]}
tracks: []
places: []
units:
- {id: "crimson:crimson-inf@hill", counter: crimson-inf, owner: crimson, at: hill, size: 3}
- {id: lion, counter: lion, owner: crimson, at: hill}
"""


def test_an_older_format_is_upgraded_step_by_step() -> None:
    """A version in every save with stepwise upgrades."""
    game = table().game
    state = parse_state(OLD, "old.yaml", game.system.upgrades)
    assert state.clock.run == 0
    assert state.units["crimson:crimson-inf@hill"].count == 3
    assert parse_state(write_state(state), "new.yaml") == state


def test_a_format_without_an_upgrade_is_refused() -> None:
    with pytest.raises(FileTrouble, match=r"old\.yaml: the format pbem-state/0 is not known"):
        parse_state(OLD, "old.yaml")


def test_a_loaded_state_is_cached_beside_it_under_its_hash(tmp_path: Path) -> None:
    """A loaded state is cached beside it under its SHA-256."""
    state = table().state
    path = tmp_path / "state.yaml"
    path.write_text(write_state(state))
    assert cached_state(path) == state
    (cache,) = tmp_path.glob(".*.cache")
    assert cache.stat().st_mode & 0o777 == 0o600
    assert cached_state(path) == state
    assert unpacked(packed(state)) == state


@pytest.mark.parametrize("damage", [b"", b"pbem-cache/1\n{}", b"\x80\x81", None])
def test_a_damaged_cache_is_not_trusted(tmp_path: Path, damage: bytes | None) -> None:
    state = table().state
    path = tmp_path / "state.yaml"
    path.write_text(write_state(state))
    cached_state(path)
    (cache,) = tmp_path.glob(".*.cache")
    good = cache.read_bytes()
    cache.write_bytes(good.replace(b"lion", b"puma") if damage is None else damage)
    assert cached_state(path) == state
    assert cache.read_bytes() == good


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    state = table().state
    path = tmp_path / "state.yaml"
    path.write_text(write_state(state))
    import hashlib

    cache_path(path, hashlib.sha256(path.read_bytes()).hexdigest()).mkdir()
    assert cached_state(path) == state


def test_a_changed_state_has_another_cache(tmp_path: Path) -> None:
    seat = table()
    path = tmp_path / "state.yaml"
    path.write_text(write_state(seat.state))
    cached_state(path)
    path.write_text(write_state(seat.moved(lion="ford").state))
    assert cached_state(path).units["lion"].at == "ford"


def test_secret_units_are_shuffled_when_a_game_begins() -> None:
    """Which counter a secret unit is, is the secret: not even the scenario's file tells."""
    state = first_state(table().game.roster)
    dealt = shuffled(state, b"k" * 32)
    assert dealt == shuffled(state, b"k" * 32)
    hands = {
        owner: sorted(u.counter for u in dealt.units.values() if u.owner == owner and u.secret)
        for owner in state.powers
    }
    assert hands == {
        "crimson": ["decoy", "knights", "rabble"],
        "scarlet": ["knights", "rabble"],
        "azure": ["decoy", "knights", "rabble"],
    }
    deals = {
        tuple(shuffled(state, bytes([n]) * 32).units[f"chit-{c}"].counter for c in (1, 2, 3))
        for n in range(40)
    }
    assert len(deals) == 6
    assert {u.id: u.at for u in dealt.units.values()} == {u.id: u.at for u in state.units.values()}
