"""The words of reports about defeat, capitals and returned zones (9.21-9.24).

Decides the words alone. Leaves what happened to the modules of this folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.rules.system import Paragraphs
from pbem.systems.gw.world.units import name


def forces_told(rows: Sequence[Sequence[Any]], scene: Scene) -> str:
    """`Rome 2 Infantry; Sicily 1 Fighter` from rows of unit, count and zone."""
    zones: dict[str, list[str]] = {}
    for unit, count, at in rows:
        zones.setdefault(scene.place(at), []).append(f"{count} {name(scene.book, unit)}")
    return "; ".join(f"{zone} {', '.join(units)}" for zone, units in sorted(zones.items()))


def surrender(entry: Entry, scene: Scene) -> Sequence[str]:
    """Who surrenders to whom, what goes to whom, and what is left on the board."""
    facts, nation = entry.facts, scene.title(entry.facts["nation"])
    lines = [f"{nation.upper()} SURRENDERS (9.22)  to {scene.title(entry.outcome)}"]
    for minor, heir in facts["heirs"]:
        to = f"passes to {scene.title(heir)}" if heir else "is nobody's now"
        lines.append(f"{scene.title(minor)} {to}")
    if facts["ships"]:
        ships = ", ".join(
            f"{n} {name(scene.book, unit)} ({at.replace('-', ' ')})"
            for unit, n, at in facts["ships"]
        )
        lines.append(f"{scene.title(entry.outcome)} builds on: {ships}")
    if facts["units"]:
        lines.append(f"Removed: {forces_told(facts['units'], scene)}")
    if facts["zones"]:
        zones = ", ".join(map(scene.place, facts["zones"]))
        lines.append(f"Empty, for whoever moves a land unit in: {zones}")
    return lines


def reversed_(entry: Entry, scene: Scene) -> Sequence[str]:
    """A nation is back."""
    nation = scene.title(entry.outcome)
    return [f"{nation.upper()} IS BACK (9.22)  its surrender is reversed"]


def claim(entry: Entry, scene: Scene) -> Sequence[str]:
    """An empty zone of a surrendered nation is taken."""
    facts, taker = entry.facts, scene.title(entry.outcome)
    zone, nation = scene.place(facts["at"]), scene.title(facts["nation"])
    return [f"{taker} takes {zone}, empty since {nation} surrendered (9.22)"]


def capital_falls(entry: Entry, scene: Scene) -> Sequence[str]:
    """A capital is lost, and with it the cash."""
    facts, nation = entry.facts, scene.title(entry.facts["nation"])
    where = f"to {scene.title(facts['to'])}" if facts["to"] else "to the bank"
    cash = f"{facts['cash']} IPP {where}" if facts["cash"] else "there was no money"
    return [f"{nation} loses its capital {scene.place(facts['at'])} (9.23): {cash}"]


def capital_moves(entry: Entry, scene: Scene) -> Sequence[str]:
    """A capital goes elsewhere, or back."""
    facts, nation = entry.facts, scene.title(entry.facts["nation"])
    now, was = scene.place(entry.outcome), scene.place(facts["was"])
    return [f"{nation} moves its capital from {was} to {now} (9.23)"]


def minor_defeated(entry: Entry, scene: Scene) -> Sequence[str]:
    """A Minor Power has lost its Home Country; what its controller keeps."""
    facts, minor = entry.facts, scene.title(entry.facts["minor"])
    lines = [f"{minor.upper()} IS DEFEATED (9.24)  by {scene.title(entry.outcome)}"]
    zones = ", ".join(map(scene.place, facts["zones"]))
    forces = forces_told([*facts["units"], *facts["ships"]], scene)
    kept = "; ".join(filter(None, (zones, forces)))
    if kept:
        keeper = scene.title(facts["controller"]) if facts["controller"] else "Nobody"
        lines.append(f"{keeper} controls what is left: {kept}")
    return lines


def return_refused(entry: Entry, scene: Scene) -> Sequence[str]:
    """Who keeps a zone, and what that means."""
    facts, holder = entry.facts, scene.title(entry.outcome)
    owner, zone = scene.title(facts["owner"]), scene.place(facts["at"])
    lines = [f"{holder} does not return {zone} to {owner} (9.21)"]
    right = f"{owner} may declare war on {holder} until {zone} is returned"
    return [*lines, right] if facts["war"] else lines


def zone_returned(entry: Entry, scene: Scene) -> Sequence[str]:
    """A zone goes back, and the units in it leave."""
    facts, owner = entry.facts, scene.title(entry.outcome)
    lines = [f"{scene.title(facts['holder'])} returns {scene.place(facts['at'])} to {owner} (9.21)"]
    units = ", ".join(f"{count} {name(scene.book, unit)}" for unit, count in facts["units"])
    return [*lines, f"{units} go to {scene.place(facts['to'])}"] if units else lines


DEFEAT_PARAGRAPHS: Final[Paragraphs] = {
    "surrender": surrender,
    "surrender-reversed": reversed_,
    "claim": claim,
    "capital-falls": capital_falls,
    "capital-moves": capital_moves,
    "minor-defeated": minor_defeated,
    "return-refused": return_refused,
    "zone-returned": zone_returned,
}
