"""What an amendment changed, in the words of players: units, places, nations, never events.

Decides nothing of play. Leaves to `moderation` what may be amended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from pbem.core.reading.scene import Scene
from pbem.core.record.events import (
    ClockAdvanced,
    Event,
    PlaceChanged,
    PowerChanged,
    PowerCreated,
    TrackChanged,
    UnitChanged,
    UnitCreated,
    UnitMoved,
    event_from,
)
from pbem.core.record.foreknown import KNOWN
from pbem.core.record.ledger import Entry
from pbem.core.record.state import Mark

AMENDMENT: Final = "amendment"  # the verdict
KNEW: Final = "made after dice of the next run were known"


def amended(entry: Entry, scene: Scene) -> Sequence[str]:
    """Who amended what, and why; each change on a line, a relation of two once."""
    head = f"AMENDMENT ({entry.body['cite']})  {entry.outcome}"
    made = (event_from(one.body) for one in scene.entries if one.kind == "event")
    said = [e.body for e in scene.entries if e.kind == "correction" and e.path == entry.path]
    known = [KNEW] if any(KNOWN in body for body in said) else []
    return [head, f"by {entry.facts['author']}", *known, *change_lines(made, scene)]


def change_lines(made: Iterable[Event], scene: Scene) -> Iterator[str]:
    """Changes of a position, each on a line; places that go from one to another stand together."""
    lines: dict[str, None] = {}
    for hands, several in groupby(made, _hands):
        if hands is None:
            for event in several:
                lines |= dict.fromkeys(_TELLING[type(event)](event, scene))
        else:
            changed = (event for event in several if isinstance(event, PlaceChanged))
            places = ", ".join(scene.place(event.place) for event in changed)
            old, new = (scene.title(str(one)) if one else "nobody" for one in hands)
            lines[f"{places}: now of {new}, before of {old}"] = None
    return iter(lines)


def _hands(event: Event) -> tuple[object, object] | None:
    """Out of whose hands a place goes into whose; None of other changes."""
    if isinstance(event, PlaceChanged) and event.what == "controller":
        return event.old, event.new
    return None


def _moved(event: UnitMoved, scene: Scene) -> Iterator[str]:
    """`1 Infantry of Germany: Berlin > Bavaria`."""
    way = f"{scene.place(event.old)} > {scene.place(event.new)}"
    yield f"{_whose(scene, event.unit, event.count)}: {way}"


def _whose(scene: Scene, unit: str, count: int | None) -> str:
    known = scene.known_units.get(unit)
    owner = f" of {scene.title(known.owner)}" if known else ""
    return f"{scene.unit(unit, count)}{owner}"


def _changed(event: UnitChanged, scene: Scene) -> Iterator[str]:
    """What a unit bears, what it is, whose it is, who may see it."""
    who = _whose(scene, event.unit, event.count)
    known = scene.known_units.get(event.unit)
    where = f" in {scene.place(known.at)}" if known else ""
    if event.what == "mark":
        mark = event.new if isinstance(event.new, Mark) else None
        yield f"{who}{where}: {_mark(scene, event.mark, mark)}"
    elif event.what == "secret":
        seers = event.new if isinstance(event.new, tuple) else ()
        yield f"{who}{where}: seen by {', '.join(seers) or 'everybody'}"
    else:
        becomes = "now of" if event.what == "owner" else "becomes"
        yield f"{who}{where}: {becomes} {_value(scene, event.new)}"


def _mark(scene: Scene, name: str, mark: Mark | None) -> str:
    """`now damaged 1`, `no longer face-down`."""
    word = scene.word(name)
    if mark is None:
        return f"no longer {word}"
    return f"now {word}" if mark.value is True else f"now {word} {mark.value}"


def _created(event: UnitCreated, scene: Scene) -> Iterator[str]:
    """A unit that is new, or that never was."""
    made = event.new or event.old
    if made is not None:
        verb = "new" if event.old is None else "no more"
        whose = f"{scene.name_of(made)} of {scene.title(made.owner)}"
        yield f"{verb}: {whose} in {scene.place(made.at)}"


def _place(event: PlaceChanged, scene: Scene) -> Iterator[str]:
    """What is at a place; whose it is `change_lines` says."""
    yield f"{scene.place(event.place)}, {scene.word(event.name)}: {_was_and_is(scene, event)}"


def _power(event: PowerChanged, scene: Scene) -> Iterator[str]:
    """What a nation has, is, or is to another."""
    who = scene.title(event.power)
    if event.what == "relation":
        pair = " and ".join(sorted((who, scene.title(event.name))))
        yield f"{pair}: {event.new or 'peace'}, before {event.old or 'peace'}"
    elif event.what in ("side", "players", "homes"):
        yield f"{who}, {event.what}: {_was_and_is(scene, event)}"
    else:
        yield f"{who}, {scene.word(event.name)}: {_was_and_is(scene, event)}"


def _seat(event: PowerCreated, scene: Scene) -> Iterator[str]:
    yield f"{scene.title(event.power)} {'comes into being' if event.new else 'is no more'}"


def _track(event: TrackChanged, scene: Scene) -> Iterator[str]:
    yield f"{scene.word(event.track)}: {_was_and_is(scene, event)}"


def _clock(event: ClockAdvanced, scene: Scene) -> Iterator[str]:
    heading = scene.game.system.words.heading
    now = event.new
    told = heading(scene.game.at(scene.after)) if heading else f"{now.turn}, impulse {now.impulse}"
    yield f"it is now {told}, {now.window}"


def _was_and_is(scene: Scene, event: PlaceChanged | PowerChanged | TrackChanged) -> str:
    return f"now {_value(scene, event.new)}, before {_value(scene, event.old)}"


def _value(scene: Scene, value: object) -> str:
    """A value of a state in words."""
    if value is None or value is False:
        return "nothing" if value is None else "no"
    return "yes" if value is True else scene.said(str(value))


_TELLING: Final[Mapping[type, Callable[[Any, Scene], Iterator[str]]]] = {
    UnitMoved: _moved,
    UnitChanged: _changed,
    UnitCreated: _created,
    PlaceChanged: _place,
    PowerChanged: _power,
    PowerCreated: _seat,
    TrackChanged: _track,
    ClockAdvanced: _clock,
}
