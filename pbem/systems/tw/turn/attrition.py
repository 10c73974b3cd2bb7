"""Attrition in the east (10.3.6): what a Soviet effort costs the Germans, as the Axis turn ends.

Decides how many German units inside the Soviet Union of 1939 are Depleted, and among which their
player chooses. Leaves the attrition of attacks to `combat`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import UnitId, Verdict
from pbem.systems.tw.combat.losing import Casualties, deplete, survives
from pbem.systems.tw.move.breakdown import pieces_of
from pbem.systems.tw.world.geography import Land
from pbem.systems.tw.world.hexes import crosses
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.telling import told_units
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import Effort, PowerFlag, PowerName, Side

KINDS: Final = (Kind.ARM, Kind.MECH, Kind.INF)
DEPLETED: Final[Mapping[Effort | None, int]] = {  # German units, by Soviet effort
    Effort.LLE: 1,
    Effort.RLE: 2,
    Effort.SLE: 3,
}

ATTRITION: Final = DecisionKind(
    "attrition",
    "German units that the war in the east wears down",
    "as an Axis player turn ends for which the Soviet Union has planned an LLE, RLE or SLE; "
    "default: units that live through it, infantry before armor, the weakest first",
    "10.3.6",
    (AnswerKey("losses", "attrition"),),
    {"lost": "how many units are Depleted", "units": "among how many you choose"},
)


@dataclass(frozen=True, slots=True)
class AttritionVerdict(Verdict):
    """German units are Depleted by the effort of the Soviets."""

    kind: ClassVar[str] = "attrition"
    cite: ClassVar[str] = "10.3.6"

    effort: str
    depleted: tuple[UnitId, ...]
    lost: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return self.effort


@implements("TW-10.3.6-2", "TW-4.1-2", "TW-4.2-4", "TW-4.3-8")
def attrition(umpire: Umpire) -> None:
    """The End Segment of the Axis: Germans inside the Soviet Union are Depleted."""
    position = umpire.position
    said = position.state.flag(PowerName.SOVIET_UNION, PowerFlag.PLAN)
    effort = Effort.term_for(str(said))
    if effort not in DEPLETED or position.clock.side != Side.AXIS:
        return
    cost, many = Casualties(), DEPLETED[effort]
    if effort is Effort.SLE:
        many -= _wear_down(umpire, (Kind.ARM,), 1, cost)
    _wear_down(umpire, KINDS, many, cost)
    if cost.lost or cost.depleted:
        told = AttritionVerdict(None, str(effort), tuple(cost.depleted), tuple(cost.lost))
        umpire.tell(told)


def _wear_down(umpire: Umpire, kinds: Sequence[str], many: int, cost: Casualties) -> int:
    """So many units of some kinds are Depleted, of the best group first; how many there were."""
    left = many
    for number, group in enumerate(_groups(umpire.position, kinds, cost.depleted)):
        if left:
            hit = _chosen(umpire, group, min(left, len(group)), f"{'-'.join(kinds)}-{number}")
            for unit in hit:
                deplete(umpire, unit, cost)
            left -= len(hit)
    return many - left


@implements("TW-10.3.6-2")
def _groups(position: Position, kinds: Sequence[str], hit: Sequence[str]) -> list[list[Piece]]:
    """Who may be Depleted: whole units beside Soviets, other whole units, broken down ones."""
    groups: list[list[Piece]] = [[], [], [], []]
    parts = {part for counter in position.book.counters for part in pieces_of(counter)}
    for piece in position.pieces_of(PowerName.GERMANY):
        inside = position.board.country(piece.at) == Land.USSR
        if inside and piece.kind in kinds and piece.id not in hit:
            broken = 2 * (piece.unit.counter in parts)
            groups[broken + (not _is_in_contact(position, piece))].append(piece)
    return groups


def _is_in_contact(position: Position, piece: Piece) -> bool:
    """Whether a Soviet ground unit stands beside a unit."""
    return any(
        other.owner == PowerName.SOVIET_UNION
        for near in position.board.neighbours[piece.at]
        if crosses(position.board, piece.at, near)
        for other in position.ground_at(near)
    )


def _chosen(umpire: Umpire, group: Sequence[Piece], many: int, about: str) -> tuple[str, ...]:
    """The units that the German player gives up."""
    usual = sorted(group, key=lambda p: (not survives(p), p.exploits, p.strength, p.id))[:many]
    if many == len(group):
        return tuple(piece.id for piece in usual)
    answer = umpire.decide(
        ATTRITION.ask(
            "Which German units are worn down?",
            umpire.position.powers[PowerName.GERMANY].players,
            [Option(p.id, p.counter.name, frozenset({p.kind, p.at}), p.strength) for p in group],
            [piece.id for piece in usual],
            about=about,
            least=many,
            most=many,
            facts={"lost": many, "units": len(group)},
        )
    )
    return answer.picks


def attrition_lines(verdict: AttritionVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of attrition in the east."""
    lines = [f"ATTRITION in the east: the Soviet Union has planned its {verdict.effort.upper()}"]
    if verdict.depleted:
        lines.append(f"Depleted: {told_units(scene, verdict.depleted)}")
    if verdict.lost:
        lines.append(f"eliminated: {told_units(scene, verdict.lost)}")
    return tuple(lines)
