"""The words that positions of Global War hold: what each means and how long it stays.

Decides what marks of units, markers and facts of places, counters, flags and relations of nations,
tracks and their values there are, and how nations are called. What is written into a state is one
of them, as plain text (`str(term)`). An impulse is the turn of a nation, a turn the half of a year.
Leaves when a word is written to the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.core.record.state import Until
from pbem.core.record.terms import Term, Vocabulary

Cause = tuple[str, ...]  # in verdicts: a word, and the ids it is about
Counted = Sequence[tuple[str, int]]  # kinds of units, and how many
Placed = Sequence[tuple[str, int, str]]  # with the places where they are or go

NAMES: Final[Mapping[str, str]] = {
    "ussr": "USSR",
    "anzac": "ANZAC",
    "germany": "Germany",
    "italy": "Italy",
    "japan": "Japan",
    "france": "France",
    "far-east-command": "Far East Command",
    "central-america": "Central America",
    "saudi-arabia": "Saudi Arabia",
    "tannu-tuva": "Tanna Tuva",
    "great-britain": "Great Britain",
    "united-states": "United States",
    "soviet-union": "Soviet Union",
    "free-france": "Free France",
    "vichy-france": "Vichy France",
    "nationalist-china": "Nationalist China",
    "communist-china": "Communist China",
    "nationalist-spain": "Nationalist Spain",
    "republican-spain": "Republican Spain",
    "place": "Place Units Box",
    "duty": "on",
    "held": "held back",
    "lent": "lent to",
}


def title(power: str) -> str:
    """The name of a nation: `Great Britain`."""
    return NAMES.get(power, power.replace("-", " ").title())


# --- units ---------------------------------------------------------------------------------------


class UnitMark(Term):
    """What play has made of a unit; most values are zones."""

    ADVANCED = "advanced", "it was paid for in this turn", Until.IMPULSE
    ASSAULT = "assault", "the zone that this cargo is to assault", Until.IMPULSE
    BASE = "base", "where this aircraft took off", Until.IMPULSE
    CROSSED = "crossed", "the narrow crossing that it has made", Until.IMPULSE
    DAMAGED = "damaged", "how many hits this ship bears"
    DECK = "deck", "where the Carrier is that this new aircraft is committed to", Until.IMPULSE
    DECKED = "decked", "where the Carrier is on which it began the turn", Until.IMPULSE
    DROPPED = "dropped", "it has landed by parachute", Until.IMPULSE
    DROPS = "drops", "this aircraft has dropped paratroops", Until.IMPULSE
    DUTY = "duty", "what it has announced at sea; it lasts as long as that duty does"
    FOR = "for", "the zone in which it is to appear"
    FORCED = "forced", "the straits that it has forced", Until.IMPULSE
    FROM = "from", "where it comes from into battle", Until.IMPULSE
    HELD = "held", "it was paid up and its player holds it back", Until.IMPULSE
    HOLD = "hold", "the name of its hold, in which its cargo is"
    HUMP = "hump", "it has flown over the Himalayas and has not rolled yet", Until.IMPULSE
    LANDED = "landed", "the transport from which, or the crossing by which it lands", Until.IMPULSE
    LEFT = "left", "the movement points that it has left", Until.IMPULSE
    LENT = "lent", "the nation that it is lent to"
    MISSION = "mission", "what it is to bomb, as KIND/ZONE/TARGET", Until.IMPULSE
    NARROWS = "narrows", "the zones whose guns it has to pass", Until.IMPULSE
    NO_DECK = "no-deck", "its Carrier was sunk under it", Until.IMPULSE
    ONWARD = "onward", "the sea zone into which it goes on behind a screen", Until.IMPULSE
    PLACED = "placed", "the zone, and the facility, that delivered it", Until.IMPULSE
    RAILED = "railed", "the railways that it has used", Until.IMPULSE
    REPAIR = "repair", "where it is under repair, as ZONE/FACILITY/HITS", Until.IMPULSE
    ROUTE = "route", "the sea route that it has taken", Until.TURN
    SCRAMBLED = "scrambled", "the zone from which it was scrambled", Until.IMPULSE
    SEA = "sea", "the sea zone in which it is to appear"
    SHELLED = "shelled", "the zones whose guns have fired at it", Until.IMPULSE
    SHIPPED = "shipped", "what its move counts against the limit", Until.IMPULSE
    STANCE = "stance", "what a submarine or a patrol does in this battle", Until.IMPULSE


class Duty(Term):
    """What ships and aircraft do in a sea zone; some duties stand until the unit moves again."""

    ASSAULT = "assault", "it covers a landing", Until.IMPULSE
    BLOCKADE = "blockade", "it blockades a zone"
    ESCORT = "escort", "it escorts convoys"
    MINES = "mines", "it raids a convoy line by mines", Until.IMPULSE
    PATROL = "patrol", "it flies patrol", Until.IMPULSE
    RAID = "raid", "it raids a convoy line", Until.IMPULSE
    SCREEN = "screen", "it screens a force that goes on", Until.IMPULSE
    WATCH = "watch", "it flies patrol and lets ships without aircraft pass"


class Stance(Term):
    """What a submarine or a patrol does when there is a battle."""

    DECLINE = "decline", "it declines combat", Until.IMPULSE
    FIGHT = "fight", "it fights", Until.IMPULSE


# --- places --------------------------------------------------------------------------------------


class Marker(Term):
    """What play has made of a place. Works on a border name what lies beyond: `rail:paris`."""

    ALIGNED = "aligned", "it came to its possessor without a fight"
    BASIS_NORD = "basis-nord", "the nation whose base is there"
    BUILDING = "building-", "how much of this facility is paid for, or that it is done"
    BUILT = "built-", "how many of these works were built on this border"
    DAMAGE = "damage-", "the damage to this facility, or to one in building"
    INVADED_BY = "invaded-by", "the nation that enters without a war", Until.IMPULSE
    UPGRADING = "upgrading-", "this facility becomes the next better one"
    WORKS_LOST = "works-lost", "the works on its borders are no more"


class PlaceFact(Term):
    """How many facilities of a kind there are, over those of the map."""

    AIR_BASE = "air-base", "Air Bases"
    COASTAL_ARTILLERY = "coastal-artillery", "Coastal Artillery"
    FORTIFICATION = "fortification", "Fortifications"
    MAJOR_DOCKYARD = "major-dockyard", "Major Dockyards"
    MAJOR_FACTORY = "major-factory", "Major Factories"
    MAJOR_PORT = "major-port", "Major Ports"
    MAJOR_SHIPYARD = "major-shipyard", "Major Shipyards"
    MEDIUM_FACTORY = "medium-factory", "Medium Factories"
    MINOR_DOCKYARD = "minor-dockyard", "Minor Dockyards"
    MINOR_FACTORY = "minor-factory", "Minor Factories"
    MINOR_PORT = "minor-port", "Minor Ports"
    MINOR_SHIPYARD = "minor-shipyard", "Minor Shipyards"
    SEAPLANE_BASE = "seaplane-base", "Seaplane Bases"
    SUBMARINE_BASE = "submarine-base", "Submarine Bases"


# --- nations -------------------------------------------------------------------------------------


class Alliance(Term):
    """The three sides; a nation of none of them is neutral."""

    AXIS = "axis", "Axis"
    ALLIES = "allies", "Allies"
    COMINTERN = "comintern", "Comintern"


class Nation(Term):
    """Nations that hold a track, and countries for which a short game is fought."""

    ABYSSINIA = "abyssinia", "Abyssinia"
    CHINA = "china", "China, the home of both Chinese factions"
    COMMUNIST_CHINA = "communist-china", "Communist China"
    ITALY = "italy", "Italy"
    NATIONALIST_CHINA = "nationalist-china", "Nationalist China"
    SPAIN = "spain", "Spain, the home of both Spanish factions"


class PowerCount(Term):
    """What is counted of a nation."""

    BALKAN_CHANCES = "balkan-chances", "how often the Balkans could have joined since France fell"
    CASH = "cash", "the IPPs that it has"
    CASH_WEST = "cash-west", "the IPPs that the player of the West has"
    INCOME = "income", "its income"
    LENT = "lent-", "the IPPs that it has set aside for this nation"
    PAR = "par", "the points from which on it does better than expected"
    RAIDED = "raided:", "the IPPs that raids on this line have cost it", Until.TURN
    STAGE = "stage-", "how far it is with this technology"
    TRAINING = "training-", "how many units of a kind are upgraded in a zone, as UNIT:ZONE"
    WARTIME_INCOME = "wartime-income", "the income with which it is in wartime economy"


class PowerFlag(Term):
    """What is so of a nation."""

    AGREES_TO_TRUCE = "agrees-to-truce", "it agrees to the truce of the Chinese factions"
    ALARMED_BY = "alarmed-by:", "this zone has raised its income by whose it is"
    ALIGNED_WITH = "aligned-with", "the nation with which it has aligned and that has its units"
    ANNEXED_IN = "annexed-in:", "the turn of its last annexation of this group"
    ARRIVES_AT = "arrives_at:", "the port at which what it lends this nation arrives"
    ATTACKED_IN = "attacked-in", "the turn in which this Minor Power is attacked", Until.IMPULSE
    CAPITAL = "capital", "where its capital has moved to"
    CAPITAL_LOST = "capital-lost", "the nation that has taken its capital"
    CONTROLLED_BY = "controlled-by", "the nation that controls this Minor Power"
    DECLARED = "declared:", "the turn in which it declared war on this nation"
    DEFEATED = "defeated", "the nation that has defeated this Minor Power"
    EVOLVED = "evolved", "whether it is a Major Power now"
    FELL_BEFORE = "fell-before", "it has surrendered once and does not again"
    HALVES = "halves", "the players of its East and of its West"
    HOME_VIOLATED = "home-violated", "a foe has held a zone of its Home Country"
    INFLUENCED = "influenced:", "the turn in which it last tried to influence this nation"
    LEAVES_BY = "leaves_by:", "the port by which what it lends this nation leaves"
    LENT_TO = "lent-to:", "the turn in which it last lent to this nation"
    LETS = "lets:", "whether this nation may use this, as WHAT:NATION"
    MILITIA_TRAINED = "militia-trained", "the turn in which it last trained militia"
    REFUSED = "refused:", "the nation that has refused to give this zone back"
    REGROUPS = "regroups", "until which turn the victor in Spain may regroup"
    ROLLED = "rolled-", "the turn in which it last rolled for this technology"
    SENT_FOR = "sent-for:", "what its IPPs for this side of Spain pay, as WHAT/ZONE"
    SIGNS = "signs:", "it has signed this pact and waits for the other party"
    SURRENDERED = "surrendered", "the nation that has conquered it"
    TECH = "tech-", "it has this technology"
    UNCOUNTED = "uncounted:", "its income leaves out this zone, taken under the Monroe Doctrine"


class Relation(Term):
    """How a nation stands to another one."""

    WAR = "war", "at war"
    MONROE = "monroe", "enemies in the Americas, without a war", Until.IMPULSE


# --- tracks --------------------------------------------------------------------------------------


class TrackName(Term):
    """Named values of a position."""

    ABYSSINIAN_WAR = "abyssinian-war", "that it is fought, or who has won it"
    BURMA_ROAD = "burma-road", "whether it is open"
    CHINESE_CIVIL_WAR = "chinese-civil-war", "the faction that has won it"
    FRANCE_SURRENDERED = "france-surrendered", "the turn in which France surrendered"
    GAME_OVER = "game-over", "who has won the game"
    LAST_TURN = "last-turn", "the turn after which the game ends, or may end"
    MOLOTOV_RIBBENTROP = "pact-molotov-ribbentrop", "how the pact stands"
    JAPANESE_SOVIET = "pact-japanese-soviet", "how the treaty stands"
    RAIDS = "raids:", "how often this convoy line was raided", Until.TURN
    SHORT_GAME = "short-game", "the country for which a short game is fought"
    SPANISH_CIVIL_WAR = "spanish-civil-war", "that it is fought, or who has won it"
    SPANISH_SUPPLIES = "spanish-supplies", "a turn, and the Allied nation that sends in it"
    TIED_IN = "tied-in", "the turn after which nobody was ahead"
    TRUCE_CHINA = "truce-china", "how the truce of the Chinese factions stands"
    VICHY = "vichy", "what has become of Vichy France"
    VICTORY = "victory", "the year whose set-up victory is measured from"


class Treaty(Term):
    """How a pact or a truce stands."""

    IN_FORCE = "in-force", "it binds"
    NULLIFIED = "nullified", "a party has left it"
    BROKEN = "broken", "a party has broken it"


class Road(Term):
    """How the Burma Road is."""

    OPEN = "open", "open"
    CLOSED = "closed", "closed"


class Outcome(Term):
    """How wars of their own and the game stand besides who has won."""

    FOUGHT = "fought", "it goes on"
    TIE = "tie", "nobody has won"


class VichyFate(Term):
    """What has become of Vichy France."""

    CREATED = "created", "it is a nation"
    SURRENDERED = "surrendered", "it has surrendered"
    ALIGNED = "aligned", "it has aligned with Germany"


class SetUp(Term):
    """The set-ups from which victory is measured."""

    YEAR_1936 = "1936", "the war from 1936 on"
    YEAR_1939 = "1939", "the war from 1939 on"


# --- which words a value is ----------------------------------------------------------------------

MARK_VALUES: Final[Mapping[UnitMark, tuple[Term, ...]]] = {
    UnitMark.DUTY: tuple(Duty),
    UnitMark.STANCE: tuple(Stance),
}
TRACK_VALUES: Final[Mapping[TrackName, tuple[Term, ...]]] = {
    TrackName.MOLOTOV_RIBBENTROP: (Treaty.IN_FORCE, Treaty.NULLIFIED),
    TrackName.JAPANESE_SOVIET: (Treaty.IN_FORCE, Treaty.NULLIFIED),
    TrackName.TRUCE_CHINA: (Treaty.IN_FORCE, Treaty.BROKEN),
    TrackName.BURMA_ROAD: tuple(Road),
    TrackName.SPANISH_CIVIL_WAR: (Outcome.FOUGHT, Alliance.AXIS, Alliance.COMINTERN),
    TrackName.ABYSSINIAN_WAR: (Outcome.FOUGHT, Nation.ITALY, Nation.ABYSSINIA),
    TrackName.VICHY: tuple(VichyFate),
    TrackName.CHINESE_CIVIL_WAR: (Nation.NATIONALIST_CHINA, Nation.COMMUNIST_CHINA),
    TrackName.GAME_OVER: (*Alliance, Outcome.TIE),
    TrackName.SHORT_GAME: (Nation.SPAIN, Nation.CHINA),
    TrackName.VICTORY: tuple(SetUp),
}


WORDS: Final = Vocabulary(
    counters=(PowerCount,),
    flags=(PowerFlag,),
    markers=(Marker,),
    marks=(UnitMark,),
    tracks=(TrackName,),
)
"""The words of states, by where these keep them."""
