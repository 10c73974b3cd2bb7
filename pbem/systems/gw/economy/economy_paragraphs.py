"""The words of reports about money, research, repairs and what comes into play (5, 7, 11).

Decides nothing of play: all it tells stands in verdicts and in the position. Leaves losses of money
and zones to the paragraphs of their chapters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.rules.system import Written
from pbem.systems.gw.economy.collecting import IncomeVerdict, WartimeShareVerdict
from pbem.systems.gw.economy.finishing import FacilityVerdict, RepairVerdict, TrainingVerdict
from pbem.systems.gw.economy.incomes import IncomeIncreaseVerdict
from pbem.systems.gw.economy.research import ResearchVerdict, stages
from pbem.systems.gw.world.units import name
from pbem.systems.gw.world.wording import because


def income_increase(verdict: IncomeIncreaseVerdict, scene: Scene) -> Sequence[str]:
    """An income that others' actions or a roll changed."""
    nation, change = scene.title(verdict.nation), verdict.change
    sign = "+" if change >= 0 else ""
    told = f"{verdict.was} {sign}{change} is {verdict.outcome}"
    why = because(verdict.cause, scene)
    rolled = f": {change} on {verdict.die}" if verdict.die else ""
    return [f"Income of {nation} ({verdict.rule}): {told} ({why}{rolled})"]


def research(verdict: ResearchVerdict, scene: Scene) -> Sequence[str]:
    """A technology roll."""
    stage = stages(scene.book)[verdict.stage - 1]
    what = f"{name(scene.book, verdict.technology)}, stage {stage}"
    outcome = "done" if verdict.outcome == "stage-done" else "nothing"
    roll = f"{verdict.die} against {verdict.needed} or more"
    return [f"{scene.title(verdict.nation)} researches {what} (7.7): {roll}: {outcome}"]


def repaired(verdict: RepairVerdict, scene: Scene) -> Sequence[str]:
    """A ship in a yard."""
    ship, zone = name(scene.book, verdict.ship), scene.place(verdict.where)
    if verdict.outcome == "left":
        return [f"{ship} left the yard of {zone} and is not repaired (7.4)"]
    return [f"{zone} repairs {verdict.hits} of {ship} (7.4): {verdict.damage} damage left"]


def facility(verdict: FacilityVerdict, scene: Scene) -> Sequence[str]:
    """A facility that is finished or upgraded."""
    zone, what = scene.place(verdict.where), name(scene.book, verdict.facility)
    if verdict.outcome == "upgraded":
        return [f"{name(scene.book, verdict.was)} in {zone} becomes a {what} (11.3)"]
    border = verdict.border
    return [f"{what} in {zone}{f' towards {scene.place(border)}' if border else ''} (11.3)"]


def training(verdict: TrainingVerdict, scene: Scene) -> Sequence[str]:
    """Units that were upgraded."""
    zone = scene.place(verdict.where)
    was, now = name(scene.book, verdict.was), name(scene.book, verdict.unit)
    return [f"{verdict.count} {was} in {zone} become {now} (11.2)"]


def income(verdict: IncomeVerdict, scene: Scene) -> Sequence[str]:
    """What a nation collects."""
    parts = [f"{ipps} {name(scene.book, item)}" for item, ipps in verdict.bonus.items()]
    bonus = f" and {', '.join(parts)}" if parts else ""
    nation = scene.title(verdict.nation)
    return [f"{nation} collects {verdict.income}{bonus} (11.6): {verdict.cash} IPP in hand"]


def wartime_share(verdict: WartimeShareVerdict, scene: Scene) -> Sequence[str]:
    """What a nation of the Commonwealth gets of the money of its Wartime Economy."""
    nation, giver = scene.title(verdict.nation), scene.title(verdict.giver)
    return [f"{nation} gets {verdict.outcome} IPP of {giver}'s Wartime Economy (7.8)"]


ECONOMY_PARAGRAPHS: Final[Written] = {
    IncomeIncreaseVerdict: income_increase,
    ResearchVerdict: research,
    RepairVerdict: repaired,
    FacilityVerdict: facility,
    TrainingVerdict: training,
    IncomeVerdict: income,
    WartimeShareVerdict: wartime_share,
}
