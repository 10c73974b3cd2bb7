"""Bombers that give a ground to break a neutrality pact (9.2).

Decides whom a flight provokes against whom. Leaves the breaking to `politics`.
"""

from __future__ import annotations

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.systems.flames.world.position import Piece, Position, at_war, major
from pbem.systems.flames.world.vocabulary import Relation
from pbem.systems.wif.world.vocabulary import FlagOf1939


@implements("WIF-9.2-11")
def provocation(position: Position, bomber: Piece, target: str) -> tuple[Event, ...]:
    """A power struck by an enemy from a hex of its partner in a pact may break it (9.2)."""
    start = position.controller(bomber.at)
    if start is None:
        return ()
    state, host = position.state, major(position.state, start)
    return tuple(
        change
        for victim in _victims(position, target)
        if state.powers[victim].relations.get(host) == Relation.PACT
        and at_war(state, victim, bomber.owner)
        for change in set_power(state, victim, "flag", FlagOf1939.STRUCK_FROM.of(host), True)
    )


def _victims(position: Position, place: str) -> tuple[str, ...]:
    """The major powers that control a hex or have units in it."""
    holder = position.controller(place)
    owners = [*([holder] if holder else []), *(piece.owner for piece in position.at(place))]
    return tuple(dict.fromkeys(major(position.state, owner) for owner in owners))
