"""Names as people say them: case, umlauts, plurals, other names, parts of names."""

from __future__ import annotations

import pytest

from pbem.core.data.naming import Lexicon, amounts, any_of, folds

SHIPS = Lexicon(
    {
        "heavy-cruiser": ("heavy-cruiser", "Heavy Cruiser", "ca"),
        "light-cruiser": ("light-cruiser", "Light Cruiser"),
        "battlecruiser": ("battlecruiser", "Battlecruiser"),
        "submarine": ("submarine", "Submarine", "sub"),
        "coastal-submarine": ("coastal-submarine", "Coastal Submarine"),
    }
)


def test_umlauts_are_written_in_two_ways_whatever_the_letters_are_made_of() -> None:
    assert folds("Königsberg") == ("konigsberg", "koenigsberg")
    assert folds("Ko\u0308nigsberg") == folds("KÖNIGSBERG") == folds("Königsberg")


@pytest.mark.parametrize(
    "word, things",
    [
        ("HEAVY cruiser", ["heavy-cruiser"]),
        ("heavycruisers", ["heavy-cruiser"]),
        ("CA", ["heavy-cruiser"]),
        ("subs", ["submarine"]),
        ("Submarine", ["submarine"]),
        ("cruiser", ["heavy-cruiser", "light-cruiser"]),
        ("cruisers", ["heavy-cruiser", "light-cruiser"]),
        ("coastal", ["coastal-submarine"]),
        ("batt", ["battlecruiser"]),
        ("ba", []),
        ("cruise missile", []),
        ("", []),
    ],
)
def test_a_word_means_what_has_the_name_or_a_part_of_it(word: str, things: list[str]) -> None:
    assert list(SHIPS.called(word)) == things


def test_only_whole_names_are_found_where_parts_do_not_count() -> None:
    assert SHIPS.find("cruisers") == () and SHIPS.find("subs") == ("submarine",)


def test_a_text_counts_units() -> None:
    said = "3 infantry, 2x tank and all fighters; 10 sub + artillery"
    assert amounts(said) == (
        ("3", "infantry"),
        ("2", "tank"),
        ("all", "fighters"),
        ("10", "sub"),
        ("", "artillery"),
    )


def test_several_names_are_told_with_or() -> None:
    told = [any_of(names) for names in ([], ["a"], ["a", "b"], ["a", "b", "c"])]
    assert told == ["", "a", "a or b", "a, b or c"]
