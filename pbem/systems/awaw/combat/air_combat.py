"""Air combat over a hex (9.58, 19.2): who intercepts defensive air support fights it.

Decides whom interceptors meet, what rounds take by the public table, and who withdraws. The table
is public, not printed: a game may leave it to the moderator, as is what naval air takes part in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option, one_of
from pbem.core.data.findings import error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark
from pbem.core.record.events import UnitChanged
from pbem.core.record.verdicts import Cell, PlaceId, PowerId, Verdict
from pbem.core.rules.rulings import Does, May, Ruled, RulingKind
from pbem.systems.awaw.battle.air import SecondFigure, Toll, toll
from pbem.systems.awaw.combat.air_defence import flying_over
from pbem.systems.awaw.combat.ground import to_pool
from pbem.systems.awaw.combat.losing import ATTACKERS, DEFENDERS, Loss, owners_give
from pbem.systems.awaw.operations.limits import ARMY_AIR
from pbem.systems.awaw.operations.orders import Announced
from pbem.systems.awaw.world.naming import Group
from pbem.systems.awaw.world.position import Umpire
from pbem.systems.awaw.world.units import Part
from pbem.systems.awaw.world.vocabulary import UnitMark

CITE: Final = "19.2"
TABLE: Final = "air-combat"
WITHDRAW: Final = "withdraw"
AIR_COMBAT: Final = RulingKind(
    TABLE,
    "Result of an air combat",
    "when interceptors meet defensive air support, and the game does not use the public table or "
    "naval air takes part",
    CITE,
)
WITHDRAWAL: Final = DecisionKind(
    "air-withdrawal",
    "Withdraw from an air combat",
    "after each round of an air combat; default: with fewer than half of the enemy's factors",
    CITE,
    (AnswerKey("air_combat", "", WITHDRAW),),
    {
        "own": "air factors that you have left in it",
        "enemy": "air factors that the enemy has left in it",
        "round": "the number of the round that was fought",
        "side": "whether you attack or defend",
    },
    values={"side": one_of(ATTACKERS, DEFENDERS)},
)


@dataclass(frozen=True, slots=True)
class AirCombatVerdict(Verdict):
    """A round of an air combat: what either side had, threw and lost, and who withdraws."""

    kind: ClassVar[str] = "air-combat"
    cite: ClassVar[str] = CITE

    place: PlaceId
    power: PowerId
    defender: PowerId
    round: int
    attack: int
    defence: int
    by_attacker: Cell
    by_defender: Cell
    attacker_lost: tuple[Part, ...]
    attacker_back: int
    defender_lost: tuple[Part, ...]
    defender_back: int

    @property
    def outcome(self) -> str:
        return "fought"


@dataclass(slots=True)
class Wing:
    """One side of an air combat: its units, with as many factors as are still in it."""

    side: str
    power: str
    groups: list[Group]

    @property
    def factors(self) -> int:
        return sum(many for _, many in self.groups)

    def without(self, lost: Iterable[Part], back: int) -> list[Group]:
        """The groups after some are lost, and some fly home: the last ones."""
        gone = {part.unit: part.many for part in lost}
        left = [(piece, many - gone.get(piece.id, 0)) for piece, many in self.groups]
        for number in reversed(range(len(left))):
            piece, many = left[number]
            away = min(back, many)
            left[number], back = (piece, many - away), back - away
        return [group for group in left if group[1]]


@dataclass(slots=True)
class Sky:
    """An air combat over a hex: who attacks, who defends, and which round it is."""

    place: str
    own: Wing
    other: Wing
    round: int = 0

    @property
    def goes_on(self) -> bool:
        return bool(self.own.factors and self.other.factors)


def nobody_flies(umpire: Umpire, order: Order) -> bool:
    """Whether an order to intercept finds nobody over its hex: then it is not announced."""
    plan = umpire.check(order).plan
    if plan is None or flying_over(umpire.position, plan.targets[0]):
        return False
    where = umpire.position.label(plan.targets[0])
    message = f"nobody flies defensive air support over {where}: nothing is paid"
    umpire.reject(order, [error("nobody-flies", message, cite="9.58")])
    return True


@implements("AWAW-9.58-3")
def intercept(umpire: Umpire, plans: Sequence[Announced]) -> None:
    """Those who intercept over a hex fight whoever flies there in its defence."""
    for place in dict.fromkeys(plan.targets[0] for plan in plans):
        own = [plan for plan in plans if plan.targets[0] == place]
        with umpire.step("interception", at=place):
            _over(umpire, place, own)


def _over(umpire: Umpire, place: str, plans: Sequence[Announced]) -> None:
    """The air combat over a hex, by the public table or as the moderator rules it."""
    against = flying_over(umpire.position, place)
    attackers = [group for plan in plans for group in plan.groups]
    kinds = {piece.kind for piece, _ in attackers} | {piece.kind for piece in against}
    if not umpire.options.public_tables or not kinds <= set(ARMY_AIR):
        _ruled(umpire, place, plans)
        return
    own = Wing(ATTACKERS, plans[0].power, attackers)
    other = Wing(DEFENDERS, against[0].owner, [(piece, piece.size) for piece in against])
    sky = Sky(place, own, other)
    while sky.goes_on:
        sky.round += 1
        _fight_a_round(umpire, sky)
        if sky.goes_on:
            _may_withdraw(umpire, sky)


def _fight_a_round(umpire: Umpire, sky: Sky) -> None:
    """Both sides throw, then both lose."""
    own, other = sky.own, sky.other
    strengths = own.factors, other.factors
    cells = [_cell(umpire, wing, sky.round) for wing in (own, other)]
    second = umpire.reading(SecondFigure)
    to_own = toll(cells[1], own.factors, second)
    to_other = toll(cells[0], other.factors, second)
    own_lost = _suffers(umpire, sky, own, to_own)
    other_lost = _suffers(umpire, sky, other, to_other)
    umpire.tell(
        AirCombatVerdict(
            sky.place,
            sky.place,
            own.power,
            other.power,
            sky.round,
            *strengths,
            by_attacker=cells[0],
            by_defender=cells[1],
            attacker_lost=own_lost,
            attacker_back=to_own.back,
            defender_lost=other_lost,
            defender_back=to_other.back,
        )
    )
    _fly_on(umpire, own, own_lost, to_own.back)
    _fly_on(umpire, other, other_lost, to_other.back)
    _home(umpire, sky.place, to_other.back)


def _cell(umpire: Umpire, wing: Wing, number: int) -> str:
    chart = umpire.chart(TABLE)
    roll = umpire.roll(f"air-combat-{number}-{wing.side}", chart.dice, wing.power, CITE)
    return chart.lookup(column=roll.modified, roll=wing.factors).text


def _suffers(umpire: Umpire, sky: Sky, wing: Wing, taken: Toll) -> tuple[Part, ...]:
    """Which units of a side a round costs."""
    loss = Loss(TABLE, wing.side, taken.lost, f"{sky.place}-{sky.round}", sky.place)
    return owners_give(umpire, wing.groups, loss)


def _fly_on(umpire: Umpire, wing: Wing, lost: Sequence[Part], back: int) -> None:
    """The lost go to their force pools; who is left and not turned back flies on."""
    for part in lost:
        piece = umpire.position.piece(umpire.state.units[part.unit])
        umpire.apply(*to_pool(piece, part.many))
    left, position = wing.without(lost, back), umpire.position
    wing.groups = [(position.piece(position.units[one.id]), many) for one, many in left]


def _home(umpire: Umpire, place: str, factors: int) -> None:
    """So many factors over a hex fly no more in its defence: the last ones."""
    for piece in reversed(flying_over(umpire.position, place)):
        away = min(factors, piece.size)
        if away:
            umpire.apply(*set_mark(piece.unit, UnitMark.DEFENDS, None, piece.part(away)))
        factors -= away


def _may_withdraw(umpire: Umpire, sky: Sky) -> None:
    """After a round the defenders may go home, then the attackers."""
    if _withdraws(umpire, sky, sky.other, sky.own.factors):
        _home(umpire, sky.place, sky.other.factors)
        sky.other.groups = []
    elif _withdraws(umpire, sky, sky.own, sky.other.factors):
        sky.own.groups = []


def _withdraws(umpire: Umpire, sky: Sky, wing: Wing, enemy: int) -> bool:
    """Whether a side goes home after a round."""
    position = umpire.position
    facts: Mapping[str, int | str] = {
        "own": wing.factors, "enemy": enemy, "round": sky.round, "side": wing.side,
    }  # fmt: skip
    decision = WITHDRAWAL.ask(
        f"Withdraw from the air combat over {position.label(sky.place)}?",
        position.powers[wing.power].players,
        (Option(WITHDRAW), Option("stay")),
        (WITHDRAW,) if 2 * wing.factors < enemy else (),
        about=f"{wing.side}-{sky.place}-{sky.round}",
        at=sky.place,
        least=0,
        facts=facts,
    )
    return umpire.opening([decision])[0].pick == WITHDRAW


def _ruled(umpire: Umpire, place: str, plans: Sequence[Announced]) -> None:
    """The moderator rules what both sides lose, and whose mark of defence goes."""
    position = umpire.position
    against = flying_over(position, place)
    groups = [group for plan in plans for group in plan.groups]
    units = [piece.id for piece, _ in groups] + [piece.id for piece in against]
    marks = (UnitMark.DEFENDS, UnitMark.INVERTED)
    umpire.rule(
        AIR_COMBAT.want(
            f"What comes of the air combat over {position.label(place)}?",
            at=place,
            units=tuple(units),
            facts={
                ATTACKERS: sum(many for _, many in groups),
                DEFENDERS: sum(piece.size for piece in against),
            },
            may=(May(Does.LOSE), May(Does.MARK, names=marks)),
            legal=_sends_nobody,
        )
    )


def _sends_nobody(ruled: Ruled) -> str:
    """What is wrong with a ruling: units may be taken out of the air, none is sent up."""
    marked = (event for event in ruled.events if isinstance(event, UnitChanged))
    if any(event.mark == UnitMark.DEFENDS and event.new is not None for event in marked):
        return f"who {UnitMark.DEFENDS} a hex is decided before: gone: true"
    return ""
