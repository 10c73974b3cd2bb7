"""Powers that rise, are conquered, or serve others (TOY-8, TOY-9); both act at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.events import Event, PlaceChanged, PowerChanged, UnitChanged, UnitCreated
from pbem.core.record.state import Power, State, Unit, regrouped
from pbem.core.record.verdicts import Judged
from pbem.core.rules.game import Game
from pbem.core.rules.seats import begun, ended, handed_over, secrets_to
from pbem.core.rules.setup import to_come


def homes(game: Game, power: Power) -> tuple[str, ...]:
    """The areas of a power's home countries."""
    areas = game.board.by_fact["home"].items()
    return tuple(area for area, country in areas if country in power.home_countries)


def lost_to(game: Game, state: State, power: Power) -> str | None:
    """Who has conquered a power: another side holds all its homes, and he the last of them."""
    holders = [state.controller(area) for area in homes(game, power)]
    taker = holders[-1] if holders else None
    lost = all(holder and state.side_of(holder) != power.side for holder in holders)
    return taker if lost else None


@dataclass(frozen=True, slots=True)
class ConquestVerdict(Judged):
    """A power has lost its home to another."""

    kind: ClassVar[str] = "conquest"
    cite: ClassVar[str] = "8"

    power: str
    by: str


@dataclass(frozen=True, slots=True)
class RisingVerdict(Judged):
    """A power rises in its home."""

    kind: ClassVar[str] = "rising"
    cite: ClassVar[str] = "9"

    side: str


@implements("TOY-8")
def conquest(umpire: Umpire) -> bool:
    """A minor goes over to its conqueror; another power ceases, and what is left serves him."""
    if not umpire.game.options.conquest:
        return False
    for power in umpire.state.powers.values():
        taker = lost_to(umpire.game, umpire.state, power)
        if taker is None:
            continue
        minor = bool(power.flags.get("controller"))
        change = _over(umpire.state, power, taker) if minor else _gone(umpire.state, power, taker)
        umpire.apply(*change)
        outcome = "goes-over" if minor else "ends"
        umpire.tell(ConquestVerdict(at=None, result=outcome, power=power.id, by=taker))
        return True
    return False


def _over(state: State, power: Power, taker: str) -> Iterator[Event]:
    """A minor plays on, for its conqueror's side and under his players."""
    lord = state.powers[taker]
    yield PowerChanged(power.id, "flag", "controller", power.flags["controller"], taker)
    yield PowerChanged(power.id, "side", "", power.side, lord.side)
    yield from handed_over(state, power.id, lord.players)


def _gone(state: State, power: Power, taker: str) -> Iterator[Event]:
    """Its units keep their nation and serve the conqueror; then the power is no more."""
    yield from secrets_to(state, power.id, state.powers[taker].players)
    for unit in state.units.values():
        if unit.owner == power.id:
            yield UnitChanged(unit.id, "owner", power.id, taker, count=unit.count)
    for area in state.places.values():
        if area.controller == power.id:
            yield PlaceChanged(area.id, "controller", power.id, taker)
    yield ended(state, power.id)


@implements("TOY-9")
def rising(umpire: Umpire) -> bool:
    """When an area with a grudge is first taken, a power rises in its home with a bag of chits."""
    game, state = umpire.game, umpire.state
    for area, name in game.board.by_fact.get("rises", {}).items():
        power = str(name)
        if state.controller(area) is None or power in state.powers or _has_risen(state, area):
            continue
        side = to_come(state.system, state.scenario)[power]
        fresh = begun(game.roster, Power(power, side))
        umpire.apply(PlaceChanged(area, "marker", None, True, "risen"), fresh, *_host(power, side))
        umpire.tell(RisingVerdict(at=area, result=power, side=side))
        return True
    return False


def _has_risen(state: State, area: str) -> bool:
    return bool(state.places[area].markers.get("risen"))


def _host(power: str, side: str) -> Iterator[Event]:
    """Two soldiers at home, and two chits in the bag, which nobody has seen."""
    home = f"{side}-home"
    yield PlaceChanged(home, "controller", None, power)
    soldiers = regrouped(Unit("", f"{power}-inf", power, home, 2))
    yield UnitCreated(soldiers.id, None, soldiers)
    for number, counter in enumerate(("knights", "rabble"), 1):
        chit = Unit(f"{power}-{number}", counter, power, f"pool:{power}/bag", secret=("moderator",))
        yield UnitCreated(chit.id, None, chit)
