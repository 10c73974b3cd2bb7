"""Land units as they stand in a combat: printed factors, terrain, hexsides, supply (11.15.1).

Decides what each unit of a position brings to it. Leaves the arithmetic to `land_factors`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.wif.land.land_verdicts import Force
from pbem.systems.wif.world.control import major
from pbem.systems.wif.world.land_factors import (
    Combatant,
    KeptFractions,
    SeveralHexsides,
    attack_column,
    attack_multiplier,
    defence_multiplier,
    defending_factors,
    kept_fraction,
)
from pbem.systems.wif.world.position import Position
from pbem.systems.wif.world.supply import in_supply
from pbem.systems.wif.world.surprise import halving_sides
from pbem.systems.wif.world.units import PARTISAN, Piece, is_winterised
from pbem.systems.wif.world.vocabulary import PowerName

COVER: Final = ("forest", "jungle")
JUNGLE_FIGHTERS: Final = (PowerName.AUSTRALIA, PowerName.JAPAN)


@implements("WIF-11.15.1-16")
def attacking(
    position: Position, pieces: Iterable[Piece], place: str, here: str = ""
) -> tuple[Combatant, ...]:
    """Units that attack a hex, with their modified factors (11.15.1).

    From where they stand; in an overrun all of them from the hex `here`.
    """
    ground, rule = position.ground, position.reading(SeveralHexsides)
    kept = position.reading(KeptFractions)
    found = []
    for piece in pieces:
        sides = ground.attacked_sides(here or piece.at, place)
        across = halving_sides(position, piece, place, sides)
        column = attack_column(piece.kind, piece.is_engineer)
        multiplier = attack_multiplier(column, across, ground.chart, rule)
        factors = kept_fraction(piece.combat * multiplier, kept)
        found.append(replace(_combatant(position, piece, factors), across=across))
    return tuple(found)


@implements(
    "WIF-2.4.3-3", "WIF-11.15.1-7a", "WIF-11.15.1-10a", "WIF-11.15.1-10b", "WIF-11.15.1-10c"
)
def defending(position: Position, pieces: Iterable[Piece]) -> tuple[Combatant, ...]:
    """Units that defend their hex, as supply and terrain leave their factors now (11.15.1)."""
    ground = position.ground
    found = []
    for piece in pieces:
        supplied = in_supply(position, piece)
        factors = defending_factors(
            strength(position, piece),
            face_down=piece.face_down,
            supplied=supplied,
            white_print=piece.is_white_print,
            division=piece.is_division,
        )
        multiplier = defence_multiplier(piece.kind, ground.terrain[piece.at], ground.chart)
        combatant = _combatant(position, piece, factors * multiplier)
        found.append(replace(combatant, supplied=supplied))
    return tuple(found)


@implements("WIF-13.1.3-12")
def strength(position: Position, piece: Piece) -> Fraction:
    """The factors of a defender before all else: partisans in cover have one more (13.1.3)."""
    hidden = piece.kind == PARTISAN and position.ground.terrain[piece.at] in COVER
    return Fraction(piece.combat) + hidden


@implements("WIF-11.15.5-17")
def is_at_home_in_jungle(piece: Piece) -> bool:
    """White print and Australian, Japanese or a Marine: jungle does not hinder it (11.15.5)."""
    return piece.is_white_print and (piece.kind == "MAR" or piece.owner in JUNGLE_FIGHTERS)


def _combatant(position: Position, piece: Piece, factors: Fraction) -> Combatant:
    return Combatant(
        id=piece.id,
        name=piece.name,
        kind=piece.kind,
        power=piece.owner,
        printed=Fraction(piece.combat),
        factors=factors,
        division=piece.is_division,
        face_down=piece.face_down,
        winterised=is_winterised(piece),
        engineer=piece.is_engineer,
        jungle=is_at_home_in_jungle(piece),
        controller=major(position.state, piece.owner),
    )


def force(units: Iterable[Combatant]) -> tuple[Force, ...]:
    """Units as a verdict tells of them: what is printed, what it counts, and why that differs."""
    return tuple(
        Force(
            unit=unit.id,
            printed=unit.printed,
            factors=unit.factors,
            across=unit.across,
            face_down=unit.face_down,
            supplied=unit.supplied,
        )
        for unit in units
    )
