"""The words of reports about the wars in Spain, China and Abyssinia (13) and the warlords (4.9).

Decides the words alone. Leaves what happened to the modules of this folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.rules.position import position_of
from pbem.core.rules.system import Written
from pbem.systems.gw.civil_wars.abyssinia import AbyssinianWarVerdict
from pbem.systems.gw.civil_wars.chinese_civil_war import (
    EVOLVES_AT,
    ChineseVictoryVerdict,
    CountsForEvolution,
    EvolutionVerdict,
    continental_china,
    worth_of_zones,
)
from pbem.systems.gw.civil_wars.spanish_civil_war import (
    FreeDivisionVerdict,
    SpainAfterwards,
    SpanishVictoryVerdict,
    continental_zones,
)
from pbem.systems.gw.civil_wars.truce import TruceVerdict
from pbem.systems.gw.civil_wars.warlords import WarlordsVerdict
from pbem.systems.gw.world.nations import CHINESE_FACTIONS, SPANISH_FACTIONS, is_fought
from pbem.systems.gw.world.units import name
from pbem.systems.gw.world.vocabulary import PowerFlag, TrackName, Treaty
from pbem.systems.gw.world.wording import MONTHS

TRUCE_MEANS: Final = {
    "agreed": "TRUCE IN CHINA (13.3)  KMT and CCP fight each other no more: each may enter the"
    " other's zones, and they defend together.",
    "broken": "TRUCE BROKEN (13.3)  {who} the truce: KMT and CCP are at war again.",
    "over": "TRUCE OVER (13.3)  No foreign unit is left in Continental China: KMT and CCP are at"
    " war again.",
}
PARTY: Final = {"abyssinia": "Abyssinia possesses Eritrea and has won. It becomes French as soon as"
                " France is at war with a Major Power.",
                "italy": "Italy possesses Abyssinia and has won."}  # fmt: skip


def _places(zones: Sequence[str], scene: Scene) -> str:
    return ", ".join(map(scene.place, zones))


def spanish_victory(verdict: SpanishVictoryVerdict, scene: Scene) -> Sequence[str]:
    """Who won in Spain, and what that changes."""
    winner, loser = scene.title(verdict.winner), scene.title(verdict.loser)
    patron = scene.title(verdict.patron)
    neutral = verdict.afterwards == SpainAfterwards.NEUTRAL
    status = "a neutral nation" if neutral else f"controlled by {patron}"
    year, month = verdict.until.split("-")
    return [
        f"THE SPANISH CIVIL WAR IS OVER (13.1)  {winner} hold all of continental Spain.",
        f"{loser} leave the game with {verdict.removed} units; colonies and islands go to the"
        " victor, facilities are repaired, the victor's ships lie before Spanish ports.",
        f"Spain is {status} now. {patron} may regroup its forces (`regroup`) in one turn, until"
        f" {MONTHS[month]} {year}, gets a free Infantry each turn and may use Spain's ports.",
    ]


def free_division(verdict: FreeDivisionVerdict, scene: Scene) -> Sequence[str]:
    """A Blue Division or an International Brigade."""
    name = verdict.name.replace("-", " ").title()
    nation, place = scene.title(verdict.nation), scene.place(verdict.where)
    return [f"{name} (13.1): 1 Infantry for {nation} in {place}"]


def abyssinian_war(verdict: AbyssinianWarVerdict, scene: Scene) -> Sequence[str]:
    """The end of the Italian campaign."""
    return [f"THE WAR IN ABYSSINIA IS OVER (13.2)  {PARTY[verdict.outcome]}"]


def warlords(verdict: WarlordsVerdict, scene: Scene) -> Sequence[str]:
    """Warlords go over to a faction, with what they have."""
    faction = scene.title(verdict.outcome)
    units: dict[str, list[str]] = {}
    for unit, count, at in verdict.units:
        units.setdefault(scene.place(at), []).append(f"{count} {name(scene.book, unit)}")
    told = "; ".join(f"{place} {', '.join(here)}" for place, here in units.items())
    return [
        f"WARLORDS (4.9)  {_places(verdict.zones, scene)} join {faction}:"
        f" {scene.title(verdict.attacker)} attacked.",
        f"With them: {told or 'no units'}",
    ]


def evolution(verdict: EvolutionVerdict, scene: Scene) -> Sequence[str]:
    """A Chinese faction is a Major Power from now on."""
    faction = scene.title(verdict.outcome)
    worth = f"Its zones are worth {verdict.worth} IPP, {verdict.needed} are needed"
    if verdict.worth < verdict.needed:
        worth = "It has won the civil war"
    return [
        f"{faction} EVOLVES (13.3)  {worth}: it is a Major Power now.",
        "It may leave the Chinese Home Country, build facilities and do research; with a factory it"
        " may build anything. Its strategic naval allowance is 1.",
    ]


def chinese_victory(verdict: ChineseVictoryVerdict, scene: Scene) -> Sequence[str]:
    """The end of the Chinese Civil War."""
    winner, loser = scene.title(verdict.outcome), scene.title(verdict.loser)
    line = (
        f"THE CHINESE CIVIL WAR IS OVER (13.3)  {winner} has eliminated {loser} on the continent."
    )
    zones = _places(verdict.zones, scene)
    if not zones:
        return [line]
    goes = f"goes to {winner}" if verdict.zones_go == "pass" else f"is still {loser}'s"
    return [line, f"What was left to it {goes}: {zones}"]


def truce(verdict: TruceVerdict, scene: Scene) -> Sequence[str]:
    """The truce begins or ends."""
    by = verdict.by
    who = f"{scene.title(by)} breaks" if by else "One side breaks"
    return [TRUCE_MEANS[verdict.outcome].format(who=who)]


CIVIL_WAR_PARAGRAPHS: Final[Written] = {
    SpanishVictoryVerdict: spanish_victory,
    FreeDivisionVerdict: free_division,
    AbyssinianWarVerdict: abyssinian_war,
    WarlordsVerdict: warlords,
    EvolutionVerdict: evolution,
    ChineseVictoryVerdict: chinese_victory,
    TruceVerdict: truce,
}


# --- how the wars stand --------------------------------------------------------------------------


def civil_wars(scene: Scene) -> Sequence[str]:
    """How the wars in Spain and China stand, before the next orders."""
    return [*_spain(scene), *_china(scene)]


def _spain(scene: Scene) -> list[str]:
    state = scene.after
    if (
        not is_fought(state, TrackName.SPANISH_CIVIL_WAR)
        or state.track(TrackName.SHORT_GAME) is not None
    ):
        return []
    zones = continental_zones(scene.game.board)
    held = [
        f"{scene.title(faction)} {sum(1 for zone in zones if state.controller(zone) == faction)}"
        for faction in SPANISH_FACTIONS
    ]
    return [f"Spain (13.1), of {len(zones)} zones: {', '.join(held)}"]


def _china(scene: Scene) -> list[str]:
    """What the zones of the factions are worth, while one of them can still evolve."""
    state, game = scene.after, scene.game
    factions = [name for name in CHINESE_FACTIONS if name in state.powers]
    if not any(
        state.controller(zone) in CHINESE_FACTIONS for zone in continental_china(game.board)
    ):
        return []
    parts = []
    for faction in factions:
        worth = worth_of_zones(
            position_of(scene.game, state), faction, CountsForEvolution.ALL_ZONES
        )
        done = state.flag(faction, PowerFlag.EVOLVED) is True
        parts.append(f"{scene.title(faction)} {worth} IPP{' (evolved)' if done else ''}")
    truce = " Their truce holds." if state.track(TrackName.TRUCE_CHINA) == Treaty.IN_FORCE else ""
    told = f"China (13.3), a faction evolves at {EVOLVES_AT}: {', '.join(parts)}."
    return [f"{told}{truce}"]
