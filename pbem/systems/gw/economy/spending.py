"""Money and the Production Chart: who pays, and where what he paid for waits (7.0-7.3).

Units in production stand at `track:<nation>/1-of-3`, payments made of payments needed; in the Place
Units Box at `track:<nation>/place`. A mark `for` names the zone where they are to be placed, `sea`
the sea zone of a ship, `lent` the nation to which they go.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from pbem.core.data.rulebook import implements
from pbem.core.record.events import Event, UnitChanged, UnitMoved, after_change
from pbem.core.record.state import Mark, Scalar, State, Unit, Until, group_id, regrouped
from pbem.systems.gw.economy.incomes import cash_change, has_economy
from pbem.systems.gw.economy.purses import purse_of, west_pays
from pbem.systems.gw.world.halves import USA, player_in
from pbem.systems.gw.world.move_orders import Check
from pbem.systems.gw.world.nations import controller_of, is_acting

FOR: Final = "for"
AT_SEA: Final = "sea"
LENT: Final = "lent"
PLACED: Final = "placed"
HELD: Final = "held"
BOX: Final = "place"
ADVANCED: Final = "advanced"  # paid for in this turn


def nation_of(check: Check, data: Mapping[str, Any], zone: str = "") -> str:
    """The nation that an order is for: the one it names, the zone's possessor, or the only one."""
    position = check.position
    own = [
        p.id
        for p in position.state.powers_of_player(check.order.player)
        if is_acting(position, p.id)
    ]
    own = [name for name in own if has_economy(position.powers[name])]
    said = str(data.get("nation", "")).casefold().replace(" ", "-")
    if said:
        own = [name for name in own if name == said]
    elif position.controller(zone) in own:
        own = [str(position.controller(zone))]
    if len(own) > 1:
        own = [name for name in own if not controller_of(position.state, name)]
    if len(own) != 1:
        message = "none of your nations can spend money now" if not own else "which nation?"
        check.complain("which-nation", message, ", ".join(own), about="nation")
        return ""
    half = player_in(position, zone) if zone and own[0] == USA else ""
    if half and half != check.order.player:
        message = f"the other half of the United States commands in {check.label(zone)}"
        check.complain("other-half", message, cite="2.3", about=zone)
    return own[0]


@implements("GW-7.0-1")
def pay(check: Check, power: str, price: int, what: str) -> None:
    """A nation pays, if it has the money (7.0); a half of the United States pays its own (2.3)."""
    player = check.order.player
    cash = purse_of(check.state, power, player)
    if price > cash:
        check.complain("no-money", f"{what} costs {price} IPP, there are {cash} left", cite="7.0")
    else:
        check.does(west_pays(check.state, power, player, -price))
        check.does([cash_change(check.state, power, -price)])


def box(power: str) -> str:
    """The Place Units Box of a nation."""
    return f"track:{power}/{BOX}"


@implements("GW-7.3-3", "GW-7.3-4")
def chart_place(power: str, paid: int, needed: int, waits: bool = False) -> str:
    """Where on the Production Chart a unit stands after some payments; ready, unless it `waits`."""
    return box(power) if paid >= needed and not waits else f"track:{power}/{paid}-of-{needed}"


def on_chart(state: State, power: str) -> tuple[Unit, ...]:
    """The units of a nation on its Production Chart."""
    prefix = f"track:{power}/"
    return tuple(
        state.units[name]
        for place in sorted(state.index)
        if place.startswith(prefix)
        for name in state.index[place]
    )


def new_units(power: str, kind: str, at: str, count: int, marks: Mapping[str, Scalar]) -> Unit:
    """Units that come into being, as a group."""
    given = {name: Mark(Until.LASTING, value) for name, value in marks.items() if value}
    if "-of-" in at:
        given[ADVANCED] = Mark(Until.IMPULSE)
    unit = Unit("", kind, power, at, count, given)
    return replace(unit, id=group_id(unit))


def relocated(
    unit: Unit, to: str, count: int, new: Mapping[str, Mark], gone: tuple[str, ...] = ()
) -> tuple[Event, ...]:
    """Some units of a group go elsewhere, get marks and lose others."""
    part = None if unit.count is None else count
    moved = UnitMoved(unit.id, unit.at, to, part)
    here = regrouped(replace(unit, at=to, count=part))
    events: list[Event] = [moved]
    changes: list[tuple[str, Mark | None]] = [(name, None) for name in gone if name in unit.marks]
    changes += list(new.items())
    for name, mark in changes:
        change = UnitChanged(here.id, "mark", here.marks.get(name), mark, name, part)
        events.append(change)
        here = after_change(here, change)
    return tuple(events)


def placed(unit: Unit, count: int, to: str, mark: str) -> tuple[Event, ...]:
    """Units come into play; the mark says what delivered them."""
    delivered = {PLACED: Mark(Until.IMPULSE, mark)}
    return relocated(unit, to, count, delivered, (FOR, AT_SEA, HELD, ADVANCED))
