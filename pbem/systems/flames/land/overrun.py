"""Overrun (11.10.6): who may overrun whom, at which odds, and what is lost.

Decides: overruns of land units and of aircraft, with the rebase of face-up aircraft. Leaves
facilities, saved oil and supply units of the hex to who takes it, ships to rules that are not
played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.record.events import Event, UnitMoved
from pbem.core.rules.readings import Reading
from pbem.systems.flames.air.flights import refuges
from pbem.systems.flames.impulse.actions import spend
from pbem.systems.flames.land.combat.attack_rules import settled_totals
from pbem.systems.flames.land.combat_table import WinterisedDivisions, half_winterised
from pbem.systems.flames.land.combatants import (
    Odds,
    ScaleBelowEven,
    attacking,
    defending,
    force,
    odds_of,
    step_name,
    weather_shift,
)
from pbem.systems.flames.land.land_verdicts import AircraftOverrunVerdict, OverrunVerdict
from pbem.systems.flames.world.control import opponents
from pbem.systems.flames.world.homes import lose
from pbem.systems.flames.world.land_factors import Combatant, barring, total
from pbem.systems.flames.world.partisans import fights, hostile_units, may_be_fought_in
from pbem.systems.flames.world.position import (
    ARMOUR,
    SHIELDS,
    Piece,
    Position,
    Umpire,
    destroyed,
    names,
    turned_down,
)
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.surprise import surprises

NEEDED: Final = 7  # odds of 7:1

DISPLACED: Final = DecisionKind(
    name="overrun-rebase",
    title="Where face-up aircraft go whose hex is overrun",
    moment=(
        "when an enemy land unit enters a hex with your face-up aircraft; "
        "default: the nearest base that will do"
    ),
    cite="11.10.6",
    keys=(AnswerKey("overrun", "rebase"),),
    facts={"aircraft": "the aircraft that must leave"},
)


class FractionalOverrun(Reading, id="WIF-11.10.6-R4"):
    """Whether fractional odds help an overrun that falls short of 7:1."""

    ROUND_DOWN = "round-down"
    CHANCE = "chance"


class ForcedRebase(Reading, id="WIF-11.10.6-R5"):
    """Whether the rebase that an overrun forces uses an air mission."""

    FREE = "free"
    COUNTED = "counted"


class HomelessAircraft(Reading, id="WIF-11.10.6-R6"):
    """What becomes of overrun aircraft that find no hex to rebase to."""

    DESTROYED = "destroyed"
    STAY = "stay"


@dataclass(frozen=True, slots=True)
class Overrun:
    """An overrun as it would be: who is hit, the odds, or why it is not possible."""

    place: str
    problem: str = ""
    defenders: tuple[Piece, ...] = ()
    grounded: tuple[Piece, ...] = ()
    flying: tuple[Piece, ...] = ()
    odds: Odds | None = None
    step: int = NEEDED
    tenths: int = 0
    forces: tuple[tuple[Combatant, ...], tuple[Combatant, ...]] = ((), ())
    dear: bool = False

    @property
    def doubles(self) -> bool:
        """Whether the hex costs double: land units with factors are overrun, in one book all land
        units (11.10.6).
        """
        return self.odds is not None or (self.dear and bool(self.defenders))

    @property
    @implements("WIF-11.10.6-13a", "AIF-11.11.6-14")
    def losses(self) -> tuple[Event, ...]:
        """What the overrun destroys."""
        lost = (*self.defenders, *self.grounded)
        return tuple(change for piece in lost for change in destroyed(piece))


@dataclass(frozen=True, slots=True)
class Overrunners:
    """Who overruns, from which hex; `unsupplied`: who began the move out of supply."""

    pieces: Sequence[Piece]
    here: str
    unsupplied: frozenset[str] = frozenset()

    @property
    def power(self) -> str:
        """The power of the (first) unit."""
        return self.pieces[0].owner


# --- who may overrun whom ------------------------------------------------------------------------


def armour_count(kinds: Iterable[tuple[str, bool]], wanted: Sequence[str]) -> Fraction:
    """How many units of some kinds there are; divisions count half (option 2)."""
    parts = (Fraction(1, 2) if division else Fraction(1) for kind, division in kinds
             if kind in wanted)  # fmt: skip
    return Fraction(sum(parts))


@implements(
    "WIF-11.10.6-7", "WIF-11.10.6-8", "WIF-11.10.6-9", "AIF-11.11.6-5", "AIF-11.11.6-6",
    "AIF-11.11.6-7",
)  # fmt: skip
def composition_ban(own: Sequence[tuple[str, bool]], enemy: Sequence[tuple[str, bool]]) -> str:
    """Why units (kind, division) may not overrun others; nothing if they may (11.10.6)."""
    mech = ("MECH",)
    ours = armour_count(own, ARMOUR)
    theirs = armour_count(enemy, ARMOUR) + sum(kind in SHIELDS for kind, _ in enemy)
    our_mech, their_mech = armour_count(own, mech), armour_count(enemy, mech)
    if not ours and not our_mech:
        return "no ARM, MECH or HQ-A takes part"
    if theirs and ours <= theirs:
        return "more ARM and HQ-A are needed than the enemy has"
    if their_mech and not ours and our_mech <= their_mech:
        return "an ARM or HQ-A, or more MECH than the enemy has, is needed"
    return ""


@implements("WIF-11.10.6-1", "WIF-11.10.6-4", "WIF-11.10.6-6", "WIF-22.9-2", "AIF-11.11.6-3")
def ground_ban(position: Position, here: str, place: str) -> str:
    """Why land units in a hex cannot be overrun from another (11.10.6)."""
    ground = position.ground
    terrain = ground.terrain[place]
    if ground.is_city(place):
        return "the hex is a city"
    if not ground.chart.at(terrain, "overrun", "ground").number:
        return f"the hex is {terrain}, not clear or desert"
    if {"fort", "fort-marker"} & set(ground.attacked_sides(here, place)):
        return "a fort lies between"
    return ""


@implements("WIF-11.10.6-3", "AIF-11.11.6-2")
def supply_ban(position: Position, by: Overrunners) -> str:
    """Overrunners must be in supply at the start and in the hex just before (11.10.6)."""
    lacking = [p for p in by.pieces if p.id in by.unsupplied or not in_supply(position, p)]
    return f"{names(lacking)} out of supply" if lacking else ""


# --- odds ----------------------------------------------------------------------------------------


@implements("WIF-11.10.6-10", "AIF-11.11.6-8", "AIF-11.11.6-9")
def overrun_odds(
    attack: Fraction, defence: Fraction, weather: str, winterised: bool = False
) -> Odds | None:
    """The odds of an overrun after weather; None when the defenders have no factors (7:1)."""
    if not defence:
        return None
    shift = weather_shift(weather, winterised)
    return odds_of(attack, defence, shift, ScaleBelowEven.ATTACK_FACTORS)


def overrun(position: Position, by: Overrunners, place: str) -> Overrun:
    """What it would come to if these units entered an enemy's hex from the next one (11.10.6)."""
    enemy = hostile_units(position, place, by.pieces[0])
    defenders = tuple(piece for piece in enemy if piece.is_land)
    aircraft = [piece for piece in enemy if piece.is_air]
    grounded = [piece for piece in aircraft if stays_down(position, by, piece)]
    found = Overrun(
        place,
        defenders=defenders,
        grounded=tuple(grounded),
        flying=tuple(piece for piece in aircraft if piece not in grounded),
        dear=not position.values.nothing_costs_single,
    )
    if not may_be_fought_in(position, place, by.pieces[0]):
        return _not_possible(found, "only a hex that the enemy controls can be overrun")
    peaceful = at_peace(position, place, by.pieces)
    if peaceful:
        return _not_possible(found, f"not at war with {names(peaceful)}")
    return _of_land_units(position, by, found) if defenders else found


def at_peace(position: Position, place: str, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """The units in a hex that belong to another side, but with which not all of ours are at war."""
    return tuple(
        other
        for other in position.at(place)
        for piece in pieces
        if other.owner in opponents(position, piece.owner)
        and not fights(position, piece, other.owner)
        and not fights(position, other, piece.owner)
    )


@implements("WIF-11.10.6-13a", "WIF-11.10.6-13c", "WIF-15.1-4", "AIF-11.11.6-14", "AIF-15-3")
def stays_down(position: Position, by: Overrunners, aircraft: Piece) -> bool:
    """Whether an overrun aircraft cannot leave: face-down, or surprised by who comes (15.1)."""
    owner = aircraft.owner
    return aircraft.face_down or any(surprises(position, unit, owner) for unit in by.pieces)


def _not_possible(found: Overrun, problem: str) -> Overrun:
    return replace(found, problem=problem)


def _of_land_units(position: Position, by: Overrunners, found: Overrun) -> Overrun:
    place, ground = found.place, position.ground
    sides = ground.sides(by.here, place)
    barrier = [piece for piece in by.pieces if barring(piece.terrain_kind, sides, ground.chart)]
    problem = (
        (f"{names(barrier)} cannot attack across that hexside" if barrier else "")
        or ground_ban(position, by.here, place)
        or composition_ban(_kinds(by.pieces), _kinds(found.defenders))
        or supply_ban(position, by)
    )
    if problem:
        return _not_possible(found, problem)
    return _with_odds(position, by, found)


def _kinds(pieces: Iterable[Piece]) -> list[tuple[str, bool]]:
    return [(piece.kind, piece.is_division) for piece in pieces]


@implements("WIF-11.10.6-2", "WIF-11.10.6-5", "WIF-2.4.1-2", "AIF-11.11.6-1", "AIF-11.11.6-4")
def _with_odds(position: Position, by: Overrunners, found: Overrun) -> Overrun:
    attackers = attacking(position, by.pieces, found.place, by.here)
    defenders = defending(position, found.defenders, by.pieces)
    totals = settled_totals(position, (total(attackers), total(defenders)))
    odds = overrun_odds(
        *totals,
        position.ground.weather[found.place],
        half_winterised(attackers, position.reading(WinterisedDivisions)),
    )
    step = NEEDED if odds is None else odds.step
    tenths = odds.tenths if odds and odds.step == NEEDED - 1 else 0
    chance = (
        tenths > 0
        and position.kits.tenths_count
        and position.reading(FractionalOverrun) is FractionalOverrun.CHANCE
    )
    if step < NEEDED and not chance:
        return _not_possible(found, f"the odds are {step_name(step)}, not {NEEDED}:1")
    forces = attackers, defenders
    return replace(found, odds=odds, step=step, tenths=tenths if chance else 0, forces=forces)


def in_words(found: Overrun) -> str:
    """`overruns 1 MECH at 9:1, snow -2 = 7:1`: an overrun in a receipt."""
    victims = names((*found.defenders, *found.grounded, *found.flying))
    if found.odds is None:
        return f"overruns {victims}"
    basic, shift = step_name(found.odds.basic), found.odds.shift
    shifted = f", weather {shift} = {step_name(found.step)}" if shift else ""
    return f"overruns {victims} at {basic}{shifted}"


# --- conducting ----------------------------------------------------------------------------------


def verdict_of(position: Position, found: Overrun, advance: bool = False) -> OverrunVerdict:
    """The verdict of an overrun of land units, in movement or in an advance after combat."""
    odds, (attackers, defenders) = found.odds, found.forces
    return OverrunVerdict(
        at=found.place,
        weather=position.ground.weather[found.place],
        attackers=force(attackers),
        defenders=force(defenders),
        attack=total(attackers),
        defence=total(defenders),
        basic=step_name(odds.basic) if odds else None,
        shift=odds.shift if odds else 0,
        odds=step_name(found.step),
        grounded=tuple(piece.id for piece in found.grounded),
        flying=tuple(piece.id for piece in found.flying),
        advance=advance,
    )


@implements("WIF-11.10.6-13b", "AIF-11.11.6-14")
def displace(umpire: Umpire, place: str, aircraft: Sequence[Piece]) -> None:
    """Face-up aircraft leave an overrun hex for one their owner chooses, and turn face-down.

    Where there is none they are destroyed, or stay face-down under the other reading (11.10.6).
    """
    for piece in aircraft:
        position = umpire.position
        if umpire.reading(ForcedRebase) is ForcedRebase.COUNTED:
            umpire.apply(*spend(position, piece.owner, "rebase"))
        options = refuges(position, piece, leaving=place)
        if not options:
            umpire.reading(HomelessAircraft)
            lose(umpire, *lost_or_stays(position, piece))
            continue
        answer = umpire.decide(
            DISPLACED.ask(
                f"{piece.name} must leave {position.label(place)}: where to?",
                position.powers[piece.owner].players,
                (_base_option(position, base) for base in options),
                (options[0],),
                about=piece.id,
                at=place,
                facts={"aircraft": piece.name},
            )
        )
        umpire.apply(*rebased(piece, answer.pick))


def _base_option(position: Position, base: str) -> Option:
    """A base that a line may name by its hex or by its name."""
    return Option(base, position.label(base), frozenset({position.board.name(base)} - {""}))


def clear_airfield(umpire: Umpire, found: Overrun) -> None:
    """What becomes of the aircraft in an overrun hex, and the verdict on it (11.10.6)."""
    if not found.grounded and not found.flying:
        return
    displace(umpire, found.place, found.flying)
    position = umpire.position
    after = position.pieces(*(piece.id for piece in found.flying))
    homeless = [piece for piece in after if piece.at not in umpire.board]
    umpire.tell(
        AircraftOverrunVerdict(
            at=found.place,
            destroyed=tuple(piece.id for piece in (*found.grounded, *homeless)),
            flew={piece.id: piece.at for piece in after if piece.at in umpire.board},
        )
    )


def rebased(piece: Piece, base: str) -> tuple[Event, ...]:
    """A displaced aircraft goes to a base and turns face-down."""
    return (*turned_down(piece), UnitMoved(piece.id, piece.at, base, piece.unit.count))


def lost_or_stays(position: Position, piece: Piece) -> tuple[Event, ...]:
    """A displaced aircraft without a base."""
    if position.reading(HomelessAircraft) is HomelessAircraft.STAY:
        return turned_down(piece)
    return destroyed(piece)


def expected_displacement(position: Position, found: Overrun) -> tuple[Event, ...]:
    """What the aircraft would do by default: for a check that asks nobody."""
    changes: list[Event] = []
    for piece in found.flying:
        options = refuges(position, piece, leaving=found.place)
        changes += rebased(piece, options[0]) if options else lost_or_stays(position, piece)
    return tuple(changes)
