"""The words that positions of World in Flames hold: what each means and how long it stays.

Decides the names of marks of units, markers and facts of places, counters, flags and relations of
powers, tracks and their values: each is here and nowhere else. What is written into a state is one
of them, as plain text (`str(term)`). Leaves when a word is written to the rules.
"""

from __future__ import annotations

from pbem.core.record.state import Until
from pbem.core.record.terms import Term

# --- units ---------------------------------------------------------------------------------------


class UnitMark(Term):
    """What play has made of a unit."""

    FACE_DOWN = "face-down", "it has fought, moved too far or was struck", Until.TURN
    MOVED = "moved", "it has moved or rebased in this step", Until.STEP
    AIR_SUPPLY = "air-supply", "it brings supply to the hex that the value names", Until.STEP
    ATTACKED = "attacked", "it has declared an attack; the value is the hex", Until.IMPULSE
    EMERGENCY_SUPPLY = "emergency-supply", "supplied by the HQ that the value names", Until.IMPULSE
    GIVES_SUPPLY = "gives-emergency-supply", "the HQ supplies others in an emergency", Until.IMPULSE
    COUNTRY = "country", "the partisan fights for this country or region"
    SET_UP_AT = "set-up-at", "where the unit of a neutral country is set up"


class Pool(Term):
    """Where units wait off the map: `pool:POWER/force`, `pool:ussr/reserve`.

    Units of later years wait in a pool of their year, `pool:POWER/1942`; what is built lies on
    the production circle, `track:POWER/1942-jf`.
    """

    FORCE = "force", "force pool"
    RESERVE = "reserve", "reserve pool"
    SET_UP = "set-up", "set-up pool"
    MILITIA = "militia", "militia pool"


# --- places --------------------------------------------------------------------------------------


class Marker(Term):
    """What play has made of a place."""

    ENEMY_HELD = "enemy-held", "the other side has held this city in this turn", Until.TURN
    LOST_PRODUCTION = "lost-production", "production points bombed in this turn", Until.TURN
    LOST_OIL = "lost-oil", "oil bombed in this turn", Until.TURN
    DESTROYED = "destroyed-", "so many factories of this colour, or oil wells, are in ruins"
    RAILED_AWAY = "railed-away", "so many blue factories have gone away by rail"
    RAILED_IN = "railed-in-", "so many blue factories came here by rail in this turn"
    SAVED_OIL = "saved-oil", "oil stored here"
    SAVED_POINTS = "saved-points", "build points stored here"


class PlaceFact(Term):
    """What a scenario says of a place over its map."""

    SUPPLY_SOURCE = (
        "supply-source",
        "a city of this power beyond the map lies behind: its supply and reinforcements",
    )
    VICTORY_POINTS = "victory-points", "what the place counts for who controls it"


# --- powers --------------------------------------------------------------------------------------


class Side(Term):
    """The two sides, whose impulses follow each other."""

    AXIS = "axis", "Axis"
    ALLIED = "allied", "Allied"


class PowerName(Term):
    """The powers that rules name."""

    GERMANY = "germany", "Germany"
    ITALY = "italy", "Italy"
    JAPAN = "japan", "Japan"
    CHINA = "china", "China"
    USSR = "ussr", "USSR"
    COMMONWEALTH = "commonwealth", "Commonwealth"
    USA = "usa", "USA"
    FRANCE = "france", "France"
    FREE_FRANCE = "free-france", "Free France"
    VICHY_FRANCE = "vichy-france", "Vichy France"
    AUSTRALIA = "australia", "Australia"
    FINLAND = "finland", "Finland"
    NORWAY = "norway", "Norway"
    SWEDEN = "sweden", "Sweden"


class MinorName(Term):
    """Minor countries, as people read them; rules name only those of the Baltic."""

    BULGARIA = "bulgaria", "Bulgaria"
    CZECH_REPUBLIC = "czech-republic", "Czech Republic"
    ESTONIA = "estonia", "Estonia"
    HUNGARY = "hungary", "Hungary"
    LATVIA = "latvia", "Latvia"
    LITHUANIA = "lithuania", "Lithuania"
    POLAND = "poland", "Poland"
    RUMANIA = "rumania", "Rumania"
    SLOVAKIA = "slovakia", "Slovakia"
    TURKEY = "turkey", "Turkey"
    YUGOSLAVIA = "yugoslavia", "Yugoslavia"


class PowerCount(Term):
    """What a power has, has used in an impulse, or has done in a turn."""

    ACTION_CHOSEN = "action-chosen", "it has chosen its action", Until.IMPULSE
    RAIL_MOVES = "rail-moves", "rail moves made", Until.IMPULSE
    LAND_MOVES = "land-moves", "units moved by land", Until.IMPULSE
    LAND_ATTACKS = "land-attacks", "land attacks declared", Until.IMPULSE
    AIR_MISSIONS = "air-missions", "air missions flown", Until.IMPULSE
    STRAITS_RAILED = "straits-railed-", "these straits were crossed by rail", Until.IMPULSE
    SURPRISED_BY = "surprised-by-", "this power has declared war on it just now", Until.IMPULSE
    ALIGNING = "aligning", "it has aligned a minor country in this step", Until.IMPULSE
    ATTACKED = "attacked", "a major power has declared war on it in this turn", Until.TURN
    BONUS_POINTS = "bonus-points", "build points for units lost at home", Until.TURN
    BUILD_POINTS = "build-points", "build points that it has made last"
    MADE_POINTS = "made-points", "build points that it has made in this turn", Until.TURN
    SPENT_POINTS = "spent-points", "build points that it has spent in this turn", Until.TURN
    ROUTE = "route.", "resources that shall go from this hex to that one", Until.TURN
    BUILDING = "building.", "units of this gearing class that it builds in this turn", Until.TURN
    BUILT = "built.", "units of this gearing class that it has built last"
    BEYOND_THE_MAP = "beyond-the-map", "production points that it makes beyond the map"
    BID = "bid", "what its player has bid for it"
    LENT = "lent.", "build points that it gives this power", Until.TURN


class PowerFlag(Term):
    """What is so of a power for good."""

    CONTROLLER = "controller", "the power that controls this minor country"
    ALIGNED_1939 = "aligned-1939", "the major power to which this minor was aligned in 1939"
    LIBERATED_BY = "liberated-by-", "this power has liberated it, or gave back all of its hexes"
    KEPT_HEXES = "kept-hexes-of-", "it gave no hexes back to this power when that was liberated"
    SHUNNED = "shunned-by-usa", "it cost the USA more entry markers than there were"
    CONQUERED = "conquered-", "it has conquered this country"
    ATTACKED_BY = "attacked-by-", "this power has declared war on it, in the turn of the value"
    MAY_ALIGN = "may-align", "the major power that may align this neutral country by its will"
    WAS_NEUTRAL = "was-neutral", "the last turn in which the country was neutral"
    DEFEATED = "defeated", "it has no home country any more: it is out of the war"


class Relation(Term):
    """How a power stands to another one."""

    WAR = "war", "at war"
    PERMIT = "permit", "the other power's units may enter its hexes"
    PACT = "pact", "a neutrality pact"


# --- tracks --------------------------------------------------------------------------------------


class TrackName(Term):
    """Named values of a position."""

    ACTION = "action.", "the action that this power has chosen last"
    ACTION_STAGE = "action-stage", "whether the impulses of the turn are over", Until.TURN
    FIRST_SIDE = "first-side", "the side with the first impulse of the turn", Until.TURN
    FIRST_TURN = "first-turn", "the first turn of the game"
    LAST_TURN = "last-turn", "the last turn of the game"
    GAME_OVER = "game-over", "the game is over, and who has won it"
    IMPULSE_BOX = "impulse-box", "the box of the impulse marker", Until.TURN
    IMPULSES = "impulses.", "how many impulses this side has finished", Until.TURN
    CONQUERED_ONCE = "conquered-once.", "the turn in which this country was last conquered"
    INITIATIVE = "initiative", "the space of the initiative marker"
    INITIATIVE_SIDE = "initiative-side", "the side that has the initiative"
    AUTOMATIC_VICTORY = "automatic-victory", "whether the cities of 13.9 win the game at once"
    VICTORY_LEVEL = "victory-level.", "what so many Axis points, or more, amount to"
    WEATHER = "weather.", "the weather of this zone"
    WEATHER_ADVANCE = "weather.advance", "how far the impulse marker goes on"
    WEATHER_ASTERISKS = "weather.asterisks", "what the last weather roll adds to the next one"


class Action(Term):
    """What a major power does in an impulse."""

    PASS = "pass", "nothing, which brings the end of the turn nearer"
    NAVAL = "naval", "the most at sea"
    AIR = "air", "the most in the air"
    LAND = "land", "the most on land"
    COMBINED = "combined", "a little of everything"


class Stage(Term):
    """How far the turn is."""

    OVER = "over", "no impulse follows", Until.TURN


class Initiative(Term):
    """The spaces of the initiative track, from the Axis end to the Allied end."""

    AXIS_2 = "axis-2", "2 for the Axis, and a re-roll"
    AXIS_1 = "axis-1", "1 for the Axis"
    MIDDLE = "0", "nothing for anybody"
    ALLIED_1 = "allied-1", "1 for the Allies"
    ALLIED_2 = "allied-2", "2 for the Allies, and a re-roll"


class Weather(Term):
    """The weather of a zone."""

    FINE = "fine", "fine"
    SNOW = "snow", "snow"
    RAIN = "rain", "rain"
    STORM = "storm", "storm"
    BLIZZARD = "blizzard", "blizzard"


# --- choices of players --------------------------------------------------------------------------


class CombatTable(Term):
    """Which table a land combat is fought on."""

    BLITZKRIEG = "blitzkrieg", "the table that favours armour"
    ASSAULT = "assault", "the table that favours infantry"


class AirPick(Term):
    """What a side does after a round of air combat."""

    STAY = "stay", "it fights on"
    ABORT = "abort", "all its aircraft go home"


class BouncePick(Term):
    """What a side does that may bounce."""

    CLEAR = "clear", "the bomber gets through, where there is one"
    BOUNCE = "bounce", "a fighter falls upon an enemy aircraft"


class JetPick(Term):
    """What a jet does that has the choice."""

    GO = "go", "it goes on to the target, or meets who bounces"
    STAY = "stay", "it stays in its line"


# --- time ----------------------------------------------------------------------------------------


class Months(Term):
    """The turns of a year, as in `1941-ja`."""

    JF = "jf", "Jan/Feb"
    MA = "ma", "Mar/Apr"
    MJ = "mj", "May/Jun"
    JA = "ja", "Jul/Aug"
    SO = "so", "Sep/Oct"
    ND = "nd", "Nov/Dec"
