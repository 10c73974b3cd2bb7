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
    passes_count_less: bool = differs(
        "where all powers of a side pass the last impulse die loses 1, in games of any size",
        "WIF-12-3", "AIF-12-2",
    )  # fmt: skip
    lands_to_unload: bool = differs(
        "an air transport unloads only where it could stay itself",
        "WIF-11.11-6", "AIF-11.12-6",
    )  # fmt: skip
    railway_has_least_cost: bool = differs(
        "along a railway no hex costs less than clear terrain does in fine weather",
        "WIF-11.10.2-11", "AIF-11.11.2-3",
    )  # fmt: skip
    hq_path: bool = differs(
        "an HQ reorganises along a path of so many points, not in its zone of control",
        "WIF-11.17.2-1", "AIF-11.18.2-1",
    )  # fmt: skip
    whole_totals: bool = differs(
        "the totals of a land combat are rounded before the odds are taken",
        "WIF-2.6-2", "AIF-2.6-2", "AIF-11.16.5-1",
    )  # fmt: skip
    odds_against_nothing: int = differs(
        "the odds of an attack on units without factors, 0: an automatic result",
        "WIF-11.15.5-16", "AIF-11.16.1-5",
    )  # fmt: skip
    jungle_shift: int = differs(
        "levels of odds that jungle takes from attackers of whom some are strange to it",
        "WIF-11.15.5-17", "AIF-11.16.1-14",
    )  # fmt: skip
    back_up: int = differs(
        "what each fighter behind the front one adds, 0: a tenth of its rating",
        "WIF-14.3.2-4", "AIF-14.3.2-4",
    )  # fmt: skip
    fighters_bomb_badly: bool = differs(
        "a FTR that is the front bomber loses a point without any option",
        "WIF-14.3.2-11", "AIF-14.3.2-8",
    )  # fmt: skip
    nothing_costs_single: bool = differs(
        "overrunning land units without factors costs the hex once, not twice",
        "WIF-11.10.6-11", "AIF-11.11.6-11",
    )  # fmt: skip
    thaw_sends_back: bool = differs(
        "units on a lake that thaws come back in two turns, not never",
        "WIF-8.2.1-3", "AIF-8.2.9-1",
    )  # fmt: skip

    partners_need_leave: bool = differs(
        "units enter hexes of a power with which they co-operate only by its leave",
        "WIF-11.10.5-3", "AIF-11.11.5-1",
    )  # fmt: skip
