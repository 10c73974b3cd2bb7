"""Boards of areas as a picture: a box for every area, a line where two touch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Final

from pbem.core.maps.board import Board
from pbem.core.reading.scene import Scene
from pbem.maps.drawing.colours import INK, POWERS, TERRAIN, darker, palette
from pbem.maps.drawing.frame import BOX, XY, between
from pbem.maps.drawing.key import KeyItem, Surround, colour_items, draw_mark
from pbem.maps.drawing.layout import layout
from pbem.maps.drawing.moves import Paper, arrowhead, battles, draw_battles, draw_moves, trails
from pbem.maps.drawing.svg import Svg, polyline
from pbem.maps.drawing.towns import fitting
from pbem.maps.drawing.units import IN_BOX, Army, controller, draw_stack

_MARGIN: Final = 60
_BORDERS: Final[Mapping[str, tuple[str, int, str | None]]] = {
    "river": ("#3f86bd", 9, None),
    "rail": ("#4a4238", 3, None),
    "road": ("#b5763a", 3, None),
    "strait": ("#2f6fae", 5, "4 6"),
    "straits": ("#2f6fae", 5, "4 6"),
    "canal": ("#2f6fae", 5, "10 5"),
    "mountain": ("#7d5a33", 8, None),
    "mountains": ("#7d5a33", 8, None),
    "impassable": ("#c02020", 5, "2 6"),
    "desert": ("#d9b13f", 8, None),
    "jungle": ("#4d8a45", 8, None),
    "lake": ("#8fbcd8", 12, None),
    "burma-road": ("#b5763a", 4, "8 4"),
    "maginot-line": ("#5a4a3a", 8, "12 3"),
    "river-course": ("#6fb7d8", 4, None),
}
# what lies on a coast is a letter on the line from the land to its sea
_MARKS: Final[Mapping[str, str]] = {
    "minor-port": "p",
    "major-port": "P",
    "minor-shipyard": "s",
    "major-shipyard": "S",
    "minor-dockyard": "d",
    "major-dockyard": "D",
    "submarine-base": "U",
    "seaplane-base": "F",
}
_MARK_COLOUR: Final = "#1f5f96"
_OTHER: Final = ("#a03070", 4, "3 5")
_SHOWN: Final = (
    "value", "capital", "city", "port", "facilities", "factories", "resources", "oil",
)  # fmt: skip
_LAND: Final = ("#b9b6a6", 3, None)
_SEA: Final = ("#9cc3da", 3, None)


def draw_area_board(
    board: Board,
    places: Sequence[str],
    army: Army | None,
    scene: Scene | None,
    subtitle: str,
) -> str:
    """The picture of a board without hexes."""
    svg = Svg()
    spots = layout(board, places)
    left, top, right, bottom = _bounds(spots)
    _borders(svg, board, spots)
    with svg.group("areas"):
        for place in places:
            _area(svg, board, army, place, spots[place])
    _marks(svg, board, spots)
    if army and scene:
        draw_moves(svg, trails(scene), Paper(spots, spots), army.colours)
    if army:
        _units(svg, army, places, spots)
    if scene:
        draw_battles(svg, battles(scene), Paper(spots, spots))
    around = Surround(left, right)
    end = around.key(svg, bottom, _key(board, places, army), []) + 10
    title = board.title or board.id
    around.title(svg, top - 20, title, subtitle)
    width = max(right - left, 21 * len(title), 500) + 2 * _MARGIN
    head = around.head + _MARGIN + 20
    return svg.document(left - _MARGIN, top - head, width, end - top + head, title)


def _bounds(spots: Mapping[str, XY]) -> tuple[float, float, float, float]:
    xs = [x for x, _ in spots.values()] or [0.0]
    ys = [y for _, y in spots.values()] or [0.0]
    wide, high = BOX[0] / 2, BOX[1] / 2
    return min(xs) - wide, min(ys) - high, max(xs) + wide, max(ys) + high


def is_sea(board: Board, place: str) -> bool:
    return place.startswith("sea:") or "sea" in (board.terrain(place), board.text(place, "kind"))


def _borders(svg: Svg, board: Board, spots: Mapping[str, XY]) -> None:
    """A line between areas that touch, in the colour of what lies on their border."""
    with svg.group("borders", fill="none"):
        for a in spots:
            for b in board.neighbours[a]:
                if a < b and b in spots:
                    features = board.border(a, b)
                    wet = is_sea(board, a) or is_sea(board, b)
                    lines = [kind for kind in map(kind_of, features) if kind not in _MARKS]
                    styles = [_BORDERS.get(kind, _OTHER) for kind in lines]
                    for colour, width, dash in [_SEA if wet else _LAND, *styles]:
                        svg.path(
                            polyline((spots[a], spots[b])),
                            stroke=colour, stroke_width=width, stroke_dasharray=dash,
                        )  # fmt: skip
                    _one_sided(svg, features, {a: spots[a], b: spots[b]})


def _marks(svg: Svg, board: Board, spots: Mapping[str, XY]) -> None:
    """Ports, yards and bases, a letter each, beside each other on the line of their border."""
    with svg.group("marks"):
        for (a, b), features in sorted(board.borders.items()):
            letters = [_MARKS[kind] for kind in map(kind_of, features) if kind in _MARKS]
            if a < b and a in spots and b in spots:
                x, y = between(spots[a], spots[b], 0.5)
                for number, letter in enumerate(letters):
                    beside = 20 * (number - (len(letters) - 1) / 2)
                    draw_mark(svg, letter, _MARK_COLOUR, (x + beside, y))


def kind_of(feature: str) -> str:
    """The kind of a feature that matters to one side only: `river:paris` is a river."""
    return feature.partition(":")[0]


def _one_sided(svg: Svg, features: Iterable[str], ends: Mapping[str, XY]) -> None:
    """An arrowhead towards the area for which alone a feature of the border matters."""
    for feature in features:
        kind, colon, area = feature.partition(":")
        if colon and area in ends:
            other = next(xy for place, xy in ends.items() if place != area)
            middle, tip = between(other, ends[area], 0.47), between(other, ends[area], 0.53)
            svg.path(arrowhead(middle, tip, 11), fill=_BORDERS.get(kind, _OTHER)[0])


def _area(svg: Svg, board: Board, army: Army | None, place: str, xy: XY) -> None:
    """One area: its outline or a box, tinted by who controls it, its name and what is in it."""
    ground = TERRAIN.get("sea" if is_sea(board, place) else board.terrain(place), "#eef0d2")
    power = controller(army, place) if army else ""
    land = nation_of(board, place)
    colours = army.colours if army and power else palette({land}, POWERS)
    head = colours[power or land] if power or land else ""
    edge = darker(head, 0.7) if power else "#77776c"
    x, y = xy[0] - BOX[0] / 2, xy[1] - BOX[1] / 2
    svg.add(
        "rect", x=x, y=y, width=BOX[0], height=BOX[1], rx=30 if is_sea(board, place) else 12,
        fill=ground, stroke=edge, stroke_width=6 if power else 2,
    )  # fmt: skip
    if head:
        svg.add("rect", x=x + 3, y=y + 3, width=BOX[0] - 6, height=27, rx=9, fill=head)
    _box_name(svg, board.name(place) or place, (xy[0], y + 22))
    for number, line in enumerate(reversed(_facts(board, place))):
        svg.text((xy[0], y + BOX[1] - 8 - 12 * number), line, 10.5, fill="#55554c")


def _box_name(svg: Svg, name: str, xy: XY) -> None:
    """The name of an area on one line, or a long one on two."""
    lines = wrap(name, max(24, -(-len(name) // 2) + 4))
    size = min([fitting(line, True, BOX[0] - 10, 15) for line in lines], default=15)
    for number, line in enumerate(lines):
        y = xy[1] - (8 if len(lines) > 1 else 0) + 13 * number
        svg.text((xy[0], y), line, size, font_weight="bold", fill=INK)


def nation_of(board: Board, place: str) -> str:
    """Whose land an area is, as the map has it."""
    return board.country(place) or board.text(place, "nation")


def _facts(board: Board, place: str) -> list[str]:
    """What stands in the box under the units: terrain, city, port, factories, resources."""
    words = [board.terrain(place)] if not is_sea(board, place) else []
    for fact in _SHOWN:
        value = board.fact(place, fact)
        if isinstance(value, tuple):
            words += map(str, value)
        elif value:
            words.append(fact if value is True else f"{fact} {value}")
    text = " · ".join(word for word in words if word)
    return wrap(text, 32, max_lines=2, placeholder=" …", break_on_hyphens=False)


def _units(svg: Svg, army: Army, places: Iterable[str], spots: Mapping[str, XY]) -> None:
    stacks = army.stacks
    with svg.group("units"):
        for place in places:
            if place in stacks:
                x, y = spots[place]
                draw_stack(svg, army, stacks[place], (x, y + 1), sizes=IN_BOX)


def _key(board: Board, places: Sequence[str], army: Army | None) -> list[KeyItem]:
    items: list[KeyItem] = []
    if army:
        powers = {unit.owner for unit in army.state.units.values()}
        items += colour_items({power: army.colours[power] for power in sorted(powers)}, "card")
    inside = set(places)
    found = {
        feature
        for a in places
        for b in board.neighbours[a]
        if b in inside
        for feature in board.border(a, b)
    }
    items += map(_feature_item, sorted({kind_of(feature) for feature in found}))
    grounds = {board.terrain(place) for place in places if not is_sea(board, place)}
    return items + colour_items({g: TERRAIN.get(g, "#eef0d2") for g in sorted(grounds) if g})


def _feature_item(feature: str) -> KeyItem:
    """A feature of borders in the key: a letter, or a line."""
    words = feature.replace("-", " ")
    if feature in _MARKS:
        return KeyItem(words, _MARK_COLOUR, "mark", _MARKS[feature])
    colour, _, dash = _BORDERS.get(feature, _OTHER)
    return KeyItem(words, colour, "dash" if dash else "line")
