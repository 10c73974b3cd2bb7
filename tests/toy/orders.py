"""The order sections of the toy: what is legal, and the order read back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from pbem.core.choices.conditions import Condition, Fact, parse_conditions
from pbem.core.data.findings import Finding, error, has_errors, suggest, warning
from pbem.core.orders.orders import Order
from pbem.core.record.events import PowerChanged
from pbem.core.record.state import NEUTRAL, Unit
from pbem.core.rules.position import Position
from pbem.core.rules.system import Ruling
from toy.units import enemies, moved, named, side_units, strength


@dataclass(frozen=True, slots=True)
class March:
    """A legal march: who, how many, whither, and on what condition."""

    unit: str
    count: int | None
    old: str
    to: str
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Assault:
    """A legal part of an assault: the units that join it."""

    at: str
    units: tuple[str, ...]
    conditions: tuple[Condition, ...]


def check_levy(position: Position, order: Order) -> Ruling:
    """At most two chits a power, and no more than the bag holds (TOY-2)."""
    findings = []
    for power in position.state.powers_of_player(order.player):
        left = len(position.state.at(bag(power.id)))
        if order.data["draw"] > left:
            findings.append(error("empty-bag", f"the bag of {power.id} holds {left}", cite="2"))
    return Ruling(tuple(findings), f"draw {order.data['draw']} from each bag")


def bag(power: str) -> str:
    """The pool that a power's chits are drawn from."""
    return f"pool:{power}/bag"


def check_permit(position: Position, order: Order) -> Ruling:
    """Leave for an ally to march into one's homes in this impulse (TOY-4)."""
    guest = str(order.data["value"])
    own = position.state.powers_of_player(order.player)
    allies = [p.id for p in position.state.powers_of(own[0].side) if p not in own]
    if guest not in allies:
        problem = error("no-ally", f"'{guest}' is no ally of yours", hint=suggest(guest, allies))
        return Ruling((problem,))
    stamp = position.state.clock.impulse
    events = tuple(
        PowerChanged(host.id, "flag", f"permit-{guest}", host.flags.get(f"permit-{guest}"), stamp)
        for host in own
        if host.flags.get(f"permit-{guest}") != stamp
    )
    return Ruling((), f"{guest} may enter your homes", events)


def check_march(position: Position, order: Order) -> Ruling:
    """The first legal destination of `to`, then `else` (TOY-4)."""
    unit, findings = find_unit(position, order, str(order.data["unit"]))
    if unit is None:
        return Ruling(tuple(finding.at(order.spot("unit")) for finding in findings))
    findings += _may_move(position, order, unit)
    said = order.data["to"]
    places = [*(said if isinstance(said, list) else [said]), *_second(order)]
    tries = [_destination(position, unit, str(name)) for name in places]
    chosen, troubles = next((t for t in tries if not has_errors(t[1])), tries[0])
    findings += [finding.at(order.spot("to")) for finding in troubles]
    if has_errors(findings):
        return Ruling(tuple(findings))
    count = None if unit.count is None else order.data.get("count", unit.count)
    conditions = parse_conditions(order.data.get("if"))
    when = f", if {' and '.join(map(str, conditions))} when it marches" if conditions else ""
    part = unit if count is None else replace(unit, count=count)
    reading = f"{named(position.game, part)} {position.game.board.label(unit.at)} > "
    reading += position.game.board.label(chosen) + when
    plan = March(unit.id, count, unit.at, chosen, conditions)
    return Ruling(tuple(findings), reading, tuple(moved(unit, chosen, count)), plan)


def _second(order: Order) -> list[str]:
    return [order.data["else"]] if "else" in order.data else []


def find_unit(position: Position, order: Order, name: str) -> tuple[Unit | None, list[Finding]]:
    """The player's own unit that a name means: its id, or its printed name if that is clear."""
    own = {power.id for power in position.state.powers_of_player(order.player)}
    units = [unit for unit in position.state.units.values() if unit.owner in own]
    counters = {counter.id for counter in position.game.counters.find(name)}
    found = [u for u in units if u.id == name] or [
        u for u in units if u.counter in counters and u.at in position.game.board
    ]
    if len(found) == 1:
        return found[0], []
    if found:
        ids = ", ".join(sorted(unit.id for unit in found))
        return None, [error("ambiguous-unit", f"'{name}' may be {ids}", hint="write one of them")]
    hint = suggest(name, (unit.id for unit in units if unit.at in position.game.board))
    return None, [error("unknown-unit", f"you have no unit '{name}'", hint=hint)]


def _may_move(position: Position, order: Order, unit: Unit) -> list[Finding]:
    findings = []
    if position.state.side_of(unit.owner) != position.state.clock.side:
        findings.append(error("not-your-move", "it is the other side's impulse", cite="1"))
    if unit.at not in position.game.board:
        findings.append(error("off-board", f"{unit.id} is not on the board"))
    if unit.marked("moved"):
        findings.append(error("moved", f"{unit.id} has marched in this impulse", cite="4"))
    count = order.data.get("count")
    if count is not None and (unit.count is None or count > unit.count):
        findings.append(error("too-many", f"{unit.id} is {unit.size}, not {count}"))
    return findings


def _destination(position: Position, unit: Unit, name: str) -> tuple[str, list[Finding]]:
    """The area that a name means, and what forbids this unit to enter it."""
    found = position.game.board.find(name)
    if found.place is None:
        return "", [error("unknown-place", found.problem, hint=found.hint)]
    place = found.place
    if unit.at not in position.game.board or not position.game.board.adjacent(unit.at, place):
        near = ", ".join(position.game.board.neighbours.get(unit.at, ()))
        return place, [error("too-far", f"{place} does not touch {unit.at}", hint=near, cite="4")]
    known = position.state.places.get(place)
    if known and known.markers.get("bloody") == position.state.clock.impulse:
        return place, [error("bloody", f"there was a clash in {place} already", cite="4")]
    if side_units(position.state, place, NEUTRAL):
        return place, [error("neutral", f"neutrals stand in {place}", cite="4")]
    return place, _permission(position, unit, place)


def _permission(position: Position, unit: Unit, place: str) -> list[Finding]:
    """The home of another player's power needs a permit; before play it may still come.

    Not for a unit that is at home there, whomever it serves.
    """
    host = position.state.at_home(position.game.board.text(place, "home"))
    if host is None or host in (unit.owner, position.game.nationality(unit)):
        return []
    power, owner = position.state.powers[host], position.state.powers[unit.owner]
    if power.side != owner.side or {*power.players} & {*owner.players}:
        return []
    if power.flags.get(f"permit-{unit.owner}") == position.state.clock.impulse:
        return []
    make = error if position.in_play else warning
    return [make("no-permit", f"{place} needs the permit of {host}", cite="4")]


def march_facts(position: Position, side: str, units: tuple[Unit, ...], to: str) -> dict[str, Fact]:
    """What a condition of a march or an assault may ask: seen by the player who orders it."""
    theirs = sum(unit.size for unit in enemies(position.state, to, side))
    own = strength(position.game, units)
    facts: dict[str, Fact] = {"strength": own, "enemy units": theirs}
    return facts | ({"odds": Fraction(own, theirs)} if theirs else {})


def check_assault(position: Position, order: Order) -> Ruling:
    """Units that have not moved, next to a place that the enemy holds (TOY-7)."""
    found = position.game.board.find(str(order.data["at"]))
    if found.place is None:
        return Ruling((error("unknown-place", found.problem, hint=found.hint),))
    findings: list[Finding] = []
    units: list[Unit] = []
    for name in order.data["with"]:
        unit, troubles = find_unit(position, order, str(name))
        findings += troubles
        if unit is not None:
            units.append(unit)
            findings += _may_assault(position, unit, found.place)
    side = position.state.clock.side
    if not enemies(position.state, found.place, side):
        findings.append(error("no-enemy", f"there is no enemy in {found.place}", cite="7"))
    if has_errors(findings):
        return Ruling(tuple(findings))
    facts = march_facts(position, side, tuple(units), found.place)
    if isinstance(facts["odds"], Fraction) and facts["odds"] < Fraction(1, 2):
        findings.append(warning("poor-odds", "less than one against two", cite="7"))
    names = ", ".join(named(position.game, unit) for unit in units)
    reading = f"{names} assault {found.place} at {facts['odds']}"
    conditions = parse_conditions(order.data.get("if"))
    plan = Assault(found.place, tuple(unit.id for unit in units), conditions)
    return Ruling(tuple(findings), reading, (), plan)


def _may_assault(position: Position, unit: Unit, at: str) -> list[Finding]:
    findings = []
    if position.state.side_of(unit.owner) != position.state.clock.side:
        findings.append(error("not-your-move", "it is the other side's impulse", cite="1"))
    if unit.at not in position.game.board or not position.game.board.adjacent(unit.at, at):
        findings.append(error("too-far", f"{unit.id} is not next to {at}", cite="7"))
    if unit.marked("moved"):
        findings.append(error("moved", f"{unit.id} has marched in this impulse", cite="7"))
    return findings


def unit_claims(position: Position, order: Order) -> tuple[str, ...]:
    """A choice of the side that only one file may make: who leads the assault on a place."""
    return (f"lead {order.data['at']}",) if order.data.get("lead") else ()
