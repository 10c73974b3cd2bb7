"""What the Nazi-Soviet pact leaves to the USSR: East Poland and the Baltic States (19.5).

A land move of Soviet units that names a hex of them occupies them, without a war and whoever holds
the hex. Decides when it may, who leaves, and who trespasses. Leaves the move to
`land`, breaking the pact to `politics.pacts`, the Poles who come back to `economy.exiles`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.reading.scene import Scene
from pbem.core.record.changes import set_controller, set_power
from pbem.core.record.events import Event
from pbem.core.record.state import NEUTRAL, State, Unit
from pbem.core.record.verdicts import UnitId, Verdict
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.commitments import check_strangers, step_start
from pbem.systems.flames.world.control import fallen_to
from pbem.systems.flames.world.kits import Moment
from pbem.systems.flames.world.policy import Consequence
from pbem.systems.flames.world.position import (
    PARTISAN,
    Piece,
    Position,
    Umpire,
    leaves_map,
    on_circle,
    option_pool_of,
)
from pbem.systems.flames.world.vocabulary import PowerFlag, Relation, Side, turn_after
from pbem.systems.wif.world.borderlands import REGION, fall_back, hexes_of
from pbem.systems.wif.world.vocabulary import FlagOf1939, MinorName, PoolOf1939, PowerName

CITE: Final = "19.5"
EAST_POLAND: Final = "east-poland"
BALTIC_STATES: Final = (MinorName.LATVIA, MinorName.LITHUANIA, MinorName.ESTONIA)
NOT_GERMAN: Final = (
    MinorName.ESTONIA, MinorName.LATVIA, MinorName.LITHUANIA, MinorName.TURKEY,
)  # fmt: skip
NOT_SOVIET: Final = (
    MinorName.DENMARK, MinorName.GREECE, MinorName.HUNGARY, PowerName.NORWAY, PowerName.SWEDEN,
    MinorName.YUGOSLAVIA,
)  # fmt: skip
AWAY: Final = 2  # turns until Axis units are back


@dataclass(frozen=True, slots=True)
class OccupationVerdict(Verdict):
    """The lands that the USSR occupies, and whose units leave them for how long."""

    kind: ClassVar[str] = "occupation"
    cite: ClassVar[str] = CITE

    lands: tuple[str, ...]
    displaced: tuple[UnitId, ...]
    turn: str
    exiled: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "conquered"


def occupation_lines(verdict: OccupationVerdict, scene: Scene) -> Sequence[str]:
    """What is Soviet now, and who had to leave."""
    lands = ", ".join(scene.title(land) for land in verdict.lands)
    lines = [f"OCCUPATION ({verdict.cite})  the USSR takes {lands}"]
    if verdict.displaced:
        back = f"{scene.units(verdict.displaced)}, back in {scene.title(verdict.turn)}"
        lines.append(f"driven out: {back}")
    if verdict.exiled:
        lines.append(f"into exile: {scene.units(verdict.exiled)}")
    return lines


@dataclass(frozen=True, slots=True)
class Occupation:
    """The lands that a move occupies, who leaves them, and all that changes."""

    lands: tuple[str, ...] = ()
    displaced: tuple[Piece, ...] = ()
    exiled: tuple[Piece, ...] = ()
    events: tuple[Event, ...] = ()

    def words(self, position: Position) -> str:
        """What a receipt says of it."""
        return f"occupies {', '.join(map(position.title, self.lands))}" if self.lands else ""


def is_east_poland(position: Position, place: str) -> bool:
    """Whether a hex lies east of the partition line of Poland."""
    return position.board.fact(place, REGION) == EAST_POLAND


def in_force(state: State) -> bool:
    """Whether the Nazi-Soviet pact is in effect."""
    ussr = state.powers.get(PowerName.USSR)
    return ussr is not None and ussr.relations.get(PowerName.GERMANY) == Relation.PACT


def has_occupied(state: State) -> bool:
    """Whether the USSR has occupied East Poland."""
    return bool(state.flag(PowerName.USSR, PowerFlag.CONQUERED.of(EAST_POLAND)))


@implements("WIF-19.5.2-2")
def occupation(position: Position, pieces: Iterable[Piece], places: Iterable[str]) -> Occupation:
    """What a move of some units into some hexes occupies; nothing if it is none (19.5)."""
    state = position.state
    soviet = {piece.owner for piece in pieces} == {PowerName.USSR}
    if not soviet or not in_force(state):
        return Occupation()
    if has_occupied(state):
        return _baltic(position, places)
    return _east_poland(position, places)


@implements("WIF-19.5.1-1", "WIF-19.5.1-2")
def _east_poland(position: Position, places: Iterable[str]) -> Occupation:
    """East Poland, while nobody has conquered Poland (19.5.1)."""
    state = position.state
    entered = any(is_east_poland(position, place) for place in places)
    if not entered or position.conqueror(MinorName.POLAND) is not None:
        return Occupation()
    hexes = hexes_of(position, EAST_POLAND)
    strangers = _strangers(position, hexes)
    exiled = tuple(p for p in strangers if position.side(p.owner) == Side.ALLIED)
    displaced = tuple(piece for piece in strangers if piece not in exiled)
    events = (
        *set_power(state, PowerName.USSR, "flag", PowerFlag.CONQUERED.of(EAST_POLAND), True),
        *(c for place in hexes for c in set_controller(state, place, PowerName.USSR)),
        *_sent_off(position, displaced, exiled),
    )
    return Occupation((EAST_POLAND,), displaced, exiled, events)


def _strangers(position: Position, hexes: Iterable[str]) -> list[Piece]:
    """The units in some hexes that are not the USSR's, partisans apart."""
    pieces = (piece for place in hexes for piece in position.at(place))
    fighting = (piece for piece in pieces if piece.kind != PARTISAN)
    return [p for p in fighting if position.major(p.owner) != PowerName.USSR]


@implements("WIF-19.5.1-2", "WIF-19.5.1-3")
def _sent_off(
    position: Position, displaced: Iterable[Piece], exiled: Iterable[Piece]
) -> Iterator[Event]:
    """Axis units go to the production circle for two turns, Allied ones into exile (19.5.1)."""
    back = turn_after(position.clock.turn, AWAY)
    for piece in displaced:
        yield from leaves_map(piece, on_circle(position.major(piece.owner), back))
    for piece in exiled:
        yield from leaves_map(piece, option_pool_of(piece.owner, PoolOf1939.EXILES))


@implements("WIF-19.5.2-1")
def _baltic(position: Position, places: Iterable[str]) -> Occupation:
    """All Baltic States that are neutral, with a hex of one of them (19.5.2)."""
    state = position.state
    free = tuple(
        minor
        for minor in BALTIC_STATES
        if minor in state.powers and state.side_of(minor) == NEUTRAL and not fallen_to(state, minor)
    )
    if not any(position.controller(place) in free for place in places):
        return Occupation()
    events = (change for minor in free for change in conquered_whole(state, minor, PowerName.USSR))
    return Occupation(free, events=tuple(events))


def conquered_whole(state: State, minor: str, taker: str) -> Iterator[Event]:
    """A country and all hexes that it holds fall to a power without a fight."""
    for country in state.powers[minor].home_countries:
        yield from set_power(state, taker, "flag", PowerFlag.CONQUERED.of(country), True)
    for place in state.places.values():
        if place.controller == minor:
            yield from set_controller(state, place.id, taker)


def occupy(umpire: Umpire, found: Occupation) -> None:
    """The lands are Soviet; pilots of displaced aircraft go with them (19.5)."""
    if not found.lands:
        return
    umpire.apply(*found.events)
    back = turn_after(umpire.state.clock.turn, AWAY)
    umpire.position.kits.crews.go_along(umpire, found.displaced, back)
    displaced, exiled = (tuple(p.id for p in row) for row in (found.displaced, found.exiled))
    umpire.tell(
        OccupationVerdict(None, lands=found.lands, displaced=displaced, turn=back, exiled=exiled)
    )


def entering(position: Position, pieces: Iterable[Piece], places: Iterable[str]) -> Consequence:
    """What a move of some units into some hexes brings about (19.5)."""
    found = occupation(position, pieces, places)
    return Consequence(found.words(position), found.events, partial(occupy, found=found))


# --- trespassers (19.5.3) ------------------------------------------------------------------------


@implements("WIF-9.2-1", "WIF-9.2-8", "WIF-19.5.3-1", "WIF-19.5.3-2")
def trespassed(position: Position, partner: str, before: State | None = None) -> bool:
    """Whether the partner has broken the spirit of the Nazi-Soviet pact (19.5.3).

    Germany by units in the Baltic States or Turkey, or a declaration of war on one; the USSR by
    units in one of the northern or Balkan countries. Once done it is not undone. `before`: as the
    step began.
    """
    state, german = position.state, partner == PowerName.GERMANY
    if state.flag(partner, FlagOf1939.TRESPASSED):
        return True
    if german and _is_ukraine_entered(position):
        return True
    spared = NOT_GERMAN if german else NOT_SOVIET
    attacked = FlagOf1939.ATTACKED_BY.of(partner)
    if german and any(minor in state.powers and state.flag(minor, attacked) for minor in spared):
        return True
    return _trespasses(position, partner, spared, before)


@implements("WIF-19.12-6")
def _is_ukraine_entered(position: Position) -> bool:
    """Whether the Axis has declared war on Ukraine or stands in it, Ukrainians apart (19.12)."""
    ukraine, state = MinorName.UKRAINE, position.state
    axis = [power.id for power in state.powers_of(Side.AXIS) if power.id != ukraine]
    if any(state.flag(ukraine, FlagOf1939.ATTACKED_BY.of(power)) for power in axis):
        return True
    units = (unit for power in axis for unit in position.units_of(power))
    return bool(position.claimed) and any(position.country(u.at) == ukraine for u in units)


class FromOutside(Reading, id="WIF-19.5.3-R1"):
    """Which units are from outside the countries in which nobody may be."""

    NATIONALITY = "nationality"
    PLACE = "place"


def _trespasses(
    position: Position, power: str, countries: Collection[str], before: State | None
) -> bool:
    """Whether a unit of a power or of its minors from outside is in one of some countries (19.5.3).

    By one reading units of these countries may be where they like, by the other it counts who was
    outside of them as the step began.
    """
    there = _units_in(position, power, countries)
    if not there or position.reading(FromOutside) is FromOutside.NATIONALITY:
        return stands_in(position, power, countries)
    known = before.units if before else {}
    was = (known[unit.id].at for unit in there if unit.id in known)
    return any(at in position.board and position.country(at) not in countries for at in was)


def stands_in(position: Position, power: str, countries: Collection[str]) -> bool:
    """Whether a unit of a power or of its minors stands in one of some countries, its own apart."""
    return any(unit.owner not in countries for unit in _units_in(position, power, countries))


def _units_in(position: Position, power: str, countries: Collection[str]) -> list[Unit]:
    state = position.state
    return [
        unit
        for owner in state.powers
        if position.major(owner) == power
        for unit in position.units_of(owner)
        if position.country(unit.at) in countries
    ]


def remember_trespass(umpire: Umpire, before: State) -> None:
    """At the end of a step: who stands where the pact bars him, which his partner may avenge."""
    if not in_force(umpire.state):
        return
    for partner in (PowerName.GERMANY, PowerName.USSR):
        position = umpire.position
        if trespassed(position, partner, before):
            flag = FlagOf1939.TRESPASSED
            umpire.apply(*set_power(position.state, partner, "flag", flag, True))


# --- what is as good as home, and the end of a step ----------------------------------------------


@implements("WIF-13.6.3-6")
def held_as_home(position: Position, power: str, place: str) -> bool:
    """Whether a hex is as good as the USSR's home: in a region of its sphere with a city of its."""
    claimed = claimed_region(position, place)
    if power != PowerName.USSR or not claimed:
        return False
    cities = position.board.by_fact.get("city", {})
    return any(
        claimed_region(position, city) == claimed and position.controller(city) == power
        for city in cities
    )


def claimed_region(position: Position, place: str) -> str:
    """East Poland or the Baltic States, where a hex lies in one of them."""
    if position.country(place) in BALTIC_STATES:
        return "baltic-states"
    region = position.board.text(place, "region")
    return region if region == EAST_POLAND else ""


def step_ends(umpire: Umpire) -> None:
    """Strangers leave (18.2), warlords without a city (22.6), what was claimed falls back."""
    check_strangers(umpire)
    umpire.position.kits.happen(Moment.STRANGERS_LEFT, umpire)
    if umpire.position.claimed:
        fall_back(umpire)
    remember_trespass(umpire, step_start(umpire))
    umpire.position.kits.happen(Moment.PLACES_TAKEN, umpire)
