"""The look of a counter: the sign of its arm, its title, its ratings, face-up or face-down.

A counter is drawn in a square of 100 by 100 units and scaled to its place in the stack. Signs are
those of staff maps where there is one (a cross for infantry, an oval for armour); aircraft and
ships are silhouettes. A sign that is not known is written as a word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from pbem.core.rules.picture import Face
from pbem.maps.drawing.colours import INK, PAPER, darker
from pbem.maps.drawing.svg import escape

UNKNOWN: Final = "unknown"

_BOX: Final = '<path d="M20 30h60v36h-60z" fill="#fdfcf5" stroke="#222" stroke-width="2.6"/>'
_PEN: Final = 'fill="none" stroke="#222" stroke-width="2.6"'
_CROSS: Final = f'<path d="M20 30l60 36M80 30l-60 36" {_PEN}/>'
_SLASH: Final = f'<path d="M20 66l60 -36" {_PEN}/>'
_OVAL: Final = f'<ellipse cx="50" cy="48" rx="21" ry="11" {_PEN}/>'
_WHEELS: Final = (
    f'<circle cx="32" cy="70" r="3.6" {_PEN}/><circle cx="50" cy="70" r="3.6" {_PEN}/>'
    f'<circle cx="68" cy="70" r="3.6" {_PEN}/>'
)
_PLANE: Final = (
    '<path d="M50 22c3 0 4 3 4 8v8l28 9v7l-28 -3l-1.500 13l8 5v4l-10.500 -2l-10.500 2v-4l8 -5'
    'l-1.500 -13l-28 3v-7l28 -9v-8c0 -5 1 -8 4 -8z" fill="#222"/>'
)
_BOMBER: Final = (
    '<path d="M50 20c3.500 0 5 4 5 9v8l12 3v-4h5v6l16 5v8l-33 -4l-2 14l11 6v4l-14 -2l-14 2v-4l11 -6'
    'l-2 -14l-33 4v-8l16 -5v-6h5v4l12 -3v-8c0 -5 1.500 -9 5 -9z" fill="#222"/>'
)
_SHIP: Final = '<path d="M12 56h76l-8 12h-60zM34 56v-9h32v9zM44 47v-13h10v13z" fill="#222"/>'
_MERCHANT: Final = '<path d="M12 54h76l-9 14h-58zM58 54v-12h16v12zM64 42v-10h6v10z" fill="#222"/>'
_CARRIER: Final = '<path d="M8 50h84v6l-10 12h-64l-10 -12zM56 50v-12h12v12z" fill="#222"/>'
_SUBMARINE: Final = (
    '<path d="M10 58c20 -8 60 -8 80 0c-20 8 -60 8 -80 0zM44 52v-12h10v12z" fill="#222"/>'
)


def _word(word: str, size: int = 22, y: int = 56) -> str:
    return (
        f'<text x="50" y="{y}" font-size="{size}" font-weight="bold" text-anchor="middle" '
        f'fill="#222">{escape(word)}</text>'
    )


SIGNS: Final[Mapping[str, str]] = {
    "infantry": _BOX + _CROSS,
    "motorised": _BOX + _CROSS + _WHEELS,
    "mechanised": _BOX + _CROSS + _OVAL,
    "armour": _BOX + _OVAL,
    "cavalry": _BOX + _SLASH,
    "mountain": _BOX + _CROSS + '<path d="M40 66l10 -14l10 14z" fill="#222"/>',
    "paratroop": _BOX + _CROSS + f'<path d="M40 64c0 -9 10 -9 10 0c0 -9 10 -9 10 0" {_PEN}/>',
    "marine": _BOX + _CROSS + f'<path d="M50 34v28M42 55c2 8 14 8 16 0M45 39h10" {_PEN}/>',
    "garrison": _BOX + _CROSS + _word("G", 18, 45),
    "militia": _BOX + _CROSS + _word("M", 18, 45),
    "territorial": _BOX + _CROSS + _word("T", 18, 45),
    "partisan": _BOX + _CROSS + _word("P", 18, 45),
    "artillery": _BOX + '<circle cx="50" cy="48" r="8.500" fill="#222"/>',
    "anti-tank": _BOX + f'<path d="M20 66l30 -34l30 34" {_PEN}/>',
    "anti-aircraft": _BOX + f'<path d="M30 66c0 -34 40 -34 40 0" {_PEN}/>',
    "engineer": _BOX + f'<path d="M34 58v-18h32v18M50 40v18" {_PEN}/>',
    "headquarters": _BOX + _word("HQ"),
    "armoured-headquarters": _BOX + _OVAL + _word("HQ", 17, 54),
    "supply": _BOX + f'<path d="M20 58h60" {_PEN}/>',
    "earthwork": f'<path d="M14 66l12 -28l12 28l12 -28l12 28l12 -28l12 28" {_PEN}/>',
    "airbase": f'<circle cx="50" cy="50" r="24" fill="#fdfcf5" {_PEN[12:]}/>'
    + f'<path d="M33 67l34 -34M33 33l34 34" {_PEN}/>',
    "fort": f'<path d="M22 64v-26h10v8h10v-8h16v8h10v-8h10v26z" fill="#fdfcf5" {_PEN[12:]}/>',
    "fighter": _PLANE,
    "bomber": _BOMBER,
    "naval-bomber": _BOMBER
    + f'<path d="M24 70c6 -5 8 5 14 0c6 -5 8 5 14 0c6 -5 8 5 14 0" {_PEN}/>',
    "air-transport": _BOMBER + _word("T", 15, 74),
    "carrier-plane": _PLANE + f'<path d="M24 72h52" {_PEN}/>',
    "ship": _SHIP,
    "carrier": _CARRIER,
    "submarine": _SUBMARINE,
    "transport": _MERCHANT,
    "convoy": _MERCHANT + _word("CP", 15, 40),
    UNKNOWN: _word("?", 46, 66),
}
OTHER_NAMES: Final[Mapping[str, str]] = {
    "infantry": "inf colonial-infantry",
    "motorised": "mot motorized-infantry motorised-infantry",
    "mechanised": "mech mechanised-infantry mechanized-infantry",
    "armour": "arm tank armor light-armor medium-armor heavy-armor "
    "light-armour medium-armour heavy-armour",
    "cavalry": "cav",
    "mountain": "mtn mountain-infantry",
    "garrison": "gar",
    "militia": "mil",
    "paratroop": "para airborne airborne-infantry",
    "marine": "marines",
    "artillery": "art self-propelled-artillery",
    "anti-tank": "tank-destroyer",
    "anti-aircraft": "anti-aircraft-artillery",
    "headquarters": "hq hq-i",
    "armoured-headquarters": "hq-a",
    "fighter": "ftr",
    "bomber": "lnd medium-bomber strategic-bomber tactical-bomber",
    "naval-bomber": "nav seaplane",
    "air-transport": "atr",
    "ship": "destroyer cruiser light-cruiser heavy-cruiser battlecruiser battleship",
    "carrier": "cv fleet-carrier light-carrier",
    "submarine": "sub",
    "transport": "trs",
    "convoy": "cp",
    "fort": "fortification",
    UNKNOWN: "hidden",
}
ALIASES: Final = {name: sign for sign, names in OTHER_NAMES.items() for name in names.split()}


def sign_of(symbol: str) -> str:
    """The sign's own name; a symbol without a sign keeps its word."""
    word = re.sub(r"[^a-z0-9]+", "-", symbol.lower()).removeprefix("advanced-")
    return ALIASES.get(word, word)


@cache
def sign(symbol: str) -> str:
    """The drawing of a sign."""
    known = SIGNS.get(sign_of(symbol))
    word = symbol.upper()[:8]
    return known or _BOX + _word(word, min(22, 76 // max(1, len(word))), 54)


def back(colour: str, down: bool) -> str:
    """The card: its power's colour; face-down it is dim and hatched."""
    if not down:
        return (
            f'<rect x="2" y="2" width="96" height="96" rx="9" fill="{colour}" '
            f'stroke="{INK}" stroke-width="3"/>'
        )
    return (
        f'<rect x="2" y="2" width="96" height="96" rx="9" fill="{darker(colour, 0.62)}" '
        f'stroke="{INK}" stroke-width="3" stroke-dasharray="9 5"/>'
        f'<path d="M4 40L40 4M4 70L70 4M4 97L97 4M30 97L97 30M60 97L97 60" stroke="{PAPER}" '
        f'stroke-opacity="0.28" stroke-width="5"/>'
    )


FULL: Final = 30  # from so many pixels on the title of a counter can be read
MARKED: Final = 40  # the size of its formation
RATED: Final = 15.5  # and its ratings


def words(face: Face, count: int | None, pixels: float = 100) -> str:
    """What stands on the card: title, size, ratings, how many, and a bar when it lies face-down.

    A small card has no title, and its ratings in the larger letters that they can be read in.
    """
    ink = PAPER if face.down else INK
    parts = []
    if pixels >= FULL:
        parts.append(_line(face.title, 19, 18, 92, ink))
        if face.size and pixels >= MARKED:
            parts.append(_line(face.size.lower(), 29, 12, 40, ink))
    if face.ratings and pixels >= RATED:
        size = 25 if pixels >= FULL else 32
        parts.append(_line(face.ratings, 94, size, 94, ink, least=490 / pixels))
    if count is not None and pixels >= RATED:
        parts.append('<circle cx="83" cy="50" r="16" fill="#fdfcf5" stroke="#222"/>')
        parts.append(_line(str(count), 58, 26, 32, INK, x=83))
    if face.down:
        parts.append('<path d="M2 68h96v4h-96z" fill="#a01818"/>')
    return "".join(parts)


def _line(
    text: str, y: int, size: int, width: int, ink: str, *, x: int = 50, least: float = 0
) -> str:
    """One line of text, smaller when it would be wider than the card."""
    if not text:
        return ""
    wide = len(text) * size * 0.66
    fitted = size if wide <= width else max(8, int(size * width / wide))
    if fitted < least:
        return ""
    return (
        f'<text x="{x}" y="{y}" font-size="{fitted}" font-weight="bold" text-anchor="middle" '
        f'fill="{ink}">{escape(text)}</text>'
    )
