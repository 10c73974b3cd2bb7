"""What optional rules answer when the rules of every game ask: one value of few questions.

An optional rule is a `Kits` of its own that holds its answers alone; a book lists its own by their
numbers, and `composed` makes the one of a game from those that are on. What stands here is what
holds without any. Decides how answers go together: those of a tuple stand one after another, of all
others there is one. Leaves the rules themselves to the folder `kits` and to the book.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Final

from pbem.core.data.findings import Finding, error
from pbem.core.record.events import Event

if TYPE_CHECKING:
    from pbem.core.data.counters import Counter
    from pbem.core.orders.orders import Order
    from pbem.core.reading.scene import Scene
    from pbem.core.record.dice import Roll
    from pbem.core.record.terms import Term
    from pbem.core.record.verdicts import Verdict
    from pbem.core.rules.system import Modifier, Ruling
    from pbem.systems.flames.air.air_battle import AirBattle
    from pbem.systems.flames.air.air_verdicts import Bounce
    from pbem.systems.flames.air.sorties import Sky
    from pbem.systems.flames.economy.building import Purchase
    from pbem.systems.flames.economy.flow import Load, Rows
    from pbem.systems.flames.land.combat.land_results import Aftermath
    from pbem.systems.flames.land.combat.resolution import Combat
    from pbem.systems.flames.world.position import Piece, Position, Umpire


@dataclass(frozen=True, slots=True)
class Price:
    """What it takes that some units act: why they cannot, or the changes that pay for it."""

    findings: tuple[Finding, ...] = ()
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """What comes of an act, or why it is not possible."""

    why: str = ""
    events: tuple[Event, ...] = ()


FREE: Final = Price()
LENDING: Final = "13.6.4"
DOUBLING: Final = "16.3.3"


class Moment(Enum):
    """When optional rules do something in a step of all games."""

    IMPULSE_ENDS = auto()
    STRANGERS_LEFT = auto()  # at the end of a step
    PLACES_TAKEN = auto()  # at the end of a step, or as a country falls
    NEW_UNITS = auto()  # once they have joined the force pools (4.1)
    ARRIVALS = auto()  # before units are placed that arrive (4.2)
    PLACED = auto()  # once they are
    BUILDING = auto()  # before units are built (13.6.5)
    PARTISANS = auto()  # before they rise (13.1)


def _never(*_: object) -> bool:
    return False


def _nowhere(*_: object) -> frozenset[Any]:
    return frozenset()


def _nobody(*_: object) -> tuple[Any, ...]:
    return ()


def _nothing(*_: object) -> None:
    return None


def _unsaid(*_: object) -> str:
    return ""


def _free(*_: object) -> Price:
    return FREE


def _all_loads(_: Position, rows: Rows, __: dict[str, int]) -> tuple[Load, ...]:
    return tuple(load for load, _ in rows)


def _none_saved(*_: object) -> Mapping[str, int]:
    return {}


def _all_lost(_: Umpire, __: str, left: int) -> int:
    return left


def _none_bombed(*_: object) -> int:
    return 0


def _none_off(_: Counter) -> int:
    return 0


def _as_they_are(_: Umpire, rolls: dict[str, Roll]) -> dict[str, Roll]:
    return rolls


def _not_lent(position: Position, *_: object) -> Deal:
    return Deal(f"lending aircraft is {position.option('foreign_aircraft')}, not played")


def _no_guns(position: Position, *_: object) -> str:
    return f"bombardment by artillery is {position.option('guns')}, not played"


def _undoubled(
    position: Position, attackers: Sequence[Piece], _: str, doubled: Sequence[str]
) -> Price:
    piece = position.pieces(*doubled)[0]
    why = f"no HQ that helps by offensive points has {piece.name} in its range"
    if piece.id not in {one.id for one in attackers}:
        why = f"{piece.name} does not attack"
    return Price((error("cannot-double", why, cite=DOUBLING, about=piece.id),))


def _over_room(_: Position, __: str, aircraft: Sequence[Piece], room: int) -> int:
    return max(0, len(aircraft) - room)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Units that go and come, and where they wait meanwhile (4.2, 13.6.10)."""

    returning: Callable[[Piece], tuple[Event, ...]] = _nobody  # marks of who goes back to wait
    shattered: Callable[[Umpire, Piece], tuple[Event, ...]] = _nobody  # where else it waits
    deployed: Callable[[str, str], str] = _unsaid  # where a power's units wait in a place
    under_way: Callable[[Position, int], Sequence[Piece]] = _nobody  # who is done in so many turns
    is_tied: Callable[[Piece], bool] = _never  # who comes in at its place, or stays where it waits
    entries: Callable[[Position, Piece], tuple[str, ...] | None] = _nothing  # where it comes in
    keeps_back: bool = False  # whether units may wait that could come
    comes_off: Callable[[Piece], tuple[Event, ...]] = _nobody  # what goes as it comes on the map


@dataclass(frozen=True, slots=True, kw_only=True)
class Crews:
    """The crews of aircraft, where they are apart from them (14.6)."""

    set_free: Callable[[Umpire, Iterable[Piece], str], None] = _nothing  # of who leaves the map
    go_along: Callable[[Umpire, Iterable[Piece], str], None] = _nothing  # of who is back in a turn
    survives: Callable[[Umpire, Piece, str, str], bool] = _never  # an air combat, with its result
    needs_crew: Callable[[Piece], bool] = _never
    in_reserve: Callable[[Position], Iterable[Piece]] = _nobody  # who waits for a crew
    why_not_manned: Callable[[Position, Piece, str], str] = _unsaid  # as it comes on the map
    manned: Callable[[Position, Piece, str], tuple[Event, ...]] = _nobody
    all_lost: Callable[[Umpire, str], None] = _nothing  # those of a conquered power


@dataclass(frozen=True, slots=True, kw_only=True)
class Stages:
    """Units that are built by and by; without `start` they are bought as a whole (13.6.5)."""

    start: Callable[[Position, Order, Purchase, list[Piece]], Ruling] | None = None  # else bought
    begins: Callable[[Umpire, Purchase, int], Iterable[Any]] = _nobody  # what is told of it
    begun: Callable[[str, Sequence[Any]], Verdict] | None = None  # for whom
    unpaid: Callable[[Position], Iterable[Piece]] = _nobody  # who is begun and not paid for


@dataclass(frozen=True, slots=True, kw_only=True)
class Kits:
    """The questions of the rules, each with its answer where no optional rule has another."""

    # Where units may stand (2.2, 2.3)
    small_units: bool = False  # whether a small land unit may be a third one in a hex
    ground_crews: tuple[Callable[[Piece], bool], ...] = ()  # who else makes room for aircraft
    over_room: Callable[[Position, str, Sequence[Piece], int], int] = _over_room  # aircraft
    is_caught: Callable[[Position, str], bool] = _never  # whose zones end at their own hexes
    strong: Callable[[Position, Iterable[str]], frozenset[str] | None] = _nothing  # large hexes

    # Supply, and what it brings (2.4, 13.5)
    sources: tuple[Callable[[Position, str], Iterable[str]], ...] = ()
    closed_straits: Callable[[Position, str], frozenset[tuple[str, str]]] = _nowhere
    isolated: Callable[[Umpire, Sequence[Piece]], Sequence[Piece]] = _nobody  # stay face-down

    # Units and crews that are not on the map (4.2, 13.6.10, 14.6)
    waiting: Waiting = Waiting()
    crews: Crews = Crews()
    freezes_in: Callable[[Piece], bool] = _never  # whom frost on a lake catches

    # What it takes to act (10.3)
    fuel: Callable[[Position, Iterable[Piece]], Price] = _free

    # Aircraft and what they carry (11.11, 11.14, 14)
    types_matter: bool = False  # whether the types of aircraft do in air combats
    air_cav: bool = False  # whether helicopters fly
    v_weapons: bool = False  # whether they and A-bombs are played
    supplies_fly: bool = False  # whether aircraft carry supply units
    is_large: Callable[[Piece], bool] = _never  # an air transport, which carries more
    is_tank_buster: Callable[[Piece], bool] = _never
    transports: tuple[Callable[[Piece], bool], ...] = ()  # what else transports by air
    light: tuple[Callable[[Piece], bool], ...] = ()  # what else any of them carries
    dropped: tuple[Callable[[Piece], bool], ...] = ()  # who else is dropped
    interned: Callable[[Position, Piece, str], tuple[Event, ...]] = _nobody
    lend: Callable[[Position, Piece, str, str], Deal] = _not_lent  # to a power in a hex
    is_awaited: Callable[[Umpire, str], bool] = _never  # a side on its way to targets
    fly_the_way: Callable[[Umpire, Sky, str, Mapping[str, Sequence[str]]], None] = _nothing
    bounce: Callable[[AirBattle, str, str], Bounce | None] = _nothing
    flak: Callable[[Umpire, Sky, Sequence[str]], None] = _nothing

    why_not_bombard: Callable[[Position, Piece, str], str] = _no_guns

    # On land (11.10, 11.15)
    overran: Callable[[Umpire, str, Sequence[Piece], Sequence[Piece]], None] = _nothing
    leaves_cadre: Callable[[Position, Piece], bool] = _never
    promote: Callable[[Combat, Aftermath], None] = _nothing  # after a combat
    doubling: Callable[[Position, Sequence[Piece], str, Sequence[str]], Price] = _undoubled

    # HQs that help (16.3)
    helps: Callable[[Position, Piece, str], bool] = _never  # an HQ in an action
    is_helped: Callable[[Position, Piece, str], bool] = _never  # an aircraft over a hex

    # Which of its rules are played so (2.4.3, 10.1, 11.10.2, 11.15, 11.17, 12)
    emergency_supply: bool = False  # whether HQs give it
    hq_support: bool = False  # whether they support land combats
    several_actions: bool = False  # whether a power may choose more than one
    motors_walk: bool = False  # whether terrain costs them what it costs who is on foot
    railways_help: bool = False  # whether marches along them are cheaper
    snow_slows: bool = False  # whether it costs more who is not winterised
    tenths_count: bool = False  # whether odds are fractions
    two_dice: bool = False  # whether land combats are fought with them
    dear_ones_cost_more: bool = False  # to be reorganised
    impulses_bound: bool = False  # whether there are at least two, and many end sooner

    # What bombs strike (11.7)
    by_night: bool = False  # whether missions are flown then
    high_up: bool = False  # whether they are flown there
    printed_falls: bool = False  # whether asterisks destroy printed works
    built_falls: bool = False  # whether they destroy what was built
    under_bombs: Callable[[Position, str], Sequence[Piece]] | None = None  # else production is
    bomb_units: Callable[[Umpire, str, int], int] = _none_bombed  # with so many points; how many

    # Production (13.6)
    apart: Callable[[Position, str], tuple[str, ...]] = _nobody  # a power's other countries
    tells_oil: bool = False  # whether oil is told apart from other resources
    over_roads: Callable[[Position, Rows, dict[str, int]], tuple[Load, ...]] = _all_loads
    noted: Callable[[Position, str], Iterable[Event]] = _nobody  # of what a country has made
    save_oil: Callable[[Umpire, str, Sequence[Load]], None] = _nothing  # that nobody has used
    saved_points: Callable[[Position, str], Mapping[str, int]] = _none_saved  # of a country
    settle_points: Callable[[Umpire, str, int], int] = _all_lost  # of those left, how many are lost

    # Building (13.6.5)
    stages: Stages = Stages()
    pools: tuple[Term, ...] = ()  # those of a power from which units are drawn besides
    price_off: Callable[[Counter], int] = _none_off
    builds_ahead: bool = False  # whether units of later years are built
    gearing_left: Callable[[Position, str, str], int | None] = _nothing  # how many of a class more
    told: tuple[Callable[[Scene, Position, str], Iterable[str]], ...] = ()  # as production begins

    # Dice of an initiative (6)
    added: Callable[[Umpire, str, str, Roll | None], Iterable[Modifier]] = _nobody
    thrown_anew: Callable[[Umpire, dict[str, Roll]], dict[str, Roll]] = _as_they_are

    # What happens besides at a moment of play
    moments: tuple[tuple[Moment, Callable[[Umpire], None]], ...] = ()

    def happen(self, moment: Moment, umpire: Umpire) -> None:
        """What optional rules do at a moment, one after another."""
        for when, what in self.moments:
            if when is moment:
                what(umpire)


def composed(kits: Iterable[Kits]) -> Kits:
    """The answers of several optional rules as one value."""
    found: dict[str, Any] = {}
    for kit in kits:
        for name, answer in _own(kit):
            if isinstance(answer, tuple):
                found[name] = (*found.get(name, ()), *answer)
            elif found.setdefault(name, answer) != answer:
                raise AssertionError(f"two optional rules answer '{name}'")
    return Kits(**found)


def _own(kit: Kits) -> Iterable[tuple[str, Any]]:
    """The questions to which an optional rule has an answer of its own, with it."""
    for field in fields(kit):
        answer = getattr(kit, field.name)
        if answer != field.default:
            yield field.name, answer
