"""What cases may calculate of bombardments, air transport and air supply.

Decides what a case writes and what it gets. Leaves the rules to the modules that it calls.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.flames.cases.situation import piece_of
from pbem.systems.flames.economy.bombardment import die_modifiers, factors, losses
from pbem.systems.flames.land.air_supply import points_of
from pbem.systems.flames.land.air_transport import can_carry, is_heavy
from pbem.systems.wif.cases.situation import situation


def modifiers_of_raids(given: Given) -> Answer:
    """`raids` (`opposed`, `night`, `high`): what is added to the die of each."""
    said = ("opposed", "night", "high")
    raids = given["raids"]
    return {"modifiers": [die_modifiers(*(raid.get(key, False) for key in said)) for raid in raids]}


def factors_of_raids(given: Given) -> Answer:
    """`raids` (`bombers`, `weather`, `night`, `extended`): the factors that count of each."""
    found = [
        factors(
            ((rating, raid.get("extended", False)) for rating in raid["bombers"]),
            raid["weather"],
            raid.get("night", False),
        )
        for raid in given["raids"]
    ]
    return {"factors": found}


def losses_of_results(given: Given) -> Answer:
    """`results` (result, points that the hex could make, oil there): points and oil lost."""
    return {"lost": [list(losses(*row)) for row in given["results"]]}


def points_of_supply(given: Given) -> Answer:
    """`hex`: the reorganisation points that each aircraft would bring there."""
    position = situation(given)
    pieces = [piece for piece in position.on_map if piece.is_air]
    return {"points": {p.name: points_of(position, p, given["hex"]) for p in pieces}}


def loads_of_transports(given: Given) -> Answer:
    """`loads` (lists of units): which the `carrier` can carry, and which are heavy."""
    position = situation(given)
    carrier, kits = piece_of(position, given["carrier"]), position.kits
    found = [position.pieces(*names) for names in given["loads"]]
    return {
        "can": [can_carry(carrier, load, kits) for load in found],
        "heavy": [is_heavy(load, kits) for load in found],
    }


AIR_CALCULATIONS: Final[Calculations] = {
    "bombardment.die": modifiers_of_raids,
    "bombardment.factors": factors_of_raids,
    "bombardment.losses": losses_of_results,
    "air-supply.points": points_of_supply,
    "air-transport.loads": loads_of_transports,
}
