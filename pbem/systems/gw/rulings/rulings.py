"""What a game of Global War chooses: optional rules and readings of ambiguous rules.

`interpretations.yaml` holds the questions, `options.yaml` what each optional rule does; every
name there has its place here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final, get_type_hints

from pbem.core.data.findings import PbemError, suggest
from pbem.core.data.rulebook import implements
from pbem.systems.gw.rulings.board_rulings import (
    Besiegers,
    BlitzGround,
    BlockadedCity,
    CapturedPassage,
    Checklist,
    DanishHolder,
    EnemyFighters,
    EnemyGround,
    MountainRiver,
    OpenCoast,
    PathOfOneZone,
    SlowSteps,
    SuezLeave,
    ZeroAttack,
)
from pbem.systems.gw.rulings.combat_rulings import (
    AfterAttrition,
    CarpetDice,
    DefendingHits,
    FacilityGuns,
    FailedAttack,
    HeavyCarrierClass,
    HeldSubmarines,
    LentPayment,
    MarinesCross,
    RocketsInJungle,
    ScrambleNumber,
)
from pbem.systems.gw.rulings.economy_rulings import (
    CapturedResearch,
    CheaperShips,
    CommonwealthResearch,
    Lenders,
    LendingLimit,
    Payments,
    Ready,
    RepairPrice,
    ShipInYard,
    StrategicSubmarines,
    TwoAtOnce,
)
from pbem.systems.gw.rulings.naval_rulings import (
    FleetJoins,
    LoneTransports,
    MixedStack,
    StrikeDenied,
    SubmarinesHit,
    TacticalDefence,
)


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


class DefenceFloor(StrEnum):
    """How far penalties can push a Defense value down."""

    ZERO = "zero"
    ONE = "one"


class WorksAndTerrain(StrEnum):
    """Whether terrain penalties count in the round in which works count."""

    BOTH = "both"
    WORKS_ONLY = "works-only"


class SurroundedMountainCity(StrEnum):
    """What is left of the mountain when a mountain city is surrounded."""

    MOUNTAIN_LIFTED = "mountain-lifted"
    MOUNTAIN_STAYS = "mountain-stays"


class AntiAircraftValue(StrEnum):
    """Whether modifiers reach the fire of Anti-Aircraft Artillery."""

    FIXED = "fixed"
    MODIFIED = "modified"


class DoubleCasualties(StrEnum):
    """Who suffers double casualties at the Maginot Line."""

    CROSSERS = "crossers"
    ALL_LAND = "all-land"


class OddCasualty(StrEnum):
    """Where the second casualty goes when no subject unit is left for it."""

    LAPSES = "lapses"
    CARRIES_OVER = "carries-over"


class Breakdown(StrEnum):
    """When a vehicle that rolled a 12 in the desert leaves."""

    END_OF_ROUND = "end-of-round"
    AT_ONCE = "at-once"


class Support(StrEnum):
    """How long artillery lends its bonus to infantry."""

    EVERY_ROUND = "every-round"
    FIRST_ROUND = "first-round"


class TransportLoss(StrEnum):
    """Whether an Air Transport may be taken for a hit that must fall on an aircraft."""

    LAST_AIRCRAFT = "last-aircraft"
    LAST_UNIT = "last-unit"


class Capture(StrEnum):
    """What it takes to capture an emptied zone."""

    LAND_UNIT = "land-unit"
    ANY_UNIT = "any-unit"


class DamagedShips(StrEnum):
    """What a hit takes from the values of a capital ship that floats on."""

    PRINTED = "printed"
    LATER = "later"


class HuntedSubmarines(StrEnum):
    """Who can hit a submarine that would decline combat but may not."""

    HUNTERS = "hunters"
    ANYBODY = "anybody"


class SeaplaneHit(StrEnum):
    """When a Seaplane's hit can fall on a Naval Transport."""

    TRANSPORTS_ALONE = "transports-alone"
    ANY_TRANSPORT = "any-transport"


class Submerging(StrEnum):
    """What a defending submarine gives up to submerge."""

    FORGOES_ROLL = "forgoes-roll"
    AFTER_ROLL = "after-roll"


class Interdiction(StrEnum):
    """How often lend-lease is rolled for on a way through several zones with interdictors."""

    EACH_ZONE = "each-zone"
    ONCE = "once"


class ModernFighters(StrEnum):
    """From when on fighters are modern ones (15.9)."""

    JANUARY_1940 = "january-1940"
    JULY_1940 = "july-1940"


class WarIncome(StrEnum):
    """What becomes of a nation's income that is drawn into war below its Wartime Income."""

    FULL_VALUE = "full-value"
    STAYS = "stays"


class ResearchPrice(StrEnum):
    """What a technology roll costs."""

    FREE = "free"
    ONE_IPP = "one-ipp"


class ResearchDamage(StrEnum):
    """Which damage of a Major Factory takes its technology roll."""

    ANY = "any"
    NO_OUTPUT = "no-output"


class LateLanding(StrEnum):
    """Whether units that wait aboard land in a zone that round one has cleared."""

    LANDS = "lands"
    STAYS = "stays"


class ConvoyRadar(StrEnum):
    """When Radar helps a convoy."""

    WITH_ESCORT = "with-escort"
    ALWAYS = "always"


class MineDefence(StrEnum):
    """Whether Advanced ASW gives a convoy its roll against layers of mines."""

    NO_ROLL = "no-roll"
    ROLL = "roll"


class MineModifiers(StrEnum):
    """Whether escorts and patrols make a raid with mines harder."""

    COUNT = "count"
    IGNORED = "ignored"


class PatrolBonus(StrEnum):
    """How often the bonus for aircraft on patrol counts for a convoy."""

    ONCE = "once"
    EACH = "each"


class DanishStraits(StrEnum):
    """Which western ships a neutral Denmark bars."""

    WARSHIPS = "warships"
    ALL_SHIPS = "all-ships"


class BurmaRoad(StrEnum):
    """Whose unit the Burma Road takes in a turn."""

    ONE_IN_ALL = "one-in-all"
    ONE_EACH = "one-each"


class SeaRoutes(StrEnum):
    """Whether leave gives a nation a vessel of its own on a sea route."""

    ONE_EACH = "one-each"
    ONE_IN_ALL = "one-in-all"


class CrossingLimit(StrEnum):
    """For how long the number of a narrow crossing counts."""

    TURN = "turn"
    PHASE = "phase"


class AlliedCargo(StrEnum):
    """Whose units a Transport may carry."""

    ALLIANCE = "alliance"
    ALIGNED = "aligned"


class HeavyCarrier(StrEnum):
    """How many hits sink a Heavy Carrier."""

    BY_OPTION = "by-option"
    TWO = "two"
    THREE = "three"


class BurmaWar(StrEnum):
    """Which war with Japan the Burma Road needs."""

    KMT = "kmt"
    ANY_CHINA = "any-china"


class BurmaClosing(StrEnum):
    """What becomes of the open Burma Road when one of its conditions fails."""

    CLOSES = "closes"
    STAYS_OPEN = "stays-open"


class TurkishStraits(StrEnum):
    """Whether the Turkish Straits can be forced."""

    CANAL = "canal"
    STRAIT = "strait"


class BlitzCompany(StrEnum):
    """How many units blitzing armour takes along."""

    ARMOUR = "armour"
    EACH_TYPE = "each-type"


class LastTurn(StrEnum):
    """Which calendar turn is the last one of a scenario."""

    NAMED = "named"
    COUNTED = "counted"


class CapturedCapitals(StrEnum):
    """What a captured capital changes in the roll for the end."""

    LIMIT = "limit"
    ROLL = "roll"


class MovedCapitals(StrEnum):
    """Whether a capital that was moved away still counts for that roll."""

    PRINTED = "printed"
    PRESENT = "present"


class SurrenderedLosses(StrEnum):
    """Whether a surrendered nation loses points for its Home Country."""

    COUNT = "count"
    SPARED = "spared"


class ChineseLosses(StrEnum):
    """For which zones of their one Home Country the Chinese factions lose points."""

    OWN = "own"
    ALL = "all"


class Tie(StrEnum):
    """Which tie makes the game go on."""

    FOR_THE_LEAD = "for-the-lead"
    ANY = "any"


class SurrenderedCities(StrEnum):
    """Whether an Objective City of a surrendered possessor scores."""

    NO_POINT = "no-point"
    POINT = "point"


class ExtraTurn(StrEnum):
    """What ends the extra turn of a tie."""

    AT_ONCE = "at-once"
    ROLL = "roll"


class EmptySeas(StrEnum):
    """Whether none is twice as many as none."""

    NEEDS_A_SHIP = "needs-a-ship"
    TWICE_NONE = "twice-none"


class SovietGains(StrEnum):
    """Which zones of other objectives Worldwide Communism leaves out."""

    IF_SCORED = "if-scored"
    ALL_NAMED = "all-named"


class NavalBase(StrEnum):
    """What a Major Naval Base is."""

    MAJOR_FACILITIES = "major-facilities"
    MAJOR_PORTS = "major-ports"


class FascistSpain(StrEnum):
    """For whom a Nationalist victory in Spain scores."""

    BOTH = "both"
    GERMANY = "germany"


class FascistIncome(StrEnum):
    """Which incomes of Germany and Italy are to be contained."""

    TRACKER = "tracker"
    WITH_BONUS = "with-bonus"


class SovietSpain(StrEnum):
    """Whether a Republican victory in Spain scores for the USSR."""

    POINT = "point"
    NO_POINT = "no-point"


class FrenchObjectives(StrEnum):
    """Who scores French objectives after the surrender of France."""

    FREE_FRANCE = "free-france"
    NOBODY = "nobody"


class AlliedWar(StrEnum):
    """Whose war with its attacker makes a Minor Power align instead of coming under control."""

    ASSIGNED = "assigned"
    ANY_MEMBER = "any-member"


class NearestZone(StrEnum):
    """From where the nearest British zone is measured."""

    HOME = "home"
    ANY_ZONE = "any-zone"


class MongoliaAttacked(StrEnum):
    """Whose side Mongolia and Republican Spain take when the Allies attack them."""

    COMINTERN = "comintern"
    AXIS = "axis"


class RecruitsAppear(StrEnum):
    """Where recruits of a controlled Minor Power may appear."""

    HOME_FIRST = "home-first"
    ANY_ZONE = "any-zone"


class IraqAligns(StrEnum):
    """Whose land units beside it bring Iraq over."""

    OWN_UNITS = "own-units"
    EITHER = "either"


class AmericanFloor(StrEnum):
    """How low attacks on neutrals can bring the American income."""

    ZERO = "zero"
    START = "start"


class AfterMonroe(StrEnum):
    """What follows an attack under the Monroe Doctrine."""

    PEACE = "peace"
    WAR = "war"


class SuddenBattle(StrEnum):
    """Whether a war declared after non-combat moves brings a battle under patrols."""

    AT_ONCE = "at-once"
    NEXT_TURN = "next-turn"


class InfluenceBonus(StrEnum):
    """How often a raid and an Enemy nearby help to influence a Pan-American nation."""

    ONCE = "once"
    EACH = "each"


class BalkanTerm(StrEnum):
    """From when on a war between Germany and the USSR brings the Balkan powers over."""

    ANY_TIME = "any-time"
    AFTER_FRANCE = "after-france"


class ChangeOfHands(StrEnum):
    """When an attacked Minor Power that aligns changes hands."""

    AFTER_COMBAT = "after-combat"
    AT_ONCE = "at-once"


class Warlords(StrEnum):
    """Whether provinces that are named together have one warlord."""

    GROUPS = "groups"
    PROVINCES = "provinces"


class CommunistRecruits(StrEnum):
    """Whether Communist China makes recruitment rolls beside its income."""

    BESIDE_INCOME = "beside-income"
    WITHOUT_INCOME = "without-income"


class SpainAttacked(StrEnum):
    """What an attack on a neutral Spain makes of it."""

    ALIGNS = "aligns"
    CONTROLLED = "controlled"


class SpainAfterwards(StrEnum):
    """What Spain is after its civil war."""

    NEUTRAL = "neutral"
    CONTROLLED = "controlled"


class Evolution(StrEnum):
    """What makes a Major Power of a Chinese faction."""

    INCOME = "income"
    VICTORY = "victory"


class CountsForEvolution(StrEnum):
    """Which zones of a Chinese faction count towards its evolution."""

    ALL_ZONES = "all-zones"
    WITHOUT_JOINED = "without-joined"


class LastZones(StrEnum):
    """What becomes of the zones of an eliminated Chinese faction."""

    PASS = "pass"
    FOUGHT_FOR = "fought-for"


class CoastOfChina(StrEnum):
    """Whether an unevolved faction's ships and aircraft may go to the sea before its coast."""

    COASTAL_SEAS = "coastal-seas"
    LAND_ONLY = "land-only"


class BombedZoneFighters(StrEnum):
    """Whether Fighters that stand in the bombed zone intercept."""

    INTERCEPT = "intercept"
    SCRAMBLED_ONLY = "scrambled-only"


class ScrambleToBombing(StrEnum):
    """Whether Fighters scramble to a bombed zone in which their side has no unit."""

    UNIT_NEEDED = "unit-needed"
    FACILITY_ENOUGH = "facility-enough"


class PatrolAircraft(StrEnum):
    """Which aircraft go on Maritime Air Patrol."""

    NAMED = "named"
    ANY = "any"


class HuntedRaiders(StrEnum):
    """How often aircraft on patrol fire at a submarine that raids in their zone."""

    BOTH = "both"
    RAID_ONLY = "raid-only"


class Blockaders(StrEnum):
    """Whose warships add up to a blockade."""

    ONE_NATION = "one-nation"
    ALIGNED = "aligned"


class BlockadeAnnounced(StrEnum):
    """Whether warships blockade only if they announced it."""

    ANNOUNCED = "announced"
    PRESENCE = "presence"


class EmptyTreasury(StrEnum):
    """What a raided nation pays that has fewer IPPs than it loses."""

    WHAT_IT_HAS = "what-it-has"
    NEXT_NATION = "next-nation"


class EscortsRelieved(StrEnum):
    """Whether an escort may be relieved to make a combat move."""

    FORFEIT = "forfeit"
    RELIEVED = "relieved"


class AirRaiders(StrEnum):
    """When raiding aircraft are intercepted."""

    BEFORE = "before"
    AFTER = "after"


class EscortRolls(StrEnum):
    """How often an escort rolls at raiders."""

    ONCE = "once"
    EACH_RAIDER = "each-raider"


class ConstructionDamage(StrEnum):
    """What becomes of damage when what was under construction is completed."""

    STAYS = "stays"
    CLEARED = "cleared"


class FrenchCargo(StrEnum):
    """What French units aboard a ship do when France surrenders."""

    WITH_SHIP = "with-ship"
    FREE_FRENCH = "free-french"


class VichyFoes(StrEnum):
    """Whose attack on Vichy drives it to Germany."""

    EVERY_ALLY = "every-ally"
    NOT_FREE_FRANCE = "not-free-france"


class ColoniesWithoutVichy(StrEnum):
    """What becomes of the French colonies when Germany creates no Vichy."""

    FREE_FRENCH = "free-french"
    UNCLAIMED = "unclaimed"


class AlliesInColonies(StrEnum):
    """What Allied forces do in a French colony that goes over to Vichy or Japan."""

    LEAVE = "leave"
    STAY = "stay"


class BrokenTreaty(StrEnum):
    """Whether a broken Japanese-Soviet treaty can be signed anew."""

    SIGNED_ANEW = "signed-anew"
    ONCE_ONLY = "once-only"


class ContestedSlovakia(StrEnum):
    """What Britain and France decide on Slovakia when they disagree."""

    BOTH = "both"
    EITHER = "either"


class ScrambleFor(StrEnum):
    """Whose units in a battle let an Air Base scramble to it."""

    ALIGNED = "aligned"
    OWN = "own"


class PassingShips(StrEnum):
    """When a ship passes a narrow crossing that guns guard."""

    THROUGH = "through"
    ENTER = "enter"


@dataclass(frozen=True, slots=True)
class Rulings:
    """The chosen readings; the defaults are those of interpretations.yaml."""

    defence_floor: DefenceFloor = DefenceFloor.ZERO
    works_and_terrain: WorksAndTerrain = WorksAndTerrain.BOTH
    surrounded_mountain_city: SurroundedMountainCity = SurroundedMountainCity.MOUNTAIN_LIFTED
    anti_aircraft_value: AntiAircraftValue = AntiAircraftValue.FIXED
    double_casualties: DoubleCasualties = DoubleCasualties.CROSSERS
    odd_casualty: OddCasualty = OddCasualty.LAPSES
    breakdown: Breakdown = Breakdown.END_OF_ROUND
    support: Support = Support.EVERY_ROUND
    transport_loss: TransportLoss = TransportLoss.LAST_AIRCRAFT
    capture: Capture = Capture.LAND_UNIT
    damaged_ships: DamagedShips = DamagedShips.PRINTED
    hunted_submarines: HuntedSubmarines = HuntedSubmarines.HUNTERS
    seaplane_hit: SeaplaneHit = SeaplaneHit.TRANSPORTS_ALONE
    submerging: Submerging = Submerging.FORGOES_ROLL
    late_landing: LateLanding = LateLanding.LANDS
    passing_ships: PassingShips = PassingShips.THROUGH
    scramble_for: ScrambleFor = ScrambleFor.ALIGNED
    convoy_radar: ConvoyRadar = ConvoyRadar.WITH_ESCORT
    mine_defence: MineDefence = MineDefence.NO_ROLL
    mine_modifiers: MineModifiers = MineModifiers.COUNT
    patrol_bonus: PatrolBonus = PatrolBonus.ONCE
    interdiction: Interdiction = Interdiction.EACH_ZONE
    modern_fighters: ModernFighters = ModernFighters.JANUARY_1940
    war_income: WarIncome = WarIncome.FULL_VALUE
    research_price: ResearchPrice = ResearchPrice.FREE
    research_damage: ResearchDamage = ResearchDamage.ANY
    danish_straits: DanishStraits = DanishStraits.WARSHIPS
    burma_road: BurmaRoad = BurmaRoad.ONE_IN_ALL
    sea_routes: SeaRoutes = SeaRoutes.ONE_EACH
    crossing_limit: CrossingLimit = CrossingLimit.TURN
    allied_cargo: AlliedCargo = AlliedCargo.ALLIANCE
    blitz_company: BlitzCompany = BlitzCompany.ARMOUR
    turkish_straits: TurkishStraits = TurkishStraits.CANAL
    heavy_carrier: HeavyCarrier = HeavyCarrier.BY_OPTION
    burma_war: BurmaWar = BurmaWar.KMT
    burma_closing: BurmaClosing = BurmaClosing.CLOSES
    warlords: Warlords = Warlords.GROUPS
    communist_recruits: CommunistRecruits = CommunistRecruits.BESIDE_INCOME
    spain_afterwards: SpainAfterwards = SpainAfterwards.NEUTRAL
    spain_attacked: SpainAttacked = SpainAttacked.ALIGNS
    evolution: Evolution = Evolution.INCOME
    counts_for_evolution: CountsForEvolution = CountsForEvolution.ALL_ZONES
    last_zones: LastZones = LastZones.PASS
    coast_of_china: CoastOfChina = CoastOfChina.COASTAL_SEAS
    allied_war: AlliedWar = AlliedWar.ASSIGNED
    change_of_hands: ChangeOfHands = ChangeOfHands.AFTER_COMBAT
    nearest_zone: NearestZone = NearestZone.HOME
    mongolia_attacked: MongoliaAttacked = MongoliaAttacked.COMINTERN
    recruits_appear: RecruitsAppear = RecruitsAppear.HOME_FIRST
    iraq_aligns: IraqAligns = IraqAligns.OWN_UNITS
    sudden_battle: SuddenBattle = SuddenBattle.AT_ONCE
    american_floor: AmericanFloor = AmericanFloor.ZERO
    after_monroe: AfterMonroe = AfterMonroe.PEACE
    influence_bonus: InfluenceBonus = InfluenceBonus.ONCE
    balkan_term: BalkanTerm = BalkanTerm.ANY_TIME
    last_turn: LastTurn = LastTurn.NAMED
    captured_capitals: CapturedCapitals = CapturedCapitals.LIMIT
    moved_capitals: MovedCapitals = MovedCapitals.PRINTED
    surrendered_losses: SurrenderedLosses = SurrenderedLosses.COUNT
    chinese_losses: ChineseLosses = ChineseLosses.OWN
    tie: Tie = Tie.FOR_THE_LEAD
    surrendered_cities: SurrenderedCities = SurrenderedCities.NO_POINT
    extra_turn: ExtraTurn = ExtraTurn.AT_ONCE
    empty_seas: EmptySeas = EmptySeas.NEEDS_A_SHIP
    soviet_gains: SovietGains = SovietGains.IF_SCORED
    naval_base: NavalBase = NavalBase.MAJOR_FACILITIES
    fascist_spain: FascistSpain = FascistSpain.BOTH
    fascist_income: FascistIncome = FascistIncome.TRACKER
    soviet_spain: SovietSpain = SovietSpain.POINT
    french_objectives: FrenchObjectives = FrenchObjectives.FREE_FRANCE
    bombed_zone_fighters: BombedZoneFighters = BombedZoneFighters.INTERCEPT
    scramble_to_bombing: ScrambleToBombing = ScrambleToBombing.UNIT_NEEDED
    patrol_aircraft: PatrolAircraft = PatrolAircraft.NAMED
    hunted_raiders: HuntedRaiders = HuntedRaiders.BOTH
    blockaders: Blockaders = Blockaders.ONE_NATION
    blockade_announced: BlockadeAnnounced = BlockadeAnnounced.ANNOUNCED
    empty_treasury: EmptyTreasury = EmptyTreasury.WHAT_IT_HAS
    escorts_relieved: EscortsRelieved = EscortsRelieved.FORFEIT
    air_raiders: AirRaiders = AirRaiders.BEFORE
    escort_rolls: EscortRolls = EscortRolls.ONCE
    construction_damage: ConstructionDamage = ConstructionDamage.STAYS
    french_cargo: FrenchCargo = FrenchCargo.WITH_SHIP
    vichy_foes: VichyFoes = VichyFoes.EVERY_ALLY
    colonies_without_vichy: ColoniesWithoutVichy = ColoniesWithoutVichy.FREE_FRENCH
    allies_in_colonies: AlliesInColonies = AlliesInColonies.LEAVE
    broken_treaty: BrokenTreaty = BrokenTreaty.SIGNED_ANEW
    contested_slovakia: ContestedSlovakia = ContestedSlovakia.BOTH
    zero_attack: ZeroAttack = ZeroAttack.STAYS
    path_of_one_zone: PathOfOneZone = PathOfOneZone.NO_RAILWAY
    enemy_ground: EnemyGround = EnemyGround.CLOSED
    blitz_ground: BlitzGround = BlitzGround.INTO_AND_OUT
    slow_steps: SlowSteps = SlowSteps.WHOLE_MOVE
    danish_holder: DanishHolder = DanishHolder.TABLE
    captured_passage: CapturedPassage = CapturedPassage.POSSESSOR
    suez_leave: SuezLeave = SuezLeave.ENEMIES
    open_coast: OpenCoast = OpenCoast.SURROUNDED
    besiegers: Besiegers = Besiegers.ANY_ENEMY
    blockaded_city: BlockadedCity = BlockadedCity.AIR_BASE
    mountain_river: MountainRiver = MountainRiver.EVERY_ROUND
    enemy_fighters: EnemyFighters = EnemyFighters.ALL
    checklist: Checklist = Checklist.BODY
    strike_denied: StrikeDenied = StrikeDenied.OPPOSING
    tactical_defence: TacticalDefence = TacticalDefence.FIVE
    lone_transports: LoneTransports = LoneTransports.ROLL
    mixed_stack: MixedStack = MixedStack.FREE
    fleet_joins: FleetJoins = FleetJoins.NAMED
    submarines_hit: SubmarinesHit = SubmarinesHit.ANYBODY
    ready: Ready = Ready.SAME_TURN
    payments: Payments = Payments.ONE
    ship_in_yard: ShipInYard = ShipInYard.UNTIL_PLACED
    captured_research: CapturedResearch = CapturedResearch.NO_DIE
    commonwealth_research: CommonwealthResearch = CommonwealthResearch.POOLED
    cheaper_ships: CheaperShips = CheaperShips.EVERY_CYCLE
    two_at_once: TwoAtOnce = TwoAtOnce.TWO_OR_MORE
    lending_limit: LendingLimit = LendingLimit.PAIR
    lenders: Lenders = Lenders.MAJORS
    repair_price: RepairPrice = RepairPrice.ONE
    strategic_submarines: StrategicSubmarines = StrategicSubmarines.TRANSPORTS
    rockets_in_jungle: RocketsInJungle = RocketsInJungle.KEPT
    carpet_dice: CarpetDice = CarpetDice.THREE
    facility_guns: FacilityGuns = FacilityGuns.THREE
    lent_payment: LentPayment = LentPayment.WHEN_DECLARED
    scramble_number: ScrambleNumber = ScrambleNumber.IN_ALL
    after_attrition: AfterAttrition = AfterAttrition.STAYS
    failed_attack: FailedAttack = FailedAttack.EXISTS
    marines_cross: MarinesCross = MarinesCross.OVERLAND
    held_submarines: HeldSubmarines = HeldSubmarines.UNTIL_GONE
    heavy_carrier_class: HeavyCarrierClass = HeavyCarrierClass.WARSHIP
    defending_hits: DefendingHits = DefendingHits.EACH_HIT


DEFAULT_OPTIONS: Final = Options()
DEFAULT_RULINGS: Final = Rulings()

RULING_OF: Final[Mapping[str, str]] = {
    "GW-R-0.3-b": "zero_attack",
    "GW-R-1.5-a": "path_of_one_zone",
    "GW-R-1.5-b": "enemy_ground",
    "GW-R-1.7-a": "blitz_ground",
    "GW-R-1.8-a": "slow_steps",
    "GW-R-1.15-a": "danish_holder",
    "GW-R-1.15-c": "captured_passage",
    "GW-R-1.15-d": "suez_leave",
    "GW-R-1.16-a": "open_coast",
    "GW-R-1.16-b": "besiegers",
    "GW-R-1.16-c": "blockaded_city",
    "GW-R-1.24-b": "mountain_river",
    "GW-R-8.3-a": "enemy_fighters",
    "GW-R-29": "checklist",
    "GW-R-4": "strike_denied",
    "GW-R-7": "tactical_defence",
    "GW-R-19": "lone_transports",
    "GW-R-8.9-b": "mixed_stack",
    "GW-R-0.5-b": "fleet_joins",
    "GW-R-8.9-c": "submarines_hit",
    "GW-R-7.3-a": "ready",
    "GW-R-7.3-b": "payments",
    "GW-R-7.4-a": "ship_in_yard",
    "GW-R-7.6-b": "captured_research",
    "GW-R-7.6-c": "commonwealth_research",
    "GW-R-7.8-b": "cheaper_ships",
    "GW-R-7.8-c": "two_at_once",
    "GW-R-7.9-a": "lending_limit",
    "GW-R-7.9-b": "lenders",
    "GW-R-14": "repair_price",
    "GW-R-6": "strategic_submarines",
    "GW-R-15": "bombed_zone_fighters",
    "GW-R-8.6-c": "scramble_to_bombing",
    "GW-R-8.7-a": "patrol_aircraft",
    "GW-R-8.9-d": "hunted_raiders",
    "GW-R-8.11-a": "blockaders",
    "GW-R-8.11-b": "blockade_announced",
    "GW-R-9.11-a": "empty_treasury",
    "GW-R-9.11-b": "escorts_relieved",
    "GW-R-9.14-a": "air_raiders",
    "GW-R-20": "escort_rolls",
    "GW-R-7.3-c": "construction_damage",
    "GW-R-1.15-b": "danish_straits",
    "GW-R-1.17-a": "burma_road",
    "GW-R-4.9-a": "warlords",
    "GW-R-24": "communist_recruits",
    "GW-R-13.1-a": "spain_afterwards",
    "GW-R-13.1-b": "spain_attacked",
    "GW-R-25": "evolution",
    "GW-R-13.3-a": "counts_for_evolution",
    "GW-R-13.3-b": "last_zones",
    "GW-R-13.3-c": "coast_of_china",
    "GW-R-4.7-a": "allied_war",
    "GW-R-4.7-b": "change_of_hands",
    "GW-R-4.7-c": "nearest_zone",
    "GW-R-4.7-d": "mongolia_attacked",
    "GW-R-4.7-e": "recruits_appear",
    "GW-R-4.8-a": "influence_bonus",
    "GW-R-4.8-b": "iraq_aligns",
    "GW-R-5.5-a": "sudden_battle",
    "GW-R-5.6-a": "american_floor",
    "GW-R-5.7-a": "after_monroe",
    "GW-R-4.8-c": "balkan_term",
    "GW-R-1.19-a": "sea_routes",
    "GW-R-1.20-a": "crossing_limit",
    "GW-R-8.4-a": "allied_cargo",
    "GW-R-10": "blitz_company",
    "GW-R-15.6-a": "turkish_straits",
    "GW-R-1": "heavy_carrier",
    "GW-R-1.17-b": "burma_war",
    "GW-R-1.17-c": "burma_closing",
    "GW-R-0.3-a": "defence_floor",
    "GW-R-1.9-a": "breakdown",
    "GW-R-1.23-a": "double_casualties",
    "GW-R-1.24-a": "surrounded_mountain_city",
    "GW-R-12": "odd_casualty",
    "GW-R-26": "support",
    "GW-R-9.19-a": "capture",
    "GW-R-12.2-a": "transport_loss",
    "GW-R-12.2-b": "anti_aircraft_value",
    "GW-R-12.7-a": "works_and_terrain",
    "GW-R-13": "damaged_ships",
    "GW-R-8.9-a": "hunted_submarines",
    "GW-R-9.6-a": "seaplane_hit",
    "GW-R-9.6-b": "submerging",
    "GW-R-11": "late_landing",
    "GW-R-8.6-a": "scramble_for",
    "GW-R-12.9-a": "passing_ships",
    "GW-R-5": "convoy_radar",
    "GW-R-16": "mine_defence",
    "GW-R-22": "mine_modifiers",
    "GW-R-23": "patrol_bonus",
    "GW-R-18": "interdiction",
    "GW-R-9": "modern_fighters",
    "GW-R-5.2-a": "war_income",
    "GW-R-7.6-a": "research_price",
    "GW-R-7.6-d": "research_damage",
    "GW-R-2.1-a": "last_turn",
    "GW-R-2.1-b": "captured_capitals",
    "GW-R-2.1-c": "moved_capitals",
    "GW-R-3-a": "surrendered_losses",
    "GW-R-3-b": "tie",
    "GW-R-3-e": "chinese_losses",
    "GW-R-3-c": "surrendered_cities",
    "GW-R-3-d": "extra_turn",
    "GW-R-3.4-a": "empty_seas",
    "GW-R-3.4-b": "soviet_gains",
    "GW-R-3.4-c": "naval_base",
    "GW-R-3.4-e": "fascist_spain",
    "GW-R-3.4-f": "fascist_income",
    "GW-R-3.4-g": "soviet_spain",
    "GW-R-3.4-h": "french_objectives",
    "GW-R-14.4-a": "french_cargo",
    "GW-R-14.4-b": "vichy_foes",
    "GW-R-14.4-c": "colonies_without_vichy",
    "GW-R-14.4-d": "allies_in_colonies",
    "GW-R-14.3-a": "broken_treaty",
    "GW-R-15.4-a": "contested_slovakia",
    "GW-R-1.10-a": "rockets_in_jungle",
    "GW-R-2": "carpet_dice",
    "GW-R-21": "facility_guns",
    "GW-R-7.9-c": "lent_payment",
    "GW-R-8.6-b": "scramble_number",
    "GW-R-7.8-a": "after_attrition",
    "GW-R-5.6-c": "failed_attack",
    "GW-R-1.20-b": "marines_cross",
    "GW-R-8.7-c": "held_submarines",
    "GW-R-17": "heavy_carrier_class",
    "GW-R-27": "defending_hits",
}


def rulings(choices: Mapping[str, object]) -> Rulings:
    """The rulings of a game from its chosen interpretations (id: option)."""
    kinds = get_type_hints(Rulings)
    chosen: dict[str, StrEnum] = {}
    for interpretation, option in choices.items():
        if interpretation not in RULING_OF:
            raise PbemError(
                f"there is no interpretation '{interpretation}'",
                suggest(interpretation, RULING_OF),
            )
        name = RULING_OF[interpretation]
        known = [str(member) for member in kinds[name]]
        if option not in known:
            hint = suggest(str(option), known)
            raise PbemError(f"{interpretation} has no option '{option}'", hint)
        chosen[name] = kinds[name](option)
    return Rulings(**chosen)  # type: ignore[arg-type]


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
