"""Buying units and facilities, advancing and upgrading them (7.0-7.3, 11.2, 12.3-12.10).

`{build: {infantry: 3}, at: Berlin}` buys units and says where they are to be placed;
`{facility: air-base, at: Belgium}` starts a facility, `{advance: fleet-carrier}` pays the next part
of what is in production, `{upgrade: minor-port, at: Picardy}` and `{train: militia, at: Berlin}`
make better ones. Decides what may be bought, and for how much. Leaves what is printed on prices to
`building`, what is finished when units are placed to `finishing`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pbem.core.data.findings import PbemError, suggest
from pbem.core.data.naming import names_among
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_place, set_power
from pbem.core.record.events import UnitCreated
from pbem.core.record.state import Unit, as_number
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.economy.early_fighters import convert, only_early, scrap
from pbem.systems.gw.economy.finishing import TRAINED, in_supply
from pbem.systems.gw.economy.incomes import zones_of
from pbem.systems.gw.economy.placement import MILITIA, Delivery, placement
from pbem.systems.gw.economy.research import technologies
from pbem.systems.gw.economy.spending import (
    bound,
    box,
    chart_place,
    nation_of,
    new_units,
    on_chart,
    pay,
    relocated,
)
from pbem.systems.gw.world.building import (
    DONE,
    FULL_PRICE,
    Buyer,
    bought_as,
    facility_stages,
    improved,
    payments_made,
    unit_stages,
    why_not_buy,
    why_not_develop,
    why_not_on_list,
    works_in,
    works_marker,
)
from pbem.systems.gw.world.burma import burma_road_open
from pbem.systems.gw.world.facilities import (
    FACTORIES,
    IMPROVED_CONSTRUCTION,
    MAJOR_FACTORY,
    Facility,
    counts,
    facilities,
    has,
    has_factory,
    home_factory_railed,
    is_home,
)
from pbem.systems.gw.world.move_orders import ALL, RAILROAD, Check, counted, units_told
from pbem.systems.gw.world.nations import acting, is_friendly, is_sea
from pbem.systems.gw.world.options import why_not_without_mountains
from pbem.systems.gw.world.rail import RAIL, railways
from pbem.systems.gw.world.units import UnitType, kinds_called, type_of, unit_type
from pbem.systems.gw.world.vocabulary import Marker, PlaceFact, PowerCount, PowerFlag, UnitMark
from pbem.systems.gw.world.zones import (
    guards_every_border,
    is_fortified,
    terrain_of_zone,
    value_of_zone,
)


class Ready(Reading, id="GW-R-7.3-a"):
    """When a unit that is built over several turns is ready."""

    SAME_TURN = "same-turn"
    NEXT_TURN = "next-turn"


class Payments(Reading, id="GW-R-7.3-b"):
    """How many stages of construction may be paid in a turn."""

    ONE = "one"
    SEVERAL = "several"


class CheaperShips(Reading, id="GW-R-7.8-b"):
    """What Improved Construction takes off a unit of one payment."""

    EVERY_CYCLE = "every-cycle"
    SEVERAL_CYCLES = "several-cycles"


class UpgradePrice(Reading, id="GW-R-7.8-d"):
    """Whether Improved Construction takes something off an upgrade."""

    PRINTED = "printed"
    CHEAPER = "cheaper"


class TwoAtOnce(Reading, id="GW-R-7.8-c"):
    """Which units may be paid for two stages at once."""

    TWO_OR_MORE = "two-or-more"
    THREE = "three"


TWO: Final = "two"
PRICE_OF_TRAINING: Final[Mapping[str, int]] = {"militia": 2, "infantry": 1}
COAST: Final = "coast"
ON_BORDERS: Final = ("border", COAST)  # where facilities of the chart lie
GUNS: Final = ("artillery", "anti-aircraft-artillery")


@dataclass(frozen=True, slots=True)
class Works:
    """A facility that a nation builds: of what kind, where, and on which border, if on one."""

    power: str
    kind: str
    zone: str
    border: str

    @property
    def marker(self) -> str:
        """The marker of its zone while it is built: `building-rail:paris`."""
        kind = RAIL if self.kind == RAILROAD else self.kind
        return f"{Marker.BUILDING}{kind}:{self.border}" if self.border else Marker.BUILDING.of(kind)


def check_production(position: Position, order: Order) -> Ruling:
    """Whether something may be bought, advanced or upgraded (7.0)."""
    check = Check(position, order)
    data = order.data
    zone = check.place(data["at"]) if "at" in data else ""
    power = nation_of(check, data, zone, _builders(check)) if check.ok else ""
    asked = [verb for verb in VERBS if verb in data]
    if len(asked) != 1:
        verbs = ", ".join(VERBS)
        check.complain("one-thing", "an order buys one thing", f"one of: {verbs}")
    else:
        _only_its_keys(check, asked[0])
    if not check.ok:
        return check.ruling("")
    reading = VERBS[asked[0]](check, power, zone)
    return check.ruling(reading)


def _only_its_keys(check: Check, verb: str) -> None:
    """An order says nothing that its purchase does not ask for."""
    known = (*COMMON_KEYS, verb, *KEYS_OF[verb])
    for key in check.order.data:
        if key not in known:
            asks = ", ".join(KEYS_OF[verb])
            check.complain("no-such-key", f"`{verb}` asks for no `{key}`", f"it asks for {asks}",
                           about=key)  # fmt: skip


# --- units -----------------------------------------------------------------------------------


@implements("GW-7.1-1", "GW-7.3-2")
def _build(check: Check, power: str, zone: str) -> str:
    """Units are bought and go onto the Production Chart (7.1); the place must be legal (7.3)."""
    data = check.order.data
    if not zone:
        check.complain("nowhere", "an order to build needs `at: ZONE`", cite="7.3")
        return ""
    sea = check.place(data["sea"]) if "sea" in data else ""
    told = []
    for name, count in counted(check, data["build"]):
        kind = bought(check, power, name)
        if count == ALL:
            check.complain("how-many", f"how many {name}?", f"write {{{name}: 2}}", about=name)
        if kind is None or count == ALL:
            continue
        if kind.is_naval and not sea:
            sea = only_sea(check, zone)
        reason = why_not_start(check, Delivery(power, kind, zone, sea))
        if reason:
            message = f"{kind.name} in {check.label(zone)}: {reason}"
            check.complain("cannot-build", message, about=name)
            continue
        stages = prices(check, power, unit_stages(check.book, kind), kind.is_naval)
        pay(check, power, stages[0] * count, f"{count} {kind.name}")
        marks = {UnitMark.FOR: zone, UnitMark.SEA: sea if kind.is_naval else ""}
        place = chart_place(power, 1, len(stages), waits(check, len(unit_stages(check.book, kind))))
        made = bound(new_units(power, kind.id, place, count), marks)
        check.does([UnitCreated(made.id, None, made)])
        told.append(f"{count} {kind.name} for {stages[0] * count} IPP")
    return f"build {', '.join(told)} in {check.label(zone)}"


def bought(check: Check, power: str, name: str) -> UnitType | None:
    """The kind of unit that a name buys, if the nation may buy it now (7.1, 7.2)."""
    try:
        known = technologies(check.position, power)
        early = only_early(check.position)
        kind = unit_type(
            check.book, bought_as(check.book, unit_type(check.book, name).id, known, early)
        )
    except PbemError as trouble:
        check.complain("unknown-unit", trouble.message, trouble.hint, about=name)
        return None
    reason = why_not_buy(check.book, kind.id, Buyer(power, check.state.clock.turn, known, early))
    reason = reason or why_not_over_burma(check.position, power, kind.id)
    reason = reason or why_not_without_mountains(check.position.game, kind.id)
    reason = reason or _why_not_on_list(check.position, power, kind.id)
    if reason:
        check.complain("cannot-buy", reason, about=name)
        return None
    return kind


@implements("GW-1.17-5")
def why_not_over_burma(position: Position, power: str, kind: str) -> str:
    """Until it evolves Nationalist China buys guns only while the Burma Road is open (1.17)."""
    if power != "nationalist-china" or kind not in GUNS or burma_road_open(position):
        return ""
    if position.state.flag(power, PowerFlag.EVOLVED) is True:
        return ""
    return "Nationalist China buys guns only while the Burma Road is open (1.17)"


def _why_not_on_list(position: Position, power: str, kind: str) -> str:
    """Why a Chinese faction may not buy a unit: its build table (13.3)."""
    factory = any(has_factory(position, zone) for zone in zones_of(position.state, power))
    return why_not_on_list(position, power, kind, factory)


def only_sea(check: Check, zone: str) -> str:
    """The sea zone beside a zone, where there is but one."""
    board = check.board
    seas = [other for other in board.neighbours[zone] if is_sea(board, other)]
    if len(seas) != 1:
        labels = ", ".join(map(check.label, seas))
        message = f"a ship in {check.label(zone)} needs `sea: ZONE`"
        check.complain("which-sea", message, labels, about="at")
    return seas[0] if len(seas) == 1 else ""


@implements("GW-7.3-2")
def why_not_start(check: Check, unit: Delivery) -> str:
    """Why a unit could not be placed in a zone: what would be used up by then does not count."""
    mark, _, reason = placement(check.position, unit)
    return "" if mark else reason


@implements("GW-7.8-15")
def prices(
    check: Check, power: str, stages: tuple[int, ...], construction: bool
) -> tuple[int, ...]:
    """The payments that a nation makes for a ship or facility, with its technology (7.8)."""
    if not construction:
        return stages
    known = has(check.state, power, IMPROVED_CONSTRUCTION)
    merged = check.order.data.get("pay") == TWO
    if merged and len(stages) == 2 and check.reading(TwoAtOnce) is TwoAtOnce.THREE:
        message = "two payments at once are for what takes three"
        check.complain("one-part", message, cite="7.8", about="pay")
    if known and len(stages) == 1 and check.reading(CheaperShips) is CheaperShips.SEVERAL_CYCLES:
        return stages
    if merged and not known:
        message = "two payments at once take Improved Construction"
        check.complain("one-part", message, cite="7.8", about="pay")
    return improved(stages, known, merged)


def is_unfinished(unit: Unit) -> bool:
    """Whether a unit on the Production Chart takes more payments."""
    done, _, needed = unit.at.rpartition("/")[2].partition("-of-")
    return bool(needed) and int(done) < int(needed)


def waits(check: Check, payments: int) -> bool:
    """Whether a unit of several payments waits a turn after the last one (7.3)."""
    return payments > 1 and check.reading(Ready) is Ready.NEXT_TURN


def finish_waiting(umpire: Umpire) -> None:
    """What was paid for in an earlier turn, and had to wait, is ready now (7.3)."""
    for power in acting(umpire.position):
        for zone in zones_of(umpire.state, power.id):
            _finish_waiting_works(umpire, zone)
        for unit in on_chart(umpire.state, power.id):
            paid_up = "-of-" in unit.at and not is_unfinished(unit)
            if paid_up and not unit.marked(UnitMark.ADVANCED):
                umpire.apply(*relocated(unit, box(power.id), unit.size, {}))


def _finish_waiting_works(umpire: Umpire, zone: str) -> None:
    """The facilities of a zone that were paid up in an earlier turn are ready (7.3)."""
    for name, value in sorted(Marker.BUILDING.among(umpire.state.places[zone].markers).items()):
        known = facilities(umpire.book).get(name.partition(":")[0])
        paid_up = str(len(known.stages)) if known else DONE
        works = works_in(value)
        now = [DONE if one.removesuffix(FULL_PRICE) == paid_up else one for one in works]
        if now != [*works]:
            marker = Marker.BUILDING.of(name)
            umpire.apply(*set_place(umpire.state, zone, "marker", marker, works_marker(now)))


@implements("GW-7.3-3")
def _advance(check: Check, power: str, zone: str) -> str:
    """The next part of what is in production is paid (7.3)."""
    data = check.order.data
    said = data["advance"]
    works = names_among(facilities(check.book)).find(str(said))
    if works:
        return _advance_facility(check, _works(check, power, zone, works[0]))
    name = check.kind(said, on_chart(check.state, power))
    count = int(data.get("count", 1))
    unit = _to_advance(check, power, name, zone)
    if unit is None or not check.ok:
        return ""
    done, needed = (int(part) for part in unit.at.rpartition("/")[2].split("-of-"))
    printed = unit_stages(check.book, type_of(check.book, unit))
    cheaper = has(check.state, power, IMPROVED_CONSTRUCTION) and needed == len(printed)
    price = improved(printed, cheaper, merged=False)[done - needed] * count
    pay(check, power, price, f"advancing {name}")
    to = chart_place(power, done + 1, needed, waits(check, needed))
    check.does(relocated(unit, to, count, {UnitMark.ADVANCED: True}))
    return (
        f"advance {units_told(check.book, [(unit, count)])} for {price} IPP: {done + 1} of {needed}"
    )


def _builders(check: Check) -> tuple[str, ...]:
    """The nations that have in production what an order would advance."""
    kinds = kinds_called(check.book, str(check.order.data.get("advance", "")))
    own = (power.id for power in check.state.powers_of_player(check.order.player))
    return tuple(p for p in own if any(_in_production(check, p, kind.id) for kind in kinds))


def _in_production(check: Check, power: str, name: str) -> list[Unit]:
    """The ships of a kind that a nation can advance: its own first, furthest first."""
    several = check.reading(Payments) is Payments.SEVERAL
    found = [
        unit
        for unit in reversed(on_chart(check.state, power))
        if unit.counter == name and is_unfinished(unit)
        if several or not unit.marked(UnitMark.ADVANCED)
    ]
    return sorted(found, key=lambda unit: unit.marked(UnitMark.LENT))


def _asked_of(check: Check, zone: str) -> dict[UnitMark, str]:
    """What an order to advance says of a ship: its yard, its sea, and to whom it is lent."""
    data = check.order.data
    return {
        UnitMark.FOR: zone,
        UnitMark.SEA: check.place(data["sea"]) if "sea" in data else "",
        UnitMark.LENT: check.power(data["to"]) if "to" in data else "",
    }


@implements("GW-7.3-3", "GW-7.9-5")
def _to_advance(check: Check, power: str, name: str, zone: str) -> Unit | None:
    """The ships that an order advances: of the yard, the sea and the receiver that it names."""
    asked, count = _asked_of(check, zone), int(check.order.data.get("count", 1))
    there = _in_production(check, power, name) if check.ok else []
    for unit in there:
        meant = all(not what or unit.mark(mark) == what for mark, what in asked.items())
        if meant and unit.size >= count:
            return unit
    if check.ok:
        where = f" at {check.label(zone)}" if zone else ""
        hint = ", ".join(_on_the_stocks(check, one) for one in there)
        message = f"there are no {count} {name} in production{where}"
        check.complain("not-there", message, hint and f"in production: {hint}", "7.3", "advance")
    return None


def _on_the_stocks(check: Check, unit: Unit) -> str:
    """Ships in production: how many, how far, at which yard and for whom."""
    stage = unit.at.rpartition("/")[2].replace("-", " ")
    to = unit.mark(UnitMark.LENT)
    lent = f" for {check.title(str(to))}" if to else ""
    return f"{unit.size} at {check.label(str(unit.mark(UnitMark.FOR)))}{lent} ({stage})"


# --- facilities --------------------------------------------------------------------------------


def _facility(check: Check, power: str, zone: str) -> str:
    """A facility is started where it is to stand (7.3, 12.3)."""
    works = _works(check, power, zone, str(check.order.data["facility"]))
    kind, border = works.kind, works.border
    if not zone or not check.ok:
        check.complain("nowhere", "a facility needs `at: ZONE`")
        return ""
    reason = why_not_there(check, works)
    if reason:
        message = f"{kind} in {check.label(zone)}: {reason}"
        check.complain("cannot-build", message, about="facility")
        return ""
    own = terrain_in_use(check, zone)
    others = terrain_in_use(check, border) if kind == RAILROAD else ()
    printed = facility_stages(check.book, kind, own, others)
    stages = prices(check, power, printed, construction=True)
    pay(check, power, stages[0], kind)
    full = FULL_PRICE if check.order.data.get("pay") == TWO else ""
    begun = works_in(check.state.marker(zone, works.marker))
    now = (*begun, _paid(check, len(printed) - len(stages) + 1, len(printed), full))
    check.does(set_place(check.state, zone, "marker", works.marker, works_marker(now)))
    where = f" towards {check.label(border)}" if border else ""
    return f"build {kind} in {check.label(zone)}{where} for {stages[0]} IPP"


def _paid(check: Check, payments: int, needed: int, full: str) -> str:
    """A facility for which so many payments are made: what is paid up may have to wait (7.3)."""
    if payments < needed or waits(check, needed):
        return f"{payments}{full}"
    return DONE


def _works(check: Check, power: str, zone: str, name: str) -> Works:
    """The facility that an order names, on the border that it names, if it does."""
    data = check.order.data
    border = check.place(data["border"]) if "border" in data else ""
    return Works(power, check.facility(name), zone, border)


def terrain_in_use(check: Check, zone: str) -> tuple[str, ...]:
    """The terrain of a zone that makes building dearer, of the kinds that the game uses."""
    used = check.options
    kinds = {"mountain": used.mountains, "desert": used.deserts, "jungle": used.jungles,
             "marsh": used.marshes}  # fmt: skip
    terrain = terrain_of_zone(check.board, zone)
    return tuple(name for name in terrain if kinds.get(name))


@implements("GW-12.3-1", "GW-12.4-1", "GW-12.6-7")
def why_not_there(check: Check, works: Works) -> str:
    """Why a facility cannot be started in a zone; nothing if it can (12.4, 12.6)."""
    position = check.position
    if position.controller(works.zone) != works.power:
        return f"not in the possession of {check.title(works.power)}"
    undeveloped = why_not_develop(position.state, works.power)
    if undeveloped:
        return undeveloped
    if works.kind == RAILROAD:
        return _why_no_railroad(check, works)
    known = facilities(check.book).get(works.kind)
    if known is None:
        return f"there is no such facility; {suggest(works.kind, facilities(check.book))}"
    return _why_not_on_border(position, works, known) or _why_not_in_zone(position, works, known)


@implements("GW-12.7-1", "GW-12.8-1", "GW-12.9-1")
def _why_not_on_border(position: Position, works: Works, known: Facility) -> str:
    """Why a facility cannot lie on a border: it needs one, or that one is fortified (12.7)."""
    board, zone, border = position.board, works.zone, works.border
    if known.where not in ON_BORDERS:
        return "it lies on no border; leave out `border`" if border else ""
    if not (border and board.adjacent(zone, border)):
        return "it lies on a border: `border: ZONE`"
    if known.where == COAST and not is_sea(board, border):
        return "it lies on a border with a sea zone (12.9)"
    return _why_not_fortified(position, works) if known.id == PlaceFact.FORTIFICATION else ""


@implements("GW-12.7-1", "GW-12.8-1")
def _why_not_fortified(position: Position, works: Works) -> str:
    """Why no Fortification can be begun on a border: one is there, or will guard it (12.7)."""
    board, zone, border = position.board, works.zone, works.border
    if is_fortified(position, zone, border):
        return "a Fortification guards that border already (12.7)"
    markers = position.places[zone].markers
    if works.marker in markers:
        return "one is under construction there already (12.7)"
    building = Marker.BUILDING.among(markers)
    begun = any(name.startswith(f"{PlaceFact.FORTIFICATION}:") for name in building)
    small = begun and guards_every_border(board, zone)
    return "one is being built that will guard the whole zone (12.8)" if small else ""


def _why_not_in_zone(position: Position, works: Works, known: Facility) -> str:
    """Why a facility cannot stand in a zone: not at home, or without a way to factories there."""
    power, zone = works.power, works.zone
    if known.where == "home" and not is_home(position.game, power, zone):
        return "only in the Home Country (12.4, 12.6)"
    if known.where == "railed" and not home_factory_railed(
        position, power, zone, FACTORIES, at_home=False
    ):
        return "no railway joins the zone to a factory (12.6)"
    return _why_no_factory(position, works) if known.where == "supplied" else ""


@implements("GW-12.10-1")
def _why_no_railroad(check: Check, works: Works) -> str:
    """Why no railroad can be laid over a border: it is none on land, or bears one (12.10)."""
    board, border = check.board, works.border
    if not (border and board.adjacent(works.zone, border)) or is_sea(board, border):
        return "a railroad lies on a land border: `border: ZONE` (12.10)"
    if border in railways(check.position, works.zone):
        return "a railroad crosses that border already (12.10)"
    ends = (works, replace(works, zone=border, border=works.zone))
    if any(check.state.marker(one.zone, one.marker) for one in ends):
        return "one is under construction there already (12.10)"
    return ""


@implements("GW-12.4-1")
def _why_no_factory(position: Position, works: Works) -> str:
    """A Minor Factory takes a zone of value in supply of a Major Factory at home (12.4)."""
    if not value_of_zone(position.board, works.zone):
        return "the zone has no IPP value (12.4)"
    if in_supply(position, works.power, works.zone, (MAJOR_FACTORY,)):
        return ""
    return "no Supply Path from a Major Factory in the Home Country (12.4)"


@implements("GW-7.3-3", "GW-7.3-5", "GW-7.3-6")
def _advance_facility(check: Check, works: Works) -> str:
    """The next part for a facility under construction, whoever began it (7.3)."""
    power, kind, zone = works.power, works.kind, works.zone
    own = check.state.controller(zone) == power
    begun = works_in(check.state.marker(zone, works.marker)) if own else ()
    printed = facilities(check.book)[kind].stages
    index = _work_to_advance(check, works, begun, len(printed))
    if index is None:
        return ""
    done = payments_made(begun[index])
    full = FULL_PRICE if begun[index].endswith(FULL_PRICE) else ""
    cheaper = has(check.state, power, IMPROVED_CONSTRUCTION) and not full
    price = improved(printed, cheaper, merged=False)[done]
    pay(check, power, price, f"advancing {kind}")
    now = (*begun[:index], _paid(check, done + 1, len(printed), full), *begun[index + 1 :])
    check.does(set_place(check.state, zone, "marker", works.marker, works_marker(now)))
    return f"advance {kind} in {check.label(zone)} for {price} IPP"


@implements("GW-7.3-3")
def _work_to_advance(check: Check, works: Works, begun: Sequence[str], needed: int) -> int | None:
    """Which of some facilities an order advances: one that took no part yet, the furthest (7.3)."""
    unpaid = [i for i, one in enumerate(begun) if one != DONE and payments_made(one) < needed]
    if not unpaid:
        message = f"no {works.kind} to advance in {check.label(works.zone)}"
        check.complain("not-there", message, cite="7.3", about="advance")
        return None
    if check.reading(Payments) is Payments.ONE:
        before = works_in(check.position.start.marker(works.zone, works.marker))
        unpaid = [i for i in unpaid if begun[i : i + 1] == before[i : i + 1]]
    if not unpaid:
        check.complain("once", "one part a turn", cite="7.3", about="advance")
        return None
    return max(unpaid, key=lambda i: payments_made(begun[i]))


@implements("GW-12.4-1", "GW-12.6-7")
def _stays_small_abroad(position: Position, known: Facility) -> bool:
    """Whether a facility grows in the Home Country only, where what it becomes stands (12.6)."""
    return facilities(position.book)[known.to].where == "home"


@implements("GW-7.3-7", "GW-12.4-1")
def _upgrade(check: Check, power: str, zone: str) -> str:
    """A facility is to become the next better one (7.3, 12.4-12.6)."""
    position = check.position
    kind = check.facility(check.order.data["upgrade"])
    known = facilities(check.book).get(kind)
    label = check.label(zone) if zone else "nowhere"
    begun = as_number(check.state.marker(zone, Marker.UPGRADING.of(kind)))
    if known is None or not known.upgrade:
        check.complain("no-upgrade", f"{kind} cannot be upgraded", about="upgrade")
    elif position.controller(zone) != power or not counts(position, zone).get(kind):
        message = f"{check.title(power)} has no {kind} in {label}"
        check.complain("not-there", message, about="upgrade")
    elif _stays_small_abroad(position, known) and not is_home(position.game, power, zone):
        message = f"{kind} is upgraded in the Home Country only"
        check.complain("abroad", message, cite="12.4, 12.6", about="at")
    elif begun >= counts(position, zone)[kind]:
        check.complain("twice", f"{kind} in {label} is being upgraded already", about="upgrade")
    else:
        price = _price_of_upgrade(check, power, known)
        pay(check, power, price, f"upgrading {kind}")
        number = begun + 1 if begun else True
        check.does(set_place(check.state, zone, "marker", Marker.UPGRADING.of(kind), number))
        return f"upgrade {kind} in {label} for {price} IPP"
    return ""


@implements("GW-7.8-15")
def _price_of_upgrade(check: Check, power: str, known: Facility) -> int:
    """What an upgrade costs; Improved Construction takes something off it by a reading (7.8)."""
    if not has(check.state, power, IMPROVED_CONSTRUCTION):
        return known.upgrade
    return known.upgrade - (check.reading(UpgradePrice) is UpgradePrice.CHEAPER)


@implements("GW-11.2-1", "GW-11.2-2", "GW-12.2-infantry")
def _train(check: Check, power: str, zone: str) -> str:
    """Militia become Infantry, one a turn; Infantry becomes Motorized Infantry (11.2).

    The zone is where they are to be when units are placed; nobody need hold it yet.
    """
    state, data = check.state, check.order.data
    kind, count = check.kind(data["train"], ()), int(data.get("count", 1))
    turn = state.clock.turn
    if kind not in TRAINED or (kind != MILITIA and not check.options.motorized_upgrade):
        check.complain("no-upgrade", f"{kind} cannot be upgraded", cite="11.2", about="train")
        return ""
    if not zone or is_sea(check.board, zone):
        check.complain("not-there", "units are upgraded on land: `at: ZONE`", cite="11.2")
        return ""
    if not _in_reach(check.position, power, zone):
        message = f"no Supply Path leads to {check.label(zone)} from a factory at home"
        check.complain("no-factory", message, cite="11.2", about="at")
        return ""
    if kind == MILITIA:
        if count > 1 or state.flag(power, PowerFlag.MILITIA_TRAINED) == turn:
            message = "one Militia a turn can be upgraded"
            check.complain("one-a-turn", message, cite="11.2", about="train")
            return ""
        check.does(set_power(state, power, "flag", PowerFlag.MILITIA_TRAINED, turn))
    pay(check, power, PRICE_OF_TRAINING[kind] * count, f"upgrading {kind}")
    waiting = PowerCount.TRAINING.of(f"{kind}:{zone}")
    number = state.counter(power, waiting) + count
    check.does(set_power(state, power, "counter", waiting, number))
    return f"upgrade {count} {kind} in {check.label(zone)} to {TRAINED[kind]}"


@implements("GW-11.2-3")
def _in_reach(position: Position, power: str, zone: str) -> bool:
    """Whether units in a zone can be upgraded: by a Supply Path from a factory at home (11.2).

    Where the enemy or nobody holds it yet, any factory at home will do until it is taken.
    """
    if is_friendly(position.state, power, zone):
        return in_supply(position, power, zone, FACTORIES)
    own = zones_of(position.state, power)
    return any(in_supply(position, power, other, FACTORIES) for other in own)


COMMON_KEYS: Final = ("nation", "note")
KEYS_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "build": ("at", "sea", "pay"),
    "advance": ("at", "sea", "to", "border", "count"),
    "facility": ("at", "border", "pay"),
    "upgrade": ("at",),
    "train": ("at", "count"),
    "convert": ("at",),
    "scrap": ("at",),
}
VERBS: Final[Mapping[str, Any]] = {
    "build": _build,
    "advance": _advance,
    "facility": _facility,
    "upgrade": _upgrade,
    "train": _train,
    "convert": convert,
    "scrap": scrap,
}


def production(umpire: Umpire) -> None:
    """Carry out purchases in the order of the files (7.0)."""
    finish_waiting(umpire)
    umpire.carry_out(PRODUCTION.name)


PRODUCTION: Final = Section(
    "production", "Production", "production", "gw/production", "7.0", check_production
)
