"""What reports say of declarations of war.

Decides the words alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.reading.scene import Scene
from pbem.systems.awaw.politics.declaring import DeclarationVerdict
from pbem.systems.awaw.politics.setting_up import (
    AssociationVerdict,
    AttackedVerdict,
    SetUpVerdict,
)


def declaration_lines(verdict: DeclarationVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a declaration of war."""
    by, on = scene.title(verdict.by), scene.title(verdict.on)
    return (f"WAR: {by} on {on}", f"{verdict.cost} BRPs paid, {verdict.left} left")


def attacked_lines(verdict: AttackedVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a minor country that is attacked."""
    return (
        f"ATTACKED: {scene.title(verdict.power)}, by {scene.title(verdict.by)}",
        f"{scene.title(verdict.helper)} sets its forces up and moves them",
    )


def set_up_lines(verdict: SetUpVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of forces that nobody has placed."""
    where = scene.place(verdict.place)
    return (f"SET UP: what nobody has placed of {scene.title(verdict.power)} stands in {where}",)


def association_lines(verdict: AssociationVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of an association."""
    power, patron = scene.title(verdict.power), scene.title(verdict.patron)
    return (f"ASSOCIATION: {power} has survived its first turn and stands with {patron}",)
