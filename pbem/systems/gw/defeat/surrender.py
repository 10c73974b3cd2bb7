"""The defeat of player nations (9.22, 7.3): who surrenders when, what follows, what undoes it.

A nation that has surrendered bears the flag `surrendered: CONQUEROR`. It keeps the zones that
nobody has taken, without a unit in them: whoever moves a land unit in gets them. Leaves the
surrender of France to `french_surrender`, that of Vichy to `vichy`.
Decides when, to whom, and what passes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_power
from pbem.core.record.state import REMOVED, State, Unit
from pbem.core.record.verdicts import Judged, PlaceId, PowerId
from pbem.core.rules.book import Book
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.defeat.france import french_surrender
from pbem.systems.gw.economy.spending import on_chart
from pbem.systems.gw.economy.transfers import gives, hands_over, leaves_game, units_of
from pbem.systems.gw.politics.alignment import Ground, take_control, zones_held
from pbem.systems.gw.politics.voluntary_return import nearest_refuge
from pbem.systems.gw.world.cargo import cargo_of, carrier_of, unload, whereabouts
from pbem.systems.gw.world.fallen_france import FRANCE
from pbem.systems.gw.world.nations import (
    MAJOR_POWERS,
    NEUTRAL,
    OWN_SHEETS,
    acting,
    all_nations,
    at_war,
    controller_of,
    enemies_in,
    has_surrendered,
    is_acting,
    is_sea,
)
from pbem.systems.gw.world.units import type_of
from pbem.systems.gw.world.vocabulary import Placed, PowerFlag


class Undone(Reading, id="GW-R-9.22-a"):
    """When the surrender of a nation is reversed that needs one of some zones."""

    RECAPTURED = "recaptured"
    NO_ENEMY = "no-enemy"


CHART: Final = "surrender"
OWN_TURN, AT_ONCE, WITH = "own-turn", "at-once", "with"
ALL: Final = "all"  # the test of who needs one of some zones

HEIR: Final = DecisionKind(
    "heir",
    "Who gets a Minor Power",
    "when a nation that controls or has aligned a Minor Power surrenders",
    "9.22",
    (AnswerKey("politics", "heir"),),
    {"minor": "the Minor Power", "zones": "how many zones it holds"},
    values={"minor": all_nations},
)
TAKE_SHIPS: Final = DecisionKind(
    "take-ships",
    "Ships in production of a surrendered nation",
    "when a nation surrenders to the player",
    "7.3",
    (AnswerKey("politics", "take_ships"),),
    {"nation": "the nation that surrenders"},
    values={"nation": all_nations},
)
KINDS: Final = (HEIR, TAKE_SHIPS)


def _cell(book: Book, nation: str, column: str) -> str:
    return book.chart(CHART).at(nation, column, "conditions").text


def _nations(position: Position) -> Iterator[str]:
    """The nations of the game that can surrender."""
    return (
        n for n in position.book.chart(CHART).table("conditions").rows.names if n in position.powers
    )


# --- conditions ------------------------------------------------------------------------------


@implements("GW-9.22-1", "GW-5.N-6")
def is_beaten(position: Position, nation: str) -> bool:
    """Whether a nation's conditions of surrender are met now (9.22)."""
    test = _cell(position.book, nation, "test")
    zones = _cell(position.book, nation, "zones").split()
    if _cell(position.book, nation, "when") == WITH:
        return has_surrendered(position.state, test)
    if test == "no-zone":
        fights = any(at_war(position.state, nation, power) for power in position.powers)
        fallen = fights or has_surrendered(position.state, nation)  # peace alone brings nobody back
        return fallen and not zones_held(position, nation)
    if all(zone in position.board and _is_lost(position.state, nation, zone) for zone in zones):
        return True
    return test == "paris" and _is_encircled(position, nation, zones[0])


def _is_lost(state: State, nation: str, zone: str) -> bool:
    """Whether an Enemy possesses a zone."""
    return at_war(state, nation, state.holder(zone))


def _is_encircled(position: Position, nation: str, city: str) -> bool:
    if city not in position.board:
        return False
    around = [zone for zone in position.board.neighbours[city] if not is_sea(position.board, zone)]
    return all(_is_lost(position.state, nation, zone) for zone in around)


def conqueror_of(position: Position, nation: str) -> str:
    """To whom a nation surrenders: the Enemy on turn if he holds what matters, else who does."""
    foes = _foes_at(position, nation) or [
        p for p in position.powers if at_war(position.state, nation, p)
    ]
    if not foes and _cell(position.book, nation, "when") == WITH:  # to whom its leader did
        foes = [
            str(position.powers[_cell(position.book, nation, "test")].flags[PowerFlag.SURRENDERED])
        ]
    return next((foe for foe in foes if is_acting(position, foe)), foes[0] if foes else "")


def _foes_at(position: Position, nation: str) -> list[str]:
    """The Enemies who hold the zones that matter, or those beside them."""
    zones = _cell(position.book, nation, "zones").split()
    there = [zone for zone in zones if zone in position.board]
    near = [other for zone in there for other in position.board.neighbours[zone]]
    holders = [position.holder(zone) for zone in (*zones, *near)]
    return [holder for holder in holders if at_war(position.state, nation, holder)]


# --- when it is looked at --------------------------------------------------------------------


def surrender_at_end_of_turn(umpire: Umpire) -> None:
    """Nations whose turn ends surrender if their sheets say so, and others with them (9.22)."""
    for power in acting(umpire.position):
        if (
            power.id in _nations(umpire.position)
            and _cell(umpire.book, power.id, "when") == OWN_TURN
        ):
            _surrender_if_beaten(umpire, power.id)
    while followers_surrender(umpire):
        continue


@implements("GW-9.22-1")
def followers_surrender(umpire: Umpire) -> bool:
    """France and KMT surrender at once, others with the nation that they follow (9.22)."""
    now = [n for n in _nations(umpire.position) if _cell(umpire.book, n, "when") in (AT_ONCE, WITH)]
    return any(_surrender_if_beaten(umpire, nation) for nation in now)


def _surrender_if_beaten(umpire: Umpire, nation: str) -> bool:
    position = umpire.position
    if has_surrendered(position.state, nation) or position.state.flag(
        nation, PowerFlag.FELL_BEFORE
    ):
        return False
    if not is_beaten(position, nation):
        return False
    surrender(umpire, nation, conqueror_of(position, nation))
    return True


# --- surrender -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SurrenderVerdict(Judged):
    """A nation has surrendered: who gets what, and what is left on the board."""

    kind: ClassVar[str] = "surrender"
    cite: ClassVar[str] = "9.22"

    nation: PowerId
    heirs: Sequence[tuple[PowerId, str]]
    ships: Placed
    units: Placed
    zones: Sequence[PlaceId]


@implements("GW-9.22-3", "GW-9.22-4", "GW-7.3-8")
def surrender(umpire: Umpire, nation: str, conqueror: str) -> None:
    """A nation surrenders: its Minor Powers pass on, its units leave the board (9.22)."""
    umpire.chart(CHART)
    if nation == FRANCE:
        umpire.apply(*set_power(umpire.state, FRANCE, "flag", PowerFlag.FELL_BEFORE, True))
        french_surrender.surrender(umpire, conqueror)
        return
    with umpire.step("surrender", nation):
        umpire.apply(*set_power(umpire.state, nation, "flag", PowerFlag.SURRENDERED, conqueror))
        heirs = _minors_pass_on(umpire, nation, conqueror)
        ships = _ships_taken(umpire, nation, conqueror)
        state = umpire.state
        units = [(u.counter, u.size, whereabouts(state, u)) for u in units_of(state, nation)]
        _units_leave(umpire, nation)
        left = zones_held(umpire.position, nation)
        umpire.tell(
            SurrenderVerdict(
                at=None,
                result=conqueror,
                nation=nation,
                heirs=heirs,
                ships=ships,
                units=units,
                zones=left,
            )
        )


@implements("GW-9.22-4")
def _units_leave(umpire: Umpire, nation: str) -> None:
    """All its units are removed (9.22); what its ships carry of others goes ashore."""
    while units_of(umpire.state, nation):
        unit = units_of(umpire.state, nation)[0]
        guests = [cargo for cargo in cargo_of(umpire.state, unit) if cargo.owner != nation]
        if guests:
            where = whereabouts(umpire.state, guests[0])
            refuge = nearest_refuge(umpire.position, guests[0].owner, where)
            umpire.apply(*unload(umpire.state, guests[0], refuge or REMOVED, guests[0].size))
        elif carrier_of(umpire.state, unit) is not None:
            umpire.apply(*unload(umpire.state, unit, REMOVED, unit.size))
        else:
            umpire.apply(leaves_game(unit))


@implements("GW-9.22-3")
def _minors_pass_on(umpire: Umpire, nation: str, conqueror: str) -> list[tuple[str, str]]:
    """Its controlled and aligned Minor Powers go to other members of its Alliance (9.22)."""
    passed = []
    for minor in tuple(umpire.state.powers):
        controlled = controller_of(umpire.state, minor) == nation
        if controlled or umpire.state.flag(minor, PowerFlag.ALIGNED_WITH) == nation:
            heir = _heir(umpire, nation, minor, conqueror)
            _passes(umpire, minor, heir, controlled)
            passed.append((minor, heir))
    return passed


def _passes(umpire: Umpire, minor: str, heir: str, controlled: bool) -> None:
    """A Minor Power goes to an heir; without one it is controlled, or aligned, no more."""
    state = umpire.state
    if controlled and heir:
        take_control(umpire, minor, heir, Ground("9.22", ("controller-surrendered",)))
    elif controlled:
        umpire.apply(
            *set_power(state, minor, "flag", PowerFlag.CONTROLLED_BY, None),
            *set_power(state, minor, "side", "", NEUTRAL),
            *set_power(state, minor, "players", "", None),
        )
    elif heir:
        nation = str(state.powers[minor].flags[PowerFlag.ALIGNED_WITH])
        umpire.apply(*set_power(state, minor, "flag", PowerFlag.ALIGNED_WITH, heir))
        for zone in zones_held(umpire.position, nation):
            if umpire.board.text(zone, "nation") == minor:
                umpire.apply(*gives(umpire.position, zone, heir))


def _heir(umpire: Umpire, nation: str, minor: str, conqueror: str) -> str:
    """Which member of its Alliance gets a Minor Power: the surrendering player chooses (9.22)."""
    state = umpire.state
    members = [
        power
        for power in (*MAJOR_POWERS, *OWN_SHEETS)
        if power in state.powers
        and state.side_of(power) == state.side_of(nation)
        and not has_surrendered(state, power)
    ]
    members.sort(key=lambda power: not at_war(state, power, conqueror))
    if not members:
        return ""
    zones = sum(umpire.board.text(z, "nation") == minor for z in state.places)
    decision = HEIR.ask(
        f"{umpire.position.title(nation)} surrenders. Who gets {umpire.position.title(minor)}?",
        state.powers[nation].players,
        (Option(power, umpire.position.title(power)) for power in members),
        (members[0],),
        about=minor,
        facts={"minor": minor, "zones": zones},
    )
    return umpire.decide(decision).pick


@implements("GW-7.3-8")
def _ships_taken(umpire: Umpire, nation: str, conqueror: str) -> list[tuple[str, int, str]]:
    """The conqueror may take over ships and submarines on the Production Chart (7.3)."""
    state = umpire.state
    ships = [unit for unit in on_chart(state, nation) if type_of(umpire.book, unit).is_naval]
    if not ships or not state.powers[conqueror].players:
        return []
    decision = TAKE_SHIPS.ask(
        f"{umpire.position.title(nation)} surrenders. "
        "Which of its ships in production do you take over?",
        state.powers[conqueror].players,
        (_ship(umpire.book, unit) for unit in ships),
        (unit.id for unit in ships),
        least=0,
        most=len(ships),
        facts={"nation": nation},
    )
    picks = umpire.decide(decision).picks
    taken = [unit for unit in ships if unit.id in picks]
    for unit in taken:
        umpire.apply(*hands_over(unit, conqueror))
    return [(unit.counter, unit.size, unit.at.rpartition("/")[2]) for unit in taken]


def _ship(book: Book, unit: Unit) -> Option:
    return Option(unit.id, f"{unit.size} {type_of(book, unit).name}", frozenset({unit.counter}))


# --- empty zones, and the surrender undone ---------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClaimVerdict(Judged):
    """An empty zone of a surrendered nation is taken."""

    kind: ClassVar[str] = "claim"
    cite: ClassVar[str] = "9.22"

    nation: PowerId


@implements("GW-9.22-5")
def empty_zones_are_claimed(umpire: Umpire) -> bool:
    """Whoever has moved a land unit into a surrendered nation's empty zone gets it (9.22).

    It counts as taken in this turn: he neither places units there yet nor rails through it.
    """
    position = umpire.position
    fallen = [
        power.id for power in position.powers.values() if power.flags.get(PowerFlag.SURRENDERED)
    ]
    claims = [
        (zone, claimant)
        for nation in fallen
        for zone in zones_held(position, nation)
        if (claimant := _claimant(position, zone, nation))
    ]
    for zone, claimant in claims:
        was = umpire.state.holder(zone)
        umpire.apply(*gives(umpire.position, zone, claimant, conquered=True))
        umpire.tell(ClaimVerdict(at=zone, result=claimant, nation=was))
    return bool(claims)


def _claimant(position: Position, zone: str, nation: str) -> str:
    """The nation with land units in a zone without its enemies; one on turn before others."""
    owners = [
        unit.owner for unit in position.state.at(zone) if type_of(position.book, unit).is_land
    ]
    if nation in owners:
        return ""
    found = next((o for o in owners if is_acting(position, o)), owners[0] if owners else "")
    return "" if enemies_in(position.state, found, zone) else found


@implements("GW-9.22-1")
def _is_restored(position: Position, nation: str) -> bool:
    """Whether a nation's surrender is undone: what it needs is in no Enemy's hands, or its own
    Alliance has it back (9.22)."""
    if is_beaten(position, nation):
        return False
    zones = _cell(position.book, nation, "zones").split()
    if _cell(position.book, nation, "test") != ALL or position.reading(Undone) is Undone.NO_ENEMY:
        return True
    holders = [holder for zone in zones if (holder := position.controller(zone))]
    return any(position.side_of(holder) == position.side_of(nation) for holder in holders)


@dataclass(frozen=True, slots=True)
class SurrenderReversedVerdict(Judged):
    """A nation that had surrendered is back."""

    kind: ClassVar[str] = "surrender-reversed"
    cite: ClassVar[str] = "9.22"

    nation: PowerId


@implements("GW-9.22-1", "GW-9.22-2")
def surrenders_are_reversed(umpire: Umpire) -> bool:
    """A nation is one again when the conditions of its surrender are no more (9.22)."""
    position = umpire.position
    back = [
        nation
        for nation in _nations(position)
        if nation != FRANCE
        and has_surrendered(position.state, nation)
        and _is_restored(position, nation)
    ]
    for nation in back:
        umpire.apply(*set_power(umpire.state, nation, "flag", PowerFlag.SURRENDERED, None))
        umpire.tell(SurrenderReversedVerdict(at=None, result=nation, nation=nation))
    return bool(back)
