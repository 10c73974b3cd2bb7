"""The vocabularies that play is checked against; of a system, so that no other need be loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Final

from unit.vocabularies import Vocabulary, plays_kept, vocabulary

from pbem.core.cases.cases import Case
from pbem.core.record.terms import Vocabulary as Terms


@contextmanager
def words_known(case: Case) -> Iterator[None]:
    """While a case is played: what it begins with, writes and leaves are words of its system."""
    with plays_kept() as plays:
        yield
    assert len(plays) == ("adjudicate" in case.data)
    if known := words_of(case.system):
        for played in plays:
            known.check_played(played)


@cache
def words_of(system: str) -> Vocabulary | None:
    """The vocabulary of a system; None where nothing is checked against it."""
    return KNOWN[system]() if system in KNOWN else None


def _global_war() -> Vocabulary:
    from pbem.systems.gw.world import vocabulary as gw

    values = (*gw.MARK_VALUES.items(), *gw.TRACK_VALUES.items())
    return vocabulary(gw.WORDS, gw.Alliance, gw.PlaceFact, gw.Relation, values)


def _world_in_flames() -> Vocabulary:
    from pbem.systems.wif.world import vocabulary as wif

    return _of_flames(wif.WORDS)


def _america_in_flames() -> Vocabulary:
    from pbem.systems.aif.world import vocabulary as aif

    return _of_flames(aif.WORDS)


def _of_flames(words: Terms) -> Vocabulary:
    """The vocabulary of a book, which adds its own words to those of the engine."""
    from pbem.systems.flames.world import vocabulary as flames

    values = (
        (flames.TrackName.ACTION, tuple(flames.Action)),
        (flames.TrackName.ACTION_STAGE, tuple(flames.Stage)),
        (flames.TrackName.FIRST_SIDE, tuple(flames.Side)),
        (flames.TrackName.INITIATIVE, tuple(flames.Initiative)),
        (flames.TrackName.WEATHER, tuple(flames.Weather)),
    )
    return vocabulary(words, flames.Side, flames.PlaceFact, flames.Relation, values)


KNOWN: Final[Mapping[str, Callable[[], Vocabulary]]] = {
    "gw": _global_war,
    "wif": _world_in_flames,
    "aif": _america_in_flames,
}
