"""The words of reports about money, research, repairs and what comes into play (5, 7, 11).

Decides nothing of play: all it tells stands in verdicts and in the position. Leaves losses of money
and zones to the paragraphs of their chapters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.rules.system import Paragraphs
from pbem.systems.gw.economy.incomes import IPPS
from pbem.systems.gw.economy.research import stages
from pbem.systems.gw.world.units import name
from pbem.systems.gw.world.wording import because


def income_increase(entry: Entry, scene: Scene) -> Sequence[str]:
    """An income that others' actions or a roll changed."""
    facts = entry.facts
    nation, change = scene.title(facts["nation"]), facts["change"]
    sign = "+" if change >= 0 else ""
    told = f"{facts['was']} {sign}{change} is {entry.outcome}"
    why = because(facts["cause"], scene)
    rolled = f": {change} on {facts['die']}" if facts["die"] else ""
    return [f"Income of {nation} ({entry.body['cite']}): {told} ({why}{rolled})"]


def research(entry: Entry, scene: Scene) -> Sequence[str]:
    """A technology roll."""
    facts = entry.facts
    stage = stages(scene.book)[facts["stage"] - 1]
    what = f"{name(scene.book, facts['technology'])}, stage {stage}"
    outcome = "done" if entry.outcome == "stage-done" else "nothing"
    roll = f"{facts['die']} against {facts['needed']} or more"
    return [f"{scene.title(facts['nation'])} researches {what} (7.7): {roll}: {outcome}"]


def placement(entry: Entry, scene: Scene) -> Sequence[str]:
    """What comes into play, zone by zone, and what waits."""
    facts = entry.facts
    zones: dict[str, list[str]] = {}
    for unit, count, at in facts["units"]:
        zones.setdefault(scene.place(at), []).append(f"{count} {name(scene.book, unit)}")
    parts = [f"{zone} {', '.join(units)}" for zone, units in sorted(zones.items())]
    lines = [f"{scene.title(facts['nation'])} places (11.1): {'; '.join(parts) or 'nothing'}"]
    waiting = ", ".join(f"{count} {name(scene.book, unit)}" for unit, count in facts["waiting"])
    return [*lines, f"Waiting in the Place Units Box: {waiting}"] if waiting else lines


def repaired(entry: Entry, scene: Scene) -> Sequence[str]:
    """A ship in a yard."""
    facts = entry.facts
    ship, zone = name(scene.book, facts["ship"]), scene.place(facts["at"])
    if entry.outcome == "left":
        return [f"{ship} left the yard of {zone} and is not repaired (7.4)"]
    return [f"{zone} repairs {facts['hits']} of {ship} (7.4): {facts['damage']} damage left"]


def facility(entry: Entry, scene: Scene) -> Sequence[str]:
    """A facility that is finished or upgraded."""
    facts = entry.facts
    zone, what = scene.place(facts["at"]), name(scene.book, facts["facility"])
    if entry.outcome == "upgraded":
        return [f"{name(scene.book, facts['was'])} in {zone} becomes a {what} (11.3)"]
    border = facts["border"]
    return [f"{what} in {zone}{f' towards {scene.place(border)}' if border else ''} (11.3)"]


def training(entry: Entry, scene: Scene) -> Sequence[str]:
    """Units that were upgraded."""
    facts = entry.facts
    zone = scene.place(facts["at"])
    was, now = (name(scene.book, facts[key]) for key in ("was", "unit"))
    return [f"{facts['count']} {was} in {zone} become {now} (11.2)"]


def income(entry: Entry, scene: Scene) -> Sequence[str]:
    """What a nation collects."""
    facts = entry.facts
    parts = [f"{ipps} {name(scene.book, item)}" for item, ipps in facts["bonus"].items()]
    bonus = f" and {', '.join(parts)}" if parts else ""
    nation = scene.title(facts["nation"])
    return [f"{nation} collects {facts['income']}{bonus} (11.6): {facts['cash']} IPP in hand"]


def wartime_share(entry: Entry, scene: Scene) -> Sequence[str]:
    """What a nation of the Commonwealth gets of the money of its Wartime Economy."""
    facts = entry.facts
    nation, giver = scene.title(facts["nation"]), scene.title(facts["giver"])
    return [f"{nation} gets {entry.outcome} IPP of {giver}'s Wartime Economy (7.8)"]


def interdiction(entry: Entry, scene: Scene) -> Sequence[str]:
    """An attempt to intercept lend-lease."""
    facts = entry.facts
    theirs, ours = facts["dice"]
    foe, nation = scene.title(facts["foe"]), scene.title(facts["nation"])
    outcome = "intercepted" if entry.outcome == "lost" else "it gets through"
    dice = f"{foe} {theirs}, {nation} {ours}"
    return [f"Lend-lease in {scene.place(facts['at'])} (11.4): {dice}: {outcome}"]


def lend_lease(entry: Entry, scene: Scene) -> Sequence[str]:
    """Lend-lease delivered, lost or waiting."""
    facts, outcome = entry.facts, entry.outcome
    nation, receiver = scene.title(facts["nation"]), scene.title(facts["receiver"])
    thing = "IPP" if facts["what"] == IPPS else name(scene.book, facts["what"])
    kind, _, zone = facts["purpose"].partition("/")
    purpose = f" for {kind} in {zone}".replace("-", " ") if kind else ""
    told = f"{facts['count']} {thing}{purpose} from {nation} to {receiver}"
    if outcome == "waits":
        return [f"Lend-lease (11.4): no way for {told}; it waits"]
    way = ", ".join(map(scene.place, facts["way"]))
    return [f"Lend-lease (11.4): {told} {outcome}", f"Way: {way}"]


def lend_lease_briefly(entry: Entry, scene: Scene) -> Sequence[str]:
    """The same without its way."""
    return lend_lease(entry, scene)[:1]


def recruitment(entry: Entry, scene: Scene) -> Sequence[str]:
    """A recruitment roll of a controlled minor."""
    facts = entry.facts
    told = f"{facts['count']} {name(scene.book, facts['unit'])} in {scene.place(facts['at'])}"
    outcome = told if entry.outcome == "recruits" else "nobody"
    nation, roll = scene.title(facts["nation"]), f"{facts['die']} against {facts['zones']} zones"
    return [f"Recruits of {nation} (11.5): {roll}: {outcome}"]


ECONOMY_PARAGRAPHS: Final[Paragraphs] = {
    "income-increase": income_increase,
    "research": research,
    "placement": placement,
    "repair": repaired,
    "facility": facility,
    "training": training,
    "income": income,
    "wartime-share": wartime_share,
    "interdiction": interdiction,
    "lend-lease": lend_lease,
    "recruitment": recruitment,
}

ECONOMY_BRIEFS: Final[Paragraphs] = {"lend-lease": lend_lease_briefly}
