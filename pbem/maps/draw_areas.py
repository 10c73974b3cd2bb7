"""Boards of areas as a picture: a box for every area, a line where two touch.

Also the boxes in which a hex map shows what has no hex: off-map places and sea areas beyond it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pbem.core.board import Board
from pbem.core.scene import Scene
from pbem.maps.area_layout import layout
from pbem.maps.colours import INK, POWERS, TERRAIN, darker, palette
from pbem.maps.draw_frame import BOX, XY, between
from pbem.maps.draw_key import KeyItem, Surround, colour_items, small_print
from pbem.maps.draw_moves import arrowhead, battles, draw_battles, draw_moves, trails
from pbem.maps.draw_svg import Svg, polyline
from pbem.maps.draw_units import IN_BOX, Army, controller, draw_stack

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
}
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
    if army and scene:
        draw_moves(svg, trails(scene), spots, army.colours, spots)
    if army:
        _units(svg, army, places, spots)
    if scene:
        draw_battles(svg, battles(scene), spots, spots)
    around = Surround(left, right)
    end = around.key(svg, bottom, _key(board, places, army), small_print(board)) + 10
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
                    styles = [_BORDERS.get(kind_of(feature), _OTHER) for feature in features]
                    for colour, width, dash in [_SEA if wet else _LAND, *styles]:
                        svg.path(
                            polyline((spots[a], spots[b])),
                            stroke=colour, stroke_width=width, stroke_dasharray=dash,
                        )  # fmt: skip
                    _one_sided(svg, features, {a: spots[a], b: spots[b]})


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
    name = board.name(place) or place
    svg.text((xy[0], y + 22), name, 15 if len(name) <= 18 else 12, font_weight="bold", fill=INK)
    svg.text((xy[0], y + BOX[1] - 8), _facts(board, place), 11, fill="#55554c")


def nation_of(board: Board, place: str) -> str:
    """Whose land an area is, as the map has it."""
    return board.country(place) or board.text(place, "nation")


def _facts(board: Board, place: str) -> str:
    """What stands in the box under the units: terrain, city, port, factories, resources."""
    words = [board.terrain(place)] if not is_sea(board, place) else []
    for fact in _SHOWN:
        value = board.fact(place, fact)
        if isinstance(value, tuple):
            words += map(str, value)
        elif value:
            words.append(fact if value is True else f"{fact} {value}")
    text = " · ".join(word for word in words if word)
    return text if len(text) <= 30 else text[:29] + "…"


def _units(svg: Svg, army: Army, places: Iterable[str], spots: Mapping[str, XY]) -> None:
    stacks = army.stacks
    colours = army.colours
    with svg.group("units"):
        for place in places:
            if place in stacks:
                x, y = spots[place]
                draw_stack(svg, army, stacks[place], (x, y + 4), colours, IN_BOX)


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
    for feature in sorted({kind_of(feature) for feature in found}):
        colour, _, dash = _BORDERS.get(feature, _OTHER)
        items.append(KeyItem(feature, colour, "dash" if dash else "line"))
    grounds = {board.terrain(place) for place in places if not is_sea(board, place)}
    return items + colour_items({g: TERRAIN.get(g, "#eef0d2") for g in sorted(grounds) if g})


def draw_boxes(
    svg: Svg,
    board: Board,
    army: Army | None,
    places: Sequence[str],
    below: tuple[float, float, float],
) -> dict[str, XY]:
    """Boxes below a hex map for places without a hex; returns where they lie."""
    left, top, right = below
    wide, high = BOX[0] + 14, BOX[1] + 14
    columns = max(1, int((right - left) // wide))
    spots: dict[str, XY] = {}
    for number, place in enumerate(places):
        row, column = divmod(number, columns)
        spots[place] = left + BOX[0] / 2 + column * wide, top + 20 + BOX[1] / 2 + row * high
    with svg.group("boxes"):
        for place, xy in spots.items():
            _area(svg, board, army, place, xy)
    return spots
