"""Readings of ambiguous rules about the board and moves over it (0.3, 1, 8.3)."""

from __future__ import annotations

from enum import StrEnum


class ZeroAttack(StrEnum):
    """What a penalty makes of a printed Attack of 0."""

    STAYS = "stays"
    ONE = "one"


class PathOfOneZone(StrEnum):
    """Whether a Supply Path within a zone needs a railway."""

    NO_RAILWAY = "no-railway"
    RAILWAY = "railway"


class EnemyGround(StrEnum):
    """Whether a Supply Path leads through zones of enemies."""

    CLOSED = "closed"
    OPEN = "open"


class BlitzGround(StrEnum):
    """Whether rough terrain bars a blitz out of it."""

    INTO_AND_OUT = "into-and-out"
    INTO = "into"


class SlowSteps(StrEnum):
    """Whether a unit may enter rough terrain with its last point."""

    WHOLE_MOVE = "whole-move"
    LAST_STEP = "last-step"


class DanishHolder(StrEnum):
    """Whom the Danish Straits keep out when Denmark is not Allied."""

    TABLE = "table"
    ENEMIES = "enemies"


class CapturedPassage(StrEnum):
    """Who may close a strait or canal that was captured."""

    POSSESSOR = "possessor"
    NAMED = "named"


class SuezLeave(StrEnum):
    """Whether ships of nations at peace need leave for the Suez Canal."""

    ENEMIES = "enemies"
    LEAVE = "leave"


class OpenCoast(StrEnum):
    """Whether a city on the sea without a harbour can be surrounded."""

    SURROUNDED = "surrounded"
    OPEN = "open"


class Besiegers(StrEnum):
    """Whose possession surrounds a city."""

    ANY_ENEMY = "any-enemy"
    ONE_ALLIANCE = "one-alliance"


class BlockadedCity(StrEnum):
    """Whether an Air Base keeps a blockaded city open."""

    AIR_BASE = "air-base"
    BLOCKADE = "blockade"


class MountainRiver(StrEnum):
    """How long mountains weaken those who attacked across a river."""

    EVERY_ROUND = "every-round"
    FIRST_ROUND = "first-round"


class EnemyFighters(StrEnum):
    """Which aircraft keep others from flying over."""

    ALL = "all"
    PROPELLER = "propeller"


class Checklist(StrEnum):
    """Whether the rule or its summary on the checklist holds."""

    BODY = "body"
    CHECKLIST = "checklist"
