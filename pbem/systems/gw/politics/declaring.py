"""Declarations of war by order, and the moments at which others may declare (5.5, 8.1).

`{war_on: Poland}` declares war at the beginning of one's own turn; `shares: {France: 4}` says who
pays what of the penalty (5.6). In the turns of others a line of standing orders does it:
`politics: {declare_war: [Germany], if: attacked = belgium}`. Decides who declares for whom, and
when others are asked. Leaves to `declarations` whether a war may be declared and what follows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from pbem.core.choices.conditions import Fact
from pbem.core.choices.decisions import AnswerKey, Decision, DecisionKind, Option, one_of
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.rules.position import Position
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.politics import special_alignments
from pbem.systems.gw.politics.alignment import TURN_BEGINS
from pbem.systems.gw.politics.assignment import WHOSE_MINOR
from pbem.systems.gw.politics.declarations import (
    LEADER,
    SHEETS,
    Declaration,
    declared_on,
    go_to_war,
    may_declare,
    penalty,
    sharers,
    shares_of,
    war_events,
)
from pbem.systems.gw.world.halves import decides_for_all
from pbem.systems.gw.world.move_orders import Check
from pbem.systems.gw.world.nations import (
    COMMONWEALTH,
    acting,
    all_nations,
    at_war,
    is_acting,
    war_is_declared,
)
from pbem.systems.gw.world.vocabulary import PowerCount, title

FACTS: Final[Mapping[str, str]] = {
    "nation": "the nation that would declare war",
    "moment": "turn-begins; or what is just over: combat-movement, combat, non-combat-movement",
    "on turn": "the nations whose turn it is",
    "turn": "the calendar turn: 1940-jul",
    "year": "the year",
    "income": "the nation's income",
    "attacked": "the nations on which war was declared in this turn",
    "at war": "the nations with which the nation is at war",
}
DECLARE_WAR: Final = DecisionKind(
    "declare-war",
    "Declaration of war",
    "when a nation's turn begins; after its combat movement, its combat, its non-combat movement",
    "8.1",
    (AnswerKey("politics", "declare_war"),),
    FACTS,
    values={
        **dict.fromkeys(("nation", "on turn", "attacked", "at war"), all_nations),
        "moment": one_of("turn-begins", "combat-movement", "combat", "non-combat-movement"),
    },
)
PAY: Final = DecisionKind(
    "share-of-penalty",
    "Share of the penalty for attacking a neutral",
    "when a nation of the Alliance asks for it",
    "5.6",
    (AnswerKey("politics", "pay"),),
    {
        "nation": "the nation that is asked to pay",
        "declarer": "the nation that declares war",
        "target": "the neutral on which it declares war",
        "asked": "how much it is asked to pay",
    },
    values=dict.fromkeys(("nation", "declarer", "target"), all_nations),
)
KINDS: Final = (DECLARE_WAR, PAY, WHOSE_MINOR, special_alignments.ALIGN_MINOR)


# --- by order ----------------------------------------------------------------------------------


def check_declaration(position: Position, order: Order) -> Ruling:
    """Whether a nation may declare war now (8.1)."""
    check = Check(position, order)
    on = check.power(order.data["war_on"])
    by = _declarer(check, on) if check.ok else ""
    if not check.ok:
        return check.ruling("")
    if at_war(check.state, by, on):
        check.complain(
            "at-war", f"{position.title(by)} is at war with {position.title(on)} already", about=on
        )
    war = Declaration(by, on, _asked(check, by, on))
    check.findings += may_declare(check.position, war if check.ok else Declaration(by, on))
    sure = Declaration(by, on, _of_player(check, war.promised))
    check.does(war_events(check.position, sure) if check.ok else ())
    cost = _cost_told(position, sure, war) if check.ok else ""
    return check.ruling(f"{position.title(by)} declares war on {position.title(on)}{cost}", war)


@implements("GW-5.6-2")
def _cost_told(position: Position, sure: Declaration, war: Declaration) -> str:
    """What a declaration costs whom, and who was asked for a share that he may not pay."""
    price, paid = penalty(position, war.by, war.on), shares_of(position, sure)
    if not price:
        return ""
    payers = ", ".join(f"{position.title(name)} {ipps}" for name, ipps in paid.items())
    asked = [
        f"{position.title(name)} {ipps}"
        for name, ipps in war.promised.items()
        if name not in sure.promised
    ]
    less = f", less what is granted of {', '.join(asked)}" if asked else ""
    return f", {price} IPPs: {payers}{less}"


@implements("GW-2.3-2")
def _declarer(check: Check, on: str) -> str:
    """The nation that declares: the one named, else the only one of the player's that may; of the
    Commonwealth Great Britain (2.3)."""
    position, player = check.position, check.order.player
    own = [p.id for p in position.state.powers_of_player(player) if is_acting(position, p.id)]
    sheets = check.book.chart(SHEETS).table("may").rows.names
    if "by" in check.order.data:
        return _named_declarer(check, own)
    able = [p for p in own if p in sheets and decides_for_all(position.state, p, player)]
    if not able:
        check.complain("not-yours", "none of your nations on turn may declare war", cite="5.5")
        return ""
    return _one_of(check, able, on)


def _one_of(check: Check, able: Sequence[str], on: str) -> str:
    """The one of some nations that may declare this war; where none may, one that tells why."""
    position = check.position
    free = [p for p in able if not at_war(position.state, p, on)]
    may = [p for p in free if not may_declare(position, Declaration(p, on))]
    if len(may) > 1:
        check.complain(
            "which-nation", "which nation?", f"by: {', '.join(map(check.title, may))}", "5.5"
        )
    return next(iter((*may, *free, *able)))


@implements("GW-2.3-2")
def _named_declarer(check: Check, own: Sequence[str]) -> str:
    """The nation that an order names, if the player takes it to war (2.3)."""
    named = check.power(check.order.data["by"])
    if named in COMMONWEALTH and named != LEADER:
        check.complain("not-yours", "Great Britain takes the Commonwealth to war", cite="2.3")
    elif named and not decides_for_all(check.state, named, check.order.player):
        check.complain("not-yours", "the East takes the United States to war", cite="2.3")
    elif named and named not in own:
        check.complain(
            "not-yours", f"{check.title(named)} is not yours, or not on turn", about="by"
        )
    return named


@implements("GW-5.6-2")
def _asked(check: Check, by: str, on: str) -> dict[str, int]:
    """What others are to pay of the penalty, as the order says."""
    asked: dict[str, int] = {}
    able = sharers(check.position, by)
    for name, amount in check.order.data.get("shares", {}).items():
        power = check.power(name)
        if power and power not in able:
            who = ", ".join(map(check.title, able)) or "nobody"
            message = f"{check.title(power)} cannot share the penalty"
            check.complain("cannot-share", message, f"who can: {who}", "5.6", name)
        elif power:
            asked[power] = int(amount)
    price = penalty(check.position, by, on)
    if asked and sum(asked.values()) > price:
        check.complain("too-much", f"the penalty is {price} IPPs", cite="5.6", about="shares")
    return asked


def _of_player(check: Check, promised: Mapping[str, int]) -> dict[str, int]:
    """Of what is to be paid of a penalty the shares of the player's own nations, which are sure."""
    player, powers = check.order.player, check.state.powers
    return {name: ipps for name, ipps in promised.items() if player in powers[name].players}


@implements("GW-8.1-1", "GW-8.1-2")
def declare(umpire: Umpire) -> None:
    """Carry out the declarations of those on turn, each with its consequences (8.1)."""
    for order, ruling in umpire.sound_orders(DECLARATIONS.name):
        war = replace(ruling.plan, promised=_promised(umpire, order, ruling.plan))
        unpaid = may_declare(umpire.position, war)
        if unpaid:
            umpire.reject(order, unpaid)
            continue
        go_to_war(umpire, war, ("order",))
        umpire.done(order, ruling.reading)
        umpire.take_effect()


@implements("GW-5.6-2")
def _promised(umpire: Umpire, order: Order, war: Declaration) -> dict[str, int]:
    """Who pays what he was asked: the player's own nations, others as their lines say."""
    promised: dict[str, int] = {}
    for power, amount in war.promised.items():
        players = umpire.state.powers[power].players
        if order.player in players:
            promised[power] = amount
        elif players:
            answer = umpire.opening([_share(players, power, war)])[0]
            promised[power] = int(answer.pick or 0)
    return promised


def _share(players: tuple[str, ...], power: str, war: Declaration) -> Decision:
    """The right of a nation to pay what it is asked of a penalty."""
    by, on, amount = war.by, war.on, war.promised[power]
    return PAY.ask(
        f"Pay {amount} IPPs of the penalty for the war of {title(by)} on {title(on)}?",
        players,
        (Option(str(ipps)) for ipps in range(1, amount + 1)),
        about=f"{power}-{on}",
        least=0,
        facts={"nation": power, "declarer": by, "target": on, "asked": amount},
    )


DECLARATIONS: Final = Section(
    "declarations",
    "Declarations of war",
    "declarations",
    "gw/declarations",
    "8.1",
    check_declaration,
)


# --- in anybody's turn -------------------------------------------------------------------------


@implements("GW-8.1-2", "GW-8.1-5", "GW-5.5-2", "GW-5.3-1")
def wars_by_lines(umpire: Umpire, moment: str) -> None:
    """Whoever may declare war does what his lines say; a war may move others to declare too."""
    number = 1
    while _declared(umpire, moment, number):
        number += 1


def _declared(umpire: Umpire, moment: str, number: int) -> bool:
    """One round of declarations; whether there was any."""
    rights = [
        right
        for power in umpire.state.powers.values()
        if power.players and (right := _right(umpire, power.id, moment, number)) is not None
    ]
    any_war = False
    for right, answer in zip(rights, umpire.opening(rights), strict=True):
        by = str(right.facts["nation"])
        for on in answer.picks:
            war = Declaration(by, on)
            if not may_declare(umpire.position, war):
                go_to_war(umpire, war, ("standing-order",))
                umpire.take_effect()
                any_war = True
    return any_war


def _right(umpire: Umpire, power: str, moment: str, number: int) -> Decision | None:
    """The right of a nation to declare war now, on whom it may."""
    position = umpire.position
    if power not in umpire.book.chart(SHEETS).table("may").rows.names:
        return None
    possible = [
        Option(other, umpire.position.title(other))
        for other in position.powers
        if not war_is_declared(position.state, power, other)
        and not may_declare(position, Declaration(power, other))
    ]
    if not possible:
        return None
    players = position.powers[power].players
    return DECLARE_WAR.ask(
        f"On whom does {umpire.position.title(power)} declare war?",
        tuple(p for p in players if decides_for_all(position.state, power, p)),
        possible,
        about=f"{power}-{number}",
        least=0,
        most=len(possible),
        facts=_facts(position, power, moment),
    )


def _facts(position: Position, power: str, moment: str) -> dict[str, Fact]:
    """What a nation knows when it may declare war."""
    known = position.powers[power]
    return {
        "nation": power,
        "moment": moment,
        "on turn": tuple(one.id for one in acting(position)),
        "turn": position.clock.turn,
        "year": int(position.clock.turn.split("-")[0]),
        "income": known.counters.get(PowerCount.INCOME, 0),
        "attacked": declared_on(position.state),
        "at war": tuple(other for other in known.relations if at_war(position.state, power, other)),
    }


def as_turn_begins(umpire: Umpire) -> None:
    """Rights that may be used when a nation's turn begins."""
    umpire.moment(TURN_BEGINS)


def after_moves(umpire: Umpire) -> None:
    """Rights that may be used between combat movement and combat (8.1)."""
    umpire.moment("combat-movement")


def after_battles(umpire: Umpire) -> None:
    """Rights that may be used between combat and non-combat movement (5.5)."""
    umpire.moment("combat")
