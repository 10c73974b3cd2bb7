"""How reports tell an impulse: heading, what changed, what is next, and the ground chapters.

The paragraphs of air and land combat are told by their own module.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.rules.position import Position
from pbem.core.rules.system import Paragraph
from pbem.systems.wif.impulse.last_impulse import weather_words
from pbem.systems.wif.world.control import SIDES
from pbem.systems.wif.world.units import FACE_DOWN, MOVED

MONTHS: Final = {
    "jf": "Jan/Feb", "ma": "Mar/Apr", "mj": "May/Jun", "ja": "Jul/Aug", "so": "Sep/Oct",
    "nd": "Nov/Dec",
}  # fmt: skip
_YEARS: Final = range(1936, 1948)

NAMES: Final[Mapping[str, str]] = {
    "axis": "Axis",
    "allied": "Allied",
    "germany": "Germany",
    "ussr": "USSR",
    "italy": "Italy",
    "force": "force pool",
    FACE_DOWN: "face-down",
    MOVED: "moved",
    **{f"{year}-{key}": f"{name} {year}" for year in _YEARS for key, name in MONTHS.items()},
}


def turn_name(turn: str) -> str:
    """`Jul/Aug 1941` for `1941-ja`."""
    return NAMES.get(turn, turn)


def heading(position: Position) -> str:
    """When it is: `Jul/Aug 1941, impulse 3, Axis`."""
    clock = position.state.clock
    return f"{turn_name(clock.turn)}, impulse {clock.impulse}, {NAMES.get(clock.side, clock.side)}"


# --- next and changed ----------------------------------------------------------------------------


def outlook(scene: Scene) -> Sequence[str]:
    """The weather of the next impulse and whether the turn goes on."""
    tests = list(_verdicts(scene, "last-impulse-test"))
    rolled = any(_verdicts(scene, "weather"))
    lines = [f"Weather: {weather_words(scene.after)}, {'new' if rolled else 'same'} pair."]
    return [*lines, *(_test_words(test) for test in tests)]


def _verdicts(scene: Scene, kind: str) -> Iterator[Entry]:
    return (e for e in scene.entries if e.kind == "verdict" and e.body["verdict"] == kind)


def _test_words(entry: Entry) -> str:
    body, facts = entry.body, entry.body["facts"]
    over = "The impulses are over" if body["outcome"] == "over" else "The turn goes on"
    if facts["roll"] is None:
        return f"{over}: nobody rolls yet [{body['par']}]"
    return f"{over}: rolled {_modified(facts)}, end number {facts['end_number']} [{body['par']}]"


def _modified(facts: Mapping[str, Any]) -> str:
    """`7`, or `4, all powers passed -1 = 3`."""
    changes = "".join(f", {name} {value}" for name, value in facts["modifiers"])
    return f"{facts['roll']}{changes} = {facts['total']}" if changes else str(facts["roll"])


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
    gone = [shift for shift in scene.shifts if shift.owner in owners]
    lost = [name for s in gone if s.new.startswith("pool:") for name in s.names]
    back: dict[str, list[str]] = {}
    for shift in gone:
        if shift.new.startswith("track:"):
            back.setdefault(shift.new.rpartition("/")[2], []).extend(shift.names)
    down, up = _turned(scene, owners)
    parts = [
        f"lost {', '.join(lost)}" if lost else "lost none",
        *(f"back in {turn_name(turn)}: {', '.join(names)}" for turn, names in back.items()),
        *([f"face-down now: {', '.join(down)}"] if down else []),
        *([f"face-up again: {', '.join(up)}"] if up else []),
    ]
    return f"{scene.title(side)}: {'; '.join(parts)}"


def _turned(scene: Scene, owners: Iterable[str]) -> tuple[list[str], list[str]]:
    """The units on the map that have turned face-down, and those that have turned face-up."""
    down: list[str] = []
    up: list[str] = []
    for unit in scene.after.units.values():
        if unit.owner in owners and unit.at in scene.game.board:
            change = scene.marked(unit)
            if FACE_DOWN in change:
                (up if change[FACE_DOWN] is None else down).append(scene.name_of(unit))
    return down, up


# --- paragraphs ----------------------------------------------------------------------------------


def action_lines(entry: Entry, scene: Scene) -> Sequence[str]:
    """The action of a power."""
    facts = entry.body["facts"]
    why = "" if facts["ordered"] else ", since no action was ordered"
    return [f"ACTION {scene.title(facts['power'])}: {entry.body['outcome']}{why} (10)"]


def overstacked_lines(entry: Entry, scene: Scene) -> Sequence[str]:
    """What was destroyed because too many were in a hex."""
    facts = entry.body["facts"]
    return [f"OVERSTACKED {facts['place']} (2.3.1)  {facts['units']}", f"Lost: {facts['lost']}."]


def reorganisation_lines(entry: Entry, scene: Scene) -> Sequence[str]:
    """Who was turned face-up by whom."""
    facts = entry.body["facts"]
    lines = [f"REORGANISATION (11.17)  {scene.person(facts['player'])}"]
    for paid in facts["paid"]:
        by = ", ".join(f"{hq} {points}" for hq, points in paid["points"].items())
        lines.append(f"{paid['unit']} in {paid['place']}: {by}")
    if facts["hqs"]:
        lines.append(f"Face-down: {', '.join(facts['hqs'])}.")
    return [*lines, *(f"Not done: {why}." for why in facts["passed_over"])]


def test_lines(entry: Entry, scene: Scene) -> Sequence[str]:
    """The last impulse test."""
    facts = entry.body["facts"]
    if facts["roll"] is None:
        return ["LAST IMPULSE TEST (12)  nobody rolls before both sides have had two impulses"]
    over = "the impulses are over" if entry.body["outcome"] == "over" else "the turn goes on"
    return [
        f"LAST IMPULSE TEST (12)  die {_modified(facts)}, "
        f"end number {facts['end_number']} in box {facts['box']}: {over}"
    ]


def weather_lines(entry: Entry, scene: Scene) -> Sequence[str]:
    """The weather roll of a new pair of impulses."""
    facts = entry.body["facts"]
    before = facts["asterisks_before"]
    added = f" +{before} = {facts['total']}" if before else ""
    zones = ", ".join(
        f"{zone} {weather}"
        for zone, weather in facts["weather"].items()
        if zone not in ("asterisks", "advance")
    )
    return [f"WEATHER (8)  die {facts['roll']}{added}: {zones}"]


PARAGRAPHS: Final[Mapping[str, Paragraph]] = {
    "action": action_lines,
    "overstacked": overstacked_lines,
    "reorganisation": reorganisation_lines,
    "last-impulse-test": test_lines,
    "weather": weather_lines,
}
