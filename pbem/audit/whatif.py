"""What if the umpire had ruled otherwise: a run played again with something overridden.

An override names an interpretation (`WIF-11.8-R2=at-once`), or the end of the path of a decision
(`combat/e2140/table=assault`) or of a roll (`combat/e2140/die=7`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.audit.rebuild import Rebuilt
from pbem.core.data.findings import UsageError, suggest
from pbem.core.orders.inputs import Overrides
from pbem.core.reading.checklist import told_marks
from pbem.core.reading.scene import Scene
from pbem.core.record.dice import parse_dice
from pbem.core.record.ledger import Entry
from pbem.core.record.state import State
from pbem.core.record.views import visible_entries, visible_state
from pbem.core.rules.game import Game
from pbem.moderation.differences import entry_differences


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What an override changes, and how much it does not."""

    changed: tuple[str, ...]
    position: tuple[str, ...]
    same: Mapping[str, int] = field(default_factory=dict)
    waits_for: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "changed": list(self.changed),
            "position": list(self.position),
            "same": dict(self.same),
            "waits_for": list(self.waits_for),
        }


def read_overrides(game: Game, entries: Sequence[Entry], said: Iterable[str]) -> Overrides:
    """The overrides that a user types, each meant for something that the run asked or rolled."""
    decisions: dict[str, Any] = {}
    rolls: dict[str, tuple[int, ...]] = {}
    readings: dict[str, str] = {}
    for text in said:
        name, equals, value = text.partition("=")
        if not equals or not value:
            raise UsageError(f"--override {text}: write NAME=VALUE")
        if name in game.interpretations:
            readings[name] = _reading(game, name, value)
            continue
        entry = _meant(entries, name)
        if entry.kind == "roll":
            rolls[entry.path] = _dice(entry, value)
        else:
            decisions[entry.path] = _words(value)
    return Overrides(decisions, rolls, readings)


def _reading(game: Game, name: str, value: str) -> str:
    known = game.interpretations[name].options
    if value not in known:
        raise UsageError(f"'{value}' is no reading of {name}", hint=suggest(value, known))
    return value


def _meant(entries: Sequence[Entry], name: str) -> Entry:
    """The decision or roll whose path ends as typed."""
    asked = [entry for entry in entries if entry.kind in ("decision", "roll")]
    found = [e for e in asked if e.path == name] or [
        e for e in asked if e.path.endswith(f"/{name}")
    ]
    if len(found) == 1:
        return found[0]
    if found:
        listed = ", ".join(entry.path for entry in found[:4])
        raise UsageError(f"'{name}' may be {listed}", hint="write more of the path")
    raise UsageError(
        f"the run has no decision, roll or interpretation '{name}'",
        hint=suggest(name, [e.path.partition("/")[2] for e in asked]),
    )


def _dice(entry: Entry, value: str) -> tuple[int, ...]:
    count, sides = parse_dice(entry.body["dice"])
    words = value.split(",")
    if not all(word.isdecimal() for word in words):
        raise UsageError(f"{entry.path} is a throw of {entry.body['dice']}, not '{value}'")
    shown = tuple(int(word) for word in words)
    if len(shown) != count or not all(1 <= number <= sides for number in shown):
        raise UsageError(f"{entry.path} is a throw of {entry.body['dice']}, not '{value}'")
    return shown


def _words(value: str) -> Any:
    words = [word.strip() for word in value.split(",")]
    return words if len(words) > 1 else words[0]


def what_if(
    rebuilt: Rebuilt, entries: Sequence[Entry], said: Iterable[str], player: str, secrets: bool
) -> WhatIf:
    """Play the run again with overrides, and say what comes out otherwise."""
    overrides = read_overrides(rebuilt.game, entries, said)
    outcome = rebuilt.play(overrides)
    if outcome.pending:
        return WhatIf((), (), waits_for=tuple(q.path for q in outcome.questions))
    old, new = list(entries), list(outcome.ledger.entries)
    before, after = rebuilt.after or rebuilt.play().state, outcome.state
    if not secrets:
        old, new = visible_entries(old, player), visible_entries(new, player)
        before, after = visible_state(before, player), visible_state(after, player)
    return WhatIf(
        changed=entry_differences(old, new),
        position=position_differences(Scene(rebuilt.game, player, before, after, ())),
        same=_same(old, new),
    )


def _same(before: Sequence[Entry], after: Sequence[Entry]) -> dict[str, int]:
    """How many verdicts, decisions and rolls come out exactly as they did."""
    old, new = _results(before), _results(after)
    counts = dict.fromkeys(("verdict", "decision", "roll"), 0)
    for key, result in old.items():
        if new.get(key) == result:
            counts[key[0]] += 1
    return counts


def _results(entries: Iterable[Entry]) -> dict[tuple[str, str, str], Any]:
    found: dict[tuple[str, str, str], Any] = {}
    for entry in entries:
        if entry.kind == "verdict":
            result = entry.body["outcome"], entry.body["facts"]
            found["verdict", entry.path, entry.body["verdict"]] = result
        elif entry.kind == "decision":
            found["decision", entry.path, ""] = entry.body["picks"]
        elif entry.kind == "roll":
            found["roll", entry.path, ""] = entry.body["throws"]
    return found


def position_differences(scene: Scene) -> tuple[str, ...]:
    """Where counters, control and tracks end otherwise: after the run, and after its replay."""
    was, now = scene.before, scene.after
    old, new = (_lying(scene, state) for state in (was, now))
    lines = [
        f"{told}: was {old.get(told, 'not there')}, is {new.get(told, 'not there')}"
        for told in sorted({*old, *new})
        if old.get(told) != new.get(told)
    ]
    for place in sorted({*was.places, *now.places}):
        pair = (was.controller(place), now.controller(place))
        if pair[0] != pair[1]:
            held, holds = (scene.title(power) if power else "nobody" for power in pair)
            lines.append(f"{scene.place(place)}: was {held}'s, is {holds}'s")
    for name in sorted({*was.tracks, *now.tracks}):
        if was.track(name) != now.track(name):
            lines.append(f"{scene.word(name)}: was {was.track(name)}, is {now.track(name)}")
    return tuple(lines)


def _lying(scene: Scene, state: State) -> dict[str, str]:
    """How many like counters of a power lie at a place; where one with a name of its own lies."""
    many: dict[str, int] = {}
    found: dict[str, str] = {}
    for unit in state.units.values():
        name = scene.name_of(replace(unit, count=None))
        marks = ", ".join(told_marks(scene, unit).values())
        whose, place = scene.title(unit.owner), scene.place(unit.at)
        if unit.count is None:
            found[f"{whose} {name}"] = f"{place} ({marks})" if marks else place
        else:
            marked = f"{name} ({marks})" if marks else name
            key = f"{whose} {marked} in {place}"
            many[key] = many.get(key, 0) + unit.count
    return found | {key: str(number) for key, number in many.items()}
