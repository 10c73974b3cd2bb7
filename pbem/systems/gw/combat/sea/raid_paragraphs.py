"""The words of reports on bombing, rockets, shelling and convoy raids, from their verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry, Facts
from pbem.core.rules.book import Book
from pbem.core.rules.system import Paragraphs
from pbem.systems.gw.combat.air.bombing_targets import title
from pbem.systems.gw.combat.paragraphs import faces_told
from pbem.systems.gw.world.convoy_lines import lines as convoy_lines
from pbem.systems.gw.world.units import name, units_told
from pbem.systems.gw.world.wording import nations

# --- in the air ------------------------------------------------------------------------------


def interception(facts: Facts, scene: Scene) -> list[str]:
    """Who was met on the way, every die, who fell."""
    if not facts["interceptors"]:
        return ["No aircraft met them."]
    lines = [f"Met by {units_told(scene.book, facts['interceptors'])}:"]
    for shot in facts["shots"]:
        side = nations(facts[shot["side"]], scene)
        hits = sum(face <= shot["value"] for face in shot["faces"])
        fire = f"{name(scene.book, shot['unit'])} at {shot['value']}: {faces_told(shot['faces'])}"
        lines.append(f"  {side} {fire}  {hits_told(hits)}")
    for side in ("attacker", "defender"):
        if facts["downed"][side]:
            who = nations(facts[side], scene)
            lines.append(f"Shot down: {units_told(scene.book, facts['downed'][side])} of {who}")
    return lines


def strategic_bombing(entry: Entry, scene: Scene) -> Sequence[str]:
    """A raid on facilities: interception, bombs on each target, guns, what it can still do."""
    facts = entry.facts
    place = scene.place(facts["at"])
    lines = [f"STRATEGIC BOMBING OF {place.upper()} (9.16)  {_who(facts, scene)}"]
    if _flies(facts["sent"]):
        lines += interception(facts, scene)
    for target in facts["targets"]:
        lines += target_told(target, scene)
    if not facts["targets"]:
        lines.append("No bomber came through.")
    return lines


def _who(facts: Facts, scene: Scene) -> str:
    attacker = nations(facts["attacker"], scene)
    return f"{attacker} sends {units_told(scene.book, facts['sent'])}"


def _flies(sent: Iterable[Sequence[Any]]) -> bool:
    return any(unit != "strategic-rocket" for unit, _ in sent)


def target_told(target: Facts, scene: Scene) -> list[str]:
    """The bombs on one target, its damage, and the fire of its guns."""
    border = str(target["target"]).partition(":")[2]
    what = title(str(target["target"])) + (f" to {scene.place(border)}" if border else "")
    dice = "; ".join(
        f"{name(scene.book, unit)} {faces_told(faces)}" for unit, faces in target["dice"]
    )
    lines = [f"{what}: {dice}  {target['rolled']} points"]
    if "payments" in target:
        paid = target["payments"]
        state = f"its damage is {target['after']}" if target["after"] else "pushed back"
        lines.append(f"  {state if paid != '0' else 'given up'}; payments made: {paid}")
    else:
        lines.append(f"  {damage_told(target)}")
    for faces in target["guns"]:
        fallen = units_told(scene.book, target["shot"]) if target["shot"] else "no hit"
        lines.append(f"  its guns at {target['hits_on']}: {faces_told(faces)}  {fallen}")
    return lines


def damage_told(target: Facts) -> str:
    """The damage that a target bears now: `damage 7 (was 0), at most 20`."""
    was = f" (was {target['before']})" if target["before"] != target["after"] else " as before"
    full = " and can bear no more" if target["after"] == target["maximum"] else ""
    most = "" if full else f", at most {target['maximum']}"
    return f"its damage is {target['after']}{was}{most}{full}"


def hits_told(hits: int) -> str:
    """`no hit`, `1 hit`, `2 hits`."""
    return f"{hits} hit{'' if hits == 1 else 's'}" if hits else "no hit"


def called_off(entry: Entry, scene: Scene) -> Sequence[str]:
    """There was nothing left to bomb or to shell."""
    facts, what = entry.facts, str(entry.outcome).replace("-", " ")
    sent = units_told(scene.book, facts["sent"])
    return [
        f"{what.upper()} OF {scene.place(facts['at']).upper()} called off: {sent} found nothing"
    ]


def carpet_bombing(entry: Entry, scene: Scene) -> Sequence[str]:
    """Carpet bombing: interception, bombs, Anti-Aircraft fire, losses."""
    facts = entry.facts
    lines = [f"CARPET BOMBING OF {scene.place(facts['at']).upper()} (9.17)  {_who(facts, scene)}"]
    if _flies(facts["sent"]):
        lines += interception(facts, scene)
    lines += shots_told(scene.book, facts["dice"])
    lines.append(_lost(facts, scene))
    if facts["flak"]:
        faces, value = facts["flak"]
        fallen = units_told(scene.book, facts["shot"]) if facts["shot"] else "no hit"
        lines.append(f"Anti-Aircraft Artillery at {value}: {faces_told(faces)}  {fallen}")
    return lines


def shots_told(book: Book, dice: Iterable[Sequence[Any]]) -> list[str]:
    """`  2 Strategic Bomber, 3 dice each at 2: 5 1 …`."""
    return [
        f"  {count} {name(book, unit)}, {each} {'dice' if each > 1 else 'die'} each at {value}: "
        f"{faces_told(faces)}"
        for unit, count, each, value, faces in dice
    ]


def _lost(facts: Facts, scene: Scene) -> str:
    many = hits_told(facts["hits"]).capitalize()
    lost = f": {nations(facts['defender'], scene)} lost {units_told(scene.book, facts['lost'])}"
    return many + (lost if facts["lost"] else "")


def attrition(entry: Entry, scene: Scene) -> Sequence[str]:
    """Advanced Artillery shelled a neighbouring zone."""
    facts = entry.facts
    origin = " and ".join(map(scene.place, facts["came"]))
    head = f"ATTRITION ATTACK ON {scene.place(facts['at']).upper()} (7.8)"
    who = nations(facts["attacker"], scene)
    return [
        f"{head}  {who} from {origin}",
        *shots_told(scene.book, facts["dice"]),
        _lost(facts, scene),
    ]


# --- at sea ----------------------------------------------------------------------------------


def convoy_raid(entry: Entry, scene: Scene) -> Sequence[str]:
    """A raid on convoys: every pair of dice, who paid, what the escorts did."""
    facts = entry.facts
    place, attacker = scene.place(facts["at"]).upper(), nations(facts["attacker"], scene)
    sent = ", ".join(
        f"{count} {raider_told(scene.book, unit, duty)}" for unit, count, duty in facts["sent"]
    )
    crossing = ", ".join(convoy_lines(scene.book)[line].title for line in facts["lines"])
    lines = [
        f"CONVOY RAID IN {place} (9.11)  {attacker} with {sent}",
        f"{crossing}: {protection(scene.book, facts)}",
    ]
    if "interceptors" in facts:
        lines += interception(facts, scene)
    lines += [f"  {row_told(row, scene)}" for row in facts["raids"]]
    lines += paid_told(facts, scene)
    for roll in facts["defence"]:
        lines.append(f"  {defender_told(scene.book, roll)}")
    if facts["lost"]:
        lines.append(f"{attacker} lost {units_told(scene.book, facts['lost'])}")
    damaged = facts.get("damaged", [])
    if damaged:
        lines.append(f"damaged: {units_told(scene.book, damaged)}")
    if facts["defence"] and not (facts["lost"] or damaged):
        lines.append("No raider was hit.")
    return lines


def raider_told(book: Book, unit: str, duty: str) -> str:
    """A raider, with its mines."""
    return f"{name(book, unit)} laying mines" if duty == "mines" else name(book, unit)


def protection(book: Book, facts: Facts) -> str:
    """Who protects the convoys."""
    parts = []
    if facts["escorts"]:
        parts.append(f"escorted by {units_told(book, facts['escorts'].items())}")
    if facts["patrols"]:
        parts.append(f"watched by {units_told(book, facts['patrols'].items())}")
    return ", ".join(parts) or "without escort or patrol"


def row_told(row: Facts, scene: Scene) -> str:
    """One pair of dice: `Submarine 5 +2 against the convoy's 3 +1: 3 IPP`."""
    raider = raider_told(scene.book, row["unit"], "mines" if row["mines"] else "")
    own = f"{raider} {row['raider']}"
    own += f" +{row['adds']}" if row["adds"] else ""
    theirs = f"{row['convoy']}" + (f" +{row['protects']}" if row["protects"] else "")
    paid = ", ".join(f"{scene.title(n)} loses {ipps} IPP" for n, ipps in row["paid"].items())
    return f"{own} against {scene.title(row['against'])} {theirs}: {paid or 'no damage'}"


def paid_told(facts: Facts, scene: Scene) -> list[str]:
    """What each nation lost on which line, and what it can still lose here in this turn."""
    lines = []
    for nation, by_line in facts["paid"].items():
        total, left = sum(by_line.values()), facts["left"].get(nation, 0)
        where = ", ".join(
            f"{ipps} {line.replace('-', ' ').title()}" for line, ipps in by_line.items()
        )
        lines.append(
            f"{scene.title(nation)} lost {total} IPP ({where}); "
            f"it can lose {left or 'nothing'} more here in this calendar turn"
        )
    return lines


def defender_told(book: Book, roll: Facts) -> str:
    """A defence roll: `Destroyer 1 at 4: 3  1 hit`."""
    mines = str(roll["who"]).endswith("-mines")
    who = str(roll["who"]).removesuffix("-mines")
    named = "the convoy (Advanced ASW)" if who == "convoy" else f"{roll['count']} {name(book, who)}"
    against = " against layers of mines" if mines else ""
    told = f"{faces_told(roll['faces'])}  {hits_told(roll['hits'])}"
    return f"{named} at {roll['value']}{against}: {told}"


def no_raid(entry: Entry, scene: Scene) -> Sequence[str]:
    """There was nothing left to raid."""
    facts = entry.facts
    who, place = nations(facts["attacker"], scene), scene.place(facts["at"]).upper()
    return [f"NO RAID IN {place} (9.11)  {who}: no enemy has more to lose there in this turn"]


def patrol_lost(entry: Entry, scene: Scene) -> Sequence[str]:
    """Aircraft on patrol that could land nowhere any more."""
    facts = entry.facts
    unit = units_told(scene.book, [[facts["unit"], facts["count"]]])
    where, why = scene.place(facts["at"]), f"no landing place within {facts['range']}"
    return [f"PATROL LOST (8.7)  {scene.title(facts['owner'])}: {unit} over {where}, {why}"]


def rockets_lost(entry: Entry, scene: Scene) -> Sequence[str]:
    """Rockets that were overrun."""
    facts = entry.facts
    unit, place = (
        units_told(scene.book, [["strategic-rocket", facts["count"]]]),
        scene.place(facts["at"]),
    )
    return [f"ROCKETS LOST (7.8)  {scene.title(facts['owner'])}: {unit}, alone in {place}"]


RAID_PARAGRAPHS: Final[Paragraphs] = {
    "strategic-bombing": strategic_bombing,
    "carpet-bombing": carpet_bombing,
    "called-off": called_off,
    "attrition": attrition,
    "convoy-raid": convoy_raid,
    "no-raid": no_raid,
    "patrol": patrol_lost,
    "rockets": rockets_lost,
}
