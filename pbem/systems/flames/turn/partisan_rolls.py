"""Partisans as the table has them: who is eligible, what is rolled (13.1.1).

Decides the countries and regions of a roll, their hexes on the map, their numbers and modifiers,
how many partisans come. Leaves placing them to `partisans`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pbem.core.data.charts import Chart
from pbem.core.data.rulebook import implements
from pbem.systems.flames.air.flights import flown_between
from pbem.systems.flames.world.control import major_powers
from pbem.systems.flames.world.partisans import countries_of, hexes_of
from pbem.systems.flames.world.position import PARTISAN, SIDES, Piece, Position, other_side
from pbem.systems.flames.world.rounding import rounded
from pbem.systems.flames.world.supply import is_at_home
from pbem.systems.flames.world.vocabulary import PowerFlag, number_of, year_of

RED: Final = "*"
ROWS: Final = 10  # of the table
EXTRA: Final = 10  # so much less than the number is one more partisan


@dataclass(frozen=True, slots=True)
class Entry:
    """A country or region of the partisan table; red ones rise against whoever holds them.

    `of`: as the table names it, where that means several countries.
    """

    name: str
    red: bool
    of: str = ""

    @property
    def printed(self) -> str:
        """The name under which its partisan number stands."""
        return self.of or self.name


@implements("WIF-13.1.1-1", "WIF-13.1.1-4")
def entries_of(chart: Chart, roll: int) -> tuple[Entry, ...]:
    """The names in a row of the partisan table (13.1.1); a die changed beyond it reads the last."""
    table = chart.table()
    row = min(max(roll, 1), ROWS)
    cells = (chart.at(row, column).text for column in table.columns.names)
    return tuple(Entry(cell.removesuffix(RED), cell.endswith(RED)) for cell in cells)


@implements("WIF-13.1.1-2", "WIF-13.1.1-3")
def drawn(chart: Chart, rolls: Iterable[int]) -> dict[Entry, int]:
    """How often each name comes up, in the order of the rows (13.1.1)."""
    found: dict[Entry, int] = {}
    for roll in rolls:
        for entry in entries_of(chart, roll):
            found[entry] = found.get(entry, 0) + 1
    return found


def dice_of(turn: str, two_from: str) -> int:
    """How many dice are thrown on the table in a turn: two from one of them on (13.1.1)."""
    return 2 if two_from and number_of(turn) >= number_of(two_from) else 1


@implements("WIF-13.1.1-9", "WIF-13.1.1-11", "WIF-13.1.1-14")
def partisans_got(number: int, roll: int, garrison: Fraction, there: int) -> int:
    """How many partisans come: one within the number, one more for each 10 below it (13.1.1).

    Fractions are rounded once, after all modifiers.
    """
    total = rounded(roll + garrison - there)
    return 0 if total > number else 1 + (number - total) // EXTRA


@implements("WIF-13.1.1-10")
def modified_number(number: int, recently_neutral: bool) -> int:
    """The partisan number, halved for a country that was neutral in the year (13.1.1)."""
    return rounded(Fraction(number, 2)) if recently_neutral else number


def printed_number(chart: Chart, name: str) -> int:
    """The partisan number of a country: 1 if none is printed (13.1.1)."""
    return int(chart.at(name).number) if name in chart.table().rows.names else 1


# --- on the map ----------------------------------------------------------------------------------


@implements("WIF-13.1.1-4")
def spread(position: Position, entry: Entry) -> tuple[Entry, ...]:
    """The countries that roll for a name of the table: each one of a region (13.1.1)."""
    countries = countries_of(position, entry.name)
    if len(countries) == 1:
        return (entry,)
    return tuple(Entry(country, entry.red, entry.name) for country in countries)


@implements("WIF-13.1.1-6", "WIF-13.1.1-7")
def is_eligible(position: Position, entry: Entry) -> bool:
    """Whether partisans can rise in a country: red ones under an active power, green under foes."""
    places = hexes_of(position, entry.name)
    if not places:
        return False
    if entry.red:
        return holder_of_country(position, entry) != ""
    conquered = any(position.conqueror(c) for c in countries_of(position, entry.name))
    return conquered or bool(enemy_hexes(position, entry))


def holder_of_country(position: Position, entry: Entry) -> str:
    """The active major power that controls a red country; `` if none does."""
    rulers = _rulers(position, entry)
    return next((power for power in rulers if not position.is_neutral(power)), "")


def _rulers(position: Position, entry: Entry) -> list[str]:
    """The major powers that control the countries of an entry, neutral ones too."""
    state = position.state
    owners = (position.conqueror(c) or state.at_home(c) for c in countries_of(position, entry.name))
    powers = (position.major(owner) for owner in owners if owner is not None)
    return [power for power in powers if state.side_of(power) in SIDES]


@implements("WIF-13.1.2-1", "WIF-13.1.2-2")
def controller_of(position: Position, entry: Entry) -> str:
    """The major power that runs the partisans of a country; `` if there is none (13.1.2).

    In its place the one with which alone they work.
    """
    power = _controller_of(position, entry)
    other = position.policy.partisans_of.get(power, power)
    return other if other in position.powers else power


def _controller_of(position: Position, entry: Entry) -> str:
    own = _own_power(position, entry)
    if own:
        return own
    against = [holder_of_country(position, entry), *_rulers(position, entry)]
    return next((_nearest_foe(position, entry, power) for power in against if power), "")


def _own_power(position: Position, entry: Entry) -> str:
    """The major power to which a green country belongs; `` of a red one, or if it is out."""
    state = position.state
    owner = state.at_home(countries_of(position, entry.name)[0])
    if entry.red or owner is None:
        return ""
    return position.policy.partisans.leader(state, position.major(owner))


@implements("WIF-13.1.2-4", "WIF-13.1.2-5")
def _nearest_foe(position: Position, entry: Entry, against: str) -> str:
    """The nearest major power at war with a country's holder, else of the other side (13.1.2)."""
    state = position.state
    side = major_powers(state, other_side(state.side_of(against)))
    others = [power for power in side if not state.flag(power, PowerFlag.DEFEATED)]
    at_it = [power for power in others if position.at_war(power, against)]
    ranked = sorted(at_it or others, key=lambda p: (_far(position, p, entry.name), p))
    return ranked[0] if ranked else ""


def _far(position: Position, power: str, name: str) -> int:
    """How far it is to fly from a power's capital to that of a country; to any hex without one."""
    capitals = position.board.by_fact.get("capital", {})
    homes = position.powers[power].home_countries
    starts = [at for at, of in capitals.items() if of in homes]
    ends = [at for at, of in capitals.items() if of == name] or hexes_of(position, name)[:1]
    return flown_between(position, starts, ends)


def enemy_hexes(position: Position, entry: Entry) -> list[str]:
    """The hexes of a country that enemies of its partisans' power control."""
    power = controller_of(position, entry) if not entry.red else ""
    places = hexes_of(position, entry.name)
    if entry.red:
        power = controller_of(position, entry)
    side = position.side(power) if power else ""
    holders = ((place, position.controller(place)) for place in places)
    return [p for p, holder in holders if holder is not None and position.side(holder) != side]


def partisans_in(position: Position, name: str) -> tuple[Piece, ...]:
    """The partisans that stand in the hexes of a country or region, its HQ among them (22.15)."""
    places = hexes_of(position, name)
    return tuple(
        piece
        for place in places
        for piece in position.at(place)
        if piece.kind == PARTISAN or is_at_home(position, piece)
    )


def was_neutral(position: Position, name: str) -> bool:
    """Whether a country was neutral at any time in this calendar year."""
    owners = [position.state.at_home(country) for country in countries_of(position, name)]
    neutral = position.policy.partisans.was_neutral
    turns = (neutral(position.state, owner) for owner in owners if owner)
    return any(turn and year_of(str(turn)) == year_of(position.clock.turn) for turn in turns)
