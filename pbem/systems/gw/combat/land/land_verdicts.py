"""What the verdicts of a land battle say: who meets whom, each round, the end (9.5)."""

from __future__ import annotations

from typing import Any

from pbem.systems.gw.battle.battle_facts import counted, forces_told, ground_told, totals
from pbem.systems.gw.battle.muster import Plan
from pbem.systems.gw.battle.rounds import Outcome, minus
from pbem.systems.gw.combat.land.land_fight import Fight


def tell_forces(fight: Fight) -> None:
    """The verdict that opens a battle: who meets whom, with which values."""
    fight.umpire.chart("special-abilities")
    fight.umpire.chart("terrain")
    own, enemy = fight.camps
    forces = fight.camps.map(lambda camp: camp.force(Plan()))
    battle, ground = fight.battle, fight.ground
    fight.umpire.verdict(
        "battle",
        "joined",
        cite="9.5",
        at=fight.order.zone,
        attacker=own.powers,
        defender=enemy.powers,
        ground=ground_told(ground.field, battle.sides.defender),
        aboard=counted(fight.aboard.groups if fight.aboard else ()),
        forces=[
            *forces_told(battle.sides.attacker, own.groups, forces, ground),
            *forces_told(battle.sides.defender, enemy.groups, forces, ground),
        ],
    )


def tell_round(fight: Fight, broken: list[list[Any]], outcome: Outcome | None, why: str) -> None:
    """The verdict of a round: every volley with its dice, hits and losses, and who is left."""
    battle, after = fight.battle, fight.standing
    fight.umpire.verdict(
        "combat-round",
        str(outcome or "goes-on"),
        cite="9.5",
        at=fight.order.zone,
        round=after.round,
        shots=fight.shots,
        retreats_because=why,
        attacker=fight.camps.attacker.powers,
        defender=fight.camps.defender.powers,
        attacker_left=totals(battle.sides.attacker, after.forces.attacker),
        defender_left=totals(battle.sides.defender, after.forces.defender),
        withdrawn=broken,
        landed=fight.landed,
    )


def tell_end(fight: Fight, outcome: Outcome) -> None:
    """The verdict of the battle: how it ended, and what it cost both sides."""
    battle, after = fight.battle, fight.standing
    lost = battle.start().alive.beside(after.alive).map(lambda both: minus(*both))
    fight.umpire.verdict(
        "land-combat",
        str(outcome),
        cite="9.5",
        at=fight.order.zone,
        rounds=after.round,
        attacker=fight.camps.attacker.powers,
        defender=fight.camps.defender.powers,
        attacker_lost=totals(battle.sides.attacker, lost.attacker),
        defender_lost=totals(battle.sides.defender, lost.defender),
        attacker_left=totals(battle.sides.attacker, after.forces.attacker),
        defender_left=totals(battle.sides.defender, after.forces.defender),
    )
