"""What an attack means: it is a declaration of war, or falls under the Monroe Doctrine (5.7, 8.1).

A check of a combat move adds the war to what the move does; when the move is carried out, the war
is declared first, with all that follows. Leaves to its own chapter annexation, no war (0.9).
Decides whom a move attacks and which war that begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.reading.scene import Scene
from pbem.core.record.events import Event, PowerChanged
from pbem.core.record.state import State
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.position import Position
from pbem.core.rules.system import Ruling
from pbem.systems.gw.politics.alignment import attacked_now
from pbem.systems.gw.politics.declarations import (
    LEADER,
    Declaration,
    go_to_war,
    may_declare,
    penalty,
    war_events,
)
from pbem.systems.gw.politics.without_war import (
    enemies_without_war,
    entered,
    enters_without_war,
    under_doctrine,
    under_doctrine_now,
)
from pbem.systems.gw.world.halves import USA
from pbem.systems.gw.world.move_orders import Check
from pbem.systems.gw.world.nations import (
    COMMONWEALTH,
    at_war,
    defenders_beside,
    enemies_in,
    is_sea,
    one_power,
)
from pbem.systems.gw.world.vocabulary import Relation

Parts = Callable[[Order, Ruling], Iterable[Order]]


@implements("GW-8.1-3", "GW-5.5-2", "GW-2.3-2")
def attack(check: Check, power: str, on: str, zone: str) -> None:
    """Begin the war that an attack on a nation begins, unless the Monroe Doctrine covers it (8.1).

    Who may not declare war may not attack.
    """
    position = check.position
    if at_war(position.state, power, on):
        _within_doctrine(check, power, on, zone)
        check.does(attacked_now(position.state, on))
    elif not enters_without_war(check, power, zone):
        _begin_war(check, power, on, zone)


@implements("GW-0.5-7", "GW-8.1-3")
def attack_zone(check: Check, power: str, on: str, zone: str) -> None:
    """Attack a nation in a zone, and on land all who defend it there; at sea others stand by (0.5).

    A zone that may be entered without a war gives no leave to attack others who stand in it.
    """
    attack(check, power, on, zone)
    for other in () if is_sea(check.board, zone) else defenders_beside(check.state, on, zone):
        if at_war(check.state, power, other):
            _within_doctrine(check, power, other, zone)
        else:
            _begin_war(check, power, other, zone)


def _begin_war(check: Check, power: str, on: str, zone: str) -> None:
    """The war of an attack: under the doctrine none, else it must be allowed (8.1)."""
    position = check.position
    if under_doctrine(position, power, on, zone):
        check.does(enemies_without_war(position.state, power, on))
        return
    hint = f"its units defend {check.label(zone)}" if _stands_in(position.state, on, zone) else ""
    refused = may_declare(position, Declaration(power, on))
    check.findings += (replace(one, hint=one.hint or hint) for one in refused)
    if power in COMMONWEALTH and not _runs(position.state, check.order.player, LEADER):
        hint = "ask its player to declare it"
        message = f"only Great Britain takes the Commonwealth to war with {check.title(on)}"
        check.complain("may-not-declare", message, hint, "2.3", on)
    check.does(war_events(position, Declaration(power, on)))


def _stands_in(state: State, power: str, zone: str) -> bool:
    """Whether a nation has units in a zone of another."""
    holder = state.holder(zone)
    units = (unit.owner for unit in state.at(zone))
    return not one_power(power, holder) and any(one_power(power, owner) for owner in units)


def _runs(state: State, player: str, power: str) -> bool:
    return player in state.power(power).players


def attacked_in(state: State, power: str, zone: str) -> str:
    """Whom a nation attacks that moves into a land zone: its possessor, if he is no friend."""
    holder = state.holder(zone)
    if holder not in state.powers or one_power(power, holder):
        return ""
    friends = state.side_of(holder) == state.side_of(power) != "neutral"
    return "" if friends else holder


def only_under_doctrine(state: State, power: str, zone: str) -> str:
    """A nation with units in a sea zone, if only the Monroe Doctrine makes enemies there (5.7)."""
    foes = [unit.owner for unit in enemies_in(state, power, zone)]
    relations = state.powers[power].relations
    return foes[0] if foes and all(relations.get(foe) == Relation.MONROE for foe in foes) else ""


def reading_of(events: Iterable[Event], position: Position) -> str:
    """What the player is told of the wars that his move begins: `; declares war on Poland`."""
    parts = []
    for by, on in wars_begun(events):
        price = penalty(position, by, on)
        parts.append(
            f"; declares war on {position.title(on)}" + (f" ({price} IPPs)" if price else "")
        )
    for on in under_doctrine_now(events):
        parts.append(f"; attacks {position.title(on)} under the Monroe Doctrine, without a war")
    return "".join([*parts, *entered(position.book, events)])


def wars_begun(events: Iterable[Event]) -> tuple[tuple[str, str], ...]:
    """The wars that events begin, each party by its first nation: who declares, and on whom."""
    found: list[tuple[str, str]] = []
    for event in events:
        if (
            not isinstance(event, PowerChanged)
            or event.what != "relation"
            or event.new != Relation.WAR
        ):
            continue
        pair = (event.power, event.name)
        if not any(_of_one_war(pair, known) for known in found):
            found.append(pair)
    return tuple(found)


def _of_one_war(pair: tuple[str, str], known: tuple[str, str]) -> bool:
    (one, other), (by, on) = pair, known
    return (one_power(one, by) and one_power(other, on)) or (
        one_power(one, on) and one_power(other, by)
    )


@implements("GW-8.1-3", "GW-8.1-4", "GW-5.6-2", "GW-6.2-6")
def attack_moves(umpire: Umpire, section: str, parts: Parts) -> None:
    """Carry out combat moves in the order of the files; a war that one begins is declared first.

    `parts`: what is carried out of an order whose units are met on their way.
    """
    for order in umpire.orders(section):
        _attack_move(umpire, order, parts)


@dataclass(frozen=True, slots=True)
class MonroeVerdict(Judged):
    """An attack in the Americas has brought the United States to war."""

    kind: ClassVar[str] = "monroe"
    cite: ClassVar[str] = "5.7"

    nation: PowerId


def monroe_lines(verdict: MonroeVerdict, scene: Scene) -> Sequence[str]:
    """An American attack without a war."""
    foe = scene.title(verdict.outcome)
    return [
        f"Under the Monroe Doctrine (5.7) {scene.title(verdict.nation)} attacks "
        f"{foe} in the Americas. That is no war, and nobody's income rises."
    ]


def _attack_move(umpire: Umpire, order: Order, parts: Parts) -> None:
    ruling = umpire.check(order)
    wars = wars_begun(ruling.events) if ruling.ok else ()
    for by, on in wars:
        go_to_war(umpire, Declaration(by, on), ("units-attack",))
    if wars:
        umpire.take_effect()
        ruling = umpire.check(order)
    if ruling.ok:
        done = list(_carried_out(umpire, order, ruling, parts))
        umpire.done(order, "; ".join(done))
        for on in under_doctrine_now(ruling.events):
            umpire.tell(MonroeVerdict(at=None, result=on, nation=USA))
    else:
        umpire.reject(order, ruling.findings)


def _carried_out(umpire: Umpire, order: Order, ruling: Ruling, parts: Parts) -> Iterator[str]:
    """Carry out an order, or what is left of it where its units are met; what was done."""
    for part in parts(order, ruling):
        one = ruling if part is order else umpire.check(part)
        umpire.apply(*(one.events if one.ok else ()))
        yield one.reading if one.ok else one.findings[0].message


def _within_doctrine(check: Check, power: str, on: str, zone: str) -> None:
    """Where only the doctrine makes two nations enemies, it must cover the zone attacked."""
    doctrine = check.state.powers[power].relations.get(on) == Relation.MONROE
    if doctrine and not under_doctrine(check.position, power, on, zone):
        where = check.label(zone)
        enemy = check.title(on)
        message = f"the Monroe Doctrine does not reach to {where}, and there is no war with {enemy}"
        check.complain("may-not-declare", message, cite="5.7", about=zone)
