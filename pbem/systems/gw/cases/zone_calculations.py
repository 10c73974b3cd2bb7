"""What a case can calculate about zones of the world board: plain data in, plain data out.

Decides how the answer is spelled. Leaves the rules to `zones` and `facilities`.
"""

from __future__ import annotations

from typing import Any, Final

from pbem.core.rules.position import position_of
from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.gw.cases.movement_calculations import position, world
from pbem.systems.gw.world.facilities import counts
from pbem.systems.gw.world.zones import (
    battlefield,
    facilities_facing,
    home_of,
    is_capital,
    is_fortified,
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
    here = game.at(state)
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


ZONES: Final[Calculations] = {
    "zone.cards": zone_cards,
    "zone.ground": zone_ground,
    "zone.works": zone_works,
    "zone.harbours": zone_harbours,
}
