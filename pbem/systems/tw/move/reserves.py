"""Reserves are created (9.9.1, 9.9.2): `{units: {8-8 ARM: 1}, at: Cologne}`, and
`{fortification: true}` of the Soviet Union.

Decides which units may wait in reserve through the enemy's player turn, how many, and pays. Leaves
what they do in it to `combat`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark, set_power
from pbem.core.record.state import Mark
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.move.espionage import spies
from pbem.systems.tw.supply.lines import MAJORS
from pbem.systems.tw.world.activity import allows
from pbem.systems.tw.world.calendar import next_player_turn
from pbem.systems.tw.world.chits import can_pay, due_for, is_time_to_spy
from pbem.systems.tw.world.hexes import crosses
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.ratings import army_rating
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import Chit, PowerCount, PowerFlag, PowerName, UnitMark
from pbem.systems.tw.world.west import keeps_no_reserves

SPYING: Final = "espionage"  # the word of an order that plays a chit
KINDS: Final = (Kind.ARM, Kind.MECH, Kind.MOT, Kind.MOT_FLAK, Kind.CAV)


@implements("TW-9.9.2-1", "TW-9.9.2-2", "TW-10.3.5-1")
def check_reserve(position: Position, order: Order) -> Ruling:
    """Units of one place are put in reserve, each nation's apart, or a Soviet fortification."""
    check = Check(position, order)
    if order.data.get("fortification"):
        return _keep_works(check)
    place = check.place(order.data["at"])
    pieces = check.pieces(place, order.data["units"]) if place else ()
    for piece in pieces:
        _may_wait(check, piece)
    if not check.ok or not pieces:
        return check.ruling("")
    owners = Counter(piece.owner for piece in pieces)
    power, *others = owners
    if others and order.data.get(SPYING):
        message = f"a chit of {check.title(power)} is for her own units"
        check.complain("whose", message, cite="9.9.1", about="espionage")
        return check.ruling("")
    by, *_ = [_pay(check, owner, number) for owner, number in owners.items()]
    until = next_player_turn(position.clock).name
    for piece in pieces:
        check.does(set_mark(piece.unit, UnitMark.RESERVE, Mark(UnitMark.RESERVE.until, until)))
    return check.ruling(f"{told(pieces)} in {check.label(place)}: in reserve{by}", power)


@implements(
    "TW-9.9.1-2",
    "TW-9.9.2-1",
    "TW-9.9.4-1",
    "TW-2.6-ARM-1",
    "TW-2.6-CAV-1",
    "TW-2.6-MECH-1",
    "TW-2.6-MOT-1",
)
def _may_wait(check: Check, piece: Piece) -> None:
    """Fast units of Major Powers, Depleted ones too, beside no enemy."""
    name = piece.counter.name
    check.first(_hindrances(check.position, piece), before=f"{name} ", about=name)


@implements("TW-9.9.3-3", "TW-21.4-6")
def _keep_works(check: Check) -> Ruling:
    """In place of a unit the Soviet Union keeps a fortification in reserve, one a turn."""
    position, power = check.position, PowerName.SOVIET_UNION
    waits = next_player_turn(position.clock).name
    soviet = power in check.own_powers()
    kept = position.state.flag(power, PowerFlag.RESERVE_WORKS) == waits
    barred = not allows(position, power, "reserves")
    said = (
        ("soviet", not soviet, "the Soviet Union alone keeps works in reserve"),
        ("effort", barred, "a fortification waits in reserve after an SLE or RLE alone"),
        ("twice", kept, "one fortification a turn"),
    )
    if check.first(said, cite="9.9.1", about="fortification"):
        return check.ruling("")
    by = _pay(check, power, 1)
    check.does(set_power(check.state, power, "flag", PowerFlag.RESERVE_WORKS, waits))
    return check.ruling(f"{check.title(power)}: a fortification in reserve{by}", power)


def _hindrances(position: Position, piece: Piece) -> Iterator[tuple[str, bool, str, str]]:
    """What may keep a unit from waiting in reserve: whether it does, and how it is told."""
    yield "minor", piece.owner not in MAJORS, "is of a minor country", "9.9.6"
    yield "kind", piece.kind not in KINDS, "is not motorized", "9.9.1"
    yield "twice", piece.unit.marked(UnitMark.RESERVE), "is in reserve", "9.9.2"
    near = any(
        crosses(position.board, piece.at, one) and position.enemy_ground(piece.owner, one)
        for one in position.board.neighbours[piece.at]
    )
    yield "beside", near, "stands beside the enemy", "9.9.2"
    early = keeps_no_reserves(position, piece.owner)
    yield "surprise", early, "waits in reserve once Germany has attacked in the west", "18.2"
    barred = not allows(position, piece.owner, "reserves")
    yield "effort", barred, "waits in reserve after an SLE or RLE alone", "9.9.2"


@implements("TW-9.9.1-3")
def _may_spy(check: Check, power: str) -> None:
    """An Espionage chit lets one unit more wait, in Spring and Fall, once a player turn."""
    position, title = check.position, check.title(power)
    chit = can_pay(position, power, Chit.ESPIONAGE)
    used = bool(position.state.counter(power, PowerCount.MORE_RESERVES))
    hindrances = (
        ("season", not is_time_to_spy(position), "espionage is for Spring and Fall"),
        ("no-chit", not chit, f"{title} has no Espionage chit"),
        ("chit", used, f"{title} has used a chit for its reserves"),
    )
    check.first(hindrances, cite="9.9.1", about="espionage")


@implements("TW-9.9.1-1", "TW-9.9.2-1", "TW-3.7-2", "TW-9.9.1-3")
def _pay(check: Check, power: str, number: int) -> str:
    """As many as the rating of the army allows in a turn, and one by a chit; at a price for each.
    It tells of the chit.
    """
    position, chit = check.position, bool(check.order.data.get(SPYING))
    if chit:
        _may_spy(check, power)
    rating = army_rating(position, power)
    most = int(position.book.chart("ratings").at(rating, "reserves").number)
    most += chit + position.state.counter(power, PowerCount.MORE_RESERVES)
    many = position.state.counter(power, PowerCount.RESERVES) + number
    if many > most:
        message = f"{check.title(power)} keeps {most} units in reserve, this would be {many}"
        check.complain("too-many", message, cite="9.9.1")
    each = int(position.book.chart("costs").at("reserve", "cost", "other").number)
    spies = due_for(position, power, Chit.ESPIONAGE) if chit else 0
    left = position.state.counter(power, PowerCount.NARFS) - each * number - spies
    if left < 0:
        also = f", and {spies} for the chit" if spies else ""
        check.complain("narfs", f"{each} NARFs are needed for each{also}", cite="9.9.2")
    check.does(set_power(check.state, power, "counter", PowerCount.NARFS, left))
    check.does(set_power(check.state, power, "counter", PowerCount.RESERVES, many))
    return ", by an Espionage chit" if chit else ""


@implements("TW-9.9.1-3")
def reserves(umpire: Umpire) -> None:
    """The Reserve Creation Segment: whoever plays a chit keeps what he may keep after it, also if
    it has been cancelled.
    """
    for order, ruling in umpire.sound_orders(RESERVES.name):
        if order.data.get(SPYING):
            _spy(umpire, ruling.plan)
            plain = {word: said for word, said in order.data.items() if word != SPYING}
            ruling = umpire.check(replace(order, data=plain))
        if ruling.ok:
            umpire.apply(*ruling.events)
            umpire.done(order, ruling.reading)
        else:
            umpire.fail(order, "a Counter-Espionage chit has cancelled it", "9.9.1")


@implements("TW-9.9.1-3")
def _spy(umpire: Umpire, power: str) -> None:
    """An Espionage chit lets one unit more wait, if no enemy cancels it."""
    if spies(umpire, power):
        umpire.apply(*set_power(umpire.state, power, "counter", PowerCount.MORE_RESERVES, 1))


RESERVES: Final = Section(
    "reserve", "Units in reserve", "reserve-creation", "tw/reserve", "9.9", check_reserve
)
