"""What a fact may be where a correction sets it: a slip in a value is refused like one in a word.

Decides which values are legal: those of any hex map (terrain, ports), those that the map itself
has, and words that the correction adds. A fact of which the map has only numbers is a number, of
which it has only true and false a flag. Leaves to the systems what a value means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from pbem.core.data.findings import suggest
from pbem.core.maps.board import Value
from pbem.core.maps.draft import DocPath
from pbem.core.maps.economy import KINDS
from pbem.core.maps.sections.reader import Reader

Word = str | int

# what any map of hexes may say
_COMMON: Final[Mapping[str, tuple[Word, ...]]] = {
    "terrain": (
        "clear", "desert", "desert-mountain", "forest", "jungle", "lake", "mountain", "sea",
        "swamp",
    ),
    "port": ("major", "minor"),
    **dict.fromkeys(("coast", "city", "iced_in", "objective", "victory", "off_map"), (True,)),
    **dict.fromkeys(("resources", "oil"), (0,)),
    "factories": (0, *KINDS),
}  # fmt: skip
_TEXTS: Final = ("name", "also", "part_of", "provenance", "note")
_KINDS: Final[Mapping[str, tuple[Word, ...]]] = {"kind": ("home", "territory"), "major": (True,)}
_OF_COUNTRIES: Final = ("name", "also", "kind", "major", "capital", "aligned", "touches")


def check_value(reader: Reader, fact: str, value: Value | None, path: DocPath) -> None:
    """Refuse a value that the fact of a place cannot have; null takes any fact away."""
    if not reader.corrects or value is None:
        return
    if fact in _TEXTS:
        _check_text(reader, fact, value, path)
        return
    if fact not in reader.legal:
        reader.legal[fact] = frozenset(_LEGAL.get(fact, _alike)(reader, fact))
    _check_word(reader, fact, value, path)


def check_country_value(reader: Reader, fact: str, value: Value | None, path: DocPath) -> None:
    """The same for a fact of a whole country."""
    if not reader.corrects or value is None:
        return
    if fact in _TEXTS:
        _check_text(reader, fact, value, path)
    elif fact == "capital":
        reader.known_place(str(value), path)
    elif fact in _OF_COUNTRIES:
        told = f"{fact} of a country"
        reader.legal.setdefault(told, frozenset(_KINDS.get(fact) or _powers(reader)))
        _check_word(reader, told, value, path)
    else:
        had = {name for facts in reader.draft.countries.values() for name in facts}
        reader.known_word("fact of a country", fact, (*_OF_COUNTRIES, *had), path)


# --- what is legal ----------------------------------------------------------------------------


def _alike(reader: Reader, fact: str) -> Iterator[Word]:
    """The values that the map has of the fact, those of any map, and those that are added."""
    if reader.draft.spots:
        yield from _COMMON.get(fact, ())
    yield from reader.draft.words.get(fact, ())
    for had in reader.draft.facts.get(fact, {}).values():
        yield from _each(had)


def _lands(reader: Reader, fact: str) -> Iterator[Word]:
    """The countries of the map; a capital may be one without saying of what."""
    yield from reader.draft.countries
    yield from _alike(reader, "country")
    if fact == "capital":
        yield from _alike(reader, fact)


def _powers(reader: Reader) -> Iterator[Word]:
    """Countries of this map, and powers of other maps that something here is aligned to."""
    yield from _lands(reader, "country")
    yield from reader.draft.words.get("aligned", ())
    for facts in reader.draft.countries.values():
        if "aligned" in facts:
            yield str(facts["aligned"])


def _seas(reader: Reader, _: str) -> Iterator[Word]:
    """The sea areas of a hex are areas of the map."""
    yield from (place for place in reader.draft.places if place.startswith("sea:"))


_LEGAL: Final[Mapping[str, Callable[[Reader, str], Iterable[Word]]]] = {
    "country": _lands,
    "capital": _lands,
    "sea": _seas,
}


# --- what is refused --------------------------------------------------------------------------


def _check_word(reader: Reader, fact: str, value: Value, path: DocPath) -> None:
    """Each value is a legal one, or a number (a flag) where all legal ones are such."""
    legal = reader.legal[fact]
    words = sorted(one for one in legal if isinstance(one, str))
    for one in _each(value):
        if legal and not _fits(one, legal):
            near = suggest(str(one), words) if words else ""
            hint = " or ".join(part for part in (near, _numbers(legal)) if part)
            reader.problem("map-value", f"{fact} cannot be {_said(one)}", path, hint)


def _fits(value: Word, legal: frozenset[Word]) -> bool:
    if isinstance(value, bool):
        return any(known is True for known in legal)
    if isinstance(value, int):
        return value >= 0 and any(type(known) is int for known in legal)
    return value in legal


def _numbers(legal: frozenset[Word]) -> str:
    """What is legal of a fact that counts, or that says yes or no."""
    if any(type(known) is int for known in legal):
        return "a whole number, 0 or more"
    return "true, or null to take it away" if True in legal else ""


def _check_text(reader: Reader, fact: str, value: Value, path: DocPath) -> None:
    for one in _each(value):
        if not isinstance(one, str) or not one.strip():
            hint = "put it in quotes"
            reader.problem("map-value", f"{fact} is text, not {_said(one)}", path, hint)


def _each(value: Value) -> tuple[Word, ...]:
    return value if isinstance(value, tuple) else (value,)


def _said(value: Word) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"'{value}'" if isinstance(value, str) else str(value)
