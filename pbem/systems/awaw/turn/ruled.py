"""Phases whose rules are not in rules 1 to 9, which the moderator rules (8.1 to 8.3).

Decides when he is asked: research at the start of a game turn and diplomacy of a player turn, where
they are played; initial supply, but not in the first game turn (7.25); post-combat adjustments; the
Year Start Sequence. Leaves to him what comes of them.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.events import PowerChanged, TrackChanged
from pbem.core.record.state import Clock, Unit
from pbem.core.rules.rulings import Does, May, Ruled, RulingKind
from pbem.systems.awaw.world.calendar import begins_year, is_before
from pbem.systems.awaw.world.position import Umpire
from pbem.systems.awaw.world.vocabulary import PowerCount, Side, TrackName, UnitMark

RESEARCH: Final = RulingKind(
    "research",
    "Research phase",
    "as a game turn begins, where research is played",
    "41",
    ("AWAW-8.11-1", "AWAW-3.11-42"),
)
DIPLOMACY: Final = RulingKind(
    "diplomacy",
    "Diplomatic phase",
    "as a player turn begins, where diplomacy is played",
    "49",
    ("AWAW-8.22-1", "AWAW-3.11-42", "AWAW-3.11-68"),
)
SUPPLY: Final = RulingKind(
    "supply",
    "Initial supply",
    "in the movement phase, but not in the first game turn",
    "30",
    ("AWAW-8.24-1", "AWAW-3.11-74"),
)
AFTER_COMBAT: Final = RulingKind(
    "after-combat",
    "Post-combat adjustments",
    "after all combat of a player turn",
    "29, 30, 35",
    ("AWAW-8.26-1",),
)
END_OF_TURN: Final = RulingKind(
    "end-of-turn",
    "End-of-turn adjustments",
    "as a player turn ends in which units are inverted",
    "33.7, 54",
    ("AWAW-8.29-1",),
)
YEAR_START: Final = RulingKind(
    "year-start",
    "Year Start Sequence",
    "after every winter game turn",
    "35",
    ("AWAW-8.3-1", "AWAW-3.11-81"),
)
POINTS: Final = May(
    Does.POINTS,
    names=(
        PowerCount.BRPS, PowerCount.BASE, PowerCount.GROWTH, PowerCount.RPS, PowerCount.DPS,
        PowerCount.AIRBASES,
    ),
    least=None,
)  # fmt: skip
TENSIONS: Final = May(Does.TRACK, names=(TrackName.RGT, TrackName.USAT, TrackName.USJT))


def sensible(ruled: Ruled) -> str:
    """What is wrong with points and tensions that are ruled: they are numbers, of which BRPs and
    tensions alone may be negative.
    """
    for event in ruled.events:
        if isinstance(event, PowerChanged) and event.what == "counter":
            below = isinstance(event.new, int) and event.new < 0
            if below and event.name != PowerCount.BRPS:
                return f"{event.name} of {event.power} would be {event.new}"
        if isinstance(event, TrackChanged) and not isinstance(event.new, int | None):
            return f"{event.track} is a number"
    return ""


@implements("AWAW-8.11-1", "AWAW-0-2")
def research(umpire: Umpire) -> None:
    """The research phase comes once a game turn, before the Axis player turn (8.11)."""
    if umpire.options.research and umpire.state.clock.side == Side.AXIS:
        question = "What comes of research in this game turn?"
        umpire.rule(RESEARCH.want(question, may=(POINTS, TENSIONS), legal=sensible))


@implements("AWAW-8.22-1", "AWAW-0-2")
def diplomacy(umpire: Umpire) -> None:
    """The diplomatic phase of a player turn (8.22)."""
    if umpire.options.diplomacy:
        question = "What comes of diplomacy in this player turn?"
        may = (POINTS, TENSIONS, May(Does.CONTROL))
        umpire.rule(DIPLOMACY.want(question, may=may, legal=sensible))


@implements("AWAW-8.24-1", "AWAW-7.25-1", "AWAW-9.81-1")
def initial_supply(umpire: Umpire) -> None:
    """Which units fail supply as they move; at the start of a scenario all are supplied (7.25)."""
    if umpire.state.track(TrackName.FIRST_TURN) != umpire.state.clock.turn:
        question = "Which units of the side that moves fail initial supply?"
        marks = May(Does.MARK, names=(UnitMark.ISOLATED,))
        umpire.rule(SUPPLY.want(question, may=(marks,)))


@implements("AWAW-8.26-1")
def after_combat(umpire: Umpire) -> None:
    """Conquests, control, post-combat supply, grants; unsupplied ground units are eliminated.

    Where nobody acted, no hex changed hands and nobody is isolated there is nothing to rule.
    """
    if not _is_to_rule(umpire):
        return
    question = "What do conquests, control and post-combat supply change?"
    may = (
        POINTS, TENSIONS, May(Does.CONTROL), May(Does.LOSE), May(Does.REMOVE), May(Does.MOVE),
        May(Does.MARK, names=(UnitMark.ISOLATED,)),
    )  # fmt: skip
    umpire.rule(AFTER_COMBAT.want(question, may=may, legal=sensible))


@implements("AWAW-8.3-1", "AWAW-3.11-81")
def year_start(umpire: Umpire) -> None:
    """As a year begins the moderator says what bases and levels become (8.3)."""
    if umpire.state.clock.side == Side.AXIS and begins_year(umpire.state.clock.turn):
        question = "What do the BRP bases and levels of all powers become?"
        may = (POINTS, TENSIONS, May(Does.ADD), May(Does.REMOVE))
        umpire.rule(YEAR_START.want(question, may=may, legal=sensible))


def _is_to_rule(umpire: Umpire) -> bool:
    """Whether anything has come about in the player turn on which supply and control rest."""
    state, before = umpire.state, umpire.since("impulse")
    acted = any(PowerCount.AIMED.among(power.counters) for power in state.powers.values())
    held = any(state.controller(at) != before.controller(at) for at in state.places)
    return acted or held or any(u.marked(UnitMark.ISOLATED) for u in state.units.values())


@implements("AWAW-8.29-1")
def end_of_turn(umpire: Umpire) -> None:
    """Which inverted units are uninverted, and who surrenders, as a player turn ends (8.29).

    Those that left an SW box are asked for when their time has come (5.934).
    """
    clock = umpire.state.clock
    inverted = [u.id for u in umpire.state.units.values() if may_be_uninverted(u, clock)]
    if inverted:
        marks = May(Does.MARK, units=tuple(sorted(inverted)), names=(UnitMark.INVERTED,))
        question = "Which inverted units are uninverted, and does a major power surrender?"
        umpire.rule(END_OF_TURN.want(question, may=(marks, May(Does.CONTROL))))


@implements("AWAW-8.29-1", "AWAW-5.934B-2")
def may_be_uninverted(unit: Unit, clock: Clock) -> bool:
    """Whether a unit is inverted and not bound to stay so beyond this player turn."""
    if not unit.marked(UnitMark.INVERTED):
        return False
    turn, _, side = str(unit.mark(UnitMark.INVERTED) or "").partition(".")
    if not side or turn == clock.turn:
        return side != Side.ALLIED or clock.side == Side.ALLIED
    return is_before(turn, clock.turn)
