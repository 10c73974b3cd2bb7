"""What stands in a zone: its name, the signs of what is printed there, the counters."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from pbem.maps.drawing.colours import INK, PAPER
from pbem.maps.drawing.garrisons import Pile, Room, draw_piles
from pbem.maps.drawing.sheet import is_sea
from pbem.maps.drawing.svg import num, point
from pbem.maps.drawing.towns import draw_sign, fitting
from pbem.maps.drawing.zonemap import GROUND, GROUND_INK, KAMIKAZE, WORKS, ZoneMap

XY = tuple[float, float]

_SMALL: Final = 64  # a spot narrower than this has no room for words


def draw_inside(drawn: ZoneMap, zone: str) -> None:
    """Name, signs and counters, all within the largest box of the zone."""
    if is_sea(zone):
        _sea_words(drawn, zone)
        return
    spot = drawn.sheet.outlines.spots[zone]
    if spot.wide < _SMALL:
        _beside(drawn, zone)
        return
    stack = drawn.stacks.get(zone, [])
    x, top = float(spot.x), spot.y - spot.high / 2
    lines = _name_lines(drawn.board.name(zone) or zone, spot.wide)
    most = max(18.0, min(48.0, spot.high / (5.5 if stack else 4)))
    size = min(fitting(line, True, spot.wide * 1.04, most) for line in lines)
    step = max(0.7, min(2.0, size / 15))
    needed = size * 1.08 * len(lines) + 24 * step
    y = (top if stack else spot.y - needed / 2) + size * 0.95
    for line in lines:
        drawn.svg.haloed((x, y), line, size, fill=INK, font_weight="bold")
        y += size * 1.08
    _signs(drawn, zone, (x, y + 3 * step), step)
    if stack:
        head = y + 15 * step - top
        high = max(22.0, spot.high - head)
        _counters(drawn, zone, stack, Room(x, top + head + high / 2, float(spot.wide), high))


def _name_lines(name: str, wide: float) -> list[str]:
    """A name on one line, or on more where the zone is narrow."""
    if 0.7 * 14 * len(name) <= wide or not set(" -") & set(name):
        return [name]
    return wrap(name, max(8, -(-len(name) // 2) + 2)) or [name]


def _signs(drawn: ZoneMap, zone: str, xy: XY, most: float) -> None:
    """The roundel with the value, terrain, capital or city, and works, in one row."""
    row = _row(drawn, zone)
    drawn.used.update(row)
    wide = max(70, drawn.sheet.outlines.spots[zone].wide)
    size = min(most, max(0.6, wide / (23 * max(1, len(row)))))
    with drawn.svg.group("signs", transform=f"translate({point(xy)}) scale({size:.3g})"):
        for number, word in enumerate(row):
            _one_sign(drawn, zone, word, (23 * (number - (len(row) - 1) / 2), 0.0))


def _row(drawn: ZoneMap, zone: str) -> list[str]:
    """The signs of a zone in their order."""
    board = drawn.board
    row = ["roundel"] if drawn.nation(zone) else []
    ground = board.terrain(zone)
    row += [ground] if ground in GROUND else []
    town = next((fact for fact in ("capital", "city") if board.fact(zone, fact)), "")
    row += [town] if town else []
    row += ["objective"] if board.fact(zone, "objective") else []
    facilities = board.fact(zone, "facilities")
    works = map(str, facilities) if isinstance(facilities, tuple) else ()
    return row + [kind for kind in works if kind in WORKS]


def _one_sign(drawn: ZoneMap, zone: str, word: str, xy: XY) -> None:
    svg = drawn.svg
    if word == "roundel":
        _roundel(drawn, zone, xy)
    elif word in GROUND:
        svg.define(f"ground-{word}", f'<path d="{GROUND[word]}" fill="{GROUND_INK[word]}"/>')
        svg.use(f"ground-{word}", xy)
    elif word in WORKS:
        letter, colour = WORKS[word]
        svg.add("rect", x=xy[0] - 9, y=xy[1] - 9, width=18, height=18, rx=3, fill=colour)
        svg.text((xy[0], xy[1] + 4), letter, 12, fill="#fff", font_weight="bold")
    else:
        draw_sign(svg, word, (xy[0], xy[1] - 3))


def _roundel(drawn: ZoneMap, zone: str, xy: XY) -> None:
    """The printed roundel: the nation's colour and letters, and the value beside it."""
    svg, nation = drawn.svg, drawn.nation(zone)
    colour = drawn.colours[nation]
    svg.add("circle", cx=xy[0], cy=xy[1], r=10.5, fill=colour, stroke=INK, stroke_width=1.5)
    value = drawn.board.fact(zone, "value")
    words = str(value) if value else drawn.letters[nation]
    size = 13 if value else 8
    svg.text((xy[0], xy[1] + (4.6 if value else 3)), words, size, fill=INK, font_weight="bold")


def _counters(drawn: ZoneMap, zone: str, stack: Sequence[Pile], room: Room) -> None:
    tag = len(drawn.full) + 1
    if draw_piles(drawn.svg, stack, room, tag):
        drawn.full[zone] = tag


def _beside(drawn: ZoneMap, zone: str) -> None:
    """A zone without room for words: all beside it, with a line to it where counters stand."""
    svg, board = drawn.svg, drawn.board
    x, y = drawn.sheet.centre(zone)
    left, top, right, bottom = drawn.sheet.bounds[zone]
    if bottom - top > 80 or right - left > 160:
        top, bottom, right = y - 20, y + 20, x + 20
    name = board.name(zone) or zone
    svg.haloed((x, top - 5), name, 13, fill=INK, font_weight="bold")
    _signs(drawn, zone, (x, y), 1.0)
    stack = drawn.stacks.get(zone, [])
    if stack:
        room = Room(right + 52, bottom + 24, 92, 46)
        svg.path(f"M{num(x + 8)} {num(y + 8)}L{num(right + 10)} {num(bottom + 8)}", stroke=INK,
                 stroke_width=1.5)  # fmt: skip
        _counters(drawn, zone, stack, room)


def _sea_words(drawn: ZoneMap, zone: str) -> None:
    """The number of a sea zone large, its name under it, ships under both."""
    svg, spot = drawn.svg, drawn.sheet.outlines.spots[zone]
    number, _, name = (drawn.board.name(zone) or zone).partition(" ")
    size = max(13.0, min(54.0, spot.high / 3.6))
    stack = drawn.stacks.get(zone, [])
    x, y = float(spot.x), float(spot.y)
    if stack:
        y = spot.y - spot.high / 2 + size
    ink = {"fill": "#2c5f86", "font_weight": "bold"}
    svg.text((x, y), number, size, **ink)
    lines = wrap(name, 18) if size > 14 else []
    small = max(9.0, size * 0.42)
    for count, line in enumerate(lines):
        svg.text((x, y + small * 1.15 * (count + 1)), line, small, fill="#4d7fa3")
    if drawn.board.fact(zone, "kamikaze"):
        drawn.used.add("kamikaze")
        svg.add("circle", cx=x + size * 0.45 * len(number) + 12, cy=y - size * 0.32, r=5,
                fill=KAMIKAZE, stroke=PAPER, stroke_width=1.5)  # fmt: skip
    if stack:
        head = y + small * 1.15 * len(lines) + 6 - (spot.y - spot.high / 2)
        high = max(24.0, spot.high - head)
        room = Room(x, spot.y - spot.high / 2 + head + high / 2, max(60.0, spot.wide), high)
        _counters(drawn, zone, stack, room)
