"""Volleys of field artillery in ground strikes (22.2): the order, and which hex they strike.

Decides which of the named hexes is struck. Leaves what a gun may bombard to the optional rule of
guns, a strike's dice to `ground_strike`, guns in ground support to the land combat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.choices.conditions import Condition, all_hold
from pbem.core.data.findings import Finding, error, warning
from pbem.core.orders.orders import Order
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.impulse.actions import has_passed
from pbem.systems.flames.world.control import estranged, foes
from pbem.systems.flames.world.named import (
    FIELD_GUNS,
    HEX_FACTS,
    find_places,
    find_units,
    hex_facts,
    read_conditions,
    unmet,
)
from pbem.systems.flames.world.position import Piece, Position, names, turned_down

CITE: Final = "22.2"


@dataclass(frozen=True, slots=True)
class Volley:
    """Guns that bombard one of some hexes in the ground strike step."""

    guns: tuple[Piece, ...]
    targets: tuple[str, ...]
    conditions: tuple[Condition, ...] = ()

    @property
    def rockets(self) -> tuple[Piece, ...]:
        """Those that wait until all others have struck (22.2)."""
        return tuple(gun for gun in self.guns if gun.counter.is_a("rocket"))


# --- who may bombard what ------------------------------------------------------------------------


def has_prey(position: Position, place: str) -> bool:
    """Whether enemy units lie in a hex that can still be struck: face-up land units, aircraft."""
    hostile = foes(position, position.state.clock.side)
    return any(p.owner in hostile and not p.face_down for p in position.at(place))


# --- the order -----------------------------------------------------------------------------------


def check_bombard(position: Position, order: Order) -> Ruling:
    """`{guns: [122 mm ART, Katyusha ART], at: [E2240, Minsk], if: enemy units >= 2}` (22.2)."""
    said = order.data
    guns = find_units(position, said["guns"], FIELD_GUNS)
    places, troubles = find_places(position, said["at"])
    conditions, wrong = read_conditions(said.get("if"), HEX_FACTS)
    findings = [*guns.findings, *troubles, *wrong] or list(_togetherness(position, guns.pieces))
    if findings:
        return Ruling(tuple(findings))
    return _ruling(position, Volley(guns.pieces, places, conditions))


def _ruling(position: Position, volley: Volley) -> Ruling:
    """Which of the hexes the guns can strike."""
    troubles = {place: target_trouble(position, volley.guns, place) for place in volley.targets}
    legal = tuple(place for place, why in troubles.items() if not why)
    barred = {place: why for place, why in troubles.items() if why}
    if not legal:
        return Ruling(
            tuple(error("no-target", why, cite=CITE, about=at) for at, why in barred.items())
        )
    notes = tuple(
        warning("second-choice", f"{position.label(at)} is passed over: {why}", cite=CITE, about=at)
        for at, why in barred.items()
    )
    down = turned_down(*volley.guns)
    plan = replace(volley, targets=legal)
    return Ruling(notes, in_words(position, plan), down, plan)


def in_words(position: Position, volley: Volley) -> str:
    """The receipt: who bombards what, and where else."""
    others = "".join(f"; else {position.label(place)}" for place in volley.targets[1:])
    last = f"; {names(volley.rockets)} last of all" if volley.rockets else ""
    return f"bombard {position.label(volley.targets[0])}: {names(volley.guns)}{others}{last}"


def _togetherness(position: Position, guns: Sequence[Piece]) -> Iterator[Finding]:
    for power in dict.fromkeys(gun.owner for gun in guns):
        if has_passed(position, power):
            yield error("passed", f"{power} has passed", cite="10.1", about="guns")
    if estranged(position, [gun.owner for gun in guns]):
        yield error(
            "no-co-operation", f"{names(guns)} do not co-operate", cite="18.2", about="guns"
        )


def target_trouble(position: Position, guns: Sequence[Piece], place: str) -> str:
    """Why guns cannot strike a hex together; nothing if they can."""
    reasons = (position.kits.why_not_bombard(position, gun, place) for gun in guns)
    why = next(filter(None, reasons), "")
    if why or has_prey(position, place):
        return why
    return "no face-up enemy land unit or aircraft is there"


def chosen_hex(
    position: Position, volley: Volley, others: Mapping[str, Sequence[str]]
) -> tuple[str, str]:
    """The hex that a volley strikes, or none and why; `others`: who strikes each hex too."""
    called = position.called
    why = ""
    for place in volley.targets:
        facts = hex_facts(position, place, volley.guns[0].owner)
        why = target_trouble(position, volley.guns, place)
        if not why and not all_hold(volley.conditions, facts):
            why = unmet(volley.conditions, facts, position.label(place))
        if not why and estranged(position, [*others.get(place, ()), volley.guns[0].owner]):
            why = f"{called(volley.guns[0].owner)} does not co-operate with who strikes there"
        if not why:
            return place, ""
    return "", why


def bombard_claims(position: Position, order: Order) -> tuple[str, ...]:
    """A gun fires by one order."""
    guns = find_units(position, order.data["guns"], FIELD_GUNS)
    return tuple(f"guns:{piece.id}" for piece in guns.pieces)


BOMBARD: Final = Section(
    name="bombard",
    title="Artillery in ground strikes",
    step="ground-strike",
    schema="bombard",
    cite=CITE,
    check=check_bombard,
    facts=HEX_FACTS,
    claims=bombard_claims,
)
