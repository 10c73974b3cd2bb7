"""Conducting air missions (14.2): flying to a hex, intercepting, returning to base.

Decides who is asked to fly where, and what becomes of those who come home. Who is in the air stands
in a Sky, since nobody stays in the air when a step is over. Leaves the order of flights to the
steps that need aircraft (11.8, 11.15.4), who may fly at all to `flights`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from pbem.core.choices.conditions import Fact
from pbem.core.choices.decisions import Answer, Decision, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.record.events import Event, UnitMoved
from pbem.systems.flames.air.air_to_air import (
    BOMBER,
    FIGHTER,
    Conditions,
    combat_value,
    fought_under,
    line_up,
    strength,
    takes_part,
)
from pbem.systems.flames.air.air_verdicts import NoBaseVerdict
from pbem.systems.flames.air.flights import (
    BOMBING,
    FERRYING,
    FTR,
    Flight,
    Mission,
    aircraft_of,
    at_its_range,
    grounded,
    homes,
    route_ban,
)
from pbem.systems.flames.impulse.battle_decisions import CAP, INTERCEPT, RETURN, in_need_order
from pbem.systems.flames.world.control import enemies
from pbem.systems.flames.world.homes import lose, turn_down
from pbem.systems.flames.world.named import hex_facts
from pbem.systems.flames.world.position import (
    Piece,
    Position,
    Umpire,
    destroyed,
    other_side,
    turned_down,
)
from pbem.systems.flames.world.surprise import all_surprise, is_surprised, unopposed


@dataclass(frozen=True, slots=True)
class Waiting:
    """An escort that takes off when its bombers have come to their target, where an enemy meets
    them on their way, and to where it returns.
    """

    flight: Flight
    bombers: tuple[str, ...]
    home: Any = None


@dataclass(slots=True)
class Sky:
    """The aircraft in the air in one step, and where their owners ordered them to return."""

    flights: dict[str, Flight] = field(default_factory=dict)
    elsewhere: Mapping[str, Flight] = field(default_factory=dict)  # those who fly in another sky
    waiting: dict[str, Waiting] = field(default_factory=dict)  # escorts that have not taken off
    ordered_homes: dict[str, Any] = field(default_factory=dict)
    night: set[str] = field(default_factory=set)  # hexes that are bombed by night
    high: set[str] = field(default_factory=set)  # hexes that are bombed from high altitude
    targets: Mapping[str, Sequence[str]] = field(default_factory=dict)  # whose units are attacked
    cargo: dict[str, tuple[str, ...]] = field(default_factory=dict)  # units, by who carries them
    keeping: set[str] = field(default_factory=set)  # who brings his cargo home
    heavy: set[str] = field(default_factory=set)  # whose cargo doubles the cost of each hex
    landed: set[str] = field(default_factory=set)  # who has come home: an abort leaves him there
    fought: set[str] = field(default_factory=set)  # hexes over which there was an air combat
    shots: dict[str, dict[str, int]] = field(default_factory=dict)  # of guns, by where they fired

    def take_off(self, flights: Iterable[Flight], home: Any = None) -> None:
        """Aircraft take off; `home` is what their order says of the return."""
        for flight in flights:
            self.flights[flight.id] = flight
            self.ordered_homes[flight.id] = home

    def holds(self, unit: str) -> bool:
        """Whether an aircraft is in the air."""
        return any(unit in held for held in (self.flights, self.elsewhere, self.waiting))

    def launch(self, flights: Sequence[Flight], homes: Mapping[str, Any], *, awaited: bool) -> None:
        """Aircraft take off; escorts wait where the enemy meets their bombers on the way."""
        bombers = tuple(flight.id for flight in flights if flight.role == BOMBER)
        for flight in flights:
            home = homes.get(flight.id)
            if awaited and flight.mission is Mission.ESCORT:
                self.waiting[flight.id] = Waiting(flight, bombers, home)
            else:
                self.take_off([flight], home)

    def land(self, unit: str) -> None:
        """An aircraft has come down, one way or another."""
        del self.flights[unit]

    def left_to(self, unit: str) -> tuple[str, ...]:
        """What only this aircraft carries: what two carry together stays with the other one."""
        carried = self.cargo.get(unit, ())
        shared = {one for name, ids in self.cargo.items() if name != unit for one in ids}
        return tuple(one for one in carried if one not in shared)

    def with_load(self, flight: Flight) -> Flight:
        """An aircraft as it flies home: at double cost with a heavy load that is aboard still."""
        return replace(flight, laden=flight.id in self.heavy and flight.id in self.cargo)

    def unloaded(self, units: Iterable[str]) -> None:
        """Units have left the aircraft that carry them."""
        gone = set(units)
        self.cargo = {
            name: left
            for name, ids in self.cargo.items()
            if (left := tuple(one for one in ids if one not in gone))
        }

    def conditions_at(self, position: Position, target: str) -> Conditions:
        """What an air combat over a hex is fought under."""
        types, night, high = position.kits.types_matter, target in self.night, target in self.high
        return Conditions(types, night, high, *fought_under(position.values))

    def over(
        self, position: Position, target: str, side: str, role: str = ""
    ) -> tuple[Flight, ...]:
        """A side's aircraft over a hex, in the order in which they flew."""
        return tuple(
            flight
            for flight in self.flights.values()
            if flight.over == target
            and position.side(flight.piece.owner) == side
            and role in ("", flight.role)
        )


@dataclass(frozen=True, slots=True)
class Call:
    """What the powers of a side may fly for: the mission, the choice, and how they are asked."""

    kind: DecisionKind
    mission: Mission
    side: str
    question: str  # the name of the hex follows
    involved: Mapping[str, Sequence[str]] = field(default_factory=dict)  # whose battle it is
    against: Mapping[str, Sequence[str]] = field(default_factory=dict)  # land units that attack
    goal: str = ""  # the target that the mission is about, where they fly to a way station
    right: bool = False  # only a line uses it, nobody is asked

    def about(self, place: str) -> str:
        """The hex whose holder and units have a stake in what happens over another."""
        return self.goal or place


@dataclass(frozen=True, slots=True)
class Sortie:
    """One power's chance to answer a call: the hex, and who may fly there."""

    call: Call
    power: str
    target: str
    flights: tuple[Flight, ...]


# --- what a player knows of the sky --------------------------------------------------------------


def sky_facts(position: Position, sky: Sky, place: str, side: str) -> dict[str, Fact]:
    """How many aircraft of both sides fly over a hex."""
    other = other_side(side)
    return {
        "enemy fighters": len(sky.over(position, place, other, FIGHTER)),
        "enemy bombers": len(sky.over(position, place, other, BOMBER)),
        "own fighters": len(sky.over(position, place, side, FIGHTER)),
        "own bombers": len(sky.over(position, place, side, BOMBER)),
    }


def air_value(position: Position, sky: Sky, sortie: Sortie) -> int:
    """The air-to-air value of a side if the best of those who may fly joined it (14.3.2)."""
    under, side = sky.conditions_at(position, sortie.target), sortie.call.side
    best = max(sortie.flights, key=lambda flight: flight.plane.rating)
    own = line_up([flight.plane for flight in (*sky.over(position, sortie.target, side), best)])
    other = sky.over(position, sortie.target, other_side(side))
    enemy = line_up([flight.plane for flight in other])
    theirs = strength(enemy, under) if enemy.planes else Fraction(0)
    return combat_value(strength(own, under), theirs)


# --- taking off ----------------------------------------------------------------------------------


def volunteers(position: Position, sky: Sky, power: str, mission: Mission) -> tuple[Piece, ...]:
    """The power's aircraft that may fly a mission somewhere now (14.2)."""
    return tuple(
        piece
        for piece in aircraft_of(position, power)
        if not sky.holds(piece.id) and not grounded(position, piece, mission)
        if not position.kits.fuel(position, [piece]).findings
    )


def sorties(umpire: Umpire, sky: Sky, call: Call, places: Iterable[str]) -> Iterator[Sortie]:
    """The chances to answer a call, one after another: who has flown flies nowhere else (14.2).

    Power by power; the hexes in the order in which the players' lines name them.
    """
    for power in umpire.state.powers_of(call.side):
        for place in in_need_order(umpire, call.kind, power.players, places):
            position = umpire.position
            chance = Sortie(call, power.id, place, ())
            if not may_answer(position, sky, chance):
                continue
            ready = volunteers(position, sky, power.id, call.mission)
            flights = (at_its_range(position, Flight(p, call.mission, place)) for p in ready)
            under = sky.conditions_at(position, place)
            able = tuple(
                flight
                for flight in flights
                if takes_part(flight.plane, under) and not route_ban(position, flight)
            )
            if able:
                yield replace(chance, flights=able)


@implements("WIF-18.2-1", "WIF-18.2-2", "AIF-18.2-1")
def belongs(position: Position, sky: Sky, sortie: Sortie) -> bool:
    """Whether a power co-operates with everybody of its side who has part in what happens (18.2).

    With those whose units or factories it is about, and with those who fly there already.
    """
    call, place = sortie.call, sortie.target
    flown = (flight.piece.owner for flight in sky.over(position, place, call.side))
    others = (*call.involved.get(call.about(place), ()), *flown)
    return all(position.cooperate(sortie.power, other) for other in others)


def may_answer(position: Position, sky: Sky, sortie: Sortie) -> bool:
    """Whether a power may answer a call at all: by co-operation, war and surprise."""
    return (
        belongs(position, sky, sortie)
        and meets_enemies(position, sky, sortie)
        and not is_caught(position, sky, sortie)
    )


@implements("WIF-9.8-2", "WIF-9.8-3", "WIF-9.8-7")
def meets_enemies(position: Position, sky: Sky, sortie: Sortie) -> bool:
    """Whether a power has a war with what happens over a hex, or units in it (9.8).

    Against strategic bombing it must be at war with a flier, against air supply with a flier or the
    hex. Else with any who attack or stand there, or with the hex; or the hex or a unit is its own.
    """
    place, power = sortie.target, sortie.power
    side, hostile = position.side(power), frozenset(enemies(position, power))
    there = _stakes(position, sky, sortie)
    missions = {f.mission for f in sky.over(position, place, other_side(side), BOMBER)}
    if missions == {Mission.BOMBARD}:
        return not hostile.isdisjoint(there.fliers)
    if missions == {Mission.RESUPPLY}:
        return not hostile.isdisjoint((*there.fliers, *there.holders))
    if power in (*there.owners, *there.holders) or not hostile.isdisjoint(there.all):
        return True
    strange = [owner for owner in there.all if position.side(owner) != side]
    return bool(hostile) and not strange


def _stakes(position: Position, sky: Sky, sortie: Sortie) -> Stakes:
    """Who has part in what a sortie would meet."""
    call, place = sortie.call, sortie.call.about(sortie.target)
    fliers = sky.over(position, sortie.target, other_side(call.side))
    return Stakes(
        fliers=tuple(flight.piece.owner for flight in fliers),
        attackers=tuple(p.owner for p in position.pieces(*call.against.get(place, ()))),
        owners=tuple(piece.owner for piece in position.at(place)),
        holders=tuple(filter(None, [position.controller(place)])),
    )


@dataclass(frozen=True, slots=True)
class Stakes:
    """Who has part in what happens over a hex, by their part."""

    fliers: tuple[str, ...]
    attackers: tuple[str, ...]
    owners: tuple[str, ...]
    holders: tuple[str, ...]  # one, or nobody

    @property
    def all(self) -> tuple[str, ...]:
        """Everybody."""
        return (*self.fliers, *self.attackers, *self.owners, *self.holders)


@implements("WIF-15.1-1", "WIF-15.1-5", "WIF-15.1-8", "AIF-15-2", "AIF-15-7")
def is_caught(position: Position, sky: Sky, sortie: Sortie) -> bool:
    """Whether surprise keeps a power from answering a call (15.1).

    It flies against nobody but who surprises it, nor does anybody help a hex where all land units
    are surprised, or meet those who fly against the surprised alone.
    """
    call, place = sortie.call, sortie.call.about(sortie.target)
    if call.mission is Mission.CAP or call.side == position.state.clock.side:
        return False
    fliers = [f.piece for f in sky.over(position, sortie.target, other_side(call.side))]
    if call.mission is Mission.INTERCEPT:
        if unopposed(position, fliers, sky.targets.get(place, ()), place):
            return True
        return all_surprise(position, fliers, sortie.power, place)
    helped = call.involved.get(place, ())
    if helped and all(is_surprised(position, power) for power in helped):
        return True
    attackers = position.pieces(*call.against.get(place, ()))
    return all_surprise(position, (*attackers, *fliers), sortie.power, place)


def flight_option(flight: Flight) -> Option:
    """An aircraft as a player picks it: by name or class, `best` by what it flies for."""
    piece = flight.piece
    worth = flight.plane.tactical if flight.mission in BOMBING else flight.plane.rating
    return Option(piece.id, piece.name, frozenset({piece.kind, flight.role}), worth)


def flying_decision(
    umpire: Umpire, sky: Sky, sortie: Sortie, facts: Mapping[str, Fact]
) -> Decision:
    """The choice which of a power's aircraft fly to a hex; nobody unless it says so."""
    position, call, target = umpire.position, sortie.call, sortie.target
    ready = sum(
        p.kind == FTR and not p.face_down and not sky.holds(p.id)
        for p in aircraft_of(position, sortie.power)
    )
    return call.kind.ask(
        f"{call.question} {position.label(target)}?",
        position.powers[sortie.power].players,
        map(flight_option, sortie.flights),
        about=f"{target}-{sortie.power}",
        at=target,
        least=0,
        most=len(sortie.flights),
        facts={**facts, **hex_facts(position, target, sortie.power)},
        ready={FTR: ready} if call.mission.role == FIGHTER else {},
    )


@implements("WIF-14.2.5-2", "AIF-14.2.1-2")
def fly_cap(umpire: Umpire, sky: Sky, side: str, places: Mapping[str, Sequence[str]]) -> None:
    """A side flies combat air patrol over hexes where the enemy may come (14.2.5).

    With each hex stand the powers of the side whose it is (18.2). A right that only a line uses:
    where there is none, nobody is asked.
    """
    call = Call(CAP, Mission.CAP, side, "Who flies combat air patrol over", places)
    for sortie in sorties(umpire, sky, call, places):
        facts = {"air": air_value(umpire.position, Sky(), sortie)}
        right = flying_decision(umpire, sky, sortie, facts)
        take_off(umpire, sky, sortie.flights, umpire.opening([right])[0])


@implements("WIF-14.2.5-3", "WIF-14.2.5-4", "AIF-14.2.1-3", "AIF-14.2.1-4")
def fly_fighters(umpire: Umpire, sky: Sky, call: Call, places: Iterable[str]) -> None:
    """A side's powers send fighters to hexes as escorts or interceptors (14.2.5)."""
    for sortie in sorties(umpire, sky, call, places):
        position = umpire.position
        facts = {
            "air": air_value(position, sky, sortie),
            **sky_facts(position, sky, sortie.target, call.side),
        }
        choice = flying_decision(umpire, sky, sortie, facts)
        answer = umpire.opening([choice])[0] if call.right else umpire.decide(choice)
        take_off(umpire, sky, sortie.flights, answer)


@implements("WIF-11.8-1", "WIF-11.15.4-1", "AIF-11.9-1", "AIF-11.16.4-1")
def intercept(umpire: Umpire, sky: Sky, side: str, places: Mapping[str, Sequence[str]]) -> None:
    """A side flies interceptors to those of some hexes where enemy aircraft are (14.2.5).

    With each hex stand the powers of the side that have part in what happens there (18.2).
    """
    position = umpire.position
    other = other_side(side)
    visited = [place for place in places if may_be_met(position, sky, place, other)]
    call = Call(INTERCEPT, Mission.INTERCEPT, side, "Who flies intercept to", places)
    fly_fighters(umpire, sky, call, visited)


@implements("WIF-22.17-2")
def may_be_met(position: Position, sky: Sky, place: str, side: str) -> bool:
    """Whether a side has somebody over a hex whom fighters can meet: no V-2 or A-10 (22.17)."""
    return any(not flight.piece.is_ballistic for flight in sky.over(position, place, side))


def take_off(umpire: Umpire, sky: Sky, flights: Sequence[Flight], answer: Answer) -> None:
    """Those who were picked take off, as far as there is oil for them (10.3)."""
    for flight in flights:
        oil = umpire.position.kits.fuel(umpire.position, [flight.piece])
        if flight.id in answer.picks and not oil.findings:
            umpire.apply(*oil.events)
            sky.take_off([flight])


# --- coming down ---------------------------------------------------------------------------------


@implements("WIF-14.2.4-1", "WIF-14.2.4-2", "WIF-14.3.3-3", "AIF-14.2-4")
def return_to_base(umpire: Umpire, sky: Sky, flight: Flight, aborted: bool = False) -> None:
    """An aircraft flies home and is turned face-down (14.2.4, 14.3.3).

    Without a word from its owner back to where it came from, else to the nearest hex that will do;
    an aircraft without any is lost. What it carries comes with it, face-down if it has aborted.
    """
    sky.land(flight.id)
    umpire.apply(*struck(umpire.position, flight))
    position = umpire.position
    landed = flight.id in sky.landed
    home = flight.target if landed else _home(umpire, position, sky, sky.with_load(flight))
    lose(umpire, *landing(position.pieces(flight.id)[0], home))
    alone = sky.left_to(flight.id)
    lose(umpire, *_brought(position.pieces(*alone), home, aborted))
    if aborted or len(alone) < len(sky.cargo.get(flight.id, ())):
        sky.cargo.pop(flight.id, None)
    if home is None:
        umpire.tell(NoBaseVerdict(at=flight.over, unit=flight.id))


def struck(position: Position, flight: Flight) -> tuple[Event, ...]:
    """What politics make of a flight that has bombed its target, or was to."""
    if flight.mission not in BOMBING or flight.mission in FERRYING or flight.station:
        return ()
    return position.policy.struck(position, flight.piece, flight.target)


@implements("WIF-11.11-7", "WIF-14.3.3-3", "AIF-11.12-7")
def _brought(cargo: Iterable[Piece], home: str | None, aborted: bool) -> Iterator[Event]:
    """What becomes of units aboard an aircraft that comes home, or finds no home."""
    for piece in cargo:
        if home is None:
            yield from destroyed(piece)
            continue
        if piece.at != home:
            yield UnitMoved(piece.id, piece.at, home, piece.unit.count)
        yield from turned_down(piece) if aborted else ()


def landing(piece: Piece, home: str | None) -> tuple[Event, ...]:
    """The changes when an aircraft returns to a hex, or has none to return to."""
    if home is None:
        return destroyed(piece)
    moved = (UnitMoved(piece.id, piece.at, home, piece.unit.count),) if home != piece.at else ()
    return (*moved, *turned_down(piece))


@implements("WIF-22.17-2")
def _home(umpire: Umpire, position: Position, sky: Sky, flight: Flight) -> str | None:
    if flight.piece.is_v_weapon:
        return flight.piece.at
    bases = homes(position, flight)
    if not bases:
        return None
    board = umpire.board
    owner, target = flight.piece.owner, flight.over
    wish = umpire.opening(
        [
            RETURN.ask(
                f"Where does {flight.piece.name} return to?",
                position.powers[owner].players,
                (Option(place, board.name(place), frozenset({place})) for place in bases),
                about=flight.id,
                at=target,
                least=0,
                most=1,
                facts={"role": flight.role, **hex_facts(position, target, owner)},
                ordered=sky.ordered_homes.get(flight.id),
            )
        ]
    )[0]
    if wish:
        return wish.pick
    return flight.piece.at if flight.piece.at in bases else bases[0]


@implements("WIF-11.8-1", "WIF-11.15.4-1", "AIF-11.9-1", "AIF-11.16.4-2")
def all_return(umpire: Umpire, sky: Sky) -> None:
    """Everybody who is still in the air returns to base, in the order in which they flew.

    Then the guns that have fired at them turn face-down (22.2).
    """
    for flight in tuple(sky.flights.values()):
        return_to_base(umpire, sky, flight)
    turn_down(umpire, sky.shots)
