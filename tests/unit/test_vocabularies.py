"""The vocabularies of both systems: each word has a meaning, a name and one place."""

from __future__ import annotations

from typing import Final

import pytest
from unit.vocabularies import TESTS
from unit.vocabulary_spelling import spelled

from pbem.core.record.terms import Term, term_among
from pbem.systems.flames.world import vocabulary as flames
from pbem.systems.gw.world import vocabulary as gw
from pbem.systems.wif.world import vocabulary as wif

ROOT: Final = TESTS.parent
KINDS: Final = [
    kind
    for words in (gw, flames, wif)
    for kind in vars(words).values()
    if kind in Term.__subclasses__()
]
# What is spelled like a word of states and is none, by its module.
OTHERWISE: Final = {
    ("amphibious_combat", "damage-"),  # the name of a die
    ("passage", "assault"),  # a word of receipts
    ("wars", "income"),  # a fact of a verdict
    ("coastal_fire", "damage-"),  # the name of a die
    ("convoy_lines", "open"),  # the end of a line beyond the map, in its chart
    ("naval_fight", "damage-"),  # the name of a die
    ("naval_file", "damaged"),  # a key of odds files
    ("naval_file", "patrol"),  # a key of odds files
    ("spanish_support", "repair"),  # a key of orders
    ("vichy", "decline"),  # an answer
    ("lending", "sea"),  # a key of orders
    ("supply", "sea"),  # how a path goes on
    ("zones", "burma-road"),  # a feature of a border
}
ALSO_OTHERWISE: Final = {
    ("helping", "clear"),  # a terrain
    ("displacing", "stay"),  # an answer
    ("dogfight", "air"),  # a fact of a condition
    ("guards", "guards"),  # a class of counters
    ("initiative", "initiative"),  # a key of orders
    ("odds_text", "lost"),  # how odds tell what happens
    ("reports", "ukraine"),  # a region of the Soviet Union
    ("rerolls", "initiative"),  # a fact of a decision
    ("rerolls", "intelligence"),  # a key of orders
}


def test_rules_spell_no_word_of_the_vocabulary_by_themselves() -> None:
    for systems, exceptions in ((("gw",), OTHERWISE), (("flames", "wif"), ALSO_OTHERWISE)):
        kinds = [kind for kind in KINDS if kind.__module__.split(".")[2] in systems]
        nations = (gw.Nation, wif.PowerName)  # the map and charts name them too
        folders = [ROOT / "pbem" / "systems" / system for system in systems]
        found = {one for folder in folders for one in spelled(folder, {*kinds} - {*nations})}
        assert found == exceptions


def test_no_word_is_of_the_shared_engine_and_of_one_book() -> None:
    """Neither has a word of the other's, nor one that begins it."""
    shared = flames.WORDS.counters, flames.WORDS.flags, flames.WORDS.markers
    own = (wif.CountOf1939,), (wif.FlagOf1939,), (wif.MarkerOf1939,)
    for some, others in (*zip(shared, own, strict=True), *zip(own, shared, strict=True)):
        for term in (term for kind in some for term in kind):
            assert term_among(others, term) is None, term


@pytest.mark.parametrize("kind", KINDS)
def test_a_word_has_one_name_and_every_name_a_meaning(kind: type[Term]) -> None:
    assert len(kind) == len(kind.__members__)
    assert all(term.meaning for term in kind)
    assert {kind.term_for(term) for term in kind} == {*kind}


@pytest.mark.parametrize(
    ("kind", "word", "term"),
    [
        (gw.Marker, "damage-building-air-base", gw.Marker.DAMAGE),
        (gw.Marker, "built-coastal-artillery:sea:a23", gw.Marker.BUILT),
        (gw.PowerCount, "lent-italy", gw.PowerCount.LENT),
        (gw.PowerFlag, "lets:rail:japan", gw.PowerFlag.LETS),
        (gw.PowerFlag, "tech-radar", gw.PowerFlag.TECH),
        (gw.PowerFlag, "capital-lost", gw.PowerFlag.CAPITAL_LOST),
        (gw.PowerFlag, "capitals", None),
        (gw.TrackName, "raids:libyan", gw.TrackName.RAIDS),
        (gw.TrackName, "raids-libyan", None),
        (flames.TrackName, "weather.arctic", flames.TrackName.WEATHER),
        (flames.TrackName, "weather.advance", flames.TrackName.WEATHER_ADVANCE),
        (flames.TrackName, "initiative-2", None),
    ],
)
def test_what_names_follow_belongs_to_the_longest_beginning(
    kind: type[Term], word: str, term: Term | None
) -> None:
    assert kind.term_for(word) is term


def test_a_word_is_made_of_a_beginning_and_names() -> None:
    assert gw.PowerFlag.LETS.of("rail", "japan") == "lets:rail:japan"
    assert gw.Marker.DAMAGE.of("air-base") == "damage-air-base"
    assert flames.PowerCount.STRAITS_RAILED.of("E1", "E2") == "straits-railed-E1-E2"
