"""NARFs that go by sea (8.3.3, 8.8.3, 14.8.2, 14.8.5): after units have moved strategically.

`{convoy: 20, to: Soviet Union, by: Britain, from: Scapa Flow, ships: {Fleet: 1}, land: Murmansk
Box}`. A Fleet carries 20 NARFs. American ones for the Soviet Union lie in Britain for a turn.
Decides where convoys begin and end, what they cost, and what the enemy takes of them. Leaves who
grants what to whom to `granting`, the way by Persia and what must be sent to rules that are not
played: TW-14.8.4-1, TW-14.8.2-8.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.reading.scene import Scene
from pbem.core.record.changes import set_mark, set_power
from pbem.core.record.events import Event
from pbem.core.record.state import Mark
from pbem.core.record.verdicts import PlaceId, PowerId, Verdict
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.economy.granting import EACH, is_of, is_within, may_grant
from pbem.systems.tw.move.points import WHOLE, use_points
from pbem.systems.tw.move.shifting import by_narfs
from pbem.systems.tw.sea.loading import areas_named, may_carry
from pbem.systems.tw.sea.missions import CONVOY, Mission
from pbem.systems.tw.sea.sailing import sail
from pbem.systems.tw.sea.shipping import are_fresh
from pbem.systems.tw.sea.voyages import is_overseas, way_by_sea, why_not
from pbem.systems.tw.sea.waters import RANGE
from pbem.systems.tw.supply.lines import is_closed
from pbem.systems.tw.world.activity import allows
from pbem.systems.tw.world.geography import BESIDE_MURMANSK, Box, Land, Sea
from pbem.systems.tw.world.hexes import is_port
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import PowerCount, PowerName, Side, UnitMark

HALF: Final = 2


class HalfOfAnOddLoad(Reading, id="TW-R-14.8.5-a"):
    """How many NARFs of an odd load a Depleted Fleet loses."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True, kw_only=True)
class Convoy:
    """NARFs on their way: whose, for whom, how many, where they land."""

    power: str
    to: str
    narfs: int
    land: str
    waits: bool  # in Britain, on the way to the Soviet Union
    source: PowerCount  # what they are taken from
    mission: Mission


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvoyVerdict(Verdict):
    """What has come of a convoy: the NARFs that have arrived, were lost and came back."""

    kind: ClassVar[str] = "convoy"
    cite: ClassVar[str] = "14.8"

    power: PowerId
    to: PowerId
    land: PlaceId
    came: int
    lost: int
    back: int

    @property
    def outcome(self) -> str:
        return "arrives" if self.came else "stopped"


def convoy_lines(verdict: ConvoyVerdict, scene: Scene) -> tuple[str, ...]:
    """The paragraph of a convoy."""
    ends = f"{scene.title(verdict.power)} to {scene.title(verdict.to)}"
    where = scene.place(verdict.land)
    told_back = f", {verdict.back} came back" if verdict.back else ""
    return (
        f"CONVOY from {ends}: {verdict.came} NARFs are in {where}",
        f"{verdict.lost} NARFs lost{told_back}",
    )


@implements("TW-8.0-1", "TW-14.8.2-3", "TW-14.8.2-4")
def check_convoy(position: Position, order: Order) -> Ruling:
    """A power sends NARFs over the sea to another."""
    check = Check(position, order)
    data, many = order.data, int(order.data["convoy"])
    power = check.own_power(data.get("by"), satellites=True)
    to = check.power(data["to"]) if power else ""
    origin, land = check.place(data["from"]), check.place(data["land"])
    ships = check.pieces(origin, data["ships"]) if check.ok else ()
    if not check.ok or not ships:
        return check.ruling("")
    may_grant(check, power, to)
    _carry(check, ships, many)
    if not allows(position, power, "shifts"):
        check.complain("effort", f"{check.title(power)} may not on a Pass", cite="4.5")
    waits = check.ok and _ends(check, (power, to), origin, land)
    way = _way(check, ships[0].owner, (origin, land)) if check.ok else ()
    source = _spend(check, (power, to), many, origin)
    points = WHOLE * (-(-many // EACH) + len(ships))
    use_points(check, power, points, overseas=is_overseas((origin, land)))
    names = tuple(ship.id for ship in ships)
    name = f"{order.player}-{order.number}"
    laden = names[: -(-many // EACH)]
    mission = Mission(
        name=name, kind=CONVOY, power=ships[0].owner, ships=names, base=origin, way=way, laden=laden
    )
    check.does(_sailed(check.position, names))
    areas = ", ".join(map(check.label, way))
    where = f"{check.label(origin)} > {check.label(land)} ({areas})"
    sent = f"{check.title(power)} sends {check.title(to)} {many} NARFs with {told(ships)}"
    convoy = Convoy(
        power=power, to=to, narfs=many, land=land, waits=waits, source=source, mission=mission
    )
    return check.ruling(f"{sent}, {where}", convoy)


@implements("TW-8.3.3-2")
def _carry(check: Check, ships: Sequence[Piece], many: int) -> None:
    """Whole Fleets that have done nothing yet, one for 20 NARFs."""
    for ship in ships:
        may_carry(check, ship)
    are_fresh(check, ships)
    if len(ships) * EACH < many:
        message = f"{-(-many // EACH)} Fleets are needed, {len(ships)} are named"
        check.complain("capacity", message, f"one carries {EACH} NARFs", "8.3.3", about="ships")


def _sailed(position: Position, ships: Sequence[str]) -> tuple[Event, ...]:
    """The ships are on their one mission."""
    mark = Mark(UnitMark.SAILED.until, CONVOY)
    units = (position.units[ship] for ship in ships)
    return tuple(e for unit in units for e in set_mark(unit, UnitMark.SAILED, mark))


@implements("TW-8.8.3-2", "TW-14.8.2-5")
def _ends(check: Check, powers: tuple[str, str], origin: str, land: str) -> bool:
    """Convoys lead from home to the home of the other, from America to the Soviet Union by Britain;
    whether these wait there.
    """
    position, (power, to) = check.position, powers
    by_britain = powers == (PowerName.UNITED_STATES, PowerName.SOVIET_UNION)
    starts = (*_home(position, power), *([Land.UNITED_KINGDOM] if by_britain else []))
    if origin not in starts and check.board.country(origin) not in starts:
        message = f"NARFs of {check.title(power)} do not lie in {check.label(origin)}"
        check.complain("origin", message, "they begin at home", "14.8", about="from")
    waits = by_britain and origin == Box.US
    _lands(check, power, to, land, waits=waits)
    return waits


@implements("TW-8.8.3-2", "TW-14.8.5-1", "TW-14.8.3-1")
def _lands(check: Check, power: str, to: str, land: str, *, waits: bool) -> None:
    """NARFs land in a friendly port of who gets them, for the Soviets in Murmansk or on the Black
    Sea; those that wait, in Britain.
    """
    position = check.position
    soviet = to == PowerName.SOVIET_UNION and not waits
    ends = (Land.UNITED_KINGDOM,) if waits else _home(position, to)
    known = land in ends or check.board.country(land) in ends
    good = _is_soviet_end(position, land) if soviet else known
    if not good or not is_port(position, land) or not position.is_friendly(power, land):
        where = "Britain" if waits else check.title(to)
        hint = "Murmansk Box, or a Soviet port on the Black Sea" if soviet else f"a port of {where}"
        message = f"no NARFs for {check.title(to)} land in {check.label(land)}"
        check.complain("land", message, hint, "8.8.3", about=land)
    elif land == Box.MURMANSK and murmansk_is_closed(position):
        check.complain("closed", f"{check.label(land)} is closed", cite="8.8.7", about=land)


def _home(position: Position, power: str) -> tuple[str, ...]:
    """The countries of the map, or the box, in which a power is at home."""
    return (Box.US,) if power == PowerName.UNITED_STATES else position.powers[power].home_countries


def _is_soviet_end(position: Position, land: str) -> bool:
    soviet = position.holder(land) == PowerName.SOVIET_UNION
    return land == Box.MURMANSK or (soviet and Sea.BLACK_SEA in position.board.seas(land))


@implements("TW-8.8.7-1", "TW-14.8.5-2")
def murmansk_is_closed(position: Position) -> bool:
    """Whether no NARFs come to Murmansk: both hexes beside it, or the Norwegian Sea, are in Axis
    hands.
    """
    holders = [position.holder(place) for place in BESIDE_MURMANSK]
    held = all(position.side_of(one) == Side.AXIS for one in holders)
    return held or is_closed(position, PowerName.SOVIET_UNION, Sea.NORWEGIAN_SEA)


@implements("TW-8.1.1-3", "TW-14.8.3-3")
def _way(check: Check, power: str, ports: tuple[str, str]) -> tuple[str, ...]:
    """Twelve sea areas at most, none of them under enemy control."""
    via = areas_named(check, check.order.data.get("via"))
    way = way_by_sea(check.position, power, ports, via)
    message, hint = why_not(check.position, power, ports, way) if way else ("", "")
    if message:
        check.complain("box", message, hint, "8.8", about=ports[1])
    elif not 0 < len(way) <= RANGE:
        ends = " to ".join(map(check.label, ports))
        check.complain("no-way", f"no way by sea leads from {ends}", cite="7.2", about=ports[1])
    for area in way:
        if is_closed(check.position, power, area):
            message = f"{check.label(area)} is under enemy control"
            check.complain("closed", message, "name another way: via", "8.1.1", about=area)
    return way


@implements("TW-14.8.2-5")
def _spend(check: Check, powers: tuple[str, str], many: int, origin: str) -> PowerCount:
    """The NARFs leave their power, or Britain, where those wait that came a turn ago: which."""
    (power, to), state = powers, check.state
    on = to == PowerName.SOVIET_UNION and power == PowerName.UNITED_STATES and origin != Box.US
    count = PowerCount.IN_BRITAIN if on else PowerCount.NARFS
    has = state.counter(power, count)
    free = has - state.counter(power, PowerCount.JUST_LANDED) if on else has
    if many > free:
        where = " in Britain since a turn ago" if on else ""
        message = f"{check.title(power)} has {free} NARFs{where}"
        check.complain("narfs", message, cite="14.8", about="convoy")
    if not on:
        is_within(check, power, to, many)
    check.does(set_power(check.state, power, "counter", count, has - many))
    return count


# --- in play -------------------------------------------------------------------------------------


@implements("TW-14.8.2-4", "TW-14.8.5-3", "TW-8.8.3-2")
def convoys(umpire: Umpire) -> None:
    """Convoys sail as strategic movement ends: who has the fewest NARFs sends first."""
    for player in by_narfs(umpire):
        for order, ruling in umpire.sound_orders(CONVOYS.name, partial(is_of, player)):
            umpire.apply(*ruling.events)
            _conduct(umpire, order, ruling)


def _conduct(umpire: Umpire, order: Order, ruling: Ruling) -> None:
    """One convoy: what comes through is the other's, or waits in Britain."""
    convoy: Convoy = ruling.plan
    through = sail(umpire, convoy.mission)
    whole, lost = _left(umpire.position, convoy)
    came = whole if through else 0
    back = convoy.narfs - lost - came
    for power, count, more in _books(convoy, came, back):
        has = umpire.state.counter(power, count)
        umpire.apply(*set_power(umpire.state, power, "counter", count, has + more))
    umpire.tell(
        ConvoyVerdict(
            convoy.land,
            power=convoy.power,
            to=convoy.to,
            land=convoy.land,
            came=came,
            lost=lost,
            back=back,
        )
    )
    if came:
        umpire.done(order, ruling.reading)
    else:
        umpire.fail(order, "the NARFs did not come through", "14.8")


def _books(convoy: Convoy, came: int, back: int) -> tuple[tuple[str, PowerCount, int], ...]:
    """To whose NARFs are added what has come and what has turned back."""
    returned = (convoy.power, convoy.source, back)
    if convoy.waits:
        counts = (PowerCount.IN_BRITAIN, PowerCount.JUST_LANDED)
        return (*((convoy.power, one, came) for one in counts), returned)
    return ((convoy.to, PowerCount.NARFS, came), returned)


@implements("TW-14.8.5-5")
def _left(position: Position, convoy: Convoy) -> tuple[int, int]:
    """The NARFs of whole Fleets, and those that are lost: all of a Fleet that is sunk, half of one
    that is Depleted, which carries the others home.
    """
    mission = convoy.mission
    afloat = {ship.id for ship in mission.pieces(position)}
    fit = {ship.id for ship in mission.fit(position)}
    whole = lost = 0
    left = convoy.narfs
    for ship in mission.laden:
        load = min(EACH, left)
        left -= load
        if ship in fit:
            whole += load
        else:
            lost += _half(position, load) if ship in afloat else load
    return whole, lost


def _half(position: Position, load: int) -> int:
    """Half of the NARFs of a Fleet: of an odd load the larger half, unless it is read otherwise."""
    whole, over = divmod(load, HALF)
    up = position.reading(HalfOfAnOddLoad) is HalfOfAnOddLoad.UP
    return whole + over if up else whole


CONVOYS: Final = Section("convoy", "NARFs by sea", "convoys", "tw/convoy", "14.8", check_convoy)
