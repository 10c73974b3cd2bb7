"""The words that positions of World in Flames hold beside those that it shares (`flames`).

Decides what its powers and minor countries are called, and the names of what its politics,
and optional rules that no other book has, write into a state. Leaves all others to the vocabulary
of `flames`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.record.state import Until
from pbem.core.record.terms import Term, Vocabulary
from pbem.systems.flames.world.vocabulary import WORDS as SHARED

# --- powers --------------------------------------------------------------------------------------


class PowerName(Term):
    """The powers that rules name."""

    GERMANY = "germany", "Germany"
    ITALY = "italy", "Italy"
    JAPAN = "japan", "Japan"
    CHINA = "china", "China"
    COMMUNIST_CHINA = "communist-china", "Communist China"
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
    """Minor countries, as people read them; rules name few of them."""

    BULGARIA = "bulgaria", "Bulgaria"
    CZECH_REPUBLIC = "czech-republic", "Czech Republic"
    DENMARK = "denmark", "Denmark"
    ESTONIA = "estonia", "Estonia"
    ETHIOPIA = "ethiopia", "Ethiopia"
    GREECE = "greece", "Greece"
    HUNGARY = "hungary", "Hungary"
    IRAN = "iran", "Iran"
    IRAQ = "iraq", "Iraq"
    LATVIA = "latvia", "Latvia"
    LITHUANIA = "lithuania", "Lithuania"
    MANCHUKUO = "manchukuo", "Manchukuo"
    POLAND = "poland", "Poland"
    PORTUGAL = "portugal", "Portugal"
    RUMANIA = "rumania", "Rumania"
    SLOVAKIA = "slovakia", "Slovakia"
    SPAIN = "spain", "Spain"
    SYRIA = "syria", "Syria"
    TURKEY = "turkey", "Turkey"
    UKRAINE = "ukraine", "Ukraine"
    YUGOSLAVIA = "yugoslavia", "Yugoslavia"


class CountOf1939(Term):
    """What its politics and its optional rules count of a power."""

    INTELLIGENCE = "intelligence", "intelligence points that it has"
    INTELLIGENCE_ROLLS = "intelligence-rolls", "intelligence rolls that it has bought", Until.TURN
    BLETCHLEY = "bletchley.", "rolls of Bletchley Park that it has used in this year"
    FORETOLD = "foretold", "whether dice thrown anew will be higher (1) or lower (-1)", Until.STEP
    ALIGNING = "aligning", "it has aligned a minor country in this step", Until.IMPULSE
    ANSWERED = "answered", "it has answered Hungary and Bulgaria in this step", Until.IMPULSE
    TRADE_POINTS = "trade-points.", "build points for this power each turn, by their pact"
    TRADE_RESOURCES = "trade-resources.", "resources for this power each turn, by their pact"
    TRADE_OIL = "trade-oil.", "how many of those resources are oil"


class FlagOf1939(Term):
    """What its politics have made of a power for good."""

    ALIGNED_1939 = "aligned-1939", "the major power to which this minor was aligned in 1939"
    SHUNNED = "shunned-by-usa", "it cost the USA more entry markers than there were"
    AT_WAR_WITH_ALL = "at-war-with-all", "it was at war with every active Axis power"
    ATTACKED_BY = "attacked-by-", "this power has declared war on it, in the turn of the value"
    MAY_ALIGN = "may-align", "the major power that may align this neutral country by its will"
    WAS_NEUTRAL = "was-neutral", "the last turn in which the country was neutral"
    PACT_MADE = "pact-made-", "the turn in which the pact with this power was made"
    PACT_CONFIRMED = "pact-confirmed-", "the turn in which that pact was confirmed last"
    BUILT_LUFTHANSA = "built-lufthansa", "it has built the Lufthansa once"
    TRADES_WITH = "trades-with-", "its trade agreement of 1939 with this power stands"
    COMPENSATED = "compensated-", "what Germany takes because the USSR has meddled in this country"
    STRUCK_FROM = "struck-from-", "enemy aircraft have struck it from hexes of this partner"
    CLAIM = "claim-", "what came of its claim on a part of this country"
    CLAIMED_BY_BOTH = "claimed-by-both", "what came of the claims of Hungary and Bulgaria on it"
    TRESPASSED = "trespassed", "its units were where the Nazi-Soviet pact bars them"
    PAID_UKRAINE = "paid-for-ukraine", "it has paid for Ukraine, which it may create"
    ALIGNED_BY = "aligned-by", "the power that has aligned it by its own will"
    BALTS_ALIGNED = "balts-aligned", "it has aligned Baltic States, as it may once"


class Claim(Term):
    """What came of a claim on a part of a country."""

    DUE = "due", "it is answered in the next declaration step"
    ALLOWED = "allow", "the region was given"
    DENIED = "deny", "it was not given"
    PEACE = "peace", "it was not given, and Germany has enforced a peace"


# --- units and places ----------------------------------------------------------------------------


class PoolOf1939(Term):
    """Where units wait off the map that the war of 1939 brings about."""

    SIBERIANS = "siberians", "Siberians, before the game begins"
    DISMISSED = "dismissed", "reserves and militia that a peace took out of the game"
    EXILES = "exiles", "units that the occupation of East Poland sent away"


class MarkerOf1939(Term):
    """What its pacts make of a place."""

    ENTRY_UP = "entry-up", "entry markers here that count in defence"
    ENTRY_DOWN = "entry-down", "entry markers here that count in attack"


WORDS: Final = SHARED | Vocabulary(
    counters=(CountOf1939,), flags=(FlagOf1939,), markers=(MarkerOf1939,), marks=(), tracks=()
)
"""The words of states, by where these keep them."""
