"""Where in an order stands what a finding is about: the unit, the place or the key.

The rules name what a finding is about by its id (`about`); here it is looked up among the words of
the order, so that the finding stands at the very word that is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from pbem.core.findings import Finding
from pbem.core.orderlines import DocPath
from pbem.core.orders import Order
from pbem.core.system import Ruling, Trial
from pbem.systems.wif.named import ALL, units_called
from pbem.systems.wif.position import Position, position_in

Check = Callable[[Trial, Order], Ruling]

_TEXT: Final = frozenset({"note", "if"})  # keys whose words name nothing


def pointing(check: Check) -> Check:
    """A section's check whose findings stand at the words that they are about."""

    def pointed(trial: Trial, order: Order) -> Ruling:
        ruling = check(trial, order)
        if all(finding.where or not finding.about for finding in ruling.findings):
            return ruling
        spots = spots_of(position_in(trial), order)
        return replace(ruling, findings=tuple(placed(ruling.findings, order, spots)))

    return pointed


def placed(
    findings: Iterable[Finding], order: Order, spots: Mapping[str, DocPath]
) -> Iterator[Finding]:
    """The findings, each at the spot of what it is about."""
    for finding in findings:
        path = spots.get(finding.about)
        yield finding if path is None else finding.at(order.spot(*path))


def spots_of(position: Position, order: Order) -> dict[str, DocPath]:
    """Where an order has its keys and words, and first names its units and places."""
    spots: dict[str, DocPath] = {key: (key,) for key in order.data}
    for key, value in order.data.items():
        for path, word in _words(value, (key,)) if key not in _TEXT else ():
            for name in (word, *_named(position, word)):
                spots.setdefault(name, path)
    return spots


def _words(value: Any, path: DocPath) -> Iterator[tuple[DocPath, str]]:
    """Every word under a key, with its path; the keys of a mapping stand where their values do."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield (*path, key), str(key)
            yield from _words(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _words(inner, (*path, number))
    else:
        yield path, str(value)


def _named(position: Position, word: str) -> tuple[str, ...]:
    """The ids of the units, or of the place, that a word names."""
    units = units_called(position, word)
    if units:
        return tuple(piece.id for piece in units)
    everyone = word.casefold().startswith(ALL)
    places = position.game.find_places(word[len(ALL) :] if everyone else word)
    if not everyone:
        return places
    return tuple(piece.id for place in places for piece in position.at(place))
