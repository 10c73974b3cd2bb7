"""Peace by agreement, and surrender (13.7.3, 13.7.6, 13.7.7).

`peace: [USSR]` offers peace as the hexes are held; it comes where both powers offer it. `surrender:
[Germany]` gives up the home country of one's own. Decides who may, and what becomes of reserves and
militia. Leaves other terms, and the compulsory peace of option 42, to later chapters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.findings import Finding, error, suggest
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import Umpire
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.core.record.state import REMOVED, State
from pbem.core.rules.system import Ruling, Section
from pbem.systems.wif.politics.conquering import conquer
from pbem.systems.wif.politics.conquest import Conquest, capital_of, hexes_in, influential
from pbem.systems.wif.politics.politics_verdicts import PeaceVerdict
from pbem.systems.wif.politics.reserves import AGAINST
from pbem.systems.wif.world.control import at_war, conqueror, is_neutral, major, major_powers
from pbem.systems.wif.world.militia import MILITIA
from pbem.systems.wif.world.position import Position, now
from pbem.systems.wif.world.supply import in_supply
from pbem.systems.wif.world.units import Piece, force_pool, leaves_map
from pbem.systems.wif.world.vocabulary import Pool

# --- peace ---------------------------------------------------------------------------------------


def check_peace(position: Position, order: Order) -> Ruling:
    """Whether the player's power is at war with those to whom he offers peace (13.7.3)."""
    own = _own(position)
    findings: list[Finding] = []
    plan: list[tuple[str, str]] = []
    for number, name in enumerate(order.data["value"]):
        found = position.game.powers_called(str(name), list(position.powers))
        pairs = [(power, foe) for power in own for foe in found if _fight(position, power, foe)]
        if not pairs:
            hint = suggest(str(name), position.powers)
            trouble = error("no-war", f"you are not at war with '{name}'", hint=hint, cite="13.7.3")
            findings.append(trouble.at(order.spot(number)))
        plan += pairs
    words = "; ".join(f"{power} offers {foe} peace" for power, foe in plan)
    return Ruling(tuple(findings), words, (), plan)


def _own(position: Position) -> list[str]:
    state = position.state
    return [p.id for p in state.powers_of_player(position.player) if major(state, p.id) == p.id]


def _fight(position: Position, power: str, foe: str) -> bool:
    """Whether two major powers are at war."""
    return major(position.state, foe) == foe and at_war(position.state, power, foe)


@implements("WIF-13.7.3-1")
def peace(umpire: Umpire) -> None:
    """Powers that offer each other peace have it (13.7.3)."""
    offered: list[tuple[str, str]] = []
    for order, ruling in umpire.sound_orders("peace"):
        offered += ruling.plan
        umpire.done(order, ruling.reading)
    for power, foe in offered:
        if (foe, power) in offered and at_war(umpire.state, power, foe):
            umpire.apply(*end_of_war(umpire.state, power, foe))
            gone = list(disarmed(now(umpire), (power, foe)))
            umpire.apply(*gone)
            umpire.tell(PeaceVerdict(None, powers=tuple(sorted((power, foe)))))


def end_of_war(state: State, power: str, foe: str) -> tuple[Event, ...]:
    """Two powers are at war no more."""
    return (
        *set_power(state, power, "relation", foe, None),
        *set_power(state, foe, "relation", power, None),
    )


@implements("WIF-13.7.7-1", "WIF-13.7.7-2", "WIF-13.7.3-5")
def disarmed(position: Position, powers: tuple[str, str]) -> Iterator[Event]:
    """Reserves against a former enemy go, of a neutral all reserves and militia (13.7.7).

    Those on the map or the circle go to the reserve pool, those in the force pool leave the game.
    """
    state = position.state
    for unit in state.units.values():
        power = major(state, unit.owner)
        if power not in powers or unit.at == REMOVED:
            continue
        piece = position.piece(unit)
        foe = powers[1] if power == powers[0] else powers[0]
        if not _goes_home(piece, foe, is_neutral(state, power)):
            continue
        if unit.at in position.board or unit.at.startswith("track:"):
            yield from leaves_map(piece, f"pool:{unit.owner}/{Pool.RESERVE}")
        elif unit.at == force_pool(unit.owner):
            yield from leaves_map(piece, REMOVED)


def _goes_home(piece: Piece, foe: str, neutral: bool) -> bool:
    """Whether a unit was raised for a war that is over."""
    if f"{AGAINST}{foe}" in piece.counter.classes:
        return True
    raised = piece.kind == MILITIA or any(c.startswith(Pool.RESERVE) for c in piece.counter.classes)
    return neutral and raised


# --- surrender -----------------------------------------------------------------------------------


@implements("WIF-13.7.6-1")
def why_not_surrender(position: Position, power: str) -> str:
    """Why a major power may not surrender its home country; nothing if it may (13.7.6)."""
    home = position.powers[power].home_countries[0]
    side = position.side(power)
    capital = capital_of(position, home)
    holder = position.controller(capital) if capital else None
    if holder is not None and position.side(holder) != side:
        return ""
    inside = [piece for place in hexes_in(position, home) for piece in position.land_at(place)]
    supplied = [piece for piece in inside if in_supply(position, piece)]
    own = any(major(position.state, piece.owner) == power for piece in supplied)
    enemy = any(position.side(piece.owner) != side for piece in supplied)
    return "" if enemy and not own else f"{power} holds its capital, or fights on at home"


def check_surrender(position: Position, order: Order) -> Ruling:
    """Whether the player's powers may surrender (13.7.6)."""
    findings: list[Finding] = []
    plan: list[str] = []
    for number, name in enumerate(order.data["value"]):
        found = position.game.powers_called(str(name), _own(position))
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
            found = _conquest(now(umpire), power)
            if found is not None:
                with umpire.step(found.country):
                    conquer(umpire, found)
        umpire.done(order, ruling.reading)


def _conquest(position: Position, power: str) -> Conquest | None:
    """By whom: who holds the capital, else the enemy with most influence in the country."""
    state = position.state
    home = position.powers[power].home_countries[0]
    if conqueror(state, home) is not None:
        return None
    holder = position.controller(capital_of(position, home))
    foes = [
        foe
        for side in state.rivals(position.side(power))
        for foe in major_powers(state, side)
        if at_war(state, power, foe)
    ]
    if holder is not None and major(state, holder) in foes:
        return Conquest(home, power, major(state, holder))
    taker = influential(position, hexes_in(position, home), foes)
    return Conquest(home, power, taker) if taker else None


PEACE: Final = Section(
    name="peace",
    title="Powers to which you offer peace as things stand",
    step="peace",
    schema="wif/peace",
    cite="13.7.3",
    check=check_peace,
    single=True,
)
SURRENDER: Final = Section(
    name="surrender",
    title="Powers of yours that surrender",
    step="surrender",
    schema="wif/surrender",
    cite="13.7.6",
    check=check_surrender,
    single=True,
)
