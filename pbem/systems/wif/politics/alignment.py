"""Who may align which neutral country by its own will (9.6, 19.6 to 19.8).

Decides it from wars, corps in countries next door, places and claims; the flag `may-align` of a
country is a scenario's own word for it. Leaves Indo-China, Madagascar and mined Norway to US entry,
and what comes of an alignment to `minors`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_place, set_power
from pbem.core.record.events import Event
from pbem.core.record.state import NEUTRAL, State
from pbem.systems.flames.world.control import fallen_to, major_powers
from pbem.systems.flames.world.position import (
    PARTISAN,
    SUPPLY_UNIT,
    Piece,
    Position,
    at_war,
    conqueror,
)
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.vocabulary import PlaceFact, PowerFlag, Relation, Side
from pbem.systems.wif.politics.conquest import hexes_in, lord_of
from pbem.systems.wif.world.alliances import MAJOR_POWERS
from pbem.systems.wif.world.vocabulary import Claim, CountOf1939, FlagOf1939, MinorName, PowerName

CORPS: Final = 4  # next door to many a country
AMERICA: Final = "america"
CAPITAL: Final = "capital"
GREAT_FRIENDS: Final = ("brazil", "mexico")
ATHENS: Final = "Athens"
GIBRALTAR: Final = "gibraltar"
BALTIC_STATES: Final = (MinorName.LATVIA, MinorName.LITHUANIA, MinorName.ESTONIA)
AROUND_YUGOSLAVIA: Final = (
    PowerName.ITALY, MinorName.HUNGARY, MinorName.RUMANIA, MinorName.BULGARIA, MinorName.GREECE,
    "albania",
)  # fmt: skip


@implements("WIF-9.6-1", "WIF-19.7-1", "WIF-19.7-10", "WIF-19.8-1")
def why_not_align(position: Position, power: str, minor: str) -> str:
    """Why a major power may not align a minor country by its own will (9.6)."""
    state = position.state
    if state.side_of(minor) != NEUTRAL or state.flag(minor, PowerFlag.CONTROLLER):
        return f"{position.called(minor)} is not neutral"
    if taker := fallen_to(state, minor):
        return f"{position.called(minor)} is conquered by {position.called(taker)}"
    if position.at_war(power, minor):
        return f"{position.called(power)} is at war with {position.called(minor)}"
    if not may_align(position, power, minor):
        return f"{position.called(power)} may not align {position.called(minor)} now"
    if state.counter(power, CountOf1939.ALIGNING):
        return f"{position.called(power)} has aligned a country in this step already"
    return ""


def may_align(position: Position, power: str, minor: str) -> bool:
    """Whether a power has a ground to align a country: the scenario's word, or a rule."""
    if position.state.flag(minor, FlagOf1939.MAY_ALIGN) == power:
        return True
    ground = GROUNDS.get(minor)
    return ground is not None and ground(position, power, minor)


def together(minor: str, others: Iterable[str]) -> bool:
    """Whether a country may be aligned beside others in one step: the Baltic States (19.7)."""
    return {minor, *others} <= {*BALTIC_STATES}


@implements("WIF-19.7-6", "WIF-19.7-4")
def on_aligning(position: Position, power: str, minor: str) -> Iterator[Event]:
    """What an alignment brings: Gibraltar is Spain's; the Baltic States can be aligned but once.

    Who has aligned Brazil or Mexico is remembered for the score (13.9).
    """
    if minor == MinorName.SPAIN:
        for place in hexes_in(position, GIBRALTAR):
            yield from set_place(position.state, place, "fact", PlaceFact.COUNTRY, MinorName.SPAIN)
    if minor in BALTIC_STATES:
        yield from set_power(position.state, power, "flag", FlagOf1939.BALTS_ALIGNED, True)
    if minor in GREAT_FRIENDS:
        yield from set_power(position.state, minor, "flag", FlagOf1939.ALIGNED_BY, power)


# --- what grounds look at ------------------------------------------------------------------------


def corps_next_door(
    position: Position, power: str, minor: str, *, but: Iterable[str] = (), supplied: bool = False
) -> int:
    """The corps of a major power, not of its minors, in the countries next to one (19.7)."""
    near = {*_neighbours(position, minor)} - {*but}
    return sum(
        position.country(piece.at) in near and (not supplied or in_supply(position, piece))
        for piece in _corps(position, power)
    )


def _neighbours(position: Position, minor: str) -> list[str]:
    """The countries that touch one."""
    touches = position.board.countries.get(minor, {}).get("touches", ())
    return [str(country) for country in touches] if isinstance(touches, list | tuple) else []


def _corps(position: Position, power: str) -> Iterator[Piece]:
    """The corps of a power on the map."""
    for piece in map(position.piece, position.units_of(power)):
        fights = piece.is_land and not piece.is_division and piece.kind != PARTISAN
        if fights and not piece.counter.is_a(SUPPLY_UNIT):
            yield piece


def has_declared(state: State, power: str, target: str) -> bool:
    """Whether a power has declared war on another, and not been declared war on by it."""
    return bool(state.flag(target, FlagOf1939.ATTACKED_BY.of(power)))


def claim_on(state: State, minor: str) -> str:
    """What came of the Soviet claim on a country; `` if none was made (19.6)."""
    return str(state.flag(PowerName.USSR, FlagOf1939.CLAIM.of(minor)) or "")


def claims_on_rumania(state: State) -> str:
    """What came of the Hungarian and Bulgarian claims; `` if none were made (19.6.2)."""
    return str(state.flag(MinorName.RUMANIA, FlagOf1939.CLAIMED_BY_BOTH) or "")


def _holds_in(position: Position, power: str, *countries: str) -> bool:
    """Whether a power controls a hex of some countries."""
    places = (place for country in countries for place in hexes_in(position, country))
    return any(position.held_by(place) == power for place in places)


def _is_axis(position: Position, power: str) -> bool:
    return position.side(power) == Side.AXIS


# --- the grounds of 19.6 -------------------------------------------------------------------------


@implements("WIF-19.6.1-1", "WIF-19.6.1-3")
def _finland(position: Position, power: str, minor: str) -> bool:
    """Germany: after its claim was allowed or peace enforced; unclaimed, at war of its own will."""
    claim, state = claim_on(position.state, minor), position.state
    if power != PowerName.GERMANY:
        return False
    return claim in (Claim.ALLOWED, Claim.PEACE) or (
        not claim and has_declared(state, power, PowerName.USSR)
    )


def _is_drawn_in(position: Position, power: str) -> bool:
    """Unclaimed: Germany holds a hex of Yugoslavia, or has declared war on the USSR (19.6.2)."""
    if power != PowerName.GERMANY:
        return False
    declared = has_declared(position.state, power, PowerName.USSR)
    return declared or _holds_in(position, power, MinorName.YUGOSLAVIA)


@implements("WIF-19.6.2-1", "WIF-19.6.2-5", "WIF-19.6.2-6", "WIF-19.6.2-10")
def _rumania(position: Position, power: str, minor: str) -> bool:
    """Rumania: Germany, and by one way the USSR that has declared war on Germany."""
    state, claim = position.state, claim_on(position.state, minor)
    both, german = claims_on_rumania(state), power == PowerName.GERMANY
    if not claim:
        return _is_drawn_in(position, power)
    if claim != Claim.ALLOWED:
        return german and claim == Claim.PEACE
    if both == Claim.ALLOWED and power == PowerName.USSR:
        return has_declared(state, power, PowerName.GERMANY)
    return german and (both == Claim.DENIED or (both == Claim.ALLOWED and _no_france(state)))


def _no_france(state: State) -> bool:
    """Whether France is conquered, or there is a Vichy France."""
    return PowerName.VICHY_FRANCE in state.powers or conqueror(state, PowerName.FRANCE) is not None


@implements(
    "WIF-19.6.2-1", "WIF-19.6.2-5", "WIF-19.6.2-6", "WIF-19.6.2-8", "WIF-19.6.2-10",
    "WIF-19.6.2-11",
)  # fmt: skip
def _hungary(position: Position, power: str, _: str) -> bool:
    """Hungary: Germany alone."""
    state, claim = position.state, claim_on(position.state, MinorName.RUMANIA)
    if power != PowerName.GERMANY or not claim:
        return _is_drawn_in(position, power)
    if claim == Claim.PEACE or _is_soviet(state):
        return True
    if claim == Claim.DENIED:
        return position.at_war(MinorName.RUMANIA, PowerName.USSR)
    return _after_both(state, power)


@implements(
    "WIF-19.6.2-1", "WIF-19.6.2-5", "WIF-19.6.2-6", "WIF-19.6.2-8", "WIF-19.6.2-10",
    "WIF-19.6.2-11",
)  # fmt: skip
def _bulgaria(position: Position, power: str, _: str) -> bool:
    """Bulgaria: Germany; the USSR once it has Rumania, or has declared war where Germany denied."""
    state, claim = position.state, claim_on(position.state, MinorName.RUMANIA)
    if _is_soviet(state):
        return power == PowerName.USSR
    if power == PowerName.USSR:
        denied = claims_on_rumania(state) == Claim.DENIED
        return denied and has_declared(state, power, PowerName.GERMANY)
    if power != PowerName.GERMANY:
        return False
    if not claim:
        return _holds_in(position, power, MinorName.GREECE, MinorName.YUGOSLAVIA)
    return claim == Claim.PEACE or (claim == Claim.ALLOWED and _after_both(state, power))


def _is_soviet(state: State) -> bool:
    """Whether the USSR has conquered Rumania."""
    return conqueror(state, MinorName.RUMANIA) == PowerName.USSR


def _after_both(state: State, power: str) -> bool:
    """Germany after it has answered both claims: in later steps, or at war of its own will."""
    both = claims_on_rumania(state)
    if both == Claim.DENIED:
        return has_declared(state, power, PowerName.USSR)
    return both == Claim.ALLOWED and not state.counter(power, CountOf1939.ANSWERED)


# --- the grounds of 19.7 and 19.8 ----------------------------------------------------------------


@implements("WIF-19.7-2")
def _middle_east(position: Position, power: str, minor: str) -> bool:
    """Afghanistan, Iran, Iraq: Germany or Italy with four supplied corps next door."""
    if power not in (PowerName.GERMANY, PowerName.ITALY):
        return False
    but = (PowerName.USSR, MinorName.TURKEY)
    return corps_next_door(position, power, minor, but=but, supplied=True) >= CORPS


@implements("WIF-19.7-3")
def _south_america(position: Position, power: str, minor: str) -> bool:
    """Argentina, Chile, Paraguay: an Axis power with four corps next door; Germany if provoked."""
    if not _is_axis(position, power):
        return False
    provoked = power == PowerName.GERMANY and _is_america_attacked(position)
    return provoked or corps_next_door(position, power, minor) >= CORPS


def _is_america_attacked(position: Position) -> bool:
    """Whether an Allied major power has declared war on a minor country of the American map."""
    state = position.state
    minors = [p for p in state.powers if p not in MAJOR_POWERS and is_american(position, p)]
    allies = major_powers(state, Side.ALLIED)
    return any(has_declared(state, ally, minor) for ally in allies for minor in minors)


def is_american(position: Position, minor: str) -> bool:
    """Whether the capital of a country lies on the American map."""
    spots = position.board.spots
    return any(spots[at][0] == AMERICA for at in capitals_of(position, minor) if at in spots)


def capitals_of(position: Position, power: str) -> list[str]:
    """The capitals of a power's home countries on this map."""
    homes = position.powers[power].home_countries
    return [at for at, of in position.board.by_fact.get(CAPITAL, {}).items() if of in homes]


@implements("WIF-19.7-4")
def _baltic(position: Position, power: str, _: str) -> bool:
    """The Baltic States: Germany, at war with the USSR, in one step of the game."""
    state = position.state
    if power != PowerName.GERMANY or state.relation(power, PowerName.USSR) != Relation.WAR:
        return False
    before = bool(state.flag(power, FlagOf1939.BALTS_ALIGNED))
    return not before or state.counter(power, CountOf1939.ALIGNING) > 0


@implements("WIF-19.7-6")
def _spain(position: Position, power: str, _: str) -> bool:
    """Spain: the Axis power that controls Gibraltar."""
    return _is_axis(position, power) and _holds_in(position, power, GIBRALTAR)


@implements("WIF-19.7-8")
def _turkey(position: Position, power: str, minor: str) -> bool:
    """Turkey: Germany with four supplied corps in Soviet hexes on its border."""
    near = position.board.neighbours
    return (
        power == PowerName.GERMANY
        and sum(
            position.country(piece.at) == PowerName.USSR
            and any(position.country(place) == minor for place in near[piece.at])
            and in_supply(position, piece)
            for piece in _corps(position, power)
        )
        >= CORPS
    )


@implements("WIF-19.7-9", "WIF-19.8-3")
def _yugoslavia(position: Position, power: str, minor: str) -> bool:
    """Yugoslavia: who holds Athens amid the Axis; the Commonwealth or France with four corps."""
    if not _is_axis(position, power):
        able = power in (PowerName.COMMONWEALTH, PowerName.FRANCE)
        return able and corps_next_door(position, power, minor) >= CORPS
    state = position.state
    lords = [lord_of(state, country) for country in AROUND_YUGOSLAVIA]
    athens = position.board.find(ATHENS).place
    mine = athens is not None and position.held_by(athens) == power
    return mine and all(lord and _is_axis(position, lord) for lord in lords)


@implements("WIF-19.8-2")
def _big_americas(position: Position, power: str, _: str) -> bool:
    """Brazil, Mexico: the USA at war with Germany, Italy and Japan."""
    return power == PowerName.USA and all(_wars_with_the_axis(position.state, power))


@implements("WIF-19.8-2")
def _small_americas(position: Position, power: str, _: str) -> bool:
    """Central America, Cuba, Haiti: the USA at war with one of the three."""
    return power == PowerName.USA and any(_wars_with_the_axis(position.state, power))


def _wars_with_the_axis(state: State, power: str) -> list[bool]:
    axis = (PowerName.GERMANY, PowerName.ITALY, PowerName.JAPAN)
    return [foe in state.powers and at_war(state, power, foe) for foe in axis]


def _siam(_: Position, power: str, __: str) -> bool:
    """Siam: Japan."""
    return power == PowerName.JAPAN


@implements("WIF-19.12-1")
def _ukraine(position: Position, power: str, _: str) -> bool:
    """Ukraine: whoever has paid for it, while there is none (option 50)."""
    paid = bool(position.state.flag(power, FlagOf1939.PAID_UKRAINE))
    return paid and MinorName.UKRAINE not in position.claimed.values()


GROUNDS: Final[Mapping[str, Callable[[Position, str, str], bool]]] = {
    PowerName.FINLAND: _finland,
    MinorName.RUMANIA: _rumania,
    MinorName.HUNGARY: _hungary,
    MinorName.BULGARIA: _bulgaria,
    **dict.fromkeys(("afghanistan", "iran", "iraq"), _middle_east),
    **dict.fromkeys(("argentina", "chile", "paraguay"), _south_america),
    **dict.fromkeys(BALTIC_STATES, _baltic),
    MinorName.SPAIN: _spain,
    MinorName.TURKEY: _turkey,
    MinorName.YUGOSLAVIA: _yugoslavia,
    **dict.fromkeys(GREAT_FRIENDS, _big_americas),
    **dict.fromkeys(("central-america", "cuba", "haiti"), _small_americas),
    "siam": _siam,
    MinorName.UKRAINE: _ukraine,
}
