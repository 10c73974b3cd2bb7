"""What cases may calculate of units and hexes in general: pools, elites, stores, straits, surprise.

Decides what a case writes and what it gets. Leaves whole stages to cases that adjudicate.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.flames.cases.situation import piece_of
from pbem.systems.flames.kits.oil import available, sources
from pbem.systems.flames.kits.stores.stock import GOODS, room_for
from pbem.systems.flames.world.commitments import satisfies
from pbem.systems.flames.world.control import entry_ban, foes, opponents
from pbem.systems.flames.world.elites import is_clear_on_skis, slips_through, traces_through_zones
from pbem.systems.flames.world.minor_units import why_at_home
from pbem.systems.flames.world.partisans import fights
from pbem.systems.flames.world.position import pool_of
from pbem.systems.flames.world.surprise import halving_sides, surprises
from pbem.systems.wif.cases.situation import situation
from pbem.systems.wif.world.alliances import kept_apart
from pbem.systems.wif.world.spheres import trespassed


def pools(given: Given) -> Answer:
    """A situation: where each unit goes that is destroyed."""
    return {piece.id: pool_of(piece) for piece in situation(given).on_map}


def elites(given: Given) -> Answer:
    """`of` hexes: through zones in which of them each unit slips, which are clear on its skis.

    Between them whether it traces supply through zones.
    """
    position, places = situation(given), given["of"]
    ground = position.ground
    return {
        piece.id: [
            [place for place in places if slips_through(ground, piece, place)],
            traces_through_zones(ground, piece),
            [place for place in places if is_clear_on_skis(ground, piece, place)],
        ]
        for piece in position.on_map
    }


def stores_of(given: Given) -> Answer:
    """`power`, `of` hexes: how much more of each goods they hold; its oil in order; its tenths."""
    position, power = situation(given), given["power"]
    return {
        "room": {
            place: [room_for(position, power, place, goods) for goods in GOODS]
            for place in given["of"]
        },
        "oil": sources(position, power),
        "tenths": available(position, power),
    }


def straits(given: Given) -> Answer:
    """`of` powers: the straits hexsides that each cannot use."""
    position = situation(given)
    return {
        power: sorted("-".join(pair) for pair in position.kits.closed_straits(position, power))
        for power in given["of"]
    }


def led(given: Given) -> Answer:
    """`groups` of units: whether the HQs among them can lead them abroad (18.2)."""
    position = situation(given)
    return {"led": [satisfies(position.pieces(*group)) for group in given["groups"]]}


def stays(given: Given) -> Answer:
    """`leaving` (minor, how many leave): why no unit more may, or nothing (19.4.3)."""
    position = situation(given)
    return {"why": [why_at_home(position, minor, many) for minor, many in given["leaving"]]}


def surprised(given: Given) -> Answer:
    """`pairs` (unit, power, perhaps a hex flown to): whether it surprises the power.

    `attacks` (unit, hex): which of some hexsides may halve it.
    """
    position = situation(given)
    sides = ("river", "canal", "straits", "fort")
    return {
        "surprises": [
            surprises(position, piece_of(position, unit), *rest) for unit, *rest in given["pairs"]
        ],
        "halved": [
            list(halving_sides(position, piece_of(position, unit), place, sides))
            for unit, place in given.get("attacks", [])
        ],
    }


def rivals(given: Given) -> Answer:
    """`of` powers: whom each opposes; `of_sides`: with whom any power of each is at war.

    `fights` (unit, power): whether it is at war with the power, as partisans are.
    """
    position = situation(given)
    return {
        "opponents": {power: list(opponents(position, power)) for power in given["of"]},
        "foes": {side: list(foes(position, side)) for side in given["of_sides"]},
        "fights": [
            fights(position, piece_of(position, unit), power) for unit, power in given["fights"]
        ],
    }


def entries_by_land(given: Given) -> Answer:
    """`movers`, `of` hexes: why land units of each may not enter, or nothing."""
    position = situation(given)
    return {
        power: {place: entry_ban(position, power, place) for place in given["of"]}
        for power in given["movers"]
    }


def terms_of_supply(given: Given) -> Answer:
    """`pairs` of powers: whether paths of the first keep apart from what the second controls."""
    position = situation(given)
    return {f"{one} - {two}": kept_apart(position, one, two) for one, two in given["pairs"]}


def trespassers(given: Given) -> Answer:
    """`partners` of the pact: whether each has entered where it bars it (19.5.3, 19.12)."""
    position = situation(given)
    return {partner: trespassed(position, partner, None) for partner in given["partners"]}


WORLD_CALCULATIONS: Final[Calculations] = {
    "world.pools": pools,
    "world.elites": elites,
    "world.stores": stores_of,
    "world.straits": straits,
    "world.led": led,
    "world.stays": stays,
    "world.surprise": surprised,
    "world.rivals": rivals,
    "world.entry": entries_by_land,
    "world.kept-apart": terms_of_supply,
    "world.trespassed": trespassers,
}
