"""The surrender of France: Free France, colonies, ships; and its liberation (14.4.1, 14.4.2, 9.22).

`surrender` is called when the conditions of 9.22 are met. Leaves to `vichy` what becomes of Vichy
afterwards, to `departures` the foreign forces, to the general rule of 9.22 the empty zones of a
France without Vichy and the ships that were being built for it.
Decides the course of it, and the liberation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_power, set_track
from pbem.core.record.verdicts import Judged, PlaceId, PowerId
from pbem.core.rules.readings import Reading
from pbem.systems.gw.defeat.france.french_fates import (
    CHART,
    capital,
    colonies,
    fate,
    french_ships,
    home_country,
    owner_of_colonies,
    zones_that_become,
)
from pbem.systems.gw.defeat.france.french_navy import ships_choose, ships_on_chart
from pbem.systems.gw.defeat.france.vichy import create, germany_creates
from pbem.systems.gw.economy.incomes import cash_change, has_economy
from pbem.systems.gw.economy.transfers import gives, hands_over, leaves_game, units_of
from pbem.systems.gw.moves.departures import allied_in, allies_leave, axis_leaves
from pbem.systems.gw.politics.alignment import Ground, align, zones_held
from pbem.systems.gw.world.fallen_france import FRANCE, FREE_FRANCE, has_surrendered
from pbem.systems.gw.world.nations import controller_of
from pbem.systems.gw.world.vocabulary import Placed, PowerCount, PowerFlag, TrackName


class ColoniesWithoutVichy(Reading, id="GW-R-14.4-c"):
    """What becomes of the French colonies when Germany creates no Vichy."""

    FREE_FRENCH = "free-french"
    UNCLAIMED = "unclaimed"


class AlliesInColonies(Reading, id="GW-R-14.4-d"):
    """What Allied forces do in a French colony that goes over to Vichy or Japan."""

    LEAVE = "leave"
    STAY = "stay"


CARRIED: Final = (PowerCount.STAGE, PowerFlag.TECH)  # what Free France knows because France did


@implements("GW-14.4-2", "GW-9.22-4")
def surrender(umpire: Umpire, conqueror: str) -> None:
    """France surrenders to a Major Power (14.4)."""
    state, game = umpire.state, umpire.game
    if has_surrendered(state) or FRANCE not in state.powers:
        return
    paris = capital(game)
    encircled = paris if state.controller(paris) == FRANCE else ""
    with umpire.step("french-surrender"):
        _falls(umpire, conqueror, encircled)
        _opens_purse(umpire, FRANCE, FREE_FRANCE)
        vichy = _germany_wants_vichy(umpire)
        france = _lost_zones(umpire, vichy)
        allies_leave(umpire, france, lost_in=encircled, free_to_stay=not vichy)
        _garrisons_go(umpire, france)
        if FREE_FRANCE in state.powers:
            _becomes(umpire, FRANCE, FREE_FRANCE)
        if vichy:
            create(umpire, france)
            axis_leaves(umpire, zones_that_become(game, "vichy"))
            _colonies_choose(umpire)
            ships_choose(umpire)
            ships_on_chart(umpire)
        elif encircled and conqueror in state.powers:
            umpire.apply(*gives(umpire.position, encircled, conqueror, conquered=True))
        if FREE_FRANCE in state.powers:
            _free_france(umpire, france)


def _opens_purse(umpire: Umpire, old: str, new: str) -> None:
    """One France has an economy where the other had one."""
    state = umpire.state
    if new in state.powers and has_economy(state.powers[old]):
        for name in (PowerCount.CASH, PowerCount.INCOME):
            own = state.counter(new, name)
            umpire.apply(*set_power(state, new, "counter", name, own))


def _germany_wants_vichy(umpire: Umpire) -> bool:
    """Whether there is a Free France to part from, and Germany creates Vichy."""
    if FREE_FRANCE not in umpire.state.powers:
        return False
    rolls = colonies(umpire.position)
    ships = sum(group.size for group in french_ships(umpire.position))
    return germany_creates(umpire, sum(map(len, rolls.values())), ships)


def _lost_zones(umpire: Umpire, vichy: bool) -> tuple[str, ...]:
    """The zones whose French forces go: the Home Country, and those of Vichy (14.4.1)."""
    more = zones_that_become(umpire.game, "vichy") if vichy else ()
    return tuple(dict.fromkeys((*home_country(umpire.game), *more)))


@dataclass(frozen=True, slots=True)
class FrenchSurrenderVerdict(Judged):
    """Who has conquered France, and what he gets."""

    kind: ClassVar[str] = "french-surrender"
    cite: ClassVar[str] = "14.4.1"

    nation: PowerId
    ipps: int
    encircled: str


@implements("GW-14.4-1", "GW-9.23-1")
def _falls(umpire: Umpire, conqueror: str, encircled: str) -> None:
    """The surrender itself: all French IPPs go to the conquering Major Power (14.4.1)."""
    state = umpire.state
    cash = state.counter(FRANCE, PowerCount.CASH)
    umpire.apply(
        *set_track(state, TrackName.FRANCE_SURRENDERED, state.clock.turn),
        *set_power(state, FRANCE, "flag", PowerFlag.SURRENDERED, conqueror),
    )
    if cash and has_economy(state.power(conqueror)):
        umpire.apply(*cash_change(state, FRANCE, -cash), *cash_change(state, conqueror, cash))
    umpire.tell(
        FrenchSurrenderVerdict(
            at=None, result=conqueror, ipps=cash, encircled=encircled, nation=FRANCE
        )
    )


@dataclass(frozen=True, slots=True)
class FrenchArmyVerdict(Judged):
    """The French forces that are gone."""

    kind: ClassVar[str] = "french-army"
    cite: ClassVar[str] = "14.4.2"

    units: Placed


def _garrisons_go(umpire: Umpire, zones: tuple[str, ...]) -> None:
    """The French forces in the Home Country are removed (14.4.2, 9.22)."""
    told = []
    for zone in zones:
        for unit in umpire.state.at(zone):
            if unit.owner == FRANCE:
                umpire.apply(leaves_game(unit))
                told.append((unit.counter, unit.size, zone))
    if told:
        umpire.tell(FrenchArmyVerdict(at=None, result="removed", units=told))


# --- colonies --------------------------------------------------------------------------------


# a colony or group of them: its name, its die, its owner now, its zones, the units in them
ColonyRoll = tuple[str, int, PowerId, Sequence[PlaceId], Placed]


@dataclass(frozen=True, slots=True)
class FrenchColoniesVerdict(Judged):
    """Each colony, or group of them: the die, and whose it is now."""

    kind: ClassVar[str] = "french-colonies"
    cite: ClassVar[str] = "14.4.2"

    rolls: Sequence[ColonyRoll]


@implements("GW-14.4-7", "GW-14.4-8", "GW-14.4-d1")
def _colonies_choose(umpire: Umpire) -> None:
    """A die for each colony, or each group of them, with the French units there (14.4.2)."""
    umpire.chart(CHART)
    told: list[ColonyRoll] = []
    for name, zones in colonies(umpire.position).items():
        with umpire.step("colony"):
            die = umpire.roll(name, dice="d12", by=FRANCE, cite="14.4.2").total
        owner = owner_of_colonies(umpire.position, zones, fate(umpire.book, "colonies", die))
        units = [row for zone in zones for row in _goes_over(umpire, zone, owner)]
        told.append((name, die, owner, zones, units))
    if told:
        umpire.tell(FrenchColoniesVerdict(at=None, result="chosen", rolls=told))
    _allies_leave_colonies(umpire, [z for row in told for z in row[3] if row[2] != FREE_FRANCE])


@implements("GW-14.4-5")
def _allies_leave_colonies(umpire: Umpire, zones: list[str]) -> None:
    """By the usual reading Allied forces leave colonies that are lost, too (14.4.2)."""
    if any(allied_in(umpire.state, zone) for zone in zones):
        stay = umpire.reading(AlliesInColonies) is AlliesInColonies.STAY
        allies_leave(umpire, zones, lost_in="", free_to_stay=stay)


def _goes_over(umpire: Umpire, zone: str, owner: str) -> list[tuple[str, int, str]]:
    """A zone and the French units in it get another owner; the units."""
    told: list[tuple[str, int, str]] = []
    for unit in umpire.state.at(zone):
        if unit.owner == FRANCE:
            umpire.apply(*hands_over(unit, owner))
            told.append((unit.counter, unit.size, zone))
    umpire.apply(*gives(umpire.position, zone, owner))
    return told


# --- Free France -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FreeFranceVerdict(Judged):
    """What the French player has left."""

    kind: ClassVar[str] = "free-france"
    cite: ClassVar[str] = "14.4.1"

    zones: Sequence[PlaceId]
    units: Placed
    income: int


@implements("GW-14.4-2", "GW-14.4-9")
def _free_france(umpire: Umpire, france: tuple[str, ...]) -> None:
    """Everything French outside the Home Country is Free French now (14.4.1, 14.4.2)."""
    _minors_follow(umpire)
    held = zones_held(umpire.position, FRANCE)
    zones = [z for z in held if z not in france and not _is_unclaimed(umpire, z)]
    units = [row for zone in zones for row in _goes_over(umpire, zone, FREE_FRANCE)]
    for unit in units_of(umpire.state, FRANCE):
        if unit.at.startswith(f"track:{FRANCE}/"):
            umpire.apply(leaves_game(unit))
        else:
            umpire.apply(*hands_over(unit, FREE_FRANCE))
            units.append((unit.counter, unit.size, unit.at))
    income = umpire.state.counter(FREE_FRANCE, PowerCount.INCOME)
    umpire.tell(
        FreeFranceVerdict(at=None, result=FREE_FRANCE, zones=zones, units=units, income=income)
    )


def _is_unclaimed(umpire: Umpire, zone: str) -> bool:
    """Whether a colony without Vichy is nobody's to give, by the reading (14.4.1)."""
    if umpire.state.track(TrackName.VICHY) is not None:
        return False
    printed = umpire.board.text(zone, "nation") == FRANCE
    return printed and umpire.reading(ColoniesWithoutVichy) is ColoniesWithoutVichy.UNCLAIMED


@implements("GW-14.4-9")
def _minors_follow(umpire: Umpire) -> None:
    """Minor Powers that France controls align to Free France; those it absorbed are its own."""
    for minor in tuple(umpire.state.powers):
        if controller_of(umpire.state, minor) == FRANCE:
            align(umpire, minor, FREE_FRANCE, Ground("14.4.2", ("surrendered", FRANCE)))
    _rename_flags(umpire, PowerFlag.ALIGNED_WITH, FRANCE, FREE_FRANCE)


def _rename_flags(umpire: Umpire, flag: str, old: str, new: str) -> None:
    for power in tuple(umpire.state.powers.values()):
        if power.flags.get(flag) == old:
            umpire.apply(*set_power(umpire.state, power.id, "flag", flag, new))


def _becomes(umpire: Umpire, old: str, new: str) -> None:
    """One France takes the place of the other: Alliance, players, wars, knowledge, money."""
    state = umpire.state
    was = state.powers[old]
    umpire.apply(
        *set_power(state, new, "side", "", was.side),
        *set_power(state, new, "players", "", " ".join(was.players) or None),
    )
    for other, relation in was.relations.items():
        umpire.apply(*set_power(umpire.state, old, "relation", other, None))
        umpire.apply(*set_power(umpire.state, other, "relation", old, None))
        if other != new:
            umpire.apply(*set_power(umpire.state, new, "relation", other, relation))
            umpire.apply(*set_power(umpire.state, other, "relation", new, relation))
    for name, value in was.counters.items():
        if name.startswith(CARRIED):
            umpire.apply(*set_power(umpire.state, new, "counter", name, value))
    for flag, said in was.flags.items():
        if flag.startswith(CARRIED):
            umpire.apply(*set_power(umpire.state, new, "flag", flag, said))
    _takes_purse(umpire, old, new)


def _takes_purse(umpire: Umpire, old: str, new: str) -> None:
    """What is left of the money and the income of the one is the other's."""
    had = umpire.state.powers[old].counters
    if PowerCount.CASH not in had:
        return
    own = umpire.state.powers[new].counters
    umpire.apply(
        *set_power(
            umpire.state,
            new,
            "counter",
            PowerCount.CASH,
            own.get(PowerCount.CASH, 0) + had[PowerCount.CASH],
        ),
        *set_power(umpire.state, old, "counter", PowerCount.CASH, None),
        *set_power(umpire.state, old, "counter", PowerCount.INCOME, None),
    )


# --- liberation ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FranceRestoredVerdict(Judged):
    """Paris is free, and Free France is France again."""

    kind: ClassVar[str] = "france-restored"
    cite: ClassVar[str] = "14.4.1"


@implements("GW-14.4-2", "GW-9.22-1")
def settle_france(umpire: Umpire) -> bool:
    """When Paris is liberated Free France is France again (14.4.1)."""
    state = umpire.state
    paris = capital(umpire.game)
    if not has_surrendered(state) or state.controller(paris) not in (FRANCE, FREE_FRANCE):
        return False
    umpire.apply(
        *set_track(state, TrackName.FRANCE_SURRENDERED, None),
        *set_power(state, FRANCE, "flag", PowerFlag.SURRENDERED, None),
    )
    if FREE_FRANCE in state.powers:
        _restored(umpire)
    umpire.tell(FranceRestoredVerdict(at=paris, result=FRANCE))
    return True


def _restored(umpire: Umpire) -> None:
    """Everything Free French is French."""
    _opens_purse(umpire, FREE_FRANCE, FRANCE)
    for zone in zones_held(umpire.position, FREE_FRANCE):
        umpire.apply(*gives(umpire.position, zone, FRANCE))
    for unit in units_of(umpire.state, FREE_FRANCE):
        umpire.apply(*hands_over(unit, FRANCE))
    for flag in (PowerFlag.ALIGNED_WITH, PowerFlag.CONTROLLED_BY):
        _rename_flags(umpire, flag, FREE_FRANCE, FRANCE)
    _becomes(umpire, FREE_FRANCE, FRANCE)
