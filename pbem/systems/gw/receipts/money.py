"""What an order file spends, for its receipt: of each nation, of each half of the United States.

It adds up the changes that the checks make, which are those that play makes.
Decides: nothing of play. Leaves to the checks what things cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from pbem.core.orders.orders import Reading, Receipt
from pbem.core.record.events import UnitChanged
from pbem.core.record.state import Mark, State
from pbem.core.rules.position import Position
from pbem.core.rules.system import Foretold
from pbem.systems.gw.economy.incomes import has_economy
from pbem.systems.gw.economy.purses import purse_of
from pbem.systems.gw.economy.repairs import MOST_FOR_A_MARKER, REPAIRS
from pbem.systems.gw.moves.combat_moves import NON_COMBAT
from pbem.systems.gw.world.nations import is_acting
from pbem.systems.gw.world.vocabulary import UnitMark

PURPOSE: Final[Mapping[str, str]] = {
    "combat_moves": "attacks on neutrals",
    "declarations": "attacks on neutrals",
    "lend_lease": "lend-lease",
    "purse": "the other half",
}


def money(receipt: Receipt[Position]) -> Sequence[Foretold]:
    """What each nation of the player has, spends for what, and has left."""
    if not receipt.readings:
        return ()
    began, player = receipt.readings[0].before, receipt.submission.player
    nations = [p for p in began.state.powers_of_player(player) if has_economy(p)]
    told = []
    for power in nations:
        spent = spending(receipt, power.id)
        if spent or (is_acting(began, power.id) and began.clock.window != NON_COMBAT):
            told.append(_told(receipt, power.id, spent))
    return told


def spending(receipt: Receipt[Position], power: str) -> dict[str, int]:
    """What a file spends of its player's purse of a nation, by section."""
    player = receipt.submission.player
    states = [("", receipt.after.state)]
    states[:0] = [(one.order.section, one.before.state) for one in receipt.readings]
    purses = [(section, purse_of(state, power, player)) for section, state in states]
    spent: dict[str, int] = {}
    for (section, before), (_, after) in pairwise(purses):
        spent[section] = spent.get(section, 0) + before - after
    return {section: ipps for section, ipps in spent.items() if ipps}


def _told(receipt: Receipt[Position], power: str, spent: Mapping[str, int]) -> Foretold:
    """`Germany has 24 IPP: 6 for research, 16 for production; 2 left`."""
    player = receipt.submission.player
    has, left = (
        purse_of(state, power, player)
        for state in (receipt.readings[0].before.state, receipt.after.state)
    )
    rolled = _rolled_for(receipt, power)
    parts = [_part(section, ipps) for section, ipps in spent.items()]
    if rolled:
        parts.append(f"{rolled} to {rolled * MOST_FOR_A_MARKER} for repairs, by dice (15.5)")
    nation, told = receipt.after.title(power), ", ".join(parts) or "nothing is spent"
    text = f"{nation} has {has} IPP: {told}; {left} left"
    if rolled:
        text += " before those dice"
    facts = {"nation": power, "has": has, "spent": dict(spent), "left": left, "dice": rolled}
    return Foretold("money", text, facts)


def _part(section: str, ipps: int) -> str:
    """What goes to a purpose, or comes by it."""
    purpose = PURPOSE.get(section, section.replace("_", " "))
    return f"{ipps} for {purpose}" if ipps > 0 else f"{-ipps} more by {purpose}"


def _rolled_for(receipt: Receipt[Position], power: str) -> int:
    """The markers of capital ships whose repair a nation pays for by dice (15.5)."""
    if not receipt.after.options.capital_ship_damage:
        return 0
    repairs = (one for one in receipt.readings if one.order.section == REPAIRS.name)
    return sum(hits for reading in repairs for hits in _hits(reading, power, reading.before.state))


def _hits(reading: Reading[Position], power: str, state: State) -> Iterator[int]:
    """The hits of ships that an order has repaired."""
    for event in reading.events:
        if not isinstance(event, UnitChanged) or event.mark != UnitMark.REPAIR:
            continue
        if state.units[event.unit].owner == power and isinstance(event.new, Mark):
            yield int(str(event.new.value).rpartition("/")[2])
