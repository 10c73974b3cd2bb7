"""What reports say of NARFs: efforts, income, Lend-Lease, and what changes hands with places.

Decides the words alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.reading.scene import Scene
from pbem.systems.tw.economy.efforts import EffortVerdict
from pbem.systems.tw.economy.income import (
    ArrivalVerdict,
    IncomeVerdict,
    LendLeaseVerdict,
    MobilizationVerdict,
)
from pbem.systems.tw.economy.prizes import PrizeVerdict
from pbem.systems.tw.world.telling import told_units


def effort_lines(verdict: EffortVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a logistical effort."""
    power = scene.title(verdict.power)
    at = ", ".join(scene.place(place) for place in verdict.markers)
    where = f" at {at}" if at else ""
    return (
        f"LOGISTICS: {power}: {scene.title(verdict.effort)}{where}",
        f"{verdict.paid} NARFs, {verdict.left} left; {verdict.active} units are active",
    )


def income_lines(verdict: IncomeVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of the NARFs of a year."""
    parts = [f"base {verdict.base}"]
    parts += [f"growth {verdict.growth:+d}"] if verdict.growth else []
    parts += [f"places taken and lost {verdict.prizes:+d}"] if verdict.prizes else []
    return (f"INCOME: {scene.title(verdict.power)}: {verdict.narfs} NARFs", ", ".join(parts))


def arrival_lines(verdict: ArrivalVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of units that join a force pool."""
    return (f"FORCE POOL: {scene.title(verdict.power)}", told_units(scene, verdict.units))


def mobilization_lines(verdict: MobilizationVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of the Soviet mobilization."""
    more = f"{verdict.narfs:+d} NARFs and {verdict.narfs:+d} of the base"
    return (
        f"MOBILIZATION: {scene.title(verdict.power)}",
        f"{more}; {verdict.builds} ground units for nothing in this turn",
    )


def prize_lines(verdict: PrizeVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of industry or a province that changes hands."""
    owner, captor = scene.title(verdict.owner), scene.title(verdict.captor)
    sign = -1 if verdict.retaken else 1
    gained = f", {captor} {sign * verdict.gain:+d}" if verdict.gain else ""
    head = "RETAKEN" if verdict.retaken else "LOST"
    return (
        f"{head}: {scene.place(verdict.at or '')}",
        f"NARFs: {owner} {-sign * verdict.loss:+d}{gained}",
    )


def lend_lease_lines(verdict: LendLeaseVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of NARFs that are granted."""
    return (f"LEND-LEASE: {scene.title(verdict.power)}: {verdict.narfs} NARFs",)
