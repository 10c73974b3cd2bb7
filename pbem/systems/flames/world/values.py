"""The numbers and habits in which books differ that share the engine: one value of each book.

Decides nothing: each field says in words what it means where it is true, or what it counts, and
names the clauses that say so in either book. What a printed chart says is no value but a chart of
the book, and who does what with whom is asked of its policy.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


def differs(says: str, *clauses: str) -> Any:
    """A field with what it says of a book, and the clauses of books that say so or not."""
    return field(metadata={"says": says, "clauses": clauses})


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """What a book says where another one says otherwise."""

    zones_stop_at_minors: bool = differs(
        "no zone of control reaches into the hexes of a minor country at peace",
        "WIF-2.2-10", "AIF-2.2-4",
    )  # fmt: skip
    room_of_each_hq: bool = differs(
        "each HQ in a hex makes room for an aircraft, not all together for one",
        "WIF-2.3.1-8", "AIF-2.3.1-6",
    )  # fmt: skip
    first_home_serves: bool = differs(
        "of a friend with several home countries the first has its primary sources, the others "
        "secondary ones",
        "WIF-2.4.2-4", "WIF-2.4.2-10", "AIF-2.4.2-1",
    )  # fmt: skip
    friends_capitals_serve: bool = differs(
        "capitals of minor countries serve all that co-operate with them, not their power alone",
        "WIF-2.4.2-11", "AIF-2.4.2-2",
    )  # fmt: skip
    source_next_door: bool = differs(
        "a source in the next hex is near enough in any weather",
        "WIF-2.4.2-19", "AIF-2.4.2-7",
    )  # fmt: skip
    friends_give_back: bool = differs(
        "what is won back of a friend's country is that country's at once, not the taker's",
        "WIF-2.5.3-3", "AIF-2.5-4",
    )  # fmt: skip
    railway_has_least_cost: bool = differs(
        "along a railway no hex costs less than clear terrain does in fine weather",
        "WIF-11.10.2-11", "AIF-11.11.2-3",
    )  # fmt: skip
