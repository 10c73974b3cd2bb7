"""Sets of optional rules such that any two of them are tried on and off together in some game.

A covering array of strength two, made greedily: whole arrays of all combinations would be 2 to the
power of 42 games, and most faults of rules that meet need only two of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from random import Random

from pbem.core.data.rulebook import OptionalRule
from pbem.core.rules.optional import conflicts

Row = dict[str, bool]
Pair = tuple[str, bool, str, bool]


def covering(rules: Sequence[OptionalRule], random: Random) -> list[Row]:
    """Rows of switches in which every pair that may be played so stands once at least."""
    left = dict.fromkeys(pairs(rules))
    rows = []
    while left:
        name, on, other, other_on = next(iter(left))
        row = _filled(rules, {name: on, other: other_on}, left, random)
        for pair in _pairs_of(row):
            left.pop(pair, None)
        rows.append(row)
    return rows


def pairs(rules: Sequence[OptionalRule]) -> list[Pair]:
    """Every two switches, each on or off, that some game may have."""
    names = [rule.name for rule in rules]
    return [
        (name, on, other, other_on)
        for name, other in combinations(names, 2)
        for on, other_on in product((True, False), repeat=2)
        if _completed(rules, {name: on, other: other_on}) is not None
    ]


def _filled(
    rules: Sequence[OptionalRule], begun: Row, left: Mapping[Pair, None], random: Random
) -> Row:
    """A row that begins so; each further switch is put where it meets most of what is left."""
    row = _completed(rules, begun) or begun
    names = [rule.name for rule in rules if rule.name not in row]
    random.shuffle(names)
    for name in names:
        tries = [_completed(rules, {**row, name: on}) for on in (True, False)]
        row = max(
            (one for one in tries if one is not None),
            key=lambda one: sum(pair in left for pair in _pairs_of(one)),
        )
    return {rule.name: row[rule.name] for rule in rules}


def _completed(rules: Sequence[OptionalRule], row: Row) -> Row | None:
    """A row with all that its rules need; None where no game may have it."""
    known = {rule.name: rule for rule in rules}
    on = [name for name in row if row[name]]
    for name in on:
        on += [one for one in known[name].needs if one not in on]
    whole = {**dict.fromkeys(on, True), **row}
    everything = {**dict.fromkeys(known, False), **whole}
    return None if next(conflicts(rules, everything), None) else whole


def _pairs_of(row: Row) -> list[Pair]:
    """The pairs of a row, named as `pairs` names them where its switches are in that order."""
    both = ((a, row[a], b, row[b]) for a in row for b in row if a != b)
    return list(both)
