"""Choosing actions and what they allow (10).

Decides: the action of each major power of the active side, which activities it allows and how many
of each are left in the impulse. Leaves oil (10.3, 10.4) to later chapters.
The action stands on the track `action.POWER` until the power chooses again, since a pass also binds
in the enemy's impulse (14.2.1); what was used is counted on the power until the impulse ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from pbem.core.data.charts import Chart
from pbem.core.data.findings import Finding, error, suggest
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import Umpire
from pbem.core.record.changes import set_power, set_track
from pbem.core.record.events import Event
from pbem.core.record.state import State, Until
from pbem.core.rules.system import Ruling, Section
from pbem.systems.wif.impulse.impulse_verdicts import ActionVerdict
from pbem.systems.wif.world.control import is_neutral, major, major_powers
from pbem.systems.wif.world.position import Position, now
from pbem.systems.wif.world.units import Piece
from pbem.systems.wif.world.vocabulary import Action, PowerCount, TrackName

NEUTRAL_ACTIONS: Final = (Action.PASS, Action.COMBINED)
COUNTED: Final[Mapping[str, PowerCount]] = {
    "rail-land": PowerCount.RAIL_MOVES,
    "rail-air": PowerCount.RAIL_MOVES,
    "land-move": PowerCount.LAND_MOVES,
    "air-transport": PowerCount.AIR_MISSIONS,
    "land-attack": PowerCount.LAND_ATTACKS,
    "port-attack": PowerCount.AIR_MISSIONS,
    "naval-air": PowerCount.AIR_MISSIONS,
    "strategic-bombardment": PowerCount.AIR_MISSIONS,
    "ground-strike": PowerCount.AIR_MISSIONS,
    "rebase": PowerCount.AIR_MISSIONS,
    "air-supply": PowerCount.AIR_MISSIONS,
}
WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "rail-land": ("rail move of land units", "rail moves of land units"),
    "rail-air": ("rail move of aircraft", "rail moves of aircraft"),
    "reorganisation": ("reorganisation", "reorganisations"),
}
CITES: Final = {"rail-land": "11.9", "rail-air": "11.9", "rebase": "11.16"}  # the others: 10.2
RISES: Final = ("1943", "1945")  # years from whose Jan/Feb some limits are higher


# --- what an action allows ---------------------------------------------------------------------


@implements("WIF-10.2-1", "WIF-10.2-2", "WIF-10.2-9", "WIF-14.2.1-1")
def activity_limit(limits: Chart, power: str, column: str, year: int) -> int | None:
    """How many of an activity an action allows a major power; None for any number (10.2).

    The column is what the chart of allowable activities says: `none`, `unlimited`, or a limit.
    """
    if column == "none":
        return 0
    if column == "unlimited":
        return None
    tables = ["1939", *(table for table in RISES if year >= int(table))]
    for table in reversed(tables):
        known = limits.table(table)
        if power in known.rows.names and column in known.columns.names:
            return int(limits.at(power, column, table).number)
    return int(limits.at(power, column, "1939").number)


def action_of(state: State, power: str) -> str | None:
    """The action of a power's major power; None if it has still to choose one this impulse."""
    chooser = major(state, power)
    has_chosen = state.powers[chooser].counters.get(PowerCount.ACTION_CHOSEN)
    if state.side_of(chooser) == state.clock.side and not has_chosen:
        return None
    chosen = state.track(TrackName.ACTION.of(chooser))
    return None if chosen is None else str(chosen)


def used(state: State, power: str, activity: str) -> int:
    """How many of an activity the power has used this impulse."""
    return state.powers[major(state, power)].counters.get(COUNTED.get(activity, ""), 0)


def limit_of(position: Position, power: str, activity: str) -> int | None:
    """How many of an activity a power may do in this impulse in all; None for any number."""
    state, book = position.state, position.book
    action = action_of(state, power)
    if action is None:
        return 0
    column = book.chart("allowable-activities").at(activity, action).text
    year = int(state.clock.turn[:4])
    return activity_limit(book.chart("activity-limits"), major(state, power), column, year)


@implements("WIF-10.2-10")
def activity_left(position: Position, power: str, activity: str) -> int | None:
    """How many of an activity a power (with its minors) may still do; None for any number."""
    limit = limit_of(position, power, activity)
    return None if limit is None else max(0, limit - used(position.state, power, activity))


@implements("WIF-10.2-4", "WIF-10.2-5", "WIF-10.2-6", "WIF-10.2-8", "WIF-11.9-14")
def spend(position: Position, power: str, activity: str, many: int = 1) -> tuple[Event, ...]:
    """The change that counts activities against the limits of the controlling major power."""
    chooser, counter = major(position.state, power), COUNTED[activity]
    used_up = used(position.state, power, activity) + many
    return set_power(position.state, chooser, "counter", str(counter), used_up)


def shares(position: Position, pieces: Iterable[Piece]) -> Mapping[str, int]:
    """How many of some units each major power plays: its own and those of its minors."""
    return Counter(major(position.state, piece.owner) for piece in pieces)


def refusals(position: Position, pieces: Iterable[Piece], activity: str) -> list[Finding]:
    """Why some units may not do an activity together: each power for its own (10.2)."""
    return [
        finding
        for power, many in shares(position, pieces).items()
        for finding in refusal(position, power, activity, many)
    ]


def spent(position: Position, pieces: Iterable[Piece], activity: str) -> tuple[Event, ...]:
    """The changes that count an activity of some units, each against its own power's limit."""
    return tuple(
        change
        for power, many in shares(position, pieces).items()
        for change in spend(position, power, activity, many)
    )


def refusal(position: Position, power: str, activity: str, many: int = 1) -> list[Finding]:
    """Why a power may not do so many of an activity now; nothing if it may."""
    state = position.state
    if state.side_of(power) != state.clock.side:
        message = f"it is the {state.clock.side} side's impulse, not yours"
        return [error("not-your-impulse", message, cite="3.1")]
    left = activity_left(position, power, activity)
    if left is None or left >= many:
        return []
    action, cite = action_of(state, power), CITES.get(activity, "10.2")
    if action is None:
        hint = f"add to your orders: action: {{{major(state, power)}: land}}"
        return [error("no-action", f"{power} has chosen no action", hint=hint, cite="10")]
    one = activity.replace("-", " ")
    one, several = WORDS.get(activity, (one, f"{one}s"))
    if limit_of(position, power, activity) == 0:
        return [error("not-allowed", f"a {action} action allows no {one}", cite=cite)]
    wanted = f"{many} {one if many == 1 else several} wanted"
    message = f"{wanted}, {left} left in a {action} action"
    return [error("limit", message, cite=cite)]


@implements("WIF-10.2-1", "WIF-14.2.1-1")
def has_passed(state: State, power: str) -> bool:
    """Whether the power's last choice was to pass."""
    return state.track(TrackName.ACTION.of(major(state, power))) == Action.PASS


@implements("WIF-15-5")
def cleared_counts(state: State) -> tuple[Event, ...]:
    """The changes at the end of an impulse: nothing is used, no action is chosen."""
    return tuple(
        change
        for power in state.powers.values()
        for name in sorted(power.counters)
        if (count := PowerCount.term_for(name)) and count.until is Until.IMPULSE
        for change in set_power(state, power.id, "counter", name, None)
    )


# --- the order -----------------------------------------------------------------------------------


def check_action(position: Position, order: Order) -> Ruling:
    """`action: {Germany: land}`: the actions of the player's major powers (10)."""
    findings: list[Finding] = []
    events: list[Event] = []
    readings: list[str] = []
    named: set[str] = set()
    for name, action in order.data.items():
        power, unknown = _chooser(position, str(name))
        wrong = _action_troubles(position, power, str(action))
        if power in named:
            wrong.append(error("two-actions", f"{power} chooses one action", cite="10"))
        findings += (finding.at(order.spot_of_key(name)) for finding in unknown)
        findings += (finding.at(order.spot(name)) for finding in wrong)
        if power is not None and not wrong:
            named.add(power)
            events += chosen(position.state, power, str(action))
            readings.append(f"{power}: {action} action")
    return Ruling(tuple(findings), "; ".join(readings), tuple(events))


def _chooser(position: Position, name: str) -> tuple[str | None, list[Finding]]:
    state = position.state
    own = [
        power.id
        for power in state.powers_of_player(position.player)
        if power.id in major_powers(state, state.clock.side)
    ]
    found = position.game.powers_called(name, own)
    if len(found) == 1:
        return found[0], []
    return None, [
        error("not-yours", f"you choose no action for '{name}'", hint=suggest(name, own), cite="10")
    ]


@implements("WIF-10.1-1", "WIF-10.1-2")
def _action_troubles(position: Position, power: str | None, action: str) -> list[Finding]:
    """Which action a power may choose: a neutral one only pass or combined (10.1)."""
    if Action.term_for(action) is None:
        hint = suggest(action, Action)
        return [error("unknown-action", f"'{action}' is no action", hint=hint, cite="10.1")]
    if power is not None and is_neutral(position.state, power) and action not in NEUTRAL_ACTIONS:
        message = f"{power} is neutral: pass or combined"
        return [error("neutral-action", message, cite="10.1")]
    return []


def chosen(state: State, power: str, action: str) -> tuple[Event, ...]:
    """The change when a power chooses its action."""
    counted = set_power(state, power, "counter", PowerCount.ACTION_CHOSEN, 1)
    return (*set_track(state, TrackName.ACTION.of(power), action), *counted)


@implements("WIF-10-1")
def choose_actions(umpire: Umpire) -> None:
    """Every major power of the active side chooses its action; without an order it passes (10)."""
    umpire.carry_out("action")
    position = now(umpire)
    for power in major_powers(position.state, position.clock.side):
        ordered = action_of(position.state, power) is not None
        if not ordered:
            umpire.apply(*chosen(position.state, power, str(Action.PASS)))
        action = str(umpire.state.track(TrackName.ACTION.of(power)))
        umpire.tell(ActionVerdict(None, power=power, action=action, ordered=ordered))


def action_claims(position: Position, order: Order) -> tuple[str, ...]:
    """Each power's action is one choice."""
    return tuple(f"action:{str(name).casefold()}" for name in order.data)


ACTION: Final = Section(
    name="action",
    title="Action of each major power",
    step="choose-action",
    schema="wif/action",
    cite="10",
    check=check_action,
    claims=action_claims,
    single=True,
)
