"""The words of an order of losses that mean more than one type of unit (9.1, 0.5c).

`lose: [guests, bombers, infantry]`: a class, a nation, or the nations of a mixed force. `hosts` are
the units of the nation whose zone it is; where none of its units fight there (at sea, in an attack)
those of the nation of most units; `guests` are all others. `evenly`: every hit goes to the nation
that has lost least so far. `damage`: hits that sink no ship.

Decides: which units a word means.
Leaves to `combat`: which losses a side must take.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final

from pbem.core.choices.decisions import Option
from pbem.systems.gw.world.names import title
from pbem.systems.gw.world.units import UnitType

HOSTS: Final = "hosts"
GUESTS: Final = "guests"
EVENLY: Final = "evenly"
DAMAGE: Final = "damage"


def _is_small(unit: UnitType) -> bool:
    """A surface ship that fights and is neither a capital ship nor a Carrier."""
    return "surface" in unit.classes and not (
        "capital" in unit.classes or unit.is_carrier or unit.is_transport
    )


CLASSES: Final[Mapping[str, Callable[[UnitType], bool]]] = {
    "land": lambda unit: unit.is_land,
    "aircraft": lambda unit: unit.is_air,
    "fighters": lambda unit: unit.is_air and unit.air_superiority,
    "bombers": lambda unit: unit.id.endswith("-bomber"),
    "ships": lambda unit: unit.is_naval,
    "small-ships": _is_small,
    "capital-ships": lambda unit: "capital" in unit.classes and not unit.is_carrier,
    "carriers": lambda unit: unit.is_carrier,
    "submarines": lambda unit: unit.is_submarine,
}


def called(nation: str, host: str) -> tuple[str, ...]:
    """What an order of losses may call the units of a nation, beside their types and classes."""
    return (nation, HOSTS if nation == host else GUESTS)


def place_in(wanted: Sequence[str], unit: UnitType, names: Collection[str] = ()) -> int:
    """The place of the first word that means a unit in an order of losses; its end if none does."""
    for place, word in enumerate(wanted):
        fits = CLASSES.get(word)
        if word == unit.id or word in names or (fits is not None and fits(unit)):
            return place
    return len(wanted)


def class_options(units: Sequence[UnitType]) -> list[Option]:
    """The classes to which some units of a side belong, and others do not."""
    counts = {word: sum(map(fits, units)) for word, fits in CLASSES.items()}
    found = [
        Option(word, word.replace("-", " ")) for word, n in counts.items() if 0 < n < len(units)
    ]
    if any(unit.hits > 1 and not unit.is_carrier for unit in units):
        found.append(Option(DAMAGE, "hits that sink nothing"))
    return found


def nation_options(powers: Iterable[str]) -> list[Option]:
    """The nations of a mixed force; of one nation there is nothing to choose."""
    nations = [Option(power, title(power)) for power in powers]
    if len(nations) < 2:
        return []
    words = {GUESTS: "units of guests", HOSTS: "units of the hosts", EVENLY: "evenly by nation"}
    return [*(Option(word, name) for word, name in words.items()), *nations]


def evenly(fitting: Sequence[int], nations: Sequence[str], taken: Sequence[int]) -> int | None:
    """Of the kinds that may be given, the first of the nation that has taken the fewest hits.

    `nations` and `taken` are those of every kind of the side.
    """
    hits: dict[str, int] = {}
    for nation, number in zip(nations, taken, strict=True):
        hits[nation] = hits.get(nation, 0) + number
    return min(fitting, key=lambda index: hits[nations[index]], default=None)
