"""Soviet industry that moves behind the Urals (14.6.1, 21.2): `{industry: Kharkov}`.

Decides which cities' industry may move, and pays. Leaves what is lost with the others to `prizes`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_place
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.economy.prices import pay
from pbem.systems.tw.move.points import WHOLE, use_points
from pbem.systems.tw.supply.lines import lines_of
from pbem.systems.tw.world.east import attacked
from pbem.systems.tw.world.naming import Check
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.vocabulary import Marker, PowerName

CHART: Final = "prizes"
CITIES: Final = "cities"
POINTS: Final = 2  # strategic movement points of a move


@implements("TW-14.6.1-3", "TW-14.6.1-4", "TW-14.6.1-9", "TW-21.2-1")
def check_evacuation(position: Position, order: Order) -> Ruling:
    """The industry of a Soviet city in supply moves, for half of its value and two points."""
    check, power = Check(position, order), PowerName.SOVIET_UNION
    place = check.place(order.data["industry"])
    if not place:
        return check.ruling("")
    _may_move(check, place)
    if not check.ok:
        return check.ruling("")
    chart = position.book.chart(CHART)
    cost = int(chart.at(position.board.name(place), "value", CITIES).number) // 2
    pay(check, power, cost)
    use_points(check, power, POINTS * WHOLE, f"{POINTS} strategic movement points are needed")
    check.does(set_place(check.state, place, "marker", Marker.EVACUATED, True))
    return check.ruling(f"the industry of {check.label(place)} moves to the Urals, {cost} NARFs")


@implements("TW-14.5-2")
def _may_move(check: Check, place: str) -> None:
    """A Soviet city with industry that may be moved, in supply, once, after a German attack."""
    position, power = check.position, PowerName.SOVIET_UNION
    chart, name, label = position.book.chart(CHART), position.board.name(place), check.label(place)
    known = name in chart.table(CITIES).rows.names
    moves = known and bool(chart.at(name, "moves", CITIES).number)
    hindrances = (
        ("not-yours", power not in check.own_powers(), "the Soviet Union alone moves industry"),
        ("peace", not attacked(position), "Germany has not attacked the Soviet Union"),
        ("no-industry", not moves, f"{label} has no industry that may move"),
        ("not-held", position.holder(place) != power, f"{label} is not Soviet"),
        ("moved", bool(position.state.marker(place, Marker.EVACUATED)), f"{label} has moved"),
        ("cut-off", place not in lines_of(position, power).full, f"{label} has no supply"),
    )
    check.first(hindrances, cite="14.6.1", about=check.order.data["industry"])


def evacuations(umpire: Umpire) -> None:
    """Industry that goes to the Urals, before units move strategically."""
    umpire.carry_out(EVACUATION.name)


EVACUATION: Final = Section(
    "evacuation", "Industry to the Urals", "evacuation", "tw/evacuation", "14.6.1", check_evacuation
)
