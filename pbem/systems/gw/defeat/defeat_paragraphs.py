"""The words of reports about defeat, capitals and returned zones (9.21-9.24).

Decides the words alone. Leaves what happened to the modules of this folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pbem.core.reading.scene import Scene
from pbem.core.rules.system import Written
from pbem.systems.gw.defeat.capitals import CapitalFallsVerdict, CapitalMovesVerdict
from pbem.systems.gw.defeat.minor_defeat import MinorDefeatedVerdict
from pbem.systems.gw.defeat.surrender import (
    ClaimVerdict,
    SurrenderReversedVerdict,
    SurrenderVerdict,
)
from pbem.systems.gw.politics.voluntary_return import ReturnRefusedVerdict, ZoneReturnedVerdict
from pbem.systems.gw.world.units import name


def forces_told(rows: Sequence[Sequence[Any]], scene: Scene) -> str:
    """`Rome 2 Infantry; Sicily 1 Fighter` from rows of unit, count and zone."""
    zones: dict[str, list[str]] = {}
    for unit, count, at in rows:
        zones.setdefault(scene.place(at), []).append(f"{count} {name(scene.book, unit)}")
    return "; ".join(f"{zone} {', '.join(units)}" for zone, units in sorted(zones.items()))


def surrender(verdict: SurrenderVerdict, scene: Scene) -> Sequence[str]:
    """Who surrenders to whom, what goes to whom, and what is left on the board."""
    nation = scene.title(verdict.nation)
    lines = [f"{nation.upper()} SURRENDERS (9.22)  to {scene.title(verdict.outcome)}"]
    for minor, heir in verdict.heirs:
        to = f"passes to {scene.title(heir)}" if heir else "is nobody's now"
        lines.append(f"{scene.title(minor)} {to}")
    if verdict.ships:
        ships = ", ".join(
            f"{n} {name(scene.book, unit)} ({at.replace('-', ' ')})"
            for unit, n, at in verdict.ships
        )
        lines.append(f"{scene.title(verdict.outcome)} builds on: {ships}")
    if verdict.units:
        lines.append(f"Removed: {forces_told(verdict.units, scene)}")
    if verdict.zones:
        zones = ", ".join(map(scene.place, verdict.zones))
        lines.append(f"Empty, for whoever moves a land unit in: {zones}")
    return lines


def reversed_(verdict: SurrenderReversedVerdict, scene: Scene) -> Sequence[str]:
    """A nation is back."""
    nation = scene.title(verdict.outcome)
    return [f"{nation.upper()} IS BACK (9.22)  its surrender is reversed"]


def claim(verdict: ClaimVerdict, scene: Scene) -> Sequence[str]:
    """An empty zone of a surrendered nation is taken."""
    taker = scene.title(verdict.outcome)
    zone, nation = scene.place(verdict.where), scene.title(verdict.nation)
    return [f"{taker} takes {zone}, empty since {nation} surrendered (9.22)"]


def capital_falls(verdict: CapitalFallsVerdict, scene: Scene) -> Sequence[str]:
    """A capital is lost, and with it the cash."""
    nation = scene.title(verdict.nation)
    where = f"to {scene.title(verdict.to)}" if verdict.to else "to the bank"
    cash = f"{verdict.cash} IPP {where}" if verdict.cash else "there was no money"
    return [f"{nation} loses its capital {scene.place(verdict.where)} (9.23): {cash}"]


def capital_moves(verdict: CapitalMovesVerdict, scene: Scene) -> Sequence[str]:
    """A capital goes elsewhere, or back."""
    nation = scene.title(verdict.nation)
    now, was = scene.place(verdict.outcome), scene.place(verdict.was)
    return [f"{nation} moves its capital from {was} to {now} (9.23)"]


def minor_defeated(verdict: MinorDefeatedVerdict, scene: Scene) -> Sequence[str]:
    """A Minor Power has lost its Home Country; what its controller keeps."""
    minor = scene.title(verdict.minor)
    lines = [f"{minor.upper()} IS DEFEATED (9.24)  by {scene.title(verdict.outcome)}"]
    zones = ", ".join(map(scene.place, verdict.zones))
    forces = forces_told([*verdict.units, *verdict.ships], scene)
    kept = "; ".join(filter(None, (zones, forces)))
    if kept:
        keeper = scene.title(verdict.controller) if verdict.controller else "Nobody"
        lines.append(f"{keeper} controls what is left: {kept}")
    return lines


def return_refused(verdict: ReturnRefusedVerdict, scene: Scene) -> Sequence[str]:
    """Who keeps a zone, and what that means."""
    holder = scene.title(verdict.outcome)
    owner, zone = scene.title(verdict.owner), scene.place(verdict.where)
    lines = [f"{holder} does not return {zone} to {owner} (9.21)"]
    right = f"{owner} may declare war on {holder} until {zone} is returned"
    return [*lines, right] if verdict.war else lines


def zone_returned(verdict: ZoneReturnedVerdict, scene: Scene) -> Sequence[str]:
    """A zone goes back, and the units in it leave."""
    owner = scene.title(verdict.outcome)
    lines = [
        f"{scene.title(verdict.holder)} returns {scene.place(verdict.where)} to {owner} (9.21)"
    ]
    units = ", ".join(f"{count} {name(scene.book, unit)}" for unit, count in verdict.units)
    return [*lines, f"{units} go to {scene.place(verdict.to)}"] if units else lines


DEFEAT_PARAGRAPHS: Final[Written] = {
    SurrenderVerdict: surrender,
    SurrenderReversedVerdict: reversed_,
    ClaimVerdict: claim,
    CapitalFallsVerdict: capital_falls,
    CapitalMovesVerdict: capital_moves,
    MinorDefeatedVerdict: minor_defeated,
    ReturnRefusedVerdict: return_refused,
    ZoneReturnedVerdict: zone_returned,
}
