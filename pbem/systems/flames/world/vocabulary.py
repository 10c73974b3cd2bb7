"""The words that positions hold which the books share: what each means and how long it stays.

Decides the names of marks of units, markers and facts of places, counters, flags and relations of
powers, tracks and their values: each is here, or in the vocabulary of the one book that has it, and
nowhere else. What is written into a state is one of them, as plain text (`str(term)`). Leaves names
of powers to the books, and when a word is written to the rules.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import State, Until
from pbem.core.record.terms import Term, Vocabulary

# --- units ---------------------------------------------------------------------------------------


class UnitMark(Term):
    """What play has made of a unit."""

    FACE_DOWN = "face-down", "it has fought, moved too far or was struck", Until.TURN
    MOVED = "moved", "it has moved or rebased in this step", Until.STEP
    AIR_SUPPLY = "air-supply", "it brings supply to the hex that the value names", Until.STEP
    ATTACKED = "attacked", "it has declared an attack; the value is the hex", Until.IMPULSE
    FUELLED = "fuelled", "nothing more is to be paid for its oil in this impulse", Until.IMPULSE
    EMERGENCY_SUPPLY = "emergency-supply", "supplied by the HQ that the value names", Until.IMPULSE
    GIVES_SUPPLY = "gives-emergency-supply", "the HQ supplies others in an emergency", Until.IMPULSE
    LANDING = (
        "landing",
        "it has come into the enemy's hex, by the way that the value names, and must attack it",
        Until.IMPULSE,
    )
    CARRIED_BY = "carried-by", "the power of the value has brought it here", Until.IMPULSE
    LANDED = "landed", "it has taken the hex into which it came in this impulse", Until.IMPULSE
    OFFENSIVE = (
        "offensive",
        "the HQ helps in the action that the value names, by offensive points",
        Until.IMPULSE,
    )
    DOUBLED = "doubled", "its factors are doubled against the hex of the value", Until.IMPULSE
    SOURCE = "supply-source", "a supply unit was expended for the HQ: it is a source", Until.TURN
    SUPPLIED = "supplied", "a supply unit supplies it", Until.IMPULSE
    HAS_SUPPLIED = "has-supplied", "the supply unit has supplied a unit", Until.IMPULSE
    COUNTRY = "country", "the partisan fights for this country or region"
    LOST = "lost", "it was destroyed in this turn: its power may scrap it", Until.TURN
    SCRAPPED = "scrapped", "its power has scrapped it: it never comes back"
    RED = "red-partisan", "the partisan fights whoever holds its country"
    SET_UP_AT = "set-up-at", "where the unit of a neutral country is set up"
    OWED = "owed", "build points still to be paid for it on its production track"
    EXTRA_POINTS = "extra-points", "build points to be paid before it leaves its production box"
    BOMBS = "bomb-markers", "bomb markers to be paid off before work on it goes on"
    PAID = "free", "it is paid for, and moves down its production track without cost"
    WORKED = "worked", "it has been worked on, or shall wait, in this step", Until.STEP
    RETURNING = "returning", "it was on the map, and does not count in its production box"


class Pool(Term):
    """Where units wait off the map: `pool:POWER/force`, `pool:ussr/reserve`.

    Units of later years wait in a pool of their year, `pool:POWER/1942`; what is built lies on
    the production circle, `track:POWER/1942-jf`.
    """

    FORCE = "force", "force pool"
    RESERVE = "reserve", "reserve pool"
    SET_UP = "set-up", "set-up pool"
    GUARDS = "guards", "Guards Banner armies to which units may be promoted"
    DIVISIONS = "divisions", "divisions, which can be built by option 2"
    GUNS = "guns", "guns, which can be built by option 3"
    MILITIA = "militia", "militia pool"
    TERRITORIALS = "territorials", "territorials, which can be built by option 54"
    AIRCRAFT = "aircraft", "aircraft that wait for a pilot"
    SUPPLY = "supply", "supply units, which can be built by option 14"
    V_WEAPONS = "v-weapons", "V-weapons and A-bombs, which can be built by option 24"
    HEAVY = "heavy-weapons", "heavy weapons, which replace other units by option 56"
    LEND_LEASE = "lend-lease", "units that another power has, or could have"
    AWAY = "away", "territorials whose home is another power's"
    VOLUNTEERS = "volunteers", "volunteers of cities, which come when their power holds these"


# --- places --------------------------------------------------------------------------------------


class Marker(Term):
    """What play has made of a place."""

    ENEMY_HELD = "enemy-held", "the other side has held this city in this turn", Until.TURN
    OVERFLOWN = "overflown", "it is full, and a unit has come in beside it in this turn", Until.TURN
    LOST_PRODUCTION = "lost-production", "production points bombed in this turn", Until.TURN
    LOST_OIL = "lost-oil", "oil bombed in this turn", Until.TURN
    DESTROYED = "destroyed-", "so many factories of this colour, or oil wells, are in ruins"
    DESTROYED_RAIL = "destroyed-rail", "the printed railway of the hex is in ruins: a road"
    REPAIR = "repair-", "so many of this kind are repaired when that turn begins"
    WORKS_BOMBED = "works-bombed", "the turn in which bombs last destroyed a factory here"
    WRECKED = "wrecked", "so many targets its own side has wrecked here in this turn", Until.TURN
    RAZED_FORT = "razed-fort", "the printed fort of the hex is destroyed"
    BUILT = (
        "built-",
        "so many facilities of this kind were built here; of a fort, towards which hexes",
    )
    COUNTER = "counter-", "the counter of the facility of this kind that was built here"
    BEGUN = (
        "begun-",
        "such a facility is being built: whose, turns left, points to pay, facing",
    )
    SPECIALISED = "specialised", "the type of units that this place may build by choice"
    SPECIALITY_USED = "speciality-used", "it has built a unit by choice in this turn", Until.TURN
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
    RAIL_EXIT = "rail-exit", "factories of this power go by rail to its cities beyond the map here"
    VICTORY_POINTS = "victory-points", "what the place counts for who controls it"
    COUNTRY = "country", "the country of which it has become a part, whatever the map says"


# --- powers --------------------------------------------------------------------------------------


class Side(Term):
    """The two sides, whose impulses follow each other."""

    AXIS = "axis", "Axis"
    ALLIED = "allied", "Allied"


class PowerCount(Term):
    """What a power has, has used in an impulse, or has done in a turn."""

    ACTION_CHOSEN = "action-chosen", "it has chosen its action", Until.IMPULSE
    RAIL_MOVES = "rail-moves", "rail moves made", Until.IMPULSE
    LAND_MOVES = "land-moves", "units moved by land", Until.IMPULSE
    LAND_ATTACKS = "land-attacks", "land attacks declared", Until.IMPULSE
    AIR_MISSIONS = "air-missions", "air missions flown", Until.IMPULSE
    ALSO = "also-", "it has chosen this action too", Until.IMPULSE
    EXTRA = "extra-", "so many more of this it may do, and pay for", Until.IMPULSE
    DOUBLINGS = "doublings", "units whose factors its HQ has doubled", Until.IMPULSE
    OFFENSIVE_POINTS = "offensive-points", "offensive points that it has saved"
    PILOTS = "pilots", "pilots that have no aircraft"
    PILOTS_ARRIVE = "pilots-arriving.", "pilots that arrive in this turn"
    RETRAINED = "retrained", "build points for pilots that it gave back", Until.TURN
    CHITS = "chits.", "offensive points that arrive in this turn"
    STRAITS_RAILED = "straits-railed-", "these straits were crossed by rail", Until.IMPULSE
    SURPRISED_BY = "surprised-by-", "this power has declared war on it just now", Until.IMPULSE
    ATTACKED = "attacked", "a major power has declared war on it in this turn", Until.TURN
    BONUS_POINTS = "bonus-points", "build points for units lost at home", Until.TURN
    BUILD_POINTS = "build-points", "build points that it has made last"
    MADE_POINTS = "made-points", "build points that it has made in this turn", Until.TURN
    SPENT_POINTS = "spent-points", "build points that it has spent in this turn", Until.TURN
    MADE_AT = "made-at.", "production points that this place has made in this turn", Until.TURN
    SPENT_AT = "spent-at.", "build points that it has spent at this place in this turn", Until.TURN
    NATION = "nation.", "what this country of it has made, spent and lent by itself", Until.TURN
    ROUTE = "route.", "resources that shall go from this hex to that one", Until.TURN
    BUILDING = "building.", "units of this gearing class that it builds in this turn", Until.TURN
    BUILT = "built.", "units of this gearing class that it has built last"
    OIL_TENTHS = "oil-tenths", "tenths of an oil that it has left"
    OIL_GIVEN = "oil-given", "tenths of oil that friends have paid for it", Until.IMPULSE
    OIL_UNITS = "oil-units", "units that need oil and have moved, flown or attacked", Until.IMPULSE
    OIL_PAYS = "oil-pays.", "how its player wants oil to be paid", Until.IMPULSE
    OIL_FROM = "oil-from.", "its player's order of the places whose oil is used", Until.IMPULSE
    KEPT_OIL = "kept-oil.", "oil of this hex that no factory shall use", Until.TURN
    USED_OIL = "used-oil.", "saved oil of this hex that factories shall use", Until.TURN
    STORE_AT = "store-at.", "where its player wants to save goods, in this order", Until.TURN
    FACTORIES_BEYOND = "factories-beyond.", "factories that went beyond the map in that turn"
    DISBANDED = "disbanded", "it has disbanded an aircraft", Until.TURN
    COMING_WORKS = "works.", "facilities of this kind that arrive in that turn, or wait since then"
    BEYOND_THE_MAP = "beyond-the-map", "production points that it makes beyond the map"
    BID = "bid", "what its player has bid for it"
    HEAVY_ENDED = "heavy-ended", "it builds no more heavy weapons ahead in this turn", Until.TURN
    LENT = "lent.", "build points that it gives this power", Until.TURN
    LENT_RESOURCES = "lent-resources.", "resources that it gives this power", Until.TURN
    LENT_OIL = "lent-oil.", "how many of those resources are oil", Until.TURN


class PowerFlag(Term):
    """What is so of a power for good."""

    CONTROLLER = "controller", "the power that controls this minor country"
    LIBERATED_BY = "liberated-by-", "this power has liberated it, or gave back all of its hexes"
    KEPT_HEXES = "kept-hexes-of-", "it gave no hexes back to this power when that was liberated"
    CONQUERED = "conquered-", "it has conquered this country"
    NEW_HOME = "new-home-", "its home country in place of this conquered one"
    MADE_PEACE = "made-peace-with-", "its first war with this power is over"
    NOT_BUILT = "not-built", "its units, once lost, leave the game"
    VOLUNTEERED = "volunteered-", "these volunteers have come for nothing, as they do once"
    FULL_ALLY = "full-ally", "all of its units may leave their home"
    ONE_ABROAD = "one-abroad", "no more than one of its units may be abroad"
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
    OIL_HALVED = "oil-halved.", "oil costs this power half in the campaign"
    LAST_TURN = "last-turn", "the last turn of the game"
    GAME_OVER = "game-over", "the game is over, and who has won it"
    IMPULSE_BOX = "impulse-box", "the box of the impulse marker", Until.TURN
    IMPULSES = "impulses.", "how many impulses this side has finished", Until.TURN
    CONQUERED_ONCE = "conquered-once.", "the turn in which this country was last conquered"
    FIRST_CONQUEROR = "first-conqueror.", "the side that has conquered this country first"
    LAST_HEX = "last-hex.", "the major power that has occupied a hex of this country last"
    LAST_TOWN = "last-town.", "the major power that has occupied a city or port of it last"
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


class LandingWay(Term):
    """How a unit comes into a hex of the enemy without moving there by land."""

    AIR = "air", "by parachute"


class NotionalPick(Term):
    """What a side does with the notional unit of a hex into which the enemy comes so."""

    FIGHT = "fight", "it defends"
    IGNORE = "ignore", "it does not defend"


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


WORDS: Final = Vocabulary(
    counters=(PowerCount,),
    flags=(PowerFlag,),
    markers=(Marker,),
    marks=(UnitMark,),
    tracks=(TrackName,),
)
"""The words of states, by where these keep them."""


# --- the calendar ---------------------------------------------------------------------------------

PAIRS: Final = tuple(map(str, Months))


def number_of(turn: str) -> int:
    """A turn as a number, so that turns can be compared and counted."""
    year, _, months = turn.partition("-")
    return int(year) * len(PAIRS) + PAIRS.index(months)


@implements("WIF-1.2.2-1")
def turn_after(turn: str, many: int = 1) -> str:
    """The turn so many turns on."""
    year, at = divmod(number_of(turn) + many, len(PAIRS))
    return f"{year}-{PAIRS[at]}"


def next_turn(turn: str) -> str:
    """The turn after one: `1941-ja`, `1941-so`, … `1942-jf`."""
    return turn_after(turn)


def year_of(turn: str) -> int:
    """The year of a turn."""
    return int(turn.partition("-")[0])


def season_of(turn: str) -> str:
    """The pair of months of a turn, as charts name it: `1941-ja` is `ja`."""
    return turn.partition("-")[2]


def is_last_turn(state: State) -> bool:
    """Whether the game ends with this turn; without a last turn it never does."""
    last = state.track(TrackName.LAST_TURN)
    return last is not None and number_of(state.clock.turn) >= number_of(str(last))
