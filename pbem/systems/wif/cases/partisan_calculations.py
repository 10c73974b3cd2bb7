"""What cases may calculate of partisans: whose they are, whom they fight, with whom they work.

Decides what a case writes and what it gets. Leaves how they rise to cases that adjudicate.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.flames.turn.partisan_rolls import (
    RED,
    Entry,
    controller_of,
    is_eligible,
    partisans_in,
    spread,
)
from pbem.systems.flames.world.partisans import fights, hexes_of, leaves_home, work_together
from pbem.systems.wif.cases.situation import situation


def powers_of_partisans(given: Given) -> Answer:
    """`countries` (red ones with an asterisk): who runs the partisans of each, `` is nobody."""
    position = situation(given)
    entries = [Entry(name.removesuffix(RED), name.endswith(RED)) for name in given["countries"]]
    return {
        entry.name: controller_of(position, entry) if is_eligible(position, entry) else "none"
        for entry in entries
    }


def wars_of_partisans(given: Given) -> Answer:
    """`of` (units), `with` (powers): with which of them each is at war."""
    position = situation(given)
    pieces = position.pieces(*given["of"])
    return {p.id: [power for power in given["with"] if fights(position, p, power)] for p in pieces}


def friends_of_partisans(given: Given) -> Answer:
    """A situation: of each unit the others with which it co-operates."""
    position = situation(given)
    pieces = position.pieces(*(unit["name"] for unit in given["units"]))
    return {
        one.id: [two.id for two in pieces if two is not one and work_together(position, one, two)]
        for one in pieces
    }


def homes_of_partisans(given: Given) -> Answer:
    """`name` of the table: the countries that roll, their hexes; where `of` may go of `to`."""
    position, name = situation(given), given["name"]
    rows = spread(position, Entry(name, red=False))
    stays = {
        piece.id: [place for place in given["to"] if not leaves_home(position, piece, place)]
        for piece in position.pieces(*given.get("of", ()))
    }
    there = {row.name: [piece.id for piece in partisans_in(position, row.name)] for row in rows}
    return {"hexes": {row.name: list(hexes_of(position, row.name)) for row in rows},
            "may go": stays, "there": there}  # fmt: skip


PARTISAN_CALCULATIONS: Final[Calculations] = {
    "partisans.power": powers_of_partisans,
    "partisans.wars": wars_of_partisans,
    "partisans.friends": friends_of_partisans,
    "partisans.home": homes_of_partisans,
}
