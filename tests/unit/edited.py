"""States as somebody has edited them by hand, for tests of what a position may say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.core.record.state import State, Track


def with_power(state: State, name: str, **parts: Any) -> State:
    """A state with parts of a power changed; of counters, flags and relations those named."""
    known = state.powers[name]
    merged = {
        part: {**getattr(known, part), **value} if isinstance(value, dict) else value
        for part, value in parts.items()
    }
    return replace(state, powers={**state.powers, name: replace(known, **merged)})


def with_track(state: State, name: str, value: Any) -> State:
    """A state with a track of another value."""
    return replace(state, tracks={**state.tracks, name: Track(name, value)})
