"""What the verdicts of a naval battle say: each round, and the end (9.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.systems.gw.battle.casualties import Counts, totals
from pbem.systems.gw.battle.naval_forces import Fleet, damage_suffered
from pbem.systems.gw.battle.rounds import Outcome
from pbem.systems.gw.combat.sea.naval_fight import SeaFight, fewer


def tell_round(fight: SeaFight, outcome: Outcome | None, why: str) -> None:
    """The verdict of a round: every salvo with its dice, hits and losses, and who is left."""
    fight.umpire.verdict(
        "naval-round",
        str(outcome or "goes-on"),
        cite="9.6",
        at=fight.order.zone,
        round=fight.standing.round,
        shots=fight.shots,
        retreats_because=why,
        **_sides(fight),
    )


def tell_end(fight: SeaFight, outcome: Outcome) -> None:
    """The verdict of the battle: how it ended, what it cost, who submerged."""
    sides, standing = fight.battle.sides, fight.standing
    own, enemy = standing.alive
    fight.umpire.verdict(
        "naval-combat",
        str(outcome),
        cite="9.6",
        at=fight.order.zone,
        rounds=standing.round,
        attacker_lost=_gone(sides.attacker, own),
        defender_lost=_gone(sides.defender, enemy),
        attacker_submerged=totals(sides.attacker, standing.gone.attacker),
        defender_submerged=totals(sides.defender, standing.gone.defender),
        **_sides(fight),
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


def _gone(fleet: Fleet, left: Counts) -> Sequence[Sequence[Any]]:
    """What a side lost, by type."""
    return fewer(totals(fleet, fleet.start), totals(fleet, left))
