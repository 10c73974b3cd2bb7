"""Conducting air missions (14.2): flying to a hex, intercepting, returning to base.

Decides who is asked to fly where, and what becomes of those who come home. Who is in the air stands
in a Sky, since nobody stays in the air when a step is over. Leaves the order of flights to the
steps that need aircraft (11.8, 11.15.4), who may fly at all to `air_missions`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from pbem.core.choices.conditions import Fact
from pbem.core.choices.decisions import Answer, Decision, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import State
from pbem.core.rules.book import once
from pbem.systems.wif.air.air_missions import (
    BOMBING,
    FTR,
    Flight,
    Mission,
    at_its_range,
    grounded,
    homes,
    route_ban,
)
from pbem.systems.wif.air.air_to_air import (
    BOMBER,
    FIGHTER,
    Conditions,
    combat_value,
    line_up,
    strength,
    takes_part,
)
from pbem.systems.wif.air.air_verdicts import NoBaseVerdict
from pbem.systems.wif.impulse.battle_decisions import CAP, INTERCEPT, RETURN
from pbem.systems.wif.world.control import cooperate, enemies, other_side
from pbem.systems.wif.world.named import hex_facts
from pbem.systems.wif.world.position import Position, now
from pbem.systems.wif.world.surprise import all_surprise, is_surprised, unopposed
from pbem.systems.wif.world.units import Piece, destroyed, turned_down


@dataclass(slots=True)
class Sky:
    """The aircraft in the air in one step, and where their owners ordered them to return."""

    flights: dict[str, Flight] = field(default_factory=dict)
    ordered_homes: dict[str, Any] = field(default_factory=dict)
    night: set[str] = field(default_factory=set)  # hexes that are bombed by night
    high: set[str] = field(default_factory=set)  # hexes that are bombed from high altitude
    targets: Mapping[str, Sequence[str]] = field(default_factory=dict)  # whose units are attacked
    cargo: dict[str, tuple[str, ...]] = field(default_factory=dict)  # units, by who carries them
    keeping: set[str] = field(default_factory=set)  # who brings his cargo home
    landed: set[str] = field(default_factory=set)  # who has come home: an abort leaves him there
    fought: set[str] = field(default_factory=set)  # hexes over which there was an air combat

    def take_off(self, flights: Iterable[Flight], home: Any = None) -> None:
        """Aircraft take off; `home` is what their order says of the return."""
        for flight in flights:
            self.flights[flight.id] = flight
            self.ordered_homes[flight.id] = home

    def land(self, unit: str) -> None:
        """An aircraft has come down, one way or another."""
        del self.flights[unit]

    def conditions_at(self, position: Position, target: str) -> Conditions:
        """What an air combat over a hex is fought under."""
        types = position.options.aircraft_types
        return Conditions(types, target in self.night, target in self.high)

    def over(
        self, position: Position, target: str, side: str, role: str = ""
    ) -> tuple[Flight, ...]:
        """A side's aircraft over a hex, in the order in which they flew."""
        return tuple(
            flight
            for flight in self.flights.values()
            if flight.target == target
            and position.side(flight.piece.owner) == side
            and role in ("", flight.role)
        )


def players_of(state: State, powers: Iterable[str]) -> tuple[str, ...]:
    """The players who run some powers, in the scenario's order of powers."""
    wanted = frozenset(powers)
    return tuple(
        dict.fromkeys(
            player
            for power in state.powers.values()
            if power.id in wanted
            for player in power.players
        )
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


@once
def aircraft_of(position: Position, power: str) -> tuple[Piece, ...]:
    """A power's aircraft on the map."""
    return tuple(p for p in position.on_map if p.is_air and p.owner == power)


def volunteers(position: Position, sky: Sky, power: str, mission: Mission) -> tuple[Piece, ...]:
    """The power's aircraft that may fly a mission somewhere now (14.2)."""
    return tuple(
        piece
        for piece in aircraft_of(position, power)
        if piece.id not in sky.flights and not grounded(position, piece, mission)
    )


def sorties(umpire: Umpire, sky: Sky, call: Call, places: Iterable[str]) -> Iterator[Sortie]:
    """The chances to answer a call, one after another: who has flown flies nowhere else (14.2).

    Power by power; the hexes in the order in which the players' lines name them.
    """
    for power in umpire.state.powers_of(call.side):
        for place in in_need_order(umpire, call.kind, power.players, places):
            position = now(umpire)
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


@implements("WIF-18.2-1", "WIF-18.2-2")
def belongs(position: Position, sky: Sky, sortie: Sortie) -> bool:
    """Whether a power co-operates with everybody of its side who has part in what happens (18.2).

    With those whose units or factories it is about, and with those who fly there already.
    """
    call, place = sortie.call, sortie.target
    flown = (flight.piece.owner for flight in sky.over(position, place, call.side))
    others = (*call.involved.get(place, ()), *flown)
    return all(cooperate(position.state, sortie.power, other) for other in others)


def may_answer(position: Position, sky: Sky, sortie: Sortie) -> bool:
    """Whether a power may answer a call at all: by co-operation, war and surprise."""
    place, power = sortie.target, sortie.power
    return (
        belongs(position, sky, sortie)
        and meets_enemies(position, sky, power, place)
        and not is_caught(position, sky, sortie)
    )


def meets_enemies(position: Position, sky: Sky, power: str, place: str) -> bool:
    """Whether a power is at war with somebody who flies, stands or may come there.

    Over a hex in which all opponents are at peace with it, it does not fly.
    """
    side, hostile = position.side(power), enemies(position, power)
    present = [f.piece.owner for f in sky.flights.values() if f.target == place]
    present += [piece.owner for piece in position.at(place)]
    others = [owner for owner in present if position.side(owner) != side]
    return any(owner in hostile for owner in others or hostile)


@implements("WIF-15.1-1", "WIF-15.1-5", "WIF-15.1-8")
def is_caught(position: Position, sky: Sky, sortie: Sortie) -> bool:
    """Whether surprise keeps a power from answering a call (15.1).

    It flies against nobody but who surprises it, nor does anybody help a hex where all land units
    are surprised, or meet those who fly against the surprised alone.
    """
    call, place = sortie.call, sortie.target
    if call.mission is Mission.CAP or call.side == position.state.clock.side:
        return False
    fliers = [f.piece for f in sky.over(position, place, other_side(call.side))]
    if call.mission is Mission.INTERCEPT:
        if unopposed(position, fliers, sky.targets.get(place, ())):
            return True
        return all_surprise(position, fliers, sortie.power)
    helped = call.involved.get(place, ())
    if helped and all(is_surprised(position, power) for power in helped):
        return True
    attackers = position.pieces(*call.against.get(place, ()))
    return all_surprise(position, (*attackers, *fliers), sortie.power)


def flight_option(flight: Flight) -> Option:
    """An aircraft as a player picks it: by name or class, `best` by what it flies for."""
    piece = flight.piece
    worth = flight.plane.tactical if flight.mission in BOMBING else flight.plane.rating
    return Option(piece.id, piece.name, frozenset({piece.kind, flight.role}), worth)


def flying_decision(
    umpire: Umpire, sky: Sky, sortie: Sortie, facts: Mapping[str, Fact]
) -> Decision:
    """The choice which of a power's aircraft fly to a hex; nobody unless it says so."""
    position, call, target = now(umpire), sortie.call, sortie.target
    ready = sum(
        p.kind == FTR and not p.face_down and p.id not in sky.flights
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


@implements("WIF-14.2.5-2")
def fly_cap(umpire: Umpire, sky: Sky, side: str, places: Mapping[str, Sequence[str]]) -> None:
    """A side flies combat air patrol over hexes where the enemy may come (14.2.5).

    With each hex stand the powers of the side whose it is (18.2).

    A right that only a line uses: where there is none, nobody is asked.
    """
    call = Call(CAP, Mission.CAP, side, "Who flies combat air patrol over", places)
    for sortie in sorties(umpire, sky, call, places):
        facts = {"air": air_value(now(umpire), Sky(), sortie)}
        right = flying_decision(umpire, sky, sortie, facts)
        take_off(sky, sortie.flights, umpire.opening([right])[0])


@implements("WIF-14.2.5-3", "WIF-14.2.5-4")
def fly_fighters(umpire: Umpire, sky: Sky, call: Call, places: Iterable[str]) -> None:
    """A side's powers send fighters to hexes as escorts or interceptors (14.2.5)."""
    for sortie in sorties(umpire, sky, call, places):
        position = now(umpire)
        facts = {
            "air": air_value(position, sky, sortie),
            **sky_facts(position, sky, sortie.target, call.side),
        }
        decision = flying_decision(umpire, sky, sortie, facts)
        take_off(sky, sortie.flights, umpire.decide(decision))


@implements("WIF-11.8-1", "WIF-11.15.4-1")
def intercept(umpire: Umpire, sky: Sky, side: str, places: Mapping[str, Sequence[str]]) -> None:
    """A side flies interceptors to those of some hexes where enemy aircraft are (14.2.5).

    With each hex stand the powers of the side that have part in what happens there (18.2).
    """
    position = now(umpire)
    other = other_side(side)
    visited = [place for place in places if sky.over(position, place, other)]
    call = Call(INTERCEPT, Mission.INTERCEPT, side, "Who flies intercept to", places)
    fly_fighters(umpire, sky, call, visited)


def take_off(sky: Sky, flights: Sequence[Flight], answer: Answer) -> None:
    """Those who were picked take off."""
    sky.take_off(flight for flight in flights if flight.id in answer.picks)


def in_need_order(
    umpire: Umpire, kind: DecisionKind, players: Sequence[str], places: Iterable[str]
) -> tuple[str, ...]:
    """Places in the order in which the players' lines name them, the others after them."""
    left = tuple(places)
    sent = [umpire.inputs.submissions.get(player) for player in players]
    held = [umpire.inputs.standing.get(player) for player in players]
    named = [
        place
        for file in (*sent, *held)
        if file is not None
        for _, line in file.lines.for_kind(kind)
        for place in line.places or ()
    ]
    return tuple(dict.fromkeys([place for place in named if place in left] + list(left)))


# --- coming down ---------------------------------------------------------------------------------


@implements("WIF-14.2.4-1", "WIF-14.2.4-2", "WIF-14.3.3-3")
def return_to_base(umpire: Umpire, sky: Sky, flight: Flight, aborted: bool = False) -> None:
    """An aircraft flies home and is turned face-down (14.2.4, 14.3.3).

    Without a word from its owner back to where it came from, else to the nearest hex that will do;
    an aircraft without any is lost. What it carries comes with it, face-down if it has aborted.
    """
    sky.land(flight.id)
    position = now(umpire)
    landed = flight.id in sky.landed
    home = flight.target if landed else _home(umpire, position, sky, flight)
    umpire.apply(*landing(position.pieces(flight.id)[0], home))
    umpire.apply(*_brought(position.pieces(*sky.cargo.get(flight.id, ())), home, aborted))
    if aborted:
        sky.cargo.pop(flight.id, None)
    if home is None:
        umpire.tell(NoBaseVerdict(at=flight.target, unit=flight.id))


@implements("WIF-11.11-7", "WIF-14.3.3-3")
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


def _home(umpire: Umpire, position: Position, sky: Sky, flight: Flight) -> str | None:
    bases = homes(position, flight)
    if not bases:
        return None
    board = umpire.board
    owner, target = flight.piece.owner, flight.target
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


@implements("WIF-11.8-1", "WIF-11.15.4-1")
def all_return(umpire: Umpire, sky: Sky) -> None:
    """Everybody who is still in the air returns to base, in the order in which they flew."""
    for flight in tuple(sky.flights.values()):
        return_to_base(umpire, sky, flight)
