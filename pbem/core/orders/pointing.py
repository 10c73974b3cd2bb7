"""Where in an order stands what a finding is about: the key, the unit or the place.

A rule that complains of a unit or a place names it by its id (`Finding.about`) and knows nothing of
files; here the id is looked up among the words of the order, so that the finding stands at the
very word that is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from pbem.core.data.findings import Finding, Where, error
from pbem.core.data.naming import amounts
from pbem.core.orders.orderlines import DocPath
from pbem.core.rules.position import Position

if TYPE_CHECKING:
    from pbem.core.orders.orders import Order

_TEXT: Final = frozenset({"note", "if"})  # keys whose words name nothing


def placed(findings: Iterable[Finding], position: Position, order: Order) -> tuple[Finding, ...]:
    """The findings, each at what it is about, else at the order."""
    lost = any(finding.about and not finding.where for finding in findings)
    spots = spots_of(position, order) if lost else {}
    return tuple(finding.at(spots.get(finding.about, order.where)) for finding in findings)


def named_twice(position: Position, order: Order) -> list[Finding]:
    """Keys of one mapping that name the same unit or place: `{Infantry: 2, infantry: 6}`."""
    found = (_twice(position, order, key, value) for key, value in order.data.items())
    return [finding for findings in found for finding in findings]


def _twice(position: Position, order: Order, *path_and_value: Any) -> Iterator[Finding]:
    *path, value = path_and_value
    if isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _twice(position, order, *path, number, inner)
    if not isinstance(value, Mapping):
        return
    known: dict[tuple[str, ...], str] = {}
    for key, inner in value.items():
        meant = tuple(position.game.system.receipts.named(position, str(key)))
        before = known.setdefault(meant, str(key)) if meant else str(key)
        if before != str(key):
            message = f"'{key}' names the same as '{before}', which stands here already"
            twice = error("named-twice", message, hint="write it once")
            yield twice.at(order.spot_of_key(*path, key))
        yield from _twice(position, order, *path, key, inner)


def spots_of(position: Position, order: Order) -> dict[str, Where]:
    """Where an order has the values of its keys and its words, and first names units and places."""
    spots = {key: order.spot(key) for key in order.data}
    for key, value in order.data.items():
        for word, where in _words(order, value, (key,)) if key not in _TEXT else ():
            for name in (word, *position.game.system.receipts.named(position, word)):
                spots.setdefault(name, where)
    return spots


def _words(order: Order, value: object, path: DocPath) -> Iterator[tuple[str, Where]]:
    """Every word under a key, the keys of a mapping among them, with its place in the file."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key), order.spot_of_key(*path, key)
            yield from _words(order, inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _words(order, inner, (*path, number))
    else:
        where = order.spot(*path)
        yield str(value), where
        yield from ((name, where) for _, name in amounts(str(value)))
