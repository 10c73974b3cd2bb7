"""Markers on a drawn map: what play has put at places beside counters, as a game system tells it.

Decides where their signs lie. Leaves what lies where to the system, the look of signs to
`counters`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.core.rules.picture import Sign
from pbem.maps.drawing.counters import sign, sign_of
from pbem.maps.drawing.frame import XY
from pbem.maps.drawing.svg import Svg, escape, num
from pbem.maps.drawing.units import Army
from pbem.maps.drawing.zoom import Zoom

SIZE: Final = 34
CORNER: Final = (-50, -4)  # from the middle of a hex to where the first sign begins


def draw_markers(svg: Svg, army: Army, spots: Mapping[str, XY], zoom: Zoom) -> None:
    """The signs of every drawn place, in a row at the foot of its hex."""
    tell = army.game.system.words.signs
    known = ((place, tell(army.state, place)) for place in sorted(army.state.places))
    found = {place: signs for place, signs in known if signs and place in spots}
    if not found or not zoom.sees(SIZE):
        return
    with svg.group("markers"):
        for place, signs in found.items():
            for number, one in enumerate(signs):
                _draw(svg, one, (spots[place][0] + number * SIZE, spots[place][1]))


def _draw(svg: Svg, one: Sign, at: XY) -> None:
    name = f"sign-{sign_of(one.symbol)}"
    svg.define(name, sign(one.symbol))
    x, y = at[0] + CORNER[0], at[1] + CORNER[1]
    svg.parts.append(
        f'<g transform="translate({num(x)} {num(y)}) scale({SIZE / 100:.3g})">'
        f'<title>{escape(one.title)}</title><use href="#{name}"/></g>'
    )
