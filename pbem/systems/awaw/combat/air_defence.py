"""Defensive air support (9.58, 18.56): who flies over hexes that may be attacked, before attacks.

Before any ground attack is announced the defenders say, by standing lines, which air units fly over
which hexes; nobody is asked. Decides who may fly, and who flies where nobody has said anything.
Leaves interception to `air_combat`, and air units on ships to the moderator.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, Decision, DecisionKind, Option, one_of
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark
from pbem.core.record.events import after_change
from pbem.core.record.state import Mark
from pbem.core.record.verdicts import PlaceId, PowerId, Verdict
from pbem.systems.awaw.operations.limits import ARMY_AIR, in_air_range, is_own_base
from pbem.systems.awaw.operations.orders import Announced, enemies_at
from pbem.systems.awaw.world.alliances import at_war, faction_of
from pbem.systems.awaw.world.boxes import is_box
from pbem.systems.awaw.world.hexes import ground_crosses
from pbem.systems.awaw.world.naming import part_factors
from pbem.systems.awaw.world.position import Position, Umpire
from pbem.systems.awaw.world.units import Part, Piece, ground_factors, put_together
from pbem.systems.awaw.world.vocabulary import UnitMark

CAPITAL: Final = "capital"
OBJECTIVE: Final = "objective"
OTHER: Final = "other"
FLY: Final = DecisionKind(
    "defensive-air",
    "Defensive air support",
    "in an enemy's combat phase, before ground attacks are announced, for each hex that may be "
    "attacked; default: as many factors as support the attack from the air, if half of them are "
    "within range; then all that is left over capitals and objectives beside which no fewer enemy "
    "factors stand than are in them",
    "9.58",
    (AnswerKey("air_defence", "fly"),),
    {
        "enemy air": "enemy air factors that support attacks on the hex",
        "enemy": "enemy ground factors beside the hex",
        "own": "ground factors in the hex",
        "air": "air factors that may fly over it",
        "hex": "capital, objective or other",
    },
    allocation=True,
    values={"hex": one_of(CAPITAL, OBJECTIVE, OTHER)},
)


@dataclass(frozen=True, slots=True)
class DefensiveAirVerdict(Verdict):
    """Air units fly defensive air support over a hex."""

    kind: ClassVar[str] = "defensive-air"
    cite: ClassVar[str] = "9.58"

    place: PlaceId
    power: PowerId
    units: tuple[Part, ...]
    factors: int

    @property
    def outcome(self) -> str:
        return "flies"


@dataclass(frozen=True, slots=True)
class Threat:
    """A hex that may be attacked, as its defenders see it before attacks are announced."""

    place: str
    defender: str
    support: int
    enemy: int
    own: int
    what: str

    @property
    def matters(self) -> bool:
        """Whether it is worth defending by itself: a capital or an objective in danger."""
        return self.what != OTHER and self.enemy >= self.own

    @property
    def rank(self) -> tuple[bool, bool, int, str]:
        """Where it stands among the hexes over which somebody may fly."""
        return (self.support == 0, self.what == OTHER, -self.support, self.place)


@implements("AWAW-9.58-3")
def fly_in_defence(umpire: Umpire, supports: Sequence[Announced]) -> None:
    """The defenders of every hex that may be attacked fly, or not, in the order of its danger."""
    found = threats(umpire.position, supports)
    for threat in sorted(found, key=lambda one: one.rank):
        left = threat.support
        for power in _flyers(umpire.position, threat):
            left -= _flies(umpire, threat, power, left)


def threats(position: Position, supports: Sequence[Announced]) -> Iterator[Threat]:
    """The hexes of enemies that ground units of who moves stand beside, or its aircraft fly to."""
    for place in position.board.places:
        held = () if is_box(place) else _holders(position, place)
        if not held:
            continue
        support = _support_over(supports, place)
        beside = list(_besiegers(position, held[0].owner, place))
        if support or beside:
            own, enemy = ground_factors(held), ground_factors(beside)
            yield Threat(place, held[0].owner, support, enemy, own, _what(position, place))


def _holders(position: Position, place: str) -> tuple[Piece, ...]:
    """The ground units in a hex of powers at war with who moves."""
    ground = (piece for piece in position.at(place) if piece.is_ground)
    return tuple(piece for piece in ground if faces_who_moves(position, piece.owner))


def faces_who_moves(position: Position, power: str) -> bool:
    """Whether a power is at war with one that moves in this player turn."""
    moving = (one.id for one in position.powers.values() if one.side == position.clock.side)
    return any(at_war(position.state, power, other) for other in moving)


def _support_over(supports: Iterable[Announced], place: str) -> int:
    plans = (plan for plan in supports if place in plan.targets)
    return sum(part_factors(piece, many) for plan in plans for piece, many in plan.groups)


def _besiegers(position: Position, defender: str, place: str) -> Iterator[Piece]:
    """The enemy ground units that could attack a hex from beside it."""
    for near in position.board.neighbours[place]:
        if ground_crosses(position.board, near, place):
            yield from enemies_at(position, defender, near)


def _what(position: Position, place: str) -> str:
    if position.board.fact(place, "capital"):
        return CAPITAL
    return OBJECTIVE if position.board.fact(place, "objective") else OTHER


def _flyers(position: Position, threat: Threat) -> tuple[str, ...]:
    """The powers whose air units may fly over a hex, the defender first."""
    own = faction_of(position.state, threat.defender)
    same = [
        power.id
        for power in position.powers.values()
        if own is not None and faction_of(position.state, power.id) is own
    ]
    known = dict.fromkeys([threat.defender, *same])
    return tuple(power for power in known if faces_who_moves(position, power))


@implements("AWAW-5.12C-1", "AWAW-9.11-2")
def may_fly(position: Position, piece: Piece, place: str) -> bool:
    """Whether an air unit may fly defensive air support over a hex: army air and jets, uninverted,
    from a base of their own within range, and not out of a box.
    """
    if piece.kind not in ARMY_AIR or piece.is_inverted or is_box(piece.at):
        return False
    if piece.unit.marked(UnitMark.DEFENDS) or not is_own_base(position, piece.owner, piece.at):
        return False
    return in_air_range(position.board, piece, place)


def _flies(umpire: Umpire, threat: Threat, power: str, left: int) -> int:
    """What one power sends over a hex: how many factors fly."""
    position = umpire.position
    free = [p for p in position.pieces_of(power) if may_fly(position, p, threat.place)]
    singles = [piece for piece in free for _ in range(piece.size)]
    if not singles:
        return 0
    options = _options(position, singles)
    usual = tuple(option.id for option in options[: usual_number(threat, len(singles), left)])
    decision = _decision(position, threat, power, options)
    picks = umpire.opening([replace(decision, default=usual)])[0].picks
    chosen = [singles[number] for number, option in enumerate(options) if option.id in picks]
    if chosen:
        _take_off(umpire, threat.place, power, chosen)
    return len(chosen)


def usual_number(threat: Threat, free: int, left: int) -> int:
    """How many factors fly where nobody has said anything."""
    if left > 0:
        return min(free, left) if 2 * free >= left else 0
    return free if threat.support == 0 and threat.matters else 0


def _options(position: Position, singles: Sequence[Piece]) -> list[Option]:
    """Every factor by itself, so that lines say `fly: 2 AAF`."""
    seen: dict[str, int] = {}
    found = []
    for piece in singles:
        seen[piece.id] = seen.get(piece.id, 0) + 1
        where = position.label(piece.at)
        tags = frozenset({piece.kind, "air", where})
        name = f"{piece.counter.name} in {where}, {seen[piece.id]}"
        found.append(Option(f"{piece.id}#{seen[piece.id]}", name, tags, 1))
    return found


def _decision(
    position: Position, threat: Threat, power: str, options: Sequence[Option]
) -> Decision:
    facts: Mapping[str, int | str] = {
        "enemy air": threat.support,
        "enemy": threat.enemy,
        "own": threat.own,
        "air": len(options),
        "hex": threat.what,
    }
    return FLY.ask(
        f"Which air factors fly defensive air support over {position.label(threat.place)}?",
        position.powers[power].players,
        options,
        about=f"{power}-{threat.place}",
        at=threat.place,
        least=0,
        most=len(options),
        facts=facts,
    )


def _take_off(umpire: Umpire, place: str, power: str, chosen: Sequence[Piece]) -> None:
    """Factors fly over a hex until the player turn ends; they stay at their bases."""
    parts = put_together(chosen)
    by_id = {piece.id: piece for piece in chosen}
    aloft: list[Part] = []
    for part in parts:
        piece = by_id[part.unit]
        mark = Mark(UnitMark.DEFENDS.until, place)
        events = set_mark(piece.unit, UnitMark.DEFENDS, mark, piece.part(part.many))
        umpire.apply(*events)
        aloft.append(Part(after_change(piece.unit, events[0]).id, part.many))
    factors = sum(part_factors(by_id[part.unit], part.many) for part in parts)
    umpire.tell(DefensiveAirVerdict(place, place, power, tuple(aloft), factors))


def flying_over(position: Position, place: str) -> tuple[Piece, ...]:
    """The air units that fly defensive air support over a hex."""
    found = (unit for _, unit in sorted(position.units.items()))
    return tuple(position.piece(unit) for unit in found if unit.mark(UnitMark.DEFENDS) == place)
