"""Wrecking one's own works before the enemy has them (13.8, options 32 and 33).

`{wreck: Kharkov, what: factory}`, at the end of a turn. Decides what may be wrecked, by whom and
how much: no oil that is owed by a trade agreement (5.1). Leaves who owes it to `trade`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_place
from pbem.core.record.events import Event
from pbem.core.record.state import as_number
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.holdings import (
    BLUE,
    FACTORY,
    OIL,
    RESOURCE,
    built_at,
    own_resources,
)
from pbem.systems.flames.economy.ruins import (
    BUILT_FACTORY,
    FORT_FACILITY,
    OIL_FACILITY,
    RAIL_FACILITY,
    RESOURCE_FACILITY,
    ROAD_FACILITY,
    ruined,
    standing,
    words_of,
)
from pbem.systems.flames.kits.works.facilities import SITE, coming, is_coming
from pbem.systems.flames.kits.works.verdicts import WreckVerdict
from pbem.systems.flames.world.named import places_in
from pbem.systems.flames.world.position import PARTISAN, Piece, Position, Umpire
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.terrain import FORT, RAIL, ROAD
from pbem.systems.flames.world.vocabulary import Marker, PowerCount

CITE: Final = "13.8"
PRINTED: Final = (BLUE, OIL)
KINDS: Final = {  # what `of` of an order means
    "printed": frozenset(PRINTED),
    "built": frozenset({
        BUILT_FACTORY, OIL_FACILITY, RESOURCE_FACILITY, RAIL_FACILITY, ROAD_FACILITY, FORT_FACILITY,
    }),
    "coming": frozenset({SITE}),
}  # fmt: skip
TARGETS: Final = {  # what an order says, and what it may mean, the first that there is
    FACTORY: (BLUE, BUILT_FACTORY),
    OIL: (OIL, OIL_FACILITY, SITE),
    RESOURCE: (RESOURCE_FACILITY, SITE),
    RAIL: (RAIL_FACILITY,),
    ROAD: (ROAD_FACILITY,),
    FORT: (FORT_FACILITY,),
}


@implements("WIF-13.8-1a")
def wreckable(position: Position, place: str) -> dict[str, int]:
    """What its own side could wreck in a hex: facilities, printed oil and blue factories (13.8)."""
    allowed = {kind for kinds in TARGETS.values() for kind in kinds}
    found = {kind: n for kind, n in standing(position, place).items() if kind in allowed}
    if position.state.marker(place, Marker.BUILT.of(FORT)):
        found[FORT_FACILITY] = 1
    if is_coming(position, f"{SITE}-{place}"):
        found[SITE] = 1
    return found


@implements("WIF-13.8-1b")
def is_invaded(position: Position, place: str) -> bool:
    """Whether a land unit of an enemy, no partisan, stands in the country of a hex (13.8)."""
    country, holder = position.country(place), position.controller(place)
    return holder is not None and any(
        piece.is_land
        and piece.kind != PARTISAN
        and position.country(piece.at) == country
        and position.at_war(holder, piece.owner)
        for piece in position.on_map
    )


@implements("WIF-13.8-2")
def sappers(position: Position, place: str) -> tuple[Piece, ...]:
    """The player's land units in supply in a hex: each wrecks one target in a turn (13.8)."""
    own = {power.id for power in position.state.powers_of_player(position.player)}
    return tuple(
        piece
        for piece in position.land_at(place)
        if piece.owner in own and piece.kind != PARTISAN and in_supply(position, piece)
    )


@implements("WIF-13.8-1a", "WIF-13.8-1b")
def _meant(position: Position, place: str, what: str, of: str) -> str:
    """The works that an order means: what is printed first, if it may be wrecked now (13.8)."""
    there = wreckable(position, place)
    meant = KINDS.get(of, frozenset(there))
    found = [kind for kind in TARGETS[what] if kind in there and kind in meant]
    allowed = [k for k in found if k not in PRINTED or is_invaded(position, place)]
    return next(iter((*allowed, *found)), "")


def check_wreck(position: Position, order: Order) -> Ruling:
    """Whether the player's units can wreck works of their hex (13.8)."""
    places, unknown = places_in(position, order, "wreck")
    findings = [*unknown] or [*_place_troubles(position, places[0])]
    if findings:
        return Ruling(tuple(findings))
    place, count = places[0], int(order.data.get("count", 1))
    kind = _meant(position, place, str(order.data["what"]), str(order.data.get("of", "")))
    findings = [*_target_troubles(position, place, kind, count)]
    if findings:
        return Ruling(tuple(findings))
    done = as_number(position.state.marker(place, Marker.WRECKED)) + count
    used = set_place(position.state, place, "marker", Marker.WRECKED, done)
    words = f"{count} {words_of(kind)} of {position.label(place)} wrecked"
    lost = _site_lost(position, place) if kind == SITE else ruined(position, place, {kind: count})
    return Ruling((), words, (*lost, *used), (place, kind, count))


@implements("WIF-13.8-1c")
def _site_lost(position: Position, place: str) -> Iterator[Event]:
    """A hex-specific facility that is still on its way is wrecked in its hex (13.8)."""
    for power in position.powers.values():
        for name in PowerCount.COMING_WORKS.among(power.counters):
            if name.partition(".")[2] == f"{SITE}-{place}":
                yield from coming(position, power.id, name, -1)


def _place_troubles(position: Position, place: str) -> Iterator[Finding]:
    options, label = position.options, position.label(place)
    holder = position.controller(place)
    own = {power.id for power in position.state.powers_of_player(position.player)}
    if not (options.facilities or options.destruction):
        yield error("option", "wrecking is option 32 or 33, not played", cite=CITE, about="wreck")
    elif holder is None or not {holder, position.major(holder)} & own:
        yield error("not-yours", f"{label} is not yours", cite=CITE, about=place)


def _target_troubles(position: Position, place: str, kind: str, count: int) -> Iterator[Finding]:
    called = position.called
    label, there = position.label(place), wreckable(position, place)
    if there.get(kind, 0) < count:
        found = ", ".join(f"{n} {words_of(what)}" for what, n in there.items())
        message = f"{label} has fewer than {count} of these to wreck"
        hint = f"it has: {found or 'nothing that may be wrecked'}"
        yield error("no-target", message, hint=hint, cite=CITE, about=place)
    elif kind in PRINTED and not is_invaded(position, place):
        country = position.country(place)
        message = f"no enemy land unit is in {called(country)}: what is printed may not be wrecked"
        yield error("no-invader", message, cite=CITE, about=place)
    yield from _owed_oil(position, place, kind, count)
    done = as_number(position.state.marker(place, Marker.WRECKED))
    left = len(sappers(position, place)) - done
    if count > left:
        message = (
            f"{max(0, left)} of your land units in supply in {label} can still wreck something"
        )
        hint = "each wrecks one target a turn"
        yield error("no-unit", message, hint=hint, cite=CITE, about=place)


@implements("WIF-13.8-1d")
def _owed_oil(position: Position, place: str, kind: str, count: int) -> Iterator[Finding]:
    """Oil that a power supplies by a trade agreement it does not wreck (13.8)."""
    holder = position.controller(place)
    if holder is None or kind not in (OIL, OIL_FACILITY):
        return
    power = position.major(holder)
    owed = sum(
        promise.oil or 0
        for promise in position.policy.industry.agreed(position)
        if promise.giver == power
    )
    oil = sum(store.oil for store in own_resources(position, power).values())
    lost = count if kind == OIL else built_at(position, place, OIL)
    if oil - lost < owed:
        message = f"{position.called(power)} has {oil} oil and owes {owed} by a trade agreement"
        yield error("owed", message, cite=CITE, about=place)


def wrecking(umpire: Umpire) -> None:
    """What was ordered is wrecked after all peace is made (13.8)."""
    for order, ruling in umpire.sound_orders("wreck"):
        place, kind, count = ruling.plan
        umpire.apply(*ruling.events)
        umpire.tell(WreckVerdict(at=place, what=kind, count=count))
        umpire.done(order, ruling.reading)


WRECK: Final = Section(
    name="wreck",
    title="Works of your own that you wreck",
    step="wrecking",
    schema="wreck",
    cite=CITE,
    check=check_wreck,
)
