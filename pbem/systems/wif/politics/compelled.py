"""The peace that the USSR and Japan compel in their first war (13.7.3, option 42).

`peace: [{with: Japan, compel: demand}]`, or `compel: buy`. Decides who may, what the buyer gives,
and who gets hexes that peace cuts off. The coast is open to supply, as long as nothing is at sea.
Leaves resources in China that Japan held in 1939 to scenarios that know them, and what follows from
a peace to `peace`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_controller, set_power
from pbem.core.record.events import Event
from pbem.core.record.state import State
from pbem.systems.flames.world.position import Position, Umpire
from pbem.systems.flames.world.supply import flooded, primary_sources
from pbem.systems.flames.world.vocabulary import PowerFlag
from pbem.systems.wif.politics.conquest import aligned_1939, lord_of
from pbem.systems.wif.world.alliances import MAJOR_POWERS
from pbem.systems.wif.world.options import options_of
from pbem.systems.wif.world.vocabulary import MinorName, PowerName

CITE: Final = "13.7.3"
DEMAND: Final = "demand"
BUY: Final = "buy"
RIVALS: Final = (PowerName.JAPAN, PowerName.USSR)
VLADIVOSTOK: Final = "P2942"
PACIFIC_MAP: Final = "P"
RESOURCES: Final = 3  # Japanese resources in Soviet hands with which Japan may demand peace

CUT_OFF: Final = DecisionKind(
    "cut-off",
    "To whom hexes go that a compelled peace cuts off",
    (
        "when peace between the USSR and Japan leaves hexes of yours without a supply path and "
        "several powers hold what lies around them; default: the power with which you make peace"
    ),
    CITE,
    (AnswerKey("minors", "cut_off"),),
    {"hexes": "how many hexes are cut off"},
)


# --- who may -------------------------------------------------------------------------------------


@implements("WIF-13.7.3-7")
def why_not_compel(position: Position, pair: tuple[str, str], how: str) -> str:
    """Why a power cannot compel a peace, by demand or by buying; nothing if it can (13.7.3)."""
    power = pair[0]
    if not options_of(position).compelled_peace:
        return "a peace is compelled only with option 42"
    if sorted(pair) != sorted(RIVALS):
        return "only the USSR and Japan compel each other to peace"
    if why := _not_first(position, pair):
        return why
    return _not_entitled(position, power) if how == DEMAND else ""


@implements("WIF-13.7.3-8")
def _not_first(position: Position, pair: tuple[str, str]) -> str:
    """Why no peace is compelled in a second war of the two."""
    power, foe = pair
    if not position.state.flag(power, PowerFlag.MADE_PEACE.of(foe)):
        return ""
    return f"this is not the first war of {position.called(power)} with {position.called(foe)}"


@implements("WIF-13.7.3-6a", "WIF-13.7.3-6b")
def _not_entitled(position: Position, power: str) -> str:
    """Why a power may not demand peace: Japan lacks Vladivostok, the USSR three resources."""
    if power == PowerName.USSR:
        if position.held_by(VLADIVOSTOK) == PowerName.JAPAN:
            return ""
        return "the USSR may demand peace only while Japan controls Vladivostok; it may buy one"
    taken = lost_resources(position)
    if taken >= RESOURCES:
        return ""
    return (
        f"the USSR controls {taken} resources that were Japanese in 1939; with {RESOURCES} Japan "
        "may demand peace; it may buy one"
    )


def lost_resources(position: Position) -> int:
    """The resources in Soviet hands that Japan controlled in September 1939, as the map tells."""
    state, found = position.state, 0
    for place in position.places.values():
        country = position.country(place.id)
        was = PowerName.JAPAN in (state.at_home(country), aligned_1939(position, country))
        if was and position.held_by(place.id) == PowerName.USSR:
            found += _printed(position, place.id, "resources") + _printed(position, place.id, "oil")
    return found


def _printed(position: Position, place: str, kind: str) -> int:
    many = position.board.fact(place, kind)
    return many if isinstance(many, int) else 0


# --- what changes hands --------------------------------------------------------------------------


@implements("WIF-13.7.3-7")
def bought(position: Position, buyer: str, seller: str) -> dict[str, str]:
    """The hexes that the buyer of a peace gives, and whose they become (13.7.3).

    Those in Manchukuo and in all home countries that the seller controls; the USSR those of the
    Pacific map as well.
    """
    return {
        place.id: _heir(position, place.id, seller)
        for place in position.places.values()
        if position.held_by(place.id) == buyer and _is_sold(position, place.id, buyer)
    }


def _is_sold(position: Position, place: str, buyer: str) -> bool:
    country = position.country(place)
    if buyer == PowerName.USSR and place.startswith(PACIFIC_MAP):
        return True
    seller = next(power for power in RIVALS if power != buyer)
    home = position.board.countries.get(country, {}).get("kind") == "home"
    return country == MinorName.MANCHUKUO or (home and lord_of(position.state, country) == seller)


def _heir(position: Position, place: str, gainer: str) -> str:
    """A minor country of the gaining power gets hexes of its own, the power all others."""
    state, country = position.state, position.country(place)
    own = position.conqueror(country) is None and lord_of(state, country) == gainer
    return str(state.at_home(country)) if own else gainer


@implements("WIF-13.7.3-6c")
def cut_off(umpire: Umpire, pair: tuple[str, str]) -> dict[str, str]:
    """Whose hexes become that peace leaves without any way to a source at home (13.7.3)."""
    found: dict[str, str] = {}
    for power, partner in (pair, pair[::-1]):
        position = umpire.position
        for pocket in pockets(position, power):
            takers = _around(position, pocket, power)
            if takers:
                taker = _taker(umpire, (power, partner), pocket, takers)
                found |= {place: _heir(position, place, taker) for place in pocket}
    return found


def pockets(position: Position, power: str) -> Iterator[tuple[str, ...]]:
    """The groups of a power's land hexes from which nothing leads to its sources or a coast."""
    ground = position.ground
    own = [
        place.id
        for place in position.places.values()
        if position.held_by(place.id) == power and ground.is_land(place.id)
    ]
    coast = frozenset(place for place in own if position.board.seas(place))
    lost = set(own) - flooded(position, power, coast | primary_sources(position, power))
    while lost:
        pocket, new = set[str](), {min(lost)}
        while new:
            pocket |= new
            new = {n for place in new for n in ground.path_reach[place]} & lost - pocket
        lost -= pocket
        yield tuple(sorted(pocket))


def _around(position: Position, pocket: tuple[str, ...], power: str) -> list[str]:
    """The other major powers that control what lies around some hexes."""
    near = {there for place in pocket for there in position.ground.path_reach[place]}
    holders = (position.controller(place) for place in sorted(near))
    majors = {position.major(holder) for holder in holders if holder is not None}
    return sorted(m for m in majors if m != power and m in MAJOR_POWERS)


def _taker(
    umpire: Umpire, pair: tuple[str, str], pocket: tuple[str, ...], takers: list[str]
) -> str:
    """Who gets a pocket: who shuts it in; of several whom its owner names."""
    power, partner = pair
    players = umpire.state.powers[power].players
    usual = partner if partner in takers else takers[0]
    if len(takers) == 1 or not players:
        return usual
    question = CUT_OFF.ask(
        f"{umpire.position.label(pocket[0])} is cut off: to whom does it go?",
        players,
        tuple(Option(taker, umpire.position.called(taker)) for taker in takers),
        (usual,),
        about=pocket[0],
        at=pocket[0],
        facts={"hexes": len(pocket)},
    )
    return str(umpire.decide(question).pick)


def hand_over(state: State, given: dict[str, str]) -> Iterator[Event]:
    """Hexes change hands."""
    for place, heir in given.items():
        yield from set_controller(state, place, heir)


def remembered(state: State, pair: tuple[str, str]) -> Iterator[Event]:
    """That the USSR and Japan have made peace: a later war of theirs is no first one."""
    if sorted(pair) == sorted(RIVALS):
        for one, two in (pair, pair[::-1]):
            yield from set_power(state, one, "flag", PowerFlag.MADE_PEACE.of(two), True)
