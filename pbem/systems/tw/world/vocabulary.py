"""The words that positions of The War hold: what each means and how long it stays.

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

    ACTIVE = "active", "a logistical effort has activated it; the value is its kind", Until.IMPULSE
    RAILED = "railed", "it has moved by rail", Until.IMPULSE
    MOVED = "moved", "it has moved in the first impulse", Until.IMPULSE
    EXPLOITED = "exploited", "it has moved in the second impulse", Until.IMPULSE
    ATTACKS = "attacks", "it attacks in this impulse; the value is the hex", Until.STEP
    SPEARHEAD = "spearhead", "it began the second impulse in a breach", Until.IMPULSE
    SHIFTED = "shifted", "it has moved strategically", Until.IMPULSE
    OUT_OF_SUPPLY = "out-of-supply", "it had no supply as its operations began", Until.IMPULSE
    LIMITED = "limited", "it has a limited source of supply alone", Until.IMPULSE
    DEPLETED = "depleted", "it is Depleted"
    SUPPORTS = "supports", "it flies in support of attacks; the value is their hexes", Until.STEP
    COUNTERS = "counters", "it meets aircraft of the defender; the value is the hexes", Until.STEP
    DEFENDS = "defends", "it flies in defence of hexes, which are the value", Until.STEP
    LINGERS = "lingers", "it has stayed in a France that has surrendered, and that is hostile to it"
    FREE = "free", "it costs nothing when it is built for the first time"
    UNBUILT = "unbuilt", "it has never been built, or has become heavy flak"
    STRANDED = "stranded", "it was too far from a port in North Africa a turn ago"
    DISPLACED = "displaced", "its base has been taken; it flies no missions", Until.IMPULSE
    HELPS = "helps", "it flies in support of an automatic victory; the value is the hex", Until.STEP
    ESCORTS = "escorts", "it escorts an airborne landing; the value is the hex", Until.STEP
    RAIDS = "raids", "it has flown a counter-air mission; the value is the hex", Until.IMPULSE
    STAGED = "staged", "it has changed its base; the value is the impulse", Until.IMPULSE
    FLOWN = "flown", "it has flown a mission in its own player turn", Until.IMPULSE
    FOUGHT = "fought", "it has attacked; the value is the impulse", Until.IMPULSE
    DROPPED = "dropped", "it has landed from the air; the value is the impulse", Until.IMPULSE
    RESERVE = "reserve", "it waits in reserve through the enemy player turn that the value names"
    COMMITTED = "committed", "it has been committed from reserve", Until.IMPULSE
    INTERDICTS = "interdicts", "it delays a reserve; the value is the hex", Until.STEP
    PATROL = "patrol", "it is on patrol; the value is the port from which it sailed"
    PATROL_UNTIL = "patrol-until", "the player turn at whose end its patrol is over"
    LANDED = "landed", "it has landed on a beach; the value is its port", Until.IMPULSE
    AFLOAT = "afloat", "it waits off a beach, which is the value, in a second wave", Until.IMPULSE
    HELD_BACK = "held-back", "its first wave has no ARM: no second impulse", Until.IMPULSE
    SAILED = "sailed", "it has sailed on a mission; the value is which", Until.IMPULSE
    OVER_SEA = "over-sea", "it has flown against ships; the value is where, and whom", Until.IMPULSE
    OVER_LANES = "over-lanes", "it has flown against strategic movement at sea", Until.IMPULSE
    ALERTED = "alerted", "aircraft have tried to surprise it in operations", Until.IMPULSE
    DAMAGED = "damaged", "it lies on the track of a shipyard; the value is the spaces that it lacks"
    HURT = "hurt", "it was Depleted at sea in this turn", Until.TURN
    PROVIDED = "provided", "it is supplied through the enemy player turn that the value names"


class Pool(Term):
    """Where units wait off the map: `pool:POWER/force`."""

    FORCE = "force", "force pool"
    OUT_OF_SUPPLY = "oos", "eliminated out of supply"


# --- places --------------------------------------------------------------------------------------


class Marker(Term):
    """What stands at a place beside units."""

    FORTRESS = "fortress", "a fortress"
    FORTIFICATION = "fortification", "a fortification"
    AIRBASE = "airbase", "an airbase"
    EVACUATED = "evacuated", "its industry has moved to the Urals"
    SIEGE = "siege", "supply segments without supply of the fortress"
    POCKET = "pocket", "this power has cut the hex off in its second impulse"
    EMPTY_SINCE = "empty-since", "the player turn since which nobody on foot holds the works"
    BREACH = "breach", "a breach of this power"
    BRIDGEHEAD = "bridgehead", "a bridgehead of this power"
    BEACHHEAD = "beachhead", "a beachhead of this power"
    BEACHHEAD_UNTIL = "beachhead-until", "the player turn at whose end the beachhead goes"
    HELD_BEFORE = "held-before", "who held the hex before partisans came"
    BREACH_UNTIL = "breach-until", "the player turn at whose end breach and bridgehead go"
    OVERRUN = "overrun", "an automatic victory here; who enters pays one more", Until.IMPULSE
    AIR_HELP = "air-help", "columns by which aircraft help an automatic victory here", Until.STEP
    CUT = "cut-", "the supply line of this power by sea is cut; until the end of that player turn"
    SUPPLY_RUN = "supply-run", "supply has been run here; the value is its kind", Until.IMPULSE
    DOCKED = "docked", "spaces that its shipyard has repaired", Until.IMPULSE
    EFFORT = "effort-", "an effort marker of this power; the value is its kind", Until.IMPULSE


# --- powers --------------------------------------------------------------------------------------


class Side(Term):
    """The two player turns of a turn (3.11)."""

    AXIS = "axis", "Axis"
    ALLIED = "allied", "Allied"


class PowerName(Term):
    """The major powers, and minor countries that rules name."""

    GERMANY = "germany", "Germany"
    ITALY = "italy", "Italy"
    BRITAIN = "britain", "Britain"
    FRANCE = "france", "France"
    UNITED_STATES = "united-states", "United States"
    SOVIET_UNION = "soviet-union", "Soviet Union"
    FINLAND = "finland", "Finland"
    BELGIUM = "belgium", "Belgium"
    NETHERLANDS = "netherlands", "Netherlands"
    NORWAY = "norway", "Norway"
    DENMARK = "denmark", "Denmark"
    SWEDEN = "sweden", "Sweden"
    SPAIN = "spain", "Spain"
    TURKEY = "turkey", "Turkey"
    GREECE = "greece", "Greece"
    HUNGARY = "hungary", "Hungary"
    ROMANIA = "romania", "Romania"
    VICHY_FRANCE = "vichy-france", "Vichy France"


GERMANY_AND_ITALY: Final = (PowerName.GERMANY, PowerName.ITALY)
BRITAIN_AND_AMERICA: Final = (PowerName.BRITAIN, PowerName.UNITED_STATES)
WEST: Final = (PowerName.BRITAIN, PowerName.FRANCE, PowerName.UNITED_STATES)


class Effort(Term):
    """The five logistical efforts (4)."""

    SLE = "sle", "Sustained Logistical Effort"
    RLE = "rle", "Regional Logistical Effort"
    LLE = "lle", "Limited Logistical Effort"
    MLE = "mle", "Movement Logistical Effort"
    PASS = "pass", "Pass"


class PowerCount(Term):
    """What is counted of a power."""

    NARFS = "narfs", "NARFs that it has left"
    BASE = "base", "its NARF base"
    INCOME = "income", "its NARFs of each Spring in a scenario that is not about all of its war"
    FREE_BUILDS = "free-builds", "ground units that it may still build for nothing", Until.IMPULSE
    ARMY = "army", "the rating of its army: 1 is First-Rate"
    AIR = "air", "the rating of its air force, where it has risen"
    NAVY = "navy", "the rating of its navy, where it has risen"
    ARMY_STEPS = "army-steps", "turns of payments for a better army"
    AIR_STEPS = "air-steps", "turns of payments for a better air force"
    NAVY_STEPS = "navy-steps", "turns of payments for a better navy"
    ARMY_PAID = "army-paid", "it has paid for its army in this player turn", Until.IMPULSE
    AIR_PAID = "air-paid", "it has paid for its air force in this player turn", Until.IMPULSE
    NAVY_PAID = "navy-paid", "it has paid for its navy in this player turn", Until.IMPULSE
    SMP = "smp", "its strategic movement points"
    RAILED = "railed", "rail moves of this player turn", Until.IMPULSE
    SHIFTED = "shifted", "half strategic movement points spent in this player turn", Until.IMPULSE
    OVERSEAS = "overseas", "half points spent between the U.S. Box and the board", Until.IMPULSE
    SPARED = "spared", "of these, half points for bombers, which sinkings spare", Until.IMPULSE
    RAILED_IN_RUSSIA = "railed-in-russia", "units by rail in Russia, in winter", Until.IMPULSE
    SHIFTED_IN_RUSSIA = (
        "shifted-in-russia", "units moved strategically in Russia, in winter", Until.IMPULSE,
    )  # fmt: skip
    SUNK = "sunk", "NARFs sunk and bombed of it before its player turn"
    AMBUSHED = (
        "ambushed",
        "strategic movement points that attacks on convoys cost it",
    )
    SPIES = "spies", "an Espionage chit helps its surprise attacks on ships", Until.IMPULSE
    MORE_RESERVES = "more-reserves", "units more that an Espionage chit lets wait", Until.IMPULSE
    RESERVES = "reserves", "units put in reserve in this player turn", Until.IMPULSE
    FORTIFIED = "fortified", "fortifications built in this player turn", Until.IMPULSE
    SPENT = "spent", "NARFs spent on units in this player turn", Until.IMPULSE
    IN_SUEZ = "in-suez", "new units of it in Suez in this player turn", Until.IMPULSE
    BEHIND_URALS = "behind-urals", "new units of it in the Urals Box", Until.IMPULSE
    URALS_WORTH = "urals-worth", "NARFs of the cheapest of these", Until.IMPULSE
    LOST_IN_FRANCE = "lost-in-france", "ground factors of it that were lost in France"
    CONVERTS = "converts-", "units of this kind exchanged in this player turn", Until.IMPULSE
    CONVERTED = "converted-", "units of this kind exchanged in all"
    GRANTED = "granted-", "NARFs granted to this power in this player turn", Until.IMPULSE
    IN_BRITAIN = "in-britain", "NARFs of it in Britain, on their way to the Soviet Union"
    JUST_LANDED = "just-landed", "of these landed in this player turn", Until.IMPULSE
    HEAVY_FLAK = "heavy-flak", "its level of heavy flak"
    LLE_SHIFT = "lle-shift", "it has used the shift of its Limited Effort", Until.IMPULSE


class PowerFlag(Term):
    """What is so of a power for good."""

    PATRON = "patron", "the major power whose Satellite a minor country is"
    LAST_SLE = "last-sle", "the turn of its last Sustained Logistical Effort"
    PLAN = "plan", "the effort that it has planned for its player turn"
    FALL_EFFORT = "fall-effort", "its effort of the last Fall"
    FREE_EFFORT = "free-effort", "it has been invaded and makes a Regional Effort for nothing"
    EFFORT = "effort", "the effort of its present player turn"
    LAST_FORTRESS = "last-fortress", "the turn in which it last built a fortress"
    FIRE_STORM = "fire-storm", "the turn of the last fire storm in it"
    HEAVY_FLAK_YEAR = "heavy-flak-year", "the year in which it last raised its heavy flak"
    LAST_POINT = "last-point", "the turn in which it last bought a strategic movement point"
    RESERVE_WORKS = "reserve-works", "the enemy player turn in which a fortification waits"
    CARRIER_STRIKE = "carrier-strike", "the turn in which its carriers first attacked ships"
    HURT_IN_FRANCE = "hurt-in-france", "a unit of it was Depleted or lost in France"


class Chit(Term):
    """What is bought in the Planning Segment and kept hidden."""

    EVASION = "evasion", "an Evasion chit"
    ESPIONAGE = "espionage", "an Espionage chit"
    COUNTER = "counter-espionage", "a Counter-Espionage chit"


class Relation(Term):
    """How a power stands to another one."""

    WAR = "war", "at war"


# --- tracks --------------------------------------------------------------------------------------


class TrackName(Term):
    """Named values of a position."""

    FIRST_TURN = "first-turn", "the first turn of the game"
    LAST_TURN = "last-turn", "the last turn of the scenario"
    LOW_COUNTRIES_ATTACKED = "low-countries-attacked", "when Germany declared war on them"
    WESTERN_SURPRISE = "western-surprise", "the turn in which the West is surprised"
    SURPRISE_DROP = "surprise-drop", "where parachutists help a surprise", Until.TURN
    SOVIET_UNION_ATTACKED = "soviet-union-attacked", "when Germany declared war on the Soviet Union"
    SCORCHED_EARTH = "scorched-earth", "the turn in which the Soviet Union scorches its earth"
    DECLARES_FROM = "declares-from.", "the first turn in which this power may declare war"
    SURRENDERED = "surrendered.", "the turn in which this major power surrendered"
    VICTORY = "victory", "the level of victory of the scenario"
    LEND_LEASE = "lend-lease.", "NARFs that the Soviet Union is granted in this turn"
    PRIZE = "prize.", "the power that has taken this city or province"
    CONQUERED = "conquered.", "the power that has conquered this country"
    ANNEXED = "annexed.", "the power of which this province has become a part"
    CHIT = "chit.", "how many of this chit its power keeps hidden"
    EVADES = "evades.", "the port whose ships this power hides in its player turn", Until.IMPULSE
    EVADED = "evaded.", "the year in which this power last played an Evasion chit"
    WEATHER = "weather.", "the weather of this front", Until.TURN
    LAST_WINTER = "last-winter", "the eastern weather of the last winter"
    FIRST_WINTER = "first-winter", "the first winter of the German-Soviet war"


# --- time and weather ----------------------------------------------------------------------------


class Season(Term):
    """The four turns of a year, in order: turns are named `1940-spring`."""

    SPRING = "spring", "Spring"
    SUMMER = "summer", "Summer"
    FALL = "fall", "Fall"
    WINTER = "winter", "Winter"


class Front(Term):
    """The three fronts, which are weather zones."""

    WESTERN = "western", "Western Front"
    EASTERN = "eastern", "Eastern Front"
    MEDITERRANEAN = "mediterranean", "Mediterranean Front"


WORDS: Final = Vocabulary(
    counters=(PowerCount,),
    flags=(PowerFlag,),
    markers=(Marker,),
    marks=(UnitMark,),
    tracks=(TrackName,),
)
"""The words of states, by where these keep them."""
