"""What the verdicts of a naval battle say: each round, and the end (9.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.systems.gw.battle.battle_facts import totals
from pbem.systems.gw.battle.casualties import Counts
from pbem.systems.gw.battle.naval_battle import NavalOutcome, alive
from pbem.systems.gw.battle.naval_forces import Fleet, damage_suffered
from pbem.systems.gw.combat.sea.naval_fight import SeaFight, fewer
from pbem.systems.gw.world.units import Role


def tell_round(fight: SeaFight, outcome: NavalOutcome | None, why: str) -> None:
    """The verdict of a round: every salvo with its dice, hits and losses, and who is left."""
    fight.umpire.verdict(
        "naval-round",
        str(outcome or "goes-on"),
        cite="9.6",
        at=fight.order.zone,
        round=fight.position.round,
        shots=fight.shots,
        retreats_because=why,
        **_sides(fight),
    )


def tell_end(fight: SeaFight, outcome: NavalOutcome) -> None:
    """The verdict of the battle: how it ended, what it cost, who submerged."""
    battle, position = fight.battle, fight.position
    own, enemy = alive(position)
    fight.umpire.verdict(
        "naval-combat",
        str(outcome),
        cite="9.6",
        at=fight.order.zone,
        rounds=position.round,
        attacker_lost=_gone(battle.attacker, own),
        defender_lost=_gone(battle.defender, enemy),
        attacker_submerged=totals(battle.attacker, position.attacker_submerged),
        defender_submerged=totals(battle.defender, position.defender_submerged),
        **_sides(fight),
    )


def _sides(fight: SeaFight) -> dict[str, Any]:
    """What both sides are and have left, for verdicts."""
    battle, position = fight.battle, fight.position
    return {
        "attacker": fight.powers[Role.ATTACKER],
        "defender": fight.powers[Role.DEFENDER],
        "attacker_left": totals(battle.attacker, position.attacker),
        "defender_left": totals(battle.defender, position.defender),
        "attacker_damaged": dict(damage_suffered(battle.attacker, position.attacker)),
        "defender_damaged": dict(damage_suffered(battle.defender, position.defender)),
    }


def _gone(fleet: Fleet, left: Counts) -> Sequence[Sequence[Any]]:
    """What a side lost, by type."""
    return fewer(totals(fleet, fleet.start), totals(fleet, left))
