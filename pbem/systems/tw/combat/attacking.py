"""Attacks being announced (10.0 to 10.2): `{at: Sedan, with: [{units: all, from: 1630}]}`.

All attacks of an impulse are announced before the first is rolled. Decides which units may attack
which hex. Leaves what comes of it to `resolving`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from pbem.core.data.findings import Finding, warning
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark, set_power
from pbem.core.record.events import Event
from pbem.core.record.state import Mark
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.air.orders import homes_of, named_ways, supporters, told_ways
from pbem.systems.tw.battle.forces import why_not_together
from pbem.systems.tw.battle.odds import column_of, may_attack, ratio_of
from pbem.systems.tw.combat.forces import (
    Attack,
    Forces,
    forces_of,
    is_limited,
    level,
    modifiers_of,
)
from pbem.systems.tw.combat.western import french_morale
from pbem.systems.tw.move.marching import FIRST, SECOND
from pbem.systems.tw.world.activity import allows, effort_of, is_active
from pbem.systems.tw.world.hexes import crosses
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.ratings import FIRST as FIRST_RATE
from pbem.systems.tw.world.ratings import rating_of
from pbem.systems.tw.world.units import Kind, Piece, told_factors
from pbem.systems.tw.world.vocabulary import Effort, PowerCount, UnitMark
from pbem.systems.tw.world.weather import effect
from pbem.systems.tw.world.west import is_in_hostile_france

NOBODY: Final = "nobody"  # what is found where an attack has no object
WITH_ALLIES: Final = ("odds", "morale")  # what allies who join an attack may make good


class LimitedShare(Reading, id="TW-R-4.3-c"):
    """Which share of a mixed attack lets the shift of a Limited Effort count."""

    ANY = "any"
    HALF = "half"


@implements("TW-1.2a-18")
def check_attack(position: Position, order: Order, impulse: int) -> Ruling:
    """An attack on a hex: who attacks from where, at which odds."""
    check = Check(position, order)
    target = check.place(order.data["at"])
    pieces = tuple(_attackers(check, order.data["with"])) if target else ()
    check.each_once(pieces)
    if not check.ok or not pieces:
        return check.ruling("")
    for piece in pieces:
        _may_attack(check, piece, target, impulse)
    shift = bool(order.data.get("shift"))
    air = order.data.get("oas", ())
    homes, ways = homes_of(check, air, target), named_ways(check, air, target)
    wing = supporters(check, air, target)
    units, flyers = tuple(p.id for p in pieces), tuple(p.id for p in wing)
    advance, together = order.data.get("advance"), is_together(order)
    attack = Attack(
        place=target,
        units=units,
        impulse=impulse,
        shift=shift,
        advance=advance,
        wing=flyers,
        homes=homes,
        together=together,
        ways=ways,
    )
    if check.ok:
        _may_be(check, attack)
    if not check.ok:
        return Ruling(tuple(check.findings), plan=attack)
    reading = reading_of(forces_of(position, attack), wing)
    for piece in pieces:
        mark = Mark(UnitMark.ATTACKS.until, target)
        check.does(set_mark(piece.unit, UnitMark.ATTACKS, mark))
        unit, fought = check.state.units[piece.id], Mark(UnitMark.FOUGHT.until, impulse)
        check.does(set_mark(unit, UnitMark.FOUGHT, fought))
    ruling = check.ruling(reading, attack)
    check.does(lent(position, attack))
    return replace(ruling, after=check.state)


def _attackers(check: Check, said: Sequence[Any]) -> Iterator[Piece]:
    """The units that an order names, hex by hex."""
    for row in said:
        origin = check.place(row["from"])
        if origin:
            yield from check.pieces(origin, row["units"])


@implements(
    "TW-10.0-1", "TW-10.0-5", "TW-10.1.2-1", "TW-13.1-1", "TW-10.2.5-1", "TW-4.4-3", "TW-2.6-STA-1"
)
def _may_attack(check: Check, piece: Piece, target: str, impulse: int) -> None:
    """Whether a unit may attack a hex in an impulse."""
    name, label = piece.counter.name, check.label(target)
    found = _hindrances(check.position, piece, target, impulse)
    named = ((code, is_so, said.format(target=label), cite) for code, is_so, said, cite in found)
    check.first(named, before=f"{name} ", about=name)


def _hindrances(
    position: Position, piece: Piece, target: str, impulse: int
) -> Iterator[tuple[str, bool, str, str]]:
    """What may keep a unit from an attack: whether it does, and how it is told."""
    cut_off = piece.unit.marked(UnitMark.OUT_OF_SUPPLY)
    dropped = piece.unit.marked(UnitMark.DROPPED)
    landed = dropped or piece.unit.marked(UnitMark.LANDED)
    here = landed and piece.at == target
    beside = crosses(position.board, piece.at, target) and not _is_pinned(position, piece)
    yield "not-ground", not piece.is_ground, "is no ground unit", "10.0"
    yield "static", piece.kind == Kind.STA, "never attacks", "13.1"
    yield "twice", piece.unit.marked(UnitMark.ATTACKS), "attacks already in this impulse", "10.0"
    yield "not-beside", not (beside or here), "cannot attack {target} from where it is", "10.1.2"
    idle = not cut_off and not is_active(piece)
    yield "not-active", idle, "is not activated by a logistical effort", "4.0"
    barred = not cut_off and not allows(position, piece.owner, "attacks")
    yield "effort", barred, "has an effort that allows no attacks", "4.4"
    if impulse == SECOND:
        yield from _in_the_second_impulse(position, piece)


def _in_the_second_impulse(
    position: Position, piece: Piece
) -> Iterator[tuple[str, bool, str, str]]:
    """What may keep a unit from an attack in the second impulse."""
    dropped = piece.unit.marked(UnitMark.DROPPED)
    fights = piece.exploits or (dropped and _drops_to_fight(position, piece))
    yield "impulse", not fights, "does not fight in the second impulse", "9.2"
    slow = not allows(position, piece.owner, "second-impulse")
    yield "second", slow, "has no second impulse with its effort", "4.3"
    late = piece.unit.marked(UnitMark.HELD_BACK)
    yield "late", late, "has landed behind a first wave without ARM", "7.7.1"
    hostile = is_in_hostile_france(position, piece)
    yield "hostile", hostile, "has no second impulse in a hostile France", "18.5.7"
    weather = not effect(position, piece.owner, piece.at, "second")
    yield "weather", weather, "has no second impulse in this weather", "26"


def _is_pinned(position: Position, piece: Piece) -> bool:
    """Whether a unit has dropped onto enemies, whom alone it attacks."""
    return bool(position.enemy_ground(piece.owner, piece.at))


@implements("TW-10.2.5-1")
def _drops_to_fight(position: Position, piece: Piece) -> bool:
    """Whether parachutists attack in the second impulse: First-Rate ones who dropped in it."""
    now_ = piece.unit.marks[UnitMark.DROPPED].value == SECOND
    return now_ and rating_of(position, piece) == FIRST_RATE


@implements("TW-10.0-4")
def _may_be(check: Check, attack: Attack) -> None:
    """Enemies in the hex, attacked but once, by a force that may attack them."""
    position, label = check.position, check.label(attack.place)
    forces = forces_of(position, attack)
    if not forces.defenders and not forces.city_alone:
        check.complain(NOBODY, f"no enemy ground unit is in {label}", "move into it", "10.1")
        return
    if any(unit.marked(UnitMark.ATTACKS) for unit in _attacking(position, attack.place)):
        message = f"{label} is attacked already in this impulse"
        check.complain("once", message, "name all attackers in one order", "10.0")
    alone = Check(position, check.order)
    may_fight(alone, attack)
    for finding in alone.findings:
        weak = attack.together and finding.code in WITH_ALLIES
        check.findings.append(_only_with_allies(finding) if weak else finding)


@implements("TW-10.0-3", "TW-10.1.2-1", "TW-4.3-5")
def may_fight(check: Check, attack: Attack) -> None:
    """A force at war with all whom it attacks, at odds of 1:4 or better."""
    position = check.position
    forces = forces_of(position, attack)
    flyers = [position.piece(position.units[unit]) for unit in attack.wing]
    apart = why_not_together(position, (*forces.attackers, *flyers), attack.place)
    if apart:
        check.complain("not-at-war", apart, "attack hexes of common foes", "10.1.2")
        return
    plain, _ = level(forces)
    if not may_attack(plain):
        message = f"the odds against {check.label(attack.place)} are {ratio_of(plain)}"
        check.complain("odds", message, "an attack needs 1:4", "10.0", about=attack.place)
    french_morale(check, (forces.attackers, flyers), attack.place, plain)
    if attack.shift:
        _may_shift(check, forces)


def _only_with_allies(finding: Finding) -> Finding:
    """What keeps a force from an attack by itself, told to one that waits for allies."""
    words, hint = f"alone it is not made: {finding.message}", "allies attack the hex too, together"
    return warning(finding.code, words, hint=hint, cite=finding.cite)


def _attacking(position: Position, place: str) -> Iterator[Any]:
    """The units that attack a hex in this impulse."""
    for unit in position.units.values():
        mark = unit.marks.get(UnitMark.ATTACKS)
        if mark is not None and mark.value == place:
            yield unit


def _may_shift(check: Check, forces: Forces) -> None:
    """Whether an attack may have the shift of a Limited Effort: one a player turn; by another
    reading where powers that make one bring half of the factors.
    """
    if not any(_limited(check.position, forces.attackers)):
        check.complain("shift", "only an LLE gives the shift", cite="4.3", about="shift")
    elif check.reading(LimitedShare) is LimitedShare.HALF and not is_limited(forces):
        message = "powers with an LLE bring less than half of the factors"
        check.complain("shift", message, cite="4.3", about="shift")
    elif not _lender(check.position, forces.attackers):
        check.complain("shift", "the shift of the LLE is used", cite="4.3", about="shift")


def _limited(position: Position, pieces: Iterable[Piece]) -> Iterator[str]:
    """The powers with a Limited Effort whose units attack, in whatever order they are named."""
    powers = dict.fromkeys(position.patron(piece.owner) for piece in pieces)
    return (one for one in sorted(powers) if effort_of(position, one) is Effort.LLE)


def _lender(position: Position, pieces: Iterable[Piece]) -> str:
    """The power whose Limited Effort shifts an attack; nobody where all have used theirs."""
    counter, shift = position.state.counter, PowerCount.LLE_SHIFT
    return next((one for one in _limited(position, pieces) if not counter(one, shift)), "")


@implements("TW-4.3-5")
def lent(position: Position, attack: Attack) -> Iterator[Event]:
    """The shift of a Limited Effort is used, if an attack asks for it."""
    pieces = [position.piece(position.units[unit]) for unit in attack.units]
    power = _lender(position, pieces) if attack.shift else ""
    if power:
        yield from set_power(position.state, power, "counter", PowerCount.LLE_SHIFT, 1)


def reading_of(forces: Forces, wing: Sequence[Piece] = ()) -> str:
    """The receipt: who attacks what, at which odds and with which modifier."""
    plain, shifted = level(forces)
    modifier = sum(one.value for one in modifiers_of(forces))
    column = column_of(shifted)
    attack, defence = told_factors(forces.attack_factors), told_factors(forces.defence_factors)
    odds = f"{attack} to {defence}, {ratio_of(plain)}"
    read = f", column {column}" if ratio_of(plain) != column else ""
    die = f", die {modifier:+d}" if modifier else ""
    label = forces.position.label(forces.attack.place)
    by = told_ways(forces.position, forces.attack.ways)
    fly = f"; in support {told(wing)}{by}" if wing else ""
    allies = ", together with allies" if forces.attack.together else ""
    return f"attack {label} with {told(forces.attackers)}{allies}: {odds}{read}{die}{fly}"


def target_of(position: Position, order: Order) -> str:
    """The hex that an order attacks."""
    return Check(position, order).place(order.data["at"])


def claims(position: Position, order: Order) -> tuple[str, ...]:
    """The hex that is attacked: one order names all of a player's who attack it."""
    return (f"attack on {target_of(position, order)}",)


def is_together(order: Order) -> bool:
    """Whether a player attacks with what allies send against the hex."""
    return bool(order.data.get("together"))


def _section(name: str, title: str, step: str, impulse: int) -> Section[Position]:
    check = partial(check_attack, impulse=impulse)
    return Section(name, title, step, f"tw/{name}", "10", check, claims, shares=is_together)


ATTACKS: Final = _section("attacks", "Attacks of the first impulse", "combat", FIRST)
SECOND_ATTACKS: Final = _section(
    "second_attacks", "Attacks of the second impulse", "second-combat", SECOND
)
