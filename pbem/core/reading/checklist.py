"""What a run changed on the board: a summary, and the checklist for moving real counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core.reading.scene import Scene, Shift
from pbem.core.record.state import REMOVED


def changed_lines(scene: Scene) -> tuple[str, ...]:
    """What changed: in the system's words if it has any, else places, losses and marks by side."""
    changes = scene.game.system.words.changes
    if changes is not None:
        return (*_power_lines(scene), *changes(scene))
    told = (*_power_lines(scene), *_taken_lines(scene), *_side_lines(scene))
    return told or ("nothing on the board",)


def _power_lines(scene: Scene) -> list[str]:
    """The powers that came into being, ceased, or went from players to others."""
    before, after = scene.before.powers, scene.after.powers
    lines = [
        f"{scene.title(name)} comes into being, on the side of {scene.title(power.side)}, "
        f"played by {scene.people(power.players) or 'nobody'}"
        for name, power in after.items()
        if name not in before
    ]
    lines += [f"{scene.title(name)} is no more" for name in before if name not in after]
    return lines + [
        f"{scene.title(name)} is played by {scene.people(power.players)} now"
        for name, power in after.items()
        if name in before and power.players and before[name].players not in ((), power.players)
    ]


def _taken_lines(scene: Scene) -> list[str]:
    lines = []
    for power, places in scene.taken.items():
        named = ", ".join(scene.place(place) for place in places)
        lines.append(f"{scene.title(power)} takes {named}" if power else f"nobody holds {named}")
    return lines


def _side_lines(scene: Scene) -> list[str]:
    """What each side lost, and what lies off the board now."""
    lines = []
    for side, owners in scene.sides.items():
        parts = [
            f"{'lost' if shift.new == REMOVED else scene.place(shift.new) + ':'} "
            + ", ".join(shift.names)
            for shift in scene.shifts
            if shift.owner in owners and _leaves_board(scene, shift)
        ]
        gone = [scene.name_of(unit) for unit in scene.gone if unit.owner in owners]
        parts += [f"gone: {', '.join(gone)}"] if gone else []
        if parts:
            lines.append(f"{scene.title(side)}: {'; '.join(parts)}")
    return lines


def _leaves_board(scene: Scene, shift: Shift) -> bool:
    return shift.old in scene.game.board and _is_off(scene, shift.new)


def _is_off(scene: Scene, place: str) -> bool:
    """Whether a location is off the board: a pool, a track, nowhere; not inside another unit."""
    return place not in scene.game.board and not place.startswith("in:")


# --- on your board -----------------------------------------------------------------------------


def checklist(scene: Scene) -> tuple[str, ...]:
    """What to do with the counters of a real board, one item a line."""
    items = [
        f"{', '.join(shift.names)}  {scene.spot(shift.old)} > {scene.spot(shift.new)}"
        for shift in scene.shifts
        if shift.new != REMOVED
    ]
    items += _off_items(scene)
    items += [f"on: {scene.name_of(unit)}  {scene.spot(unit.at)}" for unit in scene.created]
    items += _mark_items(scene)
    items += [_flag_item(scene, power, places) for power, places in scene.taken.items()]
    return (*items, _count_item(scene)) if items else ()


def _off_items(scene: Scene) -> list[str]:
    """What leaves the board for good, by where it stood; several owners there are told apart."""
    rows: dict[str, dict[str, list[str]]] = {}
    for shift in scene.shifts:
        if shift.new == REMOVED:
            rows.setdefault(shift.old, {}).setdefault(shift.owner, []).extend(shift.names)
    for unit in scene.gone:
        rows.setdefault(unit.at, {}).setdefault(unit.owner, []).append(scene.name_of(unit))
    return [f"off {scene.spot(place)}: {_by_owner(scene, row)}" for place, row in rows.items()]


def _by_owner(scene: Scene, names: Mapping[str, Sequence[str]]) -> str:
    if len(names) == 1:
        return ", ".join(*names.values())
    return "; ".join(f"{scene.title(owner)} {', '.join(row)}" for owner, row in names.items())


def _mark_items(scene: Scene) -> list[str]:
    """Marks that were set or cleared, each with the units it concerns.

    A unit that has left the board has left its marks behind: that needs no line.
    """
    rows: dict[str, list[str]] = {}
    quiet = scene.game.system.quiet_marks
    for unit in scene.after.units.values():
        if unit.count is None and unit.id in scene.before.units:
            for name, mark in scene.marked(unit).items():
                if name in quiet or (mark is None and _is_off(scene, unit.at)):
                    continue
                rows.setdefault(_mark_words(scene, name, mark), []).append(scene.name_of(unit))
    for group in scene.newly_marked:
        told = [item for item in sorted(group.marks.items()) if item[0] not in quiet]
        words = " and ".join(_mark_words(scene, *item) for item in told)
        if words:
            rows.setdefault(words, []).append(f"{scene.name_of(group)} in {scene.spot(group.at)}")
    return [f"{words}: {', '.join(rows[words])}" for words in sorted(rows)]


def _mark_words(scene: Scene, name: str, mark: Any) -> str:
    word = scene.word(name)
    if mark is None:
        return f"no longer {word}"
    return f"now {word}" if mark.value is True else f"now {word} {mark.value}"


def _flag_item(scene: Scene, power: str, places: Sequence[str]) -> str:
    spots = ", ".join(scene.spot(place) for place in places)
    return f"{scene.title(power)} flag: {spots}" if power else f"flag off: {spots}"


def _count_item(scene: Scene) -> str:
    """How many stacks and counters must lie on the board in the end."""
    stacks = [place for place in scene.after.index if place in scene.game.board]
    counters = sum(unit.size for place in stacks for unit in scene.after.at(place))
    return f"then count: {len(stacks)} stacks, {counters} counters"
