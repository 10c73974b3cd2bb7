"""The words of reports on battles at sea, assaults from it, screens and scrambles.

Decides: the words alone, from the facts of verdicts.
Leaves to `raid_paragraphs`: raids on convoys.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry, Facts
from pbem.core.rules.book import Book
from pbem.core.rules.system import Paragraphs
from pbem.systems.gw.battle.naval_battle import OUTCOME_MEANS
from pbem.systems.gw.battle.rounds import Outcome
from pbem.systems.gw.combat.paragraphs import by_stage, faces_told, shot_told
from pbem.systems.gw.world.units import name, units_told
from pbem.systems.gw.world.wording import nations

SIDES: Final = ("attacker", "defender")


def naval_round(entry: Entry, scene: Scene) -> Sequence[str]:
    """A round: who fired, dice, hits, what sank and what is damaged, who is left."""
    facts = entry.facts
    sides = {side: nations(facts[side], scene) for side in SIDES}
    lines = [f"{scene.place(facts['at'])}, round {facts['round']}"]
    lines += by_stage(facts["shots"], sides, lambda shot: salvo_told(scene.book, shot))
    left = [f"{sides[side]} {left_told(scene.book, facts, side)}" for side in SIDES]
    lines.append(f"Left: {'; '.join(left)}")
    if facts["retreats_because"]:
        lines.append(f"{sides['attacker']} breaks off: {facts['retreats_because']}")
    return lines


def salvo_told(book: Book, shot: Facts) -> str:
    """`2 Heavy Cruiser at 6: 3 9` and `1 hit: 1 Destroyer`."""
    groups = ", ".join(f"{count} at {value}" for count, value, _ in shot["dice"])
    return (
        f"{name(book, shot['unit'])} {groups}: {faces_told(shot['faces'])}  {hits_told(book, shot)}"
    )


def hits_told(book: Book, shot: Facts) -> str:
    """The hits of a salvo and what they did."""
    hits = shot["hits"] + shot["selected"]
    if not hits:
        return "no hit"
    parts = [units_told(book, shot["lost"])] if shot["lost"] else []
    parts += [f"{name(book, unit)} damaged" for unit in shot["damaged"]]
    chosen = f" ({shot['selected']} selected)" if shot["selected"] else ""
    rolled = damage_told(book, shot)
    return f"{hits} hit{'s' if hits > 1 else ''}: {', '.join(parts) or 'nobody'}{chosen}{rolled}"


def damage_told(book: Book, facts: Facts) -> str:
    """What its owner rolled for each capital ship that was hit (15.5): ` (damage, 15.5: …)`."""
    dice = [f"{name(book, unit)} {die}: {taken}" for unit, die, taken in facts.get("struck", ())]
    return f" (damage, 15.5: {', '.join(dice)})" if dice else ""


def left_told(book: Book, facts: Facts, side: str) -> str:
    """What a side has left, with its damaged ships."""
    damaged = facts[f"{side}_damaged"]
    words = ", ".join(f"{count} {name(book, unit)} damaged" for unit, count in damaged.items())
    left = units_told(book, facts[f"{side}_left"])
    return f"{left} ({words})" if words else left


def naval_battle_over(entry: Entry, scene: Scene) -> Sequence[str]:
    """How a naval battle ended and what it cost."""
    facts = entry.facts
    rounds, meaning = facts["rounds"], OUTCOME_MEANS[Outcome(entry.outcome)]
    many = f"{rounds} round{'s' if rounds != 1 else ''}"
    lines = [f"NAVAL BATTLE, {scene.place(facts['at']).upper()} (9.6) after {many}: {meaning}"]
    for side in SIDES:
        under = facts[f"{side}_submerged"]
        dived = f"; submerged {units_told(scene.book, under)}" if under else ""
        who, lost = nations(facts[side], scene), units_told(scene.book, facts[f"{side}_lost"])
        lines.append(f"{who} lost {lost}; left {left_told(scene.book, facts, side)}{dived}")
    return lines


def met_at_sea(entry: Entry, scene: Scene) -> Sequence[str]:
    """Ships that were stopped on their way by submarines or patrols."""
    facts = entry.body["facts"]
    force = f"{nations(facts['owner'], scene)}: {units_told(scene.book, facts['units'])}"
    by = f"{nations(facts['by'], scene)} with {units_told(scene.book, facts['fighting'])}"
    return [f"MET AT SEA in {scene.place(facts['at'])} (8.9)  {force} stopped by {by}"]


def combat_declined(entry: Entry, scene: Scene) -> Sequence[str]:
    """Submarines declined combat, and nobody could force them."""
    facts = entry.facts
    who = f"{nations(facts['attacker'], scene)} and {nations(facts['defender'], scene)}"
    return [f"NO BATTLE (8.9) in {scene.place(facts['at'])}  {who}: submarines decline combat"]


NAVAL_PARAGRAPHS: Final[Paragraphs] = {
    "naval-round": naval_round,
    "naval-combat": naval_battle_over,
    "no-naval-combat": combat_declined,
    "met-at-sea": met_at_sea,
}


MOVES: Final = {
    "goes-on": "goes on to",
    "falls-back": "falls back to",
    "cannot-leave": "cannot leave",
    "waits": "waits in",
}


def no_assault(entry: Entry, scene: Scene) -> Sequence[str]:
    """Units stayed aboard, because the sea before the shore was not theirs."""
    facts = entry.facts
    told = units_told(scene.book, facts["units"])
    who = f"{nations(facts['attacker'], scene)}: {told} stay aboard"
    why = "their ships have fought there after going on (9.7)"
    if entry.outcome == "stood-down":
        why = f"their ships leave {scene.place(facts['sea'])}"
    if facts["ships"]:
        ships = units_told(scene.book, facts["ships"])
        why = f"{ships} of the enemy in {scene.place(facts['sea'])}"
    return [f"NO ASSAULT (9.8) on {scene.place(facts['at'])}  {who}: {why}"]


def shore_bombardment(entry: Entry, scene: Scene) -> Sequence[str]:
    """Ships fired at the shore before the landing."""
    facts = entry.facts
    attacker, defender = (nations(facts[side], scene) for side in ("attacker", "defender"))
    lines = [f"SHORE BOMBARDMENT of {scene.place(facts['at'])} (9.9)  {attacker} v {defender}"]
    lines += [f"  {shot_told(scene.book, shot)}" for shot in facts["shots"]]
    return [*lines, f"Left: {defender} {units_told(scene.book, facts['defender_left'])}"]


def coastal_artillery(entry: Entry, scene: Scene) -> Sequence[str]:
    """Guns on the shore fired at ships."""
    facts = entry.facts
    place, ships = scene.place(facts["at"]), facts["ships"]
    who = f"{scene.title(facts['owner'])}'s guns fire at {ships} ship{'s' if ships > 1 else ''}"
    seas = " and ".join(map(scene.place, facts["sea"]))
    lines = [f"COASTAL ARTILLERY of {place} (12.9)  {who} in {seas}"]
    fired = f"{len(facts['faces'])} at {facts['value']}: {faces_told(facts['faces'])}"
    if not facts["hits"]:
        return [*lines, f"{fired}  no hit"]
    parts = [f"sunk {units_told(scene.book, facts['lost'])}"] if facts["lost"] else []
    parts += [f"with {units_told(scene.book, facts['cargo'])} aboard"] if facts["cargo"] else []
    parts += [f"damaged {units_told(scene.book, facts['damaged'])}"] if facts["damaged"] else []
    hits = f"{facts['hits']} hit{'s' if facts['hits'] > 1 else ''}"
    rolled = damage_told(scene.book, facts)
    return [*lines, f"{fired}  {hits}: {' '.join(parts) or 'nothing'}{rolled}"]


def scrambled(entry: Entry, scene: Scene) -> Sequence[str]:
    """Aircraft rose from their base to a battle beside it."""
    facts = entry.facts
    way = f"{scene.place(facts['base'])} > {scene.place(facts['at'])}"
    units = units_told(scene.book, facts["units"])
    return [f"SCRAMBLE (8.6)  {scene.title(facts['owner'])}: {units}: {way}"]


def moving_force(entry: Entry, scene: Scene) -> Sequence[str]:
    """What the force behind a screen did."""
    facts = entry.facts
    ships = f"{scene.title(facts['owner'])}: {units_told(scene.book, facts['units'])}"
    what = f"{MOVES[entry.outcome]} {scene.place(facts['to'])}"
    return [f"MOVING FORCE (9.7) behind the screen of {scene.place(facts['at'])}  {ships} {what}"]


def guarded_crossing(entry: Entry, scene: Scene) -> Sequence[str]:
    """Coastal Artillery fired at ships that passed a narrow crossing."""
    facts = entry.facts
    hits = f"{facts['hits']} hit{'s' if facts['hits'] > 1 else ''}, {facts['lost']} sunk"
    told = hits if facts["hits"] else "no hit"
    ships = f"{scene.title(facts['nation'])}: {units_told(scene.book, facts['ships'])}"
    return [
        f"GUARDED CROSSING (12.9)  {ships} pass the guns of {scene.place(facts['at'])}",
        f"{len(facts['faces'])} at {facts['value']}: {faces_told(facts['faces'])}  {told}",
    ]


ASSAULT_PARAGRAPHS: Final[Paragraphs] = {
    "no-assault": no_assault,
    "shore-bombardment": shore_bombardment,
    "coastal-artillery": coastal_artillery,
    "scramble": scrambled,
    "moving-force": moving_force,
    "guarded-crossing": guarded_crossing,
}
