"""What reports say of ships: interceptions, battles, missions. Decides the words alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.systems.tw.sea.sea_verdicts import (
    CalledOffVerdict,
    CrowdedVerdict,
    InterceptionVerdict,
    KebirVerdict,
    LandingVerdict,
    PortLostVerdict,
    SeaBattleVerdict,
    SupplyLineVerdict,
    SupplyRunVerdict,
    SurpriseVerdict,
    VoyageVerdict,
)
from pbem.systems.tw.world.telling import told_units

PARTS: Final = {
    "strike": "aircraft against ships",
    "screen": "ships against aircraft",
    "all": "all against all",
    "port": "aircraft against ships in port",
}
MISSIONS: Final = {
    "transport": "sea transport",
    "stratmove": "strategic movement",
    "base": "change of base",
    "patrol": "patrol",
    "landing": "landing",
    "hunt": "hunt",
    "convoy": "convoy",
    "supply": "supply run",
    "strike": "strike on a port",
}


def interception_lines(verdict: InterceptionVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of an interception."""
    what = "COUNTER-INTERCEPTION" if verdict.counter else "INTERCEPTION"
    came = "finds" if verdict.found else "misses"
    who, target = told_units(scene, verdict.ships), told_units(scene, verdict.target)
    return (
        f"{what} in {scene.place(verdict.at or '')}: {scene.place(verdict.base)} {came} the enemy",
        f"{who} against {target}",
        _die(verdict.die, verdict.row, verdict.modifiers),
    )


def surprise_lines(verdict: SurpriseVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of the die for surprise."""
    found = "surprise the ships" if verdict.surprised else "are expected"
    where = scene.place(verdict.at or "")
    return (f"AIRCRAFT OVER {where}: {told_units(scene, verdict.aircraft)} {found}",
            f"die {verdict.die}" + ("; espionage -1" if verdict.spied else ""))  # fmt: skip


def sea_battle_lines(verdict: SeaBattleVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a roll of a battle at sea."""
    attack, defence = (_fleets(halves) for halves in verdict.halves)
    part = PARTS.get(verdict.part, verdict.part)
    where = scene.place(verdict.at or "")
    thrown = (
        "no die: all attackers are sunk"
        if verdict.die is None or verdict.row is None
        else _die(verdict.die, verdict.row, verdict.modifiers)
    )
    return (
        f"BATTLE AT SEA in {where}, round {verdict.round}, {part}: {verdict.result}",
        f"{told_units(scene, verdict.attackers)} against {told_units(scene, verdict.defenders)}",
        f"{attack} to {defence}, column {verdict.odds}; {thrown}",
        *_losses(verdict, scene),
    )


def voyage_lines(verdict: VoyageVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a mission that was met."""
    ends = {"goes-on": "goes on", "turns-back": "turns back", "lost": "is lost"}
    mission = MISSIONS.get(verdict.mission, verdict.mission)
    left = told_units(scene, verdict.ships) or "none"
    where = scene.place(verdict.at or "")
    return (
        f"{scene.title(verdict.power).upper()}: {mission} met in {where} {ends[verdict.outcome]}",
        f"ships left: {left}",
    )


def crowded_lines(verdict: CrowdedVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of units that a beachhead does not hold."""
    where, who = scene.place(verdict.at or ""), told_units(scene, verdict.units)
    return (f"BEACHHEAD of {where} is full", f"Depleted and back in port: {who}")


def called_off_lines(verdict: CalledOffVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of an assault on a beach that is not made."""
    own, enemy = verdict.factors
    where, who = scene.place(verdict.at or ""), told_units(scene, verdict.units)
    return (
        f"ASSAULT on {where} is called off: {own} factors in the air against {enemy}",
        f"back in port: {who}",
    )


def supply_line_lines(verdict: SupplyLineVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a supply line that was attacked."""
    end = "is cut" if verdict.cut else "holds"
    where = f" in {scene.place(verdict.at)}" if verdict.at else ""
    way = ", ".join(map(scene.place, verdict.way))
    line = f"supply line to {scene.place(verdict.port)} {end}{where}"
    lines = (f"{scene.title(verdict.power).upper()}: {line}", f"its way: {way}")
    if not verdict.without:
        return lines
    return (*lines, f"out of supply: {told_units(scene, verdict.without)}")


def supply_run_lines(verdict: SupplyRunVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a supply run."""
    came = "is supplied" if verdict.through else "is not reached"
    way = ", ".join(map(scene.place, verdict.way))
    to = scene.place(verdict.at or "")
    return (f"{scene.title(verdict.power).upper()}: SUPPLY RUN, {to} {came}",
            f"from {scene.place(verdict.origin)} by {way}")  # fmt: skip


def kebir_lines(verdict: KebirVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of what Vichy thinks of the British attack."""
    if verdict.unit is None:
        return ("VICHY stays out of the war", f"die {verdict.die}")
    where = f" and sails to {scene.place(verdict.to)}" if verdict.to else ""
    return ("VICHY is angered", f"{told_units(scene, [verdict.unit])} joins the Axis{where}",
            f"die {verdict.die}")  # fmt: skip


def port_lost_lines(verdict: PortLostVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a ship whose port has fallen."""
    who = told_units(scene, [verdict.unit])
    goes = f"sails to {scene.place(verdict.to)}" if verdict.to else "is lost"
    return (f"SHIPS leave {scene.place(verdict.at or '')}", f"{who} {goes}")


def landing_lines(verdict: LandingVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of an invasion."""
    met = f"they meet {told_units(scene, verdict.met)}" if verdict.met else "nobody meets them"
    where = scene.place(verdict.at or "")
    return (f"INVASION of {where}", f"{told_units(scene, verdict.units)}: {met}")


def _fleets(halves: int) -> str:
    """Halves of a Fleet: `2`, `1½`."""
    whole = str(halves // 2) if halves >= 2 or not halves else ""
    return whole + ("½" if halves % 2 else "")


def _die(die: int, row: int, modifiers: Mapping[str, int]) -> str:
    said = "; ".join(f"{name} {value:+d}" for name, value in modifiers.items())
    return f"die {die}" + (f", {said}: {row}" if said else "")


def _losses(verdict: SeaBattleVerdict, scene: Scene) -> Iterator[str]:
    if verdict.sunk:
        yield f"sunk: {told_units(scene, verdict.sunk)}"
    if verdict.depleted:
        spaces = ", ".join(map(str, verdict.damage))
        yield f"Depleted: {told_units(scene, verdict.depleted)}; spaces to repair: {spaces}"
