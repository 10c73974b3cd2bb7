"""Tables as players look them up: worked out from charts and counters, with where they come from.

Decides what such a table is. Leaves to each system which it has (`System.lookups`), to the commands
how they are printed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lookup:
    """One table: its heading, its columns, a row for each name, and the source of what it says."""

    title: str
    rule: str
    provenance: str
    columns: Sequence[str]
    rows: Mapping[str, Sequence[str]]
    notes: Sequence[str] = ()
