"""The National Objectives (3.4): each judged on a position, with the reason in words.

The chart `victory-objectives` lists them; its column `rule` names the function here that judges.
Sea zones belong to the oceans of the board; `year` is the year whose set-up counts as the start.
Decides how far each objective is met, and why. Leaves who scores it, and what it adds, to
`victory`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import reachable
from pbem.core.record.state import Unit
from pbem.core.rules.book import Book
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Asks, R, Reading
from pbem.systems.gw.civil_wars.chinese_civil_war import continental_china
from pbem.systems.gw.economy.incomes import bonus_items, value_of_zones, zones_of
from pbem.systems.gw.politics.without_war import in_americas
from pbem.systems.gw.world.facilities import counts, has, is_home
from pbem.systems.gw.world.nations import CHINA, at_war, home_of, is_sea
from pbem.systems.gw.world.rail import RAIL
from pbem.systems.gw.world.supply import may_trace
from pbem.systems.gw.world.treaties import GERMANY
from pbem.systems.gw.world.treaties import SOVIET_UNION as USSR
from pbem.systems.gw.world.units import is_warship, type_of
from pbem.systems.gw.world.vocabulary import (
    Alliance,
    Marker,
    Nation,
    PowerCount,
    PowerFlag,
    TrackName,
)
from pbem.systems.gw.world.zones import MAJOR_BASES, features, value_of_zone


class EmptySeas(Reading, id="GW-R-3.4-a"):
    """Whether none is twice as many as none."""

    NEEDS_A_SHIP = "needs-a-ship"
    TWICE_NONE = "twice-none"


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


FRENCH: Final = ("france", "free-france")
INCOMES_OF_1939: Final = {GERMANY: 24, Nation.ITALY: 10}
MOST_NAMED: Final = 9
ABROAD: Final = ("austria", "denmark", "spain", "norway")
HOMES_TO_GUARD: Final = (GERMANY, Nation.ITALY, "france", "great-britain")


@dataclass(frozen=True, slots=True)
class Found:
    """How many points a rule finds, why, and the zones that made them."""

    points: int
    why: str = ""
    zones: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class EndPosition(Position):
    """The end position, as objectives see it: with the year of the scenario's set-up."""

    year: int = 0
    asks: Asks | None = None

    def asked(self, kind: type[R]) -> R:
        """The reading that holds, noted by whoever asks for the points."""
        return (self.asks or self).reading(kind)

    @cached_property
    def land(self) -> tuple[str, ...]:
        """Every land zone of the board."""
        board = self.board
        return tuple(zone for zone in board.places if not is_sea(board, zone))

    def name(self, zone: str) -> str:
        """How a zone is called."""
        return self.label(zone)

    def names(self, zones: Iterable[str]) -> str:
        """Zones in a row; of many the first ones and how many more."""
        known = list(zones)
        more = f" and {len(known) - MOST_NAMED} more" if len(known) > MOST_NAMED + 1 else ""
        return ", ".join(map(self.name, known[:MOST_NAMED] if more else known)) + more

    def side(self, zone: str) -> str:
        """The Alliance that possesses a zone; nothing if none does."""
        holder = self.holder(zone)
        return self.side_of(holder) if holder in self.powers else ""

    def holds(self, nation: str, zone: str) -> bool:
        """Whether a nation possesses a zone; France and Free France score together."""
        holder = self.controller(zone)
        return holder == nation or (nation in FRENCH and holder in FRENCH)

    def first_holder(self, zone: str) -> str:
        """Who possessed a zone when the scenario started."""
        board = self.board
        return board.text(zone, f"held-{self.year}") or board.text(zone, "nation")

    def gains(self, nation: str) -> tuple[str, ...]:
        """The zones that a nation possesses and did not possess at the start."""
        own = zones_of(self.state, nation)
        return tuple(sorted(z for z in own if z in self.land and self.first_holder(z) != nation))

    def worth(self, zone: str) -> int:
        """The IPP value of a zone."""
        return value_of_zone(self.board, zone)

    def armies(self, zone: str) -> tuple[Unit, ...]:
        """The land units in a zone."""
        return tuple(unit for unit in self.state.at(zone) if type_of(self.book, unit).is_land)

    @implements("GW-0.9-8")
    def capital_ships(self, side: str, nation: str, *oceans: str) -> int:
        """The capital ships of an Alliance, or of one nation, in some oceans; damaged ones too."""
        board = self.board
        return sum(
            unit.size
            for unit in self.units.values()
            if unit.at in board
            and board.text(unit.at, "ocean") in oceans
            and (unit.owner == nation or (not nation and self.side_of(unit.owner) == side))
            and "capital" in type_of(self.book, unit).classes
        )


Judge = Callable[[EndPosition, str, str], Found]
JUDGES: Final[dict[str, Judge]] = {}


def judge(name: str) -> Callable[[Judge], Judge]:
    """A rule of the chart."""

    def known(function: Judge) -> Judge:
        JUDGES[name] = function
        return function

    return known


def groups_of(book: Book, objective: str) -> Mapping[str, tuple[str, ...]]:
    """The groups of zones that an objective names."""
    cells = book.chart("victory-objectives")
    return {
        row: tuple(cells.at(row, "zones", "groups").text.split())
        for row in cells.table("groups").rows.names
        if cells.at(row, "objective", "groups").text == objective
    }


def named_zones(book: Book, objective: str) -> tuple[str, ...]:
    """All the zones that an objective names."""
    return tuple(zone for zones in groups_of(book, objective).values() for zone in zones)


def held_or_missing(position: EndPosition, nation: str, zones: Iterable[str]) -> Found:
    """One point if a nation possesses all of some zones."""
    missing = [zone for zone in zones if not position.holds(nation, zone)]
    if missing:
        return Found(0, f"not held: {position.names(missing)}")
    return Found(1, f"holds {position.names(zones)}", tuple(zones))


# --- zones -----------------------------------------------------------------------------------


@judge("groups")
@implements("GW-3.4-3")
def groups(position: EndPosition, nation: str, objective: str) -> Found:
    """A point for each group of zones that the nation possesses as a whole (3.4)."""
    whole = [
        zones
        for zones in groups_of(position.book, objective).values()
        if all(position.holds(nation, zone) for zone in zones)
    ]
    told = "; ".join(map(position.names, whole))
    return Found(len(whole), f"holds {told}" if whole else "no group is held whole")


@judge("all-zones")
def all_zones(position: EndPosition, nation: str, objective: str) -> Found:
    """All the zones that the objective names."""
    return held_or_missing(position, nation, named_zones(position.book, objective))


@judge("two-zones")
def two_zones(position: EndPosition, nation: str, objective: str) -> Found:
    """Any two of the zones that the objective names."""
    held = [zone for zone in named_zones(position.book, objective) if position.holds(nation, zone)]
    return Found(int(len(held) >= 2), f"holds {position.names(held) or 'none'}; two are needed")


@judge("moscow-or-two-cities")
def moscow_or_two_cities(position: EndPosition, nation: str, objective: str) -> Found:
    """Moscow, or two other Soviet cities."""
    board = position.board
    held = [
        zone
        for zone in position.land
        if board.fact(zone, "city") is True
        and board.text(zone, "nation") == USSR
        and position.holds(nation, zone)
    ]
    enough = "moscow" in held or len(held) >= 2
    return Found(int(enough), f"Soviet cities held: {position.names(held) or 'none'}")


@judge("new-zones")
def new_zones(position: EndPosition, nation: str, objective: str) -> Found:
    """A point for each zone gained, whatever its value; Abyssinia's 0 IPP do not matter (B 41)."""
    gained = position.gains(nation)
    return Found(len(gained), f"gained {position.names(gained) or 'nothing'}", gained)


@judge("original-zones")
def original_zones(position: EndPosition, nation: str, objective: str) -> Found:
    """All the zones that were the nation's in 1936."""
    board = position.board
    own = (z for z in position.land if board.text(z, "nation") == nation)
    return _all_kept(position, nation, own)


@judge("original-zones-of-worth")
def original_zones_of_worth(position: EndPosition, nation: str, objective: str) -> Found:
    """All the zones of 1 IPP or more that the nation possessed at the start."""
    owners = FRENCH if nation in FRENCH else (nation,)
    own = (z for z in position.land if position.first_holder(z) in owners and position.worth(z))
    return _all_kept(position, nation, own)


def _all_kept(position: EndPosition, nation: str, zones: Iterable[str]) -> Found:
    found = held_or_missing(position, nation, tuple(sorted(zones)))
    return Found(found.points, "holds them all" if found.points else found.why)


@judge("new-zones-of-worth")
def new_zones_of_worth(position: EndPosition, nation: str, objective: str) -> Found:
    """A point for each gained zone of 1 IPP or more (3.4); the scorer leaves out those scored."""
    gained = tuple(zone for zone in position.gains(nation) if position.worth(zone))
    return Found(len(gained), f"gained {position.names(gained) or 'nothing'}", gained)


@judge("few-soviet-gains")
def few_soviet_gains(position: EndPosition, nation: str, objective: str) -> Found:
    """The USSR has gained fewer than five zones with an IPP value."""
    gained = new_zones_of_worth(position, USSR, objective).zones
    return Found(int(len(gained) < 5), f"Soviet gains of worth: {len(gained)}")


# --- incomes and technology ------------------------------------------------------------------


@judge("income-above-50")
@implements("GW-3.4-4")
def income_above_50(position: EndPosition, nation: str, objective: str) -> Found:
    """Land zones and bonus income come to more than 50; Colonialism scores 2 or nothing."""
    income = _full_income(position, nation)
    points = int(
        position.book.chart("victory-objectives").at(objective, "points", "objectives").number
    )
    return Found(points if income > 50 else 0, f"income {income} with bonuses, above 50 is needed")


def _full_income(position: EndPosition, nation: str) -> int:
    if nation not in position.powers:
        return 0
    bonus = sum(bonus_items(position, nation).values())
    return value_of_zones(position, nation) + bonus


def _on_tracker(position: EndPosition, nation: str) -> int:
    return position.state.counter(nation, PowerCount.INCOME)


@judge("contain-fascism")
def contain_fascism(position: EndPosition, nation: str, objective: str) -> Found:
    """Germany and Italy are at or below their starting incomes of 1939."""
    tracker = position.asked(FascistIncome) is FascistIncome.TRACKER
    income = _on_tracker if tracker else _full_income
    incomes = {name: income(position, name) for name in INCOMES_OF_1939}
    contained = all(incomes[name] <= most for name, most in INCOMES_OF_1939.items())
    return Found(
        int(contained), f"Germany {incomes[GERMANY]} of 24, Italy {incomes[Nation.ITALY]} of 10"
    )


@judge("disarm-germany")
def disarm_germany(position: EndPosition, nation: str, objective: str) -> Found:
    """German zones are worth less than 24 IPP in all."""
    worth = value_of_zones(position, GERMANY)
    return Found(int(worth < 24), f"German zones are worth {worth}, below 24 is needed")


@judge("technologies")
def technologies(position: EndPosition, nation: str, objective: str) -> Found:
    """The nation has all of four technologies."""
    cells = position.book.chart("victory-objectives")
    wanted = cells.at(objective, "technologies", "technologies").text.split()
    missing = [t for t in wanted if not has(position.state, nation, PowerFlag.TECH.of(t))]
    told = ", ".join(name.replace("-", " ") for name in missing)
    return Found(int(not missing), f"lacks {told}" if missing else "has them all")


# --- Europe ----------------------------------------------------------------------------------


@judge("fascist-spain")
@implements("GW-3.4-2")
def fascist_spain(position: EndPosition, nation: str, objective: str) -> Found:
    """The Nationalists won the war (1936), or the Axis possesses continental Spain (1939)."""
    if nation == Nation.ITALY and position.asked(FascistSpain) is FascistSpain.GERMANY:
        return Found(0, "Germany alone scores Spain")
    if position.year == 1936:
        won = position.track(TrackName.SPANISH_CIVIL_WAR) == Alliance.AXIS
        return Found(int(won), f"the Nationalists {'won' if won else 'did not win'} the war")
    spain = [zone for zone in position.land if home_of(position.board, zone) == "spain"]
    missing = [zone for zone in spain if position.side(zone) != Alliance.AXIS]
    told = f"not the Axis's: {position.names(missing)}" if missing else "the Axis holds Spain"
    return Found(int(not missing), told)


def spain_is_soviet_objective(position: EndPosition) -> bool:
    """Whether a Republican victory scores in this game (13.1)."""
    return position.year == 1936 and position.asked(SovietSpain) is SovietSpain.POINT


@judge("republican-spain")
def republican_spain(position: EndPosition, nation: str, objective: str) -> Found:
    """The Republicans won the war (1936 scenario; 13.1)."""
    won = position.track(TrackName.SPANISH_CIVIL_WAR) == Alliance.COMINTERN
    return Found(int(won), f"the Republicans {'won' if won else 'did not win'} the war")


@judge("no-soviet-army-abroad")
def no_soviet_army_abroad(position: EndPosition, nation: str, objective: str) -> Found:
    """No Soviet land unit stands in four countries of Europe, nor in four Home Countries."""
    board = position.board
    guarded = (
        zone
        for zone in position.land
        if board.text(zone, "nation") in ABROAD[:2] + ABROAD[3:]
        or home_of(board, zone) in (ABROAD[2], *HOMES_TO_GUARD)
    )
    there = [z for z in guarded if any(unit.owner == USSR for unit in position.armies(z))]
    return Found(int(not there), f"Soviet land units in: {position.names(there) or 'none of them'}")


@judge("no-communist-neighbours")
def no_communist_neighbours(position: EndPosition, nation: str, objective: str) -> Found:
    """No zone next to French Home Country is the Comintern's; neutral Republican Spain counts."""
    board = position.board
    home = [zone for zone in position.land if home_of(board, zone) == "france"]
    next_door = sorted({z for h in home for z in board.neighbours[h] if z in position.land})
    red = [
        zone
        for zone in next_door
        if position.side(zone) == Alliance.COMINTERN
        or position.controller(zone) == "republican-spain"
    ]
    return Found(int(not red), f"Comintern next to France: {position.names(red) or 'nowhere'}")


@judge("trans-siberian-railway")
@implements("GW-1.5-9")
def trans_siberian_railway(position: EndPosition, nation: str, objective: str) -> Found:
    """A Supply Path by railways alone leads from Moscow to Primorsky Krai, damaged or not."""
    board = position.board

    def step(here: str, there: str) -> int | None:
        built = any(
            (place := position.places.get(a)) and place.markers.get(Marker.BUILT.of(f"{RAIL}:{b}"))
            for a, b in ((here, there), (there, here))
        )
        rail = RAIL in features(board, here, there) or built
        return 1 if rail and may_trace(position, nation, there) else None

    open_ = may_trace(position, nation, "moscow") and "primorsky-krai" in reachable(
        board.neighbours, "moscow", step
    )
    return Found(
        int(open_), f"the railway from Moscow to Primorsky Krai is {'open' if open_ else 'cut'}"
    )


@judge("ice-free-port")
def ice_free_port(position: EndPosition, nation: str, objective: str) -> Found:
    """A great naval base on a sea zone numbered 8 or more, or Crimea and Istanbul."""
    strait = held_or_missing(position, nation, named_zones(position.book, objective))
    ports = [zone for zone in zones_of(position.state, nation) if _is_ice_free(position, zone)]
    ports.sort(key=lambda zone: (position.first_holder(zone) != nation, zone))
    if ports:
        return Found(1, f"naval base in {position.name(ports[0])}", (ports[0],))
    return Found(strait.points, strait.why, strait.zones)


def _is_ice_free(position: EndPosition, zone: str) -> bool:
    """Whether a Major Naval Base of a zone lies on a sea zone numbered 8 or more."""
    both = position.asked(NavalBase) is NavalBase.MAJOR_FACILITIES
    kinds = MAJOR_BASES if both else MAJOR_BASES[:1]
    board = position.board
    if zone not in position.land or not set(counts(position, zone)) & {*kinds}:
        return False
    icy = position.book.chart("victory-objectives").table("low-numbers").rows.names
    return any(is_sea(board, sea) and sea not in icy for sea in board.neighbours[zone])


# --- the seas and America --------------------------------------------------------------------


def twice(position: EndPosition, own: int, rival: int) -> Found:
    """Twice as many capital ships as the rival has (3.4)."""
    enough = own >= 2 * rival
    if not own and not rival:
        enough = position.asked(EmptySeas) is EmptySeas.TWICE_NONE
    return Found(int(enough), f"capital ships: {own} against {rival}")


@judge("mediterranean-security")
def mediterranean_security(position: EndPosition, nation: str, objective: str) -> Found:
    """Twice the Axis's capital ships in the Mediterranean, and three keys to it."""
    own = position.capital_ships("", nation, "mediterranean")
    fleet = twice(position, own, position.capital_ships(Alliance.AXIS, "", "mediterranean"))
    keys = held_or_missing(position, nation, named_zones(position.book, objective))
    return Found(fleet.points * keys.points, f"{fleet.why}; {keys.why}")


@judge("mediterranean-dominance")
def mediterranean_dominance(position: EndPosition, nation: str, objective: str) -> Found:
    """Twice the Allies' capital ships in the Mediterranean, or three keys to it."""
    own = position.capital_ships("", nation, "mediterranean")
    fleet = twice(position, own, position.capital_ships(Alliance.ALLIES, "", "mediterranean"))
    keys = held_or_missing(position, nation, named_zones(position.book, objective))
    return Found(max(fleet.points, keys.points), f"{fleet.why}; {keys.why}")


@judge("pacific-fleet")
def pacific_fleet(position: EndPosition, nation: str, objective: str) -> Found:
    """Twice as many capital ships in the Pacific as Japan."""
    own = position.capital_ships("", nation, "pacific")
    return twice(position, own, position.capital_ships("", "japan", "pacific"))


@judge("pacific-islands-or-fleet")
def pacific_islands_or_fleet(position: EndPosition, nation: str, objective: str) -> Found:
    """Three of six groups of islands, or twice the Allies' capital ships in two oceans."""
    oceans = ("pacific", "indian")
    own = position.capital_ships("", nation, *oceans)
    fleet = twice(position, own, position.capital_ships(Alliance.ALLIES, "", *oceans))
    held = [zone for zone in named_zones(position.book, objective) if position.holds(nation, zone)]
    points = max(fleet.points, int(len(held) >= 3))
    return Found(points, f"holds {position.names(held) or 'no island'}; {fleet.why}")


@judge("south-pacific")
def south_pacific(position: EndPosition, nation: str, objective: str) -> Found:
    """All of Australia and New Zealand, and no Enemy surface warship within two sea zones."""
    board, state = position.board, position.state
    found = held_or_missing(position, nation, named_zones(position.book, objective))
    australia = groups_of(position.book, objective)["australia"]
    coast = {sea for zone in australia for sea in board.neighbours[zone] if is_sea(board, sea)}
    near = coast | {sea for zone in coast for sea in board.neighbours[zone] if is_sea(board, sea)}
    raiders = sorted(
        sea
        for sea in near
        for unit in state.at(sea)
        if is_warship(position, type_of(position.book, unit)) and at_war(state, nation, unit.owner)
    )
    if raiders:
        return Found(0, f"enemy warships in {position.names(dict.fromkeys(raiders))}")
    return Found(found.points, found.why)


@judge("monroe-doctrine")
@implements("GW-3.4-2")
def monroe_doctrine(position: EndPosition, nation: str, objective: str) -> Found:
    """No foe's land units in America, and none ever possessed a zone of US Home Country."""
    state = position.state
    if nation in state.powers and state.flag(nation, PowerFlag.HOME_VIOLATED):
        return Found(0, "a foe has possessed a zone of the Home Country")
    foes = [
        zone
        for zone in position.land
        if in_americas(position.game, zone)
        and any(
            state.side_of(u.owner) in (Alliance.AXIS, Alliance.COMINTERN)
            for u in position.armies(zone)
        )
    ]
    return Found(int(not foes), f"foreign land units in: {position.names(foes) or 'no zone'}")


# --- China -----------------------------------------------------------------------------------


def is_chinese(game: Game, nation: str) -> bool:
    """Whether a nation is KMT, CCP or a Warlord (13.3, note 42)."""
    return nation in CHINA or nation in game.board.by_fact.get("warlord", {}).values()


@judge("no-foreign-army-in-china")
@implements("GW-0.9-9", "GW-13.3-7")
def no_foreign_army_in_china(position: EndPosition, nation: str, objective: str) -> Found:
    """No land units but Chinese ones in Continental China."""
    game, china = position.game, continental_china(position.board)
    foreign = [
        zone
        for zone in position.land
        if zone in china and any(not is_chinese(game, unit.owner) for unit in position.armies(zone))
    ]
    return Found(int(not foreign), f"foreign land units in: {position.names(foreign) or 'no zone'}")


def _army_in_china(position: EndPosition, nation: str) -> int:
    """How many land units a faction has in Chinese Home Country."""
    return sum(
        unit.size
        for zone in position.land
        if is_home(position.game, Nation.COMMUNIST_CHINA, zone)
        for unit in position.armies(zone)
        if unit.owner == nation
    )


@judge("larger-communist-army")
@implements("GW-3.4-4")
def larger_communist_army(position: EndPosition, nation: str, objective: str) -> Found:
    """CCP has more land units in Chinese Home Country than KMT: 2 points or nothing."""
    own, rival = (
        _army_in_china(position, Nation.COMMUNIST_CHINA),
        _army_in_china(position, Nation.NATIONALIST_CHINA),
    )
    return Found(2 if own > rival else 0, f"CCP {own}, KMT {rival} land units")


@judge("no-communist-army-in-china")
def no_communist_army_in_china(position: EndPosition, nation: str, objective: str) -> Found:
    """There are no CCP units of any kind in Chinese Home Country."""
    left = sum(
        unit.size
        for zone in position.land
        if is_home(position.game, Nation.COMMUNIST_CHINA, zone)
        for unit in position.state.at(zone)
        if unit.owner == Nation.COMMUNIST_CHINA
    )
    return Found(int(not left), f"CCP units left: {left}")
