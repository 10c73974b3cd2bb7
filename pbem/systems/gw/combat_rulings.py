"""Readings of ambiguous rules about fights on land, bombing, declarations (5.6, 8, 9)."""

from __future__ import annotations

from enum import StrEnum


class RocketsInJungle(StrEnum):
    """What jungle leaves of a rocket's carpet bombing."""

    KEPT = "kept"
    NONE = "none"


class CarpetDice(StrEnum):
    """How many dice a Strategic Bomber rolls in carpet bombing."""

    THREE = "three"
    TWO = "two"


class FacilityGuns(StrEnum):
    """What the guns of a facility hit on."""

    THREE = "three"
    TWO = "two"
