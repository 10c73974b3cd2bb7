"""Who is lost to a hit in land combat (9.1-9.3), and the orders of losses that players give (0.5c).

`lose: [guests, bombers, infantry]`: a type, a class, a nation, or the nations of a mixed force.
`hosts` are the units of the nation whose zone it is; where none of its units fight there (at sea,
in an attack) those of the nation of most units; `guests` are all others. `evenly`: every hit goes
to the nation that has lost least so far. `damage`: hits that sink no ship.

Decides: which units a hit may fall on and a word means, who names the casualty, the default order
of losses that Axis & Allies clubs play (land units before aircraft; the cheapest, then the weakest
first), double casualties. A unit kind of a side is named by its index in the side's roster; a force
is the tuple of their counts.
Leaves to the conducting step: putting a choice to a player (0.5c for several defenders).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Final, Protocol

from pbem.core.choices.decisions import Option
from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Rules
from pbem.core.rules.sides import Role
from pbem.systems.gw.battle.readings import OddCasualty, TransportLoss
from pbem.systems.gw.world.units import CLASSES, UnitType, belongs
from pbem.systems.gw.world.vocabulary import Counted, title

HOSTS: Final = "hosts"
GUESTS: Final = "guests"
EVENLY: Final = "evenly"
DAMAGE: Final = "damage"

Counts = tuple[int, ...]


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


@dataclass(frozen=True, slots=True)
class Claim:
    """What a hit demands: units of a group first (or only), named by its owner or the shooter."""

    group: str = "all"
    only: bool = False
    shooter_names: bool = False


ANY_UNIT = Claim()

AIRCRAFT_FIRST = Claim("air")

AIRCRAFT_ONLY = Claim("air", only=True)


@dataclass(frozen=True, slots=True)
class LossRules:
    """How a side takes its losses in one battle; unit kinds stand by their index in its roster.

    `orders` gives for each claim the kinds that may be taken, in order. `doubled` are the kinds
    that suffer double casualties in round one. `keep_land` saves the last land unit while there
    are aircraft to lose. `dropped` came from the aircraft `carriers` (9.15).
    """

    units: tuple[UnitType, ...]
    orders: Mapping[Claim, tuple[int, ...]]
    doubled: tuple[int, ...] = ()
    keep_land: bool = False
    carriers: tuple[int, ...] = ()
    dropped: tuple[int, ...] = ()
    _: KW_ONLY
    rules: Rules


def worth(unit: UnitType, role: Role) -> int:
    """A unit's printed value for the rest of a battle; Anti-Aircraft Artillery fires only once."""
    return 0 if unit.anti_aircraft else unit.printed(role) or 0


def club_rank(unit: UnitType, role: Role) -> tuple[bool, bool, int, int]:
    """The clubs' order of losses: land, then aircraft; cheapest, then weakest first.

    Exceptions: aircraft that defend go weakest first, so that bombers fall before fighters; Air
    Transports come last of all, which is a rule (12.2).
    """
    key = (unit.cost, worth(unit, role))
    if unit.is_air and role is Role.DEFENDER:
        key = (key[1], key[0])
    return (unit.last_casualty, unit.is_air, *key)


def loss_order(
    units: Sequence[UnitType],
    role: Role,
    places: Sequence[int] = (),
    doubled: Sequence[int] = (),
) -> tuple[int, ...]:
    """The owner's order of losses: whom he lists, then the clubs' order; transports last.

    `places`: the place of each unit in his list, if he made one. Of like units those that suffer
    double casualties are given last.
    """

    def rank(index: int) -> tuple[bool, int, tuple[bool, bool, int, int], bool, int]:
        unit = units[index]
        place = places[index] if places else 0
        return (unit.last_casualty, place, club_rank(unit, role), index in doubled, index)

    return tuple(sorted(range(len(units)), key=rank))


def feared_order(units: Sequence[UnitType], role: Role, wanted: Sequence[str]) -> tuple[int, ...]:
    """The shooter's order of targets: the types he lists, then the strongest, then the dearest."""

    def rank(index: int) -> tuple[int, int, int, int]:
        unit = units[index]
        place = wanted.index(unit.id) if unit.id in wanted else len(wanted)
        return (place, -worth(unit, role), -unit.cost, index)

    return tuple(sorted(range(len(units)), key=rank))


@implements("GW-9.1-b5", "GW-9.3-4", "GW-9.3-5", "GW-9.3-6", "GW-9.5-3")
def candidates(
    units: Sequence[UnitType], claim: Claim, own: tuple[int, ...], feared: tuple[int, ...]
) -> tuple[int, ...]:
    """The unit kinds on which a hit may fall, in the order in which they are taken (9.3).

    When the claimed group is gone, an ordinary hit remains and the owner takes any unit; a hit
    that can strike the group only is lost then.
    """
    order = feared if claim.shooter_names else own
    first = tuple(index for index in order if belongs(units[index], claim.group))
    rest = () if claim.only else tuple(index for index in own if index not in first)
    return first + rest


def casualty(losses: LossRules, counts: Counts, claim: Claim) -> int | None:
    """The unit kind that loses a unit to a hit, or None when the hit finds nothing (9.1, 9.3)."""
    index = _first_present(losses.orders[claim], counts)
    if index is None or not losses.units[index].last_casualty:
        return _spare_last_land(losses, counts, claim, index)
    if losses.rules.reading(TransportLoss) is TransportLoss.LAST_AIRCRAFT:
        return index
    others = [i for i, unit in enumerate(losses.units) if counts[i] and not unit.last_casualty]
    if not others:
        return index
    return None if claim.only else _first_present(losses.orders[ANY_UNIT], counts)


def choices(losses: LossRules, counts: Counts, claim: Claim) -> tuple[int, ...]:
    """The unit kinds that the owner may give for a hit, in his order of losses (9.1, 9.3).

    None where the hit leaves him no choice, or finds nothing: `casualty` says which.
    """
    present = [index for index in losses.orders[claim] if counts[index]]
    group = [index for index in present if belongs(losses.units[index], claim.group)] or present
    spared = [index for index in group if not losses.units[index].last_casualty]
    if losses.rules.reading(TransportLoss) is TransportLoss.LAST_AIRCRAFT:
        return tuple(spared or group)
    return tuple(spared)


def _first_present(order: Sequence[int], counts: Counts) -> int | None:
    for index in order:
        if counts[index]:
            return index
    return None


def _spare_last_land(
    losses: LossRules, counts: Counts, claim: Claim, index: int | None
) -> int | None:
    """Swap the owner's choice of his last land unit for an aircraft, where he wants the zone."""
    if index is None or not losses.keep_land or not losses.units[index].is_land:
        return index
    named = claim.shooter_names and belongs(losses.units[index], claim.group)
    land = sum(count for count, unit in zip(counts, losses.units, strict=True) if unit.is_land)
    instead = None if named or land > 1 else _first_present(_aircraft_to_lose(losses), counts)
    return index if instead is None else instead


def _aircraft_to_lose(losses: LossRules) -> list[int]:
    """The aircraft that may be lost in place of others, in the owner's order."""
    units = losses.units
    return [i for i in losses.orders[ANY_UNIT] if units[i].is_air and not units[i].last_casualty]


def without(counts: Counts, index: int) -> Counts:
    """A force that lost one unit of a kind."""
    return (*counts[:index], counts[index] - 1, *counts[index + 1 :])


def take_hit(losses: LossRules, counts: Counts, claim: Claim, first_round: bool) -> Counts:
    """The force after one hit on whom the orders of both sides name."""
    return lose(losses, counts, casualty(losses, counts, claim), first_round)


@implements("GW-9.2-1", "GW-9.2-2", "GW-9.2-3", "GW-9.3-7", "GW-1.23-2")
def lose(losses: LossRules, counts: Counts, index: int | None, first_round: bool) -> Counts:
    """The force without a unit of a kind; one under double casualties takes another along (9.2).

    The owner names the second unit by his order, also when the shooter named the first (9.3).
    """
    if index is None:
        return counts
    left = without(counts, index)
    if first_round and index in losses.carriers:
        return without_its_airborne(losses, left)
    if not first_round or index not in losses.doubled:
        return left
    second = _first_present([i for i in losses.orders[ANY_UNIT] if i in losses.doubled], left)
    if second is None and losses.rules.reading(OddCasualty) is OddCasualty.CARRIES_OVER:
        second = casualty(losses, left, ANY_UNIT)
    return left if second is None else without(left, second)


@implements("GW-9.15-3")
def without_its_airborne(losses: LossRules, counts: Counts) -> Counts:
    """A force that lost an aircraft in round one: the Airborne that it dropped is lost too (9.15).

    Of like aircraft those fall first whose Airborne are gone already.
    """
    aircraft = sum(counts[index] for index in losses.carriers)
    landed = sum(counts[index] for index in losses.dropped)
    for index in losses.dropped:
        while counts[index] and landed > aircraft:
            counts, landed = without(counts, index), landed - 1
    return counts


class Roster(Protocol):
    """What has a list of unit types: a side of a land battle, a fleet."""

    @property
    def units(self) -> tuple[UnitType, ...]:
        """The unit type of each kind."""


def counts_by_type(side: Roster, counts: Sequence[int]) -> Mapping[str, int]:
    """A force by unit type, in the order of the roster; types that are gone are left out."""
    totals: dict[str, int] = {}
    for unit, count in zip(side.units, counts, strict=True):
        if count:
            totals[unit.id] = totals.get(unit.id, 0) + count
    return totals


def totals(side: Roster, counts: Sequence[int]) -> Counted:
    """Numbers of units by type, as verdicts hold them: `[[infantry, 3], …]`."""
    return tuple(counts_by_type(side, counts).items())
