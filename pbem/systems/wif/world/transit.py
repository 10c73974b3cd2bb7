"""Germans in a neutral Sweden: they pass through it and never stay (19.7).

Decides who may pass and that nobody ends a step there. Leaves the open border to `control`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.record.state import NEUTRAL
from pbem.systems.flames.world.position import Piece, Position
from pbem.systems.wif.world.vocabulary import PowerName

CITE = "19.7"


@implements("WIF-19.7-7")
def may_cross(position: Position, but: Iterable[str] = ()) -> bool:
    """Whether Germans may pass through Sweden: some, but for these, are in Finland and Norway."""
    aside = frozenset(but)
    units = (u for u in position.units_of(PowerName.GERMANY) if u.id not in aside)
    return {PowerName.FINLAND, PowerName.NORWAY} <= {position.country(unit.at) for unit in units}


@implements("WIF-19.7-7")
def transit_ban(
    position: Position, moves: Sequence[tuple[Piece, str]], trail: Iterable[str]
) -> Finding | None:
    """Why a move through Sweden is none: nobody stays there, others must stand on both sides."""
    sweden = position.powers.get(PowerName.SWEDEN)
    if sweden is None or sweden.side != NEUTRAL:
        return None
    inside = {place for place in trail if position.controller(place) == PowerName.SWEDEN}
    for piece, end in moves:
        if end in inside:
            message = f"{piece.name} may pass through Sweden, not stay in {position.label(end)}"
            return error("no-stay", message, cite=CITE, about=end)
    if inside and not may_cross(position, [piece.id for piece, _ in moves]):
        message = "Sweden is open only while other German units are in Finland and in Norway"
        return error("no-transit", message, cite=CITE, about=moves[0][0].id)
    return None
