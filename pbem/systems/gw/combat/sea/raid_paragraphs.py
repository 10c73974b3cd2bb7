"""The words of reports on bombing, rockets, shelling and convoy raids, from their verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.rules.book import Book
from pbem.core.rules.system import Written
from pbem.systems.gw.combat.air.bombing import (
    Bombed,
    CalledOffVerdict,
    RaidVerdict,
    StrategicBombingVerdict,
)
from pbem.systems.gw.combat.air.bombing_targets import title
from pbem.systems.gw.combat.air.interception import MetVerdict
from pbem.systems.gw.combat.land.carpet_bombing import (
    AttritionVerdict,
    CarpetBombingVerdict,
    Shelling,
)
from pbem.systems.gw.combat.paragraphs import faces_told, sides_told
from pbem.systems.gw.combat.sea.raid_defence import DefenceRoll
from pbem.systems.gw.combat.sea.raiding import ConvoyRaidVerdict, NoRaidVerdict, Pair
from pbem.systems.gw.world.convoy_lines import lines as convoy_lines
from pbem.systems.gw.world.units import name, units_told
from pbem.systems.gw.world.vocabulary import Counted
from pbem.systems.gw.world.wording import nations

# --- in the air ------------------------------------------------------------------------------


def interception(met: MetVerdict, scene: Scene) -> list[str]:
    """Who was met on the way, every die, who fell."""
    if not met.interceptors:
        return ["No aircraft met them."]
    lines = [f"Met by {units_told(scene.book, met.interceptors)}:"]
    sides = sides_told(met, scene)
    for shot in met.shots or ():
        hits = sum(face <= shot.value for face in shot.faces)
        fire = f"{name(scene.book, shot.unit)} at {shot.value}: {faces_told(shot.faces)}"
        lines.append(f"  {sides[shot.side]} {fire}  {hits_told(hits)}")
    downed = met.downed or {}
    return lines + [
        f"Shot down: {units_told(scene.book, downed[side])} of {who}"
        for side, who in sides.items()
        if downed.get(side)
    ]


def strategic_bombing(verdict: StrategicBombingVerdict, scene: Scene) -> Sequence[str]:
    """A raid on facilities: interception, bombs on each target, guns, what it can still do."""
    place = scene.place(verdict.where)
    lines = [f"STRATEGIC BOMBING OF {place.upper()} (9.16)  {_who(verdict, scene)}"]
    if _flies(verdict.sent):
        lines += interception(verdict, scene)
    for target in verdict.targets:
        lines += target_told(target, scene)
    if not verdict.targets:
        lines.append("No bomber came through.")
    return lines


def _who(raid: RaidVerdict, scene: Scene) -> str:
    return f"{nations(raid.attacker, scene)} sends {units_told(scene.book, raid.sent)}"


def _flies(sent: Counted) -> bool:
    return any(unit != "strategic-rocket" for unit, _ in sent)


def target_told(target: Bombed, scene: Scene) -> list[str]:
    """The bombs on one target, its damage, and the fire of its guns."""
    border = target.target.partition(":")[2]
    what = title(target.target) + (f" to {scene.place(border)}" if border else "")
    dice = "; ".join(f"{name(scene.book, unit)} {faces_told(faces)}" for unit, faces in target.dice)
    lines = [f"{what}: {dice}  {target.rolled} points"]
    paid = target.payments
    if paid is not None:
        state = f"its damage is {target.after}" if target.after else "pushed back"
        lines.append(f"  {state if paid != '0' else 'given up'}; payments made: {paid}")
    else:
        lines.append(f"  {damage_told(target)}")
    for faces in target.guns:
        fallen = units_told(scene.book, target.shot) if target.shot else "no hit"
        lines.append(f"  its guns at {target.hits_on}: {faces_told(faces)}  {fallen}")
    return lines


def damage_told(target: Bombed) -> str:
    """The damage that a target bears now: `damage 7 (was 0), at most 20`."""
    was = f" (was {target.before})" if target.before != target.after else " as before"
    full = " and can bear no more" if target.after == target.maximum else ""
    most = "" if full else f", at most {target.maximum}"
    return f"its damage is {target.after}{was}{most}{full}"


def hits_told(hits: int) -> str:
    """`no hit`, `1 hit`, `2 hits`."""
    return f"{hits} hit{'' if hits == 1 else 's'}" if hits else "no hit"


def called_off(verdict: CalledOffVerdict, scene: Scene) -> Sequence[str]:
    """There was nothing left to bomb or to shell."""
    what = verdict.outcome.replace("-", " ")
    sent = units_told(scene.book, verdict.sent)
    return [
        f"{what.upper()} OF {scene.place(verdict.where).upper()} called off: {sent} found nothing"
    ]


def carpet_bombing(verdict: CarpetBombingVerdict, scene: Scene) -> Sequence[str]:
    """Carpet bombing: interception, bombs, Anti-Aircraft fire, losses."""
    lines = [
        f"CARPET BOMBING OF {scene.place(verdict.where).upper()} (9.17)  {_who(verdict, scene)}"
    ]
    if _flies(verdict.sent):
        lines += interception(verdict, scene)
    lines += shots_told(scene.book, verdict.dice)
    lines.append(_lost(verdict, scene))
    if verdict.flak:
        faces, value = verdict.flak
        fallen = units_told(scene.book, verdict.shot) if verdict.shot else "no hit"
        lines.append(f"Anti-Aircraft Artillery at {value}: {faces_told(faces)}  {fallen}")
    return lines


def shots_told(book: Book, dice: Shelling) -> list[str]:
    """`  2 Strategic Bomber, 3 dice each at 2: 5 1 …`."""
    return [
        f"  {count} {name(book, unit)}, {each} {'dice' if each > 1 else 'die'} each at {value}: "
        f"{faces_told(faces)}"
        for unit, count, each, value, faces in dice
    ]


def _lost(raid: CarpetBombingVerdict | AttritionVerdict, scene: Scene) -> str:
    many = hits_told(raid.hits).capitalize()
    lost = f": {nations(raid.defender, scene)} lost {units_told(scene.book, raid.lost)}"
    return many + (lost if raid.lost else "")


def attrition(verdict: AttritionVerdict, scene: Scene) -> Sequence[str]:
    """Advanced Artillery shelled a neighbouring zone."""
    origin = " and ".join(map(scene.place, verdict.came))
    head = f"ATTRITION ATTACK ON {scene.place(verdict.where).upper()} (7.8)"
    who = nations(verdict.attacker, scene)
    return [
        f"{head}  {who} from {origin}",
        *shots_told(scene.book, verdict.dice),
        _lost(verdict, scene),
    ]


# --- at sea ----------------------------------------------------------------------------------


def convoy_raid(verdict: ConvoyRaidVerdict, scene: Scene) -> Sequence[str]:
    """A raid on convoys: every pair of dice, who paid, what the escorts did."""
    place, attacker = scene.place(verdict.where).upper(), nations(verdict.attacker, scene)
    sent = ", ".join(
        f"{count} {raider_told(scene.book, unit, duty)}" for unit, count, duty in verdict.sent
    )
    crossing = ", ".join(convoy_lines(scene.book)[line].title for line in verdict.lines)
    lines = [
        f"CONVOY RAID IN {place} (9.11)  {attacker} with {sent}",
        f"{crossing}: {protection(scene.book, verdict)}",
    ]
    if verdict.interceptors is not None:
        lines += interception(verdict, scene)
    lines += [f"  {row_told(row, scene)}" for row in verdict.raids]
    lines += paid_told(verdict, scene)
    for roll in verdict.defence:
        lines.append(f"  {defender_told(scene.book, roll)}")
    if verdict.lost:
        lines.append(f"{attacker} lost {units_told(scene.book, verdict.lost)}")
    damaged = verdict.damaged
    if damaged:
        lines.append(f"damaged: {units_told(scene.book, damaged)}")
    if verdict.defence and not (verdict.lost or damaged):
        lines.append("No raider was hit.")
    return lines


def convoy_raid_briefly(verdict: ConvoyRaidVerdict, scene: Scene) -> Sequence[str]:
    """What a raid on convoys cost both."""
    attacker = nations(verdict.attacker, scene)
    paid = [f"{scene.title(n)} lost {sum(rows.values())} IPP" for n, rows in verdict.paid.items()]
    gone = [f"{attacker} lost {units_told(scene.book, verdict.lost)}"] if verdict.lost else []
    hurt = verdict.damaged
    gone += [f"damaged: {units_told(scene.book, hurt)}"] if hurt else []
    sent = units_told(scene.book, [(unit, count) for unit, count, _ in verdict.sent])
    told = "; ".join((*paid, *gone)) or "no damage"
    place = scene.place(verdict.where).upper()
    return [f"CONVOY RAID IN {place} (9.11)  {attacker}, {sent}: {told}"]


def raider_told(book: Book, unit: str, duty: str) -> str:
    """A raider, with its mines."""
    return f"{name(book, unit)} laying mines" if duty == "mines" else name(book, unit)


def protection(book: Book, raid: ConvoyRaidVerdict) -> str:
    """Who protects the convoys."""
    parts = []
    if raid.escorts:
        parts.append(f"escorted by {units_told(book, raid.escorts.items())}")
    if raid.patrols:
        parts.append(f"watched by {units_told(book, raid.patrols.items())}")
    return ", ".join(parts) or "without escort or patrol"


def row_told(row: Pair, scene: Scene) -> str:
    """One pair of dice: `Submarine 5 +2 against the convoy's 3 +1: 3 IPP`."""
    raider = raider_told(scene.book, row.unit, "mines" if row.mines else "")
    own = f"{raider} {row.raider}"
    own += f" +{row.adds}" if row.adds else ""
    theirs = f"{row.convoy}" + (f" +{row.protects}" if row.protects else "")
    paid = ", ".join(f"{scene.title(n)} loses {ipps} IPP" for n, ipps in row.paid.items())
    return f"{own} against {scene.title(row.against)} {theirs}: {paid or 'no damage'}"


def paid_told(raid: ConvoyRaidVerdict, scene: Scene) -> list[str]:
    """What each nation lost on which line, and what it can still lose here in this turn."""
    lines = []
    for nation, by_line in raid.paid.items():
        total, left = sum(by_line.values()), raid.left.get(nation, 0)
        where = ", ".join(
            f"{ipps} {line.replace('-', ' ').title()}" for line, ipps in by_line.items()
        )
        lines.append(
            f"{scene.title(nation)} lost {total} IPP ({where}); "
            f"it can lose {left or 'nothing'} more here in this calendar turn"
        )
    return lines


def defender_told(book: Book, roll: DefenceRoll) -> str:
    """A defence roll: `Destroyer 1 at 4: 3  1 hit`."""
    mines = roll.who.endswith("-mines")
    who = roll.who.removesuffix("-mines")
    named = "the convoy (Advanced ASW)" if who == "convoy" else f"{roll.count} {name(book, who)}"
    against = " against layers of mines" if mines else ""
    told = f"{faces_told(roll.faces)}  {hits_told(roll.hits)}"
    return f"{named} at {roll.value}{against}: {told}"


def no_raid(verdict: NoRaidVerdict, scene: Scene) -> Sequence[str]:
    """There was nothing left to raid."""
    who, place = nations(verdict.attacker, scene), scene.place(verdict.where).upper()
    return [f"NO RAID IN {place} (9.11)  {who}: no enemy has more to lose there in this turn"]


RAID_PARAGRAPHS: Final[Written] = {
    StrategicBombingVerdict: strategic_bombing,
    CarpetBombingVerdict: carpet_bombing,
    CalledOffVerdict: called_off,
    AttritionVerdict: attrition,
    ConvoyRaidVerdict: convoy_raid,
    NoRaidVerdict: no_raid,
}

RAID_BRIEFS: Final[Written] = {ConvoyRaidVerdict: convoy_raid_briefly}
