"""The words of reports on the optional rules of chapter 15, from the facts of their verdicts.

Decides the words alone. Leaves what happened to the modules of these options.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.rules.system import Written
from pbem.systems.gw.combat.advanced_carriers import EmptyCarrierVerdict
from pbem.systems.gw.combat.paragraphs import faces_told
from pbem.systems.gw.combat.sea.coastal_fire import StraitForcedVerdict
from pbem.systems.gw.combat.sea.naval_retreat import CarrierAircraftVerdict
from pbem.systems.gw.economy.repairs import RepairBillVerdict
from pbem.systems.gw.world.units import name, units_told
from pbem.systems.gw.world.wording import nations


def empty_carrier(verdict: EmptyCarrierVerdict, scene: Scene) -> Sequence[str]:
    """A Carrier without aircraft went towards a factory."""
    ship = f"{verdict.count} {name(scene.book, verdict.unit)} of {scene.title(verdict.owner)}"
    way = f"{scene.place(verdict.where)} > {scene.place(verdict.to)}"
    return [f"{ship} without aircraft, towards the nearest factory (15.3): {way}"]


def strait_forced(verdict: StraitForcedVerdict, scene: Scene) -> Sequence[str]:
    """Ships ran past a closed strait: the dice of its possessor, and what they cost."""
    strait = verdict.strait.replace("-", " ").title()
    ships = f"{verdict.count} {name(scene.book, verdict.unit)} of {scene.title(verdict.owner)}"
    hits, lost = verdict.hits, verdict.lost
    what = f"{lost} sunk, {hits - lost} damaged" if hits else "unhurt"
    fire = f"{scene.title(verdict.by)} fires at 3: {faces_told(verdict.faces)}"
    return [f"{ships} forced the {strait} (15.6): {fire}: {what}"]


def repair_bill(verdict: RepairBillVerdict, scene: Scene) -> Sequence[str]:
    """What the repair of a capital ship cost."""
    ship = f"{name(scene.book, verdict.ship)} of {scene.title(verdict.nation)}"
    done = f"{verdict.hits} of {len(verdict.faces)} markers for {verdict.paid} IPP"
    short = "; no money for more" if verdict.outcome != "paid" else ""
    told = f"{faces_told(verdict.faces)}: {done}{short}"
    return [f"{ship} in {scene.place(verdict.where)}, repairs (15.5): {told}"]


def carrier_aircraft(verdict: CarrierAircraftVerdict, scene: Scene) -> Sequence[str]:
    """Aircraft whose Carrier has sunk left a battle."""
    lines = []
    gone = (verdict.attacker, verdict.attacker_gone), (verdict.defender, verdict.defender_gone)
    for owners, units in gone:
        if units:
            told, owner = units_told(scene.book, units), nations(owners, scene)
            where = scene.place(verdict.where)
            lines.append(f"{where}: {told} of {owner} lost the Carrier and leave the battle")
    return lines


OPTIONAL_PARAGRAPHS: Final[Written] = {
    EmptyCarrierVerdict: empty_carrier,
    StraitForcedVerdict: strait_forced,
    RepairBillVerdict: repair_bill,
    CarrierAircraftVerdict: carrier_aircraft,
}
