"""What comes of a conquest or a liberation (13.7.1, 13.7.5).

Decides what becomes of units, hexes, wars and minor countries, whether a power is out of the war,
and what a liberated country gets back. Leaves ships, pilots, facilities, printed forts, the choice
of a new home country and half the units of a liberated one to later chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.changes import set_controller, set_power, set_track
from pbem.core.record.events import Event
from pbem.core.record.state import NEUTRAL, REMOVED, State, Unit
from pbem.core.rules.readings import Reading
from pbem.systems.wif.politics.conquest import Conquest, conquests, hexes_in, influential
from pbem.systems.wif.politics.politics_verdicts import ConquestVerdict, LiberationVerdict
from pbem.systems.wif.world.calendar import turn_after
from pbem.systems.wif.world.control import at_war, conqueror, major
from pbem.systems.wif.world.position import Position, now
from pbem.systems.wif.world.units import PARTISAN, leaves_map, on_circle
from pbem.systems.wif.world.vocabulary import PowerFlag, Relation, TrackName
from pbem.systems.wif.world.zoc import zoc_of, zoc_reaches

CITE: Final = "13.7.1"
AWAY: Final = 2  # turns for which those are away who stood in a conquered country in peace
FREE: Final = "liberate"
KEEP: Final = "keep"

LIBERATE: Final = DecisionKind(
    "liberate",
    "Liberate a country",
    "when you hold the capital of a country that the other side has conquered; default: liberate",
    "13.7.5",
    (AnswerKey("minors", "liberate"),),
    {},
)


class HexesAgain(Reading, id="WIF-13.7.1-R5"):
    """Whether hexes are handed out again when a country is re-conquered."""

    FIRST_ONLY = "first-only"
    EACH_TIME = "each-time"


@implements("WIF-13.7.1-1")
def conquest(umpire: Umpire) -> None:
    """All conquests and liberations of the turn, worked out before any takes effect (13.7)."""
    for found in conquests(now(umpire)):
        with umpire.step(found.country):
            if found.freed:
                _free_or_keep(umpire, found)
            else:
                conquer(umpire, found)


# --- conquest ------------------------------------------------------------------------------------


def conquer(umpire: Umpire, found: Conquest) -> None:
    """Its units go, its hexes are handed out, its power may be out of the war (13.7.1)."""
    state = umpire.state
    host = state.at_home(found.country)
    is_first = state.track(TrackName.CONQUERED_ONCE.of(found.country)) is None
    gone = _units_removed(umpire, found, host)
    _bystanders(umpire, found)
    if is_first or umpire.reading(HexesAgain) is HexesAgain.EACH_TIME:
        umpire.apply(*handed_out(now(umpire), found))
    umpire.apply(*_marked(umpire.state, found))
    complete = host is not None and _is_out(umpire.state, host)
    if host is not None and complete:
        gone += _out_of_the_war(umpire, host, found.taker)
    umpire.tell(
        ConquestVerdict(
            None,
            country=found.country,
            lord=found.lord,
            power=found.taker,
            units=tuple(gone),
            complete=complete,
        )
    )


@implements("WIF-13.7.1-7b", "WIF-13.1.3-16")
def _units_removed(umpire: Umpire, found: Conquest, host: str | None) -> list[str]:
    """The country's land and air units in it, and those not on the map, leave the game (13.7.1)."""
    position = now(umpire)
    inside = set(hexes_in(position, found.country))
    gone = [
        unit
        for unit in position.state.units.values()
        if unit.owner == host
        and (unit.at in inside or unit.at.startswith(("pool:", "track:")))
        and position.piece(unit).kind != PARTISAN
    ]
    return _removed(umpire, gone)


def _removed(umpire: Umpire, units: Iterable[Unit]) -> list[str]:
    gone = [unit for unit in units if unit.at != REMOVED]
    position = now(umpire)
    umpire.apply(*(c for unit in gone for c in leaves_map(position.piece(unit), REMOVED)))
    return [unit.id for unit in gone]


@implements("WIF-13.7.1-8")
def _bystanders(umpire: Umpire, found: Conquest) -> None:
    """Units of the conquered side in the country that are not at war with the taker go away."""
    position = now(umpire)
    side = position.side(found.lord)
    back = turn_after(position.clock.turn, AWAY)
    for place in hexes_in(position, found.country):
        for piece in position.at(place):
            fights = at_war(position.state, piece.owner, found.taker)
            if position.side(piece.owner) == side and not fights:
                to = on_circle(major(position.state, piece.owner), back)
                umpire.apply(*leaves_map(piece, to))


@implements("WIF-13.7.1-9a", "WIF-13.7.1-9b", "WIF-13.7.1-9c")
def handed_out(position: Position, found: Conquest) -> Iterator[Event]:
    """Who gets which hex at a first conquest: who stands there or alone reaches it, the taker."""
    state = position.state
    hexes = hexes_in(position, found.country)
    zones = _zones(position, hexes)
    for place in hexes:
        holder = position.controller(place)
        if holder is None:
            continue
        owner = _new_owner(position, place, zones.get(place, frozenset()), found)
        same_side = position.side(holder) == position.side(owner)
        mine = major(state, holder)
        if same_side and mine != major(state, owner) and mine != found.lord:
            continue
        yield from set_controller(state, place, owner)


def _new_owner(position: Position, place: str, reached_by: frozenset[str], found: Conquest) -> str:
    """Whose a hex becomes: who has most factors in it, or alone reaches it, or the taker."""
    state = position.state
    here = [piece for piece in position.at(place) if piece.is_land or piece.is_air]
    total: dict[str, int] = {}
    for piece in here:
        power = major(state, piece.owner)
        total[power] = total.get(power, 0) + (int(piece.combat) if piece.is_land else 0)
    if total:
        return max(sorted(total), key=lambda power: total[power])
    return next(iter(reached_by)) if len(reached_by) == 1 else found.taker


def _zones(position: Position, places: tuple[str, ...]) -> dict[str, frozenset[str]]:
    """The major powers in whose units' zones of control each of some hexes lies."""
    found: dict[str, set[str]] = {}
    inside = set(places)
    for piece in position.on_map:
        power = major(position.state, piece.owner)
        for place in zoc_of(position.ground, zoc_reaches(piece.counter), piece.at):
            if place in inside:
                found.setdefault(place, set()).add(power)
    return {place: frozenset(powers) for place, powers in found.items()}


def _marked(state: State, found: Conquest) -> Iterator[Event]:
    """The flag goes to the new conqueror; that the country was conquered is remembered."""
    flag = PowerFlag.CONQUERED.of(found.country)
    before = conqueror(state, found.country)
    if before not in (None, found.taker):
        yield from set_power(state, before, "flag", flag, None)
    yield from set_power(state, found.taker, "flag", flag, True)
    yield from set_track(state, TrackName.CONQUERED_ONCE.of(found.country), state.clock.turn)


# --- out of the war ------------------------------------------------------------------------------


@implements("WIF-13.7.1-11", "WIF-13.7.1-17")
def _is_out(state: State, power: str) -> bool:
    """Whether a power has no home country left, nor a country that was aligned to it in 1939."""
    if any(conqueror(state, home) is None for home in state.powers[power].home_countries):
        return False
    return not any(
        minor.flags.get(PowerFlag.CONTROLLER) == power
        and minor.flags.get(PowerFlag.ALIGNED_1939) == power
        and any(conqueror(state, home) is None for home in minor.home_countries)
        for minor in state.powers.values()
    )


@implements("WIF-13.7.1-18", "WIF-13.7.1-20")
def _out_of_the_war(umpire: Umpire, power: str, taker: str) -> list[str]:
    """A power without a country makes peace; its units leave the game, its hexes go on (13.7.1)."""
    units = [u for u in umpire.state.units.values() if u.owner == power]
    gone = _removed(umpire, [u for u in units if now(umpire).piece(u).kind != PARTISAN])
    umpire.apply(*_peace(umpire.state, power))
    state = umpire.state
    umpire.apply(*set_power(state, power, "flag", PowerFlag.DEFEATED, state.clock.turn))
    for minor in [m.id for m in umpire.state.powers.values() if _is_of(umpire.state, m.id, power)]:
        _orphaned(umpire, minor, power, taker)
    _bequeath(umpire, power, taker)
    return gone


def _bequeath(umpire: Umpire, power: str, taker: str) -> None:
    """The hexes that a power still holds go to whom their countries belong, or the taker."""
    for place in [p.id for p in umpire.state.places.values() if p.controller == power]:
        country = umpire.board.country(place)
        owner = umpire.state.at_home(country) or conqueror(umpire.state, country)
        heir = owner if owner not in (None, power) else taker
        umpire.apply(*set_controller(umpire.state, place, heir))


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
def _orphaned(umpire: Umpire, minor: str, power: str, taker: str) -> None:
    """A minor of a power that is out: whose influence is greatest there; nobody's is neutral."""
    position = now(umpire)
    state = position.state
    hexes = tuple(
        place for home in state.powers[minor].home_countries for place in hexes_in(position, home)
    )
    others = [
        p.id
        for p in state.powers.values()
        if major(state, p.id) == p.id and p.side != NEUTRAL and p.id != power
    ]
    heir = influential(position, hexes, others)
    side = state.side_of(power)
    if heir and state.side_of(heir) == side:
        umpire.apply(*set_power(state, minor, "flag", PowerFlag.CONTROLLER, heir))
        umpire.apply(*set_power(umpire.state, minor, "players", "", _players(umpire.state, heir)))
        return
    umpire.apply(*set_power(state, minor, "flag", PowerFlag.CONTROLLER, None))
    umpire.apply(*set_power(umpire.state, minor, "side", "", NEUTRAL))
    if not heir:
        return
    for home in state.powers[minor].home_countries:
        conquer(umpire, Conquest(home, minor, heir))


def _players(state: State, power: str) -> str | None:
    return " ".join(state.powers[power].players) or None


# --- liberation ----------------------------------------------------------------------------------


@implements("WIF-13.7.5-1a", "WIF-13.7.5-1b")
def _free_or_keep(umpire: Umpire, found: Conquest) -> None:
    """The liberator may liberate a country, or keep what he holds of it as it is (13.7.5)."""
    players = umpire.state.powers[found.taker].players
    if players:
        question = LIBERATE.ask(
            f"Liberate {found.country}?",
            players,
            (Option(FREE, "liberate it"), Option(KEEP, "keep it")),
            (FREE,),
        )
        if umpire.decide(question).pick == KEEP:
            return
    liberate(umpire, found)


@implements("WIF-13.7.5-3", "WIF-13.7.5-7b", "WIF-13.7.5-7d", "WIF-13.7.5-8")
def liberate(umpire: Umpire, found: Conquest) -> None:
    """A country is back in the game, with the hexes that its liberator holds of it (13.7.5)."""
    state = umpire.state
    host = str(state.at_home(found.country))
    before = str(conqueror(state, found.country))
    umpire.apply(*set_power(state, before, "flag", PowerFlag.CONQUERED.of(found.country), None))
    umpire.apply(*set_power(umpire.state, host, "flag", PowerFlag.DEFEATED, None))
    flags = umpire.state.powers[host].flags
    if PowerFlag.CONTROLLER in flags or PowerFlag.WAS_NEUTRAL in flags:
        umpire.apply(*set_power(umpire.state, host, "flag", PowerFlag.CONTROLLER, found.taker))
        players = _players(umpire.state, found.taker)
        umpire.apply(*set_power(umpire.state, host, "players", "", players))
        umpire.apply(*set_power(umpire.state, host, "side", "", umpire.state.side_of(found.taker)))
    position = now(umpire)
    back = [p for p in hexes_in(position, found.country) if position.controller(p) == found.taker]
    for place in back:
        umpire.apply(*set_controller(umpire.state, place, host))
    umpire.tell(LiberationVerdict(None, country=found.country, power=found.taker, hexes=len(back)))
