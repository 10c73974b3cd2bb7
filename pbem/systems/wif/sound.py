"""What a position may say: the names that the rules go on to look up.

Decides no rule: turns are named as on the turn record, the impulse marker stands in a box of its
track (12), the weather of a zone is a word of the weather chart (8), powers of a side have players,
counters stand for one unit each. Leaves to the moderator whether the position makes sense as
history.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from pbem.core.data.findings import suggest
from pbem.core.record.state import NEUTRAL, Power, State
from pbem.core.record.terms import Term, unknown_words
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.systems.flames.kits.tracks.boxes import box_of
from pbem.systems.flames.world.vocabulary import (
    Action,
    Initiative,
    Months,
    PowerFlag,
    Relation,
    Side,
    TrackName,
    Weather,
)
from pbem.systems.wif.world.vocabulary import WORDS

NUMBERS: Final = (
    TrackName.WEATHER_ADVANCE,
    TrackName.WEATHER_ASTERISKS,
    *(TrackName.IMPULSES.of(side) for side in Side),
)
_TURN: Final = re.compile(rf"[0-9]{{4}}-({'|'.join(Months)})")


def sound(position: Position) -> Sequence[str]:
    """Every word of the clock and the tracks that no rule could go on with."""
    state = position.state
    return (
        *_clock(state),
        *_turns(state),
        *_impulse_box(position.game, state),
        *_numbers(state),
        *_words(state),
        *_powers(state),
        *_controllers(state),
        *_relations(state),
        *unknown_words(state, WORDS),
        *_single(state),
    )


def _clock(state: State) -> Iterator[str]:
    """The turn has a year and a pair of months; only the Axis and the Allies move."""
    turn, side = state.clock.turn, state.clock.side
    if not _TURN.fullmatch(turn):
        legal = f"a year and one of {', '.join(Months)}, as 1941-ja for Jul/Aug 1941"
        yield f"there is no turn '{turn}'; it is {legal}"
    if Side.term_for(side) is None:
        yield f"there is no side '{side}'; {suggest(side, Side)}"


def _turns(state: State) -> Iterator[str]:
    """The first and the last turn, and the slices of the production circle, are turns."""
    named: dict[str, object] = {
        name: state.track(name) for name in (TrackName.FIRST_TURN, TrackName.LAST_TURN)
    }
    circle = [at for at in state.index if at.startswith("track:") and box_of(at) is None]
    named |= {at: at.rpartition("/")[2] for at in circle}
    for name, turn in named.items():
        if turn is not None and not _TURN.fullmatch(str(turn)):
            yield f"{name}: there is no turn '{turn}'"


def _powers(state: State) -> Iterator[str]:
    """A power of a side has players."""
    for power in state.powers.values():
        if power.side != NEUTRAL and Side.term_for(power.side) is None:
            yield f"{power.id}: there is no side '{power.side}'; {suggest(power.side, Side)}"
        if power.side != NEUTRAL and not power.players:
            yield f"{power.id}: nobody plays it; a power of a side has players"
        for name, number in power.counters.items():
            if number < 0:
                yield f"{power.id}: {name} is {number}; it is never less than 0"


def _controllers(state: State) -> Iterator[str]:
    """A minor is controlled by a major power, or by a minor that a major power controls."""
    majors = [power.id for power in state.powers.values() if not _controller(power)]
    holders = [p.id for p in state.powers.values() if _controller(p) in ("", *majors)]
    for power in state.powers.values():
        holder = _controller(power)
        if holder and (holder not in holders or holder == power.id):
            hint = suggest(holder, majors)
            yield f"{power.id}: '{holder}' is no major power to control it; {hint}"


def _controller(power: Power) -> str:
    return str(power.flags.get(PowerFlag.CONTROLLER) or "")


def _relations(state: State) -> Iterator[str]:
    """Powers stand to powers of the game as the rules know it."""
    for power in state.powers.values():
        for other, relation in power.relations.items():
            if other not in state.powers or other == power.id:
                yield f"{power.id}: there is no power '{other}' to stand to"
            if Relation.term_for(relation) is None:
                hint = suggest(relation, Relation)
                yield f"{power.id}: '{relation}' with {other} is no relation; {hint}"


def _single(state: State) -> Iterator[str]:
    """A counter stands for one unit: there are no groups."""
    for unit in state.units.values():
        if unit.count is not None:
            yield f"{unit.id}: it has a count; a counter of World in Flames is one unit"


def _impulse_box(game: Game, state: State) -> Iterator[str]:
    """The impulse marker stands in a box of the impulse track (12)."""
    box = state.track(TrackName.IMPULSE_BOX)
    last = max(int(row) for row in game.chart("impulse-track").table().rows.names)
    if box is not None and not (_is_number(box) and 1 <= int(box) <= last):
        yield f"impulse-box: there is no box '{box}'; the impulse track has boxes 1 to {last}"


def _numbers(state: State) -> Iterator[str]:
    """What is counted is a whole number, never less than nothing."""
    for name in NUMBERS:
        value = state.track(name)
        if value is not None and not (_is_number(value) and int(value) >= 0):
            yield f"{name} is '{value}'; it is a whole number from 0 on"


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _words(state: State) -> Iterator[str]:
    """Weather (8), the initiative and who moved first (12) are words that the rules know."""
    known: dict[str, list[Term]] = {
        TrackName.INITIATIVE: list(Initiative),
        TrackName.FIRST_SIDE: list(Side),
        TrackName.INITIATIVE_SIDE: list(Side),
    }
    words_of: dict[Term | None, list[Term]] = {
        TrackName.WEATHER: list(Weather),
        TrackName.ACTION: list(Action),
    }
    terms = {name: TrackName.term_for(name) for name in sorted(state.tracks)}
    known |= {name: words_of[term] for name, term in terms.items() if term in words_of}
    for name, words in known.items():
        value = state.track(name)
        if value is not None and value not in words:
            yield f"{name} is '{value}'; {suggest(str(value), words)}"
