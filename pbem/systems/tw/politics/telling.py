"""What reports say of countries that surrender, and of the French armistice.

Decides the words alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.systems.tw.politics.armistice import ArmisticeVerdict
from pbem.systems.tw.politics.conquest import ConquestVerdict
from pbem.systems.tw.politics.surrender import SurrenderVerdict
from pbem.systems.tw.world.telling import told_modifiers, told_units
from pbem.systems.tw.world.vocabulary import PowerName

ENDS: Final[Mapping[str, str]] = {
    PowerName.FRANCE: "asks for terms: the war in the west is over",
    PowerName.SOVIET_UNION: "surrenders: the war in the east is over",
}


def surrender_lines(verdict: SurrenderVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a power that throws its die: what was added, and what comes of it."""
    end = ENDS[verdict.power] if verdict.surrenders else "fights on"
    said = told_modifiers(verdict.modifiers)
    die = f"die {verdict.die}" + (f", {said}: {verdict.total}" if said else "")
    return (f"{scene.title(verdict.power).upper()} {end}", die)


def conquest_lines(verdict: ConquestVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a minor country that surrenders."""
    power, conqueror = scene.title(verdict.power), scene.title(verdict.conqueror)
    gone = told_units(scene, verdict.units) or "none"
    return (
        f"{power.upper()} SURRENDERS to {conqueror}",
        f"{verdict.narfs} NARFs for {conqueror} now; units that leave the game: {gone}",
    )


def armistice_lines(verdict: ArmisticeVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of the French armistice."""
    conqueror = scene.title(verdict.conqueror)
    free = ", ".join(one.title() for one in verdict.free)
    dice = ", ".join(f"{one.title()} {value}" for one, value in verdict.dice.items())
    annexed = f", {verdict.annexed} of Alsace-Lorraine, annexed" if verdict.annexed else ""
    return (
        f"ARMISTICE: {scene.title(verdict.power)} is out of the war",
        f"{conqueror} holds the rest of France and has {verdict.narfs} NARFs of it" + annexed,
        f"the colonies threw {dice or 'no dice'}: {free or 'none'} Free French, the others Vichy's",
        f"{verdict.gone} French units leave the game; infantry left: "
        + told_units(scene, verdict.left),
    )
