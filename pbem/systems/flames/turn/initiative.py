"""The initiative of a turn: dice, re-roll, who moves first (6).

Decides: what the space of the marker adds, ties, a demanded re-roll with the marker's step, the
choice of the first side. Leaves what optional rules do to dice to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pbem.core.choices.decisions import AnswerKey, Decision, DecisionKind, Option, Settle
from pbem.core.data.charts import Chart
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_track
from pbem.core.record.dice import Roll
from pbem.core.record.events import ClockAdvanced
from pbem.core.record.state import State
from pbem.core.rules.system import Modifier
from pbem.systems.flames.impulse.last_impulse import moved_initiative
from pbem.systems.flames.turn.turn_verdicts import InitiativeVerdict
from pbem.systems.flames.world.control import major_powers
from pbem.systems.flames.world.position import SIDES, Position, Umpire, other_side
from pbem.systems.flames.world.vocabulary import Initiative, PowerCount, TrackName

SECTION: Final = "initiative"
AGAIN: Final = "again"
KEEP: Final = "keep"
FIRST: Final = "first"
SECOND: Final = "second"

FACTS: Final[Mapping[str, str]] = {
    "own": "the modified initiative die of your side",
    "enemy": "that of the other side",
    "season": "the months of the turn that begins: jf, ma, mj, ja, so or nd",
    "year": "its year",
}
REROLL: Final = DecisionKind(
    "initiative-re-roll",
    "Roll for the initiative again",
    "when your side has lost the initiative and its space allows a re-roll; default: keep",
    "6.1",
    (AnswerKey(SECTION, "reroll"),),
    FACTS,
)
GO_FIRST: Final = DecisionKind(
    "first-impulse",
    "Which side moves first",
    "when your side has the initiative; default: yours",
    "6.2",
    (AnswerKey(SECTION, "go"),),
    FACTS,
)


@implements("WIF-6.1-1", "WIF-6.1-2", "WIF-6.1-5", "AIF-6.1-2")
def initiative_winner(totals: Mapping[str, int], holder: str) -> str:
    """The side with the higher modified die; in a tie the one that has not had it (6.1)."""
    first, second = SIDES
    if totals[first] == totals[second]:
        return other_side(holder)
    return max(SIDES, key=lambda side: totals[side])


@implements("WIF-6.1-3", "AIF-6.1-3")
def may_reroll(track: Chart, space: str, side: str) -> bool:
    """Whether a side may demand a re-roll in a space of the initiative track (6.1)."""
    return track.at(space, f"{side}-reroll").number == 1


@implements("WIF-3.1-1", "WIF-6-1", "WIF-6.1-4", "WIF-6.2-4", "AIF-6.1-4", "AIF-6.2-1", "AIF-3.1-1")
def initiative(umpire: Umpire) -> None:
    """Both sides roll, a side may have it rolled again, the winner says who moves first (6)."""
    if umpire.state.track(TrackName.GAME_OVER) is not None:
        return
    holder = holder_of(umpire.state)
    rolls = _rolled(umpire)
    totals = {side: roll.modified for side, roll in rolls.items()}
    winner = initiative_winner(totals, holder)
    loser = other_side(winner)
    again = _demands(umpire, loser, totals)
    if again:
        space = moved_initiative(str(umpire.state.track(TrackName.INITIATIVE)), loser)
        umpire.apply(*set_track(umpire.state, TrackName.INITIATIVE, space))
        rolls = _rolled(umpire, rolls)
        totals = {side: roll.modified for side, roll in rolls.items()}
        winner = initiative_winner(totals, holder)
    umpire.apply(*set_track(umpire.state, TrackName.INITIATIVE_SIDE, winner))
    first = _first_side(umpire, winner, totals)
    umpire.apply(*set_track(umpire.state, TrackName.FIRST_SIDE, first))
    umpire.tell(
        InitiativeVerdict(
            None,
            totals=totals,
            again=loser if again else "",
            space=str(umpire.state.track(TrackName.INITIATIVE)),
            winner=winner,
            first=first,
        )
    )
    clock = umpire.state.clock
    umpire.apply(ClockAdvanced(clock, replace(clock, side=first)))
    umpire.begin("impulse")
    umpire.rename_path()


def holder_of(state: State) -> str:
    """The side that has the initiative; where nothing is said, the first of this turn."""
    known = state.track(TrackName.INITIATIVE_SIDE) or state.track(TrackName.FIRST_SIDE)
    return str(known or SIDES[0])


@implements("WIF-6.1-d1", "WIF-6.1-d2", "AIF-6.1-1", "AIF-6.1-d1", "AIF-6.1-d2")
def _rolled(umpire: Umpire, before: Mapping[str, Roll] | None = None) -> dict[str, Roll]:
    """The die of each side, the one that has the initiative first; `before`: rolled again."""
    track, kits = umpire.chart("initiative-track"), umpire.position.kits
    space = str(umpire.state.track(TrackName.INITIATIVE) or Initiative.MIDDLE)
    holder = holder_of(umpire.state)
    rolls: dict[str, Roll] = {}
    for side in (holder, other_side(holder)):
        added = int(track.at(space, side).number)
        name = f"{side}-again" if before else side
        modifiers = [Modifier("initiative", added)] if added else []
        modifiers += kits.added(umpire, name, side, before[side] if before else None)
        rolls[side] = umpire.roll(name, "d10", side, "6.1", modifiers)
    return kits.thrown_anew(umpire, rolls)


def _demands(umpire: Umpire, side: str, totals: Mapping[str, int]) -> bool:
    """Whether the side that has lost demands a re-roll; any active major power may (6.1)."""
    state = umpire.state
    space = str(state.track(TrackName.INITIATIVE) or Initiative.MIDDLE)
    players = _players(umpire.position, side)
    if not players or not may_reroll(umpire.chart("initiative-track"), space, side):
        return False
    question = REROLL.ask(
        "Roll for the initiative again?",
        players,
        (Option(AGAIN, "roll again"), Option(KEEP, "keep it")),
        (KEEP,),
        about=side,
        facts=_facts(state, side, totals),
        settle=Settle.ANY,
    )
    return umpire.decide(question).pick == AGAIN


@implements("WIF-6.2-1", "WIF-6.2-3", "AIF-6.2-1", "AIF-6.2-2")
def _first_side(umpire: Umpire, winner: str, totals: Mapping[str, int]) -> str:
    """The winner decides; of several players the one with the highest production (6.2)."""
    state = umpire.state
    players = _players(umpire.position, winner)
    if not players:
        return winner
    question: Decision = GO_FIRST.ask(
        "Who moves first?",
        players,
        (Option(FIRST, "your side"), Option(SECOND, "the other side")),
        (FIRST,),
        about=winner,
        facts=_facts(state, winner, totals),
        owner=_most_productive(umpire.position, winner),
    )
    return winner if umpire.decide(question).pick == FIRST else other_side(winner)


def _most_productive(position: Position, side: str) -> str:
    """Who plays the active major power of a side that made most build points last turn (6.2)."""
    made = PowerCount.BUILD_POINTS
    best = max(_active(position, side), key=lambda power: position.state.counter(power, made))
    return position.powers[best].players[0]


def _active(position: Position, side: str) -> list[str]:
    """The active major powers of a side."""
    powers = major_powers(position.state, side)
    return [power for power in powers if not position.is_neutral(power)]


def _players(position: Position, side: str) -> tuple[str, ...]:
    powers = (position.powers[power] for power in _active(position, side))
    return tuple(dict.fromkeys(name for power in powers for name in power.players))


def _facts(state: State, side: str, totals: Mapping[str, int]) -> dict[str, int | str]:
    year, _, season = state.clock.turn.partition("-")
    own, enemy = totals[side], totals[other_side(side)]
    return {"own": own, "enemy": enemy, "season": season, "year": int(year)}
