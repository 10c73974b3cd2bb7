"""Training pilots and giving them back (14.6.2, 14.6.5, option 46).

`pilots: [{train: 2}, {train: 1, soon: true}, {retrain: 1}]`. Decides the price, when they arrive,
what a retrained one is worth. Leaves the track to `crews`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.charts import Chart
from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import Verdict
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.orders_of_powers import country_for
from pbem.systems.flames.economy.points import left, spends
from pbem.systems.flames.kits.pilots.crews import counted, on_their_way
from pbem.systems.flames.world.countries import CountryId, one_more, power_over
from pbem.systems.flames.world.position import Position, Umpire
from pbem.systems.flames.world.vocabulary import PowerCount, turn_after

CITE: Final = "14.6.2"


@dataclass(frozen=True, slots=True)
class TrainingVerdict(Verdict):
    """Pilots that a power trains, or gives back: fewer than none; the points that it has more."""

    kind: ClassVar[str] = "training"
    cite: ClassVar[str] = "14.6"

    power: CountryId
    pilots: int
    points: int
    arrives: str

    @property
    def outcome(self) -> str:
        return "trained" if self.pilots > 0 else "retrained"


def training_lines(verdict: TrainingVerdict, scene: Scene) -> Sequence[str]:
    """The pilots that a power trains or retrains."""
    head = f"PILOTS {scene.title(verdict.power)} ({verdict.cite})"
    if verdict.pilots < 0:
        return [f"{head}  {-verdict.pilots} retrained for {verdict.points} build points"]
    when = scene.said(verdict.arrives)
    return [f"{head}  {verdict.pilots} trained for {-verdict.points} build points: {when}"]


@implements("WIF-14.6.2-1")
def training(chart: Chart, soon: bool) -> tuple[int, int]:
    """What a pilot costs, and the turns he takes: for a point more a turn less (14.6.2)."""
    price, turns = (int(chart.at("pilot", name, "others").number) for name in ("cost", "turns"))
    return (price + 1, turns - 1) if soon else (price, turns)


def check_pilots(position: Position, order: Order) -> Ruling:
    """`{train: 2, soon: true}` or `{retrain: 1}` (14.6.2, 14.6.5)."""
    power, findings = country_for(position, order)
    if not position.options.pilots:
        findings = [
            error("option", f"pilots are {position.option('pilots')}, not played", cite=CITE)
        ]
    if findings:
        return Ruling(tuple(findings))
    if "retrain" in order.data:
        return _retrained(position, power, int(order.data["retrain"]))
    return _trained(position, power, int(order.data["train"]), bool(order.data.get("soon")))


@implements("WIF-14.6.2-1", "WIF-13.6.10-37c")
def _trained(position: Position, power: str, many: int, soon: bool) -> Ruling:
    """Pilots are trained for build points; gearing limits know none (13.6.8).

    A country that produces apart trains them for its power.
    """
    price, turns = training(position.book.chart("unit-costs"), soon)
    has = left(position, power)
    if price * many > has:
        message = f"{many} pilots cost {price * many}, {has} build points are left"
        return Ruling((error("too-dear", message, cite=CITE, about="train"),))
    arrives = turn_after(position.clock.turn, turns)
    verdict = TrainingVerdict(None, power=power, pilots=many, points=-price * many, arrives=arrives)
    events = (
        *spends(position, power, price * many),
        *on_their_way(position, power_over(position, power), arrives, many),
    )
    return Ruling((), f"{many} pilots for {price * many} build points", events, verdict)


@implements("WIF-14.6.5-1")
def _retrained(position: Position, power: str, many: int) -> Ruling:
    """Pilots that wait become a build point each (14.6.5)."""
    lord = power_over(position, power)
    has = position.state.counter(lord, PowerCount.PILOTS)
    if many > has:
        return Ruling((_too_few(position, lord, has),))
    verdict = TrainingVerdict(None, power=power, pilots=-many, points=many, arrives="")
    events = (
        *one_more(position, power, PowerCount.RETRAINED, many),
        *counted(position, lord, -many),
    )
    return Ruling((), f"{many} build points for as many pilots", events, verdict)


def _too_few(position: Position, power: str, has: int) -> Finding:
    message = f"{position.called(power)} has {has} pilots without an aircraft"
    hint = f"write retrain: {has}" if has else "only pilots that wait can be retrained"
    return error("no-pilot", message, hint=hint, cite="14.6.5", about="retrain")


def train_pilots(umpire: Umpire) -> None:
    """Pilots are trained and retrained as production begins (14.6)."""
    for order, ruling in umpire.sound_orders(PILOTS.name):
        umpire.apply(*ruling.events)
        umpire.tell(ruling.plan)
        umpire.done(order, ruling.reading)


PILOTS: Final = Section(
    name="pilots",
    title="Pilots to train or to retrain",
    step="pilots",
    schema="pilots",
    cite=CITE,
    check=check_pilots,
)
