"""The words of reports on assaults from the sea, screens and scrambles, from verdicts alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.rules.system import Paragraph
from pbem.systems.gw.combat.paragraphs import shot_told
from pbem.systems.gw.world.units import units_told
from pbem.systems.gw.world.wording import nations

MOVES: Final = {
    "goes-on": "goes on to",
    "falls-back": "falls back to",
    "cannot-leave": "cannot leave",
    "waits": "waits in",
}


def no_assault(entry: Entry, scene: Scene) -> Sequence[str]:
    """Units stayed aboard, because the sea before the shore was not theirs."""
    facts = entry.body["facts"]
    told = units_told(scene.book, facts["units"])
    who = f"{nations(facts['attacker'], scene)}: {told} stay aboard"
    why = "their ships have fought there after going on (9.7)"
    if entry.body["outcome"] == "stood-down":
        why = f"their ships leave {scene.place(facts['sea'])}"
    if facts["ships"]:
        ships = units_told(scene.book, facts["ships"])
        why = f"{ships} of the enemy in {scene.place(facts['sea'])}"
    return [f"NO ASSAULT (9.8) on {scene.place(facts['at'])}  {who}: {why}"]


def shore_bombardment(entry: Entry, scene: Scene) -> Sequence[str]:
    """Ships fired at the shore before the landing."""
    facts = entry.body["facts"]
    attacker, defender = (nations(facts[side], scene) for side in ("attacker", "defender"))
    lines = [f"SHORE BOMBARDMENT of {scene.place(facts['at'])} (9.9)  {attacker} v {defender}"]
    lines += [f"  {shot_told(scene.book, shot)}" for shot in facts["shots"]]
    return [*lines, f"Left: {defender} {units_told(scene.book, facts['defender_left'])}"]


def coastal_artillery(entry: Entry, scene: Scene) -> Sequence[str]:
    """Guns on the shore fired at ships."""
    facts = entry.body["facts"]
    place, ships = scene.place(facts["at"]), facts["ships"]
    who = f"{scene.title(facts['owner'])}'s guns fire at {ships} ship{'s' if ships > 1 else ''}"
    faces = " ".join(map(str, facts["faces"]))
    seas = " and ".join(map(scene.place, facts["sea"]))
    lines = [f"COASTAL ARTILLERY of {place} (12.9)  {who} in {seas}"]
    fired = f"{len(facts['faces'])} at {facts['value']}: {faces}"
    if not facts["hits"]:
        return [*lines, f"{fired}  no hit"]
    parts = [f"sunk {units_told(scene.book, facts['lost'])}"] if facts["lost"] else []
    parts += [f"with {units_told(scene.book, facts['cargo'])} aboard"] if facts["cargo"] else []
    parts += [f"damaged {units_told(scene.book, facts['damaged'])}"] if facts["damaged"] else []
    hits = f"{facts['hits']} hit{'s' if facts['hits'] > 1 else ''}"
    return [*lines, f"{fired}  {hits}: {' '.join(parts) or 'nothing'}"]


def scrambled(entry: Entry, scene: Scene) -> Sequence[str]:
    """Aircraft rose from their base to a battle beside it."""
    facts = entry.body["facts"]
    way = f"{scene.place(facts['base'])} > {scene.place(facts['at'])}"
    units = units_told(scene.book, facts["units"])
    return [f"SCRAMBLE (8.6)  {scene.title(facts['owner'])}: {units}: {way}"]


def moving_force(entry: Entry, scene: Scene) -> Sequence[str]:
    """What the force behind a screen did."""
    facts = entry.body["facts"]
    ships = f"{scene.title(facts['owner'])}: {units_told(scene.book, facts['units'])}"
    what = f"{MOVES[entry.body['outcome']]} {scene.place(facts['to'])}"
    return [f"MOVING FORCE (9.7) behind the screen of {scene.place(facts['at'])}  {ships} {what}"]


def guarded_crossing(entry: Entry, scene: Scene) -> Sequence[str]:
    """Coastal Artillery fired at ships that passed a narrow crossing."""
    facts = entry.body["facts"]
    faces = " ".join(map(str, facts["faces"]))
    hits = f"{facts['hits']} hit{'s' if facts['hits'] > 1 else ''}, {facts['lost']} sunk"
    told = hits if facts["hits"] else "no hit"
    ships = f"{scene.title(facts['nation'])}: {units_told(scene.book, facts['ships'])}"
    return [
        f"GUARDED CROSSING (12.9)  {ships} pass the guns of {scene.place(facts['at'])}",
        f"{len(facts['faces'])} at {facts['value']}: {faces}  {told}",
    ]


ASSAULT_PARAGRAPHS: Final[Mapping[str, Paragraph]] = {
    "no-assault": no_assault,
    "shore-bombardment": shore_bombardment,
    "coastal-artillery": coastal_artillery,
    "scramble": scrambled,
    "moving-force": moving_force,
    "guarded-crossing": guarded_crossing,
}
