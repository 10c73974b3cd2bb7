"""Units and places as players write them in orders, and the facts about a hex that orders may test.

Decides what a word means: a unit is written by its printed name or its id, or as `all HEX`; a place
by its hex or its name. Leaves what the unit may do to the order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from pbem.core.choices.conditions import (
    BadCondition,
    Condition,
    Fact,
    check_facts,
    parse_conditions,
)
from pbem.core.data.counters import Counter
from pbem.core.data.findings import Finding, error, suggest
from pbem.core.orders.orders import Order
from pbem.core.record.state import REMOVED
from pbem.systems.flames.world.control import enemy_units
from pbem.systems.flames.world.position import FIELD_GUN, Piece, Position

ALL: Final = "all "

HEX_FACTS: Final[Mapping[str, str]] = {
    "weather": "the weather in the hex",
    "control": "who controls the hex",
    "enemy units": "how many enemy units are in the hex",
    "face-up enemy units": "how many of them are face-up",
}


@dataclass(frozen=True, slots=True)
class Sought:
    """The units that an order is about: what players call them, and which they are."""

    what: str
    fits: Callable[[Piece], bool]


LAND_UNIT: Final = Sought("land unit", lambda piece: piece.is_land)
AIRCRAFT: Final = Sought("aircraft", lambda piece: piece.is_air)
FLIER: Final = Sought("aircraft", lambda piece: piece.is_air or piece.is_v_weapon)
LIFTER: Final = Sought("aircraft", lambda piece: piece.is_air or piece.is_air_cav)
ALOFT: Final = Sought("aircraft", lambda piece: LIFTER.fits(piece) or piece.is_v_weapon)
HEADQUARTERS: Final = Sought("HQ", lambda piece: piece.is_hq)
FIELD_GUNS: Final = Sought("field artillery", lambda piece: piece.kind == FIELD_GUN)


@dataclass(frozen=True, slots=True)
class Named:
    """The units that words mean, and what is wrong with the words."""

    pieces: tuple[Piece, ...]
    findings: tuple[Finding, ...] = ()


def words_of(data: Any) -> tuple[str, ...]:
    """One word or a list of them, as typed."""
    if data is None:
        return ()
    return tuple(str(word) for word in data) if isinstance(data, (list, tuple)) else (str(data),)


def find_units(position: Position, data: Any, sought: Sought) -> Named:
    """The player's units that words mean."""
    pieces: dict[str, Piece] = {}
    findings: list[Finding] = []
    for word in words_of(data):
        found = _meant(position, word.strip(), sought)
        findings += (replace(finding, about=word) for finding in found.findings)
        pieces.update((piece.id, piece) for piece in found.pieces)
    return Named(tuple(pieces.values()), tuple(findings))


def units_in(position: Position, order: Order, key: str, sought: Sought) -> Named:
    """The units that an order names under a key; what is wrong stands at the very word."""
    found = [
        _placed(find_units(position, word, sought), order, path)
        for word, path in _words_at(order, key)
    ]
    pieces = {piece.id: piece for named in found for piece in named.pieces}
    return Named(tuple(pieces.values()), tuple(f for named in found for f in named.findings))


def claims_of(sought: Sought) -> Callable[[Position, Order], tuple[str, ...]]:
    """What an order of a section claims whose `units` each act by one order: those units."""
    return lambda position, order: tuple(
        piece.id for piece in find_units(position, order.data["units"], sought).pieces
    )


def _words_at(order: Order, key: str) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """The words under a key of an order, each with its path in the order."""
    data = order.data.get(key)
    for number, word in enumerate(words_of(data)):
        yield word, (key, number) if isinstance(data, list) else (key,)


def named_twice(
    position: Position, order: Order, keys: Sequence[str], sought: Sought
) -> tuple[Finding, ...]:
    """A unit does one thing in an order: a finding at the word that names it under another key."""
    under: dict[str, str] = {}
    findings: list[Finding] = []
    for key in keys:
        for word, path in _words_at(order, key):
            for piece in find_units(position, word, sought).pieces:
                known = under.setdefault(piece.id, key)
                if known != key:
                    message = f"{piece.name} stands under `{known}` and again under `{key}`"
                    hint = f"name it under one of them; it is in {position.label(piece.at)}"
                    twice = error("named-twice", message, hint=hint)
                    findings.append(twice.at(order.spot(*path)))
    return tuple(dict.fromkeys(findings))


def _placed(named: Named, order: Order, path: tuple[str | int, ...]) -> Named:
    if not named.findings:
        return named
    where = order.spot(*path)
    return Named(named.pieces, tuple(finding.at(where) for finding in named.findings))


def _meant(position: Position, word: str, sought: Sought) -> Named:
    if word.casefold().startswith(ALL):
        return _all_at(position, word[len(ALL) :].strip(), sought)
    found = units_called(position, word) or _partly_called(position, word)
    own = [piece for piece in found if plays(position, piece)]
    if len(own) == 1:
        return _checked(position, own[0], sought)
    if own:
        ids = ", ".join(f"{piece.id} ({position.label(piece.at)})" for piece in own)
        return _wrong("ambiguous-unit", f"'{word}' may be any of {ids}", "write the id")
    if found:
        ours = position.state.powers_of_player(position.player)
        yours = (position.title(power.id) for power in ours)
        hint = f"you order units of {', '.join(yours) or 'no power'}"
        return _wrong("not-yours", f"{found[0].name} is not yours to order", hint)
    return _wrong("unknown-unit", f"there is no unit '{word}'", near_names(position, word))


def near_names(position: Position, word: str) -> str:
    """A hint with the names nearest to a mistyped one, of the units that the game has."""
    return suggest(word, (position.piece(unit).name for unit in position.units.values()))


def units_called(position: Position, word: str) -> tuple[Piece, ...]:
    """The units with an id or a printed name, wherever they are."""
    units = position.units
    if word in units:
        return (position.piece(units[word]),)
    return _pieces_of(position, position.book.counters.find(word))


def _partly_called(position: Position, word: str) -> tuple[Piece, ...]:
    """The units of whose printed names a word is a part."""
    return _pieces_of(position, position.book.counters.called(word))


def _pieces_of(position: Position, found: Sequence[Counter]) -> tuple[Piece, ...]:
    """The units of some counters."""
    units, counters = position.units, {counter.id for counter in found}
    if not counters:
        return ()
    if counters <= units.keys():
        return tuple(position.piece(units[unit]) for unit in sorted(counters))
    return tuple(position.piece(u) for u in units.values() if u.counter in counters)


def plays(position: Position, piece: Piece) -> bool:
    """Whether the player runs the power that owns a unit."""
    return position.player in position.powers[piece.owner].players


def _all_at(position: Position, name: str, sought: Sought) -> Named:
    place, findings = find_place(position, name)
    if place is None:
        return Named((), findings)
    here = [piece for piece in position.at(place) if plays(position, piece)]
    pieces = tuple(piece for piece in here if sought.fits(piece))
    if not pieces:
        return _wrong("nothing-there", f"you have no {sought.what} in {position.label(place)}")
    return Named(pieces)


def _checked(position: Position, piece: Piece, sought: Sought) -> Named:
    if piece.at not in position.board:
        where = _off_map(position, piece.at)
        return _wrong("not-on-map", f"{piece.name} is not on the map but {where}")
    if not sought.fits(piece):
        hint = f"units in its hex that are: {_fitting(position, piece.at, sought)}"
        return _wrong("wrong-kind", f"{piece.name} is no {sought.what}", hint)
    return Named((piece,))


def _off_map(position: Position, location: str) -> str:
    """Where a unit is that is nowhere on the map, as people say it."""
    kind, _, rest = location.partition(":")
    whose, _, what = rest.partition("/")
    if location == REMOVED or (kind == "pool" and what in ("away", "out")):
        return "out of the game"
    if kind == "pool" and what.isdigit():
        return f"out of the game until {what}"
    if kind == "track" and "." in what:
        return f"on a production track of {position.called(whose)}"
    if kind == "track":
        return f"on the production circle of {position.called(whose)}"
    if kind == "pool" and what:
        return f"in the {what} pool of {position.called(whose)}"
    return f"in {location}"


def _fitting(position: Position, place: str, sought: Sought) -> str:
    here = (p.name for p in position.at(place) if plays(position, p) and sought.fits(p))
    return ", ".join(here) or "none"


def _wrong(code: str, message: str, hint: str = "") -> Named:
    return Named((), (error(code, message, hint=hint),))


def find_place(position: Position, text: str) -> tuple[str | None, tuple[Finding, ...]]:
    """The one place that a name means, or what is wrong with the name."""
    found = position.board.find(str(text))
    if found.place is not None:
        return found.place, ()
    return None, (error("unknown-place", found.problem, hint=found.hint, about=str(text)),)


def find_places(position: Position, data: Any) -> tuple[tuple[str, ...], tuple[Finding, ...]]:
    """The places that one name or a list of names mean, in order."""
    places: list[str] = []
    findings: list[Finding] = []
    for word in words_of(data):
        place, troubles = find_place(position, word)
        findings += troubles
        if place is not None:
            places.append(place)
    return tuple(places), tuple(findings)


def places_in(
    position: Position, order: Order, key: str
) -> tuple[tuple[str, ...], tuple[Finding, ...]]:
    """The places that an order names under a key; what is wrong stands at the very word."""
    places: list[str] = []
    findings: list[Finding] = []
    for word, path in _words_at(order, key):
        place, troubles = find_place(position, word)
        findings += [finding.at(order.spot(*path)) for finding in troubles]
        if place is not None:
            places.append(place)
    return tuple(places), tuple(findings)


def named(position: Position, word: str) -> tuple[str, ...]:
    """The ids of the units, or of the place, that a word of an order names."""
    units = units_called(position, word)
    if units:
        return tuple(piece.id for piece in units)
    everyone = word.casefold().startswith(ALL)
    places = position.game.find_places(word[len(ALL) :] if everyone else word)
    if not everyone:
        return places
    return tuple(piece.id for place in places for piece in position.at(place))


# --- conditions of orders ------------------------------------------------------------------------


def hex_facts(position: Position, place: str, power: str) -> dict[str, Fact]:
    """What `if:` may test about a hex (the same everywhere)."""
    enemy = enemy_units(position, place, power)
    return {
        "weather": position.ground.weather[place],
        "control": position.controller(place) or "nobody",
        "enemy units": len(enemy),
        "face-up enemy units": sum(not piece.face_down for piece in enemy),
    }


def read_conditions(
    data: Any, known: Mapping[str, str]
) -> tuple[tuple[Condition, ...], Sequence[Finding]]:
    """The conditions of an order, over the facts known at its moment."""
    try:
        conditions = parse_conditions(data)
    except BadCondition as trouble:
        return (), (error("bad-condition", str(trouble), about="if"),)
    return conditions, check_facts(conditions, known, None, "if")


def unmet(conditions: Sequence[Condition], facts: Mapping[str, Fact], label: str) -> str:
    """`'odds >= 3-1' did not hold for Minsk E2140 (odds 2-1)`: what was asked, and what was."""
    said = ", ".join(str(condition) for condition in conditions)
    asked = dict.fromkeys(condition.fact for condition in conditions)
    here = ", ".join(f"{name} {_shown(name, facts.get(name))}" for name in asked)
    return f"'{said}' did not hold for {label} ({here})"


def _shown(name: str, value: Fact | None) -> str:
    if name == "odds" and isinstance(value, (int, Fraction)):
        return f"{value.numerator}-{value.denominator}"
    return "none" if value is None else str(value)
