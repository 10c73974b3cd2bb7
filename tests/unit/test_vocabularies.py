"""The vocabularies of both systems: each word has a meaning, a name and one place."""

from __future__ import annotations

from typing import Final

import pytest
from unit.vocabularies import TESTS
from unit.vocabulary_spelling import spelled

from pbem.core.record.terms import Term
from pbem.systems.gw.world import vocabulary as gw
from pbem.systems.wif.world import vocabulary as wif

ROOT: Final = TESTS.parent
KINDS: Final = [
    kind for words in (gw, wif) for kind in vars(words).values() if kind in Term.__subclasses__()
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
    ("benefits", "clear"),  # a terrain
    ("displacing", "stay"),  # an answer
    ("dogfight", "air"),  # a fact of a condition
    ("gearing", "aircraft"),  # a class of its chart
    ("gearing", "divisions"),  # a table of its chart
    ("guards", "guards"),  # a class of counters
    ("initiative", "initiative"),  # a key of orders
    ("odds_text", "lost"),  # how odds tell what happens
    ("reports", "ukraine"),  # a region of the Soviet Union
    ("rerolls", "initiative"),  # a fact of a decision
    ("rerolls", "intelligence"),  # a key of orders
}


def test_rules_spell_no_word_of_the_vocabulary_by_themselves() -> None:
    for system, exceptions in (("gw", OTHERWISE), ("wif", ALSO_OTHERWISE)):
        kinds = [kind for kind in KINDS if f".{system}." in kind.__module__]
        nations = (gw.Nation, wif.PowerName)  # the map and charts name them too
        found = set(spelled(ROOT / "pbem" / "systems" / system, {*kinds} - {*nations}))
        assert found == exceptions


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
        (wif.TrackName, "weather.arctic", wif.TrackName.WEATHER),
        (wif.TrackName, "weather.advance", wif.TrackName.WEATHER_ADVANCE),
        (wif.TrackName, "initiative-2", None),
    ],
)
def test_what_names_follow_belongs_to_the_longest_beginning(
    kind: type[Term], word: str, term: Term | None
) -> None:
    assert kind.term_for(word) is term


def test_a_word_is_made_of_a_beginning_and_names() -> None:
    assert gw.PowerFlag.LETS.of("rail", "japan") == "lets:rail:japan"
    assert gw.Marker.DAMAGE.of("air-base") == "damage-air-base"
    assert wif.PowerCount.STRAITS_RAILED.of("E1", "E2") == "straits-railed-E1-E2"
