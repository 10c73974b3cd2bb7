"""A new home country after an incomplete conquest (13.7.1).

Decides among which countries the loser chooses, how far its units may be from the new home, and who
of them is removed. Leaves ships and where units at sea are near to rules that are not played.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import reachable
from pbem.core.record.changes import set_power
from pbem.core.record.state import REMOVED, State
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.control import homes_now
from pbem.systems.flames.world.homes import home_country
from pbem.systems.flames.world.position import (
    PARTISAN,
    Piece,
    Position,
    Umpire,
    conqueror,
    leaves_map,
    major,
)
from pbem.systems.flames.world.vocabulary import PowerFlag
from pbem.systems.wif.politics.conquest import hexes_in
from pbem.systems.wif.politics.politics_verdicts import NewHomeVerdict
from pbem.systems.wif.world.alliances import MAJOR_POWERS
from pbem.systems.wif.world.vocabulary import FlagOf1939, PowerName

CITE: Final = "13.7.1"
DIE: Final = "d10"
LIKELY: Final = 5  # what the die reaches more often than not: the default home is chosen by it
PACIFIC: Final = "pacific"

NEW_HOME: Final = DecisionKind(
    "new-home",
    "A new home country",
    (
        "when your home country is conquered and you fight on; default: the one to which most of "
        "your units are near"
    ),
    CITE,
    (AnswerKey("minors", "new_home"),),
    {},
)


class PacificHexes(Reading, id="WIF-13.7.1-R4"):
    """What a hex of the Pacific's scale counts on the way to the new home country."""

    ONE = "one"
    TWO = "two"


@implements("WIF-13.7.1-11")
def aligned_of_old(state: State, power: str) -> tuple[str, ...]:
    """The unconquered countries that were aligned to a power before 1939, and are (13.7.1).

    To Vichy and Free France count those of France.
    """
    old = [power]
    if power in (PowerName.VICHY_FRANCE, PowerName.FREE_FRANCE):
        old.append(PowerName.FRANCE)
    return tuple(
        home
        for minor in state.powers.values()
        if minor.flags.get(PowerFlag.CONTROLLER) == power
        and minor.flags.get(FlagOf1939.ALIGNED_1939) in old
        for home in minor.home_countries
        if conqueror(state, home) is None
    )


@implements("WIF-13.7.1-12")
def new_homes(state: State, power: str) -> tuple[str, ...]:
    """The countries among which a power chooses a new home (13.7.1).

    One aligned to it before 1939, another home country of its own (the Commonwealth); a minor also
    any home of the power that controls it.
    """
    own = [home for home in state.powers[power].home_countries if conqueror(state, home) is None]
    lord = major(state, power)
    lords = homes_now(state, lord) if lord != power else ()
    return tuple(dict.fromkeys((*own, *aligned_of_old(state, power), *lords)))


def resettle(umpire: Umpire, power: str, country: str) -> tuple[str, ...]:
    """A conquered country has a new home; its units too far from it are removed (13.7.1)."""
    position = umpire.position
    home = _chosen(umpire, power, country)
    umpire.apply(*set_power(umpire.state, power, "flag", PowerFlag.NEW_HOME.of(country), home))
    roll, gone = None, tuple[str, ...]()
    if not (power in MAJOR_POWERS and home in position.powers[power].home_countries):
        roll = umpire.roll("distance", DIE, umpire.position.major(power), CITE).modified
        far = too_far(umpire.position, units_of_home(umpire.position, power, country), home, roll)
        umpire.apply(*(change for piece in far for change in leaves_map(piece, REMOVED)))
        gone = tuple(piece.id for piece in far)
    umpire.tell(NewHomeVerdict(None, power=power, country=country, home=home, roll=roll, lost=gone))
    return gone


def _chosen(umpire: Umpire, power: str, country: str) -> str:
    position = umpire.position
    options = new_homes(position.state, power)
    own = units_of_home(position, power, country)
    usual = max(
        options, key=lambda home: (len(own) - len(too_far(position, own, home, LIKELY)), home)
    )
    if len(options) == 1:
        return usual
    answer = umpire.decide(
        NEW_HOME.ask(
            f"{position.called(country)} is conquered: which country is the new home?",
            position.powers[power].players,
            (Option(home, home.replace("-", " ")) for home in options),
            (usual,),
        )
    )
    return answer.pick


def units_of_home(position: Position, power: str, country: str) -> tuple[Piece, ...]:
    """The units on the map of a power's conquered home; no partisans."""
    pieces = map(position.piece, position.units_of(power))
    return tuple(
        piece
        for piece in pieces
        if piece.kind != PARTISAN and home_country(position, piece) == country
    )


@implements("WIF-13.7.1-13a", "WIF-13.7.1-13b", "WIF-13.7.1-d1")
def too_far(position: Position, pieces: Iterable[Piece], home: str, most: int) -> list[Piece]:
    """Those of some units that are farther from all own hexes of the new home than the die says.

    Hexes count one, hexdots and hexes off the map two.
    """
    ground, double = position.ground, position.reading(PacificHexes) is PacificHexes.TWO

    def cost(_: str, there: str) -> int:
        wide = double and ground.scale(there) == PACIFIC
        return 2 if wide or ground.is_off_map(there) or not ground.is_land(there) else 1

    def is_near(piece: Piece) -> bool:
        near = reachable(position.board.neighbours, piece.at, cost, most)
        return any(place in near for place in mine[piece.owner])

    found = tuple(pieces)
    mine = {piece.owner: _own_hexes(position, piece.owner, home) for piece in found}
    return [piece for piece in found if not is_near(piece)]


def _own_hexes(position: Position, power: str, home: str) -> frozenset[str]:
    """The hexes of a country that a power or the one that controls it holds, with its minors."""
    lord = position.major(power)
    return frozenset(place for place in hexes_in(position, home) if position.held_by(place) == lord)
