"""Readings of ambiguous rules about the board and moves over it (0.3, 1, 8.3)."""

from __future__ import annotations

from pbem.core.rules.readings import Reading


class ZeroAttack(Reading, id="GW-R-0.3-b"):
    """What a penalty makes of a printed Attack of 0."""

    STAYS = "stays"
    ONE = "one"


class PathOfOneZone(Reading, id="GW-R-1.5-a"):
    """Whether a Supply Path within a zone needs a railway."""

    NO_RAILWAY = "no-railway"
    RAILWAY = "railway"


class EnemyGround(Reading, id="GW-R-1.5-b"):
    """Whether a Supply Path leads through zones of enemies."""

    CLOSED = "closed"
    OPEN = "open"


class BlitzGround(Reading, id="GW-R-1.7-a"):
    """Whether rough terrain bars a blitz out of it."""

    INTO_AND_OUT = "into-and-out"
    INTO = "into"


class SlowSteps(Reading, id="GW-R-1.8-a"):
    """Whether a unit may enter rough terrain with its last point."""

    WHOLE_MOVE = "whole-move"
    LAST_STEP = "last-step"


class DanishHolder(Reading, id="GW-R-1.15-a"):
    """Whom the Danish Straits keep out when Denmark is not Allied."""

    TABLE = "table"
    ENEMIES = "enemies"


class CapturedPassage(Reading, id="GW-R-1.15-c"):
    """Who may close a strait or canal that was captured."""

    POSSESSOR = "possessor"
    NAMED = "named"


class SuezLeave(Reading, id="GW-R-1.15-d"):
    """Whether ships of nations at peace need leave for the Suez Canal."""

    ENEMIES = "enemies"
    LEAVE = "leave"


class OpenCoast(Reading, id="GW-R-1.16-a"):
    """Whether a city on the sea without a harbour can be surrounded."""

    SURROUNDED = "surrounded"
    OPEN = "open"


class Besiegers(Reading, id="GW-R-1.16-b"):
    """Whose possession surrounds a city."""

    ANY_ENEMY = "any-enemy"
    ONE_ALLIANCE = "one-alliance"


class BlockadedCity(Reading, id="GW-R-1.16-c"):
    """Whether an Air Base keeps a blockaded city open."""

    AIR_BASE = "air-base"
    BLOCKADE = "blockade"


class MountainRiver(Reading, id="GW-R-1.24-b"):
    """How long mountains weaken those who attacked across a river."""

    EVERY_ROUND = "every-round"
    FIRST_ROUND = "first-round"


class EnemyFighters(Reading, id="GW-R-8.3-a"):
    """Which aircraft keep others from flying over."""

    ALL = "all"
    PROPELLER = "propeller"


class Checklist(Reading, id="GW-R-29"):
    """Whether the rule or its summary on the checklist holds."""

    BODY = "body"
    CHECKLIST = "checklist"
