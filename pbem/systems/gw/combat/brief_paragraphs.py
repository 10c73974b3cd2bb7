"""The words of short reports on battles and raids: a line for what the full one tells die by die.

Decides the words alone. Leaves every die to `paragraphs`, `naval_paragraphs`, `raid_paragraphs`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry, Facts
from pbem.core.record.state import REMOVED
from pbem.core.rules.system import Paragraphs
from pbem.systems.gw.combat.paragraphs import ground_told, landed
from pbem.systems.gw.world.units import name, units_told
from pbem.systems.gw.world.wording import nations

SIDES: Final = ("attacker", "defender")


def battle(entry: Entry, scene: Scene) -> Sequence[str]:
    """Who meets whom and on what ground; who fought is told with who is left."""
    facts = entry.facts
    attacker, defender = (nations(facts[side], scene) for side in SIDES)
    ground = ground_told(facts["ground"], scene)
    head = f"BATTLE OF {scene.place(facts['at']).upper()} (9.5)  {attacker} v {defender}"
    return [f"{head}; {ground}" if ground else head]


def round_fought(entry: Entry, scene: Scene) -> Sequence[str]:
    """`Warsaw, round 2: Germany 2 hits (2 Militia), Poland 1 hit (Infantry)`."""
    facts = entry.facts
    sides = ", ".join(_hits(facts, side, scene) for side in SIDES)
    more = "".join(f"; {words}" for words in _besides(facts, scene))
    return [f"{scene.place(facts['at'])}, round {facts['round']}: {sides}{more}"]


def _hits(facts: Facts, side: str, scene: Scene) -> str:
    """The hits of a side in a round, and what they cost the other."""
    shots = [shot for shot in facts["shots"] if shot["side"] == side]
    who, hits = nations(facts[side], scene), sum(shot["hits"] + shot["selected"] for shot in shots)
    if not hits:
        return f"{who} no hit"
    lost: dict[str, int] = {}
    for shot in shots:
        for unit, count in shot["lost"]:
            lost[unit] = lost.get(unit, 0) + count
    parts = [units_told(scene.book, lost.items())] if lost else []
    parts += [
        f"{name(scene.book, unit)} damaged" for shot in shots for unit in shot.get("damaged", ())
    ]
    return f"{who} {hits} hit{'s' if hits > 1 else ''} ({', '.join(parts) or 'nobody'})"


def _besides(facts: Facts, scene: Scene) -> Iterator[str]:
    if facts.get("withdrawn"):
        yield f"broken down and back: {units_told(scene.book, facts['withdrawn'])}"
    if facts.get("landed"):
        yield f"landed now: {units_told(scene.book, facts['landed'])}"
    if facts["retreats_because"]:
        yield f"{nations(facts['attacker'], scene)} breaks off: {facts['retreats_because']}"


def came_down(entry: Entry, scene: Scene) -> Sequence[str]:
    """Only aircraft that found no place to land: the others are on the list of the board."""
    return landed(entry, scene) if entry.facts["to"] == REMOVED else []


def convoy_raid(entry: Entry, scene: Scene) -> Sequence[str]:
    """What a raid on convoys cost both."""
    facts = entry.facts
    attacker = nations(facts["attacker"], scene)
    paid = [f"{scene.title(n)} lost {sum(rows.values())} IPP" for n, rows in facts["paid"].items()]
    gone = [f"{attacker} lost {units_told(scene.book, facts['lost'])}"] if facts["lost"] else []
    hurt = facts.get("damaged", [])
    gone += [f"damaged: {units_told(scene.book, hurt)}"] if hurt else []
    sent = units_told(scene.book, [(unit, count) for unit, count, _ in facts["sent"]])
    told = "; ".join((*paid, *gone)) or "no damage"
    return [f"CONVOY RAID IN {scene.place(facts['at']).upper()} (9.11)  {attacker}, {sent}: {told}"]


BRIEFS: Final[Paragraphs] = {
    "battle": battle,
    "combat-round": round_fought,
    "naval-round": round_fought,
    "landing": came_down,
    "convoy-raid": convoy_raid,
}
