"""Examples of orders for the forms, made from the position, and the units that may act.

Decides nothing: what a form shows, its player may send as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from pbem.core.orders.examples import Example, called, first_legal
from pbem.core.record.state import NEUTRAL
from pbem.systems.awaw.boxes.redeploying import check_redeployment
from pbem.systems.awaw.building.construction import check_construction
from pbem.systems.awaw.combat.attrition import check_attrition
from pbem.systems.awaw.combat.phase import check_combat
from pbem.systems.awaw.moves.orders import check_movement
from pbem.systems.awaw.operations.orders import enemies_at
from pbem.systems.awaw.politics.declaring import check_declaration
from pbem.systems.awaw.politics.setting_up import check_set_up
from pbem.systems.awaw.victory.deploying import check_deployment
from pbem.systems.awaw.victory.resigning import (
    CONCEDE,
    WITHDRAW,
    check_resignation,
    partners_of,
)
from pbem.systems.awaw.world.boxes import is_box
from pbem.systems.awaw.world.calendar import setting_up_now
from pbem.systems.awaw.world.naming import ALL
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.units import Piece
from pbem.systems.awaw.world.vocabulary import Front, Pool


def may_act(position: Position) -> Mapping[str, Sequence[str]]:
    """The units that may act in each section: order forms list them."""
    if now_deploying := setting_up_now(position.state):
        own = (p for power in now_deploying for p in position.pieces_of(power))
        return {"deployment": [piece.id for piece in own]}
    moving = [p.id for p in _own(position) if p.is_ground or p.is_air]
    return {"movement": moving, "combat": moving}


def _own(position: Position) -> Iterator[Piece]:
    """The player's units on the board, of powers whose player turn it is."""
    for power in position.state.powers_of_player(position.player):
        if power.side == position.clock.side:
            yield from position.pieces_of(power.id)


def deployments(position: Position) -> Iterable[Example]:
    """A unit that may begin elsewhere."""
    rows = (
        {
            "units": {piece.counter.name: 1},
            "from": called(position, piece.at),
            "to": called(position, place),
        }
        for power in setting_up_now(position.state)
        for piece in position.pieces_of(power)
        for place in position.board.neighbours[piece.at]
    )
    return first_legal(position, "deployment", check_deployment, rows)


def wars(position: Position) -> Iterable[Example]:
    """A declaration of war on a neutral country, once all have set up."""
    rows = (
        {"against": position.title(other.id), **by}
        for power in position.state.powers_of_player(position.player)
        for other in position.state.powers_of(NEUTRAL)
        for by in ({}, {"by": power.id})
        if not setting_up_now(position.state)
    )
    return first_legal(position, "declarations", check_declaration, rows)


def giving_up(position: Position) -> Iterable[Example]:
    """Conceding, or handing a power over to a partner, once all have set up."""
    if setting_up_now(position.state):
        return []
    own = position.state.powers_of_player(position.player)
    rows = (
        {"do": WITHDRAW, "of": position.title(power.id), "to": name}
        for power in own
        for name in partners_of(position, power.id)
    )
    return first_legal(position, "resignations", check_resignation, ({"do": CONCEDE}, *rows))


def moves(position: Position) -> Iterable[Example]:
    """A move that is legal."""
    rows = (
        {
            "units": {piece.counter.name: 1},
            "from": called(position, piece.at),
            "to": called(position, place),
        }
        for piece in _own(position)
        if piece.is_ground
        for place in position.board.neighbours[piece.at]
    )
    return first_legal(position, "movement", check_movement, rows)


def attacks(position: Position) -> Iterable[Example]:
    """A ground attack that is legal."""
    rows = (
        {
            "do": "ground attack",
            "units": {piece.counter.name: ALL},
            "from": called(position, piece.at),
            "at": called(position, place),
        }
        for piece in _own(position)
        if piece.is_ground
        for place in position.board.neighbours[piece.at]
        if enemies_at(position, piece.owner, place)
    )
    return first_legal(position, "combat", check_combat, rows)


def attritions(position: Position) -> Iterable[Example]:
    """Attrition on a front where it is allowed."""
    rows = ({"front": str(front)} for front in Front)
    return first_legal(position, "attrition", check_attrition, rows)


def builds(position: Position) -> Iterable[Example]:
    """A unit of the force pool at home."""
    rows = (
        {"units": {unit_name: 1}, "at": called(position, place), **by}
        for power in position.state.powers_of_player(position.player)
        if power.side == position.clock.side
        for unit_name in _in_pool(position, power.id)
        for place in _homes(position, power.id)
        for by in ({}, {"by": power.id})
    )
    return first_legal(position, "construction", check_construction, rows)


def _in_pool(position: Position, power: str) -> list[str]:
    pool = position.state.at(f"pool:{power}/{Pool.FORCE}")
    return [position.piece(unit).counter.name for unit in pool]


def _homes(position: Position, power: str) -> Iterator[str]:
    homes = position.powers[power].home_countries
    board = position.board
    for place in board.places:
        if board.fact(place, "capital") and board.country(place) in homes:
            yield place


def set_ups(position: Position) -> Iterable[Example]:
    """All forces of a country in its capital."""
    rows = (
        {"units": ALL, "at": called(position, place), "of": power.id}
        for power in position.state.powers_of_player(position.player)
        for place in _homes(position, power.id)
    )
    return first_legal(position, "set_up", check_set_up, rows)


def redeployments(position: Position) -> Iterable[Example]:
    """A redeployment home by train, else into a box, or onto the map out of one."""
    boxes = [place for place in position.board.places if is_box(place)]
    homes = [
        place
        for power in position.state.powers_of_player(position.player)
        for place in _homes(position, power.id)
    ]
    rows = (
        {
            "units": {piece.counter.name: 1},
            "from": called(position, piece.at),
            "to": called(position, place),
            **by,
        }
        for by, places in (({"by": "TR"}, homes), ({}, [*boxes, *homes]))
        for piece in _own(position)
        for place in places
        if piece.at != place and (piece.is_ground or piece.is_air or not by)
    )
    return first_legal(position, "redeployment", check_redeployment, rows)


def air_defences(position: Position) -> Iterable[Example]:
    """Who flies over the capitals that the player holds."""
    for power in position.state.powers_of_player(position.player):
        for place in _homes(position, power.id):
            yield {"at": called(position, place), "if": "enemy air > 0", "fly": "2 AAF"}
            return


def air_combats(position: Position) -> Iterable[Example]:
    """When to break off."""
    yield {"if": ["side = defenders", "own <= 2"], "do": "withdraw"}


def losses(position: Position) -> Iterable[Example]:
    """Who goes first."""
    yield {"if": "side = attackers", "lose": ["replacement", "infantry"]}


SUGGESTIONS: Final[Mapping[str, Callable[[Position], Iterable[Example]]]] = {
    "deployment": deployments,
    "declarations": wars,
    "resignations": giving_up,
    "movement": moves,
    "combat": attacks,
    "attrition": attritions,
    "construction": builds,
    "set_up": set_ups,
    "redeployment": redeployments,
    "air_defence": air_defences,
    "air_combat": air_combats,
    "losses": losses,
}
