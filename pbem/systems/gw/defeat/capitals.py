"""Capitals (9.23): what their loss costs, and where some nations move theirs.

The flag `capital` of a nation names the zone to which it was moved, `capital-lost` who took it. The
National Reference Sheets that may say where a capital can go are not to be had: here a zone of the
Home Country that the nation possesses serves, and if it has none there any zone that it possesses.
Decides what falls and where a capital can go. Leaves to `surrender` whether the nation fights on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.core.record.state import as_text
from pbem.core.record.verdicts import Judged, PlaceId, PowerId
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.economy.incomes import cash_change, has_economy, zones_of
from pbem.systems.gw.world.fallen_france import FRANCE
from pbem.systems.gw.world.move_orders import Check, own_powers
from pbem.systems.gw.world.nations import all_nations, at_war, home_of
from pbem.systems.gw.world.vocabulary import PowerCount, PowerFlag
from pbem.systems.gw.world.zones import value_of_zone

MOVE_CAPITAL: Final = DecisionKind(
    "move-capital",
    "A capital moves",
    "when a nation that may move its capital has lost it, or regained the old one",
    "9.23",
    (AnswerKey("politics", "capital"),),
    {"taken_by": "who holds the present capital"},
    values={"taken_by": all_nations},
)


def printed_capital(game: Game, nation: str) -> str:
    """The zone that the map shows as a nation's capital; nothing if none is."""
    board = game.board
    capitals = board.by_fact.get(PowerFlag.CAPITAL, {})
    return next((z for z, so in capitals.items() if so and board.text(z, "nation") == nation), "")


def capital_of(position: Position, nation: str) -> str:
    """A nation's capital now: where it was moved, or as printed."""
    moved = as_text(position.state.flag(nation, PowerFlag.CAPITAL))
    return moved or printed_capital(position.game, nation)


# --- the loss --------------------------------------------------------------------------------


def capitals_fall(umpire: Umpire) -> bool:
    """Nations whose capitals were taken lose their cash; those who have theirs back note it."""
    changed = False
    for nation in tuple(umpire.state.powers):
        state = umpire.state
        capital = capital_of(umpire.position.then(state), nation)
        if not capital or not has_economy(state.powers[nation]):
            continue
        holder = state.holder(capital)
        noted = state.flag(nation, PowerFlag.CAPITAL_LOST)
        if at_war(state, nation, holder) and not noted:
            _falls(umpire, nation, capital, holder)
            changed = True
        elif noted and holder == nation:
            umpire.apply(*set_power(state, nation, "flag", PowerFlag.CAPITAL_LOST, None))
            changed = True
    return changed


@dataclass(frozen=True, slots=True)
class CapitalFallsVerdict(Judged):
    """A capital is lost, and with it the cash."""

    kind: ClassVar[str] = "capital-falls"
    cite: ClassVar[str] = "9.23"

    nation: PowerId
    cash: int
    to: str


@implements("GW-9.23-1")
def _falls(umpire: Umpire, nation: str, capital: str, captor: str) -> None:
    """All cash is lost to the bank; that of France to the captor (9.23)."""
    state = umpire.state
    cash = state.counter(nation, PowerCount.CASH)
    to = captor if nation == FRANCE and has_economy(state.powers[captor]) else ""
    umpire.apply(*set_power(state, nation, "flag", PowerFlag.CAPITAL_LOST, captor))
    if cash:
        umpire.apply(*cash_change(umpire.state, nation, -cash))
    if cash and to:
        umpire.apply(*cash_change(umpire.state, to, cash))
    umpire.tell(CapitalFallsVerdict(at=capital, result=captor, nation=nation, cash=cash, to=to))
    _may_move(umpire, nation, capital, captor)


# --- another capital -------------------------------------------------------------------------


@implements("GW-9.23-2")
def possible_capitals(position: Position, nation: str) -> tuple[str, ...]:
    """Where a nation may move its capital now, the most valuable zone first (9.23).

    Only once the present one is taken; back to the printed one whenever that is its own again.
    """
    if nation not in position.book.chart("surrender").table("relocate").rows.names:
        return ()
    printed, present = printed_capital(position.game, nation), capital_of(position, nation)
    if present != printed and position.controller(printed) == nation:
        return (printed,)
    if not at_war(position.state, nation, position.holder(present)):
        return ()
    own = zones_of(position.state, nation)
    home = [zone for zone in own if home_of(position.board, zone) == nation]
    return tuple(sorted(home or own, key=lambda zone: (-value_of_zone(position.board, zone), zone)))


@dataclass(frozen=True, slots=True)
class CapitalMovesVerdict(Judged):
    """A capital has moved, or is back."""

    kind: ClassVar[str] = "capital-moves"
    cite: ClassVar[str] = "9.23"

    nation: PowerId
    was: PlaceId


def _may_move(umpire: Umpire, nation: str, capital: str, captor: str) -> None:
    """A right that standing orders can use: the capital goes elsewhere at once."""
    position = umpire.position
    options = possible_capitals(position, nation)
    if not options or not position.powers[nation].players:
        return
    right = MOVE_CAPITAL.ask(
        f"{umpire.position.title(nation)} may move its capital. Where to?",
        position.powers[nation].players,
        (Option(zone, umpire.board.label(zone)) for zone in options),
        about=nation,
        at=capital,
        least=0,
        facts={"taken_by": captor},
    )
    answer = umpire.opening([right])[0]
    if answer:
        umpire.apply(*moved(umpire.position, nation, answer.pick))
        umpire.tell(
            CapitalMovesVerdict(at=answer.pick, result=answer.pick, nation=nation, was=capital)
        )


def moved(position: Position, nation: str, zone: str) -> Iterator[Event]:
    """The capital is there now."""
    back = zone == printed_capital(position.game, nation)
    yield from set_power(position.state, nation, "flag", PowerFlag.CAPITAL, None if back else zone)
    yield from set_power(position.state, nation, "flag", PowerFlag.CAPITAL_LOST, None)


def check_capital(position: Position, order: Order) -> Ruling:
    """Whether a nation may move its capital to a zone (9.23)."""
    check = Check(position, order)
    zone = check.place(order.data["to"])
    able = {
        nation: possible_capitals(check.position, nation)
        for nation in sorted(own_powers(check.position, order.player))
    }
    said = check.nation()
    nations = [n for n, zones in able.items() if zone in zones and said in ("", n)]
    if zone and not nations:
        places = ", ".join(check.label(z) for zones in able.values() for z in zones)
        hint = f"possible: {places}" if places else "only a captured capital moves, and back again"
        check.complain("no-capital", f"no capital can move to {check.label(zone)}", hint, "9.23")
    if check.ok:
        check.does(moved(check.position, nations[0], zone))
    return check.ruling(f"the capital moves to {check.label(zone)}", (nations or [""])[0])


def move_capitals(umpire: Umpire) -> None:
    """Carry out the moves of capitals that were ordered (9.23)."""
    for order, ruling in umpire.sound_orders(CAPITALS.name):
        was = capital_of(umpire.position, ruling.plan)
        umpire.apply(*ruling.events)
        umpire.done(order, ruling.reading)
        now = capital_of(umpire.position, ruling.plan)
        umpire.tell(CapitalMovesVerdict(at=now, result=now, nation=ruling.plan, was=was))


CAPITALS: Final = Section("capitals", "Capitals", "capitals", "gw/capitals", "9.23", check_capital)
