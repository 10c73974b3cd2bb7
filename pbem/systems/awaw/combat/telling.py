"""What reports say of operations and ground attacks.

Decides the words alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.core.reading.scene import Scene
from pbem.systems.awaw.battle.results import EXCHANGES
from pbem.systems.awaw.combat.air_combat import AirCombatVerdict
from pbem.systems.awaw.combat.air_defence import DefensiveAirVerdict
from pbem.systems.awaw.combat.attrition import AttritionVerdict
from pbem.systems.awaw.combat.ground import GroundAttackVerdict
from pbem.systems.awaw.economy.spending import FULL
from pbem.systems.awaw.operations.verdicts import OperationVerdict
from pbem.systems.awaw.world.telling import told_units
from pbem.systems.awaw.world.units import Part


def operation_lines(verdict: OperationVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of an operation that is announced."""
    what = verdict.do.replace("-", " ").upper()
    where = ", ".join(map(scene.place, verdict.targets))
    brps = "BRP" if verdict.pays == 1 else "BRPs"
    paid = f"{verdict.pays} {brps} of {scene.title(verdict.payer)} on the {verdict.front} front"
    cost = (
        ""
        if verdict.cost == verdict.pays
        else f" (of {verdict.cost}: a front takes {FULL} at most)"
    )
    return (
        f"{what} at {where}: {scene.title(verdict.power)}, {told_units(scene, verdict.units)}",
        f"{paid}{cost}; {verdict.left} left",
    )


def defensive_air_lines(verdict: DefensiveAirVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of air units that fly over a hex in its defence."""
    power, where = scene.title(verdict.power), scene.place(verdict.place)
    return (f"DEFENSIVE AIR over {where}: {power}, {told_units(scene, verdict.units)}",)


def air_combat_lines(verdict: AirCombatVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a round of an air combat."""
    own, other = scene.title(verdict.power), scene.title(verdict.defender)
    place = scene.place(verdict.place)
    return (
        f"AIR COMBAT over {place}, round {verdict.round}: {verdict.attack} factors against "
        f"{verdict.defence}",
        f"{own} throws {verdict.by_attacker}: {other} loses {_lost(scene, verdict.defender_lost)}"
        f"{_turned(verdict.defender_back)}",
        f"{other} throws {verdict.by_defender}: {own} loses {_lost(scene, verdict.attacker_lost)}"
        f"{_turned(verdict.attacker_back)}",
    )


def _turned(back: int) -> str:
    return f", {back} turn back" if back else ""


def ground_attack_lines(verdict: GroundAttackVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a ground attack."""
    where = ", ".join(map(scene.place, verdict.targets))
    ruled = ", as the moderator has ruled" if verdict.ruled else ""
    return (
        f"ATTACK on {where}: {verdict.result} at {verdict.odds}{ruled}",
        f"{verdict.attack} factors against {verdict.defence}, which count as {verdict.modified}"
        + (f", and {verdict.air} in the air" if verdict.air else ""),
        _losses(verdict, scene),
    )


def _losses(verdict: GroundAttackVerdict, scene: Scene) -> str:
    """What both sides lose; of a ruled exchange the ruling says it."""
    if verdict.ruled and verdict.result in EXCHANGES:
        return "what both sides lose stands in the ruling"
    return (
        f"{scene.title(verdict.power)} loses {_lost(scene, verdict.attacker_lost)}; "
        f"the defenders lose {_lost(scene, verdict.defender_lost)}"
    )


def attrition_lines(verdict: AttritionVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of attrition on a front."""
    hexes = f"; {verdict.hexes} hexes are taken" if verdict.hexes else ""
    return (
        f"ATTRITION on the {verdict.front} front: {verdict.result}",
        f"{verdict.factors} factors; the defenders lose {_lost(scene, verdict.lost)}{hexes}",
    )


def _lost(scene: Scene, lost: Iterable[Part]) -> str:
    return told_units(scene, lost) or "nothing"
