"""Units of a place: militia (4.2.1), territorials, volunteers of a city, warlords (22.6 to 22.15).

Decides where they may go, the cities in which they come in, who holds their home, whether a militia
may be raised. Leaves how they join the pools to production.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.flames.world.position import (
    TERRITORIAL,
    WARLORD,
    Piece,
    Position,
    Umpire,
    destroyed,
)
from pbem.systems.flames.world.vocabulary import Pool

MILITIA: Final = "MIL"

LEASH: Final = 2  # hexes that a warlord may be from his city


def city_of(position: Position, piece: Piece) -> str | None:
    """The city that is printed on a unit; None where the map has none of that name."""
    name = piece.counter.ratings.get("city")
    return position.board.find(str(name)).place if name is not None else None


def holder_of_home(position: Position, country: str) -> str:
    """The major power that has conquered a country, or to which it belongs; `` if none does."""
    state = position.state
    owner = position.conqueror(country) or state.at_home(country)
    return "" if owner is None else position.major(owner)


def holder_of_city(position: Position, piece: Piece) -> str:
    """The major power that controls the city of a unit; `` where nobody does."""
    city = city_of(position, piece)
    return "" if city is None else position.held_by(city)


@implements("WIF-22.6-2", "WIF-22.7-3")
def kept_home(position: Position, piece: Piece, place: str) -> str:
    """Why a territorial or warlord does not go to a hex; nothing of any other unit.

    A territorial of a power that is neutral stays at home, a warlord within two hexes of his city.
    """
    if piece.counter.is_a(WARLORD):
        city = city_of(position, piece)
        far = None if city is None else position.board.distance(city, place)
        return "" if far is None or far <= LEASH else f"{piece.name} stays near {piece.name}'s city"
    home = piece.territory
    if not home or position.is_in(place, home):
        return ""
    if position.is_neutral(position.major(piece.owner)):
        return f"{piece.name} stays in {position.called(home)}: its power is neutral"
    return ""


def is_tied(piece: Piece) -> bool:
    """Whether a unit may not go everywhere."""
    return piece.counter.is_a(WARLORD) or piece.counter.is_a(TERRITORIAL)


@implements("WIF-4.2.1-8")
def ports_and_cities(position: Position, piece: Piece) -> tuple[str, ...]:
    """The cities and ports of a territorial's home that its power holds (4.2.1)."""
    board, home = position.board, piece.territory
    spots = {*board.by_fact.get("city", {}), *board.by_fact.get("port", {})}
    ours = position.major(piece.owner)
    return tuple(
        place
        for place in sorted(spots)
        if position.is_in(place, home)
        and (holder := position.controller(place)) is not None
        and position.major(holder) == ours
    )


@implements("WIF-22.6-4")
def without_city(position: Position) -> tuple[Piece, ...]:
    """The warlords whose cities another power, or the other faction, holds (22.6)."""

    def is_lost(piece: Piece) -> bool:
        city = city_of(position, piece)
        if city is not None and position.are_rivals(position.controller(city), piece.owner):
            return True
        return holder_of_city(position, piece) != position.major(piece.owner)

    return tuple(p for p in position.on_map if p.counter.is_a(WARLORD) and is_lost(p))


def dismiss_warlords(umpire: Umpire) -> None:
    """At the end of a step those go whose cities are lost (22.6)."""
    for piece in without_city(umpire.position):
        umpire.apply(*destroyed(piece))


@implements("WIF-4.2.1-7", "WIF-4.2.1-11", "AIF-4.2-4")
def may_be_raised(position: Position, piece: Piece) -> bool:
    """Whether a unit is in the game: a militia only while its power controls its city (4.2.1).

    A city beyond the map is not lost. One that the other Chinese faction holds is, for which its
    player may take the militia out of the pool.
    """
    if piece.kind != MILITIA:
        return True
    city = city_of(position, piece)
    if city is None:
        return True
    if position.are_rivals(position.controller(city), piece.owner):
        return False
    return position.held_by(city) == position.major(piece.owner)


def is_reserve(piece: Piece) -> bool:
    """Whether a unit is one of the reserves, against whomever (9.7)."""
    return any(name.startswith(Pool.RESERVE) for name in piece.counter.classes)
