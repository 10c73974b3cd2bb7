"""Money and the Production Chart: who pays, and where what he paid for waits (7.0-7.3).

Units in production stand at `track:<nation>/1-of-3`, payments made of payments needed; in the Place
Units Box at `track:<nation>/place`. A mark `for` names the zone where they are to be placed, `sea`
the sea zone of a ship, `lent` the nation to which they go. Decides which nation an order spends
for, and the changes of paying and placing. Leaves what things cost to `production`, where units may
be placed to `placement`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pbem.core.data.rulebook import implements
from pbem.core.record.events import Event
from pbem.core.record.state import Mark, Scalar, State, Unit, group_id, regrouped
from pbem.systems.gw.economy.incomes import cash_change, has_economy
from pbem.systems.gw.economy.purses import purse_of, west_pays
from pbem.systems.gw.world.cargo import mark_events, moved, some_of
from pbem.systems.gw.world.halves import USA, player_in
from pbem.systems.gw.world.move_orders import Check
from pbem.systems.gw.world.nations import controller_of, is_acting
from pbem.systems.gw.world.units import Group
from pbem.systems.gw.world.vocabulary import UnitMark

BOX: Final = "place"


def nation_of(
    check: Check, data: Mapping[str, Any], zone: str = "", among: Sequence[str] = ()
) -> str:
    """The nation that an order is for: the one it names, the zone's possessor, or the only one.

    `among`: those of which only some can be meant, if any are.
    """
    able = _spenders(check, data, zone)
    if not check.ok:
        return ""
    able = [name for name in able if name in among] or able
    if len(able) != 1:
        message = "which nation?" if able else "none of your nations can spend money now"
        check.complain("which-nation", message, ", ".join(able), about="nation")
        return ""
    half = player_in(check.position, zone) if zone and able[0] == USA else ""
    if half and half != check.order.player:
        message = f"the other half of the United States commands in {check.label(zone)}"
        check.complain("other-half", message, cite="2.3", about=zone)
    return able[0]


def _spenders(check: Check, data: Mapping[str, Any], zone: str) -> list[str]:
    """The nations with money on turn that an order can be for; of several none but controllers."""
    position = check.position
    players = position.state.powers_of_player(check.order.player)
    own = [p.id for p in players if is_acting(position, p.id) and has_economy(p)]
    said = check.nation()
    holder = position.controller(zone)
    if said or holder in own:
        own = [name for name in own if name == (said or holder)]
    if len(own) < 2:
        return own
    return [name for name in own if not controller_of(position.state, name)]


@implements("GW-7.0-1")
def pay(check: Check, power: str, price: int, what: str) -> None:
    """A nation pays, if it has the money (7.0); a half of the United States pays its own (2.3)."""
    player = check.order.player
    cash = purse_of(check.state, power, player)
    if price > cash:
        check.complain("no-money", f"{what} costs {price} IPP, there are {cash} left", cite="7.0")
    else:
        check.does(west_pays(check.state, power, player, -price))
        check.does(cash_change(check.state, power, -price))


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


def new_units(power: str, kind: str, at: str, count: int) -> Unit:
    """Units that come into being, as a group."""
    given = {str(UnitMark.ADVANCED): Mark(UnitMark.ADVANCED.until)} if "-of-" in at else {}
    unit = Unit("", kind, power, at, count, given)
    return replace(unit, id=group_id(unit))


def bound(units: Unit, plans: Mapping[UnitMark, Scalar]) -> Unit:
    """New units with lasting marks: where they are to be placed, to whom they go."""
    marks = {str(name): Mark(name.until, value) for name, value in plans.items() if value}
    return regrouped(replace(units, marks={**marks, **units.marks}))


def relocated(
    unit: Unit, to: str, count: int, marks: Mapping[UnitMark, Scalar]
) -> tuple[Event, ...]:
    """Some units of a group go elsewhere, and get marks or, by None, lose them."""
    here = regrouped(replace(unit, at=to, count=some_of(unit, count)))
    return (moved(unit, to, count), *mark_events(here, marks, count))


def placed(unit: Unit, count: int, to: str, mark: str) -> tuple[Event, ...]:
    """Units come into play; the mark says what delivered them."""
    plans = dict.fromkeys((UnitMark.FOR, UnitMark.SEA, UnitMark.HELD, UnitMark.ADVANCED))
    return relocated(unit, to, count, {**plans, UnitMark.PLACED: mark})


def first_of(units: Iterable[Unit], count: int) -> Iterator[Group]:
    """So many of some groups, in their order; fewer if there are no more."""
    left = count
    for unit in units:
        number = min(left, unit.size)
        if number:
            yield unit, number
        left -= number
