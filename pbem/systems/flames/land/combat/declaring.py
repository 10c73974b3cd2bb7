"""Declaring land attacks in play (11.15.1): all of them before the first is resolved.

Decides whose attack stands where powers that do not co-operate want the same hex, what those who
have landed must attack, whether a notional unit is ignored, and that who has landed holds the hex.
Leaves what an order says to `attacks`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from pbem.core.choices.conditions import all_hold
from pbem.core.choices.decisions import Option, Settle
from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.events import Event
from pbem.core.rules.system import Ruling
from pbem.systems.flames.impulse.battle_decisions import NOTIONAL_UNIT
from pbem.systems.flames.land.combat.attack_rules import (
    CITE,
    defenders_at,
    landing,
    nationality,
    notional_value,
    reasons_at,
    target_troubles,
    unit_troubles,
)
from pbem.systems.flames.land.combat.attacks import (
    ATTACKS,
    Attack,
    declaration,
    declaration_facts,
    declared_odds,
    flying_strangers,
    odds_facts,
)
from pbem.systems.flames.land.combat.combat_verdicts import UnopposedVerdict
from pbem.systems.flames.land.combatants import attacking
from pbem.systems.flames.land.overrun import Overrunners, clear_airfield, overrun
from pbem.systems.flames.world.control import take_hex
from pbem.systems.flames.world.land_factors import total
from pbem.systems.flames.world.named import find_places, hex_facts, unmet
from pbem.systems.flames.world.partisans import work_together
from pbem.systems.flames.world.position import (
    Piece,
    Position,
    Umpire,
    marked,
    names,
    unmarked,
)
from pbem.systems.flames.world.vocabulary import NotionalPick, UnitMark


@implements("WIF-11.15.1-1", "WIF-11.15-1", "WIF-11.15-3", "AIF-11.16.1-1", "AIF-11.16-1")
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
    mine = position.major(position.units[attack.units[0]].owner)
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
            yield position.major(first.owner)


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
        if position.major(piece.owner) == power
        and not target_troubles(position, (piece,), place)
        and not unit_troubles(position, (piece,), place)
    ]
    return total(attacking(position, pieces, place))


# --- who has landed (11.14, 11.15) ---------------------------------------------------------------


@implements("WIF-11.14-8", "WIF-11.15-1", "AIF-11.15-6")
def compelled(umpire: Umpire, attacks: Sequence[Attack]) -> tuple[Attack, ...]:
    """The attacks with those of who has landed and whom no order has attack: they must (11.14)."""
    found = {attack.place: attack for attack in attacks}
    position = umpire.position
    idle = [p for p in position.on_map if p.landing and not p.unit.marked(UnitMark.ATTACKED)]
    for place in dict.fromkeys(piece.at for piece in idle):
        pieces = [piece for piece in idle if piece.at == place]
        umpire.apply(*declaration(umpire.position, pieces, place))
        attack = Attack(place, tuple(piece.id for piece in pieces))
        known = found.get(place)
        found[place] = known.joined(attack) if known else attack
    return tuple(found.values())


@implements("WIF-11.15.1-14", "WIF-11.15-2", "AIF-11.14-16")
def against_notionals(umpire: Umpire, attacks: Sequence[Attack]) -> tuple[Attack, ...]:
    """The attacks that are left when the defenders have said which notional units they ignore.

    Who meets nobody else takes his hex at once, without an attack (11.15.1).
    """
    left: list[Attack] = []
    for attack in attacks:
        position = umpire.position
        landed = landing(position.pieces(*attack.units))
        if not landed or not is_ignored(umpire, attack):
            left.append(attack)
        elif defenders_at(position, attack.place, landed[0]):
            left.append(replace(attack, ignored=True))
        else:
            hold(umpire, attack.place, landed)
            units = tuple(piece.id for piece in landed)
            umpire.tell(UnopposedVerdict(at=attack.place, units=units))
    return tuple(left)


def is_ignored(umpire: Umpire, attack: Attack) -> bool:
    """Whether the defender ignores the notional unit of a hex."""
    position, place = umpire.position, attack.place
    pieces = position.pieces(*attack.units)
    power = nationality(position, pieces, place)
    odds = declared_odds(position, pieces, place)
    real = defenders_at(position, place, pieces[0])
    answer = umpire.decide(
        NOTIONAL_UNIT.ask(
            f"Does the notional unit of {position.label(place)} defend?",
            umpire.position.players_of([piece.owner for piece in real] or [power]),
            (Option(str(pick)) for pick in NotionalPick),
            (str(usual_pick(position, pieces, place)),),
            about=place,
            at=place,
            facts={
                **odds_facts(odds, len(pieces), len(real)),
                "notional": notional_value(reasons_at(position, pieces, place)),
                **hex_facts(position, place, power),
            },
            settle=Settle.ROLL_OFF,
        )
    )
    return answer.pick == NotionalPick.IGNORE


def usual_pick(position: Position, pieces: Sequence[Piece], place: str) -> NotionalPick:
    """What is best where nobody says otherwise: a notional unit beside others costs 1 on the die.

    So it defends there only if the declared odds are better for its side with it.
    """
    if not defenders_at(position, place, pieces[0]):
        return NotionalPick.FIGHT
    odds = declared_odds(position, pieces, place)
    without = declared_odds(position, pieces, place, notional=False)
    helps = odds is None or without is None or odds.step < without.step
    return NotionalPick.FIGHT if helps else NotionalPick.IGNORE


@implements("WIF-11.14-7", "WIF-11.15.1-14", "WIF-11.15.5-44", "AIF-11.15-5", "AIF-11.15-7")
def hold(umpire: Umpire, place: str, pieces: Sequence[Piece]) -> None:
    """Who has landed holds the hex that is empty of enemies now, and goes no further (11.15.5)."""
    if not pieces:
        return
    found = overrun(umpire.position, Overrunners(pieces, place), place)
    umpire.apply(*found.losses, *take_hex(umpire.position, place, pieces))
    umpire.apply(*(change for piece in pieces for change in settled(piece)))
    with umpire.step("overrun", at=place):
        clear_airfield(umpire, found)


def settled(piece: Piece) -> tuple[Event, ...]:
    """The changes when a unit has no enemy left in the hex into which it came."""
    return (*unmarked(piece, UnitMark.LANDING), *marked(piece, UnitMark.LANDED))
