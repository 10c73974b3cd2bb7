"""The verdicts of an impulse without its battles, and their paragraphs (8, 10, 12).

Decides what reports say of them. Leaves what is found to `actions` and `last_impulse`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import PlaceId, PowerId, UnitId, Verdict

TALLIES: Final = ("asterisks", "advance")  # what the weather chart tells beside the zones


@dataclass(frozen=True, slots=True)
class ActionVerdict(Verdict):
    """The action of a power, others by offensive points; not `ordered`, it passes."""

    kind: ClassVar[str] = "action"
    cite: ClassVar[str] = "10"

    power: PowerId
    action: str
    ordered: bool
    also: tuple[str, ...] = ()
    points: int = 0

    @property
    def outcome(self) -> str:
        return self.action


@dataclass(frozen=True, slots=True)
class OffensiveVerdict(Verdict):
    """Offensive points spent: the HQ that helps, the HQs turned up, what may be done beyond limits.

    `more` is paid as it is done.
    """

    kind: ClassVar[str] = "offensive"
    cite: ClassVar[str] = "16"

    power: PowerId
    price: int
    left: int
    hq: UnitId | None = None
    action: str = ""
    face_up: tuple[UnitId, ...] = ()
    more: Mapping[str, int] = field(default_factory=dict)

    @property
    def outcome(self) -> str:
        return "spent"


@dataclass(frozen=True, slots=True)
class EndModifier:
    """What changes the die of the last impulse test."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class LastImpulseVerdict(Verdict):
    """The last impulse test; without a `roll`, and all that follows, nobody rolls yet (option 34).

    The `modifiers` give the `total`, which the `end_number` of the `box` is compared with.
    """

    kind: ClassVar[str] = "last-impulse-test"
    cite: ClassVar[str] = "12"

    over: bool
    roll: int | None
    modifiers: tuple[EndModifier, ...] | None = None
    total: int | None = None
    box: int | None = None
    end_number: int | None = None

    @property
    def outcome(self) -> str:
        return "over" if self.over else "goes-on"

    @property
    def modified(self) -> str:
        """`7`, or `4, all powers passed -1 = 3`."""
        changes = "".join(f", {_plain(item.name)} {item.value}" for item in self.modifiers or ())
        return f"{self.roll}{changes} = {self.total}" if changes else str(self.roll)


@dataclass(frozen=True, slots=True)
class WeatherVerdict(Verdict):
    """The weather by zone, and what the asterisks of the last roll added."""

    kind: ClassVar[str] = "weather"
    cite: ClassVar[str] = "8"

    roll: int
    asterisks_before: int
    total: int
    weather: Mapping[str, str | int]

    @property
    def outcome(self) -> str:
        return "rolled"


def _plain(name: str) -> str:
    return name.replace("-", " ")


# --- paragraphs ----------------------------------------------------------------------------------


def action_lines(verdict: ActionVerdict, scene: Scene) -> Sequence[str]:
    """The action of a power."""
    why = "" if verdict.ordered else ", since no action was ordered"
    why += f", for {verdict.points} offensive points" if verdict.points else ""
    actions = " and ".join((verdict.action, *verdict.also))
    return [f"ACTION {scene.title(verdict.power)}: {actions}{why} ({verdict.cite})"]


def offensive_lines(verdict: OffensiveVerdict, scene: Scene) -> Sequence[str]:
    """What offensive points were spent for, and how many are left."""
    parts = [f"{scene.unit(verdict.hq)} helps in the {verdict.action} action"] if verdict.hq else []
    parts += [f"{scene.units(verdict.face_up)} face-up"] if verdict.face_up else []
    parts += [f"up to {many} more {_plain(kind)}" for kind, many in verdict.more.items()]
    return [
        f"OFFENSIVE {scene.title(verdict.power)} ({verdict.cite})   {'; '.join(parts)}: "
        f"{verdict.price} offensive points, {verdict.left} left"
    ]


def test_lines(verdict: LastImpulseVerdict, scene: Scene) -> Sequence[str]:
    """The last impulse test."""
    if verdict.roll is None:
        return ["LAST IMPULSE TEST (12)  nobody rolls before both sides have had two impulses"]
    over = "the impulses are over" if verdict.over else "the turn goes on"
    return [
        f"LAST IMPULSE TEST ({verdict.cite})  die {verdict.modified}, "
        f"end number {verdict.end_number} in box {verdict.box}: {over}"
    ]


def zones_in_words(weather: Mapping[str, str], scene: Scene) -> str:
    """`Arctic snow, North Temperate rain`; one word where all zones are alike."""
    if len(set(weather.values())) == 1:
        return next(iter(weather.values()))
    return ", ".join(f"{scene.title(zone)} {kind}" for zone, kind in weather.items())


def weather_lines(verdict: WeatherVerdict, scene: Scene) -> Sequence[str]:
    """The weather roll of a new pair of impulses."""
    before = verdict.asterisks_before
    added = f" +{before} = {verdict.total}" if before else ""
    zones = {zone: str(kind) for zone, kind in verdict.weather.items() if zone not in TALLIES}
    rolled = zones_in_words(zones, scene)
    return [f"WEATHER ({verdict.cite})  die {verdict.roll}{added}: {rolled}"]


@dataclass(frozen=True, slots=True)
class OilVerdict(Verdict):
    """The oil that a power has paid for its whole action, in tenths, and what it has left."""

    kind: ClassVar[str] = "oil"
    cite: ClassVar[str] = "10.3"

    power: PowerId
    tenths: int
    left: int

    @property
    def outcome(self) -> str:
        return "paid"


@dataclass(frozen=True, slots=True)
class OilGivenVerdict(Verdict):
    """The oil that a power has paid for another one, in tenths."""

    kind: ClassVar[str] = "oil-given"
    cite: ClassVar[str] = "10.3"

    power: PowerId
    to: PowerId
    tenths: int

    @property
    def outcome(self) -> str:
        return "given"


@dataclass(frozen=True, slots=True)
class BurntVerdict(Verdict):
    """Saved goods of a hex that their owner has destroyed."""

    kind: ClassVar[str] = "burnt"
    cite: ClassVar[str] = "10.4"

    at: PlaceId
    oil: int = 0
    points: int = 0

    @property
    def outcome(self) -> str:
        return "destroyed"


def oil_lines(verdict: OilVerdict, scene: Scene) -> Sequence[str]:
    """What the action has cost in oil."""
    head = f"OIL {scene.title(verdict.power)} ({verdict.cite})  "
    return [f"{head}{verdict.tenths} tenths for the action, {verdict.left} tenths left"]


def oil_given_lines(verdict: OilGivenVerdict, scene: Scene) -> Sequence[str]:
    """Whom a power has helped with oil."""
    head = f"OIL {scene.title(verdict.power)} ({verdict.cite})  "
    return [f"{head}{verdict.tenths} tenths for {scene.title(verdict.to)}"]


def burnt_lines(verdict: BurntVerdict, scene: Scene) -> Sequence[str]:
    """What was destroyed where."""
    parts = [f"{verdict.oil} saved oil"] * bool(verdict.oil)
    parts += [f"{verdict.points} saved build points"] * bool(verdict.points)
    return [f"BURNT {scene.place(verdict.at)} ({verdict.cite})  {' and '.join(parts)}"]
