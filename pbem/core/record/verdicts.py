"""What the umpire found, as a value: one frozen dataclass a kind, made of ids and numbers alone.

The ledger holds the fields as facts, reports read the same value back from them and make the
words. A field says by its type what its ids mean; any other text is a word of the rules, in small
letters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, TypeVar, Union, get_args, get_origin, get_type_hints

PlaceId = Annotated[str, "place"]
UnitId = Annotated[str, "unit"]
PowerId = Annotated[str, "power"]
PlayerId = Annotated[str, "player"]
Cell = Annotated[str, "cell"]  # what a cell of a chart says, or a letter of it
Typed = Annotated[str, "typed"]  # a word as a player typed it

V = TypeVar("V", bound="Verdict")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What every verdict says: the place it is about, if it is about one, and its outcome."""

    kind: ClassVar[str]
    cite: ClassVar[str]

    at: PlaceId | None

    @property
    def outcome(self) -> str:
        """What came out, in one word."""
        raise NotImplementedError


def facts_of(verdict: Verdict) -> dict[str, Any]:
    """The fields of a verdict as facts; what is as usual is left out."""
    facts: dict[str, object] = _as_fact(verdict)
    return facts


def verdict_from(kind: type[V], facts: Mapping[str, object]) -> V:
    """The verdict whose facts these are."""
    verdict: V = _read(kind, facts)
    return verdict


def _as_fact(value: object) -> Any:
    if is_dataclass(value):
        said = ((field, getattr(value, field.name)) for field in fields(value))
        return {field.name: _as_fact(item) for field, item in said if not _usual(field, item)}
    if isinstance(value, Mapping):
        return {key: _as_fact(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_as_fact(item) for item in value]
    return value


def _usual(field: Field[object], value: object) -> bool:
    return field.default is not MISSING and value == field.default


@cache
def hints_of(kind: type) -> Mapping[str, object]:
    """The types of a verdict's fields, or of a part of one, with what their ids mean."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in fields(kind)}


def optional(hint: object) -> object:
    """The type of a field that may also be None."""
    if get_origin(hint) in (Union, UnionType):
        others = [item for item in get_args(hint) if item is not NoneType]
        return others[0] if len(others) == 1 else hint
    return hint


def _read(hint: object, value: Any) -> Any:
    hint = optional(hint)
    if value is None:
        return None
    if is_dataclass(hint) and isinstance(hint, type):
        known = hints_of(hint)
        return hint(**{name: _read(known[name], item) for name, item in value.items()})
    if get_origin(hint) is tuple:
        return tuple(_read(get_args(hint)[0], item) for item in value)
    if isinstance(value, Mapping):
        return {key: _read(get_args(hint)[1], item) for key, item in value.items()}
    return Fraction(value) if hint is Fraction else value
