"""The sequence of play (6.1, 6.2), and the system as the core sees it.

Each nation in turn has its order window: combat movement, combat, the return of aircraft. The
phases of production, non-combat movement of land units, placement and income come with later
chapters.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pbem.core.events import ClockAdvanced, expired
from pbem.core.rulebook import implements
from pbem.core.sequence import Loop, Node, Step, Window
from pbem.core.state import State, Until
from pbem.core.system import System
from pbem.core.umpire import Umpire
from pbem.systems.gw.battle_choices import KINDS
from pbem.systems.gw.battle_orders import BATTLES
from pbem.systems.gw.calculations import CALCULATIONS
from pbem.systems.gw.combat_moves import COMBAT_MOVES, combat_movement, units_that_may_act
from pbem.systems.gw.counter_face import battle_marks, face
from pbem.systems.gw.land_combat import combat
from pbem.systems.gw.nations import calendar_turn_after, next_turn_number, turn_number, turn_numbers
from pbem.systems.gw.odds_text import told
from pbem.systems.gw.paragraphs import NAMES, PARAGRAPHS, changes, heading
from pbem.systems.gw.retreating import LANDING, return_of_aircraft
from pbem.systems.gw.rulings import options

LAST_TURN: Final = "last-turn"


@implements("GW-6.1-1", "GW-6.2-2", "GW-6.2-3")
def next_nation(umpire: Umpire) -> None:
    """The turn of the next nation; after the last one the next calendar turn (6.1)."""
    state = umpire.state
    clock, number = state.clock, next_turn_number(state)
    turn = clock.turn
    if number is None:
        turn, number = calendar_turn_after(turn), min(turn_numbers(state))
    side = next(p.side for p in state.powers.values() if turn_number(p.id) == number)
    after = replace(clock, turn=turn, impulse=number, side=side)
    umpire.apply(ClockAdvanced(clock, after, expired(state, (Until.STEP, Until.IMPULSE))))
    umpire.begin("impulse")
    umpire.rename_path()


def goes_on(state: State) -> bool:
    """Whether the scenario has another turn."""
    last = state.track(LAST_TURN)
    return last is None or state.clock.turn <= str(last)


TURN: Final[tuple[Node, ...]] = (
    Window("combat", "combat movement and combat"),
    Step("combat-movement", combat_movement, "8.2"),
    Step("combat", combat, "9"),
    Step("non-combat-movement", return_of_aircraft, "10.3"),
    Step("next-nation", next_nation, "6.1"),
)

SYSTEM: Final = System(
    name="gw",
    title="Global War 1936-1945",
    package="pbem.systems.gw",
    sequence=(Loop("nations", TURN, again=goes_on),),
    sections=(COMBAT_MOVES, BATTLES),
    kinds=(*KINDS, LANDING),
    options=options,
    order_lines=("in_battle",),
    paragraphs=PARAGRAPHS,
    names=NAMES,
    heading=heading,
    changes=changes,
    calculations=CALCULATIONS,
    may_act=units_that_may_act,
    odds=told,
    face=face,
    battle_marks=battle_marks,
)
