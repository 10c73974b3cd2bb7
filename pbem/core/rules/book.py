"""The charts and counters that a game is played with: its owner's where he has some, else ours."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from pbem.core.data.charts import Chart
from pbem.core.data.counters import Catalogue
from pbem.core.data.findings import MissingData

T = TypeVar("T")
P = ParamSpec("P")


class Keeper(Protocol):
    """Whatever values are derived from, and kept with."""

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """A derived value, worked out once."""
        ...


K = TypeVar("K", bound=Keeper)


@dataclass(frozen=True, eq=False)
class Book:
    """What is printed beside the rulebook, and what rules have worked out from it alone."""

    charts: Mapping[str, Chart]
    counters: Catalogue
    _kept: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False)

    def chart(self, name: str) -> Chart:
        """A chart by its id; MissingData when nobody has supplied it."""
        found = self.charts.get(name)
        if found is None:
            raise MissingData(f"the chart '{name}' is missing; an owner of the game can supply it")
        return found

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """A derived value, worked out once."""
        if key not in self._kept:
            self._kept[key] = make()
        value: T = self._kept[key]
        return value


def once(make: Callable[Concatenate[K, P], T]) -> Callable[Concatenate[K, P], T]:
    """A function of a book or a position (and of hashable arguments), worked out once for each."""

    @wraps(make)
    def kept(keeper: K, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return keeper.kept((kept, *args), lambda: make(keeper, *args, **kwargs))

    return kept
