"""Heavy flak (11.12.3): `{by: Germany, flak: [{units: {1-3 Flak: 5}, at: Berlin}]}`.

A level of heavy flak, which fires at strategic bombers alone, is made of five units of light flak
and NARFs in the Strategic Warfare Segment; Germany buys it without them from 1943 on. Decides who
may have more, and what it costs. Leaves what it does to the rules of strategic warfare.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark, set_power
from pbem.core.record.state import Mark
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.economy.prices import pay
from pbem.systems.tw.supply.cutting import gone
from pbem.systems.tw.world.calendar import season_of, year_of
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import FLAK, Piece
from pbem.systems.tw.world.vocabulary import (
    Pool,
    PowerCount,
    PowerFlag,
    PowerName,
    Season,
    UnitMark,
)

OWNERS: Final = (PowerName.BRITAIN, PowerName.GERMANY)
LIGHT: Final = 5  # units of light flak for a level
BOUGHT_FROM: Final = 1943  # the year from which Germany buys levels
HIGHEST: Final = 5
SEASONS: Final = (Season.SPRING, Season.FALL)  # of strategic warfare


@implements("TW-11.12.3-1", "TW-15.0-4", "TW-2.6-FLAK-1", "TW-2.6-MOTFLAK-1")
def check_heavy_flak(position: Position, order: Order) -> Ruling:
    """A power has one level of heavy flak more; the guns are no loss, they may be built anew."""
    check = Check(position, order)
    power = check.own_power(order.data.get("by"))
    guns = tuple(_guns(check, power)) if power else ()
    if not check.ok:
        return check.ruling("")
    _may_have_more(check, power, guns)
    row = "heavy-flak-of-light" if guns else "heavy-flak"
    cost = int(position.book.chart("costs").at(row, "build", "strategic").number)
    pay(check, power, cost)
    if not check.ok:
        return check.ruling("")
    level = position.state.counter(power, PowerCount.HEAVY_FLAK) + 1
    year = year_of(position.clock.turn)
    check.does(set_power(check.state, power, "counter", PowerCount.HEAVY_FLAK, level))
    check.does(set_power(check.state, power, "flag", PowerFlag.HEAVY_FLAK_YEAR, year))
    for piece in guns:
        check.does(gone(piece, Pool.FORCE))
        new = Mark(UnitMark.UNBUILT.until)
        check.does(set_mark(check.state.units[piece.id], UnitMark.UNBUILT, new))
    paid = f"{told(guns)} and {cost} NARFs" if guns else f"{cost} NARFs"
    return check.ruling(f"{check.title(power)}: heavy flak of level {level} for {paid}")


def _guns(check: Check, power: str) -> Iterator[Piece]:
    """The units of light flak that an order gives up."""
    for row in check.order.data.get("flak", ()):
        place = check.place(row["at"])
        for piece in check.pieces(place, row["units"]) if place else ():
            name = piece.counter.name
            if piece.kind not in FLAK or piece.owner != power:
                message = f"{name} is no light flak of {check.title(power)}"
                check.complain("kind", message, cite="11.12.3", about=name)
            yield piece


@implements("TW-11.12.3-1", "TW-15.0-4")
def _may_have_more(check: Check, power: str, guns: tuple[Piece, ...]) -> None:
    """Britain and Germany, a level a year, five at most, in Spring and Fall; of five units, or
    bought.
    """
    state, turn = check.state, check.position.clock.turn
    year, title = year_of(turn), check.title(power)
    level = state.counter(power, PowerCount.HEAVY_FLAK)
    this_year = state.flag(power, PowerFlag.HEAVY_FLAK_YEAR) == year
    buys = power == PowerName.GERMANY and year >= BOUGHT_FROM
    few = len(guns) != LIGHT and bool(guns)
    hindrances = (
        ("whose", power not in OWNERS, f"{title} has no heavy flak"),
        ("season", season_of(turn) not in SEASONS, "heavy flak is made in Spring and Fall"),
        ("highest", level >= HIGHEST, f"{title} has level {level}, which is the highest"),
        ("year", this_year, f"{title} has raised it in {year} already"),
        ("few", few, f"a level takes {LIGHT} units of light flak, {len(guns)} are named"),
        ("bought", not guns and not buys, f"Germany buys them from {BOUGHT_FROM} on; name `flak`"),
    )  # fmt: skip
    check.first(hindrances, cite="11.12.3")


def heavy_flak(umpire: Umpire) -> None:
    """Levels of heavy flak, in the Strategic Warfare Segment."""
    umpire.carry_out(HEAVY_FLAK.name)


HEAVY_FLAK: Final = Section(
    "heavy_flak", "Levels of heavy flak", "heavy-flak", "tw/heavy_flak", "11.12.3", check_heavy_flak
)
