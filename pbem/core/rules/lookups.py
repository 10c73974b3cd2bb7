"""Tables as players look them up: worked out from charts and counters, with where they come from.

Decides what such a table is. Leaves to each system which it has (`System.lookups`), to the commands
how they are printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pbem.core.rules.sequence import Node, Step, Window


@dataclass(frozen=True, slots=True)
class Lookup:
    """One table: its heading, its columns, a row for each name, and the source of what it says."""

    title: str
    rule: str
    provenance: str
    columns: Sequence[str]
    rows: Mapping[str, Sequence[str]]
    notes: Sequence[str] = ()


def steps_of(nodes: Iterable[Node], title: str, rule: str) -> Lookup:
    """The steps of a sequence, with the windows for which players send orders."""
    rows: dict[str, tuple[str, str]] = {}
    for node in nodes:
        if isinstance(node, Step):
            rows[node.name.replace("-", " ")] = (node.cite, "")
        elif isinstance(node, Window):
            rows[f"ORDERS: {node.name}"] = ("", node.title)
    return Lookup(title, rule, "printed", ("rule", "orders for"), rows)
