"""Choosing actions and what they allow (10), also for offensive points (16.2, 16.5).

Decides: the action of each major power of the active side, which activities it allows and how many
of each are left in the impulse. Leaves oil (10.3, 10.4) to `kits/oil`. The action stands on the
track `action.POWER` until the power chooses again, since a pass also binds in the enemy's impulses
of the turn (14.2.1); what was used is counted on the power until the impulse ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from pbem.core.data.charts import Chart
from pbem.core.data.findings import Finding, error, suggest
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_power, set_track
from pbem.core.record.events import Event
from pbem.core.record.state import State, Until
from pbem.core.record.terms import term_among
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.impulse.impulse_verdicts import ActionVerdict
from pbem.systems.flames.world.control import main_home_lost, major_powers
from pbem.systems.flames.world.position import Piece, Position, Umpire, major
from pbem.systems.flames.world.rounding import rounded
from pbem.systems.flames.world.vocabulary import Action, PowerCount, TrackName

NEUTRAL_ACTIONS: Final = (Action.PASS, Action.COMBINED)
SEVERAL: Final = frozenset({Action.AIR, Action.LAND, Action.NAVAL})  # may be chosen at once (16.2)
COUNTED: Final[Mapping[str, PowerCount]] = {
    "rail-land": PowerCount.RAIL_MOVES,
    "rail-air": PowerCount.RAIL_MOVES,
    "land-move": PowerCount.LAND_MOVES,
    "air-transport": PowerCount.AIR_MISSIONS,
    "paradrop": PowerCount.AIR_MISSIONS,
    "land-attack": PowerCount.LAND_ATTACKS,
    "port-attack": PowerCount.AIR_MISSIONS,
    "naval-air": PowerCount.AIR_MISSIONS,
    "strategic-bombardment": PowerCount.AIR_MISSIONS,
    "ground-strike": PowerCount.AIR_MISSIONS,
    "rebase": PowerCount.AIR_MISSIONS,
    "air-supply": PowerCount.AIR_MISSIONS,
}
PRICES: Final[Mapping[PowerCount, int]] = {
    PowerCount.AIR_MISSIONS: 2,
    PowerCount.LAND_MOVES: 2,
    PowerCount.LAND_ATTACKS: 3,
}
EXTRAS: Final[Mapping[str, str]] = {kind.replace("-", " "): str(kind) for kind in PRICES}
WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "rail-land": ("rail move of land units", "rail moves of land units"),
    "rail-air": ("rail move of aircraft", "rail moves of aircraft"),
    "reorganisation": ("reorganisation", "reorganisations"),
}
CITES: Final = {"rail-land": "11.9", "rail-air": "11.9", "rebase": "11.16"}  # the others: 10.2


class BindingPass(Reading, id="WIF-14.2.1-R1"):
    """How long a pass keeps a power's aircraft on the ground in the enemy's impulses."""

    THIS_TURN = "this-turn"
    UNTIL_THE_NEXT_ACTION = "until-the-next-action"


# --- what an action allows ---------------------------------------------------------------------


@implements("WIF-10.2-1", "WIF-10.2-2", "WIF-10.2-9", "WIF-14.2.1-1", "AIF-10.2-1", "AIF-10.2-2")
def activity_limit(limits: Chart, power: str, column: str, year: int) -> int | None:
    """How many of an activity an action allows a major power; None for any number (10.2).

    The column is what the chart of allowable activities says: `none`, `unlimited`, or a limit. The
    limits of later tables of the chart hold from Jan/Feb of their years on.
    """
    if column == "none":
        return 0
    if column == "unlimited":
        return None
    first, *later = sorted(limits.tables)
    for table in reversed([first, *(table for table in later if year >= int(table))]):
        known = limits.table(table)
        if power in known.rows.names and column in known.columns.names:
            return int(limits.at(power, column, table).number)
    return int(limits.at(power, column, first).number)


def action_of(state: State, power: str) -> str | None:
    """The action of a power's major power; None if it has still to choose one this impulse."""
    chooser = major(state, power)
    has_chosen = state.powers[chooser].counters.get(PowerCount.ACTION_CHOSEN)
    if state.side_of(chooser) == state.clock.side and not has_chosen:
        return None
    chosen = state.track(TrackName.ACTION.of(chooser))
    return None if chosen is None else str(chosen)


def impulses_of(state: State, side: str) -> int:
    """How many impulses a side has finished in this turn."""
    return int(state.track(TrackName.IMPULSES.of(side)) or 0)


@implements("WIF-20-11")
def used(state: State, power: str, activity: str) -> int:
    """How many of an activity the power has used this impulse, its minors and factions with it."""
    return state.powers[major(state, power)].counters.get(COUNTED.get(activity, ""), 0)


@implements("WIF-16.2-1")
def actions_of(state: State, power: str) -> tuple[str, ...]:
    """The actions of a power's major power: several by offensive points (16.2); none yet chosen."""
    first = action_of(state, power)
    if first is None:
        return ()
    also = PowerCount.ALSO.among(state.powers[major(state, power)].counters)
    return (first, *also) if state.side_of(power) == state.clock.side else (first,)


@implements("WIF-16.2-1")
def limit_of(position: Position, power: str, activity: str) -> int | None:
    """How many of an activity a power may do in this impulse in all; None for any number.

    Several actions together allow as many as each of them does (16.2).
    """
    state, book = position.state, position.book
    chart, limits = book.chart("allowable-activities"), book.chart("activity-limits")
    year, chooser = int(state.clock.turn[:4]), position.major(power)
    columns = [chart.at(activity, action).text for action in actions_of(state, power)]
    found = [activity_limit(limits, chooser, column, year) for column in columns]
    total = None if None in found else sum(limit or 0 for limit in found)
    return halved(total) if main_home_lost(state, chooser) else total


@implements("WIF-13.7.1-16", "AIF-13.7.1i-9")
def halved(limit: int | None) -> int | None:
    """The limit of a power whose home is conquered: half, rounded, until it is free (13.7.1)."""
    return None if limit is None else rounded(Fraction(limit, 2))


@implements("WIF-10.2-10", "AIF-10.2-7")
def activity_left(position: Position, power: str, activity: str) -> int | None:
    """How many of an activity a power (with its minors) may still do; None for any number."""
    limit = limit_of(position, power, activity)
    return None if limit is None else max(0, limit - used(position.state, power, activity))


@implements("WIF-10.2-4", "WIF-10.2-5", "WIF-10.2-6", "WIF-10.2-8", "WIF-11.9-14", "AIF-10.2-4")
def spend(position: Position, power: str, activity: str, many: int = 1) -> tuple[Event, ...]:
    """The change that counts activities against the limits of the controlling major power.

    What is beyond them is paid for with offensive points (16.5).
    """
    state, kind = position.state, COUNTED[activity]
    beyond = beyond_limits(position, power, activity, many)
    used_up = used(state, power, activity) + many - beyond
    chooser, extra = position.major(power), PowerCount.EXTRA.of(kind)
    counted = set_power(state, chooser, "counter", str(kind), used_up)
    if not beyond:
        return counted
    left = state.counter(chooser, extra) - beyond
    return (
        *(counted if many > beyond else ()),
        *set_power(state, chooser, "counter", extra, left or None),
        *paid(state, chooser, beyond * PRICES[kind]),
    )


# --- offensive points (16) -----------------------------------------------------------------------


def points_of(state: State, power: str) -> int:
    """The offensive points that a major power has saved."""
    return state.counter(power, PowerCount.OFFENSIVE_POINTS)


def paid(state: State, power: str, price: int) -> tuple[Event, ...]:
    """The change when a power spends offensive points."""
    if not price:
        return ()
    left = points_of(state, power) - price
    return set_power(state, power, "counter", PowerCount.OFFENSIVE_POINTS, left or None)


def too_few(state: State, power: str, price: int) -> list[Finding]:
    """Why a power cannot pay so many offensive points."""
    had = points_of(state, power)
    if price <= had:
        return []
    message = f"{price} offensive points are needed, {power} has {had}"
    return [error("offensive-points", message, cite="16")]


@implements("WIF-16.5-1")
def beyond_limits(position: Position, power: str, activity: str, many: int) -> int:
    """How many of some activities are beyond what the action allows, and allowed for points."""
    left = activity_left(position, power, activity)
    return 0 if left is None else min(max(0, many - left), extras(position, power, activity))


@implements("WIF-16.5-1")
def extras(position: Position, power: str, activity: str) -> int:
    """How many more of an activity a power may do and can pay for, if it said so (16.5)."""
    state, kind = position.state, COUNTED.get(activity)
    if kind is None or kind not in PRICES:
        return 0
    chooser = position.major(power)
    allowed = state.counter(chooser, PowerCount.EXTRA.of(kind))
    return min(allowed, points_of(state, chooser) // PRICES[kind])


def shares(position: Position, pieces: Iterable[Piece]) -> Mapping[str, int]:
    """How many of some units each major power plays: its own and those of its minors."""
    return Counter(position.major(piece.owner) for piece in pieces)


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


@implements("WIF-3.1-4", "WIF-11-1", "WIF-11.1-1", "AIF-11-1", "AIF-11.1-1", "AIF-3.1-4")
def refusal(position: Position, power: str, activity: str, many: int = 1) -> list[Finding]:
    """Why a power may not do so many of an activity now; nothing if it may."""
    called, titled = position.called, position.title
    state = position.state
    if state.side_of(power) != state.clock.side:
        message = f"it is the {state.clock.side} side's impulse, not yours"
        hint = "standing orders answer in the enemy's impulse"
        return [error("not-your-impulse", message, hint=hint, cite="3.1")]
    left = activity_left(position, power, activity)
    if left is None or left + extras(position, power, activity) >= many:
        return []
    action, cite = action_of(state, power), CITES.get(activity, "10.2")
    if action is None:
        hint = f"add to your orders: action: {{{titled(position.major(power))}: land}}"
        return [error("no-action", f"{called(power)} has chosen no action", hint=hint, cite="10")]
    one = activity.replace("-", " ")
    one, several = WORDS.get(activity, (one, f"{one}s"))
    if limit_of(position, power, activity) == 0:
        return [_not_allowed(position, power, activity, one)]
    wanted = f"{many} {one if many == 1 else several} wanted"
    message = f"{wanted}, {left} left in a {' and '.join(actions_of(state, power))} action"
    hint = f"take back {many - left}, or choose an action that allows more"
    return [error("limit", message, hint=hint, cite=cite)]


def _not_allowed(position: Position, power: str, activity: str, one: str) -> Finding:
    """That the action of a power allows none of an activity, and which actions do."""
    actions = actions_of(position.state, power)
    article = "an" if actions[0] == Action.AIR else "a"
    chart = position.book.chart("allowable-activities")
    others = [str(action) for action in Action if chart.at(activity, action).text != "none"]
    message = f"{article} {' and '.join(actions)} action allows no {one}"
    hint = f"actions that do: {', '.join(others) or 'none'}"
    return error("not-allowed", message, hint=hint, cite=CITES.get(activity, "10.2"))


@implements("WIF-10.2-1", "WIF-14.2.1-1", "AIF-10.2-1", "AIF-14.2-1")
def has_passed(position: Position, power: str) -> bool:
    """Whether the power's last choice was to pass: in this turn, by the usual reading (14.2.1)."""
    state, chooser = position.state, position.major(power)
    if state.track(TrackName.ACTION.of(chooser)) != Action.PASS:
        return False
    chose = state.counter(chooser, PowerCount.ACTION_CHOSEN) or impulses_of(
        state, position.side(chooser)
    )
    return bool(chose) or position.reading(BindingPass) is BindingPass.UNTIL_THE_NEXT_ACTION


@implements("WIF-15-5")
def cleared_counts(position: Position) -> tuple[Event, ...]:
    """The changes at the end of an impulse: nothing is used, no action is chosen."""
    known = position.policy.words.counters
    return tuple(
        change
        for power in position.powers.values()
        for name in sorted(power.counters)
        if (count := term_among(known, name)) and count.until is Until.IMPULSE
        for change in set_power(position.state, power.id, "counter", name, None)
    )


# --- the order -----------------------------------------------------------------------------------


def check_action(position: Position, order: Order) -> Ruling:
    """`action: {Germany: land}`: the actions of the player's major powers (10)."""
    called, titled = position.called, position.title
    findings: list[Finding] = []
    events: list[Event] = []
    readings: list[str] = []
    named: set[str] = set()
    for name, action in order.data.items():
        power, unknown = _chooser(position, str(name))
        actions = tuple(map(str, action if isinstance(action, list) else [action]))
        wrong = _action_troubles(position, power, actions)
        if power in named:
            wrong.append(error("two-actions", f"{called(power)} chooses one action", cite="10"))
        findings += (finding.at(order.spot_of_key(name)) for finding in unknown)
        findings += (finding.at(order.spot(name)) for finding in wrong)
        if power is not None and not wrong:
            named.add(power)
            events += chosen(position.state, power, actions)
            events += paid(position.state, power, price_of_actions(position, power, actions))
            readings.append(f"{titled(power)}: {' and '.join(actions)} action")
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


@implements("WIF-10.1-1", "WIF-10.1-2", "WIF-9.1-6", "AIF-10.1-1")
def _action_troubles(
    position: Position, power: str | None, actions: Sequence[str]
) -> list[Finding]:
    """Which actions a power may choose: a neutral one only pass or combined (10.1)."""
    action = next((word for word in actions if Action.term_for(word) is None), actions[0])
    if Action.term_for(action) is None:
        hint = suggest(action, Action)
        return [error("unknown-action", f"'{action}' is no action", hint=hint, cite="10.1")]
    if len(actions) > 1:
        return _several_troubles(position, power, actions)
    if power is not None and position.is_neutral(power) and action not in NEUTRAL_ACTIONS:
        message = f"{position.called(power)} is neutral: pass or combined"
        hint = "for any other it goes to war: declare_war: [POWER] in the same file"
        return [error("neutral-action", message, hint=hint, cite="10.1")]
    return []


@implements("WIF-16.2-1")
def _several_troubles(
    position: Position, power: str | None, actions: Sequence[str]
) -> list[Finding]:
    """Why a power may not choose several actions at once (16.2)."""
    if not position.kits.several_actions:
        return [
            error(
                "option",
                f"several actions are {position.option('offensive_points')}, not played",
                cite="16.2",
            )
        ]
    if len(set(actions)) < len(actions) or not SEVERAL.issuperset(actions):
        message = f"{' and '.join(actions)} are not chosen at once"
        hint = f"two or three of {', '.join(sorted(SEVERAL))}"
        return [error("several-actions", message, hint=hint, cite="16.2")]
    if power is None:
        return []
    if position.is_neutral(power):
        return [error("neutral-action", f"{power} is neutral: pass or combined", cite="10.1")]
    return too_few(position.state, power, price_of_actions(position, power, actions))


@implements("WIF-16.2-2")
def price_of_actions(position: Position, power: str, actions: Sequence[str]) -> int:
    """What several actions cost in offensive points; one costs nothing (16.2)."""
    if len(actions) == 1:
        return 0
    chart = position.book.chart("multiple-actions")
    return sum(int(chart.at(power, action).number) for action in actions)


def chosen(state: State, power: str, actions: Sequence[str]) -> tuple[Event, ...]:
    """The changes when a power chooses its action, or several."""
    counted = (PowerCount.ACTION_CHOSEN, *map(PowerCount.ALSO.of, actions[1:]))
    return (
        *set_track(state, TrackName.ACTION.of(power), actions[0]),
        *(change for word in counted for change in set_power(state, power, "counter", word, 1)),
    )


@implements("WIF-3.1-3", "WIF-10-1", "AIF-10.1-1", "AIF-3.1-3", "AIF-3.1-8")
def choose_actions(umpire: Umpire) -> None:
    """Every major power of the active side chooses its action; without an order it passes (10)."""
    umpire.carry_out("action")
    position = umpire.position
    for power in major_powers(position.state, position.clock.side):
        ordered = action_of(position.state, power) is not None
        if not ordered:
            umpire.apply(*chosen(position.state, power, (str(Action.PASS),)))
        action, *also = actions_of(umpire.state, power)
        price = price_of_actions(position, power, (action, *also))
        umpire.tell(
            ActionVerdict(
                None, power=power, action=action, ordered=ordered, also=tuple(also), points=price
            )
        )


def action_claims(position: Position, order: Order) -> tuple[str, ...]:
    """Each power's action is one choice."""
    return tuple(f"action:{str(name).casefold()}" for name in order.data)


ACTION: Final = Section(
    name="action",
    title="Action of each major power",
    step="choose-action",
    schema="action",
    cite="10",
    check=check_action,
    claims=action_claims,
    single=True,
)
