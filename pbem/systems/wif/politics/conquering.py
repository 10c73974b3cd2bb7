"""What comes of a conquest (13.7.1).

Decides what becomes of units, hexes, wars and minor countries, and whether a power is out of the
war. Leaves a new home country to `new_home`; ships to rules that are not played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from pbem.core.data.charts import Number
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_controller, set_place, set_power, set_track
from pbem.core.record.events import Event
from pbem.core.record.state import NEUTRAL, REMOVED, State, Unit
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.homes import home_country
from pbem.systems.flames.world.kits import Moment
from pbem.systems.flames.world.position import (
    PARTISAN,
    Piece,
    Position,
    Umpire,
    conqueror,
    leaves_map,
)
from pbem.systems.flames.world.terrain import FORT
from pbem.systems.flames.world.vocabulary import Marker, PowerFlag, Relation, TrackName
from pbem.systems.flames.world.zoc import zoc_of, zoc_reaches, zones_of
from pbem.systems.wif.politics.conquest import Conquest, conquests, hexes_in, influential
from pbem.systems.wif.politics.displacing import displace, send_away
from pbem.systems.wif.politics.factions import cities_change, without_cities
from pbem.systems.wif.politics.inheriting import (
    ALIGNED,
    NEUTRAL_NOW,
    Legacy,
    hand_on,
    heir_of,
    led_by,
    tell_legacy,
)
from pbem.systems.wif.politics.liberation import wants_to_free
from pbem.systems.wif.politics.new_home import aligned_of_old, resettle
from pbem.systems.wif.politics.politics_verdicts import ConquestVerdict
from pbem.systems.wif.world.alliances import MAJOR_POWERS
from pbem.systems.wif.world.spheres import has_occupied, is_east_poland

CITE: Final = "13.7.1"


class HexesAgain(Reading, id="WIF-13.7.1-R5"):
    """Whether hexes are handed out again when a country is re-conquered."""

    FIRST_ONLY = "first-only"
    EACH_TIME = "each-time"


class EqualFactors(Reading, id="WIF-13.7.1-R6"):
    """Whose a hex becomes in which several powers have the same factors at a conquest."""

    TAKER = "taker"
    INFLUENCE = "influence"


class LaterBuilds(Reading, id="WIF-13.7.1-R3"):
    """Which units of an incompletely conquered country can still be built."""

    LATER = "later"
    ALL = "all"


class OwnSide(Reading, id="WIF-13.7.1-R8"):
    """Whether a country that fights on suffers when its own side re-conquers its home."""

    AGAIN = "again"
    SPARED = "spared"


@implements("WIF-13.7.1-1", "WIF-13.7.1-23")
def conquest(umpire: Umpire) -> None:
    """All conquests of the turn, worked out before any takes effect (13.7).

    What its new master liberates he does not conquer anew; that is done in its own step. The homes
    of major powers come last, so that heirs get only what nobody conquers.
    """
    cities_change(umpire)
    for found in sorted(conquests(umpire.position), key=partial(_is_of_a_major, umpire.state)):
        with umpire.step(found.country):
            if found.whole and not (found.freed and wants_to_free(umpire, found)):
                conquer(umpire, replace(found, taker=umpire.position.major(found.taker)))
    without_cities(umpire)
    displace(umpire)
    umpire.position.kits.happen(Moment.PLACES_TAKEN, umpire)


# --- conquest ------------------------------------------------------------------------------------


def conquer(umpire: Umpire, found: Conquest) -> None:
    """Its units go, its hexes are handed out, its power may be out of the war (13.7.1)."""
    state = umpire.state
    host = state.at_home(found.country)
    lives = host is not None and not _is_out(state, host)
    fights_on = lives and _fights_on(state, host, found.country)
    spared = _is_spared(umpire, found, host)
    gone = [] if spared else _units_removed(umpire, found, host, fights_on)
    _bystanders(umpire, found)
    _hexes_change(umpire, found)
    umpire.apply(*_marked(umpire.state, found))
    if host is not None and lives and not fights_on:
        gone += _out_of_the_war(umpire, host, found.taker)
    umpire.tell(
        ConquestVerdict(
            None,
            country=found.country,
            lord=found.lord,
            power=found.taker,
            units=tuple(gone),
            complete=lives and not fights_on,
        )
    )
    if host is not None and fights_on and not spared:
        resettle(umpire, host, found.country)


def _hexes_change(umpire: Umpire, found: Conquest) -> None:
    """The forts of a conquered country are razed; the first time its hexes are handed out."""
    umpire.apply(*forts_razed(umpire.position, found.country))
    is_first = _is_first(umpire.state, found.country)
    if is_first or umpire.reading(HexesAgain) is HexesAgain.EACH_TIME:
        umpire.apply(*handed_out(umpire.position, found))


@implements("WIF-13.7.1-23")
def _is_spared(umpire: Umpire, found: Conquest, host: str | None) -> bool:
    """Whether a country loses nothing as its own side takes its home, by a reading.

    Else it loses units and chooses a home as at any conquest.
    """
    side = umpire.state.side_of(found.taker)
    own = host is not None and umpire.state.side_of(host) == side
    return own and umpire.reading(OwnSide) is OwnSide.SPARED


def _is_of_a_major(state: State, found: Conquest) -> bool:
    """Whether the home of a major power is taken."""
    return state.at_home(found.country) in MAJOR_POWERS


def _is_first(state: State, country: str) -> bool:
    """Whether a country has never been conquered, neither in play nor before it."""
    return state.track(TrackName.CONQUERED_ONCE.of(country)) is None and not conqueror(
        state, country
    )


def _is_out(state: State, power: str) -> bool:
    """Whether a power has left the war already, or never was in it."""
    return state.side_of(power) == NEUTRAL or bool(state.flag(power, PowerFlag.DEFEATED))


@implements("WIF-13.7.1-7b", "WIF-13.1.3-16")
def _units_removed(umpire: Umpire, found: Conquest, host: str | None, fights_on: bool) -> list[str]:
    """The country's land units and aircraft in it, and those not on the map, leave the game.

    By one reading those off the map stay, if the power fights on.
    """
    position = umpire.position
    inside = set(hexes_in(position, found.country))
    kept = fights_on and umpire.reading(LaterBuilds) is LaterBuilds.ALL
    away = () if kept else ("pool:", "track:")
    gone = [
        unit
        for unit in position.state.units.values()
        if unit.owner == host and (unit.at in inside or unit.at.startswith(away))
        if _fights_for(position, position.piece(unit), found.country)
    ]
    if host is not None and not kept and found.country == _main_home(position.state, host):
        umpire.position.kits.crews.all_lost(umpire, host)
    return _removed(umpire, gone)


def _main_home(state: State, power: str) -> str:
    """The first home country of a power, whose pilots its own are."""
    return state.powers[power].home_countries[0]


def _fights_for(position: Position, piece: Piece, country: str) -> bool:
    """Whether a unit is one of a home country; partisans fight on."""
    return piece.kind != PARTISAN and home_country(position, piece) == country


def _removed(umpire: Umpire, units: Iterable[Unit]) -> list[str]:
    gone = [unit for unit in units if unit.at != REMOVED]
    position = umpire.position
    umpire.apply(*(c for unit in gone for c in leaves_map(position.piece(unit), REMOVED)))
    return [unit.id for unit in gone]


@implements("WIF-13.7.1-8")
def _bystanders(umpire: Umpire, found: Conquest) -> None:
    """Units of the conquered side in the country that are not at war with the taker go away."""
    position = umpire.position
    side = position.side(found.lord)
    pieces = [piece for place in hexes_in(position, found.country) for piece in position.at(place)]
    idle = [
        piece
        for piece in pieces
        if position.side(piece.owner) == side and not position.at_war(piece.owner, found.taker)
    ]
    send_away(umpire, idle)


@implements("WIF-13.7.1-7a")
def forts_razed(position: Position, country: str) -> Iterator[Event]:
    """The printed forts of a conquered country are destroyed (13.7.1)."""
    for place in hexes_in(position, country):
        if position.board.fact(place, FORT):
            yield from set_place(position.state, place, "marker", Marker.RAZED_FORT, True)


@implements("WIF-13.7.1-9a", "WIF-13.7.1-9b", "WIF-13.7.1-9c", "WIF-19.5.1-2")
def handed_out(position: Position, found: Conquest) -> Iterator[Event]:
    """Who gets which hex at a first conquest: who stands there or alone reaches it, the taker."""
    state = position.state
    hexes = hexes_in(position, found.country)
    zones = _zones(position)
    for place in hexes:
        holder = position.controller(place)
        if holder is None or (has_occupied(state) and is_east_poland(position, place)):
            continue
        owner = _new_owner(position, place, zones.get(place, ()), found)
        same_side = position.side(holder) == position.side(owner)
        mine = position.major(holder)
        if same_side and mine != position.major(owner) and mine != found.lord:
            continue
        yield from set_controller(state, place, owner)


def _new_owner(position: Position, place: str, reached_by: tuple[str, ...], found: Conquest) -> str:
    """Whose a hex becomes: who has most factors in it, or alone reaches it, or the taker.

    Partisans control nothing, wherever they are (13.1.3).
    """
    total: dict[str, Number] = {}
    for piece in _that_hold(position.at(place)):
        power = position.major(piece.owner)
        total[power] = total.get(power, 0) + (piece.combat if piece.is_land else 0)
    strongest = [power for power in total if total[power] == max(total.values())]
    if len(strongest) > 1:
        return _of_equals(position, strongest, found)
    heads = strongest or reached_by
    return heads[0] if len(heads) == 1 else found.taker


def _that_hold(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Those of some units that can control a hex: no partisans (13.1.3)."""
    return tuple(piece for piece in pieces if piece.kind != PARTISAN)


def _of_equals(position: Position, powers: Sequence[str], found: Conquest) -> str:
    """Who gets a hex in which several powers have as many factors: the taker, by one reading."""
    if position.reading(EqualFactors) is EqualFactors.TAKER:
        return found.taker
    return influential(position, hexes_in(position, found.country), powers)


def _zones(position: Position) -> dict[str, tuple[str, ...]]:
    """The zones of control of each major power's units and of its minors', hex by hex (2.2)."""
    state, found = position.state, dict[str, list[str]]()
    families: dict[str, list[str]] = {}
    for power in state.powers:
        families.setdefault(position.major(power), []).append(power)
    for head, family in families.items():
        zones = zones_of(position, tuple(family))
        for place in sorted(zones - _of_partisans_alone(position, family)):
            found.setdefault(place, []).append(head)
    return {place: tuple(heads) for place, heads in found.items()}


def _of_partisans_alone(position: Position, family: Sequence[str]) -> frozenset[str]:
    """The hexes of partisans of some powers that no other unit of these reaches."""
    pieces = [position.piece(unit) for power in family for unit in position.units_of(power)]
    spots = {piece.at for piece in pieces if piece.kind == PARTISAN}
    if not spots:
        return frozenset()
    reached = (
        zoc_of(position.ground, zoc_reaches(piece.counter), piece.at)
        for piece in _that_hold(pieces)
        if piece.is_land
    )
    return frozenset(spots.difference(*reached))


def _marked(state: State, found: Conquest) -> Iterator[Event]:
    """The flag goes to the new conqueror; that the country was conquered is remembered."""
    flag = PowerFlag.CONQUERED.of(found.country)
    before = conqueror(state, found.country)
    if before not in (None, found.taker):
        yield from set_power(state, before, "flag", flag, None)
    yield from set_power(state, found.taker, "flag", flag, True)
    yield from set_track(state, TrackName.CONQUERED_ONCE.of(found.country), state.clock.turn)
    first = TrackName.FIRST_CONQUEROR.of(found.country)
    if state.track(first) is None:
        yield from set_track(state, first, state.side_of(before or found.taker))


# --- out of the war ------------------------------------------------------------------------------


@implements("WIF-13.7.1-11", "WIF-13.7.1-17")
def _fights_on(state: State, power: str | None, country: str) -> bool:
    """Whether a power whose country falls has another home, or one aligned to it in 1939."""
    if power is None:
        return False
    homes = [home for home in state.powers[power].home_countries if home != country]
    return any(conqueror(state, home) is None for home in homes) or bool(
        aligned_of_old(state, power)
    )


@implements("WIF-13.7.1-18", "WIF-13.7.1-20")
def _out_of_the_war(umpire: Umpire, power: str, taker: str) -> list[str]:
    """A power without a country makes peace; its units leave the game, its hexes go on (13.7.1)."""
    units = [u for u in umpire.state.units.values() if u.owner == power]
    gone = _removed(umpire, [u for u in units if umpire.position.piece(u).kind != PARTISAN])
    umpire.apply(*_peace(umpire.state, power))
    state = umpire.state
    umpire.apply(*set_power(state, power, "flag", PowerFlag.DEFEATED, state.clock.turn))
    _give_back(umpire, power)
    for minor in [m.id for m in umpire.state.powers.values() if _is_of(umpire.state, m.id, power)]:
        _orphaned(umpire, minor, power)
    hand_on(umpire, power, taker)
    _bequeath(umpire, taker, power)
    return gone


@implements("WIF-13.7.1-20")
def _give_back(umpire: Umpire, power: str) -> None:
    """The hexes that a power holds in the countries of others go back to them (13.7.1)."""
    for place in _held(umpire.state, power):
        country = umpire.position.country(place)
        owner = umpire.position.conqueror(country) or umpire.state.at_home(country)
        if owner not in (None, power):
            umpire.apply(*set_controller(umpire.state, place, owner))


def _bequeath(umpire: Umpire, taker: str, power: str) -> None:
    """The hexes that a power still holds go to the taker."""
    for place in _held(umpire.state, power):
        umpire.apply(*set_controller(umpire.state, place, taker))


def _held(state: State, power: str) -> list[str]:
    return [place.id for place in state.places.values() if place.controller == power]


def _is_of(state: State, minor: str, power: str) -> bool:
    """Whether a minor country that nobody has conquered is aligned to a power."""
    homes = state.powers[minor].home_countries
    free = any(conqueror(state, home) is None for home in homes)
    return free and state.flag(minor, PowerFlag.CONTROLLER) == power


def _peace(state: State, power: str) -> Iterator[Event]:
    """Every war of a power ends."""
    for other, relation in sorted(state.powers[power].relations.items()):
        if relation == Relation.WAR:
            yield from set_power(state, power, "relation", other, None)
    for other in state.powers:
        if state.powers[other].relations.get(power) == Relation.WAR:
            yield from set_power(state, other, "relation", power, None)


@implements("WIF-13.7.1-21a", "WIF-13.7.1-21b", "WIF-13.7.1-21c")
def _orphaned(umpire: Umpire, minor: str, power: str) -> None:
    """A minor of a power that is out: it goes to its heir; to an enemy conquered, else neutral."""
    state = umpire.state
    home = state.powers[minor].home_countries[0]
    heir = heir_of(umpire.position, home, power)
    if heir and state.side_of(heir) == state.side_of(power):
        umpire.apply(*led_by(state, minor, heir))
        tell_legacy(umpire, Legacy(home, power, heir), ALIGNED)
        return
    umpire.apply(*set_power(state, minor, "flag", PowerFlag.CONTROLLER, None))
    if heir:
        for country in state.powers[minor].home_countries:
            conquer(umpire, Conquest(country, minor, heir))
    else:
        tell_legacy(umpire, Legacy(home, power, ""), NEUTRAL_NOW)
    umpire.apply(*set_power(umpire.state, minor, "side", "", NEUTRAL))
