"""The victor's dispositions after the Spanish Civil War (13.1).

`{units: {infantry: 2}, from: Madrid, to: Catalonia}` moves Spanish land units and aircraft to any
Spanish land zone, ships to any sea zone with a Spanish port. The patron of the victorious side
orders it, in the turn of the victory or in his next one, and in one of them only.
Decides who may regroup, when, and where to. Leaves to `spanish_civil_war` who has won.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_power
from pbem.core.record.events import UnitMoved
from pbem.core.record.state import as_text
from pbem.core.rules.position import Position
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.civil_wars.spanish_civil_war import harbours, spanish_zones
from pbem.systems.gw.world.move_orders import ALL, Check, so_many, units_told
from pbem.systems.gw.world.nations import PATRON, is_acting, spanish_winner
from pbem.systems.gw.world.units import Group, type_of
from pbem.systems.gw.world.vocabulary import PowerFlag


def check_regroup(position: Position, order: Order) -> Ruling:
    """Whether Spanish units may be placed anew so (13.1)."""
    check = Check(position, order)
    faction = spanish_winner(check.state)
    origin, goal = check.place(order.data["from"]), check.place(order.data["to"])
    _may_regroup(check, faction)
    if not check.ok:
        return check.ruling("")
    ready = [unit for unit in check.state.at(origin) if unit.owner == faction]
    said = order.data["units"]
    everything = [(unit, unit.size) for unit in ready]
    units = everything if said == ALL else list(so_many(check, ready, said))
    if check.ok and not units:
        check.complain("no-units", f"no Spanish units are in {check.label(origin)}", about=origin)
    for named in units:
        _goes(check, named, goal)
    label = check.label
    return check.ruling(f"{units_told(position.book, units)}: {label(origin)} > {label(goal)}")


def _goes(check: Check, named: Group, goal: str) -> None:
    """Ships go before a Spanish port, other units to a Spanish land zone (13.1)."""
    (unit, count), kind = named, type_of(check.book, named[0])
    open_ = harbours(check.position) if kind.is_naval else spanish_zones(check.board)
    if goal not in open_:
        what = "before a Spanish port" if kind.is_naval else "a Spanish land zone"
        message = f"{kind.name}: {check.label(goal)} is not {what}"
        check.complain("not-there", message, cite="13.1", about=goal)
    elif goal != unit.at:
        check.does([UnitMoved(unit.id, unit.at, goal, None if unit.count is None else count)])


@implements("GW-13.1-9")
def _may_regroup(check: Check, faction: str) -> None:
    """The victor's patron may, in the turn of the victory or in the next (13.1)."""
    position = check.position
    patron = PATRON.get(faction, "")
    own = [power.id for power in position.state.powers_of_player(check.order.player)]
    if patron not in own or not is_acting(position, patron):
        check.complain("not-yours", "only the victor in Spain regroups, in his turn", cite="13.1")
        return
    until = as_text(position.state.flag(faction, PowerFlag.REGROUPS))
    turn = position.clock.turn
    if turn > until:
        check.complain("too-late", "the time to regroup in Spain is over", cite="13.1")
    elif until != turn:
        check.does(set_power(check.state, faction, "flag", PowerFlag.REGROUPS, turn))


def regroup(umpire: Umpire) -> None:
    """Carry out the victor's dispositions (13.1)."""
    umpire.carry_out(REGROUP.name)


REGROUP: Final = Section(
    "regroup", "Spanish forces regroup", "regroup", "gw/regroup", "13.1", check_regroup
)
