"""The verdicts of an impulse without its battles, and their paragraphs (8, 10, 12).

Decides what reports say of them. Leaves what is found to `actions` and `last_impulse`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import PowerId, Verdict


@dataclass(frozen=True, slots=True)
class ActionVerdict(Verdict):
    """The action of a power; not `ordered`, it passes."""

    kind: ClassVar[str] = "action"
    cite: ClassVar[str] = "10"

    power: PowerId
    action: str
    ordered: bool

    @property
    def outcome(self) -> str:
        return self.action


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
    return [f"ACTION {scene.title(verdict.power)}: {verdict.action}{why} ({verdict.cite})"]


def test_lines(verdict: LastImpulseVerdict, scene: Scene) -> Sequence[str]:
    """The last impulse test."""
    if verdict.roll is None:
        return ["LAST IMPULSE TEST (12)  nobody rolls before both sides have had two impulses"]
    over = "the impulses are over" if verdict.over else "the turn goes on"
    return [
        f"LAST IMPULSE TEST ({verdict.cite})  die {verdict.modified}, "
        f"end number {verdict.end_number} in box {verdict.box}: {over}"
    ]


def weather_lines(verdict: WeatherVerdict, scene: Scene) -> Sequence[str]:
    """The weather roll of a new pair of impulses."""
    before = verdict.asterisks_before
    added = f" +{before} = {verdict.total}" if before else ""
    zones = ", ".join(
        f"{zone} {weather}"
        for zone, weather in verdict.weather.items()
        if zone not in ("asterisks", "advance")
    )
    return [f"WEATHER ({verdict.cite})  die {verdict.roll}{added}: {zones}"]
