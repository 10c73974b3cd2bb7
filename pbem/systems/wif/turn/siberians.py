"""Siberians (22.5, option 53): when the game begins they replace Soviet infantry.

Decides who stands where, in 1939 on the maps of Asia and the Pacific alone, and that the others
can be built, or wait for the war in the reserve.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.reading.scene import Scene
from pbem.core.record.events import UnitMoved
from pbem.core.record.verdicts import UnitId, Verdict
from pbem.systems.flames.world.position import Piece, Position, Umpire, force_pool, leaves_map
from pbem.systems.flames.world.vocabulary import Pool, year_of
from pbem.systems.wif.world.options import options_of
from pbem.systems.wif.world.vocabulary import PoolOf1939, PowerName

THAT_YEAR: Final = 1939
EASTERN_MAPS: Final = ("A", "P")  # Asia and the Pacific, with which the names of their hexes begin

SIBERIANS: Final = DecisionKind(
    name="siberians",
    title="Whom a Siberian unit replaces",
    moment="when the game begins (option 53); default: the weakest infantry, if it is weaker",
    cite="22.5",
    keys=(AnswerKey("siberians", "replace"),),
    facts={"factors": "the combat factors of the Siberians"},
)


@dataclass(frozen=True, slots=True)
class SiberiansVerdict(Verdict):
    """Which Siberians replaced whom, and which of them can be built or called out."""

    kind: ClassVar[str] = "siberians"
    cite: ClassVar[str] = "22.5"

    at: None
    replaced: Mapping[UnitId, UnitId]
    pools: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "set-up"


def siberians_lines(verdict: SiberiansVerdict, scene: Scene) -> list[str]:
    """Who stands in whose place."""
    told = [f"{scene.unit(new)} for {scene.unit(old)}" for new, old in verdict.replaced.items()]
    told += [f"{scene.units(verdict.pools)} in the pools"] if verdict.pools else []
    return [f"SIBERIANS ({verdict.cite})  {', '.join(told)}"]


@implements("WIF-22.5-1")
def infantry(position: Position) -> tuple[Piece, ...]:
    """The Soviet infantry that Siberians may replace; in 1939 that on the eastern maps (22.5)."""
    in_the_east = year_of(position.clock.turn) == THAT_YEAR
    return tuple(
        piece
        for piece in position.on_map
        if piece.owner == PowerName.USSR
        and piece.kind == "INF"
        and not piece.is_division
        and not piece.counter.is_a("siberian")
        and not (in_the_east and piece.at[0] not in EASTERN_MAPS)
    )


@implements("WIF-22.5-1", "WIF-22.5-2")
def place_siberians(umpire: Umpire) -> None:
    """Before anybody moves each of the Siberians replaces an INF, or lies in a pool (22.5)."""
    waiting = umpire.position.at(f"pool:{PowerName.USSR}/{PoolOf1939.SIBERIANS}")
    if not waiting or not options_of(umpire.position).siberians:
        return
    replaced: dict[str, str] = {}
    pools: list[str] = []
    for piece in sorted(waiting, key=lambda unit: (-unit.combat, unit.id)):
        old = None if _waits_for_war(umpire.position, piece) else _whom(umpire, piece)
        if old is None:
            umpire.apply(UnitMoved(piece.id, piece.at, _pool(umpire.position, piece), None))
            pools.append(piece.id)
        else:
            umpire.apply(
                *leaves_map(old, force_pool(old.owner)),
                UnitMoved(piece.id, piece.at, old.at, None),
            )
            replaced[piece.id] = old.id
    umpire.tell(SiberiansVerdict(None, replaced=replaced, pools=tuple(pools)))


def _waits_for_war(position: Position, piece: Piece) -> bool:
    """Whether a unit of the reserves is not to be had yet: the Soviet Union is neutral."""
    return piece.counter.is_a("reserve") and position.is_neutral(PowerName.USSR)


def _pool(position: Position, piece: Piece) -> str:
    if _waits_for_war(position, piece):
        return f"pool:{PowerName.USSR}/{Pool.RESERVE}"
    return force_pool(piece.owner)


def _whom(umpire: Umpire, piece: Piece) -> Piece | None:
    """Whom a Siberian unit replaces, by its owner's word."""
    position = umpire.position
    ranked = sorted(infantry(position), key=lambda unit: (unit.combat, unit.movement, unit.id))
    if not ranked:
        return None
    weaker = [unit.id for unit in ranked[:1] if unit.combat < piece.combat]
    answer = umpire.decide(
        SIBERIANS.ask(
            f"Whom does {piece.name} replace?",
            position.powers[PowerName.USSR].players,
            (Option(u.id, u.name, frozenset({u.kind, u.at}), u.combat) for u in ranked),
            weaker,
            about=piece.id,
            least=0,
            most=1,
            facts={"factors": piece.combat},
        )
    )
    return next((unit for unit in ranked if unit.id == answer.pick), None)
