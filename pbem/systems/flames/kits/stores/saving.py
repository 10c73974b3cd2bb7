"""Oil and build points that are saved (13.6.9, options 30 and 31).

`{goods: oil, do: save, count: 3}` keeps oil from the factories, `{goods: points, do: save, to:
[Moscow]}` says where goods are stored, `{goods: oil, do: use, from: Baku}` gives saved oil to
factories, `{goods: oil, do: move, from: Baku, to: Stalingrad}` moves it. What nobody uses is saved
by itself, in the capital first. Decides how much is saved and where it can go. Leaves the room in
a hex to `stores`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.reading.scene import Scene
from pbem.core.record.events import Event
from pbem.core.record.verdicts import PlaceId, Verdict
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.flow import Load
from pbem.systems.flames.economy.gifts import goods_of, reached
from pbem.systems.flames.economy.holdings import is_held, usable_factories
from pbem.systems.flames.economy.orders_of_powers import POWER, country_for
from pbem.systems.flames.economy.own_points import kept_oil, used_oil, user_of
from pbem.systems.flames.economy.transport import rail_reach
from pbem.systems.flames.kits.oil import fuel
from pbem.systems.flames.kits.stores.stock import (
    OIL,
    POINTS,
    changed,
    room_for,
    saved_points,
    stores,
)
from pbem.systems.flames.world.countries import (
    CountryId,
    countries_of,
    country_at,
    counts,
    power_over,
    set_count,
)
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.named import places_in
from pbem.systems.flames.world.position import Position, Umpire
from pbem.systems.flames.world.vocabulary import PowerCount

CITE: Final = "13.6.9"
SAVE: Final = "save"
USE: Final = "use"
MOVE: Final = "move"
OPTIONS: Final = {OIL: ("30", "oil"), POINTS: ("31", "saved_points")}
NEUTRAL_OIL: Final = 1  # what a neutral power adds to its saved oil in a turn


@dataclass(frozen=True, slots=True)
class Stored:
    """So much of some goods that is saved in a hex now."""

    at: PlaceId
    count: int


@dataclass(frozen=True, slots=True)
class SavedVerdict(Verdict):
    """What a power has saved of oil or build points, and what it has lost for want of room."""

    kind: ClassVar[str] = "saved"
    cite: ClassVar[str] = "13.6.9"

    power: CountryId
    goods: str
    stored: tuple[Stored, ...]
    lost: int = 0

    @property
    def outcome(self) -> str:
        return "saved" if self.stored else "lost"


def saved_lines(verdict: SavedVerdict, scene: Scene) -> Sequence[str]:
    """What is saved where."""
    rows = [f"{row.count} in {scene.place(row.at)}" for row in verdict.stored]
    rows += [f"{verdict.lost} lost"] if verdict.lost else []
    goods = "oil" if verdict.goods == "oil" else "build points"
    return [f"SAVED {scene.title(verdict.power)} ({verdict.cite})  {goods}: {', '.join(rows)}"]


# --- the order -----------------------------------------------------------------------------------


@implements("WIF-13.6.9-2", "WIF-13.6.9-4")
def check_goods(position: Position, order: Order) -> Ruling:
    """Whether goods can be saved, used or moved so (13.6.9)."""
    power, findings = country_for(position, order)
    goods, way = str(order.data["goods"]), str(order.data["do"])
    starts, troubles = places_in(position, order, "from")
    ends, more = places_in(position, order, "to")
    number, switch = OPTIONS[goods]
    findings += [*troubles, *more]
    if not findings:
        power = _whose(position, order, power, starts)
    if not getattr(position.options, switch):
        message = f"saved {goods} are option {number}, not played"
        findings = [error("option", message, cite=CITE, about="goods")]
    if findings:
        return Ruling(tuple(findings))
    checks = {SAVE: _saved, USE: _used, MOVE: _moved}
    return checks[way](position, power, order, (starts, ends))


def _whose(position: Position, order: Order, power: str, starts: Sequence[str]) -> str:
    """Whose goods an order means: oil is a major power's; points are of the hex that it names."""
    lord = power_over(position, power)
    if order.data["goods"] == OIL:
        return lord
    here = country_at(position, starts[0]) if starts and POWER not in order.data else power
    return here if here in countries_of(position, lord) else power


_Ends = tuple[tuple[str, ...], tuple[str, ...]]


def _saved(position: Position, power: str, order: Order, ends: _Ends) -> Ruling:
    """Oil that no factory shall use, and where goods are stored."""
    called = position.called
    goods, count = str(order.data["goods"]), int(order.data.get("count", 0))
    places = _unused_oil(position, power, ends[0])
    if goods == OIL and count > sum(places.values()):
        message = f"{called(power)} has {sum(places.values())} oil to save there, not {count}"
        return Ruling((error("too-many", message, cite=CITE, about="count"),))
    more = {PowerCount.STORE_AT.of(goods, at): rank for rank, at in enumerate(ends[1], 1)}
    kept = _first(places, count) if goods == OIL else {}
    known = kept_oil(position, power)
    more |= {PowerCount.KEPT_OIL.of(at): known.get(at, 0) + n for at, n in kept.items()}
    where = ", ".join(map(position.label, ends[1])) or "where there is room"
    told = f"{sum(kept.values()) or ''} {goods} saved: {where}".strip()
    return Ruling((), told, tuple(_counted(position, power, more)))


def _counted(position: Position, power: str, more: Mapping[str, int]) -> Iterator[Event]:
    for word, many in more.items():
        yield from set_count(position, power, word, many)


def _unused_oil(position: Position, power: str, places: Iterable[str]) -> dict[str, int]:
    """The oil of a power, in some hexes or all, that is not kept from the factories yet."""
    kept, wanted = kept_oil(position, power), set(places)
    found = goods_of(position, power).items()
    oil = {place: store.oil - kept.get(place, 0) for place, store in found if store.oil}
    return {place: many for place, many in oil.items() if place in wanted or not wanted}


def _used(position: Position, power: str, order: Order, ends: _Ends) -> Ruling:
    """Saved oil goes to factories like any other; saved points are spent without an order."""
    count = int(order.data.get("count", 1))
    findings = [*_no_stock(position, power, ends, (str(order.data["goods"]), count))]
    if order.data["goods"] == POINTS:
        message = "saved build points are spent like others, without an order"
        findings = [error("no-need", message, cite=CITE, about="goods")]
    if findings:
        return Ruling(tuple(findings))
    place = ends[0][0]
    word = PowerCount.USED_OIL.of(place)
    total = position.state.counter(power, word) + count
    events = set_count(position, power, word, total)
    return Ruling((), f"{count} saved oil of {position.label(place)} to factories", events)


def _moved(position: Position, power: str, order: Order, ends: _Ends) -> Ruling:
    """Saved goods go by rail to a city or port (13.6.9)."""
    goods, count = str(order.data["goods"]), int(order.data.get("count", 1))
    findings = [*_no_stock(position, power, ends, (str(order.data["goods"]), count))]
    findings = findings or [*_no_way(position, power, ends, (goods, count))]
    if findings:
        return Ruling(tuple(findings))
    start, end = ends[0][0], ends[1][0]
    events = (*changed(position, start, goods, -count), *changed(position, end, goods, count))
    words = f"{count} saved {goods} from {position.label(start)} to {position.label(end)}"
    return Ruling((), words, events)


def _no_stock(
    position: Position, power: str, ends: _Ends, wanted: tuple[str, int]
) -> Iterator[Finding]:
    called = position.called
    if not ends[0]:
        yield error("no-place", "say from where", hint="from: Baku", cite=CITE, about="goods")
        return
    place, (goods, count) = ends[0][0], wanted
    used = used_oil(position, power).get(place, 0) if goods == OIL else 0
    there = _saved_by(position, power, goods).get(place, 0) - used
    if count > there:
        message = (
            f"{called(power)} has {there} {goods} saved in {position.label(place)}, not {count}"
        )
        yield error("too-many", message, cite=CITE, about=place)


def _no_way(
    position: Position, power: str, ends: _Ends, goods: tuple[str, int]
) -> Iterator[Finding]:
    called = position.called
    if not ends[1]:
        yield error("no-place", "say where to", hint="to: Moscow", cite=CITE, about="goods")
        return
    start, end = ends[0][0], ends[1][0]
    label, lord = position.label(end), power_over(position, power)
    held = is_held(position, lord, end)
    if goods[0] == POINTS and held and country_at(position, end) != power:
        message = f"{label} is not where {called(power)} saves build points"
        hint = "share: [{from: Rumania, to: Germany}] gives them away as they are made"
        yield error("not-yours", message, hint=hint, cite="13.6.10", about=end)
    elif not held or end not in rail_reach(position, lord, start):
        message = (
            f"no railway that {called(power)} can use leads from {position.label(start)} to {label}"
        )
        yield error("no-rail", message, cite=CITE, about=end)
    elif room_for(position, lord, end, goods[0]) < goods[1]:
        room = room_for(position, lord, end, goods[0])
        message = f"{label} has room for {room} more {goods[0]}"
        yield error("no-room", message, hint="4 a city, 4 a port", cite="13.6.9", about=end)


def _saved_by(position: Position, power: str, goods: str) -> dict[str, int]:
    """What a power has saved; of build points a country that produces apart has its own."""
    return saved_points(position, power) if goods == POINTS else stores(position, power, goods)


# --- storing -------------------------------------------------------------------------------------


def storage(position: Position, power: str, goods: str) -> list[str]:
    """Where a power can store goods: as its player says, the capital, at home, elsewhere.

    Build points a country that produces apart (option 40) stores in hexes of its own.
    """
    board = position.board
    said, lord = counts(position, power, PowerCount.STORE_AT), power_over(position, power)
    homes = (power,) if power not in position.powers else position.powers[power].home_countries
    places = {*board.by_fact.get("city", {}), *board.by_fact.get("port", {})}
    held = [place for place in places if is_held(position, lord, place)]
    if goods == POINTS:
        held = [place for place in held if country_at(position, place) == power]

    def rank(place: str) -> tuple[int, bool, bool, str]:
        order = said.get(f"{goods}.{place}", len(said) + 1)
        capital = board.fact(place, "capital") in homes
        return order, not capital, position.country(place) not in homes, place

    return sorted(held, key=rank)


def put(umpire: Umpire, power: str, goods: str, sources: Mapping[str, int]) -> dict[str, int]:
    """What of some goods is stored where, as far as railways lead and there is room (13.6.9)."""
    found: dict[str, int] = {}
    lord = power_over(umpire.position, power)
    for source, many in sources.items():
        left = many
        for place in storage(umpire.position, power, goods):
            position = umpire.position
            near = place in reached(position, lord, source)
            taken = min(left, room_for(position, lord, place, goods)) if near else 0
            if taken:
                umpire.apply(*changed(position, place, goods, taken))
                found[place] = found.get(place, 0) + taken
                left -= taken
    return found


@implements("WIF-13.6.9-1")
def save_oil(umpire: Umpire, power: str, loads: Sequence[Load]) -> None:
    """Oil that no factory has used is saved; a neutral power saves one more (13.6.9).

    `loads`: what has gone to the factories of the power and of all of its countries.
    """
    position = umpire.position
    unused: dict[str, int] = {}
    used_up: dict[str, int] = {}
    for place, printed, saved in oil_of(position, power, loads):
        if printed:
            unused[place] = printed
        if saved:
            used_up[place] = saved
    umpire.apply(*(c for p, n in used_up.items() for c in changed(position, p, OIL, -n)))
    if position.is_neutral(power):
        unused = _first(unused, NEUTRAL_OIL)
    total = sum(n for _, n, _ in oil_of(position, power, loads))
    stored = put(umpire, power, OIL, unused)
    _tell(umpire, power, OIL, (stored, total - sum(stored.values())))


def _first(goods: Mapping[str, int], most: int) -> dict[str, int]:
    found: dict[str, int] = {}
    for place, many in goods.items():
        taken = min(many, most)
        most -= taken
        if taken:
            found[place] = taken
    return found


@implements("WIF-13.6.9-1", "WIF-13.6.9-4")
def oil_of(position: Position, power: str, loads: Sequence[Load]) -> Iterator[tuple[str, int, int]]:
    """Of each hex: the oil that no factory has used, and the saved oil that some have."""
    kept, used = kept_oil(position, power), used_oil(position, power)
    found = goods_of(position, power)
    for place in sorted({*found, *used}):
        general, oil = (found[place].general, found[place].oil) if place in found else (0, 0)
        sent = sum(load.count for load in loads if load.source == place)
        burnt = max(0, sent - general)
        free = oil - min(kept.get(place, 0), oil)
        yield place, oil - min(burnt, free), max(0, burnt - free)


@implements("WIF-13.6.9-1", "WIF-13.6.9-4")
def settle_points(umpire: Umpire, power: str, rest: int) -> int:
    """Points that are left are saved, those spent beyond what was made come from the stores.

    What is lost comes back.
    """
    position = umpire.position
    if rest < 0:
        taken = _first(least_safe(position, power), -rest)
        umpire.apply(*(c for p, n in taken.items() for c in changed(position, p, POINTS, -n)))
        return 0
    stored = put(umpire, power, POINTS, {made_at(position, power): rest}) if rest else {}
    lost = rest - sum(stored.values())
    _tell(umpire, power, POINTS, (stored, lost))
    return lost


def least_safe(position: Position, power: str) -> dict[str, int]:
    """What is saved, the stores outside the home country and the capital last of all first."""
    saved = saved_points(position, power)
    order = [place for place in reversed(storage(position, power, POINTS)) if place in saved]
    return {place: saved[place] for place in (*(p for p in saved if p not in order), *order)}


def made_at(position: Position, power: str) -> str:
    """Where build points come from: a factory, else the best store."""
    lord = power_over(position, power)
    works = [p for p in usable_factories(position, lord) if user_of(position, lord, p) == power]
    places = [*storage(position, power, POINTS), ""]
    return next((place for place in places if place in works), next(iter(works), places[0]))


def _tell(umpire: Umpire, power: str, goods: str, came: tuple[Mapping[str, int], int]) -> None:
    stored, lost = came
    if stored or lost:
        rows = tuple(Stored(place, many) for place, many in stored.items())
        umpire.tell(SavedVerdict(None, power=power, goods=goods, stored=rows, lost=lost))


GOODS_ORDERS: Final = Section(
    name="goods",
    title="Oil and build points to save, use and move",
    step="production",
    schema="goods",
    cite=CITE,
    check=check_goods,
)


OIL_KIT: Final = Kits(tells_oil=True, fuel=fuel, save_oil=save_oil)
POINTS_KIT: Final = Kits(saved_points=saved_points, settle_points=settle_points)
