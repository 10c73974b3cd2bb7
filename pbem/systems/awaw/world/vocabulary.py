"""The words that positions of A World at War hold: what each means and how long it stays.

Decides the names of marks of units, markers of places, counters, flags and relations of powers,
tracks and their values: each is here and nowhere else. Leaves when a word is written to the rules.
An impulse of the core is a player turn of the book.
"""

from __future__ import annotations

from typing import Final

from pbem.core.record.state import Until
from pbem.core.record.terms import Term, Vocabulary

# --- units ---------------------------------------------------------------------------------------


class UnitMark(Term):
    """What play has made of a unit."""

    MOVED = "moved", "it has moved in this phase", Until.STEP
    PAID = "paid", "paid for offensive operations; the value is the front", Until.IMPULSE
    ATTACKED = "attacked", "it has made an offensive attack; the value is the front", Until.IMPULSE
    ATTRITIONS = "attritions", "it is counted in attrition on this front alone", Until.IMPULSE
    OVERRAN = "overran", "it has overrun an enemy unit", Until.IMPULSE
    DOUBLE = "double-price", "lost in an isolated attack for nothing in this turn", Until.IMPULSE
    ISOLATED = "isolated", "it failed initial supply", Until.IMPULSE
    ENTERED_BOX = "entered-box", "it has redeployed into a box and must stay there", Until.IMPULSE
    REDEPLOYED = "redeployed", "it has redeployed in this phase", Until.STEP
    OF_THEATER = "of-theater", "the only theater in which it may be used", Until.IMPULSE
    DEFENDS = "defends", "it flies defensive air support; the value is the hex", Until.IMPULSE
    FRONT = "front", "the front over which it flies in an SW box"
    INVERTED = (
        "inverted",
        "not for operations; the value is the first turn to end it",
    )
    DAMAGED = "damaged", "a damaged ship"


class Pool(Term):
    """Where units wait off the map: `pool:POWER/force`."""

    FORCE = "force", "force pool"


# --- places --------------------------------------------------------------------------------------


class Marker(Term):
    """What stands at a place beside units."""

    AIRBASE = "airbase", "airbase counters; the value is how many"
    PORT = "port", "a port counter"
    BRIDGEHEAD = "bridgehead", "a bridgehead counter"
    FORTIFICATION = "fortification", "a fortification"
    BEACH_DEFENSE = "beach-defense", "a beach defense"
    BREAKTHROUGH = "breakthrough", "a breakthrough of this power", Until.IMPULSE


# --- powers --------------------------------------------------------------------------------------


class Side(Term):
    """The two player turns of a game turn (8.1)."""

    AXIS = "axis", "Axis"
    ALLIED = "allied", "Allied"


class Faction(Term):
    """The four alliance factions (3.11)."""

    EUROPEAN_AXIS = "european-axis", "European Axis"
    JAPAN = "japan", "Japan"
    WESTERN_ALLIES = "western-allies", "Western Allies"
    RUSSIA = "russia", "Russia"


class PowerName(Term):
    """The eight major powers, and minor countries that rules name."""

    GERMANY = "germany", "Germany"
    ITALY = "italy", "Italy"
    JAPAN = "japan", "Japan"
    BRITAIN = "britain", "Britain"
    CHINA = "china", "China"
    FRANCE = "france", "France"
    RUSSIA = "russia", "Russia"
    UNITED_STATES = "united-states", "United States"
    POLAND = "poland", "Poland"
    RUMANIA = "rumania", "Rumania"
    FINLAND = "finland", "Finland"


class Status(Term):
    """How a minor country stands (3.11)."""

    COLONY = "colony", "controlled by a major power from the start"
    ASSOCIATED = "associated", "associated with a major power"
    ALLIED = "minor-ally", "allied with a major power"
    CONQUERED = "conquered", "conquered by a major power"


class PowerCount(Term):
    """What is counted of a power."""

    BRPS = "brps", "BRPs that it has left"
    BASE = "base", "its BRP base"
    GROWTH = "growth", "its growth rate in percent"
    VALUE = "value", "BRPs that a minor country is worth"
    PAID = "paid.", "BRPs paid in this player turn for operations on this front", Until.IMPULSE
    ACTIONS = "actions.", "BRPs of operations carried out on this front", Until.IMPULSE
    IN_MUD = "in-mud.", "BRPs of these in mud", Until.IMPULSE
    NAS_USED = "nas-used.", "land-based NAS used in this phase", Until.IMPULSE
    SHIPPED = (
        "shipped.",
        "transports of this SW box that have sailed",
        Until.IMPULSE,
    )
    AIR_RANGE = "air-range", "air range results of its faction"
    AIMED = "aimed.", "it has carried out this operation at this place", Until.IMPULSE
    RPS = "rps", "research points of the year"
    DPS = "dps", "diplomatic points of the year"
    AIRBASES = "airbases", "airbase counters that are not on the map"
    OBJECTIVES = "objectives", "objectives that it held when its player took it"


class PowerFlag(Term):
    """What is so of a power for good."""

    FACTION = "faction", "its alliance faction"
    STATUS = "status", "how a minor country stands to its patron"
    PATRON = "patron", "the major power with which a minor country stands"
    SURRENDERED = "surrendered", "its surrender is in effect"
    TO_SET_UP = "to-set-up", "its forces are to be set up by opponents"
    DECLARED = "declared-", "the game turn in which it declared war on this power"


class Relation(Term):
    """How a power stands to another one."""

    WAR = "war", "at war"


# --- tracks --------------------------------------------------------------------------------------


class TrackName(Term):
    """Named values of a position."""

    RGT = "rgt", "Russo-German tensions"
    USAT = "usat", "tensions between the United States and Germany"
    USJT = "usjt", "tensions between the United States and Japan"
    LAST_TURN = "last-turn", "the last game turn of the scenario"
    FIRST_TURN = "first-turn", "the first game turn of the game"
    CAMPAIGN = "campaign", "the printed scenario that this one is a part of"
    DEPLOYING = "deploying", "the powers that are still to set up, in the order of deployment"
    CONCEDED = "conceded", "the side that has conceded"
    FIRST_TARGET = "first-target.", "the minor country that this power attacked before the game"
    USJT_AT_WAR = "usjt-at-war", "USJT as Japan declared war"
    RUSSIA_LOST = "russia-lost", "Russian hexes that are on no map of the game are in other hands"
    MUD = "mud", "countries and regions with mud; the moderator rules it", Until.TURN
    WINTER = "winter", "the winter effect", Until.TURN


# --- time ----------------------------------------------------------------------------------------


class Season(Term):
    """The four game turns of a year, in order: turns are named `1939-fall`."""

    SPRING = "spring", "Spring"
    SUMMER = "summer", "Summer"
    FALL = "fall", "Fall"
    WINTER = "winter", "Winter"


class Front(Term):
    """The three fronts of each mapboard (3.11)."""

    EASTERN = "eastern", "eastern front"
    WESTERN = "western", "western front"
    MEDITERRANEAN = "mediterranean", "Mediterranean front"
    PACIFIC = "pacific", "Pacific front"
    ASIAN = "asian", "Asian front"
    SOUTHEAST_ASIAN = "southeast-asian", "Southeast Asian front"


WORDS: Final = Vocabulary(
    counters=(PowerCount,),
    flags=(PowerFlag,),
    markers=(Marker,),
    marks=(UnitMark,),
    tracks=(TrackName,),
)
"""The words of states, by where these keep them."""
