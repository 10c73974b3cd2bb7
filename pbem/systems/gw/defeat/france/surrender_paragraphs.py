"""The words of reports about the surrender of France, Free France and Vichy (14.4).

Decides the words alone. Leaves what happened to the modules of this folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from pbem.core.reading.scene import Scene
from pbem.core.record.state import REMOVED
from pbem.core.rules.system import Written
from pbem.systems.gw.defeat.france.french_navy import FrenchFlagVerdict, FrenchShipsVerdict
from pbem.systems.gw.defeat.france.french_surrender import (
    FranceRestoredVerdict,
    FreeFranceVerdict,
    FrenchArmyVerdict,
    FrenchColoniesVerdict,
    FrenchSurrenderVerdict,
)
from pbem.systems.gw.defeat.france.vichy import VichyVerdict
from pbem.systems.gw.moves.departures import DepartureVerdict
from pbem.systems.gw.world.units import name, units_told
from pbem.systems.gw.world.vocabulary import Alliance

_FATE: Final = {
    "free-french": "Free French",
    "scuttled": "scuttled",
    "vichy": "Vichy",
}


def _zones(zones: Iterable[str], scene: Scene) -> str:
    return ", ".join(scene.place(zone) for zone in zones)


def _by_zone(rows: Iterable[Sequence[Any]], scene: Scene) -> str:
    """`Syria 1 Infantry; Tunisia 2 Infantry, 1 Artillery` from `[[infantry, 1, syria], …]`."""
    found: dict[str, list[str]] = {}
    for unit, count, at in rows:
        found.setdefault(at, []).append(f"{count} {name(scene.book, unit)}")
    return "; ".join(f"{scene.place(at)} {', '.join(told)}" for at, told in sorted(found.items()))


def french_surrender(verdict: FrenchSurrenderVerdict, scene: Scene) -> Sequence[str]:
    """Who conquered France, and what he got."""
    conqueror = scene.title(verdict.outcome)
    lines = [f"FRANCE SURRENDERS to {conqueror} (14.4)"]
    if verdict.encircled:
        lines.append(f"{scene.place(verdict.encircled)} is encircled and falls without a fight.")
    if verdict.ipps:
        lines.append(f"All French money goes to {conqueror}: {verdict.ipps} IPP.")
    return lines


def departure(verdict: DepartureVerdict, scene: Scene) -> Sequence[str]:
    """Where foreign forces go."""
    if verdict.of == Alliance.AXIS:
        lines = ["Axis forces leave the zones of Vichy (14.4.2)"]
    else:
        lines = ["Allied forces leave, or are lost (14.4.2)"]
    for owner, unit, count, origin, goal in verdict.moves:
        where = "lost" if goal == REMOVED else f"to {scene.place(goal)}"
        told = f"{count} {name(scene.book, unit)} from {scene.place(origin)}"
        lines.append(f"{scene.title(owner)}: {told}: {where}")
    return lines


def french_army(verdict: FrenchArmyVerdict, scene: Scene) -> Sequence[str]:
    """The French forces that are gone."""
    told = _by_zone(verdict.units, scene)
    return ["French forces at home lay down their arms (14.4.2)", f"Removed: {told}"]


def vichy(verdict: VichyVerdict, scene: Scene) -> Sequence[str]:
    """Vichy begins, or ends."""
    if verdict.outcome == "surrendered":
        conqueror, to = scene.title(verdict.conqueror), scene.title(verdict.to)
        return [
            f"VICHY SURRENDERS (14.4.4): Southern France is {conqueror}'s.",
            f"Its other zones, its units and its ships join {to}.",
        ]
    army = ", ".join(f"{count} {name(scene.book, unit)}" for unit, count, _ in verdict.army)
    at = scene.place(verdict.army[0][2])
    return [
        "VICHY FRANCE is created (14.4.2)",
        f"Vichy: {_zones(verdict.zones, scene)}; its army: {army} in {at}.",
        f"Of Germany now: {_zones(verdict.german, scene)}.",
        "Vichy is neutral and under German control; its income is Germany's. It attacks nobody but "
        "Free France, and the Axis does not attack it.",
    ]


def french_colonies(verdict: FrenchColoniesVerdict, scene: Scene) -> Sequence[str]:
    """Each colony, or group of them: the die, whose it is now, and its garrison."""
    lines = ["French colonies choose, a D12 each: 1-6 Vichy, 7-12 Free French (14.4.2)"]
    for _, die, owner, zones, units in verdict.rolls:
        garrison = _by_zone(units, scene)
        with_it = f" (with {garrison})" if garrison else ""
        lines.append(f"{die:>2}  {scene.title(owner)}: {_zones(zones, scene)}{with_it}")
    if any(row[2] == "japan" for row in verdict.rolls):
        lines.append("Indochina and its islands become Japanese where they would be Vichy's.")
    return lines


def french_ships(verdict: FrenchShipsVerdict, scene: Scene) -> Sequence[str]:
    """Each ship: the die and its fate."""
    if verdict.outcome == "in-production":
        ranges = "1-7 scuttled, 8-10 Vichy, 11-12 German"
        lines = [f"French ships in production, a D12 each: {ranges} (14.4.2)"]
    else:
        ranges = "1-3 Free French, 4-6 scuttled, 7-10 Vichy, 11-12 Axis"
        lines = [f"French ships choose, a D12 each: {ranges} (14.4.2)"]
    for unit, at, die, fate, owner, to, lost in verdict.ships:
        where = "" if at.startswith("track:") else f" in {scene.place(at)}"
        told = f"{die:>2}  {name(scene.book, unit)}{where}: {_FATE.get(fate) or scene.title(owner)}"
        if to not in (at, REMOVED) and not to.startswith("track:"):
            told += f", to {scene.place(to)}"
        if lost:
            told += f"; lost aboard: {units_told(scene.book, [row[1:] for row in lost])}"
        lines.append(told)
    return lines


def french_flag(verdict: FrenchFlagVerdict, scene: Scene) -> Sequence[str]:
    """Ships that sail home past their new enemies."""
    ships = ", ".join(f"{count} {name(scene.book, unit)}" for unit, count in verdict.ships)
    way = f"from {scene.place(verdict.where)} to {scene.place(verdict.to)}"
    return [f"{scene.title(verdict.nation)}: {ships} {way} under the French flag (14.4.2)"]


def free_france(verdict: FreeFranceVerdict, scene: Scene) -> Sequence[str]:
    """What the French player has left."""
    lines = ["FREE FRANCE is what the French player commands now (14.4.1)"]
    if verdict.zones:
        lines.append(f"Zones besides: {_zones(verdict.zones, scene)}.")
    if verdict.units:
        lines.append(f"Units besides: {_by_zone(verdict.units, scene)}.")
    return [*lines, f"Income {verdict.income}."]


def france_restored(verdict: FranceRestoredVerdict, scene: Scene) -> Sequence[str]:
    """Paris is free."""
    paris = scene.place(verdict.where)
    return [
        f"{paris.upper()} IS LIBERATED (14.4.1): Free France is France again.",
        "Its zones, units, money and wars are France's; what Germany and Vichy hold they keep.",
    ]


SURRENDER_PARAGRAPHS: Final[Written] = {
    FrenchSurrenderVerdict: french_surrender,
    DepartureVerdict: departure,
    FrenchArmyVerdict: french_army,
    VichyVerdict: vichy,
    FrenchColoniesVerdict: french_colonies,
    FrenchShipsVerdict: french_ships,
    FrenchFlagVerdict: french_flag,
    FreeFranceVerdict: free_france,
    FranceRestoredVerdict: france_restored,
}
