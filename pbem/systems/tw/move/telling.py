"""What reports say of automatic victories, airborne landings and chits. Decides the words alone."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.reading.scene import Scene
from pbem.systems.tw.move.dropping import BeatenVerdict, DropVerdict, FlightHomeVerdict
from pbem.systems.tw.move.orders import OverrunVerdict
from pbem.systems.tw.world.chits import ChitVerdict
from pbem.systems.tw.world.telling import told_units
from pbem.systems.tw.world.vocabulary import Chit


def drop_lines(verdict: DropVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of an airborne landing."""
    there, who = scene.place(verdict.at or ""), told_units(scene, verdict.units)
    if verdict.lost:
        return (f"AIRBORNE LANDING on {there} shot down", f"eliminated: {who}")
    return (f"AIRBORNE LANDING on {there}", f"{who} drop")


def flight_lines(verdict: FlightHomeVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of Commandos who are flown home."""
    who = told_units(scene, [verdict.unit])
    if verdict.back:
        return (f"FLIGHT HOME: {who} to {scene.place(verdict.at or '')}", f"die {verdict.die}")
    return (f"FLIGHT HOME: {who} eliminated", f"die {verdict.die}")


def chit_lines(verdict: ChitVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a chit that is revealed."""
    chit = Chit.term_for(verdict.chit)
    name = verdict.chit if chit is None else chit.meaning
    paid = (f"{verdict.paid} NARFs",) if verdict.paid else ()
    return (f"{scene.title(verdict.power).upper()} reveals {name}: {verdict.why}", *paid)


def beaten_lines(verdict: BeatenVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of parachutists who have not taken their hex."""
    who = told_units(scene, verdict.units)
    return (f"AIRBORNE LANDING on {scene.place(verdict.at or '')} has failed", f"eliminated: {who}")


def overrun_lines(verdict: OverrunVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of an automatic victory."""
    return (
        f"AUTOMATIC VICTORY in {scene.place(verdict.at or '')}",
        f"{told_units(scene, verdict.attackers)} eliminate {told_units(scene, verdict.defenders)}",
    )
