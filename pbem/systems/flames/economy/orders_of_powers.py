"""Which of a player's major powers an order at the end of a turn is for.

Decides it from `power`, or takes the only one; with option 40 also which of its countries. Leaves
the order to its own check.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.naming import fold
from pbem.core.orders.orders import Order
from pbem.core.record.state import NEUTRAL, Power
from pbem.systems.flames.world.countries import countries_of
from pbem.systems.flames.world.position import Position, Umpire
from pbem.systems.flames.world.vocabulary import PowerFlag

POWER: Final = "power"


def own_majors(position: Position) -> tuple[str, ...]:
    """The major powers of the player, in the scenario's order."""
    return tuple(p.id for p in position.state.powers_of_player(position.player) if is_major(p))


def is_major(power: Power) -> bool:
    """Whether a power is a major one on a side."""
    return power.side != NEUTRAL and not power.flags.get(PowerFlag.CONTROLLER)


def power_of(position: Position, order: Order) -> tuple[str, list[Finding]]:
    """The power that an order is for, and why there is none."""
    own = own_majors(position)
    said = order.data.get(POWER)
    if said is None:
        if len(own) == 1:
            return own[0], []
        named = ", ".join(own) or "you play no major power"
        return "", [error("which-power", "which power is it for?", hint=f"power: one of {named}")]
    found = position.game.powers_called(str(said), own)
    if len(found) == 1:
        return found[0], []
    hint = f"yours: {', '.join(own)}"
    return "", [error("not-yours", f"'{said}' is no power of yours", hint=hint, about=str(said))]


def own_countries(position: Position) -> tuple[str, ...]:
    """The player's major powers, each with its countries that produce apart (option 40)."""
    return tuple(c for power in own_majors(position) for c in countries_of(position, power))


def country_for(position: Position, order: Order) -> tuple[str, list[Finding]]:
    """The country whose build points pay for an order: the one it names, or the major power."""
    said = order.data.get(POWER)
    if said is None:
        return power_of(position, order)
    found = called_so(position, str(said), own_countries(position))
    return (found, []) if found else power_of(position, order)


def called_so(position: Position, word: str, countries: Sequence[str]) -> str:
    """The one of some countries that a word means; `` for none."""
    titled = position.title
    found = position.game.powers_called(word, countries)
    if len(found) == 1:
        return found[0]
    return next((country for country in countries if fold(titled(country)) == fold(word)), "")


def refuse_too_late(umpire: Umpire, *sections: str) -> None:
    """Orders for what follows a turn come to nothing after the last one."""
    for order in (order for section in sections for order in umpire.orders(section)):
        umpire.reject(order, [error("over", "no turn follows for it", cite="13")])
