"""A run step by step: a page for any browser, with the map after every order and every battle.

Decides where one step ends and the next begins, and what is told beside its picture. Leaves the
pictures to `draw`, the words of battles to the report.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape as escape_html
from typing import Final

from pbem.core.maps.paths import within
from pbem.core.reading.report import verdict_lines
from pbem.core.reading.scene import Scene
from pbem.core.record.events import (
    Event,
    EventDoesNotFit,
    PlaceChanged,
    UnitCreated,
    UnitMoved,
    apply,
    event_from,
)
from pbem.core.record.ledger import Entry
from pbem.core.record.state import State
from pbem.maps.drawing.draw import Sight, draw, draw_in_steps
from pbem.maps.drawing.svg import escape, printable
from pbem.maps.drawing.units import Army

_LARGE: Final = 500  # hexes: of a larger map the page shows the part where the run did something
_ROUND: Final = 3  # hexes round everything that happened


@dataclass(frozen=True)
class Step:
    """One order that was carried out, or one battle, with the position before and after it."""

    title: str
    lines: tuple[str, ...]
    scene: Scene


def steps_of(scene: Scene) -> list[Step]:
    """The steps of a run that change something on the board, or fight about it."""
    found: list[Step] = []
    state = scene.before
    waiting: list[Entry] = []
    for entry in scene.entries:
        waiting.append(entry)
        if entry.kind in ("order", "verdict"):
            after = _after(state, waiting)
            part = replace(scene, before=state, after=after, entries=tuple(waiting))
            if _matters(part):
                found.append(_step(part))
                state, waiting = after, []
    if waiting:
        rest = replace(scene, before=state, entries=tuple(waiting))
        found.append(Step("in the end", tuple(_moved(rest)), rest))
    return found


def _after(state: State, entries: Iterable[Entry]) -> State:
    """The state after some entries; what concerns units that are hidden is passed over."""
    for event in _events(entries):
        try:
            state = apply(state, [event])
        except EventDoesNotFit:
            continue
    return state


def _events(entries: Iterable[Entry]) -> Iterator[Event]:
    return (event_from(entry.body) for entry in entries if entry.kind == "event")


def _matters(scene: Scene) -> bool:
    """Whether a part of a run can be seen on the map."""
    told = [entry for entry in scene.entries if entry.kind == "verdict"]
    if any(entry.facts.get("at") for entry in told):
        return True
    seen = (PlaceChanged, UnitCreated, UnitMoved)
    return any(isinstance(event, seen) for event in _events(scene.entries))


def _step(scene: Scene) -> Step:
    last = scene.entries[-1]
    title = last.path.split("/")[1] if "/" in last.path else last.path
    lines = tuple(verdict_lines(scene, last)) if last.kind == "verdict" else ()
    return Step(title.replace("-", " "), (*_moved(scene), *lines), scene)


def _moved(scene: Scene) -> Iterator[str]:
    """Who went where, those who went together in one line."""
    ways: dict[tuple[str, int | None], list[str]] = {}
    for event in _events(scene.entries):
        if isinstance(event, UnitMoved):
            way = ways.setdefault((event.unit, event.count), [event.old])
            way.append(event.new)
    together: dict[tuple[str, ...], list[str]] = {}
    for (unit, count), places in ways.items():
        together.setdefault(tuple(places), []).append(scene.unit(unit, count))
    for way_taken, names in together.items():
        yield f"{', '.join(names)}: {' > '.join(map(scene.spot, way_taken))}"


# --- the page ---------------------------------------------------------------------------------


def step_page(sight: Sight) -> str:
    """The page of the run of a sight."""
    assert sight.scene is not None
    steps = [Step("before", (), replace(sight.scene, after=sight.scene.before, entries=()))]
    steps += steps_of(sight.scene)
    sight = replace(sight, places=_places(sight, steps))
    shown = [_sight(sight, step, number) for number, step in enumerate(steps)]
    if any(place in sight.board.spots for place in sight.places):
        pictures = draw_in_steps(shown)
    else:
        pictures = "".join(_image(draw(one)) for one in shown)
    title = f"{sight.board.title or sight.board.id}, {sight.subtitle}"
    listed = "".join(map(_item, steps))
    return _PAGE.format(title=escape(title), pictures=pictures, steps=listed)


def _sight(sight: Sight, step: Step, number: int) -> Sight:
    army = Army(step.scene.game, step.scene.after, mark=f"step-{number}-")
    layers = sight.layers - {"hexes"}  # nobody looks for a fact of the map here
    return replace(sight, army=army, scene=step.scene, layers=layers)


def _places(sight: Sight, steps: Sequence[Step]) -> tuple[str, ...]:
    """All places, or of a large map those round which something happened."""
    board = sight.board
    hexes = [place for place in sight.places if place in board.spots]
    if len(hexes) <= _LARGE:
        return sight.places
    near: set[str] = set()
    for step in steps[1:]:
        for place in _touched(step.scene):
            if place in board.spots:
                near |= within(board.neighbours, place, _ROUND).keys()
    return tuple(place for place in sight.places if place in near) or sight.places


def _touched(scene: Scene) -> Iterator[str]:
    """The places that a part of a run is about."""
    for entry in scene.entries:
        if entry.kind == "verdict" and entry.facts.get("at"):
            yield entry.facts["at"]
    for event in _events(scene.entries):
        if isinstance(event, UnitMoved):
            yield from (event.old, event.new)


def _image(svg: str) -> str:
    data = b64encode(svg.encode("utf-8")).decode("ascii")
    return f'<img class="step" alt="" src="data:image/svg+xml;base64,{data}">'


def _item(step: Step) -> str:
    lines = "<br>".join(escape_html(printable(line)) for line in step.lines)
    return f"<li><b>{escape(step.title)}</b><div>{lines}</div></li>"


_PAGE: Final = """\
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>
body {{ margin: 0; display: flex; height: 100vh; font: 14px/1.4 sans-serif; background: #fdfcf5 }}
main {{ flex: 1; overflow: auto }}
main > svg, main > img {{ width: 100%; height: auto; max-height: 100vh }}
aside {{ width: 27em; display: flex; flex-direction: column; border-left: 1px solid #999 }}
nav {{ padding: 8px; border-bottom: 1px solid #999 }}
button {{ font-size: 16px; padding: 4px 14px }}
ol {{ overflow: auto; margin: 0; padding: 8px 8px 8px 40px }}
li {{ cursor: pointer; padding: 3px }}
li.now {{ background: #fff2b8 }}
li div {{ white-space: pre-wrap; display: none }}
li.now div {{ display: block }}
.step {{ display: none }}
.step.now {{ display: inline }}
</style></head><body>
<main>{pictures}</main>
<aside><nav><button id="back">&#9664; Back</button> <button id="next">Next &#9654;</button>
<span id="where"></span></nav><ol start="0">{steps}</ol></aside>
<script>
"use strict";
const items = [...document.querySelectorAll("li")];
const groups = [...document.querySelectorAll(".step")];
let now = 0;
function show(number) {{
  now = Math.max(0, Math.min(items.length - 1, number));
  items.forEach((item, n) => item.classList.toggle("now", n === now));
  groups.forEach((group, n) => group.classList.toggle("now", n % items.length === now));
  items[now].scrollIntoView({{block: "nearest"}});
  document.getElementById("where").textContent = now + " of " + (items.length - 1);
}}
document.getElementById("back").onclick = () => show(now - 1);
document.getElementById("next").onclick = () => show(now + 1);
items.forEach((item, n) => item.onclick = () => show(n));
document.onkeydown = (event) => {{
  if (event.key === "ArrowRight") show(now + 1);
  if (event.key === "ArrowLeft") show(now - 1);
}};
show(0);
</script></body></html>
"""
