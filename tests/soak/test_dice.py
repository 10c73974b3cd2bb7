"""Fair dice pass the tests of the soak, and dice with a planted bias do not."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from soak import dice

MANY = 2_000_000


@pytest.mark.parametrize("kind", ["d7", "2d10", "12d12"])
def test_the_recipe_throws_fair_dice(kind: str) -> None:
    faces = dice.thrown(kind, 1, 200_000)
    assert len(faces) == 200_000
    assert dice.unfair(faces, kind) == ""


def test_the_chances_of_fair_dice_are_spread_evenly() -> None:
    """A test whose chances crowd at one end would fail honest dice, or let bad ones pass."""
    words = np.random.default_rng(7)
    found = [dice.chances(words.integers(0, 6, 300_000), "2d6") for _ in range(60)]
    for test in ("faces", "sums", "pairs", "runs", "birthdays"):
        low = sum(chances[test] < 0.5 for chances in found)
        assert 15 <= low <= 45, test
        assert min(chances[test] for chances in found) > 1e-5, test


def _modulo(words: np.random.Generator) -> dice.Array:
    return words.integers(0, 256, MANY) % 10


def _favoured(words: np.random.Generator) -> dice.Array:
    faces = words.integers(0, 10, dice.DICE)
    return np.where(words.random(dice.DICE) < 0.001, 6, faces)


def _block(words: np.random.Generator) -> dice.Array:
    faces = words.integers(0, 10, MANY)
    faces[1_500_003:1_500_103] = faces[77:177]
    return faces


def _clinging(words: np.random.Generator) -> dice.Array:
    faces = words.integers(0, 10, MANY)
    again = np.flatnonzero(words.random(MANY - 1) < 0.01) + 1
    faces[again] = faces[again - 1]
    return faces


def _few_words(words: np.random.Generator) -> dice.Array:
    """Nine dice at a time are of a million possible ones."""
    few = words.integers(0, 10, (1_000_000, 9))
    return few[words.integers(0, 1_000_000, MANY // 9)].reshape(-1)


@pytest.mark.parametrize(
    ("planted", "test"),
    [
        (_modulo, "faces"),
        (_favoured, "faces"),
        (_block, "blocks"),
        (_clinging, "pairs"),
        (_clinging, "runs"),
        (_few_words, "birthdays"),
    ],
)
def test_a_planted_bias_is_found(
    planted: Callable[[np.random.Generator], dice.Array], test: str
) -> None:
    assert f"d10 {test}: p = " in dice.unfair(planted(np.random.default_rng(1)), "d10")
