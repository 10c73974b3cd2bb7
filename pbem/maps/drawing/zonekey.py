"""Round a map of zones: paper, title, the key to what it holds, the table of what had no room."""

from __future__ import annotations

from pbem.maps.drawing.colours import INK, PAPER
from pbem.maps.drawing.key import KeyItem, Surround, colour_items
from pbem.maps.drawing.zonemap import (
    CLOSED,
    GROUND,
    GROUND_INK,
    ICE,
    KAMIKAZE,
    LINES,
    PASSAGE,
    PASSAGES,
    PORTS,
    TIE,
    WORKS,
    ZoneMap,
)


def finish(drawn: ZoneMap, subtitle: str) -> str:
    """Paper round what is cut out, the title, the key, and the table of full zones."""
    sheet, svg = drawn.sheet, drawn.svg
    left, top, right, bottom = sheet.frame
    wide = right - left
    around = Surround(left, right)
    title = drawn.board.title or drawn.board.id
    beyond = 9000.0
    with svg.group("paper", fill=PAPER):
        for x, y, w, h in (
            (left - beyond, top - beyond, wide + 2 * beyond, beyond),
            (left - beyond, bottom, wide + 2 * beyond, beyond),
            (left - beyond, top, beyond, bottom - top),
            (right, top, beyond, bottom - top),
        ):
            svg.add("rect", x=x, y=y, width=w, height=h)
    svg.add("rect", x=left, y=top, width=wide, height=bottom - top, fill="none", stroke=INK,
            stroke_width=3)  # fmt: skip
    end = around.key(svg, bottom, _key(drawn), [*_table(drawn), *sheet.outlines.provenance]) + 10
    around.title(svg, top, title, subtitle)
    width = max(wide, 21 * len(title) * around.scale, 500) + 80
    head = around.head + 40
    return svg.document(left - 40, top - head, width, end - top + head, title)


def _table(drawn: ZoneMap) -> list[str]:
    """What stands in zones that are too full for the map."""
    found = []
    for zone, tag in drawn.full.items():
        words = (
            f"{drawn.letters.get(p.owner, p.owner)} {p.count} {p.title}" for p in drawn.stacks[zone]
        )
        found.append(f"({tag}) {drawn.board.label(zone)}: " + ", ".join(words))
    return found


def _key(drawn: ZoneMap) -> list[KeyItem]:
    """What the picture holds: nations that are there, and the signs that were used."""
    return [*_nations(drawn), *_marks(drawn), *_lines(drawn)]


def _nations(drawn: ZoneMap) -> list[KeyItem]:
    zones = drawn.sheet.named
    here = {drawn.holder(zone) for zone in zones} | {drawn.nation(zone) for zone in zones}
    here |= {pile.owner for zone in zones for pile in drawn.stacks.get(zone, ())}
    named = {f"{drawn.letters[n]} {n}": drawn.colours[n] for n in sorted(here & set(drawn.colours))}
    return colour_items(named, "card")


def _marks(drawn: ZoneMap) -> list[KeyItem]:
    used = drawn.used
    marks = {**PORTS, **WORKS, **{kind: (m, PASSAGE) for kind, m in PASSAGES.items()}}
    items = [KeyItem(_said(k), c, "mark", m) for k, (m, c) in marks.items() if k in used]
    items += [KeyItem(s, "", "sign") for s in ("capital", "city", "objective") if s in used]
    return items + [KeyItem(k, GROUND_INK[k]) for k in GROUND if k in used and k not in LINES]


def _lines(drawn: ZoneMap) -> list[KeyItem]:
    items = [
        KeyItem(_said(kind), colour, "dash" if dash else "line")
        for kind, (colour, _, dash) in LINES.items()
        if kind in drawn.used
    ]
    others = {
        "rail": KeyItem("railway", INK, "line"),
        "closed": KeyItem("no border in play", CLOSED, "dash"),
        "tie": KeyItem("border in play", TIE, "dash"),
        "kamikaze": KeyItem("kamikaze", KAMIKAZE, "mark"),
    }
    items += [item for kind, item in others.items() if kind in drawn.used]
    return items + ([KeyItem("no zone: ice", ICE)] if drawn.sheet.whole else [])


def _said(kind: str) -> str:
    return kind.replace("-", " ")
