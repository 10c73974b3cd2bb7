"""Surrender of one's own home country (13.7.6).

`surrender: [Germany]` gives it up. Decides who may, and who conquers it then. Leaves what comes of
the conquest to `conquering`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.orders_of_powers import own_majors
from pbem.systems.flames.world.control import major_powers
from pbem.systems.flames.world.position import Position, Umpire
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.wif.politics.conquering import conquer
from pbem.systems.wif.politics.conquest import Conquest, capital_of, hexes_in, influential


@implements("WIF-13.7.6-1")
def why_not_surrender(position: Position, power: str) -> str:
    """Why a major power may not surrender its home country; nothing if it may (13.7.6)."""
    called = position.called
    home = position.powers[power].home_countries[0]
    side = position.side(power)
    capital = capital_of(position, home)
    holder = position.controller(capital) if capital else None
    if holder is not None and position.side(holder) != side:
        return ""
    inside = [piece for place in hexes_in(position, home) for piece in position.land_at(place)]
    supplied = [piece for piece in inside if in_supply(position, piece)]
    own = any(position.major(piece.owner) == power for piece in supplied)
    enemy = any(position.side(piece.owner) != side for piece in supplied)
    return "" if enemy and not own else f"{called(power)} holds its capital, or fights on at home"


def check_surrender(position: Position, order: Order) -> Ruling:
    """Whether the player's powers may surrender (13.7.6)."""
    findings: list[Finding] = []
    plan: list[str] = []
    for number, name in enumerate(order.data["value"]):
        found = position.game.powers_called(str(name), list(own_majors(position)))
        why = why_not_surrender(position, found[0]) if found else f"'{name}' is no power of yours"
        if why:
            findings.append(error("no-surrender", why, cite="13.7.6").at(order.spot(number)))
        else:
            plan.append(found[0])
    return Ruling(tuple(findings), f"surrender: {', '.join(plan)}", (), plan)


def surrender(umpire: Umpire) -> None:
    """A surrendered home country is conquered (13.7.6)."""
    for order, ruling in umpire.sound_orders("surrender"):
        for power in ruling.plan:
            found = _conquest(umpire.position, power)
            if found is not None:
                with umpire.step(found.country):
                    conquer(umpire, found)
        umpire.done(order, ruling.reading)


def _conquest(position: Position, power: str) -> Conquest | None:
    """By whom: who holds the capital, else the enemy with most influence in the country."""
    state = position.state
    home = position.powers[power].home_countries[0]
    if position.conqueror(home) is not None:
        return None
    holder = position.held_by(capital_of(position, home))
    foes = [
        foe
        for side in state.rivals(position.side(power))
        for foe in major_powers(state, side)
        if position.at_war(power, foe)
    ]
    if holder in foes:
        return Conquest(home, power, holder)
    taker = influential(position, hexes_in(position, home), foes)
    return Conquest(home, power, taker) if taker else None


SURRENDER: Final = Section(
    name="surrender",
    title="Powers of yours that surrender",
    step="surrender",
    schema="surrender",
    cite="13.7.6",
    check=check_surrender,
    single=True,
)
