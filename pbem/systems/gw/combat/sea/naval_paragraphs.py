"""The words of reports on naval battles, from the facts of their verdicts alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.rules.book import Book
from pbem.core.rules.system import Paragraph
from pbem.systems.gw.battle.naval_battle import OUTCOME_MEANS
from pbem.systems.gw.battle.rounds import Outcome
from pbem.systems.gw.combat.paragraphs import STAGES
from pbem.systems.gw.world.units import name, units_told
from pbem.systems.gw.world.wording import nations

SIDES: Final = ("attacker", "defender")


def naval_round(entry: Entry, scene: Scene) -> Sequence[str]:
    """A round: who fired, dice, hits, what sank and what is damaged, who is left."""
    facts = entry.body["facts"]
    lines = [f"{scene.place(facts['at'])}, round {facts['round']}"]
    last = ("", "")
    for shot in facts["shots"]:
        step = (STAGES[shot["stage"]], nations(facts[shot["side"]], scene))
        if step != last:
            lines.append(f"{step[0]}: {step[1]}")
            last = step
        lines.append(f"  {salvo_told(scene.book, shot)}")
    left = [f"{nations(facts[side], scene)} {left_told(scene.book, facts, side)}" for side in SIDES]
    lines.append(f"Left: {'; '.join(left)}")
    if facts["retreats_because"]:
        attacker = nations(facts["attacker"], scene)
        lines.append(f"{attacker} breaks off: {facts['retreats_because']}")
    return lines


def salvo_told(book: Book, shot: Mapping[str, Any]) -> str:
    """`2 Heavy Cruiser at 6: 3 9` and `1 hit: 1 Destroyer`."""
    groups = ", ".join(f"{count} at {value}" for count, value, _ in shot["dice"])
    faces = " ".join(map(str, shot["faces"]))
    return f"{name(book, shot['unit'])} {groups}: {faces}  {hits_told(book, shot)}"


def hits_told(book: Book, shot: Mapping[str, Any]) -> str:
    """The hits of a salvo and what they did."""
    hits = shot["hits"] + shot["selected"]
    if not hits:
        return "no hit"
    parts = [units_told(book, shot["lost"])] if shot["lost"] else []
    parts += [f"{name(book, unit)} damaged" for unit in shot["damaged"]]
    chosen = f" ({shot['selected']} selected)" if shot["selected"] else ""
    dice = [f"{name(book, unit)} {die}: {taken}" for unit, die, taken in shot.get("struck", ())]
    rolled = f" (damage, 15.5: {', '.join(dice)})" if dice else ""
    return f"{hits} hit{'s' if hits > 1 else ''}: {', '.join(parts) or 'nobody'}{chosen}{rolled}"


def left_told(book: Book, facts: Mapping[str, Any], side: str) -> str:
    """What a side has left, with its damaged ships."""
    damaged = facts[f"{side}_damaged"]
    words = ", ".join(f"{count} {name(book, unit)} damaged" for unit, count in damaged.items())
    left = units_told(book, facts[f"{side}_left"])
    return f"{left} ({words})" if words else left


def naval_battle_over(entry: Entry, scene: Scene) -> Sequence[str]:
    """How a naval battle ended and what it cost."""
    facts = entry.body["facts"]
    rounds, meaning = facts["rounds"], OUTCOME_MEANS[Outcome(entry.body["outcome"])]
    many = f"{rounds} round{'s' if rounds != 1 else ''}"
    lines = [f"NAVAL BATTLE, {scene.place(facts['at']).upper()} (9.6) after {many}: {meaning}"]
    for side in SIDES:
        under = facts[f"{side}_submerged"]
        dived = f"; submerged {units_told(scene.book, under)}" if under else ""
        who, lost = nations(facts[side], scene), units_told(scene.book, facts[f"{side}_lost"])
        lines.append(f"{who} lost {lost}; left {left_told(scene.book, facts, side)}{dived}")
    return lines


def combat_declined(entry: Entry, scene: Scene) -> Sequence[str]:
    """Submarines declined combat, and nobody could force them."""
    facts = entry.body["facts"]
    who = f"{nations(facts['attacker'], scene)} and {nations(facts['defender'], scene)}"
    return [f"NO BATTLE (8.9) in {scene.place(facts['at'])}  {who}: submarines decline combat"]


NAVAL_PARAGRAPHS: Final[Mapping[str, Paragraph]] = {
    "naval-round": naval_round,
    "naval-combat": naval_battle_over,
    "no-naval-combat": combat_declined,
}
