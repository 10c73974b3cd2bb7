"""Ground attacks (9.42, 3.11, 15): odds, result, losses.

The result comes from the Combat Results Table where an owner has supplied it, else the moderator
rules it; what it takes from either side the definitions of 3.11 say. Decides strengths, multipliers
and losses. Leaves exchanges (15.61), retreats, advances and breakthroughs to the moderator.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Final

from pbem.core.data.charts import Chart
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark
from pbem.core.record.dice import Roll
from pbem.core.record.events import Event, UnitMoved, after_change
from pbem.core.record.state import Mark, Unit
from pbem.core.record.verdicts import Cell, PlaceId, PowerId, Verdict
from pbem.core.rules.game import Game
from pbem.core.rules.rulings import Ruled, RulingKind, Wanted
from pbem.systems.awaw.battle.air import DefensiveFactors
from pbem.systems.awaw.battle.multipliers import Attack, Ground, multiplier
from pbem.systems.awaw.battle.results import (
    EXCHANGES,
    Halves,
    Result,
    losses,
    modified_value,
)
from pbem.systems.awaw.combat.air_defence import flying_over
from pbem.systems.awaw.combat.losing import ATTACKERS, DEFENDERS, Loss, in_full, owners_give
from pbem.systems.awaw.combat.outcomes import CHANGES, around, concerned
from pbem.systems.awaw.operations.orders import (
    EXPLOITATION,
    GROUND_ATTACK,
    Announced,
    enemies_at,
)
from pbem.systems.awaw.world.hexes import has_crossing_arrow
from pbem.systems.awaw.world.naming import part_factors
from pbem.systems.awaw.world.position import Position, Umpire
from pbem.systems.awaw.world.units import Part, Piece
from pbem.systems.awaw.world.vocabulary import Pool, TrackName, UnitMark

GROUND_COMBAT: Final = RulingKind(
    "ground-combat",
    "Result of a ground attack",
    "when ground units attack and nobody has supplied the Combat Results Table",
    "15.6",
    ("AWAW-3.11-36", "AWAW-3.11-5"),
    "crt",
)
EXCHANGE: Final = RulingKind(
    "exchange",
    "Losses of an exchange",
    "when the table says Ex, Ex-1 or Ex-2",
    "15.61",
    ("AWAW-3.11-5",),
)
RIVER: Final = "river"
CROSSING: Final = "crossing"


@dataclass(frozen=True, slots=True)
class GroundAttackVerdict(Verdict):
    """A ground attack: strengths, multiplier, odds, result, losses."""

    kind: ClassVar[str] = "ground-attack"
    cite: ClassVar[str] = "15.6"

    power: PowerId
    targets: tuple[PlaceId, ...]
    attack: int
    defence: int
    modified: int
    odds: str
    result: Cell
    air: int = 0
    attacker_lost: tuple[Part, ...] = ()
    defender_lost: tuple[Part, ...] = ()
    ruled: bool = False

    @property
    def outcome(self) -> str:
        return self.result


@dataclass(frozen=True, slots=True)
class Fight:
    """A ground attack with its strengths, and its dice and result once they are known."""

    plan: Announced
    support: int
    attack: int
    defence: int
    modified: int
    air: int = 0
    dice: tuple[Roll, ...] = ()
    result: Result = Result.EXCHANGE

    @property
    def strengths(self) -> tuple[int, int]:
        """Attackers with their support, and the modified value of the defenders with theirs."""
        return self.attack + self.support, self.modified + self.air

    @property
    def odds(self) -> Fraction:
        """Attackers against defenders."""
        attack, defence = self.strengths
        return Fraction(attack, max(1, defence))

    @property
    def told(self) -> str:
        """The odds as they stand: `9:6`."""
        return "{}:{}".format(*self.strengths)


def fight(umpire: Umpire, plans: Sequence[Announced], supports: Sequence[Announced]) -> None:
    """Ground attacks that were announced at one moment, resolved in the order of the files."""
    if plans:
        umpire.chart("terrain")  # whose multipliers count: reports tell where they come from
    fights = [_thrown(umpire, strengths(umpire.position, plan, supports)) for plan in plans]
    for one in _with_results(umpire, fights):
        with umpire.step(one.plan.kind, at=one.plan.targets[0]):
            _resolve(umpire, one)


def strengths(position: Position, plan: Announced, supports: Sequence[Announced]) -> Fight:
    """Attackers with their support from the air, defenders with their multipliers."""
    support = sum(
        piece.factors
        for other in supports
        if set(other.targets) & set(plan.targets)
        for piece in _present(position, other)
    )
    defenders = [p for place in plan.targets for p in enemies_at(position, plan.power, place)]
    support, air = _in_the_air(position, plan, 0 if plan.isolated else support)
    return Fight(
        plan,
        support,
        sum(part_factors(piece, many) for piece, many in plan.groups),
        sum(piece.factors for piece in defenders),
        sum(modified_value(piece.factors, _dm(position, plan, piece)) for piece in defenders),
        air,
    )


def _in_the_air(position: Position, plan: Announced, support: int) -> tuple[int, int]:
    """Factors that support the attack and the defence from the air, as they are read to count."""
    flying = (piece for place in plan.targets for piece in flying_over(position, place))
    air = sum(piece.factors for piece in flying)
    if position.reading(DefensiveFactors) is DefensiveFactors.ADDED:
        return support, air
    return max(0, support - air), 0


def _dm(position: Position, plan: Announced, piece: Piece) -> int:
    """The multiplier of one defender; what stands on hexsides counts if all attackers cross it."""
    board, place = position.board, piece.at
    origins = {attacker.at for attacker, _ in plan.groups}
    crossed = [board.border(origin, place) for origin in sorted(origins)]
    sides = [RIVER] if crossed and all(RIVER in side for side in crossed) else []
    if origins and all(has_crossing_arrow(board, origin, place) for origin in sorted(origins)):
        sides.append(CROSSING)
    ground = Ground(
        board.terrain(place),
        tuple(sides),
        capital=bool(board.fact(place, "capital")),
        objective=bool(board.fact(place, "objective")),
    )
    winter = int(position.track(TrackName.WINTER) or 0)
    attack = Attack(exploiting=plan.kind == EXPLOITATION, winter=winter)
    return multiplier(position.book.chart("terrain"), piece.kind, ground, attack)


def _thrown(umpire: Umpire, one: Fight) -> Fight:
    """An attack with its dice, thrown before the result is ruled or read."""
    dice = umpire.game.chart(GROUND_COMBAT.chart).dice
    name = f"{one.plan.kind}-{one.plan.power}-{one.plan.targets[0]}"
    return replace(one, dice=(umpire.roll(name, dice, one.plan.power, GROUND_COMBAT.cite),))


def _with_results(umpire: Umpire, fights: Sequence[Fight]) -> list[Fight]:
    """What the table says, or what the moderator rules of all attacks at once."""
    if not is_supplied(umpire.game):
        ruled = umpire.rule_all([_wanted(umpire, one) for one in fights]) if fights else []
        return list(map(_as_ruled, fights, ruled))
    table = umpire.chart(GROUND_COMBAT.chart)
    return [replace(one, result=_looked_up(table, one)) for one in fights]


def _as_ruled(one: Fight, ruled: Ruled) -> Fight:
    return replace(one, result=Result(str(ruled.result)))


def _looked_up(table: Chart, one: Fight) -> Result:
    return Result(table.lookup(column=one.odds, roll=one.dice[0].modified).text)


def is_supplied(game: Game) -> bool:
    """Whether an owner has supplied the Combat Results Table."""
    chart = game.charts.get(GROUND_COMBAT.chart)
    return chart is not None and chart.is_supplied


def _wanted(umpire: Umpire, one: Fight) -> Wanted:
    position, plan = umpire.position, one.plan
    where = ", ".join(map(position.label, plan.targets))
    return GROUND_COMBAT.want(
        f"What is the result of the attack on {where}, and who retreats and advances?",
        about=f"{plan.kind}-{plan.power}-{plan.targets[0]}",
        at=plan.targets[0],
        units=concerned(position, plan),
        places=around(position, plan),
        facts={
            "attack": one.attack + one.support,
            "defence": one.defence,
            "modified-defence": one.modified,
            "defensive-air": one.air,
            "odds": one.told,
        },
        dice=one.dice,
        results=tuple(map(str, Result)),
        may=CHANGES,
    )


@implements("AWAW-3.11-1", "AWAW-3.11-2", "AWAW-3.11-3", "AWAW-3.11-4", "AWAW-9.82-4")
def _resolve(umpire: Umpire, one: Fight) -> None:
    """Losses by the definitions of 3.11; isolated units that paid nothing are lost in any case."""
    plan, position = one.plan, umpire.position
    by_result = losses(
        one.result,
        umpire.reading(Halves),
        attack=one.attack,
        defence=one.defence,
        modified=one.modified,
    )
    attackers = _present(position, plan)
    defenders = [p for place in plan.targets for p in enemies_at(position, plan.power, place)]
    lost = one.attack if plan.isolated else by_result.attacker
    taken = owners_give(umpire, in_full(attackers), _loss(one, ATTACKERS, lost))
    by_defender = _loss(one, DEFENDERS, by_result.defender)
    given = owners_give(umpire, in_full(defenders), by_defender)
    umpire.tell(
        GroundAttackVerdict(
            plan.targets[0],
            plan.power,
            plan.targets,
            one.attack + one.support,
            one.defence,
            one.modified,
            one.told,
            str(one.result),
            one.air,
            taken,
            given,
            ruled=not is_supplied(umpire.game),
        )
    )
    umpire.apply(*_gone(attackers, taken, isolated=plan.isolated), *_gone(defenders, given))
    if one.result in EXCHANGES and is_supplied(umpire.game):
        umpire.rule(_exchange(umpire, one))


def _exchange(umpire: Umpire, one: Fight) -> Wanted:
    position, plan = umpire.position, one.plan
    return EXCHANGE.want(
        f"What do both sides lose by {one.result}?",
        at=plan.targets[0],
        units=concerned(position, plan),
        places=around(position, plan),
        facts={"attack": one.attack, "defence": one.defence, "modified-defence": one.modified},
        dice=one.dice,
        may=CHANGES,
    )


def _present(position: Position, plan: Announced) -> list[Piece]:
    """The attackers that are still there, each with as many as attack."""
    found = [(position.units.get(piece.id), many) for piece, many in plan.groups]
    return [
        Piece(_part(unit, min(many, unit.size)), position.book.counters[unit.counter])
        for unit, many in found
        if unit is not None
    ]


def _part(unit: Unit, many: int) -> Unit:
    return unit if unit.count is None else replace(unit, count=many)


def _loss(one: Fight, side: str, lost: int) -> Loss:
    target = one.plan.targets[0]
    return Loss(GROUND_ATTACK, side, lost, f"{one.plan.power}-{target}", target)


def _gone(
    pieces: Iterable[Piece], lost: Iterable[Part], *, isolated: bool = False
) -> tuple[Event, ...]:
    """The lost return to their force pools, as new units (7.223); who attacked isolated and for
    nothing is marked, since he is dearer in this turn (9.82).
    """
    by_id = {piece.id: piece for piece in pieces}
    return tuple(
        event for one in lost for event in to_pool(by_id[one.unit], one.many, double=isolated)
    )


@implements("AWAW-7.223-1")
def to_pool(piece: Piece, many: int, *, double: bool = False) -> tuple[Event, ...]:
    """So many of a unit leave the map for the force pool of their owner, without their marks."""
    unit, count = piece.unit, piece.part(many)
    wanted: dict[str, Mark | None] = dict.fromkeys(sorted(unit.marks))
    if double:
        wanted[UnitMark.DOUBLE] = Mark(UnitMark.DOUBLE.until)
    events: list[Event] = []
    for mark, new in wanted.items():
        change = set_mark(unit, mark, new, count)
        events += change
        unit = after_change(unit, change[0]) if change else unit
    return (*events, UnitMoved(unit.id, unit.at, f"pool:{piece.owner}/{Pool.FORCE}", count))
