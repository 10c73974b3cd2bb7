"""What the umpire found, as a value: one frozen dataclass a kind, made of ids and numbers alone.

The ledger holds the fields as facts, reports read the same value back from them and make the
words. A field says by its type what its ids mean; any other text is a word of the rules, in small
letters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cache
from itertools import repeat
from keyword import iskeyword
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

PlaceId = Annotated[str, "place"]
UnitId = Annotated[str, "unit"]
PowerId = Annotated[str, "power"]
PlayerId = Annotated[str, "player"]
Cell = Annotated[str, "cell"]  # what a cell of a chart says, or a letter of it
Typed = Annotated[str, "typed"]  # a word as a player typed it

_PLAIN: Final = frozenset({str, int, bool, NoneType})  # what is a fact as it stands
ROWS: Final = (tuple, Sequence)  # as types of rows

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

    @property
    def rule(self) -> str:
        """The rule that it rests on."""
        return self.cite

    @property
    def where(self) -> str:
        """The place it is about, where it is about one."""
        return self.at or ""


@dataclass(frozen=True, slots=True)
class Judged(Verdict):
    """A verdict whose outcome stands beside its facts: they alone would not tell it."""

    result: str

    @property
    def outcome(self) -> str:
        return self.result


@dataclass(frozen=True, slots=True)
class Cited(Judged):
    """One of which the rule stands there too: not all of its kind rest on the same."""

    cite: ClassVar[str] = ""

    under: str

    @property
    def rule(self) -> str:
        return self.under


def _beside(kind: type[Verdict]) -> tuple[str, ...]:
    """The fields of a kind of verdict that are no facts: its outcome, its rule."""
    return ("result", "under")[: issubclass(kind, Judged) + issubclass(kind, Cited)]


def facts_of(verdict: Verdict) -> dict[str, Any]:
    """The fields of a verdict as facts; what is as usual is left out."""
    facts: dict[str, object] = _as_fact(verdict)
    for name in _beside(type(verdict)):
        del facts[name]
    return facts


def verdict_from(
    kind: type[V], facts: Mapping[str, object], outcome: str = "", rule: str = ""
) -> V:
    """The verdict with these facts."""
    made: type = kind
    said = {**facts, **dict(zip(_beside(kind), (outcome, rule), strict=False))}
    verdict: V = _part_reader(made)(said)
    return verdict


def _as_fact(value: object) -> Any:
    kind: type = type(value)
    if kind in _PLAIN:
        return value
    if isinstance(value, (list, tuple)):
        return [item if type(item) in _PLAIN else _as_fact(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _as_fact(item) for key, item in value.items()}
    if is_dataclass(kind):
        said = ((*row, getattr(value, row[0])) for row in _facts(kind))
        return {called: _as_fact(item) for _, called, usual, item in said if item != usual}
    return value


@cache
def _facts(kind: type) -> tuple[tuple[str, str, object], ...]:
    """The fields of a kind: the name of each, that of its fact, and its default, if it has one."""
    return tuple((field.name, _called(field), field.default) for field in fields(kind))


def _called(field: Field[object]) -> str:
    """The name of a fact: of the field `from_`, which Python forbids to be called so, `from`."""
    return field.name.rstrip("_")


@cache
def hints_of(kind: type) -> Mapping[str, object]:
    """The types of a verdict's fields, or of a part of one, with what their ids mean."""
    hints = get_type_hints(kind, include_extras=True)
    return {_called(field): hints[field.name] for field in fields(kind)}


def optional(hint: object) -> object:
    """The type of a field that may also be None."""
    if get_origin(hint) in (Union, UnionType):
        others = [item for item in get_args(hint) if item is not NoneType]
        return others[0] if len(others) == 1 else hint
    return hint


def kinds_of(hint: object) -> Iterable[object]:
    """The types of what a row holds, one after the other: without end if all are alike."""
    kinds = get_args(hint)
    mixed = get_origin(hint) is tuple and kinds[-1] is not Ellipsis
    return kinds if mixed else repeat(kinds[0])


Reads = Callable[[Any], Any]


@cache
def _reader(hint: object) -> Reads | None:
    """What makes a value of a type from what facts hold; None where that is the value."""
    hint = optional(hint)
    origin = get_origin(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        return _part_reader(hint)
    if origin in ROWS:
        return _row_reader(hint)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_reader(get_args(hint)[1])
    return Fraction if hint is Fraction else None


@cache
def _part_reader(kind: type) -> Reads:
    known = {
        name: (f"{name}_" if iskeyword(name) else name, _reader(hint))
        for name, hint in hints_of(kind).items()
    }

    def read(facts: Mapping[str, object]) -> object:
        made = {}
        for name, item in facts.items():
            field, reader = known[name]
            made[field] = item if reader is None or item is None else reader(item)
        return kind(**made)

    return read


def _row_reader(hint: object) -> Reads:
    kinds = kinds_of(hint)
    if not isinstance(kinds, repeat):
        readers = tuple(map(_reader, kinds))
        return lambda row: tuple(map(_read, readers, row))
    reader = _reader(next(kinds))
    return tuple if reader is None else lambda row: tuple(_read(reader, item) for item in row)


def _mapping_reader(hint: object) -> Reads:
    reader = _reader(hint)
    if reader is None:
        return dict
    return lambda facts: {key: _read(reader, item) for key, item in facts.items()}


def _read(reader: Reads | None, item: object) -> object:
    return item if reader is None or item is None else reader(item)
