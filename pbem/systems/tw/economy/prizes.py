"""What changes hands with places (14.5, 14.6.1, 23.2): industry of cities, provinces, countries.

Each prize is booked for its captor, a track, as soon as all of its places are in enemy hands, and
again when the owner has it back: both sides lose or gain what the season leaves of its value. What
belonged to a major power that has surrendered is no prize: it is conquered as a whole.
Decides who holds a prize and what it is worth to whom. Leaves yearly income to `income`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power, set_track
from pbem.core.record.verdicts import PlaceId, PowerId, Verdict
from pbem.systems.tw.world.calendar import season_of
from pbem.systems.tw.world.geography import Region
from pbem.systems.tw.world.partisans import holder_but_for_partisans
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.vocabulary import Marker, PowerCount, PowerName, TrackName

CHART: Final = "prizes"
HALF_FOR: Final = (PowerName.GERMANY, PowerName.ITALY)
WHOLE: Final = 100
VICHY: Final = 12  # of the base of France: the mainland of Vichy
ALSACE: Final = 4  # of that base, and then of the German one


@dataclass(frozen=True, slots=True)
class Prize:
    """Something of worth: a city's industry, or a province with its cities."""

    name: str
    owner: str
    places: tuple[PlaceId, ...]
    value: int
    is_city: bool

    def gain(self, captor: str) -> int:
        """What it is worth a year to who has taken it: of a city, half, and to the Axis alone."""
        if not self.is_city:
            return self.value
        return self.value // 2 if captor in HALF_FOR else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeVerdict(Verdict):
    """A prize has changed hands: what its owner and its captor lose and gain now."""

    kind: ClassVar[str] = "prize"
    cite: ClassVar[str] = "14.6.1"

    owner: PowerId
    captor: PowerId
    loss: int
    gain: int
    retaken: bool

    @property
    def outcome(self) -> str:
        return "retaken" if self.retaken else "lost"


def prizes_of(position: Position) -> Iterator[Prize]:
    """All prizes of the chart whose owner is in the game."""
    chart = position.book.chart(CHART)
    for table in ("cities", "provinces"):
        for name in chart.table(table).rows.names:
            owner = chart.at(name, "owner", table).text
            if not is_out(position, owner):
                said = name if table == "cities" else chart.at(name, "places", table).text
                places = tuple(position.city(one.strip()) for one in said.split(","))
                value = int(chart.at(name, "value", table).number)
                yield Prize(name, owner, places, value, table == "cities")


def is_out(position: Position, power: str) -> bool:
    """Whether a major power has surrendered."""
    return bool(position.track(TrackName.SURRENDERED.of(power)))


def captor_of(position: Position, prize: Prize) -> str:
    """The major power for whom a prize is booked, if its owner has lost it."""
    return str(position.track(track_of(prize)) or "")


def track_of(prize: Prize) -> str:
    return TrackName.PRIZE.of(prize.name.casefold())


def has_moved(position: Position, prize: Prize) -> bool:
    """Whether the industry of a city works in the Urals."""
    return bool(position.state.marker(prize.places[0], Marker.EVACUATED))


def part_of(position: Position, value: int) -> int:
    """What of a yearly value counts in this turn: less the later in the year."""
    season = season_of(position.clock.turn)
    counts = int(position.book.chart(CHART).at(str(season), "counts", "season").number)
    return value * counts // WHOLE


@implements("TW-14.5-3", "TW-14.5-5", "TW-14.6.1-1", "TW-14.6.1-2", "TW-18.6-1", "TW-21.2-1")
def book_prizes(umpire: Umpire) -> None:
    """After combat: the prizes that have changed hands."""
    for prize in prizes_of(umpire.position):
        position = umpire.position
        before, after = captor_of(position, prize), _captor(position, prize)
        if before == after:
            continue
        umpire.apply(*set_track(umpire.state, track_of(prize), after or None))
        if not has_moved(position, prize):
            _pay(umpire, prize, after or before, bool(before))


def _captor(position: Position, prize: Prize) -> str:
    """Who holds a prize now: nobody new while enemies hold a part of it alone."""
    before = captor_of(position, prize)
    holders = {position.patron(holder_but_for_partisans(position, place)) for place in prize.places}
    foes = [holder for holder in sorted(holders) if position.at_war(prize.owner, holder)]
    if len(foes) == len(holders):
        return before if before in foes else foes[0]
    return before if foes else ""


@implements("TW-14.5-4", "TW-14.6.1-6", "TW-14.6.1-7", "TW-14.1.1-1")
def _pay(umpire: Umpire, prize: Prize, captor: str, retaken: bool) -> None:
    """The owner loses and the captor gains; or the other way, when the owner has it back."""
    sign = -1 if retaken else 1
    position = umpire.position
    loss, gain = part_of(position, prize.value), part_of(position, prize.gain(captor))
    change(umpire, prize.owner, -sign * loss)
    change(umpire, captor, sign * gain)
    umpire.tell(
        PrizeVerdict(
            prize.places[0], owner=prize.owner, captor=captor, loss=loss, gain=gain, retaken=retaken
        )
    )


def change(umpire: Umpire, power: str, by: int) -> None:
    """A power has more or fewer NARFs, though never less than none."""
    narfs = umpire.state.counter(power, PowerCount.NARFS)
    after = max(min(0, narfs), narfs + by)
    umpire.apply(*set_power(umpire.state, power, "counter", PowerCount.NARFS, after))


@implements("TW-14.1-2", "TW-14.1.2-1", "TW-14.2-1", "TW-1.2e-3")
def balance_of(position: Position, power: str) -> int:
    """What prizes add to the income of a power each Spring, and take from it."""
    total = 0
    for prize in prizes_of(position):
        captor = captor_of(position, prize)
        if captor and not has_moved(position, prize):
            total += prize.gain(captor) if captor == power else 0
            total -= prize.value if prize.owner == power else 0
    return total + sum(_of_countries(position, power))


def _of_countries(position: Position, power: str) -> Iterator[int]:
    """The values of the countries that a power has conquered, great and small."""
    rows = position.book.chart(CHART).table("minors").rows.names
    for name in rows:
        if position.track(TrackName.CONQUERED.of(name)) == power:
            yield value_of_minor(position, name)
    if position.track(TrackName.CONQUERED.of(PowerName.FRANCE)) == power:
        yield value_of_france(position)


@implements("TW-14.6-1", "TW-14.6-3", "TW-23.5-2")
def value_of_france(position: Position) -> int:
    """What occupied France is worth a year: her base without Vichy, and without Alsace-Lorraine
    where Germany has annexed it.
    """
    annexed = ALSACE if position.track(TrackName.ANNEXED.of(Region.ALSACE_LORRAINE)) else 0
    return max(0, position.state.counter(PowerName.FRANCE, PowerCount.BASE) - VICHY - annexed)


def value_of_minor(position: Position, name: str) -> int:
    """What a minor country is worth a year to who has conquered it; nothing where none is said."""
    chart = position.book.chart(CHART)
    known = name in chart.table("minors").rows.names
    return int(chart.at(name, "value", "minors").number) if known else 0
