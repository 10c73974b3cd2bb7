"""How reports tell an impulse: heading, what changed, and what is next.

Decides the words. Leaves the paragraph of a verdict to the module beside what finds it, names to
the books.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.record.state import REMOVED
from pbem.core.record.verdicts import verdict_from
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.systems.flames.impulse.impulse_verdicts import (
    LastImpulseVerdict,
    WeatherVerdict,
    zones_in_words,
)
from pbem.systems.flames.kits.tracks.boxes import box_of
from pbem.systems.flames.turn.closing import END_OF_TURN
from pbem.systems.flames.world.position import SIDES
from pbem.systems.flames.world.terrain import zone_weather
from pbem.systems.flames.world.vocabulary import UnitMark, turn_after


def _named(game: Game, turn: str) -> str:
    """`Jul/Aug 1941` for `1941-ja`."""
    return game.system.words.names.get(turn, turn)


def heading(position: Position) -> str:
    """When it is: `Jul/Aug 1941, impulse 3, Axis`, or `Jul/Aug 1941, end of the turn`."""
    clock = position.clock
    turn = _named(position.game, clock.turn)
    if clock.window == END_OF_TURN:
        return f"{turn}, end of the turn"
    return f"{turn}, impulse {clock.impulse}, {position.title(clock.side)}"


# --- next and changed ----------------------------------------------------------------------------


def outlook(scene: Scene) -> Sequence[str]:
    """The weather of the next impulse and whether the turn goes on."""
    tests = list(_verdicts(scene, LastImpulseVerdict.kind))
    rolled = any(_verdicts(scene, WeatherVerdict.kind))
    return [*_weather(scene, rolled), *(_test_words(test) for test in tests)]


def _weather(scene: Scene, rolled: bool) -> Iterator[str]:
    """The weather of the impulse to come; nothing between the turns, when it tells nobody."""
    zones = zone_weather(scene.after)
    if zones and scene.after.clock.window != END_OF_TURN:
        when = "newly rolled" if rolled else "as it was"
        yield f"Weather: {zones_in_words(zones, scene)}, {when}."


def _verdicts(scene: Scene, kind: str) -> Iterator[Entry]:
    return (e for e in scene.entries if e.kind == "verdict" and e.body["verdict"] == kind)


def _test_words(entry: Entry) -> str:
    test, number = verdict_from(LastImpulseVerdict, entry.facts), entry.body["par"]
    over = "The impulses are over" if test.over else "The turn goes on"
    if test.roll is None:
        return f"{over}: nobody rolls yet [{number}]"
    return f"{over}: rolled {test.modified}, end number {test.end_number} [{number}]"


def changes(scene: Scene) -> Sequence[str]:
    """Hexes taken; then for each side what was lost, shattered, turned face-down or face-up."""
    lines = [
        f"{scene.title(power)} takes {', '.join(scene.place(place) for place in places)}."
        for power, places in scene.taken.items()
    ]
    sides = ((side, owners) for side, owners in scene.sides.items() if side in SIDES)
    lines += [line for side, owners in sides if (line := _side_line(scene, side, owners))]
    return lines or ["nothing on the board"]


def _side_line(scene: Scene, side: str, owners: Sequence[str]) -> str:
    lost, back = _gone(scene, owners)
    down, up = _turned(scene, owners)
    parts = [
        f"lost {', '.join(lost)}" if lost else "lost none",
        *(f"back in {_named(scene.game, turn)}: {', '.join(us)}" for turn, us in back.items()),
        *([f"face-down now: {', '.join(down)}"] if down else []),
        *([f"face-up again: {', '.join(up)}"] if up else []),
    ]
    return f"{scene.title(side)}: {'; '.join(parts)}"


def _gone(scene: Scene, owners: Iterable[str]) -> tuple[list[str], dict[str, list[str]]]:
    """Who has left the map for a pool, and who comes back, by the turn in which he does."""
    lost: list[str] = []
    back: dict[str, list[str]] = {}
    for shift in scene.shifts:
        if shift.owner in owners and (shift.old in scene.game.board or box_of(shift.old)):
            if shift.new == REMOVED or shift.new.startswith("pool:"):
                lost += shift.names
            elif shift.new.startswith("track:") and not box_of(shift.old):
                back.setdefault(_due(scene, shift.new), []).extend(shift.names)
    return lost, back


def _due(scene: Scene, at: str) -> str:
    """The turn in which a unit on the circle, or in a production box, comes back."""
    box, turn = box_of(at), at.rpartition("/")[2]
    return turn if box is None else turn_after(scene.after.clock.turn, box.number)


def _turned(scene: Scene, owners: Iterable[str]) -> tuple[list[str], list[str]]:
    """The units on the map that have turned face-down, and those that have turned face-up."""
    down: list[str] = []
    up: list[str] = []
    for unit in scene.after.units.values():
        if unit.owner in owners and unit.at in scene.game.board:
            change = scene.marked(unit)
            if UnitMark.FACE_DOWN in change:
                (up if change[UnitMark.FACE_DOWN] is None else down).append(scene.name_of(unit))
    return down, up
