"""The words of reports on the optional rules of chapter 15, from the facts of their verdicts.

Decides the words alone. Leaves what happened to the modules of these options.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.rules.system import Paragraphs
from pbem.systems.gw.combat.paragraphs import faces_told
from pbem.systems.gw.world.units import name, units_told
from pbem.systems.gw.world.wording import nations


def empty_carrier(entry: Entry, scene: Scene) -> Sequence[str]:
    """A Carrier without aircraft went towards a factory."""
    facts = entry.facts
    ship = f"{facts['count']} {name(scene.book, facts['unit'])} of {scene.title(facts['owner'])}"
    way = f"{scene.place(facts['at'])} > {scene.place(facts['to'])}"
    return [f"{ship} without aircraft, towards the nearest factory (15.3): {way}"]


def strait_forced(entry: Entry, scene: Scene) -> Sequence[str]:
    """Ships ran past a closed strait: the dice of its possessor, and what they cost."""
    facts = entry.facts
    strait = facts["strait"].replace("-", " ").title()
    ships = f"{facts['count']} {name(scene.book, facts['unit'])} of {scene.title(facts['owner'])}"
    hits, lost = facts["hits"], facts["lost"]
    what = f"{lost} sunk, {hits - lost} damaged" if hits else "unhurt"
    fire = f"{scene.title(facts['by'])} fires at 3: {faces_told(facts['faces'])}"
    return [f"{ships} forced the {strait} (15.6): {fire}: {what}"]


def repair_bill(entry: Entry, scene: Scene) -> Sequence[str]:
    """What the repair of a capital ship cost."""
    facts = entry.facts
    ship = f"{name(scene.book, facts['ship'])} of {scene.title(facts['nation'])}"
    done = f"{facts['hits']} of {len(facts['faces'])} markers for {facts['paid']} IPP"
    short = "; no money for more" if entry.outcome != "paid" else ""
    told = f"{faces_told(facts['faces'])}: {done}{short}"
    return [f"{ship} in {scene.place(facts['at'])}, repairs (15.5): {told}"]


def carrier_aircraft(entry: Entry, scene: Scene) -> Sequence[str]:
    """Aircraft whose Carrier has sunk left a battle."""
    facts = entry.facts
    lines = []
    for side in ("attacker", "defender"):
        if facts[f"{side}_gone"]:
            told = units_told(scene.book, facts[f"{side}_gone"])
            owner = nations(facts[side], scene)
            where = scene.place(facts["at"])
            lines.append(f"{where}: {told} of {owner} lost the Carrier and leave the battle")
    return lines


OPTIONAL_PARAGRAPHS: Final[Paragraphs] = {
    "empty-carrier": empty_carrier,
    "strait-forced": strait_forced,
    "repair-bill": repair_bill,
    "carrier-aircraft": carrier_aircraft,
}
