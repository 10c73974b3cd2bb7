"""Who has won a scenario (2.6, 3.10.3, 27): points of the Axis, and the level that they reach.

The chart of victory says what counts in which scenario; France and the Soviet Union may surrender
before its last turn. Decides points and levels. Leaves when a scenario is over to `ending`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power, set_track
from pbem.core.record.verdicts import Verdict
from pbem.systems.tw.economy.prizes import is_out
from pbem.systems.tw.politics.conquest import conqueror_of
from pbem.systems.tw.world.calendar import season_of
from pbem.systems.tw.world.geography import City, Land
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Kind
from pbem.systems.tw.world.vocabulary import Pool, PowerCount, PowerName, Side, TrackName, UnitMark

CHART: Final = "victory"
FRANCE_1940: Final = "france-1940"
FALLEN: Final = (PowerName.BELGIUM, PowerName.NETHERLANDS, PowerName.DENMARK, PowerName.NORWAY)
AT_FIRST: Final = 3  # German ARM and aircraft in the force pool as France 1940 begins
BEST: Final = "axis-decisive"


@dataclass(frozen=True, slots=True)
class VictoryVerdict(Verdict):
    """A scenario is over: the points of the Axis one by one, and who has won."""

    kind: ClassVar[str] = "victory"
    cite: ClassVar[str] = "27"

    points: dict[str, int]
    total: int
    level: str
    by: str

    @property
    def outcome(self) -> str:
        return self.level


@implements("TW-3.10.3-1", "TW-2.6-VP-1")
def victory(umpire: Umpire) -> None:
    """As a scenario ends: the level of victory, if its chart says any."""
    position = umpire.position
    if position.state.scenario not in position.book.chart(CHART).tables:
        return
    points = {name: value for name, value in points_of(position) if value}
    total = sum(points.values())
    level, by = level_of(position, total)
    umpire.tell(VictoryVerdict(None, points, total, level, by))
    umpire.apply(*set_track(umpire.state, TrackName.VICTORY, level))


@implements("TW-2.6-VP-1")
def points_of(position: Position) -> Iterator[tuple[str, int]]:
    """The points of the Axis by row of the chart of the scenario, or by the hexes of its cities."""
    if position.state.scenario == FRANCE_1940:
        for row, many in _in_france(position):
            yield row, _worth(position, row, many)
        return
    for row in position.book.chart(CHART).table(position.state.scenario).rows.names:
        hex_id = position.city(row)
        holder = position.holder(hex_id)
        yield hex_id, _worth(position, row, int(position.side_of(holder) == Side.AXIS))


def _worth(position: Position, row: str, many: int) -> int:
    """What a row of the chart is worth that counts so often."""
    chart, scenario = position.book.chart(CHART), position.state.scenario
    several = "each" in chart.table(scenario).columns.names
    each = int(chart.at(row, "each", scenario).number) if several else 1
    return many // each * int(chart.at(row, "points", scenario).number)


def _in_france(position: Position) -> Iterator[tuple[str, int]]:
    """How often each row of the chart of France 1940 counts."""
    surrendered = is_out(position, PowerName.FRANCE)
    season = season_of(str(position.track(TrackName.LAST_TURN)))
    for one in ("spring", "summer"):
        yield f"surrender-in-{one}", int(surrendered and season == one)
    for minor in FALLEN:
        yield minor, int(conqueror_of(position, minor) == PowerName.GERMANY)
    yield "british-factors", position.state.counter(PowerName.BRITAIN, PowerCount.LOST_IN_FRANCE)
    pool = position.at(f"pool:{PowerName.GERMANY}/{Pool.FORCE}")
    dear = [piece for piece in pool if piece.kind == Kind.ARM or piece.is_air]
    yield "german-losses", max(0, len(dear) - AT_FIRST)
    fleets = [p for p in position.pieces_of(PowerName.GERMANY) if p.kind == Kind.FLEET]
    yield "german-fleets", sum(piece.is_depleted for piece in fleets)
    paris = position.holder(position.city(City.PARIS))
    yield "paris-french", int(paris == PowerName.FRANCE and not surrendered)


@implements("TW-21.1-2")
def level_of(position: Position, total: int) -> tuple[str, str]:
    """The level of so many points, and why: a Soviet surrender is worth more than any."""
    if is_out(position, PowerName.SOVIET_UNION):
        return BEST, "surrender"
    chart, table = position.book.chart(CHART), f"{position.state.scenario}-levels"
    levels = chart.table(table).rows.names
    least = {level: int(chart.at(level, "least", table).number) for level in levels}
    return next(level for level, points in least.items() if total >= points), "points"


@implements("TW-2.6-VP-1")
def count_losses(umpire: Umpire) -> None:
    """As a player turn ends: the British ground factors that it has cost in France; guns that have
    become heavy flak are no loss.
    """
    power = PowerName.BRITAIN
    if power not in umpire.state.powers:
        return
    began, position = umpire.since("impulse"), umpire.position
    lost = sum(
        position.piece(unit).strength
        for unit in position.units.values()
        if unit.owner == power
        and unit.at.startswith("pool:")
        and not unit.marked(UnitMark.UNBUILT)
        and unit.id in began.units
        and position.board.country(began.units[unit.id].at) == Land.FRANCE
        and position.piece(unit).is_ground
    )
    if lost:
        before = umpire.state.counter(power, PowerCount.LOST_IN_FRANCE)
        change = set_power(umpire.state, power, "counter", PowerCount.LOST_IN_FRANCE, before + lost)
        umpire.apply(*change)
