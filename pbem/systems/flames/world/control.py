"""Who controls what and who is at war (2.5, 11.10.3 to 11.10.5).

Decides: enemies, friends, change of control of a hex, whose hexes a land unit may enter.
A minor country is a power with the flag `controller`; `permit` in a power's relations is its leave
to enter. Leaves who co-operates and what the politics of a book close to its `Policy`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.core.data.charts import Number
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_controller, set_place, set_track
from pbem.core.record.events import Event
from pbem.core.record.state import NEUTRAL, State
from pbem.core.rules.book import once
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.position import (
    PARTISAN,
    SUPPLY_UNIT,
    Piece,
    Position,
    at_war,
    conqueror,
    held_by,
    major,
)
from pbem.systems.flames.world.terrain import overrun_facilities, overrun_works
from pbem.systems.flames.world.vocabulary import Marker, PowerFlag, Relation, TrackName


def major_powers(state: State, side: str) -> tuple[str, ...]:
    """The major powers of a side that are not out of the war, in the scenario's order."""
    return tuple(
        p.id
        for p in state.powers_of(side)
        if not p.flags.get(PowerFlag.CONTROLLER) and not p.flags.get(PowerFlag.DEFEATED)
    )


def controllers(state: State, power: str) -> tuple[str, ...]:
    """Who controls a minor country, from the nearest up: another minor perhaps, a major power."""
    found = []
    while controller := state.powers[power].flags.get(PowerFlag.CONTROLLER):
        power = str(controller)
        found.append(power)
    return tuple(found)


@once
def enemies(position: Position, power: str) -> tuple[str, ...]:
    """The powers that a power is at war with."""
    return tuple(p for p in position.powers if at_war(position.state, power, p))


@once
def opponents(position: Position, power: str) -> tuple[str, ...]:
    """The powers on another side than a power of a side, and all that it is at war with."""
    state, side = position.state, position.side(power)
    rivals = () if side == NEUTRAL else state.rivals(side)
    return tuple(
        p.id for p in state.powers.values() if p.side in rivals or at_war(state, power, p.id)
    )


@once
def foes(position: Position, side: str) -> tuple[str, ...]:
    """The powers that any power of a side is at war with."""
    ours = [power.id for power in position.state.powers_of(side)]
    return tuple(dict.fromkeys(foe for power in ours for foe in enemies(position, power)))


@implements("WIF-18.2-1")
def estranged(position: Position, powers: Iterable[str]) -> tuple[str, str] | None:
    """The first two of some powers that do not co-operate, and so may have no part in one thing."""
    together = tuple(dict.fromkeys(powers))
    for number, power in enumerate(together):
        for other in together[:number]:
            if not position.cooperate(power, other):
                return other, power
    return None


# --- conquest ------------------------------------------------------------------------------------


def fallen_to(state: State, minor: str) -> str:
    """Who has conquered all of a minor country; nothing while some home of it is free."""
    takers = [conqueror(state, home) for home in state.powers[minor].home_countries]
    return (takers[0] or "") if takers and all(takers) else ""


@implements("WIF-13.7.1-11", "AIF-13.7.1i-6")
def homes_now(state: State, power: str) -> tuple[str, ...]:
    """The home countries that a power has now: in place of a conquered one that it has chosen."""
    flags, found = state.powers[power].flags, list[str]()
    for home in state.powers[power].home_countries:
        chosen = home if conqueror(state, home) is None else flags.get(PowerFlag.NEW_HOME.of(home))
        if chosen is not None and conqueror(state, str(chosen)) is None:
            found.append(str(chosen))
    return tuple(dict.fromkeys(found))


def main_home(state: State, power: str) -> str:
    """The current home country of a power, of the Commonwealth's the United Kingdom's: where it has
    chosen another when it was conquered, that one; `` if it has none.
    """
    first = state.powers[power].home_countries[0]
    chosen = state.powers[power].flags.get(PowerFlag.NEW_HOME.of(first))
    home = first if conqueror(state, first) is None else str(chosen or "")
    return home if home and conqueror(state, home) is None else ""


# --- hexes -------------------------------------------------------------------------------------


def side_in_control(position: Position, place: str) -> str | None:
    """The side that controls a hex."""
    controller = position.controller(place)
    return None if controller is None else position.side(controller)


def is_friendly(position: Position, place: str, side: str) -> bool:
    """Whether a hex is controlled by a country of the side."""
    return side_in_control(position, place) == side


def is_enemy_hex(position: Position, place: str, power: str) -> bool:
    """Whether a hex is controlled by a power with which this one is at war."""
    controller = position.controller(place)
    return controller is not None and at_war(position.state, power, controller)


def enemy_units(position: Position, place: str, power: str) -> tuple[Piece, ...]:
    """The units in a hex of powers with which a power is at war."""
    hostile = enemies(position, power)
    return tuple(p for p in position.at(place) if p.owner in hostile)


@implements("WIF-11.10.3-1", "AIF-11.11.3-1")
def enemy_occupied(position: Position, power: str) -> frozenset[str]:
    """The hexes that hold any unit of another side, at war with the power or not (11.10.3)."""
    hostile = opponents(position, power)
    return position.kept(
        ("occupied", hostile),
        lambda: frozenset(unit.at for foe in hostile for unit in position.units_of(foe)),
    )


@implements("WIF-9.1-3", "WIF-9.1-4", "WIF-18.2-9", "AIF-18.2-5")
def passage_ban(position: Position, power: str, other: str) -> str:
    """Why a power's units and supply may not enter another's hexes; nothing if they may."""
    state = position.state
    mover, holder, policy = major(state, power), major(state, other), position.policy
    if mover == holder or at_war(state, power, other) or policy.passes(state, power, other):
        return ""
    if position.side(mover) != position.side(holder):
        return f"{position.called(holder)} is not at war with {position.called(mover)}"
    for neutral in (mover, holder):
        if position.is_neutral(neutral):
            return f"{position.called(neutral)} is neutral"
    if not has_leave(position, mover, holder):
        return f"{position.called(holder)} has not permitted {position.called(mover)} to enter"
    return ""


@implements("AIF-11.11.5-1", "AIF-18.2-5")
def has_leave(position: Position, mover: str, holder: str) -> bool:
    """Whether a power lets one of its side in: by leave; partners in one book always (11.10.5)."""
    if position.state.powers[holder].relations.get(mover) == Relation.PERMIT:
        return True
    return not position.values.partners_need_leave and position.cooperate(mover, holder)


@implements(
    "WIF-11.10.4-1", "WIF-11.10.5-1", "WIF-11.10.5-3", "WIF-9.8-1", "WIF-19.3-1", "AIF-11.11.5-1",
    "AIF-19.3-1", "AIF-9-2",
)  # fmt: skip
def entry_ban(position: Position, power: str, place: str) -> str:
    """Why a power's land units may not enter a hex, by its controller (11.10.4, 11.10.5)."""
    ban = entry_bans(position, power)[position.controller(place)]
    ban = ban or position.policy.closed(position, power).get(place, "")
    if not ban and place in closed_countries(position, power):
        return "it lies in the country of a power of your side that has not permitted you to enter"
    return ban


class FriendsCountry(Reading, id="WIF-11.10.5-R1"):
    """What no unit enters without the leave of another power of its side."""

    COUNTRY = "country"
    HEXES = "hexes"


@implements("WIF-11.10.5-3")
@once
def closed_countries(position: Position, power: str) -> frozenset[str]:
    """The enemy's hexes in countries of other powers of the side that give no leave (11.10.5)."""
    state, mover = position.state, position.major(power)
    friends = {
        friend
        for friend in major_powers(state, position.side(mover))
        if friend != mover and not has_leave(position, mover, friend)
    }
    found = frozenset(
        place
        for place in position.places
        if friends
        and is_enemy_hex(position, place, power)
        and _lord(state, position.country(place)) in friends
    )
    if found and position.reading(FriendsCountry) is FriendsCountry.HEXES:
        return frozenset()
    return found


def _lord(state: State, country: str) -> str:
    """The major power whose a country is, as its own or by conquest; `` if it is nobody's."""
    owner = conqueror(state, country) or state.at_home(country)
    return major(state, owner) if owner else ""


@once
def entry_bans(position: Position, power: str) -> Mapping[str | None, str]:
    """Why a power's land units may not enter the hexes of each controller."""
    bans: dict[str | None, str] = {None: "nobody controls it"}
    for other in position.powers:
        bans[other] = passage_ban(position, power, other)
    return bans


@implements("WIF-2.5.3-3", "WIF-2.5.3-4", "WIF-2.5.3-5", "WIF-2.5.3-6", "AIF-2.5-2", "AIF-2.5-4")
def new_controller(position: Position, place: str, entering: Mapping[str, Number]) -> str:
    """Who controls an enemy hex that land units take: powers with their factors (2.5.3).

    A country of the taker's side that nobody has conquered gets its own hex back, in some books
    from its own major power alone; else it goes to the power with most factors, a minor country's
    share to its controlling power if that is at war with the enemy too.
    """
    state = position.state
    side, country = position.side(next(iter(entering))), position.country(place)
    home = state.at_home(country)
    back = home is not None and position.side(home) == side and conqueror(state, country) is None
    if home is not None and back and position.policy.values.friends_give_back:
        return home
    factors: dict[str, Number] = {}
    for power, amount in entering.items():
        controller = major(state, power)
        taker = controller if is_enemy_hex(position, place, controller) else power
        factors[taker] = factors.get(taker, 0) + amount
    most = max(factors, key=lambda power: factors[power])
    if home is not None and back and major(state, home) == major(state, most):
        return home
    return most


@implements("WIF-2.5.3-1", "WIF-11.10.1-9", "WIF-2.4.2-15", "WIF-13.1.3-1", "AIF-2.5-2")
def take_hex(position: Position, place: str, by: Iterable[Piece]) -> tuple[Event, ...]:
    """The change of control when land units enter an enemy hex and clear it (2.5.3, 11.10.1).

    A city that changes hands is marked: it is no supply source for the rest of the turn (2.4.2).
    Its fort and most that was built there are destroyed (11.10.2, 11.10.6).
    """
    entering: dict[str, Number] = {}
    for piece in by:
        if piece.kind == PARTISAN or piece.counter.is_a(SUPPLY_UNIT):
            continue  # partisans and supply units control nothing (2.5.3, 13.1.3)
        entering[piece.owner] = entering.get(piece.owner, 0) + piece.combat
    if not any(is_enemy_hex(position, place, power) for power in entering):
        return ()
    state = position.state
    new = new_controller(position, place, entering)
    taken = set_controller(state, place, new)
    city = position.ground.is_city(place)
    return (
        *taken,
        *(set_place(state, place, "marker", Marker.ENEMY_HELD, True) if city else ()),
        *overrun_works(position.board, state, place),
        *came_last(position, place, new),
    )


@implements("WIF-13.7.1-4")
def came_last(position: Position, place: str, power: str) -> Iterator[Event]:
    """Who has occupied a hex and a town of a country last, where friends hold hexes too (13.7.1).

    Remembered once two major powers of a side hold hexes of it.
    """
    state, country, head = position.state, position.country(place), position.major(power)
    rivals = position.policy.majors.intersection(major_powers(state, position.side(head))) - {head}
    if not country or not rivals:
        return
    if state.track(TrackName.LAST_HEX.of(country)) is None and not any(
        held_by(state, other.id) in rivals and position.country(other.id) == country
        for other in position.places.values()
    ):
        return
    yield from set_track(state, TrackName.LAST_HEX.of(country), head)
    if position.ground.is_city(place) or position.ground.port(place):
        yield from set_track(state, TrackName.LAST_TOWN.of(country), head)


@implements("WIF-13.1.3-7", "WIF-13.1.3-8", "WIF-11.10.6-18")
def raided(position: Position, place: str, by: Iterable[Piece]) -> Iterator[Event]:
    """What partisans destroy who come into a hex of the other side (13.1.3).

    What was built there, as all who overrun it do, and the oil and build points saved there.
    """
    state, holder = position.state, position.controller(place)
    foes = {
        side
        for piece in by
        if piece.kind == PARTISAN
        for side in state.rivals(position.side(piece.owner))
    }
    if holder is None or position.side(holder) not in foes:
        return
    yield from overrun_facilities(state, place)
    for marker in (Marker.SAVED_OIL, Marker.SAVED_POINTS):
        yield from set_place(state, place, "marker", marker, None)


def entered(position: Position, place: str, by: Sequence[Piece]) -> tuple[Event, ...]:
    """What comes of it that land units enter a hex: control changes, or partisans raid it."""
    return (*take_hex(position, place, by), *raided(position, place, by))


def main_home_lost(state: State, power: str) -> bool:
    """Whether a power's home is conquered; of the Commonwealth's the first, the United Kingdom."""
    return conqueror(state, state.powers[power].home_countries[0]) is not None
