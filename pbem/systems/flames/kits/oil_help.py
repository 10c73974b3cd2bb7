"""Oil that a power pays for another with which it co-operates (10.3; option 30).

`oil: [{oil: USA, for: Commonwealth, tenths: 2, from: [Mexico City]}]` in the file of who helps, and
`{oil: Commonwealth, pay: action, given: {USA: 2}}` in the file of who is helped. Decides what such
oil is worth and what is left of it. Leaves what it pays for to `oil`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.core.rules.system import Ruling
from pbem.systems.flames.kits.stores.stock import OIL, changed, stores
from pbem.systems.flames.world.control import main_home, major_powers
from pbem.systems.flames.world.named import find_places
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.rounding import rounded
from pbem.systems.flames.world.vocabulary import PowerCount

CITE: Final = "10.3"
TENTHS: Final = 10
MOST_KEPT: Final = 9  # tenths that a power can have left


@implements("WIF-10.3-4")
def dearness(position: Position, giver: str, taker: str, place: str) -> int:
    """How many tenths of a friend's oil a tenth costs (10.3).

    Doubled outside the home country of who pays with it, and again outside that of who gives it.
    """
    country, state = position.country(place), position.state
    return (1 + (country != main_home(state, taker))) * (1 + (country != main_home(state, giver)))


def sources_for(
    position: Position, giver: str, taker: str, named: Sequence[str]
) -> list[tuple[str, int]]:
    """The places of a power's saved oil, those that it names first, then the cheapest."""
    order = {place: rank for rank, place in enumerate(named)}
    dear = {
        place: dearness(position, giver, taker, place) for place in stores(position, giver, OIL)
    }
    return sorted(dear.items(), key=lambda row: (order.get(row[0], len(order)), row[1], row[0]))


def most_help(position: Position, giver: str, taker: str) -> Fraction:
    """The tenths that a power could pay for another with all its saved oil."""
    saved = stores(position, giver, OIL)
    rows = sources_for(position, giver, taker, ())
    return sum((Fraction(TENTHS * saved[place], dear) for place, dear in rows), Fraction(0))


@implements("WIF-10.3-4", "WIF-10.3-5")
def helped(
    position: Position, giver: str, taker: str, tenths: int, *, named: Sequence[str]
) -> Iterator[Event]:
    """The changes when a power pays for another: whole oil goes.

    What is left of the last is its own, halved where that lay outside its home country, up to nine
    tenths.
    """
    state, need, left = position.state, Fraction(tenths), 0
    saved = stores(position, giver, OIL)
    for place, dear in sources_for(position, giver, taker, named):
        used = min(saved[place], -(-need * dear // TENTHS))
        if used <= 0:
            continue
        yield from changed(position, place, OIL, -int(used))
        over = used * TENTHS - need * dear
        need = max(Fraction(0), need - Fraction(used * TENTHS, dear))
        if over > 0:
            at_home = position.country(place) == main_home(state, giver)
            left = rounded(over if at_home else over / 2)
    if left:
        kept = min(MOST_KEPT, state.counter(giver, PowerCount.OIL_TENTHS) + left)
        yield from set_power(state, giver, "counter", PowerCount.OIL_TENTHS, kept)
    given = state.counter(taker, PowerCount.OIL_GIVEN) + tenths
    yield from set_power(state, taker, "counter", PowerCount.OIL_GIVEN, given)


def why_no_help(position: Position, giver: str, taker: str) -> str:
    """Why a power may pay no oil for another; nothing if it may."""
    if taker == giver or taker not in major_powers(position.state, position.clock.side):
        return f"{position.called(taker)} is no other major power of your side"
    if not position.cooperate(giver, taker):
        return f"{position.called(giver)} does not co-operate with {position.called(taker)}"
    return ""


def friend_called(position: Position, name: str) -> str:
    """The power that a name means; `` if it means none or several."""
    found = position.game.powers_called(name, list(position.powers))
    return found[0] if len(found) == 1 else ""


def check_help(position: Position, order: Order, giver: str) -> Ruling:
    """`{oil: USA, for: Commonwealth, tenths: 2}` (10.3)."""
    called = position.called
    name, tenths = str(order.data["for"]), int(order.data.get("tenths", 0))
    taker = friend_called(position, name)
    places, unknown = find_places(position, order.data.get("from", []))
    why = why_no_help(position, giver, taker) if taker else f"there is no power '{name}'"
    most = 0 if why else int(most_help(position, giver, taker))
    if not why and not 0 < tenths <= most:
        why = f"{called(giver)} could pay 1 to {most} tenths of oil for {called(taker)}"
    findings = [*unknown, *([error("no-oil", why, cite=CITE, about="for")] if why else [])]
    if findings:
        return Ruling(tuple(findings))
    events = tuple(helped(position, giver, taker, tenths, named=places))
    words = f"{called(giver)} pays {tenths} tenths of oil for {called(taker)}"
    return Ruling((), words, events, (giver, taker, tenths))


def promised(position: Position, order: Order, power: str) -> tuple[int, list[Finding]]:
    """The tenths that friends shall pay for a power, as it says, and what is wrong with that."""
    findings: list[Finding] = []
    for name in order.data.get("given", {}):
        giver = friend_called(position, str(name))
        why = why_no_help(position, power, giver) if giver else f"there is no power '{name}'"
        if why:
            findings.append(error("no-oil", why, cite=CITE, about="given"))
    return sum(map(int, order.data.get("given", {}).values())), findings
