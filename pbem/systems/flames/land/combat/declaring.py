"""Declaring land attacks in play (11.15.1): all of them before the first is resolved.

Decides whose attack stands where powers that do not co-operate want the same hex. Leaves what an
order says to `attacks`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pbem.core.choices.conditions import all_hold
from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.rules.system import Ruling
from pbem.systems.flames.land.combat.attack_rules import CITE, target_troubles, unit_troubles
from pbem.systems.flames.land.combat.attacks import (
    ATTACKS,
    Attack,
    declaration_facts,
    flying_strangers,
)
from pbem.systems.flames.land.combatants import attacking
from pbem.systems.flames.world.land_factors import total
from pbem.systems.flames.world.named import find_places, unmet
from pbem.systems.flames.world.partisans import work_together
from pbem.systems.flames.world.position import Position, Umpire, major, names


@implements("WIF-11.15.1-1", "WIF-11.15-1", "WIF-11.15-3")
def declare(umpire: Umpire) -> tuple[Attack, ...]:
    """All attacks are declared, in the order in which they will be resolved (11.15.1)."""
    attacks: dict[str, Attack] = {}
    for order, ruling in umpire.sound_orders(ATTACKS.name):
        findings = _unfit(umpire, ruling, attacks) or _after_others(umpire, order, ruling.plan)
        if findings:
            umpire.reject(order, findings)
            continue
        attack: Attack = ruling.plan
        umpire.apply(*ruling.events)
        umpire.done(order, ruling.reading)
        known = attacks.get(attack.place)
        attacks[attack.place] = known.joined(attack) if known else attack
    return tuple(attacks.values())


def _unfit(umpire: Umpire, ruling: Ruling, attacks: Mapping[str, Attack]) -> list[Finding]:
    """Conditions that do not hold at declaration, and aircraft that are promised twice."""
    position, attack = umpire.position, ruling.plan
    facts = declaration_facts(position, attack)
    if not all_hold(attack.conditions, facts):
        message = unmet(attack.conditions, facts, position.label(attack.place))
        return [error("condition", message, cite=CITE)]
    known = attacks.get(attack.place)
    strange = flying_strangers(position, attack, known)
    if strange:
        return strange
    if known and known.hq and attack.hq:
        message = f"{position.label(attack.place)} is supported by another HQ already"
        return [error("second-hq", message, cite="11.15.3")]
    promised = {p.id for other in attacks.values() for p in (*other.fliers, *other.guns)}
    twice = [piece for piece in (*attack.fliers, *attack.guns) if piece.id in promised]
    if not twice:
        return []
    return [error("flies-twice", f"{names(twice)} already flies or fires elsewhere", cite="10.2")]


# --- who declares first --------------------------------------------------------------------------


@implements("WIF-11.15.1-5")
def _after_others(umpire: Umpire, order: Order, attack: Attack) -> list[Finding]:
    """Whether a power with more factors that could attack the hex wants it, too (11.15.1).

    Of equals the one whose orders come first declares.
    """
    position = umpire.position
    mine = major(position.state, position.units[attack.units[0]].owner)
    for other in _rivals(umpire, order, attack):
        if could_attack(position, other, attack.place) > could_attack(position, mine, attack.place):
            message = f"{position.called(other)} has more factors next to it and declares first"
            return [error("declared-first", message, cite=CITE, about=attack.place)]
    return []


def _rivals(umpire: Umpire, order: Order, attack: Attack) -> Iterator[str]:
    """The powers of other players that do not co-operate and have ordered to attack the same hex.

    A player who has both powers declares in the order of his file.
    """
    orders, position = umpire.orders(ATTACKS.name), umpire.position
    unit = position.pieces(attack.units[0])[0]
    for other in orders[orders.index(order) + 1 :]:
        if other.player == order.player:
            continue
        if attack.place not in find_places(position, other.data["at"])[0]:
            continue
        ruling = umpire.check(other)
        if not ruling.ok or ruling.plan.place != attack.place:
            continue
        first = position.pieces(ruling.plan.units[0])[0]
        if not work_together(position, unit, first) and _holds(position, ruling.plan):
            yield major(position.state, first.owner)


def _holds(position: Position, attack: Attack) -> bool:
    """Whether an attack's own conditions hold."""
    return all_hold(attack.conditions, declaration_facts(position, attack))


def could_attack(position: Position, power: str, place: str) -> Fraction:
    """The modified factors of a major power's units, and its minors', that could attack a hex."""
    near = (place, *position.board.neighbours[place])
    pieces = [
        piece
        for there in near
        for piece in position.land_at(there)
        if major(position.state, piece.owner) == power
        and not target_troubles(position, (piece,), place)
        and not unit_troubles(position, (piece,), place)
    ]
    return total(attacking(position, pieces, place))
