"""What the verdicts of a land battle say: who meets whom, each round, the end (9.5)."""

from __future__ import annotations

from typing import Any

from pbem.systems.gw.battle.battle_facts import counted, forces_told, ground_told, totals
from pbem.systems.gw.battle.land_battle import Outcome
from pbem.systems.gw.battle.muster import Plan
from pbem.systems.gw.combat.land.land_fight import Fight


def tell_forces(fight: Fight) -> None:
    """The verdict that opens a battle: who meets whom, with which values."""
    fight.umpire.chart("special-abilities")
    fight.umpire.chart("terrain")
    own, enemy = fight.attacker, fight.defender
    forces = own.force(Plan()), enemy.force(Plan())
    battle, ground = fight.battle, fight.ground
    fight.umpire.verdict(
        "battle",
        "joined",
        cite="9.5",
        at=fight.order.zone,
        attacker=own.powers,
        defender=enemy.powers,
        ground=ground_told(ground.field, battle.defender),
        aboard=counted(fight.aboard.groups if fight.aboard else ()),
        forces=[
            *forces_told(battle.attacker, own.groups, forces[0], forces[1], ground),
            *forces_told(battle.defender, enemy.groups, forces[1], forces[0], ground),
        ],
    )


def tell_round(
    fight: Fight,
    broken: list[list[Any]],
    landed: list[list[Any]],
    outcome: Outcome | None,
    why: str,
) -> None:
    """The verdict of a round: every volley with its dice, hits and losses, and who is left."""
    battle, after = fight.battle, fight.position
    fight.umpire.verdict(
        "combat-round",
        str(outcome or "goes-on"),
        cite="9.5",
        at=fight.order.zone,
        round=after.round,
        shots=fight.shots,
        retreats_because=why,
        attacker=fight.attacker.powers,
        defender=fight.defender.powers,
        attacker_left=totals(battle.attacker, after.attacker),
        defender_left=totals(battle.defender, after.defender),
        withdrawn=broken,
        landed=landed,
    )


def tell_end(fight: Fight, outcome: Outcome) -> None:
    """The verdict of the battle: how it ended, and what it cost both sides."""
    battle, after = fight.battle, fight.position
    lost = [
        a - b - w
        for a, b, w in zip(battle.attacker.start, after.attacker, after.withdrawn, strict=True)
    ]
    fight.umpire.verdict(
        "land-combat",
        str(outcome),
        cite="9.5",
        at=fight.order.zone,
        rounds=after.round,
        attacker=fight.attacker.powers,
        defender=fight.defender.powers,
        attacker_lost=totals(battle.attacker, lost),
        defender_lost=totals(
            battle.defender,
            [a - b for a, b in zip(battle.defender.start, after.defender, strict=True)],
        ),
        attacker_left=totals(battle.attacker, after.attacker),
        defender_left=totals(battle.defender, after.defender),
    )
