"""What the verdicts of a land battle hold, so that reports and `pbem explain` need nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.core.record.state import Unit
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.casualties import AIRCRAFT_FIRST, AIRCRAFT_ONLY, Claim
from pbem.systems.gw.battle.fire import Side
from pbem.systems.gw.battle.muster import Force, Ground, Roster, circumstances
from pbem.systems.gw.battle.values import Circumstances, acting, modifiers_of
from pbem.systems.gw.battle.volleys import Volley
from pbem.systems.gw.world.battlefield import Battlefield


def totals(side: Roster, counts: Sequence[int]) -> list[list[Any]]:
    """Numbers of units by type, in the order of the roster: `[[infantry, 3], …]`."""
    found: dict[str, int] = {}
    for unit, count in zip(side.units, counts, strict=True):
        if count:
            found[unit.id] = found.get(unit.id, 0) + count
    return [[name, count] for name, count in found.items()]


def counted(units: Iterable[Unit]) -> list[list[Any]]:
    """Numbers of units on the board by type: `[[infantry, 3], …]`."""
    found: dict[str, int] = {}
    for unit in units:
        found[unit.counter] = found.get(unit.counter, 0) + unit.size
    return [[name, count] for name, count in found.items()]


def ground_told(field: Battlefield, defender: Side) -> dict[str, Any]:
    """The ground: terrain of the zone, city, borders that matter, works that were attacked."""
    return {
        "terrain": list(field.terrain),
        "city": field.city,
        "surrounded": field.surrounded,
        "borders": [
            [border.name, list(border.terrain), border.works]
            for border in field.borders
            if border.terrain or border.works
        ],
        "works": [one.kind for one in defender.works],
    }


def forces_told(
    side: Side, groups: Sequence[Unit], forces: Sides[Force], ground: Ground
) -> list[dict[str, Any]]:
    """One row for each group: who, how many, from where, and its values with what acts on them."""
    force = forces.own(side.role)
    first, later = (circumstances(side.role, forces, ground, when) for when in (True, False))
    return [
        {
            "side": str(side.role),
            "owner": group.owner,
            "unit": group.counter,
            "count": group.size,
            "from": force.troops[index].border,
            "first": _value(side, index, first[index], True),
            "later": _value(side, index, later[index], False),
        }
        for index, group in enumerate(groups)
    ]


def _value(side: Side, index: int, at: Circumstances, first_round: bool) -> dict[str, Any]:
    """The value of a group in round one or later: alone, supported, and by which modifiers."""
    rating = (side.first_round if first_round else side.later)[index]
    found = acting(modifiers_of(side.units[index], at))
    return {
        "value": rating.value,
        "supported": rating.supported,
        "selects": rating.selects,
        "versus": rating.versus,
        "modifiers": [[one.source, one.change, one.rule] for one in found],
    }


def shot_told(role: Role, volley: Volley[Claim], faces: Sequence[int]) -> dict[str, Any]:
    """A volley with its dice: who fired, at which values, and what its hits demand."""
    return {
        "side": str(role),
        "unit": volley.name,
        "dice": [[dice.count, dice.value, dice.selects] for dice in volley.dice],
        "faces": list(faces),
        "claim": claim_word(volley.claim),
        "versus": volley.selected.group if volley.selected.shooter_names else "",
    }


def claim_word(claim: Claim) -> str:
    """What a hit demands, as a word."""
    return {AIRCRAFT_FIRST: "aircraft-first", AIRCRAFT_ONLY: "aircraft-only"}.get(claim, "")
