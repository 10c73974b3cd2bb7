"""Frostbite (26.1.1): what a throw of the eastern winter depletes of the Axis.

Those beside the enemy go first; of the others their player chooses. Decides who is Depleted. Leaves
the throws to `weather`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option, one_of
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark
from pbem.core.record.state import Mark
from pbem.core.record.verdicts import UnitId, Verdict
from pbem.systems.tw.world.east import is_inside
from pbem.systems.tw.world.hexes import crosses
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import PowerName, UnitMark

TABLE: Final = "frostbite"
STRENGTH: Final[Mapping[str, int]] = {
    Kind.ARM: 8,
    Kind.MECH: 4,
    Kind.INF: 6,
}  # of the German units that freeze
SATELLITES: Final[Mapping[str, str]] = {  # rows of the table: of which kind
    "satellites": "",
    "satellite-INF": Kind.INF,
}
FROST: Final = DecisionKind(
    "frostbite",
    "Which units freeze",
    "when an eastern winter depletes units of yours, of those among which there is a choice: "
    "units beside the enemy go first; default: those that stand furthest behind, as listed",
    "26.1.1",
    (AnswerKey("losses", "freeze"),),
    {"kind": "the kind of the units", "lost": "how many are Depleted"},
    values={"kind": one_of(*STRENGTH)},
)


@dataclass(frozen=True, slots=True)
class FrostbiteVerdict(Verdict):
    """Units of the Axis are Depleted by the winter."""

    kind: ClassVar[str] = "frostbite"
    cite: ClassVar[str] = "26.1.1"

    weather: str
    units: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "depleted"


@implements("TW-26.1.1-3")
def frostbite(umpire: Umpire, weather: str) -> None:
    """After a throw of the eastern winter: the units that it depletes."""
    chart = umpire.chart("weather-effects")
    if weather not in chart.table(TABLE).rows.names:
        return
    frozen: list[str] = []
    for kind in STRENGTH:
        many = int(chart.at(weather, kind, TABLE).number)
        frozen += _freeze(umpire, kind, many)
    for row, kind in SATELLITES.items():
        frozen += _satellites(umpire, kind, int(chart.at(weather, row, TABLE).number))
    if frozen:
        umpire.tell(FrostbiteVerdict(None, weather, tuple(frozen)))


def _freeze(umpire: Umpire, kind: str, many: int) -> Sequence[str]:
    """German units of a kind: those beside the enemy, then of the others; as many as there are."""
    position = umpire.position
    there = [
        piece
        for piece in _axis_inside(umpire, position)
        if piece.owner == PowerName.GERMANY
        and piece.kind == kind
        and piece.strength == STRENGTH[kind]
    ]
    front = [piece for piece in there if _is_beside(position, piece)]
    rear = [piece for piece in there if not _is_beside(position, piece)]
    picked: list[Piece] = []
    for group in (front, rear):
        picked += _chosen(umpire, kind, group, min(many - len(picked), len(group)))
    return tuple(_deplete(umpire, picked))


def _chosen(umpire: Umpire, kind: str, some: Sequence[Piece], many: int) -> Sequence[Piece]:
    """Of some units those that their player gives up."""
    if many in (0, len(some)):
        return some[:many]
    position = umpire.position
    answer = umpire.decide(
        FROST.ask(
            f"Which {kind} units freeze?",
            position.powers[PowerName.GERMANY].players,
            [_option(position, piece) for piece in some],
            [piece.id for piece in some[:many]],
            about=kind,
            least=many,
            most=many,
            facts={"kind": kind, "lost": many},
        )
    )
    return [piece for piece in some if piece.id in answer.picks]


def _option(position: Position, piece: Piece) -> Option:
    where = position.label(piece.at)
    return Option(piece.id, f"{piece.counter.name} in {where}", frozenset({piece.kind}))


@implements("TW-26.1.1-1")
def _satellites(umpire: Umpire, kind: str, many: int) -> Sequence[str]:
    """The strongest units of Satellites but Finns, of a kind or of all, those beside the enemy
    before others.
    """
    position = umpire.position
    there = [
        piece
        for piece in _axis_inside(umpire, position)
        if piece.owner not in (PowerName.GERMANY, PowerName.FINLAND) and kind in ("", piece.kind)
    ]
    order = sorted(there, key=lambda p: (not _is_beside(position, p), -p.strength, p.id))
    return tuple(_deplete(umpire, order[:many]))


def _axis_inside(umpire: Umpire, position: Position) -> Iterator[Piece]:
    """Whole ground units of Germany and her Satellites that began the turn inside the Soviet Union
    and are there.
    """
    units = umpire.since("turn").units.values()
    began = {unit.id for unit in units if is_inside(position, unit.at)}
    for power in position.powers:
        if position.patron(power) == PowerName.GERMANY:
            for piece in position.pieces_of(power):
                whole = piece.is_ground and not piece.unit.marked(UnitMark.DEPLETED)
                if whole and piece.id in began and is_inside(position, piece.at):
                    yield piece


def _is_beside(position: Position, piece: Piece) -> bool:
    """Whether enemy ground units stand beside a unit."""
    near = position.board.neighbours[piece.at]
    beside = (one for one in near if crosses(position.board, piece.at, one))
    return any(position.enemy_ground(piece.owner, one) for one in beside)


def _deplete(umpire: Umpire, pieces: Sequence[Piece]) -> Iterator[str]:
    for piece in pieces:
        umpire.apply(*set_mark(piece.unit, UnitMark.DEPLETED, Mark(UnitMark.DEPLETED.until)))
        yield piece.id
