"""Attacks of an impulse as they are announced, all before the first is rolled (10.0).

`together: true` in the orders of allies makes one attack of theirs on a hex. Decides which attacks
are made, and that one has no object any more. Leaves what a player may order to `attacking`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.rules.system import Ruling
from pbem.systems.tw.combat.attacking import (
    NOBODY,
    is_together,
    lent,
    may_fight,
    reading_of,
    target_of,
)
from pbem.systems.tw.combat.combat_verdicts import NoCombatVerdict
from pbem.systems.tw.combat.forces import Attack, forces_of
from pbem.systems.tw.world.naming import Check
from pbem.systems.tw.world.position import Umpire
from pbem.systems.tw.world.seats import precedence


@implements("TW-10.0-4", "TW-3.11-1")
def announced(umpire: Umpire, section: str) -> list[Attack]:
    """The attacks of an impulse: those that allies make together are one."""
    return [
        attack
        for orders in _of_one_attack(umpire, umpire.orders(section))
        for attack in _announced(umpire, orders)
    ]


def _of_one_attack(umpire: Umpire, orders: Sequence[Order]) -> Sequence[Sequence[Order]]:
    """Orders that make one attack, that of whoever leads it first."""
    found: dict[object, list[Order]] = {}
    for number, order in enumerate(orders):
        place = target_of(umpire.position_for(order.player), order) if is_together(order) else ""
        known = found.get(place, [])
        joins = place and order.player not in {one.player for one in known}
        found.setdefault(place if joins else number, []).append(order)
    return [one if len(one) == 1 else _led(umpire, one) for one in found.values()]


@implements("TW-2.1-3")
def _led(umpire: Umpire, orders: Sequence[Order]) -> Sequence[Order]:
    """Orders with that of the side's leader first, else of the larger NARF base."""
    leader = next((order.player for order in orders if umpire.leads(order.player)), "")
    first = leader or precedence(umpire, "", orders)
    return sorted(orders, key=lambda order: order.player != first)


def _announced(umpire: Umpire, orders: Sequence[Order]) -> list[Attack]:
    """One attack, if it is made."""
    sound: list[tuple[Order, Ruling]] = []
    for order in orders:
        ruling = umpire.check(order)
        if ruling.ok:
            sound.append((order, ruling))
        elif _has_lost_its_object(umpire, order, ruling):
            _tell(umpire, order, ruling.plan)
        else:
            umpire.refuse(order, ruling.findings)
    return [_made(umpire, sound)] if sound and _may_be_made(umpire, sound) else []


def _may_be_made(umpire: Umpire, sound: Sequence[tuple[Order, Ruling]]) -> bool:
    """Whether all parts of an attack, each sound by itself, are enough together."""
    first = sound[0][0]
    check = Check(umpire.position_for(first.player), first)
    may_fight(check, _joined([ruling.plan for _, ruling in sound]))
    for order, _ in sound if not check.ok else ():
        umpire.fail(order, check.findings[0].message, "10.0")
    return check.ok


def _made(umpire: Umpire, sound: Sequence[tuple[Order, Ruling]]) -> Attack:
    """An attack as it is announced, with all its parts."""
    position, attack = umpire.position, _joined([ruling.plan for _, ruling in sound])
    wing = [position.piece(position.units[unit]) for unit in attack.wing]
    reading = reading_of(forces_of(position, attack), wing)
    for order, ruling in sound:
        umpire.apply(*ruling.events)
        umpire.done(order, reading)
    asked = [ruling.plan for _, ruling in sound if ruling.plan.shift]
    for part in asked[:1]:
        umpire.apply(*lent(position, part))
    return attack


def _joined(parts: Sequence[Attack]) -> Attack:
    """What allies send against a hex, as one attack: whoever leads it says who advances."""
    first = parts[0]
    return replace(
        first,
        units=tuple(unit for part in parts for unit in part.units),
        shift=any(part.shift for part in parts),
        wing=tuple(unit for part in parts for unit in part.wing),
        homes=tuple(home for part in parts for home in part.homes),
        ways=tuple(way for part in parts for way in part.ways),
        together=len(parts) > 1,
    )


def _has_lost_its_object(umpire: Umpire, order: Order, ruling: Ruling) -> bool:
    """Whether an attack is wrong for nothing but that those are gone whom it was to meet: an ally
    has taken the hex, or an attack before it has cleared it.
    """
    alone = [one.code for one in ruling.findings] == [NOBODY]
    return alone and umpire.was_promised(order, ruling.findings)


def _tell(umpire: Umpire, order: Order, attack: Attack) -> None:
    """An attack that meets nobody: its order is carried out, and nothing comes of it."""
    umpire.done(order, f"attack {umpire.position.label(attack.place)}: nobody is there any more")
    with umpire.step(attack.place, at=attack.place):
        umpire.tell(NoCombatVerdict(attack.place, attack.units))
