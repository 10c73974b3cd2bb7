"""Declarations of war: who may declare on whom, what it costs and what follows (5.5, 5.6, 8.1).

Decides whether a nation may declare, who pays, and what follows at once; an attack is a declaration
too. Leaves to `declaring` the moments at which others may declare, to `treaties` what pacts forbid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from pbem.core.data.charts import Provenance
from pbem.core.data.findings import Finding
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.core.record.state import State
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.economy.income_events import income_events
from pbem.systems.gw.economy.incomes import (
    cash_change,
    end_of_increases,
    raise_income,
    settle_wartime_income,
)
from pbem.systems.gw.politics.alignment import (
    Ground,
    attacked_now,
    is_absorbed,
    take_control,
)
from pbem.systems.gw.politics.assignment import assigned_to
from pbem.systems.gw.politics.voluntary_return import has_right_of_war
from pbem.systems.gw.world.fallen_france import vichy_attacks, wars_without_vichy
from pbem.systems.gw.world.halves import USA
from pbem.systems.gw.world.nations import (
    CHINA,
    COMMONWEALTH,
    MAJOR_POWERS,
    NEUTRAL,
    WARLORDS,
    at_war,
    at_war_with_major,
    controller_of,
    home_of,
    is_acting,
    is_neutral,
    one_power,
    war_is_declared,
    why_no_war,
)
from pbem.systems.gw.world.treaties import forbidden_wars, refused_war
from pbem.systems.gw.world.vocabulary import Alliance, Cause, PowerCount, PowerFlag, Relation, title


class AmericanFloor(Reading, id="GW-R-5.6-a"):
    """How low attacks on neutrals can bring the American income."""

    ZERO = "zero"
    START = "start"


class SovietLevel(Reading, id="GW-R-5.5-b"):
    """At which income a nation declares war for which another one is reported (the USSR)."""

    WARTIME_INCOME = "wartime-income"
    SHEET = "sheet"


SHEETS: Final = "war-declarations"
LEADER: Final = "great-britain"
US_LOSS: Final = 8
LOWEST: Final = 6  # the American income of 1936

Finds = Iterator[Finding]


@dataclass(frozen=True, slots=True)
class Declaration:
    """A war that a nation declares on another, and what others are to pay of its penalty."""

    by: str
    on: str
    promised: Mapping[str, int] = field(default_factory=dict)


def party(state: State, power: str) -> tuple[str, ...]:
    """The nations that go to war as one: the British Commonwealth, else the nation alone (2.3)."""
    if power in COMMONWEALTH:
        return tuple(name for name in COMMONWEALTH if name in state.powers)
    return (power,)


# --- who may declare war (5.5) -----------------------------------------------------------------


@implements("GW-5.5-1", "GW-5.5-2", "GW-8.1-1", "GW-8.1-2", "GW-0.9-12")
def may_declare(position: Position, war: Declaration) -> tuple[Finding, ...]:
    """Why a nation may not declare war on another now; nothing if it may (5.5)."""
    by, on = war.by, war.on
    if vichy_attacks(position.state, by, on):
        return ()
    wrong = (
        tuple(wars_without_vichy(position.state, by, on))
        or tuple(_not_sovereign(position.state, by, on))
        or tuple(forbidden_wars(position, by, on))
        or tuple(_not_now(position, by, on))
    )
    return wrong or tuple(_cannot_pay(position, war))


@implements("GW-2.3-2", "GW-4.5-3", "GW-4.5-8", "GW-5.5-3")
def _not_sovereign(state: State, by: str, on: str) -> Finds:
    """Whether a nation may start wars at all, and one with this nation."""
    controller = controller_of(state, by)
    if one_power(by, on):
        yield refused_war(by, on, "it is no war against oneself", "8.1")
    elif is_absorbed(state, on) or state.flag(on, PowerFlag.SURRENDERED):
        yield refused_war(by, on, f"{title(on)} is a nation no more", "4.4")
    elif state.flag(by, PowerFlag.SURRENDERED):
        yield refused_war(by, on, "it has surrendered", "9.22")
    elif controller:
        yield refused_war(
            by, on, f"{title(controller)} only controls {title(by)}, which starts no wars", "4.5"
        )
    elif state.side_of(by) == NEUTRAL:
        yield refused_war(by, on, f"{title(by)} is neutral", "4.6")
    elif state.side_of(by) == state.side_of(on):
        yield refused_war(by, on, "both are of one Alliance", "4.5")
    elif why_no_war(state, by, on):
        yield refused_war(by, on, why_no_war(state, by, on), "13")


def _not_now(position: Position, by: str, on: str) -> Finds:
    """Whether what the nation's sheet asks for is so; a zone kept back is reason enough (9.21)."""
    if any(has_right_of_war(position.state, name, on) for name in party(position.state, by)):
        return
    sheets, declarer = position.book.chart(SHEETS), LEADER if by in COMMONWEALTH else by
    if declarer not in sheets.table("may").rows.names:
        yield refused_war(by, on, "it has no sheet that allows it", "5.5")
        return
    side = WARLORDS if on == WARLORDS else position.side_of(on)
    reason = _why_not(position, sheets.at(declarer, side, "may").text, by, on)
    if reason:
        yield refused_war(by, on, reason, "5.5")


def _why_not(position: Position, condition: str, by: str, on: str) -> str:
    """Why the condition of a sheet is not met; nothing if it is."""
    declarer = LEADER if by in COMMONWEALTH else by
    if condition == "never":
        return "its sheet forbids it"
    if condition == "wartime-income" and not at_wartime_income(position, declarer):
        level = position.state.counter(declarer, PowerCount.INCOME)
        return f"its income is {level}, not {level_needed(position, declarer)} yet"
    if condition == "china" and not _for_china(position, by, on):
        return (
            f"{position.title(by)} has not evolved, and {position.title(on)} holds nothing in China"
        )
    if condition == "usa" and not at_war(position.state, USA, on):
        return f"the United States are not at war with {position.title(on)}"
    return ""


def level_needed(position: Position, power: str) -> int | None:
    """The income at which a nation may declare war; None where it has none to reach."""
    sheets = position.book.chart(SHEETS)
    reported = power in sheets.table("levels").rows.names
    if reported and position.reading(SovietLevel) is SovietLevel.SHEET:
        return int(sheets.at(power, "income", "levels").number)
    return end_of_increases(position, power)


@implements("GW-0.9-18", "GW-5.N-3")
def at_wartime_income(position: Position, power: str) -> bool:
    """Whether a nation has reached the income at which it may declare war, or is at war (5.5)."""
    needed = level_needed(position, power)
    if needed is None or at_war_with_major(position.state, power):
        return True
    return position.state.counter(power, PowerCount.INCOME) >= needed


@implements("GW-5.N-4")
def american_income_needed(position: Position, action: str) -> int:
    """The income that the United States still need for an action; 0 when they may do it (5).

    What their sheet asks for moving and building is not known, and not asked for.
    """
    cell = position.book.chart(SHEETS).table("american").cells["income", action]
    if at_war_with_major(position.state, USA) or cell.provenance is Provenance.MISSING:
        return 0
    needed = int(cell.number)
    return 0 if position.state.counter(USA, PowerCount.INCOME) >= needed else needed


def _for_china(position: Position, by: str, on: str) -> bool:
    """A Chinese faction fights whom it wants once evolved, before that whoever is in China."""
    if position.state.flag(by, PowerFlag.EVOLVED):
        return True
    return any(
        place.controller == on
        and zone in position.board
        and home_of(position.board, zone) == "china"
        for zone, place in position.places.items()
    )


# --- what it costs (5.6) -----------------------------------------------------------------------


@implements("GW-5.6-1")
def penalty(position: Position, by: str, on: str) -> int:
    """What a nation pays to declare war on another: the western Allies on a neutral one (5.6)."""
    declarer, sheets = LEADER if by in COMMONWEALTH else by, position.book.chart(SHEETS)
    if on in MAJOR_POWERS or not is_neutral(position.state, on) or on == WARLORDS:
        return 0
    if declarer not in sheets.table("penalty").rows.names or PowerCount.CASH not in (
        position.powers[declarer].counters
    ):
        return 0
    return int(sheets.at(declarer, "ipps", "penalty").number)


@implements("GW-5.6-1")
def _cannot_pay(position: Position, war: Declaration) -> Finds:
    """Whether the whole penalty is paid at once: by the declarer and those who promised (5.6)."""
    price = penalty(position, war.by, war.on)
    if price > sum(shares_of(position, war).values()):
        yield refused_war(war.by, war.on, f"it costs {price} IPPs, which it has not", "5.6")


@implements("GW-5.6-2")
def sharers(position: Position, by: str) -> tuple[str, ...]:
    """Who may share the penalty: the declarer, and Allied nations able to declare war (5.6)."""
    payers = position.book.chart(SHEETS).table("penalty").rows.names
    side = position.side_of(by)
    able = (
        p.id
        for p in position.powers.values()
        if p.side == side
        and (p.id in payers or p.id in COMMONWEALTH)
        and PowerCount.CASH in p.counters
        if at_wartime_income(position, LEADER if p.id in COMMONWEALTH else p.id)
    )
    return tuple(sorted(able, key=lambda p: (p != by, not one_power(p, by), p)))


def shares_of(position: Position, war: Declaration) -> dict[str, int]:
    """Who pays how much: what others promised, the rest the declarer, then its own Dominions."""
    by, left = war.by, penalty(position, war.by, war.on)
    paid: dict[str, int] = {}
    for name, amount in war.promised.items():
        paid[name] = min(left, amount, position.state.counter(name, PowerCount.CASH))
        left -= paid[name]
    for name in sharers(position, by):
        more = min(left, position.state.counter(name, PowerCount.CASH) - paid.get(name, 0))
        if more and (one_power(name, by) or _one_player(position.state, name, by)):
            paid[name] = paid.get(name, 0) + more
            left -= more
    return {name: amount for name, amount in paid.items() if amount}


def _one_player(state: State, power: str, other: str) -> bool:
    return bool(set(state.powers[power].players) & set(state.powers[other].players))


# --- going to war (8.1) ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WarDeclaredVerdict(Judged):
    """A nation declares war: with what others, on which, and what it has paid."""

    kind: ClassVar[str] = "war-declared"
    cite: ClassVar[str] = "8.1"

    nation: PowerId
    cause: Cause
    paid: Mapping[str, int]
    by: Sequence[PowerId]
    on: Sequence[PowerId]


@implements("GW-8.1-4", "GW-8.1-5", "GW-5.6-2", "GW-0.9-12")
def go_to_war(umpire: Umpire, war: Declaration, cause: Cause) -> None:
    """A nation declares war, by the steps of table 8-1: payment, incomes, who takes the Minor.

    Whether it may is for `may_declare`; what else follows takes effect by itself.
    """
    position, by, on = umpire.position, war.by, war.on
    if war_is_declared(position.state, by, on):
        return
    was_neutral = is_neutral(position.state, on) and on not in MAJOR_POWERS
    paid = shares_of(position, war)
    for name, amount in paid.items():
        umpire.apply(*cash_change(umpire.state, name, -amount))
    umpire.apply(*war_between(position.state, by, on))
    turn = f"{position.clock.turn}.{position.clock.impulse}"
    umpire.apply(*set_power(umpire.state, by, "flag", PowerFlag.DECLARED.of(on), turn))
    umpire.tell(
        WarDeclaredVerdict(
            at=None,
            result=on,
            nation=by,
            cause=cause,
            paid=paid,
            by=party(position.state, by),
            on=party(position.state, on),
        )
    )
    _incomes_change(umpire, by, on, was_neutral)
    if was_neutral:
        _takes_its_side(umpire, by, on)


def war_between(state: State, by: str, on: str) -> Iterator[Event]:
    """Both parties are at war with each other, every nation with every nation."""
    for one in party(state, by):
        for other in party(state, on):
            for power, foe in ((one, other), (other, one)):
                yield from set_power(state, power, "relation", foe, Relation.WAR)


def declared_on(state: State) -> tuple[str, ...]:
    """The nations on which war was declared in this turn."""
    turn = f"{state.clock.turn}.{state.clock.impulse}"
    return tuple(
        flag.removeprefix(PowerFlag.DECLARED)
        for power in state.powers.values()
        for flag, when in power.flags.items()
        if flag.startswith(PowerFlag.DECLARED) and when == turn
    )


def war_events(position: Position, war: Declaration) -> Iterator[Event]:
    """The sure consequences of a declaration: what is paid, and the war itself."""
    for name, amount in shares_of(position, war).items():
        yield from cash_change(position.state, name, -amount)
    yield from war_between(position.state, war.by, war.on)


@implements("GW-5.6-3", "GW-8.1-4", "GW-0.9-17")
def _incomes_change(umpire: Umpire, by: str, on: str, was_neutral: bool) -> None:
    """Incomes that a declaration changes at once: of those at war now, of others, of the USA."""
    state = umpire.state
    for power in (*party(state, by), *party(state, on)):
        settle_wartime_income(umpire, power)
    foes = (
        tuple(one for one in CHINA if one != on and at_war(state, by, one)) if on in CHINA else ()
    )
    income_events(umpire, by, on, foes)
    if was_neutral and on != WARLORDS and umpire.state.side_of(by) == Alliance.ALLIES:
        _america_loses(umpire, ("declared-on-neutral", by, on))


def _america_loses(umpire: Umpire, cause: Cause) -> None:
    """The United States at peace lose income when an Ally attacks a neutral (5.6)."""
    counters, loss = umpire.state.power(USA).counters, US_LOSS
    if PowerCount.INCOME not in counters or at_war_with_major(umpire.state, USA):
        return
    level = counters[PowerCount.INCOME]
    if level - loss < LOWEST and umpire.reading(AmericanFloor) is AmericanFloor.START:
        loss = max(0, level - LOWEST)
    raise_income(umpire, USA, -loss, cause)


@implements("GW-4.7-1", "GW-4.4-2")
def _takes_its_side(umpire: Umpire, by: str, on: str) -> None:
    """Who controls an attacked Minor Power until it aligns, if it does (4.7, table 4-3)."""
    position = umpire.position
    if is_acting(position, by):
        umpire.apply(*attacked_now(position.state, on))
    major = (
        "" if controller_of(position.state, on) else assigned_to(umpire, on, position.side_of(by))
    )
    if major:
        take_control(umpire, on, major, Ground("4.7", ("attacks", by)))
