"""What follows a land battle: damage to facilities and the capture of a zone (9.18-9.20).

Decides: who possesses a captured zone, and how incomes change; how far damage goes.
Leaves to the moderator: voluntary return outside the alliance (9.21); to `facilities`: captured
factories (12.4).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.core.data.rulebook import implements


@dataclass(frozen=True, slots=True)
class Zone:
    """A land zone as its capture sees it: who holds it, whose roundel is printed, its IPP value."""

    possessor: str
    printed: str
    value: int


@dataclass(frozen=True, slots=True)
class Captured:
    """Who possesses a captured zone now, and how the incomes of nations change."""

    possessor: str
    income: Mapping[str, int]


@implements("GW-9.18-1")
def damaged(damage: int, more: int, maximum: int) -> int:
    """The damage of a facility after more of it: never above its maximum (9.18)."""
    return min(damage + more, maximum)


@implements("GW-9.19-1", "GW-9.20-1", "GW-4.5-2")
def captured(zone: Zone, captor: str, alliances: Mapping[str, str]) -> Captured:
    """The captor's roundel goes on the zone and its income moves to him (9.19).

    A zone that bears the printed roundel of another member of his alliance goes back to that
    member at once (9.20).
    """
    same = captor in alliances and alliances.get(zone.printed) == alliances[captor]
    possessor = zone.printed if same else captor
    if possessor == zone.possessor:
        return Captured(possessor, {})
    return Captured(possessor, {possessor: zone.value, zone.possessor: -zone.value})
