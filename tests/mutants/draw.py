"""Which changes are drawn: the same for the same seed and the same program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from tests.mutants.change import DATA, Change
from tests.mutants.claims import is_under

DATA_SHARE = 5  # one change in so many is one of the data; else tables would drown the code


def under(changes: Iterable[Change], rules: Sequence[str]) -> list[Change]:
    """The changes that belong to a clause under some rules; all without rules."""
    return [
        change
        for change in changes
        if not rules or any(is_under(clause, rules) for clause in change.clauses)
    ]


def drawn(changes: Sequence[Change], number: int, seed: str) -> list[Change]:
    """Some changes of the code and, one in five, of charts, counters and boards in turn."""
    random = Random(seed)
    code = [change for change in changes if change.kind not in DATA]
    piles = [
        random.sample(pile, len(pile))
        for kind in sorted(DATA)
        if (pile := [change for change in changes if change.kind is kind])
    ]
    wanted = min(number // DATA_SHARE if code else number, sum(map(len, piles)))
    some = []
    while len(some) < wanted:
        some += [pile.pop() for pile in piles if pile]
    some = some[:wanted]
    rest = random.sample(code, min(number - len(some), len(code)))
    return sorted([*some, *rest], key=lambda change: change.id)
