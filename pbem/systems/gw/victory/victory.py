"""Victory Points (3.1-3.5): Objective Cities, National Objectives and losses on a position.

A scenario that is won by Victory Points says so by its track `victory`: the year, 1936 or 1939,
whose set-up counts as the start. Others are won as their own rules say. Decides what scores for
whom. Leaves each objective to `objectives`, the end of the game to `game_end`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import State
from pbem.core.rules.book import Book
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Asks, Reading
from pbem.systems.gw.victory.objectives import (
    JUDGES,
    EndPosition,
    Found,
    named_zones,
    spain_is_soviet_objective,
)
from pbem.systems.gw.world.facilities import is_home
from pbem.systems.gw.world.fallen_france import enemy_holds
from pbem.systems.gw.world.nations import has_surrendered, home_of
from pbem.systems.gw.world.vocabulary import Alliance, Nation, TrackName


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


class SovietGains(Reading, id="GW-R-3.4-b"):
    """Which zones of other objectives Worldwide Communism leaves out."""

    IF_SCORED = "if-scored"
    ALL_NAMED = "all-named"


class FrenchObjectives(Reading, id="GW-R-3.4-h"):
    """Who scores French objectives after the surrender of France."""

    FREE_FRANCE = "free-france"
    NOBODY = "nobody"


FRANCE, FREE_FRANCE = "france", "free-france"
WORLDWIDE_COMMUNISM: Final = "worldwide-communism"
SOVIET_SPAIN: Final = "soviet-spain"


@dataclass(frozen=True, slots=True)
class City:
    """An Objective City, who possesses it, and for which Alliance it scores, if any."""

    zone: str
    holder: str
    side: str


@dataclass(frozen=True, slots=True)
class Scored:
    """What a nation scores for an objective, of how many points, and why."""

    title: str
    nation: str
    side: str
    points: int
    most: int
    why: str


@dataclass(frozen=True, slots=True)
class Loss:
    """The zones of its Home Country for which a nation loses a point each."""

    nation: str
    side: str
    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """All Victory Points of a position."""

    cities: tuple[City, ...]
    objectives: tuple[Scored, ...]
    losses: tuple[Loss, ...]

    @implements("GW-3.1-1")
    def points(self, side: str) -> int:
        """The Victory Points of an Alliance: cities and objectives less losses (3.1)."""
        cities = sum(city.side == side for city in self.cities)
        objectives = sum(one.points for one in self.objectives if one.side == side)
        return cities + objectives - sum(len(o.zones) for o in self.losses if o.side == side)


def is_scored(state: State) -> bool:
    """Whether the scenario is won by Victory Points."""
    return state.track(TrackName.VICTORY) is not None


@implements("GW-3.4-2", "GW-3.5-1")
def score(here: Position, asks: Asks) -> Score:
    """The Victory Points of a position, as if the game ended with it (3.5)."""
    year = int(str(here.state.track(TrackName.VICTORY)))
    position = EndPosition(here.game, here.state, here.start, year=year, asks=asks)
    judged = objectives(position) if position.options.national_objectives else ()
    return Score(cities(position), judged, losses(position))


@implements("GW-3.2-1")
def cities(position: EndPosition) -> tuple[City, ...]:
    """Each Objective City is a point for the Alliance of its possessor (3.2)."""
    state, found = position.state, []
    for zone in position.book.chart("victory-objectives").table("cities").rows.names:
        holder = state.holder(zone)
        side = position.side(zone) if Alliance.term_for(position.side(zone)) else ""
        if side and has_surrendered(state, holder):
            scores = position.asked(SurrenderedCities) is SurrenderedCities.POINT
            side = side if scores else ""
        found.append(City(zone, holder, side))
    return tuple(found)


# --- objectives ------------------------------------------------------------------------------


@implements("GW-3.4-1")
def objectives(position: EndPosition) -> tuple[Scored, ...]:
    """What each nation scores for its National Objectives (3.4)."""
    found: dict[str, Found] = {}
    rows = position.book.chart("victory-objectives").table("objectives").rows.names
    for row in (*(r for r in rows if r != WORLDWIDE_COMMUNISM), WORLDWIDE_COMMUNISM):
        nation = scorer(position, _nation(position.book, row))
        if nation and (row != SOVIET_SPAIN or spain_is_soviet_objective(position)):
            found[row] = _judged(position, nation, row, found)
    return tuple(_scored(position, row, found[row]) for row in rows if row in found)


def _nation(book: Book, row: str) -> str:
    return book.chart("victory-objectives").at(row, "nation", "objectives").text


@implements("GW-3.3-2")
def scorer(position: EndPosition, nation: str) -> str:
    """The nation that scores a list: itself, Free France for France, nobody once surrendered."""
    state = position.state
    if nation in state.powers and not has_surrendered(state, nation):
        return nation
    if nation == FRANCE and FREE_FRANCE in state.powers:
        succeeds = position.asked(FrenchObjectives) is FrenchObjectives.FREE_FRANCE
        return FREE_FRANCE if succeeds else ""
    return ""


@implements("GW-3.4-3")
def _judged(position: EndPosition, nation: str, row: str, others: dict[str, Found]) -> Found:
    """What a rule finds, never more than the objective's maximum (3.4)."""
    cells = position.book.chart("victory-objectives")
    found = JUDGES[cells.at(row, "rule", "objectives").text](position, nation, row)
    if row == WORLDWIDE_COMMUNISM:
        found = _not_counted_twice(position, found, others)
    most = int(cells.at(row, "points", "objectives").number)
    return Found(min(found.points, most), found.why, found.zones)


def _not_counted_twice(position: EndPosition, found: Found, others: dict[str, Found]) -> Found:
    """Worldwide Communism without the zones that score for another Soviet objective."""
    soviet = [
        row
        for row in others
        if _nation(position.book, row) == _nation(position.book, WORLDWIDE_COMMUNISM)
    ]
    if position.asked(SovietGains) is SovietGains.ALL_NAMED:
        taken = {zone for row in soviet for zone in named_zones(position.book, row)}
    else:
        taken = {zone for row in soviet if others[row].points for zone in others[row].zones}
    left = tuple(zone for zone in found.zones if zone not in taken)
    return Found(len(left), f"gained {position.names(left) or 'nothing else'}", left)


def _scored(position: EndPosition, row: str, found: Found) -> Scored:
    cells = position.book.chart("victory-objectives")
    nation = scorer(position, _nation(position.book, row))
    title, most = (cells.at(row, column, "objectives") for column in ("title", "points"))
    side = position.side_of(nation)
    return Scored(title.text, nation, side, found.points, int(most.number), found.why)


# --- losses ----------------------------------------------------------------------------------


@implements("GW-3.3-1")
def losses(position: EndPosition) -> tuple[Loss, ...]:
    """A point for each zone of 1 IPP or more of a Home Country that an Enemy possesses (3.3)."""
    state = position.state
    nations = [n for n in _player_nations(position.book) if n in state.powers]
    if position.asked(SurrenderedLosses) is SurrenderedLosses.SPARED:
        nations = [nation for nation in nations if not has_surrendered(state, nation)]
    found = (Loss(n, state.side_of(n), _lost_zones(position, n)) for n in nations)
    return tuple(loss for loss in found if loss.zones)


def _player_nations(book: Book) -> Iterable[str]:
    """The nations of table 3-1."""
    return book.chart("victory-objectives").table("totals").rows.names


def _lost_zones(position: EndPosition, nation: str) -> tuple[str, ...]:
    return tuple(
        zone
        for zone in position.land
        if position.worth(zone)
        and _is_to_lose(position, nation, zone)
        and enemy_holds(position.state, nation, zone)
    )


def _is_to_lose(position: EndPosition, nation: str, zone: str) -> bool:
    """Whether a zone is one at home; of China each faction loses what bears its roundel."""
    if not is_home(position.game, nation, zone):
        return False
    shared = home_of(position.board, zone) == Nation.CHINA
    if not shared or position.asked(ChineseLosses) is ChineseLosses.ALL:
        return True
    return position.board.text(zone, "nation") == nation


# --- who wins --------------------------------------------------------------------------------


def totals(score_: Score) -> dict[str, int]:
    """The Victory Points of every Alliance."""
    return {side: score_.points(side) for side in Alliance}


@implements("GW-3.1-1")
def winner(points: dict[str, int], tie: str) -> str:
    """The Alliance with the most points; nobody if there is a tie that counts (3.1, 3.5)."""
    ranked = sorted(points.values(), reverse=True)
    if ranked[0] == ranked[1] or (tie == Tie.ANY and len({*ranked}) < len(ranked)):
        return ""
    return max(points, key=lambda side: points[side])
