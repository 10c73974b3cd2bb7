"""Missions that fly by an order of their own (11.7, 11.8, 11.17.1), up to their air combats.

Decides what is alike in all of them: the order, who may fly, air patrols, take-off, interception by
both sides, air combat. Leaves what a mission's targets are and what it does there to its module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final

from pbem.core.choices.conditions import Condition, all_hold
from pbem.core.data.findings import Finding, error, warning
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.events import Event
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.air.air_combat import air_combats
from pbem.systems.flames.air.flights import (
    FERRYING,
    Flight,
    Mission,
    at_its_range,
    grounded,
    route_ban,
)
from pbem.systems.flames.air.sorties import Sky, fly_cap, intercept, sky_facts
from pbem.systems.flames.impulse.actions import refusals, spent
from pbem.systems.flames.impulse.battle_decisions import SKY_FACTS
from pbem.systems.flames.world.control import estranged
from pbem.systems.flames.world.named import (
    AIRCRAFT,
    ALOFT,
    HEX_FACTS,
    Sought,
    find_places,
    find_units,
    hex_facts,
    named_twice,
    read_conditions,
)
from pbem.systems.flames.world.position import (
    Piece,
    Position,
    Umpire,
    names,
    other_side,
    turned_down,
)

FACTS: Final = {**SKY_FACTS, **HEX_FACTS}
FLYING: Final = ("fly", "escort")
BOMB_FACTORS: Final = 25  # of an A-bomb


@dataclass(frozen=True, slots=True)
class RaidKind:
    """A kind of mission: its section, what its bombers fly, and what is peculiar to its targets.

    `concerned`: the powers of a side whose units or hex it is about, nobody where it is no target.
    """

    section: str
    mission: Mission
    activity: str
    cite: str
    candidates: Callable[[Position], tuple[str, ...]]
    concerned: Callable[[Position, str, str], tuple[str, ...]]
    problem: Callable[[Position, Raid, str], str]
    words: Callable[[Position, Raid], str]
    foretold: Callable[[Position, Raid], tuple[Event, ...]] = lambda *_: ()
    fliers: Sought = AIRCRAFT


@dataclass(frozen=True, slots=True)
class Raid:
    """A legal mission: who flies, and the targets in the order of preference."""

    kind: RaidKind
    bombers: tuple[Piece, ...]
    escorts: tuple[Piece, ...]
    targets: tuple[str, ...]
    conditions: tuple[Condition, ...] = ()
    extended: bool = False
    home: Any = None
    said: dict[str, Any] = field(default_factory=dict, compare=False)
    cargo: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    heavy: frozenset[str] = frozenset()  # whose cargo doubles the cost of each hex

    @property
    def night(self) -> bool:
        """Whether it is ordered to fly by night (option 8, 11.7)."""
        return bool(self.said.get("night"))

    @property
    def high(self) -> bool:
        """Whether it is ordered to fly at high altitude (option 8, 11.7)."""
        return bool(self.said.get("high"))

    @property
    def fliers(self) -> tuple[Piece, ...]:
        """Every aircraft of it."""
        return (*self.bombers, *self.escorts)

    def _bomber(self, piece: Piece, target: str) -> Flight:
        mission = self.kind.mission
        bomb = BOMB_FACTORS if mission is Mission.BOMBARD and piece.id in self.cargo else 0
        return Flight(piece, mission, target, self.extended, bomb=bomb)

    def flights(self, position: Position, target: str) -> tuple[Flight, ...]:
        """The flights to one of the targets."""
        return (
            *(at_its_range(position, self._bomber(piece, target)) for piece in self.bombers),
            *(Flight(piece, Mission.ESCORT, target) for piece in self.escorts),
        )


# --- the order -----------------------------------------------------------------------------------


def check_raid(kind: RaidKind, position: Position, order: Order) -> Ruling:
    """`{fly: [Ju-87D, He-111H6], escort: Bf-109F2, at: [E2240, Minsk]}`."""
    said = order.data
    fly = find_units(position, said["fly"], kind.fliers)
    escort = find_units(position, said.get("escort"), AIRCRAFT)
    places, troubles = find_places(position, said["at"])
    conditions, wrong = read_conditions(said.get("if"), FACTS)
    twice = named_twice(position, order, FLYING, kind.fliers)
    findings = [*fly.findings, *escort.findings, *troubles, *wrong, *twice]
    if findings:
        return Ruling(tuple(findings))
    raid = Raid(
        kind,
        fly.pieces,
        escort.pieces,
        places,
        conditions,
        bool(said.get("extended")),
        said.get("home"),
        dict(said),
    )
    return _ruling(position, raid)


@implements("WIF-14.2.1-2")
def _ruling(position: Position, raid: Raid) -> Ruling:
    """Whether the aircraft may fly at all, and to which of the targets."""
    findings = _flight_troubles(position, raid)
    if findings:
        return Ruling(tuple(findings))
    found = [(place, target_problem(position, raid, place)) for place in raid.targets]
    problems = {place: why for place, why in found if why}
    legal = tuple(place for place, why in found if not why)
    if not legal:
        return Ruling(tuple(_no_targets(position, raid, problems)))
    cite = raid.kind.cite
    notes = tuple(_passed_over(position, place, why, cite) for place, why in problems.items())
    plan = replace(raid, targets=legal)
    down = turned_down(*plan.fliers)
    words = f"{raid.kind.words(position, plan)}{others_in_words(position, plan)}"
    sure = (*down, *cost(position, plan), *raid.kind.foretold(position, plan))
    return Ruling(notes, words, sure, plan)


def _no_targets(position: Position, raid: Raid, problems: Mapping[str, str]) -> Iterator[Finding]:
    """Why none of the targets will do, with what is in reach."""
    hint = "" if position.in_play else _in_reach(position, raid)
    for place, why in problems.items():
        yield replace(_no_target(position, place, why, raid.kind.cite), hint=hint)


def _flight_troubles(position: Position, raid: Raid) -> list[Finding]:
    """Why these aircraft may not fly together, wherever they go."""
    return [
        *cannot_fly(position, raid.bombers, raid.kind.mission),
        *cannot_fly(position, raid.escorts, Mission.ESCORT),
        *flying_strangers(position, raid.fliers),
        *refusals(position, counted(raid), raid.kind.activity),
        *position.kits.fuel(position, raid.fliers).findings,
    ]


@implements("WIF-18.2-1")
def flying_strangers(
    position: Position, pieces: Sequence[Piece], aloft: Iterable[Flight] = ()
) -> list[Finding]:
    """Aircraft that do not co-operate with each other or with who flies there already (18.2)."""
    flown = (flight.piece.owner for flight in aloft)
    pair = estranged(position, (*flown, *(piece.owner for piece in pieces)))
    if pair is None:
        return []
    about = next(piece.id for piece in pieces if piece.owner == pair[1])
    message = f"{position.called(pair[1])} does not co-operate with {position.called(pair[0])}"
    hint = "let aircraft of one of them fly there"
    return [error("no-co-operation", message, hint=hint, cite="18.2", about=about)]


FLOWN: Final = "an aircraft flies one mission and lies face-down until it is reorganised"


def cannot_fly(position: Position, pieces: Iterable[Piece], mission: Mission) -> list[Finding]:
    """Why aircraft may not fly a mission, wherever it goes (14.2)."""
    return [
        error("grounded", why, hint=FLOWN if piece.face_down else "", cite="14.2.2", about=piece.id)
        for piece in pieces
        if (why := grounded(position, piece, mission))
    ]


def _no_target(position: Position, place: str, why: str, cite: str) -> Finding:
    return error("no-target", f"{position.label(place)}: {why}", cite=cite, about=place)


def _in_reach(position: Position, raid: Raid) -> str:
    """The nearest hexes to which these aircraft could fly instead."""
    here, board = raid.bombers[0].at, position.board
    far = {place: board.distance(here, place) for place in raid.kind.candidates(position)}
    known = [place for place, steps in far.items() if steps is not None]
    near = sorted(known, key=lambda place: (far[place] or 0, place))
    found = (place for place in near if not target_problem(position, raid, place))
    return f"targets in reach: {', '.join(map(position.label, islice(found, 3))) or 'none'}"


def _passed_over(position: Position, place: str, why: str, cite: str) -> Finding:
    message = f"{position.label(place)} is passed over: {why}"
    return warning("second-choice", message, cite=cite, about=place)


def target_problem(position: Position, raid: Raid, place: str) -> str:
    """Why these aircraft cannot fly their mission to a hex; empty when they can."""
    why = raid.kind.problem(position, raid, place)
    reasons = (route_ban(position, flight) for flight in raid.flights(position, place))
    return why or next((why for why in reasons if why), "")


@implements("WIF-10.2-8", "AIF-10.2-4", "AIF-10.2-5")
def cost(position: Position, raid: Raid) -> tuple[Event, ...]:
    """The changes that count each bomber as one air mission of its power, and its oil (10.2)."""
    oil = position.kits.fuel(position, raid.fliers).events
    return (*spent(position, counted(raid), raid.kind.activity), *oil)


@implements("WIF-10.2-4", "AIF-10.2-6")
def freight(position: Position, raid: Raid) -> tuple[Event, ...]:
    """The changes that count each unit flown as one land move of its power (10.2)."""
    flown = raid.cargo if raid.kind.mission in FERRYING else {}
    loaded = position.pieces(*dict.fromkeys(unit for ids in flown.values() for unit in ids))
    return spent(position, loaded, "land-move")


@implements("WIF-22.12-3")
def counted(raid: Raid) -> tuple[Piece, ...]:
    """The bombers that count as air missions: Air Cav does only where it attacks (22.12)."""
    free = raid.kind.mission is Mission.CARRY
    return tuple(piece for piece in raid.bombers if not (free and piece.is_air_cav))


def others_in_words(position: Position, raid: Raid) -> str:
    """The end of a receipt: who goes with the bombers, and where else they may fly."""
    escort = f", escort {names(raid.escorts)}" if raid.escorts else ""
    others = ", ".join(position.label(place) for place in raid.targets[1:])
    return escort + (f"; else {others}" if others else "")


def raid_claims(position: Position, order: Order) -> tuple[str, ...]:
    """An aircraft flies by one order."""
    found = (find_units(position, order.data.get(key), ALOFT) for key in FLYING)
    return tuple(f"air:{piece.id}" for named in found for piece in named.pieces)


def raid_section(
    kind: RaidKind, title: str, step: str, check: Callable[..., Ruling] = check_raid
) -> Section[Position]:
    """The order section of a kind of mission."""
    return Section(
        name=kind.section,
        title=title,
        step=step,
        schema=kind.section,
        cite=kind.cite,
        check=lambda position, order: check(kind, position, order),
        facts=FACTS,
        claims=raid_claims,
    )


# --- the step ------------------------------------------------------------------------------------


def fly_raids(umpire: Umpire, kind: RaidKind) -> tuple[Sky, tuple[str, ...]]:
    """All missions of a kind fly and fight their way; the sky after it, and the hexes in order."""
    active = umpire.state.clock.side
    inactive = other_side(active)
    sky = Sky()
    position = umpire.position
    potential = potential_targets(position, kind)
    fly_cap(umpire, sky, inactive, concerned(position, kind, potential))
    targets = launch(umpire, sky, kind)
    sky.targets = concerned(umpire.position, kind, targets)
    umpire.position.kits.fly_the_way(umpire, sky, active, sky.targets)
    intercept(umpire, sky, inactive, sky.targets)
    intercept(umpire, sky, active, dict.fromkeys(targets, ()))
    air_combats(umpire, sky, targets)
    umpire.position.kits.flak(umpire, sky, targets)
    return sky, targets


def concerned(
    position: Position, kind: RaidKind, places: Iterable[str]
) -> dict[str, tuple[str, ...]]:
    """Which powers of the inactive side a mission is about, hex by hex (18.2)."""
    inactive = other_side(position.state.clock.side)
    return {place: kind.concerned(position, place, inactive) for place in places}


@implements("WIF-14.2.5-2", "AIF-14.2.1-2")
def potential_targets(position: Position, kind: RaidKind) -> tuple[str, ...]:
    """The hexes to which an aircraft of the active side could fly such a mission now."""
    bombers = [
        piece
        for power in position.state.powers_of(position.state.clock.side)
        for piece in position.on_map
        if piece.owner == power.id and kind.fliers.fits(piece)
        if not grounded(position, piece, kind.mission)
    ]
    return tuple(
        place
        for place in kind.candidates(position)
        if any(
            not route_ban(position, at_its_range(position, Flight(piece, kind.mission, place)))
            for piece in bombers
        )
    )


def launch(umpire: Umpire, sky: Sky, kind: RaidKind) -> tuple[str, ...]:
    """The active side's bombers and escorts take off; returns the target hexes, in order."""
    targets: list[str] = []
    awaited = umpire.position.kits.is_awaited(umpire, umpire.state.clock.side)
    for order, ruling in umpire.sound_orders(kind.section):
        raid: Raid = ruling.plan
        target, findings = _destination(umpire, sky, raid)
        if target is None:
            umpire.reject(order, findings)
            continue
        position = umpire.position
        homes = {piece.id: raid.home for piece in raid.fliers}
        sky.launch(raid.flights(position, target), homes, awaited=awaited)
        sky.night |= {target} if raid.night else set()
        sky.high |= {target} if raid.high else set()
        sky.cargo |= raid.cargo
        sky.heavy |= raid.heavy
        sky.keeping |= set(raid.cargo) if raid.said.get("keep") else set()
        umpire.apply(*freight(position, raid))
        umpire.apply(*cost(position, raid))
        umpire.done(order, ruling.reading)
        targets.append(target)
    return tuple(dict.fromkeys(targets))


def _destination(umpire: Umpire, sky: Sky, raid: Raid) -> tuple[str | None, list[Finding]]:
    """Where a mission goes, with the enemy's air patrols in sight; why nowhere."""
    flown = [piece for piece in raid.fliers if sky.holds(piece.id)]
    if flown:
        return None, [_flies_twice(flown)]
    target = chosen_target(umpire, sky, raid)
    if target is None:
        return None, [_unmet(raid)]
    position = umpire.position
    there = sky.over(position, target, position.state.clock.side)
    strange = flying_strangers(position, raid.fliers, there)
    if strange or not there:
        return (None if strange else target), strange
    differs = (raid.night, raid.high) != (target in sky.night, target in sky.high)
    return (None, [_mixed(position, target)]) if differs else (target, [])


def chosen_target(umpire: Umpire, sky: Sky, raid: Raid) -> str | None:
    """The first target for which the conditions hold, with the enemy's air patrol in sight."""
    position = umpire.position
    owner = raid.bombers[0].owner
    for place in raid.targets:
        facts = {
            **sky_facts(position, sky, place, position.side(owner)),
            **hex_facts(position, place, owner),
        }
        if all_hold(raid.conditions, facts):
            return place
    return None


def _flies_twice(flown: Sequence[Piece]) -> Finding:
    return error("flies-twice", f"{names(flown)} flies by an order before this one", cite="14.2")


def _unmet(raid: Raid) -> Finding:
    said = ", ".join(str(condition) for condition in raid.conditions)
    return error("condition", f"'{said}' held for no target", cite=raid.kind.cite)


@implements("WIF-11.7-3", "WIF-11.7-6")
def _mixed(position: Position, target: str) -> Finding:
    """By day and by night, or high and low, a side does not fly to one hex in a step (11.7)."""
    message = f"other missions fly to {position.label(target)} at another altitude or time of day"
    return error("mixed", message, cite="11.7", about=target)
