"""What a player's words pick among the options of a Decision."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pbem.core.choices.decisions import Decision, NotAnOption, Option, fingerprint, select

FIGHTERS = (
    Option("u1", "MiG-3", frozenset({"FTR"}), Fraction(7, 2)),
    Option("u2", "I-16", frozenset({"FTR"}), 3),
    Option("u3", "Yak-1", frozenset({"FTR"}), 5),
    Option("u4", "IL-2", frozenset({"LND"}), 2),
)


def decision(least: int = 0, most: int = 4, **more: Any) -> Decision:
    return Decision(
        kind="intercept", by=("anna",), options=FIGHTERS, default=(), question="Who flies?",
        cite="14.2.1", least=least, most=most, **more,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "picks"),
    [
        ("u2", ("u2",)),
        ("mig-3", ("u1",)),
        (["IL-2", "MiG-3"], ("u4", "u1")),
        ("2 best FTR", ("u3", "u1")),
        ("best FTR", ("u3",)),
        ("1 worst ftr", ("u2",)),
        ("any FTR", ("u1",)),
        ("FTR", ("u1", "u2", "u3")),
        ("all FTR", ("u1", "u2", "u3")),
        ("2 FTR", ("u1", "u2")),
        ("all", ("u1", "u2", "u3", "u4")),
        (["2 best FTR", "MiG-3", "LND"], ("u3", "u1", "u4")),
        (["Pe-2", "IL-2"], ("u4",)),
        ("nobody", ()),
        ([], ()),
    ],
)
def test_words_pick_options(words: Any, picks: tuple[str, ...]) -> None:
    """By printed name, by id, `2 best FTR`, a class; words that fit nothing are passed over."""
    assert select(decision(), words) == picks


def test_a_number_that_is_part_of_a_name_counts_nothing() -> None:
    """The player's own `2 FTR` is elsewhere, and means no two of a class."""
    own = {"2 ftr", "ftr"}
    assert select(decision(), ["2 FTR", "LND"], own) == ("u4",)
    assert select(decision(), ["3 FTR"], own) == select(decision(), ["FTR"], own)
    assert select(decision(), "2 best FTR", own) == ("u3", "u1")


def test_no_more_is_picked_than_may_be() -> None:
    assert select(decision(most=2), "all") == ("u1", "u2")
    assert select(decision(most=1), ["FTR"]) == ("u1",)


@pytest.mark.parametrize(
    ("least", "words", "message"),
    [
        (0, "Pe-2", "'Pe-2' fits nothing here"),
        (1, "Pe-2", "'Pe-2' fits nothing here"),
        (0, ["BMR", "Pe-2"], "'BMR, Pe-2' fits nothing here"),
        (1, "nobody", "pick 1 to 4, not 0"),
        (2, "MiG-3", "pick 2 to 4, not 1"),
    ],
)
def test_words_that_pick_nothing_legal(least: int, words: Any, message: str) -> None:
    with pytest.raises(NotAnOption) as caught:
        select(decision(least), words)
    assert str(caught.value) == message


def test_a_decision_may_have_a_rule_of_its_own() -> None:
    asked = decision(legal=lambda picks: "" if "u4" in picks else "a bomber must fly")
    assert select(asked, "LND") == ("u4",)
    with pytest.raises(NotAnOption, match="a bomber must fly"):
        select(asked, "FTR")


def test_a_fingerprint_is_tied_to_path_options_and_facts() -> None:
    asked = decision(facts={"odds": Fraction(3, 2)})
    same = fingerprint("p", asked)
    assert same == fingerprint("p", replace(asked, question="Who?", default=("u1",)))
    others = {
        fingerprint("q", asked),
        fingerprint("p", replace(asked, facts={"odds": Fraction(2)})),
        fingerprint("p", replace(asked, options=FIGHTERS[:3])),
        fingerprint("p", replace(asked, most=1)),
    }
    assert len(others | {same}) == 5
