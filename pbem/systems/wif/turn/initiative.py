"""The initiative of a turn: dice, re-roll, who moves first (6).

Decides: what the space of the marker adds, ties, a demanded re-roll with the marker's step, the
choice of the first side. Leaves what intelligence (13.6.11) does to dice to `rerolls`.
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
from pbem.systems.flames.turn.turn_verdicts import InitiativeVerdict
from pbem.systems.flames.world.control import SIDES, major_powers, other_side
from pbem.systems.flames.world.position import Umpire
from pbem.systems.flames.world.vocabulary import Initiative, PowerCount, TrackName
from pbem.systems.wif.impulse.last_impulse import moved_initiative
from pbem.systems.wif.turn.rerolls import NAME as INTELLIGENCE
from pbem.systems.wif.turn.rerolls import changed, demanded, judge
from pbem.systems.wif.world.alliances import is_neutral
from pbem.systems.wif.world.options import options_of

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


@implements("WIF-6.1-1", "WIF-6.1-2", "WIF-6.1-5")
def initiative_winner(totals: Mapping[str, int], holder: str) -> str:
    """The side with the higher modified die; in a tie the one that has not had it (6.1)."""
    first, second = SIDES
    if totals[first] == totals[second]:
        return other_side(holder)
    return max(SIDES, key=lambda side: totals[side])


@implements("WIF-6.1-3")
def may_reroll(track: Chart, space: str, side: str) -> bool:
    """Whether a side may demand a re-roll in a space of the initiative track (6.1)."""
    return track.at(space, f"{side}-reroll").number == 1


@implements("WIF-3.1-1", "WIF-6-1", "WIF-6.1-4", "WIF-6.2-4")
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


@implements("WIF-6.1-d1", "WIF-6.1-d2")
def _rolled(umpire: Umpire, before: Mapping[str, Roll] | None = None) -> dict[str, Roll]:
    """The die of each side, the one that has the initiative first; `before`: rolled again."""
    track = umpire.chart("initiative-track")
    space = str(umpire.state.track(TrackName.INITIATIVE) or Initiative.MIDDLE)
    holder = holder_of(umpire.state)
    rolls: dict[str, Roll] = {}
    for side in (holder, other_side(holder)):
        added = int(track.at(space, side).number)
        name = f"{side}-again" if before else side
        modifiers = [Modifier("initiative", added)] if added else []
        modifiers += _bought(umpire, name, side, before[side] if before else None)
        rolls[side] = umpire.roll(name, "d10", side, "6.1", modifiers)
    for side in rolls if options_of(umpire.position).intelligence else ():
        rolls[side] = _by_intelligence(umpire, side, rolls)
    return rolls


@implements("WIF-2.7-3")
def _bought(umpire: Umpire, name: str, side: str, before: Roll | None) -> tuple[Modifier, ...]:
    """What intelligence adds to a die: what it added before, else what is bought now (2.7)."""
    had = dict(before.modifiers).get(INTELLIGENCE) if before else None
    if had:
        return (Modifier(INTELLIGENCE, had),)
    if not options_of(umpire.position).intelligence:
        return ()
    return changed(umpire, name, (umpire.path_of(name), side))


def _by_intelligence(umpire: Umpire, side: str, rolls: Mapping[str, Roll]) -> Roll:
    """The die of a side as it counts, once both are known and powers had it thrown anew."""
    roll, number = rolls[side], 1
    while demanded(
        umpire,
        f"{roll.path.rpartition('/')[2]}-{number}",
        (rolls[side].path, side),
        {"die": roll.total, "lead": roll.modified - rolls[other_side(side)].modified},
    ):
        name = f"{rolls[side].path.rpartition('/')[2]}-anew-{number}"
        modifiers = [Modifier(*item) for item in roll.modifiers if item[0] != INTELLIGENCE]
        modifiers += _bought(umpire, name, side, roll)
        anew = umpire.roll(name, "d10", side, "6.1", modifiers)
        judge(umpire, anew.total - roll.total, (rolls[side].path, side))
        roll, number = anew, number + 1
    return roll


def _demands(umpire: Umpire, side: str, totals: Mapping[str, int]) -> bool:
    """Whether the side that has lost demands a re-roll; any active major power may (6.1)."""
    state = umpire.state
    space = str(state.track(TrackName.INITIATIVE) or Initiative.MIDDLE)
    players = _players(state, side)
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


@implements("WIF-6.2-1", "WIF-6.2-3")
def _first_side(umpire: Umpire, winner: str, totals: Mapping[str, int]) -> str:
    """The winner decides; of several players the one with the highest production (6.2)."""
    state = umpire.state
    players = _players(state, winner)
    if not players:
        return winner
    question: Decision = GO_FIRST.ask(
        "Who moves first?",
        players,
        (Option(FIRST, "your side"), Option(SECOND, "the other side")),
        (FIRST,),
        about=winner,
        facts=_facts(state, winner, totals),
        owner=_most_productive(state, winner),
    )
    return winner if umpire.decide(question).pick == FIRST else other_side(winner)


def _most_productive(state: State, side: str) -> str:
    """Who plays the active major power of a side that made most build points last turn (6.2)."""
    made = PowerCount.BUILD_POINTS
    best = max(_active(state, side), key=lambda power: state.counter(power, made))
    return state.powers[best].players[0]


def _active(state: State, side: str) -> list[str]:
    """The active major powers of a side."""
    return [power for power in major_powers(state, side) if not is_neutral(state, power)]


def _players(state: State, side: str) -> tuple[str, ...]:
    named = dict.fromkeys(name for p in _active(state, side) for name in state.powers[p].players)
    return tuple(named)


def _facts(state: State, side: str, totals: Mapping[str, int]) -> dict[str, int | str]:
    year, _, season = state.clock.turn.partition("-")
    own, enemy = totals[side], totals[other_side(side)]
    return {"own": own, "enemy": enemy, "season": season, "year": int(year)}
