"""What reports say of ground combat. Decides the words alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import Verdict
from pbem.systems.tw.combat.combat_verdicts import CombatVerdict, NoCombatVerdict
from pbem.systems.tw.combat.committing import RaisedVerdict, ReserveVerdict
from pbem.systems.tw.world.telling import told_modifiers, told_units
from pbem.systems.tw.world.units import told_factors


def combat_lines(verdict: CombatVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of an attack."""
    numbers = " to ".join(
        told_factors(Fraction(one, 2) if verdict.halves else one) for one in verdict.factors
    )
    met = told_units(scene, verdict.defenders) if verdict.defenders else "the city itself"
    modified = f" {told_modifiers(verdict.modifiers)}"
    taken = "" if verdict.result == verdict.rolled else f", {verdict.rolled} was rolled"
    air = f" with {verdict.air:+d} for aircraft" if verdict.air else ""
    return (
        f"ATTACK on {_there(verdict, scene)}: {verdict.result}{taken}",
        f"{told_units(scene, verdict.attackers)} against {met}",
        f"{numbers}, column {verdict.odds}{air}; die {verdict.die}"
        + (f",{modified}: {verdict.row}" if verdict.modifiers else ""),
        *_aftermath(verdict, scene),
    )


def _aftermath(verdict: CombatVerdict, scene: Scene) -> Iterator[str]:
    if verdict.lost:
        yield f"eliminated: {told_units(scene, verdict.lost)}"
    if verdict.depleted:
        yield f"Depleted: {told_units(scene, verdict.depleted)}"
    for one in verdict.retreats:
        way = " > ".join(scene.place(place) for place in one.way[1:])
        yield f"retreats: {told_units(scene, [one.unit])} to {way}"
    if verdict.advanced:
        yield f"advances: {told_units(scene, verdict.advanced)}"
    if verdict.breach:
        yield f"a breach in {_there(verdict, scene)}"


def no_combat_lines(verdict: NoCombatVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of an attack that met nobody, or that nobody made."""
    if verdict.elsewhere:
        return (f"ATTACK on {_there(verdict, scene)}: its attackers have gone elsewhere",)
    if not verdict.lost:
        return (f"ATTACK on {_there(verdict, scene)}: nobody is there any more",)
    gone = told_units(scene, verdict.advanced)
    lines = (f"ATTACK on {_there(verdict, scene)}: only flak, {told_units(scene, verdict.lost)}",)
    return (*lines, f"advances: {gone}") if verdict.advanced else lines


def reserve_lines(verdict: ReserveVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a reserve that is committed."""
    way = " > ".join(scene.place(place) for place in verdict.way)
    delayed = f", delayed by {verdict.delayed} aircraft" if verdict.delayed else ""
    short = "" if verdict.way[-1] == verdict.goal else ", which it does not reach"
    goal = scene.place(verdict.goal)
    return (f"RESERVE to {goal}{short}", f"{told_units(scene, [verdict.unit])}: {way}{delayed}")


def raised_lines(verdict: RaisedVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a fortification that was kept in reserve."""
    return (f"FORTIFICATION of {scene.title(verdict.power)} in {_there(verdict, scene)}",)


def _there(verdict: Verdict, scene: Scene) -> str:
    return scene.place(verdict.at) if verdict.at else ""
