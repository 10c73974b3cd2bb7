"""The limits of a function, and the functions that are known to be over them.

Decides: which functions are over a limit, which are known to be, and how the list is kept. A known
one has a number that it may not pass and stands under a reason; names only go, numbers only fall.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from measure.code import Measured
from measure.figures import MOST_COMPLEX, MOST_POSITIONAL, Figures
from pbem.core.data.yamlio import read_data

KNOWN: Final = Path(__file__).parent / "known.yaml"
LIMITS: Final = {"complexity": MOST_COMPLEX, "positional": MOST_POSITIONAL}
HEAD: Final = """\
# Kept by `make measure KEEP=1`: names only go, numbers only fall. See tests/measure/limits.py.
"""

Numbers = Mapping[str, int]  # by the name of a function, or of a figure


@dataclass(frozen=True)
class Known:
    """What is over a limit and why it may be: by the limit, then by the reason."""

    over: Mapping[str, Mapping[str, Numbers]]
    ratchets: Numbers  # figures that may only fall

    def of(self, limit: str) -> Numbers:
        """The functions that are known to be over a limit."""
        return {name: n for group in self.over[limit].values() for name, n in group.items()}


def read_known(path: Path = KNOWN) -> Known:
    """The list as it is kept."""
    data = read_data(path)
    over = {limit: {row["why"]: dict(row["functions"]) for row in data[limit]} for limit in LIMITS}
    return Known(over, dict(data["ratchets"]))


def over_limits(functions: Iterable[Measured]) -> Mapping[str, Numbers]:
    """The functions over each limit, with their numbers."""
    found: dict[str, dict[str, int]] = {limit: {} for limit in LIMITS}
    for one in functions:
        for limit, most in LIMITS.items():
            number = getattr(one, limit)
            if number > most:
                found[limit][one.name] = max(number, found[limit].get(one.name, 0))
    return found


def complaints(known: Known, functions: Iterable[Measured]) -> Iterator[str]:
    """What is over a limit and not known to be, and what is known and no longer so."""
    listed = tuple(functions)
    places = {one.name: one.place for one in listed}
    for limit, found in over_limits(listed).items():
        expected = known.of(limit)
        for name, number in sorted(found.items()):
            if number > expected.get(name, 0):
                yield f"{places[name]} {name}: {limit} {number}"
        for name in sorted(set(expected) - set(found)):
            yield f"{name}: {limit} is within the limit; `make measure KEEP=1` takes it off"


def shrunk(known: Known, functions: Iterable[Measured], figures: Figures) -> Known:
    """The list without what is within the limits, every number as low as it is now."""
    now = over_limits(functions)
    over = {
        limit: {
            why: {name: min(n, now[limit][name]) for name, n in group.items() if name in now[limit]}
            for why, group in groups.items()
        }
        for limit, groups in known.over.items()
    }
    return Known(over, {name: min(n, figures[name]) for name, n in known.ratchets.items()})


def text_of(known: Known) -> str:
    """The list as its file holds it."""
    return HEAD + "\n".join(_lines(known)) + "\n"


def _lines(known: Known) -> Iterator[str]:
    for limit, groups in known.over.items():
        held = {why: numbers for why, numbers in groups.items() if numbers}
        yield f"{limit}:" if held else f"{limit}: []"
        for why, numbers in held.items():
            yield f"- why: {why}"
            yield "  functions:"
            yield from (f"    {name}: {n}" for name, n in sorted(numbers.items()))
    yield "ratchets:"
    yield from (f'  "{name}": {n}' for name, n in known.ratchets.items())
