"""What a case can calculate about zones of the world board: plain data in, plain data out.

Decides how the answer is spelled. Leaves the rules to `zones` and `facilities`.
"""

from __future__ import annotations

from typing import Any, Final

from pbem.core.rules.position import position_of
from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.gw.cases.movement_calculations import position, world
from pbem.systems.gw.world.facilities import counts
from pbem.systems.gw.world.nations import home_of
from pbem.systems.gw.world.zones import (
    battlefield,
    facilities_facing,
    is_capital,
    is_fortified,
    listed,
    roundel_of,
    value_of_zone,
)


def zone_cards(given: Given) -> Answer:
    """What the map prints in some zones (0.9, 1.1, 1.3, 1.4); nothing for what is no zone."""
    game, state = world(given), position({"powers": {}, "holds": {}, **given})
    found: dict[str, Any] = {}
    for word in given["zones"]:
        zone = game.board.find(word).place
        found[word] = zone and {
            "nation": roundel_of(game.board, zone),
            "home": home_of(game.board, zone),
            "capital": is_capital(game.board, zone),
            "value": value_of_zone(game.board, zone),
            "facilities": counts(position_of(game, state), zone),
        }
    return found


def zone_ground(given: Given) -> Answer:
    """The ground of a battle in a zone that is attacked from others (1.7, 1.16, 1.22)."""
    field = battlefield(position_of(world(given), position(given)), given["zone"], given["from"])
    borders = {one.name: [*one.terrain, one.works] for one in field.borders}
    return {
        "terrain": field.terrain,
        "city": field.city,
        "surrounded": field.surrounded,
        "borders": borders,
    }


def zone_works(given: Given) -> Answer:
    """What works guard a zone against others, and whether one more may be built there (12.7)."""
    game, state = world(given), position(given)
    zone, origins = given["zone"], given["from"]
    here = position_of(game, state)
    field = battlefield(here, zone, origins)
    return {
        "all_round": field.works,
        "borders": {border.name: border.works for border in field.borders},
        "taken": [other for other in origins if is_fortified(here, zone, other)],
    }


def zone_harbours(given: Given) -> Answer:
    """Which undamaged facilities of a zone lie on some sea zones (12.6)."""
    game, state = world(given), position(given)
    zone, seas = given["zone"], given["seas"]
    return {
        "facing": {
            sea: list(facilities_facing(position_of(game, state), zone, sea)) for sea in seas
        }
    }


def board_facts(given: Given) -> Answer:
    """The zones of which the board says something, by what it says (1.1-1.4, 1.7)."""
    board, found = world(given).board, dict[str, list[str]]()
    for zone in sorted(board.neighbours):
        for value in listed(board, zone, given["fact"]):
            found.setdefault(value.lower(), []).append(zone)
    return found


def board_borders(given: Given) -> Answer:
    """The borders on which the board shows something, by what stands behind the colon (1.7)."""
    board, found = world(given).board, dict[str, list[str]]()
    for (zone, other), shown in sorted(board.borders.items()):
        for name, _, more in (feature.partition(":") for feature in shown):
            if name == given["feature"] and zone < other:
                found.setdefault(more or "both", []).append(f"{zone} {other}")
    return found


def board_neighbours(given: Given) -> Answer:
    """The zones beside each zone of a region or an ocean (1.1, 1.2)."""
    board = world(given).board
    of = given["of"]
    return {
        zone: sorted(board.neighbours[zone])
        for zone in board.neighbours
        if of in (board.fact(zone, "region"), board.fact(zone, "ocean"))
    }


ZONES: Final[Calculations] = {
    "board.facts": board_facts,
    "board.borders": board_borders,
    "board.neighbours": board_neighbours,
    "zone.cards": zone_cards,
    "zone.ground": zone_ground,
    "zone.works": zone_works,
    "zone.harbours": zone_harbours,
}
