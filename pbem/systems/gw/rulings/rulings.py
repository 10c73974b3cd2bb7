"""What a game of Global War chooses: optional rules and readings of ambiguous rules.

`interpretations.yaml` holds the questions, `options.yaml` what each optional rule does; every
name there has its place here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

from pbem.core.data.findings import PbemError, suggest
from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading


@dataclass(frozen=True, slots=True)
class Options:
    """Optional rules; `options.yaml` says what each does. Those of terrain need such terrain."""

    mountains: bool = True
    deserts: bool = True
    jungles: bool = True
    marshes: bool = True
    rivers: bool = True
    tundra: bool = True
    canal_combat_moves: bool = True
    air_hump: bool = True
    variable_end: bool = False
    split_united_states: bool = False
    national_objectives: bool = True
    bombed_construction: bool = True
    carrier_aircraft_retreat: bool = False
    screening_forces: bool = True
    surface_raiders: bool = True
    mine_warfare: bool = True
    air_raiders: bool = True
    captured_bases: bool = False
    rail_gauge: bool = True
    strategic_naval: bool = True
    motorized_upgrade: bool = True
    suez_reroute: bool = False
    advanced_carriers: bool = False
    slovakian_resistance: bool = False
    capital_ship_damage: bool = False
    forced_straits: bool = False
    advanced_escorts: bool = False
    ships_under_construction: bool = False
    early_war_fighters: bool = False
    bombed_canals: bool = False
    italian_french_players: bool = False


class DefenceFloor(Reading, id="GW-R-0.3-a"):
    """How far penalties can push a Defense value down."""

    ZERO = "zero"
    ONE = "one"


class WorksAndTerrain(Reading, id="GW-R-12.7-a"):
    """Whether terrain penalties count in the round in which works count."""

    BOTH = "both"
    WORKS_ONLY = "works-only"


class SurroundedMountainCity(Reading, id="GW-R-1.24-a"):
    """What is left of the mountain when a mountain city is surrounded."""

    MOUNTAIN_LIFTED = "mountain-lifted"
    MOUNTAIN_STAYS = "mountain-stays"


class AntiAircraftValue(Reading, id="GW-R-12.2-b"):
    """Whether modifiers reach the fire of Anti-Aircraft Artillery."""

    FIXED = "fixed"
    MODIFIED = "modified"


class DoubleCasualties(Reading, id="GW-R-1.23-a"):
    """Who suffers double casualties at the Maginot Line."""

    CROSSERS = "crossers"
    ALL_LAND = "all-land"


class OddCasualty(Reading, id="GW-R-12"):
    """Where the second casualty goes when no subject unit is left for it."""

    LAPSES = "lapses"
    CARRIES_OVER = "carries-over"


class Breakdown(Reading, id="GW-R-1.9-a"):
    """When a vehicle that rolled a 12 in the desert leaves."""

    END_OF_ROUND = "end-of-round"
    AT_ONCE = "at-once"


class Support(Reading, id="GW-R-26"):
    """How long artillery lends its bonus to infantry."""

    EVERY_ROUND = "every-round"
    FIRST_ROUND = "first-round"


class TransportLoss(Reading, id="GW-R-12.2-a"):
    """Whether an Air Transport may be taken for a hit that must fall on an aircraft."""

    LAST_AIRCRAFT = "last-aircraft"
    LAST_UNIT = "last-unit"


class Capture(Reading, id="GW-R-9.19-a"):
    """What it takes to capture an emptied zone."""

    LAND_UNIT = "land-unit"
    ANY_UNIT = "any-unit"


class DamagedShips(Reading, id="GW-R-13"):
    """What a hit takes from the values of a capital ship that floats on."""

    PRINTED = "printed"
    LATER = "later"


class HuntedSubmarines(Reading, id="GW-R-8.9-a"):
    """Who can hit a submarine that would decline combat but may not."""

    HUNTERS = "hunters"
    ANYBODY = "anybody"


class SeaplaneHit(Reading, id="GW-R-9.6-a"):
    """When a Seaplane's hit can fall on a Naval Transport."""

    TRANSPORTS_ALONE = "transports-alone"
    ANY_TRANSPORT = "any-transport"


class Submerging(Reading, id="GW-R-9.6-b"):
    """What a defending submarine gives up to submerge."""

    FORGOES_ROLL = "forgoes-roll"
    AFTER_ROLL = "after-roll"


class Interdiction(Reading, id="GW-R-18"):
    """How often lend-lease is rolled for on a way through several zones with interdictors."""

    EACH_ZONE = "each-zone"
    ONCE = "once"


class ModernFighters(Reading, id="GW-R-9"):
    """From when on fighters are modern ones (15.9)."""

    JANUARY_1940 = "january-1940"
    JULY_1940 = "july-1940"


class WarIncome(Reading, id="GW-R-5.2-a"):
    """What becomes of a nation's income that is drawn into war below its Wartime Income."""

    FULL_VALUE = "full-value"
    STAYS = "stays"


class ResearchPrice(Reading, id="GW-R-7.6-a"):
    """What a technology roll costs."""

    FREE = "free"
    ONE_IPP = "one-ipp"


class ResearchDamage(Reading, id="GW-R-7.6-d"):
    """Which damage of a Major Factory takes its technology roll."""

    ANY = "any"
    NO_OUTPUT = "no-output"


class LateLanding(Reading, id="GW-R-11"):
    """Whether units that wait aboard land in a zone that round one has cleared."""

    LANDS = "lands"
    STAYS = "stays"


class ConvoyRadar(Reading, id="GW-R-5"):
    """When Radar helps a convoy."""

    WITH_ESCORT = "with-escort"
    ALWAYS = "always"


class MineDefence(Reading, id="GW-R-16"):
    """Whether Advanced ASW gives a convoy its roll against layers of mines."""

    NO_ROLL = "no-roll"
    ROLL = "roll"


class MineModifiers(Reading, id="GW-R-22"):
    """Whether escorts and patrols make a raid with mines harder."""

    COUNT = "count"
    IGNORED = "ignored"


class PatrolBonus(Reading, id="GW-R-23"):
    """How often the bonus for aircraft on patrol counts for a convoy."""

    ONCE = "once"
    EACH = "each"


class DanishStraits(Reading, id="GW-R-1.15-b"):
    """Which western ships a neutral Denmark bars."""

    WARSHIPS = "warships"
    ALL_SHIPS = "all-ships"


class BurmaRoad(Reading, id="GW-R-1.17-a"):
    """Whose unit the Burma Road takes in a turn."""

    ONE_IN_ALL = "one-in-all"
    ONE_EACH = "one-each"


class SeaRoutes(Reading, id="GW-R-1.19-a"):
    """Whether leave gives a nation a vessel of its own on a sea route."""

    ONE_EACH = "one-each"
    ONE_IN_ALL = "one-in-all"


class CrossingLimit(Reading, id="GW-R-1.20-a"):
    """For how long the number of a narrow crossing counts."""

    TURN = "turn"
    PHASE = "phase"


class AlliedCargo(Reading, id="GW-R-8.4-a"):
    """Whose units a Transport may carry."""

    ALLIANCE = "alliance"
    ALIGNED = "aligned"


class HeavyCarrier(Reading, id="GW-R-1"):
    """How many hits sink a Heavy Carrier."""

    BY_OPTION = "by-option"
    TWO = "two"
    THREE = "three"


class BurmaWar(Reading, id="GW-R-1.17-b"):
    """Which war with Japan the Burma Road needs."""

    KMT = "kmt"
    ANY_CHINA = "any-china"


class BurmaClosing(Reading, id="GW-R-1.17-c"):
    """What becomes of the open Burma Road when one of its conditions fails."""

    CLOSES = "closes"
    STAYS_OPEN = "stays-open"


class TurkishStraits(Reading, id="GW-R-15.6-a"):
    """Whether the Turkish Straits can be forced."""

    CANAL = "canal"
    STRAIT = "strait"


class BlitzCompany(Reading, id="GW-R-10"):
    """How many units blitzing armour takes along."""

    ARMOUR = "armour"
    EACH_TYPE = "each-type"


class LastTurn(Reading, id="GW-R-2.1-a"):
    """Which calendar turn is the last one of a scenario."""

    NAMED = "named"
    COUNTED = "counted"


class CapturedCapitals(Reading, id="GW-R-2.1-b"):
    """What a captured capital changes in the roll for the end."""

    LIMIT = "limit"
    ROLL = "roll"


class MovedCapitals(Reading, id="GW-R-2.1-c"):
    """Whether a capital that was moved away still counts for that roll."""

    PRINTED = "printed"
    PRESENT = "present"


class SurrenderedLosses(Reading, id="GW-R-3-a"):
    """Whether a surrendered nation loses points for its Home Country."""

    COUNT = "count"
    SPARED = "spared"


class ChineseLosses(Reading, id="GW-R-3-e"):
    """For which zones of their one Home Country the Chinese factions lose points."""

    OWN = "own"
    ALL = "all"


class Tie(Reading, id="GW-R-3-b"):
    """Which tie makes the game go on."""

    FOR_THE_LEAD = "for-the-lead"
    ANY = "any"


class SurrenderedCities(Reading, id="GW-R-3-c"):
    """Whether an Objective City of a surrendered possessor scores."""

    NO_POINT = "no-point"
    POINT = "point"


class ExtraTurn(Reading, id="GW-R-3-d"):
    """What ends the extra turn of a tie."""

    AT_ONCE = "at-once"
    ROLL = "roll"


class EmptySeas(Reading, id="GW-R-3.4-a"):
    """Whether none is twice as many as none."""

    NEEDS_A_SHIP = "needs-a-ship"
    TWICE_NONE = "twice-none"


class SovietGains(Reading, id="GW-R-3.4-b"):
    """Which zones of other objectives Worldwide Communism leaves out."""

    IF_SCORED = "if-scored"
    ALL_NAMED = "all-named"


class NavalBase(Reading, id="GW-R-3.4-c"):
    """What a Major Naval Base is."""

    MAJOR_FACILITIES = "major-facilities"
    MAJOR_PORTS = "major-ports"


class FascistSpain(Reading, id="GW-R-3.4-e"):
    """For whom a Nationalist victory in Spain scores."""

    BOTH = "both"
    GERMANY = "germany"


class FascistIncome(Reading, id="GW-R-3.4-f"):
    """Which incomes of Germany and Italy are to be contained."""

    TRACKER = "tracker"
    WITH_BONUS = "with-bonus"


class SovietSpain(Reading, id="GW-R-3.4-g"):
    """Whether a Republican victory in Spain scores for the USSR."""

    POINT = "point"
    NO_POINT = "no-point"


class FrenchObjectives(Reading, id="GW-R-3.4-h"):
    """Who scores French objectives after the surrender of France."""

    FREE_FRANCE = "free-france"
    NOBODY = "nobody"


class AlliedWar(Reading, id="GW-R-4.7-a"):
    """Whose war with its attacker makes a Minor Power align instead of coming under control."""

    ASSIGNED = "assigned"
    ANY_MEMBER = "any-member"


class NearestZone(Reading, id="GW-R-4.7-c"):
    """From where the nearest British zone is measured."""

    HOME = "home"
    ANY_ZONE = "any-zone"


class MongoliaAttacked(Reading, id="GW-R-4.7-d"):
    """Whose side Mongolia and Republican Spain take when the Allies attack them."""

    COMINTERN = "comintern"
    AXIS = "axis"


class RecruitsAppear(Reading, id="GW-R-4.7-e"):
    """Where recruits of a controlled Minor Power may appear."""

    HOME_FIRST = "home-first"
    ANY_ZONE = "any-zone"


class IraqAligns(Reading, id="GW-R-4.8-b"):
    """Whose land units beside it bring Iraq over."""

    OWN_UNITS = "own-units"
    EITHER = "either"


class AmericanFloor(Reading, id="GW-R-5.6-a"):
    """How low attacks on neutrals can bring the American income."""

    ZERO = "zero"
    START = "start"


class AfterMonroe(Reading, id="GW-R-5.7-a"):
    """What follows an attack under the Monroe Doctrine."""

    PEACE = "peace"
    WAR = "war"


class SuddenBattle(Reading, id="GW-R-5.5-a"):
    """Whether a war declared after non-combat moves brings a battle under patrols."""

    AT_ONCE = "at-once"
    NEXT_TURN = "next-turn"


class InfluenceBonus(Reading, id="GW-R-4.8-a"):
    """How often a raid and an Enemy nearby help to influence a Pan-American nation."""

    ONCE = "once"
    EACH = "each"


class BalkanTerm(Reading, id="GW-R-4.8-c"):
    """From when on a war between Germany and the USSR brings the Balkan powers over."""

    ANY_TIME = "any-time"
    AFTER_FRANCE = "after-france"


class ChangeOfHands(Reading, id="GW-R-4.7-b"):
    """When an attacked Minor Power that aligns changes hands."""

    AFTER_COMBAT = "after-combat"
    AT_ONCE = "at-once"


class Warlords(Reading, id="GW-R-4.9-a"):
    """Whether provinces that are named together have one warlord."""

    GROUPS = "groups"
    PROVINCES = "provinces"


class CommunistRecruits(Reading, id="GW-R-24"):
    """Whether Communist China makes recruitment rolls beside its income."""

    BESIDE_INCOME = "beside-income"
    WITHOUT_INCOME = "without-income"


class SpainAttacked(Reading, id="GW-R-13.1-b"):
    """What an attack on a neutral Spain makes of it."""

    ALIGNS = "aligns"
    CONTROLLED = "controlled"


class SpainAfterwards(Reading, id="GW-R-13.1-a"):
    """What Spain is after its civil war."""

    NEUTRAL = "neutral"
    CONTROLLED = "controlled"


class Evolution(Reading, id="GW-R-25"):
    """What makes a Major Power of a Chinese faction."""

    INCOME = "income"
    VICTORY = "victory"


class CountsForEvolution(Reading, id="GW-R-13.3-a"):
    """Which zones of a Chinese faction count towards its evolution."""

    ALL_ZONES = "all-zones"
    WITHOUT_JOINED = "without-joined"


class LastZones(Reading, id="GW-R-13.3-b"):
    """What becomes of the zones of an eliminated Chinese faction."""

    PASS = "pass"
    FOUGHT_FOR = "fought-for"


class CoastOfChina(Reading, id="GW-R-13.3-c"):
    """Whether an unevolved faction's ships and aircraft may go to the sea before its coast."""

    COASTAL_SEAS = "coastal-seas"
    LAND_ONLY = "land-only"


class BombedZoneFighters(Reading, id="GW-R-15"):
    """Whether Fighters that stand in the bombed zone intercept."""

    INTERCEPT = "intercept"
    SCRAMBLED_ONLY = "scrambled-only"


class ScrambleToBombing(Reading, id="GW-R-8.6-c"):
    """Whether Fighters scramble to a bombed zone in which their side has no unit."""

    UNIT_NEEDED = "unit-needed"
    FACILITY_ENOUGH = "facility-enough"


class PatrolAircraft(Reading, id="GW-R-8.7-a"):
    """Which aircraft go on Maritime Air Patrol."""

    NAMED = "named"
    ANY = "any"


class HuntedRaiders(Reading, id="GW-R-8.9-d"):
    """How often aircraft on patrol fire at a submarine that raids in their zone."""

    BOTH = "both"
    RAID_ONLY = "raid-only"


class Blockaders(Reading, id="GW-R-8.11-a"):
    """Whose warships add up to a blockade."""

    ONE_NATION = "one-nation"
    ALIGNED = "aligned"


class BlockadeAnnounced(Reading, id="GW-R-8.11-b"):
    """Whether warships blockade only if they announced it."""

    ANNOUNCED = "announced"
    PRESENCE = "presence"


class EmptyTreasury(Reading, id="GW-R-9.11-a"):
    """What a raided nation pays that has fewer IPPs than it loses."""

    WHAT_IT_HAS = "what-it-has"
    NEXT_NATION = "next-nation"


class EscortsRelieved(Reading, id="GW-R-9.11-b"):
    """Whether an escort may be relieved to make a combat move."""

    FORFEIT = "forfeit"
    RELIEVED = "relieved"


class AirRaiders(Reading, id="GW-R-9.14-a"):
    """When raiding aircraft are intercepted."""

    BEFORE = "before"
    AFTER = "after"


class EscortRolls(Reading, id="GW-R-20"):
    """How often an escort rolls at raiders."""

    ONCE = "once"
    EACH_RAIDER = "each-raider"


class ConstructionDamage(Reading, id="GW-R-7.3-c"):
    """What becomes of damage when what was under construction is completed."""

    STAYS = "stays"
    CLEARED = "cleared"


class FrenchCargo(Reading, id="GW-R-14.4-a"):
    """What French units aboard a ship do when France surrenders."""

    WITH_SHIP = "with-ship"
    FREE_FRENCH = "free-french"


class VichyFoes(Reading, id="GW-R-14.4-b"):
    """Whose attack on Vichy drives it to Germany."""

    EVERY_ALLY = "every-ally"
    NOT_FREE_FRANCE = "not-free-france"


class ColoniesWithoutVichy(Reading, id="GW-R-14.4-c"):
    """What becomes of the French colonies when Germany creates no Vichy."""

    FREE_FRENCH = "free-french"
    UNCLAIMED = "unclaimed"


class AlliesInColonies(Reading, id="GW-R-14.4-d"):
    """What Allied forces do in a French colony that goes over to Vichy or Japan."""

    LEAVE = "leave"
    STAY = "stay"


class BrokenTreaty(Reading, id="GW-R-14.3-a"):
    """Whether a broken Japanese-Soviet treaty can be signed anew."""

    SIGNED_ANEW = "signed-anew"
    ONCE_ONLY = "once-only"


class ContestedSlovakia(Reading, id="GW-R-15.4-a"):
    """What Britain and France decide on Slovakia when they disagree."""

    BOTH = "both"
    EITHER = "either"


class ScrambleFor(Reading, id="GW-R-8.6-a"):
    """Whose units in a battle let an Air Base scramble to it."""

    ALIGNED = "aligned"
    OWN = "own"


class PassingShips(Reading, id="GW-R-12.9-a"):
    """When a ship passes a narrow crossing that guns guard."""

    THROUGH = "through"
    ENTER = "enter"


DEFAULT_OPTIONS: Final = Options()


@implements("GW-0.6-1", "GW-2.2-1", "GW-AppC-1")
def options(choices: Mapping[str, object]) -> Options:
    """The optional rules of a game (name: in use or not), settled before it begins (2.2)."""
    known = [field.name for field in fields(Options)]
    for name, used in choices.items():
        if name not in known:
            raise PbemError(f"there is no optional rule '{name}'", suggest(name, known))
        if not isinstance(used, bool):
            raise PbemError(f"the optional rule '{name}' is either true or false")
    return Options(**choices)  # type: ignore[arg-type]
