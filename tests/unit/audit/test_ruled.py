"""Dice that the moderator ruled are told where they are read, with what the key gave."""

from __future__ import annotations

from pbem.core.reading.ruled import ruled_in_verdicts, ruled_words
from pbem.core.record.dice import message, run_key, throw
from pbem.core.record.ledger import Entry

KEY = "11" * 32
GAVE = throw(run_key(bytes.fromhex(KEY), message("g", 3, {}, None)), "t/fight/die!2", 1, 6)[0]


def entries(secret: tuple[str, ...] = ()) -> list[Entry]:
    """A fight with two throws of a die, of which the second was ruled; a verdict under another."""
    ruled, head = 1 if GAVE == 6 else 6, {"game": "g", "run": 3, "luck": {}, "beacon": None}
    roll = {"dice": "d6", "throws": [[2], [ruled]], "by": "red", "cite": "5"}
    return [
        Entry(1, "header", "t", head),
        Entry(2, "correction", "t/fight/die!2", {"roll": [ruled]}),
        Entry(3, "roll", "t/fight/die", roll, secret),
        Entry(4, "verdict", "t/march", {"par": 1}),
        Entry(5, "verdict", "t/fight", {"par": 2}),
        Entry(6, "verdict", "t", {"par": 3}),
        Entry(7, "digest", "t", {"key": KEY}),
    ]


def test_a_ruled_die_is_told_with_what_the_key_gave() -> None:
    (words,) = ruled_words(entries()).values()
    assert words == f"ruled by the moderator: {1 if GAVE == 6 else 6}, the key gave {GAVE}"
    assert ruled_in_verdicts(entries()) == {2: [words]}


def test_what_the_key_gave_for_a_secret_die_stays_sealed() -> None:
    (words,) = ruled_words(entries(("rosa",))).values()
    assert words.endswith("; what the key gave is sealed")


def test_dice_that_nobody_ruled_are_not_marked() -> None:
    assert ruled_words([e for e in entries() if e.kind != "correction"]) == {}
