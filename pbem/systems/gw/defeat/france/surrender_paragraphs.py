"""The words of reports about the surrender of France, Free France and Vichy (14.4).

Decides the words alone. Leaves what happened to the modules of this folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.record.state import REMOVED
from pbem.core.rules.system import Paragraphs
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


def french_surrender(entry: Entry, scene: Scene) -> Sequence[str]:
    """Who conquered France, and what he got."""
    facts = entry.facts
    conqueror = scene.title(entry.outcome)
    lines = [f"FRANCE SURRENDERS to {conqueror} (14.4)"]
    if facts["encircled"]:
        lines.append(f"{scene.place(facts['encircled'])} is encircled and falls without a fight.")
    if facts["ipps"]:
        lines.append(f"All French money goes to {conqueror}: {facts['ipps']} IPP.")
    return lines


def departure(entry: Entry, scene: Scene) -> Sequence[str]:
    """Where foreign forces go."""
    facts = entry.facts
    if facts["of"] == Alliance.AXIS:
        lines = ["Axis forces leave the zones of Vichy (14.4.2)"]
    else:
        lines = ["Allied forces leave, or are lost (14.4.2)"]
    for owner, unit, count, origin, goal in facts["moves"]:
        where = "lost" if goal == REMOVED else f"to {scene.place(goal)}"
        told = f"{count} {name(scene.book, unit)} from {scene.place(origin)}"
        lines.append(f"{scene.title(owner)}: {told}: {where}")
    return lines


def french_army(entry: Entry, scene: Scene) -> Sequence[str]:
    """The French forces that are gone."""
    told = _by_zone(entry.facts["units"], scene)
    return ["French forces at home lay down their arms (14.4.2)", f"Removed: {told}"]


def vichy(entry: Entry, scene: Scene) -> Sequence[str]:
    """Vichy begins, or ends."""
    facts = entry.facts
    if entry.outcome == "surrendered":
        conqueror, to = scene.title(facts["conqueror"]), scene.title(facts["to"])
        return [
            f"VICHY SURRENDERS (14.4.4): Southern France is {conqueror}'s.",
            f"Its other zones, its units and its ships join {to}.",
        ]
    army = ", ".join(f"{count} {name(scene.book, unit)}" for unit, count, _ in facts["army"])
    at = scene.place(facts["army"][0][2])
    return [
        "VICHY FRANCE is created (14.4.2)",
        f"Vichy: {_zones(facts['zones'], scene)}; its army: {army} in {at}.",
        f"Of Germany now: {_zones(facts['german'], scene)}.",
        "Vichy is neutral and under German control; its income is Germany's. It attacks nobody but "
        "Free France, and the Axis does not attack it.",
    ]


def french_colonies(entry: Entry, scene: Scene) -> Sequence[str]:
    """Each colony, or group of them: the die, whose it is now, and its garrison."""
    lines = ["French colonies choose, a D12 each: 1-6 Vichy, 7-12 Free French (14.4.2)"]
    for _, die, owner, zones, units in entry.facts["rolls"]:
        garrison = _by_zone(units, scene)
        with_it = f" (with {garrison})" if garrison else ""
        lines.append(f"{die:>2}  {scene.title(owner)}: {_zones(zones, scene)}{with_it}")
    if any(row[2] == "japan" for row in entry.facts["rolls"]):
        lines.append("Indochina and its islands become Japanese where they would be Vichy's.")
    return lines


def french_ships(entry: Entry, scene: Scene) -> Sequence[str]:
    """Each ship: the die and its fate."""
    if entry.outcome == "in-production":
        ranges = "1-7 scuttled, 8-10 Vichy, 11-12 German"
        lines = [f"French ships in production, a D12 each: {ranges} (14.4.2)"]
    else:
        ranges = "1-3 Free French, 4-6 scuttled, 7-10 Vichy, 11-12 Axis"
        lines = [f"French ships choose, a D12 each: {ranges} (14.4.2)"]
    for unit, at, die, fate, owner, to, lost in entry.facts["ships"]:
        where = "" if at.startswith("track:") else f" in {scene.place(at)}"
        told = f"{die:>2}  {name(scene.book, unit)}{where}: {_FATE.get(fate) or scene.title(owner)}"
        if to not in (at, REMOVED) and not to.startswith("track:"):
            told += f", to {scene.place(to)}"
        if lost:
            told += f"; lost aboard: {units_told(scene.book, [row[1:] for row in lost])}"
        lines.append(told)
    return lines


def french_flag(entry: Entry, scene: Scene) -> Sequence[str]:
    """Ships that sail home past their new enemies."""
    facts = entry.facts
    ships = ", ".join(f"{count} {name(scene.book, unit)}" for unit, count in facts["ships"])
    way = f"from {scene.place(facts['at'])} to {scene.place(facts['to'])}"
    return [f"{scene.title(facts['nation'])}: {ships} {way} under the French flag (14.4.2)"]


def free_france(entry: Entry, scene: Scene) -> Sequence[str]:
    """What the French player has left."""
    facts = entry.facts
    lines = ["FREE FRANCE is what the French player commands now (14.4.1)"]
    if facts["zones"]:
        lines.append(f"Zones besides: {_zones(facts['zones'], scene)}.")
    if facts["units"]:
        lines.append(f"Units besides: {_by_zone(facts['units'], scene)}.")
    return [*lines, f"Income {facts['income']}."]


def france_restored(entry: Entry, scene: Scene) -> Sequence[str]:
    """Paris is free."""
    paris = scene.place(entry.facts["at"])
    return [
        f"{paris.upper()} IS LIBERATED (14.4.1): Free France is France again.",
        "Its zones, units, money and wars are France's; what Germany and Vichy hold they keep.",
    ]


SURRENDER_PARAGRAPHS: Final[Paragraphs] = {
    "french-surrender": french_surrender,
    "departure": departure,
    "french-army": french_army,
    "vichy": vichy,
    "french-colonies": french_colonies,
    "french-ships": french_ships,
    "french-flag": french_flag,
    "free-france": free_france,
    "france-restored": france_restored,
}
