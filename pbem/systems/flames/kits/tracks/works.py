"""Facilities that are built on the map, step by step (13.6.10; options 32 and 40).

`{works: fort, at: Kiev, points: 1, facing: [...]}` begins one in its hex, with a numbered marker of
the turns it still takes; it goes on by itself and stands when its turns are over. Decides where and
with how many points it may be begun and what it costs to go on. Leaves what can be built and where
it may stand to `facilities`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.reading.scene import Scene
from pbem.core.record.changes import set_place
from pbem.core.record.events import Event
from pbem.systems.flames.economy.holdings import is_held
from pbem.systems.flames.kits.tracks.boxes import CITE, DEPLOY, most_at_start
from pbem.systems.flames.kits.tracks.construction import spent_at
from pbem.systems.flames.kits.tracks.sites import payable
from pbem.systems.flames.kits.works.facilities import Facility
from pbem.systems.flames.world.countries import power_over
from pbem.systems.flames.world.position import Position, Umpire
from pbem.systems.flames.world.vocabulary import Marker

BLANK: Final = " "


@dataclass(frozen=True, slots=True)
class Begun:
    """A facility under construction: where, who pays, what; the turns left and what is to be paid.

    `power`: a major power, or a country that produces apart; `facing`: the hexes at which a fort
    looks.
    """

    place: str
    power: str
    word: str
    turns: int
    owed: int
    facing: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        return self.word.partition("-")[0]

    @property
    def marker(self) -> tuple[str, str]:
        """The marker of the hex that tells of it."""
        words = (self.power, str(self.turns), str(self.owed), *self.facing)
        return Marker.BEGUN.of(self.word), BLANK.join(words)


def begun_works(position: Position) -> Iterator[Begun]:
    """All facilities under construction, in the order of their hexes."""
    for place in position.places.values():
        for word, value in sorted(Marker.BEGUN.among(place.markers).items()):
            power, turns, owed, *facing = str(value).split(BLANK)
            yield Begun(place.id, power, word, int(turns), int(owed), tuple(facing))


def set_begun(position: Position, work: Begun) -> tuple[Event, ...]:
    """The change when a facility is begun or goes on."""
    return set_place(position.state, work.place, "marker", *work.marker)


def taken_off(position: Position, work: Begun) -> tuple[Event, ...]:
    """The change when a facility is under construction no more."""
    return set_place(position.state, work.place, "marker", work.marker[0], None)


# --- beginning -----------------------------------------------------------------------------------


@implements("WIF-13.6.10-14", "WIF-13.6.10-11")
def begun_with(
    position: Position, order: Order, facility: Facility, where: tuple[str, str]
) -> tuple[Begun, int, list[Finding]]:
    """How a facility is begun: a turn more for each point short of the most; `where`: whose, at."""
    power, place = where
    most = most_at_start(facility.cost, facility.turns)
    points = int(order.data.get("points", most))
    whole = position.kits.builds_ahead and points == facility.cost
    begun = Begun(place, power, facility.word, 0, facility.cost - points)
    if not (1 <= points <= most or whole):
        message = f"it is begun with 1 to {most} build points, not {points}"
        return begun, points, [error("points", message, cite=CITE, about="points")]
    findings = []
    if payable(position, power, place) < points:
        message = f"no {points} build points reach {position.label(place)}"
        findings.append(error("too-dear", message, cite=CITE, about="works"))
    if position.state.marker(place, begun.marker[0]) is not None:
        message = f"one is begun in {position.label(place)} already"
        findings.append(error("no-place", message, cite=CITE, about=place))
    return replace(begun, turns=facility.turns + max(0, most - points)), points, findings


def paid_for(position: Position, work: Begun, points: int) -> tuple[Event, ...]:
    """The change when a power pays for a facility."""
    return tuple(spent_at(position, work.power, work.place, points))


# --- going on ------------------------------------------------------------------------------------


@implements("WIF-13.6.10-14")
def works_go_on(umpire: Umpire) -> None:
    """Each facility under construction goes on, as far as its hex is held and points are left."""
    for work in tuple(begun_works(umpire.position)):
        position, cost = umpire.position, min(1, work.owed)
        able = is_own(position, work) and work.turns > DEPLOY
        if able and cost <= payable(position, work.power, work.place):
            umpire.apply(*paid_for(position, work, cost))
            after = replace(work, turns=work.turns - 1, owed=work.owed - cost)
            umpire.apply(*set_begun(umpire.position, after))


def finished(position: Position) -> Iterator[Begun]:
    """The facilities that are complete in hexes that their power holds."""
    for work in begun_works(position):
        if work.turns == DEPLOY and is_own(position, work):
            yield work


def is_own(position: Position, work: Begun) -> bool:
    """Whether the power whose facility is built holds its hex."""
    return is_held(position, power_over(position, work.power), work.place)


def works_told(scene: Scene, position: Position, power: str) -> Iterator[str]:
    """`The USSR builds: factory (Kalinin, 6 turns, 5 to pay)`: facilities on the map."""
    rows = []
    for work in begun_works(position):
        owed = f", {work.owed} to pay" if work.owed else ""
        turns = f"{work.turns} turn{'s' * (work.turns > 1)}"
        if power_over(position, work.power) == power:
            rows.append(f"{work.kind} ({position.label(work.place)}, {turns}{owed})")
    if rows:
        yield f"{scene.title(power)} builds: {', '.join(rows)}"
