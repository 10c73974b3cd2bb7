"""Orders and standing lines that a form of Global War may show as examples: they fit its player.

Each function makes candidates from the position for one section, the likeliest first: his own units
and zones, enemies who are his. Decides what is worth showing. Leaves it to the checks of the
sections which of them are legal; the form shows no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from pbem.core.record.state import Unit, as_text
from pbem.core.rules.position import Position
from pbem.systems.gw.combat.battle_orders import attacked_zones
from pbem.systems.gw.economy.offers import building_zones, on_sale, spenders
from pbem.systems.gw.economy.research import technology_names
from pbem.systems.gw.economy.spending import BOX, on_chart
from pbem.systems.gw.world.move_orders import own_powers, ready_units
from pbem.systems.gw.world.nations import MAJOR_POWERS, at_war, controller_of, is_sea
from pbem.systems.gw.world.treaties import pacts
from pbem.systems.gw.world.units import UnitType, catalogue, type_of
from pbem.systems.gw.world.vocabulary import Marker, UnitMark

Orders = Iterator[Mapping[str, Any]]

MOST_GOALS: Final = 3  # that are tried for the units of a zone


def _own(position: Position) -> tuple[str, ...]:
    """The player's nations on turn, by name."""
    return tuple(sorted(own_powers(position, position.player)))


def _stacks(position: Position) -> Iterator[tuple[str, tuple[Unit, ...]]]:
    """The zones in which the player's units may move, the largest stacks first."""
    own = _own(position)
    zones = {u.at for u in position.units.values() if u.owner in own}
    found = [
        (zone, units)
        for zone in sorted(zones & set(position.board.places))
        if (units := ready_units(position, position.player, zone))
    ]
    yield from sorted(found, key=lambda one: (-sum(u.size for u in one[1]), one[0]))


def _some(position: Position, units: tuple[Unit, ...], *, most: int) -> dict[str, int]:
    """A few of some units, those of which there are most."""
    chosen = sorted(units, key=lambda unit: (-unit.size, unit.counter))[:2]
    return {unit.counter: min(unit.size, most) for unit in chosen}


def _moves(
    position: Position, fits: Callable[[UnitType], bool], goal: Callable[[str], bool], most: int
) -> Orders:
    """Moves of a few units of a zone to zones beside it."""
    label = position.label
    for zone, units in _stacks(position):
        moving = tuple(u for u in units if u.at == zone and fits(type_of(position.book, u)))
        goals = [other for other in position.board.neighbours[zone] if goal(other)]
        for other in goals[:MOST_GOALS] if moving else ():
            said = _some(position, moving, most=most)
            yield {"units": said, "from": label(zone), "to": label(other)}


def _land(kind: UnitType) -> bool:
    return kind.is_land


def _ship(kind: UnitType) -> bool:
    return kind.is_naval and not kind.is_transport


# --- the first half ------------------------------------------------------------------------------


def _pacts(position: Position) -> Orders:
    for does in ("sign", "withdraw", "nullify"):
        yield from ({does: pact.name} for pact in pacts(position.book))


def _declarations(position: Position) -> Orders:
    """War on whom one's zones touch, then on others of another Alliance."""
    own = _own(position)
    near = {
        position.controller(other)
        for zone, place in position.places.items()
        if place.controller in own
        for other in position.board.neighbours[zone]
    }
    for power in sorted(position.powers, key=lambda name: (name not in near, name)):
        yield from (
            {"by": position.title(one), "war_on": position.title(power)}
            for one in own
            if one != power
        )


def _diplomacy(position: Position) -> Orders:
    for power in sorted(position.powers):
        yield {"influence": position.title(power), "pay": 1}
        yield {"align": position.title(power)}


def _capitals(position: Position) -> Orders:
    for power in _own(position):
        for zone, place in position.places.items():
            if place.controller == power:
                yield {"to": position.label(zone), "nation": position.title(power)}


def _returns(position: Position) -> Orders:
    for zone in sorted(position.places):
        if position.places[zone].controller:
            yield {"ask": position.label(zone)}
            yield {"give_back": position.label(zone)}


def _repair(position: Position) -> Orders:
    label = position.label
    for zone in sorted(position.places):
        for name in Marker.DAMAGE.among(position.places[zone].markers):
            kind, _, border = name.partition(":")
            further = {"border": label(border)} if border else {}
            yield {"facility": kind, "at": label(zone), **further, "points": 1}
    for unit in position.units.values():
        if unit.marked(UnitMark.DAMAGED) and unit.at in position.board:
            ports = (zone for zone in position.board.neighbours[unit.at])
            for zone in ports:
                yield {"ship": unit.counter, "in": label(unit.at), "at": label(zone)}


def _research(position: Position) -> Orders:
    for power in spenders(position):
        for name in technology_names(position.book):
            yield {"roll": [name], "nation": position.title(power)}


def _purse(position: Position) -> Orders:
    yield {"give": 1}


def _production(position: Position) -> Orders:
    """What goes on in production; then something cheap that can be built, and works."""
    label = position.label
    for power in spenders(position):
        for unit in on_chart(position.state, power):
            if "-of-" in unit.at:
                yield {"advance": unit.counter, "nation": position.title(power)}
    for power in spenders(position):
        for kind in sorted(
            on_sale(position, power), key=lambda kind: (kind.id != "infantry", kind.id)
        ):
            zones = building_zones(position, power, kind) if kind.is_land else ()
            yield from ({"build": {kind.id: 1}, "at": label(zone)} for zone in zones[:1])
        for zone in sorted(z for z, p in position.places.items() if p.controller == power):
            yield {"facility": "air-base", "at": label(zone)}
            yield {"upgrade": "minor-port", "at": label(zone)}
            yield {"train": "militia", "at": label(zone)}


def _lend_lease(position: Position) -> Orders:
    for power in spenders(position):
        for other in sorted(position.powers):
            if other != power:
                yield {"nation": position.title(power), "to": position.title(other), "ipps": 1}
                yield {
                    "nation": position.title(power),
                    "to": position.title(other),
                    "unit": "infantry",
                }


def _permits(position: Position) -> Orders:
    own = _own(position)
    sides = {position.powers[power].side for power in own}
    for power in position.powers.values():
        if power.id not in own and power.side in sides:
            yield {"to": position.title(power.id), "what": "rail"}


def _truce(position: Position) -> Orders:
    for power in _own(position):
        yield from ({"of": position.title(power), "do": do} for do in ("agree", "break"))


def _combat_moves(position: Position) -> Orders:
    """Into zones of enemies first, then of others with whom there would be war."""
    own = _own(position)
    sides = {position.powers[power].side for power in own}

    def enemy(zone: str) -> bool:
        holder = position.holder(zone)
        units = (unit.owner for unit in position.state.at(zone))
        return any(at_war(position.state, power, one) for power in own for one in (holder, *units))

    def stranger(zone: str) -> bool:
        holder = position.powers.get(position.holder(zone))
        return holder is not None and holder.side not in sides

    yield from _moves(position, _land, enemy, most=4)
    yield from _moves(position, _ship, enemy, most=1)
    yield from _moves(position, _land, stranger, most=4)


def _battles(position: Position) -> Orders:
    for zone in attacked_zones(position):
        facts = "ships <= 1" if is_sea(position.board, zone) else "odds < 1-1"
        lose = {} if is_sea(position.board, zone) else {"lose": ["infantry", "artillery"]}
        yield {"at": position.label(zone), **lose, "retreat": ["round >= 3", facts]}


# --- the second half -----------------------------------------------------------------------------


def _regroup(position: Position) -> Orders:
    label = position.label
    spanish = [zone for zone in position.places if position.board.text(zone, "home") == "spain"]
    for unit in position.units.values():
        for zone in spanish if unit.at in spanish else ():
            yield {"units": {unit.counter: 1}, "from": label(unit.at), "to": label(zone)}


def _held(position: Position) -> Callable[[str], bool]:
    own = _own(position)
    return lambda zone: position.controller(zone) in own


def _rail_moves(position: Position) -> Orders:
    yield from _moves(position, _land, _held(position), most=1)


def _non_combat_moves(position: Position) -> Orders:
    held = _held(position)
    for order in _moves(position, _land, held, most=1):
        yield {**order, "if": f"{order['to']} = friendly"}
    yield from _moves(position, _ship, lambda zone: is_sea(position.board, zone), most=1)


def _strategic_naval_moves(position: Position) -> Orders:
    yield from _moves(
        position, lambda kind: kind.is_naval, lambda zone: is_sea(position.board, zone), most=1
    )


def _place(position: Position) -> Orders:
    for power in _own(position):
        for unit in on_chart(position.state, power):
            zone, sea = as_text(unit.mark(UnitMark.FOR)), as_text(unit.mark(UnitMark.SEA))
            if unit.at.endswith(f"/{BOX}") and zone:
                at = {"sea": position.label(sea)} if sea else {}
                yield {"units": {unit.counter: unit.size}, "at": position.label(zone), **at}


def _recruits(position: Position) -> Orders:
    for power in position.powers:
        if controller_of(position.state, power) in _own(position):
            zones = (zone for zone, place in position.places.items() if place.controller == power)
            yield from (
                {"of": position.title(power), "take": "militia", "at": position.label(zone)}
                for zone in sorted(zones)
            )


# --- standing lines ------------------------------------------------------------------------------


def _defence(position: Position) -> Orders:
    """The zone where most of one's land units stand, by the kinds that stand there."""
    own = {power.id for power in position.state.powers_of_player(position.player)}
    by_zone: dict[str, list[Unit]] = {}
    for unit in position.units.values():
        if unit.owner in own and unit.at in position.board and type_of(position.book, unit).is_land:
            by_zone.setdefault(unit.at, []).append(unit)
    for zone in sorted(by_zone, key=lambda at: (-sum(u.size for u in by_zone[at]), at))[:1]:
        kinds = dict.fromkeys(unit.counter for unit in by_zone[zone])
        cheap = sorted(kinds, key=lambda kind: (catalogue(position.book)[kind].cost, kind))
        yield {"at": position.label(zone), "lose": cheap[:3], "scramble": "all"}
    yield {"intercept": "all", "submarines": "decline", "patrols": "fight"}


def _attack(position: Position) -> Orders:
    yield {"if": "odds < 1-1", "retreat": "retreat"}
    yield {"lose": "take-zone"}


def _politics(position: Position) -> Orders:
    """War on a Major Power of another Alliance, and the pacts of the player's nations."""
    own = [power.id for power in position.state.powers_of_player(position.player)]
    sides = {position.powers[power].side for power in own}
    enemies = [
        power.id
        for power in position.powers.values()
        if power.id in MAJOR_POWERS and power.side not in sides
        and not any(at_war(position.state, one, power.id) for one in own)
    ]  # fmt: skip
    for power in enemies[:1]:
        yield {"declare_war": [position.title(power)], "if": "year >= 1942"}
    for pact in pacts(position.book):
        if set(pact.parties) & set(own):
            yield {"sign": [pact.name]}
    if "germany" in own:
        yield {"vichy": "create"}
    yield {"return_zone": "refuse"}


SUGGESTIONS: Final[Mapping[str, Callable[[Position], Orders]]] = {
    "pacts": _pacts,
    "declarations": _declarations,
    "diplomacy": _diplomacy,
    "capitals": _capitals,
    "returns": _returns,
    "repair": _repair,
    "research": _research,
    "purse": _purse,
    "production": _production,
    "lend_lease": _lend_lease,
    "permits": _permits,
    "truce": _truce,
    "combat_moves": _combat_moves,
    "battles": _battles,
    "regroup": _regroup,
    "rail_moves": _rail_moves,
    "non_combat_moves": _non_combat_moves,
    "strategic_naval_moves": _strategic_naval_moves,
    "place": _place,
    "recruits": _recruits,
    "in_battle": _attack,
    "attack": _attack,
    "defend": _defence,
    "politics": _politics,
}
