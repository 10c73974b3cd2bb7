"""What ships carry, and between which ports (7.5, 8.3.3): words of orders of both kinds.

`{units: {6-7 MOT: 1}, from: London, embark: Southampton, ships: {Fleet: 1}, land: Calais,
to: "1432"}`; `base` is where the ships lie, if not where they load, `via` sea areas on the way.
Decides which ships carry what, and their way. Leaves how cargo goes over land to the orders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.book import Book
from pbem.core.rules.readings import Reading
from pbem.systems.tw.sea.missions import has_sailed, way_length
from pbem.systems.tw.sea.voyages import fetches, missions_alone, opens, way_by_sea, why_not
from pbem.systems.tw.sea.waters import RANGE, is_area, way_between
from pbem.systems.tw.supply.lines import NONE, lines_of, supply_of
from pbem.systems.tw.world.activity import is_active
from pbem.systems.tw.world.boxes import is_box
from pbem.systems.tw.world.hexes import is_port
from pbem.systems.tw.world.homes import is_shut_to
from pbem.systems.tw.world.naming import Check
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Kind, Piece

WORN: Final = 2  # Depleted units that one Fleet carries
PARTS: Final = 3


class ShipsElsewhere(Reading, id="TW-R-7.5-a"):
    """Whether ships may fetch cargo from a port where they do not lie."""

    FETCH = "fetch"
    THERE = "there"


class SupplyOfCargo(Reading, id="TW-R-12.7.3-a"):
    """When cargo needs supply: as it begins or as it ends its way, or as it begins."""

    EITHER = "either"
    BEGIN = "begin"


@dataclass(frozen=True, slots=True, kw_only=True)
class Voyage:
    """Ships with their cargo, from a base to the port where they load, and to that of landing."""

    base: str
    embark: str
    land: str
    ships: tuple[Piece, ...]
    loads: tuple[tuple[str, tuple[str, ...]], ...]
    outward: tuple[str, ...]
    way: tuple[str, ...]

    @property
    def laden(self) -> tuple[str, ...]:
        return tuple(ship for ship, cargo in self.loads if cargo)


def voyage_of(check: Check, cargo: Sequence[Piece], *, far: bool = False) -> Voyage | None:
    """The ships of an order, what each carries, and their way, which is `far` in strategic
    movement; None if something is wrong.
    """
    data = check.order.data
    embark = check.place(data.get("embark", data["from"]))
    land = check.place(data.get("land", data["to"]))
    base = check.place(data.get("base", embark)) if embark else ""
    if not check.ok:
        return None
    if far:
        _is_let_ashore(check, cargo, land)
    else:
        missions_alone(check, base, embark, land)
    if not check.ok:
        return None
    for word, place in (("embark", embark), ("land", land)):
        if not far or not is_box(place):
            _is_open(check, cargo[0].owner, place, word)
    if not check.ok:
        return None
    ships = check.pieces(base, data["ships"])
    for ship in ships:
        may_carry(check, ship)
    loads = _load(check, ships, cargo)
    ports = (base, embark, land)
    outward, way = _legs(check, ports, cargo[0].owner, far=far) if check.ok else ((), ())
    _has_supply(check, cargo, land)
    if not check.ok:
        return None
    return Voyage(
        base=base, embark=embark, land=land, ships=ships, loads=loads, outward=outward, way=way
    )


@implements("TW-8.7-2", "TW-8.8-1")
def _is_let_ashore(check: Check, cargo: Sequence[Piece], land: str) -> None:
    """In strategic movement: boxes let in whom they may, the Soviets nobody from the West."""
    if is_box(land):
        opens(check, cargo, land)
    if is_shut_to(check.position, cargo[0].owner, land):
        message = f"{check.label(land)} is closed to {check.title(cargo[0].owner)}"
        check.complain("shut", message, cite="8.7", about=land)


@implements("TW-7.5-2", "TW-7.7.4-1")
def _is_open(check: Check, power: str, place: str, word: str) -> None:
    """Ships load and land in friendly ports."""
    if not is_port(check.position, place):
        hint = f"name the port: `{word}: Calais`"
        check.complain("no-port", f"{check.label(place)} is no port", hint, "7.5", about=place)
    elif not check.position.is_friendly(power, place):
        message = f"{check.label(place)} is in enemy hands"
        check.complain("not-friendly", message, cite="7.5", about=place)


@implements("TW-7.5-5", "TW-7.10-1", "TW-7.0-2", "TW-4.0-1")
def may_carry(check: Check, ship: Piece) -> None:
    """Whole active Fleets that have not sailed, in supply, carry."""
    name, position = ship.counter.name, check.position
    lines = lines_of(position, ship.owner)
    supplied = ship.at in lines.full or ship.at in lines.suez
    hindrances = (
        ("no-fleet", ship.kind != Kind.FLEET, "carries nothing: Fleets do", "7.5"),
        ("depleted", ship.is_depleted, "is Depleted", "7.10"),
        ("not-active", not is_active(ship), "is not activated by a logistical effort", "4.0"),
        ("sailed", has_sailed(ship), "has sailed on its mission of this player turn", "7.0"),
        ("at-sea", is_area(ship.at), "is on patrol", "7.4"),
        ("cut-off", not supplied, "is out of supply", "12.6.3"),
    )
    check.first(hindrances, before=f"{name} in {check.label(ship.at)} ", about=name)


# --- loads ---------------------------------------------------------------------------------------


@implements("TW-7.5-1", "TW-8.3.3-2")
def _load(
    check: Check, ships: Sequence[Piece], cargo: Sequence[Piece]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What each ship carries."""
    loads = loads_of(check.position, cargo)
    if len(loads) > len(ships):
        message = f"{len(loads)} Fleets are needed, {len(ships)} are named"
        hint = "one carries a whole unit, its three pieces, or two Depleted units"
        check.complain("capacity", message, hint, "7.5", about="ships")
        return ()
    filled = dict(enumerate(loads))
    return tuple((ship.id, filled.get(number, ())) for number, ship in enumerate(ships))


@implements("TW-7.5-1", "TW-8.3.3-2", "TW-1.2b-2")
def loads_of(position: Position, cargo: Sequence[Piece]) -> list[tuple[str, ...]]:
    """Units as Fleets carry them, a Fleet each: one whole unit, pieces of one, or two Depleted."""
    found: list[list[Piece]] = []
    for piece in sorted(cargo, key=lambda one: (one.is_depleted, one.id)):
        with_others = next((load for load in found if _fits(position.book, load, piece)), None)
        if with_others is None:
            found.append([piece])
        else:
            with_others.append(piece)
    return [tuple(piece.id for piece in load) for load in found]


def _fits(book: Book, load: Sequence[Piece], piece: Piece) -> bool:
    """Whether a unit goes on the same Fleet with others; the Depleted come last."""
    if load[0].is_depleted:
        return len(load) < WORN
    together = Counter(one.unit.counter for one in (*load, piece))
    return not piece.is_depleted and any(together <= parts for parts in _wholes(book))


def _wholes(book: Book) -> list[Counter[str]]:
    """What whole units break down into."""
    said = (str(counter.ratings.get("pieces", "")) for counter in book.counters)
    return [Counter(parts.split()) for parts in said]


# --- ways ----------------------------------------------------------------------------------------


@implements("TW-7.2-1", "TW-7.5-1", "TW-7.3-1")
def _legs(
    check: Check, ports: tuple[str, str, str], power: str, *, far: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The areas to the cargo, and with it: twelve together at most, of those on the map."""
    base, embark, land = ports
    position = check.position
    if base != embark and position.reading(ShipsElsewhere) is ShipsElsewhere.THERE:
        message = f"ships in {check.label(base)} do not load in {check.label(embark)}"
        check.complain("elsewhere", message, cite="7.5", about=base)
    via = areas_named(check, check.order.data.get("via"))
    find = way_by_sea if far else way_between
    outward = find(position, power, (base, embark)) if base != embark else ()
    way = find(position, power, (embark, land), via)
    if base != embark:
        fetches(check, power, base, embark)
    message, hint = why_not(position, power, (embark, land), way) if way else ("", "")
    if message:
        check.complain("box", message, hint, "8.8", about=land)
    if not way or (base != embark and not outward):
        message = f"no way by sea leads from {check.label(base)} to {check.label(land)}"
        check.complain("no-way", message, "straits may be closed", "7.3", about=land)
    elif way_length(outward, way) > RANGE:
        message = f"{way_length(outward, way)} sea areas are too many"
        check.complain("too-far", message, f"{RANGE} at most", "7.2", about=land)
    return outward, way


def areas_named(check: Check, said: Any) -> tuple[str, ...]:
    """The sea areas of an order's way."""
    found = check.places(said)
    for place in found:
        if place and not is_area(place):
            check.complain(
                "no-area", f"{check.label(place)} is no sea area", cite="7.2", about=place
            )
    return found


@implements("TW-12.7.3-1", "TW-12.6.1-1")
def _has_supply(check: Check, cargo: Sequence[Piece], land: str) -> None:
    """Cargo begins or ends its way in supply."""
    position = check.position
    ends = lines_of(position, cargo[0].owner).reach(land)
    either = position.reading(SupplyOfCargo) is SupplyOfCargo.EITHER
    for piece in cargo:
        if supply_of(position, piece) == NONE and not (either and ends):
            name = piece.counter.name
            check.complain("cut-off", f"{name} is out of supply", cite="12.7.3", about=name)


__all__ = ["PARTS", "Voyage", "areas_named", "loads_of", "may_carry", "voyage_of"]
