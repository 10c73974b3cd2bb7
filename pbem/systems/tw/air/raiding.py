"""Counter-air missions (11.5): `{at: 1531, fly: {3-3-2 FTR: 1}, from: Cologne}`.

They are flown before all other missions of a turn, against the aircraft of a hex. The attackers
come one by one, and the defender answers each at once. Decides who may be raided, and the rounds.
Leaves the throw of a round to `fighting`, flak to `flak`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.air.basing import is_aboard
from pbem.systems.tw.air.fighting import ROUNDS, air_round, goes_on, left_of, settle
from pbem.systems.tw.air.flak import fire_all
from pbem.systems.tw.air.orders import flyers, named_ways, take_off, told_ways
from pbem.systems.tw.air.skies import Skies
from pbem.systems.tw.air.support import commit, sent, still_flying, ways_of
from pbem.systems.tw.air.ways import Ways
from pbem.systems.tw.world.activity import allows
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import PowerName, UnitMark


@dataclass(frozen=True, slots=True)
class Raid:
    """Aircraft that raid the aircraft of a hex."""

    place: str
    power: str
    units: tuple[str, ...]
    ways: Ways = ()


def grounded_at(position: Position, power: str, place: str) -> tuple[Piece, ...]:
    """The aircraft of a power's enemies that are based in a hex, but for those on carriers."""
    hostile = (p for p in position.at(place) if p.is_air and position.at_war(power, p.owner))
    return tuple(piece for piece in hostile if not is_aboard(position, piece))


@implements("TW-11.5.1-1", "TW-4.4-3", "TW-18.1-2")
def check_raid(position: Position, order: Order) -> Ruling:
    """Aircraft fly against those of a hex."""
    check = Check(position, order)
    place = check.place(order.data["at"])
    rows = [order.data, *order.data.get("with", ())]
    ways = named_ways(check, rows, place) if place else ()
    wing = flyers(check, rows, place, UnitMark.RAIDS) if place else ()
    if not check.ok or not wing:
        return check.ruling("")
    power = wing[0].owner
    there = grounded_at(position, power, place)
    attack, defence = Skies(position, place, wing, there).factors
    if attack < defence and any(piece.owner == PowerName.FRANCE for piece in wing):
        check.complain("morale", "French aircraft raid nobody below 1:1", cite="18.1")
    if not there:
        message = f"no enemy aircraft are based in {check.label(place)}"
        check.complain("nobody", message, cite="11.5.1", about=place)
    if not allows(position, power, "attacks"):
        check.complain("effort", "the effort allows no attacks", cite="4.4")
    units = tuple(piece.id for piece in wing)
    reading = f"{told(wing)}: counter-air against {check.label(place)}{told_ways(position, ways)}"
    return check.ruling(reading, Raid(place, power, units, ways))


@implements("TW-11.5.1-1", "TW-11.5.1-3", "TW-3.11-1")
def raids(umpire: Umpire) -> None:
    """All counter-air missions, hex by hex."""
    by_hex: dict[str, list[Raid]] = {}
    for order, ruling in umpire.sound_orders(COUNTER_AIR.name):
        raid: Raid = ruling.plan
        umpire.done(order, ruling.reading)
        take_off(umpire, raid.units, raid.place, UnitMark.RAIDS)
        by_hex.setdefault(raid.place, []).append(raid)
    for place, found in by_hex.items():
        with umpire.step(place, at=place):
            units = tuple(unit for raid in found for unit in raid.units)
            ways = tuple(way for raid in found for way in raid.ways)
            _raid(umpire, Raid(place, found[0].power, units, ways))


@implements("TW-11.5.1-3", "TW-11.5.1-4", "TW-11.5.1-5", "TW-11.9-5", "TW-11.9-6")
def _raid(umpire: Umpire, raid: Raid) -> None:
    """The attackers come, are met or not, and fight up to three rounds, in the air or below."""
    wing = still_flying(umpire, raid.units, raid.place)
    if not wing:
        return
    skies = _gather(umpire, raid, wing)
    for number in range(1, ROUNDS + 1):
        with umpire.step(f"round-{number}"):
            skies, stays = _settle(umpire, raid, skies, number)
            if not stays:
                return
            if skies.contested:
                air_round(umpire, skies, raid.power, number)
            else:
                _bomb(umpire, raid, skies, number)
        skies = left_of(umpire, skies)


@implements("TW-11.5.1-5", "TW-11.9-6")
def _settle(umpire: Umpire, raid: Raid, skies: Skies, number: int) -> tuple[Skies, bool]:
    """Whether the attackers go on: where the defender leaves the air, below."""
    if number == 1:
        return skies, True
    if not skies.contested:
        return skies, goes_on(umpire, _below(umpire, raid, skies), number)
    skies, stays = settle(umpire, skies, number)
    return skies, stays or not skies.defenders


def _gather(umpire: Umpire, raid: Raid, wing: Sequence[Piece]) -> Skies:
    """The attackers one by one, each with those who come to meet it; then whoever helps."""
    position = umpire.position
    way = ways_of(position, wing, raid.place, raid.ways)
    skies = Skies(position, raid.place, (), (), way=way, raid=True)
    for piece in wing[:-1]:
        skies = replace(skies, attackers=(*skies.attackers, piece))
        with umpire.step(f"comes-{piece.id}"):
            came = sent(umpire, skies, raid.power)
        skies = replace(skies, position=umpire.position, defenders=(*skies.defenders, *came))
    skies = replace(skies, attackers=(*skies.attackers, wing[-1]))
    return commit(umpire, skies, raid.power)


def _below(umpire: Umpire, raid: Raid, skies: Skies) -> Skies:
    """The attackers over the aircraft that stand on the ground."""
    position = umpire.position
    targets = grounded_at(position, raid.power, raid.place)
    return replace(skies, position=position, defenders=targets, grounded=True)


@implements("TW-11.5.1-2", "TW-11.5.1-4", "TW-11.5.2-1")
def _bomb(umpire: Umpire, raid: Raid, skies: Skies, number: int) -> None:
    """All flak of the hex fires; who is left bombs the aircraft on the ground."""
    fire_all(umpire, raid.place, raid.power, skies.attackers)
    skies = _below(umpire, raid, left_of(umpire, skies))
    if skies.contested:
        air_round(umpire, skies, raid.power, number)


COUNTER_AIR: Final = Section(
    "counter_air", "Counter-air missions", "counter-air", "tw/counter_air", "11.5", check_raid
)
