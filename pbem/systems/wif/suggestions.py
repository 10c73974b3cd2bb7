"""Orders and standing lines that a form of World in Flames may show: they fit its player.

Decides what is worth showing: his own counters, hexes beside them, enemies near. Leaves it to the
checks of the sections which of it is legal; the form shows no other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Final

from pbem.core.record.state import NEUTRAL
from pbem.systems.flames.economy.bombardment import places_to_bomb
from pbem.systems.flames.economy.building import cost_of, family_pools, type_of
from pbem.systems.flames.economy.evacuation import owner_of
from pbem.systems.flames.economy.foreign_units import BACK, TAKE
from pbem.systems.flames.economy.holdings import (
    BLUE,
    FACTORY,
    OIL,
    factories_at,
    is_held,
    own_resources,
    usable_factories,
)
from pbem.systems.flames.economy.orders_of_powers import own_majors
from pbem.systems.flames.economy.scrapping import scrappable, why_not_scrap
from pbem.systems.flames.economy.transport import rail_reach
from pbem.systems.flames.kits.dividing import SECONDS, in_pools
from pbem.systems.flames.kits.heavy.versions import version_of
from pbem.systems.flames.kits.isolated import is_isolated
from pbem.systems.flames.kits.stores.disbanding import why_not_disband
from pbem.systems.flames.kits.stores.stock import GOODS, stores
from pbem.systems.flames.kits.tracks.boxes import on_tracks
from pbem.systems.flames.kits.works.facilities import buildable, waiting
from pbem.systems.flames.kits.works.repairs import KINDS, repairable
from pbem.systems.flames.kits.works.wrecking import TARGETS, is_invaded, sappers, wreckable
from pbem.systems.flames.reports.suggestions import (
    OF_IMPULSES,
    Orders,
    air_units,
    enemy_hexes,
    land_units,
    own_units,
)
from pbem.systems.flames.turn.lending import WORDS, lends_back, why_not_lend
from pbem.systems.flames.turn.reinforcements import arriving
from pbem.systems.flames.world.arrivals import home_cities, open_places
from pbem.systems.flames.world.control import major_powers
from pbem.systems.flames.world.countries import countries_of
from pbem.systems.flames.world.foreign import twin_of
from pbem.systems.flames.world.named import plays
from pbem.systems.flames.world.position import FIELD_GUN, SUPPLY_UNIT, Piece, Position
from pbem.systems.flames.world.terrain import FORT, ROAD
from pbem.systems.flames.world.vocabulary import UnitMark, next_turn
from pbem.systems.wif.economy.soviet_trade import POINT, open_choices
from pbem.systems.wif.economy.soviet_trade import RESOURCE as TAKE_RESOURCE
from pbem.systems.wif.economy.ukraine_price import why_not_pay
from pbem.systems.wif.politics.alignment import why_not_align
from pbem.systems.wif.politics.claims import why_not_claim, why_not_enforce
from pbem.systems.wif.politics.declaring import why_not_declare
from pbem.systems.wif.politics.leave import friends_of, has_leave
from pbem.systems.wif.politics.liberation import heir_of_old, why_not_revert
from pbem.systems.wif.politics.minors import initial_units
from pbem.systems.wif.politics.pacts import why_no_pact, why_not_break
from pbem.systems.wif.politics.reserves import callable_reserves
from pbem.systems.wif.politics.surrender import why_not_surrender
from pbem.systems.wif.world.borderlands import CLAIMED
from pbem.systems.wif.world.vocabulary import FlagOf1939, PowerName


def _supply(position: Position) -> Orders:
    for hq in own_units(position, lambda piece: piece.is_hq):
        yield from ({"hq": hq.name, "units": [piece.name]} for piece in land_units(position))


def _supply_units(position: Position) -> Orders:
    hqs = own_units(position, lambda piece: piece.is_hq)
    for unit in own_units(position, lambda piece: piece.counter.is_a(SUPPLY_UNIT)):
        yield from ({"use": unit.name, "for": hq.name} for hq in hqs if hq.at == unit.at)


def _bombardments(position: Position) -> Orders:
    for plane in air_units(position):
        yield from ({"fly": [plane.name], "at": place} for place in places_to_bomb(position)[:8])


def _factories(position: Position) -> Orders:
    cities = [place for place in position.board.by_fact.get("city", {}) if place in position.places]
    for start in position.board.by_fact.get("factories", {}):
        if owner_of(position, start) and BLUE in factories_at(position, start):
            yield from ({"factory": start, "to": end} for end in cities if end != start)


def _set_up(position: Position) -> Orders:
    for power in position.state.powers.values():
        if power.flags.get(FlagOf1939.MAY_ALIGN) in own_majors(position):
            for unit in initial_units(position.state, power.id):
                piece = position.piece(unit)
                yield {"units": piece.name, "to": piece.unit.mark(UnitMark.SET_UP_AT)}


def _wars(position: Position) -> Orders:
    sides_first = sorted(position.powers, key=lambda one: position.side(one) == NEUTRAL)
    for power in own_majors(position):
        for target in sides_first:
            if target != power and not why_not_declare(position, power, target):
                yield [position.title(target)]


def _alignments(position: Position) -> Orders:
    for power in own_majors(position):
        for minor in position.powers:
            if not why_not_align(position, power, minor):
                yield [position.title(minor)]


def _ukraine(position: Position) -> Orders:
    able = (power for power in own_majors(position) if not why_not_pay(position, power))
    yield from ({"power": position.title(power)} for power in able)


def _claims(position: Position) -> Orders:
    if PowerName.USSR in own_majors(position):
        yield from ([position.title(one)] for one in CLAIMED if not why_not_claim(position, one))


def _enforced(position: Position) -> Orders:
    if PowerName.GERMANY in own_majors(position):
        able = (one for one in CLAIMED if not why_not_enforce(position, one))
        yield from ([position.title(one)] for one in able)


def _peace(position: Position) -> Orders:
    majors = [foe for foe in position.powers if position.major(foe) == foe]
    for power in own_majors(position):
        yield from ([position.title(foe)] for foe in majors if position.at_war(power, foe))


def _broken_pacts(position: Position) -> Orders:
    for power in own_majors(position):
        for partner in position.powers:
            if not why_not_break(position, power, partner):
                yield [position.title(partner)]


def _pacts(position: Position) -> Orders:
    for power in own_majors(position):
        for other in position.powers:
            if not why_no_pact(position, power, other):
                yield [position.title(other)]


def _reversions(position: Position) -> Orders:
    for place in position.places:
        if not why_not_revert(position, place, heir_of_old(position, place)):
            yield [place]


def _surrender(position: Position) -> Orders:
    for power in own_majors(position):
        if not why_not_surrender(position, power):
            yield [position.title(power)]


def _reserves(position: Position) -> Orders:
    able = callable_reserves(position)
    yield from ([piece.name] for piece in able if open_places(position, piece))


def _shares(position: Position) -> Orders:
    for power in own_majors(position):
        for country in countries_of(position, power)[1:]:
            yield {"from": position.title(country), "to": position.title(power)}
            yield {"to": position.title(country), "points": 1}


def _permits(position: Position) -> Orders:
    for power in own_majors(position):
        for friend in friends_of(position, power):
            if not has_leave(position, power, friend):
                yield {"let": position.title(friend), "power": position.title(power)}


def _lending(position: Position) -> Orders:
    for power in own_majors(position):
        for other in major_powers(position.state, position.side(power)):
            if not why_not_lend(position, power, other):
                to = position.title(other)
                kinds = (word for word in WORDS if not lends_back(position, power, other, word))
                yield from ({"to": to, word: 1} for word in kinds)


def _foreign(position: Position) -> Orders:
    for unit in position.units.values():
        piece = position.piece(unit)
        if twin_of(piece.counter):
            yield from ({way: piece.name} for way in (TAKE, BACK))


def _upgrades(position: Position) -> Orders:
    for power in own_majors(position):
        for piece in map(position.piece, position.units_of(power)):
            if version_of(position, piece):
                yield {"unit": piece.name}


def _trade(position: Position) -> Orders:
    called = position.called
    for minor in open_choices(position):
        yield from ({"minor": called(minor), "take": take} for take in (POINT, TAKE_RESOURCE))


def _routes(position: Position) -> Orders:
    for power in own_majors(position):
        for start in own_resources(position, power):
            reach = rail_reach(position, power, start)
            near = [end for end in usable_factories(position, power) if end in reach]
            yield from ({"from": position.label(start), "to": position.label(end)} for end in near)


def _break_downs(position: Position) -> Orders:
    for corps in land_units(position)[:12]:
        owners = (corps.owner, position.major(corps.owner))
        there = [piece for piece in in_pools(position, owners) if piece.is_division]
        same = [piece for piece in there if piece.kind == corps.kind]
        others = [piece for piece in there if piece.kind in SECONDS and piece not in same[:1]]
        for division in same[:2]:
            yield from ({"unit": corps.name, "into": [division.name, o.name]} for o in others[:3])


def _reforms(position: Position) -> Orders:
    divisions = [piece for piece in land_units(position) if piece.is_division]
    for one, two in combinations(divisions, 2):
        there = [p for p in in_pools(position, (one.owner,)) if p.kind in (one.kind, two.kind)]
        if one.at == two.at:
            yield from ({"divisions": [one.name, two.name], "into": p.name} for p in there[:6])


def _gun_strikes(position: Position) -> Orders:
    for gun in land_units(position):
        beside = set(position.board.neighbours[gun.at])
        if gun.kind == FIELD_GUN:
            yield from ({"guns": gun.name, "at": p} for p in enemy_hexes(position) if p in beside)


def _builds(position: Position) -> Orders:
    for power in own_majors(position):
        kinds = dict.fromkeys(
            (type_of(p.counter), cost_of(position, p.counter))
            for p in family_pools(position, power)
        )
        yield from ({"build": kind, "cost": cost} for kind, cost in kinds)


def _scrap(position: Position) -> Orders:
    own = [piece for power in own_majors(position) for piece in scrappable(position, power)]
    yield from ([piece.name] for piece in own if not why_not_scrap(position, piece))


def _repairs(position: Position) -> Orders:
    for power in own_majors(position) if position.options.destruction else ():
        for place in position.places:
            for kind in repairable(position, place) if is_held(position, power, place) else ():
                what = next(word for word, kinds in KINDS.items() if kind in kinds)
                yield {"repair": position.label(place), "what": what}


def _works(position: Position) -> Orders:
    for power in own_majors(position) if position.options.facilities else ():
        for kind in (FACTORY, OIL, FORT):
            yield from ({"works": kind} for _ in buildable(position, power, kind)[:1])
        yield from ({"works": ROAD, "at": at} for at in home_cities(position, power)[:1])


def _placing(position: Position) -> Orders:
    for power in own_majors(position):
        for name in waiting(position, power, next_turn(position.clock.turn)):
            kind = name.partition(".")[2].partition("-")[0]
            places = home_cities(position, power) if kind in (FACTORY, OIL) else ()
            yield from ({"place": kind, "at": position.label(at)} for at in places)


def _oil(position: Position) -> Orders:
    for power in own_majors(position) if position.options.oil else ():
        yield {"oil": position.title(power), "pay": "action"}


def _burning(position: Position) -> Orders:
    for power in own_majors(position):
        for goods in GOODS:
            for place, many in stores(position, power, goods).items():
                yield {"burn": position.label(place), goods: many}


def _goods(position: Position) -> Orders:
    for power in own_majors(position) if position.options.oil else ():
        if own_resources(position, power):
            yield {"goods": "oil", "do": "save", "count": 1}
    if position.options.saved_points:
        yield {"goods": "points", "do": "save"}


def _disband_aircraft(position: Position) -> Orders:
    yield from ([p.name] for p in air_units(position) if not why_not_disband(position, p))


def _wrecks(position: Position) -> Orders:
    if not (position.options.facilities or position.options.destruction):
        return
    for place in dict.fromkeys(piece.at for piece in position.on_map if plays(position, piece)):
        for kind in wreckable(position, place):
            what = next(word for word, kinds in TARGETS.items() if kind in kinds)
            if sappers(position, place) and is_invaded(position, place):
                yield {"wreck": position.label(place), "what": what}


def _reinforce(position: Position) -> Orders:
    turn = next_turn(position.clock.turn)
    for piece in arriving(position, turn):
        if plays(position, piece):
            yield from ({"units": piece.name, "to": at} for at in open_places(position, piece))


def _disband(position: Position) -> Orders:
    pieces = [p for p in position.on_map if plays(position, p)]
    yield from ([piece.name] for piece in pieces if is_isolated(position, piece))


def _offensive(position: Position) -> Orders:
    for hq in own_units(position, lambda piece: piece.is_hq):
        yield {"hq": hq.name, "action": "land"}
    yield {"more": {"land moves": 1}}


def _pilots(position: Position) -> Orders:
    yield from ({"train": 1}, {"train": 1, "soon": True}, {"retrain": 1})


def _air_reserve(position: Position) -> Orders:
    yield from ([piece.name] for piece in air_units(position))


def _abandoned(position: Position) -> Orders:
    yield from ([piece.name] for piece in _on_own_tracks(position))


def _rail_track(position: Position) -> Orders:
    for piece in _on_own_tracks(position):
        for city in home_cities(position, piece.owner):
            yield {"unit": piece.name, "to": position.label(city)}


def _construction(position: Position) -> Orders:
    for piece in _on_own_tracks(position):
        yield from ({"rush": piece.name}, {"continue": piece.name}, {"wait": piece.name})


def _on_own_tracks(position: Position) -> list[Piece]:
    return [p for p in on_tracks(position, position.powers) if plays(position, p)]


def _intelligence(_: Position) -> Orders:
    yield {"rolls": 1}


def _chits(position: Position) -> Orders:
    yield {"points": 5}


SUGGESTIONS: Final[Mapping[str, Callable[[Position], Orders]]] = {
    **OF_IMPULSES,
    "offensive": _offensive,
    "pilots": _pilots,
    "air_reserve": _air_reserve,
    "intelligence": _intelligence,
    "abandon": _abandoned,
    "rail_track": _rail_track,
    "construction": _construction,
    "chits": _chits,
    "supply_units": _supply_units,
    "emergency_supply": _supply,
    "strategic_bombardment": _bombardments,
    "bombard": _gun_strikes,
    "rail_factory": _factories,
    "set_up": _set_up,
    "break_pact": _broken_pacts,
    "declare_war": _wars,
    "claim": _claims,
    "ukraine": _ukraine,
    "align": _alignments,
    "call_out": _reserves,
    "permit": _permits,
    "peace": _peace,
    "enforce_peace": _enforced,
    "pact": _pacts,
    "revert": _reversions,
    "surrender": _surrender,
    "lend": _lending,
    "trade": _trade,
    "upgrade": _upgrades,
    "foreign": _foreign,
    "routes": _routes,
    "share": _shares,
    "scrap": _scrap,
    "repair": _repairs,
    "works": _works,
    "place_works": _placing,
    "oil": _oil,
    "burn": _burning,
    "goods": _goods,
    "disband_aircraft": _disband_aircraft,
    "build": _builds,
    "break_down": _break_downs,
    "reform": _reforms,
    "wreck": _wrecks,
    "reinforce": _reinforce,
    "disband": _disband,
}
