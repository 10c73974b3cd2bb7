"""Units that get heavy weapons in production (22.11, option 56).

`upgrade: [{unit: 3 ARM}]` puts heavy weapons in a unit's place; `{ahead: MOT}` draws those of a
later year (option 38). Decides which units can be upgraded, for what price, and what becomes of a
draw. Leaves promotions in combat to `guards`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.findings import error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import element
from pbem.core.reading.scene import Scene
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.verdicts import UnitId, Verdict
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.building import FARTHEST_AHEAD, cost_of, gearing_class, price_of
from pbem.systems.flames.economy.orders_of_powers import own_majors, power_of
from pbem.systems.flames.economy.points import left, spends
from pbem.systems.flames.economy.scrapping import scrapped
from pbem.systems.flames.kits.heavy.versions import replaced, replaced_by, version_of, waiting
from pbem.systems.flames.world.control import homes_now
from pbem.systems.flames.world.countries import CountryId, country_of, one_more, power_over
from pbem.systems.flames.world.named import units_called
from pbem.systems.flames.world.position import Piece, Position, Umpire, force_pool, on_circle
from pbem.systems.flames.world.supply import flooded, in_supply, primary_sources
from pbem.systems.flames.world.vocabulary import PowerCount, turn_after, year_of
from pbem.systems.flames.world.zoc import enemy_zoc

CITE: Final = "22.11"
PRICE: Final = 2  # of an upgrade on the map or the circle


@dataclass(frozen=True, slots=True)
class UpgradeVerdict(Verdict):
    """Heavy weapons in the place of a unit; none of these if they were drawn and went back."""

    kind: ClassVar[str] = "heavy-weapons"
    cite: ClassVar[str] = "22.11"

    power: CountryId
    unit: UnitId | None
    heavy: UnitId
    price: int

    @property
    def outcome(self) -> str:
        return "upgraded" if self.price or self.unit else "went-back"


def upgrade_lines(verdict: UpgradeVerdict, scene: Scene) -> Sequence[str]:
    """The heavy weapons that a power has put into play, or that it has drawn in vain."""
    head = f"HEAVY WEAPONS {scene.title(verdict.power)} ({verdict.cite})  "
    heavy = scene.unit(verdict.heavy)
    if verdict.outcome == "went-back":
        return [f"{head}{heavy} drawn, and it goes back: no more are built ahead in this turn"]
    told = f"{scene.unit(verdict.unit)} becomes {heavy}" if verdict.unit else f"{heavy} is built"
    return [f"{head}{told}, for {verdict.price} build points"]


# --- what can be upgraded ------------------------------------------------------------------------


@implements("WIF-22.11-3")
def why_not_here(position: Position, piece: Piece) -> str:
    """Why a unit cannot get heavy weapons where it is; nothing if it can (22.11)."""
    if piece.at == force_pool(piece.owner) or _is_coming(piece):
        return ""
    if piece.at not in position.board.spots:
        return f"{piece.name} is neither on the map nor in the force pool or on the circle"
    if piece.at in enemy_zoc(position, piece.owner):
        return f"{piece.name} is in an enemy zone of control"
    if not (in_supply(position, piece) and piece.at in _linked_home(position, piece.owner)):
        return f"{piece.name} is not in supply back to its home country"
    return ""


def _is_coming(piece: Piece) -> bool:
    return piece.at.startswith(on_circle(piece.owner, ""))


def _linked_home(position: Position, owner: str) -> frozenset[str]:
    """The hexes from which a way leads to a source of supply in a unit's home country."""
    homes = homes_now(position.state, owner)
    inside = [p for p in primary_sources(position, owner) if position.country(p) in homes]
    return flooded(position, owner, frozenset(inside))


@implements("WIF-22.11-4")
def price_here(piece: Piece) -> int:
    """What it costs that a unit gets heavy weapons: nothing in the force pool (22.11)."""
    return 0 if piece.at == force_pool(piece.owner) else PRICE


@implements("WIF-22.11-4")
def exchanged(position: Position, old: Piece, new: Piece) -> tuple[Event, ...]:
    """Heavy weapons replace a unit; on the map, but not at home, they lie face-down (22.11)."""
    on_map = old.at in position.board.spots
    abroad = on_map and position.country(old.at) not in homes_now(position.state, old.owner)
    return replaced(old, new, down=abroad)


@implements("WIF-22.11-5")
def paid(position: Position, power: str, piece: Piece, price: int) -> tuple[Event, ...]:
    """The change when a power pays for heavy weapons, which then count in its gearing limits."""
    chart = position.book.chart("unit-costs")
    building = PowerCount.BUILDING.of(gearing_class(chart, piece.counter).casefold())
    return (
        *spends(position, power, price),
        *one_more(position, power_over(position, power), building, 1),
    )


def _unaffordable(position: Position, power: str, piece: Piece, price: int) -> str:
    """Why a power cannot pay for heavy weapons; nothing if it can."""
    if price > left(position, power):
        return f"it costs {price}, {left(position, power)} build points are left"
    gearing = gearing_class(position.book.chart("unit-costs"), piece.counter)
    geared = position.kits.gearing_left(position, power, gearing)
    if geared is not None and not geared:
        return f"gearing allows no more {gearing}"
    return ""


# --- the order -----------------------------------------------------------------------------------


def check_upgrade(position: Position, order: Order) -> Ruling:
    """`{unit: 3 ARM}` or `{ahead: MOT}` (22.11)."""
    if not position.options.heavy_weapons:
        return _refused(f"heavy weapons are {position.option('heavy_weapons')}, not played")
    if "ahead" in order.data:
        return _check_ahead(position, order)
    word = str(order.data.get("unit", ""))
    own = own_majors(position)
    found = [p for p in units_called(position, word) if position.major(p.owner) in own]
    pairs = [(piece, new) for piece in found if (new := version_of(position, piece))]
    if not pairs:
        return _refused(f"there are no heavy weapons for '{word}' now")
    old, new = pairs[0]
    power, price = country_of(position, old), price_here(old)
    why = why_not_here(position, old)
    why = why or (_unaffordable(position, power, new, price) if price else "")
    if why:
        return _refused(why)
    costs = paid(position, power, new, price) if price else ()
    words = f"{old.name} gets heavy weapons for {price}"
    return Ruling((), words, (*exchanged(position, old, new), *costs), (power, old.id, new.id))


def _refused(why: str) -> Ruling:
    return Ruling((error("no-upgrade", why, cite=CITE, about="upgrade"),))


@implements("WIF-22.11-6")
def _check_ahead(position: Position, order: Order) -> Ruling:
    """Whether heavy weapons of a type can be drawn from a later year."""
    power, findings = power_of(position, order)
    if findings:
        return Ruling(tuple(findings))
    kind = str(order.data["ahead"])
    why = next(_not_ahead(position, power, kind), "")
    if why:
        return _refused(why)
    _, years = ahead(position, power, kind)
    words = f"heavy {kind} of {year_of(position.clock.turn) + years} drawn"
    return Ruling((), words, (), (power, kind))


def _not_ahead(position: Position, power: str, kind: str) -> Iterator[str]:
    if not position.kits.builds_ahead:
        yield f"building ahead is {position.option('building_ahead')}, not played"
    if position.is_neutral(power):
        yield f"{position.called(power)} is neutral"
    if position.state.counter(power, PowerCount.HEAVY_ENDED):
        yield "what was drawn could not be upgraded: no more are built ahead in this turn"
    if any(p.kind == kind for p in _of_now(position, power)):
        yield f"{position.called(power)} has heavy {kind} of this year"
    if not ahead(position, power, kind)[0]:
        yield f"{position.called(power)} has no heavy {kind} of later years"


def _of_now(position: Position, power: str) -> Iterator[Piece]:
    """The heavy weapons of a power that are there, in the force pool or to replace others."""
    yield from waiting(position, power)
    yield from (p for p in position.at(force_pool(power)) if replaced_by(p.counter))


def ahead(position: Position, power: str, kind: str) -> tuple[tuple[Piece, ...], int]:
    """The heavy weapons of a type of the first later year that has some, and how far it is."""
    this = year_of(position.clock.turn)
    for years in range(1, FARTHEST_AHEAD + 1):
        coming = waiting(position, power, year=this + years)
        found = tuple(piece for piece in coming if piece.kind == kind)
        if found:
            return found, years
    return (), 0


# --- the step ------------------------------------------------------------------------------------


def upgrading(umpire: Umpire) -> None:
    """Units get heavy weapons before others are built (22.11)."""
    for order, ruling in umpire.sound_orders("upgrade"):
        if len(ruling.plan) == 2:
            _draw(umpire, *ruling.plan)
        else:
            power, old, new = ruling.plan
            before = left(umpire.position, power)
            umpire.apply(*ruling.events)
            price = before - left(umpire.position, power)
            umpire.tell(UpgradeVerdict(None, power=power, unit=old, heavy=new, price=price))
        umpire.done(order, ruling.reading)


@implements("WIF-22.11-6")
def _draw(umpire: Umpire, power: str, kind: str) -> None:
    """Heavy weapons of a later year are drawn, and come into play or go back (22.11)."""
    pieces, years = ahead(umpire.position, power, kind)
    at = 0
    if len(pieces) > 1:
        name = element(f"{power}-heavy-{kind}")
        at = umpire.roll(name, f"d{len(pieces)}", power, CITE).total - 1
    position, new = umpire.position, pieces[at]
    old = _replaced_unit(position, new)
    price = price_ahead(position, new, old, years)
    lies = old is not None and not _is_away(position, old)
    why = why_not_here(position, old) if old is not None and lies else ""
    if why or _unaffordable(position, power, new, price):
        umpire.apply(*set_power(umpire.state, power, "counter", PowerCount.HEAVY_ENDED, 1))
        umpire.tell(UpgradeVerdict(None, power=power, unit=None, heavy=new.id, price=0))
        return
    if old is not None and lies:
        events = exchanged(position, old, new)
    else:
        events = (*(scrapped(old) if old is not None else ()), _arrives(position, new, years))
    umpire.apply(*events, *paid(position, power, new, price))
    unit = old.id if old is not None else None
    umpire.tell(UpgradeVerdict(None, power=power, unit=unit, heavy=new.id, price=price))


def _replaced_unit(position: Position, new: Piece) -> Piece | None:
    """The unit that heavy weapons replace, where it is in the game."""
    units = (u for u in position.units.values() if u.counter == replaced_by(new.counter))
    return next((position.piece(unit) for unit in units), None)


def _is_away(position: Position, piece: Piece) -> bool:
    """Whether a unit is neither on the map nor on its way."""
    return piece.at not in position.board.spots and not _is_coming(piece)


@implements("WIF-22.11-6")
def price_ahead(position: Position, new: Piece, old: Piece | None, years: int) -> int:
    """What heavy weapons of a later year cost: those of a unit in the field 2 and what is added."""
    cost = cost_of(position, new.counter)
    whole = price_of(cost, years)
    in_field = old is not None and not _is_away(position, old)
    return PRICE + whole - cost if in_field else whole


def _arrives(position: Position, new: Piece, years: int) -> UnitMoved:
    turn = turn_after(position.clock.turn, int(new.counter.rating("turns")) + years)
    return UnitMoved(new.id, new.at, on_circle(new.owner, turn), new.unit.count)


UPGRADE: Final = Section(
    name="upgrade",
    title="Units that get heavy weapons",
    step="upgrading",
    schema="upgrade",
    cite=CITE,
    check=check_upgrade,
)
