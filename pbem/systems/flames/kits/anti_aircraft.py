"""Anti-aircraft fire of guns at bombers that got through (22.2, 11.5.9, option 3).

Decides which guns reach a hex, how many shots each has left, what the fire comes to and whom it
hits. Leaves turning them face-down to `sorties`, ships and what bombers do to other chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pbem.core.choices.decisions import Option
from pbem.core.data.rulebook import implements
from pbem.systems.flames.air.air_battle import AirBattle, remove
from pbem.systems.flames.air.air_to_air import ABORTED, BOMBER, DESTROYED
from pbem.systems.flames.air.air_verdicts import AntiAircraftVerdict, Battery
from pbem.systems.flames.air.flights import FERRYING, Flight, Mission, pressed
from pbem.systems.flames.air.sorties import Sky
from pbem.systems.flames.impulse.battle_decisions import (
    AA_FACTORS,
    AA_FIRE,
    AA_LOSE,
    AA_SHOOT,
    in_need_order,
)
from pbem.systems.flames.world.control import enemies
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.land_factors import HALF
from pbem.systems.flames.world.named import hex_facts
from pbem.systems.flames.world.position import FLAK, Piece, Position, Umpire, other_side
from pbem.systems.flames.world.rounding import rounded
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.surprise import all_surprise

CITE: Final = "22.2"
SHOTS: Final = 4  # that a gun has in a step
GUNS: Final = ("AA", FLAK)
NO_FIRE: Final = "-"


# --- values --------------------------------------------------------------------------------------


@implements("WIF-22.2-8", "WIF-22.2-19", "WIF-15.1-9")
def gun_fire(printed: Fraction, shots: int, halves: int = 0) -> Fraction:
    """What a gun adds with so many shots at one hex, halved so many times (22.2, 15.1).

    Flak is halved against all but strategic bombardment, surprised guns against who surprises them.
    """
    return printed * shots * HALF**halves


@dataclass(frozen=True, slots=True)
class Toll:
    """What anti-aircraft fire costs: aircraft destroyed, aborted, and factors that do not press."""

    destroyed: int
    aborted: int
    factors: int


@implements("WIF-22.2-10")
def toll_of(points: int) -> Toll:
    """Every ten points destroy a bomber, five more abort one, each of the rest stops a factor."""
    tens, rest = divmod(points, 10)
    return Toll(tens, rest // 5, rest % 5)


@implements("WIF-22.2-10")
def points_of(cell: str, dice: Iterable[int]) -> int:
    """What dice come to by a cell: `2/3` the best two of three, `-1/2` the worst one of two."""
    counted = int(cell.partition("/")[0])
    row = sorted(dice, reverse=counted > 0)
    return sum(row[: abs(counted)])


# --- who can fire --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Target:
    """A hex over which bombers got through, and the side whose guns may fire at them."""

    place: str
    side: str
    bombers: tuple[Flight, ...]


@implements("WIF-22.17-2")
def target_at(position: Position, sky: Sky, place: str, side: str) -> Target:
    """The enemy bombers over a hex, as the guns of a side see them; no V-2 or A-10 (22.17)."""
    bombers = sky.over(position, place, other_side(side), BOMBER)
    return Target(place, side, tuple(f for f in bombers if not f.piece.is_ballistic))


@implements("WIF-22.2-8", "WIF-22.2-9")
def guns_for(position: Position, sky: Sky, target: Target) -> dict[str, int]:
    """The guns that may fire at a hex, with the shots that they have left in this step (22.2)."""
    board, ground = position.board, position.ground
    if ground.is_off_map(target.place):
        return {}
    hexes = (target.place, *board.neighbours[target.place])
    foes_there = {flight.piece.owner for flight in target.bombers}
    high = target.place in sky.high
    guns = (gun for place in hexes for gun in position.land_at(place) if gun.kind in GUNS)
    found = {
        gun.id: SHOTS - sum(sky.shots.get(gun.id, {}).values())
        for gun in guns
        if foes_there & set(enemies(position, gun.owner)) and is_ready(position, gun, high)
    }
    return {gun: left for gun, left in found.items() if left}


def is_ready(position: Position, gun: Piece, high: bool) -> bool:
    """Whether a gun can fire: face-up, in supply, and no light one at high altitude (22.2)."""
    if gun.face_down or (high and gun.counter.is_a("light")):
        return False
    return in_supply(position, gun)


@implements("WIF-15.1-9", "WIF-22.2-19")
def halves_of(position: Position, gun: Piece, target: Target) -> int:
    """How often a gun's fire at a hex is halved: flak, surprise (22.2, 15.1)."""
    bombing = {flight.mission for flight in target.bombers} == {Mission.BOMBARD}
    fliers = [flight.piece for flight in target.bombers]
    return (gun.kind == FLAK and not bombing) + all_surprise(
        position, fliers, gun.owner, target.place
    )


# --- conducting ----------------------------------------------------------------------------------


@implements("WIF-22.2-10")
def anti_aircraft_fire(umpire: Umpire, sky: Sky, places: Sequence[str]) -> None:
    """The guns of both sides fire, after air combat and before the bombers attack (22.2)."""
    active = umpire.state.clock.side
    for side in (other_side(active), active):
        position = umpire.position
        seen = {place: target_at(position, sky, place, side) for place in places}
        visited = [place for place in seen if seen[place].bombers]
        best = favourites(position, sky, [seen[place] for place in visited])
        players = umpire.state.players_of(side)
        for place in in_need_order(umpire, AA_FIRE, players, visited):
            fire_at(umpire, sky, seen[place], best)


def favourites(position: Position, sky: Sky, targets: Sequence[Target]) -> dict[str, str]:
    """The hex at which each gun fires unless its owner says otherwise: where most bombers are."""
    ranked = sorted(targets, key=lambda target: (-len(target.bombers), target.place))
    found: dict[str, str] = {}
    for target in ranked:
        for gun in guns_for(position, sky, target):
            found.setdefault(gun, target.place)
    return found


def fire_at(umpire: Umpire, sky: Sky, target: Target, best: Mapping[str, str]) -> None:
    """The guns in reach fire at one hex, as their owners choose; then the bombers suffer."""
    left = guns_for(umpire.position, sky, target)
    if not left:
        return
    shots = chosen_shots(umpire, target, {gun: (left[gun], best.get(gun, "")) for gun in left})
    if not shots:
        return
    for gun, many in shots.items():
        sky.shots.setdefault(gun, {})[target.place] = many
    sky.fought.add(target.place)
    with umpire.step("anti-aircraft", at=target.place):
        shoot(umpire, sky, target, shots)


def chosen_shots(
    umpire: Umpire, target: Target, left: Mapping[str, tuple[int, str]]
) -> dict[str, int]:
    """How many shots each gun fires at a hex; `left`: what it has, and its favourite hex."""
    position, place = umpire.position, target.place
    usual = {gun: many for gun, (many, best) in left.items() if best == place}
    worth = column_of(position, target, usual)
    if umpire.chart("anti-air").lookup(column=worth, roll=len(target.bombers)).text == NO_FIRE:
        usual = {}
    guns = position.pieces(*left)
    options = [
        Option(f"{gun.id}#{shot}", gun.name, frozenset({gun.kind, gun.name}), gun.combat)
        for gun in guns
        for shot in range(1, left[gun.id][0] + 1)
    ]
    answer = umpire.decide(
        AA_FIRE.ask(
            f"Which guns fire at the bombers over {position.label(place)}, each shot by itself?",
            umpire.position.players_of([gun.owner for gun in guns]),
            options,
            (f"{gun}#{shot}" for gun in usual for shot in range(1, usual[gun] + 1)),
            about=f"{place}-{target.side}",
            at=place,
            least=0,
            most=len(options),
            facts={
                "enemy bombers": len(target.bombers),
                **hex_facts(position, place, guns[0].owner),
            },
        )
    )
    fired = [pick.partition("#")[0] for pick in answer.picks]
    return {gun: fired.count(gun) for gun in dict.fromkeys(fired)}


def column_of(position: Position, target: Target, shots: Mapping[str, int]) -> int:
    """The factors under which the table is read."""
    guns = position.pieces(*shots)
    return rounded(
        sum(
            (
                gun_fire(Fraction(g.combat), shots[g.id], halves_of(position, g, target))
                for g in guns
            ),
            Fraction(0),
        )
    )


@implements("WIF-22.2-10")
def shoot(umpire: Umpire, sky: Sky, target: Target, shots: Mapping[str, int]) -> None:
    """The dice, and what they cost the bombers (11.5.9)."""
    position = umpire.position
    guns = position.pieces(*shots)
    total = column_of(position, target, shots)
    cell = umpire.chart("anti-air").lookup(column=total, roll=len(target.bombers)).text
    dice, added = tuple[int, ...](), 0
    if cell != NO_FIRE:
        player = position.powers[guns[0].owner].players[0]
        many = cell.rpartition("/")[2]
        roll = umpire.roll(
            target.side, dice=f"{many}d10" if many != "1" else "d10", by=player, cite="11.5.9"
        )
        dice, added = roll.values, roll.modified - roll.total
    points = max(0, points_of(cell, dice) + added) if dice else 0
    toll = toll_of(points)
    battle = Suffering(umpire, sky, target, picks_victim(position, shots))
    destroyed = battle.lose(DESTROYED, toll.destroyed)
    aborted = battle.lose(ABORTED, toll.aborted)
    umpire.tell(
        AntiAircraftVerdict(
            at=target.place,
            guns=tuple(
                Battery(
                    g.id, shots[g.id],
                    gun_fire(Fraction(g.combat), shots[g.id], halves_of(position, g, target)),
                )
                for g in guns
            ),
            factors=total,
            bombers=len(target.bombers),
            cell=cell,
            dice=dice,
            points=points,
            destroyed=destroyed,
            aborted=aborted,
            stopped=battle.stop(toll.factors),
        )
    )  # fmt: skip


@implements("WIF-22.2-21")
def picks_victim(position: Position, shots: Mapping[str, int]) -> str:
    """The power of a missile battery that fires all its shots at one hex: it picks the victims."""
    return next(
        (
            gun.owner
            for gun in position.pieces(*shots)
            if gun.counter.is_a("sam") and shots[gun.id] == SHOTS
        ),
        "",
    )


@dataclass(slots=True)
class Suffering:
    """Bombers under fire; `shooter`: the power that picks who is hit in place of their owner."""

    umpire: Umpire
    sky: Sky
    target: Target
    shooter: str = ""

    @property
    def left(self) -> tuple[Flight, ...]:
        """The bombers that are still over the hex."""
        flights = self.sky.flights
        return tuple(flights[flight.id] for flight in self.target.bombers if flight.id in flights)

    def lose(self, what: str, many: int) -> tuple[str, ...]:
        """So many bombers are destroyed, or abort; who they are."""
        lost: list[str] = []
        for number in range(1, many + 1):
            if not self.left:
                break
            victim = self._victim(what, number)
            battle = AirBattle(self.umpire, self.sky, self.target.place, {})
            remove(battle, victim.plane, what)
            lost.append(victim.id)
        return tuple(lost)

    def _victim(self, what: str, number: int) -> Flight:
        """The bomber that is hit: its owner's choice, or that of a missile battery."""
        flights, umpire = self.left, self.umpire
        if len(flights) == 1:
            return flights[0]
        kind = AA_SHOOT if self.shooter else AA_LOSE
        powers = [self.shooter] if self.shooter else [f.piece.owner for f in flights]
        ranked = sorted(
            flights, key=lambda f: (pressed(f), f.piece.counter.or_nothing("cost"), f.id)
        )
        answer = umpire.decide(
            kind.ask(
                f"Which bomber is {'destroyed' if what == DESTROYED else 'aborted'}?",
                umpire.position.players_of(powers),
                (_option(flight) for flight in flights),
                (ranked[-1 if self.shooter else 0].id,),
                about=f"{what.casefold()}-{number}",
                at=self.target.place,
                facts={
                    "result": what,
                    **hex_facts(umpire.position, self.target.place, powers[0]),
                },
            )
        )
        return next(flight for flight in flights if flight.id == answer.pick)

    @implements("WIF-22.2-10")
    def stop(self, factors: int) -> dict[str, int]:
        """So many factors do not press the attack; of whom how many, by the owner's order."""
        armed = [f for f in self.left if f.mission not in FERRYING and pressed(f)]
        stopped: dict[str, int] = {}
        for flight in self._in_order(armed) if factors else ():
            many = min(factors, int(pressed(flight)))
            if many:
                stopped[flight.id] = many
                self.sky.flights[flight.id] = replace(flight, stopped=flight.stopped + many)
            factors -= many
        return stopped

    def _in_order(self, flights: Sequence[Flight]) -> Sequence[Flight]:
        """The bombers in the order in which they lose factors: the weakest first by default."""
        ranked = sorted(flights, key=lambda f: (pressed(f), f.id))
        if len(flights) < 2:
            return ranked
        umpire, place = self.umpire, self.target.place
        answer = umpire.decide(
            AA_FACTORS.ask(
                "Whose factors do not press the attack, from first to last?",
                umpire.position.players_of([flight.piece.owner for flight in flights]),
                map(_option, ranked),
                (flight.id for flight in ranked),
                at=place,
                least=0,
                most=len(ranked),
                facts=hex_facts(umpire.position, place, flights[0].piece.owner),
            )
        )
        first = [flight for pick in answer.picks for flight in ranked if flight.id == pick]
        return [*first, *(flight for flight in ranked if flight not in first)]


def _option(flight: Flight) -> Option:
    """A bomber as its owner picks it."""
    piece = flight.piece
    return Option(piece.id, piece.name, frozenset({piece.kind, flight.role}), pressed(flight))


KIT: Final = Kits(flak=anti_aircraft_fire)
