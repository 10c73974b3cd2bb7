"""Powers that come into being, cease or change hands in play, as events.

Decides: whom game.yaml gives a power that begins, and what its players may see of it. Leaves to the
rules of a system: when that happens, and what becomes of units and places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.core.record.changes import set_power
from pbem.core.record.events import Event, PowerCreated, UnitChanged
from pbem.core.record.state import Power, State
from pbem.core.rules.game import Roster
from pbem.core.rules.setup import seated


def begun(roster: Roster, power: Power) -> PowerCreated:
    """A power comes into being; its players are those of game.yaml, else those it comes with."""
    return PowerCreated(power.id, None, seated(power, roster))


def ended(state: State, power: str) -> PowerCreated:
    """A power ceases: its units and places have gone to others before."""
    return PowerCreated(power, state.powers[power], None)


def handed_over(state: State, power: str, players: Sequence[str]) -> tuple[Event, ...]:
    """Others play a power from now on: they see its secret units, those who leave see them no more.

    What an ally may see of them he goes on seeing; so does who still plays for the side.
    """
    change = set_power(state, power, "players", "", " ".join(players) or None)
    return (*change, *secrets_to(state, power, players))


def secrets_to(state: State, power: str, players: Sequence[str]) -> Iterator[Event]:
    """What its players may see of a power's units is shown to others in their stead."""
    known = state.powers[power]
    allied = {name for other in state.powers_of(known.side) if other != known
              for name in other.players}  # fmt: skip
    left = {*known.players} - {*players} - allied
    for name in sorted(state.units):
        unit = state.units[name]
        if unit.owner == power and {*unit.secret} & {*known.players}:
            audience = tuple(sorted({*unit.secret, *players} - left)) or unit.secret
            yield UnitChanged(name, "secret", unit.secret, audience)
