"""What reports say of aircraft. Decides the words alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.core.reading.scene import Scene
from pbem.systems.tw.air.air_verdicts import (
    AirCombatVerdict,
    FlakVerdict,
    NotFlownVerdict,
    OwnBaseVerdict,
    ShotDownVerdict,
)
from pbem.systems.tw.air.fleeing import FlightVerdict
from pbem.systems.tw.world.telling import told_modifiers, told_units


def flight_lines(verdict: FlightVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of an aircraft whose base has fallen."""
    who = told_units(scene, [verdict.unit])
    if verdict.to is None:
        return (f"AIRCRAFT lose {scene.place(verdict.at or '')}", f"eliminated: {who}")
    caught = "Depleted, " if verdict.depleted else ""
    return (
        f"AIRCRAFT lose {scene.place(verdict.at or '')}",
        f"{who}: {caught}to {scene.place(verdict.to)}",
    )


def air_combat_lines(verdict: AirCombatVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a round of air combat."""
    attack, defence = verdict.factors
    modified = f" {told_modifiers(verdict.modifiers)}"
    times = f", counted {verdict.times} times" if verdict.times > 1 else ""
    there = scene.place(verdict.at or "")
    what = "AIRCRAFT BOMBED in" if verdict.grounded else "AIR COMBAT over"
    return (
        f"{what} {there}, round {verdict.round}: {verdict.result}{times}",
        f"{told_units(scene, verdict.attackers)} against {told_units(scene, verdict.defenders)}",
        f"{attack} to {defence}, column {verdict.odds}; die {verdict.die}"
        + (f",{modified}: {verdict.row}" if verdict.modifiers else ""),
        *_losses(verdict, scene),
    )


def not_flown_lines(verdict: NotFlownVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of aircraft that fell before their mission."""
    there = scene.place(verdict.at or "")
    return (f"NOT FLOWN to {there}", f"lost on another mission: {told_units(scene, verdict.units)}")


def own_base_lines(verdict: OwnBaseVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of an aircraft that cannot land where its order says."""
    there, who = scene.place(verdict.at or ""), told_units(scene, [verdict.unit])
    return (f"NO LANDING in {there}", f"{who}: back to {scene.place(verdict.to)}")


def shot_down_lines(verdict: ShotDownVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of parachutists who are shot down on the way to another base."""
    there = scene.place(verdict.at or "")
    return (f"SHOT DOWN on the way to {there}", f"eliminated: {told_units(scene, verdict.units)}")


def flak_lines(verdict: FlakVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of flak."""
    return (
        f"FLAK in {scene.place(verdict.at or '')}: {verdict.result}",
        f"{verdict.factors} factors fire at {told_units(scene, verdict.targets)}: {verdict.row}",
        *_losses(verdict, scene),
    )


def _losses(verdict: AirCombatVerdict | FlakVerdict, scene: Scene) -> Iterator[str]:
    if verdict.lost:
        yield f"eliminated: {told_units(scene, verdict.lost)}"
    if verdict.depleted:
        yield f"Depleted: {told_units(scene, verdict.depleted)}"
