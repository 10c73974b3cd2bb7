"""The words of reports on battles at sea, assaults from it, screens and scrambles.

Decides: the words alone, from the facts of verdicts.
Leaves to `raid_paragraphs`: raids on convoys.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.rules.book import Book
from pbem.core.rules.system import Written
from pbem.systems.gw.battle.naval_battle import OUTCOME_MEANS
from pbem.systems.gw.battle.rounds import Outcome
from pbem.systems.gw.battle.ship_damage import Struck
from pbem.systems.gw.combat.air.scramble import ScrambleVerdict
from pbem.systems.gw.combat.land.amphibious_combat import (
    CoastalArtilleryVerdict,
    NoAssaultVerdict,
    ShoreBombardmentVerdict,
)
from pbem.systems.gw.combat.paragraphs import by_stage, faces_told, shot_told, sides_told
from pbem.systems.gw.combat.sea.coastal_fire import GuardedCrossingVerdict
from pbem.systems.gw.combat.sea.naval_combat import NoNavalCombatVerdict
from pbem.systems.gw.combat.sea.naval_fight import Salvo
from pbem.systems.gw.combat.sea.naval_verdicts import AtSea, NavalCombatVerdict, NavalRoundVerdict
from pbem.systems.gw.combat.sea.screening import MovingForceVerdict
from pbem.systems.gw.world.units import name, units_told
from pbem.systems.gw.world.vocabulary import Counted
from pbem.systems.gw.world.wording import nations


def naval_round(verdict: NavalRoundVerdict, scene: Scene) -> Sequence[str]:
    """A round: who fired, dice, hits, what sank and what is damaged, who is left."""
    sides = sides_told(verdict, scene)
    lines = [f"{scene.place(verdict.where)}, round {verdict.round}"]
    lines += by_stage(verdict.shots, sides, lambda shot: salvo_told(scene.book, shot))
    own, theirs = lefts_told(scene.book, verdict)
    lines.append(f"Left: {sides['attacker']} {own}; {sides['defender']} {theirs}")
    if verdict.retreats_because:
        lines.append(f"{sides['attacker']} breaks off: {verdict.retreats_because}")
    return lines


def salvo_told(book: Book, shot: Salvo) -> str:
    """`2 Heavy Cruiser at 6: 3 9` and `1 hit: 1 Destroyer`."""
    groups = ", ".join(f"{count} at {value}" for count, value, _ in shot.dice)
    return f"{name(book, shot.unit)} {groups}: {faces_told(shot.faces)}  {hits_told(book, shot)}"


def hits_told(book: Book, shot: Salvo) -> str:
    """The hits of a salvo and what they did."""
    hits = shot.hits + shot.selected
    if not hits:
        return "no hit"
    parts = [units_told(book, shot.lost)] if shot.lost else []
    parts += [f"{name(book, unit)} damaged" for unit in shot.damaged]
    chosen = f" ({shot.selected} selected)" if shot.selected else ""
    rolled = damage_told(book, shot.struck)
    return f"{hits} hit{'s' if hits > 1 else ''}: {', '.join(parts) or 'nobody'}{chosen}{rolled}"


def damage_told(book: Book, struck: Struck) -> str:
    """What its owner rolled for each capital ship that was hit (15.5): ` (damage, 15.5: …)`."""
    dice = [f"{name(book, unit)} {die}: {taken}" for unit, die, taken in struck]
    return f" (damage, 15.5: {', '.join(dice)})" if dice else ""


def lefts_told(book: Book, verdict: AtSea) -> Sequence[str]:
    """What each side has left, with its damaged ships."""
    return (
        _left_told(book, verdict.attacker_left, verdict.attacker_damaged),
        _left_told(book, verdict.defender_left, verdict.defender_damaged),
    )


def _left_told(book: Book, left: Counted, damaged: Mapping[str, int]) -> str:
    words = ", ".join(f"{count} {name(book, unit)} damaged" for unit, count in damaged.items())
    return f"{units_told(book, left)} ({words})" if words else units_told(book, left)


def naval_battle_over(verdict: NavalCombatVerdict, scene: Scene) -> Sequence[str]:
    """How a naval battle ended and what it cost."""
    rounds, meaning = verdict.rounds, OUTCOME_MEANS[Outcome(verdict.outcome)]
    many = f"{rounds} round{'s' if rounds != 1 else ''}"
    lines = [f"NAVAL BATTLE, {scene.place(verdict.where).upper()} (9.6) after {many}: {meaning}"]
    own, theirs = lefts_told(scene.book, verdict)
    for powers, lost, left, under in (
        (verdict.attacker, verdict.attacker_lost, own, verdict.attacker_submerged),
        (verdict.defender, verdict.defender_lost, theirs, verdict.defender_submerged),
    ):
        dived = f"; submerged {units_told(scene.book, under)}" if under else ""
        told = units_told(scene.book, lost)
        lines.append(f"{nations(powers, scene)} lost {told}; left {left}{dived}")
    return lines


def combat_declined(verdict: NoNavalCombatVerdict, scene: Scene) -> Sequence[str]:
    """Submarines declined combat, and nobody could force them."""
    who = f"{nations(verdict.attacker, scene)} and {nations(verdict.defender, scene)}"
    return [f"NO BATTLE (8.9) in {scene.place(verdict.where)}  {who}: submarines decline combat"]


NAVAL_PARAGRAPHS: Final[Written] = {
    NavalRoundVerdict: naval_round,
    NavalCombatVerdict: naval_battle_over,
    NoNavalCombatVerdict: combat_declined,
}


MOVES: Final = {
    "goes-on": "goes on to",
    "falls-back": "falls back to",
    "cannot-leave": "cannot leave",
    "waits": "waits in",
}


def no_assault(verdict: NoAssaultVerdict, scene: Scene) -> Sequence[str]:
    """Units stayed aboard, because the sea before the shore was not theirs."""
    told = units_told(scene.book, verdict.units)
    who = f"{nations(verdict.attacker, scene)}: {told} stay aboard"
    why = "their ships have fought there after going on (9.7)"
    if verdict.outcome == "stood-down":
        why = f"their ships leave {scene.place(verdict.sea)}"
    if verdict.ships:
        ships = units_told(scene.book, verdict.ships)
        why = f"{ships} of the enemy in {scene.place(verdict.sea)}"
    return [f"NO ASSAULT (9.8) on {scene.place(verdict.where)}  {who}: {why}"]


def shore_bombardment(verdict: ShoreBombardmentVerdict, scene: Scene) -> Sequence[str]:
    """Ships fired at the shore before the landing."""
    attacker, defender = nations(verdict.attacker, scene), nations(verdict.defender, scene)
    lines = [f"SHORE BOMBARDMENT of {scene.place(verdict.where)} (9.9)  {attacker} v {defender}"]
    lines += [f"  {shot_told(scene.book, shot)}" for shot in verdict.shots]
    return [*lines, f"Left: {defender} {units_told(scene.book, verdict.defender_left)}"]


def coastal_artillery(verdict: CoastalArtilleryVerdict, scene: Scene) -> Sequence[str]:
    """Guns on the shore fired at ships."""
    place, ships = scene.place(verdict.where), verdict.ships
    who = f"{scene.title(verdict.owner)}'s guns fire at {ships} ship{'s' if ships > 1 else ''}"
    seas = " and ".join(map(scene.place, verdict.sea))
    lines = [f"COASTAL ARTILLERY of {place} (12.9)  {who} in {seas}"]
    fired = f"{len(verdict.faces)} at {verdict.value}: {faces_told(verdict.faces)}"
    if not verdict.hits:
        return [*lines, f"{fired}  no hit"]
    parts = [f"sunk {units_told(scene.book, verdict.lost)}"] if verdict.lost else []
    parts += [f"with {units_told(scene.book, verdict.cargo)} aboard"] if verdict.cargo else []
    parts += [f"damaged {units_told(scene.book, verdict.damaged)}"] if verdict.damaged else []
    hits = f"{verdict.hits} hit{'s' if verdict.hits > 1 else ''}"
    rolled = damage_told(scene.book, verdict.struck)
    return [*lines, f"{fired}  {hits}: {' '.join(parts) or 'nothing'}{rolled}"]


def scrambled(verdict: ScrambleVerdict, scene: Scene) -> Sequence[str]:
    """Aircraft rose from their base to a battle beside it."""
    way = f"{scene.place(verdict.base)} > {scene.place(verdict.where)}"
    units = units_told(scene.book, verdict.units)
    return [f"SCRAMBLE (8.6)  {scene.title(verdict.owner)}: {units}: {way}"]


def moving_force(verdict: MovingForceVerdict, scene: Scene) -> Sequence[str]:
    """What the force behind a screen did."""
    ships = f"{scene.title(verdict.owner)}: {units_told(scene.book, verdict.units)}"
    what = f"{MOVES[verdict.outcome]} {scene.place(verdict.to)}"
    return [f"MOVING FORCE (9.7) behind the screen of {scene.place(verdict.where)}  {ships} {what}"]


def guarded_crossing(verdict: GuardedCrossingVerdict, scene: Scene) -> Sequence[str]:
    """Coastal Artillery fired at ships that passed a narrow crossing."""
    hits = f"{verdict.hits} hit{'s' if verdict.hits > 1 else ''}, {verdict.lost} sunk"
    told = hits if verdict.hits else "no hit"
    ships = f"{scene.title(verdict.nation)}: {units_told(scene.book, verdict.ships)}"
    return [
        f"GUARDED CROSSING (12.9)  {ships} pass the guns of {scene.place(verdict.where)}",
        f"{len(verdict.faces)} at {verdict.value}: {faces_told(verdict.faces)}  {told}",
    ]


ASSAULT_PARAGRAPHS: Final[Written] = {
    NoAssaultVerdict: no_assault,
    ShoreBombardmentVerdict: shore_bombardment,
    CoastalArtilleryVerdict: coastal_artillery,
    ScrambleVerdict: scrambled,
    MovingForceVerdict: moving_force,
    GuardedCrossingVerdict: guarded_crossing,
}
