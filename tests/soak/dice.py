"""Are the dice fair? Ten million of each kind that the rules throw, and six tests of each.

Chi-square of the faces, of the sums of a throw and of pairs that follow each other, the number of
runs, the spacings of birthdays, and sequences that come twice. Each test gives the chance of what
it found with fair dice; the limit is such that these fail less than once in a million soaks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from math import erfc, exp, lgamma, log, sqrt
from typing import Any, Final

import numpy as np

from pbem.core.record.dice import parse_dice, throw

Array = np.ndarray[Any, np.dtype[np.int64]]
Thrower = Callable[[bytes, str, int, int], tuple[int, ...]]

KINDS: Final = ("d6", "d7", "d10", "d12", "2d6", "2d10", "2d12", "3d6", "12d12")
DICE: Final = 10_000_000
ALONE: Final = 10  # one die in so many is thrown for a context of its own
TOGETHER: Final = 10_000  # the others, so many for one context
TESTS: Final = 6
LIMIT: Final = 1e-6 / (len(KINDS) * TESTS)
COMMON: Final = 200  # a class of a chi-square is expected so often, or joins others
DAYS: Final = 2**32  # a year of birthdays has no more
SHARED: Final = 16  # spacings that a year is expected to share
LONG: Final = 2**62  # a sequence is one of so many
TWICE: Final = 12  # so many that overlap come twice where a block does


def dice_job(kind: str, seed: int) -> str:
    """What is wrong with the dice of a kind and seed."""
    return unfair(thrown(kind, seed), kind)


def thrown(kind: str, seed: int, number: int = DICE, by: Thrower = throw) -> Array:
    """So many dice: first those that are alone in their contexts, as play throws them."""
    count, sides = parse_dice(kind)
    key = hashlib.sha256(f"soak {kind} {seed}".encode()).digest()
    alone = number // ALONE // count
    faces: list[int] = []
    for at in range(alone):
        faces += by(key, f"1941-ja.{at}/soak/die", count, sides)
    at = 0
    while len(faces) < number:
        faces += by(key, f"soak/{at}", min(TOGETHER, number - len(faces)), sides)
        at += 1
    return np.array(faces, dtype=np.int64) - 1


def unfair(faces: Array, kind: str) -> str:
    """The tests that dice fail, with the chance that fair dice come out so."""
    found = chances(faces, kind)
    return ", ".join(f"{kind} {test}: p = {p:.2g}" for test, p in found.items() if p < LIMIT)


def chances(faces: Array, kind: str) -> dict[str, float]:
    """The chance of what each test finds, of fair dice."""
    count, sides = parse_dice(kind)
    return {
        "faces": _chi_square(np.bincount(faces, minlength=sides), np.full(sides, 1 / sides)),
        "sums": _sums(faces, count if count > 1 else 3, sides),
        "pairs": _pairs(faces, sides),
        "runs": _runs(faces, sides),
        "birthdays": _birthdays(faces, sides),
        "blocks": 0.0 if _twice(faces, sides) > TWICE else 1.0,
    }


def _sums(faces: Array, size: int, sides: int) -> float:
    """The sums of so many dice that follow each other; the rare ones are one class."""
    sums = faces[: len(faces) // size * size].reshape(-1, size).sum(axis=1)
    chance = np.ones(1)
    for _ in range(size):
        chance = np.convolve(chance, np.full(sides, 1 / sides))
    seen = np.bincount(sums, minlength=len(chance))
    by_chance = np.argsort(-chance, kind="stable")
    seen, chance = seen[by_chance], chance[by_chance]
    common = int(np.count_nonzero(chance * len(sums) >= COMMON))
    if common < len(chance):
        seen = np.append(seen[: common - 1], seen[common - 1 :].sum())
        chance = np.append(chance[: common - 1], chance[common - 1 :].sum())
    return _chi_square(seen, chance)


def _pairs(faces: Array, sides: int) -> float:
    even = faces[: len(faces) // 2 * 2].reshape(-1, 2)
    seen = np.bincount(even[:, 0] * sides + even[:, 1], minlength=sides**2)
    return _chi_square(seen, np.full(sides**2, 1 / sides**2))


def _runs(faces: Array, sides: int) -> float:
    """How often a die shows another face than the die before it."""
    number = len(faces) - 1
    changes = int(np.count_nonzero(faces[1:] != faces[:-1]))
    chance = 1 - 1 / sides
    return erfc(abs(changes - number * chance) / sqrt(2 * number * chance * (1 - chance)))


def _birthdays(faces: Array, sides: int) -> float:
    """Spacings that come twice between the birthdays of a year; a day is a number of faces."""
    digits = int(log(DAYS) / log(sides))
    year = sides**digits
    people = round((4 * SHARED * year) ** (1 / 3))
    days = faces[: len(faces) // digits * digits].reshape(-1, digits) @ _powers(sides, digits)
    years = len(days) // people
    born = np.sort(days[: years * people].reshape(years, people), axis=1)
    spacings = np.sort(np.diff(born, axis=1), axis=1)
    shared = int(np.count_nonzero(np.diff(spacings, axis=1) == 0))
    return _poisson(shared, years * people**3 / (4 * year))


def _twice(faces: Array, sides: int) -> int:
    """How many long sequences come a second time."""
    digits = int(log(LONG) / log(sides))
    places = len(faces) - digits + 1
    number = np.zeros(places, dtype=np.int64)
    for at in range(digits):
        number *= sides
        number += faces[at : at + places]
    number.sort()
    return int(np.count_nonzero(number[1:] == number[:-1]))


def _powers(sides: int, digits: int) -> Array:
    return np.array([sides**at for at in range(digits)], dtype=np.int64)


# --- chances -------------------------------------------------------------------------------------


def _chi_square(seen: Any, chance: Any) -> float:
    """The chance of so large a chi-square (and of one so small)."""
    expected = chance * seen.sum()
    value = float(((seen - expected) ** 2 / expected).sum())
    above = upper_gamma((len(seen) - 1) / 2, value / 2)
    return 2 * min(above, 1 - above)


def _poisson(seen: int, mean: float) -> float:
    """The chance of a count as far from its mean."""
    more = 1 - upper_gamma(seen, mean) if seen else 1.0
    fewer = upper_gamma(seen + 1, mean)
    return min(1.0, 2 * min(more, fewer))


def upper_gamma(a: float, x: float) -> float:
    """Q(a, x), the regularized upper incomplete gamma function: by its series, or its fraction."""
    if x <= 0:
        return 1.0
    front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        while abs(term) > 1e-17 * abs(total):
            a += 1
            term *= x / a
            total += term
        return 1 - front * total
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    value, number = d, 0
    while True:
        number += 1
        step = -number * (number - a)
        b += 2
        d = 1 / (step * d + b or tiny)
        c = b + step / c or tiny
        value *= d * c
        if abs(d * c - 1) < 1e-15:
            return front * value
