"""Finds every word of a position or an event in the vocabulary of its system, for tests.

The words of played cases are looked at where the cases are played (`tests/test_cases.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from pbem.core.cases import cases
from pbem.core.cases.casestage import Played
from pbem.core.record.state import NEUTRAL, ON_TURN, Mark, State, mark_from
from pbem.core.record.terms import Kinds, Term, term_among
from pbem.core.record.terms import Vocabulary as Words

TESTS: Final = Path(__file__).parents[1]
NAMED: Final = (
    ("PlaceChanged", "marker"),
    ("PlaceChanged", "fact"),
    ("PowerChanged", "counter"),
    ("PowerChanged", "flag"),
)


def ledgers(system: str) -> list[Path]:
    """The logs of its golden runs."""
    return sorted(TESTS.glob(f"golden/{system}-*/ledger.jsonl"))


@contextmanager
def plays_kept() -> Iterator[list[Played]]:
    """Everything that cases play while this lasts."""
    conduct, kept = cases.conduct, list[Played]()

    def played(*given: Any) -> Played:
        kept.append(conduct(*given))
        return kept[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cases, "conduct", played)
        yield kept


def check_facts(played: Played) -> None:
    """Every word that a decision was asked with is one that its kind says the fact can have."""
    for body in (entry.body for entry in played.entries if entry.kind == "decision"):
        for name, words_of in played.game.system.kind(body["decision"]).values.items():
            said = body["facts"].get(name, ())
            said = str(said).lower() if isinstance(said, bool) else said
            strange = {said} if isinstance(said, str) else set(said)
            assert strange <= set(words_of(played.game.board)), f"{name}: {sorted(strange)}"


@dataclass(frozen=True)
class Vocabulary:
    """The kinds of terms of a system, and which terms are the values of a mark or a track.

    A mark whose values are terms lasts as long as its value does.
    """

    side: Kinds
    mark: Kinds
    marker: Kinds
    fact: Kinds
    counter: Kinds
    flag: Kinds
    relation: Kinds
    track: Kinds
    values: Mapping[Term, tuple[Term, ...]]

    def check_ledger(self, ledger: Path) -> None:
        """Every word of the events of a log is known."""
        entries = [json.loads(line) for line in ledger.read_text(encoding="utf-8").splitlines()]
        events = [entry["body"] for entry in entries if entry["kind"] == "event"]
        assert events
        self._check(word for event in events for word in self._of_event(event))

    def check_state(self, state: State) -> None:
        """Every word of a position is known."""
        self._check(self._of_state(state))

    def check_played(self, played: Played) -> None:
        """Every word that a case begins with, writes and leaves is known, and so are its facts."""
        check_facts(played)
        self.check_state(played.before)
        self.check_state(played.after)
        events = [dict(entry.body) for entry in played.entries if entry.kind == "event"]
        self._check(word for event in events for word in self._of_event(event))

    def _check(self, words: Iterator[tuple[Kinds, str, Any]]) -> None:
        """Each word is plain text and a term, its value too; a mark lasts as it should."""
        for kinds, word, value in words:
            assert type(word) is str, f"{word!r} is no plain text"
            term = term_among(kinds, word)
            assert term is not None, f"no {kinds[0].__name__} is '{word}'"
            lasts = self._value_term(term, value.value if isinstance(value, Mark) else value)
            if isinstance(value, Mark):
                assert value.until == lasts.until, f"{word} lasts {value.until}, not {lasts.until}"

    def _value_term(self, term: Term, value: object) -> Term:
        """The term of a value where values are terms; else that of the word itself."""
        legal = self.values.get(term)
        if legal is None or value is None:
            return term
        assert type(value) is str, f"{term} is {value!r}"
        assert value in legal, f"{term} is '{value}', which is none of {', '.join(legal)}"
        return next(one for one in legal if one == value)

    def _of_state(self, state: State) -> Iterator[tuple[Kinds, str, Any]]:
        yield self.side, state.clock.side, None
        for unit in state.units.values():
            yield from ((self.mark, name, mark) for name, mark in unit.marks.items())
        for place in state.places.values():
            yield from ((self.marker, name, None) for name in place.markers)
            yield from ((self.fact, name, None) for name in place.facts)
        for power in state.powers.values():
            if power.side != NEUTRAL:
                yield self.side, power.side, None
            yield from ((self.counter, name, None) for name in power.counters)
            yield from ((self.flag, name, None) for name in power.flags)
            yield from ((self.relation, word, None) for word in power.relations.values())
        for track in state.tracks.values():
            if track.id != ON_TURN:
                yield self.track, track.id, track.value

    def _of_event(self, data: Mapping[str, Any]) -> Iterator[tuple[Kinds, str, Any]]:
        kind, what, new = data["event"], data.get("what", ""), data.get("new")
        if kind == "UnitChanged" and what == "mark":
            yield self.mark, data["mark"], None if new is None else mark_from(new)
        elif kind == "PowerChanged" and what == "relation" and new is not None:
            yield self.relation, new, None
        elif kind == "TrackChanged" and data["track"] != ON_TURN:
            yield self.track, data["track"], new
        elif (kind, what) in NAMED:
            yield getattr(self, what), data["name"], None


def vocabulary(
    words: Words,
    side: type[Term],
    fact: type[Term],
    relation: type[Term],
    values: Iterable[tuple[Term, tuple[Term, ...]]],
) -> Vocabulary:
    """The vocabulary of a system: its words, and what these leave out."""
    return Vocabulary(
        side=(side,),
        mark=words.marks,
        marker=words.markers,
        fact=(fact,),
        counter=words.counters,
        flag=words.flags,
        relation=(relation,),
        track=words.tracks,
        values=dict(values),
    )
