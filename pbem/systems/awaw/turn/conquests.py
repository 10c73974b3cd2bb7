"""Who is conquered and who surrenders (3.11, 8.26, 8.29).

Decides that a minor country at war is conquered when none of its hexes and units is left, by who
holds its capital; and when the moderator is asked whether a major power surrenders: as its capital
is in enemy hands. Leaves to him who controls what (83), and whether it surrenders (54 to 62).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.core.record.verdicts import PowerId, Verdict
from pbem.core.rules.rulings import Does, May, RulingKind
from pbem.systems.awaw.turn.ruled import POINTS, TENSIONS, sensible
from pbem.systems.awaw.world.alliances import at_war, is_major, patron_of, status_of
from pbem.systems.awaw.world.position import Position, Umpire
from pbem.systems.awaw.world.vocabulary import PowerFlag, Status

SURRENDERS: Final = "surrenders"
FIGHTS_ON: Final = "fights-on"
SURRENDER: Final = RulingKind(
    "surrender",
    "Surrender of a major power",
    "as a player turn ends in which a capital of it is in enemy hands",
    "54 to 62",
    ("AWAW-8.29-1",),
)


@dataclass(frozen=True, slots=True)
class ConquestVerdict(Verdict):
    """A minor country is conquered."""

    kind: ClassVar[str] = "conquest"
    cite: ClassVar[str] = "3.11"

    country: PowerId
    by: PowerId

    @property
    def outcome(self) -> str:
        return "conquered"


@dataclass(frozen=True, slots=True)
class SurrenderVerdict(Verdict):
    """A major power has surrendered."""

    kind: ClassVar[str] = "surrender"
    cite: ClassVar[str] = "8.29"

    power: PowerId

    @property
    def outcome(self) -> str:
        return "surrendered"


def conquests(umpire: Umpire) -> None:
    """Minor countries of which nothing is left stand as conquered from now on."""
    for country, by in tuple(conquered_now(umpire.position)):
        umpire.apply(
            *set_power(umpire.state, country, "flag", PowerFlag.STATUS, Status.CONQUERED),
            *set_power(umpire.state, country, "flag", PowerFlag.PATRON, by),
        )
        umpire.tell(ConquestVerdict(None, country, by))


def conquered_now(position: Position) -> Iterator[tuple[str, str]]:
    """Minor countries at war of which nothing is left, each with its conqueror."""
    state = position.state
    for country in state.powers:
        by = _holder_of_capital(position, country) if _is_gone(position, country) else ""
        if by:
            yield country, by


def _is_gone(position: Position, country: str) -> bool:
    """Whether a minor country, not yet conquered, has neither a hex nor a unit left."""
    state = position.state
    if is_major(country) or status_of(state, country) is Status.CONQUERED:
        return False
    holds = any(place.controller == country for place in state.places.values())
    return not holds and not position.pieces_of(country)


def _holder_of_capital(position: Position, country: str) -> str:
    """The major power at war with a country that holds its capital, or whose minor country does."""
    state = position.state
    holders = (position.holder(place) for place in capitals_of(position, country))
    majors = (one if is_major(one) else patron_of(state, one) for one in holders)
    return next((one for one in majors if one and at_war(state, country, one)), "")


def capitals_of(position: Position, power: str) -> Iterator[str]:
    """The capitals of a power's home countries; a country without one is its first hex."""
    homes = position.powers[power].home_countries
    own = [place for place in position.board.places if position.board.country(place) in homes]
    marked = [place for place in own if position.board.fact(place, "capital")]
    yield from marked or own[:1]


@implements("AWAW-8.29-1")
def surrenders(umpire: Umpire) -> None:
    """Of each major power whose capital an enemy holds: the moderator is asked."""
    for power in tuple(in_danger(umpire.position)):
        title = umpire.position.title(power)
        wanted = SURRENDER.want(
            f"Its capital is in enemy hands: does {title} surrender?",
            about=power,
            results=(FIGHTS_ON, SURRENDERS),
            may=(POINTS, TENSIONS, *map(May, (Does.CONTROL, Does.LOSE, Does.REMOVE, Does.MOVE))),
            legal=sensible,
        )
        if umpire.rule(wanted).result == SURRENDERS:
            umpire.apply(*set_power(umpire.state, power, "flag", PowerFlag.SURRENDERED, True))
            umpire.tell(SurrenderVerdict(None, power))


def in_danger(position: Position) -> Iterator[str]:
    """Major powers that have not surrendered, one of whose capitals an enemy holds."""
    state = position.state
    for power in state.powers:
        if not is_major(power) or state.flag(power, PowerFlag.SURRENDERED):
            continue
        holders = [position.holder(place) for place in capitals_of(position, power)]
        if any(at_war(state, power, holder) for holder in holders):
            yield power
