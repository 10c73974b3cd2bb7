"""The words of short reports on battles and raids: a line for what the full one tells die by die.

Decides the words alone. Leaves every die to `paragraphs`, `naval_paragraphs`, `raid_paragraphs`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.record.state import REMOVED
from pbem.core.rules.system import Written
from pbem.systems.gw.combat.battle_choices import Shot
from pbem.systems.gw.combat.land.land_fight import BattleVerdict, CombatRoundVerdict
from pbem.systems.gw.combat.paragraphs import ground_told, landed, sides_told
from pbem.systems.gw.combat.retreating import LandingVerdict
from pbem.systems.gw.combat.sea.naval_fight import Salvo
from pbem.systems.gw.combat.sea.naval_verdicts import NavalRoundVerdict
from pbem.systems.gw.combat.sea.raiding import ConvoyRaidVerdict
from pbem.systems.gw.world.units import name, units_told
from pbem.systems.gw.world.wording import nations


def battle(verdict: BattleVerdict, scene: Scene) -> Sequence[str]:
    """Who meets whom and on what ground; who fought is told with who is left."""
    attacker, defender = nations(verdict.attacker, scene), nations(verdict.defender, scene)
    ground = ground_told(verdict.ground, scene)
    head = f"BATTLE OF {scene.place(verdict.where).upper()} (9.5)  {attacker} v {defender}"
    return [f"{head}; {ground}" if ground else head]


def land_round(verdict: CombatRoundVerdict, scene: Scene) -> Sequence[str]:
    """`Warsaw, round 2: Germany 2 hits (2 Militia), Poland 1 hit (Infantry)`."""
    more = [
        f"; {words}: {units_told(scene.book, units)}"
        for words, units in (
            ("broken down and back", verdict.withdrawn),
            ("landed now", verdict.landed),
        )
        if units
    ]
    return _round(verdict, verdict.shots, "".join(more), scene)


def naval_round(verdict: NavalRoundVerdict, scene: Scene) -> Sequence[str]:
    """The same at sea."""
    return _round(verdict, verdict.shots, "", scene)


def _round(
    verdict: CombatRoundVerdict | NavalRoundVerdict, shots: Sequence[Shot], more: str, scene: Scene
) -> Sequence[str]:
    sides = sides_told(verdict, scene)
    hits = (_hits(who, [s for s in shots if s.side == side], scene) for side, who in sides.items())
    if verdict.retreats_because:
        more += f"; {sides['attacker']} breaks off: {verdict.retreats_because}"
    return [f"{scene.place(verdict.where)}, round {verdict.round}: {', '.join(hits)}{more}"]


def _hits(who: str, shots: Sequence[Shot], scene: Scene) -> str:
    """The hits of a side in a round, and what they cost the other."""
    hits = sum(shot.hits + shot.selected for shot in shots)
    if not hits:
        return f"{who} no hit"
    lost: Counter[str] = Counter()
    for shot in shots:
        lost.update(dict(shot.lost))
    parts = [units_told(scene.book, lost.items())] if lost else []
    damaged = (unit for shot in shots if isinstance(shot, Salvo) for unit in shot.damaged)
    parts += [f"{name(scene.book, unit)} damaged" for unit in damaged]
    return f"{who} {hits} hit{'s' if hits > 1 else ''} ({', '.join(parts) or 'nobody'})"


def came_down(verdict: LandingVerdict, scene: Scene) -> Sequence[str]:
    """Only aircraft that found no place to land: the others are on the list of the board."""
    return landed(verdict, scene) if verdict.to == REMOVED else []


def convoy_raid(verdict: ConvoyRaidVerdict, scene: Scene) -> Sequence[str]:
    """What a raid on convoys cost both."""
    attacker = nations(verdict.attacker, scene)
    paid = [f"{scene.title(n)} lost {sum(rows.values())} IPP" for n, rows in verdict.paid.items()]
    gone = [f"{attacker} lost {units_told(scene.book, verdict.lost)}"] if verdict.lost else []
    hurt = verdict.damaged
    gone += [f"damaged: {units_told(scene.book, hurt)}"] if hurt else []
    sent = units_told(scene.book, [(unit, count) for unit, count, _ in verdict.sent])
    told = "; ".join((*paid, *gone)) or "no damage"
    return [
        f"CONVOY RAID IN {scene.place(verdict.where).upper()} (9.11)  {attacker}, {sent}: {told}"
    ]


BRIEFS: Final[Written] = {
    BattleVerdict: battle,
    CombatRoundVerdict: land_round,
    NavalRoundVerdict: naval_round,
    LandingVerdict: came_down,
    ConvoyRaidVerdict: convoy_raid,
}
