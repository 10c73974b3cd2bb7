"""The notional unit of a hex into which the enemy drops or invades (11.15.1).

Decides whether a hex has one, whose it is, what it is worth and why. Leaves to `landing` whether
its side ignores it and what becomes of who landed, to the rules of the sea for what ships count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from pbem.core.data.charts import Chart
from pbem.core.data.rulebook import implements
from pbem.systems.flames.land.combat.attack_rules import defenders_at
from pbem.systems.flames.land.combatants import defending
from pbem.systems.flames.world.land_factors import Combatant, defence_multiplier
from pbem.systems.flames.world.position import Piece, Position, major
from pbem.systems.flames.world.supply import linked_at_all
from pbem.systems.flames.world.surprise import surprised_in_attack
from pbem.systems.flames.world.zoc import enemy_zoc

NOTIONAL: Final = "notional"


@implements(
    "WIF-11.15.1-12a", "WIF-11.15.1-12b", "WIF-11.15.1-12c", "WIF-11.15.1-12d", "WIF-11.15.1-12e",
    "WIF-11.15.1-12f", "WIF-11.15.1-12g", "AIF-11.14-12", "AIF-11.15-8",
)  # fmt: skip
def notional_reasons(
    *,
    city: bool = False,
    home: bool = False,
    covered: bool = False,
    bombardment: Sequence[int] = (),
    cut_off: bool = False,
    surprised: bool = False,
) -> dict[str, int]:
    """What a notional unit's factors are made of, before terrain (11.15.1).

    `covered`: alone in the hex, in the zone of control of friends; `bombardment`: for each invading
    unit the modifier of the section that it comes from, in the weather of the hex.
    """
    parts = {
        "unit": 1,
        "city": int(city),
        "home": int(home),
        "zone-of-control": int(covered),
        "sections": sum(bombardment),
        "cut-off": -int(cut_off),
        "surprise": -int(surprised),
    }
    return {name: value for name, value in parts.items() if value}


@implements("WIF-11.15.1-12a", "AIF-11.14-12")
def notional_value(reasons: Mapping[str, int]) -> int:
    """The factors of a notional unit before terrain: never less than nothing (11.15.1)."""
    return max(0, sum(reasons.values()))


@implements("WIF-11.15.1-13a", "AIF-11.14-14")
def notional_factors(value: int, terrain: str, chart: Chart) -> Fraction:
    """What a notional unit counts in a terrain, which helps it as it helps others (11.15.1)."""
    return value * defence_multiplier(NOTIONAL, terrain, chart)


def landing(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Those of some attackers that dropped or invaded, and so attack the hex where they are."""
    return tuple(piece for piece in pieces if piece.landing)


def reasons_at(position: Position, pieces: Sequence[Piece], place: str) -> dict[str, int]:
    """What the notional unit of a hex is made of against the units that attack it."""
    power = nationality(position, pieces, place)
    attacker = pieces[0].owner
    alone = not defenders_at(position, place, pieces[0])
    return notional_reasons(
        city=position.ground.is_city(place),
        home=is_home_of_holder(position, place),
        covered=alone and place in enemy_zoc(position, attacker),
        cut_off=place not in linked_at_all(position, power),
        surprised=is_surprised_by(position, pieces, power),
    )


@implements("WIF-11.15.1-12c")
def is_home_of_holder(position: Position, place: str) -> bool:
    """Whether a hex lies in the home country of the major power that controls it (11.15.1)."""
    holder = position.controller(place)
    if holder not in position.policy.majors:
        return False
    return position.country(place) in position.powers[holder].home_countries


@implements("WIF-11.15.1-12g")
def is_surprised_by(position: Position, pieces: Sequence[Piece], power: str) -> bool:
    """Whether one of the units surprises a power."""
    return surprised_in_attack(position, pieces, power)


@implements("WIF-11.15.1-11b", "AIF-11.14-11")
def nationality(position: Position, pieces: Sequence[Piece], place: str) -> str:
    """Whose the notional unit of a hex is: of who has a unit there, else of who controls the hex.

    Of several its owner's choice, which is always the one that is not surprised, if there is one.
    """
    owners = dict.fromkeys(p.owner for p in defenders_at(position, place, pieces[0]))
    ready = [owner for owner in owners if not is_surprised_by(position, pieces, owner)]
    return next(iter((*ready, *owners)), None) or str(position.controller(place))


@implements("WIF-11.15.1-11a", "WIF-11.15.1-13b", "AIF-11.14-11", "AIF-11.14-14", "AIF-11.15-8")
def notional_unit(position: Position, pieces: Sequence[Piece], place: str) -> tuple[Combatant, ...]:
    """The notional unit that defends a hex against some attackers; none unless some land there.

    It is always face-down (11.15.1).
    """
    if not landing(pieces):
        return ()
    ground, power = position.ground, nationality(position, pieces, place)
    value = notional_value(reasons_at(position, pieces, place))
    unit = Combatant(
        id=NOTIONAL,
        name="notional unit",
        kind=NOTIONAL,
        power=power,
        printed=Fraction(value),
        factors=notional_factors(value, ground.terrain[place], ground.chart),
        face_down=True,
        winterised=power in position.policy.hardy.northern,
        controller=major(position.state, power),
    )
    return (unit,)


def facing(
    position: Position, pieces: Sequence[Piece], place: str, *, notional: bool = True
) -> tuple[Combatant, ...]:
    """Who defends a hex against some attackers: its land units, and its notional unit if any."""
    real = defending(position, defenders_at(position, place, pieces[0]), pieces)
    return (*real, *(notional_unit(position, pieces, place) if notional else ()))
