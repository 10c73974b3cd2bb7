"""What a run changed, in a few lines: places, losses and powers by side."""

from __future__ import annotations

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
        f"played by {scene.names(power.players) or 'nobody'}"
        for name, power in after.items()
        if name not in before
    ]
    lines += [f"{scene.title(name)} is no more" for name in before if name not in after]
    return lines + [
        f"{scene.title(name)} is played by {scene.names(power.players)} now"
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
