"""Writing a built map as a map file: rows of letters that a person can read and correct."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from pbem.core.maps.areas import Pair
from pbem.core.maps.hexes import Sheet
from pbem.maps.building.economy import GOODS
from pbem.maps.building.lands import countries_of
from pbem.maps.building.waters import touching_seas
from pbem.maps.building.work import Work

_LETTERS: Final = {
    "sea": "w",
    "lake": "l",
    "clear": "c",
    "forest": "f",
    "mountain": "m",
    "desert": "d",
    "desert-mountain": "x",
    "jungle": "j",
    "swamp": "s",
}
_LAYERED: Final = ("terrain", "coast", "country", "region", "zone", "front", "sea", "scale")
_EXPECTED: Final = {"zone": "zones"}  # layers and the sections that tell what must come out
_OF_ITS_OWN: Final = (*GOODS, "objective", "victory")  # facts that say where they come from
_WIDTH: Final = 98


def write_map(work: Work) -> str:
    """The whole map file."""
    parts = [
        _head(work.data),
        _grid(work),
        "layers:",
        _terrain(work),
        *(_layer(work, name) for name in ("country", "zone", "front", "sea") if work.fact(name)),
        *_hexsides(work),
        *_links(work),
        *_places(work),
        *_areas(work),
        _joins(work),
        _countries(work),
    ]
    return "\n".join(part.rstrip("\n") + "\n" for part in parts if part)


def _head(data: Mapping[str, Any]) -> str:
    head = data["head"]
    lines = [
        f"# {head['title']}. Built by `pbem map build {head['map']}`; do not edit: corrections go",
        "# into a correction file of your own. docs/maps.md explains the format.",
        "format: pbem-map/1",
        f"map: {head['map']}",
        f"title: {quote(head['title'])}",
        f"date: {quote(head['date'], always=True)}",
        *([f"implements: {flow(head['implements'])}"] if "implements" in head else []),
        "note: >-",
        *textwrap.wrap(head["note"], _WIDTH - 2, initial_indent="  ", subsequent_indent="  "),
    ]
    return "\n".join(lines)


def _grid(work: Work) -> str:
    lines = ["grid:"]
    for name in work.sheets:
        facts: dict[str, Any] = {"id": work.data["grid"][name]["id"]}
        facts |= {
            key: value
            for key, value in work.data["grid"][name].items()
            if key
            in ("columns_from", "rows_from", "half_hex_west", "slant", "offset", "plane", "scale")
        }
        lines.append(f"  {name}: {flow(facts)}")
    return "\n".join(lines)


# rows of letters


def _rows(work: Work, tokens: Mapping[str, str]) -> Iterator[str]:
    """One line for each row of each sheet, from west to east, the northernmost first."""
    wide = max((len(token) for token in tokens.values()), default=1)
    for sheet in work.sheets.values():
        rows: dict[int, list[tuple[int, str]]] = {}
        for place, (x, y) in work.hexes.items():
            if sheet.numbering.read(place):
                rows.setdefault(y, []).append((x, place))
        for y in sorted(rows, reverse=True):
            yield _row(sheet, sorted(rows[y]), tokens, wide)


def _row(sheet: Sheet, cells: list[tuple[int, str]], tokens: Mapping[str, str], wide: int) -> str:
    x = cells[0][0]
    by_x = dict(cells)
    words = [
        (tokens.get(by_x[at], ".") if at in by_x else "-").ljust(wide)
        for at in range(x, cells[-1][0] + 1, 2)
    ]
    return f"{' ' * (x % 2)}{by_x[x]}: " + " ".join(words).rstrip()


def _terrain(work: Work) -> str:
    tokens, legend = {}, {}
    for place in work.hexes:
        terrain = str(work.fact("terrain")[place])
        letter = _LETTERS[terrain]
        if work.is_coast(place):
            letter = letter.upper()
            legend[letter] = f"{{terrain: {terrain}, coast: true}}"
        else:
            legend[letter] = terrain
        tokens[place] = letter
    order = sorted(legend, key=lambda letter: (letter.isupper(), letter))
    return _section(work, "terrain", {letter: legend[letter] for letter in order}, tokens)


def _layer(work: Work, name: str) -> str:
    values = {place: _meaning(work, place, name) for place in work.hexes}
    codes = _codes(work, name, [value for value in values.values() if value])
    tokens = {place: codes[value] for place, value in values.items() if value}
    return _section(work, name, {codes[value]: value for value in codes}, tokens)


def _meaning(work: Work, place: str, name: str) -> str:
    """The value of a hex in a layer as the legend writes it."""
    value = work.fact(name).get(place)
    if value is None:
        return ""
    region = work.fact("region").get(place) if name == "country" else None
    if region:
        return flow({"country": value, "region": region})
    return flow(list(value)) if isinstance(value, tuple) else quote(str(value))


def _codes(work: Work, name: str, values: list[str]) -> dict[str, str]:
    """A short code for each value: from the lists by hand, else made of its first letters."""
    given = work.data.get("codes", {}).get(name, {})
    codes: dict[str, str] = {}
    for value in sorted(set(values)):
        plain = value.strip('"')
        code = str(given.get(plain, "")) or _made(plain, name, {*codes.values(), *given.values()})
        codes[value] = code
    return codes


def _made(value: str, name: str, taken: set[str]) -> str:
    words = value.replace("sea:", "").replace("country:", "").replace("region:", "")
    letters = [c for c in words if c.isalpha()]
    first = letters[0].upper() if name == "country" else letters[0]
    for other in [*letters[1:], *"abcdefghijklmnopqrstuvwxyz"]:
        code: str = first + (other.upper() if name == "country" else other)
        if code not in taken:
            return code
    raise ValueError(f"no code is left for {value}")


def _section(work: Work, name: str, legend: Mapping[str, str], tokens: Mapping[str, str]) -> str:
    lines = [f"  {name}:", f"    provenance: {_provenance(work, name)}"]
    lines += _expected(work.data.get(_EXPECTED.get(name, ""), {}))
    lines.append("    legend:")
    lines += [f"      {quote(code)}: {value}" for code, value in legend.items()]
    rows = list(_rows(work, tokens))
    lines.append("    rows: |2" if rows[0].startswith(" ") else "    rows: |")
    lines += [f"      {row}" for row in rows]
    return "\n".join(lines)


def _expected(rules: Mapping[str, Any]) -> Iterator[str]:
    """What the layer must come out as, for the soundness check."""
    if "north_to_south" in rules:
        yield f"    north_to_south: {flow(rules['north_to_south'])}"
    if "known" in rules:
        yield "    known:"
        yield from (f"      {value}: {flow(rules['known'][value])}" for value in rules["known"])


def _provenance(work: Work, name: str) -> str:
    return quote(str(work.data["provenance"][name]))


# sides, lines, places, areas


def _hexsides(work: Work) -> Iterator[str]:
    if any(work.sides.values()):
        yield "hexsides:"
    for feature in sorted(work.sides):
        if not work.sides[feature]:
            continue
        names: dict[str, list[Pair]] = {}
        for side, name in work.sides[feature].items():
            names.setdefault(name, []).append(side)
        lines = [f"  {feature}:", f"    provenance: {_provenance(work, feature)}", "    sides:"]
        for name in sorted(names):
            lines += _folded(name, [f"{a}-{b}" for a, b in names[name]])
        yield "\n".join(lines)


def _links(work: Work) -> Iterator[str]:
    if any(work.lines.values()):
        yield "links:"
    for feature in sorted(work.lines):
        lines = [f"  {feature}:", f"    provenance: {_provenance(work, feature)}", "    lines:"]
        for name, chain in work.lines[feature].items():
            lines += _folded(name, chain)
        yield "\n".join(lines)


def _folded(name: str, words: Iterable[str]) -> list[str]:
    return [f"      {quote(name)}: >-", *folded(words, " " * 8)]


def folded(words: Iterable[str], indent: str) -> list[str]:
    """Words in lines of the file's width."""
    return textwrap.wrap(
        " ".join(words),
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _places(work: Work) -> Iterator[str]:
    lines = ["places:", f"  provenance: {_provenance(work, 'places')}", "  at:"]
    for place in sorted(work.hexes):
        told = _named(work, place) or _corrected(work, place)
        if told:
            lines.append(f"    {quote(place)}: {flow(told)}")
    for place, off in work.off_map.items():
        lines.append(f"    {quote(place)}: {flow({'off_map': True, **off})}")
    yield "\n".join(lines)


def _named(work: Work, place: str) -> dict[str, Any]:
    """The facts of a hex in the list of places, and where they come from."""
    told = _unlayered(work, place)
    origin = work.origins.get((place, "name"))
    held = [fact for fact in _OF_ITS_OWN if fact in told and (place, fact) in work.origins]
    if held:
        whole = {"place": origin} if origin else {}
        told["provenance"] = whole | {fact: work.origins[place, fact] for fact in held}
    elif told and origin:
        told["provenance"] = origin
    return told


def _unlayered(work: Work, place: str) -> dict[str, Any]:
    """The facts of a hex that stand in no layer, its name first."""
    facts = [name for name in work.facts if name not in _LAYERED and place in work.facts[name]]
    order = sorted(facts, key=lambda name: (name != "name", name != "also"))
    return {name: work.facts[name][place] for name in order}


def _corrected(work: Work, place: str) -> dict[str, Any]:
    """What was set by hand in the layers for a hex without a name, and why."""
    found = {
        fact: work.origins[place, fact]
        for fact in _LAYERED
        if (place, fact) in work.origins and place in work.fact(fact)
    }
    if not found:
        return {}
    kinds = sorted({origin.partition(": ")[0] for origin in found.values()}, reverse=True)
    reasons = dict.fromkeys(origin.partition(": ")[2] for origin in found.values())
    told: dict[str, Any] = {fact: work.fact(fact)[place] for fact in found}
    return {**told, "provenance": f"{kinds[0]}: {'; '.join(reasons)}"}


def _areas(work: Work) -> Iterator[str]:
    if not work.data.get("seas"):
        return
    common = {"kind": "sea", **work.data.get("sea_facts", {})}
    lines = ["areas:", f"  provenance: {_provenance(work, 'areas')}", f"  common: {flow(common)}"]
    lines.append("  at:")
    for area in work.data["seas"]:
        kept = {key: area[key] for key in ("zone", "strait", "provenance") if key in area}
        facts = {"name": area["name"], **kept}
        lines.append(f"    {quote('sea:' + area['id'])}: {flow(facts)}")
    yield "\n".join(lines)
    yield _borders(work)


def _borders(work: Work) -> str:
    """Sea areas that touch: what geography shows and what the lists by hand add."""
    pairs = set(touching_seas(work))
    for area in work.data["seas"]:
        pairs |= {
            (min(one, other), max(one, other))
            for name in area.get("touches", ())
            for one, other in [(f"sea:{area['id']}", f"sea:{name}")]
        }
    between: dict[str, list[str]] = {}
    for a, b in sorted(pairs):
        between.setdefault(a, []).append(b)
    lines = ["borders:", f"  provenance: {_provenance(work, 'borders')}", "  between:"]
    lines += [f"    {quote(a)}: {flow(others)}" for a, others in between.items()]
    return "\n".join(lines)


def _joins(work: Work) -> str:
    if not work.joins:
        return ""
    lines = ["joins:", f"  provenance: {_provenance(work, 'joins')}", "  lines:"]
    lines += [f"    {quote(name)}: {' '.join(chain)}" for name, chain in work.joins.items()]
    return "\n".join(lines)


def _countries(work: Work) -> str:
    lines = ["countries:", f"  provenance: {_provenance(work, 'countries')}", "  at:"]
    lines += [f"    {land}: {flow(facts)}" for land, facts in countries_of(work).items()]
    return "\n".join(lines)


# scalars

_PLAIN: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -./()'")


def quote(text: str, always: bool = False) -> str:
    """A text as YAML, in quotes where it needs them."""
    plain = all(c in _PLAIN or ord(c) > 127 for c in text) and text[:1].isalpha()
    word = text.lower() in ("yes", "no", "on", "off", "true", "false", "null", "y", "n")
    if plain and not word and not always and text == text.strip():
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def flow(value: Any) -> str:
    """A value as YAML on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else quote(str(value))
