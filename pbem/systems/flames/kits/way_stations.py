"""Way stations (14.2.5, option 43): bombers are met on their way to the target.

Decides who announces that he meets bombers on their way, where they stop, who flies there, who goes
on from there and who returns. Nobody is asked: lines alone announce, and name who flies. Leaves
the combats to `air_combat`, what happens over the target to the missions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pbem.core.choices.decisions import DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import reachable
from pbem.core.rules.readings import Reading
from pbem.systems.flames.air.air_combat import air_combats
from pbem.systems.flames.air.air_to_air import BOMBER
from pbem.systems.flames.air.air_verdicts import WayVerdict
from pbem.systems.flames.air.flights import (
    FTR,
    Flight,
    Mission,
    aircraft_of,
    flight_cost,
    flown_distance,
    grounded,
    range_out,
    route_ban,
)
from pbem.systems.flames.air.sorties import (
    Call,
    Sky,
    flight_option,
    fly_fighters,
    return_to_base,
    sky_facts,
)
from pbem.systems.flames.impulse.battle_decisions import FLY_ON, MEET, STATION, WAY_ESCORT
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.named import hex_facts
from pbem.systems.flames.world.position import Position, Umpire, other_side

LEG: Final = 4  # movement points from one way station to the next


class EscortReach(Reading, id="WIF-14.2.5-R2"):
    """How far an escort may go on from a way station."""

    FLOWN = "flown"
    FROM_BASE = "from-base"


@dataclass(slots=True)
class Trip:
    """The bombers that fly from one hex to one target, and the fighters with them."""

    sky: Sky  # of those who are on this way alone
    side: str
    target: str
    here: str
    passed: list[str] = field(default_factory=list)
    combats: list[str] = field(default_factory=list)
    back: list[str] = field(default_factory=list)  # bombers that their side sent home

    @property
    def flights(self) -> tuple[Flight, ...]:
        """Everybody who is on the way."""
        return tuple(self.sky.flights.values())

    @property
    def bombers(self) -> tuple[Flight, ...]:
        """The bombers that are still on their way."""
        return tuple(flight for flight in self.flights if flight.role == BOMBER)


# --- who announces it ----------------------------------------------------------------------------


@implements("WIF-14.2.5-5")
def is_awaited(umpire: Umpire, side: str) -> bool:
    """Whether the other side announces that it meets a side's bombers on their way: by a line."""
    players = umpire.state.players_of(other_side(side))
    return any(_has_line(umpire, player, MEET) for player in players)


def _has_line(umpire: Umpire, player: str, kind: DecisionKind) -> bool:
    """Whether a player's orders, standing orders or preset have a line that answers a choice."""
    sent, held = umpire.inputs.submissions.get(player), umpire.inputs.standing.get(player)
    shipped = umpire.game.presets.get(held.preset) if held else None
    sources = (sent.lines if sent else None, held.lines if held else None, shipped)
    return any(
        line.answer(key) is not None
        for lines in sources
        if lines is not None
        for key, line in lines.for_kind(kind)
    )


# --- conducting ----------------------------------------------------------------------------------


@implements("WIF-14.2.5-5", "WIF-14.2.5-8")
def fly_the_way(
    umpire: Umpire, sky: Sky, side: str, concerned: Mapping[str, Sequence[str]]
) -> None:
    """A side's bombers fly to their targets, met on their way where the enemy announces it.

    `concerned`: the powers of the other side whom each target is about. On their way home nobody
    meets them.
    """
    if not is_awaited(umpire, side):
        return
    for base, target in _ways(umpire, sky, side):
        trip = _set_out(sky, side, base, target)
        trip.sky.targets = {target: tuple(concerned.get(target, ()))}
        bombers = tuple(flight.id for flight in trip.bombers)
        with umpire.step(f"way-{bombers[0]}", at=target):
            travel(umpire, sky, trip)
            _arrive(sky, trip, bombers)
            tell(umpire, trip, bombers)
    escorts_follow(sky)


def _ways(umpire: Umpire, sky: Sky, side: str) -> tuple[tuple[str, str], ...]:
    """From where to where a side's bombers fly: those of one hex and target go together."""
    position = umpire.position
    return tuple(
        dict.fromkeys(
            (flight.piece.at, flight.target)
            for flight in sky.flights.values()
            if flight.role == BOMBER
            and not flight.piece.is_ballistic
            and position.side(flight.piece.owner) == side
        )
    )


def _set_out(sky: Sky, side: str, base: str, target: str) -> Trip:
    """The bombers of one way leave the others; aboard is what they have loaded at their base."""
    ours = [f for f in sky.flights.values() if _goes(f, base, target)]
    for flight in ours:
        sky.land(flight.id)
    aloft = {**sky.flights, **{name: held.flight for name, held in sky.waiting.items()}}
    own = Sky(elsewhere=aloft, ordered_homes=sky.ordered_homes, heavy=sky.heavy)
    own.flights = {flight.id: flight for flight in ours}
    own.cargo = {f.id: sky.cargo[f.id] for f in ours if f.id in sky.cargo and base != target}
    return Trip(own, side, target, base)


def tell(umpire: Umpire, trip: Trip, bombers: tuple[str, ...]) -> None:
    """Say how a way went, unless it was a single leg."""
    if trip.passed:
        arrived = tuple(flight.id for flight in trip.bombers)
        umpire.tell(
            WayVerdict(
                at=trip.target,
                bombers=bombers,
                stations=tuple(trip.passed),
                combats=tuple(trip.combats),
                back=tuple(trip.back),
                arrived=arrived,
            )
        )


def _goes(flight: Flight, base: str, target: str) -> bool:
    if flight.role != BOMBER or flight.piece.is_ballistic:
        return False
    return (flight.piece.at, flight.target) == (base, target)


def _arrive(sky: Sky, trip: Trip, bombers: Sequence[str]) -> None:
    """Those who have come through join the others over the target."""
    sky.flights |= trip.sky.flights
    for name in bombers:
        if name not in trip.sky.flights:
            sky.cargo.pop(name, None)


@implements("WIF-14.2.5-6")
def escorts_follow(sky: Sky) -> None:
    """Escorts to a target take off where bombers of theirs have come to it."""
    waiting, sky.waiting = sky.waiting, {}
    for held in waiting.values():
        if any(bomber in sky.flights for bomber in held.bombers):
            sky.take_off([held.flight], held.home)


def travel(umpire: Umpire, sky: Sky, trip: Trip) -> None:
    """From station to station, as long as bombers go on."""
    fought = False
    while trip.bombers:
        set_off(umpire, trip, next_stop(umpire, trip), fought)
        if not trip.bombers or trip.here == trip.target:
            return
        there = trip.here
        trip.sky.night = {there} if trip.target in sky.night else set()
        trip.sky.high = {there} if trip.target in sky.high else set()
        with umpire.step(f"station-{len(trip.passed)}", at=there):
            fought = meet(umpire, trip)
    _send_home(umpire, trip, trip.flights)


# --- the next station ----------------------------------------------------------------------------


@implements("WIF-14.2.5-5")
def stops(position: Position, trip: Trip) -> dict[str, int]:
    """Where the bombers may go in one leg, with what it uses of their range.

    Up to four points far, not where they have been, and their range must do for the rest.
    """
    board, scale = position.board, position.ground.scale

    def cost(here: str, there: str) -> int:
        return flight_cost(scale(there), scale(here))

    left = min(range_left(flight) for flight in trip.bombers)
    near = reachable(board.neighbours, trip.here, cost, LEG)
    near |= {spot: cost(trip.here, spot) for spot in board.neighbours[trip.here]}
    able = {
        place: used
        for place, used in near.items()
        if used and used + flown_distance(position, place, trip.target) <= left
    }
    return {place: used for place, used in able.items() if place not in trip.passed} or able


def range_left(flight: Flight) -> int:
    """How far a bomber may still fly on its way out."""
    piece = flight.piece
    return range_out(piece.range, piece.kind, flight.mission, flight.extended) - flight.flown


@implements("WIF-14.2.5-5")
def next_stop(umpire: Umpire, trip: Trip) -> tuple[str, int]:
    """The end of the next leg, and what it costs: as a line says, else as straight as can be.

    Of hexes that are as near to the target, where the fewest enemy fighters come.
    """
    position = umpire.position
    found = stops(position, trip)
    owners = [flight.piece.owner for flight in trip.bombers]
    said = umpire.opening(
        [
            STATION.ask(
                f"Where do the bombers to {position.label(trip.target)} fly next?",
                umpire.position.players_of(owners),
                (Option(p, position.board.name(p), frozenset({p})) for p in sorted(found)),
                about=f"leg-{len(trip.passed) + 1}",
                at=trip.target,
                facts=hex_facts(position, trip.target, owners[0]),
            )
        ]
    )[0]
    there = said.pick or usual_stop(position, trip, found)
    return there, found[there]


def usual_stop(position: Position, trip: Trip, found: Iterable[str]) -> str:
    """The hex to which bombers fly without a word from their owner."""
    far = {place: flown_distance(position, place, trip.target) for place in found}
    nearest = [place for place in sorted(far) if far[place] == min(far.values())]
    return min(nearest, key=lambda place: len(hunters(position, trip, place)))


def hunters(position: Position, trip: Trip, place: str) -> tuple[str, ...]:
    """The other side's fighters that could fly to a hex."""
    return tuple(
        piece.id
        for power in position.state.powers_of(other_side(trip.side))
        for piece in aircraft_of(position, power.id)
        if piece.kind == FTR
        and not trip.sky.holds(piece.id)
        and not grounded(position, piece, Mission.INTERCEPT)
        and not route_ban(position, Flight(piece, Mission.INTERCEPT, place))
    )


# --- at a station --------------------------------------------------------------------------------


@implements("WIF-14.2.5-6")
def meet(umpire: Umpire, trip: Trip) -> bool:
    """Escorts, the enemy's interceptors, the mover's fly to a station; whether there was a combat.

    Then all interceptors return to base.
    """
    sky, here, side = trip.sky, trip.here, trip.side
    enemy = other_side(side)
    escort = Call(WAY_ESCORT, Mission.ESCORT, side, "Who flies escort to")
    fly_fighters(umpire, sky, _on_the_way(escort, trip), [here])
    for flying in (enemy, side):
        involved = sky.targets if flying == enemy else {}
        call = Call(MEET, Mission.INTERCEPT, flying, "Who meets bombers over", involved)
        if sky.over(umpire.position, here, other_side(flying)):
            fly_fighters(umpire, sky, _on_the_way(call, trip), [here])
    air_combats(umpire, sky, [here])
    if here in sky.fought:
        trip.combats.append(here)
        sky.flights |= {f.id: replace(f, met=True) for f in trip.bombers}
    for flight in trip.flights:
        if flight.mission is Mission.INTERCEPT:
            return_to_base(umpire, sky, flight)
    return here in sky.fought


def _on_the_way(call: Call, trip: Trip) -> Call:
    """A call to a way station: the mission is about its target, and nobody is asked."""
    return replace(call, goal=trip.target, right=True)


# --- going on ------------------------------------------------------------------------------------


@implements("WIF-14.2.5-7")
def set_off(umpire: Umpire, trip: Trip, leg: tuple[str, int], fought: bool) -> None:
    """Who flies on does so, the others return to base; without bombers nobody flies on."""
    going = who_goes_on(umpire, trip, leg, fought)
    trip.back += [flight.id for flight in trip.bombers if flight not in going]
    _send_home(umpire, trip, [flight for flight in trip.flights if flight not in going])
    position = umpire.position
    trip.sky.flights = {flight.id: _moved(position, flight, trip, leg) for flight in going}
    if going:
        _come_to(trip, leg[0])


def who_goes_on(
    umpire: Umpire, trip: Trip, leg: tuple[str, int], fought: bool
) -> tuple[Flight, ...]:
    """The bombers and escorts that fly the next leg; nobody without bombers."""
    able = [f for f in trip.flights if f.role == BOMBER or can_follow(umpire, trip, f, leg)]
    going = chosen(umpire, trip, able) if fought else tuple(able)
    return going if any(flight.role == BOMBER for flight in going) else ()


def _come_to(trip: Trip, there: str) -> None:
    """Those who have flown on are at the end of a leg."""
    trip.here = there
    if there != trip.target:
        trip.passed.append(there)


def _moved(position: Position, flight: Flight, trip: Trip, leg: tuple[str, int]) -> Flight:
    """A flight at the end of a leg."""
    there, used = leg
    if flight.role == BOMBER:
        station = "" if there == trip.target else there
        return replace(flight, station=station, flown=flight.flown + used)
    return replace(flight, target=there, flown=way_flown(position, flight, trip.here) + used)


def way_flown(position: Position, escort: Flight, here: str) -> int:
    """How far an escort has flown: to the station where it joined, and from there on."""
    return escort.flown or flown_distance(position, escort.piece.at, here)


@implements("WIF-14.2.5-7")
def can_follow(umpire: Umpire, trip: Trip, escort: Flight, leg: tuple[str, int]) -> bool:
    """Whether an escort's range does for the next leg too, and the weather at its end."""
    (there, used), position, piece = leg, umpire.position, escort.piece
    if route_ban(position, replace(escort, target=there)):
        return False
    if way_flown(position, escort, trip.here) + used <= piece.range:
        return True
    return umpire.reading(EscortReach) is EscortReach.FROM_BASE


@implements("WIF-14.2.5-7")
def chosen(umpire: Umpire, trip: Trip, able: Sequence[Flight]) -> tuple[Flight, ...]:
    """Who flies on after a combat, as their owners choose: everybody, unless a line says so."""
    if not trip.bombers:
        return ()
    position = umpire.position
    owners = [flight.piece.owner for flight in trip.bombers]
    answer = umpire.decide(
        FLY_ON.ask(
            f"Who flies on to {position.label(trip.target)}?",
            umpire.position.players_of(owners),
            map(flight_option, able),
            (flight.id for flight in able),
            about=f"from-{trip.here}",
            at=trip.target,
            least=0,
            most=len(able),
            facts={
                **sky_facts(position, trip.sky, trip.here, trip.side),
                "to go": flown_distance(position, trip.here, trip.target),
                **hex_facts(position, trip.target, owners[0]),
            },
        )
    )
    return tuple(flight for flight in able if flight.id in answer.picks)


def _send_home(umpire: Umpire, trip: Trip, flights: Iterable[Flight]) -> None:
    """Aircraft return to base from the station where they are."""
    for flight in flights:
        return_to_base(umpire, trip.sky, flight)


KIT: Final = Kits(is_awaited=is_awaited, fly_the_way=fly_the_way)
