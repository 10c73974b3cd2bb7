"""Words of states: a system's vocabulary gives each one a name, a meaning and a lifetime.

What is written into a state is one of these terms, as plain text (`str(term)`). A term that ends in
`.`, `-` or `:` begins words: names follow it, as in `weather.arctic`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import chain
from typing import Final, Self, TypeAlias, TypeVar

from pbem.core.data.findings import suggest
from pbem.core.record.state import ON_TURN, State, Until

T = TypeVar("T")

_BEGINNINGS: Final = (".", "-", ":")


class Term(StrEnum):
    """A word of states, with its meaning; it stays until its time is over, or play removes it."""

    meaning: str
    until: Until

    def __new__(cls, value: str, meaning: str, until: Until = Until.LASTING) -> Self:
        term = str.__new__(cls, value)
        term._value_ = value
        term.meaning = meaning
        term.until = until
        return term

    def of(self, *names: str) -> str:
        """The word that this term begins for some names: `impulses.axis`, `lets:rail:japan`."""
        return self + self[-1].join(names)

    def covers(self, word: str) -> bool:
        """Whether a word is this term, or begins with it where names follow."""
        return word.startswith(self) if self.endswith(_BEGINNINGS) else word == self

    def among(self, words: Mapping[str, T]) -> dict[str, T]:
        """By the names that follow this term: what those of some words that it begins stand for."""
        return {
            word.removeprefix(self): value
            for word, value in words.items()
            if word.startswith(self) and self.term_for(word) is self
        }

    @classmethod
    def term_for(cls, word: str) -> Self | None:
        """The term of a word; None where there is none. A whole term comes before a beginning."""
        found = [term for term in cls if term.covers(word)]
        return max(found, key=len, default=None)


Kinds: TypeAlias = tuple[type[Term], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The words of a system, by where a state keeps them: of each, one kind of terms or several,
    where a system adds words of its own to those that it shares with another.
    """

    counters: Kinds
    flags: Kinds
    markers: Kinds
    marks: Kinds
    tracks: Kinds

    def __or__(self, more: Vocabulary) -> Vocabulary:
        """These words and others."""
        return Vocabulary(
            counters=self.counters + more.counters,
            flags=self.flags + more.flags,
            markers=self.markers + more.markers,
            marks=self.marks + more.marks,
            tracks=self.tracks + more.tracks,
        )


@lru_cache(maxsize=4096)
def term_among(kinds: Kinds, word: str) -> Term | None:
    """The term of a word among several kinds; None where there is none."""
    found = (kind.term_for(word) for kind in kinds)
    return max((term for term in found if term is not None), key=len, default=None)


def unknown_words(state: State, words: Vocabulary) -> Iterator[str]:
    """What is wrong with the names in a state of which a vocabulary knows nothing."""
    for power in state.powers.values():
        yield from unknown(power.id, "counter", power.counters, words.counters)
        yield from unknown(power.id, "flag", power.flags, words.flags)
    for place in state.places.values():
        yield from unknown(place.id, "marker", place.markers, words.markers)
    for unit in state.units.values():
        yield from unknown(unit.id, "mark", unit.marks, words.marks)
    yield from unknown(
        "the tracks", "track", (t for t in state.tracks if t != ON_TURN), words.tracks
    )


def unknown(whose: str, what: str, names: Iterable[str], known: Kinds) -> Iterator[str]:
    """What is wrong with words of a state of which a vocabulary knows nothing."""
    for name in names:
        if term_among(known, name) is None:
            hint = suggest(name, chain(*known))
            yield f"{whose}: nothing is known of a {what} '{name}'; {hint}"


def unsound_wars(state: State, war: Term) -> Iterator[str]:
    """What is wrong with relations: they are between powers of the game, and on both sides."""
    for power in state.powers.values():
        for other, relation in power.relations.items():
            if other not in state.powers:
                yield f"{power.id}: there is no power '{other}' to be at war with"
            elif other == power.id:
                yield f"{power.id}: it is at war with itself"
            elif type(war).term_for(relation) is None:
                yield f"{power.id}: '{relation}' with {other} is no relation; it is {war}, or none"
            elif state.powers[other].relations.get(power.id) != relation:
                yield f"{power.id} is at war with {other}, and {other} not with {power.id}"
