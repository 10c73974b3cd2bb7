"""What is bought and does not come into play in this turn, for a receipt.

It rehearses the placing of units on the position after the orders, as if no battle changed it.
Decides: nothing of play. Leaves to `placing` and `placement` what comes where, and why not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.core.orders.orders import Receipt
from pbem.core.play.rehearsal import rehearsal
from pbem.core.record.state import Unit, as_text
from pbem.core.rules.position import Position
from pbem.core.rules.system import Foretold
from pbem.systems.gw.economy.incomes import has_economy
from pbem.systems.gw.economy.production import PRODUCTION, is_unfinished
from pbem.systems.gw.economy.spending import box, on_chart
from pbem.systems.gw.moves.placing import delivered, place_units
from pbem.systems.gw.world.building import DONE, payments_made, works_in
from pbem.systems.gw.world.move_orders import units_told
from pbem.systems.gw.world.nations import is_acting
from pbem.systems.gw.world.units import name
from pbem.systems.gw.world.vocabulary import Marker, PowerCount, UnitMark


def builds(receipt: Receipt[Position]) -> Sequence[Foretold]:
    """What of a file's purchases waits: for more payments, for a free place, for its order."""
    if not any(one.order.section == PRODUCTION.name for one in receipt.readings):
        return ()
    umpire = rehearsal(receipt.after)
    place_units(umpire)
    player = receipt.submission.player
    position = umpire.position
    nations = [p for p in position.state.powers_of_player(player) if is_acting(position, p.id)]
    return [one for power in nations if has_economy(power) for one in _told(position, power.id)]


def _told(position: Position, power: str) -> Iterator[Foretold]:
    """What of a nation's purchases waits, if anything does."""
    rows = [*_units(position, power), *_works(position, power), *_training(position, power)]
    if rows:
        text = f"{position.title(power)}: {'; '.join(rows)}"
        yield Foretold("waits", text, {"nation": power, "rows": rows})


def _units(position: Position, power: str) -> Iterator[str]:
    """Units on the Production Chart that are not placed, and why."""
    for unit in on_chart(position.state, power):
        why = _why(position, power, unit)
        if why:
            yield f"{units_told(position.book, [(unit, unit.size)])}: {why}"


def _why(position: Position, power: str, unit: Unit) -> str:
    """Why a unit waits; nothing if it goes on its way to another nation."""
    paid = unit.at.rpartition("/")[2].replace("-of-", " of ")
    if is_unfinished(unit):
        return f"{paid} payments made" + ("" if unit.marked(UnitMark.ADVANCED) else ", none now")
    if unit.at != box(power):
        return "all is paid, ready in the next turn"
    if unit.marked(UnitMark.LENT):
        return ""
    if unit.marked(UnitMark.HELD) or not unit.marked(UnitMark.FOR):
        return "kept in the Place Units Box"
    zone, sea = str(unit.mark(UnitMark.FOR)), as_text(unit.mark(UnitMark.SEA))
    return f"{position.label(zone)}: {delivered(position, unit, zone, sea)[1]}"


def _works(position: Position, power: str) -> Iterator[str]:
    """Facilities of a nation that are not paid for whole."""
    for zone, place in sorted(position.places.items()):
        works = Marker.BUILDING.among(place.markers) if place.controller == power else {}
        for what, value in sorted(works.items()):
            kind, _, border = what.partition(":")
            where = position.label(zone) + (f" > {position.label(border)}" if border else "")
            for one in works_in(value):
                if one != DONE:
                    made = payments_made(one)
                    yield f"{name(position.book, kind)} in {where}: {made} payments made"


def _training(position: Position, power: str) -> Iterator[str]:
    """Units whose upgrade is paid for and does not reach them."""
    paid = PowerCount.TRAINING.among(position.powers[power].counters)
    for what, count in sorted(paid.items()):
        kind, _, zone = what.partition(":")
        where = position.label(zone)
        yield f"{count} {name(position.book, kind)} in {where}: not there, or out of supply"
