"""What cases may calculate of units of places: where they go, what becomes of them in production.

Decides what a case writes and what it gets. Leaves whole steps to cases that adjudicate.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from pbem.core.record.events import Event, PlaceChanged, PowerChanged, UnitChanged, UnitMoved
from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.flames.kits.local_pools import changes_of
from pbem.systems.flames.land.steps import is_native, step_cost
from pbem.systems.flames.world.arrivals import (
    best_place,
    cities_for,
    coming_to,
    first_open,
    no_entry,
    open_places,
)
from pbem.systems.flames.world.local_units import without_city
from pbem.systems.flames.world.minor_units import abroad_ban
from pbem.systems.flames.world.partisans import leaves_home
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.wif.cases.situation import situation


def warlords_without_city(given: Given) -> Answer:
    """A situation: the warlords who leave the game, since their cities are lost."""
    return {"gone": [piece.id for piece in without_city(situation(given))]}


def places_of_locals(given: Given) -> Answer:
    """`of` (units), `to` (hexes): where each may go, come in, and whether it is in supply."""
    position = situation(given)
    return {
        piece.id: {
            "may go": [place for place in given["to"] if not leaves_home(position, piece, place)],
            "comes in": list(cities_for(position, piece)),
            "supplied": in_supply(position, piece),
        }
        for piece in position.pieces(*given["of"])
    }


def steps_of_locals(given: Given) -> Answer:
    """`of` (units), `through` (hexes in a row): what each pays for every step."""
    position = situation(given)
    steps = list(pairwise(given["through"]))
    return {
        piece.id: [
            step_cost(position.ground, piece, a, b, native=is_native(position, piece))
            for a, b in steps
        ]
        for piece in position.pieces(*given["of"])
    }


def locals_in_production(given: Given) -> Answer:
    """`as` (unit: class): where each unit is after production, and whose."""
    position = situation(given)
    found = {}
    for name, kind in given["as"].items():
        piece = position.pieces(name)[0]
        at, owner = piece.at, piece.owner
        for change in changes_of(position, kind, piece):
            if isinstance(change, UnitMoved):
                at = change.new
            if isinstance(change, UnitChanged) and change.what == "owner":
                owner = str(change.new)
        found[name] = [at, owner]
    return found


def changes_of_locals(given: Given) -> Answer:
    """`as` (unit: class): every change that production makes to each, what was and what is."""
    position = situation(given)
    return {
        name: [_in_words(change) for change in changes_of(position, kind, piece)]
        for name, kind in given["as"].items()
        for piece in position.pieces(name)
    }


def _in_words(change: Event) -> str:
    if isinstance(change, UnitMoved):
        return f"{change.old} > {change.new}"
    if isinstance(change, PowerChanged):
        return f"{change.power} {change.name} > {change.new}"
    return f"{change.what} > {change.new}" if isinstance(change, UnitChanged) else str(change)


def best_entries(given: Given) -> Answer:
    """`choices` (power and hexes): the hex of each in which a unit comes in if nobody says."""
    position = situation(given)
    return {"best": [best_place(position, hexes, power) for power, hexes in given["choices"]]}


def entries(given: Given) -> Answer:
    """`of` (units), `to` (hexes): the cities of each, where it may come in, why not elsewhere.

    `hint`: what is said of the last of these hexes; `marks`: the full city beside which it comes.
    """
    position, places = situation(given), given["to"]
    return {
        piece.id: {
            "cities": list(cities_for(position, piece)),
            "open": list(open_places(position, piece)),
            "first": list(first_open(position, piece, places)),
            "why": {place: first_open(position, piece, [place])[1] for place in places},
            "hint": no_entry(position, piece, places[-1], "").hint,
            "marks": {
                place: [change.place, change.new]
                for place in places
                for change in coming_to(position, piece, place)
                if isinstance(change, PlaceChanged)
            },
        }
        for piece in position.pieces(*given["of"])
    }


def leaving_home(given: Given) -> Answer:
    """`moves` (unit, hex): why each could not go abroad by itself, or nothing (19.4.3)."""
    position = situation(given)
    bans = {
        unit: abroad_ban(position, [(position.pieces(unit)[0], place)])
        for unit, place in given["moves"]
    }
    return {unit: ban.message if ban else "" for unit, ban in bans.items()}


LOCAL_CALCULATIONS: Final[Calculations] = {
    "local.places": places_of_locals,
    "local.without-city": warlords_without_city,
    "local.abroad": leaving_home,
    "arrivals.best": best_entries,
    "arrivals.open": entries,
    "local.steps": steps_of_locals,
    "local.changes": changes_of_locals,
    "local.production": locals_in_production,
}
