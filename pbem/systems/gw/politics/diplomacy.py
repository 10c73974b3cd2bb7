"""Influence bought in the Production Phase, and choices of the Place Units Phase (4.8).

`{influence: Brazil, pay: 3}` lets the United States try a Pan-American nation, `{influence:
Argentina}` Germany that one, once in the game. `{align: Romania}` says which Balkan power Germany
aligns when it places its units; `{align: nobody}` that it aligns none. Decides what an attempt
costs and whether it succeeds. Leaves whoever aligns by events to `special_alignments`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from pbem.core.data.findings import error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_power
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.economy.income_events import income_event
from pbem.systems.gw.economy.incomes import cash_change
from pbem.systems.gw.politics.alignment import Ground, align
from pbem.systems.gw.politics.special_alignments import (
    BALKANS,
    balkans_join,
    is_free_for,
)
from pbem.systems.gw.world.convoy_lines import was_raided
from pbem.systems.gw.world.halves import USA, decides_for_all
from pbem.systems.gw.world.move_orders import Check, own_powers
from pbem.systems.gw.world.nations import at_war_with_major, enemies_in, is_sea
from pbem.systems.gw.world.treaties import GERMANY
from pbem.systems.gw.world.vocabulary import PowerCount, PowerFlag


class InfluenceBonus(Reading, id="GW-R-4.8-a"):
    """How often a raid and an Enemy nearby help to influence a Pan-American nation."""

    ONCE = "once"
    EACH = "each"


ARGENTINA: Final = "argentina"
ARGENTINE_PRICE: Final = 2
ARGENTINE_LIMIT: Final = 2
MOST_PAID: Final = 3
LINE: Final = "new-york-rio"
NOBODY: Final = "nobody"


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a nation pays to influence a Minor Power."""

    power: str
    minor: str
    paid: int


def check_diplomacy(position: Position, order: Order) -> Ruling:
    """Whether a nation may try to influence or align a Minor Power (4.8)."""
    check = Check(position, order)
    if "align" in order.data:
        return _check_align(check)
    minor = check.power(order.data["influence"])
    if not check.ok:
        return check.ruling("")
    power = GERMANY if minor == ARGENTINA else USA
    pay = ARGENTINE_PRICE if minor == ARGENTINA else int(order.data.get("pay", MOST_PAID))
    attempt = Attempt(power, minor, pay)
    _may_influence(check, attempt)
    if check.ok:
        tried = PowerFlag.INFLUENCED.of(minor)
        check.does(cash_change(check.state, power, -pay))
        check.does(set_power(check.state, power, "flag", tried, check.state.clock.turn))
    told = f"{position.title(power)} tries to influence {position.title(minor)} for {pay} IPPs"
    return check.ruling(told, attempt)


def _check_align(check: Check) -> Ruling:
    """The Balkan power that Germany will align; the choice is made when it places its units."""
    said = str(check.order.data["align"]).strip().casefold()
    minor = said if said == NOBODY else check.power(said)
    own = {power.id for power in check.state.powers_of_player(check.order.player)}
    if minor and minor not in (*BALKANS, NOBODY):
        message = f"{check.title(minor)} aligns by no order"
        check.complain("not-so", message, "Bulgaria, Hungary or Romania", "4.8", "align")
    elif GERMANY not in own:
        check.complain("not-yours", "only Germany aligns Balkan powers", cite="4.8", about="align")
    told = "nobody" if minor == NOBODY else check.title(minor)
    return check.ruling(f"Germany aligns {told}", minor)


@implements("GW-4.8-4", "GW-4.8-6", "GW-4.8-14", "GW-4.8-3")
def _may_influence(check: Check, attempt: Attempt) -> None:
    """Whether the nation is one to be influenced, now, for that money."""
    position, power, name = check.position, attempt.power, check.title(attempt.minor)
    able = {ARGENTINA, *check.book.chart("minor-powers").table("pan-american").rows.names}
    if attempt.minor not in able:
        hint = f"these can be: {', '.join(map(check.title, sorted(able)))}"
        check.complain("not-so", f"{name} cannot be influenced", hint, "4.8", "influence")
    elif power not in own_powers(position, check.order.player) or not decides_for_all(
        position.state, power, check.order.player
    ):
        check.complain(
            "not-yours", f"{check.title(power)} is not yours, or not on turn", cite="4.8"
        )
    elif not at_war_with_major(position.state, power):
        message = f"{check.title(power)} is not at war with a Major Power"
        check.complain("at-peace", message, cite="4.8", about="influence")
    elif not is_free_for(position, attempt.minor, power):
        check.complain("not-free", f"{name} cannot align any more", cite="4.8", about="influence")
    else:
        _may_try(check, attempt)


def _may_try(check: Check, attempt: Attempt) -> None:
    """Whether it has not been tried too often, and costs no more than the nation has."""
    position, power, minor, pay = check.position, attempt.power, attempt.minor, attempt.paid
    tried = position.state.flag(power, PowerFlag.INFLUENCED.of(minor))
    if tried is not None and (minor == ARGENTINA or tried == position.clock.turn):
        often = "once in the game" if minor == ARGENTINA else "once a turn"
        message = f"{check.title(minor)} can be tried {often}"
        check.complain("once", message, cite="4.8", about="influence")
    elif position.state.counter(power, PowerCount.CASH) < pay:
        check.complain(
            "no-money", f"{check.title(power)} has not {pay} IPPs", cite="4.8", about="pay"
        )


@implements("GW-4.8-4", "GW-4.8-5", "GW-4.8-d1")
def limit(paid: int, raided: bool, enemy_near: bool, each: bool) -> int:
    """The highest roll that brings a Pan-American nation over: what is paid, and the bonus."""
    bonus = int(raided) + int(enemy_near)
    return paid + (bonus if each else min(bonus, 1))


def _limit(umpire: Umpire, minor: str, paid: int) -> int:
    """The limit as things stand: a raid in this calendar turn, Enemies at sea beside it."""
    raided, near = was_raided(umpire.state, LINE), _enemy_beside(umpire, minor)
    each = False
    if raided and near:
        each = umpire.reading(InfluenceBonus) is InfluenceBonus.EACH
    return limit(paid, raided, near, each)


def _enemy_beside(umpire: Umpire, minor: str) -> bool:
    state, board = umpire.state, umpire.board
    held = [z for z, place in state.places.items() if place.controller == minor and z in board]
    seas = {o for zone in held for o in board.neighbours[zone] if is_sea(board, o)}
    return any(enemies_in(state, USA, sea) for sea in sorted(seas))


def aligns(order: Order) -> bool:
    """Whether an order names the Balkan power that joins, and pays for no influence."""
    return order.section == DIPLOMACY.name and "align" in order.data


def diplomacy(umpire: Umpire) -> None:
    """Pay for influence and roll (4.8)."""
    for order, ruling in umpire.sound_orders(DIPLOMACY.name, lambda order: not aligns(order)):
        umpire.apply(*ruling.events)
        umpire.done(order, ruling.reading)
        _influence(umpire, ruling.plan)
    umpire.take_effect()


@dataclass(frozen=True, slots=True)
class InfluenceVerdict(Judged):
    """A roll to align a Minor Power with money."""

    kind: ClassVar[str] = "influence"
    cite: ClassVar[str] = "4.8"

    nation: PowerId
    minor: PowerId
    paid: int
    die: int
    limit: int


@implements("GW-4.8-4", "GW-4.8-7", "GW-4.8-14", "GW-4.8-d1", "GW-4.8-d2", "GW-4.8-d3")
def _influence(umpire: Umpire, attempt: Attempt) -> None:
    """One roll; the money is gone either way (4.8)."""
    power, minor, paid = attempt.power, attempt.minor, attempt.paid
    argentine = minor == ARGENTINA
    most = ARGENTINE_LIMIT if argentine else _limit(umpire, minor, paid)
    roll = umpire.roll(f"influence-{minor}", dice="d12", by=power, cite="4.8")
    comes = roll.total <= most
    umpire.tell(
        InfluenceVerdict(
            at=None,
            result="aligns" if comes else "nothing",
            nation=power,
            minor=minor,
            paid=paid,
            die=roll.total,
            limit=most,
        )
    )
    if comes:
        align(umpire, minor, power, Ground("4.8", ("influenced", power)))
    if comes and argentine:
        income_event(umpire, ARGENTINA, ARGENTINA, ("aligned", GERMANY, ARGENTINA))


def balkan_alignment(umpire: Umpire) -> None:
    """The Place Units Phase begins: the Balkan power that Germany's order names (4.8)."""
    ordered: Any = None
    for order, ruling in umpire.sound_orders(DIPLOMACY.name, aligns):
        if ordered is not None:
            umpire.reject(order, [error("twice", "another order says whom Germany aligns")])
            continue
        ordered = ruling.plan
        umpire.done(order, ruling.reading)
    balkans_join(umpire, ordered)
    umpire.take_effect()


DIPLOMACY: Final = Section(
    "diplomacy",
    "Influence and alignment",
    "diplomacy",
    "gw/diplomacy",
    "4.8",
    check_diplomacy,
)
