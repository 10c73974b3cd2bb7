"""Poles and others whom the occupation of East Poland has sent into exile (19.5.1).

Decides when the Commonwealth may add them, and Polish motorised corps, to its force pools. Poles
are British from then on. Leaves the occupation to `world.spheres`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.reading.scene import Scene
from pbem.core.record.events import Event, UnitChanged, UnitMoved
from pbem.core.record.state import REMOVED, State
from pbem.core.record.verdicts import UnitId, Verdict
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.position import (
    Piece,
    Position,
    Umpire,
    at_war,
    force_pool,
)
from pbem.systems.flames.world.vocabulary import Side, UnitMark, year_of
from pbem.systems.wif.world.spheres import has_occupied
from pbem.systems.wif.world.vocabulary import MinorName, PoolOf1939, PowerName

MOTORISED: Final = ("MOT", "MECH", "ARM")

EXILES: Final = DecisionKind(
    "exiles",
    "Add exiles to the British force pools",
    (
        "in production, when Germany and the USSR are at war and units from East Poland, or "
        "motorised Poles, wait: which of them; default: all"
    ),
    "19.5.1",
    (AnswerKey("minors", "exiles"),),
    {"units": "how many units wait"},
)


@dataclass(frozen=True, slots=True)
class ExilesVerdict(Verdict):
    """Exiles who can be built again."""

    kind: ClassVar[str] = "exiles"
    cite: ClassVar[str] = "19.5.1"

    units: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "added"


def exiles_lines(verdict: ExilesVerdict, scene: Scene) -> Sequence[str]:
    """Who comes out of exile."""
    return [f"EXILES ({verdict.cite})  in the force pools: {scene.units(verdict.units)}"]


class WhosePools(Reading, id="WIF-19.5.1-R1"):
    """Whose force pools exiles join who are no Poles."""

    OWN = "own"
    COMMONWEALTH = "commonwealth"


@implements("WIF-19.5.1-3")
def exiles(umpire: Umpire) -> None:
    """Before the builds the Commonwealth may add those who wait (19.5.1)."""
    position = umpire.position
    if not _may_return(position.state):
        return
    waiting = (*in_exile(position), *motorised_poles(position))
    if not waiting:
        return
    question = EXILES.ask(
        "Which exiles join the force pools?",
        position.powers[PowerName.COMMONWEALTH].players,
        (Option(u.id, u.name, frozenset({u.kind})) for u in waiting),
        tuple(piece.id for piece in waiting),
        least=0,
        most=len(waiting),
        facts={"units": len(waiting)},
    )
    picks = umpire.decide(question).picks
    added = tuple(piece for piece in waiting if piece.id in picks)
    if added:
        umpire.apply(*(change for piece in added for change in _returns(position, piece)))
        umpire.tell(ExilesVerdict(None, units=tuple(piece.id for piece in added)))


@implements("WIF-19.5.1-3", "WIF-19.5.1-4")
def _may_return(state: State) -> bool:
    """Whether Germany and the USSR are at war, and there is a Commonwealth."""
    powers = {PowerName.GERMANY, PowerName.USSR, PowerName.COMMONWEALTH}
    wars = powers <= {*state.powers} and at_war(state, PowerName.GERMANY, PowerName.USSR)
    return wars and has_occupied(state)


@implements("WIF-19.5.1-3")
def in_exile(position: Position) -> tuple[Piece, ...]:
    """The units that have left East Poland for the Soviet Union's sake."""
    units = position.state.units.values()
    return tuple(position.piece(u) for u in units if u.at == f"pool:{u.owner}/{PoolOf1939.EXILES}")


@implements("WIF-19.5.1-4")
def motorised_poles(position: Position) -> tuple[Piece, ...]:
    """Polish motorised corps of this year or before, when the Axis has conquered Poland."""
    state = position.state
    taker = position.conqueror(MinorName.POLAND)
    if taker is None or state.side_of(taker) != Side.AXIS:
        return ()
    units = (u for u in state.units.values() if u.owner == MinorName.POLAND)
    return tuple(
        position.piece(unit)
        for unit in units
        if _is_gone(unit.at) and not unit.marked(UnitMark.SCRAPPED)
        if position.piece(unit).kind in MOTORISED
        if position.piece(unit).counter.or_nothing("year") <= year_of(position.clock.turn)
    )


def _is_gone(location: str) -> bool:
    """Whether a unit is out of the game or waits in a pool of Poland's, but not in exile."""
    return location == REMOVED or (
        location.startswith("pool:") and not location.endswith(f"/{PoolOf1939.EXILES}")
    )


@implements("WIF-19.5.1-3", "WIF-19.5.1-5")
def _returns(position: Position, piece: Piece) -> Iterator[Event]:
    """A unit joins the force pool of its power, a Pole that of the Commonwealth."""
    owner = piece.owner
    all_british = position.reading(WhosePools) is WhosePools.COMMONWEALTH
    if owner == MinorName.POLAND or (all_british and owner != PowerName.COMMONWEALTH):
        owner = PowerName.COMMONWEALTH
        yield UnitChanged(piece.id, "owner", piece.owner, str(owner), count=piece.unit.count)
    yield UnitMoved(piece.id, piece.at, force_pool(owner), piece.unit.count)
