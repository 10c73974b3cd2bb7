"""What the verdicts of a naval battle say: each round, and the end (9.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pbem.core.record.verdicts import Typed
from pbem.systems.gw.battle.casualties import Counts, totals
from pbem.systems.gw.battle.naval_forces import Fleet, damage_suffered
from pbem.systems.gw.battle.rounds import Outcome
from pbem.systems.gw.combat.battle_orders import FoughtOn
from pbem.systems.gw.combat.sea.naval_fight import Salvo, SeaFight, fewer
from pbem.systems.gw.world.vocabulary import Counted


@dataclass(frozen=True, slots=True)
class AtSea(FoughtOn):
    """What both verdicts of a battle tell: who fights, and what each side has left."""

    cite: ClassVar[str] = "9.6"

    attacker_damaged: Mapping[str, int]
    defender_damaged: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class NavalRoundVerdict(AtSea):
    """A round at sea: every salvo with its dice, hits and losses, and who is left."""

    kind: ClassVar[str] = "naval-round"

    round: int
    shots: Sequence[Salvo]
    retreats_because: Typed


def tell_round(fight: SeaFight, outcome: Outcome | None, why: str) -> None:
    """The verdict of a round: every salvo with its dice, hits and losses, and who is left."""
    fight.umpire.tell(
        NavalRoundVerdict(
            at=fight.order.zone,
            result=str(outcome or "goes-on"),
            round=fight.standing.round,
            shots=fight.shots,
            retreats_because=why,
            **_sides(fight),
        )
    )


@dataclass(frozen=True, slots=True)
class NavalCombatVerdict(AtSea):
    """How a battle at sea has ended, what it cost, who has submerged."""

    kind: ClassVar[str] = "naval-combat"

    rounds: int
    attacker_lost: Counted
    defender_lost: Counted
    attacker_submerged: Counted
    defender_submerged: Counted


def tell_end(fight: SeaFight, outcome: Outcome) -> None:
    """The verdict of the battle: how it ended, what it cost, who submerged."""
    sides, standing = fight.battle.sides, fight.standing
    own, enemy = standing.alive
    fight.umpire.tell(
        NavalCombatVerdict(
            at=fight.order.zone,
            result=str(outcome),
            rounds=standing.round,
            attacker_lost=_gone(sides.attacker, own),
            defender_lost=_gone(sides.defender, enemy),
            attacker_submerged=totals(sides.attacker, standing.gone.attacker),
            defender_submerged=totals(sides.defender, standing.gone.defender),
            **_sides(fight),
        )
    )


def _sides(fight: SeaFight) -> dict[str, Any]:
    """What both sides are and have left, for verdicts."""
    sides, standing = fight.battle.sides, fight.standing
    return {
        "attacker": fight.powers.attacker,
        "defender": fight.powers.defender,
        "attacker_left": totals(sides.attacker, standing.forces.attacker),
        "defender_left": totals(sides.defender, standing.forces.defender),
        "attacker_damaged": dict(damage_suffered(sides.attacker, standing.forces.attacker)),
        "defender_damaged": dict(damage_suffered(sides.defender, standing.forces.defender)),
    }


def _gone(fleet: Fleet, left: Counts) -> Counted:
    """What a side lost, by type."""
    return fewer(totals(fleet, fleet.start), totals(fleet, left))
