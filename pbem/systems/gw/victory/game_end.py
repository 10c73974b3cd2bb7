"""The end of the game (2.1, 3.5): the last turn, the variable end, and the extra turn of a tie.

The track `last-turn` names the scenario's last calendar turn. Under `variable_end` a roll decides
instead. `game-over` names the Alliance that has won, `tied-in` the turn whose end was a tie.
Decides when the game ends. Leaves the counting of points to `victory`, short games to
`short_games`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_power, set_track
from pbem.core.record.state import State
from pbem.core.record.verdicts import Judged, PlaceId, PowerId, Typed
from pbem.core.rules.book import Book
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.defeat.capitals import capital_of, printed_capital
from pbem.systems.gw.victory.victory import Score, Tie, is_scored, score, totals, winner
from pbem.systems.gw.world.fallen_france import enemy_holds
from pbem.systems.gw.world.halves import USA
from pbem.systems.gw.world.nations import (
    COMMONWEALTH,
    JANUARY,
    JULY,
    MAJOR_POWERS,
    home_of,
    next_turn_number,
    when,
)
from pbem.systems.gw.world.vocabulary import Alliance, Counted, PowerFlag, TrackName


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


class ExtraTurn(Reading, id="GW-R-3-d"):
    """What ends the extra turn of a tie."""

    AT_ONCE = "at-once"
    ROLL = "roll"


def goes_on(state: State) -> bool:
    """Whether the scenario has another turn."""
    if is_scored(state) or state.track(TrackName.GAME_OVER) is not None:
        return state.track(TrackName.GAME_OVER) is None
    last = state.track(TrackName.LAST_TURN)
    return last is None or when(state.clock.turn) <= when(str(last))


@implements("GW-2.1-3")
def calendar_turn_before(turn: str) -> str:
    """January comes before July of the same year: `1945-jul`, `1945-jan` (2.1)."""
    year, month = turn.split("-")
    return f"{year}-{JANUARY}" if month == JULY else f"{int(year) - 1}-{JULY}"


def end_of_turn(umpire: Umpire) -> None:
    """When the last nation of a calendar turn has finished: whether the game ends (2.1, 3.5)."""
    position = umpire.position
    if is_scored(position.state) and next_turn_number(position) is None and _ends(umpire):
        _finish(umpire)


@implements("GW-2.1-1", "GW-2.1-2", "GW-3.5-1", "GW-3.5-2")
def _ends(umpire: Umpire) -> bool:
    """Whether the game ends with this calendar turn, unless there is a tie."""
    state = umpire.state
    at_once = umpire.options.variable_end
    if state.track(TrackName.TIED_IN) is not None:
        rolls = at_once and umpire.reading(ExtraTurn) is ExtraTurn.ROLL
        return not rolls or _roll_for_the_end(umpire)
    if at_once:
        return _roll_for_the_end(umpire)
    last = state.track(TrackName.LAST_TURN)
    if last is None or when(state.clock.turn) < when(calendar_turn_before(str(last))):
        return False
    named = umpire.reading(LastTurn) is LastTurn.NAMED
    return when(state.clock.turn) >= when(str(last) if named else calendar_turn_before(str(last)))


# --- the variable end ------------------------------------------------------------------------


@implements("GW-2.1-4")
def limit_of(book: Book, turn: str) -> int | None:
    """On which number or less the game ends in a turn; None before July 1944 (2.1)."""
    cells = book.chart("victory-objectives")
    rows = [row for row in cells.table("variable-end").rows.names if row != "later"]
    if when(turn) < when(rows[0]):
        return None
    row = turn if turn in rows else "later"
    return int(cells.at(row, "limit", "variable-end").number)


@implements("GW-2.1-5", "GW-AppB-4")
def captured_capitals(position: Position, moved: str) -> tuple[str, ...]:
    """The capitals of Major Powers that their Enemies possess (2.1): of the Commonwealth London."""
    printed = moved == MovedCapitals.PRINTED
    capitals = (
        (n, printed_capital(position.game, n) if printed else capital_of(position, n))
        for n in MAJOR_POWERS
        if n not in COMMONWEALTH[1:]
    )
    return tuple(c for nation, c in capitals if enemy_holds(position.state, nation, c))


@dataclass(frozen=True, slots=True)
class VariableEndVerdict(Judged):
    """The roll for the end of the game, with the captured capitals that count."""

    kind: ClassVar[str] = "variable-end"
    cite: ClassVar[str] = "2.1"

    turn: str
    die: int
    limit: int
    capitals: Sequence[PlaceId]
    number: int
    most: int


@implements("GW-2.1-d1", "GW-2.1-4")
def _roll_for_the_end(umpire: Umpire) -> bool:
    """The American player rolls when his turn is over (2.1)."""
    turn = umpire.state.clock.turn
    limit = limit_of(umpire.book, turn)
    if limit is None:
        return False
    moved = umpire.reading(MovedCapitals)
    taken = captured_capitals(umpire.position, moved)
    umpire.chart("victory-objectives")
    to_roll = umpire.reading(CapturedCapitals) is CapturedCapitals.ROLL
    die = umpire.roll("end-of-game", dice="d12", by=USA, cite="2.1").total
    number = die + len(taken) if to_roll else die
    most = limit if to_roll else limit + len(taken)
    umpire.tell(
        VariableEndVerdict(
            at=None,
            result="ends" if number <= most else "goes-on",
            turn=turn,
            die=die,
            limit=limit,
            capitals=taken,
            number=number,
            most=most,
        )
    )
    return number <= most


# --- the score -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VictoryVerdict(Judged):
    """The full score, with every objective met or not."""

    kind: ClassVar[str] = "victory"
    cite: ClassVar[str] = "3.5"

    turn: str
    points: Counted
    cities: Sequence[tuple[str, ...]]
    losses: Sequence[tuple[PowerId, Sequence[PlaceId]]]
    objectives: Sequence[tuple[PowerId, Typed, int, int, Typed]]


@implements("GW-3.5-1", "GW-3.5-2")
def _finish(umpire: Umpire) -> None:
    """Victory Points are counted; a tie makes the game go on for one turn (3.5)."""
    umpire.chart("victory-objectives")
    found = score(umpire.position, umpire)
    points = totals(found)
    victor = winner(points, umpire.reading(Tie))
    state = umpire.state
    track, value = (
        (TrackName.GAME_OVER, victor) if victor else (TrackName.TIED_IN, state.clock.turn)
    )
    umpire.apply(*set_track(state, track, value))
    umpire.tell(
        VictoryVerdict(at=None, result=victor or "tie", turn=state.clock.turn, **score_facts(found))
    )


def score_facts(found: Score) -> dict[str, Any]:
    """A score as facts of a verdict."""
    return {
        "points": [(side, number) for side, number in totals(found).items()],
        "cities": [(city.zone, city.holder, city.side) for city in found.cities],
        "objectives": [
            [one.nation, one.title, one.points, one.most, one.why] for one in found.objectives
        ],
        "losses": [(loss.nation, list(loss.zones)) for loss in found.losses],
    }


# --- what objectives remember ----------------------------------------------------------------


@implements("GW-3.4-2")
def home_is_violated(umpire: Umpire) -> bool:
    """It is noted for good when a foe possesses a zone of the United States at home (3.4)."""
    state, board = umpire.state, umpire.board
    if USA not in state.powers or not is_scored(state) or state.flag(USA, PowerFlag.HOME_VIOLATED):
        return False
    home = (zone for zone in state.places if zone in board and home_of(board, zone) == USA)
    foes = (Alliance.AXIS, Alliance.COMINTERN)
    if not any(state.side_of(state.holder(zone)) in foes for zone in home):
        return False
    umpire.apply(*set_power(state, USA, "flag", PowerFlag.HOME_VIOLATED, True))
    return True
