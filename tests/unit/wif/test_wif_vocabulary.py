"""Every word that play writes into a position stands in the vocabulary, with its lifetime."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from unit.wif.eastern_front import start

from pbem.core.cases.cases import Case, case_files, read_cases
from pbem.core.cases.casestage import conduct
from pbem.core.record.state import Mark, State, Until, mark_from
from pbem.systems.wif.reports import NAMES
from pbem.systems.wif.world import vocabulary
from pbem.systems.wif.world.vocabulary import (
    Action,
    Initiative,
    Marker,
    PlaceFact,
    PowerCount,
    PowerFlag,
    Relation,
    Side,
    Stage,
    Term,
    TrackName,
    UnitMark,
    Weather,
)

TESTS: Final = Path(__file__).parents[2]
LEDGERS: Final = sorted(TESTS.glob("golden/wif-*/ledger.jsonl"))
PLAYED: Final = [
    case
    for path in case_files([TESTS / "rulebook/wif"])
    for case in read_cases(path)
    if "adjudicate" in case.data
]
TERMS: Final = [kind for kind in vars(vocabulary).values() if kind in Term.__subclasses__()]
PARTS: Final[dict[tuple[str, str], type[Term]]] = {
    ("PlaceChanged", "marker"): Marker,
    ("PlaceChanged", "fact"): PlaceFact,
    ("PowerChanged", "counter"): PowerCount,
    ("PowerChanged", "flag"): PowerFlag,
}
VALUES: Final[dict[Term, type[Term]]] = {
    TrackName.ACTION: Action,
    TrackName.ACTION_STAGE: Stage,
    TrackName.FIRST_SIDE: Side,
    TrackName.INITIATIVE: Initiative,
    TrackName.WEATHER: Weather,
}

Word = tuple[type[Term], str, Until | None]  # its kind, itself, and how long a mark lasts


def of_mark(name: str, mark: Mark) -> Word:
    return UnitMark, name, mark.until


def of_track(name: str, value: object) -> Iterator[Word]:
    yield TrackName, name, None
    kind = VALUES.get(TrackName.term_for(name) or TrackName.ACTION)
    if kind is not None and value is not None:
        assert isinstance(value, str)
        yield kind, value, None


def of_state(state: State) -> Iterator[Word]:
    """The words of a whole position."""
    yield Side, state.clock.side, None
    for unit in state.units.values():
        yield from (of_mark(name, mark) for name, mark in unit.marks.items())
    for place in state.places.values():
        yield from ((Marker, name, None) for name in place.markers)
        yield from ((PlaceFact, name, None) for name in place.facts)
    for power in state.powers.values():
        yield Side, power.side, None
        yield from ((PowerCount, name, None) for name in power.counters)
        yield from ((PowerFlag, name, None) for name in power.flags)
        yield from ((Relation, word, None) for word in power.relations.values())
    for track in state.tracks.values():
        yield from of_track(track.id, track.value)


def of_event(data: dict[str, Any]) -> Iterator[Word]:
    """The words of an event as the log has it."""
    kind, what, new = data["event"], data.get("what", ""), data.get("new")
    if kind == "UnitChanged" and what == "mark" and new is not None:
        yield of_mark(data["mark"], mark_from(new))
    elif kind == "PowerChanged" and what == "relation" and new is not None:
        yield Relation, new, None
    elif kind == "TrackChanged":
        yield from of_track(data["track"], new)
    elif (kind, what) in PARTS:
        yield PARTS[kind, what], data["name"], None


def check(words: Iterator[Word]) -> None:
    for kind, word, until in words:
        assert type(word) is str, f"{word!r} is no plain text"
        term = kind.term_for(word)
        assert term is not None, f"no {kind.__name__} is '{word}'"
        assert until in (None, term.until), f"{word} lasts {until}, not {term.until}"


@pytest.mark.parametrize("ledger", LEDGERS, ids=lambda path: path.parent.name)
def test_the_words_of_golden_runs_are_known(ledger: Path) -> None:
    entries = [json.loads(line) for line in ledger.read_text(encoding="utf-8").splitlines()]
    events = [entry["body"] for entry in entries if entry["kind"] == "event"]
    assert events
    check(word for event in events for word in of_event(event))


def test_the_words_of_the_scenario_are_known() -> None:
    check(of_state(start()))


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case.id)
def test_the_words_of_played_cases_are_known(case: Case) -> None:
    played = conduct(case.system, case.data)
    check(of_state(played.before))
    check(of_state(played.after))
    check(word for e in played.entries if e.kind == "event" for word in of_event(dict(e.body)))


@pytest.mark.parametrize("kind", TERMS)
def test_a_word_has_one_name_and_every_name_a_meaning(kind: type[Term]) -> None:
    assert len(kind) == len(kind.__members__)
    assert all(term.meaning for term in kind)
    assert {kind.term_for(term) for term in kind} == {*kind}


def test_what_names_follow_belongs_to_the_longest_beginning() -> None:
    assert TrackName.term_for("weather.arctic") is TrackName.WEATHER
    assert TrackName.term_for("weather.advance") is TrackName.WEATHER_ADVANCE
    assert TrackName.term_for("initiative-2") is None
    assert PowerCount.STRAITS_RAILED.of("E1", "E2") == "straits-railed-E1-E2"


def test_reports_have_names_for_what_they_call_otherwise_than_states_do() -> None:
    assert [NAMES[word] for word in ("ussr", "allied", "force", "1941-ja")] == [
        "USSR", "Allied", "force pool", "Jul/Aug 1941",
    ]  # fmt: skip
    assert {NAMES[mark] for mark in UnitMark} >= {"face-down", "moved", "emergency supply"}
